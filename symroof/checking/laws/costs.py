r"""What the words say that one collective costs of another, and how far a ring reaches, against the model.

The times are those that ``model.collectives`` derives for a ring that sends both ways, their leading parts for many
chips; the farthest of N chips is floor(N/2) hops away.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "On this ring an AllToAll takes 1/4 of the cost of an {}.\n"
>>> [[f.verdict for f in proofread(text.format(c)).findings] for c in ("AllGather", "AllReduce")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import gen
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import denied_behind
from symroof.checking.documents.material import Item, Material
from symroof.checking.documents.spans import Page, Span
from symroof.checking.documents.statement import Statement
from symroof.model.collectives import all_gather, all_reduce, all_to_all, reduce_scatter, ring
from symroof.reading.formula import Side
from symroof.reading.quantity import shown

MODELS = {
    "allgather": all_gather,
    "reducescatter": reduce_scatter,
    "allreduce": all_reduce,
    "alltoall": all_to_all,
}
_WORD = r"All-?Gather|All-?Reduce|Reduce-?Scatter|(?:All-To|AllTo)-?All"
_NAMED = re.compile(rf"\b(?:{_WORD})(?![a-z])", re.I)
_SHARES = {
    "half": Fraction(1, 2), "½": Fraction(1, 2), "a quarter": Fraction(1, 4), "one quarter": Fraction(1, 4),
    "¼": Fraction(1, 4), "an eighth": Fraction(1, 8), "⅛": Fraction(1, 8), "twice": Fraction(2), "double": Fraction(2),
    "two times": Fraction(2), "four times": Fraction(4), "eight times": Fraction(8), "the same": Fraction(1),
}  # fmt: skip
_SHARE = re.compile(
    rf"\b(?:is|are|costs?|takes?)\s+(?:only\s+|just\s+|about\s+|exactly\s+)?(?P<share>1\s?/\s?\d|[½¼⅛]|"
    rf"{'|'.join(k for k in _SHARES if len(k) > 1)})\s+"
    rf"(?:(?:of\s+)?the\s+(?:cost|time|price)\s+of\s+|of\s+|that\s+of\s+|as\s+(?:much|expensive|long)\s+as\s+)?(?:the\s+cost\s+of\s+)?(?:an?\s+|the\s+)?(?P<other>{_WORD})(?![a-z])",
    re.I,
    needs="gather|reduce|scatter|all-to|allto",
)
_RING = re.compile(r"\b(?:ring|torus|tori|mesh|ICI|hops?|TPUs?|wraparound)\b|_\{?\\?(?:text)?\{?ici", re.I)
_OTHER_WAY = re.compile(
    r"\b(?:uni-?directional|one direction|one-way|switch\w*|NVLink|NVSwitch|InfiniBand|tree|GPUs?|not)\b", re.I
)
_EVERYWHERE = ({"allreduce", "allgather"}, {"allreduce", "reducescatter"})
_REDUCED = re.compile(r"\b(?:tree|SHARP|in-network|latency|multicast|not|measured|small)\b", re.I)
_HOPS = re.compile(r"\s*(?:hops|steps)\b", re.I)
_BOTH_WAYS = re.compile(r"\b(?:both|two) directions\b|\bbi-?directional\b|\beither direction\b", re.I)
MAX_COMPARISONS = 200  # in one page
REACH = 600  # characters before a comparison in which its subject is named


def costs(m: Material) -> Iterator[Statement]:
    """Every comparison of two collectives in words, and the hops of a ring that sends both ways."""
    for page, dark in zip(m.pages, m.darks):
        for found in islice(_SHARE.finditer(dark), MAX_COMPARISONS):
            said = _share(m, page, dark, found)
            if said is not None:
                yield said
    for item in m.items:
        hops = _hops(item)
        if hops is not None:
            yield hops


def _share(m: Material, page: Page, dark: str, found: re.Match[str]) -> Statement | None:
    start = max(0, found.start() - REACH)
    section = m.facts.scopes.section(page.base + found.start())
    before = [c for c in _NAMED.finditer(page.text, start, found.start())
              if m.facts.scopes.section(page.base + c.start()) == section]  # fmt: skip
    if not before or denied_behind(dark, found.end()):
        return None
    near = page.text[start : found.end() + 200]
    one, other = (re.sub(r"[^a-z]", "", w.lower()) for w in (before[-1].group(), found["other"]))
    everywhere = {one, other} in _EVERYWHERE  # a ring, either way round, or a switch
    low = page.text.rfind("\n", 0, before[-1].start()) + 1 if everywhere else before[-1].start() - 100
    around = page.text[max(start, low) : found.end() + 60]
    if one == other or (_REDUCED if everywhere else _OTHER_WAY).search(around):
        return None
    if "alltoall" in (one, other) and not _RING.search(near):
        return None
    word = re.sub(r"\s+", " ", found["share"].lower())
    share = _SHARES.get(word) or Fraction(word.replace(" ", ""))
    right = _relative(one, other)
    if right is None:
        return None
    text = f"{before[-1].group()} {found.group()}"
    line, column = m.place(page, found.start())
    span = Span(found.group(), line, column, "prose", found.start(), start=found.start(), end=found.end(),
                raw=found.group())  # fmt: skip
    item = Item(page, dark, span)
    if share == right:
        v = Verdict("exact", f"of one array on a ring: {shown(right)} of it", code="costs")
    else:
        words = f"of one array on a ring that sends both ways it is {shown(right)} of it, not {shown(share)}"
        v = Verdict("wrong", words, code="costs", right=shown(right))
    return Statement(item, text, v, "model", 0, "=", (), "prose")


@lru_cache
def _relative(one: str, other: str) -> Fraction | None:
    """The cost of one collective over another's, of one array on a ring, as the model derives them for many chips."""
    costs = [MODELS[name]("V", ring("N")).leading_core for name in (one, other)]
    value = (costs[0] / costs[1]).constant()
    return None if value is None else Fraction(value)


def _hops(item: Item) -> Statement | None:
    """The ceiling of N/2 hops where the floor is right, on a ring that sends both ways."""
    if not _HOPS.match(item.dark, item.span.end, item.span.end + 20) or not _BOTH_WAYS.search(item.words()):
        return None
    side: Side | None = item.expression()
    value = side.ratio() if side is not None and side.node is not None else None
    mono = value.monomial() if value is not None else None
    if side is None or mono is None or mono[1] != 1 or len(mono[0]) != 1:
        return None
    ((g, e),) = mono[0].items()
    if isinstance(g, str) or e != 1 or not g.row.rounds:
        return None
    names = sorted(g.args[0].names)
    if len(names) != 1 or g.args[0] != gen(names[0]) / 2:
        return None
    right = f"floor({names[0]}/2)"
    if g.row.rounds < 0:
        v = Verdict("exact", f"the farthest of {names[0]} chips on a ring is {right} hops away", code="hops")
    else:
        words = f"the farthest of {names[0]} chips on a ring is {right} hops away, which an odd number tells apart"
        v = Verdict("wrong", words, code="hops", right=right)
    return Statement(item, f"{side.text} hops", v, "model", side.at, "=", (side,))


__all__ = ["MODELS", "costs"]

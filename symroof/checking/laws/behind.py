r"""The operations behind the formulas: what a collective moves, what training costs, and whether notation is sound.

Arrays are read in the book's notation, ``A[I_X, J]``, in LaTeX or plain: a mesh axis shards one dimension of an array
at most, a result has no dimension that no operand has, and AllGather takes a mesh axis away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import gen
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import sentence
from symroof.checking.documents.material import Item, Material
from symroof.checking.documents.statement import Statement
from symroof.errors import SymroofError
from symroof.reading.formula import Side
from symroof.reading.measures import MANY_LETTER, THOUSANDS, plain_number

COLLECTIVES = ("AllGather", "AllReduce", "ReduceScatter", "AllToAll")
_COLLECTIVE = re.compile(r"\b(All-?Gather|All-?Reduce|Reduce-?Scatter|All-?To-?All)s?(?![a-z])", re.I)
_STYLE = re.compile(
    r"\\(?:text|textbf|textit|mathbf|mathrm|operatorname|textrm|mathit|red|blue|green|gray)\s*\{([^{}]*)\}"
)
_ARRAY = re.compile(
    r"(?P<name>[A-Za-z][\w']*|)\s*\[(?P<dims>[^\[\]@:+*/-]{1,80})\]\s*"
    r"(?:\\?\\?\{\s*\\?\s*(?P<partial>U_?[\w{}, ]*?)\s*\\?\\?\})?"
)
_DIM = re.compile(r"\s*([A-Z][a-z]?|[a-z])(?:\s*_\s*\{?\s*([A-Z](?:\s*,?\s*[A-Z])*)\s*\}?)?\s*\Z")
_ARROW = re.compile(r"->|→|\\(?:to|rightarrow|longrightarrow)(?![A-Za-z])|⟶")
_DENIED = re.compile(
    r"\b(?:invalid|forbidden|nonsens\w*|illegal|unsound|disallow\w*|none\s+of|(?:not|never|n['’]t)\s+(?:be\s+)?(?:allowed|valid|legal|permitted|possible)|"
    r"can['’]t|cannot|can not|wrong|error|violat\w*|impossible|don['’]t)\b",
    re.I,
)
_MOVES = re.compile(r"\b(?:send\w*|communicat\w*|mov\w*|transfer\w*|gather\w*|reduc\w*|scatter\w*|exchang\w*)\b", re.I)
_TRAIN = re.compile(r"\btrain(?:ing|ed|s)?\b", re.I)
_NO_TRAIN = re.compile(
    r"\b(?:inference|forward|prefill|generat\w*|decod\w*|serv\w*|fine-?tun\w*|lora|backward)\b", re.I
)
_MANY = rf"(?P<s>{MANY_LETTER}\b|million|billion|trillion)?"
_COUNT = re.compile(
    rf"(?P<n>\d[\d,]*(?:\.\d+)?(?:[eE]\d+)?)\s?{_MANY}[\s-]+(?:\w+\s+){{0,2}}?(?P<what>param\w*|tokens?)\b"
)
_COUNTED = re.compile(
    rf"(?P<what>param\w*|tokens?)\s+(?:count\s+)?of\s+(?P<n>\d[\d,]*(?:\.\d+)?(?:[eE]\d+)?)\s?{_MANY}"
)
_SCALE = {"": 0, **THOUSANDS, "million": 6, "billion": 9, "trillion": 12}


@final
@dataclass(frozen=True)
class Named:
    """An array as notation writes it: its dimensions, each with the mesh axes that shard it, and partial sums."""

    name: str
    dims: tuple[tuple[str, str], ...]
    partial: str = ""

    @property
    def letters(self) -> frozenset[str]:
        return frozenset(d for d, _ in self.dims)


def operations(m: Material) -> Iterator[Statement]:
    """Every operation that a document's notation names, and the numbers printed for it."""
    moved: dict[tuple[int, str], set[frozenset[str]]] = {}
    for item in m.items:
        if item.skip is None or item.skip[0] != "notation":
            continue
        rows = [r for r in re.split(r"\\\\", _plain(item.span.text)) if "[" in r]
        judged = [s for s in (_sound(item, row) for row in rows) if s is not None]
        if len(judged) == len(rows):
            item.skip = ("", "")  # what was judged is not skipped
        yield from judged
    for item in m.notation:
        text = _plain(item.span.text)
        for c in _COLLECTIVE.finditer(text):
            x = _ARRAY.search(text, c.end(), c.end() + 120)
            a = _array(x) if x else None
            if a is not None:
                where = m.facts.scopes.problem(item.at), _kind(c.group())
                moved.setdefault(where, set()).add(a.letters)
    for item in m.items:
        said = _bytes_of(m, item, moved) or _training(m, item)
        if said is not None:
            yield said


def _kind(word: str) -> str:
    plain = word.lower().replace("-", "").rstrip("s")
    return next(c for c in COLLECTIVES if c.lower() == plain)


def _plain(text: str) -> str:
    for _ in range(3):
        text = _STYLE.sub(r"\1", text)
    text = re.sub(r"\\\\(?=[{}])", r"\\", text)  # Markdown's own backslash before \{
    text = re.sub(r"\\(?:begin|end)\s*\{[A-Za-z]+\*?\}", " ", text)
    return re.sub(r"\\(?:[,;:! ]|(?:quad|qquad|left|right)(?![A-Za-z]))", " ", text).replace("&", " ")


def _array(m: re.Match[str]) -> Named | None:
    """An array in notation, or None where the brackets hold something else."""
    dims = []
    body = re.sub(r"\{\s*([A-Z])\s*,\s*([A-Z])\s*\}", r"{\1\2}", m["dims"])
    for part in body.split(","):
        d = _DIM.match(part)
        if d is None:
            return None
        dims.append((d.group(1), re.sub(r"[\s,]", "", d.group(2) or "")))
    return Named(m["name"], tuple(dims), re.sub(r"\W", "", m["partial"] or ""))


def _sound(item: Item, text: str) -> Statement | None:
    """Whether a multiplication or a collective with an arrow holds together."""
    arrows = list(_ARROW.finditer(text))
    if len(arrows) != 1:
        return None
    before = [a for a in (_array(x) for x in _ARRAY.finditer(text[: arrows[0].start()])) if a is not None]
    after = [a for a in (_array(x) for x in _ARRAY.finditer(text[arrows[0].end() :])) if a is not None]
    brackets = len(re.findall(r"\[", text))
    if len(before) + len(after) != brackets or not 1 <= len(before) <= 3 or len(after) != 1:
        return None
    out = after[0]
    joined = len(before) > 1 or bool(_COLLECTIVE.search(text))
    trouble = _twice([*before, out]) or (_from_nowhere(before, out) if joined else None)
    written = " ".join((text if "\\\\" in item.span.text else item.span.text).split())
    if trouble is None and not any(x for a in (*before, out) for _, x in a.dims):
        return None  # without shards there is little that could be unsound
    if trouble is None:
        words = "every dimension of the result is an operand's, and no mesh axis is used twice in one array"
        return Statement(item, written, Verdict("exact", words, code="sound"), "notation")
    if _DENIED.search(_about(item)):
        return None
    return Statement(item, written, Verdict("wrong", trouble, code="unsound"), "notation")


def _about(item: Item) -> str:
    """The words around a span that may deny it; in a table those of its own row, its header and before the table."""
    text, start = item.dark, item.span.start
    line, end = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    row = text[line : end if end >= 0 else len(text)]
    if not row.lstrip().startswith("|"):
        a, b = sentence(text, start, item.span.end)
        return text[max(0, a - 200) : b + 160]
    above = text[:line].split("\n")[:-1]
    rows = next((i for i, above_it in enumerate(reversed(above)) if not above_it.lstrip().startswith("|")), len(above))
    first = len(above) - rows
    return "\n".join(("\n".join(above[:first])[-200:], *above[first : first + 1], row))


def _twice(arrays: list[Named]) -> str | None:
    for a in arrays:
        axes = "".join(x for _, x in a.dims)
        for x in sorted(set(axes)):
            if axes.count(x) > 1:
                return f"the mesh axis {x} shards two dimensions of {a.name or 'one array'}[{_written(a)}]"
    return None


def _written(a: Named) -> str:
    return ", ".join(d + (f"_{x}" if x else "") for d, x in a.dims)


def _from_nowhere(before: list[Named], out: Named) -> str | None:
    known = frozenset().union(*(a.letters for a in before))
    for d in sorted(out.letters - known):
        return f"the result has the dimension {d}, which no operand has"
    return None


def _bytes_of(m: Material, item: Item, moved: dict[tuple[int, str], set[frozenset[str]]]) -> Statement | None:
    """The bytes printed for a collective, against those of the array that the problem has it move."""
    if not moved or not re.match(r"\s*bytes\b", item.dark[item.span.end : item.span.end + 12]):
        return None
    begin, end = item.sentence
    words = item.dark[begin - item.page.base : end - item.page.base]
    named = {_kind(c.group()) for c in _COLLECTIVE.finditer(words)}
    here = item.dark[max(begin - item.page.base, item.span.start - 40) : item.span.start]
    if len(named) != 1 or not (_MOVES.search(here) or _COLLECTIVE.search(here)):
        return None
    (kind,) = named
    if not m.facts.scopes.own_problem(item.at):
        return None  # a section names many operations
    operands = moved.get((m.facts.scopes.problem(item.at), kind), set())
    side = item.expression()
    if len(operands) != 1 or side is None or len(side.names) < 2:
        return None
    (dims,) = operands
    return _compared(item, side, kind, dims)


def _compared(item: Item, side: Side, kind: str, dims: frozenset[str]) -> Statement | None:
    with suppress(SymroofError):
        mono = side.ratio().monomial()
        if mono is None:
            return None
        names = {str(n) for n, e in mono[0].items() if e == 1}
        letters = "".join(sorted(dims))
        text = f"{kind} of {side.text} bytes"
        if dims <= names or (names - dims <= {"X", "Y", "Z", "N"} and dims <= names):
            v = Verdict("exact", f"the array that is moved has the dimensions {letters}", code="collective")
            return Statement(item, text, v, "model", side.at, "=", (side,))
        if names & dims and all(len(n) == 1 for n in names):
            words = f"{kind} moves an array of dimensions {letters} here, which is not {side.text} bytes"
            v = Verdict("wrong", words, code="collective", right=f"2*{'*'.join(sorted(dims))}")
            return Statement(item, text, v, "model", side.at, "=", (side,))
    return None


@lru_cache
def _a_parameter() -> tuple[Fraction, Fraction]:
    """FLOPs for one weight of a product and one token: of the forward pass, and with both gradients."""
    from symroof.model.ops import op

    passes = ("x[T, D] * w[D, F] -> y[T, F]", "y[T, F] * w[D, F] -> x[T, D]", "x[T, D] * y[T, F] -> w[D, F]")
    each = [op(text, dtype="bf16").work.sum / (gen("T") * gen("D") * gen("F")) for text in passes]
    first, *others = (Fraction(x.constant() or 0) for x in each)
    return first, first + sum(others)


def _training(m: Material, item: Item) -> Statement | None:
    """2 * parameters * tokens for a training run, which takes 6."""
    if item.skip is not None or not item.chains or not item.chains[0].relations:
        return None
    side = item.chains[0].sides[0]
    node = side.node
    if node is None or side.names or node.kind != "mul" or "/" in node.ops or len(node.args) < 3:
        return None
    words = item.words()
    if not _TRAIN.search(words) or _NO_TRAIN.search(words) or "FLOP" not in words:
        return None
    counts = _counts(m, item)
    with suppress(SymroofError):
        value = Fraction(side.ratio().constant() or 0)
        for p in counts["param"]:
            for t in counts["token"]:
                k = value / (p * t) if p * t else Fraction(0)
                forward, whole = _a_parameter()
                if k == whole:
                    v = Verdict("exact", f"training costs {whole} FLOPs a parameter and token", code="training")
                    return Statement(item, side.text, v, "model", side.at, "=", (side,))
                if k == forward:
                    text, more = side.text.strip(), whole / forward
                    right = f"{whole}{text[1:]}" if text.startswith(str(forward)) else f"{more} * ({side.text})"
                    reason = (
                        f"training costs {whole} FLOPs a parameter and token, {forward} forward and {whole - forward} "
                        f"backward; {forward} is the forward pass"
                    )
                    v = Verdict("wrong", reason, code="training", right=right)
                    return Statement(item, side.text, v, "model", side.at, "=", (side,))
    return None


def _counts(m: Material, item: Item) -> dict[str, set[Fraction]]:
    """The counts of parameters and tokens that the problem around an item states."""
    out: dict[str, set[Fraction]] = {"param": set(), "token": set()}
    begin = max(0, item.span.start - 2500)
    text = item.dark[begin : item.span.end + 400]
    for pattern in (_COUNT, _COUNTED):
        for c in pattern.finditer(text):
            kind = "param" if c["what"].startswith("param") else "token"
            out[kind].add(plain_number(c["n"]) * 10 ** _SCALE[c["s"] or ""])
    return out

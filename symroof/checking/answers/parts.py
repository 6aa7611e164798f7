"""Words that make a right number the answer to another question: 10 GB per user, 5 ms on one GPU, with int8 weights.

They leave a right answer open, unless what is expected says the same: that it is per user, or a share of 8 (140/8 GB),
or holds the number of chips, the width or the peak of the format.  Per token and per step says little beside a time,
and per chip beside bytes.

>>> from symroof.checking.claims.claims import claim
>>> total, share = "320 GB", "320/8 GB"
>>> [left_open("40 GB per user", claim(t, None, {}), t) is None for t in (total, share)]
[False, True]
>>> print(left_open("7 ms with int8 weights", claim("14e9/2e12 s", None, {}), "14e9/2e12 s"))
undecided: whether that was asked is open: with int8 weights
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import symroof.regexes as re
from symroof.checking.answers.limits import THINGS, counts, stands_for
from symroof.checking.claims.claims import Claim, Verdict, claim, constant
from symroof.checking.words.phrases import MAX_WORDED
from symroof.errors import SymroofError
from symroof.reading.measures import BYTES, FLOPS, KIND, NOTHING, PER_SECOND, POWER, UNITS, product
from symroof.reading.nodes import Node, leaves
from symroof.reading.units import literals, scientific

if TYPE_CHECKING:
    from symroof.machines import Machine

_MODEL = frozenset({"layer", "block", "head", "expert", "stage", "hop", "phase", "microbatch", "wave", "half", "shard"})
_HARDWARE = frozenset(
    {"chip", "card", "core", "node", "user", "replica", "rank", "worker", "pod", "SM", "rack", "drive"}
)
_HOLDING = frozenset({"chip", "card"})  # what bytes are asked of: 2 GB per chip is how memory is told
_IN_BYTES = re.compile(r"\d\s*(?:[kKMGTP]?i?B|bytes)\s*\Z")
_BATCHED = frozenset({"sequence", "message", "packet", "file", "document"})  # of what a batch may be, too
_EXTRA = {"phase": "phase", "phases": "phase", "block": "block", "blocks": "block"}
_RATED = (product(BYTES, PER_SECOND), product(FLOPS, PER_SECOND), POWER)  # what a chip has, whatever is run on it
_PER = re.compile(
    r"(?:/\s?|\bper\s+|\b(?:for|of|to\s+[a-z]+)\s+(?:(?:just|only)\s+)?(?:one|a\s+single)\s+|\b(?:each|every|an?)\s+)"
    r"(?:(?:pipeline|decoder|encoder|transformer|attention|compute|training|model)\s+)?(?P<noun>[A-Za-z]{2,})(?![\w-])"
)
_PER_PIECE = re.compile(
    r"\b(?:per|an?|each|every)\s+(?:param(?:eter)?|weight|element|entry|sequence|sample|request)(?![\w-])|"
    r"(?:/\s?|\bper\s+|\bon\s+each\s+)(?:host|node|rack|worker|user)(?![\w-])|"
    r"\b(?:each\s+for|for\s+each\s+of)\b"
)
_FOR_EACH_OF = re.compile(r"(?<=\w)\s+(?:each\s+for|for\s+each\s+of)\s+[A-Za-z]")
_EACH = re.compile(r"\b(?:each|apiece|a\s+piece)(?!\s+(?:way|direction|other|of))\s*[.)]?\Z", re.I)
_ALONE = re.compile(r"\b(?:for|of|in)\s+(?:the\s+|one\s+|a\s+)?[\w-]+(?:\s+[\w-]+)?\s+(?:alone|only)\Z", re.I)
_A_FORMAT = re.compile(
    r"(?:\b(?:with|in|at|using|from|for)\s+(?:all[\s-])?|[,(]\s*)(?P<format>(?:u?int|fp|float|tf|nf|mxfp|nvfp)\d{1,2}|\d{1,2}[\s-]bits?)\b(?:\s+[a-z]+)?",
    re.I,
)
_UNCHANGED = re.compile(
    r"\b(?:stay(?:s|ed)?|remain(?:s|ed)?|still|unchanged|the\s+same)\b", re.I
)  # it stays 240 in int8
_ONLY = re.compile(
    r"\b(?:for|of|in)\s+(?:the\s+|one\s+|a\s+)?[\w-]+(?:\s+[\w-]+)?\s+(?:alone|only)\b|"
    r"\b(?:only|just)\s+(?:for|of|in)\s+(?:the\s+|one\s+|a\s+)?[A-Za-z]{2,}(?:\s+[A-Za-z]+)?\W*\Z",
    re.I,
)
_ONE_PART = re.compile(
    r"\b(?:in|for|during)\s+(?:the\s+)?(?:(?:back|for)ward(?:s)?(?:\s+pass)?|prefill|decode|decoding|optimi[sz]er)\b",
    re.I,
)
_ON = re.compile(
    r"\b(?:on|over|across|using|with)\s+(?:(?:just|only|all)\s+)?(?P<n>an?\s+single|one|two|four|eight|sixteen|\d+)\s+(?:[A-Za-z0-9]+\s+)?(?P<noun>[A-Za-z]+)\b"
)
_FORMAT = re.compile(
    r"\b(?:with|in|at|using|from)\s+(?:all[\s-])?(?P<format>(?:u?int|fp|float|tf|nf|mxfp|nvfp)\d{1,2}|\d{1,2}[\s-]bits?)\b(?:\s+[a-z]+)?",
    re.I,
)
_AT_SHARE = re.compile(
    r"\b(?:at|with|for|to\s+[a-z]+)\s+(?:only\s+)?(?:half|twice|double|triple|a\s+(?:third|quarter|tenth)(?:\s+of)?)\s+(?!an?\s+(?:second|minute|hour|day|week|year|million|billion)\b)(?:of\s+)?(?:the\s+|its\s+)?[a-z]+",
    re.I,
)
_AT_PERCENT = re.compile(r"\b(?:at|with|assuming)\s+[~≈]?(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent)", re.I)
_BEFORE = re.compile(
    r"\bbefore\s+(?:the\s+|any\s+)?[a-z]{4,}\b|\b(?:over|beyond|on\s+top\s+of)\s+what\b|\beach\s+for\s+(?:the\s+)?[a-z]+\s+and\b",
    re.I,
)
_OTHER = re.compile(r"\b(?:overhead|slack|head-?room|margin|idle(?:\s+time)?|stall(?:s|ed|ing)?|savings?)\s*\Z", re.I)
_OF_RATE = re.compile(r"(?:%|\bpercent)\s+(?:of\s+)?(?:[a-z]+\s+){0,3}?(?P<of>bandwidth|flops?|compute|math)\b", re.I)
_IN_USE = re.compile(
    r"(?:%|\bpercent)\s+(?P<of>busy|utili[sz]ation|utili[sz]ed|efficien(?:cy|t)|active|in\s+use)\b", re.I
)
_ADDED = re.compile(
    r"(?<![\w.])\d[\d.,]*\s+(?:more|fewer|less|extra|additional|further)(?:\s+[A-Za-z]+)?(?:\s+than\s+[a-z]+)?\W*\Z|"
    r"\d\s+(?:with|plus|and|including)\s+(?:the\s+|some\s+|any\s+)?(?:overheads?|slack|head-?room|margins?|spares?)\W*\Z",
    re.I,
)
_SHARE = re.compile(
    r"\W*(?:(?:about|around|roughly|nearly|almost|only|just)\s+)*(?:\d[\d.,]*\s*(?:%|percent\b|per\s+cent\b)|"
    r"(?:an?\s+|one\s+|two\s+|three\s+)?(?:half|thirds?|quarters?|fifths?|tenths?)\s+(?:of\s+)?(?:the\s+|its\s+)?[a-z]{3,}\b)",
    re.I,
)
_SUBJECT = re.compile(
    r"\W*(?:the\s+|an?\s+)?(?P<noun>[a-z]+)(?:[\s-]+(?:lengths?|sizes?|counts?))?\s*(?:[<>≤≥=]|is\b|are\b|must\b|has\b|should\b|of\b|at\b|above\b|below\b|over\b|"
    r"under\b|more\b|less\b|exceed|larger\b|greater\b|smaller\b|\d)",
    re.I,
)
_WIDTH = {32: Fraction(4), 64: Fraction(8), 8: Fraction(1), 4: Fraction(1, 2), 6: Fraction(3, 4), 3: Fraction(3, 8)}
_MANY = {"one": 1, "a single": 1, "an single": 1, "two": 2, "four": 4, "eight": 8, "sixteen": 16}
_COUNT = 10**5  # a larger divisor is a rate and shares nothing


def left_open(text: str, e: Claim, expected: object) -> Verdict | None:
    """Undecided for a right answer whose words say that it is of a part or of another case than the expected one."""
    if e.kind != "value" or not any(c.isalnum() for c in text):
        return None
    asked = expected if isinstance(expected, str) else ""
    text = re.split(r"[=≈]", text)[-1]  # 24 tokens/s per user * 8 = 192 tokens/s
    before = [m.group() for m in _BEFORE.finditer(text) if m.group() not in asked]
    for found in (*_parts(text, e, asked), *_cases(text, e, asked), *before):
        return Verdict("undecided", f"whether that was asked is open: {found.strip()}", code="part")
    return None


def scope_of_a_bound(text: object, key: str) -> str:
    """The words that make a bound one of a format, of a part or of a share, where the key does not; "" for none.

    >>> scope_of_a_bound("it stays above 240 in int8", "B > 240")
    ''
    >>> [scope_of_a_bound(f"B > 240 {x}", "B > 240") for x in ("in int8", "for the weights only", "in bf16", "tokens")]
    ['in int8', 'for the weights only', '', '']
    """
    if not isinstance(text, str) or len(text) > MAX_WORDED or not re.search(r"[<>≤≥]", key):
        return ""
    try:
        e = claim(key, None, {})
    except SymroofError:
        return ""  # a key of two ends, or one that is read with its words
    if e.kind != "bound":
        return ""
    numbers = {p.value for p in literals(e.node)} if e.node is not None else set()
    m = _A_FORMAT.search(text) if constant(e.value) is not None else None
    if m is not None and not _in_format(m["format"], numbers, key) and not _UNCHANGED.search(text[: m.start()]):
        return m.group()
    found = (p.search(text) for p in (_ONLY, _ONE_PART, _AT_SHARE))
    return next((m.group() for m in found if m is not None and m.group() not in key), "")


def of_a_part(text: str, e: Claim, expected: object) -> Verdict | None:
    """Undecided for another value that its words say is of one of several things, where all of them are asked.

    >>> from symroof.checking.claims.claims import claim
    >>> print(of_a_part("4 KiB per layer", claim("320 KiB", None, {}), "320 KiB"))
    undecided: a value of one part, where all is asked: per layer
    """
    asked = expected if isinstance(expected, str) else ""
    said = re.split(r"[=≈]", text)[-1]
    if e.kind != "value" or (e.node is not None and _shared(e)):
        return None
    for found in (*_parts(said, e, asked), *(m.group() for m in _PER_PIECE.finditer(said))):
        words = f"a value of one part, where all is asked: {found.strip()}"
        return None if found.split()[-1] in asked else Verdict("undecided", words, code="part", right=e.text)
    return None


def _as_many(a: Claim, e: Claim) -> bool:
    """Whether the number is the right one, so that the unit alone is another: 12 tokens for 12 s."""
    if a.value is None or e.value is None:
        return False
    gap, right = (a.value - e.value).constant(), e.value.constant()
    return gap is not None and right is not None and abs(Fraction(gap)) * 100 <= abs(Fraction(right))


def _of_things_alone(things: Collection[str], a: Claim, e: Claim) -> bool:
    """Whether things are counted and nothing else, where what is expected is no rate and another number."""
    return "" not in things and not (e.dimension or NOTHING)[5:] and not (_per_thing(e) or _as_many(a, e))


def of_another(text: str, a: Claim, e: Claim, *, brief: bool = False) -> Verdict | None:
    """Undecided for a bound on other things than its symbol counts, and for a share or a count where bytes are asked.

    What a brief answer counts is what it answers; a sentence may count things beside that.

    >>> from symroof.checking.claims.claims import claim
    >>> print(of_another("at least 241 layers", claim("241 layers", None, {}), claim("B > 240.24", None, {})))
    undecided: whether layers are what B counts is open
    >>> frames, ms = claim("2 frames", None, {}), claim("33 ms", None, {})
    >>> print(of_another("2 frames", frames, ms, brief=True), of_another("2 frames", frames, ms), sep="; ")
    undecided: 2 frames, where 33 ms is asked; None
    """
    if e.kind == "bound" and (said := _counted(text, a, e.name)) and not counts(e.name, said) and stands_for(e.name):
        return Verdict("undecided", f"whether {said}s are what {e.name} counts is open", code="part")
    things = {KIND.get(u, "") for u in leaves(a.node, "unit")}
    measured = a.kind == e.kind == "value" and any((e.dimension or NOTHING)[:5])
    if measured and things and (things <= _HARDWARE or (brief and _of_things_alone(things, a, e))):
        return Verdict("undecided", f"{a.text.strip()}, where {e.text} is asked", code="kinds", right=e.text)
    if (
        e.kind == "value"
        and any((e.dimension or NOTHING)[:5])
        and not any(a.dimension or NOTHING)
        and _SHARE.match(text)
    ):
        return Verdict("undecided", f"a share, where {e.text} is asked", code="kinds", right=e.text)
    return None


def _per_thing(e: Claim) -> bool:
    """Whether what is expected is so much a second or a thing, of which 24 tokens may be: 1/(41.8 ms), 10 s/layer."""
    units = [u for unit in leaves(e.node, "unit") for u in re.split(r"/|\bper\b|\s", unit)]
    return (e.dimension or NOTHING)[:3] == (0, 0, -1) or any(KIND.get(u) for u in units)


def _counted(text: str, a: Claim, name: str) -> str:
    """The things that an answer bounds the number or the size of; "" where it says none that has a symbol."""
    units = [u.partition("/")[0] for u in leaves(a.node, "unit")]
    kind = KIND.get(units[0], "") if len(units) == 1 and KIND.get(units[0]) not in _BATCHED else ""
    subject = _SUBJECT.match(text)
    if subject is not None and name not in re.findall(r"[^\W\d_]+", text):
        kind = subject["noun"].lower()
    return kind if kind in THINGS else ""


def _parts(text: str, e: Claim, asked: str) -> Iterator[str]:
    """The words that say that a number is per one of several, where the expected one is not."""
    theirs = {_kind(w) for w in re.findall(r"[A-Za-z]+", asked)} - {""}
    symbolic = e.value is not None and bool(e.value.names)
    said = product((e.dimension or NOTHING)[:5], NOTHING)
    for m in _PER.finditer(text):
        kind = _kind(m["noun"])
        if not kind or kind in theirs or not re.search(r"[\w)]", text[: m.start()]):
            continue
        if symbolic and any(w in UNITS and w not in KIND for w in re.findall(r"[A-Za-z]{2,}", text[: m.start()])):
            continue  # 12BTD FLOPs per layer: the formula says for how many it is
        held = kind in _HOLDING and (
            said == BYTES or (not any(said) and _IN_BYTES.search(text[: m.start()]) is not None)
        )
        of_all = kind in _HARDWARE and not held and said not in _RATED and not _shared(e)
        if kind in _MODEL or of_all or (said == FLOPS and not symbolic and kind != "time"):
            yield m.group()
    if symbolic and (of := _FOR_EACH_OF.search(text)) is not None and not _FOR_EACH_OF.search(asked):
        yield of.group()
    if said not in _RATED and not _shared(e):
        yield from (found.group() for p in (_EACH, _ALONE) if (found := p.search(text)) is not None)


def _cases(text: str, e: Claim, asked: str) -> Iterator[str]:
    """The words that set a condition which the expected formula does not have."""
    numbers = {p.value for p in literals(e.node)} if e.node is not None else set()
    if (m := _ON.search(text)) is not None and _kind(m["noun"]) in _HARDWARE:
        n = _MANY.get(" ".join(m["n"].split())) or int(m["n"])
        alone = n == 1 and e.printed is None and not _shared(e)
        if not (alone or _holds_so_many(n, numbers, e)):
            yield m.group()
    if (m := _FORMAT.search(text)) is not None and not _in_format(m["format"], numbers, asked):
        yield m.group()
    if (m := _ADDED.search(text)) is not None and m.group().strip() not in asked:
        yield m.group()
    if (m := _AT_SHARE.search(text)) is not None:
        yield m.group()
    if (m := _AT_PERCENT.search(text)) is not None and e.printed is None and not _has_share(m["n"], numbers, e):
        yield m.group()
    if (m := _OTHER.search(text)) is not None and any((e.dimension or NOTHING)[:5]) and m.group().lower() not in asked:
        yield m.group()
    if (m := _OF_RATE.search(text)) is not None and _of_another(m["of"].lower(), numbers, asked):
        yield m.group()
    if (m := _IN_USE.search(text)) is not None and e.printed is None and e.node is not None and _of_counts(e.node):
        yield m.group()  # 3/19 may be what is idle


def _holds_so_many(n: int, numbers: set[Fraction], e: Claim) -> bool:
    """Whether a formula has so many devices in it: their number, in one of symbols below a line, or its own symbol."""
    symbols = e.value.names if e.value is not None else ()
    if not symbols or e.node is None:
        return n in numbers
    below = {p.value for d in _divisors(e.node) for p in literals(d)}
    return n == 1 or n in below or (n > 2 and n - 1 in numbers) or any(counts(s, "device") for s in symbols)


def _has_share(percent: str, numbers: set[Fraction], e: Claim) -> bool:
    """Whether a formula of numbers has a share in it, as 40 %, 0.4 or 40; what a formula of symbols has is open."""
    share = Fraction(percent)
    return not numbers or bool(e.value is not None and e.value.names) or bool({share, share / 100} & numbers)


def _kind(word: str) -> str:
    """What a noun counts, of those that an answer may be a part of; tokens and steps besides."""
    kind = KIND.get(word) or KIND.get(word.lower()) or _EXTRA.get(word.lower(), "")
    return kind if word not in UNITS or word in KIND else ""


def _shared(e: Claim) -> bool:
    """Whether the expected formula divides by a plain count or by a symbol of devices, and so is a share itself."""
    return e.node is not None and any(_is_count(n) for d in _divisors(e.node) for n in _all(d))


def _of_counts(node: Node) -> bool:
    """Whether a formula has plain counts alone, 3/19, and no peak that it could be a share of."""
    return all(p.text.isdigit() and not scientific(p) and p.value < _COUNT for p in literals(node))


def _is_count(node: Node) -> bool:
    p = node.printed
    if p is not None:
        return not scientific(p) and p.value.denominator == 1 and 1 < p.value < _COUNT
    return node.kind == "name" and counts(node.name, "device")


def _divisors(node: Node) -> Iterator[Node]:
    for n in _all(node):
        if n.kind == "mul":
            yield from (a for op, a in zip(n.ops, n.args) if op == "/")


def _all(node: Node) -> Iterator[Node]:
    yield node
    for n in node.args:
        yield from _all(n)


def _in_format(name: str, numbers: set[Fraction], asked: str) -> bool:
    """Whether the expected formula has the width of a format in bytes, or a chip's peak in it; 16 bits are the rule."""
    bits = int(re.findall(r"\d+", name)[0])
    if name.lower() in asked.lower() or bits not in _WIDTH or _WIDTH[bits] in numbers:
        return True
    return any(Fraction(v) in numbers for chip in _chips() for dtype, v in chip.peaks.items() if dtype == name.lower())


def _chips() -> Collection[Machine]:
    from symroof.machines import machines

    return machines().values()


def _of_another(word: str, numbers: set[Fraction], asked: str) -> bool:
    """Whether a share of bandwidth is one of FLOPs by its numbers, or the reverse, or is not told by them."""
    if word in asked.lower():
        return False
    peaks = {Fraction(v) for chip in _chips() for v in chip.peaks.values()}
    rates = {Fraction(v) for chip in _chips() for v in chip.bandwidths.values()}
    if not numbers & (peaks | rates):
        return word == "bandwidth"
    return not numbers & (rates if word == "bandwidth" else peaks)

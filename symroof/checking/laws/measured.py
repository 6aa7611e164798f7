r"""What the letters of a formula measure, by the words and units that declare them, and formulas that cannot be.

A letter measures what "the rate of a link $R$", "$M$ bytes", "a latency of $\lambda$" or "$\beta = 25$ GB/s" says in
its section, or where the document begins.  A formula is wrong where all its letters are declared and its terms, or
what it is said to be, differ by a time; numbers in it may carry bytes and FLOPs, but no time.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "Let $R$ be the bandwidth of a link and $\\ell$ the length of a message. The delay is $d = {}$."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in (r"\ell/R", r"R/\ell")]
[[], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.facts import key
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.prose import with_formulas
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.errors import SymroofError
from symroof.reading.formula import Chain, Side, parse_formula
from symroof.reading.quantity import quantity

OPENING = 2  # sections in which a document may declare letters for all that follows
MAX_FOUND = 400  # of one kind in one page
MAX_WORDS = 200  # characters of the words before a letter
Dims = tuple[int, int, int]  # bytes, FLOPs, seconds
_SECONDS, _RATE, _BYTES, _FLOPS, _PEAK, _INTENSITY, _NUMBER, _PER_SECOND = (
    (0, 0, 1), (1, 0, -1), (1, 0, 0), (0, 1, 0), (0, 1, -1), (-1, 1, 0), (0, 0, 0), (0, 0, -1),
)  # fmt: skip
_NAMES = {
    _SECONDS: "a time", _RATE: "bytes per second", _BYTES: "bytes", _FLOPS: "FLOPs", _PEAK: "FLOPs per second",
    _INTENSITY: "FLOPs per byte", _NUMBER: "a number",
}  # fmt: skip
_TIMES = (
    r"(?:service|response|waiting|seek|transfer|step|run|running|elapsed|execution|compute|travel|set-?up|start-?up)"
)
_NOUNS = [
    (re.compile(rf"(?:{words})\Z", re.I), dims)
    for words, dims in (
        (r"(?:bit|byte|line|link|data|transfer)[ -]rates?|bandwidths?|memory speed", _RATE),
        (rf"latenc(?:y|ies)|delays?|durations?|round[ -]trips?(?: time)?|{_TIMES}[ -]times?|periods?", _SECONDS),
        (r"(?:message|buffer|packet|chunk|page|file)[ -](?:sizes?|lengths?)|(?:size|volume) in bytes|traffic", _BYTES),
        (r"(?:compute|arithmetic|FLOPs?) peak|peak (?:performance|compute|FLOPs?(?:/s)?)|peak|FLOP rate", _PEAK),
        (r"(?:arithmetic |operational |compute )?intensity|ridge(?: point)?|machine balance", _INTENSITY),
        (r"(?:arrival|request|service|failure|clock|sampling|frame)[ -]rates?|frequency", _PER_SECOND),
        (r"(?:numbers?|counts?|utili[sz]ation|MFU|efficiency|probability|fraction|degree|how many)", _NUMBER),
    )
]
_EXPLICIT = re.compile(
    r"\(?(?:(?P<rate>(?:in )?(?:bytes|bits) (?:per|a) second|in [kMGT]?[Bb](?:it)?/s)|"
    r"(?P<peak>(?:in )?FLOPs? per second|in [TGM]?FLOPs?/s)|(?P<bytes>in (?:bytes|bits)\b(?! per))|"
    r"(?P<seconds>in (?:milli|micro|nano)?seconds\b)|(?P<flops>in FLOPs?\b(?! per|/)))",
    re.I,
)
_OF_UNIT = {"rate": _RATE, "peak": _PEAK, "bytes": _BYTES, "seconds": _SECONDS, "flops": _FLOPS}
_MATH = r"\$(?P<x>[^$\n=<>]{1,24})\$"
_AFTER = re.compile(
    rf"{_MATH}\s(?:is|be|are|denotes?|for|means|stands for|the|its|,? the)\s(?:the\s|a\s|an\s|its\s)?"
    r"(?P<what>[^$.;:,]{2,70})"
)
_BEFORE = re.compile(r"(?:^|[\s(])(?P<what>(?:[\w-]+ ){0,3}?[\w-]+)\Z")
_LETTER = re.compile(rf"\s(?:of\s|is\s|by\s)?{_MATH}")
_COUNTED = (
    "ranks|hosts|nodes|devices|GPUs|links|steps|stages|layers|packets|chunks|messages|rounds|hops|micro-batches|"
    "switches|disks|requests"
)
_BEHIND = re.compile(
    rf"{_MATH}\s(?P<unit>bytes|bits|seconds|milliseconds|FLOPs?|bytes per second|{_COUNTED})\b"
    r"(?!\s(?:per|a|each)\b(?! second))"
)
_VALUE = re.compile(
    r"\$(?P<x>[^$\n=<>]{1,24}?)\s*(?:=|\\approx)\s*(?P<n>\d[\d.,]*)\s*(?:\\[,;]|~|\\ )?\s*"
    r"(?:\$\s?(?P<unit>[A-Za-z/]{1,9})|(?P<mu>\\mu)\s*\$\s?s|\\(?:text|mathrm)\{\s*(?P<inner>[A-Za-z/]{1,9})\s*\}\s*\$)(?![\w^/])"
)
_USED = re.compile(r"\b(?:utili[sz]ation|MFU|HFU|efficiency)\b")
_ARTICLE = re.compile(r"\$\s(?:is|be|are|for|denotes?|means|stands for)\s(?:the|its|an?)\s")
_HEAD = re.compile(r"\b(?:of|per|in|for|between|to|at|from|on|which|that|and|with|until|over|when|if|after|by)\b|[(]")
_ONE = r"\s*of (?:a|an|the|each|every|one) (?:\w+ )?"
_LINKED = re.compile(rf"{_ONE}(?:links?|network|cables?|channels?|ports?|NIC|bus)\b", re.I)
_SIZED = re.compile(rf"{_ONE}(?:messages?|packets?|files?|buffers?|chunks?)\b", re.I)
_DEFINED = re.compile(
    r"(?:\A|[\s(*_])(?P<what>(?:[\w-]+ ){0,2}[\w-]+)[*_]* (?:of (?:a|an|the) [\w-]+ )?(?:then |thus )?"
    r"(?:is|equals) \s*\Z"
)
_EQUAL_WHEN = re.compile(r"\b(?:equal|the same|break even|balance|meet|cross)\s(?:when|if|for|at|where)\s\Z")
_TIMED = re.compile(r"\b(?:times?|takes?|latency|delay|duration|seconds|lasts?)\b", re.I)
_OTHER = re.compile(r"\b(?:throughput|bandwidth|temperature|speed|tokens)\b", re.I)
_PI, _STAR = re.compile(r"\\pi(?![A-Za-z])"), re.compile(r"\^\{?(?:\*|\\(?:ast|star)(?![A-Za-z]))\}?")
_BYTES_A_FLOP = re.compile(r"\b(?:bytes?|B)\s?(?:/|per)\s?(?:FLOPs?|F|operation|flops?)\b", re.I)
MAX_FORMULA = 300
_SMALL = {Fraction(1, k) for k in range(1, 17)} | {Fraction(k) for k in range(1, 17)}
_NOT_SO = re.compile(r"\b(?:wrong|not|never|mistake|instead|inverse|reciprocal|tempting|incorrect|one might)\b", re.I)


@final
@dataclass
class Declared:
    """What each letter of a document was said to measure, by place."""

    m: Material
    rows: dict[str, dict[int, dict[Dims | None, int]]] = field(default_factory=dict)

    shares: dict[str, set[int]] = field(default_factory=dict)  # which part of a peak is used

    def add(self, letter: str, at: int, dims: Dims | None, *, part: bool = False) -> None:
        with suppress(SymroofError):
            side = parse_formula(_spelt(letter)).sides[0]
            name = bare_name(side)
            if name is not None and not side.words and part:
                self.shares.setdefault(key(name), set()).add(self.m.facts.scopes.section(at))
            if name is not None and not side.words:
                self.rows.setdefault(key(name), {}).setdefault(self.m.facts.scopes.section(at), {}).setdefault(dims, at)

    def share(self, name: str, at: int) -> bool:
        """Whether a letter is a utilization, by its section."""
        return self.m.facts.scopes.section(at) in self.shares.get(key(name), ())

    def of(self, name: str, at: int) -> Dims | None:
        """What a letter measures at a place: by its section, else by what opens the document; None where two differ."""
        rows = self.rows.get(key(name), {})
        near = {*rows.get(self.m.facts.scopes.section(at), ())}
        opening = (x for section, known in rows.items() if section <= OPENING for x in known.items())
        found = near - {None} or near or {dims for dims, place in opening if place < at}
        return next(iter(found)) if len(found) == 1 else None


def measured(m: Material) -> Iterator[Statement]:
    """Every formula of a document whose letters measure something else than it is said to."""
    declared = Declared(m)
    for page, dark in zip(m.pages, m.darks):
        if page.text.count("$") > 5 and not page.tex:
            _declare(declared, page, with_formulas(page, dark).replace("\n", " "))
    if not declared.rows:
        return
    for item in m.items:
        if item.span.kind == "math" and "=" in item.span.text and _claims(item):
            found = _item(declared, item)
            if found is not None and not _NOT_SO.search(item.words()):
                yield found


def _claims(item: Item) -> bool:
    """Whether a formula is no premise, but for one under which two things are said to be equal."""
    if item.role != "premise":
        return item.role != "denied"
    return bool(_EQUAL_WHEN.search(item.dark[max(0, item.span.start - 40) : item.span.start]))


def _declare(out: Declared, page: Page, text: str) -> None:
    """Read what a page says of its letters."""
    base = page.base
    for found in islice(_AFTER.finditer(text), MAX_FOUND):
        dims = _noun(found["what"], forward=True)
        if dims is not None or _ARTICLE.search(found.group()):
            out.add(found["x"], base + found.start(), dims, part=bool(_USED.search(found["what"])))
    end = 0
    for found in islice(_LETTER.finditer(text), MAX_FOUND):
        said = _BEFORE.search(text, max(end, found.start() - MAX_WORDS), found.start())
        if said is None:
            continue
        end = found.end()
        dims = _explicit(text[end : end + 30]) or _noun(said["what"])
        if dims is not None:
            out.add(found["x"], base + found.start("x"), dims, part=bool(_USED.search(said["what"])))
    for found in islice(_BEHIND.finditer(text), MAX_FOUND):
        unit = found["unit"].lower()
        plain = {"bytes": _BYTES, "bits": _BYTES, "seconds": _SECONDS, "milliseconds": _SECONDS, "flop": _FLOPS,
                 "flops": _FLOPS, "bytes per second": _RATE}  # fmt: skip
        out.add(found["x"], base + found.start(), plain.get(unit, _NUMBER))
    for found in islice(_VALUE.finditer(text), MAX_FOUND):
        with suppress(SymroofError):
            q = quantity("1 " + (found["unit"] or found["inner"] or "us"))
            a, b, c, *_ = (*map(int, q.dimension), 0, 0, 0)
            if a or b or c:
                out.add(found["x"], base + found.start(), (a, b, c))


def _explicit(behind: str) -> Dims | None:
    found = _EXPLICIT.match(behind.lstrip())
    return _OF_UNIT[str(found.lastgroup)] if found else None


def _noun(phrase: str, *, forward: bool = False) -> Dims | None:
    """What the noun of a phrase measures: the last one before "of" behind a letter, the last before one."""
    explicit = _EXPLICIT.search(phrase) if forward else None
    if explicit:
        return _OF_UNIT[str(explicit.lastgroup)] if not re.search(r"number|count|inverse", phrase) else None
    head = phrase
    if forward:
        cut = _HEAD.search(phrase)
        head, rest = (phrase[: cut.start()], phrase[cut.start() :]) if cut else (phrase, "")
        if re.search(r"\brates?\s*\Z", head) and _LINKED.match(rest):
            return _RATE
        if re.search(r"\b(?:length|size)s?\s*\Z", head) and _SIZED.match(rest):
            return _BYTES
    words = head.strip(" *_").split()
    for n in (4, 3, 2, 1):
        tail = " ".join(words[-n:])
        for pattern, dims in _NOUNS:
            if len(words) >= n and pattern.match(tail):
                return dims
    return None


def _spelt(text: str) -> str:
    """A formula whose letter pi is a letter, and whose stars are indices."""
    return _STAR.sub("_{star}", _PI.sub(r"p_{pi}", text))


def _chains(item: Item) -> tuple[Chain, ...]:
    """The chains of an item, with pi as a letter."""
    text = item.span.text
    if not (_PI.search(text) or _STAR.search(text)) or len(text) > MAX_FORMULA:
        return item.chains if item.skip is None else ()
    with suppress(SymroofError):
        return (parse_formula(_spelt(text)),)
    return ()


def _item(declared: Declared, item: Item) -> Statement | None:
    """The verdict on the first definition of an item, or on what it is said to be, where that measures otherwise."""
    for chain in _chains(item):
        for left, relation, right in islice(zip(chain.sides, chain.relations, chain.sides[1:]), 1):
            name = bare_name(left)
            if name is None or relation != "=" or bare_name(right) is not None:
                continue
            found = _judged(
                declared, item, right, declared.of(name, item.at) or _by_name(item, name) or _said_before(item)
            )
            if found is not None:
                why, dims = found
                words = f"it is {_NAMES.get(dims, 'of other units')}, {why}" if dims else why
                text = " ".join(f"{left.text} = {right.text}".split()) if chain in item.chains else item.span.text
                v = Verdict("wrong", words, code="units")
                return Statement(item, text, v, "definition", left.at, relation, (left, right))
    return None


def _by_name(item: Item, name: str) -> Dims | None:
    """A time by its letter, where the sentence speaks of one."""
    words = item.words() if re.fullmatch(r"T(?:_\w+)?|t_\w+", name) else ""
    return _SECONDS if _TIMED.search(words) and not _OTHER.search(words) else None


def _said_before(item: Item) -> Dims | None:
    """What the words right before a formula say that it is: "the ridge point is"."""
    found = _DEFINED.search(item.dark[max(0, item.span.start - 80) : item.span.start].replace("\n", " "))
    return _noun(found["what"]) if found else None


def _judged(declared: Declared, item: Item, side: Side, whole: Dims | None) -> tuple[str, Dims | None] | None:
    """Why a formula cannot be what it is said to be; None where it can, or where a letter is not declared."""
    if side.node is None or side.words or not side.names:
        return None
    try:
        value = side.ratio()
    except SymroofError:
        return None
    used = _used_the_wrong_way(declared, item, value) if whole == _SECONDS else ""
    if used:
        return used, None
    known: dict[str, Dims] = {n: d for n in value.names if (d := declared.of(n, item.at)) is not None}
    if len(known) < len(value.names) or value.atoms or not any(d[2] for d in known.values() if d):
        return None
    made = _dims(value, known)
    if made is None:
        return None
    tops, bottoms = made
    times = {t[2] - b[2] for t in tops for b in bottoms}
    if len({t[2] for t in tops}) > 1 or len({b[2] for b in bottoms}) > 1:
        return (_listed(known) + ", so that its terms differ by a time", None)
    if whole is not None and times != {whole[2]}:
        return (f"beside {_listed(known)}", whole)
    plain = value.monomial()
    inverse = _BYTES_A_FLOP.search(item.words())  # a balance in bytes per FLOP
    if whole == _INTENSITY and not inverse and plain is not None and plain[1] == 1 and len(tops) == len(bottoms) == 1:
        (t,), (b,) = tops, bottoms
        if (t[0] - b[0], t[1] - b[1], t[2] - b[2]) == (1, -1, 0):
            return (f"beside {_listed(known)}", whole)
    return None


def _used_the_wrong_way(declared: Declared, item: Item, value: Ratio) -> str:
    """Why a time cannot be so: it would rise with the part of a peak that is used."""
    plain = value.monomial()
    powers = {str(g): e for g, e in plain[0].items()} if plain is not None else {}
    peaks = [n for n, e in powers.items() if e < 0 and declared.of(n, item.at) == _PEAK]
    part = next((n for n, e in powers.items() if e > 0 and declared.share(n, item.at)), "")
    return f"it is a time, and falls with {part}, the part of {peaks[0]} that is used" if part and peaks else ""


def _listed(known: Mapping[str, Dims]) -> str:
    return ", ".join(f"{n} ({_NAMES.get(d, 'other')})" for n, d in sorted(known.items()) if any(d))


def _dims(value: Ratio, known: Mapping[str, Dims]) -> tuple[set[Dims], set[Dims]] | None:
    """The dimensions of the terms above and below; None where a number may carry a time."""
    out: list[set[Dims]] = []
    for poly in (value.num, value.den):
        found: set[Dims] = set()
        for powers, c in poly.monomials():
            if abs(Fraction(c)) not in _SMALL or any(not isinstance(e, int) for e in powers.values()):
                return None
            found.add(_product(powers, known))
        out.append(found)
    return out[0], out[1]


def _product(powers: Mapping[Any, Any], known: Mapping[str, Dims]) -> Dims:
    a, b, c = (sum(int(e) * known[str(g)][i] for g, e in powers.items()) for i in range(3))
    return a, b, c

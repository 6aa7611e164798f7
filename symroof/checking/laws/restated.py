r"""Formulas beside the numbers printed for them, judged by the values in scope: "$4DNH$ = `4.2e9`".

A value is taken from the sentence, the paragraph, the problem or a table of sizes; a formula whose symbols are not all
known is left alone.  What is off by less than a fifth may come from rounded sizes and is not called wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce
from operator import mul
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict, constant
from symroof.checking.claims.fixes import apart, nearer, stated
from symroof.checking.claims.links import BITS, SUPPLIED, Known, compared, told_in_bits
from symroof.checking.documents.context import of_another, restated
from symroof.checking.documents.facts import STRANGE, Compound, Fact, key
from symroof.checking.documents.material import Item, Material, bare_name, of_strange_unit
from symroof.checking.documents.prose import MANY
from symroof.checking.documents.statement import Statement
from symroof.checking.laws.cases import another_case
from symroof.checking.laws.counted import counted
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula
from symroof.reading.measures import POWERS_OF_1000, TEN_TO
from symroof.reading.nodes import Node, bare, leaves
from symroof.reading.quantity import BYTES, Printed, shown
from symroof.reading.spelling import GREEK
from symroof.reading.units import dimension, literals, printed

NEAR = Fraction(1, 5)
_SUFFIXED = re.compile(r"\d\s*(?:\\text\s*\{\s*)?[BMK]\b")
MAX_PAIRS = 4000
MAX_COMPOUNDS = 40
MAX_LISTED = 6
_GAP = re.compile(r"\s*(?:,\s*(?:and|or)?|and|or|&)\s*(?=\S|\Z)")
_RATES = re.compile(r"^(?:W|C|K|P|BW|alpha|beta|bw)(?:_|\Z)")
_DIGIT = re.compile(r"[\d~≈]")
_QUANTITY = re.compile(
    rf"[\s~≈(*_]*(?P<number>\d[\d,]*(?:\.\d+)?{TEN_TO})(?P<unit>\s?(?:%|percent\b|[kMGTPE]?i?B|[numµ]?s|[kMGTPE]?FLOPs?|bytes)"
    r"(?:/s(?:ec|econd)?)?|[kMGT]|\s(?P<many>(?:thou|m|b|tr)(?:sand|illion)\b))?(?![\w^*/·×]|\.\d|\s*[-*/^·×+]\s*\d|\s*(?:times|x|fold|-fold|×)\b)"
)


def restatements(m: Material) -> Iterator[Statement]:
    """Every formula that is set equal to a number, in one span or in the words between two, with its values put in.

    Values stated under another heading prove an error only where the section itself shows that they hold in it.
    """
    judged = [*_inside(m), *(j for pair in _pairs(m) if (j := _judged(m, pair)) is not None)]
    shown_here = _Shown(m, judged)
    for j in judged:
        if j.statement.verdict.verdict != "wrong" or not j.far or shown_here.holds(j):
            yield j.statement


_UTMOST = re.compile(
    r"\b(?:(?:larg|small|bigg|great|high|low|long|short|few|b)est|least|most|max(?:imum|imal)|min(?:imum|imal)|optim(?:um|al)|"
    r"critical|break-?even|ideal)\b[^.;:,]{0,40}\Z",
    re.I,
)
_BYTES_BEHIND = re.compile(r"[\s~]{0,2}bytes\b")
_WIDTHS = (2, 4, 8, 16)  # bytes of an element


class Pair(NamedTuple):
    """A formula and the number it is said to be, each with its item, and whether it is said so about, or weakly."""

    item: Item
    formula: Side
    other: Item
    number: Side
    about: bool = False
    weak: bool = False
    in_bytes: bool = False  # whether the formula is told to be so many bytes
    given: frozenset[str] = frozenset()  # the letters that the words between give their values


@final
@dataclass(frozen=True)
class _Judged:
    """A formula's judged number, the value it has, the facts it rests on, and those of them from another section."""

    statement: Statement
    value: Fraction
    used: tuple[Fact | Compound, ...]
    far: tuple[Fact | Compound, ...]


@final
class _Shown:
    """What each section of a document shows to hold in it: by formulas judged right, and by the numbers it prints."""

    def __init__(self, m: Material, judged: list[_Judged]) -> None:
        self.m, self.judged = m, judged

    @cached_property
    def right(self) -> dict[int, set[tuple[str, Ratio]]]:
        """The facts by which another formula of a section came out right."""
        out: dict[int, set[tuple[str, Ratio]]] = {}
        for j in self.judged:
            if j.statement.verdict.verdict in ("exact", "rounded"):
                where = self.m.facts.scopes.section(j.statement.item.at)
                out.setdefault(where, set()).update((f.name, f.value) for f in j.used)
        return out

    @cached_property
    def numbers(self) -> dict[int, set[Fraction]]:
        """The numbers that a section's formulas print, those of three digits or more."""
        out: dict[int, set[Fraction]] = {}
        for item in self.m.items:
            found = (p for c in item.chains for s in c.sides if s.node is not None for p in literals(s.node))
            out.setdefault(self.m.facts.scopes.section(item.at), set()).update(
                p.value for p in found if p.value >= 100 and p.text.strip("0") != "1"
            )
        return out

    def holds(self, j: _Judged) -> bool:
        """Whether a section uses the facts from others that one of its numbers contradicts."""
        where = self.m.facts.scopes.section(j.statement.item.at)
        right, numbers = self.right.get(where, set()), self.numbers.get(where, set())
        if j.value in numbers or self._slipped(j):
            return True
        return all((f.name, f.value) in right or constant(f.value) in numbers for f in j.far)

    def _slipped(self, j: _Judged) -> bool:
        """Whether a number is a value that the document tells but for a slip that no other case of it brings about.

        Cases differ by powers of two; 3, 6 (2NT for 6NT), tens and a fraction upside down are slips.
        """
        side = j.statement.sides[-1]
        said = printed(side.node) if side.node is not None else None
        if said is None or not j.value or said.digits < 2 or len({f.name for f in j.used}) < 2:
            return False
        if any(f.about or not isinstance(f, Fact) for f in j.used):
            return False
        if digits.claim(said, 1 / j.value) in ("exact", "rounded") and j.value != 1:
            return True
        return said.digits > 2 and any(digits.claim(said, j.value * k) in ("exact", "rounded") for k in _SLIPS)


_SLIPS = tuple(k for x in (3, 6, 10, 100, 1000, 10**6) for k in (Fraction(x), Fraction(1, x)))


def _inside(m: Material) -> Iterator[_Judged]:
    """Links of one span between a formula and a number."""
    for item in m.items:
        if item.skip is not None or item.role == "denied":
            continue
        for chain in item.chains:
            for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:]):
                if relation not in ("=", "~") or left.node is None or right.node is None or left.words or right.words:
                    continue
                formula, number = (left, right) if left.names else (right, left)
                if not formula.names or number.names or bare_name(formula):
                    continue
                known = set(m.told.let(item.at))
                if formula.names <= known or (relation == "=" and item.role == "premise" and formula is right):
                    continue
                found = _judged(m, Pair(item, formula, item, number, relation == "~"))
                claimed = item.role != "premise" or left is not chain.sides[0]  # if n > C/W = 4500
                if found is not None and (claimed or found.statement.verdict.ok or _slip(found, number)):
                    yield found
                elif found is None and (other := _other_below(m, item, formula, number)) is not None:
                    yield other


def _pairs(m: Material) -> Iterator[Pair]:
    """Every formula with the number that the words behind it say it is."""
    for i, (item, after) in enumerate(list(zip(m.items, [*m.items[1:], None]))[:MAX_PAIRS]):
        page, end = item.page, item.span.end
        if (listed := _listed(m, i)) is not None:
            yield from listed
            continue
        if of_another(item.dark, item.span.start, item.dark[end : end + 12]):
            continue
        near = after if after is not None and after.page is page and after.span.start - end <= 60 else None
        spoken = near is None or near.span.kind == "table"
        how = None if spoken or near is None else restated(item.dark[end : near.span.start])
        yield from _set_out(m, i)
        if near is None or how is None:
            yield from _in_words(item)
            yield from _counted_alike(item)
            continue
        formula = _last(item)
        number = _first(near) if formula is not None and formula.names else None
        if formula is not None and number is not None and not number.names:
            yield Pair(item, formula, near, number, how[1], how[0])


_WITH = re.compile(
    r"[\s,;:.)]*(?:(?:bytes|FLOPs|flops|operations|parameters|elements|seconds|tokens|messages|steps)\b)?(?:\s+per\s+[a-z]+)?"
    r"(?:\s+without\s+[a-z]+)?[\s,;:.]*(?:and\s+|so\s+|which\s+)?(?:with|for|if|at|where|when|taking|setting|given)\s+(?:our\s+)?",
    re.I,
)
_AND = re.compile(r"\s*(?:,|\band\b|,\s*and\b)\s*")
_THEN = re.compile(
    r"[\s,]*(?:(?:that|it|this)(?:['’]s|\s+(?:is,?|gives|makes|comes\s+to|equals))|(?:we|you)\s+get|this\s+makes|i\.e\.,?|"
    r"(?:which\s+)?(?:is|makes|gives))\s+"
    r"(?P<about>(?:about|roughly|around|approximately|nearly|almost|just|exactly|only|~|≈)?)[\s(*_]*"
)
_NOUNS = "bytes|FLOPs|flops|operations|parameters|elements|seconds|tokens|messages|steps"
_ENDS = re.compile(rf"[*_`$]*(?:\s+(?P<noun>{_NOUNS}))?[*_]*\s*(?:[.,;:)]|\Z)")
_COUNTS = re.compile(rf"[\s,;:.)]*(?P<noun>{_NOUNS})\b")


def _of_one_kind(told: str, noun: str, unit: str) -> bool:
    """Whether a number's unit or noun may be of what the words behind a formula say that it counts."""
    if noun:
        return not unit and noun.lower() == told.lower()
    measured = {"bytes": "B", "flops": "FLOP", "operations": "OP", "seconds": "s"}.get(told.lower(), "")
    return not unit or unit in ("k", "M", "G", "T") or (bool(measured) and measured.lower() in unit.lower())


def _set_out(m: Material, i: int) -> Iterator[Pair]:
    """A formula, the values of its letters, and its number: $2S^2d$; with $S = 4096$ and $d = 128$ that's 4.3e9."""
    item = m.items[i]
    given: set[str] = set()
    last, opened = item, _WITH
    for after in m.items[i + 1 : i + 1 + MAX_LISTED]:
        value = _given(after)
        if (
            after.page is not item.page
            or value is None
            or not opened.fullmatch(item.dark[last.span.end : after.span.start])
        ):
            break
        given, last, opened = given | {value}, after, _AND
    formula = _last(item) if given else None
    if formula is None or not formula.names & given or (item.span.display and not formula.names <= given):
        return
    then = _THEN.match(item.dark, last.span.end)
    found = _QUANTITY.match(item.dark, then.end()) if then else None
    ends = _ENDS.match(item.dark, found.end()) if found else None
    if then is None or found is None or ends is None:  # 7 per node, 20% of the total, 8 GB of weights saved
        return
    unit, counts = "" if found["many"] else (found["unit"] or "").strip(), _COUNTS.match(item.dark, item.span.end)
    if counts and not _of_one_kind(counts["noun"], ends["noun"] or "", unit):
        return
    with suppress(SymroofError):
        side = _number_told(found)
        about = bool(then["about"]) or "~" in found.group() or "≈" in found.group()
        yield Pair(last, formula, last, side, about, in_bytes=_in_bytes(item, formula), given=frozenset(given))


def _given(item: Item) -> str | None:
    """The letter that a span gives a number to."""
    if not item.chains or len(item.chains) != 1 or item.chains[0].relations not in ((("="),), ["="]):
        return None
    name, number = item.chains[0].sides
    if not bare_name(name) or number.names or number.node is None or printed(number.node) is None:
        return None
    return next(iter(name.names), None)


def _listed(m: Material, i: int) -> list[Pair] | None:
    """The pairs of a list of formulas and the list of their numbers: $3P$ and $2P$, i.e. 24 and 16; None for no lists.

    Lists of different lengths pair nothing.
    """
    last = m.items[i]
    first = i
    while first > 0 and i - first < MAX_LISTED and _joined(m.items[first - 1], m.items[first]):
        first -= 1
    if first == i:
        return None
    numbers = _numbers_behind(m, i)
    if len(numbers) < 2:
        return None
    formulas = [_last(x) for x in m.items[first : i + 1]]
    how = restated(last.dark[last.span.end : numbers[0][0]])
    if how is None or len(formulas) != len(numbers):
        return []
    pairs = [(x, f, y, n) for x, f, (_, y, n) in zip(m.items[first:], formulas, numbers) if f is not None and f.names]
    return [Pair(x, f, y, n, how[1], how[0]) for x, f, y, n in pairs]


def _joined(one: Item, two: Item) -> bool:
    """Whether two spans stand in one list."""
    gap = one.dark[one.span.end : two.span.start] if one.page is two.page else ""
    return two.span.start - one.span.end < 12 and _GAP.fullmatch(gap) is not None


def _numbers_behind(m: Material, i: int) -> list[tuple[int, Item, Side]]:
    """The list of numbers behind a span, in words or in spans of their own, each with its place."""
    item = m.items[i]
    out: list[tuple[int, Item, Side]] = []
    for x, y in zip(m.items[i:], m.items[i + 1 : i + 1 + MAX_LISTED]):
        side = _first(y)
        apart = not out and y.page is item.page and y.span.start - item.span.end <= 60
        if side is None or side.names or y.span.kind in ("prose", "table") or not (apart or (out and _joined(x, y))):
            break
        out.append((y.span.start, y, side))
    if out:
        return out
    cut = _DIGIT.search(item.dark, item.span.end, item.span.end + 60)
    at = cut.start() if cut else None
    while at is not None and len(out) < MAX_LISTED and (found := _QUANTITY.match(item.dark, at)) is not None:
        with suppress(SymroofError):
            unit = (found["unit"] or "").strip()
            side = parse_formula(f"{found['number'].rstrip(',')}{' ' if len(unit) > 1 else ''}{unit}").sides[0]
            out.append((at, item, side))
        comma = found.group().endswith(",")  # one that parts the numbers, not thousands
        more = _GAP.match(item.dark, found.end() - comma)
        at = more.end() if more else None
    return out


def _in_words(item: Item) -> Iterator[Pair]:
    """A formula and the number in words behind it."""
    dark, end = item.dark, item.span.end
    cut = _DIGIT.search(dark, end, end + 60)
    how = restated(dark[end : cut.start()]) if cut else None
    m = _QUANTITY.match(dark, cut.start()) if cut and how else None
    formula = _last(item) if m else None
    if m is None or how is None or formula is None or not formula.names:
        return
    if bare_name(formula) and _UTMOST.search(dark, item.sentence[0] - item.page.base, item.span.start):
        return  # the largest useful Y is 12
    with suppress(SymroofError):
        side = _number_told(m)
        yield Pair(item, formula, item, side, how[1] or "~" in m.group() or "≈" in m.group(), how[0])


def _number_told(m: re.Match[str]) -> Side:
    """A number of the text with its unit, or with a word such as million."""
    number, unit = m["number"].rstrip(","), (m["unit"] or "").strip()
    billions = unit == "B" and "." in number  # 21.7B: of bytes there are no tenths
    power = MANY[m["many"]] if m["many"] else 9 if billions else 0
    written = f"{number}{' ' if len(unit) > 1 else ''}{unit}"
    return replace(parse_formula(f"{number.replace(',', '')}e{power}" if power else written).sides[0], text=written)


def _counted_alike(item: Item) -> Iterator[Pair]:
    """A formula and a number told for it behind what both count: $2BD$ bytes, that is 32 kB."""
    for told in counted(item):
        formula = _last(item)
        if formula is not None and formula.names:
            yield Pair(item, formula, item, told.side, told.about, told.weak)


def _last(item: Item) -> Side | None:
    """The last side of a span, where it is a formula."""
    if item.skip == ("", ""):
        return item.expression()
    if item.skip is not None or not item.chains or not item.chains[-1].relations:
        return None
    chain = item.chains[-1]
    side = chain.sides[-1]
    if chain.relations[-1] not in ("=", "~") or side.node is None or side.words:
        return None
    return side


def _first(item: Item) -> Side | None:
    """The first side of a span, where it reads."""
    if item.skip == ("", ""):
        return item.expression()
    if item.skip is not None or not item.chains:
        return None
    side = item.chains[0].sides[0]
    if item.chains[0].relations and item.chains[0].relations[0] not in ("=", "~"):
        return None
    return side if side.node is not None and not side.words else None


def _judged(m: Material, pair: Pair) -> _Judged | None:
    """The verdict on a formula and its number, where the values of all its symbols are known."""
    item, formula, other, number, about, weak, in_bytes, given = pair
    if formula.node is None or number.node is None or of_strange_unit(other, number):
        return None
    try:
        value, used = valued(m, item, formula.ratio(), given)
        said = number.ratio()
    except SymroofError:
        return None
    if value is None or constant(said) is None or not used:
        return None
    exact = Claim("value", ratio(value), None, None, _dimension(formula), text=formula.text)
    claimed = Claim("value", said, printed(number.node), number.node, dimension(number.node), text=number.text)
    with suppress(SymroofError):
        v, claimed, scale = _compared(exact, claimed, formula, "~" if about else "=")
        tempered = _tempered(v, value, claimed, used, weak, in_bytes or _in_bytes(item, formula))
        far = tuple(f for f in used if not m.facts.near(f, item.at))
        if tempered is None:
            return None
        if any(m.facts.sole(f.name, item.at) is None for f in far) and tempered.verdict == "wrong":
            return None  # values of another problem prove nothing here
        put = _put_in(m, pair, tempered, used)
        if put is None:
            return None
        tempered, far = put, far if put is tempered else ()
        if tempered.verdict == "wrong" and not formula.names <= given and another_case(m, item, used):
            words = f"{tempered.reason}; the words beside it may speak of another case"
            tempered = replace(tempered, verdict="undecided", reason=words, code="another-case")
        by_name = {f.name: f for f in used}
        facts = ", ".join(
            f"{n} = {shown(constant(f.value) or Fraction(0))} (line {f.line})" for n, f in by_name.items()
        )
        right = tempered.right
        if printed(number.node) is not None:
            right = stated(number.text, constant(said) or Fraction(0), value * scale, measured=True) or right
        v = replace(tempered, reason=f"{tempered.reason}; with {facts}", right=right)
        sign = "=" if other is item and item.skip is None else "is"
        text = f"{formula.text} {sign} {number.text}"
        return _Judged(Statement(item, text, v, "value", formula.at, "=", (formula, number)), value, tuple(used), far)
    return None


def _put_in(m: Material, pair: Pair, v: Verdict, used: list[Fact | Compound]) -> Verdict | None:
    """A verdict in view of the numbers that are put in; None where they are others than those in scope."""
    item, formula, _, number, *_ = pair
    put = _miscopied(m, item, formula, number, used) if v.verdict in ("wrong", "undecided") else None
    if v.code == "loose" and put is not None and put.code == "exchanged":
        return put
    if v.verdict == "wrong" and (_others_put_in(item, number, used) or _in_billions(formula)):
        named = _wrong_name(m, item, number, used)
        return put if named is None else named
    return v


def _compared(exact: Claim, claimed: Claim, formula: Side, relation: str) -> tuple[Verdict, Claim, Fraction]:
    """The verdict, the number that it judges, and what its unit counts: in 80N GB one is supplied."""
    v = compared(exact, claimed, relation, Known())
    plain = _without_unit(formula, claimed) if v.verdict == "wrong" else None
    if plain is None:
        return v, claimed, Fraction(1)
    again = compared(exact, plain, relation, Known())
    value, number, told = (constant(c.value) or Fraction(0) for c in (exact, plain, claimed))
    if again.ok or nearer(apart(value, number), apart(value, told), measured=False):
        return replace(again, note=SUPPLIED), plain, told / number if number else Fraction(1)
    return v, claimed, Fraction(1)


def _without_unit(formula: Side, claimed: Claim) -> Claim | None:
    """A quantity as a bare number, beside a formula without a unit, to which its own was only given: 80N GB."""
    node = bare(claimed.node)
    if node is None or node.kind != "juxt" or node.args[0].printed is None or any(_dimension(formula)):
        return None
    if any(a.kind != "unit" for a in node.args[1:]):
        return None
    number = node.args[0].printed
    return replace(claimed, value=ratio(number.value), printed=number, node=node.args[0], dimension=())


def _dimension(side: Side) -> tuple[int, ...]:
    return dimension(side.node) or () if side.node is not None else ()


def _in_bytes(item: Item, formula: Side) -> bool:
    """Whether a formula is told to be so many bytes, those of an element among its factors: $4T^2$ bytes."""
    last = item.span.text.rstrip(" $").endswith(formula.text.strip())
    behind = last and _BYTES_BEHIND.match(item.dark, item.span.end)
    return bool(behind) and formula.node is not None and any(p.value in _WIDTHS for p in _factors(formula.node))


def _factors(node: Node) -> Iterator[Printed]:
    """The numbers of a formula that are no exponents."""
    if node.printed is not None:
        yield node.printed
    for kid in node.args[:1] if node.kind == "pow" else node.args:
        yield from _factors(kid)


def _tempered(
    v: Verdict, value: Fraction, claimed: Claim, used: list[Fact | Compound], weak: bool, in_bytes: bool
) -> Verdict | None:
    """A verdict no surer than the values it rests on."""
    if v.verdict != "wrong":
        return v
    said = constant(claimed.value) or Fraction(0)
    if not said or not value:
        return None
    q = said / value if value > 0 else Fraction(1)
    off = max(q, 1 / q) if q > 0 else Fraction(10)
    if v.code == "units" or _of_bits(claimed, off, used):
        return None
    if not in_bytes and claimed.dimension == BYTES and any(abs(off / k - 1) < Fraction(1, 50) for k in (2, 4, 8)):
        words = f"{v.reason}; it may count other bytes an element"
        return replace(v, verdict="undecided", reason=words, code="bytes-an-element")
    sure = claimed.printed is not None and not any(f.about for f in used)
    if sure and claimed.printed is not None and digits.misprinted(claimed.printed, value, swapped=True):
        return v
    if sure and off < 1 + NEAR and _counted(claimed, value, used):
        return v
    if off < 1 + NEAR or (off < 2 and any(f.about for f in used)) or (off < 3 and weak):
        return replace(v, verdict="undecided", code="loose")
    if _prefix_left_out(claimed, q, used):
        return None
    bare = any(_RATES.match(f.name) and (constant(f.value) or Fraction(10**9)) < 10**6 for f in used)
    if bare and any(abs(q / k - 1) < NEAR for k in POWERS_OF_1000):
        return None  # the prefix of a rate is left to the reader
    return v


def _of_bits(claimed: Claim, off: Fraction, used: list[Fact | Compound]) -> bool:
    """Whether a number is off by the bits of a byte, of which each formula has its own."""
    units = [f.unit for f in used if isinstance(f, Fact)]
    return abs(off / 8 - 1) < NEAR / 10 and (told_in_bits(claimed.node) or any(map(BITS.search, units)))


def _counted(claimed: Claim, value: Fraction, used: list[Fact | Compound]) -> bool:
    """Whether small whole numbers make a small whole number: 2 (p - 1) is 14 for p = 8, and nothing was rounded."""
    p = claimed.printed
    whole = all((c := constant(f.value)) is not None and c.denominator == 1 and c < 10**4 for f in used)
    return whole and p is not None and p.place == p.coarse == 1 and value.denominator == 1 and value < 10**4


def _in_billions(formula: Side) -> bool:
    """Whether a formula writes B behind a number, 13B/16, which may be billions rather than a symbol."""
    return bool(re.search(r"(?<![\w.])\d[\d.]*\s*(?:\\text\s*\{\s*)?B(?![\w])", formula.text)) and formula.names == {
        "B"
    }


def _others_put_in(item: Item, number: Side, used: list[Fact | Compound]) -> bool:
    """Whether a worked number puts in other values than those in scope: T k = 64 * 2 where T was 1024 elsewhere."""
    if number.node is None or printed(number.node) is not None:
        return False
    written = {p.value for p in literals(number.node)}
    begin, end = item.sentence
    loose = [f for f in used if isinstance(f, Compound) or f.kind != "table"]  # a table of sizes is surer
    return any(constant(f.value) not in written and not begin <= f.at < end for f in loose)


def _wrong_name(m: Material, item: Item, number: Side, used: list[Fact | Compound]) -> Verdict | None:
    """The verdict where a worked number has all values but one, and in its place that of another name: C for W."""
    if number.node is None or item.role == "premise":
        return None
    written = {p.value for p in literals(number.node) if p.digits > 1}
    missed = [f for f in used if constant(f.value) not in {p.value for p in literals(number.node)}]
    values = {constant(f.value) for f in used}
    if len(missed) != 1 or len(used) < 3 or missed[0].about or isinstance(missed[0], Compound):
        return None
    names = [n for n in m.facts.by_name if (f := m.facts.sole(n, item.at)) and constant(f.value) in written - values]
    if len(names) != 1:
        return None
    words = f"the numbers are those of the formula with {names[0]} for {missed[0].name}"
    return Verdict("wrong", words, code="other-name")


def _miscopied(m: Material, item: Item, formula: Side, number: Side, used: list[Fact | Compound]) -> Verdict | None:
    """The verdict where a worked number has all values of its letters but one, and another number for that letter.

    In the paragraph that gives the values any other number contradicts them; in the section one that is a slip of it.
    """
    facts = list({f.name: f for f in used if isinstance(f, Fact)}.values())
    all_facts = len(facts) == len({f.name for f in used}) > 1
    found = _put_for(formula, number, facts) if all_facts and item.role != "premise" else None
    if found is None or not _lasting(m, item, found[0]):
        return None
    (fact, put), s = found, m.facts.scopes
    value = constant(fact.value) or Fraction(1)
    here = s.paragraph(fact.at) == s.paragraph(item.at) and len(facts) > 2
    if not (here or _slip_of(put, value)) or put.digits < 2:
        return None
    words = f"{put.text} is put for {fact.name}, which is {shown(value)}"
    right = re.sub(rf"(?<![\w.]){re.escape(put.text)}(?![\w.])", shown(value), number.text, count=1)
    exchanged = sorted(put.text) == sorted(shown(value))
    return Verdict("wrong", words, code="exchanged" if exchanged else "other-value", right=right)


def _put_for(formula: Side, number: Side, facts: list[Fact]) -> tuple[Fact, Printed] | None:
    """The one letter whose value a worked number lacks, and the one number that it has instead."""
    if number.node is None or formula.node is None:
        return None
    written = [*literals(number.node)]
    missed = [f for f in facts if constant(f.value) not in {p.value for p in written}]
    for value in (*(p.value for p in literals(formula.node)), *(constant(f.value) for f in facts)):
        found = next((p for p in written if p.value == value), None)  # each number and each value once
        if found is not None:
            written.remove(found)
    return (missed[0], written[0]) if len(written) == len(missed) == 1 else None


def _lasting(m: Material, item: Item, fact: Fact) -> bool:
    """Whether a value is told near a formula, and is the only one that the document has for its name."""
    told = {f.value for f in m.facts.by_name.get(key(fact.name), ()) if f.number}
    return m.facts.near(fact, item.at) and not fact.about and fact.unit == "" and len(told) == 1


def _slip_of(put: Printed, value: Fraction) -> bool:
    """Whether a number is another one but for a factor of 2, 4, 8 or ten, or two of its digits."""
    q = put.value / value if value else Fraction(0)
    powers = (Fraction(2), Fraction(4), Fraction(8), Fraction(10), Fraction(100), Fraction(1000))
    return any(q in (k, 1 / k) for k in powers) or digits.misprinted(put, value, swapped=True)


def _slip(found: _Judged, number: Side) -> bool:
    """Whether a printed number has the digits of the value, or these but for a slip: no premise says that by chance."""
    said = printed(number.node) if number.node is not None else None
    if said is None or said.digits < 3 or found.statement.verdict.verdict != "wrong":
        return False
    return digits.misprinted(said, found.value) or any(
        digits.claim(said.scaled(Fraction(10) ** k), found.value) == "rounded" for k in (-3, -2, -1, 1, 2, 3)
    )


def _other_below(m: Material, item: Item, formula: Side, number: Side) -> _Judged | None:
    """2nP/W, worked out over the number of C: each side has one thing below its bar, and it is not the same."""
    parts = [n.args for s in (formula, number) if (n := bare(s.node)) is not None and n.name == "frac"]
    if len(parts) != 2 or item.role == "denied":
        return None
    (above, below), (figures, figure) = (map(bare, p[:2]) for p in parts)
    if above is None or below is None or figures is None or figure is None:
        return None
    names, said = sorted({*leaves(below, "name")}), printed(figure)
    fact = m.facts.sole(names[0], item.at) if len(names) == 1 and below.kind == "name" else None
    if fact is None or said is None or fact.about or said.digits < 2 or constant(fact.value) == said.value:
        return None
    written = {p.value for p in literals(figures)}
    agreed = [f for n in leaves(above, "name") if (f := m.facts.sole(n, item.at)) and constant(f.value) in written]
    others = [n for n in m.facts.by_name if (f := m.facts.sole(n, item.at)) and constant(f.value) == said.value]
    if not agreed or len(others) != 1:
        return None
    words = f"{said.text} is {others[0]}, where the formula has {fact.name} = {shown(constant(fact.value) or 0)}"
    v = Verdict("wrong", f"{words} (line {fact.line})", code="other-name", right=others[0])
    text = f"{formula.text} = {number.text}"
    statement = Statement(item, text, v, "value", formula.at, "=", (formula, number))
    return _Judged(statement, said.value, (fact,), ())


def _prefix_left_out(claimed: Claim, q: Fraction, used: list[Fact | Compound]) -> bool:
    """Whether a number without a unit is the value but for a power of 1000: T_c + T_m = 80 + 120, in ms."""
    powers = [k for k in (-4, -3, -2, -1, 1, 2, 3, 4) if abs(q / Fraction(1000) ** k - 1) < Fraction(1, 50)]
    if not powers or claimed.node is None:
        return False
    billions = any(_SUFFIXED.search(f.text) for f in used if isinstance(f, Fact))
    measured = any(True for _ in leaves(claimed.node, "unit")) or any("e" in p.text for p in literals(claimed.node))
    return billions or not measured


def valued(
    m: Material, item: Item, formula: Ratio, given: frozenset[str] = frozenset()
) -> tuple[Fraction | None, list[Fact | Compound]]:
    """A formula with the values in scope put in, and the facts used; None where a symbol is not known.

    Of a letter that was ``given`` its value just before, that one holds.
    """
    let = m.told.let(item.at)
    value = formula.subs({n: v for n, v in let.items() if n in formula.names}) if let else formula
    used: list[Fact | Compound] = []
    inside = item.sentence
    for _ in range(4):
        names = value.names
        if not names or len(names) > 12:
            break
        known: dict[str, Ratio] = {}
        for n in names:
            last = m.facts.before(n, item.end) if n in given else None
            just = last if last is not None and last.number and last.unit != STRANGE else None
            fact = just or m.facts.value(n, item.at, inside) or m.facts.sole(n, item.at)
            if fact is not None:
                known[n] = fact.value
                used.append(fact)
            elif 1 < len(n) <= 4 and n.isalpha() and n.islower() and n not in GREEK:
                letters = [m.facts.value(ch, item.at, inside) or m.facts.sole(ch, item.at) for ch in n]
                stated = [f for f in letters if f is not None]  # mnk is a product where m, n and k are numbers
                if len(stated) == len({*n}) == len(n):
                    known[n] = reduce(mul, (f.value for f in stated))
                    used.extend(stated)
        if not known:
            known = _by_definition(m, item, value, names, used)
        if not known:
            break
        value = value.subs(known)
    return constant(value), used


def _by_definition(
    m: Material, item: Item, value: Ratio, names: tuple[str, ...], used: list[Fact | Compound]
) -> dict[str, Ratio]:
    """What a product or quotient that was stated as one number (F/D = 2.7, BT = 16e6) makes of a name."""
    for fact in m.facts.compounds[:MAX_COMPOUNDS]:
        mono = fact.formula.monomial()
        if mono is None or not m.facts.holds(fact, item.at) or item.at <= fact.at < item.end:
            continue
        if (value / fact.formula).constant() is not None or _disputed(m, fact, item.at):
            continue
        for n, power in mono[0].items():
            if n in names and isinstance(n, str) and power in (1, -1) and not m.facts.told(n, item.at):
                others = {g for g in mono[0] if g != n}
                if not all(o in names or m.facts.value(str(o), item.at, item.sentence) for o in others):
                    continue
                rest = fact.formula / gen(n) ** int(power)
                used.append(fact)
                return {n: (fact.value / rest) ** int(power)}
    return {}


def _disputed(m: Material, c: Compound, at: int) -> bool:
    """Whether the same product is said to be another number in the same scope."""
    return any(
        o.formula == c.formula and o.number != c.number and m.facts.holds(o, at)
        for o in m.facts.compounds[:MAX_COMPOUNDS]
    )

r"""A formula that misses the number which words tell for it, and which one slip of its letters would give.

"`4 * S * H` FLOPs, 4.2 GFLOPs for `S = 4096`" is held to the values that the text gives to its letters.  It is wrong
where none of them makes the number, and one letter for another, an exponent, a sign or a fraction the other way round
does, to three digits or more; what is tried is held against the chance of such digits.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "With $p = 24$ rows and $q = 7$ columns a page has ${}$ cells, which are 4,032."
>>> [[(f.verdict, f.fix) for f in proofread(text.format(x)).findings if f.value or f.fix] for x in ("p^2 q", "p q")]
[[], [('wrong', 'write p^2q')]]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice, product
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.claims.miswritten import evaluated, exchanged, variants
from symroof.checking.documents.facts import SENTENCE, STRANGE, Fact
from symroof.checking.documents.grid import Cell, grids
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.prose import FIGURE, with_formulas
from symroof.checking.documents.statement import Statement, of_definition
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula
from symroof.reading.nodes import Node, leaves
from symroof.reading.nodes import plain as spelled
from symroof.reading.quantity import UNITS, Printed, quantity
from symroof.reading.units import printed

FAR = 0.02  # by how much a value misses a number that its rounded letters do not explain
CHANCE = 0.15  # of a slip that fits by luck, where words tie the number to its formula
DECADE = 2.3  # over how much numbers lie, as a natural logarithm
MAX_ITEMS, MAX_LETTERS, MAX_OTHERS, MAX_WAYS, MAX_TRIED = 400, 6, 8, 6, 160
EXCUSED = (*(1000.0**k for k in range(-4, 5)), 0.01, 100.0, *(2.0**k for k in range(-4, 5)), 1.5, 3.0, 6.0, 1 / 3)
SLIPS = ("an exponent", "a fraction upside down", "a sign", "another letter", "two letters exchanged",
         "a product for a quotient, or the other way round")  # fmt: skip
_MANY = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SPACE = r"(?:[\s~$`]|\\[,;:! ]|\\text(?:rm)?\{|\\mathrm\{)*"
_NUMBER = (
    rf"(?P<n>{FIGURE})(?![\d^]|\.\d)(?:{_SPACE}(?P<many>thousand|million|billion|trillion)\b)?"
    rf"(?:{_SPACE}(?P<u>[A-Za-zµμ%]+(?:/[A-Za-z]+)?))?"
)
_WHAT = r"(?:bytes|FLOPs?|flops|parameters|weights|elements|operations|seconds|values|cells|entries|multiplications)"
_TOLD = re.compile(
    rf"{_SPACE}(?:(?:(?P<what>{_WHAT})|[a-z]{{4,}})\b(?:\s(?:per|a|an)\s(?P<per>[a-z]+))?)?"
    rf"(?:,?\s(?:which|that)\s(?:is|are|makes?|comes?\sto|gives?)|,\s(?:or|i\.e\.,?|that\sis,?)|(?(what),|(?!)))\s"
    rf"(?:about\s|roughly\s|only\s|just\s|nearly\s|almost\s|then\s|here\s)?{_SPACE}{_NUMBER}"
)
_ENDS = re.compile(
    rf"{_SPACE}\}}?{_SPACE}(?:[.,;:)]|\Z|\n\s*\n|(?:here|now|then|for\s(?:us|our|it|the\s(?:model|system)))\b|"
    rf"(?:for|with|at){_SPACE}\\?[A-Za-z]\w*\s?=)"
)
_SHARED = re.compile(
    r"\b(?:in\s(?:all|total|both)|for\s(?:all|both|each|every)|total|altogether|together|times\sas|twice|half|double|instead|"
    r"measured|actual(?:ly)?|in\spractice|wrong\w*|mistak\w*|not|never|would|were|if|unless|upper|lower|at\s(?:most|least))\b|n['’]t\b",
    re.I,
)
_PER_ONE = frozenset(
    ("token", "row", "query", "position", "element", "sample", "head", "column", "step", "node", "point")
)


class Told(NamedTuple):
    """A printed number, how finely it is printed, and where it stands in its page."""

    value: float
    fine: float
    text: str
    start: int


class Slip(NamedTuple):
    """What a formula should have been, by which slip, with what letters, and what it is as written."""

    right: str
    why: str
    known: Mapping[str, float]
    now: float


def missed(m: Material) -> Iterator[Statement]:
    """Every formula of a document that misses the number told for it by one slip."""
    for item in islice(m.items, MAX_ITEMS):
        if item.span.kind not in ("math", "code"):
            continue
        text = with_formulas(item.page, item.dark)
        if item.skip == ("", "") and _behind(text, item) is None:
            continue  # a formula without a relation, and without a number behind it
        if item.role == "denied" or m.two_ways(item.span.raw or item.span.text):
            continue
        sides = _formula(item) or _bound(item)
        if sides is None:
            continue
        found = _first(m, item, sides, text)
        if found is not None:
            yield said_of(item, *sides, *found)


def _first(m: Material, item: Item, sides: tuple[Side, Side], text: str) -> tuple[Slip, str] | None:
    """The first slip that numbers told for a formula show: right behind it, by its verb, by its name, in a table."""
    left, side = sides
    if left is not side and item.chains[0].relations != ("=",):
        return _later_bound(m, item, sides)
    told = _behind(text, item)
    if told is not None and (slip := slip_of(m, side, told, item.at, item.sentence)) is not None:
        return slip, told.text
    if left is side:
        return None
    told = _by_verb(m, item, text)
    if told is not None:
        at = item.page.base + told.start
        if (slip := slip_of(m, side, told, at, (item.at, at))) is not None:
            return slip, told.text
    return _in_table(m, item, sides)


def said_of(item: Item, left: Side, side: Side, slip: Slip, told: str) -> Statement:
    put_in = ", ".join(f"{n} = {v:.6g}" for n, v in sorted(slip.known.items()))
    words = f"with {put_in} it is {slip.now:.4g}, and the text tells {told}, as {slip.right} gives: {slip.why}"
    found = of_definition(item, left, side, Verdict("wrong", words, code="number-denies", right=slip.right))
    if left is side:
        return replace(found, text=side.text)
    return replace(found, text=found.text.replace("=", item.chains[0].relations[0], 1))


def _formula(item: Item) -> tuple[Side, Side] | None:
    """A formula of letters without a number beside it: alone, or behind its name."""
    side = item.expression() if item.skip == ("", "") else None
    if side is not None:
        return (side, side) if len(side.names) > 1 and not bare_name(side) else None
    if item.skip is not None or len(item.chains) != 1 or item.chains[0].relations != ("=",):
        return None
    left, right = item.chains[0].sides
    if not bare_name(left) or right.node is None or right.words or not right.names or bare_name(left) in right.names:
        return None
    return left, right


def _bound(item: Item) -> tuple[Side, Side] | None:
    """A bound on a name by a formula of letters, alone in its chain."""
    if (
        item.skip is not None
        or len(item.chains) != 1
        or item.chains[0].relations not in ((">",), ("<",), (">=",), ("<=",))
    ):
        return None
    left, right = item.chains[0].sides
    ok = bare_name(left) and right.node is not None and not right.words and len(right.names) > 1
    return (left, right) if ok and bare_name(left) not in right.names else None


def _later_bound(m: Material, item: Item, sides: tuple[Side, Side]) -> tuple[Slip, str] | None:
    """F > (t - 1) W/C, and then "we need F > 15384 for t = 8": a bound in numbers, of a case told with it."""
    left, side = sides
    scopes, relation = m.facts.scopes, item.chains[0].relations[0][0]
    for later in islice(m.items, MAX_ITEMS):
        if later.at <= item.at or scopes.section(later.at) != scopes.section(item.at) or later.skip is not None:
            continue
        for c in later.chains:
            if len(c.sides) != 2 or c.relations[0][0] != relation or bare_name(c.sides[0]) != bare_name(left):
                continue
            told = _printed(later, c.sides[1])
            here = any(
                later.sentence[0] <= f.at < later.sentence[1] for n in side.names for f in m.facts.by_name.get(n, ())
            )
            if told is None or not here or later.role == "denied" or not _needed(later):
                continue
            slip = slip_of(m, side, told, later.at, later.sentence, CHANCE / 10)
            return (slip, f"{bare_name(left)} {c.relations[0]} {told.text} (line {later.span.line})") if slip else None
    return None


_NEEDED = re.compile(r"\b(?:needs?|requires?|gives|means|gets?|becomes|is|so|i\.e\.|that is|hence|thus)\b[^.;]{0,30}\Z")
_CHOSEN = re.compile(r"\b(?:tak\w*|choos\w*|chose\w*|pick\w*|safe\w*|margin|round\w*|rather|not|never|would|other)\b")


def _needed(later: Item) -> bool:
    """Whether a bound in numbers is what is needed, and not one that somebody chose."""
    before = later.dark[max(0, later.span.start - 60) : later.span.start]
    return _NEEDED.search(before) is not None and _CHOSEN.search(later.words().partition("\n\n")[0]) is None


def _printed(item: Item, side: Side) -> Told | None:
    """A printed number of three digits or more."""
    p = printed(side.node) if side.node is not None and not side.names else None
    if p is None or p.value <= 0 or p.digits < 3:
        return None
    with suppress(SymroofError):
        value = constant(side.ratio())
        return Told(float(value), _fine(p), side.text.strip(), item.span.start) if value else None
    return None


_VERB = re.compile(r"\b(?P<verb>take|need|cost|last|hold|move|read|send|store)s?\s*:?\s*\Z")
REACH = 900  # characters behind a formula in which its verb has its number


def _by_verb(m: Material, item: Item, text: str) -> Told | None:
    """It takes T = ...; with k = 10, ... it does what takes 6,260 s: the number of the verb before a formula."""
    verb = _VERB.search(item.dark, max(0, item.span.start - 60), item.span.start)
    if verb is None:
        return None
    pattern = re.compile(rf"\bwhich\s{verb['verb']}s?\s(?:about\s|only\s|some\s)?{_SPACE}{_NUMBER}")
    found = pattern.search(text, item.span.end, item.span.end + REACH)
    scopes, base = m.facts.scopes, item.page.base
    if found is None or scopes.section(base + found.start()) != scopes.section(item.at) or not found["u"]:
        return None
    if len(re.findall(rf"\b{verb['verb']}s?\b", text[item.span.end : found.end()])) > 1:
        return None  # of something else in between
    names = item.chains[0].sides[1].names
    here = [any(item.at < f.at < base + found.start() for f in m.facts.by_name.get(n, ())) for n in names]
    return told_by(found, text) if all(here) and not _SHARED.search(text, item.span.end, found.start()) else None


def _in_table(m: Material, item: Item, sides: tuple[Side, Side]) -> tuple[Slip, str] | None:
    """The column of a table that bears the name of a formula, in all of whose rows one slip of it fits."""
    name, node = bare_name(sides[0]) or "", sides[1].node
    scopes, page = m.facts.scopes, item.page
    for grid in grids(page):
        if (
            grid.start < item.span.end
            or scopes.section(page.base + grid.start) != scopes.section(item.at)
            or node is None
        ):
            continue
        heads = [_named(c.text) for c in grid.rows[0]]
        body = [r for r in grid.rows[1:] if len(r) == len(heads)]
        if heads.count(name) != 1 or not 2 <= len(body) <= 3 or not {*heads} & sides[1].names:
            continue
        told = [_cell(r[heads.index(name)].text) for r in body]
        points = [_of_row(m, item, sides[1].names, heads, r) for r in body]
        if None in told or None in points:
            return None
        return _of_rows(node, [x for x in told if x is not None], [p for p in points if p is not None])
    return None


def _of_rows(node: Node, told: Sequence[Told], points: Sequence[Mapping[str, float]]) -> tuple[Slip, str] | None:
    now = [evaluated(node, p) for p in points]
    if any(v is None or _near(v, t.value) for v, t in zip(now, told)):
        return None
    chance = float(MAX_TRIED)
    for t in told:
        chance *= 2 * t.fine / DECADE
    for made, why in variants(node):
        values = [evaluated(made, p) for p in points]
        fits = all(v is not None and abs(v / t.value - 1) <= t.fine * 1.1 for v, t in zip(values, told))
        if fits and why in (*SLIPS, "a factor", "one less or more") and chance < CHANCE / 10:
            return Slip(spelled(made), why, points[0], now[0] or 0.0), f"{told[0].text} in its table"
    return None


def _of_row(
    m: Material, item: Item, names: Iterable[str], heads: Sequence[str], row: Sequence[Cell]
) -> dict[str, float] | None:
    """The numbers of all letters in a row, from its cells or from the text."""
    out: dict[str, float] = {}
    for n in names:
        cell = _cell(row[heads.index(n)].text) if heads.count(n) == 1 else None
        x = cell.value if cell is not None else _number(m.facts.value(n, item.at, item.sentence))
        if x is None:
            return None
        out[n] = x
    return out


def _named(text: str) -> str:
    """The name that a header is, in marks; "" where it is something else."""
    text = text.strip()
    if len(text) < 3 or text[0] not in "$`" or text[-1] != text[0]:
        return ""
    with suppress(SymroofError):
        sides = parse_formula(text[1:-1]).sides
        return bare_name(sides[0]) or "" if len(sides) == 1 else ""
    return ""


def _cell(text: str) -> Told | None:
    """The amount in a cell, in base units."""
    with suppress(SymroofError):
        q = quantity(re.sub(r"[$`*\\]|(?<=\d)\\,", " ", text).strip())
        return Told(float(q.value), _fine(q.printed), text, 0) if q.value > 0 else None
    return None


def _fine(p: Printed) -> float:
    """By how much a printed number may be rounded, as a share of it: 6,260 to its tens."""
    place = p.place
    while place >= 1 and p.value % (10 * place) == 0 and p.value > 300 * place:
        place *= 10
    return float(place / p.value) / 2


def _behind(text: str, item: Item) -> Told | None:
    """The number that the words right behind a formula tell for it."""
    found = _TOLD.match(text, item.span.end)
    if found is None or not _ENDS.match(text, found.end()) or (found["per"] or "") in _PER_ONE:
        return None
    start = item.sentence[0] - item.page.base
    end = text.find(". ", found.end(), found.end() + 80)
    if _SHARED.search(text, max(start, item.span.start - 120), end if end > 0 else found.end() + 20):
        return None
    return told_by(found, text)


def told_by(found: re.Match[str], text: str) -> Told | None:
    """A printed number of three digits or more, in base units."""
    unit = found["u"] or ""
    unit = unit if unit in UNITS and unit not in ("in", "a") else ""
    with suppress(SymroofError):
        q = quantity(f"{found['n']} {unit}".strip())
        value = q.value * Fraction(10) ** _MANY.get(found["many"] or "", 0)
        if value <= 0 or q.printed.digits < 3:
            return None
        fine = _fine(q.printed)
        shown = " ".join(
            text[
                found.start("n") : found.end("u")
                if found["u"]
                else found.end("many")
                if found["many"]
                else found.end("n")
            ].split()
        )
        return Told(float(value), fine, shown, found.start("n"))
    return None


# -- one slip --------------------------------------------------------------------------------------------------------


def slip_of(
    m: Material, side: Side, told: Told, at: int, sentence: tuple[int, int], chance: float = CHANCE
) -> Slip | None:
    """The one slip that makes a formula the number told for it; None where it is that number, or may be."""
    node = side.node
    if node is None:
        return None
    names = tuple(dict.fromkeys(leaves(node, "name")))
    ways = [_candidates(m, n, at, sentence) for n in names]
    if not 0 < len(names) <= MAX_LETTERS or not all(ways):
        return None
    points = [dict(zip(names, xs)) for xs in islice(product(*ways), MAX_WAYS + 1)]
    values = [evaluated(node, p) for p in points]
    if len(points) > MAX_WAYS or any(v is None or _near(v, told.value) for v in values):
        return None
    others = _others(m, names, at, sentence)
    tried = islice(chain(variants(node), exchanged(node, others)), 3 * MAX_TRIED)
    made = [(x, why) for x, why in tried if why in SLIPS]
    if len(made) * len(points) * 2 * told.fine / DECADE > chance:
        return None
    hits = [
        (x, why, p, v)
        for x, why in made
        for p, v in zip(points, values)
        if (y := evaluated(x, {**others, **p})) is not None and abs(y / told.value - 1) <= told.fine * 1.1 + 1e-9
    ]
    if not hits or hits[0][3] is None:
        return None
    x, why, p, now = hits[0]
    used = {*leaves(x, "name")}
    return Slip(spelled(x), why, {n: v for n, v in {**others, **p}.items() if n in used | set(names)}, now or 0.0)


def _near(value: float, told: float) -> bool:
    """Whether a value is the number told, but for its prefix, bits, or a count of bytes."""
    return any(abs(value * k / told - 1) < FAR for k in EXCUSED)


def _number(f: Fact | None) -> float | None:
    x = constant(f.value) if f is not None else None
    return float(x) if f is not None and x is not None and not f.about and f.unit != STRANGE else None


def _candidates(m: Material, name: str, at: int, sentence: tuple[int, int]) -> list[float]:
    """The number that a name has at a place, or all that the document gives to it."""
    fact = m.facts.value(name, at, sentence)
    if fact is not None:
        x = _number(fact)
        return [] if x is None else [x]
    rows = [f for f in m.facts.by_name.get(name, ()) if f.number and f.reach != SENTENCE and f.at <= at]
    told = {_number(f) for f in rows}
    return sorted(x for x in told if x is not None) if None not in told and len(told) <= 2 else []


def _others(m: Material, names: Sequence[str], at: int, sentence: tuple[int, int]) -> dict[str, float]:
    """The other letters that have a number at a place, those told nearest to it, without a unit."""
    out: dict[str, tuple[int, float]] = {}
    for name, rows in m.facts.by_name.items():
        if name in names or len(name) > 4:
            continue
        found = [f for f in rows if f.number and f.reach != SENTENCE]
        if (
            found
            and len({f.value for f in found}) == 1
            and (x := _number(found[0])) is not None
            and x > 0
            and not found[0].unit
        ):
            out[name] = abs(found[0].at - at), x
    nearest = sorted(out.items(), key=lambda kv: kv[1][0])[:MAX_OTHERS]
    return {n: x for n, (_, x) in nearest}


__all__ = ["missed"]

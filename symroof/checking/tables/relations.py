r"""The one cell of a table that does not follow from its row as all others do, where chance would hardly have it so.

A column may be a multiple of another one, a number over it, a product, quotient, sum or difference of two, or what
Amdahl's law and a queue make of it.  Each such relation that holds to the printed digits in all rows but one is held
against its chance: how narrow the printed digits are, times the relations and the rows that were tried.  A column that
is measured, configured or told of a chip may have its exceptions: only what its header, its unit or a number of the
section says to be computed is judged.

>>> from symroof.checking.proofreading.proofread import proofread
>>> rows = "\n".join(f"| {c} | {t} |" for c, t in ((5, "2.0"), (15, "{}"), (70, "28.0"), (250, "100.0")))
>>> text = f"One cycle is 0.4 ns.\n\n| cycles | latency (ns) |\n|---|---|\n{rows}\n"
>>> [[(f.verdict, f.fix) for f in proofread(text.format(x)).findings] for x in ("6.0", "7.5")]
[[], [('wrong', 'write 6.0')]]
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations
from math import log10, prod
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.grid import Cell, grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import figure
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import OTHER_CELL, Statement
from symroof.checking.tables.ranged import (
    AROUND,
    MARGIN,
    MEASURED,
    Range,
    Series,
    Table,
    inverse,
    over,
    same,
    tables,
    times,
    width,
)  # fmt: skip
from symroof.checking.tables.tables import cell_statement, plain
from symroof.reading.quantity import Printed, shown

CHANCE = 0.02  # what a relation may be by accident, all told
FEWEST, MAX_COLUMNS = 4, 8
MANY_ROWS = 8  # of a table in which two may be odd
NEXT_TO = 1.05
FAR = 0.11  # a cell nearer than this to what the others say may be measured, or rounded before
MAX_NUMBER = 1e15
MAX_TOLD = 3_000  # numbers of a document in which a factor is looked for
Judged = tuple[Cell, str, Verdict]

_RATE = re.compile(r"/\s?s\b|per second|\bps\b|FLOPS|throughput|bandwidth|speed", re.I)
_EXCEPT = re.compile(
    r"\b(?:except|overlap|capped|saturat|throttl|swap|spill|discount|outlier|anomal|differs?|footnote|reserved|dropped)",
    re.I,
)  # in the words behind a table
_REMARK = re.compile(r"\s*\((?!with\b|at\b|all\b|for\b|in\b)")
_TOLD = re.compile(figure(r"(?<![\w.,^]\d)") + r"(?![\d^])")


def relations(m: Material, odd: Sequence[Statement] = ()) -> Iterator[Statement]:
    """Every cell of a document's tables that breaks a relation of its columns; none in tables with cells in ``odd``."""
    for page in m.pages:
        blamed = sorted(s.item.span.start for s in odd if s.item.page is page)
        numbers = _numbers(page) if "|" in page.text or "&" in page.text else []
        for grid in grids(page):
            end = grid.rows[-1][-1].at
            i = bisect_left(blamed, grid.start)
            if i < len(blamed) and blamed[i] <= end:
                continue
            noted = _EXCEPT.search(page.text, end, end + 400) or _REMARK.match(page.text, page.text.find("\n", end))
            told = Numbers(numbers, (grid.start, end), _section(m, page, grid.start, end))
            for table in tables(page, grid):
                positive = tuple(s for s in table.series if s.positive)
                if table.rows < FEWEST or not 2 <= len(positive) <= MAX_COLUMNS:
                    continue
                positive_table = replace(table, series=positive)
                found = _odd_cell(positive_table, told, strict=bool(noted))
                cells = [found] if found is not None else [] if noted else _two_odd(positive_table, told)
                if cells:
                    yield from (cell_statement(m, page, *c) for c in cells)
                    break


@final
@dataclass(frozen=True)
class Numbers:
    """The numbers that a page tells outside of a table: those around it in its section, and all."""

    told: list[tuple[int, float]]
    inside: tuple[int, int]
    section: tuple[int, int]

    def times(self, factor: Range) -> float:
        """Of how many numbers a factor among these is one, or one over it, but for a power of ten; 0 of none."""
        outside = [(at, x) for at, x in self.told if not self.inside[0] <= at <= self.inside[1]]
        near = {x for at, x in outside if self.section[0] <= at < self.section[1]}
        for numbers in (near, {x for _, x in outside}):
            if any(_among(factor, x) for x in numbers if x != 1):
                return float(len(numbers))
        return 0.0


_TENS = [10.0**k for k in (-12, -9, -6, -3, -2, 0, 2, 3, 6, 9, 12)]


def _among(factor: Range, x: float) -> bool:
    low, high = factor[0] * (1 - MARGIN), factor[1] * (1 + MARGIN)
    return any(low <= y <= high for t in _TENS for y in (x * t, t / x))


def _numbers(page: Page) -> list[tuple[int, float]]:
    """The numbers of a page, and where they stand."""
    found = ((x.start(), float(x.group().replace(",", ""))) for x in islice(_TOLD.finditer(page.text), MAX_TOLD))
    return [(at, x) for at, x in found if 0 < x < MAX_NUMBER]


def _section(m: Material, page: Page, start: int, end: int) -> tuple[int, int]:
    """Where the section around a table begins and ends."""
    starts = m.facts.scopes.sections
    i, j = bisect_right(starts, page.base + start), bisect_right(starts, page.base + end)
    return (starts[i - 1] - page.base if i else 0), (starts[j] - page.base if j < len(starts) else len(page.text))


@final
@dataclass(frozen=True)
class Relation:
    """A column as a factor times a function of others: ``fixed`` where the factor can only be a power of ten."""

    target: Series
    sources: tuple[Series, ...]
    of: Callable[..., Range | None]
    words: str
    fixed: bool = False
    told: bool = False  # the factor has to be told in the text
    one: bool = False  # the factor is one
    taken: Callable[[Range], Range | None] | None = None  # what of the target it is
    back: Callable[[float], float] | None = None
    simple: bool = False  # a multiple and nothing else

    def result(self, i: int, narrow: bool = False) -> Range | None:
        rows = [(s.narrow if narrow else s.ranges)[i] for s in self.sources]
        known = [r for r in rows if r is not None and r[0] > 0]
        return self.of(*known) if len(known) == len(rows) else None

    def said(self, i: int, narrow: bool = False) -> Range | None:
        found = (self.target.narrow if narrow else self.target.ranges)[i]
        return found if found is None or self.taken is None else self.taken(found)


def _plus(x: Range, y: Range) -> Range:
    return x[0] + y[0], x[1] + y[1]


def _minus(x: Range, y: Range) -> Range | None:
    return (x[0] - y[1], x[1] - y[0]) if x[0] > y[1] else None


def _saved(x: Range) -> Range | None:
    """1 - 1/x, of what is more than one."""
    return (1 - 1 / x[0], 1 - 1 / x[1]) if x[0] > 1 else None


def _odds(x: Range) -> Range:
    return x[0] / (1 + x[0]), x[1] / (1 + x[1])


def _part(x: Range) -> Range | None:
    return x if x[1] < 1 else None


def _tried(table: Table) -> Iterator[Relation]:
    """Every relation that is looked for in a table."""
    for target, s in permutations(table.series, 2):
        yield Relation(target, (s,), same, "a multiple of {}", simple=True)
        yield Relation(target, (s,), inverse, "a number over {}")
        yield Relation(target, (s,), _part, "1/(1 - f {})", taken=_saved, back=lambda x: 1 / (1 - x))
        yield Relation(target, (s,), _part, "{0}/(1 - {0})", one=True, taken=_odds, back=lambda x: x / (1 - x))
        if s.counts and not target.counts:
            yield Relation(target, (s,), _saved, "Amdahl's law in {}", taken=_saved, back=lambda x: 1 / (1 - x))
    for target, a, b in permutations(table.series, 3):
        yield Relation(target, (a, b), over, "{} over {}", fixed=True)
        if a.counts and b.counts and not target.counts:
            yield Relation(target, (a, b), over, "{} over {}, times a factor", told=True)
        alike = target.dimension == a.dimension == b.dimension
        if a.header < b.header or (a.header == b.header and a.cells[0].at < b.cells[0].at):
            yield Relation(target, (a, b), times, "{} times {}", fixed=True)
            if alike:
                yield Relation(target, (a, b), _plus, "{} plus {}", one=True)
        if alike:
            yield Relation(target, (a, b), _minus, "{} minus {}", one=True)


class Broken(NamedTuple):
    """A relation that holds in all rows but one: which, by what factor, what the cell would be, and by what chance."""

    relation: Relation
    row: int
    factor: Range
    right: Range
    chance: float


def _odd_cell(table: Table, told: Numbers, *, strict: bool = False) -> Judged | None:
    """The odd cell of a table; where words speak of exceptions only one of four digits with a slip in them."""
    tried = [*_tried(table)]
    broken: list[Broken] = []
    whole: set[frozenset[str]] = set()
    for r in tried:
        found = _broken(r, table.rows, narrow=True) or _broken(r, table.rows)
        if isinstance(found, Broken):
            broken.append(found)
        elif found:
            whole |= {frozenset((r.target.header, s.header)) for s in r.sources}
    sure = [b for b in broken if _unlikely(b, 2 * len(tried) * table.rows, told) and _meant(table, b, told)]
    if not sure or len({b.row for b in sure}) != 1:
        return None
    row = sure[0].row
    if table.noted[row] and sum(table.noted) == 1:
        return None
    best = min(sure, key=lambda b: (_blame(b, broken, whole), -b.relation.target.cells[0].at, b.chance))
    if any(best.relation.target.header in pair for pair in whole):
        turned = _turned(best, [b for b in broken if _unlikely(b, 2 * len(tried) * table.rows, told)], whole)
        if turned is None:
            return None
        best = turned
    target = best.relation.target
    if _excused(target, best) or MEASURED.search(target.header):
        return None
    value, cell, said = (best.right[0] + best.right[1]) / 2, target.cells[row], target.printed[row]
    exact = Fraction(value).limit_denominator(10**9)
    if said is None or (strict and not (said.digits > 3 and digits.misprinted(said, exact))):
        return None
    return _told_odd(best.relation, cell, said, exact)


def _turned(best: Broken, broken: Sequence[Broken], whole: set[frozenset[str]]) -> Broken | None:
    """The same relation told of the other column, where the one that is computed goes with a third, and a slip does."""
    for b in broken:
        r, said = b.relation, b.relation.target.printed[b.row]
        back = r.simple and r.sources[0] is best.relation.target and best.relation.sources[0] is r.target
        if not back or said is None or any(r.target.header in pair for pair in whole):
            continue
        right = Fraction((b.right[0] + b.right[1]) / 2).limit_denominator(10**9)
        slips = (Fraction(8), Fraction(1, 8), *(Fraction(10) ** k for k in (-3, -1, 1, 3)))
        if digits.misprinted(said, right) or any(digits.claim(said.scaled(k), right) for k in slips):
            return b
    return None


def _told_odd(r: Relation, cell: Cell, said: Printed, exact: Fraction) -> Judged:
    """What is said of a cell that does not follow."""
    text = f"{r.target.header}: {plain(cell.text)}"
    name = r.words.format(*(s.header or "the first column" for s in r.sources))
    fix = authors(plain(cell.text), exact)
    words = f"as in the other rows, {name}, it is {fix or shown(exact, digits=4)}, not {said.text}"
    return cell, text, Verdict("wrong", words, code="column", right=fix, note=OTHER_CELL)


def _two_odd(table: Table, told: Numbers) -> list[Judged]:
    """The two cells of a column that are no product or quotient of their rows, as those of all others are.

    Any two rows may be odd, so there have to be more of them; two that are off by one factor are another case.
    """
    tried = [r for r in _tried(table) if r.fixed]
    best: tuple[tuple[bool, int], list[Judged]] | None = None
    for r in tried:
        if (found := _broken_twice(r, table.rows)) is None:
            continue
        rows, factor, chance = found
        b = Broken(r, rows[0], (factor, factor), (0.0, 0.0), chance)
        ways = table.rows * (table.rows - 1) // 2
        if chance * ways * 2 * len(tried) >= CHANCE or not _meant(table, b, told) or any(table.noted[i] for i in rows):
            continue
        cells = [j for i in rows if (j := _odd_at(r, i, factor)) is not None]
        rank = (not r.target.computed or r.target.counts, -r.target.cells[0].at)
        if len(cells) == len(rows) and (best is None or rank < best[0]):
            best = rank, cells
    return best[1] if best is not None else []


def _broken_twice(r: Relation, rows: int) -> tuple[list[int], float, float] | None:
    """The two rows in which alone a relation does not hold, its power of ten, and the chance of the others."""
    both = ((i, r.result(i), r.said(i)) for i in range(rows))
    pairs = [(i, made, said) for i, made, said in both if made is not None and said is not None]
    if len(pairs) < MANY_ROWS or len(pairs) < rows - 1:
        return None
    factors = {i: over(said, made) for i, made, said in pairs}
    middle = sorted(low for low, _ in factors.values())[len(factors) // 2]
    ten = 10.0 ** round(log10(middle)) if middle > 0 else 0.0
    odd = [i for i, (low, high) in factors.items() if not low <= ten <= high]
    if len(odd) != 2:
        return None
    off = [sum(factors[i]) / 2 / ten for i in odd]
    others = [(made, said) for i, made, said in pairs if i not in odd]
    if abs(off[0] / off[1] - 1) < FAR or max(x[1] for x, _ in others) < 1.5 * min(x[0] for x, _ in others):
        return None
    return odd, ten, _chance(r, others)


def _odd_at(r: Relation, i: int, factor: float) -> Judged | None:
    """The call of one of two odd cells; None where it may be rounded before."""
    made, said = r.result(i), r.target.printed[i]
    if made is None or said is None:
        return None
    exact = Fraction((made[0] + made[1]) / 2 * factor).limit_denominator(10**9)
    if abs(said.value / exact - 1) < FAR and not digits.misprinted(said, exact):
        return None
    return _told_odd(r, r.target.cells[i], said, exact)


def _blame(b: Broken, broken: Sequence[Broken], whole: set[frozenset[str]]) -> tuple[bool, bool, int]:
    """Rather the column that its header says is computed, that goes with no other one, that most speak against."""
    target = b.relation.target
    sound = any(target.header in pair for pair in whole)
    return sound, not target.computed or target.counts, -sum(x.relation.target is target for x in broken)


def _broken(r: Relation, rows: int, *, narrow: bool = False) -> Broken | bool:
    """The row in which alone a relation does not hold; whether it holds in all of them."""
    both = ((i, r.result(i, narrow), r.said(i, narrow)) for i in range(rows))
    pairs = [(i, made, said) for i, made, said in both if made is not None and said is not None]
    if len(pairs) < 4 or len(pairs) < rows - 1:
        return False
    factors = {i: over(said, made) for i, made, said in pairs}
    if any(low <= 0 for low, _ in factors.values()):
        return False
    for i, made, _said in pairs:
        rest = [f for j, f in factors.items() if j != i]
        least, most = max(f[0] for f in rest), min(f[1] for f in rest)
        if least > most:
            continue
        factor = _fixed(r, least, most)
        if factor is None or (r.simple and factor[0] > 1 / NEXT_TO and factor[1] < NEXT_TO):
            return False  # two of nearly one size, as a whole beside most of it
        if factors[i][0] <= factor[1] and factor[0] <= factors[i][1]:
            return True
        others = [x for j, x, _ in pairs if j != i]
        if max(x[1] for x in others) < 1.5 * min(x[0] for x in others):
            return False
        right = times(factor, made)
        there = (right[0], right[1]) if r.back is None else _turned_back(r, right)
        said_there = r.target.printed[i]
        if there is None or said_there is None:
            return False
        off = abs(float(said_there.value) * 2 / (there[0] + there[1]) - 1)
        if off < FAR and not digits.misprinted(
            said_there, Fraction((there[0] + there[1]) / 2).limit_denominator(10**9)
        ):
            return False
        return Broken(r, i, factor, there, _chance(r, [(x, s) for j, x, s in pairs if j != i]))
    return False


def _turned_back(r: Relation, right: Range) -> Range | None:
    if r.back is None or right[1] >= 1:
        return None
    return r.back(right[0]), r.back(right[1])


def _fixed(r: Relation, low: float, high: float) -> Range | None:
    """The factors that a relation admits among these: all of them, or a power of ten, or one."""
    if r.one:
        return (1.0, 1.0) if low <= 1 <= high else None
    if r.fixed:
        ten = next((p for k in range(-12, 13) if low <= (p := 10.0**k) <= high), None)
        return None if ten is None else (ten, ten)
    return low, high


def _chance(r: Relation, pairs: Sequence[tuple[Range, Range]]) -> float:
    """By what chance columns that go together by a tenth or so meet a relation in all these rows."""
    widths = sorted({(x, y): width(x) + width(y) for x, y in pairs}.values(), reverse=True)
    free = [] if r.one or r.fixed else widths[:1]
    return prod(min(1.0, w / AROUND) for w in widths[len(free) :])


def _unlikely(b: Broken, tried: int, told: Numbers) -> bool:
    """Whether chance is out, the relations tried and a factor that the section tells, or that is whole, considered."""
    low, high = b.factor
    chance = b.chance
    if low < high:
        whole = -(-low // 1)
        many = told.times(b.factor)
        if b.relation.told and not many:
            return False
        if 2 <= whole <= min(high, 999):
            chance *= min(1.0, high - low)
        elif many:
            chance *= min(1.0, many * width(b.factor))
    return chance * tried < CHANCE


def _meant(table: Table, b: Broken, told: Numbers) -> bool:
    """Whether the cells are computed by what they say, and have no exceptions of their own."""
    r = b.relation
    target, sources = r.target, r.sources
    if any(MEASURED.search(s.header) for s in (target, *sources)):
        return False
    if len(sources) == 1 and target.counts and not target.unit:
        return False
    if not r.simple and not r.taken:
        return target.computed or any(s.computed for s in sources)
    if table.named:
        return False
    alike = target.unit == sources[0].unit and target.dimension == sources[0].dimension
    if r.simple and alike and not target.computed:
        return False
    return target.computed or (bool(target.unit) and told.times(b.factor) > 0)


def _excused(target: Series, b: Broken) -> bool:
    """Whether the odd cell is where a bound or a floor flattens a column: any at the top, what is no rate below."""
    here = b.relation.result(b.row)
    said = target.printed[b.row]
    if here is None or said is None:
        return False
    if b.relation.one and not b.relation.taken:
        return b.row == len(target.cells) - 1  # where parts overlap
    if len(b.relation.sources) > 1:
        return False
    right = (b.right[0] + b.right[1]) / 2
    values = [float(p.value) for i, p in enumerate(target.printed) if i != b.row and p is not None]
    sources = [x[0] for i in range(len(target.cells)) if i != b.row and (x := b.relation.result(i)) is not None]
    top = max(right, float(said.value)) >= max(values) or here[0] >= max(sources)
    bottom = min(right, float(said.value)) <= min(values) or here[0] <= min(sources)
    return top or (bottom and not _RATE.search(target.header))

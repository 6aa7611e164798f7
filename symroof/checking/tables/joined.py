r"""Tables of the same rows, read as one: the price of one over the memory of the other is a column of a third.

Columns of which one is the product of two others in every row but one, to the printed digits, and against the chance of
it; columns that hold those of another table so many times.  The cell to blame has a part in all that is broken, and in
nothing that holds.

>>> from symroof.checking.proofreading.proofread import proofread
>>> raw = "| van | load (kg) | price (€) |\n|--|--|--|\n| A | 800 | 24,000 |\n| B | 950 | 31,350 |\n"
>>> raw += "| C | 1200 | 33,000 |\n| D | 650 | 18,200 |\n\nSo:\n\n| van | € per kg |\n|--|--|\n| A | 30 |\n"
>>> text = raw + "| B | 33 |\n| C | {} |\n| D | 28 |\n"
>>> [[(f.line, f.fix) for f in proofread(text.format(x)).findings] for x in ("27.5", "25.7")]
[[], [(14, 'write 27.5')]]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import log, log10, prod
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.grid import Grid, grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import OTHER_CELL, Statement
from symroof.checking.tables.ranged import AROUND, MEASURED, Series, Table, tables
from symroof.checking.tables.tables import cell_statement, plain
from symroof.errors import SymroofError
from symroof.reading.quantity import quantity, shown

CHANCE = 0.02
MAX_COLUMNS, MAX_TABLES = 24, 8
_NAMELESS = re.compile(r"[\W\d_]*\Z")
_WORD = re.compile(r"[A-Za-z]{3,}")
_TOKEN = re.compile(r"[a-z]{2,}|[€$£]")
TRIED = 4.0  # links of which the units agree, or whose headers say so


@final
@dataclass(frozen=True)
class LogColumn:
    """A column of one of the tables: its logarithms to ten, row by row, and by how much rounding moves each."""

    series: Series
    table: int
    logs: tuple[float, ...]
    loose: tuple[float, ...]


class LogRelation(NamedTuple):
    """Columns that go together in all rows, or in all but one: by signs of their logarithms and a constant."""

    columns: tuple[LogColumn, ...]
    signs: tuple[int, ...]
    sum: float
    row: int | None
    chance: float


def joined(m: Material, odd: Sequence[Statement] = ()) -> Iterator[Statement]:
    """Every cell that breaks what tables of the same rows say together; none in tables with cells in ``odd``."""
    for page in m.pages:
        blamed = [s.item.span.start for s in odd if s.item.page is page]
        for group in _groups(page):
            if not any(g.start <= at <= g.rows[-1][-1].at for g, _ in group for at in blamed):
                yield from _judged(m, page, [t for _, t in group])


def _groups(page: Page) -> list[list[tuple[Grid, Table]]]:
    """The tables of a page that have the same named rows, those of two or more."""
    out: list[list[tuple[Grid, Table]]] = []
    for grid in grids(page):
        table = next(iter(tables(page, grid)), None) if len(grid.rows) > 3 else None
        if table is None or len({*table.names}) < table.rows or any(_NAMELESS.match(n) for n in table.names):
            continue
        same = next((g for g in out if {*g[0][1].names} == {*table.names}), None)
        if same is None:
            out.append([(grid, table)])
        elif len(same) < MAX_TABLES:
            same.append((grid, table))
    return [g for g in out if len(g) > 1]


def _judged(m: Material, page: Page, group: Sequence[Table]) -> Iterator[Statement]:
    columns = [*_columns(group)]
    if len(columns) > MAX_COLUMNS or group[0].rows < 4:
        return
    products, multiples = [*_products(columns)], [*_multiples(columns)]
    tried = len(columns) ** 3 / 2
    sure = [x for x in (*products, *multiples) if x.chance * (_told(x) or tried) < CHANCE / 4]
    sound = {id(c) for x in sure if x.row is None for c in x.columns}
    for row in sorted({x.row for x in sure if x.row is not None}):
        here = [x for x in sure if x.row == row]
        beside = [x for x in multiples if x.row == row]  # which prove nothing alone
        while here:
            votes = Counter(id(c) for x in {*here, *beside} for c in x.columns if id(c) not in sound)
            best = max(votes.values(), default=0)
            suspects = (
                [c for c in columns if votes[id(c)] == best and any(c in x.columns for x in here)] if best else []
            )
            mine = [x for x in here if suspects and suspects[-1] in x.columns]
            told = len(suspects) == 1 or all(len(x.columns) == 2 for x in mine)  # of a multiple: the one told last
            if not suspects or not (told or suspects[-1].series.computed):
                break
            found = _wrong(m, page, suspects, min(mine, key=lambda x: x.chance), row, group)
            if found is not None:
                yield found
            here, beside = ([x for x in xs if suspects[-1] not in x.columns] for xs in (here, beside))


def _told(link: LogRelation) -> float:
    """How many links were tried of those whose units agree, or whose headers say so; 0 where neither does."""
    units = [_unit(c.series) for c in link.columns]
    known = [u for u in units if u is not None]
    if len(link.columns) == 3 and len(known) == 3 and len({len(u[0]) for u in known}) == 1:
        total = [sum(s * u[0][k] for s, u in zip(link.signs, known)) for k in range(len(known[0][0]))]
        scale = sum(s * u[1] for s, u in zip(link.signs, known))
        return TRIED if not any(total) and abs(scale + link.sum) < 1e-6 else 1e6
    if len(link.columns) == 2:
        return TRIED if link.row is not None else 0.0
    return TRIED if any(_per(link, i) for i in range(len(link.columns))) else 0.0


def _unit(s: Series) -> tuple[tuple[int, ...], float] | None:
    """What a column's unit measures, and its logarithm to ten."""
    if not s.unit or s.dimension:
        return (tuple(s.dimension), 0.0) if s.dimension else None
    with suppress(SymroofError):
        q = quantity(f"1 {s.unit}")
        return (tuple(q.dimension), log10(q.value)) if q.dimension and any(q.dimension) else None
    return None


def _per(link: LogRelation, i: int) -> bool:
    """Whether a header says that its column is one of the others per the other: "price per seat"."""
    if len(link.columns) != 3:
        return False
    over, _, under = link.columns[i].series.header.lower().partition(" per ")
    above = [c for k, c in enumerate(link.columns) if k != i and link.signs[k] != link.signs[i]]
    below = [c for k, c in enumerate(link.columns) if k != i and link.signs[k] == link.signs[i]]
    if not under or len(above) != 1 or len(below) != 1:
        return False
    words = [{*_TOKEN.findall(c.series.header.lower())} for c in (above[0], below[0])]
    return bool({*_TOKEN.findall(over)} & words[0] and {*_TOKEN.findall(under)} & words[1])


def _columns(group: Sequence[Table]) -> Iterator[LogColumn]:
    """The columns of positive numbers of all tables, their rows in the order of the first."""
    order = group[0].names
    for k, table in enumerate(group):
        at = [table.names.index(n) for n in order]
        for s in table.series:
            printed = [s.printed[i] for i in at]
            if MEASURED.search(s.header) or any(p is None or p.value <= 0 for p in printed):
                continue
            known = [p for p in printed if p is not None]
            finest = min(p.place for p in known)
            exact = s.counts and not s.computed
            loose = tuple(0.0 if exact else log10(1 + float(finest / p.value) / 2) + 1e-12 for p in known)
            yield LogColumn(s, k, tuple(log10(p.value) for p in known), loose)


def _products(columns: Sequence[LogColumn]) -> Iterator[LogRelation]:
    """Each of three columns that is the product of the other two, but for a power of ten."""
    for three in combinations(columns, 3):
        if len({c.table for c in three}) > 1 and any(c.series.computed for c in three):
            for signs in ((1, 1, -1), (1, -1, 1), (-1, 1, 1)):
                found = _linked(three, signs)
                if found is not None:
                    yield found


def _multiples(columns: Sequence[LogColumn]) -> Iterator[LogRelation]:
    """A column that holds another one so many times, as another pair of columns of the same tables does."""
    found = [x for two in combinations(columns, 2) if (x := _linked(two, (-1, 1))) is not None]
    for x in found:
        if x.row is None:
            yield x
            continue
        a, b = x.columns
        words = [{*_WORD.findall(c.series.header.lower())} for c in (a, b)]
        pairs = [y for y in found if y.row is None and [c.table for c in y.columns] == [a.table, b.table]]
        like = any(abs((y.sum - x.sum + 0.5) % 1 - 0.5) < 1e-3 for y in pairs)
        if a.table != b.table and like and words[0] & words[1]:
            full = prod(_chance(sum(c.loose[i] for c in x.columns)) for i in range(len(a.logs)) if i != x.row)
            yield x._replace(chance=full)
        elif a.table == b.table:
            yield x._replace(chance=1.0)  # which proves nothing alone


def _linked(columns: tuple[LogColumn, ...], signs: tuple[int, ...]) -> LogRelation | None:
    """Columns that go together in all rows, or in all but one."""
    rows = range(len(columns[0].logs))
    sums = [sum(s * c.logs[i] for s, c in zip(signs, columns)) for i in rows]
    loose = [sum(c.loose[i] for c in columns) + 1e-9 for i in rows]
    middle = sorted(sums)[len(sums) // 2]
    off = [i for i in rows if abs(sums[i] - middle) > loose[i] + 2e-3]
    if len(off) > 1:
        return None
    whole = _constant([(sums[i], loose[i]) for i in rows if i not in off], fixed=len(columns) == 3)
    if whole is None or any(
        abs(sums[i] - whole) > loose[i] + (1e-9 if len(columns) == 3 else loose[0]) for i in rows if i not in off
    ):
        return None
    if (
        off
        and abs(10 ** (sums[off[0]] - whole) - 1) < digits.ROUNDED_BEFORE
        and not _misprint(columns, signs, sums[off[0]] - whole, off[0])
    ):
        return None
    varied = len({round(c.logs[i], 6) for c in columns[-1:] for i in rows}) > 2
    rest = [loose[i] for i in rows if i not in off]
    chance = prod(_chance(x) for x in (rest if len(columns) == 3 else sorted(rest)[:-1]))
    return LogRelation(columns, signs, whole, off[0] if off else None, chance) if varied and len(rest) >= 3 else None


def _chance(loose: float) -> float:
    """By what chance what goes together by a tenth or so meets digits that are as loose."""
    return min(1.0, 2 * loose * log(10) / AROUND)


def _constant(rows: Sequence[tuple[float, float]], *, fixed: bool) -> float | None:
    """What rows add up to: a power of ten, or a whole number of times 1000^k."""
    low, high = max(s - x for s, x in rows), min(s + x for s, x in rows)
    if low > high:
        return None
    if fixed:
        k = round((low + high) / 2)
        return float(k) if low <= k <= high else None
    for k in (0, 3, -3):
        n = round(10 ** ((low + high) / 2 - k))
        if 2 <= n <= 128 and low <= log10(n) + k <= high:
            return log10(n) + k
    return None


def _misprint(columns: tuple[LogColumn, ...], signs: tuple[int, ...], off: float, row: int) -> bool:
    """Whether one of the cells is a slip of the pen for what would be right."""
    for s, c in zip(signs, columns):
        p = c.series.printed[row]
        right = Fraction(10 ** (c.logs[row] - s * off)).limit_denominator(10**9)
        if p is not None and digits.misprinted(p, round(right / p.place) * p.place):
            return True
    return False


def _wrong(
    m: Material, page: Page, suspects: Sequence[LogColumn], link: LogRelation, row: int, group: Sequence[Table]
) -> Statement | None:
    """The verdict on the cell to blame: of several the one told last, which was computed."""
    column = suspects[-1]
    at = group[column.table].names.index(group[0].names[row])
    cell, said = column.series.cells[at], column.series.printed[at]
    if said is None or group[column.table].noted[at]:
        return None
    sign = link.signs[next(i for i, c in enumerate(link.columns) if c is column)]
    now = sum(s * c.logs[row] for s, c in zip(link.signs, link.columns))
    right = Fraction(10 ** (column.logs[row] - sign * (now - link.sum))).limit_denominator(10**9)
    fix = authors(plain(cell.text), right)
    others = [c for c in link.columns if c is not column]
    told = " and ".join(
        f"{c.series.header} ({plain(c.series.cells[0].text) and _cell_of(group, c, row)})" for c in others
    )
    words = f"as in the other rows, by {told}, it is {fix or shown(right, digits=4)}, not {said.text}"
    v = Verdict("wrong", words, code="column", right=fix, note=OTHER_CELL if len(suspects) > 1 else None)
    return cell_statement(m, page, cell, f"{column.series.header}: {plain(cell.text)}", v)


def _cell_of(group: Sequence[Table], c: LogColumn, row: int) -> str:
    return plain(c.series.cells[group[c.table].names.index(group[0].names[row])].text)

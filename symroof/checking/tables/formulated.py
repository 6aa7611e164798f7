r"""Columns that a formula of the text gives: $W = S/(1 - \rho)$, and a table of $\rho$ and $W$.

A letter of the formula is a column of that name, a value that the section states, or a constant that nobody states
and that scales the column; one letter may be a column under words.  Which is which the rows say themselves: a formula
and its letters count only where they meet the printed digits, against the chance of it.  Then the one cell that does
not follow is wrong, or, where no row follows, and all do from a slip of the formula, the formula.

>>> from symroof.checking.proofreading.proofread import proofread
>>> rows = "\n".join(f"| {r} | {w} |" for r, w in ((0.5, 20), (0.6, 25), (0.75, "{}"), (0.9, 100), (0.95, 200)))
>>> text = "The time is $W = S/(1 - r)$, with $S = 10$ ms.\n\n| $r$ | $W$ (ms) |\n|--|--|\n" + rows
>>> [[(f.line, f.fix) for f in proofread(text.format(x)).findings] for x in (40, 60)]
[[], [(7, 'write 40')]]
>>> [(f.line, f.rule, f.verdict) for f in proofread(text.format(40).replace("S/(1 - r)", "S/(1 + r)")).findings]
[(1, 'definition', 'wrong')]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import log10, prod
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.claims.fixes import authors
from symroof.checking.claims.miswritten import evaluated, variants
from symroof.checking.documents.facts import SENTENCE, STRANGE, key
from symroof.checking.documents.grid import grids
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import OTHER_CELL, Statement, of_definition
from symroof.checking.tables.ranged import AROUND, MARGIN, Range, Series, Table, tables, width
from symroof.checking.tables.tables import cell_statement, plain
from symroof.reading.formula import Side
from symroof.reading.nodes import Node, bare, leaves
from symroof.reading.nodes import plain as spelled
from symroof.reading.quantity import shown

CHANCE = 0.02
LOOSE = 0.004  # by how much constants that are printed rounded move a column
UNITS_APART = (-9, -6, -3, -2, 0, 2, 3, 6, 9)  # the powers of ten by which a column may count in another unit
MAX_FORMULAS, MAX_LETTERS, MAX_WAYS, MAX_VALUES = 40, 6, 24, 4
_TAKEN = re.compile(r"measur|observ|achiev|actual|sampl|reported|nominal|typical|advertis|real\b|benchmark", re.I)
_WORD = re.compile(r"[a-z]{4,}")
_COMMON = frozenset(("this", "that", "with", "from", "time", "then", "have", "each", "into", "over", "only", "given"))


@final
@dataclass(frozen=True)
class Formula:
    """What a name is said to be: the formula, where it stands, and the words before it."""

    name: str
    node: Node
    item: Item
    left: Side
    side: Side
    section: int
    names: tuple[str, ...]


class Assignment(NamedTuple):
    """The letters of a formula as columns and as numbers, and those that nobody tells: a factor is left open."""

    columns: Mapping[str, Series]
    numbers: dict[str, float]
    free: frozenset[str] = frozenset()


class Followed(NamedTuple):
    """A column that follows from a formula in all rows, or in all but one: which, and what it would be there."""

    formula: Formula
    way: Assignment
    target: Series
    row: int | None
    right: Range
    chance: float

    @property
    def members(self) -> list[Series]:
        return [self.target, *self.way.columns.values()]


def formulated(m: Material, odd: Sequence[Statement] = ()) -> Iterator[Statement]:
    """Every cell that alone does not follow from a formula of the text, and every formula that its table denies."""
    known: list[Formula] | None = None
    for page in m.pages:
        blamed = [s.item.span.start for s in odd if s.item.page is page]
        for grid in grids(page):
            end = grid.rows[-1][-1].at
            if len(grid.rows) < 4:
                continue
            told = any(grid.start <= at <= end for at in blamed)
            known = [*islice(_formulas(m), MAX_FORMULAS)] if known is None else known
            near = [f for f in known if _near(m, f, page, grid.start)]
            for table in tables(page, grid) if near else ():
                if len(table.series) > 1 and (found := _judged(m, page, table, near, told)):
                    yield from found
                    break


def _formulas(m: Material) -> Iterator[Formula]:
    """The formulas of a document that define a name."""
    for item in m.items:
        if item.skip is not None or item.span.kind == "table" or item.role not in ("", "about"):
            continue
        for chain in item.chains:
            name = _defined(chain.sides[0])
            for relation, side in zip(chain.relations, chain.sides[1:]) if name else ():
                if relation != "=":
                    break
                if side.node is None or side.words or name in side.names or not side.names:
                    continue
                names = tuple(dict.fromkeys(leaves(side.node, "name")))
                if len(names) <= MAX_LETTERS and bare_name(side) is None:
                    section = m.facts.scopes.section(item.at)
                    yield Formula(name, side.node, item, chain.sides[0], side, section, names)


def _defined(left: Side) -> str:
    """The name that a left side defines: R, or R(I)."""
    node = bare(left.node)
    if node is not None and node.kind == "juxt" and len(node.args) == 2:
        inner = bare(node.args[1])
        if node.args[1].kind == "group" and inner is not None and inner.kind == "name":
            node = node.args[0]
    return node.name if node is not None and node.kind == "name" else ""


def _near(m: Material, f: Formula, page: Page, at: int) -> bool:
    """Whether a table stands in a formula's section, behind it or right before it."""
    return f.item.page is page and f.section == m.facts.scopes.section(page.base + at)


def _judged(m: Material, page: Page, table: Table, near: Sequence[Formula], told: bool) -> list[Statement]:
    """What formulas find in a table; no cell where others were ``told``."""
    holding: list[Followed] = []
    broken: list[Followed] = []
    for f in near:
        for found in _followed(m, page, table, f):
            (broken if found.row is not None else holding).append(found)
    out = None if told else _cell(m, page, table, holding, broken)
    if out is not None:
        return [out]
    fitted = {f.target.header for f in (*holding, *broken) if not f.way.free}
    right = {id(f.formula) for f in (*holding, *broken)}
    return [s for f in near if id(f) not in right and (s := _denied(m, page, table, f, fitted)) is not None]


def _followed(m: Material, page: Page, table: Table, f: Formula) -> Iterator[Followed]:
    """The columns that a formula gives in all rows, or in all but one."""
    for way in islice(_ways(m, page, table, f), MAX_WAYS):
        for target in _targets(table, f, way):
            found = _held(table, f, f.node, way, target)
            if found is not None and found.chance * (2 if key(target.name) == key(f.name) else 200) < CHANCE:
                yield found


def _targets(table: Table, f: Formula, way: Assignment) -> list[Series]:
    """The columns that a formula may give: the one of its name, else all that have no other."""
    own = [s for s in table.series if s.name and key(s.name) == key(f.name)]
    taken = {id(s) for s in way.columns.values()}
    return [
        s for s in own or table.series if id(s) not in taken and (own or not s.name) and not _TAKEN.search(s.header)
    ]


def _ways(m: Material, page: Page, table: Table, f: Formula) -> Iterator[Assignment]:
    """What the letters of a formula may be in a table."""
    by_name = {key(s.name): s for s in table.series if s.name}
    columns = {n: by_name[key(n)] for n in f.names if key(n) in by_name}
    at = page.base + table.series[0].cells[0].at
    values = {n: _values(m, n, at) for n in f.names if n not in columns}
    nameless = [s for s in table.series if not s.name]
    open_names = [n for n, v in values.items() if not v]
    if columns:
        yield from _filled(columns, values)
    for n in values:
        if not columns or open_names == [n]:
            for s in nameless:
                yield from _filled({**columns, n: s}, {k: v for k, v in values.items() if k != n})


def _filled(columns: Mapping[str, Series], values: Mapping[str, Sequence[float]]) -> Iterator[Assignment]:
    """Ways with all values of each letter; one without a value is left open as a factor."""
    free = frozenset(n for n, v in values.items() if not v)
    for chosen in product(*(v or (1.0,) for v in values.values())):
        yield Assignment(columns, dict(zip(values, chosen)), free)


def _values(m: Material, name: str, at: int) -> list[float]:
    """The numbers that the section of a table, or a table of sizes, states for a letter."""
    s = m.facts.scopes
    rows = m.facts.by_name.get(key(name), ())
    stated = [r for r in rows if r.number and r.unit != STRANGE]
    here = [r for r in stated if s.section(r.at) == s.section(at) or r.kind == "table"]
    sole = [r for r in stated if r.reach != SENTENCE]
    found = here or (sole if len({r.value for r in sole}) == 1 else [])
    numbers = (float(x) for r in found if (x := constant(r.value)) is not None)
    return [*dict.fromkeys(numbers)][:MAX_VALUES]


def _column_of(table: Table, node: Node, way: Assignment, *, narrow: bool) -> list[Range | None]:
    """What a formula gives in each row."""
    out: list[Range | None] = []
    for i in range(table.rows):
        found = [(n, x) for n, s in way.columns.items() if (x := s.scaled[i]) is not None]
        values = way.numbers | {n: x[0] for n, x in found}
        value = evaluated(node, values) if len(found) == len(way.columns) else None
        if value is None or value <= 0:
            out.append(None)
            continue
        off = MARGIN * value
        for n, (at, half) in found if not narrow else ():
            if half:
                ends = (evaluated(node, values | {n: at + y}) for y in (-half, half))
                off += max((abs(e - value) for e in ends if e is not None), default=0.0)
        out.append((value - off, value + off))
    return out


def _held(table: Table, f: Formula, node: Node, way: Assignment, target: Series) -> Followed | None:
    """A column held to a formula: it follows in all rows, in all but one, or not."""
    if way.free and not _scales(table, node, way):
        return None
    for narrow in (True, False):
        made = _column_of(table, node, way, narrow=narrow)
        said = target.narrow if narrow else target.ranges
        pairs = [(i, a, b) for i, (a, b) in enumerate(zip(made, said)) if a is not None and b is not None and b[0] > 0]
        if len(pairs) >= 3 and len(pairs) >= table.rows - 1 and (found := _compared(f, way, target, pairs)):
            return found
    return None


def _scales(table: Table, node: Node, way: Assignment) -> bool:
    """Whether each letter that is left open is only a factor, to some power; and a letter that words may be, is not."""
    rows = [{n: float(p.value) for n, s in way.columns.items() if (p := s.printed[i]) is not None}
            for i in range(table.rows)]  # fmt: skip
    return all(_factor(node, way, rows, n) for n in way.free) and not (
        any(not s.name and _factor(node, way, rows, n) for n, s in way.columns.items())
    )


def _factor(node: Node, way: Assignment, rows: Sequence[Mapping[str, float]], name: str) -> bool:
    """Whether a letter is a factor of a formula, to some power."""
    parts = []
    for row in rows:
        at = {**way.numbers, **row}
        one, other = evaluated(node, at), evaluated(node, at | {name: at.get(name, 1.0) * 1e6})
        if one and other:
            parts.append(other / one)
    return bool(parts) and max(parts) - min(parts) <= MARGIN * abs(max(parts))


def _compared(
    f: Formula, way: Assignment, target: Series, pairs: Sequence[tuple[int, Range, Range]]
) -> Followed | None:
    factors = {i: (said[0] / made[1], said[1] / made[0]) for i, made, said in pairs if made[0] > 0}
    if len(factors) < len(pairs):
        return None
    for i, made, _ in (None, (1.0, 1.0), (1.0, 1.0)), *pairs:
        rest = [x for j, x in factors.items() if j != i]
        common = _common(max(x[0] for x in rest), min(x[1] for x in rest), way)
        others = [(a, b) for j, a, b in pairs if j != i]
        if common is None or len({a for a, _ in others}) < 3 or not _varied(others):
            continue
        right = (common[0] * made[0], common[1] * made[1])
        if i is not None:
            p = target.printed[i]
            value = float(p.value) if p is not None else 0.0
            middle = Fraction((right[0] + right[1]) / 2).limit_denominator(10**9)
            if abs(value / float(middle) - 1) < digits.ROUNDED_BEFORE and not (
                p is not None and digits.misprinted(p, middle)
            ):
                return None
        return Followed(f, way, target, i, right, _chance(others, way))
    return None


def _varied(pairs: Sequence[tuple[Range, Range]]) -> bool:
    return max(a[1] for a, _ in pairs) >= 1.3 * min(a[0] for a, _ in pairs)


def _common(low: float, high: float, way: Assignment) -> Range | None:
    """The factors that all rows have in common: a power of ten, nearly so by rounded constants, where none is open."""
    if low > high:
        return None
    if way.free:
        return low, high
    k = round(log10((low + high) / 2))
    near = LOOSE if way.numbers else MARGIN
    low, high = max(low, 10.0**k * (1 - near)), min(high, 10.0**k * (1 + near))
    return (low, high) if low <= high and k in UNITS_APART else None


def _chance(pairs: Sequence[tuple[Range, Range]], way: Assignment) -> float:
    """By what chance a column that goes up and down with a formula meets its digits."""
    widths = sorted({(a, b): width(a) + width(b) for a, b in pairs}.values(), reverse=True)
    return prod(min(1.0, w / AROUND) for w in widths[bool(way.free) :])


def _cell(
    m: Material, page: Page, table: Table, holding: Sequence[Followed], broken: Sequence[Followed]
) -> Statement | None:
    """The one cell that breaks what formulas say of its row: it has a part in all that are broken, and in no other."""
    if not broken or len({b.row for b in broken}) != 1:
        return None
    row = broken[0].row
    if row is None or (table.noted[row] and sum(table.noted) == 1):
        return None
    sound = {id(s) for h in holding for s in h.members}
    held = {id(h.target) for h in holding}
    broken = [b for b in broken if id(b.target) not in held]  # which another formula gives in all rows
    shared = [s for s in table.series if broken and all(any(s is x for x in b.members) for b in broken)]
    suspects = [s for s in shared if id(s) not in sound and not s.first]
    given = [b for b in broken if any(b.target is s for s in suspects)]
    if not given:
        return None
    best = min(given, key=lambda b: b.chance)
    if _bounded(table, best, row):
        return None
    cell, said = best.target.cells[row], best.target.printed[row]
    if said is None:
        return None
    value = Fraction((best.right[0] + best.right[1]) / 2).limit_denominator(10**9)
    fix = authors(plain(cell.text), value)
    why = f"by {best.formula.name} = {best.formula.side.text.strip()} (line {best.formula.item.span.line})"
    words = f"{why}, as in the other rows, it is {fix or shown(value, digits=4)}, not {said.text}"
    v = Verdict("wrong", words, code="column", right=fix, note=OTHER_CELL if len(suspects) > 1 else None)
    return cell_statement(m, page, cell, f"{best.target.header}: {plain(cell.text)}", v)


def _bounded(table: Table, b: Followed, row: int) -> bool:
    """Whether the odd cell is the first or last of a column that no name ties to its formula, where a bound may be."""
    return key(b.target.name) != key(b.formula.name) and row in (0, table.rows - 1)


def _denied(m: Material, page: Page, table: Table, f: Formula, fitted: set[str]) -> Statement | None:
    """A formula that no row of its own column follows from, where all rows follow from a slip of it."""
    own = [s for s in table.series if s.name and key(s.name) == key(f.name)]
    told = own or _by_words(table, f)
    if len(told) != 1 or told[0].header in fitted or f.item.role or _TAKEN.search(told[0].header):
        return None
    target = told[0]
    extra = [s.name for s in table.series if s.name and s is not target]
    found = []
    for way in islice(_ways(m, page, table, f), MAX_WAYS):
        if any(s is target for s in way.columns.values()) or _hits(table, f, way, target) > 1:
            continue
        bound = {s.name: s for s in table.series if s.name in extra}
        wider = Assignment({**bound, **way.columns}, way.numbers, way.free)
        for node, why in variants(f.node, extra):
            held = _held(table, f, node, wider, target)
            if held is None or held.row is not None or held.chance * 4000 >= CHANCE:
                continue
            if own or not _overall(table, f.node, node, wider):  # another quantity, which is a multiple of it
                found.append((held.chance, spelled(node), why))
    if not found:
        return None
    _, right, why = min(found)
    words = (
        f"the rows of the table on line {m.place(page, table.series[0].cells[0].at)[0]} follow from "
        f"{f.name} = {right}, and not from this: {why}"
    )
    v = Verdict("wrong", words, code="table-denies", right=right)
    return of_definition(f.item, f.left, f.side, v)


def _overall(table: Table, node: Node, other: Node, way: Assignment) -> bool:
    """Whether two formulas are apart by a factor: a number, or a column."""
    pairs = zip(_column_of(table, other, way, narrow=True), _column_of(table, node, way, narrow=True))
    parts = [(i, a[0] / b[0]) for i, (a, b) in enumerate(pairs) if a is not None and b is not None]
    columns = [[float(p.value) if p is not None else 0.0 for p in s.printed] for s in way.columns.values()]
    for of in ([1.0] * table.rows, *columns):
        for found in ([q * of[i] for i, q in parts], [q / of[i] for i, q in parts if of[i]]):
            if found and max(found) - min(found) <= 1e-6 * max(found):
                return True
    return False


def _hits(table: Table, f: Formula, way: Assignment, target: Series) -> int:
    """In how many rows a formula gives its column to within a hundredth, up to a power of ten."""
    hits = 0
    for made, said in zip(_column_of(table, f.node, way, narrow=True), target.ranges):
        if made is not None and said is not None and made[0] > 0 and said[0] > 0:
            q = log10((said[0] + said[1]) / (made[0] + made[1]))
            hits += abs(q - round(q)) < 0.005
    return hits


def _by_words(table: Table, f: Formula) -> list[Series]:
    """The columns without a name whose headers share a word with the sentence before a formula, or with its name."""
    before = f.item.dark[max(0, f.item.span.start - 160) : f.item.span.start].rpartition("\n\n")
    sentence = before[2] if before[2].strip() else before[0].rpartition("\n\n")[2]
    words = {*_WORD.findall(f"{sentence} {f.name.replace('_', ' ')}".lower())} - _COMMON
    return [s for s in table.series if not s.name and not s.first and {*_WORD.findall(s.header.lower())} & words]


__all__ = ["formulated"]

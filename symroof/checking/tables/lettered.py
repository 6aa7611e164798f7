r"""The cells of tables with letters: $GP$ in a list of symbols, $2 + 14/d$ under $d = 4$.

Which letter stands for what the table says itself, or its section by a definition; a cell is wrong where others of the
table follow from it to their digits and it alone does not.

>>> from symroof.checking.proofreading.proofread import proofread
>>> head = "| kept | formula | $d = 1$ | $d = 4$ | $d = 16$ |\n|--|--|--|--|--|\n"
>>> [[f.verdict for f in proofread(f"{head}| some | $2 + 14/d$ | 16 | {x} | 2.88 |\n").findings] for x in (5.5, 4.5)]
[[], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.claims.fixes import authors
from symroof.checking.claims.miswritten import evaluated, exchanged
from symroof.checking.documents.facts import Fact
from symroof.checking.documents.grid import Cell, Grid, grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.sizes import symbol
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.tables.tables import cell_formula, cell_statement, number, plain
from symroof.errors import SymroofError
from symroof.reading.formula import parse_formula
from symroof.reading.measures import plain_number
from symroof.reading.nodes import plain as spelled
from symroof.reading.quantity import Quantity, shown

MAX_DEFINITIONS = 40
_SET = re.compile(r"\\?([A-Za-z]+)\s*=\s*(\d[\d,]*(?:\.\d+)?)\Z")
_ABOUT = re.compile(r"[~≈]|\\approx|measured|observed", re.I)
Judged = tuple[Cell, str, Verdict]
Tried = tuple[Cell, Quantity, Fraction, str]  # a cell, what it says, what it should, and why


def lettered(m: Material, odd: Sequence[Statement] = ()) -> Iterator[Statement]:
    """Every cell of a document's tables that its letters say is another number; none of ``odd`` again."""
    for page in m.pages:
        blamed = {s.item.span.start for s in odd if s.item.page is page}
        for grid in grids(page):
            for cell, text, v in (*_symbols(grid), *_under_values(m, page, grid), *_by_sizes(m, page, grid)):
                if cell.at not in blamed:
                    blamed.add(cell.at)
                    yield cell_statement(m, page, cell, text, v)


def _symbols(grid: Grid) -> Iterator[Judged]:
    """A row of a list of symbols that names a product or quotient of others."""
    head, *body = grid.rows
    rows = [r for r in body if len(r) == len(head)]
    values: dict[str, list[Quantity]] = {}
    for r in rows:
        name, q = symbol(r[0].text), number(r[-1])
        if name and q is not None and q.value > 0:
            values.setdefault(name.replace("{", "").replace("}", ""), []).append(q)
    for r in rows if len(values) > 1 else ():
        said, formula = number(r[-1]), cell_formula(r[0].text) if "$" in r[0].text else None
        parts = formula.monomial() if formula is not None else None
        if said is None or parts is None or said.value <= 0 or len(parts[0]) < 2 or _ABOUT.search(r[-1].text):
            continue
        if any(len(values.get(str(n), ())) != 1 or not isinstance(e, int) for n, e in parts[0].items()):
            continue
        known = {str(n): values[str(n)][0] for n in parts[0]}
        made = [sum(_at(known[str(n)].dimension, i) * int(e) for n, e in parts[0].items()) for i in range(3)]
        value = _evaluated(formula, {n: q.value for n, q in known.items()})
        if value is None or made != [_at(said.dimension, i) for i in range(3)]:
            continue
        if digits.claim(said.printed, value) is None and abs(said.value / value - 1) > digits.ROUNDED_BEFORE:
            yield _wrong(r[-1], value, f"{plain(r[0].text)} with " + _told(known))


def _at(dimension: object, i: int) -> int:
    found = tuple(dimension) if isinstance(dimension, tuple) else ()
    return int(found[i]) if i < len(found) else 0


def _told(known: Mapping[str, Quantity]) -> str:
    return ", ".join(f"{n} = {q.printed.text}" for n, q in known.items())


def _evaluated(formula: Ratio | None, values: Mapping[str, Fraction]) -> Fraction | None:
    with suppress(SymroofError, ZeroDivisionError):
        if formula is not None:
            return constant(formula.subs({n: ratio(v) for n, v in values.items() if n in formula.names}))
    return None


def _wrong(cell: Cell, value: Fraction, why: str) -> Judged:
    fix = authors(plain(cell.text), value)
    v = Verdict("wrong", f"{why} is {fix or shown(value, digits=4)}, not {plain(cell.text)}", code="column", right=fix)
    return cell, f"{why}: {plain(cell.text)}", v


def _under_values(m: Material, page: Page, grid: Grid) -> Iterator[Judged]:
    """The cells under $d = 4$: of a row with a formula in d, or of a definition in d and in the first column."""
    head, *body = grid.rows
    set_to = {k: x.groups() for k, c in enumerate(head) if (x := _SET.match(plain(c.text)))}
    if len(set_to) < 2 or len({name for name, _ in set_to.values()}) > 1:
        return
    name = next(iter(set_to.values()))[0]
    values = {k: plain_number(text) for k, (_, text) in set_to.items()}
    other, rows = symbol(head[0].text), [r for r in body if len(r) == len(head)]
    for r in rows:
        found = [f for k, c in enumerate(r) if k not in values and (f := cell_formula(c.text))]
        formulas = [f for f in found if {*f.names} == {name}]
        if len(formulas) == 1:
            yield from _but_one([x for k, v in values.items() for x in _tried(r[k], formulas[0], {name: v})])
    for fact in _definitions(m, page, grid, {name, other}) if other and other != name else ():
        tried = [
            x
            for r in rows
            if (q := number(r[0])) is not None
            for k, v in values.items()
            for x in _tried(r[k], fact.value, {name: v, other: q.value})
        ]
        yield from _but_one(tried)


_OTHERWISE = re.compile(
    r"[*†‡~≈+]|\b(?:incl\w*|with|without|plus|approx\w*|about|shared|tied|bias\w*|except|excl\w*|only|if|half|both|two|each)\b",
    re.I,
)
_SMALL = [Fraction(a, b) for a in range(1, 9) for b in range(1, 9) if a != b]


def _by_sizes(m: Material, page: Page, grid: Grid) -> Iterator[Judged]:
    """A column of formulas beside one of numbers, by the sizes of the document: $2DF$ for what $3DF$ makes."""
    head, *body = grid.rows
    rows = [r for r in body if len(r) == len(head)]
    for j in range(1, len(head)):
        formulas = [(r, f) for r in rows if (f := _sized(m, page, r[j])) is not None]
        if len(formulas) < 3 or any(len(r) <= j for r in rows):
            continue
        for k in (k for k in range(1, len(head)) if k != j):
            tried = [(r, f, q, v) for r, (f, v) in formulas if (q := number(r[k])) is not None and v > 0]
            off = [x for x in tried if not _follows(x[2], x[3])]
            right = [x for x in tried if _follows(x[2], x[3])]
            if len(off) != 1 or len({x[3] for x in right}) < 2 or sum(x[2].printed.digits for x in right) < 5:
                continue
            row, formula, q, value = off[0]
            times = next((s for s in _SMALL if digits.claim(q.printed, value * s) is not None), None)
            if times is None or q.printed.digits < 3 or _OTHERWISE.search(plain(row[0].text)):
                continue
            text = f"{plain(row[j].text)}: {plain(row[k].text)}"
            meant = _in_other_letters(m, row[j].text, q) or str(formula * ratio(times))
            words = (
                f"{plain(row[j].text)} is {shown(value, digits=4)}, and its row has {plain(row[k].text)}, as {meant} is"
            )
            yield row[j], text, Verdict("wrong", words, code="column", right=meant)


def _in_other_letters(m: Material, text: str, q: Quantity) -> str | None:
    """A formula with one letter for another size of the document, where that makes the number of its row."""
    rows = {n: facts[0] for n, facts in m.facts.by_name.items() if facts[0].kind == "table" and len(n) == 1}
    values = {n: float(v) for n, f in rows.items() if (v := constant(f.value)) is not None}
    with suppress(SymroofError):
        node = parse_formula(plain(text)).sides[0].node
        for made, _ in exchanged(node, values) if node is not None else ():
            x = evaluated(made, values)
            if x is not None and digits.claim(q.printed, Fraction(x)) is not None:
                return spelled(made)
    return None


def _sized(m: Material, page: Page, cell: Cell) -> tuple[Ratio, Fraction] | None:
    """A formula in a cell and its value by the sizes told before it."""
    formula = cell_formula(cell.text)
    if formula is None or not 2 <= len(formula.names) <= 6:
        return None
    facts = m.facts.values(formula.names, page.base + cell.at) or {}
    if any(f.about or f.unit for f in facts.values()):
        return None
    value = _evaluated(formula, {n: v for n, f in facts.items() if (v := constant(f.value)) is not None})
    return None if value is None else (formula, value)


def _tried(cell: Cell, formula: Ratio, values: Mapping[str, Fraction]) -> Iterator[Tried]:
    said, value = number(cell), _evaluated(formula, values)
    if said is not None and value is not None and value > 0 and not _ABOUT.search(cell.text):
        put_in = ", ".join(f"{n} = {shown(v)}" for n, v in sorted(values.items()))
        yield cell, said, value, f"{formula} with {put_in}"


def _but_one(tried: Sequence[Tried]) -> Iterator[Judged]:
    """The one of four cells or more that alone does not follow, or of three where the others have digits to say so."""
    off = [x for x in tried if not _follows(x[1], x[2])]
    right = [x for x in tried if _follows(x[1], x[2])]
    if len(off) == 1 and len({x[2] for x in right}) >= 2 and sum(x[1].printed.digits for x in right) >= 4:
        cell, said, value, why = off[0]
        if abs(said.value / value - 1) > digits.ROUNDED_BEFORE:
            yield _wrong(cell, value, why)


def _follows(said: Quantity, value: Fraction) -> bool:
    return digits.claim(said.printed, value) is not None or abs(said.value - value) <= said.printed.place


def _definitions(m: Material, page: Page, grid: Grid, names: set[str]) -> Iterator[Fact]:
    """What the section of a table defines in just these letters."""
    at, scopes = page.base + grid.start, m.facts.scopes
    facts = (f for rows in m.facts.by_name.values() for f in rows if f.kind == "definition")
    near = (f for f in facts if {*f.value.names} == names and scopes.section(f.at) == scopes.section(at))
    yield from islice({str(f.value): f for f in near}.values(), MAX_DEFINITIONS)

r"""The cells of a table that follow from others: a column whose header is a formula of other columns, a row of totals.

Whether a column happens to be the product of two others is not asked: only what a header or the word "total" claims.

>>> from symroof.checking.proofread import proofread
>>> text = "| D | F | $2DF$ |\n|---|---|---|\n| 10 | 20 | 400 |\n| 10 | 30 | 400 |\n"
>>> [(f.verdict, f.line) for f in proofread(text).findings]
[('exact', 3), ('wrong', 4)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from symroof.algebra.posynomial import Ratio, ratio
from symroof.checking.claims import Claim, Verdict, constant
from symroof.checking.grid import Cell, Grid, grids
from symroof.checking.links import Known, _compare
from symroof.checking.material import Item, Material
from symroof.checking.spans import Page, Span
from symroof.checking.statement import Statement
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula
from symroof.reading.quantity import Quantity, quantity, shown

_TOTAL = re.compile(r"[\s*_`]*(?:grand )?(?:total|sum|overall|all together|altogether)\b", re.I)
_SUBTOTAL = re.compile(r"total|\bsum\b", re.I)
_NOT_ADDED = re.compile(
    r"%|share|fraction|average|mean|max|min|\bper\b|/|ratio|rate|speed|utili|intensity|version|rank|#|[TPG]FLOPS|mfu|hfu|"
    r"bandwidth|throughput|latency|accuracy|score|width|depth|temperature|price|clock|percent",
    re.I,
)
_LATER_COPIES = re.compile(r"[$`*]")
_HEADER_UNIT = re.compile(r"[(\[]\s*([A-Za-zµ/%]+)\s*[)\]]\s*\Z")


def table_rows(m: Material) -> Iterator[Statement]:
    """Every cell of a document's tables that its header, or its row, says follows from others."""
    for page, dark in zip(m.pages, m.darks):
        for grid in grids(page):
            yield from _by_header(m, page, dark, grid)
            yield from _totals(m, page, dark, grid)


def _plain(text: str) -> str:
    return _LATER_COPIES.sub("", text).strip()


def _number(cell: Cell) -> Quantity | None:
    text = _plain(cell.text).lstrip("~≈ ")
    with suppress(SymroofError):
        return quantity(text)
    return None


def _formula(text: str) -> Ratio | None:
    """A header that is a formula of several columns; None where it is a name or words."""
    plain = _HEADER_UNIT.sub("", _plain(text)).strip()
    body = plain.partition("=")[2].strip() or plain
    if len(body) > 80 or not re.search(r"[*/×·^+]|\\frac|\\cdot|\d[A-Z]|[A-Z]{2}", body):
        return None
    with suppress(SymroofError):
        side = parse_formula(body).sides[0]
        value = side.ratio()
        if value.names and not side.words:
            return value
    return None


def _names(head: tuple[Cell, ...]) -> dict[str, int]:
    """The symbols that headers name, with their columns: "width (D)" and "D"."""
    from symroof.checking.sizes import symbol

    out: dict[str, int] = {}
    for i, cell in enumerate(head):
        name = symbol(_plain(cell.text))
        if name and "/" not in name and "*" not in name:
            out.setdefault(name.replace("{", "").replace("}", ""), i)
    return out


def _by_header(m: Material, page: Page, dark: str, grid: Grid) -> Iterator[Statement]:
    """A column under $2DF$, with columns D and F beside it."""
    head, *body = grid.rows
    named = _names(head)
    for k, cell in enumerate(head):
        formula = _formula(cell.text)
        if formula is None or not set(formula.names) <= named.keys() - {n for n, i in named.items() if i == k}:
            continue
        for row in body:
            if len(row) != len(head):
                continue
            values = {n: _number(row[named[n]]) for n in formula.names}
            said = _number(row[k])
            if said is None or any(v is None for v in values.values()):
                continue
            found = _compared(formula, {n: v.value for n, v in values.items() if v is not None}, said)
            if found is not None:
                text = f"{_plain(cell.text)} is {_plain(row[k].text)}"
                yield _statement(m, page, dark, row[k], text, found)


def _compared(formula: Ratio, values: Mapping[str, Fraction], said: Quantity) -> Verdict | None:
    with suppress(SymroofError):
        value = constant(formula.subs({n: ratio(v) for n, v in values.items()}))
        if value is None:
            return None
        exact = Claim("value", ratio(value))
        claim = Claim("value", ratio(said.value), said.printed, None, said.dimension)
        v = _compare(exact, claim, "=", Known())
        with_values = ", ".join(f"{n} = {shown(x)}" for n, x in sorted(values.items()))
        return replace(v, reason=f"{v.reason}; with {with_values}")
    return None


def _totals(m: Material, page: Page, dark: str, grid: Grid) -> Iterator[Statement]:
    """A last row called total: each of its numbers is the sum of those above it."""
    head, *body = grid.rows
    if len(body) < 3 or not _TOTAL.match(body[-1][0].text) or any(len(r) != len(head) for r in body):
        return
    if any(_SUBTOTAL.search(r[0].text) for r in body[:-1]):
        return
    for k in range(1, len(head)):
        if _NOT_ADDED.search(_plain(head[k].text)):
            continue
        parts = [_number(r[k]) for r in body[:-1]]
        said = _number(body[-1][k])
        terms = [p for p in parts if p is not None]
        if said is None or len(terms) != len(parts) or {t.dimension for t in terms} != {said.dimension}:
            continue
        total = sum((t.value for t in terms), Fraction(0))
        room = sum((_slack(t) for t in (*terms, said)), Fraction(0))
        text = f"{_plain(body[-1][0].text)}: {_plain(body[-1][k].text)}"
        right = shown(total, said.dimension, 6)
        if abs(total - said.value) <= room:
            yield _statement(
                m, page, dark, body[-1][k], text, Verdict("exact", "the sum of the cells above", code="total")
            )
        elif said.value > max(t.value for t in terms) and said.value < 4 * total:  # an average is no sum
            v = Verdict("wrong", f"the cells above add up to {right}, not {_plain(body[-1][k].text)}", code="total",
                        right=right)  # fmt: skip
            yield _statement(m, page, dark, body[-1][k], text, v)


def _slack(q: Quantity) -> Fraction:
    """By how much a cell may be rounded; a whole number of one digit counts."""
    p = q.printed
    return Fraction(0) if p.text.strip().isdigit() and p.digits == 1 else p.coarse / 2


def _statement(m: Material, page: Page, dark: str, cell: Cell, text: str, v: Verdict) -> Statement:
    line, column = m.place(page, cell.at)
    end = cell.at + len(cell.text)
    span = Span(cell.text, line, column, "cell", cell.at, start=cell.at, end=end, raw=cell.text)
    side = Side(cell.text, 0, None)
    return Statement(Item(page, dark, span), text, v, "table", 0, "=", (side, side), "table")

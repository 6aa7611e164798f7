r"""Tables of what one has beside what all have, so many per node and in the cluster, and of pages and a TLB's reach.

The factor is a count that the text tells ("24 nodes", "1,536 entries") and another row bears out; then the one cell
that a slip made is wrong: a digit, two exchanged, a power of ten, bits for bytes.  A reach is nothing but its pages.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "It has 120 SMs.\n\n| memory | per SM | whole chip |\n|--|--|--|\n| registers | 256 KiB | 30 MiB |\n"
>>> [[f.fix for f in proofread(f"{text}| shared | 192 KiB | {x} MiB |\n").findings] for x in (22.5, 25.2)]
[[], ['write 22.5 MiB']]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice, permutations

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.grid import Cell, Grid, grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.tables.ranged import MEASURED
from symroof.checking.tables.tables import cell_statement, number, plain
from symroof.errors import SymroofError
from symroof.reading.quantity import Quantity, quantity, shown

MAX_COUNTS, MAX_COLUMNS = 40, 8
_PER = re.compile(r"\b(?:per|each|one|a\s+single)\s+(?P<noun>[A-Za-z]{2,})\b")
_ALL = re.compile(
    r"\b(?:whole|total|cluster|system|chip|all|fleet|hall|rack|node|machine|sum|together|altogether)\b", re.I
)
_PAGES, _REACH = re.compile(r"\bpages?\b", re.I), re.compile(r"\b(?:reach|coverage|covers)\b", re.I)
_ENTRIES = re.compile(r"(?<![\w.,])(\d[\d,]*)(?:[\s-]+[a-z]+)??[\s-]+entr(?:y|ies)\b")
_FIRST = re.compile(r"(?P<q>\d[\d,.]*\s?[KMGTP]i?B)(?=\Z|,\s|\s\()")
_SLIPS = (*(Fraction(10) ** k for k in (-3, -2, -1, 1, 2, 3)), Fraction(8), Fraction(1, 8))
Row = tuple[tuple[Cell, ...], Quantity, Quantity]


def perunit(m: Material) -> Iterator[Statement]:
    """Every cell for all that is not so many times the cell for one."""
    for page in m.pages:
        for grid in grids(page):
            head, *body = grid.rows
            for one, every in permutations(range(min(len(head), MAX_COLUMNS)), 2):
                titles = plain(head[one].text), plain(head[every].text)
                if any(MEASURED.search(t) for t in titles):
                    continue
                rows = [r for x in body if len(x) == len(head) and (r := _numbers(x, one, every)) is not None]
                counts, strict = _told(page, grid, titles) if len(rows) > 1 else ([], False)
                odd = _odd(rows, counts, strict=strict) if counts else None
                if odd is not None:
                    row, n, right = odd
                    cell = row[0][every]
                    fix = authors(row[2].printed.text, right)
                    words = f"{n} times {plain(row[0][one].text)} is {fix or shown(right, row[2].dimension, 4)}"
                    v = Verdict("wrong", f"{words}, not {row[2].printed.text}", code="column", right=fix)
                    yield cell_statement(m, page, cell, f"{titles[1]}: {plain(cell.text)}", v)


def _numbers(row: tuple[Cell, ...], one: int, every: int) -> Row | None:
    """What a row tells of one and of all, in one unit."""
    a, b = number(row[one]), number(row[every]) or _leading(row[every])
    if a is None or b is None or a.dimension != b.dimension:
        return None
    return (row, a, b) if a.value > 0 and b.value > 0 else None


def _leading(cell: Cell) -> Quantity | None:
    """The bytes that a cell begins with: 3 TiB, if the entries allowed it."""
    m = _FIRST.match(plain(cell.text))
    with suppress(SymroofError):
        return quantity(m["q"]) if m else None
    return None


def _told(page: Page, grid: Grid, titles: tuple[str, str]) -> tuple[list[int], bool]:
    """The counts that may be the factor between two columns, and whether nothing else can be."""
    before = page.text[max(0, grid.start - 1500) : grid.start]
    if _PAGES.search(titles[0]) and _REACH.search(titles[1]):
        found = {int(x.replace(",", "")) for x in _ENTRIES.findall(before)}
        return ([*found], True) if len(found) == 1 else ([], False)
    per = _PER.search(titles[0])
    if per is None or not _ALL.search(titles[1]) or _PER.search(titles[1]):
        return [], False
    noun = re.escape(per["noun"].rstrip("s"))
    named = re.compile(rf"(?<![\w.,])(\d[\d,]*)\s+[^.;,|\d\n]{{0,40}}?\b{noun}e?s\b", re.I)
    found = {int(x.replace(",", "")) for x in islice((m[1] for m in named.finditer(page.text)), MAX_COUNTS)}
    return sorted(n for n in found if n > 1), False


def _odd(rows: Sequence[Row], counts: Sequence[int], *, strict: bool) -> tuple[Row, int, Fraction] | None:
    """The only row that is not so many times, the count, and what it should be."""
    for n in counts:
        held = [_follows(b, a.value * n, a) for _, a, b in rows]
        off = [r for r, ok in zip(rows, held) if not ok]
        if len(off) != 1 or not any(held):
            continue
        _, a, b = off[0]
        right = a.value * n
        slip = digits.misprinted(b.printed, right) or any(digits.claim(b.printed.scaled(k), right) for k in _SLIPS)
        if slip or (strict and abs(b.value / right - 1) > digits.ROUND_FIGURE):
            return off[0], n, right
    return None


def _follows(said: Quantity, value: Fraction, of: Quantity) -> bool:
    """Whether a number is a product to its digits, or as its factor was rounded."""
    loose = of.printed.place / of.value / 2 if "." in of.printed.text else Fraction(0)
    near = abs(said.value / value - 1) <= loose + said.printed.place / said.value / 2
    return near or digits.claim(said.printed, value) in ("exact", "rounded")

r"""The tables of a page as rows of cells that know where they stand.

>>> from symroof.checking.spans import page_of
>>> [t] = grids(page_of("| a | b |\n|---|---|\n| 1 | 2 |\n"))
>>> [[c.text for c in row] for row in t.rows]
[['a', 'b'], ['1', '2']]
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from symroof.checking.spans import Page

MAX_ROWS = 400
MAX_COLUMNS = 30
_RULE = re.compile(r"[\s|:+-]*\Z")
_BAR = re.compile(r"(?<!\\)\|")


@final
@dataclass(frozen=True)
class Cell:
    """A cell's text without the blanks around it, and its offset in the page."""

    text: str
    at: int


@final
@dataclass(frozen=True)
class Grid:
    """A table: its rows, the header first."""

    rows: tuple[tuple[Cell, ...], ...]
    start: int


def grids(page: Page) -> Iterator[Grid]:
    """The pipe tables of a page."""
    for b in page.blocks:
        if b.kind != "table":
            continue
        rows, at = [], b.start
        for line in page.text[b.start : b.end].split("\n")[: MAX_ROWS + 2]:
            if line.strip() and not _RULE.match(line):
                rows.append(tuple(_cells(line, at))[:MAX_COLUMNS])
            at += len(line) + 1
        if len(rows) > 1:
            yield Grid(tuple(rows), b.start)


def _cells(line: str, at: int) -> Iterator[Cell]:
    bars = [m.start() for m in _BAR.finditer(line)]
    edges = [-1, *bars, len(line)]
    for a, b in itertools.pairwise(edges):
        text = line[a + 1 : b]
        if (a < 0 or b == len(line)) and not text.strip():
            continue
        lead = len(text) - len(text.lstrip())
        yield Cell(text.strip(), at + a + 1 + lead)

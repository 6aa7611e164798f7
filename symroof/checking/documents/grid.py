r"""The tables of a page, of Markdown or LaTeX, as rows of cells that know where they stand.

>>> from symroof.checking.documents.spans import page_of
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

from symroof.checking.documents.spans import Page

MAX_ROWS = 400
MAX_COLUMNS = 30
_RULE = re.compile(r"[\s|:+-]*\Z")
MAX_TABULARS = 200  # of one page
MAX_TABULAR = 20_000  # characters of one
_BEGIN = re.compile(
    r"\\begin\{(array|tabularx?|tabular\*|longtable)\}(?:\s*(?:\[[^\]\n]{0,20}\]|\{[^{}\n]{0,80}\})){0,3}"
)
_ROW_ENDS = re.compile(r"\\\\(?:\s?\[[^\]\n]{0,12}\])?|\\tabularnewline")
_DRAWN = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|(?:cline|cmidrule)(?:\([lr]+\))?\{[\d-]+\})")
_AND = re.compile(r"(?<!\\)&")
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
    ruled: frozenset[int] = frozenset()  # rows under a rule, where the author draws them


def grids(page: Page) -> tuple[Grid, ...]:
    """The pipe tables of a page, and those of LaTeX, made once."""
    found: tuple[Grid, ...] | None = page.made.get("grids")
    if found is None:
        found = page.made["grids"] = tuple(_grids(page))
    return found


def _grids(page: Page) -> Iterator[Grid]:
    yield from _tabular(page)
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


def _tabular(page: Page) -> Iterator[Grid]:
    """The arrays and tabulars of a page."""
    fences = [(b.start, b.end) for b in page.blocks if b.kind in ("fence", "indented", "front")]
    for m in itertools.islice(_BEGIN.finditer(page.text), MAX_TABULARS):
        end = page.text.find(f"\\end{{{m[1]}}}", m.end(), m.end() + MAX_TABULAR)
        if end >= 0 and not any(a <= m.start() < b for a, b in fences):
            grid = _ruled(page.text, m.end(), end)
            if len(grid.rows) > 1:
                yield grid


def _ruled(text: str, start: int, end: int) -> Grid:
    """A table of LaTeX, from behind its columns to its end; lines of rules alone are no rows."""
    rows: list[tuple[Cell, ...]] = []
    ruled: set[int] = set()
    at, rule = start, False
    for stop in itertools.islice(itertools.chain(_ROW_ENDS.finditer(text, start, end), (None,)), MAX_ROWS):
        line = text[at : stop.start() if stop else end]
        plain = _DRAWN.sub(lambda x: " " * len(x.group()), line)
        rule = rule or plain != line
        if plain.strip():
            ruled |= {len(rows)} if rule else set()
            rows.append(tuple(_parted(plain, at))[:MAX_COLUMNS])
            rule = False
        at = stop.end() if stop else end
    return Grid(tuple(rows), start, frozenset(ruled))


def _parted(line: str, at: int) -> Iterator[Cell]:
    """The cells of a row of LaTeX, empty ones too."""
    edges = [-1, *(m.start() for m in _AND.finditer(line)), len(line)]
    for a, b in itertools.pairwise(edges):
        text = line[a + 1 : b]
        yield Cell(text.strip(), at + a + 1 + len(text) - len(text.lstrip()))


def _cells(line: str, at: int) -> Iterator[Cell]:
    bars = [m.start() for m in _BAR.finditer(line)]
    edges = [-1, *bars, len(line)]
    for a, b in itertools.pairwise(edges):
        text = line[a + 1 : b]
        if (a < 0 or b == len(line)) and not text.strip():
            continue
        lead = len(text) - len(text.lstrip())
        yield Cell(text.strip(), at + a + 1 + lead)

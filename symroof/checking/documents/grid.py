r"""The tables of a page, of Markdown, LaTeX or HTML, as rows of cells that know where they stand.

>>> from symroof.checking.documents.spans import page_of
>>> [t] = grids(page_of("| a | b |\n|---|---|\n| 1 | 2 |\n"))
>>> [[c.text for c in row] for row in t.rows]
[['a', 'b'], ['1', '2']]
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.checking.documents.asread import blank, spelled
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
_HTML = re.compile(r"<table\b[^<>]*>", re.I)
_CLOSED = re.compile(r"</table>", re.I)
_MERGED = re.compile(r"\b(?:col|row)span\s*=|<table\b", re.I)  # cells that stand in several columns
_ROW = re.compile(r"<tr\b[^<>]*>((?:(?!</?tr\b|</t(?:head|body))[\s\S])*)", re.I)
_CELL = re.compile(r"<t[dh]\b[^<>]*>((?:(?!</?t[dh]\b)[\s\S])*)", re.I)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")


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
    """The pipe tables of a page, and those of LaTeX and HTML, made once."""
    found: tuple[Grid, ...] | None = page.made.get("grids")
    if found is None:
        found = page.made["grids"] = tuple(_grids(page))
    return found


def _grids(page: Page) -> Iterator[Grid]:
    yield from _tabular(page)
    yield from _marked_up(page)
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


def _marked_up(page: Page) -> Iterator[Grid]:
    """The tables of HTML whose cells all stand in one row and one column."""
    if page.tex or "<table" not in page.text.lower():
        return
    fences = [(b.start, b.end) for b in page.blocks if b.kind in ("fence", "indented", "front")]
    for m in itertools.islice(_HTML.finditer(page.text), MAX_TABULARS):
        closed = _CLOSED.search(page.text, m.end(), m.end() + MAX_TABULAR)
        end = closed.start() if closed else -1
        if end < 0 or _MERGED.search(page.text, m.end(), end) or any(a <= m.start() < b for a, b in fences):
            continue
        rows = [
            tuple(_told(c[1], c.start(1)) for c in itertools.islice(_CELL.finditer(page.text, *r.span(1)), MAX_COLUMNS))
            for r in itertools.islice(_ROW.finditer(page.text, m.end(), end), MAX_ROWS)
        ]
        if len(rows) > 1:
            yield Grid(tuple(row for row in rows if row), m.start())


def _told(markup: str, at: int) -> Cell:
    """What a cell of HTML holds, without its tags."""
    text = _TAG.sub(blank, spelled(markup))
    return Cell(text.strip(), at + len(text) - len(text.lstrip()))


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

r"""The columns of a table as ranges: what each printed number may have been before it was rounded.

>>> from symroof.checking.documents.grid import grids
>>> from symroof.checking.documents.spans import page_of
>>> rows = "".join(f"| {n} | {n / 8} |\n" for n in (1, 2, 3, 5))
>>> [grid] = grids(page_of("| $n$ | $T$ (ms) |\n|--|--|\n" + rows))
>>> [(s.name, s.unit, s.ranges[0]) for s in upright(grid).series][0]
('n', '', (0.999999999, 1.000000001))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeVar, final

import symroof.regexes as re
from symroof.checking.documents.grid import Cell, Grid
from symroof.checking.documents.macros import expanded, macros_of
from symroof.checking.documents.sizes import symbol
from symroof.checking.documents.spans import Page
from symroof.checking.tables.tables import TOTAL, number, plain
from symroof.reading.measures import Dimension
from symroof.reading.quantity import UNITS, Printed

AROUND = 0.1  # by how much columns that only go together differ from a relation
FEWEST, MAX_ROWS = 3, 40  # rows of a table
MARGIN = 1e-9  # of floats
Range = tuple[float, float]  # what a printed number may have been before it was rounded
_N = TypeVar("_N", float, Fraction)  # in floats, or exactly

_COUNT = re.compile(r"\d{1,7}(?:,\d{3})*\Z")
_TIMES_BEHIND = re.compile(r"(?<=\d)\s?(?:[x×]|\\times)\Z")
_COMPUTED = re.compile(
    r"\bspeed-?\s?ups?\b|\bshare\b|fraction|percent\w*|\bpct\b|%|efficienc|\bratio\b|\bbound\b|intensity|\bbalance\b|"
    r"\bper\b|[/÷]|\bcosts?\b|\btotal\b|\breach\b|\boverhead\b|\bsaving|\bS\([A-Za-z]\)|"
    r"\bin (?:ns|µs|us|ms|s|h|GB|MB)\b",
    re.I,
)
MEASURED = re.compile(
    r"measur|observ|achiev|actual|sampl(?!es?\s*(?:/|per\b))|average|mean|median|\bp\d\d|error|±|score|accura|loss|perplex|estimat|reported|"
    r"nominal|typical|spot|discount|advertis|rated|\bmax|\bmin|boost|overlap|exposed",
    re.I,
)
_NAMED = re.compile(
    r"(?:gpu|tpu|chip|model|device|card|accelerator|processor|cpu|machine|instance|product|system|generation|vendor|part|"
    r"name|version|year|country|city|planet|element|species|material|team|player|network|architecture)s?\b",
    re.I,
)
_SO_MANY = re.compile(
    r"(?:gpu|tpu|chip|device|card|processor|cpu|machine|instance|player)s\b", re.I
)  # 1, 2, 4 and 8 GPUs
_UNIT_IN_HEADER = re.compile(r"[(\[,]\s*(?:in\s)?([A-Za-zµμ%°][\w/µμ%·^]*)\s*[)\]]?\s*\Z")
_UNIT_ALONE = re.compile(
    r"(?:(?:nano|micro|milli|kilo|mega|giga)?(?:seconds|bytes|watts|joules)|[numµμ]?s|[kKMGTPE]i?B(?:/s)?|[KMGT]iB|"
    r"[kMGTPE]?FLOPs?(?:/s)?|[kMGT]?W|[kMm]?J|[kMG]?Wh|hours|days|minutes|/(?:hour|day|month|year|s|min))\Z",
    re.I,
)
_UNIT_BEHIND = re.compile(r"\s*[(\[][^()\[\]$]{1,16}[)\]]\s*\Z")
_OF = re.compile(r"(?<=\w)\((?:\\?[A-Za-z]{1,6})\)(?=\$|\\\)|\s*\Z)")
_BEHIND_WORDS = re.compile(  # "traffic $Q$", and not "time at $W$"
    r"(?:(?!(?:at|per|for|of|in|with|over|by|from|to|under|on|versus|vs|than|when|if|as|times|least|most|m(?:in|ax)\w*|"
    r"\w+est|\w+ed|new|old|other|ideal|optimal|relative|effective|equivalent)\b)[A-Za-z-]+\s+){1,3}"
    r"(?:\$(?P<math>[^$]{1,24})\$|`(?P<code>[^`]{1,24})`|\\\((?P<tex>[^()]{1,24})\\\))\s*\Z"
)
_UPRIGHT = re.compile(r"\\(?:mathrm|text|textrm|mathit|operatorname)(?=\s?\{)")
_NOTED = re.compile(r"(?<=[\w)%])\*(?!\*)(?![^|]*\w\*)|[†‡§]|\[\^|<sup>|\^\w\Z|\([a-z]{3}")


@final
@dataclass(frozen=True)
class Series:
    """A column of numbers, one a row and None where there is none: its header, its cells and what it may be."""

    header: str
    cells: tuple[Cell, ...]
    printed: tuple[Printed | None, ...]
    dimension: Dimension | None
    first: bool = False
    title: str = ""  # its header as it is written

    @cached_property
    def name(self) -> str:
        """The symbol that its header is: "$W_q$ (ms)", "A(n)"."""
        title = _UPRIGHT.sub("", _UNIT_BEHIND.sub("", self.title))
        behind = _BEHIND_WORDS.match(title)
        plainly = _OF.sub("", (behind[behind.lastgroup or 0] if behind else title).replace("{", "").replace("}", ""))
        return symbol(plainly).replace("{", "").replace("}", "")

    @cached_property
    def counts(self) -> bool:
        """Whether it counts, and nobody rounds it."""
        return all(p is None or _COUNT.match(p.text) for p in self.printed)

    @cached_property
    def scaled(self) -> list[tuple[float, float] | None]:
        """Each number in the unit of its header, and half of its last place, where it may have been rounded."""
        by = float(UNITS[self.unit].scale) if self.unit in UNITS and not self.dimension else 1.0
        loose = not self.first and not self.counts
        return [(float(p.value) * by, float(p.place) / 2 * by if loose else 0.0) if p else None for p in self.printed]

    @cached_property
    def positive(self) -> bool:
        """Whether all its numbers are more than zero, and those of all rows but one are there."""
        found = [p.value for p in self.printed if p is not None]
        return min(found) > 0 and len(found) >= max(4, len(self.printed) - 1)

    @cached_property
    def computed(self) -> bool:
        """Whether its header, or a percent in its cells, says that it was computed."""
        return bool(_COMPUTED.search(self.header)) or any("%" in p.text for p in self.printed if p is not None)

    @cached_property
    def unit(self) -> str:
        """The unit behind its header."""
        found = _UNIT_IN_HEADER.search(self.header)
        return found[1] if found else self.header if _UNIT_ALONE.match(self.header) else ""

    @cached_property
    def ranges(self) -> list[Range | None]:
        """What each number may have been before it was rounded."""
        return [around(p, 0 if self.counts else p.place) if p else None for p in self.printed]

    @cached_property
    def narrow(self) -> list[Range | None]:
        """The same where what has fewer decimals than others is meant exactly, and a first column is chosen."""
        finest = 0 if self.first else min(p.place for p in self.printed if p)
        return [around(p, 0 if self.counts else finest) if p else None for p in self.printed]


def around(p: Printed, place: Fraction | int) -> Range:
    value, half = float(p.value), float(place) / 2 * (1 + MARGIN)
    return value - half - MARGIN * value, value + half + MARGIN * value


@final
@dataclass(frozen=True)
class Table:
    """Columns of numbers beside names."""

    series: tuple[Series, ...]
    rows: int
    noted: tuple[bool, ...]  # rows with a remark of their own
    named: bool  # whether its rows are chips, models or the like, which have their exceptions
    names: tuple[str, ...] = ()  # its rows' first cells


def tables(page: Page, grid: Grid) -> tuple[Table, ...]:
    """A table as it stands, and with its rows as columns, made once."""
    known = page.made.setdefault("tables", {})
    if grid.start not in known:
        plainly = _written_out(page, grid)
        known[grid.start] = tuple(t for t in (upright(plainly), _turned(plainly)) if t is not None)
    found: tuple[Table, ...] = known[grid.start]
    return found


def _written_out(page: Page, grid: Grid) -> Grid:
    """A table with the macros of its header written out."""
    macros = macros_of(page.text) if page.tex else {}
    head = tuple(replace(c, text=expanded(c.text, macros)) for c in grid.rows[0])
    return replace(grid, rows=(head, *grid.rows[1:])) if macros else grid


def upright(grid: Grid) -> Table | None:
    """A table as it stands."""
    head, *body = grid.rows
    return _table(head, [r for r in body if len(r) == len(head) and not TOTAL.match(plain(r[0].text))])


def _turned(grid: Grid) -> Table | None:
    """A table whose rows are quantities."""
    width = len(grid.rows[0])
    if width < 5 or any(len(r) != width for r in grid.rows):
        return None
    head, *body = zip(*grid.rows)
    if any(number(c) is not None for c in head[1:]):
        return None
    return _table(head, [r for r in body if not TOTAL.match(plain(r[0].text))])


def _table(head: Sequence[Cell], rows: Sequence[Sequence[Cell]]) -> Table | None:
    if not FEWEST <= len(rows) <= MAX_ROWS:
        return None
    out = []
    for k, title in enumerate(head):
        cells = tuple(r[k] for r in rows)
        read = [number(c, _TIMES_BEHIND) for c in cells]
        found = [q for q in read if q is not None]
        if len(found) < max(FEWEST, len(rows) - 1) or len({q.dimension for q in found}) > 1:
            continue
        if min(q.value for q in found) >= 0 and len({q.value for q in found}) > 1:
            printed = tuple(q.printed if q is not None else None for q in read)
            out.append(Series(plain(title.text), cells, printed, found[0].dimension, k == 0, title.text))
    first = plain(head[0].text)
    noted = tuple(any(_NOTED.search(c.text) for c in r) for r in rows)
    names = tuple(plain(r[0].text) for r in rows)
    counted = _SO_MANY.match(first) and all(n.replace(",", "").isdigit() for n in names)
    return Table(tuple(out), len(rows), noted, bool(_NAMED.match(first)) and not counted, names) if out else None


def same(x: tuple[_N, _N]) -> tuple[_N, _N]:
    return x


def inverse(x: tuple[_N, _N]) -> tuple[_N, _N]:
    """1/x of what is above 0, as in all of these."""
    return 1 / x[1], 1 / x[0]


def times(first: tuple[_N, _N], *others: tuple[_N, _N]) -> tuple[_N, _N]:
    low, high = first
    for x in others:
        low, high = low * x[0], high * x[1]
    return low, high


def over(x: tuple[_N, _N], y: tuple[_N, _N]) -> tuple[_N, _N]:
    return x[0] / y[1], x[1] / y[0]


def width(x: Range) -> float:
    return 2 * (x[1] - x[0]) / (x[0] + x[1])

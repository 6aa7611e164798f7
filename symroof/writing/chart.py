"""A picture as data: curves, marks and regions on two axes, its palette, and where every label stands.

The drawings (``draw.py``) are made from it; labels stand where they belong to, so that grey prints and colour-blind
readers lose nothing: regions differ in lightness, curves in dashes, operations in the shape of their marks.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass
from itertools import pairwise
from typing import final

from symroof.lazy import pattern
from symroof.shown import png
from symroof.writing.labels import Box, Spot, Tag, apart, extent, far, place, type_size

INKS = ("#0B3C6F", "#9C3D00", "#00573F", "#6A3F64", "#1F6391", "#333333")  # Okabe and Ito, darkened for small type
DASHES = ("-", "--", "-.", ":")
SHAPES = ("circle", "square", "triangle", "diamond", "pentagon", "star")
RED, YELLOW, GREEN, BLUE = "#EBA795", "#FDF6DC", "#C9E6D2", "#A9BEDC"  # 185, 245, 219, 187 in grey
SMALL, WORDS = 8.5, 9.0  # type sizes in points: labels; regions, title
Point = tuple[float, float]
_ONE = pattern(r" (?==)|(?<==) |(?<=_\w) (?=[A-Z])|(?<=_\w\w) (?=[A-Z])")  # spaces inside what is one thing


@final
@dataclass(frozen=True)
class Curve:
    """A line with its label, which stands near the point ``at`` (an index), or in the margin beside the line's end."""

    points: tuple[Point, ...]
    label: str = ""
    at: int = 0
    ink: int = 0
    dash: int = 0
    width: float = 2.0
    toward: Point = (0.0, 1.0)
    margin: bool = False


@final
@dataclass(frozen=True)
class Mark:
    """A point with a label near it, rather in the direction ``toward``; ``drop`` draws a line down to the axis.

    ``bound`` is the resource that binds there, where the point is an operation.
    """

    x: float
    y: float
    label: str
    ink: int = 0
    drop: bool = False
    toward: Point = (1.0, -1.0)
    shape: int = 0
    bound: str = ""


@final
@dataclass(frozen=True)
class Region:
    """A shaded stretch of the x axis, or with ``polygon`` any area; ``where`` (fractions of the axes) is for words."""

    left: float
    right: float
    color: str
    label: str
    polygon: tuple[Point, ...] = ()
    where: Point = (0.0, 0.0)


@final
@dataclass(frozen=True, repr=False)
class Chart:
    """A picture as data, before any drawing: what is on it and how the axes run.

    ``key`` names the operations where several are drawn, each with its ink and the shape of its marks; ``patches`` the
    regions, with their colors, that are too small for their words.
    """

    title: str
    x_label: str
    y_label: str
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    log: tuple[bool, bool] = (True, True)
    curves: tuple[Curve, ...] = ()
    marks: tuple[Mark, ...] = ()
    regions: tuple[Region, ...] = ()
    key: tuple[tuple[str, int, int], ...] = ()
    patches: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"Chart({self.title!r}: {len(self.curves)} curves, {len(self.marks)} marks, {len(self.regions)} regions)"

    def _repr_png_(self) -> bytes:
        """The picture, for notebooks."""
        return png(self)

    @property
    def size(self) -> tuple[float, float]:
        """Inches; higher than usual where the margin has many labels or the head many lines."""
        head = 0.18 * (len(self.head()) + len(self.key) + len(self.patches) - 1)
        return 8.6, max(4.8, 1.2 + 0.52 * sum(c.margin for c in self.curves)) + head

    def head(self, width: float = 540.0) -> list[str]:
        """The title in lines that fit into so many points; "AllGather_X A" and "B = 8" are not broken.

        >>> Chart("a long title " * 9, "x", "y", (0, 1), (0, 1)).head()[0].count("long")
        7
        """
        fit = int(width / (0.62 * WORDS))
        kept = _ONE.sub("\xa0", self.title).split("\n")
        rows = [row for line in kept for row in textwrap.wrap(line, fit, subsequent_indent="  ")]
        return [row.replace("\xa0", " ") for row in rows]


@final
@dataclass(frozen=True)
class Text:
    """A label that has found its place: its middle is (dx, dy) points from (x, y).

    ``beside`` is set for one in the margin: the height of its line as a fraction of the axis, and points up from it.
    """

    label: str
    ink: int
    x: float
    y: float
    dx: float = 0.0
    dy: float = 0.0
    leader: bool = False
    beside: Point | None = None


def stands(chart: Chart, r: Region) -> Point:
    """The foot of a region's words, as fractions of the axes: the middle of a stretch, or where it says."""
    lo, hi, a, b = (math.log(v) if chart.log[0] else v for v in (*chart.x_range, r.left, r.right))
    return r.where[0] or ((a + b) / 2 - lo) / (hi - lo), r.where[1] or 0.05


def layout(chart: Chart, width: float, height: float, size: float = SMALL) -> list[Text]:
    """Every label of curves and marks with its place, on axes of so many points."""

    def spot(p: Point) -> Spot:
        x, y = (
            (math.log(v / lo) / math.log(hi / lo) if log else (v - lo) / (hi - lo))
            for v, (lo, hi), log in zip(p, (chart.x_range, chart.y_range), chart.log)
        )
        return x * width, y * height

    side = [c for c in chart.curves if c.margin and c.label]
    ends = [spot(c.points[-1])[1] for c in side]
    tall = [extent(c.label, size)[1] for c in side]
    column = apart(ends, tall, 0, height + 12)
    out = [
        Text(c.label, c.ink, *c.points[-1], beside=(end / height, at - end)) for c, end, at in zip(side, ends, column)
    ]
    near = [(c.label, c.ink, c.points[c.at], c.toward) for c in chart.curves if c.label and not c.margin]
    near += [(m.label, m.ink, (m.x, m.y), m.toward) for m in chart.marks if m.label]
    tags = [Tag(spot(p), label, type_size(label, size), toward) for label, _, p, toward in near]
    taken = []
    for r in chart.regions:
        (fx, fy), (w, h) = stands(chart, r), extent(r.label, WORDS)
        taken.append(Box(fx * width - w / 2, fy * height, fx * width + w / 2, fy * height + h))
    paths = [list(map(spot, c.points[:: max(1, len(c.points) // 40)] + c.points[-1:])) for c in chart.curves]
    lines = [line for path in paths for line in pairwise(path)]
    lines += [(spot((m.x, m.y)), spot((m.x, chart.y_range[0]))) for m in chart.marks if m.drop]
    dots = [Box(x - 3, y - 3, x + 3, y + 3) for x, y in (spot((m.x, m.y)) for m in chart.marks if not m.label)]
    places = place(tags, Box(0, 0, width, height), [*taken, *dots], lines)
    for (label, ink, p, _), tag, (dx, dy) in zip(near, tags, places):
        out.append(Text(label, ink, *p, dx, dy, far(tag, (dx, dy))))
    return out

"""Where labels go so that none covers another: a column beside the axes, and the free place nearest to a point.

All lengths are points on paper (1/72 inch) from the lower left corner of the axes; the width of a text is estimated
from above, so that matplotlib, pgfplots and any other who draws finds room for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import symroof.regexes as re

Spot = tuple[float, float]
Line = tuple[Spot, Spot]
LEADER = 22.0  # a label further from its point than this gets a line to it
_RINGS = (11.0, 16.0, 22.0, 30.0, 40.0, 52.0, 66.0, 82.0, 100.0, 120.0, 145.0, 175.0, 210.0)
_TURNS = 24


@final
@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    x0: float
    y0: float
    x1: float
    y1: float

    def meets(self, other: Box, gap: float = 1.5) -> bool:
        """Whether they come nearer than the gap.

        >>> Box(0, 0, 10, 10).meets(Box(9, 9, 20, 20)), Box(0, 0, 10, 10).meets(Box(12, 0, 20, 10))
        (True, False)
        """
        return (
            self.x0 < other.x1 + gap
            and other.x0 < self.x1 + gap
            and self.y0 < other.y1 + gap
            and other.y0 < self.y1 + gap
        )

    def cut_by(self, line: Line) -> bool:
        """Whether a segment passes through it (Liang and Barsky).

        >>> Box(0, 0, 10, 10).cut_by(((-5, 5), (15, 6))), Box(0, 0, 10, 10).cut_by(((-5, 5), (5, 25)))
        (True, False)
        """
        (ax, ay), (bx, by) = line
        lo, hi = 0.0, 1.0
        for p, q in (
            (ax - bx, ax - self.x0),
            (bx - ax, self.x1 - ax),
            (ay - by, ay - self.y0),
            (by - ay, self.y1 - ay),
        ):
            if p == 0:
                if q < 0:
                    return False
            elif p < 0:
                lo = max(lo, q / p)
            else:
                hi = min(hi, q / p)
        return lo <= hi


@final
@dataclass(frozen=True)
class Tag:
    """A text that belongs to a point, and the direction in which it would rather stand."""

    at: Spot
    text: str
    size: float = 8.5
    toward: Spot = (1.0, -1.0)


def extent(text: str, size: float) -> Spot:
    r"""Width and height of a text, estimated from above; of a formula, by what is left without its commands.

    >>> extent("ridge 240.2", 10), extent(r"$B = \dfrac{D}{2}$", 10)
    ((70.4, 13.0), (38.4, 26.0))
    """
    rows = text.split("\n")
    high = float(len(rows))
    if text.startswith("$"):
        rows = [re.sub(r"\\[a-z]+|[{}$^_ ]", "", text).replace("=", " = ")]
        high = (1.0, 2.0, 2.6)[min(text.count("frac"), 2)]
    wide = max(len(r) + 0.4 * sum(map(r.count, "mwMW")) for r in rows)
    return round(0.64 * size * wide, 3), round(1.3 * size * high, 3)


def type_size(label: str, size: float) -> float:
    """Points: formulas stand larger than words, for their fractions."""
    return size + 2 if label.startswith("$") else size


def apart(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Places in their order along a line, each as near as can be to where it is wanted, none over another.

    Where there is not room for all between low and high they still do not overlap, and the column runs past high.

    >>> apart([50, 52, 90], [10, 10, 10], 0, 100)
    [46.0, 56.0, 90.0]
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    groups: list[tuple[float, float, list[int]]] = []  # (wanted middle, length, members)
    for i in order:
        middle, length, members = wanted[i], sizes[i], [i]
        while True:
            middle = max(min(middle, high - length / 2), low + length / 2)
            if not groups or groups[-1][0] + groups[-1][1] / 2 <= middle - length / 2:
                break
            before = groups.pop()
            length += before[1]
            members = before[2] + members
            middle = sum(wanted[m] for m in members) / len(members)
        groups.append((middle, length, members))
    out = [0.0] * len(wanted)
    for middle, length, members in groups:
        at = middle - length / 2
        for m in members:
            out[m] = at + sizes[m] / 2
            at += sizes[m]
    return out


def place(tags: Sequence[Tag], area: Box, taken: Sequence[Box] = (), lines: Sequence[Line] = ()) -> list[Spot]:
    """For each tag the middle of its text, from its point: free of other texts first, then of lines, then near.

    Texts are placed in the order given; the same tags give the same places.
    """
    boxes = [*taken, *(Box(x - 3, y - 3, x + 3, y + 3) for x, y in (t.at for t in tags))]
    drawn = list(lines)
    out = []
    for tag in tags:
        _, spot, box = min(_options(tag, area, boxes, drawn), key=lambda o: o[0])
        out.append(spot)
        boxes.append(box)
        if far(tag, spot):
            drawn.append((tag.at, (tag.at[0] + spot[0], tag.at[1] + spot[1])))
    return out


def far(tag: Tag, spot: Spot) -> bool:
    """Whether a text stands so far from its point that a line should lead there."""
    w, h = extent(tag.text, tag.size)
    return math.hypot(max(0.0, abs(spot[0]) - w / 2), max(0.0, abs(spot[1]) - h / 2)) > LEADER


def _options(tag: Tag, area: Box, boxes: Sequence[Box], lines: Sequence[Line]) -> list[tuple[float, Spot, Box]]:
    """Every place tried, with what it costs."""
    w, h = extent(tag.text, tag.size)
    (x, y), (tx, ty) = tag.at, tag.toward
    favourite = math.atan2(ty, tx)
    tried = []
    for ring in _RINGS:
        for k in range(_TURNS):
            angle = favourite + 2 * math.pi * k / _TURNS
            cx, cy = math.cos(angle), math.sin(angle)
            dx = cx * ring + _clamped(2 * cx) * w / 2
            dy = cy * ring * 0.8 + _clamped(2 * cy) * h / 2
            box = Box(x + dx - w / 2, y + dy - h / 2, x + dx + w / 2, y + dy + h / 2)
            cost = ring * 2 + 12 * (1 - math.cos(angle - favourite))
            outside = max(area.x0 - box.x0, box.x1 - area.x1, area.y0 - box.y0, box.y1 - area.y1)
            if outside > 0:
                cost += 5000 + 100 * outside
            cost += 2000 * sum(box.meets(b) for b in boxes)
            leader = ((x, y), (x + dx, y + dy))
            if ring > LEADER:
                cost += 30 + 400 * sum(b.cut_by(leader) for b in boxes if not b.meets(Box(x, y, x, y)))
            cuts = sum(box.cut_by(line) for line in lines)
            cost += 600 * bool(cuts) + 50 * cuts
            tried.append((cost, (dx, dy), box))
    return tried


def _clamped(v: float) -> float:
    return max(-1.0, min(1.0, v))

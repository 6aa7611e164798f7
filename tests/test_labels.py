"""Where labels of pictures come to stand, measured by matplotlib's own renderer on random maps and rooflines.

Earlier tests looked at places as they were planned, from widths that were estimated: a formula drawn two points larger
than planned touched the frame, and measurements at one point stood over one another.
"""

from __future__ import annotations

import random
import re
from itertools import combinations, pairwise

import pytest

from symroof import op, roofline
from symroof.errors import SymroofError
from symroof.writing.chart import Chart, stands
from symroof.writing.draw import figure
from symroof.writing.plot import regime_map

pytestmark = pytest.mark.slow
MATMULS = (
    ("bf16[B, D] * bf16[D, F] -> bf16[B, F]", {}),
    ("int8[B, D] * int8[D, F] -> int8[B, F]", {}),
    ("bf16[B, D] * int8[D, F] -> bf16[B, F]", {}),
    ("A[B, D_X] * W[D_X, F] -> C[B, F]", {"mesh": "X=4", "dtype": "bf16"}),
    ("A[B_X, D] * W[D, F] -> C[B_X, F]", {"mesh": "X=4", "dtype": "bf16"}),
    ("A[B, D_X] * W[D, F_Y] -> C[B, F_Y]", {"mesh": "X=4 Y=2", "dtype": "bf16"}),
    ("A[B_X, D_Y] * W[D_Y, F_X] -> C[B_X, F]", {"mesh": "X=2 Y=2", "dtype": "bf16", "overlap": "max"}),
)
OTHERS = (("bf16[N] * bf16[N] -> bf16[1]", {}), ("bf16[N] + bf16[N] -> bf16[N]", {}))
CHIPS = ("TPU v5e", "TPU v5p", "TPU v6e", "H100", "A100")


class Seen:
    """What the renderer made of a chart, in pixels: its axes, texts, lines and points."""

    def __init__(self, chart: Chart) -> None:
        from matplotlib.text import Text

        fig = figure(chart)
        fig.canvas.draw()
        (ax,) = fig.axes
        renderer = fig.canvas.get_renderer()
        self.chart, self.ax, self.frame = chart, ax, ax.get_window_extent()
        self.whole = fig.canvas.get_width_height()
        self.texts = [(t, Text.get_window_extent(t, renderer)) for t in ax.texts if t.get_text()]
        paths = [ax.transData.transform(line.get_xydata()) for line in ax.lines]
        self.lines = [p for p, line in zip(paths, ax.lines) if len(p) > 1 and line.get_linestyle() != ":"]
        self.points = [p[0] for p in paths if len(p) == 1]
        self.head = [ax._left_title.get_window_extent(renderer)]
        self.head += [ax.get_legend().get_window_extent(renderer)] if ax.get_legend() else []

    def faults(self) -> list[str]:
        """Texts off the frame or the page, over one another, or over a point."""
        out = []
        for t, box in self.texts:
            inside = self.frame.x0 <= box.x0 and box.x1 <= self.frame.x1
            inside &= self.frame.y0 <= box.y0 and box.y1 <= self.frame.y1
            margin = self.frame.x1 < box.x0 and box.x1 <= self.whole[0] and box.y0 >= 0 and box.y1 <= self.whole[1]
            out += [] if inside or margin else [f"off the frame: {t.get_text()!r}"]
            covered = any(box.x0 < x < box.x1 and box.y0 < y < box.y1 for x, y in self.points)
            out += [f"over a point: {t.get_text()!r}"] if covered else []
        pairs = combinations(self.texts, 2)
        out += [f"{t.get_text()!r} over {u.get_text()!r}" for (t, a), (u, b) in pairs if a.overlaps(b)]
        return out + ["the head is wider than the page" for box in self.head if box.x1 > self.whole[0] + 1]

    def crossed(self) -> list[str]:
        """Texts that a border passes through, by points a pixel apart along it."""
        out = []
        for t, box in self.texts:
            for line in self.lines:
                for (ax, ay), (bx, by) in pairwise(line):
                    n = max(1, int(max(abs(bx - ax), abs(by - ay))))
                    steps = ((ax + (bx - ax) * k / n, ay + (by - ay) * k / n) for k in range(n + 1))
                    if any(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for x, y in steps):
                        out.append(t.get_text())
        return sorted({*out})

    def strayed(self) -> list[str]:
        """Words of regions that are not wholly inside their own."""
        from matplotlib.path import Path

        out = []
        for r in self.chart.regions:
            if not r.label or not r.polygon:
                continue
            x, y = self.ax.transAxes.transform(stands(self.chart, r))
            words = [(t, b) for t, b in self.texts if t.get_text() == r.label]
            t, b = min(words, key=lambda w: abs((w[1].x0 + w[1].x1) / 2 - x) + abs(w[1].y0 - y))
            area = Path(self.ax.transData.transform(r.polygon))
            if not area.contains_points([(b.x0, b.y0), (b.x1, b.y0), (b.x0, b.y1), (b.x1, b.y1)]).all():
                out.append(t.get_text())
        return out


def maps(seed: int) -> Chart | None:
    rng = random.Random(seed)
    (text, options), chip = rng.choice(MATMULS), rng.choice(CHIPS)
    axes = rng.choice((("B", "D"), ("B", "F"), ("D", "F"), ("F", "B")))
    sizes = {s: 2 ** rng.randint(5, 13) for s in "BDF" if s not in axes and rng.random() < 0.5}
    try:
        return regime_map(op(text, **options), chip, *axes, sizes=sizes, upto=rng.choice((1024, 16384, 65536)))
    except SymroofError:  # one resource binds everywhere, or the chip has no such network
        return None


def rooflines(seed: int) -> Chart | None:
    """One to three operations, some twice, on one or two chips; measurements at one point among them."""
    rng = random.Random(seed)
    ops = []
    for _ in range(rng.randint(1, 3)):
        text, options = rng.choice(MATMULS + OTHERS)
        names = sorted({*re.findall(r"\b[BDFN](?=[_,\]])", text)})
        sizes = {n: 8 * 2 ** rng.randint(0, 11) for n in names} if rng.random() < 0.7 else {}
        ops += [op(text, **options, **sizes)] * rng.choice((1, 1, 2))
    work, moved = ops[0].work_core().sum.constant(), ops[0].moved.constant()
    flops, bytes_ = (float(work), float(moved)) if work and moved else (4e12, 2e10)
    points = [(f"run {i + 1}", flops, bytes_, flops / 1e13 * rng.choice((1, 1, 1.7))) for i in range(rng.randint(0, 3))]
    try:
        return roofline(rng.sample(CHIPS, rng.choice((1, 1, 2))), ops, points=points)
    except SymroofError:
        return None


def test_labels_of_maps_are_on_no_border_nor_the_frame_nor_in_anothers_region() -> None:
    charts = [c for c in map(maps, range(60)) if c is not None][:32]
    assert len(charts) == 32
    for chart in charts:
        seen = Seen(chart)
        assert (seen.faults(), seen.crossed(), seen.strayed()) == ([], [], []), chart.title
    assert sum(len([c for c in chart.curves if c.label]) for chart in charts) > 30


def test_labels_of_rooflines_never_overlap_where_points_coincide() -> None:
    charts = [c for c in map(rooflines, range(1000, 1070)) if c is not None][:34]
    assert len(charts) == 34
    together = 0
    for chart in charts:
        assert Seen(chart).faults() == [], chart.title
        spots = [(m.x, m.y) for m in chart.marks if m.label]
        together += len(spots) != len({*spots})
    assert together > 8


def test_a_fault_is_seen() -> None:
    """Drawn wrongly on purpose: the judge above must say so."""
    seen = Seen(regime_map(op(MATMULS[0][0]), "TPU v5e"))
    assert seen.faults() == seen.crossed() == seen.strayed() == []
    words = next(t for t, _ in seen.texts if t.get_text() == "memory-bound")
    box = seen.frame
    others = [(t, b) for t, b in seen.texts if t is not words]
    seen.texts = [*others, (words, box.translated(box.width / 2, 0)), (words, box)]
    assert len(seen.faults()) >= 2
    assert "memory-bound" in seen.crossed()
    assert seen.strayed() == ["memory-bound"]

"""Pictures: their numbers against the book's own program, their files against readers that are not ours."""

import math
import random
import re
import runpy
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from matplotlib.text import Text

from symroof.errors import SymroofError
from symroof.model.ops import Op, op
from symroof.symbols import dims
from symroof.writing.chart import Chart, layout
from symroof.writing.draw import figure, pgfplots, save
from symroof.writing.labels import Box, extent
from symroof.writing.plot import batch_chart, plot, regime_map, roofline

MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
B, D, F = dims("B D F")
SHARDED = Op.of(
    flops=2 * B * D * F, bytes={"hbm": 2 * (B * D + D * F + B * F), "ici": 2 * B * F}, dtype="bf16", text="sharded"
)
QUANTIZED = op("bf16[B, D] * int8[D, F] -> bf16[B, F]")


def book(B: int, D: int, F: int) -> float:
    """Practice problem 3, by hand."""
    flops = 2 * B * D * F
    return flops / max(flops / 1.97e14, (2 * B * D + D * F + 2 * B * F) / 8.2e11)


@pytest.mark.slow
def test_the_batch_chart_is_the_books_curve() -> None:
    chart = batch_chart(QUANTIZED, "TPU v5e", [{"D": 4096, "F": 4096}, {"D": 1024, "F": 1024}])
    for curve, n in zip(chart.curves, (4096, 1024)):
        assert len(curve.points) == 512
        for x, y in curve.points[::37]:
            assert y == pytest.approx(book(int(x), n, n), rel=1e-12)
    assert [m.label for m in chart.marks] == ["D = F = 4096\nB > 136.1 (137)", "D = F = 1024\nB > 226.3 (227)"]


def test_the_roof_bends_at_the_ridge_and_the_path_stays_on_it() -> None:
    chart = roofline("TPU v5e", MATMUL)
    (*_, ridge, flat), road = chart.curves[0].points, chart.curves[1].points
    assert ridge == pytest.approx((1.97e14 / 8.2e11, 1.97e14))
    assert flat[1] == 1.97e14
    for x, y in road:
        assert y == pytest.approx(min(1.97e14, 8.2e11 * x))
    assert "D = F = 4096" in chart.title
    assert [r.label for r in chart.regions] == ["memory-bound", "compute-bound"]


def test_two_bandwidths_make_three_regions() -> None:
    chart = roofline("TPU v5e", op(MATMUL.text, B=32, D=4096, F=4096), bandwidths=["4.1e11", "1.64e12"])
    edges = [(round(r.left, 1), round(r.right, 1)) for r in chart.regions]
    assert edges[0][1] == edges[1][0] == 120.1
    assert edges[1][1] == edges[2][0] == 480.5
    assert any("B = 32" in m.label for m in chart.marks)


def test_machines_with_different_peaks_have_no_common_regions() -> None:
    chart = roofline(["TPU v5e", "H100"], MATMUL)
    assert chart.regions == ()
    assert [c.label.split("\n")[0] for c in chart.curves if c.label] == ["H100", "TPU v5e"]


@pytest.mark.slow
def test_the_regime_map_separates_what_binds() -> None:
    chart = regime_map(MATMUL, "TPU v5e")
    for b, d in chart.curves[0].points[::25]:
        if b < 16384:
            flops, moved = 2 * b * d * d, 2 * (2 * b * d + d * d)
            assert flops / 1.97e14 == pytest.approx(moved / 8.2e11)
    assert chart.curves[0].label.startswith("$B = ")


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "pgf"])
def test_files_are_what_their_ending_says(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"a.{ending}"
    plot(MATMUL, ["TPU v5e"], out)
    head = out.read_bytes()
    assert len(head) > 1000
    if ending == "svg":
        assert ET.fromstring(head).tag.endswith("svg")
    else:
        assert head.startswith({"png": b"\x89PNG", "pdf": b"%PDF", "pgf": b"\\begin{tikzpicture}"}[ending])


@pytest.mark.slow
def test_pgfplots_text_is_balanced() -> None:
    text = pgfplots(regime_map(MATMUL, "TPU v5e"))
    assert text.count("{") == text.count("}")
    assert text.count(r"\addplot") == 1
    assert r"\begin{axis}" in text


def sized(B: int) -> Op:
    return op(MATMUL.text, B=B, D=4096, F=4096)


CROWDED = {
    "close peaks": lambda: roofline(["H100", "MI300X"], MATMUL),
    "five machines": lambda: roofline(["TPU v5e", "H100", "MI300X", "TPU v6e", "TPU v5p"], MATMUL),
    "near the ridge": lambda: roofline("TPU v5e", [sized(b) for b in (200, 240, 272, 300)]),
    "four bandwidths": lambda: roofline("H100", MATMUL, bandwidths=["4.5e11", "9e11", "2TB/s", "3.35e12"]),
    "two links": lambda: roofline("TPU v5e", SHARDED, link=("hbm", "ici")),
    "long names": lambda: roofline(
        "TPU v5e", op("bf16[batch_tokens, d_model] * bf16[d_model, ffw_hidden] -> bf16[batch_tokens, ffw_hidden]")
    ),
    "three operations": lambda: roofline("H100", [MATMUL, QUANTIZED, op("bf16[N] * bf16[N] -> bf16[1]")]),
    "five sizes": lambda: batch_chart(MATMUL, "TPU v5e", [{"D": n, "F": n} for n in (512, 1024, 2048, 4096, 8192)]),
    "three regions": lambda: regime_map(SHARDED, "TPU v5e"),
}


@pytest.mark.slow
@pytest.mark.parametrize("make", CROWDED.values(), ids=CROWDED)
def test_no_label_covers_another_or_leaves_the_picture(make: Callable[[], Chart]) -> None:
    fig = figure(make())
    fig.canvas.draw()
    boxes = []
    for text in fig.axes[0].texts:
        x0, y0, x1, y1 = Text.get_window_extent(text).extents
        assert 0 <= x0 <= x1 <= fig.bbox.x1 + 1
        assert 0 <= y0 <= y1 <= fig.bbox.y1 + 1
        boxes.append((Box(x0, y0, x1, y1), text.get_text()))
    for (a, first), (b, second) in combinations(boxes, 2):
        assert not a.meets(b, gap=-1.5), (first, second)


@pytest.mark.slow
def test_in_tex_no_label_covers_another_either() -> None:
    chart = CROWDED["near the ridge"]()
    boxes = []
    for t in layout(chart, 330, 220, 8.0):
        w, h = extent(t.label, 8.0)
        if t.beside is None:
            x, y = (
                math.log(v / lo) / math.log(hi / lo) for v, (lo, hi) in ((t.x, chart.x_range), (t.y, chart.y_range))
            )
            boxes.append(Box(*(330 * x + t.dx + k * w / 2 for k in (-1,)), 220 * y + t.dy - h / 2,
                             330 * x + t.dx + w / 2, 220 * y + t.dy + h / 2))  # fmt: skip
    assert len(boxes) == 5
    assert not any(a.meets(b, gap=0) for a, b in combinations(boxes, 2))


def test_regions_differ_in_grey() -> None:
    def grey(color: str) -> float:
        return sum(int(color[i : i + 2], 16) * w for i, w in ((1, 0.299), (3, 0.587), (5, 0.114)))

    chart = roofline("TPU v5e", bandwidths=["4.1e11", "1.64e12"])
    shades = sorted(grey(r.color) for r in chart.regions)
    assert all(b - a > 20 for a, b in pairwise(shades))
    assert len({(c.dash, c.label) for c in chart.curves}) == 2  # curves by dash and by words


def test_operations_are_told_apart_by_their_marks() -> None:
    chart = CROWDED["three operations"]()
    assert len({shape for _, _, shape in chart.key}) == len(chart.key) == 3
    assert {m.shape for m in chart.marks} == {0, 1, 2}


def test_a_point_stands_on_every_roof() -> None:
    chart = roofline("TPU v5e", sized(8), bandwidths=["4.1e11", "1.64e12"])
    x = 1 / (1 / 8 + 2 / 4096)
    assert [(m.x, m.y) for m in chart.marks if m.x < 100] == [
        (pytest.approx(x), pytest.approx(x * 4.1e11)),
        (pytest.approx(x), pytest.approx(x * 1.64e12)),
    ]


@pytest.mark.slow
def test_the_map_of_three_resources_agrees_with_the_times_everywhere() -> None:
    chart = regime_map(SHARDED, "TPU v5e")
    inside = {r.label: r for r in chart.regions}
    for b, d in [(3, 20), (2, 2000), (300, 9000), (5000, 3000), (10, 15000), (9000, 5000), (40, 600), (12000, 17)]:
        seconds = {"compute-bound": 2 * b * d * d / 1.97e14, "memory-bound": 2 * (2 * b * d + d * d) / 8.2e11,
                   "network-bound (ici)": 2 * b * d / 4.5e10}  # fmt: skip
        slowest = max(seconds, key=lambda k: seconds[k])
        colors = [r.color for r in chart.regions if covers(r.polygon, b, d)]
        assert colors == [inside[slowest].color], (b, d)
    words = [c.label for c in chart.curves if c.label]
    assert len(words) == 3
    assert any("D = " in w for w in words)  # the level boundary is solved for D


@pytest.mark.slow
def test_the_map_knows_that_hops_bind_twice_along_a_row() -> None:
    """At D = 1512 it is the hops, then memory, then the bytes of the AllReduce: a threshold with two ends."""
    asked = op("bf16 A[B, D_X] * bf16 W[D_X, F] -> bf16 C[B, F]", mesh="X=4")
    chart = regime_map(asked, "TPU v5e", sizes={"F": 4096})
    rng, seen = random.Random(3), Counter[str]()
    rows = [(4, 1512), (24, 1512), (136, 1536), (352, 1512), (600, 1480), (8, 1536)]
    rows += [(math.exp(rng.uniform(0.1, 9.6)), math.exp(rng.uniform(2.8, 9.6))) for _ in range(150)]
    for b, d in rows:
        seconds = {"compute-bound": b * d * 4096 / 2 / 1.97e14,
                   "memory-bound": (b * d / 2 + d * 4096 / 2 + 2 * b * 4096) / 8.2e11,
                   "network-bound (ici)": max(4e-6, 2 * (3 / 4) * 2 * b * 4096 / 9e10)}  # fmt: skip
        first, second = sorted(seconds.values(), reverse=True)[:2]
        if first < 1.02 * second:
            continue
        slowest = max(seconds, key=lambda k: seconds[k])
        colors = {r.color for r in chart.regions if r.label == slowest} or {c for w, c in chart.patches if w == slowest}
        assert {r.color for r in chart.regions if covers(r.polygon, b, d)} == colors, (b, d, seconds)
        seen[slowest] += 1
    assert min(seen.values()) > 2
    assert len(seen) == 3


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "point"), [({"F": 4096}, (7992.6, 406.28)), ({}, (1.45789, 1308.0786))])
def test_two_changes_between_two_rows_leave_no_stripe_white(sizes: dict[str, int], point: tuple[float, float]) -> None:
    """Of two changes between two heights one was drawn, and the stripe between them was nobody's."""
    asked = op("bf16 A[B_X, D] * bf16 W[D, F] -> bf16 C[B, F]", mesh="X=8")
    chart = regime_map(asked, "TPU v5e", sizes=sizes)
    assert len([r for r in chart.regions if covers(r.polygon, *point)]) == 1


def covers(polygon: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    """Even-odd rule on log-log paper."""
    inside, flat = False, [(math.log(a), math.log(b)) for a, b in polygon]
    x, y = math.log(x), math.log(y)
    for (ax, ay), (bx, by) in zip(flat, [*flat[1:], flat[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


@pytest.mark.slow
def test_the_batch_mark_is_where_the_slowest_link_lets_go() -> None:
    chart = batch_chart(SHARDED, "TPU v5e", [{"D": 8192, "F": 8192}, {"D": 2048, "F": 2048}])
    (mark,) = chart.marks  # at 2048 the network binds for every batch
    assert mark.x == pytest.approx(1 / (8.2e11 / 1.97e14 - 2 / 8192))
    assert [c.label for c in chart.curves] == ["", "D = F = 2048"]
    assert batch_chart(MATMUL, ["TPU v5e", "H100"]).marks[1].label == "H100\nD = F = 4096\nB > 344.9 (345)"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda p: plot(MATMUL, "TPU v5e", p / "a.gif"), "no picture format '.gif'; end the file's name in .png"),
        (lambda p: plot(MATMUL, "TPU v5e", p / "none" / "a.png"), "is no folder"),
        (lambda p: plot(MATMUL, [], p / "a.png"), "no machine to draw"),
        (lambda p: plot(MATMUL, "TPU v99", p / "a.png"), "TPU v99"),
        (lambda p: batch_chart(QUANTIZED, "TPU v5e", [{"D": 64}]), "still symbolic: F"),
        (lambda p: regime_map(op("bf16[B, D] * bf16[B, D] -> bf16[1]"), "TPU v5e"), "memory-bound everywhere"),
        (lambda p: regime_map(MATMUL, ["TPU v5e", "H100"]), "one machine, not 2"),
        (lambda p: regime_map(MATMUL, "TPU v5e", "B", "Q"), "Q is no open size"),
        (lambda p: regime_map(MATMUL, "TPU v5e", "B", "B"), "two sizes"),
        (lambda p: batch_chart(MATMUL, "TPU v5e", over="Q"), "Q is no open size"),
        (lambda p: batch_chart(MATMUL, "TPU v5e", upto=1), "makes no curve"),
        (lambda p: roofline("TPU v5e", MATMUL, bandwidths=["0"]), "positive number of bytes/s"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, make, said: str) -> None:
    with pytest.raises(SymroofError, match=said):
        make(tmp_path)


@pytest.mark.slow
def test_importing_plot_does_not_import_matplotlib() -> None:
    code = "import sys, symroof.writing.plot; sys.exit('matplotlib' in sys.modules or 'sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.slow
def test_pyplot_state_is_not_touched(tmp_path: Path) -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    save(roofline("TPU v5e"), tmp_path / "a.png")
    assert plt.get_fignums() == before


@pytest.mark.slow
def test_the_docs_figures_are_the_books_two() -> None:
    path = Path(__file__).parent.parent / "docs" / "figures" / "make.py"
    made = runpy.run_path(str(path))["FIGURES"]
    roof, problem = made["roofline"], made["problem3"]
    assert [r.label.split("\n")[0] for r in roof.regions] == ["memory-bound", "memory-", "compute-bound"]
    assert [round(r.right, 1) for r in roof.regions[:2]] == [round(1.97e14 / w, 1) for w in (1.64e12, 4.1e11)]
    assert len({round(m.x) for m in roof.marks if "ridge" not in m.label}) == 2  # two algorithms, a mark on each roof
    for curve, n in zip(problem.curves, (4096, 1024)):
        assert all(y == pytest.approx(book(int(x), n, n), rel=1e-12) for x, y in curve.points[::97])
    assert all((path.parent / f"{name}.png").stat().st_size > 10_000 for name in made)


@pytest.mark.slow
def test_a_dollar_in_an_operations_words_is_a_dollar(tmp_path: Path) -> None:
    costly = Op.of(flops=2 * B * D, bytes=B + D, dtype="bf16", text=r"costs $5 and $\foo{")
    chart = roofline("TPU v5e", [costly, op("bf16[N] * bf16[N] -> bf16[1]", N=4096)])
    assert save(chart, tmp_path / "a.png").stat().st_size > 1000
    assert r"costs \$5 and \$" in pgfplots(chart)


@pytest.mark.slow
def test_a_far_batch_axis_is_logarithmic_and_bends_where_the_formula_says() -> None:
    near, far = batch_chart(MATMUL, "TPU v5e"), batch_chart(MATMUL, "TPU v5e", upto=10**7)
    assert (near.log, far.log) == ((False, False), (True, False))
    assert far.x_range == (1, 10**7)
    (curve,) = far.curves
    assert (curve.points[0][0], curve.points[-1][0]) == (1, 10**7)
    assert sum(x < 272 for x, _ in curve.points) > 60
    assert far.marks[0].x == near.marks[0].x


@pytest.mark.slow
@pytest.mark.parametrize(("chip", "axes", "known"), [("TPU v5e", ("B", "D"), "240.2"), ("H100", ("B", "F"), "295.2"),
                                                     ("A100", ("D", "F"), "153")])  # fmt: skip
def test_the_ridge_is_recognisable_on_a_map(chip: str, axes: tuple[str, str], known: str) -> None:
    """Its label once had 41/9850; no test had read a boundary's label with other eyes than TeX's."""
    drawn = regime_map(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), chip, *axes)
    (label,) = (c.label for c in drawn.curves)
    assert rf"\frac{{1}}{{{known}}}" in label
    assert not re.search(r"\\frac\{\d{2,}\}\{\d{2,}\}", label)

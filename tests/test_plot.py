"""Pictures: their numbers against the book's own program, their files against readers that are not ours."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from symroof.errors import SymroofError
from symroof.model.ops import op
from symroof.writing.plot import batch_chart, figure, pgfplots, plot, regime_map, roofline, save

MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
QUANTIZED = op("bf16[B, D] * int8[D, F] -> bf16[B, F]")


def book(B: int, D: int, F: int) -> float:
    """Practice problem 3, by hand."""
    flops = 2 * B * D * F
    return flops / max(flops / 1.97e14, (2 * B * D + D * F + 2 * B * F) / 8.2e11)


def test_the_batch_chart_is_the_books_curve() -> None:
    chart = batch_chart(QUANTIZED, "TPU v5e", [{"D": 4096, "F": 4096}, {"D": 1024, "F": 1024}])
    for curve, n in zip(chart.curves, (4096, 1024)):
        assert len(curve.points) == 512
        for x, y in curve.points[::37]:
            assert y == pytest.approx(book(int(x), n, n), rel=1e-12)
    assert [m.label for m in chart.marks] == ["D = F = 4096\nB > 136.1 (137)", "D = F = 1024\nB > 226.3 (227)"]


def test_the_roof_bends_at_the_ridge_and_the_path_stays_on_it() -> None:
    chart = roofline("TPU v5e", MATMUL)
    (_, ridge, flat), road = chart.curves[0].points, chart.curves[1].points
    assert ridge == pytest.approx((1.97e14 / 8.2e11, 1.97e14))
    assert flat[1] == 1.97e14
    for x, y in road:
        assert y == pytest.approx(min(1.97e14, 8.2e11 * x))
    assert "D = F = 4096" in chart.title
    assert [r.label for r in chart.regions] == ["bandwidth-bound", "compute-bound"]


def test_two_bandwidths_make_three_regions() -> None:
    chart = roofline("TPU v5e", op(MATMUL.text, B=32, D=4096, F=4096), bandwidths=["4.1e11", "1.64e12"])
    edges = [(round(r.left, 1), round(r.right, 1)) for r in chart.regions]
    assert edges[0][1] == edges[1][0] == 120.1
    assert edges[1][1] == edges[2][0] == 480.5
    assert any("B = 32" in m.label for m in chart.marks)


def test_machines_with_different_peaks_have_no_common_regions() -> None:
    chart = roofline(["TPU v5e", "H100"], MATMUL)
    assert chart.regions == ()
    assert [c.label.split(":")[0] for c in chart.curves if c.label] == ["H100", "TPU v5e"]


def test_the_regime_map_separates_what_binds() -> None:
    chart = regime_map(MATMUL, "TPU v5e")
    for b, d in chart.curves[0].points[::25]:
        if b < 16384:
            flops, moved = 2 * b * d * d, 2 * (2 * b * d + d * d)
            assert flops / 1.97e14 == pytest.approx(moved / 8.2e11)
    assert chart.curves[0].label.startswith("$B = ")


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


def test_pgfplots_text_is_balanced() -> None:
    text = pgfplots(regime_map(MATMUL, "TPU v5e"))
    assert text.count("{") == text.count("}")
    assert text.count(r"\addplot") == 1
    assert r"\begin{axis}" in text


def test_labels_stay_inside_the_picture() -> None:
    fig = figure(roofline(["TPU v5e", "H100"], MATMUL))
    fig.canvas.draw()
    for text in fig.axes[0].texts:
        box = text.get_window_extent()
        assert box.x0 >= 0
        assert box.x1 <= fig.bbox.x1


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda p: plot(MATMUL, "TPU v5e", p / "a.gif"), "no picture format '.gif'; end the file's name in .png"),
        (lambda p: plot(MATMUL, "TPU v5e", p / "none" / "a.png"), "is no folder"),
        (lambda p: plot(MATMUL, [], p / "a.png"), "no machine to draw"),
        (lambda p: plot(MATMUL, "TPU v99", p / "a.png"), "TPU v99"),
        (lambda p: batch_chart(QUANTIZED, "TPU v5e", [{"D": 64}]), "still symbolic: F"),
        (lambda p: regime_map(op("bf16[B] * bf16[B] -> bf16[1]"), "TPU v5e"), "no boundary in B"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, make, said: str) -> None:
    with pytest.raises(SymroofError, match=said):
        make(tmp_path)


def test_importing_plot_does_not_import_matplotlib() -> None:
    code = "import sys, symroof.writing.plot; sys.exit('matplotlib' in sys.modules or 'sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_pyplot_state_is_not_touched(tmp_path: Path) -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    save(roofline("TPU v5e"), tmp_path / "a.png")
    assert plt.get_fignums() == before

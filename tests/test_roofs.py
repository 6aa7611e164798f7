"""Every point of a picture stands where ``attainable`` says, in the region that ``bound_by`` says; files are readable.

Earlier pictures in tests had one link, one dtype and one chip, so a point could stand on a roof that did not bind.
"""

from __future__ import annotations

import math
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof import Machine, attainable, bound_by, op, plot, roofline
from symroof.cli import main
from symroof.errors import SymroofError
from symroof.model.ops import Op
from symroof.model.roofline import quotients_core
from symroof.writing.chart import GREEN, RED, Chart
from symroof.writing.draw import described, encoded, figure, pgfplots
from symroof.writing.naming import bound_words
from symroof.writing.plot import batch_chart, regime_map

CHIPS = ("TPU v5e", "TPU v5p", "TPU v6e")
SHAPES = (
    ("bf16[B, D] * bf16[D, F] -> bf16[B, F]", {}),
    ("int8[B, D] * int8[D, F] -> int8[B, F]", {}),
    ("bf16[B, D] * int8[D, F] -> bf16[B, F]", {}),
    ("bf16[N] * bf16[N] -> bf16[1]", {}),
    ("A[B, D_X] * W[D_X, F] -> C[B, F]", {"mesh": "X=4", "dtype": "bf16"}),
    ("A[B_X, D] * W[D, F] -> C[B_X, F]", {"mesh": "X=4", "dtype": "bf16"}),
    ("A[B, D_X] * W[D, F_Y] -> C[B, F_Y]", {"mesh": "X=4 Y=2", "dtype": "bf16"}),
    ("A[B_X, D_Y] * W[D_Y, F_X] -> C[B_X, F]", {"mesh": "X=2 Y=2", "dtype": "bf16", "overlap": "max"}),
)


def drawn(rng: random.Random) -> tuple[Op, object]:
    """An operation with numbers, on a chip of the table or on one of its own."""
    text, options = rng.choice(SHAPES)
    names = sorted(set(re.findall(r"\b[BDFN](?=[_,\]])", text)))
    made = op(text, **options, **{n: 8 * 2 ** rng.randint(0, 11) for n in names})
    if rng.random() < 0.3:
        other = op("int8[G, H] * int8[H, K] -> int8[G, K]", G=2 ** rng.randint(3, 12), H=512, K=1024)
        made = made if made.mesh else made + other
    if not made.mesh and rng.random() < 0.4:
        eight = op("fp8[P, Q] * fp8[Q, R] -> fp8[P, R]", P=2 ** rng.randint(3, 12), Q=256, R=512)
        added = op("bf16[M] + bf16[M] -> bf16[M]", M=2 ** rng.randint(6, 24))
        made = rng.choice((made + eight, eight, added))
        if rng.random() < 0.5:
            return made, "H100"
    elif rng.random() < 0.6:
        return made, rng.choice(CHIPS)
    rates = {x: f"{rng.randint(1, 99)}e{rng.randint(9, 11)}" for x in ("hbm", "ici")}
    rates |= {"vmem": f"{rng.randint(1, 99)}e12"} if rng.random() < 0.5 else {}
    peaks = {d: f"{rng.randint(1, 99)}e{rng.randint(12, 14)}" for d in ("bf16", "int8", "fp32", "fp8")}
    return made, Machine(name="mine", peaks=peaks, bandwidths=rates)


@pytest.mark.slow
def test_two_hundred_random_points_stand_where_attainable_and_bound_by_say() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        rng = random.Random(seed)
        made, chip = drawn(rng)
        chart = roofline(chip, made)
        height, who = float(attainable(made, chip)), bound_by(made, chip)
        points = [m for m in chart.marks if m.bound]
        used = [x for x, b in made.traffic.items() if b != 0]
        assert len(points) == len(used)
        for m in points:
            assert m.y == pytest.approx(height, rel=1e-12), (seed, made.text)
            assert m.bound == who
            below = [c for c in chart.curves if len(c.points) == 4]  # no point is above every roof
            assert m.y <= max(_at(c.points, m.x) for c in below) * (1 + 1e-9)
        assert sorted(m.x for m in points) == pytest.approx(
            sorted(float(made.work_core().sum.constant() / made.traffic[x].constant()) for x in used)
        )
        if who != "math" and len(made.work) == 1:  # on the roof of the link that binds
            late = any("latency" in note for note in quotients_core(made, chip)[1])  # hops take longer than the bytes
            assert late or any(m.y == pytest.approx(_at(c.points, m.x), rel=1e-9) for m in points for c in chart.curves)
        for region in chart.regions:
            if region.left < points[0].x < region.right:
                assert region.color == {"math": GREEN}.get(who, RED)
                assert region.label == bound_words(made.link_of(who))
                seen["in a region"] += 1
        if len(used) > 1:
            assert bound_words(made.link_of(who)) in " ".join(m.label for m in points)
        seen[made.link_of(who)] += 1
        seen["several links"] += len(used) > 1
        seen["several dtypes"] += len(made.work) > 1
        seen["fp8 and bf16"] += {"fp8", "bf16"} <= {*made.work}
        labels = [c.label for c in chart.curves]
        seen["vector unit"] += any("vector unit" in label for label in labels)
        seen["a cache"] += any(label.startswith("vmem") for label in labels)
    asked = ("math", "hbm", "ici", "in a region", "several links", "several dtypes", "a cache")
    assert min(seen[k] for k in asked) > 10, seen
    assert min(seen["fp8 and bf16"], seen["vector unit"]) > 5, seen


def _at(points: tuple[tuple[float, float], ...], x: float) -> float:
    """A roof's height: straight lines on log-log paper."""
    for (a, p), (b, q) in pairwise(points):
        if a <= x <= b:
            return p * (q / p) ** (math.log(x / a) / math.log(b / a)) if a < b else q
    return 0.0


@pytest.mark.slow
def test_random_curves_and_maps_hold_the_same() -> None:
    seen = 0
    for seed in range(12):
        rng = random.Random(seed)
        text, options = rng.choice([s for s in SHAPES if "N" not in s[0]])
        chip, sizes = rng.choice(CHIPS), {"D": 2 ** rng.randint(6, 13), "F": 2 ** rng.randint(6, 13)}
        made = op(text, **options)
        (curve,) = batch_chart(made, chip, [sizes], upto=4096).curves
        for x, y in curve.points[1::7]:
            n = 8 * max(1, round(x / 8))
            if x == n:
                want = attainable(op(text, **options, B=n, **sizes), chip)
                assert y == pytest.approx(float(want), rel=1e-9), (text, x)
                seen += 1
        chart = None
        with suppress(SymroofError):  # one resource binds everywhere
            chart = regime_map(made, chip, "B", "D")
        if made.depends_on:  # a map is of one plan, and says so where the sizes on its axes may change it
            assert chart is None or f", for the plan {made.plan}" in chart.title
        drawn_by = op(text, **options, plan=str(made.plan)) if made.depends_on else made
        for _ in range(20 if chart else 0):
            b, d = (8 * 2 ** rng.randint(1, 10) for _ in "BD")
            who = bound_by(drawn_by, chip, B=b, D=d, F=d)
            words = bound_words(made.link_of(who))
            homes = {r.color for r in chart.regions if _inside(r.polygon, b, d)}
            want = {r.color for r in chart.regions if r.label == words}
            assert not homes or homes & want or _near(chart, b, d), (made.text, b, d, who)
            seen += bool(homes & want)
    assert seen > 60


def _inside(polygon, x: float, y: float) -> bool:
    inside, flat = False, [(math.log(a), math.log(b)) for a, b in polygon]
    x, y = math.log(x), math.log(y)
    for (ax, ay), (bx, by) in zip(flat, [*flat[1:], flat[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _near(chart, x: float, y: float) -> bool:
    """Within 3 % of a border, where the straight lines between rows may pass on the other side."""
    return any(abs(math.log(a / x)) + abs(math.log(b / y)) < 0.03 for c in chart.curves for a, b in c.points)


def test_a_sharded_operation_shows_every_link_it_uses() -> None:
    """The textbook's D_X over four v5e stood in green at 1.97e14."""
    made = op("A[B, D_X] * W[D_X, F] -> C[B, F]", dtype="bf16", mesh="X=4", B=2048, D=8192, F=8192)
    chart = roofline("TPU v5e", made)
    assert chart.regions == ()
    assert [c.label.split(":")[0] for c in chart.curves[:2]] == ["hbm", "ici"]
    assert {f"{m.y:.3g}" for m in chart.marks if m.bound} == {f"{float(attainable(made, 'TPU v5e')):.3g}"}
    only = roofline("TPU v5e", made, link="hbm")  # one link asked for: still where attainable says, and no region
    assert {m.y for m in only.marks if m.bound} == {m.y for m in chart.marks if m.bound}
    assert only.regions == ()


def test_a_ceiling_for_each_dtype_the_vector_unit_and_the_caches() -> None:
    two = op("int8[B, D] * int8[D, F] -> int8[B, F]", B=64, D=512, F=512)
    chart = roofline("TPU v5e", [two, op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", B=64, D=512, F=512)])
    assert any(c.label == "bf16\n1.97e14 FLOPs/s" for c in chart.curves)
    assert "3.94e14" in chart.curves[0].label
    level = next(c for c in chart.curves if c.label.startswith("bf16"))
    assert {y for _, y in level.points} == {1.97e14}
    added = roofline("H100", op("bf16[N] + bf16[N] -> bf16[N]", N=2**20))
    assert any(c.label.startswith("vector unit\n6.7e13") for c in added.curves)
    near = Machine(name="mine", peaks={"bf16": "1e14"}, bandwidths={"hbm": "1e12", "vmem": "2e13"})
    labels = [c.label for c in roofline(near, op("bf16[N] * bf16[N] -> bf16[1]", N=9)).curves]
    assert any(x.startswith("vmem: 2e13 bytes/s") for x in labels)


def test_measurements_are_drawn_and_one_above_the_roof_says_so() -> None:
    chart = roofline("H100", points=[("mine", 4e12, 2e10, 0.01), ("odd", "4e13", "2e12", "0.001")])
    mine, odd = chart.marks[-2:]
    assert (mine.x, mine.y) == (200.0, 4e14)
    assert mine.label == "mine\n4e14 FLOPs/s, 60 % of the roof"
    assert "times the roof: above it" in odd.label
    assert chart.y_range[0] < mine.y < odd.y < chart.y_range[1]
    for bad in (("x", 1, 2), ("x", 1, 2, 0), ("x", -1, 2, 3), "abcd", ("x", "q", 1, 1)):
        with pytest.raises(SymroofError):
            roofline("H100", points=[bad])


@pytest.mark.slow
def test_charts_draw_on_axes_that_are_given(tmp_path: Path) -> None:
    import matplotlib.pyplot as plt

    fig, axes = plt.subplots(1, 2, figsize=(12, 5))
    made = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    chart = plot(made, "H100", ax=axes[1], title="My own", points=[("mine", 4e12, 2e10, 0.01)])
    assert chart.title == "My own"
    assert axes[1].get_xlabel() == "arithmetic intensity (FLOPs/byte)"
    assert not axes[0].lines
    plt.close(fig)
    plot(made, "H100", tmp_path / "a.png", size=(5, 3))
    from matplotlib.image import imread

    assert imread(tmp_path / "a.png").shape[:2] == (450, 750)
    for bad in ((0, 3), (1e9, 3)):
        with pytest.raises(SymroofError, match="inches"):
            figure(chart, bad)
    with pytest.raises(SymroofError, match="axes of Matplotlib"):
        plot(made, "H100", ax=3)
    with pytest.raises(SymroofError, match="does no FLOPs"):
        roofline("TPU v5e", Op.of(flops=0, bytes=5, dtype="bf16", text="a copy"))


@pytest.mark.slow
def test_text_in_files_is_text() -> None:
    chart = roofline("TPU v5e", op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", B=8, D=64, F=64))
    pdf = encoded(chart, "pdf")
    assert b"/Type3" not in pdf.replace(b" ", b"")
    assert b"/CIDFontType2" in pdf or b"/TrueType" in pdf
    root = ET.fromstring(encoded(chart, "svg"))
    ns = "{http://www.w3.org/2000/svg}"
    title, desc = root[0], root[1]
    assert (title.tag, desc.tag) == (f"{ns}title", f"{ns}desc")
    assert "Roofline in bf16" in (title.text or "")
    assert "memory-bound, compute-bound" in (desc.text or "")
    assert any("ridge 240.2" in "".join(t.itertext()) for t in root.iter(f"{ns}text"))
    assert root.get("role") == "img"
    assert encoded(chart, "svg") == encoded(chart, "svg")
    assert "B = 8" in described(chart)


@pytest.mark.slow
def test_pgf_says_what_it_needs() -> None:
    text = pgfplots(regime_map(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "TPU v5e"))
    assert r"\dfrac" in text
    assert text.splitlines()[0] == r"\begin{tikzpicture}% \usepackage{amsmath, pgfplots} \pgfplotsset{compat=1.18}"


@pytest.mark.slow
def test_measurements_from_the_command_line(tmp_path: Path) -> None:
    args = ["plot", "bf16[B, D] * bf16[D, F] -> bf16[B, F]", "--on", "H100", "--out", str(tmp_path / "a.pgf")]
    done = CliRunner().invoke(main, [*args, "--point", "mine, run 2,4e12,2e10,0.01"])
    assert done.exit_code == 0, done.output
    assert "mine, run 2" in (tmp_path / "a.pgf").read_text()
    assert CliRunner().invoke(main, [*args, "--point", "mine,4e12"]).exit_code == 2


@pytest.mark.slow
def test_a_plan_that_sizes_choose_is_drawn_over_two_links_of_one_sort() -> None:
    """The second link was asked of the first one's operation, its sizes bound already: 0 FLOPs in 0 s."""
    up = op("bf16 In[B_X, D_Y] * bf16 W[D_X, F_Y] -> bf16 H[B_X, F_Y]", mesh="X Y", overlap="max")
    chart = roofline("TPU v5e", up)
    assert {m.bound for m in chart.marks if m.bound} <= {"math", "hbm", "ici_X", "ici_Y"}
    assert all(m.y > 0 for m in chart.marks)


@pytest.mark.slow
def test_a_map_says_every_size_it_was_drawn_at() -> None:
    """Sizes bound in the operation were drawn and not said; only those given to the map were."""
    there = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", F=8192)
    beside = regime_map(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "TPU v5e", sizes={"F": 8192})
    assert regime_map(there, "TPU v5e").title == beside.title
    assert beside.title.endswith("on TPU v5e, F = 8192")


def test_a_title_does_not_break_inside_a_collective_or_a_size() -> None:
    """As matplotlib draws it, at every width: "AllGather_X" ended one line and "A" began the next."""
    made = op("A[B_X, D_Y] * W[D_Y, F_X] -> C[B_X, F]", mesh="X=2 Y=2", dtype="bf16")
    title = f"Who binds {made.text} on TPU v5e, B = 8, D = F = 4096, for the plan AllGather_XY W, AllReduce_Y C"
    broken = 0
    for width in range(120, 620, 4):
        rows = Chart(title, "B", "D", (1, 2), (1, 2)).head(width)
        assert " ".join(row.strip() for row in rows) == title
        assert not any(re.search(r"(_\w+|=|\b[BDF])$", row) and re.match(r" *([A-Z]\b|=|\d)", then)
                       for row, then in pairwise(rows)), rows  # fmt: skip
        broken += len(rows) > 1
    assert broken > 100


@pytest.mark.parametrize(("size", "binds"), [(512, "ici"), (65536, "math")])
def test_a_link_asked_for_alone_says_what_binds_beside_it(size, binds):
    """By hand, n = I = J = K, X=4: ici takes 3*n*n/2/45e9 s, arithmetic 2*n**3/4/197e12, so n = 26267 parts them."""
    o = op("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]", mesh="X=4", I=size, J=size, K=size)
    chart = roofline("TPU v5e", o, link="hbm")
    (mark,) = [m for m in chart.marks if "ridge" not in m.label]
    assert mark.label.startswith(f"I = J = K = {size}")
    assert ("network-bound (ici)" in mark.label) is (binds == "ici")
    assert ("below the roof where ici binds" in chart.title) is (binds == "ici")
    flops, seconds = 2 * size**3 / 4, {"ici": 1.5 * size * size / 45e9, "math": 2 * size**3 / 4 / 197e12}
    assert mark.y == pytest.approx(flops / seconds[binds])


def test_a_link_that_an_operation_does_not_use_has_no_place_for_it():
    made = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", B=64, D=512, F=512)
    chip = Machine("toy", {"bf16": 100}, {"hbm": 10, "pcie": 1})
    with pytest.raises(SymroofError, match="moves nothing over pcie; it uses hbm"):
        roofline(chip, made, link="pcie")
    assert any(m.label.startswith("B = 64") for m in roofline(chip, made, link=["hbm", "pcie"]).marks)
    assert roofline(chip, link="pcie").marks  # the roof alone


@pytest.mark.parametrize(
    ("text", "mesh", "sizes", "over", "work"),
    [
        ("sum(bf16 W[I]) -> bf16 A[1]", None, {}, "I", lambda n: n - 1),
        ("sum(bf16 W[I_X]) -> bf16 A[1]", "X=2", {}, "I", lambda n: n // 2 - 1),
        ("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]", "X=4", {"I": 64, "K": 64}, "J",
         lambda n: 64 * 64 * (2 * (n // 4) - 1)),
    ],
)  # fmt: skip
def test_an_exact_count_that_is_0_at_small_sizes_is_drawn_from_where_it_is_not(text, mesh, sizes, over, work):
    """Pictures had been drawn of counts that are above 0 at 1: these ended in a division by 0, a root below 0.

    At J=2 of four devices none has a whole number: the formula goes on.
    """
    o = op(text, exact=True, **sizes, **({"mesh": mesh} if mesh else {}))
    for chart in (roofline("TPU v5e", o), batch_chart(o, "TPU v5e", over=over)):
        marks = [m for m in chart.marks if m.bound]
        points = [p for c in chart.curves for p in c.points]
        assert all(x > 0 and y > 0 for x, y in [*points, *((m.x, m.y) for m in marks)])
    last = next(p for p in reversed(batch_chart(o, "TPU v5e", over=over).curves[0].points) if p[0] % 4 == 0)
    assert last[1] == pytest.approx(float(attainable(o, "TPU v5e", **{over: int(last[0])})))
    assert work(int(last[0])) == o.at(**{over: int(last[0])}).flops


def test_a_count_that_no_size_of_a_picture_has_is_refused():
    with pytest.raises(SymroofError, match="does no FLOPs at the sizes that a picture puts; bind I"):
        roofline("TPU v5e", op("sum(bf16 W[I_X]) -> bf16 A[1]", exact=True, mesh="X=8192"))

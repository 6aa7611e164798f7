"""Edges at which answers were wrong without a word: axes of one device, literal dims of 1, units of a chip, hops.

An outside attacker found them; each test says what the generators before him never drew.
"""

import pytest

from symroof import (
    Machine,
    SymroofError,
    T_comms,
    T_lower,
    T_math,
    T_upper,
    attainable,
    batch_chart,
    bottlenecks,
    bound_by,
    data_parallel,
    exactly,
    fits,
    machine,
    numeric,
    op,
    regime_map,
    ring,
    sustained,
    sweep,
    threshold,
    training_memory,
)
from symroof.model.derive import derive

MADE = Machine(name="made", peaks={"bf16": "1e14"}, bandwidths={"hbm": "1e12", "ici": "1e10"})
SUMS = "bf16 A[I, J_{XY}] * bf16 B[J_{XY}, K] -> bf16 C[I, K]"


@pytest.mark.parametrize("over", ["line", "switch", "one-way-ring", "ring"])
@pytest.mark.parametrize("axes", [{"X": 8, "Y": 1}, {"X": 1, "Y": 8}, {"X": 1, "Y": 1}, {"X": 4, "Y": 2}])
def test_a_sweep_counts_an_axis_of_one_device(over: str, axes: dict[str, int]) -> None:
    """Sweeps were judged with open axes of 2 and more alone, never with one of several axes at 1."""
    o, sizes = op(SUMS, mesh="X Y", over=over), {"I": 512, "J": 512, "K": 512, **axes}
    assert sweep(o, MADE, **sizes)["T_lower"][0] == pytest.approx(float(T_lower(o, MADE, **sizes)))
    lists = {n: [v] if n in axes else v for n, v in sizes.items()}
    assert sweep(o, MADE, **lists)["T_lower"][0] == pytest.approx(float(T_lower(o, MADE, **sizes)))


def test_a_formula_with_open_axes_says_that_it_is_for_two_devices_and_more() -> None:
    """No generator asked what a formula of two open axes says of itself at 1."""
    o = op(SUMS, mesh="X Y", over="line")
    assert any("Y >= 2; .at(Y=1) is exact" in note for note in o.assumptions)
    assert "for axes of 2 devices or more (X, Y); .at(X=1) is exact" in threshold(o, "J", on=MADE).notes
    right = numeric(T_comms(o.at(X=8, Y=1), MADE, link="ici"), I=512, K=512)()
    assert right == pytest.approx(9.17504e-05)


def test_a_switch_of_one_device_takes_no_hop_in_a_sweep() -> None:
    """Machines that list hops were swept over rings alone, whose sizes are asked one by one."""
    chip = Machine(name="m", peaks={"bf16": "1e14"}, bandwidths={"hbm": "1e12", "nv": "1e10"}, hops={"nv": "1e-6"})
    o = op("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]", mesh="X", over="switch:nv")
    found = sweep(o, chip, I=2, J=16, K=2, X=[1, 2])["T_lower"]
    assert found.tolist() == pytest.approx([float(T_lower(o, chip, I=2, J=16, K=2, X=n)) for n in (1, 2)])


def test_roofs_in_symbols_are_asked_anew_at_the_sizes() -> None:
    """Roofs of sharded operations were compared at sizes for which the plan in symbols is the one taken."""
    chip = Machine(name="m", peaks={"bf16": "1e14"}, bandwidths={"hbm": "1e12", "ici": "4.5e10"})
    o = op("bf16 A[I_X, J] * bf16 B[J, K_X] -> bf16 C[I_X, K]", mesh="X=4")
    found, sizes = bottlenecks(o, on=chip), {"I": 64, "J": 8192, "K": 8192}
    assert found.at(**sizes) == (bound_by(o, on=chip, **sizes),) == ("hbm",)
    assert found.notes == ("for the plan AllGather_X B; with other sizes of I, J, K another may be taken",)
    whole = bottlenecks(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), on=chip)
    assert whole.notes == ()
    assert whole.again is None


@pytest.mark.slow
def test_roofs_of_a_symbolic_axis_are_told() -> None:
    """Roofs were asked of meshes with numbers alone; at one device a link takes no time."""
    o = op("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]", mesh="X")
    found = bottlenecks(o, on=MADE)
    for x in (1, 2, 8):
        sizes = {"I": 64, "J": 8192, "K": 4096, "X": x}
        assert found.at(**sizes) == (bound_by(o, on=MADE, **sizes),)
    assert [case.roofs for case in found if case.holds(I=64, J=8192, K=4096, X=1)] == [("hbm",)]


@pytest.mark.parametrize("name", ["softmax", "layernorm", "rmsnorm"])
@pytest.mark.parametrize("dims", ["B, {}", "B, H, Q, {}", "{}"])
def test_a_row_function_runs_along_a_literal_1(name: str, dims: str) -> None:
    """Rows were drawn with names, never with a 1 written for the last dim."""
    assert (
        op(f"{name}(bf16[{dims.format('1')}])").exact_flops == op(f"{name}(bf16[{dims.format('N')}])", N=1).exact_flops
    )


def test_a_contracted_literal_1_is_a_depth_of_1() -> None:
    """Products were drawn with names for all that they contract."""
    there = op("bf16[8, 1] * bf16[1, 16] -> bf16[8, 16]")
    named = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", B=8, D=1, F=16)
    for o in (there, named):
        assert (o.flops, o.exact_flops, o.unit) == (256, 128, "matrix")
    spread, plain = op("bf16[G, 1] * bf16[G, D] -> bf16[G, D]"), op("bf16[G] * bf16[G, D] -> bf16[G, D]")
    assert spread.flops == plain.flops
    assert op("bf16[B, 1] + bf16[B, 1] -> bf16[B]").flops == op("bf16[B] + bf16[B] -> bf16[B]").flops


@pytest.mark.parametrize("mesh", ["X=1", "X"])
def test_what_an_axis_of_one_device_cuts_is_held_once(mesh: str) -> None:
    """What a device holds was judged on meshes of 2 devices and more."""
    sizes = {"I": 45000, "J": 45000, "K": 45000}
    o = op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh=mesh)
    assert fits(o.at(X=1) if mesh == "X" else o, "TPU v5e", **sizes).needed == 6 * 45000**2
    two = op("A[I_{XY}, J] * B[J, K] -> C[I_{XY}, K]", dtype="bf16", mesh="X=1 Y=4")
    assert two.held == op("A[I_Y, J] * B[J, K] -> C[I_Y, K]", dtype="bf16", mesh="Y=4").held


def test_elementwise_work_meets_the_vector_unit() -> None:
    """Times of elementwise notation were judged on made-up machines without a vector peak."""
    assert float(T_upper("gelu(bf16[N]) -> bf16[N]", on="TPU v5e", N=10**6)) == pytest.approx(
        8e6 / 6.144e12 + 4e6 / 8.2e11
    )
    softmax = "softmax({}[B, N]) -> {}[B, N]"
    for kind in ("bf16", "fp32"):  # whose peak the vector unit's is
        assert exactly(T_math(softmax.format(kind, kind), on="TPU v5e", B=64, N=64)) * 6_144_000_000_000 == 5 * 64 * 64
    cut = op("softmax(bf16[B_X, N]) -> bf16[B_X, N]", mesh="X=4", B=64, N=64)
    assert T_math(cut, on="TPU v5e") * 4 == T_math(softmax.format("bf16", "bf16"), on="TPU v5e", B=64, N=64)
    both = "exp(bf16 A[M, N]) -> bf16 X[M, N]; bf16 X[M, N] * bf16 Y[N, K] -> bf16 Z[M, K]"
    sizes = {"M": 64, "N": 64, "K": 64}
    work = 64**2 / 6.144e12 + 2 * 64**3 / 1.97e14
    assert float(T_upper(both, on="TPU v5e", **sizes)) == pytest.approx(work + 10 * 64**2 / 8.2e11)
    record = derive(both, on="TPU v5e", let=sizes).to_json()["numbers"]
    assert record["T_upper"]["value"] == pytest.approx(work + 10 * 64**2 / 8.2e11)
    assert T_lower(both, on="TPU v5e", **sizes) <= T_upper(both, on="TPU v5e", **sizes)


def test_a_norm_counts_the_weights_that_it_is_given() -> None:
    """Norms were judged with all of their weights."""
    said = {n: op(f"{n}(bf16[B, N]{', bf16[N]' * k})").flops for n, k in (("layernorm", 0), ("rmsnorm", 0))}
    assert list(map(str, said.values())) == ["5*B*N", "3*B*N"]
    scaled = [op(f"layernorm(bf16[B, N]{', bf16[N]' * k})", exact=True).flops for k in (1, 2)]
    assert list(map(str, scaled)) == ["6*B*N + 2*B", "7*B*N + 2*B"]
    cut = op("rmsnorm(bf16[B_X, N]) -> bf16[B_X, N]", mesh="X=4")
    assert str(cut.flops) == "3*B*N/4"


# -- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_curve_counts_hops() -> None:
    """Curves were held against attainable on machines without hops."""
    o = op("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]", mesh="X=4")
    (curve,) = batch_chart(o, "TPU v5e", cases=[{"J": 2048, "K": 8}], over="I").curves
    for x, y in curve.points[::64]:
        assert y == pytest.approx(float(attainable(o, on="TPU v5e", I=int(x), J=2048, K=8)))
    chart = regime_map(o, "TPU v5e", "I", "J", sizes={"K": 64})
    network = next(r for r in chart.regions if "network" in r.label)
    assert bound_by(o, on="TPU v5e", I=1, J=16, K=64) == "ici"
    assert any(x <= 1.01 for x, _ in network.polygon)


def test_a_size_along_an_axis_is_not_bound_as_well() -> None:
    """Cases bound sizes beside the axis alone."""
    o = op("bf16[I, J] * bf16[J, B] -> bf16[I, B]")
    with pytest.raises(SymroofError, match="B runs along the axis"):
        batch_chart(o, "H100", cases=[{"I": 64, "J": 64, "B": 4096}], over="B")
    with pytest.raises(SymroofError, match="I runs along an axis"):
        regime_map(o, "H100", "I", "J", sizes={"I": 4})


@pytest.mark.parametrize("name", ["T", "K", "C", "W", "Q"])
def test_any_dim_runs_along_the_axis(name: str) -> None:
    """Axes were called B; T and K are reals by convention, and dims here."""
    o = op(f"bf16[M, {name}] * bf16[{name}, F] -> bf16[M, F]")
    (curve,) = batch_chart(o, "H100", cases=[{"M": 64, "F": 64}], over=name).curves
    assert curve.points[6][1] == pytest.approx(float(attainable(o, on="H100", M=64, F=64, **{name: 7})))


# -- mistakes --------------------------------------------------------------------------------------------------------


def test_what_is_wanted_is_told(tmp_path) -> None:
    """Mistakes were drawn one field at a time, in the unit that a field has or in none."""
    o = op("relu(bf16[B]) -> bf16[B]")
    for times in ("L", 1.5):
        with pytest.raises(SymroofError, match="a whole number from 1"):
            o * times  # type: ignore[operator]
    rates = {"peaks": {"bf16": "1e14"}, "bandwidths": {"hbm": " 1 TB / s"}}
    rates["bandwidths"]["ici"] = "45 GB/s"
    assert Machine(name="m", hops={"ici": "1 µs"}, **rates).hops["ici"] * 10**6 == 1
    with pytest.raises(SymroofError, match=r"divide by 8 and write GB$"):
        Machine(name="m", capacity="16 Gb", **rates)
    with pytest.raises(SymroofError, match=r'not a number of s; write it with its unit, as in "1 us"'):
        Machine(name="m", hops={"ici": "1 us/hop"}, **rates)
    with pytest.raises(SymroofError, match="a tuple of formats"):
        training_memory(optimizer="fp32")
    assert sustained("bf16[B] * bf16[B] -> bf16[1]", "H100", "80%", B=8) == sustained(
        "bf16[B] * bf16[B] -> bf16[1]", "H100", "0.8", B=8
    )
    with pytest.raises(SymroofError, match="no plan that is searched leads"):
        op("bf16 A[I_X, J] * bf16 B[J, K_X] -> bf16 C[I, K]{U_X}", mesh="X=2").bytes
    table = tmp_path / "two.toml"
    rows = '[machine.peaks]\nbf16 = "1e14"\n[machine.bandwidths]\nhbm = "1e12"\n'
    row = f'[[machine]]\nname = "{{}}"\nsource = "mine"\n{rows}'
    table.write_text(row.format("a") + row.format("b"), encoding="utf-8")
    with pytest.raises(SymroofError, match=r'pick one, as in ".*two.toml:a"'):
        machine(str(table))
    assert machine(f"{table}:b").name == "b"


# -- sizes as they are typed ------------------------------------------------------------------------------------------

SHARDED = "bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]"


@pytest.mark.parametrize(
    ("cell", "remedy"),
    [
        ("J=64_X", "write J_X=64"),
        ("J=64_{X}", "write J_{X}=64"),
        ("J=64_X_Y", "write J_{X,Y}=64"),
        ("J=64_", "an underscore in a number stands between two digits"),
        ("J=6__4", "an underscore in a number stands between two digits"),
        ("J=1_e3", "an underscore in a number stands between two digits"),
        ("J_X=4*K_X", "K_X is K cut over X, and a size is that of the whole dim; say K"),
    ],
)
def test_axes_behind_a_size_are_no_factor(cell: str, remedy: str) -> None:
    """``J=64_X`` was 64*X, 256 over 4 devices: any underscore after a digit was part of the number; none was drawn."""
    for text in (SHARDED.replace("A[I, J_X]", f"A[I, {cell}]"), f"{SHARDED}, {cell}".replace("J_X=", "J=")):
        for more in ("", "; relu(bf16 C[I, K]) -> bf16 D[I, K]"):
            with pytest.raises(SymroofError) as error:
                op(text + more, mesh="X=4 Y=2")
            assert remedy in str(error.value)
    said = remedy.removeprefix("write ")
    if said != remedy:  # the remedy, typed
        assert dict(op(SHARDED.replace("J_X", said, 1), mesh="X=4 Y=2").sizes)["J"] == 64


@pytest.mark.slow
def test_underscores_in_numbers_are_python_s() -> None:
    """``int("6__4")`` refuses; ``op`` read 64, ``mesh`` 1000 of 1_e3, ``ring`` 64*X; thresholds said many digits."""
    o = op(SHARDED, mesh="X=4")
    for typed in ("64_", "_64", "6__4", "1_e3", "64_X"):
        with pytest.raises(ValueError, match="invalid literal"):
            int(typed)
        asked = (
            lambda t: op(SHARDED, mesh="X=4", J=t),
            lambda t: o.at(J=t),
            lambda t: op(SHARDED, mesh=f"X={t}"),
            lambda t: op(SHARDED, mesh="X=4", J=f"K + {t}"),
            ring,
            lambda t: Machine(name="m", peaks={"bf16": f"{t} TFLOPs/s"}, bandwidths={"hbm": "1e12"}),
            lambda t: threshold(o, "I", on="TPU v5e").at(J=t),
        )
        for ask in asked:
            with pytest.raises(SymroofError) as error:
                ask(typed)
            assert "digits; the limits" not in str(error.value)
    assert dict(op(SHARDED, mesh="X=4", J="64_000", K="2*6_4").sizes) == {"J": 64000, "K": 128, "X": 4}
    assert dict(op(SHARDED, mesh="X", J="64X").at(X=4).sizes)["J"] == 256  # X is an axis of this mesh, no new size


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("J=4M", "M is no dim here; write the number out"),
        ("J=4K", "K is a dim here and 4K may be an amount"),
        ("J=Q", "a size is a whole number of at least 1, or a sum of products"),
    ],
)
def test_a_sequence_asks_of_its_sizes_what_one_operation_does(cell: str, words: str) -> None:
    """Amounts and words in place were drawn in one operation alone; of two 4M was 4 times a size M."""
    text = SHARDED.replace("_X", "").replace("J]", f"{cell}]", 1)
    for more in ("", "; relu(bf16 C[I, K]) -> bf16 D[I, K]"):
        with pytest.raises(SymroofError, match=words):
            op(text + more)
    with pytest.raises(SymroofError, match="K_X is K cut over X"):
        op(SHARDED, mesh="X=4").at(J="4*K_X")


@pytest.mark.parametrize(
    "rule",
    [
        threshold(op(SHARDED, mesh="X"), "I"),
        op(SHARDED, mesh="X").plan.compute_bound("I"),
        bottlenecks(op(SHARDED, mesh="X")).crossover("math", "ici", "J"),
        op(SHARDED, mesh="X").plan,
        data_parallel().threshold("B", leading=False),
    ],
)
def test_a_rate_may_be_bound_after_the_axis_over_which_it_then_sends_nothing(rule) -> None:  # type: ignore[no-untyped-def]
    """Numbers were bound at once, or the rate first; once X was 1 its link was said not to occur in the question."""
    later = rule.at(X=1).at(W_ici=3)
    assert str(later) == str(rule.at(W_ici=3, X=1)) == str(rule.at(W_ici=3).at(X=1))
    for wrong in ({"Q": 3}, {"W_ici": 4}):
        with pytest.raises(SymroofError, match=r"does not occur|is not in this plan"):
            later.at(**wrong)


def test_a_layer_over_one_device_still_knows_its_rates() -> None:
    """The same where the axis was bound before the question was asked."""
    assert str(data_parallel().at(X=1).threshold("B", leading=False).at(W_ici=3)) == "always"

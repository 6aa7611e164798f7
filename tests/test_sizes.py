"""One gatekeeper of numbers: every record and function keeps the same law and says it in the same way."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from tiers import all_but_slow

from symroof import (
    NotationError,
    SymroofError,
    T_lower,
    achieved,
    all_gather,
    attainable,
    best_divisor,
    bottlenecks,
    bound_by,
    cheaper,
    check,
    data_parallel,
    dims,
    exactly,
    fits,
    interval,
    mixed_optimum,
    mixture_of_experts,
    numeric,
    op,
    optimum,
    params,
    pipeline_bubble,
    pipeline_microbatches,
    point_to_point,
    ring,
    serving_memory,
    strategies,
    sweep,
    switch,
    tensor_parallel,
    threshold,
    tiles,
    training_memory,
    tree,
)
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.sizes import PARAMETER, SIZE, Cut, Cuts
from symroof.cli import main
from symroof.model.derive import derive
from symroof.writing.plot import batch_chart, regime_map, roofline

B, D, F = dims("B D F")
rho = params("rho")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
RULE = threshold(B * D * F / (B * D + D * F + B * F), B, over=240)

# Every door that takes a number for D; no earlier generator had asked more than one of them for the same bad number.
DOORS: dict[str, Callable[[object], object]] = {
    "threshold.at": lambda x: RULE.at(D=x),
    "threshold of an op": lambda x: threshold(MATMUL, B, on="TPU v5e").at(D=x, F=4096),
    "condition": lambda x: RULE.when.holds(D=x, F=4096),
    "numeric": lambda x: numeric(B * D, B, D=x)(3),
    "exactly": lambda x: exactly(B * D, B=2, D=x),
    "interval": lambda x: interval(B * D, B=(1, 5), D=x),
    "interval's end": lambda x: interval(B * D, B=(1, 5), D=(x, 10**9)),
    "bottlenecks": lambda x: bottlenecks({"x": B * D, "y": B**2}).at(B=2, D=x),
    "binding": lambda x: bottlenecks({"x": B * D, "y": B**2}).cases[0].holds(B=2, D=x),
    "best_divisor": lambda x: best_divisor(optimum(D * B + 20 / B, B), 12, D=x),
    "op": lambda x: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", D=x),
    "op.at": lambda x: MATMUL.at(D=x),
    "bound_by": lambda x: bound_by(MATMUL, "TPU v5e", B=8, D=x, F=8),
    "fits": lambda x: fits(MATMUL, "TPU v5e", B=8, D=x, F=8),
    "plan": lambda x: strategies("A[I, D_X] * B[D_X, K] -> C[I, K]", mesh="X", dtype="bf16").plans[0].at(D=x),
    "layer": lambda x: tensor_parallel(on="TPU v5p").at(D=x),
    "memory": lambda x: training_memory().at(D=x),
    "contains": lambda x: threshold(D * F, D, over=240).contains(x, F=10),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("bad", [0, -1, Fraction(9, 2), 4096.5, sympy.Rational(7, 2), "x y", None, [1, 2], 1j, True,
                                 sympy.pi, sympy.sqrt(2), sympy.log(3)])  # fmt: skip
def test_every_door_refuses_what_is_no_size(door: str, bad: object) -> None:
    if door == "interval" and isinstance(bad, list):
        return  # two ends
    with pytest.raises(SymroofError) as refused:
        DOORS[door](bad)
    text = str(refused.value)
    assert len(text) < 400
    if isinstance(bad, (int, float, Fraction, sympy.Expr)) and not isinstance(bad, bool):
        assert SIZE in text, text


@pytest.mark.parametrize("door", [d for d in DOORS if d != "interval's end"])
@pytest.mark.parametrize(
    "good",
    [
        8,
        np.int64(8),
        Fraction(8),
        sympy.Integer(8),
        8.0,
        Decimal(8),
        np.float64(8),
        "8",
        sympy.Float(8),
        sympy.log(256) / sympy.log(2),
    ],
    ids=repr,
)
def test_every_door_takes_what_is_whole(door: str, good: object) -> None:
    assert str(DOORS[door](good)) == str(DOORS[door](8))


# Doors that count something in a formula of ours, where symbols may stand too; of constants only rationals were drawn.
COUNTS: dict[str, Callable[[object], object]] = {
    "ring": lambda x: ring(x),
    "switch": lambda x: switch(x),
    "tree": lambda x: tree(("node", x), ("leaf", 4)),
    "axes": lambda x: data_parallel(axes=x),
    "params": lambda x: training_memory(params=x),
    "layers": lambda x: serving_memory(layers=x),
    "chips": lambda x: training_memory().per_chip_core(x),
    "stages": lambda x: pipeline_bubble(x, 12),
    "microbatches": lambda x: pipeline_microbatches(x, bubble="0.1"),
    "interleave": lambda x: pipeline_microbatches(4, bubble="0.1", interleave=x),
    "experts": lambda x: mixture_of_experts(experts=x, active=1),
    "hops": lambda x: point_to_point("V", ring(64), distance=x),
    "tiles": lambda x: tiles(x),
    "devices later": lambda x: all_gather("V", ring("n")).at(n=x),
}


@pytest.mark.parametrize("door", COUNTS)
def test_an_irrational_constant_counts_nothing(door: str) -> None:
    """SymPy tells which constants are whole; the others are refused as 7/2 is, in the same words."""
    said = set()
    for x in (sympy.Rational(7, 2), sympy.pi, sympy.sqrt(2) + 7, 10 * sympy.log(3), sympy.GoldenRatio):
        assert x.is_integer is not True
        with pytest.raises(SymroofError) as refused:
            COUNTS[door](x)
        said.add(str(refused.value).replace(str(x), "x").replace(str(core(x)), "x"))
    assert len(said) == 1, said
    for x in (sympy.floor(20 * sympy.pi, evaluate=False), sympy.log(512) / sympy.log(8) * 3, dims("n")):
        assert x.is_Symbol or abs(sympy.N(x, 30) - round(sympy.N(x, 30))) < sympy.Float("1e-25")
        COUNTS[door](x)


CHIPS: dict[str, Callable[[object], object]] = {
    "meshes": lambda x: data_parallel(on="TPU v5e").meshes(x, B=64, D=64, F=64),  # type: ignore[arg-type]
    "split": lambda x: mixed_optimum(on="TPU v5p").divisors(x, B=65536, F=16384),  # type: ignore[arg-type]
    "best_divisor": lambda x: best_divisor(optimum("X + 20/X", "X"), x),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("door", CHIPS)
def test_a_number_of_chips_is_an_integer(door: str) -> None:
    """Only numbers that are one were drawn: 0 and -3 had divisors, an array ended in a TypeError of Python's."""
    for bad in (0, -3, 0.5, 64.0, float("nan"), True, "64", np.array([64]), [64], None, sympy.pi, 10**15):
        with pytest.raises(SymroofError, match="is not a number whose divisors can be listed; give an integer from 1"):
            CHIPS[door](bad)
    assert CHIPS[door](np.int64(64)) == CHIPS[door](sympy.Integer(64)) == CHIPS[door](64)


def test_nodes_and_repeats_are_whole_too() -> None:
    memory = training_memory(params=10**11, layers=2, width=3)
    for bad in (0, True, 2.5, np.array([8]), sympy.pi):
        with pytest.raises(SymroofError, match="a whole number of chips"):
            memory.chips(on="A100", B=2, step=bad)  # type: ignore[arg-type]
        with pytest.raises(SymroofError, match="a whole number from 1"):
            MATMUL * bad
    assert memory.chips(on="A100", B=2, step=np.int64(8)) == -(-(16 * 10**11 + 24) // (8 * 80 * 10**9)) * 8


def test_a_float_of_sympys_is_the_decimal_that_was_typed() -> None:
    assert exactly("2*K", K=sympy.Float("0.1")) == exactly("2*K", K=0.1) == sympy.Rational(1, 5)
    assert str(threshold("B*D", "B", over=sympy.Float("0.1"))) == str(threshold("B*D", "B", over=0.1))
    with pytest.raises(SymroofError, match=r"K=pi is no fraction; numbers put in are exact, as 22/7 or 3\.14$"):
        exactly("2*K", K=sympy.pi)


def test_parameters_are_positive_reals_everywhere() -> None:
    rule = threshold(rho * B, B, over=3)
    assert rule.at(rho="1/2").integer == 6
    assert exactly(rho * B, rho=Fraction(1, 2), B=4) == 2
    assert numeric(rho * B, B, rho=0.5)(4) == 2
    for ask in (lambda x: rule.at(rho=x), lambda x: exactly(rho * B, rho=x, B=4), lambda x: numeric(rho * B, B, rho=x)):
        for bad in (0, -1):
            with pytest.raises(SymroofError, match=PARAMETER):
                ask(bad)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: serving_memory(batch=-1),
        lambda: serving_memory(batch=2.5),
        lambda: training_memory(params=-1),
        lambda: tiles(1000, M=-1),
        lambda: all_gather(-B, ring("n")),
        lambda: ring(-B),
        lambda: data_parallel(axes=2.5),
        lambda: RULE.at(zzz=3),
        lambda: exactly(B, B=2, zzz=3),
        lambda: interval(B, B=2, zzz=3),
        lambda: numeric(B, B, zzz=3),
        lambda: numeric(sympy.Abs(sympy.Symbol("b", negative=True)), "b"),
        lambda: exactly(sympy.Symbol("2", positive=True) * B, B=2),
    ],
)
def test_nothing_unknown_or_negative_is_accepted_in_silence(ask: Callable[[], object]) -> None:
    with pytest.raises(SymroofError):
        ask()


def test_an_empty_regime_assumes_nothing() -> None:
    assert str(threshold(MATMUL, B, on="TPU v5e", given="")) == str(threshold(MATMUL, B, on="TPU v5e"))


CUT = "bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]"
V5E = "TPU v5e"
PLANS = strategies(CUT, mesh="X", on=V5E)
OPEN, OVER2 = op(CUT, mesh="X"), op(CUT, mesh="X=2")
ROWS = threshold(OVER2, "I", on=V5E)
VERBS: dict[str, Callable[[int], object]] = {
    "op": lambda j: op(CUT, mesh="X=2", J=j),
    "op.at": lambda j: OPEN.at(J=j, X=2),
    "T_lower": lambda j: T_lower(OVER2, V5E, I=64, J=j, K=64),
    "attainable": lambda j: attainable(OVER2, V5E, I=64, J=j, K=64),
    "achieved": lambda j: achieved(OVER2, V5E, 1, I=64, J=j, K=64),
    "bound_by": lambda j: bound_by(OPEN, V5E, I=64, J=j, K=64, X=2),
    "fits": lambda j: fits(OVER2, V5E, I=64, J=j, K=64),
    "bottlenecks": lambda j: bottlenecks(OVER2, on=V5E, J=j),
    "bottlenecks.at": lambda j: bottlenecks(OVER2, on=V5E).at(I=64, J=j, K=64),
    "bottlenecks.holds": lambda j: bottlenecks(OVER2, on=V5E).cases[0].holds(I=64, J=j, K=64),
    "crossover.at": lambda j: bottlenecks(OVER2, on=V5E).crossover("math", "hbm", "I").at(J=j),
    "threshold.at": lambda j: ROWS.at(J=j),
    "threshold.at at": lambda j: threshold(OPEN, "I", on=V5E).at(J=j).at(X=2),
    "threshold.at X": lambda j: threshold(OPEN, "I", on=V5E).at(X=2).at(J=j),
    "threshold.contains": lambda j: threshold(OVER2, "J", on=V5E).contains(j, I=64, K=64),
    "threshold of X": lambda j: threshold(OPEN, "X", on=V5E).contains(2, I=64, J=j, K=64),
    "a regime": lambda j: threshold(OVER2, "I", on=V5E, given="I << J, K").at(J=j, K=64),
    "at_most": lambda j: threshold(OVER2, "J", on=V5E, at_most="1e-3").contains(j, I=64, K=64),
    "sweep": lambda j: sweep(OVER2, V5E, I=64, J=[64, j], K=[64]),
    "sweep of X": lambda j: sweep(OPEN, V5E, I=64, J=[64, j], K=[64], X=[1, 2]),
    "sweep of a bound size": lambda j: sweep(OPEN.at(J=j), V5E, I=64, K=64, X=[1, 2]),
    "strategies": lambda j: strategies(CUT, mesh="X=2", J=j),
    "strategies.best": lambda j: PLANS.best(I=64, J=j, K=64, X=2),
    "plan.at": lambda j: [p.at(J=j, X=2) for p in PLANS.plans],
    "plan.compute_bound": lambda j: PLANS.plans[0].compute_bound("I").at(J=j, X=2, K=64),
    "cheaper": lambda j: cheaper(*PLANS.plans, "I", exact=True).at(J=j, X=2, K=64),
    "derive": lambda j: derive(CUT, mesh="X=2", on=V5E, let={"J": j}),
    "batch_chart": lambda j: batch_chart(OVER2, V5E, [{"J": j, "K": 64}], over="I"),
    "regime_map": lambda j: regime_map(OVER2, V5E, "I", "K", sizes={"J": j}),
    "roofline": lambda j: roofline(V5E, OPEN.at(J=2 * j)),  # which puts X = 4
}


@pytest.mark.parametrize("verb", all_but_slow(VERBS, ["regime_map"]))
def test_a_size_divides_over_its_axes_for_every_verb_or_is_refused_in_one_way(verb: str) -> None:
    """The law was asked by those that build an operation, and not by those that put numbers into its formulas."""
    VERBS[verb](30000)
    shown = "J=60002 does not divide into 4 equal parts over X" if verb == "roofline" else (
        "J=30001 does not divide into 2 equal parts over X")  # fmt: skip
    with pytest.raises(NotationError) as refused:
        VERBS[verb](30001)
    assert str(refused.value).splitlines()[0] == shown


def test_the_command_line_refuses_what_does_not_divide() -> None:
    for j, code in ((30000, 0), (30001, 2)):
        said = CliRunner().invoke(main, ["derive", CUT, "--mesh", "X=2", "--on", V5E, "--let", f"I=64 J={j} K=64"])
        assert said.exit_code == code
        assert ("J=30001 does not divide into 2 equal parts over X" in said.output) is (code == 2)


@pytest.mark.slow
@given(st.integers(1, 60), st.integers(1, 12), st.integers(2, 8), st.integers(0, 3), st.booleans())
def test_the_nearest_size_that_divides_is_found_as_by_counting(
    n: int, ways: int, factor: int, plus: int, up: bool
) -> None:
    """Against a loop: a dim, a dim tied to it, and the axis that cuts a dim of a known size."""
    axis = (("X", ways),)
    tied = op("bf16[D_X] + bf16[D_X] -> bf16[D_X]", mesh=f"X={ways}", D=f"{factor}*H" + f" + {plus}" * (plus > 0)).cuts
    cases = [(Cuts((Cut("J", None, axis),)), "J", lambda m: m % ways == 0),
             (tied, "H", lambda m: (factor * m + plus) % ways == 0),
             (Cuts((Cut("J", 36, (("X", None), ("Y", 3))),)), "X", lambda m: 36 % (3 * m) == 0),
             (Cuts((Cut("J", None, (("X", None),)),)), "J", lambda m: True)]  # fmt: skip
    for cuts, name, does in cases:
        every = [m for m in range(1, 200) if does(m) and (m >= n if up else m <= n)]
        assert cuts.nearest(name, n, up=up) == (min if up else max)(every, default=None)


@pytest.mark.parametrize("ways", [2, 3, 4, 7, 12])
def test_the_integer_of_a_threshold_is_the_first_size_that_divides_and_does(ways: int) -> None:
    """By the definition, size after size; the crossing itself is the formula's, whatever divides."""
    rule = threshold(op(CUT, mesh=f"X={ways}", I=4096, K=2048), "J", on=V5E)
    first = next(j for j in range(ways, 10**6, ways) if j > rule.number)
    assert rule.integer == first
    assert rule.contains(first)
    assert not rule.contains(first - ways)
    assert str(rule).endswith(f"({first})")
    assert rule.integer - rule.number <= ways
    least = threshold(op(CUT, mesh=f"X={ways}", I=4096, K=2048), "J", on=V5E, at_most="1e-3")
    assert least.integer % ways == 0
    assert least.contains(least.integer)
    assert not least.contains(least.integer + ways)


def test_the_integer_of_a_threshold_in_an_axis_is_a_number_of_devices_that_divides() -> None:
    rows = op("bf16 A[I_X, J] * bf16 B[J, K] -> bf16 C[I_X, K]", mesh="X", I=3 * 4096, J=2**16, K=2**16)
    rule = threshold(rows, "X", on=V5E)
    assert (str(rule), rule.integer) == ("X < 50.77 (48)", 48)  # 49 and 50 are below it and do not divide 12288
    assert rule.contains(48)
    assert not rule.contains(64)
    with pytest.raises(NotationError, match="I=12288 does not divide into 50 equal parts over X"):
        rule.contains(50)


@pytest.mark.parametrize("text", ["copy(bf16[B]) -> bf16[B]", "cast(bf16[B]) -> fp32[B]"])
def test_an_operation_without_flops_is_answered_by_its_bytes(text: str) -> None:
    """All of it was asked through bytes per FLOP: a bare 'division by zero'."""
    o, moved = op(text), {"copy": 2 + 2, "cast": 2 + 4}[text[:4]]
    table = sweep(o, V5E, B=[10, 20])
    assert table["T_lower"].tolist() == pytest.approx([moved * b / 8.2e11 for b in (10, 20)])
    assert (table["attainable"].tolist(), table["bound_by"].tolist()) == ([0, 0], ["hbm", "hbm"])
    assert bottlenecks(o, on=V5E).at(B=10) == ("hbm",) == (bound_by(o, V5E, B=10),)
    with pytest.raises(SymroofError, match="does no FLOPs, so there are no FLOPs/s to draw"):
        batch_chart(o, V5E)
    said = CliRunner().invoke(main, ["derive", text, "--on", V5E, "--let", "B=10"])
    rows = [line.split() for line in said.output.splitlines()]
    assert said.exit_code == 0
    assert ["bytes", str(10 * moved)] in rows
    assert {row[0]: row[1] for row in rows if row[0] in ("T_comms", "T_lower")} == dict.fromkeys(
        ("T_comms", "T_lower"), f"{10 * moved / 8.2e11:.4g}"
    )
    assert "no FLOPs" in said.output
    assert "threshold  " not in said.output
    asked = CliRunner().invoke(main, ["derive", text, "--on", V5E, "--solve", "B"])
    assert asked.exit_code == 2
    assert "does no FLOPs, so it has no bytes per FLOP" in asked.output


def test_a_collective_without_flops_is_answered_by_what_it_sends() -> None:
    o = op("AllGather_X(bf16[B_X, D]) -> bf16[B, D]", mesh="X=4")
    table, sizes = sweep(o, V5E, B=[12, 4096], D=8192), {"B": 4096, "D": 8192}
    assert table["T_lower"].tolist() == pytest.approx([float(T_lower(o, V5E, B=b, D=8192)) for b in (12, 4096)])
    assert table["T_lower"][1] == pytest.approx(4096 * 8192 * 2 * 3 / 4 / 2 / 4.5e10)  # both ways round the ring
    assert table["attainable"].tolist() == [0, 0]
    assert bottlenecks(o, on=V5E).at(**sizes) == ("ici",) == (bound_by(o, V5E, **sizes),)
    with pytest.raises(SymroofError, match="does no FLOPs, so there are no FLOPs/s to draw"):
        batch_chart(o, V5E)


@pytest.mark.parametrize("name", ["C", "W", "T_lower", "W_ici", "K", "B"])
@pytest.mark.parametrize("more", [{}, {"at_most": "1e-3"}, {"mesh": "X=2"}])
def test_a_dim_is_a_whole_number_whatever_it_is_called(name, more):
    """A dim by the name of a rate had no integer in brackets, and 545/2 of it was said to be compute-bound."""
    cut = f"{name}_X" if "mesh" in more else name
    mesh, ask = more.get("mesh"), {k: v for k, v in more.items() if k != "mesh"}
    made = op(f"bf16[{cut}, D] * bf16[D, F] -> bf16[{cut}, F]", mesh=mesh, D=4096, F=4096)
    usual = op(str(made).replace(name + ",", "M,").replace(name + "_X,", "M_X,"))
    rule, want = threshold(made, name, on="TPU v5e", **ask), threshold(usual, "M", on="TPU v5e", **ask)
    assert str(rule) == str(want).replace("M", name)
    assert rule.integer == want.integer is not None
    outside = rule.integer + (-1 if rule.sense[0] == ">" else 1) * (2 if mesh else 1)
    assert (rule.contains(rule.integer), rule.contains(outside)) == (True, False)
    with pytest.raises(SymroofError, match="is not an integer"):
        rule.contains("545/2")
    assert check(str(rule), rule).verdict == "exact"


@pytest.mark.slow
@pytest.mark.parametrize("mesh", ["X=2", "X=4"])
@pytest.mark.parametrize("name", ["C", "W"])
def test_a_cut_dim_by_the_name_of_a_rate_is_one_symbol_in_every_roof(name, mesh):
    """Beside the link the dim was the rate, so that roof was a condition on the unknown itself."""
    made = threshold(op(f"bf16[B, {name}_X] * bf16[{name}_X, F] -> bf16[B, F]", mesh=mesh), name, on="TPU v5e")
    usual = threshold(op("bf16[B, M_X] * bf16[M_X, F] -> bf16[B, F]", mesh=mesh), "M", on="TPU v5e")
    assert made.when.text == usual.when.text
    for b, f in ((256, 4096), (600, 8192), (4096, 96)):
        one, other = made.at(B=b, F=f), usual.at(B=b, F=f)
        assert str(one) == str(other).replace("M", name)
        assert one.integer == other.integer

"""A sharded operation taken all the way: its collectives in T_lower, attainable, bound_by, threshold and derive."""

import json
import pickle
import re
from fractions import Fraction
from itertools import product

import pytest
import ring as judge
from click.testing import CliRunner
from sympy import Rational

from symroof import (
    Inconclusive,
    Machine,
    NotationError,
    Op,
    SymroofError,
    T_comms,
    T_lower,
    T_math,
    T_upper,
    UnknownResource,
    Unsupported,
    attainable,
    bottlenecks,
    bound_by,
    op,
    optimum,
    ring,
    strategies,
    sustained,
    switch,
    threshold,
)
from symroof.cli import main
from symroof.model.collectives import all_gather, all_reduce, all_to_all, network_of, reduce_scatter, tree
from symroof.model.derive import derive
from symroof.model.training import data_parallel, expert_batch, fully_sharded, mixed
from symroof.reading.notation import mesh_of
from symroof.writing.summary import summary

CASE3 = "A[B, D_X] * W[D_X, F] -> Y[B, F]"
V5E = {"C": Fraction("1.97e14"), "W": Fraction("8.2e11"), "W_ici": Fraction("4.5e10")}


def made(text=CASE3, mesh="X", **more):
    return op(text, dtype="bf16", mesh=mesh, **more)


def at(expr, **values):
    return Fraction(str(expr.subs({s: values[s.name] for s in expr.free_symbols})))


def by_hand(b, d, f, n):
    """The three times of X[B, D_X] * W[D_X, F] -> Y[B, F] on TPU v5e, typed from the definitions."""
    lanes = 1 if n == 2 else 2
    math = Fraction(2 * b * d * f, n) / V5E["C"]
    hbm = (Fraction(2 * b * d + 2 * d * f, n) + 2 * b * f) / V5E["W"]
    return {"math": math, "hbm": hbm, "ici": Fraction(2 * (n - 1), n) * 2 * b * f / lanes / V5E["W_ici"]}


SIZES = list(product((16, 512, 8192), (1024, 16384, 131072), (128, 4096), (2, 4, 8)))


@pytest.mark.slow
@pytest.mark.parametrize(("b", "d", "f", "n"), SIZES[::5])
def test_every_figure_of_a_sharded_matmul_counts_its_collective(b, d, f, n):
    times = by_hand(b, d, f, n)
    bound, sizes = made(mesh=f"X={n}"), {"B": b, "D": d, "F": f}
    assert at(T_lower(bound, "TPU v5e"), **sizes) == max(times.values())
    assert at(T_upper(bound, "TPU v5e"), **sizes) == sum(times.values())
    assert at(T_comms(bound, "TPU v5e", "ici"), **sizes) == times["ici"]
    assert at(T_math(bound, "TPU v5e"), **sizes) == times["math"]
    assert at(attainable(bound, "TPU v5e"), **sizes) == Fraction(2 * b * d * f, n) / max(times.values())
    assert at(T_lower(bound), **sizes, **V5E) == max(times.values())
    times["ici"] = max(times["ici"], Fraction(n if n % 2 == 0 else n - 1, 10**6))  # a microsecond a hop, both ways
    assert bound_by(bound, "TPU v5e", **sizes) == max(times, key=times.get)
    assert bound_by(made(), "TPU v5e", X=n, **sizes) == max(times, key=times.get)  # two chips share one link


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 4, 8])
def test_the_threshold_is_where_arithmetic_passes_every_link(n):
    rule = threshold(made(mesh=f"X={n}"), "D", on="TPU v5e")
    for b, f in product((64, 256, 1024, 8192), (300, 4096, 65536)):
        here = rule.at(B=b, F=f)
        wide = {
            d: max(t := by_hand(b, d, f, n), key=t.get) == "math" for d in (8, 104, 9000, 15000, 70000, 10**6, 10**8)
        }
        assert {d: here.contains(d) for d in wide} == wide
    assert threshold(made(mesh=f"X={n}"), "D", on="TPU v5e", link="ici").number == pytest.approx(
        {2: 8755.6, 4: 13133.3, 8: 30644.4}[n], abs=0.06
    )


@pytest.mark.slow
def test_both_rules_in_one_closed_form():
    rule = threshold(made(mesh="X=4"), "D")
    assert str(rule) == "D > Max(3*C/W_ici, 4/(W/C - 1/B - 1/F)) when 1/B + 1/F < W/C"
    assert str(threshold(made(mesh="X=4"), "D", on="TPU v5e").at(B=4096, F=4096)) == "D > 13133.3 (13136)"
    assert threshold(made(mesh="X=4"), "D", on="TPU v5e").at(B=16, F=4096).verdict == "never"
    assert "for rings of 3 or more (X)" in threshold(made(), "D").notes[0]
    assert threshold(made(mesh="X=4"), "D").notes == ()


@pytest.mark.slow
def test_weak_signs_are_signs():
    text = "A[I, J_X] * B[J_Y, K] -> C[I, K]"
    assert threshold(op(text, dtype="bf16", mesh="X Y"), "I").sense == ">"


@pytest.mark.slow
def test_overlap_is_part_of_the_operation():
    text = "A[I_X, J] * B[J, K_Y] -> C[I, K]"
    plan = "AllGather_X A, AllGather_Y B"
    added, both = (made(text, "X=4 Y=8", plan=plan, overlap=how) for how in ("sum", "max"))
    assert {k: str(v) for k, v in added.traffic.items() if k != "hbm"} == {"ici": "3*I*J/4 + 7*J*K/8"}
    assert {k: str(v) for k, v in both.traffic.items() if k != "hbm"} == {"ici_X": "3*I*J/4", "ici_Y": "7*J*K/8"}
    assert both.link_of("ici_X") == "ici"
    sizes = {"I": 64, "J": 64, "K": 512}
    x, y = Fraction(3 * 64 * 64, 4) / V5E["W_ici"], Fraction(7 * 64 * 512, 8) / V5E["W_ici"]
    assert at(T_lower(added, "TPU v5e"), **sizes) == x + y
    assert at(T_lower(both, "TPU v5e"), **sizes) == max(x, y)
    assert at(T_upper(both, "TPU v5e"), **sizes) - at(T_upper(added, "TPU v5e"), **sizes) == 0
    assert any("communications follow one another" in a for a in added.assumptions)
    assert any("over different mesh axes overlap" in a for a in both.assumptions)


def test_a_plan_may_be_chosen():
    text = "A[I_X, J] * B[J, K] -> C[I, K]"
    usual, other = made(text, "X=4"), made(text, "X=4", plan="AllGather_X A", exact=True)
    assert str(usual.plan) == "AllGather_X C"  # it does the work as written, a part on each device
    assert str(usual.flops) == "I*J*K/2"
    assert str(other.work.sum) == "2*I*J*K"
    assert str(other.flops.expand()) == "2*I*J*K - I*K"
    assert str(usual.plans.rule[1]) == "J < K"
    assert pickle.loads(pickle.dumps(other)) == other != usual


@pytest.mark.parametrize(
    "case", ["I_X, J|J, K_Y|I_X, K_Y", "I, J_X|J, K|I, K", "I, J_X|J_X, K|I_X, K", "I_X, J|J, K_X|I, K"]
)
def test_some_plan_always_does_the_work_as_written(case):
    a, b, c = case.split("|")
    o = made(f"A[{a}] * B[{b}] -> C[{c}]", "X Y")
    assert o.plan.flops == o.work.sum


def test_networks_by_text():
    assert str(made(over="line", mesh="X=4").traffic["ici"]) == "3*B*F"
    assert str(made(over="one-way ring", mesh="X=4").traffic["ici"]) == "3*B*F"
    assert str(made(over="X=ring", mesh="X=4").traffic["ici"]) == "3*B*F/2"
    assert str(made(over="switch:nvlink", mesh="X=8").traffic["nvlink"]) == "7*B*F/2"
    assert str(network_of("pipelined line")[""](mesh_size(4))) == "pipelined line of 4"
    node = made(over="switch:nvlink", mesh="X=8")
    assert at(T_comms(node, "H100", "nvlink"), B=8192, F=8192) == Fraction(7 * 8192 * 8192, 2) / (45 * 10**10)


def mesh_size(n):
    from symroof.algebra.ratios.posynomial import ratio

    return ratio(n)


@pytest.mark.parametrize("name", [all_gather, reduce_scatter, all_reduce, all_to_all])
@pytest.mark.parametrize("n", range(1, 10))
def test_a_switch_is_a_tree_of_one_level(name, n):
    one, other = name("V", switch(n, link="node")), name("V", tree(("node", n)))
    assert one.time_core == other.time_core
    assert one.hops == other.hops


def test_one_device_sends_nothing():
    alone, plain = made(mesh="X=1"), op("A[B, D] * W[D, F] -> Y[B, F]", dtype="bf16")
    assert str(alone.plan) == "no communication"
    assert alone.traffic == plain.traffic
    assert made().at(X=1).traffic == plain.traffic
    assert str(threshold(alone, "B")) == str(threshold(plain, "B"))


def test_sequences_add_their_collectives():
    layer = made(
        "bf16 In[B, D_Y] * bf16 Win[D, F_Y] -> bf16 H[B, F_Y]; bf16 H[B, F_Y] * bf16 Wout[F_Y, D] -> bf16 Out[B, D_Y]",
        "Y=4",
    )
    assert [str(s.plan) for s in layer.steps] == ["AllGather_Y In", "ReduceScatter_Y Out"]
    assert str(layer.traffic["ici"]) == "3*B*D/2"
    assert at(T_comms(layer, "TPU v5e", "ici"), B=64, D=512) == Fraction(3 * 64 * 512, 2) / V5E["W_ici"]


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("Q[B_X, N, H] * K[B_X, S, H] -> P[B_X, N, S]", "no communication"),
        ("Q[B_X, N, H] * K[B, S, H] -> P[B_X, N, S]", "no communication"),  # K is cut for free
        ("Q[B_X, N, H] * K[B_Y, S, H] -> P[B_X, N, S]", "AllGather_Y K"),
        ("Q[B, N_Y, H] * K[B, S, H] -> P[B, N_Y, S]", "no communication"),
        ("P[B, N, S_X] * V[B, S_X, H] -> O[B, N, H]", "AllReduce_X O"),
        ("X[E_X, B, D] * V[E_X, D, F_Y] -> H[E_X, B, F_Y]", "no communication"),
        ("In[B_X, D] * dH[B_X, F] -> dV[D_X, F]", "ReduceScatter_X dV"),
    ],
)
def test_dims_of_both_operands(text, plan):
    assert str(made(text, "X Y").plan) == plan


def test_two_cuts_of_a_dim_that_both_keep_are_a_conflict():
    assert made("Q[B_X, N, H] * K[B_Y, S, H] -> P[B_X, N, S]", "X Y").plans.case == 4


@pytest.mark.slow
def test_a_whole_layer_from_notation():
    """Fully sharded over X and tensor parallel over Y: the optimum and the bounds of the textbook, from two lines."""
    text = "In[B_X, D_Y] * V[D_X, F_Y] -> H[B_X, F_Y]; H[B_X, F_Y] * U[F_Y, D_X] -> Out[B_X, D_Y]"
    layer = made(text, "X Y", overlap="max")
    assert [str(s.plan) for s in layer.steps] == ["AllGather_Y In, AllGather_X V", "AllGather_X U, ReduceScatter_Y Out"]
    both = threshold(layer, "B", on="TPU v5p")
    said = str(both.but(constants=None))
    assert said.startswith("B > Max(1/(553/(91800*X) - 1/(D*X) - Y/(F*X)), 2550*X - 2550) when ")
    for x, y in ((16, 4), (4, 16), (2, 2)):
        here = threshold(layer.at(X=x, Y=y), "B", on="TPU v5p").at(D=8192, F=16384)
        for b in (x * 64, 2**12 * x, 2**16 * x):
            assert here.contains(b) == (bound_by(layer, "TPU v5p", X=x, Y=y, B=b, D=8192, F=16384) == "math")
    best = optimum(T_comms(layer, link="ici_X") + T_comms(layer, link="ici_Y"), ("X", "Y"), subject="X*Y = N")
    assert {str(k): str(v) for k, v in best.point.items()}["X"] == "sqrt(B)*sqrt(N)/sqrt(F)"


def test_widths_have_no_peak():
    with pytest.raises(UnknownResource, match="the arrays have b bytes an entry, and TPU v5e lists peaks by format"):
        T_lower(op(CASE3, mesh="X=4"), "TPU v5e")


def test_what_needs_no_peak_is_answered_of_widths_too() -> None:
    """Never asked before: bytes alone on a chip, a collective that does no FLOPs, the rates that a chip has already."""
    matmul = "<b>[B, D] * <c>[D, F] -> <b>[B, F]"
    sizes = {"b": 2, "c": 1, "B": 8, "D": 64, "F": 64}
    assert T_comms(matmul, "H100", link="hbm", **sizes) == Rational(2 * 8 * 64 + 64 * 64 + 2 * 8 * 64, 335 * 10**10)
    gather = op("AllGather_X(<b>[B_X, D]) -> <b>[B, D]", mesh="X=4")
    assert bound_by(gather, "TPU v5e", b=2, B=4, D=4) == "ici"
    with pytest.raises(UnknownResource, match="write one in place of <b>, as in bf16"):
        T_lower(matmul, "H100", **sizes)
    assert {str(s) for s in T_lower(matmul, **sizes).free_symbols} == {"C", "W"}
    with pytest.raises(SymroofError, match="C is not in this operation"):
        T_comms(matmul, "H100", C=4)
    with pytest.raises(SymroofError, match="does no FLOPs and moves nothing"):
        attainable(Op.of(flops=0, bytes=0), "H100")
    assert attainable(Op.of(flops=0, bytes=1), "H100") == 0


# -- operations that are no product of two arrays ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "plan", "sent"),
    [
        ("AllGather_X(A[I_X, J]) -> A[I, J]", "AllGather_X A", "3*I*J/4"),
        ("AllGather_XY(A[I_XY, J]) -> A[I, J]", "AllGather_XY A", "7*I*J/12"),
        ("AllReduce_X(A[I, J]{U_X}) -> A[I, J]", "AllReduce_X A", "3*I*J/2"),
        ("ReduceScatter_{X,J}(A[I, J]{U_X}) -> A[I, J_X]", "ReduceScatter_X A", "3*I*J/4"),
        ("AllToAll_{X,J}(A[I_X, J]) -> A[I, J_X]", "AllToAll_X A", "I*J/4"),
        ("copy(A[I_X, J]) -> B[I, J]", "AllGather_X B", "3*I*J/4"),
        ("A[I_X, J] + B[I, J_X] -> C[I_X, J]", "AllToAll_X B", "I*J/4"),
        ("sum_J(A[I, J_X]) -> B[I]", "AllReduce_X B", "3*I/2"),
        ("sum_J(A[I, J_X]) -> B[I_X]", "ReduceScatter_X B", "3*I/4"),
        ("relu(A[I_X, J]) -> B[I_X, J]", "no communication", None),
        ("relu(A[I, J]) -> B[I_X, J]", "no communication", None),
        ("relu(A[I_X, J]) -> B[I, J]", "AllGather_X B", "3*I*J/4"),
        ("A[I]{U_X} + B[I]{U_X} -> C[I]", "AllReduce_X C", "3*I/2"),
        ("softmax(S[I_X, J]) -> P[I_X, J]", "no communication", None),
    ],
)
def test_what_other_operations_send(text, plan, sent):
    o = made(text, "X=4 Y=2")
    assert str(o.plan) == plan
    assert o.traffic.get("ici") is None if sent is None else str(o.traffic["ici"]) == sent
    assert op(str(o), dtype="bf16").traffic == o.traffic


simulated = {"scatter": judge.reduce_scatter, "reduce": judge.all_reduce, "gather": judge.all_gather}
SUMS = [("ReduceScatter", "I_X", reduce_scatter, "scatter"), ("AllReduce", "I", all_reduce, "reduce")]
WIDTHS = {"fp64": 8, "fp32": 4, "bf16": 2, "fp8": 1, "int4": Fraction(1, 2)}


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), list(product(WIDTHS, repeat=2)))
def test_partial_sums_are_sent_in_the_format_that_they_are_in(before, after):
    """No collective between two formats was drawn: the bytes were those of the output.

    The judge passes the pieces of the unreduced array around the ring and counts what the busiest link carries.
    """
    v = 60 * 30 * WIDTHS[before]
    for n, (name, z, function, count) in product((2, 3, 5), SUMS):
        sent = simulated[count](n, "ring")[0] * v
        a, out = f"{before} A[I, J]{{U_X}}", f"{after} Z[{z}, J]"
        sizes = dict(mesh=f"X={n}", I=60, J=30)
        alone, whole = op(f"{name}_X({a}) -> {out}", **sizes), function(v, ring(n))
        made = op(f"sum_K({before} B[I, J, K_X]) -> {a}; {name}_X({a}) -> {out}", K=30, **sizes)
        plain = [op(f"{f}({a}) -> {out}", **sizes) for f in ("copy", "cast", "neg")]
        for o in (alone, made, *plain):
            assert Fraction(o.traffic["ici"].constant()) == sent == Fraction(str(whole.bytes))
            said = [x for x in o.assumptions if x.startswith(f"{name}_X")]
            assert [x.endswith(f"; V in {before}") for x in said] == [before != after]
        hbm = v + 60 * 30 * WIDTHS[after] / Fraction(n if name == "ReduceScatter" else 1)
        assert Fraction(alone.traffic["hbm"].constant()) == hbm
        assert alone.plan.comms_core == made.steps[-1].plan.comms_core == whole.time_core


def test_what_is_no_partial_sum_is_sent_as_it_is_written():
    """The array that the plan names: an operand, or the result."""
    for text, width in (
        ("AllGather_X(bf16 A[I_X, J]) -> fp32 Z[I, J]", 4),
        ("copy(fp32 A[I_X, J]) -> bf16 Z[I, J]", 2),
        ("sum_J(fp32 A[I, J, K_X]) -> bf16 Z[I, K]", 2),
        ("copy(fp32 A[I_X, J]{U_Y}) -> bf16 Z[I, J]{U_Y}", 2),
        ("bf16 A[I_X, J] * fp32 B[J, K_X] -> fp32 Z[I_X, K]", 4),
        ("AllGather_X(int8 A[I_X, J]) -> bf16 Z[I, J]", 2),
    ):
        o = op(text, mesh="X=4 Y=2", plan="AllGather_X B" if "*" in text else "").at(
            **{n: 64 for n in "IJK" if n in text}
        )
        assert Fraction(o.traffic["ici"].constant()) == simulated["gather"](4, "ring")[0] * 64 * 64 * width, text
    cast = op("cast(fp32 A[I, J]{U_X}) -> bf16 Z[I, J]{U_X}", mesh="X=4")
    assert "ici" not in cast.traffic


@pytest.mark.parametrize(("before", "after"), [("fp32", "bf16"), ("bf16", "fp32"), ("fp32", "fp32")])
def test_a_sum_that_is_complete_is_gathered_in_the_format_of_the_result(before, after):
    o = op(f"copy({before} A[I_X, J]{{U_Y}}) -> {after} Z[I, J]", mesh="X=4 Y=2", I=64, J=32)
    reduced = simulated["reduce"](2, "ring")[0] * 64 * 32 // 4 * WIDTHS[before]
    gathered = simulated["gather"](4, "ring")[0] * 64 * 32 * WIDTHS[after]
    assert Fraction(o.traffic["ici"].constant()) == reduced + gathered
    assert [s.format for s in o.plan.steps] == [before, after]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (
            "softmax_J(S[I, J_X]) -> P[I, J_X]",
            Unsupported,
            "softmax runs along J, which X cuts; gather it first, as copy",
        ),
        (
            "relu(A[I]{U_X}) -> B[I]",
            Unsupported,
            "relu of the partial sums bf16 A.* is not a partial sum; AllReduce it",
        ),
        ("A[I]{U_X} + B[I] -> C[I]", Unsupported, "of the partial sums bf16 A"),
        ("AllReduce_X(A[I_X]) -> A[I]", NotationError, "AllReduce_X does not turn .* that takes: AllGather_X A"),
        ("AllGather_X(A[I]) -> A[I]", NotationError, "AllGather_X does not turn .* nothing is sent"),
        ("copy(A[I]) -> A[I]{U_X}", Unsupported, "leaves partial sums over an axis that .* does not sum over"),
        ("AllGather_X(A[I_X])", NotationError, "what AllGather_X leaves is not said"),
    ],
)
def test_messages_of_other_operations(text, error, message):
    with pytest.raises(error, match=message):
        made(text).traffic


def test_a_collective_in_derive():
    r = record("AllGather_X(A[I_X, J]) -> A[I, J]", "--dtype", "bf16", "--mesh", "X=4", "--on", "TPU v5e")
    assert r["traffic"]["ici"] == "3*I*J/4"
    assert (r["flops"], r["balance"], r["intensity"], r["threshold"]) == ("0", "oo", "0", None)
    tiny = call("AllGather_X(A[I_X]) -> A[I]", "--dtype", "bf16", "--mesh", "X=4", "--on", "TPU v5e", "--let", "I=128")
    assert "is set by latency at these sizes: 2e-06 s for 2 hops" in tiny.stdout


def test_markdown_s_bold_arrays_are_arrays():
    bold = "**A**[I, J_X] ·_J **B**[J_X, K] → **C**[I, K] { U_X }"
    assert made(bold) == made("A[I, J_X] *_J B[J_X, K] -> C[I, K]{U_X}")


# -- a dim called C or W is never the machine's symbol -----------------------------------------------------------------


def test_sizes_called_c_and_w_keep_their_names():
    text = "A[B, C_X] * V[C_X, W] -> Y[B, W]"
    for p in strategies(text, mesh="X=4", dtype="bf16").plans:
        assert set(p.math_core.names) == {"B", "C", "W", "C_bf16"}
        assert "W_hbm" in p.hbm_core.names
    o = op(text, dtype="bf16", mesh="X=4")
    assert {s.name for s in T_lower(o).free_symbols} == {"B", "C", "W", "C_bf16", "W_hbm", "W_ici"}
    assert str(T_math(strategies_free())) == "2*B*D*F/(C*X)"
    with pytest.raises(SymroofError, match="C is a size here and the symbol for the peak of bf16"):
        strategies("A[B, C_X] * V[C_X, C_bf16] -> Y[B, C_bf16]", mesh="X=4", dtype="bf16")


def strategies_free():
    return op("A[B_X, D] * V[D, F] -> Y[B_X, F]", dtype="bf16", mesh="X")


def test_training_layers_keep_the_user_s_symbols():
    assert "C_bf16" in mixed(M_X="C").math_core.names
    assert str(expert_batch(experts="W", active="C")) == "B > C_bf16*W/(C*W_hbm)"
    assert "C" in data_parallel().math_core.names
    bare = Machine(name="bare", peaks={"bf16": 10**12}, bandwidths={"ici": 10**9})
    with pytest.raises(UnknownResource, match="bare lists no bandwidth for hbm"):
        expert_batch(on=bare)


# -- symroof derive ----------------------------------------------------------------------------------------------------


def call(*args):
    return CliRunner().invoke(main, ["derive", *args])


def record(*args):
    done = call(*args, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


MESHED = (CASE3, "--dtype", "bf16", "--mesh")


def test_the_record_of_a_sharded_operation():
    r = record(*MESHED, "X=4", "--solve", "D")
    assert r["traffic"] == {"hbm": "B*D/2 + D*F/2 + 2*B*F", "ici": "3*B*F/2"}
    assert r["flops"] == "B*D*F/2"
    assert r["bytes"] == r["traffic"]["hbm"]
    assert r["T_comms"] == "(B*D/2 + D*F/2 + 2*B*F)/W + (3*B*F/2)/W_ici"
    assert r["T_lower"].startswith("Max((B*D*F/2)/C, ")
    assert r["threshold"]["value"] == "Max(3*C/W_ici, 4/(W/C - 1/B - 1/F))"
    assert r["sharding"]["case"] == 3
    assert r["sharding"]["plan"] == "AllReduce_X Y"
    assert r["sharding"]["overlap"] == "sum"
    assert set(r["sharding"]["plans"]) == {"AllReduce_X Y", "AllGather_X A, AllGather_X W"}
    assert "sharding" not in record("bf16[B, D] * bf16[D, F] -> bf16[B, F]")


@pytest.mark.slow
def test_derive_on_a_machine_with_everything_bound():
    r = record(*MESHED, "X", "--on", "TPU v5e", "--let", "X=4,B=4096,F=4096", "--solve", "D")
    assert r["threshold"]["integer"] == 13136  # the first that 4 devices divide
    assert r["machine"]["bandwidths"] == {"hbm": 8.2e11, "ici": 4.5e10}
    assert (
        record(*MESHED, "X", "--on", "TPU v5e", "--let", "X=2,B=4096,F=4096", "--solve", "D")["threshold"]["integer"]
        == 8756
    )
    assert record(*MESHED, "X=4", "--on", "TPU v5e", "--over", "line", "--let", "B=4096,F=4096", "--solve", "D")[
        "threshold"]["number"] == pytest.approx(26266.7, abs=0.05)  # fmt: skip


@pytest.mark.slow
def test_roofs_asked_before_the_sizes_are_known_say_that_hops_are_left_out():
    before, sizes = bottlenecks(made(mesh="X=4"), on="TPU v5e"), {"B": 128, "D": 20000, "F": 128}
    assert before.at(**sizes) == ("ici",)  # asked anew, with 4 us of hops where its bytes take 0.5 us
    assert [case.roofs for case in before if case.holds(**sizes)] == [("ici",)]  # as are its cases
    rule = before.crossover("hbm", "ici", "D")
    assert any("latency of hops is not counted" in note for note in rule.notes)
    assert rule.at(B=128, F=128).notes == ()  # of which each answer says whether it counts them
    assert rule.contains(20000, B=128, F=128) is False
    assert "latency of hops is not counted: where 2*B*F < 2.4e+05 bytes" in str(before)
    after = bottlenecks(made(mesh="X=4"), on="TPU v5e", **sizes)  # 4 us of hops
    assert [case.roofs for case in after] == [("ici",)]
    assert after.notes == ()
    assert bound_by(made(mesh="X=4"), "TPU v5e", **sizes) == "ici"


@pytest.mark.slow
@pytest.mark.parametrize("style", ["--latex", "--markdown"])
def test_the_other_dresses(style):
    done = call(*MESHED, "X=4", "--solve", "D", style)
    assert done.exit_code == 0
    assert r"T_\text{ici}" in done.stdout
    assert r"\max\left(\frac{3C}{W_\text{ici}}" in done.stdout
    other = call(*MESHED, "X", "--solve", "B", style).stdout  # its condition too names the link
    assert r"W_\text{ici}" in other.split("when")[1]
    assert "W_{ici}" not in other


@pytest.mark.slow
def test_the_text_says_case_plan_rule_and_conventions():
    done = call("A[I_X, J] * B[J, K] -> C[I, K]", "--dtype", "bf16", "--mesh", "X")
    for words in ("case 1", "less is sent by AllGather_X A iff J < K", "W is one direction of one link", "T_ici"):
        assert words in done.stdout


@pytest.mark.slow
def test_sizes_at_which_latency_rules_say_so():
    r = record(*MESHED, "X=4", "--on", "TPU v5e", "--let", "B=8,D=128,F=128")
    assert r["T_comms"].endswith("1/250000")
    assert any("is set by latency at these sizes: 4e-06 s for 4 hops of 1e-06 s" in n for n in r["sharding"]["notes"])
    wide = record(*MESHED, "X=4", "--on", "TPU v5e", "--let", "B=8192,D=8192,F=8192")
    assert not any("set by latency at" in n for n in wide["sharding"]["notes"])


def test_a_mesh_axis_of_one_in_derive():
    r = record(*MESHED, "X=1")
    assert r["traffic"] == {"hbm": "2*B*D + 2*D*F + 2*B*F"}
    assert r["sharding"]["plan"] == "no communication"


AXES = ("--dtype", "bf16", "--mesh")
LACKS = "H100 lists no bandwidth for ici, over which AllReduce_X Y goes; it has hbm, nvlink; name the network"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((CASE3, "--dtype", "bf16"), "D_X looks like dim D cut over mesh axis X, but there is no mesh"),
        (("A[I_X, J_X] * B[J, K] -> C[I, K]", *AXES, "X"), "mesh axis X cuts I and J of one array"),
        (("A[I_X, J] * B[J, K_X] -> C[I_X, K_X]", *AXES, "X"), "mesh axis X cuts I and K of one array"),
        (("A[I, J] *_J B[J, K] -> C[I, J]", *AXES, "X"), "'*_J' says J is contracted, but J survives"),
        ((*MESHED, "X Y=0"), "a whole number of at least 1"),
        ((*MESHED, "X=4", "--let", "D=10"), "D=10 does not divide into 4 equal parts over X"),
        ((*MESHED, "X", "--let", "D=10,X=4"), "D=10 does not divide into 4 equal parts over X"),
        ((*MESHED, "X=4", "--let", "X=8"), "X is bound twice: 4 and 8"),
        ((*MESHED, "X=8", "--on", "H100"), LACKS),
        ((*MESHED, "X=8", "--on", "A100", "--over", "switch:dcn"), "A100 lists no bandwidth for dcn"),
        ((*MESHED, "X", "--over", "star"), "'star' is no network; write one-way-ring, ring, line"),
        ((*MESHED, "X", "--over", "Y=line"), "the mesh has no axis Y; it has X"),
        ((*MESHED, "X", "--over", "line ring"), "the network is given twice in 'line ring'"),
        ((*MESHED, "X", "--overlap", "half"), "overlap='half'"),
        ((*MESHED, "X", "--plan", "AllGather_X Z"), "no plan 'AllGather_X Z'; there are: AllReduce_X Y"),
        (("copy(bf16[N])", "--plan", "AllGather_X Z"), "there is nothing to choose"),
        (("A[I, J]{U_X} * B[J, K] -> C[I, K]", *AXES, "X"), "unreduced partial sums; AllReduce it first"),
    ],
)
def test_derive_messages(args, message):
    done = call(*args)
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    assert "Traceback" not in done.output


def test_binding_messages():
    with pytest.raises(NotationError, match="no dim is called Q; the dims are B, D, F, X"):
        made().at(Q=3)
    with pytest.raises(NotationError, match="X is bound twice: 4 and 8"):
        made(mesh="X=4").at(X=8)
    with pytest.raises(Unsupported, match="strategies are known for a product of two arrays"):
        strategies("A[I, J] + B[I, J] -> C[I, J]", mesh="X", dtype="bf16")
    assert mesh_of("X=4") == (("X", 4),)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["A[I, J_X] * B[J_X, K] -> C[I, K]", "A[I_X, J] * B[J, K] -> C[I, K_X]"])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8])
def test_a_threshold_knows_that_two_chips_are_no_ring(text, size):
    """Binding the mesh late is binding it early, whatever the formula for many chips says; wants are in any order."""
    o = op(text, dtype="bf16", mesh="X")
    unbound, want = threshold(o, "J", on="TPU v5e"), threshold(o.at(X=size), "J", on="TPU v5e")
    assert str(unbound.at(X=size)) == str(want)
    numbers = {"I": 40960 * 3, "K": 81920 * 3}
    late = [unbound.at(X=size, **numbers), unbound.at(**numbers).at(X=size), unbound.at(X=size).at(**numbers)]
    assert {t.integer for t in late} == {want.at(**numbers).integer}
    for j in (4080, 9000, 1_000_080):
        assert unbound.contains(j, X=size, **numbers) == want.contains(j, **numbers)
    assert str(pickle.loads(pickle.dumps(unbound)).at(X=size)) == str(want)


def test_a_threshold_over_one_link_of_a_mesh_of_one():
    o = op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X")
    t = threshold(o, "J", on="TPU v5e", link="ici")
    assert t.at(X=1).verdict == "always"
    assert [round(t.at(X=n).number, 1) for n in (2, 3, 4)] == [8755.6, 8755.6, 13133.3]


@pytest.mark.slow
def test_plans_and_layers_too():
    found = strategies("A[I_X, J] * B[J, K_X] -> C[I, K_X]", mesh="X", dtype="bf16")
    layer = fully_sharded()
    for n in (2, 3, 4, 5):
        there = found.plan("AllGather_X A").at(X=n)
        bound = strategies("A[I_X, J] * B[J, K_X] -> C[I, K_X]", mesh=f"X={n}", dtype="bf16")
        assert there.sends == bound.plan("AllGather_X A").sends
        rule = found.cheaper("AllGather_X A", "K", exact=True).at(X=n)
        assert str(rule) == str(bound.cheaper("AllGather_X A", "K", exact=True))
        swap = found.plans[1].compute_bound("K").at(X=n)
        assert str(swap) == str(bound.plans[1].compute_bound("K"))
        assert str(layer.threshold("B", leading=False).at(X=n)) == str(layer.at(X=n).threshold("B", leading=False))
    assert str(layer.threshold("B", leading=False).at(X=2)) == "B > C/W_ici"  # 2*B*D*F/C against 2*D*F/W


def test_latency_rules_in_every_time_where_the_sizes_are_numbers():
    """Bytes take 0.14 us over the network and 0.17 us through HBM, but four hops take 4 us."""
    o = made(mesh="X=4", B=8, D=512, F=512)
    assert bound_by(o, "TPU v5e") == "ici" == bound_by(made(mesh="X=4"), "TPU v5e", B=8, D=512, F=512)
    hbm = Fraction(2 * (8 * 128 + 128 * 512 + 8 * 512), 820 * 10**9)
    assert Fraction(str(T_comms(o, "TPU v5e"))) == Fraction(4, 10**6) + hbm
    assert Fraction(str(T_lower(o, "TPU v5e"))) == Fraction(4, 10**6)
    assert bound_by(made(mesh="X=4", B=8192, D=512, F=512), "TPU v5e") == "ici"  # there by its bytes
    assert Fraction(str(T_lower(made(mesh="X=4", B=8192, D=512, F=512), "TPU v5e"))) == Fraction(
        3 * 2 * 8192 * 512, 4 * 45 * 10**9
    )
    assert bound_by(made(mesh="X=4", B=8, D=512, F=512), "TPU v6e") == "hbm"  # lists no time per hop


@pytest.mark.slow
def test_where_latency_would_rule_is_said_while_sizes_are_open():
    notes = derive(CASE3, dtype="bf16", mesh="X=4", on="TPU v5e").network
    where = "where 2*B*F < 2.4e+05 bytes, latency sets it: 4 hops of 1e-06 s"
    assert f"the time of AllReduce_X Y counts its bytes; {where}" in notes
    told = f"AllReduce_X Y by bandwidth; latency of hops is not counted: {where}"
    assert threshold(made(mesh="X=4"), "B", on="TPU v5e").notes == (told,)
    assert threshold(made(mesh="X=4"), "B", on="TPU v5e", link="hbm").notes == ()
    assert threshold(made(mesh="X=4"), "B", on="TPU v6e").notes == ()  # lists no time per hop
    assert not any("latency sets" in n for n in derive(CASE3, dtype="bf16", mesh="X=4").network)


@pytest.mark.slow
@pytest.mark.parametrize("style", ["--latex", "--markdown"])
def test_every_dress_names_the_plan_and_its_conventions(style):
    args = ["derive", "A[I, J_X] * B[J_X, K] -> C[I, K]", "--mesh", "X=4", "--on", "TPU v5e", "--dtype", "bf16", style]
    said = CliRunner().invoke(main, args).stdout.replace("\\_", "_").replace("$>$", ">")
    if style == "--latex":  # words and formulas by turns
        said = re.sub(r"\\text\{([^}]*)\}", r"\1", said).replace(" / ", "/").replace("10^{-6}", "1e-06")
    assert "case 3, the contracting dim is cut alike in both operands" in said
    assert "AllReduce_X C iff J > 2/(1/I + 1/K)" in said
    assert "V is the bytes of the unreduced array that every device holds before" in said
    assert "W is one direction of one link" in said
    assert "latency sets it: 4 hops of 1e-06 s" in said
    assert "intensity" in said  # I is a dim here
    assert "case" not in CliRunner().invoke(main, ["derive", "bf16[B, D] * bf16[D, F] -> bf16[B, F]", style]).stdout


@pytest.mark.slow
def test_many_plans_are_listed_in_the_record_alone():
    """A few stand in the summary, the one taken among them; three axes make a dozen."""
    d = derive("A[I_X, J_YZ] * B[J_XY, K_Z] -> C[I, K]", dtype="bf16", mesh="X Y Z")
    lines = [x.strip() for x in summary(d).splitlines()]
    names = list(d.to_json()["sharding"]["plans"])
    shown = [n for n in names if any(x.startswith(f"{n}: ") for x in lines)]
    assert 6 <= len(shown) <= 7 < len(names)
    assert str(d.op.plan) in shown
    assert f"and {len(names) - len(shown)} plans more, which --json lists" in lines


@pytest.mark.slow
def test_the_record_has_the_same_keys_with_and_without_a_mesh():
    """Those of the contract; a sharded operation has its sharding beside them."""
    keys = ["notation", "flops", "exact_flops", "bytes", "balance", "intensity", "T_math", "T_comms", "T_lower"]
    keys += ["T_upper", "traffic", "leading", "threshold", "machine"]
    flat = derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]").to_json()
    cut = derive(CASE3, dtype="bf16", mesh="X", on="TPU v5e").to_json()
    sent = derive("AllReduce_X(A[I, J]{U_X}) -> A[I, J]", dtype="bf16", mesh="X").to_json()
    assert list(flat) == keys
    assert list(cut) == [*keys, "sharding"] == list(sent)
    assert list(cut["sharding"]) == ["case", "plan", "plans", "rates", "rule", "overlap", "notes"]
    assert list(cut["threshold"]) == ["symbol", "sense", "value", "when", "number", "integer", "verdict"]


def test_a_threshold_in_the_mesh_axis_itself_says_for_which_numbers_it_is():
    t = threshold(made(), "X", on="TPU v5e", link="ici").at(D=8760, B=64, F=64)
    assert str(t).startswith("X < 3")
    assert any("for rings of 3 or more (X)" in n for n in t.notes)
    assert any(".contains(2) is exact" in n for n in t.notes)
    assert not t.contains(4)
    for width, does in (
        (8752, False),
        (8754, False),
        (8756, True),
    ):  # a ring of two is one link: D > 2 C/W_ici = 8755.56
        there = threshold(made(), "X", on="TPU v5e", link="ici").at(D=width, B=64, F=64)
        assert there.contains(2) is does


@pytest.mark.slow
@pytest.mark.parametrize("on", ["TPU v5e", "TPU v5p"])
def test_the_largest_mesh_of_a_layer_is_the_largest_that_does(on):
    """Of a ring of 1 or 2 .integer said nothing: C/W_ici batches a chip, and one chip alone sends nothing."""
    rule = fully_sharded(on=on).threshold("X", leading=False)
    for batch in (*range(100, 4000, 457), 700, 701):
        there = rule.at(B=batch)
        assert there.number < 3
        assert there.integer == 1 == max(n for n in range(1, 40) if batch % n == 0 and there.contains(n))
    assert rule.at(B=9849).integer == 3  # of 1 to 5 and more, 9849 = 3*7*7*67 divides by 1 and 3
    assert rule.at(B=9848).integer == 4  # and 8 * 1231 by 1, 2 and 4


@pytest.mark.slow
def test_the_smallest_mesh_that_is_fast_enough_is_asked_by_its_own_formula():
    """By the roofs of 1, 2, 4 and 5 devices in exact numbers; J=10005 does not divide by 2 and 4."""
    o = op("bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]", mesh="X", I=4096, K=64)
    chip = "TPU v5e"
    found = set()
    for level in ("1e-3", "1e-4", "7e-5", "4e-5"):
        for width in (10_000, 10_005, 19_998, 20_000, 36_000):
            rule = threshold(o, "X", on=chip, at_most=level).at(J=width)
            does = [n for n in range(1, 60) if width % n == 0 and T_lower(o, chip, X=n, J=width) <= Fraction(level)]
            assert rule.verdict == "when" or not does or does[0] == 1
            if rule.verdict == "when":
                assert rule.integer == min(does)
                found.add(rule.integer)
    assert {1, 2, 3} < found


def test_the_largest_ring_is_not_read_off_a_formula_for_larger_ones() -> None:
    rule = threshold(op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X"), "X", on="TPU v5e", link="ici")
    assert rule.at(J=14_000).integer == 4  # X < 1 + 9 J/39400
    assert rule.at(J=5_000).number == pytest.approx(1 + 9 * 5_000 / 39_400)  # 2.14, and two chips need J > 8755
    assert rule.at(J=5_000).integer == 1  # which sends nothing


@pytest.mark.parametrize("bound", [T_lower, attainable, sustained], ids=lambda f: f.__name__)
def test_a_bound_of_one_plan_is_not_given_where_open_sizes_decide_on_it(bound):
    """It was of AllGather_X A at every size: 0.0716 s "at least" where AllReduce_X C takes 0.0026 s to 0.0035 s."""
    text = "bf16 A[I, J_X] * bf16 B[J, K] -> bf16 C[I, K]"
    for given in ({}, {"I": 65536}, {"J": 65536, "I": 64}):
        with pytest.raises(Inconclusive, match=r'by J, K another|by K another; give numbers.*plan="AllGather_X A"'):
            bound(op(text, mesh="X=4"), on="TPU v5e", **given)
    for plan in ("AllGather_X A", "AllReduce_X C"):  # named, it is the plan's at any sizes
        assert bound(op(text, mesh="X=4", plan=plan), on="TPU v5e").free_symbols
    assert bound(op("bf16 A[I_X, J] * bf16 B[J, K] -> bf16 C[I_X, K]", mesh="X=4"), on="TPU v5e").free_symbols


@pytest.mark.slow
def test_the_least_time_at_given_sizes_is_of_the_plan_taken_there():
    """By hand: a device reads A and B in quarters and writes C, at 820 GB/s, or sends 3/4 of 2*I*J at 90 GB/s."""
    o, on = op("bf16 A[I, J_X] * bf16 B[J, K] -> bf16 C[I, K]", mesh="X=4"), "TPU v5e"
    size = 65536
    hbm = Fraction(2 * size * size + 2 * size * 64, 4) + 2 * size * 64
    assert T_lower(o, on=on, I=size, J=size, K=64) == Rational(*(hbm / 820 / 10**9).as_integer_ratio())
    sent = Fraction(3, 4) * 2 * size * 64
    assert T_lower(o, on=on, I=size, J=64, K=size) >= Rational(*(sent / 90 / 10**9).as_integer_ratio())
    for sizes in product((64, 4096, 65536), repeat=3):
        given = dict(zip("IJK", sizes, strict=True))
        assert T_lower(o, on=on, **given) <= T_upper(o, on=on, **given)

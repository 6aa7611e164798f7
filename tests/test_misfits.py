"""Arguments of another kind than a function takes, as an attacker who knew the docs alone mixed them up.

What earlier tests of misuse never drew: wrong kinds by keyword, and lists, arrays and mappings where text belongs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import symroof as s
from symroof import SymroofError
from symroof.errors import UnknownKeyword
from symroof.misfits import miscounted, misfit

MM = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
CUT = "A[I_X, J] * B[J, K_X] -> C[I, K]"


def typed(f: Callable[..., object]) -> Callable[..., object]:
    """The function as one calls it whom no type checker stops."""
    return f


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: typed(s.batch_chart)(MM, "TPU v5e"), "for o an operation"),
        (lambda: typed(s.batch_chart)(s.op(MM), "TPU v5e", upto="512"), "for upto a whole number, not '512'"),
        (lambda: typed(s.batch_chart)(s.op(MM), "TPU v5e", cases={"D": 8}), "for cases a list of mappings"),
        (lambda: typed(s.regime_map)(s.op(MM), "TPU v5e", sizes="F=8"), "for sizes a mapping of text to a number"),
        (lambda: typed(s.check)("B > 240", "B > 240.2", let="B=3"), "for let a mapping"),
        (lambda: typed(s.check)("B > 240", "B > 240.2", symbols=3), "for symbols text or a list of text"),
        (lambda: typed(s.latex)("B/D", names="b"), "for names a mapping of text to text"),
        (lambda: typed(s.latex)(3.14, digits="3"), "for digits a whole number"),
        (lambda: typed(s.strategies)(CUT, mesh={"X": 4}, dtype="bf16"), "for mesh text, not {'X': 4}"),
        (lambda: typed(s.strategies)(CUT, mesh=None, dtype="bf16"), "for mesh text, not None"),
        (lambda: typed(s.strategies)(CUT, mesh="X", dtype="bf16", links="W"), "for links a mapping"),
        (lambda: typed(s.plot)(s.op(MM), "H100", link=3), "for link text or a list of text"),
        (lambda: typed(s.roofline)("H100", s.op(MM), points=None), "for points a list of"),
        (lambda: typed(s.training_memory)(optimizer=4), "for optimizer a list of text"),
        (lambda: typed(s.serving_memory)(copied=None), "for copied a list of text"),
        (lambda: typed(s.fuse)(s.op(MM), keep=None), "for keep a list of text"),
        (lambda: typed(s.parse_formula)("B*D", words=None), "for words a list of text"),
        (lambda: typed(s.op)(MM, overlap=["sum"]), "for overlap text"),
        (lambda: typed(s.printed_range)(s.op(MM), "B", on="H100", link=["hbm"]), "for link text"),
        (lambda: typed(s.T_lower)(s.op(MM), np.array([1, 2])), "a machine or its name"),
    ],
)
def test_the_argument_is_named_with_what_belongs_there(ask: Callable[[], object], says: str) -> None:
    with pytest.raises(SymroofError) as refused:
        ask()
    assert says in str(refused.value)
    assert len(str(refused.value)) < 300


def test_nothing_is_said_of_arguments_that_fit() -> None:
    def call(a: str, *more: float, b: list[str] | None = None, **sizes: int) -> None: ...

    assert misfit(call, ("x", 1, 2.5), {"b": ["y"], "D": 3}) is None
    assert misfit(call, ("x", "z"), {}) == "call() takes for more a number, not 'z'"
    assert misfit(call, ("x",), {"D": "z"}) == "call() takes for D a whole number, not 'z'"
    assert misfit(call, ("x",), {"b": "yz"}) == "call() takes for b a list of text, or None, not 'yz'"
    assert misfit(call, (), {}) is None  # that is no question of kinds


def test_an_error_of_the_users_own_function_stays_as_it_is() -> None:
    def progress(done: int, all: int) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        s.sweep(s.op(MM), "TPU v5e", B=[1, 2], D=4, F=4, progress=progress)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: s.latex(3.14159, digits=0), "digits=0"),
        (lambda: s.latex(3.14159, digits=-1), "digits=-1"),
        (lambda: s.pipeline_microbatches(4, bubble="0.1", unknown="7B"), "unknown='7B' is no symbol's name"),
        (lambda: s.pipeline_microbatches(4, bubble="0.1", unknown="m n"), "unknown='m n'"),
        (lambda: s.mixed(overlap="foo"), "overlap='foo'"),
        (lambda: s.numeric("B*D", "B <<", D=3), "'<<' is no symbol's name"),
    ],
)
def test_nonsense_is_refused_where_it_is_said(ask: Callable[[], object], says: str) -> None:
    with pytest.raises(SymroofError, match=says):
        ask()


def test_rates_beyond_every_float_are_printed() -> None:
    assert str(s.all_gather("V", s.ring(4), W="1e400")).endswith("W_ici = 1e400 bytes/s")
    assert str(s.all_gather("V", s.ring(4), W="4.5e10")).endswith("W_ici = 4.5e10 bytes/s")


@pytest.mark.slow
def test_a_sweep_takes_the_size_of_an_idle_axis() -> None:
    o = s.op("A[I, J_X] * B[J, K] -> C[I, K_X]", dtype="bf16", mesh="X=4 Y")
    one = s.sweep(o, "TPU v5e", Y=[1, 2], I=512, J=512, K=512)
    want = float(s.T_lower(o, "TPU v5e", Y=2, I=512, J=512, K=512))
    assert [float(t) for t in one["T_lower"]] == pytest.approx([want, want], rel=1e-12)
    for bad in (0, 1.5, -2):
        with pytest.raises(SymroofError):
            s.sweep(o, "TPU v5e", Y=bad, I=512, J=512, K=512)
    with pytest.raises(SymroofError, match="no size Q"):
        s.sweep(o, "TPU v5e", Y=2, Q=2, I=512, J=512, K=512)


@pytest.mark.parametrize(
    ("text", "mesh"),
    [
        ("AllGather_X(bf16 A[B_XY, D]) -> bf16 A[B_Y, D]", "X=4 Y=2"),  # what X gathers is not in the order of B_Y
        ("AllGather_X(bf16 A[B_X, D]) -> bf16 A[B_X, D]", "X=4 Y=2"),
        ("AllReduce_X(bf16[B, D]{U_XY}) -> bf16[B, D]", "X=4 Y=2"),
    ],
)
def test_a_collective_over_other_axes_than_it_takes_is_refused(text: str, mesh: str) -> None:
    with pytest.raises(SymroofError, match="does not turn"):
        print(s.op(text, mesh=mesh).plan)


@pytest.mark.parametrize(
    ("text", "mesh", "moved"),  # bytes by hand: what a device lacks, of a ring sent both ways at once
    [
        ("AllGather_Y(bf16 A[B_XY, D]) -> bf16 A[B_X, D]", "X=4 Y=2", "B*D/4"),
        ("AllGather_{XY}(bf16 A[B_XY, D]) -> bf16 A[B, D]", "X=4 Y=1", "3*B*D/4"),
        ("AllGather_X(bf16 A[B_XY, D]) -> bf16 A[B_Y, D]", "X=4 Y=1", "3*B*D/4"),
        ("AllGather(bf16 A[B_X, D]) -> bf16 A[B, D]", "X=4 Y=2", "3*B*D/4"),
        # where an axis of one device stays, or stands in the way of another, nobody drew one
        ("AllToAll_{X,Y}(bf16 A[B_X, D_Y, E]) -> bf16 A[B_X, D, E_Y]", "X=1 Y=4", "B*D*E/4"),
        ("AllToAll_X(bf16 A[B_XY, D]) -> bf16 A[B_Y, D_X]", "X=4 Y=1", "B*D/4"),
    ],
)
def test_one_that_does_it_is_counted(text: str, mesh: str, moved: str) -> None:
    assert s.same(s.op(text, mesh=mesh).traffic["ici"], moved), s.op(text, mesh=mesh).traffic


def test_the_remedy_of_a_row_that_is_cut_can_be_typed() -> None:
    with pytest.raises(SymroofError) as refused:
        print(s.op("softmax(bf16[B, D_X]) -> bf16[B, D_X]", mesh="X=4").plan)
    remedy = str(refused.value).split(" as ", 1)[1].splitlines()[0]
    assert s.op(remedy, mesh="X=4").plan is not None


def test_a_share_is_no_time_and_a_size_called_within_is_told() -> None:
    """5 % was 0.05 s, and a size called within a budget of so many seconds: the answer stayed open."""
    with pytest.raises(s.SymroofError, match="at_most='5%' is not a level: a share where s are meant"):
        s.threshold(MM, "B", on="H100", at_most="5%")
    assert str(s.threshold("N/(N + T)", "N", over="90%")) == "N >= 9*T"  # of an expression it is a level
    rule = s.threshold("bf16[B, within] * bf16[within, F] -> bf16[B, F]", "B", on="H100")
    with pytest.raises(s.SymroofError, match="within is a size here, and a time for"):
        rule.at(within=512, F=768)
    bound = s.threshold(s.op("bf16[B, within] * bf16[within, F] -> bf16[B, F]", within=512), "B", on="H100")
    other = s.threshold(s.op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", D=512), "B", on="H100")
    assert str(bound.at(F=4096, within="1 min")) == str(other.at(F=4096))


@pytest.mark.parametrize(
    ("typed", "at_three"), [("D**2", 9), ("D^2", 9), ("2*D**2 + 3", 21), ("D**3/3", 9), ("4D**2", 36)]
)
def test_powers_in_what_a_size_is_tied_to(typed: str, at_three: int) -> None:
    assert s.op(MM, F=typed).at(D=3, B=5).flops == 2 * 5 * 3 * at_three


@pytest.mark.parametrize("typed", ["D**0", "D**17", "D**-1", "D**2.5", "D**D", "D***2", "D**", "D**2N", "D**2**3"])
def test_what_is_no_power_is_refused(typed: str) -> None:
    with pytest.raises(s.SymroofError, match="a sum of products of other sizes"):
        s.op(MM, F=typed)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: s.switch(8, "nvlink"), "switch(): too many positional arguments; it is called as switch(n, *, link="),
        (lambda: s.switch(), "switch(): missing a required argument: 'n'; it is called as switch(n, *, link=None)"),
        (lambda: s.intensity("B*D", "ici"), "it is called as intensity(o, *, exact=None, link='hbm')"),
        (lambda: s.leading("B*D", "B -> oo", "D"), "called as leading(expr, given, *, minimal=False, within=None)"),
        (lambda: s.exactly(), "exactly(): missing a required argument: 'expr'; it is called as exactly("),
    ],
)
def test_a_wrong_number_of_positions_is_told_with_the_signature(call, said):
    with pytest.raises(UnknownKeyword) as caught:
        call()
    assert said in str(caught.value)
    assert isinstance(caught.value, TypeError)  # as before


def test_a_type_error_of_ones_own_is_no_wrong_number():
    assert miscounted(s.switch, (8,), {"link": "nvlink"}) is None
    assert s.switch(8, link="nvlink") is not None

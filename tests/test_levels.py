"""A level's unit against what an expression is in, as the docstrings of the functions that made it say.

Earlier tests drew foreign units of amounts alone (GB and FLOPs of an intensity), never the reciprocal, a time, a rate,
or a roof with a machine's symbols inside a minimum: an intensity of "200 bytes/FLOP" was answered as one of 200.
"""

import itertools

import pytest

from symroof import (
    SymroofError,
    T_lower,
    T_math,
    T_upper,
    achieved,
    attainable,
    balance,
    bottlenecks,
    intensity,
    op,
    symbol,
    threshold,
)

MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
OPS = {
    "product": (MATMUL, {}),
    "product at sizes": (MATMUL, {"D": 8192, "F": 8192}),
    "outer product": ("bf16[B] * bf16[F] -> bf16[B, F]", {}),
    "weights of their own": ("int8[B, D] * int8[B, D, F] -> int8[B, F]", {}),
    "attention": ("bf16[B, S, H] * bf16[B, T, H] -> bf16[B, S, T]", {}),
    "two formats": ("bf16[B, D] * int8[D, F] -> fp32[B, F]", {"D": 12288}),
    "sequence": ("bf16 X[B, D] * bf16 V[D, F] -> bf16 H[B, F]; bf16 H[B, F] * bf16 U[F, G] -> bf16 Y[B, G]", {}),
    "cut": ("bf16[B_X, D] * bf16[D, F] -> bf16[B_X, F]; mesh X=4", {}),
}
UNITS = "bytes", "FLOPs", "s", "bytes/s", "FLOPs/s", "FLOPs/byte", "bytes/FLOP"
# what its docstring says a function is in
OF = {
    "intensity": (intensity, "FLOPs/byte"), "balance": (balance, "bytes/FLOP"), "attainable": (attainable, "FLOPs/s"),
    "T_lower": (T_lower, "s"), "T_upper": (T_upper, "s"), "T_math": (T_math, "s"),
}  # fmt: skip


def taken(expr, unit, how="over") -> bool:
    try:
        threshold(expr, "B", **{how: f"200 {unit}"})
    except SymroofError as e:
        return "is not a level" not in str(e)
    return True


@pytest.mark.whole
@pytest.mark.parametrize("name", OPS)
def test_the_unit_that_a_docstring_names_is_taken_and_no_other(name):
    text, sizes = OPS[name]
    o = op(text, **sizes)
    told = {what: [u for u in UNITS if taken(f(o), u)] for what, (f, _) in OF.items()}
    for what, (_, unit) in OF.items():
        assert unit in told[what], what
    for what in ("intensity", "attainable", "T_lower", "T_upper", "T_math"):
        assert told[what] == [OF[what][1]], what
    if not sizes:
        assert told["balance"] == ["bytes/FLOP"] or name == "sequence"
    assert "FLOPs/byte" not in told["balance"] or name == "sequence"  # a quotient of sums, as an intensity is


def test_a_machine_in_numbers_tells_amounts_from_times_and_times_from_rates():
    o = op(MATMUL)
    for f, refused in ((T_lower, UNITS[:2] + UNITS[3:6]), (attainable, ("s", "FLOPs/byte", "bytes/FLOP"))):
        expr = f(o, on="TPU v5e")
        for u in UNITS:
            assert taken(expr, u, "at_most") == (u not in refused), (f, u)


@pytest.mark.parametrize(
    ("expr", "level"),
    [
        ("V/(B + 1)", "16 GB"), ("V*B/(B + 1)", "1 GB"), ("0.5 + 2/B", "1 s"), ("45e9*B/(B + 1e6)", "40 GB/s"),
        ("140e9/B + 16e9/K", "16 GB"), ("(P - 1)/(B + P - 1)", "10%"), ("B*D*W/(B + D)", "1 GB/s"), ("2*B*D", "1 s"),
        ("C/W*B", "240 FLOPs/byte"), ("0.003*B", "1 s"), ("Min(C, W*B)", "1 TFLOPs/s"), ("W*B/(B + D)", "1 GB/s"),
        ("B/5e11", "1 ms"), ("W/C*B", "0.01 bytes/FLOP"),
    ],
)  # fmt: skip
def test_what_nobody_can_tell_stays_taken(expr, level):
    """By hand: bytes over one device more, Amdahl's law in seconds, the rate of a link by the bytes of a message."""
    assert threshold(expr, "B", at_most=level) is not None


@pytest.mark.parametrize("text", ["1/s", "2*s", "ms/2", "3/ms", "B*us"])
def test_a_unit_in_a_formula_is_no_symbol(text):
    """Earlier tests gave a unit alone or behind its number: achieved(op, machine, "1/s") was a formula in s."""
    o, word = op(MATMUL, D=64, F=64), text.strip("0123456789/*B ")
    for ask in (
        lambda: achieved(o, "TPU v5e", text),
        lambda: threshold(o, "B", on="TPU v5e", at_most=text),
        lambda: bottlenecks({"a": text, "b": "B"}),
    ):
        with pytest.raises(SymroofError, match=rf'{word} in a formula is a symbol; .*symbol\("{word}"\)'):
            ask()
    made = achieved(o.at(B=8), "TPU v5e", 2 * symbol(word))  # the remedy
    assert word in map(str, made.free_symbols)
    assert str(threshold("B*ms", "B", over="3*ms")) == "B >= 3"  # where the expression has it too


def test_names_of_functions_are_no_units():
    assert bottlenecks({"a": "min(2*B, K)", "b": "max(B, 3)"}) is not None
    assert list(itertools.chain(map(str, achieved(op(MATMUL), "TPU v5e", "t/2").free_symbols))).count("t") == 1

"""Number formats: widths, other names, mixed operations."""

import pickle
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from oracles import NUMPY, nbytes

from symroof import T_math, dtypes
from symroof.dtypes import compute, dtype
from symroof.errors import SymroofError, UnknownResource
from symroof.symbols import dims


@pytest.mark.whole
@pytest.mark.parametrize(
    ("name", "canonical", "width"),
    [
        ("bf16", "bf16", 2), ("bfloat16", "bf16", 2), ("BF16", "bf16", 2), ("half", "fp16", 2), ("float16", "fp16", 2),
        ("fp32", "fp32", 4), ("float32", "fp32", 4), ("f32", "fp32", 4), ("tf32", "tf32", 4), ("fp64", "fp64", 8),
        ("fp8", "fp8", 1), ("f8e4m3", "fp8", 1), ("float8_e4m3fn", "fp8", 1), ("int8", "int8", 1), ("s8", "int8", 1),
        ("i8", "int8", 1), ("uint8", "int8", 1), ("int4", "int4", Fraction(1, 2)), ("fp4", "fp4", Fraction(1, 2)),
        ("int32", "int32", 4), ("fp6", "fp6", Fraction(3, 4)),
    ],
)  # fmt: skip
def test_every_name_means_its_format(name, canonical, width):
    assert dtype(name).name == canonical
    assert dtype(name).bytes == width


@pytest.mark.parametrize("name", sorted(NUMPY))
def test_widths_are_numpys(name):
    assert dtype(name).bytes == nbytes(name, (1,))


def test_no_name_has_two_meanings():
    words = [w for name, _, _, others in dtypes._TABLE for w in (name, *others.split())]
    assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("operands", "runs_in"),
    [(("int8", "int8"), "int8"), (("bf16", "int8"), "bf16"), (("int8", "bf16"), "bf16"), (("bf16", "fp32"), "fp32"),
     (("fp8", "int32"), "fp8"), (("int4", "int8"), "int8"), (("fp16", "bf16"), "fp32"),
     (("tf32", "fp32"), "fp32"), (("bool", "int8"), "int8"), (("fp16", "bf16", "tf32"), "tf32")],
)  # fmt: skip
def test_mixed_operations_run_in_the_widest_float(operands, runs_in):
    """No pair was drawn in both orders: of equally wide formats the first won."""
    for order in permutations(operands):
        assert compute(map(dtype, order)).name == runs_in


def test_no_order_of_factors_decides_a_format():
    b, c = dtype(dims("b")), dtype(dims("c"))
    for pair in combinations([*dtypes.DTYPES.values(), b, c], 2):
        assert compute(pair) == compute(pair[::-1])
        assert compute((*pair, pair[0])) == compute(pair)
    tied = [p for p in combinations(dtypes.DTYPES.values(), 2) if compute(p) not in p]
    assert [{f.name for f in p} for p in tied] == [{"bf16", "fp16"}]  # neither holds the other


@pytest.mark.parametrize(
    ("left", "right", "teraflops"),
    [("tf32", "fp32", 67), ("bf16", "fp16", 67), ("bf16", "fp32", 67), ("fp8", "int8", 1979), ("tf32", "tf32", 494.7)],
)  # fmt: skip
def test_the_peak_of_a_mixed_product_is_the_slower_one_in_either_order(left, right, teraflops):
    """Peaks of NVIDIA's H100 SXM data sheet, dense; fp32 is what bf16 and fp16 are brought to."""
    times = [
        T_math(f"{a}[B, D] * {b}[D, F] -> fp32[B, F]", "H100 (vendor)", B=1000, D=1000, F=1000)
        for a, b in ((left, right), (right, left))
    ]
    assert times[0] == times[1]
    assert float(times[0]) == pytest.approx(2e9 / (teraflops * 1e12), rel=2e-3)


def test_a_symbol_is_a_width_in_bytes():
    b = dtype(dims("b"))
    assert b.is_symbolic
    assert str(b) == "<b>"
    assert dtype("<b>") == b
    assert compute([b, dtype("int8")]) == b
    assert compute([b, dtype("bf16")]).name == "bf16"
    with pytest.raises(SymroofError, match="the width of b is a symbol"):
        b.bytes


def test_unknown_names_are_refused_with_the_list():
    with pytest.raises(UnknownResource, match=r"unknown dtype 'bf17'; known: bf16, fp16.*a symbol"):
        dtype("bf17")


def test_other_things_are_refused():
    from sympy import Symbol

    with pytest.raises(SymroofError, match="not 16"):
        dtype(16)
    with pytest.raises(SymroofError, match=r"no known sign; make it with dims\('b'\)"):
        dtype(Symbol("b"))
    with pytest.raises(SymroofError, match="not 2\\*b"):
        dtype(2 * dims("b"))


def test_formats_pickle():
    assert pickle.loads(pickle.dumps(dtype("int4"))) == dtype("int4")

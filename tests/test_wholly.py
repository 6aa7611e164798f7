"""Roundings of whole sizes on arrays, which skip the looks that sizes between integers need: the same values.

Judged by exact rationals.  Earlier tests drew arrays of one kind: all whole or all between, all small or all large,
floats; here integers of every dtype and floats stand beside each other, and a block of whole sizes beside one with a
single size between them, or above 2**53.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sympy import Expr, ceiling, floor, log, sqrt

from symroof import dims, numeric, params
from symroof.evaluate.engine import SMALL
from symroof.evaluate.nodes import Program
from symroof.evaluate.wholly import are_whole, wholly

B, D, F = dims("B D F")
C = params("C")
Judge = Callable[..., Fraction]

CASES: dict[str, tuple[Expr, Judge]] = {
    "ceil": (ceiling(B / D), lambda b, d, f: Fraction(math.ceil(b / d))),
    "floor": (floor(B / D), lambda b, d, f: Fraction(math.floor(b / d))),
    "rounded up": (D * ceiling(B / D), lambda b, d, f: d * math.ceil(b / d)),
    "remainder": (B - D * floor(B / D), lambda b, d, f: b % d),
    "of a product": (ceiling(B * D / F), lambda b, d, f: Fraction(math.ceil(b * d / f))),
    "two": (ceiling(B / D) * floor(F / D) + B, lambda b, d, f: math.ceil(b / d) * math.floor(f / d) + b),
    "of 96": (96 * ceiling(B / 96) + D, lambda b, d, f: 96 * Fraction(math.ceil(b / 96)) + d),
}
DTYPES = ("int64", "uint8", "int32", "float32", "float64")


def drawn(rng: np.random.Generator, dtype: str, count: int) -> np.ndarray[Any, Any]:
    return rng.integers(1, 200 if dtype == "uint8" else 5000, count).astype(dtype)


def agree(found: Any, judge: Judge, arrays: list[Any], at: Any) -> None:
    """Floats of the exact values, at these places; a sum of several has as many roundings."""
    given = [np.broadcast_to(a, found.shape) for a in arrays]
    for i in at:
        place = np.unravel_index(i, found.shape)
        exact = judge(*[Fraction(a[place].item()) for a in given])
        assert abs(Fraction(found[place].item()) - exact) <= abs(exact) * Fraction(2, 2**53), (place, exact)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_small_arrays_of_every_dtype_have_the_exact_values(name: str) -> None:
    rng, (expr, judge) = np.random.default_rng(list(name.encode())), CASES[name]
    f = numeric(expr, B, D, F)
    for kinds in (("int64",) * 3, ("float64",) * 3, ("uint8", "float32", "int32"), ("float64", "int64", "float64")):
        arrays = [drawn(rng, k, 60) for k in kinds]
        agree(f(*arrays), judge, arrays, range(60))
        if "float64" in kinds:  # one size of one point is none
            arrays[kinds.index("float64")][17] += 0.25
            agree(f(*arrays), judge, arrays, range(60))
        agree(f(arrays[0], 7, 12), judge, [arrays[0], 7, 12], range(60))
        agree(f(arrays[0], 7.5, 12), judge, [arrays[0], 7.5, 12], range(60))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_blocks_of_whole_sizes_stand_beside_others(name: str) -> None:
    rng, (expr, judge) = np.random.default_rng(list(name.encode())), CASES[name]
    f, count = numeric(expr, B, D, F), 3 * 65536 + 17
    places = [0, 1, 65535, 65536, 70_000, 70_001, count - 1, *rng.integers(0, count, 40)]
    for odd in (None, 0.25, 2.0**54, 2.0**53 + 2):
        arrays: list[Any] = [drawn(rng, "float64", count), drawn(rng, "int64", count), drawn(rng, "float64", count)]
        if odd is not None:
            arrays[0][70_000] = odd if odd > 1 else arrays[0][70_000] + odd
        agree(f(*arrays), judge, arrays, places)
        agree(f(*arrays, out=np.empty(count)), judge, arrays, places)
    column, row = drawn(rng, "int64", 300)[:, None], drawn(rng, "float64", 400)
    for grid in ([column, row, 9], [row, column, 9.5], [column, row + 0.5, 64]):
        agree(f(*grid), judge, grid, range(0, 120_000, 3001))


@pytest.mark.parametrize("name", CASES)
def test_whole_or_not_is_told_by_the_value_and_not_by_the_dtype(name: str) -> None:
    """Of the same numbers integers and floats have the same results, to the last bit, in arrays of any length."""
    rng, (expr, _) = np.random.default_rng(4), CASES[name]
    f = numeric(expr, B, D, F)
    for count in (5, SMALL + 1):
        arrays = [rng.integers(1, 1 << 22, count) for _ in range(3)]
        both = f(*arrays), f(*[a.astype(float) for a in arrays])
        assert np.array_equal(*both)
        assert np.array_equal(both[0], [f(*map(int, p)) for p in zip(*arrays, strict=True)][:count])


def test_a_rounding_beside_what_has_no_looks_at_all() -> None:
    """A parameter may be any number beside sizes that are whole, and roots are looked at as before."""
    f, sizes = numeric(C * ceiling(B / D), B, D, C), np.arange(1, 40)
    assert f(sizes, 3, 0.5).tolist() == [0.5 * math.ceil(b / 3) for b in sizes.tolist()]
    assert f(sizes, sizes, 0.1).tolist() == [0.1] * 39
    g = numeric(ceiling(sqrt(B) / D) + ceiling(B / D), B, D)
    assert g(sizes**2, 3).tolist() == [math.ceil(b / 3) + math.ceil(Fraction(b * b, 3)) for b in sizes.tolist()]
    h = numeric(ceiling(log(B, 2)), B)
    assert h(sizes).tolist() == [(b - 1).bit_length() for b in sizes.tolist()]


def test_the_bound_is_where_products_of_sizes_are_integers_still() -> None:
    """At the bound no sum that is looked at gets to 2**53; what is left has no look, and none is left without sizes."""
    for expr, _ in CASES.values():
        program = numeric(expr, B, D, F).__reduce__()[1][0]
        assert isinstance(program, Program)
        there = wholly(program)
        assert there is not None
        assert there.program.doubts is False
        assert 2**8 <= there.most <= 2**50
        assert {op for op, _, _ in there.program.lines}.isdisjoint({"entire", "brink", "whole"})
    assert wholly(numeric(B * D + 1, B, D).__reduce__()[1][0]) is None


def test_whole_arrays() -> None:
    assert are_whole(np.array([1.0, 2.0**60]))
    assert not are_whole(np.array([1.0, 2.5, 3.0]))
    assert not are_whole(np.array([np.nan]))

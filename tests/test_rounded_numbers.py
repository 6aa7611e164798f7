"""Roundings, logarithms near 1 and comparisons of whole numbers beyond what floats hold, by exact arithmetic."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp
from mpmath import mp

from symroof import dims, numeric, params
from symroof.algebra.signs.condition import Condition
from symroof.evaluate.engine import rebuild
from symroof.evaluate.front import Answer
from symroof.evaluate.nodes import Lowering, _condition, _Nodes

B, D, F = dims("B D F")


def log(base: int, x: Fraction | int) -> int:
    """The floor of a logarithm, by powers."""
    n = 0
    while base ** (n + 1) <= x:
        n += 1
    return n


def root(degree: int, x: Fraction | int) -> int:
    """The floor of a root, by bisection."""
    low, high = 0, 1 << (math.floor(x).bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= x else (low, middle)
    return low


def up(floor: Callable[..., int], k: int, x: int) -> int:
    """The ceiling: of whole numbers, one more than the floor beside them by less than a whole one."""
    return floor(k, x - 1) + 1


ROUNDED: dict[str, Callable[[int], int]] = {
    "floor(log2(B))": lambda b: log(2, b),
    "ceil(log2(B))": lambda b: up(log, 2, b),
    "floor(ln(B)/ln(3))": lambda b: log(3, b),
    "ceil(ln(B)/ln(10))": lambda b: up(log, 10, b),
    "floor(log2(B)/2 + 3)": lambda b: log(4, b) + 3,
    "floor(5 - log2(B))": lambda b: 5 - up(log, 2, b),
    "ceil(-log2(B)/2)": lambda b: -log(4, b),
    "floor(log2(2*B + 1))": lambda b: log(2, 2 * b + 1),
    "floor(sqrt(B))": lambda b: root(2, b),
    "ceil(sqrt(B))": lambda b: up(root, 2, b),
    "ceil(B**(1/3))": lambda b: up(root, 3, b),
    "floor(2*sqrt(B)/3)": lambda b: root(2, 4 * b) // 3,
    "floor(B**(3/4))": lambda b: root(4, b**3),
    "floor(sqrt(B*floor(B/2)))": lambda b: root(2, b * (b // 2)),
    "floor(3 - sqrt(2*B))": lambda b: 3 - up(root, 2, 2 * b),
}
LARGE = {"floor(B**(3/4))", "floor(sqrt(B*floor(B/2)))"}  # which make more than 2**53 of less than that


def beside_powers(most: int) -> list[float]:
    rng = random.Random(most)
    powers = [2**k for k in range(1, 53)] + [3**k for k in range(1, 34)] + [10**k for k in range(1, 16)]
    powers += [rng.randrange(2, 2 ** rng.randrange(3, 27)) ** 2 for _ in range(60)]
    powers += [rng.randrange(2, 2 ** rng.randrange(3, 18)) ** 3 for _ in range(60)]
    found = {p + d for p in powers for d in (-1, 0, 1)}
    return sorted(float(x) for x in found if 1 < x <= most and float(x) == x)


@pytest.mark.parametrize("text", ROUNDED)
def test_a_rounding_of_a_logarithm_or_root_beside_a_whole_number(text):
    """log2(2**53 - 1) is 53 in floats; earlier tests drew powers themselves and sizes that are nowhere near one."""
    f, at = numeric(text, "B"), beside_powers(2**53 + 8 if text not in LARGE else 2**40)
    want = [ROUNDED[text](int(x)) for x in at]
    assert [f(x) for x in at] == want
    assert f(np.array(at)).tolist() == want
    assert f(np.array(at * 40)).tolist() == want * 40


@pytest.mark.slow
@pytest.mark.parametrize("text", ROUNDED)
@pytest.mark.parametrize("library", ["numba", "jax", "array API"])
def test_a_rounding_beside_a_whole_number_in_other_libraries(library, text):
    """Without wider numbers nothing below 2**52 is left open; earlier tests asked them for powers of two alone."""
    at = beside_powers(2**50 if text not in LARGE else 2**17)
    if library == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
        got = numeric(text, "B", backend="numba")(np.array(at)).tolist()
    elif library == "jax":
        jax = pytest.importorskip("jax", reason="jax is not installed")
        with jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64():
            got = np.asarray(jax.jit(numeric(text, "B"))(jax.numpy.asarray(at))).tolist()
            assert jax.grad(numeric(f"B*({text})", "B"))(100.0) == ROUNDED[text](100)
    else:
        strict = pytest.importorskip("array_api_strict", reason="array_api_strict is not installed")
        got = np.asarray(numeric(text, "B")(strict.asarray(at))).tolist()
    assert got == [ROUNDED[text](int(x)) for x in at]


@pytest.mark.parametrize("k", [26, 28, 30, 33])
def test_a_rounding_of_what_an_exponential_makes_of_its_error(k):
    """e**z is off by z times what z is: beyond ten of its roundings earlier tests, of small z, drew nothing."""
    assert numeric(sp.floor(sp.exp(sp.log(B, 2) * sp.log(3))), B)(2.0**k) == 3**k


def between(rng: random.Random) -> float:
    """A size, whole or not, of few digits or of many."""
    return float(rng.randint(1, 2 ** rng.choice([3, 10, 20, 27, 30, 40, 52]))) * rng.choice([1, 1, 1, 0.5, 0.1, 1 / 3])


NEAR_1: list[tuple[sp.Expr, Callable[..., Fraction], Callable[..., float]]] = [
    (B * D / F, lambda b, d, f: b * d / f, lambda b, d: float(Fraction(b) * Fraction(d))),
    ((B * D + 1) / F, lambda b, d, f: (b * d + 1) / f, lambda b, d: float(Fraction(b) * Fraction(d) + 1)),
    (3 * B / F, lambda b, d, f: 3 * b / f, lambda b, d: 3 * b),
    (B / F, lambda b, d, f: b / f, lambda b, d: math.nextafter(b, 0)),
]


@pytest.mark.slow
@pytest.mark.parametrize("row", NEAR_1, ids=lambda r: str(r[0]))
def test_a_logarithm_is_0_only_where_its_argument_is_1(row):
    """That of a product of 2**60 over one beside it was 0 for 1e-18; earlier tests drew no integers from 2**53 on."""
    expr, exact, beside = row
    f, rng, small = numeric(sp.log(expr), B, D, F), random.Random(7), 0
    for _ in range(300):
        b, d = between(rng), between(rng)
        of = max(1e-9, beside(b, d) + rng.choice([0, 0, 1, -1]))
        x = exact(Fraction(b), Fraction(d), Fraction(of))
        with mp.workdps(60):
            want = mpmath.log(mpmath.mpf(x.numerator) / x.denominator)
        small += 0 < abs(want) < 1e-9
        assert abs(f(b, d, of) - want) <= 1e-9 * abs(want), (b, d, of)
    assert small > 20


COMPARED: dict[tuple[str, str], Callable[..., tuple[Fraction, Fraction]]] = {
    ("B*3", "D"): lambda b, d, f: (3 * b, d),
    ("B*D", "F*3"): lambda b, d, f: (b * d, 3 * f),
    ("B**2", "D*F"): lambda b, d, f: (b * b, d * f),
    ("B*D*F", "7*B + 1"): lambda b, d, f: (b * d * f, 7 * b + 1),
    ("F*floor(B/D)", "B"): lambda b, d, f: (f * (b // d), b),
}


@pytest.mark.slow
@pytest.mark.parametrize("sides", COMPARED, ids=" over ".join)
@pytest.mark.parametrize("relation", ["<", "<="])
def test_a_condition_holds_where_it_does_in_exact_numbers(sides, relation):
    """Floats decided between sizes, and from 2**53 on said no; earlier tests drew whole sizes of fewer digits."""
    c = Condition(Answer.of(sides[0]).value, relation, Answer.of(sides[1]).value)
    lowering = Lowering(("B", "D", "F"))
    held = lowering.result(("when", (1, _condition(c, _Nodes({})))))
    f, rng, seen = rebuild(lowering.program((held,), False), ("B", "D", "F"), "numpy", None), random.Random(3), set()
    points, truths = [], []
    for _ in range(60):
        at = [between(rng) for _ in "BDF"]
        k = 1 if "F" not in "".join(sides) else rng.randrange(3)
        low, high = 2.0**-8, 2.0**120  # the last of the three that holds, and the first that does not, or as they are
        at[k], first = low, None
        while at[k] not in (low, high) or first is None:
            left, right = COMPARED[sides](*map(Fraction, at))
            truth = left < right if relation == "<" else left <= right
            first = truth if first is None else first
            low, high = (at[k], high) if truth == first else (low, at[k])
            at[k] = (low + high) / 2 if high < 2 * low else math.sqrt(low * high)
        at[k] = rng.choice([low, high, math.floor(high) + 1.0])
        left, right = COMPARED[sides](*map(Fraction, at))
        points.append(at)
        truths.append(left < right if relation == "<" else left <= right)
        seen.add(truths[-1])
        assert (f(*at) == 1) == truths[-1], at
    assert seen == {True, False}
    assert (f(*np.array(points).T) == 1).tolist() == truths


def test_what_is_rounded_of_a_parameter_is_that_of_its_float():
    """A float is itself: a root of one and its logarithm to base 2 are compared with whole powers, whatever it is."""
    K = params("K")
    third = numeric(sp.floor(sp.sqrt(K) / 2), K)
    for n in (3, 1000, 2**20 + 1):
        at = float((2 * n) ** 2)
        assert [third(x) for x in (math.nextafter(at, 0), at, math.nextafter(at, 1e300))] == [n - 1, n, n]
        power = 2.0**-n if n < 1000 else 2.0**200
        found = [
            numeric("ceil(log2(K))", "K")(x) for x in (math.nextafter(power, 0), power, math.nextafter(power, 9e99))
        ]
        assert found == [math.log2(power), math.log2(power), math.log2(power) + 1]


@pytest.mark.slow
def test_a_logarithm_times_a_size_is_rounded_as_it_is() -> None:
    """No test drew a size, or many, times a logarithm in a rounding: an IndexError, and wrong on strict arrays."""
    b, d, f = dims("B D F")
    assert numeric(sp.ceiling(d * sp.log(b, 2) / f), b, d, f)(8, 4, 16) == 1
    assert numeric(sp.floor((b + 3) * sp.log(b + 1, 2)), b)(5) == int(8 * math.log2(6))
    x = np.array([1, 2, 3, 999, 4096, 59_049, 10**6, 3**20, 2**40 - 1, 10**15])
    for times in (2, 3, 64, 100, 1000):
        want = [(int(n) ** times - 1).bit_length() for n in x]
        for library in (np, pytest.importorskip("array_api_strict")):
            made = numeric(sp.ceiling(times * sp.log(b, 2)), b)(library.asarray(x.astype(float)))
            assert all(a == w or a != a for a, w in zip(map(float, made), want, strict=True)), times
            assert library is not np or not np.isnan(np.asarray(made)).any()

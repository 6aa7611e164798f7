"""The exponential function: its values against mpmath, its laws against SymPy, arrays against NumPy."""

from __future__ import annotations

import contextlib
import math
import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy

from symroof import (
    check,
    dims,
    exactly,
    interval,
    latex,
    leading,
    numeric,
    params,
    parse_formula,
    prove,
    same,
    threshold,
)
from symroof.algebra.ratios.functions import FUNCTIONS, LARGEST_POWER
from symroof.errors import SymroofError, Unsupported
from tests.outside_judge import immense
from tests.outside_judge.tally import Clock, Kind, Refused

B, D, F = dims("B D F")
K = params("K")
EXP = FUNCTIONS["exp"]


def test_the_range_between_two_rationals_holds_every_value_and_is_narrow():
    rng = random.Random(3)
    with mpmath.workdps(120):
        for _ in range(200):
            x = Fraction(rng.randint(-(10**6), 10**6), rng.randint(1, 10**4))
            low, high = EXP.between(x, x, 100)
            value = mpmath.exp(mpmath.mpf(x.numerator) / x.denominator)
            assert mpmath.mpf(low.numerator) / low.denominator <= value <= mpmath.mpf(high.numerator) / high.denominator
            assert high - low <= high / 2**100
    low, high = EXP.between(Fraction(-2), Fraction(3), 60)
    assert low <= math.exp(-2) * (1 + 1e-15)
    assert high >= math.exp(3) * (1 - 1e-15)


def test_far_out_it_is_bounded_below_and_refused_above():
    low, high = EXP.between(Fraction(-(10**9)), Fraction(-(10**8)), 60)
    assert low == 0 < high < Fraction(1, 2**1000)
    with pytest.raises(Unsupported, match="exp of what may be above"):
        EXP.between(Fraction(0), Fraction(LARGEST_POWER + 1), 60)
    assert EXP.exact(Fraction(0)) == 1
    assert EXP.exact(Fraction(1, 3)) is None


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (sympy.exp(B + D), sympy.exp(B) * sympy.exp(D), True), (sympy.exp(2 * B), sympy.exp(B) ** 2, True),
        (sympy.exp(B / 2), sympy.sqrt(sympy.exp(B)), True), (1 / sympy.exp(B), sympy.exp(-B), True),
        (sympy.exp(1 + B), sympy.E * sympy.exp(B), True), (sympy.exp(B * D), sympy.exp(B) * sympy.exp(D), False),
        (sympy.exp(B) + sympy.exp(D), sympy.exp(B + D), False), (sympy.exp(B), sympy.exp(-B), False),
        (sympy.exp(B / D), sympy.exp(B) / sympy.exp(D), False), (sympy.exp(B), sympy.exp(B) + 1, False),
    ],
)  # fmt: skip
def test_its_laws_and_what_is_none(one, other, equal):
    assert (sympy.simplify(one - other) == 0) == equal  # SymPy's own word
    assert same(one, other) is equal


def test_numbers_arrays_and_intervals():
    f, args = numeric(D * sympy.exp(-B / F), B, D, F), (np.arange(1.0, 300), 2.0, 7.0)
    assert np.allclose(f(*args), 2 * np.exp(-args[0] / 7), rtol=1e-14)
    assert f(3, 2, 7) == pytest.approx(2 * math.exp(-3 / 7), rel=1e-15)
    low, high = interval(sympy.exp(-B / D), B=(1, 2), D=(1, 3))
    assert low <= math.exp(-2) * (1 + 1e-15)
    assert high >= math.exp(-1 / 3) * (1 - 1e-15)
    assert exactly(sympy.ceiling(sympy.exp(B)), B=10) == 22027
    with pytest.raises(Unsupported):
        exactly(sympy.exp(B), B=10)
    assert latex(sympy.exp(B)) == r"\exp B"


IMMENSE = [
    ("sqrt(exp(D))", (1000, 1), "exp(500)"),
    ("exp(D)**(1/3)", (1000, 1), "exp(1000/mpf(3))"),
    ("ln(exp(D) + 1)", (1000, 1), "1000"),
    ("exp(D)/(exp(D) + 1)", (1000, 1), "1"),
    ("exp(D)/exp(K)", (1000, 1001), "exp(-1)"),
    ("exp(0 - D)*exp(K)", (1000, 700), "exp(-300)"),
    ("exp(0 - D)*exp(K)", (1000, 999), "exp(-1)"),
    ("max(exp(K) - exp(K*D), D)", (1000, 1e12), "1000"),
    ("min(ln(exp(D) + 1)/2, D)", (1000, 1), "500"),
    ("1/ln(exp(D) + K)", (1000, 1), "1/mpf(1000)"),
    ("sqrt(exp(0 - 2*D))", (600, 1), "exp(-600)"),
    ("log2(ceil(exp(D)) + K)", (2000, 1), "2000/log(2)"),
    ("mod(exp(D), 7)", (500, 1), "exp(500) - 7*floor(exp(500)/7)"),
    ("ln(exp(D**3/3) + exp(D**3/3 + 1)) - D**3/3", (1e10, 1), "log(1 + e)"),
    ("floor(K - exp(0 - exp(D)))", (2097152, 9), "8"),
    ("min(exp(exp(exp(D))), K)", (8, 3), "3"),
    ("exp(exp(exp(D)))", (8, 3), "inf"),
    ("K*(1 - exp(0 - D/K))", (1e9, 8), "8"),
    ("B*exp(D)/exp(D - 1)", (1000, 1), "3*e"),
]


@pytest.mark.parametrize(("asked", "at", "right"), IMMENSE)
def test_what_floats_overflow_or_vanish_on_the_way_to_has_its_value(asked, at, right):
    """Earlier tests never took e to a power above 700: what it overflows to may be made small again."""
    f = numeric(asked, "D", "K", B=3) if "B" in asked else numeric(asked, "D", "K")
    with mpmath.workdps(500):
        value = float(eval(right, vars(mpmath).copy()))
    arrays = f(np.array([2.0, at[0]]), np.array([3.0, at[1]]))
    for found in (f(*at), arrays[1], numeric(asked, "D", "K", backend="numpy", **({"B": 3} if "B" in asked else {}))(
        np.full((3, 9000), float(at[0])), float(at[1]))[2, -1]):  # fmt: skip
        assert found == value or abs(found - value) <= 1e-9 * abs(value)
    assert arrays[0] == pytest.approx(f(2, 3), rel=1e-9)


def test_what_hangs_on_more_digits_than_are_worked_out_is_refused_at_once():
    """A power of e of which the exponent itself is beyond 10**774 took minutes, or all the memory there is."""
    asked_of = ("exp(exp(exp(D)))/exp(exp(exp(D) - 1))", "mod(exp(exp(D)), 7)", "exp(D*exp(exp(D))) - exp(exp(exp(D)))")
    for asked in asked_of:
        with pytest.raises(Unsupported, match="digits"):
            numeric(asked, "D")(8)
        with pytest.raises(Unsupported, match="digits"):
            numeric(asked, "D")(np.array([1.0, 8.0]))
    assert numeric("1/exp(D*K)", "D", "K")(1e300, 1e300) == 0


def test_constants_that_vanish_in_floats_are_refused_unless_they_are_added_to_more():
    assert numeric("K + exp(0 - D)", "K", D=1000)(3.0) == 3
    for asked in ("K*exp(0 - D)", "sqrt(K*exp(0 - D))", "K/10**400"):
        with pytest.raises(SymroofError, match="too small"):
            numeric(asked, "K", **({"D": 1000} if "D" in asked else {}))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_exponentials_of_any_size_before_the_judge_from_outside(seed):
    question = immense.question(random.Random(f"wide {seed}"))
    with contextlib.suppress(Refused):
        immense.judge(question, Kind(), random.Random(seed), Clock())


@pytest.mark.slow
def test_nine_digits_where_it_cancels():
    """What is left of 1 - exp(-1/D) is 1/D; in plain floats half of the digits are gone at 1e8, all of them at 1e16."""
    f = numeric(1 - sympy.exp(-B / D), B, D)
    with mpmath.workdps(60):
        for d in (10.0**k for k in range(1, 16)):
            right = -mpmath.expm1(-1 / mpmath.mpf(d))
            assert abs(f(1, d) - right) <= right * mpmath.mpf(10) ** -9
            assert abs(f(np.array([1.0]), np.array([d]))[0] - right) <= right * mpmath.mpf(10) ** -9


def test_thresholds_in_numbers_and_what_has_no_rule():
    up, down = threshold(sympy.exp(K), "K", over=3), threshold(sympy.exp(-K), "K", over=Fraction(1, 5))
    for k in (0.5, 1.098, 1.0987, 1.6093, 1.6095, 2.0):
        assert up.contains(k) == (math.exp(k) >= 3)
        assert down.contains(k) == (math.exp(-k) >= 0.2)
    for ask in (lambda: leading(sympy.exp(B) + B, "B -> oo"), lambda: leading(1 - sympy.exp(-B / D), "B << D")):
        with pytest.raises(SymroofError, match="exp"):
            ask()
    assert prove(sympy.exp(-K), 0, ">").result is True
    assert prove(sympy.exp(-K), 1, ">").result is False


# others of their kinds are asked within the fast tier
QUOTIENT, RATE, LOGISTIC = "D/exp(B)", "exp(W - K)", "1/(1 + exp(-K))"
RATES, NEAR = "exp(-2*K)*D + W", "1 - exp(-B/D)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "level", "unknown", "right"),  # and the question as Python's floats answer it
    [
        pytest.param("exp(B)*D", "F", "B", lambda x, d, f, w: math.exp(x) * d >= f, marks=pytest.mark.slow),
        pytest.param(QUOTIENT, "F", "B", lambda x, d, f, w: d / math.exp(x) >= f, marks=pytest.mark.slow),
        ("exp(B/D)", "F", "B", lambda x, d, f, w: math.exp(x / d) >= f),
        ("sqrt(exp(K))*D", "F", "K", lambda x, d, f, w: math.sqrt(math.exp(x)) * d >= f),
        pytest.param(RATE, "D/F", "K", lambda x, d, f, w: math.exp(w - x) >= d / f, marks=pytest.mark.slow),
        pytest.param(RATES, "F", "K", lambda x, d, f, w: math.exp(-2 * x) * d + w >= f, marks=pytest.mark.slow),
        pytest.param(LOGISTIC, "W", "K", lambda x, d, f, w: 1 / (1 + math.exp(-x)) >= w, marks=pytest.mark.slow),
        pytest.param(
            NEAR, "1 - 1/F", "B", lambda x, d, f, w: 1 - math.exp(-x / d) >= 1 - 1 / f, marks=pytest.mark.slow
        ),
    ],
)
def test_thresholds_in_symbols_are_logarithms(asked, level, unknown, right):
    record = threshold(asked, unknown, over=level)
    assert record.verdict == "when"  # it was left open, though its logarithm tells
    assert "ln(" in str(record)  # the natural one, and not log(2)*log2(...)
    rng, seen = random.Random(5), set()
    for _ in range(60):
        d, f, w = rng.randint(1, 9), rng.choice((1, 2, 7, 30, 400)), Fraction(rng.choice((1, 3, 10, 40)), 8)
        bound = {n: v for n, v in (("D", d), ("F", f), ("W", w)) if n in map(str, record.free)}
        here = record.at(**bound) if bound else record
        for x in (1, 2, 3, 5, 9, 40) if unknown == "B" else (Fraction(1, 50), Fraction(1, 3), Fraction(9, 4), 5, 13):
            truth = right(float(x), d, f, float(w))
            near = right(float(x) * (1 + 1e-12), d, f, float(w)) is right(float(x) * (1 - 1e-12), d, f, float(w))
            if near:
                assert here.contains(x) is truth, (here, x, bound)
                seen.add(truth)
    assert seen == {True, False}


def test_two_powers_of_e_are_left_open_and_a_sum_is_asked_in_numbers():
    record = threshold("exp(B)*D + exp(2*B)", "B", over="F")
    assert record.verdict == "open"
    here = record.at(D=3, F=1000)
    assert [here.contains(b) for b in (2, 3, 4)] == [3 * math.exp(b) + math.exp(2 * b) >= 1000 for b in (2, 3, 4)]


@pytest.mark.parametrize(
    "text", ["exp(-t/tau)", r"\exp(-t/\tau)", "e^{-t/\\tau}", r"\mathrm{e}^{-t/\tau}", "e**(-t/tau)"]
)
def test_as_it_is_written(text):
    assert check(text, "exp(-t/tau)").verdict == "exact"
    assert check(text, "exp(t/tau)").verdict == "wrong"
    assert parse_formula(text) is not None


@pytest.mark.slow
def test_e_is_a_symbol_where_it_is_declared_or_bound():
    assert check("e*e^k", "e^(k + 1)").verdict == check("e*e^k", "e^(k + 1)", symbols="e k").verdict == "exact"
    assert check("e^k", "k^e", symbols="e k").verdict == "wrong"
    assert check("8", "2^e", let={"e": 3}).ok
    assert check("20.0855", "e^3").ok
    assert not check("20.0855", "e^3", let={"e": 3}).ok


def test_what_is_left_of_terms_beyond_all_digits_is_refused() -> None:
    """exp(B)*mod(B, N) is 0 where N divides B, so it is -exp(D); no judge had drawn a remainder beside such a power."""
    made = numeric("exp(B)*mod(B, N) - exp(D)", "B", "D", "N")
    assert made(100.0, 3.0, 50.0) == pytest.approx(-math.exp(3))
    assert made(100.0, 3.0, 7.0) == pytest.approx(2 * math.exp(100))
    for d in (5.0, 745.0):
        with pytest.raises(SymroofError, match="hangs on more than 774 digits"):
            made(1.032e14, d, 50000.0)
    assert numeric("K + exp(0 - D) - K", "K", "D")(3.0, 5000.0) == 0

"""Ends without closed form as functions: one root, the first and the last of two, several ends of one record.

Judged by mpmath's and NumPy's roots, and by calculus on paper: D*log2(N) >= N has roots where D >= e*ln(2), K*N >= N**3
+ F where F <= 2*(K/3)**(3/2).
"""

import functools
import math
import pickle
import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

from symroof import SymroofError, Unsupported, dims, exactly, interval, latex, numeric, params, threshold
from symroof.algebra.ratios.budget import OutOfTime, limited_to, spend
from symroof.algebra.ratios.evaluation import root_enclosure
from symroof.algebra.signs.closed import Implicit

N, D, F = dims("N D F")
K, p = params("K eps")
BESIDE_LOG = functools.cache(lambda: threshold(D * sp.log(N, 2), N, over=N))
ONE = functools.cache(lambda: threshold(N * sp.log(N, 2), N, over=D))
VALLEY = functools.cache(lambda: threshold(p**3 + F, p, over=K * p))
HUMP = functools.cache(lambda: threshold(K * p, p, over=p**3 + F))


@pytest.mark.slow
def test_one_root_is_mpmaths():
    f, draw = numeric(ONE(), D), random.Random(1)
    assert isinstance(ONE().root, Implicit)
    for d in [2, 8, 24, *(draw.uniform(0.1, 1e9) for _ in range(20))]:
        found = mpmath.findroot(lambda x, d=d: x * mpmath.log(x, 2) - d, (1.0, 2.0 + d), solver="anderson")
        assert f(d) == pytest.approx(float(found), rel=1e-14)
    assert [f(d) for d in (2, 8, 24)] == [2.0, 4.0, 8.0]


@pytest.mark.slow
def test_the_first_and_the_last_root_are_mpmaths_and_nan_where_there_is_none():
    f = numeric(BESIDE_LOG(), D)
    edge = math.e * math.log(2)  # D/(N*ln(2)) = 1 where the gap turns, and D*log2(N) = N there
    for d in (edge * (1 + 1e-9), 2, 3.5, 50, 1e6):
        turn = mpmath.mpf(d) / mpmath.log(2)

        def gap(x, d=d):
            return d * mpmath.log(x, 2) - x

        first, last = (mpmath.findroot(gap, (turn, far), solver="anderson") for far in (1.0, turn * 60))
        assert f(d) == pytest.approx((float(first), float(last)), rel=1e-12)
    for d in (edge * (1 - 1e-9), 1, 0.3):
        assert all(map(math.isnan, f(d)))
    assert f(2) == (2.0, 4.0)
    assert f(4)[1] == 16.0


@pytest.mark.slow
def test_cubics_against_the_roots_of_numpy_and_the_discriminant():
    draw, seen = random.Random(2), [0, 0]
    for rule in (VALLEY(), HUMP()):
        f = numeric(rule, F, K)
        for _ in range(60):
            a, k = draw.uniform(0.1, 20), draw.uniform(0.1, 20)
            real = sorted(x.real for x in np.roots([1, 0, -k, a]) if abs(x.imag) < 1e-9 and x.real > 0)
            there = a <= 2 * (k / 3) ** 1.5
            seen[there] += 1
            assert f(a, k) == pytest.approx(tuple(real), rel=1e-6) if there else all(map(math.isnan, f(a, k)))
    assert min(seen) > 20


@pytest.mark.slow
def test_a_double_root_is_both_of_them_exactly():
    """x**3 - 3*x + 2 = (x - 1)**2 (x + 2): from above and from below."""
    for rule in (VALLEY(), HUMP()):
        assert numeric(rule, F, K)(2, 3) == (1.0, 1.0)
        assert [exactly(part, F=2, K=3) for part in rule.parts] == [1, 1]


@pytest.mark.slow
def test_conditions_of_the_whole_and_of_a_part_are_kept():
    rule = threshold(N**3 + F, N, over=K * N)  # one root from 1 on where 1 + F < K, else two or none
    f = numeric(rule, F, K)
    one, *two = f(50, 70)
    assert one**3 + 50 == pytest.approx(70 * one)
    assert all(map(math.isnan, two))
    assert math.isnan(f(50, 49)[0])
    pair = numeric(threshold(N**2 + F, N, over=K * N), F, K)  # closed forms, of which a record has two as well
    assert pair(3, 4) == (1.0, 3.0)
    assert all(map(math.isnan, pair(5, 4)))


@pytest.mark.slow
def test_arrays_names_out_and_pickles():
    f = numeric(BESIDE_LOG(), D)
    ds = np.array([[1, 2, 3], [50, 2, 1]])
    first, last = f(ds)
    assert first.shape == ds.shape
    assert np.array_equal(np.isnan(last), ds == 1)
    assert last[1, 0] == f(50)[1] == f(D=50)[1]
    outs = [np.empty(ds.shape), np.empty(ds.shape)]
    assert f(ds, out=outs) is outs
    assert np.array_equal(outs[1], last, equal_nan=True)
    again = pickle.loads(pickle.dumps(f))
    assert again == f
    assert again(50) == f(50)
    assert numeric([ONE(), D + 1], D)(8) == (4.0, 9.0)
    assert numeric(ONE(), D=8)() == 4.0


def test_exactly_where_the_root_is_rational():
    assert exactly(ONE(), D=24) == 8
    assert exactly(BESIDE_LOG().parts[1], D=4) == 16
    with pytest.raises(Unsupported, match=r"not seen to be rational; use numeric\(\)"):
        exactly(ONE(), D=7)
    with pytest.raises(SymroofError, match="no value at D=1: there is no such root"):
        exactly(BESIDE_LOG().parts[0], D=1)


@pytest.mark.parametrize("part", [0, 1])
def test_intervals_hold_the_root_at_every_point_of_the_box(part):
    """The first root falls with D and the last one rises: both ends of the box are taken."""
    end = BESIDE_LOG().parts[part]
    box, f = interval(end, D=(2, 40)), numeric(end, D)
    values = [f(d) for d in np.linspace(2, 40, 9)]
    assert [float(x) for x in box] == pytest.approx(sorted([values[0], values[-1]]), rel=1e-14)
    assert all(box.low <= Fraction(v) <= box.high for v in values[1:-1])


def test_intervals_refuse_where_there_is_no_root_or_no_direction():
    assert interval(ONE(), D=(2, 24)).tight
    assert tuple(interval(ONE(), D=(2, 24))) == (2, 8)
    with pytest.raises(SymroofError, match="no such root in part of this box; narrow it"):
        interval(BESIDE_LOG().parts[0], D=(1, 50))
    turning = threshold(N**3 + N, N, over=D + 9 / D)
    with pytest.raises(SymroofError, match="rises or falls with D is open"):
        interval(turning, D=(1, 9))
    assert float(interval(turning, D=3).low) == pytest.approx(numeric(turning, D)(3))


@pytest.mark.parametrize("verb", [exactly, interval])
def test_several_ends_are_told_apart_by_what_to_type(verb):
    with pytest.raises(
        SymroofError, match=rf"several ends; ask for one of them, as in {verb.__name__}\(rule.parts\[0\]"
    ):
        verb(BESIDE_LOG(), D=4)
    assert verb(BESIDE_LOG().parts[1], D=4) in (16, interval(16))


def test_what_has_no_end_is_refused_with_what_it_is():
    for rule, said in (
        (threshold(N + 1, N, over=N), "the threshold is always"),
        (ONE().at(D=7), "a number already"),
        (BESIDE_LOG().at(D=50), r"see \.intervals"),
    ):
        for verb in (numeric, exactly, interval):
            with pytest.raises(SymroofError, match=said):
                verb(rule)
    with pytest.raises(SymroofError, match="still symbolic: D"):
        numeric(BESIDE_LOG())
    with pytest.raises(SymroofError, match="numbers or NumPy arrays"):
        numeric(ONE(), D)(pytest.importorskip("array_api_strict").asarray([1.0, 2.0]))
    assert "first root" in latex(BESIDE_LOG())


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize(
    ("x", "met"),
    [
        (Fraction(10**9000 + 1, 7), False),
        (Fraction(3, 10**9000 + 1), False),
        (Fraction((10**3000 + 1) ** 6, 7**6), True),
        (Fraction(9**3 << 60000), True),
        (Fraction(9**3 << 60001), False),
        (Fraction((10**3000 + 1) ** 6 + 1), False),
    ],
)
def test_the_root_of_a_long_number_is_enclosed_and_met_exactly_where_it_is(x: Fraction, met: bool, k: int) -> None:
    """By its leading bits, of which the others do not show; a square or cube of a rational is one all the same."""
    low, high = root_enclosure(x, k, 100)
    assert (low**k == x == high**k) if met else (low**k < x < high**k)
    assert (high - low) * 2**99 < low
    assert met is (low == high)


@pytest.mark.slow
def test_a_step_that_takes_longer_than_there_is_time_is_not_begun() -> None:
    """A root of 3 million bits takes over 2 s, in which no deadline is looked at."""
    with limited_to("500ms"):
        spend(100_000, at_once=True)
        spend(2_000_000)
        with pytest.raises(OutOfTime, match="not decided within"):
            spend(2_000_000, at_once=True)
    with limited_to("1s"), pytest.raises(OutOfTime):
        root_enclosure(Fraction(10**900_000 + 1, 3), 2, 1 << 21)

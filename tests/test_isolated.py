"""Regions of numbers that no closed form tells, against mpmath at hundreds of points on both sides of every root."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import mpmath
import pytest
from sympy import Expr, Integer, Max, Min, Rational, ceiling, floor, log, sqrt

from symroof import dims, params, threshold
from symroof.errors import Inconclusive, SymroofError, Unsupported

F = dims("F")
K = params("K")
POINTS = [Fraction(2) ** k * Fraction(m, 64) for k in range(-24, 25, 2) for m in (64, 85, 107, 171)]


def drawn(rng: random.Random) -> Expr:
    """A sum of one root of a sum, a logarithm and a power, with small numbers."""
    a, b, c, d = (Rational(rng.randint(1, 40), rng.choice((1, 2, 3, 8))) for _ in range(4))
    root = (a * K ** rng.choice((1, 2, 3)) + b) ** rng.choice((Rational(1, 2), Rational(1, 3), Rational(2, 3)))
    log_ = log(rng.choice((K, K + b, K**2 + K, 1 + 1 / K)), 2)
    shapes = (
        root - c * log_ - d,
        d - root + c * log_,
        root / (c + log(1 + K, 2)) - d * K ** Rational(rng.randint(-2, 1), 2),
        root * log_ - c * K + d,
        (root - c) / (log_ - d),
    )
    return rng.choice(shapes)


def by_mpmath(f: Expr, x: Fraction) -> int | None:
    """The sign at a number, with 60 digits; None at a pole or a root, as far as these digits tell."""
    with mpmath.workdps(60):
        at = mpmath.mpf(x.numerator) / x.denominator

        def value(e: Expr) -> mpmath.mpf:
            if e == K:
                return at
            if e.is_Rational:
                return mpmath.mpf(int(e.p)) / int(e.q)
            args = [value(a) for a in e.args]
            if e.is_Add:
                return mpmath.fsum(args)
            if e.is_Mul:
                return mpmath.fprod(args)
            if e.is_Pow:
                return mpmath.power(*args)
            assert e.func == log
            return mpmath.log(args[0])

        try:
            y = value(f)
        except ZeroDivisionError:
            return None
        return int(mpmath.sign(y)) if mpmath.mpf(10) ** -40 < abs(y) < mpmath.mpf(10) ** 40 else None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_regions_hold_exactly_where_the_numbers_do(seed: int) -> None:
    rng = random.Random(seed)
    seen: Counter[object] = Counter()
    for _ in range(8):
        f = drawn(rng)
        try:
            t = threshold(f, K, over=0)
        except (Unsupported, Inconclusive):
            seen["refused"] += 1
            continue
        edges = [x for i in t.intervals for x in (i.lo, i.hi) if x] if t.intervals else [t.number] if t.number else []
        near = [Fraction(x) * (1 + Fraction(s, 10**9)) for x in edges for s in (-1, 1)]
        for x in [*POINTS, *near]:
            side = by_mpmath(f, x)
            if side is not None:
                assert t.contains(x) == (side > 0), (f, x, str(t))
                seen[side] += 1
        seen[t.verdict] += 1
    assert seen[1] > 100
    assert seen[-1] > 100
    assert seen["when"] > 4
    assert seen["refused"] <= 1, seen


def test_a_root_that_is_met_exactly_is_printed_and_closed() -> None:
    t = threshold(sqrt(8 * K + 1) - log(K, 2), K, over=3)  # sqrt(9) - 0 at 1
    assert t.contains(1)
    assert not t.contains(Fraction(11, 10))
    assert t.contains(Fraction(9, 10))
    assert str(t).startswith("K in (0, 1]")


@pytest.mark.slow
def test_a_pole_is_no_root_and_not_in_the_region() -> None:
    f = (sqrt(K + 8) - 4) / (log(K, 2) + K - 11)  # 0/0 at 8: sqrt(16) - 4 over 3 + 8 - 11
    t = threshold(f, K, over=0)
    assert str(t) == "K in (0, 8) or (8, oo)"
    assert t.contains(7)
    assert t.contains(9)
    g = (sqrt(K + 8) - 3) / (log(K, 2) + K - 11)  # a pole at 8, a root at 1
    u = threshold(g, K, over=0)
    assert str(u) == "K in (0, 1] or (8, oo)"
    assert [u.contains(x) for x in (Fraction(1, 2), 1, 2, 9)] == [True, True, False, True]


@pytest.mark.slow
def test_a_sum_that_touches_nothing_twice_is_refused_rather_than_guessed() -> None:
    f = sqrt((K - 1) ** 2 + Rational(1, 10**40)) - Rational(1, 10**20) + 0 * log(K, 2)
    touched = f + (log(K, 2)) ** 2 / 10  # 0 at 1 exactly, and not below
    with pytest.raises(SymroofError):
        threshold(touched, K, over=0)


@pytest.mark.slow
def test_roundings_alone_in_a_logarithm_or_root_are_asked_themselves() -> None:
    assert str(threshold(log(floor(K) + K, 2), K, over=0)) == "K >= 1"
    t = threshold(sqrt(floor(2 * K) + K + 1), K, over=3)  # floor(2K) + K >= 8: 3 + floor at 2.9 is 5
    judged = {Fraction(n, 20): int(Fraction(n, 10)) + Fraction(n, 20) >= 8 for n in range(1, 100)}
    assert {x: t.contains(x) for x in judged} == judged
    assert len(set(judged.values())) == 2


@pytest.mark.slow
def test_a_logarithm_under_a_root_beside_the_size_is_squared() -> None:
    t = threshold(sqrt(F * log(F, 2)), F, over=F / Integer(2))  # 4 log2(F) >= F: from 1.24 to 16
    judged = {n: n ** (1 / 2) * float(mpmath.log(n, 2)) ** 0.5 >= n / 2 for n in (1, 2, 3, 8, 15, 17, 40)}
    assert {n: t.contains(n) for n in judged} == judged
    assert t.contains(16)
    assert str(threshold(sqrt(F * log(F, 2)), F, over=F)) == "never"


@pytest.mark.slow
def test_a_root_on_the_edge_of_a_stretch_and_the_roots_behind_a_shared_one_are_kept() -> None:
    t = threshold((sqrt(K + 3) + log(K, 2) - 2) / (log(K, 2) - 5), K, over=0)  # 0 at 1, a pole at 32
    assert str(t) == "K in (0, 1] or (32, oo)"
    u = threshold((sqrt(K + 2) - 2) / (log(K, 2) - K / 2), K, over=0)  # 0/0 at 2, a pole at 4
    assert str(u) == "K in (0, 2) or (2, 4)"


@pytest.mark.slow
def test_bounds_that_begin_late_hide_no_root() -> None:
    f = sqrt(K**2 - 100 * K + 3000) - 3 * log(K, 2) - 60  # at 64 the bounds of the root are not known yet
    t = threshold(f, K, over=0)
    judged = {x: by_mpmath(f, x) == 1 for x in (Fraction(2) ** k for k in range(-8, 12))}
    assert {x: t.contains(x) for x in judged} == judged
    assert judged[Fraction(64)] is False
    assert judged[Fraction(256)] is True


@pytest.mark.slow
def test_a_crossing_past_all_floats_is_no_overflow() -> None:
    """It was an OverflowError of math.ceil: the bound of the roundings crosses beyond 2**1024."""
    p = params("p")
    found = threshold(p + log(100 * p, 2), p, over=240 * ceiling(p / 8 - 12))
    inside = (1, 50, 96, Fraction(1, 10**6), Fraction(1, 2**2600))  # by hand: close to 0 over -2640
    outside = (97, 10**6, Fraction(1, 2**2700))
    assert [found.contains(x) for x in inside] == [True] * 5
    assert [found.contains(x) for x in outside] == [False] * 3


@pytest.mark.slow
@pytest.mark.parametrize(("shift", "least"), [(0, 131), (40, 100), (4096, -24), (7, 300)])
def test_a_size_whose_rounding_is_not_decided_is_not_left_out(shift: int, least: int) -> None:
    """It was: floor(Min(B, 256*B**(1/3))) is B exactly where roots are only enclosed, and 4040 and 4041 were lost."""
    B = dims("B")
    found = threshold(floor(Min(B, 256 * B ** Rational(1, 3))) + ceiling(B / 128) - shift, B, over=least)
    brute = next(n for n in range(1, 4097) if n + -(-n // 128) - shift >= least)  # below 4096 the least is n itself
    assert found.integer == brute


@pytest.mark.slow
def test_a_region_that_ends_past_all_floats_is_no_overflow() -> None:
    """It was an OverflowError of float(): the last size is beyond 2**1023."""
    F, N, D, B = dims("F N D B")
    t = threshold(ceiling(4 * F) / log(N, 2) + 1 / ceiling(D), N, over=Max(2, D * B / F))
    assert "1.415e+9864" in str(t.at(F=8192, B=1, D=1))
    assert "1.348e+154" in str(t.at(F=1024, B=1, D=8192))

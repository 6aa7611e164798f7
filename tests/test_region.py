"""Thresholds against brute force over the integers, hand answers, and the definition at 2**400."""

import itertools
import math
import random
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as Fr

import mpmath
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from symroof import symbol, threshold
from symroof.algebra.interop.closed import closed_form
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.needs import lost, needs
from symroof.algebra.ratios.posynomial import Ratio, build, exact, gen, ratio
from symroof.algebra.regions.implicit import _largest, slope
from symroof.algebra.regions.kinds import Ray
from symroof.algebra.regions.padding import _repeating, _Residues
from symroof.algebra.regions.region import Threshold, crossing
from symroof.algebra.signs.closed import Extremum, Implicit, Quadratic
from symroof.algebra.signs.condition import (
    both,
    condition,
    constant_sign,
    contradictory,
    enclosure,
    implies,
    sign,
)
from symroof.algebra.signs.roots import cells as isolated
from symroof.algebra.signs.roots import positive_roots, times
from symroof.algebra.signs.sign import seen_signs
from symroof.algebra.signs.sign import sign as proved
from symroof.errors import Inconclusive, SymroofError, Unsupported

B, D, F, K, N, S, W, C, X, Y = map(gen, ["B", "D", "F", "K", "N", "S", "W", "C", "X", "Y"])
MATMUL = B * D * F / (B * D + D * F + B * F)


def ceil(x):
    return build("ceil", [x])


def floor(x):
    return build("floor", [x])


def top(*xs):
    return build("max", xs)


def low(*xs):
    return build("min", xs)


def log2(x):
    return build("log2", [x])


def root(x, n=2):
    return x ** Fr(1, n)


def member(t: Threshold, n: int) -> bool:
    """Membership as the record tells it, never by asking the expression again."""
    if t.verdict != "when":
        return t.verdict == "always"
    if t.intervals:
        return any(i.first is not None and i.first <= n and (i.last is None or n <= i.last) for i in t.intervals)
    assert t.integer is not None
    return n >= t.integer if t.sense[0] == ">" else n <= t.integer


# (expression, level, strict, answer): answers by hand or by counting on paper, in the unknown N
TABLE = [
    (N, 10, True, "N > 10 (11)"),
    (N, 10, False, "N >= 10"),
    (2 * N, 7, True, "N > 3.5 (4)"),
    (2 * N, 7, False, "N >= 3.5 (4)"),
    (N / 2, Fr(1970, 9), True, "N > 437.8 (438)"),
    (1 / N, Fr(1, 10), True, "N < 10 (9)"),
    (1 / N, Fr(1, 10), False, "N <= 10"),
    (1 / N, 2, True, "never"),
    (1 / N, 1, True, "never"),
    (1 / N, 1, False, "N <= 1"),
    (N / (N + 1), 1, True, "never"),
    (N / (N + 1), Fr(9, 10), True, "N > 9 (10)"),
    (N / (N + 1), Fr(9, 10), False, "N >= 9"),
    ((N + 1) / N, 1, True, "always"),
    ((N + 1) / N, 2, False, "N <= 1"),
    ((N + 1) / N, 2, True, "never"),
    ((2 * N - 1) / (4 * N + 2), 240, True, "never"),
    ((2 * N - 1) / (4 * N + 2), Fr(1, 2), False, "never"),
    ((2 * N - 1) / (4 * N + 2), Fr(1, 3), False, "N >= 2.5 (3)"),
    ((2 * N - 1) / (4 * N + 2), Fr(3, 10), False, "N >= 2"),
    ((2 * N - 1) / (4 * N + 2), Fr(3, 10), True, "N > 2 (3)"),
    ((N - 1) / N, Fr(1, 2), True, "N > 2 (3)"),
    ((N - 1) / N, Fr(99, 100), False, "N >= 100"),
    ((N - 1) / N, 1, False, "never"),
    (1 / (N - 1), Fr(1, 4), True, "N in (1, 5)"),
    (N * N, 2, True, "N > 1.414 (2)"),
    (N * N, 144, True, "N > 12 (13)"),
    (N * N, 144, False, "N >= 12"),
    (N**3, 10**30, False, "N >= 10000000000"),
    (N**3, 10**30, True, "N > 10000000000 (10000000001)"),
    (root(N), 7, True, "N > 49 (50)"),
    (root(N), 7, False, "N >= 49"),
    (N ** Fr(3, 2), 1000, True, "N > 100 (101)"),
    (N ** Fr(2, 3), 9, True, "N > 27 (28)"),
    (N ** Fr(-1, 2), Fr(1, 10), True, "N < 100 (99)"),
    (N + root(N), 12, False, "N >= 9"),
    (N + root(N), 12, True, "N > 9 (10)"),
    (N * N + 2 * N, 99, False, "N >= 9"),
    (N * N + 2 * N, 99, True, "N > 9 (10)"),
    (N + 6 / N, 5, True, "N in (0, 2) or (3, oo)"),
    (N + 6 / N, 5, False, "N in (0, 2] or [3, oo)"),
    (5 * N, N * N + 6, True, "never"),
    (5 * N, N * N + 6, False, "N in [2, 3]"),
    (N * N + 1, 2 * N, False, "always"),
    (N * N + 1, 2 * N, True, "N > 1 (2)"),
    (N * N + 7, 5 * N, True, "always"),
    (5 * N, N * N + 7, True, "never"),
    (N**3 + 11 * N, 6 * N * N + 6, True, "N > 3 (4)"),
    (N**3 + 11 * N, 6 * N * N + 6, False, "N in [1, 2] or [3, oo)"),
    (N**3 + N, 10, True, "N > 2 (3)"),
    (N**3 + N, 10, False, "N >= 2"),
    (N**5, N + 30, False, "N >= 2"),
    (N**5, N + 31, False, "N >= 2.012 (3)"),
    (top(N, 10), 5, True, "always"),
    (top(N, 10), 10, True, "N > 10 (11)"),
    (top(N, 10), 12, True, "N > 12 (13)"),
    (low(N, 10), 12, True, "never"),
    (low(N, 10), 7, False, "N >= 7"),
    (low(N, 100 / N), 5, True, "N in (5, 20)"),
    (low(N, 100 / N), 5, False, "N in [5, 20]"),
    (low(N, 100 / N), 10, False, "N in {10}"),
    (low(N, 100 / N), 10, True, "never"),
    (top(N, 100 / N), 20, True, "N in (0, 5) or (20, oo)"),
    (top(N, 100 / N), 10, True, "N in (0, 10) or (10, oo)"),
    (top(N, 100 / N), 10, False, "always"),
    (top(2 * N, N + 5), 12, True, "N > 6 (7)"),
    (low(2 * N, N + 5), 12, True, "N > 7 (8)"),
    (N / top(N, 64), Fr(1, 2), False, "N >= 32"),
    (64 / low(N, 64), 2, True, "N < 32 (31)"),
    (N + 20 - top(N, 10), 15, True, "N > 5 (6)"),
    (top(N, 10) - low(N, 10), 3, True, "N in (0, 7) or (13, oo)"),
    (N / (128 * ceil(N / 128)), Fr(9, 10), False, "N >= 116 first, every N >= 1037"),
    (N / (128 * ceil(N / 128)), Fr(1, 2), False, "N >= 64"),
    (N / (128 * ceil(N / 128)), 1, False, "N >= 128 first, but not every N from some size on"),
    (N / (8 * ceil(N / 8)), Fr(1, 9), True, "always"),
    (N / (8 * ceil(N / 8)), 1, True, "never"),
    (ceil(N / 4), 3, True, "N >= 13"),
    (ceil(N / 4), 3, False, "N >= 9"),
    (floor(N / 4), 3, False, "N >= 12"),
    (10 / ceil(N / 4), 3, True, "N <= 12"),
    (8 * ceil(N / 8) / N, 2, True, "N <= 3"),
    (8 * ceil(N / 8) / N, Fr(7, 5), True, "every N <= 5, last N = 17"),
    (ceil(3 * N / 2), 7, False, "N >= 5"),
    (ceil(N / 4) * ceil(N / 6), 6, False, "N >= 9"),
    (Fr(5, 16) * log2(N), 10, True, "N > 4294967296 (4294967297)"),
    (Fr(5, 16) * log2(N), 10, False, "N >= 4294967296"),
    (5 * N * log2(N) / (16 * N), Fr(5, 8), False, "N >= 4"),
    (log2(N), Fr(1, 2), True, "N > 1.414 (2)"),
    (log2(N), Fr(10, 3), True, "N > 10.08 (11)"),
    (1 / log2(N), Fr(1, 3), True, "N in (1, 8)"),  # at 1 it is 1/0
    (N * log2(N), 24, True, "N > 8 (9)"),
    (N * log2(N), 24, False, "N >= 8"),
    (N * log2(N), 25, False, "N >= 8.224 (9)"),
    (root(N + 1), 4, True, "N > 15 (16)"),
    (root(N + 1) + 3, 7, False, "N >= 15"),
    (1 / root(N + 9), Fr(1, 5), True, "N < 16 (15)"),
    (root(N + 4) + N, 8, False, "N >= 5"),
    (root(N), root(ratio(2)), True, "N > 2 (3)"),
    (N, root(ratio(2)), True, "N > 1.414 (2)"),
    (N, root(ratio(2)) * root(ratio(8)), False, "N >= 4"),
    (N / 3 + 1 / N, Fr(28, 9), False, "N >= 9"),
    (N, Fr(10**12) + Fr(1, 3), True, "N > 1e+12 (1000000000001)"),
    (top(N, 20 / N) ** 2 + 30, 13 * top(N, 20 / N), True, "N in (0, 2) or (10, oo)"),
    (low(N, 100 / N) ** 2 + 30, 13 * low(N, 100 / N), True, "N in (0, 3) or (33.33, oo)"),
    (ceil(N / 8) + root(N), 12, False, "N >= 41"),
    (N * ceil(N / 2), 2, False, "N >= 2"),
    (N * ceil(N / 2), 1, False, "always"),
]


@pytest.mark.parametrize(("expr", "level", "strict", "answer"), TABLE, ids=[f"{e}|{k}|{s}" for e, k, s, _ in TABLE])
def test_the_table_of_hand_answers(expr, level, strict, answer):
    level = level if hasattr(level, "num") else ratio(exact(level))
    t = crossing(ratio(expr), level, "N", strict=strict)
    if "first, but" in answer:
        assert t.first == int(answer.split()[2])
        assert t.forever is None
    else:
        assert str(t) == answer


def brute(expr, level, strict, sizes):
    for n in sizes:
        if n == 1 and "1/(N - 1)" in str(expr):
            continue
        try:
            gap = (expr - level).at({"N": n})
        except (Unsupported, SymroofError):
            continue
        yield n, gap > 0 or (gap == 0 and not strict)


@pytest.mark.slow
def test_the_table_agrees_with_brute_force():
    for expr, level, strict, _ in TABLE:
        level = level if hasattr(level, "num") else ratio(exact(level))
        t = crossing(ratio(expr), level, "N", strict=strict)
        for n, truth in brute(ratio(expr), level, strict, range(1, 150)):
            if t.forever is not None:
                assert truth is False if n < t.first else True
                assert truth or n < t.forever
            elif t.last is not None:
                assert not truth or n <= t.last
                assert truth or n > t.until
            elif t.first is not None:
                assert not truth or n >= t.first
            else:
                assert member(t, n) == truth, (expr, level, n)


SYMBOLIC = [
    (MATMUL, K, "B", "B > 1/(1/K - 1/D - 1/F) when 1/D + 1/F < 1/K"),
    (W / C, 1 / B + 1 / D + 1 / F, "B", "B > 1/(W/C - 1/D - 1/F) when 1/D + 1/F < W/C"),
    (W / C, 1 / (2 * B) + 1 / D + 1 / F, "B", "B > 1/(2*(W/C - 1/D - 1/F)) when 1/D + 1/F < W/C"),
    (W / (2 * C), 1 / B + 1 / D + 1 / F, "B", "B > 1/(W/(2*C) - 1/D - 1/F) when 1/D + 1/F < W/(2*C)"),
    (D / 2, C / W, "D", "D > 2*C/W"),
    (B * top(D, F), K, "B", "B > Min(K/D, K/F)"),
    ((2 * B + F) / (B + F), K, "B", "B > (F*K - F)/(2 - K) when K < 2, every B when K <= 1"),
    (B, K, "B", "B > K"),
    (1 / B, K, "B", "B < 1/K"),
    (B * B, K, "B", "B > sqrt(K)"),
    (S, B * B + 2 * B, "B", "B < S/(1 + sqrt(1 + S))"),
    (Fr(5, 16) * log2(N), K, "N", "N > 2**(16*K/5)"),
    (log2(N * D), ratio(5), "N", "N > 32/D"),
    (root(B + D), K, "B", "B > K**2 - D, every B when K**2 <= D"),
    (low(B, D / 2), K, "B", "B > K when K < D/2"),
    (low(B, B * B / D), K, "B", "B > Max(sqrt(D*K), K)"),
    (top(B, B * B / D), K, "B", "B > Min(sqrt(D*K), K)"),
    (low(B, B * B / D, F), K, "B", "B > Max(sqrt(D*K), K) when K < F"),
    (low(B, F), K, "B", "B > K when K < F"),
    (B**3 + B, K, "B", "B > the one positive root of B + B**3 - K = 0"),
    ((2 * N - 1) / (4 * N + 2), K, "N", "N > (1/2 + K)/(1 - 2*K) when K < 1/2"),
    (B + D, B + F, "D", "D > F"),
]


@pytest.mark.parametrize(("expr", "level", "name", "answer"), SYMBOLIC, ids=[s[3] for s in SYMBOLIC])
def test_symbolic_answers(expr, level, name, answer):
    assert str(crossing(ratio(expr), level, name)) == answer


@pytest.mark.slow
def test_symbolic_and_bound_agree_with_the_definition():
    seen = set()
    for expr, level, name, _ in SYMBOLIC:
        t = crossing(ratio(expr), level, name)
        for base in (3, 40, 700):
            sizes = {n: base + 7 * i for i, n in enumerate(t.free)}
            bound = t.at(**sizes)
            seen.add(bound.verdict)
            if t.when is not None:
                assert t.when.holds(**{n: sizes[n] for n in t.when.names}) == (bound.verdict == "when")
            if bound.number is not None and t.value is not None and bound.number < 1e15:
                import sympy

                value = t.value.subs({s: sizes[s.name] for s in t.value.free_symbols})
                assert float(sympy.N(value, 30)) == pytest.approx(bound.number, rel=1e-12)
            for n in (1, 2, 5, 20, 100):
                assert bound.verdict != "when" or member(bound, n) == bound.contains(n)
    assert {"when", "never"} <= seen


def test_value_equals_the_harmonic_form_in_sympy():
    from symroof.symbols import dims, params

    d, f = dims("D F")
    w, c = params("W C")
    t = crossing(W / C, 1 / B + 1 / D + 1 / F, "B")
    assert t.value == 1 / (w / c - 1 / d - 1 / f)
    assert t.when.text == "1/D + 1/F < W/C"
    assert t.when.latex() == r"\frac{1}{D} + \frac{1}{F} < \frac{W}{C}" or "<" in t.when.latex()
    assert str(t.symbol) == "B"


@pytest.mark.slow
def test_symbolic_quadratics_with_two_crossings():
    t = crossing(1 / (1 / B + 1 / D + B / F), K, "B")
    assert t.sense == "in"
    assert [p.sense for p in t.parts] == [">", "<"]
    u = crossing(B + D * F / B, K, "B")
    assert [p.sense for p in u.parts] == ["<", ">"]
    seen = set()
    for q, always in ((t, False), (u, True)):
        for d, f, k in ((1000, 100000, 60), (5, 7, 12), (5, 7, 11), (5, 7, 100), (100, 50, 99), (1000, 10**6, 300)):
            bound = q.at(D=d, F=f, K=k)
            exists = q.when.holds(D=d, F=f, K=k)
            seen.add((always, exists))
            assert exists == (bound.verdict == "when")
            if not exists:
                assert bound.verdict == ("always" if always else "never")
                continue
            numbers = {"D": d, "F": f, "K": k}
            ends = [float(p.value.subs({s: numbers[s.name] for s in p.value.free_symbols})) for p in q.parts]
            for n in range(1, 200):
                inside = ends[0] <= n <= ends[1] if always else ends[0] < n < ends[1]
                assert bound.contains(n) == member(bound, n) == (inside != always)
    assert len(seen) == 4


LOOKED_AT = [*(Fr(k, 4) for k in range(4, 80)), *range(20, 130), *(2**k for k in range(7, 60))]


def beside_two(root: Implicit, name: str, n: int, sizes: dict[str, object]) -> int:
    """On which side of the first or of the last of two roots, or none, a number lies: by the signs all along."""

    def sign(x: object) -> int:
        return constant_sign(root.gap.subs({**sizes, name: x}))

    far, here = sign(10**30), sign(n)
    if here != far:
        return 0 if not here else 1 if root.which == "first" else -1
    inside = [x for x in LOOKED_AT if sign(x) == -far]
    if not inside:  # the first root is oo then, and the last one 0
        return -1 if root.which == "first" else 1
    return 1 if inside[0] < n else -1


def told(t: Threshold, n: int, sizes: dict[str, object]) -> bool:
    """Membership as the symbolic record tells it: every n, none, or the side of the closed form, by its conditions.

    Raises Inconclusive for a part that stays open.
    """
    if t.verdict == "open":
        raise Inconclusive(str(t))
    assert t.verdict in ("when", "always", "never")
    if t.verdict != "when":
        return t.verdict == "always"
    at = {**sizes, t.name: n}  # a denominator such as m*n - 1 asks for the unknown, too
    if t.always is not None and t.always.holds(**{x: at[x] for x in t.always.names}):
        return True
    if t.when is not None and not t.when.holds(**{x: at[x] for x in t.when.names}):
        return False
    if t.parts:
        return (all if t.joined == "and" else any)(told(p, n, sizes) for p in t.parts)
    if t.root is None:
        return True
    if isinstance(t.root, Extremum):
        return (all if (t.root.kind == "max") == (t.sense[0] == ">") else any)(
            told(replace(t, region=Ray(r)), n, sizes) for r in t.root.of
        )
    if isinstance(t.root, Implicit):
        here, far = (constant_sign(t.root.gap.subs({**sizes, t.name: x})) for x in (n, 10**30))
        side = here * far  # beyond the one root it is as far out, before it the other way
        if t.root.which != "one":
            side = beside_two(t.root, t.name, n, sizes)
        return (side > 0 if t.sense[0] == ">" else side < 0) or (side == 0 and "=" in t.sense)
    gap = n - t.root.ratio().subs(sizes)
    side = constant_sign(gap)
    return (side > 0 if t.sense[0] == ">" else side < 0) or (side == 0 and "=" in t.sense)


BY_MINORS = [  # two coefficients of unknown sign: the 2x2 minors alone tell which way it goes
    ((B + 2 * F) / (B + F), "<"),
    ((2 * B + F) / (B + F), ">"),
    ((N * B + F) / (B + F), ">"),
    ((B + N * F) / (B + F), "<"),
    ((N * B + F) / (B + N * F), ">"),
    ((B + F) / (N * B + F), "<"),
    ((2 * B**2 + F * B) / (B**2 + F * B + N), ">"),
]


@pytest.mark.slow
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(("expr", "sense"), BY_MINORS)
def test_what_the_minors_alone_show_to_be_monotone(expr, sense, strict):
    t = crossing(expr, K, "B", strict=strict)
    assert t.sense[0] == sense
    seen = set()
    for f in (1, 2, 5):
        for n in (1, 2, 7):
            for k in (Fr(1, 9), Fr(1, 2), Fr(2, 3), Fr(1), Fr(3, 2), Fr(2), Fr(5)):
                sizes = {"F": f, "N": n, "K": k}
                for b in (1, 2, 3, 5, 11, 1000):
                    gap = expr.at({**sizes, "B": b}) - k
                    truth = gap > 0 or (gap == 0 and not strict)
                    assert told(t, b, sizes) == truth, (b, sizes)
                    seen.add(truth)
    assert seen == {True, False}


VANISHING = [  # coefficients that are 0 where N or M is 1, and then another one decides: (expr, level)
    ((N - 1) * B + D, F),
    ((N - 1) * B, D - F),
    ((N - 1) * B, D * (N - 1)),
    (B * D, F / (N - 1)),
    ((N - 1) * B**2 + D * B, F * B + 1),
    (S * B**2 + D * B + 1, F * B + N),
    ((S - 1) * B**2 + D * B + 1, F * B + N),
    ((N - 1) * B**2 + (S - 1) * B + 2, D),
    ((N - 1) * B**2 + (S - 1) * B, D - F),
    ((N - 1) * B**3 + (S - 1) * B, D - F),
    (1 / ((N - 1) * B + D), 1 / F),
    (D / B, F + (N - 1) * B),
    (((N - 1) + 2 * F * B) / ((N - 1) + F * B), K),
    ((1 - N) * B + 1, S),
    (1 + (1 - N) * B, ratio(1)),
    (ratio(1), 1 + (1 - N) * B),
    (low((N - 1) * B + D, 2 * B), F),
    (top((N - 1) * B + D, B / 2), F),
    (low((S - 1) * B + D, (N - 1) * B + F), D + F - 1),
]


@pytest.mark.slow
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(("expr", "level"), VANISHING, ids=[f"{e}|{k}" for e, k in VANISHING])
def test_coefficients_that_vanish_at_one_chip_leave_the_others_to_decide(expr, level, strict):
    t = crossing(expr, level, "B", strict=strict)
    seen = set()
    for n, s in itertools.product((1, 3), (1, 2)):
        for d, f in itertools.product((1, 2, 5), repeat=2):
            for k in (Fr(1, 2), Fr(1), Fr(2), Fr(9)):
                sizes = {"N": n, "S": s, "D": d, "F": f, "K": k}
                for b in (1, 2, 5, 100):
                    try:
                        gap = (expr - level).at({**sizes, "B": b})
                    except SymroofError:  # 1/(N - 1) at 1
                        continue
                    truth = gap > 0 or (gap == 0 and not strict)
                    assert told(t, b, sizes) == truth, (t, b, sizes)
                    seen.add(truth)
                if "K" not in t.free:
                    break
    assert seen == ({True, False} if t.verdict == "when" else {t.verdict == "always"})


@pytest.mark.slow
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("power", [1, 2, 3, Fr(1, 2), -1, -2])
def test_two_terms_of_open_signs_are_two_rays_one_for_each_sign(power, strict):
    x = B**power
    t = crossing(D + F * x, K + N * x, "B", strict=strict)
    seen = set()
    for d, f, n, k in itertools.product((1, 2, 5), (1, 2, 5), (1, 2, 5), (Fr(1, 2), Fr(1), Fr(2), Fr(7))):
        sizes = {"D": d, "F": f, "N": n, "K": k}
        for b in (1, 2, 4, 9, 100):
            gap = (d - k) + (f - n) * (Fr(b) ** power if power != Fr(1, 2) else Fr(b**power).limit_denominator(10**6))
            if power == Fr(1, 2) and b == 2:
                continue  # no rational
            truth = gap > 0 or (gap == 0 and not strict)
            assert told(t, b, sizes) == truth, (t, b, sizes)
            seen.add((truth, f > n))
    assert len(seen) == 4


def test_what_rises_for_some_values_only_is_refused():
    for expr in ((B**4 + F * B**2 + D) / (B**3 + N * B), (B**5 + F * B**3 + D) / (B**4 + N)):
        with pytest.raises(Inconclusive, match="not proved monotone"):
            crossing(expr, K, "B")


def test_never_where_the_closed_form_is_negative():
    # SymPy's solve says B = -1200 at D = F = 400, K = 240; the condition says never
    t = crossing(MATMUL, K, "B")
    assert t.at(D=400, F=400, K=240).verdict == "never"
    assert t.at(D=480, F=480, K=240).verdict == "never"  # the level is approached, not reached
    assert str(t.at(D=481, F=481, K=240)) == "B > 115440 (115441)"


def test_a_crossing_that_is_met_exactly_has_a_value():
    assert crossing(N**3 + 11 * N, 6 * N**2 + 6, "N").value == 3
    assert crossing(N**3 + 11 * N, 6 * N**2 + 5, "N").value is None


def test_partial_binding_stays_symbolic():
    t = crossing(MATMUL, K, "B").at(K=240)
    assert str(t) == "B > 1/(1/240 - 1/D - 1/F) when 1/D + 1/F < 1/240"
    assert t.free == ("D", "F")
    assert str(t.at(D=4096).at(F=4096)) == str(crossing(MATMUL, K, "B").at(D=4096, F=4096, K=240))


def test_reduced_is_one_posynomial_inequality():
    assert crossing(MATMUL, K, "B", strict=False).reduced.text == "K/B + K/D + K/F <= 1"
    assert crossing(B + D, K, "B").reduced is None


SIGNS = [  # (form, sign, weak sign), by hand; N, M are sizes, C, W are not
    (N / 2 - Fr(1, 4), "+", 1),
    (Fr(1, 3) - N / 2, "-", -1),
    (2 * N - 1, "+", 1),
    (N - 1, "?", 1),
    (1 - N, "?", -1),
    (C - 1, "?", None),
    (C * N - C, "?", 1),
    (N / 2 + C / 3 - Fr(1, 2), "+", 1),
    (N / 2 + C / 3 - Fr(1, 3), "+", 1),
    (N * S - N - S + 1, "?", 1),
    (N * S - N - S + 2, "+", 1),
    (D - F, "?", None),
    (C - W, "?", None),
    (N**9 - 1, "?", 1),  # true, and beyond what is written out
    (root(N) - 1, "?", 1),
    (ratio(0), "0", 0),
    (3 * N, "+", 1),
    (-3 * N / C, "-", -1),
]


@pytest.mark.parametrize(("form", "strong", "weak"), SIGNS, ids=[str(f) for f, _, _ in SIGNS])
def test_signs_for_all_sizes_and_parameters(form, strong, weak):
    assert sign(form.num) == strong
    assert proved(form.num).weak == {1: "+", -1: "-", 0: "0", None: "?"}[weak]
    sides = set()
    for n in (1, 2, 3, 9):
        for c in (Fr(1, 9), Fr(1), Fr(7)):
            value = Ratio(form.num).at({"N": n**2, "S": 3, "C": c, "W": 2 - c / 2, "D": n, "F": 5 - n / 2 + n % 2})
            sides.add((value > 0) - (value < 0))
    assert {"+": sides == {1}, "-": sides == {-1}, "0": sides == {0}, "?": True}[strong]
    assert weak is None or sides <= {weak, 0}


def test_both_signs_are_seen_at_a_few_points():
    assert all(seen_signs(x.num) == 3 for x in (D - F, C - W, C - 1, C - N, N - 2, N * D - S - 1))
    assert not any(seen_signs(x.num) == 3 for x in (D + F, D - 1, N * S - N, C + 1, 1 - N))


def test_the_direction_through_functions_needs_positive_factors():
    v = gen("C")  # a parameter: its logarithm may be below 0
    assert slope(N * log2(v), "N") is None
    assert slope(N * log2(D + 1), "N") == 1
    assert slope(N / (D - F), "N") is None
    assert slope(N / (D + F), "N") == 1
    assert slope(D / N, "N") == -1
    assert slope(D + F, "N") == 0
    assert slope((N + D) / (N + F), "N") is None


def test_an_unknown_beside_its_logarithm_on_the_other_side_is_not_one_root():
    """8 log2(N) >= N holds from 2 to 43 only: both sides rise."""
    assert [n for n in (1, 2, 43, 44) if 2**n <= n**8] == [2, 43]
    t = crossing(D * log2(N), N, "N", strict=False)
    assert t.root is None
    assert "the first root" in str(t)
    assert "the last root" in str(t)
    for d in (1, 2, 3, 8):
        bound = t.at(D=d)
        assert [n for n in range(1, 60) if member(bound, n)] == [n for n in range(1, 60) if 2**n <= n**d], d


def test_the_coefficient_far_out_is_none_where_it_is_not_one():
    v = gen("C")
    assert _largest(v * N * log2(N) - 2 * N * log2(N) + D, "N")[0] == (v - 2).num
    assert _largest(v * root(N + D) - root(4 * N + D), "N") is None  # v - 2, but the roots differ
    assert _largest(N * log2(N) - v * D, "N")[0] == ratio(1).num
    assert _largest((v - 2) * log2(D / N + Fr(1, 2)), "N") is None  # the logarithm tends to -1


def evaluated(x, at):
    """The value of a ratio from its own text, in 300 digits."""
    with mpmath.workdps(300):
        names = {n: mpmath.mpf(v.numerator) / v.denominator for n, v in at.items()}
        text = re.sub(r"(\d+)/(\d+)", r"mpf(\1)/\2", str(x))
        return eval(text, {"log2": lambda v: mpmath.log(v, 2), "sqrt": mpmath.sqrt, "mpf": mpmath.mpf, **names})


LOGS = [  # no closed form: (expr, level, strict)
    (N * log2(N) + D, ratio(Fr(1, 2)), False),
    (N * log2(N) + D, C, False),
    (N * log2(N) + D, C, True),
    (D / (N * log2(N) + 1), C, False),
    (D / (N * log2(N) + 1), C, True),
    (1 / (N * log2(N) + D + 1), ratio(1), False),
    (1 / (N * log2(N) + D), ratio(1), False),
    (N * log2(N) / (N * log2(N) + D), C, False),
    (1 + D / (N * log2(N) + 1), C, False),
    (1 + D / (N * log2(N) + 1), C, True),
    (log2(N + 1) + root(N), C, False),
    (D - 1 - N * log2(N), ratio(0), False),
    (N * log2(N) / (N * log2(N) + D), ratio(2), False),
    (1 + 1 / (N * log2(N) + D), ratio(1), False),
]


@pytest.mark.parametrize(("expr", "level", "strict"), LOGS, ids=[f"{e}|{k}|{s}" for e, k, s in LOGS])
def test_a_root_by_name_says_when_it_is_none(expr, level, strict):
    """Counted out from the definition: every size when `always` holds, none when `when` fails, else both occur."""
    t = crossing(expr, level, "N", strict=strict)
    sizes = (1, 2, 4, 2**9, 2**60, 2**600)
    for d in (1, 2, 9):
        for c in (Fr(1, 9), Fr(99, 100), Fr(1), Fr(3, 2), Fr(2), Fr(10), Fr(30)):
            at = {"D": d, "C": c}
            truth = []
            for n in sizes:
                gap = evaluated(expr, {**at, "N": n}) - evaluated(level, at)
                truth.append(gap > 0 or (gap == 0 and not strict))
            always, when = (x is not None and x.holds(**{k: at[k] for k in x.names}) for x in (t.always, t.when))
            if t.verdict != "when":
                assert set(truth) == {t.verdict == "always"}
            elif always:
                assert all(truth), at
            elif t.when is not None and not when:
                assert not any(truth), at
            else:
                assert truth[0] == (t.sense[0] == "<"), at
                assert truth[-1] == (t.sense[0] == ">"), at


# -- properties --------------------------------------------------------------------------------------------------------

positive = st.integers(1, 40)


@st.composite
def posynomials(draw, terms=3):
    out = ratio(0)
    for _ in range(draw(st.integers(1, terms))):
        e = draw(st.sampled_from([-1, 0, 1, 2, Fr(1, 2), 3]))
        if e == Fr(1, 2):
            e = 0
        out = out + exact(draw(positive)) * N**e
    return out


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(posynomials(), posynomials(), st.fractions(Fr(1, 30), 60, max_denominator=30), st.booleans())
def test_any_rational_question_against_brute_force(p, q, level, strict):
    expr = p / q
    if "N" not in (expr - exact(level)).names:
        return
    t = crossing(expr, ratio(exact(level)), "N", strict=strict)
    event(t.verdict if not t.intervals else "intervals")
    for n in (*range(1, 60), 400, 10**6):
        assert member(t, n) == t.contains(n)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(positive, min_size=3, max_size=3), st.lists(positive, min_size=3, max_size=3), positive, st.booleans())
def test_max_and_min_against_brute_force(a, b, level, strict):
    one, two, three = (c * N + d for c, d in zip(a, b)), 40 / N, N * N / 7
    branches = [*one, two, three]
    expr = top(branches[0], low(branches[3], branches[4])) - low(branches[1], branches[4]) / 3
    t = crossing(expr, ratio(level), "N", strict=strict)
    event(t.verdict)
    for n in range(1, 80):
        assert member(t, n) == t.contains(n)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.integers(2, 9), positive, positive, st.fractions(Fr(1, 4), 3, max_denominator=12), st.booleans())
def test_padding_against_brute_force(tile, a, b, level, strict):
    expr = (a * N + b) / (a * tile * ceil(N / tile))
    t = crossing(expr, ratio(exact(level)), "N", strict=strict)
    truth = [t.contains(n) for n in range(1, 400)]
    event(t.verdict)
    if t.verdict != "when":
        assert set(truth) == {t.verdict == "always"}
        return
    if t.first is not None and t.first < 400:
        assert truth.index(True) + 1 == t.first
    if t.forever is not None and t.forever < 400:
        assert all(truth[t.forever - 1 :])
        assert t.forever == 1 or not truth[t.forever - 2]
    if t.last is not None and t.last < 400:
        assert len(truth) - truth[::-1].index(True) == t.last
        assert all(truth[: t.until])
        assert not truth[t.until]


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.integers(1, 2**400), st.integers(2, 2**200), st.booleans())
def test_exact_integers_at_two_to_the_four_hundred(n, d, strict):
    # the level is chosen so that the crossing is the integer n itself: a float would be off by far more than one
    level = MATMUL.at({"B": n, "D": d, "F": d + 1})
    t = crossing(MATMUL, K, "B", strict=strict).at(D=d, F=d + 1, K=level)
    assert t.integer == (n + 1 if strict else n)
    assert t.contains(t.integer)
    assert t.integer == 1 or not t.contains(t.integer - 1)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(1, 2**90), st.integers(1, 2**60), st.booleans())
def test_integer_crossings_of_higher_degree(n, c, strict):
    level = ratio(n**3 + c * n * n + n)
    t = crossing(N**3 + c * N**2 + N, level, "N", strict=strict)
    assert t.integer == (n + 1 if strict else n)
    u = crossing(N + root(N), ratio(n * n + n), "N", strict=strict)
    assert u.integer == n * n + strict


def test_numbers_are_rounded_once():
    for n in (2, 3, 5, 7, 10**9 + 7):
        assert crossing(N * N, ratio(n), "N").number == math.sqrt(n)


# -- parts -------------------------------------------------------------------------------------------------------------


def test_sturm_counts_every_root():
    found = positive_roots((-6, 11, -6, 1))  # (x - 1)(x - 2)(x - 3)
    assert [r.floor() for r in found] == [(1, True), (2, True), (3, True)]
    assert len(positive_roots((1, -2, 1))) == 1  # a double root is one root
    wide = positive_roots((2**400, -(2**800) - 1, 2**400))
    assert [float(r) for r in wide] == [2.0**-400, 2.0**400]


@pytest.mark.slow
def test_signs_at_and_between_the_roots_of_several_polynomials():
    """Built from known roots, some of them shared, double, or close: the judge multiplies signs of x - root."""
    rng, shared, close = random.Random(21), 0, 0
    pool = [Fr(1), Fr(1025, 1024), Fr(2), Fr(7, 3), Fr(5, 2), Fr(4), Fr(1, 9), Fr(1000), Fr(-3)]
    for _ in range(60):
        known = [[rng.choice(pool) for _ in range(rng.randint(1, 4))] for _ in range(2)]
        polys = []
        for zeros in known:
            p = (rng.choice([-1, 1]),)
            for z in zeros:
                p = times(p, (-z.numerator, z.denominator))
            polys.append(p)
        found, table = isolated(polys)
        true = sorted({z for zeros in known for z in zeros if z > 0})
        assert len(found) == len(true)
        assert all(r.lo <= z <= r.hi for r, z in zip(found, true))
        assert all(a.hi < b.lo or (a.hi == b.lo and a.lo < a.hi) for a, b in itertools.pairwise(found))
        places = [true[0] / 2 if true else Fr(1)]
        for z, after in zip(true, [*true[1:], true[-1] + 2 if true else None]):
            places += [z, (z + after) / 2]
        for x, signs in zip(places, table, strict=True):
            for p, s, zeros in zip(polys, signs, known):
                value = math.prod((x - z for z in zeros), start=Fr(1)) * (1 if p[-1] > 0 else -1)
                assert s == (value > 0) - (value < 0)
        shared += bool(set(known[0]) & set(known[1]))
        close += {Fr(1), Fr(1025, 1024)} <= set(true)
    assert min(shared, close) > 5


def test_enclosures_hold_and_close():
    lo, hi = enclosure(root(ratio(2)) + log2(ratio(3)), 100)
    assert lo < Fr(2999176062889) / 10**12 * 1 + Fr(1, 10**9)
    assert 0 < hi - lo < Fr(1, 2**90)
    assert float(lo) == pytest.approx(math.sqrt(2) + math.log2(3))


TINY = Fr(1, 2**100)
CUT = Fr(141421356237309504880168872420969807856967187537694, 10**50)  # sqrt(2), a little less
NEARLY_ZERO = [  # (number, the same for mpmath): powers and logarithms of what is 0 to many bits
    (1 / log2(ratio(1 + TINY)) - 5, lambda m, t, c: 1 / m.log(1 + t, 2) - 5),
    (1 / log2(ratio(1 - TINY)) + 2**90, lambda m, t, c: 1 / m.log(1 - t, 2) + 2**90),
    (1 / log2(ratio(1 - TINY)) + 2**101, lambda m, t, c: 1 / m.log(1 - t, 2) + 2**101),
    (root(root(ratio(2)) - CUT) - 1, lambda m, t, c: m.sqrt(m.sqrt(2) - c) - 1),
    (1 / (root(ratio(2)) - CUT) - 1, lambda m, t, c: 1 / (m.sqrt(2) - c) - 1),
    (log2(root(ratio(2)) - CUT) + 100, lambda m, t, c: m.log(m.sqrt(2) - c, 2) + 100),
    (log2(root(ratio(2)) - CUT) + 200, lambda m, t, c: m.log(m.sqrt(2) - c, 2) + 200),
    (log2(ratio(1 + TINY)) ** Fr(-1, 2) - 1, lambda m, t, c: 1 / m.sqrt(m.log(1 + t, 2)) - 1),
    (top(log2(ratio(1 - TINY)), -root(ratio(2))) ** 2 - Fr(1, 2**129),
     lambda m, t, c: m.log(1 - t, 2) ** 2 - m.mpf(2) ** -129),
    (top(root(ratio(2)) - CUT, -root(ratio(2))) ** -2 - 1, lambda m, t, c: (m.sqrt(2) - c) ** -2 - 1),
    (1 / top(-root(ratio(2)) + CUT, -root(ratio(2))) + 5, lambda m, t, c: 1 / (c - m.sqrt(2)) + 5),
    (root(ratio(2)) - 1, lambda m, t, c: m.sqrt(2) - 1),
    (1 - root(ratio(2)), lambda m, t, c: 1 - m.sqrt(2)),
]  # fmt: skip


@pytest.mark.parametrize(("number", "judge"), NEARLY_ZERO)
def test_signs_of_numbers_that_are_zero_to_many_bits(number, judge):
    with mpmath.workdps(300):
        true = judge(mpmath, mpmath.mpf(1) / 2**100, mpmath.mpf(CUT.numerator) / CUT.denominator)
        assert constant_sign(number) == (1 if true > 0 else -1)


def test_the_root_of_what_is_exactly_zero_is_zero():
    nothing = floor(root(ratio(2)) - 1)
    assert [constant_sign(root(nothing) + k) for k in (-1, 1)] == [-1, 1]
    with pytest.raises(SymroofError, match="division by zero"):
        constant_sign(1 / root(nothing) + 1)


def test_a_number_that_is_zero_to_all_bits_has_no_sign():
    assert constant_sign(top(root(ratio(3)), ratio(1)) - root(ratio(3))) == 0  # Max(sqrt(3), 1) is sqrt(3)
    same = root(5 + 2 * root(ratio(6))) - root(ratio(2)) - root(ratio(3))
    with pytest.raises(Inconclusive, match="is zero to 4096 bits"):
        constant_sign(same)
    with pytest.raises(Inconclusive, match="may be zero"):
        constant_sign(1 / same + 1)
    with pytest.raises(SymroofError, match="which is negative"):
        constant_sign(root(CUT - root(ratio(2))) + 1)


def test_roots_print_and_evaluate():
    r = Quadratic(ratio(1), ratio(1), ratio(-99))
    assert r.text() == "99/(1 + sqrt(100))"
    assert closed_form(r) == 9
    assert r.bracket()[0] <= 9 <= r.bracket()[1]


def test_conditions_are_not_truth_values():
    c = condition(1 / K - 1 / D, "> 0")
    with pytest.raises(SymroofError, match="not a truth value"):
        bool(c)
    assert c.holds(K=1, D=2)
    assert not c.holds(K=2, D=2)
    with pytest.raises(Inconclusive, match="depends on D"):
        c.holds(K=1)


# -- messages ----------------------------------------------------------------------------------------------------------


TWISTED = B**4 + F * B**2 + N - D * B**3 - K * B  # four changes of sign


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda t: t.at(D=0), "D=0 is not positive"),
        (lambda t: t.at(D=-3), "not positive"),
        (lambda t: t.at(D=2.5), "D=2.5 is not an integer"),
        (lambda t: t.at(G=3), "G does not occur in this threshold; it depends on D, F, K"),
        (lambda t: t.at(B=3), "B is the unknown here"),
        (lambda t: t.at(D="many"), "'many' is not a number"),
        (lambda t: float(t), "still symbolic: D, F, K"),
        (lambda t: float(t.at(D=2, F=2, K=2)), "never: there is no number"),
        (lambda t: bool(t), "not a truth value"),
        (lambda t: crossing(D, F, "B"), "does not depend on B"),
        (lambda t: crossing((B**4 + F * B**2 + D) / (B**3 + N * B), K, "B"), "not proved monotone in B"),
        (lambda t: crossing(TWISTED / (TWISTED + 1), K, "B"), "sign of the denominator"),
        (lambda t: crossing(D * root(B * B + 1) + N * root(B + 3) - F * B, K, "B"), "no rule for that mixture"),
        (lambda t: crossing(B - 10007 * floor(B / 10007), ratio(3), "B"), "changes without end as B grows"),
        (lambda t: float(crossing(B + 6 / B, ratio(5), "B")), "several ends"),
        (lambda t: float(crossing((B + 1) / B, ratio(1), "B")), "every B will do"),
    ],
)
def test_messages(ask, message):
    with pytest.raises(SymroofError, match=message):
        ask(crossing(MATMUL, K, "B"))


def test_integral_floats_are_sizes():
    assert crossing(MATMUL, K, "B").at(D=4096.0, F=4096, K="240.5").integer == 273


# -- regions laid over each other --------------------------------------------------------------------------------------


def drawn_branch(rng: random.Random, x: Ratio) -> Ratio:
    a, b = Fr(rng.randint(1, 24), rng.choice((1, 2, 5))), rng.choice((1, 4, 16, 30, 64))
    made = (
        a * x,
        b / x,
        a + b / x,
        a * x - b,
        root(x) * b,
        floor(x / rng.choice((2, 3))) + a,
        ceil(a * x) - b,
        x * x / b,
    )
    return rng.choice(made)


def drawn_region(rng: random.Random, x: Ratio) -> Ratio:
    """Branches of max and min in one symbol, whose regions overlap, touch, exclude or contain each other."""
    one, two, three, four = (drawn_branch(rng, x) for _ in range(4))
    made = (top(one, two), low(one, two), low(top(one, two), three), top(low(one, two), low(three, four)))
    return rng.choice(made)


def on(t, x) -> bool | None:
    """What the printed region says of a number; None beside an end that is known as a float."""
    if t.verdict != "when":
        return {"always": True, "never": False}.get(t.verdict)
    if t.parts:
        said = [on(p, x) for p in t.parts]
        return None if None in said else (any if t.joined == "or" else all)(said)
    ends = [e for i in t.intervals for e in (i.lo, i.hi) if e is not None] or [t.number]
    if any(abs(float(x) - e) < 1e-9 * e and Fr(e) != x for e in ends):
        return None
    if not t.intervals:
        return x == Fr(t.number) if x == Fr(t.number) and "=" in t.sense else (x > t.number) is (t.sense[0] == ">")
    return any(
        (x > i.lo or (x == Fr(i.lo) and i.closed[0])) and (i.hi is None or x < i.hi or (x == Fr(i.hi) and i.closed[1]))
        for i in t.intervals
    )


MANY = [pytest.param(i, marks=pytest.mark.slow) if i >= 5 else i for i in range(120)]  # a few in the fast tier


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
def test_a_region_of_one_number_is_one_list_without_idle_parts(seed):
    rng = random.Random(seed)
    expr, level, strict = drawn_region(rng, K), rng.randint(1, 40), rng.random() < 0.5
    t = crossing(expr, ratio(level), "K", strict=strict)
    assert not t.parts
    for x in [Fr(k, 4) for k in range(1, 400)]:
        assert on(t, x) in (None, t.contains(x)), (t, x)


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
def test_a_region_of_one_size_is_one_list_without_idle_parts(seed):
    rng = random.Random(seed)
    expr, level, strict = drawn_region(rng, N), rng.randint(1, 40), rng.random() < 0.5
    t = crossing(expr, ratio(level), "N", strict=strict)
    truth = [t.contains(n) for n in range(1, 300)]
    if not t.parts and (t.first is None or t.first == t.forever):
        assert [member(t, n) for n in range(1, 300)] == truth, t
        return
    for several in [t] if t.parts else []:  # a saw without a list of its runs: no part is idle even so
        rows = [[member(p, n) for p in several.parts] for n in range(1, 300)]
        join = any if several.joined == "or" else all
        for k in range(len(several.parts)):
            assert [join(r[:k] + r[k + 1 :]) for r in rows] != [join(r) for r in rows], t


@pytest.mark.parametrize(
    ("expr", "level", "name", "text"),
    [
        (low(top(K, 20), 64 / K, 6 + 2 / K), 8, "K", "K <= 1"),
        (low(K, 3 / K), 2, "K", "never"),
        (low(top(K, 20), 64 / K), 4, "K", "K <= 16"),
        (top(low(K, 20 / K), floor(K) - 9), 4, "K", "K in [4, 5] or [13, oo)"),
        (low(root(K), 3 / K), 1, "K", "K in [1, 3]"),
        (low(K**2, 5 / K**2), 2, "K", "K in [1.414, 1.581]"),
        (low(K**2, 4 / K**2), 2, "K", "K in {1.414}"),
        (low(top(N, 12 - N), 40 / N), 9, "N", "N <= 3"),
        (top(256 * B, 1 / root(D)), Fr(7, 10), "B", "B >= 0.002734 (1)"),
        (low(256 * B, 1 / root(D)), Fr(7, 10), "B", "every B when 7/10 <= 1/sqrt(D)"),
        (low(8 / N, 8 - N, D * N), 2, "N", "N <= 4 and N >= 2/D"),
    ],
)
def test_what_is_left_of_several_regions(expr, level, name, text):
    assert str(crossing(expr, ratio(level), name, strict=False)) == text


def test_an_end_known_to_some_digits_alone_is_laid_over_others_where_these_tell():
    t = crossing(low(root(K), K) + K + log2(K + 2), ratio(Fr(8, 7)), "K", strict=False)
    assert not t.parts
    assert t.contains(Fr(6, 100))
    assert not t.contains(Fr(4, 100))


def drawn_condition(rng: random.Random):
    h = rng.randint(-2, 2) * B + rng.randint(-2, 2) * D + rng.randint(-3, 3) + rng.choice((0, 0, 1, -1)) * log2(D)
    return condition(h, rng.choice(("> 0", ">= 0"))) if h.names else None


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY[:60])
def test_conditions_without_their_idle_parts_hold_where_they_held(seed):
    rng = random.Random(seed)
    several = [c for c in (drawn_condition(rng) for _ in range(4)) if c is not None]
    grid = [{"B": b, "D": d} for b in (1, 2, 3, 4, 8, 30) for d in (1, 2, 3, 4, 8, 30)]

    def holds(c, at):
        return c.holds(**{n: at[n] for n in c.keys})

    for joined, join in (("and", all), ("or", any)):
        made = both(several, joined)
        assert [holds(made, at) for at in grid] == [join(holds(c, at) for c in several) for at in grid]
    if contradictory(several):
        assert not any(all(holds(c, at) for c in several) for at in grid)
    for one, two in itertools.permutations(several, 2):
        if implies(one, two):
            assert all(holds(two, at) for at in grid if holds(one, at))


def test_conditions_that_exclude_or_imply_each_other_are_seen():
    less, least, beyond = condition(D - B, "> 0"), condition(D - B, ">= 0"), condition(D - B - 2, "> 0")
    assert both([least, less]).text == both([less, least]).text == "B < D"
    assert both([least, less], "or").text == "B <= D"
    assert both([less, beyond]).text == "2 + B < D"
    assert implies(beyond, less)
    assert not implies(less, beyond)
    assert implies(less, condition(3 * D - 3 * B + F, "> 0"))
    assert not implies(least, less)
    assert contradictory([condition(B - D, ">= 0"), less])
    assert not contradictory([condition(B - D, ">= 0"), least])
    assert both([less, condition(F - B, "> 0")]).text == "B < D and B < F"


@pytest.mark.parametrize("bits", [100, 4096, 20_000])
def test_a_sum_in_a_logarithm_passes_a_power_of_two_that_is_written_out(bits):
    """log2(B + 240) >= 4096 was bisected down to the last of 4096 bits, for ten seconds and longer."""
    t = crossing(build("log2", [gen("B") + 240]), ratio(bits), "B", strict=False)
    assert (t.sense, t.integer) == (">=", 2**bits - 240)


@pytest.mark.slow
def test_a_logarithm_beyond_an_irrational_number_is_no_answer_without_one():
    """It was "n in a region that needs numbers for " nothing: the crossing of log2(1 + n) has no closed form."""
    t = log2(N + 1)
    asked = t**3 - 4 * t**2 + 6 * t
    rule = crossing(asked, ratio(11), "N")
    assert rule.integer == min(n for n in range(1, 40) if (x := math.log2(n + 1)) ** 3 - 4 * x**2 + 6 * x > 11)
    beyond = crossing(asked.subs({"N": K}), ratio(11), "K")
    x = math.log2(1 + float(beyond))
    assert abs(x**3 - 4 * x**2 + 6 * x - 11) < 1e-9


def test_intervals_say_their_condition():
    """It was left out of the text, of LaTeX not: "B in (0, 10.31] or [19.69, oo)" for every eps."""
    rule = crossing((B**2 - 30 * B + 203) / (1 - gen("eps")), ratio(0), "B")
    assert str(rule) == "(B in (0, 10.31) or (19.69, oo) when eps < 1) or (B in (10.31, 19.69) when 1 < eps)"
    assert [str(rule.at(eps=x)) for x in (Fr(1, 2), 2)] == ["B in (0, 10.31) or (19.69, oo)", "B in (10.31, 19.69)"]


@pytest.mark.parametrize("relation", ["> 0", ">= 0"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ln(2)*log2(K)", {"> 0": "1 < K", ">= 0": "1 <= K"}),
        ("3*sqrt(ln(K))", {"> 0": "1 < K", ">= 0": "1 <= K"}),
        ("1/sqrt(ln(K))", {"> 0": "1 < K", ">= 0": "1 < K"}),
        ("ln(K)**2", {"> 0": "0 < log2(K)**2", ">= 0": "0 <= log2(K)**2"}),
        ("ln(K)*W - ln(2)*D", {"> 0": "D < W*log2(K)", ">= 0": "D <= W*log2(K)"}),
    ],
)
def test_a_constant_factor_is_in_no_condition_and_a_root_of_a_logarithm_has_its_sign(text, said, relation):
    made = condition(core(text), relation)
    assert str(made) == said[relation]
    for k in (Fr(1, 2), Fr(1), Fr(3, 2), Fr(9)):
        with mpmath.workdps(30):
            x = mpmath.log(k.numerator) - mpmath.log(k.denominator)
            values = {
                "ln(2)*log2(K)": x,
                "3*sqrt(ln(K))": 3 * mpmath.sqrt(x) if x >= 0 else None,
                "1/sqrt(ln(K))": 1 / mpmath.sqrt(x) if x > 0 else None,
                "ln(K)**2": x**2,
                "ln(K)*W - ln(2)*D": 2 * x - 3 * mpmath.log(2),
            }
        found = values[text]
        right = found is not None and (found > 0 if relation == "> 0" else found >= 0)
        assert made.holds(K=k, **({"W": 2, "D": 3} if "W" in text else {})) is right


@pytest.mark.parametrize(
    ("asked", "level", "coefficients", "shown"),  # of a N**2 + b N + c at D, F, H = 2, 3, 5, worked out by hand
    [
        ("N**2*D + 3*N", "F/H", (2, 3, -3 / 5), "F/(D*H*(3/(2*D) + sqrt(9/(4*D**2) + F/(D*H))))"),
        ("N**2*log2(D) + 3*N", "F/H", (1, 3, -3 / 5), "F/(H*(3/2 + sqrt(9/4 + F*log2(D)/H)))"),
        ("N**2/(D*F) - 3*N", "F/H", (1 / 6, -3, -3 / 5), "sqrt(9*D**2*F**2/4 + D*F**2/H) + 3*D*F/2"),
        ("N**2*7/D - 3*N", "F", (7 / 2, -3, -3), "(sqrt(7*D*F + 9*D**2/4) + 3*D/2)/7"),
        ("N**2*H/(7*D) - 3*N", "F", (5 / 14, -3, -3), "7*(sqrt(9*D**2/(4*H**2) + D*F/(7*H)) + 3*D/(2*H))"),
    ],
)
def test_a_root_is_written_with_one_bar_and_reads_back(asked, level, coefficients, shown):
    text = str(threshold(asked, "N", over=level)).removeprefix("N >= ")
    assert text == shown
    a, b, c = coefficients
    root = (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a)
    assert float(core(text)._sympy_().subs({symbol(n): v for n, v in zip("DFH", (2, 3, 5))})) == pytest.approx(root)


def test_both_ends_of_a_region_are_written_with_one_bar():
    # 6 N/D + D/N = 64 is 6 x + 1/x = 64 in x = N/D: x = (32 -+ sqrt(1018))/6
    assert str(threshold("6*N/D + D/N", "N", over=64)) == "N <= D/(32 + sqrt(1018)) or N >= D*(sqrt(1018) + 32)/6"
    assert 1 / (32 + math.sqrt(1018)) == pytest.approx((32 - math.sqrt(1018)) / 6)


REPEATED: list[tuple[str, Callable[[Callable[[int], Fr], int], Fr]]] = [
    ("1/mod(B, 3) + 1/mod(B, 4)", lambda mod, b: 1 / mod(3) + 1 / mod(4)),
    ("B/50 + 1/mod(B, 3) - 1/mod(B, 5)", lambda mod, b: Fr(b, 50) + 1 / mod(3) - 1 / mod(5)),
    ("floor(B/3)/mod(B, 4) - B/9", lambda mod, b: (b // 3) / mod(4) - Fr(b, 9)),
    ("(B - 40)*mod(B, 3)/(B - 17 - mod(B, 2))", lambda mod, b: (b - 40) * mod(3) / (b - 17 - mod(2))),
    ("mod(B, 2)*mod(B, 3)", lambda mod, b: mod(2) * mod(3)),
    ("1/(mod(B, 2) - 1) + B**2/400", lambda mod, b: 1 / (mod(2) - 1) + Fr(b * b, 400)),
]


@pytest.mark.parametrize(("text", "value"), REPEATED, ids=[t for t, _ in REPEATED])
@pytest.mark.parametrize("level", [Fr(0), Fr(2, 3), Fr(3)])
@pytest.mark.parametrize("strict", [False, True])
def test_the_sizes_of_each_residue_are_those_of_the_definition(text, value, level, strict):
    """A residue is numbers put into what was written out once; earlier tests asked a few questions for first sizes."""
    expr = core(text)
    base = Threshold("B", ">" if strict else ">=", "open", expr, ratio(level), strict)
    asked = [*dict.fromkeys((*needs(expr), *lost(expr)))]
    slopes, period = _repeating(base, [expr], 100)
    rows = _Residues.of("B", slopes, period, [expr - level, *(u for u, _ in asked)])
    assert rows is not None
    for r in range(period):
        runs = rows.ranges(base, r, [how for _, how in asked])
        for q in range(0 if r else 1, 40):
            n = period * q + r
            try:
                x = value(lambda m, n=n: Fr(n % m), n)
                true = x > level or (x == level and not strict)
            except ZeroDivisionError:
                true = False
            if runs is not None:
                assert any(a <= q and (b is None or q <= b) for a, b in runs) == true, n
            else:
                assert q == 0 or not true, n

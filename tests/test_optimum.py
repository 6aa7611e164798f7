"""optimum: closed forms against search, certificates against their own definition, no minimum said so."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Add, And, Eq, Integer, Le, Matrix, Max, Min, Mul, Rational, Symbol, lambdify, nan, sqrt, true

from symroof.algebra.equality.identity import same
from symroof.algebra.interop.door import to_sympy
from symroof.algebra.optima.optimum import optimum
from symroof.algebra.optima.tiles import best_divisor, tiles
from symroof.algebra.regions.bottleneck import bottlenecks
from symroof.algebra.signs.linear import maximised, positive_weights
from symroof.errors import Inconsistent, SymroofError, Unsupported
from symroof.symbols import dims, params
from symroof.writing.rich import formula

B, D, F, N, X, Y, Z, M_X, M_Y, a, b, c, S = dims("B D F N X Y Z M_X M_Y a b c S")
W = params("W")
COMMS = 4 * D * F * X / (N * W * M_X) + 4 * B * D / (X * W * M_Y)


@pytest.mark.parametrize("subject", [None, X * Y - N, {X * Y: N}, "X*Y = N", Eq(X * Y, N), [{X * Y: N}], N - X * Y])
@pytest.mark.parametrize("of", ["sum", "max"])
def test_the_mesh_split_of_the_book_however_the_constraint_is_written(subject, of):
    best = optimum(COMMS, X, subject=subject, of=of)
    assert same(best.argmin, sqrt(B * N * M_X / (F * M_Y))) is True
    factor = 2 if of == "sum" else 1
    assert same(best.value, factor * 4 * D * sqrt(B * F / (N * M_X * M_Y)) / W) is True


@pytest.mark.parametrize("subject", [{X: N * Y}, "X = N*Y", X - N * Y, {X / Y: N}, "X/Y = N"])
def test_unknowns_on_both_sides_of_a_constraint_are_one_quotient(subject):
    """X = N Y leaves a N Y + b/Y, smallest at Y = sqrt(b/(a N))."""
    best = optimum(a * X + b / Y, (X, Y), subject=subject)
    assert same(best.value, 2 * sqrt(a * b * N)) is True
    assert same(best.point[X] / best.point[Y], N) is True


def test_the_constraint_eliminates_the_other_axis():
    best = optimum(4 * D * F / (Y * W * M_X) + 4 * B * D / (X * W * M_Y), X, subject=X * Y - N)
    assert same(best.argmin, sqrt(B * N * M_X / (F * M_Y))) is True
    assert same(best.point[X] * best.point[Y], N) is True


def test_a_constraint_in_words_reads_powers_and_quotients():
    best = optimum(a * X + b * Y, X, subject="X**2*Y/3 = N")
    assert same(best.point[X] ** 2 * best.point[Y], 3 * N) is True
    with pytest.raises(SymroofError, match=r"X \+ Y = N ties a sum, and it is not seen that more"):
        optimum(a * X + b * Y, X, subject="X + Y = N")


def test_a_max_expression_is_minimised_as_a_maximum():
    best = optimum(Max(a * X, b / X, evaluate=False), X)
    assert same(best.argmin, sqrt(b / a)) is True
    assert same(best.value, sqrt(a * b)) is True


def test_three_axes_share_by_their_costs():
    best = optimum(a / X + b / Y + c / Z, (X, Y, Z), subject={X * Y * Z: N})
    assert same(best.value**3, 27 * a * b * c / N) is True
    assert same(best.argmin[X] ** 3, a**2 * N / (b * c)) is True
    assert same(best.argmin[X] * best.argmin[Y] * best.argmin[Z], N) is True


def test_the_certificate_is_the_theorem():
    for of in ("sum", "max"):
        best = optimum(COMMS, X, of=of)
        proof = best.certificate
        assert sum(proof.weights) == 1
        assert all(w > 0 for w in proof.weights)
        assert "X" not in proof.bound.names
        assert same(proof.bound, best.value) is True


def test_a_term_without_the_unknown_is_carried_along():
    best = optimum(a * X + b / X + c, X)
    assert same(best.value, 2 * sqrt(a * b) + c) is True
    assert same(best.certificate.bound, best.value) is True


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(1, 999), st.integers(1, 999), st.integers(1, 4), st.integers(1, 4), st.integers(0, 10**6))
def test_nothing_on_a_line_is_below_the_minimum(p, q, i, j, seed):
    rng = random.Random(seed)
    for of, combine in (("sum", lambda u, v: u + v), ("max", max)):
        best = optimum(p * X**i + q / X**j, X, of=of)
        value, at = float(best.value), float(best.argmin)
        assert combine(p * at**i, q / at**j) == pytest.approx(value, rel=1e-12)
        for _ in range(10):
            x = at * 2 ** rng.uniform(-3, 3)
            assert combine(p * x**i, q / x**j) >= value * (1 - 1e-12)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 500), min_size=4, max_size=4))
def test_numbers_without_a_closed_form_come_with_a_certified_gap(cs):
    f = cs[0] * X + cs[1] / X + cs[2] / X**2 + cs[3] * X**3
    best = optimum(f, X)
    assert 0 <= best.gap < 1e-6
    assert sum(best.certificate.weights) == 1
    exponents = [t.num.monomials()[0][0]["X"] for t in best.certificate.terms]
    assert sorted(exponents) == [-2, -1, 1, 3]
    assert sum(w * e for w, e in zip(best.certificate.weights, exponents)) == 0
    at = float(best.argmin)
    for x in (at * k / 20 for k in range(5, 60)):
        assert cs[0] * x + cs[1] / x + cs[2] / x**2 + cs[3] * x**3 >= best.lower * (1 - 1e-12)


def test_two_unknowns_numerically():
    best = optimum(X + Y + 3 / (X * Y) + 5 / X**2, (X, Y))
    assert best.gap < 1e-6
    assert float(best.value) == pytest.approx(5.48781221193, rel=1e-9)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(1, 2000), st.integers(1, 10**6), st.integers(1, 10**6))
def test_the_best_divisor_is_the_best_of_all_divisors(n, p, q):
    for of in ("sum", "max"):
        best = best_divisor(optimum(a * X + b / X, X, of=of), n, a=p, b=q)
        divisors = [d for d in range(1, n + 1) if n % d == 0]
        cost = {d: (p * d + Fraction(q, d) if of == "sum" else max(Fraction(p * d), Fraction(q, d))) for d in divisors}
        assert cost[best] == min(cost.values())


def test_tiles_fill_the_memory():
    best = tiles("S")
    assert same(best.side**2 + 2 * best.side, S) is True
    M, K = dims("M K")
    assert same(best.traffic, 2 * M * N * K / (sqrt(S + 1) - 1)) is True
    assert same(best.leading, 2 * M * N * K / sqrt(S)) is True
    assert same(tiles("S", model="cubic").side, sqrt(S / 3)) is True


def test_tiles_beat_every_integer_tile():
    room = 400
    bound = float(tiles(room, 1000, 1000, 1000).traffic) / 1000**3
    for m in range(1, 60):
        for n in range(1, 60):
            for k in range(1, 20):
                if m * k + k * n + m * n <= room:
                    assert 1 / m + 1 / n >= bound * (1 - 1e-12)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: optimum(X + X**2, X), Unsupported, r"no minimum: the sum only falls as X -> 0"),
        (lambda: optimum(1 / X, X), Unsupported, r"no minimum: the sum only falls as X -> oo"),
        (lambda: optimum(X + 1 / X + X * Y, (X, Y)), Unsupported, r"no minimum"),
        (lambda: optimum(X - 1 / X, X), SymroofError, r"not proved positive; a minimum needs every term positive"),
        (lambda: optimum(a * X + b / X + c / X**2, X), Unsupported, r"give numbers for a, b, c"),
        (lambda: optimum(X / (1 + X), X), Unsupported, r"not a monomial in X"),
        (lambda: optimum(X * Y + 1 / (X * Y), (X, Y)), Unsupported, r"along a whole curve of X, Y; fix one"),
        (lambda: optimum(a + b, X), SymroofError, r"does not depend on X"),
        (lambda: optimum(X + 1 / X, X, of="min"), SymroofError, r"of='min' is not known"),
        (lambda: optimum(X + 1 / X, X, subject=X + Y - N), SymroofError, r"not a product constraint"),
        (lambda: optimum(X + 1 / X, X, subject=X + Y), SymroofError, r"not a product constraint"),
        (lambda: optimum(X + 1 / X, X, subject={Y * Z: N}), SymroofError, r"holds none of the unknowns X"),
        (lambda: optimum(X + 1 / X, X, subject="X*Y"), SymroofError, r"is not a constraint; write it as"),
        (lambda: optimum(X + 1 / X, X, subject={X: N}), SymroofError, r"leave no unknown free"),
        (lambda: optimum(X + 1 / X, 3), SymroofError, r"3 is not a symbol"),
        (lambda: best_divisor(optimum(a * X + 1 / X, X), 12), SymroofError, r"still symbolic: a"),
        (lambda: best_divisor(optimum(X + 1 / X, X), 0), SymroofError, r"0 is not a number whose divisors"),
        (lambda: tiles("S", model="round"), SymroofError, r"model='round' is not known"),
        (lambda: tiles(2), Unsupported, r"S = 2 entries do not hold"),
    ],
)
def test_what_has_no_answer_is_said_clearly(call, error, message):
    with pytest.raises(error, match=message):
        call()


def _lowest(expr) -> float:
    """The smallest value on a fine logarithmic grid of the one unknown X."""
    f = lambdify([X], expr.subs({a: 3, b: Fraction(1, 2), c: 7, S: 40}))
    return min(f(math.exp(t / 400)) for t in range(-4000, 4000))


@pytest.mark.slow
@pytest.mark.parametrize(
    "expr",
    [
        a * X**3 + b * X + c / X,  # exponents 3, 1, -1: the slope is a quadratic in X**2
        a * X**2 + b / X**2 + c,
        a * sqrt(X) + b / X + S,
        a * X**3 + b * X + c / X - S,  # what holds no unknown may be negative
    ],
)
def test_one_unknown_with_several_terms_against_a_search(expr):
    best = optimum(expr, X)
    numbers = {a: 3, b: Fraction(1, 2), c: 7, S: 40}
    assert float(best.value.subs(numbers)) == pytest.approx(_lowest(expr), rel=1e-4)
    assert float(expr.subs(X, best.argmin).subs(numbers)) == pytest.approx(float(best.value.subs(numbers)), rel=1e-9)
    assert str(best.certificate)


@pytest.mark.slow
@pytest.mark.parametrize(
    "terms",
    [(a * X, b / X, c / X**2), (a * X, b / X, S * X**2), (a * X, b / X, c), (a * X**2, b * X, c / X, S / X**3)],
)
def test_the_smallest_maximum_of_many_terms_is_the_largest_bound_of_a_few(terms):
    best = optimum(Max(*terms), X)
    numbers = {a: 3, b: Fraction(1, 2), c: 7, S: 40}
    assert float(best.value.subs(numbers)) == pytest.approx(_lowest(Max(*terms)), rel=3e-3)
    here = [float(t.subs(X, best.argmin).subs(numbers)) for t in terms]
    assert max(here) == pytest.approx(float(best.value.subs(numbers)), rel=1e-9)
    assert same(best.certificate.bound, best.value_core) is True


@pytest.mark.slow
def test_numbers_make_a_maximum_of_two_unknowns_one_point():
    terms = (3 * X, 2 * Y, 5 / (X * Y), 1 / (10 * X))
    best = optimum(Max(*terms), (X, Y))
    assert max(float(t.subs(best.argmin)) for t in terms) == pytest.approx(float(best.value))
    weights = best.certificate.weights
    assert sum(weights) == 1
    powers = [(1, 0), (0, 1), (-1, -1), (-1, 0)]
    assert all(sum(w * p[k] for w, p in zip(weights, powers)) == 0 for k in (0, 1))
    with pytest.raises(SymroofError, match="attained along a whole curve; fix one of X, Y"):
        optimum(Max(3 * X, 2 / X, 5 * X * Y, 1 / Y), (X, Y))


@pytest.mark.parametrize("subject", [X * Y <= S, "X*Y <= S", S >= X * Y, [X * Y <= S]])
def test_a_memory_limit_is_met_where_more_never_costs(subject):
    best = optimum(a / X + b / Y, (X, Y), subject=subject)
    assert same(best.value, 2 * sqrt(a * b / S)) is True
    assert same(best.point[X], sqrt(a * S / b)) is True


def test_a_lower_limit_is_met_from_above():
    assert same(optimum(a * X + b * Y, (X, Y), subject=X * Y >= S).value, 2 * sqrt(a * b * S)) is True


def test_a_coefficient_that_may_be_zero_is_a_condition():
    best = optimum((N - 1) * X / N + a / X, X)
    assert [c.text for c in best.conditions] == ["1 < N"]
    assert optimum(a * X + b / X, X).conditions == ()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: optimum(a * X + b * Y, (X, Y), subject=X * Y <= S), "every term falls to 0 while the limits hold"),
        (lambda: optimum(a * X + b / X + c / Y, (X, Y)), "no minimum: c/Y can be made as small as one likes"),
        (lambda: optimum(a / X + b / Y, (X, Y), subject=X + Y >= S), "a sum on its larger side"),
        (lambda: optimum(a / X + b / Y, (X, Y), subject="a <= S"), "holds none of the unknowns X, Y"),
        (lambda: optimum(a / X, X, subject=Min(X, a, evaluate=False) <= S), "not a sum of products"),
        (lambda: optimum(a / X, X, subject="X = S = N"), "is not a constraint"),
        (lambda: optimum(a / X, X, subject="X <= S +"), "empty side"),
        (lambda: optimum(a * X, X, subject="X <= S"), "only falls as X -> 0.*bound X on that side too"),
        (lambda: optimum(a * X + b / Y, (X, Y), subject=c * X + Y <= S), r"X\*a, X\*c/S can be made as small"),
        (lambda: optimum(1 / X + 1 / Y, (X, Y), subject=["X*Y + X + Z*Y <= S", "X + Y <= S"]), "give numbers for S, Z"),
        (lambda: optimum(a / X, (X, Y), subject=Z * X * Y - N), "holds Z, which is not among the unknowns X, Y"),
        (lambda: optimum(2 / X + 3 / Y, (X, Y), subject=["X + Y <= 2", "X*Y >= 3"]), "at least 1.44225"),
        (lambda: optimum(2 / X + 3 / Y, (X, Y), subject=["X + Y <= 2", "X*Y >= 1"]), "leave no room inside"),
        (lambda: optimum(2 / X, X, subject=["X <= 2", "X >= 3"]), "together they ask for 3/2 <= 1"),
        (lambda: optimum(X + 1 / X, X, subject=["X <= 2", "X >= 3"]), "no X satisfies X >= 3 and X <= 2"),
        (lambda: optimum(2 / X, X, subject="X + 3 <= 2"), "holds for no positive X"),
        (lambda: optimum(2 / X, X, subject=X * Y - a * X + Z * X <= b * X - S * X), "the sign of .* is not known"),
        (lambda: optimum(a / X, X, subject=X + a * X**3 <= S), "no closed form in X; give numbers"),
        (lambda: optimum(Max(a * X, b / X, c * X * Y, 1 / Y), (X, Y)), "but no point in closed form"),
        (lambda: optimum(a / X + b / Y, (X, Y), subject=X * Y < S), "only Eq"),
    ],
)
def test_bounds_that_cannot_be_used_say_so(ask, message):
    with pytest.raises(SymroofError, match=message):
        ask()


def test_what_holds_no_unknown_shifts_the_minimum_whatever_its_sign():
    from symroof import dims, optimum

    a, b, c, X = dims("a b c X")
    best = optimum(a * X + b / X - c, X)
    assert str(best.value_core) == "2*sqrt(a)*sqrt(b) - c"
    assert best.certificate.bound == best.value_core
    with pytest.raises(SymroofError, match="is not proved positive"):
        optimum(a * X - b / X, X)


# -- limits ----------------------------------------------------------------------------------------------------------


def test_the_tile_of_the_book_from_its_own_limit():
    M, K = dims("M K")
    for subject in (X * Y + X + Y <= S, "X*Y + X + Y <= S", [X * Y + X * Z + Z * Y <= S, Z >= 1]):
        best = optimum(M * N * K * (1 / X + 1 / Y), (X, Y, Z) if isinstance(subject, list) else (X, Y), subject=subject)
        assert same(best.value, tiles("S").traffic) is True
        assert same(best.point[X], tiles("S").side) is True
        assert same(best.point[Y], best.point[X]) is True
    with pytest.raises(Unsupported, match="X\\*Z/S, Y\\*Z/S can be made as small as one likes"):
        optimum(1 / X + 1 / Y, (X, Y, Z), subject=X * Y + X * Z + Z * Y <= S)


def test_a_budget_is_shared_by_the_roots_of_the_costs():
    best = optimum(a / X + b / Y + 4 * c / Z, (X, Y, Z), subject=X + 9 * Y + Z <= S)
    assert same(best.value, (sqrt(a) + 3 * sqrt(b) + 2 * sqrt(c)) ** 2 / S) is True
    assert same(best.point[X] + 9 * best.point[Y] + best.point[Z], S) is True
    assert "Hölder" in str(best.certificate)
    assert same(optimum(Max(a / X, b / Y, evaluate=False), (X, Y), subject=X + Y <= S).value, (a + b) / S) is True
    assert same(optimum(a * X**2 + b * Y**2, (X, Y), subject=1 / X + 1 / Y <= S).value**3 * S**6,
                (a ** Rational(1, 3) + b ** Rational(1, 3)) ** 9) is True  # fmt: skip


def test_one_set_of_weights_for_objective_and_limits_is_the_minimum():
    best = optimum(1 / (X * Y * Z), (X, Y, Z), subject=X * Y + 2 * Y * Z + 2 * X * Z <= S)  # a box without a lid
    assert same(best.value, 6 * sqrt(3) / S ** Rational(3, 2)) is True
    assert same(best.point[X], sqrt(S / 3)) is True
    proof = best.certificate
    assert (proof.weights, [w for _, w in proof.limits]) == ((1,), [(Fraction(1, 2),) * 3])
    assert same(proof.bound, best.value) is True


@pytest.mark.slow
def test_an_unknown_that_is_bounded_stops_at_the_bound():
    best = optimum(a * X + b / X, X, subject=[X <= S, X >= 2])
    assert [c.text for c in best.conditions] == ["2 <= S"]
    for numbers, x in (({a: 1, b: 100, S: 50}, 10), ({a: 1, b: 100, S: 7}, 7), ({a: 9, b: 1, S: 7}, 2)):
        assert best.argmin.subs(numbers) == x
        assert best.value.subs(numbers) == numbers[a] * x + Rational(numbers[b], x)
    assert same(optimum(a / X, X, subject="c*X <= S").value, a * c / S) is True  # c is given: a limit names none new
    assert optimum(X + 1 / X, X, subject="X >= 3", of="max").value == 3
    steep = a / X**3 + 2 * X + 3 * X**4  # no closed form without numbers, and none is needed at an edge
    assert optimum(steep.subs(a, 1), X, subject="X >= 5").value == Fraction(1, 125) + 10 + 1875
    assert optimum(steep.subs(a, 1), X, subject="10*X <= 1").value == 1000 + Rational(2003, 10000)
    assert optimum(steep.subs(a, 1), X, subject=["X <= 5", "10*X >= 1"]).gap < 1e-9
    assert optimum(a / X + b * X * Y, (X, Y), subject=["X <= S", "X >= S", "Y >= 2"]).value == a / S + 2 * b * S


def test_a_limit_that_leaves_room_only_on_a_condition():
    best = optimum(a / X + b / Y, (X, Y), subject=X + Y + c <= S)
    assert [c.text for c in best.conditions] == ["c < S"]
    assert same(best.value, (sqrt(a) + sqrt(b)) ** 2 / (S - c)) is True
    assert optimum(a / X, X, subject=2 * X + 1 <= 7).value == a / 3


def test_limits_that_settle_each_other_leave_their_condition():
    assert [c.text for c in optimum(a / X, X, subject=[X <= S, X >= 2]).conditions] == ["2 <= S"]
    best = optimum(a / X + b * Y, (X, Y), subject=[X + Y <= S, c <= Y])
    assert ([t.text for t in best.conditions], best.point[X], best.point[Y]) == (["c < S"], S - c, c)
    best = optimum(a / X + b * Y, (X, Y), subject=["X + Y <= S", "Y >= 1"])
    assert [t.text for t in best.conditions] == ["1 < S"]
    best = optimum(a / X + b * Y, (X, Y), subject=[X + Y / (S + 1) <= 1, Y >= 1])
    assert best.conditions == ()
    assert same(best.point[X], S / (S + 1)) is True
    best = optimum(a / X + b / Y, (X, Y), subject=(N - 1) * X + Y <= S)
    assert [t.text for t in best.conditions] == ["1 < N"]
    assert same(best.value, (sqrt(a * (N - 1)) + sqrt(b)) ** 2 / S) is True


@pytest.mark.parametrize("subject", [X + Y**2 <= S, X + Y + X * Y * Z <= S, X + Y + 1 / (X * Y) <= S])
def test_what_has_no_closed_form_asks_for_numbers(subject):
    with pytest.raises(Unsupported, match="give numbers for"):
        optimum(a / X + b / Y, (X, Y), subject=subject)
    with pytest.raises(Unsupported, match="give numbers for"):
        optimum(a / X + b / Y**2, (X, Y), subject=X + Y <= S)


@pytest.mark.slow
def test_roots_and_wide_numbers_have_a_certified_minimum():
    for f in (
        X + sqrt(3) / X + 1 / X**2,
        80000 * sqrt(X) + X**6 / 10 + 9 / (100000 * X**2),
        10**10 * X + 3 * 10**10 * X**3 + Fraction(6, 10**12) / X**2 + 10**12 / X,
        X**2 * Y + 40000 * X + 3 * 10**12 / X + 500000 * Y**3 / X**2 + Fraction(5, 10**9) / Y**4,
    ):
        best = optimum(f, (X, Y) if f.has(Y) else X)
        assert 0 <= best.gap < 1e-9
        assert best.lower <= best.certificate.bound.at({}) <= best.value_core.at({})
        assert sum(best.certificate.weights) == 1
        assert min(best.certificate.weights) > 0
        assert "~" in str(best.certificate)
    assert optimum(X + 2 / X**2 + X**2 - 7 + 1 / X, X).lower == pytest.approx(
        optimum(X + 2 / X**2 + X**2 + 1 / X, X).lower - 7, rel=1e-9)  # fmt: skip


@pytest.mark.slow
def test_a_flat_roof_and_many_equal_bounds_of_a_maximum():
    assert optimum(Max(a, b / X, c / X**3), X).value == a
    wide = optimum(Max(2, 6 / X, 250 / X**3), X)
    assert (wide.value, wide.argmin) == (2, 5)
    assert optimum(Max(X, 1 / X, Y, 1 / Y), (X, Y)).argmin == {X: 1, Y: 1}
    assert same(optimum(Max(a * X, b / X), X).objective, Max(a * X, b / X)) is True


def test_the_best_divisor_under_a_limit_and_with_roots():
    f = optimum(a * sqrt(X) + b / X, X, subject=[X <= S, X >= 3])
    for room, p, q in ((7, 1, 1), (100, 1, 50), (100, 1, 2000), (5, 3, 4000)):
        cost = {d: p * math.sqrt(d) + q / d for d in (3, 4, 5, 6, 10, 12, 15, 20, 30, 60) if d <= room}
        assert best_divisor(f, 60, a=p, b=q, S=room) == min(cost, key=cost.get)
    for p, q in ((1, 100), (3, 1000), (1, 5000), (7, 30)):  # the largest part is judged otherwise than the sum
        cost = {d: max(p * d**3, Fraction(q, d)) for d in (1, 2, 3, 4, 6, 12)}
        assert best_divisor(optimum(a * X**3 + b / X, X, of="max"), 12, a=p, b=q) == min(cost, key=cost.get)
    with pytest.raises(SymroofError, match="no divisor of 49 satisfies"):
        best_divisor(f, 49, a=1, b=1, S=6)
    with pytest.raises(SymroofError, match="the optimum holds where 3 <= S, which is not so"):
        best_divisor(f, 12, a=1, b=1, S=2)
    with pytest.raises(Unsupported, match="leave no unknown free"):
        best_divisor(optimum(a / X, X, subject=X <= S), 12, a=1, S=2)


# -- maxima inside the objective -------------------------------------------------------------------------------------


def test_an_argument_of_a_maximum_is_the_sum_that_it_says():
    best = optimum(Max((a + b) / X, c * X, evaluate=False), X)
    assert same(best.value, sqrt((a + b) * c)) is True
    assert same(optimum(Max((a + b) / X, c * X, b * X, evaluate=False), X).value, sqrt((a + b) * Max(b, c))) is True


def test_maxima_of_sums_and_sums_of_maxima_in_closed_form():
    best = optimum(Max(a * X + b * Y, c / (X * Y), evaluate=False), (X, Y))
    assert same(best.value**3, 4 * a * b * c) is True
    assert same(a * best.point[X], b * best.point[Y]) is True
    best = optimum(Max(X, 4 / X, evaluate=False) + 3 / X, X)
    assert (best.value, best.argmin, best.of, best.free) == (Rational(7, 2), 2, "sum", ("X",))
    assert "largest is at least each of" in str(best.certificate)
    assert best_divisor(best, 12) == 2
    assert optimum(1 / X + 1 / Y, (X, Y), subject=Max(X, Y, evaluate=False) <= S).value == 2 / S
    assert optimum(Max(2, 3 / X, evaluate=False), X, subject="X >= 1/5").value == 2


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: optimum(X / Max(X, 1, evaluate=False), X), r"more of Max\(1, X\) is better"),
        (lambda: optimum(1 / (X + Max(X, a, evaluate=False)), X), "maximum below its fraction bar"),
        (lambda: optimum(1 / X, X, subject=Max(X, a, evaluate=False) >= X), "a maximum or a difference on its larger"),
        (lambda: optimum(Max(a * X, b / X, evaluate=False) + c * X + a * X**3, X), "give numbers for a, b, c"),
    ],
)
def test_maxima_that_leave_no_convex_problem_say_so(ask, message):
    with pytest.raises(Unsupported, match=message):
        ask()


@pytest.mark.slow
def test_random_maxima_against_a_search_by_thirds():
    outcomes = Counter()
    for seed in range(30):
        rng = random.Random(seed)

        def piece(rng=rng):
            return Rational(rng.randint(1, 40), rng.choice([1, 3, 7])) * X ** rng.choice([-2, -1, -1, 0, 1, 1, 2])

        expr = rng.choice(
            [
                Max(piece(), piece(), evaluate=False) + Max(piece(), piece(), evaluate=False),
                Max(piece() + piece(), piece(), piece(), evaluate=False),
                Max(piece() + Max(piece(), piece(), evaluate=False), piece(), evaluate=False),
            ]
        )
        room = rng.choice([None, rng.randint(1, 9)])
        if not expr.has(X):
            continue
        f = lambdify([X], expr, {"Max": max})
        low, high = -30.0, 30.0 if room is None else math.log(room)
        for _ in range(200):  # convex in log X
            third = (high - low) / 3
            if f(math.exp(low + third)) <= f(math.exp(high - third)):
                high -= third
            else:
                low += third
        at = math.exp((low + high) / 2)
        if abs(math.log(at)) > 29:
            with pytest.raises(Unsupported, match="no minimum"):
                optimum(expr, X, subject=None if room is None else room >= X)
            outcomes["no minimum"] += 1
            continue
        best = optimum(expr, X, subject=None if room is None else room >= X)
        assert float(best.value) == pytest.approx(f(at), rel=1e-8)
        assert f(float(best.argmin)) == pytest.approx(float(best.value), rel=1e-12)
        assert room is None or best.argmin <= room
        assert best.gap <= 1e-6
        outcomes["closed" if best.lower is None else "numeric"] += 1
    assert min(outcomes[k] for k in ("closed", "numeric", "no minimum")) >= 2, outcomes


@pytest.mark.parametrize(
    "subject",
    [
        "2.5 <= X <= 4",
        ["X >= 5/2", "X <= 4"],
        {Fraction(5, 2) <= X, X <= 4},
        And(Fraction(5, 2) <= X, X <= 4),
        (X >= 2.5, Fraction(1, 4) <= 1 / X),
    ],
)
def test_two_bounds_however_they_are_written(subject):
    best = optimum(X + 1 / X, (X, X), subject=subject)
    assert (best.argmin, best.value) == (Rational(5, 2), Rational(29, 10))


def test_names_and_numbers_as_text():
    assert same(optimum(X + Y, "X, Y", subject={"X*Y": "N"}).value, 2 * sqrt(N)) is True
    assert same(optimum(X + Y, "X Y", subject="X*Y = 6.25").value, 5) is True
    assert best_divisor(optimum(X + 20 / X, X), np.int64(12)) == best_divisor(optimum(X + 20 / X, X), Integer(12)) == 4


def test_numbers_beyond_floats_have_a_minimum_too():
    for scale in (10**400, Rational(1, 10**400)):
        best = optimum(X * scale + 1 / X + 1 / X**2, X)
        assert 0 <= best.gap < 1e-9
        assert len(str(best)) < 600
        assert (best.value / sqrt(scale) > 2) is true


def test_what_is_shown_says_its_conditions_and_what_is_rounded():
    best = optimum(a * X + b / X, X, subject=[X <= S, X >= 2])
    assert str(best).endswith(" when 2 <= S")
    assert formula(best).endswith(r"\quad \text{when } 2 \le S")
    best = optimum(3 * X + 2 / X**2 + 5 / X, X)
    assert formula(best) == (r"\min_{X} \left(\frac{2}{X^2} + 3X + \frac{5}{X}\right) \approx 8.70568 "
                             r"\quad \text{at } X \approx 1.58383")  # fmt: skip
    assert formula(best.certificate) == r"\sum_i t_i \gtrsim 8.70568"
    assert formula(optimum(Max(a * X, b / X, evaluate=False), X)).startswith(r"\min_{X} \left(\frac{\max")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: optimum(X + 1 / X, X, subject=True), "True is not a number"),
        (lambda: optimum(Matrix([X]), X), "MutableDenseMatrix is no number or formula"),
        (lambda: optimum(X - Y + 1 / X, (X, Y)), "-Y is not proved positive"),
        (lambda: optimum(nan * X, X), "nan"),
        (lambda: optimum(Symbol("X") + 1 / Symbol("X"), "X"), "the sign of X is unknown to SymPy"),
        (lambda: optimum(X + 1 / X, X, subject="X <= 0"), "X <= 0 holds for no positive X"),
        (lambda: optimum(X + 1 / X, X, subject=["X*Y = 2", "X*Y = 3"]), "contradict or repeat each other"),
        (lambda: best_divisor(X, 12), "X is no optimum"),
        (lambda: best_divisor(optimum(X + 1 / X, X), 12.0), "is not a number whose divisors"),
        (lambda: best_divisor(optimum(X + 1 / X, X), True), "is not a number whose divisors"),
        (lambda: best_divisor(optimum(X + 1 / X, X), 12, S=3), "S does not occur in"),
        (lambda: best_divisor(optimum(X + 1 / X, X), 12, X=3), "X is the unknown"),
        (lambda: best_divisor(optimum(a * X + 1 / X, X), 12, a=0), "a=0 is not positive; a size is a whole number"),
        (lambda: bottlenecks(None), "None are no roofs"),
        (lambda: bottlenecks("X"), "'X' are no roofs"),
        (lambda: bottlenecks({"x": X, "y": Y}).crossover("x", "y", X, 3), "there is no operation 3"),
        (lambda: bottlenecks({"x": X / Y, "y": Y}).at(X=1, Y=0), "Y=0 is not positive; a size is a whole number"),
    ],
)
def test_bad_input_is_said_clearly(ask, message):
    with pytest.raises(SymroofError, match=message):
        ask()


@pytest.mark.slow
def test_exact_linear_programs_against_scipy():
    from scipy.optimize import linprog  # half a second, for those who ask it

    outcomes = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        n = rng.randint(1, 6)
        rows = [[Fraction(rng.randint(-3, 3), rng.choice([1, 2])) for _ in range(n)] for _ in range(rng.randint(1, 3))]
        rows.append([Fraction(1)] * n)
        rhs = [*(Fraction(rng.choice([0, 0, 0, 1, -1])) for _ in rows[:-1]), Fraction(1)]
        goal = [Fraction(rng.randint(-4, 4)) for _ in range(n)]
        best, weights = maximised(rows, rhs, goal), positive_weights(rows, rhs)
        judge = np.array(rows, dtype=float), np.array(rhs, dtype=float)
        found = linprog([-float(g) for g in goal], A_eq=judge[0], b_eq=judge[1])
        assert (found.status == 2) == (best is None) == (weights is None)
        if best is None or weights is None:
            outcomes["none"] += 1
            continue
        solution, idle = weights
        for x in (best, solution):
            assert min(x) >= 0
            assert all(sum(r * y for r, y in zip(row, x)) == b for row, b in zip(rows, rhs))
        assert float(sum(g * x for g, x in zip(goal, best))) == pytest.approx(-found.fun, abs=1e-9)
        for i in range(n):
            most = -linprog([-float(j == i) for j in range(n)], A_eq=judge[0], b_eq=judge[1]).fun
            assert (most > 1e-9) == (solution[i] > 0) == (i not in idle)
        outcomes["idle" if idle else "all above 0"] += 1
    assert min(outcomes[k] for k in ("none", "idle", "all above 0")) >= 3, outcomes


# -- against a search that knows nothing of weights ------------------------------------------------------------------

NAMED = {"X": X, "Y": Y, "Z": Z}
LETTERS = params(" ".join(f"coef{i}" for i in range(12)))


def _random_problem(rng: random.Random, limited: bool):
    """Terms and limits as (coefficient, letter or None, exponents), data of our own."""
    free = ["X", "Y", "Z"][: rng.choice([1, 1, 2, 2, 3])]
    symbolic = rng.choice([0, 0, 0.5, 1])
    letters = iter(LETTERS)

    def coefficient():
        c = Fraction(rng.randint(1, 99), rng.choice([1, 1, 7, 30])) * Fraction(10) ** rng.choice([0, 0, 0, -6, 8])
        return (c, next(letters) if rng.random() < symbolic else None)

    def powers(low, high):
        return [Fraction(rng.randint(low, high), rng.choice([1, 1, 1, 2, 3])) for _ in free]

    terms, limits = [], []
    if limited and rng.random() < 0.6:  # each unknown costs less the larger it is, and takes room
        for j in range(len(free)):
            terms.append((*coefficient(), [Fraction(-(i == j)) for i in range(len(free))]))
        limits.append([(*coefficient(), [Fraction(i == j) for i in range(len(free))]) for j in range(len(free))])
        if rng.random() < 0.4:
            limits[0].append((*coefficient(), [Fraction(1)] * len(free)))
    else:
        terms = [(*coefficient(), powers(-4, 4)) for _ in range(rng.randint(1, len(free) + 2))]
        if rng.random() < 0.8:  # one more that opposes the others
            terms.append((*coefficient(), [-sum(t[2][j] for t in terms) / 2 for j in range(len(free))]))
        if limited:
            limits = [[(*coefficient(), powers(-1, 3)) for _ in range(rng.randint(1, 2))]]
    if limited and rng.random() < 0.15:  # a product kept between two numbers, or above one and below a smaller one
        limits += [[(Fraction(rng.randint(1, 9), 9), None, [Fraction(way)] * len(free))] for way in (1, -1)]
        limits[-1][0] = (limits[-1][0][0] * rng.choice([1, 30]), None, limits[-1][0][2])
    limits = [g for g in limits if any(any(e) for *_, e in g)]
    return free, terms, limits, rng.choice(["sum", "sum", "max"])


def _written(free, terms):
    return [(letter if letter is not None else Rational(c.numerator, c.denominator))
            * Mul(*(NAMED[n] ** Rational(e.numerator, e.denominator) for n, e in zip(free, exps)))
            for c, letter, exps in terms]  # fmt: skip


def _searched(free, terms, limits, of):
    """("none", nan) where all falls to 0, ("idle", nan) where a term can vanish, else ("is", log of the minimum)."""
    from scipy.optimize import linprog, minimize  # half a second, for those who ask it

    def table(group):
        return np.array([[float(e) for e in exps] for *_, exps in group]), np.array([math.log(c) for c, *_ in group])

    A, b = table(terms)
    groups = [table(g) for g in limits]
    rows = np.vstack([A, *(g for g, _ in groups)])
    n, m, own = len(free), len(rows), len(A)
    # the weights: sum 1 over the objective, exponents cancel; the smallest of them as large as can be
    equations = np.vstack([np.c_[rows.T, np.zeros(n)], np.r_[np.ones(own), np.zeros(m - own + 1)]])
    found = linprog(np.r_[np.zeros(m), -1], np.c_[-np.eye(m), np.ones(m)], np.zeros(m), equations,
                    np.r_[np.zeros(n), 1], [(0, None)] * m + [(None, 1)])  # fmt: skip
    if found.status != 0 or -found.fun < -1e-9:
        return "none", math.nan
    if -found.fun < 1e-9 and (of == "sum" or groups):
        return "idle", math.nan
    if of == "max":
        A = np.c_[A, -np.ones(own)]
        others = [(np.c_[g, np.zeros(len(g))], h) for g, h in groups]
        groups = [*((A[i : i + 1], b[i : i + 1]) for i in range(own)), *others]
        A, b, n = np.r_[np.zeros(n), 1.0][None], np.zeros(1), n + 1

    def soft(g, h, sign=1):
        return lambda z: sign * np.logaddexp.reduce(h + g @ z)

    def slope(g, h, sign=1):
        def at(z):
            w = np.exp(h + g @ z - (h + g @ z).max())
            return sign * g.T @ (w / w.sum())

        return at

    best = math.inf
    for seed in range(3):
        z = np.random.RandomState(seed).randn(n) * seed
        if groups:
            asked = [{"type": "ineq", "fun": soft(g, h, -1), "jac": slope(g, h, -1)} for g, h in groups]
            r = minimize(soft(A, b), z, jac=slope(A, b), method="SLSQP", constraints=asked,
                         options={"ftol": 1e-14, "maxiter": 300})  # fmt: skip
            if all(soft(g, h)(r.x) < 1e-8 for g, h in groups):
                best = min(best, r.fun)
        else:
            r = minimize(soft(A, b), z, jac=slope(A, b), method="BFGS", options={"gtol": 1e-12, "maxiter": 500})
            best = min(best, r.fun)
    return "is", best


def _value(terms, free, point):
    return [float(c) * math.prod(point[n] ** float(e) for n, e in zip(free, exps)) for c, _, exps in terms]


def _proves(best, numbers) -> float:
    """The bound that the certificate proves, by its definition; the weights are checked."""
    proof = best.certificate
    groups = [(proof.terms, proof.weights), *proof.limits]
    assert sum(proof.weights) == 1
    assert all(w >= 0 for _, ws in groups for w in ws)
    out = 0.0
    for n in best.free:
        assert not sum(w * Fraction(t.num.monomials()[0][0].get(n, 0)) for ts, ws in groups for t, w in zip(ts, ws))
    for k, (terms, weights) in enumerate(groups):
        whole = float(sum(weights))
        for t, w in zip(terms, weights):
            if w:
                at_one = t.subs({n: 1 for n in best.free})
                c = float(_number(at_one, numbers))
                d = float(w)
                out += d * math.log(c if proof.of == "max" and not k else c * (whole if k else 1) / d)
    return math.exp(out) + (0 if proof.offset is None else float(_number(proof.offset, numbers)))


def _number(r, numbers):
    return to_sympy(r).subs(numbers)


@pytest.mark.slow
@pytest.mark.parametrize("limited", [False, True])
def test_random_problems_against_a_search(limited):
    outcomes = Counter()
    for seed in range(80):
        rng = random.Random(seed)
        free, terms, limits, of = _random_problem(rng, limited)
        written = _written(free, terms)
        objective = Add(*written) if of == "sum" else Max(*written, evaluate=False)
        subject = [Le(Add(*_written(free, g)), 1, evaluate=False) for g in limits]
        numbers = {letter: Rational(c.numerator, c.denominator)
                   for c, letter, _ in [*terms, *(t for g in limits for t in g)] if letter is not None}  # fmt: skip
        try:
            best = optimum(objective, [NAMED[n] for n in free], subject=subject or None, of=of)
        except SymroofError as refusal:
            kind, found = _searched(free, terms, limits, of)
            message = str(refusal)
            if "give numbers" in message or "no closed form" in message:
                assert numbers
                assert kind == "is" or limits
                outcomes["give numbers"] += 1
            elif isinstance(refusal, Inconsistent):
                assert found in (math.inf,) or kind != "is"
                outcomes["nothing left"] += 1
            elif "no minimum" in message:
                assert kind in ("none", "idle")
                outcomes["no minimum"] += 1
            else:
                assert "whole curve" in message or "does not depend" in message
                outcomes["many points"] += 1
            continue
        kind, found = _searched(free, terms, limits, of)
        value = float(best.value.subs(numbers))
        point = {str(n): float(x.subs(numbers)) for n, x in best.point.items()}
        assert set(point) == set(free)
        here = _value(terms, free, point)
        assert (sum(here) if of == "sum" else max(here)) == pytest.approx(value, rel=1e-9)
        for g in limits:
            assert sum(_value(g, free, point)) <= 1 + 1e-9
        if kind == "is":
            assert value == pytest.approx(math.exp(found), rel=1e-5) or (limits and value < math.exp(found))
        assert best.gap <= 1e-6
        if best.certificate.weights and not best.certificate.also:
            assert _proves(best, numbers) == pytest.approx(value, rel=1e-6)
            outcomes["weights"] += 1
        outcomes["numeric" if best.lower is not None else "closed"] += 1
    expected = {"closed", "numeric", "weights", "no minimum", "give numbers", *(["nothing left"] if limited else [])}
    assert expected <= {k for k, n in outcomes.items() if n >= 2}, outcomes

"""optimum: closed forms against search, certificates against their own definition, no minimum said so."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Max, lambdify, sqrt

from symroof.algebra.identity import same
from symroof.algebra.optimum import optimum
from symroof.algebra.tiles import best_divisor, tiles
from symroof.errors import SymroofError, Unsupported
from symroof.symbols import dims, params

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
    with pytest.raises(SymroofError, match=r"'X \+ Y' in 'X \+ Y = N' does not read"):
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
    bound = float(tiles(room, 1, 1, 1).traffic)
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
        (lambda: optimum(a * X + b * Y, (X, Y), subject=X * Y <= S), "need not be met"),
        (lambda: optimum(a * X + b / X + c / Y, (X, Y)), "no minimum: c/Y can be made as small as one likes"),
        (lambda: optimum(a / X + b / Y, (X, Y), subject=X + Y <= S), r"as in X\*Y <= N; for tiles"),
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

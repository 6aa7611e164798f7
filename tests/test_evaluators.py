"""Three evaluators, exact rationals, floats and arrays, and intervals, agree on random expressions."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from judge import as_fraction, value

from symroof.errors import SymroofError, Unsupported
from symroof.evaluate import exactly, interval, numeric
from symroof.symbols import dims

B, D, F = dims("B D F")
NAMES = ("B", "D", "F")

LEAVES = st.sampled_from([B, D, F, B, D, F, sp.Integer(2), sp.Rational(3, 7), sp.Integer(100)])


def grown(rational):
    def extend(inner):
        pair = st.tuples(inner, inner)
        options = [
            pair.map(lambda p: p[0] + p[1]), pair.map(lambda p: p[0] * p[1]), pair.map(lambda p: p[0] / p[1]),
            pair.map(lambda p: p[0] - p[1]), pair.map(lambda p: sp.Max(*p)), pair.map(lambda p: sp.Min(*p)),
            inner.map(lambda x: sp.ceiling(x / 8)), inner.map(lambda x: sp.floor(x) + 1), inner.map(lambda x: x**2),
        ]  # fmt: skip
        if not rational:
            options += [inner.map(sp.sqrt), inner.map(lambda x: sp.log(x + 2, 2)), inner.map(lambda x: sp.log(x + 1))]
        return st.one_of(options)

    return st.recursive(LEAVES, extend, max_leaves=6)


SIZES = st.tuples(*[st.integers(1, 5000)] * 3)


def value_by_sympy(e, point):
    """An outside judge: SymPy to 40 digits; None where it is no positive real or hangs on the edge of a step."""
    v = e.subs(dict(zip((B, D, F), point)))
    if v.has(sp.zoo, sp.nan, sp.oo) or not v.is_number:
        return None
    v = sp.N(v, 40)
    return v if v.is_real else None


def room(e, point):
    """How far rounding may lead: judged against the largest part of the expression, since parts may cancel."""
    parts = (sp.N(a.subs(dict(zip((B, D, F), point))), 20) for a in sp.preorder_traversal(e))
    scale = max([1.0, *(abs(float(x)) for x in parts if x.is_real and x.is_finite)])
    return 1e-12 * scale * max(1.0, abs(float(value_by_sympy(e, point))))


@pytest.mark.slow
@settings(max_examples=80)
@given(grown(rational=True), SIZES)
def test_floats_arrays_and_exact_rationals(e, point):
    if not e.free_symbols or value_by_sympy(e, point) is None:
        return
    try:
        want = exactly(e, **dict(zip(NAMES, point)))
    except (SymroofError, Unsupported):
        return
    assert abs(want - Fraction(str(value_by_sympy(e, point)))) <= abs(want) * Fraction(1, 10**30)
    f = numeric(e, *NAMES)
    scalar, array = f(*point), f(*(np.array([x, x]) for x in point))
    if not e.has(sp.ceiling, sp.floor):  # a step may lie between a float and the truth
        assert abs(scalar - float(want)) <= room(e, point)
    blocks = f(np.full(20_000, point[0]), *point[1:])  # a program specialised to plain numbers, in blocks
    assert blocks[0] == blocks[-1] == scalar
    assert array[0] == array[1]
    assert math.isclose(array[0], scalar, rel_tol=1e-12, abs_tol=room(e, point))


@pytest.mark.slow
@settings(max_examples=60)
@given(grown(rational=False), SIZES)
def test_irrational_values_against_sympy(e, point):
    want = value_by_sympy(e, point)
    if want is None or not e.free_symbols or e.has(sp.ceiling, sp.floor):
        return
    try:
        got = numeric(e, *NAMES)(*point)
    except Unsupported:
        return
    assert abs(got - float(want)) <= room(e, point)


@pytest.mark.slow
@settings(max_examples=80)
@given(grown(rational=True), SIZES, SIZES)
def test_intervals_enclose_exact_values_and_tight_ends_are_taken(e, one, other):
    if not e.free_symbols:
        return
    box = {n: tuple(sorted(pair)) for n, pair in zip(NAMES, zip(one, other))}
    try:
        found = interval(e, **box)
    except (SymroofError, Unsupported):
        return
    points = list(itertools.product(*box.values()))
    points += [tuple((lo * (7 - k) + hi * k) // 7 for lo, hi in box.values()) for k in range(1, 7)]
    values = []
    for p in points:
        try:
            values.append(exactly(e, **dict(zip(NAMES, p))))
        except (SymroofError, Unsupported, ZeroDivisionError):
            return
    assert all(found.low <= v <= found.high for v in values)
    if found.tight:
        assert found.low == min(values)
        assert found.high == max(values)


@pytest.mark.parametrize("e", [sp.sqrt(B * D) + F, sp.log(B + 1, 2) * D, sp.sqrt(B + D) / F, sp.log(D + 1) / B])
def test_intervals_of_irrational_values_enclose_them(e):
    """Judged by 60 digits: the ends lie closer to the values than their floats, which are rounded."""
    found = interval(e, B=(3, 900), D=(5, 70), F=(2, 9))
    f = numeric(e, *NAMES)
    for p in itertools.product((3, 40, 900), (5, 33, 70), (2, 9)):
        true = as_fraction(value(e, dict(zip(NAMES, map(Fraction, p)))))
        assert found.low <= true <= found.high
        assert abs(Fraction(f(*p)) / true - 1) < Fraction(1, 10**15)
    assert float(found.high) / max(f(*p) for p in itertools.product((3, 900), (5, 70), (2, 9))) < 1 + 1e-9


@pytest.mark.parametrize("k", [1, 2, 3, 10, 29, 31, 49, 52, 60])
def test_steps_of_a_tree_are_exact_beside_powers_of_two(k):
    """ceil(log2(p)) is whole however irrational log2(p) is: as many bits as p - 1 has."""
    p = dims("p")
    up, down = sp.ceiling(sp.log(p, 2)), sp.floor(sp.log(p, 2))
    for n in {2**k - 1, 2**k, 2**k + 1, 3 * 2**k // 2} - {0}:
        assert exactly(up * p / 7, p=n) == Fraction((n - 1).bit_length() * n, 7)
        assert exactly(down, p=n) == n.bit_length() - 1
        found = interval(up, p=(n, 2 * n + 1))
        assert found.low == (n - 1).bit_length()
        assert found.high == (2 * n).bit_length()


def test_what_may_be_whole_is_not_guessed():
    p = dims("p")
    assert exactly(sp.ceiling(sp.sqrt(p)), p=10**20 + 1) == 10**10 + 1
    assert exactly(sp.floor(sp.sqrt(p)), p=10**20 - 1) == 10**10 - 1
    for digits in (60, 998):  # 10**30 and 5e-31 more: as many digits are worked out as tell
        root = 10 ** (digits // 2)
        assert exactly(sp.ceiling(sp.sqrt(p)), p=root**2 + 1) == root + 1
        assert exactly(sp.ceiling(sp.sqrt(p) + 1), p=root**2) == root + 1
    with pytest.raises(Unsupported, match="whether it is was not decided"):  # whole, which no number of digits says
        exactly(sp.floor(sp.sqrt(p + 2 * sp.sqrt(p - 1)) - sp.sqrt(p - 1)), p=7)
    with pytest.raises(Unsupported, match="irrational"):
        exactly(sp.log(p, 2), p=5)


def test_a_function_that_is_dropped_is_freed_before_any_collector_runs():
    """The code for floats held its runner and the runner held the code: each function was garbage in a circle."""
    import gc
    import weakref

    B, D = dims("B D")
    for calls in ([], [(8.0, 2.0)], [(8, 2), (np.arange(1.0, 9), 2.0)]):
        f = numeric(B / (B + D), B, D)
        kept = f  # what is called through one name has its code through both
        assert [np.shape(f(*at)) for at in calls] == [np.shape(kept(*at)) for at in calls]
        gone, code = weakref.ref(f), weakref.ref(f.func)
        gc.disable()
        try:
            del f, kept
            assert gone() is None
            assert code() is None
        finally:
            gc.enable()


@pytest.mark.parametrize(
    "expr",
    [B * D / (B + D), sp.Max(B, D) - B, B, 2 * B, B - D + F, sp.ceiling(B / 8), sp.log(B + 1), sp.floor(B) - B + D],
    ids=str,
)
def test_small_arrays_are_answered_in_arrays_of_their_own(expr):
    """Nothing that a caller holds is written into: not what was given, not an answer before."""
    f = numeric(expr, B, D, F)
    given = np.arange(1.0, 9), np.arange(3.0, 11), np.full(8, 5.0)
    kept = [x.copy() for x in given]
    one = f(*given)
    before = one.copy()
    other = f(*(x + 1 for x in given))
    assert all((x == k).all() for x, k in zip(given, kept))
    assert (one == before).all()
    assert not any(np.shares_memory(one, x) for x in (*given, other))
    exact = (
        [float(exactly(expr, **{n: int(k[i]) for n, k in zip(NAMES, kept)})) for i in range(8)]
        if not expr.has(sp.log)
        else [math.log(k + 1) for k in kept[0]]
    )
    assert one == pytest.approx(exact, rel=1e-12)


def test_an_expression_asked_again_is_the_same_function():
    """Kept by the symbols as well: other arguments, other sizes and other names are other functions."""
    expr = B * D / (B + D)
    assert numeric(expr, B, D) == numeric(expr, B, D) != numeric(expr, D, B)
    assert numeric(expr, B, D=4)(4) == 2.0
    assert numeric(expr, B, D=12)(4) == 3.0
    assert numeric(expr, D, B)(4, 12) == numeric(expr, B, D)(12, 4) == 3.0
    with pytest.raises(SymroofError, match="still symbolic: D"):
        numeric(expr, B)
    with pytest.raises(SymroofError, match="still symbolic: D"):
        numeric(expr, B)

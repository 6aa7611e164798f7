"""Proofs that a sum is never below 0: each theorem where it is tight, a little beyond it, and against brute force."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction as Fr

import pytest

from symroof import prove, threshold
from symroof.algebra.ratios.posynomial import Ratio, build, gen, ratio
from symroof.algebra.signs.positivity import (
    AMGM,
    COEFFICIENTS,
    INTEGERS,
    POLYA,
    SHIFT,
    SQUARES,
    _around,
    _by_amgm,
    _in_a_simplex,
    _outweighs,
    is_positive,
    lower,
    nonnegative,
    positive,
)
from symroof.algebra.signs.sign import sign_of

N, M, B = map(gen, ["N", "M", "B"])  # sizes: integers from 1
C, W, V = map(gen, ["C", "W", "C_0"])  # positive reals
GRID = [
    {"N": n, "M": m, "B": b, "C": c, "W": w, "C_0": Fr(1, 2)}
    for n, m, b in itertools.product((1, 2, 3, 4, 5, 9), (1, 2, 7), (1, 3))
    for c, w in itertools.product((Fr(1, 50), Fr(1, 2), Fr(1), Fr(3)), (Fr(1, 50), Fr(1), Fr(5, 2)))
]


def grid(p: Ratio) -> list[Fr]:
    names = p.names
    points = {tuple(at[n] for n in names) for at in GRID}
    return [Fr(p.at(dict(zip(names, x)))) for x in points]


# (form, the theorem that shows >= 0, the theorem that shows > 0); None where it is not so, or by no theorem of ours
PROVED = [
    (N + C, COEFFICIENTS, COEFFICIENTS),
    (2 * N - 1, SHIFT, SHIFT),
    (N - 1, SHIFT, None),
    (N * M - N, SHIFT, None),
    (N * M - N - M + 1, SHIFT, None),
    (N * M - N / 2 - M / 3, SHIFT, SHIFT),
    (C * N - C, SHIFT, None),
    (C * N - C + W, SHIFT, SHIFT),
    (C * N - C / 2, SHIFT, SHIFT),
    (C - 1, None, None),
    (N - C, None, None),
    (N - M, None, None),
    (C**2 + W**2 - 2 * C * W, AMGM, None),
    (2 * C**3 + W**3 - 3 * C**2 * W, AMGM, None),
    (2 * C**3 + W**3 - Fr(301, 100) * C**2 * W, None, None),
    (2 * C**3 + W**3 - Fr(29, 10) * C**2 * W, AMGM, None),
    (C**3 / 2 + W**3 / 4 - Fr(3, 4) * C**2 * W, AMGM, None),
    (C**4 + W**4 + 1 - 3 * C**2 * W / 2, AMGM, None),
    (N**2 - 3 * N + 3, AMGM, SQUARES),
    (N**2 - 3 * N + 2, SQUARES, None),  # below 0 between 1 and 2 only
    (N**2 - 3 * N + 1, None, None),
    (C**2 - C * W + W**2, AMGM, POLYA),
    (N * (N - 4) ** 2, AMGM, None),
    (N * (N - 4) ** 2 + 1, AMGM, INTEGERS),
    (N * (N - 4) ** 2 - 1, None, None),
    (N**3 - 7 * N + 7, INTEGERS, INTEGERS),
    (N**3 - 7 * N + 6, INTEGERS, None),
    (N**3 - 7 * N + 5, None, None),
    ((N - 8) ** 2 * (N - 1), AMGM, None),
]


@pytest.mark.whole
@pytest.mark.parametrize(("form", "weak", "strict"), PROVED, ids=[str(p[0]) for p in PROVED])
def test_each_theorem_shows_what_is_so_and_no_more(form: Ratio, weak: str | None, strict: str | None) -> None:
    found = [nonnegative(form.num), nonnegative(form.num, strict=True)]
    values = grid(form)
    assert found == [weak, strict]
    assert found[0] is None or min(values) >= 0
    assert found[1] is None or min(values) > 0
    assert positive(form.num) == (found[1] in (SHIFT, COEFFICIENTS))


def fn(kind: str, *xs: Ratio) -> Ratio:
    return build(kind, list(xs))


FUNCTIONS = [  # (form, what it is certainly not below, whether it is >= 0, whether it is > 0)
    (fn("ceil", N / 8), 1, True, True),
    (fn("floor", N / 8), 0, True, False),
    (fn("ceil", C - W), None, False, False),
    (fn("log2", N), 0, True, False),
    (fn("log2", C), None, False, False),
    (fn("min", N, M), 1, True, True),
    (fn("min", C, N), 0, True, True),
    (fn("min", C - W, N), None, False, False),
    (fn("max", C, N), 1, True, True),
    (fn("max", C - W, N), 1, True, True),
    (fn("max", C - W, W - C), 0, True, False),  # |C - W|, which the root of its square is now
    (fn("if<", C, W, N, M), 1, True, True),
    (fn("if<", C, W, C, M), 0, True, True),
    (fn("if<", C, W, C - 1, M), None, False, False),
]


@pytest.mark.parametrize(("form", "least", "weak", "strict"), FUNCTIONS, ids=[str(f[0]) for f in FUNCTIONS])
def test_what_functions_are_certainly_not_below(form: Ratio, least: int | None, weak: bool, strict: bool) -> None:
    (atom,) = form.num.gens
    assert lower(atom) == least
    assert is_positive(atom) == strict
    assert (nonnegative(form.num) is not None) == weak
    assert (nonnegative(form.num, strict=True) is not None) == strict
    assert nonnegative((form * N + 1).num, strict=True) == (COEFFICIENTS if weak else None)
    if "log2" not in str(form):
        assert min(grid(form)) >= (-100 if least is None else least)
        assert not strict or min(grid(form)) > 0


def test_a_factor_that_may_be_zero_leaves_nothing_above_zero() -> None:
    """floor(N/8) (2M - 1) is 0 for N < 8, whatever is proved of the rest."""
    some = fn("floor", N / 8)
    for rest in (ratio(1), 2 * M - 1, C, C**2 - C * W + W**2, N**3 - 7 * N + 7):
        form = some * rest
        assert min(grid(form)) == 0
        assert nonnegative(form.num, strict=True) is None
        assert nonnegative(form.num) is not None or rest.names == ("N",)
        assert nonnegative((form + C).num, strict=True) is not None or "C" in rest.names or rest.names == ("N",)


def test_logarithms_are_below_a_line_only_where_they_are() -> None:
    """log2(x) <= 0.531 x for every x > 0, which says nothing of log2(1/(C + W)) for small C and W."""
    assert nonnegative((C - fn("log2", C)).num) is not None
    assert nonnegative((N - 1 - fn("log2", N)).num) is not None
    assert nonnegative((C - 1 - fn("log2", C)).num) is None  # 3/2 is below 1 + log2(3/2)
    assert nonnegative((N - 2 - fn("log2", N)).num) is None
    assert nonnegative((1 - fn("log2", 1 / (C + W))).num) is None
    assert nonnegative((1 - fn("log2", 1 / (C + C**2))).num) is None
    assert nonnegative((C + W - fn("log2", C + W)).num) is not None
    assert nonnegative((C - W - fn("log2", C - W)).num) is None  # of what may be below 0 nothing is known


@pytest.mark.slow
def test_random_sums_are_never_proved_against_their_values() -> None:
    rng, seen = random.Random(3), {True: 0, False: 0}
    for _ in range(250):
        p = ratio(0)
        for _ in range(rng.randint(2, 4)):
            c = Fr(rng.choice([1, 1, 2, 3, -1, -2, -3]), rng.choice([1, 1, 2, 4]))
            p = p + c * N ** rng.randint(0, 3) * M ** rng.randint(0, 1) * C ** rng.randint(0, 1)
        for strict in (False, True):
            how = nonnegative(p.num, strict=strict) if p.num.terms else None
            if how is not None:
                assert min(grid(p)) >= 0
                assert not strict or min(grid(p)) > 0
            seen[how is not None] += 1
    assert min(seen.values()) > 80


@pytest.mark.slow
def test_the_weighted_mean_of_two_is_judged_as_a_search_along_the_line_does() -> None:
    """c1 t + c2 against c t**w: the smallest quotient over t, on a fine grid of logarithms."""
    rng, seen = random.Random(4), set()
    for _ in range(60):
        w = Fr(rng.randint(1, 5), 6)
        c1, c2 = Fr(rng.randint(1, 20), rng.randint(1, 20)), Fr(rng.randint(1, 20), rng.randint(1, 20))
        least = min((float(c1) * t + float(c2)) / t ** float(w) for t in (1.01**k for k in range(-1200, 1200)))
        for share, answer in ((Fr(99, 100), True), (Fr(101, 100), False)):
            assert _outweighs(c1, c2, w, Fr(least) * share) is answer
            seen.add(answer)
    assert _outweighs(Fr(1), Fr(1), Fr(1, 2), Fr(2))  # t + 1 >= 2 sqrt(t), met at 1
    assert len(seen) == 2


def test_terms_share_what_outweighs_them_unevenly() -> None:
    """The first two need little of a**4, the third most of it; an even third each would not do."""
    squares = {(4, 0, 0, 0): 1, (0, 4, 0, 0): 1, (0, 0, 4, 0): 1, (0, 0, 0, 4): 1}
    small = {(2, 2, 0, 0): -Fr(1, 5), (2, 0, 2, 0): -Fr(1, 5)}
    assert _by_amgm({**squares, **small, (2, 0, 0, 2): -Fr(8, 5)})
    assert not _by_amgm({**squares, **small, (2, 0, 0, 2): -Fr(2)})  # at a = d, b and c a little above 0 it is below 0
    form = Fr(1) + Fr(1) + 2 * Fr(1, 10) ** 4 - Fr(2, 5) * Fr(1, 10) ** 2 - 2
    assert form < 0


def test_no_mean_of_some_exponents_is_passed_over():
    """Means with weights above 0, made here from the weights, and points that no weights make."""
    rng = random.Random(11)
    for _ in range(300):
        n, k = rng.randint(1, 5), rng.randint(2, 6)
        weights = [rng.randint(1, 4) for _ in range(k)]
        whole = sum(weights)
        ends = [tuple(whole * rng.randint(-3, 3) for _ in range(n)) for _ in range(k)]
        mean = tuple(sum(w * a[i] for w, a in zip(weights, ends)) // whole for i in range(n))
        assert _around(mean, ends)
        beyond = max(a[0] for a in ends)
        assert not _around((beyond + 1, *mean[1:]), ends)
        assert not _around((beyond, *mean[1:]), [*ends, (beyond - 1, *mean[1:])])


def test_a_term_on_a_face_of_the_others_is_weighed_against_that_face():
    """x*y <= x**2/2 + y**2/2, whatever else there is in z."""
    face = {(2, 0, 0): Fr(1, 2), (0, 2, 0): Fr(1, 2), (1, 1, 3): Fr(1), (4, 0, 1): Fr(1)}
    assert _in_a_simplex((1, 1, 0), Fr(1), face)
    assert not _in_a_simplex((1, 1, 0), Fr(101, 100), face)
    assert not _in_a_simplex((1, 1, 5), Fr(1, 100), face)


def test_a_maximum_is_above_0_where_one_argument_is_and_a_minimum_where_all_are() -> None:
    """K > 0, and D - F may be of either sign."""
    made = {kind: build(kind, [gen("K"), gen("D") - gen("F")]).atoms[0] for kind in ("max", "min")}
    assert is_positive(made["max"])
    assert not is_positive(made["min"])
    assert is_positive(build("min", [gen("K"), gen("D") / gen("F")]).atoms[0])


def _brute(a: Fr, b: Fr) -> Fr:
    return a - b * (a // b)


def test_what_a_rounding_is_over_has_its_sign() -> None:
    """Remainders of moduli below 0 by the definition; earlier tests had only roundings over what is above 0."""
    halves = {n: build(kind, [m / 4]) for n, (kind, m) in enumerate((("floor", -N), ("ceil", -N), ("floor", N)))}
    for m in (*halves.values(), -M, M * halves[0], halves[0] * halves[2], -halves[0]):
        r = N - m * build("floor", [N / m])
        low, high = nonnegative(r.num), nonnegative((-r).num)
        assert low or high or m == -halves[0]  # N + f*g of two open signs, which no fact takes a term from
        for n, k in itertools.product(range(1, 60), (1, 2, 3, 7)):
            at = {"N": n, "M": k}
            modulus = m.subs(at).constant()
            if not modulus:
                continue
            rest = _brute(Fr(n), Fr(modulus))
            assert r.subs(at).constant() == rest
            assert rest >= 0 or not low
            assert rest <= 0 or not high
    open_one = build("floor", [(C - 1) / 4])
    rest = (N - open_one * build("floor", [N / open_one])).num
    assert not nonnegative(rest)
    assert not nonnegative(-rest)


def test_a_sum_whose_every_term_may_be_0_is_not_above_0() -> None:
    """What facts leave over was divided by what all of it holds, log2(N) too: no sum was 0 by two terms at once."""
    N, D = gen("N"), gen("D")
    log, least = build("log2", [N]), build("min", [N, ratio(Fr(3, 2))])
    for one in (log, build("floor", [N / 8]), build("floor", [N / D])):
        for u in ((N - 1) * least + one, (N - 1) * D + one * least, (N - 1) * least + one + one * D):
            side = sign_of(u)
            assert not side.low or side.zero
            assert u.subs({"N": 1, "D": 2}).constant() == 0
    assert sign_of((N - 1) * least + log + 1 / D).mark == "+"
    assert not prove("(N-1)*min(3/2, N) + log2(N)", 0, ">")
    assert prove("(N-1)*min(3/2, N) + log2(N)", 0, ">=")
    assert str(threshold("log2((N-1)*min(3/2, N) + log2(N))", "N", at_most="1/5")) == "never"

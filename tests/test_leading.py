"""Leading parts against hand-typed answers, exact rationals at magnitudes to 2**400 and beyond, and SymPy's limit."""

from __future__ import annotations

import itertools
import math
import pickle
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial

import mpmath
import pytest
from judge import met, mpf, value
from sympy import Abs, Max, Min, Piecewise, Rational, ceiling, floor, limit, log, oo, simplify, sqrt
from sympy.core.cache import clear_cache

from symroof.algebra.growth.leading import bounds_free, lead, leading, leading_core, proved_positive, regimes, witness
from symroof.algebra.growth.regime import Regime, regime, table
from symroof.algebra.growth.tree import vanishes
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.budget import OutOfTime, limited_to
from symroof.algebra.ratios.posynomial import Poly, Ratio, build, gen, ratio, ring, term
from symroof.errors import SymroofError, Undetermined, Unsupported
from symroof.symbols import dims, params
from symroof.writing.latex import plain

B, D, F, N, S, T, k, bm, bn = dims("B D F N S T k bm bn")
C, W, K, eps = params("C W K eps")
MATMUL = B * D * F / (B * D + D * F + B * F)


# -- the answers, typed by hand ------------------------------------------------------------------------------------

KNOWN = [
    (MATMUL, "B << D, F", B, B / D + B / F),
    (MATMUL, "D, F -> oo", B, B / D + B / F),
    (MATMUL, "F << B, D", F, F / B + F / D),
    (MATMUL, "B << D << F", B, B / D + B / F),
    (MATMUL, "D -> oo", B * F / (B + F), B * F / (D * (B + F))),
    ((2 * N - 1) / (4 * N + 2), "N -> oo", Rational(1, 2), 2 / (2 * N - 1)),
    (B * D + D * F, "B << F", D * F, -B / (B + F)),
    (1 / (1 / bm + 1 / bn + 1 / k), "bm, bn << k", bm * bn / (bm + bn), bm * bn / (k * (bm + bn))),
    (2 * B * D * F / (B * D + B * D * F + B * F), "B, D, F -> oo", 2, 2 / F + 2 / D - (1 / F + 1 / D)),
    ((N - 1) / N, "N -> oo", 1, 1 / (N - 1)),
    (S * T * k / (S * k + T * k + S * T), "S, T -> oo", k, k / S + k / T),
    (K * D * F / (D * F - K * (D + F)), "K << D, F", K, -K / D - K / F),
    (B + eps * D, "eps -> 0", B, -eps * D / (B + eps * D)),
    (2 * B * D * F / C, "B << D", 2 * B * D * F / C, 0),
    (B / (1 + B / D) * C / W, "B << D", B * C / W, B / D),
    (sqrt(B) * D / (D + sqrt(B)), "B << D", sqrt(B), sqrt(B) / D),
    (D**2 + F**2 + D * F * B / K, "B << K", D**2 + F**2, None),
]


OVER_AND_UNDER_ONE_TERM = [  # a sum below one term, or above one, of either sign; the errors worked out by hand
    (3 * k / (2 * bm + 2 * bn - k), "bm, bn << k", "-3", "-2*bm/k - 2*bn/k"),
    (-B * D * F / (B * D - 2 * D * F), "B << F", "B/2", "-B/(2*F)"),
    (2 / (B - D), "B << D", "-2/D", "-B/D"),
    ((B + 5 * D - F) / (3 * k), "B, D << F", "-F/(3*k)", "(B + 5*D)/(F - B - 5*D)"),
    (Rational(7, 2) - N, "N -> oo", "-N", "7/(2*N - 7)"),
    (D * F / (D + F), "D << k", "D*F/(D + F)", "0"),
    ((D + F) / D, "D << k", "(D + F)/D", "0"),
    (sqrt(B) / (sqrt(B) - D), "B << D", "-sqrt(B)/D", "-sqrt(B)/D"),
]


def test_an_error_of_several_terms_is_brought_to_its_normal_form() -> None:
    """What is dropped is B/K times what is kept."""
    assert str(leading(1 / ((D + F) * (1 + B / K)), "B << K").error_core) == "B/K"


@pytest.mark.parametrize(("expr", "given", "value", "error"), OVER_AND_UNDER_ONE_TERM)
def test_the_error_of_a_sum_over_or_under_one_term(expr: object, given: str, value: str, error: str) -> None:
    found = leading(expr, given, minimal=True)
    assert (core(value), core(error)) == (found.value_core, found.error_core)
    at = dict(zip(("B", "D", "F", "N", "bm", "bn", "k"), (4, 9, 25, 11, 5, 7, 13)))  # squares, for the roots
    exact = core(expr).at(at)
    assert found.error_core.at(at) == Fraction(found.value_core.at(at)) / exact - 1
    assert simplify(found.error - (found.value / expr - 1)) == 0


@pytest.mark.parametrize(("expr", "given", "value", "error"), KNOWN)
def test_known_leading_parts(expr: object, given: str, value: object, error: object) -> None:
    found = leading(expr, given)
    assert core(value) == found.value_core
    assert found.error_core == found.value_core / found.exact_core - 1
    if error is not None:
        assert core(error) == found.error_core


def test_the_two_answers_of_the_textbook_have_exactly_the_printed_form() -> None:
    matmul = leading(MATMUL, "B << D, F")
    assert matmul.value == B
    assert matmul.error == B / D + B / F
    assert str(matmul) == "B, high by B/D + B/F when B << D, F"
    assert (
        matmul._repr_latex_() == r"$\displaystyle \frac{BDF}{BD + BF + DF} \approx B \quad \left(B \ll D, F\right),"
        r"\quad \text{high by } \frac{B}{D} + \frac{B}{F}$"
    )
    assert matmul.lower == matmul.exact or simplify(matmul.lower - matmul.exact) == 0
    assert matmul.upper == B
    dot = leading((2 * N - 1) / (4 * N + 2), "N -> oo")
    assert dot.value == Rational(1, 2)
    assert dot.error == 2 / (2 * N - 1)
    assert str(dot) == "1/2, high by 2/(2*N - 1) when N -> oo"
    assert dot.conditions == ()


def test_ratios_and_expressions_give_the_same() -> None:
    assert leading(core(MATMUL), "B << D, F") == leading(MATMUL, regime("F, D >> B"))
    assert leading_core(core(MATMUL), regime("B << D, F")) == core(B)


def test_without_a_regime_the_expression_is_its_own_leading_part() -> None:
    found = leading(MATMUL, None)
    assert found.value_core == core(MATMUL)
    assert found.error == 0
    assert str(leading(B, None)) == "B, exactly"


def test_the_next_term_and_the_accuracy() -> None:
    found = leading(MATMUL, "B << D, F")
    assert core(found.next) == core(-(B**2) / D - B**2 / F)
    assert found.within(0.01).text == "B/D + B/F <= 1/100"
    assert [c.text for c in found.sizes_within("1/100")] == ["200*B <= D", "200*B <= F"]
    assert found.within(0.01).holds(B=1, D=200, F=200)
    assert not found.within(0.01).holds(B=1, D=199, F=200)
    assert leading(B * D + D * F, "B << F").within(0.01).text == "B/F <= 1/99"
    with pytest.raises(SymroofError, match="not between 0 and 1"):
        found.within(1)


@pytest.mark.slow
def test_within_is_what_it_says_at_every_size() -> None:
    cases = [
        (MATMUL, "B << D, F", "BDF"),
        ((2 * N - 1) / (4 * N + 2), "N -> oo", "N"),
        (B * D + D * F, "B << F", "BDF"),
        ((B * D + F) / (D + B), "B << D; F << D", "BDF"),
    ]
    seen = set()
    for expr, given, names in cases:
        found = leading(expr, given)
        condition = found.within("1/10")
        exact_here = not all(e.num.terms for e in found.excess)
        for sizes in itertools.product((1, 2, 5, 9, 10, 11, 12, 50, 400), repeat=len(names)):
            values = dict(zip(names, sizes))
            inside = abs(found.error_core.at(values)) <= Fraction(1, 10)
            said = condition.holds(**{n: values[n] for n in condition.names})
            seen.add((said, inside))
            assert (inside or not said) if not exact_here else inside == said
    assert {(True, True), (False, False)} <= seen


# -- refusals ------------------------------------------------------------------------------------------------------


def test_undetermined_names_the_comparison_and_the_cases() -> None:
    with pytest.raises(Undetermined, match="cannot tell which of B and F is larger when B << D") as caught:
        leading(MATMUL, "B << D")
    assert caught.value.missing == ((gen("B"), gen("F")),)
    assert [str(c) for c in caught.value.cases] == ["B when B << D, F", "F when F << B, D"]
    assert leading(MATMUL, "B << D", minimal=True).value_core == core(B * F / (B + F))


@pytest.mark.parametrize(
    ("expr", "given", "words"),
    [
        (B * D / (B * D + F), "B << D, F", "which of B\\*D and F"),
        (D * F / (D**2 + F**2), "D, F -> oo", "which of D\\*\\*2 and F\\*\\*2|which of D and F"),
        (D - F, "B << D, F", "the sign of"),
        (Max(B, D), "B, D << F", "which of B and D"),
        (ceiling(N / 128), "N << B", "cannot tell whether N/128 grows"),
        (sqrt(D + F), "B << D, F", "which of D and F"),
        (log(D, 2) + log(F, 2), "D, F -> oo", "log2"),
    ],
)
def test_what_the_regime_does_not_settle(expr: object, given: str, words: str) -> None:
    with pytest.raises(Undetermined, match=words):
        leading(expr, given)


@pytest.mark.parametrize(
    ("expr", "given", "words"),
    [
        (128 * ceiling(N / 128) - N, "N -> oo", "cancels, and their error alone is no leading part"),
        (2 * ceiling(N / 128) + B - N / 64, "N -> oo; B << N", "what is left is no larger than their error"),
        (log(D + F, 2), "D, F -> oo", "several terms"),
        (floor(B / D), "B << D", "is 0 once"),
        (log(eps, 2), "eps -> 0", "tends below 0"),
        (Max(B - D, F - D), "B, F << D", "tends below 0"),
        (Max(B - D, 0), "B << D", "tends below 0"),
        (sqrt(B - D), "B << D", "tends below 0"),
    ],
)
def test_what_is_refused(expr: object, given: str, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        leading(expr, given)


def test_zero_and_products_without_a_sign_are_refused() -> None:
    with pytest.raises(SymroofError, match="the expression is 0"):
        leading(ratio(0), "N -> oo")
    with pytest.raises(SymroofError, match=r"write B\*D"):
        leading(MATMUL, "BD << F")


# -- conditions ----------------------------------------------------------------------------------------------------


def test_conditions_are_proved_where_they_hold_and_stated_where_not() -> None:
    assert leading((2 * N - 1) / (4 * N + 2), "N -> oo").conditions == ()
    assert [c.text for c in leading((N - 1) / N, "N -> oo").conditions] == ["1 < N"]
    assert [c.text for c in leading(K * D * F / (D * F - K * (D + F)), "K << D, F").conditions] == ["D*K + F*K < D*F"]
    assert [c.text for c in leading(Max(B, D), "B << D").conditions] == ["B <= D"]


@pytest.mark.parametrize(
    ("expr", "stated"),
    [
        (floor(D / 8) * N + 1, ["0 < floor(D/8)"]),
        (1 / (floor(D / 8) * N + 1), ["0 < floor(D/8)"]),
        (floor(D / 8) * N / (N + 1), ["0 < floor(D/8)"]),
        (N * log(D, 2) + D, ["1 < D"]),
        (-floor(D / 8) * N - 1, ["0 < floor(D/8)"]),
        (floor(D / 8) * N * log(N, 2) + 1, ["2 <= N", "0 < floor(D/8)"]),
        ((floor(D / 8) + 1) * N + 1, []),
        (ceiling(D / 8) * N + 1, []),
        ((1 - 2 * ceiling(D / 8)) * N + 1, ["1 + N < 2*N*ceiling(D/8)"]),
        (N * sqrt(D + 1) + D, []),
        (Max(D - 3, F - 3) * N + 1, ["0 < Max(D - 3, F - 3)"]),
    ],
)
def test_a_function_before_the_leading_term_is_above_zero_or_a_condition(expr: object, stated: list[str]) -> None:
    """At D = 3 floor(D/8) is 0 and N floor(D/8) + 1 does not grow; where the condition holds the bounds do."""
    found = leading(expr, "N -> oo")
    assert [c.text for c in found.conditions] == stated
    seen = set()
    for d, f in itertools.product((1, 3, 8, 30), (3, 25)):
        at = {"D": Fraction(d), "F": Fraction(f), "N": Fraction(2**400)}
        here = all(c.holds(**{n: at[n] for n in c.names}) for c in found.conditions)
        seen.add(here)
        true = mpf(value(expr, at))
        try:
            near = abs(true / mpf(value(found.value, at)) - 1) < 2.0**-50
        except ZeroDivisionError:
            near = False
        assert near == here
        if here:
            room = abs(true) * 2.0**-45
            assert mpf(value(found.lower, at)) <= true + room
            assert true <= mpf(value(found.upper, at)) + room
    assert seen == ({True, False} if any("N" not in c for c in stated) else {True})


def test_proved_positive() -> None:
    x, y = gen("x"), gen("y")
    assert proved_positive((2 * x - 1).num)
    assert proved_positive((x * y + x - y).num)
    assert not proved_positive((x - 1).num)
    assert not proved_positive((x - y).num)
    assert not proved_positive((2 * gen("K") - 1).num)  # a parameter may be below 1


# -- property: exact rationals -------------------------------------------------------------------------------------

REGIMES = [
    "a << b, c", "a << b << c", "a, b << c", "a -> oo", "a, b -> oo", "a << b; c -> oo", "a*b << c", "a << c; b <= c",
    "eps -> 0; a << b", "a**2 << b; b << c", "a << b, c, d", "a << b; c << d",
]  # fmt: skip
NAMES = ("a", "b", "c", "d", "eps")


def random_poly(rng: random.Random, terms: int, signs: bool = False) -> Ratio:
    out = ratio(0)
    for _ in range(terms):
        c = Fraction(rng.randint(1, 9), rng.choice((1, 1, 2, 3)))
        exps = {n: rng.choice((0, 0, 0, 1, 1, 2, 3)) for n in NAMES}
        out = out + Ratio(term(exps, c * (rng.choice((1, 1, 1, -1)) if signs else 1)))
    return out if out.num.terms else ratio(1)


def points(g: Regime, rng: random.Random, scale: int, names: tuple[str, ...] = NAMES) -> Iterator[dict[str, Fraction]]:
    """Exact points deep inside the regime: 2 to the power of a multiple of a vertex plus a random ray sum."""
    vertices = [(v, t) for v, t in g.cone if t]
    for v, _ in vertices:
        u = [scale * x for x in v]
        for w, _ in g.cone:
            s = rng.choice((0, 0, 1, 3)) * rng.randint(0, scale)
            u = [x + s * y for x, y in zip(u, w)]
        at = dict(zip(g.names, u))
        yield {n: Fraction(2) ** at[n] if n in at else Fraction(rng.randint(1, 50)) for n in names}


@pytest.mark.slow
@pytest.mark.parametrize("text", REGIMES)
def test_enclosures_hold_everywhere_and_close_in_the_regime(text: str) -> None:
    rng = random.Random(text)
    g = regime(text)
    dropped = 0
    for _ in range(25):
        r = random_poly(rng, rng.randint(1, 5)) / random_poly(rng, rng.randint(1, 5))
        found = leading(r, g, minimal=True)
        dropped += found.value_core != r
        lower, upper = found.bounds_core
        lo, hi = found.excess
        for _ in range(3):  # anywhere at all
            at = {n: Fraction(rng.randint(1, 99), rng.randint(1, 99)) * 2 ** rng.randint(-40, 40) for n in NAMES}
            assert lower.at(at) <= r.at(at) <= upper.at(at)
        for scale in (1, 3, 8, 400):
            for at in points(g, rng, scale):
                exact = r.at(at)
                assert lower.at(at) <= exact <= upper.at(at)
                assert found.error_core.at(at) == Fraction(found.value_core.at(at)) / exact - 1
                if scale == 400:
                    assert max(lo.at(at), hi.at(at)) < Fraction(1, 2**20)
    assert dropped > 5


@pytest.mark.parametrize("text", REGIMES)
def test_kept_terms_matter_and_dropped_ones_do_not(text: str) -> None:
    """A kept term is at least as large as every other along an explicit ray; a dropped one is small at all depths."""
    rng = random.Random(text)
    g = regime(text)
    kept = dropped = 0
    for _ in range(30):
        p = random_poly(rng, rng.randint(2, 7)).num
        part = lead(p, g)
        t = table(p.ring, g)
        growth = dict(zip(p.terms, map(t.unpack, t.growths(p.ring, list(p.terms)))))
        tops = [group[0] for group in part.groups]
        for m in tops:
            others = [growth[x] for x in tops if x != m]
            if others:
                y = witness(growth[m], others, t.weights)
                assert y is not None
                assert all(x >= 0 for x in y)
                assert sum(a * w for a, w in zip(y, t.weights)) > 0  # inside the regime at every depth
                assert all(sum(a * (o - b) for a, o, b in zip(y, other, growth[m])) <= 0 for other in others)
                kept += 1
        small = Ratio(Poly(p.ring, {m: c for m, c in p.terms.items() if m not in part.part.terms}))
        if small.num.terms:
            dropped += 1
            for at in points(g, rng, 400):
                assert 2**20 * small.at(at) < Ratio(part.part).at(at)
    assert dropped > 5


def test_both_outcomes_of_the_polytope_test_occur() -> None:
    """With B << K, D*F*B/K is comparable with neither D**2 nor F**2, and negligible against their sum."""
    expr = D**2 + F**2 + D * F * B / K
    given = "B << K; D, F -> oo"
    assert leading(expr, given).value_core == core(D**2 + F**2)
    assert leading(D**2 + D * F * B / K, given, minimal=True).value_core == core(D**2 + D * F * B / K)
    assert leading(D**2 + F**2 + D * F + B / K, given).value_core == core(D**2 + F**2 + D * F)


@pytest.mark.parametrize(
    "text", ["N -> oo", "x0 << x1", "x0, x1 << x2; K << x3", "K << x0 << x1", "x0*x1 << x2**2", "eps -> 0; x0 -> oo",
             "x0 <= x1; x2 -> oo"],
)  # fmt: skip
def test_comparing_all_at_once_drops_only_what_is_dropped_one_by_one(text: str) -> None:
    g, rng = regime(text), random.Random(text)
    names = ("K", "N", "eps", "x0", "x1", "x2", "x3")
    home, fewer = ring(names), 0
    for most in (2, 5, 300):  # an exponent above 255 is left to the others
        terms: dict[int, int] = {}
        while len(terms) < 90:
            terms[home.pack({n: rng.randint(0, rng.choice([2, most])) for n in names})] = rng.randint(1, 5)
        p = Poly(home, dict(terms))
        t = table(home, g)
        thinned = t.thinned(home, list(terms))
        growths = dict(zip(terms, t.growths(home, terms)))
        ways = [t.unpack(growths[m]) for m in terms]
        for m in set(terms) - set(thinned):
            own = t.unpack(growths[m])
            assert any(all(x - y >= (w > 0) for x, y, w in zip(v, own, t.weights)) for v in ways)
        fewer += len(thinned) < len(terms)
        parts = [lead(Poly(home, {m: terms[m] for m in order}), g).part for order in (terms, thinned)]
        assert parts[0] == parts[1] == lead(p, g).part
    assert fewer


@pytest.mark.slow
def test_signomials_hold_under_their_conditions() -> None:
    rng = random.Random(11)
    done = refused = 0
    for _ in range(150):
        g = regime(rng.choice(REGIMES))
        r = random_poly(rng, 4, signs=True) / random_poly(rng, 3, signs=True)
        try:
            found = leading(r, g, minimal=True)
        except Undetermined:
            refused += 1
            continue
        lower, upper = found.bounds_core
        done += 1
        for scale in (1, 8, 400):
            for at in points(g, rng, scale):
                if all(met(c, at) for c in found.conditions):
                    assert lower.at(at) <= r.at(at) <= upper.at(at)
                elif scale == 400:  # only what is said about fixed symbols can fail that deep
                    bad = [c for c in found.conditions if not met(c, at)]
                    assert any(not set(c.names) & set(g.names) for c in bad)
    assert done > 50
    assert refused > 5


def test_order_and_spelling_change_nothing() -> None:
    rng = random.Random(3)
    terms = [B * D, D * F, B * F, 3 * B, D**2 / F, S]
    expected = None
    for _ in range(12):
        rng.shuffle(terms)
        p = ratio(0)
        for x in terms:
            p = p + core(x)
        given = "; ".join(rng.sample(["B << D", "B << F", "S << B", "D << F"], 4))
        found = leading(core(B * D * F) / p, given)
        expected = expected or (str(found), found.value, found.error)
        assert (str(found), found.value, found.error) == expected


def test_renaming_symbols_renames_the_answer() -> None:
    swap = {B: F, F: B}
    there = leading(MATMUL.xreplace(swap), "F << D, B")
    assert there.value == F
    assert core(there.error) == core(F / D + F / B)


# -- functions -----------------------------------------------------------------------------------------------------

TREES = [
    (Max(2 * B * D * F / C, 2 * (B * D + D * F + B * F) / W), "B << D, F", Max(2 * B * D * F / C, 2 * D * F / W)),
    (Max(B, D), "B << D", D),
    (Min(B, D) * F / (F + B), "B << D, F", B),
    (128 * ceiling(N / 128), "N -> oo", N),
    (N / (128 * ceiling(N / 128)), "N -> oo", 1),
    (floor(N / 128) / N, "N -> oo", Rational(1, 128)),
    (ceiling(B / D), "B << D", 1),
    (Max(ceiling(N / 8), N), "N -> oo", N),
    (Max(ceiling(B / 8), D), "B << D; B -> oo", D),
    (Max(1, D / B), "B << D", D / B),
    (64 * ceiling(N / 8) ** 2, "N -> oo", N**2),
    (64 / floor(N / 8) ** 2, "N -> oo", 4096 / N**2),
    (Piecewise((8 * ceiling(N / 8), F < D), (N, True)), "N -> oo", N),
    (Piecewise((8 * ceiling(N / 8), F < D), (8 * floor(N / 8), True)), "N -> oo", N),
    (Max(B + D, B + F), "D, F << B", B),
    (B - ceiling(N / 8), "B << N", -N / 8),
    (B - floor(N / 8), "B << N", -N / 8),
    (Max(B + D, B / 2 + F), "D, F << B", B),
    (ceiling((N + T) / 8) - B, "B, T << N", N / 8),
    (floor((N + T) / 8) - B, "B, T << N", N / 8),
    (D - B / floor(N / 8), "B << D; N -> oo", D),
    (D - B / ceiling(N / 8), "B << D; N -> oo", D),
    (D + B / floor(N / 8) - B, "B << D; N -> oo", D),
    (D - B * ceiling(N / 8) ** 2 / N**2, "B << D; N -> oo", D),
    (D - B * floor(N / 8) ** 2 / N**2, "B << D; N -> oo", D),
]


@pytest.mark.parametrize(("expr", "given", "value"), TREES)
def test_enclosures_of_functions_hold_at_exact_points(expr: object, given: str, value: object) -> None:
    g = regime(given)
    rng = random.Random(given)
    found = leading(expr, g)
    assert found.value_core == core(value)
    lower, upper = found.bounds_core
    names = tuple(sorted({*found.exact_core.names, *g.names}))
    inside = 0
    for scale in (1, 2, 8, 400):
        for _ in range(6):
            for at in points(g, rng, scale, names):
                jitter = {n: v * rng.randint(1, 3) if n in ("N", "D") else v for n, v in at.items()}
                if all(met(c, jitter) for c in found.conditions):
                    inside += 1
                    exact = found.exact_core.at(jitter)
                    assert lower.at(jitter) <= exact <= upper.at(jitter)
                    if scale == 400:
                        assert abs(Fraction(found.value_core.at(jitter)) / exact - 1) < Fraction(1, 2**20)
                        assert Fraction(upper.at(jitter)) / lower.at(jitter) < 1 + Fraction(1, 2**20)
    assert inside > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expr", "given"),
    [
        (D - B / floor(N / 8), "B << D; N -> oo"),
        (D + B / floor(N / 8) - B, "B << D; N -> oo"),
        (D - B / ceiling(N / 8), "B << D; N -> oo"),
        (D + B / ceiling(N / 8) - B, "B << D; N -> oo"),
        (D - B * floor(N / 8) ** 2 / N**2, "B << D; N -> oo"),
        (N * D - B * ceiling(N / 8), "B << D; N -> oo"),
    ],
)
def test_sums_of_both_signs_with_rounding_keep_their_bounds_at_every_small_size(expr: object, given: str) -> None:
    found = leading(expr, given)
    lower, upper = found.bounds_core
    inside = 0
    for n, b, d in itertools.product(range(1, 34), (1, 2, 9), (1, 3, 10, 100)):
        at = {"N": n, "B": b, "D": d}
        if all(c.holds(**{x: at[x] for x in c.names}) for c in found.conditions):
            inside += 1
            assert lower.at(at) <= found.exact_core.at(at) <= upper.at(at), at
    assert inside > 100


# (expression, regime, exponents e of paths 2**(60 e) inside the regime; whether it tends to 0 along all of them)
PATHS = [{"B": b, "D": d, "F": f} for b, d, f in itertools.product((0, 1, 2, 5), repeat=3)]
NEGLIGIBLE = [
    (Max(B, D) / F, "D << F; B -> oo", lambda p: p["D"] < p["F"] and p["B"] > 0, False),
    (Max(B, D) / F, "B, D << F", lambda p: max(p["B"], p["D"]) < p["F"], True),
    (Min(B, D) / F, "D << F; B -> oo", lambda p: p["D"] < p["F"] and p["B"] > 0, True),
    (Min(B, D) / F, "F << B, D", lambda p: min(p["B"], p["D"]) > p["F"], False),
    (F / Max(B, D), "F << D; B -> oo", lambda p: p["F"] < p["D"] and p["B"] > 0, True),
    (F / Max(B, D), "F, B -> oo; D << B", lambda p: p["F"] > 0 and p["B"] > p["D"], False),
    (F / Min(B, D), "F << D; B -> oo", lambda p: p["F"] < p["D"] and p["B"] > 0, False),
    (F / Min(B, D), "F << B, D", lambda p: p["F"] < min(p["B"], p["D"]), True),
    (sqrt(B + D) / F, "D << F; B -> oo", lambda p: p["D"] < p["F"] and p["B"] > 0, False),
    (sqrt(B + D) / F, "B, D << F", lambda p: max(p["B"], p["D"]) < p["F"], True),
    (1 / Piecewise((B, D < F), (1, True)), "B -> oo", lambda p: p["B"] > 0, False),  # no choice had been drawn
    (1 / Piecewise((B, D < F), (B**2, True)), "B -> oo", lambda p: p["B"] > 0, True),
]


@pytest.mark.parametrize(("expr", "given", "inside", "answer"), NEGLIGIBLE)
def test_what_holds_a_maximum_is_negligible_where_it_is_along_every_path(
    expr: object, given: str, inside: Callable[[dict[str, int]], bool], answer: bool
) -> None:
    """Max is small where all its arguments are, Min where one is, and the other way round below a bar."""
    along = [p for p in PATHS if inside(p)]
    values = [float(expr.subs({s: 2.0 ** (60 * p[str(s)]) for s in (B, D, F)})) for p in along]  # type: ignore[attr-defined]
    assert all(v < 2**-28 for v in values) == answer
    assert vanishes(core(expr), regime(given)) == answer


@pytest.mark.parametrize(("other", "answer"), [(1, False), (B**2, True)])
def test_a_choice_below_a_bar_is_large_only_where_all_its_branches_are(other: object, answer: bool) -> None:
    """Read from SymPy a choice takes what it divides into its branches, so that none had stood below a bar."""
    choice = core(Piecewise((B, D < F), (other, True)))
    assert [e for exps, _ in (1 / choice).num.monomials() for e in exps.values()] == [-1]
    assert vanishes(1 / choice, regime("B -> oo")) == answer


@pytest.mark.parametrize("k", [2, Rational(24, 10), Rational(25, 10), 3])
def test_an_argument_below_the_mean_of_two_others_is_dropped_exactly_then(k: object) -> None:
    """k N D <= sqrt(2 N**2 * 3 D**2) = 2.449 N D."""
    found = leading(Max(2 * N**2, 3 * D**2, k * N * D), "N, D -> oo", minimal=True)
    left = (2 * N**2, 3 * D**2) if k < 2.449 else (2 * N**2, 3 * D**2, k * N * D)
    assert found.value_core == core(Max(*left))
    at = {N: 3**40, D: 2**40 * 3**20 // 2**20}
    assert all(c.holds(**{str(s): v for s, v in at.items()}) for c in found.conditions)


@pytest.mark.parametrize("k", [Rational(9, 10), 1, Rational(3, 2), Rational(7, 3)])
def test_an_argument_above_the_mean_of_two_others_is_dropped_from_a_minimum(k: object) -> None:
    """k N D >= sqrt(N**2 D**2) iff k >= 1."""
    found = leading(Min(N**2, D**2, k * N * D), "N, D -> oo", minimal=True)
    assert found.value_core == core(Min(N**2, D**2) if k >= 1 else Min(N**2, D**2, k * N * D))


@pytest.mark.parametrize(
    ("expr", "given", "lo", "hi"),
    [
        ((D + B) / (D + F), "B, F << D", F / D, B / D),
        ((D + B) / (D - F), "B, F << D", 0, (B + F) / (D - F)),  # the denominator is at least D - F
        ((D + B - N) / (D + F), "B, F, N << D", (F + N) / (D - N), B / D),
        ((N + 1) / (N + 3), "N -> oo", 2 / N, 0),
        ((D + B / 2) / (D + F / 3), "B, F << D", F / (3 * D), B / (2 * D)),
        ((D**2 + B * D) / (D + F) ** 2, "B, F << D", (2 * D * F + F**2) / D**2, B / D),
    ],
)
def test_both_excesses_are_those_of_the_theorem(expr: object, given: str, lo: object, hi: object) -> None:
    """Theorem 5: D-/(P' Q') and D+/(P' Q'), the leading parts less the negative rest where there is one."""
    assert leading(expr, given).excess == (core(lo), core(hi))


def test_terms_with_fractions_before_them_are_no_negative_ones() -> None:
    d = gen("D")
    whole = (d + gen("B") * Fraction(1, 2)) / (d + gen("F"))
    assert Fraction(1, 2) in whole.num.terms.values()
    assert leading(whole, "B, F << D").excess == (core(F / D), core(B / (2 * D)))


def test_a_leading_part_below_zero_needs_no_more_than_one_above() -> None:
    assert leading(-D - B, "B << D").conditions == ()
    assert leading(-D / F - B / F, "B << D").value == -D / F
    assert [c.text for c in leading(B - D, "B << D").conditions] == ["B < D"]
    assert leading((1 - 2 * K) * D + B, "B << D", minimal=True).conditions != ()  # 2 K may be below 1
    assert leading((1 - 2 * N) * D + B, "B << D", minimal=True).sign == -1  # 2 N is never


GUARDS = [
    ("if<", "B << D", (B, D), "B < D"),
    ("if<=", "B << D", (B, D), "B <= D"),
    ("if<", "D << B", (D, B), "D <= B"),  # B < D fails where D <= B
    ("if<=", "D << B", (D, B), "D < B"),
]


@pytest.mark.parametrize(("kind", "given", "sides", "stated"), GUARDS)
def test_a_choice_is_the_branch_of_its_guard_also_where_both_sides_are_equal(
    kind: str, given: str, sides: tuple[object, object], stated: str
) -> None:
    whole = build(kind, [core(B), core(D), core(N), core(S)])
    found = leading(whole, given)
    first = given == "B << D"
    assert found.value == (N if first else S)
    assert [c.text for c in found.conditions] == [stated]
    for b, d in itertools.product((1, 2, 3), repeat=2):
        guard = b < d if kind == "if<" else b <= d
        assert found.conditions[0].holds(B=b, D=d) == (guard == first)
        assert whole.at({"B": b, "D": d, "N": 5, "S": 7}) == (5 if guard else 7)


def test_an_absolute_value_of_one_sign_is_that_or_its_opposite() -> None:
    assert core(Abs(1 - N, evaluate=False)) == core(N - 1)
    assert core(Abs(N - 1)) == core(N - 1)
    assert core(Abs(N - D)) == core(Max(N - D, D - N))


def test_a_choice_between_equal_sides_is_made_at_once() -> None:
    left, right = core(B * (D + 1)), core(B * D + B)
    assert build("if<", [left, right, core(N), core(S)]) == core(S)
    assert build("if<=", [left, right, core(N), core(S)]) == core(N)


@pytest.mark.parametrize(("left", "right"), [(3 * D, 2 * D + F), (2 * D, 3 * D + F), (D + F, D * Rational(9, 8))])
def test_a_guard_between_the_same_monomials_goes_by_the_coefficients(left: object, right: object) -> None:
    found = leading(build("if<", [core(left), core(right), core(B), core(N)]), "F << D; F -> oo")
    first = left.coeff(D) < right.coeff(D)  # type: ignore[attr-defined]
    assert found.value == (B if first else N)
    assert found.conditions[0].holds(D=2**400, F=1)


@pytest.mark.parametrize(
    ("kind", "left", "right", "value"),
    [
        ("if<", N - D, 0 * N, S),
        ("if<=", N - D, 0 * N, S),
        ("if<", 0 * N, N - D, T),
        ("if<", D - N, 0 * N, T),
        ("if<", 0 * N, D - N, S),
    ],
)
def test_a_guard_against_zero_is_decided_by_the_sign(kind: str, left: object, right: object, value: object) -> None:
    """N - D is above 0 in D << N: the branch is that of N = 2**400, D = 1."""
    whole = build(kind, [core(left), core(right), core(T), core(S)])
    assert whole.at({"N": 2**400, "D": 1, "T": 5, "S": 7}) == (5 if value == T else 7)
    assert leading(whole, "D << N").value == value


@pytest.mark.parametrize(
    ("expr", "given", "value"),
    [
        (sqrt(D**2 + B), "B << D", D),
        (sqrt(D + F) * B / (B + k), "B, D, F << k", sqrt(D + F) * B / k),
        (5 * N * log(N, 2) / (16 * N + 1), "N -> oo", Rational(5, 16) * log(N, 2)),
        (log(N**2 + N, 2), "N -> oo", 2 * log(N, 2)),
        (N + log(N, 2) ** 3, "N -> oo", N),
        (N * log(N, 2) + N, "N -> oo", N * log(N, 2)),
        (1 / (1 / B + 1 / (sqrt(D) + k)), "B << k, D; B**2 << D", B),
        ((D + F) ** Rational(3, 2) / D, "F << D", sqrt(D)),
        (Rational(1, 2) * sqrt(B) + D, "B << D", D),
    ],
)
def test_roots_and_logarithms_numerically(expr: object, given: str, value: object) -> None:
    """Floating point is the judge, at sizes where it is exact enough."""
    found = leading(expr, given)
    assert found.value_core == core(value)
    names = {str(s): s for s in found.exact.free_symbols | found.value.free_symbols}
    rng = random.Random(1)
    for depth in (4, 12, 30):
        for at in points(regime(given), rng, depth, tuple(names)):
            where = {
                names[n]: Rational(int(v), 1) if v.denominator == 1 else Rational(v.numerator, v.denominator)
                for n, v in at.items()
            }
            low, mid, high = (x.subs(where).evalf(60) for x in (found.lower, found.exact, found.upper))
            assert low <= mid * (1 + Rational(1, 10**40))
            assert mid <= high * (1 + Rational(1, 10**40))


def test_a_ray_rule_on_each_extreme_ray_would_decide_too_much() -> None:
    """(B/D) log F is not negligible in B << D, F -> oo, since F may be exp(D/B); N**(1/9) beats any log of N."""
    with pytest.raises(Undetermined):
        leading(1 + B / D * log(F, 2), "B << D; F -> oo")
    assert leading(N ** Rational(1, 9) + log(N, 2) ** 7, "N -> oo").value == N ** Rational(1, 9)


# -- the case table and bounds without a regime --------------------------------------------------------------------


def test_the_case_table_of_the_matmul() -> None:
    assert [(str(c.value), c.regime.text) for c in regimes(MATMUL)] == [
        ("B", "B << D, F"),
        ("D", "D << B, F"),
        ("F", "F << B, D"),
    ]


@pytest.mark.slow
def test_every_case_of_random_tables_is_what_leading_says_and_they_cover_the_space() -> None:
    rng = random.Random(8)
    for _ in range(25):
        r = random_poly(rng, rng.randint(1, 3)) / random_poly(rng, rng.randint(1, 3))
        table_of_cases = regimes(r)
        for case in table_of_cases:
            assert leading(r, case.regime).value_core == case.value_core
        # A random deep point lies in some case: its largest terms are that case's terms.
        for _ in range(5):
            at = {n: Fraction(2) ** rng.randint(0, 3000) for n in NAMES if n != "eps"} | {
                "eps": Fraction(2) ** rng.randint(0, 9000)
            }
            near = [c for c in table_of_cases if abs(Fraction(c.value_core.at(at)) / r.at(at) - 1) < Fraction(1, 100)]
            tie = _top_two_close(r.num, at) or _top_two_close(r.den, at)
            assert near or tie


def _top_two_close(p: Poly, at: dict[str, Fraction]) -> bool:
    values = sorted((Ratio(Poly(p.ring, {m: c})).at(at) for m, c in p.terms.items()), reverse=True)
    return len(values) > 1 and values[1] * 1000 > values[0]


def test_the_case_table_of_a_minimum_of_sums() -> None:
    """``Min(B + 1, D + 1)`` had one case, 1: fractions of different denominators were added as if they had one."""
    assert [str(c) for c in regimes(Min(B + 1, D + 1))] == ["B when B << D; B -> oo", "D when D << B; D -> oo"]
    assert [str(c) for c in regimes(Max(B / (D + 1), D / (B + 1)))] == [
        "B/D when D << B; D -> oo",
        "D/B when B << D; B -> oo",
    ]


@pytest.mark.slow
def test_cases_of_nested_extremes_are_near_the_value_deep_inside_them() -> None:
    """Trees of sums, products, quotients, minima and maxima, worked out by a loop; sizes far apart, one case each."""
    rng, names, judged = random.Random(17), ("B", "D", "F"), Counter()
    kinds = {"+": lambda a, b: a + b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "min": min, "max": max}
    make = {**kinds, "min": Min, "max": Max}

    def tree(depth: int) -> tuple[object, ...]:
        if depth == 0 or rng.random() < 0.2:
            return ("leaf", rng.choice((*names, 1, 3)))
        return (rng.choice(tuple(kinds)), tree(depth - 1), tree(depth - 1))

    def told(t, leaf, by):
        return leaf(t[1]) if t[0] == "leaf" else by[t[0]](told(t[1], leaf, by), told(t[2], leaf, by))

    symbols = dict(zip(names, (B, D, F)))
    for _ in range(150):
        t = tree(3)
        expr = told(t, lambda x: symbols.get(x, x), make)
        if not getattr(expr, "free_symbols", None):
            continue
        table = regimes(expr)
        for _ in range(4):
            at = {n: Fraction(2) ** e for n, e in zip(names, rng.sample((401, 977, 2309, 5413, 13007), 3))}
            value = told(t, partial(_leaf, at), kinds)
            inside = [
                c
                for c in table
                if all(_size_of(r.small, at) * 2**20 < _size_of(r.large, at) for r in c.regime.relations)
            ]
            assert inside, (expr, at)
            assert any(abs(Fraction(c.value_core.at(at)) / value - 1) < Fraction(1, 1000) for c in inside), (expr, at)
            judged[t[0]] += 1
    assert min(judged[k] for k in kinds) > 20


def _leaf(at: dict[str, Fraction], x: object) -> Fraction:
    return at[x] if isinstance(x, str) else Fraction(x)


def _size_of(side: Iterable[tuple[str, Fraction]], at: dict[str, Fraction]) -> Fraction:
    out = Fraction(1)
    for n, e in side:
        out *= at[n] ** e
    return out


def test_the_case_table_refuses_what_it_cannot_know() -> None:
    with pytest.raises(Unsupported, match="sums, products"):
        regimes(F + ceiling(B / D))
    with pytest.raises(Unsupported, match="one sign"):
        regimes(B - D + F**2)
    wide = ratio(0)
    for i in range(60):
        wide = wide + gen(f"x{i}")
    with pytest.raises(Unsupported, match="too many cases"):
        regimes(wide / (1 + wide))


@pytest.mark.slow
def test_bounds_without_a_regime() -> None:
    found = bounds_free(MATMUL)
    assert str(found) == "between Min(B, D, F)/3 and Min(B, D, F)"
    assert found.upper.free_symbols == {B, D, F}
    rng = random.Random(2)
    for _ in range(40):
        r = random_poly(rng, rng.randint(1, 4)) / random_poly(rng, rng.randint(1, 4))
        free = bounds_free(r)
        at = {n: Fraction(rng.randint(1, 99), rng.randint(1, 9)) * 2 ** rng.randint(-400, 400) for n in NAMES}
        assert free.lower_core.at(at) <= r.at(at) <= free.upper_core.at(at)
    with pytest.raises(Unsupported, match="one sign"):
        bounds_free(B - D)


# -- SymPy as another judge, where it is right and where it is wrong -----------------------------------------------


@pytest.mark.slow
def test_iterated_limits_of_random_chains_agree() -> None:
    """In a total chain whose exponents are settled SymPy's iterated limit of expr/leading is 1."""
    rng = random.Random(4)
    x, y = dims("x y")
    for _ in range(6):
        r = ratio(0)
        for _ in range(3):
            r = r + Ratio(term({"x": rng.randint(0, 3), "y": rng.randint(0, 2)}, rng.randint(1, 5)))
        q = 1 + Ratio(term({"x": rng.randint(0, 2), "y": rng.randint(0, 2)}, rng.randint(1, 5)))
        found = leading(r / q, Regime.lex("x", "y"))
        clear_cache()
        assert limit(limit(found.exact / found.value, y, oo), x, oo) == 1


# (expression, regime, order of limits, what SymPy returns, a path along which the quotient does not tend to that)
SYMPY_WRONG = [
    (B * D / (B * D + F), "B << D, F", (D, F), 1, {"B": 1, "D": 2, "F": 4}),
    (B * D / (B * D + F), "B << D, F", (F, D), 0, {"B": 2, "D": 4, "F": 3}),
    (D * F / (D**2 + F**2), "D, F -> oo", (D, F), 0, {"D": 1, "F": 1}),
    (D * F / (D**2 + F**2), "D, F -> oo", (F, D), 0, {"D": 1, "F": 1}),
    (D / (D + F), "D, F -> oo", (D, F), 1, {"D": 1, "F": 2}),
    (D / (D + F), "D, F -> oo", (F, D), 0, {"D": 2, "F": 1}),
    (D**2 * F / (D**3 + F**2), "D, F -> oo", (D, F), 0, {"D": 2, "F": 3}),
]


@pytest.mark.parametrize(("expr", "given", "order", "answer", "path"), SYMPY_WRONG)
def test_where_iterated_limits_are_wrong(
    expr: object, given: str, order: tuple[object, ...], answer: int, path: dict[str, int]
) -> None:
    """SymPy gives one number; along the path (inside the regime) the expression stays away from it; we refuse."""
    out = expr
    for s in order:
        out = limit(out, s, oo)
    assert out == answer
    at = {n: Fraction(2) ** (400 * e) for n, e in path.items()}
    g = regime(given)
    assert all(at.get(a, 1) * 2**399 <= at.get(b, 1) for r in g.relations for a, b in [_pair(r)])
    assert abs(core(expr).at(at) - answer) > Fraction(1, 4)
    with pytest.raises(Undetermined):
        leading(expr, given)


def _pair(r: object) -> tuple[str, str]:
    small, large = r.small, r.large  # type: ignore[attr-defined]
    return (small[0][0] if small else "1", large[0][0] if large else "1")


def test_absolute_errors_do_not_vanish_where_iterated_limits_say_so() -> None:
    """I - B tends to 0 in SymPy's order, but along B = t**3, D = F = t**5 it is -2 t; ours is relative."""
    assert limit(limit(MATMUL - B, D, oo), F, oo) == 0
    t = Fraction(10) ** 6
    assert core(MATMUL - B).at({"B": t**3, "D": t**5, "F": t**5}) < -t


# -- records -------------------------------------------------------------------------------------------------------


def test_approximations_pickle_and_compare() -> None:
    found = leading(MATMUL, "B << D, F")
    assert pickle.loads(pickle.dumps(found)) == found
    assert str(pickle.loads(pickle.dumps(found))) == str(found)


def test_a_large_ratio_is_answered_at_once() -> None:
    """12 symbols, 500 + 500 monomials: the chain's leading terms are those that the growth order ranks first."""
    rng = random.Random(1)
    names = tuple(f"x{i:02}" for i in range(12))
    home = ring(names)

    def poly() -> Poly:
        return Poly(home, {home.pack({n: rng.randint(0, 3) for n in names}): rng.randint(1, 9) for _ in range(500)})

    r = Ratio(poly(), poly() + Poly(home, {0: 1}))
    g = Regime.lex(*names)
    found = leading(r, g)
    best = max(r.num.terms, key=lambda m: tuple(reversed(home.unpack(m))))
    assert list(found.top.terms) == [best]
    assert math.isfinite(len(found.bottom))


@pytest.mark.parametrize(
    ("form", "given", "shown"),
    [
        (lambda B, D, F: Min(8 * sqrt(F), 2 * B), "F -> oo", "2*B, exactly when F -> oo, where B <= 4*sqrt(F)"),
        (lambda B, D, F: Max(B * D, F), "B << F/D", "F, exactly when B << F/D, where B*D <= F"),
        (
            lambda B, D, F: (B * D - 2 * B - D) / (F + B),
            "F << B, D",
            "D, high by (2*B + D + D*F)/(B*D - 2*B - D) when F << B, D, where 2*B + D < B*D",
        ),
        (lambda B, D, F: B * D / (B + D), "B << D", "B, high by B/D when B << D"),
    ],
)
def test_what_an_approximation_needs_is_said_wherever_it_is_shown(form, given, shown) -> None:
    """A value that stands for a Max is exact only where that part is the larger one."""
    B, D, F = dims("B D F")
    a = leading(form(B, D, F), given)
    assert str(a) == shown
    for c in a.conditions:
        assert c.text in str(a)
        assert c.text in plain(a)
    assert (r"\text{where }" in a.latex()) == bool(a.conditions)


@pytest.mark.parametrize(
    ("expr", "given", "points"),
    [
        (lambda N, D: N - D, "D << N", [{"N": n, "D": d} for n in (1, 5, 99, 101, 102, 900) for d in (1, 8, 300)]),
        (lambda N, D: N**2 - 3 * N * D + D, "D << N", [{"N": n, "D": d} for n in (1, 9, 700, 900) for d in (1, 2, 30)]),
        (lambda N, D: 1 / (N - 2 * D), "D << N", [{"N": n, "D": d} for n in (1, 7, 150, 203) for d in (1, 2, 30)]),
    ],
)
def test_sizes_within_a_tolerance_keep_it_where_the_exact_value_is_below_0(expr, given, points):
    """The old generators drew points of the regime alone, never N far below D, where D/(N - D) is negative."""
    N, D = dims("N D")
    asked = expr(N, D)
    found = leading(asked, given)
    told = (found.within("1/100"),), found.sizes_within("1/100")
    for at in points:
        values = {N: at["N"], D: at["D"]}
        exact = asked.subs(values)
        if exact.is_finite and exact != 0 and any(all(c.holds(**at) for c in limits) for limits in told):
            assert abs(found.value.subs(values) / exact - 1) <= Rational(1, 100), at


# -- functions that may be below 0 -------------------------------------------------------------------------------------
OF_OPEN_SIGN = [  # (expression, regime, what has to hold)
    (B + log(K, 2), "B -> oo", "1 <= K"),
    (B**2 + B * log(K, 2), "B -> oo", "1 <= K"),
    (B + D * log(K, 2), "D << B", "1 <= K"),
    (B + ceiling(K - W), "B -> oo", "0 <= ceiling(K - W)"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("expr", "given", "needed"), OF_OPEN_SIGN)
def test_what_may_be_below_0_bounds_nothing_unless_it_is_said(expr, given, needed):
    a = leading(expr, given)
    near = a.within("1/20")
    assert needed in near.text
    assert " low by " not in str(a)
    with pytest.raises(SymroofError, match="need " + re.escape(needed)):
        _ = a.lower
    held = 0
    small = (Fraction(1, 2**50), Fraction(1, 2), 1, 2, 9)
    for b, d, c, w in itertools.product((1, 60, 4000), (1, 3), small, (Fraction(1, 3), 7)):
        at = {"B": b, "D": d, "K": c, "W": w}
        if near.holds(**{n: at[n] for n in near.names}):
            numbers = {s: Rational(at[str(s)]) for s in (B, D, K, W)}
            assert abs(float(a.value.subs(numbers) / expr.subs(numbers)) - 1) <= 0.05 + 1e-12, at
            held += 1
    assert held


@pytest.mark.parametrize("expr", [(B + 1) / log(3 * K * B, 2), B + log(B / 1000 + K, 2), B + ceiling(K - W)])
def test_without_a_regime_there_are_no_bounds_of_what_may_be_below_0(expr):
    with pytest.raises(Unsupported, match="may be below 0"):
        bounds_free(expr)


@pytest.mark.slow
def test_without_a_regime_there_are_bounds_of_functions_that_are_not():
    found = bounds_free((B + D) * log(B + 1, 2) + ceiling(D / 8))
    for b, d in itertools.product((1, 2, 9, 1000), repeat=2):
        exact = (b + d) * math.log2(b + 1) + -(-d // 8)
        low, high = (float(x.subs({B: b, D: d})) for x in (found.lower, found.upper))
        assert low <= exact * (1 + 1e-12) <= high * (1 + 1e-11)


def test_coefficients_hundreds_of_digits_apart_are_tried_beyond_them():
    """10**400 is 1,329 bits: a point 400 bits out would say that the leading part is wrong."""
    for k in (100, 400, 600):
        assert str(leading(f"10**{k}*B*D/(B + 10**{k}*D)", "B -> oo")).startswith(f"{10**k}*D, high by")


@pytest.mark.parametrize(
    ("text", "value", "regime"),
    [
        # terms of one size, of a number and of its root, were two that lead in one regime, and neither did
        ("sqrt(3) + D/(10*D + 3)", sqrt(3) + Rational(1, 10), "D -> oo"),
        ("sqrt(3)*D + D + 1", D * (1 + sqrt(3)), "D -> oo"),
        ("3 + D/(10*D + 3)", Rational(31, 10), "D -> oo"),
    ],
)
def test_terms_of_one_size_lead_together(text: str, value: object, regime: str) -> None:
    (case,) = regimes(text)
    assert simplify(case.value - value) == 0
    assert str(case.regime) == regime


def test_the_larger_of_two_of_one_size_is_not_their_sum() -> None:
    with pytest.raises(Unsupported, match=r"ask leading\(\)"):
        regimes("max(D, sqrt(2)*D) + 1")


def test_a_table_of_cases_has_the_time_it_is_given() -> None:
    """Eight by eight terms took half a minute, and nothing could be said about it; in no time nothing is decided."""
    text = "(K**3*H + B**3*F*H + F*L**2 + D*G**3)/(F**2*G**2 + A**3*G*K**2 + A*K*H + G**3*H**2)"
    with pytest.raises(OutOfTime, match=r"not decided within 0\.001 s; give more time"):
        regimes(text, within="1ms")
    assert regimes("B*D/(B + D)", within="1 min") == regimes("B*D/(B + D)")
    with pytest.raises(SymroofError, match="within='soon' is not a time"):
        regimes("B*D/(B + D)", within="soon")


@pytest.mark.slow
def test_the_root_of_one_product_is_no_choice_of_itself() -> None:
    """Found by the outside judge (seed 99102): a root inside a root, of no known sign, was asked about itself for ever.

    Judged by mpmath far out, where the error that is told has to hold.
    """
    found = leading("min(log2(C/8 + 256)**(3/2), 5*B**2/C**2 + B, min(C, B))", "N << B << C")
    with mpmath.workdps(60):
        for b, c in ((40, 10**9), (10**4, 10**12), (10**30, 10**60)):
            bits = mpmath.log(mpmath.mpf(c) / 8 + 256, 2)
            exact = min(bits ** mpmath.mpf("1.5"), 5 * mpmath.mpf(b) ** 2 / c**2 + b, b)
            low = mpmath.log(c, 2)
            value = min(mpmath.mpf(b), mpmath.sqrt(low - 3) * low)
            high = 3 / (low - 3)
            assert -(mpmath.mpf(10) ** -8) <= (value - exact) / exact <= high
    assert str(found).startswith("Min(B, sqrt(log2(C) - 3)*log2(C)), high by at most 3/(log2(C) - 3)")
    with pytest.raises(SymroofError, match="the sign of B - 1 is open"):
        leading("max(sqrt(sqrt(log2(C) - 3)*log2(C)/(B - 1)), sqrt(B))", "B << C")


def nested(step: str, depth: int) -> str:
    text = "B"
    for _ in range(depth):
        text = step.format(text)
    return text


@pytest.mark.slow
@pytest.mark.parametrize("step", ["max(log2({} + 3), D)", "log2(max({}, D) + 1)"])
def test_logarithms_nested_deep_are_told_or_refused_at_once(step: str) -> None:
    """The error doubles with each: at 12 its text had 2 million letters, at 20 there was none after 19 s.

    Earlier tests nested four.
    """
    for depth in (6, 8):
        with limited_to("2s"):
            assert len(str(leading(nested(step, depth), "1 << B"))) < 100_000
    for depth in (9, 14, 20):
        with limited_to("2s"), pytest.raises(Unsupported, match="name an inner one"):
            leading(nested(step, depth), "1 << B")

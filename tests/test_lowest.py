"""What stands inside a function is in lowest terms, so that no answer hangs on what was asked before it.

What the old generators never drew: two questions of one process whose functions are equal, one of them with a factor
that cancels in a symbol that the other has not.  Such functions are one generator, and the symbol came along: asked
after floor((H + 1)*(F + W)/((H + 1)*(F + 2))), floor((F + W)/(F + 2)) wanted a number for H, and the logarithm of a
difference that vanishes ended in a KeyError.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
import sympy

from symroof import dims, exactly, interval, numeric
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.lowest import MAX_DEGREE, in_lowest_terms
from symroof.algebra.ratios.posynomial import PRIME, Ratio, build, gen, ratio, term
from symroof.errors import SymroofError

F, H, W = dims("F H W")
f, h, w = gen("F"), gen("H"), gen("W")


def test_a_factor_that_cancels_brings_no_symbol_to_the_next_question() -> None:
    twice = sympy.floor(sympy.expand((H + 1) * (F + W)) / sympy.expand((H + 1) * (F + 2)))
    assert core(twice).names == ("F", "W")
    once = sympy.floor((F + W) / (F + 2))
    assert core(once).names == ("F", "W")
    assert exactly(once, F=1, W=3) == 1
    assert tuple(interval(once, F=1, W=(2, 8))) == (1, 3)
    assert numeric(F * once, F, W)(3, 4) == 3.0


def test_nothing_over_a_sum_is_nothing() -> None:
    none = h / (h + 1) - h / (h + 1)
    assert none.names == ()
    assert none.constant() == 0
    build("log2", [none])
    asked = sympy.log(F**3 * sympy.floor(W / 128) / W**2, 2)
    with pytest.raises(SymroofError, match="no value in part of this box"):
        interval(asked, F=1, W=sympy.Rational(3, 2))


@pytest.mark.parametrize("function", [sympy.floor, sympy.ceiling, lambda x: sympy.Max(x, F), lambda x: sympy.log(x, 2)])
def test_what_cancels_inside_a_function_must_not_be_zero(function: object) -> None:
    """Nothing is over 0 in what a function is taken of, whatever becomes of the quotient."""
    asked = function(sympy.expand((H - 1) * (F + W)) / sympy.expand((H - 1) * (F + 2)))  # type: ignore[operator]
    with pytest.raises(SymroofError):
        exactly(asked, F=2, H=1, W=6)
    assert math.isnan(numeric(asked, F, H, W)(2, 1, 6))
    right = function(sympy.Integer(8) / 4).subs(F, 2)  # type: ignore[operator]
    assert exactly(asked, F=2, H=3, W=6) == Fraction(int(right))
    assert numeric(asked, F, H, W)(2, 3, 6) == float(right)


def _sum(rng: random.Random, least: int) -> Ratio:
    made = ratio(0)
    for _ in range(rng.randint(2, 3)):
        powers = {n: rng.choice((0, 0, 1, 2)) for n in "FHW"}
        made = made + Ratio(term(powers, rng.choice((1, 1, 2, 3, least))))
    return made


@pytest.mark.slow
def test_as_another_algebra_cancels() -> None:
    """SymPy's ``cancel`` leaves the same symbols, and the values are those before, at random rationals."""
    rng = random.Random(7)
    shorter = same = 0
    for k in range(150):
        a, b = _sum(rng, -1), _sum(rng, -2)
        both = ratio(1) if k % 5 == 0 else _sum(rng, rng.choice((-1, 5)))
        if not (a.num.terms and b.num.terms and both.num.terms):
            continue
        r = Ratio((a * both).num, (b * both).num)
        made = in_lowest_terms(r)
        names = {str(s) for s in sympy.cancel(sympy.sympify(str(r).replace("^", "**"))).free_symbols}
        kept = r.is_posynomial_ratio and made.num == r.num
        assert set(made.names) == names or (kept and set(r.names) == names), (r, made)
        for _ in range(3):
            at = {n: Fraction(rng.randint(1, 9), rng.randint(1, 9)) for n in "FHW"}
            if Ratio(r.den).at(at):
                assert r.at(at) == made.at(at)
        shorter += len(made.num.terms) + len(made.den.terms) < len(r.num.terms) + len(r.den.terms)
        same += made is r
    assert shorter > 60
    assert same > 15


def test_what_shows_that_it_is_above_zero_stays() -> None:
    cubes = Ratio((f**3 + h**3).num, (f + h).num)
    assert in_lowest_terms(cubes) is cubes
    beside = Ratio(((w + 1) * (f**3 + h**3)).num, ((w + 1) * (f + h)).num)
    assert in_lowest_terms(beside) == f**2 - f * h + h**2
    assert in_lowest_terms(beside).names == ("F", "H")


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_roots_of_symbols_cancel_too(degree: int) -> None:
    root = f ** Fraction(1, degree)
    r = Ratio(((root + h) * (w + 1)).num, ((root + h) * (w + 2)).num)
    assert in_lowest_terms(r) == (w + 1) / (w + 2)
    assert in_lowest_terms(r).names == ("W",)


def test_far_powers_are_left_as_they_are() -> None:
    r = Ratio(((f**MAX_DEGREE + 1) * (w + f)).num, ((f**MAX_DEGREE + 1) * (w + 2)).num)
    assert in_lowest_terms(r) is r


def test_numbers_over_the_prime_itself() -> None:
    """The judge of common factors works modulo a prime, in which 1 over it is nothing: it was a ValueError."""
    asked = sympy.floor(sympy.expand((H + 1) * (F / PRIME + W)) / sympy.expand((H + 1) * (F + 2)))
    assert core(asked).names == ("F", "W")
    assert exactly(asked, F=PRIME, H=1, W=3 * PRIME) == 2  # (1 + 3 p)/(p + 2)

"""Poles inside of functions: what a maximum, a rounding or a root is taken of must have a value itself.

The judge walks the SymPy expression with pairs, as docs/numbers.md says it: quotients of quotients are one quotient,
and a function takes a pair only where its second number is not 0.  Earlier generators drew poles of the whole
expression and of one quotient in another, never one that a function stands around and a division takes out again:
1/max(D, 1/floor(K)) was 0 at K = 1/2, nan as a function; and never a root of something below 0 beside such a quotient.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from symroof import SymroofError, dims, exactly, interval, numeric, params
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.needs import lost

B, D = dims("B D")
K = params("K")
Pair = tuple[Fraction, Fraction]
SIZES = [{"B": b, "D": d, "K": k} for b in (1, 2, 5) for d in (1, 4) for k in (Fraction(1, 2), Fraction(2))]


class Nowhere(Exception):
    """No value there."""


class Hole(Exception):
    """Nothing over nothing, which has a value where it cancels (docs/algebra.md): not judged here."""


def pair(e: sp.Expr, at: dict[str, Fraction]) -> Pair:
    """Numerator and denominator, of which the second may be 0."""
    if e.is_Symbol:
        return Fraction(at[e.name]), Fraction(1)
    if e.is_Rational:
        return Fraction(int(e.p), int(e.q)), Fraction(1)
    if e.is_Add or e.is_Mul:
        a, b = pair(e.args[0], at)
        for x in e.args[1:]:
            c, d = pair(x, at)
            a, b = (a * d + b * c, b * d) if e.is_Add else (a * c, b * d)
            if a == 0 == b:
                raise Hole
        return a, b
    if e.is_Pow and e.exp.is_Integer:
        a, b = pair(e.base, at)
        a, b = (a, b) if e.exp > 0 else (b, a)
        return a ** abs(int(e.exp)), b ** abs(int(e.exp))
    args = [value(x, at) for x in (e.args if not e.is_Pow else e.args[:1])]
    if e.func == sp.Max:
        return max(args), Fraction(1)
    if e.func == sp.floor:
        return Fraction(math.floor(args[0])), Fraction(1)
    assert e.is_Pow
    assert e.exp.is_Rational
    if args[0] < 0:
        raise Nowhere
    power, degree = abs(int(e.exp.p)), int(e.exp.q)
    a, b = (Fraction(_root(n, degree)) ** power for n in (args[0].numerator, args[0].denominator))
    return (a, b) if e.exp > 0 else (b, a)


def _root(n: int, degree: int) -> int:
    near = round(n ** (1 / degree))
    if near**degree != n:
        raise ArithmeticError  # irrational, which this judge does not know
    return near


def value(e: sp.Expr, at: dict[str, Fraction]) -> Fraction:
    a, b = pair(e, at)
    if not b:
        raise Nowhere
    return a / b


def drawn(rng: random.Random, depth: int) -> sp.Expr:
    if not depth:
        return rng.choice([B, D, sp.Integer(rng.randint(1, 3)), B - 1, B - 2, sp.floor(K), D - B, sp.floor(K) - 1])
    x, y = drawn(rng, depth - 1), drawn(rng, depth - rng.randint(1, depth))
    kind = rng.choice(["over", "over", "over", "plus", "times", "max", "root", "floor"])
    if kind == "over":
        return x / y if y != 0 else x
    if kind in ("plus", "times"):
        return x + y if kind == "plus" else x * y
    return {"max": lambda: sp.Max(x, y), "root": lambda: sp.sqrt(x), "floor": lambda: sp.floor(x)}[kind]()


def told(ask: object) -> Fraction | float | None:
    try:
        found = ask()
    except SymroofError:
        return None
    return None if isinstance(found, float) and math.isnan(found) else found


def as_function(door: object, at: list[float]) -> list[object]:
    """The value of a function of floats, and of one of arrays."""
    f = numeric(door, B, D, K)
    return [told(lambda: f(*at)), told(lambda: float(f(*[np.array([x, x]) for x in at])[1]))]


def agree(e: sp.Expr, at: dict[str, Fraction]) -> str:
    """What the judge and all doors say of an expression at sizes: both have a value, the same one, or none has."""
    try:
        want: Fraction | None = value(e, at)
    except Nowhere:
        want = None
    except (ArithmeticError, Hole):
        return "open"
    assert told(lambda: exactly(e, **at)) == want
    found = told(lambda: interval(e, **at))
    assert found is None or (want is not None and found.low <= want <= found.high)
    assert want is None or found is not None
    floats = [float(at[n]) for n in ("B", "D", "K")]
    for door in (e, core(e)):
        for got in as_function(door, floats):
            assert (got is None) == (want is None) or want == 0  # of a float that cancels to 0 not all digits are known
            assert want is None or got is None or math.isclose(got, want, rel_tol=1e-9, abs_tol=1e-12)
    return "none" if want is None else "some"


TYPED = [
    1 / sp.Max(D, 1 / sp.floor(K)),
    1 / sp.sqrt(sp.Rational(4, 9) / (sp.floor(D) - 1)),
    1 / sp.sqrt(1 + D / (B - 1)),
    1 / (1 + sp.sqrt(4 / (B - 1))),
    1 / (3 - 1 / (B - 5)),
    1 / (1 + 1 / (2 + 1 / (B - 1))),
    (sp.sqrt(D - 5) + 1) * (sp.sqrt(D - 5) - 1) / (3 - 1 / (B - 5)),
]


def test_a_pole_that_still_shows_is_not_said_again() -> None:
    assert not lost(core(sp.Max(D, 1 / sp.floor(K))))
    assert "<>" in {relation for _, relation in lost(core(1 / sp.Max(D, 1 / sp.floor(K))))}


@pytest.mark.parametrize("e", TYPED, ids=str)
def test_what_a_function_is_taken_of_has_a_value(e: sp.Expr) -> None:
    assert {agree(e, at) for at in SIZES} & {"some", "none"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_all_doors_agree_with_the_definition(seed: int) -> None:
    rng, seen = random.Random(f"poles inside/{seed}"), {"some": 0, "none": 0, "open": 0, "refused": 0}
    for _ in range(40):
        e = drawn(rng, 3)
        if not e.free_symbols or e.has(sp.zoo, sp.nan, sp.I):
            continue
        try:
            core(e)
        except SymroofError:
            seen["refused"] += 1
            continue
        for at in rng.sample(SIZES, 3):
            seen[agree(e, at)] += 1
    assert seen["some"] > 20, seen
    assert seen["none"] > 5, seen

"""A minimum as it is told: its value, where it is attained, and the certificate that nothing is smaller."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, final

from symroof.algebra.interop.door import expressed, to_sympy
from symroof.algebra.ratios.posynomial import Ratio, build, exact, product, ratio
from symroof.algebra.signs.condition import Condition
from symroof.shown import visible
from symroof.symbols import symbol

if TYPE_CHECKING:
    from sympy import Expr


@visible
@final
@dataclass(frozen=True)
class Certificate:
    """Weights that make the geometric mean of the terms free of the unknowns: a lower bound of the objective."""

    terms: tuple[Ratio, ...]
    weights: tuple[Fraction, ...]
    of: str
    offset: Ratio | None = None  # a term of the sum that holds no unknown
    also: tuple[tuple[Fraction, ...], ...] = ()  # of a maximum: further weights; the bound is the largest of all
    how: str = ""  # where the proof is not by means
    limits: tuple[tuple[tuple[Ratio, ...], tuple[Fraction, ...]], ...] = ()  # (terms, weights) of sums that are <= 1
    below: Fraction | None = None  # of numbers: a rational just below the product, which is irrational

    @property
    def bound(self) -> Ratio:
        """The product of (term/weight)**weight, or of term**weight for a maximum: the lower bound itself.

        A limit brings (term*w/weight)**weight for each of its terms, w being the sum of its weights.
        """
        if self.below is not None:
            return ratio(exact(self.below)) + (0 if self.offset is None else self.offset)
        if not self.weights:
            return self.offset if self.offset is not None else ratio(0)
        if self.also:
            return build("max", [replace(self, weights=w, also=()).bound for w in (self.weights, *self.also)])
        pairs = [(t, d) for t, d in zip(self.terms, self.weights) if d]
        factors = [(t / d if self.of == "sum" else t) ** d for t, d in pairs]
        for terms, weights in self.limits:
            whole = sum(weights, Fraction(0))
            factors += [(t * whole / d) ** d for t, d in zip(terms, weights) if d]
        bound = product(factors)
        return bound if self.offset is None else bound + self.offset

    def __str__(self) -> str:
        if self.how:
            return self.how
        shown = [
            ", ".join(f"{_short(d)} of {t}" for t, d in zip(terms, weights))
            for terms, weights in ((self.terms, self.weights), *self.limits)
        ]
        return f"arithmetic mean >= geometric mean with weights {' and, of what is at most 1, '.join(shown)}"

    __repr__ = __str__


def in_words(inner: Certificate, value: Ratio, of: str, how: str) -> Certificate:
    """A proof in words that the smallest is this value, or a number just below it, as the inner proof says."""
    if inner.below is None:
        return Certificate((), (), of, value, how=how)
    return Certificate((), (), of, how=how, below=Fraction(inner.bound.at({})))


def _short(d: Fraction) -> str:
    """A weight as it is, or where it is long as a decimal that says it is rounded."""
    return str(d) if len(str(d)) <= 14 else f"~{Decimal(d.numerator) / Decimal(d.denominator):.6g}"


@visible
@final
@dataclass(frozen=True)
class Optimum:
    """A minimum: its value, the point where it is attained, and the certificate that nothing is smaller."""

    objective: Ratio
    free: tuple[str, ...]
    of: str
    value_core: Ratio
    point_core: tuple[tuple[str, Ratio], ...]
    certificate: Certificate
    terms: tuple[Ratio, ...]
    single: bool = True
    lower: float | None = None  # numeric answers: a certified lower bound; value is attained at argmin
    conditions: tuple[Condition, ...] = ()  # what must hold: coefficients above 0, limits that leave room
    limits: tuple[Ratio, ...] = ()  # sums in the unknowns that are at most 1

    value = expressed("value_core", "The minimum, a SymPy expression.")

    @property
    def point(self) -> dict[Expr, Expr]:
        """Every unknown, eliminated ones included, at the minimum."""
        return {symbol(n): to_sympy(r) for n, r in self.point_core}

    @property
    def argmin(self) -> Expr | dict[Expr, Expr]:
        """The unknown asked for at the minimum; a dict when several were asked for."""
        if self.single:
            return to_sympy(self.point_core[0][1])
        return self.point

    def __str__(self) -> str:
        at = ", ".join(f"{n} = {r}" for n, r in self.point_core)
        if self.conditions:
            at += f" when {' and '.join(c.text for c in self.conditions)}"
        if self.lower is None:
            return f"{self.value_core} at {at}"
        about = f"(numeric, at most {self.gap:.1g} above the true minimum)"
        return f"{_short(Fraction(self.value_core.at({})))} at {at} {about}"

    __repr__ = __str__

    @property
    def gap(self) -> float:
        """How far the value may be above the true minimum, relative; 0 for a closed form."""
        if self.lower is None:
            return 0.0
        return float(Fraction(self.value_core.at({})) / Fraction(self.certificate.bound.at({})) - 1)


def below(q: Fraction) -> float:
    """The largest float that is not above a rational."""
    try:
        x = float(q)
    except OverflowError:
        return sys.float_info.max
    return x if Fraction(x) <= q else math.nextafter(x, -math.inf)


def put_back(found: Optimum, solved_for: Sequence[tuple[str, Ratio]]) -> dict[str, Ratio]:
    """The point of a minimum with the unknowns that were solved for before, the last one first: each by those after."""
    point = dict(found.point_core)
    for name, value in reversed(solved_for):
        point[name] = value.subs({n: r for n, r in point.items() if n != name})
    return point


def shifted(inner: Optimum, by: Ratio) -> Optimum:
    """The same minimum with something added that holds no unknown: a number, where the minimum is one in numbers."""
    proof = inner.certificate
    proof = replace(proof, offset=by if proof.offset is None else proof.offset + by)
    low = None
    if proof.below is not None and proof.offset is not None:
        low = below(proof.below + Fraction(proof.offset.at({})))
    return replace(
        inner,
        objective=inner.objective + by,
        value_core=inner.value_core + by,
        certificate=proof,
        terms=(*inner.terms, by),
        lower=low,
    )

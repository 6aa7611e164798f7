"""By which of the factors that people forget a number is off, with the chance that any wrong number would seem to be.

Two FLOPs a multiply-add and both ways of a link, a prefix, bits for bytes, bytes an element, 1024 for 1000: these are
tried, the plainest first.  Each makes one number of so many digits out of the right one; the share of the answers near
the one given that those tried make, ``points * place / answer``, is the chance.  From 2 % on it is only a guess.

>>> from symroof.reading.quantity import quantity
>>> found = slip(quantity("2.02").printed, Fraction("2.02"), Fraction("1.011"))
>>> found.name, f"{float(found.chance):.1%}", found.counts
('about the factor 2', '0.5%', True)
>>> slip(quantity("0.93").printed, Fraction("0.93"), Fraction("0.24"))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import final

from symroof.checking.claims.excuses import LIMIT
from symroof.reading.quantity import Printed

_TENS = tuple(Fraction(10) ** e for e in (3, 6, 9, 12, 15, 1, 2))
_TWOS = tuple(Fraction(2) ** e for e in (2, 4, 5, 6, 7, 8, 9, 10))
_BINARY = tuple(Fraction(1024, 1000) ** e for e in (1, 2, 3, 4))
_TOLD = Fraction(1, 10**5)  # by how much a factor of six digits may miss, relatively
_TIERS = ((Fraction(2),), _TENS, (Fraction(8),), _TWOS, _BINARY)
_BOTH_WAYS = tuple(tuple(f for known in tier for f in (known, 1 / known)) for tier in _TIERS)


@final
@dataclass(frozen=True)
class Slip:
    """A factor that was forgotten or is too many, and the chance that a wrong answer seems to be off by one."""

    factor: Fraction
    exact: bool
    chance: Fraction

    @property
    def counts(self) -> bool:
        """Whether the chance is small enough to say so."""
        return self.chance < LIMIT

    @property
    def name(self) -> str:
        """The factor as it is told: "the factor 2", "about the factor 1e3"."""
        return f"{'the' if self.exact else 'about the'} factor {_name(self.factor)}"


def slip(
    printed: Printed | None, x: Fraction, y: Fraction, rounding: Fraction = Fraction(0), also: Iterable[Fraction] = ()
) -> Slip | None:
    """The first known factor by which x is off from y: to the digits printed, rounded or else cut, or to a rounding.

    ``also`` are factors that the question names, as its number of chips: what one does for what all do.
    """
    if not x or not y or (x < 0) != (y < 0):
        return None
    place = printed.place if printed is not None else Fraction(1)
    width = place / abs(x) if printed is not None else rounding
    mine, right = abs(x) / place, abs(y) / place  # counted in places, so that what is printed is a whole number
    point = _plainly if printed is None else _in_places
    own = {point(right, Fraction(1), cut) for cut in (False, True)}
    seen: set[Fraction | int] = set()
    named = tuple(f for known in also for f in (known, 1 / known))
    for cut, tier in product((False, True), (*_BOTH_WAYS, named)):
        points = {f: point(right, f, cut) for f in tier}
        seen |= {p for p in points.values() if p not in own and _of_one_size(p, mine)}
        hit = next((f for f, p in points.items() if p in seen and abs(p - mine) <= rounding * mine), None)
        if hit is not None:
            return Slip(hit, hit == x / y, len(seen) * width)
    return None


def forgotten(factor: Fraction) -> bool:
    """Whether a factor is one that people forget, to the six digits in which it may be told.

    >>> [forgotten(Fraction(f)) for f in ("1/2", "8", "1000", "0.000976562", "5/7", "486", "3")]
    [True, True, True, True, False, False, False]
    """
    known = (k for tier in _TIERS for k in tier)
    return factor > 0 and any(abs(factor * f - 1) < _TOLD for k in known for f in (k, 1 / k))


def _plainly(value: Fraction, factor: Fraction, cut: bool) -> Fraction:
    """A multiple of what is not printed, which has no digits to be rounded to."""
    return value * factor


def _in_places(value: Fraction, factor: Fraction, cut: bool) -> int:
    """A multiple rounded to the digits that the answer has, or cut after them."""
    top, bottom = value.numerator * factor.numerator, value.denominator * factor.denominator
    return top // bottom if cut else (2 * top + bottom) // (2 * bottom)


def _of_one_size(p: Fraction | int, x: Fraction) -> bool:
    """Whether neither is more than the root of ten times the other."""
    one, other = (p * x.denominator) ** 2, x.numerator**2
    return one < 10 * other and other < 10 * one


def _name(f: Fraction) -> str:
    for e in (3, 6, 9, 12, 15):
        if f in (Fraction(10) ** e, Fraction(10) ** -e):
            return f"1e{e if f > 1 else -e}"
    for e, q in enumerate(_BINARY, 1):
        if f in (q, 1 / q):
            one, other = f"1{e * 3 * '0'}", str(1024**e)
            return f"{other}/{one}" if f > 1 else f"{one}/{other}"
    return str(f)

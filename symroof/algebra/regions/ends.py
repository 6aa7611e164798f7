"""The ends of an interval as floats and as printed decimals: neither may take in a number that the region leaves out.

A crossing at 8 - 1e-20 has the float 8.0.  As a float it is given as the next one below; printed, for sizes the last
integer stands there, [1, 7], and for other numbers the bracket says whether 8 itself is in.

>>> float_of(Fraction(10**20 * 8 - 1, 10**20)), told((8.0, True), Fraction(10**20 * 8 - 1, 10**20), None, 8, upper=True)
(7.999999999999999, (8.0, False))
>>> told((8.0, True), None, 7, 8, upper=True)
(7.0, True)
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Protocol, Union

from symroof.algebra.ratios.posynomial import Number, nearest
from symroof.algebra.signs.mixed import MixedRoot
from symroof.algebra.signs.roots import RealRoot
from symroof.errors import SymroofError

MOST_DIGITS = 100
LONG = 10**16  # from which on floats do not tell all sizes apart
BITS = (64, 256, 1024)  # to which an end is worked out before its side is left open


class Bracketed(Protocol):
    """A crossing that says between which rationals it lies, so many bits apart."""

    def bracket(self, bits: int = 64) -> tuple[Fraction, Fraction]: ...


Edge = Union[Fraction, Bracketed]


def float_of(edge: Edge) -> float:
    """The float nearest to an end, which is whole only where the end is: 8 - 1e-20 is the next one below 8."""
    low, high = _around(edge, BITS[0])
    x = nearest((low + high) / 2)
    if not (x.is_integer() and abs(x) < 2**53):
        return x
    return math.nextafter(x, math.inf * side) if (side := _side(edge, Fraction(x))) else x


def told(
    end: tuple[float, bool], edge: Edge | None, whole: int | None, shown: Number, *, upper: bool
) -> tuple[float, bool]:
    """What is printed for an end, and whether it is printed as closed, where ``shown`` is how the float is printed.

    ``whole`` is the last (upper) or first integer of the region, None where its numbers need not be whole.
    """
    x, closed = end
    if whole is not None:
        if abs(shown - x) >= 1:  # rounded to so few digits that nobody takes it for the very size
            return end
        claimed = math.floor(shown) if upper else math.ceil(shown)
        if claimed == shown and not closed:
            claimed += -1 if upper else 1
        if claimed != whole:
            return (float(whole), True) if float(whole) == whole else (x, (whole >= x) is upper)
        return end
    if edge is not None and (shown == x or shown == int(shown)):
        side = _side(edge, Fraction(shown))
        if side:
            return x, (side > 0) is upper
    return end


def mistaken(shown: Number, n: int) -> bool:
    """Whether a long size would be taken for another one by what is printed for it, which no float tells from it.

    >>> mistaken(10**17, 10**17 - 1), mistaken(10**17, 10**17), mistaken(Fraction("1.235e17"), 123456789012345678)
    (True, False, False)
    """
    return (
        n >= LONG and shown != n and abs(shown - n) << 52 <= n
        if isinstance(shown, int)
        else (shown.denominator == 1 and mistaken(shown.numerator, n))
    )


def apart(low: Edge, high: Edge) -> tuple[str, str]:
    """Both ends with as many digits as tell them apart, where they have any.

    >>> apart(8 + Fraction(1, 10**20), 8 + Fraction(3, 10**20))
    ('8.00000000000000000001', '8.00000000000000000003')
    """
    digits, bits = 16, 64
    while bits < 4 * MOST_DIGITS and _around(low, bits)[1] >= _around(high, bits)[0]:
        bits *= 2  # at once as close as tells them apart, from where on each digit is there
    while True:
        with localcontext(prec=digits):
            made = [
                f"{+(Decimal(x.numerator) / x.denominator)}" for e in (low, high) for x in _around(e, 4 * digits)[:1]
            ]
        if made[0] != made[1] or digits > MOST_DIGITS:
            return made[0], made[1]
        digits += 5


def _around(edge: Edge, bits: int) -> tuple[Fraction, Fraction]:
    return (edge, edge) if isinstance(edge, Fraction) else edge.bracket(bits)


def _side(edge: Edge, x: Fraction) -> int:
    """The sign of an end less a number; 0 also where so many bits do not tell it."""
    try:
        if isinstance(edge, RealRoot | MixedRoot) and x.denominator == 1:  # the root of a power may be whole
            n, met = edge.floor()
            return 0 if met and n == x else 1 if n >= x else -1
        for bits in BITS:
            low, high = _around(edge, bits)
            if low > x or high < x:
                return 1 if low > x else -1
            if low == high:
                break
    except SymroofError:
        pass
    return 0

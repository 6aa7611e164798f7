"""Sums of x**a * log2(x)**b with numbers, rational or not: every positive root, isolated exactly.

With u = x**(1/s) all exponents are whole; the operator u d/du lowers the degree in log(u) of the terms that hold no
power of u.  Between the roots of its image a sum is monotone (Rolle), so the roots of the last image, which has one
term, lead back to those of the first.  Signs are taken with intervals; a root is given by two rationals around it.

>>> f = MixedSum({(1, 0): Fraction(1), (0, 1): Fraction(-4)})  # u - 4*log2(u): zero at 16 and near 1.24
>>> [(float(a), float(b)) for a, b in f.roots()]  # doctest: +ELLIPSIS
[(1.239..., 1.239...), (16.0, 16.0)]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, final

from symroof.algebra.budget import spend
from symroof.algebra.constant import constant_sign, enclosure
from symroof.algebra.evaluation import intervals
from symroof.algebra.poly import nearest
from symroof.algebra.posynomial import Ratio
from symroof.errors import Inconclusive
from symroof.lazy import once
from symroof.records import dataclass

Ends = tuple[Fraction, Fraction]
Real = Fraction | Ratio
BITS = 60  # of a root's relative width
MAX_BITS = 2048
MAX_TERMS = 24
_WIDE = 1 << 12  # integers between two ends: fewer are told by halving
_UNIT = 1 / math.log(2)


@final
@dataclass(frozen=True)
class MixedSum:
    """Sum of c * u**a * log2(u)**b, the keys (a, b) whole and b >= 0; c a fraction, or a ratio such as 3*log2(7).

    ``scaled`` holds the same coefficients as (a, b, j) -> c, where 1/ln(2)**j has been taken out of them: the sum is
    c * u**a * ln(u)**b / ln(2)**j.
    """

    terms: Mapping[tuple[int, int], Real]

    @once
    def scaled(self) -> Scaled:
        """In natural logarithms, with the power of 1/ln(2) apart."""
        return {(a, b, b): c for (a, b), c in self.terms.items() if not _nothing(c)}

    def sign(self, u: Fraction) -> int:
        """The exact sign at a positive rational."""
        return _sign(self.scaled, u)

    def roots(self) -> list[Ends]:
        """Two rationals around each positive root, ascending; equal where the root is a power of two met exactly."""
        if len(self.scaled) > MAX_TERMS:
            raise Inconclusive(f"a sum of {len(self.scaled)} terms with logarithms is too long to follow")
        return _roots(_lowered(self.scaled)) if self.scaled else []

    def cells(self, power: int) -> tuple[tuple[MixedRoot, ...], list[int]]:
        """The roots r_1 < ... < r_k as numbers u**power, and the signs on (0, r_1), r_1, (r_1, r_2), ..., (r_k, oo)."""
        ends = self.roots()
        signs = [_limit(self.scaled, False)]
        for i, (_, hi) in enumerate(ends):
            after = self.sign((hi + ends[i + 1][0]) / 2) if i + 1 < len(ends) else _limit(self.scaled, True)
            signs += [0, after]
        return tuple(MixedRoot(self, lo, hi, power) for lo, hi in ends), signs


@final
@dataclass(frozen=True)
class MixedRoot:
    """The positive number u**power, u the one root of a sum between lo and hi, or lo itself when they are equal."""

    of: MixedSum
    lo: Fraction
    hi: Fraction
    power: int = 1

    def floor(self) -> tuple[int, bool]:
        """The largest integer that does not exceed the number, and whether it is the number itself."""
        lo, hi = self.lo, self.hi
        below = self.of.sign(lo)
        if hi**self.power - lo**self.power > _WIDE:
            lo, hi = self._narrowed(lo, hi, below)
        for _ in range(MAX_BITS):
            n, m = math.floor(lo**self.power), math.floor(hi**self.power)
            if lo == hi:
                return n, n == lo**self.power
            if n == m:
                return n, False
            if self.power == 1 and m == n + 1:  # one look at the integer between them tells
                side = self.of.sign(Fraction(m)) if m < hi else -below
                return (n, False) if side == -below else (m, side == 0)
            lo, hi = self._half(lo, hi, (lo + hi) / 2, below)
        raise Inconclusive(f"a crossing is an integer to {MAX_BITS} bits; whether it is one is not decided")

    def _narrowed(self, lo: Fraction, hi: Fraction, below: int) -> Ends:
        """Rationals closer around a large number, found by Newton's steps, where the signs there confirm them."""
        from mpmath.libmp import to_rational

        bits = math.floor(hi**self.power).bit_length() + 16
        iv = intervals(1 << (bits + 64).bit_length())
        slope, mid = _image(self.of.scaled), (lo + hi) / 2
        x = iv.mpf(mid.numerator) / mid.denominator
        for _ in range(bits.bit_length() + 8):
            turn = _summed(slope, x, iv).mid
            if 0 in turn:
                return lo, hi
            step = (_summed(self.of.scaled, x, iv).mid / turn).mid
            x = (x * (1 - step)).mid
            if abs(step) < iv.mpf(2) ** -(bits + 2):
                break
        near = Fraction(*map(int, to_rational(x._mpi_[0])))
        left, right = (near * (1 + Fraction(d, 1 << bits)) for d in (-1, 1))
        if lo < left and right < hi and self.of.sign(left) == below and self.of.sign(right) == -below:
            return left, right
        return lo, hi

    def _half(self, lo: Fraction, hi: Fraction, mid: Fraction, below: int) -> Ends:
        s = self.of.sign(mid)
        if not s:
            return mid, mid
        return (mid, hi) if s == below else (lo, mid)

    def fraction(self) -> Fraction | None:
        """The number where it was met exactly."""
        return self.lo**self.power if self.lo == self.hi else None

    def bracket(self, bits: int = 64) -> Ends:
        """Two rationals around the number, about 2**-bits apart relative to it."""
        lo, hi = self.lo, self.hi
        below = self.of.sign(lo)
        while (hi - lo) * (1 << bits) * self.power > lo:
            lo, hi = self._half(lo, hi, (lo + hi) / 2, below)
        return lo**self.power, hi**self.power

    def __float__(self) -> float:
        return nearest((self.lo**self.power + self.hi**self.power) / 2)


Scaled = dict[tuple[int, int, int], Real]


def _nothing(c: Real) -> bool:
    """Whether a coefficient is 0 as it stands."""
    return not (c.num.terms if isinstance(c, Ratio) else c)


def _near(c: Real) -> float:
    return float(c) if isinstance(c, Fraction) else float(sum(enclosure(c, 64)) / 2)


def _interval(c: Real, iv: Any) -> Any:
    """An interval around a coefficient, to the digits of a context."""
    if isinstance(c, Fraction):
        return iv.mpf(c.numerator) / iv.mpf(c.denominator)
    lo, hi = (iv.mpf(x.numerator) / iv.mpf(x.denominator) for x in enclosure(c, iv.prec + 16))
    return iv.mpf([lo.a, hi.b])


def _sign_of(c: Real) -> int:
    return constant_sign(c) if isinstance(c, Ratio) else (c > 0) - (c < 0)


def _lowered(f: Scaled) -> Scaled:
    low = min(a for a, _, _ in f)
    return {(a - low, b, j): c for (a, b, j), c in f.items()}


def _image(f: Scaled) -> Scaled:
    """U d/du of a sum: u**a ln(u)**b becomes a u**a ln(u)**b + b u**a ln(u)**(b - 1)."""
    out: Scaled = {}
    for (a, b, j), c in f.items():
        for key, v in (((a, b, j), c * a), ((a, b - 1, j), c * b)):
            if not _nothing(v):
                out[key] = out.get(key, Fraction(0)) + v
    return {k: c for k, c in out.items() if not _nothing(c)}


def _sign(f: Scaled, u: Fraction) -> int:
    spend()
    return _plain_sign(f, u) or _exact_sign(f, u)


def _plain_sign(f: Scaled, u: Fraction) -> int:
    """The sign where floats show it beyond their error, else 0.

    A term is a product of fewer than 2 a + 4 b + 9 rounded steps, pow and log being good to 4 units in the last place;
    a logarithm near 0 has the rounding of u on top.
    """
    try:
        x = float(u)
        log = math.log(x)
        if not log:
            return 0
        step, shift = 2.0**-50, 1 + 1 / abs(log)
        total = error = 0.0
        for (a, b, j), c in f.items():
            term = _near(c) * x**a * log**b * _UNIT**j
            total += term
            error += abs(term) * step * (2 * a + 4 * b * shift + j + 10)
    except (OverflowError, ZeroDivisionError, ValueError):  # no float
        return 0
    if not abs(total) > 2 * error + sys.float_info.min * (len(f) + 1) or math.isinf(total):
        return 0
    return 1 if total > 0 else -1


def _exact_sign(f: Scaled, u: Fraction) -> int:
    grouped: dict[tuple[int, int], Real] = {}
    for (a, b, j), c in f.items():
        grouped[b, j] = grouped.get((b, j), Fraction(0)) + c * u**a
    if all(map(_nothing, grouped.values())):  # (u - 6)(log2(u) - 3) at 6
        return 0
    if u == 1:
        bare: dict[int, Real] = {}
        for (_, b, j), c in f.items():
            if not b:
                bare[j] = bare.get(j, Fraction(0)) + c
        if all(map(_nothing, bare.values())):
            return 0
    power = _power_of_two(u)
    if power is not None and power:
        exact: dict[int, Real] = {}  # ln(2)**(b - j) is left
        for (a, b, j), c in f.items():
            exact[b - j] = exact.get(b - j, Fraction(0)) + c * u**a * power**b
        left = [c for c in exact.values() if not _nothing(c)]
        if len(left) < 2:
            return 0 if not left else _sign_of(left[0])
    size = abs(u.numerator.bit_length() - u.denominator.bit_length())
    bits = 128
    while bits <= MAX_BITS + size * max(abs(a) for a, _, _ in f):  # the terms may be that much larger than their sum
        lo, hi = _value(f, u, bits)
        if lo > 0 or hi < 0:
            return 1 if lo > 0 else -1
        bits *= 2
    at = f"{float(u):g}" if size < 1000 else f"about 2**{size}"
    raise Inconclusive(f"a sum with logarithms is zero to {bits // 2} bits at {at}; its sign is not decided")


def _power_of_two(u: Fraction) -> int | None:
    p, q = u.numerator, u.denominator
    if p & (p - 1) or q & (q - 1):
        return None
    return p.bit_length() - q.bit_length()


def _value(f: Scaled, u: Fraction, bits: int) -> tuple[Any, Any]:
    iv = intervals(bits)
    total = _summed(f, iv.mpf(u.numerator) / iv.mpf(u.denominator), iv)
    return total.a, total.b


def _summed(f: Scaled, x: Any, iv: Any) -> Any:
    """The sum at an interval."""
    log, unit = iv.log(x), 1 / iv.log(iv.mpf(2))
    total = iv.mpf(0)
    for (a, b, j), c in f.items():
        total += _interval(c, iv) * x**a * log**b * unit**j
    return total


def _limit(f: Scaled, up: bool) -> int:
    """The sign far out (up) or close to 0: by the largest, or smallest, power of u and the largest of the log."""
    a = max(k[0] for k in f) if up else min(k[0] for k in f)
    b = max(k[1] for k in f if k[0] == a)
    bare = {j: c for (p, q, j), c in f.items() if (p, q) == (a, b)}
    side = _sign({(0, 0, j): c for j, c in bare.items()}, Fraction(3))
    return side if up or b % 2 == 0 else -side


def _roots(f: Scaled) -> list[Ends]:
    """The roots of a sum whose least power of u is 0."""
    if all(b == 0 for a, b, _ in f if a == 0) and len({(a, b) for a, b, _ in f}) == 1:
        return []
    if len({(a, b) for a, b, _ in f}) == 1:  # c * ln(u)**b
        return [(Fraction(1), Fraction(1))]
    image = _image(f)
    turns = _roots(_lowered(image)) if image else []
    marks = [_sign_near(f, image, ends) for ends in turns]
    out: list[Ends] = []
    before, left = _limit(f, False), None
    for ends, side in marks:
        if side == 0:
            out.append(ends)
        elif before * side < 0:
            out.append(_bisected(f, left, ends[0], before, side))
        before, left = side, ends[1]
    last = _limit(f, True)
    if before * last < 0:
        out.append(_bisected(f, left, None, before, last))
    return out


def _sign_near(f: Scaled, image: Scaled, ends: Ends) -> tuple[Ends, int]:
    """A root of the image closely enough to tell the sign of f there, and that sign."""
    lo, hi = ends
    for _ in range(MAX_BITS):
        if lo == hi:
            return (lo, hi), _sign(f, lo)
        a, b = _sign(f, lo), _sign(f, hi)
        if a == b and a and _far(f, lo, hi):
            return (lo, hi), a
        mid = (lo + hi) / 2
        s = _sign(image, mid)
        if not s:
            return (mid, mid), _sign(f, mid)
        lo, hi = (lo, mid) if s == _sign(image, hi) else (mid, hi)
    raise Inconclusive("a sum with logarithms touches zero to 2048 bits; whether it reaches it is not decided")


def _far(f: Scaled, lo: Fraction, hi: Fraction) -> bool:
    """Whether an interval evaluation over the whole stretch keeps away from zero."""
    iv = intervals(256)
    ends = (iv.mpf(end.numerator) / end.denominator for end in (lo, hi))
    total = _summed(f, iv.mpf(list(ends)), iv)
    return bool(total.a > 0 or total.b < 0)


def _bisected(f: Scaled, lo: Fraction | None, hi: Fraction | None, below: int, above: int) -> Ends:
    """The one root between two places where the signs differ, narrowed; an open end is searched for."""
    if hi is None:
        hi, step = (lo if lo is not None else Fraction(1)) * 2, 1
        while _sign(f, hi) != above:
            step *= 2
            hi = hi * 2**step
            if step > 4096:
                raise Inconclusive("the last crossing lies beyond 2**4096")
    if lo is None:
        lo, step = hi / 2, 1
        while _sign(f, lo) != below:
            step *= 2
            lo = lo / 2**step
            if step > 4096:
                raise Inconclusive("the first crossing lies below 2**-4096")
    while (hi - lo) * (1 << BITS) > lo:
        mid = _middle(lo, hi)
        s = _sign(f, mid)
        if not s:
            return mid, mid
        lo, hi = (mid, hi) if s == below else (lo, mid)
    return lo, hi


def _middle(lo: Fraction, hi: Fraction) -> Fraction:
    """A power of two while the ends are far apart, so that exact crossings there are met; short fractions later."""
    a = lo.numerator.bit_length() - lo.denominator.bit_length()
    b = hi.numerator.bit_length() - hi.denominator.bit_length()
    for k in ((a + b) // 2, (a + b) // 2 + 1):
        mid = Fraction(1 << k) if k >= 0 else Fraction(1, 1 << -k)
        if lo < mid < hi:
            return mid
    return (lo + hi) / 2

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
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, final

from symroof.algebra.ratios.budget import spend
from symroof.algebra.ratios.evaluation import intervals
from symroof.algebra.ratios.poly import exact, nearest
from symroof.algebra.ratios.posynomial import LN2, Ratio, build, ratio, term
from symroof.algebra.signs import roots as exact_roots
from symroof.algebra.signs.constant import constant_sign, enclosure
from symroof.errors import Inconclusive
from symroof.lazy import once
from symroof.records import dataclass

Ends = tuple[Fraction, Fraction]
Real = Fraction | Ratio
BITS = 60  # of a root's relative width
MAX_BITS = 2048
NEAR_ZERO = Fraction(0)  # from where on roots are looked for: from 0, or from a number above it
CLOSEST = 2048  # bits to which a turn is narrowed to tell whether the sum is 0 there
MAX_TERMS = 24
MOST_BITS = 1 << 16  # of a power at which a sum is looked at exactly
SHORT = 10**6  # numbers at which logarithms that stand in a sum may cancel those of the number
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
        out: Scaled = {}
        for (a, b), c in self.terms.items():
            rest, k = _without_ln2(c)
            out[a, b, b - k] = out.get((a, b, b - k), Fraction(0)) + rest
        return {key: c for key, c in out.items() if not _nothing(c)}

    def sign(self, u: Fraction) -> int:
        """The exact sign at a positive rational."""
        return _sign(self.scaled, u)

    def sign_at_root(self, x: int, power: int) -> int:
        """The exact sign at the power-th root of a positive integer."""
        if power == 1:
            return self.sign(Fraction(x))
        total, base = ratio(0), ratio(x)
        log = build("log2", [base])
        for (a, b), c in self.terms.items():
            share = base ** exact(Fraction(a, power)) * log**b * exact(Fraction(1, power**b))
            total = total + (c if isinstance(c, Ratio) else ratio(exact(c))) * share
        return constant_sign(total)

    def closer(self, lo: Fraction, hi: Fraction, below: int, bits: int) -> Ends:
        """Rationals about 2**-bits apart, relative to them, around the one root between two; below: the sign at lo."""
        return _closer(self.scaled, lo, hi, below, bits)

    def roots(self, least: Fraction = NEAR_ZERO) -> list[Ends]:
        """Two rationals around each positive root, ascending; equal where the root is a rational met exactly."""
        return [(at.lo, at.hi) for at in self._places(least)]

    def _places(self, least: Fraction) -> list[_Place]:
        if len(self.scaled) > MAX_TERMS:
            raise Inconclusive(f"a sum of {len(self.scaled)} terms with logarithms is too long to follow")
        return _roots(_lowered(self.scaled), least) if self.scaled else []

    def cells(self, power: int, least: Fraction = NEAR_ZERO) -> tuple[tuple[MixedRoot, ...], list[int]]:
        """The roots r_1 < ... < r_k as numbers u**power, and the signs on (0, r_1), r_1, (r_1, r_2), ..., (r_k, oo).

        Those below ``least`` are left out; the first sign is then the one from there on.
        """
        places = self._places(least)
        first = _start(self.scaled, least)
        if not first and least:  # a root itself: what comes behind it
            first = self.sign((least + places[0].lo) / 2) if places else _limit(self.scaled, True)
        signs = [first]
        for i, at in enumerate(places):
            after = self.sign((at.hi + places[i + 1].lo) / 2) if i + 1 < len(places) else _limit(self.scaled, True)
            signs += [0, after]
        return tuple(MixedRoot(at.simple or self, at.lo, at.hi, power) for at in places), signs


class Signed(Protocol):
    """What a root is one of: asked for its sign, and for closer ends."""

    def sign(self, u: Fraction) -> int: ...
    def sign_at_root(self, x: int, power: int) -> int: ...
    def closer(self, lo: Fraction, hi: Fraction, below: int, bits: int) -> Ends: ...


@final
@dataclass(frozen=True)
class MixedRoot:
    """The positive number u**power, u the one root of a sum between lo and hi, or lo itself when they are equal."""

    of: Signed
    lo: Fraction
    hi: Fraction
    power: int = 1

    def floor(self) -> tuple[int, bool]:
        """The largest integer that does not exceed the number, and whether it is the number itself."""
        lo, hi = self.lo, self.hi
        below = self.of.sign(lo)
        n, m = (exact_roots.floor_of_power(end, self.power) for end in (lo, hi))
        if m - n > _WIDE:  # so close that the integer part of a large number is almost told
            lo, hi = self.of.closer(lo, hi, below, m.bit_length() + self.power.bit_length() + 16)
        for _ in range(MAX_BITS):
            n, m = (exact_roots.floor_of_power(end, self.power) for end in (lo, hi))
            if lo == hi:
                return n, lo.denominator == 1  # a power of a fraction is none that is whole
            if n == m:
                return n, False
            if m == n + 1:  # one look at the integer between them tells
                side = self.of.sign_at_root(m, self.power) if hi.denominator > 1 else -below
                return (n, False) if side == -below else (m, side == 0)
            lo, hi = self._half(lo, hi, (lo + hi) / 2, below)
        raise Inconclusive(f"a crossing is an integer to {MAX_BITS} bits; whether it is one is not decided")

    def halved(self) -> MixedRoot:
        """The same root between closer ends."""
        if self.lo == self.hi:
            return self
        lo, hi = self._half(self.lo, self.hi, (self.lo + self.hi) / 2, self.of.sign(self.lo))
        return MixedRoot(self.of, lo, hi, self.power)

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
        lo, hi = self.__dict__.get("_ends", (self.lo, self.hi))  # as close as they were asked for so far
        if (hi - lo) * (1 << bits) * self.power > lo:
            lo, hi = self.of.closer(lo, hi, self.of.sign(lo), bits + self.power.bit_length())
            object.__setattr__(self, "_ends", (lo, hi))
        if lo == hi:
            return lo**self.power, hi**self.power
        return exact_roots.power_around(lo, self.power, bits)[0], exact_roots.power_around(hi, self.power, bits)[1]

    def __float__(self) -> float:
        (low, _), (_, high) = (exact_roots.power_around(end, self.power, MAX_BITS) for end in (self.lo, self.hi))
        return nearest((low + high) / 2)


Scaled = dict[tuple[int, int, int], Real]


def _nothing(c: Real) -> bool:
    """Whether a coefficient is 0 as it stands."""
    return not (c.num.terms if isinstance(c, Ratio) else c)


def _without_ln2(c: Real) -> tuple[Real, int]:
    """A coefficient without the power of ln(2) that all of it is a multiple of, and that power."""
    if not isinstance(c, Ratio) or LN2 not in c.atoms:
        return c, 0
    powers = {exps.get(LN2, 0) for exps, _ in c.num.monomials()}
    k = powers.pop()
    if powers or not isinstance(k, int) or LN2 in Ratio(c.den).atoms:
        return c, 0
    rest = c * Ratio(term({LN2: -k}))
    plain = rest.constant()
    return (rest if plain is None else Fraction(plain)), k


# Each sign that is asked for needs every coefficient again, to the same few numbers of bits.
@lru_cache(maxsize=512)
def _near(c: Real) -> float:
    return float(c) if isinstance(c, Fraction) else float(sum(enclosure(c, 64)) / 2)


@lru_cache(maxsize=512)
def _interval(c: Real, j: int, bits: int) -> Any:
    """An interval around a coefficient over a power of ln(2), to the digits of that many bits."""
    iv = intervals(bits)
    unit = iv.log(iv.mpf(2)) ** j
    if isinstance(c, Fraction):
        return iv.mpf(c.numerator) / (iv.mpf(c.denominator) * unit)
    lo, hi = (iv.mpf(x.numerator) / iv.mpf(x.denominator) for x in enclosure(c, bits + 16))
    return iv.mpf([lo.a, hi.b]) / unit


def _sign_of(c: Real) -> int:
    return constant_sign(c) if isinstance(c, Ratio) else (c > 0) - (c < 0)


def _lowered(f: Scaled) -> Scaled:
    low = min(a for a, _, _ in f)
    return {(a - low, b, j): c for (a, b, j), c in f.items()}


def _image(f: Scaled) -> Scaled:
    """u d/du of a sum: u**a ln(u)**b becomes a u**a ln(u)**b + b u**a ln(u)**(b - 1)."""
    out: Scaled = {}
    for (a, b, j), c in f.items():
        for key, v in (((a, b, j), c * a), ((a, b - 1, j), c * b)):
            if not _nothing(v):
                out[key] = out.get(key, Fraction(0)) + v
    return {k: c for k, c in out.items() if not _nothing(c)}


def _sign(f: Scaled, u: Fraction, close: int = 0) -> int:
    """The exact sign at a positive rational, so many bits close to a root."""
    spend()
    return _plain_sign(f, u) or _exact_sign(f, u, close)


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
            error += abs(term) * step * (2 * a + 4 * b * shift + abs(j) + 10)
    except (OverflowError, ZeroDivisionError, ValueError):  # no float
        return 0
    if not abs(total) > 2 * error + sys.float_info.min * (len(f) + 1) or math.isinf(total):
        return 0
    return 1 if total > 0 else -1


def _exact_sign(f: Scaled, u: Fraction, close: int) -> int:
    known = _known_sign(f, u)
    if known is not None:
        return known
    size = abs(u.numerator.bit_length() - u.denominator.bit_length())
    bits = 1 << (close + 64).bit_length() if close else 128
    # beside a large number the next integer is that close, and the terms may be that much larger than their sum
    while bits <= MAX_BITS + max(close, size * max(1, *(abs(a) for a, _, _ in f))):
        lo, hi = _value(f, u, bits)
        if lo > 0 or hi < 0:
            return 1 if lo > 0 else -1
        bits *= 2
    at = f"{float(u):g}" if size < 1000 else f"about 2**{size}"
    raise Inconclusive(f"a sum with logarithms is zero to {bits // 2} bits at {at}; its sign is not decided")


def _known_sign(f: Scaled, u: Fraction) -> int | None:
    """The sign where no logarithm is left at u, or what stands before each power of one is 0; None elsewhere.

    None too where the powers of u would have more digits than it is worth: enclosures tell their sign.
    """
    if max([abs(a) for a, _, _ in f]) * (u.numerator.bit_length() + u.denominator.bit_length()) > MOST_BITS:
        return None
    if not _gathered(((b, j), c * u**a) for (a, b, j), c in f.items()):  # (u - 6)(log2(u) - 3) at 6
        return 0
    if u == 1 and not _gathered((j, c) for (_, b, j), c in f.items() if not b):
        return 0
    power = _power_of_two(u)
    if not power:
        if u.numerator * u.denominator > SHORT or not any(isinstance(c, Ratio) for c in f.values()):
            return None
        log = build("log2", [exact(u)])  # (log2(x) - log2(5))**3 at 5, written out
        return None if _gathered((b - j, c * exact(u) ** a * log**b) for (a, b, j), c in f.items()) else 0
    left = _gathered((b - j, c * u**a * power**b) for (a, b, j), c in f.items())  # ln(2)**(b - j) is left
    return None if len(left) > 1 else _sign_of(left[0]) if left else 0


def _gathered(terms: Iterable[tuple[object, Real]]) -> list[Real]:
    """The sums of what has one key, those that are 0 as they stand left out."""
    out: dict[object, Real] = {}
    for key, c in terms:
        out[key] = out.get(key, Fraction(0)) + c
    return [c for c in out.values() if not _nothing(c)]


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
    """The sum at an interval; of intervals themselves, which is a quarter of the work of a context's numbers."""
    from mpmath.libmp import mpi_add, mpi_mul, mpi_pow_int

    bits = iv.prec
    spend(6 * len(f) + (bits * bits >> 13))
    at, log, total = x._mpi_, iv.log(x)._mpi_, iv.mpf(0)._mpi_
    powers = {a: mpi_pow_int(at, a, bits) for a in {a for a, _, _ in f}}
    logs = {b: mpi_pow_int(log, b, bits) for b in {b for _, b, _ in f}}
    for (a, b, j), c in f.items():
        share = mpi_mul(_interval(c, j, bits)._mpi_, powers[a], bits)
        total = mpi_add(total, mpi_mul(share, logs[b], bits) if b else share, bits)
    return iv.make_mpf(total)


def _limit(f: Scaled, up: bool) -> int:
    """The sign far out (up) or close to 0: by the largest, or smallest, power of u and the largest of the log."""
    a = max(k[0] for k in f) if up else min(k[0] for k in f)
    b = max(k[1] for k in f if k[0] == a)
    bare = {j: c for (p, q, j), c in f.items() if (p, q) == (a, b)}
    side = _sign({(0, 0, j): c for j, c in bare.items()}, Fraction(3))
    return side if up or b % 2 == 0 else -side


class _Place(NamedTuple):
    """Two rationals around a root (equal where it is met exactly), and a sum that passes 0 there if f does not."""

    lo: Fraction
    hi: Fraction
    simple: MixedSum | None = None


def _start(f: Scaled, least: Fraction) -> int:
    """The sign where the roots that are looked for begin."""
    return _sign(f, least) if least else _limit(f, False)


def _roots(f: Scaled, least: Fraction) -> list[_Place]:
    """The roots above a number of a sum whose least power of u is 0.

    Between two roots of its image, which has the sign of its derivative, a sum has one at most.
    """
    powers = {(a, b) for a, b, _ in f}
    if len(powers) == 1:  # c * ln(u)**b
        return [_Place(Fraction(1), Fraction(1))] if any(b for _, b in powers) else []
    rational = _polynomial(f)
    if rational is not None:
        found = [at for at in _of_polynomial(rational) if at.hi > least]
        if found and found[0].lo <= least:
            raise Inconclusive(f"whether a root lies above {least} or below is not told")
        return found
    image = _image(f)
    out: list[_Place] = []
    before, left = _start(f, least), least or None
    for at, side in [_turn(f, image, place) for place in _roots(_lowered(image), least)] if image else ():
        if side == 0:
            out.append(at)
        elif before * side < 0:
            out.append(_Place(*_bisected(f, left, at.lo, before, side)))
        before, left = side, at.hi
    last = _limit(f, True)
    if before * last < 0:
        out.append(_Place(*_bisected(f, left, None, before, last)))
    return out


def _polynomial(f: Scaled) -> exact_roots.Poly | None:
    """The integer polynomial in u that a sum is a multiple of; None where there is none."""
    if any(b for _, b, _ in f) or len({j for _, _, j in f}) != 1:
        return None
    first = next(iter(f.values()))
    out = [Fraction(0)] * (1 + max(a for a, _, _ in f))
    for (a, _, _), c in f.items():
        share = (ratio(c) / first).constant() if isinstance(first, Ratio) or isinstance(c, Ratio) else c / first
        if share is None:
            return None
        out[a] = Fraction(share)
    return exact_roots.primitive(out)


def _of_polynomial(p: exact_roots.Poly) -> list[_Place]:
    """The roots of a polynomial with a polynomial in which each is simple."""
    simple = MixedSum({(k, 0): Fraction(c) for k, c in enumerate(exact_roots.squarefree(p)) if c})
    found = (r.bracket(BITS) for r in exact_roots.positive_roots(p))
    return [_Place(lo, hi, simple) for lo, hi in found]


def _turn(f: Scaled, image: Scaled, at: _Place) -> tuple[_Place, int]:
    """A root of the image closely enough to tell the sign of f there, and that sign."""
    turning = image if at.simple is None else at.simple.scaled
    lo, hi = at.lo, at.hi
    bits = BITS
    while lo < hi and bits <= CLOSEST:
        a, b = _sign(f, lo), _sign(f, hi)
        if a == b and a and _far(f, lo, hi, 4 * bits):
            return _Place(lo, hi), a
        bits *= 2
        lo, hi = _closer(turning, lo, hi, _sign(turning, lo), bits)
    if lo == hi:
        return _Place(lo, hi), _sign(f, lo)
    raise Inconclusive(f"a sum with logarithms touches zero to {CLOSEST} bits; whether it reaches it is not decided")


def _far(f: Scaled, lo: Fraction, hi: Fraction, bits: int) -> bool:
    """Whether an interval evaluation over the whole stretch keeps away from zero."""
    iv = intervals(bits)
    ends = (iv.mpf(end.numerator) / end.denominator for end in (lo, hi))
    total = _summed(f, iv.mpf(list(ends)), iv)
    return bool(total.a > 0 or total.b < 0)


def _closer(f: Scaled, lo: Fraction, hi: Fraction, below: int, bits: int) -> Ends:
    """Rationals about 2**-bits apart, relative to them, around the root between two, where f has the sign below at lo.

    Newton's steps find it and the signs beside it confirm them; else it is halved.
    """
    for near in _by_newton(f, lo, hi, bits):
        if (ends := _confirmed(f, lo, hi, near, below, bits)) is not None:
            return ends
    while (hi - lo) * (1 << bits) > lo:
        middle = (lo + hi) / 2
        s = _sign(f, middle, 2 * int(lo / (hi - lo)).bit_length())  # two roots may lie as near to each other
        if not s:
            return middle, middle
        lo, hi = (middle, hi) if s == below else (lo, middle)
    return lo, hi


def _by_newton(f: Scaled, lo: Fraction, hi: Fraction, bits: int) -> Iterator[Fraction]:
    """About where the root between two is, to so many bits; nothing where Newton's steps lead away from it.

    Each step doubles the bits that are right, and is taken with as many as it can make right.
    """
    from mpmath.libmp import to_rational

    slope, mid, most = _image(f), (lo + hi) / 2, bits + 64
    mid = _in_floats(f, slope, lo, hi) or mid
    x, take = intervals(256).mpf(mid.numerator) / mid.denominator, 128
    for _ in range(bits.bit_length() + 12):
        iv = intervals(1 << take.bit_length())
        x = iv.make_mpf(x._mpi_)
        turn = _summed(slope, x, iv).mid
        if 0 in turn:
            return
        step = (_summed(f, x, iv).mid / turn).mid
        x = (x * (1 - step)).mid
        if not x > 0:  # thrown out of the stretch, where there are no logarithms
            return
        _, man, exp, length = step._mpi_[0]
        told = -(exp + length) if man else take
        if take >= most and 2 * told > bits + 8:
            yield Fraction(*map(int, to_rational(x._mpi_[0])))
            if told > bits:
                return
        take = min(most, max(take, 2 * told + 64))


def _in_floats(f: Scaled, slope: Scaled, lo: Fraction, hi: Fraction) -> Fraction | None:
    """Newton's steps in floats, a hundredth of the work: where they stay between the two and come to rest, or None."""
    try:
        x = float((lo + hi) / 2)
        for _ in range(60):
            step = _float_sum(f, x) / _float_sum(slope, x)
            x *= 1 - step
            if abs(step) < 1e-13:
                break
        near = Fraction(x)
        return near if lo < near < hi else None
    except (ArithmeticError, ValueError):  # no float, or thrown out to where there are no logarithms
        return None


def _float_sum(f: Scaled, x: float) -> float:
    log = math.log(x)
    return sum(_near(c) * x**a * log**b * _UNIT**j for (a, b, j), c in f.items())


def _confirmed(f: Scaled, lo: Fraction, hi: Fraction, near: Fraction, below: int, bits: int) -> Ends | None:
    """Rationals on both sides of a number between two where the signs of f there differ; None where they do not.

    An end that is as near is one of them: of ln(u)**2 - u/10**900 the turn lies beside 1, where a search may begin.
    """
    left, right = max(lo, near * (1 - Fraction(1, 1 << bits))), min(hi, near * (1 + Fraction(1, 1 << bits)))
    if not left < right or (left > lo and _sign(f, left, bits) != below):
        return None
    return (left, right) if right == hi or _sign(f, right, bits) == -below else None


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
    while hi > 2 * lo:
        mid = middle(lo, hi)
        s = _sign(f, mid)
        if not s:
            return mid, mid
        lo, hi = (mid, hi) if s == below else (lo, mid)
    lo, hi = _closer(f, lo, hi, below, BITS)
    if lo == hi:
        return lo, hi
    short = shortest(lo, hi)
    return (lo, hi) if short is None or _sign(f, short) else (short, short)


def shortest(lo: Fraction, hi: Fraction) -> Fraction | None:
    """The rational between two so close that has the smallest denominator, where it is no chance that it is there."""
    steps: list[int] = []
    a, b = lo, hi
    while math.floor(a) == math.floor(b) and a != math.floor(a):
        steps.append(math.floor(a))
        a, b = 1 / (b - steps[-1]), 1 / (a - steps[-1])
    out = Fraction(math.floor(a) + 1)
    for n in reversed(steps):
        out = n + 1 / out
    return out if lo < out < hi and (hi - lo) * (out.denominator**2 << 20) < 1 else None


def middle(lo: Fraction, hi: Fraction) -> Fraction:
    """A power of two while the ends are far apart, so that exact crossings there are met; short fractions later."""
    a = lo.numerator.bit_length() - lo.denominator.bit_length()
    b = hi.numerator.bit_length() - hi.denominator.bit_length()
    for k in ((a + b) // 2, (a + b) // 2 + 1):
        mid = Fraction(1 << k) if k >= 0 else Fraction(1, 1 << -k)
        if lo < mid < hi:
            return mid
    return (lo + hi) / 2

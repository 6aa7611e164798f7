"""Exact positive real roots of integer polynomials, and the sign pattern between them.

A polynomial is a tuple of integers, lowest degree first.  A ``RealRoot`` is an isolating interval in which the
polynomial has exactly one root; it stands for ``root**power`` with a positive integer power, so that
``x**(3/2) = 5`` is the root of ``u**3 - 5`` squared.  Nothing here is decided by a float.

>>> (r,) = positive_roots((-2, 0, 1))
>>> r.floor(), float(r)
((1, False), 1.4142135623730951)
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import final

from symroof.algebra.ratios.budget import LOOP, spend
from symroof.algebra.ratios.evaluation import intervals
from symroof.algebra.ratios.poly import nearest
from symroof.records import dataclass

Poly = tuple[int, ...]
SHORT = 8  # coefficients, whose work is not told
_WRITTEN_OUT = 1 << 12  # bits of a power up to which it is written out
FAR_BITS = 256  # of an integer part that is not looked for by halving alone


def primitive(coefficients: Iterable[Fraction | int]) -> Poly:
    """The integer polynomial without common divisor that is a positive multiple of the given one."""
    cs = list(coefficients)
    while cs and not cs[-1]:
        cs.pop()
    if not cs:
        return ()
    den = math.lcm(*(c.denominator for c in cs))
    ints = [c.numerator * (den // c.denominator) for c in cs]
    g = math.gcd(*ints)
    return tuple(i // g for i in ints)


def _steps(p: Poly, bits: int = 0) -> int:
    """The steps of work in one pass over the coefficients, which are longer by so many bits with each."""
    if not p:
        return 1
    return len(p) * (abs(p[0]).bit_length() + abs(p[-1]).bit_length() + len(p) * bits) // 1024 + 1


def sign_at(p: Poly, x: Fraction | int) -> int:
    """The sign of p at a rational, by integer arithmetic alone."""
    if isinstance(x, int):
        num, den = x, 1
    else:
        num, den = x.numerator, x.denominator
    if len(p) > SHORT:
        spend(_steps(p, num.bit_length() + den.bit_length()))
    total, scale = 0, 1
    for c in reversed(p):
        total = total * num + c * scale
        scale *= den
    return (total > 0) - (total < 0)


def changes(signs: Iterable[int]) -> int:
    """The number of sign changes, zeros left out (Descartes, Sturm)."""
    seq = [s for s in signs if s]
    return sum(a != b for a, b in itertools.pairwise(seq))


def _derivative(p: Poly) -> Poly:
    return primitive(i * c for i, c in enumerate(p) if i)


def _remainder(a: Poly, b: Poly) -> Poly:
    """A positive multiple of the remainder of a by b; where the coefficients are long, it takes its time."""
    spend(LOOP + 10 * _steps(a))
    r = list(a)
    lead = b[-1]
    while len(r) >= len(b):
        if r[-1]:
            top, shift = r[-1], len(r) - len(b)
            sign = 1 if lead > 0 else -1
            r = [c * abs(lead) for c in r]
            for i, c in enumerate(b):
                r[shift + i] -= sign * top * c
        r.pop()
    return primitive(r)


def gcd(a: Poly, b: Poly) -> Poly:
    """The greatest common divisor, primitive."""
    while b:
        a, b = b, _remainder(a, b)
    return a if not a or a[-1] > 0 else tuple(-c for c in a)


def _quotient(a: Poly, b: Poly) -> Poly:
    r, out = [Fraction(c) for c in a], [Fraction(0)] * (len(a) - len(b) + 1)
    for k in range(len(a) - len(b), -1, -1):
        spend()
        q = r[k + len(b) - 1] / b[-1]
        out[k] = q
        for i, c in enumerate(b):
            r[k + i] -= q * c
    return primitive(out)


def squarefree(p: Poly) -> Poly:
    """The polynomial with the same roots, each simple."""
    if len(p) < 3:
        return p
    g = gcd(p, _derivative(p))
    return p if len(g) < 2 else _quotient(p, g)


def times(a: Poly, b: Poly) -> Poly:
    """The product."""
    out = [0] * (len(a) + len(b) - 1)
    for i, c in enumerate(a):
        for j, d in enumerate(b):
            out[i + j] += c * d
    return tuple(out)


@final
@dataclass(frozen=True)
class RealRoot:
    """The positive number u**power, u the one root of poly in the open interval (lo, hi), or lo when lo == hi."""

    poly: Poly
    lo: Fraction
    hi: Fraction
    power: int = 1

    def halved(self) -> RealRoot:
        """The same root in a narrower interval; geometric while the ends are far apart."""
        if self.lo == self.hi:
            return self
        mid = _middle(self.lo, self.hi)
        s = sign_at(self.poly, mid)
        if not s:
            return RealRoot(self.poly, mid, mid, self.power)
        if s == sign_at(self.poly, self.hi):  # lo may be the root before this one, hi never is one
            return RealRoot(self.poly, self.lo, mid, self.power)
        return RealRoot(self.poly, mid, self.hi, self.power)

    def floor(self) -> tuple[int, bool]:
        """The largest integer that does not exceed the number, and whether it is the number itself."""
        r, asked = self, 0
        size = max(1, self.hi.numerator.bit_length() - self.hi.denominator.bit_length())
        if size > FAR_BITS:
            r = r.closer(size * self.power + 2)
        while True:
            spend()
            n, m = (floor_of_power(end, r.power) for end in (r.lo, r.hi))
            if r.lo == r.hi:
                return n, r.lo.denominator == 1  # a power of a fraction is none that is whole
            if n == m:
                return n, False
            if m == n + 1 and m != asked:
                asked = m
                if r.is_number(Fraction(m)):
                    return m, True
            r = r.halved()

    def is_number(self, x: Fraction) -> bool:
        """Whether the number is exactly a/b: u is then a root of b u**power - a as well, its only positive one."""
        if not self.lo**self.power < x < self.hi**self.power:
            return self.lo == self.hi and self.lo**self.power == x
        if self.power == 1:
            return not sign_at(self.poly, x)
        g = gcd(self.poly, (-x.numerator, *(0,) * (self.power - 1), x.denominator))
        return len(g) > 1 and sign_at(g, self.lo) * sign_at(g, self.hi) < 0

    def of_power(self, power: int) -> RealRoot:
        """The same number as v**power, a multiple of its own: u = v**m is a root where v is one of poly(v**m)."""
        m, r = power // self.power, self
        if m == 1:
            return r
        wide = [0] * ((len(self.poly) - 1) * m + 1)
        wide[::m] = self.poly
        found = positive_roots(tuple(wide), power)
        while True:
            near = [x for x in found if x.lo**power <= r.hi**r.power and r.lo**r.power <= x.hi**power]
            if len(near) == 1:
                return near[0]
            spend()
            found, r = tuple(x.halved() for x in near), r.halved()

    def fraction(self) -> Fraction | None:
        """The number where it is known to be rational: a linear polynomial, or a root met exactly."""
        if len(self.poly) == 2:
            return Fraction(-self.poly[0], self.poly[1]) ** self.power
        return self.lo**self.power if self.lo == self.hi else None

    def closer(self, bits: int) -> RealRoot:
        """The same root in an interval 2**-bits long, relative to it: where the secant passes 0 in ever finer steps."""
        r, steps = self, 4
        while r.lo < r.hi and (not r.lo or (r.hi - r.lo) * (1 << bits) > r.lo):
            spend()
            r = r.halved()
            if r.lo == r.hi or r.hi > 2 * r.lo:
                continue
            a, b = _values(r.poly, r.lo, r.hi)
            if not a or not b:
                continue
            step = (r.hi - r.lo) / steps
            near = r.lo + step * (steps * a // (a - b))
            ends = sign_at(r.poly, near), sign_at(r.poly, near + step)
            if not all(ends):
                return RealRoot(r.poly, *(near + step * (ends[0] != 0),) * 2, r.power)
            if ends[0] != ends[1]:
                r, steps = RealRoot(r.poly, near, near + step, r.power), steps * steps
            else:
                steps = max(4, math.isqrt(steps))
        return r

    def bracket(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        """Two rationals around the number, 2**-bits apart relative to it."""
        exact = self.fraction()
        if exact is not None:
            return exact, exact
        r = self
        while not r.lo or (r.hi - r.lo) * (1 << min(bits, FAR_BITS)) * self.power > r.lo:  # rational roots are met
            spend()
            r = r.halved()
        if bits > FAR_BITS:
            r = r.closer(bits + self.power.bit_length())
        return power_around(r.lo, r.power, bits)[0], power_around(r.hi, r.power, bits)[1]

    def __float__(self) -> float:
        lo, hi = self.bracket()
        return nearest((lo + hi) / 2)


def power_around(u: Fraction, power: int, bits: int) -> tuple[Fraction, Fraction]:
    """A power of a positive number twice, or, where it has many digits, two numbers so close around it, relatively.

    >>> power_around(Fraction(3, 2), 2, 64)
    (Fraction(9, 4), Fraction(9, 4))
    >>> low, high = power_around(Fraction(10**40 + 1, 10**40), 300, 64)
    >>> low < Fraction(10**40 + 1, 10**40)**300 < high < low * (1 + Fraction(1, 2**64))
    True
    """
    if power * (u.numerator.bit_length() + u.denominator.bit_length()) <= _WRITTEN_OUT:
        return u**power, u**power
    from mpmath.libmp import mpi_pow_int, to_rational

    iv = intervals(-(-(bits + 64 + power.bit_length()) // 256) * 256)
    ends = mpi_pow_int((iv.mpf(u.numerator) / iv.mpf(u.denominator))._mpi_, power, iv.prec)
    low, high = (Fraction(*map(int, to_rational(end))) for end in ends)
    return low, high


def floor_of_power(u: Fraction, power: int) -> int:
    """The largest integer that does not exceed a power of a positive number, without writing out one of many digits.

    >>> floor_of_power(Fraction(3, 2), 5), floor_of_power(Fraction(2), 10), floor_of_power(Fraction(8, 5), 3000) % 10**6
    (7, 1024, 85394)
    """
    width = u.numerator.bit_length() + u.denominator.bit_length()
    if u.denominator > 1 and power * width > _WRITTEN_OUT:
        from mpmath.libmp import mpi_pow_int, to_int

        whole = max(0, power * (1 + u.numerator.bit_length() - u.denominator.bit_length()))
        iv = intervals(-(-(128 + whole) // 256) * 256)
        low, high = map(to_int, mpi_pow_int((iv.mpf(u.numerator) / iv.mpf(u.denominator))._mpi_, power, iv.prec))
        if low == high:
            return int(low)
    return math.floor(u**power)


def _values(p: Poly, *places: Fraction) -> list[int]:
    """The values at rationals, all over one denominator."""
    below = math.lcm(*(x.denominator for x in places))
    out = []
    for x in places:
        total, scale, n = 0, 1, x.numerator * (below // x.denominator)
        for c in reversed(p):
            total = total * n + c * scale
            scale *= below
        out.append(total)
    return out


def _middle(lo: Fraction, hi: Fraction) -> Fraction:
    if lo > 0 and hi > 4 * lo:
        k = (_log2(lo) + _log2(hi)) // 2
        mid = Fraction(1 << k) if k >= 0 else Fraction(1, 1 << -k)
        if lo < mid < hi:
            return mid
    return (lo + hi) / 2


def _log2(x: Fraction) -> int:
    return x.numerator.bit_length() - x.denominator.bit_length()


def _bounds(p: Poly) -> tuple[Fraction, Fraction]:
    """Powers of two strictly below and above every positive root (Cauchy); p(0) != 0."""
    top = 2 + max(abs(c) for c in p[:-1]) // abs(p[-1])
    low = 2 + max(abs(c) for c in p[1:]) // abs(p[0])
    return Fraction(1, 1 << low.bit_length()), Fraction(1 << top.bit_length())


def positive_roots(p: Poly, power: int = 1) -> tuple[RealRoot, ...]:
    """All distinct positive roots ascending, by Sturm's theorem; one sign change needs no chain (Descartes)."""
    while p and not p[0]:
        p = p[1:]
    if len(p) < 2:
        return ()
    n = changes((c > 0) - (c < 0) for c in p)
    if not n:
        return ()
    if n == 1 and len(p) == 2:
        x = Fraction(-p[0], p[1])
        return (RealRoot(p, x, x, power),)
    if n == 1:
        return (RealRoot(p, *_bounds(p), power),)
    return _isolated(squarefree(p), power)


def _isolated(p: Poly, power: int) -> tuple[RealRoot, ...]:
    """The positive roots of a polynomial without multiple ones, p(0) != 0, by the sign changes of its Sturm chain."""
    chain = [p, _derivative(p)]
    while len(chain[-1]) > 1:
        r = _remainder(chain[-2], chain[-1])
        if not r:
            break
        chain.append(tuple(-c for c in r))

    def variations(x: Fraction) -> int:
        return changes(sign_at(q, x) for q in chain)

    found: list[RealRoot] = []
    lo, hi = _bounds(p)
    stack = [(lo, variations(lo), hi, variations(hi))]
    while stack:
        spend()
        a, va, b, vb = stack.pop()
        if va == vb:
            continue
        if va - vb == 1:
            found.append(_only_root(p, a, b, power))
            continue
        mid = _middle(a, b)
        vm = variations(mid)
        stack += [(mid, vm, b, vb), (a, va, mid, vm)]
    return tuple(found)


def _only_root(p: Poly, a: Fraction, b: Fraction, power: int) -> RealRoot:
    """The one root in (a, b]."""
    root = RealRoot(p, b, b, power) if not sign_at(p, b) else RealRoot(p, a, b, power)
    while root.lo != root.hi and not sign_at(p, root.lo):  # the left end is the root before this one
        root = root.halved()
    return root


def cells(polys: Sequence[Poly], power: int = 1) -> tuple[tuple[RealRoot, ...], list[tuple[int, ...]]]:
    """The roots r_1 < ... < r_k of all polys together, and the signs of each poly on
    (0, r_1), r_1, (r_1, r_2), r_2, ..., (r_k, oo).
    """
    product: Poly = (1,)
    for p in polys:
        if p:
            q = squarefree(p)
            g = gcd(product, q)
            product = times(product, q if len(g) < 2 else _quotient(q, g))
    roots = list(positive_roots(product, power))
    for i in range(1, len(roots)):  # strictly separate neighbours, so that a rational fits between
        while roots[i - 1].hi >= roots[i].lo and (roots[i - 1].lo != roots[i - 1].hi or roots[i].lo != roots[i].hi):
            roots[i - 1], roots[i] = roots[i - 1].halved(), roots[i].halved()
    table: list[tuple[int, ...]] = []
    for i, r in enumerate(roots):
        before = r.lo / 2 if not i else (roots[i - 1].hi + r.lo) / 2
        table.append(tuple(sign_at(p, before) for p in polys))
        table.append(tuple(_sign_at_root(p, r) for p in polys))
    after = roots[-1].hi + 1 if roots else Fraction(1)
    table.append(tuple(sign_at(p, after) for p in polys))
    return tuple(roots), table


def _sign_at_root(p: Poly, r: RealRoot) -> int:
    """The sign of p at a root of a multiple of it: zero, or constant on the isolating interval."""
    if r.lo == r.hi:
        return sign_at(p, r.lo)
    g = gcd(p, r.poly)
    if len(g) > 1 and sign_at(squarefree(g), r.lo) * sign_at(squarefree(g), r.hi) < 0:
        return 0
    return sign_at(p, (r.lo + r.hi) / 2)

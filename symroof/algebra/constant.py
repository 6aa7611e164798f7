"""A number made of rationals, roots, logarithms and roundings: rationals around it, and its exact sign.

>>> from symroof.algebra.posynomial import build, ratio
>>> constant_sign(build("log2", [ratio(9)]) - 3), constant_sign(build("ceil", [build("log2", [ratio(9)])]) - 4)
(1, 0)
"""

from __future__ import annotations

import math
from fractions import Fraction

from symroof.algebra.budget import spend
from symroof.algebra.posynomial import Atom, Poly, Ratio
from symroof.errors import Inconclusive, SymroofError, Unsupported


def constant_sign(r: Ratio) -> int:
    """The exact sign of a number, roots and logs in it included."""
    c = r.constant()
    if c is not None:
        return (c > 0) - (c < 0)
    bits, most = 64, 4096
    while bits <= most:
        try:
            lo, hi = enclosure(r, bits)
        except Inconclusive:  # a denominator or a radicand not yet told from 0
            if bits == most:
                raise
            lo, hi = Fraction(-1), Fraction(1)
        if lo > 0 or hi < 0:
            return 1 if lo > 0 else -1
        if lo == hi:  # both are 0: ceiling(log2(17)) - 5 is met exactly
            return 0
        bits *= 2
    raise Inconclusive(f"{r} is zero to {most} bits; its sign is not decided")


def whole_number(r: Ratio) -> int | None:
    """The integer that a sum of roundings is, where its digits settle it.

    >>> from symroof.algebra.posynomial import build, ratio
    >>> whole_number(build("ceil", [build("log2", [ratio(9)])]) - 1)
    3
    """
    bits, most = 64, 1024
    while bits <= most:
        try:
            lo, hi = enclosure(r, bits)
        except Inconclusive:
            lo, hi = Fraction(0), Fraction(1)
        if lo == hi:
            return int(lo) if lo.denominator == 1 else None
        bits *= 2
    return None


def enclosure(r: Ratio, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around a number that has no symbols left; close as bits grow.

    >>> from symroof.algebra.posynomial import ratio
    >>> lo, hi = enclosure(ratio(2) ** Fraction(1, 2), 40)
    >>> lo**2 < 2 < hi**2
    True
    """
    spend()
    a, b = _poly_enclosure(r.num, bits), _poly_enclosure(r.den, bits)
    if b[0] <= 0 <= b[1]:
        raise Inconclusive(f"{r.den} may be zero")
    corners = [x / y for x in a for y in b]
    return min(corners), max(corners)


def _poly_enclosure(p: Poly, bits: int) -> tuple[Fraction, Fraction]:
    lo = hi = Fraction(0)
    for exps, c in p.monomials():
        a = b = Fraction(1)
        for g, e in exps.items():
            if isinstance(g, str):
                raise Inconclusive(f"still symbolic: {g}; give it a number")
            x, y = _power_enclosure(*_atom_enclosure(g, bits), Fraction(e), bits)
            a, b = min(a * x, a * y, b * x, b * y), max(a * x, a * y, b * x, b * y)
        ends = (a * c, b * c)
        lo, hi = lo + min(ends), hi + max(ends)
    return lo, hi


def _atom_enclosure(a: Atom, bits: int) -> tuple[Fraction, Fraction]:
    if a.kind == "const":
        import sympy
        from mpmath import iv, mp

        names = {"log(2)": lambda: iv.log(2), "pi": lambda: iv.pi, "E": lambda: iv.e}
        if a.name not in names:
            raise Unsupported(f"the number {a.name} has no enclosure here")
        before = iv.prec
        with mp.workprec(bits):
            iv.prec = bits
            try:
                x = names[a.name]()
                lo, hi = (sympy.Rational(sympy.Float(v, precision=bits + 8)) for v in (mp.mpf(x.a), mp.mpf(x.b)))
            finally:
                iv.prec = before
        tiny = Fraction(1, 1 << (bits - 8))
        return Fraction(int(lo.p), int(lo.q)) - tiny, Fraction(int(hi.p), int(hi.q)) + tiny
    if a.kind.startswith("if"):
        left, right, yes, no = a.args
        side = constant_sign(right - left)
        return enclosure(yes if side > 0 or (side == 0 and a.kind == "if<=") else no, bits)
    parts = [enclosure(r, bits) for r in a.args]
    if a.kind == "max":
        return max(x for x, _ in parts), max(y for _, y in parts)
    if a.kind == "min":
        return min(x for x, _ in parts), min(y for _, y in parts)
    lo, hi = parts[0]
    if a.kind == "base":
        return lo, hi
    if a.kind == "log2" and lo <= 0 < hi:
        raise Inconclusive(f"log2 of a number between {float(lo):g} and {float(hi):g}, which may not be positive")
    if a.kind in ("ceil", "floor"):
        f = math.ceil if a.kind == "ceil" else math.floor
        return Fraction(f(lo)), Fraction(f(hi))
    low = _log2_below(lo, bits)
    return low, (low if lo == hi else _log2_below(hi, bits)) + Fraction(1, 1 << (bits - 1))


def _power_enclosure(lo: Fraction, hi: Fraction, e: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    across = lo <= 0 <= hi and lo != hi
    if (across or lo == 0) and e < 0:
        raise Inconclusive(f"a number between {float(lo):g} and {float(hi):g} may be zero, and its reciprocal is asked")
    if e.denominator == 1:
        ends = [lo**e.numerator, hi**e.numerator]
        return Fraction(0) if across and e.numerator % 2 == 0 else min(ends), max(ends)
    if lo < 0:
        kind = Inconclusive if hi >= 0 else SymroofError
        raise kind(f"a fractional power of {float(lo):g}, which is not positive")
    ends = [y**e.numerator for x in (lo, hi) for y in root_enclosure(x, e.denominator, bits)]
    return min(ends), max(ends)


def root_enclosure(x: Fraction, k: int, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around the k-th root of a positive rational; equal where it is met exactly."""
    shift = max(0, bits - (x.numerator.bit_length() - x.denominator.bit_length()) // k)
    scaled, rest = divmod(x.numerator << (k * shift), x.denominator)
    n = integer_root(scaled, k)
    low = Fraction(n, 1 << shift)
    return (low, low) if not rest and n**k == scaled else (low, Fraction(n + 1, 1 << shift))


def integer_root(n: int, k: int) -> int:
    """The largest integer whose k-th power does not exceed n, by Newton's method.

    >>> integer_root(26, 3), integer_root(27, 3)
    (2, 3)
    """
    if k == 2:
        return math.isqrt(n)
    if n < 2:
        return n
    x = 1 << -(-n.bit_length() // k)
    while True:
        y = ((k - 1) * x + n // x ** (k - 1)) // k
        if y >= x:
            return x
        x = y


def _log2_below(x: Fraction, bits: int) -> Fraction:
    """log2(x), cut to a multiple of 2**-bits, at most one unit too small: square and compare, bit by bit."""
    if x <= 0:
        raise SymroofError(f"log2 of {x}, which is not positive")
    n = x.numerator.bit_length() - x.denominator.bit_length()
    n -= (Fraction(1 << n) if n >= 0 else Fraction(1, 1 << -n)) > x
    y = x / (Fraction(1 << n) if n >= 0 else Fraction(1, 1 << -n))
    guard = 2 * bits + 32  # the error doubles with each squaring
    m = (y.numerator << guard) // y.denominator
    digits = 0
    for _ in range(bits):
        m = (m * m) >> guard
        digits <<= 1
        if m >> (guard + 1):
            m >>= 1
            digits |= 1
    return n + Fraction(digits, 1 << bits)

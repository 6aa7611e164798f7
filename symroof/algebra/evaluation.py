"""The value of a polynomial with functions in it: exact at a point, or with symbols replaced by ratios.

>>> from symroof.algebra.posynomial import gen
>>> poly_at((gen("B") ** 2 + gen("D")).num, {"B": 3, "D": 1})
10
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from symroof.algebra.poly import FIELD, Atom, Gen, Number, Poly, exact, term
from symroof.algebra.posynomial import Ratio, build, quotient, ratio
from symroof.errors import SymroofError, Unsupported


def poly_at(p: Poly, values: Mapping[str, Number]) -> Number:
    """The exact value, worked out in integers over the one denominator that all terms share.

    Raises SymroofError where a symbol has no value or a divisor is 0, Unsupported where a term is irrational.
    """
    home, scale = p.ring, p.ring.scale
    rows = [home.unpack(m) for m in p.terms]
    above, below = 1, math.lcm(*[c.denominator for c in p.terms.values()])
    coefficients = [c.numerator * (below // c.denominator) for c in p.terms.values()]
    tables: list[tuple[int, dict[int, int]]] = []  # of each generator that occurs, what its whole powers come to
    rooted: list[tuple[int, Fraction]] = []
    for i, column in enumerate(zip(*rows)):
        if not any(column):  # the ring may hold generators that do not occur; they need no value
            continue
        g = home.gens[i]
        base = Fraction(_symbol_at(g, values) if isinstance(g, str) else _atom_at(g, values))
        if min(column) < 0 and not base:
            raise SymroofError(f"division by zero: {g} is 0 there")
        if scale > 1 and any(e % scale for e in column):
            if base <= 0:
                raise SymroofError(f"a fractional power of {base}, which is not positive")
            rooted.append((i, base))
        whole = {e: e // scale for e in set(column)}
        low, high = min(whole.values()), max(whole.values())
        up, down = base.numerator, base.denominator
        tables.append((i, {e: up ** (k - low) * down ** (high - k) for e, k in whole.items()}))
        above *= up ** max(low, 0) * down ** max(-high, 0)
        below *= up ** max(-low, 0) * down ** max(high, 0)
    total: Number = 0
    for row, v in zip(rows, coefficients):
        for i, table in tables:
            v *= table[row[i]]
        total += v * _root_at([(base, row[i] % scale) for i, base in rooted], scale) if rooted else v
    return exact(Fraction(total * above) / below)


def _root_at(powers: Sequence[tuple[Fraction, int]], degree: int) -> Fraction:
    """The root of that degree of a product of powers, roots that are irrational one by one taken together."""
    shared = math.gcd(degree, *[e for _, e in powers])
    degree //= shared
    inside = math.prod([base ** (e // shared) for base, e in powers], start=Fraction(1))
    parts = [_integer_root(n, degree) for n in (inside.numerator, inside.denominator)]
    if parts[0] is None or parts[1] is None:
        raise Unsupported(f"{inside}**(1/{degree}) is irrational")
    return Fraction(parts[0], parts[1])


def _symbol_at(name: str, values: Mapping[str, Number]) -> Number:
    if name not in values:
        raise SymroofError(f"still symbolic: {name}; give it a number")
    return values[name]


def _integer_root(n: int, k: int) -> int | None:
    """The exact k-th root of n, or None."""
    lo, hi = 0, 1 << (n.bit_length() // k + 1)
    while lo < hi:
        mid = (lo + hi + 1) // 2
        if mid**k <= n:
            lo = mid
        else:
            hi = mid - 1
    return lo if lo**k == n else None


def _atom_at(a: Atom, values: Mapping[str, Number]) -> Number:
    if a.kind == "const":
        raise Unsupported(f"{a.name} is irrational")
    if a.kind.startswith("if"):
        left, right, yes, no = a.args
        gap = right.at(values) - left.at(values)
        return (yes if gap > 0 or (gap == 0 and a.kind == "if<=") else no).at(values)
    if a.kind in ("ceil", "floor"):
        return _whole_at(a, values)
    vals = [r.at(values) for r in a.args]
    if a.kind == "max":
        return max(vals)
    if a.kind == "min":
        return min(vals)
    if a.kind == "base":
        return vals[0]
    f = Fraction(vals[0])
    if f > 0 and f.numerator & (f.numerator - 1) == 0 and f.denominator & (f.denominator - 1) == 0:
        return f.numerator.bit_length() - f.denominator.bit_length()
    raise Unsupported(f"log2 of {f} is irrational")


def _whole_at(a: Atom, values: Mapping[str, Number]) -> int:
    """The ceiling or floor of what may be irrational, as in ceil(log2(p)): its digits say on which side it lies."""
    whole = math.ceil if a.kind == "ceil" else math.floor
    (x,) = a.args
    try:
        return whole(Fraction(x.at(values)))
    except Unsupported:
        near = approximate(x, values)
        if abs(near - round(near)) * 10**_KEPT < max(abs(near), Fraction(1)):  # it may be whole
            raise
        return whole(near)


DIGITS = 60  # that numbers with roots and logarithms are worked out to
_KEPT = 40  # that have to be left after a difference


def approximate(r: Ratio, values: Mapping[str, Number] | None = None) -> Fraction:
    """The value of a ratio with roots and logarithms at a point, to 40 digits and more; never by way of SymPy.

    >>> from symroof.algebra.posynomial import gen
    >>> float(approximate(gen("B") ** Fraction(1, 2), {"B": 2})) == 2**0.5
    True

    Raises SymroofError where it is not real or symbols are left, Unsupported where the digits do not suffice.
    """
    near = _Near({k: Fraction(v) for k, v in (values or {}).items()})
    below = near.poly(r.den)
    if not below:
        raise SymroofError(f"division by zero: {r}")
    got = near.poly(r.num) / below
    sign, mantissa, exponent, _ = got._mpf_
    return (-1 if sign else 1) * Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


class _Near:
    """One evaluation with many digits: every function once."""

    def __init__(self, values: Mapping[str, Fraction]) -> None:
        self.real = _reals()
        self.values = values
        self.known: dict[Gen, Any] = {}

    def poly(self, p: Poly) -> Any:
        total, most = self.real.mpf(0), self.real.mpf(0)
        for exponents, c in p.monomials():
            v = self._number(Fraction(c))
            for g, e in exponents.items():
                base = self._gen(g)
                if (base <= 0 and Fraction(e).denominator > 1) or (not base and e < 0):
                    raise SymroofError(f"a power {e} of {g}, which is not positive")
                v *= base ** (int(e) if Fraction(e).denominator == 1 else self._number(Fraction(e)))
            total, most = total + v, max(most, abs(v))
        if total and abs(total) < most * self.real.mpf(10) ** (_KEPT - DIGITS):
            raise Unsupported("a difference so small that its digits are lost; simplify it")
        return total

    def _number(self, x: Fraction) -> Any:
        return self.real.mpf(x.numerator) / x.denominator

    def _gen(self, g: Gen) -> Any:
        if g not in self.known:
            self.known[g] = self._number(Fraction(_symbol_at(g, self.values))) if isinstance(g, str) else self._atom(g)
        return self.known[g]

    def _atom(self, a: Atom) -> Any:
        if a.kind == "const":
            named = {"log(2)": self.real.ln2, "pi": self.real.pi, "E": self.real.e}
            if a.name not in named:
                raise Unsupported(f"the value of {a.name} is not known")
            return +named[a.name]
        args = [self.poly(x.num) / (self.poly(x.den) or self._nothing(x)) for x in a.args]
        if a.kind.startswith("if"):
            left, right, yes, no = args
            return yes if left < right or (left == right and a.kind == "if<=") else no
        if a.kind in ("max", "min"):
            return max(args) if a.kind == "max" else min(args)
        (x,) = args
        if a.kind in ("ceil", "floor"):
            if abs(x - self.real.nint(x)) < self.real.mpf(10) ** -_KEPT and x != self.real.nint(x):
                raise Unsupported(f"whether {a.args[0]} is whole was not decided")
            return self.real.ceil(x) if a.kind == "ceil" else self.real.floor(x)
        if a.kind == "log2":
            if x <= 0:
                raise SymroofError(f"log2 of {a.args[0]}, which is not positive")
            return self.real.log(x, 2)
        return x

    def _nothing(self, x: Ratio) -> Any:
        raise SymroofError(f"division by zero: {x}")


@lru_cache(maxsize=1)
def _reals() -> Any:
    from mpmath import MPContext

    made = MPContext()
    made.dps = DIGITS
    return made


def poly_subs(p: Poly, values: Mapping[str, Ratio]) -> Ratio:
    bound = _bound(p, values)
    if bound is not None:
        return Ratio(bound)
    total = ratio(0)
    for exps, c in p.monomials():
        kept: dict[Gen, Number] = {}
        piece = ratio(1)
        for g, e in exps.items():
            if isinstance(g, str):
                if g in values:
                    piece = piece * values[g] ** e
                else:
                    kept[g] = e
            elif any(n in values for a in g.args for n in a.names):
                piece = piece * build(g.kind, [a.subs(values) for a in g.args]) ** e
            else:
                kept[g] = e
        total = total + Ratio(term(kept, c)) * piece
    return total


def _bound(p: Poly, values: Mapping[str, Ratio]) -> Poly | None:
    """Numbers put in for symbols by turning their powers into coefficients; None where something else is put in."""
    home = p.ring
    if home.scale != 1 or any(n in values for a in home.atoms for r in a.args for n in r.names):
        return None
    at: list[tuple[int, int, Number]] = []
    for n, v in values.items():
        if n in home.index:
            x = v.constant()
            if not x:  # no number, or 0, whose powers may not be defined
                return None
            at.append((home.index[n], FIELD * home.index[n], x))
    out: dict[int, Number] = {}
    for m, c in p.terms.items():
        exps = home.unpack(m)
        for i, shift, x in at:
            e = exps[i]
            if e:
                c = c * x**e if e > 0 else quotient(c, x**-e)
                m -= e << shift
        out[m] = out.get(m, 0) + c
    return Poly(home, {m: exact(c) for m, c in out.items() if c})

"""The value of an expression at one point, from the definition: floats that carry an error bound, exact where they tie.

This is the judge of ``trial``: it knows what Max, ceiling or log2 mean and nothing of signs, regimes or thresholds.

>>> from symroof.algebra.ratios.posynomial import gen
>>> at = Point({"B": 2, "D": 3})
>>> at.side(gen("B") * gen("D"), gen("D") + 3), at.side(gen("B"), gen("D"))
(0, -1)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import mul
from typing import final

from symroof.algebra.ratios.budget import OutOfTime
from symroof.algebra.ratios.evaluation import approximate
from symroof.algebra.ratios.functions import CONSTANTS, EXTREMES, FUNCTIONS, GUARDS, ROUNDINGS
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Poly, Ratio, nearest, ratio
from symroof.decimals import fraction_text
from symroof.errors import SymroofError, Unsupported

Near = tuple[float, float]  # a value and a bound of its error
_ULP = 2.0**-49  # of a product of a dozen factors; each sum adds one of what it adds up
_LEAST = 2.0**-1000  # what a float of a value near 0 may miss of it, where the value is too small for one
_TIE = Fraction(1, 10**30)  # relative: closer than this, two irrational numbers are not told apart


class Open(SymroofError):
    """The value is not defined at a point, or not told from another one."""


class _Floats(dict[str, float]):
    """Numbers by name; a symbol without one has no value."""

    def __missing__(self, name: str) -> float:
        raise Open(f"still symbolic: {name}")


# A sum in one symbol: whether it is one of integers; (exponent, coefficient, what was added up for it) of each power.
Sum = tuple[bool, list[tuple[float, float, float]]]
_NONE = ratio(0)
_UNIT: Sum = (True, [(0.0, 1.0, 1.0)])


@final
class Point:
    """Numbers for all symbols of a question.

    ``side(a, b)`` is the sign of a - b there; Open is raised where one of them has no value or they are not told apart.
    Where every number but that of ``name``, which moves, is a power of two, sums without functions are brought to sums
    in that one symbol, once for all of its values: their monomials are powers of two as well.  ``far`` does so without
    one, for numbers whose products no float holds.
    """

    __slots__ = ("_atoms", "_curves", "_floats", "_name", "_powers", "_sides", "values")

    def __init__(self, values: Mapping[str, Number], name: str = "", far: bool = False) -> None:
        self.values = dict(values)
        self._name = name
        self._floats: _Floats | None = None
        self._atoms: dict[Atom, Near] = {}
        self._curves: dict[int, tuple[Ratio, Near | None, Sum | None, Sum]] = {}
        self._sides: dict[tuple[int, Number], tuple[Ratio, int]] = {}
        self._powers: dict[str, int] | None = None
        if not name and not far:  # each sum is asked for once
            return
        self._powers = {}
        for n, v in values.items():
            if n == name:
                self._powers[n] = 0
            elif type(v) is int and not v & (v - 1):
                self._powers[n] = v.bit_length() - 1
            elif v.numerator == 1 and not v.denominator & (v.denominator - 1):
                self._powers[n] = 1 - v.denominator.bit_length()
            else:
                self._powers = None
                break

    def __str__(self) -> str:
        return ", ".join(f"{n}={fraction_text(v)}" for n, v in sorted(self.values.items()))

    @property
    def floats(self) -> _Floats:
        """The numbers as floats."""
        if self._floats is None:
            self._floats = _Floats((n, nearest(v)) for n, v in self.values.items())
        return self._floats

    def moved(self, to: Number) -> Point:
        """The same point with another number for the one symbol that moves."""
        out = Point.__new__(Point)
        out.values = {**self.values, self._name: to}
        out._name, out._powers, out._curves, out._sides = self._name, self._powers, self._curves, self._sides
        out._floats, out._atoms = None, {}
        return out

    def sign(self, r: Ratio, to: Number) -> int:
        """The sign of a ratio at another number for the one that moves, worked out once for all these points."""
        key = id(r), to
        if key not in self._sides:
            self._sides[key] = r, self.moved(to).side(r, _NONE)
        return self._sides[key][1]

    def side(self, a: Ratio, b: Ratio) -> int:
        """The sign of a - b."""
        try:
            (x, dx), (y, dy) = self.near(a), self.near(b)
            gap = x - y
            if abs(gap) > dx + dy + _ULP * (abs(x) + abs(y)):
                return 1 if gap > 0 else -1
            if x == y and not dx and not dy:
                return 0
        except (Open, OverflowError):
            pass
        return self._exactly(a, b)

    def _exactly(self, a: Ratio, b: Ratio) -> int:
        x, y = self.exact(a), self.exact(b)
        if x is not None and y is not None:
            return (x > y) - (x < y)
        try:
            gap = approximate(a, self.values) - approximate(b, self.values)
        except OutOfTime:
            raise
        except SymroofError as e:  # no real number there, or not told
            raise Open(str(e)) from None
        if abs(gap) <= _TIE * abs(approximate(b, self.values)):
            raise Open(f"{a} and {b} are not told apart")
        return 1 if gap > 0 else -1

    def exact(self, r: Ratio) -> Number | None:
        """The exact value, None where it is irrational; raises Open where there is none."""
        try:
            return r.at(self.values)
        except Unsupported:
            return None
        except SymroofError as e:
            raise Open(str(e)) from None

    def share(self, a: Ratio, b: Ratio) -> float:
        """a/b, to 40 digits where no float holds them; raises Open where one has no value, or nearly 0."""
        try:
            (x, dx), (y, dy) = self.near(a), self.near(b)
            if not (abs(x) > 4 * dx and abs(y) > 4 * dy):
                raise Open(f"{a} or {b} is 0 there, or nearly")
            return x / y
        except OverflowError:
            pass
        try:
            return nearest(approximate(a, self.values) / approximate(b, self.values))
        except (SymroofError, ZeroDivisionError) as e:
            raise Open(str(e)) from None

    def near(self, r: Ratio) -> Near:
        """The value of a ratio and a bound of its error; raises Open where it is not defined or nearly so."""
        if self._powers is None or r.num.ring.atoms or r.den.ring.atoms:
            return self._quotient(r, *self._poly(r.num), *(self._poly(r.den) if r.den.ring.gens else (1.0, 0.0)))
        key = id(r)  # the ratio is kept with its sums, so that it stays the one of that number
        kept = self._curves.get(key)
        if kept is None:
            kept = self._curves[key] = self._curve(r)
        _, value, above, below = kept
        if value is not None:
            return value
        if above is None:
            return self._quotient(r, *self._poly(r.num), *(self._poly(r.den) if r.den.ring.gens else (1.0, 0.0)))
        return self._quotient(r, *self._along(above), *self._along(below))

    @staticmethod
    def _quotient(r: Ratio, x: float, dx: float, y: float, dy: float) -> Near:
        if abs(y) <= dy:
            raise Open(f"{r.den} is 0 there, or nearly")
        if y == 1.0 and not dy:
            return x, dx
        out = x / y
        if x and -_LEAST < out < _LEAST:
            raise OverflowError
        if not dx and not dy and out.is_integer() and abs(x) < 2.0**53:
            return out, 0.0 if out * y == x else abs(out) * _ULP
        return out, (dx + abs(out) * dy) / (abs(y) - dy) + abs(out) * _ULP

    def _curve(self, r: Ratio) -> tuple[Ratio, Near | None, Sum | None, Sum]:
        """A ratio without functions as sums in the one symbol that moves, and its value where that does not matter."""
        assert self._powers is not None
        above = _sums(r.num, self._powers, self._name)
        below = _sums(r.den, self._powers, self._name) if r.den.ring.gens else _UNIT
        if above is None or below is None:
            return r, None, None, _UNIT
        if len(above[1]) < 2 and len(below[1]) < 2 and not any(e for e, _, _ in (*above[1], *below[1])):
            return r, self._quotient(r, *self._along(above), *self._along(below)), above, below
        return r, None, above, below

    def _along(self, sums: Sum) -> Near:
        whole, terms = sums
        total = most = 0.0
        x = 0.0
        for e, c, size in terms:
            if e:
                x = x or nearest(self.values[self._name])
                if not x:  # too small for a float
                    raise OverflowError
                power = x**e
                total += c * power
                most += size * power
            else:
                total += c
                most += size
        if most >= 2.0**1000 or (most < _LEAST and terms):
            raise OverflowError
        exactly = whole and most < 2.0**53 and (not x or type(self.values[self._name]) is int)  # 21 - 2**-50 is 21.0
        return total, 0.0 if exactly else most * _ULP

    def _poly(self, p: Poly) -> Near:
        if p.ring.atoms:
            return self._with_functions(p)
        home = p.ring
        scale, unpack = home.scale, home.unpack
        floats = self.floats
        xs = [floats.get(g, math.nan) for g in home.letters]
        if 0.0 in xs:  # too small for a float
            raise OverflowError
        total = most = 0.0
        for m, c in p.terms.items():
            t = nearest(c)
            for x, e in zip(xs, unpack(m)):
                if e:
                    t *= x if e == scale else x ** (e / scale)
            total += t
            most += t if t > 0 else -t
        if most < _LEAST and p.terms:
            raise OverflowError
        if not most < math.inf:
            if most != most:
                raise Open(f"still symbolic: {', '.join(g for g in map(str, p.gens) if g not in floats)}")
            raise OverflowError
        if scale == 1 and most < 2.0**53 and _held(p, self.values, most):
            return total, 0.0
        return total, most * _ULP

    def _with_functions(self, p: Poly) -> Near:
        home = p.ring
        scale, unpack, gens = home.scale, home.unpack, home.gens
        total = most = error = 0.0
        whole = scale == 1  # every factor so far an integer that floats hold
        factors: dict[Gen, tuple[float, float, bool]] = {}
        for m, c in p.terms.items():
            t = nearest(c)
            relative = 0.0
            whole = whole and type(c) is int
            for g, e in zip(gens, unpack(m)):
                if e:
                    known = factors.get(g)
                    if known is None:
                        known = factors[g] = self._factor(g)
                    x, share, is_whole = known
                    whole = whole and is_whole and e > 0
                    relative += share * abs(e)
                    t *= x if e == scale else x ** (e / scale) if x > 0 else self._power(g, x, e, scale)
            if not t and all(factors[g][0] for g, e in zip(gens, unpack(m)) if e):  # what is above 0 is too small
                raise OverflowError
            total += t
            most += abs(t)
            error += abs(t) * min(relative, 1.0)
        if not math.isfinite(most) or 0 < most < _LEAST:
            raise OverflowError
        if whole and most < 2.0**53:
            return total, 0.0
        return total, error + most * _ULP

    def _factor(self, g: Gen) -> tuple[float, float, bool]:
        """The value of a symbol or function, a bound of its relative error, and whether it is whole for certain."""
        if isinstance(g, str):
            if not (x := self.floats[g]) and self.values[g]:  # closer to 0 than floats are
                raise OverflowError
            return x, 0.0, type(self.values[g]) is int
        x, dx = self._atom(g)
        if not dx:
            return x, 0.0, x.is_integer()
        if abs(x) <= 2 * dx:
            raise Open(f"{g} is 0 there, or nearly")
        return x, 2 * dx / abs(x), False

    @staticmethod
    def _power(g: Gen, x: float, e: int, scale: int) -> float:
        if not x and e > 0:
            return 0.0
        if e % scale or not x:
            raise Open(f"a power of {g}, which is not positive there")
        return x ** (e // scale)

    def _atom(self, a: Atom) -> Near:
        known = self._atoms.get(a)
        if known is None:
            known = self._atoms[a] = _RULES[a.kind](self, a)
        return known


def _sums(p: Poly, powers: Mapping[str, int], name: str) -> Sum | None:
    """A sum of monomials by the powers of one symbol, the others being powers of two."""
    home = p.ring
    if home.atoms:
        return None
    if not home.gens:
        c = p.constant() or 0
        v = nearest(c)
        return v.is_integer() and c == v, [(0.0, v, abs(v))]  # 8 + 1e-20 is not whole, though its float is
    try:
        ks = [powers[g] for g in home.letters]
    except KeyError:
        return None
    unpack, scale, at = home.unpack, home.scale, home.index.get(name, -1)
    found: dict[int, tuple[float, float]] = {}
    held = True
    for m, c in p.terms.items():
        exps = unpack(m)
        bits = sum(map(mul, exps, ks))
        v = float(c) if type(c) is int and c < 1 << 1000 else nearest(c)
        held = held and (type(c) is int or c == v)
        if bits:
            if not -900 * scale < bits < 900 * scale:
                return None
            v = math.ldexp(v, bits) if scale == 1 else v * 2.0 ** (bits / scale)
        held = held and v.is_integer()  # of each: 4096 + 2**-44 is 4096.0
        e = exps[at] if at >= 0 else 0
        sofar = found.get(e)
        found[e] = (v, abs(v)) if sofar is None else (sofar[0] + v, sofar[1] + abs(v))
    terms = [(e / scale, v, size) for e, (v, size) in found.items()]
    whole = held and all(e >= 0 and e.is_integer() for e, _, _ in terms)
    return whole, terms


def _held(p: Poly, values: Mapping[str, Number], most: float) -> bool:
    """Whether floats make no error in a sum of so much: integers over one power of two, below 2**53 of it."""
    below = 1
    for c in p.terms.values():
        if type(c) is not int:
            below = max(below, c.denominator)
            if below & (below - 1) or c.denominator & (c.denominator - 1):
                return False
    if most * below >= 2.0**53 or any(type(values[g]) is not int for g in p.gens if isinstance(g, str)):
        return False
    return not any(map(p.ring.negative, p.terms))


def _rounded(at: Point, a: Atom) -> Near:
    (x,) = a.args
    f = ROUNDINGS[a.kind].python
    try:
        v, dv = at.near(x)
        if abs(v) < 2.0**52 and f(v - dv) == f(v + dv):
            return float(f(v)), 0.0
    except Open:
        pass
    value = at.exact(x)
    if value is None:
        try:
            value = approximate(x, at.values)
        except Unsupported as e:
            raise Open(str(e)) from None
        if abs(value - round(value)) <= _TIE * max(abs(Fraction(value)), Fraction(1)):
            raise Open(f"whether {x} is whole is not told")
    return nearest(f(value)), 0.0


def _extreme(at: Point, a: Atom) -> Near:
    made = [at.near(x) for x in a.args]
    values = [v for v, _ in made]
    return EXTREMES[a.kind].pick(values), max(d for _, d in made)


def _log2(at: Point, a: Atom) -> Near:
    (x,) = a.args
    v, dv = at.near(x)
    if v <= dv:
        raise Open(f"log2 of {x}, which is not positive there")
    out = math.log2(v)
    if not dv and out.is_integer() and 2.0**out == v:
        return out, 0.0
    return out, 2 * dv / v + abs(out) * _ULP + _ULP


def _choice(at: Point, a: Atom) -> Near:
    left, right, yes, no = a.args
    return at.near(yes if GUARDS[a.kind].holds(at.side(left, right), 0) else no)


def _constant(at: Point, a: Atom) -> Near:
    value = CONSTANTS[a.name].value
    return value, value * _ULP


def _function(at: Point, a: Atom) -> Near:
    """A function without a rule of its own, by its row: none falls, so that the ends hold it."""
    f, (v, dv) = FUNCTIONS[a.kind].python, at.near(a.args[0])
    try:
        low, out, high = f(v - dv), f(v), f(v + dv)
    except ValueError:
        raise Open(f"{a} has no value there, or nearly none") from None
    return out, high - low + 4 * abs(out) * _ULP + _LEAST


_RULES: dict[str, Callable[[Point, Atom], Near]] = {
    **{k: _log2 if f.logarithm else _function for k, f in FUNCTIONS.items()},
    **dict.fromkeys(ROUNDINGS, _rounded),
    **dict.fromkeys(EXTREMES, _extreme),
    **dict.fromkeys(GUARDS, _choice),
    "base": lambda at, a: at.near(a.args[0]),
    "const": _constant,
}

"""The value of a ratio, worked out once by ``fold`` in three domains: exact, between two rationals, substituted.

| domain   | a value is                            | asked by                                              |
|----------|---------------------------------------|-------------------------------------------------------|
| Exact    | a rational, or a note that it is none | ``Ratio.at``, ``exactly``                             |
| Between  | two rationals around it               | ``enclosure``: signs, decimals, boxes                 |
| Put      | a ratio                               | ``Ratio.subs``                                        |

Exact compares irrational values by enclosures: a maximum, a ceiling or a choice needs no more of them than a side.

>>> from symroof.algebra.ratios.posynomial import gen
>>> poly_at((gen("B") ** 2 + gen("D")).num, {"B": 3, "D": 1})
10
>>> build("max", [gen("K") * build("log2", [gen("N")]), gen("N")]).at({"N": 6, "K": 1})
6
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Union, final

from symroof.algebra.ratios.budget import spend
from symroof.algebra.ratios.fold import Domain, fold, map_atoms
from symroof.algebra.ratios.functions import Constant, Ends, Extreme, Function, Guard, as_fraction
from symroof.algebra.ratios.poly import FIELD, Atom, Number, Poly, exact
from symroof.algebra.ratios.posynomial import Ratio, build, named_constant, quotient, ratio
from symroof.decimals import general, whole_text
from symroof.errors import DividesByZero, Inconclusive, SymroofError, Unsupported
from symroof.records import dataclass

__all__ = ["DIGITS", "Between", "Exact", "approximate", "build", "enclosure", "poly_at", "side_between",
           "side_of"]  # fmt: skip

BITS, MOST_BITS = 64, 4096  # an enclosure starts with so many bits, and is given up at so many


# -- exact -------------------------------------------------------------------------------------------------------------


@final
@dataclass(frozen=True)
class Irrational:
    """A value that is no rational number, as the ratio whose value it is, and why."""

    of: Ratio
    why: str


Value = Union[int, Fraction, Irrational]


def _symbol_at(name: str, values: Mapping[str, Number]) -> Number:
    if name not in values:
        raise SymroofError(f"still symbolic: {name}; give it a number")
    return values[name]


@final
class Exact(Domain[Value]):
    """The exact value at a point; what is irrational is kept as what it is the value of."""

    def __init__(self, values: Mapping[str, Number]) -> None:
        super().__init__()
        self.values = values

    def number(self, c: Number) -> Value:
        return c

    def symbol(self, name: str) -> Value:
        return _symbol_at(name, self.values)

    def constant(self, c: Constant) -> Value:
        return Irrational(named_constant(c.name), f"{c.name} is irrational")

    def extremum(self, f: Extreme, args: Sequence[Value]) -> Value:
        rational = [x for x in args if not isinstance(x, Irrational)]
        best: Value
        best, *others = ([f.pick(rational)] if rational else []) + [x for x in args if isinstance(x, Irrational)]
        for x in others:
            if self._side(x, best) * f.extreme > 0:
                best = x
        return best

    def choice(self, f: Guard, left: Value, right: Value, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        return yes() if f.holds(self._side(left, right), 0) else no()

    def call(self, atom: Atom, f: Function, x: Value) -> Value:
        if not isinstance(x, Irrational):
            made = f.exact(Fraction(x))
            return Irrational(Ratio(_one(atom)), f"{f.shown} of {Fraction(x)} is irrational") if made is None else made
        if f.fence:
            return self._whole(f, x)
        return Irrational(Ratio(_one(atom)), x.why)

    def radicand(self, atom: Atom, x: Value) -> Value:
        return x

    def quotient(self, r: Ratio, top: Value, bottom: Value) -> Value:
        if isinstance(bottom, Irrational) and top != 0:
            return Irrational(r, bottom.why)
        if isinstance(bottom, Irrational):  # 0 over log2(D) - log2(5) is 0, but where that comes to 0 itself
            bottom = self._side(bottom, 0) if bottom.of.subs(self.values).num.terms else 0
        if not bottom:
            raise DividesByZero(f"division by zero: {r.den} is 0 there")
        if isinstance(top, Irrational):
            return Irrational(r, top.why)
        return top if bottom == 1 else quotient(top, bottom)

    def _in_integers(self, p: Poly) -> int | None:
        """The value where every number in it is whole, without a fraction on the way; None where one is not."""
        values, unpack, total = [self.values.get(g) for g in p.ring.gens], p.ring.unpack, 0  # type: ignore[arg-type]
        for m, v in p.terms.items():
            if type(v) is not int:
                return None
            for x, e in zip(values, unpack(m)):
                if e:
                    if type(x) is not int or e < 0:
                        return None
                    v *= x if e == 1 else x**e
            total += v
        return total

    def poly(self, p: Poly) -> Value:
        made = self._in_integers(p) if p.ring.scale == 1 and not p.ring.atoms else None
        return self._in_fractions(p) if made is None else made

    def _in_fractions(self, p: Poly) -> Value:
        """In integers over the one denominator that all terms share."""
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
            found = self.of(g)
            if isinstance(found, Irrational):
                return Irrational(Ratio(p), found.why)
            base = Fraction(found)
            if min(column) < 0 and not base:
                raise DividesByZero(f"division by zero: {g} is 0 there")
            if scale > 1 and any(e % scale for e in column):
                if base < 0:
                    raise SymroofError(f"a fractional power of {base}, which is negative")
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
            root = _root_at([(base, row[i] % scale) for i, base in rooted], scale) if rooted else 1
            if isinstance(root, str):
                return Irrational(Ratio(p), root)
            total += v * root
        return exact(Fraction(total * above) / below)

    # -- what is irrational ----------------------------------------------------------------------------------------
    def _whole(self, f: Function, x: Irrational) -> int:
        """The ceiling or floor of what may be irrational, as in ceil(log2(p)): its digits say on which side it lies."""
        bits = BITS
        while bits <= MOST_BITS:
            low, high = self._around(x, bits)
            a, b = f.exact(low), f.exact(high)
            if a == b and a is not None:
                return int(a)
            bits *= 4
        raise Unsupported(f"{x.of} is whole to {MOST_BITS} bits; whether it is was not decided")

    def _side(self, x: Value, y: Value) -> int:
        """The sign of x - y."""
        if not isinstance(x, Irrational) and not isinstance(y, Irrational):
            return (x > y) - (x < y)
        if isinstance(x, Irrational) and isinstance(y, Irrational) and x.of == y.of:
            return 0
        bits = BITS
        while bits <= MOST_BITS:
            (a, b), (c, d) = self._around(x, bits), self._around(y, bits)
            if a > d or b < c:
                return 1 if a > d else -1
            bits *= 4
        shown = " and ".join(str(v.of if isinstance(v, Irrational) else v) for v in (x, y))
        raise Unsupported(f"{shown} agree to {MOST_BITS} bits; which of them is the larger was not decided")

    def _around(self, x: Value, bits: int) -> Ends:
        return enclosure(x.of, self.values, bits) if isinstance(x, Irrational) else (Fraction(x), Fraction(x))


def _one(a: Atom) -> Poly:
    from symroof.algebra.ratios.poly import term

    return term({a: 1})


def poly_at(p: Poly, values: Mapping[str, Number]) -> Number:
    """The exact value of a polynomial.

    Raises SymroofError where a symbol has no value or a divisor is 0, Unsupported where the value is irrational.
    """
    return value_at(Ratio(p), values)


def value_at(r: Ratio, values: Mapping[str, Number]) -> Number:
    """The exact value of a ratio at a point; raises SymroofError and Unsupported as ``poly_at`` does."""
    found = fold(r, Exact(values))
    if isinstance(found, Irrational):
        raise Unsupported(found.why)
    return found


def _root_at(powers: Sequence[tuple[Fraction, int]], degree: int) -> Fraction | str:
    """The root of that degree of a product of powers, irrational ones taken together; in words where it is none."""
    shared = math.gcd(degree, *[e for _, e in powers])
    degree //= shared
    if len(powers) == 1:  # a power of x is the power of an integer where x is
        ((base, e),) = powers
        root = _root_at([(base, shared)], degree * shared) if e != shared else None
        if root is not None:
            return root if isinstance(root, str) else root ** (e // shared)
    if sum(e // shared * _length(base) for base, e in powers) > 1 << 20:
        raise Unsupported(f"a root of degree {degree} of a number of more than a million bits")
    inside = math.prod([base ** (e // shared) for base, e in powers], start=Fraction(1))
    parts = [_integer_root(n, degree) for n in (inside.numerator, inside.denominator)]
    if any(n**degree != x for n, x in zip(parts, (inside.numerator, inside.denominator))):
        above, below = map(whole_text, inside.as_integer_ratio())
        return f"{above if below == '1' else f'{above}/{below}'}**(1/{degree}) is irrational"
    return Fraction(parts[0], parts[1])


def _integer_root(n: int, k: int) -> int:
    """The largest integer whose k-th power does not exceed n, by Newton's method from just above it.

    >>> _integer_root(26, 3), _integer_root(27, 3), _integer_root(3**1000, 1000)
    (2, 3, 3)
    """
    if (bits := n.bit_length()) > _LONG:
        spend((bits >> 11) ** 2, at_once=True)  # microseconds of a root: 17 ms of 2**18 bits, 0.26 s of 2**20
    while k % 2 == 0:
        n, k = math.isqrt(n), k // 2
    if n < 2 or k == 1:
        return n
    whole, part = divmod(math.log2(n) / k, 1)
    x = math.ceil(2**part * (1 + 2.0**-30) * 2.0**52)
    x = (x << int(whole) - 52 if whole >= 52 else x >> 52 - int(whole)) + 1
    while True:
        y = ((k - 1) * x + n // x ** (k - 1)) // k
        if y >= x:
            return x
        x = y


# -- between two rationals ---------------------------------------------------------------------------------------------


@final
class Between(Domain[Ends]):
    """Two rationals around every value in a box; a point is a box whose sides are equal.

    ``bits`` is how many digits are kept where a value is irrational or long; None keeps all of rational ones.
    """

    def __init__(self, box: Mapping[str, Ends], bits: int = BITS) -> None:
        super().__init__()
        self.box, self.bits = box, bits

    def number(self, c: Number) -> Ends:
        q = Fraction(c)
        return q, q

    def symbol(self, name: str) -> Ends:
        if name not in self.box:
            raise SymroofError(f"still symbolic: {name}; give it a number")
        return self.box[name]

    def constant(self, c: Constant) -> Ends:
        return c.between(self.bits)

    def extremum(self, f: Extreme, args: Sequence[Ends]) -> Ends:
        return f.pick(a for a, _ in args), f.pick(b for _, b in args)

    def choice(self, f: Guard, left: Ends, right: Ends, yes: Callable[[], Ends], no: Callable[[], Ends]) -> Ends:
        """Both branches where the box holds points of either kind."""
        if f.holds(left[1], right[0]):
            return yes()
        if not f.holds(left[0], right[1]):
            return no()
        (a, b), (c, d) = yes(), no()
        return min(a, c), max(b, d)

    def call(self, atom: Atom, f: Function, x: Ends) -> Ends:
        try:
            return f.between(*x, self.bits)
        except SymroofError:
            if x[0] == x[1]:
                raise
            if x[1] < 0:
                raise SymroofError(f"{atom} has no value there: {_spoken(x)}") from None
            raise Inconclusive(f"{atom} may not be defined there: {_spoken(x)}") from None

    def radicand(self, atom: Atom, x: Ends) -> Ends:
        return x

    def poly(self, p: Poly) -> Ends:
        low = high = Fraction(0)
        for exps, c in p.monomials():
            out = self.number(c)
            for g, e in exps.items():
                out = _times(out, self._power(g, Fraction(e)))
            low, high = low + out[0], high + out[1]
        return self._short(low, high)

    def quotient(self, r: Ratio, top: Ends, bottom: Ends) -> Ends:
        a, b = bottom
        if a == b == 1:
            return top
        if a <= 0 <= b:
            if a == b:
                raise DividesByZero(f"division by zero: {r.den} is 0 there")
            raise Inconclusive(f"{r.den} may be zero there: {_spoken(bottom)}")
        return self._short(*_times(top, (1 / b, 1 / a)))

    def times(self, x: Ends, y: Ends) -> Ends:
        """The product."""
        return self._short(*_times(x, y))

    def _power(self, g: Any, e: Fraction) -> Ends:
        a, b = self.of(g)
        if e == 1:
            return a, b
        if e < 0 and a == b == 0:
            raise DividesByZero(f"division by zero: {g} is 0 there")
        if e < 0 and a <= 0 <= b:
            raise Inconclusive(f"{g} may be zero there, and its reciprocal is asked: {_spoken((a, b))}")
        if e.denominator == 1:
            n = e.numerator
            ends = [self._whole_power(x, n) for x in ((a,) if a == b else (a, b))]
            low, high = min(x for x, _ in ends), max(y for _, y in ends)
            return (Fraction(0), high) if a < 0 < b and n % 2 == 0 else (low, high)
        if a < 0:
            if b < 0:
                raise SymroofError(f"a fractional power of {g}, which is negative: {_spoken((a, b))}")
            raise Inconclusive(f"a fractional power of {g}, which may be negative: {_spoken((a, b))}")
        ends = [self._root_power(x, e) for x in ((a,) if a == b else (a, b))]
        return min(x for x, _ in ends), max(y for _, y in ends)

    def _whole_power(self, x: Fraction, n: int) -> Ends:
        """x**n, shortened on the way where it would be long."""
        if abs(n) * max(x.numerator.bit_length(), x.denominator.bit_length()) <= 8 * self.bits + 4096:
            y = x**n
            return y, y
        size = abs(x)
        low = high = Fraction(1)
        a = b = size if n > 0 else 1 / size
        k = abs(n)
        while k:
            if k & 1:
                low, high = self._short(low * a, high * b)
            k >>= 1
            if k:
                a, b = self._short(a * a, b * b)
        return (low, high) if x > 0 or n % 2 == 0 else (-high, -low)

    def _root_power(self, x: Fraction, e: Fraction) -> Ends:
        if not x:
            return x, x
        if e.denominator > 64:
            return _power_by_logs(x, e, self.bits)
        low, high = root_enclosure(x, e.denominator, self.bits)
        if e.numerator == 1:
            return low, high
        ends = [*self._whole_power(low, e.numerator), *self._whole_power(high, e.numerator)] if low else [low, high]
        return min(ends), max(ends)

    def _short(self, low: Fraction, high: Fraction) -> Ends:
        """The two, rounded outward where they are long."""
        most = 8 * self.bits + 512
        if _length(low) <= most and _length(high) <= most:
            return low, high
        return _rounded(low, 2 * self.bits, down=True), _rounded(high, 2 * self.bits, down=False)


def _power_by_logs(x: Fraction, e: Fraction, bits: int) -> Ends:
    """x**e for an exponent whose roots would take integers of very many digits."""
    from mpmath import libmp

    prec = bits + 64 + _length(x).bit_length() + _length(e)
    log = libmp.mpf_log(libmp.from_rational(x.numerator, x.denominator, prec), prec)
    value = as_fraction(libmp.mpf_exp(libmp.mpf_mul(log, libmp.from_rational(e.numerator, e.denominator, prec)), prec))
    slack = value / (1 << (bits + 8))
    return value - slack, value + slack


def _length(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()


def _rounded(x: Fraction, bits: int, down: bool) -> Fraction:
    """A rational of so many bits, not above x or not below it."""
    shift = bits - x.numerator.bit_length() + x.denominator.bit_length()
    top, below = (x.numerator << shift, x.denominator) if shift >= 0 else (x.numerator, x.denominator << -shift)
    n = top // below if down else -(-top // below)
    return Fraction(n, 1 << shift) if shift >= 0 else Fraction(n << -shift)


def _times(x: Ends, y: Ends) -> Ends:
    (a, b), (c, d) = x, y
    if a is b and c is d:
        return (p := a * c), p
    if a >= 0 and c >= 0:
        return a * c, b * d
    corners = (a * c, a * d, b * c, b * d)
    return min(corners), max(corners)


def _spoken(x: Ends) -> str:
    ends = [general(end, 4) for end in x]
    return f"it is {ends[0]}" if x[0] == x[1] else f"it lies between {ends[0]} and {ends[1]}"


def root_enclosure(x: Fraction, k: int, bits: int) -> Ends:
    """Two rationals around the k-th root of a positive rational; equal where it is met exactly."""
    if k > 2 and k % 2 == 0:  # square roots of square roots: no number here is longer than twice the bits
        least, most = (root_enclosure(end, 2, bits + 2) for end in root_enclosure(x, k // 2, bits + 2))
        return least[0], most[1]
    if _length(x) > max(_LONG, 16 * k * bits):
        top, below = (_root_if_met(m, k) for m in (x.numerator, x.denominator))
        if top is None or below is None:
            return _root_by_leading_bits(x, k, bits)
        return (met := Fraction(top, below)), met
    shift = max(0, bits - (x.numerator.bit_length() - x.denominator.bit_length()) // k)
    scaled, rest = divmod(x.numerator << (k * shift), x.denominator)
    n = _integer_root(scaled, k)
    low = Fraction(n, 1 << shift)
    if not rest and n**k == scaled:
        return low, low
    parts = [_integer_root(m, k) for m in (x.numerator, x.denominator)]
    if parts[0] ** k == x.numerator and parts[1] ** k == x.denominator:
        met = Fraction(parts[0], parts[1])
        return met, met
    return low, Fraction(n + 1, 1 << shift)


_LONG = 1 << 14  # bits of a number whose root takes long
_SQUARES = {m: frozenset(i * i % m for i in range(m)) for m in (64, 63, 65, 11)}  # 1 in 80 numbers is one of each


def _root_if_met(n: int, k: int) -> int | None:
    """The k-th root of a long number where it is whole: of most it is told at once that it is not.

    >>> _root_if_met(9 << 20000, 2) == 3 << 10000, _root_if_met(9 << 20001, 2), _root_if_met(5 << 20000, 2)
    (True, None, None)
    """
    twos = (n & -n).bit_length() - 1
    odd = n >> twos
    if twos % k or (k == 2 and not all(odd % m in squares for m, squares in _SQUARES.items())):
        return None
    root = _integer_root(odd, k)
    return root << twos // k if root**k == odd else None


def _root_by_leading_bits(x: Fraction, k: int, bits: int) -> Ends:
    """The same of a long rational whose root is not met: its other digits do not show in so many of the root.

    >>> low, high = _root_by_leading_bits(Fraction(10**9000 + 1, 7), 2, 64)
    >>> low**2 < Fraction(10**9000 + 1, 7) < high**2, (high / low - 1) * 2**60 < 1
    (True, True)
    """
    size = x.numerator.bit_length() - x.denominator.bit_length()
    t = -((size - k * bits - 16) // k)  # x is taken times 2**(k*t), its root times 2**t
    top, below = (x.numerator << k * t, x.denominator) if t >= 0 else (x.numerator, x.denominator << -k * t)
    n = top // below
    ends = _integer_root(n, k), _integer_root(n + 1, k) + 1
    low, high = (Fraction(end, 1 << t) if t >= 0 else Fraction(end << -t) for end in ends)
    return low, high


def enclosure(r: Ratio, values: Mapping[str, Number] | None = None, bits: int = BITS) -> Ends:
    """Two rationals around the value of a ratio at a point; close as bits grow, equal where it is met exactly.

    >>> from symroof.algebra.ratios.posynomial import ratio
    >>> lo, hi = enclosure(ratio(2) ** Fraction(1, 2), {}, 40)
    >>> lo**2 < 2 < hi**2
    True

    Raises SymroofError where there is no real value, Inconclusive where these bits do not show whether there is one.
    """
    return fold(r, Between({k: (q := Fraction(v), q) for k, v in (values or {}).items()}, bits))


def side_of(r: Ratio, values: Mapping[str, Number] | None = None, most: int = MOST_BITS) -> int | None:
    """The sign of a value at a point; None where that many bits do not tell it from 0.

    Raises SymroofError where there is no real value.
    """
    return side_between(r, None, values, most)


def side_between(
    r: Ratio, other: Ratio | None, values: Mapping[str, Number] | None = None, most: int = MOST_BITS
) -> int | None:
    """The sign of r - other at a point, functions in both worked out once; None where so many bits do not tell it.

    Raises SymroofError where one has no real value.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> side_between(gen("B") ** 2, gen("B") + 6, {"B": 3})
    0
    """
    box = {k: (q := Fraction(v), q) for k, v in (values or {}).items()}
    bits = BITS
    while True:
        spend()
        try:
            domain = Between(box, bits)
            low, high = fold(r, domain)
            if other is not None:
                least, largest = fold(other, domain)
                low, high = low - largest, high - least
        except Inconclusive:
            if bits >= most:
                raise
            low, high = Fraction(-1), Fraction(1)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        if low == high:  # both are 0: ceiling(log2(17)) - 5 is met exactly
            return 0
        if bits >= most:
            return None
        bits *= 2


DIGITS = 40  # that ``approximate`` is right to


def approximate(r: Ratio, values: Mapping[str, Number] | None = None) -> Fraction:
    """The value of a ratio with roots and logarithms at a point, to 40 digits and more; never by way of SymPy.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> float(approximate(gen("B") ** Fraction(1, 2), {"B": 2})) == 2**0.5
    True

    Raises SymroofError where it is not real or symbols are left, Unsupported where the digits do not suffice.
    """
    bits = 256
    while bits <= MOST_BITS:
        try:
            low, high = enclosure(r, values, bits)
        except Inconclusive:
            bits *= 4
            continue
        if (high - low) * 10**DIGITS <= min(abs(low), abs(high)):
            return (low + high) / 2
        bits *= 4
    raise Unsupported("a difference so small that its digits are lost; simplify it")


_OWN = 50  # digits of the reals and intervals that searches of our own run in


@lru_cache(maxsize=4)
def reals(digits: int = _OWN) -> Any:
    """Mpmath's reals in a context of our own, whose digits nobody changes; the user's stay as they are."""
    from mpmath import MPContext

    made = MPContext()
    made.dps = digits
    return made


@lru_cache(maxsize=1)
def _interval_contexts() -> dict[int, Any]:
    return {}


def intervals(bits: int = 203) -> Any:
    """Mpmath's intervals, likewise: one context for each number of bits, which is never set to another."""
    kept = _interval_contexts()
    made = kept.get(bits)
    if made is None:
        from mpmath.ctx_iv import MPIntervalContext

        made = MPIntervalContext()
        made.prec = bits
        kept[bits] = made
    return made


# -- substituted -------------------------------------------------------------------------------------------------------


def subs(r: Ratio, values: Mapping[str, Ratio]) -> Ratio:
    """Symbols replaced by ratios, inside functions too."""
    top, bottom = _bound(r.num, values), _bound(r.den, values)
    if top is not None and bottom is not None:
        value, below = top.constant(), bottom.constant()
        return Ratio(top) / Ratio(bottom) if value is None or not below else ratio(quotient(value, below))
    return map_atoms(r, lambda a: None, values.get)


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

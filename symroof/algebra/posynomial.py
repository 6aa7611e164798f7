"""Exact sparse polynomials with rational exponents in positive generators, and their ratios.

A *generator* is a name (a positive symbol) or an ``Atom`` (max, min, ceil, floor, log2, or the base of a fractional
power) over such ratios.  A ``Poly`` maps monomials to exact coefficients; a monomial is one integer, its exponent
vector packed 64 bits a generator, so that multiplying monomials is adding integers.  A ``Ratio`` is kept as
``num/den`` with ``den`` stripped of its monomial content, hence ``1/(1/B + 1/D)`` reads ``B*D/(B + D)``; it is never
cancelled further, because cancelling may destroy the positivity that certificates stand on.

>>> B, D = gen("B"), gen("D")
>>> print(1 / (1 / B + 1 / D))
B*D/(D + B)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from struct import Struct
from typing import Union, final

from symroof.errors import SymroofError, Unsupported
from symroof.shown import visible

Number = Union[int, Fraction]
Gen = Union[str, "Atom"]

FIELD = 64  # bits per exponent; door and pow keep |exponent * scale| far below 2**62
_HALF = 1 << (FIELD - 1)
MAX_EXPONENT = 100_000
MAX_DIGITS = 50_000  # of a number given as text
_POWER = re.compile(r"[eE]([+-]?\d+)\Z")
MAX_TERMS = 200_000


def exact(x: object) -> Number:
    """An exact number: a float is the decimal that was typed, never its binary value.

    >>> exact(8.2e11), exact(0.1)
    (820000000000, Fraction(1, 10))
    """
    if type(x) is int:
        return x
    if isinstance(x, bool):
        raise SymroofError(f"{x} is not a number")
    if isinstance(x, int):
        return x
    if isinstance(x, Fraction):
        return x.numerator if x.denominator == 1 else x
    if isinstance(x, float):
        if not math.isfinite(x):
            raise SymroofError(f"{x} is not a finite number")
        return exact(Fraction(float.__repr__(x)))  # a NumPy float64 shows itself otherwise
    if hasattr(x, "p") and hasattr(x, "q"):  # a SymPy Rational
        return exact(Fraction(int(x.p), int(x.q)))
    if isinstance(x, (str, Decimal)):
        x = str(x)
        power = _POWER.search(x)
        if len(x) > MAX_DIGITS or (power and abs(int(power.group(1))) > MAX_DIGITS):
            raise SymroofError(f"{x[:40]}{'...' * (len(x) > 40)} has over {MAX_DIGITS} digits")
        try:
            return exact(Fraction(x))
        except (ValueError, ZeroDivisionError):
            shown = repr(x if len(x) <= 40 else x[:40] + "...")
            raise SymroofError(f"{shown} is not a number; parse_formula reads a formula from text") from None
    if hasattr(x, "item"):  # a NumPy scalar
        return exact(x.item())
    raise SymroofError(f"{x!r} is not a number")


@final
@dataclass(frozen=True)
class Atom:
    """A generator that is not a symbol.

    kind is "max", "min" (two or more args), "ceil", "floor", "log2" (one), or "base": the base of a fractional power,
    a several-term ratio, or a number such as 2 in sqrt(2); "if<" and "if<=" of (l, r, a, b):
    a where l < r, else b.  ``const`` atoms are named positive reals (pi, E).
    """

    kind: str
    args: tuple[Ratio, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.kind, self.args, self.name)))

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined, no-any-return]

    def __reduce__(self) -> tuple[object, ...]:  # a hash must not travel between processes
        return Atom, (self.kind, self.args, self.name)

    def __str__(self) -> str:
        if self.kind == "const":
            return self.name
        if self.kind == "base":
            return f"({self.args[0]})"
        if self.kind.startswith("if"):
            left, right, yes, no = self.args
            return f"Piecewise(({yes}, {left} {self.kind[2:]} {right}), ({no}, True))"
        label = {"max": "Max", "min": "Min", "ceil": "ceiling"}.get(self.kind, self.kind)
        return f"{label}({', '.join(map(str, self.args))})"


def _key(g: Gen) -> tuple[int, str]:
    return (0, g) if isinstance(g, str) else (1, str(g))


@final
class Ring:
    """The generators of a polynomial, sorted, and the common denominator of their exponents; interned."""

    __slots__ = ("atoms", "bias", "folds", "gens", "index", "layout", "scale")

    def __init__(self, gens: tuple[Gen, ...], scale: int) -> None:
        self.gens, self.scale = gens, scale
        self.index = {g: i for i, g in enumerate(gens)}
        self.atoms = tuple(g for g in gens if isinstance(g, Atom))
        self.folds = tuple(g for g in self.atoms if g.kind == "base")
        self.bias = sum(_HALF << (FIELD * i) for i in range(len(gens)))
        self.layout = Struct(f"<{len(gens)}q")

    def __reduce__(self) -> tuple[object, ...]:
        return ring, (self.gens, self.scale)

    def pack(self, exponents: Mapping[Gen, Number]) -> int:
        total = 0
        for g, e in exponents.items():
            scaled = e * self.scale
            total += int(scaled) << (FIELD * self.index[g])
        return total

    def unpack(self, m: int) -> tuple[int, ...]:
        """The scaled exponents of a packed monomial, in the order of gens."""
        # with half a field added to each there are no borrows; turning those bits back leaves two's complements
        return self.layout.unpack(((m + self.bias) ^ self.bias).to_bytes(self.layout.size, "little"))

    def exponents(self, m: int) -> dict[Gen, Number]:
        """The non-zero exponents of a packed monomial."""
        if self.scale == 1:
            return {g: e for g, e in zip(self.gens, self.unpack(m)) if e}
        return {g: exact(Fraction(e, self.scale)) for g, e in zip(self.gens, self.unpack(m)) if e}


@lru_cache(maxsize=8192)
def ring(gens: tuple[Gen, ...], scale: int = 1) -> Ring:
    return Ring(gens, scale)


@lru_cache(maxsize=8192)
def _union(a: Ring, b: Ring) -> tuple[Ring, Callable[[int], int] | None, Callable[[int], int] | None]:
    """The smallest common ring, and how to repack a monomial of each (None: as it is)."""
    gens = tuple(sorted({*a.gens, *b.gens}, key=_key))
    both = ring(gens, math.lcm(a.scale, b.scale))
    return both, _repacker(a, both), _repacker(b, both)


def _repacker(old: Ring, new: Ring) -> Callable[[int], int] | None:
    if old is new:
        return None
    factor = new.scale // old.scale
    shifts = [FIELD * new.index[g] for g in old.gens]

    def repack(m: int) -> int:
        return sum((e * factor) << s for e, s in zip(old.unpack(m), shifts) if e)

    return repack


@final
class Poly:
    """A finite sum of coefficient * monomial; a posynomial when every coefficient is positive."""

    __slots__ = ("_hash", "ring", "terms")

    def __init__(self, ring: Ring, terms: dict[int, Number]) -> None:
        self.ring, self.terms = ring, terms
        self._hash: int | None = None

    # -- reading ---------------------------------------------------------------------------------------------------
    def __len__(self) -> int:
        return len(self.terms)

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def is_posynomial(self) -> bool:
        return bool(self.terms) and all(c > 0 for c in self.terms.values())

    @property
    def gens(self) -> tuple[Gen, ...]:
        """The generators that really occur."""
        used = 0
        seen: set[int] = set()
        for m in self.terms:
            for i, e in enumerate(self.ring.unpack(m)):
                if e and i not in seen:
                    seen.add(i)
                    used += 1
            if used == len(self.ring.gens):
                break
        return tuple(g for i, g in enumerate(self.ring.gens) if i in seen)

    def monomials(self) -> list[tuple[dict[Gen, Number], Number]]:
        """(exponents, coefficient) of each term, in the order they were written."""
        return [(self.ring.exponents(m), c) for m, c in self.terms.items()]

    def constant(self) -> Number | None:
        """The value of a polynomial without generators, else None."""
        if not self.terms:
            return 0
        return self.terms[0] if len(self.terms) == 1 and 0 in self.terms else None

    # -- arithmetic ------------------------------------------------------------------------------------------------
    def _common(self, other: Poly) -> tuple[Ring, dict[int, Number], dict[int, Number]]:
        if self.ring is other.ring:
            return self.ring, self.terms, other.terms
        both, ra, rb = _union(self.ring, other.ring)
        a = self.terms if ra is None else {ra(m): c for m, c in self.terms.items()}
        b = other.terms if rb is None else {rb(m): c for m, c in other.terms.items()}
        return both, a, b

    def __add__(self, other: Poly) -> Poly:
        common, a, b = self._common(other)
        out = dict(a)
        for m, c in b.items():
            s = out.get(m, 0) + c
            if s:
                out[m] = s
            else:
                del out[m]
        return Poly(common, out)

    def __neg__(self) -> Poly:
        return Poly(self.ring, {m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def __mul__(self, other: Poly) -> Poly:
        common, a, b = self._common(other)
        if len(a) * len(b) > 50 * MAX_TERMS:
            raise Unsupported(f"a product of {len(a)} by {len(b)} terms is too large to expand")
        if len(a) == 1:
            ((m0, c0),) = a.items()
            return Poly(common, {m0 + m: c0 * c for m, c in b.items()})
        if len(b) == 1:
            ((m0, c0),) = b.items()
            return Poly(common, {m + m0: c * c0 for m, c in a.items()})
        out: dict[int, Number] = {}
        get = out.get
        for m1, c1 in a.items():
            for m2, c2 in b.items():
                m = m1 + m2
                out[m] = get(m, 0) + c1 * c2
        return Poly(common, {m: c for m, c in out.items() if c})

    def scaled(self, c: Number) -> Poly:
        return Poly(self.ring, {m: exact(k * c) for m, k in self.terms.items()} if c else {})

    def shifted(self, m: int) -> Poly:
        """Times the packed monomial m of the same ring."""
        return Poly(self.ring, {k + m: c for k, c in self.terms.items()}) if m else self

    def content(self) -> tuple[Number, int]:
        """The largest (coefficient, packed monomial) that divides every term and leaves integers and exponents >= 0."""
        if len(self.terms) == 1:
            ((m, k),) = self.terms.items()
            return exact(abs(k)), m
        vectors = [self.ring.unpack(m) for m in self.terms]
        low = [min(col) for col in zip(*vectors)]
        monomial = sum(e << (FIELD * i) for i, e in enumerate(low) if e)
        coefficients = list(self.terms.values())
        if all(type(c) is int for c in coefficients):
            return math.gcd(*coefficients), monomial  # type: ignore[arg-type]
        num = math.gcd(*(c if isinstance(c, int) else c.numerator for c in coefficients))
        den = math.lcm(*(1 if isinstance(c, int) else c.denominator for c in coefficients))
        return exact(Fraction(num, den)), monomial

    # -- identity --------------------------------------------------------------------------------------------------
    def _canonical(self) -> frozenset[tuple[frozenset[tuple[Gen, Number]], Number]]:
        return frozenset((frozenset(self.ring.exponents(m).items()), c) for m, c in self.terms.items())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Poly):
            return NotImplemented
        if len(self.terms) != len(other.terms):
            return False
        _, a, b = self._common(other)
        return a == b

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._canonical())
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return Poly, (self.ring, self.terms)

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        out = ""
        for m, c in self.terms.items():
            piece = _monomial_str(self.ring.exponents(m), -c if c < 0 else c)
            out += (" - " if c < 0 else " + ") + piece
        return out[3:] if out.startswith(" + ") else "-" + out[3:]

    __repr__ = __str__


def _power_str(g: Gen, e: Number) -> str:
    if e == 1:
        return str(g)
    if e == Fraction(1, 2):
        base = str(g)
        return f"sqrt{base}" if isinstance(g, Atom) and g.kind == "base" else f"sqrt({base})"
    return f"{g}**{e}" if isinstance(e, int) and e >= 0 else f"{g}**({e})"


def _monomial_str(exponents: Mapping[Gen, Number], c: Number) -> str:
    """ASCII algebra of a positive monomial: 2*B*D/F."""
    frac = Fraction(c)
    ups = [_power_str(g, e) for g, e in exponents.items() if e > 0]
    downs = [_power_str(g, -e) for g, e in exponents.items() if e < 0]
    if frac.numerator != 1 or not ups:
        ups.insert(0, str(frac.numerator))
    if frac.denominator != 1:
        downs.insert(0, str(frac.denominator))
    top = "*".join(ups)
    if not downs:
        return top
    return f"{top}/{downs[0]}" if len(downs) == 1 and "**" not in downs[0] else f"{top}/({'*'.join(downs)})"


EMPTY = ring(())
ZERO, ONE = Poly(EMPTY, {}), Poly(EMPTY, {0: 1})


def term(exponents: Mapping[Gen, Number], c: Number = 1) -> Poly:
    """One monomial with its coefficient, the exponents any rationals."""
    kept = {g: exact(e) for g, e in exponents.items() if e}
    for g, e in kept.items():
        if not -MAX_EXPONENT <= e <= MAX_EXPONENT:
            raise Unsupported(f"the exponent {e} of {g} is larger than {MAX_EXPONENT}")
    scale = math.lcm(*(1 if isinstance(e, int) else e.denominator for e in kept.values()))
    if scale > 1_000_000:
        raise Unsupported(f"exponents with the common denominator {scale} are not supported")
    home = ring(tuple(sorted(kept, key=_key)), scale)
    return Poly(home, {home.pack(kept): exact(c)} if c else {})


Like = Union["Ratio", int, Fraction]


@visible
@final
class Ratio:
    """num/den, exact; den has no monomial factor, integer coefficients without common divisor, and a positive lead."""

    __slots__ = ("_hash", "den", "num")

    def __init__(self, num: Poly, den: Poly = ONE) -> None:
        if not den.terms:
            raise SymroofError("division by zero")
        if den is not ONE:
            num, den = _stripped(num, den)
        if num.ring.folds or den.ring.folds:
            num, den = _folded(num, den)
        self.num, self.den = num, den
        self._hash: int | None = None

    # -- reading ---------------------------------------------------------------------------------------------------
    @property
    def gens(self) -> tuple[Gen, ...]:
        """Generators that occur, sorted."""
        return tuple(sorted({*self.num.gens, *self.den.gens}, key=_key))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the free symbols, those inside atoms included, sorted."""
        out: set[str] = set()
        for g in self.gens:
            if isinstance(g, str):
                out.add(g)
            else:
                for a in g.args:
                    out.update(a.names)
        return tuple(sorted(out))

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return tuple(g for g in self.gens if isinstance(g, Atom))

    def constant(self) -> Number | None:
        """The rational value when there are no generators, else None."""
        top, bottom = self.num.constant(), self.den.constant()
        if top is None or bottom is None:
            return None
        return quotient(top, bottom)

    @property
    def is_posynomial_ratio(self) -> bool:
        """Both parts are sums of positive monomials, so that the value is positive without more ado."""
        return self.num.is_posynomial and self.den.is_posynomial

    def monomial(self) -> tuple[dict[Gen, Number], Number] | None:
        """(exponents, coefficient) when this is a single monomial as written, else None."""
        if len(self.num) == 1 and self.den.constant() == 1:
            return self.num.monomials()[0]
        return None

    # -- arithmetic ------------------------------------------------------------------------------------------------
    def __add__(self, other: Like) -> Ratio:
        o = ratio(other)
        if self.den == o.den:
            return Ratio(self.num + o.num, self.den)
        return Ratio(self.num * o.den + o.num * self.den, self.den * o.den)

    __radd__ = __add__

    def __neg__(self) -> Ratio:
        return Ratio(-self.num, self.den)

    def __sub__(self, other: Like) -> Ratio:
        return self + -ratio(other)

    def __rsub__(self, other: Like) -> Ratio:
        return ratio(other) + -self

    def __mul__(self, other: Like) -> Ratio:
        o = ratio(other)
        if self.num == o.den and len(o.den) > 1:
            return Ratio(o.num, self.den)
        if o.num == self.den and len(self.den) > 1:
            return Ratio(self.num, o.den)
        return Ratio(self.num * o.num, self.den * o.den)

    __rmul__ = __mul__

    def inverse(self) -> Ratio:
        if not self.num.terms:
            raise SymroofError("division by zero")
        return Ratio(self.den, self.num)

    def __truediv__(self, other: Like) -> Ratio:
        return self * ratio(other).inverse()

    def __rtruediv__(self, other: Like) -> Ratio:
        return ratio(other) * self.inverse()

    def __pow__(self, e: Number) -> Ratio:
        """A rational power; of several terms it becomes an atom for the fractional part (the base must be positive)."""
        e = exact(e)
        if isinstance(e, int):
            return _integer_power(self, e)
        if not self.num.terms:
            if e > 0:
                return ratio(0)
            raise SymroofError("division by zero")
        return _root_power(self, e)

    # -- evaluation ------------------------------------------------------------------------------------------------
    def at(self, values: Mapping[str, Number]) -> Number:
        """The exact value with every symbol bound; raises Unsupported where it is irrational.

        >>> (gen("B") / 3).at({"B": 2})
        Fraction(2, 3)
        """
        top, bottom = _poly_at(self.num, values), _poly_at(self.den, values)
        if not bottom:
            raise SymroofError(f"division by zero: {self.den} is 0 there")
        return exact(Fraction(top) / Fraction(bottom))

    def subs(self, values: Mapping[str, Like]) -> Ratio:
        """Symbols replaced by ratios or numbers, inside atoms too."""
        if not values or not any(n in values for n in self.names):
            return self
        made = {n: ratio(v) for n, v in values.items()}
        return _poly_subs(self.num, made) / _poly_subs(self.den, made)

    # -- identity --------------------------------------------------------------------------------------------------
    def __eq__(self, other: object) -> bool:
        """The same rational function of the generators (cross multiplication, complete for rational functions)."""
        if isinstance(other, (int, Fraction)):
            other = ratio(other)
        if not isinstance(other, Ratio):
            return NotImplemented
        if self.den == other.den:
            return self.num == other.num
        return self.num * other.den == other.num * self.den

    def __hash__(self) -> int:
        # Equal functions may be written with different parts, so only what cancelling keeps may enter.
        if self._hash is None:
            self._hash = hash(_at_fixed_point(self))
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return Ratio, (self.num, self.den)

    def __str__(self) -> str:
        if self.den.constant() == 1:
            return str(self.num)
        c, m = self.num.content() if self.num.terms else (1, 0)
        exps = self.num.ring.exponents(m)
        below = {g: -e for g, e in exps.items() if e < 0}
        num = self.num
        den_n = Fraction(c).denominator
        if below or den_n != 1:
            num = num * term(below, den_n)
        top = str(num)
        if len(num) > 1:
            top = f"({top})"
        den = self.den if below else self.den.scaled(den_n)
        bottom = f"({den})" if len(den) > 1 else str(den)
        if below:
            bottom = f"({_monomial_str(below, den_n)}*{bottom})"
        return f"{top}/{bottom}"

    __repr__ = __str__


_PRIME = (1 << 61) - 1


@lru_cache(maxsize=65536)
def _generator_point(g: Gen, scale: int) -> int:
    """A fixed residue for a generator: equal generators get equal residues; scale-th powers stay consistent."""
    import hashlib

    text = g if isinstance(g, str) else str((g.kind, g.name, sorted(_at_fixed_point(a) for a in g.args)))
    base = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") % _PRIME
    # the unit is a 720720th power, so that x**(1/2) in one ring and in another meet at the same residue
    return pow(base or 2, 720720 // scale, _PRIME)


def _at_fixed_point(r: Ratio) -> int:
    """The ratio at a fixed point modulo a prime: equal functions agree (a hash, not a test)."""
    if 720720 % r.num.ring.scale or 720720 % r.den.ring.scale:
        return 0

    def value(p: Poly) -> int:
        points = [_generator_point(g, p.ring.scale) for g in p.ring.gens]
        total = 0
        for m, c in p.terms.items():
            f = Fraction(c)
            v = f.numerator % _PRIME * pow(f.denominator, -1, _PRIME) if f.denominator % _PRIME else 1
            for x, e in zip(points, p.ring.unpack(m)):
                if e:
                    v = v * pow(x, e, _PRIME) % _PRIME
            total = (total + v) % _PRIME
        return total

    bottom = value(r.den)
    return value(r.num) * pow(bottom, -1, _PRIME) % _PRIME if bottom else 0


def quotient(a: Number, b: Number) -> Number:
    """a/b exactly, without a fraction where both are whole and b divides a."""
    if type(a) is int and type(b) is int:
        whole, rest = divmod(a, b)
        return whole if not rest else Fraction(a, b)
    return exact(Fraction(a) / Fraction(b))


def _stripped(num: Poly, den: Poly) -> tuple[Poly, Poly]:
    """Move the monomial and numeric content of den into num, and cancel equal parts."""
    if num.ring is not den.ring:
        common, a, b = num._common(den)
        num, den = Poly(common, a), Poly(common, b)
    c, m = den.content()
    if all(k < 0 for k in den.terms.values()):
        c = -c
    if c != 1 or m:
        if c == 1:
            num = Poly(num.ring, {k - m: v for k, v in num.terms.items()})
            den = Poly(den.ring, {k - m: v for k, v in den.terms.items()})
        else:
            num = Poly(num.ring, {k - m: quotient(v, c) for k, v in num.terms.items()})
            den = Poly(den.ring, {k - m: quotient(v, c) for k, v in den.terms.items()})
    if len(den) == 1 and den.constant() == 1:
        return num, ONE
    if len(num) == len(den) and len(num):
        # num a constant multiple and monomial shift of den: the ratio is one monomial
        c1, m1 = num.content()
        if all(num.terms.get(k + m1) == exact(v * c1) for k, v in den.terms.items()):
            return Poly(num.ring, {m1: c1}), ONE
    return num, den


def _folded(num: Poly, den: Poly) -> tuple[Poly, Poly]:
    """Expand whole powers of 'base' atoms, so that sqrt(2)**2 is 2 and sqrt(D + F)**2 is D + F."""
    folds = {*num.ring.folds, *den.ring.folds}

    def needs(p: Poly) -> bool:
        own = [p.ring.index[g] for g in p.ring.folds]
        return any(not 0 <= v[i] < p.ring.scale for m in p.terms for v in (p.ring.unpack(m),) for i in own)

    if not folds or not (needs(num) or needs(den)):
        return num, den

    def fold(p: Poly) -> Ratio:
        total = ratio(0)
        for exps, c in p.monomials():
            rest = {g: e for g, e in exps.items() if g not in folds}
            piece_num = term(rest, c)
            piece = Ratio(piece_num)
            for g, e in exps.items():
                if g in folds and isinstance(g, Atom):
                    whole = math.floor(e)
                    part = exact(e - whole)
                    if part:
                        piece = Ratio(piece.num * term({g: part}), piece.den)
                    if whole:
                        piece = piece * _integer_power(g.args[0], whole)
            total = total + piece
        return total

    out = fold(num) / fold(den) if den.constant() is None else Ratio(fold(num).num, fold(num).den * den)
    return out.num, out.den


def _integer_power(r: Ratio, e: int) -> Ratio:
    if e < 0:
        return _integer_power(r.inverse(), -e)
    if e == 1:
        return r
    if e > MAX_EXPONENT:
        raise Unsupported(f"the exponent {e} is larger than {MAX_EXPONENT}")
    mono = r.monomial()
    if mono is not None:
        exps, c = mono
        if Fraction(c).numerator.bit_length() * e > 1_000_000:
            raise Unsupported(f"{c} to the power {e} has too many digits")
        return Ratio(term({g: k * e for g, k in exps.items()}, exact(Fraction(c) ** e)))
    if max(len(r.num), len(r.den)) > 1 and e * max(len(r.num), len(r.den)) > 400:
        raise Unsupported(f"the power {e} of a sum of {max(len(r.num), len(r.den))} terms is too large to expand")
    out, base = ratio(1), r
    while e:
        if e & 1:
            out = Ratio(out.num * base.num, out.den * base.den)
        e >>= 1
        if e:
            base = Ratio(base.num * base.num, base.den * base.den)
    return out


def _root_power(r: Ratio, e: Fraction) -> Ratio:
    """r**e for a fractional e: the monomial content gets fractional exponents, the rest becomes a 'base' atom."""
    out: dict[Gen, Number] = {}
    for part, sign in ((r.num, 1), (r.den, -1)):
        if part.constant() == 1:
            continue
        c, m = part.content()
        if any(k < 0 for k in part.terms.values()) and len(part) == 1:
            raise SymroofError(f"a fractional power of {r}, which is not positive")
        for g, k in part.ring.exponents(m).items():
            out[g] = out.get(g, 0) + exact(k * e * sign)
        for prime_part, power in _prime_powers(Fraction(c)):
            g = Atom("base", (ratio(prime_part),))
            out[g] = out.get(g, 0) + exact(power * e * sign)
        if len(part) > 1:
            rest = Poly(part.ring, {k - m: exact(v / Fraction(c)) for k, v in part.terms.items()})
            g = Atom("base", (Ratio(rest),))
            out[g] = out.get(g, 0) + exact(e * sign)
    return Ratio(term(out))


@lru_cache(maxsize=1024)
def _prime_powers(c: Fraction) -> tuple[tuple[int, int], ...]:
    """C as a product of small primes and leftovers, exponents of either sign."""
    out: dict[int, int] = {}
    for n, sign in ((c.numerator, 1), (c.denominator, -1)):
        for p in chain(_FIRST_PRIMES, _later_primes()):
            if n == 1:
                break
            while n % p == 0:
                n //= p
                out[p] = out.get(p, 0) + sign
            if p * p > n:
                break
        if n > 1:
            root, k = n, 1
            for q in (2, 3, 5, 7):
                guess = round(n ** (1 / q)) if n < 10**300 else 0
                if guess > 1 and guess**q == n:
                    root, k = guess, q
                    break
            out[root] = out.get(root, 0) + sign * k
    return tuple((p, k) for p, k in out.items() if k)


_FIRST_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)


def _later_primes() -> Iterator[int]:
    """The primes between 100 and 10000, sieved only when the first of them is needed."""
    yield from _sieved()


@lru_cache(maxsize=1)
def _sieved() -> tuple[int, ...]:
    sieve = bytearray([1]) * 10_000
    for p in _FIRST_PRIMES:
        sieve[p * p :: p] = bytes(len(sieve[p * p :: p]))
    return tuple(i for i in range(100, 10_000) if sieve[i])


# -- evaluation of atoms ---------------------------------------------------------------------------------------------


def _poly_at(p: Poly, values: Mapping[str, Number]) -> Number:
    scale = p.ring.scale  # the ring may hold generators that do not occur; they need no value
    total: Number = 0
    for m, c in p.terms.items():
        v: Number = c
        for i, e in enumerate(p.ring.unpack(m)):
            if e:
                g = p.ring.gens[i]
                base = _symbol_at(g, values) if isinstance(g, str) else _atom_at(g, values)
                if e < 0 and not base:
                    raise SymroofError(f"division by zero: {g} is 0 there")
                v = v * (Fraction(base) ** (e // scale) if e % scale == 0 else _exact_root(base, Fraction(e, scale)))
        total += v
    return total


def _symbol_at(name: str, values: Mapping[str, Number]) -> Number:
    if name not in values:
        raise SymroofError(f"still symbolic: {name}; give it a number")
    return values[name]


def _exact_root(base: Number, e: Fraction) -> Number:
    f = Fraction(base)
    if f <= 0:
        raise SymroofError(f"a fractional power of {base}, which is not positive")
    parts = [_integer_root(n, e.denominator) for n in (f.numerator, f.denominator)]
    if None in parts:
        raise Unsupported(f"{base}**({e}) is irrational")
    return Fraction(parts[0] or 0, parts[1] or 1) ** e.numerator


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
    vals = [r.at(values) for r in a.args]
    if a.kind == "max":
        return max(vals)
    if a.kind == "min":
        return min(vals)
    if a.kind == "base":
        return vals[0]
    if a.kind == "ceil":
        return math.ceil(vals[0])
    if a.kind == "floor":
        return math.floor(vals[0])
    f = Fraction(vals[0])
    if f > 0 and f.numerator & (f.numerator - 1) == 0 and f.denominator & (f.denominator - 1) == 0:
        return f.numerator.bit_length() - f.denominator.bit_length()
    raise Unsupported(f"log2 of {f} is irrational")


def _poly_subs(p: Poly, values: Mapping[str, Ratio]) -> Ratio:
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


# -- making ratios ---------------------------------------------------------------------------------------------------


def ratio(x: Like) -> Ratio:
    """A number as a ratio; a ratio as it is."""
    if isinstance(x, Ratio):
        return x
    c = exact(x)
    return Ratio(Poly(EMPTY, {0: c} if c else {}))


@lru_cache(maxsize=4096)
def gen(name: str) -> Ratio:
    """The ratio that is one symbol."""
    return Ratio(term({name: 1}))


def product(factors: Iterable[Like]) -> Ratio:
    out = ratio(1)
    for f in factors:
        out = out * f
    return out


def total(terms: Iterable[Like]) -> Ratio:
    """A sum, terms in the order given; monomials are gathered without building intermediate sums."""
    flat: list[Ratio] = [ratio(t) for t in terms]
    polys = [r.num for r in flat if r.den is ONE]
    out = ratio(0)
    if polys:
        gens = tuple(sorted({g for p in polys for g in p.ring.gens}, key=_key))
        home = ring(gens, math.lcm(*(p.ring.scale for p in polys)))
        acc: dict[int, Number] = {}
        for p in polys:
            repack = _repacker(p.ring, home) if p.ring is not home else None
            for m, c in p.terms.items():
                k = m if repack is None else repack(m)
                acc[k] = acc.get(k, 0) + c
        out = Ratio(Poly(home, {m: c for m, c in acc.items() if c}))
    by_den: dict[Poly, list[Ratio]] = {}
    for r in flat:
        if r.den is not ONE:
            by_den.setdefault(r.den, []).append(r)
    for den, group in by_den.items():
        num = group[0].num
        for r in group[1:]:
            num = num + r.num
        out = out + Ratio(num, den)
    return out


def build(kind: str, args: Iterable[Like]) -> Ratio:
    """The function max, min, ceil, floor or log2 of ratios.

    Simplified by what holds identically: numbers fold, common positive monomial factors leave a max, nested maxima
    flatten.
    """
    items = [ratio(a) for a in args]
    if kind in ("max", "min"):
        return _extremum(kind, items)
    if kind in ("if<", "if<="):
        return _choice(kind, items)
    (x,) = items
    if kind == "base":
        return Ratio(term({Atom("base", (x,)): 1}))
    c = x.constant()
    if kind in ("ceil", "floor"):
        if c is not None:
            return ratio(math.ceil(c) if kind == "ceil" else math.floor(c))
        return Ratio(term({Atom(kind, (x,)): 1}))
    if kind == "log2":
        return _log2(x)
    raise Unsupported(f"no function {kind!r}; known: max, min, ceil, floor, log2")


def _extremum(kind: str, items: list[Ratio]) -> Ratio:
    pick = max if kind == "max" else min
    flat: list[Ratio] = []
    for r in items:
        mono = r.monomial()
        if mono is not None and mono[1] == 1 and len(mono[0]) == 1:
            ((g, e),) = mono[0].items()
            if isinstance(g, Atom) and g.kind == kind and e == 1:
                flat.extend(g.args)
                continue
        flat.append(r)
    unique: list[Ratio] = []
    number: Number | None = None
    for r in flat:
        c = r.constant()
        if c is not None:
            number = c if number is None else pick(number, c)
        elif r not in unique:
            unique.append(r)
    if number is not None:
        unique.append(ratio(number))
    if len(unique) == 1:
        return unique[0]
    front = _common_factor(unique)
    inner = [r / front for r in unique]
    inner.sort(key=str)
    return Ratio(term({Atom(kind, tuple(inner)): 1})) * front


def _choice(kind: str, items: list[Ratio]) -> Ratio:
    left, right, yes, no = items
    gap = (right - left).constant()
    if gap is not None:
        return yes if gap > 0 or (gap == 0 and kind == "if<=") else no
    return yes if yes == no else Ratio(term({Atom(kind, tuple(items)): 1}))


def _common_factor(items: list[Ratio]) -> Ratio:
    """A positive monomial to take out of max(items): the exponents' minimum and the gcd of the coefficients.

    It scales with the items, so that max(2x, 2y) and 2*max(x, y) become the same.
    """
    exps: list[dict[Gen, Number]] = []
    coefficients: list[Fraction] = []
    for r in items:
        if not r.num.terms:
            return ratio(1)
        c, m = r.num.content()
        exps.append(r.num.ring.exponents(m))
        coefficients.append(Fraction(c))
    gens = sorted({g for e in exps for g in e}, key=_key)
    low = {g: min(e.get(g, 0) for e in exps) for g in gens}
    num = math.gcd(*(c.numerator for c in coefficients))
    den = math.lcm(*(c.denominator for c in coefficients))
    return Ratio(term(low, exact(Fraction(num, den))))


def _log2(x: Ratio) -> Ratio:
    """log2 of a monomial splits into logs of its symbols; powers of two come out as numbers."""
    mono = x.monomial()
    if mono is None:
        return Ratio(term({Atom("log2", (x,)): 1}))
    exps, c = mono
    if c <= 0:
        raise SymroofError(f"log2 of {x}, which is not positive")
    out = ratio(0)
    for p, k in _prime_powers(Fraction(c)):
        out = out + (ratio(k) if p == 2 else Ratio(term({Atom("log2", (ratio(p),)): 1}, k)))
    for g, e in exps.items():
        out = out + Ratio(term({Atom("log2", (Ratio(term({g: 1})),)): 1}, e))
    return out

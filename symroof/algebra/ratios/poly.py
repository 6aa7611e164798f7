"""Exact sparse polynomials with rational exponents in positive generators, monomials packed into integers.

A *generator* is a name (a positive symbol) or an ``Atom`` (max, min, ceil, floor, log2, or the base of a fractional
power) over ratios.  A ``Poly`` maps monomials to exact coefficients; a monomial is one integer, its exponent vector
packed 64 bits a generator, so that multiplying monomials is adding integers.

>>> print(term({"B": 1, "D": -1}, 2) + term({"F": 1}))
2*B/D + F
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, Union, final

from symroof.algebra.ratios.budget import spend
from symroof.algebra.ratios.functions import KINDS, Kind, as_fraction
from symroof.decimals import whole_text
from symroof.errors import SymroofError, Unsupported
from symroof.lazy import pattern
from symroof.records import dataclass, field
from symroof.symbols import Name, weaker

if TYPE_CHECKING:
    from symroof.algebra.ratios.posynomial import Ratio

_UNKNOWN = Kind()  # of a function that nobody knows
_HEAD = attrgetter("head")

Number = Union[int, Fraction]
Gen = Union[str, "Atom"]
Terms = dict[int, Number]  # packed monomials of one ring with their coefficients

FIELD = 64  # bits per exponent; door and pow keep |exponent * scale| far below 2**62
_HALF, _FULL = 1 << (FIELD - 1), (1 << FIELD) - 1
MAX_EXPONENT = 100_000
MAX_DIGITS, MAX_WRITTEN = 50_000, 4_000  # of a number given as text: what it may come to, and what may stand there
_POWER = pattern(r"[eE]([+-]?\d+)\Z")
MAX_TERMS = 200_000
FEW_PRODUCTS = 64  # of two sums, whose work is not told


def exact(x: object) -> Number:
    """An exact number: a float is the decimal that was typed, never its binary value.

    >>> exact(8.2e11), exact(0.1)
    (820000000000, Fraction(1, 10))
    """
    if type(x) is int:
        return x
    if type(x) is Fraction:
        return x.numerator if x.denominator == 1 else x
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
    return _exact_of(x)


def _exact_of(x: object) -> Number:
    """The same of what is no number of Python's own."""
    if hasattr(x, "p") and hasattr(x, "q"):  # a SymPy Rational
        return exact(Fraction(int(x.p), int(x.q)))
    if getattr(x, "is_Float", False):
        return decimal(x)
    if isinstance(x, (str, Decimal)):
        return _exact_written(str(x))
    if hasattr(x, "item") and not getattr(x, "shape", ()):  # a NumPy scalar, no array
        plain = x.item()
        return exact(str(x) if type(plain) is type(x) else plain)  # a long double is no float of Python's
    kind = "a rational number" if getattr(x, "is_number", False) is True else "a number"
    raise SymroofError(f"{x!r} is not {kind}")


def decimal(x: Any) -> Number:
    """The exact value of a SymPy Float: the decimal typed where one of its precision is that Float, else its own.

    >>> from sympy import Float
    >>> decimal(Float(0.1)), decimal(Float(2.0**50)) == 2**50
    (Fraction(1, 10), True)
    """
    from mpmath import libmp

    if not x.is_finite:
        raise SymroofError(f"{x} is not a finite number")
    own = as_fraction(x._mpf_)  # which refuses what would fill the memory
    digits = max(1, libmp.prec_to_dps(x._prec))
    typed = libmp.to_str(x._mpf_, digits)
    if libmp.from_str(typed, x._prec, "n") == x._mpf_:
        return exact(typed)
    return exact(own)


def _exact_written(x: str) -> Number:
    """The same of digits."""
    power = _POWER.search(x)
    if len(x) > MAX_WRITTEN or (power and abs(int(power.group(1))) > MAX_DIGITS):
        raise SymroofError(f"{x[:40]}{'...' * (len(x) > 40)} has too many digits")
    try:
        return exact(Fraction(x))
    except (ValueError, ZeroDivisionError):
        shown = repr(x if len(x) <= 40 else x[:40] + "...")
        raise SymroofError(f"{shown} is not a number; parse_formula reads a formula from text") from None


def nearest(x: Number) -> float:
    """The float nearest to a number, infinite where none is near."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def times(a: Number, b: Number) -> Number:
    """The product of two numbers, whole where it is; sooner than fractions multiply.

    >>> times(6, Fraction(1, 2)), times(Fraction(3, 2), 1), times(2, 3)
    (3, Fraction(3, 2), 6)
    """
    if type(a) is int:
        if type(b) is int:
            return a * b
        a, b = b, a
    elif type(b) is not int:
        return exact(a * b)
    above, below = a.numerator * b.numerator, a.denominator
    whole, rest = divmod(above, below)
    return whole if not rest else Fraction(above, below)


def quotient(a: Number, b: Number) -> Number:
    """a/b exactly, without a fraction where both are whole and b divides a."""
    if type(a) is int and type(b) is int:
        whole, rest = divmod(a, b)
        return whole if not rest else Fraction(a, b)
    above, below = a.numerator * b.denominator, a.denominator * b.numerator
    whole, rest = divmod(above, below)
    return whole if not rest else Fraction(above, below)


def divisor(coefficients: Collection[Number]) -> Number:
    """The largest number that divides some numbers and leaves integers.

    >>> divisor([4, 6]), divisor([Fraction(1, 2), Fraction(1, 3)])
    (2, Fraction(1, 6))
    """
    try:
        return math.gcd(*coefficients)  # type: ignore[arg-type]
    except TypeError:  # a fraction among them
        pass
    num = math.gcd(*(c if isinstance(c, int) else c.numerator for c in coefficients))
    den = math.lcm(*(1 if isinstance(c, int) else c.denominator for c in coefficients))
    return exact(Fraction(num, den))


def divided(terms: Terms, c: Number, m: int) -> Terms:
    """The terms of a sum over a number and a packed monomial.

    >>> divided({5: 4, 3: 6}, 2, 3), divided({0: 1}, 2, 0)
    ({2: 2, 0: 3}, {0: Fraction(1, 2)})
    """
    if c == 1:
        return {k - m: v for k, v in terms.items()}
    return {k - m: v // c if type(v) is int and not v % c else quotient(v, c) for k, v in terms.items()}


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
    depth: int = field(init=False, repr=False)  # how many functions stand inside each other, at most
    row: Kind = field(init=False, repr=False)  # what its kind means
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        depth = 0
        for x in self.args:
            for a in (*x.num.ring.atoms, *x.den.ring.atoms):
                depth = max(depth, a.depth)
        row = KINDS.get(self.kind, _UNKNOWN)
        vars(self).update(_hash=hash((self.kind, self.args, self.name)), depth=1 + depth, row=row)

    def __hash__(self) -> int:
        return self._hash

    @property
    def values(self) -> tuple[Ratio, ...]:
        """The arguments that may be its value, or are in it; of a choice what it chooses from."""
        return self.args[self.row.guards :]

    @property
    def evaluated(self) -> tuple[Ratio, ...]:
        """The arguments that must have a value for it to have one: what is not chosen need not."""
        return self.args[: self.row.guards] or self.args

    def renamed(self, new: Mapping[str, str]) -> Atom:
        """The same in symbols that are written alike."""
        return Atom(self.kind, tuple(a.renamed(new) for a in self.args), self.name)

    def __eq__(self, other: object) -> bool:
        """Equal arguments, compared once: atoms found equal share one of them, or deep ones would be walked again."""
        if self is other:
            return True
        if not isinstance(other, Atom):
            return NotImplemented
        if hash(self) != hash(other) or self.kind != other.kind or self.name != other.name:
            return False
        first, second = self._first(), other._first()
        if first is second:
            return True
        found = self.args == other.args
        if found:
            object.__setattr__(second, "_equal", first)
        return found

    def _first(self) -> Atom:
        """The atom that stands for all that were found equal to this one."""
        out: Atom = self
        while (other := getattr(out, "_equal", None)) is not None:
            out = other
        return out

    def __reduce__(self) -> tuple[object, ...]:  # a hash must not travel between processes
        return Atom, (self.kind, self.args, self.name)

    def __str__(self) -> str:
        text: str | None = getattr(self, "_text", None)
        if text is None:
            text = self._written()
            object.__setattr__(self, "_text", text)
        return text

    def _written(self) -> str:
        """Its text, the same for equal ones, whose authors had orders of their own: they are one object to a ring."""
        if not self.args:
            return "ln(2)" if self.name == "log(2)" else self.name
        args = [str(a.as_read()) for a in self.args]
        if self.row.guards:
            left, right, yes, no = args
            args = [f"({yes}, {left} {self.kind[2:]} {right})", f"({no}, True)"]
        return f"{self.head}{', '.join(args)})"

    @property
    def head(self) -> str:
        """What the text of one with arguments begins with, up to its parenthesis."""
        return f"{self.row.shown}("


def log_of(g: Gen) -> Ratio | None:
    """What a generator is the binary logarithm of; None where it is none."""
    return None if isinstance(g, str) or not g.row.logarithm else g.args[0]


def maximum_of(g: Gen) -> tuple[Ratio, ...]:
    """What a generator is the largest of; nothing where it is no maximum."""
    return () if isinstance(g, str) or g.row.extreme != 1 else g.args


def in_order(gens: Collection[Gen]) -> tuple[Gen, ...]:
    """Symbols by name, then functions by their texts, which need not be written where how they begin tells.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> low, high = (build(kind, [gen("B") / 8]).atoms[0] for kind in ("floor", "ceil"))
    >>> in_order([low, "D", high, "B"]) == ("B", "D", high, low)
    True
    """
    if len(gens) < 2:
        return tuple(gens)
    names = sorted([g for g in gens if isinstance(g, str)])
    atoms = [g for g in gens if not isinstance(g, str)]
    if len(atoms) > 1:
        apart = len({a.head for a in atoms if a.args}) == len(atoms)
        atoms.sort(key=_HEAD if apart else str)
    return (*names, *atoms)


_FIELDS: dict[int, tuple[int, int, Struct]] = {}  # of so many generators: bias, almost, layout


@final
class Ring:
    """The generators of a polynomial, sorted, and the common denominator of their exponents; interned.

    ``declared`` is whether a symbol among them, or inside them, is declared against the convention of its name.
    """

    __slots__ = ("almost", "atoms", "bias", "declared", "folds", "gens", "index", "layout", "letters", "scale")

    def __init__(self, gens: tuple[Gen, ...], scale: int) -> None:
        self.gens, self.scale = gens, scale
        count = len(gens)
        self.index = dict(zip(gens, range(count)))
        self.letters = tuple([g for g in gens if isinstance(g, str)])  # which come before atoms
        self.atoms: tuple[Atom, ...] = ()
        self.folds: tuple[Atom, ...] = ()
        self.declared = Name in map(type, gens)
        if gens and not isinstance(gens[-1], str):
            self.atoms = tuple([g for g in gens if isinstance(g, Atom)])
            self.folds = tuple([g for g in self.atoms if g.row.radicand])
            self.declared = self.declared or any([a.declared for g in self.atoms for a in g.args])
        fields = _FIELDS.get(count)
        if fields is None:
            ones = ((1 << FIELD * count) - 1) // ((1 << FIELD) - 1)  # a 1 in each field
            fields = _FIELDS[count] = _HALF * ones, (_HALF - 1) * ones, Struct(f"<{count}q")
        self.bias, self.almost, self.layout = fields

    def __reduce__(self) -> tuple[object, ...]:
        return ring, (self.gens, self.scale)

    def names(self) -> tuple[str, ...]:
        """The symbols, those inside atoms included."""
        inner = [[g] if isinstance(g, str) else [n for a in g.args for n in a.names] for g in self.gens]
        return tuple(n for names in inner for n in names)

    def renamed(self, new: Mapping[str, str]) -> Ring:
        """The same generators, in the same order, in symbols that are written alike."""
        return ring(tuple(new.get(g, g) if isinstance(g, str) else g.renamed(new) for g in self.gens), self.scale)

    def pack(self, exponents: Mapping[Gen, Number]) -> int:
        total, scale, index = 0, self.scale, self.index
        for g, e in exponents.items():
            if type(e) is not int:
                total += e.numerator * scale // e.denominator << FIELD * index[g]
            else:
                total += e * scale << FIELD * index[g]
        return total

    def unpack(self, m: int) -> tuple[int, ...]:
        """The scaled exponents of a packed monomial, in the order of gens."""
        # with half a field added to each there are no borrows; turning those bits back leaves two's complements
        return self.layout.unpack(((m + self.bias) ^ self.bias).to_bytes(self.layout.size, "little"))

    def power(self, m: int, i: int) -> int:
        """The scaled exponent of the i-th generator in a packed monomial."""
        return ((m + self.bias) >> FIELD * i & _FULL) - _HALF

    def negative(self, m: int) -> bool:
        """Whether a packed monomial has an exponent below 0."""
        return m < 0 or bool(((m + self.bias) ^ self.bias) & self.bias)

    def exponents(self, m: int) -> dict[Gen, Number]:
        """The non-zero exponents of a packed monomial."""
        if self.scale == 1:
            return {g: e for g, e in zip(self.gens, self.unpack(m)) if e}
        scale = self.scale
        return {g: Fraction(e, scale) if e % scale else e // scale for g, e in zip(self.gens, self.unpack(m)) if e}


def degree(m: int) -> int:
    """The sum of the scaled exponents of a packed monomial: 2**FIELD is 1 to a divisor that is 1 less.

    >>> home = ring(("B", "D", "F"))
    >>> [degree(home.pack(e)) for e in ({"B": 3, "D": 1}, {"B": -2, "F": 1}, {})]
    [4, -1, 0]
    """
    return (m + _HALF) % _FULL - _HALF


@lru_cache(maxsize=8192)
def ring(gens: tuple[Gen, ...], scale: int = 1) -> Ring:
    return Ring(gens, scale)


@lru_cache(maxsize=8192)
def _union(a: Ring, b: Ring) -> tuple[Ring, Callable[[int], int] | None, Callable[[int], int] | None]:
    """The smallest common ring, and how to repack a monomial of each (None: as it is)."""
    if a.declared or b.declared:
        new = weaker(n for home in (a, b) for n in home.names())
        if new:
            return _union(a.renamed(new), b.renamed(new))
    both = ring(in_order({*a.gens, *b.gens}), math.lcm(a.scale, b.scale))
    return both, repacker(a, both), repacker(b, both)


def repacker(old: Ring, new: Ring) -> Callable[[int], int] | None:
    if old is new:
        return None
    factor = new.scale // old.scale
    if factor == 1 and new.gens[: len(old.gens)] == old.gens:
        return None
    shifts = [FIELD * new.index[g] for g in old.gens]

    def repack(m: int) -> int:
        return sum([(e * factor) << s for e, s in zip(old.unpack(m), shifts) if e])

    return repack


@final
class Poly:
    """A finite sum of coefficient * monomial; a posynomial when every coefficient is positive."""

    __slots__ = ("_hash", "ring", "terms", "under")
    under: Any  # 1 over it as the door wrote it, kept as long as the sum is; of most there is none

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
        return bool(self.terms) and min(self.terms.values()).numerator > 0

    @property
    def gens(self) -> tuple[Gen, ...]:
        """The generators that really occur."""
        home = self.ring
        if not home.gens:
            return ()
        bias, any_of = home.bias, 0
        for m in self.terms:  # a field of the union is 0 only where it is 0 in every monomial
            any_of |= (m + bias) ^ bias
        held = home.layout.unpack(any_of.to_bytes(home.layout.size, "little"))
        return home.gens if all(held) else tuple([g for g, e in zip(home.gens, held) if e])

    def _lean(self) -> Poly:
        """The same sum without generators that do not occur, so that none meets a namesake declared otherwise."""
        held = self.gens
        if len(held) == len(self.ring.gens):
            return self
        lean = ring(held, self.ring.scale)
        return Poly(lean, {lean.pack(self.ring.exponents(m)): c for m, c in self.terms.items()})

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
        if self.ring is other.ring or not other.ring.gens:  # a number is packed as 0 in every ring
            return self.ring, self.terms, other.terms
        if not self.ring.gens:
            return other.ring, self.terms, other.terms
        if self.ring.declared or other.ring.declared:
            mine, theirs = self._lean(), other._lean()
            if mine is not self or theirs is not other:
                return mine._common(theirs)
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
        common, a, b = self._common(other)
        out = dict(a)
        for m, c in b.items():
            s = out.get(m, 0) - c
            if s:
                out[m] = s
            else:
                del out[m]
        return Poly(common, out)

    def __mul__(self, other: Poly) -> Poly:
        common, a, b = self._common(other)
        if len(a) * len(b) > 50 * MAX_TERMS:
            raise Unsupported(f"a product of {len(a)} by {len(b)} terms is too large to expand")
        if len(a) * len(b) > FEW_PRODUCTS:  # a monomial of many symbols is a long integer
            spend(len(a) * len(b) * (8 + len(common.gens)) // 16)
        if len(a) == 1:
            a, b = b, a
        if len(b) == 1:
            ((m0, c0),) = b.items()
            if c0 == 1:
                return Poly(common, {m + m0: c for m, c in a.items()})
            if type(c0) is not int:
                return Poly(common, {m + m0: times(c, c0) for m, c in a.items()})
            return Poly(common, {m + m0: c * c0 for m, c in a.items()})
        out: dict[int, Number] = {}
        get = out.get
        for m1, c1 in a.items():
            for m2, c2 in b.items():
                m = m1 + m2
                out[m] = get(m, 0) + c1 * c2
        return Poly(common, {m: c for m, c in out.items() if c})

    def scaled(self, c: Number) -> Poly:
        return Poly(self.ring, {m: times(k, c) for m, k in self.terms.items()} if c else {})

    def shifted(self, m: int) -> Poly:
        """Times the packed monomial m of the same ring."""
        return Poly(self.ring, {k + m: c for k, c in self.terms.items()}) if m else self

    def content(self) -> tuple[Number, int]:
        """The largest (coefficient, packed monomial) that divides every term and leaves integers and exponents >= 0."""
        if len(self.terms) == 1:
            ((m, k),) = self.terms.items()
            return exact(abs(k)), m
        return divisor(self.terms.values()), self._lowest()

    def _lowest(self) -> int:
        """The packed monomial of the least exponents."""
        home, terms = self.ring, self.terms
        bias, almost = home.bias, home.almost
        # With the bias a field's top bit says e >= 0, with 1 less e >= 1: mostly no generator is in every term.
        above, in_all = bias, bias
        for m in terms:
            above &= m + bias
            in_all &= m + almost
        if above == bias and not in_all:
            return 0
        if len(terms) <= 3:
            first, *rest = terms
            low, ones = first + bias, bias >> (FIELD - 1)
            for m in rest:  # field by field the smaller one, by the top bit of the difference
                other = m + bias
                larger = (low - other + bias) >> (FIELD - 1) & ones
                low ^= (low ^ other) & ((larger << FIELD) - larger)
            return low - bias
        size, unpack = home.layout.size, home.layout.unpack
        least = map(min, *[unpack(((m + bias) ^ bias).to_bytes(size, "little")) for m in terms])
        return (int.from_bytes(home.layout.pack(*least), "little") ^ bias) - bias

    # -- identity --------------------------------------------------------------------------------------------------
    def _canonical(self) -> frozenset[tuple[frozenset[tuple[Gen, Number]], Number]]:
        return frozenset((frozenset(self.ring.exponents(m).items()), c) for m, c in self.terms.items())

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Poly):
            return NotImplemented
        if self.ring is other.ring:
            return self.terms == other.terms
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
            minus = c.numerator < 0  # of a fraction known at once, where it is compared at length
            out += (" - " if minus else " + ") + monomial_str(self.ring.exponents(m), -c if minus else c)
        return out[3:] if out.startswith(" + ") else "-" + out[3:]

    __repr__ = __str__


def _power_str(g: Gen, e: Number) -> str:
    if e == 1:
        return str(g)
    if type(e) is not int and e == Fraction(1, 2):
        base = str(g)
        return f"sqrt{base}" if isinstance(g, Atom) and g.row.radicand else f"sqrt({base})"
    return f"{g}**{e}" if isinstance(e, int) and e >= 0 else f"{g}**({e})"


def natural_log(exponents: Mapping[Gen, Number]) -> tuple[Mapping[Gen, Number], Gen | None]:
    """The powers without those of log(2) where a log2(x) beside it has the same: that one is read as ln(x)."""
    if len(exponents) < 2 or isinstance([*exponents][-1], str):  # names come before atoms
        return exponents, None
    two = next((g for g in exponents if not isinstance(g, str) and g.name == "log(2)"), None)
    if two is None:
        return exponents, None
    log = next((g for g, e in exponents.items() if e == exponents[two] and log_of(g)), None)
    return (exponents, None) if log is None else ({g: e for g, e in exponents.items() if g is not two}, log)


def monomial_str(exponents: Mapping[Gen, Number], c: Number) -> str:
    """ASCII algebra of a positive monomial: 2*B*D/F."""
    ups: list[str] = []
    downs: list[str] = []
    exponents, log = natural_log(exponents)
    if log is not None and (x := log_of(log)):
        exponents = {f"ln({x.as_read()})" if g is log else g: e for g, e in exponents.items()}
    for g, e in exponents.items():
        if e > 0:
            ups.append(g if e == 1 and type(g) is str else _power_str(g, e))
        elif e:
            downs.append(g if e == -1 and type(g) is str else _power_str(g, -e))
    if c.numerator != 1 or not ups:
        ups.insert(0, whole_text(c.numerator))
    if c.denominator != 1:
        downs.insert(0, whole_text(c.denominator))
    top = "*".join(ups)
    if not downs:
        return top
    return f"{top}/{downs[0]}" if len(downs) == 1 and "**" not in downs[0] else f"{top}/({'*'.join(downs)})"


EMPTY = ring(())
ZERO, ONE = Poly(EMPTY, {}), Poly(EMPTY, {0: 1})


def term(exponents: Mapping[Gen, Number], c: Number = 1) -> Poly:
    """One monomial with its coefficient, the exponents any rationals."""
    kept = {g: e if type(e) is int else exact(e) for g, e in exponents.items() if e}
    scale = 1
    for g, e in kept.items():
        if type(e) is not int:
            scale = math.lcm(scale, e.denominator)
        if not -MAX_EXPONENT * e.denominator <= e.numerator <= MAX_EXPONENT * e.denominator:
            raise Unsupported(f"the exponent {e} of {g} is larger than {MAX_EXPONENT}")
    if scale > 1_000_000:
        raise Unsupported(f"exponents with the common denominator {scale} are not supported")
    home = ring(in_order(kept), scale)
    return Poly(home, {home.pack(kept): exact(c)} if c else {})

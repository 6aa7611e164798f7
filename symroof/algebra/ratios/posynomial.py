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
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol, Union, final

from symroof.algebra.ratios.functions import EXTREMES, FUNCTIONS, GUARDS, LARGEST_POWER
from symroof.algebra.ratios.poly import (
    EMPTY,
    FIELD,
    MAX_DIGITS,
    MAX_EXPONENT,
    MAX_TERMS,
    ONE,
    ZERO,
    Atom,
    Gen,
    Number,
    Poly,
    Ring,
    Terms,
    degree,
    divided,
    divisor,
    exact,
    in_order,
    log_of,
    maximum_of,
    monomial_str,
    natural_log,
    nearest,
    quotient,
    repacker,
    ring,
    term,
    times,
)
from symroof.errors import DividesByZero, Inconclusive, SymroofError, Unsupported
from symroof.shown import visible
from symroof.symbols import Name, resolved, weaker

__all__ = ["EMPTY", "FIELD", "LN2", "MAX_DIGITS", "MAX_EXPONENT", "MAX_TERMS", "ONE", "ZERO", "Atom", "Gen", "Like",
           "Need", "Number", "Poly", "Ratio", "Ring", "Terms", "alike", "apart", "build", "degree", "divided",
           "divisor", "exact", "gen", "keeping_lost", "log_of", "maximum_of", "named_constant", "natural_log",
           "nearest", "ordered", "over_stripped", "product", "quotient", "ratio", "repacker", "ring", "term", "times",
           "total"]  # fmt: skip


def ordered(p: Poly) -> Poly:
    """The same sum, positive terms first, each group in alphabetical order.

    >>> print(ordered((gen("F") - gen("B") + gen("D")).num))
    D + F - B
    """
    if len(p.terms) < 2:
        return p

    def place(item: tuple[int, Number]) -> tuple[bool, str]:
        m, c = item
        return c < 0, monomial_str(p.ring.exponents(m), c if c > 0 else -c)

    return Poly(p.ring, dict(sorted(p.terms.items(), key=place)))


def _as_read(p: Poly) -> Poly:
    """The same sum as a reader expects it: added before subtracted, powers falling; constants before fractions."""
    if len(p.terms) < 2:
        return p
    parts = {m: p.ring.exponents(m) for m in p.terms}
    fractions = any(e < 0 for exps in parts.values() for e in exps.values())

    def place(item: tuple[int, Number]) -> tuple[bool, bool, Number, str]:
        m, c = item
        exps = parts[m]
        return c < 0, fractions and bool(exps), 0 if fractions else -sum(exps.values()), monomial_str(exps, 1)

    return Poly(p.ring, dict(sorted(p.terms.items(), key=place)))


Like = Union["Ratio", int, Fraction]
Need = tuple["Ratio", str]  # what must be ">=", ">", "!=" or "<>" 0, see ``needs.POLES``


@visible
@final
class Ratio:
    """num/den, exact; den has no monomial factor, integer coefficients without common divisor, and a positive lead."""

    __slots__ = ("_hash", "_names", "den", "lost", "num", "shown")
    lost: tuple[Need, ...]  # see ``needs.lost``; of most there is none

    def __init__(self, num: Poly, den: Poly = ONE) -> None:
        if not den.terms:
            raise DividesByZero("division by zero")
        if den is not ONE:
            num, den = _stripped(num, den)
        if num.ring.folds or den.ring.folds:
            num, den = _folded(num, den)
        self.num, self.den = num, den
        self._hash: int | None = None
        self._names: tuple[str, ...] | None = None
        self.shown: Any = None  # the expression that the door made of it, kept as long as the ratio is

    # -- reading ---------------------------------------------------------------------------------------------------
    @property
    def gens(self) -> tuple[Gen, ...]:
        """Generators that occur, sorted."""
        above, below = self.num.gens, self.den.gens if self.den is not ONE else ()
        return above if not below or above == below else in_order({*above, *below})

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the free symbols, those inside atoms included, sorted."""
        if self._names is None:
            self._names = _names(self.gens)
        return self._names

    @property
    def atoms(self) -> tuple[Atom, ...]:
        if not (self.num.ring.atoms or self.den.ring.atoms):
            return ()
        return tuple(g for g in self.gens if isinstance(g, Atom))

    @property
    def declared(self) -> bool:
        """Whether one of its symbols may be declared against the convention of its name."""
        return self.num.ring.declared or self.den.ring.declared

    def renamed(self, new: Mapping[str, str]) -> Ratio:
        """The same ratio in symbols that are written alike."""
        made = over_stripped(*(p if p is ONE else Poly(p.ring.renamed(new), p.terms) for p in (self.num, self.den)))
        lost = getattr(self, "lost", ())
        return keeping_lost(made, tuple((u.renamed(new), relation) for u, relation in lost)) if lost else made

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
        if self.den is o.den or self.den == o.den:
            return Ratio(self.num + o.num, self.den)
        return Ratio(self.num * o.den + o.num * self.den, self.den * o.den)

    __radd__ = __add__

    def __neg__(self) -> Ratio:
        return over_stripped(-self.num, self.den)

    def __sub__(self, other: Like) -> Ratio:
        o = ratio(other)
        if self.den is o.den or self.den == o.den:
            return Ratio(self.num - o.num, self.den)
        return Ratio(self.num * o.den - o.num * self.den, self.den * o.den)

    def __rsub__(self, other: Like) -> Ratio:
        return ratio(other) + -self

    def __mul__(self, other: Like) -> Ratio:
        o = ratio(other)
        if o.den is not ONE and self.num == o.den:
            return Ratio(o.num, self.den)
        if self.den is not ONE and o.num == self.den:
            return Ratio(self.num, o.den)
        if o.den is ONE:
            return _times(self, o.num) if len(o.num.terms) == 1 else Ratio(self.num * o.num, self.den)
        if self.den is ONE:
            return _times(o, self.num) if len(self.num.terms) == 1 else Ratio(self.num * o.num, o.den)
        return Ratio(self.num * o.num, self.den * o.den)

    __rmul__ = __mul__

    def inverse(self) -> Ratio:
        if not self.num.terms:
            raise DividesByZero("division by zero")
        if self.den is ONE and len(self.num.terms) == 1 and not self.num.ring.folds:
            ((m, c),) = self.num.terms.items()
            return over_stripped(Poly(self.num.ring, {-m: quotient(1, c)}), ONE)
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
            raise DividesByZero("division by zero")
        return _root_power(self, e)

    # -- evaluation ------------------------------------------------------------------------------------------------
    def at(self, values: Mapping[str, Number]) -> Number:
        """The exact value with every symbol bound; raises Unsupported where it is irrational.

        >>> (gen("B") / 3).at({"B": 2})
        Fraction(2, 3)
        """
        return _late.value_at(self, resolved(values, self.names) if self.declared else values)

    def subs(self, values: Mapping[str, Like]) -> Ratio:
        """Symbols replaced by ratios or numbers, inside atoms too."""
        if values and self.declared:
            values = resolved(values, self.names)
        if not values or not any(n in values for n in self.names):
            return self
        return _late.subs(self, {n: ratio(v) for n, v in values.items()})

    @property
    def most_sign(self) -> int:
        """The most sign it may have: -1 where it is proved negative, 0 where proved not above 0, else 1.

        >>> k = gen("k")
        >>> (k / 2 - k).most_sign, (1 - k).most_sign, (k - 2).most_sign, ratio(0).most_sign
        (-1, 0, 1, 0)
        """
        if self.names:
            return -_late.least_sign(-1 * self)
        found = _late.sign(self)
        return 1 if found is None else found

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
        lost = getattr(self, "lost", ())
        return (keeping_lost, (over_stripped(self.num, self.den), lost)) if lost else (Ratio, (self.num, self.den))

    # -- beside other numbers --------------------------------------------------------------------------------------
    def _sympy_(self) -> Any:
        """What SymPy takes it for, so that ``M * ratio`` is an ordinary expression."""
        return _late.to_sympy(self)

    def __float__(self) -> float:
        """The value of a ratio without symbols."""
        c = self.constant()
        if c is not None:
            return float(c)
        if self.names:
            raise Inconclusive(f"still symbolic: {', '.join(self.names)}; give a number for each, as in .subs or .at")
        return float(self._sympy_())

    def as_read(self) -> Ratio:
        """The same in the order that a reader expects, whoever wrote its terms in which order."""
        return over_stripped(_as_read(self.num), _as_read(self.den))

    def __str__(self) -> str:
        if self.den is ONE:
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
            bottom = f"({monomial_str(below, den_n)}*{bottom})"
        return f"{top}/{bottom}"

    __repr__ = __str__


def _names(gens: tuple[Gen, ...]) -> tuple[str, ...]:
    """The symbols among generators and inside them."""
    if not gens or isinstance(gens[-1], str):  # names come before atoms
        return gens  # type: ignore[return-value]
    out: set[str] = set()
    for g in gens:
        if isinstance(g, str):
            out.add(g)
        else:
            for a in g.args:
                out.update(a.names)
    return tuple(sorted(out))


def over_stripped(num: Poly, den: Poly) -> Ratio:
    """num/den where den is known to be stripped and num to be no multiple of it."""
    out = Ratio.__new__(Ratio)
    out.num, out.den, out._hash, out._names, out.shown = num, den, None, None, None
    return out


def keeping_lost(r: Ratio, lost: tuple[Need, ...]) -> Ratio:
    """The same ratio, beside it what was needed by what is no longer seen in it; ``needs.keeping`` says which."""
    if lost != getattr(r, "lost", ()):
        r = over_stripped(r.num, r.den)
        if lost:
            r.lost = lost
    return r


def _times(r: Ratio, monomial: Poly) -> Ratio:
    """r times one term, which leaves the denominator as it is."""
    num = r.num * monomial
    if num.ring.folds:
        return Ratio(num, r.den)
    if num.ring is not r.den.ring and r.den is not ONE:
        both, a, b = num._common(r.den)
        return over_stripped(Poly(both, a), Poly(both, b))
    return over_stripped(num, r.den)


# Half of one less than the prime is a product of two large odd primes: that many residues are squares, and each of them
# has one root of any degree among them, so that x**(1/2) in one ring and in another meet at the same residue.
PRIME = 1_073_741_783
_SQUARES = (PRIME - 1) // 2


@lru_cache(maxsize=8192)
def residue_of(g: Gen, scale: int) -> int:
    """A fixed residue for a generator: equal generators get equal residues; scale-th powers stay consistent."""
    if isinstance(g, str):
        text = f"'{g}" if type(g) is Name else g  # what is remembered of a size is not said of a parameter
    else:
        text = str((g.kind, g.name, sorted(_at_fixed_point(a) for a in g.args)))
    base = (int.from_bytes(text.encode(), "big") * 0x2545F491 + 0x1B873593) % PRIME
    return pow(base or 2, 2 * pow(scale, -1, _SQUARES), PRIME)


def _at_fixed_point(r: Ratio) -> int:
    """The ratio at a fixed point modulo a prime: equal functions agree (a hash, not a test)."""

    def value(p: Poly) -> int:
        points = [residue_of(g, p.ring.scale) for g in p.ring.gens]
        total = 0
        for m, c in p.terms.items():
            v = c if type(c) is int else c.numerator % PRIME * pow(c.denominator, -1, PRIME)
            for x, e in zip(points, p.ring.unpack(m)):
                if e:
                    v = v * (x if e == 1 else pow(x, e, PRIME)) % PRIME
            total = (total + v) % PRIME
        return total

    try:
        top = value(r.num)
        return top if r.den is ONE else top * pow(value(r.den), -1, PRIME) % PRIME
    except ValueError:  # a denominator is a multiple of the prime, or of a factor of its group
        return 0


def alike(*ratios: Ratio) -> tuple[Ratio, ...]:
    """The same ratios, in the parameter where a size and a parameter have one name.

    >>> [str(n) for r in alike(gen("B"), gen(Name("B"))) for n in r.names if type(n) is Name]
    ['B', 'B']
    """
    if not any([r.declared for r in ratios]):
        return ratios
    new = weaker(n for r in ratios for n in r.names)
    return tuple(r.renamed(new) for r in ratios) if new else ratios


def apart(a: Ratio, b: Ratio) -> bool:
    """Whether two ratios are certainly different functions: their values at a fixed point modulo a prime differ.

    >>> apart(gen("B") / gen("D"), gen("D") / gen("B")), apart(gen("B"), gen("B"))
    (True, False)
    """
    x, y = map(hash, alike(a, b))
    return x != y and x != 0 != y  # 0 is also said where the point is a zero of the denominator


def _stripped(num: Poly, den: Poly) -> tuple[Poly, Poly]:
    """Move the monomial and numeric content of den into num, and cancel equal parts; nothing is over no symbol."""
    if not num.terms:
        return ZERO, ONE
    if num.ring is not den.ring:
        common, a, b = num._common(den)
        num, den = Poly(common, a), Poly(common, b)
    if len(den.terms) == 1:
        ((m, c),) = den.terms.items()
        return num if c == 1 and not m else Poly(num.ring, divided(num.terms, c, m)), ONE
    c, m = den.content()
    if max(den.terms.values()) < 0:
        c = -c
    if c != 1 or m:
        num, den = Poly(num.ring, divided(num.terms, c, m)), Poly(den.ring, divided(den.terms, c, m))
    if len(num.terms) == len(den.terms):
        # num may be a monomial times den, which then is the mean of num's exponents less the mean of den's
        m1, rest = divmod(sum(num.terms) - sum(den.terms), len(num.terms))
        if not rest:
            k, v = next(iter(den.terms.items()))
            c1 = quotient(num.terms.get(k + m1, 0), v)
            if c1 and all(num.terms.get(k + m1) == v * c1 for k, v in den.terms.items()):
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
        home = p.ring
        at = [(home.index[g], g) for g in home.folds]
        alike: dict[tuple[int, ...], dict[int, Number]] = {}  # terms by the whole powers in them
        for m, c in p.terms.items():
            exps = home.unpack(m)
            whole = tuple(exps[i] // home.scale for i, _ in at)
            rest = m - sum(k * home.scale << FIELD * i for k, (i, _) in zip(whole, at))
            alike.setdefault(whole, {})[rest] = c
        out = ratio(0)
        for whole, terms in alike.items():
            piece = over_stripped(Poly(home, terms), ONE)
            for k, (_, g) in zip(whole, at):
                if k:
                    piece = piece * _integer_power(g.args[0], k)
            out = out + piece
        return out

    out = fold(num) / fold(den) if den.constant() is None else Ratio(fold(num).num, fold(num).den * den)
    return out.num, out.den


def _function(kind: str, *args: Ratio) -> Ratio:
    """One function of ratios, these in lowest terms: see ``lowest``."""
    return Ratio(Poly(ring((Atom(kind, tuple(map(_lean, args))),)), {1: 1}))


def _lean(r: Ratio) -> Ratio:
    """In lowest terms what a function or a root is taken of."""
    return r if len(r.den.terms) < 2 or len(r.num.terms) < 2 else _late.in_lowest_terms(r)


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
    r = _lean(r)
    out: dict[Gen, Number] = {}
    unsure: dict[Atom, Number] = {}  # functions and sums that may be 0 or below, by their powers
    negative = False
    for part, sign in ((r.num, 1), (r.den, -1)):
        if part.constant() != 1:
            negative = negative or (len(part) == 1 and any(k < 0 for k in part.terms.values()))
            _taken_apart(part, sign, e * sign, out, unsure)
    if negative and not unsure:
        raise SymroofError(f"a fractional power of {r}, which is not positive")
    if not unsure:
        return Ratio(term(out))
    if len(unsure) == 1 and not negative:  # mostly: it has the sign of what stands under the root
        ((g, k),) = unsure.items()
        if k % 2 and (k * e).denominator > 1:
            out[g] = out.get(g, 0) + exact(k * e)
            return Ratio(term(out))
    return Ratio(term(out)) * _root_of_unsure(r, unsure, e, negative)


def _taken_apart(part: Poly, sign: int, own: Fraction, out: dict[Gen, Number], unsure: dict[Atom, Number]) -> None:
    """The factors of a sum under a root: those above 0 with their powers of the root, the others with their own."""
    c, m = part.content()
    for g, k in part.ring.exponents(m).items() if m else ():
        if isinstance(g, str) or not g.args:
            out[g] = out.get(g, 0) + exact(k * own)
        else:
            unsure[g] = exact(unsure.get(g, 0) + k * sign)
    for prime_part, power in _prime_powers(Fraction(c)) if c != 1 else ():
        g = Atom("base", (ratio(prime_part),))
        out[g] = out.get(g, 0) + exact(power * own)
    if len(part) > 1:
        rest = Poly(part.ring, {k - m: quotient(v, c) for k, v in part.terms.items()}) if m or c != 1 else part
        g = Atom("base", (Ratio(rest),))
        if rest.is_posynomial and not rest.ring.atoms:
            out[g] = out[g] + own if g in out else own
        else:
            unsure[g] = exact(unsure.get(g, 0) + sign)


def _root_of_unsure(r: Ratio, unsure: Mapping[Atom, Number], e: Fraction, negative: bool) -> Ratio:
    """The root of a product whose factors may be below 0: of x**2 it is |x|, and x*y stays under one root.

    What may be 0 stays beside what may be below 0: the root of 0 times -1 has a value, that of -1 has none.
    """
    sides = {g: _least_sign(g, k) for g, k in unsure.items()}
    odd = {g: k for g, k in unsure.items() if sides[g] < 0 and k % 2}
    if negative and not odd:
        raise SymroofError(f"a fractional power of {r}, which is not positive")
    kept = {g: k for g, k in unsure.items() if e > 0 and k > 0 and not sides[g]} if odd else {}
    kept |= {g: k for g, k in unsure.items() if e > 0 and k > 0 and sides[g] < 0 and not k % 2} if odd else {}
    if negative or kept or len(odd) > 1 or any((k * e).denominator == 1 for k in odd.values()):
        kept |= odd
    out = ratio(1)
    for g, k in unsure.items():
        if g in kept:
            continue
        if sides[g] < 0 and not k % 2 and (k * e) % 2:
            out = out * _size_of(g) ** exact(k * e)
        else:
            out = out * Ratio(term({g: k * e}))
    if not kept:
        return out
    inside = product(_whole_power(g, k) for g, k in kept.items())
    return out * Ratio(term({Atom("base", (-inside if negative else inside,)): e}))


def _whole_power(g: Atom, k: Number) -> Ratio:
    return _integer_power(g.args[0], k) if g.row.radicand and type(k) is int else Ratio(term({g: k}))


def _least_sign(g: Atom, k: Number) -> int:
    """The least sign of a power: 1 of what is proved positive, 0 of what may be 0 but not below, -1 of any other."""
    whole = type(k) is int
    found = _late.least_sign(g.args[0] if g.row.radicand else Ratio(term({g: 1})))
    return found if whole else max(found, 0)


def _size_of(g: Atom) -> Ratio:
    """|g|."""
    x = Ratio(term({g: 1}))
    return build("max", [x, -x])


@lru_cache(maxsize=1024)
def _prime_powers(c: Fraction) -> tuple[tuple[int, int], ...]:
    """c as a product of small primes and leftovers, exponents of either sign."""
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


# -- methods that are bound late ---------------------------------------------------------------------------------------


class LateBound(Protocol):
    """What is bound late: worked out by modules that are built on ratios, which ``symroof.algebra`` puts in."""

    def value_at(self, r: Ratio, values: Mapping[str, Number]) -> Number: ...
    def subs(self, r: Ratio, values: Mapping[str, Ratio]) -> Ratio: ...
    def to_sympy(self, r: Ratio) -> Any: ...
    def core(self, x: object) -> Ratio: ...
    def least_sign(self, x: Ratio) -> int: ...
    def in_lowest_terms(self, r: Ratio) -> Ratio: ...
    def sign(self, x: Ratio) -> int | None: ...


_late: LateBound


def bind_late(methods: LateBound) -> None:
    """Bind them, once."""
    global _late
    _late = methods


# -- making ratios ---------------------------------------------------------------------------------------------------


def ratio(x: Like) -> Ratio:
    """A number as a ratio; a ratio as it is."""
    if isinstance(x, Ratio):
        return x
    if hasattr(type(x), "free_symbols"):  # a SymPy expression beside a ratio, as in ratio * M
        return _late.core(x)
    c = exact(x)
    return Ratio(Poly(EMPTY, {0: c} if c else {}))


@lru_cache(maxsize=4096)
def gen(name: str) -> Ratio:
    """The ratio that is one symbol."""
    return Ratio(term({name: 1}))


@lru_cache(maxsize=16)
def named_constant(name: str) -> Ratio:
    """The ratio that is one of the constants with a name, those of ``CONSTANTS``: pi, E, log(2).

    >>> print(2 * named_constant("pi") * gen("B"))
    2*B*pi
    """
    return Ratio(term({Atom("const", (), name): 1}))


LN2 = named_constant("log(2)").atoms[0]


def product(factors: Iterable[Like]) -> Ratio:
    out: Ratio | None = None
    for f in factors:
        out = ratio(f) if out is None else out * f
    return ratio(1) if out is None else out


def total(terms: Iterable[Like]) -> Ratio:
    """A sum, terms in the order given; monomials are gathered without building intermediate sums."""
    flat: list[Ratio] = [ratio(t) for t in terms]
    if len(flat) == 1:
        return flat[0]
    polys = [r.num for r in flat if r.den is ONE]
    out = ratio(0)
    if polys:
        gens = in_order({g for p in polys for g in p.ring.gens})
        home = ring(gens, math.lcm(*(p.ring.scale for p in polys)))
        acc: dict[int, Number] = {}
        for p in polys:
            repack = repacker(p.ring, home) if p.ring is not home else None
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
    """The function max, min, ceil, floor, log2 or exp of ratios.

    Simplified by what holds identically: numbers fold, common positive monomial factors leave a max, nested maxima
    flatten, and a rounding of sums of roundings is that sum.

    >>> print(build("floor", [3 * build("ceil", [gen("K")]) - 2]))
    3*ceiling(K) - 2
    """
    items = [ratio(a) for a in args]
    if kind in EXTREMES:
        return _extremum(kind, items)
    if kind in GUARDS:
        return _choice(kind, items)
    (x,) = items
    if kind == "base":
        return _function(kind, x)
    c = x.constant()
    if kind == "log2":
        return _log2(x)
    if kind == "exp" and (c == 1 or LN2 in x.num.ring.index):
        return named_constant("E") if c == 1 else _exponential(x)
    if kind in FUNCTIONS:
        value = None if c is None else FUNCTIONS[kind].exact(Fraction(c))
        if value is None and FUNCTIONS[kind].rounds and _of_roundings(x):
            return x
        return _function(kind, x) if value is None else ratio(value)
    raise Unsupported(f"no function {kind!r}; known: max, min, {', '.join(FUNCTIONS)}")


def _of_roundings(x: Ratio) -> bool:
    """Whether this is a whole number at sight, as floor(K) + 1 is: roundings times whole numbers."""
    home = x.num.ring
    if x.den is not ONE or not home.atoms or home.scale != 1 or any(type(c) is not int for c in x.num.terms.values()):
        return False
    rows = [exps for exps, _ in x.num.monomials()]
    return all(isinstance(g, Atom) and g.row.rounds and e > 0 for exps in rows for g, e in exps.items() if e)


def _extremum(kind: str, items: list[Ratio]) -> Ratio:
    pick: Callable[..., Number] = EXTREMES[kind].pick
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
    back = front.inverse()
    inner = [r * back for r in unique]
    plain = [c for c in (r.constant() for r in inner) if c is not None] if inner[0].constant() is not None else []
    if len(plain) == len(inner):  # multiples of one product
        return front * pick(plain)
    inner.sort(key=_place)
    return _function(kind, *inner) * front


def takes_first(kind: str, left: Ratio, right: Ratio) -> bool | None:
    """Whether a choice takes its first branch; None where that hangs on symbols, or on numbers not told apart.

    >>> takes_first("if<", ratio(1), ratio(2) ** Fraction(1, 2)), takes_first("if<", ratio(1), ratio(1))
    (True, False)
    """
    gap = right - left
    c = gap.constant()
    if c is None and not gap.names:
        c = _late.sign(gap)
    return None if c is None else bool(GUARDS[kind].holds(0, c))


def _choice(kind: str, items: list[Ratio]) -> Ratio:
    left, right, yes, no = items
    first = takes_first(kind, left, right)
    if first is not None:
        return yes if first else no
    return yes if yes == no else _function(kind, *items)


def _place(r: Ratio) -> str:
    """What puts the arguments of a max in order, in whatever order their own terms were written."""
    return str(over_stripped(ordered(r.num), ordered(r.den)))


def _common_factor(items: list[Ratio]) -> Ratio:
    """A monomial to take out of max(items): the exponents' minimum and the gcd of the coefficients.

    It scales with the items, so that max(2x, 2y) and 2*max(x, y) become the same.  What may be negative stays inside:
    of max(-2, -1)*log2(1/2) and max(-2*log2(1/2), -log2(1/2)) only the latter is 2.
    """
    exps: list[dict[Gen, Number]] = []
    coefficients: list[Fraction] = []
    for r in items:
        if not r.num.terms:
            return ratio(1)
        c, m = r.num.content()
        exps.append(r.num.ring.exponents(m))
        coefficients.append(Fraction(c))
    gens = in_order({g for e in exps for g in e if _never_negative(g)})
    low = {g: min(e.get(g, 0) for e in exps) for g in gens}
    num = math.gcd(*(c.numerator for c in coefficients))
    den = math.lcm(*(c.denominator for c in coefficients))
    return Ratio(term(low, exact(Fraction(num, den))))


@lru_cache(maxsize=8192)
def _never_negative(g: Gen) -> bool:
    """Whether a generator is at least 0 whatever the positive symbols in it are."""
    if isinstance(g, str) or g.row.nonnegative:
        return True
    if not g.row.keeps_sign:
        return False
    found = [x.is_posynomial_ratio and all(map(_never_negative, x.atoms)) for x in g.values]
    return any(found) if g.row.extreme == 1 else all(found)


def _exponential(x: Ratio) -> Ratio:
    """exp of a sum, c*ln(q) in it taken out as q**c: exp(2*ln(W) + K) is W**2*exp(K).

    Of q that is above 0 for all sizes: exp(ln(W - 1)) has no value at W = 1/2, where W - 1 has.
    """
    if x.den is not ONE:
        return _function("exp", x)
    out, left = ratio(1), ratio(0)
    for exps, c in x.num.monomials():
        q = _under_ln(exps)
        if q is None or not _is_short_power(q, Fraction(c)):
            left = left + Ratio(term(exps, c))
        else:
            out = out * q ** exact(c)
    return out * build("exp", [left]) if out != 1 else _function("exp", x)


def _under_ln(exps: Mapping[Gen, Number]) -> Ratio | None:
    """What is above 0 and has a product for its natural logarithm; None where there is none such."""
    rest = [g for g in exps if g != LN2]
    if exps.get(LN2) != 1 or len(rest) > 1 or any(exps[g] != 1 for g in rest):
        return None
    q = log_of(rest[0]) if rest else ratio(2)
    return q if q is not None and not q.atoms and q.is_posynomial_ratio else None


def _is_short_power(q: Ratio, e: Fraction) -> bool:
    """Whether a power is one to write out."""
    if e.denominator > 64:
        return False
    c = q.constant()
    if c is not None:
        return abs(e) * max(Fraction(c).numerator.bit_length(), Fraction(c).denominator.bit_length()) <= LARGEST_POWER
    return abs(e) <= (64 if len(q.num) == len(q.den) == 1 else 4)


def _log2(x: Ratio) -> Ratio:
    """log2 of a monomial splits into logs of its symbols; powers of two come out as numbers."""
    mono = x.monomial()
    if mono is None:
        return _function("log2", x)
    exps, c = mono
    if c <= 0:
        raise SymroofError(f"log2 of {x}, which is not positive")
    out = ratio(0)
    for p, k in _prime_powers(Fraction(c)):
        out = out + (ratio(k) if p == 2 else Ratio(term({Atom("log2", (ratio(p),)): 1}, k)))
    unsure = {g: e for g, e in exps.items() if isinstance(g, Atom) and not g.row.nonnegative}
    if len(unsure) > 1 or any(e % 2 == 0 for e in unsure.values()):
        unsure = {g: e for g, e in unsure.items() if _least_sign(g, e) < 0}
        odd: dict[Gen, Number] = {g: e for g, e in unsure.items() if e % 2}
        for a in [a for a in unsure if a not in odd]:
            out = out + _log2(_size_of(a)) * exps.pop(a)
        if len(odd) > 1:  # the product may be positive where they are not
            out = out + Ratio(term({Atom("log2", (Ratio(term(odd)),)): 1}))
            exps = {g: e for g, e in exps.items() if g not in odd}
    for g, e in exps.items():
        if isinstance(g, Atom) and g.row.exponential:
            out = out + g.args[0] * Ratio(term({LN2: -1}, e))
        elif isinstance(g, Atom) and g.row.radicand and g.args[0].constant() is not None:  # of sqrt(2) it is 1/2
            out = out + _log2(g.args[0]) * e
        else:
            out = out + Ratio(term({Atom("log2", (Ratio(term({g: 1})),)): 1}, e))
    return out

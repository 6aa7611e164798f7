"""Reading: a SymPy expression as an exact ratio, all of its monomials packed in one ring from the start.

A first walk finds the factors, each looked at once: SymPy shares them, so they are known by identity while the
expression is alive.  A second one adds and multiplies integers.  Symbols go by name.

Which node is what ``nodes`` says; whoever keeps an expression in its own form (``numeric``, ``latex``) asks there too,
and comes here for what he has no form of, so that all accept and refuse the same.

A Float is the decimal typed: of 0.1*B the 1/10, of 8.2e11*B the 820000000000.  Where no decimal of its precision (15
digits for a Python float) is that very Float, it comes from arithmetic and is its binary value: 2.0**50 is 2**50.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Union, final

from symroof.algebra.interop import guard
from symroof.algebra.interop.nodes import KINDS, NUMBER, POWER, PRODUCT, SUM, SYMBOL, Expression, Functions, kind_of
from symroof.algebra.ratios.functions import BY_SYMPY, EXTREMA, Constant, Extreme, Function
from symroof.algebra.ratios.needs import divided_by, divided_inside, keeping, lost, open_needs
from symroof.algebra.ratios.posynomial import (
    FIELD,
    MAX_EXPONENT,
    ONE,
    ZERO,
    Need,
    Number,
    Poly,
    Ratio,
    Terms,
    build,
    divided,
    divisor,
    exact,
    named_constant,
    product,
    quotient,
    ratio,
    repacker,
    ring,
    times,
    total,
)
from symroof.algebra.signs.factor import square_root
from symroof.errors import SymroofError, Unsupported
from symroof.symbols import Name, refuse_namesakes, weaker

Monomial = tuple[int, Number]
Sum = Union[Terms, Poly]  # terms alone are those of a polynomial in the ring of the expression
Value = Union[Monomial, Terms, Ratio]
_GUARDED = {"Abs": guard.absolute, "Mod": guard.modulo, "Piecewise": guard.piecewise}
_KNOWN = (*EXTREMA, *(n for n, f in BY_SYMPY.items() if not f.logarithm), "sqrt", "log", *_GUARDED)  # for messages


def no_rule(y: Any) -> SymroofError:
    """The refusal of what no formula here can hold."""
    if getattr(y, "is_infinite", None) or type(y).__name__ == "NaN":
        return SymroofError(f"{y} is not a finite number")
    return Unsupported(
        f"{type(y).__name__} has no rule here: {str(y)[:80]}; known: + - * / powers, {', '.join(_KNOWN)}"
    )


def exponent(y: Any) -> Number:
    """The exponent of a power, which must be a number."""
    e = y.args[1]
    if e.is_Integer:
        return int(e.p)
    if e.is_Rational or e.is_Float:
        return exact(e)
    base = y.args[0]
    remedy = f"; write exp(({str(e)[:60]})*log({base}))" if base.is_Rational and base.is_positive else ""
    raise Unsupported(f"the exponent {e} is not a number: {str(y)[:80]}{remedy}")


def named(s: Any, known: dict[str, Any]) -> str:
    """The key of a positive symbol, the only one of it among those known."""
    name: str = s.name if not getattr(s, "against_convention", False) else Name(s.name)
    other = known.get(name)
    if other is s:
        return name
    if not name or name[0].isdigit():
        raise SymroofError(f"{name!r:.80} is no name of a symbol; make it with dims(...), as in dims('B')")
    if s.is_positive is not True:
        told = f"the sign of {s} is unknown to SymPy" if s.is_positive is None else f"{s} is not positive"
        raise SymroofError(f"{told}; make it with dims({name!r}), which is positive, then write the expression again")
    if other is not None and other != s:
        raise SymroofError(f"two different symbols are called {name}; make both with dims({name!r})")
    known[name] = s
    return name


def read(x: Any, known: dict[str, Any] | None = None) -> Ratio:
    """The ratio of an expression; ``known`` are the symbols already met by key.

    Raises SymroofError for symbols of unknown sign or two of one name, Unsupported for what has no rule here.
    """
    known = {} if known is None else known
    made = _read(x, known, {})
    if Name in map(type, known):
        refuse_namesakes(known)
    return made


def _read(x: Any, known: dict[str, Any], done: dict[Any, Ratio]) -> Ratio:
    """The same, with what was read of the inside of functions so far."""
    factors = _Factors(known, done)
    factors.find(x)
    made = factors.ratio(x)
    return keeping(made, factors.needed) if factors.needed else made


def difference(a: Any, b: Any, needed: list[Need] | None = None) -> list[Ratio]:
    """Ratios with different denominators whose sum is a - b, none of them 0; an empty list proves that a equals b.

    That is where both have a value: what their parts need for it is put into ``needed``.

    >>> from symroof.symbols import dims
    >>> B, D, F = dims("B D F")
    >>> difference(1 / (1 / B + 1 / D) + F, B * D / (B + D)), difference(F + B * D / (B + D), 1 / (B + D))
    ([F], [F, (B*D - 1)/(B + D)])
    """
    factors = _Factors({}, {}, evident=True)
    factors.find(a, b)
    groups: list[tuple[Sum, Sum]] = []
    whole: Terms = {}
    for x, side in ((a, 1), (b, -1)):
        for term_ in x._args if x.is_Add else (x,):
            num, below = factors.fraction(term_)
            if below is None:
                _put(whole, num, side)
            else:
                _grouped(groups, num, below, side)
    if needed is not None:
        needed += factors.needed
    if whole:
        _grouped(groups, factors.poly(whole), ONE, 1)
    if not groups:
        return []
    groups.sort(key=lambda group: group[0] is not ONE)
    made = [Ratio(factors.poly(num), factors.poly(den)) for den, num in groups]
    return [r for r in made if r.num.terms]


def _grouped(groups: list[tuple[Sum, Sum]], num: Sum, below: Sum, side: int) -> None:
    """One quotient more, on its side, beside those with the same denominator."""
    for i, (den, sofar) in enumerate(groups):
        if den == below:
            left = {} if side < 0 and type(num) is dict and sofar == num else _put(sofar, num, side)
            groups[i : i + 1] = [(den, left)] if left else []
            return
    groups.append((below, num if side > 0 else _put({} if type(num) is dict else ZERO, num, side)))


def _put(sofar: Sum, more: Sum, side: int) -> Sum:
    """A sum with more on one side; of terms alone the same."""
    if isinstance(more, Poly):
        return sofar + more if side > 0 else sofar - more  # type: ignore[operator]
    assert isinstance(sofar, dict)
    for m, c in more.items():
        sofar[m] = sofar.get(m, 0) + side * c
        if not sofar[m]:
            del sofar[m]
    return sofar


@final
class _Factors(Functions[Ratio]):
    """The factors of one expression by identity: numbers, powers of symbols as packed units, and all else as ratios.

    Sums and products are terms alone, for they have one ring; it is made where one of them leaves as a polynomial.
    """

    __slots__ = ("done", "evident", "gens", "known", "leaves", "needed", "others", "powers", "scale")

    def __init__(self, known: dict[str, Any], done: dict[Any, Ratio], evident: bool = False) -> None:
        self.evident = evident  # whether the root of what is a square is drawn
        self.known = known
        self.done = done  # what stands inside functions, which may share it
        self.leaves: dict[int, Monomial] = {}  # numbers, and powers of symbols
        self.powers: dict[int, Number] = {}  # the exponents of what is no symbol
        self.others: dict[int, Ratio] = {}
        self.needed: list[Need] = []  # of functions and divisors, which may be gone in the end

    # -- the first walk --------------------------------------------------------------------------------------------
    def find(self, *expressions: Any) -> None:
        """Look at every factor once and choose the ring."""
        symbols: dict[int, tuple[str, Number]] = {}
        seen: set[int] = set()
        queue = list(expressions)
        kinds, leaves = KINDS, self.leaves
        for y in queue:  # which grows
            key = id(y)
            if key in seen:
                continue
            seen.add(key)
            kind = kinds.get(type(y)) or kind_of(y)
            if kind <= SUM:
                queue += y._args  # of these what the property gives, which takes longer than all else here
            elif kind == SYMBOL:
                symbols[key] = named(y, self.known), 1
            elif kind == NUMBER:
                leaves[key] = 0, int(y.p) if y.q == 1 else Fraction(int(y.p), int(y.q))
            elif kind == POWER:
                base, e = y._args
                power = int(e.p) if e.is_Integer else exponent(y)
                if base.is_Symbol:
                    symbols[key] = named(base, self.known), power
                elif type(power) is int:
                    self.powers[key] = power
                    queue.append(base)
                else:
                    self._note_root(base, key, power)
            else:
                made = self.others[key] = self.function(y)
                self.needed += open_needs(made)
        self._choose_ring(symbols)

    def extremum(self, f: Extreme, e: Expression) -> Ratio:
        return build(f.kind, [self._inner(a) for a in e.args])

    def call(self, f: Function, e: Expression) -> Ratio:
        return build(f.kind, [self._inner(a) for a in e.args])

    def logarithm(self, e: Expression) -> Ratio:
        logs = [build("log2", [self._inner(a)]) for a in e.args]
        return logs[0] / logs[1] if len(logs) == 2 else logs[0] * named_constant("log(2)")

    def constant(self, c: Constant, e: Expression) -> Ratio:
        return named_constant(c.name)

    def decimal(self, e: Expression) -> Ratio:
        return ratio(exact(e))

    def other(self, e: Expression) -> Ratio:
        rule = _GUARDED.get(type(e).__name__)
        if rule is None:
            raise no_rule(e)
        return rule(e, self._chosen if e.is_Piecewise else self._inner)

    def _note_root(self, base: Any, key: int, power: Number) -> None:
        """A root, or a power of one, of what is no symbol."""
        inner = self._inner(base)
        half = square_root(inner) if self.evident and power.denominator == 2 else None
        made = self.others[key] = inner**power if half is None else half**power.numerator
        self.needed += open_needs(made)

    def _choose_ring(self, symbols: dict[int, tuple[str, Number]]) -> None:
        scale = 1
        for n, e in symbols.values():
            if not -MAX_EXPONENT <= e <= MAX_EXPONENT:
                raise Unsupported(f"the exponent {e} of {n} is larger than {MAX_EXPONENT}")
            if type(e) is not int:
                scale = math.lcm(scale, e.denominator)
        if scale > 1_000_000:
            raise Unsupported(f"exponents with the common denominator {scale} are not supported")
        names = sorted({n for n, _ in symbols.values()})
        if Name in map(type, names) and (new := weaker(names)):
            self._choose_ring({key: (new.get(n, n), e) for key, (n, e) in symbols.items()})
            return
        self.gens, self.scale = tuple(names), scale
        place, leaves = dict(zip(names, range(0, FIELD * len(names), FIELD))), self.leaves
        for key, (n, e) in symbols.items():
            leaves[key] = (e if scale == 1 else int(e * scale)) << place[n], 1  # type: ignore[operator]

    def _inner(self, part: Any) -> Ratio:
        made = self._chosen(part)
        self.needed += lost(made)
        self.needed += divided_inside(made)
        return made

    def _chosen(self, part: Any) -> Ratio:
        """What stands inside of a function; in a case of a choice what it needs is needed there alone."""
        made = self.done.get(part)
        if made is None:
            made = self.done[part] = _read(part, self.known, self.done)
        return made

    # -- the second walk -------------------------------------------------------------------------------------------
    def ratio(self, x: Any) -> Ratio:
        return self._as_ratio(self.value(x))

    def poly(self, terms: Sum) -> Poly:
        """Terms as a polynomial of the ring of the expression; a polynomial as it is."""
        return terms if isinstance(terms, Poly) else Poly(ring(self.gens, self.scale), terms)

    def _as_ratio(self, v: Value) -> Ratio:
        if isinstance(v, Ratio):
            return v
        if type(v) is tuple:
            m, c = v
            v = {m: c} if c else {}
        return Ratio(self.poly(v))  # type: ignore[arg-type]

    def fraction(self, x: Any) -> tuple[Sum, Sum | None]:
        """A term over nothing, or a denominator of the one form that all its multiples by monomials share."""
        if self.others:  # functions have rings of their own
            v = self.value(x)
            if isinstance(v, Ratio):
                return v.num, v.den
        elif KINDS.get(type(x)) == PRODUCT:
            own, rest, below = self._taken(x._args)
            if below is not None and not (rest and (len(rest) > 1 or isinstance(rest[0], Ratio))):
                return self._over(own, rest, below)  # type: ignore[arg-type]
            v = self._multiplied(own, rest, below) if rest or below is not None else own
        elif self.powers.get(id(x)) == -1 and type(base := self.value(x._args[0])) is dict:
            self._divides(base)
            return self._over((0, 1), (), base)
        else:
            v = self.value(x)
        if isinstance(v, Ratio):
            num, den = map(self._at_home, (v.num, v.den))
            return self._over((0, 1), [num], den)
        return ({v[0]: v[1]} if v[1] else {}) if type(v) is tuple else v, None  # type: ignore[return-value]

    def _over(self, own: Monomial, rest: Sequence[Terms], den: Terms) -> tuple[Terms, Terms | None]:
        """A quotient over a denominator whose least monomial is 1, of whole coefficients without a common divisor."""
        if len(den) == (len(rest[0]) if rest else 1) or len(den) < 2 or not own[1]:  # they may cancel, or be 0
            made = Ratio(self.poly(_front(own, rest)), self.poly(den))
            if made.den is ONE or not made.num.terms:
                return made.num.terms, None
        (m, c), least, d = own, min(den), divisor(den.values())
        if den[least] < 0:
            d = -d
        below = den if d == 1 and not least else divided(den, d, least)
        if rest:
            top = rest[0] if c == 1 else {k: times(v, c) for k, v in rest[0].items()}
            return divided(top, d, least - m), below
        return {m - least: c if d == 1 else quotient(c, d)}, below

    def _at_home(self, p: Poly) -> Terms:
        """The terms of a sum in the ring of the expression."""
        repack = repacker(p.ring, ring(self.gens, self.scale))
        return p.terms if repack is None else {repack(m): c for m, c in p.terms.items()}

    def _divides(self, base: Terms) -> None:
        """Note that a sum must not be 0, where that is not evident."""
        if not base or min(base.values()) < 0:
            self.needed += divided_by(Ratio(self.poly(base)))

    def value(self, x: Any) -> Value:
        """A monomial, a polynomial of the ring, or (with a denominator, or functions in it) a ratio."""
        key = id(x)
        leaf = self.leaves.get(key)
        if leaf is not None:
            return leaf
        kind = KINDS.get(type(x))
        if kind == PRODUCT:
            return self._product(x._args)
        if kind == SUM:
            return self._sum(x._args)
        other = self.others.get(key)
        return other if other is not None else self._power(self.value(x._args[0]), self.powers[key])

    def _power(self, base: Value, number: Number) -> Value:
        if number < 0 and type(base) is not tuple:
            self._divides(base) if type(base) is dict else self.needed.extend(divided_by(self._as_ratio(base)))
        if type(base) is tuple:
            if type(number) is int and abs(number) < 100 and base[1]:
                m, c = base
                return m * number, c**number if c == 1 or number > 0 else exact(1 / Fraction(c) ** -number)
        elif number == -1 and type(base) is dict:
            return Ratio(self.poly({0: 1}), self.poly(base))
        return self._as_ratio(base) ** number

    def _product(self, args: Sequence[Any]) -> Value:
        own, rest, below = self._taken(args)
        return self._multiplied(own, rest, below) if rest or below is not None else own

    def _taken(self, args: Sequence[Any]) -> tuple[Monomial, list[Value], Terms | None]:
        """The factors of a product: numbers and symbols as one monomial, the others, and the first denominator."""
        get, powers = self.leaves.get, self.powers
        m, c = 0, 1  # type: int, Number
        rest: list[Value] = []
        below: Terms | None = None  # the first denominator: it needs no ratio of its own
        for a in args:
            leaf = get(id(a))
            if leaf is not None:
                m += leaf[0]
                if leaf[1] != 1:
                    c = leaf[1] if c == 1 else c * leaf[1]
                continue
            v: Value
            e = powers.get(id(a))
            if e is not None:
                v = self.value(a._args[0])
                if e == -1 and below is None and type(v) is dict:
                    below = v
                    self._divides(v)
                    continue
                v = self._power(v, e)
            else:
                v = self.value(a)
            if type(v) is tuple:
                m += v[0]
                c = c * v[1]
            else:
                rest.append(v)
        if type(c) is not int and c.denominator == 1:
            c = c.numerator
        return (m, c), rest, below

    def _multiplied(self, own: tuple[int, Number], rest: Sequence[Value], below: Terms | None) -> Terms | Ratio:
        """A monomial times sums and functions, over the first denominator."""
        if len(rest) < 2 and not (rest and isinstance(rest[0], Ratio)):
            front = _front(own, rest)  # type: ignore[arg-type]
            return front if below is None else Ratio(self.poly(front), self.poly(below))
        whole = self._as_ratio(own) * product(map(self._as_ratio, rest))
        return whole if below is None else whole * Ratio(self.poly({0: 1}), self.poly(below))

    def _sum(self, args: Sequence[Any]) -> Terms | Ratio:
        leaf_of = self.leaves.get
        acc: dict[int, Number] = {}
        rest: list[Value] = []
        plain = True
        m: int
        c: Number
        for a in args:
            leaf = leaf_of(id(a))
            if leaf is not None:
                m, c = leaf
                acc[m] = acc[m] + c if m in acc else c
                continue
            if a.is_Mul:  # mostly numbers and symbols alone, which need no product to be called
                m, c = 0, 1
                for f in a._args:
                    leaf = leaf_of(id(f))
                    if leaf is None:
                        break
                    m += leaf[0]
                    if leaf[1] != 1:
                        c = leaf[1] if c == 1 else c * leaf[1]
                else:
                    acc[m] = acc[m] + c if m in acc else c
                    continue
            v = self.value(a)
            if isinstance(v, Ratio):
                plain = plain and v.den is not ONE
                rest.append(v)
                continue
            for m, c in (v,) if type(v) is tuple else v.items():  # type: ignore[union-attr]
                acc[m] = acc.get(m, 0) + c
        if not plain:  # functions among the terms keep their place
            return total(self._as_ratio(self.value(a)) for a in args)
        whole = {m: c if type(c) is int else exact(c) for m, c in acc.items() if c}
        return total(map(self._as_ratio, [whole, *rest])) if rest else whole


def _front(own: Monomial, rest: Sequence[Terms]) -> Terms:
    """The terms of a monomial, or of one times a sum."""
    m, c = own
    if not rest or not c:
        return {m: c} if c else {}
    return {k + m: v for k, v in rest[0].items()} if c == 1 else {k + m: times(v, c) for k, v in rest[0].items()}

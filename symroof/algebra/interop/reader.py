"""Reading: a SymPy expression as an exact ratio, all of its monomials packed in one ring from the start.

A first walk finds the factors, each looked at once: SymPy shares them, so they are known by identity while the
expression is alive.  A second one adds and multiplies integers.  Symbols go by name.

What is more than sums, products and powers of symbols and numbers is read by ``_special`` alone; whoever keeps an
expression in its own form (``numeric``, ``latex``) comes here for it, so that all accept and refuse the same.

A Float is the decimal typed: of 0.1*B the 1/10, of 8.2e11*B the 820000000000.  Where no decimal of its precision (15
digits for a Python float) is that very Float, it comes from arithmetic and is its binary value: 2.0**50 is 2**50.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from symroof.algebra.interop import guard
from symroof.algebra.ratios.functions import BY_SYMPY, EXTREMA, NAMED
from symroof.algebra.ratios.needs import divided_by, keeping, lost, open_needs
from symroof.algebra.ratios.posynomial import (
    FIELD,
    MAX_EXPONENT,
    ONE,
    Atom,
    Need,
    Number,
    Poly,
    Ratio,
    build,
    exact,
    product,
    ratio,
    ring,
    term,
    total,
)
from symroof.algebra.signs.factor import square_root
from symroof.errors import SymroofError, Unsupported
from symroof.symbols import Name, weaker

Monomial = tuple[int, Number]
_GUARDED = {"Abs": guard.absolute, "Mod": guard.modulo, "Piecewise": guard.piecewise}
_KNOWN = (*EXTREMA, *(n for n, f in BY_SYMPY.items() if not f.logarithm), "sqrt", "log", *_GUARDED)  # for messages


def _special(y: Any, walk: Callable[[Any], Ratio]) -> Ratio:
    """Whatever is no symbol, rational number, sum, product or power; ``walk`` reads what stands inside."""
    name = type(y).__name__
    if name in EXTREMA:
        return build(EXTREMA[name], [walk(a) for a in y.args])
    if name in BY_SYMPY:
        return build(BY_SYMPY[name].kind, [walk(a) for a in y.args])
    if name == "log":
        logs = [build("log2", [walk(a)]) for a in y.args]
        return logs[0] / logs[1] if len(logs) == 2 else logs[0] * _constant("log(2)")
    if name in _GUARDED:
        return _GUARDED[name](y, walk)
    if name in NAMED:
        return _constant(NAMED[name].name)
    if y.is_Float:
        return ratio(decimal(y))
    raise no_rule(y)


def _constant(name: str) -> Ratio:
    return Ratio(term({Atom("const", (), name): 1}))


def no_rule(y: Any) -> SymroofError:
    """The refusal of what no formula here can hold."""
    if getattr(y, "is_infinite", None) or type(y).__name__ == "NaN":
        return SymroofError(f"{y} is not a finite number")
    return Unsupported(
        f"{type(y).__name__} has no rule here: {str(y)[:80]}; known: + - * / powers, {', '.join(_KNOWN)}"
    )


# Kinds of nodes, of each class of SymPy's once: products and sums, a symbol, a rational number, a power, anything else.
PRODUCT, SUM, SYMBOL, NUMBER, POWER, OTHER = range(1, 7)
KINDS: dict[type, int] = {}


def kind_of(y: Any) -> int:
    """The kind of a node, from what its class says of itself."""
    told = (y.is_Mul, PRODUCT), (y.is_Add, SUM), (y.is_Symbol, SYMBOL), (y.is_Rational, NUMBER), (y.is_Pow, POWER)
    found = next((kind for is_so, kind in told if is_so), OTHER)
    if found != OTHER:  # of functions there may be any number of classes
        KINDS[type(y)] = found
    return found


def exponent(y: Any) -> Number:
    """The exponent of a power, which must be a number."""
    e = y.args[1]
    if e.is_Integer:
        return int(e.p)
    if e.is_Rational:
        return exact(e)
    if e.is_Float:
        return decimal(e)
    raise Unsupported(f"the exponent {e} is not a number: {str(y)[:80]}")


def decimal(x: Any) -> Number:
    """The exact value of a SymPy Float: the decimal typed where one of its precision is that Float, else its own.

    >>> from sympy import Float
    >>> decimal(Float(0.1)), decimal(Float(2.0**50)) == 2**50
    (Fraction(1, 10), True)
    """
    from mpmath import libmp

    if not x.is_finite:
        raise SymroofError(f"{x} is not a finite number")
    digits = max(1, libmp.prec_to_dps(x._prec))
    typed = libmp.to_str(x._mpf_, digits)
    if libmp.from_str(typed, x._prec, "n") == x._mpf_:
        return exact(typed)
    sign, mantissa, power, _ = x._mpf_
    whole = -int(mantissa) if sign else int(mantissa)
    return whole << power if power >= 0 else exact(Fraction(whole, 1 << -power))


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
    return _read(x, {} if known is None else known, {})


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
    groups: list[tuple[Poly, Poly]] = []
    plain: dict[int, Number] = {}
    whole: Poly | None = None
    for x, side in ((a, 1), (b, -1)):
        for term_ in x.args if x.is_Add else (x,):
            v = factors.value(term_)
            if isinstance(v, tuple):
                plain[v[0]] = plain.get(v[0], 0) + side * v[1]
                continue
            num, below = (v.num, v.den) if isinstance(v, Ratio) else (v, ONE)
            if below is ONE:
                whole = _put(whole, num, side)
                continue
            for i, (den, sofar) in enumerate(groups):
                if den == below:
                    if side < 0 and sofar == num:  # nothing is left
                        del groups[i]
                    else:
                        groups[i] = den, _put(sofar, num, side)
                    break
            else:
                groups.append((below, num if side > 0 else -num))
    if plain:
        whole = _put(whole, Poly(factors.home, {m: c for m, c in plain.items() if c}), 1)
    if whole is not None:
        groups.insert(0, (ONE, whole))
    _note(needed, factors.needed)
    made = [Ratio(num, den) for den, num in groups if num.terms]
    return [r for r in made if r.num.terms]


def _note(needed: list[Need] | None, found: list[Need]) -> None:
    """Tell whoever asks for it what has to have a value."""
    if needed is not None:
        needed += found


def _put(sofar: Poly | None, more: Poly, side: int) -> Poly:
    """A sum with more on one side."""
    more = more if side > 0 else -more
    return more if sofar is None else sofar + more


class _Factors:
    """The factors of one expression by identity: numbers, powers of symbols as packed units, and all else as ratios."""

    __slots__ = ("done", "evident", "home", "known", "leaves", "needed", "others", "powers")

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
                queue += self._found_power(y, key, symbols)
            else:
                made = self.others[key] = _special(y, self._chosen if y.is_Piecewise else self._inner)
                self.needed += open_needs(made)
        self._choose_ring(symbols)

    def _found_power(self, y: Any, key: int, symbols: dict[int, tuple[str, Number]]) -> tuple[Any, ...]:
        """Note a power; what is to be looked at next, a base that is read with the rest."""
        base, e = y._args
        power = int(e.p) if e.is_Integer else exponent(y)
        if base.is_Symbol:
            if not -MAX_EXPONENT <= power <= MAX_EXPONENT:
                raise Unsupported(f"the exponent {power} of {base} is larger than {MAX_EXPONENT}")
            there = symbols.get(id(base))
            symbols[key] = named(base, self.known) if there is None else there[0], power
            return ()
        if type(power) is int:
            self.powers[key] = power
            return (base,)
        inner = self._inner(base)
        half = square_root(inner) if self.evident and power.denominator == 2 else None
        made = self.others[key] = inner**power if half is None else half**power.numerator
        self.needed += open_needs(made)
        return ()

    def _choose_ring(self, symbols: dict[int, tuple[str, Number]]) -> None:
        scale = 1
        for _, e in symbols.values():
            if type(e) is not int:
                scale = math.lcm(scale, e.denominator)
        if scale > 1_000_000:
            raise Unsupported(f"exponents with the common denominator {scale} are not supported")
        names = {n for n, _ in symbols.values()}
        new = weaker(names) if Name in map(type, names) else None
        if new:
            names = {new.get(n, n) for n in names}
            symbols = {key: (new.get(n, n), e) for key, (n, e) in symbols.items()}
        self.home = ring(tuple(sorted(names)), scale)
        index, leaves = self.home.index, self.leaves
        for key, (n, e) in symbols.items():
            if scale != 1:
                e = int(e * scale)
            leaves[key] = e << FIELD * index[n], 1  # type: ignore[operator]

    def _inner(self, part: Any) -> Ratio:
        made = self._chosen(part)
        self.needed += lost(made)
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

    def _as_ratio(self, v: Monomial | Poly | Ratio) -> Ratio:
        if type(v) is tuple:
            m, c = v
            return Ratio(Poly(self.home, {m: c} if c else {}))
        return v if isinstance(v, Ratio) else Ratio(v)  # type: ignore[arg-type]

    def value(self, x: Any) -> Monomial | Poly | Ratio:
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

    def _power(self, base: Monomial | Poly | Ratio, number: Number) -> Monomial | Poly | Ratio:
        if number < 0 and type(base) is not tuple:
            self.needed += divided_by(self._as_ratio(base))
        if type(base) is tuple:
            if type(number) is int and abs(number) < 100 and base[1]:
                m, c = base
                return m * number, c**number if c == 1 or number > 0 else exact(1 / Fraction(c) ** -number)
        elif number == -1 and isinstance(base, Poly):
            return Ratio(Poly(self.home, {0: 1}), base)
        return self._as_ratio(base) ** number

    def _product(self, args: Sequence[Any]) -> Monomial | Poly | Ratio:
        get, powers = self.leaves.get, self.powers
        m, c = 0, 1  # type: int, Number
        rest: list[Monomial | Poly | Ratio] = []
        below: Poly | None = None  # the first denominator: it needs no ratio of its own
        for a in args:
            leaf = get(id(a))
            if leaf is not None:
                m += leaf[0]
                if leaf[1] != 1:
                    c = leaf[1] if c == 1 else c * leaf[1]
                continue
            v: Monomial | Poly | Ratio
            e = powers.get(id(a))
            if e is not None:
                v = self.value(a._args[0])
                if e == -1 and below is None and isinstance(v, Poly):
                    below = v
                    if not v.is_posynomial:
                        self.needed += divided_by(Ratio(v))
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
        return self._multiplied((m, c), rest, below) if rest or below is not None else (m, c)

    def _multiplied(
        self, own: tuple[int, Number], rest: Sequence[Monomial | Poly | Ratio], below: Poly | None
    ) -> Poly | Ratio:
        """A monomial times sums and functions, over the first denominator."""
        front = Poly(self.home, {own[0]: own[1]} if own[1] else {})
        if not rest:
            return Ratio(front, below)  # type: ignore[arg-type]
        if len(rest) == 1 and isinstance(rest[0], Poly):
            return front * rest[0] if below is None else Ratio(front * rest[0], below)
        whole = Ratio(front) * product(self._as_ratio(r) for r in rest)
        return whole if below is None else whole * Ratio(Poly(self.home, {0: 1}), below)

    def _sum(self, args: Sequence[Any]) -> Poly | Ratio:
        leaf_of = self.leaves.get
        acc: dict[int, Number] = {}
        rest: list[Monomial | Poly | Ratio] = []
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
            if type(v) is tuple:
                m, c = v
                acc[m] = acc.get(m, 0) + c
            elif isinstance(v, Poly):
                for m, c in v.terms.items():
                    acc[m] = acc.get(m, 0) + c
            else:
                plain = plain and v.den is not ONE  # type: ignore[union-attr]
                rest.append(v)
        return self._added(acc, rest) if plain else total(self._as_ratio(self.value(a)) for a in args)

    def _added(self, acc: Mapping[int, Number], rest: Sequence[Monomial | Poly | Ratio]) -> Poly | Ratio:
        """A polynomial and quotients; functions among the terms keep their place and do not come here."""
        whole = Poly(self.home, {m: c if type(c) is int else exact(c) for m, c in acc.items() if c})
        return whole if not rest else total([Ratio(whole), *map(self._as_ratio, rest)])

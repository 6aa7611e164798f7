"""The neutral form of a formula: a sum of terms, whichever kind of object it came from.

A term is a rational coefficient and powers of bases; a base is a name, another sum, or a call (max, ceil, log2).
A ratio keeps the order in which its author wrote the terms; an expression, which has forgotten it, is put in the order
a reader expects, or in the order of a ratio or operation given as ``order=``.

>>> neutral(3)
Sum(terms=(Term(c=Fraction(3, 1), factors=()),))
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Union, final

import symroof.regexes as re
from symroof.algebra.interop.nodes import NUMBER, SUM, SYMBOL, Expression, Nodes, kind_of
from symroof.algebra.interop.reader import no_rule
from symroof.algebra.ratios.functions import FUNCTIONS, Constant, Extreme, Function
from symroof.algebra.ratios.posynomial import Atom, Gen, Poly, Ratio, exact, natural_log, term
from symroof.decimals import digits_of
from symroof.records import dataclass, replace


@final
@dataclass(frozen=True)
class Call:
    """A function of sums: max, min, ceil, floor, log2, log, or any other name."""

    kind: str
    args: tuple[Sum, ...]


Base = Union[str, "Sum", Call]
Power = Union[Fraction, "Sum"]


@final
@dataclass(frozen=True)
class Term:
    """c times the product of base**power."""

    c: Fraction
    factors: tuple[tuple[Base, Power], ...] = ()


@final
@dataclass(frozen=True)
class Sum:
    """Terms in the order in which they are written."""

    terms: tuple[Term, ...]


ONE = Fraction(1)


def of_ratio(r: Ratio) -> Sum:
    """A ratio: num/den, the numerator's negative powers and coefficient denominators moved below."""
    if r.den.constant() == 1 or not r.num.terms:
        return _of_poly(r.num)
    c, m = r.num.content()
    below = {g: -e for g, e in r.num.ring.exponents(m).items() if e < 0}
    d = Fraction(c).denominator
    top = r.num
    if below or d != 1:
        top = r.num * term(below, d)
    factors: list[tuple[Base, Power]] = []
    lower, coefficient = r.den, Fraction(1, d)
    if d != 1 and not below:
        lower, coefficient = r.den.scaled(d), Fraction(1)  # 4N + 2, not 2(2N + 1)
    if len(top) == 1:
        (only,) = _of_poly(top).terms
        coefficient *= only.c
        factors.extend(only.factors)
    else:
        factors.append((_of_poly(top), ONE))
    factors.extend((_base_of(g), -Fraction(e)) for g, e in below.items())
    factors.append((_of_poly(lower), -ONE))
    return Sum((Term(coefficient, tuple(factors)),))


def _of_poly(p: Poly) -> Sum:
    terms = []
    for exps, c in p.monomials():
        powers, log = natural_log(exps)
        terms.append(Term(Fraction(c), tuple((_base_of(g, g is log), Fraction(e)) for g, e in powers.items())))
    if terms and terms[0].c < 0:
        terms.sort(key=lambda t: t.c < 0)  # a sum starts with what is added
    return _gathered(tuple(terms) or (Term(Fraction(0)),))


def _gathered(terms: tuple[Term, ...]) -> Sum:
    """Terms over one and the same denominator as one fraction: (BD + DF)/W rather than BD/W + DF/W."""
    lower = {
        (t.c.denominator, frozenset((b, q) for b, q in t.factors if isinstance(q, Fraction) and q < 0)) for t in terms
    }
    (d, downs), *others = lower
    if len(terms) < 2 or others or (d == 1 and not downs):
        return Sum(terms)
    sign = -1 if all(t.c < 0 for t in terms) else 1  # -(B + D)/2, not (-B - D)/2
    upper = tuple(Term(t.c * d * sign, tuple(f for f in t.factors if f not in downs)) for t in terms)
    below = tuple(f for f in terms[0].factors if f in downs)
    return Sum((Term(Fraction(sign, d), ((Sum(upper), ONE), *below)),))


def _base_of(g: Gen, natural: bool = False) -> Base:
    if isinstance(g, str):
        return g
    made = _call_of(g)
    return replace(made, kind="log") if natural and isinstance(made, Call) else made


def _call_of(a: Atom) -> Base:
    if not a.args:
        return Call("log", (Sum((Term(Fraction(2)),)),)) if a.name == "log(2)" else Call("const:" + a.name, ())
    # An atom is one object to all who wrote it, each in an order of his own: none of these is remembered.
    args = tuple(of_ratio(r.as_read()) for r in a.args)
    if a.row.radicand:
        return args[0]
    return Call(a.kind, args)


def _of_expr(x: Any) -> Sum:
    if kind_of(x) == SUM:
        return _gathered(arranged([t for a in x.args for t in _of_expr(a).terms]))
    return Sum((_TERMS.of(x),))


@final
class _Terms(Nodes[Term]):
    """Nodes of an expression as terms."""

    def symbol(self, e: Expression) -> Term:
        return Term(ONE, ((e.name, ONE),))

    def number(self, e: Expression) -> Term:
        return Term(Fraction(exact(e)))

    def decimal(self, e: Expression) -> Term:
        return self.number(e)

    def sum(self, e: Expression) -> Term:
        return Term(ONE, ((_of_expr(e), ONE),))

    def product(self, e: Expression) -> Term:
        c = ONE
        factors: list[tuple[Base, Power]] = []
        for a in e.args:
            if kind_of(a) == SYMBOL:
                factors.append((a.name, ONE))
                continue
            t = self.of(a)
            c = c * t.c if c is not ONE else t.c
            factors.extend(t.factors)
        factors.sort(key=lambda f: _natural(f[0]) if isinstance(f[0], str) else "~")  # SymPy puts B**2*D as D*B**2
        return Term(c, _logs(factors))

    def power(self, e: Expression) -> Term:
        to = e.exp
        power: Power = Fraction(exact(to)) if kind_of(to) == NUMBER else _of_expr(to)
        inner = _of_expr(e.base)
        if len(inner.terms) != 1:
            return Term(ONE, ((inner, power),))
        (only,) = inner.terms
        if isinstance(power, Fraction) and power.denominator == 1:
            inside = tuple((b, q * power) for b, q in only.factors if isinstance(q, Fraction))
            if only.c and len(inside) == len(only.factors):
                return Term(only.c**power.numerator, inside)
        if only.c == 1 and len(only.factors) == 1 and only.factors[0][1] == 1:
            return Term(ONE, ((only.factors[0][0], power),))
        return Term(ONE, ((inner, power),))

    def extremum(self, f: Extreme, e: Expression) -> Term:
        return _called(f.kind, sorted(map(_of_expr, e.args), key=text))

    def call(self, f: Function, e: Expression) -> Term:
        return _called(f.kind, map(_of_expr, e.args))

    def logarithm(self, e: Expression) -> Term:
        if len(e.args) == 1:
            return _called("log", map(_of_expr, e.args))
        over = ((Call("log", (_of_expr(a),)), to) for a, to in zip(e.args, (ONE, -ONE)))  # log(N, 2, evaluate=False)
        return Term(ONE, _logs(list(over)))

    def constant(self, c: Constant, e: Expression) -> Term:
        return _called("const:" + c.name, ())

    def other(self, e: Expression) -> Term:
        """What the reader puts in other functions, and infinity."""
        name = type(e).__name__
        if name in ("Abs", "Mod"):
            return _called(name.lower(), map(_of_expr, e.args))
        if e.is_infinite and e.is_extended_real:
            return Term(-ONE if e.is_negative else ONE, (("oo", ONE),))
        raise no_rule(e)


_TERMS = _Terms()


def _called(kind: str, args: Iterable[Sum]) -> Term:
    return Term(ONE, ((Call(kind, tuple(args)), ONE),))


def _logs(factors: list[tuple[Base, Power]]) -> tuple[tuple[Base, Power], ...]:
    """log(x)/log(2), which is how SymPy keeps it, reads log2(x); so do its powers, and log10."""
    for kind, base in (("log2", Call("log", _plain_number(2))), ("log10", Call("log", _plain_number(10)))):
        power = next((q for b, q in factors if b == base), None)
        if not isinstance(power, Fraction):
            continue
        left = -power  # how many factors of log(x) this one turns into log2(x)
        made: list[tuple[Base, Power]] = []
        for b, q in factors:
            log = isinstance(b, Call) and b.kind == "log" and b != base
            if isinstance(b, Call) and log and left and isinstance(q, Fraction) and 0 < q / left <= 1:
                b, left = Call(kind, b.args), left - q
            if b != base:
                made.append((b, q))
        if left != -power:
            factors = made + ([(base, -left)] if left else [])
    return tuple(factors)


def _plain_number(n: int) -> tuple[Sum, ...]:
    return (Sum((Term(Fraction(n)),)),)


def arranged(terms: list[Term]) -> tuple[Term, ...]:
    """The order a reader expects: added before subtracted; powers falling, constants before fractions."""
    fractions = any(isinstance(q, Fraction) and q < 0 for t in terms for _, q in t.factors)

    def degree(t: Term) -> Fraction:
        return sum((q for _, q in t.factors if isinstance(q, Fraction)), Fraction(0))

    def key(t: Term) -> tuple[bool, bool, Fraction, str]:
        words = "|".join(f"{_natural(b) if isinstance(b, str) else '~' + base_text(b)}{q}" for b, q in t.factors)
        return t.c < 0, bool(t.factors) if fractions else False, -degree(t) if not fractions else Fraction(0), words

    return tuple(sorted(terms, key=key))


def _natural(letter: str) -> str:
    """A name to sort by: x_2 stands before x_10."""
    return letter if letter.isalpha() else re.sub(r"\d+", lambda m: m[0].zfill(6), letter)


def neutral(x: object, order: object = None) -> Sum:
    """The neutral form of a number, exact ratio or SymPy expression.

    >>> neutral(3)
    Sum(terms=(Term(c=Fraction(3, 1), factors=()),))
    """
    if isinstance(x, Ratio):
        out = of_ratio(x)
    elif hasattr(x, "free_symbols") and hasattr(x, "is_Add"):
        out = _of_expr(x)
    else:
        out = Sum((Term(Fraction(exact(x))),))
    ranks = _ranks(order)
    return _reordered(out, ranks) if ranks else out


Monomial = frozenset[tuple[Base, Power]]


def _ranks(order: object) -> list[dict[Monomial, int]]:
    """For each ratio that somebody wrote, where each of its monomials stands."""
    if order is None:
        return []
    if isinstance(order, Ratio):
        sums = [_of_poly(order.num), _of_poly(order.den)]
    elif hasattr(order, "traffic"):
        return [rank for r in order.traffic.values() for rank in _ranks(r)]
    elif isinstance(order, Iterable):
        return [rank for o in order for rank in _ranks(o)]
    else:
        sums = [neutral(order)]
    return [{frozenset(t.factors): i for i, t in enumerate(s.terms)} for s in sums if len(s.terms) > 1]


def _reordered(s: Sum, ranks: list[dict[Monomial, int]]) -> Sum:
    terms = [replace(t, factors=tuple((_reordered_base(b, ranks), q) for b, q in t.factors)) for t in s.terms]
    keys = [frozenset(t.factors) for t in terms]
    for rank in ranks:
        if len(terms) > 1 and all(k in rank for k in keys):
            return Sum(tuple(sorted(terms, key=lambda t: rank[frozenset(t.factors)])))
    return Sum(tuple(terms))


def _reordered_base(b: Base, ranks: list[dict[Monomial, int]]) -> Base:
    if isinstance(b, Sum):
        return _reordered(b, ranks)
    if isinstance(b, Call):
        return Call(b.kind, tuple(_reordered(a, ranks) for a in b.args))
    return b


# -- ASCII algebra ---------------------------------------------------------------------------------------------------


def text(s: Sum) -> str:
    """A sum as ASCII algebra.

    >>> text(neutral(Fraction(-1, 2)))
    '-1/2'
    """
    out = ""
    for t in s.terms:
        piece = _text_term(replace(t, c=abs(t.c)))
        if out:
            out += (" - " if t.c < 0 else " + ") + piece
        else:
            out = ("-" if t.c < 0 else "") + piece
    return out


def _text_term(t: Term) -> str:
    ups = [_text_power(b, q) for b, q in t.factors if not (isinstance(q, Fraction) and q < 0)]
    downs = [_text_power(b, -q) for b, q in t.factors if isinstance(q, Fraction) and q < 0]
    if t.c.numerator != 1 or not ups:
        ups.insert(0, digits_of(t.c.numerator))
    if t.c.denominator != 1:
        downs.insert(0, digits_of(t.c.denominator))
    top = "*".join(ups)
    if not downs:
        return top
    return f"{top}/{downs[0]}" if len(downs) == 1 else f"{top}/({'*'.join(downs)})"


def _text_power(b: Base, q: Power) -> str:
    body = base_text(b)
    if q == 1:
        return body
    if q == Fraction(1, 2):
        return f"sqrt{body}" if isinstance(b, Sum) and body.startswith("(") else f"sqrt({body})"
    if isinstance(q, Fraction):
        return f"{body}**{q}" if q.denominator == 1 and q > 0 else f"{body}**({q})"
    power = text(q)
    return f"{body}**{power}" if re.fullmatch(r"\w+", power) else f"{body}**({power})"


_PLAIN = {"max": "Max", "min": "Min", "abs": "Abs", "mod": "Mod", **{k: f.shown for k, f in FUNCTIONS.items()}}
_BASES = {"log2": 2, "log10": 10}


def base_text(b: Base) -> str:
    """A base as ASCII algebra, a sum in brackets."""
    if isinstance(b, str):
        return b
    if isinstance(b, Sum):
        body = text(b)
        return body if re.fullmatch(r"\w+", body) else f"({body})"
    if b.kind.startswith("const:"):
        return b.kind[6:]
    args = ", ".join(text(a) for a in b.args)
    return f"log({args}, {_BASES[b.kind]})" if b.kind in _BASES else f"{_PLAIN.get(b.kind, b.kind)}({args})"

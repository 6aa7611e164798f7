"""The range of an expression over a box of sizes: exact corners where it is monotone, else an exact enclosure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from symroof.algebra.posynomial import Atom, Number, Poly, Ratio, exact, ratio, term
from symroof.errors import SymroofError, Unsupported
from symroof.evaluate.front import bound_sizes, expression_of, numeric
from symroof.evaluate.nodes import CONST
from symroof.shown import visible


@visible
@final
@dataclass(frozen=True)
class Interval:
    """A range of values; ``tight`` when both ends are taken, else the values lie within."""

    low: Fraction
    high: Fraction
    tight: bool = True

    def __iter__(self) -> Iterator[Fraction]:
        return iter((self.low, self.high))

    def __contains__(self, x: Any) -> bool:
        return self.low <= Fraction(exact(x)) <= self.high


def interval(expr: object, **box: object) -> Interval:
    """The range of an expression over a box of sizes, exact where it rises or falls in each of them.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> interval(B * D / (B + D), B=(1, 512), D=4096).high
    Fraction(4096, 9)

    A size is a number or (low, high).  Monotonicity is decided by the signs of the derivative's coefficients; where it
    cannot be, exact interval arithmetic gives an enclosure and ``tight`` is False.
    """
    from symroof.algebra.door import core

    r = core(expression_of(expr))
    ends: dict[str, tuple[Fraction, Fraction]] = {}
    for name, given in box.items():
        pair = given if isinstance(given, (tuple, list)) else (given, given)
        if len(pair) != 2:
            raise SymroofError(f"{name} is {given!r}; give a number or (low, high)")
        low, high = (Fraction(bound_sizes({name: x})[name]) for x in pair)
        if low > high:
            raise SymroofError(f"{name} runs from {low} down to {high}; write (low, high)")
        ends[name] = (low, high)
    left = [n for n in r.names if n not in ends]
    if left:
        remedy = f"give each a range, as in interval(expr, {left[0]}=(1, 512))"
        raise SymroofError(f"still symbolic: {', '.join(left)}; {remedy}")
    fixed: dict[str, Number] = {n: exact(lo) for n, (lo, hi) in ends.items() if lo == hi}
    moving = {n: ends[n] for n in r.names if n not in fixed}
    r = r.subs({n: ratio(v) for n, v in fixed.items() if n in r.names}) if fixed else r
    return _range(r, moving)


def _range(r: Ratio, box: Mapping[str, tuple[Fraction, Fraction]]) -> Interval:
    trends = {n: trend(r, n, box) for n in box}
    if all(t is not None for t in trends.values()):
        at_low = {n: exact(box[n][0] if t != -1 else box[n][1]) for n, t in trends.items()}
        at_high = {n: exact(box[n][1] if t != -1 else box[n][0]) for n, t in trends.items()}
        try:
            return Interval(Fraction(r.at(at_low)), Fraction(r.at(at_high)))
        except Unsupported:
            return Interval(_about(r, at_low, -1), _about(r, at_high, 1), tight=False)
    split = _extremum_parts(r, box)
    if split is not None:
        kind, pieces = split
        parts, pick = [_range(p, box) for p in pieces], max if kind == "max" else min
        return Interval(pick(p.low for p in parts), pick(p.high for p in parts), tight=False)
    # terms that rise and fall: the numerator and the denominator each by themselves
    top, bottom = _poly_range(r.num, box), _poly_range(r.den, box)
    if bottom.low <= 0 <= bottom.high:
        raise SymroofError("the denominator can be zero in this box; narrow it")
    corners = [a / b for a in top for b in bottom]
    return Interval(min(corners), max(corners), tight=False)


def _extremum_parts(r: Ratio, box: Mapping[str, tuple[Fraction, Fraction]]) -> tuple[str, list[Ratio]] | None:
    """Front * max(a, b) as ("max", [front*a, front*b]), for a positive front."""
    if len(r.num) != 1:
        return None
    ((exps, c),) = r.num.monomials()
    for g, e in exps.items():
        if isinstance(g, Atom) and g.kind in ("max", "min") and e == 1 and c > 0:
            front = Ratio(term({k: v for k, v in exps.items() if k != g}, c), r.den)
            if _range(front, box).low < 0:
                return None
            return g.kind, [front * a for a in g.args]
    return None


def _poly_range(p: Poly, box: Mapping[str, tuple[Fraction, Fraction]]) -> Interval:
    low = high = Fraction(0)
    for exps, c in p.monomials():
        lo = hi = Fraction(c)
        for g, e in exps.items():
            small, large = _power_range(box[g] if isinstance(g, str) else tuple(_atom_range(g, box)), Fraction(e))
            corners = (lo * small, lo * large, hi * small, hi * large)
            lo, hi = min(corners), max(corners)
        low, high = low + lo, high + hi
    return Interval(low, high, tight=False)


def _power_range(base: tuple[Fraction, ...], e: Fraction) -> tuple[Fraction, Fraction]:
    """The range of x**e for x in (low, high), rounded outward where it is irrational."""
    a, b = base
    if a <= 0 and e < 0 and b >= 0:
        raise SymroofError("a denominator can be zero in this box; narrow it")
    if e.denominator == 1:
        ends = [a**e.numerator, b**e.numerator]
        if a < 0 < b and e.numerator % 2 == 0:
            ends.append(Fraction(0))
        return min(ends), max(ends)
    if a < 0:
        raise Unsupported("an interval of a root of what may be negative")
    ends = [Fraction(float(x) ** float(e)) * (1 + side * Fraction(1, 1 << 44)) for x in (a, b) for side in (-1, 1)]
    return min(ends), max(ends)


def _atom_range(a: Atom, box: Mapping[str, tuple[Fraction, Fraction]]) -> Interval:
    if a.kind == "const":
        v = Fraction(CONST[a.name])
        return Interval(v * (1 - Fraction(1, 1 << 50)), v * (1 + Fraction(1, 1 << 50)), tight=False)
    parts = [_range(x, box) for x in a.args]
    if a.kind in ("max", "min"):
        pick = max if a.kind == "max" else min
        return Interval(pick(p.low for p in parts), pick(p.high for p in parts), tight=False)
    (p,) = parts
    if a.kind in ("ceil", "floor"):
        whole = math.ceil if a.kind == "ceil" else math.floor
        return Interval(Fraction(whole(p.low)), Fraction(whole(p.high)), tight=False)
    if a.kind == "base":
        return p
    slack = Fraction(1, 1 << 40)
    return Interval(Fraction(math.log2(p.low)) - slack, Fraction(math.log2(p.high)) + slack, tight=False)


def _about(r: Ratio, at: Mapping[str, Number], side: int) -> Fraction:
    """An irrational value as a float, pushed outward by far more than its rounding error."""
    value = Fraction(numeric(r, **dict[str, Any](at))())
    return value + side * abs(value) * Fraction(1, 1 << 40)


def trend(r: Ratio, name: str, box: Mapping[str, tuple[Fraction, Fraction]]) -> int | None:
    """1 when r never falls as the symbol grows, -1 when it never rises, 0 when it is not in it; None: unclear."""
    signs: set[int | None] = set()
    if any(isinstance(g, Atom) and name in r.names and _may_be_negative(g, box) for g in r.gens):
        return None  # the signs of coefficients speak only for positive generators
    for g in r.gens:
        depends = g == name if isinstance(g, str) else any(name in a.names for a in g.args)
        if not depends:
            continue
        inner = 1 if isinstance(g, str) else _atom_trend(g, name, box)
        outer = _slope(r, g)
        signs.add(None if inner is None or outer is None else inner * outer)
    signs.discard(0)
    return 0 if not signs else next(iter(signs)) if len(signs) == 1 else None


def _may_be_negative(a: Atom, box: Mapping[str, tuple[Fraction, Fraction]]) -> bool:
    """Whether an atom takes negative values in the box; what cannot be bounded may."""
    if a.kind == "const" or any(n not in box for x in a.args for n in x.names):
        return False
    try:
        return _atom_range(a, box).low < 0
    except SymroofError:
        return True


def _atom_trend(a: Atom, name: str, box: Mapping[str, tuple[Fraction, Fraction]]) -> int | None:
    if a.kind == "log2":  # below 1 it is negative, and signs of products would turn
        (x,) = a.args
        if _range(x, box).low < 1:
            return None
    found = {trend(x, name, box) for x in a.args}
    found.discard(0)
    return 0 if not found else next(iter(found)) if len(found) == 1 else None


def _slope(r: Ratio, g: Any) -> int | None:
    """The sign of dr/dg from the coefficients of num' den - num den', every generator being positive."""

    def derived(p: Poly) -> Poly:
        out = Poly(p.ring, {})
        for exps, c in p.monomials():
            e = exps.get(g, 0)
            if e:
                out = out + term({**exps, g: exact(e - 1)}, exact(c * e))
        return out

    top = derived(r.num) * r.den - r.num * derived(r.den)
    signs = {c > 0 for c in top.terms.values()}
    return 0 if not signs else (1 if signs == {True} else -1) if len(signs) == 1 else None

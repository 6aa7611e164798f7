"""The form in which equal expressions look equal: radicands and logs factored, ceilings of sizes written as floors.

| written | becomes | because |
|---|---|---|
| ceil(P/Q), P and Q whole | floor((P + Q - 1)/Q) | whole numbers |
| floor(y + n), n whole | n + floor(y) | |
| floor(floor(x)/n) | floor(x/n) | n whole |
| sqrt(P*Q) | sqrt(P)*sqrt(Q) | P, Q positive and irreducible |
| sqrt(P**2) | Max(P, -P) | |
| log2(P*Q) | log2(P) + log2(Q) | |
| exp(2*P - Q) | exp(P)**2/exp(Q) | |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from symroof.algebra.ratios.posynomial import (
    ONE,
    Atom,
    Gen,
    Number,
    Poly,
    Ratio,
    build,
    exact,
    product,
    ratio,
    term,
    total,
)
from symroof.algebra.signs.factor import factors
from symroof.algebra.signs.positivity import Facts, nonnegative, positive, split, whole, whole_generator
from symroof.errors import SymroofError, Unsupported
from symroof.symbols import is_size

_MULTIPLES, _PARTS = 64, 12  # of a term in an exponent that are written as powers


def normal(r: Ratio) -> Ratio:
    """The normal form of a ratio: what each atom becomes, put back together."""
    return _mapped(r, _normal_power)


def _mapped(r: Ratio, power: Callable[[Atom, Number], Ratio]) -> Ratio:
    """The ratio with every power of an atom replaced."""
    if not (r.num.ring.atoms or r.den.ring.atoms):
        return r

    def poly(p: Poly) -> Ratio:
        if not p.ring.atoms:
            return Ratio(p)
        out = []
        for exps, c in p.monomials():
            piece = Ratio(term({g: e for g, e in exps.items() if isinstance(g, str)}, c))
            for g, e in exps.items():
                if isinstance(g, Atom):
                    piece = piece * power(g, e)
            out.append(piece)
        return total(out)

    return poly(r.num) if r.den is ONE else poly(r.num) / poly(r.den)


@lru_cache(maxsize=8192)
def _normal_power(g: Atom, e: Number) -> Ratio:
    if not g.args:
        return Ratio(term({g: e}))
    args = [normal(a) for a in g.args]
    if g.row.radicand:
        return _root(args[0], e)
    rule = _NORMAL.get(g.kind)
    if rule is not None:
        return rule(args[0]) ** e
    if g.row.extreme:
        args = [b for a in args for b in _flat(a, g.kind)]
    return build(g.kind, args) ** e


def _flat(x: Ratio, kind: str) -> list[Ratio]:
    """The arguments of a positive multiple of a max, multiplied out; anything else as it is."""
    mono = x.monomial()
    if mono is not None:
        for g, e in mono[0].items():
            if isinstance(g, Atom) and g.kind == kind and e == 1:
                front = Ratio(term({h: k for h, k in mono[0].items() if h != g}, mono[1]))
                return [front * a for a in g.args] if positive(front.num) else [x]
    return [x]


# -- floors ----------------------------------------------------------------------------------------------------------


def _ceil(y: Ratio) -> Ratio:
    top, bottom = split(y)
    if whole(top) and whole(bottom) and positive(bottom):
        return _floor(Ratio(top + bottom - ONE, bottom))
    out, rest = _whole_part(y)
    if not rest.num.terms:
        return out
    if all(c.numerator < 0 for c in rest.num.terms.values()):
        return out - build("floor", [-rest])
    return out + build("ceil", [rest])


def _floor(y: Ratio) -> Ratio:
    out, rest = _whole_part(y)
    for _ in range(8):
        inner = _nested(rest)
        if inner is None:
            break
        more, rest = _whole_part(inner)
        out = out + more
    if not rest.num.terms:
        return out
    rest = _coarsened(rest)
    if rest.constant() is None and all(c.numerator < 0 for c in rest.num.terms.values()):
        return out - build("ceil", [-rest])
    return out + build("floor", [rest])


def _whole_part(y: Ratio) -> tuple[Ratio, Ratio]:
    """Split y into (something whole) + rest, the whole-valued monomials of the rest with coefficients in [0, 1)."""
    if y.den is not ONE:
        return ratio(0), y
    home = y.num.ring
    fine = {i for i, g in enumerate(home.gens) if not whole_generator(g)}
    out: dict[int, Number] = {}
    rest: dict[int, Number] = {}
    for m, c in y.num.terms.items():
        exps = home.unpack(m)
        if any(e < 0 or e % home.scale or (e and i in fine) for i, e in enumerate(exps)):
            rest[m] = c
            continue
        n = math.floor(c)
        if n:
            out[m] = n
            c = c - n
        if c:
            rest[m] = c
    return (Ratio(Poly(home, out)), Ratio(Poly(home, rest))) if out else (ratio(0), y)


def unstepped(a: Atom, name: str) -> Ratio | None:
    """A rounding in which a symbol stands whole, so that it is no step of it; None where it is one.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> x = build("ceil", [gen("H") + Fraction(8, 3)])
    >>> unstepped(x.atoms[0], "H") == gen("H") + 3
    True
    """
    if not a.row.rounds:
        return None
    out, rest = _whole_part(a.args[0])
    return None if name in rest.names else out + build(a.kind, [rest])


def _nested(y: Ratio) -> Ratio | None:
    """(floor(x) + n)/k with n, k whole has the same floor as (x + n)/k."""
    if not any(g.row.rounds < 0 for g in y.num.ring.atoms):
        return None
    top, bottom = split(y)
    if not (whole(top) and whole(bottom) and positive(bottom)):
        return None
    for g in top.gens:
        if isinstance(g, Atom) and g.row.rounds < 0:
            alone = [c for exps, c in top.monomials() if exps == {g: 1}]
            others = [exps for exps, _ in top.monomials() if g in exps and exps != {g: 1}]
            if alone == [1] and not others:
                return (g.args[0] + Ratio(top - term({g: 1}))) / Ratio(bottom)
    return None


def _coarsened(y: Ratio) -> Ratio:
    """floor((g*P + c)/(g*Q)) is floor((P + floor(c/g))/Q)."""
    if y.den is ONE and not any(map(y.num.ring.negative, y.num.terms)):  # mostly nothing is shared, seen at once
        below = math.lcm(*[c.denominator for c in y.num.terms.values()])
        if math.gcd(below, *[c.numerator * below // c.denominator for m, c in y.num.terms.items() if m]) == 1:
            return y
    top, bottom = split(y)
    if not (whole(top) and whole(bottom) and positive(bottom)):
        return y
    c = top.terms.get(0, 0)
    others = [int(k) for m, k in top.terms.items() if m]
    g = math.gcd(*others, *map(int, bottom.terms.values()))
    if g <= 1 or not others:
        return y
    return Ratio(top + term({}, int(c) // g * g - c), bottom)


# -- roots and logs --------------------------------------------------------------------------------------------------


def _root(x: Ratio, e: Number) -> Ratio:
    """x**e with the radicand split into positive irreducible factors."""
    out = ratio(1)
    unsigned: list[Ratio] = []
    squares: list[tuple[Ratio, int]] = []
    for part, sign in ((x.num, 1), (x.den, -1)):
        if len(part) < 2:
            unsigned += [Ratio(part) ** sign] if part is not ONE else []
            continue
        for f, k in factors(part):
            if positive(f.num):
                out = out * f ** exact(e * k * sign)
            elif isinstance(e * k, Fraction) and (e * k).denominator == 1 and k % 2 == 0:
                squares.append((f, k * sign))
            else:
                unsigned.append(f ** (k * sign))
    if any(_above_nothing(u) for u in unsigned):  # the root of 0 times -1 has a value, that of -1 has none
        unsigned += [f**k for f, k in squares]
        squares = []
    for f, k in squares:
        out = out * build("max", [f, -f]) ** exact(e * k)
    return out * product(unsigned) ** e if unsigned else out


def _above_nothing(x: Ratio) -> bool:
    return not (positive(x.num) and positive(x.den))


def _log(x: Ratio) -> Ratio:
    parts = [(factors(part), part, sign) for part, sign in ((x.num, 1), (x.den, -1)) if part is not ONE]
    sure = [all(positive(f.num) for f, _ in found) for found, _, _ in parts]
    if sure == [False, False]:  # their quotient may be positive where they are not
        return build("log2", [x])
    out = ratio(0)
    for known, (found, part, sign) in zip(sure, parts):
        if known:
            for f, k in found:
                out = out + build("log2", [f]) * (k * sign)
        else:
            out = out + build("log2", [Ratio(part)]) * sign
    return out


def _exp(x: Ratio) -> Ratio:
    """A factor for each term of the exponent, of which small whole multiples and parts are powers."""
    c = x.den.constant()
    below, scale = (x.den, Fraction(1)) if c is None else (ONE, Fraction(c))
    made = ratio(1)
    for exps, k in x.num.monomials():
        times = Fraction(k) / scale
        if abs(times.numerator) <= _MULTIPLES and times.denominator <= _PARTS:
            one, power = Ratio(term(exps), below), times
        else:
            one, power = Ratio(term(exps, exact(abs(times))), below), Fraction(1 if times > 0 else -1)
        made = made * build("exp", [one]) ** exact(power)
    return made


# -- cases -----------------------------------------------------------------------------------------------------------


def cases(r: Ratio, facts: Facts = ()) -> Iterator[tuple[Ratio, Facts]]:
    """The ratio without max and min, once for each way their arguments can be ordered, with what that order says."""
    g = _innermost(r)
    if g is None:
        yield r, facts
        return
    if g.row.guards:
        left, right, yes, no = g.args
        yield from cases(_replaced(r, g, yes), (*facts, _gap(right, left, 1)))
        yield from cases(_replaced(r, g, no), (*facts, _gap(left, right, 1)))
        return
    sign = g.row.extreme
    args = _undominated(list(g.args), sign, facts)
    for i, winner in enumerate(args):
        known = list(facts)
        for k, other in enumerate(args):
            if k != i:
                known.append(_gap(winner, other, sign))
        yield from cases(_replaced(r, g, winner), tuple(known))


def _gap(winner: Ratio, other: Ratio, sign: int) -> Poly:
    """A polynomial that is >= 0 exactly where sign*winner >= sign*other."""
    d = winner - other
    top = d.num if sign > 0 else -d.num
    if positive(d.den):
        return top
    if positive(-d.den):
        return -top
    raise Unsupported(f"the sign of {d.den} is not known, so the arguments of max and min cannot be ordered")


def _undominated(args: list[Ratio], sign: int, facts: Facts) -> list[Ratio]:
    kept = list(args)
    for a in args:
        if len(kept) > 1 and any(b is not a and nonnegative(_gap(b, a, sign), facts, quick=not facts) for b in kept):
            kept = [b for b in kept if b is not a]
    return kept


def _innermost(r: Ratio) -> Atom | None:
    """A max, min or choice whose arguments hold none."""
    for g in r.atoms:
        for a in g.args:
            found = _innermost(a)
            if found is not None:
                return found
        if g.row.extreme or g.row.guards:
            return g
    return None


def _replaced(r: Ratio, old: Atom, new: Ratio) -> Ratio:
    """The ratio with an atom replaced, inside other atoms too."""

    def power(g: Atom, e: Number) -> Ratio:
        if g == old:
            return new**e
        if not g.args:
            return Ratio(term({g: e}))
        args = [_replaced(a, old, new) for a in g.args]
        if g.row.radicand:
            return args[0] ** e
        return build(g.kind, args) ** e

    return _mapped(r, power)


# -- periods ---------------------------------------------------------------------------------------------------------


def quasi_period(ratios: Iterable[Ratio]) -> dict[str, int]:
    """For floors of polynomials in sizes: the size of each residue class that resolves them; empty if there is none."""
    out: dict[str, int] = {}
    queue = list(ratios)
    while queue:
        for g in queue.pop().atoms:
            queue.extend(g.args)
            if not g.row.rounds:
                continue
            (y,) = g.args
            if y.den is not ONE:
                return {}
            for exps, c in y.num.monomials():
                for n, e in exps.items():
                    if isinstance(n, Atom):
                        continue
                    if not (is_size(n) and isinstance(e, int) and e > 0):
                        return {}
                    out[n] = math.lcm(out.get(n, 1), Fraction(c).denominator)
    return out


def terms_of(p: Poly) -> tuple[list[str], list[tuple[tuple[Number, ...], Number]]]:
    """The symbols of a polynomial without atoms, and its terms as exponent tuples with coefficients."""
    gens: tuple[Gen, ...] = p.gens
    names = [g for g in gens if isinstance(g, str)]
    if len(names) != len(gens):
        raise SymroofError("a polynomial with max, ceil or roots has no plain exponents")
    return names, [(tuple(exps.get(n, 0) for n in names), c) for exps, c in p.monomials()]


# What becomes of a function of one argument; those without a row are built again of what became of it.
_NORMAL: dict[str, Callable[[Ratio], Ratio]] = {"floor": _floor, "ceil": _ceil, "log2": _log, "exp": _exp}

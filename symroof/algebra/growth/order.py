"""Which of two products of powers, logarithms among them, outgrows the other in a regime."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from symroof.algebra.growth.regime import Regime, vector
from symroof.algebra.ratios.functions import FUNCTIONS
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Poly, Ratio, log_of, term

WEIGHTS = tuple(Fraction(p, q) for q in range(2, 7) for p in range(1, q) if math.gcd(p, q) == 1)


def moves(a: Gen, g: Regime) -> bool:
    """Whether a generator holds a symbol that moves in the regime."""
    if isinstance(a, str):
        return a in g.names
    return any(n in g.names for x in a.args for n in x.names)


def vanishes(r: Ratio, g: Regime) -> bool:
    """A sufficient test that a positive ratio tends to 0: each term above is outgrown by some term below.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> from symroof.algebra.growth.regime import regime
    >>> vanishes(build("log2", [gen("N")]) / gen("N"), regime("N -> oo"))
    True
    """
    downs = [exps for exps, _ in r.den.monomials()]
    return all(any(below(_over(up, down), g) for down in downs) for up, _ in r.num.monomials())


def _over(a: Mapping[Gen, Number], b: Mapping[Gen, Number]) -> dict[Gen, Number]:
    out = dict(a)
    for g, e in b.items():
        out[g] = out.get(g, 0) - e
    return {g: e for g, e in out.items() if e}


def below(exps: Mapping[Gen, Number], g: Regime) -> bool:
    """A sufficient test that a monomial, functions allowed, tends to 0."""
    for a, e in exps.items():
        if isinstance(a, Atom) and not a.row.logarithm and moves(a, g):
            rest = {x: k for x, k in exps.items() if x != a}
            branches = _branches(a)
            if not branches or any(not b.num.is_posynomial for b in branches):
                return False
            if any(a in (b**e).gens for b in branches):  # the root of one product, of which no sign is told
                return False
            outcomes = (vanishes(Ratio(term(rest)) * b**e, g) for b in branches)
            some_do = not a.row.guards and (a.row.extreme < 0) != (e < 0)  # of a choice all: which is it, is open
            return any(outcomes) if some_do else all(outcomes)
    logs = _logs(exps, g)
    if any(isinstance(x, Atom) and moves(x, g) and len(x.args[0].names) != 1 for x in exps):
        return False
    names = vector((n, e) for n, e in exps.items() if isinstance(n, str))
    return g.below(names) if not logs else _below_with_logs(dict(names), logs, g)


def _branches(a: Atom) -> list[Ratio]:
    """What a function may be like in the end; nothing where that is not told.

    Up to a constant a sum is its largest term, so a root branches like a maximum.
    """
    if a.row.radicand:
        return [Ratio(Poly(x.num.ring, {m: c}), x.den) for x in a.args for m, c in x.num.terms.items()]
    return [] if a.kind in FUNCTIONS else list(a.values)


def _logs(exps: Mapping[Gen, Number], g: Regime) -> dict[str, Number]:
    """The power of log2 of each symbol; where log2(log2(x)) is beside log2(x), the latter decides."""
    by_depth: dict[str, dict[int, Number]] = {}
    for x, e in exps.items():
        y = log_of(x)
        if y is not None and moves(x, g) and len(y.names) == 1:
            level = by_depth.setdefault(y.names[0], {})
            level[_depth(y)] = level.get(_depth(y), 0) + e
    out = {n: next((e for _, e in sorted(levels.items()) if e), 0) for n, levels in by_depth.items()}
    return {n: e for n, e in out.items() if e}


def _depth(y: Ratio) -> int:
    """How many logarithms stand inside each other, that of this counted."""
    return 1 + max((_depth(x.args[0]) for x in y.atoms if x.row.logarithm), default=0)


def _below_with_logs(powers: dict[str, Number], logs: dict[str, Number], g: Regime) -> bool:
    """x**a * log(x)**b -> 0: a decides on every test vector, and where it is level no growing log may be above."""
    if not g.strict:
        return False
    index = {n: i for i, n in enumerate(g.names)}
    rising = [index[n] for n, b in logs.items() if b > 0]
    strictly = level = True
    for v, t in g.cone:
        d = sum(e * v[index[n]] for n, e in powers.items() if n in index)
        flat = d == 0 and not any(v[i] for i in rising)
        strictly = strictly and (d < 0 or (flat and not t))
        level = level and (d < 0 or flat)
    return strictly or (level and any(b < 0 and g.tends(((n, Fraction(1)),)) == "oo" for n, b in logs.items()))

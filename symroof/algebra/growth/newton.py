"""The leading terms of a sum: those whose exponents no convex combination of the others outgrows.

A term is negligible iff its exponent lies in the Newton polytope of the rest plus the cone of what tends to 0; pairs
are compared on the regime's test vectors, and where three or more are left a small exact linear program decides.

>>> from symroof.algebra.ratios.posynomial import gen
>>> from symroof.algebra.growth.regime import regime
>>> lead((gen("B")*gen("D") + gen("D")*gen("F")).num, regime("B << F")).part
D*F
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from symroof.algebra.growth import order
from symroof.algebra.growth.regime import Regime, Table, table
from symroof.algebra.ratios.budget import spend
from symroof.algebra.ratios.posynomial import Gen, Number, Poly
from symroof.errors import Unsupported

MANY = 48  # terms from which the largest few thin out the rest all at once
ROUNDS = 8  # of a guess before the linear program
Moving = frozenset[tuple[Gen, Number]]


class Lead(NamedTuple):
    """The kept terms of a polynomial, and how many moving monomials they are."""

    part: Poly
    groups: tuple[tuple[int, ...], ...]  # packed monomials that differ by constants only, largest growth first


def lead(p: Poly, g: Regime) -> Lead:
    """The terms of a polynomial that are not negligible against the rest, coefficients of any sign."""
    if p.ring.atoms and any(order.moves(a, g) for a in p.ring.atoms):
        return _lead_by_rule(p, g)
    if len(p.terms) == 1:
        return Lead(p, (tuple(p.terms),))
    t = table(p.ring, g)
    monomials = list(p.terms)
    if len(monomials) >= MANY and t.strict:
        monomials = t.thinned(p.ring, monomials)
    by: dict[int, list[int]] = {}
    for m, growth in zip(monomials, t.growths(p.ring, monomials)):
        by.setdefault(growth, []).append(m)
    kept = survivors(list(by), t)
    groups = tuple([tuple(by[k]) for k in kept])
    chosen: Collection[int] = groups[0] if len(groups) == 1 else {m for group in groups for m in group}
    if len(chosen) == len(p.terms):
        return Lead(p, groups)
    as_written = chosen if len(groups) == 1 else [m for m in p.terms if m in chosen]
    return Lead(Poly(p.ring, {m: p.terms[m] for m in as_written}), groups)


def _lead_by_rule(p: Poly, g: Regime) -> Lead:
    """The same with functions among the generators: terms go when one other term outgrows them."""
    if len(p) > 200:
        raise Unsupported(f"a sum of {len(p)} terms with Max, log2 or roots of moving symbols is too long to compare")
    by: dict[Moving, list[int]] = {}
    for m in p.terms:
        moving = frozenset((x, e) for x, e in p.ring.exponents(m).items() if order.moves(x, g))
        by.setdefault(moving, []).append(m)
    kept = list(by)
    for k in list(by):
        spend()
        rest = [j for j in kept if j != k]
        if any(order.below(_over(k, j), g) for j in rest):
            kept = rest
    for k in reversed(list(kept)) if 2 < len(kept) <= 12 else ():
        if _between(k, [j for j in kept if j != k], g):
            kept.remove(k)
    chosen = {m for k in kept for m in by[k]}
    part = p if len(kept) == len(by) else Poly(p.ring, {m: c for m, c in p.terms.items() if m in chosen})
    return Lead(part, tuple(tuple(by[k]) for k in kept))


def _between(a: Moving, others: Sequence[Moving], g: Regime) -> bool:
    """Whether a term is << a weighted geometric mean of two others, so that it is negligible beside their sum.

    Weights that make some exponent agree are tried, and the simple ones; the test of the mean itself is exact.
    """
    own = dict(a)
    for i, b in enumerate(others):
        for c in others[:i]:
            first, second = dict(b), dict(c)
            weights = set(order.WEIGHTS)
            for x in {*own, *first, *second}:
                gap = Fraction(first.get(x, 0)) - Fraction(second.get(x, 0))
                if gap:
                    weights.add((Fraction(own.get(x, 0)) - Fraction(second.get(x, 0))) / gap)
            for w in sorted(w for w in weights if 0 < w < 1):
                mean = {x: w * first.get(x, 0) + (1 - w) * second.get(x, 0) for x in {*first, *second}}
                if order.below(_over(a, mean.items()), g):
                    return True
    return False


def _over(a: Iterable[tuple[Gen, Number]], b: Iterable[tuple[Gen, Number]]) -> dict[Gen, Number]:
    out = dict(a)
    for x, e in b:
        out[x] = out.get(x, 0) - e
    return {x: e for x, e in out.items() if e}


def survivors(growths: list[int], t: Table) -> list[int]:
    """The growth vectors that are negligible against no convex combination of the others."""
    growths.sort(reverse=True)  # what dominates has the larger total growth, so it comes first
    kept: list[int] = []
    strict, high = t.strict, t.high
    if not strict:
        return growths
    for small in growths:
        edge = small + strict - high
        for large in kept:
            if (large - edge) & high == high:
                break
        else:
            kept.append(small)
    if len(kept) < 3:
        return kept
    vectors = {k: t.unpack(k) for k in kept}
    safe = _evident(vectors)
    for k in reversed(list(kept)):  # the lowest first: the likeliest to go
        if k in safe:
            continue
        spend()
        others = [vectors[j] for j in kept if j != k]
        ray = _guessed(vectors[k], others) or witness(vectors[k], others, t.weights)
        if ray is None:
            kept.remove(k)
        else:
            safe |= _largest(vectors, ray)
    return kept


def _evident(vectors: dict[int, list[int]]) -> set[int]:
    """Terms that are largest, alone, along some evident inner direction: those matter without a linear program."""
    keys, rows = list(vectors), list(vectors.values())
    n = len(rows[0])
    middle = [1 + (i * i + 3 * i) % 7 for i in range(n)]
    scores = [sum(map(mul, v, middle)) for v in rows]
    best: set[int] = set()
    for column in ([0] * len(rows), *zip(*rows)):  # the middle itself, then towards each test vector
        bumped = [s + 16 * n * x for s, x in zip(scores, column)]
        top = max(bumped)
        if bumped.count(top) == 1:
            best.add(keys[bumped.index(top)])
    return best


def _largest(vectors: dict[int, list[int]], ray: Sequence[int]) -> set[int]:
    """The one term that is largest along a ray inside the regime; nothing when two tie."""
    scored = sorted(((sum(map(mul, v, ray)), k) for k, v in vectors.items()), reverse=True)
    return {scored[0][1]} if scored[0][0] > scored[1][0] else set()


def _guessed(a: Sequence[int], others: Sequence[Sequence[int]]) -> list[int] | None:
    """Multipliers as of ``witness``, found by weighing: what speaks for a against its worst rival counts double.

    None says nothing; multipliers that are found prove that a matters, whoever found them.
    """
    gaps = [[x - y for x, y in zip(a, b)] for b in others]
    y = [64] * len(a)
    for _ in range(ROUNDS):
        worst = min([(sum(map(mul, gap, y)), i) for i, gap in enumerate(gaps)])
        if worst[0] >= 0:
            return y
        y = [v << 1 if d > 0 else v >> 1 if d < 0 and v > 1 else v for v, d in zip(y, gaps[worst[1]])]
    return None


def witness(a: Sequence[int], others: Sequence[Sequence[int]], weights: Sequence[int]) -> list[int] | None:
    """Multipliers of the test vectors along which the term a stays at least as large as all others; None if negligible.

    The linear program: maximise <t, y> with <b - a, y> <= 1 for every other b and y >= 0; unbounded iff a matters.
    Only the b that a ray violates enter it, since a finite optimum over some of them is finite over all.
    """
    y = [int(w > 0) for w in weights]
    rows: list[list[int]] = []
    while True:
        level = sum(map(mul, a, y))
        worst, beats = max(((sum(map(mul, b, y)), b) for b in others), default=(level, a))
        if worst <= level:
            return y
        rows.append([q - p for p, q in zip(a, beats)])
        found = _unbounded([[*r, 1] for r in rows], [-w for w in weights])
        if found is None:
            return None
        y = found


def _unbounded(rows: list[list[int]], cost: list[int]) -> list[int] | None:
    """A ray y >= 0 along which -cost grows without limit under the rows, or None where the optimum is finite.

    The integer simplex in dictionary form (Bland's rule): entries are integers over one common positive denominator.
    """
    n, m = len(cost), len(rows)
    rows = [*rows, [*cost, 0]]
    free, basis = list(range(n)), list(range(n, n + m))
    den = 1
    while True:
        entering = [(v, j) for j, v in enumerate(free) if rows[m][j] < 0]
        if not entering:
            return None
        col = min(entering)[1]
        pick = _leaving(rows, basis, col)
        if pick is None:
            ray = [0] * (n + m)
            ray[free[col]] = den
            for i in range(m):
                ray[basis[i]] = -rows[i][col]
            size = math.gcd(*ray[:n]) or 1
            return [x // size for x in ray[:n]]
        den = _pivoted(rows, pick, col, den)
        basis[pick], free[col] = free[col], basis[pick]


def _leaving(rows: list[list[int]], basis: list[int], col: int) -> int | None:
    """The row that bounds the entering variable first, of equals the one of the least variable; None: unbounded."""
    pick: int | None = None
    for i in range(len(basis)):
        row = rows[i]
        if row[col] > 0:
            x = row[-1] * rows[pick][col] - rows[pick][-1] * row[col] if pick is not None else -1
            if x < 0 or (x == 0 and pick is not None and basis[i] < basis[pick]):
                pick = i
    return pick


def _pivoted(rows: list[list[int]], pick: int, col: int, den: int) -> int:
    """Exchange the variables of a row and a column in place; the new common denominator."""
    top = rows[pick]
    pivot = top[col]
    for i, row in enumerate(rows):
        if i == pick:
            continue
        f = row[col]
        if f:
            rows[i] = [(pivot * x - f * y) // den for x, y in zip(row, top)]
            rows[i][col] = -f
        elif pivot != den:
            rows[i] = [pivot * x // den for x in row]
    rows[pick] = [*top[:col], den, *top[col + 1 :]]
    return pivot

r"""The smallest value of a sum (or the largest part) of monomials, in closed form, with the weights that prove it.

For positive weights d with sum d = 1 and sum d_i a_i = 0 the arithmetic-geometric mean inequality gives, for all x > 0,

    sum_i c_i x**a_i  >=  prod (c_i/d_i)**d_i          max_i c_i x**a_i  >=  prod c_i**d_i

with equality where c_i x**a_i = d_i v (for the maximum, where all terms are equal).  When only one d satisfies the
equations this is the minimum; otherwise, for numbers, an approximate d made exact certifies the remaining gap.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from symroof.algebra.optima.certificate import Certificate, Optimum, below, shifted
from symroof.algebra.optima.program import Program, Shape, Term, bracket, extreme, side
from symroof.algebra.ratios.posynomial import (
    Atom,
    Gen,
    Number,
    Poly,
    Ratio,
    build,
    exact,
    gen,
    product,
    ratio,
    term,
    total,
)
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.condition import Condition, condition
from symroof.algebra.signs.linear import Row, positive_weights, solved
from symroof.algebra.signs.positivity import bare, positive
from symroof.algebra.signs.sign import sign, sign_of
from symroof.errors import SymroofError, Unsupported

if TYPE_CHECKING:
    pass


MAX_ROOT = 10**4


# -- the minimum -----------------------------------------------------------------------------------------------------


def minimum(pieces: list[Ratio], free: list[str], of: str) -> Optimum:
    grouped, conditions = grouped_by(pieces, free, of)
    found = of_groups(grouped, free, of)
    return replace(found, conditions=conditions) if conditions else found


def of_groups(grouped: Sequence[Term], free: Sequence[str], of: str) -> Optimum:
    """The minimum of terms with positive coefficients, no two of one shape."""
    shapes = [s for s, _ in grouped]
    terms = tuple(c * product(gen(n) ** e for n, e in zip(free, s) if e) for s, c in grouped)
    unused = [n for j, n in enumerate(free) if not any(s[j] for s in shapes)]
    if unused:
        raise SymroofError(f"the objective does not depend on {', '.join(unused)}, so any value is as good")
    flat = next((i for i, s in enumerate(shapes) if not any(s)), None)
    if flat is not None and of == "sum":
        inner = of_groups([p for i, p in enumerate(grouped) if i != flat], free, of)
        if with_constant(inner, terms[flat]):
            return shifted(inner, terms[flat])
    rows: list[Row] = [[Fraction(s[j]) for s in shapes] for j in range(len(free))]
    rows.append([Fraction(1)] * len(shapes))
    weights, nullity = _balanced(terms, rows, free, of)
    if nullity and of == "max":
        return _largest(terms, grouped, free, rows)
    closed = _stationary(terms, free[0]) if nullity and len(free) == 1 else None
    if closed is not None:
        return closed
    high = math.lcm(*(d.denominator for d in weights)) > MAX_ROOT and not any(c.names for _, c in grouped)
    if nullity or (of == "sum" and high):  # the roots in the closed form are too high to be written
        return _numeric(terms, grouped, free, of)
    value = Certificate(tuple(c for _, c in grouped), tuple(weights), of).bound
    targets = [value * (d if of == "sum" else 1) / c for d, (_, c) in zip(weights, grouped)]
    point = _attained(
        rows[:-1], targets, free, f"the minimum is attained along a whole curve of {', '.join(free)}; fix one of them"
    )
    objective = total(terms) if of == "sum" else build("max", terms)
    return Optimum(objective, tuple(free), of, value, point, Certificate(terms, tuple(weights), of), terms)


def with_constant(inner: Optimum, constant: Ratio) -> bool:
    """Whether a minimum may have a constant added; False where the constant has to be searched for with the rest."""
    if inner.lower is None or constant.constant() is not None:
        return True
    if not positive(constant.num):
        raise SymroofError(f"{constant} is not proved positive, and the rest has no closed form; leave it out")
    return False


def _balanced(terms: Sequence[Ratio], rows: list[Row], free: Sequence[str], of: str) -> tuple[list[Fraction], int]:
    """Weights under which the exponents cancel, and how many more there are; refused where no minimum is attained."""
    goal = [*([Fraction(0)] * len(free)), Fraction(1)]
    weights, nullity = solved(rows, goal)
    fitting = positive_weights(rows, goal)
    if weights is None or fitting is None:
        raise Unsupported(_runaway(terms, free, of))
    if of == "sum" and fitting[1]:
        idle = ", ".join(str(terms[i]) for i in fitting[1])
        raise Unsupported(
            f"no minimum: {idle} can be made as small as one likes without cost, so the infimum is "
            "approached but not attained; leave the term out, or bound an unknown"
        )
    return weights, nullity


def _attained(
    rows: Sequence[Row], targets: Sequence[Ratio], free: Sequence[str], refusal: str
) -> tuple[tuple[str, Ratio], ...]:
    """The unknowns for which each product of powers (one a column of the rows) has its target."""
    point: list[tuple[str, Ratio]] = []
    for j, n in enumerate(free):
        unit = [Fraction(int(k == j)) for k in range(len(free))]
        combination, _ = solved(rows, unit)
        if combination is None:
            raise Unsupported(refusal)
        point.append((n, product(t**w for t, w in zip(targets, combination) if w)))
    return tuple(point)


def _stationary(terms: tuple[Ratio, ...], name: str) -> Optimum | None:
    """One unknown: the slope changes sign once (Descartes), where a closed form of that crossing exists."""
    slope = total(t * t.num.monomials()[0][0].get(name, 0) for t in terms)
    root = crossing(slope, ratio(0), name, strict=False, settled=True).root
    at = root.ratio() if root is not None else None
    if at is None:
        return None
    value = total(t.subs({name: at}) for t in terms)
    how = f"the slope in {name} is negative before {at} and positive behind: its coefficients change sign once"
    proof = Certificate((), (), "sum", value, how=how)
    return Optimum(total(terms), (name,), "sum", value, ((name, at),), proof, terms)


def _largest(
    terms: tuple[Ratio, ...],
    grouped: Sequence[Term],
    free: Sequence[str],
    rows: Sequence[Row],
) -> Optimum:
    """The smallest maximum of many terms: by linear programming duality in logs, the largest bound of a few of them."""
    corners = _corners(rows, len(terms))
    proof = Certificate(terms, corners[0], "max", also=tuple(corners[1:]))
    numbers = not any(c.names for _, c in grouped)
    active: Sequence[int] = range(len(terms))
    if numbers:  # the largest corner decides; where several are, the terms of all of them are equal at the minimum
        best, *rivals = [Certificate(terms, w, "max") for w in corners]
        equals = [best]
        for rival in rivals:
            ahead = side(rival.bound / best.bound - 1)
            if ahead > 0:
                best, equals = rival, [rival]
            elif not ahead:
                equals.append(rival)
        proof, active = best, [i for i in range(len(terms)) if any(e.weights[i] for e in equals)]
    value = proof.bound
    if len(free) == 1:
        ends = [(value / c) ** exact(1 / Fraction(s[0])) for s, c in grouped if s[0] > 0]
        if ends:
            at = extreme("min", ends)
        else:  # nothing grows with the unknown: large enough for what falls
            at = extreme("max", [(value / c) ** exact(1 / Fraction(s[0])) for s, c in grouped if s[0]])
        return Optimum(build("max", terms), tuple(free), "max", value, ((free[0], at),), proof, terms)
    if not numbers:
        raise Unsupported(
            f"{len(terms)} terms in {', '.join(free)} have the smallest maximum {value}, but no point "
            "in closed form; give numbers, or leave out terms that never bind"
        )
    refusal = f"the smallest maximum, {value}, is attained along a whole curve; fix one of {', '.join(free)}"
    own = [[r[i] for i in active] for r in rows[:-1]]
    point = _attained(own, [value / grouped[i][1] for i in active], free, refusal)
    return Optimum(build("max", terms), tuple(free), "max", value, point, proof, terms)


def _corners(rows: Sequence[Row], count: int) -> list[tuple[Fraction, ...]]:
    """The corners of the weights: as few terms as balance the exponents, each set with its one solution."""
    from itertools import combinations

    rhs = [*([Fraction(0)] * (len(rows) - 1)), Fraction(1)]
    found: dict[tuple[Fraction, ...], None] = {}
    for size in range(1, len(rows) + 1):
        for chosen in combinations(range(count), size):
            x, nullity = solved([[r[i] for i in chosen] for r in rows], rhs)
            if x is not None and not nullity and all(v > 0 for v in x):
                weights = [Fraction(0)] * count
                for i, v in zip(chosen, x):
                    weights[i] = v
                found[tuple(weights)] = None
    return list(found)


def grouped_by(pieces: Iterable[Ratio], free: Sequence[str], of: str) -> tuple[list[Term], tuple[Condition, ...]]:
    """(exponents of the unknowns, coefficient), equal exponents gathered, each positive; some on condition."""
    out: dict[Shape, Ratio] = {}
    for p in pieces:
        own = by_shape(p.num, free) if not any(n in free for n in p.den.gens) else None
        if own is None:
            raise Unsupported(
                f"{p} is not a monomial in {', '.join(free)}; only sums or maxima of products can be minimised"
            )
        if of == "max" and len(own) > 1:
            raise Unsupported(f"{p} is a sum inside a maximum; give each argument of the maximum as one product")
        for shape, whole in own.items():
            c = whole / Ratio(p.den)
            if shape in out:
                c = out[shape] + c if of == "sum" else build("max", [out[shape], c])
            out[shape] = c
    return list(out.items()), _all_positive(out, free, of)


def by_shape(p: Poly, free: Sequence[str]) -> dict[Shape, Ratio] | None:
    """The terms of a sum by their exponents of the unknowns; None where an unknown stands in a function."""
    out: dict[Shape, Ratio] = {}
    for exps, c in p.monomials():
        if any(n in free for g in exps if isinstance(g, Atom) for a in g.args for n in a.names):
            return None
        shape = tuple(exps.get(n, 0) for n in free)
        rest: dict[Gen, Number] = {g: e for g, e in exps.items() if g not in free}
        out[shape] = out.get(shape, ratio(0)) + Ratio(term(rest, c))
    return out


def _all_positive(terms: Mapping[Shape, Ratio], free: Sequence[str], of: str) -> tuple[Condition, ...]:
    """Under which conditions each coefficient is above 0; refused where one is not proved to be."""
    conditions: list[Condition] = []
    for shape, c in terms.items():
        if of == "sum" and not any(shape) and len(terms) > 1:
            continue  # what holds no unknown is added to the minimum, whatever its sign
        side = sign_of(c)
        if side.low and side.zero:
            conditions.append(condition(bare(c.num if sign(c.den).low else -c.num), "> 0"))
        elif side.mark != "+":
            shown = c * product(gen(n) ** e for n, e in zip(free, shape))
            raise SymroofError(f"{shown} is not proved positive; a minimum needs every term positive")
    return tuple(dict.fromkeys(conditions))


def _runaway(terms: Sequence[Ratio], free: Sequence[str], of: str) -> str:
    names = ", ".join(free)
    what = "sum" if of == "sum" else "maximum"
    for j, n in enumerate(free):
        signs = {(e > 0) - (e < 0) for t in terms for e in (t.num.monomials()[0][0].get(n, 0),)}
        if signs <= {0, 1} or signs <= {0, -1}:
            end = "0" if 1 in signs else "oo"
            return (
                f"no minimum: the {what} only falls as {free[j]} -> {end}, its infimum is not attained; "
                f"bound {n}, for example by a product, subject={{{n}*...: N}}"
            )
    return f"no minimum: along some curve of {names} every term falls to 0; tie them by a product, subject={{...: N}}"


# -- numbers ---------------------------------------------------------------------------------------------------------


def _numeric(terms: tuple[Ratio, ...], grouped: Sequence[Term], free: Sequence[str], of: str) -> Optimum:
    """Several weights fit, so the best depends on the numbers: a convex search, then an exact dual bound."""
    unbound = sorted({n for _, c in grouped for n in c.names})
    if unbound:
        raise Unsupported(
            f"{len(terms)} terms in {', '.join(free)} have no closed-form minimum; "
            f"give numbers for {', '.join(unbound)} and the minimum is found with a certified gap"
        )
    found = bracket(Program(tuple(free), tuple(grouped)))
    proof = Certificate(terms, found.weights, of, below=found.lower)
    point = tuple((n, ratio(exact(x))) for n, x in found.point)
    return Optimum(total(terms), tuple(free), of, found.value, point, proof, terms, True, below(found.lower))

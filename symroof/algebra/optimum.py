r"""The smallest value of a sum (or the largest part) of monomials, in closed form, with the weights that prove it.

For positive weights d with sum d = 1 and sum d_i a_i = 0 the arithmetic-geometric mean inequality gives, for all x > 0,

    sum_i c_i x**a_i  >=  prod (c_i/d_i)**d_i          max_i c_i x**a_i  >=  prod c_i**d_i

with equality where c_i x**a_i = d_i v (for the maximum, where all terms are equal).  When only one d satisfies the
equations this is the minimum; otherwise, for numbers, an approximate d made exact certifies the remaining gap.
Limits such as X + Y <= S bring their own terms and weights into the product (program.py, limited.py).

>>> from symroof.symbols import dims, params
>>> (B, D, F, N, X), W = dims("B D F N X"), params("W")
>>> best = optimum(4*D*F*X/(N*W) + 4*B*D/(X*W), X)
>>> best.argmin, best.certificate.weights
(sqrt(B)*sqrt(N)/sqrt(F), (Fraction(1, 2), Fraction(1, 2)))
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, final

from symroof.algebra.budget import limited_to
from symroof.algebra.condition import Condition, condition
from symroof.algebra.constraints import asked_of, eliminated, met_in_full, pieces_of, sums_given, unknowns
from symroof.algebra.door import core, to_sympy
from symroof.algebra.linear import Row, positive_weights, solved
from symroof.algebra.positivity import bare, positive
from symroof.algebra.posynomial import Atom, Gen, Number, Ratio, build, exact, gen, product, ratio, term, total
from symroof.algebra.program import Program, Term, bracket, extreme, side
from symroof.algebra.sign import sign, sign_of
from symroof.algebra.trial import tried_optimum
from symroof.errors import SymroofError, Unsupported
from symroof.shown import visible
from symroof.symbols import symbol

if TYPE_CHECKING:
    from sympy import Expr


MAX_ROOT = 10**4


@visible
@final
@dataclass(frozen=True)
class Certificate:
    """Weights that make the geometric mean of the terms free of the unknowns: a lower bound of the objective."""

    terms: tuple[Ratio, ...]
    weights: tuple[Fraction, ...]
    of: str
    offset: Ratio | None = None  # a term of the sum that holds no unknown
    also: tuple[tuple[Fraction, ...], ...] = ()  # of a maximum: further weights; the bound is the largest of all
    how: str = ""  # where the proof is not by means
    limits: tuple[tuple[tuple[Ratio, ...], tuple[Fraction, ...]], ...] = ()  # (terms, weights) of sums that are <= 1
    below: Fraction | None = None  # of numbers: a rational just below the product, which is irrational

    @property
    def bound(self) -> Ratio:
        """The product of (term/weight)**weight, or of term**weight for a maximum: the lower bound itself.

        A limit brings (term*w/weight)**weight for each of its terms, w being the sum of its weights.
        """
        if self.below is not None:
            return ratio(exact(self.below)) + (0 if self.offset is None else self.offset)
        if not self.weights:
            return self.offset if self.offset is not None else ratio(0)
        if self.also:
            return build("max", [replace(self, weights=w, also=()).bound for w in (self.weights, *self.also)])
        pairs = [(t, d) for t, d in zip(self.terms, self.weights) if d]
        factors = [(t / d if self.of == "sum" else t) ** d for t, d in pairs]
        for terms, weights in self.limits:
            whole = sum(weights, Fraction(0))
            factors += [(t * whole / d) ** d for t, d in zip(terms, weights) if d]
        bound = product(factors)
        return bound if self.offset is None else bound + self.offset

    def __str__(self) -> str:
        if self.how:
            return self.how
        shown = [
            ", ".join(f"{_short(d)} of {t}" for t, d in zip(terms, weights))
            for terms, weights in ((self.terms, self.weights), *self.limits)
        ]
        return f"arithmetic mean >= geometric mean with weights {' and, of what is at most 1, '.join(shown)}"

    __repr__ = __str__


def in_words(inner: Certificate, value: Ratio, of: str, how: str) -> Certificate:
    """A proof in words that the smallest is this value, or a number just below it, as the inner proof says."""
    if inner.below is None:
        return Certificate((), (), of, value, how=how)
    return Certificate((), (), of, how=how, below=Fraction(inner.bound.at({})))


def _short(d: Fraction) -> str:
    """A weight as it is, or where it is long as a decimal that says it is rounded."""
    return str(d) if len(str(d)) <= 14 else f"~{Decimal(d.numerator) / Decimal(d.denominator):.6g}"


@visible
@final
@dataclass(frozen=True)
class Optimum:
    """A minimum: its value, the point where it is attained, and the certificate that nothing is smaller."""

    objective: Ratio
    free: tuple[str, ...]
    of: str
    value_core: Ratio
    point_core: tuple[tuple[str, Ratio], ...]
    certificate: Certificate
    terms: tuple[Ratio, ...]
    single: bool = True
    lower: float | None = None  # numeric answers: a certified lower bound; value is attained at argmin
    conditions: tuple[Condition, ...] = ()  # what must hold: coefficients above 0, limits that leave room
    limits: tuple[Ratio, ...] = ()  # sums in the unknowns that are at most 1

    @property
    def value(self) -> Expr:
        """The minimum, a SymPy expression."""
        return to_sympy(self.value_core)

    @property
    def point(self) -> dict[Expr, Expr]:
        """Every unknown, eliminated ones included, at the minimum."""
        return {symbol(n): to_sympy(r) for n, r in self.point_core}

    @property
    def argmin(self) -> Expr | dict[Expr, Expr]:
        """The unknown asked for at the minimum; a dict when several were asked for."""
        if self.single:
            return to_sympy(self.point_core[0][1])
        return self.point

    def __str__(self) -> str:
        at = ", ".join(f"{n} = {r}" for n, r in self.point_core)
        if self.conditions:
            at += f" when {' and '.join(c.text for c in self.conditions)}"
        if self.lower is None:
            return f"{self.value_core} at {at}"
        about = f"(numeric, at most {self.gap:.1g} above the true minimum)"
        return f"{_short(Fraction(self.value_core.at({})))} at {at} {about}"

    __repr__ = __str__

    @property
    def gap(self) -> float:
        """How far the value may be above the true minimum, relative; 0 for a closed form."""
        if self.lower is None:
            return 0.0
        return float(Fraction(self.value_core.at({})) / Fraction(self.certificate.bound.at({})) - 1)


def optimum(
    expr: object, X: object, subject: object = None, of: str = "sum", *, within: float | str | None = None
) -> Optimum:
    """Minimise a sum of monomials (of="sum") or its largest part (of="max") over positive X; maxima may be in it.

    ``subject`` ties unknowns by products, ``X*Y - N``, ``{X*Y: N}``, ``"X*Y = N"``, ``Eq(X*Y, N)``, or limits sums of
    products, ``X*Y + X + Y <= S``, ``"X >= 2"``, or gives a sum that more of costs nothing, ``"X + Y = N"``; several
    in a list.  An equation that holds one unknown asked for and one more name, such as ``X*Y = N`` for X, makes that
    name an unknown too; in a limit it is a parameter.  ``within`` is a time, as 2 (seconds) or "500ms".
    Raises Unsupported when there is no minimum, SymroofError when a term is not positive, OutOfTime after ``within``.

    >>> from symroof.symbols import dims
    >>> a, b, c, N, X, Y, Z = dims("a b c N X Y Z")
    >>> optimum(a/X + b/Y + c/Z, (X, Y, Z), subject={X*Y*Z: N}).value
    3*a**(1/3)*b**(1/3)*c**(1/3)/N**(1/3)
    >>> optimum(a/X + b/Y, (X, Y), subject=X + Y <= N).value
    2*sqrt(a)*sqrt(b)/N + a/N + b/N
    """
    if of not in ("sum", "max"):
        raise SymroofError(f'of={of!r} is not known; use of="sum" or of="max"')
    with limited_to(within):
        return _optimum(expr, X, subject, of)


def _optimum(expr: object, X: object, subject: object, of: str) -> Optimum:
    whole = core(expr)
    asked, single = unknowns(X, whole.names)
    pieces, of = pieces_of(whole, of)
    among = [*whole.names, *asked]
    subject, sums = sums_given(subject, among)
    ties, limits = asked_of(subject, asked, among)
    for given in sums:
        met_in_full(given, pieces, limits, asked)
        limits = [*limits, given]
    free, solved_for = eliminated(list(dict.fromkeys([*asked, *(n for e, _ in ties for n in e)])), asked, ties)
    if not free:
        raise SymroofError("the constraints leave no unknown free; there is nothing to minimise over")
    for name, value in solved_for:
        pieces = [p.subs({name: value}) for p in pieces]
        limits = [(left.subs({name: value}), right.subs({name: value})) for left, right in limits]
    if any(a.kind == "max" for r in (*pieces, *chain(*limits)) for a in r.atoms) or of == "max":
        from symroof.algebra.maxima import holds_maxima, minimised

        if holds_maxima(pieces, free, of, limits):
            return tried_optimum(_put_back(minimised(pieces, free, of, limits), asked, solved_for, single))
    if limits:
        from symroof.algebra.limited import limited

        found = limited(pieces, free, of, limits)
    else:
        found = _minimum(pieces, free, of)
    return tried_optimum(_put_back(found, asked, solved_for, single))


def _put_back(found: Optimum, asked: Sequence[str], solved_for: Sequence[tuple[str, Ratio]], single: bool) -> Optimum:
    """The minimum with the unknowns that the products gave, in the order asked for."""
    point = dict(found.point_core)
    for name, value in reversed(solved_for):
        point[name] = value.subs({n: r for n, r in point.items() if n != name})
    order = [*asked, *(n for n in point if n not in asked)]
    return replace(found, point_core=tuple((n, point[n]) for n in order), single=single)


# -- the minimum -----------------------------------------------------------------------------------------------------


def _minimum(pieces: list[Ratio], free: list[str], of: str) -> Optimum:
    grouped, conditions = _grouped(pieces, free, of)
    found = _of_groups(grouped, free, of)
    return replace(found, conditions=conditions) if conditions else found


def _of_groups(grouped: Sequence[Term], free: Sequence[str], of: str) -> Optimum:
    shapes = [s for s, _ in grouped]
    terms = tuple(c * product(gen(n) ** e for n, e in zip(free, s) if e) for s, c in grouped)
    unused = [n for j, n in enumerate(free) if not any(s[j] for s in shapes)]
    if unused:
        raise SymroofError(f"the objective does not depend on {', '.join(unused)}, so any value is as good")
    flat = next((i for i, s in enumerate(shapes) if not any(s)), None)
    if flat is not None and of == "sum":
        inner = _of_groups([p for i, p in enumerate(grouped) if i != flat], free, of)
        if inner.lower is None or terms[flat].constant() is not None:
            return shifted(inner, terms[flat])
        if not positive(terms[flat].num):
            raise SymroofError(f"{terms[flat]} is not proved positive, and the rest has no closed form; leave it out")
    rows: list[Row] = [[Fraction(s[j]) for s in shapes] for j in range(len(free))]
    rows.append([Fraction(1)] * len(shapes))
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
    objective = total(terms) if of == "sum" else build("max", terms)
    if nullity and of == "max":
        return _largest(terms, grouped, free, rows)
    if nullity and len(free) == 1:
        closed = _stationary(terms, free[0])
        if closed is not None:
            return closed
    if nullity:
        return _numeric(terms, grouped, free, of)
    if of == "sum" and math.lcm(*(d.denominator for d in weights)) > MAX_ROOT and not any(c.names for _, c in grouped):
        return _numeric(terms, grouped, free, of)  # the roots in the closed form are too high to be written
    value = Certificate(tuple(c for _, c in grouped), tuple(weights), of).bound
    targets = [value * (d if of == "sum" else 1) / c for d, (_, c) in zip(weights, grouped)]
    point: list[tuple[str, Ratio]] = []
    for j, n in enumerate(free):
        unit = [Fraction(int(k == j)) for k in range(len(free))]
        combination, _ = solved(rows[:-1], unit)
        if combination is None:
            raise Unsupported(f"the minimum is attained along a whole curve of {', '.join(free)}; fix one of them")
        point.append((n, product(t**w for t, w in zip(targets, combination) if w)))
    return Optimum(objective, tuple(free), of, value, tuple(point), Certificate(terms, tuple(weights), of), terms)


def shifted(inner: Optimum, by: Ratio) -> Optimum:
    """The same minimum with something added that holds no unknown: a number, where the minimum is one in numbers."""
    proof = inner.certificate
    proof = replace(proof, offset=by if proof.offset is None else proof.offset + by)
    low = None
    if proof.below is not None and proof.offset is not None:
        low = below(proof.below + Fraction(proof.offset.at({})))
    return replace(
        inner,
        objective=inner.objective + by,
        value_core=inner.value_core + by,
        certificate=proof,
        terms=(*inner.terms, by),
        lower=low,
    )


def _stationary(terms: tuple[Ratio, ...], name: str) -> Optimum | None:
    """One unknown: the slope changes sign once (Descartes), where a closed form of that crossing exists."""
    from symroof.algebra.region import crossing

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
    point: list[tuple[str, Ratio]] = []
    for j, n in enumerate(free):
        unit = [Fraction(int(k == j)) for k in range(len(free))]
        combination, _ = solved([[r[i] for i in active] for r in rows[:-1]], unit)
        if combination is None:
            names = ", ".join(free)
            raise Unsupported(f"the smallest maximum, {value}, is attained along a whole curve; fix one of {names}")
        point.append((n, product((value / grouped[i][1]) ** w for i, w in zip(active, combination) if w)))
    return Optimum(build("max", terms), tuple(free), "max", value, tuple(point), proof, terms)


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


def _grouped(pieces: Iterable[Ratio], free: Sequence[str], of: str) -> tuple[list[Term], tuple[Condition, ...]]:
    """(exponents of the unknowns, coefficient), equal exponents gathered, each positive; some on condition."""
    out: dict[tuple[Number, ...], Ratio] = {}
    for p in pieces:
        if any(n in free for n in p.den.gens) or any(
            n in free for g in p.gens if isinstance(g, Atom) for a in g.args for n in a.names
        ):
            raise Unsupported(
                f"{p} is not a monomial in {', '.join(free)}; only sums or maxima of products can be minimised"
            )
        if of == "max" and len({tuple(e.get(n, 0) for n in free) for e, _ in p.num.monomials()}) > 1:
            raise Unsupported(f"{p} is a sum inside a maximum; give each argument of the maximum as one product")
        own: dict[tuple[Number, ...], Ratio] = {}  # terms of one argument are added, even in a maximum
        for exps, c in p.num.monomials():
            shape = tuple(exps.get(n, 0) for n in free)
            rest: dict[Gen, Number] = {g: e for g, e in exps.items() if g not in free}
            own[shape] = own.get(shape, ratio(0)) + Ratio(term(rest, c)) / Ratio(p.den)
        for shape, c_ratio in own.items():
            if shape not in out:
                out[shape] = c_ratio
            elif of == "sum":
                out[shape] = out[shape] + c_ratio
            else:
                out[shape] = build("max", [out[shape], c_ratio])
    conditions: list[Condition] = []
    for shape, c_ratio in out.items():
        if of == "sum" and not any(shape) and len(out) > 1:
            continue  # what holds no unknown is added to the minimum, whatever its sign
        side = sign_of(c_ratio)
        if side.low and side.zero:
            conditions.append(condition(bare(c_ratio.num if sign(c_ratio.den).low else -c_ratio.num), "> 0"))
        elif side.mark != "+":
            shown = c_ratio * product(gen(n) ** e for n, e in zip(free, shape))
            raise SymroofError(f"{shown} is not proved positive; a minimum needs every term positive")
    return list(out.items()), tuple(dict.fromkeys(conditions))


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


def below(q: Fraction) -> float:
    """The largest float that is not above a rational."""
    try:
        x = float(q)
    except OverflowError:
        return sys.float_info.max
    return x if Fraction(x) <= q else math.nextafter(x, -math.inf)

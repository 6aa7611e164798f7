r"""The smallest value of a sum (or the largest part) of monomials, in closed form, with the weights that prove it.

For positive weights d with sum d = 1 and sum d_i a_i = 0 the arithmetic-geometric mean inequality gives, for all x > 0,

    sum_i c_i x**a_i  >=  prod (c_i/d_i)**d_i          max_i c_i x**a_i  >=  prod c_i**d_i

with equality where c_i x**a_i = d_i v (for the maximum, where all terms are equal).  When only one d satisfies the
equations this is the minimum; otherwise, for numbers, an approximate d made exact certifies the remaining gap.

>>> from symroof.symbols import dims, params
>>> (B, D, F, N, X), W = dims("B D F N X"), params("W")
>>> best = optimum(4*D*F*X/(N*W) + 4*B*D/(X*W), X)
>>> best.argmin, best.certificate.weights
(sqrt(B)*sqrt(N)/sqrt(F), (Fraction(1, 2), Fraction(1, 2)))
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.condition import Condition, condition, weak_sign
from symroof.algebra.door import core, to_sympy
from symroof.algebra.linear import Row, solved
from symroof.algebra.positivity import positive
from symroof.algebra.posynomial import Atom, Gen, Number, Ratio, build, exact, gen, product, ratio, term, total
from symroof.errors import SymroofError, Unsupported
from symroof.shown import visible
from symroof.symbols import symbol

if TYPE_CHECKING:
    from sympy import Expr

MAX_DENOMINATOR = 10**8
MAX_DIVISORS_OF = 10**14


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

    @property
    def bound(self) -> Ratio:
        """The product of (term/weight)**weight, or of term**weight for a maximum: the lower bound itself."""
        if not self.weights:
            return self.offset if self.offset is not None else ratio(0)
        if self.also:
            return build("max", [replace(self, weights=w, also=()).bound for w in (self.weights, *self.also)])
        pairs = [(t, d) for t, d in zip(self.terms, self.weights) if d]
        bound = product((t / d if self.of == "sum" else t) ** d for t, d in pairs)
        return bound if self.offset is None else bound + self.offset

    def __str__(self) -> str:
        if self.how:
            return self.how
        shown = ", ".join(f"{d} of {t}" for t, d in zip(self.terms, self.weights))
        return f"arithmetic mean >= geometric mean with weights {shown}"

    __repr__ = __str__


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
    conditions: tuple[Condition, ...] = ()  # coefficients that must be above 0 and are only proved not to be below

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
        about = "" if self.lower is None else f" (numeric, at most {self.gap:.1g} above the true minimum)"
        return f"{self.value_core} at {at}{about}"

    __repr__ = __str__

    @property
    def gap(self) -> float:
        """How far the value may be above the true minimum, relative; 0 for a closed form."""
        if self.lower is None:
            return 0.0
        return float(Fraction(self.value_core.at({})) / Fraction(self.lower)) - 1


def optimum(expr: object, X: object, subject: object = None, of: str = "sum") -> Optimum:
    """Minimise a sum of monomials (of="sum") or its largest part (of="max") over positive X.

    ``subject`` ties unknowns by products: ``X*Y - N``, ``{X*Y: N}``, ``"X*Y = N"``, ``Eq(X*Y, N)``, or a list of them;
    a bound such as ``X*Y <= S`` is taken where more of some unknown never costs anything, so that it is met.
    Raises Unsupported when there is no minimum, SymroofError when a term is not positive.

    >>> from symroof.symbols import dims
    >>> a, b, c, N, X, Y, Z = dims("a b c N X Y Z")
    >>> optimum(a/X + b/Y + c/Z, (X, Y, Z), subject={X*Y*Z: N}).value
    3*a**(1/3)*b**(1/3)*c**(1/3)/N**(1/3)
    """
    if of not in ("sum", "max"):
        raise SymroofError(f'of={of!r} is not known; use of="sum" or of="max"')
    asked, single = _names(X)
    pieces, of = _pieces(core(expr), of)
    ties = _ties(subject, asked)
    _check_bounds(ties, pieces)
    pieces, free, eliminated = _eliminated(pieces, asked, [(e, level) for e, level, _ in ties])
    found = _minimum(pieces, free, of)
    point = dict(found.point_core)
    for name, value in reversed(eliminated):
        point[name] = value.subs({n: r for n, r in point.items() if n != name})
    order = [*asked, *(n for n in point if n not in asked)]
    return Optimum(found.objective, found.free, of, found.value_core, tuple((n, point[n]) for n in order),
                   found.certificate, found.terms, single, found.lower, found.conditions)


# -- reading the question --------------------------------------------------------------------------------------------


def _names(X: object) -> tuple[list[str], bool]:
    listed = X.replace(",", " ").split() if isinstance(X, str) else list(X) if isinstance(X, Iterable) else [X]
    names = [n if isinstance(n, str) else getattr(n, "name", None) for n in listed]
    if not names or None in names:
        raise SymroofError(f"{X!r} is not a symbol; name the unknowns, as in optimum(expr, X) or optimum(expr, (X, Y))")
    return [str(n) for n in names], len(names) == 1


def _pieces(r: Ratio, of: str) -> tuple[list[Ratio], str]:
    """The terms of the objective; a single Max is a maximum of its arguments."""
    mono = r.monomial()
    if mono is not None:
        for g, e in mono[0].items():
            if isinstance(g, Atom) and g.kind == "max" and e == 1:
                front = Ratio(term({h: k for h, k in mono[0].items() if h != g}, mono[1]))
                return [front * a for a in g.args], "max"
    return [Ratio(term(exps, c)) / Ratio(r.den) for exps, c in r.num.monomials()], of


Tie = tuple[dict[str, Number], Ratio, str]


def _check_bounds(ties: Sequence[Tie], pieces: Sequence[Ratio]) -> None:
    """A product bounded from one side is met when some unknown of its own moves it there at no cost."""
    for k, (exps, level, relation) in enumerate(ties):
        if relation == "=":
            continue
        way = 1 if relation == "<=" else -1
        others = {n for j, (e, _, _) in enumerate(ties) if j != k for n in e}
        for n, e in exps.items():
            costs = [p for p in pieces if not _falls(p, n, way * (1 if e > 0 else -1))]
            if not costs and n not in others:
                break
        else:
            shown = product(gen(n) ** e for n, e in exps.items())
            raise Unsupported(f"{shown} {relation} {level} need not be met: more of each unknown costs something; "
                              "minimise without it, and see whether it holds")


def _falls(p: Ratio, name: str, way: int) -> bool:
    """Whether every power of one unknown in a term is <= 0 (way 1) or >= 0 (way -1)."""
    powers = [exps.get(name, 0) for exps, _ in p.num.monomials()]
    return name not in p.den.gens and all(e * way <= 0 for e in powers)


def _ties(subject: object, asked: Sequence[str]) -> list[Tie]:
    """Each constraint as (exponents of the unknowns, what their product equals, its relation)."""
    if subject is None:
        return []
    if isinstance(subject, Mapping):
        return [_tie(core(a), core(b), asked) for a, b in subject.items()]
    if isinstance(subject, (list, tuple)):
        return [t for s in subject for t in _ties(s, asked)]
    if isinstance(subject, str):
        relation = next((r for r in ("<=", ">=") if r in subject), "=")
        sides = subject.replace("==", "=").split(relation)
        if len(sides) != 2:
            raise SymroofError(f'{subject!r} is not a constraint; write it as "X*Y = N"')
        return [_tie(_product(sides[0], subject), _product(sides[1], subject), asked, relation)]
    if hasattr(subject, "lhs") and hasattr(subject, "rhs"):
        op = _RELATIONS.get(type(subject).__name__)
        if op is None:
            raise SymroofError(f"{subject} is not an equation; only Eq(X*Y, N), X*Y <= N and X*Y >= N can be used")
        return [_tie(core(subject.lhs), core(subject.rhs), asked, op)]
    whole = core(subject)
    parts = whole.num.monomials()
    if len(parts) != 2 or parts[0][1] * parts[1][1] >= 0:
        raise SymroofError(f"{subject} = 0 is not a product constraint; write it as X*Y - N or {{X*Y: N}}")
    up, down = (Ratio(term(exps, exact(abs(c)))) for exps, c in sorted(parts, key=lambda p: p[1] < 0))
    return [_tie(up, down, asked)]


_RELATIONS = {"Equality": "=", "LessThan": "<=", "GreaterThan": ">="}
_TURNED = {"=": "=", "<=": ">=", ">=": "<="}


def _product(text: str, whole: str) -> Ratio:
    """A product of names and whole numbers, with * and / only."""
    out, sign, left = ratio(1), 1, text.strip()
    if not left:
        raise SymroofError(f'{whole!r} has an empty side; write it as "X*Y = N"')
    while left:
        found = _FACTOR.match(left)
        if found is None:
            raise SymroofError(f'{left!r} in {whole!r} does not read; write a product such as "X*Y**2 = N"')
        name, power, link = found.groups()
        factor = ratio(exact(name)) if name[0].isdigit() else gen(symbol(name).name)
        out, left = out * factor ** (sign * int(power or 1)), left[found.end() :]
        sign = -1 if link == "/" else 1
        if link and not left:
            raise SymroofError(f'{whole!r} ends in {link!r}; write it as "X*Y = N"')
    return out


_FACTOR = re.compile(r"([^\W\d]\w*'*|\d+)\s*(?:(?:\*\*|\^)\s*(\d+))?\s*(?:([*/])\s*|\Z)")


def _tie(a: Ratio, b: Ratio, asked: Sequence[str], relation: str = "=") -> Tie:
    left, right = a.monomial(), b.monomial()
    if left is None or right is None or left[1] <= 0 or right[1] <= 0:
        hint = "; for tiles in a memory of S entries see tiles(S)" if relation == "<=" else ""
        raise SymroofError(f"{a} {relation} {b} is not a product constraint; only products can be tied, "
                           f"as in X*Y {relation} N{hint}")
    if not any(n in left[0] for n in asked):
        a, b, left, right, relation = b, a, right, left, _TURNED[relation]
    if not any(n in left[0] for n in asked):
        raise SymroofError(f"{a} = {b} holds none of the unknowns {', '.join(asked)}")
    unknown = {g: e for g, e in left[0].items() if isinstance(g, str)}
    for n in asked:
        if n in right[0]:
            unknown[n] = exact(unknown.get(n, 0) - right[0][n])
            b = b / gen(n) ** right[0][n]
    rest = a / product(gen(n) ** left[0].get(n, 0) for n in unknown)
    return {n: e for n, e in unknown.items() if e}, b / rest, relation


def _eliminated(
    pieces: list[Ratio], asked: list[str], ties: list[tuple[dict[str, Number], Ratio]]
) -> tuple[list[Ratio], list[str], list[tuple[str, Ratio]]]:
    """Solve each product for one unknown, preferably one that was not asked for, and put it in."""
    free = list(dict.fromkeys([*asked, *(n for e, _ in ties for n in e)]))
    done: list[tuple[str, Ratio]] = []
    for exps, level in ties:
        whole = product(gen(n) ** e for n, e in exps.items()) / level
        for name, value in done:
            whole = whole.subs({name: value})
        mono = whole.monomial()
        here = [n for n in free if mono is not None and mono[0].get(n)]
        if mono is None or not here:
            raise SymroofError("the constraints contradict or repeat each other; give each product once")
        pivot = next((n for n in here if n not in asked), here[-1])
        e = mono[0][pivot]
        value = (gen(pivot) ** e / whole) ** exact(Fraction(1) / Fraction(e))
        free.remove(pivot)
        done.append((pivot, value))
        pieces = [p.subs({pivot: value}) for p in pieces]
    if not free:
        raise SymroofError("the constraints leave no unknown free; there is nothing to minimise over")
    return pieces, free, done


# -- the minimum -----------------------------------------------------------------------------------------------------


def _minimum(pieces: list[Ratio], free: list[str], of: str) -> Optimum:
    grouped, conditions = _grouped(pieces, free, of)
    found = _of_groups(grouped, free, of)
    return replace(found, conditions=conditions) if conditions else found


def _of_groups(grouped: list[tuple[tuple[Number, ...], Ratio]], free: list[str], of: str) -> Optimum:
    shapes = [s for s, _ in grouped]
    terms = tuple(c * product(gen(n) ** e for n, e in zip(free, s) if e) for s, c in grouped)
    unused = [n for j, n in enumerate(free) if not any(s[j] for s in shapes)]
    if unused:
        raise SymroofError(f"the objective does not depend on {', '.join(unused)}, so any value is as good")
    flat = next((i for i, s in enumerate(shapes) if not any(s)), None)
    if flat is not None and of == "sum":
        inner = _of_groups([p for i, p in enumerate(grouped) if i != flat], free, of)
        if inner.lower is None:
            rest = inner.certificate
            shift = terms[flat] if rest.offset is None else rest.offset + terms[flat]
            proof = Certificate(rest.terms, rest.weights, of, shift, rest.also, rest.how)
            value = inner.value_core + terms[flat]
            return Optimum(total(terms), tuple(free), of, value, inner.point_core, proof, terms)
        if not positive(terms[flat].num):
            raise SymroofError(f"{terms[flat]} is not proved positive, and the rest has no closed form; leave it out")
    rows: list[Row] = [[Fraction(s[j]) for s in shapes] for j in range(len(free))]
    rows.append([Fraction(1)] * len(shapes))
    weights, nullity = solved(rows, [*([Fraction(0)] * len(free)), Fraction(1)])
    if weights is None or not _balanced(rows[:-1], len(shapes)):
        raise Unsupported(_runaway(terms, free, of))
    objective = total(terms)
    if nullity and of == "max":
        return _largest(terms, grouped, free, rows)
    if nullity and len(free) == 1:
        closed = _stationary(terms, free[0])
        if closed is not None:
            return closed
    if nullity:
        return _numeric(terms, grouped, free, of, rows)
    if of == "sum" and any(d == 0 for d in weights):
        idle = ", ".join(str(t) for t, d in zip(terms, weights) if d == 0)
        raise Unsupported(f"no minimum: {idle} can be made as small as one likes without cost, so the infimum is "
                          "approached but not attained; leave the term out, or bound an unknown")
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
    terms: tuple[Ratio, ...], grouped: Sequence[tuple[tuple[Number, ...], Ratio]], free: Sequence[str],
    rows: Sequence[Row],
) -> Optimum:
    """The smallest maximum of many terms: by linear programming duality in logs, the largest bound of a few of them."""
    corners = _corners(rows, len(terms))
    proof = Certificate(terms, corners[0], "max", also=tuple(corners[1:]))
    numbers = not any(c.names for _, c in grouped)
    if numbers:  # one corner decides
        def size(w: tuple[Fraction, ...]) -> float:
            return sum(float(d) * math.log(float(Fraction(c.at({})))) for d, (_, c) in zip(w, grouped))

        proof = Certificate(terms, max(corners, key=size), "max")
    value = proof.bound
    if len(free) == 1:
        ends = [(value / c) ** exact(1 / Fraction(s[0])) for s, c in grouped if s[0] > 0]
        return Optimum(build("max", terms), tuple(free), "max", value, ((free[0], build("min", ends)),), proof, terms)
    if not numbers:
        raise Unsupported(f"{len(terms)} terms in {', '.join(free)} have the smallest maximum {value}, but no point "
                          "in closed form; give numbers, or leave out terms that never bind")
    active = [i for i, d in enumerate(proof.weights) if d]
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


def _grouped(
    pieces: Iterable[Ratio], free: Sequence[str], of: str
) -> tuple[list[tuple[tuple[Number, ...], Ratio]], tuple[Condition, ...]]:
    """(exponents of the unknowns, coefficient), equal exponents gathered, each positive; some on condition."""
    out: dict[tuple[Number, ...], Ratio] = {}
    for p in pieces:
        if any(n in free for n in p.den.gens) or any(n in free for g in p.gens if isinstance(g, Atom)
                                                     for a in g.args for n in a.names):
            raise Unsupported(f"{p} is not a monomial in {', '.join(free)}; "
                              "only sums or maxima of products can be minimised")
        if of == "max" and len({tuple(e.get(n, 0) for n in free) for e, _ in p.num.monomials()}) > 1:
            raise Unsupported(f"{p} is a sum inside a maximum; give each argument of the maximum as one product")
        for exps, c in p.num.monomials():
            shape = tuple(exps.get(n, 0) for n in free)
            rest: dict[Gen, Number] = {g: e for g, e in exps.items() if g not in free}
            c_ratio = Ratio(term(rest, c)) / Ratio(p.den)
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
        if positive(c_ratio.den) and weak_sign(c_ratio.num) == 1 and not positive(c_ratio.num):
            conditions.append(condition(c_ratio.num.shifted(-c_ratio.num.content()[1]), "> 0"))
        elif not (positive(c_ratio.num) and positive(c_ratio.den)):
            shown = c_ratio * product(gen(n) ** e for n, e in zip(free, shape))
            raise SymroofError(f"{shown} is not proved positive; a minimum needs every term positive")
    return list(out.items()), tuple(dict.fromkeys(conditions))


def _balanced(rows: Sequence[Sequence[Fraction]], count: int) -> bool:
    """Whether non-negative weights that sum to 1 balance the exponents: some set of at most n + 1 terms does."""
    from itertools import combinations

    full = [*rows, [Fraction(1)] * count]
    rhs = [*([Fraction(0)] * len(rows)), Fraction(1)]
    for size in range(1, len(rows) + 2):
        for chosen in combinations(range(count), size):
            x, nullity = solved([[r[i] for i in chosen] for r in full], rhs)
            if x is not None and not nullity and all(v >= 0 for v in x):
                return True
    return False


def _runaway(terms: Sequence[Ratio], free: Sequence[str], of: str) -> str:
    names = ", ".join(free)
    what = "sum" if of == "sum" else "maximum"
    for j, n in enumerate(free):
        signs = {(e > 0) - (e < 0) for t in terms for e in (t.num.monomials()[0][0].get(n, 0),)}
        if signs <= {0, 1} or signs <= {0, -1}:
            end = "0" if 1 in signs else "oo"
            return (f"no minimum: the {what} only falls as {free[j]} -> {end}, its infimum is not attained; "
                    f"bound {n}, for example by a product, subject={{{n}*...: N}}")
    return f"no minimum: along some curve of {names} every term falls to 0; tie them by a product, subject={{...: N}}"


# -- numbers ---------------------------------------------------------------------------------------------------------


def _numeric(
    terms: tuple[Ratio, ...], grouped: Sequence[tuple[tuple[Number, ...], Ratio]], free: Sequence[str], of: str,
    rows: Sequence[Row],
) -> Optimum:
    """Several weights fit, so the best depends on the numbers: a convex search, then an exact dual bound."""
    unbound = sorted({n for _, c in grouped for n in c.names})
    if unbound:
        raise Unsupported(f"{len(terms)} terms in {', '.join(free)} have no closed-form minimum; "
                          f"give numbers for {', '.join(unbound)} and the minimum is found with a certified gap")
    cs = [float(Fraction(c.at({}))) for _, c in grouped]
    shapes = [[float(e) for e in s] for s, _ in grouped]
    u = _newton(cs, shapes, len(free))
    values = [c * math.exp(sum(a * x for a, x in zip(s, u))) for c, s in zip(cs, shapes)]
    whole = sum(values)
    weights = _projected([Fraction(v / whole).limit_denominator(MAX_DENOMINATOR) for v in values], rows)
    if any(d <= 0 for d in weights):
        raise Unsupported(f"no minimum of {total(terms)} could be certified; the infimum may not be attained")
    point = tuple((n, ratio(Fraction(math.exp(x)).limit_denominator(MAX_DENOMINATOR)) if math.exp(x) > 1e-3
                   else 1 / ratio(Fraction(math.exp(-x)).limit_denominator(MAX_DENOMINATOR))) for n, x in zip(free, u))
    certificate = Certificate(terms, tuple(weights), of)
    from mpmath import iv  # type: ignore[import-untyped]

    lower, bound = iv.mpf(1), total(terms).subs(dict(point))
    with_digits, iv.dps = iv.dps, 40
    try:
        for (_, c), d in zip(grouped, weights):
            q = Fraction(c.at({})) / d
            lower = lower * iv.exp(iv.log(iv.mpf(q.numerator) / q.denominator) * (iv.mpf(d.numerator) / d.denominator))
        low = float(lower.a)
    finally:
        iv.dps = with_digits
    upper = _upper(bound)
    return Optimum(total(terms), tuple(free), of, upper, point, certificate, terms, True, low * (1 - 2**-50))


def _upper(r: Ratio) -> Ratio:
    """The objective at the point as an exact number, rounded up when it is irrational."""
    try:
        return ratio(r.at({}))
    except Unsupported:
        from symroof.algebra.identity import enclosure

        return ratio(Fraction(float(enclosure(r, {}).b)) * (1 + Fraction(1, 2**50)))


def _newton(cs: Sequence[float], shapes: Sequence[Sequence[float]], n: int) -> list[float]:
    """The minimiser of log sum c exp(a.u), a convex function, by damped Newton steps."""
    u = [0.0] * n
    logs = [math.log(c) for c in cs]

    def at(v: Sequence[float]) -> tuple[float, list[float]]:
        heights = [b + sum(a * x for a, x in zip(s, v)) for b, s in zip(logs, shapes)]
        top = max(heights)
        ws = [math.exp(h - top) for h in heights]
        z = sum(ws)
        return top + math.log(z), [w / z for w in ws]

    value, p = at(u)
    for _ in range(200):
        mean = [sum(w * s[j] for w, s in zip(p, shapes)) for j in range(n)]
        hessian = [[sum(w * s[i] * s[j] for w, s in zip(p, shapes)) - mean[i] * mean[j] + (1e-12 if i == j else 0)
                    for j in range(n)] for i in range(n)]
        step = _float_solve(hessian, mean)
        if max(abs(x) for x in step) < 1e-14:
            break
        scale = min(1.0, 20 / max(abs(x) for x in step))
        while scale > 1e-12:
            v = [x - scale * d for x, d in zip(u, step)]
            new, q = at(v)
            if new <= value:
                break
            scale /= 2
        else:
            break
        u, value, p = v, new, q
    return u


def _float_solve(a: Sequence[Sequence[float]], b: Sequence[float]) -> list[float]:
    m = [[*row, y] for row, y in zip(a, b)]
    n = len(b)
    for k in range(n):
        at = max(range(k, n), key=lambda i: abs(m[i][k]))
        m[k], m[at] = m[at], m[k]
        for i in range(n):
            if i != k:
                f = m[i][k] / m[k][k]
                m[i] = [x - f * y for x, y in zip(m[i], m[k])]
    return [m[i][-1] / m[i][i] for i in range(n)]


def _projected(d: Sequence[Fraction], rows: Sequence[Row]) -> list[Fraction]:
    """The nearest weights that satisfy the equations exactly."""
    goal = [*([Fraction(0)] * (len(rows) - 1)), Fraction(1)]
    miss = [sum((r * x for r, x in zip(row, d)), Fraction(0)) - g for row, g in zip(rows, goal)]
    gram = [[sum((x * y for x, y in zip(a, b)), Fraction(0)) for b in rows] for a in rows]
    multipliers, _ = solved(gram, miss)
    if multipliers is None:
        return list(d)
    return [x - sum((k * row[i] for k, row in zip(multipliers, rows)), Fraction(0)) for i, x in enumerate(d)]


# -- integers and tiles ----------------------------------------------------------------------------------------------


def best_divisor(opt: Optimum, N: int, /, **sizes: Any) -> int:
    """The divisor of N at which the objective of one unknown is smallest: convex in log X, so a neighbour of X*.

    >>> from symroof.symbols import dims
    >>> X = dims("X")
    >>> best_divisor(optimum(X + 20/X, X), 12)
    4
    """
    if len(opt.free) != 1:
        raise Unsupported(f"{', '.join(opt.free)} are free together, so neighbours of the optimum prove nothing; "
                          "fix all but one")
    if not isinstance(N, int) or isinstance(N, bool) or not 1 <= N <= MAX_DIVISORS_OF:
        raise SymroofError(f"{N!r} is not a number whose divisors can be listed; give an integer from 1 to 10**14")
    (name,) = opt.free
    values: dict[str, Number] = {n: exact(v) for n, v in sizes.items()}
    missing = sorted({n for t in opt.terms for n in t.names} - {name, *values})
    if missing:
        raise SymroofError(f"still symbolic: {', '.join(missing)}; give a number for each, "
                           f"as in best_divisor(opt, {N}, {missing[0]}=4096)")

    def cost(x: int) -> Fraction:
        parts = [Fraction(t.at({**values, name: x})) for t in opt.terms]
        return sum(parts, Fraction(0)) if opt.of == "sum" else max(parts)

    listed = divisors(N)
    lo, hi = 0, len(listed) - 1
    while lo < hi:  # a convex sequence: the first place where the next is not better
        mid = (lo + hi) // 2
        if cost(listed[mid + 1]) < cost(listed[mid]):
            lo = mid + 1
        else:
            hi = mid
    return listed[lo]


def divisors(n: int) -> list[int]:
    """The divisors of n in ascending order.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    out, p, left = [1], 2, n
    while p * p <= left:
        k = 0
        while left % p == 0:
            left //= p
            k += 1
        out = [d * p**i for d in out for i in range(k + 1)]
        p += 1
    if left > 1:
        out += [d * left for d in out]
    return sorted(out)


@visible
@final
@dataclass(frozen=True)
class Tiles:
    """The best square output tile of a matmul under a memory limit, and the traffic it leads to, in entries."""

    side_core: Ratio
    traffic_core: Ratio
    leading_core: Ratio
    model: str

    @property
    def side(self) -> Expr:
        return to_sympy(self.side_core)

    @property
    def traffic(self) -> Expr:
        return to_sympy(self.traffic_core)

    @property
    def leading(self) -> Expr:
        """The traffic for large memory, to which it tends in ratio."""
        return to_sympy(self.leading_core)


def tiles(S: object, M: object = "M", N: object = "N", K: object = "K", model: str = "outer") -> Tiles:
    """Tile sides that minimise M*N*K*(1/bm + 1/bn) under bm*bk + bk*bn + bm*bn <= S entries.

    bk is not in the objective and only costs room, so bk = 1; the rest is symmetric, and convex in logarithms, so
    bm = bn = b; more room never hurts, so b**2 + 2*b = S.  ``model="cubic"`` instead holds bm = bk = bn = sqrt(S/3).

    >>> tiles("S").side, tiles("S").leading
    (sqrt(S + 1) - 1, 2*K*M*N/sqrt(S))
    """
    s, m, n, k = (gen(symbol(x).name) if isinstance(x, str) else core(x) for x in (S, M, N, K))
    room = s.constant()
    if room is not None and room < 3:
        raise Unsupported(f"S = {room} entries do not hold one entry of each array; give S >= 3")
    if model == "outer":
        root = (s + 1) ** Fraction(1, 2)
        side, work = root - 1, 2 * m * n * k
        # 1/(sqrt(S + 1) - 1) = (sqrt(S + 1) + 1)/S, without a subtraction
        return Tiles(side, work * (root + 1) / s, work / s ** Fraction(1, 2), model)
    if model == "cubic":
        side = (s / 3) ** Fraction(1, 2)
        traffic = 2 * m * n * k / side
        return Tiles(side, traffic, traffic, model)
    raise SymroofError(f'model={model!r} is not known; use "outer" (bk = 1) or "cubic" (bm = bk = bn)')

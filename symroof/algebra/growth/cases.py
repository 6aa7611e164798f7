"""The case table of an expression, which regime gives which leading monomial, and bounds that need no regime.

A sum of positive terms lies between its largest term and that term times their number; which term is the largest is
a cone in log space, and the cones of numerator and denominator cut the table.

>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> regimes(B*D/(B + D))
(B when B << D, D when D << B)
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import final

from symroof.algebra.growth.regime import Regime, Relation, Vector, quotient, vector
from symroof.algebra.interop.door import core, expressed
from symroof.algebra.ratios.budget import limited_to, spend
from symroof.algebra.ratios.poly import maximum_of
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Poly, Ratio, build, product, ratio, term, total
from symroof.algebra.signs.positivity import lower
from symroof.algebra.trials.probe import tried_bounds
from symroof.errors import Unsupported
from symroof.keywords import told
from symroof.likes import AmountLike
from symroof.records import dataclass
from symroof.shown import Several, visible

MAX_CASES = 2000
TURN = 5_000  # steps of work that a question of cones takes, as measured


@visible
@final
@dataclass(frozen=True)
class Case:
    """One regime and what the expression is there."""

    regime: Regime
    value_core: Ratio

    value = expressed("value_core", "The leading monomial.")

    def __str__(self) -> str:
        return f"{self.value_core} when {self.regime}" if self.regime.text else str(self.value_core)

    __repr__ = __str__


@told
def regimes(expr: AmountLike, *, within: float | str | None = None) -> tuple[Case, ...]:
    """Which regime gives which leading monomial: the common cones of both Newton polytopes, sizes at least 1.

    >>> from symroof.symbols import dims
    >>> B, D, F = dims("B D F")
    >>> for case in regimes(B*D*F/(B*D + D*F + B*F)):
    ...     print(case)
    B when B << D, F
    D when D << B, F
    F when F << B, D

    ``within`` is a time, as 2 (seconds) or "500ms", after which OutOfTime is raised; else what ``leading`` has.
    Max, Min and roots are read by their largest terms.  Raises Unsupported for other functions and terms of both signs.
    """
    with limited_to(within):
        return _regimes(expr)


def _regimes(expr: AmountLike) -> tuple[Case, ...]:
    r = expr if isinstance(expr, Ratio) else core(expr)
    chosen = any(not a.row.radicand or a.args[0].constant() is None for a in r.atoms)  # more than a root of a number
    if r.atoms:
        r = _as_sums(r)
    if not r.is_posynomial_ratio:
        raise Unsupported(f"the case table of {r} needs terms of one sign; ask leading() in one regime instead")
    if len(r.num) * len(r.den) > MAX_CASES:
        raise Unsupported(
            f"{len(r.num)} by {len(r.den)} terms have too many cases; ask leading() in one regime instead"
        )
    out: list[Case] = []
    for (tops, above), (bottoms, below) in itertools.product(_leaders(r.num), _leaders(r.den)):
        relations = _minimal_relations([*above, *below])
        if relations is None:
            continue
        if (len(tops) > 1 or len(bottoms) > 1) and chosen:  # max(D, sqrt(2)*D) is no sum of both
            raise Unsupported(f"the case table of {expr} is not known; ask leading() in one regime instead")
        value = Ratio(Poly(r.num.ring, dict(tops)), Poly(r.den.ring, dict(bottoms)))
        out.append(Case(relations, value))
    return Several(sorted(out, key=lambda c: (str(c.value_core), c.regime.text)))


def _as_sums(r: Ratio) -> Ratio:
    """Max, min and roots of sums replaced by sums that have the same leading term wherever there is one.

    max(f, g) has the terms of both, the larger coefficient of each; min is its reciprocal; a root goes term by term.
    """
    return _Sums(r).ratio()


@final
class _Sums:
    """A ratio on its way to be one of sums."""

    def __init__(self, of: Ratio) -> None:
        self.of = of

    def ratio(self) -> Ratio:
        if not self.of.is_posynomial_ratio:
            raise self.refused()
        return self.whole(self.of)

    def refused(self) -> Unsupported:
        return Unsupported(
            f"the case table of {self.of} is not known; it needs sums, products, quotients, powers, Max, Min"
        )

    def whole(self, x: Ratio) -> Ratio:
        return self.poly(x.num) / self.poly(x.den)

    def poly(self, p: Poly) -> Ratio:
        out = ratio(0)
        for exps, c in p.monomials():
            piece = Ratio(term({g: e for g, e in exps.items() if isinstance(g, str)}, c))
            for g, e in exps.items():
                if isinstance(g, Atom):
                    piece = piece * _power(self.atom(g), e)
            out = out + piece
        return out

    def atom(self, a: Atom) -> Ratio:
        if a.row.radicand:
            return self.whole(a.args[0])
        if not a.row.extreme:
            raise self.refused()
        args = [self.whole(x) for x in a.args]
        if any(not x.is_posynomial_ratio or not x.num.terms for x in args):
            raise self.refused()
        return _largest(args) if maximum_of(a) else 1 / _largest([1 / x for x in args])


def _largest(args: list[Ratio]) -> Ratio:
    """The terms of several ratios over a common denominator, of equal ones the largest coefficient."""
    best: dict[frozenset[tuple[Gen, Number]], Number] = {}
    for i, x in enumerate(args):
        others = product(Ratio(y.den) for j, y in enumerate(args) if j != i)  # a product is not cancelled by itself
        for exps, c in (x.num * others.num).monomials():
            key = frozenset(exps.items())
            best[key] = max(best.get(key, 0), c)
    return total(Ratio(term(dict(key), c)) for key, c in best.items()) / product(Ratio(x.den) for x in args)


def _power(r: Ratio, e: Number) -> Ratio:
    """A power, term by term where it is fractional."""
    if isinstance(e, int):
        return r**e
    top, bottom = (total(Ratio(term(exps, c)) ** abs(e) for exps, c in p.monomials()) for p in (r.num, r.den))
    return top / bottom if e > 0 else bottom / top


def _leaders(p: Poly) -> list[tuple[list[tuple[int, Number]], list[Relation]]]:
    """The terms that lead somewhere, those of one size as one (D and sqrt(3)*D), and that all others are << them."""
    found = []
    terms = [vector((g, e) for g, e in exps.items() if isinstance(g, str)) for exps, _ in p.monomials()]
    for i, a in enumerate(terms):
        if a in terms[:i]:
            continue
        others = [as_relation(quotient(x, a)) for x in terms if x != a]
        spend(TURN)
        if Regime.possible(others):
            found.append(([t for t, x in zip(p.terms.items(), terms) if x == a], others))
    return found


def _minimal_relations(given: list[Relation]) -> Regime | None:
    """The regime of several relations, without those that follow from others; None if there is none."""
    relations = list(dict.fromkeys(given))
    spend(TURN)
    if not Regime.possible(relations):
        return None
    for r in sorted(relations, key=lambda r: -len(r.exponents)):
        spend(TURN)
        rest = [x for x in relations if x != r]
        known = {n for x in rest for n, _ in x.exponents}  # a name the rest does not hold would count as a constant
        if {n for n, _ in r.exponents} <= known and Regime.of(rest).below(r.exponents):
            relations = rest
    return Regime.of(relations)


def as_relation(v: Vector) -> Relation:
    """Small << large with whole exponents without common divisor."""
    scale = Fraction(math.lcm(*(e.denominator for _, e in v)), 1)
    divisor = math.gcd(*(int(e * scale) for _, e in v))
    whole = [(n, e * scale / divisor) for n, e in v]
    return Relation(vector((n, e) for n, e in whole if e > 0), vector((n, -e) for n, e in whole if e < 0))


# -- without a regime --------------------------------------------------------------------------------------------------


@visible
@final
@dataclass(frozen=True)
class Bounds:
    """lower <= expression <= upper at all positive values."""

    lower_core: Ratio
    upper_core: Ratio

    lower = expressed("lower_core", "The bound below.")
    upper = expressed("upper_core", "The bound above.")

    def __str__(self) -> str:
        return f"between {self.lower_core} and {self.upper_core}"

    __repr__ = __str__


@told
def bounds_free(expr: AmountLike) -> Bounds:
    """Bounds that need no regime: every sum lies between its largest term and that times the number of terms.

    >>> from symroof.symbols import dims
    >>> B, D, F = dims("B D F")
    >>> bounds_free(B*D*F/(B*D + D*F + B*F))
    between Min(B, D, F)/3 and Min(B, D, F)
    """
    r = expr if isinstance(expr, Ratio) else core(expr)
    if not r.is_posynomial_ratio:
        raise Unsupported(f"bounds of {r} without a regime need terms of one sign")
    unsure = [a for a in r.atoms if lower(a) is None]
    if unsure:
        raise Unsupported(f"bounds of {r} without a regime need terms of one sign: {unsure[0]} may be below 0")
    tops = [Ratio(Poly(r.num.ring, {m: c})) for m, c in r.num.terms.items()]
    bottoms = [Ratio(Poly(r.den.ring, {m: c})) for m, c in r.den.terms.items()]
    if len(tops) == 1:
        middle = build("min", [tops[0] / b for b in bottoms])
    elif len(bottoms) == 1:
        middle = build("max", [t / bottoms[0] for t in tops])
    else:
        middle = build("max", tops) / build("max", bottoms)
    below, above = middle / len(bottoms), middle * len(tops)
    tried_bounds(below, r, above, ("bounds_free(", ")"))
    return Bounds(below, above)

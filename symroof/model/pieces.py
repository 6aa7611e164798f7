"""The runs of one size in which an operation under a mesh takes the same plans, exactly, all other sizes being numbers.

Costs are then quotients of polynomials in that size.  Which plan is taken can change only where two costs are equal;
between two such sizes it is found out by asking at one.

>>> from symroof.model.ops import op
>>> o = op("A[I, J_X] * B[J, K] -> C[I, K]", dtype="bf16", mesh="X=4", I=4096, K=4096)
>>> [(first, *map(str, plans)) for first, plans in runs(o, "J")]
[(1, 'AllGather_X A'), (8192, 'AllReduce_X C')]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from symroof.algebra.ratios.posynomial import Number, Poly, Ratio
from symroof.algebra.signs.roots import positive_roots, primitive
from symroof.errors import Inconclusive
from symroof.model.search import busy

if TYPE_CHECKING:
    from symroof.model.ops import Op
    from symroof.model.plan import Plan

MOST_STARTS = 256  # of sizes at which two costs are equal
MOST_RUNS = 32  # of one size, beyond which an answer would be no answer
Value = Callable[[int], Fraction]


def runs(o: Op, name: str) -> list[tuple[int, tuple[Plan | None, ...]]] | None:
    """The first size of each run, and the plan of each step there (None: nothing to choose).

    None where a cost depends on another symbol too or is no quotient of polynomials.  Raises Inconclusive where the
    plan changes, or might, at more sizes than are worth telling.
    """
    choosers = [_chooser(s, name) for s in (o.steps or (o,))]
    if any(c is None for c in choosers):
        return None
    known = [c for c in choosers if c is not None]
    starts = sorted({1}.union(*(starts for starts, _ in known)))
    if len(starts) > MOST_STARTS:
        raise Inconclusive(f"the plan may change at {len(starts)} sizes of {name}")
    found: list[tuple[int, tuple[Plan | None, ...]]] = []
    for n in starts:
        plans = tuple(taken(n) for _, taken in known)
        if not found or list(map(str, found[-1][1])) != list(map(str, plans)):
            found.append((n, plans))
    if len(found) > MOST_RUNS:
        raise Inconclusive(f"the plan changes at {len(found) - 1} sizes of {name}")
    return found


def _chooser(s: Op, name: str) -> tuple[set[int], Callable[[int], Plan | None]] | None:
    """The sizes at which another plan may be taken, and the one taken at a size."""
    if s.choice is None or s.choice.work is None or s.plans is None or len(s.plans.plans) == 1:
        plan = s.plan
        return set(), lambda n: plan
    plans = s.plans.plans
    needs = [busy(p) for p in plans]
    starts: set[int] = set()
    for one, other in combinations(needs, 2):
        for a, b in ((a, b) for k, a in one.items() for m, b in other.items() if k == m or {k, m}.isdisjoint(_OWN)):
            gap = _coefficients((a - b).num, name)
            if gap is None:
                return None
            for root in positive_roots(gap) if len(gap) > 1 else ():
                n, whole = root.floor()
                starts |= {n, n + 1} if whole and n else {n + 1}
    values = [{k: _value(r, name) for k, r in n.items()} for n in needs]
    written = _value(s.choice.work, name)

    def taken(n: int) -> Plan:
        here = [{k: f(n) for k, f in v.items()} for v in values]
        left = [i for i, p in enumerate(here) if not any(_beats(q, p) for q in here)]
        own = [i for i in left if here[i]["math"] == written(n)] or left
        return plans[min(own, key=lambda i: (_sent(here[i], plans[i].overlap), here[i]["math"], here[i]["hbm"]))]

    return starts, taken


_OWN = {"math", "hbm"}  # resources that are compared with themselves only


def _beats(q: Mapping[str, Fraction], p: Mapping[str, Fraction]) -> bool:
    return all(p.get(k, 0) >= v for k, v in q.items()) and any(v > q.get(k, 0) for k, v in p.items())


def _sent(needs: Mapping[str, Fraction], overlap: str) -> Fraction:
    sent = [v for k, v in needs.items() if k not in _OWN]
    return sum(sent, Fraction(0)) if overlap == "sum" else max(sent, default=Fraction(0))


def _coefficients(p: Poly, name: str) -> tuple[int, ...] | None:
    """Of a polynomial in one symbol times some product of powers, from the lowest up; None for another."""
    terms: dict[int, Number] = {}
    factors = set()
    for exponents, c in p.monomials():
        power = next((e for g, e in exponents.items() if str(g) == name), 0)
        factors.add(frozenset((g, e) for g, e in exponents.items() if str(g) != name))
        if not isinstance(power, int) or len(factors) > 1 or not all(isinstance(g, str) for g in exponents):
            return None
        terms[power] = c
    low = min(terms, default=0)
    return primitive(Fraction(terms.get(low + i, 0)) for i in range(max(terms, default=0) - low + 1))


def _value(r: Ratio, name: str) -> Value:
    """Its values, but for a factor that all that it is compared with has too: a rate, a width."""
    over, under = (
        [(next((int(e) for g, e in exps.items() if str(g) == name), 0), Fraction(c)) for exps, c in p.monomials()]
        for p in (r.num, r.den)
    )

    def at(n: int) -> Fraction:
        top, bottom = (sum((c * Fraction(n) ** e for e, c in terms), Fraction(0)) for terms in (over, under))
        return top / bottom

    return at

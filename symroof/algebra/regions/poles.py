"""Where a question divides by 0: no value of the unknown is in a region there, whatever stands around the quotient.

A question is solved on the way from its outside in, and what is multiplied out or not chosen of a maximum is seen no
more.  So poles are looked for in the question itself: those of other symbols become conditions; those of the unknown
that stand inside of a function are cut out of the region, others the ways to answer leave out by themselves.

>>> from symroof.algebra.ratios.posynomial import build, gen, ratio
>>> from symroof.algebra.regions.region import answer
>>> B, W = gen("B"), gen("W")
>>> print(answer(build("max", [B, 1 / (B - 3)]), ratio(2), "B", strict=False))
B in [2, 3) or (3, oo)
>>> print(answer(B / build("floor", [W]), ratio(4), "B", strict=False))
B >= 4*floor(W) when 0 < floor(W)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from symroof.algebra.ratios.fold import all_atoms, changes, demanded, inside
from symroof.algebra.ratios.needs import POLES
from symroof.algebra.ratios.posynomial import Need, Ratio, build, product, ratio, term
from symroof.algebra.regions import kinds
from symroof.algebra.regions.axis import and_above
from symroof.algebra.regions.composite import combined, is_absolute
from symroof.algebra.regions.domain import within
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.overlay import line_of, order
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.condition import Condition, both, condition, implies
from symroof.algebra.signs.factor import factors
from symroof.algebra.signs.positivity import is_positive
from symroof.algebra.signs.sign import sign_of
from symroof.errors import Inconclusive, Unsupported
from symroof.records import replace


def without_poles(made: Threshold) -> Threshold:
    """An answer without the values at which its question divides by 0.

    Raises Inconclusive or Unsupported where these are not found, or the condition has no printed form.
    """
    found: dict[Ratio, bool] = {}
    if made.verdict == "never":
        return made
    gap = made.expr - made.level
    for side in (made.expr, made.level):
        for u, deep in _divisors(side, False):
            found[u] = found.get(u, False) or deep or _gone(u, gap)
    return _without(made, found)


def _gone(u: Ratio, gap: Ratio) -> bool:
    """Whether a divisor is no longer one of the difference of the sides."""
    told = {d for d, deep in _divisors(gap, False) if not deep}
    if u in told or u.atoms:
        return u not in told
    left = {f for f, _ in factors(gap.den)}
    return any(f not in left and not _has_sign(f) for f, _ in factors(u.num))


def where_needed(made: Threshold, needed: Iterable[Need]) -> Threshold:
    """An answer where what its question has lost on the way had a value; see ``ratios.needs``.

    >>> from symroof import threshold
    >>> threshold("(sqrt(B - 5) + 1)*(sqrt(B - 5) - 1)", "B", at_most=7), threshold("B + 0/(B - 3)", "B", over=2)
    (B in [5, 13], B in [2, 3) or (3, oo))
    """
    base = made.but(sense=">" if made.strict else ">=", region="open", when=None, always=None, said=())
    real = {u: relation == ">" for u, relation in needed if relation not in POLES}
    if real:
        made = within(base, made, real)
    if made.verdict == "never":
        return made
    gap = made.expr - made.level
    return _without(made, {u: _gone(u, gap) for u, relation in needed if relation in POLES})


def _without(made: Threshold, found: Mapping[Ratio, bool]) -> Threshold:
    """An answer without the zeros of some divisors, each told whether other ways to answer do not leave them out."""
    out = made
    # these are numbers, or one of their sides, for a while: where that makes 0 of what is divided, the pole is not seen
    vanishing = any(changes(a, made.name) for r in (made.expr, made.level) for a in all_atoms(r))
    for u, deep in found.items():
        if not _has_sign(u):
            own = _others(u, made.name)
            out = out if own is None else _where_not_zero(out, own, u)
            deep = (
                deep
                or vanishing
                or out.verdict == "always"
                or any(not a.row.continuous and inside(a, made.name) for a in u.atoms)
            )
            out = _cut(out, u) if deep and made.name in u.names else out
    return out if out is made else out.but(said=tuple(n for n in out.said if not n.startswith("where ")))


def _has_sign(u: Ratio) -> bool:
    return sign_of(u).mark in "+-"


def _divisors(r: Ratio, deep: bool) -> Iterator[tuple[Ratio, bool]]:
    """What a ratio divides by, as far as that is not above 0 at sight, and whether it stands inside of a function.

    What is divided by under a root is asked where roots are; the cases of a choice need have a value only where chosen.
    """
    if not (r.den.is_posynomial and not r.den.ring.atoms):
        yield Ratio(r.den), deep
    terms = [exps for p in (r.num, r.den) if p.ring.atoms for exps, _ in p.monomials()]
    for g in dict.fromkeys(g for exps in terms for g, e in exps.items() if e < 0):
        if not isinstance(g, str) and not is_positive(g) and (demanded(g) or (g, True))[1]:
            yield Ratio(term({g: 1})), deep
    for a in r.atoms:
        for x in a.evaluated:
            yield from _divisors(x, True)


def _others(u: Ratio, name: str) -> Ratio | None:
    """The part of a divisor that may be 0 and in which the unknown does not stand; None where there is none."""
    if u.atoms and name not in u.names:
        return u
    kept = [f for f, _ in factors(u.num) if name not in f.names and not _has_sign(f)]
    return product(kept) if kept else None


def _where_not_zero(made: Threshold, u: Ratio, whole: Ratio) -> Threshold:
    """The answer where the part of a divisor is not 0; as it is where its conditions say so already."""
    ways = _ways(u)
    if not ways:
        return made.but(region="never", when=None, always=None)
    if _says(made, ways) or (whole is not u and made.name not in whole.names and _says(made, _ways(whole))):
        return made
    try:
        either = both(ways, "or")
        assert either is not None
        return and_above(made, either)
    except Unsupported:  # "and" and "or" in one condition: as one inequality
        return and_above(made, condition(build("max", [u, -u]), "> 0"))


def _ways(u: Ratio) -> list[Condition]:
    """The inequalities of which one holds where something is not 0."""
    side = sign_of(u)
    low = side.low or [u] == [Ratio(term({a: 1})) for a in u.atoms if is_absolute(a)]
    return [condition(r, "> 0") for r, out in ((u, side.high), (-u, low)) if not out]


def _says(made: Threshold, ways: list[Condition]) -> bool:
    """Whether wherever there is something in the region, one of several inequalities holds."""
    if made.when is not None and made.always is None and _told(made.when, ways):
        return True
    if made.between or made.joined:
        told = [p.verdict == "never" or _says(p, ways) for p in made.inner]
        return any(told) if made.joined == "and" else all(told)
    each = [c for c in (made.when, made.always) if c is not None]
    return made.verdict == "when" and made.when is not None and all(_told(c, ways) for c in each)


def _told(c: Condition, ways: list[Condition]) -> bool:
    """Whether one of several inequalities follows from a condition."""
    parts = [replace(c, rest=()), *c.rest]
    told = [any(implies(p, w) for w in ways) for p in parts]
    return any(told) if c.joined == "and" else all(told)


def _cut(made: Threshold, u: Ratio) -> Threshold:
    """The answer without the values of the unknown at which something is 0."""
    beside = [crossing(r, ratio(0), made.name, settled=True).but(expr=made.expr, level=made.level) for r in (u, -u)]
    if _beside(made, [r for t in beside for r in (t, *(t.inner if t.joined != "and" else ()))]):
        return made
    base = made.but(sense=">" if made.strict else ">=", region="open", when=None, always=None, said=())
    domain = combined(base, beside, every=False)  # of the answer itself it would have the conditions
    if domain.verdict == "always":
        return made
    return combined(base, [made, domain], every=True).but(said=made.said, strict=made.strict)


def _beside(made: Threshold, rays: list[Threshold]) -> bool:
    """Whether an answer leaves a pole out by itself: whatever part of it holds lies within a ray that begins there."""
    if made.between or made.joined:
        told = [p.verdict == "never" or _beside(p, rays) for p in made.inner]
        return any(told) if made.joined == "and" else all(told)
    return made.always is None and any(_same_ray(made, r) for r in rays)


def _same_ray(t: Threshold, other: Threshold) -> bool:
    """Whether two rays, of which the one may be under a condition, go the same way from the same end."""
    if t.sense != other.sense or other.when is not None or other.always is not None:
        return False
    if t.region == other.region:
        return True
    if isinstance(t.region, str | kinds.Intervals | kinds.Joined | kinds.Between):
        return False
    try:
        (first, *more), (second, *others) = (line_of(x.but(when=None))[0] for x in (t, other))
        return not (more or others or order(first[0], second[0]))
    except (Inconclusive, Unsupported, ValueError):
        return False

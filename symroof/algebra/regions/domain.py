"""Where a question has a value: what stands under its roots must not be below 0, what its logarithms take be above 0.

A root is known to the algebra as a generator that is not negative, whatever is under it; so every answer is cut to
the values of the unknown at which both sides are real numbers.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> n, D, half = gen("n"), gen("D"), Fraction(1, 2)
>>> print(crossing(ratio(1), (n - 4) ** half, "n", strict=False))
n in [4, 5]
>>> print(crossing(ratio(1), (n - D) ** half, "n", strict=False))
n <= 1 + D and n >= D
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symroof.algebra.ratios.fold import demanded
from symroof.algebra.ratios.needs import rooted
from symroof.algebra.ratios.posynomial import Atom, Ratio, exact, gen, ratio
from symroof.algebra.regions.axis import does
from symroof.algebra.regions.composite import combined
from symroof.algebra.regions.kinds import Edge, Found
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.overlay import Line, in_numbers, line_of, order, sizes_of
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.closed import Root
from symroof.algebra.signs.sign import sign_of
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.symbols import is_size

Needed = dict[Ratio, bool]  # what must not be below 0; whether it must not be 0 either


def where_real(base: Threshold, made: Threshold) -> Threshold:
    """An answer without the values at which a side has none.

    Raises SymroofError where there is no value at all, Inconclusive or Unsupported where that is not found out.
    """
    return within(base, made, _needed(base))


def where_defined(base: Threshold) -> Threshold:
    """Where what stands under the roots of a question is not below 0, and in its logarithms above."""
    return _domain(base, _needed(base))


def within(base: Threshold, made: Threshold, asked: Needed) -> Threshold:
    """An answer where several ratios are not below 0, or above; raises as ``where_real`` does."""
    domain = _domain(base, asked)
    if domain.verdict == "always":
        return made
    whole = combined(base, [made.but(expr=base.expr, level=base.level), domain], every=True)
    return _at_ends(base, whole, domain).but(strict=base.strict, said=made.said)


def _needed(base: Threshold) -> Needed:
    asked: Needed = {}
    for side in (base.expr, base.level):
        for u, strict in _asked(side):
            asked[u] = asked.get(u, False) or strict
    return asked


def _domain(base: Threshold, asked: Needed) -> Threshold:
    """Where several ratios are not below 0, or above; raises SymroofError where all of them are nowhere."""
    needed = {u: strict for u, strict in asked.items() if not _proved(u, strict)}
    if not needed:
        return base.but(region="always")
    regions = [
        crossing(u, ratio(0), base.name, strict=strict, settled=True).but(expr=base.expr, level=base.level)
        for u, strict in needed.items()
    ]
    domain = combined(base, regions, every=True)
    if domain.verdict == "never":
        raise SymroofError(f"no value at any {base.name}: {_in_words(needed)}")
    return domain


def _in_words(needed: Needed) -> str:
    fixed = next((u for u in needed if not u.names), None)
    if fixed is not None:
        return f"a root or logarithm is taken of {fixed}"
    return "its roots and logarithms need " + " and ".join(f"{u} {'>' if s else '>='} 0" for u, s in needed.items())


def _at_ends(base: Threshold, made: Threshold, domain: Threshold) -> Threshold:
    """The same in numbers, asked anew where a root is 0: the algebra takes it to be above, as in ceil(sqrt(n - 4))."""
    if {*base.expr.names, *base.level.names} - {base.name} or not in_numbers(domain):
        return made
    for x in _ends(domain):
        has = _has(made, x)
        if has is None or has is does(base, exact(x)):
            continue
        sides = [crossing(gen(base.name), ratio(exact(x)), base.name, settled=True),
                 crossing(ratio(exact(x)), gen(base.name), base.name, settled=True)]  # fmt: skip
        if has:
            made = combined(base, [made, combined(base, sides, every=False)], every=True)
        else:
            point = [s.but(sense=s.sense + "=") for s in sides]
            made = combined(base, [made, combined(base, point, every=True)], every=False)
    return made


def _ends(t: Threshold) -> list[Fraction]:
    """The rational ends of a region in numbers; of sizes the first and last of each run."""
    if is_size(t.name):
        return [Fraction(n) for run in sizes_of(t) for n in run if n is not None]
    return [x for edge, _ in _line(t)[0] if (x := _rational(edge)) is not None]


def _rational(edge: Edge) -> Fraction | None:
    return edge if isinstance(edge, Fraction) else None if isinstance(edge, Root | Found) else edge.fraction()


def _has(t: Threshold, x: Fraction) -> bool | None:
    """Whether a region in numbers has one in it; None where its ends are not known exactly."""
    if t.verdict != "when":
        return t.verdict == "always"
    if not in_numbers(t):
        return None
    if is_size(t.name):
        return any(a <= x and (b is None or x <= b) for a, b in sizes_of(t))
    edges, between_ = _line(t)
    for (edge, there), before in zip(edges, between_):
        side = order(edge, x)
        if side >= 0:
            return before if side else there
    return between_[-1] if edges else None


def _line(t: Threshold) -> Line:
    """The truth along the axis; without edges where these are not known exactly."""
    try:
        return line_of(t)
    except (Inconclusive, Unsupported):
        return [], [False]


def _proved(u: Ratio, strict: bool) -> bool:
    side = sign_of(u)
    return side.low and (not side.zero or not strict)


def _asked(r: Ratio) -> Iterator[tuple[Ratio, bool]]:
    """What is under the roots and in the logarithms of a ratio, and whether it must not be 0.

    What stands deeper is asked where that is asked about; what stands in the cases of a choice need have a value only
    where it is chosen.
    """
    yield from rooted(r)
    for a in r.atoms:
        found = demanded(a)
        if found is not None:
            yield found[0], found[1] or _divides(r, a)
        else:
            for x in a.evaluated:
                yield from _asked(x)


def _divides(r: Ratio, a: Atom) -> bool:
    """Whether a ratio is divided by a root: it is in some term above to a negative power, or what is under it below."""
    if any(Fraction(exps.get(a, 0)) < 0 for exps, _ in r.num.monomials()):
        return True
    return r.den.constant() is None and (Ratio(r.den) / a.args[0]).den.constant() is not None

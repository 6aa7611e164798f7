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
from symroof.algebra.ratios.posynomial import Atom, Ratio, ratio
from symroof.algebra.regions.asking import crossing
from symroof.algebra.regions.composite import combined
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.signs.sign import sign_of
from symroof.errors import SymroofError

Needed = dict[Ratio, bool]  # what must not be below 0; whether it must not be 0 either


def where_real(base: Threshold, made: Threshold) -> Threshold:
    """An answer without the values at which a side has none.

    Raises SymroofError where there is no value at all, Inconclusive or Unsupported where that is not found out.
    """
    asked: Needed = {}
    for side in (base.expr, base.level):
        for u, strict in _asked(side):
            asked[u] = asked.get(u, False) or strict
    needed = {u: strict for u, strict in asked.items() if not _proved(u, strict)}
    if not needed:
        return made
    regions = [
        crossing(u, ratio(0), base.name, strict=strict, settled=True).but(expr=base.expr, level=base.level)
        for u, strict in needed.items()
    ]
    domain = combined(base, regions, every=True)
    if domain.verdict == "never":
        shown = " and ".join(map(str, needed))
        raise SymroofError(f"no value at any {base.name}: {shown}, under a root or in a logarithm, would be below 0")
    if made.verdict == "never" or domain.verdict == "always":
        return made
    if made.verdict == "always":
        return domain.but(strict=base.strict, said=made.said)
    whole = combined(base, [made.but(expr=base.expr, level=base.level), domain], every=True)
    return whole.but(strict=base.strict, said=made.said)


def _proved(u: Ratio, strict: bool) -> bool:
    side = sign_of(u)
    return side.low and (not side.zero or not strict)


def _asked(r: Ratio) -> Iterator[tuple[Ratio, bool]]:
    """What is under the roots and in the logarithms of a ratio, and whether it must not be 0.

    What stands deeper is asked where that is asked about; what stands in the cases of a choice need have a value only
    where it is chosen.
    """
    for a in r.atoms:
        found = demanded(a)
        if found is not None:
            yield found[0], found[1] or _divides(r, a)
        else:
            for x in a.args[:2] if a.kind.startswith("if") else a.args:
                yield from _asked(x)


def _divides(r: Ratio, a: Atom) -> bool:
    """Whether a ratio is divided by a root: it is in some term above to a negative power, or what is under it below."""
    if any(Fraction(exps.get(a, 0)) < 0 for exps, _ in r.num.monomials()):
        return True
    return r.den.constant() is None and (Ratio(r.den) / a.args[0]).den.constant() is not None

"""The root that an answer names by its equation, where every other symbol is a number: isolated exactly.

>>> from symroof.algebra.ratios.posynomial import build, gen
>>> n, d = gen("N"), gen("D")
>>> first = Implicit(d * build("log2", [n]) - n, least=1, which="first")
>>> [round(float(located(first, "N", ">", {"D": x})), 4) for x in (2, 8)], located(first, "N", ">", {"D": 1})
([2.0, 1.1], None)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from symroof.algebra.ratios.needs import put_in
from symroof.algebra.ratios.posynomial import Number, Ratio, exact, gen, ratio
from symroof.algebra.regions.axis import side_at
from symroof.algebra.regions.kinds import Edge
from symroof.algebra.regions.overlay import line_of, order
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.closed import Implicit
from symroof.algebra.signs.condition import Condition
from symroof.algebra.signs.constant import sign_at
from symroof.algebra.signs.positivity import positive
from symroof.errors import DividesByZero, Inconclusive

_REAL = "K"  # by convention any positive number: a root between two sizes is one too


def located(root: Implicit, name: str, sense: str, values: Mapping[str, Number]) -> Edge | None:
    """The root of an answer ``name sense root`` at these numbers; None where its equation has none, or no value.

    Raises Inconclusive where there are others beside it, and what the question in numbers does.
    """
    try:
        gap = put_in(root.gap, values).subs({name: gen(_REAL)})
    except DividesByZero:
        return None
    inside = (sense[0] == ">") is (root.which != "last")  # a gap that only touches 0 is above it, or below, elsewhere
    edges = _edges(gap, strict=not inside)
    found = [e for e in edges if order(e, Fraction(root.least)) >= 0]
    if len(found) > (1 if root.which == "one" else 2):
        raise Inconclusive(f"{gap} = 0 has {len(found)} roots, and {root.text()} is said to be one of fewer")
    return None if not found else found[-1] if root.which == "last" else found[0]


def rises(root: Implicit, name: str, sense: str, values: Mapping[str, Number]) -> bool:
    """Whether the gap passes from below 0 to above at the root of an answer ``name sense root``."""
    edge = located(root, name, sense, values) if root.which == "one" else None
    if edge is None:
        return sense[0] == ">"
    beyond = edge if isinstance(edge, Fraction) else edge.bracket()[1]
    return side_at(put_in(root.gap, values), name, exact(2 * beyond)) > 0


@lru_cache(maxsize=64)  # the first root and the last are asked of one gap
def _edges(gap: Ratio, strict: bool) -> Sequence[Edge]:
    """Where a gap in one number passes or touches 0, in ascending order: no poles."""
    edges = _ends(gap, strict)
    poles = [] if positive(gap.den) else [p for way in (False, True) for p in _ends(Ratio(gap.den), way)]
    return [e for e in edges if all(order(e, p) for p in poles)]


def _ends(gap: Ratio, strict: bool) -> list[Edge]:
    return [e for e, _ in line_of(crossing(gap, ratio(0), _REAL, strict=strict, settled=True))[0]]


def fulfilled(c: Condition, values: Mapping[str, Number]) -> bool:
    """Whether a condition holds at numbers, also between two sizes; not where it has no value."""
    side = sign_at(c.right - c.left, values)
    own = side is not None and (side > 0 or (side == 0 and c.relation == "<="))
    others = [fulfilled(x, values) for x in c.rest]
    return all([own, *others]) if c.joined == "and" else any([own, *others])

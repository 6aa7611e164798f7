"""Maxima and minima inside each other, compared branch by branch instead of order by order of all their arguments.

| question              | it is so where                                                                          |
|-----------------------|-----------------------------------------------------------------------------------------|
| max(x, y) + r >= b    | x + r >= b or y + r >= b                                                                |
| min(x, y) + r >= b    | x + r >= b and y + r >= b                                                               |
| a >= max(x, y) + r    | a >= x + r and a >= y + r                                                               |
| a >= min(x, y) + r    | a >= x + r or a >= y + r                                                                |
| any other a >= b      | a - b >= 0, where x - y >= 0 of the maxima and minima x in a, y in b of which that holds |

An extremum times something above 0 is that of its arguments times it; times something below 0 it is the other one.
Two branches are asked about once, so the work is that of pairs of branches, where cases double with each level.

>>> from symroof.algebra.ratios.posynomial import build, gen
>>> B, D, F = gen("B"), gen("D"), gen("F")
>>> one = build("max", [D, build("min", [F, B])])
>>> branch_by_branch(build("max", [D, build("min", [2 * F, 2 * one])]), one), branch_by_branch(one, B)
(True, False)
"""

from __future__ import annotations

from typing import NamedTuple

from symroof.algebra.ratios.budget import OutOfTime, spend
from symroof.algebra.ratios.posynomial import Gen, Number, Ratio, term
from symroof.algebra.signs.positivity import Facts, is_positive, nonnegative
from symroof.algebra.signs.sign import sign
from symroof.errors import SymroofError

MOST = 4000  # pairs of branches that are compared
FEW = 9  # pairs of maxima and minima in one difference


def branch_by_branch(a: Ratio, b: Ratio, strict: bool = False) -> bool:
    """Whether a >= b (a > b) is proved for all sizes and parameters by the branches of their maxima and minima."""
    try:
        return _Orders(strict).above(a, b)
    except OutOfTime:
        raise
    except SymroofError:  # a power that has no rule: nothing is said
        return False


class _Branches(NamedTuple):
    """A sum that is the largest (or smallest) of several."""

    largest: bool
    of: tuple[Ratio, ...]


class _Orders:
    """What was found of pairs of branches in one question."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.known: dict[tuple[Ratio, Ratio], bool] = {}

    def above(self, a: Ratio, b: Ratio) -> bool:
        found = self.known.get((a, b))
        if found is None:
            if len(self.known) >= MOST:
                return False
            spend()
            self.known[a, b] = False  # until it is found
            found = self.known[a, b] = self._compared(a, b)
        return found

    def _compared(self, a: Ratio, b: Ratio) -> bool:
        left, right = _branches(a), _branches(b)
        if left is not None and not left.largest:
            return all(self.above(x, b) for x in left.of)
        if right is not None and right.largest:
            return all(self.above(a, y) for y in right.of)
        if left is not None and any(self.above(x, b) for x in left.of):
            return True
        if right is not None and any(self.above(a, y) for y in right.of):
            return True
        return self._by_difference(a, b)

    def _by_difference(self, a: Ratio, b: Ratio) -> bool:
        gap = a - b
        below = sign(gap.den, quick=True)
        if below.zero:
            return False
        h = gap.num if below.low else -gap.num
        facts = self._in_order(a, b)
        return nonnegative(h, facts, self.strict, quick=not facts) is not None

    def _in_order(self, a: Ratio, b: Ratio) -> Facts:
        """The differences of maxima and minima of both that are not below 0."""
        pairs = [(x, y) for x in a.atoms for y in b.atoms if x != y and x.row.extreme and y.row.extreme]
        orders = _Orders(strict=False) if self.strict else self
        terms = [(Ratio(term({x: 1})), Ratio(term({y: 1}))) for x, y in pairs[:FEW]]
        return tuple((x - y).num for x, y in terms if orders.above(x, y))


def _branches(r: Ratio) -> _Branches | None:
    """A sum with a maximum or minimum in one of its terms as that of several sums; None where it is not that."""
    if r.den.constant() != 1:
        return None
    held = [(exps, c) for exps, c in r.num.monomials() if any(not isinstance(g, str) and g.row.extreme for g in exps)]
    if len(held) != 1:
        return None
    ((exps, c),) = held
    (atom, power), *others = [(g, e) for g, e in exps.items() if not isinstance(g, str) and g.row.extreme]
    shared: dict[Gen, Number] = {g: e for g, e in exps.items() if g != atom}
    if others or power != 1 or not all(map(is_positive, shared)):
        return None
    rest, times = r - Ratio(term(exps, c)), Ratio(term(shared, c))
    return _Branches((atom.row.extreme > 0) == (c > 0), tuple(rest + times * x for x in atom.args))


__all__ = ["branch_by_branch"]

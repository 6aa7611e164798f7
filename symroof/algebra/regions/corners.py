"""The ends of questions in numbers with roundings that bounds of each term do not tell: all corners alike.

A rounding lies between two numbers 1 apart.  Each corner is the question with every power of a rounding at one end of
what it may be; where all corners are above 0 from a place on, or all below, so is what has the roundings.

>>> from symroof.algebra.ratios.posynomial import build, gen
>>> K = gen("K")
>>> Corners("K").of((build("floor", [K]) - K) * (K - K**2))  # at 0 and at 1 below K
[0, K**2 - K]
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import final

from symroof.algebra.ratios.budget import OutOfTime, spend
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Poly, Ratio, build, ratio, term
from symroof.algebra.regions.axis import stepped
from symroof.algebra.regions.envelope import Beyond
from symroof.algebra.regions.implicit import between
from symroof.algebra.signs.sign import sign
from symroof.errors import SymroofError, Unsupported

MOST = 16  # corners of one question
STARTS = (64, 1024, 1 << 20)
Change = tuple[int | Fraction, bool]  # a place, and the answer from there on


@final
class Corners:
    """Ratios without roundings, the corners of sums with them: of which sign all are, of that sign is such a sum.

    Each power of a rounding, as floor(u)**2, is taken for a number of its own between what it is at both ends of the
    rounding; so is each power of a root or logarithm of what holds roundings, between what it is at the corners of
    that.  No term holds two powers of one function, so that in each of these numbers the sum is affine while the
    others stay: it is largest at an end of the first, there at an end of the second, and so on, that is at a corner,
    and so is the least.  (Powers other than the first rise or fall where what is raised is above 0; roots and
    logarithms always rise where they have a value.)
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.above: dict[Ratio, None] = {}  # what has to be above 0 for that

    def of(self, r: Ratio) -> list[Ratio]:
        """Those of a ratio over what holds no rounding; Unsupported of others, and of too many corners."""
        todo, out = [r], list[Ratio]()
        while todo:
            spend()
            here = todo.pop()
            if any(stepped(a, self.name) for a in Ratio(here.den).atoms):
                raise Unsupported(f"{here} is divided by a rounding")
            powers = {(a, e) for exps, _ in here.num.monomials() for a, e in exps.items()
                      if isinstance(a, Atom) and stepped(a, self.name)}  # fmt: skip
            several = sorted(powers, key=str)
            ends = [self.ends(a, e) for a, e in several]
            if len(out) + len(todo) + math.prod(map(len, ends)) > MOST:
                raise Unsupported(f"{r} has too many corners")
            if not several:
                out.append(here)
                continue
            for at in itertools.product(*ends):
                todo.append(_with_powers(here.num, dict(zip(several, at))) / Ratio(here.den))
        return out

    def ends(self, a: Atom, e: Number) -> list[Ratio]:
        """Ratios, perhaps with roundings, between the least and the greatest of which a function lies."""
        if a.row.rounds:
            if e != 1:
                self.above |= dict.fromkeys(self.of(between(a)[0]))
            return [*between(a)]
        if not (a.row.radicand or a.row.logarithm):
            raise Unsupported(f"{a} is no rounding, root or logarithm")
        inner = self.of(a.args[0])
        made = inner if a.row.radicand else [build(a.kind, [x]) for x in inner]
        self.above |= dict.fromkeys([*inner, *(made if a.row.logarithm and e != 1 else ())])
        return made


def last_of_corners(gap: Ratio, name: str, ask: Callable[[Ratio, bool], Change | None]) -> Change | None:
    """Where the last corner changes and the answer from there on, where that is one for all; None elsewhere.

    ``ask`` tells the same of one ratio, of whether it is above 0 (True) or as the question says (False).
    """
    made, found = Corners(name), list[Change]()
    if sign(gap.den).mark != "+":
        return None
    try:
        values = made.of(Ratio(gap.num))
    except OutOfTime:
        raise
    except SymroofError:
        return None
    for r, above in [*((r, False) for r in values), *((r, True) for r in made.above)]:
        last = _sign_far_out(r, name) or ask(r, above)
        if last is None or last[1] is not (above or (found or [last])[0][1]):
            return None
        found.append(last)
    return max(n for n, _ in found), found[0][1]


def _sign_far_out(r: Ratio, name: str) -> tuple[int, bool] | None:
    """A place from which on a ratio is above 0 (True) or below, by bounds of its functions; None where they differ."""
    for start in STARTS:
        beyond = Beyond(name, start)
        try:
            low, high = beyond.ratio(r)
            for way, truth in ((low, True), (-high, False)):
                if beyond.above(way):
                    return start, truth
        except OutOfTime:
            raise
        except SymroofError:
            continue
    return None


def _with_powers(p: Poly, made: Mapping[tuple[Gen, Number], Ratio]) -> Ratio:
    """A sum with powers of generators replaced, each by that power of something else."""
    out = ratio(0)
    for exps, c in p.monomials():
        piece = Ratio(term({g: e for g, e in exps.items() if (g, e) not in made}, c))
        for g, e in exps.items():
            if (g, e) in made:
                piece = piece * made[g, e] ** e
        out = out + piece
    return out

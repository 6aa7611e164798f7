"""The numbers above 0 that do, of any question with logarithms and roots in it, every change of sign isolated.

Above and below of a ratio are asked one after the other, so that a pole is a root of what stands below:

| where                      | what tells                                                                      |
|----------------------------|---------------------------------------------------------------------------------|
| beyond 2**k, before 2**-k  | bounds with no function but log2(x) (``envelope``), of x and of 1/x                |
| a stretch between          | an enclosure that keeps away from 0: no root                                    |
| the same, halved so far    | an enclosure of the slope that does: one root where the signs at the ends differ |

A sum that touches 0 without passing it is refused: no enclosure tells that from one that comes close.

>>> from symroof.algebra.ratios.posynomial import build, gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> k = gen("K")
>>> print(crossing((8 * k + 1) ** Fraction(1, 2), 2 * build("log2", [k]) + 2, "K", strict=False))
K in (0, 2.304] or [7.528, oo)
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple, final

from symroof.algebra.ratios.budget import in_brief, spend
from symroof.algebra.ratios.evaluation import Between, enclosure
from symroof.algebra.ratios.fold import fold
from symroof.algebra.ratios.posynomial import Poly, Ratio, exact, gen, term
from symroof.algebra.regions.axis import assembled, by_power, good, lifted, side_at
from symroof.algebra.regions.envelope import WAYS, Beyond
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.shape import derivative
from symroof.algebra.signs.mixed import BITS, Ends, MixedRoot, middle, shortest
from symroof.algebra.signs.positivity import is_positive
from symroof.decimals import general
from symroof.errors import Inconclusive, SymroofError, Unsupported

STARTS = (6, 20, 60, 250, 1000)  # powers of two beyond which, and below whose reciprocals, bounds are asked
MOST = 400  # enclosures of one sum
LONG = 6  # terms of a slope that take as long as another enclosure
CLOSEST = 40  # bits to which a stretch is halved before it is given up
SMOOTH = 1 << 12  # of a stretch its length, as a share of where it is, from which on a secant is tried
APART = 400  # halvings that tell a root above from one below
BITS_OF_A_STRETCH = 96


def by_isolation(base: Threshold, gap: Ratio, why: SymroofError) -> Threshold:
    """The region of a question about a number with all others bound; raises why where enclosures do not tell."""
    if in_brief():
        raise why
    try:
        return assembled(base, *truths(base, gap))
    except (Unsupported, Inconclusive):
        raise why from None


def truths(
    base: Threshold, gap: Ratio, left: Fraction | None = None, right: Fraction | None = None
) -> tuple[list[MixedRoot], list[bool]]:
    """The places inside of a stretch where a gap passes 0, and whether the question holds before, at, after each.

    Raises Inconclusive or Unsupported where enclosures do not tell them.
    """
    above, below = (roots_between(Sum(p, base.name), left, right) for p in lifted(gap, lambda g: not is_positive(g)))
    found = in_order(above, below)
    places = [at for at, _ in found]
    truth = [good(base, side_at(gap, base.name, x)) for x in _between(places, left, right)]
    for k, (_, pole) in enumerate(found):
        truth.insert(2 * k + 1, not pole and good(base, 0))
    return places, truth


def _between(places: list[MixedRoot], left: Fraction | None, right: Fraction | None) -> list[Fraction]:
    """A number of the stretch in front of the first place, between each two, behind the last."""
    if left is None:
        left = (places[0].lo if places else Fraction(1) if right is None else right) / 2
    if right is None:
        right = 2 * (places[-1].hi if places else left)
    return [(a + b) / 2 for a, b in pairwise([left, *(x for at in places for x in (at.lo, at.hi)), right])][::2]


@final
class Sum(NamedTuple):
    """A sum in one number, asked for its sign: what a root knows of where it comes from."""

    poly: Poly
    name: str

    def sign(self, u: Fraction) -> int:
        """The exact sign at a positive rational."""
        return side_at(Ratio(self.poly), self.name, u)

    def sign_at_root(self, x: int, power: int) -> int:
        """The same; the roots of sums are numbers of their own, not powers of others."""
        assert power == 1
        return self.sign(Fraction(x))

    def closer(self, lo: Fraction, hi: Fraction, below: int, bits: int) -> Ends:
        """Rationals about 2**-bits apart, relative to them, around the one root between two; below: the sign at lo."""
        while (hi - lo) * (1 << bits) > lo:
            spend()
            guess = self._by_secant(lo, hi, below) if (hi - lo) * SMOOTH < lo else None
            if guess is not None:
                lo, hi = guess
            mid = middle(lo, hi) if hi > 2 * lo else (lo + hi) / 2
            side = self.sign(mid)
            if not side:
                return mid, mid
            lo, hi = (mid, hi) if side == below else (lo, mid)
        return lo, hi

    def _by_secant(self, lo: Fraction, hi: Fraction, below: int) -> Ends | None:
        """Rationals around where the secant passes 0, apart by the square of what they were, if signs agree."""
        share = (hi - lo) / lo
        digits = 2 * (share.denominator.bit_length() - share.numerator.bit_length()) + 8
        try:
            a, b = (sum(enclosure(Ratio(self.poly), {self.name: x}, 2 * digits)) for x in (lo, hi))
        except SymroofError:
            return None
        if a == b:
            return None
        scale = 1 << (digits + max(0, lo.denominator.bit_length() - lo.numerator.bit_length()))
        near = Fraction(round((lo + (hi - lo) * a / (a - b)) * scale), scale)
        slack = max((hi - lo) * share, Fraction(1, scale)) * 4
        ends = near - slack, near + slack
        if not lo < ends[0] < ends[1] < hi:
            return None
        return ends if self.sign(ends[0]) == below and self.sign(ends[1]) == -below else None


# -- the roots of one sum ----------------------------------------------------------------------------------------------


def roots_between(of: Sum, left: Fraction | None, right: Fraction | None) -> list[MixedRoot]:
    """Every root inside of a stretch, ascending; Inconclusive or Unsupported where they are not told apart."""
    power = min(by_power(of.poly, of.name), default=Fraction(0))  # of what all terms share, which is above 0
    rest = Ratio(of.poly * term({of.name: exact(-power)}))
    if of.name not in rest.names:
        return []
    lo = _end(rest, of.name, up=False) if left is None else left
    hi = _end(rest, of.name, up=True) if right is None else right
    slope = derivative(rest, of.name)
    out: list[MixedRoot] = []
    todo, more = [(lo, hi)] if lo < hi else [], MOST
    while todo:
        spend()
        more -= 1 + len(slope.num) // LONG
        a, b = todo.pop()
        if keeps_away(rest, of.name, a, b):
            continue
        if keeps_away(slope, of.name, a, b):
            at = _only_root(of, a, b)
            if at is not None and not (out and out[-1].lo == at.lo) and at.lo != left and at.hi != right:
                out.append(at)
            continue
        if more < 0 or (b - a) * (1 << CLOSEST) < a:
            raise Inconclusive(f"{of.poly} comes so close to 0 near {general(a, 6)} that a root is not told")
        half = middle(a, b)
        todo += [(half, b), (a, half)]
    return out


def keeps_away(r: Ratio, name: str, a: Fraction, b: Fraction) -> bool:
    """Whether an enclosure over a stretch shows that a ratio has values all along it, none of them 0."""
    octaves = abs(a.numerator.bit_length() - a.denominator.bit_length())  # log2(1 + x) of a small x has no more bits
    try:
        low, high = fold(r, Between({name: (a, b)}, BITS_OF_A_STRETCH + 2 * octaves))
    except SymroofError:  # not defined on some of it, as far as so wide a stretch tells
        return False
    return low > 0 or high < 0


def _only_root(of: Sum, a: Fraction, b: Fraction) -> MixedRoot | None:
    """The root of a sum that is monotone from a to b, where there is one."""
    first, last = of.sign(a), of.sign(b)
    for x, side in ((a, first), (b, last)):
        if not side:
            return MixedRoot(of, x, x)
    if first == last:
        return None
    lo, hi = of.closer(a, b, first, BITS)
    short = shortest(lo, hi) if lo < hi else None
    return MixedRoot(of, lo, hi) if short is None or of.sign(short) else MixedRoot(of, short, short)


def _end(r: Ratio, name: str, up: bool) -> Fraction:
    """A power of two above which (below which) a sum keeps its sign."""
    k = _bits_of_end(r if up else r.subs({name: 1 / gen(name)}), name)
    if k is None:
        raise Unsupported(f"bounds of {r} far out do not tell its sign")
    return Fraction(1 << k) if up else Fraction(1, 1 << k)


@lru_cache(maxsize=512)
def _bits_of_end(r: Ratio, name: str) -> int | None:
    """The power of two; None where bounds do not tell, which the cases of one question ask again and again."""
    return next((k for way, k in product(WAYS, STARTS) if _settled(r, Beyond(name, 1 << k, *way))), None)


def _settled(r: Ratio, beyond: Beyond) -> bool:
    """Whether a ratio keeps its sign, and is not 0, from some place on."""
    try:
        low, high = beyond.ratio(r)
        return beyond.above(low) or beyond.above(-high)
    except (Unsupported, Inconclusive):
        return False


# -- above and below ---------------------------------------------------------------------------------------------------


def in_order(above: list[MixedRoot], below: list[MixedRoot]) -> list[tuple[MixedRoot, bool]]:
    """The roots of both in order, apart from each other, each with whether it is one of what stands below."""
    out = [*((r, False) for r in above), *((r, True) for r in below)]
    for _ in range(APART):
        out.sort(key=lambda at: (at[0].lo, at[0].hi))
        close = next((k for k, ((a, _), (b, _)) in enumerate(pairwise(out)) if a.hi >= b.lo), None)
        if close is None:
            return out
        (a, pole), (b, other) = out[close : close + 2]
        if a.lo == a.hi == b.lo == b.hi:  # 0/0: no value there, and what comes after is told by a number there
            out[close : close + 2] = [(a, pole or other)]
        else:
            out[close : close + 2] = [(a.halved(), pole), (b.halved(), other)]
    raise Inconclusive("a root above and one below are not told apart")

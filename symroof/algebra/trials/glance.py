"""A first look at an answer without functions: floats at a few points whose numbers are powers of two.

Monomials of powers of two are powers of two, so that a term at a point is a shift, and a sum of a few of them is exact.
A look settles only that all is well; what is not clear here is looked at again, exactly, by ``trial``.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> from dataclasses import replace
>>> rule = crossing(gen("B") * gen("D"), ratio(240), "B")
>>> clear(rule), clear(replace(rule, sense="<"))
(True, False)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.ratios.posynomial import FIELD, ONE, Gen, Poly, Ratio, Ring, nearest, ratio
from symroof.algebra.signs.closed import Quadratic, Quotient
from symroof.errors import Inconclusive, Unsupported
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.regions.outcome import Threshold
    from symroof.algebra.signs.condition import Condition

# the exponents of two at each point, by turns: sizes at least 1, parameters on both sides of it, even rings of chips
_SIZES = ((1, 2, 3), (16, 10, 3), (12, 1, 3), (3, 5, 16), (0,), (0, 6), (2, 12, 3), (7, 1, 20), (20, 2), (5, 4, 9))
_RATES = ((12, -11), (4, -2, 6), (-2, -5, 3), (0, 2, 8), (0,), (-12, 9), (10, -2), (-5, -9), (1, 3, -7), (-1, 15))
_RINGS = ((4, 2), (2, 3), (3, 2), (2, 4), (2,), (3,), (6, 2), (2,), (5, 2), (2, 7))
_SIDES = (1, 1, -1, -1)  # of the four sums of two ratios
_IN_ORDER, _ONES_FIRST = (0, 1, 2, 3, 4), (4, 0, 1, 2, 3)
_SMALL, _FAR, _NEAR, _WIDE = 2.0**-40, 2.0**40, 1e-9, 2.0**20
_BETWEEN = (32.0, 2.0, 5.0, 256.0, 12.0, 3.0, 100.0, 2048.0, 7.0, 24.0)

_WHOLE = ratio(1)

Width = tuple[int, int, int, int]
Packed = tuple[int, Width]
_WIDTHS: dict[int, Width] = {}
_MASK, _HALF = (1 << FIELD) - 1, 1 << (FIELD - 1)
_LEAST = 8  # exponents this far from 0 may leave their lane, and are not looked at


class Unclear(Exception):
    """Floats do not tell; with a word of why where they are not asked."""


def clear(t: Threshold) -> bool | None:
    """Whether a threshold agrees with the definition wherever it was looked at without a doubt; None: not looked at."""
    if t.exact is not None or (t.special and str(t.name) in t.special):
        return None
    root = t.root  # None of those that hold for every value, or for none
    if root is None and t.region not in ("always", "never"):
        return None
    if root is not None and not isinstance(root, (Quotient, Quadratic)):
        return None
    if t.real is not None and root is not None and root.names:  # the number is told, and the form has symbols
        return False
    try:
        for k in (0, _ROWS):  # the last of the points where no crossing was met
            look = _Look(t.name, t.special, k > 0)
            told = look.everywhere(t, k) if root is None else look.somewhere(t, root)
            if told is not None or not look.symbolic:
                break
    except Unclear as why:
        return None if why.args else False
    except (OverflowError, ZeroDivisionError, ValueError):
        return False
    return told is not False and (look.symbolic or size_fits(t))


def seen(a: Ratio, b: Ratio, allowed: Sequence[int]) -> bool:
    """Whether the sign of a - b, without functions, is one of those allowed at the first points; False in any doubt.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> seen(gen("B") + gen("D"), gen("B"), (1,)), seen(gen("B"), gen("D"), (0, 1))
    (True, False)
    """
    look = _Look()
    try:
        c = look.compare(a, b)
        for k in range(_ROWS if look.symbolic else 1):
            if look.side(LANE * k, c) not in allowed:
                return False
    except (Unclear, OverflowError, ZeroDivisionError, ValueError):
        return False
    return True


def alike_far_out(a: Ratio, b: Ratio, bits: Mapping[str, int]) -> bool:
    """Whether two ratios without functions are within a fifth of each other at powers of two; False in any doubt.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> alike_far_out(gen("B"), gen("B") + gen("D"), {"B": 99, "D": 9}), alike_far_out(gen("B"), gen("D"), {"B": 9})
    (True, False)
    """
    home, packed = None, (0, _width(0))  # type: Ring | None, Packed
    share, shift = 1.0, 0.0
    for p, above in ((a.num, True), (b.den, True), (b.num, False), (a.den, False)):
        if p is ONE:
            continue
        if p.ring is not home:
            home = p.ring
            if home.atoms:
                return False
            packed = weights(home, bits)
        v, e = _mantissa(p, packed)
        if not v:
            return False
        if above:
            share *= v
            shift += e
        else:
            share /= v
            shift -= e
    return -50 < shift < 50 and abs(share * 2.0**shift - 1) < 0.2


def weights(home: Ring, bits: Mapping[Any, int]) -> Packed:
    """What one multiplication weighs the packed monomials of a ring with: the weights in reverse, and its ``_width``.

    The middle field of the product is the sum of all exponents times their weights.
    """
    packed = 0
    for g in home.gens:
        packed = (packed << FIELD) + bits.get(g, 0)
    return packed, _width(len(home.gens))


def _width(count: int) -> Width:
    """Of monomials in so many generators: what keeps borrows out, a shift; what shows an exponent that is too large."""
    made = _WIDTHS.get(count)
    if made is None:
        ones = sum(1 << FIELD * k for k in range(count))
        bias, least = _HALF * max(ones, 1), _LEAST * ones
        made = _WIDTHS[count] = bias, FIELD * max(count - 1, 0), least, 2 * (bias - least)
    return made


def powers_of_two(p: Poly, packed: Packed) -> list[int]:
    """The exponent of two of each monomial of a sum, in units of its ring."""
    by, (bias, shift, _, _) = packed
    return [((m * by + bias) >> shift & _MASK) - _HALF for m in p.terms]


def _mantissa(p: Poly, packed: Packed) -> tuple[float, float]:
    """The value of a sum at powers of two as m * 2**e; 0 where it cancels."""
    scale, (by, (bias, shift, _, _)) = p.ring.scale, packed
    if len(p.terms) == 1:
        ((m, c),) = p.terms.items()
        return nearest(c), (((m * by + bias) >> shift & _MASK) - _HALF) / scale
    exps = powers_of_two(p, packed)
    top = max(exps)
    try:
        if scale == 1:
            values = [math.ldexp(c, e - top) for e, c in zip(exps, p.terms.values())]
        else:
            values = [c * 2.0 ** ((e - top) / scale) for e, c in zip(exps, p.terms.values())]
    except OverflowError:
        return 0.0, 0.0
    total = sum(values)
    if min(values) < 0.0 and abs(total) <= 1e-3 * sum(map(abs, values)):
        return 0.0, 0.0
    return total, top / scale


_TURN = 6  # rows are of one, two or three numbers
_ROWS = 5  # points at a time
LANE = 11  # bits: twice its exponents of two at each of these stand in one field; above them that of the unknown
_OWN = LANE * _ROWS
_CENTER, _LOW = 1 << LANE - 1, (1 << LANE) - 1
_ZEROS = sum(_CENTER << LANE * k for k in range(_ROWS + 1))
_POWERS = tuple([math.ldexp(math.sqrt(2.0) if n % 2 else 1.0, n // 2) for n in range(-_CENTER, _CENTER)])
Term = tuple[float, int]  # a coefficient, and exponents with half a lane added to each
Sum = tuple[list[Term], bool, int]  # and whether its terms may cancel, and whether it stands below a line
# two products, the sign of the numbers below a line, and whether a sum there may be 0
Compared = tuple[float, list[Sum], float, list[Sum], int, bool]
Claims = Sequence[tuple[float, bool]]  # of values of the unknown, whether they do
Told = tuple[list[tuple[Compared, bool]], bool]  # inequalities, weak ones, and whether all must hold or one


def _by_turns(rows: Sequence[Sequence[int]]) -> list[int]:
    """The exponents of the symbols of one kind at each of these points, by turns."""
    return [sum(row[i % len(row)] << LANE * k for k, row in enumerate(rows)) for i in range(_TURN)]


_BY_KIND = [[_by_turns(rows[k : k + _ROWS]) for rows in (_SIZES, _RATES, _RINGS)] for k in (0, _ROWS)]


@final
class _Look:
    """The symbols of one question, and its ratios at one point after another, five of the first or of the last.

    One multiplication adds up the exponents of a monomial at all five.  A monomial that multiplies one side goes into
    the terms of a sum, at no cost at a point.
    """

    __slots__ = ("factors", "homes", "met", "name", "special", "turns")

    def __init__(self, name: str = "", special: Sequence[str] = (), last: bool = False) -> None:
        self.name, self.special, self.turns = name, special, _BY_KIND[last]
        self.factors: dict[Gen, int] = {name: 1 << _OWN}
        self.homes: dict[Ring, Packed] = {}
        self.met = [0, 0, 0]

    @property
    def symbolic(self) -> bool:
        """Whether there are symbols beside what is asked about, in what was compared so far."""
        return len(self.factors) > 1

    def _home(self, home: Ring) -> Packed:
        """The weights of a ring, whose symbols get the next rows of their kinds.

        Raises Unclear where there are functions, and says so, or roots other than square ones.
        """
        if home.atoms:
            raise Unclear("functions")
        if home.scale > 2:
            raise Unclear
        factors = self.factors
        for n in home.letters:
            if n not in factors:
                kind = 2 if self.special and str(n) in self.special else 0 if is_size(n) else 1
                met = self.met[kind]
                self.met[kind] = met + 1
                factors[n] = self.turns[kind][met % _TURN]
        by, width = weights(home, factors)
        made = self.homes[home] = by * 2 if home.scale == 1 else by, width
        return made

    def compare(self, a: Ratio, b: Ratio, alone: bool = False) -> Compared:
        """Two ratios as the products a.num*b.den and b.num*a.den, whose monomials are one, within a sum.

        Raises Unclear where what is asked about is in a monomial, and they should stand ``alone``: it might cancel.
        """
        polys = a.num, b.den, b.num, a.den  # the first two stand above; the second and the last are divided by
        fronts, sums, sign, bits = [1.0, 1.0], [], 1, 0
        for i in range(4):
            p = polys[i]
            if p is ONE:
                continue
            if len(p.terms) != 1:
                sums.append(i)
                continue
            c, n = self._monomial(p, alone)
            fronts[i >> 1] *= c
            bits += n * _SIDES[i]
            if c < 0.0 and i & 1:
                sign = -sign
        made: tuple[list[Sum], list[Sum]] = [], []
        if not sums and bits:
            made[0].append(([(1.0, _ZEROS + bits)], False, 0))
        poles = False
        for i in sums:
            terms, mixed = self._terms(polys[i], _ZEROS + bits * _SIDES[i])
            poles = poles or (mixed and i & 1 > 0)
            made[i >> 1].append((terms, mixed, i & 1))
            bits = 0
        return fronts[0], made[0], fronts[1], made[1], sign, poles

    def _monomial(self, p: Poly, alone: bool) -> tuple[float, int]:
        """The coefficient of a monomial, and its exponents, half lanes not added."""
        ((m, c),) = p.terms.items()
        if not m:
            return float(c), 0
        by, (bias, shift, least, beyond) = self.homes.get(p.ring) or self._home(p.ring)
        n = ((m * by + bias) >> shift & _MASK) - _HALF
        if m + least & beyond or (alone and n + _ZEROS >> _OWN != _CENTER):
            raise Unclear
        return float(c), n

    def _terms(self, p: Poly, more: int) -> tuple[list[Term], bool]:
        """The terms of a sum, whose exponents are so many more, and whether there are negative ones."""
        by, (bias, shift, least, beyond) = self.homes.get(p.ring) or self._home(p.ring)
        more -= _HALF
        far, mixed = 0, False
        made: list[Term] = []
        for m, v in p.terms.items():
            c, n = float(v), ((m * by + bias) >> shift & _MASK) + more
            far |= m + least
            if c < 0.0:
                mixed = True
            made.append((c, n))
        if far & beyond:
            raise Unclear
        return made, mixed

    def _sum(self, s: Sum, at: int, x: float) -> float:
        """A sum at a point, with x for what is asked about; raises Unclear where terms cancel, or all are too small."""
        terms, mixed, _ = s
        total = minus = 0.0
        for c, bits in terms:
            c *= _POWERS[bits >> at & _LOW]
            e = bits >> _OWN
            if e != _CENTER:
                c *= x if e == _CENTER + 2 else x ** ((e - _CENTER) / 2)
            total += c
            if mixed and c < 0.0:
                minus -= c
        if (mixed and abs(total) < _NEAR * (total + 2.0 * minus)) or (not total and terms):
            raise Unclear
        return total

    def side(self, at: int, c: Compared, x: float = math.nan) -> int:
        """The sign of one ratio less another at a point; raises Unclear where floats do not tell."""
        left, lefts, right, rights, sign, _ = c
        for s in lefts:
            v = self._sum(s, at, x)
            left *= v
            if v < 0.0 and s[2]:
                sign = -sign
        for s in rights:
            v = self._sum(s, at, x)
            right *= v
            if v < 0.0 and s[2]:
                sign = -sign
        gap = left - right
        if not gap and left:
            return 0
        if not _NEAR * (abs(left) + abs(right)) <= abs(gap) < math.inf or not gap:  # too close, or too large
            raise Unclear
        return sign if gap > 0.0 else -sign

    def over(self, at: int, c: Compared) -> float:
        """One ratio over another at a point; nan where what is asked about is in a sum of them."""
        left, lefts, right, rights, _, _ = c
        for s in lefts:
            left *= self._sum(s, at, math.nan)
        for s in rights:
            right *= self._sum(s, at, math.nan)
        return left / right

    def compared(self, c: Condition) -> Told:
        """The inequalities of a condition, and whether all of them must hold; raises Unclear where they are nested."""
        made = [(self.compare(c.left, c.right), c.relation == "<=")]
        for r in c.rest:
            if r.rest:
                raise Unclear
            made.append((self.compare(r.left, r.right), r.relation == "<="))
        return made, c.joined == "and"

    def holds(self, at: int, told: Told) -> bool:
        """Whether a condition is true at a point."""
        inequalities, every = told
        true = every
        for c, weak in inequalities:
            side = self.side(at, c)
            true = side < 0 or (weak and not side)
            if true is not every:
                break
        return true

    def everywhere(self, t: Threshold, before: int) -> bool | None:
        """Whether all values do, or none, as is said, at each of the points, before which there were others.

        False where one contradicts; None where none of these do, so that others may be asked.
        """
        asked = self.compare(t.expr, t.level)
        every, least = t.region == "always", _least(t)
        for k in range(_ROWS if self.symbolic else 1):
            between = (_BETWEEN[before + k],) if self.symbolic else _BETWEEN
            if not self._agree(LANE * k, asked, [(x, every) for x in (least, *between, _FAR)], t.strict):
                return False
        return None

    def somewhere(self, t: Threshold, root: Quotient | Quadratic) -> bool | None:
        """Whether the first points of each kind agree: all, none, both sides of a crossing, one below every size.

        It ends once there was one of each that there must be; None where there was no crossing.
        """
        asked = self.compare(t.expr, t.level)
        when = None if t.when is None else self.compared(t.when)
        always = None if t.always is None else self.compared(t.always)
        wanted = {"crossed"}
        if when:
            wanted.add("never")
        if always:
            wanted.add("every")
        parts, rows, fewest = self._parts(root, plain=len(wanted) == 1)
        met: set[str] = set()
        for k, row in enumerate(rows if self.symbolic else rows[-1:]):
            if k >= fewest and wanted <= met:
                break
            at = LANE * row
            if always and self.holds(at, always):
                kind, claims = "every", self._all(t, True, again="every" in met)
            elif when and not self.holds(at, when):
                kind, claims = "never", self._all(t, False, again="never" in met)
            else:
                kind, claims = self._beside(t, self._end(at, root, parts), poles=asked[-1])
            try:
                if not (kind == "crossed" and kind in met) and not self._agree(at, asked, claims, t.strict):
                    return False
            except Unclear:
                if kind not in met:
                    raise
            met.add(kind)
        return True if "crossed" in met else None

    def _parts(self, root: Quotient | Quadratic, plain: bool) -> tuple[list[Compared], tuple[int, ...], int]:
        """A closed form, the order in which points are met, and how many at least; ``plain`` without a condition."""
        if isinstance(root, Quadratic):  # whose sign shows where all is 1, if anywhere
            return [self.compare(part, _WHOLE, alone=True) for part in root.parts], _ONES_FIRST, 2
        c = self.compare(root.top, root.bottom, alone=True)
        if not plain:
            return [c], _IN_ORDER, 2
        # of a sum that may change its sign a condition may be forgotten
        return [c], _IN_ORDER, 4 if any([mixed for _, mixed, _ in c[1] + c[3]]) else 1

    def _agree(self, at: int, asked: Compared, claims: Claims, strict: bool) -> bool:
        """Whether values do, or do not, as was claimed."""
        return all([(self.side(at, asked, x) >= strict) is claimed for x, claimed in claims])

    def _end(self, at: int, root: Quotient | Quadratic, parts: Sequence[Compared]) -> float:
        """Where the crossing is."""
        if isinstance(root, Quotient):
            end = self.over(at, parts[0])
        else:
            a, b, c = [self.over(at, part) for part in parts]
            inside = math.sqrt(b * b - a * c)
            end = (inside - b) / a if root.minus else -c / (b + inside)
        if root.power == 1:
            return end
        if end <= 0 and type(root.power) is not int:
            raise Unclear
        return float(end ** float(root.power))

    def _beside(self, t: Threshold, end: float, poles: bool) -> tuple[str, Claims]:
        """What a crossing says of values beside it, and far from it where it may not be the only one."""
        rising, size, least, n = t.sense[0] == ">", is_size(t.name), _least(t), end // 1
        if end < least:  # at or below 0 it is told apart: what it is divided by has changed its sign
            return "beside" if end > 0.0 else "below", [(least, rising)]
        if size and not self.symbolic and (whole := size_printed(t)) is not None:
            sizes = (whole, whole - 1 if rising else whole + 1, 1, 1 << 40)
            return "crossed", [(float(x), x >= whole if rising else x <= whole) for x in sizes if x >= 1]
        if size:
            if not 1e-6 * end <= end - n <= 1 - 1e-6 * end:  # it is a size, or as good as one
                n = float(round(end)) - ((t.sense[-1] == "=") is rising)
            claims = [(n, not rising), (n + 1, rising)] if n else [(1.0, rising)]
        else:
            claims = [(end * 0.984375, not rising), (end * 1.015625, rising)]
        if poles:
            claims.append((end * _WIDE, rising))
            if not size or n > 1:
                claims.append((least if size else end / _WIDE, not rising))
        return "crossed", claims

    def _all(self, t: Threshold, every: bool, again: bool) -> Claims:
        """What is said of all values: of the least and of a large one; ``again``, of the one where it is least so."""
        least = _least(t)
        if again:
            return [(least if every is (t.sense[0] == ">") else _FAR, every)]
        return [(least, every), (_FAR, every)]


def _least(t: Threshold) -> float:
    """The first size, or a small number."""
    return 1.0 if is_size(t.name) else _SMALL


def size_printed(t: Threshold) -> int | None:
    """The first or last size as an answer prints it, mesh or none; None where it has symbols or too many digits.

    >>> from symroof.algebra.ratios.posynomial import gen, ratio
    >>> from symroof.algebra.regions.region import crossing
    >>> size_printed(crossing(3 * gen("B"), ratio(700), "B"))
    234
    """
    with suppress(Unsupported, Inconclusive):
        return t.whole
    return None


def size_fits(t: Threshold) -> bool:
    """Whether a crossing in numbers is told with the first or last size behind it, B >= 240.2 (241), none between.

    >>> from symroof.algebra.ratios.posynomial import gen, ratio
    >>> from symroof.algebra.regions.region import crossing
    >>> size_fits(crossing(3 * gen("B"), ratio(700), "B"))
    True
    """
    end, n = t.number, size_printed(t) if is_size(t.name) else None
    if end is None or n is None or not end < 1e15:
        return True
    near = 1e-9 * end
    if t.sense[0] == ">":
        return end <= n + near and (n - 1 <= end + near or n == 1)
    return n - near <= end <= n + 1 + near

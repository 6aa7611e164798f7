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
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from operator import mul
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.ratios.posynomial import FIELD, ONE, Gen, Poly, Ratio, Ring, nearest
from symroof.algebra.signs.closed import Quadratic, Quotient
from symroof.errors import Inconclusive, Unsupported
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.regions.outcome import Threshold
    from symroof.algebra.signs.condition import Condition

# the exponents of two at each point, by turns: sizes at least 1, parameters on both sides of it, even rings of chips
_SIZES = ((1, 2, 3), (12, 1, 3), (0,), (16, 10, 3), (3, 5, 16), (0, 6), (2, 12, 3), (7, 1, 30))
_RATES = ((12, -12), (-2, -5, 3), (0,), (4, -2, 6), (0, 2, 8), (-12, 9), (10, -2), (-5, -9))
_RINGS = ((4, 2), (3, 2), (2,), (2, 3), (2, 4), (3,), (6, 2), (2,))
_FAR, _NEAR, _WIDE = 2.0**40, 1e-9, 2.0**20
_BETWEEN = (32.0, 2.0, 5.0, 256.0, 12.0, 3.0, 100.0, 2048.0)
_EACH = 2  # points where a condition holds for every size, or for none

Packed = tuple[int, int, int]
_MASK, _HALF = (1 << FIELD) - 1, 1 << (FIELD - 1)


class Unclear(Exception):
    """A point at which floats do not tell."""


def clear(t: Threshold) -> bool | None:
    """Whether a threshold agrees with the definition wherever it was looked at without a doubt; None: not looked at."""
    if t.exact is not None or (t.special and str(t.name) in t.special):
        return None
    root = t.root  # None of those that hold for every value, or for none
    if root is None and t.region not in ("always", "never"):
        return None
    if root is not None and not isinstance(root, Quotient | Quadratic):
        return None
    if t.real is not None and root is not None and root.names:  # the number is told, and the form has symbols
        return False
    look = _Look(_ratios(t, root), t.name, t.special)
    if not look.symbolic and not size_fits(t):
        return False
    try:
        return look.threshold(t, root) if look.rational else None
    except (Unclear, OverflowError, ZeroDivisionError, ValueError):
        return False


def seen(a: Ratio, b: Ratio, allowed: Sequence[int]) -> bool:
    """Whether the sign of a - b, without functions, is one of those allowed at the first points; False in any doubt.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> seen(gen("B") + gen("D"), gen("B"), (1,)), seen(gen("B"), gen("D"), (0, 1))
    (True, False)
    """
    look = _Look((a, b))
    if not look.rational:
        return False
    try:
        for k in range(5 if look.symbolic else 1):
            if look.side(FIELD * k, a, b, 1.0) not in allowed:
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
    home, packed = None, (0, 0, 0)  # type: Ring | None, Packed
    made = []
    for p in (a.num, b.den, b.num, a.den):
        if p is ONE:
            made.append((1.0, 0.0))
            continue
        if p.ring is not home:
            home = p.ring
            if home.atoms:
                return False
            packed = weights(home, bits)
        made.append(_mantissa(p, packed))
    (x, i), (y, j), (z, k), (w, m) = made
    below = z * w
    shift = i + j - k - m
    return bool(below) and -50 < shift < 50 and abs(x * y / below * 2.0**shift - 1) < 0.2


def weights(home: Ring, bits: Mapping[Any, int]) -> Packed:
    """What one multiplication weighs the packed monomials of a ring with: the weights, what keeps borrows out, a shift.

    The weights stand in reverse, so that the middle field of the product is the sum of all exponents times theirs.
    """
    packed, gens = 0, home.gens
    for g in gens:
        packed = (packed << FIELD) + bits.get(g, 0)
    return packed, home.bias or _HALF, FIELD * (len(gens) - 1) if gens else 0


def powers_of_two(p: Poly, packed: Packed) -> list[int]:
    """The exponent of two of each monomial of a sum, in units of its ring."""
    by, bias, shift = packed
    return [((m * by + bias) >> shift & _MASK) - _HALF for m in p.terms]


def _mantissa(p: Poly, packed: Packed) -> tuple[float, float]:
    """The value of a sum at powers of two as m * 2**e; 0 where it cancels."""
    scale, (by, bias, shift) = p.ring.scale, packed
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


_TURN, _POINTS = 6, 8  # rows are of one, two or three numbers
_ZEROS = sum(_HALF << FIELD * k for k in range(_POINTS))  # the exponents of two of a monomial stand in one integer
Term = tuple[float, float, int]  # a coefficient, an exponent of what is asked about, and the exponents of all else
Parsed = tuple[list[Term], int]  # a sum, and in which part of them its exponents are


def _by_turns(rows: Sequence[Sequence[int]]) -> list[int]:
    """The exponents of the symbols of one kind at all points, by turns."""
    return [sum(row[i % len(row)] << FIELD * k for k, row in enumerate(rows)) for i in range(_TURN)]


_BY_KIND = (_by_turns(_SIZES), _by_turns(_RATES), _by_turns(_RINGS))


def _sum(parsed: Parsed, at: int, x: float) -> float:
    """A sum at the point whose exponents begin there, with x for what is asked about; Unclear where terms cancel."""
    terms, scale = parsed
    total = minus = 0.0
    for c, e, bits in terms:
        n = (bits >> at & _MASK) - _HALF
        v = math.ldexp(c, n) if scale == 1 else c * 2.0 ** (n / scale)
        if e:
            v *= x if e == 1 else x**e
        total += v
        if v < 0.0:
            minus -= v
    if minus and abs(total) < _NEAR * (total + 2.0 * minus):
        raise Unclear
    return total


@final
class _Look:
    """The symbols of one question, and its ratios at one point after another.

    The exponents of a monomial are added up once for all points, without those of what is asked about.
    """

    __slots__ = ("factors", "name", "parsed", "rational")

    def __init__(self, ratios: Iterable[Ratio], name: str = "", special: Sequence[str] = ()) -> None:
        self.rational = True
        self.name = name
        self.factors: dict[Gen, int] = {name: 0}
        # by number of ratios, which are the answer's own, so that it stays theirs: numerator, and denominator if any
        self.parsed: dict[int, tuple[Parsed, Parsed | None]] = {}
        gens: set[str] = set()
        homes: set[Ring] = set()
        for r in ratios:
            homes.add(r.num.ring)
            if r.den is not ONE:
                homes.add(r.den.ring)
        for home in homes:
            if home.atoms:
                self.rational = False
                return
            gens.update(home.letters)
        gens.discard(name)
        met = [0, 0, 0]
        for n in sorted(gens):
            kind = 2 if special and str(n) in special else 0 if is_size(n) else 1
            self.factors[n] = _BY_KIND[kind][met[kind] % _TURN]
            met[kind] += 1

    @property
    def symbolic(self) -> bool:
        """Whether there are symbols beside what is asked about."""
        return len(self.factors) > 1

    def _parse(self, r: Ratio) -> tuple[Parsed, Parsed | None]:
        made = self.parsed[id(r)] = self._terms(r.num), None if r.den is ONE else self._terms(r.den)
        return made

    def _terms(self, p: Poly) -> Parsed:
        home, scale = p.ring, p.ring.scale
        bits = [self.factors[g] for g in home.gens]
        own = home.index.get(self.name, -1)
        made: list[Term] = []
        for m, c in p.terms.items():
            exponents = home.unpack(m) if m else ()
            e = exponents[own] if m and own >= 0 else 0
            made.append((float(c), e if scale == 1 else e / scale, sum(map(mul, exponents, bits), _ZEROS)))
        return made, scale

    def side(self, at: int, a: Ratio, b: Ratio, x: float = math.nan) -> int:
        """The sign of a - b at a point; raises Unclear where floats do not tell."""
        top, bottom = self.parsed.get(id(a)) or self._parse(a)
        over, under = self.parsed.get(id(b)) or self._parse(b)
        left, right = _sum(top, at, x), _sum(over, at, x)
        if bottom:
            below = _sum(bottom, at, x)
            left, right = (left, right * below) if below > 0.0 else (-left, -right * below)
        if under:
            below = _sum(under, at, x)
            left, right = (left * below, right) if below > 0.0 else (-left * below, -right)
        if (not left and top[0]) or (not right and over[0]):  # too small for a float
            raise Unclear
        gap = left - right
        if not gap and left:
            return 0
        if not _NEAR * (abs(left) + abs(right)) <= abs(gap) < math.inf or not gap:  # too close, or too large
            raise Unclear
        return 1 if gap > 0.0 else -1

    def holds(self, at: int, c: Condition) -> bool:
        side = self.side(at, c.left, c.right)
        own = side < 0 or (side == 0 and c.relation == "<=")
        if not c.rest:
            return own
        others = (self.holds(at, r) for r in c.rest)
        return (own and all(others)) if c.joined == "and" else (own or any(others))

    def threshold(self, t: Threshold, root: Quotient | Quadratic | None) -> bool:
        """Whether the first points of each kind agree: all, none, both sides of a crossing, one below every size."""
        size, when = is_size(t.name), root is not None
        least = 1.0 if size else 2.0**-40
        most = _most(t, root)
        left = most.copy()
        for k in range(_POINTS if self.symbolic else 1):
            if when and (not left or (k > 3 and "crossed" not in left)):
                break
            at = FIELD * k
            kind, end = self._kind(at, t, root, least, left)
            more = left.get(kind)
            if not more:
                continue
            if when:
                left[kind] = more - 1
                if more == 1:
                    del left[kind]
            again = more < most[kind]
            if kind == "crossed":
                if not self._crossed(at, t, end, size):
                    raise Unclear
            elif not self._agrees(at, t, self._places(t, k, kind, least, again), kind, again):
                return False
        return True

    def _places(self, t: Threshold, k: int, kind: str, least: float, again: bool) -> tuple[float, ...]:
        """Values of the unknown where all or none should do; beside a crossing, or ``again``, the one that decides."""
        if kind in ("beside", "below"):
            return (least,)
        if again:
            return (least if (kind == "every") is (t.sense[0] == ">") else _FAR,)
        between = () if t.verdict == "when" else (_BETWEEN[k],) if self.symbolic else _BETWEEN
        return (least, *between, _FAR)

    def _agrees(self, at: int, t: Threshold, places: Sequence[float], kind: str, again: bool) -> bool:
        """Whether the unknown does at all of its values, or none; where floats do not tell ``again``, that is all."""
        holds = t.sense[0] == ">" if kind in ("beside", "below") else kind == "every"
        for x in places:
            try:
                side = self.side(at, t.expr, t.level, x)
            except Unclear:
                if again:
                    return True
                raise
            if (side >= t.strict) is not holds:
                return False
        return True

    def _kind(
        self, at: int, t: Threshold, root: Quotient | Quadratic | None, least: float, left: Mapping[str, int]
    ) -> tuple[str, float]:
        """What a threshold says at the point, and where its crossing is, if that is still to be looked at."""
        if root is None:
            return ("every" if t.region == "always" else "never"), 0.0
        if t.always is not None and self.holds(at, t.always):
            return "every", 0.0
        if t.when is not None and not self.holds(at, t.when):
            return "never", 0.0
        if not {"crossed", "beside", "below"} & left.keys():
            return "", 0.0
        end = self._end(at, root)
        if end != end:
            raise Unclear
        return ("crossed" if end >= least else "beside" if end > 0.0 else "below"), end

    def _end(self, at: int, root: Quotient | Quadratic) -> float:
        """Where the crossing is; what is asked about is no number here, so that its own end cannot hang on it."""
        made = []
        for r in root.parts:
            top, bottom = self.parsed.get(id(r)) or self._parse(r)
            value = _sum(top, at, math.nan)
            made.append(value / _sum(bottom, at, math.nan) if bottom else value)
        if isinstance(root, Quotient):
            above, below = made
            end = above / below
        else:
            a, b, c = made
            inside = math.sqrt(b * b - a * c)
            end = (inside - b) / a if root.minus else -c / (b + inside)
        if root.power == 1:
            return end
        if end <= 0 and type(root.power) is not int:
            raise Unclear
        return float(end ** float(root.power))

    def _crossed(self, at: int, t: Threshold, end: float, size: bool) -> bool:
        """Whether the definition agrees on both sides of a crossing, and on it where that is a size."""
        for x, claimed in self._claims(t, end, size):
            if x >= size and (self.side(at, t.expr, t.level, x) >= t.strict) is not claimed:
                return False
        return True

    def _claims(self, t: Threshold, end: float, size: bool) -> list[tuple[float, bool]]:
        """What a crossing says of values beside it."""
        rising = t.sense[0] == ">"
        below = [(self.parsed.get(id(r)) or self._parse(r))[1] for r in (t.expr, t.level)]
        poles = any([c < 0.0 for parsed in below if parsed for c, _, _ in parsed[0]])
        far = [(end * _WIDE, rising)] if poles else []  # it may not be the only crossing
        if not size:
            near = [(end * 0.984375, not rising), (end * 1.015625, rising)]
            return [*near, *far, (end / _WIDE, not rising)] if poles else near
        if not self.symbolic and (whole := size_printed(t)) is not None:
            places = (whole, whole - 1 if rising else whole + 1, 1, 1 << 40)
            return [(float(x), x >= whole if rising else x <= whole) for x in places]
        n = end // 1
        if poles and n > 1:
            far.append((1.0, not rising))
        if 1e-6 * end <= end - n <= 1 - 1e-6 * end:
            return [(n, not rising), (n + 1, rising), *far]
        n = float(round(end))
        return [*((x, t.sense[-1] == "=" if x == end else (x > end) is rising) for x in (n - 1, n, n + 1)), *far]


def _most(t: Threshold, root: Quotient | Quadratic | None) -> dict[str, int]:
    """How many points of each kind are looked at."""
    plain = root is not None and t.when is None and t.always is None
    hidden = isinstance(root, Quadratic)  # its sign shows where all is 1, if anywhere
    # an end at or below 0 is told apart from one below the first size: what it is divided by has changed its sign
    most = {"crossed": 1, "beside": 1 + plain + hidden, "below": 3}
    if root is None or t.always is not None:
        most["every"] = _EACH + (root is not None)  # the third is where all is 1
    if root is None or t.when is not None:
        most["never"] = _EACH + (root is not None)
    return most


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


def _ratios(t: Threshold, root: Quotient | Quadratic | None) -> list[Ratio]:
    """The ratios in the question, in its closed form and in its conditions."""
    out = [t.expr, t.level]
    if root is not None:
        out += root.parts
    conditions = [c for c in (t.when, t.always) if c is not None]
    for c in conditions:
        out += (c.left, c.right)
        conditions += c.rest
    return out

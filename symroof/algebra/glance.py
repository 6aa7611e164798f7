"""A first look at an answer without functions: floats at a few points whose numbers are powers of two.

Monomials of powers of two are powers of two, so that a term at a point is a shift, and a sum of a few of them is exact.
A look settles only that all is well; what is not clear here is looked at again, exactly, by ``trial``.

>>> from symroof.algebra.posynomial import gen, ratio
>>> from symroof.algebra.region import crossing
>>> from dataclasses import replace
>>> rule = crossing(gen("B") * gen("D"), ratio(240), "B")
>>> clear(rule), clear(replace(rule, sense="<"))
(True, False)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING

from symroof.algebra.posynomial import ONE, Poly, Ratio, nearest
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.closed import Root
    from symroof.algebra.condition import Condition
    from symroof.algebra.outcome import Threshold

# the exponents of two at each point, by turns: sizes at least 1, parameters on both sides of it, even rings of chips
_SIZES = ((16, 10, 3), (0,), (12, 0, 3), (0, 9, 12), (3, 5, 16), (12, 6), (0, 2), (7, 1, 30))
_RATES = ((4, -2, 6), (0,), (-2, 3), (10, -2), (0, 2, 8), (-12, 1), (12, -12), (-5, 9))
_RINGS = ((2, 3), (2,), (3, 2), (6, 2), (2, 4), (3,), (4, 2), (2,))
_POINTS = len(_SIZES)
_FIELD = 40
_MASK, _HALF = (1 << _FIELD) - 1, 1 << (_FIELD - 1)
_BIAS = sum(_HALF << (_FIELD * k) for k in range(_POINTS))
_FAR, _NEAR = 2.0**40, 1e-9

Rows = tuple[int, list[tuple[int, int, float]]]


class Unclear(Exception):
    """A point at which floats do not tell."""


@lru_cache(maxsize=256)
def _column(kind: int, i: int) -> int:
    """The exponents of the i-th symbol of a kind at every point, a field each."""
    table = (_SIZES, _RATES, _RINGS)[kind]
    return sum(row[i % len(row)] << (_FIELD * k) for k, row in enumerate(table))


def clear(t: Threshold) -> bool | None:
    """Whether a threshold agrees with the definition wherever it was looked at without a doubt; None: not looked at."""
    if t.parts or t.intervals or t.sufficient is not None or t.first is not None or t.last is not None:
        return None
    if t.exact is not None or t.verdict == "open" or (t.special and str(t.name) in t.special):
        return None
    root = t.root
    if t.verdict == "when" and (root is None or root.kind not in ("ratio", "quadratic")):
        return None
    look = _Look(t)
    try:
        return look.threshold(t) if look.rational else None
    except (Unclear, OverflowError, ZeroDivisionError, ValueError):
        return False


def alike_far_out(a: Ratio, b: Ratio, bits: Mapping[str, int]) -> bool:
    """Whether two ratios without functions are within a fifth of each other at powers of two; False in any doubt.

    >>> from symroof.algebra.posynomial import gen
    >>> alike_far_out(gen("B"), gen("B") + gen("D"), {"B": 99, "D": 9}), alike_far_out(gen("B"), gen("D"), {"B": 9})
    (True, False)
    """
    polys = (a.num, b.den, b.num, a.den)
    if any(p.ring.atoms for p in polys):
        return False
    made = [(1.0, 0.0) if p is ONE else _mantissa(p, bits) for p in polys]
    (x, i), (y, j), (z, k), (w, m) = made
    below = z * w
    shift = i + j - k - m
    return bool(below) and -50 < shift < 50 and abs(x * y / below * 2.0**shift - 1) < 0.2


def _mantissa(p: Poly, bits: Mapping[str, int]) -> tuple[float, float]:
    """The value of a sum at powers of two as m * 2**e; 0 where it cancels."""
    home = p.ring
    ks = [bits.get(g, 0) for g in home.gens]  # type: ignore[arg-type]
    unpack, scale = home.unpack, home.scale
    rows = [(sum(map(mul, unpack(m), ks)) / scale, nearest(c)) for m, c in p.terms.items()]
    top = max(rows)[0]
    total = size = 0.0
    for e, c in rows:
        if e > top - 200:
            v = c * 2.0 ** (e - top)
            total += v
            size += abs(v)
    return (total, top) if abs(total) > 1e-3 * size and size < math.inf else (0.0, 0.0)


class _Look:
    """The numbers of the symbols of one question, and its sums as rows of exponents."""

    __slots__ = ("bits", "name", "rational", "rows", "shift")

    def __init__(self, t: Threshold) -> None:
        homes = {p.ring for r in (t.expr, t.level, *_ratios(t)) for p in (r.num, r.den)}
        self.rational = not any(home.atoms for home in homes)
        self.bits: dict[str, int] = {}
        self.rows: dict[int, Rows] = {}  # by the number of a sum, which the question keeps
        self.name, self.shift = t.name, 0
        met = [0, 0, 0]
        if self.rational:
            for n in sorted({g for home in homes for g in home.gens}):  # type: ignore[type-var]
                kind = 2 if t.special and str(n) in t.special else 0 if is_size(n) else 1  # type: ignore[arg-type]
                self.bits[n] = 0 if n == t.name else _column(kind, met[kind])  # type: ignore[index]
                met[kind] += n != t.name

    def _unpacked(self, p: Poly) -> Rows:
        """The terms of a sum: the exponent of what is asked about, that of two at every point, the coefficient."""
        home = p.ring
        at, unpack, bits = home.index.get(self.name, -1), home.unpack, self.bits
        ks = [bits[g] for g in home.gens]  # type: ignore[index]
        rows = []
        for m, c in p.terms.items():
            exps = unpack(m)
            rows.append((exps[at] if at >= 0 else 0, sum(map(mul, exps, ks), _BIAS), nearest(c)))
        made = self.rows[id(p)] = home.scale, rows
        return made

    def sum(self, p: Poly, x: float) -> float:
        """The value of a sum at the point with x for what is asked about."""
        scale, rows = self.rows.get(id(p)) or self._unpacked(p)
        total = size = 0.0
        shift = self.shift
        for e, bits, v in rows:
            bits = ((bits >> shift) & _MASK) - _HALF
            if bits:
                v *= 2.0 ** (bits / scale)
            if e:
                v *= x ** (e / scale)
            total += v
            size += v if v > 0 else -v
        if -_NEAR * size < total < _NEAR * size and size:
            raise Unclear
        return total

    def side(self, a: Ratio, b: Ratio, x: float = math.nan) -> int:
        """The sign of a - b at the point."""
        above, below = self.sum(a.num, x), 1.0 if a.den is ONE else self.sum(a.den, x)
        over, under = self.sum(b.num, x), 1.0 if b.den is ONE else self.sum(b.den, x)
        left, right = above * under, over * below
        gap = left - right
        if not gap:
            return 0
        if not abs(gap) >= _NEAR * (abs(left) + abs(right)):
            raise Unclear
        return 1 if (gap > 0) is ((below > 0) is (under > 0)) else -1

    def holds(self, c: Condition) -> bool:
        side = self.side(c.left, c.right)
        own = side < 0 or (side == 0 and c.relation == "<=")
        if not c.rest:
            return own
        others = (self.holds(r) for r in c.rest)
        return (own and all(others)) if c.joined == "and" else (own or any(others))

    def threshold(self, t: Threshold) -> bool:
        """Whether the first points of each kind agree: every size, none, and both sides of a crossing."""
        least = 1.0 if is_size(t.name) else 2.0**-40
        rising = t.sense[0] == ">"
        hard, easy = (least, _FAR) if rising else (_FAR, least)
        left = {"every", "never", "crossed"}
        for k in range(_POINTS if len(self.bits) > (t.name in self.bits) else 1):
            self.shift = _FIELD * k
            kind, end = self._kind(t, least)
            if kind not in left:
                continue
            if t.verdict == "when":
                left.discard(kind)
            if kind == "crossed":
                assert end is not None
                self._cross(t, end, rising)
            else:
                for x in (least, _FAR) if t.verdict != "when" else (hard,) if kind == "every" else (easy,):
                    if (self.side(t.expr, t.level, x) >= t.strict) is not (kind == "every"):
                        raise Unclear
            if not left or (k > 2 and t.verdict == "when" and "crossed" not in left):
                break
        return True

    def _kind(self, t: Threshold, least: float) -> tuple[str, float]:
        """What a threshold says at the point, and where its crossing is."""
        if t.verdict != "when":
            return ("every" if t.verdict == "always" else "never"), 0.0
        if t.always is not None and self.holds(t.always):
            return "every", 0.0
        if t.when is not None and not self.holds(t.when):
            return "never", 0.0
        end = self._end(t.root)
        if end >= least:
            return "crossed", end
        if end != end:
            raise Unclear
        return ("every" if t.sense[0] == ">" else "never"), end

    def _end(self, root: Root | None) -> float:
        assert root is not None
        parts = [self.sum(r.num, math.nan) / self.sum(r.den, math.nan) for r in root.parts]
        if root.kind == "ratio":
            end = parts[0] / parts[1]
        else:
            a, b, c = parts  # what is asked about is no number here, so that its own end cannot hang on it
            end = (math.sqrt(b * b - a * c) - b) / a if root.minus else -c / (b + math.sqrt(b * b - a * c))
        return end if root.power == 1 else end ** float(root.power)

    def _cross(self, t: Threshold, end: float, rising: bool) -> None:
        """Raise Unclear unless the definition agrees on both sides of a crossing, and on it where that is a size."""
        if is_size(t.name):
            n = end // 1
            on = end - n < 1e-6 * end or n + 1 - end < 1e-6 * end
            places = (n, n + 1) if not on else (round(end) - 1, round(end), round(end) + 1)
        else:
            places = (end * 0.984375, end * 1.015625)
        for x in places:
            claimed = t.sense[-1] == "=" if x == end else (x > end) is rising
            if x >= (1 if is_size(t.name) else 0) and (self.side(t.expr, t.level, float(x)) >= t.strict) is not claimed:
                raise Unclear


def _ratios(t: Threshold) -> Iterable[Ratio]:
    """The ratios in its closed form and in its conditions."""
    if t.root is not None:
        yield from t.root.parts
    conditions = [c for c in (t.when, t.always) if c is not None]
    for c in conditions:
        yield c.left
        yield c.right
        conditions += c.rest

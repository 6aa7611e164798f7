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
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from math import ldexp
from typing import TYPE_CHECKING, Any

from symroof.algebra.posynomial import FIELD, ONE, Poly, Ratio, Ring, nearest
from symroof.errors import Inconclusive, Unsupported
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.closed import Root
    from symroof.algebra.condition import Condition
    from symroof.algebra.outcome import Threshold

# the exponents of two at each point, by turns: sizes at least 1, parameters on both sides of it, even rings of chips
_SIZES = ((2, 12, 3), (12, 0, 3), (0,), (16, 10, 3), (3, 5, 16), (0, 6), (0, 2), (7, 1, 30))
_RATES = ((10, -2), (-2, -5, 3), (0,), (4, -2, 6), (0, 2, 8), (-12, 1), (12, -12), (-5, -9))
_RINGS = ((6, 2), (3, 2), (2,), (2, 3), (2, 4), (3,), (4, 2), (2,))
_FAR, _NEAR = 2.0**40, 1e-9
_BETWEEN = (32.0, 2.0, 5.0, 256.0, 12.0, 3.0, 100.0, 2048.0)
_EACH = 3  # points where a condition holds for every size, or for none
_ONES = 2  # the point where all but rings is 1

Packed = tuple[int, int, int]
_MASK, _HALF = (1 << FIELD) - 1, 1 << (FIELD - 1)


class Unclear(Exception):
    """A point at which floats do not tell."""


def clear(t: Threshold) -> bool | None:
    """Whether a threshold agrees with the definition wherever it was looked at without a doubt; None: not looked at."""
    if t.parts or t.intervals or t.sufficient is not None or t.first is not None or t.last is not None:
        return None
    if t.real is not None and t.root is not None and t.root.names:  # printed is another one than the root's
        return None
    if t.exact is not None or t.verdict == "open" or (t.special and str(t.name) in t.special):
        return None
    root = t.root
    if t.verdict == "when" and (root is None or root.kind not in ("ratio", "quadratic")):
        return None
    look = _Look((t.expr, t.level, *_ratios(t)), t.name, t.special)
    try:
        return look.threshold(t) if look.rational else None
    except (Unclear, OverflowError, ZeroDivisionError, ValueError):
        return False


def seen(a: Ratio, b: Ratio, allowed: Sequence[int]) -> bool:
    """Whether the sign of a - b, without functions, is one of those allowed at the first points; False in any doubt.

    >>> from symroof.algebra.posynomial import gen
    >>> seen(gen("B") + gen("D"), gen("B"), (1,)), seen(gen("B"), gen("D"), (0, 1))
    (True, False)
    """
    look = _Look((a, b))
    if not look.rational:
        return False
    try:
        for k in range(5 if look.kinds else 1):
            look.go(k)
            if look.side(a, b, 1.0) not in allowed:
                return False
    except (Unclear, OverflowError, ZeroDivisionError, ValueError):
        return False
    return True


def alike_far_out(a: Ratio, b: Ratio, bits: Mapping[str, int]) -> bool:
    """Whether two ratios without functions are within a fifth of each other at powers of two; False in any doubt.

    >>> from symroof.algebra.posynomial import gen
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
    exps, scale = powers_of_two(p, packed), p.ring.scale
    if len(exps) == 1:
        return nearest(*p.terms.values()), exps[0] / scale
    top = max(exps)
    least = top - 200 * scale
    total = size = 0.0
    for e, c in zip(exps, p.terms.values()):
        if e > least:
            v = nearest(c) * 2.0 ** ((e - top) / scale)
            total += v
            size += v if v > 0 else -v
    return (total, top / scale) if abs(total) > 1e-3 * size and size < math.inf else (0.0, 0.0)


_OWN = 1 << 20  # the weight of what is asked about, apart from all exponents of two
_APART = (_OWN // 2) ** 2


class _Look:
    """The symbols of one question, and its sums at one point after another."""

    __slots__ = ("bits", "kinds", "name", "ones", "packed", "rational", "rings")

    def __init__(self, ratios: Iterable[Ratio], name: str = "", special: Sequence[str] = ()) -> None:
        homes = {p.ring for r in ratios for p in (r.num, r.den)}
        self.rational = not any([home.atoms for home in homes])
        self.name = name
        self.kinds: list[tuple[str, int, int]] = []  # each symbol, its table, and its place among those of its kind
        met = [0, 0, 0]
        self.rings = bool(special)
        if self.rational:
            for n in sorted({g for home in homes for g in home.gens} - {name}):  # type: ignore[type-var]
                kind = 2 if special and str(n) in special else 0 if is_size(n) else 1  # type: ignore[arg-type]
                self.kinds.append((n, kind, met[kind]))  # type: ignore[arg-type]
                met[kind] += 1

    def go(self, k: int) -> None:
        """To the k-th point."""
        tables = (_SIZES[k], _RATES[k], _RINGS[k])
        self.ones = k == _ONES and not self.rings  # then each monomial is 1
        self.bits = bits = {self.name: _OWN}
        for n, kind, i in self.kinds:
            row = tables[kind]
            bits[n] = row[i % len(row)]
        self.packed: dict[Ring, Packed] = {}

    def values(self, polys: Iterable[Poly], x: float) -> list[float]:
        """The values of sums at the point with x for what is asked about."""
        out = []
        known, ones = self.packed, self.ones
        for p in polys:
            if p is ONE:
                out.append(1.0)
                continue
            home = p.ring
            if ones and (x == 1.0 or self.name not in home.index):
                out.append(float(sum(p.terms.values())))
                continue
            if home not in known:
                known[home] = weights(home, self.bits)
            packed, bias, shift = known[home]
            scale = home.scale
            total = minus = 0.0
            for m, c in p.terms.items():
                k = ((m * packed + bias) >> shift & _MASK) - _HALF
                if k * k < _APART and scale == 1:
                    v = ldexp(c, k)
                else:
                    e = (k + _OWN // 2) // _OWN
                    v = c * 2.0 ** ((k - e * _OWN) / scale) * (x ** (e / scale) if e else 1.0)
                total += v
                if v < 0:
                    minus -= v
            if minus and abs(total) < _NEAR * (total + 2 * minus):
                raise Unclear
            out.append(total)
        return out

    def side(self, a: Ratio, b: Ratio, x: float = math.nan) -> int:
        """The sign of a - b at the point."""
        above, below, over, under = self.values((a.num, a.den, b.num, b.den), x)
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
        """Whether the first points of each kind agree: all, none, both sides of a crossing, one below every size."""
        least = 1.0 if is_size(t.name) else 2.0**-40
        rising = t.sense[0] == ">"
        plain = t.verdict == "when" and t.when is None and t.always is None
        most = _most(t, plain)
        left = dict(most)
        for k in range(len(_SIZES) if self.kinds else 1):
            if not any(left.values()) or (k > 3 and (plain or k > 5) and not left["crossed"]):
                break
            self.go(k)
            kind, end = self._kind(t, least)
            if not left.get(kind):
                continue
            again = left[kind] < most[kind]
            left[kind] -= t.verdict == "when"
            if kind == "crossed":
                self._cross(t, end, rising)
                continue
            holds = rising if kind == "beside" else kind == "every"
            places = self._places(t, k, least)
            if kind == "beside" or again:  # the end that decides
                places = (least if kind == "beside" or holds is rising else _FAR,)
            with suppress(Unclear) if again else nullcontext():
                if any((self.side(t.expr, t.level, x) >= t.strict) is not holds for x in places):
                    return False
        return True

    def _places(self, t: Threshold, k: int, least: float) -> tuple[float, ...]:
        """Values of the unknown where all or none should do."""
        between = () if t.verdict == "when" else (_BETWEEN[k],) if self.kinds else _BETWEEN
        return (least, *between, _FAR)

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
        return "beside", end

    def _end(self, root: Root | None) -> float:
        assert root is not None
        nan = math.nan  # what is asked about is no number here, so that its own end cannot hang on it
        if root.kind == "ratio":
            top, bottom = root.parts
            a, b, c, d = self.values((top.num, top.den, bottom.num, bottom.den), nan)
            end = a * d / (b * c)
        else:
            a, b, c = [self.values((r.num,), nan)[0] / self.values((r.den,), nan)[0] for r in root.parts]
            end = (math.sqrt(b * b - a * c) - b) / a if root.minus else -c / (b + math.sqrt(b * b - a * c))
        if root.power == 1:
            return end
        if end <= 0 and type(root.power) is not int:
            raise Unclear
        return float(end ** float(root.power))

    def _cross(self, t: Threshold, end: float, rising: bool) -> None:
        """Raise Unclear unless the definition agrees on both sides of a crossing, and on it where that is a size."""
        claims = self._claims(t, end, rising)
        for x, claimed in claims.items():
            if x >= (1 if is_size(t.name) else 0) and (self.side(t.expr, t.level, x) >= t.strict) is not claimed:
                raise Unclear

    def _claims(self, t: Threshold, end: float, rising: bool) -> dict[float, bool]:
        """What a crossing says of values beside it."""
        if not is_size(t.name):
            return {x: (x > end) is rising for x in (end * 0.984375, end * 1.015625)}
        if not self.kinds and (whole := size_printed(t)) is not None:
            places = (whole, whole - 1 if rising else whole + 1, 1, 1 << 40)
            return {float(x): x >= whole if rising else x <= whole for x in places}
        n = end // 1
        on = end - n < 1e-6 * end or n + 1 - end < 1e-6 * end
        close = (n, n + 1) if not on else (round(end) - 1, round(end), round(end) + 1)
        return {float(x): t.sense[-1] == "=" if x == end else (x > end) is rising for x in close}


def _most(t: Threshold, plain: bool) -> dict[str, int]:
    """How many points of each kind are looked at."""
    hidden = t.root is not None and t.root.kind == "quadratic"  # its sign shows where all is 1, if anywhere
    most = {"crossed": 1, "beside": 1 + plain + hidden}
    if t.verdict != "when" or t.always is not None:
        most["every"] = _EACH
    if t.verdict != "when" or t.when is not None:
        most["never"] = _EACH
    return most


def size_printed(t: Threshold) -> int | None:
    """The first or last size as an answer prints it, mesh or none; None where it has symbols or too many digits.

    >>> from symroof.algebra.posynomial import gen, ratio
    >>> from symroof.algebra.region import crossing
    >>> size_printed(crossing(3 * gen("B"), ratio(700), "B"))
    234
    """
    with suppress(Unsupported, Inconclusive):
        return t.whole
    return None


def _ratios(t: Threshold) -> Iterable[Ratio]:
    """The ratios in its closed form and in its conditions."""
    if t.root is not None:
        yield from t.root.parts
    conditions = [c for c in (t.when, t.always) if c is not None]
    for c in conditions:
        yield c.left
        yield c.right
        conditions += c.rest

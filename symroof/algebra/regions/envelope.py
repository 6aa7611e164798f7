"""Bounds of a function of one number from a place on, which hold no function but the logarithm of that number.

From some place on each function lies between two sums of powers of x and of log2(x):

| function, x >= M                  | between                                                                     |
|-----------------------------------|-----------------------------------------------------------------------------|
| y = c x**k + smaller              | ``l x**k`` and ``u x**k``, the smaller terms taken at M                      |
| log2(y)                           | ``k log2(x) + log2(l)`` and ``k log2(x) + log2(u)``                          |
| y**e                              | ``l**e x**(k e)`` and ``u**e x**(k e)``                                      |
| ceiling(y), floor(y)              | ``y`` and ``y + 1``, ``y - 1`` and ``y``                                     |

They hold for every number from M on, whole or not; below 1/M those of 1/x are asked.

>>> from symroof.algebra.ratios.posynomial import build, gen
>>> n = gen("N")
>>> low, high = Beyond("N", 64).sign_of(n - 8 * build("floor", [n / 3]))
>>> print(low, "to", high)
-5*N/3 to -5*N/3 + 8
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple, final

from symroof.algebra.ratios.budget import briefly
from symroof.algebra.ratios.evaluation import enclosure
from symroof.algebra.ratios.fold import inside
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Poly, Ratio, build, exact, gen, ratio, term
from symroof.algebra.regions.asking import crossing
from symroof.algebra.regions.axis import by_power
from symroof.errors import Inconclusive, Unsupported

BITS = 64  # of the rationals around numbers that are irrational
Ends = tuple[Fraction, Fraction]


class _Form(NamedTuple):
    """A sign, and ratios that are not below 0 between which the size of something lies."""

    side: int
    low: Ratio
    high: Ratio


@final
class Beyond:
    """Bounds of ratios in one symbol x from a place on, which hold no function but log2(x)."""

    def __init__(self, name: str, start: int) -> None:
        self.name, self.start = name, start
        self.x = gen(name)

    def sign_of(self, gap: Ratio) -> tuple[Ratio, Ratio]:
        """Bounds of what has the sign of a ratio."""
        low, high = self.poly(gap.num)
        below = self.form(*self.poly(gap.den))
        return (low, high) if below.side > 0 else (-high, -low)

    def ratio(self, r: Ratio) -> tuple[Ratio, Ratio]:
        if r.den.constant() == 1:
            return self.poly(r.num)
        above, below = self.form(*self.poly(r.num)), self.form(*self.poly(r.den))
        return _signed(_Form(above.side * below.side, above.low / below.high, above.high / below.low))

    def poly(self, p: Poly) -> tuple[Ratio, Ratio]:
        low = high = ratio(0)
        for exps, c in p.monomials():
            moving = {g: e for g, e in exps.items() if isinstance(g, Atom) and inside(g, self.name)}
            fixed: dict[Gen, Number] = {g: e for g, e in exps.items() if g not in moving and g != self.name}
            power = self.x ** exps.get(self.name, 0)
            made = self.number(enclosure(Ratio(term(fixed, c)), {}, BITS))
            for g, e in moving.items():
                f = self.function(g, Fraction(e))
                made = _Form(made.side * f.side, made.low * f.low, made.high * f.high)
            lo, hi = _signed(made)
            low, high = low + lo * power, high + hi * power
        return low, high

    @staticmethod
    def number(ends: Ends) -> _Form:
        lo, hi = ends
        if lo < 0 < hi:
            raise Inconclusive("a number is 0 to so many bits")
        a, b = (ratio(exact(abs(x))) for x in ends)
        return _Form(1, a, b) if lo >= 0 else _Form(-1, b, a)

    def form(self, low: Ratio, high: Ratio) -> _Form:
        """Bounds by their sign, which has to be the same for both."""
        if not low.names and not high.names:
            return self.number((Fraction(low.constant() or 0), Fraction(high.constant() or 0)))
        if self.above(low):
            return _Form(1, low, high)
        if self.above(-high):
            return _Form(-1, -high, -low)
        raise Unsupported(f"the sign of what lies between {low} and {high} is open from {self.start} on")

    def above(self, r: Ratio) -> bool:
        """Whether a ratio is above 0 at every number from the start on."""
        if not r.atoms:
            return self.leading(r)[1] > 0
        with briefly():
            t = crossing(r, ratio(0), self.name, settled=True)
        if t.verdict != "when":
            return t.verdict == "always"
        if t.intervals:
            last = t.intervals[-1]
            return last.hi is None and last.lo < self.start
        if t.sense[0] != ">" or t.when is not None or t.parts or t.number is None:
            return False
        return t.number < self.start

    def leading(self, r: Ratio) -> tuple[Fraction, Fraction, Fraction]:
        """(k, low, high): a ratio without functions lies between low x**k and high x**k."""
        k, low, high = self.leading_of(r.num)
        if r.den.constant() == 1:
            return k, low, high
        j, least, most = self.leading_of(r.den)
        if least <= 0:
            raise Unsupported(f"{r.den} may be 0 from {self.start} on")
        corners = [x / y for x in (low, high) for y in (least, most)]
        return k - j, min(corners), max(corners)

    def leading_of(self, p: Poly) -> tuple[Fraction, Fraction, Fraction]:
        parts = by_power(p, self.name)
        if any(self.name in Ratio(h).names for h in parts.values()):
            raise Unsupported(f"{p} has functions of {self.name}")
        if not parts:
            return Fraction(0), Fraction(0), Fraction(0)
        k = max(parts)
        low = high = Fraction(0)
        for e, h in parts.items():
            lo, hi = enclosure(Ratio(h), {}, BITS)
            if e < k:  # x**(e - k) is between 0 and what it is at the start
                share = enclosure(ratio(self.start) ** exact(e - k), {}, BITS)[1]
                lo, hi = min(Fraction(0), lo * share), max(Fraction(0), hi * share)
            low, high = low + lo, high + hi
        return k, low, high

    def function(self, a: Atom, e: Fraction) -> _Form:
        """A function to a power."""
        rule = _RULES.get(a.kind)
        if rule is None:
            raise Unsupported(f"{a} has no bounds without functions")
        return rule(self, a, e)


def _signed(f: _Form) -> tuple[Ratio, Ratio]:
    return (f.low, f.high) if f.side > 0 else (-f.high, -f.low)


def _raised(f: _Form, e: Fraction) -> _Form:
    if e == 1:
        return f
    if e.denominator != 1 and f.side < 0:
        raise Unsupported("a root of what is below 0")
    low, high = f.low ** exact(e), f.high ** exact(e)
    return _Form(f.side if e.numerator % 2 else 1, *((low, high) if e > 0 else (high, low)))


def _logarithm(of: Beyond, a: Atom, e: Fraction) -> _Form:
    (y,) = a.args
    log = build("log2", [of.x])
    if y == of.x:
        return _raised(_Form(1, log, log), e)
    (below, least, _), (above, _, most) = map(of.leading, of.ratio(y))
    if least <= 0:
        raise Unsupported(f"{y} may be below 0 from {of.start} on")
    b, c = (enclosure(build("log2", [ratio(exact(x))]), {}, BITS)[up] for up, x in enumerate((least, most)))
    start = build("log2", [ratio(of.start)])
    least_log = enclosure(start * exact(below) + exact(b), {}, BITS)[0]
    if below >= 0 and (least_log > 0 or (least_log == 0 and e > 0)):  # log2(1 + 1/x), the smallest at no x
        return _raised(_Form(1, log * exact(below) + exact(b), log * exact(above) + exact(c)), e)
    if above <= 0 and enclosure(start * exact(above) + exact(c), {}, BITS)[1] < 0:
        return _raised(_Form(-1, -log * exact(above) - exact(c), -log * exact(below) - exact(b)), e)
    raise Unsupported(f"the sign of {a} is open from {of.start} on")


def _root(of: Beyond, a: Atom, e: Fraction) -> _Form:
    (below, least, _), (above, _, most) = map(of.leading, of.ratio(a.args[0]))
    if least <= 0:
        raise Unsupported(f"{a} may be below 0 from {of.start} on")
    ends = [(below, least), (above, most)]
    made = [
        of.x ** exact(k * e) * exact(enclosure(ratio(exact(share)) ** exact(e), {}, BITS)[up])
        for up, (k, share) in enumerate(ends if e > 0 else ends[::-1])
    ]
    return _Form(1, *made)


def _rounding(down: int, up: int, of: Beyond, a: Atom, e: Fraction) -> _Form:
    low, high = of.ratio(a.args[0])
    return _raised(of.form(low - down, high + up), e)


_RULES: dict[str, Callable[[Beyond, Atom, Fraction], _Form]] = {
    "log2": _logarithm,
    "base": _root,
    "ceil": partial(_rounding, 0, 1),
    "floor": partial(_rounding, 1, 0),
}

"""The sizes that do, of any question in numbers with logarithms, roots and roundings in it.

From some place on each function lies between two sums of powers of the size and of its logarithm:

| function, x >= M                  | between                                                                     |
|-----------------------------------|-----------------------------------------------------------------------------|
| y = c x**k + smaller              | ``l x**k`` and ``u x**k``, the smaller terms taken at M                      |
| log2(y)                           | ``k log2(x) + log2(l)`` and ``k log2(x) + log2(u)``                          |
| y**e                              | ``l**e x**(k e)`` and ``u**e x**(k e)``                                      |
| ceiling(y), floor(y)              | ``y`` and ``y + 1``, ``y - 1`` and ``y``                                     |

The two questions so made have no functions but log2(x); where both agree, they tell.  What lies before that place, or
between the two, is enclosed stretch by stretch.

>>> from symroof.algebra.posynomial import build, gen, ratio
>>> from symroof.algebra.region import crossing
>>> n = gen("N")
>>> print(crossing(n - 8 * build("log2", [n**2 + n]), ratio(5), "N", strict=False))
N >= 115
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple, final

from symroof.algebra.asking import crossing
from symroof.algebra.axis import by_power
from symroof.algebra.budget import briefly, in_brief, spend
from symroof.algebra.evaluation import enclosure
from symroof.algebra.fold import all_atoms, inside
from symroof.algebra.outcome import Threshold
from symroof.algebra.overlay import Run, cut, gaps, merged, of_runs, sizes_of
from symroof.algebra.posynomial import Atom, Gen, Number, Poly, Ratio, build, exact, gen, ratio, term
from symroof.algebra.steps import by_enclosures
from symroof.errors import Inconclusive, SymroofError, Unsupported

STARTS = (8, 64, 1024, 1 << 15)
MOST = 150  # enclosures of one question
MOST_FUNCTIONS = 8  # nested ones counted: bounds of what nests deeper cross at numbers of tens of thousands of digits
BITS = 64  # of the rationals around numbers that are irrational
Ends = tuple[Fraction, Fraction]


def by_tails(base: Threshold, gap: Ratio, why: SymroofError) -> Threshold:
    """The region of a question about a size with all other numbers bound; raises why where the bounds do not tell."""
    if len(all_atoms(gap)) > MOST_FUNCTIONS:
        raise why
    left = [0 if in_brief() else MOST]
    for start in STARTS:
        if left[0] <= 0:
            break
        spend()
        try:
            with briefly():
                runs = _runs(base, gap, start, left)
        except (Unsupported, Inconclusive):
            continue
        if runs is not None:
            return of_runs(base, runs)
    raise why


def _runs(base: Threshold, gap: Ratio, start: int, left: list[int]) -> list[Run] | None:
    """The sizes that do; None where the bounds beyond the start leave a doubt for ever, or too many before."""
    low, high = _Beyond(base.name, start).sign_of(gap)
    ask = [crossing(r, ratio(0), base.name, strict=base.strict, settled=True) for r in (low, high)]
    sure, likely = (cut(merged(sizes_of(t)), start, None) for t in ask)
    doubtful: list[Run] = [(1, start - 1), *(r for a, b in likely for r in gaps(cut(sure, a, b), a, b))]
    if doubtful[-1][1] is None:
        return None
    out = list(sure)
    for a, b in doubtful:
        found = None if b is None else by_enclosures(base, gap, a, b, left)
        if found is None:
            return None
        out += found
    return merged(out)


class _Form(NamedTuple):
    """A sign, and ratios that are not below 0 between which the size of something lies."""

    side: int
    low: Ratio
    high: Ratio


@final
class _Beyond:
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
        """Whether a ratio is above 0 at every size from the start on."""
        if not r.atoms:
            return self.leading(r)[1] > 0
        runs = merged(sizes_of(crossing(r, ratio(0), self.name, settled=True)))
        return any(a <= self.start and b is None for a, b in runs)

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


def _logarithm(of: _Beyond, a: Atom, e: Fraction) -> _Form:
    (y,) = a.args
    log = build("log2", [of.x])
    if y == of.x:
        return _raised(_Form(1, log, log), e)
    (below, least, _), (above, _, most) = map(of.leading, of.ratio(y))
    if least <= 0:
        raise Unsupported(f"{y} may be below 0 from {of.start} on")
    b, c = (enclosure(build("log2", [ratio(exact(x))]), {}, BITS)[up] for up, x in enumerate((least, most)))
    start = build("log2", [ratio(of.start)])
    if below >= 0 and enclosure(start * exact(below) + exact(b), {}, BITS)[0] > 0:
        return _raised(_Form(1, log * exact(below) + exact(b), log * exact(above) + exact(c)), e)
    if above <= 0 and enclosure(start * exact(above) + exact(c), {}, BITS)[1] < 0:
        return _raised(_Form(-1, -log * exact(above) - exact(c), -log * exact(below) - exact(b)), e)
    raise Unsupported(f"the sign of {a} is open from {of.start} on")


def _root(of: _Beyond, a: Atom, e: Fraction) -> _Form:
    (below, least, _), (above, _, most) = map(of.leading, of.ratio(a.args[0]))
    if least <= 0:
        raise Unsupported(f"{a} may be below 0 from {of.start} on")
    ends = [(below, least), (above, most)]
    made = [
        of.x ** exact(k * e) * exact(enclosure(ratio(exact(share)) ** exact(e), {}, BITS)[up])
        for up, (k, share) in enumerate(ends if e > 0 else ends[::-1])
    ]
    return _Form(1, *made)


def _rounding(down: int, up: int, of: _Beyond, a: Atom, e: Fraction) -> _Form:
    low, high = of.ratio(a.args[0])
    return _raised(of.form(low - down, high + up), e)


_RULES: dict[str, Callable[[_Beyond, Atom, Fraction], _Form]] = {
    "log2": _logarithm,
    "base": _root,
    "ceil": partial(_rounding, 0, 1),
    "floor": partial(_rounding, 1, 0),
}

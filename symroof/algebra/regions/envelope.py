"""Bounds of a function of one number from a place on, which hold no function but the logarithm of that number.

From some place on each function lies between two sums of powers of x and of log2(x):

| function, x >= M                  | between                                                                     |
|-----------------------------------|-----------------------------------------------------------------------------|
| y = c x**k + smaller              | ``l x**k`` and ``u x**k``, the smaller terms taken at M                      |
| log2(y)                           | ``k log2(x) + log2(l)`` and ``k log2(x) + log2(u)``                          |
| log2(c (1 + v)), v to 0           | ``log2(c)`` and what lies between ``v/((1 + v) ln 2)`` and ``v/ln 2``          |
| (c x**k (1 + v))**e, v to 0       | ``c**e x**(k e) (1 + e v w)``, w between powers ``e - 1`` of what 1 + v is     |
| log2(x) inside of a function      | ``log2(M)`` and ``log2(M) (x/M)**(1/k)``, as long as ``e**k <= M``              |
| log2(y) + 2 log2(z) - 3           | what bounds log2(y z**2/8): what cancels in it is seen so                    |
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

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple, final

from symroof.algebra.ratios.budget import briefly
from symroof.algebra.ratios.evaluation import enclosure
from symroof.algebra.ratios.fold import inside
from symroof.algebra.ratios.posynomial import (
    ONE,
    Atom,
    Gen,
    Number,
    Poly,
    Ratio,
    build,
    exact,
    gen,
    log_of,
    ratio,
    term,
)
from symroof.algebra.regions.axis import MAX_ROOT, by_power, lifted, product_of_powers
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.regions.shape import LN2_ENDS
from symroof.errors import Inconclusive, Unsupported

BITS = 64  # of the rationals around numbers that are irrational
MOST_EXPANDED = 100  # terms of the product that they add up to
MOST_POWER, MOST_SHIFTED = 64, 1024  # of what logarithms that are added up are taken, and the number beside them
WAYS = ((False, False), (True, False), (False, True), (True, True))  # of bounds: fine, joined; the cheap ones first
Ends = tuple[Fraction, Fraction]
Leading = tuple[Fraction, Fraction, Fraction]  # see ``Beyond.leading``


class _Form(NamedTuple):
    """A sign, and ratios that are not below 0 between which the size of something lies."""

    side: int
    low: Ratio
    high: Ratio


@final
class Beyond:
    """Bounds of ratios in one symbol x from a place on, which hold no function but log2(x).

    Fine ones keep the next term of roots and logarithms, of sqrt(x**2 - x) less x that it is about -1/2; joined ones
    bound logarithms that are added up as one, which is closer where they cancel and wider where powers are high.
    """

    def __init__(self, name: str, start: int, fine: bool = False, joined: bool = True) -> None:
        self.name, self.start, self.fine, self.joined = name, start, fine, joined
        self.x = gen(name)

    def sign_of(self, gap: Ratio) -> tuple[Ratio, Ratio]:
        """Bounds of what has the sign of a ratio."""
        num, den = lifted(gap, lambda g: isinstance(g, Atom) and inside(g, self.name))
        low, high = self.poly(num)
        below = self.form(*self.poly(den))
        return (low, high) if below.side > 0 else (-high, -low)

    def ratio(self, r: Ratio) -> tuple[Ratio, Ratio]:
        if r.den.constant() == 1:
            return self.poly(r.num)
        above, below = self.form(*self.poly(r.num)), self.form(*self.poly(r.den))
        return _signed(_Form(above.side * below.side, above.low / below.high, above.high / below.low))

    def poly(self, p: Poly) -> tuple[Ratio, Ratio]:
        low, high, rest = self._logarithms(p) if self.joined else (ratio(0), ratio(0), p)
        for root, part in self._by_roots(rest):
            lo, hi = self._times_root(root, part)
            low, high = low + lo, high + hi
        return low, high

    def _by_roots(self, p: Poly) -> list[tuple[Poly, Poly]]:
        """A sum as products of roots of the unknown and what they are taken times: y**(1/2) (log2(x) - 2) + 1."""
        found: dict[frozenset[tuple[Gen, Number]], Poly] = {}
        for exps, c in p.monomials():
            root = frozenset(
                (g, e) for g, e in exps.items() if self._moves(g) and isinstance(g, Atom) and g.row.radicand
            )
            rest = term({g: e for g, e in exps.items() if (g, e) not in root}, c)
            found[root] = found[root] + rest if root in found else rest
        return [(term(dict(root)), part) for root, part in found.items()]

    def _moves(self, g: Gen) -> bool:
        return isinstance(g, Atom) and inside(g, self.name)

    def _times_root(self, root: Poly, part: Poly) -> tuple[Ratio, Ratio]:
        """Bounds of a product, of what stands beside the root as a whole where that is of one sign."""
        if len(part) > 1 and root.constant() is None:
            try:
                made = self.form(*self.poly(part))
                return _signed(self._product(root.monomials()[0][0], made))
            except (Unsupported, Inconclusive):
                pass
        low = high = ratio(0)
        for exps, c in (root * part).monomials():
            fixed: dict[Gen, Number] = {g: e for g, e in exps.items() if not self._moves(g) and g != self.name}
            power = self.x ** exps.get(self.name, 0)
            lo, hi = _signed(self._product(exps, self.number(enclosure(Ratio(term(fixed, c)), {}, BITS))))
            low, high = low + lo * power, high + hi * power
        return low, high

    def _product(self, exps: Mapping[Gen, Number], made: _Form) -> _Form:
        """Bounds times the powers of functions of the unknown in a term."""
        for g, e in exps.items():
            if isinstance(g, Atom) and self._moves(g):
                f = self.function(g, Fraction(e))
                made = _Form(made.side * f.side, made.low * f.low, made.high * f.high)
        return made

    def _logarithms(self, p: Poly) -> tuple[Ratio, Ratio, Poly]:
        """Bounds of what logarithms of the unknown add up to with a number, as of one logarithm, and the other terms.

        log2(y) + log2(z) - 3 is log2(y z/8) where both have a value: of 1 - log2(3) + log2(x + 3/2) close to x = 0 it
        shows that it is about 2 x/(3 ln 2), while bounds of each term do not tell its sign.
        """
        logs = {m: c for m, c in p.terms.items() if self._adds_up(p.ring.exponents(m), c)}
        gathered = Ratio(Poly(p.ring, logs))
        others = [a.args[0] for a in gathered.atoms if inside(a, self.name) and a.args[0] != self.x]
        scale = math.lcm(1, *(Fraction(c).denominator for c in logs.values()))
        short = others and len(logs) > 1 and scale <= MAX_ROOT and _expanded(gathered * scale) <= MOST_EXPANDED
        product = product_of_powers(gathered * scale) if short else None
        if product is None:
            return ratio(0), ratio(0), p
        try:
            if not all(self.around(y)[0][1] > 0 for y in others):
                return ratio(0), ratio(0), p
            low, high = _log_ends(self, product)
        except (Unsupported, Inconclusive):
            return ratio(0), ratio(0), p
        return low / scale, high / scale, p - Poly(p.ring, logs)

    @staticmethod
    def _adds_up(exps: Mapping[Gen, Number], c: Number) -> bool:
        """Whether a term is a number, or one of them times a logarithm."""
        if not exps:
            return -MOST_SHIFTED < c < MOST_SHIFTED
        ((g, e), *more) = exps.items()
        return not more and e == 1 and log_of(g) is not None and -MOST_POWER < c < MOST_POWER

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

    def side(self, r: Ratio) -> int:
        """The sign of a ratio at every number from the start on; Unsupported of what may be 0 at some of them alone.

        A ``_Form`` is not below 0, and what lies between 0 and 2/3, as mod(N, 3)/3 does, is 0 again and again.
        """
        out = 1
        for p in (r.num, r.den):
            low, high = self.poly(p)
            side = self.form(low, high).side
            if low.constant() == high.constant() == 0:
                side = 0
            elif 0 in (low.constant(), high.constant()) and not self._misses(p, up=side < 0):
                raise Unsupported(f"{Ratio(p)} may be 0 again and again from {self.start} on")
            out *= side
        return out

    def _misses(self, p: Poly, up: bool) -> bool:
        """Whether a sum never is what bounds it above (below): a rounding by itself is never where it stops short of.

        ceil(y) is below y + 1 and floor(y) above y - 1; a rounding of what misses an end misses that one, too.
        """
        for exps, c in p.monomials():
            ((g, e), *others) = exps.items() or [(self.name, 1)]
            if others or e != 1 or not isinstance(g, Atom) or not g.row.rounds or not self._moves(g):
                continue
            over = up is (c > 0)  # of the rounding itself the end above
            (y,) = g.args
            if over is (g.row.rounds > 0) or (y.den.constant() == 1 and self._misses(y.num, over)):
                return True
        return False

    def above(self, r: Ratio) -> bool:
        """Whether a ratio is above 0 at every number from the start on."""
        if not r.atoms:
            return self.leading(r)[1] > 0
        if self._of_terms_above(r.den) and (told := [self._of_terms_above(p) for p in (r.num, -r.num)]) != [
            False,
            False,
        ]:
            return told[0]
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

    def _of_terms_above(self, p: Poly) -> bool:
        """Whether every term of a sum is above 0, as powers of x and of log2(x) are from a start above 1 on."""
        log = Atom("log2", (self.x,))
        for exps, c in p.monomials():
            rest: dict[Gen, Number] = {g: e for g, e in exps.items() if g not in (self.name, log)}
            if Ratio(term(rest)).names or enclosure(Ratio(term(rest, c)), {}, BITS)[0] <= 0:
                return False
        return self.start > 1

    def around(self, y: Ratio) -> tuple[Leading, Leading]:
        """What leads in bounds of a ratio without functions of the unknown: of one below it, and one above."""
        return self.leads(*self.ratio(y))

    def leads(self, low: Ratio, high: Ratio) -> tuple[Leading, Leading]:
        """What leads in what is below the one of two ratios, and above the other."""
        return self.leading(self._flat(low, up=False)), self.leading(self._flat(high, up=True))

    def beside(self, y: Ratio) -> tuple[Fraction, Fraction, Leading] | None:
        """(c, p, v): a ratio without functions is c x**p (1 + v), with c > 0, v a share of a power below 0; or None."""
        if y.atoms or set(y.names) != {self.name}:
            return None
        (p, above), (q, below) = (max(by_power(part, self.name).items()) for part in (y.num, y.den))
        c = Fraction((Ratio(above) / Ratio(below)).constant() or 0)
        v = y / (self.x ** exact(p - q) * exact(c)) - 1
        if c <= 0 or not v.num.terms:
            return None
        k, least, most = self.leading(v)
        return (c, p - q, (k, least, most)) if k < 0 and 1 + least * self.share(k) > 0 else None

    def share(self, k: Fraction) -> Fraction:
        """What a power below 0 is at most."""
        return enclosure(ratio(self.start) ** exact(k), {}, BITS)[1]

    def _flat(self, r: Ratio, up: bool) -> Ratio:
        """What is never below (above) a ratio, with powers in the place of log2(x)."""
        log = Atom("log2", (self.x,))
        if log not in r.atoms:
            return r
        if log not in Ratio(r.den).atoms:
            return self._flat_sum(r.num, up) / Ratio(r.den)
        top = self._flat_sum(r.num, up)
        _, least, most = self.leading(top)
        if least < 0 < most or self.leading(self._flat_sum(r.den, False))[1] <= 0:
            raise Unsupported(f"the sign of {r} is open from {self.start} on")
        return top / self._flat_sum(r.den, up is (most <= 0))  # the less divides it the larger is what is above 0

    def _flat_sum(self, p: Poly, up: bool) -> Ratio:
        """The same of a sum."""
        log = Atom("log2", (self.x,))
        slow = math.floor(math.log(self.start))
        if slow < 1 or any(inside(a, self.name) for a in Ratio(p).atoms if a != log):
            raise Unsupported(f"{p} has functions of {self.name}")
        lo, hi = enclosure(build("log2", [ratio(self.start)]), {}, BITS)
        growth = (self.x / self.start) ** Fraction(1, slow)  # log2(x)/x**(1/k) falls from e**k on
        ends = ratio(exact(lo)), growth * exact(hi)
        out = ratio(0)
        for exps, c in p.monomials():
            b = exps.get(log, 0)
            rest = Ratio(term({g: e for g, e in exps.items() if g != log}, c))
            out = out + rest * ends[((c > 0) is up) is (b > 0)] ** b
        return out

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


def _expanded(sum_: Ratio) -> int:
    """How many terms at most the product has that logarithms add up to: (a + b + c + d)**33 has 7,140."""
    out = 1
    for exps, c in sum_.num.monomials():
        for y in (y for g in exps if (y := log_of(g)) is not None):
            most, n = max(len(y.num), len(y.den)), math.ceil(abs(Fraction(c)))
            out *= math.comb(n + most - 1, n)
    return out


def _signed(f: _Form) -> tuple[Ratio, Ratio]:
    return (f.low, f.high) if f.side > 0 else (-f.high, -f.low)


def _raised(of: Beyond, f: _Form, e: Fraction) -> _Form:
    if e == 1:
        return f
    if e.denominator != 1 and f.side < 0:
        raise Unsupported("a root of what is below 0")
    if e.denominator != 1 and (f.low.atoms or f.high.atoms):
        return _powers(of, *of.leads(f.low, f.high), e)
    low, high = f.low ** exact(e), f.high ** exact(e)
    return _Form(f.side if e.numerator % 2 else 1, *((low, high) if e > 0 else (high, low)))


def _logarithm(of: Beyond, a: Atom, e: Fraction) -> _Form:
    low, high = _log_ends(of, a.args[0])
    for side, ends in ((1, (low, high)), (-1, (-high, -low))):
        if _from_the_start(of, ends[0], e > 0):
            return _raised(of, _Form(side, *ends), e)
    raise Unsupported(f"the sign of {a} is open from {of.start} on")


def _log_ends(of: Beyond, y: Ratio) -> tuple[Ratio, Ratio]:
    """Bounds of log2(y), of whatever sign: k log2(x) + c, or c + d x**k with k below 0."""
    log = build("log2", [of.x])
    if y == of.x:
        return log, log
    (below, least, _), (above, _, most) = of.around(y)
    if least <= 0:
        raise Unsupported(f"{y} may be below 0 from {of.start} on")
    if below == above == 0 and (beside := of.beside(y)) is not None and (of.fine or beside[0] == 1):
        return _near(of, beside[0], beside[2])
    b, c = (enclosure(build("log2", [ratio(exact(x))]), {}, BITS)[up] for up, x in enumerate((least, most)))
    return log * exact(below) + exact(b), log * exact(above) + exact(c)


def _from_the_start(of: Beyond, r: Ratio, or_zero: bool) -> bool:
    """Whether such a bound is above 0 from the start on; or_zero: log2(1 + 1/x) may be 0 at no x, and its bound is."""
    log = Atom("log2", (of.x,))
    if log not in r.atoms and r.names:
        return of.leading(r)[1] > 0
    growth = by_power(r.num, log).get(Fraction(1), ONE).constant() or 0
    at_start = enclosure(r.subs({of.name: of.start}), {}, BITS)[0]
    return growth >= 0 and (at_start > 0 or (at_start == 0 and or_zero))


def _near(of: Beyond, c: Fraction, v: Leading) -> tuple[Ratio, Ratio]:
    """log2(c (1 + v)): log2(c) and what lies between v/((1 + v) ln 2) and v/ln 2."""
    k, least, most = v
    least /= 1 + least * of.share(k)
    low, high = min(least / y for y in LN2_ENDS), max(most / y for y in LN2_ENDS)
    log, power = enclosure(build("log2", [ratio(exact(c))]), {}, BITS), of.x ** exact(k)
    return power * exact(low) + exact(log[0]), power * exact(high) + exact(log[1])


def _power_near(of: Beyond, c: Fraction, p: Fraction, v: Leading, e: Fraction) -> _Form:
    """(c x**p (1 + v))**e, by the mean value theorem: of 1 + v what is between 1 + e v w, w a power e - 1 beside 1."""
    k, least, most = v
    around = [1 + min(Fraction(0), least * of.share(k)), 1 + max(Fraction(0), most * of.share(k))]
    slopes = [x for y in around for x in enclosure(ratio(exact(y)) ** exact(e - 1), {}, BITS)]
    corners = [e * x * w for x in (least, most) for w in (min(slopes), max(slopes))]
    if 1 + min(corners) * of.share(k) <= 0:
        raise Unsupported(f"a root of what may be below 0 from {of.start} on")
    ends = enclosure(ratio(exact(c)) ** exact(e), {}, BITS)
    power, change = of.x ** exact(p * e), of.x ** exact(k)
    low, high = (power * exact(x) * (1 + change * exact(y)) for x, y in zip(ends, (min(corners), max(corners))))
    return _Form(1, low, high)


def _root(of: Beyond, a: Atom, e: Fraction) -> _Form:
    (y,) = a.args
    if of.fine and (beside := of.beside(y)) is not None:
        return _power_near(of, *beside, e)
    return _powers(of, *of.around(y), e)


def _powers(of: Beyond, low: Leading, high: Leading, e: Fraction) -> _Form:
    """A power of what lies between two, each by what leads in it."""
    ends = [low[:2], (high[0], high[2])]
    if low[1] <= 0:
        raise Unsupported(f"a root of what may be below 0 from {of.start} on")
    made = [
        of.x ** exact(k * e) * exact(enclosure(ratio(exact(share)) ** exact(e), {}, BITS)[up])
        for up, (k, share) in enumerate(ends if e > 0 else ends[::-1])
    ]
    return _Form(1, *made)


def _rounding(down: int, up: int, of: Beyond, a: Atom, e: Fraction) -> _Form:
    low, high = of.ratio(a.args[0])
    return _raised(of, of.form(low - down, high + up), e)


_RULES: dict[str, Callable[[Beyond, Atom, Fraction], _Form]] = {
    "log2": _logarithm,
    "base": _root,
    "ceil": partial(_rounding, 0, 1),
    "floor": partial(_rounding, 1, 0),
}

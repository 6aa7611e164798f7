"""Crossings without closed form: by monotone composition, by the roots of sums with logarithms, by a sandwich.

| question                              | answer                                                                     |
|---------------------------------------|----------------------------------------------------------------------------|
| monotone through every function       | the one positive root, named; the integer by exact bisection once bound    |
| x beside log2(x), numbers             | the region, every root isolated (``mixed``)                                |
| ceil, floor of x over a symbolic tile | y <= ceil(y) <= y + 1 - 1/tile: one threshold that suffices, one necessary |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from symroof.algebra.ratios.budget import OutOfTime
from symroof.algebra.ratios.evaluation import approximate
from symroof.algebra.ratios.fold import all_atoms, inside, map_atoms
from symroof.algebra.ratios.posynomial import (
    ONE,
    Atom,
    Gen,
    Number,
    Poly,
    Ratio,
    exact,
    gen,
    nearest,
    ratio,
    term,
    total,
)
from symroof.algebra.regions.axis import assembled, by_power, by_sign, good, minors, side_at, some, stepped, verdict
from symroof.algebra.regions.isolated import in_order
from symroof.algebra.regions.kinds import Between, Found, FoundRay, Ray
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.closed import Implicit, Quotient
from symroof.algebra.signs.condition import Condition, both, condition, constant_sign
from symroof.algebra.signs.mixed import NEAR_ZERO, MixedRoot, MixedSum
from symroof.algebra.signs.positivity import bare, is_positive, lower, positive, split, whole
from symroof.algebra.signs.sign import decided, real_throughout, sign, sign_of
from symroof.errors import DividesByZero, Inconclusive, SymroofError, Undetermined, Unsupported
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.growth.regime import Regime

BEFORE_SIZES = Fraction(1, 2)  # roots below are no concern of a size, however close to 0 they lie
FAR = 4096  # bits of the largest size that is tried


# -- directions --------------------------------------------------------------------------------------------------------


def slope(r: Ratio, g: Gen) -> int | None:
    """1 where a ratio never falls as one generator alone grows, -1 where it never rises, 0 without it; None: open."""
    if g not in r.num.gens and g not in r.den.gens:
        return 0
    if not positive(r.den):
        return None
    p, q = by_power(r.num, g), by_power(r.den, g)
    if lower(g) is None and {*p, *q} - {0, 1}:  # it may be below 0, as log2: its powers go either way
        return None
    return minors(p, q)


def monotone(r: Ratio, name: str) -> int | None:
    """The direction of a ratio as one symbol grows, through every function it stands in; None where that is open."""
    found: set[int] = set()
    for g in r.gens:
        if isinstance(g, str) and g != name:
            continue
        inner = 1 if isinstance(g, str) else _atom_direction(g, name)
        if inner == 0:
            continue
        outer = slope(r, g)
        if inner is None or outer is None:
            return None
        found.add(inner * outer)
    found.discard(0)
    return None if len(found) > 1 else found.pop() if found else 0


def _atom_direction(a: Atom, name: str) -> int | None:
    """Max, min, roundings, logs and roots follow their arguments."""
    if not any(name in x.names for x in a.args):
        return 0
    if a.row.guards:
        return None
    inner = {monotone(x, name) for x in a.args}
    inner.discard(0)
    return None if len(inner) > 1 else inner.pop() if inner else 0


# -- the one root ------------------------------------------------------------------------------------------------------


def beyond(base: Threshold, gap: Ratio, why: SymroofError) -> Threshold:
    """The answer where no closed form fits; raises why where there is no other way either."""
    free = sorted({n for n in gap.names if n != base.name})
    if not free:
        found = log_sum(base, gap)
        if found is not None:
            return found
    rising = None if free and may_split(gap) else _rising(base, gap)
    if rising is None:
        if free and _log_terms(gap, base.name):
            note = f"{base.name} beside its logarithm may cross more than once: bind {some(free)} with .at(...)"
            return replace(base, said=(note,))
        raise why
    return one_root(base, gap, rising) if free else bisected(base, gap, rising)


def _rising(base: Threshold, gap: Ratio) -> bool | None:
    """Whether expr - level rises (True) or falls (False) in the unknown throughout."""
    up, down = monotone(base.expr, base.name), monotone(base.level, base.name)
    if up is not None and down is not None and up * down <= 0 and (up or down):
        return up > 0 or down < 0
    whole = monotone(gap, base.name)
    return None if not whole else whole > 0


def leveled(r: Ratio, name: str) -> bool:
    """Whether an unknown stands in maxima and minima alone of which other sides may bind: there a ratio is level.

    A root of such a gap need not be the one.
    """
    found = [g for g in r.gens if g == name or (isinstance(g, Atom) and inside(g, name))]
    return all(isinstance(g, Atom) and (any if g.row.extreme else all)(leveled(x, name) for x in g.args) for g in found)


def one_root(base: Threshold, gap: Ratio, rising: bool, form: Ratio | None = None) -> Threshold:
    """The one root by name, with the conditions that tell whether there is one: at the start, and far out.

    What rises or falls is the form, a function with the sign of the gap; none given, the gap itself.  One that is not
    told to be apart from 0 far out may be 0 throughout, as (1 - D)*K at D = 1, which is never below.
    """
    form = gap if form is None else form
    if leveled(gap, base.name):
        free = some([n for n in gap.names if n != base.name])
        return replace(base, said=(f"{gap} is level where sides without {base.name} bind: bind {free} with .at(...)",))
    steps, far = any(stepped(a, base.name) for a in gap.atoms), far_out(base, gap)
    strictly = rising if far is rising or rising is not base.strict else None
    first = _at_one(base, gap) if is_size(base.name) else near_zero(base, form, strictly)
    if rising and (first is True or far is False):
        return verdict(base, first is True)
    if not rising and (first is False or far is True):
        return verdict(base, far is True)
    if first is None or far is None or steps:
        words = "a step" if steps else f"whether {base.expr} passes {base.level} is open"
        free = some([n for n in gap.names if n != base.name])
        return replace(base, said=(f"{words}: bind {free} with .at(...)",))
    exists, always = (far, first) if rising else (first, far)
    return replace(
        ray(base, gap, rising, form),
        when=exists if isinstance(exists, Condition) else None,
        always=always if isinstance(always, Condition) else None,
    )


def ray(base: Threshold, gap: Ratio, upward: bool, form: Ratio | None = None) -> Threshold:
    """Beyond (or up to) the one root of a gap: of a size the one from 1 on, for below 1 there may be others.

    In numbers it is found by bisection; a form of the gap, if any, is what rises or falls.
    """
    if not set(gap.names) - {base.name}:
        return bisected(base, gap, upward, form)
    sense = (">" if upward else "<") + ("" if base.strict else "=")
    return replace(base, sense=sense, region=Ray(Implicit(_tidy(gap), least=int(is_size(base.name)))))


def two_roots(name: str, gap: Ratio) -> tuple[Implicit, Implicit] | None:
    """The two roots of a gap that turns once and is on one side at both ends; None in numbers, which have digits.

    Where it has none there is nothing between them, and everything outside.
    """
    if not set(gap.names) - {name}:
        return None
    least, tidy = int(is_size(name)), _tidy(gap)
    return Implicit(tidy, least, "first"), Implicit(tidy, least, "last")


Told = bool | Condition | None  # it holds there, it does not, it does where the condition holds; None: open


def far_out(base: Threshold, gap: Ratio) -> Told:
    """Whether large values of the unknown do."""
    last = _end(gap, base.name)
    return None if last is None else _told(last)


def near_zero(base: Threshold, gap: Ratio, rising: bool | None = None) -> Told:
    """Whether values near 0 do: by what is largest there, or where all is continuous by the value at 0.

    A gap that rises from 0 on is above 0 (unless it is 0 throughout, which strict questions exclude), one that falls
    from 0 on is below; of one of which that is not known (None) the value has to be apart from 0.
    """
    near = _end(gap.subs({base.name: 1 / gen(base.name)}), base.name)
    told = None if near is None else _told(near)
    if told is not None:
        return told
    value = at_zero(gap, base.name)
    if value is None or not positive(value.den):
        return None
    s, h = decided(value.num), value.num
    if rising is None or (rising and base.strict):
        return None if s.zero else s.low
    if (s.low if rising else s.high) or not s.zero:
        return s.low if not s.zero else rising
    return condition(h, ">= 0" if rising else "> 0")


def at_zero(gap: Ratio, name: str) -> Ratio | None:
    """What a gap tends to as the unknown falls to 0, of powers and of logarithms and roots of what stays above 0 there.

    >>> from symroof.algebra.ratios.posynomial import build
    >>> K, B = gen("K"), gen("B")
    >>> at_zero(build("log2", [K + B]) + 2 * K - 1, "K")
    log2(B) - 1
    """

    def defined(a: Atom) -> Ratio | None:
        if inside(a, name) and (not a.row.continuous or sign_of(limit(a.args[0])).mark != "+"):
            raise Unsupported(f"{a} has no value at {name} = 0")
        return None

    def limit(r: Ratio) -> Ratio:
        return map_atoms(r, defined, {name: ratio(0)}.get)

    try:
        return limit(gap)
    except (SymroofError, ZeroDivisionError):
        return None


def _at_one(base: Threshold, gap: Ratio) -> Told:
    """Whether the smallest size does."""
    try:
        first = gap.subs({base.name: 1})
    except DividesByZero:  # as 1/log2(1): it comes from the far side of a pole
        return _rising(base, gap) is False
    except SymroofError:
        return None
    if not positive(first.den) or not real_throughout(first):
        return None
    made = by_sign(base, bare(first.num))
    return made.when if made.verdict == "when" else made.verdict == "always"


def _told(groups: list[Poly]) -> Told:
    """Whether what has these coefficients at an end, the largest first, is above 0 there; the last is 1 or -1."""
    *open_ones, last = groups
    told: Told = last is ONE
    for h in reversed(open_ones):  # above 0, or 0 and what comes next tells
        s = decided(h)
        if isinstance(told, Condition):
            if not (s.low or s.high):
                return None
            told = both([condition(h, "> 0"), told], "or") if s.low else both([condition(h, ">= 0"), told])
        elif told:
            told = s.low or condition(h, ">= 0")
        else:
            told = not s.high and condition(h, "> 0")
    return told


def may_split(gap: Ratio) -> bool:
    """Whether all of a gap is times something that may be 0, as log2(N)*(1 - F - N): not to be divided by."""
    return not all(is_positive(g) for g in gap.num.ring.exponents(gap.num.content()[1]))


def _tidy(gap: Ratio) -> Ratio:
    return Ratio(gap.num.shifted(-gap.num.content()[1])) if positive(gap.den) else gap


def _end(gap: Ratio, name: str) -> list[Poly] | None:
    """Coefficients that tell the sign of a gap for large values of the unknown: of the largest part, then the next.

    Last comes 1 or -1, the sign where those before are 0; None where that is not found out.
    """
    if not positive(gap.den) and not _above_zero(Ratio(gap.den), _outward(name)):
        return None
    found: list[Poly] = []
    rest = gap.num
    for _ in range(4):
        if not rest.terms:
            return None
        part = _largest(Ratio(rest), name)
        if part is None:
            return None
        coefficient, group = part
        known = [h for p in map(bare, found) for h in (p, -p)]  # that the larger ones are 0
        s = sign(coefficient, known)
        if not s.zero:
            return [*found, ONE if s.low else -ONE]
        if s.mark != "0":
            found.append(coefficient)
        if group is None or len(found) > 2:
            return None
        rest = _without(rest - group, coefficient)
    return None


def _without(p: Poly, zero: Poly) -> Poly:
    """A sum where another is 0: without the terms that hold the one generator which makes it so."""
    ((exps, _), *others) = bare(zero).monomials()
    if others or len(exps) != 1:
        return p
    (g,) = exps
    return Poly(p.ring, {m: c for m, c in p.terms.items() if p.ring.exponents(m).get(g, 0) <= 0})


def _outward(name: str) -> Regime:
    from symroof.algebra.growth.regime import regime

    return regime(f"{name} -> oo", [name])


def _largest(gap: Ratio, name: str) -> tuple[Poly, Poly | None] | None:
    """The coefficient of what is largest far out, and the terms that make it (None where they are not of the gap)."""
    from symroof.algebra.growth.leading import lead as largest
    from symroof.algebra.growth.leading import leading_core

    g = _outward(name)
    try:
        lead = leading_core(gap, g)
    except Undetermined:  # the leading terms share a factor of unknown sign, as 1 - V in N*log2(N) - V*N*log2(N)
        lead = Ratio(largest(gap.num, g).part, gap.den)
    except SymroofError:
        return None
    if not positive(lead.den):
        return None
    groups: set[frozenset[tuple[Gen, Number]]] = set()
    rest: list[tuple[dict[Gen, Number], Number]] = []
    for exps, c in lead.num.monomials():
        moving = {g: e for g, e in exps.items() if g == name or (isinstance(g, Atom) and inside(g, name))}
        groups.add(frozenset(moving.items()))
        rest.append(({g: e for g, e in exps.items() if g not in moving}, c))
    if len(groups) != 1 or not _above_zero(Ratio(term(dict(groups.copy().pop()))), g):
        return None
    shared = dict(groups.pop())
    out = Poly(ONE.ring, {})
    for exps, c in rest:
        out = out + term(exps, c)
    return out, out * term(shared) if lead.den.constant() == 1 else None


def _above_zero(shared: Ratio, g: Regime) -> bool:
    """Whether a product of functions of the unknown is above 0 in the end."""
    from symroof.algebra.growth.leading import leading_core

    try:
        return leading_core(shared, g).is_posynomial_ratio
    except SymroofError:
        return False


def _side_at_end(gap: Ratio, name: str) -> int:
    """The sign of a gap in numbers for large values of the unknown; 0 where that is not found out."""
    end = _end(gap, name)
    if end is None or len(end) > 1:
        return 0
    return 1 if end[0] is ONE else -1


def _at_zero(gap: Ratio, name: str) -> int | None:
    """The sign of what a gap in numbers tends to as the unknown falls to 0; None where that is not found out.

    Such a gap is analytic, so that one that rises or falls does so strictly: from 0 on it is never 0 again.
    """
    value = at_zero(gap, name)
    try:
        return None if value is None else constant_sign(value)
    except SymroofError:
        return None


def bisected(base: Threshold, gap: Ratio, rising: bool, form: Ratio | None = None) -> Threshold:
    """Numbers only, and one direction: the last or first size by bisection on the exact sign."""

    def holds(x: Number) -> bool:
        return good(base, side_at(gap, base.name, x))

    ends = _searched(base, gap if form is None else form, rising, holds)
    if isinstance(ends, Threshold):
        return ends
    size, (lo, hi) = is_size(base.name), ends
    integer = 0
    if size:
        a, b = _whole_ends(gap, base.name, holds, rising, (int(lo), int(hi)))
        lo, hi, integer = a, b, b if rising else a
    x, y = Fraction(lo), Fraction(hi)
    if any(stepped(a, base.name) for a in gap.atoms):
        if not size:
            raise Unsupported(f"a rounding of {base.name}, which need not be an integer, has no rule")
        sense = ">=" if rising else "<="
        root, whole = Quotient(ratio(integer)), Fraction(integer)
        return replace(base, sense=sense, region=FoundRay(Found(nearest(integer), integer, whole, whole), root))
    while (y - x) * (1 << 56) > x:
        middle = (x + y) / 2
        x, y = (x, middle) if holds(exact(middle)) == rising else (middle, y)
    if not size:
        integer = math.ceil(y) if rising else math.floor(x)
    sense = (">" if rising else "<") + ("" if base.strict else "=")
    found = Found(nearest((x + y) / 2), integer, x, y)
    return replace(base, sense=sense, region=FoundRay(found, Implicit(gap)))


Holds = Callable[[Number], bool]


def _searched(base: Threshold, gap: Ratio, rising: bool, holds: Holds) -> tuple[Number, Number] | Threshold:
    """Two values of the unknown between which the answer changes, or the verdict where it is one throughout."""
    lo: Number = 1
    if is_size(base.name):
        if holds(1) == rising:
            return verdict(base, rising)
    else:
        bits = 1
        while holds(lo) == rising:
            lo = Fraction(1, 1 << bits)
            bits *= 2
            if bits > FAR:
                side = 1 if rising else -1
                if _side_at_end(gap.subs({base.name: 1 / gen(base.name)}), base.name) == side:
                    return verdict(base, rising)
                if _at_zero(gap, base.name) in (0, side):
                    return verdict(base, rising)
                raise Inconclusive(f"the crossing lies below 2**-{FAR}, if there is one")
    hi: Number = 2
    while holds(hi) != rising:
        hi = hi * hi
        if hi > 1 << FAR:
            if _side_at_end(gap, base.name) == (-1 if rising else 1):
                return verdict(base, not rising)
            raise Inconclusive(f"no crossing below 2**{FAR}: the sign of {gap} does not change")
    return lo, hi


def _whole_ends(gap: Ratio, name: str, holds: Holds, rising: bool, ends: tuple[int, int]) -> tuple[int, int]:
    """The neighbouring integers between which the answer changes: by halving, close to a far crossing by secants."""
    a, b = ends
    while b - a > 1:
        guess = _by_secant(gap, name, a, b) if 1 << 20 < b - a < a >> 16 else None
        if guess is not None:
            a, b = _around(holds, rising, guess, (a, b))
        middle = (a + b) // 2
        if a < middle:
            a, b = (a, middle) if holds(middle) == rising else (middle, b)
    return a, b


def _around(holds: Holds, rising: bool, guess: tuple[int, int], ends: tuple[int, int]) -> tuple[int, int]:
    """Ends on both sides of a guess, as far from it as its slack; further where a rounding moved the change away."""
    (a, b), (near, slack) = ends, guess
    beyond_it = near >= b or (near > a and holds(near) == rising)
    a, b = (a, min(near, b)) if beyond_it else (max(near, a), b)
    while True:
        middle = b - slack if beyond_it else a + slack
        if not a < middle < b:
            return a, b
        crossed = (holds(middle) == rising) is not beyond_it
        a, b = (a, middle) if beyond_it is not crossed else (middle, b)
        if crossed:
            return a, b
        slack *= 16


def _by_secant(gap: Ratio, name: str, a: int, b: int) -> tuple[int, int] | None:
    """Where the secant of two points passes 0, and its error; None where values have no digits there."""
    try:
        at_a, at_b = (approximate(gap, {name: x}) for x in (a, b))
    except SymroofError:
        return None
    if at_a == at_b:
        return None
    near = a + round((b - a) * at_a / (at_a - at_b))
    slack = 1 + 4 * (b - a) ** 2 // a  # the error of a secant, with f''/f' about 1/x
    return near, slack


# -- beside its logarithm ----------------------------------------------------------------------------------------------


def _log_terms(r: Ratio, name: str) -> bool:
    """Whether the unknown occurs only as itself and as log2 of itself, or beside numbers that are not rational."""
    log = Atom("log2", (gen(name),))
    return all(a == log for a in r.atoms if inside(a, name)) and bool(r.atoms)


def _mixed(p: Poly, name: str, scale: int) -> MixedSum | None:
    out: dict[tuple[int, int], Fraction | Ratio] = {}
    log = Atom("log2", (gen(name),))
    rows = p.monomials()
    for exps, c in rows:
        rest = {g: e for g, e in exps.items() if g not in (name, log)}
        if any(isinstance(g, str) or any(x.names for x in g.args) for g in rest):
            return None
        a, b = Fraction(exps.get(name, 0)) * scale, Fraction(exps.get(log, 0))
        if a.denominator != 1 or b.denominator != 1 or b < 0:
            return None
        factor: Fraction | Ratio = Fraction(c) * Fraction(scale) ** int(b)  # log2(x) = scale * log2(u)
        if rest:
            factor = Ratio(term(rest, exact(factor)))
        key = (int(a), int(b))
        out[key] = out[key] + factor if key in out else factor
    return MixedSum({k: c if isinstance(c, Fraction) or c.names or c.constant() is None else Fraction(c.constant() or 0)
                     for k, c in out.items()})  # fmt: skip


def log_sum(base: Threshold, gap: Ratio) -> Threshold | None:
    """The region of a ratio of sums of x**a * log2(x)**b with numbers for coefficients; None where it is not that."""
    if not _log_terms(gap, base.name):
        return None

    def region(multiplied: bool) -> Threshold | None:
        found = _log_cells(gap, base.name, multiplied)
        return found and assembled(base, found[0], [s is not None and good(base, s) for s in found[1]])

    try:
        return region(False)
    except OutOfTime:
        raise
    except Inconclusive:  # a root of both, for example
        return region(True)


Cells = tuple[Sequence[MixedRoot], list[int | None]]  # places, and the signs before, at and after each; None at a pole


def _log_cells(gap: Ratio, name: str, multiplied: bool) -> Cells | None:
    """The roots of such a ratio, found once; that they are not told is found out once, too."""
    found = _kept_cells(gap, name, multiplied)
    if isinstance(found, Inconclusive):
        raise Inconclusive(str(found))
    return found


@lru_cache(maxsize=256)
def _kept_cells(gap: Ratio, name: str, multiplied: bool) -> Cells | Inconclusive | None:
    """The same, or why they are not told: bounds from several places on are often the same sums."""
    try:
        return _found_cells(gap, name, multiplied)
    except OutOfTime:
        raise
    except Inconclusive as why:
        return why.with_traceback(None)


def _found_cells(gap: Ratio, name: str, multiplied: bool) -> Cells | None:
    log = Atom("log2", (gen(name),))
    num, den = gap.num, gap.den
    lows = (Fraction(exps.get(log, 0)) for p in (num, den) for exps, _ in p.monomials())
    low = min(Fraction(0), *lows)
    if low.denominator != 1:
        return None
    up = term({log: -low})  # log2(x)**-1 in the numerator is log2(x) below
    num, den = num * up, den * up
    scale = math.lcm(1, *(Fraction(e.get(name, 0)).denominator for p in (num, den) for e, _ in p.monomials()))
    top, bottom = _mixed(num * den if multiplied else num, name, scale), _mixed(den, name, scale)
    if top is None or bottom is None:
        return None
    return (_of_product if multiplied else _of_quotient)(
        top, bottom, scale, BEFORE_SIZES if is_size(name) else NEAR_ZERO
    )


def _of_quotient(top: MixedSum, bottom: MixedSum, scale: int, least: Fraction) -> Cells:
    """By the roots of above and below, each of their own."""
    (above, signs), (below, others) = (_signed_cells(x, scale, least) for x in (top, bottom))
    found = in_order([*above], [*below])
    i = j = 0
    sides: list[int | None] = [signs[0] * others[0]]
    for at, pole in found:
        both = pole and at.lo == at.hi and not top.sign(at.lo)  # 0/0
        i, j = i + (both or not pole), j + pole
        sides += [None if pole else 0, signs[2 * i] * others[2 * j]]
    return [at for at, _ in found], sides


def _signed_cells(x: MixedSum, scale: int, least: Fraction) -> tuple[Sequence[MixedRoot], list[int]]:
    return x.cells(scale, least) if x.scaled else ((), [0])


def _of_product(product: MixedSum, bottom: MixedSum, scale: int, least: Fraction) -> Cells:
    """The same by the roots of their product."""
    found, signs = product.cells(scale, least)
    poles = bottom.roots(least)
    sides: list[int | None] = [*signs]
    for k, r in enumerate(found):
        if any(lo <= r.hi and r.lo <= hi for lo, hi in poles):
            sides[2 * k + 1] = None
    return found, sides


# -- padding by a symbol -----------------------------------------------------------------------------------------------


def sandwiched(base: Threshold, gap: Ratio) -> Threshold | None:
    """Ceilings and floors replaced by what they lie between: thresholds that suffice and that are necessary."""
    steps = [a for a in gap.atoms if a.row.rounds and inside(a, base.name)]
    if not positive(gap.den) or len(steps) < len([a for a in gap.atoms if stepped(a, base.name)]):
        return None
    if any(x.row.rounds for a in steps for x in a.args[0].atoms) or any(not slope(Ratio(gap.num), a) for a in steps):
        return None
    above, below = (relaxed(Ratio(gap.num), steps, up) for up in (True, False))
    if above is None or below is None:
        return None
    try:  # of the numerator, which has the sign of the gap: its denominator may change its sign
        enough, needed = (crossing(r, ratio(0), base.name, strict=base.strict, settled=True) for r in (below, above))
    except SymroofError:
        return None
    enough, needed = enough.half(True), needed.half(False)
    if needed.verdict == "never" or enough.verdict == "always":
        return verdict(base, needed.verdict != "never")
    return replace(base, sense=enough.sense, region=Between(enough, needed))


def relaxed(r: Ratio, steps: Sequence[Atom], up: bool) -> Ratio | None:
    """What is never below (above) a ratio, with roundings replaced by what they lie between; None where that is open.

    One after another: (ceiling(p/K) - 1)*floor(p) rises with both, and what stands for the first may be below 0 and
    turn the way of the next.  What stands inside another of them comes after it: ceiling(max(u, K)/2) - u.
    """
    left = [*steps]
    while left:
        a = next(a for a in left if not any(a is not b and holds(b, a) for b in left))
        left.remove(a)
        side = slope(r, a)
        if side is None:
            return None
        lo, hi = between(a)
        found = hi if (side >= 0) is up else lo
        if {*by_power(r.num, a), *by_power(r.den, a)} - {0, 1} and not sign_of(found).low:
            return None
        r = put_beside(r, a, found)
    return r


def holds(b: Atom, a: Atom) -> bool:
    """Whether a function stands inside another, at any depth."""
    return any(a in all_atoms(x) for x in b.args)


def put_beside(r: Ratio, a: Atom, found: Ratio) -> Ratio:
    """A function replaced where it stands outside of all others, which is where ``slope`` tells the way a ratio goes.

    Inside of another it may go the other way: -u falls as u grows and floor(5*u/2) rises, so that what is put into both
    bounds neither side of their sum.

    >>> from symroof.algebra.ratios.posynomial import build
    >>> u = build("ceil", [gen("B") / gen("F")])
    >>> print(put_beside(build("floor", [5 * u / 2]) - u, *u.atoms, gen("D")))
    floor(5*ceiling(B/F)/2) - D
    """
    top, bottom = (total(Ratio(h) * found**e for e, h in by_power(p, a).items()) for p in (r.num, r.den))
    return top / bottom


def between(a: Atom) -> tuple[Ratio, Ratio]:
    """Ratios between which a ceiling or floor lies, one step less than 1 apart where all is whole."""
    (y,) = a.args
    top, bottom = split(y)
    step = Ratio(bottom - ONE, bottom) if whole(top) and whole(bottom) and positive(bottom) else ratio(1)
    return (y, y + step) if a.row.rounds > 0 else (y - step, y)

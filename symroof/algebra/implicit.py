"""Crossings without closed form: by monotone composition, by the roots of sums with logarithms, by a sandwich.

| question                              | answer                                                                     |
|---------------------------------------|----------------------------------------------------------------------------|
| monotone through every function       | the one positive root, named; the integer by exact bisection once bound    |
| x beside log2(x), numbers             | the region, every root isolated (``mixed``)                                |
| ceil, floor of x over a symbolic tile | y <= ceil(y) <= y + 1 - 1/tile: one threshold that suffices, one necessary |
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from symroof.algebra.condition import condition, constant_sign, sign, weak_sign
from symroof.algebra.mixed import MixedSum
from symroof.algebra.positivity import lower, positive, split, whole
from symroof.algebra.posynomial import ONE, Atom, Gen, Number, Poly, Ratio, exact, gen, nearest, ratio, term
from symroof.algebra.region import Root, Threshold, assembled, by_power, crossing, good, some, stepped, verdict
from symroof.errors import Inconclusive, SymroofError, Undetermined, Unsupported
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.regime import Regime

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
    zero = Poly(r.num.ring, {})
    found: set[int] = set()
    powers = sorted({*p, *q})
    for k, i in enumerate(powers):
        for j in powers[:k]:
            minor = p.get(i, zero) * q.get(j, zero) - p.get(j, zero) * q.get(i, zero)
            if not minor.terms:
                continue
            s = weak_sign(minor)
            if s is None or any(lower(h) is None for h in minor.gens):
                return None
            found.add(s)
    return None if len(found) > 1 else found.pop() if found else 0


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
    if a.kind.startswith("if"):
        return None
    inner = {monotone(x, name) for x in a.args}
    inner.discard(0)
    return None if len(inner) > 1 else inner.pop() if inner else 0


# -- the one root ------------------------------------------------------------------------------------------------------


def beyond(base: Threshold, gap: Ratio, why: SymroofError) -> Threshold:
    """The answer where no closed form fits; raises why where there is no other way either."""
    free = sorted({n for n in gap.names if n != base.name})
    if not free:
        found = _log_sum(base, gap)
        if found is not None:
            return found
    rising = _rising(base, gap)
    if rising is None:
        if free and _log_terms(gap, base.name):
            note = f"{base.name} beside its logarithm may cross more than once: bind {some(free)} with .at(...)"
            return replace(base, notes=(note,))
        raise why
    return _symbolic(base, gap, rising) if free else bisected(base, gap, rising)


def _rising(base: Threshold, gap: Ratio) -> bool | None:
    """Whether expr - level rises (True) or falls (False) in the unknown throughout."""
    up, down = monotone(base.expr, base.name), monotone(base.level, base.name)
    if up is not None and down is not None and up * down <= 0 and (up or down):
        return up > 0 or down < 0
    whole = monotone(gap, base.name)
    return None if not whole else whole > 0


def _symbolic(base: Threshold, gap: Ratio, rising: bool) -> Threshold:
    """The one root by name, with the conditions that can be told: at 1 for a size, and far out."""
    sense = (">" if rising else "<") + ("" if base.strict else "=")
    exists, always = None, None
    if is_size(base.name):
        try:
            first = gap.subs({base.name: 1})
            side = sign(first.num) if positive(first.den) else "?"
        except SymroofError:  # undefined at 1, as 1/log2(1) is
            first, side = gap, "none"
        if side == "+" or (side == "0" and not base.strict):
            if rising:
                return verdict(base, True)
        elif side in "-0":
            if not rising:
                return verdict(base, False)
        elif side == "?" and positive(first.den):
            if rising:
                always = condition(first.num, "> 0" if base.strict else ">= 0")
            else:
                exists = condition(first.num, "> 0" if base.strict else ">= 0")
    far = _far_out(gap, base.name)
    if far is not None:
        side = sign(far)
        if side == "-" and rising:
            return verdict(base, False)
        if side == "+" and not rising:
            return verdict(base, True)
        if side == "?" and rising:
            exists = condition(far, "> 0")
        elif side == "?":
            always = condition(far, ">= 0")
    steps = any(stepped(a, base.name) for a in gap.atoms)
    root = None if steps else Root("implicit", (_tidy(gap),))
    notes = (f"a step: bind {some([n for n in gap.names if n != base.name])} with .at(...)",) if steps else ()
    return replace(base, sense=sense, root=root, when=exists, always=always, notes=notes)


def _tidy(gap: Ratio) -> Ratio:
    return Ratio(gap.num.shifted(-gap.num.content()[1])) if positive(gap.den) else gap


def _far_out(gap: Ratio, name: str) -> Poly | None:
    """The coefficient whose sign is that of the gap for large values of the unknown; None where it is not one."""
    from symroof.algebra.leading import lead as largest
    from symroof.algebra.leading import leading_core
    from symroof.algebra.regime import regime

    g = regime(f"{name} -> oo", [name])
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
        moving = {g: e for g, e in exps.items() if g == name or (isinstance(g, Atom) and _has(g, name))}
        groups.add(frozenset(moving.items()))
        rest.append(({g: e for g, e in exps.items() if g not in moving}, c))
    if len(groups) != 1 or not _above_zero(Ratio(term(dict(groups.pop()))), g):
        return None
    out = Poly(ONE.ring, {})
    for exps, c in rest:
        out = out + term(exps, c)
    return out


def _above_zero(shared: Ratio, g: Regime) -> bool:
    """Whether a product of functions of the unknown is above 0 in the end."""
    from symroof.algebra.leading import leading_core

    try:
        return leading_core(shared, g).is_posynomial_ratio
    except SymroofError:
        return False


def _has(a: Atom, name: str) -> bool:
    return any(name in x.names for x in a.args)


def bisected(base: Threshold, gap: Ratio, rising: bool) -> Threshold:
    """Numbers only, and one direction: the last or first size by bisection on the exact sign."""

    def holds(n: Number) -> bool:
        return good(base, constant_sign(gap.subs({base.name: n})))

    size = is_size(base.name)
    lo: Number = 1
    if size and holds(1) == rising:
        return verdict(base, rising)
    if not size:
        bits = 1
        while holds(lo) == rising:
            lo = Fraction(1, 1 << bits)
            bits *= 2
            if bits > FAR:
                raise Inconclusive(f"the crossing lies below 2**-{FAR}, if there is one")
    hi: Number = 2
    while holds(hi) != rising:
        hi = hi * hi
        if hi > 1 << FAR:
            side = _far_out(gap, base.name)
            s = sign(side) if side is not None and side.terms else "?"
            if s == ("-" if rising else "+"):
                return verdict(base, not rising)
            raise Inconclusive(f"no crossing below 2**{FAR}: the sign of {gap} does not change")
    if size:
        a, b = int(lo), int(hi)
        while b - a > 1:
            mid = (a + b) // 2
            a, b = (a, mid) if holds(mid) == rising else (mid, b)
        lo, hi, integer = a, b, b if rising else a
    x, y = Fraction(lo), Fraction(hi)
    if any(stepped(a, base.name) for a in gap.atoms):
        if not size:
            raise Unsupported(f"a rounding of {base.name}, which need not be an integer, has no rule")
        sense = ">=" if rising else "<="
        root = Root("ratio", (ratio(integer), ratio(1)))
        return replace(base, sense=sense, root=root, found=(nearest(integer), integer))
    while (y - x) * (1 << 56) > x:
        middle = (x + y) / 2
        x, y = (x, middle) if holds(exact(middle)) == rising else (middle, y)
    if not size:
        integer = math.ceil(y) if rising else math.floor(x)
    sense = (">" if rising else "<") + ("" if base.strict else "=")
    return replace(base, sense=sense, found=(nearest((x + y) / 2), integer), root=Root("implicit", (gap,)))


# -- beside its logarithm ----------------------------------------------------------------------------------------------


def _log_terms(r: Ratio, name: str) -> bool:
    """Whether the unknown occurs only as itself and as log2 of itself."""
    log = Atom("log2", (gen(name),))
    return all(a == log for a in r.atoms if _has(a, name)) and log in r.atoms


def _mixed(p: Poly, name: str, scale: int) -> MixedSum | None:
    out: dict[tuple[int, int], Fraction] = {}
    log = Atom("log2", (gen(name),))
    rows = p.monomials()
    for exps, c in rows:
        if set(exps) - {name, log}:
            return None
        a, b = Fraction(exps.get(name, 0)) * scale, Fraction(exps.get(log, 0))
        if a.denominator != 1 or b.denominator != 1 or b < 0:
            return None
        # log2(x) = scale * log2(u)
        out[int(a), int(b)] = Fraction(c) * Fraction(scale) ** int(b)
    return MixedSum(out)


def _log_sum(base: Threshold, gap: Ratio) -> Threshold | None:
    """The region of a ratio of sums of x**a * log2(x)**b with rational coefficients."""
    if not _log_terms(gap, base.name):
        return None
    log = Atom("log2", (gen(base.name),))
    num, den = gap.num, gap.den
    lows = (Fraction(exps.get(log, 0)) for p in (num, den) for exps, _ in p.monomials())
    low = min(Fraction(0), *lows)
    if low.denominator != 1:
        return None
    up = term({log: -low})  # log2(x)**-1 in the numerator is log2(x) below
    num, den = num * up, den * up
    scale = math.lcm(num.ring.scale, den.ring.scale)
    product, bottom = _mixed(num * den, base.name, scale), _mixed(den, base.name, scale)
    if product is None or bottom is None:
        return None
    found, signs = product.cells(scale)
    poles = bottom.roots()
    truth = [good(base, s) for s in signs]
    for k, r in enumerate(found):
        if any(lo <= r.hi and r.lo <= hi for lo, hi in poles):
            truth[2 * k + 1] = False
    return assembled(base, found, truth)


# -- padding by a symbol -----------------------------------------------------------------------------------------------


def sandwiched(base: Threshold, gap: Ratio) -> Threshold | None:
    """Ceilings and floors replaced by what they lie between: thresholds that suffice and that are necessary."""
    steps = [a for a in gap.atoms if a.kind in ("ceil", "floor") and _has(a, base.name)]
    best: dict[Atom, Ratio] = {}
    worst: dict[Atom, Ratio] = {}
    for a in steps:
        side = slope(gap, a)
        if not side or any(x.kind in ("ceil", "floor") for x in a.args[0].atoms):
            return None
        lo, hi = _between(a)
        best[a], worst[a] = (hi, lo) if side > 0 else (lo, hi)
    if len(steps) < len([a for a in gap.atoms if stepped(a, base.name)]):
        return None
    try:
        needed, enough = (_answered(base, made) for made in (best, worst))
    except SymroofError:
        return None
    if needed.verdict == "never" or enough.verdict == "always":
        return replace(base, verdict=needed.verdict if needed.verdict == "never" else "always")
    return replace(base, sense=enough.sense, sufficient=enough, necessary=needed)


def _answered(base: Threshold, made: Mapping[Atom, Ratio]) -> Threshold:
    from symroof.algebra.composite import put

    return crossing(put(base.expr, made), put(base.level, made), base.name, strict=base.strict, settled=True)


def _between(a: Atom) -> tuple[Ratio, Ratio]:
    """Ratios between which a ceiling or floor lies, one step less than 1 apart where all is whole."""
    (y,) = a.args
    top, bottom = split(y)
    step = Ratio(bottom - ONE, bottom) if whole(top) and whole(bottom) and positive(bottom) else ratio(1)
    return (y, y + step) if a.kind == "ceil" else (y - step, y)

"""What separates a regime's threshold from the exact one: in words, in symbols, and the sizes where it is little.

>>> from symroof import op, threshold
>>> rule = threshold(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "B", on="TPU v5e", given="B << D, F")
>>> rule.at(D=4096, F=16384).notes
('exactly, B > 259.3 (260) at D = 4096, F = 16384: the regime is 7.3 % low',)
>>> rule.good_within(0.01)
1/D + 1/F <= 41/985000
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from symroof.algebra.ratios.posynomial import Number, Ratio, exact
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.closed import Quotient
from symroof.algebra.signs.condition import Condition, both, condition, short_text, sum_text
from symroof.algebra.signs.positivity import bare, positive
from symroof.algebra.signs.sign import decided, sign
from symroof.decimals import float_text
from symroof.errors import Inconclusive, SymroofError, Unsupported

if TYPE_CHECKING:
    from symroof.algebra.growth.regime import Regime
    from symroof.algebra.regions.outcome import Threshold


def in_regime(made: Threshold, exactly: Threshold, regime: Regime, sizes: Mapping[str, Number]) -> Threshold:
    """A regime's threshold with the exact one beside it; ``notes`` say what separates them."""
    return made.but(exact=exactly, regime=regime, at_sizes=tuple(sorted(sizes.items())))


def notes(made: Threshold, exactly: Threshold, regime: Regime) -> list[str]:
    """What separates a regime's threshold from the exact one, in words."""
    notes = [] if "open" in (exactly.verdict, made.verdict) else _how_far(made, exactly)
    if exactly.verdict == "when" and exactly.when is not None:
        notes += _never_below(exactly)
    if made.number is not None and made.verdict == "when":
        notes += _out_of_regime(made, made.number, regime)
    return notes


def _how_far(made: Threshold, exactly: Threshold) -> list[str]:
    """The distance from the exact answer: another verdict, per cent, or an error in symbols."""
    where = _where(dict(made.at_sizes))
    if exactly.verdict != made.verdict:
        return [f"contradiction: exactly, it is {exactly}{where}"]
    if made.verdict != "when":
        return []
    if exactly.number is not None and made.number is not None:
        percent = 100 * (made.number / exactly.number - 1)
        side = "low" if percent < 0 else "high"
        size = f"{abs(percent):.2g}" if abs(percent) < 99 else f"{abs(percent):.4g}"
        return [f"exactly, {exactly}{where}: the regime is {size} % {side}"] if percent else []
    error = _error_in_symbols(made)
    return [f"exactly, {exactly}; relative error {sum_text(error)}"] if error is not None and error.num.terms else []


def _out_of_regime(made: Threshold, number: float, regime: Regime) -> list[str]:
    """The relations of a regime that do not hold at its own crossing."""
    values = {**dict(made.at_sizes), made.name: exact(number)}
    notes = []
    for r in regime.relations:
        names = {n for n, _ in (*r.small, *r.large)}
        if r.strict and made.name in names and names <= set(values):
            small, large = (math.prod(float(values[n]) ** float(e) for n, e in v) for v in (r.small, r.large))
            if small >= large:
                notes.append(f"contradiction: {r} does not hold at {made.name} = {float_text(number)}")
    return notes


def _error_in_symbols(made: Threshold) -> Ratio | None:
    """The relative error of a regime's threshold, a machine's rates by their symbols where that is the same."""
    error = _error(made)
    if error is None or made.constants is None:
        return error
    try:
        told = _error(made.constants.ask())
    except SymroofError:  # with symbols there are more cases than one answer has
        return error
    return told if told is not None and told.subs({n: v for n, v, _ in made.constants.tell()}) == error else error


def _where(sizes: Mapping[str, Number]) -> str:
    return " at " + ", ".join(f"{n} = {v}" for n, v in sorted(sizes.items())) if sizes else ""


def _never_below(exactly: Threshold) -> list[str]:
    """The existence condition in words, where one size decides it."""
    c = exactly.when
    if c is None or c.rest or len(c.keys) != 1:
        return []
    t = crossing(c.right, c.left, c.keys[0], strict=c.relation == "<", settled=True)
    if t.verdict != "when" or t.sense[0] != ">" or t.integer is None:
        return []
    never = f"exactly, never{' ' + exactly.claim if exactly.claim else ''}"
    return [f"{never} for any {t.name} up to {t.integer - 1}"]


def good_within(made: Threshold, tolerance: object) -> Condition | None:
    """The sizes from which a regime's threshold is within a relative tolerance of the exact one.

    The error is value/exact - 1, so 1/(1/K - 1/D - 1/F) is K to 1 % when K/D + K/F <= 1/100.  None: everywhere.

    >>> from symroof import threshold
    >>> print(threshold("min(B, F)", "B", over="K", given="B << F").good_within("1/10"))
    K <= F
    """
    limit = Fraction(exact(tolerance))
    if limit <= 0:
        raise SymroofError(f"the tolerance {tolerance} is not positive; 0.01 is one per cent")
    if limit >= 1:  # up to 1 the exact one exists wherever it is so near
        raise SymroofError(f"the tolerance {tolerance} is not below 1, where there may be no exact threshold at all")
    if made.exact is None:
        return None
    error = _error(made)
    if error is None:
        return _between(made, made.exact, limit)
    if not error.num.terms:  # the same value, where there is an exact one
        return made.exact.when
    out = []
    for gap in (limit - error, limit + error):
        s = sign(gap.num)
        if s.mark == "-":
            raise Inconclusive(f"{made} is never within {tolerance} of the exact threshold")
        if not s.low:
            out.append(condition(gap.num, ">= 0"))
    return both(out)


def _between(made: Threshold, exactly: Threshold, limit: Fraction) -> Condition | None:
    """The same without a closed form of the exact crossing: value/(1 + limit) <= exact <= value/(1 - limit).

    The exact region is one ray, so the level is reached at one of these two values and not before the other.
    """
    value = made.root.ratio() if made.root is not None else None
    comparable = exactly.verdict == "when" and exactly.sense[0] == made.sense[0]
    if value is None or not comparable or limit >= 1:
        raise Unsupported(f"{made} and the exact {exactly} have no common closed form to compare")
    gap = exactly.expr - exactly.level
    inner, outer = value / (1 + limit), value / (1 - limit)
    if made.sense[0] == "<":
        inner, outer = outer, inner
    reached, before = gap.subs({made.name: outer}), -gap.subs({made.name: inner})
    strict = exactly.strict
    out = []
    for h, more in ((reached, strict), (before, not strict)):  # on a step the level may be met long before
        if not positive(h.den):
            raise Unsupported(f"the sign of {short_text(Ratio(h.den))} is not proved, so {made} is not compared")
        side = decided(h.num)
        if side.mark == "-":
            raise Inconclusive(f"{made} is never within {float(limit):g} of the exact threshold")
        if not (side.mark == "+" if more else side.low):
            out.append(condition(bare(h.num), "> 0" if more else ">= 0"))
    return both(out)


def _error(made: Threshold) -> Ratio | None:
    """value/exact - 1 of a regime's threshold, where both are ratios."""
    there = None if made.exact is None else made.exact.root
    if not isinstance(made.root, Quotient) or not isinstance(there, Quotient) or {made.root.power, there.power} != {1}:
        return None
    return (made.root.top / made.root.bottom) * (there.bottom / there.top) - 1

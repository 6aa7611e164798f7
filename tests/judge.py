"""An outside judge: the value of a SymPy expression from its definition, exactly where it is rational.

Nothing of symroof is used here but the record of a threshold, which is read, never asked to evaluate.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import mpmath
import sympy

Value = Any  # a Fraction, or an mpf where the value is irrational

CLOSE = mpmath.mpf(10) ** -45


def mpf(x: Value) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpmath.mpf(x)


def as_fraction(x: Value) -> Fraction:
    """All digits of what was worked out."""
    if isinstance(x, Fraction):
        return x
    sign, mantissa, power, _ = x._mpf_
    return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** power


def value(e: Any, at: Mapping[str, Fraction]) -> Value:
    """The value of a SymPy expression at rationals, a Fraction unless a root or a log makes it irrational."""
    with mpmath.workdps(60):
        return _value(sympy.sympify(e), at)


def _value(e: Any, at: Mapping[str, Fraction]) -> Value:
    if e.is_Rational:
        return Fraction(int(e.p), int(e.q))
    if e.is_Float:
        return Fraction(str(e))
    if e.is_Symbol:
        return at[e.name]
    if e.is_Piecewise:
        return next(_value(x, at) for x, c in e.args if _true(c, at))
    args = [_value(a, at) for a in e.args]
    exact = all(isinstance(a, Fraction) for a in args)
    name = type(e).__name__
    if e.is_Add:
        return sum(args, Fraction(0)) if exact else mpmath.fsum(map(mpf, args))
    if e.is_Mul:
        return math.prod(args, start=Fraction(1)) if exact else mpmath.fprod(map(mpf, args))
    if e.is_Pow:
        base, power = args
        if exact and power.denominator == 1:
            return base ** int(power)
        return mpf(base) ** mpf(power)
    if name in ("Max", "Min"):
        pick = max if name == "Max" else min
        return pick(args) if exact else pick(map(mpf, args))
    if name in ("ceiling", "floor"):
        cut = (math.ceil, math.floor) if exact else (mpmath.ceil, mpmath.floor)
        return Fraction(int(cut[name == "floor"](args[0])))
    if name == "Abs":
        return abs(args[0])
    if name == "Mod":
        return args[0] - args[1] * math.floor(args[0] / args[1])
    if name == "log":
        return mpmath.log(mpf(args[0]))
    return {"Pi": mpmath.pi}[name] + 0


def _true(c: Any, at: Mapping[str, Fraction]) -> bool:
    if c in (True, False):
        return bool(c)
    name = type(c).__name__
    if name in ("And", "Or"):
        return (all if name == "And" else any)(_true(a, at) for a in c.args)
    if name == "Not":
        return not _true(c.args[0], at)
    gap = _value(c.lhs, at) - _value(c.rhs, at)
    return {"<": gap < 0, "<=": gap <= 0, ">": gap > 0, ">=": gap >= 0, "==": gap == 0, "!=": gap != 0}[c.rel_op]


def reaches(e: Any, level: Any, at: Mapping[str, Fraction], strict: bool = False) -> bool | None:
    """Whether e >= level (> if strict) at a point, by the definition; None where it is undefined or too close."""
    try:
        gap = value(sympy.sympify(e) - sympy.sympify(level), at)
    except ZeroDivisionError:
        return None
    if isinstance(gap, Fraction):
        return gap > 0 or (gap == 0 and not strict)
    return None if abs(gap) < CLOSE else bool(gap > 0)


def met(c: Any, at: Mapping[str, Fraction]) -> bool:
    """Whether a printed condition is true at any positive rationals, by the definition.

    The record itself is asked too wherever it answers: at whole numbers of at most a thousand digits.
    """
    gap = value(sympy.sympify(c.right) - sympy.sympify(c.left), at)
    if not isinstance(gap, Fraction) and abs(gap) < CLOSE:  # on the very edge, which digits do not tell
        return bool(c.holds(**{n: at[n] for n in c.names}))
    own = gap >= 0 if c.relation == "<=" else gap > 0
    said = (all if c.joined == "and" else any)([bool(own), *(met(x, at) for x in c.rest)])
    if all(Fraction(at[n]).denominator == 1 and at[n] < 10**1000 for n in c.names):
        assert c.holds(**{n: at[n] for n in c.names}) == said
    return said


def member(t: Any, n: int) -> bool | None:
    """Whether a size is in the region as the record tells it; None where the record leaves it open."""
    if t.verdict != "when":
        return bool(t.verdict == "always")
    if t.parts:
        sides = [member(p, n) for p in t.parts]
        decisive = t.joined == "or"
        return decisive if decisive in sides else None if None in sides else not decisive
    if t.intervals:
        return any(i.first is not None and i.first <= n and (i.last is None or n <= i.last) for i in t.intervals)
    if t.first is not None:
        if n <= t.first or t.forever is None:
            return n == t.first if n <= t.first else None
        return True if n >= t.forever else False if n == t.forever - 1 else None
    if t.last is not None:
        if n >= t.last:
            return bool(n == t.last)
        return True if n <= t.until else False if n == t.until + 1 else None
    edge = t.integer
    return None if edge is None else bool(n >= edge if t.sense[0] == ">" else n <= edge)

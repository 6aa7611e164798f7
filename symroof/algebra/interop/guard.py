"""Piecewise, Mod and Abs, as they come from SymPy, in the functions the exact core knows.

| SymPy                         | core                                                         |
|-------------------------------|--------------------------------------------------------------|
| Abs(x)                        | x or -x where one of them is proved >= 0, else max(x, -x)     |
| Mod(x, m), m > 0              | x - m*floor(x/m)                                             |
| Piecewise((a, l < r), (b, True)) | the atom "if<" of (l, r, a, b): a where l < r, b elsewhere |

And, Or, Not, Eq and Ne become nested atoms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symroof.algebra.ratios.posynomial import Ratio, build
from symroof.algebra.signs.positivity import nonnegative, positive
from symroof.errors import Unsupported

Walk = Callable[[Any], Ratio]


def absolute(x: Any, walk: Walk) -> Ratio:
    """|x|: of what has one sign for all sizes and parameters that very thing, else a maximum."""
    inner = walk(x.args[0])
    for side in (inner, -inner):
        if positive(side.den) and nonnegative(side.num):
            return side
    return build("max", [inner, -inner])


def modulo(x: Any, walk: Walk) -> Ratio:
    """The remainder of a division by something positive."""
    a, m = map(walk, x.args)
    if not (positive(m.num) and positive(m.den)):
        raise Unsupported(f"{x}: the divisor {m} is not proved positive")
    return a - m * build("floor", [a / m])


def piecewise(x: Any, walk: Walk) -> Ratio:
    """Nested choices, the first true condition first."""
    pieces = list(x.args)
    value, last = pieces[-1]
    if last != True:  # noqa: E712  a SymPy truth value
        raise Unsupported(f"{str(x)[:80]} has no value where none of its conditions holds; end it with (..., True)")
    out = walk(value)
    for value, when in reversed(pieces[:-1]):
        out = _chosen(when, walk(value), out, walk)
    return out


def _chosen(when: Any, yes: Ratio, no: Ratio, walk: Walk) -> Ratio:
    """Yes where the condition holds, no elsewhere."""
    name = type(when).__name__
    if when in (True, False):
        return yes if when else no
    if name == "Not":
        return _chosen(when.args[0], no, yes, walk)
    if name == "And":
        for c in when.args:
            yes = _chosen(c, yes, no, walk)
        return yes
    if name == "Or":
        for c in when.args:
            no = _chosen(c, yes, no, walk)
        return no
    if not getattr(when, "is_Relational", False):
        raise Unsupported(f"the condition {when} of a Piecewise has no rule; known: < <= > >= == != and And, Or, Not")
    left, right = walk(when.lhs), walk(when.rhs)
    op = when.rel_op
    if op in (">", ">="):
        left, right, op = right, left, op.replace(">", "<")
    if op in ("==", "!="):
        same = build("if<=", [left, right, build("if<=", [right, left, yes, no]), no])
        other = build("if<=", [left, right, build("if<=", [right, left, no, yes]), yes])
        return same if op == "==" else other
    return build(f"if{op}", [left, right, yes, no])

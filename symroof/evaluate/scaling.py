"""Multiplications by powers of two, put off through a program for the numbers of one call.

Scaling by a power of two does not round, so that it may be done later: a line's value is kept as (operand, scale), the
scale a power of two, and most often a number further on takes it in, for (x s)/c = x/(c/s), x s + c = (x + c/s) s and
so on hold to the last bit.  What is left is done where the value is needed: by a rounding, a root, a condition, a
result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, final

from symroof.evaluate.code import NO_BOUND, UFUNC, array_functions, reach
from symroof.evaluate.nodes import Program
from symroof.evaluate.operations import OPERATIONS

Scaled = tuple[Any, float]  # an operand and the power of two that it is still to be multiplied by


def put_off(program: Program, values: Sequence[float | None]) -> Program | None:
    """The program where these arguments are known (the others None).

    None where no argument is a power of two, or where floats might overflow in it on what they do not in the program:
    so every value is what it was, to the last bit.

    >>> x, d = ("in", 0), ("in", 1)
    >>> put_off(Program((("mul", x, d), ("div", ("t", 0), 3.0)), (("t", 1),)), (None, 4.0))
    Program(lines=(('div', ('in', 0), 0.75),), results=(('t', 0),), many=False, exact=())
    """
    import numpy as np

    if not any(x is not None and _is_power_of_two(x) for x in values):
        return None
    text = _Putting(values)
    with np.errstate(all="ignore"):
        for line in program.lines:
            text.step(*line)
        results = tuple(text.done(text.at(x)) for x in program.results)
    made = Program(tuple(text.lines), results, program.many)
    return made if NO_BOUND < reach(made)[0] <= reach(program, tuple(values))[0] else None


@final
class _Putting:
    """The lines of such a program, written one after the other; equal ones become one."""

    def __init__(self, values: Sequence[float | None]) -> None:
        self.values = values
        self.lines: list[tuple[str, Any, Any]] = []
        self.seen: dict[Any, Any] = {}
        self.where: list[Scaled] = []

    def step(self, op: str, a: Any, b: Any) -> None:
        """One line of the program."""
        x, y = self.at(a), (None, 1.0) if b is None else self.at(b)
        if op in ("mul", "div"):
            found = self.product(x, y) if op == "mul" else self.quotient(x, y)
        elif op in ("add", "sub") or OPERATIONS[op].extreme:
            found = self.together(op, x, y)
        else:
            found = self.line(op, self.done(x), self.done(y)), 1.0
        self.where.append(found)

    def at(self, x: Any) -> Scaled:
        """An operand of the program as one of ours."""
        if isinstance(x, tuple) and x[0] == "t":
            return self.where[x[1]]
        known = self.values[x[1]] if isinstance(x, tuple) else x
        return (x if known is None else known), 1.0

    def done(self, x: Scaled) -> Any:
        return x[0] if x[1] == 1.0 else self.line("mul", *x)

    def line(self, op: str, a: Any, b: Any = None) -> Any:
        if isinstance(a, float) and (b is None or isinstance(b, float)):
            work = array_functions()[f"_{UFUNC[op]}"]
            return float(work(a) if b is None else work(a, b))
        if op in ("mul", "add") and isinstance(a, float):
            a, b = b, a
        if op in ("mul", "div") and b == 1.0:
            return a
        key = (op, a, b)
        if key not in self.seen:
            self.seen[key] = ("t", len(self.lines))
            self.lines.append(key)
        return self.seen[key]

    def product(self, x: Scaled, y: Scaled) -> Scaled:
        (a, s), (b, t) = (y, x) if isinstance(x[0], float) else (x, y)
        scale = s * t
        if isinstance(a, tuple) and isinstance(b, float) and _is_power_of_two(b) and _is_moderate(scale * b):
            return a, scale * b
        if isinstance(b, float) and _is_moderate(b * scale):
            return self.line("mul", a, b * scale), 1.0
        return self.scaled("mul", x, y, scale)

    def quotient(self, x: Scaled, y: Scaled) -> Scaled:
        (a, s), (b, t) = x, y
        scale = s / t
        if isinstance(a, tuple) and isinstance(b, float) and _is_power_of_two(b) and _is_moderate(scale / b):
            return a, scale / b
        if isinstance(b, float) and _is_moderate(b / scale):
            return self.line("div", a, b / scale), 1.0
        if isinstance(a, float) and _is_moderate(a * scale):
            return self.line("div", a * scale, b), 1.0
        if isinstance(a, tuple) and a[0] == "t" and scale != 1.0:  # (u c) s/b = u (c s)/b
            op, u, c = self.lines[a[1]]
            if op == "mul" and isinstance(c, float) and _is_moderate(c * scale):
                return self.line("div", self.line("mul", u, c * scale), b), 1.0
        return self.scaled("div", x, y, scale)

    def together(self, op: str, x: Scaled, y: Scaled) -> Scaled:
        """Sums, differences and extremes: of equal scales, or with a number that takes the other's scale."""
        (a, s), (b, t) = x, y
        if op == "add" and a == b and 2.0**-52 <= s / t <= 2.0**52:
            return self.product((a, 1.0), (s + t, 1.0))
        if isinstance(b, float) and _is_moderate(b / s):
            return self.line(op, a, b / s), s
        if isinstance(a, float) and _is_moderate(a / t):
            return self.line(op, a / t, b), t
        return self.scaled(op, x, y, s) if s == t else (self.line(op, self.done(x), self.done(y)), 1.0)

    def scaled(self, op: str, x: Scaled, y: Scaled, scale: float) -> Scaled:
        """A line of both operands as they are, its scale put off where that is no great one."""
        if not _is_moderate(scale):
            return self.line(op, self.done(x), self.done(y)), 1.0
        found = self.line(op, x[0], y[0])
        return (found * scale, 1.0) if isinstance(found, float) else (found, scale)


def _is_power_of_two(x: float) -> bool:
    return math.frexp(x)[0] == 0.5 and _is_moderate(x)


def _is_moderate(x: float) -> bool:
    return 2.0**-400 < abs(x) < 2.0**400 or x == 0

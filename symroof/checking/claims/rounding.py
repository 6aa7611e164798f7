"""How far off a float may be that was worked out from a formula: a running error analysis, step by step.

Every operation rounds once, and a difference of two large numbers keeps the roundings of both: (B + D)**3 - (B - D)**3
with D = 3 loses seven digits of sixteen.  The bound counts roundings; the caller knows how large one is.

>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> bound((B + D)**3 - (B - D)**3, {"B": 2785833.0, "D": 3.0}) > 10**4 * bound(6*B**2*D, {"B": 2785833.0, "D": 3.0})
True

After Wilkinson, Rounding Errors in Algebraic Processes, 1963.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import final

from symroof.algebra.interop.nodes import Expression, Nodes
from symroof.algebra.ratios.functions import Constant, Extreme, Function
from symroof.reading.measures import UNITS
from symroof.reading.nodes import Node

_Off = tuple[float, float]  # a value, and by how many roundings of 1 it may be off


def bound(formula: object, values: Mapping[str, float]) -> float | None:
    """By how many roundings, relative to the value, a float made from this formula may be off; None where unknown."""
    try:
        value, off = _node(formula, values) if isinstance(formula, Node) else _Expressions(values).of(formula)
        return off / abs(value) if value else None
    except (KeyError, OverflowError, ZeroDivisionError, ValueError, TypeError, AttributeError):
        return None


def _sum(parts: Sequence[_Off]) -> _Off:
    value = math.fsum(v for v, _ in parts)
    return value, sum(e for _, e in parts) + len(parts) * max((abs(v) for v, _ in parts), default=0)


def _product(parts: Sequence[_Off]) -> _Off:
    value = math.prod(v for v, _ in parts)
    return value, abs(value) * (len(parts) + sum(e / abs(v) for v, e in parts if v))


def _power(base: _Off, exponent: float) -> _Off:
    value = float(base[0] ** exponent)
    return value, abs(value) * (1 + abs(exponent) * base[1] / abs(base[0])) if base[0] else 0.0


def _call(name: str, args: Sequence[_Off]) -> _Off:
    if name in ("max", "Max", "min", "Min"):
        pick = max if name in ("max", "Max") else min
        return pick(v for v, _ in args), max(e for _, e in args)
    ((x, off),) = args
    if name in ("ceil", "ceiling", "floor"):
        value = float(math.ceil(x) if name.startswith("ceil") else math.floor(x))
        return value, abs(value)
    if name in ("log", "log2"):
        value = math.log(x) if name == "log" else math.log2(x)
        return value, abs(value) + off / abs(x)
    if name.startswith("sqrt"):
        return _power((x, off), 1 / int(name[4:] or 2))
    if name in ("abs", "Abs"):
        return abs(x), off
    raise ValueError(name)


@final
class _Expressions(Nodes[_Off]):
    """The analysis of a SymPy expression."""

    def __init__(self, values: Mapping[str, float]) -> None:
        self.values = values

    def symbol(self, e: Expression) -> _Off:
        value = self.values[e.name]
        return value, abs(value)

    def number(self, e: Expression) -> _Off:
        return float(e), abs(float(e))

    def decimal(self, e: Expression) -> _Off:
        return self.number(e)

    def constant(self, c: Constant, e: Expression) -> _Off:
        return self.number(e)

    def sum(self, e: Expression) -> _Off:
        return _sum(self.inside(e))

    def product(self, e: Expression) -> _Off:
        return _product(self.inside(e))

    def power(self, e: Expression) -> _Off:
        base, (exponent, _) = self.inside(e)
        return _power(base, exponent)

    def extremum(self, f: Extreme, e: Expression) -> _Off:
        return _call(f.kind, self.inside(e))

    def call(self, f: Function, e: Expression) -> _Off:
        return _call(f.kind, self.inside(e))

    def logarithm(self, e: Expression) -> _Off:
        return _call("log", self.inside(e))

    def other(self, e: Expression) -> _Off:
        return _call(type(e).__name__, self.inside(e)) if e.args else self.number(e)

    def inside(self, e: Expression) -> list[_Off]:
        return [self.of(a) for a in e.args]


def _node(n: Node, values: Mapping[str, float]) -> _Off:
    """The analysis of a formula that was read."""
    if n.kind == "num" and n.printed is not None:
        return float(n.printed.value), abs(float(n.printed.value))
    if n.kind == "name":
        return values[n.name], abs(values[n.name])
    if n.kind == "unit":
        return float(UNITS[n.name].scale), float(UNITS[n.name].scale)
    args = [_node(a, values) for a in n.args]
    if n.kind == "group":
        return args[0]
    if n.kind == "add":
        return _sum([(-v if s == "-" else v, e) for s, (v, e) in zip(n.ops, args)])
    if n.kind in ("mul", "juxt"):
        return _product([_power(a, -1) if op == "/" else a for op, a in zip(n.ops or "*" * len(args), args)])
    if n.kind == "pow":
        return _power(args[0], args[1][0])
    return _call(n.name, args)

"""A program on arrays with two floats to a number: what 53 bits leave in doubt is settled by 106, with a bound.

A value is ``(high, low, error)``: high + low is off by no more than ``error``, which is 0 where nothing was rounded, so
that a rounding or a comparison of whole numbers is decided.  An error of infinity says that this is not decided here,
and nan that is off by nothing that there is no value.  What is open goes on to ``wide.far``, point by point.

>>> import numpy as np
>>> near = Program((("add", ("in", 0), ("in", 1)), ("sub", ("t", 0), ("in", 0))), (("t", 1),))
>>> (found,), settled = doubled(near, [np.array([1e8]), np.array([1e-8])])
>>> found.tolist(), settled.tolist()
([1e-08], [True])
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symroof.algebra.ratios.evaluation import reals
from symroof.evaluate.code import raised
from symroof.evaluate.nodes import Program
from symroof.evaluate.operations import BIG, OPERATIONS, having
from symroof.evaluate.wide import constants

if TYPE_CHECKING:
    import numpy as np

Array = Any  # of float64, or one float64
Pair = tuple[Array, Array]  # high and low
Value = tuple[Array, Array, Array]
NINE_DIGITS = 2.0**-34  # the error, beside the value, at which a value is told
_SPLIT = 2.0**27 + 1
_SMALL, _GREAT = 2.0**-900, 2.0**900  # between them the low floats neither vanish nor overflow
_UP = 1 + 2.0**-48  # more than the few roundings of a bound take off it
_LN2: Pair = (0.6931471805599453, 2.3190468138462996e-17)


def doubled(
    program: Program, given: Sequence[np.ndarray[Any, Any]]
) -> tuple[list[np.ndarray[Any, Any]], np.ndarray[Any, Any]]:
    """The results at points, one array for each argument, and at which of the points all of them are settled."""
    import numpy as np

    known: list[Value] = []
    numbers = _numbers(program)

    def at(x: Any) -> Value:
        if isinstance(x, float):
            return numbers.get(x) or (np.float64(x), np.float64(0), np.float64(0))
        return (given[x[1]], np.float64(0), np.float64(0)) if x[0] == "in" else known[x[1]]

    with np.errstate(all="ignore"):
        for op, a, b in program.lines:
            known.append(_step(op, at(a), b if op == "root" else None if b is None else at(b)))
        results = [at(x) for x in program.results]
        good = [np.isnan(h) & (e == 0) | (e <= NINE_DIGITS * np.abs(h)) for h, _, e in results]
    return [h + low for h, low, _ in results], functools.reduce(np.logical_and, good)


@functools.lru_cache(maxsize=64)
def _numbers(program: Program) -> dict[float, Value]:
    """What the floats of a program are the nearest to."""
    import numpy as np

    out: dict[float, Value] = {}
    for x, wide in constants(program, reals()).items():
        high = float(wide)
        out[x] = np.float64(high), np.float64(float(wide - high)), np.float64(abs(high) * 2.0**-104)
    return out


def _step(op: str, x: Value, y: Any) -> Value:
    import numpy as np

    work = _WORK.get(op)
    if work is None:
        return x[0] * np.nan, x[1], np.float64(np.inf)
    made = work(x, y)
    if op in _TRUTHS:
        return made
    size = np.abs(made[0])
    nothing = (size == 0) & ~_vanished(op, x, y)
    fine = nothing | ((size > _SMALL) & (size < _GREAT))
    none = np.isnan(x[0]) & (x[2] == 0)
    if isinstance(y, tuple):
        none = none | (np.isnan(y[0]) & (y[2] == 0))
    none = none | (np.isnan(made[0]) & (made[2] == 0))
    high, low = np.where(fine, made[0], np.nan), np.where(fine, made[1], 0.0)
    return high, low, np.where(fine & ~none, made[2], np.where(none, 0.0, np.inf))


def _vanished(op: str, x: Value, y: Any) -> Any:
    """Whether a 0 is one that floats have made of what is none."""
    if op == "mul":
        return (x[0] != 0) & (y[0] != 0)
    return OPERATIONS[op].shrinks & ((x[0] != 0) | OPERATIONS[op].exponential)


# -- sums and products, without an error --------------------------------------------------------------------------


def _two_sum(a: Array, b: Array) -> Pair:
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def _two_product(a: Array, b: Array) -> Pair:
    p = a * b
    t, u = _SPLIT * a, _SPLIT * b
    a1, b1 = t - (t - a), u - (u - b)
    a2, b2 = a - a1, b - b1
    return p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2


def _add(x: Value, y: Value) -> Value:
    s, e = _two_sum(x[0], y[0])
    t, f = _two_sum(x[1], y[1])
    u, g = _two_sum(e, t)
    high, low = _two_sum(s, u)
    low, h = _two_sum(low, f)
    high, low = _two_sum(high, low)
    return high, low, (abs(g) + abs(h) + x[2] + y[2]) * _UP


def _negative(x: Value) -> Value:
    return -x[0], -x[1], x[2]


def _mul(x: Value, y: Value) -> Value:
    p, e = _two_product(x[0], y[0])
    c, d = _two_product(x[0], y[1])
    f, g = _two_product(x[1], y[0])
    made = _add(_add((p, e, 0.0), (c, 0.0, 0.0)), (f, 0.0, 0.0))
    lost = abs(d) + abs(g) + abs(x[1] * y[1]) + made[2]
    return made[0], made[1], (lost + abs(x[0]) * y[2] * 2 + abs(y[0]) * x[2] * 2 + x[2] * y[2]) * _UP


def _div(x: Value, y: Value) -> Value:
    import numpy as np

    bare: Value = (y[0], y[1], 0.0)
    left: Value = (x[0], x[1], 0.0)
    total: Value = (np.float64(0), np.float64(0), np.float64(0))
    for _ in range(3):
        q = left[0] / y[0]
        left = _add(left, _negative(_mul((q, 0.0, 0.0), bare)))
        total = _add(total, (q, 0.0, 0.0))
    size, below = abs(total[0]), abs(y[0]) - y[2]
    off = total[2] + (abs(left[0]) + left[2] + x[2] + size * y[2]) * 2 / below
    return total[0], total[1], np.where(below > 0, off, np.inf)


def _sqrt(x: Value) -> Value:
    import numpy as np

    s = np.sqrt(x[0])
    nothing = (x[0] == 0) & (x[2] == 0)
    made: Value = (s, s * 0, s * 0)
    for _ in range(2):
        left = _add((x[0], x[1], 0.0), _negative(_mul((made[0], made[1], 0.0), (made[0], made[1], 0.0))))
        made = _add((made[0], made[1], 0.0), (left[0] / (2 * s), s * 0, 0.0))
    left = _add((x[0], x[1], 0.0), _negative(_mul((made[0], made[1], 0.0), (made[0], made[1], 0.0))))
    off = np.where(x[0] > 2 * x[2], (abs(left[0]) + left[2] + x[2]) / s, np.inf)
    none = x[0] < -x[2]
    high = np.where(nothing, 0.0, np.where(none, np.nan, made[0]))
    return high, np.where(nothing | none, 0.0, made[1]), np.where(nothing | none, 0.0, off)


# -- logarithms and powers ----------------------------------------------------------------------------------------


def _exp(y: Value) -> Value:
    """e**y, to about 98 bits."""
    import numpy as np

    k = np.rint(y[0] / _LN2[0])
    r = _add(y, _negative(_mul((k, 0.0, 0.0), (*_LN2, 0.0))))
    small: Value = (r[0] / 512, r[1] / 512, 0.0)
    s: Value = (r[0] * 0, r[0] * 0, 0.0)
    for n in range(10, 0, -1):  # r + r**2/2 + ..., inwards out: (s + 1) r/n
        s = _div(_mul(_add(s, (1.0, 0.0, 0.0)), small), (float(n), 0.0, 0.0))
    for _ in range(9):  # of twice the argument
        s = _add((2 * s[0], 2 * s[1], 0.0), _mul(s, s))
    s = _add(s, (1.0, 0.0, 0.0))
    scale = np.exp2(k)
    high = s[0] * scale
    return high, s[1] * scale, abs(high) * (2.0**-95 + y[2] * 2)


def _log(x: Value) -> Value:
    """The natural logarithm: a float's, and what e to its power leaves."""
    import numpy as np

    first = np.log(x[0])
    ratio = _mul((x[0], x[1], 0.0), _exp((-first, first * 0, 0.0)))
    z = _add(ratio, (-1.0, 0.0, 0.0))
    made = _add((first, first * 0, 0.0), _add((z[0], z[1], 0.0), (-z[0] * z[0] / 2, z[0] * 0, 0.0)))
    one = (x[0] == 1) & (x[1] == 0) & (x[2] == 0)
    off = np.where(x[0] > 2 * x[2], 2.0**-92 * (1 + abs(first)) + 2 * x[2] / x[0], np.inf)
    none = x[0] + x[1] <= -x[2]
    return np.where(one, 0.0, np.where(none, np.nan, made[0])), np.where(one | none, 0.0, made[1]), \
        np.where(one | none, 0.0, off)  # fmt: skip


def _log2(x: Value) -> Value:
    import numpy as np

    made = _div(_log(x), (*_LN2, 2.0**-107))
    front, e = np.frexp(x[0])
    whole = (front == 0.5) & (x[1] == 0) & (x[2] == 0)
    return np.where(whole, e - 1.0, made[0]), np.where(whole, 0.0, made[1]), np.where(whole, 0.0, made[2])


def _pow(x: Value, e: Value) -> Value:
    import numpy as np

    made = _exp(_mul(_log(x), e))
    nothing = (x[0] == 0) & (x[2] == 0) & (e[0] > 0)
    return np.where(nothing, 0.0, made[0]), np.where(nothing, 0.0, made[1]), np.where(nothing, 0.0, made[2])


def _root(x: Value, degree: float) -> Value:
    """The root of that degree, without an error where it is whole."""
    import numpy as np

    made = _exp(_div(_log(x), (degree, 0.0, 0.0)))
    n = np.rint(made[0])
    power: Value = (n, n * 0, 0.0)
    for _ in range(int(degree) - 1):
        power = _mul(power, (n, n * 0, 0.0))
    whole = (power[0] == x[0]) & (power[1] == x[1]) & (power[2] == 0) & (x[2] == 0)
    return np.where(whole, n, made[0]), np.where(whole, 0.0, made[1]), np.where(whole, 0.0, made[2])


# -- what jumps, and what is chosen -------------------------------------------------------------------------------


def _floor(x: Value, _: Any = None) -> Value:
    import numpy as np

    below = np.floor(x[0])
    whole = below == x[0]
    made = _add((below, below * 0, 0.0), (np.where(whole, np.floor(x[1]), 0.0), below * 0, 0.0))
    part = (x[0] - np.rint(x[0])) + x[1]  # above 2**53 the low one has whole numbers, too
    away = abs(part - np.rint(part))
    return made[0], made[1], np.where((away > x[2]) | (x[2] == 0), 0.0, np.inf)


def _side(x: Value, y: Value) -> tuple[Array, Array]:
    """The sign of x - y, and whether it is settled; of what has no value it is."""
    import numpy as np

    gap = _add(x, _negative(y))
    none = (np.isnan(x[0]) & (x[2] == 0)) | (np.isnan(y[0]) & (y[2] == 0))
    return np.sign(gap[0]), none | (abs(gap[0]) > gap[2]) | (gap[2] == 0)


def _held(holds: Callable[[Array], Array]) -> Callable[[Value, Value], Value]:
    """A comparison as 1 or nan."""
    import numpy as np

    def work(x: Value, y: Value) -> Value:
        side, settled = _side(x, y)
        return np.where(holds(side), 1.0, np.nan), side * 0, np.where(settled, 0.0, np.inf)

    return work


def _beside(x: Value, y: Value) -> Value:
    """Half the sign of a difference."""
    import numpy as np

    side, settled = _side(x, y)
    return side / 2, side * 0, np.where(settled, 0.0, np.inf)


def _raised(n: Value, base: Value) -> Value:
    """A power that is a whole number, or one of 2."""
    import numpy as np

    made = raised(n[0], float(base[0]))
    return made, made * 0, np.where((made < BIG) | (base[0] == 2), n[2], np.inf)


def _picked(x: Value, y: Value, up: float) -> Value:
    import numpy as np

    side, settled = _side(x, y)
    first = side * up >= 0
    none = np.isnan(side)
    high, low, off = (np.where(first, p, q) for p, q in zip(x, y))
    return np.where(none, np.nan, high), low, np.where(settled, off, x[2] + y[2]) * np.where(none & settled, 0.0, 1.0)


def _guarded(x: Value, when: Value) -> Value:
    import numpy as np

    no = np.isnan(when[0])
    open_ = when[2] > 0
    return np.where(no, np.nan, x[0]), np.where(no, 0.0, x[1]), np.where(open_, np.inf, np.where(no, 0.0, x[2]))


def _merged(x: Value, y: Value) -> Value:
    import numpy as np

    no = np.isnan(x[0])
    high, low, off = (np.where(no, q, p) for p, q in zip(x, y))
    return high, low, np.where(no & (x[2] > 0), np.inf, off)


def _above(x: Value, _: Any) -> Value:
    """What is above 0."""
    import numpy as np

    no = x[0] <= 0
    open_ = (abs(x[0]) <= x[2]) & (x[2] > 0)
    return np.where(no, np.nan, x[0]), np.where(no, 0.0, x[1]), np.where(open_, np.inf, np.where(no, 0.0, x[2]))


_TRUTHS = having("truth")
_WORK: Mapping[str, Callable[[Value, Any], Value]] = {
    "mul": _mul, "div": _div, "add": _add, "sub": lambda x, y: _add(x, _negative(y)),
    "max": lambda x, y: _picked(x, y, 1.0), "min": lambda x, y: _picked(x, y, -1.0),
    "sqrt": lambda x, _: _sqrt(x), "log": lambda x, _: _log(x), "log2": lambda x, _: _log2(x),
    "exp": lambda x, _: _exp(x),
    "pow": _pow, "raised": _raised, "beside": _beside, "root": _root,
    "floor": _floor, "ceil": lambda x, _: _negative(_floor(_negative(x))),
    **dict.fromkeys(("lt", "tie<"), lambda x, y: _held(lambda side: side < 0)(x, y)),
    **dict.fromkeys(("le", "tie<="), lambda x, y: _held(lambda side: side <= 0)(x, y)),
    "both": _guarded, "guard": _guarded, "either": _merged, "merge": _merged, "above": _above,
    "abs": lambda x, _: _picked(x, _negative(x), 1.0),
    **dict.fromkeys(("sure", "some", "edge", "brink", "verge", "whole", "entire", "finite", "mild", "capped"),
                    lambda x, _: x),
}  # fmt: skip

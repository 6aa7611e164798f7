"""Scalars that count what is done to them: programs run on NumPy object arrays, loop by loop, with no rule of ours."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


class Tally:
    def __init__(self) -> None:
        self.plain = 0
        self.transcendental = 0


class Scalar:
    """A number that notes every operation on it."""

    def __init__(self, value: float, tally: Tally) -> None:
        self.value, self.tally = value, tally

    def _two(self, other: Any, value: float) -> Scalar:
        self.tally.plain += 1
        return Scalar(value, self.tally)

    def __add__(self, o: Any) -> Scalar:
        return self._two(o, self.value + _v(o))

    def __sub__(self, o: Any) -> Scalar:
        return self._two(o, self.value - _v(o))

    def __mul__(self, o: Any) -> Scalar:
        return self._two(o, self.value * _v(o))

    def __truediv__(self, o: Any) -> Scalar:
        return self._two(o, self.value / (_v(o) or 1.0))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, o: Any) -> Scalar:
        return self._two(o, _v(o) - self.value)

    def __rtruediv__(self, o: Any) -> Scalar:
        return self._two(o, _v(o) / (self.value or 1.0))

    def __neg__(self) -> Scalar:
        return self._two(0, -self.value)

    def __gt__(self, o: Any) -> bool:
        self.tally.plain += 1
        return self.value > _v(o)

    def __ge__(self, o: Any) -> bool:
        self.tally.plain += 1
        return self.value >= _v(o)

    def __lt__(self, o: Any) -> bool:
        self.tally.plain += 1
        return self.value < _v(o)

    def _one(self, value: float) -> Scalar:
        self.tally.transcendental += 1
        return Scalar(value, self.tally)

    def exp(self) -> Scalar:
        return self._one(math.exp(min(self.value, 50)))

    def tanh(self) -> Scalar:
        return self._one(math.tanh(self.value))

    def sqrt(self) -> Scalar:
        return self._one(math.sqrt(abs(self.value)))


def _v(x: Any) -> float:
    return x.value if isinstance(x, Scalar) else float(x)


def count(f: Any, shapes: list[tuple[int, ...]]) -> tuple[int, int]:
    """Plain and transcendental operations of a function of arrays, counted one by one."""
    tally, rng = Tally(), np.random.default_rng(0)
    args = []
    for shape in shapes:
        x = np.empty(shape, object)
        for i in np.ndindex(shape):
            x[i] = Scalar(float(rng.random()) + 0.5, tally)
        args.append(x)
    f(np, *args)
    return tally.plain, tally.transcendental

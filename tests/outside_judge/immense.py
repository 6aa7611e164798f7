"""numeric where floats overflow or vanish on the way: exponentials of any size in logarithms, roots and roundings."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from mpmath import mp, mpf

from .tally import Clock, Kind, Refused, Wrong
from .trees import Tree, Undefined, Unsure, names, num, sym

DIGITS = (1300, 2100)
ONES = ("exp", "exp", "exp", "below", "ln", "log2", "sqrt", "cbrt", "floor", "ceil")
TWOS = ("mod", "min", "max", "+", "-", "*", "/", "*", "/")
ROUND = (1, 2, 3, 8, 100, 600, 700, 710, 745, 1000, 1001, 2000, 4096, 50000, 2**21)


@dataclass(frozen=True)
class Question:
    """An expression and points to evaluate it at."""

    tree: Tree
    envs: tuple[tuple[tuple[str, float], ...], ...]

    def call(self) -> str:
        return f"numeric({text(self.tree)}), {dict(self.envs[0])}"


def question(rng: Random) -> Question:
    tree = _drawn(rng, rng.choice((2, 3, 3, 4)))
    while not names(tree) or "exp" not in text(tree):
        tree = _drawn(rng, 3)
    return Question(tree, tuple(tuple((n, _size(rng)) for n in sorted(names(tree))) for _ in range(3)))


def _drawn(rng: Random, depth: int) -> Tree:
    if depth == 0 or rng.random() < 0.12:
        return sym(rng.choice("BDKN")) if rng.random() < 0.8 else num(rng.choice((1, 2, 3, 5, 10)))
    one = rng.random() < 0.5
    return (rng.choice(ONES if one else TWOS), *(_drawn(rng, depth - 1) for _ in range(1 if one else 2)))


def _size(rng: Random) -> float:
    kind = rng.random()
    if kind < 0.55:
        return float(rng.choice(ROUND)) if kind < 0.35 else rng.choice((1e-3, 0.3, 0.5, 1 / 3, 2.5, 0.01))
    return float(f"{10 ** rng.uniform(-3, 15):.4g}") if kind < 0.8 else float(round(10 ** rng.uniform(0, 15)))


def text(tree: Tree) -> str:
    head, *parts = tree
    if head in "ns":
        return str(parts[0])
    shown = [text(p) for p in parts]
    if head in "+-*/":
        return f"({shown[0]} {head} {shown[1]})"
    if head == "cbrt":
        return f"({shown[0]})**(1/3)"
    return f"exp(0 - {shown[0]})" if head == "below" else f"{head}({', '.join(shown)})"


def right(tree: Tree, env: dict[str, float]) -> Any:
    """The value in so many digits that more make no difference; raises Undefined, and Unsure where they do."""
    found = []
    for digits in DIGITS:
        with mp.workdps(digits):
            found.append(_value(tree, env))
    with mp.workdps(DIGITS[-1]):
        if abs(found[0] - found[1]) > abs(found[1]) * mpf(10) ** -15:
            raise Unsure
    return found[1]


def _value(tree: Tree, env: dict[str, float]) -> Any:
    head, *parts = tree
    if head in "ns":
        return mpf(env[parts[0]]) if head == "s" else mpf(int(parts[0]))
    return WORK[head](*(_value(p, env) for p in parts))


def _tiny() -> Any:
    return mpf(10) ** (-mp.dps // 2)


def _left(x: Any, y: Any) -> Any:
    """A sum, if what is left of its terms has digits."""
    if (x + y and abs(x + y) < max(abs(x), abs(y)) * _tiny()) or (x and y and x + y in (x, y)):
        raise Unsure
    return x + y


def _over(x: Any, y: Any) -> Any:
    if y <= 0:  # the root of a quotient of two numbers below 0 is taken apart: another question
        raise Undefined if y == 0 else Unsure
    return x / y


def _exp(x: Any) -> Any:
    if abs(x) > mpf(10) ** 500 or 0 < abs(x) < _tiny():
        raise Unsure
    return mp.exp(x)


def _above(x: Any, work: Callable[[Any], Any]) -> Any:
    if x <= 0:
        raise Undefined
    return work(x)


def _log2(x: Any) -> Any:
    made = mp.log(x, 2)
    whole = mp.nint(made)
    return whole if abs(whole) < 10**6 and mpf(2) ** int(whole) == x else made


def _whole(x: Any, work: Callable[[Any], Any]) -> Any:
    if (x != mp.nint(x) and abs(x - mp.nint(x)) < max(1, abs(x)) * _tiny()) or abs(x) * _tiny() > 1:
        raise Unsure
    return work(x)


WORK: dict[str, Callable[..., Any]] = {
    "+": _left, "-": lambda x, y: _left(x, -y), "*": operator.mul, "/": _over, "min": min, "max": max,
    "mod": lambda x, y: _left(x, -y * _whole(_over(x, y), mp.floor)), "exp": _exp, "below": lambda x: _exp(-x),
    "ln": lambda x: _above(x, mp.log), "log2": lambda x: _above(x, _log2), "sqrt": lambda x: _above(x, mp.sqrt),
    "cbrt": lambda x: _above(x, mp.cbrt), "floor": lambda x: _whole(x, mp.floor), "ceil": lambda x: _whole(x, mp.ceil),
}  # fmt: skip


def agrees(found: float, value: Any) -> bool:
    """Nine digits, infinity for what is above all floats, 0 for what is below."""
    if abs(value) > 1e308:
        return abs(found) > 1e307 and (found > 0) == (value > 0)
    return abs(value) < 1e-290 > abs(found) or bool(abs(mpf(found) - value) <= abs(value) * mpf("1e-9"))


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    order = [name for name, _ in q.envs[0]]
    made = clock(lambda: symroof.numeric(text(q.tree), *order))
    rows: list[tuple[list[float], Any]] = []
    for pairs in q.envs:
        try:
            value = right(q.tree, dict(pairs))
        except (Undefined, Unsure):
            continue
        at = [x for _, x in pairs]
        found = clock(lambda at=at: made(*at))
        kind.points += 1
        if not agrees(found, value):
            raise Wrong(f"numeric gives {found}, right {mp.nstr(value, 12)} at {dict(pairs)}")
        rows.append((at, value))
    if not rows:
        raise Refused("no value that is told at any point")
    founds = clock(lambda: made(*(np.array(column) for column in zip(*(at for at, _ in rows)))))
    for found, (at, value) in zip(founds, rows):
        kind.points += 1
        if not agrees(float(found), value):
            raise Wrong(f"numeric of arrays gives {found}, right {mp.nstr(value, 12)} at {at}")

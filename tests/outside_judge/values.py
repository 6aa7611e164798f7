"""exactly, numeric and interval against exact arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from mpmath.libmp import to_rational

from . import draw
from .tally import Clock, Kind, Refused, Wrong
from .trees import (
    PARAMS,
    Tree,
    Undefined,
    Unsure,
    as_interval,
    ascii_of,
    binary,
    from_sympy,
    names,
    num,
    number,
    one_quotient,
    sym,
    sym_py,
    symbols,
    text,
    value,
)


@dataclass(frozen=True)
class Question:
    """An expression and points, or a box, to evaluate it at."""

    tree: Tree
    envs: tuple[tuple[tuple[str, Fraction], ...], ...]
    how: str

    def call(self) -> str:
        shown = ", ".join(f"{name}={at}" for name, at in self.envs[0])
        return f"{self.how}({text(self.tree)}, {shown})"


def question(rng: Random, how: str) -> Question:
    pool = draw.some(rng, 1, 3, 0.4)
    tree = draw.tree(rng, pool, rng.choice((1, 2, 2, 3)))
    used = names(tree)
    envs = [draw.bind(rng, used) for _ in range(8)]
    if rng.random() < 0.5:
        for env in envs[:4]:
            for name in env:
                env[name] = Fraction(rng.choice((1, 4, 8, 16, 64, 512, 4096, 2**21)))
    if rng.random() < 0.1 and how != "interval":
        envs[-1] = {name: Fraction(2 ** rng.randint(30, 52)) for name in used}
    return Question(tree, tuple(tuple(sorted(env.items())) for env in envs), how)


def _right(tree: Tree, env: dict[str, Fraction]) -> Any:
    try:
        return value(tree, env)
    except Undefined:
        return None
    except Unsure:
        return "unsure"


def exact(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    made = symbols()
    tree = sym_py(q.tree, made)
    left_over = {str(s) for s in tree.free_symbols}
    for pairs in q.envs:
        env = {name: at for name, at in pairs if name in left_over}
        right = _right(q.tree, dict(pairs))
        try:
            found = clock(lambda env=env: symroof.exactly(tree, **env))
        except Refused:
            if isinstance(right, Fraction):
                raise
            continue
        if isinstance(right, Fraction):
            kind.points += 1
            if found != right:
                raise Wrong(f"exactly gives {found}, right {right} at {dict(env)}")
        elif (ends := _around(q.tree, dict(pairs))) is not None:  # a value that may be rational, as log2(8**(1/7)) is
            kind.points += 1
            if not ends[0] <= found <= ends[1]:
                raise Wrong(f"exactly gives {found} of a value that is about {float(ends[0])} at {dict(env)}")


def hole(rng: Random) -> Question:
    """Something over a function of a size less what that comes to there, of which no factor goes out: no value."""
    x, at = rng.choice("BDNK"), Fraction(rng.randint(2, 60))
    half: Tree = ("floor", ("/", sym(x), num(2)))
    gap: Tree = ("-", sym(x), num(at))
    root = num(Fraction(1, rng.choice((2, 3))))
    below, above = rng.choice((
        (("log2", ("/", sym(x), num(at))), gap),
        (("-", ("log2", sym(x)), ("log2", num(at))), ("max", gap, num(0))),
        (("-", ("max", ("^", sym(x), root), num(1)), ("^", num(at), root)), ("floor", ("/", sym(x), num(70)))),
        (("-", half, num(at // 2)), gap),
        (("-", ("ceil", ("/", sym(x), num(3))), num(-(-at // 3))), ("log2", ("/", sym(x), num(at)))),
        (("-", ("^", sym(x), root), ("^", num(at), root)), ("-", half, num(at // 2))),
    ))  # fmt: skip
    above = rng.choice((above, ("floor", ("/", sym(x), num(rng.choice((2, 7, 70))))), ("*", sym(x), num(3))))
    tree: Tree = ("/", above, below)
    if rng.random() < 0.3:
        tree = rng.choice((("+", tree, sym(x)), ("*", tree, sym("F")), ("-", sym("F"), tree)))
    near = rng.choice((at, at, at + 3))
    env = {name: near if name == x else Fraction(3) for name in names(tree)}
    return Question(tree, (tuple(sorted(env.items())),), "exactly")


def nowhere(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    """No value where there is none, of each function of numbers, asked as text."""
    import symroof

    env = dict(q.envs[0])
    right, written = _right(q.tree, env), ascii_of(q.tree)
    right = None if right == "unsure" else right  # all else is decided: what divides is as near to 0 as can be told
    order = sorted(env)
    asked = {
        "exactly": lambda: symroof.exactly(written, **env),
        "numeric": lambda: symroof.numeric(written, *order)(*(float(env[n]) for n in order)),
        "interval": lambda: symroof.interval(written, **env).low,
    }
    for what, ask in asked.items():
        try:
            found = float(clock(ask))
        except Refused:
            continue
        kind.points += 1
        if (right is None) is not (found != found):
            raise Wrong(f"{what} gives {found} of {written}, where the value is {right}, at {env}")


def _around(tree: Tree, env: dict[str, Fraction]) -> tuple[Fraction, Fraction] | None:
    """Two rationals around a value, 800 bits close: whether an interval holds a number is told by its ends alone."""
    try:
        found = value(tree, env, (800,))
    except (Undefined, Unsure):
        return None
    low, high = (Fraction(*map(int, to_rational(end))) for end in as_interval(found)._mpi_)
    return low, high


def cancelling(rng: Random) -> Question:
    """Products of large sizes less others of nearly their size."""
    pool = ("B", "D", "F")
    parts = [("*", num(rng.choice((1, 1, 2, 3, 5))), *(sym(rng.choice(pool)) for _ in range(rng.randint(1, 3))))
             for _ in range(rng.randint(2, 5))]  # fmt: skip
    tree: Tree = parts[0]
    for part in parts[1:]:
        tree = (rng.choice("+--"), tree, part)
    tree = rng.choice((tree, ("/", num(1), tree), ("*", tree, sym("B")), ("^", ("-", sym("B"), sym("D")), num(2))))
    envs = []
    for _ in range(6):
        n = 10 ** rng.randint(1, 12)
        envs.append({name: Fraction(n + rng.randint(-1, 1) + rng.choice((0, 0, n))) for name in sorted(names(tree))})
    return Question(tree, tuple(tuple(sorted(env.items())) for env in envs), "numeric of a ratio")


def digits(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    """Nine digits of every value, none where there is none, of numbers and arrays."""
    import symroof

    ratio = symroof.parse_formula(text(q.tree)).sides[0].ratio()
    made = clock(lambda: symroof.numeric(ratio, *(name for name, _ in q.envs[0])))
    for pairs in q.envs:
        right = _right(q.tree, dict(pairs))
        at = [int(v) for _, v in pairs]
        for found in (made(*at), made(*(np.full(3, float(v)) for v in at))[1]):
            kind.points += 1
            if right is None:
                if np.isfinite(found):
                    raise Wrong(f"numeric gives {found} where there is no value, at {dict(pairs)}")
            elif abs(Fraction(float(found)) - right) > Fraction(1, 10**9) * abs(right):
                raise Wrong(f"numeric gives {found}, right {float(right)} at {dict(pairs)}")


def scale(tree: Tree, env: dict[str, Fraction]) -> float:
    """The largest number met on the way, by which rounding errors are measured."""
    here = abs(number(tree, env))
    inner = [scale(part, env) for part in tree[1:] if isinstance(part, tuple)] if tree[0] not in "ns" else []
    return max([here, *inner])


def _cliff(tree: Tree, env: dict[str, Fraction]) -> bool:
    """Whether a rounding or a quotient stands so near to a jump that floats may fall to either side."""
    if tree[0] in "ns":
        return False
    if tree[0] in ("floor", "ceil"):
        inner = value(tree[1], env)
        at = number(tree[1], env)
        if not isinstance(inner, Fraction) or inner.denominator != 1:
            if abs(at - round(at)) <= 1e-11 * max(1.0, scale(tree[1], env)):
                return True
        elif abs(inner) > 2**50 or scale(tree[1], env) > 2**50:
            return True
    if tree[0] in ("/", "log2", "^"):
        below = tree[2] if tree[0] == "/" else tree[1]
        if abs(number(below, env)) <= 1e-6 * scale(below, env):
            return True
    if tree[0] == "log2" and abs(number(tree[1], env) - 1) < 1e-6 and below[0] not in "ns":
        return True
    return any(_cliff(part, env) for part in tree[1:])


def functions(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    made = symbols()
    tree = sym_py(q.tree, made)
    order = sorted(str(s) for s in tree.free_symbols)
    if not order:
        raise Refused("no symbols left")
    call = clock(lambda: symroof.numeric(tree, *(made[name] for name in order)))
    rows = []
    for pairs in q.envs:
        env = binary(dict(pairs))
        try:
            right = number(q.tree, env)
            wide = scale(q.tree, env)
            if _cliff(q.tree, env) or wide > 1e200:
                continue
        except (Undefined, Unsure, OverflowError):
            continue
        arguments = [float(env[name]) for name in order]
        rows.append((arguments, right, wide, env))
        found = clock(lambda arguments=arguments: call(*arguments))
        kind.points += 1
        if not abs(found - right) <= 1e-9 * wide:
            raise Wrong(f"numeric gives {found}, right {right} at { {k: str(v) for k, v in env.items()} }")
    if rows:
        columns = [np.array([row[0][i] for row in rows]) for i in range(len(order))]
        found = clock(lambda: call(*columns))
        for got, (_, right, wide, env) in zip(np.broadcast_to(found, len(rows)), rows, strict=True):
            kind.points += 1
            if not abs(got - right) <= 1e-9 * wide:
                raise Wrong(f"numeric on arrays gives {got}, right {right} at { {k: str(v) for k, v in env.items()} }")


def interval(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    made = symbols()
    tree = sym_py(q.tree, made)
    used = sorted(str(s) for s in tree.free_symbols)
    box: dict[str, Any] = {}
    for name, one in q.envs[0]:
        other = dict(q.envs[1])[name]
        box[name] = one if rng.random() < 0.3 else (min(one, other), max(one, other))
    said = clock(lambda: symroof.interval(tree, **{name: box[name] for name in used}))
    shown = ", ".join(f"{name}={at if not isinstance(at, tuple) else tuple(map(str, at))}" for name, at in box.items())
    inside, corners = _samples(box, rng)
    seen = []
    handed = from_sympy(tree)
    for env in corners + inside:
        right = _right(q.tree, env)
        if right is None:  # SymPy makes x*z/y of x/(y/z) and 1 of x/x before anybody is asked: there may be a value
            right = _right(handed, env)
        if right is None:
            joined = one_quotient(q.tree)
            right = _right(joined, env)
            if right is None and _right(joined[1], env) == 0:  # 0/0: a factor that cancels may have been left in both
                continue
        if right is None:
            raise Wrong(f"interval {said} for {shown}, but there is no value at {env}")
        if right == "unsure":
            continue
        kind.points += 1
        seen.append(right)
        exact = as_interval(right)
        if exact.b < as_interval(said.low).a or exact.a > as_interval(said.high).b:
            raise Wrong(
                f"interval [{said.low}, {said.high}] tight={said.tight} for {shown}; {float_of(right)} at {env}"
            )
    if said.tight and len(seen) == len(corners) + len(inside):
        _reached(said, [float_of(x) for x in seen], shown)


def float_of(x: Any) -> float:
    return float(x) if isinstance(x, Fraction) else float(x.mid)


def _reached(said: Any, seen: list[float], shown: str) -> None:
    room = 1e-9 * max(1e-300, abs(float(said.low)), abs(float(said.high)))
    room = max(room, 1e-15 if said.low == said.high == 0 else 0)  # what cancels to 0 leaves what its digits round
    for name, end, best in (("low", float(said.low), min(seen)), ("high", float(said.high), max(seen))):
        if abs(end - best) > room:
            raise Wrong(f"interval [{said.low}, {said.high}] is tight for {shown}, but {name} is {best} at the corners")


def _samples(box: dict[str, Any], rng: Random) -> tuple[list[dict[str, Fraction]], list[dict[str, Fraction]]]:
    corners: list[dict[str, Fraction]] = [{}]
    for name, at in box.items():
        ends = set(at) if isinstance(at, tuple) else {at}
        corners = [corner | {name: end} for corner in corners for end in ends]
    inside = []
    for _ in range(25):
        env = {}
        for name, at in box.items():
            if not isinstance(at, tuple):
                env[name] = at
            elif name in PARAMS:
                env[name] = at[0] + (at[1] - at[0]) * Fraction(rng.randint(0, 16), 16)
            else:
                env[name] = Fraction(rng.randint(int(at[0]), int(at[1])))
        inside.append(env)
    return inside, corners

"""Thresholds turned into functions: numeric, exactly, interval, LaTeX; outside their condition there is no value."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from random import Random
from typing import Any

from . import draw
from .tally import Clock, Kind, Refused, Wrong
from .thresholds import Question, truth
from .trees import PARAMS, binary, names, num, sym, sym_py, symbols


def question(rng: Random) -> Question:
    """Forms that mostly have a crossing in closed form, with a condition that often fails."""
    x = rng.choice(("B", "N", "p"))
    others = tuple(n for n in draw.some(rng, 1, 2, 0.4) if n != x) or ("D",)
    a, b, c = (draw.monomial(rng, others) for _ in range(3))
    level = rng.choice((draw.monomial(rng, others), draw.constant(rng), sym("K")))
    shape = rng.randint(0, 7)
    left = (
        ("/", ("*", a, sym(x)), ("+", ("*", b, sym(x)), c)),
        ("+", ("*", a, sym(x)), ("/", b, sym(x))),
        ("-", ("*", a, sym(x)), b),
        ("max", ("/", a, sym(x)), b),
        ("min", ("*", a, sym(x)), b),
        ("^", ("-", ("*", a, sym(x)), b), num(Fraction(1, 2))),
        ("+", ("log2", sym(x)), a),
        ("-", a, ("/", b, ("+", c, sym(x)))),
    )[shape]
    free = (names(left) | names(level)) - {x}
    return Question(left, level, x, tuple(tuple(sorted(draw.bind(rng, free).items())) for _ in range(6)))


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    made = symbols()
    record = clock(lambda: symroof.threshold(sym_py(q.left, made), made[q.x], over=sym_py(q.right, made)))
    free = sorted(str(key) for key in clock(lambda: record.free))
    if not free or record.verdict != "when":
        raise Refused("nothing to turn into a function")
    call = clock(lambda: symroof.numeric(record, *(made[name] for name in free)))
    for pairs in q.envs:
        env, given = dict(pairs), binary(dict(pairs))
        bound = {name: env[name] for name in free}
        found = clock(lambda given=given: call(*(float(given[name]) for name in free)))
        for end in _ends(found):
            _crossing(q, given, end, f"numeric{tuple(map(str, bound.values()))} of {record}", kind)
        try:
            exact = clock(lambda bound=bound: symroof.exactly(record, **bound))
        except Refused as error:
            excused = "irrational" in str(error) or (isinstance(found, tuple) and "several ends" in str(error))
            if given == env and not any(map(math.isnan, _ends(found))) and not excused:
                raise Wrong(f"numeric of {record} gives {found} at {bound}, exactly refuses: {error}") from error
            continue
        for end in _ends(exact):
            _crossing(q, env, float(end), f"exactly of {record}", kind)
    _box(q, record, free, kind, clock, rng)


def _ends(value: Any) -> tuple[Any, ...]:
    """The ends of a region, one or several; none where two of them meet, for there the truth need not change."""
    ends = value if isinstance(value, tuple) else (value,)
    meet = any(abs(float(a) - float(b)) <= 1e-8 * abs(float(a)) for a, b in itertools.pairwise(ends))
    return () if meet else ends


def _crossing(q: Question, env: dict[str, Fraction], found: float, what: str, kind: Kind) -> None:
    """A value is a place where the truth changes; with none, the truth is the same everywhere."""
    spots = [Fraction(1, 1000), Fraction(1, 3), Fraction(1), Fraction(2), Fraction(7), Fraction(100), Fraction(10**6)]
    place = {k: str(v) for k, v in env.items()}
    if math.isnan(found) or math.isinf(found):
        return
    if 0 < found < 2.0**-1000:  # a float so small holds a few digits only
        return
    at = Fraction(found)
    if at <= 0:
        told = {truth(q, env, spot) for spot in spots} - {None}  # a bound below every size: each will do, or none
        if len(told) > 1:
            raise Wrong(f"{what} is {found} at {place}, but the truth changes above it")
        return
    near = [truth(q, env, at * (1 + Fraction(sign, 10**9))) for sign in (-1, 1)]
    kind.points += 2
    if None in near:
        return
    if near[0] is near[1]:
        all_of = {truth(q, env, spot) for spot in spots}
        raise Wrong(f"{what} is {found} at {place}, but the truth is {near[0]} on both sides ({all_of} elsewhere)")


def _box(q: Question, record: Any, free: list[str], kind: Kind, clock: Clock, rng: Random) -> None:
    import symroof

    one, two = dict(q.envs[0]), dict(q.envs[1])
    box = {name: (min(one[name], two[name]), max(one[name], two[name])) for name in free}
    try:
        said = clock(lambda: symroof.interval(record, **box))
    except Refused:
        return
    for _ in range(12):
        env = {}
        for name in one:
            low, high = min(one[name], two[name]), max(one[name], two[name])
            step = Fraction(rng.randint(0, 8), 8)
            env[name] = low + (high - low) * step if name in PARAMS else Fraction(rng.randint(int(low), int(high)))
        try:
            value = clock(lambda env=env: symroof.exactly(record, **{name: env[name] for name in free}))
        except Refused as error:
            if "irrational" in str(error):
                continue
            raise Wrong(
                f"interval of {record} over {box} is {said}, but at {env} there is no value: {error}"
            ) from error
        kind.points += 1
        if not said.low <= value <= said.high:
            raise Wrong(f"interval of {record} over {box} is [{said.low}, {said.high}]; {value} at {env}")

"""Thresholds of expressions: the record, its text, its numbers and functions made of it, point by point."""

from __future__ import annotations

import contextlib
import itertools
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from . import draw
from .tally import Clock, Kind, NothingToSay, Refused, Wrong
from .trees import (
    PARAMS,
    Tree,
    Undefined,
    Undrawn,
    Unsure,
    ascii_of,
    names,
    num,
    read,
    sign,
    sym,
    sym_py,
    symbols,
    text,
    value,
)


@dataclass(frozen=True)
class Question:
    """For which x is left >= right, and at which numbers."""

    left: Tree
    right: Tree
    x: str
    envs: tuple[tuple[tuple[str, Fraction], ...], ...]
    at_most: bool = False
    partial: bool = False  # where a side has no value, the point is not in the region

    def call(self) -> str:
        way = "at_most" if self.at_most else "over"
        return f"threshold({text(self.left)}, {self.x}, {way}={text(self.right)})"


def question(rng: Random, numeric: bool) -> Question:
    x = draw.some(rng, 1, 1, 0.25)[0]
    others = () if numeric else draw.some(rng, 1, 3)
    pool = tuple(dict.fromkeys((x, *others)))
    depth = rng.choice((1, 1, 2, 2, 3))
    left = draw.tree(rng, pool, depth)
    if x not in names(left):
        left = (rng.choice(("+", "*", "/", "-", "max")), left, ("*", draw.constant(rng), ("s", x)))
    kind = rng.random()
    right = draw.constant(rng) if kind < 0.35 else draw.tree(rng, tuple(o for o in pool if o != x) or pool, 1)
    if kind > 0.85:
        right = draw.tree(rng, pool, 1)
    free = (names(left) | names(right)) - {x}
    envs = [draw.bind(rng, free) for _ in range(3 if free else 1)]
    if not free and rng.random() < 0.4:  # equality at a whole number
        try:
            found = value(left, {x: Fraction(rng.randint(1, 40))})
            if isinstance(found, Fraction) and x not in names(right):
                right = num(found)
        except (Undefined, Unsure):
            pass
    return Question(left, right, x, tuple(tuple(sorted(env.items())) for env in envs), rng.random() < 0.2)


def edge(rng: Random) -> Question:
    """Roots and powers of what may be below 0, and levels closer to whole values than a float tells."""
    x = rng.choice("BDK")
    first, second = sorted(rng.sample(range(1, 30), 2))
    one: Tree = ("-", ("*", num(rng.choice((1, 1, 2, 4))), ("s", x)), num(first))
    if rng.random() < 0.3:
        one = ("-", num(first), one[1])
    if rng.random() < 0.5:
        left: Tree = ("^", one, num(Fraction(rng.choice(("1/2", "1/2", "1/3", "2/3", "3/2", "-1/2")))))
        left = rng.choice((left, ("floor", left), ("ceil", left), ("+", left, ("s", x)), ("max", left, num(3))))
        right: Tree = num(rng.choice((-1, 0, 1, 2, 5)))
    else:
        left = ("*", one, ("-", ("s", x), num(second)))
        right = num(rng.choice((1, -1)) * Fraction(1, 10 ** rng.choice((3, 9, 20, 30))))
    return Question(left, right, x, ((),), rng.random() < 0.5, True)


def vanishing(rng: Random) -> Question:
    """What is divided comes to 0 where the divisor does: a rounding, a maximum, a difference of logarithms."""
    x = rng.choice("NBDKC")
    at = num(rng.randint(1, 12))
    others = () if rng.random() < 0.6 else draw.some(rng, 1, 2)
    pool = tuple(dict.fromkeys((x, *others)))
    some = sym(rng.choice(pool))
    other = sym(others[0]) if others and others[0] != x else at
    below: Tree = rng.choice((
        ("-", sym(x), at), ("-", sym(x), other), ("-", at, sym(x)), ("log2", ("/", sym(x), at)),
        ("-", ("*", sym(x), sym(x)), ("*", at, at)), ("-", (rng.choice(("floor", "ceil")), ("/", sym(x), num(2))), at),
    ))  # fmt: skip
    above: Tree = rng.choice((
        ("floor", ("/", some, num(rng.choice((2, 9, 30, 70))))),
        ("-", (rng.choice(("floor", "ceil")), ("/", at, ("+", sym(x), num(1)))), num(rng.randint(0, 3))),
        (rng.choice(("max", "min")), ("-", some, num(rng.randint(1, 12))), num(0)),
        ("floor", draw.linear(rng, pool)),
        ("floor", ("^", some, num(Fraction(rng.choice(("1/2", "-1")))))),
        ("-", some, num(rng.randint(1, 12))),
        ("-", ("log2", draw.linear(rng, pool)), ("log2", draw.linear(rng, pool))),
    ))  # fmt: skip
    left: Tree = ("/", above, below)
    beside = rng.random()
    if beside < 0.4:
        left = ("+" if beside < 0.3 else "*", left, draw.atom(rng, pool))
    right = rng.choice((draw.constant(rng), num(rng.randint(-3, 3)), draw.atom(rng, pool)))
    return _typed(Question(left, right, x, ((),), rng.random() < 0.5, True), rng)


def _typed(q: Question, rng: Random) -> Question:
    """A question that is asked as it is typed: where anything in it divides by 0, the point is not in the region."""
    free = (names(q.left) | names(q.right)) - {q.x}
    envs = [draw.bind(rng, free) for _ in range(3 if free else 1)]
    return replace(q, envs=tuple(tuple(sorted(env.items())) for env in envs), partial=True)


def typed(rng: Random) -> Question:
    """Any question, or one that vanishes over what vanishes, asked as text."""
    return vanishing(rng) if rng.random() < 0.6 else _typed(question(rng, rng.random() < 0.5), rng)


def twice(rng: Random) -> Question:
    """A rounding beside what holds it: minus, times or divided by itself, under a maximum, in a logarithm."""
    pool = draw.some(rng, 2, 3)
    x, other = pool[0], ("s", rng.choice(pool))
    heads = ("ceil", "floor")
    below = rng.choice((num(rng.choice((2, 3, 4, 10, 64))), other, ("+", other, draw.constant(rng))))
    u: Tree = (rng.choice(heads), ("/", draw.linear(rng, (x,)), below))
    times = rng.choice((num(Fraction(rng.choice(("1/2", "2/3", "3/2", "5/2", "2", "5")))), other, ("/", other, num(3))))
    inner: Tree = (rng.choice(("*", "*", "*", "/", "+", "max")), u, times)
    v: Tree = ("log2", inner) if rng.random() < 0.1 else (rng.choice(heads), inner)
    left: Tree = rng.choice((
        ("-", v, u), ("-", v, u), ("-", v, ("*", draw.constant(rng), u)), ("-", u, v), ("*", u, v), ("/", v, u),
        ("-", v, ("s", x)), ("-", ("*", u, ("s", x)), v), ("*", ("-", u, num(2)), v), ("-", ("max", u, v), u),
        ("-", ("^", v, num(2)), u),
    ))  # fmt: skip
    envs = [draw.bind(rng, names(left) - {x}) for _ in range(3)]
    right = num(Fraction(rng.choice(("-1", "0", "1", "2", "3", "7/2")))) if rng.random() < 0.7 else other
    if rng.random() < 0.3:  # equality at a whole number
        with contextlib.suppress(Undefined, Unsure, TypeError):
            right = num(value(left, envs[0] | {x: Fraction(rng.randint(1, 40))}))
    envs = [env | draw.bind(rng, names(right) - {x} - set(env)) for env in envs]
    return Question(left, right, x, tuple(tuple(sorted(env.items())) for env in envs), rng.random() < 0.5, True)


def _mod(u: Tree, m: Tree) -> Tree:
    return ("-", u, ("*", m, ("floor", ("/", u, m))))


def remainder(rng: Random) -> Question:
    """Remainders of moduli that are or may be below 0, or roundings or remainders themselves; over and under others."""
    x = rng.choice("NBDK")
    others = () if rng.random() < 0.5 else draw.some(rng, 1, 2)
    pool = tuple(dict.fromkeys((x, *others)))

    def of(deep: int) -> Tree:
        name, k = sym(rng.choice(pool)), num(rng.choice((2, 3, 4, 7, 9, 40)))
        modulus: Tree = rng.choice((
            num(-k[1]), num(-k[1]), k, (rng.choice(("floor", "ceil")), ("/", ("-", num(0), name), k)),
            (rng.choice(("floor", "ceil")), ("/", name, k)), ("-", name, k), ("-", num(0), sym(rng.choice(pool))),
            of(deep - 1) if deep else num(-1),
        ))  # fmt: skip
        taken: Tree = rng.choice((
            name, name, ("*", num(rng.choice((2, 6))), name), ("/", num(1), name), ("*", name, sym(rng.choice(pool))),
            (rng.choice(("floor", "ceil")), name), of(deep - 1) if deep else name,
        ))  # fmt: skip
        return _mod(taken, modulus)

    m = of(rng.choice((0, 0, 1)))
    one: Tree = rng.choice((num(1), sym(x), draw.atom(rng, pool), (rng.choice(("max", "min")), sym(x), sym(pool[-1]))))
    left: Tree = rng.choice((
        m, ("*", one, m), ("/", one, m), ("/", one, m), ("/", one, ("+", num(1), m)), ("+", sym(x), ("/", one, m)),
        ("*", ("/", one, m), ("+", *map(sym, pool), num(1))), (rng.choice(("max", "min")), sym(x), ("/", one, m)),
        ("floor", ("/", one, m)),
    ))  # fmt: skip
    if x not in names(left):
        left = ("*", left, sym(x))
    right = num(Fraction(rng.choice(("-3", "-1", "-1/100", "0", "0", "1/2", "2", "9"))))
    right = sym(rng.choice(pool)) if rng.random() < 0.2 else right
    return _typed(Question(left, right, x, ((),), rng.random() < 0.5, True), rng)


def teeth(rng: Random) -> Question:
    """A rounding around what comes and goes between two ends: a remainder of a remainder, over a tile, times growth."""
    x = rng.choice("NBDDKC")
    m = num(rng.choice((2, 3, 4, 5, 7, 8, 16)))
    of: Tree = rng.choice(
        (sym(x), sym(x), sym(x), ("*", num(2), sym(x)), ("+", sym(x), num(1)), ("*", num(-1), sym(x)))
    )
    tooth: Tree = _mod(of, rng.choice((m, m, ("*", num(-1), m))))
    if rng.random() < 0.2:
        tooth = rng.choice((("-", ("ceil", ("/", of, m)), ("/", of, m)), ("max", ("-", tooth, num(1)), num(0))))
    for _ in range(rng.choice((1, 1, 2))):
        below = rng.choice((m, m, num(2), num(3), num(8), ("+", m, num(1))))
        way: Tree = rng.choice((tooth, tooth, ("*", num(-1), tooth), ("+", tooth, num(1))))
        inner: Tree = (rng.choice(("floor", "ceil")), ("/", way, below))
        tooth = rng.choice((inner, inner, _mod(way, below), _mod(way, ("*", num(-1), below))))
    growth: Tree = rng.choice((("log2", sym(x)), ("^", sym(x), num(Fraction(1, 2))), sym(x), ("/", sym(x), num(10))))
    some = num(Fraction(rng.choice(("1/3", "1", "2", "10"))))
    left: Tree = rng.choice((
        tooth, tooth, ("+", growth, ("*", some, tooth)), ("-", growth, ("*", some, tooth)), ("*", growth, tooth),
        ("/", growth, ("+", tooth, some)), ("max", growth, ("*", some, tooth)), ("ceil", ("*", growth, tooth)),
    ))  # fmt: skip
    right = num(Fraction(rng.choice(("-1", "0", "1/2", "1", "2", "9", "15", "100"))))
    return Question(left, right, x, ((),), rng.random() < 0.5, True)


def points(x: str, rng: Random, near: list[Fraction]) -> list[Fraction]:
    some = {Fraction(n) for n in range(1, 25)} | {Fraction(n) for n in (31, 32, 33, 63, 64, 65, 127, 128, 129, 1000)}
    some |= {Fraction(10**6), Fraction(10**9 + 7), Fraction(2**40), Fraction(rng.randint(1, 5000))}
    for at in near:
        for step in (-2, -1, 0, 1, 2):
            some.add(Fraction(int(at) + step))
    if x in PARAMS:
        some |= {Fraction(1, k) for k in (2, 3, 4, 7, 100, 10**6)} | {Fraction(3, 2), Fraction(5, 2), Fraction(99, 100)}
        for at in near:
            some |= {at, at * Fraction(999, 1000), at * Fraction(1001, 1000)}
        return sorted(n for n in some if n > 0)
    return sorted(n for n in some if n >= 1 and n.denominator == 1)


def truth(q: Question, env: dict[str, Fraction], n: Fraction) -> bool | None:
    """The definition at one point; None where a side has no value or is not decided."""
    try:
        found = sign(q.left, q.right, env | {q.x: n})
    except Undefined:
        return False if q.partial else None
    if found is None:
        return None
    return found <= 0 if q.at_most else found >= 0


_read = lru_cache(maxsize=1024)(read)

_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|-?oo"
_RELATION = {">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b}


def compare(relation: str, left: Tree, right: Tree, env: dict[str, Fraction]) -> bool | None:
    try:
        found = sign(left, right, env)
    except Undefined:
        return False
    if relation in ("==", "="):
        return None if found is None else found == 0
    return None if found is None else bool(_RELATION[relation](found, 0))


def condition(written: str, env: dict[str, Fraction]) -> bool | None:
    """``1/D < W/C and B <= D or ...`` at numbers; and binds tighter than or."""
    answers = []
    for group in re.split(r"\s+or\s+", written):
        held: bool | None = True
        for part in re.split(r"\s+and\s+", group):
            pieces = re.split(r"\s*(<=|>=|<|>|=)\s*", part.strip().strip(","))
            if len(pieces) < 3:
                raise ValueError(f"no condition: {part!r}")
            for i in range(0, len(pieces) - 2, 2):
                one = compare(pieces[i + 1], _read(pieces[i]), _read(pieces[i + 2]), env)
                held = None if one is None and held is not False else held and one
        answers.append(held)
    return True if True in answers else None if None in answers else False


def clause(written: str, x: str, n: Fraction, env: dict[str, Fraction]) -> bool | None:
    """One clause of a record's text at one point."""
    body, _, when = written.partition(" when ")
    held = condition(when, env) if when else True
    if held is False:
        return False
    inside: bool | None = True
    for part in body.split(" and "):
        one = _body(part.strip(), x, n, env)
        inside = None if one is None and inside is not False else inside and one
    return False if inside is False else None if held is None or inside is None else True


def _body(body: str, x: str, n: Fraction, env: dict[str, Fraction]) -> bool | None:
    if body.startswith("never"):
        return False
    if body in ("always", f"every {x}"):
        return True
    last = re.fullmatch(rf"every {x} <= (\d+), last {x} = (\d+)", body)
    if last:
        return True if n <= int(last[1]) or n == int(last[2]) else False if n > int(last[2]) else None
    interval = re.fullmatch(rf"{x} in ([\[(])({_NUMBER}), ({_NUMBER})([\])])", body)
    if interval:
        return _between(interval[1], interval[2], interval[3], interval[4], n, x)
    alone = re.fullmatch(rf"{x} in {{({_NUMBER})}}", body)
    if alone:
        return _between("[", alone[1], alone[1], "]", n, x)
    whole = re.fullmatch(rf"{x} ([<>]=?) \S+ \((\d+)\)", body)
    if whole and n.denominator == 1:  # the whole number in brackets is exact, the one before it is rounded
        return n >= int(whole[2]) if whole[1][0] == ">" else n <= int(whole[2])
    body = re.sub(r" \(\d+\)$| \((?:oo|0) if none\)$", "", body)
    chain = re.split(r"\s*(<=|>=|<|>|=)\s*", body.removesuffix(" = 0"))
    if len(chain) < 3 or x not in (chain[0], chain[2]):
        raise ValueError(f"no clause: {body!r}")
    inside: bool | None = True
    for i in range(0, len(chain) - 2, 2):
        if any(_rounded(side, n, x) for side in (chain[i], chain[i + 2])):
            return None
        one = _relation(chain[i], chain[i + 1], chain[i + 2], x, n, env)
        inside = None if one is None and inside is not False else inside and one
    return inside


def _relation(left: str, relation: str, right: str, x: str, n: Fraction, env: dict[str, Fraction]) -> bool | None:
    named = re.fullmatch(r"the (one|first|last) (positive root|root from 1 on) of (.*)", right)
    if not named:
        return compare(relation, _read(left), _read(right), env | {x: n})
    least = 0 if named[2] == "positive root" else 1
    if named[1] != "one":
        side = _beside_one_of_two(named[1], _read(named[3]), x, n, env, least)
        return None if side is None else bool(_RELATION[relation](side, 0))
    side = _beside_root(_read(named[3]), x, n, env, least)
    return None if side is None else bool(_RELATION[relation](side, 0))


_FAR = (80, 100, 150, 250, 500, 1000)
_OCTAVES = (*range(-64, 65), *(way * k for k in _FAR for way in (-1, 1)))
_PLACES = sorted({Fraction(2) ** k * m for k in _OCTAVES for m in (Fraction(1), Fraction(4, 3), Fraction(5, 3))})


def _beside_root(tree: Tree, x: str, n: Fraction, env: dict[str, Fraction], least: int) -> int | None:
    """The side of the one root on which n lies: beside the only change of sign along the whole axis.

    Raises Wrong where there is another one: then there is no such thing as the one root; ValueError where it lies
    beyond 2**1000, or there is none.
    """
    others = tuple(sorted((name, at) for name, at in env.items() if name != x))
    turn = _turn(tree, x, others, least)
    if turn is None:
        raise ValueError(f"the root of {text(tree)} = 0 is not between 2**-1000 and 2**1000")
    low, high, below, above = turn
    here = _sign_at(tree, env | {x: n})
    if here is None:
        return None
    if low == n == high:
        return 0
    if here != (below if n <= low else above if n >= high else here):
        raise Wrong(f"the one root of {text(tree)} = 0: another change of sign near {x}={n}, {dict(others)}")
    return 0 if not here else 1 if here == above else -1


def _beside_one_of_two(which: str, tree: Tree, x: str, n: Fraction, env: dict[str, Fraction], least: int) -> int | None:
    """The side of the first of at most two roots (oo if there is none) or the last one (0) on which n lies."""
    others = tuple(sorted((name, at) for name, at in env.items() if name != x))
    roots = _two_turns(tree, x, others, least)
    if not roots:
        return -1 if which == "first" else 1
    low, high, below, above = roots[0] if which == "first" else roots[-1]
    if n <= low or n >= high:
        return 0 if low == n == high else -1 if n <= low else 1
    here = _sign_at(tree, env | {x: n})
    return None if here is None else -1 if here == below else 1 if here == above else 0


@lru_cache(maxsize=256)
def _two_turns(
    tree: Tree, x: str, others: tuple[tuple[str, Fraction], ...], least: int
) -> list[tuple[Fraction, Fraction, int, int]]:
    env = dict(others)
    looked = {at: _sign_at(tree, env | {x: at}) for at in _PLACES if at >= least}
    told = [(at, found) for at, found in sorted(looked.items()) if found is not None]
    apart = [(at, found) for at, found in told if found]
    turns = [(a, b, s, t) for (a, s), (b, t) in itertools.pairwise(apart) if s != t]
    if len(turns) > 2:
        raise Wrong(f"two roots of {text(tree)} = 0: its sign changes {len(turns)} times at {env}")
    touched = [(at, at, 0, 0) for at, s in told if not s and not any(a < at < b for a, b, *_ in turns)]
    if len(turns) == 1 and not touched:
        raise ValueError(f"another root of {text(tree)} = 0 is not between 2**-1000 and 2**1000")
    return sorted([*turns, *touched])


@lru_cache(maxsize=256)
def _turn(
    tree: Tree, x: str, others: tuple[tuple[str, Fraction], ...], least: int
) -> tuple[Fraction, Fraction, int, int] | None:
    env = dict(others)
    looked = {at: _sign_at(tree, env | {x: at}) for at in _PLACES if at >= least}
    for low, high in itertools.pairwise(tuple(looked)):
        begins = looked[low] is None
        for _ in range(60 if begins is not (looked[high] is None) else 0):  # the edge of where it has a value
            middle = (low + high) / 2
            looked[middle] = _sign_at(tree, env | {x: middle})
            low, high = (middle, high) if (looked[middle] is None) is begins else (low, middle)
    signs = [(at, found) for at, found in sorted(looked.items()) if found]
    turns = [(a, b, s, t) for (a, s), (b, t) in itertools.pairwise(signs) if s != t]
    if not turns and looked.get(Fraction(least)) == 0:  # the root is where the sizes begin
        return Fraction(least), Fraction(least), -signs[0][1], signs[0][1]
    if len(turns) > 1:
        raise Wrong(f"the one root of {text(tree)} = 0: its sign changes {len(turns)} times at {env}")
    return turns[0] if turns else None


def _sign_at(tree: Tree, env: dict[str, Fraction]) -> int | None:
    try:
        return sign(tree, num(0), env)
    except (Undefined, Unsure):
        return None


def _rounded(side: str, n: Fraction, x: str) -> bool:
    """Whether this is a number printed to a few digits that cannot tell n from the crossing."""
    if not re.fullmatch(_NUMBER, side) or "oo" in side:
        return False
    exact = x not in PARAMS and re.fullmatch(r"\d{1,3}", side)
    return not exact and abs(n - Fraction(side)) <= abs(Fraction(side)) / 900


def _between(opened: str, low: str, high: str, closed: str, n: Fraction, x: str) -> bool | None:
    open_ended = False
    for side, bracket, way in ((low, opened, 1), (high, closed, -1)):
        if "oo" in side:
            continue
        if _rounded(side, n, x):
            open_ended = True
        elif (n - Fraction(side)) * way < 0 or (n == Fraction(side) and bracket in "()"):
            return False
    return None if open_ended else True


def said(written: str, x: str, n: Fraction, env: dict[str, Fraction]) -> bool | None:
    """What a record's text says of one point: True, False, or None where it leaves it open."""
    written = re.sub(r" assuming .*$", "", written)
    if re.fullmatch(rf"{x} in a region that needs numbers for \w+(?:, \w+)*", written):
        return None
    if "does not stay so" in written:
        return _now_and_then(written, x, n, env)
    if len(_split(written, "; ")) > 1 or re.search(r" (?:suffices|is necessary)$| first,", written):
        return _partial(written, x, n, env)
    headed = _headed(written, x)
    if headed is not None:
        return _under(*headed, x, n, env)
    for word, decisive in ((" and ", False), (" or ", True)):
        sides = _split(written, word)
        if len(sides) > 1 and any(_record(side, x) or "needs numbers" in side for side in sides):
            parts = [said(side[1:-1] if _record(side, x) else side, x, n, env) for side in sides]
            return decisive if decisive in parts else None if None in parts else not decisive
    pieces = re.split(
        rf"(?:, | or )(?={x} (?:in|<|>|<=|>=) |every {x}\b|[\[(]{_NUMBER}, |{{(?:{_NUMBER})}})|, (?=never)", written
    )
    answers = []
    for piece in sorted(pieces, key=lambda piece: not piece.startswith("every")):
        if re.match(r"[\[({]", piece):
            piece = f"{x} in {piece}"
        answers.append(clause(piece, x, n, env))
        if answers[-1]:  # where every one will do there may be no root to speak of
            return True
    return None if None in answers else False


def _now_and_then(written: str, x: str, n: Fraction, env: dict[str, Fraction]) -> bool | None:
    """Of a region that comes and goes the text tells its first size alone; what is beyond is left open."""
    for word, decisive in ((" or ", True), (" and ", False)):
        sides = _split(written, word)
        if len(sides) > 1:
            parts = [said(side[1:-1] if side[0] == "(" else side, x, n, env) for side in sides]
            return decisive if decisive in parts else None if None in parts else not decisive
    first = re.fullmatch(rf"{x} = (\d+) is the first, but it does not stay so", written)
    if first is None:
        raise ValueError(f"not read: {written!r}")
    return False if n < int(first[1]) else True if n == int(first[1]) else None


def _split(written: str, word: str) -> list[str]:
    """The text between a word that stands outside of all brackets."""
    sides, depth, start = [], 0, 0
    for at, letter in enumerate(written):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and written.startswith(word, at):
            sides.append(written[start:at])
            start = at + len(word)
    return [*sides, written[start:]]


def _first_group(written: str) -> int:
    """Where the bracket that begins a text is closed; 0 where none begins it."""
    depth = 0
    for at, letter in enumerate(written):
        depth += (letter in "([") - (letter in ")]")
        if not depth:
            return at
    return 0


def _record(side: str, x: str) -> bool:
    """Whether a text in brackets is the text of a record, not an interval or a factor."""
    whole = side.startswith("(") and _first_group(side) == len(side) - 1
    return whole and bool(re.search(rf"(?:^|[( ]){x} (?:[<>]=?|in) |every {x}\b", side))


def _headed(written: str, x: str) -> tuple[str, str, str] | None:
    """``(one record or another) when A, every x when B`` in three."""
    end = _first_group(written)
    if not end or not _record(written[: end + 1], x):
        return None
    tail = re.fullmatch(rf"(?: when (.*?))?(?:, every {x} when (.*))?", written[end + 1 :])
    return None if tail is None else (written[1:end], tail[1] or "", tail[2] or "")


def _under(inner: str, when: str, always: str, x: str, n: Fraction, env: dict[str, Fraction]) -> bool | None:
    every = condition(always, env) if always else False
    there = condition(when, env) if when else True
    if every:
        return True
    region = False if there is False else said(inner, x, n, env)
    return None if every is None else region if there is not None or region is False else None


def _partial(written: str, x: str, n: Fraction, env: dict[str, Fraction]) -> bool | None:
    """``N >= a suffices; N >= b is necessary`` and ``N >= a first, every N >= b``: what they settle, and no more."""
    steps = re.fullmatch(rf"{x} >= (\d+) first, every {x} >= (\d+)(?: and (.*))?", written)
    if steps and steps[3] and said(steps[3], x, n, env) is not True:  # beyond a pole, as in "and D > 1 (2)"
        return said(steps[3], x, n, env)
    if steps:
        return False if n < int(steps[1]) else True if n >= int(steps[2]) else True if n == int(steps[1]) else None
    for piece in _split(written, "; "):
        if piece == f"no {x} is proved to do":
            continue
        word = "suffices" if piece.endswith(" suffices") else "is necessary" if piece.endswith(" is necessary") else ""
        if not word:
            raise ValueError(f"neither sufficient nor necessary: {piece!r}")
        inside = said(piece.removesuffix(word).strip(), x, n, env)
        if word == "suffices" and inside is True:
            return True
        if word != "suffices" and inside is False:
            return False
    return None


def judge(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    """Raises Wrong at the first disagreement, Refused where nothing was answered."""
    made = symbols()
    left, right = sym_py(q.left, made), sym_py(q.right, made)
    if made[q.x] not in left.free_symbols | right.free_symbols:  # SymPy makes 1 of N/N: nobody is asked about N
        raise Undrawn
    _judged(q, (left, made[q.x], right), kind, rng, clock)


def judge_typed(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    """The same of text, of which nothing is gone before it is read."""
    _judged(q, (ascii_of(q.left), q.x, ascii_of(q.right)), kind, rng, clock)


def _judged(q: Question, asked: tuple[Any, Any, Any], kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    left, x, right = asked
    way = {"at_most" if q.at_most else "over": right}
    try:
        record = clock(lambda: symroof.threshold(left, x, **way))
    except Refused as error:
        raise _reasoned(error, q, [dict(pairs) for pairs in q.envs]) from None
    written = clock(lambda: str(record))
    keys = [str(key) for key in clock(lambda: record.free)]
    for pairs in q.envs:
        env = dict(pairs)
        bound = {name: at for name, at in env.items() if name in keys}
        try:
            exact = clock(lambda bound=bound: record.at(**bound)) if bound else record
        except Refused as error:
            kind.refused[".at: " + str(error)[:60]] += 0
            raise _reasoned(error, q, [env]) from None
        _one(q, env, record, written, exact, kind, rng, clock)


def _reasoned(error: Refused, q: Question, envs: list[dict[str, Fraction]]) -> Refused:
    """A refusal, as one that is right where by the definition a side has no value at any of many points."""

    def has_a_value(env: dict[str, Fraction], n: Fraction) -> bool:
        try:
            sign(q.left, q.right, env | {q.x: n})
        except Undefined:
            return False
        except Unsure:
            pass
        return True

    somewhere = any(has_a_value(env, n) for env in envs for n in points(q.x, Random(0), []))
    return error if somewhere else NothingToSay(str(error))


def _near(exact: Any) -> list[Fraction]:
    near = []
    for at in (exact.number if exact.verdict == "when" else None, exact.first, exact.forever, exact.last, exact.until):
        if at is not None and abs(at) < 10**15:
            near.append(Fraction(at))
    for part in exact.intervals:
        near += [Fraction(at) for at in (part.lo, part.hi) if at is not None and abs(at) < 10**15]
    return near


def _one(
    q: Question, env: dict[str, Fraction], record: Any, written: str, exact: Any, kind: Kind, rng: Random, clock: Clock
) -> None:
    short = clock(lambda: str(exact))
    near = clock(lambda: _near(exact))
    least = clock(lambda: exact.integer)
    if least is not None and least < 10**15:
        near.append(Fraction(least))
    spot = ", ".join(f"{name}={at}" for name, at in env.items())
    true_at = []
    for n in points(q.x, rng, near):
        right = truth(q, env, n)
        if right is None:
            continue
        kind.points += 1
        if right:
            true_at.append(n)
        place = f"at {q.x}={n}" + (f", {spot}" if spot else "")
        found = clock(lambda n=n: exact.contains(n))
        if found is not right:
            raise Wrong(f".contains says {found}, right {right} {place}; record {short!r}")
        for title, line, numbers in (("text", written, env), (f".at({spot})", short, env)):
            try:
                told = said(line, q.x, n, numbers)
            except (ValueError, KeyError, Undefined, Unsure) as error:
                kind.unread[f"{line!r}: {error}"] += 1
                break
            if told is not None and told is not right:
                raise Wrong(f"{title} {line!r} says {told} {place}, right {right}")
    _integer(q, exact, least, true_at, short, spot)


def _integer(q: Question, exact: Any, least: int | None, true_at: list[Fraction], short: str, spot: str) -> None:
    whole = [n for n in true_at if n.denominator == 1 and n >= 1]
    if exact.verdict == "never" and true_at:
        raise Wrong(f"verdict never, but true at {q.x}={true_at[0]} ({spot})")
    if q.x in PARAMS or least is None:
        return
    if exact.sense in (">", ">=") and whole and min(whole) < least:
        raise Wrong(f".integer {least} of {short!r}, but {q.x}={min(whole)} will do ({spot})")
    if exact.sense in ("<", "<=") and whole and max(whole) > least:
        raise Wrong(f".integer {least} of {short!r}, but {q.x}={max(whole)} will do ({spot})")

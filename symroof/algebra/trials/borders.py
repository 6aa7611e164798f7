"""Points on the border of a condition and beside it: where one that is off by a little gives itself away.

A border is a pair of ratios, and lies where they are equal; it is looked for by doubling and halving one symbol, the
others being what they are at a point.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> [str(p) for p in beside(Point({"B": 1, "D": 5}), gen("B"), ratio(7), "B")]
['B=6, D=5', 'B=8, D=5', 'B=7, D=5']
>>> [str(p) for p in beside(Point({"D": 5, "K": 1}), gen("K") * 2, gen("D") + 1, "K")]
['D=5, K=767/256', 'D=5, K=385/128', 'D=5, K=3']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from symroof.algebra.ratios.fold import switches
from symroof.algebra.ratios.posynomial import Number, Ratio, ratio
from symroof.algebra.signs.closed import Implicit
from symroof.algebra.trials.point import Open, Point
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.regions.outcome import Threshold
    from symroof.algebra.signs.condition import Condition

Pair = tuple[Ratio, Ratio]

# where a side is asked for first: from one of them to the next it may change
_SIZES: tuple[Number, ...] = (1, 4, 16, 64, 512, 4096, 1 << 16, 1 << 22, 1 << 40)
_RATES: tuple[Number, ...] = (Fraction(1, 4096), Fraction(1, 64), Fraction(1, 8), Fraction(1, 2), 1, 2, 8, 64, 4096)
_NARROW = Fraction(1, 128)  # relative: how close to a border parameters come
_MOST = 8  # borders of one answer
_NONE = ratio(0)


def of_answer(t: Threshold) -> list[Pair]:
    """The borders of what an answer says, and of the cases that its question has."""
    found: dict[Pair, None] = {}
    itself = [(t.expr, t.level)] if t.verdict != "when" else []
    for pair in (*itself, *_of_text(t), *_of_cases(t.expr), *_of_cases(t.level)):
        if (pair[1], pair[0]) not in found:
            found[pair] = None
    return list(found)[:_MOST]


def _of_text(t: Threshold) -> Iterator[Pair]:
    if isinstance(t.root, Implicit):
        yield t.root.gap, _NONE
    for c in (t.when, t.always):
        if c is not None:
            yield from _of_condition(c)
    for inner in t.inner:
        yield from _of_text(inner)


def _of_condition(c: Condition) -> Iterator[Pair]:
    yield c.left, c.right
    for other in c.rest:
        yield from _of_condition(other)


def _of_cases(r: Ratio) -> Iterator[Pair]:
    if len(r.den) > 1:
        yield Ratio(r.den), _NONE
    rooted = r.num.ring.scale != 1 or r.den.ring.scale != 1
    for a in r.atoms:
        if rooted:  # sqrt(Max(B - D, 1)): where it is defined
            yield from ((x, _NONE) for x in a.args if len(x.num) > 1)
        yield from switches(a)
        for x in a.args:
            yield from _of_cases(x)


def around(pairs: Sequence[Pair], rows: Iterable[Point], fixed: Sequence[str]) -> Iterator[Point]:
    """Points beside each border, each row with the next symbol that meets it; those ``fixed`` keep their numbers."""
    for k, at in enumerate(rows):
        for left, right in pairs:
            free = [n for n in sorted({*left.names, *right.names}) if str(n) not in fixed]
            turn = k % max(1, len(free))
            yield from next(filter(None, (beside(at, left, right, n) for n in (*free[turn:], *free[:turn]))), ())


def beside(at: Point, left: Ratio, right: Ratio, name: str) -> list[Point]:
    """The point with other numbers for one symbol: below a border, above it, and on it where a size or ratio hits it.

    Empty where none is met.
    """
    line = Point(at.values, name)
    whole = is_size(name)
    before: tuple[Point, int] | None = None
    for x in _SIZES if whole else _RATES:
        there = line.moved(x)
        try:
            side = there.side(left, right)
        except Open:
            before = None
            continue
        if not side:
            return [there, *_next_to(line, x, whole)]
        if before is not None and side != before[1]:
            with suppress(Open):
                return _closer(line, (left, right), name, (before[0], there), before[1])
            return []
        before = there, side
    return []


def _next_to(line: Point, x: Number, whole: bool) -> list[Point]:
    if whole:
        return [line.moved(x + d) for d in (-1, 1) if x + d >= 1]
    return [line.moved(x * (1 - _NARROW)), line.moved(x * (1 + _NARROW))]


def _closer(line: Point, pair: Pair, name: str, ends: tuple[Point, Point], first: int) -> list[Point]:
    """Halve the way between two points on different sides of a border."""
    low, high = ends
    while True:
        a, b = low.values[name], high.values[name]
        whole = type(a) is int and type(b) is int and is_size(name)
        if b - a <= (1 if whole else _NARROW * a):
            return [low, high, *_on(line, pair, a, b, whole)]
        middle = line.moved((a + b) // 2 if whole else Fraction(a + b) / 2)
        side = middle.side(*pair)
        if not side:
            return [*_next_to(line, middle.values[name], whole), middle]
        if side == first:
            low = middle
        else:
            high = middle


def _on(line: Point, pair: Pair, low: Number, high: Number, whole: bool) -> list[Point]:
    """The simplest number between two, where the border is hit by it."""
    if whole:
        return []
    there = line.moved(_simplest(Fraction(low), Fraction(high)))
    with suppress(Open):
        if not there.side(*pair):
            return [there]
    return []


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the smallest denominator from low to high."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    n = low.numerator // low.denominator
    return n + 1 / _simplest(1 / (high - n), 1 / (low - n))

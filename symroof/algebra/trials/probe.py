"""Ranges, bounds and the roof that binds, tried at a few points before they are given, as ``trial`` tries thresholds.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> B, D = gen("B"), gen("D")
>>> tried_bounds(B / 2, B, 2 * B, ("bounds_free(", ")"))
>>> try:
...     tried_bounds(B, B + D, B * D, ("bounds_free(", ")"))
... except Contradicted as e:
...     e.answer, e.point, e.found
('B <= B + D <= B*D', 'B=1, D=1', 'they are 1, 2 and 1')
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.ratios.posynomial import Number, Ratio, exact, nearest
from symroof.algebra.trials.point import Open, Point
from symroof.algebra.trials.reproduce import line
from symroof.algebra.trials.trial import holding, points, trying
from symroof.errors import Contradicted

if TYPE_CHECKING:
    from symroof.algebra.regions.bottleneck import Bottlenecks
    from symroof.algebra.signs.condition import Condition

Roof = tuple[str, Ratio]
Ends = tuple[Fraction, Fraction]


def tried_bounds(
    lower: Ratio | None, r: Ratio, upper: Ratio | None, asked: tuple[str, str], conditions: Sequence[Condition] = ()
) -> None:
    """Raises Contradicted where a value is not between what is said to be below and above it; None: nothing is said."""
    if not trying():
        return
    for at in points(r.names, 4):
        with suppress(Open, OverflowError):
            if not all(holding(c, at) for c in conditions):
                continue
            for low, high in ((lower, r), (r, upper)):
                if low is not None and high is not None and at.side(low, high) > 0:
                    values = [f"{at.near(x)[0]:.6g}" for x in (lower, r, upper) if x is not None]
                    raise Contradicted(
                        " <= ".join(str(x) for x in (lower, r, upper) if x is not None),
                        str(at),
                        f"they are {', '.join(values[:-1])} and {values[-1]}",
                        line(asked[0], r, asked[1]),
                    )


def tried_equal(gap: Sequence[Ratio], asked: tuple[object, object]) -> bool:
    """True, after ratios that are said to add up to nothing were added up at a few points; else raises Contradicted."""
    if trying():
        names = sorted({n for r in gap for n in r.names})
        for at in points(names, 3):
            with suppress(Open, OverflowError):
                made = [at.near(r) for r in gap]
                total = sum(v for v, _ in made)
                if abs(total) > sum(d for _, d in made) + 1e-9 * sum(abs(v) for v, _ in made):
                    a, b = asked
                    raise Contradicted(
                        f"{a} == {b}",
                        str(at),
                        f"they differ by {total:.6g} there",
                        f"from symroof import *  # {a} == {b}",
                    )
    return True


def tried_same(a: Any, b: Any, count: int = 1) -> bool:
    """True, after two SymPy expressions said to be equal had one value at the first points; else raises Contradicted.

    False where they have no value at one of them, or it is not told.  The reader takes no part: both trees are walked
    in floats.

    >>> from sympy import Symbol, ceiling, floor
    >>> B, D = Symbol("B"), Symbol("D")
    >>> tried_same((B + D)**2, B**2 + 2*B*D + D**2), tried_same(ceiling(B/128), floor((B + 127)/128), 3)
    (True, True)
    """
    if not trying():
        return True
    try:
        for row in _EACH[:count]:
            at = _Walk(row)
            x, y = at.value(a), at.value(b)
            if at.growth > 1e5:
                return False
            if abs(x - y) > 1e-9 * (abs(x) + abs(y)):
                point = ", ".join(sorted(f"{s}={v:g}" for s, v in at.values.items()))
                shown = f"they are {x:.9g} and {y:.9g} there"
                raise Contradicted(f"{a} == {b}", point, shown, f"from symroof import *  # {a} == {b}")
    except (Open, OverflowError, ZeroDivisionError):
        return False
    return True


# By turns, as the symbols are met: integers, so that sizes and parameters may have them; small and large, for steps.
_EACH = ((3.0, 7.0, 6.0, 13.0, 5.0, 11.0), (1.0,), (4096.0, 130.0, 8.0, 1.0, 65536.0))


class _Values(dict[str, float]):
    """Numbers by name, the next of a row for each that is met."""

    def __init__(self, row: Sequence[float]) -> None:
        self.row = row

    def __missing__(self, name: str) -> float:
        v = self[name] = self.row[len(self) % len(self.row)]
        return v


@final
class _Walk:
    """SymPy expressions at one point; ``growth`` is by how much errors grow where sums cancel."""

    __slots__ = ("growth", "values")

    def __init__(self, row: Sequence[float]) -> None:
        self.values = _Values(row)
        self.growth = 1.0

    def value(self, e: Any) -> float:
        """The value of an expression; raises Open where it has none, or where it is not told."""
        values = self.values  # and of sums, products and powers what ``args`` gives, which takes as long as the rest
        if e.is_Mul:
            out = 1.0
            for x in e._args:
                if x.is_Symbol:
                    out *= values[x.name]
                elif x.is_Rational:
                    out *= x.p if x.q == 1 else x.p / x.q
                else:
                    out *= self.value(x)
            return out
        if e.is_Add:
            total = size = 0.0
            for x in e._args:
                v = values[x.name] if x.is_Symbol else self.value(x)
                total += v
                size += v if v > 0.0 else -v
            if size != total:
                self.growth *= size / abs(total)
            return total
        if e.is_Pow:
            x, n = e._args
            v = values[x.name] if x.is_Symbol else self.value(x)
            power = n.p if n.is_Integer else self.value(n)
            if v <= 0.0 and not (v and n.is_Integer):
                raise Open(f"{e} has no value there")
            raised: float = v**power
            return raised
        return self._other(e)

    def _other(self, e: Any) -> float:
        """The value of a symbol, a number, or a function of SymPy's."""
        if e.is_Symbol:
            return self.values[e.name]
        if e.is_Rational:
            return float(e.p) if e.q == 1 else float(e.p / e.q)
        kind, made = type(e).__name__, [self.value(x) for x in e.args]
        if kind in ("Max", "Min"):
            return max(made) if kind == "Max" else min(made)
        v = made[0] if len(made) == 1 else math.nan
        if kind in ("ceiling", "floor"):
            if abs(v - round(v)) <= 1e-6:  # on a step, or close to it
                above, below = self._exactly(e.args[0])
                return float(-(-above // below) if kind == "ceiling" else above // below)
            return float(math.ceil(v) if kind == "ceiling" else math.floor(v))
        if kind == "log" and v > 0 and abs(v - 1) > 1e-3:
            return math.log(v)
        raise Open(f"{e} has no value there")

    def _exactly(self, e: Any) -> tuple[int, int]:
        """Numerator and denominator of sums, products and powers of symbols and numbers."""
        if e.is_Symbol:
            return int(self.values[e.name]), 1
        if e.is_Rational:
            return int(e.p), int(e.q)
        if e.is_Pow and e.args[1].is_Integer:
            (above, below), n = self._exactly(e.args[0]), int(e.args[1].p)
            return (above**n, below**n) if n > 0 else (below**-n, above**-n)
        if not (e.is_Mul or e.is_Add):
            raise Open(f"whether {e} is whole is not told")
        (above, below), *others = [self._exactly(x) for x in e.args]
        for top, bottom in others:
            above = above * top if e.is_Mul else above * bottom + top * below
            below *= bottom
        return above, below


def tried_largest(given: Sequence[Ratio], kept: Sequence[Ratio]) -> Sequence[Ratio]:
    """Those that were kept of some ratios, after the largest of them was the largest of all at a few points.

    Raises Contradicted where another is larger.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> B, D = gen("B"), gen("D")
    >>> tried_largest([B, 2 * B, D], [2 * B, D]) == [2 * B, D]
    True
    """
    if trying() and len(kept) < len(given):
        for at in points(sorted({n for r in given for n in r.names}), 4):
            with suppress(Open, OverflowError):
                (most, d), (found, e) = (max(map(at.near, rs)) for rs in (given, kept))
                if most - found > d + e + 1e-9 * abs(most):
                    answer = f"the largest of {', '.join(map(str, given))} is one of {', '.join(map(str, kept))}"
                    times = [x for r in given for x in (r, ", ")]
                    asked = line("from symroof.algebra.regions import bottleneck; bottleneck.slowest([", *times, "])")
                    raise Contradicted(answer, str(at), f"they are {most:.6g} and {found:.6g} there", asked)
    return kept


def tried_range(low: Fraction, high: Fraction, r: Ratio, box: Mapping[str, Ends]) -> None:
    """Raises Contradicted where a value in a box is out of the range that was found for it."""
    if not trying():
        return
    for values in _inside(box):
        at = Point(values)
        try:
            (v, d), least, most = at.near(r), nearest(low), nearest(high)
        except (Open, OverflowError):
            continue
        slack = d + 1e-12 * abs(v)
        if v + slack < least or v - slack > most:
            sizes = ", ".join(f"{n}=({lo}, {hi})" for n, (lo, hi) in sorted(box.items()))
            raise Contradicted(
                f"{r} from {low} to {high} for {sizes}",
                str(at),
                f"it is {v:.9g} there",
                line("interval(", r, f", {sizes})"),
            )


def _inside(box: Mapping[str, Ends]) -> Iterator[dict[str, Number]]:
    """The corners where all are least or all greatest, and two where the sides change by turns."""
    names = sorted(box)
    for side in ((0, 0), (1, 1), (0, 1), (1, 0))[: 2 if len(names) == 1 else None]:
        yield {n: exact(box[n][side[i % 2]]) for i, n in enumerate(names)}


def tried_roofs(given: Sequence[Sequence[Roof]], answer: Bottlenecks) -> Bottlenecks:
    """The answer itself, after the cases that hold at a few points gave the largest of all the times given there.

    Raises Contradicted where one gives less, or where none holds.
    """
    if not trying():
        return answer
    names = sorted({n for roofs in given for _, t in roofs for n in t.names})
    for at in points(names, 4):
        with suppress(Open, OverflowError):
            longest = [max(at.near(t) for _, t in roofs) for roofs in given]
            total, error = sum(v for v, _ in longest), sum(d for _, d in longest)
            slack = error + 1e-9 * total
            held = [c for c in answer if all(at.near(x)[0] <= 1 + 1e-9 for x in c.conditions)]
            wrong = next((c for c in held if abs(at.near(c.time_core)[0] - total) > slack), None)
            if wrong is not None or not held:
                shown = f"{wrong}, in {at.near(wrong.time_core)[0]:.6g}" if wrong else "no case holds"
                roofs = [{n: str(t) for n, t in roofs} for roofs in given]
                asked = "; ".join(f"{n} = {t}" for one in roofs for n, t in one.items())
                raise Contradicted(str(answer), str(at), f"{shown}; the longest takes {total:.6g}", f"# roofs: {asked}")
    return answer

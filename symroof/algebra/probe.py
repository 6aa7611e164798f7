"""Ranges, bounds and the roof that binds, tried at a few points before they are given, as ``trial`` tries thresholds.

>>> from symroof.algebra.posynomial import gen, ratio
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
from typing import TYPE_CHECKING, Any

from symroof.algebra.point import Open, Point
from symroof.algebra.posynomial import Number, Ratio, exact
from symroof.algebra.reproduce import line
from symroof.algebra.trial import holding, points, trying
from symroof.errors import Contradicted

if TYPE_CHECKING:
    from symroof.algebra.bottleneck import Bottlenecks
    from symroof.algebra.condition import Condition

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


def tried_same(a: Any, b: Any) -> bool:
    """True, after two SymPy expressions that read alike had one value at a point; else raises Contradicted.

    The reader takes no part: both trees are walked in floats.

    >>> from sympy import Symbol
    >>> B, D = Symbol("B"), Symbol("D")
    >>> tried_same((B + D)**2, B**2 + 2*B*D + D**2)
    True
    """
    if trying():
        at = {"": 1.0}
        with suppress(Open, OverflowError, ZeroDivisionError):
            x, y = _walked(a, at), _walked(b, at)
            if abs(x - y) > 1e-9 * (abs(x) + abs(y)) and at.pop("") < 1e5:
                point = ", ".join(sorted(f"{s}={v:g}" for s, v in at.items()))
                shown = f"they are {x:.9g} and {y:.9g} there"
                raise Contradicted(f"{a} == {b}", point, shown, f"from symroof import *  # {a} == {b}")
    return True


_EACH = (3.0, 7.0, 6.0, 13.0, 5.0, 11.0)  # integers, so that sizes and parameters may have them


def _walked(e: Any, at: dict[str, float]) -> float:
    """The value of a SymPy expression; Open without one.  At "" is by how much errors grow where sums cancel."""
    if e.is_Symbol:
        return at[e.name] if e.name in at else at.setdefault(e.name, _EACH[len(at) % len(_EACH)])
    if e.is_Rational:
        return float(e.p) if e.q == 1 else float(e.p / e.q)
    made = [at[x.name] if x.is_Symbol and x.name in at else _walked(x, at) for x in e.args]
    if e.is_Mul:
        return math.prod(made)
    if e.is_Add:
        total = sum(made)
        if min(made) < 0:
            at[""] *= sum(map(abs, made)) / abs(total)
        return total
    if e.is_Pow:
        v, n = made
        if v <= 0 and (not v or not n.is_integer()):
            raise Open(f"{e} has no value there")
        return float(v**n)
    return _called(e, made)


def _called(e: Any, made: list[float]) -> float:
    """The value of a function of SymPy's at a number."""
    kind, v = type(e).__name__, made[0] if made else math.nan
    if kind in ("Max", "Min"):
        return max(made) if kind == "Max" else min(made)
    if kind in ("ceiling", "floor") and abs(v - round(v)) > 1e-6:
        return float(math.ceil(v) if kind == "ceiling" else math.floor(v))
    if kind == "log" and len(made) == 1 and v > 0 and abs(v - 1) > 1e-3:
        return math.log(v)
    raise Open(f"{e} has no value there")


def tried_largest(given: Sequence[Ratio], kept: Sequence[Ratio]) -> Sequence[Ratio]:
    """Those that were kept of some ratios, after the largest of them was the largest of all at a few points.

    Raises Contradicted where another is larger.

    >>> from symroof.algebra.posynomial import gen
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
                    asked = line("from symroof.algebra import bottleneck; bottleneck.slowest([", *times, "])")
                    raise Contradicted(answer, str(at), f"they are {most:.6g} and {found:.6g} there", asked)
    return kept


def tried_range(low: Fraction, high: Fraction, r: Ratio, box: Mapping[str, Ends]) -> None:
    """Raises Contradicted where a value in a box is out of the range that was found for it."""
    if not trying():
        return
    for values in _inside(box):
        at = Point(values)
        try:
            v, d = at.near(r)
        except (Open, OverflowError):
            continue
        slack = d + 1e-12 * abs(v)
        if v + slack < low or v - slack > high:
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

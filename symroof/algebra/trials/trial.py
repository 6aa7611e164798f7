"""An answer is tried against the definition at a few points chosen to hurt, before it is given.

The points: all ones, sizes of 1 beside large ones, parameters on both sides of 1, each side of each printed crossing,
outside each printed condition, far out in a regime.  ``point`` evaluates both sides there; no sign, regime or threshold
code takes part.  An answer that fails raises ``Contradicted`` with the point; where a point decides nothing (a value
is not defined there) it is passed over.  ``untried`` switches this off for what runs inside it.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> from dataclasses import replace
>>> rule = crossing(gen("B") * gen("D"), ratio(240), "B")
>>> tried_threshold(rule) is rule
True
>>> try:
...     tried_threshold(replace(rule, sense="<"))
... except Contradicted as e:
...     e.answer, e.point, e.found
('B < 240/D', 'B=1, D=65536', 'B*D > 240 is true')
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fractions import Fraction
from itertools import groupby, islice
from typing import TYPE_CHECKING, assert_never

from symroof.algebra.ratios.evaluation import poly_at
from symroof.algebra.ratios.fold import all_atoms, inside
from symroof.algebra.ratios.functions import EXTREMES
from symroof.algebra.ratios.needs import lost, met
from symroof.algebra.ratios.posynomial import Number, Poly, Ratio, degree, nearest, ratio
from symroof.algebra.signs.closed import Extremum, Implicit, PowerOfTwo, Quadratic, Quotient, Root
from symroof.algebra.trials.borders import around, beside, of_answer
from symroof.algebra.trials.glance import alike_far_out, clear, seen, size_fits, size_printed
from symroof.algebra.trials.point import Open, Point
from symroof.algebra.trials.reproduce import line
from symroof.errors import Contradicted, SymroofError
from symroof.records import replace
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.equality.identity import Proof
    from symroof.algebra.growth.leading import Approx
    from symroof.algebra.growth.regime import Regime
    from symroof.algebra.optima.certificate import Optimum
    from symroof.algebra.regions.outcome import Threshold
    from symroof.algebra.signs.condition import Condition

_ON: ContextVar[bool] = ContextVar("symroof_trials", default=os.environ.get("SYMROOF_TRIALS", "on") != "off")


@contextmanager
def untried() -> Iterator[None]:
    """Answers given in this block are not tried first; the environment's SYMROOF_TRIALS=off does it for a process.

    >>> with untried():
    ...     _ON.get()
    False
    """
    token = _ON.set(False)
    try:
        yield
    finally:
        _ON.reset(token)


def trying() -> bool:
    """Whether answers are tried here."""
    return _ON.get()


# -- the points --------------------------------------------------------------------------------------------------------

# Powers of two first, which are quick; the others are for functions, whose steps these would all meet.
_SIZES = ((65536, 1024, 8), (1,), (4096, 1, 8), (1, 512, 4096), (8, 32, 65536), (1,), (4096, 64),
          (3, 2, 5), (1, 1, 4096), (2, 9, 1), (7, 1, 30), (1, 3), (64, 1))  # fmt: skip
_RATES = ((16, Fraction(1, 4), 64), (1,), (Fraction(1, 65536), Fraction(1, 32), 8), (1024, Fraction(1, 4)), (4, 256),
          (256, 1, 16),
          (Fraction(3, 2), Fraction(5, 4)), (2, Fraction(1, 3)), (Fraction(2, 3), 1), (1, 300), (5, 3),
          (Fraction(1, 4), 4096), (4096, Fraction(1, 4096)))  # fmt: skip
# rings of three or more, of an even number
_RINGS = ((4, 8), (4,), (8, 4), (64, 4), (4, 16), (8,), (16, 4), (6, 4), (16, 8), (4, 6), (10, 4),
          (4, 4), (8, 4))  # fmt: skip
_MOST = len(_SIZES)
_SMALL = 7, 10  # the rows of small numbers, and what is asked about at them: a size, a parameter
_STEPS = (2, 3, 4, 6, 9, 14, 24, 50, 100)
_SHARES = tuple(Fraction(x) for x in ("1/100", "1/6", "1/3", "3/4", "5/4", "2", "3", "5", "9", "40", "300"))
_SLOW_ROOT = 16
_COMMON = 4096  # constants of a question up to which the rows above outweigh them
_ROUNDING = 2.0**-50  # relative, of a sum of floats
_FAR = 1 << 4096  # farther out than the roots of sums of powers at these points


def points(
    names: Sequence[str], count: int, special: Sequence[str] = (), moving: str = "", begin: int = 0
) -> Iterator[Point]:
    """Points for these symbols: sizes are whole and at least 1, parameters any positive number."""
    met: set[tuple[Number, ...]] = set()  # with few symbols rows are alike
    for k in range(begin, min(count, _MOST)) if names else (0,):
        sizes, rates, rings = _SIZES[k], _RATES[k], _RINGS[k]
        values: dict[str, Number] = {moving: 1} if moving else {}
        i = j = 0
        for n in names:
            if str(n) in special:
                values[n] = rings[i % len(rings)]
                i += 1
            elif is_size(n):
                values[n] = sizes[i % len(sizes)]
                i += 1
            else:
                values[n] = rates[j % len(rates)]
                j += 1
        this = tuple(values.values())
        if this not in met:
            met.add(this)
            yield Point(values, moving)


def holding(c: Condition | None, at: Point) -> bool:
    """Whether a condition is true at a point; raises Open where that is not told."""
    if c is None:
        return True
    side = at.side(c.left, c.right)
    own = side < 0 or (side == 0 and c.relation == "<=")
    if not c.rest:
        return own
    others = (holding(r, at) for r in c.rest)
    return (own and all(others)) if c.joined == "and" else (own or any(others))


# -- thresholds --------------------------------------------------------------------------------------------------------


def tried_threshold(t: Threshold) -> Threshold:
    """The threshold itself, after the level was compared with the expression on both sides of what it claims.

    Raises Contradicted where they disagree.
    """
    if not trying():
        return t
    seen = clear(t)
    if seen:
        return t
    if not size_fits(t):
        raise _contradicted(t, f"{t.name}={t.whole}", f"{t.whole} is not the size beside {t.number}")
    names = sorted({*t.keys, *_named(t)} - {t.name})
    if t.exact is not None:
        tried_threshold(t.exact)
    if t.root is not None and (t.name in t.root.names) is not isinstance(t.root, Implicit):
        raise _contradicted(t, f"every {t.name}", f"an end of a region in {t.name} is no equation in other symbols")
    _try_at_points(t, names, thorough=seen is False or (t.root is None and not t.inner))
    return t


def _try_at_points(t: Threshold, names: Sequence[str], thorough: bool) -> None:
    functions = bool(t.expr.num.ring.atoms or t.expr.den.ring.atoms or t.level.num.ring.atoms) or thorough
    # points of each kind: with a crossing that sizes lie on both sides of, without one, and outside the condition
    left = dict.fromkeys(("crossed", "plain", "below", "outside"), 4 if functions else 2)
    left.update({"crossed": 6} if functions else {"outside": 3})
    # values of the unknown at each
    most = {} if functions or not names else {"crossed": 2, "plain": 1, "below": 1, "outside": 1}
    if t.verdict != "when" or thorough:  # a first look was not content: everywhere
        left = dict.fromkeys(left, _MOST)
    for at in points(names, _MOST if functions else 8, t.special, t.name):
        ends = _ends(t, at)
        kind = _kind_of(t, at, ends)
        if kind is None or not left[kind]:
            continue
        left[kind] -= 1
        _try_beside(t, at, ends, most.get(kind) if ends or not most else 3)
        if kind != "outside" and isinstance(t.root, Implicit) and t.found is None:
            _try_ray(t, at)
        if not any(left.values()):
            break
    if functions or t.parts:
        _try_borders(t, names)
        _try_ladder(t, names)
    if functions and t.verdict != "when":
        _try_outweighing(t, names)


def _try_outweighing(t: Threshold, names: Sequence[str]) -> None:
    """A verdict where one number outweighs every constant of the question: below all of these it may stay hidden."""
    most = [_weight(t.expr), _weight(t.level)]
    if max(most) <= _COMMON:
        return
    bits = 4 + sum(math.frexp(w)[1] for w in most)
    for n in names:
        if n not in t.special:
            for x in (1 << bits,) if is_size(n) else (1 << bits, Fraction(1, 1 << bits)):
                at = Point({**dict.fromkeys(names, 1), n: x, t.name: 1}, t.name)
                _try_beside(t, at, (), None)


def _weight(r: Ratio) -> float:
    """How far from 1 its constants lie, those within functions too."""
    weights = [abs(nearest(c)) for p in (r.num, r.den) for c in p.terms.values()]
    inner = [_weight(x) for a in r.atoms for x in a.args]
    return max([1.0, *inner, *weights, *(1 / w for w in weights if w)])


def _try_ladder(t: Threshold, names: Sequence[str]) -> None:
    """At small numbers the unknown goes up step by step: a stretch that an answer forgets may be as short as that."""
    ladder = _STEPS if is_size(t.name) else _SHARES
    least = 4 if str(t.name) in t.special else 1
    for at in points(names, _SMALL[1], t.special, t.name, _SMALL[0]):
        for x in ladder:
            if x >= least or not is_size(t.name):
                _try_threshold(t, at.moved(x), x)


def _try_beside(t: Threshold, at: Point, ends: Sequence[float], most: int | None) -> None:
    """At values of the unknown on both sides of each end."""
    tried = _candidates(t, ends[0] if ends else None)[:most]
    for x in dict.fromkeys([*tried, *(y for end in ends[1:] for y in _candidates(t, end)[:3])]):
        _try_threshold(t, at.moved(x), x)


def _try_borders(t: Threshold, names: Sequence[str]) -> None:
    """Where a printed condition changes, or a case of the question: there one that is off by a little shows."""
    pairs = of_answer(t)
    if not pairs:
        return
    first, *others = islice(points(names, _MOST, t.special, t.name), 4)
    rows = others or [first]
    for near in around(pairs, rows, (*t.special, t.name)):
        there = Point(near.values, t.name)
        _try_beside(t, there, _ends(t, there), 4)
    moving = [pair for pair in pairs if t.name in pair[0].names or t.name in pair[1].names]
    for at in rows:
        for left, right in moving:
            for there in beside(at, left, right, t.name):
                _try_threshold(t, there, there.values[t.name])


def _kind_of(t: Threshold, at: Point, ends: Sequence[float]) -> str | None:
    """Whether the condition does not hold at a point, or where it does the unknown has values on both sides of an end.

    None where that is not told.
    """
    try:
        if t.when is not None and not holding(t.when, at):
            return "outside"
    except Open:
        return None
    if ends and ends[0] <= 0:  # told apart as what it is divided by may have changed its sign
        return "below"
    return "crossed" if ends and (ends[0] > 1 or not is_size(t.name)) else "plain"


def _try_ray(t: Threshold, at: Point) -> None:
    """A ray whose end has no closed form: what is true stays true in its direction."""
    before: tuple[Number, bool] | None = None
    some: tuple[Number, ...] = (1, 2, 5, 64, 4096, 1 << 20, 1 << 60)
    for x in some if is_size(t.name) else (Fraction(1, 1 << 40), Fraction(1, 16), 1, 16, 1 << 40):
        there = at.moved(x)
        try:
            side = there.side(t.expr, t.level)
        except Open:
            continue
        now = side > 0 or (side == 0 and not t.strict)
        if before is not None and now is not before[1] and now is not (t.sense[0] == ">"):
            raise _contradicted(
                t, str(there), f"it is {str(now).lower()} there and the contrary at {t.name}={before[0]}"
            )
        before = x, now


def _named(t: Threshold) -> set[str]:
    """The symbols of its conditions."""
    own = {n for c in (t.when, t.always) if c is not None for n in c.keys}
    return own.union(*map(_named, t.inner))


def _try_threshold(t: Threshold, at: Point, x: Number) -> None:
    claimed = None
    try:
        claimed = _claim(t, at, x)
        if claimed is None:
            return
        side = at.side(t.expr, t.level)
        real = all(met(at.side(u, ratio(0)), relation) for r in (t.expr, t.level) for u, relation in lost(r))
    except Open:
        if claimed and (divisor := _divisor_at_0(t, at)) is not None:
            raise _contradicted(t, str(at), f"{str(divisor)[:80]}, by which it divides, is 0") from None
        return
    true = real and (side > 0 or (side == 0 and not t.strict))
    if true is not claimed:
        relation = ">" if t.strict else ">="
        shown = f"{str(t.expr)[:80]} {relation} {str(t.level)[:80]} is {str(true).lower()}"
        raise _contradicted(t, str(at), shown)


def _divisor_at_0(t: Threshold, at: Point) -> Poly | None:
    """What a side divides by and is 0 at a point for certain."""
    for r in (t.expr, t.level):
        with suppress(SymroofError):
            if not r.den.is_posynomial and r.den.ring.scale == 1 and not poly_at(r.den, at.values):
                return r.den
    return None


def _contradicted(t: Threshold, point: str, shown: str) -> Contradicted:
    return Contradicted(str(t), point, shown, line("threshold(", t.expr, f', "{t.name}", over=', t.level, ")"))


def _candidates(t: Threshold, near: float | None) -> list[Number]:
    """Values of the unknown on both sides of a crossing."""
    whole = is_size(t.name)
    least = 4 if str(t.name) in t.special else 1
    if not whole:
        if near is None or not 1e-200 < near < 1e200:
            return [Fraction(1, 1 << 24), 1 << 24, 1, Fraction(1, 16), 16]
        exact = Fraction(near)
        return [exact * Fraction(63, 64), exact * Fraction(65, 64), exact / 64, exact * 64]
    if near is None or near < least:
        some: list[Number] = [least, 1 << 40] if t.verdict != "never" or t.sense[0] == "<" else [1 << 40, least]
        some += [4096, least + 1 + 3 * (least > 1)]
        if t.verdict != "when" and least == 1:
            some += [32, 5, 256, 12, 100] if not t.keys else [32]
        return some
    if near > 1e15:
        return [least, 2 * int(near)] if near < 1e300 else [least]
    n = math.floor(near)
    if least > 1:
        n -= n % 2
        return [max(n, least), n + 2, 4 * n]
    return [n - (n == near), n + 1, n, 1] if n > 1 else [1, 2, 4096]


def _ends(t: Threshold, at: Point) -> list[float]:
    """About where the crossings are: the first one, and those of other parts."""
    for number in (t.real, t.first, t.last):
        if number is not None:
            return [nearest(number) if isinstance(number, int) else float(number)]
    if t.intervals:
        return [end for i in t.intervals[:4] for end in (i.lo, i.hi) if end is not None]
    if t.found is not None:
        return [t.found.number]
    out = []
    if t.root is not None:
        with suppress(Open, OverflowError, ZeroDivisionError, ValueError):
            out.append(_value(t.root, at)[0])
    for part in t.inner:
        out += _ends(part, at)
    return out[:6]


def _claim(t: Threshold, at: Point, x: Number) -> bool | None:
    """What a threshold says of one value of its unknown; None where it says nothing of it."""
    if t.verdict == "open":
        return None
    if t.verdict != "when":
        return t.verdict == "always"
    if t.sufficient is not None and t.necessary is not None:
        if _claim(t.sufficient, at, x):
            return True
        return False if _claim(t.necessary, at, x) is False else None
    if t.always is not None and holding(t.always, at):
        return True
    if not holding(t.when, at):
        return False
    return _region_holds(t, at, x)


def _region_holds(t: Threshold, at: Point, x: Number) -> bool | None:
    """What the region says of a value where its condition holds."""
    if t.parts:
        said = [_told(p, at, x) for p in t.parts]
        decides = t.joined == "or"  # one that does settles an "or", one that does not an "and"
        return decides if decides in said else None if None in said else not decides
    if t.intervals:
        return _within(t, x)
    if t.first is not None or t.last is not None:
        return _in_runs(t, x)
    if t.real is None and t.root is None and t.found is None:
        return True if t.when is not None else None
    if is_size(t.name) and (n := size_printed(t)) is not None:
        return x >= n if t.sense[0] == ">" else x <= n
    if t.root is None or t.real is not None or t.found is not None:
        side = _beside(t, x)
    else:
        side = _beside_equation(t, t.root, at, x) if isinstance(t.root, Implicit) else _against(t.root, at, x)
    if side is None:
        return None
    return t.sense.endswith("=") if side == 0 else (side > 0) is t.sense.startswith(">")


def _told(t: Threshold, at: Point, x: Number) -> bool | None:
    """What one of several says of a value; None also where its condition has no value."""
    try:
        return _claim(t, at, x)
    except Open:
        return None


def _in_runs(t: Threshold, x: Number) -> bool | None:
    """Of a first or last size, and from where or up to where every size does."""
    if t.first is not None:
        if x < t.first:
            return False
        return True if x == t.first or (t.forever is not None and x >= t.forever) else None
    assert t.last is not None
    if x > t.last:
        return False
    return True if x == t.last or (t.until is not None and x <= t.until) else None


def _within(t: Threshold, x: Number) -> bool | None:
    """Of intervals: of a size by the integers in each, of a number by the ends, as far as these are told."""
    if is_size(t.name):
        return any(i.first is not None and i.first <= x and (i.last is None or x <= i.last) for i in t.intervals)
    for i in t.intervals:
        left, right = _above_end(x, i.lo, i.ends[0]), -1 if i.hi is None else _above_end(x, i.hi, i.ends[1])
        if left is None or right is None:
            return None
        if (left > 0 or (not left and i.closed[0])) and (right < 0 or (not right and i.closed[1])):
            return True
    return False


def _above_end(x: Number, end: float, exactly: object) -> int | None:
    """The sign of x less an end; None where it is too close to one that is not known as a fraction."""
    if isinstance(exactly, Fraction):
        return (x > exactly) - (x < exactly)
    gap = nearest(x) - end
    return None if abs(gap) <= 1e-9 * end else 1 if gap > 0 else -1


def _beside(t: Threshold, x: Number) -> int | None:
    """The side of a number's crossing on which x lies."""
    end = t.number
    assert end is not None
    if t.real is not None and isinstance(x, int):
        n, hit = t.real.floor()
        return 0 if x == n and hit else (1 if x > n else -1)
    gap = nearest(x) - end
    return None if abs(gap) <= 1e-9 * abs(end) else 1 if gap > 0 else -1


def _beside_equation(t: Threshold, root: Implicit, at: Point, x: Number) -> int | None:
    """The side of the root of an equation on which x lies."""
    return _after(t, root, at, x) if root.which == "one" else _beside_one_of_two(t, root, at, x)


def _beside_one_of_two(t: Threshold, root: Implicit, at: Point, x: Number) -> int | None:
    """The same of the first or last root of a gap that is on one side at both ends: None where it is seen on no other.

    Raises Contradicted where it is seen to turn more than once, or to end on the other side.
    """
    gap, least = root.gap, root.least or Fraction(1, _FAR)
    places = sorted({least, x, _FAR, *(y for y in (_STEPS if root.least else _SHARES) if y >= least)})
    signs = [(y, at.sign(gap, y)) for y in places]
    runs = [s for s, _ in groupby(s for _, s in signs if s)]
    if len(runs) > 3 or (len(runs) == 2 and signs[0][1] and signs[-1][1] and not _crosses_late(gap, t.name)):
        shown = f"{gap} has other signs than at two roots or none, {', '.join(f'{s} at {y}' for y, s in signs)}"
        raise _contradicted(t, str(at.moved(x)), shown)
    if len(runs) < 3:
        return None
    between = [y for y, s in signs if s == runs[1]]
    here = dict(signs)[x]
    if root.which == "first":
        return 1 if x >= between[0] else -1 if here else 0
    return -1 if x <= between[-1] else 1 if here else 0


def _after(t: Threshold, root: Implicit, at: Point, x: Number) -> int | None:
    """The side of the one root of an equation on which x lies: is it as far out, or as at the beginning?

    None where both are alike, or the end is not told: its logarithm may lie farther out still, unless what should hold
    only beyond it does so from the least size on.  Raises Contradicted where there is no one root.
    """
    gap = root.gap
    least = root.least or Fraction(1, _FAR)
    first, here, last = (at.sign(gap, y) for y in (least, x, _FAR))
    if first and first == last:
        if here == -first:
            shown = f"{gap} has one sign there, the other before and after: no one root"
            raise _contradicted(t, str(at.moved(x)), shown)
        if _crosses_late(gap, t.name) and (not root.least or (first > 0) is not (t.sense[0] == ">")):
            return None
        where = f"from {least} on" if root.least else "above 0"
        raise _contradicted(t, str(at.moved(least)), f"{gap} has the same sign there and far out: no one root {where}")
    if not first:  # the beginning is the one root
        return int(x != least) if root.least else None
    return 0 if not here else 1 if here == last else -1


def _crosses_late(gap: Ratio, name: str) -> bool:
    """Whether a sum may cross 0 farther out than all points: a logarithm in it, or roots that grow as slowly."""
    return any(a.row.logarithm and inside(a, name) for a in all_atoms(gap)) or _root_of(gap) > _SLOW_ROOT


def _against(root: Root, at: Point, x: Number) -> int | None:
    """The side of a closed form on which x lies."""
    if isinstance(root, Extremum):
        outer = -EXTREMES[root.kind].extreme  # below one of them is below the largest
        sides = [_against(i, at, x) for i in root.of]
        return outer if outer in sides else None if None in sides else 0 if 0 in sides else -outer
    try:
        value, error = _value(root, at)
        gap = nearest(x) - value
        if abs(gap) > error + 1e-12 * abs(value):
            return 1 if gap > 0 else -1
    except (OverflowError, ZeroDivisionError, ValueError):
        return None
    closed = root.ratio()
    return None if closed is None else at.side(ratio(x), closed)


def _value(root: Root, at: Point) -> tuple[float, float]:
    """The value of a closed form and a bound of its error."""
    match root:
        case Quotient():
            found = _divided(at.near(root.top), at.near(root.bottom), "the closed form is not defined there")
            return _raised(found, root.power)
        case Quadratic():
            return _raised(_of_quadratic([at.near(p) for p in root.parts], root.minus), root.power)
        case PowerOfTwo(exponent):
            value, error = _value(exponent, at)
            out = 2.0**value
            return out, out * (2 * error + 1e-13)
        case Extremum(kind, of):
            ends = [_value(i, at) for i in of]
            return EXTREMES[kind].pick(v for v, _ in ends), max(d for _, d in ends)
        case Implicit():
            raise Open("no closed form")
        case _:
            assert_never(root)


def _divided(above: tuple[float, float], below: tuple[float, float], lost: str) -> tuple[float, float]:
    """One value over another with a bound of its error; where the other may be 0 it is open, and ``lost`` says why."""
    (top, dt), (bottom, db) = above, below
    if abs(bottom) <= db:
        raise Open(lost)
    out = top / bottom
    return out, (dt + abs(out) * db) / (abs(bottom) - db) + abs(out) * 1e-14


def _raised(value: tuple[float, float], power: Number) -> tuple[float, float]:
    """A value and its error to a power."""
    out, error = value
    if power == 1:
        return value
    if out <= 0 and (type(power) is not int or not out):
        raise Open("a power of what is not positive there")
    raised = out ** float(power)
    return raised, abs(raised) * (abs(float(power)) * error / abs(out) + 1e-13)


def _of_quadratic(parts: Sequence[tuple[float, float]], minus: bool) -> tuple[float, float]:
    """(sqrt(b*b - a*c) - b)/a (minus), else -c/(b + sqrt(b*b - a*c)), and a bound of its error: b may cancel it."""
    (a, da), (b, db), (c, dc) = parts
    square = b * b - a * c
    inside = math.sqrt(square)
    off = 2 * abs(b) * db + abs(a) * dc + abs(c) * da + (b * b + abs(a * c)) * _ROUNDING
    di = math.sqrt(off) if off >= square else off / inside
    top, dt, bottom, dd = (inside - b, di + db, a, da) if minus else (-c, dc, b + inside, di + db)
    slack = (inside + abs(b)) * _ROUNDING
    dt, dd = (dt + slack, dd) if minus else (dt, dd + slack)
    return _divided((top, dt), (bottom, dd), "the closed form is not told from infinity there")


# -- leading parts -----------------------------------------------------------------------------------------------------


def tried_leading(a: Approx) -> Approx:
    """The approximation itself, after its value was compared with the exact one far out in the regime."""
    if not trying() or a.regime.order or not a.regime.strict:
        return a
    names = a.regime.names
    if not names or len(names) > 12:
        return a
    along = [sum(ds) for ds in zip(*[v for v, _ in a.regime.cone])]
    # coefficients mostly fit into so many bits; where they do not, or something moves the wrong way, they are counted
    if alike_far_out(a.found, a.exact_core, dict(zip(names, [_BITS * d for d in along]))):
        return a
    direction = dict(zip(names, along))
    bits = _far(a.regime, a.exact_core, direction)
    if bits is None:
        return a
    at = _powers_of_two(a.exact_core, bits)
    try:
        share = at.share(a.found, a.exact_core)
    except Open:
        return a
    if abs(share - 1) > 0.25 and _allowed(a, at) and not _nearing(a, bits, share):
        raise Contradicted(
            str(a),
            str(at),
            f"the leading part is {share:.6g} times the exact value",
            line("leading(", a.exact_core, f', "{a.regime.text}")'),
        )
    return a


_BITS, _MOST_BITS = 40, 30_000


def _nearing(a: Approx, bits: Mapping[str, int], share: float) -> bool:
    """Whether a share with a logarithm in it comes closer to 1 farther out: beside 10**9 no point is far enough."""
    farther = _MOST_BITS // max(map(abs, bits.values()))
    if farther < 2 or not any(x.row.logarithm for x in all_atoms(a.exact_core)):
        return False
    try:
        there = _powers_of_two(a.exact_core, {n: b * farther for n, b in bits.items()}).share(a.found, a.exact_core)
    except Open:
        return False
    return abs(there - 1) < abs(share - 1)


def _allowed(a: Approx, at: Point) -> bool:
    try:
        return all(holding(c, at) for c in a.conditions)
    except Open:
        return False


def _far(g: Regime, r: Ratio, direction: Mapping[str, int]) -> dict[str, int] | None:
    """Exponents of two far out in a regime, where its relations hold with a wide margin; what it does not name is 1."""
    functions = bool(r.num.ring.atoms or r.den.ring.atoms)
    bits = (24 + _spread(r, functions)) * _root_of(r)  # of nested roots a power as small as 1/512 has to tell
    if bits > _MOST_BITS:
        return None
    if functions and any(a.row.logarithm for a in all_atoms(r)):  # powers of logarithms fade late, and beside 700 too
        least = 16 << _spread(r, True)
        bits = max(bits, max(900, least if least <= _MOST_BITS else 0) // max(map(abs, direction.values()), default=1))
    for relation in g.relations:
        if relation.strict and _along(relation.large, direction) - _along(relation.small, direction) <= 0:
            return None
    if any(d < 0 and is_size(n) and n not in g.shrinking for n, d in direction.items()):
        return None
    return {n: bits * d for n, d in direction.items()}


def _powers_of_two(r: Ratio, bits: Mapping[str, int]) -> Point:
    values: dict[str, Number] = {n: 1 << b if b >= 0 else Fraction(1, 1 << -b) for n, b in bits.items()}
    return Point({**dict.fromkeys(r.names, 1), **values}, far=True)


def _root_of(r: Ratio) -> int:
    """The largest root that is drawn of a symbol, roots within roots included."""
    inner = max([_root_of(x) for a in r.atoms for x in a.args], default=1)
    return math.lcm(r.num.ring.scale, r.den.ring.scale) * inner


def _along(vector: Sequence[tuple[str, Number]], direction: Mapping[str, int]) -> Number:
    return sum(e * direction[n] for n, e in vector)


def _spread(r: Ratio, functions: bool) -> int:
    """The number of bits between the largest and the smallest coefficient."""
    parts = [r.num, r.den]
    if functions:
        parts += [p for a in r.atoms for x in a.args for p in (x.num, x.den)]
    bits = [c.numerator.bit_length() - c.denominator.bit_length() for p in parts for c in p.terms.values()]
    return max(bits) - min(bits)


def tried_error(a: Approx, error: Ratio) -> Ratio:
    """The error itself, after value = exact*(1 + error) was tried."""
    if not trying():
        return error
    for number, value_of in ((1, _where_all_are_1), (2, _where_all_are_2)):
        (top, under), (exact, below), (value, down) = map(value_of, (error, a.exact_core, a.found))
        if under and below and down:
            if not _same_product((value, below, under), (exact, under + top, down)) and _allowed(
                a, Point(dict.fromkeys(a.exact_core.names, number))
            ):
                shown = f"{value}/{down} was said for {exact}/{below}"
                raise _wrong_error(a, error, f"all symbols {number}", shown)
            return error
    for at in points(a.exact_core.names, 6):
        try:
            x, dx = at.near(a.exact_core)
            v, dv = at.near(a.found)
            e, de = at.near(error)
        except (Open, OverflowError):
            continue
        allowed = 4 * (dv + dx * abs(1 + e) + abs(x) * de) + 1e-9 * (abs(v) + abs(x))
        if abs(v - x * (1 + e)) > allowed and _allowed(a, at):
            raise _wrong_error(a, error, str(at), f"value/exact - 1 is {v / x - 1 if x else math.inf:.6g}")
    return error


def _same_product(a: Sequence[Number], b: Sequence[Number]) -> bool:
    """Whether the products of two lists are equal, without a fraction in between."""
    left = right = 1
    for x, y in zip(a, b):
        left *= x.numerator * y.denominator
        right *= y.numerator * x.denominator
    return left == right


def _wrong_error(a: Approx, error: Ratio, point: str, found: str) -> Contradicted:
    asked = line("leading(", a.exact_core, f', "{a.regime.text}").error')
    return Contradicted(f"{a.found} with the relative error {error}", point, found, asked)


def _where_all_are_2(r: Ratio) -> tuple[Number, Number]:
    """Numerator and denominator where every symbol is 2; the latter is 0 with functions, roots, or where it is."""
    top, bottom = r.num, r.den
    if top.ring.atoms or bottom.ring.atoms or top.ring.scale != 1 or bottom.ring.scale != 1:
        return 0, 0
    (above, i), (below, j) = _at_2(top), _at_2(bottom)
    return (above, below * (1 << i - j)) if i > j else (above * (1 << j - i), below)


def _at_2(p: Poly) -> tuple[Number, int]:
    """The value of a sum times a power of two, and which power that is."""
    if len(p.terms) == 1:
        ((m, c),) = p.terms.items()
        return c, -degree(m)
    degrees = [degree(m) for m in p.terms]
    low = min(degrees, default=0)
    return sum([c * (1 << d - low) for c, d in zip(p.terms.values(), degrees)]), -low


def _where_all_are_1(r: Ratio) -> tuple[Number, Number]:
    """The same where every symbol is 1, roots or not."""
    if r.num.ring.atoms or r.den.ring.atoms:
        return 0, 0
    return sum(r.num.terms.values()), sum(r.den.terms.values())


# -- proofs, optima ----------------------------------------------------------------------------------------------------

_RELATIONS = {">=": (0, 1), ">": (1,), "==": (0,)}


def tried_proof(f: Ratio, g: Ratio, relation: str, proof: Proof) -> Proof:
    """The proof itself, after the relation was tried at points, or the counterexample was looked at.

    A counterexample that does not tell here is none: then the question is left open.
    """
    if not trying() or proof.result is None:
        return proof
    allowed = _RELATIONS[relation]
    if proof.result:
        if seen(f, g, allowed):
            return proof
        names = sorted({*f.names, *g.names})
        for at in points(names, 5):
            try:
                side = at.side(f, g)
            except Open:
                continue
            if side not in allowed:
                raise Contradicted(f"{f} {relation} {g} ({proof.how})", str(at), "it is false", _asked(f, g, relation))
        return proof
    at = Point(proof.witness or {})
    try:
        if at.side(f, g) in allowed:
            shown = f"not {f} {relation} {g}, since it fails at {at}"
            raise Contradicted(shown, str(at), "it holds", _asked(f, g, relation))
    except Open as why:
        return replace(proof, result=None, how=f"a counterexample does not tell: {why}", witness=None)
    return proof


def _asked(f: Ratio, g: Ratio, relation: str) -> str:
    return line("prove(", f, ", ", g, f', "{relation}")')


def tried_optimum(best: Optimum) -> Optimum:
    """The optimum itself, after its value was tried at its point, and that nothing beside it is smaller."""
    if not trying():
        return best
    unknown = {n for n, _ in best.point_core}
    given = [best.objective, best.value_core, *(r for _, r in best.point_core), *best.limits]
    others = sorted({n for r in given for n in r.names} - unknown | {n for c in best.conditions for n in c.keys})
    for at in points(others, 3):
        try:
            if all(holding(c, at) for c in best.conditions):
                _try_optimum(best, at)
        except (Open, OverflowError):
            continue
    return best


def _try_optimum(best: Optimum, at: Point) -> None:
    value, error = at.near(best.value_core)
    place = {n: at.near(r)[0] for n, r in best.point_core}
    unknowns = [n for n in place if n in best.objective.names]
    if not unknowns or not all(1e-100 < v < 1e100 for v in place.values()):
        return
    slack = 1e-6 * abs(value) + 4 * error + (0 if best.lower is None else abs(value - best.lower))
    least = {**at.values, **{m: Fraction(v) for m, v in place.items()}}
    for n in unknowns:
        for factor in (1.0, 1.25, 0.8) if n is unknowns[0] else (1.25, 0.8):
            moved = Point({**least, n: Fraction(place[n] * factor)})
            if factor != 1 and any(moved.near(limit)[0] > 1 for limit in best.limits):
                continue
            there, d = moved.near(best.objective)
            if there < value - slack - d or (factor == 1 and abs(there - value) > slack + d):
                raise Contradicted(
                    f"the smallest {best.objective} is {best.value_core}",
                    str(moved),
                    f"it is {there:.9g} there, and {value:.9g} was said",
                    line("optimum(", best.objective, f', "{", ".join(unknowns)}")'),
                )

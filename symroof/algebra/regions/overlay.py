"""Regions of one unknown in numbers laid over each other: their union or intersection as one record, exactly.

| unknown   | a region                                                                                  |
|-----------|-------------------------------------------------------------------------------------------|
| a size    | runs of integers                                                                          |
| a number  | its edges, rational or roots, with the truth at each, before the first and after each     |

>>> from symroof.algebra.ratios.posynomial import build, gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> K = gen("K")
>>> print(crossing(build("max", [build("min", [K, 20 / K]), build("floor", [K]) - 9]), ratio(4), "K", strict=False))
K in [4, 5] or [13, oo)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial, reduce

from symroof.algebra.ratios.posynomial import Ratio, exact, nearest, ratio
from symroof.algebra.regions import kinds
from symroof.algebra.regions.axis import MAX_ROOT, verdict
from symroof.algebra.regions.ends import float_of
from symroof.algebra.regions.kinds import Edge, Found, Interval
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.signs import roots as exact_roots
from symroof.algebra.signs.closed import Implicit, PowerOfTwo, Quotient, Root
from symroof.algebra.signs.constant import constant_sign
from symroof.algebra.signs.mixed import MixedRoot, shortest
from symroof.errors import Inconclusive, Unsupported
from symroof.records import replace
from symroof.symbols import is_size

MAX_RUNS = 50  # of a region that is listed
MOST_BITS = 120_000  # of a number that roots or logarithms undone make
MOST_IRRATIONAL = 1024  # the same of one that is irrational, of which signs are told to some thousands of bits
CLOSE = 512  # bits in which two edges without a common form may agree before they are said to be undecided
Run = tuple[int, int | None]
Line = tuple[list[tuple[Edge, bool]], list[bool]]  # where the truth may change with the truth there; it between these


def in_numbers(t: Threshold) -> bool:
    """Whether an answer is a ray, a list of intervals or such regions joined, with no symbol and no condition left."""
    if t.when is not None or t.always is not None:
        return False
    match t.region:
        case kinds.Joined(parts):
            return all(map(in_numbers, parts))
        case str() | kinds.Between():
            return False
        case kinds.Intervals():
            return True
    return t.number is not None


def overlaid(base: Threshold, answers: Sequence[Threshold], every: bool) -> Threshold | None:
    """Where all (any) of several answers in numbers hold, as one; None where an end of one is not known exactly."""
    try:
        return _of_sizes(base, answers, every) if is_size(base.name) else _of_numbers(base, answers, every)
    except (Inconclusive, Unsupported):
        return None


def unlimited(t: Threshold) -> bool:
    """Whether an answer in numbers leaves no value out: always, or of a size a ray that starts at 1 or before."""
    if t.verdict != "when":
        return t.verdict == "always"
    return is_size(t.name) and t.sense[0] == ">" and t.integer == 1


# -- a size ------------------------------------------------------------------------------------------------------------


def _of_sizes(base: Threshold, answers: Sequence[Threshold], every: bool) -> Threshold:
    """By runs of integers; where one of the answers says it all, that one, whose crossing says more than an integer."""
    each = [sizes_of(t) for t in answers]
    runs = each[0]
    for more in each[1:]:
        runs = common(runs, more) if every else merged([*runs, *more])
    if not runs:
        return verdict(base, False)
    same = [t for t, own in zip(answers, each) if own == runs]
    rays = [t for t in same if t.number is not None]
    if rays:
        last_of = max if (rays[0].sense[0] == ">") == every else min
        return last_of(rays, key=lambda t: t.number or 0.0)
    if same:
        return same[0]
    (first, last), *others = runs
    if (others or (first > 1 and last is not None)) and len(runs) <= MAX_RUNS:
        return replace(base, sense="in", region=kinds.Intervals(_shown(answers, runs)))
    return of_runs(base, runs)


def _shown(answers: Sequence[Threshold], runs: Sequence[Run]) -> tuple[Interval, ...]:
    """Runs of integers as intervals, an end with the crossing that it has in the answer it comes from."""
    low: dict[int, tuple[float, bool]] = {}
    high: dict[int, tuple[float, bool]] = {}
    for t in _leaves(answers):
        for i in t.intervals:
            if i.first is not None:
                low.setdefault(i.first, (i.lo, i.closed[0]))
            if i.last is not None and i.hi is not None:
                high.setdefault(i.last, (i.hi, i.closed[1]))
        if not t.intervals and t.number is not None and t.integer is not None:
            side = low if t.sense[0] == ">" else high
            side.setdefault(t.integer, (t.number, t.sense.endswith("=")))
    out = []
    for a, b in runs:
        left = low.get(a, (_told(a), True)) if a > 1 else (1.0, True)
        right = (None, False) if b is None else high.get(b, (_told(b), True))
        made = Interval(left[0], right[0], (left[1], right[1]), a, b)
        (lo, with_lo), end = made.told(exact)
        hi, with_hi = end or (None, False)
        out.append(replace(made, lo=lo, hi=hi, closed=(with_lo, with_hi)))
    return tuple(out)


def _told(n: int) -> float:
    if n.bit_length() > 1023:
        raise Unsupported("a region ends beyond 2**1023, past all numbers that can be told")
    return float(n)


def _leaves(answers: Sequence[Threshold]) -> list[Threshold]:
    return [x for t in answers for x in (_leaves(t.parts) if t.parts else [t])]


def sizes_of(t: Threshold) -> list[Run]:
    """The sizes in a region in numbers; raises Unsupported where they are not all known."""
    if t.verdict != "when":
        return [(1, None)] if t.verdict == "always" else []
    match t.region:
        case kinds.Joined(parts, "or"):
            return merged([r for p in parts for r in sizes_of(p)])
        case kinds.Joined(parts):
            return reduce(common, map(sizes_of, parts))
        case kinds.Intervals(several):
            return [(i.first, i.last) for i in several if i.first is not None]
        case kinds.FromFirst(_, _, runs) | kinds.UpToLast(_, _, runs) if runs:
            return [*runs]
        case kinds.FromFirst(a, b) | kinds.UpToLast(a, b) if a != b:  # its two ends alone are known
            n = None
        case _:
            n = t.integer
    if n is None:
        raise Unsupported(f"the sizes of {t} are not listed")
    return [(n, None)] if t.sense[0] == ">" else [(1, n)] if n >= 1 else []


def of_runs(base: Threshold, runs: list[Run]) -> Threshold:
    """Runs of sizes as the record that says them."""
    runs = merged(runs)
    if not runs:
        return verdict(base, False)
    first, last = runs[0][0], runs[-1][1]
    if last is None and first == 1 and len(runs) == 1:
        return verdict(base, True)
    if last is None:
        return replace(base, sense=">=", region=kinds.FromFirst(first, runs[-1][0], tuple(runs)))
    if (1 < len(runs) <= MAX_RUNS) or first > 1:
        ends = tuple(Interval(_told(a), _told(b or a), (True, True), a, b) for a, b in runs)
        return replace(base, sense="in", region=kinds.Intervals(ends))
    return replace(base, sense="<=", region=kinds.UpToLast(last, runs[0][1] or last, tuple(runs)))


def common(runs: list[Run], others: list[Run]) -> list[Run]:
    """What is in both."""
    return merged([r for a, b in others for r in cut(runs, a, b)])


def cut(runs: list[Run], lo: int, hi: int | None) -> list[Run]:
    out: list[Run] = []
    for a, b in runs:
        a = max(a, lo)
        b = hi if b is None else b if hi is None else min(b, hi)
        if b is None or a <= b:
            out.append((a, b))
    return out


def gaps(runs: list[Run], a: int, b: int | None) -> list[Run]:
    """The sizes from a to b that are in none of the runs, which lie between."""
    out: list[Run] = []
    for lo, hi in runs:
        if lo > a:
            out.append((a, lo - 1))
        if hi is None:
            return out
        a = hi + 1
    return [*out, (a, b)] if b is None or a <= b else out


def merged(runs: list[Run]) -> list[Run]:
    out: list[Run] = []
    for a, b in sorted(runs, key=lambda r: r[0]):
        if out and (out[-1][1] is None or out[-1][1] >= a - 1):
            before = out[-1][1]
            out[-1] = (out[-1][0], None if b is None or before is None else max(before, b))
        else:
            out.append((a, b))
    return out


# -- a number ----------------------------------------------------------------------------------------------------------


def _of_numbers(base: Threshold, answers: Sequence[Threshold], every: bool) -> Threshold:
    """By edges; where they lie on one ray of an answer, that answer, whose form may say more."""
    line = line_of(answers[0])
    for t in answers[1:]:
        line = laid(line, line_of(t), every)
    return as_region(base, *line)


def line_of(t: Threshold) -> Line:
    """The truth along the positive numbers of a region; raises Unsupported where an edge is known as a float alone."""
    if t.verdict != "when":
        return [], [t.verdict == "always"]
    edge: Edge
    match t.region:
        case kinds.Joined(parts, joined):
            return reduce(partial(laid, every=joined == "and"), map(line_of, parts))
        case kinds.Intervals(several):
            none: Line = [], [False]
            return reduce(partial(laid, every=False), map(_stretch, several), none)
        case kinds.ExactRay(edge) | kinds.FoundRay(edge):
            pass
        case kinds.Ray(edge) if not isinstance(edge, Implicit) and not edge.names:
            pass
        case _:
            raise Unsupported(f"the end of {t} is not known exactly")
    return [(edge, t.sense.endswith("="))], [t.sense[0] == "<", t.sense[0] == ">"]


def _stretch(i: Interval) -> Line:
    left, right = i.ends
    if (left is None and i.lo) or (right is None and i.hi is not None):
        raise Unsupported(f"the ends of {i} are not known exactly")
    if left is not None and right is not None and i.lo == i.hi and i.closed == (True, True) and not order(left, right):
        return [(left, True)], [False, False]
    edges = [(edge, there) for edge, there in zip((left, right), i.closed) if edge is not None]
    return edges, [left is None, *([True] if left is not None else []), *([False] if right is not None else [])]


def laid(a: Line, b: Line, every: bool) -> Line:
    """Where both are true, or either is."""
    (first, between_), (second, beside) = a, b
    join = all if every else any
    edges: list[tuple[Edge, bool]] = []
    truths = [join((between_[0], beside[0]))]
    i = j = 0
    while i < len(first) or j < len(second):
        side = -1 if j == len(second) else 1 if i == len(first) else order(first[i][0], second[j][0])
        edge = first[i][0] if side <= 0 else second[j][0]
        here = join((first[i][1] if side <= 0 else between_[i], second[j][1] if side >= 0 else beside[j]))
        i, j = i + (side <= 0), j + (side >= 0)
        edges.append((edge, here))
        truths.append(join((between_[i], beside[j])))
    return edges, truths


def order(a: Edge, b: Edge) -> int:
    """The sign of a - b, of which both may be roots; raises Inconclusive where that is not decided."""
    if isinstance(b, Fraction):
        return (a > b) - (a < b) if isinstance(a, Fraction) else compare(a, b)
    if isinstance(a, Fraction):
        return -compare(b, a)
    try:
        if isinstance(a, exact_roots.RealRoot) and isinstance(b, exact_roots.RealRoot):
            return _order_of_roots(a, b)
        forms = [form_of(x) for x in (a, b)]
        if forms[0] is not None and forms[1] is not None:
            return constant_sign(forms[0] - forms[1])
        return _by_digits(a, b)
    except Inconclusive:  # one number, if a rational one is told to be both
        near = rational(a)
        if near is None or near != rational(b):
            raise
        return 0


def rational(x: Edge) -> Fraction | None:
    """The rational number that an edge is; None where it is none, or that is not seen."""
    form = form_of(x)
    value = None if form is None else form.constant()
    if value is not None or isinstance(x, Fraction | Found):
        return x if isinstance(x, Fraction) else None if value is None else Fraction(value)
    low, high = x.bracket()
    near = low if low == high else shortest(low, high)
    return near if near is not None and not compare(x, near) else None


def form_of(x: Edge) -> Ratio | None:
    """An edge as an exact ratio, where it is one."""
    if isinstance(x, Root):
        return written_out(x)
    value = x if isinstance(x, Fraction) else None if isinstance(x, Found) else x.fraction()
    return None if value is None else ratio(exact(value))


def written_out(root: Root) -> Ratio | None:
    """A closed form as a ratio, 2**100 as the number that it is; None where it is none, or has too many digits."""
    inner = root.exponent.ratio() if isinstance(root, PowerOfTwo) else None
    exponent = None if inner is None else inner.constant()
    if exponent is None:
        return root.ratio()
    if exponent.denominator > MAX_ROOT or abs(Fraction(exponent)) > (
        MOST_BITS if exponent.denominator == 1 else MOST_IRRATIONAL
    ):
        return None
    return ratio(2) ** exponent


def _by_digits(a: Edge, b: Edge) -> int:
    bits = 64
    while bits <= CLOSE:
        (lo, hi), (low, high) = ((x, x) if isinstance(x, Fraction) else x.bracket(bits) for x in (a, b))
        if hi < low or high < lo:
            return -1 if hi < low else 1
        bits *= 2
    raise Inconclusive("two crossings agree in many digits; whether they are one is not decided")


def _order_of_roots(a: exact_roots.RealRoot, b: exact_roots.RealRoot) -> int:
    for k in range(256):
        (lo, hi), (low, high) = ((r.lo**r.power, r.hi**r.power) for r in (a, b))
        if hi < low or high < lo or (hi == low and a.lo < a.hi) or (high == lo and b.lo < b.hi):
            return -1 if hi <= low else 1
        if k == 15:
            a, b = (r.of_power(math.lcm(a.power, b.power)) for r in (a, b))
        if k % 16 == 0 and k:
            shared, left, right = exact_roots.gcd(a.poly, b.poly), max(a.lo, b.lo), min(a.hi, b.hi)
            if len(shared) > 1 and exact_roots.sign_at(shared, left) * exact_roots.sign_at(shared, right) < 0:
                return 0  # a root of both where either has only one
        if lo == hi == low == high:
            return 0
        a, b = a.halved(), b.halved()
    raise Inconclusive("two crossings agree in many digits; whether they are one is not decided")


def compare(root: exact_roots.RealRoot | MixedRoot | Found | Root, x: Fraction) -> int:
    """The sign of root - x."""
    form = form_of(root)
    if form is not None:
        return constant_sign(form - exact(x))
    if isinstance(root, MixedRoot) and _met(root, x):
        return 0
    if not isinstance(root, exact_roots.RealRoot):
        return _by_digits(root, x)
    if root.is_number(x):
        return 0
    r = root
    for _ in range(4096):
        if r.lo == r.hi:
            return ((r.lo**r.power) > x) - ((r.lo**r.power) < x)
        if r.lo**r.power >= x:
            return 1
        if r.hi**r.power <= x:
            return -1
        r = r.halved()
    raise Inconclusive(f"a crossing is {x} to many digits; whether it is that number is not decided")


def _met(root: MixedRoot, x: Fraction) -> bool:
    """Whether a number between the ends of a root is seen to be it."""
    if not root.lo**root.power < x < root.hi**root.power:
        return False
    if root.power == 1:
        return not root.of.sign(x)
    return x.denominator == 1 and not root.of.sign_at_root(x.numerator, root.power)


def as_region(base: Threshold, edges: list[tuple[Edge, bool]], between_: list[bool]) -> Threshold:
    """Truths on intervals and at the points between them, as a verdict, a ray or a list of intervals."""
    kept: list[tuple[Edge, bool]] = []
    after = [between_[0]]
    for (edge, there), truth in zip(edges, between_[1:]):
        if not (there == truth == after[-1]):
            kept.append((edge, there))
            after.append(truth)
    if not kept:
        return verdict(base, after[0])
    if len(kept) == 1 and after[0] != after[1]:
        ((edge, there),) = kept
        sense = (">" if after[1] else "<") + ("=" if there else "")
        if isinstance(edge, Fraction):
            return replace(base, sense=sense, region=kinds.Ray(Quotient(ratio(exact(edge)))))
        if isinstance(edge, Root):
            return replace(base, sense=sense, region=kinds.Ray(edge))
        if isinstance(edge, Found):
            return replace(base, sense=sense, region=kinds.FoundRay(edge))
        return replace(base, sense=sense, region=kinds.ExactRay(edge))
    if len(kept) > MAX_RUNS:
        raise Unsupported(f"the region has more than {MAX_RUNS} ends, too many to list")
    return replace(base, sense="in", region=kinds.Intervals(_intervals(kept, after)))


def _near(edge: Edge) -> float:
    """The float of an end, infinite where it is beyond all floats."""
    return nearest(edge) if isinstance(edge, Fraction) else float(edge)


def _intervals(edges: list[tuple[Edge, bool]], after: list[bool]) -> tuple[Interval, ...]:
    """The intervals and points where it is true; ``after`` is the truth before the first edge and after each."""
    out: list[Interval] = []
    start: tuple[Edge | None, bool] | None = (None, False) if after[0] else None

    def closed(end: Edge | None, there: bool) -> None:
        assert start is not None
        lo, hi = 0.0 if start[0] is None else _near(start[0]), None if end is None else _near(end)
        out.append(Interval(lo, hi, (start[1], there), None, None, (start[0], end)))

    for (edge, there), truth in zip(edges, after[1:]):
        if start is not None and not (there and truth):
            closed(edge, there)
            start = (edge, False) if truth else None
        elif start is None and truth:
            start = (edge, there)
        elif start is None and there:
            out.append(Interval(_near(edge), _near(edge), (True, True), None, None, (edge, edge)))
    if start is not None:
        closed(None, False)
    return tuple(out)


def value(edge: Edge) -> float:
    """An edge as a float."""
    return edge.number if isinstance(edge, Found) else float_of(edge)

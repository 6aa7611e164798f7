"""Ceilings and floors of a size with all other numbers bound: runs of integers on each of which no rounding changes.

A rounding of a monotone argument changes where the argument passes an integer; between two such places it is a number
and the question one without it.  Far out the bounds y <= ceil(y) < y + 1 tell, or the roundings no longer change.

>>> from symroof.algebra.ratios.posynomial import build, gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> N = gen("N")
>>> print(crossing(N * build("ceil", [build("log2", [N])]), ratio(100), "N", strict=False))
N >= 20
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from symroof.algebra.ratios.budget import OutOfTime, briefly, in_search, searching, spend
from symroof.algebra.ratios.evaluation import Between, enclosure
from symroof.algebra.ratios.fold import all_atoms, fold, inside, put
from symroof.algebra.ratios.posynomial import ZERO, Atom, Poly, Ratio, build, gen, ratio, term
from symroof.algebra.regions.axis import by_power, does, good, side_at, stepped
from symroof.algebra.regions.composite import Tree, effort, grown
from symroof.algebra.regions.corners import Change, last_of_corners
from symroof.algebra.regions.envelope import Beyond
from symroof.algebra.regions.implicit import between, holds, monotone, put_beside, slope
from symroof.algebra.regions.isolated import keeps_away
from symroof.algebra.regions.kinds import FromFirst, Intervals, UpToLast
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.overlay import (
    Run,
    common,
    cut,
    gaps,
    merged,
    of_runs,
    sizes_of,
)
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.regions.shape import derivative
from symroof.algebra.signs.constant import constant_sign
from symroof.algebra.signs.sign import sign, sign_of
from symroof.errors import Inconclusive, SymroofError, Unsupported

MAX_STRETCHES = 256
FAR = 10**30
MOST_ENCLOSURES = 120  # of one stretch
MOST_LISTED = 2048  # sizes that are asked one by one
MOST_SLOPE = 40  # terms of a derivative that is enclosed beside what it is of
LOOKED = 1200  # steps of the proofs that are looked for in one question about a bound far out
# where bounds begin: a gap may be monotone in its roundings from there on; whether each function is bounded by itself
STARTS = ((0, False), (8, True), (64, True), (16, False), (1024, True), (256, False), (1 << 15, True),
          (4096, False), (1 << 20, False))  # fmt: skip


def by_stretches(base: Threshold, gap: Ratio) -> Threshold:
    """The region of a question in numbers with roundings of a size.

    Raises Unsupported where a rounding's argument is not monotone, or there are too many stretches.
    """
    return of_runs(base, _asked(base, grown(gap, base.strict, base.name), [MAX_STRETCHES], [(1, None)]))


def unrounded(base: Threshold, gap: Ratio) -> Threshold | None:
    """A ceil(y) + b > 0 or the like, y alone holding the unknown, as a question about y; None where it is not that."""
    atoms = [a for a in gap.atoms if inside(a, base.name)]
    if len(atoms) != 1 or not atoms[0].row.rounds or base.name in gap.gens:
        return None
    (atom,) = atoms
    parts = by_power(gap.num, atom)
    slope, offset = (parts.get(Fraction(e), ZERO) for e in (1, 0))
    side = sign(slope)
    if not sign(gap.den).low or set(parts) - {0, 1} or side.zero:
        return None
    r, up = Ratio(-offset) / Ratio(slope), side.low
    if up:  # c >= r is c >= m for an integer c
        m = build("floor", [r]) + 1 if base.strict else build("ceil", [r])
        shift, strict = (1, True) if atom.row.rounds > 0 else (0, False)  # ceil(y) >= m is y > m - 1
        made = crossing(atom.args[0], m - shift, base.name, strict=strict, settled=True)
    else:
        m = build("ceil", [r]) - 1 if base.strict else build("floor", [r])
        shift, strict = (0, False) if atom.row.rounds > 0 else (1, True)  # floor(y) <= m is y < m + 1
        made = crossing(m + shift, atom.args[0], base.name, strict=strict, settled=True)
    return replace(made, expr=base.expr, level=base.level, strict=base.strict)


def _asked(base: Threshold, question: Tree, left: list[int], among: list[Run]) -> list[Run]:
    """Those of the runs that do: maxima as unions and intersections, a leaf to where bounds of its roundings tell."""
    if question.leaf is None:
        return _asked_of(base, question, left, among)
    gap, leaf = question.leaf, replace(base, strict=question.strict)
    alone = unrounded(leaf, gap)
    if alone is not None:
        return common(sizes_of(alone), among)
    sure, doubtful = (common(runs, among) for runs in _by_bounds(leaf, gap))
    if not doubtful or doubtful[-1][1] is not None:
        return merged([*sure, *(r for a, b in doubtful for r in _doubtful_runs(leaf, gap, a, b, left))])
    settled = _far(leaf, gap)
    end, beyond = settled if settled is not None else (None, False)
    if end is None and (atom := _innermost(gap, base.name)) is not None:
        _check_it_ends(atom, base.name)
    runs = [] if end == 0 else _runs(leaf, gap, 1, end, left)
    return common([*runs, (end + 1, None)] if end is not None and beyond else runs, among)


def _asked_of(base: Threshold, question: Tree, left: list[int], among: list[Run]) -> list[Run]:
    """All or any of several questions, each asked of the sizes that the others leave open, the cheap ones first.

    One that is not answered of all of them is asked again once they are fewer.
    """
    todo = sorted(question.of, key=partial(effort, name=base.name))
    found: list[Run] = []
    while True:
        before, trouble, refused = among, None, []
        for t in todo:
            kept = left[0]
            try:
                runs = _asked(base, t, left, among)
            except (Inconclusive, Unsupported) as why:
                trouble, left[0] = trouble or why, kept
                refused.append(t)
                continue
            found += [] if question.every else runs
            among = runs if question.every else [r for a, b in among for r in gaps(common(runs, [(a, b)]), a, b)]
            if not among:
                return merged(found)
        if trouble is None:
            return among if question.every else merged(found)
        if among == before:
            raise trouble
        todo = refused


def _doubtful_runs(base: Threshold, gap: Ratio, lo: int, hi: int | None, left: list[int]) -> list[Run]:
    """The sizes from lo to hi that do, as runs; size by size where roundings change too often and sizes are few."""
    before = left[0]
    try:
        return _runs(base, gap, lo, hi, left)
    except Unsupported:
        if hi is None or hi - lo >= MOST_LISTED:
            raise
    left[0] = before
    return merged([(n, n) for n in range(lo, hi + 1) if _holds_at(base, gap, n)])


def _holds_at(base: Threshold, gap: Ratio, n: int) -> bool:
    """Whether one size does; not where the question is undefined."""
    try:
        return good(base, side_at(gap, base.name, n))
    except (Inconclusive, Unsupported):
        raise
    except SymroofError:
        return False


def _check_it_ends(atom: Atom, name: str) -> None:
    """Raises Unsupported for a rounding that still changes where no question looks."""
    try:
        same = _rounded(atom, name, FAR) == _rounded(atom, name, FAR**2)
    except SymroofError:
        return
    if not same:
        raise Unsupported(f"{atom} changes without end as {name} grows, and so may the answer")


def _by_bounds(base: Threshold, gap: Ratio) -> tuple[list[Run], list[Run]]:
    """The sizes that do by the bounds of the roundings, and those of which the bounds do not tell."""
    made = bounded(gap, base.name)
    if made is None:
        return [], [(1, None)]
    try:
        with briefly():
            sure, likely = [merged(_without_steps(base, relaxed)) for relaxed in made]
    except SymroofError:
        return [], [(1, None)]
    return sure, [run for a, b in likely for run in gaps(cut(sure, a, b), a, b)]


def _far(base: Threshold, gap: Ratio) -> tuple[int, bool] | None:
    """(n, truth): beyond n the question has that one answer, by the bounds of the roundings; None where they differ."""
    return _far_once(gap, base.name, base.strict, in_search())


@lru_cache(maxsize=256)
def _far_once(gap: Ratio, name: str, strict: bool, starved: bool) -> tuple[int, bool] | None:
    """The same, found once: the branches of a maximum ask it of one sum several times.

    Bounds of the roundings alone are the sharpest, and a search for proofs; those of each function from a place on
    (``envelope``) are quick.  They are tried by turns, from places farther and farther out.
    """
    for start, quick in STARTS:
        for relaxed, truth in zip(_bounds_from(gap, name, start, quick), (True, False)):
            try:
                with briefly(), searching(LOOKED):
                    t = crossing(relaxed, ratio(0), name, strict=strict, settled=True)
                last = _last_change(t)
            except OutOfTime:  # is no answer, and so nothing to remember
                raise
            except SymroofError:
                continue
            if last is not None and last[1] == truth:
                return (max(last[0], start - 1) if quick else last[0] + start), truth

    def ask(r: Ratio, above: bool) -> Change | None:
        try:
            with briefly(), searching(LOOKED):
                return _last_change(crossing(r, ratio(0), name, strict=strict or above, settled=True))
        except OutOfTime:
            raise
        except SymroofError:
            return None

    found = last_of_corners(gap, name, ask)
    return None if found is None else (math.ceil(found[0]), found[1])


def _bounds_from(gap: Ratio, name: str, start: int, quick: bool) -> tuple[Ratio, ...]:
    """Ratios below and above what has the sign of a gap: of the unknown itself, or unless quick of what it is more."""
    if not quick:
        return bounded(gap.subs({name: gen(name) + start}) if start else gap, name) or ()
    try:
        with briefly():
            return Beyond(name, start).sign_of(gap)
    except OutOfTime:
        raise
    except SymroofError:  # a sign is open from there on
        return ()


def bounded(gap: Ratio, name: str) -> tuple[Ratio, Ratio] | None:
    """Ratios without roundings below and above what has the sign of the gap."""
    low, high = bounds_told(gap, name)
    return None if low is None or high is None else (low, high)


def bounds_told(gap: Ratio, name: str) -> tuple[Ratio | None, Ratio | None]:
    """The same; None of a side that no bound tells."""
    if sign(gap.den).mark != "+":
        return None, None
    moving = [a for a in gap.atoms if inside(a, name)]
    if name not in gap.gens and all(a.row.continuous for a in moving):
        return None, None  # functions of it alone, such as log2(ceiling(n/8)), are bisected
    try:
        found = [_bound(Ratio(gap.num), name, up) for up in (False, True)]
    except SymroofError:  # the logarithm of what may be 0
        return None, None
    low, high = (None if x is None else Ratio(x.num) for x in found)  # what they are divided by is above 0
    return low, high


def _bound(top: Ratio, name: str, up: bool) -> Ratio | None:
    """What is never below (above) a sum with roundings, which go from the outermost to the innermost.

    All that a rounding stands in comes before it, so that floor(5*u/2) - u is a sum of u alone.  Where that leaves the
    way of one open, as K*u - u of floor(K*u) - u, each place is bounded by itself, K*u by K*(y + 1) and u by y.
    """
    found = _bound_in_turn(top, name, up)
    if found is None and any(stepped(x, name) for a in top.atoms for r in a.args for x in r.atoms):
        found = _bound_in_turn(top, name, up, inner=True)
    return found


def _bound_in_turn(top: Ratio, name: str, up: bool, inner: bool = False) -> Ratio | None:
    """The same from the outermost (innermost) on.

    One after another: what bounds the first may be below 0 and turn the way of the next, as of floor(p)*floor(2*p).
    """
    divided = ratio(1)
    for _ in range(4):
        atoms = [a for a in top.atoms if stepped(a, name)]
        if not atoms:
            return top / divided
        for a in sorted(atoms, key=lambda a: a.depth) if inner else atoms:
            if not inner and any(holds(b, a) for b in top.atoms):
                continue
            side = slope(top, a)
            found = None if side is None else _bound_of(a, by_power(top.num, a), name, (side >= 0) is up)
            if found is None:
                return None
            top = put_beside(top, a, found)
            if sign(top.den).mark != "+":
                return None
            top, divided = Ratio(top.num), divided * Ratio(top.den)
    return None


def _bound_of(a: Atom, powers: Mapping[Fraction, Poly], name: str, up: bool) -> Ratio | None:
    """What is never below (above) a function with roundings: of a rounding by its argument, of others inside them."""
    two_ways = any(e and (e < 0 or e % 2 != 1) for e in powers)  # its powers fall where it is below 0
    if a.row.rounds:
        lo, hi = between(a)
        return None if two_ways and not sign(lo.num).low else hi if up else lo
    if not a.row.continuous:
        return None
    inner = _bound_of_ratio(a.args[0], name, up)
    if inner is None or sign_of(inner).mark != "+":  # else it may be undefined where the function is not
        return None
    made = inner if a.row.radicand else build(a.kind, [inner])
    return None if two_ways and not sign_of(made).low else made


def _bound_of_ratio(r: Ratio, name: str, up: bool) -> Ratio | None:
    """The same of a ratio; None where its denominator holds a rounding, or may be 0 or below."""
    if any(stepped(a, name) for a in Ratio(r.den).atoms) or sign(r.den).mark != "+":
        return None
    top = _bound(Ratio(r.num), name, up)
    return None if top is None else top / Ratio(r.den)


def _last_change(t: Threshold) -> tuple[int, bool] | None:
    """The last size before a region's end, and whether the region goes on for ever."""
    if t.verdict != "when":
        return 0, t.verdict == "always"
    match t.region:
        case FromFirst(_, forever):
            return (forever - 1, True) if forever is not None else None
        case UpToLast(last):
            return last, False
        case Intervals([*_, end]):
            return ((end.first or 1) - 1, True) if end.last is None else (end.last, False)
    if t.integer is None:
        return None
    return (t.integer - 1, True) if t.sense[0] == ">" else (max(t.integer, 0), False)


def _runs(base: Threshold, gap: Ratio, lo: int, hi: int | None, left: list[int]) -> list[Run]:
    """The sizes from lo to hi that do, as runs: the innermost rounding is a number on each stretch."""
    atom = _innermost(gap, base.name)
    if atom is None:
        most = [MOST_ENCLOSURES]
        found = None if hi is None else _one_way(base, gap, lo, hi) or by_enclosures(base, gap, lo, hi, most)
        return cut(_without_steps(base, gap), lo, hi) if found is None else found
    way = monotone(atom.args[0], base.name)
    if way is None:
        raise Unsupported(f"{atom} is a rounding of what is not monotone in {base.name}")
    _few_enough(atom, base.name, lo, hi, left[0])
    out: list[Run] = []
    start = lo
    while hi is None or start <= hi:
        spend()
        left[0] -= 1
        if left[0] < 0:
            raise Unsupported(f"{atom} changes more than {MAX_STRETCHES} times; so many stretches are not followed")
        level = _level(atom, base.name, start)
        if level is None:
            start += 1
            continue
        change = _next_change(atom, base.name, level, way) if way else None
        last = hi if change is None else change - 1 if hi is None else min(hi, change - 1)
        try:
            out += _runs(base, put(gap, {atom: ratio(level)}), start, last, left)
        except (Inconclusive, Unsupported):
            raise
        except SymroofError:
            if not void(gap, {atom: ratio(level)}):
                raise
        if last is None:
            return out
        start = last + 1
    return out


def _level(a: Atom, name: str, n: int) -> int | None:
    """The value of a rounding at a size; None where it is undefined."""
    try:
        return _rounded(a, name, n)
    except (Inconclusive, Unsupported):  # what is not decided is no answer
        raise
    except SymroofError:
        return None


def void(gap: Ratio, made: Mapping[Atom, Ratio]) -> bool:
    """Whether a question has no value where functions are replaced, as log2(floor(n/8)) has none where that is 0."""
    try:
        inner = all_atoms(put(gap, made))
    except (Inconclusive, Unsupported):
        return False
    except SymroofError:  # a division by 0
        return True
    if any(a.row.guards for a in inner):  # what is not chosen need not have a value
        return False
    for a in inner:
        try:
            if not any(x.names for x in a.args):
                enclosure(Ratio(term({a: 1})), {})
        except (Inconclusive, Unsupported):
            continue
        except SymroofError:
            return True
    return False


def _few_enough(atom: Atom, name: str, lo: int, hi: int | None, left: int) -> None:
    """Raises Unsupported at once for a rounding of something monotone that changes too often to be followed."""
    try:
        changes = 0 if hi is None else abs(_rounded(atom, name, hi) - _rounded(atom, name, lo))
    except SymroofError:  # undefined at an end
        return
    if changes > left and monotone(atom.args[0], name):
        raise Unsupported(f"{atom} changes {changes} times between {lo} and {hi}; at most {left} are followed")


def _one_way(base: Threshold, gap: Ratio, lo: int, hi: int) -> list[Run] | None:
    """The sizes from lo to hi that do, of a question with functions that rises or falls throughout, by bisection there.

    Where it passes 0 on the whole axis may be far off; None where it is not monotone, or undefined at an end.
    """
    if not any(base.name in x.names for a in gap.atoms for x in a.args) or monotone(gap, base.name) is None:
        return None

    try:
        return _bisected(base, gap, lo, hi)
    except SymroofError:
        return None


def _on_a_slope(base: Threshold, gap: Ratio, slope: Ratio, lo: int, hi: int) -> list[Run] | None:
    """The same where the slope of a question is of one sign all along, by bisection; None elsewhere.

    Where f' has a value all along so has f, or it has none anywhere: with u a logarithm's u'/u has a pole at 0.
    """
    if not keeps_away(slope, base.name, Fraction(lo), Fraction(hi)):
        return None
    try:
        return _bisected(base, gap, lo, hi)
    except SymroofError:
        return None


def _bisected(base: Threshold, gap: Ratio, lo: int, hi: int) -> list[Run]:
    """The sizes from lo to hi that do, of a question that rises or falls there."""

    def holds(n: int) -> bool:
        return good(base, side_at(gap, base.name, n))

    first, last = holds(lo), holds(hi)
    if first is last:
        return [(lo, hi)] if first else []
    a, b = lo, hi
    while b - a > 1:
        middle = (a + b) // 2
        a, b = (middle, b) if holds(middle) is first else (a, middle)
    return [(lo, a)] if first else [(b, hi)]


def by_enclosures(base: Threshold, gap: Ratio, lo: int, hi: int, left: list[int]) -> list[Run] | None:
    """The same of any question with functions, by enclosing it on ever shorter stretches; None where that is long."""
    if not any(base.name in x.names for a in gap.atoms for x in a.args):
        return None
    todo, out = [(lo, hi)], []  # type: list[Run], list[Run]
    rising = _slope(gap, base.name)
    while todo:
        spend()
        left[0] -= 1
        if left[0] < 0:
            return None
        a, b = todo.pop()
        assert b is not None
        if a == b:
            if does(base, a):
                out.append((a, b))
            continue
        try:
            least, most = fold(gap, Between({base.name: (Fraction(a), Fraction(b))}, 128))
        except SymroofError:  # not defined on some of it
            least = most = Fraction(0)
        if least > 0 or most < 0:
            if good(base, 1 if least > 0 else -1):
                out.append((a, b))
        elif rising is not None and (found := _on_a_slope(base, gap, rising, a, b)) is not None:
            out += found
        else:
            middle = (a + b) // 2
            todo += [(middle + 1, b), (a, middle)]
    return merged(out)


def _slope(gap: Ratio, name: str) -> Ratio | None:
    """The derivative of a question without roundings and maxima; None of others, and where it is long."""
    try:
        slope = derivative(gap, name)
    except SymroofError:
        return None
    return slope if len(slope.num) + len(slope.den) <= MOST_SLOPE else None


def _innermost(gap: Ratio, name: str) -> Atom | None:
    for a in all_atoms(gap):
        if a.row.rounds and stepped(a, name) and not any(stepped(x, name) for x in a.args[0].atoms):
            return a
    return None


def _rounded(a: Atom, name: str, n: int) -> int:
    from symroof.algebra.signs.constant import whole_number

    value = build(a.kind, [a.args[0].subs({name: n})])
    whole = value.constant()
    if whole is None:
        whole = whole_number(value)
    if whole is None:
        raise Inconclusive(f"{a} at {name} = {n} is not decided")
    return int(whole)


def _next_change(a: Atom, name: str, level: int, way: int) -> int | None:
    """The first size at which a rounding of a monotone argument has passed a level; None where it never does."""
    y, k = a.args[0], ratio(level)
    up = way > 0
    if a.row.rounds < 0:
        t = crossing(y, k + 1, name, strict=False, settled=True) if up else crossing(k, y, name, settled=True)
    else:
        t = crossing(y, k, name, settled=True) if up else crossing(k - 1, y, name, strict=False, settled=True)
    if t.verdict == "never":
        return None
    if t.verdict != "when" or t.sense[0] != ">" or t.integer is None:
        raise Unsupported(f"where {a} passes {level} is not found out")
    return t.integer


def _without_steps(base: Threshold, gap: Ratio) -> list[Run]:
    """The sizes that do, of a question without roundings."""
    if base.name not in gap.names:
        return [(1, None)] if good(base, constant_sign(gap)) else []
    return sizes_of(crossing(gap, ratio(0), base.name, strict=base.strict, settled=True))

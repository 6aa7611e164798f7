"""Questions in numbers with roundings, maxima or choices of the unknown in them: piece by piece along the axis.

A rounding changes where what is in it passes an integer, a maximum where two of its sides are equal, a choice where
its condition turns.  Between two such places each is a number, or one of its sides, and the question one without it.

| where                                  | what tells                                                               |
|----------------------------------------|--------------------------------------------------------------------------|
| far out, close to 0, beside a pole     | bounds (``envelope``) of x, of 1/x, of 1/(x - pole): there nothing changes |
| a stretch between                      | an enclosure that keeps away from 0                                      |
| the same, halved until little changes  | the places where something does, isolated, and the pieces between them   |
| at such a place                        | the question there, the place being the root of an equation that it solves  |

>>> from symroof.algebra.ratios.posynomial import build, gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> K = gen("K")
>>> print(crossing(2 * build("ceil", [K]), ratio(3), "K", strict=False))
K > 1
>>> print(crossing(build("floor", [5 * K**2]) + K, ratio(7), "K", strict=False))
K >= 1.095
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import final

from symroof.algebra.ratios.budget import OutOfTime, briefly, spend
from symroof.algebra.ratios.evaluation import Between
from symroof.algebra.ratios.fold import all_atoms, changes, chosen, fold, put, switches
from symroof.algebra.ratios.posynomial import Atom, Poly, Ratio, exact, gen, ratio
from symroof.algebra.regions.axis import by_power, does, good, integers, side_at
from symroof.algebra.regions.composite import Tree, grown
from symroof.algebra.regions.corners import last_of_corners
from symroof.algebra.regions.envelope import Beyond
from symroof.algebra.regions.implicit import log_sum
from symroof.algebra.regions.isolated import Sum, roots_between, truths
from symroof.algebra.regions.kinds import Edge, Intervals
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.overlay import (
    CLOSE,
    Line,
    Run,
    as_region,
    form_of,
    laid,
    line_of,
    merged,
    of_runs,
    order,
    rational,
)
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.regions.steps import bounded, void
from symroof.algebra.signs import roots as exact_roots
from symroof.algebra.signs.constant import constant_sign
from symroof.algebra.signs.mixed import MixedRoot, middle
from symroof.algebra.signs.roots import RealRoot
from symroof.decimals import general
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.records import replace
from symroof.symbols import is_size

STARTS = (64, 1024, 1 << 20)  # from where on bounds are asked
MOST = 1500  # stretches that are enclosed
MOST_PLACES = 256  # where something changes
FEW = 2  # integers that what is rounded may pass on a stretch that is not halved any more
BITS = 96  # of an enclosure
HALF = Fraction(1, 2)
_REAL = "K"  # by convention any positive number, as a size is asked between two sizes too
CLOSEST = 48  # bits to which a stretch is halved before it is given up
At = Callable[[Ratio], Ratio]


def by_pieces(base: Threshold, gap: Ratio) -> Threshold:
    """The region of a question in numbers with roundings, maxima or choices of the unknown.

    Raises Unsupported where what is rounded changes without end and bounds do not tell, or where too much changes.
    """
    try:
        question = grown(gap, base.strict, base.name)
    except Inconclusive:
        question = Tree(gap, base.strict)
    line = _line(base, question)
    return of_runs(base, _whole_numbers(line)) if is_size(base.name) else as_region(base, *line)


def _whole_numbers(line: Line) -> list[Run]:
    """The sizes among the numbers from 1 on."""
    edges, told = line
    ends = [_floor(x) for x, _ in edges]
    out: list[Run] = [(n, n) for (n, met), (_, there) in zip(ends, edges) if met and there and n >= 1]
    starts = [1, *(max(1, n + 1) for n, _ in ends)]
    lasts = [*(n - met for n, met in ends), None]
    return merged([*out, *((a, b) for a, b, there in zip(starts, lasts, told) if there and (b is None or a <= b))])


def _floor(x: Edge) -> tuple[int, bool]:
    """The largest integer that does not exceed a place, and whether it is the place itself."""
    near = rational(x)
    if near is not None:
        return math.floor(near), near.denominator == 1
    if isinstance(x, RealRoot | MixedRoot):
        return x.floor()
    raise Unsupported(f"the integer before {x} is not told")


def _line(base: Threshold, question: Tree) -> Line:
    """The truth along the positive numbers: of maxima as unions and intersections, of a leaf piece by piece."""
    if question.leaf is not None:
        return _line_of(replace(base, expr=question.leaf, level=ratio(0), strict=question.strict), question.leaf)
    lines: list[Line] = []
    trouble: SymroofError | None = None
    for t in question.of:
        try:
            lines.append(_line(base, t))
        except (Inconclusive, Unsupported) as why:
            trouble = why
    decisive = next((x for x in lines if {*x[1], *(there for _, there in x[0])} == {not question.every}), None)
    if decisive is not None:
        return decisive
    if trouble is not None:
        raise trouble
    out, *others = lines
    for other in others:
        out = laid(out, other, question.every)
    return out


def _line_of(base: Threshold, gap: Ratio) -> Line:
    if base.name not in gap.names:
        return [], [good(base, constant_sign(gap))]
    walk = _Walk(base, gap)
    poles = _poles(gap, base.name)
    if is_size(base.name):  # as a number from 1/2 on
        poles = [x for x in poles if x > HALF]
        walk.least = HALF
    out = walk.whole(None, poles[0] if poles else None)
    for left, right in pairwise([*poles, None]):
        assert left is not None
        out = _then(out, (left, does(base, exact(left))), walk.whole(left, right))
    return out


def _poles(gap: Ratio, name: str) -> list[Fraction]:
    """The numbers at which what decides a function has poles, as far as they are rational."""
    found: set[Fraction] = set()
    for a in all_atoms(gap):
        if changes(a, name):
            for r in (x for y in a.evaluated for x in (y, *(z for b in all_atoms(y) for z in b.args))):
                if name in r.den.gens and not Ratio(r.den).atoms:
                    found |= {x for x in _roots(r.den, name) if isinstance(x, Fraction)}
    return sorted(found)


def _roots(p: Poly, name: str) -> list[Edge]:
    """The positive roots of a sum without functions."""
    parts = by_power(p, name)
    scale = math.lcm(1, *(e.denominator for e in parts))
    found = exact_roots.positive_roots(integers(parts, scale), scale)
    return [x if near is None else near for x in found for near in [rational(x)]]


def _then(before: Line, at: tuple[Edge, bool], after: Line) -> Line:
    return [*before[0], at, *after[0]], [*before[1], *after[1]]


def _moving(r: Ratio, name: str, kept: Container[Atom] = ()) -> list[Atom]:
    """The roundings, maxima and choices of the unknown in which no other stands, of a choice those that decide it.

    Some that are kept as they are count for nothing.
    """
    found = [a for a in all_atoms(r) if changes(a, name) and a not in kept]
    return [a for a in found if not any(b in found for x in a.evaluated for b in all_atoms(x))]


@final
class _Walk:
    """One question along the axis, and what is left of the effort for it."""

    def __init__(self, base: Threshold, gap: Ratio) -> None:
        self.base, self.gap, self.name = base, gap, base.name
        self.more, self.places, self.least = MOST, MOST_PLACES, Fraction(0)

    # -- ends ----------------------------------------------------------------------------------------------------------

    def whole(self, left: Fraction | None, right: Fraction | None) -> Line:
        """The truth between two poles, from 0 to one, from one on, or along the whole axis."""
        start, room = left or Fraction(0), None if right is None else right - (left or 0)

        def near(t: Ratio) -> Ratio:
            return 1 / t + exact(start)

        def far(t: Ratio) -> Ratio:
            return t + exact(start) if right is None else exact(right) - 1 / t

        if left is None and self.least:
            end: tuple[Fraction, Ratio | bool] = (self.least, False)
        else:
            end = self._end(near, room, left)
        first, below = end
        last, above = self._end(far, room, right)
        last = max(first, last)
        out = self._piece(below, left, first)
        if first < last:
            out = _then(out, (first, does(self.base, exact(first))), self.between(self.gap, first, last))
        return _then(out, (last, does(self.base, exact(last))), self._piece(above, last, right))

    def _piece(self, known: Ratio | bool, left: Fraction | None, right: Fraction | None) -> Line:
        return ([], [known]) if isinstance(known, bool) else self._plain(known, left, right)

    def _end(self, at: At, room: Fraction | None, pole: Fraction | None) -> tuple[Fraction, Ratio | bool]:
        """The number ``at`` of a large t beyond which nothing changes, with the question there or its answer.

        Beside a pole the answer is told first, since what has a pole is not enclosed there.
        """
        starts = [s for s in STARTS if room is None or s * room > 2]
        for start in starts:
            here = self._settled(Beyond(self.name, start), at)
            if here is None:
                return _number(at(ratio(start))), False
            plain = not _moving(here, self.name)
            if plain and pole is None:
                return _number(at(ratio(start))), here
            for place, bounds in _bounds(here.subs({self.name: at(gen(self.name))}), self.name, start):
                for relaxed, truth in zip(bounds, (True, False), strict=True):
                    end = self._last_change(relaxed)
                    if end is not None and end[1] is truth:
                        t = max(end[0], place if here is self.gap and room is None else start)  # settled from there on
                        return _number(at(ratio(exact(t)))), truth
            if plain:
                return _number(at(ratio(start))), here
        for start in starts:
            here = self._settled(Beyond(self.name, start), at) or self.gap
            found = last_of_corners(here.subs({self.name: at(gen(self.name))}), self.name, self._last_change)
            if found is not None:
                return _number(at(ratio(exact(max(found[0], Fraction(start)))))), found[1]
        what = next(iter(_moving(self.gap, self.name)), self.gap)
        beside = f"as {self.name} grows or falls to 0" if pole is None else f"beside {self.name} = {pole}"
        raise Unsupported(f"{what} changes without end {beside}, and so may the answer")

    def _settled(self, of: Beyond, at: At) -> Ratio | None:
        """The question without what does not change from some t on; None where it has no value there."""
        here, x = self.gap, {self.name: at(of.x)}

        def side(r: Ratio) -> int:
            there = r.subs(x)
            return constant_sign(there) if self.name not in there.names else of.side(there)

        def larger(r: Ratio) -> int:  # or equal: that of two sides of a maximum does no harm
            there = r.subs(x)
            return constant_sign(there) if self.name not in there.names else of.form(*of.ratio(there)).side

        def whole(r: Ratio) -> int:
            there = r.subs(x)
            near = math.floor(fold(there, Between({self.name: (Fraction(of.start),) * 2}, BITS))[0])
            for k in (near, near - 1, near + 1):
                if larger(r - k) >= 0 and side(k + 1 - r) > 0:
                    return k
            raise Unsupported(f"{r} passes integers")

        def choose(a: Atom) -> Ratio:
            return chosen(a, larger if a.row.extreme else side, whole)

        return self._resolve(here, choose, (Unsupported, Inconclusive))

    def _resolve(
        self,
        gap: Ratio,
        choose: Callable[[Atom], Ratio],
        passed: tuple[type[SymroofError], ...],
    ) -> Ratio | None:
        """A question with each function put in by what it is there, where that is told; None without a value."""
        kept: set[Atom] = set()
        while found := _moving(gap, self.name, kept):
            try:
                made = choose(found[0])
            except passed:
                kept.add(found[0])
                continue
            there = self._put(gap, found[0], made)
            if there is None:
                return None
            gap = there
        return gap

    def _last_change(self, relaxed: Ratio, above: bool = False) -> tuple[Fraction, bool] | None:
        """A rational from which on a question has one answer, and that answer; None where that is not found."""
        try:
            with briefly():
                t = crossing(relaxed, ratio(0), self.name, strict=self.base.strict or above, settled=True)
        except SymroofError:
            return None
        if t.verdict != "when":
            return Fraction(1), t.verdict == "always"
        if isinstance(t.region, Intervals):
            last = t.region.intervals[-1]
            edge, truth = last.lo if last.hi is None else last.hi, last.hi is None
        else:
            edge, truth = math.inf if t.number is None else t.number, t.sense[0] == ">"
        return (Fraction(max(1, math.ceil(edge) + 1)), truth) if abs(edge) != math.inf else None  # past all floats

    # -- between them --------------------------------------------------------------------------------------------------

    def between(self, gap: Ratio, a: Edge, b: Edge) -> Line:
        """The truth inside of a stretch."""
        spend()
        self.more -= 1
        lo, hi = _outer(a, up=False), _outer(b, up=True)
        told = self._told(gap, lo, hi)
        if told is not None:
            return [], [told]
        if self.more < 0 or self.places < 0:
            atom = next(iter(_moving(gap, self.name)), gap)
            raise Unsupported(f"{atom} changes too often where {self.name} is about {general(lo, 4)}")
        here = self._resolved(gap, lo, hi)
        if here is None:
            return [], [False]
        changing = _moving(here, self.name)
        if not changing:
            return self._plain(here, a, b)
        places = self._places(changing[0], a, b)
        if places is not None:
            self.places -= len(places)
            return self._cut(here, changing[0], [a, *places, b])
        inner = _outer(a, up=True), _outer(b, up=False)
        if (inner[1] - inner[0]) * (1 << CLOSEST) < inner[1]:
            raise Unsupported(f"{changing[0]} changes without end near {self.name} = {general(lo, 6)}")
        half = middle(*inner)
        halves = self.between(here, a, half), self.between(here, half, b)
        return _then(halves[0], (half, does(self.base, exact(half))), halves[1])

    def _cut(self, here: Ratio, atom: Atom, ends: Sequence[Edge]) -> Line:
        """The truth on the pieces between places, on each of which a function is a number or one of its sides."""
        out: Line = [], []
        for left, right in pairwise(ends):
            x = (_outer(left, up=True) + _outer(right, up=False)) / 2
            made = self._put(here, atom, chosen(atom, *_at(self.name, x)))
            piece: Line = ([], [False]) if made is None else self.between(made, left, right)
            out = piece if left is ends[0] else _then(out, (left, self._does(left)), piece)
        return out

    def _put(self, here: Ratio, atom: Atom, made: Ratio) -> Ratio | None:
        """The question with a function replaced; None where it then has no value, as K/floor(K) below 1."""
        try:
            return put(here, {atom: made})
        except (Inconclusive, Unsupported):
            raise
        except SymroofError:
            if not void(here, {atom: made}):
                raise
            return None

    def _told(self, gap: Ratio, lo: Fraction, hi: Fraction) -> bool | None:
        """The answer, where an enclosure of the whole stretch tells it."""
        try:
            least, most = fold(gap, Between({self.name: (lo, hi)}, BITS))
        except SymroofError:  # not defined on some of it
            return None
        return good(self.base, 1 if least > 0 else -1) if least > 0 or most < 0 else None

    def _resolved(self, gap: Ratio, lo: Fraction, hi: Fraction) -> Ratio | None:
        """The question without what does not change on a stretch, as far as enclosures tell; None without a value."""
        box = {self.name: (lo, hi)}

        def side(r: Ratio) -> int:
            least, most = fold(r, Between(box, BITS))
            if least <= 0 <= most and least < most:
                raise Inconclusive("it changes")
            return (least > 0) - (most < 0)

        def whole(r: Ratio) -> int:
            least, most = (math.floor(x) for x in fold(r, Between(box, BITS)))
            if least < most:
                raise Inconclusive("it changes")
            return least

        return self._resolve(gap, lambda a: chosen(a, side, whole), (SymroofError,))

    def _places(self, atom: Atom, a: Edge, b: Edge) -> list[Edge] | None:
        """Where a function changes inside of a stretch, ascending; None where that is too often, or not told."""
        lo, hi = _outer(a, up=False), _outer(b, up=True)
        if atom.row.rounds:
            try:
                least, most = fold(atom.args[0], Between({self.name: (lo, hi)}, BITS))
            except SymroofError:
                return None
            if math.floor(most) - math.ceil(least) >= FEW:
                return None
            asked = [atom.args[0] - k for k in range(math.ceil(least), math.floor(most) + 1)]
        else:
            asked = [x - y for x, y in switches(atom)]
        found: list[Edge] = []
        for u in asked:
            for p in (u.num, u.den):
                try:
                    found += self._zeros(p, lo, hi)
                except (Inconclusive, Unsupported):
                    return None
        return _apart([x for x in found if order(x, a) > 0 and order(x, b) < 0])

    def _zeros(self, p: Poly, lo: Fraction, hi: Fraction) -> list[Edge]:
        """The places inside of a stretch at which a sum is 0."""
        if self.name not in Ratio(p).names:
            return []
        if not p.ring.atoms:
            return _roots(p, self.name)
        return [near if (near := rational(x)) is not None else x for x in roots_between(Sum(p, self.name), lo, hi)]

    def _plain(self, here: Ratio, a: Edge | None, b: Edge | None) -> Line:
        """The truth inside of a stretch on which nothing changes."""
        if self.name not in here.names:
            return [], [good(self.base, constant_sign(here))]
        found: list[Edge]
        if here.atoms:
            found, told = self._with_functions(here, a, b)
        else:
            grouped = [by_power(p, self.name) for p in (here.num, here.den)]
            scale = math.lcm(1, *(e.denominator for g in grouped for e in g))
            roots, table = exact_roots.cells([integers(g, scale) if g else () for g in grouped], scale)
            found, told = [*roots], [s[1] != 0 and good(self.base, s[0] * s[1]) for s in table]
        first = sum(1 for x in found if a is not None and order(x, a) <= 0)
        last = sum(1 for x in found if b is None or order(x, b) < 0)
        return list(zip(found[first:last], told[2 * first + 1 : 2 * last : 2])), told[2 * first : 2 * last + 1 : 2]

    def _with_functions(self, here: Ratio, a: Edge | None, b: Edge | None) -> tuple[list[Edge], list[bool]]:
        """The places of a stretch where a question with functions turns, and the truth before, at and after each.

        What is not told of powers and logarithms of it is asked of the whole axis, where their roots are told exactly.
        """
        lo, hi = None if a is None else _outer(a, up=False), None if b is None else _outer(b, up=True)
        try:
            places, told = truths(self.base, here, lo, hi)
            return [*places], told
        except (Inconclusive, Unsupported) as why:
            exactly = None if isinstance(why, OutOfTime) else self._of_logarithms(here)
            if exactly is None:
                raise
            return exactly

    def _of_logarithms(self, here: Ratio) -> tuple[list[Edge], list[bool]] | None:
        """The same along the whole axis of powers and logarithms of the unknown alone; None of anything else."""
        real = here.subs({self.name: gen(_REAL)})
        asked = Threshold(_REAL, self.base.sense, "open", real, ratio(0), self.base.strict)
        try:
            made = log_sum(asked, real)
            edges, between = ([], []) if made is None else line_of(made)
        except OutOfTime:
            raise
        except SymroofError:
            return None
        if not between:
            return None
        at_and_after = (x for (_, at), after in zip(edges, between[1:]) for x in (at, after))
        return [x for x, _ in edges], [between[0], *at_and_after]

    # -- at a place ----------------------------------------------------------------------------------------------------

    def _does(self, x: Edge) -> bool:
        """Whether a place is in the region."""
        near = rational(x)
        if near is not None:
            return does(self.base, exact(near))
        here, (side, whole) = self.gap, _at(self.name, x)
        try:
            while changing := _moving(here, self.name):
                here = put(here, {changing[0]: chosen(changing[0], side, whole)})
            return good(self.base, side(here))
        except (Inconclusive, Unsupported):
            raise
        except SymroofError:
            return False


def _number(r: Ratio) -> Fraction:
    return Fraction(r.constant() or 0)


def _bounds(gap: Ratio, name: str, start: int) -> Iterator[tuple[int, tuple[Ratio, Ratio]]]:
    """Bounds of a gap without roundings, each pair with the number from which on they hold."""
    made = bounded(gap, name)
    if made is not None:
        yield 1, made
    try:
        yield start, Beyond(name, start).sign_of(gap)
    except (Unsupported, Inconclusive):
        return


def _outer(x: Edge, up: bool) -> Fraction:
    """A rational above (below) an edge, and close to it."""
    return x if isinstance(x, Fraction) else x.bracket()[up]


def _apart(places: list[Edge]) -> list[Edge]:
    """Places in ascending order, each once."""
    out: list[Edge] = []
    for x in places:
        k = len(out)
        while k and order(out[k - 1], x) > 0:
            k -= 1
        if not k or order(out[k - 1], x):
            out.insert(k, x)
    return out


def _at(name: str, x: Edge) -> tuple[Callable[[Ratio], int], Callable[[Ratio], int]]:
    """The sign of a ratio at a place, and the largest integer that does not exceed it there."""

    def side(r: Ratio) -> int:
        if name not in r.names:
            return constant_sign(r)
        return side_at(r, name, exact(x)) if isinstance(x, Fraction) else _side_at_root(r, name, x)

    def whole(r: Ratio) -> int:
        box = {name: (x, x) if isinstance(x, Fraction) else x.bracket()}
        least, most = (math.floor(y) for y in fold(r, Between(box, BITS)))
        return most if least == most or side(r - most) >= 0 else least

    return side, whole


def _side_at_root(r: Ratio, name: str, x: Edge) -> int:
    """The sign of a ratio at an irrational number; raises Inconclusive where it is close to 0 and not seen to be 0."""
    assert not isinstance(x, Fraction)
    bits = 64
    while bits <= CLOSE:
        least, most = fold(r, Between({name: x.bracket(bits)}, 2 * bits))
        if least > 0 or most < 0:
            return 1 if least > 0 else -1
        if bits == 64 and _is_root(r, name, x):
            return 0
        bits *= 2
    raise Inconclusive(f"{r} is about 0 where {name} is about {float(x):.6g}; whether it is 0 is not decided")


def _is_root(r: Ratio, name: str, x: Edge) -> bool:
    """Whether a ratio is seen to be 0 at a number."""
    form = form_of(x)
    if form is not None:
        return not constant_sign(r.subs({name: form}))
    if isinstance(x, MixedRoot):
        return isinstance(x.of, Sum) and x.of.poly in (r.num, -r.num)
    if not isinstance(x, RealRoot) or r.num.ring.atoms:
        return False
    return any(not isinstance(y, Fraction) and not order(x, y) for y in _roots(r.num, name))

"""Pictures of performance bounds: the roofline, FLOPs/s against a size, and the map of who binds where.

Each picture is first data (``Chart``) and then drawn (``draw.py``), by matplotlib (PNG, SVG, PDF) or as pgfplots text.

>>> from symroof.model.ops import op
>>> chart = roofline("TPU v5e", op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"))
>>> [mark.label for mark in chart.marks if "ridge" in mark.label]
['ridge 240.2']
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, final

from symroof.algebra.interop.door import core
from symroof.algebra.ratios.posynomial import Number, Ratio, build, exact, gen, ratio
from symroof.algebra.ratios.sizes import Cuts
from symroof.algebra.regions.region import crossing
from symroof.decimals import brief
from symroof.errors import SymroofError
from symroof.keywords import taking, told
from symroof.machines import Machine, MachineLike
from symroof.model.ops import Op, an_op
from symroof.model.roofline import at_sizes, bandwidth_core, timed_core
from symroof.symbols import key, resolved, symbol
from symroof.writing.chart import (
    BLUE,
    DASHES,
    GREEN,
    INKS,
    RED,
    WORDS,
    YELLOW,
    Chart,
    Curve,
    Mark,
    Point,
    Region,
)
from symroof.writing.draw import figure, save
from symroof.writing.formulas import Style
from symroof.writing.labels import extent
from symroof.writing.latex import formula
from symroof.writing.naming import bound_words, lettered
from symroof.writing.records import form
from symroof.writing.roofs import DRAWN, USUAL_SIZE, Drawn, Measured, machines_of, roofline, sizes_text, usual_sizes
from symroof.writing.typeset import Symbol, Words, enlarged, line, tex

if TYPE_CHECKING:
    from symroof.algebra.regions.region import Threshold

__all__ = ["Picture", "batch_chart", "plot", "regime_map", "roofline", "sizes_text"]
POINTS, LIMIT = 512, 10**12  # of a curve against one size


def _spread(lo: float, hi: float, n: int) -> list[Fraction]:
    """Exact numbers between two floats, n of them, evenly in the logarithm."""
    step = (math.log(hi) - math.log(lo)) / (n - 1)
    return [Fraction(math.exp(math.log(lo) + i * step)).limit_denominator(10**6) for i in range(n)]


# -- FLOPs/s against one size ----------------------------------------------------------------------------------------


def _times(o: Op, on: Machine, sizes: Mapping[str, Ratio | Number]) -> dict[str, Ratio]:
    """Seconds per FLOP on each resource, or where there is nothing to compute seconds, with sizes put in.

    Hops count where they take longer than the bytes, as at sizes that are numbers.
    """
    work = o.work_core().sum
    each = work if work != 0 else ratio(1)
    times = {k: t / each for k, t in timed_core(o, on).items()}
    put = resolved(sizes, {n for t in times.values() for n in t.names})
    return {k: t.subs(dict(put)) for k, t in times.items()}


def _by_plan(o: Op, free: Iterable[str]) -> str:
    """A picture over these sizes is of one plan: which, where they may change it."""
    note = o.plan_note(free, brief=True)
    return f", {note}" if note else ""


def _open(o: Op, *wanted: str) -> list[str]:
    """The sizes without a number, in the order of the notation; those wanted must be among them."""
    found = {str(n) for r in (*an_op(o).work.values(), *o.traffic.values()) for n in r.names}
    sizes = [d for d in dict.fromkeys((*o.dims, *sorted(found))) if d in found]
    for n in wanted:
        if n not in sizes:
            raise SymroofError(f"{n} is no open size of {o.text}; it has {', '.join(sizes) or 'none'}")
    return sizes


@told
def batch_chart(
    o: Op,
    machine: MachineLike | Iterable[MachineLike],
    cases: Iterable[Mapping[str, Number]] | None = None,
    *,
    over: str = "B",
    upto: int = 512,
) -> Chart:
    """Attainable FLOPs/s against one size (practice problem 3), a curve for each machine and binding of the others.

    Bytes and FLOPs are exact, and the size from which the compute roof is reached is marked.  Without cases the other
    dims are 4096 and axes of the mesh 4, which the label says; beyond 16384 the axis is logarithmic.  A sharded
    operation is drawn by the plan that the other sizes ask for; where the size along the axis may change it too, the
    label says which is drawn.

    >>> from symroof.model.ops import op
    >>> chart = batch_chart(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "TPU v5e")
    >>> round(chart.marks[0].x, 1)
    272.2

    Raises SymroofError where a size is left without a number or does not divide over the axes that cut it, and for an
    operation without FLOPs.
    """
    if o.work_core().sum == 0:
        raise SymroofError(f"{o.text} does no FLOPs, so there are no FLOPs/s to draw; T_lower says how long it takes")
    chosen = machines_of(machine)
    sizes_of = _open(o, over)
    if not 2 <= upto <= LIMIT:
        raise SymroofError(f"upto={upto} makes no curve; a size between 2 and {LIMIT} does, such as 512")
    far = upto > USUAL_SIZE * 4
    at = [1 + (upto - 1) * k // (POINTS - 1) for k in range(POINTS)] if upto > POINTS else list(range(1, upto + 1))
    if far:
        at = sorted({round(upto ** (k / (POINTS - 1))) for k in range(POINTS)})
    wanted = [dict(c) for c in cases] if cases is not None else [usual_sizes(o, (d for d in sizes_of if d != over))]
    if any(over in case for case in wanted):
        raise SymroofError(f"{over} runs along the axis, so no case can bind it; leave {over} out of the cases")
    curves: list[Curve] = []
    marks: list[Mark] = []
    for on, sizes in ((on, case) for on in chosen for case in wanted):
        there = at_sizes(o, {n: exact(v) for n, v in sizes.items()})
        times = _times(there, on, sizes)
        bound = sizes_text(sizes) + _by_plan(there, [over])
        label = "\n".join(filter(None, [on.name if len(chosen) > 1 else "", bound]))
        drawn = [n for n in at if there.does_work({key(over, True): n})]
        if not drawn:
            raise SymroofError(f"{o.text} does no FLOPs at {over} up to {upto}; give a larger upto")
        curve, mark = _against(key(over, True), drawn, times, label, len(curves), there.cuts.at(sizes))
        curves.append(curve)
        marks += [] if mark is None else [replace(mark, y=min(mark.y, _peak(o, on)))]
    title = f"{o.text} on {', '.join(m.name for m in chosen)}"
    top = 1.3 * max(_peak(o, on) for on in chosen)
    return Chart(title, f"{over} (batch size, tokens)" if over == "B" else over, "attainable FLOPs/s",
                 (float(far), upto), (0, top), (far, False), tuple(curves), tuple(marks))  # fmt: skip


def _peak(o: Op, on: Machine) -> float:
    return max(float(on.peak(d, o.unit)) for d in o.work)


def _against(
    over: str, at: Sequence[int], times: Mapping[str, Ratio], label: str, n: int, cuts: Cuts
) -> tuple[Curve, Mark | None]:
    """The n-th curve, of FLOPs/s against one size, and the point from which compute binds, where the picture has it."""
    slowest = build("max", list(times.values()))
    if left := [name for name in slowest.names if name != over]:
        raise SymroofError(f"still symbolic: {', '.join(left)}; give a number for each, as in {{{left[0]!r}: 4096}}")
    points = tuple((float(x), float(1 / slowest.at({over: x}))) for x in at)
    ink, dash = n % len(INKS), n % len(DASHES)
    links = [t for k, t in times.items() if k != "math"]
    last = _last([crossing(times["math"], t, over, settled=True).cut(cuts) for t in links], at[-1])
    curve = Curve(points, "" if last is not None else label, len(at) // 2 - 1, ink, dash, toward=(1.0, -1.0))
    if last is None or last.number is None:
        return curve, None
    said = f"{over} {last.sense} {brief(exact(last.number))}"
    said = "\n".join(filter(None, [label, said + (f" ({last.integer})" if last.integer else "")]))
    height = float(1 / slowest.at({over: exact(last.number)}))
    return curve, Mark(last.number, height, said, ink, True, toward=(0.0, 1.0))


def _last(rules: Sequence[Threshold], upto: int) -> Threshold | None:
    """The threshold past which compute binds: every link's must be passed, and inside the picture."""
    open_ones = [t for t in rules if t.verdict != "always"]
    if not open_ones or any(t.verdict == "never" or t.number is None for t in open_ones):
        return None
    last = max(open_ones, key=lambda t: t.number or 0)
    return last if (last.number or 0) <= upto and len({t.sense for t in open_ones}) == 1 else None


# -- who binds where -------------------------------------------------------------------------------------------------

_COLORS = {"math": GREEN, "hbm": RED}
_OTHER = (YELLOW, BLUE)
Row = tuple[Fraction, tuple[str, ...], tuple[float, ...]]  # a height, who binds from left to right, the edges


@told
def regime_map(
    o: Op,
    machine: MachineLike,
    x: str = "B",
    y: str = "D",
    *,
    sizes: Mapping[str, Number] | None = None,
    upto: int = 16384,
) -> Chart:
    """Over two sizes, which resource binds where; every boundary between two of them is labelled in closed form.

    Sizes beside x and y that are not bound equal y.  A sharded operation is drawn by one plan; where the open sizes may
    change it, the title says which.

    >>> from symroof.model.ops import op
    >>> chart = regime_map(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "TPU v5e")
    >>> sorted({region.label for region in chart.regions} - {''})
    ['compute-bound', 'memory-bound']

    Raises SymroofError when one resource binds everywhere, and for a size that does not divide over its mesh axes.
    """
    on, *more = machines_of(machine)
    if more:
        raise SymroofError(f"a map shows one machine, not {len(more) + 1}; draw one for each")
    sizes_of = _open(o, x, y)
    if x == y or not 64 <= upto <= LIMIT:
        raise SymroofError(
            f"a map needs two sizes and room: {x} against {y} up to {upto}; B against D up to 16384 is usual"
        )
    fixed = dict(sizes or {})
    if run := [n for n in (x, y) if n in fixed]:
        raise SymroofError(f"{run[0]} runs along an axis, so it cannot be bound; leave {run[0]} out of sizes")
    o = at_sizes(an_op(o), {n: exact(v) for n, v in fixed.items()})
    free = [n for n in sizes_of if n not in (x, y) and n not in fixed]
    times = _times(o, on, {**fixed, **{n: gen(key(y, True)) for n in free}})
    lo, hi, bottom = 1.0, float(upto), 16.0
    rows = _rows(times, x, y, lo, hi, _spread(bottom, upto, 97))
    kinds = list(dict.fromkeys(k for _, who, _ in rows for k in who))
    if len(kinds) < 2:
        raise SymroofError(
            f"{o.text} has no boundary in {x} on {on.name} up to {y} = {upto}: "
            f"{_binding(o, kinds[0], [])[0]} everywhere"
        )
    areas, sideways, upwards = _parts(rows)
    curves = []
    for size, found, toward in ((x, sideways, (-1.0, 0.3)), (y, upwards, (0.0, -1.0))):
        for pair, parts in found.items():
            words = f"${_boundary(o, on, fixed, pair, size, dict.fromkeys(free, y))}$"
            curves += _lettered(parts, words, toward, level=size == y)
    regions, patches = _colored(o, kinds, areas, (lo, hi), (bottom, hi))
    others = " = ".join([y, *free])
    bound = {**{k: v for k, v in o.sizes if isinstance(v, int)}, **fixed}
    said = f", {sizes_text(bound)}" if bound else ""
    said += _by_plan(o, (x, y, *free))
    return Chart(f"Who binds {o.text} on {on.name}{said}", x, others, (lo, hi), (bottom, hi),
                 curves=tuple(curves), regions=tuple(regions), patches=tuple(patches))  # fmt: skip


def _colored(
    o: Op, kinds: Sequence[str], areas: Sequence[Area], across: Point, up: Point
) -> tuple[list[Region], list[tuple[str, str]]]:
    """The areas in the colors of what binds there, the roomiest with its words; what has no room is in the key."""
    regions: list[Region] = []
    patches: list[tuple[str, str]] = []
    for kind in kinds:
        words, color = _binding(o, kind, kinds)
        shapes = sorted(((left, right) for k, left, right in areas if k == kind), key=lambda s: -_area(*s))
        places = [_room(words, *shape, across, up) for shape in shapes]
        home = next((i for i, place in enumerate(places) if place is not None), None)
        patches += [(words, color)] if home is None else []
        for i, shape in enumerate(shapes):
            outline = (*_straight(shape[0]), *reversed(_straight(shape[1])))
            regions.append(Region(*across, color, words if i == home else "", outline, places[i] or (0.0, 0.0)))
    return regions, patches


def _lettered(parts: Sequence[list[Point]], words: str, toward: Point, level: bool) -> list[Curve]:
    """The pieces of one border, the longest of them with its words."""
    longest = max(parts, key=len)
    return [
        Curve(tuple(p), words if p is longest else "", 1 if level else len(p) * 3 // 4, 0, 0, toward=toward)
        for p in parts
    ]


Area = tuple[str, list[Point], list[Point]]  # what binds in it, and its left and right edge
Borders = dict[tuple[str, str], list[list[Point]]]  # between two resources, in pieces


def _parts(rows: Sequence[Row]) -> tuple[list[Area], Borders, Borders]:
    """The areas, each with its left and right edge, and the borders crossed sideways and upwards."""
    sideways: Borders = {}
    upwards: Borders = {}
    areas: list[Area] = []
    bands = [list(band) for _, band in groupby(rows, key=lambda r: r[1])]
    for below, above in pairwise(bands):
        for pair, part in _steps(below[-1], above[0]):
            upwards.setdefault(pair, []).append(part)
    for band in bands:
        who = band[0][1]
        for i, kind in enumerate(who):
            left = [(edges[i], float(v)) for v, _, edges in band]
            right = [(edges[i + 1], float(v)) for v, _, edges in band]
            areas.append((kind, left, right))
            if i + 1 < len(who) and len(right) > 1:
                pair = (kind, who[i + 1])
                sideways.setdefault((min(pair), max(pair)), []).append(right)
    return areas, sideways, upwards


def _binding(o: Op, kind: str, kinds: Sequence[str]) -> tuple[str, str]:
    """A region's words and color."""
    others = [k for k in kinds if k not in _COLORS]
    color = _OTHER[others.index(kind) % len(_OTHER)] if kind in others else YELLOW
    return bound_words(o.link_of(kind)), _COLORS.get(kind, color)


def _rows(times: Mapping[str, Ratio], x: str, y: str, lo: float, hi: float, heights: Sequence[Fraction]) -> list[Row]:
    """Who binds from left to right at each height, with more heights where that changes."""

    def row(v: Fraction) -> Row:
        here = {k: t.subs({y: v}) for k, t in times.items()}
        edges = [lo, *_cuts(here, x, lo, hi), hi]
        who = []
        for a, b in pairwise(edges):
            middle = Fraction(math.sqrt(a * b)).limit_denominator(10**9)
            who.append(max(here, key=lambda k: Fraction(here[k].at({x: middle}))))
        kept = [i for i in range(len(who)) if i == 0 or who[i] != who[i - 1]]
        return v, tuple(who[i] for i in kept), (*(edges[i] for i in kept), hi)

    out = [row(heights[0])]
    for v in heights[1:]:
        above = row(v)
        for _ in range(MOST_CHANGES):  # between two heights; a resource may bind in a thin stripe alone
            if out[-1][1] == above[1]:
                break
            below, end = _where_it_changes(row, out[-1], above)
            out += [r for r in (below, end) if r is not out[-1] and r is not above]
            if end is above:
                break
        out.append(above)
    return out


MOST_CHANGES = 8


def _where_it_changes(row: Callable[[Fraction], Row], below: Row, above: Row) -> tuple[Row, Row]:
    """Two rows that are as good as one, between which another resource binds for the first time from below."""
    end = above
    for _ in range(24):
        middle = row(Fraction(math.sqrt(below[0] * end[0])).limit_denominator(10**9))
        below, end = (middle, end) if middle[1] == below[1] else (below, middle)
    return below, end


def _cuts(here: Mapping[str, Ratio], x: str, lo: float, hi: float) -> list[float]:
    """Where any two of the times are equal, between the ends of the axis."""
    found = [crossing(a, b, x, settled=True) for a, b in combinations(here.values(), 2)]
    return sorted({v for t in found for v in _ends(t) if lo < v < hi})


def _ends(rule: Threshold) -> Iterator[float]:
    """Every crossing of a threshold, of which hops make several."""
    if rule.number is not None:
        yield rule.number
    yield from (v for i in rule.intervals for v in (i.lo, i.hi) if v is not None)


def _steps(below: Row, above: Row) -> Iterator[tuple[tuple[str, str], list[Point]]]:
    """The level boundaries between two rows that are as good as one: where another resource binds above than below."""
    (_, lower, under), (v, upper, over) = below, above
    marks = sorted({*under, *over})
    for a, b in pairwise(marks):
        first = lower[max(i for i in range(len(lower)) if under[i] <= a)]
        second = upper[max(i for i in range(len(upper)) if over[i] <= a)]
        if first != second and b / a > 1.01:
            yield (min(first, second), max(first, second)), [(a, float(v)), (math.sqrt(a * b), float(v)), (b, float(v))]


def _straight(points: list[Point]) -> list[Point]:
    """A chain without the points inside an upright stretch."""
    return [
        p
        for i, p in enumerate(points)
        if not 0 < i < len(points) - 1 or not points[i - 1][0] == p[0] == points[i + 1][0]
    ]


def _width(left: Point, right: Point) -> float:
    return math.log(right[0] / left[0])


def _area(left: Sequence[Point], right: Sequence[Point]) -> float:
    """On log-log paper, between two edges."""
    rows = [(math.log(a[1]), _width(a, b)) for a, b in zip(left, right)]
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(rows))


NARROW = (330.0, 200.0)  # points, of the smallest axes that words have to fit on: those of pgfplots


def _room(words: str, left: Sequence[Point], right: Sequence[Point], across: Point, up: Point) -> Point | None:
    """Where an area has most room for its words, as fractions of the axes: no border crosses them; None if nowhere."""
    wide, high = ((v + 8) / side for v, side in zip(extent(words, WORDS), NARROW))

    def part(v: float, ends: Point) -> float:
        return math.log(v / ends[0]) / math.log(ends[1] / ends[0])

    rows = [(part(a[1], up), part(a[0], across), part(b[0], across)) for a, b in zip(left, right)]
    best: tuple[float, Point] | None = None
    for k in range(2, int(50 * (1 - high))):
        foot = k / 50
        inner = [row for row in rows if foot - 0.02 <= row[0] <= foot + high + 0.02]
        if not inner or not rows[0][0] <= foot or not foot + high <= rows[-1][0]:
            continue
        a, b = max(r[1] for r in inner), min(r[2] for r in inner)
        slack = min(b - a - wide, 0.4) - abs(foot + high / 2 - (rows[0][0] + rows[-1][0]) / 2) / 4
        if b - a > wide and (best is None or slack > best[0]):
            best = slack, ((a + b) / 2, foot)
    return None if best is None else best[1]


def _boundary(
    o: Op, on: Machine, fixed: Mapping[str, Number], pair: tuple[str, str], x: str, equal: Mapping[str, str]
) -> str:
    """Where two resources take equally long, in LaTeX, solved for x, with the quotient of their rates as one number."""
    from sympy import Piecewise

    first, second = sorted(pair, key=lambda k: k != "math")
    times = _times(o, on, {**fixed, **({n: gen(key(x, True)) for n in equal} if x in equal.values() else {})})
    rates = [
        on.peak(next(iter(o.work)), o.unit) if k == "math" else bandwidth_core(o, o.roofs[k][0], on)
        for k in (first, second)
    ]
    ridge = exact(Fraction((ratio(rates[0]) / rates[1]).constant() or 1))
    mine, others = times[first] * rates[0], times[second] * rates[1]
    value = crossing(mine / ridge, others, x, settled=True).value
    if value is None or value.atoms(Piecewise):  # hops, which end where the bytes take longer
        return tex(lettered(line(Symbol(x), Words(" in pieces"))))
    told = crossing(mine / gen(RIDGE), others, x, settled=True).value  # as people know it, 1/240.2 rather than 41/9850
    if told is not None and ridge != 1 and core(told).subs({RIDGE: ridge}) == core(value):
        value = told if value.free_symbols else value
    value = value.subs({symbol(key(a, True)): symbol(key(b, True)) for a, b in equal.items()})
    if any(value.has(symbol(key(b, True)) ** 2) for b in equal.values()):  # B*F was, and F cancels
        value = core(value)._sympy_()
    shown = form(value) if value.free_symbols else form(exact(value), Style(5))
    return tex(enlarged(formula(line(Symbol(x), "=", shown), {RIDGE: form(ridge, Style(4))})))


RIDGE = "W_ridge"  # what stands for the quotient of two rates while a boundary is solved


@taking(DRAWN)
def plot(
    op: object,
    machine: MachineLike | Iterable[MachineLike],
    out: str | Path | None = None,
    *,
    size: tuple[float, float] | None = None,
    ax: object = None,
    **drawn: Unpack[Drawn],
) -> Chart:
    """The roofline of one operation (or several) on one machine (or several), written where ``out`` says.

    An operation with a size left open is drawn as a path over it; see ``roofline``.  ``points`` are measurements,
    ("mine", FLOPs, bytes, seconds); ``size`` is in inches; ``ax`` are axes of Matplotlib to draw in.

    >>> from symroof.model.ops import op
    >>> plot(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "H100", title="Mine")
    Chart('Mine': 2 curves, 8 marks, 2 regions)

    Raises SymroofError as ``roofline`` and ``save`` do.
    """
    chart = roofline(machine, op, **drawn)
    if ax is not None:
        figure(chart, size, ax=ax)
    if out is not None:
        save(chart, out, size)
    return chart


@final
@dataclass(frozen=True)
class Picture:
    """Any of the three pictures, as ``symroof plot`` asks for it: --over, --map, or else the roofline."""

    link: Sequence[str] = ()
    bandwidth: Sequence[object] = ()
    over: str | None = None
    case: Sequence[Mapping[str, object]] = ()
    map: str | None = None
    upto: int | None = None
    point: Sequence[Measured] = ()

    def chart(self, o: Op, machine: Any) -> Chart:
        """The picture of an operation.

        Raises SymroofError for options that belong to another picture.
        """
        self._refuse_strays("over" if self.over else "map" if self.map else "roofline")
        if self.over:
            bound = [{k: exact(v) for k, v in c.items()} for c in self.case] or None
            return batch_chart(o, machine, bound, over=self.over, upto=self.upto or 512)
        if not self.map:
            return roofline(machine, o, link=self.link or None, bandwidths=self.bandwidth, points=self.point)
        names = self.map.replace(",", " ").split()
        if len(names) != 2:
            raise SymroofError(f'--map {self.map!r} names {len(names)} sizes; name two, as in --map "B D"')
        return regime_map(o, machine, *names, upto=self.upto or 16384)

    def _refuse_strays(self, kind: str) -> None:
        for option in (o for o in self.__dict__ if getattr(self, o) and o not in _OPTIONS[kind]):
            instead = " or ".join(f"--{k}" for k, options in _OPTIONS.items() if option in options and k != "roofline")
            use = f"goes with {instead}" if instead else "is for the roofline"
            raise SymroofError(f"--{option} {use}, not with --{kind}" if kind != "roofline" else f"--{option} {use}")


_OPTIONS = {"roofline": {"link", "bandwidth", "point"}, "over": {"over", "case", "upto"}, "map": {"map", "upto"}}

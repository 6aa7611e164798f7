"""The roofline: what one or several machines can do, and where operations and measurements stand under it.

A point stands at FLOPs over the bytes of a link, and at the FLOPs/s that ``attainable`` says: of an operation that uses
several links one for each, all at one height, and on the roof of the link that binds.

>>> from symroof.model.ops import op
>>> sharded = op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X=4", I=1024, J=8192, K=1024)
>>> chart = roofline("TPU v5e", sharded)
>>> [(mark.bound, round(mark.x), f"{mark.y:.3g}") for mark in chart.marks if mark.bound]
[('ici', 410, '1.23e+14'), ('ici', 2731, '1.23e+14')]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, final

from symroof.algebra.ratios.posynomial import Number, Ratio, exact, total
from symroof.algebra.ratios.sizes import Cuts
from symroof.decimals import brief
from symroof.errors import SymroofError, UnknownResource
from symroof.keywords import taking
from symroof.machines import Machine, MachineLike
from symroof.machines import machine as find_machine
from symroof.model.ops import intensity_core
from symroof.model.roofline import bandwidth_core, timed_core
from symroof.reading.quantity import quantity
from symroof.writing.chart import DASHES, GREEN, INKS, RED, SHAPES, YELLOW, Chart, Curve, Mark, Region
from symroof.writing.naming import CACHES, bound_words

if TYPE_CHECKING:
    from symroof.model.ops import Op

USUAL_SIZE, USUAL_AXIS = 4096, 4  # for dims and mesh axes left open in a picture; always said in its title
Measured = tuple[str, object, object, object]  # name, FLOPs, bytes, seconds


def usual_sizes(o: Op, names: Iterable[str]) -> dict[str, int]:
    """What a picture puts for sizes left open: 4096 for a dim, 4 devices for an axis of the mesh.

    >>> from symroof.model.ops import op
    >>> usual_sizes(op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X"), ["K", "X"])
    {'K': 4096, 'X': 4}
    """
    axes = {*map(str, dict(o.mesh))}
    return {n: USUAL_AXIS if n in axes else USUAL_SIZE for n in names}


def machines_of(given: object) -> list[Machine]:
    """One machine or several; what is no collection of them is taken for one, and refused as such."""
    many: list[Any] = [given]
    if isinstance(given, Iterable) and not isinstance(given, (str, bytes, Machine, Path)):
        many = [*given]
    if not many:
        raise SymroofError("no machine to draw; give one, as in plot(op, 'TPU v5e', 'roofline.png')")
    return [find_machine(m) for m in many]


def _ops(given: object) -> list[Op]:
    if given is None:
        return []
    many: list[Any] = [given]
    if isinstance(given, Iterable) and not isinstance(given, str) and not hasattr(given, "traffic"):
        many = [*given]
    if strange := [o for o in many if not hasattr(o, "traffic")]:
        raise SymroofError(f"{strange[0]!r:.80} is not an operation; make one, as in op('bf16[B, D] * bf16[D, F]')")
    return many


@final
@dataclass(frozen=True)
class _Roof:
    """One roof: what it is called, whose it is, FLOPs/s, bytes/s, the link they cross, and whether W was given."""

    said: str
    machine: Machine
    peak: Fraction
    rate: Fraction
    link: str
    given: bool = False

    @property
    def ridge(self) -> Fraction:
        return self.peak / self.rate

    def at(self, intensity: Number) -> float:
        return float(min(self.peak, self.rate * intensity))


def _roofs(
    chosen: list[Machine], kinds: Sequence[str], links: Mapping[str, Mapping[str, Fraction]], given: Sequence[object]
) -> list[_Roof]:
    """Every machine with every link of it that is wanted, or with the bandwidths given, highest peak first."""
    rates = [
        (f"BW{i + 1}", quantity(w).value if isinstance(w, str) else Fraction(exact(w))) for i, w in enumerate(given)
    ]
    if any(w <= 0 for _, w in rates):
        raise SymroofError(
            f"a bandwidth is a positive number of bytes/s, not {next(str(w) for _, w in rates if w <= 0)}"
        )
    out = []
    for m in chosen:
        mine = list(links[m.name].items())
        for said, w in rates or mine:
            several = [m.name] * (len(chosen) > 1) + [said] * (len(rates or mine) > 1)
            peak = max(m.peak(kind) for kind in kinds)
            out.append(_Roof(", ".join(several) or m.name, m, peak, w, mine[0][0] if rates else said, bool(rates)))
    return sorted(out, key=lambda r: -r.peak)


def _lanes(o: Op, wanted: Sequence[str] | None) -> list[str]:
    """The keys of an operation's traffic that move anything; with ``wanted`` those of these links."""
    used = [lane for lane, b in o.traffic.items() if b != 0]
    return used if wanted is None else [x for x in used if x in wanted or o.link_of(x) in wanted]


def _links(chosen: list[Machine], drawn: list[Op], wanted: Sequence[str] | None) -> dict[str, dict[str, Fraction]]:
    """Of each machine the links to draw with their bytes/s: those wanted, else those used, and its caches."""
    out: dict[str, dict[str, Fraction]] = {}
    for m in chosen:
        found: dict[str, Fraction] = {}
        for o in drawn:
            for lane in _lanes(o, wanted):
                rate = bandwidth_core(o, lane, m).constant()
                if rate is not None:
                    found[o.link_of(lane)] = Fraction(rate)
        for link in wanted or ([] if found else ["hbm"]):
            found.setdefault(link, m.bandwidth(link))
        if wanted is None:
            found |= {x: m.bandwidth(x) for x in m.bandwidths if x in CACHES and x not in found}
        out[m.name] = found
    _refuse_unused(drawn, wanted)
    return out


class Drawn(TypedDict, total=False):
    """What may be said of a roofline, however it is asked for."""

    dtype: str | None
    link: str | Sequence[str] | None
    points: Iterable[Measured]
    title: str | None


DRAWN: Drawn = {"dtype": None, "link": None, "points": (), "title": None}


@taking(DRAWN)
def roofline(
    machines: MachineLike | Iterable[MachineLike],
    ops: object = (),
    *,
    bandwidths: Sequence[object] = (),
    **drawn: Unpack[Drawn],
) -> Chart:
    r"""The roofs of one or several machines, log-log, and operations on them as points, or paths over one size.

    Drawn are all links that the operations use, and a machine's caches; ``link`` names one or several instead, and
    ``bandwidths`` replaces the link's own by others (bytes/s, or "1.6TB/s").  Each dtype that is worked in has its
    ceiling, as has the vector unit for elementwise work.  An operation stands at the FLOPs/s of ``attainable``, all of
    its links considered.  ``points`` are measurements, ("mine", FLOPs, bytes, seconds); one above the roof says so.
    Two bandwidths on one machine give the regions where both, one, or none of them limits the algorithm.

    >>> chart = roofline("H100", points=[("mine", 4e12, 2e10, 0.01)])
    >>> [mark.label for mark in chart.marks][-1]
    'mine\n4e14 FLOPs/s, 60 % of the roof'

    Raises SymroofError for no machine, what is no operation, or one without FLOPs;
    UnknownResource for a missing peak or link.
    """
    dtype, link, title = drawn["dtype"], drawn["link"], drawn["title"]
    chosen, asked = machines_of(machines), _ops(ops)
    if idle := next((o for o in asked if o.work_core().sum == 0), None):
        raise SymroofError(f"{idle.text} does no FLOPs, so it has no place on a roofline")
    wanted = None if link is None else [link] if isinstance(link, str) else list(link)
    if wanted is None and bandwidths:
        wanted = ["hbm"]
    kinds = [dtype] if dtype else list(dict.fromkeys(d for o in asked for d in o.work)) or ["bf16"]
    roofs = _roofs(chosen, kinds, _links(chosen, asked, wanted), bandwidths)
    first = next(r for r in roofs if r.machine is chosen[0])
    every = [(r, p) for o in asked for r in roofs for p in _path(o, r, wanted)]
    paths = [(r, p) for r, p in every if len(p.points) == 1 or r.machine is chosen[0]]
    if bandwidths:
        paths = [(r, p) for r, p in paths if len(p.points) == 1 or r is first]
    measured = _measured(drawn["points"], roofs, chosen)
    low, high = _span(roofs, [float(x) for _, p in paths for x, *_ in p.points] + [m.x for m in measured])
    curves, marks = _ceilings(roofs, chosen, kinds, asked, low, high)
    titles = list(dict.fromkeys(p.title for _, p in paths))
    roads, stands = _standing(paths, titles, len(roofs))
    over = list(dict.fromkeys(r.link for r in roofs))
    head = f"Roofline in {', '.join(kinds)}, {', '.join(over)}: {', '.join(dict.fromkeys(m.name for m in chosen))}"
    several = len(titles) > 1
    on = f" (on {first.said})" if bandwidths and len(roofs) > 1 and any(len(p.points) > 1 for _, p in paths) else ""
    lowest = min([low * float(min(r.rate for r in roofs)), *(m.y / 2 for m in (*stands, *measured))])
    chart = Chart(
        title if title is not None else head + ("\n" + titles[0] + on if titles and not several else on),
        "arithmetic intensity (FLOPs/byte)",
        "attainable FLOPs/s" if not measured else "FLOPs/s",
        (low, high),
        (lowest, max([float(roofs[0].peak) * 4, *(m.y * 2 for m in measured)])),
        curves=(*curves, *roads),
        marks=(*marks, *stands, *measured),
        key=tuple((t, (len(roofs) + n) % len(INKS), n % len(SHAPES)) for n, t in enumerate(titles)) if several else (),
    )
    everything = all(len(_lanes(o, None)) == 1 and len(o.work) == 1 for o in asked)
    banded = len(chosen) == len(over) == len(kinds) == 1 and everything
    return replace(chart, regions=_bands(roofs, low, high) if banded else ())


def _refuse_unused(drawn: list[Op], wanted: Sequence[str] | None) -> None:
    """Raise UnknownResource for an operation that moves nothing over any of the links that are drawn."""
    for o in drawn:
        if wanted is not None and not _lanes(o, wanted):
            used = ", ".join(dict.fromkeys(map(o.link_of, _lanes(o, None)))) or "no link"
            raise UnknownResource(f"{o.text} moves nothing over {', '.join(wanted)}; it uses {used}")


def _span(roofs: Sequence[_Roof], xs: Sequence[float]) -> tuple[float, float]:
    """The ends of the axis of intensities: far around the ridges, and with every point inside."""
    ridges = [float(r.ridge) for r in roofs]
    return min([min(ridges) / 300, *(x / 2 for x in xs)]), max([max(ridges) * 30, *(x * 2 for x in xs)])


def _ceilings(
    roofs: list[_Roof], chosen: list[Machine], kinds: Sequence[str], drawn: list[Op], low: float, high: float
) -> tuple[list[Curve], list[Mark]]:
    """The roofs with their ridges, and a level line for every other dtype and for the vector unit."""
    curves: list[Curve] = []
    marks: list[Mark] = []
    beside = len(chosen) > 1 or len(roofs) == 1
    for i, r in enumerate(roofs):
        ink, dash = i % len(INKS), i % len(DASHES)
        slope = math.sqrt(low * float(r.ridge))
        points = tuple((x, r.at(exact(x))) for x in (low, slope, float(r.ridge), high))
        if beside:
            label = f"{r.said}\n{brief(r.peak, 3)} FLOPs/s\n{brief(r.rate, 3)} bytes/s"
            curves.append(Curve(points, label, ink=ink, dash=dash, margin=True))
        else:  # one peak, several bandwidths: the slopes differ
            curves.append(Curve(points, f"{r.said}: {brief(r.rate, 3)} bytes/s", 1, ink, dash, toward=(-1.0, 1.0)))
        words = f"{r.said + ' ' if len(roofs) > 1 else ''}ridge {brief(r.ridge)}"
        marks.append(Mark(float(r.ridge), float(r.peak), words, ink, drop=True, toward=(-1.0, 1.0)))
    elementwise = any(o.unit != "matrix" for o in drawn)
    for m in chosen:
        mine = [r for r in roofs if r.machine is m]
        fastest, who = max(r.rate for r in mine), f"{m.name}, " * (len(chosen) > 1)
        levels = [(kind, m.peak(kind)) for kind in kinds if m.peak(kind) < mine[0].peak]
        if elementwise and m.vector is not None and m.vector < mine[0].peak:
            levels.append(("vector unit", m.vector))
        if levels and not beside:
            top = next(kind for kind in kinds if m.peak(kind) == mine[0].peak)
            ends = (float(mine[0].ridge), float(mine[0].peak)), (high, float(mine[0].peak))
            curves.append(Curve(ends, f"{who}{top}\n{brief(mine[0].peak, 3)} FLOPs/s", margin=True, width=0.8))
        for kind, peak in levels:
            label = f"{who}{kind}\n{brief(peak, 3)} FLOPs/s"
            ends = (float(peak / fastest), float(peak)), (high, float(peak))
            curves.append(Curve(ends, label, ink=roofs.index(mine[0]) % len(INKS), dash=3, margin=True, width=1.2))
    return curves, marks


def _standing(paths: list[tuple[_Roof, _Path]], titles: list[str], roofs: int) -> tuple[list[Curve], list[Mark]]:
    """Operations: a point for each link, all at the height that is attainable, or a road over one size."""
    roads: list[Curve] = []
    marks: list[Mark] = []
    several = len(titles) > 1
    seen: set[tuple[str, float, str]] = set()
    for _, path in paths:
        n = titles.index(path.title)
        ink, shape = (roofs + n) % len(INKS), n % len(SHAPES) if several else 0
        if path.road:
            roads.append(Curve(path.road, ink=ink, width=1.2))
        for x, y, words, bound in path.points:
            one = (path.title, 0.0 if path.road else float(x), words)
            shown = "" if one in seen else words
            seen.add(one)
            drop = not path.road and bool(shown)
            marks.append(Mark(float(x), float(y), shown, ink, drop=drop, shape=shape, bound=bound))
    return roads, marks


def _measured(points: Iterable[Measured], roofs: list[_Roof], chosen: list[Machine]) -> list[Mark]:
    """Measurements as hollow-named marks; what is above every roof says so."""
    out = []
    for one in points:
        if not isinstance(one, Sequence) or isinstance(one, str) or len(one) != 4:
            raise SymroofError(f"a measured point is (name, FLOPs, bytes, seconds), not {one!r:.80}")
        said, (flops, moved, seconds) = str(one[0]), (Fraction(exact(v)) for v in one[1:])
        if min(flops, moved, seconds) <= 0:
            raise SymroofError(f"{said}: FLOPs, bytes and seconds are positive; is one of them 0 or below?")
        x, y = flops / moved, flops / seconds
        top = max(r.at(x) for r in roofs if r.machine is chosen[0])
        share = float(y) / top
        words = f"{share:.2g} times the roof: above it" if share > 1 else f"{100 * share:.2g} % of the roof"
        label = f"{said}\n{brief(y, 3)} FLOPs/s, {words}"
        out.append(Mark(float(x), float(y), label, len(INKS) - 1, shape=3, toward=(1.0, -1.0)))
    return out


def _bands(roofs: Sequence[_Roof], low: float, high: float) -> tuple[Region, ...]:
    """Red below the smallest ridge, yellow between, green above the largest."""
    ridges = sorted({r.ridge for r in roofs})
    first, last = float(ridges[0]), float(ridges[-1])
    words = bound_words(roofs[0].link)
    every = words if len(ridges) == 1 else f"{words}\nat every BW"
    out = [Region(low, first, RED, every), Region(last, high, GREEN, bound_words("math"))]
    if last > first:
        some = "at the\nlower BW" if len(ridges) == 2 else "at\nsome BWs"
        out.insert(1, Region(first, last, YELLOW, f"{words.replace('-', '-' + chr(10), 1)} {some}"))
    return tuple(out)


@final
@dataclass(frozen=True)
class _Path:
    """Where an operation stands: intensities, heights, labels and what binds there; its title says what was assumed."""

    points: tuple[tuple[Fraction, Fraction, str, str], ...]
    title: str
    road: tuple[tuple[float, float], ...] = ()


def _path(o: Op, r: _Roof, wanted: Sequence[str] | None) -> list[_Path]:
    """An operation with all sizes bound is a point; else its path over the first open size, the others said.

    One for each lane of the roof's link; none where nothing moves over it.
    """
    out = []
    lanes, every = _lanes(o, wanted), _lanes(o, None)  # those drawn, and all
    shown = intensity_core(o, every[0]).names if every else ()  # all links are drawn over the same size
    for lane in _lanes(o, [r.link]):
        value = intensity_core(o, lane)
        flops, times = o.work_core().sum, timed_core(o, r.machine)
        if r.given:
            name, links = next((name, links) for name, links in o.roofs.items() if lane in links)
            given = {x: r.rate if x == lane else bandwidth_core(o, x, r.machine) for x in links}
            times[name] = total(o.traffic[x] / w for x, w in given.items())
        names = {n for t in (*times.values(), flops) for n in t.names}
        order = list(dict.fromkeys((*o.dims, *sorted(names))))
        run = next((d for d in order if d in shown), next((d for d in order if d in names), ""))
        rest = [n for n in order if n in names and n != run]
        o.cuts.check(usual_sizes(o, rest))

        def at(n: int, run: str = run, rest: list[str] = rest) -> dict[str, int]:
            return {**usual_sizes(o, rest), **({run: n} if run else {})}

        def works(n: int, at: Callable[[int], dict[str, int]] = at) -> bool:
            return o.does_work(at(n))

        def stand(n: int, at: Callable[[int], dict[str, int]] = at, times: Mapping[str, Ratio] = times,
                  flops: Ratio = flops, value: Ratio = value) -> tuple[Fraction, Fraction, str]:  # fmt: skip
            here = at(n)
            seconds = {name: Fraction(t.subs(here).constant() or 0) for name, t in times.items()}
            bound = max(seconds, key=lambda name: (seconds[name], name == "math"))
            work = Fraction(flops.subs(here).constant() or 0)
            return Fraction(value.subs(here).constant() or 0), work / seconds[bound], bound

        steps = [n for n in (_steps(o, run) if run else [1]) if works(n)]
        if not steps:
            raise SymroofError(f"{o.text} does no FLOPs at the sizes that a picture puts; bind {', '.join(order)}")
        found = [stand(n) for n in steps]
        words = [f"{run} = {n}" if k % 2 == 0 else "" for k, n in enumerate(steps)]
        named = found[0][2] if found[0][2] in lanes else lanes[0]  # the point on the roof that binds has the words
        if not run:
            words = [_words(o, found[0][2], len(every) > 1) if lane == named else ""]
        elif lane != lanes[0]:
            words = [""] * len(steps)
        between = sorted({round(2 ** (k / 3)) for k in range(37)}) if run else []
        road = {*((float(x), float(y)) for x, y, _ in map(stand, filter(works, between))), *_corner(found, r)}
        text = _said(o, f"{run} = {steps[0]} to {steps[-1]}" if run else "", [run, *rest])
        hidden = sorted({b for *_, b in found if b != "math" and not {*o.roofs[b]} & {*lanes}})
        text += f", below the roof where {', '.join(hidden)} binds" if hidden else ""
        points = tuple((x, y, said, bound) for (x, y, bound), said in zip(found, words))
        out.append(_Path(points, text, tuple(sorted(road))))
    return out


def _said(o: Op, over: str, names: list[str]) -> str:
    """The title of a path: the operation, over which size it runs, the sizes assumed, and by which plan."""
    assumed = f", {sizes_text(usual_sizes(o, names[1:]))}" if names[1:] else ""
    text = f"{o.text}, {over}{assumed}" if over else o.text
    note = o.plan_note(names, brief=True)
    return text + (f", {note}" if note else "")


def _steps(o: Op, run: str) -> list[int]:
    """The sizes that are marked: the powers of 4, or the next ones at which the sizes tied to them are whole."""
    tied = Cuts(tuple(row for row in o.cuts.rows if not row.axes))
    found = [tied.nearest(run, 4**k, up=True) for k in range(7)]
    return list(dict.fromkeys(n for n in found if n is not None))


def _corner(found: Sequence[tuple[Fraction, Fraction, str]], r: _Roof) -> list[tuple[float, float]]:
    """The ridge, where a road runs along its roof up to it and on."""
    xs = [x for x, _, _ in found]
    along = all(y == min(r.peak, r.rate * x) for x, y, _ in found)
    return [(float(r.ridge), float(r.peak))] if along and min(xs) < r.ridge < max(xs) else []


def _words(o: Op, bound: str, several: bool) -> str:
    """A point's label: its sizes, and what binds where several links could."""
    said = sizes_text({k: v for k, v in o.sizes if isinstance(v, int)}) or o.text
    return f"{said}\n{bound_words(o.link_of(bound))}" if several else said


def sizes_text(sizes: Mapping[str, Number]) -> str:
    """Sizes in words, the equal ones together.

    >>> sizes_text({"B": 8, "D": 4096, "F": 4096}), sizes_text({})
    ('B = 8, D = F = 4096', '')
    """
    groups: dict[Number, list[str]] = {}
    for k, v in sizes.items():
        groups.setdefault(v, []).append(k)
    return ", ".join(" = ".join([*names, str(v)]) for v, names in groups.items())

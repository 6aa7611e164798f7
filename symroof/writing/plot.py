r"""Pictures of a roofline: a ``Chart`` says what is seen, matplotlib or pgfplots draws it.

    roofline       attainable FLOPs/s = min(C, W * intensity), log-log, ridge points, regions, operations
    batch_chart    attainable FLOPs/s against one size, thresholds marked
    regime_map     over two sizes, which resource binds where, boundary in closed form

Every number is computed exactly and becomes a float only on the paper.  Colours differ in lightness as well as in hue,
and every curve is labelled where it is, so that grey prints and colour-blind readers lose nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.posynomial import Number, Ratio, exact
from symroof.errors import SymroofError
from symroof.machines import Machine
from symroof.machines import machine as find_machine
from symroof.writing.naming import decimal, escaped, name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from symroof.model.ops import Op

INKS = ("#0B3C6F", "#B34700", "#00664B", "#7A4A73", "#2B7BB0", "#333333")  # Okabe and Ito, darkened for small type
DASHES = ("-", "--", "-.", ":")
RED, YELLOW, GREEN = "#EDB3A6", "#FBEFC4", "#BFDCC8"  # bound at every bandwidth, at the lower one, by compute
USUAL_SIZE = 4096  # for sizes left open in a picture; always said in its title
Point = tuple[float, float]


@final
@dataclass(frozen=True)
class Curve:
    """A line with its label, written beside the point ``at`` (an index)."""

    points: tuple[Point, ...]
    label: str = ""
    at: int = -1
    ink: int = 0
    dash: int = 0
    width: float = 2.0
    place: str = "above"


@final
@dataclass(frozen=True)
class Mark:
    """A point with a label; ``drop`` draws a line down to the axis."""

    x: float
    y: float
    label: str
    ink: int = 0
    drop: bool = False
    dx: float = 6.0
    dy: float = -14.0
    align: str = "left"


@final
@dataclass(frozen=True)
class Region:
    """A stretch of the x axis, or the polygon given, with its colour and words."""

    left: float
    right: float
    color: str
    label: str
    polygon: tuple[Point, ...] = ()
    where: Point = (0.0, 0.0)


@final
@dataclass(frozen=True)
class Chart:
    """What a picture shows, independent of who draws it."""

    title: str
    x_label: str
    y_label: str
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    log: tuple[bool, bool] = (True, True)
    curves: tuple[Curve, ...] = ()
    marks: tuple[Mark, ...] = ()
    regions: tuple[Region, ...] = field(default=())


# -- what is seen ----------------------------------------------------------------------------------------------------


def _brief(x: Number, digits: int = 3) -> str:
    significand, power = decimal(x, digits)
    return f"{significand}e{power}" if power else significand


def _spread(lo: float, hi: float, n: int) -> list[Fraction]:
    """Exact numbers between two floats, n of them, evenly in the logarithm."""
    import math

    step = (math.log(hi) - math.log(lo)) / (n - 1)
    return [Fraction(math.exp(math.log(lo) + i * step)).limit_denominator(10**6) for i in range(n)]


def _machines(given: object) -> list[Machine]:
    many = [given] if isinstance(given, (str, Machine, Path)) else list(given)  # type: ignore[call-overload]
    if not many:
        raise SymroofError("no machine to draw; give one, as in plot(op, 'TPU v5e', 'roofline.png')")
    return [find_machine(m) for m in many]


def _ops(given: object) -> list[Op]:
    if given is None:
        return []
    many: list[Op] = [given] if hasattr(given, "traffic") else list(given)  # type: ignore[list-item,call-overload]
    return many


def roofline(
    machines: object,
    ops: object = (),
    *,
    dtype: str | None = None,
    link: str = "hbm",
    bandwidths: Sequence[object] = (),
) -> Chart:
    """The roofs of one or several machines, log-log, and operations on them as points, or paths over one size.

    bandwidths replaces the link's by others (bytes/s): two of them give the red, yellow and green regions, where both,
    one, or none of them limits the algorithm.  Raises SymroofError for no machine, UnknownResource for a missing peak.
    """
    chosen, drawn = _machines(machines), _ops(ops)
    kind = dtype or next((d for o in drawn for d in o.work), "bf16")
    roofs: list[tuple[str, Fraction, Fraction]] = []
    for m in chosen:
        peak = m.peak(kind)
        widths = [Fraction(exact(w)) for w in bandwidths] or [m.bandwidth(link)]
        for i, w in enumerate(widths):
            label = m.name if len(widths) == 1 else f"{m.name}, BW{i + 1}" if len(chosen) > 1 else f"BW{i + 1}"
            roofs.append((f"{label}: {_brief(peak)} FLOPs/s, {_brief(w)} bytes/s", peak, w))
    ridges = [p / w for _, p, w in roofs]
    low, high = float(min(ridges)) / 300, float(max(ridges)) * 30
    paths = [_path(o, link) for o in drawn]
    for path in paths:
        low, high = (
            min([low, *(float(x) / 2 for x, _ in path.points)]),
            max([high, *(float(x) * 2 for x, _ in path.points)]),
        )
    top = float(max(p for _, p, _ in roofs))
    bottom = low * float(min(w for _, _, w in roofs))
    curves, marks = [], []
    for i, (label, peak, w) in enumerate(sorted(roofs, key=lambda r: -r[1])):
        ridge = peak / w
        points = ((low, low * float(w)), (float(ridge), float(peak)), (high, float(peak)))
        curves.append(Curve(points, label, 2, ink=i % len(INKS), dash=i % len(DASHES), place="right"))
        marks.append(
            Mark(
                float(ridge),
                float(peak),
                f"ridge {_brief(ridge, 4)}",
                ink=i % len(INKS),
                drop=True,
                dy=8,
                align="right",
                dx=-4,
            )
        )
    for i, path in enumerate(paths):
        ink = (len(roofs) + i) % len(INKS)
        peak, w = roofs[0][1], roofs[0][2]
        placed = [(float(x), float(min(peak, w * x)), words) for x, words in path.points]
        if len(placed) > 1:
            corner = [(float(peak / w), float(peak))] if placed[0][0] < peak / w < placed[-1][0] else []
            road = sorted([*((x, y) for x, y, _ in placed), *corner])
            curves.append(Curve(tuple(road), ink=ink, dash=0, width=1.2))
        for x, y, words in placed:
            marks.append(Mark(x, y, words, ink=ink, dx=7, dy=-13))
    chart = Chart(
        _roof_title(chosen, kind, link, paths),
        "arithmetic intensity (FLOPs/byte)",
        "attainable FLOPs/s",
        (low, high),
        (bottom, top * 4),
        curves=tuple(curves),
        marks=tuple(marks),
    )
    return replace(chart, regions=_bands(sorted(set(ridges)), low, high) if len({p for _, p, _ in roofs}) == 1 else ())


def _roof_title(chosen: list[Machine], kind: str, link: str, paths: list[_Path]) -> str:
    where = ", ".join(dict.fromkeys(m.name for m in chosen))
    said = [p.title for p in paths if p.title]
    return f"Roofline in {kind}, {link}: {where}" + ("\n" + "; ".join(said) if said else "")


def _bands(ridges: list[Fraction], low: float, high: float) -> tuple[Region, ...]:
    """Red below the smallest ridge, yellow between, green above the largest."""
    first, last = float(ridges[0]), float(ridges[-1])
    every = "bandwidth-bound" if len(ridges) == 1 else "bandwidth-bound\nat every BW"
    out = [Region(low, first, RED, every), Region(last, high, GREEN, "compute-bound")]
    if last > first:
        out.insert(1, Region(first, last, YELLOW, "bandwidth-\nbound at the\nlower BW"))
    return tuple(out)


@final
@dataclass(frozen=True)
class _Path:
    """Where an operation stands: intensities with labels, and what was assumed."""

    points: tuple[tuple[Fraction, str], ...]
    title: str


def _path(o: Op, link: str) -> _Path:
    """An operation with all sizes bound is a point; else its path over the first open size, the others said."""
    from symroof.model.ops import intensity_core

    value = intensity_core(o, link)
    if not value.names:
        bound_sizes = ", ".join(f"{k} = {v}" for k, v in o.sizes)
        return _Path(((Fraction(value.constant() or 0), bound_sizes or o.text),), o.text)
    order = [d for d in o.dims if d in value.names] or list(value.names)
    run, rest = order[0], [n for n in value.names if n != order[0]]
    bound = value.subs(dict.fromkeys(rest, USUAL_SIZE))
    steps = [4**k for k in range(7)]
    points = tuple((Fraction(bound.at({run: n})), f"{run} = {n}" if k % 2 == 0 else "") for k, n in enumerate(steps))
    assumed = f", {' = '.join(rest)} = {USUAL_SIZE}" if rest else ""
    return _Path(points, f"{o.text}, {run} = 1 to {steps[-1]}{assumed}")


def _attainable(o: Op, on: Machine, sizes: Mapping[str, Number]) -> Ratio:
    """Times of each resource with sizes bound, as FLOPs/s of the slowest."""
    from symroof.algebra.posynomial import build
    from symroof.model.roofline import times_core

    flops = o.work_core().sum.subs(dict(sizes))
    return build("min", [flops / r.subs(dict(sizes)) for r in times_core(o, on).values() if r != 0])


def batch_chart(
    o: Op, machine: object, cases: Iterable[Mapping[str, Number]], *, over: str = "B", upto: int = 512
) -> Chart:
    """Attainable FLOPs/s against one size (practice problem 3), one curve for each binding of the others.

    Raises SymroofError where a size is left without a number.
    """
    from symroof.model.threshold import threshold
    from symroof.symbols import symbol

    (on,) = _machines(machine)
    rule = threshold(o, symbol(over), on=on)
    curves, marks = [], []
    peak = max((Fraction(on.peak(d)) for d in o.work), default=Fraction(0))
    for i, sizes in enumerate(cases):
        p = _attainable(o, on, sizes)
        left = [n for n in p.names if n != over]
        if left:
            raise SymroofError(
                f"still symbolic: {', '.join(left)}; give a number for each, as in {{{left[0]!r}: 4096}}"
            )
        points = tuple((float(n), float(p.at({over: n}))) for n in range(1, upto + 1))
        label = _sizes_text(sizes)
        t = rule.at(**dict(sizes))
        ink, crosses = i % len(INKS), t.number is not None and t.number <= upto
        curves.append(Curve(points, "" if crosses else label, upto // 2 - 1, ink, i % 4, place="below"))
        if t.number is not None and crosses:
            said = f"{label}\n{over} > {_brief(exact(t.number), 4)}" + (f" ({t.integer})" if t.integer else "")
            marks.append(Mark(t.number, float(peak), said, ink, True, dy=8, dx=0, align="center"))
    title = f"{o.text} on {on.name}"
    return Chart(title, f"{over} (batch size, tokens)" if over == "B" else over, "attainable FLOPs/s", (0, upto),
                 (0, float(peak) * 1.25), (False, False), tuple(curves), tuple(marks))  # fmt: skip


def _sizes_text(sizes: Mapping[str, Number]) -> str:
    """D = F = 4096, or each size by itself where they differ."""
    if len(set(sizes.values())) == 1:
        return " = ".join([*sizes, str(next(iter(sizes.values())))])
    return ", ".join(f"{k} = {v}" for k, v in sizes.items())


def regime_map(
    o: Op, machine: object, x: str = "B", y: str = "D", *, sizes: Mapping[str, Number] | None = None, upto: int = 16384
) -> Chart:
    """Over two sizes, where compute binds and where a link does; the boundary is the closed-form threshold in x.

    Sizes beside x and y that are not bound equal y.  Raises SymroofError when the boundary has no single crossing.
    """
    from symroof.model.threshold import threshold
    from symroof.symbols import symbol

    (on,) = _machines(machine)
    rule = threshold(o, symbol(x), on=on)
    fixed = dict(sizes or {})
    free = [n for n in rule.free if n not in fixed]
    boundary: list[Point] = []
    for n in _spread(16, upto, 301):
        at = {**{k: v for k, v in fixed.items() if k in rule.free}, **dict.fromkeys(free, max(1, round(n)))}
        t = rule.at(**at) if at else rule
        if t.verdict == "when" and t.number is not None and t.sense in (">", ">="):
            boundary.append((t.number, float(max(1, round(n)))))
    if not boundary:
        raise SymroofError(
            f"{o.text} has no boundary in {x} on {on.name} up to {y} = {upto}: one resource always binds"
        )
    lo, hi = 1.0, float(upto)
    inside = [(min(max(px, lo), hi), py) for px, py in boundary]
    green = (*inside, (hi, hi), (hi, inside[0][1]))
    equal = " = ".join([y, *(n for n in free if n != y)])
    words = rf"${_boundary_formula(rule, [n for n in free if n != y], y, fixed)}$"
    middle = len(inside) * 3 // 4
    return Chart(
        f"Who binds {o.text} on {on.name}", x, equal, (lo, hi), (16.0, hi),
        curves=(Curve(tuple(inside), words, middle, 0, 0, place="left"),),
        regions=(Region(lo, hi, RED, "memory-bound", where=(0.2, 0.3)),
                 Region(lo, hi, GREEN, "compute-bound", green, where=(0.82, 0.8))),
    )  # fmt: skip


def _boundary_formula(rule: Any, others: list[str], y: str, fixed: Mapping[str, Number]) -> str:
    """The threshold with equal sizes put in, in LaTeX."""
    from symroof.algebra.door import core
    from symroof.algebra.posynomial import gen
    from symroof.writing.latex import latex

    value = core(rule.value).subs({**{n: gen(y) for n in others}, **fixed}) if rule.value is not None else None
    if value is None:
        return name(rule.name)
    return rf"{name(rule.name)} = {latex(value)}"


# -- matplotlib ------------------------------------------------------------------------------------------------------


def figure(chart: Chart, size: tuple[float, float] = (8.6, 4.8)) -> Figure:
    """The chart as a matplotlib Figure with its own Agg canvas; pyplot's state is not touched."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as NewFigure
    except ImportError:
        raise SymroofError('plots need matplotlib; install it with pip install "symroof[plot]"') from None
    fig = NewFigure(figsize=size, layout="constrained")
    FigureCanvasAgg(fig)
    ax = fig.add_subplot()
    ax.set_xscale("log" if chart.log[0] else "linear")
    ax.set_yscale("log" if chart.log[1] else "linear")
    ax.set_xlim(*chart.x_range)
    ax.set_ylim(*chart.y_range)
    for i, r in enumerate(chart.regions):
        if r.polygon:
            ax.fill([p[0] for p in r.polygon], [p[1] for p in r.polygon], color=r.color, lw=0, zorder=0.5)
        else:
            ax.axvspan(r.left, r.right, color=r.color, lw=0, zorder=0.3)
        x = r.where[0] or _middle(chart, r)
        y = r.where[1] or 0.05
        ax.text(
            x, y, r.label, transform=ax.transAxes, ha="center", va="bottom", fontsize=9, color="#333333", zorder=1 + i
        )
    for c in chart.curves:
        _draw_curve(ax, c, chart)
    for m in chart.marks:
        ink = INKS[m.ink]
        ax.plot([m.x], [m.y], "o", color=ink, ms=5, zorder=4)
        if m.drop:
            ax.plot([m.x, m.x], [chart.y_range[0], m.y], ":", color=ink, lw=1, zorder=2)
        ax.annotate(m.label, (m.x, m.y), (m.dx, m.dy), textcoords="offset points", fontsize=8.5, color=ink,
                    ha=m.align, zorder=5)  # fmt: skip
    if not chart.log[1]:
        ax.yaxis.set_major_formatter(lambda y, _: _brief(exact(float(y))))
    ax.set_xlabel(chart.x_label)
    ax.set_ylabel(chart.y_label)
    ax.set_title(chart.title, fontsize=10, loc="left")
    ax.grid(True, which="major", color="#FFFFFF" if chart.regions else "#DDDDDD", lw=0.7, zorder=0.6)
    ax.spines[["top", "right"]].set_visible(False)
    return fig


def _middle(chart: Chart, r: Region) -> float:
    """The middle of a stretch as a fraction of the axis."""
    import math

    lo, hi, a, b = (math.log(v) if chart.log[0] else v for v in (*chart.x_range, r.left, r.right))
    return ((a + b) / 2 - lo) / (hi - lo)


def _draw_curve(ax: Any, c: Curve, chart: Chart) -> None:
    xs, ys = [p[0] for p in c.points], [p[1] for p in c.points]
    ax.plot(xs, ys, DASHES[c.dash], color=INKS[c.ink], lw=c.width, zorder=3)
    if not c.label:
        return
    x, y = c.points[c.at]
    away = {
        "above": (0, 6, "center", "bottom"),
        "below": (10, -4, "left", "top"),
        "right": (-2, 5 + 13 * c.dash, "right", "bottom"),
        "left": (-10, 0, "right", "center"),
    }[c.place]
    ax.annotate(c.label, (x, y), away[:2], textcoords="offset points", ha=away[2], va=away[3], fontsize=9,
                color=INKS[c.ink], zorder=5)  # fmt: skip


# -- pgfplots --------------------------------------------------------------------------------------------------------


def pgfplots(chart: Chart) -> str:
    r"""The chart as a ``tikzpicture`` for ``\usepackage{pgfplots}``; needs no TeX to be written."""
    (left, right), (bottom, top) = chart.x_range, chart.y_range
    options = [
        f"title={{{_tex(chart.title)}}}, title style={{align=left}}",
        f"xlabel={{{_tex(chart.x_label)}}}, ylabel={{{_tex(chart.y_label)}}}",
        *(f"{axis}mode=log" for axis, log in zip("xy", chart.log) if log),
        f"xmin={left:.6g}, xmax={right:.6g}, ymin={bottom:.6g}, ymax={top:.6g}",
        "width=14cm, height=8cm, grid=major, axis lines=left, clip=true",
    ]
    colors = {c: f"symroof{chr(97 + i)}" for i, c in enumerate((*INKS, *(r.color for r in chart.regions)))}
    defined = [f"\\definecolor{{{made}}}{{HTML}}{{{c[1:]}}}" for c, made in colors.items()]
    body: list[str] = []
    for r in chart.regions:
        shape = r.polygon or ((r.left, bottom), (r.right, bottom), (r.right, top), (r.left, top))
        outline = " -- ".join(f"(axis cs:{x:.6g},{y:.6g})" for x, y in shape)
        body.append(f"\\fill[{colors[r.color]}] {outline} -- cycle;")
        x, y = r.where[0] or _middle(chart, r), r.where[1] or 0.05
        body.append(_node("align=center, anchor=south", f"rel axis cs:{x:.3f},{y:.3f}", r.label))
    styles = ("solid", "dashed", "dashdotted", "dotted")
    for c in chart.curves:
        thin = c.points if len(c.points) < 200 else c.points[::4] + c.points[-1:]
        ink, width = colors[INKS[c.ink]], f"line width={c.width / 2:g}pt"
        body.append(f"\\addplot[{ink}, {styles[c.dash]}, {width}, mark=none] coordinates {{{_coordinates(thin)}}};")
        if c.label:
            x, y = c.points[c.at]
            anchor = {"above": "south", "below": "north west", "right": "south east", "left": "east"}[c.place]
            body.append(_node(f"{ink}, anchor={anchor}", f"axis cs:{x:.6g},{y:.6g}", c.label))
    for m in chart.marks:
        ink, where = colors[INKS[m.ink]], f"axis cs:{m.x:.6g},{m.y:.6g}"
        if m.drop:
            body.append(f"\\draw[{ink}, dotted] (axis cs:{m.x:.6g},{bottom:.6g}) -- ({where});")
        body.append(f"\\addplot[{ink}, only marks, mark=*] coordinates {{({m.x:.6g},{m.y:.6g})}};")
        anchor = {"left": "north west", "right": "south east", "center": "south"}[m.align]
        body.append(_node(f"{ink}, anchor={anchor}", where, m.label))
    head = f"\\begin{{axis}}[\n  {f',{chr(10)}  '.join(options)}\n]"
    return "\n".join(["\\begin{tikzpicture}", *defined, head, *body, "\\end{axis}", "\\end{tikzpicture}"]) + "\n"


def _node(options: str, where: str, label: str) -> str:
    return f"\\node[font=\\footnotesize, {options}] at ({where}) {{{_tex(label)}}};"


def _coordinates(points: Iterable[Point]) -> str:
    return " ".join(f"({x:.6g},{y:.6g})" for x, y in points)


def _tex(text: str) -> str:
    if text.startswith("$"):
        return text
    return escaped(text).replace("->", r"$\to$").replace(">", "$>$").replace("<", "$<$").replace("\n", r"\\ ")


# -- writing ---------------------------------------------------------------------------------------------------------


ENDINGS = (".png", ".svg", ".pdf", ".pgf", ".tex")


def save(chart: Chart, out: str | Path, size: tuple[float, float] = (8.6, 4.8)) -> Path:
    """Write a chart; the ending chooses PNG, SVG, PDF or pgfplots (.pgf, .tex).

    Raises SymroofError for another ending or a folder that does not exist.
    """
    path = Path(out)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise SymroofError(f"no picture format {ending or path.name!r}; end the file's name in {', '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise SymroofError(f"{path.parent} is no folder; make it first")
    if ending in (".pgf", ".tex"):
        path.write_text(pgfplots(chart), encoding="utf-8")
    else:
        metadata = {"Date": None} if ending == ".svg" else {"CreationDate": None} if ending == ".pdf" else None
        figure(chart, size).savefig(path, dpi=150, metadata=metadata)
    return path


def plot(op: object, machine: object, out: str | Path | None = None) -> Chart:
    """The roofline of one operation (or several) on one machine (or several), written where ``out`` says.

    An operation with a size left open is drawn as a path over it; see ``roofline`` and ``save``.
    """
    chart = roofline(machine, op)
    if out is not None:
        save(chart, out)
    return chart

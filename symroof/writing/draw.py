"""The drawings of a chart: a matplotlib figure for PNG, SVG and PDF, and pgfplots text for TeX."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import exact
from symroof.decimals import brief
from symroof.errors import SymroofError
from symroof.writing.chart import DASHES, INKS, SHAPES, SMALL, WORDS, Chart, Point, Text, layout, stands
from symroof.writing.files import write_atomically
from symroof.writing.labels import extent, type_size
from symroof.writing.typeset import escaped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg", ".pdf", ".pgf", ".tex")
WIDTH = 330  # points, of the axes alone, in pgfplots
_MATPLOTLIB = dict(zip(SHAPES, ("o", "s", "^", "D", "p", "*")))
_PGF = dict(zip(SHAPES, ("*", "square*", "triangle*", "diamond*", "pentagon*", "star")))


# -- matplotlib ------------------------------------------------------------------------------------------------------


def figure(chart: Chart, size: tuple[float, float] | None = None, ax: Any = None) -> Figure:
    """The chart as a matplotlib Figure with its own Agg canvas; pyplot's state is not touched.

    ``size`` is in inches; with ``ax`` the chart is drawn on those axes, whose figure is given back.
    Raises SymroofError without matplotlib.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as NewFigure
    except ImportError:
        raise SymroofError('plots need matplotlib; install it with pip install "symroof[plot]"') from None
    if ax is not None:
        if not hasattr(ax, "transAxes"):
            raise SymroofError(f"ax is axes of Matplotlib, as plt.subplots() makes them, not {ax!r:.80}")
        box = ax.get_window_extent().transformed(ax.figure.dpi_scale_trans.inverted())
        _draw(chart, ax, 72 * box.width, 72 * box.height)
        made: Figure = ax.figure
        return made
    wide, high = size or chart.size
    if not (0.5 <= wide <= 100 and 0.5 <= high <= 100):
        raise SymroofError(f"a picture of {wide} by {high} inches cannot be drawn; 8 by 5 is usual")
    fig = NewFigure(figsize=(wide, high), layout="constrained")
    FigureCanvasAgg(fig)
    margin = max((extent(c.label, SMALL)[0] + 22 for c in chart.curves if c.margin), default=0.0)
    tall = 72 * high - 70 - 14 * (len(chart.head()) - 1 + len(chart.key) + len(chart.patches))
    _draw(chart, fig.add_subplot(), max(72 * wide - 72 - margin, 60), max(tall, 40))
    return fig


def _draw(chart: Chart, ax: Any, width: float, height: float) -> None:
    """The chart on axes of about so many points."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    ax.set_xscale("log" if chart.log[0] else "linear")
    ax.set_yscale("log" if chart.log[1] else "linear")
    ax.set_xlim(*chart.x_range)
    ax.set_ylim(*chart.y_range)
    for r in chart.regions:
        if r.polygon:
            ax.fill([p[0] for p in r.polygon], [p[1] for p in r.polygon], color=r.color, lw=0, zorder=0.5)
        else:
            ax.axvspan(r.left, r.right, color=r.color, lw=0, zorder=0.3)
        x, y = stands(chart, r)
        behind = {"facecolor": r.color, "edgecolor": "none", "pad": 1.5}
        ax.text(x, y, _literal(r.label), transform=ax.transAxes, ha="center", va="bottom", fontsize=WORDS,
                color="#222222", zorder=2.5, bbox=behind if r.label else None)  # fmt: skip
    for c in chart.curves:
        ax.plot(*zip(*c.points), DASHES[c.dash], color=INKS[c.ink], lw=c.width, zorder=3)
    for m in chart.marks:
        ink = INKS[m.ink]
        ax.plot([m.x], [m.y], _MATPLOTLIB[SHAPES[m.shape]], color=ink, ms=5, zorder=4)
        if m.drop:
            ax.plot([m.x, m.x], [chart.y_range[0], m.y], ":", color=ink, lw=1, zorder=2)
    head = chart.head()
    for t in layout(chart, width, height):
        _write(ax, t)
    if not chart.log[1]:
        ax.yaxis.set_major_formatter(lambda y, _: brief(exact(float(y)), 3))
    ax.set_xlabel(chart.x_label)
    ax.set_ylabel(chart.y_label)
    rows = [text for text, _, _ in chart.key] + [text for text, _ in chart.patches]
    ax.set_title(_literal("\n".join(head)) + "\n" * len(rows), fontsize=WORDS + 1, loc="left")
    if rows:
        shown: list[Any] = [
            Line2D([], [], marker=_MATPLOTLIB[SHAPES[shape]], color=INKS[ink], lw=1.2, ms=5)
            for _, ink, shape in chart.key
        ]
        shown += [Patch(facecolor=color, edgecolor="#444444", lw=0.6) for _, color in chart.patches]
        ax.legend(shown, [_literal(text) for text in rows], loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0,
                  borderpad=0.2, frameon=False, fontsize=WORDS, labelspacing=0.35)  # fmt: skip
    ax.grid(True, which="major", color="#FFFFFF" if chart.regions else "#DDDDDD", lw=0.7, zorder=0.6)
    ax.spines[["top", "right"]].set_visible(False)


def _write(ax: Any, t: Text) -> None:
    """A label on the axes, on a thin white ground so that no line or shade takes its contrast; text stays text."""
    ink, ground = INKS[t.ink], {"facecolor": "white", "edgecolor": "none", "alpha": 0.6, "pad": 0.8}
    size = type_size(t.label, SMALL)
    label = _literal(t.label)
    line = {"arrowstyle": "-", "lw": 0.7, "color": ink, "shrinkA": 1, "shrinkB": 3}
    if t.beside is not None:
        ax.annotate(label, (1, t.beside[0]), (10, t.beside[1]), xycoords="axes fraction", textcoords="offset points",
                    fontsize=size, color=ink, ha="left", va="center", zorder=5, annotation_clip=False,
                    arrowprops={**line, "shrinkB": 0, "relpos": (0, 0.5)})  # fmt: skip
    else:
        ax.annotate(label, (t.x, t.y), (t.dx, t.dy), textcoords="offset points", fontsize=size, color=ink,
                    ha="center", va="center", zorder=5, arrowprops=line if t.leader else None,
                    bbox=ground)  # fmt: skip


# -- pgfplots --------------------------------------------------------------------------------------------------------


def pgfplots(chart: Chart) -> str:
    r"""The chart as a ``tikzpicture`` for ``\usepackage{amsmath, pgfplots}``; needs no TeX to be written."""
    (left, right), (bottom, top) = chart.x_range, chart.y_range
    rows = chart.head(WIDTH + 110)
    height = 72 * chart.size[1] - 126 - 13 * (len(chart.head()) - 1 + len(chart.key) + len(chart.patches))
    colors = {
        c: f"symroof{chr(97 + i)}" for i, c in enumerate(dict.fromkeys((*INKS, *(r.color for r in chart.regions))))
    }
    keyed = len(chart.key) + len(chart.patches)
    joined, lift = r" \\ ".join(_tex(row) for row in rows), 3 + 13 * keyed + 10 * (not chart.log[1])
    options = [
        f"title={{{joined}}}",
        f"title style={{at={{(0,1)}}, anchor=south west, align=left, font=\\small, yshift={lift}pt}}",
        f"xlabel={{{_tex(chart.x_label)}}}, ylabel={{{_tex(chart.y_label)}}}",
        *(f"{axis}mode=log" for axis, log in zip("xy", chart.log) if log),
        f"xmin={left:.6g}, xmax={right:.6g}, ymin={bottom:.6g}, ymax={top:.6g}",
        f"scale only axis, width={WIDTH}pt, height={height:g}pt, grid=major, axis lines=left, clip mode=individual",
    ]
    body = [*_shapes(chart, colors), *_key(chart, colors), *_words(chart, colors, height)]
    defined = [f"\\definecolor{{{made}}}{{HTML}}{{{c[1:]}}}" for c, made in colors.items()]
    head = f"\\begin{{axis}}[\n  {f',{chr(10)}  '.join(options)}\n]"
    needs = "% \\usepackage{amsmath, pgfplots} \\pgfplotsset{compat=1.18}"
    foot = ["\\end{axis}", "\\end{tikzpicture}", ""]
    return "\n".join(["\\begin{tikzpicture}" + needs, *defined, head, *body, *foot])


def _shapes(chart: Chart, colors: Mapping[str, str]) -> Iterator[str]:
    """Regions with their words, curves, and marks with the lines dropped from them."""
    bottom, top = chart.y_range
    for r in chart.regions:
        shape = r.polygon or ((r.left, bottom), (r.right, bottom), (r.right, top), (r.left, top))
        outline = " -- ".join(f"(axis cs:{x:.6g},{y:.6g})" for x, y in shape)
        yield f"\\fill[{colors[r.color]}] {outline} -- cycle;"
    for r in (r for r in chart.regions if r.label):
        x, y = stands(chart, r)
        style = f"align=center, anchor=south, inner sep=1pt, fill={colors[r.color]}"
        yield _node(style, f"rel axis cs:{x:.3f},{y:.3f}", r.label)
    styles = ("solid", "dashed", "dashdotted", "dotted")
    for c in chart.curves:
        thin = c.points if len(c.points) < 200 else c.points[::4] + c.points[-1:]
        ink, width = colors[INKS[c.ink]], f"line width={c.width / 2:g}pt"
        yield f"\\addplot[{ink}, {styles[c.dash]}, {width}, mark=none] coordinates {{{_coordinates(thin)}}};"
    for m in chart.marks:
        ink, where = colors[INKS[m.ink]], f"axis cs:{m.x:.6g},{m.y:.6g}"
        if m.drop:
            yield f"\\draw[{ink}, dotted] (axis cs:{m.x:.6g},{bottom:.6g}) -- ({where});"
        sign = _PGF[SHAPES[m.shape]]
        yield f"\\addplot[{ink}, only marks, mark={sign}] coordinates {{({m.x:.6g},{m.y:.6g})}};"


def _key(chart: Chart, colors: Mapping[str, str]) -> Iterator[str]:
    """Above the axes: what each shape and each patch of color stands for."""
    for n, (text, tint, shape_of) in enumerate(reversed(chart.key)):
        ink, up = colors[INKS[tint]], 10 + 13 * n
        spot = f"[xshift=6pt, yshift={up}pt]rel axis cs:0,1"
        yield f"\\draw[{ink}] plot[only marks, mark={_PGF[SHAPES[shape_of]]}] coordinates {{({spot})}};"
        yield _node(f"anchor=west, font=\\small, xshift=10pt, yshift={up}pt", "rel axis cs:0,1", text)
    for n, (text, color) in enumerate(chart.patches, len(chart.key)):
        spot = f"[yshift={10 + 13 * n}pt]rel axis cs:0,1"
        yield f"\\draw[fill={colors[color]}] ({spot}) ++(2pt,-3pt) rectangle ++(8pt,6pt);"
        yield _node(f"anchor=west, font=\\small, xshift=10pt, yshift={10 + 13 * n}pt", "rel axis cs:0,1", text)


def _words(chart: Chart, colors: Mapping[str, str], height: float) -> Iterator[str]:
    """The labels, in the margin or beside what they name."""
    for t in layout(chart, WIDTH, height, SMALL - 0.5):
        ink = colors[INKS[t.ink]]
        if t.beside is not None:
            end, above = f"rel axis cs:1,{t.beside[0]:.4f}", t.beside[1]
            yield f"\\draw[{ink}] ({end}) -- ([xshift=9pt, yshift={above:.1f}pt]{end});"
            yield _node(f"{ink}, align=left, anchor=west, xshift=8pt, yshift={above:.1f}pt", end, t.label)
            continue
        where, shift = f"axis cs:{t.x:.6g},{t.y:.6g}", f"xshift={t.dx:.1f}pt, yshift={t.dy:.1f}pt"
        style = f"{ink}, align=center, inner sep=1pt, name=t, fill=white, fill opacity=.6, text opacity=1, {shift}"
        yield _node(style, where, t.label) + (f" \\draw[{ink}] ({where}) -- (t);" if t.leader else "")


def _node(options: str, where: str, label: str) -> str:
    return f"\\node[font=\\footnotesize, {options}] at ({where}) {{{_tex(label)}}};"


def _coordinates(points: Iterable[Point]) -> str:
    return " ".join(f"({x:.6g},{y:.6g})" for x, y in points)


_FORMULA = re.compile(r"\$[^$]+\$")  # a boundary's label; a dollar in an operation's own words is a dollar


def _literal(text: str) -> str:
    """Text that matplotlib shall not read as a formula."""
    return text if _FORMULA.fullmatch(text) else text.replace("$", r"\$")


def _tex(text: str) -> str:
    if _FORMULA.fullmatch(text):
        return text
    return escaped(text).replace("->", r"$\to$").replace(">", "$>$").replace("<", "$<$").replace("\n", r"\\ ")


# -- writing ---------------------------------------------------------------------------------------------------------


_FONTS = {"pdf.fonttype": 42, "ps.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "symroof"}  # text is text


def encoded(chart: Chart, kind: str, size: tuple[float, float] | None = None) -> bytes:
    """The bytes of a "png", "svg" or "pdf", the same for the same chart; its title and description are in it."""
    about = {"Title": " ".join(chart.head()), "Creator": "symroof"}
    known: dict[str, dict[str, Any]] = {
        "svg": {**about, "Description": described(chart), "Date": None},
        "pdf": {**about, "Subject": described(chart), "CreationDate": None},
        "png": {"Title": about["Title"], "Description": described(chart)},
    }
    made = io.BytesIO()
    drawn = figure(chart, size)
    from matplotlib import rc_context

    with rc_context(_FONTS):
        drawn.savefig(made, format=kind, dpi=150, metadata=known.get(kind))
    return _titled(made.getvalue(), chart) if kind == "svg" else made.getvalue()


def described(chart: Chart) -> str:
    """The picture in words, for those who cannot see it: axes, regions, curves and marks with their labels.

    >>> described(Chart("t", "B", "FLOPs/s", (1, 2), (1, 2), marks=()))
    'FLOPs/s against B.'
    """
    said = [f"{chart.y_label} against {chart.x_label}."]
    regions = list(dict.fromkeys(" ".join(r.label.split()) for r in chart.regions if r.label))
    texts = [*(c.label for c in chart.curves), *(m.label for m in chart.marks)]
    labels = [" ".join(text.split()) for text in texts if text]
    said += [f"Regions: {', '.join(regions)}."] if regions else []
    said += [f"Labels: {'; '.join(dict.fromkeys(labels))}."] if labels else []
    return " ".join(said)


def _titled(svg: bytes, chart: Chart) -> bytes:
    """An SVG whose first children are its title and description, as screen readers look for them."""
    from xml.sax.saxutils import escape

    at = svg.index(b">", svg.index(b"<svg")) + 1
    words = f"\n <title>{escape(' '.join(chart.head()))}</title>\n <desc>{escape(described(chart))}</desc>"
    opened = svg[:at].replace(b"<svg ", b'<svg role="img" ', 1)
    return opened + words.encode() + svg[at:]


def save(chart: Chart, out: str | Path, size: tuple[float, float] | None = None) -> Path:
    """Write a chart in one step; the ending chooses PNG, SVG, PDF or pgfplots (.pgf, .tex).

    Raises SymroofError for another ending, a folder that does not exist or cannot be written, or without matplotlib.
    """
    path = Path(out)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise SymroofError(f"no picture format {ending or path.name!r}; end the file's name in {', '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise SymroofError(f"{path.parent} is no folder; make it first")
    write_atomically(path, pgfplots(chart).encode() if ending in (".pgf", ".tex") else encoded(chart, ending[1:], size))
    return path

"""Pictures of a traced program: where its time goes, and every kernel under the machine's roof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from symroof.errors import SymroofError

if TYPE_CHECKING:
    from symroof.tracing.table import Table

COLOURS = {"math": "#3b6fb6", "hbm": "#d98c3f", "vector": "#6aa84f", "": "#999999"}
NETWORK = "#b0413e"


def _figure(width: float, height: float) -> tuple[Any, Any]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise SymroofError('matplotlib is not installed; pip install "symroof[plot]"') from None
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def _saved(figure: Any, path: str | Path | None) -> Any:
    if path is not None:
        try:
            figure.savefig(path, dpi=150)
        except ValueError as e:
            raise SymroofError(f"{path}: {e}") from None
    return figure


def icicle(table: Table, path: str | Path | None = None) -> Any:
    """One bar of the whole time, cut into the rows by their share, the colour saying what binds.

    Raises SymroofError for a table without a machine.
    """
    if table.machine is None:
        raise SymroofError('a picture needs times; ask for table(on="H100", ...)')
    figure, axes = _figure(9, 2.6)
    left = 0.0
    seen: set[str] = set()
    for r in table.rows:
        share = float(r.share or 0)
        label = r.binds if r.binds not in seen else None
        seen.add(r.binds)
        axes.barh(0, share, left=left, color=COLOURS.get(r.binds, NETWORK), edgecolor="white", label=label)
        if share > 0.085:  # wide enough for its name
            axes.text(
                left + share / 2, 0, f"{r.name}\n{share:.0%}", ha="center", va="center", fontsize=7, color="white"
            )
        left += share
    axes.set_xlim(0, 1)
    axes.set_yticks([])
    axes.set_xlabel("share of the time")
    axes.set_title(table.title, fontsize=8, parse_math=False, wrap=True)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.3), ncols=5, frameon=False, fontsize=8)
    return _saved(figure, path)


def kernel_roofline(table: Table, path: str | Path | None = None) -> Any:
    """FLOPs/s over FLOPs per byte, both logarithmic: the roof, and each kernel at its bound, as large as its time."""
    if table.machine is None:
        raise SymroofError('a roofline needs a machine; ask for table(on="H100", ...)')
    if not table.points:
        raise SymroofError(f"{table.title}: no kernel does FLOPs on bytes, so there is no point to draw")
    chip = table.machine
    figure, axes = _figure(6, 4)
    whole = float(sum(t for *_, t in table.points)) or 1.0
    xs = [float(f / b) for _, f, b, _ in table.points]
    low, high = min([*xs, 1.0]) / 2, max([*xs, 1000.0]) * 2
    grid = [low * (high / low) ** (i / 200) for i in range(201)]
    rate = float(chip.bandwidth("hbm"))
    for name, peak in [*chip.peaks.items(), *([("vector", chip.vector)] if chip.vector is not None else [])]:
        axes.plot(grid, [min(float(peak), rate * x) for x in grid], lw=1, label=name)
    sizes = [20 + 600 * float(t) / whole for *_, t in table.points]
    ys = [float(f / t) if t else 0.0 for _, f, _, t in table.points]
    axes.scatter(xs, ys, s=sizes, alpha=0.5, color="black", zorder=3)
    for (name, *_, t), x, y in zip(table.points, xs, ys):
        if float(t) / whole > 0.08:
            axes.annotate(name, (x, y), fontsize=7, textcoords="offset points", xytext=(4, 4))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("FLOPs per byte")
    axes.set_ylabel("FLOPs/s")
    axes.set_title(table.title, fontsize=8, parse_math=False, wrap=True)
    axes.legend(fontsize=7, frameon=False)
    return _saved(figure, path)

"""The sweep: one row for each machine and combination of sizes, with its time, its rate and what binds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from symroof.errors import SymroofError
from symroof.evaluate.front import numeric

if TYPE_CHECKING:
    import numpy as np

    from symroof.machines import Machine
    from symroof.model.ops import Op


@final
@dataclass(frozen=True)
class Sweep:
    """A labelled table: one row for each machine and combination of sizes; columns are NumPy arrays of equal length."""

    columns: Mapping[str, np.ndarray[Any, Any]]
    axes: Mapping[str, np.ndarray[Any, Any]]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def __getitem__(self, column: str) -> np.ndarray[Any, Any]:
        if column not in self.columns:
            raise SymroofError(f"this sweep has no column {column!r}; it has {', '.join(self.columns)}")
        return self.columns[column]

    def to_markdown(self, limit: int = 100) -> str:
        """The first rows as a Markdown table."""
        shown = min(len(self), limit)
        rows = [list(self.columns), ["---"] * len(self.columns)]
        rows += [[_cell(c[i]) for c in self.columns.values()] for i in range(shown)]
        if shown < len(self):
            rows.append([f"… {len(self) - shown} more"] + [""] * (len(self.columns) - 1))
        return "\n".join(f"| {' | '.join(r)} |" for r in rows)

    def to_xarray(self) -> Any:
        """The same table as an xarray Dataset with named axes; needs xarray."""
        try:
            import xarray
        except ImportError:
            raise SymroofError('xarray is not installed; pip install "xarray", or use .columns') from None
        shape = tuple(len(a) for a in self.axes.values())
        data = {k: (tuple(self.axes), c.reshape(shape)) for k, c in self.columns.items() if k not in self.axes}
        return xarray.Dataset(data, coords=dict(self.axes))


def _cell(x: Any) -> str:
    return f"{x:.4g}" if isinstance(x, float) else str(x)


def sweep(
    op: Op,
    machine: str | Machine | Sequence[str | Machine] = "TPU v5e",
    *,
    progress: Callable[[int, int], None] | None = None,
    **sizes: object,
) -> Sweep:
    """T_lower (s), attainable (FLOPs/s) and what binds, for every machine and every combination of the sizes given.

    >>> from symroof.model.ops import op
    >>> table = sweep(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), ["TPU v5e", "H100"], B=[8, 512], D=4096, F=4096)
    >>> list(table["bound_by"])
    ['hbm', 'math', 'hbm', 'math']

    ``progress(done, total)`` is called after each machine.

    Raises SymroofError for sizes left over, and UnknownResource for a peak or link a machine does not list.
    """
    import numpy as np

    from symroof.algebra.posynomial import total
    from symroof.machines import Machine
    from symroof.machines import machine as find
    from symroof.model.roofline import times_core

    chips = [find(m) for m in ([machine] if isinstance(machine, (str, Machine)) else machine)]
    if not chips:
        raise SymroofError("no machine to sweep over; give one, as in machine=[\"TPU v5e\"]")
    axes = {n: np.atleast_1d(np.asarray(v)) for n, v in sizes.items()}
    for n, a in axes.items():
        if a.ndim != 1 or not a.size:
            raise SymroofError(f"{n} must be a number or a flat list of numbers, not of shape {a.shape}")
    shape = tuple(a.size for a in axes.values())
    grids = np.meshgrid(*axes.values(), indexing="ij", sparse=True) if axes else []
    work = total(op.work.values())
    lower, reach, binding = [], [], []
    for done, chip in enumerate(chips, 1):
        times = times_core(op, chip)
        labels = list(times)
        seconds = np.stack([np.broadcast_to(numeric(t, *axes)(*grids), shape).reshape(-1) for t in times.values()])
        slowest = seconds.argmax(axis=0)  # ties go to the first, "math"
        lower.append(np.take_along_axis(seconds, slowest[None], 0)[0])
        flops = np.broadcast_to(numeric(work, *axes)(*grids), shape).reshape(-1)
        reach.append(flops / lower[-1])
        binding.append(np.array(labels, dtype=object)[slowest])
        if progress is not None:
            progress(done, len(chips))
    names = np.array([c.name for c in chips], dtype=object)
    full = np.meshgrid(np.arange(len(chips)), *axes.values(), indexing="ij")
    columns = {"machine": names[full[0].reshape(-1)]}
    columns |= {n: g.reshape(-1) for n, g in zip(axes, full[1:])}
    columns |= {
        "T_lower": np.concatenate(lower), "attainable": np.concatenate(reach), "bound_by": np.concatenate(binding)
    }  # fmt: skip
    return Sweep(columns, {"machine": names, **axes})

"""The sweep: one row for each machine and combination of sizes, with its time, its rate and what binds it."""

from __future__ import annotations

import functools
import itertools
import math
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final, overload

from symroof.algebra.ratios.posynomial import Number, Ratio, exact
from symroof.algebra.ratios.sizes import Cut, number
from symroof.arrays import tied
from symroof.decimals import cell_text
from symroof.errors import SymroofError
from symroof.evaluate.blocks import THREADS_FROM, window_steps
from symroof.evaluate.engine import Numeric
from symroof.evaluate.front import numeric
from symroof.keywords import sized
from symroof.machines import Machine, MachineLike, not_both
from symroof.machines import machine as find
from symroof.model.collectives import ring_notes
from symroof.model.facts import NOTHING
from symroof.model.ops import Op
from symroof.model.roofline import at_sizes, timed_core
from symroof.shown import visible
from symroof.symbols import is_size

if TYPE_CHECKING:
    import numpy as np

    from symroof.model.ops import Op

SLAB = THREADS_FROM  # points worked out between two reports of progress
SHOWN_FROM = 5_000_000  # points from which a terminal shows progress
NOWHERE = ""  # what binds where the counts do not hold
COMPUTED = ("T_lower", "attainable", "bound_by")
MOST_CASES = 64  # sizes at which the plan of a sharded operation is asked for one by one
Computed = tuple[Any, Any, Any]  # arrays: seconds, FLOPs/s, and the codes of what binds
UNITS = {"T_lower": "s", "attainable": "FLOPs/s"}


@final
class Columns(Mapping[str, "np.ndarray[Any, Any]"]):
    """The columns of a sweep by name; those that only repeat an axis or a label are written out when asked for."""

    def __init__(self, axes: Mapping[str, Any], computed: Mapping[str, np.ndarray[Any, Any]], labels: Any) -> None:
        self._axes, self._computed, self._labels = dict(axes), dict(computed), labels

    def __getitem__(self, name: str) -> np.ndarray[Any, Any]:
        import numpy as np

        if name == "bound_by":
            found: np.ndarray[Any, Any] = self._labels[self._computed["bound_by"]]
            return found
        if name in self._computed:
            return self._computed[name]
        place = list(self._axes).index(name) if name in self._axes else None
        if place is None:
            raise KeyError(name)
        counts = [len(a) for a in self._axes.values()]
        each = np.repeat(self._axes[name], math.prod(counts[place + 1 :]))
        return np.tile(each, math.prod(counts[:place]))

    def __repr__(self) -> str:
        return f"Columns({', '.join(self)})"

    def __iter__(self) -> Iterator[str]:
        return itertools.chain(self._axes, COMPUTED)

    def __len__(self) -> int:
        return len(self._axes) + len(COMPUTED)

    def at(self, name: str, row: int) -> Any:
        """One cell, without writing out a column."""
        if name in COMPUTED:
            cell = self._computed[name][row]
            return self._labels[cell] if name == "bound_by" else cell
        place = list(self._axes).index(name)
        below = math.prod(len(a) for a in list(self._axes.values())[place + 1 :])
        return self._axes[name][row // below % len(self._axes[name])]


@visible
@final
@dataclass(frozen=True, eq=False)
class Sweep:
    """A labelled table: one row for each machine and combination of sizes; columns are NumPy arrays of equal length."""

    columns: Columns
    axes: Mapping[str, np.ndarray[Any, Any]]
    notes: tuple[str, ...] = ()  # of an operation under a mesh: which plan it is of, where these sizes may change it

    def __len__(self) -> int:
        return len(self.columns["T_lower"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sweep):
            return NotImplemented
        import numpy as np

        mine, theirs = ({**dict(s.axes), **dict(s.columns)} for s in (self, other))
        return list(mine) == list(theirs) and all(np.array_equal(mine[k], theirs[k]) for k in mine)

    def __hash__(self) -> int:
        """Tables that are equal have as many rows of the same columns."""
        return hash((*self.axes, *(len(a) for a in self.axes.values())))

    def __getitem__(self, column: str) -> np.ndarray[Any, Any]:
        if column not in list(self.columns):
            raise SymroofError(f"this sweep has no column {column!r}; it has {', '.join(self.columns)}")
        return self.columns[column]

    def to_markdown(self, limit: int = 100) -> str:
        """The first rows as a Markdown table."""
        shown = min(len(self), limit)
        rows = [list(self.columns), ["---"] * len(self.columns)]
        rows += [[cell_text(self.columns.at(c, i)) for c in self.columns] for i in range(shown)]
        if shown < len(self):
            rows.append([f"… {len(self) - shown} more"] + [""] * (len(self.columns) - 1))
        table = "\n".join(f"| {' | '.join(r)} |" for r in rows)
        return "\n\n".join((table, *self.notes))

    def to_xarray(self) -> Any:
        """The same table as an xarray Dataset with named axes; needs xarray."""
        xarray = _needs("xarray", "or use .columns")
        _refuse_wide(self.axes, ".to_pandas() or .columns have them all")
        shape = tuple(len(a) for a in self.axes.values())
        units = {k: {"units": UNITS[k]} if k in UNITS else {} for k in COMPUTED}
        data = {k: (tuple(self.axes), self.columns[k].reshape(shape), units[k]) for k in COMPUTED}
        return xarray.Dataset(data, coords=dict(self.axes), attrs={"notes": self.notes} if self.notes else {})

    def to_pandas(self) -> Any:
        """The same table as a pandas DataFrame, units in the heads: "T_lower (s)"; needs pandas."""
        pandas = _needs("pandas", "or use .columns")
        table = pandas.DataFrame(dict(self._headed()))
        table.attrs.update({"notes": self.notes} if self.notes else {})
        return table

    def to_polars(self) -> Any:
        """The same table as a polars DataFrame, units in the heads: "T_lower (s)"; needs polars."""
        polars = _needs("polars", "or use .columns")
        return polars.DataFrame({k: v if v.dtype.kind in "iuf" else v.tolist() for k, v in self._headed()})

    def _headed(self) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
        for name in self.columns:
            yield f"{name} ({UNITS[name]})" if name in UNITS else name, self.columns[name]


def _needs(package: str, remedy: str) -> Any:
    import importlib

    try:
        return importlib.import_module(package)
    except ImportError:
        name = package.split(".")[0]
        raise SymroofError(f'{name} is not installed; pip install "{name}", {remedy}') from None


@overload
def sweep(
    op: Op,
    machine: MachineLike | Sequence[MachineLike] | None = None,
    *,
    on: MachineLike | Sequence[MachineLike] | None = None,
    progress: Callable[[int, int], None] | None = None,
    chunks: None = None,
    **sizes: object,
) -> Sweep: ...
@overload
def sweep(
    op: Op,
    machine: MachineLike | Sequence[MachineLike] | None = None,
    *,
    on: MachineLike | Sequence[MachineLike] | None = None,
    progress: Callable[[int, int], None] | None = None,
    chunks: int,
    **sizes: object,
) -> Any: ...
@sized
def sweep(
    op: Op,
    machine: MachineLike | Sequence[MachineLike] | None = None,
    *,
    on: MachineLike | Sequence[MachineLike] | None = None,
    progress: Callable[[int, int], None] | None = None,
    chunks: int | None = None,
    **sizes: object,
) -> Any:
    """T_lower (s), attainable (FLOPs/s) and what binds, for every machine and every combination of the sizes given.

    >>> from symroof.model.ops import op
    >>> table = sweep(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), ["TPU v5e", "H100"], B=[8, 512], D=4096, F=4096)
    >>> list(table["bound_by"])
    ['hbm', 'math', 'hbm', 'math']
    >>> sweep(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), on="H100", B=[8, 512], D=4096, F=4096)["bound_by"].tolist()
    ['hbm', 'math']

    The answer is a ``Sweep``.  With ``chunks``, points at a time, it is an xarray Dataset of lazy Dask arrays instead:
    ``.compute()``, a reduction or ``.to_zarr()`` then runs wherever Dask runs, a cluster included, one chunk a task.
    A sharded operation is taken by the plan and the rings of each row where the sizes that decide have few values; else
    ``.notes`` says which plan the table is of.  What takes no time, as a collective of one device, has no FLOPs/s: nan.
    A traced program has nan and nothing that binds at sizes for which its counts do not hold.
    ``progress(done, total)`` is called as the work advances; without it, a long sweep on a terminal shows a bar.

    Raises SymroofError for sizes left over or unknown, that are no whole numbers of at least 1, or that do not divide
    over the axes that cut them, and UnknownResource for a peak or link a machine does not list.
    """
    if not isinstance(op, Op):
        raise SymroofError(f"{op!r} is not an operation; make one, as in op('bf16[B, D] * bf16[D, F] -> bf16[B, F]')")
    not_both(machine, on)
    asked = machine if on is None else on
    if asked is None:
        asked = "TPU v5e"
    several = asked if isinstance(asked, Iterable) and not isinstance(asked, (str, Machine)) else [asked]
    chips = [find(m) for m in several]
    if not chips:
        raise SymroofError('no machine to sweep over; give one, as in machine=["TPU v5e"]')
    for name, v in sizes.items():
        for x in v if isinstance(v, (list, tuple)) else (v,):
            if isinstance(x, bool):  # NumPy takes it for 1 beside a number
                number(name, x)
    _check_cuts(op, sizes)
    if chunks is not None:
        return _lazy_by_cases(op, chips, sizes, chunks)
    deciding = _deciding(op, sizes)
    if deciding:
        return _by_cases(op, chips, sizes, deciding)
    return _table(op, *_points(op, chips, sizes), progress)


def _points(
    op: Op, chips: Sequence[Machine], sizes: Mapping[str, object]
) -> tuple[list[Points], dict[str, np.ndarray[Any, Any]], list[str]]:
    """What works out each machine's rows, the axes of the table, and the names of what may bind."""
    import numpy as np

    work = op.work_core().sum
    times = [timed_core(op, chip) for chip in chips]
    used = {n for r in (work, *(t for row in times for t in row.values())) for n in r.names}
    own = {*op.dims, *tied(op.sizes), *(a for a, n in op.mesh if n is None)} - {*dict(op.sizes)}
    axes = _axes(op.text, sizes, used, own)
    bind = [list(by_link) if any(t != 0 for t in by_link.values()) else [NOTHING] for by_link in times]
    needed = [(u, how) for u, how in op.needed if {*map(str, u.names)} <= {*axes}]  # of others the notes tell
    labels = list(dict.fromkeys([*(link for links in bind for link in links), *([NOWHERE] if needed else [])]))
    points = [
        Points(
            numeric([work, *by_link.values()], *axes),
            tuple(labels.index(link) for link in (*links, *([NOWHERE] if needed else []))),
            numeric([work / t for t in by_link.values() if t != 0] or [work], *axes),
            numeric([u for u, _ in needed], *axes) if needed else None,
            tuple(how for _, how in needed),
        )
        for by_link, links in zip(times, bind)
    ]
    return points, {"machine": np.array([c.name for c in chips], dtype=object), **axes}, labels


def _table(
    op: Op,
    points: Sequence[Points],
    axes: dict[str, np.ndarray[Any, Any]],
    labels: list[str],
    progress: Callable[[int, int], None] | None = None,
) -> Sweep:
    import numpy as np

    sizes = {n: a for n, a in axes.items() if n != "machine"}
    columns = Columns(axes, _computed(points, sizes, progress), np.array(labels, dtype=object))
    return Sweep(columns, axes, _notes(op, sizes))


def _by_cases(op: Op, chips: Sequence[Machine], sizes: Mapping[str, object], deciding: Sequence[str]) -> Sweep:
    """The table of an operation under a mesh, by the plan and the rings that it has at each of the deciding sizes.

    At numbers others may decide: K cancels between the bytes of two plans over a ring, not between those of an odd one.
    """
    import numpy as np

    axes = {n: np.atleast_1d(np.asarray(v)) for n, v in sizes.items()}
    others = {n: v for n, v in sizes.items() if n not in deciding}
    found: dict[str, np.ndarray[Any, Any]] = {}
    notes: dict[str, None] = {}
    for place in itertools.product(*(range(axes[n].size) for n in deciding)):
        at = dict(zip(deciding, place))
        there = at_sizes(op, {n: number(n, axes[n][i].item()) for n, i in at.items()})
        left = _deciding(there, others)
        part = _by_cases(there, chips, others, left) if left else _table(there, *_points(there, chips, others))
        notes |= dict.fromkeys(part.notes)
        for column in COMPUTED:
            values = part[column].reshape([len(chips), *_extents(axes[n] for n in others)])
            whole = found.setdefault(column, np.empty([len(chips), *_extents(axes.values())], values.dtype))
            whole[(slice(None), *(at.get(n, slice(None)) for n in axes if axes[n].size > 1))] = values
    labels, codes = np.unique(found["bound_by"].astype(str), return_inverse=True)
    computed = {n: c.reshape(-1) for n, c in found.items()} | {"bound_by": codes.reshape(-1).astype(np.uint8)}
    all_axes = {"machine": np.array([c.name for c in chips], dtype=object), **axes}
    return Sweep(Columns(all_axes, computed, labels.astype(object)), all_axes, tuple(notes))


MOST_AXES = 30  # sizes of several numbers each, of those that an array of NumPy can have beside the machines


def _extents(axes: Iterable[np.ndarray[Any, Any]]) -> list[int]:
    """How many numbers each size has, but those of one, which are no axis of an array: an operation may have hundreds.

    Raises SymroofError for more than an array can have.
    """
    found = [a.size for a in axes if a.size > 1]
    if len(found) > MOST_AXES:
        raise SymroofError(f"{len(found)} sizes of several numbers each; a table has at most {MOST_AXES}")
    return found


def _check_cuts(op: Op, sizes: Mapping[str, object]) -> None:
    """Refuse a size that does not divide over the axes that cut it, in any row of the table.

    A dim divides over all the numbers of its axes where it divides into the product of their least common multiples.
    """
    import numpy as np

    given = {n: a.reshape(-1) for n, v in sizes.items() if (a := np.asarray(v)).dtype.kind in "iuf"}
    for row in op.cuts.rows:
        axes = {a: [int(v) for v in given[a].tolist() if v >= 1 and v % 1 == 0] for a, n in row.axes if a in given}
        for at in _uneven(row, given, {a: math.lcm(*found) for a, found in axes.items()}):
            for cut in itertools.product(*([(a, n) for n in found] for a, found in axes.items())):
                op.cuts.check({**at, **dict(cut)})


def _uneven(row: Cut, given: Mapping[str, Any], axes: Mapping[str, int]) -> Iterator[dict[str, Number]]:
    """The numbers at which a dim does not divide over axes of these sizes."""
    ways = row.ways(axes)
    if row.size is None and row.dim in given:  # many of them, perhaps
        found = given[row.dim]
        left = found % (ways if ways < 2**63 else float(ways))
        yield from ({row.dim: exact(n.item())} for n in found[(left > 0) & (found > 0)][:1])
    elif row.size is not None:  # a number, or tied to others
        names = [str(n) for n in row.size.names] if isinstance(row.size, Ratio) else []
        one = {n: _apart(given[n], row.parts * ways) if n in given else [] for n in names}
        every = itertools.product(*([(n, exact(v)) for v in one[n]] for n in names))
        yield from (at for at in map(dict, every) if row.wrong({**at, **axes}))


def _apart(values: Any, period: int) -> list[Any]:
    """One of the numbers for each remainder, after which a size that is tied to it repeats itself."""
    import numpy as np

    if period < 1 or values.size <= period or values.dtype.kind not in "iu":
        return list(values.tolist())
    return list(values[np.unique(values % period, return_index=True)[1]].tolist())


def _deciding(op: Op, sizes: Mapping[str, object]) -> list[str]:
    """The sizes given with which a sharded operation is another, those of fewest values first, while it is worth it."""
    import numpy as np

    names = {*op.depends_on, *op.rings(), *_alone(op, sizes)}
    given = {n: np.asarray(v).size for n, v in sizes.items() if n in names and np.asarray(v).dtype.kind in "iu"}
    out: list[str] = []
    for n in sorted(given, key=lambda n: given[n]):
        if math.prod(given[m] for m in (*out, n)) <= MOST_CASES:
            out.append(n)
    return out


def _alone(op: Op, sizes: Mapping[str, object]) -> list[str]:
    """The open axes that have one device in some row: no hop, no piece sent, nothing stored anew."""
    import numpy as np

    return [a for a, n in op.mesh if n is None and np.any(np.asarray(sizes.get(a, 0)) == 1)]


def _notes(op: Op, sizes: Mapping[str, object]) -> tuple[str, ...]:
    """What a table of one plan holds for."""
    plans = [s.plan for s in (op.steps or (op,)) if s.plan is not None]
    sent = [s.cost for p in plans for s in p.steps]
    round_ = ring_notes({*op.rings()} & {*sizes}, sent, "", remedy="sweep few numbers of it at a time")
    called = {a for p in plans if p.is_called for s in p.steps for a in s.axes}
    one = [a for a in _alone(op, sizes) if a in called]
    single = f"for 2 devices or more ({', '.join(one)}); sweep few numbers of it at a time" if one else ""
    held = f"the counts hold for {', '.join(op.conditions)} only" if op.conditions else ""
    return tuple(filter(None, (op.plan_note(sizes), *round_, single, held)))


def _axes(
    text: str, sizes: Mapping[str, object], known: Collection[str], idle: Collection[str] = ()
) -> dict[str, np.ndarray[Any, Any]]:
    """The sizes as flat arrays: one for each that is known, and of the others only its own, idle."""
    import numpy as np

    axes = {n: np.atleast_1d(np.asarray(v)) for n, v in sizes.items()}
    for n, a in axes.items():
        if a.ndim != 1 or not a.size:
            raise SymroofError(f"{n} must be a number or a flat list of numbers, not of shape {a.shape}")
    for n in (*known, *idle):
        if str(n) in axes:
            _refuse_unlawful(n, axes[str(n)])
    left = sorted({*map(str, known)} - set(axes))
    if left:
        remedy = f"give a number or a list, as in sweep(op, {left[0]}=4096)"
        raise SymroofError(f"still symbolic: {', '.join(left)}; {remedy}")
    names = {*map(str, known), *idle}
    strange = [n for n in axes if n not in names]
    if strange:
        have = f"it has {', '.join(sorted(names))}" if names else "all of its sizes are bound"
        raise SymroofError(f"{text} has no size {', '.join(strange)}; {have}")
    return axes


def _refuse_unlawful(name: str, axis: np.ndarray[Any, Any]) -> None:
    """Refuse a size that is above 0 and not whole, as everywhere else; whatever is worse is refused by its index."""
    import numpy as np

    if axis.dtype.kind in "fO" and is_size(name):
        for x in axis.tolist() if axis.dtype.kind == "O" else axis[(axis > 0) & (axis != np.floor(axis))][:1].tolist():
            number(name, x)


def _computed(
    points: Sequence[Points], axes: Mapping[str, Any], progress: Callable[[int, int], None] | None
) -> dict[str, np.ndarray[Any, Any]]:
    """The computed columns, filled slab by slab, with a report after each."""
    import numpy as np

    shape = _extents(axes.values()) or [1] * bool(axes)
    lower, reach, code = (np.empty((len(points), *shape), kind) for kind in (np.float64, np.float64, np.uint8))
    spread = iter(np.meshgrid(*(a for a in axes.values() if a.size > 1), indexing="ij", sparse=True))
    grids = [next(spread) if a.size > 1 else a.reshape([1] * len(shape)) for a in axes.values()]
    steps = window_steps(shape, SLAB)
    corners = list(itertools.product(*(range(0, n, s) for n, s in zip(shape, steps))))
    with _reporter(progress, math.prod(shape) * len(points)) as report:
        for i, chip in enumerate(points):
            for j, corner in enumerate(corners, 1):
                cut = tuple(slice(c, c + s) for c, s in zip(corner, steps))
                pieces = [g[tuple(c if n > 1 else slice(None) for c, n in zip(cut, g.shape))] for g in grids]
                where: tuple[Any, ...] = (i, *cut)
                lower[where], reach[where], code[where] = chip(*pieces)
                report(i * len(corners) + j, len(points) * len(corners))
    return dict(zip(COMPUTED, (lower.reshape(-1), reach.reshape(-1), code.reshape(-1))))


@final
@dataclass(frozen=True)
class Points:
    """One machine's rows at the points given: T_lower, attainable, and the code of what binds.  It pickles.

    ``rates`` is the work over each time, for sizes so large that no float holds the work; ``needed`` is what is not
    negative, or not 0, where the counts hold.
    """

    work_and_times: Any
    codes: tuple[int, ...]
    rates: Any
    needed: Numeric | None = None
    relations: tuple[str, ...] = ()

    def __call__(self, *grids: Any) -> Computed:
        import numpy as np

        lower, reached, binding = self._everywhere(*grids)
        if self.needed is None:
            return lower, reached, binding
        sides = zip(self.needed(*grids), self.relations)
        held = functools.reduce(np.logical_and, (u >= 0 if how == ">=" else u != 0 for u, how in sides))
        return np.where(held, lower, np.nan), np.where(held, reached, np.nan), np.where(held, binding, self.codes[-1])

    def _everywhere(self, *grids: object) -> Computed:
        import numpy as np

        work, lower, *others = self.work_and_times(*grids)
        lower = np.array(lower)
        binding = np.full(lower.shape, self.codes[0], np.uint8)
        for code, seconds in zip(self.codes[1:], others):
            binding[seconds > lower] = code  # a tie stays with the first, "math"
            np.maximum(lower, seconds, out=lower)
        if not np.max(lower) < math.inf:
            raise SymroofError("a time is more than 1.8e308 s at these sizes; give smaller ones")
        if np.max(work) < math.inf:
            with np.errstate(invalid="ignore"):  # nan where nothing is computed and nothing moves: it has no FLOPs/s
                return lower, work / lower, binding
        reached = functools.reduce(np.minimum, self.rates(*grids))
        return lower, np.where(np.isinf(work), reached, work / lower), binding

    def stacked(self, *grids: Any) -> Any:
        """The three as one array, a new axis in front, for one Dask task."""
        import numpy as np

        return np.stack(np.broadcast_arrays(*map(np.float64, self(*grids))))


def _lazy_by_cases(op: Op, chips: Sequence[Machine], sizes: Mapping[str, object], chunks: int) -> Any:
    """The lazy table, by the plan and the rings at each number of the sizes that decide, one size after another."""
    import numpy as np

    deciding = _deciding(op, sizes)
    if not deciding:
        notes = _notes(op, sizes)
        return _lazy(*_points(op, chips, sizes), chunks).assign_attrs({"notes": notes} if notes else {})
    name, xarray = deciding[0], _needs("xarray", "or leave out chunks=")
    others, parts = {n: v for n, v in sizes.items() if n != name}, []
    for value in np.atleast_1d(np.asarray(sizes[name])):
        part = _lazy_by_cases(at_sizes(op, {name: number(name, value.item())}), chips, others, chunks)
        parts.append(part.expand_dims({name: [value]}))
    notes = tuple(dict.fromkeys(note for part in parts for note in part.attrs.get("notes", ())))
    whole = xarray.concat(parts, dim=name, combine_attrs="drop").transpose("machine", *sizes)
    return whole.assign_attrs({"notes": notes} if notes else {})


def _lazy(points: Sequence[Points], axes: Mapping[str, Any], labels: Sequence[str], chunks: int) -> Any:
    """The sweep as an xarray Dataset of Dask arrays: a task for each machine and chunk of the grid."""
    import numpy as np

    da = _needs("dask.array", "or leave out chunks=")
    xarray = _needs("xarray", "or leave out chunks=")
    if isinstance(chunks, bool) or not isinstance(chunks, int) or chunks < 1:
        raise SymroofError(f"chunks is {chunks!r}; give how many points to work on at a time, as in chunks=10**6")
    _refuse_wide(axes, "leave out chunks=")
    sizes = list(axes.values())[1:]
    shape = tuple(a.size for a in sizes)
    steps = window_steps(shape, chunks)
    grids = [
        da.from_array(a, chunks=s).reshape([-1 if i == j else 1 for j in range(len(shape))])
        for i, (a, s) in enumerate(zip(sizes, steps))
    ]
    blocks = tuple(tuple(min(s, n - c) for c in range(0, n, s)) for n, s in zip(shape, steps))
    rows = []
    for chip in points:
        if grids:
            rows.append(da.map_blocks(chip.stacked, *grids, dtype=np.float64, new_axis=0, chunks=((3,), *blocks),
                                      meta=np.empty((0,) * (len(shape) + 1))))  # fmt: skip
        else:
            rows.append(da.from_array(chip.stacked()))
    table = da.stack(rows, axis=1)
    names = np.array(labels)
    bound = da.map_blocks(_named, table[2], names, dtype=names.dtype, meta=np.empty((0,) * len(axes), names.dtype))
    data = dict(zip(COMPUTED, (table[0], table[1], bound)))
    return xarray.Dataset({k: (tuple(axes), v) for k, v in data.items()}, coords=dict(axes))


def _refuse_wide(axes: Mapping[str, object], remedy: str) -> None:
    """Refuse what xarray cannot name: it keeps sizes of one number as axes too."""
    if len(axes) > MOST_AXES:
        raise SymroofError(f"{len(axes)} axes; an array has at most {MOST_AXES}: {remedy}")


def _named(codes: Any, names: Any) -> Any:
    return names[codes.astype(int)]


@contextmanager
def _reporter(progress: Callable[[int, int], None] | None, size: int) -> Iterator[Callable[[int, int], None]]:
    """Where progress goes: to the caller's function, to a bar on a terminal when the sweep is long, or nowhere."""
    if progress is not None:
        yield progress
    elif size < SHOWN_FROM or not sys.stderr.isatty():
        yield lambda done, total: None
    else:
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(f"{size:,} points")
            yield lambda done, total: bar.update(task, completed=done, total=total)

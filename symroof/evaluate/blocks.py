"""The block loop: a grid of any shape worked through in pieces that stay in a core's cache, on one or two threads."""

from __future__ import annotations

import itertools
import math
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from symroof.errors import SymroofError
from symroof.evaluate.binding import Line, chooser, decided, sides
from symroof.evaluate.code import UFUNC, array_functions, block_source, compiled, far, reach, specialised
from symroof.evaluate.nodes import Program

if TYPE_CHECKING:
    import numpy as np

BLOCK = 1 << 16  # elements worked on at a time: a few float64 buffers of it stay in cache
LEAST_BLOCK = 1 << 13  # of fewer elements, the calls cost as much as the arithmetic
MOST_PARTS = 8  # into which work is cut only so that what binds is decided in more of it
ROW = 1 << 12  # the longest run along the last axis of a grid: a block is several rows, so work on few axes is rare
MOST_CHOICES = 32  # kinds of blocks, by what binds in them, that are worth code of their own
THREADS_FROM = 1 << 21  # below, starting a second thread and sharing the lock cost what it brings


@final
@dataclass(frozen=True)
class Steps:
    """Code for one block: called with inputs, outputs, buffers and constant blocks of one shape."""

    run: Callable[..., None]
    buffers: int
    constants: tuple[float, ...]


@final
class Plan:
    """The code for blocks of a program: in full, and shorter where what binds is the same throughout a block.

    ``choose`` takes the least and the most of every moving argument in turn; it is None where nothing can be decided.
    """

    def __init__(self, lines: Sequence[Line], results: Sequence[Any], axes: Sequence[frozenset[int]]) -> None:
        self.lines, self.results, self.axes = lines, results, axes
        self.reach = reach(Program(tuple(lines), tuple(results)))
        moving = [k for k, a in enumerate(axes) if a]
        self.sides = sides(lines, results, moving)
        self.choose = chooser(lines, self.sides, moving, len(axes)) if self.sides else None
        self.full = _steps(lines, results, axes)
        self._shorter: dict[int, Steps] = {0: self.full}

    def block(self, size: int) -> int:
        """Elements to work on at a time: fewer where what binds may change from one part of the work to the next."""
        if self.choose is None:
            return BLOCK
        parts = min(MOST_PARTS, max(1, size // LEAST_BLOCK))
        return min(BLOCK, -(-size // parts))

    def steps(self, choice: int) -> Steps:
        """The code for blocks of one choice; many choices mean that blocks are all different, and are done in full."""
        found = self._shorter.get(choice)
        if found is None:
            if len(self._shorter) > MOST_CHOICES:
                return self.full
            lines, results = decided(self.lines, self.results, self.sides, choice)
            found = self._shorter[choice] = _steps(lines, results, self.axes)
        return found


def plan(program: Program, fixed: Sequence[float | None], axes: Sequence[frozenset[int]]) -> Plan:
    """The code for a program where some inputs are numbers and the others vary along the axes given."""
    import numpy as np

    with np.errstate(all="ignore"):
        lines, results = specialised(program, fixed, _fold)
    return Plan(lines, results, axes)


def _steps(lines: Sequence[Line], results: Sequence[Any], axes: Sequence[frozenset[int]]) -> Steps:
    import numpy as np

    source, count, numbers, constants = block_source(lines, results, axes)
    scope: dict[str, Any] = {**array_functions()}
    scope |= {k: np.asarray(v) for k, v in numbers.items()}
    return Steps(compiled(source, "on_block", scope), count, tuple(constants.values()))


def _fold(op: str, a: float, b: float | None) -> float:
    ufunc = array_functions()[f"_{UFUNC[op]}"]
    return float(ufunc(a) if b is None else ufunc(a, b))


def work_through(
    made: Plan,
    ins: Sequence[np.ndarray[Any, Any] | None],
    outs: Sequence[np.ndarray[Any, Any]],
    names: Sequence[str],
    workers: int,
) -> None:
    """Fill the outputs block by block; inputs that are numbers are None."""
    job = _Job(made, ins, outs, names)
    corners = list(itertools.product(*(range(0, n, s) for n, s in zip(job.shape, job.steps))))
    edges = [len(corners) * i // workers for i in range(workers + 1)] if workers > 1 else [0, len(corners)]
    shares = [corners[a:b] for a, b in itertools.pairwise(edges)]
    failures: list[Exception] = []

    def work(share: Sequence[tuple[int, ...]]) -> None:
        try:
            job.work(share)
        except Exception as e:  # raised again below, in the caller's thread
            failures.append(e)

    threads = [threading.Thread(target=work, args=(share,)) for share in shares[1:]]
    for t in threads:
        t.start()
    work(shares[0])
    for t in threads:
        t.join()
    if failures:
        raise failures[0]


@final
class _Job:
    """A grid to be filled: the arguments, of which those as large as the grid (``whole``) are tried block by block."""

    def __init__(
        self,
        made: Plan,
        ins: Sequence[np.ndarray[Any, Any] | None],
        outs: Sequence[np.ndarray[Any, Any]],
        names: Sequence[str],
    ) -> None:
        self.made, self.outs, self.names = made, outs, names
        self.shape = outs[0].shape
        self.steps = window_steps(self.shape, made.block(outs[0].size))
        self.whole = {k for k, a in enumerate(ins) if a is not None and a.shape == self.shape}
        self.ready = [
            a if a is None or k in self.whole else check(a, names[k]).astype("float64", copy=False)
            for k, a in enumerate(ins)
        ]
        low, high = made.reach
        self.some_beyond = any(
            a is not None and k not in self.whole and a.size and not (low <= a.min() and a.max() <= high)
            for k, a in enumerate(self.ready)
        )

    def work(self, share: Sequence[tuple[int, ...]]) -> None:
        """The blocks at these corners, on one thread."""
        import numpy as np

        made, whole = self.made, Program(tuple(self.made.lines), tuple(self.made.results))
        desk = _Desk(math.prod(self.steps))
        casts = {k: desk.buffer() for k in self.whole if self.ready[k].dtype != np.float64}  # type: ignore[union-attr]
        now: Any = None
        try:
            with np.errstate(all="ignore"):
                for corner in share:
                    cut = tuple(slice(c, c + s) for c, s in zip(corner, self.steps))
                    into = [o[cut] for o in self.outs]
                    pieces, ends, beyond = self.pieces(cut, casts)
                    todo = made.full if made.choose is None else made.steps(made.choose(*ends))
                    if now != (todo, into[0].shape):
                        now = (todo, into[0].shape)
                        rest = desk.laid(todo, into[0].shape)
                    todo.run(*pieces, *into, *rest)
                    if beyond:
                        mend(whole, [1.0 if x is None else x for x in pieces], into, self.names)
        finally:
            desk.cleared()

    def pieces(self, cut: tuple[slice, ...], casts: Mapping[int, Any]) -> tuple[list[Any], list[float], bool]:
        """The arguments of one block, the ends of those that move, and whether floats may overflow on them."""
        import numpy as np

        made, flat = self.made, len(self.shape) == 1
        pieces: list[Any] = []
        ends: list[float] = []
        beyond = self.some_beyond
        for k, a in enumerate(self.ready):
            if a is None:
                pieces.append(None)
                continue
            piece = a[cut] if flat and k in self.whole else _window(a, cut)
            if k in casts:
                spare = casts[k][: piece.size].reshape(piece.shape)
                np.copyto(spare, piece, casting="unsafe")
                piece = spare
            if k in self.whole or made.choose is not None:
                low, high = float(np.minimum.reduce(piece, axis=None)), float(np.maximum.reduce(piece, axis=None))
                if not (low > 0 and high < math.inf):
                    check(a, self.names[k])
                if made.choose is not None and made.axes[k]:
                    ends += (low, high)
                beyond = beyond or not made.reach[0] <= low <= high <= made.reach[1]
            pieces.append(piece)
        return pieces, ends, beyond


@final
class _Desk:
    """One thread's memory: buffers of a block each, and blocks filled with a constant."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.held: list[Any] = []
        self.buffers: list[Any] = []
        self.constants: dict[float, Any] = {}

    def buffer(self) -> Any:
        self.held.append(_take(self.size))
        return self.held[-1]

    def laid(self, todo: Steps, shape: tuple[int, ...]) -> list[Any]:
        """The buffers and constant blocks of some steps, as arrays of the block's shape."""
        while len(self.buffers) < todo.buffers:
            self.buffers.append(self.buffer())
        for c in todo.constants:
            if c not in self.constants:
                self.constants[c] = self.buffer()
                self.constants[c][: self.size] = c
        used = [*self.buffers[: todo.buffers], *(self.constants[c] for c in todo.constants)]
        return [b[: math.prod(shape)].reshape(shape) for b in used]

    def cleared(self) -> None:
        _SPARE.extend(self.held[: max(0, 16 - len(_SPARE))])


_SPARE: list[Any] = []  # buffers kept from call to call: fresh memory costs more than the arithmetic done in it


def _take(size: int) -> np.ndarray[Any, Any]:
    import numpy as np

    if size <= BLOCK:
        try:
            kept: np.ndarray[Any, Any] = _SPARE.pop()
            return kept
        except IndexError:
            pass
    return np.empty(max(size, BLOCK))


def window_steps(shape: Sequence[int], block: int | None = None) -> list[int]:
    """How far a block goes along each axis: rows of about ROW, and as many as fit into ``block`` elements."""
    if not shape:
        return []
    room = BLOCK if block is None else block
    steps = [min(shape[-1], max(min(ROW, room), room // max(1, math.prod(shape[:-1]))))]
    for n in reversed(shape[:-1]):
        steps.insert(0, min(n, max(1, room // math.prod(steps))))
    return steps


def _window(a: np.ndarray[Any, Any], cut: tuple[slice, ...]) -> np.ndarray[Any, Any]:
    if not a.ndim:
        return a
    return a[tuple(c if n > 1 else slice(None) for c, n in zip(cut[-a.ndim :], a.shape))]


def check(a: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """The array, when every element is a positive number."""
    if a.size and not (a.min() > 0 and a.max() < math.inf):
        import numpy as np

        bad = int(np.flatnonzero(~((a > 0) & (a < math.inf)).reshape(-1))[0])
        where = f" at index {bad}" if a.ndim else ""
        raise SymroofError(not_positive(name, a.reshape(-1)[bad].item(), where))
    return a


def not_positive(name: str, x: float, where: str = "") -> str:
    finite = "finite" if x == math.inf else "positive"
    return f"{name} is {x}{where}; sizes and parameters are {finite} numbers"


def mend(program: Program, ins: Sequence[Any], outs: Sequence[np.ndarray[Any, Any]], names: Sequence[str]) -> None:
    """Work out again, in wider numbers, what has an argument that floats overflow or underflow on."""
    import numpy as np

    least, most = reach(program)
    shape = outs[0].shape
    beyond = np.zeros(shape, bool)
    given = [np.broadcast_to(np.asarray(check(np.asarray(a), n), np.float64), shape) for a, n in zip(ins, names)]
    for a in given:
        beyond |= (a < least) | (a > most)
    for place in map(tuple, np.argwhere(beyond)):
        for o, x in zip(outs, far(program, [float(a[place]) for a in given])):
            o[place] = x


def workers_for(size: int, parallel: bool | None, most: int, least: int = THREADS_FROM, locked: bool = True) -> int:
    """How many threads to use: one for less than ``least`` points.

    Where the threads share Python's lock (``locked``), also one while other programs keep every core busy: the lock
    then changes hands at the price of a time slice.
    """
    if parallel is False or size < (2 if parallel else least):
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    crowded = locked and hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1) + 0.5
    return 1 if crowded and parallel is None else min(cores, most)

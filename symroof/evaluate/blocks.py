"""Large arrays: a grid of any shape worked through in blocks.  All that is there for speed stands behind this file.

What each part buys, as the time without it over the time with it, at 10^7 points of T_lower and attainable of a matmul
(``python benchmarks/bench_ablation.py``; the table is in docs/developers/numbers.md).  Less than 1.5 is not worth code.

    blocks that stay in cache (here)                3.6
    what binds in a block (``binding``)             2.3
    memory of earlier results again (``memory``)    1.9 to 5.7
    powers of two put off (``scaling``)             1.2 to 1.3 beside such sizes: less, but more than 10 % lost
    a second thread (``workers_for``)               1.3 to 1.7
    the compiled loop (``native``)                  no lock: for more cores than NumPy's calls can share

Nothing else imports ``binding``, ``memory``, ``native`` and ``scaling`` (tests/test_floors.py).
"""

from __future__ import annotations

import functools
import itertools
import math
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

from symroof.errors import SymroofError
from symroof.evaluate import native
from symroof.evaluate.binding import chooser, decided, sides
from symroof.evaluate.code import Axes, OnArrays, array_functions, compiled, reach
from symroof.evaluate.memory import fresh
from symroof.evaluate.nodes import Program, Wholly
from symroof.evaluate.scaling import put_off
from symroof.evaluate.wholly import are_whole, wholly
from symroof.evaluate.wide import far

if TYPE_CHECKING:
    import numpy as np

BLOCK = 1 << 16  # elements worked on at a time: a few float64 buffers of it stay in cache
LEAST_BLOCK = 1 << 13  # of fewer elements, the calls cost as much as the arithmetic
MOST_PARTS = 8  # into which work is cut only so that what binds is decided in more of it
ROW = 1 << 12  # the longest run along the last axis of a grid: a block is several rows, so work on few axes is rare
MOST_CHOICES = 32  # kinds of blocks, by what binds in them, that are worth code of their own
THREADS_FROM = 1 << 21  # below, starting a second thread and sharing the lock cost what it brings
SCALED_FROM = 1 << 19  # below, writing code for the numbers of a call costs more than it brings
MOST_PLANS = 64
UNLOCKED_FROM = 1 << 19  # the same for the compiled loop, which needs no lock
MOST_THREADS = 4  # NumPy's calls share one lock; more threads than this wait for it
MOST_UNLOCKED = 64
MOST_SPARE = 16
_SPARE: list[Any] = []  # buffers kept from call to call: fresh memory costs more than the arithmetic done in it


@final
@dataclass(frozen=True)
class Steps:
    """Code for one block, called with arguments, results, what ``of_numbers`` makes of the arguments, and buffers."""

    run: Callable[..., None]
    buffers: int = 0
    of_numbers: Callable[..., list[Any]] = lambda *_: []


@final
class Plan:
    """The code for blocks of a program: in full, and shorter where what binds is the same throughout a block.

    ``choose`` takes the least and the most of every moving argument in turn, then the numbers; it is None where
    nothing can be decided.  ``scaled`` is the program at the numbers of a call, where that is shorter, ``shorter`` the
    plan of blocks in which sizes are whole and moderate; ``told`` says that no digit may be lost.
    """

    def __init__(
        self, program: Program, axes: Sequence[Axes], backend: str, scaled: Program | None = None,
        wholly: Wholly | None = None,
    ) -> None:  # fmt: skip
        self.program, self.axes = program, axes
        self.wholly = wholly
        self.shorter = None if wholly is None else Plan(wholly.program, axes, backend)
        self.told = not program.doubts
        self.short = program = scaled or program
        moving = [k for k, a in enumerate(axes) if a]
        self.sides = sides(program.lines, program.results, moving) if backend == "numpy" else []
        self.choose = chooser(program.lines, self.sides, moving, len(axes)) if self.sides else None
        if backend == "numba":
            self.full = Steps(native.on_block(program, tuple(map(bool, axes))))
        else:
            self.full = _steps(program, axes)
        self._shorter: dict[int, Steps] = {0: self.full}
        self.chooses: bool = self.choose is not None or (self.shorter is not None and self.shorter.chooses)

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
            lines, results = decided(self.short.lines, self.short.results, self.sides, choice)
            found = self._shorter[choice] = _steps(Program(tuple(lines), tuple(results)), self.axes)
        return found


def _steps(program: Program, axes: Sequence[Axes]) -> Steps:
    import numpy as np

    code = OnArrays(program, axes)
    of_numbers = code.function("of_numbers", [], [*code.of_numbers, f"return [{', '.join(code.numbers)}]"])
    on_block = code.function("on_block", [*code.results, *code.numbers, *code.buffers], code.body or ["pass"])
    scope = array_functions() | {k: np.asarray(v) for k, v in code.constants.items()}
    return Steps(
        compiled(on_block, "on_block", scope), len(code.buffers), compiled(of_numbers, "of_numbers", {**scope})
    )


@final
class Filler:
    """What fills large results of one program, on one or several threads; the code for blocks is kept."""

    def __init__(self, program: Program, names: Sequence[str], backend: str, parallel: bool | None) -> None:
        self.program, self.names, self.backend, self.parallel = program, names, backend, parallel
        self.plans: dict[tuple[tuple[Axes, ...], Program | None, Wholly | None], Plan] = {}
        self.scaled = functools.lru_cache(MOST_PLANS)(functools.partial(put_off, program))

    def fill(self, arrays: Sequence[np.ndarray[Any, Any]], outs: Sequence[np.ndarray[Any, Any]]) -> bool:
        """Write the results at every point of a grid, and say whether no digit may be lost in any.

        Arguments of one element are numbers.
        """
        ins: list[Any] = [_number(a, n) if a.size == 1 else a for a, n in zip(arrays, self.names)]
        shape, size = outs[0].shape, outs[0].size
        if all(a.shape in ((), shape) for a in ins) and all(a.flags.c_contiguous for a in (*arrays, *outs)):
            ins, outs = [a.reshape(-1) if a.ndim else a for a in ins], [o.reshape(-1) for o in outs]
        if not size:
            return True
        axes = tuple(map(frozenset, (_axes(a, outs[0].shape) for a in ins)))
        scaled, there = None, wholly(self.program) if self.backend == "numpy" else None
        if size >= SCALED_FROM and self.backend == "numpy":
            numbers = tuple(None if a.ndim else float(a) for a in ins)
            scaled = self.scaled(numbers)
            if there is not None and scaled is not None:
                there = replace(there, program=put_off(there.program, numbers) or there.program)
        plan = self.plans.get((axes, scaled, there))
        if plan is None:
            if len(self.plans) > MOST_PLANS:
                self.plans.clear()
            plan = self.plans[axes, scaled, there] = Plan(self.program, axes, self.backend, scaled, there)
        if self.backend == "numba":
            workers = workers_for(size, self.parallel, MOST_UNLOCKED, UNLOCKED_FROM, locked=False)
        else:
            workers = workers_for(size, self.parallel, MOST_THREADS)
        job = _Job(plan, ins, outs, self.names)
        _work_through(job, workers)
        return job.told


def must_run(backend: str) -> None:
    """Raise SymroofError for a back end that is unknown or not installed."""
    if backend not in ("numpy", "numba"):
        raise SymroofError(f"unknown back end {backend!r}; known: numpy, numba")
    if backend == "numba":
        native.find_numba()


def empty(shape: tuple[int, ...], count: int) -> list[np.ndarray[Any, Any]]:
    """So many arrays for results."""
    return [a.reshape(shape) for a in fresh(math.prod(shape), count)]


def _number(a: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """The positive number that an array of one element holds, as NumPy's own, whose arithmetic knows infinity."""
    import numpy as np

    x = float(a.item())
    return np.asarray(x if 0 < x < math.inf else check(a, name).item())


def _axes(a: Any, grid: tuple[int, ...]) -> list[int]:
    """The axes of the grid that an argument varies along."""
    return [i for i, n in enumerate(a.shape, len(grid) - a.ndim) if n > 1]


def _work_through(job: _Job, workers: int) -> None:
    corners = list(itertools.product(*(range(0, n, s) for n, s in zip(job.shape, job.steps))))
    edges = [len(corners) * i // workers for i in range(workers + 1)]
    failures: list[Exception] = []

    def work(share: Sequence[tuple[int, ...]]) -> None:
        try:
            job.work(share)
        except Exception as e:  # raised again below, in the caller's thread
            failures.append(e)

    shares = [corners[a:b] for a, b in itertools.pairwise(edges)]
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
        self, plan: Plan, ins: Sequence[Any], outs: Sequence[np.ndarray[Any, Any]], names: Sequence[str]
    ) -> None:
        self.plan, self.outs, self.names = plan, outs, names
        self.shape = outs[0].shape
        self.steps = window_steps(self.shape, plan.block(outs[0].size))
        self.numbers = [float(a) for a in ins if not a.ndim]
        self.within = reach(plan.program, tuple(None if a.ndim else float(a) for a in ins))
        self.whole = {k for k, a in enumerate(ins) if a.shape == self.shape}
        self.ins, self.beyond = list(ins), self.within[0] > self.within[1]
        for k, a in enumerate(ins):
            if a.ndim and k not in self.whole:
                self.ins[k] = floats = check(a, names[k]).astype("float64", copy=False)
                self.beyond |= not self.within[0] <= floats.min() <= floats.max() <= self.within[1]
        self.told = True  # as far as its blocks go
        there = self.wholly = plan.wholly  # None once a size is not whole or too large for it
        if there is not None and not all(
            k in self.whole or (self.ins[k].max() <= there.most and are_whole(self.ins[k])) for k in there.sizes
        ):
            self.wholly = None

    def work(self, share: Sequence[tuple[int, ...]]) -> None:
        """The blocks at these corners, on one thread."""
        import numpy as np

        size = math.prod(self.steps)
        casts = {k: fresh(size, 1)[0] for k in self.whole if self.ins[k].dtype != np.float64}
        buffers: list[Any] = []
        now: Any = None
        with np.errstate(all="ignore"):
            for corner in share:
                cut = tuple(slice(c, c + s) for c, s in zip(corner, self.steps))
                into = [o[cut] for o in self.outs]
                pieces = [self.piece(k, cut, casts) for k in range(len(self.ins))]
                ends, highs, beyond = self.ends(pieces)
                plan = self.plan if beyond or not self.are_whole(pieces, highs) else self.plan.shorter or self.plan
                if not plan.told:
                    self.told = False  # set once and never back: several threads are here
                todo = plan.full if plan.choose is None else plan.steps(plan.choose(*ends, *self.numbers))
                if now != (todo, into[0].shape):
                    now = todo, into[0].shape
                    while todo.buffers > len(buffers):
                        buffers.append(_SPARE.pop() if _SPARE else np.empty(BLOCK))
                    rest = list(map(np.asarray, todo.of_numbers(*self.ins)))
                    rest += [b[: into[0].size].reshape(into[0].shape) for b in buffers[: todo.buffers]]
                todo.run(*pieces, *into, *rest)
                if beyond:
                    mend(self.plan.program, self.within, pieces, into)
        _SPARE.extend(buffers[: max(0, MOST_SPARE - len(_SPARE))])

    def piece(self, k: int, cut: tuple[slice, ...], casts: Mapping[int, Any]) -> Any:
        """One argument in one block, as floats."""
        a = self.ins[k]
        if not a.ndim:
            return a
        piece = a[tuple(c if n > 1 else slice(None) for c, n in zip(cut[-a.ndim :], a.shape))]
        if k not in casts:
            return piece
        spare = casts[k][: piece.size].reshape(piece.shape)
        spare[...] = piece
        return spare

    def are_whole(self, pieces: Sequence[Any], highs: Mapping[int, float]) -> bool:
        """Whether the sizes of this block are whole and moderate; where one is not, those of the next are not asked."""
        there = self.wholly
        if there is not None and not all(
            highs[k] <= there.most and (self.ins[k].dtype.kind != "f" or are_whole(pieces[k]))
            for k in there.sizes if k in self.whole
        ):  # fmt: skip
            there = self.wholly = None
        return there is not None

    def ends(self, pieces: Sequence[Any]) -> tuple[list[float], dict[int, float], bool]:
        """The least and the most of the moving arguments in one block, and whether floats may overflow on them."""
        import numpy as np

        ends: list[float] = []
        highs: dict[int, float] = {}
        beyond = self.beyond
        for k, piece in enumerate(pieces):
            if k in self.whole or (self.plan.chooses and self.plan.axes[k]):
                low, high = float(np.minimum.reduce(piece, axis=None)), float(np.maximum.reduce(piece, axis=None))
                if not (low > 0 and high < math.inf):
                    check(self.ins[k], self.names[k])
                ends += (low, high)
                highs[k] = high
                beyond = beyond or not self.within[0] <= low <= high <= self.within[1]
        return ends, highs, beyond


def window_steps(shape: Sequence[int], block: int | None = None) -> list[int]:
    """How far a block goes along each axis: rows of about ROW, and as many as fit into ``block`` elements."""
    if not shape:
        return []
    room = BLOCK if block is None else block
    steps = [min(shape[-1], max(min(ROW, room), room // max(1, math.prod(shape[:-1]))))]
    for n in reversed(shape[:-1]):
        steps.insert(0, min(n, max(1, room // math.prod(steps))))
    return steps


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


def mend(
    program: Program, within: tuple[float, float], ins: Sequence[Any], outs: Sequence[np.ndarray[Any, Any]]
) -> None:
    """Work out again, in wider numbers, what has an argument that floats overflow or underflow on.

    Where nothing is within, the numbers that are no arrays are such arguments.
    """
    import numpy as np

    shape = outs[0].shape
    beyond = np.full(shape, within[0] > within[1])
    given = [np.broadcast_to(a, shape) for a in ins]
    for a, x in zip(given, ins):
        if x.ndim:
            beyond |= (a < within[0]) | (a > within[1])
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

"""How two sides are measured against each other: interleaved in one run, every cache cleared before every repetition.

A row runs ours and theirs in turn, a burst of a few repetitions each; before every single one of them SymPy's cache
and every memo of symroof that has an argument are emptied.  What stays: symbols, which the caller holds, and tables
that depend on no question (a compiled grammar, the primes), as SymPy's own stay.  Medians and their ratio are shown.

Expressions remember things too: SymPy keeps what it found about the assumptions of one in the expression.  A row with
``fresh`` asks each question once, in symbols never seen before, of expressions made before the clock runs.
"""

from __future__ import annotations

import gc
import inspect
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from sympy.core.cache import clear_cache

from symroof import symbols

Run = Callable[[], object]


#: what empties each memo that was found, by its identity, and the modules that were looked through for them
_MEMOS: dict[int, Run] = {id(symbols.symbol): lambda: None}  # symbols stay: the caller holds them
_LOOKED_THROUGH: set[ModuleType] = set()


def memos() -> list[Run]:
    """What empties each memo of symroof, of the modules that are loaded; each module is looked through once."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "symroof" and module not in _LOOKED_THROUGH:
            _LOOKED_THROUGH.add(module)
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear") and id(thing) not in _MEMOS and inspect.signature(thing).parameters:
                    _MEMOS[id(thing)] = thing.cache_clear  # which keeps it alive, and its identity its own
    return list(_MEMOS.values())


def cold() -> None:
    """No cache of either side survives."""
    clear_cache()
    for clear in memos():
        clear()


def seconds(run: Run, warm: bool = False) -> float:
    """Processor time of one run after all caches are cleared; ``warm`` keeps them.

    Both sides compute on one thread, so this is the wall time of a machine that nobody else uses.
    """
    if not warm:
        cold()
    start = time.process_time()
    run()
    return time.process_time() - start


@dataclass(frozen=True)
class Row:
    """One question asked of both: what it is, how each side answers, the factor wanted, and how often to ask.

    ``core`` is the same question without the door, from exact ratio to exact ratio.
    """

    what: str
    ours: Run
    theirs: Run
    floor: float
    core: Run | None = None
    bursts: int = 5
    burst: int = 7
    fresh: Callable[[], tuple[Run, Run]] | None = None

    def questions(self) -> list[tuple[Run, Run]]:
        """Ours and theirs of one burst, each asked once where there are fresh ones."""
        return [(self.ours, self.theirs) if self.fresh is None else self.fresh() for _ in range(self.burst)]


@dataclass(frozen=True)
class Result:
    """Median seconds of both sides, and of the core alone."""

    row: Row
    ours: float
    theirs: float
    core: float | None

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours

    def __str__(self) -> str:
        core = f"{self.core * 1e6:9.0f}" if self.core is not None else " " * 9
        verdict = "met" if self.ratio >= self.row.floor else "MISSED"
        return (
            f"{self.row.what:36}{self.theirs * 1e3:10.2f}{self.ours * 1e3:9.3f}{core}"
            f"{self.ratio:8.1f}x{self.row.floor:6.0f}x  {verdict}"
        )


HEADER = f"{'what':36}{'SymPy ms':>10}{'ours ms':>9}{'core us':>9}{'ratio':>9}{'floor':>7}"


def measure(row: Row) -> Result:
    """Both sides of a row in turn, garbage collection off while the clock runs."""
    row.ours()  # imports and lazy tables; SymPy's are loaded by its first burst, which the median forgets
    ours: list[float] = []
    theirs: list[float] = []
    core: list[float] = []
    for _ in range(row.bursts):
        asked, asked_of_us = row.questions(), row.questions()
        gc.collect()
        gc.disable()
        try:
            theirs += [seconds(run) for _, run in asked]
            ours += [seconds(run) for run, _ in asked_of_us]
            if row.core is not None:
                core += [seconds(row.core) for _ in range(row.burst)]
        finally:
            gc.enable()
    return Result(row, statistics.median(ours), statistics.median(theirs), statistics.median(core) if core else None)


def table(title: str, rows: list[Row]) -> list[Result]:
    """Measure and print rows as they come, their geometric mean last."""
    print(f"\n{title}\n{HEADER}")
    found = []
    for row in rows:
        found.append(measure(row))
        print(found[-1], flush=True)
    if len(found) > 1:
        print(f"{'geometric mean':64}{statistics.geometric_mean(r.ratio for r in found):8.1f}x")
    return found

"""Measured time beside the bound: the function run on what is here, and how much of the certified bound it reaches.

    bound = max(matrix FLOPs / peak, (compulsory bytes - cache) / bandwidth)

Arguments that were used before may still be in the cache, so that many bytes are not asked of the memory for certain.
FLOPs are those that no compiler leaves out (``certain``).  Where a run is faster than this computer's own bound, the
computer was busy when it was benchmarked: it is benchmarked again beside the run, and the better number is kept.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import symroof.regexes as re
from symroof.errors import SymroofError, UnknownResource
from symroof.machines import Machine, MachineLike, again, machine, spread_of
from symroof.shown import visible

if TYPE_CHECKING:
    from symroof.tracing.program import Program

AGAIN = 3  # times that this computer is benchmarked once more where a run was faster than its bound
SHORTEST = 2e-4  # s: a run that takes less is repeated within one measurement


@final
@dataclass(frozen=True)
class Timing:
    """One set of sizes: seconds of the median, fastest and slowest run, and the bound that none may beat."""

    sizes: tuple[tuple[str, int], ...]
    seconds: float
    fastest: float
    slowest: float
    bound: float
    binds: str

    @property
    def fraction(self) -> float:
        """How much of the bound is reached: bound / seconds, at most 1 but for the spread of the machine's numbers."""
        return self.bound / self.seconds


@visible
@final
@dataclass(frozen=True)
class Measured:
    """Timings of one program on one machine."""

    title: str
    machine: Machine
    rows: tuple[Timing, ...]
    spread: float  # of the machine's numbers, a fraction

    def __iter__(self) -> Any:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def holds(self) -> bool:
        """Whether no run was faster than its bound by more than the spread."""
        return all(r.fastest >= r.bound * (1 - self.spread) for r in self.rows)

    def __str__(self) -> str:
        lines = [f"{self.title} on {self.machine.name}, spread {self.spread:.0%}"]
        for r in self.rows:
            sizes = ", ".join(f"{k} = {v}" for k, v in r.sizes)
            took = f"{r.seconds:.3g} s ({r.fastest:.3g} to {r.slowest:.3g})"
            lines.append(f"{sizes}: {took}, at least {r.bound:.3g} s by {r.binds}"
                         f": {r.fraction:.0%} of the bound reached")  # fmt: skip
        return "\n".join(lines)

    __repr__ = __str__


def certified(p: Program, chip: Machine, cache: int = 0) -> tuple[float, str]:
    """Seconds that no run can beat, of a program whose sizes are numbers, and which resource says so."""
    times = {"nothing": Fraction(0)}
    math = Fraction(0)
    for fmt, w in p.certain_work.items():
        math += Fraction(w.constant() or 0) / chip.peak(fmt)
    times["math"] = math
    moved = Fraction(p.compulsory_core.constant() or 0) - cache
    times["hbm"] = max(Fraction(0), moved) / chip.bandwidth("hbm")
    best = max(times, key=times.__getitem__)
    return float(times[best]), best


def measure(p: Program, sizes: tuple[Mapping[str, int], ...], on: MachineLike | None, repeats: int) -> Measured:
    """See ``Program.measure``."""
    if p.source is None or not hasattr(p.source, "runner"):
        raise SymroofError(
            f"{p.text} cannot be run: it was put together from several programs, or comes from a pickle; trace it with "
            "the size fixed"
        )
    if p.mesh:
        raise SymroofError(f"{p.text} is one device's part of a mesh; measure runs on one device")
    if repeats < 1:
        raise SymroofError(f"repeats={repeats}: at least one run is measured")
    chip = machine("here" if on is None else on)
    runs: list[tuple[Program, tuple[tuple[str, int], ...], list[float]]] = []
    for one in sizes:
        there = p.at(**one) if one else p
        left = sorted(set(there.letters) & (there.names | set(map(str, there.compulsory_core.names))))
        if left:
            raise SymroofError(
                f"still symbolic: {', '.join(left)}; give a number for each, as in measure({left[0]}=64)"
            )
        _room(there, chip)
        _bound(there, chip)
        whole = {k: int(v) for k, v in one.items()}
        runs.append((there, tuple(one.items()), timed(p.source.runner(whole), repeats)))
    formats = [*p.certain_work, "hbm"]
    found = _put(p, chip, runs, spread_of(chip, *formats))
    for _ in range(AGAIN if chip.kind == "measured" and chip.name == "here" else 0):
        if found.holds:
            break
        chip = again(chip)  # it was busier when it was benchmarked than it is now
        found = _put(p, chip, runs, spread_of(chip, *formats))
    return found


def _put(p: Program, chip: Machine, runs: list[Any], spread: float) -> Measured:
    rows = []
    for there, sizes, times in runs:
        bound, binds = _bound(there, chip)
        rows.append(Timing(sizes, statistics.median(times), min(times), max(times), bound, binds))
    return Measured(p.text, chip, tuple(rows), spread)


def _bound(there: Program, chip: Machine) -> tuple[float, str]:
    try:
        return certified(there, chip, _cache(chip))
    except UnknownResource as e:
        raise SymroofError(f"{e}; run_as counts one format at the peak of another") from None


def _cache(chip: Machine) -> int:
    found = [m for n in chip.notes if (m := re.match(r"last cache (\d+) bytes", n))]
    return int(found[0].group(1)) if found else 0


def _room(p: Program, chip: Machine) -> None:
    need = p.peak_core.constant()
    if need is not None and chip.capacity is not None and need > chip.capacity / 2:
        raise SymroofError(f"{p.text} holds {float(need):.3g} bytes at these sizes, more than half of the memory here; "
                           "choose smaller sizes")  # fmt: skip


def timed(run: Callable[[], object], repeats: int) -> list[float]:
    """Seconds of each of so many runs, after one that warms up; very short runs are timed several at once."""
    run()
    start = time.perf_counter()
    run()
    once = time.perf_counter() - start
    inner = max(1, int(SHORTEST / max(once, 1e-7)))
    out = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(inner):
            run()
        out.append((time.perf_counter() - start) / inner)
    return out

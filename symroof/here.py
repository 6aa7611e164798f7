"""A machine of this computer, from a short benchmark: peaks by format through a library's matmul, bandwidth by a copy.

Stored with its date and spread, so that it is measured once.  Each number is the best of its runs, its spread how far
the median run stayed below: on a shared computer a later run may be that much faster than the peak found here.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symroof.errors import SymroofError

if TYPE_CHECKING:
    from symroof.machines import Machine

SIZES = (512, 1024)  # sides of the squares that are multiplied
COPY = 1 << 28  # bytes copied, at least; four times the last cache where that is more
LONGEST = 0.5  # s spent on one size, three runs at least
DEFAULT_CACHE = 1 << 25  # bytes of the last cache where the system does not say


def store() -> Path:
    """Where the measurement is kept: ``$SYMROOF_CACHE``, else the user's cache folder."""
    home = os.environ.get("SYMROOF_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(home or Path.home() / ".cache") / "symroof" / "here.json"


def cache_bytes() -> int:
    """Bytes of the largest cache of this computer."""
    found = []
    for file in Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size"):
        text = file.read_text().strip()
        scale = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:], 1)
        found.append(int(text.rstrip("KMG")) * scale)
    return max(found, default=DEFAULT_CACHE)


def here(*, refresh: bool = False, path: str | Path | None = None, repeats: int = 7) -> Machine:
    """A Machine of this computer: measured in a few seconds, kept with its date, read back later.

    Raises SymroofError where the file kept is damaged and cannot be replaced, or no memory for the copy is there.
    """
    file = Path(path) if path is not None else store()
    record = None if refresh else _kept(file)
    if record is None:
        record = _measured(repeats)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(record, indent=2), encoding="utf-8")
        except OSError:
            pass  # a read-only home: measured anew next time
    return _machine(record)


def _kept(file: Path) -> dict[str, Any] | None:
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    same = isinstance(record, dict) and record.get("node") == _node() and {"peaks", "hbm", "date"} <= set(record)
    return record if same else None


def _node() -> str:
    return f"{platform.node()} {platform.machine()} {os.cpu_count()}"


def _machine(record: dict[str, Any]) -> Machine:
    from symroof.machines import Fact, Machine

    def fact(row: dict[str, float], unit: str) -> Fact:
        note = f"best run; the median was {row['spread']:.0%} lower"
        return Fact(Fraction(row["best"]), unit, record["how"], record["date"], "measured here", (), note)

    facts = {k: fact(row, "FLOPs/s") for k, row in record["peaks"].items()}
    facts["hbm"] = fact(record["hbm"], "bytes/s")
    return Machine(
        name="here",
        peaks={k: Fraction(row["best"]) for k, row in record["peaks"].items()},
        bandwidths={"hbm": Fraction(record["hbm"]["best"])},
        capacity=Fraction(record["memory"]) if record.get("memory") else None,
        notes=(f"measured on {record['date']}: {record['how']}", f"last cache {record['cache']} bytes"),
        facts=facts,
        kind="measured",
    )


def spread_of(m: Machine, *keys: str) -> float:
    """The largest spread among numbers measured here, a fraction; 0 for a machine out of the table."""
    out = 0.0
    for k in keys or tuple(m.facts):
        fact = m.facts.get(k)
        if fact is not None and fact.confidence == "measured here":
            out = max(out, float(fact.note.rpartition(" lower")[0].rpartition(" ")[2].rstrip("%")) / 100)
    return out


def _measured(repeats: int) -> dict[str, Any]:
    cache = cache_bytes()
    peaks, how = _peaks(repeats)
    bandwidth = _bandwidth(repeats, cache)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        memory = 0
    text = f"{how}; a copy of {max(COPY, 4 * cache) >> 20} MiB"
    return {
        "node": _node(),
        "date": today,
        "how": text,
        "peaks": peaks,
        "hbm": bandwidth,
        "cache": cache,
        "memory": memory,
    }


def best_of(run: Callable[[], object], repeats: int) -> tuple[float, float, float]:
    """Seconds of the best run and of the median one, and the least processor seconds of all threads together."""
    run()
    times: list[float] = []
    busy: list[float] = []
    while len(times) < repeats and (len(times) < 3 or sum(times) < LONGEST):
        start, worked = time.perf_counter(), time.process_time()
        run()
        times.append(time.perf_counter() - start)
        busy.append(time.process_time() - worked)
    return min(times), statistics.median(times), min(busy)


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _rate(amount: float, run: tuple[float, float, float], shared: bool) -> dict[str, float]:
    """The best rate: of the fastest run, or what all processors reach together at the rate of the time they worked.

    On a busy computer a run waits, and the second says what the computer can do when it is free.
    """
    best, middle, busy = run
    rate = amount / best
    if shared and busy > 0:
        rate = max(rate, amount / busy * processors())
    return {"best": round(rate), "spread": round(max(0.0, 1 - amount / middle / rate), 3)}


def _peaks(repeats: int) -> tuple[dict[str, dict[str, float]], str]:
    """FLOPs/s by format, the best over sizes; JAX's matmul where it is installed, and NumPy's."""
    import numpy

    out: dict[str, dict[str, float]] = {}

    def note(fmt: str, n: int, run: tuple[float, float, float]) -> None:
        row = _rate(2.0 * n**3, run, True)
        if fmt not in out or row["best"] > out[fmt]["best"]:
            out[fmt] = row

    for n in SIZES:
        for fmt, kind in (("fp32", "float32"), ("fp64", "float64")):
            x = numpy.ones((n, n), kind)
            note(fmt, n, best_of(partial(numpy.matmul, x, x), repeats))
    how = f"NumPy {numpy.__version__}"
    try:
        import jax
    except ImportError:
        return out, how + " matmul"
    product = jax.jit(jax.numpy.matmul)
    for n in SIZES:
        for fmt, kind in (("fp32", "float32"), ("bf16", "bfloat16"), ("fp16", "float16")):
            y = jax.numpy.ones((n, n), kind)
            note(fmt, n, best_of(lambda y=y: product(y, y).block_until_ready(), repeats))  # type: ignore[misc]
    return out, f"{how} and JAX {jax.__version__} matmul on {jax.default_backend()}"


def _bandwidth(repeats: int, cache: int) -> dict[str, float]:
    """Bytes/s of a copy in as many threads as there are processors, or of a sum, which only reads."""
    import numpy

    n = max(COPY, 4 * cache)
    try:
        source, target = numpy.ones(n // 8), numpy.zeros(n // 8)
    except MemoryError:
        raise SymroofError(f"no {2 * n >> 20} MiB are free for the copy that measures the bandwidth") from None
    parts = processors()
    halves = list(zip(numpy.array_split(source, parts), numpy.array_split(target, parts)))
    with ThreadPoolExecutor(parts) as pool:
        copied = _rate(
            2.0 * n, best_of(lambda: list(pool.map(lambda p: numpy.copyto(p[1], p[0]), halves)), repeats), True
        )
        summed = _rate(1.0 * n, best_of(lambda: list(pool.map(lambda p: p[0].sum(), halves)), repeats), True)
    return max(copied, summed, key=lambda r: r["best"])

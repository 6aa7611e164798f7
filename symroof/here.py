"""A short benchmark of this computer: peaks by format through a library's matmul, bandwidth by a copy.

Stored with its date and spread, so that it is measured once.  Each number is the best of its runs, its spread how far
the median run stayed below: on a shared computer a later run may be that much faster than the peak found here.
"""

from __future__ import annotations

import datetime
import importlib.util
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from symroof.errors import SymroofError

Record = dict[str, Any]  # what is kept: node, date, how, peaks by format, hbm, cache and memory in bytes
Row = dict[str, float]  # one rate: the best of its runs, and the spread

SIZES = (256, 512, 1024)  # sides of the squares that are multiplied; short runs find the moments when it is free
COPY = 1 << 28  # bytes copied, at least; four times the last cache where that is more
LONGEST = 0.3  # s spent on one size, three runs at least
LEAST = 0.05  # s spent on one size at least, however many runs that are
DEFAULT_CACHE = 1 << 25  # bytes of the last cache where the system does not say


def store() -> Path:
    """Where the measurement is kept: ``$SYMROOF_CACHE``, else the user's cache folder."""
    home = os.environ.get("SYMROOF_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(home or Path.home() / ".cache") / "symroof" / "here.json"


def cache_bytes() -> int:
    """Bytes of all caches of this computer from the second level on: what may be there from an earlier run."""
    found: dict[tuple[str, str], int] = {}
    for folder in Path("/sys/devices/system/cpu").glob("cpu[0-9]*/cache/index*"):
        try:
            text, level, kind = ((folder / f).read_text().strip() for f in ("size", "level", "type"))
            shared = (folder / "shared_cpu_list").read_text().strip()
        except OSError:
            continue
        scale = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:], 1)
        if kind != "Instruction" and int(level) > 1:
            found[level, shared] = int(text.rstrip("KMG")) * scale
    return sum(found.values()) or DEFAULT_CACHE


def here(*, refresh: bool = False, path: str | Path | None = None, repeats: int = 7) -> Record:
    """The record of this computer: measured in a few seconds, kept with its date, read back later."""
    file = Path(path) if path is not None else store()
    record = None if refresh else _kept(file)
    if record is None:
        record = _measured(repeats)
        _keep(file, record)
    return record


def again(peaks: Mapping[str, Row], hbm: Row | None, repeats: int = 7) -> Record:
    """The same computer measured once more, the better of both numbers kept: what was found on a busy one was too low.

    The file that ``here`` reads is brought up to date with it.
    """
    record = _measured(repeats)
    record["peaks"] = {k: _better(record["peaks"].get(k), peaks.get(k)) for k in {*record["peaks"], *peaks}}
    record["hbm"] = _better(record["hbm"], hbm)
    _keep(store(), record)
    return record


def _better(*found: Row | None) -> Row:
    """The higher rate of two measurements; the spread is how far the lower median of both lies below it."""
    rows = [row for row in found if row is not None]
    best = max(r["best"] for r in rows)
    low = min(r["best"] * (1 - r["spread"]) for r in rows)
    return {"best": round(best), "spread": round(1 - low / best, 3)}


def _keep(file: Path, record: dict[str, Any]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(record, indent=2), encoding="utf-8")
    except OSError:
        pass  # a read-only home: measured anew next time


def _kept(file: Path) -> dict[str, Any] | None:
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    same = isinstance(record, dict) and record.get("node") == _node() and {"peaks", "hbm", "date"} <= set(record)
    return record if same else None


def _node() -> str:
    return f"{platform.node()} {platform.machine()} {os.cpu_count()}"


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
    while len(times) < 3 or (sum(times) < LONGEST and (len(times) < repeats or sum(times) < LEAST)):
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
    """FLOPs/s by format, the best over sizes and over the libraries that are installed: NumPy, JAX, PyTorch."""
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
    used = [f"NumPy {numpy.__version__}"]
    for library, products in (("jax", _by_jax), ("torch", _by_torch)):
        if importlib.util.find_spec(library) is not None:
            version, rows = products()
            used.append(version)
            for fmt, n, run in rows:
                note(fmt, n, best_of(run, repeats))
    return out, f"matmuls of {', '.join(used)}"


Products = tuple[str, list[tuple[str, int, Callable[[], object]]]]


def _by_jax() -> Products:
    import jax

    product = jax.jit(jax.numpy.matmul)
    rows: list[tuple[str, int, Callable[[], object]]] = []
    for n in SIZES:
        for fmt, kind in (("fp32", "float32"), ("bf16", "bfloat16"), ("fp16", "float16")):
            y = jax.numpy.ones((n, n), kind)
            rows.append((fmt, n, partial(lambda x: product(x, x).block_until_ready(), y)))
    return f"JAX {jax.__version__} on {jax.default_backend()}", rows


def _by_torch() -> Products:
    import torch

    rows: list[tuple[str, int, Callable[[], object]]] = []
    for n in SIZES:
        for fmt, kind in (("fp32", torch.float32), ("bf16", torch.bfloat16)):
            y = torch.ones((n, n), dtype=kind)
            rows.append((fmt, n, partial(torch.mm, y, y)))
    return f"PyTorch {torch.__version__}", rows


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

"""What each mechanism of symroof/evaluate/blocks.py buys: the time without it over the time with it.

    python benchmarks/bench_ablation.py [sizes, as in 1e3,1e5,1e7]

Each mechanism is switched off in turn, in one process, the others on; all of them and plain ``lambdify(cse=True)``
take turns, medians of processor time (threads: of the clock).  "roofline" is T_lower and attainable of a matmul, a
maximum and a minimum of quotients; "tiles" has ceilings and a floor, "logs" logarithms.  They are functions of B, D
and F at many B; "astride" are as many sizes, 1 to 512 over and over, so that no block is decided by its corners, and
"others" is the roofline at another D in each call.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any
from unittest import mock

import numpy as np
import sympy as sp

from symroof.evaluate import blocks, engine, memory, numeric
from symroof.model.ops import op
from symroof.model.roofline import T_lower, attainable
from symroof.symbols import dims

B, D, F = dims("B D F")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
ROOFLINE = [T_lower(MATMUL, "TPU v5e"), attainable(MATMUL, "TPU v5e")]
TILES = [sp.ceiling(B / 128) * sp.ceiling(D / 128) * sp.ceiling(F / 128) / 1000, sp.floor(B / 8) * D / (B + F)]
LOGS = [sp.log(B, 2) * D / F + 3 / B, sp.Max(sp.log(B + 2), B / 1000) * F]
CASES = {"roofline": ROOFLINE, "astride": ROOFLINE, "others": ROOFLINE, "tiles": TILES, "logs": LOGS}
NEVER = 1 << 62
LARGEST = 10**7

Off = tuple[object, str, object]
WITHOUT: dict[str, list[Off]] = {
    "everything on": [],
    "small arrays' own code": [(engine.Runner, "_small_for", lambda self, classes: engine._declines)],
    "blocks": [
        (blocks, "BLOCK", LARGEST),
        (blocks, "_SPARE", []),
        (blocks.Plan, "block", lambda self, size: LARGEST),
    ],
    "what binds in a block": [(blocks, "sides", lambda *_: [])],
    "powers of two": [(blocks, "SCALED_FROM", NEVER)],
    "results' memory again": [(memory, "LEAST", NEVER)],
    "buffers again": [(blocks, "MOST_SPARE", 0)],
    "a second thread": [(blocks, "workers_for", lambda *_, **__: 1)],
}


@contextmanager
def without(parts: list[Off]) -> Iterator[None]:
    with ExitStack() as stack:
        for target, name, value in parts:
            stack.enter_context(mock.patch.object(target, name, value))
        yield


def calls(f: Callable[..., Any], case: str, n: int) -> Callable[[], Any]:
    b = np.arange(1.0, n + 1)
    if case == "others":
        widths = itertools.count(4097)
        return lambda: f(b, float(next(widths)), 4096.0)
    b = (b - 1) % 512 + 1 if case == "astride" else b
    return lambda: f(b, 4096.0, 4096.0)


def measured(case: str, n: int, rounds: int = 9) -> dict[str, float]:
    """Median seconds per call without each mechanism in turn."""
    ready = {}
    for name, parts in WITHOUT.items():
        with without(parts):
            ready[name] = calls(numeric(CASES[case], B, D, F, parallel="thread" in name or None), case, n)
            ready[name]()
    both = numeric(CASES[case], B, D, F, parallel=True)
    ready["two threads"] = calls(both, case, n)
    ready["lambdify"] = calls(sp.lambdify((B, D, F), CASES[case], "numpy", cse=True), case, n)
    times: dict[str, list[float]] = {name: [] for name in ready}
    repeat = max(1, 10**6 // n // 4)
    for _ in range(rounds):
        for name, call in ready.items():
            clock = time.perf_counter if "thread" in name else time.process_time
            with without(WITHOUT.get(name, [])):
                call()
                start = clock()
                for _ in range(repeat):
                    call()
                times[name].append((clock() - start) / repeat)
    return {name: median(t) for name, t in times.items()}


def main(sizes: list[int]) -> None:
    print(f"{'':24}" + "".join(f"{n:>12.0e}" for n in sizes))
    for case in CASES:
        found = [measured(case, n) for n in sizes]
        print(f"{case:24}" + "".join(f"{t['everything on'] * 1e6:>9.0f} us" for t in found))
        for name in [*list(WITHOUT)[1:], "lambdify"]:
            base = "two threads" if "thread" in name else "everything on"
            shown = [f"{t[name] / t[base]:.2f}" for t in found]
            if "thread" in name:
                shown = [x if n >= blocks.THREADS_FROM else "-" for x, n in zip(shown, sizes)]
            print(f"    {name:20}" + "".join(f"{x:>12}" for x in shown), flush=True)


if __name__ == "__main__":
    main([int(float(x)) for x in (sys.argv[1] if sys.argv[1:] else "1e3,1e5,1e7").split(",")])

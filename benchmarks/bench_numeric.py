"""Numeric against sympy.lambdify: building, scalar calls, and 10^2 to 10^7 points (10^8 with --large).

Run ``python benchmarks/bench_numeric.py [--large]``.  Contenders are interleaved in one run; medians and their ratios.
Arrays: T_lower and attainable of a matmul together, over batch sizes, beside filling two arrays of the result's size,
the write limit.  "astride" is numeric on as many sizes, 1 to 512 over and over.  ``--cpu`` counts processor time, for
a busy machine.
"""

import sys
import time
import tracemalloc
from functools import partial
from statistics import median
from timeit import Timer

import numpy as np
import sympy as sp

from symroof.errors import SymroofError
from symroof.evaluate import blocks, numeric
from symroof.evaluate import memory as memory_of
from symroof.model.ops import op
from symroof.model.roofline import T_comms, T_lower, T_math, attainable
from symroof.model.threshold import threshold
from symroof.symbols import dims

B, D, F = dims("B D F")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
EXPR = attainable(MATMUL, "TPU v5e")
BOTH = [T_lower(MATMUL, "TPU v5e"), EXPR]
clock = time.process_time if "--cpu" in sys.argv else time.perf_counter


def interleaved(contenders, rounds, repeat=1):
    """Median seconds per call of each contender, taking turns."""
    times = {name: [] for name in contenders}
    timers = {name: Timer(call, timer=clock) for name, call in contenders.items()}
    for _ in range(rounds):
        for name, timer in timers.items():
            times[name].append(timer.timeit(repeat) / repeat)
    return {name: median(t) for name, t in times.items()}


def report(title, times, against):
    ours = times["numeric"]
    print(f"{title:<44} numeric {ours * 1e6:12.2f} us   ", end="")
    print("   ".join(f"{n} {times[n] * 1e6:12.2f} us ({times[n] / ours:.1f}x)" for n in against))


def closed_form():
    """The critical batch size from the closed form, and by comparing two lambdified times at 100 batch sizes."""
    math_time, comms_time = T_math(MATMUL, "TPU v5e"), T_comms(MATMUL, "TPU v5e")
    batches = np.linspace(200.0, 299.0, 100)
    answer = threshold(MATMUL, B, on="TPU v5e")

    def compare():
        p = sp.lambdify((B, D, F), math_time, "numpy")(batches, 4096.0, 4096.0)
        q = sp.lambdify((B, D, F), comms_time, "numpy")(batches, 4096.0, 4096.0)
        return batches[np.argmax(p > q)]

    p, q = (sp.lambdify((B, D, F), t, "numpy") for t in (math_time, comms_time))
    ready = numeric(answer, D, F)
    made = {
        "numeric": partial(ready, 4096.0, 4096.0),
        "compare": lambda: batches[np.argmax(p(batches, 4096.0, 4096.0) > q(batches, 4096.0, 4096.0))],
    }
    fresh = {
        "numeric": lambda: numeric(threshold(MATMUL, B, on="TPU v5e"), D, F)(4096.0, 4096.0), "compare": compare,
        "at": lambda: float(answer.at(D=4096, F=4096)),
    }  # fmt: skip
    widths = np.linspace(2048.0, 8192.0, 100)
    grid = {
        "numeric": lambda: ready(widths, 4096.0),
        "compare": lambda: batches[np.argmax(p(batches, widths[:, None], 4096.0) > q(batches, widths[:, None], 4096.0),
                                             axis=1)],
    }  # fmt: skip
    print(f"critical batch size: closed form {made['numeric']():.2f}, first of 100 sizes {compare():.2f}")
    report("critical size, both sides made before", interleaved(made, 9, 500), ["compare"])
    report("regime map, 100 batches by 100 widths", interleaved(grid, 9, 100), ["compare"])
    report("critical size, both sides from nothing", interleaved(fresh, 9, 5), ["compare", "at"])


def memory(f, plain, cse, n=10**6):
    """Peak bytes per point beyond the argument, by tracemalloc; the two results are 16 of them."""
    b = np.arange(1.0, n + 1)
    shown = []
    for name, call in [("numeric", f), ("lambdify", plain), ("lambdify cse", cse)]:
        call(b[:10], 4096.0, 4096.0)
        memory_of._results.clear()
        blocks._SPARE.clear()
        tracemalloc.start()
        call(b, 4096.0, 4096.0)
        shown.append(f"{name} {tracemalloc.get_traced_memory()[1] / n:.1f}")
        tracemalloc.stop()
    print(f"peak bytes per point at {n:.0e}: {', '.join(shown)}")


def main(large):
    report(
        "building",
        interleaved(
            {"numeric": lambda: numeric(EXPR, B, D, F), "lambdify": lambda: sp.lambdify((B, D, F), EXPR, "numpy"),
             "lambdify cse": lambda: sp.lambdify((B, D, F), EXPR, "numpy", cse=True),
             "first": lambda: numeric(EXPR, B, D, F)(8.0, 2.0, 2.0)}, 30, 5,
        ),
        ["lambdify", "lambdify cse", "first"],
    )  # fmt: skip
    f, g = numeric(EXPR, B, D, F), sp.lambdify((B, D, F), EXPR, "math")
    scalars = {"numeric": partial(f, 128, 4096, 4096), "lambdify math": partial(g, 128, 4096, 4096)}
    report("one scalar call, integers", interleaved(scalars, 15, 5000), ["lambdify math"])
    scalars = {"numeric": partial(f, 128.0, 4096.0, 4096.0), "lambdify math": partial(g, 128.0, 4096.0, 4096.0)}
    report("one scalar call, floats", interleaved(scalars, 15, 5000), ["lambdify math"])
    closed_form()
    f, plain = numeric(BOTH, B, D, F), sp.lambdify((B, D, F), BOTH, "numpy")
    cse = sp.lambdify((B, D, F), BOTH, "numpy", cse=True)
    try:
        fast = numeric(BOTH, B, D, F, backend="numba")
    except SymroofError as e:
        print(e)
        fast = None
    for n in [100, 1000, 10**4, 10**5, 10**6, 10**7] + ([10**8] if large else []):
        b, out = np.arange(1.0, n + 1), (np.ones(n), np.ones(n))
        astride = (b - 1) % 512 + 1  # the critical size, 272, lies within every block: nothing is decided by corners
        calls = {
            "numeric": lambda b=b: f(b, 4096.0, 4096.0), "astride": lambda b=astride: f(b, 4096.0, 4096.0),
            "lambdify": lambda b=b: plain(b, 4096.0, 4096.0),
            "lambdify cse": lambda b=b: cse(b, 4096.0, 4096.0),
            "out=": lambda b=b, out=out: f(b, 4096.0, 4096.0, out=out), "write only": lambda out=out: write(out),
        }  # fmt: skip
        if fast is not None:
            calls["numba out="] = lambda b=b, out=out: fast(b, 4096.0, 4096.0, out=out)
            calls["numba out="]()
        start = clock()
        calls["numeric"]()
        first = clock() - start  # its results lie in memory never touched, as lambdify's do in every call
        times = interleaved(calls, 3 if n >= 10**8 else 9, max(1, 10**5 // n))
        report(f"{n:.0e} batch sizes", times, ["lambdify", "lambdify cse", "astride"])
        limit = times.pop("write only")
        print("    as multiples of the write limit:", ", ".join(f"{k} {t / limit:.1f}" for k, t in times.items()),
              f"first call {first / limit:.1f}")  # fmt: skip
        del b, out, astride, calls
    memory(f, plain, cse)
    for rows, columns in ((1000, 1000), (10**5, 10), (10, 10**5)):
        grid = [np.arange(1.0, rows + 1)[:, None], np.arange(1.0, columns + 1)[None, :]]
        calls = {"numeric": lambda g=grid: f(*g, 4096.0), "lambdify": lambda g=grid: plain(*g, 4096.0),
                 "lambdify cse": lambda g=grid: cse(*g, 4096.0)}  # fmt: skip
        report(f"grid of {rows} by {columns}", interleaved(calls, 7), ["lambdify", "lambdify cse"])


def write(out):
    for o in out:
        o.fill(1.0)


if __name__ == "__main__":
    main("--large" in sys.argv)

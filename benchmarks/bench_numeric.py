"""Numeric against sympy.lambdify: building, scalar calls, and 10^2 to 10^7 points (10^8 with --large).

Run ``python benchmarks/bench_numeric.py [--large]``.  Contenders are interleaved in one run; medians and their ratios.
"""

import sys
import time
import tracemalloc
from statistics import median

import numpy as np
import sympy as sp

from symroof.evaluate import numeric
from symroof.model.ops import op
from symroof.model.roofline import T_comms, T_math, attainable
from symroof.model.threshold import threshold
from symroof.symbols import dims

B, D, F = dims("B D F")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
EXPR = attainable(MATMUL, "TPU v5e")


def interleaved(contenders, rounds, repeat=1):
    """Median seconds per call of each contender, taking turns."""
    times = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, call in contenders.items():
            start = time.perf_counter()
            for _ in range(repeat):
                call()
            times[name].append((time.perf_counter() - start) / repeat)
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
        "numeric": lambda: ready(4096.0, 4096.0),
        "compare": lambda: batches[np.argmax(p(batches, 4096.0, 4096.0) > q(batches, 4096.0, 4096.0))],
    }
    fresh = {
        "numeric": lambda: numeric(threshold(MATMUL, B, on="TPU v5e"), D, F)(4096.0, 4096.0), "compare": compare,
        "at": lambda: float(answer.at(D=4096, F=4096)),
    }  # fmt: skip
    print(f"critical batch size: closed form {made['numeric']():.2f}, first of 100 sizes {compare():.2f}")
    report("critical size, both sides made before", interleaved(made, 9, 500), ["compare"])
    report("critical size, both sides from nothing", interleaved(fresh, 9, 5), ["compare", "at"])


def memory(f, plain, cse, n=10**6):
    """Peak bytes per point beyond the argument, by tracemalloc."""
    b = np.arange(1.0, n + 1)
    shown = []
    for name, call in [("numeric", f), ("lambdify", plain), ("lambdify cse", cse)]:
        call(b[:10], 4096.0, 4096.0)
        tracemalloc.start()
        call(b, 4096.0, 4096.0)
        shown.append(f"{name} {tracemalloc.get_traced_memory()[1] / n:.1f}")
        tracemalloc.stop()
    print(f"peak bytes per point at {n:.0e}: {', '.join(shown)}")


def main(large):
    names = ["lambdify", "lambdify cse"]
    report(
        "building",
        interleaved(
            {"numeric": lambda: numeric(EXPR, B, D, F), "lambdify": lambda: sp.lambdify((B, D, F), EXPR, "numpy"),
             "lambdify cse": lambda: sp.lambdify((B, D, F), EXPR, "numpy", cse=True),
             "first": lambda: numeric(EXPR, B, D, F)(8.0, 2.0, 2.0)}, 30, 5,
        ),
        [*names, "first"],
    )  # fmt: skip
    f, g = numeric(EXPR, B, D, F), sp.lambdify((B, D, F), EXPR, "math")
    scalars = {"numeric": lambda: f(128, 4096, 4096), "lambdify math": lambda: g(128, 4096, 4096)}
    report("one scalar call, integers", interleaved(scalars, 15, 5000), ["lambdify math"])
    scalars = {"numeric": lambda: f(128.0, 4096.0, 4096.0), "lambdify math": lambda: g(128.0, 4096.0, 4096.0)}
    report("one scalar call, floats", interleaved(scalars, 15, 5000), ["lambdify math"])
    plain = sp.lambdify((B, D, F), EXPR, "numpy")
    cse = sp.lambdify((B, D, F), EXPR, "numpy", cse=True)
    closed_form()
    for n in [100, 1000, 10**4, 10**5, 10**6, 10**7] + ([10**8] if large else []):
        b = np.arange(1.0, n + 1)
        out = np.empty(n)
        calls = {
            "numeric": lambda b=b: f(b, 4096, 4096), "out=": lambda b=b, out=out: f(b, 4096, 4096, out=out),
            "lambdify": lambda b=b: plain(b, 4096.0, 4096.0), "lambdify cse": lambda b=b: cse(b, 4096.0, 4096.0),
            "write only": lambda out=out: out.fill(1.0),
        }  # fmt: skip
        rounds = 3 if n >= 10**8 else 7
        title = f"{n:.0e} batch sizes"
        report(title, interleaved(calls, rounds, max(1, 10**5 // n)), [*names, "out=", "write only"])
        del b, out
    memory(f, plain, cse)
    side = 1000
    grid = [np.arange(1.0, side + 1)[:, None], np.arange(1.0, side + 1)[None, :]]
    calls = {"numeric": lambda: f(*grid, 4096), "lambdify": lambda: plain(*grid, 4096.0),
             "lambdify cse": lambda: cse(*grid, 4096.0)}  # fmt: skip
    report("grid of 1000 by 1000", interleaved(calls, 7), names)
    try:
        fast = numeric(EXPR, B, D, F, backend="numba")
    except ValueError as e:
        print(e)
        return
    for n in [10**6, 10**7]:
        b, out = np.arange(1.0, n + 1), np.empty(n)
        calls = {"numeric": lambda b=b, out=out: fast(b, 4096, 4096, out=out)}
        calls["write only"] = lambda out=out: out.fill(1.0)
        calls["numeric"]()
        report(f"numba, {n:.0e} batch sizes", interleaved(calls, 7), ["write only"])


if __name__ == "__main__":
    main("--large" in sys.argv)

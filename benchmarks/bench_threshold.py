"""Thresholds against sympy.solve, interleaved in one run, caches cleared before each call on both sides, medians.

    python benchmarks/bench_threshold.py [--rounds 15]

SymPy answers with roots only; ours carries direction and condition and is asked for its SymPy value and condition text.
"""

import argparse
import gc
import statistics
import time

import sympy
from sympy.core.cache import clear_cache

from symroof.algebra import door, posynomial, region
from symroof.model.threshold import threshold
from symroof.symbols import dims, params

B, D, F, N, S = dims("B D F N S")
K, W, C, X = params("K W C X")
CASES = [
    ("matmul, K", B * D * F / (B * D + D * F + B * F), B, K),
    ("matmul, 240.24", B * D * F / (B * D + D * F + B * F), B, sympy.Rational("240.24")),
    ("mixed bytes", 2 * B * D * F / (2 * B * D + D * F + 2 * B * F), B, K),
    ("batched", 2 * D * F / (D + F * D + F), D, K),
    ("dot, exact", (2 * N - 1) / (4 * N + 2), N, K),
    ("two chips", D / 2, D, C / W),
    ("tile", 1 / (1 / B + 1 / D + 1 / S), B, K),
    ("quadratic", B * B + 2 * B, B, S),
    ("quadratic, full", B * B * D + F * B, B, K),
    ("square root", sympy.sqrt(B) * D, B, K),
]


def clear() -> None:
    """Empty every memo of both sides."""
    clear_cache()
    for module in (door, posynomial, region):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def ours(expr, x, level):
    t = threshold(expr, x, over=level)
    return t.value, t.when.text if t.when is not None else ""


def timed(f, *args):
    clear()
    start = time.perf_counter()
    f(*args)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    logs, cores = [], []
    print(f"{'case':18}{'solve ms':>10}{'symroof ms':>12}{'core us':>9}{'ratio':>8}")
    gc.disable()
    for name, expr, x, level in CASES:
        r, k = door.core(expr), door.core(level)
        a, b, c = [], [], []
        for _ in range(rounds):
            a.append(timed(sympy.solve, sympy.Eq(expr, level), x))
            b.append(timed(ours, expr, x, level))
            c.append(timed(region.crossing, r, k, x.name))
        slow, fast, core = (statistics.median(v) for v in (a, b, c))
        logs.append(slow / fast)
        cores.append(slow / core)
        print(f"{name:18}{slow * 1e3:10.2f}{fast * 1e3:12.3f}{core * 1e6:9.0f}{slow / fast:7.1f}x")
    whole, core = statistics.geometric_mean(logs), statistics.geometric_mean(cores)
    print(f"geometric mean {whole:.1f}x, exact core alone {core:.0f}x")


if __name__ == "__main__":
    main()

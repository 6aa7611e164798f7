"""Equality of two forms and the largest of 32 roofs, ours against SymPy's, interleaved in one run, caches cleared.

    python benchmarks/bench_identity.py [rounds]
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from sympy import Max, S, cancel, ceiling, floor, simplify, sqrt, symbols
from sympy.core.cache import clear_cache

from symroof.algebra import bottleneck, door, identity, normal, optimum, positivity, posynomial

B, D, F, G, C, W, N, X = symbols("B D F G C W N X", positive=True)

MATMUL = (B * D * F / (B * D + B * F + D * F), 1 / (1 / B + 1 / D + 1 / F))
EXACT = (B * F * (2 * D - 1) / (2 * (B * D + D * F + B * F)), (D - S(1) / 2) / (D / F + D / B + 1))
WIDE = (
    sum(1 / (1 / a + 1 / b) for a, b in ((B, D), (D, F), (F, G))),
    sum(a * b / (a + b) for a, b in ((B, D), (D, F), (F, G))),
)
TIMES = [2 * a * b / (C * (a + b)) + a / (W * (1 + b / a)) for a, b in ((B, D), (D, F), (F, G), (G, B))]
EQUALITIES = {
    "matmul intensity": MATMUL,
    "exact matmul": EXACT,
    "three reciprocals": WIDE,
    "eight fractions": (sum(TIMES), sum(a * (2 * b * W + a * C) / (C * W * (a + b)) for a, b in (
        (B, D), (D, F), (F, G), (G, B)))),
    "sqrt of a square": (sqrt(B**2 + 2 * B * D + D**2), B + D),
    "Max with a factor": (
        Max(2 * B * D * F / C, 2 * D * F / W, evaluate=False), 2 * D * F * Max(B / C, 1 / W, evaluate=False)),
    "ceiling as floor": (ceiling(B / 128), floor((B + 127) / 128)),
}


def clear() -> None:
    """Forget everything either side remembers."""
    clear_cache()
    for module in (door, normal, positivity):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear") and thing is not posynomial.ring:  # interning, not an answer
                thing.cache_clear()


def timed(f, *args):
    clear()
    start = time.perf_counter()
    out = f(*args)
    return (time.perf_counter() - start) * 1e3, out


def plain_simplify(a, b):
    return simplify(a - b) == 0


def plain_cancel(a, b):
    return cancel(a - b) == 0


def roofs(count: int):
    rng = random.Random(1)
    names = (B, D, F, G, C, W)
    return [rng.randint(1, 99) * B ** rng.randint(0, 2) * D ** rng.randint(0, 2) * F / rng.choice(names) ** 3
            for _ in range(count)]


def main(rounds: int) -> None:
    for _ in range(2):  # warm imports on both sides
        identity.same(*MATMUL), plain_simplify(*MATMUL), identity.same(*EQUALITIES["sqrt of a square"])
    print(f"{'equality':20} {'ours ms':>9} {'simplify':>9} {'ratio':>7} {'cancel':>9} {'ratio':>7}  simplify finds it")
    for name, (a, b) in EQUALITIES.items():
        rows = [(timed(identity.same, a, b), timed(plain_simplify, a, b), timed(plain_cancel, a, b))
                for _ in range(rounds)]
        assert all(row[0][1] is True for row in rows)
        ours, simp, canc = (statistics.median(row[k][0] for row in rows) for k in range(3))
        print(f"{name:20} {ours:9.3f} {simp:9.2f} {simp / ours:6.0f}x {canc:9.2f} {canc / ours:6.0f}x  {rows[0][1][1]}")
    times = roofs(32)
    rows2 = [(timed(bottleneck.slowest, times), timed(lambda t: Max(*t), times)) for _ in range(max(1, rounds // 5))]
    ours, plain = (statistics.median(row[k][0] for row in rows2) for k in range(2))
    print(f"largest of 32 roofs: ours {ours:.2f} ms, Max {plain:.0f} ms, {plain / ours:.0f}x; "
          f"kept {len(rows2[0][0][1].args)}")
    comms = 4 * D * F * X / (N * W) + 4 * B * D / (X * W)
    took = statistics.median(timed(lambda: optimum.optimum(comms, X).argmin)[0] for _ in range(rounds))
    print(f"optimum with certificate: ours {took:.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)

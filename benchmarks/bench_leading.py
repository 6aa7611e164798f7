"""Leading parts against SymPy's limit, both from a SymPy expression to a SymPy expression, caches cleared for both.

Run ``pytest benchmarks/bench_leading.py --benchmark-enable --benchmark-columns=median,rounds -s``.  Every round runs
both sides one after the other; ``test_ratios`` prints the medians and their ratios.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable

import pytest
from sympy import Expr, limit, log, oo
from sympy.core.cache import clear_cache

from symroof.algebra import cone, door, leading, posynomial, regime
from symroof.symbols import dims, params

B, D, F, N, S, T, H, k, bm, bn = dims("B D F N S T H k bm bn")
K = params("K")

# (name, expression, regime, order of SymPy's limits of expression/leading part)
FORMS = [
    ("matmul", B * D * F / (B * D + D * F + B * F), "B << D, F", "DF"),
    ("dot", (2 * N - 1) / (4 * N + 2), "N -> oo", "N"),
    ("all-gather", (N - 1) / N, "N -> oo", "N"),
    ("tiles", 1 / (1 / bm + 1 / bn + 1 / k), "bm, bn << k", "k"),
    ("mixed dtypes", 2 * B * D * F / (2 * B * D + D * F + 2 * B * F), "B << D, F", "DF"),
    ("batched", 2 * B * D * F / (B * D + B * D * F + B * F), "B, D, F -> oo", "BDF"),
    ("attention", S * T * H / (S * H + T * H + S * T), "H << S, T", "ST"),
    ("bytes", 2 * B * D + 2 * D * F + 2 * B * F, "B << D, F", "DF"),
    ("threshold", K * D * F / (D * F - K * (D + F)), "K << D, F", "DF"),
    ("chain", B * D * F / (B * D + D * F + B * F + B**2), "B << D << F", "FD"),
    ("relu", B * D / (4 * B * D + 2 * B + 7 * D), "B, D -> oo", "BD"),
    ("FFT", 5 * N * log(N, 2) / (16 * N + 1), "N -> oo", "N"),
]


def cold() -> None:
    """No cache of either side survives."""
    clear_cache()
    for module in (posynomial, door, regime, leading, cone):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def ours(expr: Expr, given: str) -> object:
    found = leading.leading(expr, given)
    return found.value, found.error


def theirs(expr: Expr, order: str) -> object:
    for name in order:
        expr = limit(expr, dims(name), oo)
    return expr


def seconds(run: Callable[[], object]) -> float:
    cold()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def large(seed: int) -> posynomial.Ratio:
    """500 + 500 monomials in 12 symbols."""
    rng = random.Random(seed)
    names = tuple(f"x{i:02}" for i in range(12))
    home = posynomial.ring(names)

    def poly() -> posynomial.Poly:
        terms = {home.pack({n: rng.randint(0, 3) for n in names}): rng.randint(1, 9) for _ in range(500)}
        return posynomial.Poly(home, terms)  # type: ignore[arg-type]

    return posynomial.Ratio(poly(), poly() + posynomial.Poly(home, {0: 1}))


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f[0])
def test_leading(benchmark: object, form: tuple[str, Expr, str, str]) -> None:
    _, expr, given, _ = form
    benchmark.pedantic(ours, args=(expr, given), setup=cold, rounds=30)  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f[0])
def test_sympy_limit(benchmark: object, form: tuple[str, Expr, str, str]) -> None:
    _, expr, _, order = form
    benchmark.pedantic(theirs, args=(expr, order), setup=cold, rounds=5)  # type: ignore[attr-defined]


def test_core_of_500_and_500_monomials(benchmark: object) -> None:
    r = large(1)
    g = regime.regime(" << ".join(f"x{i:02}" for i in range(12)))
    benchmark.pedantic(leading.leading_core, args=(r, g), setup=None, rounds=20)  # type: ignore[attr-defined]


def test_ratios(request: pytest.FixtureRequest) -> None:
    """One table, interleaved, medians; with benchmarks disabled only the first form runs."""
    enabled = request.config.getoption("benchmark_enable")
    logs = []
    print()
    for name, expr, given, order in FORMS if enabled else FORMS[:1]:
        pairs = []
        gc.collect()
        for _ in range(7 if enabled else 1):
            pairs.append((seconds(lambda e=expr, g=given: ours(e, g)), seconds(lambda e=expr, o=order: theirs(e, o))))
        a, b = (statistics.median(x) for x in zip(*pairs))
        logs.append(b / a)
        print(f"{name:14} ours {a * 1e3:7.3f} ms   limit {b * 1e3:8.2f} ms   {b / a:6.1f} x")
    print(f"geometric mean {statistics.geometric_mean(logs):.1f} x")
    if enabled:
        r = large(1)
        expr = door.to_sympy(r)
        given = " << ".join(f"x{i:02}" for i in range(12))
        g = regime.regime(given)
        core = statistics.median([_timed(lambda: leading.leading_core(r, g)) for _ in range(5)])
        whole = statistics.median([seconds(lambda: leading.leading(expr, given, minimal=True).value) for _ in range(3)])
        limits = seconds(lambda: limit(expr, dims("x11"), oo))
        print(f"500 + 500: core {core * 1e3:.2f}, door too {whole * 1e3:.1f}, limit {limits * 1e3:.0f} ms")


def _timed(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start

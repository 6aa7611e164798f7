"""Two trees of symroof against each other: the rows of bench_algebra and optima, bounds, proofs, in turn.

    python benchmarks/old_and_new.py OLD NEW [leading error threshold bound equality normal roofs matmul optimum
                                              interval prove numeric check] [--rounds 9] [--untried]

Each tree answers in a process of its own, one row a burst, the two in turn; every cache is cleared before each single
answer.  Shown are the medians of processor time and new/old; the last line of a table is the geometric mean.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent
TITLES = (
    "leading", "error", "threshold", "bound", "matmul", "equality", "normal", "roofs", "optimum", "interval", "prove",
    "numeric", "check",
)  # fmt: skip
Run = Callable[[], object]


# -- the rows, asked in the child --------------------------------------------------------------------------------------


def of_bench_algebra() -> dict[str, Run]:
    """The rows of bench_algebra, our side of them."""
    import bench_algebra

    out = {}
    for title in ("leading", "error", "threshold", "matmul", "equality", "normal", "roofs"):
        for row in bench_algebra.TABLES[title][1]():
            out[f"{title}: {row.what}"] = row.ours
    return out


def of_questions() -> dict[str, Run]:
    """Thresholds bound afterwards, optima, bounds over a box, proofs: what bench_algebra has no row for."""
    from sympy import Max, Min, Rational, ceiling, floor, log, sqrt

    from symroof import dims, interval, op, optimum, params, prove, threshold

    B, D, F, N = dims("B D F N")
    K, C, W = params("K C W")
    intensity = B * D * F / (B * D + D * F + B * F)
    matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    padded = N / (128 * ceiling(N / 128))
    box = {"B": (1, 4096), "D": (128, 8192)}
    wide = {**box, "F": (128, 32768)}

    def bound(expr: object, x: object, level: object, **sizes: object) -> object:
        return str(threshold(expr, x, over=level).at(**sizes))

    return {
        "bound: matmul": partial(bound, intensity, B, K, D=8192, F=32768, K=240),
        "bound: on a machine": lambda: str(threshold(matmul, B, on="TPU v5e").at(D=4096, F=14336)),
        "bound: quadratic": partial(bound, B * B * D + F * B, B, K, D=8, F=3, K=240),
        "bound: padded": lambda: str(threshold(padded, N, over=Rational(9, 10))),
        "bound: logarithm": lambda: str(threshold(N * log(N, 2), N, over=10**6)),
        "optimum: two terms": lambda: optimum(4 * D * F * N / W + 4 * B * D / (N * W), N).value,
        "optimum: three terms, two unknowns": lambda: optimum(B / D + D / F + F * N, [D, F]).value,
        "optimum: under a limit": lambda: optimum(N / B + N / D, [B, D], subject="B*D <= K").value,
        "interval: matmul": lambda: interval(intensity, **wide),
        "interval: a sum": lambda: interval(2 * B * D + 2 * D * F + 2 * B * F, **wide),
        "interval: a quotient": lambda: interval((B * D + 7) / (B + D), **box),
        "interval: Max": lambda: interval(Max(2 * B * D / C, (B + D) / W), C=2, W=3, **box),
        "interval: Min of a ceiling": lambda: interval(Min(B, D) * ceiling(B / 128), **box),
        "interval: padding": lambda: interval(B / (128 * ceiling(B / 128)), B=(1, 4096)),
        "interval: logarithm": lambda: interval(B * log(D, 2) - B, **box),
        "interval: root": lambda: interval(sqrt(B * D) / (B + 1), **box),
        "prove: a sum of squares": lambda: prove(B**2 + D**2, B * D, ">"),
        "prove: intensity below a size": lambda: prove(B, intensity, ">="),
        "prove: a ceiling": lambda: prove(ceiling(B / 128), floor((B + 127) / 128), "=="),
        "prove: refuted": lambda: prove(B * D, B + D, ">"),
        "prove: Max": lambda: prove(Max(B, D), (B + D) / 2, ">="),
    }


def of_numbers() -> dict[str, Run]:
    """Fast functions made and called, and typed answers checked; what is called fast is called often."""
    import numpy as np

    from symroof import T_lower, attainable, check, dims, numeric, op, threshold

    B, D, F = dims("B D F")
    matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    roof = attainable(matmul, "TPU v5e")
    critical = threshold(matmul, B, on="TPU v5e")
    one, both = numeric(roof, B, D, F), numeric([T_lower(matmul, "TPU v5e"), roof], B, D, F)

    def often(f: Callable[..., object], count: int, *at: object) -> Run:
        return lambda: [f(*at) for _ in range(count)]

    return {
        "numeric: building": often(lambda: numeric(roof, B, D, F), 20),
        "numeric: building, sizes bound": often(lambda: numeric(roof, B, D=4096, F=4096), 20),
        "numeric: building and a first call": often(lambda: numeric(roof, B, D, F)(8.0, 2.0, 2.0), 20),
        "numeric: of a threshold": often(lambda: numeric(critical, D, F), 20),
        "numeric: a call with floats": often(one, 3000, 128.0, 4096.0, 4096.0),
        "numeric: a call with integers": often(one, 3000, 128, 4096, 4096),
        **{f"numeric: {n} points": often(both, max(1, 10**5 // n), np.arange(1.0, n + 1), 4096.0, 4096.0)
           for n in (100, 10**4, 10**6)},
        "check: a fraction": often(lambda: check("240", "1.97e14/8.2e11"), 10),
        "check: a time": often(lambda: check("35 us", "2*8192*8192*51/1.97e14 s"), 10),
        "check: a formula": often(lambda: check("2*B*D*F/(2*B*D + 2*D*F + 2*B*F)", roof / 10**9), 3),
    }  # fmt: skip


def child(untried: bool) -> None:
    """Answer row by row: a name and a count on a line of standard input, the seconds on one of standard output."""
    own = Path(os.environ["PYTHONPATH"]) / "benchmarks"  # whose imports are those of its tree
    sys.path.insert(0, str(own if own.is_dir() else BENCHMARKS))
    if untried:
        os.environ["SYMROOF_TRIALS"] = "off"
    import harness

    rows = {**of_bench_algebra(), **of_questions(), **of_numbers()}
    print(json.dumps(list(rows)), flush=True)
    for line in sys.stdin:
        name, count = json.loads(line)
        try:
            rows[name]()
            getattr(harness.memos, "cache_clear", int)()  # a tree before this one remembers which memos there were
            gc.collect()
            gc.disable()
            print(json.dumps([harness.seconds(rows[name]) for _ in range(count)]), flush=True)
        except Exception as e:
            print(json.dumps(f"{type(e).__name__}: {e}"[:90]), flush=True)
        finally:
            gc.enable()


# -- the two in turn ---------------------------------------------------------------------------------------------------


class Tree:
    """One tree's process."""

    def __init__(self, path: str, untried: bool = False) -> None:
        env = {**os.environ, "PYTHONPATH": str(Path(path).resolve())}
        command = [sys.executable, __file__, "--child", *(["--untried"] if untried else [])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        self.rows: list[str] = self._read()

    def _read(self) -> list[str]:
        assert self.process.stdout is not None
        out: list[str] = json.loads(self.process.stdout.readline())
        return out

    def burst(self, row: str, count: int) -> list[float] | str:
        assert self.process.stdin is not None
        print(json.dumps([row, count]), file=self.process.stdin, flush=True)
        return self._read()  # type: ignore[return-value]


def compare(old: Tree, new: Tree, row: str, rounds: int) -> float | None:
    """One row in turn; new/old of the medians, None where one of them refuses."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for tree, kept in zip((old, new), times):
            found = tree.burst(row, 5)
            if isinstance(found, str):
                print(f"  {row:44} {found}")
                return None
            kept += found
    a, b = (statistics.median(t) * 1e3 for t in times)
    print(f"  {row:44}{a:10.3f}{b:10.3f}{b / a:8.2f}", flush=True)
    return b / a


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", nargs="?")
    parser.add_argument("new", nargs="?")
    parser.add_argument("which", nargs="*", help=", ".join(TITLES))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--untried", action="store_true", help="the new tree without trials")
    parser.add_argument("--child", action="store_true")
    given = parser.parse_args()
    if given.child:
        child(given.untried)
        return
    old, new = Tree(given.old), Tree(given.new, given.untried)
    print(f"  {'milliseconds, medians':44}{'old':>10}{'new':>10}{'ratio':>8}")
    every = []
    for title in given.which or TITLES:
        ratios = [compare(old, new, row, given.rounds) for row in new.rows if row.split(":")[0] == title]
        told = [r for r in ratios if r is not None]
        every += told
        if told:
            print(f"{title:46}{'geometric mean':>20}{statistics.geometric_mean(told):8.2f}", flush=True)
    print(f"{'all rows':46}{'geometric mean':>20}{statistics.geometric_mean(every):8.2f}, the worst {max(every):.2f}")


if __name__ == "__main__":
    main()

"""The algebra against plain SymPy, from SymPy expression to SymPy expression: every row of the speed table.

    python benchmarks/bench_algebra.py [leading error large threshold matmul equality normal roofs core] [--quick]
                                       [--price]

Each row shows both medians, ours also without the door, the ratio and whether the factor wanted is met.  SymPy's side
is asked for less: its limits are iterated, its thresholds carry no condition, its Max finds no regions.

``--price`` shows instead what it costs that answers are tried before they are given: our side with trials and without,
in turn in one process, lower quartiles, so that what others do on the machine counts less.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import random
import statistics
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import add, eq, mul

import sympy
from harness import Row, measure, seconds, table
from sympy import Expr, Max, Rational, S, cancel, ceiling, floor, limit, log, oo, simplify, sqrt

from symroof import balance, intensity, op
from symroof.algebra.equality import identity
from symroof.algebra.growth import leading, regime
from symroof.algebra.interop import door
from symroof.algebra.ratios import posynomial
from symroof.algebra.regions import bottleneck, region
from symroof.algebra.trials.trial import untried
from symroof.model.threshold import threshold
from symroof.symbols import dims, params
from symroof.writing.latex import latex

B, D, F, G, N, S_, T, H, k, bm, bn = dims("B D F G N S T H k bm bn")
K, C, W = params("K C W")

# -- leading ---------------------------------------------------------------------------------------------------------

FORMS = [  # name, expression, regime, order of SymPy's iterated limits
    ("matmul", B * D * F / (B * D + D * F + B * F), "B << D, F", "DF"),
    ("dot", (2 * N - 1) / (4 * N + 2), "N -> oo", "N"),
    ("all-gather", (N - 1) / N, "N -> oo", "N"),
    ("tiles", 1 / (1 / bm + 1 / bn + 1 / k), "bm, bn << k", "k"),
    ("mixed dtypes", 2 * B * D * F / (2 * B * D + D * F + 2 * B * F), "B << D, F", "DF"),
    ("batched", 2 * B * D * F / (B * D + B * D * F + B * F), "B, D, F -> oo", "BDF"),
    ("attention", S_ * T * H / (S_ * H + T * H + S_ * T), "H << S, T", "ST"),
    ("bytes", 2 * B * D + 2 * D * F + 2 * B * F, "B << D, F", "DF"),
    ("threshold", K * D * F / (D * F - K * (D + F)), "K << D, F", "DF"),
    ("chain", B * D * F / (B * D + D * F + B * F + B**2), "B << D << F", "FD"),
    ("relu", B * D / (4 * B * D + 2 * B + 7 * D), "B, D -> oo", "BD"),
    ("FFT", 5 * N * log(N, 2) / (16 * N + 1), "N -> oo", "N"),
]


def our_leading(expr: Expr, given: str) -> object:
    return leading.leading(expr, given).value


def our_leading_with_error(expr: Expr, given: str) -> object:
    found = leading.leading(expr, given)
    return found.value, found.error


def limits(expr: Expr, order: str) -> Expr:
    for name in order:
        expr = limit(expr, dims(name), oo)
    return expr


def leading_rows(ours: Callable[[Expr, str], object] = our_leading) -> list[Row]:
    rows = []
    for name, expr, given, order in FORMS:
        r, g = door.core(expr), regime.regime(given)
        rows.append(
            Row(
                name,
                partial(ours, expr, given),
                partial(limits, expr, order),
                20,
                core=partial(leading.leading_core, r, g),
            )
        )
    return rows


def large(count: int, seed: int = 1) -> posynomial.Ratio:
    """count + count monomials in 12 symbols."""
    rng = random.Random(seed)
    names = tuple(f"x{i:02}" for i in range(12))
    home = posynomial.ring(names)

    def poly() -> posynomial.Poly:
        terms: dict[int, posynomial.Number] = {}
        while len(terms) < count:
            terms[home.pack({n: rng.randint(0, 3) for n in names})] = rng.randint(1, 9)
        return posynomial.Poly(home, terms)

    return posynomial.Ratio(poly(), poly() + posynomial.Poly(home, {0: 1}))


ORDER12 = " << ".join(f"x{i:02}" for i in range(12))


def large_rows() -> list[Row]:
    r = large(500)
    expr = door.to_sympy(r)
    g = regime.regime(ORDER12)
    return [
        Row(
            "leading, 500 + 500 in 12 symbols",
            lambda: leading.leading(expr, ORDER12, minimal=True).value,
            partial(limit, expr, dims("x11"), oo),
            100,
            core=partial(leading.leading_core, r, g),
            bursts=3,
            burst=1,
        )
    ]


# -- thresholds ------------------------------------------------------------------------------------------------------

CASES = [  # name, expression, unknown, level
    ("matmul, K", B * D * F / (B * D + D * F + B * F), B, K),
    ("matmul, 240.24", B * D * F / (B * D + D * F + B * F), B, Rational("240.24")),
    ("mixed bytes", 2 * B * D * F / (2 * B * D + D * F + 2 * B * F), B, K),
    ("batched", 2 * D * F / (D + F * D + F), D, K),
    ("dot, exact", (2 * N - 1) / (4 * N + 2), N, K),
    ("two chips", D / 2, D, C / W),
    ("tile", 1 / (1 / B + 1 / D + 1 / S_), B, K),
    ("quadratic", B * B + 2 * B, B, S_),
    ("quadratic, full", B * B * D + F * B, B, K),
    ("square root", sqrt(B) * D, B, K),
]


def our_threshold(expr: Expr, x: Expr, level: Expr) -> object:
    t = threshold(expr, x, over=level)
    return t.value, t.when.text if t.when is not None else ""


def threshold_rows() -> list[Row]:
    return [
        Row(
            name,
            partial(our_threshold, expr, x, level),
            partial(sympy.solve, sympy.Eq(expr, level), x),
            10,
            core=partial(region.crossing, door.core(expr), door.core(level), x.name),
        )
        for name, expr, x, level in CASES
    ]


# -- a matmul from beginning to end ----------------------------------------------------------------------------------


def our_matmul() -> object:
    matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    i = intensity(matmul)
    wide = leading.leading(i, "B << D, F")
    rule = threshold(matmul, B)
    tex = [latex(x) for x in (matmul.flops, matmul.bytes, i, wide.value, rule.value)]
    return matmul.flops, matmul.bytes, balance(matmul), wide.value, wide.error, tex, rule.when.latex()


def plain_matmul() -> object:
    flops, moved = 2 * B * D * F, 2 * B * D + 2 * D * F + 2 * B * F
    i = simplify(flops / moved)
    wide = limit(limit(i, D, oo), F, oo)
    (rule,) = sympy.solve(sympy.Eq(i, C / W), B)
    return [sympy.latex(x) for x in (flops, moved, i, wide, rule)]


def matmul_rows() -> list[Row]:
    return [Row("matmul: all, LaTeX too", our_matmul, plain_matmul, 15)]


# -- equality --------------------------------------------------------------------------------------------------------


def equalities(B: Expr, D: Expr, F: Expr, G: Expr, C: Expr, W: Expr) -> dict[str, tuple[Expr, Expr]]:
    """Pairs of equal expressions in some symbols."""
    pairs = ((B, D), (D, F), (F, G), (G, B))
    times = [2 * a * b / (C * (a + b)) + a / (W * (1 + b / a)) for a, b in pairs]
    return {
        "matmul intensity": (B * D * F / (B * D + B * F + D * F), 1 / (1 / B + 1 / D + 1 / F)),
        "exact matmul": (
            B * F * (2 * D - 1) / (2 * (B * D + D * F + B * F)),
            (D - S(1) / 2) / (D / F + D / B + 1),
        ),
        "three reciprocals": (
            sum(1 / (1 / a + 1 / b) for a, b in pairs[:3]),
            sum(a * b / (a + b) for a, b in pairs[:3]),
        ),
        "eight fractions": (sum(times), sum(a * (2 * b * W + a * C) / (C * W * (a + b)) for a, b in pairs)),
        "sqrt of a square": (sqrt(B**2 + 2 * B * D + D**2), B + D),
        "Max with a factor": (
            Max(2 * B * D * F / C, 2 * D * F / W, evaluate=False),
            2 * D * F * Max(B / C, 1 / W, evaluate=False),
        ),
        "ceiling as floor": (ceiling(B / 128), floor((B + 127) / 128)),
    }


EQUALITIES = equalities(B, D, F, G, C, W)
_RENAMED = itertools.count(1)


def our_equality(a: Expr, b: Expr) -> None:
    assert identity.same(a, b) is True


def equality_asked(a: Expr, b: Expr) -> tuple[Callable[[], object], Callable[[], object]]:
    """Both sides of one question."""
    return partial(our_equality, a, b), lambda: simplify(a - b)


def fresh_equality(name: str) -> tuple[Callable[[], object], Callable[[], object]]:
    """The question in symbols that nobody has seen so far."""
    n = next(_RENAMED)
    return equality_asked(*equalities(*dims(f"B{n} D{n} F{n} G{n}"), *params(f"C_{n} W_{n}"))[name])


def equality_rows() -> list[Row]:
    return [
        Row(
            name,
            *equality_asked(a, b),
            100,
            core=partial(identity.same, door.core(a), door.core(b)),
            fresh=partial(fresh_equality, name),
        )
        for name, (a, b) in EQUALITIES.items()
    ]


# -- a normal form, roofs --------------------------------------------------------------------------------------------


def sixty_ratios() -> Expr:
    """A sum of 60 ratios in 8 symbols: monomials over monomials times one of two sums."""
    rng = random.Random(1)
    names = dims("a b c d e f g h")

    def monomial() -> Expr:
        return sympy.prod(rng.sample(names, 2))

    sums = [names[0] + names[1], names[2] + names[3]]
    return sum(rng.randint(1, 9) * monomial() / monomial() / rng.choice(sums) for _ in range(60))


def normal_rows() -> list[Row]:
    expr = sixty_ratios()
    return [
        Row(
            "normal form, 60 ratios in 8 symbols",
            lambda: door.to_sympy(door.core(expr)),
            partial(cancel, expr),
            100,
            core=partial(door.core, expr),
            bursts=1,
            burst=1,
        )
    ]


def roofs_rows() -> list[Row]:
    rng = random.Random(1)
    names = (B, D, F, G, C, W)
    times = [
        rng.randint(1, 99) * B ** rng.randint(0, 2) * D ** rng.randint(0, 2) * F / rng.choice(names) ** 3
        for _ in range(32)
    ]
    cores = [door.core(t) for t in times]
    return [
        Row(
            "T_lower of 32 roofs",
            partial(bottleneck.slowest, times),
            lambda: Max(*times),
            100,
            core=lambda: bottleneck.undominated([(str(i), t) for i, t in enumerate(cores)]),
            bursts=3,
            burst=1,
        )
    ]


# -- the exact core, a monomial at a time ----------------------------------------------------------------------------


def written(r: posynomial.Ratio) -> Expr:
    r.shown = r.den.under = None  # what the ratio keeps for its next reader
    return door.to_sympy(r)


CORE_FLOOR = 0.3  # microseconds a monomial


def core_cost(quick: bool) -> int:
    """Microseconds a monomial of the core and of the door, from 10 monomials to 500: flat, and 0.3 at most.

    Arithmetic first: a sum, a product with a monomial, a quotient brought to its normal form, an equality.  Then what
    stands on it: the value at a point, and a minimal leading part, whose linear programs cost the same at any length.
    """
    arithmetic = ("sum", "times", "ratio", "equal")
    print("\nn + n monomials in 12 symbols: microseconds a monomial (arithmetic, what stands on it, the door)")
    columns = (*arithmetic, "at", "leading", "read", "write")
    print(f"{'n':>6}" + "".join(f"{c:>9}" for c in columns))
    g = regime.regime(ORDER12)
    runs = 5 if quick else 25
    missed = 0
    for n in (10, 20, 50, 100, 200, 500):
        r, s = large(n), large(n, 2)
        expr = door.to_sympy(r)
        p, q = r.num, s.num
        again = posynomial.Poly(p.ring, dict(reversed(p.terms.items())))
        factor = posynomial.Poly(p.ring, {p.ring.pack({"x00": 1, "x03": -2}): 3})
        point = {name: 2 + i for i, name in enumerate(p.ring.gens)}
        leading.leading_core(r, g)
        asked: dict[str, tuple[Callable[[], object], int]] = {
            "sum": (partial(add, p, q), len(p) + len(q)),
            "times": (partial(mul, p, factor), len(p)),
            "ratio": (partial(posynomial.Ratio, p, q), len(p) + len(q)),
            "equal": (partial(eq, p, again), len(p)),
            "at": (partial(r.at, point), len(r.num) + len(r.den)),
            "leading": (partial(leading.leading_core, r, g), len(r.num) + len(r.den)),
            "read": (partial(door.core, expr), len(r.num) + len(r.den)),
            "write": (partial(written, r), len(r.num) + len(r.den)),
        }
        cost = {}
        for what, (run, size) in asked.items():
            warm = what not in ("read", "write")
            cost[what] = statistics.median(seconds(run, warm) for _ in range(runs)) / size * 1e6
        missed += sum(cost[what] > CORE_FLOOR for what in arithmetic)
        print(f"{n:6}" + "".join(f"{cost[c]:9.3f}" for c in columns), flush=True)
    return missed


# -- what trials cost -------------------------------------------------------------------------------------------------


def price(row: Row, rounds: int) -> tuple[float, float]:
    """Seconds of our side with trials and without, in turn; lower quartiles."""
    row.ours()
    tried: list[float] = []
    plain: list[float] = []
    for k in range(rounds):
        asked = [row.questions()[0] for _ in range(8)]
        gc.collect()
        gc.disable()
        try:
            if row.bursts > 3:  # SymPy's side as well, for what it leaves in the processor's caches
                seconds(asked[0][1], warm=True)
            for i, (run, _) in enumerate(asked):
                if i % 2 == k % 2:
                    tried.append(seconds(run))
                    continue
                with untried():
                    plain.append(seconds(run))
        finally:
            gc.enable()
    return statistics.quantiles(tried)[0], statistics.quantiles(plain)[0]


def prices(chosen: list[str], rounds: int) -> None:
    """A table of them, with the geometric mean of the ratios of each part; of all, that and the ratio of the sums."""
    print(f"{'what':44}{'tried us':>10}{'untried':>10}{'ratio':>8}")
    every: list[tuple[float, float]] = []
    for key in chosen:
        rows = TABLES[key][1]()
        for row in rows:
            tried, plain = price(row, rounds)
            every.append((tried, plain))
            print(f"{key + ': ' + row.what:44}{tried * 1e6:10.1f}{plain * 1e6:10.1f}{tried / plain:8.2f}", flush=True)
        print(f"{key:44}{'geometric mean':>20}{statistics.geometric_mean(a / b for a, b in every[-len(rows) :]):8.2f}")
    tried, plain = map(sum, zip(*every))
    print(f"{'all rows':44}{'geometric mean':>20}{statistics.geometric_mean(a / b for a, b in every):8.2f}")
    print(f"{'all rows, their sum':44}{tried * 1e6:10.1f}{plain * 1e6:10.1f}{tried / plain:8.2f}")


TABLES = {
    "leading": ("leading part, against iterated limits", leading_rows),
    "error": (
        "leading part and its exact relative error, against the limits alone",
        partial(leading_rows, our_leading_with_error),
    ),
    "large": ("leading part of a large ratio, against one limit", large_rows),
    "threshold": ("threshold with its condition, against solve (roots only)", threshold_rows),
    "matmul": ("flops, bytes, leading part, threshold, condition, LaTeX", matmul_rows),
    "equality": ("equality, against simplify", equality_rows),
    "normal": ("normal form, against cancel", normal_rows),
    "roofs": ("the largest of 32 times, against Max", roofs_rows),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("which", nargs="*", choices=[*TABLES, "core", []])
    parser.add_argument("--quick", action="store_true", help="one burst a row")
    parser.add_argument("--price", action="store_true", help="what trials cost, instead")
    given = parser.parse_args()
    chosen = given.which or [*TABLES, "core"]
    measure(Row("warm up", our_matmul, plain_matmul, 1, bursts=1, burst=1))
    if given.price:
        prices([key for key in chosen if key != "core"], 4 if given.quick else 30)
        return
    missed = 0
    for key in chosen:
        if key == "core":
            missed += core_cost(given.quick)
            continue
        title, rows = TABLES[key]
        listed = [replace(r, bursts=1) if given.quick else r for r in rows()]
        missed += sum(r.ratio < r.row.floor for r in table(title, listed))
    print(f"\n{missed} rows missed" if missed else "\nevery row met")


if __name__ == "__main__":
    main()

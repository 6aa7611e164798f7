"""Conditional answers turned into functions, asked outside their conditions: none may give a value there.

    python benchmarks/outside_conditions.py [points]          10**6 outside conditions by default

The judge is the printed condition, read as Python with exact fractions; nothing of symroof's arithmetic is in it.
Earlier generators drew points where the answer holds; here most lie outside, and many on the very edge.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from symroof import SymroofError, Threshold, dims, exactly, interval, machine, numeric, op, optimum, params, threshold

MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
SIZES, REALS = ("D", "F", "N"), ("K", "rho")
Judge = Callable[[Mapping[str, Fraction]], bool]


def judge(text: str) -> Judge:
    """The printed condition as a predicate of exact fractions."""
    words = re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"Fraction(\1)", text)
    code = compile(words, "<condition>", "eval")
    return lambda at: bool(eval(code, {"Fraction": Fraction, "__builtins__": {}}, dict(at)))


def rules() -> list[tuple[str, Threshold]]:
    """Thresholds that exist under a condition only, rational ones, so that the judge is exact."""
    B, D, F, N = dims("B D F N")
    K, rho = params("K rho")
    made = {f"matmul on {m}": threshold(MATMUL, B, on=machine(m)) for m in ("TPU v5e", "H100", "A100")}
    made |= {
        "harmonic": threshold(1 / (1 / B + 1 / D + 1 / F), B, over=K),
        "two of three": threshold(B * D / (B + D), B, over=N),
        "a parameter below 1": threshold(B * rho / (B + rho * D), B, over=K),
        "a difference": threshold(B * (D - F), B, over=N),
        "at most": threshold(1 / B + 1 / D, B, over=1 / N),
        "a quotient": threshold(B / (D + B / N), B, over=F),
        "three links": threshold(1 / (1 / B + 2 / D + 3 / F + 1 / N), B, over=240),
    }
    return [(name, t) for name, t in made.items() if t.verdict == "when" and t.when is not None and t.value is not None]


def points(rng: random.Random, names: Sequence[str], count: int) -> dict[str, list[Fraction]]:
    """Sizes and parameters, a third of them where conditions meet: equal sizes, multiples of a level, ones."""
    out: dict[str, list[Fraction]] = {n: [] for n in names}
    for i in range(count):
        level = rng.choice((1, 2, 3, 7, 240, 241, 4096))
        for n in names:
            if n in REALS:
                x = Fraction(rng.choice((1, 1, 3, 5, level, rng.randint(1, 999))), 2 ** rng.choice((0, 1, 2, 5, 10)))
            elif i % 3:
                x = Fraction(rng.choice((1, 2, 3, 128, 255, 256, 257, rng.randint(1, 600), rng.randint(1, 10**6))))
            else:
                x = Fraction(level * rng.choice((1, 2, 2, 3, 4, 6)))
            out[n].append(x)
    return out


def tried(name: str, t: Threshold, rng: random.Random, count: int) -> tuple[int, list[str]]:
    """How many points lay outside the condition, and what gave a value there or gave none inside."""
    assert t.when is not None
    holds, names = judge(t.when.text), sorted({*t.free, *t.when.names} - {t.name})
    drawn = points(rng, names, count)
    found = np.asarray(numeric(t, *names)(*(np.array([float(x) for x in drawn[n]]) for n in names)))
    wrong, outside = [], 0
    plain = numeric(t, *names)
    for i, value in enumerate(found):
        at = {n: drawn[n][i] for n in names}
        inside = holds(at)
        outside += not inside
        if inside == bool(np.isnan(value)):
            wrong.append(f"{name} at {at}: {value}, the condition {t.when.text} is {inside}")
        if i % 997 == 0:
            wrong += _one_by_one(name, t, at, inside, plain(*(float(at[n]) for n in names)))
    return outside, wrong


def _one_by_one(name: str, t: Threshold, at: Mapping[str, Fraction], inside: bool, scalar: float) -> list[str]:
    """The same of exactly, of an interval that is a point, and of numeric on plain numbers."""
    gave: dict[str, Any] = {"numeric": not np.isnan(scalar)}
    for verb, ask in (("exactly", lambda: exactly(t, **at)), ("interval", lambda: interval(t, **at))):
        try:
            ask()
            gave[verb] = True
        except SymroofError:
            gave[verb] = False
    return [f"{name}: {verb} at {dict(at)}" for verb, one in gave.items() if one != inside]


def best_of_two(count: int, rng: random.Random) -> list[str]:
    """An optimum with a condition, which is a value with one too."""
    X, D = dims("X D")
    (A,) = (params("A"),)
    best = optimum(A * X + D / X, X)
    f = numeric(best, "A", "D")
    drawn = [(rng.randint(1, 99) / 8, rng.randint(1, 99)) for _ in range(count)]
    return [f"optimum at {p}" for p in drawn if not abs(f(*p) - 2 * (p[0] * p[1]) ** 0.5) < 1e-9 * f(*p)]


def main(count: int = 10**6) -> int:
    """Print what was tried and what was wrong."""
    rng = random.Random(20261122)
    asked = rules()
    every = -(-count // len(asked))
    total, wrong = 0, best_of_two(100, rng)
    for name, t in asked:
        outside, bad = 0, []
        while outside < every:
            n, more = tried(name, t, rng, min(every, 20_000))
            outside, bad = outside + n, bad + more
        total += outside
        wrong += bad
        print(f"{name:24} {outside:8} outside, {len(bad)} wrong   ({t})")
    print(f"{total} points outside, {len(wrong)} wrong")
    print("\n".join(wrong[:10]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**6))

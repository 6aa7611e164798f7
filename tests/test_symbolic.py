"""Thresholds with symbols left, on random questions: the record's own conditions and crossings, at numbers, exactly.

The judge is the definition with exact rationals; what is judged is what a reader takes from the record, who puts
numbers into its conditions and into its closed form, and never asks it to bind anything.
"""

from __future__ import annotations

import random
from fractions import Fraction as Fr

import pytest
from test_region import told

from symroof.algebra.interop.door import core
from symroof.algebra.ratios.posynomial import Ratio, build, ratio
from symroof.algebra.regions.region import Threshold, crossing
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.symbols import dims, params

GRID = [
    {"m": m, "p": p, "K": k, "h": h}
    for m in (1, 2, 3)
    for p in (1, 2, 7)
    for k in (Fr(1, 3), Fr(1), Fr(5, 2))
    for h in (Fr(1, 2), Fr(1), Fr(4))
]


LETTERS = tuple(map(core, (*dims("n m p"), *params("K h"))))


def form(rng: random.Random) -> Ratio:
    """A sum of powers of n, over another one or not, whose coefficients have any sign and may vanish at m = 1."""
    n, m, p, K, h = LETTERS

    def coefficient() -> Ratio:
        c = ratio(rng.choice([1, 1, 2, 3, 5, Fr(1, 2), Fr(3, 2)]))
        for s in rng.sample([m, p, K, h], rng.choice([0, 1, 1, 2])):
            c = c * s ** rng.choice([1, 1, -1, 2])
        kind = rng.random()
        if kind < 0.2:
            return c - coefficient()
        return c * (m - 1) if kind < 0.28 else c * (m + p - 2) if kind < 0.33 else c

    def powers(choice: list[int | Fr], most: int) -> Ratio:
        return sum((coefficient() * n ** rng.choice(choice) for _ in range(rng.randint(1, most))), ratio(0))

    top = powers([0, 1, 1, 2, -1] if rng.random() < 0.8 else [Fr(1, 2), 3, 0], 3)
    below = powers([0, 1, 1, 2], 2) if rng.random() < 0.6 else ratio(1)
    whole = top / below if below.num.terms else top
    return build(rng.choice(["max", "min"]), [whole, form(rng)]) if rng.random() < 0.12 else whole


def judged(t: Threshold, n: int, sizes: dict[str, object]) -> bool:
    """As told, and where no symbol is left by the sizes that the record counts up."""
    if t.intervals:
        return any(i.first is not None and i.first <= n and (i.last is None or n <= i.last) for i in t.intervals)
    return told(t, n, sizes)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_a_symbolic_threshold_says_is_true_at_numbers(seed: int) -> None:
    rng = random.Random(seed)
    seen = {True: 0, False: 0}
    answered = 0
    while answered < 60:
        try:
            expr = form(rng)
            level = rng.choice([LETTERS[3], LETTERS[4] * LETTERS[1], ratio(2), form(rng)])
            strict = rng.random() < 0.5
            if "n" not in (expr - level).names:
                continue
            t = crossing(expr, level, "n", strict=strict)
        except (Inconclusive, Unsupported, SymroofError):  # said so, not guessed
            continue
        answered += 1
        for sizes in rng.sample(GRID, 8):
            for n in (1, 2, 5, 100):
                try:
                    gap = (expr - level).at({**sizes, "n": n})
                    says = judged(t, n, sizes)
                except SymroofError:  # not defined there, or irrational
                    continue
                truth = gap > 0 or (gap == 0 and not strict)
                assert says == truth, (str(expr), str(level), strict, str(t), sizes, n)
                seen[truth] += 1
    assert min(seen.values()) > 100

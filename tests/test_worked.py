"""Times and thresholds that sentences work out in words, with quotients taken in exact fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from symroof.checking.proofreading.proofread import proofread


def judged(text: str, rule: str) -> list[str]:
    return [f.verdict for f in proofread(text + "\n").findings if f.rule == rule]


SAID = [
    "Loading {a} {b} of weights at {r} {b}/s takes {t} ms.",
    "Moving {a} {b} at {r} {b}/s, we get {t} ms.",
    "The {a} {b} go through a bus of `{r}` {b} / second, so {t} ms.",
]


@pytest.mark.parametrize("seed", range(12))
def test_a_time_is_an_amount_over_a_rate(seed):
    rng = random.Random(seed)
    amount, rate = rng.randint(11, 99) * 10**9, rng.randint(11, 99) * 10**11
    exact = Fraction(amount, rate) * 1000
    word = rng.choice(["bytes", "FLOPs"])
    text = SAID[seed % 3]

    def found(t: str) -> list[str]:
        return judged(text.format(a=f"{amount:.1e}", b=word, r=f"{rate:.1e}", t=t), "share")

    right = f"{float(exact):.3g}"
    assert found(right) in (["exact"], ["rounded"])
    assert found(f"{float(exact * 3):.3g}") == ["wrong"]
    assert found(f"{float(exact / 2):.3g}") == []  # both directions at once


@pytest.mark.parametrize(
    "text",
    [
        "Loading 140 GB on 8 chips at 2.8e12 bytes/s takes 6 ms.",
        "Loading 140 GB at 2.8e12 bytes/s takes 70 ms in practice.",
        "Loading 140 GB at 2.8e12 bytes/s with 60% of it takes 83 ms.",
        "Loading 140 GB per layer at 2.8e12 bytes/s takes 5 ms.",
        "Loading 140 GB and 20 GB at 2.8e12 bytes/s takes 5 ms.",
        "The chip has 2.8e12 bytes/s and 140 GB; a step takes 5 ms $x + y$ long.",
        "A step takes 5 ms where 140 GB are read at 2.8e12 bytes/s.",
        "It does 4e12 FLOPs at 2.8e12 bytes/s and takes 5 ms.",
    ],
)
def test_what_shares_or_stretches_a_time_settles_nothing(text):
    assert "wrong" not in judged(text, "share")


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("It only dominates once S > 6E. For E ~ 2k, this is ~12K tokens.", ["exact"]),
        ("It only dominates once **S>6E**. A small one has E=5120, which means around 31k tokens.", ["rounded"]),
        (
            "It only dominates once $S > 6 \\cdot E$. A small one has $E = 5120$, which means around 41k tokens.",
            ["wrong"],
        ),
        ("It only dominates once S > 6E. A small one has E = 5120, which means 12 ms.", []),
        ("It only dominates once S > 6E.\n\nA small one has E = 5120, which means around 41k tokens.", []),
        ("It only dominates once S > 6E. A small one has E = 5120, which means about 400k tokens in a day.", []),
        ("It only dominates once S > 6EF. A small one has E = 5120, which means around 41k tokens.", []),
    ],
)
def test_a_threshold_for_one_size(text, verdicts):
    assert judged(text, "bound") == verdicts

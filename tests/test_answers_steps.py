"""Answers that are worked out step by step: each step holds or the answer is wrong, and the last one is the answer.

The judge is the arithmetic of whole numbers, done here; what was never drawn before: several equations.
"""

from __future__ import annotations

import random

import pytest
from tiers import all_but_slow

from symroof import check

BETWEEN = (", ", "; ", ", and ", ", then ", ". ", " -> ", " => ", ", so ")
ON = {"*": ("times", "multiplied by", "x", "*"), "+": ("plus", "+"), "-": ("minus", "-")}


def worked(rng: random.Random, *, onward: bool, slip: int | None = None) -> tuple[str, int]:
    """A calculation in two to four steps and its result; step ``slip`` prints another one, used from then on."""
    last, steps = rng.randint(3, 40), []
    for i in range(rng.randint(2, 4)):
        op, n = rng.choice(list(ON)), rng.randint(2, 9)
        made = {"*": last * n, "+": last + n, "-": last - n}[op] + (rng.choice((7, 11, 13)) if i == slip else 0)
        if onward and i:
            steps.append(f"{rng.choice(ON[op])} {n} = {made}")
        else:
            steps.append(f"{last} {op} {n} = {made}")
        last = made
    text = steps[0]
    for s in steps[1:]:
        text += rng.choice(BETWEEN) + s
    return text, last


@pytest.mark.parametrize("seed", all_but_slow(range(30), range(8, 30)))
@pytest.mark.parametrize("onward", [False, True])
def test_steps_that_hold_make_their_last_result_the_answer(seed: int, onward: bool) -> None:
    text, last = worked(random.Random(seed), onward=onward)
    assert check(text, str(last)).verdict == "exact", text
    assert check(text, str(last + 1)).verdict != "exact", text


@pytest.mark.parametrize("seed", all_but_slow(range(30), range(8, 30)))
@pytest.mark.parametrize("onward", [False, True])
@pytest.mark.parametrize("slip", [0, 1])
def test_a_step_that_does_not_hold_makes_the_answer_wrong(seed: int, onward: bool, slip: int) -> None:
    text, last = worked(random.Random(seed), onward=onward, slip=slip)
    found = check(text, str(last))
    assert found.verdict == "wrong", text
    assert "as printed" in found.reason


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("2048 * 8192 * 2 bytes = 32 MiB, and 32 MiB / 90 GB/s = 0.373 ms", "33554432/9e10 s", "rounded"),
        ("2048 * 8192 * 2 bytes = 32 MiB, and 32 MiB / 90 GB/s = 0.473 ms", "33554432/9e10 s", "wrong"),
        ("2048*8192*2 = 33.6 MB, over 90 GB/s that's 0.373 ms", "33554432/9e10 s", "rounded"),
        ("70B params * 2 bytes = 140 GB, then 140 GB / 3.35 TB/s = 41.8 ms", "140e9/3.35e12 s", "rounded"),
        ("N = 70e9, D = 15e12, C = 6ND = 6.3e24", "6*70e9*15e12", "exact"),
        ("N = 70e9, D = 15e12, C = 6ND = 7.3e24", "7.3e24", "wrong"),
        ("bytes = 3*2*64^2 = 24576, FLOPs = 2*64^3 = 524288, ratio = 21.3", "64/3", "rounded"),
        ("bytes = 3*2*64^2 = 24576, FLOPs = 2*64^3 = 524280, ratio = 21.3", "64/3", "wrong"),
        ("weights: 140 GB, bandwidth: 3.35 TB/s, so 41.8 ms", "140e9/3.35e12 s", "rounded"),
        ("140 GB weights, 3.35 TB/s, 41.8 ms", "140e9/3.35e12 s", "rounded"),
        ("140 GB weights, 3.35 TB/s, 51.8 ms", "140e9/3.35e12 s", "wrong"),
        ("100 ms per step, 10 steps/s", "0.1 s", "exact"),
        ("100 ms per step, 12 steps/s", "0.1 s", "undecided"),
        ("T_math = 20 ms, T_comms = 41.8 ms", "41.8 ms", "undecided"),
        ("T_math = 20 ms, T_comms = 41.8 ms, so 61.8 ms", "61.8 ms", "exact"),
        ("T_math = 20 ms, T_comms = 41.8 ms, so 20 ms", "41.8 ms", "wrong"),
        ("T_math = 20 ms, T_comms = 41.8 ms, max = 41.8 ms", "41.8 ms", "exact"),
        ("T_math = 50 ms, T_comms = 41.8 ms, max = 41.8 ms", "41.8 ms", "wrong"),
        ("FLOPs: 2BDF; bytes: 2BD", "2*B*D*F", "undecided"),
        ("D = 4096, F = 16384, so B > 240", "B > 240.24", "rounded"),
    ],
)  # fmt: skip
def test_steps_as_they_are_typed(answer: str, expected: str, verdict: str) -> None:
    assert check(answer, expected).verdict == verdict, check(answer, expected)


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("42", "0.042 s", "undecided"), ("50", "0.042 s", "wrong"), ("0.042", "0.042 s", "exact"),
        ("11.25", "972000 s", "undecided"), ("270", "972000 s", "undecided"), ("16", "972000 s", "wrong"),
        ("85.9", "85.9e9 bytes", "undecided"), ("80", "8192*10*2**20 bytes", "undecided"),
        ("70", "85.9e9 bytes", "wrong"),
        ("50", "50e9 bytes/s", "undecided"), ("40", "50e9 bytes/s", "wrong"),
    ],
)  # fmt: skip
def test_a_bare_number_that_is_right_in_another_unit_is_open(answer: str, expected: str, verdict: str) -> None:
    """972,000 s are 11.25 days and 270 hours, 8192*10 MiB are 80 GiB; five strangers marked such answers undecided."""
    assert check(answer, expected).verdict == verdict, check(answer, expected)

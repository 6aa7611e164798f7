"""Formulas that cannot be: exponents with units, rates that come out as times, times below zero, a roof too high.

Judged by units and signs, by hand; beside them true formulas that look like it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symroof.checking.proofreading.proofread import proofread

TRUE = (Path(__file__).parent / "data" / "true_beside_pure.txt").read_text(encoding="utf-8").splitlines()
#: (a text with a gap, what is right there, what is wrong)
PAIRS = [
    ("Let $M = 40$ h be the mean time and $t = 10$ h a run. It survives with $e^{-%s}$.", "t/M", "tM"),
    (r"Let $M = 40$ h be the mean time and $t = 10$ h a run. It survives with $\exp(-%s)$.", "t/M", "t M"),
    (r"$$\text{latency} = \frac{%s}{\text{bandwidth}}$$", r"\text{bytes}", r"\text{time}"),
    (r"$$\text{tokens per second} = \text{batch size} %s \text{step time}$$", "/", r"\cdot"),
    (r"$$\text{number of requests} = \text{arrival rate} %s \text{response time}$$", r"\times", "/"),
    (r"The capacity is $c > a$, and the time to recover is $T = \frac{b}{%s}$.", "c - a", "a - c"),
    (r"Here $a < c$, so that the wait is $W = \frac{n}{%s}$.", "c - a", "a - c"),
    ("A kernel attains the %s of the two, the peak and its intensity times the bandwidth.", "smaller", "larger"),
]  # fmt: skip


def wrong(text: str) -> list[str]:
    return [f.reason for f in proofread(text).findings if f.verdict == "wrong"]


@pytest.mark.parametrize(("text", "right", "slip"), PAIRS)
def test_what_cannot_be_is_told_from_what_can(text: str, right: str, slip: str) -> None:
    assert wrong(text % right) == []
    assert wrong(text % slip) != []


@pytest.mark.parametrize("text", TRUE)
def test_a_true_formula_near_it_is_left_alone(text: str) -> None:
    assert wrong(text) == []

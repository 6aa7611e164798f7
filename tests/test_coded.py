"""Whole quotients and remainders as code writes them, judged by Python's own // and %.

Earlier tests never drew % between numbers, whose step nobody held: 65536 % 7 = 3 stood for 3.
"""

from __future__ import annotations

import random

import pytest
from marks import outcome

from symroof.checking.words.coded import coded


@pytest.mark.slow
def test_steps_hold_as_python_works_them_out() -> None:
    rng = random.Random(14)
    for _ in range(30):
        x, y = rng.randrange(20, 70000), rng.randrange(2, 300)
        for sign, right in (("//", x // y), ("%", x % y)):
            assert outcome(f"{x} {sign} {y} = {right}", str(right)) == "R", (x, sign, y)
            if right % 10 in (0, 9):
                continue  # 240 is 241 rounded
            assert outcome(f"{x} {sign} {y} = {right + 1}", str(right + 1)) == "W", (x, sign, y)
            assert outcome(f"{x} {sign} {y} = {right}", str(right + 1)) == "W", (x, sign, y)


TOLD: list[tuple[str, dict[str, str]]] = [
    (
        "4 blocks",
        {
            "65536 // (64*256) = 4 blocks": "R",
            "65536 // (64*256) = 4 blocks per SM": "R",
            "65536 // 16384": "R",
            "65536 // (32*256) = 4 blocks": "W",
            "65536 // (64*256) = 5 blocks per SM": "W",
            "65536 // (64*256)": "R",
            "65536 // (64*300) = 4 blocks": "W",
            "8 blocks per SM": "W",
            "3 blocks per SM": "W",
            "65535 // 16384": "W",
        },
    ),
    ("0", {"64 % 32 = 0": "R", "33 % 32 = 0": "W", "33 % 32 = 1": "W"}),
    ("12", {"12 // 8 + 4": "U", "12 // 16 - 4": "U", "100 // 8": "R", "100 // 8 -> 12": "R", "100 // 9": "W"}),
    ("25%", {"25 %": "R", "25 % of the peak": "R", "35 % of the peak": "W"}),
    ("V/W", {"V/W // the ring": "R", "2V/W // the ring": "W"}),
]


@pytest.mark.whole
@pytest.mark.parametrize(("expected", "answers"), TOLD, ids=[k for k, _ in TOLD])
def test_only_numbers_are_divided_so(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


def test_a_percent_and_a_remark_stay() -> None:
    for text in ("5 % more", "40% // of peak", "x // 4", "2 + 7 // 2", "7 // 2 * 3", "9 % 3.5"):
        assert coded(text) == text

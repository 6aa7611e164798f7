"""Bare results beside their calculation, in the key's unit: R right, W wrong, U open, by hand; sums by Python.

Earlier tests never drew a calculation without any unit whose result is right in the unit of the key, and one that by
what it divides by at last is in another unit of time, of energy, of power or of a rate.
"""

from __future__ import annotations

import random

import pytest
from marks import outcome

TOLD: list[tuple[str, dict[str, str]]] = [
    (
        "72 TB",
        {
            "6*12 = 72": "R",
            "6 x 12 = 72": "R",
            "N = 6 * 12 = 72": "R",
            "144/2 = 72": "R",
            "72": "U",
            "6*12": "U",
            "6*13 = 72": "W",
            "6*12 = 82": "W",
            "6*12 = 720": "W",
            "6 GB * 12 = 72": "W",
            "= 72": "U",
        },
    ),
    (
        "27.1 days",
        {
            "2.34e22 / (64 * 312e12 * 0.5) / 86400 = 27.1": "R",
            "2.34e6 / 3600 / 24 = 27.1": "R",
            "2.34e6/(3600*24) ≈ 27.1": "R",
            "97600 / 3600 = 27.1": "U",
            "27.1": "U",
            "2.34e22 / (64 * 312e12 * 0.5) / 86400 = 28.1": "W",
            "1626/60 = 27.1": "U",
        },
    ),
    (
        "27.1 hours",
        {"97560 / 3600 = 27.1": "R", "2.34e6 / 86400 = 27.1": "U", "650.4 / 24 = 27.1": "U", "1626/60 = 27.1": "R"},
    ),
    ("3 min", {"180/60 = 3": "R", "0.05*60 = 3": "R", "10800/3600 = 3": "U", "0.125*24 = 3": "U"}),
    (
        "9.6 bits",
        {
            r"$\ln(100)/\ln(2)^2 \approx 9.6$": "R",
            "log2(512) = 9": "W",
            r"$\ln(100)/\ln(2) \approx 9.6$": "W",
            "9.6": "R",  # bits are counted
        },
    ),
    ("40 GFLOP/s", {"240/6 = 40": "R", "240/8 = 40": "W", "40": "U", "240/8 = 30": "W"}),
    ("5.6 kW", {"700 W * 8 = 5.6": "U", "0.7*8 = 5.6": "R", "0.7*9 = 5.6": "W", "5.6": "U"}),
    # another unit of time by 7, 30 or 1000; of energy, of power and of rates by time; bits and bytes
    ("35 days", {"245/7 = 35": "U", "5*7 = 35": "R", "1050/30 = 35": "U", "70/2 = 35": "R"}),
    ("35 weeks", {"245/7 = 35": "R", "5*7 = 35": "U"}),
    ("5 min", {"35/7 = 5": "U", "5000/1000 = 5": "U", "300/60 = 5": "R"}),
    ("5 ms", {"5000/1000 = 5": "R", "0.005*1000 = 5": "R", "10/2 = 5": "R"}),
    ("1.2 kW", {"28.8/24 = 1.2": "U", "0.05*24 = 1.2": "U", "3.6/3 = 1.2": "R"}),
    ("12 kWh", {"288/24 = 12": "U", "0.5*24 = 12": "R", "43200/3600 = 12": "U", "24/2 = 12": "R"}),
    ("24 Mbit/s", {"192/8 = 24": "U", "3*8 = 24": "R", "48/2 = 24": "R"}),
    ("24 MB/s", {"3*8 = 24": "U", "192/8 = 24": "R", "576/24 = 24": "U", "86400/3600 = 24": "R", "0.4*60 = 24": "U"}),
    ("1%", {"1/1 = 1": "W", "1": "U"}),
]


@pytest.mark.slow
@pytest.mark.whole
@pytest.mark.parametrize(("expected", "answers"), TOLD, ids=[k for k, _ in TOLD])
def test_a_calculation_bears_its_unit_out(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


@pytest.mark.slow
def test_products_that_python_works_out() -> None:
    rng = random.Random(141)
    for _ in range(20):
        x, y = rng.randrange(3, 90), rng.randrange(3, 90)
        assert outcome(f"{x}*{y} = {x * y}", f"{x * y} TB") == "R"
        assert outcome(f"{x}*{y + 1} = {x * y}", f"{x * y} TB") == "W" or x * y % 10 == 0  # 1,900 is 1,925 rounded
        assert outcome(f"{x * y}", f"{x * y} TB") == "U"

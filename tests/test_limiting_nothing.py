"""Clauses beside a value that limit nothing, and those that do: R right, W wrong, U open, by hand.

Earlier tests never drew a condition that only says that nothing comes in between, two conditions behind one formula, a
bracket that names the operations of a product, and what brings a change about told by a share of it.
"""

from __future__ import annotations

import pytest
from marks import outcome

TOLD: list[tuple[str, dict[str, str]]] = [
    (
        "27.1 days",
        {
            "it should be done in just under four weeks if nothing breaks": "R",
            "27.1 days as long as no GPU dies": "R",
            "27.1 days, provided nobody else uses it": "R",
            "27.1 days if all goes well": "U",
            "31 days if nothing breaks": "W",
            "27.1 days only if nothing breaks": "U",
            "27.1 days unless something breaks": "U",
            "27.1 days if nothing is cached": "U",
            "27.1 days if no GPU is idle": "U",
            "just under three weeks if nothing breaks": "W",
        },
    ),
    (
        "8000 s",
        {
            "a bit over two hours if the link is all ours": "R",
            "8000 s if the link is only ours": "R",
            "a bit over three hours if the link is all ours": "W",
            "8000 s if the link is shared": "U",
            "8000 s if half the link is ours": "U",
        },
    ),
    (
        "V/W",
        {
            "It is V/W, no matter how many devices there are, as long as we are not latency-bound.": "R",
            "V/W as long as we are not latency-bound": "R",
            "2V/W, as long as we are not latency-bound": "W",
            "2V/W, no matter how many devices there are": "W",
        },
    ),
    (
        "2*B*D*F",
        {
            "2*B*D*F (mul + add)": "R",
            "2BDF (multiply + accumulate)": "R",
            "3*B*D*F (mul + add)": "W",
            "2*B*D*F (+ bias)": "U",
            "BD + DF (mul + add)": "W",
        },
    ),
    (
        "75% less power",
        {
            "Power goes with V^2, so half the voltage cuts it by 75%.": "R",
            "half the voltage cuts the power by 75%": "R",
            "half the voltage cuts it by 50%": "W",
            "half the voltage cuts it by 25%": "W",
            "half the voltage doubles it": "U",
            "half the power": "W",
            "half the cores cut the power by 50%": "W",
            "half the voltage cuts it by 75% only if the clock stays": "U",
            "half the voltage does not cut it by 75%": "U",
        },
    ),
    # without a number behind, what is told of the case is told of the change
    (
        "2x more",
        {"twice the batch doubles it": "R", "twice the batch triples it": "U", "twice the batch halves it": "U"},
    ),
    (
        "2x less",
        {
            "half the bits halves it": "R",
            "twice the bits doubles it": "U",
            "half the bits cuts it by 50%": "R",
            "half the bits cuts it by 75%": "W",
        },
    ),
    ("2x faster", {"twice the bandwidth halves it": "R"}),
    # a latency of the key is limited away, too
    ("V/W + lat", {"V/W as long as we are not latency-bound": "U"}),
    ("V/W + t0", {"V/W as long as we are not latency-bound": "U"}),
    (
        "yes",
        {
            "it fits and leaves 14 GB for the cache": "R",
            "so it fits and leaves 14 GB": "R",
            "Two bytes times 13 billion are 26 GB, the card has 40, so it fits and leaves 14 GB for the cache.": "R",
            "it does not fit and leaves 14 GB": "U",
            "it fits and leaves 0 GB for the cache": "U",
            "it fits and leaves 0.0 GB": "U",
            "it fits and leaves 0.5 GB": "R",
            "it fits and leaves 14 GB for nothing": "U",
            "it never fits and leaves 14 GB": "U",
            "it does not fit": "W",
        },
    ),
    ("no", {"it fits and leaves 14 GB": "W", "it fits and leaves 14 GB for the cache": "W", "it does not fit": "R"}),
    (
        "42 ms",
        {
            "42 ms: that is what the weights need": "R",
            "42 ms: that's how long the weights take": "R",
            "52 ms: that is what the weights need": "W",
            "42 ms: that is what it is not": "U",
            "42 ms: that is where it never gets": "U",
        },
    ),
    (
        "B > 240",
        {
            "240 tokens: that is where 1.97e14/8.2e11 puts the ridge": "R",
            "250 tokens: that is where the ridge is": "W",
            "120: that is why it is 240": "W",
            "120 tokens: that is why it is 240": "W",
            "240 tokens: that is where it is still memory-bound": "U",
        },
    ),
    (
        "240",
        {
            "240: this is what the ratio gives": "R",
            "480: that is why half is 240": "U",
            "480 tokens: that is why half is 240": "U",
        },
    ),
    (
        "288 kWh",
        {
            "it draws 400 watts around the clock, over 30 days that sums up to 288 kilowatt hours": "R",
            "it draws 400 watts around the clock, over 30 days that sums up to 388 kilowatt hours": "W",
            "400 W over 30 days, which totals 288 kWh": "R",
            "400 W over 30 days, which totals 266 kWh": "W",
        },
    ),
    (
        "32.9 years",
        {
            "600 TB / 50 GB per day = 12,000 days, or 32.9 years": "R",
            "600 TB / 50 GB per day = 12,000 days, or 42.9 years": "W",
            "600 TB / 50 GB per day = 13,000 days, or 32.9 years": "W",
            "12,000 years": "W",
        },
    ),
    (
        "4 blocks",
        {
            "4 blocks can be resident": "R",
            "1024/256 = 4 blocks can be resident": "R",
            "The limit are 2048 threads per SM, so 2048/256 = 8 blocks can be resident.": "W",
            "8 blocks can be resident": "W",
            "4 blocks cannot be resident": "U",
        },
    ),
    (
        "20x",
        {
            "no limit, just add 20 cores": "W",
            "no limit, just add more cores": "W",
            "in theory unlimited, you just throw more cores at it": "W",
            "20x": "R",
        },
    ),
]


@pytest.mark.slow
@pytest.mark.whole
@pytest.mark.parametrize(("expected", "answers"), TOLD, ids=[k for k, _ in TOLD])
def test_what_limits_a_value_and_what_does_not(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers

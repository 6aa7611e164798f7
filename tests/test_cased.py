"""What is called wrong though only its words are not read: R right, W wrong, U open, by hand before any was tried.

Earlier tests never drew a right value before a case whose number is of another kind, nor a formula told by what to do,
of which only the divisor was read: divide N by the line size of 64 bytes and round up.
"""

from __future__ import annotations

import pytest
from marks import outcome

TOLD: list[tuple[str, dict[str, str]]] = [
    (
        "B > 240*E/k",
        {
            "240 * 256/8 = 7680 for DeepSeek": "U",
            "7680 for DeepSeek": "U",
            "B > 240*E/k": "R",
            "B > 240*E": "W",
            "7680": "W",
        },
    ),
    ("7680", {"7680 for DeepSeek": "R", "7000 for DeepSeek": "W"}),
    (
        "(p - 1)/(m + p - 1)",
        {
            "it goes to zero with many microbatches": "U",
            "it tends to 1 with many microbatches": "W",
            "0": "W",
            "(p - 1)/(m + p - 1), which goes to zero when you have many microbatches": "R",
            "m/(m + p - 1), which goes to zero when you have many microbatches": "W",
        },
    ),
    (
        "Y < 11.24",
        {"most people just use 8": "U", "people usually take 12": "U", "at most 11": "R", "at most 12": "W", "8": "W"},
    ),
    (
        "2*V*(n-1)/(n*W)",
        {"2V/W when you have many devices": "R", "V/W when you have many devices": "W", "2V/W when you have two": "U"},
    ),
    (
        "164 ms",
        {
            "around 165 ms when the cache is 64 GB": "U",
            "about 165 ms if the cache is 64 GB": "U",
            "TTFT around 165 ms when the prompt is 4096 tokens": "R",
            "TTFT about 164 ms": "R",
            "164 ms if our prompt has 4k tokens": "R",
            "TTFT around 195 ms when the prompt is 4096 tokens": "W",
            "TTFT about 185 ms": "W",
            "264 ms when the prompt is 4096 tokens": "W",
        },
    ),
    (
        "ceil(N/64)",
        {
            "divide N by the 64 byte line and round up": "R",
            "divide N by 64 and round up": "R",
            "Divide N by 64, then round up.": "R",
            "divide N by the line size of 64 bytes and round up": "U",
            "divide N by 64 and round down": "W",
            "divide N by 32 and round up": "W",
            "divide N by the 128 byte line and round up": "W",
            "divide N by 64": "W",
        },
    ),
    (
        "2*N/W",
        {
            "It is twice the number of parameters divided by the memory bandwidth.": "R",
            "It is twice the number of parameters divided by the memory bandwidth, as long as the batch is small.": "U",
            "It is three times the number of parameters divided by the memory bandwidth.": "W",
        },
    ),
    (
        "4*L*K*H",
        {"per layer it is 4KH": "U", "it is 4KH per layer": "U", "per head it is 4KH": "W", "per layer it is 5KH": "W"},
    ),
    (
        "307.2 GB/s",
        {
            "38.4 GB/s per channel": "U",
            "38.4 GB/s per link": "U",
            "38.4 GB/s on disk": "W",
            "38.4 GB/s per link, 38.4 GB/s overall": "W",
            "41 GB/s per channel": "W",
            "38.4 GB/s": "W",
        },
    ),
    (
        "compute-bound",
        {
            "AI = 410 FLOPs/byte": "U",
            "410 FLOPs/byte": "U",
            "the intensity is 12 FLOPs per byte": "U",
            "compute": "R",
            "memory": "W",
            "HBM bandwidth": "W",
            "memory-bound at 12 FLOPs/byte": "U",
        },
    ),
    (
        "memory-bound",
        {
            "AI = 12 FLOPs/byte": "U",
            "bandwidth, clearly": "R",
            "memory, of course.": "R",
            "compute, clearly": "W",
            "the math, obviously": "W",
            "not bandwidth, clearly": "U",
            "not": "U",
            "not clearly": "U",
        },
    ),
    # a reason that leaves nothing out means a formula as it stands
    (
        "1/(mu - lambda)",
        {
            "On average a request stays for 1/mu, because it is served at the rate mu.": "U",
            "1/mu since each one is served at mu": "U",
            "1/mu, because the load is small": "R",
            "1/mu since lambda is negligible": "R",
            "2/mu, because the load is small": "W",
        },
    ),
    (
        "120 < B < 480",
        {
            "B has to be larger than 120, but it must stay below 480": "R",
            "B has to be larger than 120, but it must stay below 400": "W",
            "B has to be larger than 100, but it must stay below 480": "W",
            "it must be more than 120": "W",
            "only in the window from 120 to 480, outside of it either the loads or the network dominate": "R",
            "in the window from 120 to 380": "W",
            "outside the window from 120 to 480": "W",
            "between 120 and 480, outside of it it is compute-bound": "U",
        },
    ),
]


@pytest.mark.slow
@pytest.mark.whole
@pytest.mark.parametrize(("expected", "answers"), TOLD, ids=[k for k, _ in TOLD])
def test_what_is_not_read_is_not_wrong(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers

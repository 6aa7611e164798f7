"""What the field calls by its names, in answers: R right, W wrong, U open, by hand before any was tried.

Earlier tests never drew 24 h behind days as the hours of each of them, nouns inside of a min, the ratio of two nouns in
a bound, so much for each of what the one symbol of the key counts, and orders of magnitude for a power of ten.
"""

from __future__ import annotations

import pytest
from marks import outcome

TOLD: list[tuple[str, dict[str, str]]] = [
    (
        "$960,000",
        {
            "1000 gpus × 20 days × 24 h × $2 = $960k": "R",
            "1000 x 20 days x 24 hours x $2/h = $960k": "R",
            "1000 gpus × 20 days × 12 h × $2 = $960k": "W",
            "1000 gpus × 20 days × 24 h × $3 = $960k": "W",
            "1000 gpus × 20 days × 24 h × $2 = $980k": "W",
        },
    ),
    (
        "172800 s",
        {
            "2 days × 24 h × 3600 s = 172800 s": "R",
            "2 days × 24 h × 60 s = 172800 s": "W",
            "2 days × 12 h = 172800 s": "W",
        },
    ),
    (
        "O(n*log(n))",
        {
            "quasilinear": "R",
            "linearithmic": "R",
            "quasi-linear in n": "R",
            "quadratic": "W",
            "linear": "W",
            "at most quasilinear": "U",
            "not quasilinear": "U",
        },
    ),
    ("O(n**2)", {"quasilinear": "W", "quadratic": "R"}),
    ("O(n)", {"quasilinear": "U", "linearithmic": "W"}),
    (
        "10^5",
        {
            "a disk seek is five orders of magnitude slower than DRAM": "R",
            "about 5 orders of magnitude": "R",
            "a disk seek is six orders of magnitude slower than DRAM": "W",
            "it is four orders of magnitude faster": "W",
            "it is not five orders of magnitude slower": "U",
            "10 ms against 100 ns is a factor of 100,000": "R",
            "100 ns vs 10 ms is a factor of 100,000": "R",
            "10 ms against 100 ns is a factor of a million": "W",
            "10 ms against 1 us is a factor of 100,000": "W",
            "10 ms against 100 GB is a factor of 100,000": "U",
            "almost five orders of magnitude slower": "U",
        },
    ),
    (
        "min(C, I*W)",
        {
            "min(peak, AI*BW)": "R",
            "min(peak FLOPs, intensity x memory bandwidth)": "R",
            "the smaller one of the peak C and intensity times bandwidth": "R",
            "max(peak, AI*BW)": "W",
            "min(peak, AI/BW)": "W",
            "min(peak/BW, AI)": "W",
            "the larger one of the peak C and intensity times bandwidth": "W",
            "min(peak, BW)": "U",
            "peak, AI*BW": "U",
        },
    ),
    (
        "B > C/W",
        {
            "as soon as the batch exceeds the ratio of peak FLOPs to memory bandwidth": "R",
            "B > peak FLOPs / memory bandwidth": "R",
            "as soon as the batch exceeds the ratio of memory bandwidth to peak FLOPs": "W",
            "the batch stays below the ratio of peak FLOPs to memory bandwidth": "W",
            "B > memory bandwidth / peak FLOPs": "W",
            "the batch exceeds twice the ratio of peak FLOPs to memory bandwidth": "W",
            "the batch exceeds the ratio of peak FLOPs to network bandwidth": "U",
            "B exceeds the ratio of sugar to salt": "U",
            "The matmul is compute-bound when B > C/W, the ratio of peak FLOPs to bandwidth.": "R",
            "The matmul is memory-bound when B > C/W, the ratio of peak FLOPs to bandwidth.": "W",
        },
    ),
    (
        "16*N",
        {
            "16 B/param": "R",
            "16 bytes for every parameter": "R",
            "18 B/param": "W",
            "16 B per node": "U",
            "16 B per layer": "U",
            "8 bytes/param": "W",
        },
    ),
    ("2*N", {"two FLOPs per parameter": "R", "three FLOPs per parameter": "W", "6 FLOPs per weight": "W"}),
    ("5 GPUs", {"5x 80GB": "R", "5 x A100": "R", "4x 80GB": "W", "6 x H100": "W"}),
    ("4 drives", {"4x A100": "W", "4x 8 TB": "R", "4x 8 TB disks": "R"}),
    ("4 disks", {"4x H100 GPUs": "W", "4x 8 TB drives": "R", "3x 8 TB drives": "W"}),
    ("4 GPUs", {"4x 8 TB disks": "W", "4x A100": "R", "4x H100 GPUs": "R", "4x H100 cards": "R", "3x H100 GPUs": "W"}),
    # what one multiprocessor may hold, and what all of them do
    ("221184 threads", {"221,184 threads/SM": "W", "221,184 threads": "R"}),
    ("432 blocks", {"432 blocks per SM": "U", "432 blocks": "R"}),
    ("2048 threads", {"2048 threads per SM": "R"}),
    ("64 warps", {"64 warps/SM": "R", "32 warps/SM": "W"}),
    # d and h that are symbols of the key
    ("7200*h*s", {"2 h × 3600 s": "R"}),
    ("2*d", {"2d × 24h": "W"}),
    ("2*h", {"2h*3600s": "W"}),
    ("4*d", {"4d * 24h": "W"}),
    ("48 h", {"2 days × 24 h": "R", "2 d × 24 h": "R", "2 days × 12 h": "W"}),
    ("400 GB", {"5x 80GB": "R", "4x 80GB": "W"}),
    (
        "B*D*F/(B*D + D*F + B*F)",
        {
            "≈ B if D and F are both much larger than B": "R",
            "≈ D if D and F are both much larger than B": "W",
            "≈ B if D and F are both much smaller than B": "W",
        },
    ),
]


@pytest.mark.whole
@pytest.mark.parametrize(("expected", "answers"), TOLD, ids=[k for k, _ in TOLD])
def test_what_the_field_says_in_its_names(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers

"""Sentences with a clause that only restates the case that is asked, and with another value or another case.

Marked by hand before any was tried.
"""

from __future__ import annotations

import pytest
from marks import outcome

#: sentences with a clause that only restates the case that is asked, and the same with another value or another case
RESTATED: list[tuple[str, dict[str, str]]] = [
    ("4x less memory", {
        "The memory needed is divided by 4 if we pass from fp32 to int8.": "R",
        "The memory needed is divided by 2 if we pass from fp32 to int8.": "W",
        "The memory needed is divided by 4 if the cache is off.": "U", "divides the memory by 4": "R",
    }),
    ("2x faster", {
        "When we double the number of the GPUs the time becomes half.": "R",
        "When we double the number of the GPUs the time becomes a third.": "W",
        "time halved": "R", "time doubled": "W",
    }),
    ("8x", {
        "If n doubles the work becomes eight times bigger.": "R",
        "If n doubles the work becomes four times bigger.": "W",
        "it grows eightfold": "R", "it grows fourfold": "W",
    }),
    ("2x more bytes", {
        "With fp32 in the place of bf16 the traffic is reduced to the half.": "W",
        "With fp32 instead of bf16 the traffic doubles": "R",
    }),
    ("10x less load", {
        "Adding a cache with a 90% hit rate cuts the database load to a tenth.": "R",
        "Adding a cache with a 90% hit rate cuts the database load to a fifth.": "W",
    }),
    ("40% less", {"we'd save 40%": "R", "we save 60%": "W", "40% off": "R", "60% off": "W", "we lose 40%": "U"}),
    ("20x", {
        "it caps at 20x no matter how many cores you throw at it": "R",
        "it caps at 10x no matter how many cores you throw at it": "W",
        "it caps at 20x if the cores are fast": "U",
    }),
    ("3000 transactions/s", {
        "Throughput is capped by the database at 3,000 transactions per second.": "R",
        "Throughput is capped at 2,000 transactions per second": "W",
        "Throughput is not capped at 3,000 transactions per second": "U",
    }),
    ("4 ms", {
        "Microwave gets you there in 4 ms, i.e. a third less.": "R", "It is 6 ms, i.e. a third less.": "W",
    }),
    ("63.5 TOPS", {
        "a quarter of 254 TOPS is 63.5 TOPS": "R", "a quarter of 254 TOPS is 60 TOPS": "W",
        "a third of 254 TOPS is 63.5 TOPS": "U",
    }),
    ("450 GB/s", {
        "NVLink is 900 GB/s bidi so you get 450 each way": "R", "NVLink is 900 GB/s bidi so you get 300 each way": "W",
    }),
    ("B >= 156", {
        "The batch size should be increased until it reaches at least 156.": "R",
        "The batch size should be increased until it reaches at least 100.": "W",
    }),
    ("3/19", {
        "With 16 microbatches we waste 3 slots out of 19.": "R",
        "With 16 microbatches we waste 3 slots out of 16.": "W",
        "We do not waste 3 slots out of 19.": "U",
    }),
    ("80.6%", {
        "Stream achieves 80.6 percent of theoretical bandwidth.": "R",
        "Stream achieves 70 percent of theoretical bandwidth.": "W",
        "Stream achieves 80.6 percent only if it is theoretical.": "U",
    }),
    ("16.67 ms", {
        "Each frame has a budget of 16.7 milliseconds if we want to keep 60 fps.": "R",
        "Each frame has a budget of 16.7 milliseconds if the cache is warm.": "U",
    }),
    ("17.5 GB", {"sharded 8 ways its 17.5 gigs a gpu": "R", "sharded 4 ways its 35 gigs a gpu": "W"}),
    ("6 GB", {
        "caching 20% of it takes 6 gigs of RAM": "R", "caching 20% of it takes 8 gigs of RAM": "W",
        "caching half of it takes 6 gigs of RAM": "U",
    }),
    ("2*S**2*d", {
        "4 S^2 d, the mask doesn't save anything": "W", "2 S^2 d, the mask doesn't save anything": "R",
        "2 S^2 d, the answer isn't right": "U",
    }),
    ("(p-1)/(m+p-1)", {
        "The bubble takes up (p-1)/(m+p-1) of the time": "R", "The bubble takes up p/(m+p) of the time": "W",
    }),
    ("2*(p-1)", {"ring is 2(p-1)": "R", "ring is 2(p-1), tree is 2 log p": "U", "ring is 3p": "W"}),
    ("1/4", {"4x": "U", "3x": "W", "0.25": "R"}),
    ("42 ms", {
        "42 ms, up from 21 ms": "R", "21 ms, up from 10 ms": "W", "42 ms, up to 80 ms": "U",
        "42 ms, half of which is overhead.": "R", "80 ms, half of which is overhead.": "W", "42 ms, half of it": "U",
        "42 ms, half of it is hidden": "U", "it's 42 ms only if we want to keep it": "U",
        "42 ms, spread over two steps": "U", "42 ms with int8 instead of bf16": "U",
        "It takes 42 ms, no more, no less.": "R", "Believe it or not, 42 ms.": "R", "I don't believe it: 42 ms.": "U",
        "Correction: it's 42 ms.": "R", "Correction: it's 80 ms.": "W", "The correction is 42 ms.": "U",
    }),
    ("160 GB", {
        "160 GB, spread over eight cards.": "R", "20 GB, spread over eight cards.": "W",
        "Neither more nor less than 160 GB.": "R", "Neither of them has 160 GB.": "U",
        "Contrary to intuition it is 160 GB.": "R", "Contrary to what they say it has 160 GB.": "U",
    }),
    ("yes", {
        "Yes, the 24 GB card is sufficient because it is needed only 14 GB.": "R", "Yes, 40 GB are needed": "U",
        "No, only 14 GB are needed": "U",  # a no whose own line says yes
    }),
    ("4", {"8 blocks per SM": "U", "2 blocks per SM": "U", "4.5 blocks per SM": "U"}),
    ("15", {"1.5 misses per 1000 instructions": "W", "15 misses per 1000 instructions": "U"}),
    ("V*(n-1)/(n*W)", {"V/W regardless of n": "U", "V(n-1)/(nW) regardless of n": "U"}),
    ("W/T", {"window over round-trip time": "R", "rtt / window": "W"}),
    ("256", {"16*16 slice = 256 chips": "R", "16*8 slice = 128 chips": "W", "a slice is 256 chips": "U"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), RESTATED)
def test_a_clause_that_restates_the_case(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


#: things of so much each, what comes after so long, how many may fail, the share of the rest
COUNTED: list[tuple[str, dict[str, str]]] = [
    ("B*D", {
        "B rows of D": "R", "D for each of the B tokens": "R", "B times D values have to be stored.": "R",
        "B rows of F": "W", "B plus D values have to be stored.": "W",
    }),
    ("log2(p)*(a + V/W)", {
        "each of the log2(p) rounds takes a + V/W": "R", "each of the p rounds takes a + V/W": "W",
        "log p times (latency + V/W)": "U", "log2 p times (latency + V/W)": "R",
    }),
    ("9 minutes", {
        "After nine minutes the job runs again.": "R", "After nineteen minutes the job runs again.": "W",
        "After nine minutes the first half is done.": "U",
    }),
    ("3", {
        "After three rounds everybody knows it.": "R", "After four rounds everybody knows it.": "W",
        "Three servers may fail.": "R", "Four servers may fail.": "W", "It tolerates three failures.": "R",
        "It survives the loss of 4 disks.": "W", "Three servers may fail if the rest holds.": "U",
    }),
    ("4 TB", {"2 copies of 2 TB": "R", "2 copies of 3 TB": "W", "2 hours of 2 TB": "U", "half of 8 TB": "R"}),
    ("0.5 ms", {"half a ms": "R", "a ms": "W", "half a second": "W"}),
    ("10 Gbit/s", {"10 gigabit": "R", "1 gigabit": "W", "10 gigabits": "W"}),
    ("99.9%", {"8.8 h of downtime a year": "U", "99% of the year": "W"}),
    ("95%", {"only one in twenty misses": "U", "only one in ten misses": "W"}),
    ("1.6 TB/s", {"Eight times 200 GB/s is 1.6 TB/s.": "R", "Eight times 100 GB/s is 1.6 TB/s.": "W",
                  "Eight times 400 GB/s is 3.2 TB/s.": "W"}),
    ("network-bound", {"The links are too slow for this batch.": "R", "You'd need faster links.": "R",
                       "You'd need faster tensor cores.": "W", "You'd need faster links if B were small.": "U"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), COUNTED)
def test_things_that_are_counted(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers

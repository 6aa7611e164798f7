"""Regimes, changes and counts in few words, as people jot them down: rows of both outcomes, and those that stay open.

Marked by hand before any was tried; the rows that stay open are statements of something else, or of a part.
"""

from __future__ import annotations

import pytest
from marks import outcome

#: who limits, by a resource alone, by the longer of two times, by what would help, in other languages
LIMITS: list[tuple[str, dict[str, str]]] = [
    ("memory-bound", {
        "hbm bw ofc": "R", "vram bandwidth": "R", "limitado por memoria": "R", "rechenlimitiert": "W",
        "speicherlimitiert": "R", "limité par la mémoire": "R", "limitado por la red": "W",
        "T_mem > T_math": "R", "T_mem < T_math": "W", "T_math << T_mem": "R", "T_mem, T_math": "U",
        "T_comm > T_mem": "U", "intensity < ridge": "R", "intensity > ridge point": "W", "ridge > intensity": "R",
        "512 > 240": "U", "hbm capacity": "U", "not limited by hbm bw": "W",
        "Faster memory would help, more FLOPs would not": "R", "More FLOPs would help, faster memory would not": "W",
        "Faster memory would help, faster HBM would not": "U", "Faster memory would help, more FLOPs would too": "U",
    }),
    ("compute-bound", {
        "pcie is the choke point, not the math": "W", "the math is the choke point, not pcie": "R", "hbm bw": "W",
        "T_math > T_comms": "R", "T_comms > T_math": "W", "limitado por cómputo": "R",
        "is pcie the choke point?": "U",
    }),
    ("network-bound", {
        "we're bottlenecked by ICI here": "R", "ICI is the choke point": "R", "the ICI, not the math": "R",
        "the math, not the ICI": "W", "bottlenecked by HBM": "W", "we may be bottlenecked by ICI": "U",
    }),
    ("always memory-bound", {
        "memory-bound either way": "R", "compute-bound either way": "W",
        "memory-bound however large the batch is": "R", "memory-bound however, only for small batches": "U",
    }),
    ("never", {
        "It stays memory-bound however long the context gets.": "R",
        "It stays compute-bound however long the context gets.": "W",
    }),
    ("TP >= 2", {"tp >= 2": "R", "tp at least 2": "R", "tp >= 4": "W", "tp <= 2": "W", "t*p >= 2": "U"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), LIMITS)
def test_who_limits_in_few_words(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


#: other things that are said in few words, by what is expected
SHORT: list[tuple[str, dict[str, str]]] = [
    ("yes", {
        "There is enough room for it.": "R", "There is not enough room for it.": "W",
        "You can fit it on one card.": "R",
        "You can't fit it on one card.": "W", "It is too big for one card.": "W", "sure does": "R",
        "It is too big a risk.": "U", "You can fit half of it on one card.": "U",
    }),
    ("never", {"can't happen": "R", "it never gets there": "R", "it can happen": "U", "from 500 on": "W"}),
    ("memory-bound", {
        "definitely HBM": "R", "DRAM is the wall": "R", "we hit the memory wall": "R",
        "weights streaming dominates": "R",
        "we hit the compute wall": "W", "the power wall is what matters": "U",
        "Its arithmetic intensity of 1 is far below the ridge point.": "R",
        "Its arithmetic intensity of 900 is far above the ridge point.": "W",
    }),
    ("64 GPUs", {"eight nodes of 8": "R", "8 nodes of 4": "W", "eight nodes of 8 GPUs each": "R"}),
    ("B > 240", {
        "once you pass 240": "R", "B must clear 240": "R", "once you pass 120": "W", "B need not clear 240": "U",
    }),
    ("35 GB", {"35 GB, half of the 70": "R", "40 GB, half of the 80": "W", "35 GB, half of the 80": "U"}),
    ("0.9", {"0.9 hit rate": "R", "0.8 hit rate": "W", "0.9 seconds": "U"}),
    ("4*D", {"4x the hidden size": "R", "2x the hidden size": "W", "4*D, as usual": "R", "4x the usual": "U"}),
    ("V/W + a", {"V/W + a where a is the latency": "R", "V/W - a where a is the latency": "W",
                 "startup latency + volume / bandwidth": "R"}),
    ("240", {"looks like 240 to me": "R", "looks like 120 to me": "W", "we like 240": "U"}),
    ("4x faster", {"The run is over in a quarter of the time.": "R", "The run is over in half of the time.": "W"}),
    ("42 ms", {"Since we read every weight once, 42 ms is the time for a step.": "R",
               "Since we read every weight twice, 84 ms is the time for a step.": "W"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), SHORT)
def test_few_words(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


#: two of which one is asked, counts of passes, remarks behind quantities, units by their articles
MORE: list[tuple[str, dict[str, str]]] = [
    ("max(T_math, T_comms)", {
        "whichever is longer": "R", "the longer of the two": "R", "max of both": "R", "the sum": "W",
        "min of both": "W", "whichever comes first": "U",
    }),
    ("2*V/W", {
        "two passes of V/W": "R", "three passes of V/W": "W", "2x the volume over the bandwidth": "R",
        "3x the volume over the bandwidth": "W", "2V/W, RS plus AG": "R",
        "2x the volume over the bandwidth times n": "U",
    }),
    ("n-1", {"one less than n": "R", "one more than n": "W", "less than n": "U"}),
    ("1e15 FLOP/s", {"a petaflop per second": "R", "1 petaflop": "R", "a teraflop per second": "W"}),
    ("12 us", {
        "12 us, mostly launch overhead": "R", "120 us, mostly launch overhead": "W", "12 us one-way": "R",
        "12 us, mostly not": "U",
    }),
    ("60%", {"60%, rest is comms": "R", "60% (idle 40%)": "R", "60% (idle 30%)": "U", "40%, rest is comms": "W"}),
    ("always", {"only for large B": "W", "for any B": "R"}),
    ("B >= 8", {"minimum of 8": "R", "maximum of 8": "W"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answers"), MORE)
def test_more_in_few_words(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers

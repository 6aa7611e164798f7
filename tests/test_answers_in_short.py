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

"""Notes that are no sentence: marks given by hand, most of them before the first run.

For each reason both outcomes: R right, W wrong, U open.  What a note is set equal to is worked out by hand.
"""

from __future__ import annotations

import pytest
from marks import outcome

from symroof.checking.answers.noted import contradicted

#: an expected value, and answers to it with their marks
NOTES: dict[str, dict[str, str]] = {
    # so many at so much: 200e3 * 4096 = 819.2e6, 600 / 3e9 = 200e-9, 40/4 = 10, 64 * 8 / 10e9 = 51.2e-9
    "819.2 MB/s": {
        "200k IOPS @ 4K = 819 MB/s": "R",
        "200k IOPS @ 4K = 8.19 GB/s": "W",
        "100k IOPS @ 4K = 819 MB/s": "U",
    },
    "14.88e6 packets/s": {
        "14.88 Mpps @ 64B": "R",
        "1.488 Mpps @ 64B": "W",
        "14.88 Mpps @ half rate": "U",
    },
    "200 ns": {"600 cycles = 200ns @3GHz": "R", "600 cycles = 300ns @3GHz": "W", "600 cycles = 200ns @2GHz": "U"},
    "10 s": {
        "40 GB @ 4 GB/s = 10 s": "R",
        "40 GB @ 4 GB/s = 160 s": "W",
        "40 GB @ 8 GB/s = 10 s": "U",
        "40 GB @ 4 GB/s": "U",
    },
    "0.1 kWh": {"1 h @ 100 W = 0.1 kWh": "R", "2 h @ 100 W = 0.1 kWh": "U", "1 h @ 100 W = 1 kWh": "W"},
    "51.2 ns": {"64 B @ 10 Gbps = 51.2 ns": "R", "128 B @ 10 Gbps = 51.2 ns": "U", "64 B @ 10 Gbps = 6.4 ns": "W"},
    "12 Gbps": {"30 fps @ 4K = 12 Gbps": "R", "30 fps @ 4K = 1.2 Gbps": "W"},  # of no 4000 bytes
    # a rate and its period
    "1 ms": {
        "control loop 1 kHz → 1 ms budget": "R",
        "1 kHz loop → 1 ms budget": "R",
        "control loop 1 kHz → 10 ms budget": "W",
        "2 kHz loop → 1 ms budget": "U",
        "1 kHz → less than 1 ms": "U",
    },
    "8.33 ms": {"120 Hz → 8.33 ms/frame": "R", "120 Hz → 83 ms/frame": "W", "60 Hz → 8.33 ms/frame": "U"},
    "50 tokens/s": {
        "tpot 20ms → 50 tok/s/user": "R",
        "tpot 20ms → 20 tok/s/user": "W",
        "tpot 25ms → 50 tok/s/user": "U",
    },
    # what stands before it cannot be worked out
    "1920*1080*3 bytes": {"1920x1080 RGB8 = 6.2 MB": "R", "1920x1080 RGB8 = 2.1 MB": "W"},
    "2e15*8/(30*86400) bits/s": {
        "2 PB/mo ≈ 6.2 Gbps": "R",
        "2 PB/mo ≈ 0.77 Gbps": "W",
        "6.2 Gbps averaged over the month": "R",
        "772 Mbps averaged over the month": "W",
        "1 PB/mo ≈ 6.2 Gbps": "U",
    },
    "847 MB": {"80 min of CD ~ 847 MB": "R", "80 min of CD ~ 700 MB": "W", "80 min of CD each ~ 700 MB": "W"},
    "30": {"1 simulated month/day = 30x real time": "R", "1 simulated month/day = 12x real time": "W"},
    "3.35 TB/s": {"H100 SXM5 → 3.35 TB/s": "R", "A100 → 2 TB/s": "W"},
    "24 GB": {"fp32 24 GB → fp16 12 GB": "U", "2x 24 GB = 24 GB": "U", "not 24 GB → 12 GB": "W"},
    # settings, which go with the numbers of the key
    "8.4e23/(2048*989e12*0.4) s": {
        "12 days on 2048 H100s at 40% MFU": "R",
        "21 days on 2048 H100s at 40% MFU": "W",
        "12 days on 1024 H100s at 40% MFU": "U",
        "12 days on half the H100s": "U",
    },
    "8.5 bits": {
        "8.5 bits/weight incl. scales": "R",
        "6 bits/weight incl. scales": "W",
        "8.5 bits/weight excl. scales": "U",
    },
    "1/4": {"÷4 with GQA": "R", "÷8 with GQA": "W", "1/4 without GQA": "U", "13B of 52B": "R", "52B of 13B": "W"},
    "93e9 bases": {"93 Gbases at 30x coverage": "R", "9.3 Gbases at 30x coverage": "W"},
    "4*L*K*H": {"4KH for each layer": "U", "4LKH for all": "R"},
    "12 GB": {"12 GB for training": "R", "12 GB for half": "U", "12 GB for weights alone": "U"},
    # 200/8 = 25
    "25 GB": {
        "~ 25 GB of parquet, compressed 8:1 from 200 GB": "R",
        "~ 40 GB of parquet, compressed 5:1 from 200 GB": "W",
        "~ 25 GB of parquet, compressed 4:1 from 200 GB": "U",
    },
    # 10e6/8 * 2700 = 3.375e9
    "3.375 GB": {
        "3.375 GB, 10 Mbit/s × 2700 s": "R",
        "27 GB, 10 Mbit/s × 2700 s": "W",
        "3.375 GB, 10 Mbit/s × 270 s": "U",
    },
    "48 TB": {"64 TB raw": "W", "48 TB raw": "U", "48 TB usable": "R"},
}

#: a value against another one, functions of numbers, and who limits
BESIDE: dict[str, dict[str, str]] = {
    "2*k": {"separable: 2k instead of k²": "R", "k² instead of 2k": "W"},
    "log2(p)": {"tree: log2(p) instead of p": "R", "tree: p instead of log2(p)": "W"},
    "log2(1000)": {"log2(1000) ≈ 10": "R", "log2(1000) ≈ 7": "W"},
    "sqrt(2)": {"sqrt(2) = 1.41": "R", "sqrt(2) = 2.5": "W"},
    "memory-bound": {
        "HBM BW bottleneck": "R",
        "tensor core bottleneck": "W",
        "no HBM BW bottleneck": "U",
        "NIC bottleneck": "W",
        "network bandwidth": "W",
        "bandwidth": "R",
    },
    "communication-bound": {"NIC": "R", "network BW bottleneck": "R", "HBM bandwidth": "W", "bandwidth": "R"},
}
ROWS = [(a, e, m) for table in (NOTES, BESIDE) for e, answers in table.items() for a, m in answers.items()]


@pytest.mark.parametrize(("answer", "expected", "mark"), ROWS)
def test_a_note_is_marked_as_by_hand(answer: str, expected: str, mark: str) -> None:
    assert outcome(answer, expected) == mark


def test_every_value_has_marks_of_both_kinds() -> None:
    for table in (NOTES, BESIDE):
        for expected, answers in table.items():
            assert len({*answers.values()}) > 1, expected


@pytest.mark.parametrize("text", ["the README mentions 84/2 = 42 ms", "the README mentions 42 ms"])
def test_a_sentence_is_asked_for_its_verb_whatever_it_links(text: str) -> None:
    assert outcome(text, "42 ms") == "U"


def test_what_is_no_note_is_not_held_against_itself() -> None:
    assert contradicted("V/W = 3") == contradicted("3 ms") == ""
    assert contradicted("loop 2 kHz → 1 ms") == "loop 2 kHz"

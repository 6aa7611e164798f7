"""Answers in other scripts, in chat and by nouns that are no units: each rule with both outcomes, marked by hand."""

from __future__ import annotations

import pytest
from marks import outcome

#: (answer, key, mark): the first of a pair says what the key says, the others something else, or nothing
SCRIPTS = [
    ("B＞240", "B > 240", "R"), ("B＜240", "B > 240", "W"), ("１２８", "128", "R"), ("１２９", "128", "W"),
    ("答：42 ms", "42 ms", "R"), ("答：42 s", "42 ms", "W"), ("41,8 мс", "41.8 ms", "R"), ("41,8 мкс", "41.8 ms", "W"),
    ("около 240 ГБ", "240 GB", "R"), ("около 240 Гбит", "240 GB", "W"), ("16 字节", "16 bytes", "R"),
    ("16 毫秒", "16 bytes", "W"), ("计算受限", "compute-bound", "R"), ("内存受限", "compute-bound", "W"),
    ("rund 20 %", "20%", "R"), ("rund 25 %", "20%", "W"), ("it fits 👍", "yes", "R"), ("it fits 👍", "no", "W"),
    ("fits? 🤷", "yes", "U"), ("42 попугаев", "42 ms", "U"),
]  # fmt: skip
CHAT = [
    ("its the MXU that is the bottleneck", "memory-bound", "W"), ("upto 2000", "n <= 2000", "R"),
    ("upto 2000", "n >= 2000", "W"), ("at like 48 tok/s", "47.9 tokens/s", "R"), ("10ms avg", "10 ms", "R"),
    ("12ms avg", "10 ms", "W"), ("48 GB ofc", "48 GB", "R"), ("50 GB tbh", "48 GB", "W"),
    ("Q/BW + W/P", "max(Q/BW, W/P)", "W"), ("2DF * max(B/C, 1/W)", "max(2*B*D*F/C, 2*D*F/W)", "R"),
    ("No, it is never compute-bound.", "B > 240", "W"), ("w/ fp8, 70GB", "70 GB", "R"),
    ("by factor 4", "4x", "R"), ("by factor 8", "4x", "W"), ("8/10 usable", "80%", "R"), ("8/12 usable", "80%", "W"),
]  # fmt: skip
THINGS = [
    ("2", "2 passes", "R"), ("3", "2 passes", "W"), ("so two passes in all", "2 passes", "R"),
    ("3 passes", "2 passes", "W"),
    ("roughly 4200 tonnes", "4205 tonnes", "R"), ("4500 tonnes", "4205 tonnes", "W"), ("2 ms", "2 passes", "W"),
    ("64 sets", "64", "R"), ("32 sets", "64", "W"), ("64 bananas", "64", "U"), ("277 images/s", "277.8 fps", "R"),
    ("27 images/s", "277.8 fps", "W"), ("4500 page transfers", "4500 IOs", "R"), ("x GB", "70 GB", "U"),
    ("70 GB", "70 GB", "R"), ("a year and 8 months", "20 months", "R"), ("a year and 8 months", "8 months", "W"),
    ("int(80e9 / 2)", "40e9", "R"), ("int(80e9 / 4)", "40e9", "W"), ("int(170/80)", "2", "U"),
    ("one flop for every 12 bytes", "1/12", "R"), ("one flop for every 6 bytes", "1/12", "W"),
]  # fmt: skip
NAMES = [
    ("(P - 1)/(M + P - 1)", "(p-1)/(m+p-1)", "R"), ("(P - 1)/(M + P)", "(p-1)/(m+p-1)", "W"),
    ("(1 - exp(-kn/m))^k", "(1 - exp(-k*n/m))**k", "R"), ("2^(kn)", "2^(k*n)", "R"), ("2^(kn)", "2^(k+n)", "W"),
    ("The gain is k/2, so for a 7x7 kernel it is 3.5.", "k/2", "U"), ("Half is reached at n = a/b.", "a/b", "U"),
    ("k² instead of 2k", "2*k", "W"),
]  # fmt: skip


SIGNS = [
    ("3/2 × 10^-3 seconds", "1.5 ms", "R"), ("3/2 × 10^-3 seconds", "1.5 s", "W"), ("3/2 x 10^-3 s", "1.5 ms", "R"),
    ("1.97*10^14/8.2*10^11", "240.24", "R"), ("1 Mpps * 1500B * 8 = 12 Gbps", "12 Gbit/s", "R"),
    ("1 Mpps * 1500B * 8 = 13 Gbps", "12 Gbit/s", "W"), ("(0, 240)", "0 < B < 240", "R"),
    ("]0 ; 240[", "0 < B < 240", "R"),
    ("(0, 250)", "0 < B < 240", "W"), ("$0.50 per 1M tokens", "$0.50", "U"), ("$0.60 per 1M tokens", "$0.50", "W"),
    ("42 GB/s", "42 GB", "W"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "key", "mark"), [*SIGNS, *SCRIPTS, *CHAT, *THINGS, *NAMES])
def test_what_an_answer_says(answer: str, key: str, mark: str) -> None:
    assert outcome(answer, key) == mark


@pytest.mark.parametrize(("answer", "mark"), [("b > 295", "R"), ("b < 295", "W"), ("b > 240", "W")])
def test_a_bound_in_a_small_letter_on_a_machine(answer: str, mark: str) -> None:
    assert outcome(answer, "B > C/W", on="H100") == mark

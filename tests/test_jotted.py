"""What people jot down in an answer: marks given by hand, most of them before the first run; both outcomes of each.

R right, W wrong, U open.
"""

from __future__ import annotations

import pytest
from marks import outcome

from symroof.checking.words.jotted import jotted

#: an expected value, and answers to it with their marks
JOTTED: dict[str, dict[str, str]] = {
    "4*B*D*F": {"~~2BDF~~ 4BDF": "R", "~~4BDF~~ 3BDF": "W", "~~4BDF~~": "U", "4BDF ~~2BDF~~": "R"},
    "yes": {"<del>no</del> yes": "R", "~~yes~~ no": "W", "80 GB is enough": "U"},
    "B > 240.24": {"~~B < 240~~ B > 240": "R", "~~B > 240~~ B < 240": "W", "any B ≤ 241": "W", "any B > 240": "R"},
    "2*m*n": {"2.*m.*n": "R", "2.*m./n": "W"},
    "n**2/2": {"n.^2./2": "R", "n.^3./2": "W"},
    "3*n/2": {"1.5.*n": "R", "15.*n": "W"},
    "16 KiB": {"64 × 64 × 4 [byte] = 16,384 [byte]": "R", "64 × 64 × 4 [byte] = 12,000 [byte]": "W"},
    "80 Gbit/s": {"10[GB/s]": "R", "10[Gbps]": "W"},
    "5 GHz": {"3 [GHz] * 2 = 5 [GHz]": "W", "2.5 [GHz] * 2 = 5 [GHz]": "R"},
    "V*(X - 1)/(X*W)": {"AG: V/W · (X-1)/X": "R", "AG: V/W · X/(X-1)": "W"},
    "2 years": {
        "payback after 24 months": "R",
        "payback after 20 months": "W",
        "no payback after 24 months": "U",
        "break-even in 2 years": "R",
    },
    "7%": {"another 7 per cent": "R", "another 12 per cent": "W", "not another 7%": "U", "another 7 ms": "U"},
    "5.5%": {"37B out of 671B": "R", "37B of 617B": "W"},
    "5000 messages/s": {"5000 msgs/sec": "R", "1 / 200us = 50,000 msgs/sec": "W"},
    "8 GPUs": {"8 EA": "R", "6 EA": "W", "8 pcs": "R"},
    # 20 is log2(1048576); what is counted stands behind the calculation, and is no measure
    "log2(1e6)": {
        "log2(1e6) ≈ 20 probes": "R",
        "log2(1e6) ≈ 14 probes": "W",
        "log2(1e6) ≈ 20 parsecs": "U",
        "log2(1e6) ≈ 20 dozens": "U",
        "20 bananas": "U",
    },
    "B > D/2": {"(D/2, ∞)": "R", "(0, D/2)": "W", "(D/2, C/W)": "U"},
    "B < D/2": {"(0, D/2)": "R", "(D/2, oo)": "W"},
    "2x faster": {
        "2 times more fast": "R",
        "2 times more slow": "W",
        "fps drops to half": "W",
        "latency drops to half": "R",
    },
    "8x": {"2^3 = 8x the work": "R", "2^2 = 4x the work": "W"},
}

ROWS = [(a, e, m) for e, answers in JOTTED.items() for a, m in answers.items()]


@pytest.mark.parametrize(("answer", "expected", "mark"), ROWS)
def test_what_is_jotted_down_is_marked_as_by_hand(answer: str, expected: str, mark: str) -> None:
    assert outcome(answer, expected) == mark


def test_every_value_has_marks_of_both_kinds() -> None:
    for expected, answers in JOTTED.items():
        assert len({*answers.values()}) > 1, expected


@pytest.mark.parametrize(
    ("answer", "mark"), [("512*511/2 pairs", "R"), ("512*511 pairs", "W"), ("512*511/2 parsecs", "U")]
)
def test_what_is_counted_behind_a_calculation(answer: str, mark: str) -> None:
    assert outcome(answer, "N*(N - 1)/2", let={"N": 512}) == mark


@pytest.mark.parametrize(
    "text",
    ["2BDF", "42 ms", "B > 240", "a ~ b ~ c", "AG: V/W, RS: V/W", "f.(x)", "x[3]", "42 ms averaged over the day"],
)
def test_what_is_read_as_it_stands_is_left_alone(text: str) -> None:
    assert jotted(text, {"B"}, "B > 240") == text

"""Answers with something beside them: the value again in brackets, a reason, a conclusion, a regime in words.

Labelled by hand: 320 Gbit/s are 40 GB/s, 7e9*2 bytes are 14 GB, 3.12e14/1.5e12 is 208.
"""

from __future__ import annotations

import pytest

from symroof import check

RIDGE = "3.12e14/1.5e12"


@pytest.mark.parametrize(
    ("answer", "expected", "stands"),
    [
        ("320 Gb/s (40 GB/s)", "40e9 bytes/s", True), ("320 Gb/s (50 GB/s)", "40e9 bytes/s", False),
        ("7 ms (0.007 s)", "7 ms", True), ("7 ms (7 s)", "7 ms", False),
        ("31 (31.4)", "31.4", True), ("31 (32)", "31", False), ("31 (32)", "32", False),
        ("208 (exactly 3.12e14/1.5e12)", RIDGE, True), ("208 (exactly 3.12e14/1.6e12)", RIDGE, False),
        ("2/7 (28.6%)", "2/7", True), ("2/7 (31%)", "2/7", False), ("2^16 (65536)", "65536", True),
        ("3 (4 + 5)", "27", True), ("3 (4 + 5)", "28", False), ("3 (BF)", "3*B*F", True), ("3 (BF)", "2*B*F", False),
        ("208 (150 for the other chip)", RIDGE, True), ("150 (208 for the other chip)", RIDGE, False),
        ("4LD (2 reads, 2 writes)", "4*L*D", True), ("4LD (3 reads, 1 write)", "6*L*D", False),
        ("8192 tokens (4 sequences)", "8192", True), ("max (3, 9)", "9", True), ("max (3, 9)", "3", False),
    ],
)  # fmt: skip
def test_a_value_in_brackets_has_to_agree(answer, expected, stands):
    assert check(answer, expected).ok == stands


def test_which_of_two_values_is_wrong_is_said():
    assert "(50 GB/s)" in check("320 Gb/s (50 GB/s)", "40e9 bytes/s").reason
    assert check("31 (32)", "32").reason == "the value is 32, not 31"


@pytest.mark.parametrize(
    ("answer", "expected", "stands"),
    [
        ("yes, because 300 > 208", "yes", True), ("no, because 300 > 208", "yes", False),
        ("14 GB, since there are 7e9 weights of 2 bytes", "7e9*2 bytes", True),
        ("7 GB, since there are 7e9 weights of 1 byte", "7e9*2 bytes", False),
        ("D/4 > 100, so D > 400", "D > 400", True), ("D/4 > 100, so D > 100", "D > 400", False),
        ("B > 208, i.e. about 208 tokens per chip", "B > 208", True),
        ("B > 208, i.e. about 300 tokens per chip", "B > 208", False),
        ("B > 300, i.e. about 208 tokens per chip", "B > 208", False),
        ("L/k times 30, i.e. 960", "30*256/8", True), ("L/k times 30, i.e. 690", "30*256/8", False),
        ("208, so it is compute-bound", RIDGE, True), ("20.8, so it is compute-bound", RIDGE, False),
        ("3.12e14/1.5e12 = 208 for this one, so 150", RIDGE, False),
        ("14 GB, hence 14e9 B", "14 GB", True), ("14 GB, hence 15e9 B", "14 GB", False),
    ],
)  # fmt: skip
def test_an_answer_with_its_reason_is_read(answer, expected, stands):
    assert check(answer, expected).ok == stands


@pytest.mark.parametrize(
    ("reason", "false"),
    [("512 > 240", False), ("512 < 240", True), ("6*7 = 42", False), ("6*7 = 41", True), ("weights are large", False)],
)
def test_a_reason_that_numbers_refute_is_named(reason, false):
    found = check(f"5 ms, because {reason}", "5 ms")
    assert found.ok
    assert ("does not hold" in (found.note or "")) == false


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("≈ n for small n", "in-regime"), ("n when m and k are large", "in-regime"), ("m for small n", "wrong"),
        ("m for small m", "in-regime"), ("n for large n", "wrong"), ("2n for small n", "wrong"),
    ],
)  # fmt: skip
def test_a_regime_in_words_is_the_one_in_which_it_holds(answer, verdict):
    assert check(answer, "n*m*k/(n*m + m*k + n*k)").verdict == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("n for small n", "in-regime"), ("n for large m", "in-regime"), ("n for large n", "wrong"),
        ("m when n is large", "in-regime"), ("m for small n", "wrong"),
    ],
)  # fmt: skip
def test_beside_one_that_grows_all_others_are_small(answer, verdict):
    assert check(answer, "n*m/(n + m)").verdict == verdict

"""Bits and bytes of a declared letter: the formula of the other one needs an 8."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("A frame of $n$ bytes every $t$ seconds needs ${}/t$ bits per second.", "8n", "n"),
        ("A field of $b$ bits in $k$ rows takes ${}$ bytes.", "k b/8", "k b"),
        ("A frame of $n$ bytes every $t$ seconds needs ${}/t$ bytes per second.", "n", "8n"),
    ],
)
def test_the_eight_of_a_byte(text: str, right: str, wrong: str) -> None:
    assert verdicts(text.format(right)) == ["exact"]
    assert ("wrong" in verdicts(text.format(wrong))) == (wrong != "8n")  # 8 frames may be sent at once


@pytest.mark.parametrize(
    "text",
    [
        "A frame of $n$ bytes takes $n/R$ seconds.",
        "A frame of $n$ bytes or $n$ bits needs $n/t$ bits.",
        "A code of $n$ bytes with parity takes $n/t$ bits.",
        "A frame of $n$ bytes and a rate of $m$ bits give $nm/t$ bits.",
    ],
)
def test_what_may_count_something_else(text: str) -> None:
    assert "wrong" not in verdicts(text)

"""So many times the number behind, or such a share of it: right, wrong and left open, worked out by hand."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("The sort takes {} s, four times the 3 s of the scan.", "12", "5"),
        ("The copy takes a mere 2.1 ms, {} times less than the 33.6 ms of the read.", "sixteen", "six"),
        ("One node delivers 1.7 GB/s, {}% of the 21 GB/s of its bus.", "8", "80"),
        ("The index holds {} GB, a quarter of the 48 GB.", "12", "24"),
        ("A hit costs {} ns, half of the 8 ns of a miss.", "4", "40"),
        ("The page takes {} ms, which is twice the 9 ms of before.", "18", "5"),
        ("The new one takes {} s, more than twice the 4 s of the old one.", "9", "3"),
    ],
)
def test_a_multiple_holds_or_does_not(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert verdicts(text.format(wrong)) == ["wrong"]


@pytest.mark.parametrize(
    "text",
    [
        "The sort takes 14 s, four times the 3 s of the scan.",  # told roughly
        "The new one takes 30 s, more than twice the 4 s of the old one.",
        "The index holds 30 GB of the 96 GB, i.e. 25% of the 120 GB in all.",  # the share of the first
        "If it took 7 s, four times the 3 s of the scan, we would stop.",
        "We use 3 GB, 10% of the 24 GB each.",
        "The queue holds 30 requests, three times the 10 of last week.",
        "A build takes 30 s, half of it in the 20 s of linking.",
    ],
)
def test_what_may_be_so_is_left_alone(text: str) -> None:
    assert "wrong" not in verdicts(text)


def test_the_number_that_the_words_make_is_told() -> None:
    (found,) = proofread("The index holds 12 GB, half of the 48 GB.").findings
    assert (found.rule, found.fix) == ("follows", "write 24 GB")

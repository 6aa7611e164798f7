"""What is saved or changed, with its direction: a share saved leaves the rest, more is never less.  Marks by hand."""

from __future__ import annotations

import pytest

from symroof import check


@pytest.mark.parametrize(
    ("answer", "key", "mark"),
    [
        ("3 ms saved", "3 ms less", "R"),
        ("it costs 3 ms more than before", "3 ms less", "W"),
        ("two days faster", "2 days less", "R"),
        ("goes up by 7 percent", "7% less", "W"),
        ("goes down by 7 percent", "7% less", "R"),
        ("down 20 basis points", "20% less", "W"),
        ("it saves three quarters of the memory", "4x smaller", "R"),
        ("it saves a quarter of the memory", "4x smaller", "W"),
        ("8x compression saves 12.5 percent", "87.5%", "W"),
        ("8x compression saves 87.5 percent", "87.5%", "R"),
    ],
)
def test_what_is_saved_has_the_mark_of_its_direction(answer: str, key: str, mark: str) -> None:
    found = check(answer, key)
    assert ("R" if found.ok else "W" if found.verdict == "wrong" else "U") == mark

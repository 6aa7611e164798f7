"""What is saved or changed, with its direction: a share saved leaves the rest, more is never less.  Marks by hand."""

from __future__ import annotations

import pytest

from symroof import check
from symroof.errors import NotationError


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


@pytest.mark.parametrize(
    "answer", ["it saves 1.2.3%", "8.5.2x compression saves 12%", "it saves 1/00 of it", "1/00 of it is saved"]
)
def test_what_is_no_number_is_refused_or_open(answer: str) -> None:
    """A reader's: a bare ValueError, and a division by zero."""
    try:
        found = check(answer, "50%")
    except NotationError:
        return
    assert not found.ok

"""Keys that count by any noun, amounts for a period that the question names, and fractions before a product.

Marks by hand.  Earlier keys never counted by a noun that is no unit of ours beside an answer with a sentence around it:
of ``30 probes`` the noun became a symbol, and 30 was called wrong.
"""

from __future__ import annotations

import pytest

from symroof import check

ROWS = [
    ("log2(1e9) is about 30, so 30 probes", "30 probes", "R"),
    ("log2 of a billion is like 30, so 30", "30 probes", "R"),
    ("31 probes", "30 probes", "W"),
    ("30 GB", "30 probes", "W"),
    ("30 tokens", "30 probes", "W"),
    ("one copy", "2 copies", "W"),
    ("two copies", "2 copies", "R"),
    ("3 copies minus the local one, so 2", "2 copies", "R"),
    ("3600 draw calls per sec", "3600 draws/s", "R"),
    ("3600 draws per second", "3600 draws/s", "R"),
    ("216,000 draws per minute", "3600 draws/s", "R"),
    ("60 draws/s", "3600 draws/s", "W"),
    ("3600 draws per minute", "3600 draws/s", "W"),
    ("12.96 million draws an hour", "3600 draws/s", "R"),
    ("roughly 4200 tonnes", "4205 tonnes", "R"),
    ("4300 tonnes", "4205 tonnes", "W"),
    ("3 of 5", "3 nodes", "R"),
    ("3 out of 5 must be up", "3 nodes", "R"),
    ("4 of 5", "3 nodes", "W"),
    ("3 of 5", "60%", "R"),
    ("$2500", "$2500 per month", "R"),
    ("2500 a month", "$2500 per month", "R"),
    ("$30k a year", "$2500 per month", "R"),
    ("$208 a month", "$2500 per month", "W"),
    ("$2500 a year", "$2500 per month", "W"),
    ("25 GB", "25 GB/s", "W"),
    ("1/2 mv^2", "m*v**2/2", "R"),
    ("3/2 kT", "3*k*T/2", "R"),
    ("4/3 pi r^3", "4/3*pi*r**3", "R"),
    ("4/3πr^3", "4/3*pi*r**3", "R"),
    ("4/3 pi r^2", "4/3*pi*r**3", "W"),
    ("3/4 pi r^3", "4/3*pi*r**3", "W"),
    ("1/2B", "1/(2*B)", "R"),
    ("112 GB (7B × 16)", "112 GB", "R"),
    ("112 GB (7B × 8)", "112 GB", "W"),
    ("8 channels × 25.6 = 204.8 GB/s", "204.8 GB/s", "R"),
    ("8 channels × 25.6 = 208.4 GB/s", "204.8 GB/s", "W"),
    ("4 lanes * 3 = 8 GB/s", "8 GB/s", "W"),
]


@pytest.mark.parametrize(("answer", "key", "mark"), ROWS)
def test_a_typed_answer_has_the_mark_that_a_teacher_gives(answer: str, key: str, mark: str) -> None:
    found = check(answer, key)
    assert ("R" if found.ok else "W" if found.verdict == "wrong" else "U") == mark


def test_what_is_said_names_the_things_of_the_key() -> None:
    assert "60 draws/s" in check("60 draws/s", "3600 draws/s").reason
    assert "ADCs" in check("2 tokens", "2 ADCs").reason

"""Bounds, orders of growth, bottlenecks and changes told in words: rows of many trades, and the rules' two outcomes.

Lines of the data are (answer, expected, mark): R right, W wrong, U open.  The marks were given by hand before any row
was tried, with three corrected since, by arithmetic: who rents loses where who owns wins, so that both say one bound;
n*m is linear in both of its sizes and no n + m; that 8 are not enough says nothing of 9.
"""

from __future__ import annotations

from collections import Counter

import pytest
from marks import outcome, rows

SET = rows("answers_in_bounds_and_verdicts.txt")


@pytest.mark.parametrize(("answer", "expected", "mark"), SET)
def test_every_mark_is_given(answer, expected, mark):
    assert outcome(answer, expected) == mark


def test_every_outcome_is_among_the_rows():
    marks = Counter(mark for *_, mark in SET)
    assert len(SET) > 140
    assert min(marks[m] for m in "RWU") >= 10

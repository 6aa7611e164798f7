"""Which way a premise says that things go, marked by hand: every combination of larger, of good and of the bound.

Earlier tests drew reasons in signs and verdicts; none said what larger or smaller ones do.
"""

from __future__ import annotations

from itertools import product

import pytest
from marks import outcome

GOOD = ("fit", "make it faster", "are more efficient", "are compute-bound")
BAD = ("do not fit", "make it slower", "overflow", "are memory-bound", "don't fit", "are not compute-bound")


@pytest.mark.parametrize(("said", "good"), [*product(GOOD, [True]), *product(BAD, [False])])
@pytest.mark.parametrize("up", [True, False])
def test_a_bound_lies_where_its_premise_says(said, good, up):
    premise = f"{'larger' if up else 'smaller'} batches {said}"
    from_below = good == up  # what more of it makes better is needed
    for sign in "<>":
        key = f"B {sign} 240"
        for text in (f"since {premise}, {key}", f"{key}, because {premise}"):
            mark = outcome(text, key)
            assert mark != ("W" if from_below == (sign == ">") else "R"), text


@pytest.mark.parametrize(
    "text",
    [
        "since larger batches make it slower, B < 240",
        "B > 240, because larger batches are compute-bound",
        "B > 240, since smaller batches are too slow",
        "since longer sequences do not fit, B > 240",  # of another symbol
        "B > 240, because larger D fits",
    ],
)
def test_what_agrees_or_is_of_something_else_stands(text):
    assert outcome(text, "B > 240" if ">" in text else "B < 240") == "R"

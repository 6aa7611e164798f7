"""299 sentences of many trades, marked before any was tried, and rules of structure with both of their outcomes.

Lines of the data are (answer, expected, mark): R right, W wrong, U open.  191 of 299 and then 33 more were given at
first contact; mended was what these had shown, by structure: which words scale, deny, suppose or narrow, whatever verb
and noun stand beside them.  Those that still differ are in the second file, which may only become shorter.
"""

from __future__ import annotations

import pytest
from marks import outcome, rows

SET, DIFFER = rows("answers_by_structure.txt"), {*rows("answers_by_structure_that_differ.txt")}


@pytest.mark.slow
def test_every_mark_but_those_that_are_listed_is_given():
    got = {row: outcome(*row[:2]) for row in SET}
    found = {row for row in SET if got[row] != row[2]}
    assert not found - DIFFER, found - DIFFER
    assert not DIFFER - found, "now given: take them off the list"
    assert not [row for row in SET if row[2] == "R" and got[row] == "W"]
    assert not [row for row in SET if row[2] == "W" and got[row] == "R"]
    assert len([row for row in SET if row[2] == "U" and got[row] != "U"]) <= 4  # about 240 for B > 240, by the docs


#: one rule each, with the outcomes on both of its sides
BOTH = [
    ("The text trickles onto the screen {} 42 ms.", "42 ms", {"within": "R", "twice in": "U", "not in": "U"}),
    ("A backup lands on the tape after {}.", "7 h", {"7 hours": "R", "half of 7 hours": "U", "7 hours more": "U"}),
    ("If we {} int8, a step {} take 42 ms.", "42 ms", {("used", "would"): "U", ("use 256 rows of", "will"): "R"}),
    ("{}, it takes 42 ms.", "42 ms", {"If the cache is full": "U", "If you read 140 GB at 3.35 TB/s": "R"}),
    ("{} it takes 42 ms.", "42 ms", {"On a single chip": "U", "My colleague claims": "U", "I'd say": "R"}),
    ("The node draws 5.6 kilowatts when all {}.", "5.6 kW", {"eight cards run at 700 watts": "R"}),
    ("Our {} needed 30 days for it, the new one is quicker.", "15 days", {"old cluster": "U"}),
    ("You can't use a {} than 128.", "T <= 128", {"tile wider": "R", "tile narrower": "W"}),
    ("We may not admit {} 26 users or the cache overflows.", "B <= 26", {"more than": "R", "fewer than": "W"}),
    ("Anything up to {} users works, then we run out of HBM.", "B <= 37", {"37": "R", "73": "W"}),
    ("Once the messages are {} than 2 MB, bandwidth is what counts.", "V > 2 MB", {"longer": "R", "shorter": "U"}),
    ("The hit rate has to be {} than 0.9 if the cache is to pay off.", "h > 0.9", {"higher": "R", "lower": "W"}),
    ("The bubble eats up {} slots.", "3/19", {"3 of the 19": "R", "3 of the 16": "W", "some of the 19": "U"}),
    ("One in {} requests misses the cache.", "12.5%", {"eight": "R", "four": "W"}),
    ("The run finishes in {} the time.", "2x faster", {"half": "R", "twice": "W"}),
    ("It {} fits without problems.", "yes", {"clearly": "R", "might be that it": "U", "never": "W"}),
    ("{} holds this kernel back.", "memory-bound", {"Memory bandwidth is clearly what": "R", "Nobody": "U"}),
    ("The time goes into {}.", "compute-bound", {"arithmetic, not into moving data": "R", "meetings": "U"}),
    ("That makes 19 steps in total, 16 for the chunks and {}.", "19", {"4 more": "U"}),
    ("One channel moves 38.4 GB/s; {}.", "460.8 GB/s", {"twelve of them give 461 GB/s": "R"}),
]
CASES = [
    (said.format(*(x if isinstance(x, tuple) else (x,))), expected, mark)
    for said, expected, cases in BOTH
    for x, mark in cases.items()
]


@pytest.mark.whole
@pytest.mark.parametrize(("said", "expected", "mark"), CASES)
def test_both_sides_of_a_rule(said, expected, mark):
    assert outcome(said, expected) == mark

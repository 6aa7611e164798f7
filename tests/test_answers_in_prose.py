"""Answers in ordinary prose, each marked before any was tried: 440 of four examiners and 429 of our own.

Lines are (author, expected, options, answer, mark): S, B, D and E are examiners who knew the docs alone, O ourselves;
R right, A near enough, W wrong, U open.  Of B, D and E 188 of 240 were given when they were tried first; of a fifth
examiner's hundred, which nobody here read, 76 before and 78 after what these had shown was mended.  Of the 200 of S,
108 were given at first contact; mended was what the first 120 showed, and of the other 80, 55 were then given unread
(45 before).  Where ``check`` and an author differ, the answer is in the second file, which may only become shorter:
some of these marks are the authors' own mistakes (``on`` is an option of the command alone).
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from marks import WANTED, judged

pytestmark = pytest.mark.slow

DATA = Path(__file__).parent / "data"
SET = [ast.literal_eval(x) for x in (DATA / "answers_in_prose.txt").read_text(encoding="utf-8").splitlines()]
DIFFER = {
    ast.literal_eval(x) for x in (DATA / "answers_in_prose_that_differ.txt").read_text(encoding="utf-8").splitlines()
}
#: open ones that stand: our own marks, of which two sentences say it after all, and two tell of a part or another case
STAND = 6


@pytest.fixture(scope="module")
def outcomes() -> list[tuple[str, str, str, str, str]]:
    return [(who, e, answer, mark, judged(answer, e, options)) for who, e, options, answer, mark in SET]


def test_every_mark_but_those_that_are_listed_is_given(outcomes):
    found = {(who, e, answer, mark) for who, e, answer, mark, got in outcomes if got not in WANTED[mark]}
    assert not found - DIFFER, found - DIFFER
    assert not DIFFER - found, "now given: take them off the list"


def test_no_wrong_one_of_the_examiner_stands_and_few_open_ones_of_ours(outcomes):
    accepted = [(who, answer) for who, _, answer, mark, got in outcomes if mark in "WU" and got == "ok"]
    assert not [a for who, a in accepted if who == "S"]
    assert len(accepted) <= STAND, accepted
    assert Counter(mark for *_, mark, _ in outcomes)["W"] > 150


def test_no_right_one_is_called_wrong(outcomes):
    assert not [answer for _, _, answer, mark, got in outcomes if mark in "RA" and got == "wrong"]


#: one rule each, with the outcomes on both of its sides; the values worked out by hand
BOTH = [
    ("140 GB at 3.35 TB/s, so a step takes {}.", "42 ms", {"42 ms": "ok", "84 ms": "wrong"}),
    ("{} the weights are 140 GB, a step takes 42 ms.", "42 ms", {"Since": "ok", "If only half of": "undecided"}),
    ("The server with 8 cards draws {}.", "5.6 kW", {"5.6 kW": "ok", "56 kW": "wrong"}),
    ("The load takes 42 ms, and {}.", "42 ms", {"the math is hidden": "ok", "the cache takes twice that": "undecided"}),
    ("It can't be done with fewer than {}.", "6 cards", {"6 cards": "ok", "4 cards": "wrong"}),
    ("It {} once there are more than 240 rows in it.", "N > 240", {"pays off": "ok", "no longer pays off": "wrong"}),
    ("{}, otherwise we wait for the loads.", "B > 240", {"Take more than 240": "ok", "Stay below 240": "wrong"}),
    ("You {} to go above 240 tokens.", "B > 240", {"have": "ok", "don't want": "wrong"}),
    ("Since the ridge is at 240, this one is {}.", "memory-bound", {"memory-bound": "ok", "compute-bound": "wrong"}),
    ("A batch of 8 is {} to be compute-bound.", "memory-bound", {"much too small": "ok", "large enough": "undecided"}),
    ("As we have to do both we get {} per step.", "11 ms", {"11 ms": "ok", "8 ms": "wrong", "twice 11 ms": "wrong"}),
    (
        "Each card gives 30 tokens/s, {} of them give 120 tokens/s.",
        "120 tokens/s",
        {"four": "ok", "twice four": "undecided"},
    ),
    ("A message with n bytes needs a + {} seconds.", "a + b*n", {"n*b": "ok", "2*n*b": "wrong"}),
    ("It is the latency a {} V divided by W.", "a + V/W", {"plus": "ok", "minus": "wrong"}),
    ("So {} have to be moved per second.", "187 MB/s", {"187 MB": "ok", "400 MB": "wrong"}),
    (
        "The slowest one sets the pace, and it is {} 900 MB/s.",
        "900 MB/s",
        {"the disk with": "ok", "the disk with half of": "undecided"},
    ),
    (
        "I'd expect something between {} milliseconds.",
        "20.9 ms",
        {"20 and 22": "ok", "40 and 44": "wrong", "2 and 90": "undecided"},
    ),
    ("{} levels are sufficient for a million rows.", "3", {"Three": "ok", "Five": "wrong", "Maybe three": "undecided"}),
    ("{} it takes 42 ms.", "42 ms", {"If I'm not mistaken,": "ok", "I doubt that": "undecided"}),
    ("If I'm not mistaken, it takes {}.", "42 ms", {"42 ms": "ok", "84 ms": "wrong"}),
    ("Going to int8 {} in half.", "2x faster", {"cuts the time": "ok", "might cut the time": "undecided"}),
    ("When we double the cards, the step takes {} as long.", "2x faster", {"half": "ok", "twice": "wrong"}),
    ("The new kernel shaves a {} off the runtime.", "25% less time", {"quarter": "ok", "third": "wrong"}),
    ("It {} be compute-bound unless we batch more than 148.", "B > 148", {"cannot": "ok", "might": "undecided"}),
    ("Anything under 8 replicas {} survive the peak.", "N >= 8", {"won't": "ok", "might not": "undecided"}),
    ("{} 240 tokens do the FLOPs become the limit.", "B > 240", {"Only above": "ok", "Only below": "wrong"}),
    ("We {} be limited by compute before the batch hits 240.", "B > 240", {"won't": "ok", "will": "wrong"}),
    ("It becomes compute-bound once N is large enough{}.", "never", {"": "wrong", ", perhaps": "undecided"}),
    (
        "The bottleneck is {}.",
        "communication-bound",
        {"the network, not the GPU": "ok", "not the network": "wrong"},
    ),
    ("{} of 80 layers takes 42 ms.", "42 ms", {"A step": "ok", "Twice a step": "undecided"}),
    ("The window is {} 1.25 MB.", "1.25 MB", {"just": "ok", "half of": "wrong"}),
    ("The disk reads {}.", "512e6 bytes/s", {"488 MB/s": "ok", "500 MB/s": "wrong"}),
]


@pytest.mark.parametrize(("said", "expected", "cases"), BOTH)
def test_both_sides_of_a_rule(said, expected, cases):
    assert {x: judged(said.format(x), expected, {}) for x in cases} == cases

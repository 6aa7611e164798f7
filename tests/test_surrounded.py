"""446 sentences, most of them with a word that makes another statement of a right value, marked before any was tried.

Lines of the data are (answer, expected, mark): R right, W wrong, U open.  They were written in four sets, each with
other words than those before it; of 305 that tell a right value of something else than what is asked, 219 were accepted
before there was a list of what changes one.  The second to fourth set were met with what those before them had taught:
49 of 86, 28 of 70 and 18 of 68 were accepted.  Twelve of them were marked open at first and are right: nouns that name
what is asked (the standard deviation, the slowest disk).  A reviewer marked those of answers_reviewed.txt afterwards,
of which the list had opened too many that are plainly right.  What still differs is in the file beside each, which may
only become shorter.
"""

from __future__ import annotations

import pytest
from marks import outcome, rows

SETS = ("answers_in_context", "answers_reviewed")
#: a reviewer's marks of right and wrong that are given the other way round, each for a reason outside the list of words
SWAPPED: set[tuple[str, str, str]] = {
    ("With five nines we reach 99.99%.", "99.99%", "W"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_every_mark_but_those_that_are_listed_is_given(name):
    marked, differ = rows(f"{name}.txt"), {*rows(f"{name}_that_differ.txt")}
    got = {row: outcome(*row[:2]) for row in marked}
    found = {row for row in marked if got[row] != row[2]}
    assert not found - differ, found - differ
    assert not differ - found, "now given: take them off the list"
    assert not {row for row in marked if {row[2], got[row]} == {"R", "W"}} - SWAPPED


#: one reason each, with the outcomes on both of its sides
BOTH: list[tuple[str, str, dict[str, str]]] = [
    (
        "The {} is V/W.",
        "V/W",
        {"time": "R", "transfer time": "R", "lower bound": "U", "first term": "U", "numerator": "U"},
    ),
    ("It takes V/W in {}.", "V/W", {"total": "R", "practice": "R", "the worst case": "U", "theory": "U"}),
    ("It is {} that it is 6*N*D.", "6*N*D", {"a myth": "U", "a misconception": "U", "rumoured": "U"}),
    (
        "{} 6*N*D.",
        "6*N*D",
        {"The cost is": "R", "I believe it is": "R", "People believe it is": "U", "I wonder whether it is": "U"},
    ),
    (
        "Training costs 6*N*D{}.",
        "6*N*D",
        {"": "R", " in all": "R", " in the backward pass": "U", ", or so they say": "U"},
    ),
    ("12 users fit{}.", "12", {"": "R", " on one card": "U", " on every card": "U"}),
    ("{} 12 users.", "12", {"We can serve": "R", "It serves the": "U"}),
    (
        "{} costs 300 cycles.",
        "300 cycles",
        {"The miss": "R", "Each token": "R", "Each cache miss": "U", "A single hop": "U"},
    ),
    ("{} takes V/W.", "V/W", {"The transfer": "R", "Every GPU": "R", "Every hop": "U", "One GPU": "U"}),
    ("{}, which takes 5 s.", "5 s", {"It writes a checkpoint": "U", "We read 10 GB at 2 GB/s": "R"}),
    ("It runs a script {} 5 s.", "5 s", {"in": "R", "that takes": "U"}),
    (
        "The step takes 42 ms{}.",
        "42 ms",
        {" on the core": "R", " on the core and 80 ms on the bus": "U", " of it": "U"},
    ),
    (
        "The step {} 42 ms.",
        "42 ms",
        {"takes": "R", "is done in": "R", "never takes": "U", "hides": "U", "promises": "U"},
    ),
    ("The {} step takes 42 ms.", "42 ms", {"whole": "R", "old": "U", "second": "U", "slowest": "R", "remaining": "U"}),
    (
        "{} it takes V/W.",
        "V/W",
        {"On this link": "R", "Halfway through": "U", "If the latency is ignored": "U", "On one link": "U"},
    ),
    (
        "V/W {}.",
        "V/W",
        {"is my answer": "R", "is needed": "R", "is off the mark": "U", "holds for small messages only": "U"},
    ),
    ("Our kernels {} 2*B*D*F.", "2*B*D*F", {"need": "R", "dodge": "U", "mention": "U"}),
    ("The file grows {} 160 GB.", "160 GB", {"to": "R", "by": "U"}),
    (
        "{} 42 ms",
        "42 ms",
        {"step time": "R", "74 frames of video ~": "R", "first step time": "U", "our README mentions": "U"},
    ),
    ("40 GB (half of the {})", "40 GB", {"HBM": "R", "model": "U"}),
    (
        "The {} over the {} gives it.",
        "V/W",
        {("message size", "bandwidth"): "R", ("vocabulary size", "window size"): "U"},
    ),
    (
        "The vocabulary size times the hidden size{}.",
        "V*D/W",
        {", over the link bandwidth": "R", ", over the window size": "U"},
    ),
    ("{} is 10.", "10", {"The upper bound on the speedup": "R", "The variance": "R", "The lower bound on it": "U"}),
    ("{} is 12 GB.", "12 GB", {"The headroom": "R", "The remaining memory": "R", "The remaining part": "U"}),
    ("It {} 42 ms.", "42 ms", {"has a jitter of": "R", "varies with a jitter of": "U", "fluctuates by": "U"}),
    ("It takes 42 ms{}.", "42 ms", {"": "R", " plus the transfer": "U", ", not counting the transfer": "R"}),
    ("The MLP takes 42 ms{}.", "42 ms", {", and we are done": "R", ", and the attention comes on top": "U"}),
    ("{} 42 ms.", "42 ms", {"With 8 pJ per bit the bus alone takes": "R", "The bus alone takes": "U"}),
    ("{} would take 42 ms.", "42 ms", {"The step": "R", "An A100": "U", "A Tesla V100": "U"}),
    ("{} to V/W.", "V/W", {"It all adds": "R", "The latency adds": "U"}),
    ("It is 6ND{}.", "6*N*D", {"": "R", " per epoch": "U"}),
    ("{}, it is 160 GB.", "160 GB", {"All told": "R", "Compressed": "U", "In 2019": "U"}),
    ("It {} 160 GB after quantization.", "160 GB", {"takes": "R", "shrinks to": "U"}),
    ("{} 160 GB.", "160 GB", {"Marketing says 80 GB, but it is": "R", "It is 80 GB, but marketing says": "U"}),
    ("{} takes 14.5 GB.", "14.5 GB", {"Mistral 7B": "R", "A pytest run": "R", "A misbelief: it": "U"}),
    ("The time is {}V/W.", "V/W", {"": "R", "latency + ": "U"}),
    ("It is {}V/W.", "V/W", {"": "R", "alpha + ": "W"}),
    ("Each of the 8 cards keeps {} GB.", "160 GB", {"20": "U", "40": "W"}),
    ("This gives us {} of availability.", "99.999%", {"five nines": "R", "four nines": "W"}),
    ("You need {} cards for it.", "N >= 9", {"nine or more": "R", "five or more": "W", "nine or fewer": "W"}),
    ("A {} shows up every 41.8 ms.", "23.9 tokens/s", {"token": "R", "bug": "U"}),
    ("log({})", "1", {"e": "U", "1": "W"}),
    ("The bubble makes up {} of the step.", "(p - 1)/(m + p - 1)", {"(p-1)/(m+p-1)": "U"}),
]
CASES = [
    (text.format(*(way if isinstance(way, tuple) else (way,))), expected, mark)
    for text, expected, ways in BOTH
    for way, mark in ways.items()
]


@pytest.mark.parametrize(("answer", "expected", "mark"), CASES, ids=[c[0][:60] for c in CASES])
def test_a_reason_and_its_other_side(answer, expected, mark):
    assert outcome(answer, expected) == mark


def test_a_word_of_the_key_changes_nothing():
    assert outcome("It takes 42 ms in the worst case.", "42 ms") == "U"
    assert outcome("each hop takes 2 us", "2 us/hop") == "R"

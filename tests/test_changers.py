"""The kinds of words that change a value, each with sentences that hold one of them and others that do not; by hand."""

from __future__ import annotations

import pytest

from symroof.checking.words.changers import CHANGERS

#: of each kind what it is to find, and what looks alike and changes nothing
FOUND = {
    "a doubt": (
        "it is a myth that",
        "she wonders whether",
        "a misbelief:",
        "people say it is",
        "out of thin air",
        "my guess is",
    ),
    "a denial": ("it never takes", "it does not take", "hardly"),
    "what somebody asks for": ("the contract wants", "the vendor quotes", "we settle for", "the README mentions"),
    "another time or plan": ("the old version takes", "yesterday it took", "it used to take", "two years ago"),
    "a term": ("the first term is", "in the numerator", "its derivative is"),
    "a part": (
        "the second phase takes",
        "the bulk of it",
        "half of the layers",
        "the 3rd step",
        "round two takes",
    ),
    "another machine": ("an A100 would", "a Tesla V100 would"),
    "not all of it": (" plus the transfer", "and the copy comes on top"),
    "a case": ("only when it is cold", "in most cases", "sometimes"),
    "something more": ("and so does the reply", "on top of that", "two such cards"),
    "an extreme": ("the lower bound is", "in the worst case", "in theory", "ideally"),
    "a spread": ("with a standard deviation of", "it fluctuates by", "with some clock skew"),
    "a difference": ("prefetching hides", "it leaks", "off by"),
}
PLAIN = (
    "the step takes",
    "the transfer time is",
    "in practice it needs",
    "I believe it is",
    "one misprediction costs",
    "a cache miss costs",
    "it is not only",
    "the memory used to store it is",
    "in terms of bytes it is",
    "forward and backward together need",
    "parts per million:",
    "the request takes",
    "the best answer is",
    "the nearest power of two is",
    "no doubt it takes",
    "it is hidden behind",
    "the latest run takes",
    "the slowest stage takes",
    "the largest tensor has",
    "the remainder is",
    "the standard deviation is",
    "the clock skew is",
    "the saving is",
    "the remaining memory is",
    "the upper bound is",
    "its theoretical peak is",
    "a pytest run takes",
    "Mistral takes",
    "the query plan costs",
    "the next power of two is",
    "to first order it takes",
    "both neighbours take",
)


def kinds(text: str) -> set[str]:
    """The kinds of words that a text holds."""
    return {c.kind for c in CHANGERS if c.words.search(text)}


@pytest.mark.parametrize("kind", FOUND)
def test_a_kind_is_found_by_its_words(kind):
    assert [t for t in FOUND[kind] if kind not in kinds(t)] == []


@pytest.mark.parametrize("text", PLAIN)
def test_what_changes_nothing_is_of_no_kind(text):
    assert kinds(text) == set()


def test_every_kind_is_tried_and_none_finds_nothing():
    assert {c.kind for c in CHANGERS} == FOUND.keys()
    assert not [c.kind for c in CHANGERS if c.words.search("")]

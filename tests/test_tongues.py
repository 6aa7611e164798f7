"""Yes and no in other languages, alone and before a line: R right, W wrong, U open, by hand before any was tried.

Earlier tests never drew a yes that is no English one before an English sentence, nor one that its own line takes back
in another language than English, which nobody may read as a yes; nor an English line
whose sizes or words speak against the word before it.
"""

from __future__ import annotations

import pytest
from marks import outcome

from symroof.checking.words.tongues import in_english

TOLD: list[tuple[str, dict[str, str]]] = [
    (
        "yes",
        {
            "Sí.": "R",
            "oui": "R",
            "Ja!": "R",
            "да": "R",
            "是": "R",
            "是的": "R",
            "はい": "R",
            "sim": "R",
            "tak": "R",
            "nein": "W",
            "Non.": "W",
            "нет": "W",
            "不": "W",
            "不行": "W",
            "いいえ": "W",
            "não": "W",
            "nie": "W",
            "нет!": "W",
            "sí, cabe": "R",
            "ja, das passt": "R",
            "はい、入ります": "R",
            "是的，放得下": "R",
            "да, влезает": "R",
            "sí, no cabe": "U",
            "ja, das passt nicht": "U",
            "да, но только без кэша": "U",
            "oui, mais pas sur une carte": "U",
            "ja, aber nur mit int8": "U",
            "是的，但是不够": "U",
            "sí, si cabe el caché": "U",
            "tak, ale nie zawsze": "U",
            "Ja, the weights are 14 GB and the card has 80.": "R",
            "Oui, it fits.": "R",
            "Nein, the card has only 80 GB.": "W",
            "ja, but it does not fit": "U",
            "oui, if the cache is off": "U",
            "ja, there is not enough room on the card": "U",
            "ja, it is impossible": "U",
            "oui, it needs 90 GB and the card has 80 GB": "U",
            "oui, it needs 70 GB and the card has 80 GB": "R",
            "sí, the card is full": "U",
            "nein, it fits": "U",
            "Oui, it is not enough": "U",
            "yes, it is not enough": "U",
            "yes, it will not work": "U",
            "ja, in some cases": "U",
        },
    ),
    (
        "no",
        {
            "Nein, the weights alone are 140 GB and one card only has 80.": "R",
            "нет, не помещается": "R",
            "non, pas du tout": "R",
            "Nein": "R",
            "いいえ": "R",
            "不够": "R",
            "nee": "R",
            "hayır": "R",
            "Sí": "W",
            "ja": "W",
            "да": "W",
            "是": "W",
            "はい": "W",
            "oui, ça rentre": "W",
            "sí, cabe": "W",
            "可以": "W",
            "nein, es passt": "U",
            "nein, the card has enough of it": "U",
            "nein, it needs 70 GB and the card has 80 GB": "U",
            "nein, it needs 90 GB and the card has 80 GB": "R",
            "no, it is enough": "U",
            "no, it is not enough": "R",
            "нет, влезает": "U",
            "non, ça rentre": "U",
        },
    ),
    # a side, a number and a formula are asked for otherwise: there such a word is none
    ("memory-bound", {"ja": "U", "sí": "U", "nein": "U"}),
    ("240", {"ja": "U", "да": "U", "240": "R"}),
]


@pytest.mark.slow
@pytest.mark.whole
@pytest.mark.parametrize(("expected", "answers"), TOLD, ids=[f"{k}: {next(iter(a))}" for k, a in TOLD])
def test_yes_and_no_in_other_languages(expected: str, answers: dict[str, str]) -> None:
    assert {a: outcome(a, expected) for a in answers} == answers


def test_what_may_take_the_word_back_leaves_it_as_it_is() -> None:
    for text in (
        "ja aber",
        "da = 3",
        "oui, pas du tout",
        "non, ça rentre",
        "sí, the cache, pero is only of the one",
        "jaguar",
    ):
        assert in_english(text) == text

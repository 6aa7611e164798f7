"""Changes that a sentence tells beside their two numbers: of the smaller one if it grows, of the larger one if not."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


JUDGED = [  # a sentence, what makes it true and what makes it false
    ("The lid costs a third more than the pot (40 against 30), so the pot is a {} cheaper.", "quarter", "third"),
    ("It has {}% more shelves than the other (48 against 25).", "92", "48"),
    ("It takes 8 screws per board instead of 6, one {} more.", "third", "quarter"),
    ("Raising the rent from 80 to 90 per week, a mere {} per cent, empties the house.", "12.5", "11.1"),
    ("The fee falls from €500 to €400, a {} less.", "fifth", "quarter"),
    ("Cutting the dose from 120 mg to 90 mg saves {} per cent.", "25", "33"),
    ("It holds 15 litres rather than 12, a quarter {}.", "more", "less"),
    ("From 250 to 200 kB it shrinks by {}.", "a fifth", "a quarter"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), JUDGED)
def test_the_change_is_of_the_number_that_the_words_say(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


SILENT = [
    "The lid costs 40 against 30, and weighs a third less.",
    "It takes 8 screws instead of 6 and draws one quarter more power.",
    "It takes 8 screws instead of 6; a quarter less glue is used.",
    "The fee falls from 50 € to 40 €, and a quarter more guests come.",
    "From 250 to 200 kB it shrinks by about a quarter of the old slack.",
    "They went from 40 to 30 in a week, a quarter of the staff.",
    "If it were 40 against 30, it would be a third cheaper.",
    "The pot is not a third cheaper (40 against 30).",
    "Throughput went from 40 to 30 tokens/s, so it is 33% slower.",
    "It was 40 against 30 in May and 20 against 30 in June, a third less.",
    "The room went from 20 to 25 degrees, 20% humidity.",
    "It rises from 1999 to 2025 by 20%.",
    "A cut from 80 to 60 W is worth 33 € a year, a third of the bill.",
    "It has nearly 90% more shelves than the other (48 against 25).",
    "From 10% to 12% it rises by 2 points, 20% more.",
]


@pytest.mark.parametrize("text", SILENT)
def test_nothing_is_said_of_other_numbers(text: str) -> None:
    assert "wrong" not in verdicts(text)

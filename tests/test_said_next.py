"""What the next sentence says of the formula or amount before it, and the words that deny a row of a table alone.

Judged by hand.  Earlier texts never told a value in the sentence behind a display, or a table with one forbidden row.
"""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def wrong(text: str) -> list[str | None]:
    return [f.fix for f in proofread(text + "\n").findings if f.verdict == "wrong"]


SOLVED = (
    "Setting it to 200 gives\n\n$$B = \\frac{{200 D}}{{D {} 400}}$$\n\n"
    "With $D = 4096$ that is 221.6, so 222; with $D = 8192$ it is 210.3."
)


@pytest.mark.parametrize(("sign", "fixes"), [("-", []), ("+", ["write 182.2"])])
def test_a_displayed_formula_is_held_to_its_value_in_the_next_sentence(sign: str, fixes: list[str]) -> None:
    assert wrong(SOLVED.format(sign)) == fixes


def test_a_letter_that_is_given_twice_in_a_sentence_has_the_value_before_its_number() -> None:
    text = "We get $200D/(D - 400)$. With $D = 800$ that is {}, and with $D = 8192$ it is 210.3."
    assert wrong(text.format("400")) == []
    assert wrong(text.format("210.3")) == ["write 400.0"]


@pytest.mark.parametrize(
    "text",
    [
        "It takes $2 \\cdot 8 \\cdot 128 \\cdot 40 = 81920$ bytes. That's {}.",
        "$$2 \\cdot 8 \\cdot 128 \\cdot 40 = 81920 \\text{{ bytes}}$$\n\nThat's {}. A dialogue has 8,192 of these.",
        "A token leaves 81920 bytes. This is about {}.",
    ],
)
def test_an_amount_that_the_next_sentence_says_in_another_unit(text: str) -> None:
    assert wrong(text.format("80 KiB")) == []
    assert wrong(text.format("81.9 kB")) == []
    (fix,) = wrong(text.format("80 MiB"))
    assert fix is not None
    assert fix.lower().endswith("80 kib")


@pytest.mark.parametrize(
    "text",
    [
        "Each of the 8 chips keeps 4 GiB. That's 32,768 MiB.",  # of all, or of each
        "A page has 4 KiB. That is 4 MiB for a thousand of them.",
        "A chip has 16 GB. It is 16 MB that we miss.",
        "The link has 100 Gb/s. That's 12.5 GB/s.",
    ],
)
def test_what_may_be_of_several_is_left_alone(text: str) -> None:
    assert wrong(text) == []


ROW = "`A[I_X, J] * B[J, K_Y] -> C[I_X, K_X]`"
TABLE = (
    "{before}\n\n| # | {head} | what happens |\n|---|---|---|\n| 1 | {row} | nothing |\n"
    "| 2 | `A[I, J] * B[J, K_X]` | {other} |"
)


@pytest.mark.parametrize(
    ("before", "head", "other", "called"),
    [
        ("Four cases.", "product", "not allowed", True),
        ("Four cases.", "product", "fine", True),
        ("None of these is allowed:", "product", "never", False),
        ("Four cases.", "invalid product", "never", False),
    ],
)
def test_a_row_of_a_table_is_denied_by_its_own_words(before: str, head: str, other: str, called: bool) -> None:
    text = TABLE.format(before=before, head=head, row=ROW, other=other)
    assert bool(wrong(text) or [f for f in proofread(text).findings if f.verdict == "wrong"]) is called

"""Chat is written out only where it is chat; answers in it are marked in ``test_scripts``."""

from __future__ import annotations

import pytest

from symroof.checking.words.chatted import chatted


@pytest.mark.parametrize(
    "text",
    [
        "Q/BW + W/P",
        "B/C",
        "each of its 8 cards",
        "it is like the others",
        "well above 10 ms",
        "bc*D",
        "2BCD",
        "0.5*rn",
        "2 B/C the peak",
    ],
)
def test_what_is_no_chat_stays(text: str) -> None:
    assert chatted(text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7 steps bc theres 8 gpus", "7 steps because there's 8 gpus"),
        ("its the link", "it's the link"),
        ("takes like 5 ms lol", "takes about 5 ms"),
    ],
)
def test_what_is_chat_is_written_out(text: str, said: str) -> None:
    assert chatted(text) == said


def test_a_name_of_the_question_is_no_short_form() -> None:
    assert chatted("cuz + 1", {"cuz"}) == "cuz + 1"
    assert chatted("2 tbh", {"tbh"}) == "2 tbh"

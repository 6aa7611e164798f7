"""So many things of so much each, what fits into what, and what is left: right ones, and wrong ones."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(text).findings]


JUDGED = [  # a sentence, what makes it true and what makes it false
    ("With 18 buses and 44 seats each we've got {} seats.", "792", "704"),
    ("The lot has 36 rows with 25 spaces each, that's {} spaces.", "900", "600"),
    ("A pump draws 15 kW and 120 pumps draw {}.", "1.8 MW", "1.8 kW"),
    ("The index of 140 GB {} into 80 GB.", "does not fit", "fits"),
    ("The table of 28 GB {} into the 40 GB.", "fits", "doesn't fit"),
    ("There are 650 callers, and the 580 lines we have {}.", "no longer suffice", "still suffice"),
    ("We expect 650 callers, so the 800 lines {}.", "suffice", "do not suffice"),
    ("The log takes 31 GB. Our disk has 96 GB, so {} GB are left.", "65", "75"),
    ("The log takes 31 GB. Our disk has 96 GB, so {} GB remain.", "65", "56"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), JUDGED)
def test_the_numbers_go_together(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


SILENT = [
    "With 18 buses and 44 seats each we sell 700 seats.",
    "With 18 buses and 44 seats each, 500 seats are free.",
    "A pump draws 15 kW and 120 pumps cost 1.8 million.",
    "A pump draws 15 kW and 120 lamps draw 2 kW.",
    "Half of the 140 GB fits into 80 GB. Only 60% of 140 GB fits into 80 GB.",
    "If we compress the 140 GB, it fits into 80 GB.",
    "The first part of 140 GB fits into 80 GB.",
    "The log takes 31 GB, the index 20 GB. Our disk has 96 GB, so 45 GB are left.",
    "The log takes 31 GB. Our disk has 96 GB, so with a margin of 10% 55 GB are left.",
    "The log takes 31 GB. Our disk has 96 GB; 75 GB are left for others next year.",
    "The log takes 31 GB. Our disk has 96 GB, so 40 GB are left after the swap.",
    "In 650 towns, the 580 lines we run are new.",
    "With 650 callers, the 580 lines we have suffice for most.",
    "There are 650 GB, and the 580 lines we have suffice.",
    "Each of 8 cards with 40 GB fits into 320 GB.",
]


@pytest.mark.parametrize("text", SILENT)
def test_nothing_is_said_where_something_else_takes_part(text: str) -> None:
    assert "wrong" not in verdicts(text)

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


@pytest.mark.slow
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


TIMED = [  # one amount by two times
    ("The belt moves 6 MB/s. That is {} per hour.", "21.6 GB", "21.6 MB"),
    ("The oven draws 40 kW, and 40 kW is {} a day.", "960 kWh", "960 MWh"),
    ("An hour is 10.4 kWh. A day is 250 kWh. A year is {}, a lot.", "91 MWh", "91 GWh"),
    ("The film has $1.2 \\times 10^{{10}}$ bits, i.e. {}.", "1.5 GB", "12 GB"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), TIMED)
def test_an_amount_is_one_by_any_time(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


@pytest.mark.parametrize(
    "text",
    [
        "The belt moves 6 MB/s. That is 50 GB per working day.",
        "The oven draws 40 kW at peak, and 40 kW is 96 kWh a day.",
        "An hour is 10.4 kWh. A night is 2.5 kWh. A year is 91 MWh.",
        "A day is 250 kWh. For the fleet a year is 9.1 GWh.",
        "The belt moves 6 MB/s. That is 21.6 MB per file.",
        "An hour is 10.4 kWh; a busy day is 500 kWh.",
    ],
)
def test_other_times_are_left_alone(text: str) -> None:
    assert "wrong" not in verdicts(text)

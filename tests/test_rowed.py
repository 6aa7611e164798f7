"""Sentences on the rows of a table that they name: the highest of a column, and changes from one row to another."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread

ROWS = """
| Engine | Torque (Nm) | Power (kW) | Price (€) |
|---|---:|---:|---:|
| Wren W1 | 180 | 90 | 2,000 |
| Finch F2 | 240 | 120 | 3,000 |
| Tern T3 | 150 | 75 | 2,500 |

| Load | Latency (ms) | Rejected requests |
|---:|---:|---:|
| 50% | 4.0 | 120 |
| 75% | 8.0 | 150 |
| 90% | 20.0 | 600 |

"""


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in proofread(ROWS + text).findings]


JUDGED = [  # a sentence, what makes it true and what makes it false
    ("Finch has the {} torque.", "highest", "lowest"),
    ("The {} has the smallest power.", "Tern", "Wren"),
    ("From 50% to 90% the latency grows {}.", "fivefold", "threefold"),
    ("From 75% to 90% the number of rejected requests {}.", "quadruples", "doubles"),
    ("Going from Wren to Finch raises the torque by {}.", "a third", "a quarter"),
    ("Going from Wren to Finch raises the price by {}%.", "50", "33"),
    ("Moving from Finch to Wren lowers the power by {} per cent.", "25", "33"),
    ("From 50% to 75% the latency {}.", "doubles", "halves"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), JUDGED)
def test_the_rows_are_as_the_sentence_says(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


SILENT = [
    "After the recall Tern has the highest torque.",
    "Among the small ones Wren has the highest torque.",
    "Wren has the second highest torque; Wren has the highest torque per euro.",
    "If Tern is tuned, Tern has the highest torque.",
    "Wren has the highest noise.",
    "From 50% to 90% the temperature grows threefold.",
    "From 50% to 60% the latency grows threefold.",
    "The share grew from 50% to 90%, and the staff tripled.",
    "Going from Wren to Finch would raise the torque by 10% with the old gear.",
    "Going from Wren to Finch raises the noise by 10%.",
    "From 50% to 90% the latency of the other pool doubles.",
    "It is not so that from 50% to 90% the latency doubles.",
    "From 50% to 90% the latency grows nearly sixfold.",
    "Going from Wren to Swift doubles the torque.",
]


@pytest.mark.parametrize("text", SILENT)
def test_nothing_is_said_of_other_rows_and_other_columns(text: str) -> None:
    assert "wrong" not in verdicts(text)


OF_ROWS = [  # a number told of a row, or several of several
    ("Finch delivers {} kW.", "120", "75"),
    ("The Wren engine reaches 180 Nm and the Tern engine reaches {} Nm.", "150", "240"),
    ("The torques are 180, {} and 150 Nm for Wren, Finch and Tern.", "240", "220"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), OF_ROWS)
def test_a_number_told_of_a_row_is_that_row_s(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


@pytest.mark.parametrize(
    "text",
    [
        "Finch delivers 110 kW after an hour.",
        "Finch delivered 90 kW in the old car; if tuned, Finch delivers 90 kW.",
        "The torques are 170, 220 and 150 Nm for Wren, Finch and Tern in winter.",
        "The old torques are 180, 220 and 150 Nm for Wren, Finch and Tern.",
        "Finch takes 90 s.",
        "Wren and Finch together need 90 kW.",
    ],
)
def test_other_numbers_of_a_row_are_left_alone(text: str) -> None:
    assert "wrong" not in verdicts(text)

"""Numbers that are told again: of a section that is named, in a summary, and what is replaced."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread

TEXT = """# The greenhouse

## 2 Water

The main valve passes 1850 pulses/s and heats the basin with 64.5 kJ per pulse. A rack holds 12 spare nozzles.
In the night the valve passes 310 pulses/s, and the lamps burn 23% of the energy of the pumps.

| valve | pulses/s |
|---|---|
| east | 777 |

## 3 Light

{}

## 4 Summary

- {}
"""


def verdicts(light: str, summary: str = "All is well.") -> list[str]:
    return [f.verdict for f in proofread(TEXT.format(light, summary)).findings]


JUDGED = [  # a sentence of the third section, what is right and what is wrong
    ("We size the cable for the {} pulses/s of section 2.", "1850", "1580"),
    ("We size the cable for the {} pulses/s of section 2.", "310", "301"),
    ("A cheaper rack has 6 spare nozzles instead of {}.", "12", "16"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), JUDGED)
def test_what_is_told_again_is_what_was_told(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts(text.format(right))
    assert "wrong" in verdicts(text.format(wrong))


SUMMED = [
    ("The main valve heats the basin with {} kJ.", "64.5", "645"),
    ("The lamps burn {}% of the energy of the pumps.", "23", "32"),
    ("The basin of the main valve is heated with {} kJ.", "64.5", "65.4"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), SUMMED)
def test_a_summary_tells_what_was_told(text: str, right: str, wrong: str) -> None:
    assert "wrong" not in verdicts("Nothing.", text.format(right))
    assert "wrong" in verdicts("Nothing.", text.format(wrong))


SILENT = [
    ("We size the cable for the 777 pulses/s of section 2.", ""),
    ("We size the cable for the 900 volts of section 2.", ""),
    ("We size the cable for the 1580 pulses/s of section 7.", ""),
    ("Another 1580 pulses/s come from section 2 of the north wing.", ""),
    ("A cheaper rack has 6 spare nozzles instead of an old hose.", ""),
    ("It takes 6 rusty nozzles instead of 16.", ""),
    ("", "Next year the solar roof yields 645 kJ."),
    ("", "Count 65 or 66 kJ."),
    ("", "A new boiler needs 6.45 MJ, and 23 people."),
    ("In the north 32% of the energy of the pumps is lost.", "In the north 32% of the energy of the pumps is lost."),
    ("", "The main valve heats the basin with about 65 kJ."),
]


@pytest.mark.parametrize(("light", "summary"), SILENT)
def test_nothing_is_said_of_other_numbers(light: str, summary: str) -> None:
    assert "wrong" not in verdicts(light or "Nothing.", summary or "All is well.")

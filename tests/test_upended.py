"""A quotient of bare numbers whose units the page tells: kilowatts over cards are kilowatts, and not the reverse."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread

HALL = "The hall draws 2,340 kW for its 1,950 cards. "


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (HALL + "A card takes 2,340 / 1,950 = 1.2 kW.", False),
        (HALL + "A card takes 1,950 / 2,340 = 0.83 kW.", True),
        (HALL + "There are 1,950 / 2,340 = 0.83 cards per kW.", False),
        ("A card takes 1,950 / 2,340 = 0.83 kW.", False),
        (HALL + "The fans draw 1,950 kW. The ratio is 1,950 / 2,340 = 0.83 kW.", False),
    ],
)
def test_upside_down_by_the_units_told(text: str, wrong: bool) -> None:
    assert ("wrong" in [f.verdict for f in proofread(text).findings]) == wrong

"""Numbers as text, read back: by Python's own readers and formats, which none of them is made with.

The figures of rates had a format of their own, in which 450000 was 4.5e05: between 10**4 and 10**10 nobody had looked.
"""

from __future__ import annotations

import math
import random
from decimal import Decimal
from fractions import Fraction

import pytest

from symroof.algebra.regions.outcome import rates_text
from symroof.decimals import brief, digits_of, float_text, fraction_text, general, shortest, significand, whole_text
from symroof.errors import SymroofError


def drawn(many: int) -> list[Fraction]:
    rng = random.Random(7)
    parts = [(rng.randint(-(10**6), 10**6), 10 ** rng.randint(-12, 12)) for _ in range(many)]
    return [Fraction(n) * Fraction(10) ** round(math.log10(p)) / rng.choice((1, 1, 2, 8, 5, 3, 7)) for n, p in parts]


def test_the_shortest_is_the_number_itself() -> None:
    """Only a fraction whose decimals end within a float's digits is asked as one."""
    seen = set()
    for x in drawn(400):
        text = shortest(x)
        seen |= {"e" in text, "/" in text}
        assert Fraction(text) == x or ("/" not in text and float(text) == float(x)), (x, text)
    assert seen == {True, False}


@pytest.mark.parametrize("digits", [2, 3, 4, 6])
def test_so_many_digits_are_pythons(digits: int) -> None:
    """Rounded as ``Decimal`` is in so many digits; half a unit of the last one where it has more than a float."""
    for x in drawn(200):
        stem, power = significand(x, digits)
        near = Fraction(stem) * Fraction(10) ** power
        assert abs(near - x) <= abs(x) * Fraction(1, 2 * 10 ** (digits - 1))
        assert len(Decimal(stem).normalize().as_tuple().digits) <= digits or power == 0
        assert Fraction(brief(x, digits)) == near
        assert float(general(x, digits)) == float(f"{float(x):.{digits}g}")


def test_powers_of_ten_are_written_as_people_do() -> None:
    assert [general(x, 3) for x in (1234, Fraction(1, 10**7), 10**12)] == ["1.23e3", "1e-7", "1e12"]
    assert [brief(x) for x in (45_000, 450_000, 4_500_000, 45 * 10**9)] == ["45000", "450000", "4.5e6", "4.5e10"]
    rates = (
        ("W_dcn", Fraction(450_000), "bytes/s"),
        ("W", Fraction(4_500_000), "bytes/s"),
        ("C/W", Fraction(1, 3), ""),
    )
    assert rates_text(rates) == "W_dcn = 450000, W = 4.5e6, C/W = 0.3333"


def test_beyond_every_float_there_is_a_power_of_ten() -> None:
    huge = Fraction(3) * 10**5000
    assert whole_text(huge.numerator) == "3.000e+5000"
    assert fraction_text(1 / huge) == "1/3.000e+5000"
    assert brief(huge) == "3e5000"
    assert general(huge, 4) == "about 10**5000"  # it was told as 10**4984, by three tenths of its bits
    assert general(-huge, 4) == "about -10**5000"
    assert general(1 / huge, 4) == "3.333e-5001"  # and this as 0
    assert digits_of(10**400) == str(10**400)
    with pytest.raises(SymroofError, match="is too long to print"):
        digits_of(huge.numerator)


def test_a_crossing_is_shown_as_whole_only_where_it_is() -> None:
    assert [float_text(x) for x in (1.0, 1.0001, 272.24, 4096.0, 1e15, math.inf)] == [
        "1", "1.000", "272.2", "4096", "1e+15", "more than 1e308",
    ]  # fmt: skip

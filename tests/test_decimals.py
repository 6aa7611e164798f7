"""Numbers as text, read back: by Python's own readers and formats, which none of them is made with.

The figures of rates had a format of their own, in which 450000 was 4.5e05: between 10**4 and 10**10 nobody had looked.
"""

from __future__ import annotations

import math
import random
import time
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


@pytest.mark.slow
def test_what_has_more_digits_than_python_writes_is_told_in_a_time_that_grows_with_its_length() -> None:
    """``str`` refused 10**5000, a float lost the end of 10**9 + 10**-9, and ``Decimal(n)`` is quadratic."""
    exact = [
        Fraction(10**5000),
        Fraction(-25 * 10**4999),
        Fraction(10**18 + 1, 10**9),
        Fraction(1, 2**1100),
        Fraction(10**400, 3),
    ]
    for x, text in zip(exact, ("1e5000", "-2.5e5000", "1000000000.000000001", f"1/{2**1100}", f"{10**400}/3")):
        assert shortest(x) == text
    typed = ("1e-7", "-0.1", "123456.789", "0.0000000000000000001234567890123456789")
    assert [shortest(Fraction(s)) for s in typed] == ["1e-07", *typed[1:]]
    assert shortest(Fraction(10**5000 + 1)) == "1.000e+5000"  # its first four digits, and no power that it is not
    assert shortest(Fraction(3, 2**12_990)) == f"3/{2**12_990}"  # it ends, after 9,000 digits
    assert shortest(Fraction(1, 3**20_000)) == f"1/{whole_text(3**20_000)}"
    huge = 10**500_000
    begun = time.process_time()
    assert (shortest(Fraction(huge)), whole_text(7 * huge), brief(Fraction(2, huge))) == (
        "1e500000",
        "7.000e+500000",
        "2e-500000",
    )
    assert time.process_time() - begun < 2  # it was ten


def test_the_last_digit_is_that_of_the_even_one() -> None:
    for x, text in ((Fraction(125, 10), "12"), (Fraction(135, 10), "14"), (Fraction(125_000_001, 10**7), "13")):
        assert brief(x, 2) == text
        assert brief(-x, 2) == f"-{text}"

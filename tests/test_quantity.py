"""Quantities: exact values, digits, units; GB is not GiB."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symroof.errors import NotationError
from symroof.reading.formula import parse_chains
from symroof.reading.quantity import BYTES, SECONDS, dimension_name, number_at, quantity, shown


@pytest.mark.parametrize(
    ("text", "value", "unit", "digits"),
    [
        ("3.35TB/s", Fraction(3350 * 10**9), "bytes/s", 3),
        ("16 GiB", Fraction(16 * 2**30), "bytes", 2),
        ("16 GB", Fraction(16 * 10**9), "bytes", 2),
        ("1.01 ms", Fraction("0.00101"), "s", 3),
        ("1.01 мс", Fraction("0.00101"), "s", 3),
        ("1.97e14 FLOPs/s", Fraction("1.97e14"), "FLOPs/s", 3),
        ("240 FLOPs/byte", Fraction(240), "FLOPs/byte", 3),
        ("45 kB", Fraction(45000), "bytes", 2),
        ("-3", Fraction(-3), "", 1),
        ("0.5", Fraction(1, 2), "", 1),
        ("8,192", Fraction(8192), "", 4),
        ("2M", Fraction(2_000_000), "", 1),
    ],
)
def test_values(text, value, unit, digits):
    q = quantity(text)
    assert (q.value, q.unit, q.digits) == (value, unit, digits)


def test_place_of_the_last_digit():
    assert quantity("1.97e14").printed.place == 10**12
    assert quantity("8700").printed.place == 1
    assert quantity("8700").printed.coarse == 100
    assert quantity("1.01ms").printed.place == Fraction(1, 10**5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ms", "no number here"),
        ("3 parsecs", "unknown unit 'parsecs'"),
        ("1e9999", "a power of ten"),
        ("3" * 300, "characters"),
    ],
)
def test_messages(text, message):
    with pytest.raises(NotationError, match=message):
        quantity(text)


def test_shown():
    assert shown(Fraction("0.0010111"), SECONDS) == "1.011 ms"
    assert shown(Fraction(8 * 10**9), BYTES) == "8 GB"
    assert shown(Fraction(10) ** 400).startswith("about 10**")
    assert dimension_name((1, 0, -1)) == "bytes/s"


@pytest.mark.parametrize("mark", [r"\,", "{,}", "_"])
def test_thousands_in_brackets_are_parted_by_all_but_a_bare_comma(mark: str) -> None:
    """Generators put numbers with a thin space between dollars, never into brackets: 18\\,000 ended in a ValueError."""
    (chain,) = parse_chains(rf"36 \times 10^6 / (18{mark}000 \times 8) = 250")
    assert chain.sides[0].ratio().constant() == 250
    assert number_at("18,000)", 0, thousands=False)[0].value == 18  # of two arguments the first

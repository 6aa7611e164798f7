"""Quantities: exact values, digits, units; GB is not GiB."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symroof.errors import NotationError
from symroof.reading.formula import expression_of, parse_chains, parse_formula
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


@pytest.mark.parametrize("text", ["3/2*10^3", "3/2 × 10^3", "8/4·10^2", "6/2*10**3", "D/2*10^3", "1/2*10^3/4*10^3"])
def test_a_whole_divisor_by_a_power_of_ten_is_refused_where_it_could_be_a_factor(text: str) -> None:
    assert any(n.endswith("a number and its power of ten are one") for n in parse_formula(text).notes)
    with pytest.raises(NotationError, match="power of ten"):
        expression_of(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e12/2 × 10^9", 500), ("1.97*10^14/8.2*10^11", Fraction(9850, 41)), ("(3/2)*10^3", 1500), ("2*10^3", 2000),
        ("1.97 × 10^14 / 8 × 10^11", Fraction(985, 4)), ("3/(2*10^3)", Fraction(3, 2000)), ("3/2e3", Fraction(3, 2000)),
    ],
)  # fmt: skip
def test_what_can_be_read_in_one_way_is(text: str, value: Fraction) -> None:
    assert expression_of(text).constant() == value

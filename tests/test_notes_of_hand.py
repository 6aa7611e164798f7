"""What hands type: ranges with from and dots, units in capitals, units nobody reads, oui and ✗, BW, times 10."""

from __future__ import annotations

import pytest

from symroof import check

UNITS = ("GB/s", "kW", "TFLOP/s", "GHz", "ms", "us", "tokens/s", "GB", "%", "kJ", "Gbit/s", "tokens")
RANGES = (
    "from 5 to 6 {}", "from 5 {0} to 6 {0}", "from about 5 to 6 {}", "between 5 and 6 {}", "5 to 6 {}",
    "5...6 {}", "5 ... 6 {}", "5..6 {}", "5…6 {}", "5.1...5.9 {}", "[5, 6] {}", "[ 5.1 , 5.9 ] {}",
)  # fmt: skip


@pytest.mark.parametrize("form", RANGES)
@pytest.mark.parametrize("unit", UNITS)
def test_a_range_holds_a_value_or_leaves_it_out(form: str, unit: str) -> None:
    assert check(form.format(unit), f"5.5 {unit}").verdict == "rounded"
    found = check(form.format(unit), f"7.5 {unit}")
    assert (found.verdict, found.code) == ("wrong", "range")


@pytest.mark.parametrize(
    ("answer", "key", "verdict"),
    [
        ("from 5 to 6 GB/s", "1.2x the throughput", "exact"),  # where a change is asked
        ("from 100 to 150 tokens per second", "1.5x the throughput", "exact"),
        ("from 5 to 60 GB/s", "5.5 GB/s", "undecided"),  # too wide to say so
        ("5...6", "5.5", "rounded"),
        ("[21.3, 22.4]", "21.8", "rounded"),
        ("[256, 64]", "256, 64", "exact"),  # a list, where one is asked
        ("[32, 96]", "32 <= B <= 96", "exact"),
    ],
)
def test_what_looks_like_a_range(answer: str, key: str, verdict: str) -> None:
    assert check(answer, key).verdict == verdict


CAPITALS = (
    ("DAYS", "days"), ("MS", "ms"), ("GHZ", "GHz"), ("KWH", "kWh"), ("MIB", "MiB"), ("KIB", "KiB"), ("GIB", "GiB"),
    ("GBIT/S", "Gbit/s"), ("HOURS", "hours"), ("TOKENS", "tokens"),
)  # fmt: skip


@pytest.mark.parametrize("pair", CAPITALS)
@pytest.mark.parametrize("gap", ["", " "])
def test_units_in_capitals_with_and_without_a_space(pair: tuple[str, str], gap: str) -> None:
    loud, unit = pair
    assert check(f"7{gap}{loud}", f"7 {unit}").verdict == "exact"
    assert check(f"8{gap}{loud}", f"7 {unit}").verdict == "wrong"
    assert check(f"56{gap}{loud}", f"7 {unit}").verdict == "wrong"  # eight times as many bits


@pytest.mark.parametrize(
    ("answer", "key", "verdict"),
    [
        ("3MS", "3*M*S", "exact"),
        ("2BD", "2*B*D", "exact"),
        ("3 ghz", "3 GHz", "exact"),
        ("300 mhz", "300 MHz", "exact"),
        ("3 ghz", "2 GHz", "wrong"),
        ("3170 m", "3.17 km", "undecided"),
        ("3.17 km", "3170 m", "exact"),
        ("0.5 V", "500 mV", "undecided"),
        ("0.5 V", "700 mV", "undecided"),
        ("3 m", "3 m", "exact"),
        ("3 V", "4*V", "wrong"),
    ],
)
def test_letters_of_symbols_and_units_that_nobody_reads(answer: str, key: str, verdict: str) -> None:
    assert check(answer, key).verdict == verdict


@pytest.mark.parametrize("said", ["oui", "Ja.", "sí", "✓", "✅", "да", "nein", "Non", "✗", "❌", "нет"])
def test_yes_and_no_elsewhere(said: str) -> None:
    yes = said.lower().strip(".") in ("oui", "ja", "sí", "✓", "✅", "да")
    assert check(said, "yes").verdict == ("exact" if yes else "wrong")
    assert check(said, "no").verdict == ("wrong" if yes else "exact")


@pytest.mark.parametrize(
    ("answer", "key", "ok"),
    [
        ("BW > C", "B > C/W", True),
        ("C < BW", "B*W > C", True),
        ("BW/C > 1", "B > C/W", True),
        ("BW < C", "B > C/W", False),
        ("C/BW > 1", "B > C/W", False),
        ("Q/BW", "Q/BW", True),
        ("times 10", "10", True),
        ("times ten", "10x faster", True),
        ("times 10", "10x the memory", True),
        ("times 10", "10x less memory", False),
        ("times 11", "10x the memory", False),
    ],
)
def test_products_of_capitals_and_times(answer: str, key: str, ok: bool) -> None:
    assert check(answer, key).ok == ok

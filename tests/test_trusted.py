"""Verdicts that deserve trust: floats, excuses with evidence, units, and spellings refused rather than misread.

The judge is arithmetic with fractions done here, or a value typed by hand.  Earlier generators never drew a float on
the left, a wrong answer near a convention, a unit of two words, or a letter that is unit and symbol.
"""

from __future__ import annotations

import random
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy

from symroof import check, dims, numeric, op, params, threshold
from symroof.checking.claims.excuses import LIMIT
from symroof.errors import NotationError, SymroofError
from symroof.reading.formula import parse_formula
from symroof.reading.measures import UNITS, agree
from symroof.reading.quantity import quantity

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from bench_check import excuses, right


# -- floats ------------------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_quotient_of_floats_is_right_within_its_rounding():
    rng = random.Random(1)
    for _ in range(1000):
        a, b = rng.randint(1, 10**7), rng.randint(1, 10**7)
        assert check(a / b, f"{a}/{b}").ok, (a, b)
        if abs(Fraction(a, b)) > Fraction(1, 10**6):
            assert check(a / b * (1 + 1e-9), f"{a}/{b}").verdict == "wrong" or len(repr(a / b * (1 + 1e-9))) < 14


@pytest.mark.slow
def test_what_numeric_returns_is_right():
    b, d, f = dims("B D F")
    expr, rng = b * d * f / (b * d + d * f + b * f) - 1 / (b + d), random.Random(2)
    fast = numeric(expr, b, d, f)
    for _ in range(200):
        at = {"B": rng.randint(1, 10**6), "D": rng.randint(1, 10**6), "F": rng.randint(1, 10**6)}
        assert check(fast(*at.values()), expr, let=at).ok, at


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (2730.6666666666665, "rounded"), (2730.666666600001, "wrong"), (np.float64(8192 / 3), "rounded"),
        (np.float32(8192 / 3), "rounded"), (np.float16(8192 / 3), "rounded"), (np.float32(2730.7), "rounded"),
        (np.float32(2731.5), "wrong"), (2730.67, "rounded"), (2730.6, "truncated"), (2730.0, "wrong"),
        (2731, "rounded"),
        (np.int64(2731), "rounded"), (np.array(8192 / 3), "rounded"), (Decimal("2730.67"), "rounded"),
        (Decimal("2730.66"), "truncated"), (Fraction(8192, 3), "exact"), (sympy.Rational(8192, 3), "exact"),
    ],
)  # fmt: skip
def test_measurements_and_typed_decimals(value, verdict):
    found = check(value, "8192/3")
    assert found.verdict == verdict, found


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), -float("inf"), np.float32("nan"), 1 + 2j, np.complex128(2), True]
)
def test_what_is_no_value_is_refused(value):
    with pytest.raises(SymroofError):
        check(value, "1")


# -- excuses -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("486", "3.94e14/8.2e11", "convention"),  # two constants name the chip, another print of one gives it
        ("19.7 ms", "16e9/8.2e11 s", "wrong"),  # one constant names none
        ("60MB", "256000*132*2 bytes", "wrong"),  # two roundings to one digit
        ("42 days", "44.3 days", "wrong"),
        ("1.65e12 FLOPs", "1.5e12 FLOPs", "wrong"),  # TB for TiB, and no bytes
        ("B > 1024", "B > 1000", "wrong"),
        ("512 MB", "536870912 bytes", "convention"),
        ("512 GB", "549755813888 bytes", "convention"),
        ("537 MiB", "537 MB", "convention"),
        ("488 GB", "512e9 bytes", "wrong"),  # the other direction would need GiB printed
        ("64.5 MB", "67584000 bytes", "convention"),
        ("65 GB", "67584000 bytes", "wrong"),  # another power
        ("61 MB", "67584000 bytes", "wrong"),  # cut as well
        ("243", "240.24", "convention"),
        ("260", "240.24", "wrong"),
        ("B > 271", "B > 1/(1.97e14/8.2e11 - 1/4096)", "wrong"),
    ],
)
def test_an_excuse_needs_evidence(answer, expected, verdict):
    found = check(answer, expected)
    assert found.verdict == verdict, found
    if verdict == "convention":
        assert found.chance is not None
        assert 0 <= found.chance < LIMIT
        assert found.to_json()["chance"] == found.chance


def test_an_excuse_without_evidence_is_a_guess_in_the_note():
    found = check("65 MB", "67584000*1.0185 bytes")
    assert found.verdict in ("wrong", "convention")
    guess = check("8.0 MB", "8700000 bytes")
    assert guess.verdict == "wrong"
    guessed = check("30 MB", "31457280*1.003 bytes")
    assert (guessed.verdict, guessed.chance is not None and guessed.chance >= LIMIT) == ("wrong", True)
    assert "a guess: MiB printed as MB" in guessed.note


@pytest.mark.slow
def test_few_wrong_answers_are_excused_and_no_right_one_is_called_wrong():
    for digits, most in ((2, 0.02), (3, 0.0125)):  # 3 digits: 0.5 % of 2,000 in the benchmark, few are drawn here
        found = excuses(240, digits, seed=7)
        assert (found["convention"] + found["in-regime"]) / 240 <= most, found
    assert right(150, seed=8) == []


def test_a_number_has_no_regime():
    v5e = {"C": "1.97e14", "W": "8.2e11"}
    bound = "B > 1/(W/C - 1/D - 1/F)"
    assert check("B > 240", bound, let={**v5e, "D": 4096, "F": 4096}).verdict == "wrong"
    assert check("B > 240", bound, let=v5e).verdict == "in-regime"
    assert check("0.5", "(2*4096 - 1)/(4*4096 + 2)").verdict in ("rounded", "wrong")
    assert check("1/2", "(2*N - 1)/(4*N + 2)", let={"N": 3}).verdict == "wrong"


# -- units -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("unit", "scale", "dimension"),
    [
        ("TFLOP/s", 10**12, (0, 1, -1)), ("PFLOP/day", Fraction(10**15, 86400), (0, 1, -1)),
        ("TF/s", 10**12, (0, 1, -1)),
        ("GB per second", 10**9, (1, 0, -1)), ("GB·s^-1", 10**9, (1, 0, -1)), ("kWh", 3_600_000, (0, 0, 0, 1)),
        ("MW", 10**6, (0, 0, -1, 1)), ("GHz", 10**9, (0, 0, -1)), ("tok/s", 1, (0, 0, -1, 0, 0, 1)),
        ("years", Fraction("365.25") * 86400, (0, 0, 1)), ("kiB", 1024, (1, 0, 0)),
        ("Mbit/s", Fraction(10**6, 8), (1, 0, -1)),
        ("ms/token", Fraction(1, 1000), (0, 0, 1, 0, 0, -1)), ("USD/h", Fraction(1, 3600), (0, 0, -1, 0, 1)),
        ("FLOPs/B", 1, (-1, 1, 0)), ("GFLOPs/s/W", 10**9, (0, 1, 0, -1)), ("gibibytes", 2**30, (1, 0, 0)),
        ("PFLOP/s-days", 864 * 10**17, (0, 1, 0)), ("GPU-hours", 3600, (0, 0, 1, 0, 0, 1)),
    ],
)  # fmt: skip
def test_units_are_scales_and_dimensions(unit, scale, dimension):
    assert (UNITS[unit].scale, UNITS[unit].dimension) == (scale, dimension)


@pytest.mark.parametrize("word", ["parsecs", "GB/", "per", "k", "T", "GB/x", "/s", "", "s s"])
def test_what_is_no_unit(word):
    assert word not in UNITS


def test_a_rate_of_things_counted_agrees_with_what_says_less():
    assert agree((0, 0, -1, 0, 0, 1), (0, 0, 0))
    assert not agree((0, 0, -1, 0, 0, 1), (0, 0, 1))
    assert not agree((1, 0, 0), (0, 1, 0))


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("8192 B", "8 KiB", "exact"), ("16 B", "16 GB", "wrong"), ("16e9 B", "16 GB", "exact"),
        ("2 h", "7200 s", "exact"),
        ("2h", "2*h", "exact"), ("3B", "3*B", "exact"), ("7B", "7e9", "exact"), ("7B", "7 GB", "wrong"),
        ("5 W", "5 J/s", "exact"), ("5 W", "5*W", "exact"), ("40 tokens/s", "40 requests/s", "wrong"),
        ("3 d", "259200 s", "exact"), ("12 GB/s/chip", "12 GB/s", "exact"),
    ],
)  # fmt: skip
def test_a_letter_is_a_unit_or_a_symbol_by_what_is_asked(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


def test_names_of_let_are_names():
    assert check("16*CP", "128", let={"CP": 8}).verdict == "exact"
    assert check("16CP", "128", let={"CP": 8}).verdict == "exact"
    assert check("16*CP", "128", let={"C": 2, "P": 4}).verdict == "exact"
    assert check("N*CP/D", "CP*N/D", let={"CP": 8}).verdict == "exact"


@pytest.mark.parametrize("text", ["5 GWb", "5 MPa", "12 kPa/s"])
def test_an_unknown_word_behind_a_number_is_named(text):
    with pytest.raises(NotationError, match="unknown unit"):
        parse_formula(text)
    with pytest.raises(NotationError, match="unknown unit"):
        quantity(text)


# -- spellings ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "same"),
    [
        (r"\log_2 2B", "log2(2*B)"), (r"\log_2 N + 1", "log2(N) + 1"), (r"\log_2(N) B", "B*log2(N)"), ("log2 8", "3"),
        (r"\textcolor{red}{B} + 1", "B + 1"), (r"\phantom{B}D", "D"), ("xᵢ", "x_i"), ("B₁₂", "B_12"), ("B²", "B^2"),
        (r"\sqrt[3]{8}", "2"), (r"(50 + 10)\%", "0.6"), ("(50 + 10)% * B", "0.6*B"), ("1.97 x 10^14", "1.97e14"),
        ("6.3 10^24", "6.3e24"), ("3 x 10⁸", "3e8"),
    ],
)  # fmt: skip
def test_read_as_a_person_reads_it(text, same):
    assert parse_formula(text).sides[0].ratio() == parse_formula(same).sides[0].ratio()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2ⁿ", "exponent with a symbol"), (r"\sqrt[n]{B}", "root of order 'n'"), ("0x10", "base 16"),
        ("0b11", "base 16, 8 or 2"),
        ("B^{(2)}", "an index, not a power"), (r"B \& D", "several formulas"), (r"B \cr D", "several formulas"),
        ("nan", "no number"),
        ("2 + NaN", "no number"), (r"\log_2 N M", "where the argument"), ("ⁿ2", "without a base"), ("%", "percent"),
    ],
)  # fmt: skip
def test_refused_rather_than_misread(text, reason):
    with pytest.raises(SymroofError, match=reason):
        parse_formula(text).sides[0].ratio()


# -- brackets, parameters, regions, thresholds -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("B(WDF - CF)", "B*(W*D*F - C*F)", "exact"), ("B(WDF - CF)", "B", "wrong"), ("2 (BDF - DF)", "2", "wrong"),
        ("536MB (later edition)", "536870912 bytes", "truncated"), ("240 (rounded up here)", "240.24", "rounded"),
        ("eps >= 1", "eps > 0", "wrong"), ("W >= 241", "W > 240", "wrong"), ("B >= 241", "B > 240.24", "exact"),
        ("ceil(B/128)", "floor(B/128) + 1", "wrong"), ("floor((B + 127)/128)", "ceil(B/128)", "exact"),
    ],
)  # fmt: skip
def test_brackets_parameters_and_jumps(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.slow
def test_thresholds_on_either_side():
    b = dims("B")
    matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    wide = threshold(matmul, b, on="TPU v5e", given="B << D, F")
    exact = threshold(matmul, b, on="TPU v5e")
    none = exact.at(D=128, F=128)
    assert check(wide, "B > 240.24").ok
    assert check("compute-bound from 241 tokens on", wide).verdict == "exact"
    assert check("memory-bound below 240", wide).ok
    assert check("memory-bound above 240", wide).verdict == "wrong"
    assert check(exact, exact).verdict == "exact"
    assert check(none, "memory-bound").verdict == "exact"
    assert check("always", none).verdict == "wrong"
    assert check(float(wide), wide).ok


@pytest.mark.slow
def test_regions_of_several_pieces():
    b = dims("B")
    region = threshold(b**2 + 100, b, over=25 * b)  # (b - 5)(b - 20) > 0
    assert check("B < 5 or B > 20", region).ok
    assert check("B > 20 or B < 5", region).ok
    assert check("B < 5 or B > 21", region).verdict == "wrong"
    assert check("B > 20", region).verdict == "wrong"
    assert check(region, region).verdict == "exact"


@pytest.mark.slow
def test_floats_in_which_large_numbers_cancel_are_right_and_others_are_not():
    b, d = dims("B D")
    expr, rng = (b + d) ** 3 - (b - d) ** 3, random.Random(4)
    fast = numeric(expr, b, d)
    for _ in range(60):
        at = {"B": rng.randint(10**5, 10**7), "D": rng.randint(1, 60)}
        value = fast(*at.values())
        assert check(value, expr, let=at).ok, at
        assert check(value * 1.001, expr, let=at).verdict == "wrong", at


@pytest.mark.slow
def test_few_answers_wrong_in_the_last_digit_are_excused():
    """Against quotients of two long numbers, of which nearly half were once excused by rounding first."""
    rng, excused = random.Random(5), 0
    for _ in range(150):
        a, b = rng.randint(10**8, 10**10), rng.randint(10**5, 10**7)
        digits, value = rng.choice([2, 3, 4, 5]), Fraction(a, b)
        place = Fraction(10) ** (len(str(a // b)) - digits)
        said = (value / place).__ceil__() * place + place
        excused += check(f"{float(said):.{digits - 1}e}", f"{a}/{b}").ok
    assert excused <= 0.08 * 150


def test_what_is_not_proved_is_not_denied():
    """Between two bounds "no z is sure to do" was said where every z up to 8F does: the bound was not good enough."""
    z, f = params("z F")
    rule = threshold(sympy.ceiling(z / (8 * f)) / z, z, at_most=1 / z)
    assert "is sure to do" not in str(rule)
    assert str(rule) == "no z is proved to do; z <= 8*F is necessary"
    assert rule.at(F=2).contains(16)  # every one of them does
    assert not rule.at(F=2).contains(17)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("3.52e8 s", "rounded"), ("3.51e8 s", "rounded"), ("3.53e8 s", "wrong"), ("3.50e8 s", "wrong")],
)
def test_a_tie_but_for_the_last_digit_of_what_is_expected_rounds_either_way(answer, verdict):
    """The outside judge's: 581.183862433862 weeks are 351.4999999999997 Ms, cut from 351.5 Ms."""
    assert check(answer, "581.183862433862 weeks").verdict == verdict

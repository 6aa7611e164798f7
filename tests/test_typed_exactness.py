"""Typed numbers and what they claim: exact, rounded, cut, a share, a step on the way, a bound beside a factor.

The judge is arithmetic with fractions done here: what a number claims follows from its own digits, and which of two
answers is right is known before it is asked.  Earlier tests never drew a bound with a 1 alone on a side, a number one
beside a whole value, a bracket in seconds, or a coefficient with a power of ten.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from symroof import check, numeric
from symroof.checking.claims.excuses import LIMIT
from symroof.checking.exercises.exercise import mark, packaged
from symroof.errors import SymroofError


def plain(x: Fraction, digits: int, up: int = 0) -> str:
    """A number above 0 rounded to so many digits, or as many units of the last one further on, without an exponent."""
    e = math.floor(math.log10(x)) - digits + 1
    n = round(x / Fraction(10) ** e) + up
    return str(n) + "0" * e if e >= 0 else f"{n / 10**-e:.{-e}f}"


@pytest.mark.slow
# -- a bound beside a factor -------------------------------------------------------------------------------------------
def test_a_bound_beside_a_factor_is_as_right_as_it_is_solved():
    rng, seen = random.Random(1), set()
    for _ in range(150):
        right = Fraction(rng.randint(10**4, 10**6), rng.choice([100, 1000]))
        over = rng.choice([1, 4, 8])
        good = rng.random() < 0.5
        far = Fraction(1) if good else rng.choice([Fraction(1025, 1000), Fraction(5, 4), Fraction(2, 3), Fraction(2)])
        x = plain(right / over * far, 4)
        text = rng.choice([f"B/{x} >= {over}", f"{over} < B/{x}", f"B/{x} - {over} > 0"])
        found = check(text, f"B > {float(right)!r}")
        assert found.ok is good, (text, right, found)
        seen.add(good)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("answer", "expected", "right"),
    [
        ("B/300.5 >= 1", "B > 240.24", False), ("t/300.5 = 1", "t = 240.24", False),
        ("t/240.2 = 1", "t = 240.24", True),
        ("0.0000599*D <= 1", "D <= 8353.7", False), ("0.00416*B > 1", "B > 240.24", True),
        ("2B > 480.5", "B > 240.24", True), ("B/2 > 120", "B > 240.24", True), ("B/30 >= 10", "B > 312", False),
        ("B/60 >= 4", "B > 240.24", True), ("B/250.5 >= 1.0", "B > 240.24", False), ("2t = 10.4 ms", "5.21 ms", True),
        ("1/t = 1/479.8", "t = 479.82", True), ("1/t = 1/479.2", "t = 479.82", False),
        ("2t = 10 ms", "5.4 ms", False), ("B over 240", "240.24 < B", True), ("B over 250", "240.24 < B", False),
        ("bsz > 240", "240.24 < B", True), ("B over 240", "240.24 > B", False), ("B over C/W", "C/W < B", True),
        ("D - 79.0 > 0", "D > 78.97", True), ("D - 79 > 0", "D > 78.97", True), ("D - 79.2 > 0", "D > 78.97", False),
        ("2*D > 2*79.0", "D > 78.97", True), ("2*D > 2*79.2", "D > 78.97", False),
    ],
)  # fmt: skip
def test_bounds_by_hand(answer: str, expected: str, right: bool):
    assert check(answer, expected).ok is right


# -- the value once more -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "unit", ["s", "ms", "MB", "GB", "TB", "GB/s", "TFLOP/s", "QPS", "kB", "h", "tokens", "%", "M", "k", "GiB/s", "W"]
)
@pytest.mark.parametrize("bracket", ["{} ({})", "{} [{}]", "{} ({})."])
def test_a_value_in_brackets_agrees_in_every_unit(unit: str, bracket: str):
    for n, again, right in ((48, 48, True), (48, 24, False), (7, 8, False)):
        found = check(bracket.format(f"{n} {unit}", f"{again} {unit}"), f"{n} {unit}")
        assert found.ok is right, found


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("48 GB (48000 MB)", "48 GB", "exact"), ("48 GB (24000 MB)", "48 GB", "wrong"),
        ("7.29 s (7.3 s)", "7.294 s", "rounded"), ("7.29 s (8.08 s)", "7.294 s", "wrong"),
        ("48 h (2 days)", "48 h", "exact"), ("48 h (1 day)", "48 h", "wrong"), ("2B (3B)", "6*B**2", "exact"),
        ("48M = 24M", "48M", "wrong"), ("48k = 24000", "48k", "wrong"), ("48k = 48000", "48k", "exact"),
        ("10 [Gbps]", "10 Gbps", "exact"), ("K outside [4, 64]", "K < 4 or K > 64", "exact"),
        ("2 (3 + 4)", "14", "exact"), ("2 [3 + 4]", "14", "exact"),
    ],
)  # fmt: skip
def test_what_is_beside_a_value_by_hand(answer: str, expected: str, verdict: str):
    assert check(answer, expected).verdict == verdict


@pytest.mark.slow
# -- rounding on the way -----------------------------------------------------------------------------------------------
def test_no_rounding_excuses_a_number_beside_a_whole_value():
    """Of a third of them some rounding on the way was the excuse, of a ceiling of half."""
    rng, asked, excused = random.Random(3), 0, 0
    for _ in range(60):
        b, k = rng.choice([2, 3, 7, 16, 48, 125, 320]), rng.randint(101, 10**5)
        text = rng.choice(["{a}/{b}", "ceil({a}/{b})", "{a}/{b} s", "7 + {c}/{b}", "{a}*2/(2*{b})", "1/({b}/{a})"])
        key = text.format(a=k * b, b=b, c=(k - 7) * b)
        unit = " s" if key.endswith("s") else ""
        for off in (-1, 1):
            if (k + off) % 10:
                asked += 1
                excused += check(f"{k + off}{unit}", key).ok
        assert check(f"{k}{unit}", key).ok
    assert asked > 90
    assert excused == 0


def test_what_a_ceiling_is_of_is_not_rounded_before():
    """33 chips for ceil(321.4/10) + 0.35 would need 321.4 rounded to 330."""
    assert check("33.35", "ceil(321.4/10) + 0.35").verdict == "exact"
    assert not check("34.35", "ceil(329.96/10) + 0.352").ok
    assert not check("10241", "ceil(4096/0.4)").ok


@pytest.mark.slow
def test_few_numbers_near_a_value_that_ends_nowhere_are_excused():
    rng, asked, excused = random.Random(5), 0, 0
    for _ in range(80):
        a, b, c = rng.randint(10**4, 10**7), rng.choice([7, 9, 11, 13, 112, 2304]), rng.randint(11, 99)
        key, x = rng.choice([(f"{a}/{b}", Fraction(a, b)), (f"{c} + {a}/{b}", c + Fraction(a, b))])
        for up in (-2, 2):
            if len((said := plain(x, 4, up)).replace(".", "").strip("0")) == 4:
                asked += 1
                excused += check(said, key).ok
    assert asked > 100
    assert excused / asked < LIMIT


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("1.0123", "8.1e11/8.2e11"), ("0.98780", "8.2e11/8.1e11"), ("V*8.2e11/8.1e11", "V*8.1e11/8.2e11")],
)
def test_no_convention_sets_one_constant_to_two_values(answer: str, expected: str):
    assert check(answer, expected).verdict == "wrong"
    assert check("486", "3.94e14/8.2e11").verdict == "convention"


@pytest.mark.slow
# -- zeros, shares -----------------------------------------------------------------------------------------------------
def test_zeros_that_end_a_whole_number_are_rounded_behind_two_digits_and_cut_behind_three():
    rng, seen = random.Random(7), set()
    for _ in range(300):
        digits, zeros = rng.randint(1, 3), rng.randint(1, 7)
        place = 10**zeros
        said = rng.randrange(10 ** (digits - 1), 10**digits)
        said += said % 10 == 0
        value = said * place + rng.randint(-place, place)
        if value <= 0 or value == said * place:
            continue
        right = len(str(said)) > 1 and 2 * abs(value - said * place) <= place
        right = right or (len(str(said)) > 2 and said * place < value < (said + 1) * place)
        found = check(str(said * place), str(value))
        assert found.ok is right, (said * place, value, found)
        seen.add((digits > 1, right))
    assert seen == {(False, False), (True, False), (True, True)}


@pytest.mark.slow
def test_a_share_of_whole_numbers_is_exact():
    rng, seen = random.Random(9), set()
    for _ in range(200):
        below, above = rng.randint(2, 60), rng.randint(2, 99)
        x = Fraction(above, below)
        key = x if rng.random() < 0.3 else x * (1 + Fraction(rng.randint(1, 40), 1000))
        text = rng.choice([f"{above}/{below}", f"({above})/({below})", rf"\frac{{{above}}}{{{below}}}"])
        found = check(text, f"{key.numerator}/{key.denominator}")
        assert found.ok is (key == x), (text, key, found)
        seen.add(key == x)
    assert seen == {True, False}
    assert check("480/2", "240.24").ok


@pytest.mark.slow
# -- numbers in a formula ----------------------------------------------------------------------------------------------
def test_numbers_of_a_formula_are_rounded_with_a_power_of_ten_and_under_maxima_too():
    rng, seen = random.Random(11), set()
    for _ in range(120):
        p, q = Fraction(rng.randint(1, 99), rng.randint(7, 99)), Fraction(rng.randint(1, 99), rng.randint(7, 99))
        p *= Fraction(10) ** rng.randint(-14, 3)
        said = [f"{float(x):.3e}" for x in (p, q)]
        off = rng.choice([0, 0, 1])
        if off:
            x = Fraction(said[off]) * Fraction(102, 100)
            said[off] = f"{float(x):.3e}"
        form = rng.choice(["{}*B*D + {}*F", "max({}*B, {}*D)", "L + 2*min({}*B, {}*D)", "V/max({}*B, {}*D)"])
        key = form.format(f"{p.numerator}/{p.denominator}", f"{q.numerator}/{q.denominator}")
        found = check(form.format(*said), key)
        assert found.ok is not off, (said, key, found)
        seen.add(bool(off))
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("answer", "expected", "right"),
    [
        ("5.08e-15*B*D*F", "B*D*F/1.97e14", True), ("5.09e-15*B*D*F", "B*D*F/1.97e14", False),
        ("6.89 x 10^3 B D", "6891.5*B*D", True), ("B > 1.05e4*D", "B > 10512*D", True), ("2e12*V", "2.3e12*V", False),
        ("B/240.34", "B*8.2e11/1.97e14", False), ("V/8.19e11 + B", "V/8.2e11 + B", False),
        ("max(B, 0.667*D)", "max(2*D/3, B)", True), ("max(0.7*D, B)", "max(2*D/3, B)", False),
        ("min(0.667*D, B)", "max(2*D/3, B)", False), ("min(B, 240.2)", "min(B, 240.24)", True),
        ("min(0.667*D, max(B, 1.33*F))", "min(2*D/3, max(B, 4*F/3))", True),
        ("B > max(0.667*D, 240.9)", "B > max(2*D/3, 240.24)", False), ("max(1.0*D, B)", "max(1.04*D, B)", False),
    ],
)  # fmt: skip
def test_numbers_of_a_formula_by_hand(answer: str, expected: str, right: bool):
    assert check(answer, expected).ok is right


# -- marks, masks, capitals, floats ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("part", "text", "grade"),
    [
        ("rooflines/two.I_net", "0.55 D", 0), ("rooflines/two.I_net", "5D/7", 0), ("rooflines/two.I_net", "3D", 0),
        ("rooflines/two.I_net", "D", 0.5), ("rooflines/two.I_net", "D/4", 0.5), ("rooflines/two.I_net", "500D", 0.5),
        ("rooflines/two.I_net", "0.5 D", 1), ("rooflines/q2.B_wide", "B < 120", 0),
        ("rooflines/q2.B_wide", "240.24", 0.5),
        ("rooflines/q1.t_math", "5.08e-15*B*D*F", 1), ("rooflines/q5.B_H100", "B/400.5 >= 1", 0),
    ],
)  # fmt: skip
def test_half_marks_are_for_what_the_documentation_lists(part: str, text: str, grade: float):
    assert mark(part, text, packaged()).grade == grade


def test_masked_elements_are_no_answers():
    hidden = np.ma.array([5.0, 6.0], mask=[False, True])
    assert check(hidden[0], 5).ok
    for answer, expected in ((hidden[1], 6), (6, hidden[1]), (np.ma.masked, 0)):
        with pytest.raises(SymroofError, match="masked"):
            check(answer, expected)


@pytest.mark.parametrize(
    ("answer", "expected", "right"),
    [
        ("240 MIB", "240 MiB", True), ("1920 MIB", "240 MiB", False), ("5 GIB/S", "5 GiB/s", True),
        ("240 MIBIT", "240 Mibit", True), ("80 GBIT/S", "80 Gbit/s", True),
    ],
)  # fmt: skip
def test_binary_bytes_in_capitals(answer: str, expected: str, right: bool):
    assert check(answer, expected).ok is right


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("mod(B, 13) + D/F", lambda B, D, F: B % 13 + Fraction(D, F)),
        ("D/F - mod(B, 7)", lambda B, D, F: Fraction(D, F) - B % 7),
        ("mod(B, D) + D/F", lambda B, D, F: B % D + Fraction(D, F)),
        ("mod(B, 13) + mod(D, 5) - D/F", lambda B, D, F: B % 13 + D % 5 - Fraction(D, F)),
        ("8*ceil(B/8) - B + D/F", lambda B, D, F: -B % 8 + Fraction(D, F)),
        ("B - 2*D + 1/F", lambda B, D, F: B - 2 * D + Fraction(1, F)),
    ],
)  # fmt: skip
def test_what_numeric_makes_of_a_remainder_is_right_as_an_answer(text, exact):
    rng, fast = random.Random(13), numeric(text, "B", "D", "F")
    for _ in range(60):
        D = rng.randint(1, 10**6) if "2*D" in text else rng.randint(1, 50)
        B = 2 * D + rng.randint(0, 3) if "2*D" in text else rng.randint(1, 10 ** rng.choice([3, 6, 9, 15]))
        F = rng.randint(2, 9)
        value = exact(B, D, F)
        assert check(fast(B, D, F), f"{value.numerator}/{value.denominator}").ok, (B, D, F)
        if value:
            assert not check(fast(B, D, F) * (1 + 1e-6), value).ok

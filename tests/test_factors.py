"""What a wrong number is off by: the factors that people forget, where chance would not have it so.

The judge is counting: of all wrong answers of two and three digits to each of twenty values, how many are said to be
off by a factor or get half marks.  An attacker had 31/8 called a simple factor, and 0.5 for 0.93 where 0.24 is right.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import pytest

from symroof import check
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.factors import slip
from symroof.checking.exercises.exercise import mark
from symroof.reading.quantity import quantity

VALUES = (
    "0.24", "0.72", "48", "60", "12", "15", "16", "0.33", "96", "0.5", "27", "0.81", "64", "0.11", "33.6", "0.875",
    "7.5", "0.9", "41.8", "0.0667",
)  # fmt: skip


def wrong_ones(value: str) -> dict[str, Verdict]:
    """The wrong answers of two digits in the decade of the value."""
    y = Fraction(value)
    top = next(e for e in range(-9, 9) if Fraction(10) ** (e + 1) > y >= Fraction(10) ** e)
    answers = [
        f"{float(n * Fraction(10) ** (top - 1)):.{max(0, 1 - top)}f}" for e in (top - 1, top) for n in range(10, 100)
    ]
    found = {t: check(t, value) for t in answers}
    return {t: v for t, v in found.items() if v.verdict == "wrong"}


@pytest.mark.slow
def test_of_wrong_answers_of_two_digits_two_in_a_hundred_seem_to_be_off_by_a_factor() -> None:
    """Half marks are looked for in the decade of four of the values, but for slips, which are within a hundredth."""
    wrong = {v: wrong_ones(v) for v in VALUES}
    off = {
        v: [t for t, found in of.items() if found.code == "factor" or "off by" in found.reason]
        for v, of in wrong.items()
    }
    many, tried = sum(map(len, off.values())), sum(map(len, wrong.values()))
    print(f"{many} of {tried}")
    assert tried > 1700
    assert 0 < many <= tried / 50, f"{many} of {tried} wrong answers are said to be off by a factor: {off}"


@pytest.mark.slow
def test_half_marks_are_rare_by_chance(tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text("from fractions import Fraction\n" + "".join(
        f'x{i} = Fraction("{v}")\n' for i, v in enumerate(VALUES)))  # fmt: skip
    got, tried = {}, 0
    for i, v in enumerate(VALUES[:5]):
        y = Fraction(v)
        answers = [t for t in wrong_ones(v) if abs(Fraction(t) / y - 1) > Fraction(1, 100)][-89::2]
        tried += len(answers)
        got[v] = [t for t in answers if (mark(f"p.x{i}", t, tmp_path).grade or 0) > 0]
    many = sum(map(len, got.values()))
    print(f"{many} of {tried}")
    assert many <= tried / 50, f"{many} of {tried} wrong answers got marks: {got}"


@pytest.mark.parametrize(
    ("answer", "expected", "factor"),
    [
        # to three digits and more: an attacker's wrong ones, and each slip that is known
        ("0.93", "0.24", None), ("0.99", "0.24", None), ("0.64", "0.24", None), ("5", "48", None), ("90", "48", None),
        ("0.1", "0.72", None), ("0.28", "0.72", None), ("0.81", "0.72", None), ("3.875", "1", None), ("1.5", "1", None),
        ("240.24", "120.12", "the factor 2"), ("120", "240.24", "about the factor 1/2"), ("1.01 s", "1.011 ms", "1e3"),
        ("8.08 GB", "1.01 GB", "the factor 8"), ("355", "88.75", "the factor 4"), ("4.29", "4.19", None),
        ("33.6", "336", "the factor 1/10"),
        ("4.291", "4.19", "about the factor 1024/1000"),
        ("2.048", "2", "the factor 1024/1000"), ("-240.24", "120.12", None),
        # with as many digits as the answer has: 2.02 and no other is twice 1.011
        ("2.03 ms", "1.011 ms", None), ("2.01 ms", "1.011 ms", None), ("2.022 ms", "1.011 ms", "the factor 2"),
        # of two digits a factor is likelier than 2 % from 50 down
        ("0.48", "0.24", None), ("0.72", "0.36", "the factor 2"),
    ],
)  # fmt: skip
def test_a_factor_is_named_where_it_is_known_and_no_accident(answer: str, expected: str, factor: str | None) -> None:
    found = check(answer, expected)
    assert found.verdict == "wrong"
    assert (found.code == "factor") is (factor is not None), found
    if factor is not None:
        assert factor in found.reason
        assert found.factor.endswith(factor)
        assert 0 <= found.chance < 0.02
    else:
        assert "off by" not in found.reason
        assert found.chance is None or found.chance >= 0.02


def test_a_factor_that_chance_would_have_is_a_guess() -> None:
    found = check("0.48", "0.24")
    assert found.note == "a guess: the factor 2 would give it, as chance would in 2.1% of cases"
    assert round(found.chance, 4) == 0.0208  # 0.01/0.48


def test_the_chance_is_the_share_of_the_numbers_near_the_answer_that_seem_right() -> None:
    """By hand, of 1.03 to three digits: within sqrt(10) of 2.06 lies only 2*1.03, of 8.24 also 10.3, of 4.12 all."""
    y = Fraction("1.03")
    for text, many in (("2.06", 1), ("8.24", 2), ("4.12", 4)):  # 2; 10 and 8; 2, 10, 8 and 4
        printed = quantity(text).printed
        assert slip(printed, printed.value, y).chance == many * Fraction(1, 100) / printed.value


@pytest.mark.parametrize("text", ["2.02", "17", "0.93", "1.5e9", "240", "-33.6"])
def test_a_slip_is_found_in_places_as_it_is_in_rationals(text: str) -> None:
    """The judge rounds each multiple to the digits printed, as a rational."""
    printed = quantity(text).printed
    known = [Fraction(2), *(Fraction(10) ** e for e in (3, 6, 9)), Fraction(8), Fraction(16)]
    met = 0
    for f in (*known, *(1 / f for f in known), Fraction(7, 5)):
        for off in (Fraction(1), Fraction(1003, 1000), Fraction(11, 10)):
            y = printed.value / f * off
            found = slip(printed, printed.value, y)
            met += found is not None
            if found is not None:
                steps = abs(found.factor * y) / printed.place
                rounded, cut = (math.floor(steps + half) * printed.place for half in (Fraction(1, 2), 0))
                assert abs(printed.value) in (rounded, cut)
                assert found.exact == (found.factor == printed.value / y)
            elif f in known and off == 1:
                raise AssertionError(f"{f} is exactly what {text} is off by")
    assert 0 < met < 3 * (2 * len(known) + 1)


CHIPS = """
[p]
question = "W of 840 MB is cut over 12 chips. How much has each?"
ask.each = "bytes on each chip"
unit.each = "bytes"
"""


@pytest.mark.parametrize(
    ("answer", "grade", "words"),
    [
        ("70 MB", 1.0, ""), ("840 MB", 0.5, "what one chip has"), ("5.83 MB", 0.5, "what one chip has"),
        ("910 MB", 0.0, "too large"), ("700 MB", 0.5, "power of ten"),
        ("210 MB", 0.0, "too large"), ("140 MB", 0.5, "simple"),
    ],
)  # fmt: skip
def test_one_chip_for_all_is_a_factor_where_the_question_says_how_many(answer, grade, words, tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text("each = 840*10**6 / 12\n".replace("/", "//"))
    (tmp_path / "problems.toml").write_text(CHIPS)
    found = mark("p.each", answer, tmp_path)
    assert found.grade == grade, found.verdict
    assert words in found.hint
    (tmp_path / "problems.toml").write_text(CHIPS.replace("12 chips", "a pod"))
    if "one chip" in words:
        assert mark("p.each", answer, tmp_path).grade == 0

"""|x| in typed formulas, judged at points.  Earlier tests took it of numbers and of single symbols only, never of a
difference, where dropping it turns a distance into a debt."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from symroof import check, exactly, interval, threshold
from symroof.errors import NotationError, SymroofError
from symroof.reading.formula import parse_formula

FORMS = [
    ("abs(a-b)", lambda a, b: abs(a - b)),
    ("abs(b-a) + a", lambda a, b: abs(b - a) + a),
    ("abs(-a*b)", lambda a, b: a * b),
    ("abs(-a - 2*b)", lambda a, b: a + 2 * b),
    ("abs(a+b)", lambda a, b: a + b),
    ("abs(a*(a-3*b))/b", lambda a, b: abs(a * (a - 3 * b)) / b),
    ("abs(1/2 - a/b)", lambda a, b: abs(Fraction(1, 2) - a / b)),
    ("abs(abs(a-b) - 2)", lambda a, b: abs(abs(a - b) - 2)),
    ("abs(-3)*a", lambda a, b: 3 * a),
    ("abs(a-a)", lambda a, b: 0),
]


def read(text):
    return parse_formula(text, symbols=["a", "b"]).sides[0].ratio()


@pytest.mark.parametrize(("text", "value"), FORMS, ids=[t for t, _ in FORMS])
def test_it_is_the_distance_at_every_point(text, value):
    rng = random.Random(text)
    r = read(text)
    for _ in range(40):
        a, b = (Fraction(rng.randint(1, 60)) for _ in "ab")
        assert exactly(r, **({"a": a} if "a" in r.names else {}), **({"b": b} if "b" in r.names else {})) == value(a, b)


def test_what_is_asked_of_it_is_right():
    d = read("abs(a-b)")
    found = interval(d, a=(1, 2), b=(5, 6))
    assert found.low <= 3
    assert found.high >= 5
    assert found.low >= 0
    rule = threshold(d, "a", at_most=2).at(b=5)
    inside = [a for a in range(1, 12) if abs(a - 5) <= 2]
    assert [a for a in range(1, 12) if rule.contains(a)] == inside == [3, 4, 5, 6, 7]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("abs(a-b)", "a-b", "wrong"),
        ("abs(a-b)", "abs(b-a)", "exact"),
        ("abs(a-b)", "max(a-b, b-a)", "exact"),
        ("max(a,b)", "(a+b+abs(a-b))/2", "exact"),
        ("min(a,b)", "(a+b+abs(a-b))/2", "wrong"),
        ("a+b", "abs(a+b)", "exact"),
    ],
)
def test_answers_with_it(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


def test_a_percent_sign_between_two_formulas_is_no_percentage():
    for text in ("a % b", "a % (b + 1)", "(a + b) % 7"):
        with pytest.raises(NotationError, match="between two formulas is no percentage"):
            read(text)
    assert exactly(read("(50 + 10)%")) == Fraction(3, 5)
    assert exactly(read("a%"), a=7) == Fraction(7, 100)
    assert exactly(read("50% a"), a=7) == Fraction(7, 2)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("|a-b|", lambda a, b: abs(a - b)),
        ("|a - b|^2 + |b|", lambda a, b: (a - b) ** 2 + b),
        ("||a-b|-b|*2", lambda a, b: abs(abs(a - b) - b) * 2),
        ("(|a-b|)/|a - 2*b - 1/2|", lambda a, b: abs(a - b) / abs(a - 2 * b - Fraction(1, 2))),
        ("mod(a, b)", lambda a, b: a % b),
        ("mod(3*a + 1, 4)", lambda a, b: (3 * a + 1) % 4),
        ("log(2^a, 2)", None),
        ("log(8, 2)*a", lambda a, b: 3 * a),
        ("log(16, 1/2)*a", lambda a, b: -4 * a),
        ("log(27, 9)*2*a", lambda a, b: 3 * a),
    ],
)
def test_bars_remainders_and_bases(text, value):
    if value is None:
        with pytest.raises(SymroofError, match="an exponent with a symbol"):
            read(text)
        return
    for a, b in ((1, 2), (7, 3), (9, 4), (4, 9), (12, 5)):
        assert exactly(read(f"{text} + a - b"), a=a, b=b) == value(a, Fraction(b)) + a - b


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b(a|b)", "'|' is not read"), ("|a", "'|' is not read"), ("a|", "'|' is not read"),
        ("2|a-b|", "'|' is not read"),
        ("mod(a)", "mod takes two arguments, not 1"), ("mod(a, 0)", "division by zero"),
        ("log(8)", "log is not read"), ("log(8, 2, 3)", "log is not read"), ("log(8, 1)", "to the base 1"),
        ("log(8, a)", "to the base a"), ("log(-1, 2)", "not positive"), ("a % b", "or mod\\(a, b\\) for a remainder"),
    ],
)  # fmt: skip
def test_what_stays_unread(text, message):
    with pytest.raises(SymroofError, match=message.replace("|", "\\|")):
        read(text)


@pytest.mark.slow
def test_a_distance_keeps_its_unit():
    assert check("|2 GB - 5 GB|", "3 GB").verdict == "exact"
    assert check("|2 GB - 5 GB|", "3 s").verdict != "exact"

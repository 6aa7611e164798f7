"""Inequalities between formulas, solved for the symbol that was asked for; judged by hand and at random points."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from symroof import check
from symroof.checking.claims.claims import claim
from symroof.checking.claims.inequality import alike, solved_for
from symroof.errors import Unsupported

SAME = [
    ("B*D > 240*F", "B > 240*F/D"),
    ("B*D/F > 240", "D > 240*F/B"),
    ("N S > E I", "N > E I / S"),
    ("B/X > 2550/M_X", "B > 2550*X/M_X"),
    ("1/B + 1/D + 1/F < W/C", "B > 1/(W/C - 1/D - 1/F)"),
    ("BDF/(BD + DF + BF) > 240", "B > 240DF/(DF - 240F - 240D)"),
    ("B^2 > D F", "B > sqrt(D F)"),
    ("D F > B^2", "B < sqrt(D F)"),
    ("X < F W/(2C)", "F > 2 X C/W"),
    ("-B < -240", "B > 240"),
    ("B - 240 > 0", "B > 240"),
    ("max(B, D) > F", "F < max(B, D)"),
]


@pytest.mark.parametrize(("answer", "expected"), SAME)
def test_the_same_inequality_in_another_form(answer, expected):
    assert check(answer, expected).verdict == "exact"


WRONG = [
    ("N S < E I", "N > E I / S"),
    ("X < F W/C", "F > 2 X C/W"),
    ("240 - B > 0", "B > 240"),
    ("D F/(F + D) < C/W", "F > C D/(W D - C)"),
    ("X > 3", "Y > 3"),
    ("BD > 120 F", "B > 240F/D"),
]


@pytest.mark.parametrize(("answer", "expected"), WRONG)
def test_another_inequality_is_wrong(answer, expected):
    assert check(answer, expected).verdict == "wrong"


def test_an_inequality_without_its_symbol_alone_is_undecided():
    assert check("max(B, D) > 240", "B > 240").verdict == "undecided"
    assert solved_for(claim("B^2 + B > D", None, {}), "B") is None
    assert alike(claim("X > 3", None, {}), claim("Y > 3", None, {})) is None


def test_the_condition_of_a_bound_travels_with_it():
    v = check("B(1/K - 1/D) > 1", "B > 1/(1/K - 1/D)")
    assert v.verdict == "exact"
    assert "1/K - 1/D > 0" in (v.note or "")


@pytest.mark.parametrize("text", [t for pair in SAME[:8] for t in pair])
def test_a_solved_inequality_holds_at_the_same_points(text):
    """Judged at random points: where the condition of the bound holds, both say the same."""
    c, rng = claim(text, None, {}), random.Random(text)
    assert c.order is not None
    names = sorted({*c.order[0].names, *c.order[1].names})
    for name in names:
        made = solved_for(c, name)
        if made is None:
            continue
        hits = 0
        for _ in range(40):
            at = {n: Fraction(rng.randint(1, 900), rng.randint(1, 9)) for n in names}
            front = claim(made.when.removesuffix(" > 0"), None, {}).value if made.when else None
            if front is not None and front.at(at) <= 0:
                continue
            try:
                bound, big, small = made.value.at(at), c.order[0].at(at), c.order[1].at(at)
            except Unsupported:  # an irrational root: nothing to compare exactly
                continue
            said = at[name] > bound if made.sense[0] == ">" else at[name] < bound
            assert said == (big > small), (name, at)
            hits += 1
        assert hits or made.when or "2" in text or "sqrt" in text


def test_digits_of_a_bound_on_half_a_symbol():
    assert check("D/2 > 4377", "D > 8755.6").verdict == "truncated"
    assert check("D/2 > 4378", "D > 8755.6").verdict == "rounded"
    assert check("D/2 > 4376", "D > 8755.6").verdict == "wrong"
    assert check("2B > 480", "B > 240.24").verdict == "rounded"


def test_an_open_relation_is_a_bound():
    assert check("$B \\gtrsim 240$", "B > 240.24").verdict == "rounded"
    assert check("B ≲ 240", "B > 240.24").verdict == "wrong"


@pytest.mark.parametrize(("answer", "expected"), [("17", "16"), ("B > 17", "B > 16"), ("16.1", "16.0"), ("129", "128")])
def test_neighbours_are_no_roundings_of_one_another(answer, expected):
    assert check(answer, expected).verdict == "wrong"


def test_a_rival_constant_of_a_chip_is_named():
    v = check("8.1e11", "8.2e11")
    assert v.verdict == "convention"
    assert "8.1e11" in v.reason

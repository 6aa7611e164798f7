"""What is divided is 0 where the divisor is: no value there, whatever a piece of the question comes to.

The judge is Python's own arithmetic, with fractions, floors and comparisons as they are written here by hand: a size
does where the quotient has a value and that value does.  Earlier generators counted points without a value for nothing,
so that none saw 0/(N - 4) taken for 0 where a rounding, a side of a maximum or a level is a number for a while.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from symroof import SymroofError, dominates, exactly, interval, numeric, prove, threshold
from symroof.algebra.trials.trial import tried_threshold
from symroof.errors import Contradicted

At = Callable[[int], Fraction]


def does(value: At, n: int, least: bool, level: Fraction) -> bool:
    """The definition: a value that is at least (at most) the level."""
    try:
        found = value(n)
    except ZeroDivisionError:
        return False
    return found >= level if least else found <= level


CASES: list[tuple[str, str, bool, str, At]] = [  # typed, the unknown, whether at least, the level, by hand
    ("mod(2,N)/(N-2)", "N", False, "-1", lambda n: Fraction(2 % n, n - 2)),
    ("mod(30,N)/(N-30)", "N", False, "-1", lambda n: Fraction(30 % n, n - 30)),
    ("max(N-9,0)/(N-4)", "N", False, "0", lambda n: Fraction(max(n - 9, 0), n - 4)),
    ("(ceil(7/(H+1)) - 2)/(H-3)", "H", True, "-1/2", lambda n: Fraction(-(-7 // (n + 1)) - 2, n - 3)),
    ("(ceil(6/B) - 2)/(B-4)", "B", True, "0", lambda n: Fraction(-(-6 // n) - 2, n - 4)),
    ("floor(N/70)/(N-4)", "N", False, "0", lambda n: Fraction(n // 70, n - 4)),
    ("floor(N/70)/(4-N)", "N", True, "0", lambda n: Fraction(n // 70, 4 - n)),
    ("min(D-3,0)/(D*D-4)", "D", True, "-1/4", lambda n: Fraction(min(n - 3, 0), n * n - 4)),
    ("D + floor(D/9)/(D-5)", "D", True, "4", lambda n: n + Fraction(n // 9, n - 5)),
    ("floor(1/2*sqrt(2))/(N-3)+N", "N", False, "3", lambda n: n + Fraction(0, n - 3)),
    ("floor(sqrt(2)/2)/(N-3)", "N", False, "3", lambda n: Fraction(0, n - 3)),
    ("floor(1/2)/(N-3)", "N", False, "3", lambda n: Fraction(0, n - 3)),
    ("floor(log2(7/6))/ceil(log2(N))", "N", False, "3", lambda n: Fraction(0, (n - 1).bit_length())),
    ("floor(D/30)/log2(D/5)", "D", False, "64", lambda n: Fraction(n // 30) / (0 if n == 5 else 100)),
]


@pytest.mark.parametrize(("typed", "x", "least", "level", "value"), CASES, ids=[c[0] for c in CASES])
def test_no_region_holds_a_size_at_which_the_question_divides_by_0(typed, x, least, level, value) -> None:
    made = threshold(typed, x, **{"over" if least else "at_most": level})
    for n in range(1, 80):
        right = does(value, n, least, Fraction(level))
        assert made.contains(n) is right, (n, str(made))
        if made.intervals:
            inside = (p.first is not None and p.first <= n and (p.last is None or n <= p.last) for p in made.intervals)
            assert any(inside) is right, (n, str(made))
        elif made.verdict != "when":
            assert (made.verdict == "always") is right, (n, str(made))
        elif made.integer is not None:
            assert (n >= made.integer if made.sense[0] == ">" else n <= made.integer) is right, (n, str(made))


@pytest.mark.parametrize(
    ("typed", "bound", "value"),
    [
        ("floor(sqrt(K))/(N-3)", {"K": "1/6"}, lambda n: Fraction(0, n - 3)),
        ("floor(log2(K))/(N-3)", {"K": "7/6"}, lambda n: Fraction(0, n - 3)),
        ("floor(log2(K))/log2(N)", {"K": "7/6"}, lambda n: Fraction(0, n - 1)),
        ("floor(N/70)/(N-K)", {"K": 4}, lambda n: Fraction(n // 70, n - 4)),
        ("max(N-F,0)/(N-4)", {"F": 9}, lambda n: Fraction(max(n - 9, 0), n - 4)),
        ("mod(B,N)/(N-B)", {"B": 2}, lambda n: Fraction(2 % n, n - 2)),
    ],
)
def test_numbers_put_into_an_answer_do_not_hide_a_pole(typed, bound, value) -> None:
    made = threshold(typed, "N", at_most=0).at(**bound)
    told = [made.contains(n) for n in range(1, 75)]
    assert told == [does(value, n, False, Fraction(0)) for n in range(1, 75)], str(made)
    assert made.verdict != "always"


@pytest.mark.parametrize(
    ("typed", "x", "hole"),
    [
        ("(D-5)/log2(D/5)", "D", 5),  # 0/0, near which it is 5*ln(2)
        ("floor(D/30)/(log2(D) - log2(5))", "D", 5),
        ("floor(K/30)/(sqrt(K) - sqrt(7))", "K", 7),
        ("max(N-6, 0)/(floor(N/2) - 3)", "N", 6),
        ("floor(N/9)/(floor(log2(N)) - 2)", "N", 7),
        ("floor(D/30)/(max(sqrt(D), 2) - sqrt(5))", "D", 5),  # which no rule for roots alone brings to 0
        ("max(3, floor(D/30)/(max(sqrt(D), 2) - sqrt(5)))", "D", 5),
    ],
)
def test_0_over_what_comes_to_0_is_no_value(typed, x, hole) -> None:
    """Of a divisor that is irrational as it stands, such as log2(D) - log2(5), only what it comes to was not asked."""
    with pytest.raises(SymroofError, match="division by zero"):
        exactly(typed, **{x: hole})
    with pytest.raises(SymroofError):
        interval(typed, **{x: hole})
    assert math.isnan(numeric(typed, x)(hole))
    assert not threshold(typed, x, at_most=10**6).contains(hole)


def test_0_over_what_does_not_is_0() -> None:
    assert exactly("floor(D/30)/(log2(D) - log2(5))", D=6) == 0
    assert exactly("(D - 5)/(sqrt(D) + 1)", D=5) == 0


@pytest.mark.parametrize(
    ("first", "relation", "second", "has"),
    [
        ("sqrt(F-8)*sqrt(F-8)*B", ">=", "0", lambda at: at["F"] >= 8),
        ("sqrt(F-8)**2", ">=", "0", lambda at: at["F"] >= 8),
        ("sqrt(F-8)*sqrt(F-8)", ">", "-1", lambda at: at["F"] >= 8),
        ("((F - 8)**(-1/2))**2", ">", "0", lambda at: at["F"] > 8),
        ("(F-8)**(1/2)*B*(F-8)**(1/2)", ">=", "1", lambda at: at["F"] >= 8),
        ("sqrt(F-8)**2", "==", "F - 7", lambda at: at["F"] >= 8),
        ("(B - 1)*D/(B - 1)", ">=", "2", lambda at: at["B"] != 1),
    ],
)
def test_a_witness_is_a_point_where_both_sides_have_a_value(first, relation, second, has) -> None:
    """Of what cancels, what a side needs is gone: the witness of a False was F = 1, where sqrt(F - 8) has no value."""
    proof = prove(first, second, relation)
    assert proof.result is not True
    if proof.witness is not None:
        assert has(proof.witness)


def test_what_holds_wherever_it_has_a_value_is_not_refuted() -> None:
    assert dominates("sqrt(F-8)*sqrt(F-8)*B", 0) is None
    assert prove("((F - 8)**(-1/2))**2", 0, ">").result is None
    assert prove("(F-8)**(1/2)*B*(F-8)**(1/2)", 1, ">=").result is False  # 0 at F = 8


@pytest.mark.parametrize("typed", ["log2(D-1) - D", "log2(log2(D)) - ceil(log2(D))"])
def test_a_logarithm_that_both_sides_hold_is_needed_all_the_same(typed) -> None:
    """``contains`` asked of the difference of the sides alone what has a value; log2(0) was in both."""
    shared = typed.partition(" - ")[0]
    made = threshold(typed, "D", at_most=shared)
    assert [made.contains(n) for n in (1, 2, 3)] == [False, True, True]


def test_every_case_has_sizes_that_do_and_sizes_that_do_not() -> None:
    told = [[does(v, n, least, Fraction(level)) for n in range(1, 80)] for _, _, least, level, v in CASES]
    assert {any(row) for row in told} == {True, False}  # one is met by none
    assert set(itertools.chain.from_iterable(told)) == {True, False}


def test_an_answer_that_holds_a_pole_is_not_given() -> None:
    """Broken on purpose: the region of another question, in which N = 4 is, where this one divides by 0."""
    made = threshold("floor(N/70)/(N-4)", "N", at_most=0)
    wider = threshold("N", "N", at_most=69)
    with pytest.raises(Contradicted, match="at N=4 N - 4, by which it divides, is 0"):
        tried_threshold(made.but(region=wider.region, sense=wider.sense))
    assert tried_threshold(made) is made

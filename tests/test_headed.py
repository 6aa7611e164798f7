"""402 values with a clause behind them and workings, marked by hand before any was tried, in three lots.

Lines of the data are (answer, expected, mark): R right, W wrong, U open.  Of the first lot 117 of 203 were given their
mark before ``headed`` was written; of the second, once it was, 98 of 119 at first contact (57 without it).  The
third tells right values with a clause that changes them after all: 44 of 84 were given at first contact, and what was
accepted there taught which words refer to the value, leave something out or come after it.  What still differs is in
the file beside, which may only become shorter.
"""

from __future__ import annotations

from collections import Counter

import pytest
from marks import outcome, rows

from symroof import check
from symroof.checking.answers.headed import explains, headed
from symroof.checking.claims.claims import Verdict

NAME = "answers_with_reasons"
#: given the other way round: a rate per thing behind an arrow is read as a formula
SWAPPED = {("twice the price, three times the speed => 1.5x per dollar", "1.5x", "R")}


@pytest.mark.slow
def test_every_mark_but_those_that_are_listed_is_given() -> None:
    marked, differ = rows(f"{NAME}.txt"), {*rows(f"{NAME}_that_differ.txt")}
    got = {row: outcome(*row[:2]) for row in marked}
    found = {row for row in marked if got[row] != row[2]}
    assert not found - differ, found - differ
    assert not differ - found, "now given: take them off the list"
    assert {row for row in marked if {row[2], got[row]} == {"R", "W"}} == SWAPPED
    asked = Counter(mark for *_, mark in marked)
    assert min(asked["R"] - 150, asked["W"] - 70, asked["U"] - 100) > 0, asked


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expected", "right", "wrong", "left"),
    [
        ("3907 steps", "3907, the last one isn't full", "3906, the last one isn't full", "3907, a spare comes on top"),
        ("8*N*D", "8ND, there is one extra forward pass", "6ND, recomputation is free", "8ND, each epoch costs that"),
        ("16 GB", "16 GB, bf16 has two bytes", "32 GB, params are fp32", "16 GB, half of it used"),
        ("42 ms", "42 ms bc the copy is hidden", "420 ms bc memory is slow", "42 ms, the copy takes 3 ms"),
        ("42 ms", "42 ms, the copy takes 300 us", "38 ms, the copy takes 300 us", "38 ms, the copy takes 4 ms"),
        ("O(n**2)", "n^2, all pairs are compared", "n, each one is touched once", "n^2 unless it is sorted"),
        ("2*V/W", "2V/W, it goes round the ring twice", "2W/V, it goes round twice", "2V/W, it is sent n times"),
        ("2.5 GHz", "2.5 GHz since a cycle is 0.4 ns", "5 GHz since a cycle is 0.2 ns", "2.5 GHz, the cycle is 0.8 ns"),
    ],
)
def test_a_reason_changes_nothing_and_what_changes_it_is_no_reason(expected, right, wrong, left) -> None:
    assert [outcome(x, expected) for x in (right, wrong, left)] == ["R", "W", "U"]


@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ("204.8 GB/s", "8 channels × 25.6 = 204.8 GB/s", "8 channels × 25.6 = 180 GB/s"),
        ("71.43 ns", "12 cycles ≈ 71 ns", "12 cycles ≈ 710 ns"),
        ("12 cycles", "12 cycles ≈ 71 ns", "13 cycles ≈ 71 ns"),
        ("125000", "125k cache lines", "125 cache lines"),
        ("200 t CO2", "200 tonnes of CO2", "20 tonnes of CO2"),
        ("2", "two A100s suffice, one has 80 GB", "one A100 suffices, since 70 GB fit into 80"),
        ("36 us", "it's done after 64 us so we have 36 us left", "it's done after 64 us so we have 64 us left"),
        ("12*L*d**2", "4d² attn + 8d² mlp per layer, times L", "4d² attn + 4d² mlp per layer, times L"),
        ("1.5x", "2x the price, 3x the speed => 1.5x perf per dollar", "2x the price, 3x the speed => 6x perf"),
        ("256 GB", "sorry typo, 256 GB not 265", "typo: 265 GB not 256"),
        ("4 levels", "four levels incl. the root", "3 levels incl. the root"),
    ],
)
def test_workings_and_nouns(expected, right, wrong) -> None:
    assert [outcome(x, expected) for x in (right, wrong)] == ["R", "W"]


def test_a_formula_has_the_numbers_of_its_reason_in_it() -> None:
    """Two passes are in 2V/W and in 6ND, of which they are a factor; in V/W they would come on top."""
    said = "the all-reduce is two passes"
    assert [explains(said, f) for f in ("2*V/W", "6*N*D", "V/W")] == [True, True, False]
    assert [explains("everything is split n ways", f) for f in ("V/(n*W)", "V/W")] == [True, False]


def test_one_digit_does_not_excuse_what_is_said_to_be_negligible() -> None:
    """4 of 4.5 bits are 11 % off: without a word that is a rounding, and with one the half bit was left out."""
    assert check("4 bits", "4.5 bits").verdict == "rounded"
    assert check("4 bits, the scales are negligible", "4.5 bits").verdict == "wrong"
    assert check("5 bits, the scales are negligible", "5.1 bits").ok


def test_no_head_is_read_where_a_bound_or_a_verdict_is_asked() -> None:
    right = Verdict("exact", "the same value")
    assert headed("42 ms, memory is slow", "42 ms", lambda _: right) is not None
    for expected in ("B > 42", "memory-bound", "yes", "4, 2"):
        assert headed("42 ms, memory is slow", expected, lambda _: right) is None

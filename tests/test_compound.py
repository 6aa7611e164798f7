"""Units put together in many ways, by a table of spellings of the same rate; an attacker with the docs alone found 428.

The judge is arithmetic on the table's own scales: a spelling of ``12 U/V`` is right for ``12 U/V`` and wrong for any
``k U2/V2`` that is another number of the same kind, or of another kind.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from symroof import check, dims, op, sweep
from symroof.errors import SymroofError
from symroof.reading.compound import as_one_unit

ABOVE = {"GB": ("bytes", 10**9), "kB": ("bytes", 10**3), "TFLOPs": ("flops", 10**12), "tokens": ("tokens", 1),
         "MJ": ("joules", 10**6), "kW": ("watts", 10**3), "GiB": ("bytes", 2**30)}  # fmt: skip
BELOW = {"s": ("time", Fraction(1)), "ms": ("time", Fraction(1, 1000)), "us": ("time", Fraction(1, 10**6)),
         "hour": ("time", Fraction(3600)), "chip": ("chip", Fraction(1)), "day": ("time", Fraction(86400))}  # fmt: skip
SPELLINGS = (
    "12 {u}/{v}", "12 {u} / {v}", "12*{u}/{v}", "12 × {u}/{v}", "12·{u}/{v}", "(12 {u})/{v}", "12 ({u}/{v})",
    "12 {u}/({v})", "12 {u} per {v}", "12 {u}*{v}^-1", r"$12\ \mathrm{{{u}}}/\mathrm{{{v}}}$",
    r"$12\,\text{{{u}}}/\text{{{v}}}$", r"$12 \frac{{\mathrm{{{u}}}}}{{\mathrm{{{v}}}}}$", r"12~\mathrm{{{u}/{v}}}",
    "12-{u}/{v}", "max(12, 3) {u}/{v}", "12 {u} a {v}", "12 {u} each {v}",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_each_spelling_of_a_rate_is_that_rate_and_no_other(spelling):
    right = wrong = 0
    for (u, (kind, scale)), (v, (below, time)) in product(ABOVE.items(), BELOW.items()):
        typed = spelling.format(u=u, v=v)
        assert check(typed, f"12 {u}/{v}").ok, typed
        right += 1
        for u2, v2 in (("GB", "s"), ("kB", v), (u, "ms"), ("tokens", "chip")):
            kind2, scale2 = ABOVE[u2]
            below2, time2 = BELOW[v2]
            same = (kind, below) == (kind2, below2) and scale / time == scale2 / time2
            if not same and (kind, below) != (kind2, below2) and "chip" in (below, below2):
                continue  # things counted claim nothing
            if not same and {kind, kind2} & {"tokens"}:
                continue
            assert check(typed, f"12 {u2}/{v2}").ok is same, (typed, u2, v2)
            wrong += not same
    assert right == 42
    assert wrong > 60


@pytest.mark.slow
def test_how_often_and_what_cancels():
    for typed, expected in (
        ("5 per ms", "5000/s"), ("5/ms", "5 kHz"), ("5 per us", "5 MHz"), ("5 times a second", "5/s"),
        ("twice a second", "2/s"), ("5 J/s*s", "5 J"), ("2 GB/s*s", "2 GB"), ("1 PFLOP/s*day", "8.64e19 FLOPs"),
        ("3*day", "3 days"), ("12*ms", "12 ms"), ("12 (ms)", "12 ms"), ("sqrt(144) ms", "12 ms"),
        ("12-tokens", "12 tokens"), ("12 GB/(s*chip)", "12 GB/s"), ("12 FLOPs/h", "12 FLOPs per hour"),
    ):  # fmt: skip
        assert check(typed, expected).ok, typed
    for typed, expected in (
        ("5 per ms", "5/s"), ("twice a second", "3/s"), ("5 J/s*s", "5 W"), ("1 PFLOP/s*day", "1e15 FLOPs"),
        ("12 GB*s", "12 GB/s"), ("12*ms", "12 s"), ("sqrt(144) ms", "13 ms"), ("12 FLOPs/h", "12 FLOPs/s"),
    ):  # fmt: skip
        assert check(typed, expected).verdict == "wrong", typed


@pytest.mark.slow
def test_letters_of_the_question_are_no_units():
    """A letter behind a number is the symbol of the formula that is asked, however that is spaced."""
    for letter in "WJhdB":
        assert check(f"2 {letter}", f"{letter} + {letter}").ok, letter
        assert check(f"2 {letter}", f"3 * {letter} - {letter}").ok, letter
        assert check(f"3 {letter}", f"{letter} + {letter}").verdict == "wrong", letter
    assert check("6042 W", "(7 + 1000) * (6 * W)").ok  # 1007 * 6
    assert check("6142 W", "(7 + 1000) * (6 * W)").verdict == "wrong"
    assert check("12*h", "12*h").verdict == "exact"
    assert as_one_unit("12*ms", {"ms"}) == "12*ms"
    assert check("3*W", 3 * dims("W")).ok


@pytest.mark.slow
def test_a_maximum_is_told_from_the_side_that_it_takes_at_small_sizes():
    """max(F, 240*W) is 241 at F = 241, W = 1; up to five of each it is 240*W."""
    found = check("max(F, 240*W)", "240*W")
    assert found.verdict == "wrong"
    at = {n: int(found.counterexample[n]) for n in "FW"}
    assert max(at["F"], 240 * at["W"]) != 240 * at["W"]
    assert check("min(B, 1000)", "B").verdict == "wrong"
    assert check("max(240*W, 120*W)", "240*W").ok


def test_a_quarter_of_an_hour_needs_no_article():
    assert check("quarter of an hour", "15 min").ok
    assert check("quarter of an hour", "20 min").verdict == "wrong"


def test_a_sweep_takes_no_truth_for_a_size():
    what = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    assert sweep(what, "H100", B=[1, 2], D=128, F=4)["B"].tolist() == [1, 2]
    for sizes in ([True, 2], (2, False), True):
        with pytest.raises(SymroofError, match=r"B=(True|False) is not a number"):
            sweep(what, "H100", B=sizes, D=128, F=4)


@pytest.mark.slow
def test_times_is_no_per_of_what_is_counted():
    """Things counted claim nothing, so that a product with them would pass for a quotient."""
    for typed, expected in (("12 GB*chip", "12 GB/chip"), ("40 ms*token", "40 ms/token"), ("3 W*chip", "3 W/chip"),
                            ("2 GB*chips/s", "2 GB/s/chip"), ("40 ms*token^2", "40 ms/token")):  # fmt: skip
        assert not check(typed, expected).ok, typed
        assert check(expected.replace("/", " / "), expected).ok
    assert check("12 GB/(s*chip)", "12 GB/s/chip").ok

"""Percentages, shares of one whole, numbers put for letters and tables of products, on documents written here.

The judge is Python's own arithmetic: each document is made of random numbers with the value worked out beside it, once
as it is and once with a slip.  Earlier documents told shares in words only with units, had one odd row a table, and let
a display put in another number than the text gave.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from symroof.checking.proofreading.proofread import proofread


def wrong(text: str) -> list[str]:
    return [f.text for f in proofread(text).findings if f.verdict == "wrong"]


def right(text: str) -> list[str]:
    return [f.rule for f in proofread(text).findings if f.verdict in ("exact", "rounded")]


NUMBERS = random.Random(20261126)
PARTS = (
    "In this run {p}% of {n} requests, that is {k}, miss.",
    "Of the {n} requests, {p}% ({k}) go to disk.",
    "We lost {k} ({p}%) of the {n} packets.",
    "The cache serves {k} of the {n} lines ({p}%).",
    "Of {n} images, {k} ({p}%) are kept.",
)


@pytest.mark.slow
@pytest.mark.parametrize("words", PARTS)
def test_a_percentage_of_a_number_is_what_python_makes_of_it(words: str) -> None:
    for _ in range(12):
        n, p = NUMBERS.randrange(210, 980), Fraction(NUMBERS.randrange(210, 880), 10)
        k = round(n * p / 100)
        share = f"{float(Fraction(100 * k, n)):.1f}"
        told = words.format(p=share, n=n, k=k)
        assert wrong(told) == [], told
        assert "percent" in right(told), told
        slip = words.format(p=share, n=n, k=round(k * 1.3) if k * 1.3 < n else round(k * 0.7))
        assert wrong(slip) != [], slip


SHARES = (
    "Attention takes {}%, the MLP {}% and communication the remaining {}%.",
    "Of the power budget, the chips draw {}%, the fans {}% and the rest, {}%, goes to the switches.",
)


@pytest.mark.slow
@pytest.mark.parametrize("words", SHARES)
def test_shares_with_the_rest_are_all_of_it(words: str) -> None:
    for _ in range(12):
        a, b = NUMBERS.randrange(21, 47), NUMBERS.randrange(13, 37)
        rest = 100 - a - b
        assert wrong(words.format(a, b, rest)) == []
        assert "percent" in right(words.format(a, b, rest))
        assert wrong(words.format(a, b, rest + 10)) != []
        assert wrong(words.format(a, b, rest - 7)) != []


def test_shares_are_no_more_than_all_but_for_their_roundings() -> None:
    words = "Attention takes {}%, the MLP {}% and communication {}% of the total."
    assert wrong(words.format(60, 30, 20)) != []
    assert wrong(words.format(50, 30, 20)) == []
    assert wrong(words.format(33, 34, 34)) == [], "101 of rounded shares"
    assert wrong(words.format(40, 30, 20)) == [], "there may be more of it"
    assert wrong("The bill splits into 61% compute, 27% storage and 22% traffic.") != []


@pytest.mark.parametrize(
    "text",
    [
        "60% of the users read, 50% write and 30% do both, of the total.",
        "Compute takes 60%, loads 30% and communication 20% of the time, but these overlap.",
        "It grew by 60% in one year, 30% in the next and 20% of the total in the last.",
        "30% of the time goes to loads, 60% of that to the cache, and 25% of the total to stores.",
        "40% of 128, 64 and 32 requests are late.",
        "1 in 4 (25%) of the 400 jobs fail.",
        "We keep 5% of 1,000 rows, that is, 950 are dropped.",
        "It is 60% of the time, 30% of the energy and the remaining 20% of the cost.",
        "In 2019 it was 60%, in 2020 30% and the remaining 20% came later.",
        "Of the 640 requests, 40% go to disk (300 of them twice).",
        "Of the 640 requests, 40% are slower than 300 ms.",
    ],
)
def test_what_is_no_share_of_one_whole_is_left_alone(text: str) -> None:
    assert wrong(text) == []


COUNTED = (
    ("For $B = {a}$ and $D = {b}$ we move $2BD$ bytes, that is {v} bytes.", lambda a, b: 2 * a * b),
    ("The buffer takes $4 n m$ bytes; with $n = {a}$ and $m = {b}$ that is {v} bytes.", lambda a, b: 4 * a * b),
    ("With $p = {a}$ ranks and $q = {b}$ each step sends $2 (p - 1) q$ messages, i.e. {v} messages.",
     lambda a, b: 2 * (a - 1) * b),
    ("With $n = {a}$, $d = {b}$, {v} words ($2nd$) are read.", lambda a, b: 2 * a * b),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("words", "value"), COUNTED)
def test_a_formula_and_its_number_in_one_sentence(words: str, value) -> None:
    for _ in range(8):
        a, b = NUMBERS.randrange(12, 96), NUMBERS.randrange(120, 990)
        v = value(a, b)
        assert wrong(words.format(a=a, b=b, v=f"{v:,}")) == []
        assert "value" in right(words.format(a=a, b=b, v=f"{v:,}"))
        assert wrong(words.format(a=a, b=b, v=f"{v // 2:,}")) != [], "a factor of two"
        assert wrong(words.format(a=a, b=b, v=f"{2 * v:,}")) != []


def test_a_number_of_something_else_is_not_the_formula_s() -> None:
    text = "For $B = 16$ and $D = 1024$ we move $2BD$ bytes, that is 16,384 {}."
    assert wrong(text.format("elements")) == []
    assert wrong(text.format("bytes")) != []
    half = "With $n = 12$ the tree has $2n$ nodes, so 12 nodes of each kind."
    assert wrong(half) == []


GIVEN = "Let $B = {b}$, $D = {d}$, $F = {f}$ and $C = 2e14$.\n\n{words}"
PUT_IN = (
    "$$T = \\frac{{2BDF}}{{C}} = \\frac{{2 \\cdot {b} \\cdot {put} \\cdot {f}}}{{2 \\times 10^{{14}}}} = {v:.2e}$$\n"
)
DISPLAY = GIVEN + PUT_IN


@pytest.mark.slow
def test_numbers_put_for_letters_are_those_of_the_text() -> None:
    for b, d, f in ((8, 4096, 16384), (24, 5120, 13824), (12, 1600, 6400)):
        for put, words, is_wrong in (
            (d, "", False),
            (2 * d, "", True),
            (d // 4, "", True),
            (2 * d, "With the larger one,\n", False),
        ):
            text = DISPLAY.format(b=b, d=d, f=f, put=put, words=words, v=2 * b * put * f / 2e14)
            assert (wrong(text) != []) is is_wrong, text


def test_another_section_has_values_of_its_own() -> None:
    text = "# A\n\nThe model has $D = 4096$ and $F = 16384$.\n\n{}So the MLP has\n"
    text += "$$P = 2DF = 2 \\cdot 4096 \\cdot 8192 = 67e6$$\n"
    assert wrong(text.format("")) != []
    assert wrong(text.format("# B\n\n")) == []


def table(head: list[str], rows: list[list[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, r)) + " |" for r in lines) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("head", "made"),
    [
        (["part", "count", "cost each", "cost"], lambda a, b: a * b),
        (["run", "tokens", "time (s)", "tokens per second"], lambda a, b: a / b),
    ],
)
def test_products_and_quotients_of_columns_with_one_or_two_odd_rows(head: list[str], made) -> None:
    rows = [(NUMBERS.randrange(101, 997), NUMBERS.randrange(1013, 9973) / 100) for _ in range(12)]
    cells = [[f"r{i}", a, f"{b:.2f}", f"{made(a, b):.6g}"] for i, (a, b) in enumerate(rows)]
    assert wrong(table(head, cells)) == []
    for odd in ({4: 1.7}, {4: 1.7, 9: 0.6}):
        slipped = [[*c[:3], f"{float(c[3]) * odd.get(i, 1):.6g}"] for i, c in enumerate(cells)]
        found = wrong(table(head, slipped))
        assert len(found) == len(odd), found
        assert all(x.startswith(head[3]) for x in found), "the column that is worked out"
    many = [[*c[:3], f"{float(c[3]) * (1.7 if i in (2, 4, 9) else 1):.6g}"] for i, c in enumerate(cells)]
    assert wrong(table(head, many)) == [], "three rows are another case"
    alike = [[*c[:3], f"{float(c[3]) * (2 if i in (4, 9) else 1):.6g}"] for i, c in enumerate(cells)]
    assert wrong(table(head, alike)) == [], "and so are two by one factor"


def test_columns_of_few_digits_may_agree_by_chance() -> None:
    rows = [[f"r{i}", i + 2, 2 * i + 3, (i + 2) * (2 * i + 3)] for i in range(8)]
    rows[3][3], rows[6][3] = 70, 90
    assert wrong(table(["name", "x", "y", "z"], rows)) == []

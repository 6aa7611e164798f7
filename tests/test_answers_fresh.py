"""166 typed answers by a session that had read docs/checking.md and the issue alone, judged by hand before any run.

Of these 157 (95 %) were met at the first run, 164 after their causes were mended.  What earlier lists never drew:
number words above twenty, a name with a star, sentences with a verb (it takes 23 us), petaflop-days, ln.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from symroof import check
from symroof.errors import SymroofError

ROWS = yaml.safe_load((Path(__file__).parent / "data" / "answers_fresh.yaml").read_text(encoding="utf-8"))
STANDS = {"exact", "rounded", "truncated", "in-regime", "convention"}
MEANS = {"right": STANDS, "wrong": {"wrong"}, "convention": {"convention"}, "open": {"undecided", "refused"}}
KEPT_APART = {"O(B^2)", "O(B^3)"}  # undecided: an order of growth is no formula


def said(answer: str, expected: str, **options: object) -> str:
    try:
        return check(answer, expected, **options).verdict
    except SymroofError:
        return "refused"


@pytest.mark.parametrize("row", ROWS, ids=[f"{i}-{r[0][:24]}" for i, r in enumerate(ROWS)])
def test_an_answer_judged_by_hand(row):
    answer, expected, verdict, *options = row
    found = said(answer, expected, **(options[0] if options else {}))
    assert found == "undecided" if answer in KEPT_APART else found in MEANS[verdict]


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        # numbers in words
        ("two hundred and forty tokens", "240", "exact"), ("two hundred and fifty tokens", "240", "wrong"),
        ("twenty-four", "24", "exact"), ("two orders of magnitude", "100", "exact"),
        ("three hundred thousand", "300000", "exact"), ("five six", "56", "undecided"),
        ("one third", "1/3", "exact"), ("fifty percent", "0.5", "exact"),
        # sentences
        ("it would take about 23 us", "23.4 us", "rounded"), ("The critical batch size is 250", "240.24", "wrong"),
        ("we need at least 241 tokens", "B > 240.24", "exact"), ("each chip holds 3 GB", "2 GB", "wrong"),
        ("the matmul takes more than 5 ms", "5 ms", "undecided"), ("it doesn't take 5 ms", "5 ms", "undecided"),
        ("the answer isn't 240", "240", "undecided"),
        # words around a number that say no more than it, and such as may say more
        ("fits in 71 GB", "71 GB", "exact"), ("it fits in 71 GB", "71e9 bytes", "exact"),
        ("fits in 70 GB", "71 GB", "wrong"), ("the weights and the cache occupy 71 GB", "71 GB", "exact"),
        ("takes 5.2 ms", "5.2 ms", "exact"), ("finishes in about 5 ms", "5.2 ms", "rounded"),
        ("everything fits in 71 GB", "71 GB", "undecided"), ("yes, 71 GB", "71 GB", "undecided"),
        ("we doubled 3 GB twice", "12 GB", "undecided"),
        ("2 * * 3", "6", "refused"), ("BDF 2", "2*B*D*F", "refused"),
        # a star on a name is no product, and dollars around a formula are no money
        ("B^* = 240", "240.24", "rounded"), ("B* > 250", "B > 240.24", "wrong"), ("B* D", "B*D", "exact"),
        ("$B = 240$", "240.24", "rounded"), ("$5 million", "5e6 $", "exact"),
        # ln
        ("ln(N)/ln(2)", "log2(N)", "exact"), ("N*log2(N)", "N ln N", "wrong"), ("0.69", "\\ln 2", "rounded"),
        ("0.70", "ln(2)", "wrong"), ("ln(6)", "ln(2) + ln(3)", "exact"),
        # Python's division
        ("⌈B/128⌉", "(B + 127)//128", "exact"), ("B // 128", "ceil(B/128)", "wrong"),
        ("2*B//D", "floor(2*B/D)", "exact"), ("B + N//8", "B + floor(N/8)", "exact"),
        # a day of petaflops a second
        ("312 PFLOP-days", "2.7e22 FLOPs", "rounded"), ("312 PFLOP-days", "2.9e22 FLOPs", "wrong"),
        # who prints KiB means them; a printed kB can have been meant as KiB
        ("524 KiB", "524288 bytes", "wrong"), ("512 kB", "524288 bytes", "convention"),
        ("16 GiB", "16 GB", "convention"),
    ],
)  # fmt: skip
def test_what_the_words_say(answer, expected, verdict):
    assert said(answer, expected) == verdict


def test_a_formula_with_ln_is_told_as_it_was_written():
    found = check("5*N*log2(N)", "5 N ln N")
    assert (found.right, found.ok) == ("5*N*ln(N)", False)


@pytest.mark.parametrize("text", ["a" * 280, "(a)" * 90, "a/" * 140, "the " + "a " * 140, "two hundred " * 24])
def test_long_answers_without_sense_are_refused_at_once(text):
    assert said(text + "!", "17") in ("refused", "undecided")


def test_an_answer_that_is_not_understood_says_which_words():
    v = check("everything fits in 71 GB", "71 GB")
    assert (v.verdict, v.code) == ("undecided", "unread")
    assert "not understood: everything fits in" in v.reason

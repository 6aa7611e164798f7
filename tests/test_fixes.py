"""The fix of a wrong line as its author would print it: percent, per, billions, and letters behind a dollar sign."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


@pytest.mark.parametrize(
    ("text", "right", "wrong", "fix"),
    [
        (r"That is $5/23 = {}\%$ of it.", "21.7", "27.1", r"write 21.7\%"),
        ("It costs 6 * 1.50 = {} dollars per hour.", "9.00", "8.00", "write 9.00 dollars/hour"),
        ("That makes 6e6 / 512 = {} tokens per GPU.", "11,719", "17,719", "write 11,719 tokens/GPU"),
        ("They do 989e12 / 2 = {} FLOPs per second.", "4.95e14", "5.95e14", "write 4.95e14 FLOPs/second"),
        ("In all 12.5B + 0.75B = {}B parameters.", "13.25", "15.23", "write 13.25B parameters"),
        ("In all 5B + 8B = {}B tokens.", "13", "14", "write 13B tokens"),
        ("We have $E = 2048$, so $2E^2 = {}$M of them.", "8.39", "4.19", "write 8.39"),
        ("Then $2^{{20}} = {}$M.", "1.05", "1.50", "write 1.05"),
    ],
)
def test_the_fix_is_what_the_author_would_print(text, right, wrong, fix):
    assert {f.verdict for f in proofread(text.format(right) + "\n").findings} <= {"exact", "rounded"}
    (found,) = [f for f in proofread(text.format(wrong) + "\n").findings if f.verdict == "wrong"]
    assert found.fix == fix


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        (r"$6 d_\text{head}^2 + 6 d_\text{head}^2 = 10\, d_\text{head}^2$", r"write 12\, d_\text{head}^2"),
        (r"$\newcommand{\wd}{d_\text{width}}$ and $5\wd^2 + 4\wd^2 = 8\wd^2$", r"write 9\wd^2"),
        (r"$2 E_x F + E_x F = E_x F$", "write 3E_x F"),
        (r"$0.5 EF + 0.75 EF = 1.50 EF$", "write 1.25 EF"),
        (r"$2EF + 3EG = 2EF + 3EH$", None),
        (r"$\frac{2S(p-1)}{pw} \to \frac{S}{w}$", "write 2S/w - 2S/(pw)"),
        (r"$(E + F)^2 = E^2 + F^2$", "write E^2 + 2EF + F^2"),
        (
            r"$E W_\text{ici} + W_\text{ici} + 3\beta = E W_\text{ici} + 3\beta$",
            r"write EW_\text{ici} + W_\text{ici} + 3\beta",
        ),
        ("`(E + F)^2 = E^2 + F^2`", "write E^2 + 2*E*F + F^2"),
        ("`80 * 64 * 2 * 1.53e9 = 17.5e12`", "write 15.7e12"),
    ],
)
def test_a_product_is_put_right_in_its_authors_latex(text, fix):
    found = [f.fix for f in proofread(text + "\n").findings if f.verdict == "wrong"]
    assert found == [fix] if fix else not any(f and "\\" in f for f in found)

"""Two printed quantities that a sentence compares, and comparisons that claim nothing."""

from __future__ import annotations

import pytest

from symroof.checking.proofreading.proofread import proofread


def judged(text: str) -> list[tuple[str, str | None]]:
    return [(f.verdict, f.fix) for f in proofread(text + "\n").findings if f.rule == "inequality"]


@pytest.mark.parametrize(
    ("text", "more", "less"),
    [
        ("Since {} ms > 9 ms it shows.", "11", "7"),
        ("Now {} s > 350 ms.", "0.6", "0.2"),
        ("Here {} ≥ 64 and it is full.", "80", "48"),
        ("It holds {} GB, which is more than 40 GB.", "60", "30"),
        ("The {} TB/s are larger than 900 GB/s.", "1.2", "0.5"),
    ],
)
def test_a_comparison_of_two_quantities(text, more, less):
    assert [v for v, _ in judged(text.format(more))] == ["exact"]
    assert [v for v, _ in judged(text.format(less))] == ["wrong"]


def test_the_sign_is_turned():
    assert judged("So 3 us > 5 us.") == [("wrong", "write <")]
    assert judged("So 5 us ≤ 3 us.") == [("wrong", "write >=")]


@pytest.mark.parametrize(
    "text",
    [
        "If 3 ms > 5 ms, we wait.",
        "It is not true that 3 ms > 5 ms.",
        "3 ms > 5 ms is wrong.",
        "We need 3 ms > 5 ms.",
        "Open 3 > 4 > 1 in the menu.",
        "It runs 3 * 5 ms > 9 ms.",
        "It takes 3 ms > 5 GB.",
        "Its 10 rows are fewer than 5 columns.",
        "It takes 5 ms, which is less than 3 ms slower.",
        "As 1.0 GB > 1.04 GB, it is full.",
        "> 3 ms\n> 5 ms",
    ],
)
def test_what_claims_nothing(text):
    assert judged(text) == []


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("$3A > 180$, that is $A > {}$.", "60", "90"),
        ("$3A > 180$, so $A > {}$.", "60", "90"),
        (r"$a + 7 > 50 \Leftrightarrow a > {}$", "43", "34"),
        ("$a / 5 > 12.3$, i.e. $a > {}$.", "61.5", "65.1"),
        ("$A/Y > C/W$, or equivalently $A > {}$.", "YC/W", "C/(YW)"),
    ],
)
def test_a_bound_that_is_said_to_follow(text, right, wrong):
    for said, verdict in ((right, "exact"), (wrong, "wrong")):
        found = proofread(text.replace("{}", said) + "\n").findings
        assert [f.verdict for f in found if f.rule == "implication"] == [verdict]


@pytest.mark.parametrize(
    "text",
    [
        "$3A > 180$ and $A > 90$.",
        "$3A > 180$, so $A > 40$.",
        "$3A > C/W$, so $A > 90$.",
        "$3A > 180$. In another problem $A > 90$.",
    ],
)
def test_a_bound_that_follows_from_nothing_here(text):
    assert not [f for f in proofread(text + "\n").findings if f.rule == "implication"]

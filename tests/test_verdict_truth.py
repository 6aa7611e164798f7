"""The truth value of a verdict: a wrong one was true, as any object is."""

from __future__ import annotations

import pytest

from symroof import check


@pytest.mark.parametrize(("answer", "ok"), [("2", False), ("3", True), ("between 2 and 9", False)])
def test_a_verdict_is_true_where_the_answer_stands(answer: str, ok: bool) -> None:
    found = check(answer, "3")
    assert found.ok is ok
    assert bool(found) is ok


@pytest.mark.parametrize(("answer", "right"), [("ceil(W)", "W"), ("floor(W)/C", "W/C"), ("ceil(2*W) + B", "2*W + B")])
def test_roundings_of_parameters_are_told_apart_between_the_integers(answer: str, right: str) -> None:
    """At whole numbers nothing tells them apart; W = 3/2 does, and the words show such a point."""
    verdict = check(answer, right)
    assert verdict.verdict == "wrong"
    assert "/" in verdict.counterexample["W"]
    assert check(answer.replace("W", "B"), right.replace("W", "B")).verdict == "exact"

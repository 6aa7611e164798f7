"""The truth value of a verdict: a wrong one was true, as any object is."""

from __future__ import annotations

import pytest

from symroof import check


@pytest.mark.parametrize(("answer", "ok"), [("2", False), ("3", True), ("between 2 and 9", False)])
def test_a_verdict_is_true_where_the_answer_stands(answer: str, ok: bool) -> None:
    found = check(answer, "3")
    assert found.ok is ok
    assert bool(found) is ok

"""9,740 answers typed and marked by thirty-three strangers who knew the docs alone, each frozen before any was tried.

Lines are (author, expected, options, answer, mark): R right, A near enough, W wrong, U open.  F, K, L and P attacked:
none of their wrong and open ones may stand, and open will do.  Where ``check`` and an author differ, the answer is in
the second file, which may only become shorter; some of these marks are the authors' own mistakes, as they said.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from marks import WANTED, judged

pytestmark = pytest.mark.slow

DATA = Path(__file__).parent / "data"
SET = [ast.literal_eval(x) for x in (DATA / "answers_by_strangers.txt").read_text(encoding="utf-8").splitlines()]
DIFFER = {ast.literal_eval(x) for x in (DATA / "answers_that_differ.txt").read_text(encoding="utf-8").splitlines()}
NOT_ACCEPTED = ("wrong", "undecided", "refused")
#: the authors who attacked
ATTACKERS = "FKLP"
#: wrong or open ones that stand, 32 of them of the attackers K, L and P (at first 102 of K's 320, 15 of L's 200 and
#: 12 of P's 200)
STAND = 58


@pytest.fixture(scope="module")
def outcomes() -> list[tuple[str, str, str, str, str]]:
    return [
        (who, expected, answer, mark, judged(answer, expected, options)) for who, expected, options, answer, mark in SET
    ]


def test_every_mark_but_those_that_are_listed_is_given(outcomes):
    found = {
        (who, expected, answer, mark)
        for who, expected, answer, mark, got in outcomes
        if got not in (NOT_ACCEPTED if who in ATTACKERS and mark in "WU" else WANTED[mark])
    }
    assert not found - DIFFER, found - DIFFER
    assert not DIFFER - found, "now given: take them off the list"


def test_hardly_a_wrong_one_stands(outcomes):
    accepted = [(who, answer) for who, _, answer, mark, got in outcomes if mark in "WU" and got == "ok"]
    assert len(accepted) <= STAND, accepted
    assert Counter(mark for *_, mark, _ in outcomes)["W"] > 600


def test_hardly_a_right_one_is_called_wrong(outcomes):
    called = [(who, answer) for who, _, answer, mark, got in outcomes if mark in "RA" and got == "wrong"]
    assert len(called) <= 18, called  # of which the documentation decides seven otherwise: halves of FLOPs, Gb for GB

"""Roots of minima, maxima and floors inside branches: sizes at which a side has no value are in no region.

The regions were typed by hand from the definition, by an attacker; earlier tests drew roots of sums inside a branch,
and roots of minima alone.
"""

from __future__ import annotations

import pytest
from sympy import Integer, Piecewise, Rational, floor, log, sqrt

from symroof import SymroofError, dims, prove, threshold


@pytest.mark.parametrize(
    ("text", "name", "ask", "inside", "outside"),
    [
        ("max(sqrt(min(5,8-B)),B)", "B", {"over": 1}, (1, 7, 8), (9, 50)),
        ("max(sqrt(q-5), sqrt(min(q+5, 10-q)), 2*q)", "q", {"over": 1}, (5, 9, 10), (1, 4, 11, 90)),
        ("min(sqrt(min(480, B-3)), 9)", "B", {"at_most": 95}, (3, 4, 600), (1, 2)),
        ("min(sqrt(min(480, B-3)), sqrt(199-B))", "B", {"at_most": 95}, (3, 100, 199), (1, 2, 200)),
        ("max(sqrt(max(2-B,5-B)),3)", "B", {"over": 1}, (1, 5), (6, 40)),
        ("min(sqrt(min(5,8-B)),B)", "B", {"at_most": 9}, (1, 8), (9,)),
        ("B+max(0,sqrt(min(5,8-B)))", "B", {"over": 1}, (1, 8), (9, 30)),
        ("max(1/sqrt(min(5,8-B)),B)", "B", {"over": 1}, (1, 7), (8, 9)),
        ("max(min(5,8-B)**(1/3),B)", "B", {"over": 1}, (1, 8), (9, 30)),
        ("sqrt(2)*(log2(B/8)**4)**(1/2)", "B", {"over": 1}, (1, 4, 15, 90), (5, 8, 14)),  # Newton left the logarithm's
        ("B*log2(B)/log2(B)", "B", {"at_most": 50}, (2, 50), (1, 51)),
        ("sqrt(B-2)/sqrt(B-2)+B", "B", {"at_most": 50}, (3, 49), (1, 2, 50)),
        ("B*floor(B/2)/floor(B/2)", "B", {"at_most": 50}, (2, 50), (1, 51)),
    ],
)
def test_regions_leave_out_what_has_no_value(
    text: str, name: str, ask: dict[str, int], inside: tuple[int, ...], outside: tuple[int, ...]
) -> None:
    found = threshold(text, name, **ask)
    assert all(found.contains(n) for n in inside), str(found)
    assert not any(found.contains(n) for n in outside), str(found)


@pytest.mark.slow
def test_in_symbols_and_nowhere() -> None:
    found = threshold("max(sqrt(min(5,D-B)),B)", "B", over=1)
    assert found.contains(4, D=4)
    assert not found.contains(5, D=4)
    with pytest.raises(SymroofError, match="no value at any q"):
        threshold("max(sqrt(q-5), sqrt(min(q+5, 3-q)), 2*q)", "q", over=1)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("sqrt(min(B-3,5))", None), ("sqrt(floor(K-2))", None), ("sqrt(floor(log2(B/8)))", None),
        ("sqrt(min(W-1,K-1))", None), ("sqrt(max(B-3,5))", True), ("sqrt(min(B,5))", True),
    ],
)  # fmt: skip
def test_nothing_is_proved_of_a_root_without_a_value(text: str, result: bool | None) -> None:
    assert prove(text, "0", ">=").result is result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("branch", "from_on", "else_"),
    [
        (lambda x: 1 / (x - 1), 3, Rational(1, 2)),  # its pole lies where the other branch is taken
        (lambda x: sqrt(x - 3), 3, Integer(2)),
        (lambda x: log(x - 2, 2), 3, Integer(1)),
        (lambda x: 1 / floor(x / 3), 4, Integer(7)),
        (lambda x: 1 / (x - 1), sqrt(2), Rational(1, 2)),
    ],
)
def test_a_branch_that_is_not_taken_needs_no_value(branch, from_on, else_):
    """Branches were drawn with a value everywhere: one that has none is no matter where the other is taken."""
    B, D = dims("B D")
    e = Piecewise((branch(B), from_on < B), (else_, True))
    rule = threshold(e, B, at_most=100)
    for n in range(1, 9):
        taken = branch(Integer(n)) if n > from_on else else_
        assert rule.contains(n) is bool(taken <= 100), n
        assert threshold(e.subs(B, D) * B, B, at_most=100).at(D=n).contains(3) is bool(3 * taken <= 100), n

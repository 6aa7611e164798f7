"""Powers of functions that may be negative, under roots and in logarithms, by exact values at points of both signs.

The root of a square was taken for what is squared: earlier tests squared sums, K - 1, and what is above 0, no function.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from symroof import check, exactly, numeric, parse_formula, prove, threshold

F = Fraction
VALUES = [  # a formula, its symbol, a point and the value that the definition gives there
    ("sqrt(log2(W)**2)", "W", F(1, 4), 2), ("sqrt(log2(W)**2)", "W", F(8), 3),
    ("(log2(W)**4)**(1/4)", "W", F(1, 8), 3), ("(log2(W)**2)**(3/2)", "W", F(1, 2), 1),
    ("sqrt(min(B-12,3)**2)", "B", F(1), 11), ("sqrt(min(B-12,3)**2)", "B", F(20), 3),
    ("sqrt(floor(K-2)**2)", "K", F(1, 2), 2), ("sqrt(floor(K-2)**2)", "K", F(7, 2), 1),
    ("log2(min(B-12,3)**2)", "B", F(4), 6), ("sqrt(log2(W)*log2(W/2)*6)", "W", F(1, 4), 6),
    ("sqrt(ceil(3-K)*ceil(3-K))", "K", F(5), 2), ("(ceil(-W)**2)**(1/4)", "W", F(1), 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "at", "value"), VALUES)
def test_values_on_both_sides_of_zero(text: str, name: str, at: Fraction, value: int) -> None:
    r = parse_formula(text).sides[0].ratio()
    if text != "sqrt(log2(W)*log2(W/2)*6)":
        assert exactly(r, **{name: at}) == value
    assert numeric(r, name)(float(at)) == pytest.approx(value)


@pytest.mark.parametrize(
    ("one", "other", "sign", "result"),
    [
        ("log2(W)", "sqrt(log2(W)**2)", "==", False), ("abs(log2(W))", "sqrt(log2(W)**2)", "==", True),
        ("abs(min(max(3,N), min(eps,-9)))", "sqrt(min(max(3,N), min(eps,-9))**2)", ">", False),
        ("sqrt(min(B-12,3)**2)", "0", ">=", True), ("sqrt(ceil(W)**2)", "ceil(W)", "==", True),
    ],
)  # fmt: skip
def test_proofs(one: str, other: str, sign: str, result: bool) -> None:
    assert prove(one, other, sign).result is result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("log2(min(B-12,3)**2)", "2*log2(min(B-12,3))"),
        ("sqrt(log2(W)*floor(K-2))", "sqrt(log2(W))*sqrt(floor(K-2))"),
    ],
)
def test_what_has_a_value_where_its_parts_have_none_is_not_proved(one: str, other: str) -> None:
    assert prove(one, other, "==").result is not True


@pytest.mark.parametrize(
    ("text", "name", "ask", "inside", "outside"),
    [
        ("sqrt(min(B-12,3)**2)", "B", {"over": 2}, (1, 10, 14, 50), (11, 12, 13)),
        ("sqrt(log2(W)**2)", "W", {"over": 1}, (F(1, 4), F(1, 2), 2, 9), (F(3, 4), 1, F(3, 2))),
        ("sqrt(floor(K-2)**2)", "K", {"at_most": 1}, (1, 2, F(7, 2)), (F(1, 2), 4, 9)),
        ("sqrt(floor(B/2-3)**2)", "B", {"over": 2}, (1, 2, 3, 10, 11), (4, 5, 6, 9)),
    ],
)
def test_thresholds(text: str, name: str, ask: dict[str, int], inside: tuple, outside: tuple) -> None:
    found = threshold(text, name, **ask)
    assert all(found.contains(x) for x in inside), str(found)
    assert not any(found.contains(x) for x in outside), str(found)


def test_a_right_answer_is_not_marked_wrong() -> None:
    assert check("sqrt(min(3-B,8)**2)", "abs(min(3-B,8))", symbols="B").ok
    assert not check("min(3-B,8)", "abs(min(3-B,8))", symbols="B").ok

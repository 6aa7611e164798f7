"""Sizes of a region at which what is tied to the unknown is whole, by brute force over the sizes."""

import re

import pytest

from symroof import exactly, threshold
from symroof.algebra.regions.kinds import UpToLast

SAW = [
    "mod(B, 7)*F >= 50",
    "ceil(B/8)*F >= 100",
    "ceil(B/8)*F <= 100",
    "B*F/(8*ceil(B/8)) >= 4",
    "(B - 10)*(B - 11)*F <= 0",
    "(B - 10)*(B - 22)*F <= 0",
    "floor(B/6) + F >= 9",
    "mod(B, 5)*F >= 2",
    "(B - 9)*(B - 30) + 0*F >= 7",
    "F*mod(B, 4) <= 6",
]
TO_B = ["B/5", "B/3", "(B + 1)/2", "B**2/8", "B*(B + 1)/6", "60/B", "B/2 + B/3"]


@pytest.mark.slow
@pytest.mark.parametrize("tie", TO_B)
@pytest.mark.parametrize("asked", SAW)
def test_first_and_last_sizes_are_among_those_that_make_whole_what_is_tied_to_them(asked, tie):
    """Brute force over the sizes up to 399 at which the tied one is whole."""
    expr, relation, level = re.split(" ([<>]=) ", asked)
    rule = threshold(expr, "B", **{"over" if relation == ">=" else "at_most": level}).at(F=tie)
    does = {}
    for b in range(1, 400):
        f = exactly(tie, B=b)
        if f.denominator == 1:
            value = exactly(expr, B=b, F=f)
            does[b] = value >= int(level) if relation == ">=" else value <= int(level)
    yes, no = [b for b, d in does.items() if d], [b for b, d in does.items() if not d]
    assert (rule.verdict == "never") is not bool(yes) or rule.verdict == "always"
    if rule.verdict == "always":
        assert not no
    for b, d in does.items():
        assert rule.contains(b) is d
        if rule.intervals:
            assert any(i.first <= b and (i.last is None or b <= i.last) for i in rule.intervals if i.first) is d
    if rule.first is not None:
        assert rule.first == rule.integer == yes[0]
        if rule.forever is not None:
            assert rule.forever in does
            assert rule.forever == next(b for b in yes if not any(k > b for k in no))
    if rule.last is not None:
        assert rule.last == rule.integer == yes[-1]
        assert rule.until == [b for b in yes if not any(k < b for k in no)][-1]
    for i in rule.intervals:
        assert i.first in yes
        assert i.last is None or i.last in yes


@pytest.mark.slow
def test_what_comes_and_goes_begins_at_a_size_that_makes_the_tied_one_whole():
    rule = threshold("mod(B, 7)*F", "B", over=50)
    assert str(rule.at(F="B/5")) == "B = 55 is the first, but it does not stay so"  # 6*11; at 40 it is 5*8
    assert str(threshold("B*F/(8*ceil(B/8))", "B", over=4).at(F="B/5")) == "B >= 30"  # 180/32; at 25 it is 125/32
    assert threshold("(B - 10)*(B - 11)*F", "B", at_most=0).at(F="B/3").verdict == "never"
    assert threshold("mod(B, 7)*F*D", "B", over=50).at(F="B*D/5").at(D=3).first == 10  # 3*6*3; at 5 it is 5*3*3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "ask", "tied", "sizes"),
    [
        ("mod(B, 7) + F", {"at_most": 4}, "B/4", lambda b: b % 4 == 0),
        ("mod(B, 5) + F", {"at_most": 3}, "B/3", lambda b: b % 3 == 0),
        ("mod(B, 11)*F", {"over": 3}, "48/B", lambda b: 48 % b == 0),
        ("F - mod(B, 4)", {"over": 1}, "48/B", lambda b: 48 % b == 0),
    ],
)
def test_what_is_said_of_the_first_sizes_is_so_of_each(formula, ask, tied, sizes):
    """A reviewer's cases: no first size did where all were said to, and all did where a few were."""
    rule = threshold(formula, "B", **ask).at(F=tied)
    does = [b for b in range(1, 200) if sizes(b) and rule.contains(b)]
    assert rule.integer == (does[-1] if "at_most" in ask or "48" in tied else does[0])
    if isinstance(rule.region, UpToLast):
        assert [b for b in range(1, rule.region.until + 1) if sizes(b)] == [b for b in does if b <= rule.region.until]
        assert rule.region.until == does[-1]
    else:
        assert [i.first for i in rule.intervals] == does

"""Two amounts beside a verdict or a change, by exact fractions: every change between two ends, every side of two times.

Earlier tests drew comparisons of names (T_math > T_mem) and changes by their factor; none held two amounts to them.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from marks import outcome

FACTORS = (Fraction(2), Fraction(4), Fraction(3, 2))
#: words of a change, an amount that it is of, and whether that grows
WAYS = (
    *(("faster", "ms", False), ("faster", "GB/s", True), ("slower", "ms", True)),
    *(("less memory", "GB", False), ("fewer bytes", "MB", False), ("more bytes", "MB", True)),
)


@pytest.mark.slow
@pytest.mark.parametrize(("way", "unit", "grows"), WAYS)
@pytest.mark.parametrize("factor", FACTORS)
def test_a_change_lies_between_its_ends(way, unit, grows, factor):
    """Right ones are never wrong, and others never right: as far up as down, another factor, the same twice."""
    key = f"{float(factor):g}x {way}"
    for first, last in product((6, 12, 24, 48, 36, 18, 9), repeat=2):
        right = Fraction(last, first) == (factor if grows else 1 / factor)
        for text in (f"{key}, from {first} {unit} to {last} {unit}", f"{key}, {last} {unit} instead of {first} {unit}"):
            assert outcome(text, key) != ("W" if right else "R"), text


@pytest.mark.parametrize(("math", "data"), [(2, 5), (5, 2), (900, 1000), (3, 1)])
@pytest.mark.parametrize(
    "form",
    [
        "T_math = {m} us, T_mem = {d} us, so {s}-bound",
        "{s}-bound: {m} us compute, {d} us memory",
        "{s}-bound, {d} us of memory vs {m} us of math",
        "compute takes {m} us and memory takes {d} us, so {s}-bound",
    ],
)
def test_the_larger_of_two_times_is_what_limits(math, data, form):
    for side, other in (("compute", data), ("memory", math)):
        mine = math + data - other
        text = form.format(m=math, d=data, s=side)
        assert outcome(text, f"{side}-bound") != ("W" if mine > other else "R"), text


@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("30% less", {"30% less (100 -> 70)": "U", "30% less (100 -> 60)": "W", "30% less": "R"}),
        ("2x faster", {"2x faster, from 10 ms to 5 ms": "R", "2x faster, from 10 ms to 2 ms": "U"}),
        (
            "4x less memory",
            {"4x less memory, 3 GB instead of 12 GB": "R", "4x less memory, 12 GB instead of 3 GB": "U"},
        ),
        ("memory-bound", {"memory-bound, 2 ms of math and 5 ms of memory": "R", "memory-bound: 3 GB of memory": "R"}),
        # a bound is held to the number behind its sign
        ("B > 240", {"480/2, so B > 240": "R", "480/4, so B > 240": "U", "B > 240, because 480/4": "U"}),
        ("T < 12 ms", {"T < 12 ms, since 8 ms + 4 ms": "R", "T < 12 ms, since 8 ms + 5 ms": "U"}),
    ],
)
def test_by_hand(key, answers):
    assert {a: outcome(a, key) for a in answers} == answers

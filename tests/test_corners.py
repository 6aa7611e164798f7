"""Roundings of a number that no bound of each term tells far out, judged from the definition at exact points.

What earlier tests never drew: fractional powers of a rounding, a rounding times the unknown beside the unknown squared,
and roundings that divide, all of them without end as the number grows.
"""

from __future__ import annotations

import random
from fractions import Fraction as Fr

import pytest
from tiers import all_but_slow

from symroof import threshold
from symroof.algebra.ratios.posynomial import build, gen
from symroof.algebra.regions.corners import Corners
from symroof.errors import Unsupported
from tests.outside_judge.tally import Clock, Kind
from tests.outside_judge.thresholds import Question, judge
from tests.outside_judge.trees import read

E = Fr(1, 10**9)
QUESTIONS = [
    ("floor(2*K/5)**(3/2)", "14 - log2(K/4)/2", "K"),
    ("2*W - 128*W**(7/2) - W**3", "floor(W)**(1/3)", "W"),
    ("max(1, 10*C, ceil(C/5))**(1/2)", "floor(C)", "C"),
    ("(floor(K) - K)*(K - K**(3/2)/2)", "10/7 - K", "K"),
    ("(20479/16 - floor(K)/16)*2/log2(8*K/3 + 2)", "3/(K**(1/2)*(floor(K/5) + 2048))", "K"),
    ("N*floor(N**(1/2))/floor(N/3)", "ceil(N/2)**(1/2)", "N"),
    ("ceil(N/3)**(2/3) - floor(N/7)", "2", "N"),
]


@pytest.mark.slow
@pytest.mark.parametrize("at_most", [False, True])
@pytest.mark.parametrize(("left", "right", "x"), all_but_slow(QUESTIONS, QUESTIONS[2:6]))
def test_questions_that_were_refused(left: str, right: str, x: str, at_most: bool) -> None:
    kind = Kind()
    judge(Question(read(left), read(right), x, ((),), at_most, partial=True), kind, random.Random(7), Clock())
    assert kind.points > 30
    assert not kind.unread


@pytest.mark.parametrize(
    ("text", "level", "inside", "outside"),
    [  # by hand
        ("floor(K)**(1/2)", "4", (16, 17, 10**9), (16 - E, Fr(1, 3))),
        (
            "(K - floor(K))*(K**2 - 4)",
            "-1",
            (3, Fr(39, 10), 10**6, 2 - E, Fr(3, 2), 1, Fr(1, 4)),
            (1 - E, Fr(5, 8), Fr(1, 3)),
        ),
        ("ceil(K)**(3/2) - K", "6", (4 + E, 5, 10**6), (4, 3 + E, 3, Fr(5, 2), Fr(1, 9))),
        ("floor(K)**2 - 3*K*floor(K)", "-10", (1, 2, Fr(7, 3), Fr(1, 7)), (Fr(7, 3) + E, 3, 50, 10**6)),
    ],
)
def test_by_hand(text: str, level: str, inside: tuple[Fr, ...], outside: tuple[Fr, ...]) -> None:
    rule = threshold(text, "K", over=level)
    assert all(rule.contains(x) for x in inside), str(rule)
    assert not any(rule.contains(x) for x in outside), str(rule)


@pytest.mark.parametrize(
    ("text", "level"),
    [("floor(K) + K", "2*K"), ("K - floor(K)", "100/K"), ("(floor(K)**(1/2) - K**(1/2))*K", "-1/3")],
)
def test_what_comes_and_goes_without_end_stays_refused(text: str, level: str) -> None:
    with pytest.raises(Unsupported, match="changes without end"):
        threshold(text, "K", over=level)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_sum_lies_between_its_corners(seed: int) -> None:
    """The theorem itself, at exact points: of roundings and squares of roundings with coefficients of any sign."""
    rng, K = random.Random(f"corners {seed}"), gen("K")
    for _ in range(8):
        u = K * Fr(rng.randint(1, 9), rng.randint(1, 9)) + 2
        a, b = build("floor", [u]), build("ceil", [K * rng.randint(1, 5)])
        parts = [a, a**2, a * b, b, K * a, K * b, K**2]
        whole = sum((p * rng.randint(-5, 5) for p in parts), K * 0)
        made = Corners("K")
        shown = made.of(whole)
        for _ in range(25):
            at = {"K": Fr(rng.randint(1, 400), rng.choice((1, 2, 7, 60)))}
            assert all(x.at(at) > 0 for x in made.above)
            values = [r.at(at) for r in shown]
            assert min(values) <= whole.at(at) <= max(values)


def test_a_power_of_what_may_be_0_asks_that_it_is_above() -> None:
    made = Corners("K")
    made.of(build("floor", [gen("K") - 7]) ** 2)
    assert list(made.above) == [gen("K") - 8]
    with pytest.raises(Unsupported, match="too many corners"):
        Corners("K").of(sum((build("floor", [gen("K") / n]) for n in range(2, 8)), gen("K")))

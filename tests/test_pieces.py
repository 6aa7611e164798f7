"""Roundings, maxima and choices of a number, nested and of any formula, judged from the definition at exact points.

What earlier tests never drew: roundings of powers, roots and logarithms of a parameter, maxima inside of logarithms,
roundings with poles, and a radicand that is 0 where the question is met.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction as Fr
from typing import Any

import pytest
from outside import asked, candidates, holds, question, says, show
from tiers import all_but_slow

from symroof import SymroofError, threshold
from symroof.algebra.regions.overlay import order
from symroof.algebra.signs.roots import positive_roots
from symroof.algebra.trials.trial import untried
from symroof.errors import Unsupported

E = Fr(1, 10**9)


@pytest.mark.parametrize(
    ("text", "name", "level", "inside", "outside"),
    [  # by hand
        ("floor(5*W**2)", "W", 7, (Fr(13, 10), 2, 10**9), (1, Fr(11, 10), E)),  # from sqrt(7/5) on
        ("floor(5*W**2) + W", "W", 7, (Fr(11, 10), 1 + Fr(96, 1000)), (1, 1 + Fr(95, 1000) - E, Fr(1, 2))),
        ("W*ceiling(1/W)", "W", Fr(6, 5), (Fr(24, 100), Fr(3, 10), Fr(4, 10), Fr(6, 10), Fr(6, 5), 7),
         (Fr(24, 100) - E, Fr(1, 4), Fr(3, 10) - E, Fr(1, 3), Fr(1, 2), 1, Fr(6, 5) - E)),
        ("ceiling(2 - K**2) + K", "K", 1, (Fr(1, 2), 1, Fr(17, 10), Fr(173, 100)), (2, Fr(174, 100), 99)),
        ("log2(min(27 + K**2, 9*K)) + 8*K", "K", 10, (Fr(88, 100), 3), (Fr(87, 100), Fr(1, 9))),
        ("floor(K**2/3)/ceiling(K)", "K", 5, (15, Fr(155, 10), 16, 400), (Fr(151, 10), Fr(1549, 100), 14)),
        ("ceiling(7*eps/(4*eps - 4)) + eps - 1", "eps", 3, (Fr(101, 100), 2, 50, 1 + E), (1, Fr(99, 100), 1 - E, E)),
        ("floor(sqrt(K) + log2(K))", "K", 4, (5, Fr(43, 10)), (4 - E, 3, Fr(1, 5))),
        ("K/floor(K)", "K", Fr(3, 2), (Fr(3, 2), 2 - E), (2, Fr(1, 2), Fr(7, 2), 40)),
        ("floor(min(ceiling(W) + 1, 5/2)) + 8 - 3*W", "W", 1, (1, 2, 3), (Fr(31, 10), 4)),
        ("(floor(K/2) + 2 + 40*K)*4/(3*K) - 40*ceiling(2/K)", "K", -1, (2, 3, 70, 10**6), (1, Fr(3, 2), Fr(1, 9))),
        ("ceiling(max(W, 3) + 1/2)/W", "W", 2, (Fr(1, 5), 2), (Fr(21, 10), 3, 8)),
    ],
)  # fmt: skip
def test_regions_by_hand(text: str, name: str, level: Any, inside: tuple[Any, ...], outside: tuple[Any, ...]) -> None:
    rule = threshold(text, name, over=level)
    assert all(rule.contains(x) for x in inside), str(rule)
    assert not any(rule.contains(x) for x in outside), str(rule)


@pytest.mark.slow
@pytest.mark.parametrize("seed", all_but_slow(range(12), range(5, 12)))
def test_drawn_regions_are_those_of_the_definition(seed: int) -> None:
    """Sizes and numbers, asked without a trial of the answer; few may be refused."""
    rng, seen, refused, asked_of = random.Random(f"pieces {seed}"), set(), 0, 0
    while asked_of < 12:
        expr, level, x, letters = question(rng)
        if letters != [x] or ("loor" not in show(expr) + show(level) and "eil" not in show(expr) + show(level)):
            continue
        try:
            with untried():
                rule = asked(expr, level, x)
        except SymroofError as why:
            refused += "no value" not in str(why) and "division by zero" not in str(why)
            continue
        asked_of += 1
        for n in candidates(rng, x):
            told, true = says(rule, {x: n}), holds(expr, level, {x: n})
            if told is not None and true is not None:
                seen.add(true)
                assert told is true, (show(expr), show(level), str(rule), n)
    assert seen == {True, False}
    assert refused <= 2


def test_what_comes_and_goes_without_end_is_refused() -> None:
    with pytest.raises(Unsupported, match="changes without end as W grows"):
        threshold("floor(W**2) - W**2", "W", over=0)


TEETH = [  # (question, level, way), each with what is at N, from the definition; all come and go with a remainder
    ("sqrt(N) + 10*ceil(mod(N,3)/8)", 100, "at_most", lambda n: (n <= 10000) if n % 3 == 0 else n <= 8100),
    ("log2(N)/(ceil(mod(N,3)/8) + 1/3)", 15, "at_most", lambda n: (n <= 32) if n % 3 == 0 else n <= 2**20),
    ("log2(N)*ceil(mod(N,3)/8)", 9, "at_most", lambda n: n % 3 == 0 or n <= 512),
    ("mod(mod(N,-7),7)", 1, "over", lambda n: n % 7 >= 1),
    ("mod(-mod(N,7),7)", 5, "over", lambda n: -n % 7 >= 5),
    ("mod(N + 7*floor(-N/7),7)", 1, "over", lambda n: n % 7 >= 1),
    ("mod(mod(N,-2),2)", 1, "over", lambda n: n % 2 == 1),
    ("mod(mod(N,-10),10)", 1, "over", lambda n: n % 10 >= 1),
    ("N*(mod(mod(2*N,8),-8) + 1)", 24, "over", lambda n: n * ((2 * n) % 8 - (8 if 2 * n % 8 else 0) + 1) >= 24),
    ("ceil(mod(N,5)/5)*mod(N,3)", 2, "at_most", lambda n: n % 5 == 0 or n % 3 <= 2),
    ("ceil(ceil(mod(N,6)/8)/2) + floor(-mod(N,4)/4)", 1, "over", lambda n: (n % 6 > 0) - (n % 4 > 0) >= 1),
]
SETTLED = [  # a remainder over its tile is below 1, though it comes as close as it may
    ("floor(mod(N,8)/8)*log2(N) + log2(N)", "N", 9, 512), ("floor(mod(K,8)/8)*log2(K) + log2(K)", "K", 9, 512),
    ("N + 7*ceil(-mod(N,3)/3)", "N", 20, 20), ("N + 7*ceil(ceil(-mod(N,3)/4)/9)", "N", 20, 20),
]  # fmt: skip


@pytest.mark.parametrize(("text", "level", "way", "true"), TEETH, ids=[x[0] for x in TEETH])
def test_a_rounding_of_what_is_0_again_and_again(text: str, level: int, way: str, true: Callable[[int], bool]) -> None:
    """Earlier tests drew no rounding of a bounded remainder: it was settled far out by a bound that is 0, and met.

    What has roundings alone is answered, beside functions it may be refused.
    """
    try:
        with untried():
            rule = threshold(text, "N", **{way: level})
    except Unsupported:
        assert "log2" in text or "sqrt" in text
        return
    for n in [*range(1, 400), 3999, 4095, 4096, 5040, 8099, 8100, 8101, 9003, 10000, 10**6 + 1]:
        assert rule.contains(n) is true(n), (str(rule), n)


@pytest.mark.parametrize(("text", "name", "level", "first"), SETTLED)
def test_a_rounding_of_what_never_meets_its_bound_is_settled(text: str, name: str, level: int, first: int) -> None:
    assert str(threshold(text, name, over=level)) == f"{name} >= {first}"


@pytest.mark.parametrize(
    ("text", "ask", "inside", "outside"),
    [  # where the radicand is 0 the root is no number above 0
        ("(B - 1)/sqrt(B - 1) + B", {"at_most": 50}, (2, 43), (1, 44)),
        ("1/(sqrt(B - 1) + B - 1)", {"over": 0}, (2, 9), (1,)),
        ("1/(sqrt(B - 1) + B - 1)", {"over": 3}, (), (1, 2)),
        ("sqrt(B - 1) + B", {"at_most": 1}, (1,), (2, 3)),
        ("B - 1 - sqrt(B - 1)", {"over": 0}, (1, 2, 3), ()),
        ("(B - 1)/(sqrt(B - 1) + B - 1)", {"at_most": 3}, (2, 9), (1,)),
    ],
)
def test_a_root_may_be_0(text: str, ask: dict[str, int], inside: tuple[int, ...], outside: tuple[int, ...]) -> None:
    rule = threshold(text, "B", **ask)
    assert all(rule.contains(n) for n in inside), str(rule)
    assert not any(rule.contains(n) for n in outside), str(rule)


@pytest.mark.slow
def test_a_root_may_be_0_in_symbols() -> None:
    rule = threshold("sqrt(N - 4) + B", "N", at_most="K")  # met at N = 4 where B is K
    assert str(rule) == "(N <= 4 + B**2 + K**2 - 2*B*K when B <= K) and N >= 4"
    rule = threshold("(B - D)/sqrt(B - D) + B", "B", over=0)
    assert [rule.contains(n, D=3) for n in (2, 3, 4)] == [False, False, True]


@pytest.mark.slow
def test_an_open_answer_under_a_condition_stays_open() -> None:
    """The other branch was told to hold for every number under the condition of a pole."""
    rule = threshold("floor(min(1 + K*N - K**2, N + K)/(K - K*B**2)) + 5*K + 40*B", "K", over="N + 1")
    assert rule.contains(Fr(1, 1000), B=2, N=8) is False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "level", "name", "inside", "outside"),
    [  # by hand: each is met at a rational number which is the root of a power, and turns there at once
        ("floor(W**(3/2))", "3*W", "W", (9, Fr(93, 10), 99), (9 - E, 9 + E, Fr(92, 10), 8, 1, Fr(1, 9))),
        ("C/ceiling(C)", "min(C, 5/sqrt(C))", "C", (1, 25, 26, 36, Fr(1, 3), 99), (25 - E, 25 + E, 24, 1 + E)),
        pytest.param(
            "floor(K**(4/3))",
            "min(K, 16*K**(1/3), 5*K)",
            "K",
            (1, 2, 8, 27, 10**9),
            (1 + E, 1 - E, 2 + E, Fr(1, 2)),
            marks=pytest.mark.slow,
        ),
        ("floor(K**(2/3))", "K/2", "K", (1, 2, 8, Fr(29, 10)), (8 + E, 27, 1 - E, 3 - 1 + E, 10**6)),
    ],
)
def test_places_that_are_roots_of_powers(
    text: str, level: str, name: str, inside: tuple[Any, ...], outside: tuple[Any, ...]
) -> None:
    rule = threshold(text, name, over=level)
    assert all(rule.contains(x) for x in inside), str(rule)
    assert not any(rule.contains(x) for x in outside), str(rule)


def test_places_of_different_powers_are_told_apart_or_seen_to_be_one() -> None:
    """K**(3/2) = 1/8 and K**3 = 1/64 are met at 1/4 both; 10**-9 off they are two places."""
    one = positive_roots((-1, 0, 0, 8), 2)[0]
    same, other = positive_roots((-1, 0, 0, 64))[0], positive_roots((-1, 0, 0, 64 + E.numerator), 1)[0]
    assert [order(one, same), order(one, other), order(other, one)] == [0, 1, -1]
    assert [one.is_number(x) for x in (Fr(1, 4), Fr(1, 3), Fr(1, 2))] == [True, False, False]
    assert one.of_power(6).is_number(Fr(1, 4))
    cube, also = positive_roots((-2, 0, 0, 1), 2)[0], positive_roots((-4, 0, 0, 1))[0]  # 2**(2/3), irrational
    assert [order(cube, also), order(also, cube)] == [0, 0]

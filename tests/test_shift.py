"""The Taylor shift about least sizes, and costs that are weighed by it, against every small size tried one by one."""

from __future__ import annotations

import copy
import pickle
import random
import re
from fractions import Fraction
from itertools import product

import pytest

from symroof.algebra.ratios.posynomial import Ratio, build, gen, ring
from symroof.algebra.signs.shift import ground, left_over, never_below, seen_below, shifted
from symroof.algebra.signs.sign import OPEN, grounded, sign
from symroof.lazy import pattern
from symroof.model.dominance import less, never_negative, weighed
from symroof.model.ops import op

B, D, K, X, Y = (gen(n) for n in "BDKXY")
LEAST = {"X": 2, "Y": 2}


def drawn(rng: random.Random) -> Ratio:
    """A sum of a few products of sizes and axes, of both signs."""
    terms = [rng.choice((-3, -2, -1, 1, 2, 3, 4)) * Fraction(1, rng.choice((1, 1, 2))) * B ** rng.randint(0, 2)
             * D ** rng.randint(0, 1) * X ** rng.randint(-1, 1) * Y ** rng.randint(-1, 2)
             for _ in range(rng.randint(2, 4))]  # fmt: skip
    return sum(terms, start=0 * B)


def values(r: Ratio) -> list[Fraction]:
    """At all sizes up to a few, and some that are large."""
    of = {"B": (1, 2, 5, 10**4), "D": (1, 3, 10**5), "X": (2, 3, 64), "Y": (2, 4, 10**4)}
    names = [str(n) for n in r.names]
    return [Fraction(r.at(dict(zip(names, at)))) for at in product(*(of[n] for n in names))]


@pytest.mark.slow
def test_what_is_proved_of_costs_holds_at_every_size_that_is_tried() -> None:
    rng, proved, above, refuted = random.Random(11), 0, 0, 0
    for _ in range(400):
        gap = drawn(rng)
        if not gap.names:
            continue
        found, tried = weighed(gap, {"X", "Y"}), values(gap)
        assert not found.low or min(tried) >= 0, gap
        assert not found.high or max(tried) <= 0, gap
        assert found.zero or 0 not in tried, gap
        assert weighed(-gap, {"X", "Y"}).weak == {"+": "-", "-": "+"}.get(found.weak, found.weak)
        proved, above, refuted = proved + found.low, above + (found.mark == "+"), refuted + (found is OPEN)
    assert min(proved, above, refuted) > 30


@pytest.mark.parametrize(
    ("gap", "mark"),
    [
        (B - 2 * B / X, "at least"),  # 0 at two devices
        (B - 2 * B / X + 1, "above"),
        (B - 3 * B / X, "open"),
        ((1 - 1 / X) * (1 - 2 / Y) * B, "at least"),
        (X * Y - X - Y, "at least"),
        (X**2 - 2 * X + 1, "above"),  # (X - 1)**2 is 1 or more
        (X**2 - 5 * X + 6, "open"),  # 0 at 2 and 3, below between: real sizes are not told from whole ones
        (K - 1, "open"),  # a parameter has no least value
        (K * B - K, "at least"),
        (K * X - K, "above"),
    ],
    ids=str,
)
def test_signs_by_hand_with_axes_of_two_devices_or_more(gap: Ratio, mark: str) -> None:
    found = weighed(gap, {"X", "Y"})
    assert (found.low, found.zero) == {"at least": (True, True), "above": (True, False), "open": (False, True)}[mark]


def test_a_function_that_may_be_nothing_or_below_0_is_not_taken_for_an_amount() -> None:
    """floor(D/8) is 0 below 8, log2 of a parameter is below 0 below 1: the model's own rule took both for positive."""
    assert not less(B, B + build("floor", [D / 8]), set())
    assert never_negative(build("floor", [D / 8]) * B, {"X"})
    assert not never_negative(B * build("log2", [K]), {"X"})
    assert less(B, B + build("ceil", [D / 8]), {"X"})
    assert grounded((B * build("log2", [K])).num.ring, frozenset()) is None
    assert weighed(K - 1, {"K"}) is OPEN  # a parameter has no least value, whatever is said of its name


def test_a_sum_is_written_out_about_any_least_value() -> None:
    """x**3 - 4 x about 2 is y**3 + 6 y**2 + 8 y, of halves twice as much."""
    assert shifted({(3,): 1, (1,): -4}, [2]) == {(1,): 8, (2,): 6, (3,): 1}
    assert shifted({(3,): Fraction(1, 2), (1,): -2}, [2]) == {(1,): 8, (2,): 6, (3,): 1}
    assert shifted({(1, 1): 1}, [0, 1]) == {(1, 0): 1, (1, 1): 1}
    assert shifted({(200, 200): 1}, [1, 1]) is None  # 40,401 terms


@pytest.mark.parametrize("least", [1, 2, 3, 4, 7])
def test_a_multiple_is_covered_up_to_the_least_value_and_no_further(least: int) -> None:
    """X - c is not below 0 just for c <= the least X; X*B - c*B too, and X*B*D - c*B (which D >= 1 leaves)."""
    on = ground(ring(("B", "D", "X")), (1, 1, least))
    pack = on.home.pack
    for c in range(1, 9):
        for up, down in (({"X": 1}, {}), ({"X": 1, "B": 1}, {"B": 1}), ({"X": 1, "B": 1, "D": 1}, {"B": 1})):
            terms = {pack(up): 1, pack(down): -c}
            assert never_below(terms, on) == (c <= least)
            assert c > least or left_over(terms, on) == (c < least)


@pytest.mark.slow
def test_what_is_seen_below_0_is_below_0_and_high_powers_are_not_looked_at() -> None:
    rng = random.Random(5)
    for _ in range(200):
        gap = drawn(rng)
        on = grounded(gap.num.ring, frozenset(LEAST.items()))
        assert on is not None
        if gap.num.terms and seen_below(gap.num, on):
            assert not weighed(gap, LEAST).low
    high = (B**2000 - X).num
    on = grounded(high.ring, frozenset(LEAST.items()))
    assert on is not None
    assert not seen_below(high, on) or sign(high, least=LEAST, quick=True) is OPEN


def test_a_coefficient_too_long_for_a_float_is_refuted_by_none_and_proved_exactly() -> None:
    for c, low in ((10**320, False), (-(10**320), True)):
        p = (B + X * c - 2 * D).num if low else (B * c - D).num
        on = grounded(p.ring, frozenset(LEAST.items()))
        assert on is not None
        assert not seen_below(p, on)
        assert not weighed(Ratio(p), LEAST).low or not low


def test_a_plan_of_a_size_too_long_for_a_float_is_found_by_symbols() -> None:
    """At numbers nothing is refuted then; a size that floats hold gives the same plan."""
    found = [str(op(f"bf16 A[I_X, J={n}] * bf16 B[J_X,K] -> bf16 C[I,K]", mesh="X").plan) for n in (10**320, 10**30)]
    assert found == ["AllGather_X B, AllGather_X C"] * 2


def test_a_pattern_that_is_compiled_late_copies_and_pickles() -> None:
    late = pattern("a+", re.I)
    for made in (copy.copy(late), pickle.loads(pickle.dumps(late))):
        assert made.fullmatch("aA")
        assert not made.fullmatch("b")
    assert not hasattr(late, "__nothing__")

"""The sign oracle: one answer for sums of every kind, judged by hand and from the definition at points that hurt."""

from __future__ import annotations

import random
from fractions import Fraction as Fr

import pytest
from outside import Close, Undefined, built, draw, near, points
from outside import value as worth

from symroof import SymroofError
from symroof.algebra.ratios.posynomial import Ratio, build, gen, ratio
from symroof.algebra.signs.sign import ABOVE, BELOW, NOTHING, OPEN, Sign, decided, seen_signs, sign, sign_of
from symroof.symbols import key


def fn(kind: str, *args: Ratio) -> Ratio:
    return build(kind, list(args))


n, d, c, e = gen("N"), gen("D"), gen("K"), gen(key("p", False))  # two sizes, two parameters
SIGNS = [  # (sum, mark, weak)
    (n + c, "+", "+"),
    (-n - c, "-", "-"),
    (n - 1, "?", "+"),
    (1 - n, "?", "-"),
    (c - 1, "?", "?"),
    (n - n, "0", "0"),
    (2 * n**9 - 1, "+", "+"),
    (2 * n**90000 - 1, "+", "+"),
    (n**90000 - n, "?", "+"),
    (n**90000 - c, "?", "?"),
    (2 * n ** Fr(1, 2) - 1, "+", "+"),
    (n**2 - n * d + d**2, "+", "+"),
    (n**2 - 2 * n * d + d**2, "?", "+"),
    (c**2 - c * e + e**2, "+", "+"),
    (fn("log2", n), "?", "+"),
    (fn("log2", n + 1), "+", "+"),
    (-fn("log2", n + 1), "-", "-"),
    (fn("log2", c), "?", "?"),
    (1 - n - fn("log2", c), "?", "?"),
    (1 - n - fn("floor", d / 8), "?", "-"),
    (fn("floor", d / 8), "?", "+"),
    (fn("floor", d / 8) * (2 * n - 1), "?", "+"),
    (fn("ceil", d / 8), "+", "+"),
    (fn("ceil", d - 1), "?", "+"),
    (fn("ceil", d - n), "?", "?"),
    (fn("log2", ratio(5)) - 2, "+", "+"),
    (fn("log2", ratio(3)) - 2, "-", "-"),
    (fn("ceil", fn("log2", ratio(5))) - 3, "0", "0"),
    (n - fn("log2", n), "+", "+"),
    (n - 1 - fn("log2", n), "?", "+"),  # 0 at 1 and 2, above beyond
    (fn("log2", 2 * n / (2 * n - 1)), "+", "+"),
    (fn("log2", n) + 1 - fn("ceil", fn("log2", n)), "+", "+"),
    (c - fn("log2", c), "+", "+"),
    (fn("max", n, c) - c, "?", "?"),
    (fn("log2", c) ** 2, "?", "+"),
]


@pytest.mark.parametrize(("form", "mark", "weak"), SIGNS, ids=[str(s[0])[:40] for s in SIGNS])
def test_the_sign_of_a_sum_is_one_answer(form: Ratio, mark: str, weak: str) -> None:
    found = sign(form.num)
    assert (found.mark, found.weak) == (mark, weak)
    turned = sign((-form).num)
    assert (turned.low, turned.high, turned.zero) == (found.high, found.low, found.zero)
    assert (-found).weak == turned.weak
    assert bool(found.proof) == (weak != "?")


def test_facts_and_other_least_values_are_taken_into_account() -> None:
    assert sign((n - c).num, [(1 - c).num]).weak == "+"
    assert sign((n - c).num, [(1 - c).num]).zero
    assert sign((n - c / 2).num, [(1 - c).num]).mark == "+"
    assert sign((n - 1).num, least={"N": 0}) is OPEN
    assert sign((n - 1).num, least={"N": 2}).mark == "+"
    assert sign((n - 2).num, least={"N": 2}).weak == "+"
    assert sign((n**2 - 3 * n + 2).num, least={"N": 2, "D": 0}).weak == "+"
    assert sign((n - 1).num, least={"D": 0}).weak == "+"
    assert sign((n - 3).num, least={"N": 3}).weak == "+"
    assert sign((n - 3).num, least={"N": 3}).zero
    assert sign((n - 4).num, least={"N": 3}) is OPEN  # N may be 3
    assert sign((c - 2).num, least={"K": 3}) is OPEN  # a parameter has no least value


def _values(s: Sign) -> set[int]:
    """Which of -1, 0 and 1 a sum of this sign may be."""
    return {v for v in (-1, 0, 1) if (v >= 0 or not s.low) and (v <= 0 or not s.high) and (v or s.zero)}


def test_the_sign_of_a_quotient_is_that_of_both() -> None:
    one = ratio(1)
    table = [
        ((n - 1) / (n + 1), "+"),
        ((1 - n) / (n + 1), "-"),
        (one / (1 - 2 * n), "-"),
        ((n - 1) / (1 - 2 * n), "-"),
        ((1 - n) / (1 - 2 * n), "+"),
        (one / (c - 1), "?"),
        ((c - 1) / (n + 1), "?"),
        (one / (n - 1), "+"),
        (one / fn("log2", c), "?"),  # below 0 where K < 1
        (n / fn("floor", d / 8), "+"),  # where it is defined
        ((n + d) / (fn("log2", c) + fn("log2", d + 1)), "?"),
    ]
    for r, weak in table:
        assert sign_of(r).weak == weak, r
    assert sign_of(one / (n - 1)).mark == "+"  # where it is defined
    assert sign_of(ratio(0) / (n + 1)).mark == "0"
    assert (ABOVE * NOTHING).mark == "0"
    assert (OPEN * ABOVE) is OPEN
    assert (ABOVE * sign((d - 1).num)).proof == f"{ABOVE.proof}; {sign((d - 1).num).proof}"  # both theorems are named
    assert (ABOVE * BELOW).proof == ABOVE.proof == BELOW.proof  # and one only once
    for x in (ABOVE, BELOW, NOTHING, sign((n - 1).num), sign((1 - n).num)):
        for y in (ABOVE, BELOW, NOTHING, sign((d - 1).num), sign((1 - d).num)):
            # the signs that a product may have, from those its factors may have
            may = {a * b for a in _values(x) for b in _values(y)}
            assert _values(x * y) == may, (x, y)


def test_a_number_too_close_to_0_is_not_decided_and_symbols_are_left_open() -> None:
    root = fn("log2", ratio(3)) * 0 + (3 + 2 * ratio(2) ** Fr(1, 2)) ** Fr(1, 2) - 1 - ratio(2) ** Fr(1, 2)
    assert sign(root.num) is OPEN  # it is 0, which no digits show
    with pytest.raises(SymroofError, match="is zero to"):
        decided(root.num)
    assert decided((c - 1).num) is OPEN
    assert decided((root + 1).num).mark == "+"


@pytest.mark.slow
def test_long_sums_are_not_looked_at_but_proved() -> None:
    many = ratio(70)
    for i in range(70):
        many = many - gen(f"N{i}")
    assert sign(many.num).weak == "-"
    assert sign((-many).num).weak == "+"


def test_both_signs_are_seen_with_functions_too() -> None:
    assert seen_signs((fn("log2", c) - 1).num) == 3
    assert seen_signs((fn("floor", d / 8) - 1).num) == 3
    assert seen_signs((fn("log2", n) + 1).num) == 1
    assert seen_signs((-fn("ceil", n / d)).num) == 2
    assert seen_signs((fn("min", c, d) - fn("max", c, d) / 2).num) == 3
    assert seen_signs((fn("if<", c, d, n, -n)).num) == 3


@pytest.mark.slow
def test_signs_against_the_definition() -> None:
    """Sums drawn from the vocabulary at points on a grid: whatever the oracle says of them has to be so."""
    told = 0
    for k in range(400):
        rng = random.Random(f"sign/{k}")
        tree = draw(rng, ["B", "D", "K", "p"], 2)
        try:
            r = built(tree)
            found = sign_of(r)
        except SymroofError:
            continue
        if found is OPEN:
            continue
        for at in points(rng, ["B", "D", "K", "p"], 12):
            try:
                side = near(worth(tree, at))
            except (Undefined, Close):
                continue
            told += 1
            assert (side >= 0 or not found.low) and (side <= 0 or not found.high), (r, found, at)  # noqa: PT018
            assert side or found.zero, (r, found, at)
    assert told > 1000

"""Questions in numbers that have a value on part of the axis alone, judged by the definition at exact points.

What earlier tests never drew: a logarithm or root of what is below 0 at the first sizes, at the last ones or between
two, beside other terms with the unknown; a parameter with such an end; poles so near 0 that no size is near them.
"""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from time import process_time
from typing import Any

import pytest

from symroof import SymroofError, dims, params, threshold
from tests.outside_judge.tally import Clock, Kind, Refused
from tests.outside_judge.thresholds import Question, judge, judge_typed, remainder
from tests.outside_judge.trees import Tree, num, read, sym

B, N = dims("B N")
K = params("K")


def cut(rng: Random, x: str) -> Tree:
    """A logarithm or root that ends, or begins, on the axis."""
    a, b = (
        num(rng.choice((1, 1, 2, Fraction(1, 3), Fraction(7, 2)))),
        num(rng.choice((1, 2, 5, 16, 100, Fraction(9, 4)))),
    )
    inner: Tree = ("-", ("*", a, sym(x)), b) if rng.random() < 0.7 else ("-", b, ("*", a, sym(x)))
    if rng.random() < 0.2:
        inner = ("*", ("-", sym(x), num(3)), ("-", num(rng.choice((9, 60))), sym(x)))
    if rng.random() < 0.15:
        inner = ("log2", sym(x))
    return ("log2", inner) if rng.random() < 0.7 else ("^", inner, num(rng.choice((Fraction(1, 2), Fraction(3, 2)))))


def drawn(rng: Random) -> Question:
    x = rng.choice(("B", "N", "K", "p"))
    one, two = cut(rng, x), cut(rng, x)
    others: tuple[Tree, ...] = (
        sym(x), ("^", sym(x), num(Fraction(1, 2))), ("log2", sym(x)), ("^", sym(x), num(2)), ("/", num(7), sym(x)),
        ("floor", ("/", sym(x), num(3))), two if two != one else num(2),
    )  # fmt: skip
    other = rng.choice(others)
    left: Tree = (rng.choice(("+", "-", "*", "/", "max", "min")), one, other)
    if rng.random() < 0.2:
        left = ("/", other, one)
    right: Tree = num(rng.choice((-2, 0, 1, 3, 10, 300))) if rng.random() < 0.6 else ("*", num(3), sym(x))
    return Question(left, right, x, ((),), rng.random() < 0.4, True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_regions_are_those_of_the_definition(seed: int) -> None:
    """Values at which a question has none were looked for by no rule but those that answer it anyway."""
    kind, refused, asked = Kind(), [], 60
    for turn in range(asked):
        rng = Random(f"{seed}/within/{turn}")
        q = drawn(rng)
        try:
            judge(q, kind, rng, Clock())
        except Refused as error:
            refused.append(f"{q.call()}: {error}")
    assert kind.points > 20 * asked
    left = [r for r in refused if "no value at any" not in r]
    assert len(left) <= asked // 20, left


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "x", "level", "said"),
    [
        ("sqrt(B) + log2(B - 12)", "B", {"over": 9}, "B >= 27"),
        ("ceil(log2(B - 2))", "B", {"over": 2}, "B >= 5"),
        ("B**2 + log2(64*B - 1024)", "B", {"over": "min(5/B, B)"}, "B >= 17"),
        ("log2(log2(B))", "B", {"over": "1/20 - B"}, "B >= 2"),
        ("B - log2(60 - B)", "B", {"over": 9}, "B in [14.51, 60)"),
        ("K - log2(60 - K)", "K", {"over": 9}, "K in [14.51, 60)"),
        ("K + log2(K - 240)", "K", {"over": 240}, "K >= 240.6"),
        ("log2(1 + log2(K))", "K", {"over": "min(K**3, 12*K)"}, "never"),
        ("sqrt(B**2 - B)", "B", {"at_most": "B - 1/sqrt(B)"}, "B >= 1 first, every B >= 4"),
        ("B**(1/3) + log2(8*B + 7/4)**(-1/2)", "B", {"over": "2*B + 16"}, "never"),
        ("(ceil(B) - B)/(B**3/25 + log2(3*B) + floor(B))", "B", {"at_most": 0}, "always"),
    ],
)
def test_a_stretch_with_a_value_is_asked_by_itself(question: str, x: str, level: dict[str, object], said: str) -> None:
    """Each was refused: it was looked at where it has no value, or bounds far out did not tell it from its rival."""
    made = threshold(question, x, **level)
    assert str(made) == said
    way = "over" if "over" in level else "at_most"
    left = read(question)
    kind = Kind()
    judge(Question(left, read(str(level[way])), x, ((),), way == "at_most", True), kind, Random(1), Clock())
    assert kind.points > 20


@pytest.mark.parametrize(
    ("question", "level", "said"),
    [
        ("B**2/(B + log2(B) + 4096)", "64/1029", "B >= 16"),
        ("B**(2/3)/((4096*sqrt(B)/7 - 6 - 64/B**2)*log2(B))", "240*B**2 + B", "never"),
        ("B*(2*B + log2(4*B + 1)) - (1 + 1/B)/(16/B**2 - log2(B/5))", "min(B, B**2, ceil(B/128) + 128)", "always"),
        ("2*sqrt(B) - floor(B/8) + max(100, log2(B/32 - 1000)) + 99", "6*B", "never"),
        ("floor(B/3)/log2(100*B/7 - 10)", "B*floor(B)", "never"),
    ],
)
def test_no_question_of_sizes_looks_where_no_size_is(question: str, level: str, said: str) -> None:
    """Roots at 2**-4096, residues of questions with functions and reasons on the way took 3 to 20 s; none is needed."""
    begin = process_time()
    assert str(threshold(question, "B", over=level)) == said
    assert process_time() - begin < 2.5


@pytest.mark.slow
def test_nowhere_is_refused_in_words() -> None:
    """A question without a value at any size was not drawn beside those with one at some."""
    with pytest.raises(SymroofError, match="no value at any B"):
        threshold("B + log2(-B - 1)", "B", over=3)
    with pytest.raises(SymroofError, match="no value at any B"):
        threshold("B + log2(3 - B) + log2(B - 5)", "B", over=3)
    assert str(threshold("N + sqrt(N - 5) + sqrt(5 - N)", "N", over=3)) == "N in {5}"
    assert str(threshold("K + sqrt(K - 5) + sqrt(5 - K)", "K", over=3)) == "K in {5}"


POLES = [  # what is divided by is 0 at the first sizes, at one in between, or at some numbers
    ("((50/floor(8) + 1/N/floor(N/128))**2)", "1/10", "N"),
    ("1/floor(N/5) + N/40", "1/3", "N"),
    ("7/log2(N)", "log2(ceil(16*N + 10)) - 3", "N"),
    ("N + 30/log2(N)", "20", "N"),
    ("ceil(N/3) - 9/floor(N/7)", "2", "N"),
    ("1/floor(K/5) + K/40", "1/3", "K"),
    ("floor(K) + 3/log2(K)", "7", "K"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("expr", "level", "x"), POLES)
def test_where_something_is_divided_by_0_there_is_no_question_and_elsewhere_there_is(expr, level, x) -> None:
    # "division by zero" was all that was said where the first sizes have no value
    kind = Kind()
    for at_most in (False, True):
        question = Question(read(expr), read(level), x, ((),), at_most, partial=True)
        judge(question, kind, Random(3), Clock())
    assert kind.points > 60


def test_what_is_divided_by_0_everywhere_stays_refused() -> None:
    with pytest.raises(SymroofError, match=r"division by zero: no value at any B, for .* is 0"):
        threshold("(B + 2)/(ceil(B) - B)", "B", over="log2(12*B)/B")


@pytest.mark.parametrize(
    ("text", "name", "bound", "said"),
    [
        ("log2(B - floor(B))", "B", {}, "no value at any B: its roots and logarithms need B - floor(B) > 0"),
        ("sqrt(1/2 - N)", "N", {}, "no value at any N: its roots and logarithms need 1 - 2*N >= 0"),
        ("B*log2(7*floor(W/D))", "B", {"W": "1/2", "D": 3}, "no value at any B: a root or logarithm is taken of 0"),
        ("B + log2(3*D - 7)", "B", {"D": 1}, "B + log2(3*D - 7) has no value at D=1: log2 of -4"),
        ("B + sqrt(D - 4)", "B", {"D": 1}, "B + sqrt(D - 4) has no value at D=1: a fractional power of -3"),
    ],
)
def test_what_has_no_value_says_where(text: str, name: str, bound: dict[str, Any], said: str) -> None:
    def asked() -> None:
        threshold(text, name, over=2).at(**bound)

    with pytest.raises(SymroofError) as why:
        asked()
    assert said in str(why.value)


def test_where_it_has_one_it_is_answered() -> None:
    assert threshold("B + log2(3*D - 7)", "B", over=5).at(D=5).integer == 2  # B >= 5 - 3
    assert threshold("B + sqrt(D - 4)", "B", over=6).at(D=8).integer == 4


@pytest.mark.slow
def test_a_root_that_divides_beside_something_may_be_0() -> None:
    """The answer was cut to where floor(W) is above 0, seen to be wrong and refused: 128 + sqrt(0) divides as well."""
    rule = threshold("7*W**(3/2)", "W", over="ceil(W**2)/(128 + sqrt(floor(W)) + floor(W))")
    told = {x: rule.contains(x) for x in (Fraction(1, 100), Fraction(11, 1000), Fraction(1, 2), 1, 40)}
    assert told == {x: 7 * float(x) ** 1.5 >= math.ceil(x * x) / (128 + math.sqrt(int(x)) + int(x)) for x in told}
    assert {*told.values()} == {True, False}
    beside_nothing = threshold("W", "W", over="1/(sqrt(floor(W)) + floor(W))")  # which is 0 below 1, where it divides
    assert [beside_nothing.contains(x) for x in (Fraction(1, 2), Fraction(9, 10), 1, 3)] == [False, False, True, True]


def rest(a: str, b: str) -> str:
    """mod(a, b) by its definition."""
    return f"({a} - ({b})*floor(({a})/({b})))"


@pytest.mark.parametrize(
    ("left", "way", "right", "answered"),
    [
        (rest("1/N", rest("N", "floor(-N/4)")), "at_most", "9", False),
        (rest("N**(2/3)/(N-1)", rest("N", "floor(-N/4)")), "at_most", "9", False),
        (f"1/{rest('N', 'floor(-N/4)')}", "at_most", "9", False),
        (f"1/(1 + {rest('N', 'floor(-N/4)')})", "at_most", "9", False),
        (rest("N", "floor(-N/40)"), "over", "0", False),
        (rest("N", "ceil(-N/40)"), "at_most", "-1", False),
        (rest("6*N", "ceil(-N/3)"), "over", "0", False),
        (f"min(N, K)/{rest('K', '-3')}", "over", "1/2", True),
        (f"(N/7)/{rest('K', '-9')}", "at_most", "D", True),
        (f"((D/K)/{rest('K', '-6')})*(K+D+N)", "over", "2", True),
        ("N/((12+N)/(K-N))", "at_most", "5", True),
        ("(log2(N))**(1/2)", "at_most", "D-1", True),
        ("(log2(N))**(1/2)", "at_most", "D-3", True),
        ("(log2(N))**(1/2)", "at_most", "K-1", True),
        ("(log2(N))**2 + log2(N)", "at_most", "D-1", True),
        ("(log2(N))**(3/2)", "at_most", "floor(D/37)", True),
        ("(log2(N))**(1/2)", "at_most", "ceil(D/2)-1", True),
    ],
)  # fmt: skip
def test_remainders_below_0_and_ties_where_a_region_begins(left: str, way: str, right: str, answered: bool) -> None:
    """Moduli below 0, poles between two roots in symbols and levels that are 0 at their first size were never drawn."""
    envs = [
        {"D": Fraction(d), "K": k} for d, k in zip((1, 1, 2, 3, 40, 74), map(Fraction, (1, 16, "1/2", 8, 5, "25/2")))
    ]
    one = Question(read(left), read(right), "N", tuple(tuple(env.items()) for env in envs), way == "at_most", True)
    kind = Kind()
    try:
        judge_typed(one, kind, Random(1), Clock())
    except Refused as error:
        if answered or "Contradicted" in str(error):
            raise
    assert kind.points > 100 or not answered


def test_remainders_are_those_of_the_definition() -> None:
    """No generator drew a modulus that is below 0, a rounding or a remainder itself."""
    kind, caught = Kind(), []
    for turn in range(16):
        rng = Random(f"remainders/{turn}")
        q = remainder(rng)
        try:
            judge_typed(q, kind, rng, Clock())
        except Refused as error:
            caught += [f"{q.call()}: {error}"] if "Contradicted" in str(error) else []
    assert not caught
    assert kind.points > 200


def test_a_rounding_of_roundings_is_none() -> None:
    """floor(floor(K)) was another function than floor(K), and 1 over their difference a question with an answer."""
    with pytest.raises(SymroofError, match="division by zero"):
        threshold("N + 1/mod(floor(K), 1)", "N", over=5)
    assert str(threshold("N/floor(2*ceil(K) - floor(K))", "N", over=5)) == str(
        threshold("N/(2*ceil(K) - floor(K))", "N", over=5)
    )

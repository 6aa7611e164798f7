"""What an outsider's generator found in the algebra that ours had never drawn, by cause: each docstring says what."""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from sympy import Rational
from tiers import all_but_slow

from symroof import (
    SymroofError,
    compare,
    dims,
    dominates,
    exactly,
    interval,
    latex,
    numeric,
    op,
    optimum,
    parse_formula,
    prove,
    roofline,
    same,
    sweep,
    threshold,
)
from symroof.algebra.ratios.budget import OutOfTime
from symroof.algebra.ratios.posynomial import Ratio


def formula(text: str) -> Ratio:
    return parse_formula(text).sides[0].ratio()


# -- where a question has a value --------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [{"at_most": "1"}, {"over": "1"}])
@pytest.mark.parametrize(
    "question", ["sqrt(1-4*B)", "(1-4*B)**(2/3)", "(1-4*B)**(1/3)", "floor((1-4*B)**(2/3))", "max(B, sqrt(1-4*B))"]
)
def test_what_has_no_value_at_any_size_is_neither_always_nor_never(question: str, level: dict[str, str]) -> None:
    """Generators drew under roots only what is above 0, so that none was ever asked where it is below."""
    with pytest.raises(SymroofError, match=r"no value at any B: .*1 - 4\*B"):
        threshold(question, "B", **level)


@pytest.mark.parametrize(
    ("question", "level", "said"),
    [
        ("sqrt(B-4)", {"at_most": 1}, "B in [4, 5]"),
        ("floor(sqrt(B-4))", {"at_most": 1}, "B in [4, 8)"),
        ("sqrt(B-4)", {"over": "-1"}, "B >= 4"),
        ("1/sqrt(B-4)", {"over": "1/10"}, "B in (4, 104]"),
        ("(B-4)**(2/3)", {"at_most": 1}, "B in [4, 5]"),
        ("sqrt(4-B)*sqrt(9-B)", {"at_most": 5}, "B <= 4"),
        ("sqrt(B**2-10*B+9)", {"over": "-3"}, "B in (0, 1] or [9, oo)"),
        ("ceil((B-8)**(1/3))", {"at_most": 0}, "B in {8}"),
        ("ceil((B-8)**(2/3))", {"over": 1}, "B > 8 (9)"),
        ("B+sqrt(B-4)", {"at_most": 4}, "B in {4}"),
        ("sqrt(B-D)", {"at_most": 3}, "B <= 9 + D and B >= D"),
        ("sqrt(D-B)", {"over": 3}, "B <= D - 9 when 9 < D"),
        ("B*sqrt(D-4)", {"at_most": 3}, "B <= 3*sqrt(D - 4)/(D - 4) when 4 < D, every B when D <= 4 and 4 <= D"),
    ],
)
def test_a_region_leaves_out_the_sizes_without_a_value(question: str, level: dict[str, str], said: str) -> None:
    """Half-defined roots were never drawn either: the judges skipped what they could not evaluate."""
    made = threshold(question, "B", **level)
    assert str(made) == said
    if "D" not in question:
        for n in range(1, 30):
            try:
                inside = made.contains(n)
            except SymroofError:
                inside = False
            assert claimed(said, n) is inside, n


def test_a_parameters_region_is_cut_too() -> None:
    """Parameters under roots were drawn with plus signs only."""
    assert str(threshold("(K-4)**(2/3)", "K", at_most=1)) == "K in [4, 5]"
    assert str(threshold("sqrt(1-4*K)", "K", at_most=1)) == "K <= 0.25"


def test_no_condition_is_a_logarithm_of_what_is_not_positive() -> None:
    """No generator drew the logarithm of a difference of two sizes."""
    assert "log2(1 - D)" not in str(threshold("log(B-D,2)", "B", at_most=1))


@pytest.mark.parametrize(
    ("question", "level", "said"),
    [
        ("max(2, 1/(B-3))", {"over": 1}, "B in [1, 3) or (3, oo)"),
        ("max(B, 1/(B-3))", {"over": 1}, "B in [1, 3) or (3, oo)"),
        ("min(9, 1/(B-3))", {"at_most": 9}, "B in [1, 3) or (3, oo)"),
        ("max(2, 1/(B-3))*B", {"over": 1}, "B in [1, 3) or (3, oo)"),
        ("max(2, 1/log2(B))", {"over": 1}, "B > 1 (2)"),
        ("max(2, 1/floor(B/8))", {"over": 1}, "B >= 8"),
        ("-D/(B-3)**2", {"at_most": 3}, "B in (0, 3) or (3, oo)"),
        ("max(B, 1/(B-D))", {"over": 1}, "B > D or B < D"),
        ("max(2, 1/(B+3))", {"over": 1}, "always"),
        ("max(B, 1/(B+D))", {"over": 4}, "B >= 4"),
        ("min(9, 1/ceil(B/8))", {"at_most": 9}, "always"),
        ("ceil(1/(B-3))", {"over": 1}, "B > 3 (4)"),
    ],
)
def test_a_region_leaves_out_the_poles_inside_of_its_functions(question: str, level: dict[str, str], said: str) -> None:
    """Quotients inside of a maximum or minimum were drawn over what is above 0 alone, other poles stood outside."""
    made = threshold(question, "B", **level)
    assert str(made) == said
    if "D" not in question and " in " in said:
        assert not made.contains(3)
        assert all(made.contains(n) for n in (1, 2, 4, 5, 99))


@pytest.mark.parametrize(
    ("question", "level", "said", "pole"),
    [
        ("B/floor(W)", {"over": 4}, "B >= 4*floor(W) when 0 < floor(W)", {"W": Fraction(1, 2)}),
        ("ceil(B/floor(D/8))", {"at_most": 0}, "never", None),
        ("floor(B/floor(W))", {"over": 3}, "B >= 3*floor(W) when 0 < floor(W)", {"W": Fraction(1, 2)}),
        ("B/log2(D)", {"over": 5}, "B >= 5*log2(D) when 1 < D", {"D": 1}),
        ("log2(B)/log2(D)", {"over": 3}, "B >= D**3 when 1 < D", {"D": 1}),
        ("B/abs(W-2)", {"over": 5}, "B >= 5*Max(2 - W, W - 2) when 0 < Max(2 - W, W - 2)", {"W": 2}),
        ("B/abs(W-2)", {"at_most": 5}, "B <= 5*Max(2 - W, W - 2) when 0 < Max(2 - W, W - 2)", {"W": 2}),
        ("B/max(D-F, 0)", {"over": 6}, "B >= 6*Max(0, D - F) when 0 < Max(0, D - F)", {"D": 2, "F": 3}),
        ("B/(1-D)", {"at_most": 2}, "every B when 1 < D", None),
        ("max(B, 1/(D-F))", {"at_most": 5}, "B <= 5 when F < D or D < F", {"D": 2, "F": 2}),
        ("min(B, D/(D-1), F/(F-1))", {"over": 2}, "B >= 2 when 1 < D and D <= 2 and 1 < F and F <= 2", None),
        ("B/ceil(W)", {"over": 4}, "B >= 4*ceiling(W)", None),
        ("B/ceil(D/8)", {"over": 4}, "B >= 4*ceiling(D/8)", None),
        ("B/floor(D)", {"over": 4}, "B >= 4*floor(D)", None),
        ("B/log2(D+1)", {"over": 5}, "B >= 5*log2(D + 1)", None),
        ("B*log2(D)", {"at_most": 5}, "B <= 5/log2(D) when 1 < D, every B when D <= 1", None),
        ("max(B, 1/(D+F))", {"at_most": 5}, "B <= 5", None),
        ("B/(D-F)", {"over": 5}, "B >= 5*D - 5*F when F < D", None),
    ],
)
def test_the_poles_of_other_symbols_are_conditions(
    question: str, level: dict[str, str], said: str, pole: dict[str, object] | None
) -> None:
    """What other symbols divide by was drawn above 0; roundings, logarithms and distances that are 0 were not."""
    made = threshold(question, "B", **level)
    assert str(made) == said
    if pole is not None:
        with pytest.raises(SymroofError):
            exactly(made, **pole)
        with pytest.raises(SymroofError):
            made.at(**pole)
        assert math.isnan(numeric(made, *pole)(*map(float, pole.values())))


# -- printed ends ------------------------------------------------------------------------------------------------------


def claimed(said: str, n: int | Fraction) -> bool:
    """What a printed region says of a number, by this file's own reading."""
    if said in ("always", "never"):
        return said == "always"
    if " in " not in said:
        sense, end = re.fullmatch(r"\w+ ([<>]=?) (\S+)(?: \(\d+\))?", said).groups()  # type: ignore[union-attr]
        return bool(eval(f"n {sense} Fraction('{end}')", {"n": n, "Fraction": Fraction}))
    for left, low, high, right in re.findall(r"([\[(])([^,]+), ([^\])]+)([\])])", said):
        above = n > Fraction(low) or (n == Fraction(low) and left == "[")
        below = high == "oo" or n < Fraction(high) or (n == Fraction(high) and right == "]")
        if above and below:
            return True
    return any(n == Fraction(x) for x in re.findall(r"\{([^}]+)\}", said))


@pytest.mark.parametrize("tiny", ["1e-20", "-1e-20", "1e-6", "-1e-6", "0"])
@pytest.mark.parametrize(("a", "b"), [("8", "100"), ("1000", "10**5"), ("3", "4"), ("10**8", "10**8+2"), ("13", "15")])
@pytest.mark.parametrize("name", ["B", "K"])
def test_printed_ends_say_of_whole_numbers_what_contains_says(name: str, a: str, b: str, tiny: str) -> None:
    """Levels lay far from the values at whole sizes, never closer to one than a float can tell."""
    for asked in ({"over": tiny}, {"at_most": tiny}):
        t = threshold(f"({name}-{a})*({name}-({b}))", name, **asked)
        shown = (
            latex(t).replace(r"\infty", "oo").replace(r"\cup", "or").replace(r"\in", "in").replace("10^{5}", "100000")
        )
        for n in {m + d for m in (eval(a), eval(b)) for d in (-1, 0, 1)}:
            truth = t.contains(n)
            if n < 10**6:
                assert claimed(str(t), n) is truth, (str(t), n)
                if t.intervals:
                    assert claimed(shown, n) is truth, (shown, n)
            within = [i for i in t.intervals if (i.lo < n or (i.lo == n and i.closed[0]))
                      and (i.hi is None or n < i.hi or (n == i.hi and i.closed[1]))]  # fmt: skip
            assert not t.intervals or bool(within) is truth, (t.intervals, n)


def test_ends_closer_than_floats_are_told_apart() -> None:
    """No two crossings were drawn so close that they share a float."""
    t = threshold("(K-8-1/10**20)*(K-8-3/10**20)", "K", at_most=0)
    assert str(t) == "K in [8.00000000000000000001, 8.00000000000000000003]"
    assert "8.00000000000000000001" in latex(t)


# -- the same region as one inequality ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "level"),
    [
        ("1/(3-B)", {"over": "1/2"}),
        ("4/(1/2-B**2)", {"at_most": "-1"}),
        ("log(B/10+1/10,2)", {"over": 3}),
        ("min(B**2-2, 7-5*B**2, 3*B-B**2)", {"over": 16}),
        ("sqrt(B-3)", {"over": 3}),
        ("B/(B+3)", {"over": "1/2"}),
        ("1/(B-7)", {"over": "1/2"}),
    ],
)
def test_reduced_is_the_same_region_or_none(question: str, level: dict[str, str]) -> None:
    """It was asked of ratios of positive sums alone, whose denominators are never 0 or below."""
    t = threshold(question, "B", **level)
    for n in range(1, 60):
        try:
            inside = t.contains(n)
        except SymroofError:
            continue
        assert t.reduced is None or t.reduced.holds(B=n) is inside, n


def test_reduced_is_not_lost_where_it_is_the_same() -> None:
    """The mend may refuse too much."""
    assert str(threshold("B*D/(B+D)", "B", over=240).reduced) == "240/B + 240/D <= 1"
    assert str(threshold("4/(1/2-B**2)", "B", at_most="-1").reduced) == "2*B**2/9 <= 1"


# -- numeric -----------------------------------------------------------------------------------------------------------


def both_ways(f, values):  # type: ignore[no-untyped-def]
    """A call with numbers, one with a small array, one with a large array."""
    yield f(*values)
    yield f(*(np.full(3, float(v)) for v in values))[1]
    yield f(*(np.full(20_000, float(v)) for v in values))[777]


@pytest.mark.parametrize(
    ("text", "names", "values"),
    [
        ("(B-D)**2", "B D", (10**9 + 1, 10**9)),
        ("1/((B-D)**2)", "B D", (10**9 + 1, 10**9)),
        ("(B-D)*F", "B D F", (10**15 + 1, 10**15, 10**15 + 1)),
        ("16*ceil(7*D/16)*mod(16/B + B*D/4, 8)", "B D", (128, 10**10)),
        ("ceil(D/3)*mod(B*D/4 + 1/8, 8)", "B D", (128, 10**12)),
        ("B**2 - D*F", "B D F", (10**8, 10**8 - 1, 10**8 + 1)),
        ("(B**2 - D*F)*sqrt(B)", "B D F", (10**8, 10**8 - 1, 10**8 + 1)),
        ("B*(B-D) + 1", "B D", (10**12, 10**12)),
        ("max(abs(8-10), min(12, 2*B**2*D-2*B*D))", "B D", (1, 7)),
        ("min(B+7, B**2*D-B*D, 12)", "B D", (1, 7)),
    ],
)
def test_numeric_keeps_the_digits_that_products_cancel_to(text: str, names: str, values: tuple[int, ...]) -> None:
    """Sizes were drawn small, or far apart: a product less another of nearly its size never was."""
    r = formula(text)
    right = float(exactly(r, **dict(zip(names.split(), values))))
    for found in both_ways(numeric(r, *names.split()), values):
        assert math.isclose(found, right, rel_tol=1e-9)


@pytest.mark.slow
def test_numeric_of_random_sums_is_right_or_no_number() -> None:
    """The judges compared within a share of the largest term, so that lost digits passed."""
    draw = random.Random(29)
    for _ in range(60):
        terms = [f"{draw.choice('+-')}{draw.randint(1, 9)}*{'*'.join(draw.choices('BDF', k=draw.randint(1, 3)))}"
                 for _ in range(draw.randint(2, 5))]  # fmt: skip
        r = formula("B" + "".join(terms))
        n = 10 ** draw.randint(1, 9)
        values = [n + draw.randint(-1, 1) for _ in range(3)]
        if min(values) < 1 or not {"B", "D", "F"} <= set(r.names):
            continue
        right = exactly(r, B=values[0], D=values[1], F=values[2])
        for found in both_ways(numeric(r, "B", "D", "F"), values):
            assert math.isclose(found, float(right), rel_tol=1e-9), (str(r), values)


@pytest.mark.slow
@pytest.mark.parametrize("scale", all_but_slow(["1", "1/100000000000000"], ["1/100000000000000"]))
def test_a_thresholds_number_does_not_cancel(scale: str) -> None:
    """Crossings of quadratics were drawn with the sign of the middle term known."""
    t = threshold(f"{scale}*B**2 + B*D - B*F", "B", over=1)
    for d, f in [(1, 5), (100, 107), (1, 10**8 + 1), (1, 10**9), (10**9, 1), (7, 7), (3, 10**12)]:
        x, c = f - d, Fraction(scale)
        right = (x + math.sqrt(x * x + 4 * c)) / 2 / c if x > 0 else 2 / (-x + math.sqrt(x * x + 4 * c))
        for found in (
            *both_ways(numeric(t, "D", "F"), (d, f)),
            *both_ways(numeric(t.value, "D", "F"), (d, f)),
            numeric(t, D=d, F=f)(),
            numeric(t, "D", F=f)(d),
        ):
            assert math.isclose(found, right, rel_tol=1e-9), (d, f, found)


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("1/(B-3)", 3),
        ("1/mod(B,3)", 3),
        ("1/floor(B/8)", 5),
        ("1/log(B,2)", 1),
        ("floor((1-4*B)**(2/3))", 1),
        ("ceil((1-4*B)**(2/3))", 2),
        ("mod(2,(1-4*B)**(2/3))", 1),
        ("floor((1-4*B)**(1/3))", 1),
        ("1/(B**2-9)", 3),
    ],
)
def test_numeric_is_no_number_where_there_is_no_value(text: str, n: int) -> None:
    """Poles of both signs, and roots of what is below 0 inside of a rounding, were never asked of numeric."""
    r = formula(text)
    with pytest.raises(SymroofError):
        exactly(r, B=n)
    assert all(math.isnan(x) for x in both_ways(numeric(r, "B"), (n,)))


# -- time and words ----------------------------------------------------------------------------------------------------

LONG = (
    "(min((10**30*C - C**2/B - 5*B*C), (1/(10*C) + B*C/2**60 + 3/B)))"
    "/((7*B*C**2/(1/3 + 2*B))/abs(-12*B**2*C + 12*B**(-1/2) + 3))"
)


@pytest.mark.slow
@pytest.mark.parametrize("ask", ["at", "threshold"])
def test_a_time_binds_questions_in_numbers(ask: str) -> None:
    """Times were asked of questions in symbols; those in numbers were all short."""
    rule, text = threshold(LONG, "B", over=8), LONG.replace("C", "(1/4)")
    start = time.process_time()
    with pytest.raises(OutOfTime):
        rule.at(C="1/4", within="300ms") if ask == "at" else threshold(text, "B", over=8, within="300ms")
    assert time.process_time() - start < 3


def test_a_trial_does_not_take_the_float_of_a_level_for_the_level() -> None:
    """Levels were short decimals, which floats of whole sizes never meet."""
    assert str(threshold("B", "B", over="8+1e-20")) == "B >= 8 (9)"
    assert str(threshold("(8+1e-20)*B", "B", over=8)) == "B >= 1"


@pytest.mark.slow
def test_an_answer_in_numbers_needs_no_numbers() -> None:
    """Roots under roots were drawn with rational factors only."""
    made = threshold("sqrt(12 - sqrt(B)/3)", "B", at_most=1)
    assert [n for n in (*range(1, 1400), 10**6) if made.contains(n)] == [*range(33**2, 36**2 + 1)]
    assert str(made) == "B in [1089, 1296]"


def test_a_number_may_stand_among_the_terms_of_a_sum() -> None:
    """The generators bound no size to 1 under a sum of roots: its term is then a number, and was asked for its kind."""
    B, D, F, K = dims("B D F K")
    sqrt = Rational(1, 2)
    cost = 4 * (D * K / F) ** sqrt * B + 100 * K**sqrt / (F * D) ** 2 * B**-sqrt + 128 / B**2
    least = optimum(cost, B)
    for at in ({"D": 2, "F": 3, "K": 5}, {"D": 1, "F": 1, "K": 1}):
        found = float(numeric(least.value, **at)())
        d, f, k = (at[n] for n in "DFK")
        grid = (2.0 ** (i / 64) for i in range(-512, 512))
        best = min(4 * (d * k / f) ** 0.5 * b + 100 * k**0.5 / (f * d) ** 2 * b**-0.5 + 128 / b**2 for b in grid)
        assert abs(found / best - 1) < 1e-3


# -- questions that were let through, or fell over ---------------------------------------------------------------------


@pytest.mark.slow
def test_equal_branches_leave_one_of_them() -> None:
    """No minimum was drawn with a quotient by a minimum in it, of which two cases have one answer."""
    t = threshold("min(B/min(C, B), C - B)", "B", over=0)
    assert [(b, c) for b in range(1, 9) for c in range(1, 9) if t.contains(b, C=c) is not (b <= c)] == []
    assert str(t.at(C=4)) == "B <= 4"
    t = threshold("min(B/min(C, B), C + W - B)", "W", over=0)
    assert str(t) == "W >= B - C, every W when B <= C"


def test_a_sweep_takes_the_sizes_that_one_question_takes() -> None:
    """Sweeps were asked at whole sizes only: fractions of one passed where ``attainable`` refuses them."""
    m = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    for wrong in ([2.5, 0.5], [2, Fraction(5, 2)], 2.5, np.array([4, 2.5])):
        with pytest.raises(SymroofError, match=r"B=(2\.5|5/2) is not an integer; a size is a whole number"):
            sweep(m, "H100", B=wrong, D=2, F=3)
    assert len(sweep(m, "H100", B=[2.0, Fraction(4)], D=np.array([2.0, 3.0]), F=3)) == 4


@pytest.mark.parametrize("wrong", [5, "x", [5], [op("bf16[B, D] * bf16[D, F] -> bf16[B, F]").at(B=2, D=2, F=2), None]])
def test_a_roofline_of_what_is_no_operation_is_refused(wrong: object) -> None:
    """The second place was only ever given operations."""
    with pytest.raises(SymroofError, match="is not an operation; make one"):
        roofline("H100", wrong)
    assert roofline("H100", [op("bf16[B, D] * bf16[D, F] -> bf16[B, F]").at(B=2, D=2, F=2)]).marks


@pytest.mark.parametrize(
    ("f", "relation", "g", "at"),
    [
        ("sqrt(B-3)", ">=", "0", "B=1"),
        ("sqrt(1-K)", ">=", "0", "K=2"),
        ("log2(B-1)", "<", "log2(B-1)+1", "B=1"),
        ("1/(B-1)", "<", "1/(B-1)+1", "B=1"),
        ("1/log2(B)", "<", "1/log2(B)+1", "B=1"),
        ("1/sqrt(B-1)", ">=", "0", "B=1"),
        ("max(sqrt(B-3), 2)", ">", "1", "B=1"),
        ("0*B + sqrt(3000-B)", ">=", "0", "B=16384"),
    ],
)
def test_nothing_is_proved_of_a_side_without_a_value(f: str, relation: str, g: str, at: str) -> None:
    """The judges of proofs skipped the points at which a side has no value, so that no proof was held against one."""
    made = prove(f, g, relation)
    assert made.result is None
    assert f"has no value at {at} " in made.how
    assert relation != ">=" or dominates(f, g) is None
    assert compare(f, g) is None


@pytest.mark.parametrize(
    ("f", "relation", "g"),
    [
        ("sqrt(B-1)", ">=", "0"),
        ("sqrt(B-1)+D", ">", "sqrt(B-1)"),
        ("sqrt(max(B, D)-B)", ">=", "0"),
        ("sqrt(B**2-2*B*D+D**2)+1", ">", "0"),
        ("B/(B+D-1)", ">", "0"),
        ("sqrt(B-3)+D", "==", "D+sqrt(B-3)"),
        ("1/(B-1)", "==", "2/(2*B-2)"),
        ("(B-1)/(B-1)", ">", "0"),
    ],
)
def test_what_has_a_value_everywhere_is_proved_as_before(f: str, relation: str, g: str) -> None:
    """What is above 0 under a root at every size was not drawn beside what is below 0 at some."""
    assert prove(f, g, relation).result is True
    assert relation != "==" or same(f, g) is True


@pytest.mark.parametrize(
    ("question", "level", "unknown", "there", "nowhere"),
    [
        ("max(B, D)", "2*W", "B", {"D": 4, "W": 2}, {"D": 4, "W": 1.9}),
        ("max(B, D)", "3*W", "B", {"D": 6, "W": 2}, {"D": 7, "W": 2}),
        ("max(B, D)", "3*W", "B", {"D": 3, "W": 1.5}, {"D": 9, "W": 2.999999999999999}),
        ("max(K, min(W, D))", "W", "K", {"D": 4, "W": 0.25}, None),
        (
            "max(B, D*W_1)",
            "W_2*K",
            "B",
            {"D": 2, "W_1": 1.5, "W_2": 3, "K": 1},
            {"D": 2, "W_1": 1.5, "W_2": 2.9, "K": 1},
        ),
        ("max(B, sqrt(D))", "W", "B", {"D": 4, "W": 2}, {"D": 5, "W": 2}),
    ],
)
def test_a_condition_holds_where_its_sides_are_equal(
    question: str, level: str, unknown: str, there: dict[str, float], nowhere: dict[str, float] | None
) -> None:
    """Conditions were drawn between sizes, which floats hold exactly, never between the rounded products of rates."""
    t = threshold(question, unknown, at_most=level)
    f = numeric(t, *there)
    assert set(both_ways(f, tuple(there.values()))) == {float(exactly(t, **there))}
    if nowhere is not None:
        assert all(math.isnan(x) for x in both_ways(f, tuple(nowhere.values())))
        with pytest.raises(SymroofError, match="it holds when"):
            exactly(t, **nowhere)


@pytest.mark.parametrize("verb", [exactly, numeric, interval])
def test_a_capital_letter_may_belong_to_another_formula(verb: Callable[..., object]) -> None:
    """Names that do not occur were only ever words: that a letter is taken was neither said nor held."""
    r = formula("B*C")
    verb(r, B=2, C=3, Q=3)
    for strange in ("foo", "q", "QQ"):
        with pytest.raises(SymroofError, match=f"{strange} does not occur"):
            verb(r, B=2, C=3, **{strange: 3})


def test_what_was_cancelled_does_not_matter_and_is_said() -> None:
    """The same of thresholds: of an expression a letter may be gone, of an operation none is."""
    rule = threshold("B*C", "B", over=3)
    assert rule.contains(1, C=3, Q=3)
    assert "Q does not occur, so it does not matter" in rule.at(C=1, Q=3).notes
    matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    for made, sizes in ((rule, {"foo": 3}), (threshold(matmul, "B", on="H100"), {"Q": 3})):
        with pytest.raises(SymroofError, match="does not occur"):
            made.at(**sizes)
    assert numeric(formula("B*C"), "B", "D", C=2)(3, 4) == 6


def test_two_sides_that_are_equal_by_their_exponents_do_not_decide_a_strict_condition() -> None:
    """The exponent 7/6 was a float in the wider numbers too, and told 2*W**(7/6)/3 from W**(1/6) at W = 3/2."""
    t = threshold(formula("2*W**(3/2)*B/(W**(1/2)*B + 8*W**(1/3))"), "B", over="K")
    f = numeric(t, "K", "W")
    assert [math.isnan(f(2 * w, w)) for w in (1.5, 3, 1, 2)] == [True] * 4
    assert f(3, 1.6) == pytest.approx(110.958671657845)

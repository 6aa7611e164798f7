"""Thresholds that hang on signs, judged point by point from the definition.

What earlier generators never drew: parameters below 1, logarithms that are 0 (a size of 1) or below, floors that are 0,
levels met with equality, a real parameter as the unknown under a rounding, coefficients that vanish at a corner.
"""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from fractions import Fraction as Fr
from typing import Any

import pytest
import sympy
from judge import reaches
from outside import says
from sympy import Abs, Max, Mod, Piecewise, Rational, ceiling, floor, log, sqrt

from symroof import (
    SymroofError,
    compare,
    dims,
    exactly,
    interval,
    latex,
    leading,
    optimum,
    params,
    prove,
    same,
    threshold,
)
from symroof.algebra.ratios import budget
from symroof.algebra.regions.outcome import Interval
from symroof.algebra.trials.trial import untried

SIZES, REALS = "B D F N H X", "K p q eps"
B, D, F, N, H, X = dims(SIZES)
K, p, q, eps = params(REALS)
VALUES = {True: [Fr(1), Fr(2), Fr(3), Fr(8), Fr(9)], False: [Fr(1, 1000), Fr(1, 4), Fr(1, 2), Fr(1), Fr(2), Fr(10)]}
TRIED = {
    True: [Fr(n) for n in (1, 2, 3, 4, 7, 8, 9, 20, 100, 500, 501, 4096, 10**6)],
    False: [Fr(x) for x in ("1/1000", "1/4", "1/2", "3/4", "1", "5/4", "3/2", "2", "5/2", "3", "9", "10", "1000")],
}


def log2(x: object) -> sympy.Expr:
    return log(x, 2)


def judged(t: Any, expr: Any, level: Any, name: str, fixed: dict[str, Fr], seen: dict[bool, int]) -> None:
    """What an answer says against the definition at every value tried."""
    for n in TRIED[name in SIZES.split()]:
        at = {**fixed, name: n}
        told = says(t, at)
        truth = reaches(expr, level, at)
        if told is None or truth is None:
            continue
        assert told == truth, f"{t} at {at}"
        seen[truth] += 1


QUESTIONS = [  # (expression, unknown, level): each one was answered wrong at some point before there was one oracle
    (B - B * floor(D / 8), "B", B * N),
    (N - N * log2(D), "N", N * D),
    (1 / B + 1, "B", F + log2(F)),
    (B - B * log2(K), "B", B * N),
    (N * ceiling(log2(B / D)) + 1000, "N", 1 / N),
    (N * log2(K) + B, "N", 2),
    (p * log2(K) + 10, "p", 1 / p),
    (N**2 * ceiling(log2(B / D)) + 1000, "N", 1),
    (B - log2(N), "N", D),
    (log2(D / N), "N", 1),
    (D / (log2(N) + 1), "N", q),
    (D / (log2(N) + 1), "N", D),
    (1 / (log2(eps) + 1), "eps", q),
    (q / (log2(eps) + 3) - 2, "eps", Rational(-5, 2)),
    ((log2(eps) - 1) / (log2(eps) + 1), "eps", q),
    (1 - log2(D * K), "K", Rational(1, 2)),
    (log2(N) ** 2 - log2(N), "N", 0),
    (D * log2(N) - log2(N) ** 2, "N", 0),
    (N - log2(N), "N", N * D),
    (2 * ceiling(K), "K", 3),
    (eps / (2 * ceiling(eps / 2)), "eps", Rational(1, 2)),
    (eps / ceiling(eps), "eps", Rational(3, 4)),
    (ceiling(q / eps), "eps", 3),
    (3 * p / (p / N + floor(p / 8)), "p", 6),
    (F / (B / D + floor(B / D)), "B", K),
    (N**2 + F, "N", K * N),
    (N**2 * log2(F) + 2 * N * F, "N", F),
    (N**2 * floor(F / 3) + 2 * N * F, "N", F),
    (8 / (1 - F**2) / (1 + p), "p", 1 / p),
    (8 / (1 - q**2) / (1 + p), "p", 1 / p),
    (X * (B**2 - B * D + D**2), "X", 7),
    (X * (2 * N**9 - 1), "X", 7),
    (X * (2 * sqrt(N) - 1), "X", 7),
    (N * (D - F) + B, "N", 1 / N),
    (log2(K) * Max(B, D), "B", 3),
    (Max(B - D, -7) ** 2, "B", 4),
    (Max(N, F) / log2(K), "N", -20),
    (Max(N, F) / (q - 1), "N", 3),
    (B * D * F / (D * F), "B", K),
    ((Rational(1, 2) + 3 * p + p**2) / Max(D + D * p, 8 * p - 239 * D * p), "D", D),  # a maximum below, one side of
    (F / Max(N - D, 1) ** 2, "N", K),  # which is below 0: never drawn so far
]


@pytest.mark.slow
@pytest.mark.parametrize(("expr", "name", "level"), QUESTIONS, ids=[f"{e} in {n}" for e, n, _ in QUESTIONS])
def test_a_threshold_is_right_where_functions_vanish_or_change_their_sign(expr: Any, name: str, level: Any) -> None:
    seen = {True: 0, False: 0}
    others = sorted({str(s) for s in (sympy.sympify(expr) - sympy.sympify(level)).free_symbols} - {name})
    with untried():
        t = threshold(expr, name, over=level)
        assert str(t)
        assert latex(t)
        for values in itertools.product(*(VALUES[n in SIZES.split()] for n in others)):
            fixed = dict(zip(others, values))
            judged(t, expr, level, name, fixed, seen)
            try:
                bound = t.at(**fixed) if fixed else t
            except SymroofError as why:
                if "division by zero" not in str(why):
                    raise
                continue
            judged(bound, expr, level, name, fixed, seen)
    assert sum(seen.values()) > 10


TEXTS = [
    ((B - log2(N), N, D), "N <= 2**(B - D) when D <= B"),
    ((1 / (log2(eps) + 1), eps, q), "eps > 0.5 and eps <= 2**(1/q - 1)"),
    ((1 - log2(D * K), K, Rational(1, 2)), "K <= sqrt(2)/D"),
    ((2 * ceiling(K), K, 3), "K > 1"),
    ((eps / ceiling(eps), eps, Rational(3, 4)), "eps in [0.75, 1] or [1.5, 2] or [2.25, oo)"),
    ((X * (B**2 - B * D + D**2), X, 7), "X >= 7/(B**2 + D**2 - B*D)"),
    ((X * (2 * N**9 - 1), X, 7), "X >= 7/(2*(N**9 - 1/2))"),
    ((X * (2 * sqrt(N) - 1), X, 7), "X >= 7/(2*(sqrt(N) - 1/2))"),
    ((N * ceiling(log2(N)), N, 100), "N >= 20"),
    ((B * ceiling(4096 / B), B, 4100), "B >= 5 first, every B >= 4100"),
    ((log2(7 * D), D, 2 + D), "never"),
    ((sqrt(12 * D) + 1 / D, D, 240), "D >= 4800.0 (4800)"),
    ((log2(N), N, 10**6), "N >= 2**1000000"),
    ((N + 4 - 1, N, N), "always"),
    ((B / 3 / floor(B / 3), B, Rational(11, 10)),
     "B in [4, 5] or [7, 8] or [10, 11] or {14} or {17} or {20}"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "text"), TEXTS, ids=[t for _, t in TEXTS])
def test_the_whole_answer_in_words(asked: Any, text: str) -> None:
    expr, name, level = asked
    assert str(threshold(expr, name, over=level)) == text


def test_outside_a_condition_text_and_latex_say_that_every_value_does() -> None:
    t = threshold(N**2 + F, N, over=K * N)
    assert str(t).endswith("when F <= K**2/4, every N when K**2/4 < F")
    assert r"\text{every } N \text{ when } \frac{K^2}{4} < F" in latex(t)
    assert t.at(K=2, F=9).verdict == "always"
    falling = threshold(1 / B + 1, B, over=F + log2(F))
    assert r"\text{every } B \text{ when } F + \log_2 F \le 1" in latex(falling)


def test_a_question_that_symbols_leave_open_is_a_record_that_numbers_settle() -> None:
    t = threshold(N**2 * (D - F) + B, N, over=1 / N)
    assert t.verdict == "open"
    assert "bind B, D, F" in t.notes[0]
    assert str(t) == "N in a region that needs numbers for B, D, F"
    assert t.value is None
    with pytest.raises(SymroofError, match="still symbolic"):
        float(t)
    assert t.contains(1, B=1, D=1, F=1) is True
    assert t.at(B=1, D=1, F=2).verdict == "never"
    assert str(t.at(B=3, D=1, F=2)) == "N <= 1.532 (1)"  # 3 - N**2 >= 1/N, from 0.347 on
    partly = t.at(D=3, F=1)
    assert str(partly) == str(threshold(2 * N**2 + B, N, over=1 / N))


def test_a_size_that_cancelled_may_be_given_a_number() -> None:
    t = threshold(B * D * F / (D * F), B, over=K)
    assert t.at(D=4, K=3).integer == 3
    assert "D does not occur, so it does not matter" in t.at(D=4, K=3).notes
    with pytest.raises(SymroofError, match="not an integer"):
        t.at(D=4.5)


def test_strict_proofs_use_what_is_known_of_functions() -> None:
    assert prove(log2(B), B, "<").result is True
    assert prove(ceiling(log2(B)), log2(B) + 1, "<").result is True
    assert prove(log2(B), B - 1, "<").result is False  # at 1 and 2 they are equal
    assert prove(floor(B / D), B / D - 1, ">").result is True


@pytest.mark.slow
def test_a_sum_of_unknowns_may_be_given() -> None:
    best = optimum(B / H + F / D, (H, D), subject="H + D = N")
    for b, f, n in itertools.product((1, 4, 9), (1, 4, 25), (2, 10)):
        least = min(Fr(b) / h + Fr(f) / (n - h) for h in (Fr(n * i, 600) for i in range(1, 600)))
        found = float(best.value.subs({B: b, F: f, N: n}))
        assert found <= float(least) <= found * 1.001
    with pytest.raises(SymroofError, match="not seen that more of it costs nothing"):
        optimum(B * H + F * D, (H, D), subject="H + D = N")


def test_a_leading_part_of_one_sign_is_not_refused_for_its_terms() -> None:
    with pytest.raises(SymroofError, match="say N -> oo"):
        leading((N - 1) * X / (N * K), "N << X")
    assert str(leading((N - 1) * X / (N * K), "N -> oo").value) == "X/K"


@pytest.mark.slow
def test_thresholds_from_outside() -> None:
    """Questions of the whole vocabulary, each answer read and bound at points from the definition."""
    from outside import run

    report = run(120, 20261122, count=60)
    assert not report.wrong, str(report)
    assert report.points > 2000
    assert sum(report.refused.values()) <= 0.06 * report.questions


@pytest.mark.slow
def test_a_question_has_the_time_it_is_given() -> None:
    with pytest.raises(SymroofError, match=r"not decided within 0 s; give more time"):
        threshold(N / (4096 * ceiling(N / 4096)), N, over=Rational(9, 10), within=0)
    left_open = threshold(N / (D * ceiling(N / D)), N, over=Rational(9, 10), within="0ms")
    assert left_open.verdict == "open"
    assert left_open.at(D=128).first == 116
    assert threshold(N / (D * ceiling(N / D)), N, over=Rational(9, 10), within="1 min").sufficient is not None
    with pytest.raises(SymroofError, match="is not a time; give seconds"):
        threshold(N, N, over=3, within="soon")
    with pytest.raises(SymroofError, match="not decided within"):
        optimum(1 / X + X * 2 + 1 / (X * H) + H**2 + H, (X, H), within=1e-6)
    assert optimum(1 / X + X, X, within=30).argmin == 1


@pytest.mark.slow
def test_a_question_without_a_time_has_a_stated_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """No question thinks without end: after so much work it says so, and how to give it more."""
    asked = N / (4096 * ceiling(N / 4096))
    first = threshold(asked, N, over=Rational(9, 10)).first
    assert first == 3687  # 4096*0.9 = 3686.4
    monkeypatch.setattr(budget, "UNASKED", 0)
    with pytest.raises(SymroofError, match=r'not decided within 0 steps of work.*within="1 min"'):
        threshold(asked, N, over=Rational(9, 10))
    assert threshold(asked, N, over=Rational(9, 10), within="1 min").first == first
    assert "steps of work" in threshold(N / (D * ceiling(N / D)), N, over=Rational(9, 10)).said[0]
    assert same(floor(N / 2) + floor((N + 1) / 2), N) is None
    assert compare(floor(N / 2) + floor((N + 1) / 2), N) is None
    assert "steps of work" in prove(N * D, D).how
    halves = floor(N / 2) + floor((N + 1) / 2)
    assert prove(halves, N, "==", within="1 min").result is True


def test_a_time_inside_another_is_the_shorter_one_and_a_named_one_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    with budget.limited_to(0), budget.limited_to("1 min"), pytest.raises(budget.OutOfTime, match="within 0 s; give"):
        budget.spend()
    with budget.limited_to("1 min"), budget.limited_to(None):
        budget.spend()
    monkeypatch.setattr(budget, "UNASKED", 0)
    with budget.limited_to(None), budget.limited_to("1 min"):
        budget.spend()
    with budget.limited_to("1 min"), budget.limited_to(None):
        budget.spend()
    with budget.limited_to(None), pytest.raises(budget.OutOfTime, match="where no time is named"):
        budget.spend()


def test_work_is_counted_and_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine refused what an idle one answered: without a time named it hangs on the work alone."""
    monkeypatch.setattr(budget, "UNASKED", 1000)
    with budget.limited_to(None):
        time.sleep(0.01)
        budget.spend(1000)
    with budget.limited_to(None), pytest.raises(budget.OutOfTime, match="within 1,000 steps of work"):
        budget.spend(1001)
    with budget.limited_to("1 min"):
        budget.spend(10**9)


def deep(levels: int) -> str:
    """Largest, smallest and logarithm inside each other, N as long as N is 64 at least."""
    text = "N"
    for i in range(levels):
        text = (f"max({text}, N*{i + 1})", f"min({text}, N**2)", f"({text})*log2(N)")[i % 3]
    return text


@pytest.mark.slow
def test_functions_inside_each_other_double_no_work() -> None:
    """Leading parts and proofs of maxima in maxima took twice as long with each level: 5 s at 20, minutes at 37."""
    start = time.process_time()
    for levels in (6, 20, 37):
        assert leading(deep(levels), "N -> oo").value == N * log(N, 2) ** (levels // 3)
    assert time.process_time() - start < 5


DEEP = 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expr", "name", "level", "sizes"),
    [
        (Max(F, N) ** Rational(2, 3) + 1 / (F - N), "N", 2, {"F": 3}),  # 3**(2/3) beside N: roots of numbers
        (ceiling(floor(10 * N / 9) ** 3 / 20 - log(2) / 20), "N", 246, {}),  # bounds with a triple root
        (1 / (sqrt(B) * D * (N - 10)), "N", Rational(1, 50), {"B": 3, "D": 5}),  # a pole beside an irrational number
        (480 * K - log2(2 * F**2 + 2 * K), "F", 1400, {"K": Fr(5)}),  # a crossing at 500 bits
    ],
)
def test_what_took_seconds_is_answered_in_the_time_of_a_question(
    expr: Any, name: str, level: Any, sizes: dict[str, Any]
) -> None:
    made = threshold(expr, name, over=level).at(within="3s", **sizes)
    told = set()
    for n in [*range(1, 40), 10**5, 2**499, 2**500]:
        at = {name: Fr(n), **{k: Fr(v) for k, v in sizes.items()}}
        truth = reaches(expr, level, at)
        if truth is not None:
            assert says(made, at) is truth, (str(made), n)
            told.add(truth)
    assert told == {True, False}, made


@pytest.mark.slow
@pytest.mark.parametrize("ask", ["threshold", "ceil", "leading", "beside"])
def test_functions_nested_deeply_take_no_more_than_in_proportion(ask: str) -> None:
    """Twice as deep takes less than twelve times as long (each level used to double it), or is refused."""

    def took(depth: int) -> float:
        x: Any = N
        for _ in range(depth):
            x = ceiling(x / 2 + 1) if ask == "ceil" else sqrt(x + 1)
        start = time.process_time()
        try:
            if ask == "leading":
                with untried():
                    leading(x, "N -> oo")
            else:
                str(threshold(x + D if ask == "beside" else x, N, over=2))
        except SymroofError:
            return 0.05
        return time.process_time() - start

    took(2)
    assert took(DEEP) < 12 * max(took(DEEP // 2), 0.05) + 1


@pytest.mark.parametrize(
    ("expr", "level"),
    [
        (sympy.Min(Max(1 / (6 * K**2), 2 * K), floor(7 / K) * K), Rational(8, 3)),
        (sympy.Min(ceiling(7 * K) * 8, (2 * K + 5) / (8 * K)), K),
        (Max(ceiling(3 * K) - 2, 5 - K), 4),
        (ceiling(floor(K) / 2), 3),
        (sympy.Min(floor(K * 5) * K, 20 - K**2, ceiling(floor(2 * K) / 3)), 2),
        ((floor(1000 * K) + 120 * K + 4 * K ** Rational(3, 2)) / (2 + floor(K)), 5),  # thousands of steps: halved
        (8 * floor(4 * K), 3 * K ** Rational(3, 2) + floor(5 * K + Rational(1, 100)) + K ** Rational(1, 3)),
        (ceiling(496 * floor(K) / ceiling(K / 128 - Rational(12, 7))), K - 2),
        (K / floor(K), Rational(3, 2)),  # no value below 1
        (K**2 * floor(K / 3) / floor(K), 20),
    ],
)
def test_roundings_of_a_real_number_under_maxima_and_in_each_other(expr: Any, level: Any) -> None:
    """By the definition at 300 points; never drawn: a rounding that changes without end where another term decides."""
    t = threshold(expr, K, over=level)
    rng = random.Random(3)
    for _ in range(300):
        at = {"K": Fr(rng.randint(1, 400), rng.choice((1, 2, 3, 5, 7, 30, 100)))}
        told, truth = says(t, at), reaches(sympy.sympify(expr), sympy.sympify(level), at)
        assert told is None or truth is None or told == truth, f"{t} at {at}"
    assert t.verdict == "when"


@pytest.mark.slow
def test_stretches_are_followed_only_where_bounds_of_the_roundings_leave_a_doubt() -> None:
    """2**57 stretches of which the bounds decide all but 64; the judge is mpmath to 60 digits at every size there."""
    import mpmath

    t = threshold(log2(B) / (8 * B / ceiling(B / 128)), B, at_most=Rational(1, 16))
    with mpmath.workdps(60):
        for n in (*range(1, 300), *range(2**64 - 8300, 2**64 + 300, 7), 2**64 - 127, 2**64 - 128):
            side = mpmath.log(n, 2) * -(-n // 128) / (8 * mpmath.mpf(n)) - mpmath.mpf(1) / 16
            truth = side <= 0 if abs(side) > 1e-40 else True
            assert truth == any(i.first <= n and (i.last is None or n <= i.last) for i in t.intervals), n


def test_a_region_cut_from_a_choice_asks_what_was_asked_when_it_is_bound() -> None:
    """The ray is q**2 > ..., open at its end; the question is value >= 1, met with equality beyond it."""
    expr = Piecewise((Rational(1, 2), q**2 <= 100 * B**2 - q / 2), (2 * K - B, True))
    rule = threshold(expr, "q", over=1)
    with untried():  # the trial refused what was wrong
        assert not rule.strict
        assert rule.at(B=1, K=1).verdict == "when"
        assert (rule.contains(10, B=1, K=1), rule.contains(9, B=1, K=1)) == (True, False)
        seen = {True: 0, False: 0}
        for b, k in ((1, Fr(1)), (1, Fr(3)), (2, Fr(1)), (4, Fr(5, 2))):
            judged(rule.at(B=b, K=k), expr, 1, "q", {"B": Fr(b), "K": k}, seen)
        assert min(seen.values()) > 2


@pytest.mark.slow
def test_a_text_says_which_part_a_condition_belongs_to() -> None:
    """Parts with conditions of their own stand in brackets, and so does a region with one condition for all of it."""
    two = str(threshold(K * N + p, N, over=q * N + eps))
    first, second = two.split(" or ")
    assert first[0] + first[-1] + second[0] + second[-1] == "()()"
    assert first.count(" when ") == 2
    assert second.count(" when ") == 1
    made = threshold(Max(F, N) ** Rational(2, 3) + 1 / (F - N), "N", over=2).at(F=3)
    assert str(made).count("(N in ") == len([x for x in made.parts for _ in x.parts if len(_.intervals) > 1])


def test_ends_that_are_one_or_too_small_for_a_float_are_written_out() -> None:
    assert str(threshold(-log2(p), "p", over=9000)) == "p <= 2**(-9000)"
    assert str(threshold(-log2(p), "p", over=900)) == "p <= 1.183e-271"
    assert str(threshold(ceiling(N / 8) * 8 - N, "N", over=7, within="5s")).startswith("N = 1 is the first")
    assert str(Interval(2.0, 2.0, (True, True), 2, 2)) == "{2}"
    near = Interval(3.00000001, 3.00000002, (True, False), None, None)
    assert str(near) == "[3.00000001, 3.00000002)"
    assert str(Interval(1.5, None, (False, False), 2, None)) == "(1.5, oo)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expr", "name", "level"),
    [
        ((N - K) / (N - D), "N", 2),
        ((K - B) / (K - D), "K", 0),
        (8 / (K - D), "K", Rational(-16, 11)),
        ((B - F) / (D - F), "B", p),
    ],
)
def test_a_quotient_of_which_neither_side_has_a_sign(expr: Any, name: str, level: Any) -> None:
    """Both above 0 or both below, in symbols, and counted out at numbers on both sides of the pole."""
    rule = threshold(expr, name, over=level)
    assert rule.verdict == "when"
    others = sorted({str(s) for s in expr.free_symbols | sympy.sympify(level).free_symbols} - {name})
    seen = {True: 0, False: 0}
    for numbers in itertools.product(*[VALUES[n in SIZES.split()] for n in others]):
        judged(rule, expr, level, name, dict(zip(others, numbers)), seen)
    assert min(seen.values()) > 10


# -- a root is 0 where its radicand is ---------------------------------------------------------------------------------
ROOTS = [
    (sqrt(B - 1), {"B": 1}), (sqrt(B - D), {"B": 3, "D": 3}), (sqrt(Mod(B, D)), {"B": 4, "D": 2}),
    (sqrt(Abs(B - D)), {"B": 2, "D": 2}), ((B - 1) ** Rational(1, 3), {"B": 1}), (sqrt(1 - 1 / B), {"B": 1}),
    (sqrt(ceiling(K) - 1), {"K": Fr(1, 2)}), (sqrt(log2(B) - 1), {"B": 2}),
]  # fmt: skip
HALF = (sqrt(B - D), sqrt(log2(B) - 1))


@pytest.mark.parametrize(("root", "zero"), ROOTS)
def test_a_root_is_nowhere_negative_and_somewhere_0(root, zero):
    assert prove(root, 0, ">").result is False
    assert prove(root + D, D, ">").result is False
    proof = prove(root, 0, ">=")
    if root in HALF:  # where the radicand is below 0 there is no value, of which nothing is claimed
        assert (proof.result, " has no value at " in proof.how) == (None, True)
    else:
        assert proof.result is True
    assert exactly(root, **zero) == 0


def test_a_root_of_what_is_above_0_is_above_0():
    assert prove(sqrt(B + D), 0, ">").result is True
    assert prove(sqrt(B - Rational(1, 2)), 0, ">").result is True
    assert str(threshold(N * sqrt(D + 1), N, over=K)).endswith("(1 + D)")


@pytest.mark.slow
@pytest.mark.parametrize("inside", [D - 1, D - F, (D - 1) * (F + 2)])
def test_a_factor_that_is_a_root_is_a_condition_where_it_may_be_0(inside):
    over, under = threshold(N * sqrt(inside), N, over=K), threshold(N * sqrt(inside), N, at_most=K)
    seen: Counter[tuple[bool, bool | None]] = Counter()
    for d, f, k, n in itertools.product((1, 2, 5), (1, 2), (Fr(1, 3), Fr(4)), (1, 2, 7, 40)):
        value = inside.subs({D: d, F: f})
        if value >= 0:
            at = {"D": Fr(d), "F": Fr(f), "K": k, "N": Fr(n)}
            for t, truth in ((over, n * n * value >= k * k), (under, n * n * value <= k * k)):
                assert says(t, at) is bool(truth), (t, at)
                seen[t is over, bool(truth)] += 1
    assert len(seen) == 4


def test_what_leads_by_a_root_says_where_it_does():
    assert [c.text for c in leading(B * sqrt(D - 1) + D, "B -> oo").conditions] == ["1 < D"]
    assert [c.text for c in optimum(B * sqrt(D - 1) + F / B, B).conditions] == ["1 < D"]
    assert not leading(B * sqrt(D + 1) + D, "B -> oo").conditions
    found = interval(B * sqrt(D - 1) + D, B=(1, 4), D=(1, 5))
    assert (found.low, found.high) == (1, 13)

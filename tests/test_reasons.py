"""Thresholds with symbols left that are answered by reasons, judged from the definition at exact points.

What earlier tests never had: a denominator, a quadratic or a turn whose place hangs on other symbols, in symbols; a
quadratic that may open either way, a root beside a sum of either sign, roundings inside of each other.
"""

from __future__ import annotations

from fractions import Fraction as Fr
from itertools import product
from typing import Any

import pytest
from judge import reaches
from outside import says
from sympy import Max, Min, Piecewise, Rational, ceiling, floor, log, sqrt
from tiers import all_but_slow

from symroof import SymroofError, dims, params, threshold
from symroof.algebra.ratios.posynomial import build, gen
from symroof.algebra.regions.kinds import Joined, Ray
from symroof.algebra.regions.shape import derivative, turns
from symroof.algebra.trials.trial import tried_threshold, untried
from symroof.errors import Contradicted
from symroof.records import replace

N, B, D = dims("N B D")
K, p = params("K p")
SIZES = {"N", "B", "D"}


def log2(x: Any) -> Any:
    return log(x, 2)


LONGEST = (p * (8 - p), p, log2(K + 1) + p**3)
LONG = [  # over a tenth of a second, each of a kind of which others are asked within the fast tier
    LONGEST,
    (3 * log2(p * K) / (N + p * N**2 - 3 * N * K), N, p**2),
    (log2(p) * p * (4 + N) / (2 * B * N + B**2 - 2), N, N),
    (B**3 + D * N / B, B, K),
    (log2(N) * N * B, N, B - 2 * N**2 + 2 * B * N),
    ((B - 3) * sqrt(B + N) + N, N, K),
    (sqrt(1 + 3 * D) * log2(p) * (3 + p**2), p, Rational(1, 2)),
    (1 / B + B ** Rational(4, 3) * p**2 + Min(K, 3), B, 16),
    (log2(5 * N * D + p) * 2 * D, N, 2 * p**2 + 4 * p + N),
    (log2(K) + sqrt(p + 8 * K + B * K**2) - Piecewise((5 * N, 3 * K <= N), (30 * p * B + B, True)), B, 0),
]
WHOLE = [  # (expression, unknown, level), answered at every point
    # the sign of the gap is proved
    ((D * B + 3 * B) * (100 * D * B**2 + D - B), B, 1),
    ((log2(B) + N - 240) / (B * N**2 + 240 * B), N, N**2),
    # a denominator of either sign
    ((B - D**2) / Min(K + 2 * B, B - K), K, K),
    ((log2(B) + 3 * D) / (B * D - 3 * B), B, D),
    (3 * log2(p * K) / (N + p * N**2 - 3 * N * K), N, p**2),
    (1 / (Max(B, D) - N), B, K),
    (N * (1 - D) / (B**2 - 1), B, -5),
    (K**2 / (log2(p) * (3 * N**2 - 32)), p, N),
    # a product, and a logarithm times what may be of either sign
    ((N**2 + N - 20) * (K * N - 3) * (K + N), N, 0),
    (log2(p) * (3 * N**2 - 32), p, 5),
    (log2(B) * (4 * K - 3), B, K - 1),
    # a quadratic
    ((B + D - 20 * p) * (p * B + D**2), p, 20),
    (Max(8 * D, 240 * D**2 + B**2 - 240) / (D + 2 + B * D), D, 5),
    ((B * B + N) / (B + N), B, K),
    (log2(p) * p * (4 + N) / (2 * B * N + B**2 - 2), N, N),
    # one whose outer sign is open
    (B * D * (K - N) + 3 * D**2 - N, D, K),
    ((N + D - N * D) * (K + N), N, D),
    # a root beside what may be of either sign
    (sqrt(N + B / 2) - 5, N, N * B - 3 * B),
    (K * sqrt(N + B) - N, N, B - 3),
    ((B - 3) * sqrt(N + B) + N, N, K),
    # roundings inside of each other
    (floor(ceiling(N / B) + N * B - B) + 5 * B * N, N, 7 * K),
    (floor(ceiling(5 / D) + 5 + N * p) + ceiling(p) * D, N, N),
    # what rises or falls, or turns once
    (log2(N) * N * B, N, B - 2 * N**2 + 2 * B * N),
    (log2(N**2 + N * B**2 + 3) * N * B + N, N, B * N + B + 1),
    (sqrt(1 + 3 * D) * log2(p) * (3 + p**2), p, Rational(1, 2)),
    (log2(B) * (log2(K + D) + B * D / 2 + 3 * K * D), K, 1),
    (log2(B) - K * B + 7 * K, B, 0),
    # a valley that begins and ends above, a hump that begins and ends below: two roots or none
    (2 + 2 * log2(D) + B + D**2, D, 7 * D),
    (1 / B + B ** Rational(4, 3) * p**2 + Min(K, 3), B, 16),
    LONGEST,
    (N * (40 - N), N, D + N ** Rational(5, 2)),
    (log2(5 * N * D + p) * 2 * D, N, 2 * p**2 + 4 * p + N),
    (B**3 + D * N / B, B, K),
    # both branches of a choice
    (log2(K) + sqrt(p + 8 * K + B * K**2) - Piecewise((5 * N, 3 * K <= N), (30 * p * B + B, True)), B, 0),
    (Piecewise((5 * K / 2, 5 * D**2 + D <= K * D**2 + 1 + K * D), (K, True)), D, 3 * K / 4),
]

PART = [  # what is told at some points alone
    (Min(floor(N / K) * K, 3 * N / 2), K, 2),
    (Min(floor(20 / K) / (N + K), 2 * K), K, 1),
    (Piecewise((sqrt(N + 8 * N * K), K**2 <= 2 * N + K * N), (5 * ceiling(N / K), True)), N, 5),
]


def points(expr: Any, unknown: Any) -> list[dict[str, Fr]]:
    others = sorted(str(s) for s in expr.free_symbols if s != unknown)
    rows = product(*[(1, 2, 3, 9, 16) if n in SIZES else (Fr(1, 8), 1, Fr(3, 2), 5, 30) for n in others])
    some = list(rows)[:: max(1, 5 ** len(others) // 12)]
    inside = (1, 2, 3, 4, 5, 9, 30, 500) if str(unknown) in SIZES else (Fr(1, 50), Fr(1, 3), 1, Fr(7, 4), 4, 12, 500)
    return [{str(unknown): Fr(x), **dict(zip(others, map(Fr, row), strict=True))} for row in some for x in inside]


def counted(expr: Any, unknown: Any, level: Any) -> list[tuple[bool | None, bool]]:
    with untried():
        rule = threshold(expr, unknown, over=level)
    out = []
    for at in points(expr + 0 * unknown - level, unknown):
        true = reaches(expr, level, at)
        if true is not None:
            told = says(rule, at)
            assert told is None or told is true, (str(rule), at)
            out.append((told, true))
    return out


@pytest.mark.slow
@pytest.mark.parametrize(("expr", "unknown", "level"), all_but_slow(WHOLE, LONG), ids=str)
def test_an_answer_by_reasons_is_the_definition_at_every_point(expr: Any, unknown: Any, level: Any) -> None:
    seen = counted(expr, unknown, level)
    assert len(seen) > 20
    assert all(told is not None for told, _ in seen)


@pytest.mark.slow
def test_among_these_both_outcomes_are_seen() -> None:
    both = [{true for _, true in counted(*question)} for question in WHOLE]
    assert sum(len(b) == 2 for b in both) >= 12


@pytest.mark.parametrize(("expr", "unknown", "level"), PART, ids=str)
def test_a_part_that_stays_open_does_not_hide_the_others(expr: Any, unknown: Any, level: Any) -> None:
    seen = {told for told, _ in counted(expr, unknown, level)}
    assert None in seen
    assert len(seen) > 1


def test_what_suffices_stands_in_brackets_beside_others() -> None:
    rule = threshold(Max(floor(N / K) * K, 8 - N), N, over=5)
    assert str(rule) == "N <= 3 or (N >= 5 + K suffices; N >= 5 is necessary)"


def test_a_number_that_is_not_whole_does_not_read_as_one() -> None:
    # the crossing is 1.000133...: at 1 it is false
    text = str(threshold(N - 1 / (B * sqrt(N)), B, over=B + N / B).at(N=8192))
    assert text == "B in [2, 8190]"


def test_a_turn_is_told_by_the_sign_of_the_derivative() -> None:
    n, b, k = gen("N"), gen("B"), gen("K")
    log = build("log2", [n])
    assert [turns(f, "N") for f in (n + log, 3 / n - log, log - b * n, n**2 - k * log)] == ["+", "-", "+-", "-+"]
    assert turns(n * log - b * n, "N") == "-+"  # falls while log2(N) < B - 1/ln 2
    assert turns(n**4 - b * n**3 + k * n**2 - n, "N") == ""
    assert turns(build("ceil", [n / 3]) + n, "N") == ""


@pytest.mark.parametrize("x", [1.5, 7.0])
def test_a_derivative_is_the_slope(x: float) -> None:
    from math import log2 as lg

    n, b = gen("N"), gen("B")
    f = build("log2", [n**2 + b]) * n / (n + 3) + (n**3 + b) ** Fr(1, 2) - n ** Fr(-2)

    def at(y: float, c: float = 5.0) -> float:
        return lg(y * y + c) * y / (y + 3) + (y**3 + c) ** 0.5 - y**-2

    slope = derivative(f, "N").subs({"B": 5, "N": Fr(x)})
    assert float(slope) == pytest.approx((at(x + 1e-5) - at(x - 1e-5)) / 2e-5, rel=1e-7)


def test_a_slope_that_rises_and_falls_tells_nothing() -> None:
    """By hand: of K F log2(F) - F**2 - F with K = 41/20 the slope is -0.04 at 1, 0.15 at 1.4, and below 0 far out."""
    F, K = gen("F"), gen("K")
    log = build("log2", [F])
    assert turns(K * F * log - F**2 - F, "F") == ""
    assert turns(F * log - F, "F") != ""


def test_rays_that_others_imply_are_left_out():
    assert str(threshold(Min(B * D, B * (D + 3)), B, over=K)) == "B >= K/D"
    assert str(threshold(Min(B, B * D / (D + 1)), B, over=K)) == "B >= K + K/D"
    t = threshold(Max(B * D, B * N), B, over=K)  # neither is proved to be beyond the other
    assert t.at(D=2, N=3, K=5).integer == t.at(D=3, N=2, K=5).integer == 2


def test_a_ray_whose_condition_is_that_every_value_does_is_no_ray():
    t = threshold(Rational(16, 7) / (N * B), N, over=1 / (log2(B) - 3))
    assert str(t).endswith("or (every N when log2(B) < 3)")
    for b, n in product((1, 2, 4, 16, 1024), (1, 2, 3, 5)):
        assert t.contains(n, B=b) is (Fr(16, 7 * n * b) >= Fr(1, b.bit_length() - 1 - 3))


def holds(b: int, d: int) -> bool:
    """2 + 2*log2(d) + b + d**2 >= 7*d in integers: 2**(2 + b + d**2 - 7*d) * d**2 >= 1."""
    e = 2 + b + d * d - 7 * d
    return d * d * 2**e >= 1 if e >= 0 else d * d >= 2**-e


@pytest.mark.slow
def test_a_valley_has_two_roots_or_none() -> None:
    """What begins and ends above was left open: of two roots nothing said which is meant, or that there are none."""
    rule = threshold(2 + 2 * log2(D) + B + D**2, D, over=7 * D)
    valley = rule.parts[1]
    assert [p.root.which for p in valley.parts] == ["first", "last"]
    assert str(valley.parts[0]) == "D <= the first root from 1 on of 2 + 2*log2(D) + B + D**2 - 7*D = 0 (oo if none)"
    kinds = set()
    for b in range(1, 12):
        row = [holds(b, d) for d in range(1, 20)]
        assert [says(rule, {"B": Fr(b), "D": Fr(d)}) for d in range(1, 20)] == row
        assert [rule.at(B=b).contains(d) for d in range(1, 20)] == row
        kinds.add("never below" if all(row) else "beyond one" if not row[0] else "outside two")
    assert kinds == {"never below", "beyond one", "outside two"}


@pytest.mark.slow
def test_a_hump_is_above_between_its_roots_if_it_has_any() -> None:
    """8 p >= k + p**2 + p**3 for p > 0, at powers of two in exact arithmetic: between two roots where k <= 6."""
    rule = threshold(p * (8 - p), p, over=K + p**3)
    shares = [Fr(2) ** k * m for k in range(-12, 6) for m in (Fr(1), Fr(5, 4), Fr(3, 2))]
    for k, reached in ((Fr(1), True), (Fr(5), True), (Fr(6), True), (Fr(8), False), (Fr(99), False)):
        row = [8 * x >= k + x * x + x**3 for x in shares]
        assert [says(rule, {"K": k, "p": x}) for x in shares] == row
        assert any(row) is reached


@pytest.mark.slow
@pytest.mark.parametrize("swap", ["roots", "sides", "turns"])
def test_two_roots_the_wrong_way_round_are_seen_before_they_are_shown(swap: str) -> None:
    rule = threshold(2 + 2 * log2(D) + B + D**2, D, over=7 * D)
    there, valley = rule.parts
    first, last = valley.parts
    if swap == "roots":
        parts = (replace(first, region=last.region), replace(last, region=first.region))
    elif swap == "sides":
        parts = (replace(first, sense=">="), replace(last, sense="<="))
    else:  # a gap that has three roots
        gap = ((gen("D") - 2) * (gen("D") - 5) * (gen("D") - 9) * -1 - build("log2", [gen("B")])) * 8 - 1
        parts = tuple(replace(r, region=Ray(replace(r.region.root, gap=gap))) for r in (first, last))
    wrong = replace(rule, region=Joined((there, replace(valley, region=Joined(parts, "or"))), "or"))
    assert tried_threshold(rule) is rule
    with pytest.raises(Contradicted):
        tried_threshold(wrong)


@pytest.mark.slow
def test_a_number_at_which_something_is_divided_by_0_is_named() -> None:
    """The message was "division by zero" and no more."""
    rule = threshold("B*(D**2 - 4)/(D - 2)", "B", over=3)
    with pytest.raises(SymroofError, match=r"has no value at D=2, where D - 2 is 0"):
        rule.at(D=2)
    assert rule.at(D=3).integer == 1  # 5*B >= 3
    with pytest.raises(SymroofError, match=r"has no value at D=3"):
        threshold("B*log2(D/(D - 3) + 8)", "B", over=3).at(D=3)


q, C, W = params("q C W")
SHARED = [  # both sides share a power of the unknown; the parameters stand on both sides of every constant
    (q * p, p, p * (log2(p + 2) + 10**7), {"q": (5, 10**7, 10**7 + 1, 10**7 + 2, 10**7 + 9)}),
    (q * p / 10**9, p, p * (log2(p + 2) + 1000), {"q": (1, 10**12, 1001 * 10**9, 1001 * 10**9 + 1, 10**13)}),
    (q * p, p, p * log2(p + 2), {"q": (Fr(1, 2), 1, Fr(9, 8), 3, 60)}),
    (C * p, p, W * p * (log2(p + 1) + 2), {"C": (1, 2, 5, 9), "W": (Fr(1, 3), 1, 4)}),
    (p * q, p, p**2 * log2(N + p) ** 2, {"q": (Fr(1, 8), 1, 30), "N": (1, 2, 9)}),
    (4 * q * p, p, p**2 * log2(p**2 + N), {"q": (Fr(1, 8), 1, 30), "N": (1, 2, 9)}),
    (sqrt(p) * q, p, p * log2(p + 2) + sqrt(p) * C, {"q": (Fr(1, 8), 1, 30), "C": (Fr(1, 8), 1, 7)}),
]


@pytest.mark.slow
@pytest.mark.parametrize("side", ["over", "at_most"])
@pytest.mark.parametrize(("expr", "unknown", "level", "rows"), SHARED, ids=str)
def test_a_power_of_the_unknown_on_both_sides_does_not_hide_the_start(
    expr: Any, unknown: Any, level: Any, rows: dict[str, Any], side: str
) -> None:
    """The gap p*(q - log2(p + 2)) tends to 0 with p, the form without p falls: that said nothing of the gap's start."""
    with untried():
        rule = threshold(expr, unknown, **{side: level})
    seen = []
    for values in product(*rows.values()):
        for x in (Fr(1, 10**6), Fr(1, 50), Fr(1, 3), 1, Fr(7, 4), 4, 12, 500):
            at = {"p": Fr(x), **dict(zip(rows, map(Fr, values), strict=True))}
            true = reaches(expr, level, at) if side == "over" else reaches(level, expr, at)
            if true is not None:
                assert says(rule, at) is true, (str(rule), at)
                seen.append(true)
    assert len(seen) > 20
    assert {*seen} == {True, False}


def test_what_falls_from_0_on_may_be_0_throughout() -> None:
    """K >= K + (D - 1)*K*log2(K + 2) is K >= K at D = 1, and false at every larger D: "never" was the answer."""
    with untried():
        rule = threshold(K, K, over=K + (D - 1) * K * log2(K + 2))
    for d, k in product((1, 2, 7), (Fr(1, 9), Fr(1), Fr(40))):
        assert says(rule, {"D": Fr(d), "K": k}) in (None, d == 1)


ONLY_1 = [  # a factor that is 0 at N = 1 before all of the gap, and after it what is below 0
    (log2(N) / (N + B), log2(N)),
    (log2(N) / (N + log2(N + D)), log2(N)),
    (log2(N) * N / (241 * N + log2(B * N**2 + D)), log2(N)),
    (log2(N) * N, log2(N) * (2 * N + log2(B * N + D))),
    (Max(log2(N) * N, 0) / (2 * N + log2(N + B)), log2(N)),
    (log2(N), log2(N) * (1 + log2(N + B))),
]


def reached(expr: Any, level: Any, at: dict[str, Fr]) -> bool | None:
    """By the definition, a tie of exact zeros too: log2(1) is 0 on both sides."""
    told, gap = reaches(expr, level, at), expr - level
    if told is None and gap.subs({s: Rational(at[str(s)]) for s in gap.free_symbols}) == 0:
        return True
    return told


@pytest.mark.slow
@pytest.mark.parametrize(("expr", "level"), ONLY_1, ids=str)
def test_a_factor_that_is_0_at_the_first_size_is_asked_by_itself(expr: Any, level: Any) -> None:
    """log2(N)*(1 - B - N) >= 0 holds at N = 1 alone: the one root of 1 - B - N = 0 was printed, and refused."""
    for at in points(expr - level, N):
        assert reached(expr, level, at) is (at["N"] == 1)
    assert str(threshold(expr, N, over=level)) == "N <= 1"


BY_BRANCH = Piecewise((log2(N) * N, N <= D), (5, True))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expr", "level"),
    [
        (BY_BRANCH / (2 * N + B), log2(N)),
        (BY_BRANCH / (2 * N + log2(N + B)), log2(N)),
        (Piecewise((log2(N), N <= D), (5, True)), log2(N) * (1 + log2(N + B))),
        (q * log2(D), log2(D) * N * log2(N + 1)),  # at D = 1 every size
        (log2(N) * (N + D * log2(N + 1)), log2(N) * C),
    ],
    ids=str,
)
def test_such_a_factor_beside_branches_and_parameters(expr: Any, level: Any) -> None:
    rule, seen = threshold(expr, N, over=level), set()
    for at in points(expr - level, N):
        true = reached(expr, level, at)
        assert true is None or says(rule, at) is true, (str(rule), at)
        seen.add(true)
    assert {True, False} <= seen


@pytest.mark.slow
@pytest.mark.parametrize(("expr", "unknown", "level", "rows"), SHARED[:2], ids=str)
def test_never_is_tried_where_a_parameter_outweighs_every_constant(
    expr: Any, unknown: Any, level: Any, rows: dict[str, Any]
) -> None:
    """Constants of 10**7 and 10**12 hid it: the parameters of the trial ended at 4096."""
    with untried():
        rule = threshold(expr, unknown, over=level)
    assert tried_threshold(rule) is rule
    with pytest.raises(Contradicted):
        tried_threshold(replace(rule, region="never", when=None))

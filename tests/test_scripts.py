"""Answers in other scripts, in chat and by nouns that are no units: each rule with both outcomes, marked by hand."""

from __future__ import annotations

import pytest
from marks import outcome
from sympy import Expr

from symroof import check, dims, latex, params, parse_formula, threshold
from symroof.algebra.interop.door import core
from symroof.checking.words.scripts import romanized

#: (answer, key, mark): the first of a pair says what the key says, the others something else, or nothing
SCRIPTS = [
    ("B＞240", "B > 240", "R"), ("B＜240", "B > 240", "W"), ("１２８", "128", "R"), ("１２９", "128", "W"),
    ("答：42 ms", "42 ms", "R"), ("答：42 s", "42 ms", "W"), ("41,8 мс", "41.8 ms", "R"), ("41,8 мкс", "41.8 ms", "W"),
    ("около 240 ГБ", "240 GB", "R"), ("около 240 Гбит", "240 GB", "W"), ("16 字节", "16 bytes", "R"),
    ("16 毫秒", "16 bytes", "W"), ("计算受限", "compute-bound", "R"), ("内存受限", "compute-bound", "W"),
    ("rund 20 %", "20%", "R"), ("rund 25 %", "20%", "W"), ("it fits 👍", "yes", "R"), ("it fits 👍", "no", "W"),
    ("fits? 🤷", "yes", "U"), ("42 попугаев", "42 ms", "U"),
]  # fmt: skip
CHAT = [
    ("its the MXU that is the bottleneck", "memory-bound", "W"), ("upto 2000", "n <= 2000", "R"),
    ("upto 2000", "n >= 2000", "W"), ("at like 48 tok/s", "47.9 tokens/s", "R"), ("10ms avg", "10 ms", "R"),
    ("12ms avg", "10 ms", "W"), ("48 GB ofc", "48 GB", "R"), ("50 GB tbh", "48 GB", "W"),
    ("Q/BW + W/P", "max(Q/BW, W/P)", "W"), ("2DF * max(B/C, 1/W)", "max(2*B*D*F/C, 2*D*F/W)", "R"),
    ("No, it is never compute-bound.", "B > 240", "W"), ("w/ fp8, 70GB", "70 GB", "R"),
    ("by factor 4", "4x", "R"), ("by factor 8", "4x", "W"), ("8/10 usable", "80%", "R"), ("8/12 usable", "80%", "W"),
]  # fmt: skip
THINGS = [
    ("2", "2 passes", "R"), ("3", "2 passes", "W"), ("so two passes in all", "2 passes", "R"),
    ("3 passes", "2 passes", "W"),
    ("roughly 4200 tonnes", "4205 tonnes", "R"), ("4500 tonnes", "4205 tonnes", "W"), ("2 ms", "2 passes", "W"),
    ("64 sets", "64", "R"), ("32 sets", "64", "W"), ("64 bananas", "64", "U"), ("277 images/s", "277.8 fps", "R"),
    ("27 images/s", "277.8 fps", "W"), ("4500 page transfers", "4500 IOs", "R"), ("x GB", "70 GB", "U"),
    ("70 GB", "70 GB", "R"), ("a year and 8 months", "20 months", "R"), ("a year and 8 months", "8 months", "W"),
    ("int(80e9 / 2)", "40e9", "R"), ("int(80e9 / 4)", "40e9", "W"), ("int(170/80)", "2", "U"),
    ("one flop for every 12 bytes", "1/12", "R"), ("one flop for every 6 bytes", "1/12", "W"),
]  # fmt: skip
NAMES = [
    ("(P - 1)/(M + P - 1)", "(p-1)/(m+p-1)", "R"), ("(P - 1)/(M + P)", "(p-1)/(m+p-1)", "W"),
    ("(1 - exp(-kn/m))^k", "(1 - exp(-k*n/m))**k", "R"), ("2^(kn)", "2^(k*n)", "R"), ("2^(kn)", "2^(k+n)", "W"),
    ("The gain is k/2, so for a 7x7 kernel it is 3.5.", "k/2", "U"), ("Half is reached at n = a/b.", "a/b", "U"),
    ("k² instead of 2k", "2*k", "W"), ("A*B/C", "a*b/c", "R"), ("A*B/B", "a*b/c", "W"),
]  # fmt: skip


SIGNS = [
    ("3/2 × 10^-3 seconds", "1.5 ms", "R"), ("3/2 × 10^-3 seconds", "1.5 s", "W"), ("3/2 x 10^-3 s", "1.5 ms", "R"),
    ("1.97*10^14/8.2*10^11", "240.24", "R"), ("1 Mpps * 1500B * 8 = 12 Gbps", "12 Gbit/s", "R"),
    ("1 Mpps * 1500B * 8 = 13 Gbps", "12 Gbit/s", "W"), ("(0, 240)", "0 < B < 240", "R"),
    ("]0 ; 240[", "0 < B < 240", "R"),
    ("(0, 250)", "0 < B < 240", "W"), ("$0.50 per 1M tokens", "$0.50", "R"), ("$0.60 per 1M tokens", "$0.50", "W"),
    ("42 GB/s", "42 GB", "W"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "key", "mark"), [*SIGNS, *SCRIPTS, *CHAT, *THINGS, *NAMES])
def test_what_an_answer_says(answer: str, key: str, mark: str) -> None:
    assert outcome(answer, key) == mark


#: what stands beside each rule and is not of it
BESIDE = [
    ("１。５", "1.5", "R"), ("１。５", "15", "W"), ("it fits 😂", "yes", "U"), ("fits ☒", "yes", "U"),
    ("5🔥3", "53", "U"),
    ("1.5 млн", "1500000", "R"), ("1/2 млн", "5e-7", "U"), ("2×10^3 млн", "2e9", "U"), ("1.5 万", "15000", "R"),
    ("x 不超过 16 字节", "x <= 16 bytes", "R"), ("x 不超过 16 字节", "x >= 16 bytes", "W"),
    ("не менее 3 дней", "x >= 3 days", "R"), ("не менее 3 дней", "x <= 3 days", "W"),
    ("不是计算受限", "compute-bound", "U"),
    ("Antwort -12%", "12%", "U"), ("limited by its memory", "memory-bound", "R"), ("2 rn", "2*r*n", "R"),
    ("2 tokens", "2 passes", "W"), ("3 nodes", "3 tonnes", "W"), ("3", "3 squared", "W"), ("9", "3 squared", "R"),
    ("50 GB per second", "50 GB", "W"), ("50 FLOPs per byte", "50 FLOPs", "W"), ("$2 per fortnight", "$2", "U"),
    ("2 per chip", "2 chips", "W"), ("The total is 3 times the usual k/2 that one has.", "k/2", "W"),
    ("kn**2 + 2**(kn)", "k*n^2 + 2^(k*n)", "R"), ("16 GB / 2 × 10^9 B/s", "8 s", "R"), ("V/5×10^10", "V/5e10", "R"),
    ("1e12 FLOPs / 2 × 10^14 FLOP/s", "5 ms", "R"), ("70M*D", "70e6*D", "R"),
]  # fmt: skip
#: printed thresholds: the first whole number is that of the key, whatever digits stand before it
WHOLE = [
    ("B > 345 (345)", "B > 344.9", "R"), ("B > 1.5e3 (1540)", "B > 1500", "W"), ("B > 240.0 (240)", "B > 240", "W"),
    ("B > 2.4e4 (24012)", "B > 2.4e4 (24012)", "R"), ("B > 2.4e4 (24013)", "B > 2.4e4 (24012)", "W"),
    ("B <= 0.5 (1)", "B <= 0.5", "W"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "key", "mark"), [*BESIDE, *WHOLE])
def test_what_stands_beside_a_rule_is_left_to_the_others(answer: str, key: str, mark: str) -> None:
    assert outcome(answer, key) == mark


@pytest.mark.slow
def test_a_threshold_of_ours_knows_its_whole_number_and_where_every_size_will_do() -> None:
    far, near = threshold("B", "B", over="123456789012/10"), threshold("B + D", "B", over=10)
    assert str(far) == "B >= 1.235e+10 (12345678902)"
    assert [check(f"B >= 1.235e+10 ({n})", far).ok for n in (12345678902, 12345678950, 12345678901)] == [
        True,
        False,
        False,
    ]
    said = [check(f"B >= 10 - D, every B when {c}", near).verdict for c in ("10 <= D", "2 <= D")]
    assert said == ["exact", "wrong"]


def test_names_of_the_question_in_another_script_stay() -> None:
    assert romanized("2 с", {"с"}) == "2 с"
    assert romanized("2 с") == "2 s"


@pytest.mark.parametrize(("answer", "mark"), [("b > 295", "R"), ("b < 295", "W"), ("b > 240", "W")])
def test_a_bound_in_a_small_letter_on_a_machine(answer: str, mark: str) -> None:
    assert outcome(answer, "B > C/W", on="H100") == mark


(EPS, EPSILON), (N, D) = params("eps epsilon"), dims("N D")


@pytest.mark.parametrize("own", [EPS, EPSILON])
@pytest.mark.parametrize("typed", [r"\varepsilon", r"\epsilon", "ε", "epsilon ", "eps "])
def test_a_question_has_one_epsilon_whatever_it_is_called(own: Expr, typed: str) -> None:
    """The house prints eps and epsilon as one letter, and read that letter as a symbol of its own."""
    assert check(f"(1 + {typed})*N", (1 + own) * N).verdict == "exact"
    assert check(f"(1 + {typed})*N", f"(1 + {own})*N").verdict == "exact"
    assert check(f"(2 + {typed})*N", (1 + own) * N).verdict == "wrong"
    assert check(latex(own * D / N), own * D / N).verdict == "exact"


def test_two_epsilons_of_a_question_stay_two() -> None:
    assert check(r"\epsilon*eps*D", EPS * EPSILON * D).verdict == "exact"
    assert check(r"\epsilon*D", EPS * EPSILON * D).verdict == "wrong"
    assert check("eps*epsilon*D", EPS**2 * D).verdict != "exact"
    assert parse_formula(r"\varepsilon N", symbols=["eps", "N"]).sides[0].ratio() == core(EPS * N)

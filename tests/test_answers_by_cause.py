"""Answers by what made them wrong or open: for each cause some that are right and some that are not, marked by hand.

Earlier tests never drew what grows against what shrinks, verbs over a bound that nobody read, powers behind "times",
capital letters, a rate of the period that is asked, and sentences whose value stands between a place and an instrument.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from marks import WANTED, judged

from symroof import check
from symroof.checking.answers.predicates import stated
from symroof.checking.answers.unstated import undirected
from symroof.checking.words.changes import said
from symroof.checking.words.shouted import lowered


def marks(expected: str, answers: list[str], **options: str) -> list[str]:
    found = [check(a, expected, **options) for a in answers]
    return ["right" if v.ok else v.verdict for v in found]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("the time halves", "the time doubles"),
        ("the latency is cut in half", "the latency doubles"),
        ("Time becomes half.", "the runtime is doubled"),
        ("Throughput goes up by a factor of two.", "throughput goes down by a factor of two"),
        ("the double of the speed", "the double of the time"),
        ("the speed is multiplied by two", "the speed is divided by two"),
        ("the time drops by a factor of two", "the time goes up 2x"),
        ("One gains a factor of two.", "One gains a factor of three."),
    ],
)
def test_what_grows_is_told_from_what_shrinks(right: str, wrong: str) -> None:
    assert marks("2x faster", [right, wrong]) == ["right", "wrong"]


@pytest.mark.slow
def test_what_grows_by_its_noun() -> None:
    assert marks("2x slower", ["the time doubles", "the speed doubles"]) == ["right", "wrong"]
    assert marks("2x faster", ["the cost doubles", "the number of tokens doubles"]) == ["undecided"] * 2
    assert said("the wall-clock time falls to a third of what it was") == "1/3x the time"
    assert said("the loss does not double") == ""


@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ("B > 240.24", "the batch has to be superior to 240", "the batch must be inferior to 240"),
        ("B > 240.24", "the batch must not be inferior to 240", "the batch must not be superior to 240"),
        ("B > 240.24", "the batch is larger than 240", "the batch must be restricted to 240"),
        ("m > 27", "m must be superior to 27", "m must be inferior to 27"),
        ("Y < 11.24", "Y must be restricted to 11", "Y must be superior to 11"),
        ("B <= 186", "the number of sequences is capped at 186", "the number of sequences must be superior to 186"),
    ],
)
def test_a_verb_over_a_bound_is_read(expected: str, right: str, wrong: str) -> None:
    assert marks(expected, [right, wrong]) == ["right", "wrong"]


@pytest.mark.slow
def test_a_number_stands_for_a_bound_only_beside_words_that_can_neither_turn_nor_deny_it() -> None:
    told = ["240", "the threshold is 240", "the critical batch comes out as 240", "around 240 is where it flips"]
    assert marks("B > 240.24", told) == ["right"] * 4
    unread = ["the batch must be tamed to 240", "240 is what the batch must dodge", "240 is out of reach"]
    assert marks("B > 240.24", unread) == ["undecided"] * 3
    assert marks("B > 240.24", ["the batch must fall to 240", "keep B beneath 240"]) == ["wrong"] * 2
    assert undirected("we tame it to", "<", check("16", "N <= 16", symbols="N"))
    assert not undirected("up to 16 before the links limit us", "<", check("16", "N <= 16", symbols="N"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "right", "wrong"),
    [
        ("B times D squared", "B*D**2", "B**2*D**2"),
        ("12 L times D squared", "12*L*D**2", "144*L**2*D**2"),
        ("four B D L times D squared", "4*B*L*D**3", "4*B*L**2*D**2"),
        ("L minus one over B plus L minus one", "(L-1)/(B+L-1)", "(L-1)/B"),
    ],
)
def test_a_power_said_aloud_binds_to_its_factor(answer: str, right: str, wrong: str) -> None:
    assert check(answer, right, symbols="B D L").verdict == "exact"
    assert check(answer, wrong, symbols="B D L").verdict == "wrong"


def test_powers_of_ten_said_aloud() -> None:
    told = [f"five point nine times ten to the twenty {nth}" for nth in ("third", "second")]
    assert marks("5.88e23 FLOPs", told) == ["right", "wrong"]


@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ("5*86400 s", "5 DAYS", "6 DAYS"),
        ("0.2 s", "80 GBIT / 400 GBIT/S = 0.2 S", "0.3 S"),
        ("1/5", "20 PERCENT", "25 PERCENT"),
        ("0.5 s", "ABOUT HALF A SECOND", "ABOUT A SECOND"),
        ("12.8 ms", "IT TAKES 12.8 MS", "12.8 US"),
        ("6*N*D", "6ND", "12ND"),
    ],
)
def test_capital_letters(expected: str, right: str, wrong: str) -> None:
    assert marks(expected, [right, wrong]) == ["right", "wrong"]
    assert lowered("2 NDT", {"N", "D"}) == "2 NDT"
    assert check("2 (BDF - DF)", "2").verdict == "wrong"


@pytest.mark.slow
def test_words_of_about() -> None:
    about = ["near 300", "in the neighbourhood of 300", "300 or thereabouts", "close to 300"]
    assert marks("295.2", about) == ["right"] * 4
    assert marks("295.2", [a.replace("300", "400") for a in about]) == ["wrong"] * 4
    assert marks("2.4 weeks", ["about 2½ weeks", "about two and a half weeks", "about 3½ weeks"]) == [
        "right",
        "right",
        "wrong",
    ]


@pytest.mark.slow
def test_so_many_a_day_are_those_of_the_day_that_is_asked() -> None:
    told = ["2.07 million tokens a day", "2.07M tok/day", "3 million tokens a day", "24 tokens per second"]
    assert marks("24*86400 tokens", told) == ["right", "right", "wrong", "wrong"]
    assert marks("2073600 tokens", told[:2]) == ["undecided"] * 2  # which nobody says are of a day


@pytest.mark.slow
def test_teraflops_are_a_rate_where_one_is_asked() -> None:
    assert marks("275e12 FLOPs/s", ["275 TFLOPs", "275 teraFLOPs", "300 TFLOPs", "275 TFLOP"]) == [
        "right",
        "right",
        "wrong",
        "wrong",
    ]
    assert marks("275e12 FLOPs", ["275 TFLOPs", "275 TFLOPs/s"]) == ["right", "wrong"]
    assert marks("989e12/3.35e12", ["989 TFLOPs / 3.35 TB/s", "989 TFLOPs / 3.35 GB/s"]) == ["right", "wrong"]


@pytest.mark.slow
def test_a_word_of_prose_is_no_product_of_letters() -> None:
    v = check("We therefore obtain a latency of at least twenty-five milliseconds per token.", "12.75 ms")
    assert v.verdict == "wrong"
    assert "W" not in v.reason
    assert check("We", "W*e").verdict == "undecided"
    assert check("2We", "2*W*e", symbols="W e").verdict == "exact"


@pytest.mark.slow
def test_a_question_commits_to_nothing_and_a_comment_is_held_to() -> None:
    assert marks("B > 240.24", ["240?"]) == marks("17 days", ["17 days?"]) == ["undecided"]
    assert marks("26e9/2.039e12 s", ["t = 26e9/2.039e12  # 0.01275 s", "t = 26e9/2.039e12  # 0.02 s"]) == [
        "right",
        "wrong",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ("78.4 tokens/s", "you'd see 78 tokens per second coming out", "you'd see 10 tokens per second coming out"),
        ("5.6 ms", "around 5.6 ms on a v5e", "around 11 ms on a v5e"),
        ("$825753.6", "$825,754 all in", "$412,877 all in"),
        ("100 IOPS", "It manages a hundred random reads per second", "It manages a thousand random reads per second"),
        ("B > 240.24", "you want a batch of two hundred forty one or more", "you want a batch of two thousand or more"),
        ("m > 27", "with 28 microbatches or more it is enough", "with 20 microbatches or more it is enough"),
        ("200 ms", "about 200 milliseconds over that link", "about 25 milliseconds over that link"),
    ],
)  # fmt: skip
def test_a_value_between_its_subject_and_its_adjuncts(expected: str, right: str, wrong: str) -> None:
    assert marks(expected, [right, wrong]) == ["right", "wrong"]


@pytest.mark.parametrize(
    "text",
    [
        "it misses 42 ms", "42 ms on two chips", "the step might take 42 ms", "42 ms over budget", "one shy of 42 ms",
        "with int8 weights it takes 42 ms", "it takes 42 ms in the best case", "half the step takes 42 ms",
        "my neighbour told me 42 ms", "it takes 42 ms with the other link",
    ],
)  # fmt: skip
def test_what_may_change_a_value_is_no_adjunct(text: str) -> None:
    assert stated(text) == ""


LINES = (Path(__file__).parent / "data" / "answers_by_cause.txt").read_text(encoding="utf-8").splitlines()
#: what is judged otherwise; at first contact 22 of the first 161, 33 of the next 102 (harder ones) and 5 of the last 58
DIFFER: set[str] = {
    "roughly one and a half gigabytes every second, before compression",
    "2 H W C D k^2 FLOPs, counting each multiply-add as two", "400 km", "$20,000 a month all in",
    "the array must be held down to 82 disks",
    "there's no need for more than 512 to be compute-bound, but anything less is memory-bound", "as soon as B is large",
    "we end up at 3.2 GB once everything is counted", "speedup by one and a half", "it runs half again as fast",
    "64 is not enough, one more is", "for n > 10 it does",
    "the loads are done well before the math", "no matter how large n gets, it stays below",
    "sooner or later it does", "it finishes in 18 hours on one node",
    "it hits nine times out of ten",
}  # fmt: skip
#: what stands as the documentation says: of what a value is, and at the digits that are printed
DOCUMENTED = {"3.2 GB per mapper", "64 suffices"}  # fmt: skip


@pytest.mark.slow
def test_answers_of_other_subjects_that_were_marked_before_any_was_tried() -> None:
    answers = [ast.literal_eval(line) for line in LINES]
    found = {a: got for e, o, a, mark in answers if (got := judged(a, e, o)) not in WANTED[mark]}
    assert found.keys() == DIFFER | DOCUMENTED, found
    assert {found[a] for a in DIFFER} <= {"undecided", "refused"}
    assert min(Counter(mark for *_, mark in answers)[m] for m in "RW") >= 50


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ("1.5x faster", "the time shrinks to two thirds", "the time shrinks to three quarters"),
        ("1.5x faster", "the throughput goes up by a half", "the latency goes up by a half"),
        ("1.5x faster", "we go from 100 to 150 tokens per second", "we go from 150 to 100 tokens per second"),
        ("1.5x faster", "from 30 ms to 20 ms", "from 20 ms to 30 ms"),
        ("n > 64", "n must top 64", "n shouldn't top 64"),
        ("n > 64", "sixty-five or more", "sixty-four at the most"),
        ("a*n**2 + b", "a n squared plus b", "a n cubed plus b"),
        ("a*n**2 + b", "b plus a n^2", "b plus a n"),
        ("memory-bound", "the memory, not the calculation", "the calculation, not the memory"),
        ("memory-bound", "compute isn't the problem, memory is", "memory isn't the problem, compute is"),
        ("memory-bound", "it's the loads that take longer, not the math",
         "it's the math that takes longer, not the loads"),
        ("never", "there's no N for which it'd be so", "at N = 480 and above"),
        ("never", "There isn't an N for which it pays.", "Under all circumstances it pays."),
        ("B > 240.24", "Provided that at least 241 tokens are processed at once, the arithmetic units set the pace.",
         "Provided that at least 241 tokens are processed at once, the memory sets the pace."),
        ("B > 240.24", "240, give or take - below it HBM is what hurts",
         "240, give or take - above it HBM is what hurts"),
        ("B > 240.24", "You're memory bound until you hit about 240 sequences.",
         "You're memory bound until you hit 120."),
        ("B/X > 2550", "comms-bound when the per-chip batch drops below 2550",
         "each chip must see less than 2550 tokens"),
        ("B/X > 2550", "each chip must see more than 2550 tokens", "each chip must see more than 5100 tokens"),
        ("6 MiB", "1536 pages of 4 KiB cover 6 MiB", "1536 pages of 4 KiB cover 3 MiB"),
        ("16.8 days", "first I thought 6.7 days but with the MFU it's 16.8 days",
         "first I thought 16.8 days but it's 6.7 days"),
        ("17.5 ms", "It's 17.5 ms: a reduce-scatter of 8.75 ms and then an all-gather of 8.75 ms",
         "It's 8.75 ms: a scatter of 4 ms"),
        ("500 ms", "Every request spends 500 ms in the system, 100 of them in service.",
         "It spends 100 ms in the system, 50 of them in service."),
    ],
)  # fmt: skip
def test_limits_bounds_and_changes_in_other_words(expected: str, right: str, wrong: str) -> None:
    symbols = {"B/X > 2550": "B X", "a*n**2 + b": "a b n", "n > 64": "n"}.get(expected)
    assert marks(expected, [right, wrong], **({"symbols": symbols} if symbols else {})) == ["right", "wrong"]


@pytest.mark.slow
def test_whose_speed_it_is_and_for_how_much_work() -> None:
    told = ["it is 3x faster than the baseline", "3x faster for the baseline", "3x faster for a third of the work"]
    assert marks("3x faster", told) == ["right", "undecided", "undecided"]


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        # a comma between two digits parted two steps, of which the last counted: 2 ms was right, and 5.2 ms wrong
        ("The latency is 5,2 ms", "5.2 ms", "exact"), ("The latency is 5,2 ms", "2 ms", "wrong"),
        ("T = 5,2 ms", "5.2 ms", "exact"), ("T = 5,2 ms", "2 ms", "wrong"), ("The speedup is 4,7", "7", "wrong"),
        ("The bandwidth is 3,35 TB/s", "3.35 TB/s", "exact"), ("The total is 1,200 GB", "1200 GB", "exact"),
        ("the bytes are 3*64 = 192, divided by 2 = 96", "96", "exact"),
    ],
)  # fmt: skip
def test_a_comma_between_digits_parts_no_steps(answer: str, expected: str, verdict: str) -> None:
    assert check(answer, expected).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("prob 300ish", "300", "exact"), ("prob 300", "310", "wrong"),
        ("lol like 24 tokens a sec", "24 tokens/s", "exact"), ("lol 30 ms", "42 ms", "wrong"),
        ("tbh no idea", "42 ms", "undecided"),
    ],
)  # fmt: skip
def test_what_a_chat_puts_before_a_value(answer: str, expected: str, verdict: str) -> None:
    assert check(answer, expected).verdict == verdict

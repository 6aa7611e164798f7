"""Changes told by a verb or a noun and how much: the direction of each word is typed by hand, and held both ways."""

from __future__ import annotations

import pytest

from symroof import check
from symroof.checking.words.shifts import improved, shifted, verb_by

RISING = (
    "grows", "increases", "rises", "rose", "climbs", "expands", "goes up", "went up", "swells", "inflates", "balloons",
    "jumps", "soars", "it grew", "it is increased", "is enlarged", "scales up", "it gets amplified", "multiplies",
)  # fmt: skip
FALLING = (
    "shrinks", "falls", "fell", "drops", "decreases", "declines", "sinks", "plummets", "dwindles", "goes down", "down",
    "reduced", "is cut", "it is lowered", "was reduced", "diminishes", "it shrank", "is slashed", "contracts",
)  # fmt: skip
LESS = ("10x less memory", "10x fewer bytes", "10 times less time", "10x smaller")
MORE = ("10x more memory", "10x the bytes", "10 times the time", "10x larger")
SAID = ("by a factor of 10", "by 10x", "by 10 times", "tenfold")


@pytest.mark.parametrize("how", SAID)
@pytest.mark.parametrize("verb", [*RISING, *FALLING])
def test_a_factor_keeps_the_direction_of_its_verb(verb: str, how: str) -> None:
    mine, other = (MORE, LESS) if verb in RISING else (LESS, MORE)
    for key in mine:
        assert check(f"{verb} {how}", key).ok, key
    for key in other:
        found = check(f"{verb} {how}", key)
        assert (found.verdict, found.code) == ("wrong", "direction"), key
    assert check(f"{verb} {how}", mine[0].replace("10", "12")).verdict == "wrong"
    assert check(f"{verb} {how}", "10").verdict != "wrong"  # a factor is asked, and nothing of a direction
    assert not check(f"{verb} {how}", "12").ok


@pytest.mark.parametrize(
    ("answer", "key", "verdict"),
    [
        ("divided by 10", "10 times less time", "exact"), ("divided by 10", "10x the time", "wrong"),
        ("multiplied by 10", "10x the time", "exact"), ("multiplied by 10", "10 times less time", "wrong"),
        ("multiplied by 10", "10x less memory", "wrong"), ("it is divided by 10", "10x smaller", "exact"),
        ("multiplied by 0.1", "10x less memory", "exact"), ("divided by 2", "0.5x", "exact"),
        ("expands by 20%", "20% more memory", "exact"), ("expands by 20%", "20% less memory", "wrong"),
        ("an increase by a factor of 10", "10x less memory", "wrong"), ("a decrease of 10x", "10x smaller", "exact"),
        ("the bytes rise by a factor of 10", "10x less memory", "undecided"),
        ("it flurbs by 10x", "10x less memory", "undecided"), ("it flurbs by 10x", "10", "exact"),
        ("off by a factor of 10", "10x less memory", "undecided"),
        ("a factor of 3 smaller", "3x less memory", "exact"),
        ("a factor of 3 increase", "3x less memory", "wrong"),
        ("slower by a factor of 3", "3x slower", "exact"),
        ("a factor of 3 faster", "3x slower", "wrong"),
        ("it does not grow by a factor of 10", "10x more memory", "undecided"),
    ],
)  # fmt: skip
def test_what_is_multiplied_divided_or_not_understood(answer: str, key: str, verdict: str) -> None:
    assert check(answer, key).verdict == verdict


@pytest.mark.parametrize(
    "said",
    ["speeds up by 20%", "accelerates by 20%", "improves by 20%", "it is sped up by 20%", "speeds it up by 20%",
     "is accelerated by 20%", "it quickens by 20 percent", "an improvement of 20%", "a speedup of 20%"],
)  # fmt: skip
def test_what_is_quicker_by_a_share_has_that_factor(said: str) -> None:
    for key in ("1.2x faster", "a speedup of 1.2", "1.2", "20% faster"):
        assert check(said, key).ok, key
    for key in ("1.3x faster", "30% faster", "20% slower", "1.2x slower"):
        assert check(said, key).verdict == "wrong", key


@pytest.mark.parametrize("said", ["slows down by 20%", "it is slowed down by 20%", "decelerates by 20%"])
def test_what_slows_is_no_faster(said: str) -> None:
    assert check(said, "20% slower").ok
    assert check(said, "20% faster").verdict == "wrong"


@pytest.mark.parametrize(
    ("answer", "key", "verdict"),
    [
        ("the latency improves by a factor of 2", "2x lower latency", "exact"),
        ("the latency improves by a factor of 2", "2x the latency", "wrong"),
        ("improves the latency by 30%", "30% lower latency", "exact"),
        ("improves the latency by 30%", "30% higher latency", "wrong"),
        ("the throughput improves by a factor of 2", "2x the throughput", "exact"),
        ("improves by 20%", "20% less time", "undecided"),  # 20 % less time, or a speed of 1.2
        ("the memory improves by a factor of 2", "2x the memory", "undecided"),
    ],
)
def test_what_improves_goes_the_way_that_is_better(answer: str, key: str, verdict: str) -> None:
    assert check(answer, key).verdict == verdict


def test_a_shift_is_all_of_a_text_and_of_nothing_that_is_named() -> None:
    assert shifted("grows by about a factor of ten") == "about 10x larger"
    assert [
        shifted(t) for t in ("the time grows by 10x", "grows by 10 GB", "grows", "10x", "grows by 10x if B does")
    ] == [""] * 5
    assert (verb_by("it flurbs by 3x"), verb_by("3x faster")) == ("flurbs", "")
    assert [improved(n) for n in ("throughput", "latency", "bytes")] == [True, False, None]

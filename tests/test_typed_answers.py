"""484 answers as people type them, judged by hand before any was run; each row of tests/data/typed_answers.txt is one.

Earlier lists held answers as a formula reader likes them: no words, no second unit, no list in another order.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from symroof import check
from symroof.checking.words.phrases import typed
from symroof.errors import SymroofError

#: where the verdict by hand was not kept: what is said now, and why
DISAGREE = {
    ("1h30", "1.5 h"): ("exact", "read after all, as an hour and a half"),
    ("12 apples/s", "12 tokens/s"): ("open", "an unknown unit is named, as for bananas, and not called wrong"),
    ("16 M", "4096^2"): ("truncated", "16.78 million with its last digit cut, which the hand had overlooked"),
    ("a millisecond", "1.01 ms"): ("rounded", "read as 1 ms after all"),
    ("2BDF/C > 2BD/W", "T_math > T_comms"): ("open", "symbols that the question does not define are not compared"),
    ("240!!!", "240.24"): ("rounded", "read as an exclamation after all; one mark alone may be a factorial"),
    ("1", "1 ms"): ("open", "its number is right in milliseconds, and no unit is given"),
    ("2bdf", "2BDF"): ("exact", "read after all: small letters, each of which has one partner"),
    ("40", "40%"): ("open", "its number is right in percent, and no sign is given"),
}


def rows() -> list[tuple[str, str, str, dict[str, object]]]:
    out = []
    for line in (Path(__file__).parent / "data" / "typed_answers.txt").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        answer, expected, verdict, *rest = (p.strip() for p in line.split(" | "))
        options: dict[str, object] = {}
        for option in rest[0].split(";") if rest else ():
            key, _, value = option.strip().partition(" ")
            pairs = [p.split("=") for p in value.replace(" ", "").split(",")] if key == "let" else []
            options[key] = {k: v for k, v in pairs} if key == "let" else value
        out.append((answer, expected, verdict, options))
    return out


ROWS = rows()


@pytest.mark.parametrize(("answer", "expected", "verdict", "options"), ROWS)
def test_a_typed_answer_is_judged_as_a_fair_teacher_would(answer, expected, verdict, options):
    verdict = DISAGREE.get((answer, expected), (verdict, ""))[0]
    said, why = judged(answer, expected, options)
    assert said not in ("wrong", "open") if verdict == "right" else said == verdict, why


def judged(answer, expected, options) -> tuple[str, str]:
    try:
        got = check(answer, expected, **options)
    except SymroofError as refused:
        return "open", str(refused)
    return "open" if got.verdict == "undecided" else got.verdict, str(got)


def test_nearly_all_verdicts_by_hand_are_kept():
    assert len(ROWS) >= 300
    assert {(a, e) for a, e, *_ in ROWS} >= DISAGREE.keys()
    assert len(DISAGREE) <= 0.02 * len(ROWS)


@pytest.mark.parametrize(
    ("answer", "expected", "verdict"),
    [
        ("B > 5 or B < 20", "B > 5 and B < 20", "wrong"),  # every B
        ("B > 5 and B < 20", "B > 5 or B < 20", "wrong"),
        ("B > 5 or B < 20", "B > 5", "wrong"),
        ("B > 5 or B < 20", "B > 5 or B < 20", "exact"),
        ("B > 5 and B < 20", "B > 5 and B < 20", "exact"),
        ("B > 5 or B < 20", "B > 1/2", "undecided"),  # every size
        ("B > 5 or B < 20", "D > 5 and D < 20", "undecided"),
    ],
)
def test_alternatives_that_leave_nothing_out_are_no_interval(answer, expected, verdict):
    assert check(answer, expected).verdict == verdict


@pytest.mark.slow
def test_plain_numbers_are_read_as_with_blanks_around_them():
    """Numbers with one unit skip the search for words; a blank before them does not, and says the same."""
    numbers = ["240", "1.97e14", "8.2E11", "0.5", "1e-3", "100000", "1", "007", "2024"]
    rng = Random(20261122)
    spans = set()
    for _ in range(1500):
        text = rng.choice(numbers) + "".join(rng.choice("*/+") + rng.choice(numbers) for _ in range(rng.randrange(3)))
        unit = rng.choice(["", "", " ms", " GB", " tokens", " request", " min", " ish", " on", " million", " dozen"])
        asked = rng.choice([(), ("s",), ("B", "x"), ("min", "ms")])
        assert typed(text + unit, asked) == typed(f" {text}{unit}", asked)
        spans.add(typed(text + unit, asked).about)
    assert spans == {False, True}

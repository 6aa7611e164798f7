"""484 answers as people type them, judged by hand before any was run; each row of tests/data/typed_answers.txt is one.

Earlier lists held answers as a formula reader likes them: no words, no second unit, no list in another order.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from symroof import check
from symroof.checking.answers import question as answers
from symroof.checking.claims.claims import Verdict
from symroof.checking.words import phrases
from symroof.checking.words.phrases import formal, typed
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


def in_signs(rng: Random, depth: int) -> str:
    """A formula of numbers and capital letters with every operation written out."""
    if not depth or rng.random() < 0.25:
        return rng.choice([*"BDFNCWVGKMTAIOY", "2", "16", "0.5", "240", "1024"])
    one, other, sign = in_signs(rng, depth - 1), in_signs(rng, depth - 1), rng.choice(["*", "*", "/", "+", " - ", "^"])
    text = f"{one}{sign}{rng.choice('23') if sign == '^' else other}"
    return f"({text})" if rng.random() < 0.4 else text


@pytest.mark.slow
def test_formulas_in_signs_are_read_without_the_rules_of_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge is the way through all rules of words: it comes to the same verdicts, in the same words."""
    rng, asked = Random(19), []
    while len(asked) < 60:
        bound = f"{rng.choice('BDFNKT')} {rng.choice(['<', '>', '<=', '≥'])} {rng.choice(['240', in_signs(rng, 2)])}"
        answer = in_signs(rng, 3) if rng.random() < 0.6 else bound
        if formal(answer):
            asked.append((answer, rng.choice([f"({answer})*2", answer, in_signs(rng, 2), "B > 240", "240", "yes"])))

    def told() -> list[str]:
        phrases._typed.cache_clear()
        out = []
        for question in asked:
            try:
                out.append(repr(check(*question)))
            except SymroofError as e:
                out.append(repr(e))
        return out

    directly = told()
    for module in (phrases, answers):
        monkeypatch.setattr(module, "formal", lambda text: False)
    assert told() == directly
    assert len({t.partition("reason")[0] for t in directly}) > 3, "verdicts of several kinds"


@pytest.mark.parametrize(
    "text", ["N/A", "2 B*D", "B*D*F us", "35 s", "2*B*D or so", "x*B*D", "B*D", "B > 240 GB", "GB > 2"]
)
def test_what_may_be_words_or_units_is_no_formula_in_signs(text: str) -> None:
    assert not formal(text)


def test_a_text_is_worked_out_once_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks again what all of an answer says is told what was found; another key is another question."""
    seen: list[tuple[object, object]] = []
    own = answers._put_into_words

    def counted(answer: object, q: answers.Question) -> Verdict:
        seen.append((answer, q.expected))
        return own(answer, q)

    monkeypatch.setattr(answers, "_put_into_words", counted)
    assert check(r"\frac{2BDF}{BD+DF+BF}", "2BDF/(BD + DF + BF)").ok
    assert len(seen) == len(set(seen)) > 0
    q = answers.Question("240")
    verdicts = [answers._answered("240", x).verdict for x in (q, replace(q, expected="481"), q)]
    assert verdicts == ["exact", "wrong", "exact"]

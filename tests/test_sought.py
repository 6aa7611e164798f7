r"""Patterns that tell what each match has: the words against the pattern's own parse, the matches against re.

The judges: Python's parser of regular expressions, walked here, shows that no match can be without one of the words;
``re`` itself finds the matches in real texts and in texts made of the words.  What the patterns were never tried on
before: a capital I with a dot, which is two characters in small letters, and matches across a paragraph's end.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as c  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from test_patterns import held

from symroof import regexes
from symroof.checking.documents.prose import figure
from symroof.checking.laws.lawbook import LAWS
from symroof.reading.measures import TEN_TO
from symroof.regexes import Sought, led_by

ROOT = Path(__file__).parent.parent
PAGES = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "docs").rglob("*.md"))]


def sought() -> dict[str, Sought]:
    laws = ((law.name, law.called) for law in LAWS)
    return {name: p for name, p in (*held(), *laws) if isinstance(p, Sought)}


def runs(tree: Any, flags: int) -> Iterator[str]:
    """The stretches of letters that every match of a sequence has one behind the other, in small letters."""
    here = ""
    for op, av in tree:
        if op is c.LITERAL:
            here += chr(av).lower()
            continue
        yield here
        here = ""
        if op is c.SUBPATTERN and not av[1] and not av[2]:
            yield from runs(av[3], flags)
    yield here


def has(tree: Any, words: tuple[str, ...]) -> bool:
    """Whether every match of a parsed pattern has one of the words."""
    if any(w in run for run in runs(tree, 0) for w in words):
        return True
    flat = [*tree]
    for i, (op, av) in enumerate(flat):
        if op is c.BRANCH:
            before, after = _text(flat[:i], -1), _text(flat[i + 1 :], 0)
            if all(has(branch, words) or _beside(before, branch, after, words) for branch in av[1]):
                return True
        elif op is c.SUBPATTERN:
            if has(av[3], words):
                return True
        elif op in (c.MAX_REPEAT, c.MIN_REPEAT) and av[0] >= 1:
            if has(av[2], words):
                return True
        elif op is c.IN:
            options = [chr(x).lower() for kind, x in av if kind is c.LITERAL]
            if len(options) == len(av) and all(any(w == o for w in words) for o in options):
                return True
    return False


def _text(items: list[Any], end: int) -> str:
    """The letters next to a branch, up to what is no letter."""
    out = ""
    for op, av in reversed(items) if end else items:
        if op is not c.LITERAL:
            break
        out = chr(av).lower() + out if end else out + chr(av).lower()
    return out


def _beside(before: str, branch: Any, after: str, words: tuple[str, ...]) -> bool:
    """Whether a branch has a word together with the letters around it."""
    items = [*branch]
    whole = _text(items, 0)
    made = before + whole + (after if len(whole) == len(items) else "")
    last = _text(items, -1)
    return any(w in made or w in last + after for w in words)


def test_every_pattern_needs_what_it_says() -> None:
    wrong = []
    for name, p in sought().items():
        tree = parser.parse(p.pattern, p._flags)
        wrong += [(name, words) for words in p.needs if not has(tree, words)]
    assert wrong == []
    assert len(sought()) > 60


def test_the_judge_of_needs_says_no() -> None:
    for source, words in (
        ("(?:ridge|point)", ("ridge",)),
        ("(?:ridge)?", ("ridge",)),
        ("rid.ge", ("ridge",)),
        ("[<>=]", ("<", ">")),
        ("(?:a|b)ridge", ("aridge",)),
    ):
        assert not has(parser.parse(source), words), source
    for source, words in (
        ("(?:ridge|balance) point", ("ridge", "balance")),
        ("x(?P<n>[<>])", ("<", ">")),
        ("(?:a|b)ridge", ("ridge",)),
        ("(?:the r|our r)idge", ("idge",)),
        ("(?:mon|tues)day", ("monday", "tuesday")),
    ):
        assert has(parser.parse(source), words), source


def found(p: Any, text: str) -> list[tuple[int, int]]:
    return [m.span() for m in p.finditer(text)]


@pytest.mark.slow
def test_what_is_sought_is_what_python_finds_within_paragraphs() -> None:
    some = 0
    for name, p in sought().items():
        own = re.compile(p.pattern, p._flags)
        for text in PAGES:
            there = found(own, text)
            within = [s for s in there if not re.search(r"\n[ \t>]*\n" if not p.lines else r"\n", text[slice(*s)])]
            assert set(within) <= set(found(p, text)), name
            some += len(within)
    assert some > 100


RIDGE = regexes.compile(r"(?:ridge|balance)\s+is\s+(?:a|the)\s+bound", regexes.I, needs="ridge|balance&bound")


def test_windows_as_python_has_them() -> None:
    own, rng = re.compile(RIDGE.pattern, re.I), random.Random(8)
    pieces = (
        "ridge ",
        "is ",
        "a ",
        "bound",
        "balance ",
        "the ",
        "\n\n",
        "\n",
        ". ",
        "ridge is a bound ",
        "İ",
        "x" * 300,
    )
    matched = empty = 0
    for _ in range(400):
        text = "".join(rng.choices(pieces, k=40))
        a, b = sorted(rng.sample(range(len(text) + 1), 2))
        theirs = [m.span() for m in own.finditer(text, a, b) if "\n\n" not in m.group()]
        assert [m.span() for m in RIDGE.finditer(text, a, b) if "\n\n" not in m.group()] == theirs
        one = RIDGE.search(text, a, b)
        assert (one is not None) >= bool(theirs)
        matched, empty = matched + bool(theirs), empty + (not theirs)
    assert matched > 50 < empty


def test_no_match_goes_on_in_another_paragraph() -> None:
    text = "word " * 500 + "the ridge is\n\na bound. The balance is a bound.\n\nThe ridge is\nthe bound"
    assert [m.group() for m in RIDGE.finditer(text)] == ["balance is a bound", "ridge is\nthe bound"]
    assert len(found(re.compile(RIDGE.pattern, re.I), text)) == 3


def test_what_begins_a_paragraph_is_found_once() -> None:
    """A window saw the first character of the next paragraph, and so did that paragraph's own."""
    text = "x" * 3000 + " <\n\n< and <\n\n<"
    less = regexes.compile("<", needs="<")
    assert [m.start() for m in less.finditer(text)] == [m.start() for m in re.finditer("<", text)]


def test_a_capital_that_is_two_small_letters_moves_nothing() -> None:
    text = "\u0130" * 3000 + "\n\nThe ridge is a bound.\n\nThe balance is the bound."
    assert [m.group() for m in RIDGE.finditer(text)] == ["ridge is a bound", "balance is the bound"]


@pytest.mark.parametrize("long", [1, 3000])
def test_nothing_is_compiled_where_no_word_stands(long: int) -> None:
    """That is what the words are for; two needs in two paragraphs are none."""
    for text in ("x" * long, "the ridge" + "x" * long, "ridge\n\nbound" + "x" * long):
        late = regexes.compile(RIDGE.pattern, needs="ridge|balance&bound")
        assert late.search(text) is None
        assert [*late.finditer(text)] == []
        assert ("compiled" in vars(late)) == (long == 1 and "bound" in text)


@pytest.mark.parametrize("flags", [0, re.I])
def test_words_by_their_first_letters(flags: int) -> None:
    words = ["is", "are", "stays?", "Ten", "tw(?:o|enty)"]
    fast, plain = re.compile(led_by(words), flags), re.compile(rf"\b(?:{'|'.join(words)})", flags)
    texts = ["this is, ARE bare stay stayed Tent ten TWO two twenty, mis-is", *PAGES]
    assert all(found(fast, t) == found(plain, t) for t in texts)
    assert sum(len(found(plain, t)) for t in texts) > 100


@pytest.mark.parametrize("behind", ["", r"(?<![\w.,^{}]\d)", r"(?:(?<![\w.]\d)|(?<=: \*\d))"])
def test_numbers_by_their_first_digit(behind: str) -> None:
    before = behind.replace(r"\d)", ")")
    plain = re.compile(rf"{before}(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?{TEN_TO}")
    rng = random.Random(5)
    made = ["".join(rng.choices("0123456789,,..eE+- x^{}*:", k=30)) for _ in range(3000)]
    assert all(found(re.compile(figure(behind)), t) == found(plain, t) for t in (*made, *PAGES))
    assert sum(len(found(plain, t)) for t in made) > 3000

"""Every pattern of the package ends: each is tried on texts that repeat what patterns repeat, and then do not fit.

What the old generators never drew: twenty numbers such as 7e14 one behind the other, whose e is a sign of a number and
a letter; a pattern that may read a piece in two ways takes twice as long for each piece.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

import symroof
from symroof import check
from symroof.errors import NotationError
from symroof.lazy import Late

PIECES = (
    "7e14 ", "7e14", "1", "1 ", "12,", "1.5 ", "(", "((1", "1*", "1+", "a ", "ab ", "Ab", "AB", "A B ", "a*", "a, ",
    "the ", "of the ", "and ", "1 GB ", "2 x ", "x", "-", "- ", "= ", "1 = ", "{4.5e14}", r"\frac{1}{2}", r"\text{a} ",
    "$a$ ", "| a ", "5 %, ", "1/2 ", "B > 1 ", "\t", " ", "  a", ". ", "a. ", "é ", "N_1", "a_b ", "**", "* a", "_",
    "#", "`a` ", "1e1", "[a]", "2 times ", "about ", "x1 ", "kB/s ", "1 kB/s * ", "not ", "so ", "is ", "it is ", "ms ",
    "per ", "0", "f0", "^2 ", "\\", "{", "}",
)  # fmt: skip
ENDS = ("", "!", "\x00", "~", "= 4", "Q", ")")
LONG, HOLD = 300, 0.5  # characters, seconds of processor time (each takes milliseconds, or would take hours)


def _texts() -> list[str]:
    rng = random.Random(3)
    mixed = ["".join(rng.choices(PIECES, k=3)) for _ in range(60)]
    return [(piece * LONG)[:LONG] + end for piece in (*PIECES, *mixed) for end in ENDS]


def _held(thing: object, depth: int = 0) -> Iterator[re.Pattern[str]]:
    """The patterns of text in a module's name, in its tables too."""
    if isinstance(thing, re.Pattern) and isinstance(thing.pattern, str):
        yield thing
    elif isinstance(thing, Late):
        yield re.compile(thing.pattern, thing._flags)
    elif isinstance(thing, dict | tuple | list) and depth < 3:
        for x in (*thing.keys(), *thing.values()) if isinstance(thing, dict) else thing:
            yield from _held(x, depth + 1)


def _patterns() -> dict[re.Pattern[str], str]:
    """Every pattern with the name of the module it is in; modules that want what is not installed are left out."""
    found: dict[re.Pattern[str], str] = {}
    for m in pkgutil.walk_packages(symroof.__path__, "symroof."):
        if m.name.endswith("__main__"):
            continue
        with suppress(ImportError):
            for name, thing in vars(importlib.import_module(m.name)).items():
                for p in _held(thing) if not name.startswith("__") else ():
                    found.setdefault(p, f"{m.name}.{name}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_no_pattern_takes_for_ever(part: int) -> None:
    every = _patterns()
    assert len(every) > 2000
    late = []
    for pattern, name in list(every.items())[part::4]:
        for text in _texts():
            start = time.process_time()
            pattern.fullmatch(text)
            pattern.match(text)
            if time.process_time() - start > HOLD:
                late.append(f"{name} on {text[:40]!r}")
                break
    assert late == []


@pytest.mark.slow
def test_a_pattern_that_reads_twice_is_found() -> None:
    """The judge itself: what may read a piece in two ways takes ever longer, and one that reads it once does not."""
    twice, once = re.compile(r"(?:7|e|14|\s|7e)*"), re.compile(r"(?>7e14|\s)*")
    took = []
    for pattern in (twice, once):
        start = time.process_time()
        pattern.fullmatch("7e14 " * 18 + "!")
        took.append(time.process_time() - start)
    assert took[0] > 20 * took[1]


def test_numbers_in_scientific_notation_one_behind_the_other() -> None:
    start = time.process_time()
    with pytest.raises(NotationError, match="two numbers side by side"):
        check("(" * 20 + "1.97e14" + " 7e14" * 40 + ") / 8.2e11 = 40", "40")
    assert time.process_time() - start < HOLD

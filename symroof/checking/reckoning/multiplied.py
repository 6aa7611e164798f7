"""A number that words call so many times the one told behind it, or such a share of it.

"2.3 ms, sixteen times less than the 36.3 ms", "12 ms, twice the 6 ms of one user", "0.84 GB/s, 5% of the 17.1 GB/s".
Multiples are told roughly: one is wrong where it is off by more than a third, and beside "more than" or "less than" on
the one side that these leave; a percentage has digits, and is held to them.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The copy takes {} ms, three times the 5 ms of the kernel."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (15, 14, 25)]
[['exact'], ['rounded'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.reckoning.figures import Figure, Sentence
from symroof.checking.reckoning.manifold import manifold
from symroof.checking.reckoning.reckoned import ABOUT, Reckoned, between
from symroof.checking.reckoning.slips import agrees, as_written, right_one, tolerance, wrong_one
from symroof.checking.words.numerals import FEW, LARGE, SHARES

ROUGHLY = Fraction(4, 3)  # by which factor a multiple may be off that words tell
SAID = Fraction(1, 8)  # how far one may be off to be called right
MAX_GAP = 120  # characters between two numbers
MAX_FIGURES = 40  # of one sentence
_SHARE = "|".join(sorted(SHARES, key=len, reverse=True))
_TIMES = (
    rf"(?P<times>(?:an?|{FEW})[\s-](?:{_SHARE})s?|half|twice|double|"
    rf"(?:\d[\d,]*(?:\.\d+)?|{FEW}|{LARGE}|a hundred|a thousand)\s+times|"
    r"\d+(?:\.\d+)?\s?%)"
)
_WORDS = r"(?:[a-z][a-z'’-]*\s+)"
_GAP = re.compile(
    rf"(?:\s+[a-z]+){{0,3}}?(?:,\s+(?:(?:which|that|this)\s+is\s+|or\s+|i\.e\.\s+)?|\s+(?:is|are|was|were)\s+)"
    rf"(?:(?P<least>more\s+than|over|at\s+least|well\s+over)\s+|(?P<most>less\s+than|not\s+quite|just\s+under|under)\s+)?"
    rf"{ABOUT}{_TIMES}\s+"
    r"(?:(?:as\s+(?:much|many|long|large|big|high)\s+as|(?:(?P<less>less|fewer|smaller|shorter|lower)|more|larger|longer|higher|bigger|"
    rf"greater)\s+than)\s+|of\s+)?(?P<the>(?:the|its|our|their|those|these)\s+{_WORDS}{{0,3}}?)?{ABOUT}"
)
_NO_CLAIM = re.compile(
    r"\b(?:if|whether|unless|until|would|could|should|may|might|must|needs?|not|never|instead|suppos\w*|up\s+to)\b|n['’]t\b|\?",
    re.I,
)
_OF_ALL = re.compile(r"\bof\s+(?:the|its|our|their|all)\s+\Z")  # 30 GB of the 96 GB, i.e. 25% of the 120 GB
_MADE_MORE = re.compile(r"[^.;:]{0,40}\b(?:plus|minus|being|times|each|every|four|three)\b", re.I)
_SHARED = re.compile(r"\s*(?:per|each|every|apiece)\b")


class Told(NamedTuple):
    """How many times another number one is said to be, and whether it may be more, or less."""

    times: Fraction
    least: bool
    most: bool
    percent: bool


def multiplied(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """What the words between two numbers of a sentence say that one is of the other."""
    s = page[i]
    row = s.figures[:MAX_FIGURES]
    for k, a in enumerate(row):
        if not a.physical or a.has("%") or not a.value or _OF_ALL.search(text, max(s.start, a.start - 12), a.start):
            continue
        for b in row[k + 1 : k + 3]:
            told = _told(between(text, a, b)) if b.kinds == a.kinds and b.value else None
            if (
                told is None
                or _SHARED.match(text, b.end)
                or _of_each(text, a, b)
                or _NO_CLAIM.search(text, s.start, b.start)
            ):
                continue
            found = _verdict(a, b, told)
            if found is not None:
                yield found
            break


def _of_each(text: str, a: Figure, b: Figure) -> bool:
    """Whether a number is of each of several, or words behind the other one add to it."""
    return (
        re.search(r"\b(?:each|apiece)\b", text[a.start : b.start]) is not None
        or _MADE_MORE.match(text, b.end) is not None
    )


def _told(gap: str) -> Told | None:
    m = _GAP.fullmatch(gap) if len(gap) <= MAX_GAP else None
    counts = manifold(m["times"]) if m else []
    if m is None or len(counts) != 1:
        return None
    percent = m["times"].endswith("%")
    linked = re.search(r"\bof\b", gap[m.end("times") :]) is not None
    if percent and (m["less"] or not linked):
        return None
    if not m["the"] and not re.search(r"\b(?:as|than|of)\s", gap[m.end("times") :]):
        return None
    times = 1 / counts[0] if m["less"] else counts[0]
    least, most = (m["most"], m["least"]) if m["less"] else (m["least"], m["most"])
    return Told(times, bool(least), bool(most), percent)


def _verdict(a: Figure, b: Figure, told: Told) -> Reckoned | None:
    """The verdict on two numbers and what one is said to be of the other."""
    q, loose = a.value / b.value, tolerance(a, b)
    off, right = q / told.times, told.times * b.value
    times = f"{float(q * 100):.3g}%" if told.percent else f"{float(q):.3g} times"
    why = f"{_brief(a)} is {times} {'of ' if told.percent else ''}{_brief(b)}"
    if agrees(a, right, loose):
        return Reckoned(right_one(a, right, why, "multiple"), "follows", a.start, b.end)
    high, low = (SAID, SAID / 2) if told.percent else (ROUGHLY - 1, 1 - 1 / ROUGHLY)
    if 1 - SAID <= off <= 1 + SAID and (not told.percent or abs(off - 1) <= SAID / 2 + loose):
        return Reckoned(right_one(a, right, why, "multiple"), "follows", a.start, b.end)
    if (off > 1 + high + loose and not told.least) or (off < 1 - low - loose and not told.most):
        v = wrong_one(a, right, f"{why}: by the words it is {as_written(a, right)}", "multiple")
        return Reckoned(v, "follows", a.start, b.end)
    return None


def _brief(f: Figure) -> str:
    return " ".join(f.printed.text.split())

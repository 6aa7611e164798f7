"""What two countries read otherwise, and what a sign before a percentage may say: 1,500 GB, -40%.

Such an answer is open where it is right in the one reading and wrong in the other: nobody knows who typed it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from symroof.checking.claims.claims import Verdict, understood
from symroof.reading.measures import UNITS

_MARK = re.compile(r"(?<![\w.,])(?P<whole>[1-9]\d{0,2})(?P<mark>[.,])(?P<part>\d{3})(?![\d.,])")
_BRACKETED = re.compile(r"\((?P<n>[$€£]?\d[\d.,]*(?:\s?[A-Za-z€£]{1,3})?)\)")
_SIGNED = re.compile(r"\s*(?P<sign>[-+−–])\s?(?P<n>\d+(?:\.\d+)?)\s?%\s*")


def open_by_its_mark(answer: str, found: Verdict, expected: str, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where a comma or point before three digits makes the answer wrong, read as the other right.

    A comma does so before a measured unit only; bare, and before what is counted, it parts thousands.
    Whoever prints the same digits as the expected number means them so, and errs in the unit: 2.048 MB for 2.048 GB.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> open_by_its_mark("1,500 GB", wrong, "1.5 GB", lambda t: right if t == "1.500 GB" else wrong).verdict
    'undecided'
    >>> open_by_its_mark("1,500 GB", wrong, "3 GB", lambda t: wrong).verdict
    'wrong'
    """
    marks = _MARK.findall(answer)
    if found.verdict != "wrong" or len(marks) != 1:
        return found
    other = _MARK.sub(lambda m: f"{m['whole']}{'' if m['mark'] == '.' else '.'}{m['part']}", answer)
    read = understood(judge, other)
    unit = _MARK.split(answer)[-1].strip().split()[:1]
    if marks[0][1] == "," and not (unit and unit[0] in UNITS and any(UNITS[unit[0]].dimension[:5])):
        return found  # what is counted, or bare, is whole: 7,500
    same = marks[0][0] + marks[0][1] + marks[0][2]
    if read is None or not read.ok or same in expected:
        return found
    mark = "comma" if marks[0][1] == "," else "point"
    return Verdict(
        "undecided", f"{answer}: whether its {mark} parts thousands is open; as {other} it is right", code="mark"
    )


def open_by_its_sign(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where a signed percentage is wrong as a number and right as the change that it may be.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> open_by_its_sign("-40%", wrong, lambda t: right if t == "40% less" else wrong).verdict
    'undecided'

    An accountant's brackets are a minus: (50) for -50.
    """
    m = _SIGNED.fullmatch(answer) or _BRACKETED.fullmatch(answer.strip())
    if m is None or found.verdict != "wrong":
        return found
    change = f"{m['n']}% {'more' if m['sign'] == '+' else 'less'}" if m.re is _SIGNED else f"-{m['n']}"
    read = understood(judge, change)
    if read is None or not read.ok:
        return found
    return Verdict("undecided", f"whether {answer.strip()} stands for {change} is open", code="words")


__all__ = ["open_by_its_mark", "open_by_its_sign"]

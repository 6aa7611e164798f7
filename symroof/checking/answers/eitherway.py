"""What may be read in two ways: 1,500 GB by two countries, -40%, 100 G, half of them, 16 GB or 32 GB, bytes * 8.

Such an answer is open where it is right in one reading and wrong in the other; bytes * 8 is right with the 8 once.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from symroof.checking.claims.claims import Verdict, understood, with_note
from symroof.checking.words.numerals import NUMBER, SHARES
from symroof.reading.measures import UNITS

_MARK = re.compile(r"(?<![\w.,])(?P<whole>[1-9]\d{0,2})(?P<mark>[.,])(?P<part>\d{3})(?![\d.,])")
_BRACKETED = re.compile(r"\((?P<n>[$€£]?\d[\d.,]*(?:\s?[A-Za-z€£]{1,3})?)\)")
_EITHER = re.compile(
    rf"(?P<one>[~≈$]?\s?{NUMBER}[^,;<>=()?]*?),?\s+\(?(?:or|oder)\s+(?P<other>[~≈$]?\s?{NUMBER}[^,;<>=()?]*?)\s?\??\)?"
)
_HEADED = re.compile(rf"(?P<one>[~≈$]?\s?{NUMBER}(?:\s?[A-Za-zµ%/]+)?)\s*:\s+(?P<other>[^:]*\d[^:]*=[^:]*)")
_UNIT = re.compile(r"(?<=[\d\s])[A-Za-zµ%][\w/%]*\Z")
_SHARE_OF = re.compile(
    rf"(?:about\s+|roughly\s+)?(?:half|(?:an?|one|two|three)[\s-](?:{'|'.join(SHARES)})s?)\s+of\s+(?:them|it|those|these|that|the\s+[a-z]+)",
    re.I,
)
_TO_BITS = re.compile(
    rf"(?P<bytes>{NUMBER}\s?[kKMGT]?i?B|{NUMBER}\s?bytes)\s*(?:[*×·x]\s*8|[*×·x]\s*8\s*(?:bits?|b))\s*/\s*\(?(?P<rate>{NUMBER}\s?[kKMGT]?(?:b|bits?)(?:/s|ps))\)?(?P<rest>\s*(?:=.*)?)\Z"
)
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


def open_by_its_or(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where an answer names two values of which one is right: 16 GB or 32 GB, 3 GB: 4 GB/2 = 2 GB.

    >>> right, wrong = Verdict("exact", "the same value"), Verdict("wrong", "off", code="value")
    >>> open_by_its_or("16 GB or 32 GB", wrong, lambda t: right if t == "16 GB" else wrong).reason
    'two values, 16 GB or 32 GB, of which one is right'
    >>> open_by_its_or("24 GB or 32 GB", wrong, lambda t: wrong).verdict
    'wrong'
    """
    m = _EITHER.fullmatch(answer.strip()) or _HEADED.fullmatch(answer.strip())
    if m is None:
        return found
    sides = [
        m["one"],
        m["other"] + ("" if _UNIT.search(m["other"]) else f" {unit[0]}" if (unit := _UNIT.search(m["one"])) else ""),
    ]
    read = [understood(judge, side) for side in sides]
    if (
        any(v is None or not (v.ok or v.verdict == "wrong") for v in read)
        or len({v is not None and v.ok for v in read}) < 2
    ):
        return found
    return Verdict("undecided", f"two values, {m['one']} or {sides[1]}, of which one is right", code="words")


def open_by_what_is_left_out(answer: str, found: Verdict, expected: str) -> Verdict:
    """The verdict, open where an answer ends before it says of what: 100 G for 100 GB/s, half of them for 4.

    >>> wrong = Verdict("wrong", "off", code="value")
    >>> open_by_what_is_left_out("100 G", wrong, "100 GB/s").reason
    '100 G: of which unit is not said'
    >>> open_by_what_is_left_out("100 G", wrong, "7").verdict
    'wrong'
    >>> open_by_what_is_left_out("half of them", wrong, "4").reason
    'half of them: of how many is not said'
    """
    text = answer.strip(" .!")
    unit = _UNIT.search(expected.strip())
    measured = unit is not None and unit[0] in UNITS and any(UNITS[unit[0]].dimension[:5])
    if measured and re.fullmatch(r"[~≈]?\s?\d[\d.,]*\s?[kKMGTP]", text):
        return Verdict("undecided", f"{text}: of which unit is not said", code="words")
    counts = re.fullmatch(r"\s*\d+(?:\s+[A-Za-z]+)?\s*", expected) is not None
    if counts and _SHARE_OF.fullmatch(text) is not None:
        return Verdict("undecided", f"{text}: of how many is not said", code="words")
    return found


def in_bits(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict on a quotient of bytes over bits a second in which an 8 says that bytes were turned into bits.

    Units do that by themselves, so that 1500 B * 8 / (1 Gb/s) has it twice; it is meant once where that is right.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> in_bits("1500 B * 8 / 1 Gb/s", wrong, lambda t: right if t == "1500 B / (1 Gb/s)" else wrong).note
    'the 8 read as the bits of a byte'
    """
    m = _TO_BITS.match(answer.strip())
    if m is None:
        return found
    read = understood(judge, f"{m['bytes']} / ({m['rate']}){m['rest']}")
    return with_note(read, "the 8 read as the bits of a byte") if read is not None and read.ok else found


__all__ = ["in_bits", "open_by_its_mark", "open_by_its_or", "open_by_its_sign", "open_by_what_is_left_out"]

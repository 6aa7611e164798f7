"""So much a day, a token or a weight, where so much is asked: 134 kWh per day for 134.4 kWh, 10 bytes for every weight.

What an amount comes for is of the question; beside another value it changes nothing.  An answer that says it is right
where its amount is, and only of what comes in periods (an amount of money, of energy, of bytes) or is told per one of
what is counted by the million: per layer, per chip and per user it may be a part of what is asked.

>>> [said_of(t, "$0.50") for t in ("$0.50 per 1M tokens", "it costs $0.50 a day.", "$0.50 per layer")]
[('$0.50', 'per 1M tokens'), ('it costs $0.50', 'a day'), None]
>>> said_of("42 ms per thousand tokens", "42 ms"), said_of("0.2 TFLOP per token", "200 GFLOPs")
(None, ('0.2 TFLOP', 'per token'))
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from symroof.checking.answers.pieces import NEUTRAL
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.numerals import FEW, NUMBER

MAX_LENGTH = 200
_PERIODS = "hour|day|night|week|month|quarter|year"
#: of what there are so many that an amount is told per one or per million of them
_THINGS = "token|weight|param|parameter|element|entry|value|query|request|image|picture|frame|sample|document|step|pass"
_SORT = (
    "generated|produced|output|input|prompt|new|decoded?|verification|speculation|decoding|training|forward|backward|"
    "model|stored|served"
)
_MANY = r"(?:(?:(?:1|a|one)\s?)?(?:M|million|k|K|thousand|B|billion)|1,?000(?:,?000)?)"
_TAIL = re.compile(
    r"(?P<head>.*?[^\s/])\s*(?P<tail>(?:/\s?|\bper\s+|\b(?:for|out\s+of|from|in)\s+(?:every|each)\s+(?:single\s+)?|\b(?:an?|each|every)\s+)"
    rf"(?:(?P<period>{_PERIODS})|(?P<many>{_MANY}\s?|M(?=tok))?(?:(?:{_SORT})\s+)?(?P<thing>tok|(?:{_THINGS}))s?))[.!]*",
    re.I | re.S,
)
_TIME = re.compile(r"(?:\d|\))\s*(?:[munµ]?s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|years?)\s*\Z")
_AMOUNT = re.compile(
    r"\$|€|£|\b(?:USD|EUR|dollars?|euros?|cents?|[kMG]?Wh|[kMG]?J|[kMGTP]?i?B|bytes|[kMGTPE]?FLOPs?|g|kg|tonnes?|t)\b"
)
_DIVIDED = re.compile(r"\([^()]*\)|\*\*|\d\s?/\s?[\d(]")  # which is no unit per another
_A_NUMBER = re.compile(rf"\d|\b(?:{FEW})\b|illion|hundred|thousand", re.I)
_COMES_FOR = re.compile(r"/|\b(?:per|each|every|an?)\b")


def said_of(answer: str, expected: str) -> tuple[str, str] | None:
    """An answer without what its amount comes for, and that; None where it says no such, or one that counts."""
    m = _TAIL.fullmatch(answer.strip()) if len(answer) <= MAX_LENGTH else None
    if m is None or not _A_NUMBER.search(m["head"]) or _COMES_FOR.search(_DIVIDED.sub("", expected)):
        return None
    timed = _TIME.search(expected) is not None
    if m["period"]:
        yearly = m["period"].lower() in ("year", "month", "week") or not timed
        return (m["head"], m["tail"].strip()) if yearly and (timed or _AMOUNT.search(expected)) else None
    if m["many"] and timed:
        return None  # of a thousand tokens at once
    return m["head"], m["tail"].strip()


def per_thing(answer: object, expected: object, found: Verdict, one: Callable[[str, str], Verdict]) -> Verdict:
    """The verdict on so much per thing, by its amount, where that is what is asked and nothing else is said of it.

    ``one`` judges a text against a key.

    >>> from symroof import check
    >>> [check(f"It uses {n} kWh per day.", "134.4 kWh").verdict for n in (134, 143)]
    ['rounded', 'wrong']
    """
    if found.ok or not (isinstance(answer, str) and isinstance(expected, str)):
        return found
    told = said_of(answer, expected)
    by_units = found.verdict == "wrong" and found.code in ("units", "value", "factor", "step")
    if told is None or not (by_units or found.verdict == "undecided"):
        return found
    amount = tried(one, told[0], expected)
    if "=" in answer and (amount is None or not amount.ok):  # whose steps have the unit, too
        amount = tried(one, answer, f"{expected} {told[1]}")
    if amount is None or not (amount.ok or (amount.verdict == "wrong" and amount.code not in NEUTRAL)):
        return found
    if not amount.ok and (found.verdict == "wrong" or _SEVERAL.search(told[0]) or not _of_one_size(amount)):
        return found
    return with_note(amount, f"left out: {told[1]}")


def _of_one_size(found: Verdict) -> bool:
    """Whether a wrong amount is so near the right one that it is of the same thing: no $2 per hour, where $4 are."""
    apart = found.apart
    return apart is not None and bool(apart.right) and 1 / _FAR < abs(apart.answer / apart.right) < _FAR


_FAR = Fraction(19, 10)
_SEVERAL = re.compile(rf"{NUMBER}[^\d]*[A-Za-z][^\d]*{NUMBER}")

__all__ = ["per_thing", "said_of"]

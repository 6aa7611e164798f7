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

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.answers.pieces import NEUTRAL
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.lexicon import SCALES, TURNS
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
_ONLY = re.compile(rf"[^\d]{{0,40}}?[$€£]?\s?{NUMBER}(?:\s?[A-Za-z]+)?(?:\s+(?:CO2|of\s+[a-z]+))?[.!]*")
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


def without_period(answer: str, expected: str) -> tuple[str, str, str] | None:
    """Both sides without what the key's amount comes for, where the answer says that too, or nothing of it.

    >>> without_period("2500 a month", "$2500 per month"), without_period("$2500", "$2500/month")
    (('2500', '$2500', ''), ('$2500', '$2500', 'per month'))
    >>> without_period("$30k a year", "$2500 per month"), without_period("25 GB", "25 GB/s")
    (None, None)
    """
    key = _TAIL.fullmatch(expected.strip()) if len(answer) <= MAX_LENGTH else None
    if key is None or key["many"] or not _AMOUNT.search(key["head"]) or _COMES_FOR.search(key["head"]):
        return None
    for_one = (key["period"] or key["thing"]).lower().rstrip("s")
    m = _TAIL.fullmatch(answer.strip())
    said = None if m is None or m["many"] else (m["period"] or m["thing"]).lower().rstrip("s")
    if m is not None and said == for_one:
        return m["head"], key["head"], ""
    return (
        None
        if _COMES_FOR.search(_DIVIDED.sub("", answer)) or not _ONLY.fullmatch(answer.strip())
        else (answer, key["head"], f"per {for_one}")
    )


_OF_SO_MANY = re.compile(
    rf"(?P<n>(?:about\s+|at\s+least\s+|only\s+)?(?:\d{{1,6}}|{FEW}|one))\s+(?:out\s+)?of\s+(?:the\s+|our\s+|all\s+)?(?:\d{{1,6}}|{FEW})(?P<rest>\s[^\d]*|[.!]*)"
)
_A_COUNT = re.compile(r"\s*\d{1,6}\s+[A-Za-z]+s?\s*")


def of_so_many(answer: object, expected: object, found: Verdict, one: Callable[[str, str], Verdict]) -> Verdict:
    """The verdict on so many out of so many where a count is asked, and no share of them: 3 out of 5 must be up.

    >>> from symroof import check
    >>> [check(t, "3 nodes").verdict for t in ("3 of 5", "4 of the 5")], check("3 of 5", "60%").verdict
    (['exact', 'wrong'], 'exact')
    """
    if found.verdict != "wrong" or not (isinstance(answer, str) and isinstance(expected, str)):
        return found
    m = _OF_SO_MANY.fullmatch(answer.strip()) if _A_COUNT.fullmatch(expected) else None
    rest = "" if m is None else re.sub(r"\b(?:be|are|is|stay|keep)\s+up\b", "", m["rest"])
    if m is None or TURNS.search(rest) or SCALES.search(rest):
        return found
    count = tried(one, m["n"], expected)
    return found if count is None or not count.ok else with_note(count, f"read as {m['n']}")


_OF_TIME = ("second", "minute", "hour", "sec", "min")  # which units read
_RATE = re.compile(
    rf"(?:[A-Z][a-z]+\s+says\s+)?(?P<n>[~≈]?\s?(?:{NUMBER}|{FEW}))\s+(?P<a>[A-Za-z]{{3,}})\s*(?:/\s?|\s(?:per|each|(?:for|to)\s+(?:each|every|one))\s+)(?P<b>[A-Za-z]{{3,}})[.!]*"
)


def the_other_way_round(
    answer: object, expected: object, found: Verdict, one: Callable[[str, str], Verdict]
) -> Verdict:
    """The verdict on so many of one thing per another where so many of that per the first are asked: by the inverse.

    >>> from symroof import check
    >>> [check(f"{n} cycles/FMA", "0.5 FMA/cycle").verdict for n in (2, 3)]
    ['exact', 'wrong']
    >>> check("0.33 days/job", "3 jobs/day").verdict
    'rounded'
    """
    if found.ok or not (isinstance(answer, str) and isinstance(expected, str)):
        return found
    mine, theirs = (_RATE.fullmatch(x.strip()) for x in (answer, expected))
    if mine is None or theirs is None or {_one(mine["a"]), _one(mine["b"])} & {*_OF_TIME}:
        return found
    if (_one(mine["a"]), _one(mine["b"])) != (_one(theirs["b"]), _one(theirs["a"])):
        return found
    value = Fraction(theirs["n"].lstrip("~≈ ").replace(",", "")) if re.fullmatch(NUMBER, theirs["n"]) else Fraction(0)
    count = tried(one, mine["n"], str(1 / value)) if value else None
    if count is None or not (count.ok or count.verdict == "wrong"):
        return found
    return with_note(replace(count, right=expected), f"{mine['a']} per {mine['b']}, the other way round")


def _one(noun: str) -> str:
    """A noun of one: cycles and cycle, FMAs and FMA."""
    return noun.lower().removesuffix("s")


def per_thing(answer: object, expected: object, found: Verdict, one: Callable[[str, str], Verdict]) -> Verdict:
    """The verdict on so much per thing, by its amount, where that is what is asked and nothing else is said of it.

    ``one`` judges a text against a key.

    >>> from symroof import check
    >>> [check(f"It uses {n} kWh per day.", "134.4 kWh").verdict for n in (134, 143)]
    ['rounded', 'wrong']
    """
    if found.ok or not (isinstance(answer, str) and isinstance(expected, str)):
        return found
    if (alone := without_period(answer, expected)) is not None:
        amount = tried(one, alone[0], alone[1])
        left_out = f"the question's: {alone[2]}"
        return found if amount is None or not amount.ok else with_note(amount, left_out) if alone[2] else amount
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

__all__ = ["of_so_many", "per_thing", "said_of", "the_other_way_round", "without_period"]

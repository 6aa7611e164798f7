"""Odds, frequencies and other amounts as people say them: one expert in 32, twenty to one, once per ms, 12 grand.

What they are beside decides how they are read: so many in so many is a share where a share is asked, every 5 hours is
a time where a time is, and a rate where one is.  Words that may change them stay, and so does what is not all of this.

>>> [spoken(*x) for x in (("one expert in 32", "1/32"), ("1 in 10 000", "0.01%"), ("twenty to one", "20"))]
['1/32', '1/10000', '20']
>>> spoken("it ticks every millisecond", "1 kHz"), spoken("three times a day", "8 h"), spoken("each 5 hours", "5 h")
('1/(1 millisecond)', '(1 day)/3', 'every 5 hours')
>>> spoken("12 grand", "$12000"), spoken("a gig per minute", "1 GB/s"), spoken("n div 2 + 1", "floor(n/2) + 1")
('12000 dollars', '1 GB per minute', 'floor(n/2) + 1')
>>> spoken("one expert in 32 is not used", "1/32"), spoken("2 in 3 lanes of 4", "2 GB"), spoken("nine to five", "8")
('one expert in 32 is not used', '2 in 3 lanes of 4', 'nine to five')
"""

from __future__ import annotations

from collections.abc import Callable

import symroof.regexes as re
from symroof.checking.words.lexicon import TURNS
from symroof.checking.words.numerals import FEW, LARGE, counted

MAX_LENGTH = 200
_NEAR = 0.005  # of a share that is rounded to percents
_SHARE_ASKED = re.compile(r"\s*[~≈]?\s?(?:0?\.\d+|[01]|\d+(?:\.\d+)?\s?(?:%|percent)|\d+\s?/\s?\d+)\s*")
_NUMBER_ASKED = re.compile(r"\s*[~≈]?\s?\d+(?:\.\d+)?\s?[x×]?\s*")
_TIMED = r"(?:[nmuµ]?s|(?:nano|micro|milli)?seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?)"
_TIME_ASKED = re.compile(rf"[^/]*\d\s?{_TIMED}\s*")
_RATE_ASKED = re.compile(rf".*\d\s?(?:[kMG]?Hz|[A-Za-z ]*(?:/\s?|\bper\s+){_TIMED})\s*")
_SPELT = rf"(?:an?|one|{FEW})\s+(?:hundred|thousand|million|billion)|an?|one|{FEW}|{LARGE}"
_MANY = rf"(?:\d{{1,3}}(?:[ ,]\d{{3}})+|\d+|{_SPELT})"
_LEAD = (
    r"(?:(?:it['’]?s|that['’]?s|it\s+is|that\s+is|about|roughly|only|just|exactly|around|approximately)\s+)*"
    r"(?:(?:(?:the|our)\s+)?[a-z]+\s+(?:is|are|sits?|stays?)\s+(?:idle|unused|empty|busy)\s+(?:in|for|during)\s+)?"
)
_NO_KIND = (
    r"(?:more|less|fewer|extra|other|additional|pairs?|half|halves|dozens?|thirds?|quarters?|tenths?|percent|k|hundreds?|thousands?|"
    r"millions?|billions?|squared|cubed|twice)\b"
)
_ODDS = re.compile(
    rf"(?P<lead>{_LEAD})(?P<n>{_MANY})(?:\s+(?!{_NO_KIND})[a-z]+)?\s+(?:in|out\s+of)\s+(?:every\s+)?(?P<m>{_MANY})(?:\s+(?!{_NO_KIND})[a-z]+)?"
    r"(?:\s+(?:fails?|breaks?|dies|die|is\s+(?:lost|hit|slow|active|used)|are\s+(?:lost|hit|slow|active|used)))?\W*",
    re.I,
)
_TO_ONE = re.compile(rf"(?P<lead>[^\d]*?)\b(?P<n>\d+(?:\.\d+)?|{FEW}|{LARGE})\s+to\s+(?:one|1)\W*", re.I)
_RATIO = re.compile(  # what may come as so many to one
    rf"(?:{_LEAD}|(?:[a-z]+\s+)*(?:outnumber|exceed|beat|dominate)s?\s+[a-z]+(?:\s+by)?\s+(?:about\s+)?|(?:the\s+)?ratio\s+(?:is|of)\s+(?:about\s+)?)",
    re.I,
)
_HAPPENS = (  # what is said to come once in a while
    r"(?:(?:the|an?|our|one)\s+[a-z]+\s+|it\s+|we\s+|they\s+)?(?:(?:ticks?|fires?|fails?|runs?|happens?|occurs?|arrives?|comes?|refresh(?:es)?|"
    r"samples?|updates?|polls?|crash(?:es)?|breaks?|interrupts?|failure|crash|interrupt|tick)\s+)?"
)
_ONCE = re.compile(
    rf"{_HAPPENS}(?:(?P<once>once\s+(?:an?|per|each|every)|every(?:\s+single)?|each|one\s+per)\s+|(?:(?P<n>\d+|{FEW})\s+times|(?P<few>twice|thrice))\s+(?:an?|per|each|every)\s+)(?P<unit>{_TIMED})\W*",
    re.I,
)
_EACH = re.compile(rf"\b(?:(?:fails?|crash(?:es)?|breaks?|happens?|ticks?)\s+)?each\s+(?=\d[\d.]*\s?{_TIMED}\b)", re.I)
_EVERY = re.compile(rf"\A{_HAPPENS}(?=(?:about\s+)?(?:once\s+)?every\s+(?:\d|{FEW}))", re.I)
_OR_SO = re.compile(rf"(?<![-–\d.])(?P<q>\b(?:every\s+)?(?:\d[\d.,]*|{FEW})\s?[A-Za-z%]+)\s+or\s+so(?=\W*\Z)", re.I)
_PERIODS = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year",
}  # fmt: skip
_PERIODIC = re.compile(
    rf"{_HAPPENS}(?:(?:an?|one)\s+(?!{_NO_KIND}|few\b|couple\b|batch\b|double\b|second\b|minute\b|hour\b|day\b)[a-z]+\s+)?(?:once\s+)?every\s+(?P<q>\d[\d.]*\s?{_TIMED})\W*",
    re.I,
)
_RULES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\b(\d+(?:\.\d+)?)\s?grand\b", re.I), lambda m: f"{float(m[1]) * 1000:g} dollars"),
    (re.compile(r"\b(?:a|one)\s+gig(?=\s+(?:per|an?|each|every)\b|\s?/|\W*\Z)", re.I), "1 GB"),
    (re.compile(r"\b(?:a|one)\s+meg(?=\s+(?:per|an?|each|every)\b|\s?/|\W*\Z)", re.I), "1 MB"),
    (
        re.compile(r"\b(?:one|an?)\s+(half|quarter|tenth)\s+of\s+an?\s+(?=(?:cent|dollar|euro)\b)", re.I),
        lambda m: {"half": "0.5 ", "quarter": "0.25 ", "tenth": "0.1 "}[m[1].lower()],
    ),
    (re.compile(r"(?<=[A-Za-z])\s*@\s*(?=\d+\s?(?:fps|FPS|[kMG]?Hz)\b)"), " at "),
    (
        re.compile(r"(?<=[A-Za-z%\d])\s+(hourly|daily|weekly|monthly|yearly|annually)(?=\W*\Z)", re.I),
        lambda m: f" per {_PERIODS[m[1].lower()]}",
    ),
    (re.compile(r"\bbottle\s+neck\b", re.I), "bottleneck"),
    (  # more then 20, bigger as 240
        re.compile(
            r"\b((?:more|less|fewer|(?:great|larg|bigg|high|low|small|fast|slow|long|short)er)\s+)(?:then|as)(?=\s+[~$]?\d)"
        ),
        r"\1than",
    ),
    (re.compile(r"(?<![\w.])(\w+|\([^()]*\))\s+div\s+(\w+|\([^()]*\))"), r"floor(\1/\2)"),
    (re.compile(r"(?<=\d)(\s?[kKMGTP]?i?B)\s+(?:net|usable)(?=\W*\Z)"), r"\1"),
    (
        re.compile(
            r"\A(?:at|with|for)\s+[^,;=]*?\d[^,;=]*?,?\s+(?:that['’]?s|that\s+is|this\s+is|it['’]?s|it\s+is|we\s+get|you\s+get|(?:that|it)\s+(?:makes|gives))\s+"
            r"(?=(?:about\s+|roughly\s+)?[~≈$]?\d)",
            re.I,
        ),
        "",
    ),
    (
        re.compile(
            r"\A(?:(?:oh|uh|ah|eh|hm+),?\s+)?(?:sorry|oops|correction|typo|my\s+bad)\b[^\d,:]*[,:]\s*"
            r"(?:(?:it\s+(?:must|should|has\s+to)\s+be|i\s+meant|it['’]?s|make\s+that)\s+)?(?=[~≈$]?\d)",
            re.I,
        ),
        "",
    ),
)
_BY = re.compile(
    r"\A(?:(?:the|our)\s+[a-z]+\s+|it\s+|so\s+it\s+)?(?:grows|increases|rises|shrinks|falls|drains|fills)\s+(?:by|at)\s+(?=[~≈]?\d)",
    re.I,
)


def spoken(answer: str, expected: object) -> str:
    """The answer with what is said aloud of odds, of frequencies and of amounts as it is typed, for what is asked."""
    if not isinstance(expected, str) or len(answer) > MAX_LENGTH:
        return answer
    for pattern, plain in _RULES:
        answer = pattern.sub(plain, answer)
    answer = _OR_SO.sub(r"about \g<q>", answer)
    if _SHARE_ASKED.fullmatch(expected) and (odds := _ODDS.fullmatch(answer.strip())) is not None:
        n, m = _whole(odds["n"]), _whole(odds["m"])
        about = "about " if re.search(r"about|roughly|around|approx", odds["lead"], re.I) else ""
        rest = (
            bool(n and m) and abs(_share(expected) + n / m - 1) < _NEAR
        )  # 9 hits out of 10 beside 10%: of the misses?
        return f"{about}{n}/{m}" if 0 < n < m and not (rest and 2 * n != m) else answer
    if _NUMBER_ASKED.fullmatch(expected) and (ratio := _TO_ONE.fullmatch(answer.strip())) is not None:
        return _whole_text(ratio["n"]) if _RATIO.fullmatch(ratio["lead"]) and not TURNS.search(answer) else answer
    if _RATE_ASKED.fullmatch(expected):
        answer = _BY.sub("", answer)
    return _often(answer, expected)


def _often(answer: str, expected: str) -> str:
    """How often something comes, as a time or as a rate, whichever is asked."""
    timed, rated = _TIME_ASKED.fullmatch(expected), _RATE_ASKED.fullmatch(expected)
    if not (timed or rated):
        return answer
    if rated and (periodic := _PERIODIC.fullmatch(answer.strip())) is not None:
        if _of_another_noun(answer, expected):
            return answer
        return f"1/({periodic['q']})"
    m = _ONCE.fullmatch(answer.strip())
    if m is None:
        return _EVERY.sub("", _EACH.sub("every ", answer)) if timed else answer
    n = 1 if m["once"] else {"twice": 2, "thrice": 3}[m["few"].lower()] if m["few"] else _whole(m["n"])
    if not n:
        return answer
    unit = f"(1 {m['unit']})"
    return (f"{unit}/{n}" if n > 1 else unit[1:-1]) if timed else f"{n}/{unit}"


def _of_another_noun(answer: str, expected: str) -> bool:
    """Whether what comes every so often is not what the key counts, or is a number of it: a batch, a dozen."""
    key = re.search(r"([A-Za-z]{3,}?)(?:es|s)?\s*(?:/|\bper\b)", expected)
    of = re.match(r"(?:an?|one)\s+([a-z]+)\s+(?:once\s+)?every\b", answer.strip(), re.I)
    if of is None:
        return False
    other = key is not None and not of[1].lower().startswith(key[1].lower())
    return other or _NUMBERED.fullmatch(of[1]) is not None


_NUMBERED = re.compile(_NO_KIND + r"|few|couple|batch|hour|minute|day", re.I)


def _share(said: str) -> float:
    """A share that is asked for, as a number."""
    text = re.sub(r"[~≈\s]", "", said)
    if re.search(r"%|percent", text):
        return float(re.sub(r"%|percent", "", text)) / 100
    above, _, below = text.partition("/")
    return float(above) / float(below) if below and float(below) else float(above)


def _whole(said: str) -> int:
    """A whole number in digits or words; 0 for none."""
    text = _whole_text(said)
    return int(text) if text.isdecimal() else 0


def _whole_text(said: str) -> str:
    """A number in digits as they are, one in words in digits."""
    plain = re.sub(r"(?<=\d)[ ,](?=\d{3})", "", said.strip())
    if re.match(r"\d", plain):
        return plain
    return counted(re.sub(r"\A(?:an?|one)\b", "one", plain.lower()))


__all__ = ["spoken"]

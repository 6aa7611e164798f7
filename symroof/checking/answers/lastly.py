"""What an answer says last: its conclusion behind a premise, or its value behind a label, which nobody has read.

Who writes "one per second all day long, that's 86400 a day" has answered 86400 a day, whatever the words before mean.
A right value stands where it is all that is said last, and where what stands before it neither doubts nor supposes
anything, is not itself another value of what is asked, and has no step that does not hold.  A wrong one is wrong where
it is nothing but a value of what is asked, and where nothing before it is right.

>>> [last_of(t) for t in ("sort dominates, hence n log n", "ping pong: 0.9 us", "warmup is 2 of 100 = 2%", "42 ms")]
[('sort dominates', 'n log n', 'so'), ('ping pong', '0.9 us', 'label'), ('warmup is 2 of 100', '2%', 'equals'), None]
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Literal

import symroof.regexes as re
from symroof.checking.answers.assertion import kind_of
from symroof.checking.answers.beside import ON_SO_MANY
from symroof.checking.answers.noted import contradicted
from symroof.checking.answers.pieces import NEUTRAL, runs_in
from symroof.checking.answers.prose import has_verb
from symroof.checking.answers.workings import steps_hold, works_out
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.changers import CHANGERS
from symroof.checking.words.lexicon import AGAIN, ALTERS, BINDS, SCALES, TAKEN_BACK, TURNS
from symroof.checking.words.numerals import NUMBER
from symroof.errors import SymroofError
from symroof.reading.measures import UNITS
from symroof.reading.quantity import quantity
from symroof.reading.spelling import FUNCTIONS

MAX_LENGTH = 200  # characters; who says more tells of more than one thing
MAX_LINKS = 6  # signs of equality before the last, behind each of which the answer may stand
Link = Literal["so", "label", "equals", "says"]
_LINK = re.compile(
    r"(?:\s*[,;.:–—]\s*|\s+-\s+|\s+)(?:and\s+)?(?P<so>so|thus|hence|therefore|ergo)\s+(?=\S)|\s*(?P<arrow>=>|⇒|->|→)\s*|"
    r"\s*[,;.:–—]\s*(?P<that>i\.?e\.?,?|that['’]?s|that\s+is|call\s+it|(?:which|that|this|it)\s+(?:is|gives|makes|comes\s+to)|giving|making)\s+(?=\S)|"
    r"(?<=[\w)%²³])(?P<label>:)\s+|\s*(?<![<>=!:])(?P<equals>=)(?![=>])\s*|"
    r"\s(?P<says>gives?|makes?|yields?|(?:goes|grows|falls|shrinks|drops|rises)\s+(?:only\s+)?(?:like|as|with))\s",
    re.I,
)
_LED = re.compile(  # how a conclusion begins that is of nothing else than what is asked
    r"(?:(?:it|that|this|we|you|there)(?:['’](?:s|re|ll)|\s+(?:is|are|makes?|gives?|gets?|takes?|needs?|will\s+(?:be|take|need)))\s+"
    r"|the\s+answer\s+is\s+|just\s+|only\s+(?=[~≈$]?\d))+(?=\S)",
    re.I,
)
_VALUE = re.compile(
    rf"(?:about\s+|roughly\s+|~\s?|≈\s?)?[$€£]?\s?{NUMBER}\s?(?P<unit>[A-Za-zµμ%]*(?:/[A-Za-z]+)?)[.!]*"
)
_QUANTITY = re.compile(
    rf"[$€£]?\s?(?<![\w.])(?P<n>{NUMBER})\s?(?P<unit>(?!per\b|an?\b|each\b)[A-Za-zµμ%]*)(?:/[A-Za-z]+|\s(?:per|an?)\s[a-z]+)?"
)
_NOUN_LED = re.compile(
    r"(?P<noun>[a-z]{3,}(?:\s[a-z]{3,})?)\s+(?P<value>[-−~≈$€]?\s?(?:[\d(]|[A-Za-z](?=\s?[*/^(]))[^,;:=<>]*)"
)
#: what a number without a unit of its own may be, a percentage or a factor
_RELATIVE = {
    *(
        "answer",
        "result",
        "value",
        "height",
        "depth",
        "margin",
        "yield",
        "speedup",
        "ratio",
        "efficiency",
        "utilization",
        "utilisation",
    ),
    *("availability", "probability", "occupancy", "error", "mfu", "elasticity"),
}
#: what names a result, whose number stands behind it
_RESULTS = {
    *("answer", "result", "value"),
    *("cpi", "ipc", "total", "size", "cost", "price", "time", "latency", "duration", "runtime", "bandwidth"),
    *("throughput", "rate", "memory", "traffic", "volume", "intensity", "power", "energy", "frequency", "capacity"),
}
_OF_A_RESULT = {"profit", "cycle", "access", "arithmetic", "transfer", "step", "run", "clock", "hit", "miss", "price"}
_SCALED_BY = r"(?:half|twice|thrice|double|triple|(?:an?|one|two|three)\s+(?:third|quarter|fifth)s?|[a-z\d]+\s+times)\s"
_SCALED = re.compile(_SCALED_BY, re.I)
_IS_SCALED = re.compile(rf"\b(?:is|are|takes?|needs?|costs?)\s+(?:about\s+|only\s+|just\s+)?{_SCALED_BY}", re.I)
_COMPARES = re.compile(r"\bthan\b", re.I)
_NO_LABEL = re.compile(  # what goes on with the number behind it: less than: 42 ms
    r"(?:\b(?:than|of|above|under|below|over|beyond|minus|plus|times|by|without|least|most|to|up|not|and|or|per)|[-+*/×])\s*\Z",
    re.I,
)
_FORMULA = re.compile(r"\A\W*\d|[*/^]")
_LEFT = re.compile(r"\b(?:wasted?|idle|lost|unused|spare|left|saved)\b", re.I)
_CHANGE = re.compile(
    r"\b(?:down|up|less|more|fewer|reduc\w+|increas\w+|decreas\w+|drops?|rises?|falls?|shrinks?|grows?|faster|slower|cheaper|dearer|shorter|longer|"
    r"smaller|larger|lower|higher)\b",
    re.I,
)
_OPENING = re.compile(r"(?:at|with|without|for|in|on|per|by|under|over)\s", re.I)
_TOLD = re.compile(  # how what numbers come to is said
    r"(?:[:=≈→,]|\b(?:is|are|be|gives?|makes?|needs?|takes?|costs?|gets?|leaves?|yields?|by|about|roughly|to|that['’]s|so|has|have|holds?|equals?))\s*[~≈]?\s*\Z",
    re.I,
)
_SO = re.compile(  # who concludes: so it is, which leaves, =
    r"\b(?:so|hence|thus|therefore|that['’]s|that\s+(?:is|makes|leaves)|gives?|giving|makes?|leaves?|leaving|yields?|comes?\s+to|totals?|in\s+total|altogether)\b|[=≈→]|=>|->",
    re.I,
)
_SO_IT = re.compile(r"\b(?:so|hence|thus|therefore)\s+(?:(?:it|that|this|we)\b|[~≈]?\s*\Z)", re.I)
_SPREAD = re.compile(r"\b(?:spread|shared|split|divided)\s+(?:evenly\s+)?(?:on|over|across|among|by)\b", re.I)
_OPERATORS = {"over", "times", "divided", "by", "at", "per", "plus", "minus", "x", "of"}
_COINS = ("EUR", "USD", "GBP", "CHF")
_WORDS_BEHIND = 4
_WORDS_BEFORE = 2  # fewer are a bare value: 84 ms, so 42 ms
_LABEL = 8  # words
#: what a premise may not hold: it is of another case, or of none
_OTHERWISE = ("a doubt", "what somebody asks for", "another time or plan")
_DENIED = re.compile(
    r"(?:\bnot|n['’]t)\s+(?:(?:be|the|an?|just|really)\s+)*(?:[~≈$]?\d|right\b|true\b|correct\b)|\bno\s+longer\b|[<>≤≥]",
    re.I,
)
_NOT_SO = re.compile(r"(?:\bnot|n['’]t|\bquite|\bvery)\Z", re.I)  # not so sure
_VERDICT = re.compile(r"\s*(?:yes|no|never|always|[a-z/]+[\s-](?:bound|limited))\s*", re.I)
_LOSS = re.compile(r"\b(?:loss|losses|savings?|saved|reductions?|decreases?|drop|cut|discount|decline)\s*\Z", re.I)
_CASE = re.compile(r"\b(?:for|at|with|when|where|if)\s+\S+\Z", re.I)  # for D = 4096
_PART = re.compile(
    r"\b(?:for|per|in|of)\s+(?:only\s+|just\s+)?(?:one|an?|each|every|half|single)\b|\b(?:each|every|only|alone|single|rest|remain\w*|others?|difference|bound|limit|ceiling|upper|lower|ideal\w*|max\w*|min|minimum|at\s+(?:least|most|best|worst))\b",
    re.I,
)


def last_of(text: str) -> tuple[str, str, Link] | None:
    """What stands before the last conclusion of a text, that, and how it is joined; None where nothing is."""
    plain = " ".join(text.split()).strip()
    told = [m for m in _LINK.finditer(plain) if plain[: m.start()].strip() and plain[m.end() :].strip(" .!")]
    if not told:
        return None
    m = told[-1]
    link: Link = "label" if m["label"] else "equals" if m["equals"] else "says" if m["says"] else "so"
    return plain[: m.start()].strip(" ,;.:"), plain[m.end() :].strip(" .!"), link


def lastly(answer: object, expected: object, found: Verdict | None, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on what an answer says last, where ``found`` is none that holds; None where that leaves it open.

    ``one`` judges a text against what is expected.
    """
    if not isinstance(answer, str) or not isinstance(expected, str) or len(answer) > MAX_LENGTH or "?" in answer:
        return None
    told = last_of(answer)
    if found is not None and found.code == "step" and (told is None or not _rounds(told[0], told[1])):
        return None
    verdict = None if told is None else _concluded(answer, expected, found, told, one)
    if verdict is None and (found is None or found.verdict == "undecided"):
        verdict = _led_by_a_noun(answer, expected, one)
        verdict = _worked_out(answer, one) if verdict is None else verdict
    return verdict


def _concluded(
    answer: str, expected: str, found: Verdict | None, told: tuple[str, str, Link], one: Callable[[str], Verdict]
) -> Verdict | None:
    """The verdict on what stands behind the last link of an answer."""
    before, last, link = told
    if _LEFT.search(last) or (link == "says" and not _says_so(before, last, expected)):
        return None
    if link == "equals" and _beside_its_kind(before, last):
        return None
    if link in ("says", "equals") and (
        _VERDICT.fullmatch(expected) or re.search(r"[<>≤≥]", expected) or TURNS.search(last)
    ):
        return None
    if not _sound(before, link) or contradicted(answer) or not steps_hold(before):
        return None
    said = _LED.sub("", last) if _LED.match(last) else last
    verdict = next((v for t in dict.fromkeys((last, said)) if (v := tried(one, t)) is not None and _decides(v)), None)
    if verdict is None:
        return None
    if verdict.ok:
        return _right(verdict, before, said, link, one)
    return _wrong(verdict, before, said, link, expected, one) if found is None or found.verdict == "undecided" else None


def _led_by_a_noun(answer: str, expected: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a right value behind a noun that names a result, without a colon: margin 25%, cpi 1.5."""
    m = _NOUN_LED.fullmatch(answer.strip(" .!")) if not re.fullmatch(r"\s*\d+\s*", expected) else None  # cell 7
    if m is None or _CHANGE.search(expected) or not _names_a_result(m["noun"].split(), m["value"]):
        return None
    if {*re.findall(r"[a-z]{3,}", m["value"])} - UNITS.keys() - FUNCTIONS.keys():
        return None  # subtract 2BDF from the total
    verdict = tried(one, m["value"])
    right = verdict is not None and verdict.ok and verdict.verdict != "in-regime"
    return with_note(verdict, f"left out: {m['noun']}") if verdict is not None and right else None


def _names_a_result(words: list[str], value: str) -> bool:
    """Whether words name a result of a value's sort: no factor and no share is a time or a cost."""
    relative = re.search(r"\d\s?(?:%|x\b|times\b|percent\b)", value) is not None
    measured = re.search(r"\d\s?[A-Za-zµμ]", value) is not None
    last = _RELATIVE if relative else _RESULTS if measured else _RESULTS | _RELATIVE
    return words[-1] in last and all(w in _OF_A_RESULT | {"total"} for w in words[:-1])


def _worked_out(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on the last quantity of a text, where the numbers before it come to it and it is right."""
    found = [m for m in _QUANTITY.finditer(text) if m["unit"] in UNITS or m["unit"] in ("", *_COINS)]
    m = found[-1] if found else None
    if m is None or re.search(r"\d", text[m.end() :]) or not _TOLD.search(text[: m.start()]):
        return None
    before, behind = text[: m.start()], text[m.end() :]
    words = f"{before} {behind}"
    if (
        any(w.search(words) for w in (BINDS, TAKEN_BACK, TURNS))
        or _LEFT.search(behind)
        or len(behind.split()) > _WORDS_BEHIND
    ):
        return None
    if any(c.kind in (*_OTHERWISE, "a denial") and c.words.search(words) for c in CHANGERS):
        return None
    if not works_out(before, m.group().strip()) or not _concluded_from(before, m["n"]):
        return None
    verdict = tried(one, m.group().strip())
    right = verdict is not None and verdict.ok and verdict.verdict != "in-regime"
    return with_note(verdict, f"left out: {before.strip()}") if verdict is not None and right else None


def _concluded_from(before: str, last: str) -> bool:
    """Whether a last number is concluded from those before it, and is none of the parts of a total told first."""
    numbers = [Fraction(n.replace(",", "").replace("−", "-")) for n in re.findall(NUMBER, before)]
    if len(numbers) < _WORDS_BEFORE or not (_SO.search(before) or _SPREAD.search(before)):
        return False
    told_first = numbers[0] == sum(numbers[1:], Fraction(last.replace(",", "").replace("−", "-")))
    return not told_first or _SO_IT.search(before) is not None


def _decides(v: Verdict) -> bool:
    return (v.ok and v.verdict != "in-regime") or (v.verdict == "wrong" and v.code not in NEUTRAL)


def _sound(before: str, link: Link) -> bool:
    """Whether a premise, or a label, is one of what is asked: it doubts, denies and supposes nothing."""
    if BINDS.search(before) or TAKEN_BACK.search(before) or _DENIED.search(before) or _NOT_SO.search(before):
        return False
    if _SCALED.match(before) and (link == "equals" or not has_verb(before)):
        return False  # half that of the A100, which is 153 FLOP/byte
    if _IS_SCALED.search(before) or _COMPARES.search(before):
        return False  # three times the cache, which is 32 MB; slower than the other one, that's 42 ms
    if link in ("label", "says", "equals") and _NO_LABEL.search(before):
        return False
    if link == "equals" and re.search(rf"\b{_SCALED_BY}", before, re.I) and not re.search(r"\d\s+times\s+\d", before):
        return False  # some constant times n = 2
    if link == "so" and _OPENING.match(before) and AGAIN.search(before) and not has_verb(before):
        return False  # at half of it, that's 24 GB
    kinds = None if link in ("label", "says") else _OTHERWISE
    if any((kinds is None or c.kind in kinds) and c.words.search(before) for c in CHANGERS):
        return False
    return link not in ("label", "says") or (
        len(before.split()) <= _LABEL and not TURNS.search(before) and not _PART.search(before)
    )


def _right(v: Verdict, before: str, last: str, link: Link, one: Callable[[str], Verdict]) -> Verdict | None:
    """A right value behind its premise; None where the premise is another value of what is asked."""
    if _rounds(before, last):
        return with_note(v, f"left out: {before}")
    if link == "label" and _beside_its_kind(before, last):
        return None
    other = _told_before(before, link, one)
    if ON_SO_MANY.fullmatch(before) or (link == "label" and other is not None and other.verdict == "wrong"):
        return None  # what each of so many has is judged by itself; V/W: 2*V/W
    if other is not None and other.ok:
        return with_note(v, f"left out: {before}")
    if link != "label" and {*re.findall(r"[A-Za-z]+", before)} <= UNITS.keys() | _OPERATORS:
        return None  # 24 GB over 6 TB/s, which comes to something else
    if other is not None and other.verdict == "wrong" and other.code not in NEUTRAL and _competes(before, last):
        return None
    words = len(re.findall(r"[A-Za-z]{2,}", before))
    if words < {"label": 0, "says": 1}.get(link, _WORDS_BEFORE) and not (words and works_out(before, last)):
        return None
    if link in ("so", "equals") and _PART.search(last):
        return None
    return with_note(v, f"left out: {before}")


def _told_before(before: str, link: Link, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a premise, or on a label that reads as a value or a formula."""
    reads = link != "label" or _VALUE.fullmatch(before) is not None or _FORMULA.search(before) is not None
    return tried(one, before) if reads else None


def _says_so(before: str, last: str, expected: str) -> bool:
    """Whether a subject is none that may be another value than the one asked, nor the other side of a change."""
    if expected.startswith("O(") or _OPENING.match(before) or any(w.search(before) for w in (SCALES, ALTERS, AGAIN)):
        return False
    return _CHANGE.search(expected) is None or _CHANGE.search(last) is not None  # the time is doubled: 2x faster


def _beside_its_kind(before: str, last: str) -> bool:
    """Whether another quantity of its kind stands before it, from which it does not come: A: 3 ms, B: 5 ms."""
    kind = kind_of(last)
    others = {kind_of(m.group().strip()) for m in _QUANTITY.finditer(before)}
    return kind is not None and kind in others and not works_out(before, last)


def _competes(before: str, last: str) -> bool:
    """Whether a premise has a value of the kind of the conclusion, which does not come from it: 84 ms, so 42 ms."""
    if re.search(r"[A-Za-z]\s?[*/^]|[*/^]\s?[A-Za-z(]", last) and not re.search(r"\d\s?[A-Za-z%]+\Z", last):
        return re.search(r"[A-Za-z]\s?[*^]|[*^]\s?[A-Za-z(]|(?<![a-z])[A-Z]\s?/", before) is not None
    if re.search(NUMBER, last) is None or works_out(before, last):
        return False
    return kind_of(last) in {kind_of(q.group().strip()) for q in _QUANTITY.finditer(before)}


def _rounds(before: str, last: str) -> bool:
    """Whether a count is what the number before it is rounded to: 390.6, so 391."""
    numbers, m = re.findall(NUMBER, before), re.match(NUMBER, last)
    if not numbers or m is None or not m.group().isdigit():
        return False
    with_point = numbers[-1].replace(",", "")
    return "." in with_point and int(m.group()) in (floor(float(with_point)), ceil(float(with_point)))


def _wrong(
    v: Verdict, before: str, last: str, link: Link, expected: str, one: Callable[[str], Verdict]
) -> Verdict | None:
    """A wrong value, where it is of what is asked and nothing before it is right."""
    m = _VALUE.fullmatch(last)
    if (
        m is None
        or link == "says"
        or not re.search(r"[A-Za-z]{3}", before)
        or _CASE.search(before)
        or (m["unit"] and m["unit"] not in UNITS)
        or (link == "label" and _LOSS.search(before) and re.match(r"\s*[-−]", last))  # loss: -25%
    ):
        return None
    if (kind_of(last.strip(" .!")) is None) != (kind_of(expected) is None) or re.search(r"[<>≤≥]", expected):
        return None
    try:
        quantity(last.strip(" .!~≈"))
    except SymroofError:
        return None
    runs = dict.fromkeys(before[a:b].strip(" ,.:=") for a, b in runs_in(before, frozenset()))
    if before.count("=") > MAX_LINKS or any((w := tried(one, r)) is not None and w.ok for r in runs):
        return None
    return with_note(v, f"left out: {before}")


_CONCLUDED = re.compile(
    r"(?:[,;:.]\s*|\s)(?:so|thus|hence|therefore|that['’]?s|that\s+is|(?:that|it)\s+(?:makes|gives))\s+"
    r"(?P<value>(?:about\s+|roughly\s+|just\s+|only\s+|~\s?)?[$€]?\d[^,;:=<>≤≥+*/^→]*?)[.!)\s]*\Z",
    re.I,
)


_IN_NUMBERS = re.compile(r"(?:(?![A-Za-z]{3})[^=])*=")


def concludes(answer: object, found: Verdict, one: Callable[[str], Verdict]) -> bool:
    """Whether what an answer says last, as its conclusion, is right: what else it says was misread.

    Steps in numbers alone were not.

    >>> from symroof import check
    >>> check("1 epoch = 50000/128 = 380.6, so 391 steps", "391 steps").verdict
    'undecided'
    >>> check("1 epoch = 50000/128 = 390.6, so 400 steps", "391 steps").verdict
    'wrong'
    """
    m = _CONCLUDED.search(answer) if isinstance(answer, str) and len(answer) <= MAX_LENGTH else None
    if m is not None and found.code == "step" and _IN_NUMBERS.match(m.string):
        return False
    last = tried(one, m["value"]) if m is not None else None
    return last is not None and last.verdict in ("exact", "rounded")


__all__ = ["concludes", "last_of", "lastly"]

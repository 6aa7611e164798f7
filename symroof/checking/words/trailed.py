"""What people add to an answer and what says nothing of its value: 50ms rtt, 25% of peak, meh, 28 TB (of 32).

A closed table, each row with the key for which it is no part of the value.  A remark with numbers is left out only
where these agree with the answer: its parts add up to it, or it is so much of more.

>>> untrailed("50ms rtt", (), "50 ms"), untrailed("25% of peak, meh", (), "25%"), untrailed("42 bit tag", (), "36 bits")
('50ms', '25% of peak', '42 bits')
>>> untrailed("28TB (of 32)", (), "28 TB"), untrailed("28TB (of 20)", (), "28 TB")
('28TB', '28TB (of 20)')
>>> untrailed("sqrt(S/3), three tiles in smem", "S", "sqrt(S/3)"), untrailed("sqrt(S/3), two halves", "S", "sqrt(S/3)")
('sqrt(S/3)', 'sqrt(S/3), two halves')
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.words.lexicon import ALTERS, BINDS, TURNS
from symroof.checking.words.numerals import FEW, NUMBER, SHARES, counted
from symroof.reading.measures import BYTES, SECONDS, UNITS

MAX_LENGTH = 160
_MARK = r"\s*(?:[,;:.!(–—-]+|…)\s*"
_UNIT = r"[A-Za-zµ][A-Za-zµ/]*"
_MOOD = re.compile(  # how somebody finds it
    rf"(?<=[\w%)]){_MARK}(?:meh|phew|wow|whoa|nice|cool|great|neat|oof|ouch|yikes|damn|huh|ugh|yay|easy|sadly|unfortunately|luckily|"
    r"fortunately|as\s+(?:expected|usual|always)|as\s+in\s+an?\s+[a-z]+|of\s+course|obviously|naturally|no\s+surprise|surprisingly|not\s+(?:bad|great|good|terrible|much|a\s+lot|so\s+(?:bad|much|great|good))|"
    r"(?:which\s+is\s+|that['’]s\s+)?(?:(?:far|way|much|still)\s+)?(?:too|pretty|quite|rather|kinda|kind\s+of|really|very|surprisingly)\s+(?:good|bad|nice|slow|fast|low|high|poor|decent|"
    r"cheap|expensive|tight|close|a\s+lot|much|little|(?:big|large|small|huge|long|short)))[\s.!)]*\Z",
    re.I,
)
_TRIP = re.compile(  # how a time is measured
    rf"(?P<q>\A[~≈]?\s?{NUMBER}\s?(?P<unit>{_UNIT})),?\s+\(?(?:one[\s-]way|p50|median|rtt|round[\s-]trips?|end[\s-]to[\s-]end|e2e|wall[\s-]?clock(?:\s+time)?|wall\s+time)\)?\Z",
    re.I,
)
_BITS = re.compile(r"\A(?P<n>[~≈]?\s?\d[\d,]*)[\s-]bit\s+(?!s\b|per\b|or\b|and\b|rate)[a-z]{3,}\Z")
_OF_MORE = re.compile(
    rf"(?P<q>\A[~≈]?\s?(?P<x>{NUMBER})\s?(?P<unit>{_UNIT}))\s*,?\s*\(?(?:(?:used|usable)\s+)?(?:out\s+)?of\s+(?:the\s+|our\s+)?"
    rf"(?P<y>{NUMBER})(?:\s?(?P=unit))?(?:\s+(?:total|in\s+all|available|installed))?\)?\Z"
)
_INCLUDING = re.compile(  # 4 levels including the root
    rf"(?P<q>\A[~≈]?\s?(?:{NUMBER}|{FEW})(?:\s?{_UNIT})?)\s*,?\s+\(?(?:including|inclusive\s+of|counting)\s+(?:the|its|our|all)\s+[a-z]+(?:\s+[a-z]+)?\)?\Z",
    re.I,
)
_MAX_RATE = re.compile(
    rf"(?P<q>\A[~≈]?\s?{NUMBER}\s?(?:{_UNIT}/\s?{_UNIT}|tps|TPS|[kMG]?bps|fps|FPS|qps|QPS))\s+max\.?\Z"
)
_GERMAN = re.compile(
    rf"(?P<q>\A[~≈]?\s?{NUMBER}\s?{_UNIT})\s+(?:für|fuer)\s+(?:die|den|das|alle|unsere?n?)\s+[A-Za-zäöüßÄÖÜ-]+\Z"
)
_CAUSED = re.compile(  # 12 us, mostly launch overhead; 60%, rest is comms
    rf"(?P<q>\A[~≈]?\s?{NUMBER}\s?(?:{_UNIT}|%))\s*[,;(]\s*(?:(?:mostly|mainly|largely)\s+|(?:the\s+)?rest\s+(?:is|goes\s+to|for)\s+)(?!(?:not|never|an?|hidden|overlapped|wrong|unused|guess\w*|wasted|saved)\b)"
    r"[a-z][a-z-]*(?:\s+[a-z][a-z-]*){0,2}\)?\Z"
)
_THE_REST = re.compile(  # 60% (idle 40%)
    rf"(?P<q>\A[~≈]?\s?(?P<x>{NUMBER})\s?%)\s*[,(]\s*(?:(?:idle|rest|lost|wasted|remaining)\s+(?P<y>{NUMBER})\s?%|(?P<z>{NUMBER})\s?%\s+(?:idle|lost|wasted))\)?\Z"
)
_ABBREVIATED = re.compile(  # 2V/W, RS plus AG: one for each
    r"(?P<q>2.*[\w)])\s*,\s+[A-Z]{2,4}\s*(?:plus|and|\+)\s*[A-Z]{2,4}\Z"
)
_HALF_OF = re.compile(  # 35 GB, half of the 70
    rf"(?P<q>\A[~≈]?\s?(?P<x>{NUMBER})\s?(?P<unit>{_UNIT}))\s*,\s+(?:an?\s+|one\s+)?(?P<share>half|third|quarter|fifth|sixth|eighth|tenth)\s+of\s+(?:the\s+|our\s+)?"
    rf"(?P<y>{NUMBER})(?:\s?(?P=unit))?\Z"
)
_BY_FORMULA = re.compile(  # 4 (n/2), where a number is expected
    rf"(?P<q>\A[~≈]?\s?{NUMBER}(?:\s?{_UNIT})?)\s+\((?=[^()]*(?<![A-Za-z])[A-Za-z](?![A-Za-z]))(?![^()]*[A-Za-z]{{2}})[^()=]*[*/+^-][^()=]*\)\Z"
)
_A_RATIO = re.compile(
    r"\A(?P<q>[~≈]?\s?0?\.\d+)\s+(?:hit\s+(?:rate|ratio)|miss\s+(?:rate|ratio)|utili[sz]ation|MFU|efficiency|probability|occupancy)\Z",
    re.I,
)
_OVERLAP = re.compile(
    r"(?:\s*[,;:(–—-]\s*|\s+)(?:(?:assuming|with)\s+)?(?P<how>no|without|zero|full|fully|perfect|complete|with)?\s*"
    r"(?P<what>overlap(?:ping|ped)?)(?:\s+at\s+all)?[\s.!)]*\Z",
    re.I,
)
_LARGEST = re.compile(r"\s*(?:\\?max\b|(?:it\s+is\s+)?(?:the\s+)?(?:larger|longer|slower|maximum|whichever)\b)", re.I)
_REMARK = re.compile(
    r"(?P<head>\A[^,;:]*[\w)])\s*[,;:]\s+(?P<words>(?!(?:for|per|with|on|in|at|when|where)\s)[a-z][A-Za-z\s,'-]*)\Z"
)
_OF_ITS_OWN = re.compile(  # the mask doesn't save anything: a subject that is not the answer
    r"(?:the|our)\s+(?!(?:answer|result|value|number|formula|right|correct|other|rest|same|real|true|exact|full|actual)\b)[a-z]+\s+"
    r"(?:do(?:es)?|can)(?:n['’]t|\s+not)\s+(?!(?:count|exist|apply|appear|enter|matter)\b)[a-z]+(?:\s+(?:anything|much|here|at\s+all|us))?",
    re.I,
)
_SYMBOL = re.compile(r"(?<![A-Za-z])[A-Za-z](?![a-z])")
_COUNTING = re.compile(rf"\b(?:one|{FEW})\b", re.I)
_ALONE_WORDS = re.compile(
    r"\b(?:half|halves|thirds?|quarters?|fifths?|twice|thrice|double\w*|triple\w*|times|same|again|each|every|per|apiece|other|another|extra|plus|minus|sum|product|factor|"
    r"squared?|rest|remaining|difference|max\w*|min\w*|upper|lower|limit\w*|bound\w*|ratio|inverse|gives?|makes?|so|i\.?e|hence|thus|or|is|are)\b",
    re.I,
)
_TIMES_OF = re.compile(  # 2 times (reduce-scatter + all-gather)
    rf"\A(?P<n>{NUMBER})\s?(?:x|×|times)\s*\((?P<words>[a-z][a-z\s+-]*)\)\Z", re.I
)
_MULTIPLE = re.compile(rf"\s*{NUMBER}\s?[x×]\s*")
_LED = re.compile(r"\A(?P<led>[A-Za-z][A-Za-z\s,'’-]*):\s+(?P<bound>[A-Z]\w?\s*(?:[<>]=?|≤|≥)\s*\S+)\Z")
_AT = re.compile(r"\Aat\s+(?=(?:twice|half|thrice|double)\s+the\s)", re.I)
_A_BOUND = re.compile(r"\s*[A-Z]\w?\s*(?:[<>]=?|≤|≥)\s*\S")
_INCLUSIVE = re.compile(r",?\s+\(?(?:both\s+)?(?:ends\s+)?inclusive(?:ly)?\)?\.?\Z", re.I)
_CLOSED = re.compile(r"[^<>≤≥]+(?:<=|≤)\s*[A-Za-z]\w*\s*(?:<=|≤)[^<>≤≥]+")


def untrailed(text: str, asked: Collection[str] = (), expected: object = "") -> str:
    """The text without what is added to a value, where a value, a formula or a bound is expected."""
    if len(text) > MAX_LENGTH or not isinstance(expected, str) or not re.search(r"[\d*/+^(]", expected):
        return text
    out = _AT.sub("", text.strip())
    out = _MOOD.sub("", out) if re.search(r"[\d*/]", _MOOD.sub("", out)) else out
    if re.search(r"[<>≤≥]", expected):
        return _of_a_bound(out, expected)
    out = _just_enough(_measured(out, expected))
    out = _of_times(out, expected)
    if (m := _ABBREVIATED.match(out)) is not None and re.search(r"[*/+^(]", expected):
        out = m["q"]
    m = _TIMES_OF.match(out) if _MULTIPLE.fullmatch(expected) else None
    if m is not None and not any(w.search(m["words"]) for w in (TURNS, BINDS, ALTERS, _ALONE_WORDS)):
        return f"{m['n']}x"
    m = _REMARK.match(out)
    return m["head"] if m is not None and _only_explains(m["head"], m["words"], asked, expected) else out


_IS_ENOUGH = r"(?:(?:is|are)\s+(?:enough|sufficient)|suffices?|(?:will\s+)?do)"
_IS_NOT = (
    r"(?:is|are|does|do|will|would|wo)(?:n['’]?t|\s+not)(?:\s+(?:enough|suffice|do|sufficient))?|"
    r"(?:is|are)\s+too\s+(?:few|little)"
)
_JUST_ENOUGH = tuple(  # two chips are enough, one is not; one chip isn't enough, two are
    re.compile(form, re.I)
    for form in (
        rf"\A(?P<n>{FEW}|\d{{1,3}})(?P<noun>\s+[A-Za-z]+s)?\s+{_IS_ENOUGH}\s*[,;:(]\s*(?:but\s+|and\s+)?(?:just\s+|only\s+)?"
        rf"(?P<m>one|{FEW}|\d{{1,3}})\s+(?:{_IS_NOT})[\s.!)]*\Z",
        rf"\A(?P<m>one|{FEW}|\d{{1,3}})(?P<noun>\s+[A-Za-z]+?)??s?\s+(?:{_IS_NOT})\s*[,;]\s*(?:but\s+|and\s+)?"
        rf"(?P<n>{FEW}|\d{{1,3}})\s+(?:{_IS_ENOUGH}|are|will)[\s.!)]*\Z",
    )
)


def _just_enough(text: str) -> str:
    """The number of things that is said to be enough, beside a smaller one that is said not to be.

    >>> _just_enough("two chips are enough, one is not"), _just_enough("one isn't enough, two are")
    ('two chips', 'two')
    >>> _just_enough("two are enough, three are not")
    'two are enough, three are not'
    """
    m = next((m for form in _JUST_ENOUGH if (m := form.match(text)) is not None), None)
    if m is None or _whole(m["m"]) >= _whole(m["n"]):
        return text
    return f"{m['n']}{(m['noun'] or '').rstrip('s')}{'s' if m['noun'] else ''}"


def _of_bytes(unit: str, expected: str) -> bool:
    """Whether a unit is of bytes, and these are expected."""
    asked = re.search(r"\d\s?(?:[kKMGTP]?i?B|bytes)\s*\Z", expected) is not None
    return asked and unit in UNITS and UNITS[unit].dimension == BYTES


#: a quantity with what is said behind it, and when that says nothing of it; ``q`` is what is left
_BEHIND: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], bool]], ...] = (
    (_TRIP, lambda m, _: m["unit"] in UNITS and UNITS[m["unit"]].dimension == SECONDS),
    (_INCLUDING, lambda m, _: True),
    (_MAX_RATE, lambda m, _: True),
    (_GERMAN, lambda m, _: True),
    (_CAUSED, lambda m, _: True),
    (_BY_FORMULA, lambda m, expected: not re.search(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", expected)),
    (_THE_REST, lambda m, _: _plain(m["x"]) + _plain(m["y"] or m["z"]) == 100),
    (_A_RATIO, lambda m, expected: not re.search(r"[A-Za-z]", expected) and not _of_the_rest(m["q"], expected)),
    (_HALF_OF, lambda m, _: _plain(m["x"]) * SHARES[m["share"]] == _plain(m["y"])),
    (_OF_MORE, lambda m, expected: _of_bytes(m["unit"], expected) and _plain(m["x"]) < _plain(m["y"])),
)


def _measured(text: str, expected: str) -> str:
    """A quantity without how it is measured, of what it is so much, what is the rest of it, or what it is for."""
    if (bits := _BITS.match(text)) is not None and re.search(r"\bbits?\b", expected):
        return f"{bits['n']} bits"
    told = (m["q"] for form, holds in _BEHIND if (m := form.match(text)) is not None and holds(m, expected))
    return next(told, text)


def _of_times(text: str, expected: str) -> str:
    """The sum of two times without that they do not overlap, and the larger of them without that they do.

    >>> _of_times("the larger of F/C and M/W, assuming perfect overlap", "max(F/C, M/W)")
    'the larger of F/C and M/W'
    >>> _of_times("F/C + M/W, assuming perfect overlap", "max(F/C, M/W)")
    'F/C + M/W, assuming perfect overlap'
    """
    named = "T_" in expected
    m = _OVERLAP.search(text) if named or _LARGEST.match(expected) else None
    head = text[: m.start()] if m is not None else ""
    if m is None or (named and "T_" not in head) or re.search(r"\b(?:if|when|only)\b", head, re.I):
        return text
    apart = (m["how"] or "").lower() in ("no", "without", "zero")
    largest = _LARGEST.match(head) is not None or (named and re.search(r"max", head, re.I) is not None)
    return head if largest != apart and largest != ("+" in head) else text


def _of_the_rest(told: str, expected: str) -> bool:
    """Whether a share is what another one leaves: a miss rate of 0.1, where 0.9 hit.

    >>> _of_the_rest("0.1", "0.9"), _of_the_rest("0.2", "0.9"), _of_the_rest("0.1", "90%")
    (True, False, True)
    """
    m = re.fullmatch(rf"\s*(?P<n>{NUMBER})\s?(?P<p>%)?\s*", expected)
    return m is not None and _plain(told.strip("~≈ ")) + _plain(m["n"]) / (100 if m["p"] else 1) == 1


def _only_explains(head: str, words: str, asked: Collection[str], expected: str) -> bool:
    """Whether words behind a formula have no number that it does not have, and none that could change it."""
    if not _SYMBOL.search(head) or not _SYMBOL.search(expected) or not re.search(r"[*/+^(\d]", head):
        return False
    if {*re.findall(r"\w+", words)} & {*asked}:
        return False
    if _OF_ITS_OWN.fullmatch(words):
        return True
    numbers = {_whole(n) for n in _COUNTING.findall(words)}
    told = {1, *map(int, re.findall(r"(?<![\w.])\d+(?![\w.])", head))}
    plain = _COUNTING.sub(" ", words)
    changes = any(w.search(plain) for w in (TURNS, BINDS, ALTERS, _ALONE_WORDS))
    return bool(numbers) and numbers <= told and not changes


def _plain(text: str) -> Fraction:
    """A number with commas between its thousands."""
    return Fraction(text.replace(",", "").replace("−", "-"))


def _whole(text: str) -> int:
    """A whole number in digits or in a word.

    >>> _whole("one"), _whole("Three"), _whole("80")
    (1, 3, 80)
    """
    return int(counted(text.lower()).replace("one", "1"))


_MAY = re.compile(  # at most 5 nodes may fail: so many at most
    rf"(?P<bound>(?:it['’]?s\s+)?(?:at\s+(?:most|least)|up\s+to|no\s+more\s+than)\s+(?:{NUMBER}|{FEW})\s+[a-z]+)\s+(?:may|can|could)\s+[a-z]+(?:\s+at\s+once)?\Z",
    re.I,
)


def _of_a_bound(text: str, expected: str) -> str:
    """A bound without the words before its colon, and two ends without that both belong to it."""
    if _CLOSED.fullmatch(expected) and (m := _INCLUSIVE.search(text)) is not None:
        return text[: m.start()]
    if (m := _MAY.match(text)) is not None:
        return m["bound"]
    m = _LED.match(text) if _A_BOUND.match(expected) else None
    return m["bound"] if m is not None and not (TURNS.search(m["led"]) or BINDS.search(m["led"])) else text


__all__ = ["untrailed"]

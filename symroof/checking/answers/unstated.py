"""What an answer leaves to the question: the direction of a bound, the period of a count, the second of a TFLOPS.

A number where a bound is asked, 240 for B > 240, stands as the threshold it is.  The words around it are what would
tell its direction, or deny it; so it stands only where each of them is of a class that can do neither: articles, what
is counted, the threshold by its names, and verbs that say it is there.

>>> from symroof.checking.claims.claims import Verdict
>>> found = Verdict("rounded", "240.24 to the digits printed is 240", note="the direction is not stated; expected B >")
>>> [undirected(t, ">", found) for t in ("the critical batch is", "the batch is larger than", "we tame the batch to")]
[False, False, True]
"""

from __future__ import annotations

from collections.abc import Callable

import symroof.regexes as re
from symroof.checking.answers.pieces import SIDE
from symroof.checking.claims.claims import Verdict, understood, with_note
from symroof.checking.words.lexicon import AGAIN, AGAINST, LEAST, LESS, MORE, MOST, TURNS, wordset
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.phrases import MAX_WORDED
from symroof.reading.measures import SECONDS, UNITS

_NO_DIRECTION = "the direction is not stated"
#: words that neither turn a number into the other side of a bound nor deny it
_HARMLESS = wordset(
    "a an the this that it its it's you we they one i i'd our your my there here is are be been was will would "
    "should must has have had can of on in at for with to by as so then now also where when once which what who "
    "since because and if per about around roughly approximately approx almost nearly some somewhere exactly "
    "precisely just simply right close circa or give take more-or-less say think batch batches size sizes length "
    "lengths number numbers count counts value values point points threshold thresholds ridge critical crossover "
    "cross-over crossing break-even tipping switch answer result estimate machine balance intensity ratio "
    "dimension rank order hbm mxu tensor cores core roofline roof compute math memory bandwidth weights peak "
    "flops flop context model kernel matmul need needs needed want wants get gets got hit hits reach reaches "
    "reached start starts begin begins become becomes come comes came out sit sits lie lies happen happens occur "
    "occurs flip flips flipped cross crosses turn turns saturate saturates suffice suffices enough sufficient "
    "required do does it'd it'll works work make makes give gives find finds obtain calculate computed "
    "compute-bound equal equals pay pays off go use scale split"
)
_UP = re.compile(rf"\b(?:{LEAST}|{MORE}|from|on(?:wards?)?|upwards?|and\s+up)(?![\w-])", re.I)
_DOWN = re.compile(rf"\b(?:{LESS}|{MOST}|before\b.*)(?![\w-])", re.I)
_A_PERIOD = re.compile(  # two million tokens a day
    r"(?P<head>[^,;:<>=]*(?:\d|illion|thousand|hundred)[^,;:<>=]*?)\s*(?:/\s?|\bper\s+|\ban?\s+|\beach\s+|\bevery\s+)"
    r"(?P<period>minute|hour|day|week|month|year)\.?\Z",
    re.I,
)
_LASTS = {
    "minute": ("60",), "hour": ("3600", "60*60"), "day": ("86400", "24*3600", "86,400"), "week": ("604800", "7*86400"),
    "month": ("2592000", "30*86400"), "year": ("31536000", "31557600", "365*86400"),
}  # fmt: skip
_ATTRIBUTE = re.compile(
    r"\b(?:the|an?|our|its)\s+(?!not|no\b)[a-z-]+\s+(?=(?:one|batch|size|threshold|ridge|point|value|count|number)\b)"
)
_AWAY = re.compile(r"\b(?:out|short|clear|free)\s+of\b|\btoo\b", re.I)
_MONEY = re.compile(r"\$|\b(?:USD|dollars?|cents?)\b", re.I)
_IS_A_RATE = re.compile(r"/\s?[A-Za-z]|\bper\b|[A-Z]PS\b|Hz\b|bps\b")
_A_FLOP_RATE = re.compile(r"(?:FLOPs?|FLOPS|flops?)\s*(?:/|per\s+)\s*s|FLOPS\b")
_FLOPS = re.compile(  # 275 TFLOPs, where a rate is asked
    r"(?<=\d)(?P<unit>\s?(?:[GTPE](?:FLOP|Flop|flop)(?=s)|(?:giga|tera|peta|exa)-?flop))s?(?!\w)(?!\s*(?:/|per\b|an?\b|each\b|every\b|[*×·⋅-]|x\s|(?:in\s+)?total\b|altogether\b|of\s+work\b|overall\b))",
    re.I,
)
_FLOPS_OVER_BYTES = re.compile(r"(?<=\d)(?P<unit>\s?[GTPE]FLOP)[sS](?=\s*/\s*\(?\s*[\d.]+\s*[GTP]B/s)")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")


def undirected(beside: str, expected_sense: str, found: Verdict) -> bool:
    """Whether a number stands for a bound while a word beside it, which nobody read, may tell or deny its direction.

    Words that tell the direction that is right are no reason to doubt it, where nothing turns them round.
    """
    if not found.ok or _NO_DIRECTION not in (found.note or "") or re.search(r"[<>≤≥\\]", beside):
        return False
    text = beside.replace("’", "'")
    if expected_sense and not TURNS.search(text) and not SIDE.search(text):
        text = (_DOWN if expected_sense == "<" else _UP).sub(" ", text)
    text = _ATTRIBUTE.sub(" ", text)
    told = [w for w in _WORD.findall(text) if len(w) > 1 and not w.isupper()]
    return _AWAY.search(text) is not None or any(w.lower() not in _HARMLESS and w not in UNITS for w in told)


def in_a_period(answer: object, expected: object, found: Verdict, one: Callable[[str], Verdict]) -> Verdict:
    """The verdict on so many a day where so many are asked: those of that day, where the question has its seconds."""
    if (
        found.verdict != "wrong"
        or not (isinstance(answer, str) and isinstance(expected, str))
        or len(answer) > MAX_WORDED
    ):
        return found
    m = _A_PERIOD.fullmatch(answer.strip()) if not _IS_A_RATE.search(expected) and not _MONEY.search(answer) else None
    whole = understood(one, m["head"]) if m is not None else None
    if m is None or whole is None or not whole.ok:
        return found
    period, digits = m["period"].lower(), expected.replace(" ", "")
    lasts = {
        p for p, ways in _LASTS.items() if any(re.search(rf"(?<![\d.]){re.escape(n)}(?![\d.])", digits) for n in ways)
    }
    if lasts:
        return with_note(whole, f"of one {period}") if period in lasts else found
    return Verdict("undecided", f"whether {m['head'].strip()} in one {period} are asked is open", code="part")


def in_rates_told(answer: str, expected: object) -> str:
    """An answer with a rate together that it tells apart, where a rate in time is asked.

    >>> in_rates_told("so 187 MB have to be moved per second", "186.6 MB/s")
    'so 187 MB per second have to be moved'
    >>> in_rates_told("187 MB, half of it per second", "187 MB/s"), in_rates_told("10 GB read in a second", "10 GB")
    ('187 MB, half of it per second', '10 GB read in a second')
    """
    if not isinstance(expected, str) or _A_RATE_IN_TIME.search(expected) is None:
        return answer
    return _TOLD_APART.sub(_together, answer)


_ORDER = re.compile(
    r"\border\s+of\s+magnitude\s+(?:is|would\s+be|comes\s+to)\s+(?:about\s+)?(?=10\s?(?:\^|\*\*)|1e)", re.I
)


def of_an_order(answer: str) -> str:
    """An answer with its order of magnitude as it is read: the order of magnitude is 10^24.

    >>> of_an_order("the order of magnitude is 10^24 flops")
    'it is of the order of 10^24 flops'
    """
    return re.sub(r"\A(?:the|its|our)\s+(?=it\b)", "", _ORDER.sub("it is of the order of ", answer), flags=re.I)


def _together(m: re.Match[str]) -> str:
    """A rate told apart with its parts together, as it stands where what is between may change it."""
    unit = m["unit"]
    timed = unit in UNITS and UNITS[unit].dimension == SECONDS
    words = m["words"].strip()
    if timed or AGAIN.search(words) or AGAINST.search(words) or TURNS.search(words):
        return m.group()
    return f"{m['n']}{m['gap']}{unit} per {m['time']}{' ' if words else ''}{words}"


_PERIODS = r"(?P<time>second|minute|hour|day|week|month|year)"
_A_RATE_IN_TIME = re.compile(r"(?:/\s?|\bper\s+)(?:s|sec|seconds?|min|minutes?|h|hours?|days?)\b", re.I)
_TOLD_APART = re.compile(
    rf"(?<![\w.])(?P<n>{NUMBER}(?:[kKMGTB](?=\s))?|[a-z]+\s+(?:hundred|thousand|million|billion))(?P<gap>\s?)(?P<unit>(?![kKMGTB]\b|(?:hundred|thousand|million|billion|trillion)\b)[A-Za-zµ]+)(?P<words>(?:\s+(?!per\b|in\s+(?:an?|one)\b)[A-Za-z-]+){{0,6}}?)"
    rf"\s+(?:per|every|each|(?:with)?in\s+(?:an?|one|each|every)(?:\s+single)?)\s+{_PERIODS}\b",
    re.I,
)


def in_rates_of_flops(answer: str, expected: object) -> str:
    """An answer with TFLOPs as TFLOP/s, as people write them, where a rate is asked or it is divided by one of bytes.

    >>> in_rates_of_flops("275 TFLOPs", "275e12 FLOPs/s"), in_rates_of_flops("275 TFLOPs", "275e12 FLOPs")
    ('275 TFLOP/s', '275 TFLOPs')
    >>> in_rates_of_flops("989 TFLOPs / 3.35 TB/s", "295.2")
    '989 TFLOP/s / 3.35 TB/s'
    """
    if isinstance(expected, str) and _A_FLOP_RATE.search(expected):
        return _FLOPS.sub(r"\g<unit>/s", answer)
    return _FLOPS_OVER_BYTES.sub(r"\g<unit>/s", answer)


__all__ = ["in_a_period", "in_rates_of_flops", "undirected"]

"""Whether a sentence says that something holds at every size or at none: whatever N is, there is no batch at which.

A sentence is read by its quantifier (every, any, whatever; no, none, nowhere) and by whether what it says of these is
denied; with an exception in it (unless, only, except) it says neither.

>>> [told(t) for t in ("Whatever N is, it stays true", "there is no batch size for which this is true")]
['always', 'never']
>>> told("there is no length at which that stops being true"), told("make B as large as you like, it won't happen")
('always', 'never')
>>> [told(t) for t in ("it holds for every batch above 8", "only for large batches", "it holds")]
[None, None, None]
"""

from __future__ import annotations

from typing import Literal

import symroof.regexes as re
from symroof.checking.words.resources import BOUND, COMPUTE, DATA

_THING = r"(?:[a-z]+\s+){0,3}[a-z]+"
_SIZES = (
    r"(?:batch(?:es)?(?:\s+sizes?)?|sizes?|lengths?|values?|numbers?|counts?|widths?|depths?|points?|[A-Za-z]|"
    r"(?:vector|sequence|context|message|batch|hidden|matrix|problem)\s+(?:lengths?|sizes?)|(?:number|amount)\s+of\s+[a-z]+)"
)
_EVERY = re.compile(
    rf"\b(?:whatever\s+(?:the\s+)?{_SIZES}(?:\s+is|\s+may\s+be|\s+you\s+(?:choose|pick|take))?|"
    rf"(?:for|at|with|over)\s+(?:every|any|all|each)\s+(?:possible\s+)?{_SIZES}(?:\s+you\s+(?:choose|pick|take|like))?|"
    rf"no\s+matter\s+(?:how|what|which|the)\s+{_THING}|(?:regardless|irrespective|independent(?:ly)?)\s+of\s+{_THING}|"
    rf"however\s+(?:large|big|small|long|short|many|much|few)\s+{_THING}|as\s+(?:large|big|small|long)\s+as\s+(?:you|we|one)\s+(?:please|like|want|can)|"
    r"in\s+(?:all|every)\s+cases?|under\s+all\s+circumstances)\b",
    re.I,
)
_NONE = re.compile(
    rf"\b(?:there(?:\s+(?:is|are|exists?)|\s?['’]s)\s+no\s+{_SIZES}|no\s+{_SIZES}\s+exists?|(?:at|for|with|in)\s+no\s+{_SIZES}|no\s+{_SIZES}\s+(?=(?:is|will|would|can|does|makes?|gets?|lets?|turns?|ever)\b)|"
    r"in\s+no\s+case|under\s+no\s+circumstances|nowhere)\b",
    re.I,
)
_DENIED = re.compile(
    r"\b(?:not|never|cannot|no\s+longer|stops?|ceases?|fails?|false|wrong)\b|n['’]t\b|\bun(?:true|able)\b", re.I
)
_EXCEPT = re.compile(
    r"\b(?:if|unless|only|except|excluding|but|save|bar(?:ring)?|until|till|provided|assuming|when|once|most|almost|nearly|sometimes|"
    r"usually|often|mainly|above|below|beyond|over|under|than|larger|smaller|up\s+to|least|depends?|perhaps|maybe|might|may(?!\s+be)|could|too)\b|[?\d<>=]",
    re.I,
)
_SIDED = re.compile(rf"\b(?:(?P<math>{COMPUTE})|{DATA}|latency){BOUND}\b", re.I)
_BY_DATA = re.compile(rf"\b(?:bound|limited)\s+by\s+(?:the\s+)?{DATA}\b", re.I)
_PREDICATE = re.compile(
    r"\b(?:is|are|be|becomes?|gets?|stays?|remains?|holds?|happens?|happen|does|do|goes|reach(?:es)?|works?|true|wins?|pays|helps?|applies|bound|limited|dominates?)\b",
    re.I,
)


_IS_NONE = re.compile(r"\bthere\s+(?:is\s+not|isn['’]t|is\s*n['’]t)\s+(?:an?|any)(?=\s)", re.I)
_BY_ITSELF = re.compile(
    rf"\s*(?:under\s+no\s+circumstances|in\s+no\s+case|not\s+(?:for|at|with)\s+any\s+{_SIZES}|"
    r"it\s+never\s+gets\s+there|(?:it\s+|that\s+)?(?:can(?:['’]?t|not|\s+not)|won['’]?t|will\s+not)\s+(?:ever\s+)?happen|(?:it\s+|that\s+)?never\s+happens)\s*"
    r"(?:[.!]*\s*\Z|[,;:.]\s+(?!.*\b(?:but|if|unless|except|only|when|once|until|yet|however|though)\b))",
    re.I,
)


def told(text: str) -> Literal["always", "never"] | None:
    """Whether a sentence says of what is asked that it is so at every size, or at none; None where it says neither."""
    if _BY_ITSELF.match(text):
        return "never"
    text = _IS_NONE.sub("there is no", text)
    text = re.sub(r"\A(?:yes|no|nope)\s*[,.:;–-]+\s*", "", text.strip(" .!"), flags=re.I)
    every, none = _EVERY.search(text), _NONE.search(text)
    which = none or every
    side = _SIDED.search(text)
    of_data = side is not None and not side["math"]
    if which is None or (side and not none) or (none and (of_data or _BY_DATA.search(text))):
        return None  # memory-bound at every size: whether that is what is asked is for the words that say so
    rest = f"{text[: which.start()]} {text[which.end() :]}"
    if _EXCEPT.search(rest) or not _PREDICATE.search(rest) or (every and none):
        return None
    holds = (none is None) is (len(_DENIED.findall(rest)) % 2 == 0)
    return "always" if holds else "never"


__all__ = ["told"]

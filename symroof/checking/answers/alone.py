"""A statement by itself: what a sentence says without its case, its contrast, its remarks and who brings it about.

A change is told by a verb whose subject is its cause, so that any subject does; where it is a speed, a verdict or a
condition, what is read is the statement as it stands.  The conclusion counts where there is one, and else the only
statement.

>>> list(alone("accuracy aside, fp8 doubles the peak"))
['fp8 doubles the peak', 'it doubles the peak']
>>> list(alone("Doubling the number of GPUs cuts the step time in half."))[1:]
['it cuts the step time in half']
>>> list(alone("the new one shaves a quarter off the runtime"))[-1]
'it cuts the runtime by a quarter'
>>> list(alone("it might double the peak")), list(alone("if only half of it doubles the peak, we win"))
([], [])
"""

from __future__ import annotations

from collections.abc import Iterator

import symroof.regexes as re
from symroof.checking.answers.claimed import DOUBTS, plain_of
from symroof.checking.answers.prose import Part, parted
from symroof.checking.words.lexicon import TAKEN_BACK
from symroof.checking.words.numerals import FEW, NUMBER, SHARES

_CHANGES = (
    r"(?:cuts?|halves?|doubles?|triples?|quadruples?|reduces?|lowers?|raises?|increases?|improves?|shortens?|shrinks?|"
    r"multiplies|saves?|speeds\s+up|cuts?\s+down|brings\s+down)"
)
_BROUGHT = re.compile(  # fp8 doubles the peak: whatever does it
    rf"(?P<cause>[^,;]*?\S)\s+(?:(?:will|then|also|now|thus|therefore|roughly|about|nearly|exactly|just|simply)\s+)*(?P<change>{_CHANGES}\s+(?:(?:the|our|its|that|all)\s+)?[a-z].*)\Z",
    re.I,
)
_TAKES_OFF = re.compile(  # shaves a quarter off the runtime
    r"(?P<cause>[^,;]*?\S)\s+(?:shaves?|takes?|knocks?|cuts?|strips?|trims?|shaved|knocked|took)\s+"
    rf"(?P<share>(?:about\s+|roughly\s+)?(?:(?:an?|one)\s+(?:{'|'.join(SHARES)})|{NUMBER}\s?(?:%|percent)))\s+"
    r"off(?:\s+of)?\s+(?P<what>(?:the|our|its)\s+[a-z][a-z ]*)\Z",
    re.I,
)
_MAKES_IT = re.compile(  # going to int8 makes the step twice as slow
    r"(?P<cause>[^,;]*?\S)\s+(?:makes?|made|leaves?|renders?)\s+(?:(?:the|our|its|it|this|that|everything|all)\s+)"
    r"(?:(?!other|half|first|second|last|next|part|layers?|same|rest|small|slow|fast|old|cache)[a-z-]+\s+){0,3}?"
    rf"(?P<ratio>(?:about\s+|roughly\s+)?(?:(?:twice|half|thrice|{FEW}\s+times|{NUMBER}\s*(?:x|times))\s+as\s+[a-z]+|{NUMBER}\s*(?:x|times)\s+[a-z]+er|"
    rf"{NUMBER}\s?(?:%|percent)\s+[a-z]+er))\Z",
    re.I,
)
_OF_WHICH = re.compile(  # the memory that we need for the weights, the bytes to be moved
    r"\s+(?:(?:that\s+|which\s+)?(?:we|you|it|they)\s+(?:need|have|use|take|move|send|read|load|want)s?\b|to\s+be\s+[a-z]+(?:ed|en|ad|t)\b)\W*\Z",
    re.I,
)
_NUMBER_OF = re.compile(r"\s+the\s+(?:total\s+)?(?:number|amount|count|volume)\s+of\s+(?:the\s+)?", re.I)
_UNSURE = re.compile(
    r"\b(?:not|never|no|nor|neither|cannot|hardly|barely|may|might|could|would|should|only|half|some|part|most|almost|less|more|than|both|other|another|same|instead|without|if|unless|fails?|tries|used)\b|n['’]t\b",
    re.I,
)
_ANOTHER = re.compile(r"\b(?:only|unless|without|instead|were|had|would|could|might|not|half)\b|n['’]t\b", re.I)
_REMARK = re.compile(
    r"[a-z]+\s+(?:aside|apart)|(?:in\s+)?(?:theory|practice|principle|total|other\s+words)|well|ok(?:ay)?|[a-z]+ly",
    re.I,
)
_SHORTEST, _LONGEST = 4, 300


def statement(text: str) -> tuple[Part | None, list[Part]]:
    """The part of a sentence that says what it says, its conclusion or its only statement, and its cases."""
    if len(text.split()) < _SHORTEST or len(text) > _LONGEST:
        return None, []
    parts = parted(text)
    plain = plain_of(parts, "says", "so", "beside", "case")
    if DOUBTS.search(plain) or TAKEN_BACK.search(plain):
        return None, []
    so = [p for p in parts if p.role == "so"]
    said = so[-1:] or [p for p in parts if p.role == "says"]
    beside = [p for p in parts if p.role == "beside"]
    if not so and beside and said and not all(_REMARK.fullmatch(p.text) for p in beside):
        return None, []  # 30% faster to load, slower overall
    said = said or (beside if len(beside) == 1 else [])
    return (said[0] if len(said) == 1 else None), [p for p in parts if p.role == "case"]


def alone(text: str, bound: bool = True) -> Iterator[str]:
    """A sentence's statement by itself, and the change that it tells without what brings it about.

    Without ``bound`` it may stand in no case: with int8 weights.
    """
    said, cases = statement(text)
    if re.search(r"[^\s,;]\s*,?\s+(?:if|provided|assuming|as\s+long\s+as|only)\b", text, re.I):
        return  # 3x faster if it is cached
    if said is None or (cases and not bound) or any(_ANOTHER.search(p.text) for p in cases):
        return
    if re.search(r"\b(?:might|may|could|would|unless|if)\b", said.text, re.I):
        return
    if said.role != "beside" and len(re.findall(r"(?<![\w.])\d", said.text)) <= 1:
        yield said.text  # and not 3x faster for 1/3 of the work
    made = _MAKES_IT.fullmatch(said.text)
    if made is not None and not _UNSURE.search(made["cause"]):
        yield f"it is {made['ratio']}"
    off = _TAKES_OFF.fullmatch(said.text)
    m = off or _BROUGHT.fullmatch(said.text)
    if re.search(
        r"\b(?:only|except|almost|nearly|also|both|barely|hardly|rarely|seldom|scarcely|most|best|least|because|fails?)\b",
        plain_of([said, *cases], "says", "so", "beside", "case"),
        re.I,
    ):
        return
    if m is None or _UNSURE.search(m["cause"]) or re.search(r"\b(?:each|again|twice)\b", m["cause"], re.I):
        return
    yield f"it cuts {off['what']} by {off['share']}" if off is not None else f"it {m['change']}"
    if off is None and (plain := _OF_WHICH.sub("", _NUMBER_OF.sub(" the ", m["change"]))) != m["change"]:
        yield f"it {plain}"


__all__ = ["alone", "statement"]

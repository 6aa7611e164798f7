"""Percentages of a number, and the shares of one whole: 40% of 640 requests, or 256; 60%, 30% and the remaining 10%.

A number said to be a percentage of another is held to it where the words leave nothing else.  Shares are added up where
they are told to be of one whole that they divide ("of the total", "splits into", "the remaining"): they cannot be more
than all of it but for their roundings, and with the rest told they are all of it.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "We spend 60% in kernels, 30% on the link, and the remaining {}% waiting. Of 640 requests, 40% ({}) miss."
>>> [[f.verdict for f in proofread(text.format(*n)).findings] for n in ((10, 256), (20, 236))]
[['exact', 'exact'], ['wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.reckoning.figures import Figure, Sentence, singular
from symroof.checking.reckoning.reckoned import ABOUT, Reckoned, between
from symroof.checking.reckoning.slips import agrees, as_written, coarse, right_one, tolerance, wrong_one
from symroof.reading.quantity import shown

RULE = "percent"
HUNDRED = Fraction(1)
AROUND = 500  # characters to either side in which parts are said to overlap
_THE = r"(?:the\s+|its\s+|our\s+|these\s+|those\s+|all\s+(?:the\s+)?|a total of\s+)?"
_OF = re.compile(rf"\s+of\s+{_THE}")
_OF_THE = re.compile(rf"\b[Oo](?:f|ut of)\s+{_THE}\Z")
_THEN = re.compile(rf",?\s+{ABOUT}")
_TOLD = re.compile(
    rf"[^.;:()\d]{{0,60}}?(?:\s*\(|,\s+(?:or|that is,?|i\.e\.,?|which is|that's|that’s)\s+){ABOUT}"
    rf"|\s+(?:is|are|=)\s+{ABOUT}"
)
_BRACKET = re.compile(rf"\s*\(\s*{ABOUT}")
_SHARED = re.compile(
    r"(?:\s+(?:is|are|was|were)\s+[a-z]+(?=,)|(?:\s+(?!and\b|but\b|or\b|which\b|that\b|while\b|each\b|per\b)[a-z]+){1,2}(?=,|\s\())?"
    rf"\s*(?:\(\s*|,\s+(?:or(?:\s+about)?|that is,?|i\.e\.,?|which is|that's|that’s)\s+){ABOUT}"
)
_WHICH_IS = re.compile(rf"[^.;:()\d,]{{0,40}},\s+(?:or|that is,?|i\.e\.,?|which is|that's|that’s)\s+{ABOUT}")
_BEHIND = re.compile(rf"\s*\)\s+of\s+{_THE}")
_GOES_ON = re.compile(
    r"\s*(?:[-+*/×·÷^–]|(?:more|less|fewer|higher|lower|faster|slower|to|or|times|"
    r"of(?!\s+(?:the|its|all|our|their)\s+[a-z]))\b)"
)
_IN_SO_MANY = re.compile(r"\d\s+(?:in|of|out\s+of|per|to|and|or|plus|minus|times)\s+\Z")  # 1 in 4 (25%) of the 400 jobs
_LIST = re.compile(r"[^.:]*?(?:,|;|/|\band\b|\bwhile\b|\bwith\b)[^.:]*")
_REST = re.compile(
    r"\b(?:the\s+)?(?:remaining|rest|remainder)\b(?:\s+(?:of\s+the\s+\w+|is|are|goes|go|being))*[\s,(:~≈]*\Z", re.I
)
_REST_BEHIND = re.compile(r"\s+(?:that\s+(?:is\s+)?)?(?:remains?|remaining|is\s+left|are\s+left|left\s+over)\b", re.I)
_DIVIDED = re.compile(
    r"\b(?:splits?|splitting|divided?|breaks?\s+down|broken\s+down|breakdown|consists?\s+of|made\s+up\s+of|composed\s+of|"
    r"comprises?|of\s+(?:the|its|our|all)\s+(?:total|whole|budget|step|runtime|run\s?time|time|power|energy|cost|bill|memory|"
    r"capacity|traffic|bytes|FLOPs|parameters|weights|storage|bandwidth|area|mass|weight|volume|cycles|samples|data))\b",
    re.I,
)
_WHOLES = re.compile(r"\s+of\s+(?:the|its|our|all)\s+([a-z]+)", re.I)
_NO_SHARES = re.compile(
    r"\b(?:of\s+(?:which|those|these|them|that|this|it)|thereof|overlap\w*|both|also|each|respectively|another|more|less|fewer|"
    r"increas\w*|decreas\w*|reduc\w*|improv\w*|grow\w*|grew|rose|fell|drop\w*|sav\w+|discount\w*|faster|slower|cheaper|than|"
    r"at\s+least|at\s+most|up\s+to|between|from|versus|vs|compared|instead|if|confiden\w*|accura\w*|utili[sz]\w*|efficien\w*|"
    r"peak|limit\w*|threshold\w*|target\w*|quota\w*|error\w*|in\s+(?:19|20)\d\d|per|out\s+of|either|may|might|would|"
    r"used|full|busy|users?|respondents?|people|customers?|of\s+time\s+t)\b",
    re.I,
)
_TOGETHER = re.compile(
    r"\b(?:overlap\w*|concurrent\w*|in\s+parallel|hid(?:den|es?)|simultaneous\w*|double[- ]count\w*)\b", re.I
)


class _Form(NamedTuple):
    """An order in which a share, a whole and a part are told: which is which, and the words between and before them."""

    share: int
    whole: int
    part: int
    said: int  # the one that the others make
    first: re.Pattern[str]
    second: re.Pattern[str]
    of: bool  # whether "of the" stands before the whole


_FORMS = (
    _Form(0, 1, 2, 2, _OF, _TOLD, False),  # 40% of 640 requests, or 256
    _Form(1, 0, 2, 2, _THEN, _TOLD, True),  # of the 640 requests, 40% (256)
    _Form(1, 2, 0, 1, _BRACKET, _BEHIND, True),  # 256 (40%) of the 640 requests
    _Form(2, 1, 0, 2, _OF, _SHARED, False),  # 256 of 640 requests (40%)
    _Form(2, 0, 1, 2, _THEN, _BRACKET, True),  # of 640 requests, 256 (40%)
    _Form(2, 0, 1, 2, _THEN, _WHICH_IS, True),  # of 640 requests 256 miss, which is 40%
)


def of_numbers(text: str, s: Sentence) -> Iterator[Reckoned]:
    """40% of 640 requests, or 256; of 640 requests, 40% (256); 256 of the 640 requests (40%)."""
    for three in zip(s.figures, s.figures[1:], s.figures[2:]):
        if any(f.word or not f.value for f in three) or _GOES_ON.match(text, three[2].end) or _of_others(text, three):
            continue
        if _IN_SO_MANY.search(text, max(0, three[0].start - 16), three[0].start):
            continue
        gaps = between(text, *three[:2]), between(text, *three[1:])
        for form in _FORMS:
            share, whole, part = (three[i] for i in form[:3])
            if (
                [_percent(f) for f in three].count(True) != 1
                or not _percent(share)
                or not (_plain(whole, part) or (three[form.said] is share and _measured(whole, part)))
            ):
                continue
            told = form.first.fullmatch(gaps[0]) and form.second.fullmatch(gaps[1])
            opened = "(" in gaps[form.said - 1] and not text.startswith(")", three[form.said].end)
            if (
                told
                and not opened
                and (not form.of or _OF_THE.search(text, max(s.start, whole.start - 24), whole.start))
            ):
                yield from _part(text, share, whole, part, three[form.said])
                break


def _of_others(text: str, three: tuple[Figure, Figure, Figure]) -> bool:
    """Whether a share is of something else than what is counted: 120 of 500 employees, 60% of the developers."""
    m = re.match(r"\s*of\s+(?:the|its|all|our|their)\s+([a-z]+)", text[three[2].end : three[2].end + 40])
    again = re.search(r"\b(?:or|i\.e\.)", between(text, *three[1:]))  # says the same in percent
    return m is not None and not again and singular(m[1]) not in {singular(f.noun) for f in three if f.noun}


def _percent(f: Figure) -> bool:
    return f.kinds == (("%", 1),)


def _plain(whole: Figure, part: Figure) -> bool:
    """Whether two numbers count one thing, of which one may not be told."""
    if whole.physical or part.physical:
        return False  # of quantities with units ``part`` reckons
    return not (whole.kinds and part.kinds) or whole.kinds == part.kinds


def _measured(whole: Figure, part: Figure) -> bool:
    """Whether a part has the unit of the whole, or leaves it to that: 90 of the 405 kW, 30 GB of the 96 GB."""
    return bool(whole.physical) and (not part.kinds or part.kinds == whole.kinds)


def _part(text: str, share: Figure, whole: Figure, part: Figure, said: Figure) -> Iterator[Reckoned]:
    """The verdict on one of the three numbers, by the two others."""
    loose = tolerance(share, whole, part)
    if said is part:
        right, told = share.value * whole.value, f"{_brief(share)} of {_brief(whole)}"
    else:
        own = whole.value if part.kinds or not whole.physical else whole.value / whole.scale
        right, told = part.value / own, f"{_brief(part)} of {_brief(whole)}"
    why = f"{told} is {as_written(said, right)}"
    start, end = min(f.start for f in (share, whole, part)), max(f.end for f in (share, whole, part))
    ends = start, end + text.startswith(")", end)
    if agrees(said, right, loose):
        yield Reckoned(right_one(said, right, why, RULE), RULE, *ends)
    elif agrees(said, (whole.value if said is part else HUNDRED) - right, loose):
        return  # 5% of 1,000 rows, that is, 950 are dropped
    elif abs(said.value / right - 1) > max(digits.ROUND_FIGURE, loose + coarse(said)):
        yield Reckoned(wrong_one(said, right, why, RULE), RULE, *ends)


def _brief(f: Figure) -> str:
    return " ".join(f.printed.text.split())


def shares(text: str, s: Sentence) -> Iterator[Reckoned]:
    """Attention takes 60%, the MLP 30% and the link the remaining 10%: all of one whole, and no more than that."""
    found = _listed(text, s)
    rest = bool(found) and _names_rest(text, found)
    if not found or not (rest or (len(found) > 2 and _DIVIDED.search(text, s.start, s.end))):
        return
    here = text[s.start : s.end]
    if _NO_SHARES.search(_REST.sub(" ", here)) or len({m[1].lower() for m in _WHOLES.finditer(here)}) > 1:
        return
    v = _all_of_it(found, rest=rest)
    if v is not None and (v.ok or not _TOGETHER.search(text, max(0, s.start - AROUND), s.end + AROUND)):
        yield Reckoned(v, RULE, found[0].start, found[-1].end)


def _listed(text: str, s: Sentence) -> list[Figure]:
    """The percentages of a sentence, where they are a list and it has no other numbers."""
    found = [f for f in s.figures if _percent(f)]
    alone = len(found) > 1 and len(found) == len([f for f in s.figures if not f.word])
    return found if alone and all(_LIST.fullmatch(between(text, a, b)) for a, b in pairwise(found)) else []


def _names_rest(text: str, found: list[Figure]) -> bool:
    """Whether the last of some shares is told to be the rest."""
    last = found[-1]
    return bool(_REST.search(text, found[-2].end, last.start) or _REST_BEHIND.match(text, last.end))


def _all_of_it(found: list[Figure], *, rest: bool) -> Verdict | None:
    """The verdict on shares of one whole; None for less than that where the rest is not told."""
    total = sum((f.value for f in found), Fraction(0))
    loose = sum((f.printed.place / 2 for f in found), Fraction(0))
    why = f"the shares of one whole make {shown(total * 100, digits=4)} %"
    if abs(total - HUNDRED) <= loose:
        return Verdict("exact" if total == HUNDRED else "rounded", why, code="shares")
    if not (rest or total > HUNDRED):
        return None
    left = HUNDRED - total + found[-1].value
    right = f"{shown(left * 100, digits=4)}%" if rest and left > 0 else None
    return Verdict("wrong", f"{why}, not 100 %", code="shares", right=right)


_PART_OF_ALL = re.compile(
    r"\b(?:(?:hit|miss|loss|error|failure|success)\s+(?:rate|ratio|probability)|availability|payload\s+efficiency)\s+"
    rf"(?:is|of|reaches|becomes)\s+{ABOUT}\Z",
    re.I,
)
_NO_PART = re.compile(
    r"\b(?:super-?linear\w*|impossible|cannot|not|wrong|mistak\w*|if|would|above|over|than)\b|n['’]t\b|\?", re.I
)


_EFFICIENCY = re.compile(rf"\b(?:parallel|scaling)\s+efficiency\s+(?:is|of)\s+{ABOUT}\Z", re.I)
_SPEEDUP = re.compile(rf"\bspeed-?up\s+(?:of|is)\s+{ABOUT}\Z", re.I)


def _below(text: str, s: Sentence, said: Figure) -> bool:
    """Whether a parallel efficiency above 100% is of a speedup below the number of processors; caches make others."""
    if not _EFFICIENCY.search(text, max(s.start, said.start - 60), said.start):
        return False
    row = [f for f in s.figures if f.start < said.start]
    return any(
        _SPEEDUP.search(text, max(s.start, a.start - 30), a.start) and a.value < b.value for a, b in pairwise(row)
    )


def beyond(text: str, s: Sentence) -> Iterator[Reckoned]:
    """A hit rate of 107% is none."""
    for f in s.figures:
        if not _percent(f) or f.value <= HUNDRED or _NO_PART.search(text, s.start, s.end + 1):
            continue
        if re.match(r"\s+of\b", text[f.end : f.end + 8]):
            continue  # 120% of last year's
        if _PART_OF_ALL.search(text, max(s.start, f.start - 60), f.start) or _below(text, s, f):
            yield Reckoned(
                Verdict("wrong", "a part is no more than 100 % of the whole", code="shares"), RULE, f.start, f.end
            )


PERCENTS = (of_numbers, shares, beyond)

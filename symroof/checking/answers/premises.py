"""Which way a premise says that things go, held to the bound that it is for: larger batches do not fit, so B < 240.

What more of something makes worse is bounded from above, what more of it makes better from below.  Read are the nouns
that by convention stand for the bound's symbol, and what is said of larger or smaller ones by a closed list.

>>> [against("since larger batches {} it, {}".format(w, b), b) for w, b in (("slow", "B < 240"), ("slow", "B > 240"))]
['', 'larger batches slow it: another direction than B > 240']
>>> against("larger batches do not fit, so B < 240", "B < 240"), against("smaller batches fit, so B < 240", "B < 240")
('', '')
>>> against("longer sequences do not fit, so B > 240", "B > 240"), against("because B fits, B > 240", "B > 240")
('', '')
"""

from __future__ import annotations

from collections.abc import Iterator

import symroof.regexes as re
from symroof.checking.answers.limits import THINGS, counts
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.resources import BOUND, COMPUTE, DATA, INTENSITY

MAX_LENGTH = 240
_BOUND = re.compile(r"\s*(?P<name>[A-Za-z]\w*)\s*(?P<sense>[<>]=?|≤|≥)\s*[^<>≤≥]+")
_THING = "|".join(sorted(THINGS, key=len, reverse=True))
_PREMISE = re.compile(
    rf"(?P<all>\b(?:(?P<up>larger|bigger|greater|higher|longer|more|increasing|raising|growing)|smaller|shorter|lower|fewer|less|decreasing|reducing|lowering)"
    rf"\s+(?:the\s+|our\s+)?(?:(?P<thing>{_THING})(?:e?s)?(?:\s+sizes?|\s+lengths?)?|(?P<name>[A-Z](?:_\w+)?)|(?:values?|sizes?)\s+of\s+(?P<of>[A-Z](?:_\w+)?))\s+"
    r"(?:would\s+|will\s+|can\s+|always\s+|only\s+)*(?P<not>(?:do(?:es)?|will|would|can)\s+not\s+|cannot\s+|(?:do|does|wo|wouldn|ca)n?['’]t\s+|no\s+longer\s+|are\s+not\s+)?"
    r"(?:(?:make|makes|keep|keeps|render|renders|leave|leaves|get|gets|turn|turns|run|runs|are|is|become|becomes|be|train|trains)\s+(?:it|us|things|everything|the\s+[a-z]+\s+)?\s*)?"
    r"(?:(?P<good>faster|quicker|fits?(?:\s+in)?|more\s+efficient|better|cheaper|compute[\s-]bound|math[\s-]bound|speeds?\s+it\s+up|help|helps|pay|pays)|"
    r"(?P<bad>slower|worse|slows?\s+(?:it|things|us)(?:\s+down)?|overflows?|too\s+(?:slow|large|big|expensive|long|much)|less\s+efficient|memory[\s-]bound|"
    r"bandwidth[\s-]bound|hurts?|breaks?|fails?|run\s+out|out\s+of\s+memory|(?:go|goes)\s+OOM|OOM))\b)",
    re.I,
)


_WHY = r"(?:since|because|as|given\s+that|seeing\s+that)\s+"


def against(text: object, expected: str) -> str:
    """The premise in a text by which its bound would lie on the other side, with why; "" for none."""
    return next(
        (f"{p}: another direction than {expected.strip()}" for p, agrees in _told(text, expected) if not agrees), ""
    )


_BY_INTENSITY = re.compile(  # AI = 512 > 295
    rf"\b(?:I|(?i:{INTENSITY}))\s*(?:=|≈|~|is\b|of\b)?\s*[~≈]?\s?{NUMBER}\s?(?:[A-Za-z]+(?:/[A-Za-z]+)?)?\s*"
    rf"(?P<sense>[<>≪≫])[<>=]?\s*[~≈]?\s?{NUMBER}"
)
_A_SIDE = re.compile(rf"\s*(?:(?P<compute>{COMPUTE})|{DATA}){BOUND}\s*", re.I)


def against_its_side(text: object, expected: str) -> str:
    """What a text says of the intensity, where it would be on the other side of the ridge; "" for nothing.

    >>> against_its_side("memory-bound (AI = 512 > 295)", "memory-bound")
    'AI = 512 > 295: that would be compute-bound'
    >>> against_its_side("memory-bound, as I = 0.25 < 13", "memory-bound"), against_its_side("B > 240", "B > 240")
    ('', '')
    """
    side = _A_SIDE.fullmatch(expected)
    said = (
        _BY_INTENSITY.search(text) if side is not None and isinstance(text, str) and len(text) <= MAX_LENGTH else None
    )
    if side is None or said is None or (said["sense"] in ">≫") == (side["compute"] is not None):
        return ""
    return f"{said.group()}: that would be {'memory' if side['compute'] else 'compute'}-bound"


def conclusion(text: object, expected: str) -> str:
    """What stands beside the premises of a text, where these agree with the bound expected; "" for none of these.

    >>> conclusion("since larger batches are memory-bound, B < 240", "B < 240")
    'B < 240'
    >>> conclusion("larger batches are memory-bound, so B < 240", "B > 240"), conclusion("B < 240", "B < 240")
    ('', '')
    """
    told = [*_told(text, expected)]
    if not isinstance(text, str) or not told or not all(agrees for _, agrees in told):
        return ""
    rest = text
    for premise, _ in told:
        p = re.escape(premise)
        rest = re.sub(rf"(?:{_WHY})?{p}\s*(?:,|;|\.)?\s*(?:so|hence|thus|therefore)?\s*|[,;]?\s*{_WHY}{p}", " ", rest)
    return " ".join(rest.split()).strip(" ,;.")


def _told(text: object, expected: str) -> Iterator[tuple[str, bool]]:
    """What a text says of more or less of the expected bound's symbol, and whether the bound lies on that side."""
    asked = _BOUND.fullmatch(expected)
    if asked is None or not isinstance(text, str) or len(text) > MAX_LENGTH:
        return
    for m in _PREMISE.finditer(text):
        name = m["name"] or m["of"] or ""
        if name == asked["name"] if name else counts(asked["name"], m["thing"].lower()):
            good = (m["good"] is not None) != (m["not"] is not None)
            from_below = good == (m["up"] is not None)
            yield m["all"], from_below == (asked["sense"][0] in ">≥")


__all__ = ["against", "against_its_side", "conclusion"]

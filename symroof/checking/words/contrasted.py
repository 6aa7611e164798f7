r"""An answer beside what it is not, what it does not depend on or what it is like: 120 instead of 240; 2V/W, not V/W.

The answer counts.  What it is set against must not be right as well, and where the comparison is not understood a right
answer is left open, for nobody has read the rest, while a wrong one is wrong whatever follows it.

>>> parted("120 instead of 240").other, parted("not 120 but 240").text
('240', '240')
>>> parted("2V/W, independent of n").about, parted("V/W, same as AllGather").alike, parted("5 ms")
('n', 'same as AllGather', None)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.numerals import FEW, NUMBER

_AS = re.compile(r"as\s+(?:the|we|you|it|there|all|every|this|that|\d)", re.I)
MAX_LENGTH = 200  # characters; a longer answer is more than one and what it is not
_QUANTITY = rf"[~≈$]?\s?(?:{NUMBER}|one|{FEW})\s?(?:[A-Za-zµ%]+(?:/[a-z]+)?)?"
_INSTEAD = re.compile(
    r"(?P<x>[^<>=]*[\w)}%])(?:,?\s+(?:instead\s+of|rather\s+than|as\s+opposed\s+to|in\s+place\s+of)|,\s+(?:and\s+)?not)\s+"
    r"(?P<y>[^<>=,;]*)",
    re.I,
)
_NOT_BUT = re.compile(r"not\s+(?P<y>[^<>=,;]*?),?\s+but\s+(?:rather\s+)?(?P<x>[^<>=,;]*)", re.I)
_NOT_THAT = re.compile(  # 1 MB not 1 MiB; not two, three: nothing but numbers with their units
    rf"(?P<x>{_QUANTITY})\s+(?:and\s+|but\s+)?not\s+(?P<y>{_QUANTITY})|not\s+(?P<no>{_QUANTITY})(?:\s*[,;]\s*|\s+but\s+)(?P<yes>{_QUANTITY})",
    re.I,
)
_WHATEVER = re.compile(
    r"(?P<x>.*[\w)}%]),?\s*\(?\s*(?:(?:and\s+)?(?:(?:it\s+)?is\s+)?independent(?:ly)?\s+of|(?:and\s+)?regardless\s+of|"
    r"irrespective\s+of|no\s+matter(?:\s+(?:how|what|which|the))?|whatever|"
    r"(?:and\s+)?(?:it\s+)?(?:does\s+not|doesn['’]t)\s+depend\s+on)\s+(?P<of>[^<>=,;:\d()]+?)\s*\)?",
    re.I,
)
_ALIKE = re.compile(
    r"(?P<x>.*[\w)}%]),\s+(?P<like>(?:(?:(?:exactly\s+)?the\s+)?same\s+as|just\s+like|like|just\s+as|as)\s+"
    r"(?:(?:for|in|with|on)\s+)?[^<>=,;:]+?)",
    re.I,
)
_STILL = re.compile(
    r"(?:(?:it(?:'s|\s+is)|that(?:'s|\s+is)|they\s+are|we\s+are)\s+)?still\s+(?P<x>[~≈]?\s?[\dA-Z][^,;]*?)"
    r"(?:[,;]\s+(?P<why>[^<>=\d]*?\b(?:does\s+not|doesn['’]t|do\s+not|don['’]t|did\s+not|didn['’]t)\s+"
    r"(?:change|affect|matter|alter|help|influence|touch)[^<>=\d]*))?"
)
_SO_IN_BRACKETS = re.compile(r"(?P<x>[^()]*\d[^()]*)\s+(?P<why>\([^()]*[a-z]{3,}[^()]*,\s*so\s+[^()<>=]*\d[^()<>=]*\))")
_NUMBER_OF = re.compile(r"\b(?:number|count|amount)\b|\bmany\b", re.I)
_COUNTS = {*"nNpPkKmMXYZ"}  # letters that are numbers of devices by custom
_NAME = re.compile(r"(?<![a-zA-Z_\\])[^\W\d_](?:_\w+)?(?![a-z_])")


@final
@dataclass(frozen=True)
class Contrast:
    """An answer, ``other`` what it is not, ``about`` what it does not depend on, ``alike`` what is not understood."""

    text: str
    other: str = ""
    about: str = ""
    alike: str = ""


def parted(text: str) -> Contrast | None:
    """The answer and what it is set against; None for a text that does no such thing."""
    plain = " ".join(text.split()).rstrip(".!")
    if not 5 <= len(plain) <= MAX_LENGTH:
        return None
    for pattern in (_NOT_BUT, _INSTEAD):
        if (m := pattern.fullmatch(plain)) is not None and _says(m["x"]) and _says(m["y"]):
            return Contrast(m["x"].strip(), other=m["y"].strip())
    if (m := _NOT_THAT.fullmatch(plain)) is not None:
        return Contrast((m["x"] or m["yes"]).strip(), other=(m["y"] or m["no"]).strip())
    if (m := _STILL.fullmatch(plain)) is not None:
        return Contrast(m["x"].strip())
    if (m := _WHATEVER.fullmatch(plain)) is not None and _says(m["x"]):
        return Contrast(m["x"].strip(), about=m["of"])
    for pattern, rest in ((_ALIKE, "like"), (_SO_IN_BRACKETS, "why")):
        if (m := pattern.fullmatch(plain)) is not None and _says(m["x"]):
            return Contrast(m["x"].strip(), alike=m[rest])
    return None


def contrasted(text: str, one: Callable[[str], Verdict], asked: Collection[str]) -> Verdict | None:
    """The verdict on an answer that is set against something; None where it is not, or its own part does not read.

    ``one`` judges a text against what is expected; ``asked`` are the names of the question.
    """
    found = parted(text)
    if found is None or {"still", "like", "same", "not", "matter"} & {*asked}:
        return None
    mine = tried(one, found.text)
    if mine is None or mine.verdict == "undecided":
        return None
    if found.other:
        other = tried(one, found.other)
        if mine.ok and other is not None and other.ok and not (mine.verdict == "exact" != other.verdict):
            return Verdict("undecided", f"{found.text} stands, and so does what it is said not to be", code="words")
        return with_note(mine, f"left out: not {found.other}")
    if found.about:
        return _freed(found, mine)
    if found.alike and mine.ok:
        words = f"{found.text} stands, and beside it what is not understood: {found.alike}"
        return Verdict("undecided", words, code="unread" if _AS.match(found.alike) else "words")
    return mine


def _freed(found: Contrast, mine: Verdict) -> Verdict:
    """The verdict where a formula is said not to depend on what must neither be in it nor have been left out."""
    names, of = {*_NAME.findall(found.text)}, {*_NAME.findall(re.sub(r"['’]s\b", "", found.about))} - {"a"}
    counts = bool(_NUMBER_OF.search(found.about)) and not of
    if mine.ok and (mine.verdict == "in-regime" or names & of or (counts and names & _COUNTS)):
        words = f"{found.text} stands, but whether it does not depend on {found.about} is open"
        return Verdict("undecided", words, code="words")
    return with_note(mine, f"left out: whatever {found.about}") if mine.ok else mine


def _says(text: str) -> bool:
    """Whether a text may be a value: it holds a number or a capital, and few words."""
    words = re.findall(r"(?<![\w\\])[a-z]{3,}(?!\w)", text)
    symbol = re.fullmatch(r"[a-zα-ω][²³]?", text.strip()) is not None  # k² instead of 2k
    return (symbol or bool(re.search(r"\d|(?<![a-z])[A-Z]", text))) and len(words) <= 5

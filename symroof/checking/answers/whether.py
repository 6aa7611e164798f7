"""The verdict on an answer where a side, yes, no, never or always is asked, by its clause that says one."""

from __future__ import annotations

from collections.abc import Callable

import symroof.regexes as re
from symroof.checking.answers.pieces import MAX_LENGTH, MOST, SIDE
from symroof.checking.answers.plainly import CORRECTED
from symroof.checking.answers.scope import NO_NOUN, SAYS_SO, TURNED
from symroof.checking.claims.claims import OF_SOME, Verdict, tried, with_note
from symroof.checking.words.assent import assented
from symroof.checking.words.lexicon import BINDS

_HEAD = re.compile(r"\s*(?:[,;:.!(–—]|\s-+\s|\b(?:because|since)\b|\s(?:as|so)\s)\s*")
_LIMIT = re.compile(r"\bis\s+(?:the|our)\s+(?:bottleneck|limit\w*)", re.I)
_HOW = re.compile(r"\b(?:always|never|not)\b", re.I)
_DENIES_ALL = re.compile(  # no, a faster clock does not help; it does not get any faster
    r"(?:(?:no|nope)\s*[,.;:!–-]+\s*(?=.*(?:\b(?:not|never|cannot)\b|n['’]t\b))|"
    r"(?:it|this|that|they|we|you|the\s+[a-z]+)\s+(?:(?:does|do|will|can|could|is|are)\s*(?:not|n['’]t)|cannot|won['’]t|can['’]t)\b)"
    r"(?!.*\b(?:exceed\w*|runs?\s+out|fail\w*|lack\w*|suffer\w*|miss\w*|matter\w*|hurt\w*|overflow\w*|spill\w*|limit\w*|yes|but|more|true|false|never|always)\b)",
    re.I,
)
_ALWAYS = re.compile(
    r"(?:always,?\s+)?(?:(?:(?:regardless|irrespective|independent(?:ly)?)\s+of|no\s+matter\s+(?:what|how|which)|whatever)\s[^,;<>=\d]*|"
    r"(?:in|for)\s+(?:all|every|any)(?!\s+but\b)\s(?:(?!\b(?:in|on|at|with|from|beyond|above|below)\b)[^,;<>=\d])*)",
    re.I,
)
_SOME = re.compile(
    rf"\b(?:all|every|any)\s+(?:(?:the|sufficiently|very|of)\s+)*{OF_SOME}", re.I
)  # not always: all large B
_YES_IT = re.compile(r"\A(yes|yep|yeah|no|nope|sure)\s+(?=(?:it|they|we|this|that|there|the)\s)", re.I)
_AT_THIS = re.compile(
    r"\A(?:at|with|for)\s+(?:(?:this|that|these|those|such\s+an?)\s+(?:[a-z]+\s+){1,2}|an\s+(?:[a-z]+\s+)?intensity\s+of\s+(?:only\s+)?\d[\d.]*,?\s+)"
    r"(?=(?:the|it|we|this)\s)",
    re.I,
)
_HERE = re.compile(
    r"(?:\s+(?:here|there|then|now|again|indeed|really|anyway|in\s+(?:this|that)\s+case|at\s+(?:this|that|our)\s+[a-z]+(?:\s+[a-z]+)?))+\Z",
    re.I,
)
_LED = re.compile(
    r"\A(?:(?:that\s+is|so|thus|hence|therefore|and|which\s+means|then|it\s+is|it['’]s|the\s+[a-z]+\s+is)\b,?\s*)+(?=.)",
    re.I,
)
_VERDICT = re.compile(
    r"\b(?:yes|yep|yeah|yup|no(?!\s+[a-z]+\s+(?:is|are|has|can|will))|nope|nah|never|always|fits?|needs?|requires?)\b",
    re.I,
)
_FITS = re.compile(r"\bfits?\b")


def verdict_of(answer: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on an answer where a side, yes, no, never or always is asked, by its clause that says one.

    >>> def one(text):
    ...     said = {"memory-bound": "exact", "compute-bound": "wrong"}.get(text, "undecided")
    ...     return Verdict(said, "", code="existence" if said == "wrong" else "unread")
    >>> [verdict_of(t, one) is not None for t in ("memory-bound (far below the ridge)", "memory-bound (if B is small)")]
    [True, False]
    >>> verdict_of("memory-bound: 0.2 ms of math are no match, so compute-bound", one)
    """
    text = re.sub(r"\b(i)\.\s?e\.,?", "that is", " ".join(answer.split()), flags=re.I)
    text = CORRECTED.sub("", text)
    if len(text) > MAX_LENGTH or BINDS.search(text) or re.search(r"\bwould\b", text):
        return None
    found: list[tuple[str, Verdict]] = []
    if _DENIES_ALL.match(text) and (no := tried(one, "no")) is not None and no.ok:
        return with_note(no, f"read as no: {text}")
    if _ALWAYS.fullmatch(text) and not _SOME.search(text):
        return tried(one, "always")
    if (agreed := assented(text)) and (told := tried(one, agreed)) is not None:
        return with_note(told, f"read as {agreed}")
    text = _YES_IT.sub(r"\1, ", _AT_THIS.sub("", text))
    clauses = [c.strip(" )") if _LIMIT.search(c) else _LED.sub("", c.strip(" )")) for c in _HEAD.split(text)]
    a_side = any(map(SIDE.search, clauses))
    for i, clause in enumerate(clauses[:MOST]):
        telling = SIDE.search(clause) or _VERDICT.search(clause)
        if not clause or not (telling or (i == 0 and not a_side and assented(clause))):
            continue
        if (said := _decided(clause, one)) is not None:
            found.append((clause, said))
        elif telling and not (found and _repeats(clause, found[0][0])):
            return None  # it says something that nobody read
    if not found or len({v.ok for _, v in found}) != 1:
        return None
    best = found[0]
    return with_note(best[1], f"left out: {' '.join(text.replace(best[0], ' ', 1).split()).strip(' ,.;:()–-')}")


def _decided(clause: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a clause as it stands, or on the side alone that it says; None where it is open."""
    for text in filter(None, (_HERE.sub("", clause), _side_of(clause))):
        if (said := tried(one, text)) is not None and said.verdict != "undecided":
            return said
    return None


def _repeats(clause: str, head: str) -> bool:
    """Whether a clause says of what fits the same as the yes or no before it."""
    return bool(_FITS.search(clause)) and not SIDE.search(clause) and assented(head) == _said(clause)


def _side_of(clause: str) -> str:
    """The side that a clause says, with its always or never, where nothing else in it could change it; "" for no such.

    >>> _side_of("vector updates always stay memory bound"), _side_of("hardly memory-bound")
    ('always memory-bound', '')
    >>> _side_of("not compute bound")
    'not compute-bound'
    """
    sides = [m for m in SIDE.finditer(clause) if m.group().lower().endswith(("bound", "limited"))]
    m = sides[0] if len(sides) == 1 else None
    if m is None:
        return ""
    rest = f"{clause[: m.start()]} {clause[m.end() :]}"
    how = _HOW.findall(rest)
    if len(how) > 1 or re.search(r"\d|[<>=≤≥]", rest) or TURNED.search(_HOW.sub(" ", rest)):
        return ""
    if not SAYS_SO.search(_HOW.sub("", clause[: m.start()])) or NO_NOUN.match(clause[m.end() :]):
        return ""
    said = "compute-bound" if m["compute"] else "memory-bound"
    return f"{how[0].lower()} {said}" if how else said


def _said(clause: str) -> str:
    """Yes where a clause says that something fits, no where it denies it."""
    return "no" if re.search(r"\b(?:not|no|never)\b|n['’]t\b", clause) else "yes"


__all__ = ["verdict_of"]

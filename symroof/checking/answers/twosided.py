"""Two ends in words, named as the expected condition names them: at least 240 and at most 512, outside 120 to 500.

>>> named("more than 120 but less than 500", "B > 120 and B < 500"), named("from 120 up to 500", "120 < B <= 500")
('B > 120 and B < 500', 'B > 120 and B <= 500')
>>> named("below 120 or above 500", "120 < B < 500"), named("between 5 and 6 ms", "5.5 ms") is None
('B < 120 or B > 500', True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.checking.claims.claims import FLIP
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.phrases import COMPLEMENT, SIGNS, inequality, typed
from symroof.errors import NotationError
from symroof.reading.quantity import quantity

_REL = r"(?:[<>≤≥]=?|\\(?:geq?|leq?|gt|lt)(?![A-Za-z]))"
_CHAIN = re.compile(
    rf"(?P<low>[^<>≤≥]+?)\s*(?P<r1>{_REL})\s*(?P<name>[A-Za-z]\w*)\s*(?P<r2>{_REL})\s*(?P<high>[^<>≤≥]+)"
)
_ONE = re.compile(rf"(?P<left>[^<>≤≥]+?)\s*(?P<rel>{_REL})\s*(?P<right>[^<>≤≥]+)")
_JOINT = re.compile(
    r"\s*(?:[,;]\s*)?\b(?P<how>and|but|yet|or)\b\s*(?:also\s+)?(?:it\s+(?:(?:must|should|has\s+to|needs\s+to)\s+(?:also\s+)?(?:be|stay|remain|lie)|is|stays|remains|lies)\s+(?=[a-z]+\s))?|"
    r"\s*(?:&&?|∧)\s*|\s*[,;]\s+"
)
_VALUE = rf"(?:{NUMBER})(?:\s?(?!up\b|to\b|and\b)[A-Za-z%/]+)?"
_RANGE = re.compile(
    rf"(?P<out>(?:not\s+(?:between|in|within)|outside(?:\s+of)?)\s+)?(?:(?:only\s+)?(?:in\s+)?(?:the\s+)?(?:range|interval|window|band)\s*(?:of|from|:)?\s*)?"
    rf"(?:between|from|within|in)?\s*(?P<low>{_VALUE})\s*(?:(?:up\s+)?to|and|through|until|till|\.\.\.?|[-–—…])\s*(?P<high>{_VALUE})"
    r"(?:\s*,?\s*\(?(?:inclusive|exclusive)\)?)?",
    re.I,
)
_BEYOND = re.compile(  # what limits outside of both ends
    r"[,;]\s+(?:and\s+)?outside(?:\s+of)?\s+(?:it|that|this|the\s+(?:range|interval|window|band))?,?\s*"
    r"(?=[^\d<>=]*\b(?:loads?|weights?|network|links?|memory|bandwidth|communication|latency|comms)\b)"
    r"(?:(?!\b(?:not|never|no|also|too|still|works?|fine|compute)\b|n['’]t\b)[^\d<>=])*\Z",
    re.I,
)
_INTERVAL = re.compile(rf"(?P<left>[\[(])\s*(?P<low>{_VALUE})\s*,\s*(?P<high>{_VALUE})\s*(?P<right>[\])])")
_BRACKETED = re.compile(
    rf"\A(?P<out>outside(?:\s+of)?\s+|(?:not\s+)?(?:with)?in\s+)[\[(]\s*(?P<low>{_VALUE})\s*,\s*(?P<high>{_VALUE})\s*[\])]\Z"
)
_SUBJECT = re.compile(
    r"(?:(?:the|any|every|all|an?)\s+)?(?:it|any(?:thing|where|\s+value)|everything|batch(?:es)?(?:\s+sizes?)?|sizes?|values?|numbers?|lengths?)\s+"
    r"(?:(?:that\s+)?(?:is|are|lies?|must|has\s+to|have\s+to|should|needs\s+to|may|can|will)\s+(?:be\s+|lie\s+)?)?|(?:in|within)\s+(?=the\s)",
    re.I,
)
_NAMED = re.compile(
    r"(?P<name>[A-Z]\w*|[b-z])\s+(?:(?:is|lies|must|has\s+to|should|needs\s+to|may|can)\s+)?(?:be\s+|lie\s+|stay\s+)?(?=[a-z])"
)


@final
@dataclass(frozen=True)
class Ends:
    """A condition of two bounds on one symbol: the relations, and whether both have to hold."""

    name: str
    above: str
    below: str
    joined: bool


def ends(text: str) -> Ends | None:
    """The two bounds of a condition on one symbol, 120 < B < 500 or B < 5 or B > 20; None for any other text."""
    if (m := _CHAIN.fullmatch(text.strip())) is not None:
        first, second = (SIGNS.get(m[r], m[r]) for r in ("r1", "r2"))
        if first[0] != second[0]:
            return None
        return Ends(
            m["name"], FLIP[first] if first[0] == "<" else second, second if first[0] == "<" else FLIP[first], True
        )
    pieces, joints = _split(text.strip())
    found = [_bound(p) for p in pieces]
    if len(found) != 2 or None in found:
        return None
    (one, sense), (other, sense2) = (x for x in found if x is not None)
    if one != other or sense[0] == sense2[0]:
        return None
    above, below = (sense, sense2) if sense[0] == ">" else (sense2, sense)
    return Ends(one, above, below, "or" not in joints)


def _split(text: str) -> tuple[list[str], list[str]]:
    """The conditions that a text joins, and the words by which."""
    joints = list(_JOINT.finditer(text))
    cuts = [0, *(x for m in joints for x in m.span()), len(text)]
    return [text[a:b].strip() for a, b in zip(cuts[::2], cuts[1::2])], [m["how"] or "and" for m in joints]


def _bound(text: str) -> tuple[str, str] | None:
    """The symbol of an inequality and the relation in which it stands to a number."""
    m = _ONE.fullmatch(text)
    if m is None:
        return None
    sense = SIGNS.get(m["rel"], m["rel"])
    if sense not in FLIP:
        return None  # ≤=
    if re.fullmatch(r"[A-Za-z]\w*", m["left"]):
        return m["left"], sense
    return (m["right"], FLIP[sense]) if re.fullmatch(r"[A-Za-z]\w*", m["right"]) else None


def named(answer: str, expected: str) -> str | None:
    """An answer of two ends in words with the symbol and, where it leaves them open, the relations that are expected.

    None where no such condition is expected, or the answer is none or has its symbol at both ends.
    """
    asked = ends(expected)
    if asked is None or ends(answer) is not None:
        return None
    body = _BEYOND.sub("", answer.strip().rstrip("."))
    name = asked.name
    if (m := _NAMED.match(body)) is not None:
        name, body = m["name"], body[m.end() :]
    elif (m := _SUBJECT.match(body)) is not None:
        body = body[m.end() :]
    if (m := _INTERVAL.fullmatch(body)) is not None:  # [32, 96], whatever it is of
        told = inequality(name, (m["left"], m["low"], m["high"], m["right"]))
        return told if ends(told) is not None else f"{name} > 0 and {told}"  # (0, 240), where both ends are asked
    body = _BRACKETED.sub(r"\g<out>\g<low> to \g<high>", body)
    if (m := _RANGE.fullmatch(body)) is not None:
        low, high = m["low"], m["high"]
        unit = re.search(r"\s*[A-Za-z%/]+\Z", high)
        low += unit.group() if unit and not re.search(r"[A-Za-z%]\Z", low) else ""  # between 2 and 8 GB
        above, below = (asked.above, asked.below) if asked.joined else (">=", "<=")
        if m["out"]:
            return f"{name} {COMPLEMENT[above]} {low} or {name} {COMPLEMENT[below]} {high}"
        return f"{name} {above} {low} and {name} {below} {high}"
    pieces, joints = _split(re.sub(r"\s+(?:works?|is\s+(?:fine|ok|needed|enough)|will\s+do)\Z", "", body))
    made = [_nameless(p, name) for p in pieces]
    if not 1 <= len(made) <= 2 or None in made:
        return None
    if len(made) == 1:
        return made[0] if made[0] != answer.strip() else None
    return f"{made[0]} {'or' if 'or' in joints else 'and'} {made[1]}"


_LISTED = re.compile(
    rf"\s*\[\s*(?P<low>{NUMBER})\s*,\s*(?P<high>{NUMBER})\s*\]\s*(?P<unit>[^\d\s,;()\[\]][^\d,;()\[\]]*)?"
)


def as_range(answer: str, expected: object) -> str:
    """An interval in brackets as a range in words, where one number is expected, and no list and no condition.

    >>> as_range("[21.3, 22.4] GB", "21.8 GB"), as_range("[256, 64]", "256, 64"), as_range("[3, 5]", "3 < B < 5")
    ('between 21.3 and 22.4 GB', '[256, 64]', '[3, 5]')
    """
    m = _LISTED.fullmatch(answer)
    if m is None or not isinstance(expected, str):
        return answer
    try:
        quantity(expected)
    except NotationError:
        return answer
    return f"between {m['low']} and {m['high']} {m['unit'] or ''}".strip()


def _nameless(text: str, name: str) -> str | None:
    """A bound in words, or without its symbol, as an inequality of this symbol."""
    if (bound := _bound(text)) is not None and text[0] not in "<>≤≥":
        return text if bound[0] == name else None
    said = typed(text)
    if not said.sense or said.said or not re.fullmatch(_VALUE, said.text):
        return None if _bound(said.text) is None else said.text
    return f"{name} {said.sense} {said.text}"

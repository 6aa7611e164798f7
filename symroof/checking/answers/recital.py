"""The verdict on a formula that a sentence tells in words: three times the parameters times the tokens.

Right is what is so by each reading of its quotients; wrong what is so by none, where it is told of what is asked and of
all the symbols of the formula expected.  A part of it in a regime is no answer here: what is spelt out is meant.

>>> from symroof import check
>>> check("It's six times the parameters times the tokens.", "6*N*D").verdict
'exact'
>>> print(check("The total is three times the parameters times the tokens.", "6*N*D").verdict)
wrong
>>> check("The answer is the volume over the bandwidth plus the latency.", "a + V/W").verdict
'undecided'
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, tried, with_note
from symroof.checking.words.recited import recited
from symroof.reading.measures import UNITS

_OPERATES = re.compile(
    r"\b(?:times|over|divid|multipl|plus|minus|add|subtract|product|sum\s+of|ratio|quotient|difference|square|cube|root|"
    r"inverse|reciprocal|half\s+of|(?<=\d)\s+of|(?:thirds?|quarters?|fourths?|fifths?)\s+of|twice|double|halv|log|logarithm|maximum\s+of|minimum\s+of|(?:larg|great|small|long)er\s+of)",
    re.I,
)
_LONGEST = 300  # characters of a sentence that tells a formula


def promising(answer: str, expected: str) -> bool:
    """Whether a sentence tells operations in words, and a formula with symbols is expected.

    >>> promising("twice the volume over the bandwidth", "V/W"), promising("twice the volume", "42 ms")
    (True, False)
    """
    named = [n for n in re.findall(r"[A-Za-z]\w*", expected) if len(n) == 1 or n not in UNITS]
    formula = named and not re.search(r"[<>=≤≥]|[a-z]\s+[a-z]", expected)
    return bool(formula) and len(answer) <= _LONGEST and answer.count(" ") > 2 and _OPERATES.search(answer) is not None


def recital(answer: str, one: Callable[[str], Verdict], symbols: Collection[str]) -> Verdict | None:
    """The verdict on the formula that a sentence tells of these symbols; None where it tells none, or it is open."""
    told = recited(answer, symbols)
    if told is None:
        return None
    near = tried(one, told.formula)
    far = near if told.far == told.formula else tried(one, told.far)
    if near is None or far is None or near.verdict == "in-regime":
        return None
    if near.ok and far.ok:
        return with_note(near, f"read as {told.formula}")
    others = {*told.others} - {told.formula, told.far}
    rest = [v for text in others if (v := tried(one, text)) is not None]
    if near.ok or far.ok or not told.others or any(v.verdict == "exact" for v in rest):
        if (said := tried(one, told.said)) is not None and said.ok:
            return with_note(said, f"read as {told.said}")  # a line between two sums
        return Verdict("undecided", f"{answer}: over how much of what stands beside it is open", code="part")
    used = {*re.findall(r"[^\W\d_]\w*", told.formula)}
    if not (told.plain and {*symbols} <= used):
        return None
    wrong = {v.verdict for v in (near, far, *rest)} == {"wrong"} and len(rest) == len(others)
    return with_note(near, f"read as {told.formula}") if wrong else None


__all__ = ["promising", "recital"]

"""A logarithm whose base the question does not say: natural, as in Python and SymPy, and open where another is right.

>>> in_base("m*log(2)/n", "ln"), in_base("N log N", "log2"), in_base("log10(n) + log(n, 3)", "ln")
('m*ln(2)/n', 'N log2 N', 'log10(n) + log(n, 3)')
>>> without_base("N*log(N)"), without_base("log(N, 2)"), without_base("log2(N)"), without_base("log(n)*2", {"log"})
(True, False, False, False)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from symroof.checking.claims.claims import Verdict, understood, with_note

MAX_TEXT = 300
_LOG = re.compile(r"(?<![\w\\.])\\?log(?![\w({]|\s*_|\s?\()|(?<![\w\\.])\\?log\s?(?=\((?:[^(),]|\([^(),]*\))*\))")
_OF_TWO = re.compile(r"log\s?\(?\s*2(?![\w.,])")
BASES = ("ln", "log2")  # of the second it is only asked whether the answer is right of it


def without_base(text: object, asked: Collection[str] = ()) -> bool:
    """Whether a text has a logarithm without its base."""
    return isinstance(text, str) and len(text) <= MAX_TEXT and "log" not in asked and _LOG.search(text) is not None


def in_base(text: str, name: str) -> str:
    """The text with the logarithms that have no base as those of this name."""
    return _LOG.sub(name, text)


def by_base(answer: object, expected: str, one: Callable[[object, str], Verdict]) -> Verdict:
    """The verdict where the logarithms expected have no base; those of the answer have the same one.

    As it is read the base is e; what is right of base 2 alone is open, unless log(2) stands there, which is no 1.
    """
    first, other = _verdicts(answer, expected, one)
    if first is None:
        return one(in_base(answer, BASES[0]) if isinstance(answer, str) else answer, in_base(expected, BASES[0]))
    if first.verdict == "wrong" and other is not None and other.ok and not _OF_TWO.search(expected):
        return Verdict("undecided", "right to the base 2 alone, and which base is meant is not said", code="base")
    return with_note(first, "log read as ln")


def of_no_base(answer: object, expected: object, one: Callable[[object, str], Verdict]) -> Verdict | None:
    """The verdict on an answer whose logarithms alone have no base, where it is wrong of any; else None."""
    if not (isinstance(expected, str) and without_base(answer)):
        return None
    first, other = _verdicts(answer, expected, one)
    wrong = first is not None and other is not None and first.verdict == other.verdict == "wrong"
    return first if wrong else None


def _verdicts(answer: object, expected: str, one: Callable[[object, str], Verdict]) -> list[Verdict | None]:
    return [
        understood(one, in_base(answer, name) if isinstance(answer, str) else answer, in_base(expected, name))
        for name in BASES
    ]


__all__ = ["by_base", "in_base", "of_no_base", "without_base"]

"""A logarithm whose base the question does not say: natural, as in Python and SymPy, and open where another is right.

>>> in_base("m*log(2)/n", "ln"), in_base("N log N", "log2"), in_base("log10(n) + log(n, 3)", "ln")
('m*ln(2)/n', 'N log2 N', 'log10(n) + log(n, 3)')
>>> without_base("N*log(N)"), without_base("log(N, 2)"), without_base("log2(N)"), without_base("log(n)*2", {"log"})
(True, False, False, False)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, understood, with_note

MAX_TEXT = 300
_LOG = re.compile(r"(?<![\w\\.])\\?log(?![\w({]|\s*_|\s?\()|(?<![\w\\.])\\?log\s?(?=\((?:[^(),]|\([^(),]*\))*\))")
_OF_E = re.compile(r"log\s?\(\s*e\s*\)")  # which is 1 of one base alone
_OF_TWO = re.compile(r"log\s?\(?\s*2(?![\w.,])")
_OPEN = Verdict("undecided", "right to one base alone, and which base is meant is not said", code="base")
BASES = ("ln", "log2")  # of the second it is only asked whether the answer is right of it


def without_base(text: object, asked: Collection[str] = ()) -> bool:
    """Whether a text has a logarithm without its base."""
    return isinstance(text, str) and len(text) <= MAX_TEXT and "log" not in asked and _LOG.search(text) is not None


def in_base(text: str, name: str) -> str:
    """The text with the logarithms that have no base as those of this name."""
    return _LOG.sub(name, text)


def in_some_base(
    answer: object, expected: object, asked: Collection[str], one: Callable[[object, str], Verdict]
) -> Verdict | None:
    """The verdict where a logarithm has no base; None where none is such, or what is expected has other ones.

    What is expected is natural, and so is the answer to it: right of base 2 alone it is open, unless log(2) stands
    there, which is no 1.  An answer that alone has no base is wrong where it is so of any.
    """
    if not isinstance(expected, str) or not any(without_base(x, asked) for x in (answer, expected)):
        return None
    theirs = without_base(expected, asked)
    first, other = (
        understood(one, in_base(answer, name) if isinstance(answer, str) else answer, in_base(expected, name))
        for name in BASES
    )
    both = first is not None and other is not None and first.verdict == other.verdict == "wrong"
    if not theirs:
        return first if both else _OPEN if _OF_E.search(str(answer)) and (first or other) else None
    if first is None:
        return one(in_base(answer, BASES[0]) if isinstance(answer, str) else answer, in_base(expected, BASES[0]))
    if first.verdict == "wrong" and other is not None and other.ok and not _OF_TWO.search(expected):
        return replace(_OPEN, reason="right to the base 2 alone, and which base is meant is not said")
    return with_note(first, "log read as ln")

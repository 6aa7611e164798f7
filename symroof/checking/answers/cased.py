"""What is called wrong though only its words are not read: a right value before its case, an operation left out.

In "around 165 ms when the cache is 64 GB" the 64 GB are of the case, and in "divide N by the lines of 64" the 64 is
divided by: neither is the answer.  Where the value before a case is right, or what was left out divides, multiplies or
rounds, nobody knows that the answer is wrong, and it is open.

>>> [before_its_case(f"about 165 ms {x}") for x in ("when the cache is 64 GB", "for 4 users", "when told, 42 ms")]
['about 165 ms', '', '']
>>> operates("left out: divide N by the lines of and round up"), operates("left out: the time is")
('divide', '')
"""

from __future__ import annotations

from collections.abc import Callable

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, understood
from symroof.checking.words.called import symbols

MAX_LENGTH = 300
_CASE = re.compile(
    r"(?P<head>[^,;:]*[\w)%}])\s*,?\s+(?P<how>when(?:ever)?|if|while|where|once|as\s+long\s+as|so\s+long\s+as|provided(?:\s+that)?|assuming(?:\s+that)?)\s+"
    r"(?P<case>(?:the|our|an?|its|we|you|it|there|all|each|every|no|nothing|nobody|both|that|this)\b[^,;:=<>≤≥]*)\Z",
    re.I,
)
_OPERATION = re.compile(
    r"\b(?P<verb>divides?|multipl(?:y|ies)|subtracts?|rounds?(?:\s+(?:it|the\s+[a-z]+))?\s+(?:up|down)|squares?(?=\s+(?:it|the)\b))\b",
    re.I,
)
_VALUED = ("value", "factor", "units", "kinds")


def before_its_case(answer: str) -> str:
    """What an answer says before the case in which it says it; "" where it tells none behind it."""
    m = _CASE.fullmatch(answer.strip().rstrip(".! ")) if len(answer) <= MAX_LENGTH else None
    return m["head"] if m is not None else ""


def operates(note: str | None) -> str:
    """The operation that the words tell which were left out of an answer, by its verb; "" for none."""
    left = (note or "").partition("left out: ")[2]
    m = _OPERATION.search(left)
    return m["verb"] if m is not None else ""


_SYMBOLS = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])\s*[*/+^)-]|[*/^(+-]\s*[A-Za-z](?![A-Za-z])")
_NAMED_CASE = re.compile(
    r"(?:[A-Za-z\d][\w\s*/^().+-]*=\s*)?(?P<n>[~≈]?\s?\d[\d\s.,*/×·^()+e-]*(?:[=≈]\s*[\d.,]+)?)\s+(?:for|on|with)\s+"
    r"(?P<case>(?:an?\s+|the\s+)?(?:[A-Z][A-Za-z]*[a-z]\w*|[A-Z]{1,5}-?\d\w*)(?:[\s-]\w+)?)[.!]*"
)
_LIMIT_ALONE = re.compile(
    r"(?:it|this|that|the\s+[a-z]+)\s+(?:goes|tends|drops|falls|shrinks|converges)\s+(?:down\s+)?to\s+(?:zero|0)\s+(?:with|for|as|when|once)\s+[^,;\d]*|"
    r"(?:it|this|that|the\s+[a-z]+)\s+(?:vanishes|disappears|becomes\s+negligible)\s+(?:with|for|as|when|once)\s+[^,;\d]*",
    re.I,
)


def _of_one_case(answer: str, expected: str) -> str:
    """Why a number or a limit is open where a formula is asked: it is of a case by its name, or 0 far out; "" else.

    >>> _of_one_case("240*256/8 = 7680 for DeepSeek", "B > 240*E/k"), _of_one_case("7680 for DeepSeek", "B > 240")
    ('DeepSeek: whether that case is asked is open', '')
    >>> _of_one_case("it goes to zero with many microbatches", "(p - 1)/(m + p - 1)")
    'a limit, where the formula is asked'
    """
    if _SYMBOLS.search(expected.rpartition(">")[2].rpartition("<")[2]) is None:
        return ""
    m = _NAMED_CASE.fullmatch(answer.strip())
    if m is not None:
        return f"{m['case']}: whether that case is asked is open"
    return "a limit, where the formula is asked" if _LIMIT_ALONE.fullmatch(answer.strip(" .!")) else ""


_PER = re.compile(r"(?:/\s?|\bper\s+|\b(?:for|in|on)\s+(?:each|every)\s+)(?P<thing>[a-z]{3,})\b", re.I)


def of_one_thing(answer: str, factor: str | None) -> str:
    """The thing of which an answer tells its value alone, where it is off by the symbol that counts these.

    >>> of_one_thing("per layer it is 4KH", "1/L"), of_one_thing("per layer it is 4KH", "1/K")
    ('layer', '')
    """
    by, m = re.fullmatch(r"(?:the factor )?1/(?P<name>[A-Za-z])", factor or ""), _PER.search(answer)
    return m["thing"] if by is not None and m is not None and symbols([m["thing"]], {by["name"]}) else ""


def open_by_its_case(answer: str, expected: object, found: Verdict, one: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where what is called wrong is a case's number or what an operation in words is done with."""
    if found.verdict != "wrong" or found.code not in _VALUED or not isinstance(expected, str):
        return found
    if words := _of_one_case(answer, expected):
        return Verdict("undecided", words, code="words")
    if re.search(r"\d|[*/+^]", expected) is None or re.search(r"[<>≤≥]", expected) is not None:
        return found  # never, if B > 4
    formula = re.search(r"[A-Za-z]\s*[*/^+)-]|[*/^(]\s*[A-Za-z]", expected) is not None
    if formula and (verb := operates(found.note)):
        return Verdict("undecided", f"{verb}: how the value is worked out is not understood", code="words")
    if (thing := of_one_thing(answer, found.factor)) != "":
        return Verdict("undecided", f"a value of one part, where all is asked: per {thing}", code="part")
    head = before_its_case(answer)
    right = understood(one, head) if head else None
    if right is None or not right.ok or right.verdict == "in-regime":
        return found
    return Verdict("undecided", f"{head} stands, and a case behind it: give the value alone", code="words")


__all__ = ["before_its_case", "of_one_thing", "open_by_its_case", "operates"]

"""A verdict with its explanation in words, an example behind a rule, a value by cases: "yes, it is above the ridge".

The explanation of a yes, no, never or always is not judged; one that makes an exception or says another verdict leaves
the answer to other readers.  Of cases (X if C > D, otherwise Y) the larger or smaller is judged, and the condition.

>>> head_of("Yeah, it's well above the ridge point"), head_of("yes, unless B is small"), head_of("no, it fits")
('Yeah', '', '')
>>> by_cases("2F if B > C, otherwise 3D")
Cases(first='2F', condition='B > C', other='3D')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from symroof.checking.claims import Verdict, tried, with_note
from symroof.checking.limits import regime_of

MAX_LENGTH = 300  # characters
_HEAD = re.compile(
    r"(?P<head>[A-Za-z][A-Za-z'’ ]{0,40}?)\s*(?:[,;:.–—]|\s-+)\s+(?P<rest>[^<>=≤≥≈]*[a-z]{3}[^<>=≤≥≈]*)\Z|"
    r"(?P<head2>[A-Za-z][A-Za-z'’ ]{0,40}?)\s+(?:because|since|as)\s+(?P<rest2>[^<>=≤≥≈]*[a-z]{3}[^<>=≤≥≈]*)\Z"
)
_FIRST = re.compile(
    r"(?:yes|yeah|yep|yup|sure|no|nope|nah|true|false)\Z|(?=.*\b(?:never|always)\b)[A-Za-z'’ ]+\Z", re.I
)
_OTHERWISE = re.compile(  # an exception, a second verdict, or what may be one
    r"\b(?:but|except|unless|only\s+(?:if|for|when|above|below|at|with)|if|when(?:ever)?|until|till|although|though|however|otherwise|sometimes|depends?|maybe|"
    r"perhaps|probably|mostly|usually|yes|no|not|never|always|cannot|none|nothing|wait|actually|rather|fits?|works?|suffices?|"
    r"enough|possible|holds?|true|false|right|wrong|bound|limited|bottlenecks?|dominates?|sure)\b|n['’]t\b|\?",
    re.I,
)
_EXAMPLE = re.compile(
    r"\A(?P<rule>.*[\w)])(?:\s*[,;]\s*|\s+\(|\s+)(?:e\.\s?g\.|for\s+example|for\s+instance|such\s+as)[,:]?\s+(?P<example>\S.*?)\)?\Z|"
    r"\A(?P<rule2>.*[<>≤≥].*[\w)])\s+\((?P<example2>[~≈]?\d[^()]*\s+(?:for|with|at|if)\s+[A-Z]\w*\s*=[^()]*)\)\Z"
)
_WORKED = re.compile(  # 10/7 = 1.43x faster
    r"\A(?P<left>[\d.()/*+ -]*[*/+-][\d.()/*+ -]*?)\s*[=≈]\s*(?P<told>(?P<n>\d[\d.]*)\s*(?:[x×]|times|%)\s+"
    r"(?:as\s+[a-z]+|[a-z-]+er|more|less|speed-?up|slow-?down)\b.*)\Z"
)
_CASE = re.compile(
    r"\A(?P<x>[^=<>,;]+?)\s*,?\s+(?:if|when|for|where)\s+(?P<c>[^,;]+?[<>≤≥][^,;]+?)\s*[,;]?\s+"
    r"(?:(?:and\s+|or\s+)?(?:otherwise|else)\s*,?\s*(?P<y>[^=<>,;]+)|(?:and\s+|or\s+)?(?P<y2>[^=<>,;]+?)\s*,?\s+(?:otherwise|else))\Z"
)


@final
@dataclass(frozen=True)
class Cases:
    """A value where a condition holds, and the other one."""

    first: str
    condition: str
    other: str


def head_of(text: str) -> str:
    """The yes, no, never or always that an answer opens with, where the rest only explains it; "" otherwise."""
    m = _HEAD.match(" ".join(text.split())) if len(text) <= MAX_LENGTH else None
    if m is None:
        return ""
    head, rest = (m["head"], m["rest"]) if m["head"] else (m["head2"], m["rest2"])
    return head if _FIRST.match(head) and not _OTHERWISE.search(rest) else ""


def by_cases(text: str) -> Cases | None:
    """The two formulas of an answer by cases and the condition of the first."""
    m = _CASE.match(" ".join(text.split()).rstrip(".")) if len(text) <= MAX_LENGTH else None
    return None if m is None else Cases(m["x"].strip(), m["c"].strip(), (m["y"] or m["y2"]).strip())


def explained(text: str, one: Callable[..., Verdict], expected: object) -> Verdict | None:
    """The verdict on such an answer; ``one`` judges a text against what is expected, or against another text."""
    text = " ".join(text.split())
    if len(text) > MAX_LENGTH:
        return None
    cases = by_cases(text)
    for found in (_of_cases(cases, one) if cases is not None else None, _with_example(text, one), _worked(text, one)):
        if found is not None:
            return found
    if expected == "never" and regime_of(text):
        return Verdict("wrong", f"{text}, where the answer is 'never'", code="existence", right="never")
    head = head_of(text)
    found = tried(one, head) if head else None
    if found is None or (not found.ok and (found.code != "existence" or re.search(r"\d", text))):
        return None  # always, from 240 on
    return found


def _with_example(text: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a rule with an example of it, which is left out: T > 8D, e.g. 32768 for D = 4096."""
    if (m := _EXAMPLE.match(text)) is None:
        return None
    rule, example = (m["rule"], m["example"]) if m["rule"] else (m["rule2"], m["example2"])
    held = tried(one, rule)
    return None if held is None or held.verdict == "undecided" else with_note(held, f"left out: the example {example}")


def _worked(text: str, one: Callable[..., Verdict]) -> Verdict | None:
    """The verdict on a comparison and the quotient that it is, which has to come to it: 10/7 = 1.43x faster."""
    if (m := _WORKED.match(text)) is None:
        return None
    printed, said = tried(one, m["n"], m["left"]), tried(one, m["told"])
    return said if printed is not None and printed.verdict in ("exact", "rounded", "truncated") else None


def _of_cases(cases: Cases, one: Callable[..., Verdict]) -> Verdict | None:
    """The larger or the smaller of the two, where that is what is expected, and whether the condition picks it."""
    for name, sign in (("max", ">"), ("min", "<")):
        found = tried(one, f"{name}({cases.first}, {cases.other})")
        if found is None or not found.ok:
            continue
        picks = tried(one, cases.condition, f"{cases.first} {sign} {cases.other}")
        if picks is None or picks.verdict == "undecided":
            return Verdict("undecided", f"whether {cases.condition} picks {cases.first} is open", code="words")
        words = f"{cases.first} is not the {name} of the two where {cases.condition}"
        return found if picks.ok else Verdict("wrong", words, code="direction", right=f"{name} of the two")
    return None

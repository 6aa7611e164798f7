"""Why what a sentence says is of another case than the one asked: supposed, narrowed, somebody else's, or of before.

A condition with a number in it is a premise, and one of whom it concerns (if we want, when you add) a working; a
condition on a thing's state, without a number, narrows the case (if the cache is full).  What is supposed against the
facts is told by the past and would.

>>> another_case("If we used int8, a step would take 42 ms."), another_case("It would take 42 ms, I think.")
('a case that is only supposed', '')
>>> another_case("If the cache is full, it takes 42 ms."), another_case("If B is 512, a step takes 42 ms.")
('a case narrower than the one asked: If the cache is full', '')
>>> another_case("The node draws 5.6 kW when all eight cards run at 700 watts.")
''
>>> another_case("On a single chip it takes 42 ms."), another_case("A single chip is enough.")
('a case narrower than the one asked: On a single chip', '')
>>> another_case("If we use fp8 it would be 6.4 ms."), another_case("If we use 8 chips it would be 6.4 ms.")
('a case that is only supposed', '')
>>> another_case("It is in the table on page 3."), another_case("By table 3 it is 42 ms.")
('where it stands, and not what it is', '')
>>> another_case("My colleague claims it takes 42 ms."), another_case("I'd say it takes 42 ms.")
('what somebody else says', '')
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.numerals import FEW

MAX_TEXT = 400
_PAST = (
    r"(?:were|had|could|(?<!\bis\s)(?<!\bare\s)(?<!\bbe\s)(?<!\bgets\s)(?<!\bget\s)(?<!\bhas\s)(?<!\bhave\s)[a-z]{2,}ed|took|went|ran|kept|made|got|gave|"
    r"cut|put|did|bought|chose|sent|held)"
)
_SUPPOSED = re.compile(
    rf"\bif\s+(?:[A-Za-z'’-]+\s+){{1,5}}?{_PAST}\b(?=.*(?:\bwould\b|['’]d\b))|(?:\bwould\b|['’]d\b).*\bif\s+(?:[A-Za-z'’-]+\s+){{1,5}}?{_PAST}\b|"
    r"(?:\A|[,;.]\s+)(?:had|were)\s+(?:we|it|they|you|i|the|our|all|every)\s+[^,;]*(?=.*(?:\bwould\b|['’]d\b))",
    re.I,
)
_PLANNED = re.compile(  # if we use fp8 it would be 6.4 ms: another plan than the one asked
    r"\bif\s+(?:we|you|one|they|i)\s+(?:(?!\d)[^\s,;]+,?\s+){1,7}?(?:it|this|that|a\s+[a-z]+|the\s+[a-z]+)\s*(?:would\b|['’]d\b)",
    re.I,
)
_WITH_ANOTHER = re.compile(  # with int8 weights it would be 120: of what is not asked
    r"(?:with|in|using|on|under|at)\s+(?:(?!\d)[^\s,;]+\s+){0,3}?(?:(?:u?int|fp|bf|nf|tf)\d+|[A-Z]{1,2}\d{2,4}s?)\b(?:\s+[a-z]+){0,2},?\s+"
    r"(?:it|this|that|the\s+[a-z]+)\s*(?:would\b|['’]d\b)",
    re.I,
)
_ELSEWHERE = re.compile(
    r"\b(?:on|see|in|at)\s+(?:page|slide|line|section|chapter|table|figure|fig\.|eq\.|equation)\s+\d[\d.]*", re.I
)
_NARROWED = re.compile(
    r"(?:\A|[,;]\s+)(?P<case>(?:if|when)\s+(?:the|our|its|all|both|every|each|no)\s+[^,;\d]*?\s(?:is|are|was|gets?|fails?|runs?|becomes?|has|have)\b[^,;\d]*),",
    re.I,
)
_SINGLE = re.compile(
    r"\A(?P<case>(?:on|with|for|in|using)\s+(?:just\s+|only\s+)?(?:an?|one)\s+(?:single|lone)\s+[a-z]+),?\s", re.I
)
_CONCLUDES = re.compile(r"\b(?:so(?!\s+(?:that|much|many))|hence|therefore|thus)\s", re.I)
_SAID = re.compile(
    r"\b(?:my|your|his|her|their|some|an?|the|another)\s+(?:colleague|friend|boss|professor|teacher|lecturer|tutor|manager|neighbou?r|coworker|student|intern|vendor|salesman|[a-z]*book|manual|datasheet|brochure|chatbot)s?\s+"
    r"(?:has\s+|have\s+|once\s+)?(?:claim|sa(?:y|id)|think|thought|believ|told|tell|promis|state|report|guess|estimate|reckon|insist|advertis)[a-z]*|"
    r"\b(?:someone|somebody|he|she|they)\s+(?:has\s+|once\s+)?(?:claim|said|says|thinks|thought|believe|told|promise|insist)[a-z]*",
    re.I,
)
_WANTED = re.compile(
    r"\A(?:so\s+|then\s+)?(?:the|our|my)\s+(?:[a-z-]+\s+){0,2}?(?:budget|deadline|target|goal|quota|sla|timeout)\s+(?:for\s+[^,;\d]*?\s|of\s+[^,;\d]*?\s)?(?:is|was|says|allows)\b",
    re.I,
)
_SOME_OF = re.compile(
    rf"(?:only\s+)?(?:\d+|one|{FEW})\s+of\s+(?:the|our|all|its)\s+(?:\d+|{FEW})\s+[a-z](?!.*\d)", re.I
)
_BEFORE = re.compile(
    r"\A(?:the|our|my)\s+(?:old|former|previous|original|earlier)\s+[a-z]+(?:\s+[a-z]+)?\s+(?:needed|took|had|used|ran|was|did|gave|cost|takes|needs)\b[^;]*\bthe\s+(?:new|current|present)\b",
    re.I,
)


def another_case(text: str, right: bool = True) -> str:
    """Why the value that a sentence says need not be that of what is asked; "" where nothing says so."""
    text = " ".join(text.split())
    if len(text) > MAX_TEXT:
        return ""
    if _CONCLUDES.search(text):
        return ""
    if _SUPPOSED.search(text) or _PLANNED.search(text):
        return "a case that is only supposed"
    if _ELSEWHERE.search(text) and not re.search(r"(?<![\w.])\d", _ELSEWHERE.sub("", text)):
        return "where it stands, and not what it is"
    narrowed = _SINGLE.search(text) or _NARROWED.search(text)
    if narrowed is not None:
        return f"a case narrower than the one asked: {narrowed['case']}"
    if _SAID.search(text):
        return "what somebody else says"
    if not right and _SOME_OF.match(text):
        return "so many of so many, where all may be asked"
    if not right and _WITH_ANOTHER.match(text):
        return "another case than the one asked may be"
    if not right and _WANTED.search(text):
        return "what is wanted, and not what is"
    return "of what was before" if _BEFORE.search(text) else ""


__all__ = ["another_case"]

r"""What the words around a formula make of it: a premise, an equation to solve, a quantity in a unit, a value restated.

>>> role("It is purely a question of when ", 32)
'premise'
>>> unit_behind("\ue000 ms, so", 1), unit_behind("\ue000 tokens", 1)
('ms', '')
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.documents.facts import DOCUMENT, PARAGRAPH, SENTENCE, STRANGE
from symroof.checking.documents.prose import BREAK, FORMULA, MANY, many_of
from symroof.reading.measures import DECIMAL, MANY_LETTER, SMALL, THOUSANDS
from symroof.reading.quantity import UNITS

REACH = 160  # characters before a formula that can say what it is
_SENTENCE_END = re.compile(
    r"[.!?\n\ue001:](?:(?<=[.!?])(?=[\s)\]\"'*”’]+[A-Z\ue000\d*\"'(“‘]|\s*\Z)|(?<=\n)\s*\n|(?<=\ue001)|(?<=:)\s*\n|"
    r"(?<=\n)\s*(?:[-*+]|\d+[.)])\s)"  # by its first sign
)
_PREMISE = re.compile(
    r"\b(?:when(?:ever)?|if|unless|until|once|for|with|assum\w*|suppos\w*|let(?:ting)?|set(?:ting)?|given|where|wherever|"
    r"provided|say|consider\w*|choos\w*|pick\w*|tak(?:e|ing)|using|plugging(?: in)?|because|as long as|so long as|"
    r"having|e\.g\.|i\.e\. when|case|solv\w*|requir\w*|needs?|want|such that|whether|equat\w*|break-?even|"
    r"becomes? when|constraint|condition(?: that)?|satisf\w*|impos\w*|fix(?:ing)?|hold\w*|substitut\w*)\b"
    r"[^.;:!?\ue001\ue000]{0,60}(?:\ue000[\s,]*(?:and|or)?\s*)*\Z"
    r"|\b(?:for|at)\s+(?:what|which)\b[^.;:!?\ue001]{0,40}\b(?:does|do|is|are|will|would|can)\s*\Z",
    re.I,
)
_FINITE = (
    r"(?:is|are|was|were|has|have|takes?|costs?|gives?|makes?|moves?|holds?|reads?|loads?|writes?|sends?|becomes?|"
    r"equals?|spends?|occup(?:y|ies)|reaches|comes? to|adds? up to|amounts? to|stays?|grows?|falls?|drops?|"
    r"(?:would|will|must|can|could|should) (?:be|take|cost|have|hold|give|move|become))"
)
_PREPOSED = re.compile(
    rf"(?:for|with|given|using|assuming|taking|having|considering|plugging(?: in)?|choosing|picking|setting|fixing)\b"
    rf"(?:(?!\b(?:that|which|where|when|if|whose|who)\b)[^,\ue000])*\s(?:it|we|this|that|one|they|the\s\w+|each\s\w+|every\s\w+|a\s\w+)"
    rf"\s(?:\w+ly\s)?{_FINITE}\b",
    re.I,
)  # With many GPUs it takes ...: the sentence has begun
_BEGUN = re.compile(
    rf",\s(?:then\s|so\s|and\s)?(?:[\w'-]+\s){{1,6}}?{_FINITE}(?:\s(?:only|just|about|now|still|then|simply|exactly|to|be|in|all|at))*\s*\Z",
    re.I,
)  # ..., the model takes


def _main_clause(words: str) -> bool:
    """Whether the clause that a premise opens has ended before the formula: "Once trained, the model takes ..."."""
    return bool(_PREPOSED.match(words) or _BEGUN.search(words))


_NEGATED = re.compile(
    r"\b(?:not|isn't|never|wrong(?:ly)?|incorrect(?:ly)?|mistake\w*|false|instead of|rather than|forbidden|invalid|"
    r"nonsens\w*|illegal|cannot|can't|naive(?:ly)?|tempting|don't|doesn't|unlike)\b[^.;!?\ue001]*\Z",
    re.I,
)
_WRONG_SAID = re.compile(
    r"(?:\b(?:wrong(?:ly)?|incorrect(?:ly)?|not true|(?<!be )false|untrue)\b[^.;!?\ue000\ue001]{0,24}?|"
    r"\b(?:mistakes?|errors?|fallacy|misconception|pitfall)\b"
    r"(?!\s+(?:of|in|on|for)\b(?!\s+\w+ing\b)|\s+(?:rates?|bounds?|bars?|budgets?)\b)"  # an error of 3 ulp is an amount
    r"(?:\s+(?:is|was|would be|to|of|in))?(?:\s+\w+){0,3}\s*[:,]?|"
    r"\b(?:don'?t|do not|never|don’t|must not|cannot|can't|should not|shouldn't)\s+"
    r"(?:(?:ever|just|simply)\s+)?(?:write|say|claim|compute|conclude|assume|read|put|think|have)\b(?:\s+that)?|"
    r"\b(?:first|earlier|old|older|previous|original|printed|former)\s+(?:draft|edition|version|text|printing|manuscript)\s+"
    r"(?:\w+\s+)?(?:said|had|claimed|read|wrote|stated|gave)\b(?:\s+that)?)[\s:\"'“‘*_`]*\Z",
    re.I,
)
_ASKED = re.compile(
    r"(?:\A|[:,;—–])\s*(?:so\s+|but\s+|and\s+)?(?:is|are|does|do|was|were|can|could|would|why)\b[^.;!?]*\Z", re.I
)
_WRONG_BEHIND = re.compile(
    r"\s?[;—–]\s?(?:which|that|this|it)\s(?:is|was)\s(?:of course\s|obviously\s|plainly\s)?"
    r"(?:wrong|nonsense|false|incorrect|not (?:true|right|so|correct)|a mistake|an error)\b|"
    r"[\s,)*_\"'”’]*(?:which\s+|that\s+|this\s+)?(?:would|is|are|was|does|do|did|will|can)\s*"
    r"(?:be\s+|simply\s+|clearly\s+|just\s+|of course\s+|obviously\s+|plainly\s+)*"
    r"(?:wrong|incorrect|false|not\b|n't|never|invalid|a mistake|an error|nonsens)|"
    r"[\s,;)*_\"'”’–—(]*(?:which\s+(?:is|was)\s+|that\s+(?:is|was)\s+|obviously\s+|clearly\s+)?"
    r"an?\s+(?:\w+\s+)?(?:typo|misprint|slip|mistake|error|blunder)\b|"
    r"[\"”’],?\s+(?:he|she|they|one|somebody|the\s\w+)\s+(?:said|says|wrote|writes|claim(?:s|ed))\b",
    re.I,
)
_NOT_BUT = re.compile(r"(?<![\w'’-])not\s*\Z", re.I)
_REPORTED = re.compile(
    r"\b(?:says?|said|states?|stated|prints?|printed|reads?|lists?|listed|tells?|told|had|reports?|reported|wrote|writes?)"
    r"(?:\s+(?:us|that))*[\s:\"“‘*_]*\Z",
    re.I,
)
_CLAIMED = re.compile(
    r"(?:(?<!\bI )(?<!\bwe )\bclaim(?:s|ed)?|"
    r"\b(?:might|may|could|would)\s+(?:\w+\s+)?(?:believe|think|expect|assume|guess|suppose|imagine)|"
    r"\b(?:people|many|some|beginners|students)\s+(?:think|believe|assume|say|write)|"
    r"(?<!\bI )(?<!\bI['’]d )\b(?:suppose|imagine)|\bpretend)"  # "I suppose" says it, with less weight
    r"(?:\s+that)?[\s:\"“‘*_]*\Z",
    re.I,
)
_CONTRADICTED = re.compile(  # by another number, or by a word for wrong; "but writes nothing" contradicts no sum
    r"[^.;!?\ue000\ue001]{0,30}[\s,](?:but|yet|however|whereas|although|in\s+fact|actually)\b,?"
    r"(?:\s+(?:in\s+fact|actually|really|it|this|that|there|we|the\s+\w+(?:\s\w+)?|its?\s+\w+|is|are|was|were|has|had|have|"
    r"gives?|makes?|should|would|must|be|only|just|about|rather|measured?|counted|found|got|to))*"
    r"(?:\s*[~$*_`(]*(?:\d|\ue000)|['’]?s?\s*(?:n['’]t|not|wrong|false|incorrect|mistaken|too|less|more|lower|higher|a\s+(?:typo|mistake))\b)",
    re.I,
)
_HELD = re.compile(r"\s+(?:held|were\s+(?:true|so|right)|was\s+true)\b", re.I)
_UPDATE = re.compile(
    r"\b(?:updat\w*|axpy|saxpy|daxpy|kernel|recurr\w*|accumulat\w*|increment\w*|assign\w*|loops?)\b", re.I
)
_SOLVED = re.compile(
    r"\b(?:set(?:ting)?\b[^.\n]{0,30}\bequal|equat(?:e|ing)|cross-?over|break-?even|solv(?:e|ing)|balanc(?:e|ing))\b"
    rf"[^.;!?{BREAK}{FORMULA}]{{0,60}}:[\s*_{FORMULA}]*\Z",
    re.I,
)
_RUN = re.compile(f"{FORMULA}+")
_ABOUT = re.compile(r"(?:\babout|\broughly|\baround|\bapprox\w*|\bnearly|\balmost|~|≈|\bclose to|\bsome)\s*\Z", re.I)
_UNIT = re.compile(r"[\s~]{0,2}(?:\\[,;:! ])?([A-Za-zµμ%][A-Za-zµμ]*(?:\s?/\s?[A-Za-z]+)?)")
_WORD = re.compile(r"[\s~]{0,2}([^\W\d_]+)")
_PREFIXES = {**SMALL, **DECIMAL}
_PHYSICS = re.compile(r"(?:[\s~]|\\[,;:! ]){0,3}([pnuµμmkMGT])(?:V|A|F|Ω|Ohm|eV|Pa|N|C|T|g|m)(?![\w/^*'-])")  # of volts
_STRANGE = re.compile(  # per time or not: km/h, cm, dB, a price a month
    r"[\s~]{0,2}(?:\\[,;:! ])?(?:°[CFK]?|(?:[cdkMGTmunpµμ](?:m|g|V|A|K|Pa|N|eV|Ω|F|H|L|l|mol|bar)|rad|ft|mi|lb|baud)"
    r"(?:\^-?\d|[²³])?\s?/\s?[A-Za-z]|(?:cm|dm|dBm?|rpm|mph|[kmµ]?L|bar|mmHg|m?Ah)(?![\w'-]))"
)
_IF = re.compile(r"\b(?:if|unless|when(?:ever)?|were|would|had)\b[^.;:!?\ue001]*\Z", re.I)
_SUPPOSED = re.compile(
    r"\b(?:suppos\w*|say|imagin\w*|e\.g\.|for example|for instance|hypothetical\w*)\b[^.;:!?\ue001]*\Z", re.I
)
_LETTER = re.compile(rf"({MANY_LETTER})(?![\w/^*])|(?:\\,|~)([kKMGT])(?![\w/^*])|\s([MBT])(?=\s(?:param|weight|token))")
_WORD_UNITS = {"h": "hours", "W": "watts", "J": "joules", "b": "bits",
               "microseconds": "us", "milliseconds": "ms", "nanoseconds": "ns", "gigabytes": "GB", "megabytes": "MB",
               "terabytes": "TB", "kilobytes": "kB", "petabytes": "PB", "microsecond": "us", "millisecond": "ms",
               "nanosecond": "ns"}  # fmt: skip
_RESTATED = re.compile(
    r"[\s,*_()]*(?:(?:bytes |FLOPs |elements |parameters )?(?P<equals>=|≈|≃)|(?:which|that|this)?\s*"
    r"(?:is|equals|gives|comes to|makes|yields|works out to|"
    r"amounts to|evaluates to)|i\.e\.,?|that is,?|meaning|(?P<weak>or|so))[\s,]*"
    r"(?P<about>(?:about|roughly|around|approximately|nearly|almost|just|exactly|only|~|≈)?)[\s(*_]*\Z",
    re.I,
)
_OTHER_SUBJECT = re.compile(r"[\s,*_()]*(?:this|that)\s(?!is,)", re.I)
_PREPOSED_AT = re.compile(
    r"(?:\A|[.,;:!?\n]\s*|\b(?:and|so|but|thus|hence)\s)(?:for|with|at|in|on|by|from|given|using|under|when|if|of)\b[^.,;:!?\n\ue001]*\Z",
    re.I,
)
_EQUIVALENT = re.compile(
    r"[\s,.*_]*+(?:or|i\.e\.,?|that is,?|so|which (?:is|means|simplifies|reduces|gives)|simplif\w+|equivalently)?"
    r"[\s,]*+"
    r"(?:or|equivalently|when|i\.e\.,?|that is|simply|just|rather|,|to|us|that|then|if|exactly|in other words|"
    r"more simply|this|simplif\w+|becomes|be written|\s)*+[\s:*_]*\Z",
    re.I,
)


def sentence(dark: str, start: int, end: int, reach: int = 1200) -> tuple[int, int]:
    """Where the sentence around a span begins and ends."""
    low = max(0, start - reach)
    begin = low
    for m in _SENTENCE_END.finditer(dark, low, start):
        begin = m.end()
    m2 = _SENTENCE_END.search(dark, end, end + reach)
    return begin, m2.start() if m2 else min(len(dark), end + reach)


def before(dark: str, start: int) -> str:
    """The words of the sentence before a span, at most so many characters."""
    begin = max(0, start - REACH)
    for m in _SENTENCE_END.finditer(dark, begin, start):
        begin = m.end()
    return _RUN.sub(FORMULA, dark[begin:start])


def denied_behind(dark: str, end: int) -> bool:
    """Whether the words behind a formula say that it does not hold."""
    return bool(_WRONG_BEHIND.match(dark, end, end + 60))


def denied_before(dark: str, start: int, end: int) -> bool:
    """Whether the words before arithmetic in prose say that it does not hold, or ask whether it does."""
    words = before(dark, start)
    if re.search(r"\bif\b.*\bwere\b", words, re.I):
        return True  # what would be
    if _CLAIMED.search(words) or (re.search(r"\bif\b", words, re.I) and _HELD.match(dark, end)):
        return True
    if (_NOT_BUT.search(words) or _REPORTED.search(words)) and _CONTRADICTED.match(dark, end):
        return True  # the data sheet says 300, but it is 307
    asked = _ASKED.search(words) and re.compile(r"[^.;!]{0,80}\?").match(dark, end)
    return bool(_WRONG_SAID.search(words[-60:]) or asked)


def role(dark: str, start: int, end: int = 0) -> str:
    """What the words around a formula make of it: premise, update, denied, about, or nothing."""
    words = before(dark, start)
    if end and denied_behind(dark, end):
        return "denied"
    if _NEGATED.search(re.split(r"[&|]", words[-60:])[-1]):  # not by the other cells of a row: "not spam & ..."
        return "denied"
    near = words[-70:]
    taken = _PREMISE.search(near)
    if taken is not None and not _main_clause(taken.group()):
        return "premise"
    if _SOLVED.search(dark[max(0, start - REACH) : start]):
        return "premise"
    if _UPDATE.search(words):
        return "update"
    return "about" if _ABOUT.search(words) else ""


def about(dark: str, start: int) -> bool:
    """Whether "about", "roughly" or the like stands right before a formula."""
    return bool(_ABOUT.search(dark[max(0, start - 24) : start]))


def unit_behind(dark: str, end: int) -> str:
    """The unit that the words behind a span give to its last number; "" where there is none."""
    m = _UNIT.match(dark, end, end + 40)
    if m is None:
        return ""
    word = re.sub(r"\s", "", m.group(1))
    word = _WORD_UNITS.get(word, word)
    if word not in UNITS and "/" in word:
        word = word.split("/")[0]
    if word not in UNITS:
        return ""
    unit = UNITS[word]  # some are made when they are asked for
    if (len(word) == 1 and word not in "s%") or not (any(unit.dimension[:4]) or word == "%"):
        return ""
    return word


def measured_behind(dark: str, end: int) -> str:
    """The unit behind a number that a name is given; STRANGE for one of which we do not know how much it is."""
    known = unit_behind(dark, end)
    return known or (STRANGE if _STRANGE.match(dark, end, end + 24) else "")


def reach_of(dark: str, start: int) -> int:
    """How far a value holds: an "if" for its sentence, what is supposed for its paragraph."""
    words = before(dark, start)
    if _IF.search(words):
        return SENTENCE
    return PARAGRAPH if _SUPPOSED.search(words) else DOCUMENT


def many_behind(dark: str, end: int) -> int:
    """The power of ten that "million" and its like behind a span give to its last number; 0 without one."""
    m = _LETTER.match(dark, end, end + 20)
    if m is not None:
        return THOUSANDS[m[1] or m[2] or m[3]]
    if (m := _PHYSICS.match(dark, end, end + 20)) is not None:
        return _PREFIXES[m[1]]
    m = _WORD.match(dark, end, end + 20)
    if m is None:
        return 0
    word = m.group(1).lower()
    return (
        MANY.get(word)
        or many_of(word)
        or next((MANY[word[:n]] for n in (2, 1) if word[:n] in MANY and not word.isascii()), 0)
    )


def restated(gap: str) -> tuple[bool, bool] | None:
    """Whether the words between two spans say that the second is the value of the first: (weakly so, about)."""
    if len(gap) > 60 or BREAK in gap or FORMULA in gap or "\n\n" in gap:
        return None
    m = _RESTATED.match(gap)
    if m is None:
        return None
    weak = bool(m["weak"]) and not m["about"]
    return weak, bool(m["about"]) or ((m["equals"] or "") in "≈≃" and bool(m["equals"]))


def of_another(dark: str, start: int, gap: str) -> bool:
    """Whether a clause with a subject of its own begins behind a formula: "For our $h$ this is"."""
    return bool(_OTHER_SUBJECT.match(gap)) and bool(_PREPOSED_AT.search(dark[max(0, start - REACH) : start]))


def equivalent(gap: str) -> bool:
    """Whether the words between two inequalities say that they are the same one: "or when", "equivalently"."""
    if len(gap) > 60 or BREAK in gap or FORMULA in gap:
        return False
    return bool(re.search(r"\b(?:or|i\.e|equivalent|that is|simplif|in other words)", gap, re.I)) and bool(
        _EQUIVALENT.match(gap)
    )

"""The words of the closed class that change what stands beside them: those that deny, bind, scale, compare or date it.

Nouns and most verbs tell what a number is of, which ``check`` cannot judge: it does not know the question.  These tell
what is said about the number, whatever it is of.

>>> [bool(TURNS.search(t)) for t in ("nowhere near 42 ms", "reading takes 42 ms")]
[True, False]
>>> [bool(TAKEN_BACK.search(t)) for t in ("42 ms used to be my answer", "42 ms is my answer", "42 ms sounds right")]
[True, False, False]
"""

from __future__ import annotations

import symroof.regexes as re


def wordset(text: str) -> frozenset[str]:
    """The words of a list of them, as a set."""
    return frozenset(text.split())


_CONDITIONS = (
    r"if|unless|when(?:ever)?|until|till|except|excluding|but|however|although|though|either|depends?|depending|provided|assuming|sometimes|"
    r"often|partly|partially|mostly|usually|maybe|perhaps|might|may|could|unclear|unknown|unsure|doubt\w*|guess\w*|wait(?=\s*(?:[,.!:–—-]|no\b|actually))|actually|sorry|oops|"
    r"correction|mistake\w*|wrong|incorrect|false|otherwise|instead|rather|unlike|supposed\w*"
)
#: what may deny, weaken or take back what an answer says, wherever it stands
TURNS = re.compile(
    rf"\b(?:yes|yep|yeah|not|cannot|never|no|nor|neither|none|without|would|should(?!\s+(?:be|see|take|need|cost|have|get|give|last|train|show|read|report)\b)|versus|vs|ideal(?:ly)?|naive(?:ly)?|(?<!\bof\s)(?<!\bof\sthe\s)theoretical(?:ly)?|only(?=\s+(?:if|when|for|in|on|at|with|once|after|part|half|some|one)\b)|"
    rf"scratch|strike|never\s?mind|kidding|told|heard|claim\w*|impossible|nowhere|opposite|out\s+of\s+the\s+question|forgot\w*|"
    rf"ignor\w+|neglect\w+|hardly|barely|almost|nearly|far\s+(?:from|off|away|too)|nobody|nothing|too|{_CONDITIONS})\b|n['’]t\b|\?|"
    r"\d\s+(?:out\s+of|of\s+every)\s",
    re.I,
)
BINDS = re.compile(rf"\b(?:{_CONDITIONS})\b|\?", re.I)
#: what may scale, bound, shift or share the number in its clause
SCALES = re.compile(
    r"\b(?:than|inferior|superior|restricted|confined|more|less|fewer|over|under|above|below|beyond|exceed\w*|least|most|up|down|within|between|past|before|after|"
    r"half|halve[sd]?|twice|double[sd]?|triple[sd]?|thrice|thirds?|quarters?|times|\w*fold|per|each|every|apiece|both|plus|minus|add(?:s|ed|ing|itional(?:ly)?)?|extra|another|additional|"
    r"difference|squared?|cubed?|left|remain\w*|sav(?:e[sd]?|ings?)|same|again|(?<!at\s)once|other|as\s+much|factor|product|sum|spare|short|wasted?|idle|overhead|slack|margin|faster|slower|"
    r"(?:great|larg|small|bigg|high|low|long|short|cheap|quick)er|reduc\w+|increas\w+|decreas\w+|grow\w*|shrink\w*|drop\w*|cut\w*|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|single|pair|dozen|couple|inverse|reciprocal|root|log\w*|max\w*|min\w*|"
    r"percent|ratio|share|fraction|part|order|multiples?|divisors?|coprime|derivative|polynomial|exponential|proportional|denominator|numerator|hexadecimal|octal|hex|deviation|variance|"
    r"hundreds?|thousands?|millions?|billions?|trillions?|bound|limited|or|range\w*|limit|ceiling|cap\w*|peak|"
    r"everything|fits?|pro|steps?(?=\s+of))\b|[%<>≤≥±∝^*/]",
    re.I,
)
#: what may scale or repeat it from another clause
AGAIN = re.compile(
    r"\b(?:half|halve[sd]?|halving|twice|thrice|double[sd]?|doubling|triple[sd]?|times|same|again|(?<!at\s)once|other|as\s+much|"
    r"as\s+many|factor|both|two|three|four|five|six|seven|eight|nine|ten|sav(?:e[sd]?|ings?)|more|less|another|extra|"
    r"product|sum|squared?|impossible)\b|[,;]\s*(?:per|each|every)\b",
    re.I,
)
#: what takes back, belongs to another time or another notation, wherever it stands
TAKEN_BACK = re.compile(
    r"\bmaybe\W*\Z|"  # about half, maybe
    r"\A[^,;:(]*\bof\s+which\b|"  # 42 ms of which a half is real, and not: 42 ms, of which a half is math
    # an error is said to be in it
    r"(?<!\bI['’]m\s)(?<!\bI\sam\s)\b(?:mistaken(?:ly)?|erroneous(?:ly)?|faulty|flawed|typos?|misprints?|blunders?|misconceptions?|nonsense|exaggerat\w+|overstat\w+|"
    r"understat\w+|misread\w*|miscalculat\w+|withdraw\w*|retract\w*|refut\w+|disprov\w+|was\s+corrected|"
    r"(?:sounds|seems|looks|feels)\s+(?!right|good|plausible|reasonable|correct|fine|sensible|like|about|ok)[a-z]+|"
    # somebody else said it, or it was so once
    r"supposedly|allegedly|reportedly|said\s+(?:the|my)|used\s+to\s+(?:be|take|need|cost)|formerly|previously|originally|prior\s+to|"
    # its opposite holds, it is not done yet, or only a part of it is meant
    r"opposite|contrary|falls?\s+short|to\s+be\s+(?:doubled|halved|tripled|multiplied|divided|added|subtracted)|"
    # another base
    r"in\s+(?:hexadecimal|octal|binary|hex)\b)(?!\w)",
    re.I,
)
#: what a remark behind a number may not hold: 140 GB over budget, 42 ms in the best case
ALTERS = re.compile(
    r"\b(?:if|unless|when|provided|assuming|on\s+top|minus|plus|at\s+the\s+very|over|under|above|below|beyond|short|spare|fewer|less|more|every|first|last|best|worst|half|third|quarter|ideal\w*|used|never|"
    r"would|could|might|ignor\w+|exclud\w+|denominator|numerator|deviation|variance)\b",
    re.I,
)
#: verbs that set something against a number, and do not say that it is that much
COMPARES = re.compile(
    r"(?:out(?!put|line)|over|under|exceed|beat|differ|dwarf|eclips|surpass|pass|contradict|den(?:y|ie)|reject|preclud|prevent|avoid|"
    r"skip|neglect|exclud|ignor|forg|fail|fall|clear|miss|lack|less|plus|minus|times)[a-z]*\Z",
    re.I,
)
#: what a sentence of any other form may not hold: it sets its number against another, or gives no answer
AGAINST = re.compile(
    r"\b(?:(?:out(?:grow|weigh|run|strip|do|perform|last|pace|number)|over(?:shoot|run|state|lap|estimate)|under(?:cut|shoot|state|run|estimate)|exceed|beat|differ|dwarf|"
    r"eclips|surpass|contradict|deny|deni|reject|preclud|prevent|avoid|skip|neglect|exclud|ignor|forget|fail|miss|lack|trail|multipl|subtract|"
    r"divid|squeez|rul(?:es?|ed)\s+out|shrink|shrunk|compar|confus|mistak|recall|remember|quot|cit(?=e)|suppos|pretend|hop(?=e)|wish|want|plan|aim|target|"
    r"deadline|timeout|limit|cap(?=s\b|\b|ped)|quota|allow|promis|claim|advertis|sa(?:y|id|ys)\b|tell|told|ask|guess|imagin|overkill|peanut|"
    r"tip\s+of|beginning|begins?\b|start(?=s?\s+(?:of|at|with)\b)|stops?\s+there|page|figure|chapter|forbidden|steer|stay\s+(?:free|away|clear)|free\b|"
    r"wast|los(?:e|t|ing|s)|sav(?:e|ing)|drop|reduc|cut|spar(?:e|ing)|idle|empty|unused|gone\b|ahead|behind\s+by|late\b|short\b|scales?\s+(?:like|as|with)|"
    r"steps?\s+of|doubl|tripl|quadrupl|halv|proportional|order|similar|like\b|unlike|between|versus|vs)[a-z]*|and\s+then\s+some|rival|competitor|chatbot|professor|teacher|manual|book)\b",
    re.I,
)
#: how a number is set as a limit, as parts of patterns
LESS = r"(?:(?:less|lesser|fewer|smaller|lower|shorter|minor)\s+than|inferior\s+to|below|under|beneath|short\s+of)"
MORE = (
    r"(?:(?:more|larger|greater|bigger|higher|longer|major)\s+than|superior\s+to|above|over(?!\s+(?:at|up|no|not|fewer|less|more)\b)|beyond|past|"
    r"exceed(?:s|ing)?)"
)
MOST = (
    r"(?:at\s+most|not?\s+(?:be\s+)?(?:(?:more|further|larger|longer|higher|greater)\s+than|superior\s+to)|up\s+to|"
    r"as\s+(?:many|much|far)\s+as|a\s+maximum\s+of|(?:restricted|limited|confined|capped)\s+(?:to|at)|kept\s+(?:down\s+)?(?:to|at))"
)
LEAST = r"(?:at\s+least|not?\s+(?:be\s+)?(?:(?:less|fewer|smaller|lower)\s+than|inferior\s+to)|a\s+minimum\s+of)"
RELATED = rf"(?:{LEAST}|{MOST}|{LESS}|{MORE})"
#: the comparatives alone, of one of two numbers
LARGER = r"more|larger|greater|higher|longer|bigger|above|dearer"
SMALLER = r"less|fewer|smaller|lower|shorter|below|cheaper"
#: verbs that stand between what was worked out and what it comes to, as a part of a pattern
COMES_TO = (
    r"gives?|makes?|yields?|costs?|takes?|needs?|brings?|means?|equals?|is|leaves?|results?\s+in|"
    r"(?:comes?|works?)(?:\s+out)?\s+(?:to|at|as)|(?:adds?|sums?)\s+(?:up\s+)?to|amounts?\s+to"
)
#: verbs of what is not there, or no longer
LACKS = re.compile(r"(?:wast|los|sav|drop|reduc|cut|spar)[a-z]*\Z", re.I)

__all__ = [
    "AGAIN",
    "AGAINST",
    "ALTERS",
    "BINDS",
    "COMES_TO",
    "COMPARES",
    "LACKS",
    "LARGER",
    "LEAST",
    "LESS",
    "MORE",
    "MOST",
    "RELATED",
    "SCALES",
    "SMALLER",
    "TAKEN_BACK",
    "TURNS",
    "wordset",
]

"""An answer's sentence in plain words: numbers in digits, operations in signs, without remarks that change nothing.

>>> plainly("I first thought 28 GB, but it's fourteen gigabytes and no more", ())
"it's 14 gigabytes"
>>> plainly("the drive reads two point five gigabytes each second", ()), in_rates("51 tokens per second")
('the drive reads 2.5 gigabytes each second', '51 tokens/second')
"""

from __future__ import annotations

from collections.abc import Collection

import symroof.regexes as re
from symroof.checking.words.lexicon import AGAIN, AGAINST, LESS, TAKEN_BACK
from symroof.checking.words.numerals import FEW, NUMBER, SHARES, counted, in_digits, shares_in_digits
from symroof.checking.words.operations import in_signs
from symroof.reading.measures import UNITS

NOUN = re.compile(
    r"(?:\A|\s)[Tt]he\s+(?!product|sum|ratio|difference|square|inverse|reciprocal|max|min|larger|smaller|log)(?:[a-z][a-z-]{2,}\s+){1,2}"
    r"(?=[A-Zα-ωΑ-Ω](?!\w))"
)
_SUPPOSED = re.compile(
    r"\b(?:on\s+paper|in\s+principle|at\s+best|if|but|were|had|without|unless|ideally|in\s+theory|with\s+(?:twice|half|more|less)|than)\b",
    re.I,
)
_TIMES = "second|minute|hour|day|week|month|year"
_PERIOD = re.compile(  # 8.8 hours of downtime are allowed each year
    r"(?P<time>(?<![\w.])\d[\d.]*\s*(?:h|hours?|min|minutes?|s|seconds?|days?)\b[^\d]*?)\s+(?:each|every|per|in\s+a|a)\s+(?:year|month|week|day)\.?\Z",
    re.I,
)
_WOULD = re.compile(r"\bwould\s+(?=(?:be|take|need|cost|require|last|finish)\b)")
_APART = re.compile(  # and does not depend on the number of chips
    r"\s*,?\s+(?:and|which|it)\s+(?:(?:does|do)\s+not\s+depend\s+on|(?:is|are)\s+independent\s+of)\s+(?P<what>[^,;<>=]*)\Z"
)
_EVERY = re.compile(  # a failure every 3 hours
    r"(?P<about>\b(?:about|around|roughly|approximately)\s+)?\b(?:once\s+)?every\s+(?=[~≈]?\d[\d.]*\s*(?:[nmuµ]?s|min|h|d|seconds?|minutes?|hours?|days?|weeks?)\b)",
    re.I,
)
_POSSESSIVE = re.compile(r"(?<=[A-Za-z\d])(?<!\bit)(?<!\b[Tt]hat)(?<!\bIt)(?<!\bhere)(?<!\bwhat)(?<!\blet)['’]s(?=\s)")
_A_SECOND = re.compile(
    rf"(?<=[A-Za-z])\s+(?:(?:an?|each|every)\s+({_TIMES})|for\s+(?:each|every)\s+(byte|token|bit))\b"
)
_TIMES_MORE = re.compile(  # four times faster: no product
    r"(?<=\d)\s+times\s+(?=(?:faster|slower|quicker|longer|shorter|cheaper|denser|lighter|smaller|larger|bigger|higher|lower|as\s+(?:fast|slow|long|large|big|high|low|quick|much|many))\b)",
    re.I,
)
_OPERATES = re.compile(r"\b(?:times|over|divided|multiplied|plus|minus|twice|double|half)\b", re.I)


def _power_of_ten(m: re.Match[str]) -> str:
    power = m[1] if m[1].isdigit() else SHARES.get(m[1] if m[1] in SHARES else f"{m[1]}th")
    return f"10^{power}" if power else m.group()


_MANY = rf"(?:one|{FEW}|{NUMBER})"
_SO_MANY_A = re.compile(
    rf"(?<!\d,)\b(?P<n>{_MANY})\s+(?P<x>[A-Za-z]+)\s+for\s+(?:each|every)\s+(?P<m>{_MANY})\s+(?P<y>[A-Za-z]+)\b", re.I
)


def _so_many_a(m: re.Match[str]) -> str:
    """So many of one for so many of others as their quotient: one flop for every 12 bytes."""
    n, many = (counted(m[g].lower()) for g in ("n", "m"))
    units = all(u in UNITS for u in (m["x"], m["y"]))
    return f"{n}/{many} {m['x']}/{m['y']}" if units and n[:1].isdigit() and many[:1].isdigit() else m.group()


_SPOKEN = (
    (_SO_MANY_A, _so_many_a),
    (re.compile(rf"\b(?P<n>{FEW})-?fold(?=\s*(?:[,.;!]|\Z))", re.I), lambda m: f"{counted(m['n'].lower())}x"),
    (re.compile(r"\bthere\s+(?:does\s+not|doesn['’]t)\s+exist\s+(?:an?|any)(?=\s)", re.I), "there is no"),
    (re.compile(r"\b(?:close\s+to|in\s+the\s+region\s+of|in\s+the\s+neighbou?rhood\s+of)\s+(?=[~≈$(]?\w)"), "about "),
    (
        re.compile(
            r"\b(?:can\s?not|can['’]t|(?:could|may|must|should)\s+not|mustn['’]t|will\s+never|can\s+never)\s+(?:exceed|(?:go|get)\s+(?:beyond|above|over|past)|be\s+(?:more|larger|greater|higher|faster)\s+than)\s+(?=[~≈$]?\d)"
        ),
        "can be at most ",
    ),
    (  # never get more than a tenfold speedup, never go more than 10x faster
        re.compile(
            r"(?:\b(?:can|could|will|would|may)\s+(?:never|not)|\bcan\s?not|\b(?:ca|could|wo|would)n['’]t|['’]d\s+never|\bnever)\s+(?:ever\s+)?"
            r"(?:get|go|be|have|see|reach|run|gain|become|do|make\s+it)\s+(?:(?:more|faster|further|higher|larger|better)\s+than|beyond|above|over|past)\s+(?:an?\s+)?"
            rf"(?:(?:speed-?up|factor|gain)\s+of\s+(?=\d)|(?=\d[\d.]*\s?(?:x|times|fold|-fold)|(?:{FEW})[\s-]?(?:times|fold)))",
            re.I,
        ),
        " can be at most ",
    ),
    (
        re.compile(r"\b(?:an?\s+)?([a-z]+)-?fold\s+(?:speed-?up|gain|improvement)\b"),
        lambda m: f"{n}x" if (n := counted(m[1])).isdecimal() else m.group(),
    ),
    (  # the best speedup you can hope for is four
        re.compile(
            r"\bthe\s+(?:best|largest|highest|most|biggest|maximum|maximal)\s+([a-z]+(?:\s+[a-z]+)?)\s+(?:that\s+)?(?:you|we|one)\s+(?:can|could|may)\s+"
            r"(?:ever\s+)?(?:hope\s+for|get|expect|reach|have|see|achieve|use|take)\s+is\b",
            re.I,
        ),
        r"the \1 is",
    ),
    (re.compile(r"\b(?:asks|calls)\s+for\b"), "needs"),
    (  # the link sits idle 20 % of the time: a share as any other
        re.compile(
            rf"\b(is|are|sits?|stays?|stands?)\s+(?:idle|unused|empty)\s+(?=(?:for\s+)?(?:about\s+|around\s+|roughly\s+)?{NUMBER}\s*(?:%|percent)\s+of\s+(?:the|its|our|all)\s+time\b)"
        ),
        r"\1 idle ",
    ),
    (
        re.compile(
            r"\b(\d+)\s+and\s+a\s+(half|quarter)\s+(?=(?:[a-z]*seconds?|minutes?|hours?|days?|weeks?|months?|years?|[a-z]*bytes?)\b)"
        ),
        lambda m: f"{m[1]}.{5 if m[2] == 'half' else 25} ",
    ),
    (re.compile(r"\bcaps\s+(?:the\s+|our\s+|this\s+)?[a-z]+\s+at\s+(?=[~≈$]?\d)"), "can be at most "),
    (
        re.compile(
            rf"\b(?:(?:larger|greater|more|bigger|higher|longer)\s+than|above|over|beyond|exceeds?)\s+({NUMBER})\s*,?\s+(?:but|and|yet)\s+"
            rf"(?:is\s+|stays?\s+|remains?\s+|still\s+|also\s+)*(?:(?:smaller|less|lower|fewer|shorter)\s+than|below|under)\s+({NUMBER})"
        ),
        r"between \1 and \2",
    ),
    (
        re.compile(r"\b(?:pays?\s+(?:off|for\s+itself)|breaks?\s+even|is\s+worth\s+it)\s+(?:only\s+)?after\s+"),
        "takes ",
    ),
    (re.compile(r"\b(?:ten|10)\s+to\s+the\s+(?:power\s+of\s+)?([a-z]{4,}|\d+)(?:th|st|rd)?\b"), _power_of_ten),
    (  # whatever is done to it, it stays below its limit
        re.compile(
            rf"\A(?:however\s+(?:many|much|large|big|long|fast)|no\s+matter\s+how)\s[^,;\d]*,\s+([^,;\d]*?)\s+(?:stays?|remains?|is)\s+{LESS}\s+(?=\d)",
            re.I,
        ),
        r"\1 can be at most ",
    ),
    (
        re.compile(
            rf"\b(?:never\s+exceeds|(?:stays?|remains?)\s+{LESS})\s+(?=\d[\w./ ]*,\s+(?:however|no\s+matter\s+how)\s)"
        ),
        "can be at most ",
    ),
    (re.compile(r"\b(?:north|upwards?)\s+of\s+(?=\d)"), "above "),
    (re.compile(r"\b(?:south|short)\s+of\s+(?=\d)"), "below "),
    (re.compile(r"\b(?:as\s+far\s+as|up\s+to\s+and\s+including)\s+(?=\d)"), "up to "),
    (re.compile(r"\bthe\s+(?:quantity|sum|difference)\s+([\w.*/^]+)\s*([+-])\s*([\w.*/^]+)"), r"(\1\2\3)"),
    (re.compile(r",\s+([~≈$]?\d[\d.,]*\s?[A-Za-z/]*)\s+to\s+be\s+(?:exact|precise|sure)\b"), r", so \1"),
)
CORRECTED = re.compile(  # I first thought 28 GB, but
    r"\A(?:(?:i|we|you)\s+(?:first|initially|originally|at\s+first)|(?:at\s+)?first,?\s+(?:i|we)|(?:initially|originally),?\s+(?:i|we)|"
    r"my\s+first\s+[a-z]+\s+was)\s+[^;]*?(?:[,;.]\s*(?:but|then|and\s+then)|\s+but)\s+(?:with\s+(?:the\s+)?[A-Za-z]+\s+(?=it\b|we\b|i\b))?",
    re.I,
)
_CLAUSE_SUBJECT = r"(?:it|they|we|you|one|the|an?|any|all|every|each|everything)"
_NO_MORE = re.compile(
    r",?\s+(?:and\s+)?(?:neither|not|no|nothing)\s+(?:(?:one|a\s+single|any)\s+)?(?:more|less|further)(?:\s+(?:nor|or|and\s+(?:not|no))\s+(?:more|less))?(?=[.!]*\Z)",
    re.I,
)
_SURE = re.compile(  # if I'm not mistaken
    r"(?:\A|,\s*)(?:if\s+(?:i(?:['’]m|\s+am)\s+(?:not\s+(?:mistaken|wrong)|right|correct)|i\s+(?:did|do|have)(?:\s+not|n['’]t)\s+(?:ma[kd]e|done|miscount\w*|miscalculat\w*)\s*(?:an?|any)?\s*(?:mistakes?|errors?)?|"
    r"i\s+(?:remember|recall|understand|see|read)\s+(?:it\s+|this\s+|that\s+)?(?:right|correctly|well)|memory\s+serves(?:\s+me)?(?:\s+right|\s+well)?)|unless\s+i(?:['’]m|\s+am)\s+(?:mistaken|wrong)|unless\s+i(?:['’]ve)?\s+(?:made|miscounted)(?:\s+a\s+mistake)?)"
    r"(?:\s+(?:with|in|about)\s+(?:the\s+|my\s+)?[a-z]+(?=\s*[,.!]|\s*\Z))?,?\s*",
    re.I,
)
_HARMLESS = tuple(
    re.compile(form, re.I)
    for form in (
        r"(?:\A|,\s*)if\s+(?:nothing|all\s+goes|everything)\s+(?:breaks|fails|well|(?:goes|works)(?:\s+(?:well|wrong|out))?),?\s*",
        r",?\s+(?:if|should)\s+you\s+(?:want|like|need|prefer|insist|round|ask)\b[^,.;]*,?",
        r",?\s+if\s+(?:we|one|they)\s+(?:want|wish)s?\s+to\s+(?!.*\b(?:at\s+(?:most|least)|than|below|above)\b)[^,.;<>=≤≥]*,?",
        r",?\s+(?:no\s+matter\s+(?:how|what|which|where)|however\s+(?:many|much|large|big|small|few|long)|whatever|regardless\s+of)\s[^,;<>=\d]*(?=[.!]*\Z)",
        rf"\s+before\s+{_CLAUSE_SUBJECT}\s[^,;<>=\d]*?\b(?:is|are|has|have|gets?|can|could|arrives?|finish(?:es)?|starts?|begins?)\b[^,;<>=\d]*(?=[.!]*\Z)",
        r"\Ahowever\s+(?:many|much|large|big|small|few|long|fast)\s[^,;<>=\d]*,\s+(?=\S)",
        r"(?<=\d)\s+(?:wide|long|deep|tall|high|large|big)\b",
        r"(?<=[a-z])\s+up(?=\s+(?:about\s+|around\s+|roughly\s+|some\s+)?[~≈$]?\d)(?<!\bis\sup)(?<!\bare\sup)(?<!\bbe\sup)(?<!\bof\sup)",
        r"(?:add|sum|com|work|round|total|mount|build|go|ris|climb|creep|shoot|grow|get|scal|speed)(?:e?s|e?d|ing)?(?P<to>\s+up)(?=\s+to\s)",
        r"\Ai(?:\s+would|['’]d)\s+(?:say|estimate)\s+(?=(?:about\s+|around\s+|roughly\s+)?[~≈$]?\d)",
    )
)
_EVERY_SECOND = re.compile(
    rf"\A(?:in\s+)?(?:each|every)\s+(?P<time>{_TIMES}),?\s+(?P<rest>[^,;]*\d[^,;.]*?)[.!]*\Z", re.I
)


def plainly(answer: str, names: Collection[str]) -> str:
    """The answer with its numbers in digits, and without what adds nothing: possessives, would, every."""
    answer = re.sub(
        r"\breduce-?scatter\b", "scatter", re.sub(r"\ball-reduce\b", "allreduce", answer)
    )  # which reduce nothing
    answer = re.sub(r"\bper\s+cent\b", "percent", answer)
    text = shares_in_digits(in_digits(_POSSESSIVE.sub("", " ".join(answer.split())), names))
    text = _TIMES_MORE.sub("x ", text)
    for spoken, plain in _SPOKEN:
        text = spoken.sub(plain, text)
    text = _called(text, names)
    text = in_signs(NOUN.sub(" ", text).strip() if _OPERATES.search(text) else text, names)
    text = _EVERY_SECOND.sub(r"\g<rest> per \g<time>", _PERIOD.sub(r"\g<time>", text))
    text = text if _SUPPOSED.search(text) else _WOULD.sub("", text)
    text = CORRECTED.sub("", text)
    text = _NO_MORE.sub(" ", text).strip()
    for remark in _HARMLESS:
        text = remark.sub(_left_out, text).strip()
    return _EVERY.sub(lambda m: f"{m['about'] or ': '}", _APART.sub(r", independent of \g<what>", text))


def surely(text: str) -> str:
    """The text without what somebody adds who is as sure as anybody: if I'm not mistaken.

    >>> surely("If I'm not mistaken, it takes 42 ms."), surely("If I'm mistaken, it takes 42 ms.")
    ('it takes 42 ms.', "If I'm mistaken, it takes 42 ms.")
    """
    return _SURE.sub(" ", text).strip() if _SURE.search(text) else text


def _called(text: str, names: Collection[str]) -> str:
    """The text with its symbols without what they are called, and functions before theirs in brackets: log2(n)."""
    letters = "|".join(sorted(re.escape(n) for n in names if (len(n) == 1 and n not in UNITS) or n in "aKLHDFNBMCWTV"))
    if not letters or re.search(rf"\b(?:{letters})\b", text) is None:
        return text
    text = re.sub(rf"\b(log2?|log10|ln|sqrt)\s+of\s+({letters})(?![\w*/^(])", r"\1(\2)", text)
    text = re.sub(
        rf"\bthe\s+(?!{_NO_NAME})(?:[a-z][a-z-]{{2,}}\s+){{1,2}}(?=(?:{letters})\s+(?:plus|minus|times|over|divided|multiplied|[-+*/=])(?!\w))",
        "",
        text,
    )
    return re.sub(
        rf"(?<=\b)(?P<by>times|plus|minus|over|divided\s+by|multiplied\s+by)\s+(?:the\s+)?(?:(?!{_NO_NAME})[a-z][a-z-]*\s+){{1,3}}(?=(?:{letters})(?![\w(]))",
        r"\g<by> ",
        text,
    )


_NO_NAME = (
    r"(?:product|sum|ratio|difference|square|root|inverse|reciprocal|max|min|maximum|minimum|larger|smaller|log\w*|ln|sqrt|half|twice|double|of|"
    r"plus|minus|times|over|divided|by|than|each|every|per|the|an?|one|two|three|four|at|most|least|in|on|for|with|from|to|and|or|about|only|some|is|are|more|less|fewer|quantity|power|number|cube|cubed|squared)\b"
)


def _left_out(remark: re.Match[str]) -> str:
    """Nothing for a remark, which stays where it scales what it stands beside, or sets something against it."""
    if "to" in remark.groupdict():
        return remark.group().removesuffix(remark["to"])  # adds up to
    words = re.sub(r"\A\W*(?:if|should|no\s+matter|before|however)\b", "", remark.group(), flags=re.I)
    return remark.group() if AGAIN.search(words) or AGAINST.search(words) or TAKEN_BACK.search(words) else " "


def in_rates(text: str) -> str:
    """The text with its rates in signs: 51 tokens/second for 51 tokens per second."""
    text = _A_SECOND.sub(lambda m: f"/{m[1] or m[2]}", text)
    return re.sub(r"(?<=[A-Za-z\d])\s+per\s+([A-Za-z]+)\b", lambda m: f"/{m[1]}" if m[1] in UNITS else m.group(), text)


__all__ = ["CORRECTED", "NOUN", "in_rates", "plainly", "surely"]

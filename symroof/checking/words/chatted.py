"""Chat: words left short or run together, as people type them in haste, written out before they are read.

Each says just what its long form says; a short form that is a name of the question is left alone.

>>> chatted("its the MXU bc theres no reuse"), chatted("upto 2000 rows"), chatted("48 tok/s ofc")
("it's the MXU because there's no reuse", 'up to 2000 rows', '48 tok/s')
>>> chatted("we top out at like 48 tok/s tbh"), chatted("10ms avg"), chatted("yea fits fine"), chatted("2*u*r", {"u"})
('we top out at about 48 tok/s', '10ms on average', 'yes fits fine', '2*u*r')
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import symroof.regexes as re
from symroof.checking.words.resources import INTENSITY

_NUMBERED = r"(?=[~≈$]?\s?\d)"
Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_BEHIND = r"(?:it|we|you|they|the|theres?|there['’]s|it['’]s|its|all|each|every|of|only|both|one|two|otherwise)"
_LIMITS = r"(?:memory|compute|bandwidth|communication|comm|network|latency)"
_MISSPELT = r"(?!because\b)(?=[a-z]*u)(?=[a-z]*c)(?=[a-z]*s)b[eacus]{4,7}"  # of no other word's letters
_IT_IS = rf"(?:the|an?|all|not|only|just|about|around|still|{_LIMITS}[\s-](?:bound|limited))"
_YES = r"\s*[,.!;:]|\s+(?:it|fits?|works?|sure|easily|definitely|of)\b|\s*\Z"
_A_NUMBER = (  # where one begins, in digits or words
    r"(?:[$€£]?(?<![\w.])\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|a\s+hundred|a\s+thousand|a\s+million)\b)"
)
_ASIDE = r"(?:ofc|of\s+course|tbh|imo|imho|iirc|afaict|fwiw|lol|haha|btw|tho|though|i\s+reckon)"
_INTENSE = rf"(?:{INTENSITY}|(?-i:I))"
_SORRY = r"(?:sorry|oops|ups|whoops|typo|my\s+bad|i\s+meant?)"
_LED = r"(?:tbh|imo|imho|fwiw|btw|lol|ofc|ah|oh|eh|er+m?|hm+|ok(?:ay)?|umm?|uh|so|well|right)"


def _about(m: re.Match[str]) -> str:
    return m.group().replace(m["like"], " about", 1)


_RULES: tuple[Rule, ...] = tuple(
    (re.compile(form, re.I), said)
    for form, said in (
        (
            rf"(?<!\S)(?:(?-i:bc|b/c)(?=\s+(?:[a-z]{{2}}|\d|{_BEHIND}\b))|cuz|coz|'?cause(?=\s+{_BEHIND}\b)|{_MISSPELT})\b",
            "because",
        ),
        (r"\btheres\b", "there's"),
        (rf"\bits(?=\s+{_IT_IS}\b)", "it's"),
        (r"(?:\A|(?<=,)\s*|(?<=\bthink)\s+|(?<=\bso)\s+)its(?=\s+[~≈$]?\d)", " it's"),
        (r"\b(?:it['’]?s|it\s+is|that['’]?s)\s+(?P<what>the\s+[A-Za-z-]+)\s+that\s+is\b", r"\g<what> is"),
        (r"\bthats\b", "that's"),
        (r"(?<=\w),\s+one\s+of\s+(?:them|those|these|the\s+two)(?=\W*\Z)", ""),
        (
            rf"\A(?P<led>(?:(?!{_A_NUMBER})[^,;])*)(?P<n>{_A_NUMBER})(?P<of>(?:(?!{_A_NUMBER})[^,;])*),\s+(?:roughly|approximately|give\s+or\s+take|or\s+thereabouts)(?=\W*\Z)",
            r"\g<led>about \g<n>\g<of>",
        ),
        (r"(?<=[a-z]{2}),(?=(?:so|hence|thus|because|since|as|the|it|that|which|we|you)\b)", ", "),
        (r"(?<=[\d\s])macs(?=\s|/|\W*\Z)", "MACs"),
        (r"\bper\s+kilo\s+(?=(?:token|request|image|page|query|hour)s?\b)", "per 1k "),
        (r"\b(?P<who>you|they)re\b(?=\s)", r"\g<who>'re"),
        (r"\bupto\b", "up to"),
        (rf"\A(?!never|always|yes|no|yep|nope|sure)[A-Za-z]+\?\s+(?={_LIMITS}[\s-](?:bound|limited)\b)", ""),
        (rf"\bmaximal(?:ly)?\s+{_NUMBERED}", "at most "),
        (rf"\bminimal(?:ly)?\s+{_NUMBERED}", "at least "),
        (rf"\b(?:yea|yah|yus)\b(?={_YES})", "yes"),
        (r"\A(?P<said>yes|no)\s+(?=(?:always|never)\b)", r"\g<said>, "),
        (
            r"\A(?:every|each|per)\s+(?P<day>day|hour|minute|week|month|year),?\s+(?P<who>we|it|they)\s+(?:will\s+)?(?=[a-z])",
            r"per \g<day> \g<who> ",
        ),
        (rf"(?<=[a-z]\s)(?P<about>about|around|roughly|approximately)\s+every\s+{_NUMBERED}", r"every \g<about> "),
        (rf"(?<=[a-z]\s)every\s+(?P<n>{_NUMBERED}[~≈]?\s?\d[\d.]*\s+[a-z]+)\s+or\s+so(?=\W*\Z)", r"every about \g<n>"),
        (  # compute-bound (AI = 512 > 295)
            rf"(?P<side>bound|limited)\s*(?:\(|[,:;]\s)\s*(?P<why>{_INTENSE}\s*(?:=|≈|~|is\b|of\b)?\s*\d[^()<>≪≫]*[<>≪≫][^()<>≪≫]*?)\)?\W*\Z",
            r"\g<side> since \g<why>",
        ),
        (  # latency-bound, 1 us hop time ≫ 0.2 us transfer
            r"(?P<side>bound|limited)\s*(?:\(|[,:;]\s)\s*(?P<x>\d[\d.,]*\s?[A-Za-zµ/]*)(?:\s+[a-z]+){0,3}\s*(?P<s>[<>≪≫])[<>]?\s*"
            r"(?P<y>\d[\d.,]*\s?[A-Za-zµ/]*)(?:\s+[a-z]+){0,3}\)?\W*\Z",
            lambda m: f"{m['side']} since {m['x']} {'>' if m['s'] in '>≫' else '<'} {m['y']}",
        ),
        (
            rf"\b(?:can|could|will)\s+never\s+(?:exceed|be\s+(?:more|greater|larger|higher|faster)\s+than)\s+{_NUMBERED}",
            "cannot exceed ",
        ),
        (rf"\b(?:at|is|be|takes?|needs?|get|gets|was|costs?)(?P<like>\s+like)\s+{_NUMBERED}", _about),
        (rf"\A(?:so\s+)?like\s+{_NUMBERED}", "about "),
        (r"(?<=[\w%])\s+(?:on\s+)?avg\.?(?=\s*(?:[,.;)]|\Z))", " on average"),
        (rf"(?<=[\w%)])\s*,?\s+{_ASIDE}(?=\s*[.!)]*\Z)", ""),
        (rf"\A{_LED}\s*,?\s+{_NUMBERED}", ""),
        (rf"\A(?:{_SORRY}[\s,:!.]+)+(?:(?:it|that)(?:['’]?s|\s+is)\s+)?{_NUMBERED}", ""),
        (rf"(?<=[\w%])\s*,\s+{_SORRY}[.!]*\Z", ""),
        (r"\bincl\.(?=\s+[a-z])", "including"),
        (r"(?<=[\d\s])percents\b", "percent"),
        (r"(?<![\w.])(?P<n>2|10)\s+to\s+the\s+(?P<k>\d{1,2})(?=\W*\Z)", r"\g<n>^\g<k>"),
        (r"\bhalf\s+an?\s+(?=(?:ms|us|µs|ns|[kMGT]i?B|[kMGT]?bit|[kMGT]W)\b)", "0.5 "),
        (r"\A(?P<about>(?:about\s+|roughly\s+)?)an?\s+(?=(?:ms|us|µs|ns|[kMGT]i?B)\b)", r"\g<about>1 "),
        (
            r"\A(?P<about>(?:about\s+|roughly\s+)?)an?\s+(?=(?:kilo|mega|giga|tera|peta|exa|milli|micro|nano)[a-z]{3,}\b)",
            r"\g<about>1 ",
        ),
        (r"(?<=\bintensity)\s+of\s+(?:about\s+)?\d[\d.]*(?:\s+[A-Za-z/]+)?(?=\s+(?:is|lies|sits|stays)\s)", ""),
        (r"(?<=\b(?:is))\s+(?:far|well|way|clearly)\s+(?P<side>below|above)(?=\s+the\s+ridge)", r" \g<side>"),
        (rf"\A(?:it\s+|that\s+)?looks\s+like\s+{_NUMBERED}", ""),
        (r"(?<=\d)\s+to\s+me(?=\W*\Z)", ""),
        (r"\Asure\s+(?:does|do|is|are|will|can)\b(?=\W*\Z|\s*,)", "yes"),
        (r"(?<=\d)\s*gigs?(?=\s+(?:of|for|in|on|a|per|because|since|as|total)\b|\W*\Z)", " GB"),
        (rf"(?<=\w),\s+(?P<like>like)\s+{_NUMBERED}", ", "),
        (r"(?P<side>(?:bound|limited)),?\s+either\s+way(?=\W*\Z)", r"\g<side> no matter what"),
        (
            r"(?P<side>(?:bound|limited)),?\s+however\s+(?:long|large|big|small|short|many|much|wide)(?:\s+[a-z]+){1,4}\s+(?:is|are|gets?|grows?|becomes?)(?=\W*\Z)",
            r"\g<side> no matter what",
        ),
        (r"(?<=\d\s)(?P<q>[A-Za-z]+)\s+for\s+every\s+(?=[a-z]{3,}\W*\Z)", r"\g<q> for each "),
    )
)
MAX_LENGTH = 400


def chatted(text: str, asked: Collection[str] = ()) -> str:
    """The text with what is left short written out."""
    if len(text) > MAX_LENGTH or not re.search(r"[A-Za-z]{2}", text):
        return text
    out = text.strip()
    for form, said in _RULES:
        m = form.search(out)
        if m is not None and m.group().strip() not in asked:
            out = form.sub(said, out)
    return out if out != text.strip() else text


__all__ = ["chatted"]

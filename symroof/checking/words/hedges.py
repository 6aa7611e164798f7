"""What people say around an answer and not of it: it should be 42 ms, (b) 42 ms, 42 ms if I did the math right.

>>> [unhedged(t) for t in ("should be 42 ms", "(b) B > 240", "if I did the math right, 5 ms", "5 ms <- final")]
['42 ms', 'B > 240', '5 ms', '5 ms']
>>> unhedged("I think it's 42 ms but I'm not sure"), unhedged("maybe 5, maybe 50 ms"), unhedged("b) B", {"b"})
("I think it's 42 ms", 'maybe 5, maybe 50 ms', 'b) B')
"""

from __future__ import annotations

from collections.abc import Collection

import symroof.regexes as re

_ITEM = re.compile(
    r"(?:(?:(?:part|question|q|ex(?:ercise)?\.?)\s*)?\(?(?P<letter>[a-h]|[ivx]{1,4}|[1-9])[).:]|"
    r"\((?P<inner>[a-h]|ii|iii|iv)\))\s+(?=[A-Za-z\d~≈$<>])(?![.\d\s]*\Z)"
)
_VALUE = r"(?=(?:at\s+(?:least|most)\s+|(?:about|around|roughly|approximately|nearly|almost|~|≈)\s*)*[~≈$<>]?\s*\$?\d)"
_MINE = (
    r"(?:(?:i|my)|(?:we|our)(?=[^,;:]*\b(?:did|got|made|counted|calculated|computed|right|correct)\b))\b"
    r"(?![^,;:]*\b(?:ignor|neglect|assum|leave|drop))[^,;:<>=\d]{0,40}"
)
_BEFORE = re.compile(
    rf"(?:(?:if|unless|assuming|provided)\s+{_MINE}[,:]\s*|"
    r"(?:my\s+)?(?:best\s+|rough\s+|educated\s+|first\s+)?(?:guess|estimate|calculation|result|answer)\s*(?:is\b|would\s+be\b|gives\b|[:=])\s*|"
    r"(?:so\s+)?(?:my\s+|the\s+)?(?:final\s+)?(?:answer|ans)\s*(?:is\b|[:=])\s*|"
    r"(?:hmm+|well|ok(?:ay)?|alright|right|ah|oh|uh|umm*|basically|essentially|honestly|clearly|obviously|roughly\s+speaking|in\s+short|"
    r"tl;?dr|lol|lmao|ngl|tbh|imo)\s*[,:.…]*\s+(?=\S)|"
    rf"(?:like|prob(?:ably)?|maybe\s+like)\s+{_VALUE}|"
    r"(?:i(?:'d|\s+would|\s+will|'ll)?|i(?:'m|\s+am)\s+going|let'?s)\s+(?:go\s+(?:with|for)|guess|say|estimate|bet\s+on)\s+|going\s+with\s+|"
    r"(?!sure\s+thing\b|sure\s*[,;:][^<>≤≥]*[<>≤≥])(?:i(?:'m|\s+am)\s+)?(?:fairly|pretty|quite|almost|reasonably|very|not)?\s*(?:sure|certain|confident)(?:\s+(?:that|but|it'?s|it\s+is))*[,:]?\s+(?=\S)|"
    r"(?:some|any)where\s+(?=(?:between|around|about|near|from|in|close)\b)|"
    r"every\s+(?=[~≈]?\d[\d.]*\s+[a-z]+(?:\s+or\s+so)?\Z)|"
    r"(?:likely|most\s+likely|supposedly|apparently|on\s+average|avg\.?|all\s+in\s+all|all\s+told|in\s+total|altogether|overall)[,:]?\s+(?=\S))",
    re.I,
)
_SAID = re.compile(
    r"(?:(?:it|that|this|which|we|you|one|i)\s+)?(?:(?:should|would|must|will|ought\s+to|has\s+to|might|could)\s+(?:then\s+)?be|"
    r"(?:we|one|i|you)\s+(?:obtains?|gets?|haves?|finds?|computed?|calculated?|estimated?|reckon|arrives?\s+at|end(?:s)?\s+up\s+(?:with|at))|"
    r"(?:comes?|works?|turns?|ends?|adds?|boils?)\s+(?:out|up|down)\s+(?:to\s+(?:be\s+)?|at\s+|as\s+|being\s+)?|amounts?\s+to|"
    rf"calculated|computed|estimated)\s*[:=]?\s*{_VALUE}",
    re.I,
)
_AFTER = re.compile(
    rf"(?:[\s,;(–—-]+(?:(?:if|unless|assuming|provided)\s+{_MINE}|"
    r"(?:but\s+|though\s+)?(?:i(?:'m|\s+am)\s+)?(?:not|un|fairly|pretty|quite)\s*(?:100\s?%\s+|totally\s+|entirely\s+|completely\s+|really\s+|quite\s+|very\s+|so\s+)?"
    r"(?:sure|certain)(?:\s+(?:about\s+(?:that|it|this)|though|here))?|"
    r"(?:but\s+)?(?:i\s+)?(?:could|might|may)\s+be\s+(?:wrong|off|mistaken)|i\s+(?:hope|reckon|think|guess|believe|suppose|assume)|i(?:['’]d|\s+would)\s+(?:guess|say|think|estimate|reckon)|"
    r"(?:by|from)\s+my\s+(?:math|maths|calculations?|estimate|reckoning|count)|if\s+memory\s+serves|if\s+you\s+ask\s+me|that['’]s\s+(?:it|all)|that\s+is|period|full\s+stop|in\s+my\s+opinion|as\s+far\s+as\s+i\s+(?:can\s+)?(?:tell|see|know)|"
    r"of\s+which\b[^<>=]*|is\s+(?:my|the|our)\s+(?:final\s+)?(?:answer|result)|imo|imho|lol|tbh|right|correct|probably|presumably|basically|essentially|final(?:\s+answer)?|rounded(?:\s+(?:off|a\s+bit))?|"
    r"according\s+to\s+(?:the|my|our)\s+[a-z]+(?:\s+(?:model|formula|analysis|bound))?)\)?|\s*(?:<-+|←|⇐|<=+)\s*(?:[a-z]+\s*){1,4})"
    r"\s*[!.]*\Z",
    re.I,
)
_ROUGHLY = re.compile(
    r"\A(~?\$?\d[^<>=,]*),\s*(?:roughly|approximately|approx\.?|more\s+or\s+less|give\s+or\s+take)\Z", re.I
)
_ALL_IN = re.compile(
    r"\A([~≈]?\s?\$?\d[^\s,]*(?:\s[A-Za-z/$]+)?)\s+(?:all\s+in|all\s+told|altogether|in\s+total)\.?\Z", re.I
)
_SATISFY = re.compile(
    r"\A(?:the|our|its)\s+[a-z]+(?:\s+size)?\s+(?:must|has\s+to|needs\s+to|should)\s+satisfy\s+(?=\S)", re.I
)
_A_SECOND = re.compile(r"(?<=\d)\s*(?:/\s?|per\s+)second\b")
_OR_MORE = re.compile(  # B must be 154 or more to be compute-bound
    r"\bbe\s+(?P<n>\d[\d,.]*)\s+or\s+(?:(?P<up>more|above|larger|higher|greater)|less|fewer|below|smaller|lower)\b(?!\s+than)",
    re.I,
)
_SEVERAL = re.compile(r"\b(?:maybe|perhaps|possibly)\b.*\b(?:maybe|perhaps|possibly|or)\b|\?.*\?", re.I | re.S)
MAX_LENGTH = 300  # characters; a longer answer is a formula or nothing
MAX_TIMES = 4


def unhedged(text: str, asked: Collection[str] = ()) -> str:
    """The text without its number in a list, and without words of doubt or habit around it."""
    if len(text) > MAX_LENGTH or _SEVERAL.search(text):
        return text
    out = text.strip()
    m = _ITEM.match(out)
    if m is not None and (m["letter"] or m["inner"]) not in asked:
        out = out[m.end() :]
    out = _ALL_IN.sub(r"\1", _ROUGHLY.sub(r"about \1", out))
    out = _A_SECOND.sub("/s", _SATISFY.sub("", out)) if "=" in out else _SATISFY.sub("", out)
    out = _OR_MORE.sub(lambda m: f"be at {'least' if m['up'] else 'most'} {m['n']}", out)
    for _ in range(MAX_TIMES):
        before = out
        for pattern in (_BEFORE, _SAID):
            m = pattern.match(out)
            if m is not None and out[m.end() :].strip() and not {*re.findall(r"\w+", m.group())} & {*asked}:
                out = out[m.end() :]
        m = _AFTER.search(out)
        if m is not None and re.search(r"\w", out[: m.start()]) and not {*re.findall(r"\w+", m.group())} & {*asked}:
            out = out[: m.start()].rstrip(" ,;")
        if out == before:
            break
    return out if out.strip() else text

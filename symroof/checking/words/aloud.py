"""An answer as it is said aloud, in signs: T squared, ten to the twenty third, p minus one, two and a half, near 300.

Nothing here is judged or left out: each word that is put in a sign says just that, whatever is asked.  A power binds to
the factor before it, as it does in "B times D squared" and in B*D^2.

>>> aloud("four B N H times T squared", {"B", "N", "H", "T"}), aloud("2 times 8192 cubed")
('four B*N*H times T^2', '2 * 8192^3')
>>> aloud("five point nine times ten to the twenty third"), aloud("p minus one over m plus p minus one", {"p", "m"})
('5.9 * 10^23', 'p minus 1 over m plus p minus 1')
>>> aloud("near 300 flop/B"), aloud("300 or thereabouts"), aloud("about two and a half weeks")
('about 300 flop/B', '300 or so', 'about 2 1/2 weeks')
>>> aloud("there's no N for which it'd be so"), aloud("compute-bound if and only if B > 240")
("there's no N for which it is so", 'compute-bound iff B > 240')
>>> aloud("it fails thrice a day"), aloud("three times a day's traffic"), aloud("once a day has passed")
('it fails 3 a day', "three times a day's traffic", 'once a day has passed')
"""

from __future__ import annotations

from collections.abc import Collection

import symroof.regexes as re
from symroof.checking.words.numerals import NUMBER, SHARES, counted

_SMALL = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|sixteen|twenty|hundred"
_OPERATION = r"plus|minus|times|over|divided\s+by|multiplied\s+by"
_NTH = "|".join(sorted((w for w in SHARES if w not in ("half", "quarter")), key=len, reverse=True))
_ORDINALS = {"second": 2, **{w: n for w, n in SHARES.items() if w not in ("half", "quarter")}}
_TENS = ("twenty", "thirty", "forty")
_VULGAR = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"}
_ABOUT = r"(?:about|around|roughly|approximately|nearly|almost|some|~|≈)"
_POWER = re.compile(r"(?P<x>(?<![A-Za-z])[A-Za-z]{1,3}|[\d.]+|\))\s*-?(?P<how>squared|cubed)(?![A-Za-z])")
_TO_THE = re.compile(
    rf"(?P<x>(?<![A-Za-z])[A-Za-z]|\b10|\bten|(?:\b\d{{1,4}}|\b(?:{_SMALL}))(?=\s+(?:raised\s+)?to\s+the\s+(?:power|\w+(?:th|rd)\b)))"
    r"\s+(?:raised\s+)?to\s+the\s+(?:power\s+(?:of\s+)?)?"
    rf"(?:(?P<ten>{'|'.join(_TENS)})[\s-]+(?P<one>{'|'.join(list(_ORDINALS)[:9])}|first)|(?P<nth>{_NTH}|\d+(?:th|st|nd|rd)?)|(?P<n>minus\s+[a-z]+|[a-z]+))"
    r"(?:\s+power)?(?![\w-])",
    re.I,
)
_TIMES_TEN = re.compile(
    rf"(?P<m>(?:{_SMALL}|zero)(?:\s+point(?:\s+(?:{_SMALL}|zero))+)?|{NUMBER})\s+times\s+10\^(?P<e>-?\d+)(?!\d)", re.I
)
_MIXED = re.compile(
    rf"(?P<about>{_ABOUT}\s*)(?P<n>\d+|{_SMALL})(?:\s+and\s+a\s+(?P<part>half|quarter|third)\b(?!\s+(?:times|of)\b)|(?P<sign>[½¼¾⅓⅔]))",
    re.I,
)
_PROVISO = re.compile(r"\bif\s*,?\s+and\s+only\s+if\b", re.I)
_CLOSE = re.compile(
    r"\b(?:(?:some|any)where\s+)?(?:near|close\s+to|(?:in|within)\s+the\s+(?:neighbou?rhood|vicinity|region|ballpark|area)\s+of)"
    r"\s+(?=[~≈$]?\d|\$?[A-Za-z-]+\s+(?:hundred|thousand|million|percent)\b)",
    re.I,
)
_SO = re.compile(
    r"(?<=[\w)%])\s*,?\s+(?:or\s+(?:there|where)abouts|thereabouts|more\s+or\s+less|plus\s+or\s+minus\s+a\s+bit|or\s+near\s+enough)(?=\s*(?:[.!,;]|\Z))",
    re.I,
)
_WOULD_BE = re.compile(r"\b(?P<who>it|that|this|they|we|you)(?:['’]d|\s+would)\s+be\b", re.I)
_FOR_WHICH = re.compile(r"\b(?:for|at|with|in)\s+which\s+\Z", re.I)
_TIMES_POWER = re.compile(r"(?<=\d)\s+times\s+(?=\d+\^\d)")
_MICRO = re.compile(r"\bmicro-batch(?=es\b|\b)", re.I)
_LOG = re.compile(r"(?<![A-Za-z\\])log\s+(?P<x>[A-Za-z])(?![\w(^])")
_CONTRACTED = re.compile(r"\b(should|must|need|may|might|would|could)n['’]t\b", re.I)
_OPERATES = re.compile(rf"\s(?:{_OPERATION})\s", re.I)
_JUXTAPOSED = re.compile(r"(?<![\w*^/])([A-Za-z])\s+(?=([A-Za-z])(?:\^\d+)?(?![\w'’(]))")  # a n^2 plus b
_PAUSE = re.compile(r"(?<=[\w)])\s*,\s+(?=(?:times|multiplied\s+by)\s)", re.I)
_SUMS = re.compile(r"\b(?:plus|minus)\b|[+-]", re.I)
_LED = re.compile(  # seven is the most you can run
    rf"\A(?P<n>{_SMALL})(?=\s+is\s+the\s+(?:largest|biggest|most|maximum|smallest|least|fewest|minimum)\b)", re.I
)
_RECKONED = re.compile(rf"\A{NUMBER}(?:\s+(?:{_OPERATION})\s+{NUMBER})+(?=\s*(?:=|\Z|,?\s+(?:is|makes|gives)\s))", re.I)
_SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/", "divided": "/", "multiplied": "*"}
_SO_OFTEN = re.compile(  # twice a day is two a day, and no two days
    rf"\b(?P<n>once(?=\s+\S+\s+\w+\W*\Z)|twice|thrice|(?:{_SMALL}|\d[\d.]*)\s+times)\s+(?:an?|each|every|per)\s+"
    r"(?P<time>second|minute|hour|day|week|month|year)\b(?!['’-])",
    re.I,
)
_OFTEN = {"once": "1", "twice": "2", "thrice": "3"}
_COMMENT = re.compile(r"\A(?P<code>[^#]*[\w)\]])\s+#\s*(?P<value>[~≈]?\s?\$?\d[^#=<>]*)\Z")


def aloud(text: str, asked: Collection[str] = ()) -> str:
    """The text with what is said aloud in signs; ``asked`` are the names of the question, which are no words."""
    if len(text) > MAX_LENGTH or not _SAYS.search(text):
        return text
    names = {*asked}
    out = _MICRO.sub("microbatch", _PROVISO.sub("iff", text))
    out = _LOG.sub(lambda m: f"log({m['x']})" if m["x"] in names else m.group(), out)
    out = _TO_THE.sub(lambda m: _raised(m, names), out)
    out = _TIMES_TEN.sub(lambda m: f"{_figures(m['m'])} * 10^{m['e']}", out)
    out = _POWER.sub(lambda m: _power(m, names), out)
    out = _CONTRACTED.sub(lambda m: f"{m[1]} not", out)
    out = _operands(_TIMES_POWER.sub(" * ", out), names)
    if _OPERATES.search(out):
        out = _JUXTAPOSED.sub(lambda m: f"{m[1]}*" if {m[1], m[2]} <= names else m.group(), out)
    out = out if "=" in out or _SUMS.search(out) else _PAUSE.sub(" ", out)
    out = _reckoned(_LED.sub(lambda m: counted(m["n"].lower()), out))
    out = _MIXED.sub(lambda m: f"{m['about']}{counted(m['n'].lower())} {_part(m)}", out)
    out = _SO.sub(" or so", _CLOSE.sub("about ", out))
    out = _SO_OFTEN.sub(_so_many, out)
    out = _WOULD_BE.sub(lambda m: f"{m['who']} is" if _FOR_WHICH.search(out[: m.start()]) else m.group(), out)
    return _COMMENT.sub(r"\g<code> = \g<value>", out)


MAX_LENGTH = 400
_SAYS = re.compile(
    r"squared|cubed|n['’]t\s|is\s+the\s|micro-|once\s|twice|thrice|log\s|\bto\s+the\s|plus|minus|times|over|divided|multiplied|and\s+a\s|[½¼¾⅓⅔]|only\s+if|\bnear|close|\bin\s|within|abouts|more\s+or\s+less|enough|"
    r"['’]d\s|would\s+be|#",
    re.I,
)


def _so_many(m: re.Match[str]) -> str:
    """What comes so often in a time: 2 a day."""
    often = m["n"].lower()
    return f"{_OFTEN.get(often) or counted(often.removesuffix('times').strip())} a {m['time']}"


def _figures(number: str) -> str:
    """A number in words in figures: five point nine is 5.9."""
    return counted(number.lower())


def _raised(m: re.Match[str], names: Collection[str]) -> str:
    """A power of ten or of a symbol: ten to the twenty third, n to the fourth."""
    x = counted(m["x"].lower()) if m["x"].lower() in _SMALL.split("|") else m["x"]
    if x.isalpha() and x not in names and not x.isupper():
        return m.group()
    if m["ten"]:
        power = (
            10 * (2 + _TENS.index(m["ten"].lower())) + {"first": 1, **_ORDINALS}[m["one"].lower()]
            if m["one"].lower() != "half"
            else 0
        )
    elif m["nth"]:
        power = int(re.sub(r"\D", "", m["nth"])) if m["nth"][0].isdigit() else _ORDINALS.get(m["nth"].lower(), 0)
    else:
        word = re.sub(r"\Aminus\s+", "", m["n"].lower())
        figures = counted(word)
        power = int(figures) if figures.isdigit() else 0
        power = -power if m["n"].lower().startswith("minus") else power
    return f"{x}^{power}" if power else m.group()


def _power(m: re.Match[str], names: Collection[str]) -> str:
    """A symbol, number or bracket with its exponent behind it."""
    x = m["x"]
    if x.isalpha() and x not in names and not (len(x) == 1 and x.isupper()) and not {*x} <= {*names}:
        return m.group()
    return f"{x}^{2 if m['how'].lower() == 'squared' else 3}"


def _operands(text: str, names: Collection[str]) -> str:
    """Small numbers in words beside an operation in words, in figures: p minus one over m plus p minus one."""
    if {*_SMALL.split("|")} & {*names}:
        return text
    symbol = r"(?:[A-Za-z]{1,2}|[\d.]+|\))"

    def figure(m: re.Match[str]) -> str:
        return m.group().replace(m["n"], counted(m["n"].lower()))

    out = re.sub(
        rf"(?<![A-Za-z]){symbol}\s+(?:{_OPERATION})\s+(?P<n>{_SMALL})\b(?!\s+(?:{'|'.join(SHARES)}|point|hundred|thousand))",
        figure,
        text,
    )
    return re.sub(rf"\b(?P<n>{_SMALL})\s+(?:plus|minus|over)\s+(?=[A-Za-z]{{1,2}}\b)", figure, out)


def _reckoned(text: str) -> str:
    """A reckoning of numbers alone with its operations in signs: 60 over 15 times 100 = 400."""
    m = _RECKONED.match(text)
    if m is None:
        return text
    made = re.sub(rf"\s+({_OPERATION})\s+", lambda op: f" {_SIGNS[op[1].split()[0].lower()]} ", m.group(), flags=re.I)
    return f"{made}{text[m.end() :]}"


def _part(m: re.Match[str]) -> str:
    return _VULGAR[m["sign"]] if m["sign"] else {"half": "1/2", "quarter": "1/4", "third": "1/3"}[m["part"].lower()]


__all__ = ["aloud"]

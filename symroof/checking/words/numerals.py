"""Numbers in English words and in other spellings: two hundred and forty, fifteen-fold, 3 out of 8, ½, 2,5 ms.

>>> counted("two hundred and forty tokens"), counted("three hundred thousand"), counted("five six")
('240 tokens', '300000', 'five six')
>>> counted("two dozen DIMMs"), counted("2.5 dozen"), counted("half a dozen")
('24 DIMMs', '30', '6')
>>> spelled("fifteen-fold"), spelled("3 out of 8"), spelled("2½ ms"), spelled("a month and a half")
('15', '3/8', '2.5 ms', '1.5 month')
>>> with_point("1.234,5 ms"), with_point("1,234"), with_point("2,5")
('1234.5 ms', '1,234', '2.5')
"""

from __future__ import annotations

from collections.abc import Collection

import symroof.regexes as re
from symroof.reading.measures import KIND, TEN_TO, UNITS

DIGITS = r"\d[\d,]*(?:\.\d+)?"  # as they are printed, 4,096.5
NUMBER = rf"[-−]?(?:{DIGITS}|\.\d+){TEN_TO}"
_ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
FEW = "|".join(_ONES[2:11])  # two to ten, which people write as words
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ONES, TENS = "|".join(_ONES[1:10]), "|".join(_TENS)  # of twenty-four
LARGE = "|".join([*_ONES[11:], *_TENS])  # and larger ones in one word
_VALUES = {w: i for i, w in enumerate(_ONES)} | {w: 10 * i for i, w in enumerate(_TENS, 2)}
_SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SCALES |= {"lakh": 10**5, "crore": 10**7}
_DOZEN = 12
_MORE = "|".join([*_VALUES, *_SCALES, "dozen"])
_HALF_DOZEN = re.compile(r"\Ahalf\s+a\s+dozen\b", re.I)
_DOZENS = re.compile(r"\A(\d+(?:\.5)?)\s+dozen\b", re.I)
SHARES = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "sixteenth": 16, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
SHARES |= {w + "th": n for w, n in _VALUES.items() if n > 9 and w + "th" not in SHARES and w[-1] not in "ey"}
SHARES |= {w[:-1] + "ieth": n for w, n in _VALUES.items() if w.endswith("y")} | {"twelfth": 12}
_NUMERAL = re.compile(
    rf"(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))})(?:[\s-]+(?:and\s+)?(?:{_MORE})\b){{0,40}}"
    rf"(?![\w-])(?!\s+(?:{'|'.join(SHARES)})s?\b)",
    re.I,
)


_COUPLE = re.compile(rf"\A(?:a\s+)?couple\s+(?:of\s+)?(?=(?:{'|'.join(_SCALES)}|dozen)\b)", re.I)
_POINT = re.compile(
    rf"\A((?:{'|'.join(_TENS)})[\s-](?:{'|'.join(_ONES[1:10])})|{'|'.join(sorted(_VALUES, key=len, reverse=True))})"
    rf"\s+point((?:\s+(?:{'|'.join(_ONES[:10])}))+)\b",
    re.I,
)
_ARTICLE = re.compile(rf"\Aan?\s+(?=(?:{'|'.join(_SCALES)}|dozen)\b)", re.I)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
SHARES |= {f"{ten}-{w}": 10 * i + k for i, ten in enumerate(_TENS, 2) for k, w in enumerate(_ORDINALS, 1)}
_MANY = "|".join(sorted(_VALUES, key=len, reverse=True))
_SHARE = rf"(?P<many>an?|{_MANY})[\s-]+(?P<share>{'|'.join(sorted(SHARES, key=len, reverse=True))})s?"
_AND_SHARE = re.compile(rf"(?P<whole>.+?)\s+and\s+{_SHARE}\b(?!\s+of\b)(?P<rest>.*)\Z", re.I)
_OF_SHARE = re.compile(rf"{_SHARE}\b(?P<rest>.*)\Z", re.I)


def shared(text: str, asked: Collection[str] = ()) -> str:
    """A share in words in digits, alone or behind a number: four fifths, two hundred and one and a quarter.

    >>> shared("four fifths"), shared("eighty-one and a quarter ms"), shared("an apple")
    ('4/5', '81.25 ms', 'an apple')
    """
    m = _AND_SHARE.match(text) or _OF_SHARE.match(text)
    if m is None or {*re.findall(r"[A-Za-z]+", text[: m.start("rest")])} & {*asked}:
        return text
    m = _AND_SHARE.match(text)
    whole = counted(m["whole"]) if m is not None else ""
    if m is not None and whole.isdigit():
        return f"{_mixed(whole, _part(m))}{m['rest']}"
    m = _OF_SHARE.match(text)
    return text if m is None or m["many"].lower() in ("a", "an", "one") else f"{_part(m)}{m['rest']}"


_BARE_SHARE = re.compile(r"\s*(?:\d+/\d+|0?\.\d+|\d+(?:\.\d+)?\s?(?:%|percent))\s*")
_K_OF_N = re.compile(
    rf"(?<![\w.])(?P<k>\d+|one|{FEW})\s+(?:(?:out\s+of|of)(?:\s+(?:the|its|our|all|every))?|in(?:\s+every)?)\s+(?P<n>\d+|{FEW}|{LARGE})(?=\s+[a-z]{{3,}})(?!\s+(?:times|percent)\b)"
    r"(?!.*\b(?:twice|squared|not|never|times|half|saved|survive[sd]?|kept|keeps)\b)",
    re.I,
)


def in_shares(text: str, expected: object) -> str:
    """So many of so many as a share of them, where a share is expected: 3 of the 19 slots, one in eight requests.

    >>> in_shares("it loses 3 of the 19 slots", "16%"), in_shares("one in eight requests", "1/8")
    ('it loses 3/19 of the slots', '1/8 of the requests')
    >>> in_shares("3 of the 19 slots", "3"), in_shares("5 of the 4", "1/8")
    ('3 of the 19 slots', '5 of the 4')
    """
    if not isinstance(expected, str) or not _BARE_SHARE.fullmatch(expected):
        return text
    if re.search(r"\b(?:keeps?|kept|not|never|without|but)\b|n['’]t\b", text, re.I):
        return text
    return _K_OF_N.sub(lambda m: _told_share(m) or m.group(), text)


def _told_share(m: re.Match[str]) -> str:
    k, n = (w if w.isdigit() else str(_VALUES[w]) for w in (m["k"].lower(), m["n"].lower()))
    return f"{k}/{n} of the" if int(k) < int(n) else ""


def _part(m: re.Match[str]) -> str:
    many = m["many"].lower()
    return f"{1 if many in ('a', 'an') else _VALUES[many]}/{SHARES[m['share'].lower()]}"


def _digit(word: str) -> str:
    return str(_VALUES[word])


def _prepared(text: str, asked: Collection[str]) -> str:
    """The text with one for a, 6 for half a dozen, two for a couple of, and 2.5 for two point five."""
    if "a" not in asked:
        text = _ARTICLE.sub("one ", text)
    if "dozen" not in asked:
        text = _DOZENS.sub(lambda m: f"{float(m[1]) * _DOZEN:g}", _HALF_DOZEN.sub("6", text))
    if "couple" not in asked:
        text = _COUPLE.sub("two ", text)
    point = _POINT.match(text)
    if point is None or point[1].lower() in asked:
        return text
    whole = sum(_VALUES[w] for w in re.split(r"[\s-]", point[1].lower()))
    return f"{whole}.{''.join(map(_digit, point[2].lower().split()))}{text[point.end() :]}"


def counted(text: str, asked: Collection[str] = ()) -> str:
    """A number in words at the start as digits; as it was where it is none, or its word is one of the names asked."""
    text = _prepared(text, asked)
    m = _NUMERAL.match(text)
    words = re.findall(r"[a-z]+", m.group().lower()) if m else []
    if m is None or words[0] in asked:
        return text
    total, part = 0, 0
    for w in words:
        if w == "hundred":
            part *= 100
        elif w == "dozen":
            part *= _DOZEN
        elif w in _SCALES:
            total, part = total + part * _SCALES[w], 0
        elif w != "and":
            n = _VALUES[w]
            if part % 100 and not (part % 100 >= 20 and part % 10 == 0 and 0 < n < 10):
                return text  # twenty eleven is no number
            part += n
    return f"{total + part}{text[m.end() :]}"


_PARTS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅛": "1/8",
    "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
}  # fmt: skip
_TIMES = {
    "doubles": "2", "triples": "3", "quadruples": "4", "halves": "1/2", "doubled": "2", "tripled": "3", "halved": "1/2",
}  # fmt: skip
_VULGAR = re.compile(rf"(\d*)\s?([{''.join(_PARTS)}])")
_VULGAR_FACTOR = re.compile(rf"(?<![\d.])(?<!\d\s)(?P<part>[{''.join(_PARTS)}])\s?(?P<name>[^\W\d_]\w*)")
_NEGATIVE = re.compile(r"(?:minus|negative)\s+(?=[a-z])", re.I)
_MIXED = re.compile(r"(?<![\w.,/])(\d{1,6})\s+([1-9])/(\d{1,2})(?![\w/.])")
_OUT_OF = re.compile(r"(\d+)\s+(?:out\s+of(?:\s+every)?|of\s+every|in(?:\s+every)?)\s+(.+)\Z", re.I)
_WHOLE = re.compile(r"([1-9]\d*)(?:\s+(?!out\b|in\b)[A-Za-z]{4,})?")  # 3 out of 4 drives
_IN_MANY = re.compile(r"(\d+)\s+([a-z]+)\s+(?:(?:in|out\s+of|per|for\s+every)\s+(?:every\s+)?)([1-9]\d*)\s+([a-z]+)\Z")
_OF_MANY = re.compile(  # 30% more than 240, 30% of 240
    r"(?P<n>\d[\d.]*)\s*(?:%|percent\b)\s+(?:(?P<of>of)\s+(?:the\s+)?|(?:(?P<more>more|larger|bigger|longer|higher|greater)|less|fewer|smaller|"
    r"shorter|lower|cheaper)\s+than\s+(?:the\s+)?)(?P<rest>\$?\d.*)\Z",
    re.I,
)
_FOLD = re.compile(
    r"(?:by\s+)?(?:an?\s+)?([A-Za-z-]+?|\d[\d.]*)[\s-]?fold(?:\s+(?:increase|speed-?up|more|faster))?\Z", re.I
)
_GROWS = re.compile(rf"(?:(?:it|this|that)\s+|the\s+[a-z]+\s+)?(?:is\s+|gets\s+)?({'|'.join(_TIMES)})\Z", re.I)
_AND_HALF = re.compile(
    r"(?:an?|one|(?P<n>\d+))\s+(?P<unit>[a-z]+)\s+and\s+a\s+half\Z|"
    r"(?P<n2>\d+)\s+and\s+a\s+half(?P<rest>\s+.*)?\Z",
    re.I,
)
_LONG_TIME = re.compile(r"(?:an?|one|(\d+))\s+(day|hour)s?\s+(?:and\s+)?([a-z\d].*)\Z", re.I)
_COMMA = re.compile(
    r"(?<![\w.,(\[])(?:\d{1,3}(?:\.\d{3})+,\d+|0,\d+|\d+,(?:\d{1,2}|\d{4,}))(?=\s*(?:[A-Za-zµμ%€$/·×*]|\\[a-z,;]|\Z))(?!,)"
)
MAX_TEXT = 100  # characters of a number with its unit
_POINTS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:\s*[A-Za-z%/]+)?")
_CLOCK_SECONDS = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d)(?:\s*(?:h|hrs?|hours?))?\Z")
_CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)\s*(?:(?:h|hrs?|hours?)|(?P<short>m|mins?|minutes?))\Z")
_TO = re.compile(
    r"(\d+(?!\.)|\d+\.\d+(?=\s?:\s?1\b|\s+to\s))(?:\s?:\s?|\s+to\s+(?=1\b))(\d+(?!\.)|(?<=\b1:)\d\.\d+)(?:\s+(?:compression|ratio|reduction|oversubscription|contention))?\Z"
)


_ONE_PART = re.compile(
    r"(?:(?:one|an?)[\s-]+|(?=[a-z]+\s+of\s+an?\s))(half|third|quarter|fifth|eighth|tenth)\s+(?:of\s+an?\s+)?"
    r"(?=(?P<unit>[A-Za-z]+))",
    re.I,
)


def spelled(text: str, asked: Collection[str] = ()) -> str:
    """A number in another spelling, or with words around it, in digits; as it was where it is none."""
    if (m := _NEGATIVE.match(text)) is not None and (of := spelled(text[m.end() :], asked)) != text[m.end() :]:
        return f"-{of}"
    if (part := _ONE_PART.match(text)) is not None and part["unit"] in UNITS and part["unit"] not in asked:
        text = f"1/{2 if part[1].lower() == 'half' else SHARES[part[1].lower()]} {text[part.end() :]}"
    text = _VULGAR_FACTOR.sub(lambda m: _factor(m, asked), text)
    text = _MIXED.sub(lambda m: _mixed(m[1], f"{m[2]}/{m[3]}"), _VULGAR.sub(lambda m: _mixed(m[1], _PARTS[m[2]]), text))
    text = counted(shared(text, asked), asked)
    if (m := _OUT_OF.match(text)) is not None and (whole := _WHOLE.fullmatch(counted(m[2], asked))) is not None:
        return f"{m[1]}/{whole[1]}"
    if (m := _IN_MANY.match(text)) is not None and {m[2], m[4]} <= KIND.keys() and not {m[2], m[4]} & {*asked}:
        return f"{m[1]}/{m[3]}"  # one miss per 16 floats
    if (m := _OF_MANY.match(text)) is not None:
        sign = "" if m["of"] else "1 + " if m["more"] else "1 - "
        return f"({sign}{m['n']}/100) * {m['rest']}"
    if (m := _FOLD.match(text)) is not None and re.fullmatch(r"\d[\d.]*", many := counted(m[1].lower(), asked)):
        return many
    if (m := _GROWS.match(text)) is not None and m[1].lower() not in asked:
        return _TIMES[m[1].lower()]
    if (m := _AND_HALF.match(text)) is not None and not {*re.findall(r"[a-z]+", text)} & {*asked}:
        return f"{m['n'] or m['n2'] or 1}.5 {m['unit'] or (m['rest'] or '').strip()}".strip()
    if (m := _LONG_TIME.match(text)) is not None:
        return f"{m[1] or 1} {m[2]}s {counted(m[3], asked)}"
    return _clocked(text) or (_TO.sub(r"\1/\2", text) if _TO.match(text) else text)


FLOATING = re.compile(r"\bfloating[-\s]point\s+op(?:eration)?s\b", re.I)
_NEEDED = re.compile(
    r"\b(?:needs?|requires?|takes?|wants?|costs?|spends?|lasts?|crosses|makes?|passes|has|uses?|visits?)\s+(?:at\s+least\s+)?\Z",
    re.I,
)
_ENOUGH = re.compile(r"\s+(?:is|are)\s+(?:enough|sufficient|needed|required)\b", re.I)
_IN_WORDS = re.compile(rf"(?<![\w-])(?:{_MANY}|an?\s+(?:{'|'.join(_SCALES)}|dozen))\b", re.I)
_DIGITS = re.compile(
    r"(?P<n>\d+(?:\.\d+)?)(?P<half>\s+and\s+a\s+half\b)?(?P<of>\s+(?:percent|hundred|thousand|million|billion|[A-Za-z]+))?"
)


def in_digits(text: str, asked: Collection[str] = ()) -> str:
    """The numbers in words within a sentence in digits, from eleven on, and smaller ones before a unit.

    >>> in_digits("there are sixty requests"), in_digits("two devices send twenty-five MB each"), in_digits("in two ms")
    ('there are 60 requests', 'two devices send 25 MB each', 'in 2 ms')
    """
    text = _OF_A_MILLION.sub(lambda m: f"{_SCALES[m['many'].lower()] // SHARES[(m['part'] or 'half').lower()]} ", text)
    text = FLOATING.sub("FLOPs", text)
    out, at = "", 0
    for m in _IN_WORDS.finditer(text):
        if m.start() < at:
            continue
        rest = text[m.start() :]
        told = _DIGITS.match(made := counted(rest, asked))
        if told is None or made == rest:
            continue
        unit = (told["of"] or "").strip()
        measured = unit in UNITS and any(UNITS[unit].dimension[:5])
        enough = _ENOUGH.match(made[told.end() :])  # you need two GPUs, one GPU is enough
        fold = re.match(r"\s+times\s+(?:as|faster|quicker|more|larger|bigger)\b", made[told.end("n") :]) is not None
        needed = fold or (unit in UNITS and (enough or _NEEDED.search(text[: m.start()])) is not None)
        if (
            "." not in told["n"]
            and int(told["n"]) <= _VALUES["ten"]
            and not (measured or needed)
            and unit not in ("percent", *_SCALES)
        ):
            continue
        end = told.end("half") if told["half"] else told.end("n")
        out += f"{text[at : m.start()]}{told['n']}{'.5' if told['half'] else ''}"
        at = len(text) - len(made) + end
    return out + text[at:]


_HALF_A = re.compile(r"\bhalf\s+an?\s+(?=(?P<unit>[A-Za-z]+)\b)", re.I)
_SHARE_OF = re.compile(
    rf"\b{_SHARE}\s+of\s+(?:(?P<one>an?\s+(?=(?P<unit>[A-Za-z]+)\b))|(?=(?:the|its|all|our|their|that|this)\s))", re.I
)


_OF_A_MILLION = re.compile(  # a quarter of a million tokens
    rf"\b(?:half\s+(?:of\s+)?|(?:an?|one)\s+(?P<part>{'|'.join(w for w in SHARES if w != 'third')})\s+of\s+)"
    r"an?\s+(?P<many>thousand|million|billion|trillion)\s+",
    re.I,
)
_SEVERAL = re.compile(
    rf"\b(?P<many>{_MANY})[\s-]+(?P<share>{'|'.join(sorted(SHARES, key=len, reverse=True))})s\b(?!\s+of\s+an?\b)", re.I
)
_SOME = rf"(\d+|{_MANY})"
_OUT_OF_MANY = re.compile(
    rf"\b{_SOME}\s+(?:out\s+of|parts?\s+in)\s+(?:every\s+)?{_SOME}\b(?:\s+[a-z]+s\b(?=\s+(?:is|are|go|goes|get|carry|hold)\b))?",
    re.I,
)
_OF_MANY_SOME = re.compile(
    rf"\A(?:out\s+)?of\s+(?:every|the|all|its)\s+(?P<all>\d+|{_MANY})\s+[a-z]+(?:\s+[a-z]+){{0,5}}?,\s+(?P<some>\d+|{_MANY})\b(?=\s+[a-z])",
    re.I,
)


def _in_number(word: str) -> str:
    return word if word.isdigit() else str(_VALUES[word.lower()])


def shares_in_digits(text: str) -> str:
    """The shares in words within a sentence in digits, of a unit or of something.

    >>> [shares_in_digits(t) for t in ("each adds half a mebibyte", "a twelfth of a FLOP", "half of it")]
    ['each adds 0.5 mebibyte', '1/12 FLOP', 'half of it']
    >>> shares_in_digits("only an eighth of the peak"), shares_in_digits("three quarters of the peak")
    ('only 1/8 of the peak', '3/4 of the peak')
    """
    text = _SEVERAL.sub(lambda m: f"{_in_number(m['many'])}/{SHARES[m['share'].lower()]}", text)
    text = _OUT_OF_MANY.sub(lambda m: f"{_in_number(m[1])}/{_in_number(m[2])}", text)
    text = _OF_MANY_SOME.sub(lambda m: f"{_in_number(m['some'])}/{_in_number(m['all'])}", text)
    text = _HALF_A.sub(lambda m: "0.5 " if m["unit"] in UNITS else m.group(), text)
    return _SHARE_OF.sub(_of_what, text)


def _of_what(m: re.Match[str]) -> str:
    if m["unit"] is not None and m["unit"] not in UNITS:
        return m.group()
    return f"{_part(m)} {'' if m['one'] else 'of '}"


def _clocked(text: str) -> str:
    """A duration as a clock shows it, 1:30:00 or 01:30 h; "" for anything else."""
    if (m := _CLOCK_SECONDS.match(text)) is not None:
        return f"{3600 * int(m[1]) + 60 * int(m[2]) + int(m[3])} seconds"
    m = _CLOCK.match(text)
    return f"{60 * int(m[1]) + int(m[2])} {'seconds' if m['short'] else 'minutes'}" if m is not None else ""


def _factor(m: re.Match[str], asked: Collection[str]) -> str:
    """A part of one before a symbol as a factor of it: ½N is (1/2) N, and ½ ms half a millisecond."""
    return m.group() if m["name"] in UNITS and m["name"] not in asked else f"({_PARTS[m['part']]}) {m['name']}"


def _mixed(whole: str, part: str) -> str:
    """A whole number and a part of one: 2½ is 2.5, 1⅓ is (1 + 1/3)."""
    if not whole:
        return part
    above, below = map(int, part.split("/"))
    return f"{int(whole) + above / below:g}" if below in (2, 4, 5, 8) else f"({whole} + {part})"


_MAKERS = r"(?:(?:NVIDIA|AMD|Google(?:'s)?|Intel)\s+)?"
_CHIP = (
    r"(?:(?:TPU\s?)?v\d{1,2}[a-z]?|TPU\s?v?\d\w*|Trainium\s?\d?|Gaudi\s?\d?|MI\d{3}\w?|G[BH]\d{3}|RTX\s?\d{4}|"
    r"(?:[ABHLPV]|(?<=\s)[abhv])\d{2,3}[A-Z]?(?:[-\s]\d+\s?GB)?|[KLT]\d{1,2}(?=s\b|\s+(?:GPUs?|cards?)\b))s?"
)
_CHIPS = re.compile(
    rf"(?<=\d)\s*(?:[x×]\s*|\s){_MAKERS}(?P<chip>{_CHIP})(?:\s+(?:chips?|GPUs?|TPUs?|accelerators?|cards?|devices?))?(?=\s*(?:\(|[.,]?\Z))"
)
_WAY = re.compile(
    r"(?<=\d)[-\s]way\b(?:\s+(?:(?:tensor|data|model|pipeline|expert|sequence|context)[-\s]+)?(?:parallel(?:ism)?|shard(?:ed|ing)?|split))?"
)
_WAYS = re.compile(rf"\b({'|'.join(sorted(_VALUES, key=len, reverse=True))})[-\s]way\b", re.I)
_EACH = re.compile(
    r"(?<=[A-Za-z%\d)])(?<!\bfor)(?<!\bof)(?<!\bin)(?<!\bwith)\s+(?:an?|(?:for\s+|in\s+|on\s+)?(?:each|every))\s+(?=(?P<many>thousand|million|billion)\b|(?P<unit>[A-Za-z]+)\b)"
)
_SORTED = re.compile(
    r"(?:(?<=\d)|(?<=\bper)|(?<=[A-Za-z]/))\s*(?P<sort>(?<![A-Za-z])(?:[A-Za-z][A-Za-z-]+\s+){1,2}?)"
    rf"(?=(?P<noun>{'|'.join(sorted(KIND, key=len, reverse=True))}|bits)\b)"
)
#: what says more of how many than of what: 5 more tokens, 3 million tokens
NO_SORT = {
    "more", "less", "fewer", "extra", "additional", "other", "of", "per", "times", "and", "or", "to", "as", "in", "on",
    "for", "with", "percent", "every", "each", "than", "the", "is", "at", "by", "thousand", "million", "billion", "out",
    "not", "dozen", "pairs", "couples", "hundred", "percentage", "half", "spare", "lost", "wasted",
    "saved", "useless", "superfluous", "unneeded", "discarded", "dropped", "remaining", "unused", "double", "missing",
}  # fmt: skip
_MANY_OF = re.compile(
    r"(?<=\d)\s+(?P<many>[kMBGT])\s+(?=(?P<noun>[a-z]+)\b)|(?<=\d)(?P<k>k)\s+(?=(?:[num]?s|[kMG]?B)\b)"
)
_MANY_WORDS = {"k": "thousand", "M": "million", "B": "billion", "G": "billion", "T": "trillion"}
#: units by the names that people speak
_SHORT = {
    **dict.fromkeys(("gig", "gigs"), "GB"), **dict.fromkeys(("meg", "megs"), "MB"), "¢": "cents",
    **dict.fromkeys(("millis", "millisec", "millisecs"), "ms"), **dict.fromkeys(("nanos", "nanosec", "nanosecs"), "ns"),
    **dict.fromkeys(("micros", "microsec", "microsecs"), "us"),
}  # fmt: skip
_COLLOQUIAL = re.compile(rf"(?<=\d)\s*({'|'.join(sorted(_SHORT, key=len, reverse=True))})(?![\w])", re.I)
_PPM = re.compile(rf"\A({NUMBER})\s*ppm\b")
_PARTS_IN = re.compile(r"\A(\d+)\s+parts?\s+(?:in|per)\s+(?:an?\s+)?(\d[\d,]*)\Z")
LIKE_CHIPS = ("card", "cards", "board", "boards", "accelerator", "accelerators", "device", "devices")
_CARDS = re.compile(
    rf"(?<=\d)(?:\s*[x×])?(?:\s+\d+\s?GB)?\s+(?:{'|'.join(sorted(LIKE_CHIPS, key=len, reverse=True))})\b"
)
_FORTNIGHTS = re.compile(r"\A(?:an?|one|(\d+))\s+fortnights?\b", re.I)
_POWERED = re.compile(r"(?<=\d|\})(?=(?P<unit>[numµ]?s)\b)")
_TEN_BEHIND = re.compile(r"10\s*(?:\^|\*\*)\s*(?:\{\s*[-−+]?\d+\s*\}|[-−+]?\d+)\Z")


def counted_things(text: str, asked: Collection[str] = ()) -> str:
    """What a number counts, as units: chips by their names, 8-way, so much a day, and a unit that touches 10^{-3}.

    >>> [counted_things(t) for t in ("2 H100s", "16 TPU v5e chips", "11-way", "5 GB a day")]
    ['2 chips', '16 chips', '11', '5 GB/day']
    >>> counted_things("1.49 x 10^{-3}s"), counted_things("5.4 M tokens"), counted_things("2 a b", {"a", "b"})
    ('1.49 x 10^{-3} s', '5.4 million tokens', '2 a b')
    """
    named = {*asked}
    text = re.sub(r"\bI/Os?\b", "IOs", text)
    text = _PARTS_IN.sub(lambda m: f"{m[1]}/{m[2]}", _PPM.sub(r"\1e-6", text))
    if named & {"chips", "chip", "GPUs", "GPU"}:
        text = _CARDS.sub(" chips", text)
    text = in_full_units(text, named)
    text = _FORTNIGHTS.sub(lambda m: f"{2 * (int(m[1]) if m[1] else 1)} weeks", text)
    text = _WAYS.sub(lambda m: f"{_VALUES[m[1].lower()]}-way", text) if "way" not in named else text
    if not any(c.isdigit() for c in text):
        return text
    text = _CHIPS.sub(lambda m: m.group() if {*re.findall(r"\w+", m["chip"])} & named else " chips", text)
    text = _WAY.sub("", text) if "way" not in named else text
    text = _SORTED.sub(lambda m: " " if _of_a_sort(m, named) else m.group(), text)
    text = _MANY_OF.sub(lambda m: f" {_MANY_WORDS[m['many'] or m['k']]} " if _counts(m, named) else m.group(), text)
    if "a" not in named and "an" not in named:
        text = _EACH.sub(lambda m: _per(m, text), text)
    made = _POWERED.search(text)
    if made is not None and _TEN_BEHIND.search(text[: made.start()]):
        text = f"{text[: made.start()]} {text[made.start() :]}"
    return text


def in_full_units(text: str, named: Collection[str] = ()) -> str:
    """The text with the units that people speak by their names: 6 gigs is 6 GB.

    >>> in_full_units("takes 6 gigs of RAM"), in_full_units("5 millis")
    ('takes 6 GB of RAM', '5 ms')
    """
    return _COLLOQUIAL.sub(lambda m: m.group() if m[1] in named else f" {_SHORT[m[1].lower()]}", text)


def articles(text: str) -> set[str]:
    """The words a, an of a text that say per, and are no names: 10/2 GB a day.

    >>> articles("about 10/2 GB a day"), articles("2 a b")
    ({'a'}, set())
    """
    each = (m for m in _EACH.finditer(text) if m["unit"] in UNITS and len(m["unit"]) > 2)
    return {w for m in each for w in m.group().split() if re.search(r"\d", text[: m.start()])} & {"a", "an"}


def _of_a_sort(m: re.Match[str], named: Collection[str]) -> bool:
    """Whether a word before what is counted says of which sort it is: 344 cache lines, GB/s per memory channel."""
    words = m["sort"].split()
    letters = {*"".join(w for w in named if w.isupper())}
    if any(w.isupper() and {*w} <= letters for w in words):
        return False  # 3DF parameters, where D and F are symbols
    known = any((w in UNITS and w not in KIND) or w.lower() in NO_SORT or w in named for w in words)
    return not known


def _counts(m: re.Match[str], named: Collection[str]) -> bool:
    """Whether a letter behind a number says how many things there are: 5.4 M tokens."""
    return (m["noun"] is None or m["noun"] in KIND) and (m["many"] or m["k"]) not in named


def _per(m: re.Match[str], text: str) -> str:
    """Per, where a quantity stands before and a unit behind: 40 ms a token, $3 an hour, (5/2) GB a second."""
    if not re.match(r"(?:[^<>=≤≥]*[<>=≤≥]+)?\s*[-$~≈(]*\s*\d", text):
        return m.group()
    if m["many"]:
        return " per "
    return "/" if m["unit"] in UNITS and len(m["unit"]) > 2 else m.group()


_LOWER = re.compile(r"(?<=\d)\s?(?P<prefix>[kmgtp])(?P<binary>i?)b(?P<rate>ps)?(?![A-Za-z])")


def in_lower_case(text: str) -> tuple[str, str] | None:
    """The text with bytes and with bits, where its unit is in lower case: 16 gb; gbps are bits to everybody.

    >>> in_lower_case("16 gb"), in_lower_case("400 gbps"), in_lower_case("16 GB") is None
    (('16 GB', '16 Gb'), ('400 Gbps', '400 Gbps'), True)
    """
    if _LOWER.search(text) is None:
        return None

    def cased(m: re.Match[str], unit: str) -> str:
        prefix = m["prefix"].upper().replace("K", "k")
        prefix = f"{m['prefix'].upper()}i" if m["binary"] else prefix
        return f" {prefix}{'b' if m['rate'] else unit}{m['rate'] or ''}"

    return _LOWER.sub(lambda m: cased(m, "B"), text), _LOWER.sub(lambda m: cased(m, "b"), text)


def with_point(text: str) -> str:
    """A decimal comma as a point: 2,5 ms; not a comma that parts thousands (2,500), nor one of several."""
    if "," not in text and text.count(".") < 2:
        return text
    if len(text) < MAX_TEXT and _POINTS.fullmatch(text.strip()):
        return text.replace(".", "")
    made, n = _COMMA.subn(lambda m: m.group().replace(".", "").replace(",", "."), text)
    return made if n == text.count(",") else text

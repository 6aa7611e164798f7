"""What people jot down: ~~2BDF~~ 4BDF, 2.*m.*n, 10[Gbps], AG: V/W, = 30 ms RTT, another 7 per cent, 37B of 671B.

Each is put as it is read elsewhere and says just that; what is ``expected`` tells of what it is said, ``asked`` are
the names of the question, which are no such words.

>>> jotted("~~2BDF~~ 4BDF"), jotted("2.*m.*n.^2"), jotted("3 [ms]"), jotted("AG: V/W * 2")
('4BDF', '2*m*n^2', '3 ms', 'V/W * 2')
>>> jotted("any B >= 3", (), "B > 2")
'B >= 3'
>>> jotted("another 7 per cent", (), "7%"), jotted("payback after 18 months", (), "1.5 years")
('7 %', '18 months')
>>> jotted("37B of 671B", (), "5.5%"), jotted("(0, C/W)", (), "B > C/W")
('37/671', 'B < C/W')
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.words.lexicon import ALTERS, SCALES, TURNS
from symroof.checking.words.numerals import FEW, NUMBER, counted
from symroof.checking.words.remarks import UNKNOWN_MEASURE
from symroof.reading.measures import KIND, UNITS

MAX_TEXT = 300
_STRUCK = re.compile(r"~~(?=\S)[^~]+(?<=\S)~~|<(?P<tag>del|s|strike)>[^<>]*</(?P=tag)>|\\(?:sout|cancel)\{[^{}]*\}")
_ELEMENTWISE = re.compile(r"(?<=[\w)\]])\.(?=(?:\*(?!\*)|[/^])\s*[\w(.])")
_IN_BRACKETS = re.compile(r"(?<=\d)\s*\[\s*(?P<unit>[A-Za-zµ%][A-Za-zµ/]*)\s*\]")
_LABEL = re.compile(r"(?P<name>[A-Z][A-Z\d]{1,3}):\s+(?=[^:;,=<>]*[*/·×][^:;,=<>]*\Z)")
_NO_LABEL = {"NOT", "NO", "YES", "IF", "OR", "AND", "FWD", "BWD", "MAX", "MIN", "PER"}
_SET_AGAINST = re.compile(r"[A-Za-z][\w-]{2,}:\s+(?=\S[^:]*\s(?:instead\s+of|rather\s+than)\s)", re.I)
_VERSUS = re.compile(r"[A-Za-z][\w.-]*\s+(?:vs\.?|versus|against)\s+[A-Za-z][\w.-]*\s*:\s+(?=\S)", re.I)
_OVER_A_LINK = re.compile(  # ..., and that goes over a link of W
    r"(?:\s+bytes)?,?\s+(?:and\s+)?(?:that|this|which|it|they)\s+(?:all\s+)?(?:go(?:es)?|travels?|moves?|pass(?:es)?|(?:is|are)\s+(?:sent|moved)|(?:has|have)\s+to\s+go)\s+"
    r"(?:over|through|across)\s+(?:an?|the|one)\s+(?:link|wire|network|channel|bus|port|pipe)\s+(?:of|at|with)\s+(?:bandwidth\s+|rate\s+|speed\s+)?(?P<rate>[A-Z]\w*)"
)
_ANOTHER = re.compile(
    rf"(?:another|an?\s+(?:further|additional|extra)|further|additional)\s+(?P<n>{NUMBER})\s*(?:%|percent|per\s+cent)",
    re.I,
)
_SHARE = re.compile(rf"\s*{NUMBER}\s*(?:%|percent)\s*")
_PAYBACK = re.compile(
    r"(?:the\s+)?(?:pay-?back|break-?even|amorti[sz]ation)(?:\s+(?:time|period|point))?\s*(?:is|comes|is\s+reached|of|:)?\s*"
    rf"(?:after|in)\s+(?=(?:about\s+|around\s+|~\s?|≈\s?)?{NUMBER}\s?(?P<unit>[a-z]+)\Z)",
    re.I,
)
_A_TIME = re.compile(r"\d\)?\s*(?:[munµ]?s|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?)\s*\Z")
_APIECE = re.compile(r"(?<=\d)\s?(?:EA|ea|PCS?|pcs?|pieces)\.?\Z")
_THINGS = re.compile(rf"\s*{NUMBER}\s*(?P<noun>[A-Za-z]+)\s*")
_ANY = re.compile(r"(?:for\s+)?(?:any|all|every)\s+(?=[A-Za-z]\w*\s*(?:[<>≤≥]|\\[lg]))", re.I)
_MORE = re.compile(rf"(?P<n>{NUMBER})\s*(?:[x×]|times)\s+more\s+(?P<how>slow|fast|quick)(?:ly)?\b", re.I)
_TIMES_THE = re.compile(
    rf"(?<![\w.])(?P<n>{NUMBER})\s?[x×]\s+the\s+(?:cost|work|compute|time|data|traffic|memory|size|price|power|energy|flops|bytes)[.!]*\Z",
    re.I,
)
_AVERAGED = re.compile(  # a rate is that rate
    r"(?<=ps|/s)\s+averaged\s+over\s+(?:the|an?)\s+(?:whole\s+)?(?:minute|hour|day|week|month|year)[.!]*\Z"
)
_MULTIPLE = re.compile(rf"\s*{NUMBER}\s?[x×]\s*")
_HALVED = re.compile(
    r"(?:the\s+|our\s+|its\s+)?(?:(?P<speed>fps|throughput|speed|performance)|(?:run\s?)?time|latency|duration)\s+(?:drops|falls|sinks|goes\s+down)\s+"
    r"to\s+(?:a\s+|one\s+)?(?P<part>half|third|quarter)[.!]*",
    re.I,
)
_PARTS = {"half": 2, "third": 3, "quarter": 4}
_COMPARED = re.compile(rf"\s*{NUMBER}\s?[x×]\s+(?:faster|slower)\s*")
_FRACTION = re.compile(r"\s*(?:\d[\d.]*\s*/\s*\d[\d.]*|0?\.\d+)\s*")
_DIVIDED = re.compile(r"[÷/]\s?(?P<n>\d+)")
_OF = re.compile(
    rf"(?P<x>{NUMBER})\s?(?P<u>[A-Za-z]+)\s+(?:out\s+)?of\s+(?:the\s+)?(?P<y>{NUMBER})\s?(?P<v>[A-Za-z]+)(?:\s+[a-z]+)?"
)
_SO_MUCH = rf"(?:{NUMBER}|one|an?|half(?:\s+an)?|{FEW})"
_OUT_OF_EVERY = re.compile(  # 30 minutes out of every two hours, 15 minutes of every hour
    rf"(?<![\w.,/$])(?P<x>{_SO_MUCH})\s?(?P<u>[A-Za-zµ]+)\s+(?:(?:out\s+)?of\s+(?:every|each)|in\s+(?:every|each)|out\s+of(?:\s+the)?|of\s+the(?=\s+\d)|every)\s+"
    rf"(?:(?P<y>{_SO_MUCH})\s?)?(?P<v>[A-Za-zµ]+)(?![\w/])",
    re.I,
)
_INTERVAL = re.compile(r"(?P<l>[\[(])\s*(?P<low>[^,;<>=]+?)\s*,\s*(?P<high>[^,;<>=]+?)\s*(?P<r>[\])])")
_INFINITE = re.compile(r"\+?\s*(?:∞|oo|inf(?:inity)?|\\infty)")
_BOUND = re.compile(r"\s*(?P<name>[A-Za-z]\w*)\s*(?:[<>]=?|≤|≥)\s*[^<>=≤≥]+")
_NO_NEVER = re.compile(r"(?:no|nope|nah)\s*[,.;:!–-]+\s*(?=(?:(?:it|this|that|we)\s[^,;\d]*)?\bnever\b)", re.I)
_WITHOUT = re.compile(r"(?<![\w/])w/o\s+(?=[A-Za-z])")
_WITH = re.compile(r"(?<![\w/])w/\s?(?!o\b)(?=[A-Za-z]{2})(?P<what>[\w -]*?)(?P<mark>:?)(?=\s|\Z|,)")
_BY_FACTOR = re.compile(rf"\bby\s+(?:the\s+)?factor\s+(?:of\s+)?(?={NUMBER}\W*\Z)", re.I)
_A_STATE = re.compile(  # behind a share of things: 8/10 usable
    r"(?P<share>\d+\s?/\s?\d+)\s+(?:usable|used|utili[sz]ed|utili[sz]ation|busy|full|occupied|efficient|efficiency)\.?\Z",
    re.I,
)
_LABELLED_SHARE = re.compile(  # before a share of things: idle 3/11, bubble 27%, hit ratio 0.9
    r"\A(?:the\s+)?(?:idle(?:\s+time)?|(?:(?!no|not|one|each|half|other|old|min|max)[a-z]+\s+)?(?:bubble|overhead|waste|util(?:i[sz]ation)?\.?|eff(?:iciency)?\.?|"
    r"occupancy|share|fraction|loss|(?:hit|miss|error|loss|acceptance|success|failure)\s+ra(?:te|tio)))\s+"
    rf"(?P<share>[~≈]?\s?(?:\d+\s?/\s?\d+|{NUMBER}\s?%|0?\.\d+))[.!]*\Z",
    re.I,
)
_A_RATIO = re.compile(  # oversubscription 3.2:1
    r"\A(?:the\s+)?(?:(?:compression|oversubscription|contention|speed|price)\s+)?(?:ratio(?:\s+(?:is|of))?|oversub(?:scription|scribed)|compress(?:ion|ed)|contention)\s+"
    r"(?=\d+(?:\.\d+)?\s?(?::|to)\s?\d)",
    re.I,
)
_CHANGE = re.compile(r"\d\s?(?:%|[x×])\s+[a-z]")
_SO_MANY_TIMES = re.compile(  # 4/3x FLOPs
    r"\A(?P<n>\d+(?:\.\d+)?(?:/\d+)?)\s?[x×]\s+(?P<noun>FLOPs|flops|bytes|traffic|memory|time|latency|throughput|speed|cost|power|energy|work|compute|weights)[.!]*\Z"
)
_MESSAGES = re.compile(r"(?<=\d)(?P<gap>\s?)(?P<k>[kMG]?)msgs?(?=\s*(?:/|per\b|\Z))")
_NOT_ALLOWED = re.compile(  # we are not allowed to be down longer than 4 hours
    r"\b(?P<who>we|you|they|it)\s+(?:(?:are|is)\s+not|(?:are|is)n['’]t)\s+allowed\s+to\s+(?P<do>be\s+[a-z]+|[a-z]+)\s+(?:for\s+)?(?:longer|more)\s+than\s+(?=[~≈]?\d)",
    re.I,
)
_FRAMES = re.compile(
    r"\b(?:(?:min(?:imum)?|full|maximum)[-\s]sized?\s+|[Ee]thernet\s+)?(?:frames|packets)\b"
)  # of a network
_TEN = {"k": "e3", "M": "e6", "G": "e9", "T": "e12"}
_COUNT = re.compile(  # behind a calculation, which says what is counted: 17 bananas alone are no answer
    rf"(?P<head>.*[\dkM]\)?\s?[*/=≈].*(?:{NUMBER}|\))) (?P<noun>[a-z]{{3,}}s)"
)
#: what ends as a plural of what is counted does, and counts otherwise or nothing
_NO_COUNT = re.compile(
    r"(?:dozens?|scores?|grosses|pairs?\s|hundreds|thousands|(?:m|b|tr)illions|halves|thirds|quarters|fifths|tenths|\w+ths|percents?|points|nines|times|folds|"
    r"plus|minus|less|is|was|has|this|thus|does|versus|across|always|perhaps|besides|afterwards|upwards|onwards|orders|"
    r"ohms?|watts?|joules?|newtons?|pascals?|kelvins?|degrees|tons?|tonnes|ounces|yards|acres|gallons|pints|barrels|knots|lumens|bauds?|bels|decibels|"
    r"miles|cents|dollars|euros|francs|yens|rupees|bits|nats|octets|nibbles|words|angstroms|microns|centuries|fortnights|moles|hertz|\w+(?:bytes|bits|meters|metres|grams|seconds|watts|hertz|volts|amps|amperes))\Z",
    re.I,
)
_BARE = re.compile(r"[\d\s.,*/^()+-]*(?:(?:log2|log10|ln|log|sqrt|ceil|floor)\([\d\s.,*/^()+e-]*\)[\d\s.*/^()+-]*)?")


_RESULT_OF = re.compile(  # 2 × 15 ms = 30 ms RTT, of which it is
    rf"(?P<head>[^<>≤≥]*[=≈]\s*[~≈]?{NUMBER}\s*(?P<unit>[A-Za-zµ][A-Za-zµ/]*))\s+(?!(?:AND|OFF|LATE|EARLY|ONLY)\b)(?P<word>[A-Z]{{2,6}}\d?)"
)


def jotted(text: str, asked: Collection[str] = (), expected: object = "") -> str:
    """The text as it is read elsewhere."""
    if len(text) > MAX_TEXT:
        return text
    wanted = expected if isinstance(expected, str) else ""
    plain = out = text.strip()
    out = _in_signs(out, asked)
    out = _without_labels(out, asked, wanted)
    out = _of_things(out, asked, wanted)
    out = _compared(out, wanted)
    out = _bounded(out, wanted)
    return out if out != plain else text


def _in_signs(text: str, asked: Collection[str]) -> str:
    """Without what is struck out, element by element as once, units without their brackets."""
    if (left := _STRUCK.sub(" ", text).strip()) != text and re.search(r"\w", left):
        text = left
    text = _AVERAGED.sub("", _ELEMENTWISE.sub("", text))
    text = _NOT_ALLOWED.sub(r"\g<who> may \g<do> at most ", text)
    text = _OVER_A_LINK.sub(lambda m: f" divided by {m['rate']}" if m["rate"] in asked else m.group(), text)
    if "w" not in asked:
        text = _WITH.sub(lambda m: f"with {m['what']}{',' if m['mark'] else ''}", _WITHOUT.sub("without ", text))
    if not {*asked} & {*"[]"}:
        text = _IN_BRACKETS.sub(lambda m: f" {m['unit']}" if m["unit"] in UNITS else m.group(), text)
    return text


def _without_labels(text: str, asked: Collection[str], wanted: str) -> str:
    """Without the name of what a formula or a value is of."""
    if (m := _RESULT_OF.fullmatch(text)) is not None and m["unit"] in UNITS and any(UNITS[m["unit"]].dimension[:5]):
        known = m["word"] in {*asked, *UNITS} or {*m["word"]} & {*asked}
        text = text if known or any(p.search(m["word"].lower()) for p in (TURNS, SCALES, ALTERS)) else m["head"]
    m = _LABEL.match(text)
    if m is not None and m["name"] not in _NO_LABEL and not {m["name"], *m["name"]} & {*asked} - {*wanted}:
        text = text[m.end() :]
    text = next((text[m.end() :] for p in (_SET_AGAINST, _VERSUS) if (m := p.match(text)) is not None), text)
    if (another := _ANOTHER.fullmatch(text)) is not None and _SHARE.fullmatch(wanted):
        return f"{another['n']} %"
    pays = _PAYBACK.match(text) if _A_TIME.search(wanted) else None
    return text[pays.end() :] if pays is not None and _A_TIME.search(f"1 {pays['unit']}") else text


def _of_things(text: str, asked: Collection[str], wanted: str) -> str:
    """Things counted by other words: so many each, messages, a noun behind what a bare number is expected for."""
    if "message" in wanted:
        text = _MESSAGES.sub(r"\g<gap>\g<k>messages", text)
    if "packet" in wanted:
        text = _FRAMES.sub("packets", text)
    things = _THINGS.fullmatch(wanted)
    if things is not None and things["noun"] not in UNITS:  # 9.3 Gbases for 93e9 bases
        text = re.sub(
            rf"(?<=\d)\s?(?P<k>[kMGT]){re.escape(things['noun'])}\b", lambda m: f"{_TEN[m['k']]} {things['noun']}", text
        )
    if things is not None and KIND.get(things["noun"]) and not {"EA", "E", "A"} & {*asked}:
        text = _APIECE.sub(f" {things['noun']}", text)
    elif re.fullmatch(NUMBER, wanted.strip()):
        text = _APIECE.sub("", text)
    count = _COUNT.fullmatch(text) if wanted and (_BARE.fullmatch(wanted) or _counts(wanted)) else None
    head = "" if count is None else re.sub(r"(?<=\d)[kM](?![A-Za-z])", "", re.sub("[=≈~]", "+", count["head"]))
    if count is None or count["noun"] in {*asked, *UNITS} or not _BARE.fullmatch(head):
        return text
    unknown = _NO_COUNT.match(count["noun"]) or UNKNOWN_MEASURE.match(count["noun"])
    return text if unknown else count["head"]


def _leaves(share: str, wanted: str) -> bool:
    """Whether a share is what the one that is wanted leaves, so that it may be of the other side: idle 8/11 for 3/11.

    >>> _leaves("8/11", "3/11"), _leaves("3/11", "3/11"), _leaves("73%", "0.27")
    (True, False, True)
    """
    one, other = (_part(x) for x in (share, wanted))
    return one is not None and other is not None and one != other and abs(one + other - 1) <= Fraction(1, 200)


def _part(text: str) -> Fraction | None:
    """A share in figures; None for anything else."""
    m = re.fullmatch(r"\s*[~≈]?\s?(?P<n>\d*\.?\d+)\s?(?:(?P<hundreds>%|percent)|/\s?(?P<by>0*[1-9]\d*))?\s*", text)
    return None if m is None else Fraction(m["n"]) / (100 if m["hundreds"] else int(m["by"] or 1))


def _counts(wanted: str) -> bool:
    """Whether a formula counts things: a product of sizes and whole numbers, or half of one; no rate is in it."""
    return re.fullmatch(r"[NMKPnmkp\d\s*/()^+-]+", wanted) is not None


def _compared(text: str, wanted: str) -> str:
    """Multiples and shares: 3 times more slow, 16x the cost, drops to half, 37B of 671B, ÷8."""
    if "%" in wanted or _FRACTION.fullmatch(wanted):
        text = _OUT_OF_EVERY.sub(_in_parts, text)
    text = _MORE.sub(lambda m: f"{m['n']}x {'slower' if m['how'].lower() == 'slow' else 'faster'}", text)
    if _CHANGE.search(wanted):
        text = _SO_MANY_TIMES.sub(r"\g<n>x the \g<noun>", text)
    text = _A_RATIO.sub("", text) if re.fullmatch(r"\s*[\d./:\s]+(?:x(?:\s+(?:smaller|less))?)?\s*", wanted) else text
    text = _BY_FACTOR.sub("by a factor of ", text)
    if _MULTIPLE.fullmatch(wanted):
        text = _TIMES_THE.sub(r"\g<n>x", text)
    if (m := _HALVED.fullmatch(text)) is not None and _COMPARED.fullmatch(wanted):
        return f"{_PARTS[m['part'].lower()]}x {'slower' if m['speed'] else 'faster'}"
    if _FRACTION.fullmatch(wanted) or _SHARE.fullmatch(wanted):
        text = _DIVIDED.sub(r"1/\g<n>", text, count=1) if _DIVIDED.match(text) else text
        text = _A_STATE.sub(r"\g<share>", text)
        text = _LABELLED_SHARE.sub(lambda m: m.group() if _leaves(m["share"], wanted) else m["share"], text)
        m = _OF.fullmatch(text)
        if m is not None and m["u"] == m["v"]:
            return f"{m['x']}/{m['y']}"
        if m is not None and all(w in UNITS for w in (m["u"], m["v"])):
            return f"({m['x']} {m['u']})/({m['y']} {m['v']})"
    return text


def _in_parts(m: re.Match[str]) -> str:
    """A share that is told as so much of so much, in percent; as it was where the two are no amounts of one kind.

    >>> [_OUT_OF_EVERY.sub(_in_parts, t) for t in ("30 minutes out of every two hours", "20 GB of every 80 GB")]
    ['25%', '25%']
    >>> _OUT_OF_EVERY.sub(_in_parts, "two tokens every second"), _OUT_OF_EVERY.sub(_in_parts, "1 hour of every 3 hours")
    ('two tokens every second', '1/3')
    """
    if m["u"] not in UNITS or m["v"] not in UNITS or not any(UNITS[m["u"]].dimension[:5]):
        return m.group()
    one, other = UNITS[m["u"]], UNITS[m["v"]]
    x, y = _so_much(m["x"]), _so_much(m["y"] or "1")
    if one.dimension != other.dimension or x is None or not y:
        return m.group()
    share = x * one.scale / (y * other.scale)
    hundreds = 100 * share
    if not 0 < share < 1:
        return m.group()
    return f"{float(hundreds):g}%" if (1000 * hundreds).denominator == 1 else f"{share.numerator}/{share.denominator}"


def _so_much(text: str) -> Fraction | None:
    """A number in figures or in words, a half and an article among them."""
    plain = text.lower().strip()
    if plain in ("a", "an", "one"):
        return Fraction(1)
    if plain.startswith("half"):
        return Fraction(1, 2)
    told = counted(plain).replace(",", "").replace("−", "-")
    return Fraction(told) if re.fullmatch(r"\d+(?:\.\d+)?", told) else None


def _bounded(text: str, wanted: str) -> str:
    """A bound on any such size, and an interval with one end of its own, where one bound is expected."""
    asked = _BOUND.fullmatch(wanted)
    if asked is None:
        return text
    text = _NO_NEVER.sub("", text, count=1) if _NO_NEVER.match(text) else text
    m = _INTERVAL.fullmatch(text)
    if m is None:
        return _ANY.sub("", text) if _ANY.match(text) else text
    if _INFINITE.fullmatch(m["high"]) and m["r"] == ")":
        return f"{asked['name']} {'>' if m['l'] == '(' else '>='} {m['low']}"
    if m["low"] == "0":
        return f"{asked['name']} {'<' if m['r'] == ')' else '<='} {m['high']}"
    return text


__all__ = ["jotted"]

"""What people write by custom for what is asked: 9.6 Mio., ld(n), -(-N//8), AI for I, 140/TP GB, 1 GB in 8 s.

Each is put as it is read elsewhere and says just that; what is ``expected`` tells of what it is said, ``asked`` are
the names of the question, which are no such words.

>>> customary("9,14-fach"), customary("20-fach")
('9.14x', '20x')
>>> customary("9.6 Mio. USD"), customary("ld(p)"), customary("-(-N//8)")
('9.6 million USD', 'log2(p)', 'ceil(N/8)')
>>> customary("50% overhead", (), "1.5x"), customary("1 GB in 8 s", (), "125 MB/s"), customary("divided by 2", (), "2x")
('50% more', '(1 GB)/(8 s)', '0.5x')
>>> customary("divided by 2", (), "2x less memory")
'divided by 2'
>>> customary("MNK FMAs"), customary("16 FMAs/cycle"), customary("2 FMA units"), customary("0.4 t CO2", (), "400 kg")
('MNK MACs', '16 MACs/cycle', '2 FMA units', '400 kg')
>>> customary("140/TP GB", {"TP"}, "35 GB"), customary("4*128^2*1.5 GHz", (), "98 TFLOP/s")
('(140 GB)/TP', '4*128^2*1.5e9 FLOPs/s')
>>> customary("T_mem > T_math", (), "memory-bound"), customary("T_mem < T_math", (), "memory-bound")
('memory-bound', 'compute-bound')
>>> customary("6*P*T, P = params and T = tokens", (), "6*N*D"), customary("T_math dominates", (), "compute-bound")
('6*N*D', 'compute-bound')
"""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.words.coded import coded
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.resources import INTENSITY
from symroof.reading.measures import KIND, UNITS

MAX_TEXT = 300
_DOTTED = re.compile(r"(?<=\d)\s?(?:(?P<m>mio)|mrd)\.(?=\s|\Z)", re.I)  # 9.6 Mio. USD
_BINARY_LOG = re.compile(r"(?<![\w\\.])l[db]\s?(?=\()|(?<![\w\\.])ld\s(?=[A-Za-z](?![a-z]))")
_LOG_TO = re.compile(  # to a base that is a symbol or a number: \log_{B} N, log_10(n)
    r"\\?log_\{?(?P<base>(?!2(?!\d))\d{1,2}|[A-Za-z](?![A-Za-z]))\}?\s?(?:\((?P<of>[^()]*)\)|\{?(?P<one>(?<=[\s}])[A-Za-z](?![A-Za-z])|\d+)\}?)"
)
_TERM = r"(?:[A-Za-z]\w*|\d+|\([^()]*\))"
_CEILING = re.compile(rf"(?<![\w.)])-\s?\(\s?-\s?(?P<x>{_TERM})\s?//\s?(?P<y>{_TERM})\s?\)")
_ROUNDED_UP = re.compile(r"\((?P<x>[A-Za-z]\w*)\s?\+\s?(?P<k>\d+)\)\s?//\s?(?P<y>\d+)(?![\w.])")
_ALSO_UP = re.compile(r"\((?P<x>[A-Za-z]\w*)\s?\+\s?(?P<y>[A-Za-z]\w*)\s?-\s?1\)\s?//\s?(?P=y)(?![\w.])")
_FOLD = re.compile(r"(?<![\w.,])(?P<n>\d+)(?:,(?P<d>\d+))?\s?-?fach(?:e[nrs]?)?\b")  # 9,14-fach
_MULTIPLE = re.compile(
    rf"\s*{NUMBER}\s?(?:[x×](?![\w(])|times\b|%\s+(?:more|longer|less|fewer|shorter|faster|slower)\b)"
)
_A_MULTIPLE = re.compile(rf"\s*[~≈]?\s?{NUMBER}\s?[x×]\s*")
_SO_MANY = re.compile(
    r"(?P<led>(?:(?:so|thus|hence|we|i|get|it|that|the|an?|speed-?up|factor|ratio|is|of|gives?|about|around|roughly|approx(?:imately)?|nearly|"
    rf"almost|ca|some)\b\.?\s*+|[~≈=:]\s*+)*+)(?P<n>{NUMBER})\s?[x×][.!]?",
    re.I,
)
_OVERHEAD = re.compile(
    rf"(?:an?\s+)?(?P<x>{NUMBER})\s?[x×]\s+overhead|(?:an?\s+)?(?P<n>{NUMBER})\s?(?:%|percent)\s+(?:of\s+)?overhead|"
    rf"(?:an?\s+)?overhead\s+(?:of\s+)?(?P<m>{NUMBER})\s?(?:%|percent)",
    re.I,
)
_SCALED = re.compile(rf"(?:it(?:'s|\s+is)\s+)?(?:(?P<by>multiplied)|divided)\s+by\s+(?P<n>{NUMBER})", re.I)
_LAST_UNIT = re.compile(r"(?<=[\d)])\s*(?P<unit>[A-Za-zµ$]+(?:\s?/\s?\w+|\s+per\s+\w+)?)\s*\Z")
_IN_A_TIME = re.compile(
    rf"(?P<q>{NUMBER}\s?[A-Za-z]+)\s+(?:in|within|every)\s+(?P<t>{NUMBER}\s?(?P<unit>[A-Za-zµ]+))", re.I
)
_UNIT_BEHIND = re.compile(rf"(?P<n>{NUMBER})\s?/\s?(?P<name>[A-Za-z]\w*)\s+(?P<unit>[A-Za-z]{{2,}}(?:/s)?)")
_CLOCKED = re.compile(r"(?=.*[*×·x])(?P<f>[\d\s.*×·x²³^()]+?)\s?(?P<p>[MGk])Hz(?P<rest>[\d\s.*×·x²³^()]*)")
_CYCLES = {"k": "e3", "M": "e6", "G": "e9"}
_OF_THINGS = re.compile(r"(?P<f>\d[\d\s.,]*(?P<noun>[A-Za-z]+)\s*(?:[*×·]|x(?=\s))\s*\d+)\s*(?P<rest>[=≈]\s*\d[\d,]*)")
_LIMITING = (
    r"(?:dominates?|wins|prevails|limits?(?:\s+(?:us|it))?|"
    r"is\s+(?:the\s+)?(?:larger|longer|bigger|slower|greater)(?:\s+(?:one|term|of\s+the\s+two))?)"
)
_LARGER_TIME = re.compile(
    rf"(?:the\s+)?T_\{{?(?:(?P<math>math|comp|compute|flops?)|(?P<net>comms?|ici|net|network)|mem|memory|hbm|load|io)\}}?\s+{_LIMITING}",
    re.I,
)
_SIDE_OF_TIME = (
    r"T_?\{{?(?:(?P<math{0}>math|comp|compute|flops?)|(?P<net{0}>comms?|ici|net|network)|mem|memory|hbm|load|io)\}}?"
)
_LARGER_OF_TWO = re.compile(  # T_mem > T_math: the longer of the two is the limit
    rf"{_SIDE_OF_TIME.format(1)}\s*(?P<rel>[<>≪≫]|<<|>>)\s*{_SIDE_OF_TIME.format(2)}", re.I
)
_RIDGE = r"(?:(?:the\s+)?(?:ridge(?:\s+point)?|machine\s+balance|balance)|C/W)"
_OF_THE_RIDGE = re.compile(
    rf"(?:(?P<mine>{INTENSITY})|{_RIDGE})\s*(?P<rel>[<>≪≫]|<<|>>)\s*(?(mine){_RIDGE}|{INTENSITY})", re.I
)
_NETWORK = re.compile(r"comm|network|ici\b|link", re.I)
_ALIAS = {"B": "batch(?:[\\s_-]?size)?|bsz|bs", "I": "AI|OI|(?:arithmetic|operational)\\s+intensity|intensity"}
_BOUNDED = re.compile(r"\s*(?P<name>[A-Za-z])\s*(?:[<>]=?|≤|≥)\s*[\d(]")
_BOUNDS = r"(?:at\s+(?:most|least)|above|below|over|under|up\s+to|exceeds?|must|has\s+to|is|stays?|more|less)\b"
_ONWARDS = (
    r"(?:and|or)\s+(?:up|upwards?|above|more|over|higher|larger|greater|down|below|less|fewer|under|lower|smaller)\b"
)
_SO_MANY_LAST = re.compile(  # 2 frames of latency (33 ms), where 2/60 s is expected
    rf"(?:about\s+)?(?P<n>\d{{1,4}})\s+(?P<thing>[a-z]+)(?:\s+of\s+[a-z]+)?\s*(?:\((?P<in>[~≈]?\s?{NUMBER}\s?[A-Za-zµ]+)\)|[=≈]\s*(?P<is>{NUMBER}\s?[A-Za-zµ]+))"
)
_FMAS = re.compile(  # 2 FLOPs each: MNK FMAs, 16 FMAs/cycle; FMA units are things
    r"(?<=[\w)\]])\s*\b(?P<p>[kMGTP]?)(?:FMAs?|(?:fused\s+)?multiply-adds?)(?=\s*(?:\Z|/|per\b|=|,))"
)
#: kilograms of a unit of mass, of which only the t is a symbol, too
_MASSES = {"mg": -6, "g": -3, "kg": 0, "t": 3, "tonne": 3, "tonnes": 3, "kt": 6, "Mt": 9}
_MASS = "|".join(sorted(_MASSES, key=len, reverse=True))
_GAS = (
    r"(?:\s+(?:of\s+)?(?:CO2|CO₂|carbon(?:\s+dioxide)?|NOx|SO2|H2O|water|methane|CH4)"
    r"(?:[-\s]?eq?(?:uiv(?:alents?)?)?)?)"
)
_OF_MASS = re.compile(rf"\s*(?:{NUMBER}|[\d\s.*/e+-]*)\s?(?P<unit>{_MASS}){_GAS}?\s*")
_SO_HEAVY = re.compile(
    rf"(?P<n>{NUMBER})\s?(?P<unit>{_MASS})(?![\w^(]){_GAS}?(?=\s*(?:\Z|[/*×·x=,;)+≈-]|per\b|a\b|in\b))"
)
_TIMES_OF = {  # how many of the smaller there are in the larger, as people multiply by it: 20 days × 24 h
    ("week", "day"): 7, ("week", "h"): 168, ("day", "h"): 24, ("day", "min"): 1440, ("day", "s"): 86400,
    ("h", "min"): 60, ("h", "s"): 3600, ("min", "s"): 60, ("year", "day"): 365, ("year", "h"): 8760,
    ("year", "month"): 12, ("year", "week"): 52, ("month", "day"): 30,
}  # fmt: skip
_SPAN = {
    **dict.fromkeys(("year", "years", "yr"), "year"), **dict.fromkeys(("month", "months"), "month"),
    **dict.fromkeys(("week", "weeks"), "week"), **dict.fromkeys(("day", "days", "d"), "day"),
    **dict.fromkeys(("hour", "hours", "hr", "hrs", "h"), "h"), **dict.fromkeys(("minute", "minutes", "min"), "min"),
    **dict.fromkeys(("second", "seconds", "sec", "s"), "s"),
}  # fmt: skip
_SO_MANY_A_DAY = re.compile(
    rf"(?P<head>(?<![\w.]){NUMBER}\s?(?P<long>years?|yr|months?|weeks?|days?|d|hours?|hrs?|h|minutes?|min)(?:/[a-z]+)?\s*[*×·x]\s*)"
    r"(?P<n>\d[\d,]*)\s?(?P<short>months?|weeks?|days?|d|hours?|hrs?|h|minutes?|min|seconds?|sec|s)(?=\s*(?:[*×·x]\s|=|≈|\Z))"
)
_COUNTS = {"params": "N", "parameters": "N", "weights": "N", "tokens": "D"}
_MANY = r"(?:the\s+)?(?:(?:number|amount|count)\s+of\s+|#\s?)?(?:the\s+)?(?:model\s+|training\s+)?"
_ITEM = rf"(?P<{{0}}>[A-Za-z])\s*(?:=|:|is|are|for)\s*{_MANY}(?P<w{{0}}>{'|'.join(_COUNTS)})"
_LEGEND = re.compile(
    rf"\s*(?:[,;:]|\(|\bwhere\b|\bwith\b|\bfor\b)+\s*(?:where\s+|with\s+)?{_ITEM.format('a')}\s*(?:,|;|and|&)+\s*{_ITEM.format('b')}\s*\)?\Z"
)
_COUNT_WORD = re.compile(r"(?<![\w\\])(?:n_|num_|N_|#\s?)?(?P<w>params|parameters|tokens)(?!\w)")


def customary(text: str, asked: Collection[str] = (), expected: object = "") -> str:
    """The text with what custom shortens written out."""
    if len(text) > MAX_TEXT:
        return text
    wanted = expected if isinstance(expected, str) else ""
    plain = out = text.strip()
    out = coded(_FOLD.sub(lambda m: f"{m['n']}{'.' if m['d'] else ''}{m['d'] or ''}x", out))
    for _ in range(2):  # 2 days × 24 h × 3600 s
        out = _SO_MANY_A_DAY.sub(lambda m: _each_time(m, asked, wanted), out)
    out = _DOTTED.sub(lambda m: " million" if m["m"] else " billion", out)
    out = _in_functions(out, asked)
    out = _of_a_ratio(out, wanted)
    out = _with_its_unit(out, asked, wanted)
    out = _by_its_name(out, asked, wanted)
    if "FMA" not in {*asked} and not re.search(r"FMA|multiply-add", wanted):
        out = _FMAS.sub(r" \g<p>MACs", out)
    out = _lasting(_weighed(out, asked, wanted), wanted)
    return out if out != plain else text


def in_times(text: str, expected: object, names: Collection[str] = ()) -> str:
    """The text with its x behind a number as the word, where a multiple is expected that x is no symbol of.

    >>> in_times("about 9x", "9.14x"), in_times("9x", "9*x"), in_times("9x", "9.14x", ["x"])
    ('about 9 times', '9x', '9x')
    """
    multiple = isinstance(expected, str) and _A_MULTIPLE.fullmatch(expected) and not {"x", "X"} & {*names}
    told = _SO_MANY.fullmatch(text.strip()) if multiple and len(text) <= MAX_TEXT else None
    return text if told is None else f"{told['led']}{told['n']} times"


def _in_functions(text: str, asked: Collection[str]) -> str:
    """Logarithms and quotients that are rounded up, as functions that are read."""
    if not {"ld", "lb"} & {*asked} and not {"l", "d"} <= {*asked}:
        text = _BINARY_LOG.sub(lambda m: "log2" if "(" in text[m.end() : m.end() + 1] else "log2 ", text)
    text = _LOG_TO.sub(_logarithm, text)
    if "//" not in text:
        return text
    text = _CEILING.sub(r"ceil(\g<x>/\g<y>)", text)
    text = _ALSO_UP.sub(r"ceil(\g<x>/\g<y>)", text)
    return _ROUNDED_UP.sub(lambda m: f"ceil({m['x']}/{m['y']})" if int(m["k"]) == int(m["y"]) - 1 else m.group(), text)


def _logarithm(m: re.Match[str]) -> str:
    """A logarithm to a base as the quotient of two."""
    of = m["of"] or m["one"]
    return f"(ln({of})/ln({m['base']}))" if of else m.group()


def _of_a_ratio(text: str, wanted: str) -> str:
    """What is said of a multiple: an overhead on top of it, what divides it."""
    if _MULTIPLE.match(wanted) is None:
        return text
    if (m := _OVERHEAD.fullmatch(text)) is not None:
        return f"{m['x']}x" if m["x"] else f"{m['n'] or m['m']}% more"
    if (m := _SCALED.fullmatch(text)) is None or not re.fullmatch(r"\d{1,9}(?:\.\d+)?", m["n"]):
        return text
    if re.search(r"[a-z]{3,}", re.sub(r"times|fold", "", wanted)):
        return text  # what is asked says of what, or in which direction, and the verb is kept
    by = Fraction(m["n"])
    if not m["by"] and by:
        return f"{(1 / Decimal(m['n'])).normalize():f}x" if (10**6 / by).denominator == 1 else text
    return f"{m['n']}x" if m["by"] else text


def _each_time(m: re.Match[str], asked: Collection[str], wanted: str) -> str:
    """A time with the smaller times in it as so many of these for each: 20 days × 24 h/day, and 20 days × 12 h.

    >>> customary("2d × 24h", {"h"}, "48 h"), customary("2d × 24h", {"d"}, "2*d")
    ('2d × 24 h/day', '2d × 24h')
    """
    long, short = _SPAN[m["long"]], _SPAN[m["short"]]
    for n in (m["long"], m["short"], long, short):  # a symbol of the key is no unit
        if re.search(rf"[*(+-]\s*{n}(?![\w(])", wanted) or (n in asked and not re.search(rf"\d\s?{n}(?!\w)", wanted)):
            return m.group()
    several = _TIMES_OF.get((long, short)) == int(m["n"].replace(",", ""))
    return f"{m['head']}{m['n']} {m['short']}/{long}" if several else m.group()


def _with_its_unit(text: str, asked: Collection[str], wanted: str) -> str:
    """Units where they belong: behind all of a quotient, as a rate, of cycles as FLOPs, of one factor alone."""
    if (m := _IN_A_TIME.fullmatch(text)) is not None and _seconds(m["unit"]) == 1 and _last_unit(wanted) == -1:
        return f"({m['q']})/({m['t']})"
    m = _UNIT_BEHIND.fullmatch(text)
    if m is not None and m["name"] in asked and m["unit"] in UNITS and any(UNITS[m["unit"]].dimension[:5]):
        theirs = re.search(rf"\d\s*{m['unit']}(?![A-Za-z])", wanted) is not None
        return f"({m['n']} {m['unit']})/{m['name']}" if theirs or m["unit"] not in asked else text
    m = _CLOCKED.fullmatch(text) if re.search(r"FLOPs?\s?/\s?s|FLOPS\s*\Z", wanted) else None
    if m is not None:
        return f"{m['f'].rstrip()}{_CYCLES[m['p']]} FLOPs/s{m['rest']}"
    m = _OF_THINGS.fullmatch(text)
    noun = re.search(r"\d\s+([A-Za-z]+)\Z", wanted.strip())
    if m is not None and noun is not None and KIND.get(m["noun"]) and KIND.get(noun[1]) not in (None, KIND[m["noun"]]):
        alone = m["f"].replace(m["noun"], "", 1)
        return f"{alone} {m['rest']}"
    return text


def _seconds(unit: str) -> int:
    """The power of seconds in a unit; 0 in what is none."""
    return (UNITS[unit].dimension or (0, 0, 0))[2] if unit in UNITS else 0


def _last_unit(text: str) -> int:
    """The power of seconds in the unit behind a number: -1 of a rate."""
    m = _LAST_UNIT.search(text)
    return _seconds(m["unit"]) if m is not None else 0


def _by_its_name(text: str, asked: Collection[str], wanted: str) -> str:
    """What the question bounds or counts, by the names that people have for it."""
    if re.search(r"[\s-]bound\b|-bound\Z", wanted) and (m := _LARGER_TIME.fullmatch(text.strip(" .!"))) is not None:
        other = wanted.strip() if m["net"] and _NETWORK.search(wanted) else "memory-bound"
        return "compute-bound" if m["math"] else other
    two = _LARGER_OF_TWO.fullmatch(text.strip(" .!")) if re.search(r"[\s-]bound\Z", wanted) else None
    if two is not None and bool(two["math1"]) != bool(two["math2"]):
        n = "1" if two["rel"][0] in ">≫" else "2"
        other = wanted.strip() if two[f"net{n}"] and _NETWORK.search(wanted) else "memory-bound"
        return "compute-bound" if two[f"math{n}"] else other
    if (side := _OF_THE_RIDGE.fullmatch(text.strip(" .!"))) is not None and re.search(r"[\s-]bound\Z", wanted):
        return "memory-bound" if (side["rel"][0] in "<≪") == bool(side["mine"]) else "compute-bound"
    if (b := _BOUNDED.match(wanted)) is not None:
        also = _ALIAS.get(b["name"])
        names = f"{also}|{b['name']}" if also else b["name"]
        text = re.sub(rf"\A(?:the\s+)?(?:{names})\s+(?:of\s+)?(?={NUMBER}\s*(?:\+\Z|{_ONWARDS}))", "", text)
        if b["name"] == "I" and not {"A", "O"} & {*asked}:
            text = re.sub(rf"(?<=\bfor\s)(?:{also})(?=\s*[<>≤≥])", "I", text)
            text = re.sub(rf"\A(?:the\s+)?(?:{also})(?=\s*(?:[<>≤≥=]|\\[lg])|\s+{_BOUNDS})", "I", text)
    names = {*re.findall(r"[A-Za-z]+", wanted)}
    return _counting(text) if names == {"N", "D"} and not {*asked} & {*_COUNTS} else text


def _lasting(text: str, wanted: str) -> str:
    """How long so many things last, alone, where their number is a factor of what is expected, and a unit is asked.

    >>> _lasting("2 frames of latency (33 ms)", "2/60 s"), _lasting("3 frames (33 ms)", "2/60 s")
    ('33 ms', '3 frames (33 ms)')
    """
    m = _SO_MANY_LAST.fullmatch(text)
    if m is None or KIND.get(m["thing"]) is None or not _last_unit(wanted):
        return text
    factor = re.search(rf"(?<![\d.]){m['n']}(?![\d.])\s*[*/×]", wanted)
    return (m["in"] or m["is"]) if factor is not None else text


def _weighed(text: str, asked: Collection[str], wanted: str) -> str:
    """Masses in the unit of mass that is expected, with the gas that they are of left out: 400 t CO2 for 400 tonnes.

    >>> _weighed("400 t CO2", (), "400 tonnes"), _weighed("400 kg", (), "0.4 t"), _weighed("0.4 kg/kWh", (), "4 t")
    ('400 tonnes', '0.4 t', '0.0004 t/kWh')
    >>> _weighed("400 t", (), "400*t"), _weighed("400 t", (), "400 s")
    ('400 t', '400 t')
    """
    m = _OF_MASS.fullmatch(wanted)
    if m is None or {*_MASSES} & ({*asked} - {m["unit"]}):
        return text
    unit, power = m["unit"], _MASSES[m["unit"]]

    def told(w: re.Match[str]) -> str:
        n = Decimal(w["n"].replace(",", "").replace("−", "-")).scaleb(_MASSES[w["unit"]] - power)
        return f"{w['n'] if _MASSES[w['unit']] == power else format(n.normalize(), 'f')} {unit}"

    return _SO_HEAVY.sub(told, text)


def _counting(text: str) -> str:
    """A formula in the words or the letters for parameters and tokens, in N and D, by which they go."""
    if (m := _LEGEND.search(text)) is not None and m["wa"] != m["wb"] and m["a"] != m["b"]:
        named = {m["a"]: _COUNTS[m["wa"]], m["b"]: _COUNTS[m["wb"]]}
        text = re.sub(r"[A-Za-z]+", lambda w: "".join(named.get(c, c) for c in w.group()), text[: m.start()])
    if re.search(r"[*×·/^]", text) and not re.search(r"(?<![\w])[ND](?!\w)", text):
        text = _COUNT_WORD.sub(lambda m: _COUNTS[m["w"]], text)
    return text


__all__ = ["customary", "in_times"]

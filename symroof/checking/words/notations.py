"""How countries, trades and machines write a number: 12,50,000, 2 crore, 0x1000, 1 << 20, 1.5d-3, 1h15m30s, five nines.

Each is put as it is read elsewhere, and says just that, whatever is expected; what is ``expected`` tells only of what
it is said where a sign has several uses (' of minutes or of feet, bp of a share), and which letters are symbols.

>>> notated("12,50,000"), notated("0x1000"), notated("1 << 20 bytes"), notated("1,20,300", (), "1, 20, 300")
('1250000', '4096', '1048576 bytes', '1,20,300')
>>> notated("1.5d-3 s"), notated("1.D0"), notated("1.5d-3", {"d"}), notated("2d-3h"), notated("2.5d")
('1.5e-3 s', '1.e0', '1.5d-3', '2d-3h', '2.5d')
>>> notated("1h15m30s"), notated("PT1H30M"), notated("00:01:30.5"), notated("90'", (), "1.5 h")
('4530 s', '90 min', '90.5 s', '90 min')
>>> notated("five nines"), notated("25 basis points"), notated("5 per mille"), notated("500 ppb")
('99.999%', '0.25%', '5 ‰', '500e-9')
>>> notated("B ∈ ]120; 500["), notated("10GbE", (), "10 Gbit/s"), notated("10GbE", (), "1.25 GB/s")
('B ∈ (120, 500)', '10 Gbit/s', '10GbE')
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from decimal import Decimal
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims.claims import claim, constant
from symroof.checking.words.lexicon import AGAIN, AGAINST, TURNS
from symroof.checking.words.numerals import FEW, NUMBER, counted
from symroof.errors import SymroofError
from symroof.reading.measures import KIND

MAX_TEXT = 300
_LIST = re.compile(r"\d\s*[,;]\s+\d|[(\[{][^)\]}]*\d,\d")
_INDIAN = re.compile(r"(?<![\w.,])\d{1,2}(?:,\d{2})+,\d{3}(?![\d,])")
_PREFIXED = re.compile(
    r"(?<![\w.])0(?:[xX](?P<hex>[0-9A-Fa-f_]{3,16}|(?=\d?[A-Fa-f])[0-9A-Fa-f]{1,2})|[bB](?P<bin>[01_]{3,64})|"
    r"[oO](?P<oct>[0-7_]{3,22}))(?![\w.])"
)
_FORTRAN = re.compile(r"(?<![\w.])(?P<n>\d+\.\d*|\.\d+|\d+(?=[dD][+-]))[dD](?P<p>[+-]?\d{1,3})(?![\w.])")
_DAYS = re.compile(r"\d\s*(?:d|days?|weeks?|wks?)\b")
_SHIFT = re.compile(r"(?<![\w.<>*/^+-])(?P<n>\d{1,9})\s*(?P<by><<|>>)\s*(?P<k>\d{1,2})(?![\w.<>*/^])")
_SHIFT_ELSEWHERE = re.compile(r"<<|>>|≪|≫")
#: words for so many, in the words that are read; cr, mn and mill may be symbols
_SCALED = {
    "cr": "crore", "mn": "million", "mill": "million", "tsd": "thousand", "millionen": "million",
    "milliarden": "billion", "milliarde": "billion", "milliards": "billion", "milliard": "billion",
}  # fmt: skip
_NOUNS = "|".join(sorted(KIND, key=len, reverse=True))
_SCALE = re.compile(
    rf"(?<=\d)\s*(?:({'|'.join(sorted(_SCALED, key=len, reverse=True))})\b\.?)(?!\s*[(*/^])(?!\s*(?!(?:{_NOUNS})\b)\w)",
    re.I,
)
_MM = re.compile(r"(?<=\d)\s?MM(?=\s*\Z)")  # of bankers
_LONG = ("w", "d", "h", "m", "s")
_SECONDS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
_UNIT = {"w": "weeks", "d": "days", "h": "hours", "m": "min", "s": "s"}
_RUN = re.compile(r"(?:(?P<d>\d+)d)?(?:(?P<h>\d+)h)?(?:(?P<m>\d+)m)?(?:(?P<s>\d+(?:\.\d+)?)s)?")
_ISO = re.compile(r"P(?:(?P<w>\d+)W)?(?:(?P<d>\d+)D)?(?:T(?:(?P<h>\d+)H)?(?:(?P<m>\d+)M)?(?:(?P<s>\d+(?:\.\d+)?)S)?)?")
_CLOCK = re.compile(r"(?P<h>\d{1,3}):(?P<m>[0-5]\d):(?P<s>[0-5]\d\.\d{1,9})")
_PRIMES = re.compile(r"(?P<m>\d+)\s?['′](?:\s?(?P<s>[0-5]?\d(?:\.\d+)?)\s?(?:\"|″|''))?")
_YEARS = re.compile(
    rf"(?P<y>\d{{1,3}}|an?|{FEW}|one)\s+years?,?\s+(?:and\s+)?(?P<m>\d{{1,2}}|{FEW}|one|a)\s+months?", re.I
)
_ABOUT = re.compile(r"(?:about|around|roughly|approximately|approx\.?|ca?\.)\s+|[~≈]\s?", re.I)
_MINUTES = re.compile(r"(?P<m>\d+(?:\.\d+)?)m")  # where milliseconds are out of the question
_LONG_TIME = re.compile(r"\d\s*(?:min|minutes?|h|hours?|days?)\s*\Z")
_A_TIME = re.compile(r"\d\s*(?:[munµ]?s|secs?|seconds?|min|minutes?|h|hours?|days?)\s*\Z")
_BITS_A_SECOND = re.compile(r"\d\s*[kMGT]?(?:bits?\s*/\s*s|bits?\s+per\s+s\w*|b/s|bps)\b")
_ETHERNET = re.compile(
    r"(?<=\d)\s?(?:GbE|GigE|(?-i:gigabit(?!s))(?:\s+ethernet)?)\b(?:\s+(?:links?|ports?|NICs?|cables?))?(?=\s*(?:\Z|[=≈,;+)(]))"
)
_KBYTE = re.compile(r"(?<=\d)\s?([kKMGT])[Bb]yte(?:s)?(?=/|\s*\Z)")
_PIXELS = re.compile(r"(?<=\d)\s?(?P<many>[kM]?)(?:px|(?<=M)P|pix)\b")
_PER_PIXEL = re.compile(r"(?<=\d)\s?bpp\b")
_BAUD = re.compile(r"(?<=\d)\s?([kM]?)Bd\b")
_POINTS = re.compile(rf"({NUMBER})\s*(?:basis[\s-]points?|(?P<short>bps?|bips?))\Z", re.I)
_PER_MILLE = re.compile(r"(?<=\d)\s*(?:per\s?mil(?:le)?|promille)\b", re.I)
_PPB = re.compile(rf"\A({NUMBER})\s*ppb\Z")
_NINES = re.compile(
    r"(?P<n>\d{1,2}|[a-z]+)(?P<half>\s+and\s+a\s+half|\.5)?[\s-]+(?:nines?|9['’]?s)(?:\s+(?:of\s+)?(?:availability|uptime|reliability))?",
    re.I,
)
_FRENCH = re.compile(
    rf"(?P<left>[\[\]])\s*(?P<low>{NUMBER})\s*(?P<sep>[;,])\s*(?P<high>{NUMBER}|\+?(?:∞|oo|inf(?:inity)?|\\infty))\s*(?P<right>[\[\]])\Z"
)
_SIGNED = re.compile(r"(?P<sign>[-+−–])\s?(?P<n>\d+(?:\.\d+)?)\s?%")
_UP = ("more", "higher", "larger", "bigger", "greater", "longer")
_DOWN = ("less", "fewer", "lower", "smaller", "shorter", "cheaper")
_DIRECTION = re.compile(rf"%\s+(?:(?P<up>{'|'.join(_UP)})|(?P<down>{'|'.join(_DOWN)}))\b")
_EVERY = re.compile(r"\A(?:(?P<one>one|once|1)\s+)?every\s+(?P<time>\d[\d.]*\s*(?:[munµ]?s|min|h))\Z")
_A_RATE = re.compile(
    r"(?:\d|[a-z])\s*(?:/\s*s|per\s+second)\s*\Z|\d\s*[kM]?(?:[kMG]?Hz|fps|FPS|rps|RPS|qps|QPS|pps|IOPS)\s*\Z"
)
_EVERY_SO_OFTEN = re.compile(  # a new token shows up every 42 ms: a rate of tokens
    r"\b(?:an?|one|the\s+next)\s+(?:new\s+|single\s+)?(?P<thing>[a-z]+)\s+"
    r"(?:(?:is|gets|comes?|appears?|shows?|arrives?|leaves?|pops?|drops?|out|up|in|through|on|off|produced|generated|emitted|sent|done|finished|delivered|the|screen|line|pipeline)\s+){0,4}every\s+(?=\d)",
    re.I,
)
_UNITS_OF_TIME = r"(?:[munµ]?s|sec(?:ond)?s?|min(?:ute)?s?|h|hours?|days?|weeks?|months?|years?)"
_HOW_OFTEN = re.compile(  # a node dies every two days or so, where the time between is asked
    rf"(?P<head>[^\d<>=]*?\b)(?:once\s+)?every\s+(?P<n>\d(?:[\d.,]|\s(?=\d{{3}}\b))*|{FEW})\s+(?P<time>{_UNITS_OF_TIME})(?P<about>\s+or\s+so)?[.!]*",
    re.I,
)
_LED = re.compile(r"(?:[A-Za-z][\w'’-]*\s+){1,4}")
_IS_A_TIME = re.compile(rf"[\d\s.,*/^()+e-]*\s{_UNITS_OF_TIME}\s*")
_OR_MORE = re.compile(rf"(?<![\w-])(?P<n>{FEW})(?=\s+or\s+(?:more|fewer|less)\b)", re.I)
_SAID = {  # what is bounded, by the name that people have for it
    "T": "latency|(?:run|response|step|total|wall(?:[\\s-]clock)?)?[\\s-]?time|delay|duration",
    "rho": "utili[sz]ation", "ρ": "utili[sz]ation",
}  # fmt: skip
_BOUNDED = re.compile(r"\s*\\?(?P<name>[A-Za-zρ]+)\s*(?:[<>]=?|≤|≥)")
_PART_OF = re.compile(
    r"\A(?:question|exercise|problem|task|part|Q)\s?\d{1,2}[a-z]?\s?[:)]\s+(?=\S)", re.I
)  # which one it answers
_LABELS = re.compile(r"(?<![\w])(T_[A-Za-z]+):\s+(?=\d)")
_SHOWS = re.compile(r"\s*(?:→|->|=>|⇒|⟹)\s*(?=[A-Za-z-]+[\s-](?:bound|limited)\s*\Z)")


def notated(text: str, asked: Collection[str] = (), expected: object = "") -> str:
    """The text with its numbers, durations, intervals and functions in the notation that is read."""
    if len(text) > MAX_TEXT:
        return text
    wanted = expected if isinstance(expected, str) else ""
    plain = out = text.strip()
    out = _PART_OF.sub("", out)
    out = _in_decimal(_multiplied_out(out, wanted), asked, wanted)
    out = _lasting(out, asked, wanted)
    out = _of_trades(out, asked, wanted)
    out = _shares(out, asked, wanted)
    out = called(_interval(out), asked)
    out = _named(_concluded(out), asked, wanted)
    return out if out != plain else text


def _concluded(text: str) -> str:
    """Times by their names before the limit that they show: T_math: 4.1 ms, T_comm: 9.8 ms → comm-bound."""
    out = _LABELS.sub(r"\1 = ", text)
    return _SHOWS.sub(", so ", out) if "=" in out and not re.search(r"[<>≤≥]", _SHOWS.sub("", out)) else out


def _in_decimal(text: str, asked: Collection[str], wanted: str) -> str:
    """Numbers grouped by two, of base 16, 8 or 2, shifted or with a word for so many, in decimal digits."""
    if not _LIST.search(wanted):
        text = _INDIAN.sub(lambda m: m.group().replace(",", ""), text)
    if not {"x", "X", "b", "o"} & {*asked}:
        text = _PREFIXED.sub(_base, text)
    if not {"d", "D"} & {*asked} and not _DAYS.search(wanted):
        text = _FORTRAN.sub(r"\g<n>e\g<p>", text)
    if not _SHIFT_ELSEWHERE.search(wanted):
        text = _SHIFT.sub(
            lambda m: str(int(m["n"]) << int(m["k"]) if m["by"] == "<<" else int(m["n"]) >> int(m["k"])), text
        )
    text = text if "M" in asked else _MM.sub(" million", text)
    names = {*asked}
    return _SCALE.sub(lambda m: m.group() if {*m[1]} <= names or m[1] in names else f" {_SCALED[m[1].lower()]}", text)


_FACTORIAL = re.compile(r"(?<![\w.])(?P<n>\d{1,2})!(?!!|[A-Za-z_])(?P<more>(?=\d))?")
_OF_NUMBERS = re.compile(r"[\d\s.,*×·/()!=≈+-]+")
_MOST, _EMPHATIC = 20, Fraction(1, 5)  # of which a factorial is taken; how near an emphatic number is to what is right


def _multiplied_out(text: str, wanted: str) -> str:
    """The factorials of a calculation in figures multiplied out; a number that is only called out stays as it is.

    >>> _multiplied_out("8!", "40320"), _multiplied_out("6!/(2!*4!)", "15"), _multiplied_out("8!", "8.1")
    ('40320', '720/(2*24)', '8!')
    """
    found = [m["n"] for m in _FACTORIAL.finditer(text)]
    if not found or not _OF_NUMBERS.fullmatch(text) or any(int(n) > _MOST for n in found):
        return text
    right = _constant_of(wanted)
    called_out = _FACTORIAL.fullmatch(text) is not None and (
        right is None or abs(right - int(found[0])) <= _EMPHATIC * abs(right)
    )
    return (
        text
        if called_out
        else _FACTORIAL.sub(lambda m: f"{math.factorial(int(m['n']))}{'*' if m['more'] is not None else ''}", text)
    )


def _constant_of(wanted: str) -> Fraction | None:
    """The number that is expected; None for anything else, also a quantity."""
    try:
        made = claim(wanted, None, {})
    except SymroofError:
        return None
    return None if any(made.dimension or ()) else constant(made.value)


def _base(m: re.Match[str]) -> str:
    """A number with its base before it; of two digits 0x10 may be nought times ten, and stands as it is."""
    for name, base in (("hex", 16), ("bin", 2), ("oct", 8)):
        if m[name]:
            return str(int(m[name].replace("_", ""), base)) if m[name].strip("_") else m.group()
    return m.group()


def _lasting(text: str, asked: Collection[str], wanted: str) -> str:
    """A duration as programs (1h15m30s, PT1H30M), clocks (00:01:30.5) and sports (2'30") print it, in its last unit."""
    about = _ABOUT.match(text)
    text, said = (text[about.end() :], about.group()) if about is not None else (text, "")
    if (years := _YEARS.fullmatch(text)) is not None:
        many = [1 if (n := years[g].lower()) in ("a", "an") else int(counted(n)) for g in ("y", "m")]
        return f"{said}{12 * many[0] + many[1]} months"
    iso = _ISO.fullmatch(text) if not {"P", "T"} & {*asked} else None
    run = _RUN.fullmatch(text)
    if run is not None and not (sum(v is not None for v in run.groups()) > 2 or (run["m"] and "." in (run["s"] or ""))):
        run = None  # 2h45m is read as it stands
    primes = _MINUTES.fullmatch(text) if _LONG_TIME.search(wanted) else None
    primes = primes or _PRIMES.fullmatch(text) if _A_TIME.search(wanted) else None
    m = iso or run or _CLOCK.fullmatch(text) or primes
    told = {n: v for n, v in m.groupdict().items() if v is not None} if m is not None else {}
    if not told:
        return said + text
    last = [n for n in _LONG if n in told][-1]
    total = sum(Decimal(v) * _SECONDS[n] for n, v in told.items())
    made = Fraction(total) / _SECONDS[last]
    return f"{said}{made if made.denominator == 1 else total} {_UNIT[last]}"


def _of_trades(text: str, asked: Collection[str], wanted: str) -> str:
    """Units by the names of a trade, where what is expected is of it: links, pictures, storage, signals."""
    if _BITS_A_SECOND.search(wanted):
        text = _ETHERNET.sub(" Gbit/s", text)
    if not {"k", "M", "G", "B", "y"} <= {*asked}:
        text = _KBYTE.sub(r" \1B", text)
    if "pixel" in wanted:
        text = _PIXELS.sub(lambda m: " megapixels" if m["many"] == "M" else f"{m['many']} pixels", text)
        text = _PER_PIXEL.sub(" bits/pixel", text)
    if "baud" in wanted.lower():
        text = _BAUD.sub(r" \1baud", text)
    if re.search(r"[<>≤≥]", wanted):
        text = _OR_MORE.sub(lambda m: counted(m["n"].lower()), text)
    if (of := _EVERY_SO_OFTEN.search(text)) is not None and re.search(rf"{of['thing']}s?\s*(?:/|per\s)", wanted):
        text = f"{text[: of.start()]}one {of['thing']} every {text[of.end() :]}"
        if _LED.fullmatch(text[: of.start()]) and not _told_otherwise(text[: of.start()]):
            text = text[of.start() :]  # you get
    often = _HOW_OFTEN.fullmatch(text) if _IS_A_TIME.fullmatch(wanted) else None
    if often is not None and not _told_otherwise(re.sub(r".*\bso\b", "", often["head"], flags=re.I)):
        return f"{'about ' if often['about'] else ''}{often['n'].replace(' ', '')} {often['time']}"
    m = _EVERY.match(text) if _A_RATE.search(wanted) else None
    return f"1/({m['time']})" if m is not None else text


def _told_otherwise(text: str) -> bool:
    """Whether words deny, compare or scale what stands behind them."""
    return any(p.search(text) for p in (TURNS, AGAIN, AGAINST, _SOME_OF))


_SOME_OF = re.compile(r"\b(?:dozens?|hundreds?|thousands?|millions?|many|several|some|few|most|all|every)\b", re.I)


def _shares(text: str, asked: Collection[str], wanted: str) -> str:
    """Nines, basis points, per mille, parts in a billion, and a change with its sign, as shares."""
    if (m := _POINTS.fullmatch(text)) is not None and (not m["short"] or re.search(r"%|percent", wanted)):
        return f"{(Decimal(m[1].replace(',', '').replace('−', '-')) / 100).normalize():f}%"
    if _NINES.fullmatch(text) is not None or "%" in wanted:  # it gives us five nines of availability
        text = _NINES.sub(lambda m: _so_many_nines(m, asked), text)
    text = _told_by_a_sign(text, wanted) if _is_a_change(wanted, asked) else text
    if (m := _SIGNED.fullmatch(text)) is not None and _DIRECTION.search(wanted):
        return f"{m['n']}% {'more' if m['sign'] == '+' else 'less'}"
    return _PPB.sub(r"\1e-9", _PER_MILLE.sub(" ‰", text))


_QUANTITIES = {  # what changes, as it is written in haste
    "lat": "latency", "tput": "throughput", "thruput": "throughput", "thrput": "throughput", "perf": "performance",
    "mem": "memory", "util": "utilization", "bw": "bandwidth",
}  # fmt: skip
_USE = ("footprint", "use", "usage", "consumption")  # of what stands before it
_NO_QUANTITY = re.compile(
    r"\b(?:not|no|never|if|when|for|with|without|at|in|on|by|to|from|of|than|and|or|but|is|are|was|has|have|gets?|about|only|"
    r"half|twice|each|per|minus|plus|a|an|it|that|this|yes|either|less|more|goes|peak|error|tolerance|within|true|false)\b",
    re.I,
)
_NOUN = r"(?:(?:the|our|its)\s+)?(?P<noun>[A-Za-z]+\.?(?:\s+[a-z]+){0,2}?)"
_MEASURED = (  # which goes up or down, and is no server that is down
    r"(?:(?:the|our|its)\s+)?(?P<noun>(?:[a-z]+\s+)?(?:lat(?:ency)?|t(?:hrough)?put|(?:run)?time|speed|cost|price|mem(?:ory)?|traffic|power|energy|"
    r"bandwidth|performance|util(?:i[sz]ation)?|FLOPs|bytes|volume|size|footprint|usage))"
)
_SO_MUCH = r"(?:by\s+)?(?P<about>[~≈]?)\s?(?P<n>\d+(?:\.\d+)?)\s?(?P<kind>%|[x×])"
_ARROW = r"(?:(?P<up>[↑▲⬆])|(?P<down>[↓▼⬇]))"
_BY_SIGN = tuple(  # with blanks on both of its sides a minus subtracts
    re.compile(rf"{form}[.!]*")
    for form in (
        rf"{_NOUN}\s*:?\s*{_ARROW}\s?[-+−–]?{_SO_MUCH}",  # lat ↑ 25%
        rf"{_NOUN}\s*[:\s]\s*(?:(?P<up>\+)|(?P<down>[-−–]))(?=[\d~≈]){_SO_MUCH}",  # throughput: +25%
        rf"{_MEASURED}\s*[:\s]\s*(?:(?P<up>up)|(?P<down>down))\s+{_SO_MUCH}",  # latency down 25%
        rf"(?:(?P<up>[↑▲⬆]\s?|\+)|(?P<down>[↓▼⬇]\s?|[-−–])){_SO_MUCH}\s+(?:(?:in|on|of)\s+)?{_NOUN}",  # -25% latency
        rf"{_SO_MUCH}\s?{_ARROW}(?:\s?{_NOUN})?",  # 25% ↓ latency
        rf"{_ARROW}\s?{_SO_MUCH}(?P<noun>)",
    )
)
_BY_FACTOR = re.compile(rf"{_NOUN}\s*(?:(?P<times>[x×*])|[÷/])\s?(?P<n>\d+(?:\.\d+)?)[.!]*")  # throughput ×2, latency/2
_COMPARES = re.compile(r"\d\s?(?:%|[x×]\s)\s*[a-z]")


def _is_a_change(wanted: str, asked: Collection[str]) -> bool:
    """Whether a share, a multiple or a comparison is expected, of which no name is one of the question's."""
    told = re.search(r"\d\s?(?:%|[x×](?!\w))|\A\s*[\d.]+\s*\Z", wanted) is not None
    return told and not re.match(r"\s*[-+−]", wanted) and not {*asked} - {*re.findall(r"[A-Za-z]+", wanted)}


def _told_by_a_sign(text: str, wanted: str) -> str:
    """A change told by an arrow or a sign, in the verb that is read; with nothing that changes, as more or less.

    >>> [_told_by_a_sign(t, "2x") for t in ("lat ↑ 25%", "bytes ↓ 2x", "-25% latency", "25% ↓")]
    ['the latency increases by 25%', 'the bytes decreases by a factor of 2', 'the latency decreases by 25%', '25% less']
    >>> [_told_by_a_sign(t, "2x faster") for t in ("latency/2", "peak - 25%", "error -25%")]
    ['the latency decreases by a factor of 2', 'peak - 25%', 'error -25%']
    """
    m = next((m for form in _BY_SIGN if (m := form.fullmatch(text)) is not None), None)
    if m is None:
        return _told_by_a_factor(text, wanted)
    if not m["noun"]:
        return f"{m['n']}% {'more' if m['up'] else 'less'}" if m["kind"] == "%" else text
    by = f"{m['n']}%" if m["kind"] == "%" else f"a factor of {m['n']}"
    return _changing(m["noun"], f"{'about ' if m['about'] else ''}{by}", up=bool(m["up"])) or text


def _told_by_a_factor(text: str, wanted: str) -> str:
    """A quantity with what it is multiplied or divided by, where a comparison is expected."""
    m = _BY_FACTOR.fullmatch(text) if _COMPARES.search(wanted) else None
    n = Fraction(m["n"]) if m is not None else Fraction(0)
    if m is None or not n or len(m["noun"]) < 3:
        return text
    n = n if m["times"] else 1 / n
    told = f"{float(max(n, 1 / n)):g}"
    return _changing(m["noun"], f"a factor of {told}", up=n > 1) or text


def _changing(noun: str, by: str, *, up: bool) -> str:
    """A sentence that says by how much something changes; "" where its words are no quantity's."""
    words = [_QUANTITIES.get(w.lower().rstrip("."), w.lower()) for w in noun.split()]
    words = words[:-1] if len(words) > 1 and words[-1] in ("is", "are", "goes", "go", "went") else words
    if _NO_QUANTITY.search(" ".join(words)) or len(noun) < 2 or any(w.endswith(".") for w in words):
        return ""
    words = words[:-1] if len(words) > 1 and words[-1] in _USE else words
    return f"the {' '.join(words)} {'increases' if up else 'decreases'} by {by}"


def _so_many_nines(m: re.Match[str], asked: Collection[str]) -> str:
    """Nines as a percentage, where their number is one."""
    n = counted(m["n"].lower(), asked)
    return _nines(int(n), half=bool(m["half"])) if n.isdigit() and 1 <= int(n) <= 12 else m.group()


def _nines(n: int, *, half: bool) -> str:
    """So many nines as a percentage; three and a half are 99.95%."""
    digits = f"{'9' * n}{'5' if half else ''}".ljust(2, "0")
    return f"{digits[:2]}{'.' if len(digits) > 2 else ''}{digits[2:]}%"


def _interval(text: str) -> str:
    """An interval whose ends are turned outward where they do not belong to it, or are parted by a semicolon."""
    m = _FRENCH.search(text)
    if m is None or not (m["left"] == "]" or m["right"] == "[" or m["sep"] == ";"):
        return text
    low, high = (re.sub(r"(?<=\d),(?=\d)", ".", m[n]) if m["sep"] == ";" else m[n] for n in ("low", "high"))
    return f"{text[: m.start()]}{'[' if m['left'] == '[' else '('}{low}, {high}{']' if m['right'] == ']' else ')'}"


def _named(text: str, asked: Collection[str], wanted: str) -> str:
    """A bound on what the question calls T or rho, by what people call it: latency <= 1.5 ms, above 0.6 utilisation."""
    m = _BOUNDED.match(wanted)
    words = _SAID.get(m["name"]) if m is not None else None
    if m is None or words is None or any(re.fullmatch(words, n) for n in asked):
        return text
    name = m["name"]
    text = re.sub(
        rf"\A(?:the\s+)?(?:{words})\s*(?=[<>≤≥]|\\[lg]|(?:is\s+|stays?\s+|(?:must|should|has\s+to|needs\s+to)\s+(?:be|stay|remain)\s+)?(?:above|below|over|under|at\s+(?:least|most))\b)",
        f"{name} ",
        text,
        flags=re.I,
    )
    return re.sub(
        rf"\A((?:above|below|over|under|at\s+(?:least|most)|[<>]=?|≥|≤)\s*\d[\d.]*\s*(?:%|[munµ]?s)?)\s+(?:of\s+)?(?:{words})\Z",
        r"\1",
        text,
        flags=re.I,
    )


_CALL = re.compile(r"(?<![\w.\\])(?:(?:[mM]ath|np|numpy)\.)?(?P<name>[A-Z]{2,11}\d{0,2}|pow|int|float)\(")


def _joined(sign: str) -> Callable[[list[str]], str]:
    return lambda args: f"({sign.join(f'({a})' for a in args)})"


def _to(name: str) -> Callable[[list[str]], str]:
    """One argument; a second one that says to which multiple, or how many digits, has to be the whole one."""
    return lambda args: f"{name}({args[0]})" if len(args) == 1 or args[1:] == ["0" if name[0] == "r" else "1"] else ""


def _digits(name: str) -> Callable[[list[str]], str]:
    return lambda args: f"{name}({args[0]})" if args[1:] in ([], ["0"]) else ""


def _truncated(args: list[str]) -> str:
    """Python's int of what is whole anyway: int(80e9/2); of a quotient that is not, nothing is read."""
    try:
        value = constant(claim(args[0], None, {}).value) if len(args) == 1 else None
    except SymroofError:
        return ""
    return f"({args[0]})" if value is not None and value.denominator == 1 else ""


def _several(name: str) -> Callable[[list[str]], str]:
    return lambda args: f"{name}({', '.join(args)})"


def _raised(args: list[str]) -> str:
    return f"(({args[0]})^({args[1]}))" if len(args) == 2 else ""


def _logarithm(args: list[str]) -> str:
    return f"log({args[0]}, {args[1] if len(args) > 1 else 10})"


#: functions as spreadsheets and older languages write them: in capitals, with semicolons where the comma is decimal
_FUNCTIONS: dict[str, Callable[[list[str]], str]] = {
    "MAX": _several("max"), "MIN": _several("min"), "MOD": _several("mod"), "REST": _several("mod"),
    **dict.fromkeys(("SQRT", "WURZEL", "RACINE"), _several("sqrt")), "EXP": _several("exp"), "ABS": _several("abs"),
    "LN": _several("ln"), "LOG2": _several("log2"), "LOG": _logarithm, "LOG10": _logarithm,
    **dict.fromkeys(("ROUNDUP", "AUFRUNDEN"), _digits("ceil")),
    **dict.fromkeys(("ROUNDDOWN", "ABRUNDEN", "TRUNC"), _digits("floor")),
    **dict.fromkeys(("CEILING", "CEIL", "OBERGRENZE"), _to("ceil")), **dict.fromkeys(("FLOOR", "INT"), _to("floor")),
    "int": _truncated, "float": _digits(""),
    **dict.fromkeys(("POWER", "POTENZ", "POW", "pow"), _raised),
    **dict.fromkeys(("SUM", "SUMME"), _joined(" + ")), **dict.fromkeys(("PRODUCT", "PRODUKT"), _joined("*")),
}  # fmt: skip


def called(text: str, asked: Collection[str] = ()) -> str:
    """The functions of a spreadsheet, or in capitals, as they are read.

    >>> called("=ROUNDUP(N/8;0)"), called("=MAX(1,5;2,5)"), called("SQRT(C*W)"), called("=SUM(A1:A3)")
    ('ceil(N/8)', 'max(1.5, 2.5)', 'sqrt(C*W)', '=SUM(A1:A3)')
    """
    out = text[1:].lstrip() if re.match(r"=(?![=>])", text) else text
    made = _called(out, asked, 0)
    return made if made is not None and made != out else text


def _called(text: str, asked: Collection[str], depth: int) -> str | None:
    """The text with each such call put otherwise; None where one of them is not known, or is not closed."""
    m = _CALL.search(text)
    while m is not None and (m["name"] not in _FUNCTIONS or m["name"] in asked):
        m = _CALL.search(text, m.end())
    if m is None:
        return text
    end = _closing(text, m.end())
    if end < 0 or depth > 6:
        return None
    args = [_called(a.strip(), asked, depth + 1) for a in _arguments(text[m.end() : end])]
    rest = _called(text[end + 1 :], asked, depth + 1)
    read = [a for a in args if a]
    made = _FUNCTIONS[m["name"]](read) if len(read) == len(args) and not any(":" in a for a in read) else ""
    return None if not made or rest is None else f"{text[: m.start()]}{made}{rest}"


def _closing(text: str, at: int) -> int:
    """Where the bracket closes that opens before a position; -1 where it does not."""
    level = 1
    for i in range(at, len(text)):
        level += (text[i] == "(") - (text[i] == ")")
        if not level:
            return i
    return -1


def _arguments(text: str) -> Iterable[str]:
    """What stands between the semicolons of a call, or, where it has none, between its commas."""
    level, parts = 0, [""]
    sign = ";" if ";" in text else ","
    for ch in text:
        level += (ch == "(") - (ch == ")")
        if ch == sign and not level:
            parts.append("")
        else:
            parts[-1] += ch
    return [re.sub(r"(?<=\d),(?=\d)", ".", p) for p in parts] if sign == ";" else parts


__all__ = ["called", "notated"]

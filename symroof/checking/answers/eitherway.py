"""What may be read in two ways: 1,500 GB by two countries, -40%, 100 G, half of them, 16 GB or 32 GB, bytes * 8.

Such an answer is open where it is right in one reading and wrong in the other; bytes * 8 is right with the 8 once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, understood, with_note
from symroof.checking.words.numerals import NUMBER, SHARES
from symroof.reading.measures import UNITS

_MARK = re.compile(r"(?<![\w.,])(?P<whole>[1-9]\d{0,2})(?P<mark>[.,])(?P<part>\d{3})(?![\d.,])")
_BRACKETED = re.compile(r"\((?P<n>[$€£]?\d[\d.,]*(?:\s?[A-Za-z€£]{1,3})?)\)")
_EITHER = re.compile(
    rf"(?P<one>[~≈$]?\s?{NUMBER}[^,;<>=()?]*?),?\s+\(?(?:or|oder)\s+(?P<other>[~≈$]?\s?{NUMBER}[^,;<>=()?]*?)\s?\??\)?"
)
_HEADED = re.compile(rf"(?P<one>[~≈$]?\s?{NUMBER}(?:\s?[A-Za-zµ%/]+)?)\s*:\s+(?P<other>[^:]*\d[^:]*=[^:]*)")
_SLASHED = re.compile(  # 16 GB / 32 GB, as a quotient wrong
    rf"(?P<one>{NUMBER}(?:\s?(?P<unit>[A-Za-zµ%]+))?)\s+/\s+(?P<other>{NUMBER}(?(unit)\s?(?P=unit)|))"
)
_B_ALONE = re.compile(rf"[~≈]?\s?(?P<n>{NUMBER})\s?b")
_UNIT = re.compile(r"(?<=[\d\s])[A-Za-zµ%][\w/%]*\Z")
_SHARE_OF = re.compile(
    rf"(?:about\s+|roughly\s+)?(?:half|(?:an?|one|two|three)[\s-](?:{'|'.join(SHARES)})s?)\s+of\s+(?:them|it|those|these|that|the\s+[a-z]+)",
    re.I,
)
_TO_BITS = re.compile(
    rf"(?P<bytes>{NUMBER}\s?[kKMGT]?i?B|{NUMBER}\s?bytes)\s*(?:[*×·x]\s*8|[*×·x]\s*8\s*(?:bits?|b))\s*/\s*\(?(?P<rate>{NUMBER}\s?[kKMGT]?(?:b|bits?)(?:/s|ps))\)?(?P<rest>\s*(?:=.*)?)\Z"
)
_NOTHING_BEHIND = re.compile(rf"(?P<left>.*\d\s?[A-Za-zµ].*)=\s*(?P<n>[~≈]?\s?{NUMBER})\s*")
_PER_CENT = re.compile(rf"(?P<n>{NUMBER})\s?(?:%|per\s?cent)")
_BARE = re.compile(rf"(?P<n>{NUMBER})\s?(?P<p>[kKMGTP])(?![\w/])")
_UNITLESS = re.compile(
    rf"(?:[A-Za-z ]{{1,20}}:\s)?(?>[~≈]?\s?{NUMBER}(?:\s?(?:[kKMGTP](?!\w)|%))?|[\s()*/×·x+=≈-]|\bof\b)+"
)
#: what a lone prefix counts by custom: a rate of bits on links, bytes of a disk
_BY_CUSTOM = re.compile(r"\d\s?[kKMGTP]?(?P<unit>(?:b|bits?)(?:/s|ps)|B)\s*")
_PLACE = (
    r"(?:notebook|cell|sheet|spreadsheet|appendix|figure|fig|table|page|slide|section|chapter|attach\w+|link|file|code|repo|"
    r"script|plot|diagram|graph|lecture|exercise|question|part|line|eq|equation|manual|calculation|answer|above|below)"
)
_ELSEWHERE = re.compile(
    rf"(?:(?:please|pls)\s+)?(?:(?:see|cf\.?|refer\s+to|look\s+(?:at|in|up)|check|(?:same\s+)?as\s+(?:in|shown|given|computed|described|derived)(?:\s+in)?|"
    rf"it(?:'s|\s+is)\s+in|found\s+in)\s(?=(?:[^:=]*\s)?{_PLACE}\b)|(?:(?:my|the|our)\s+)?(?:notebook|cell|appendix|slide|figure|fig\.?|equation)(?=\s[^:=]*\d))"
    r"(?P<rest>[^:=<>≈→]*)",
    re.I,
)
_SIGNED = re.compile(r"\s*(?P<sign>[-+−–])\s?(?P<n>\d+(?:\.\d+)?)\s?%\s*")


def open_by_its_mark(answer: str, found: Verdict, expected: str, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where a comma or point before three digits makes the answer wrong, read as the other right.

    A comma does so before a measured unit only; bare, and before what is counted, it parts thousands.
    Whoever prints the same digits as the expected number means them so, and errs in the unit: 2.048 MB for 2.048 GB.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> open_by_its_mark("1,500 GB", wrong, "1.5 GB", lambda t: right if t == "1.500 GB" else wrong).verdict
    'undecided'
    >>> open_by_its_mark("1,500 GB", wrong, "3 GB", lambda t: wrong).verdict
    'wrong'
    """
    marks = _MARK.findall(answer)
    if found.verdict != "wrong" or len(marks) != 1:
        return found
    other = _MARK.sub(lambda m: f"{m['whole']}{'' if m['mark'] == '.' else '.'}{m['part']}", answer)
    read = understood(judge, other)
    unit = _MARK.split(answer)[-1].strip().split()[:1]
    if marks[0][1] == "," and not (unit and unit[0] in UNITS and any(UNITS[unit[0]].dimension[:5])):
        return found  # what is counted, or bare, is whole: 7,500
    same = marks[0][0] + marks[0][1] + marks[0][2]
    if read is None or not read.ok or same in expected:
        return found
    mark = "comma" if marks[0][1] == "," else "point"
    return Verdict(
        "undecided", f"{answer}: whether its {mark} parts thousands is open; as {other} it is right", code="mark"
    )


def open_by_its_sign(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where a signed percentage is wrong as a number and right as the change that it may be.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> open_by_its_sign("-40%", wrong, lambda t: right if t == "40% less" else wrong).verdict
    'undecided'

    An accountant's brackets are a minus: (50) for -50.
    """
    m = _SIGNED.fullmatch(answer) or _BRACKETED.fullmatch(answer.strip())
    if m is None or found.verdict != "wrong":
        return found
    change = f"{m['n']}% {'more' if m['sign'] == '+' else 'less'}" if m.re.pattern == _SIGNED.pattern else f"-{m['n']}"
    read = understood(judge, change)
    if read is None or not read.ok:
        return found
    return Verdict("undecided", f"whether {answer.strip()} stands for {change} is open", code="words")


_LOSS = re.compile(  # which is told with the sign of what becomes less
    r"(?P<led>.*\b(?:loss(?:es)?|savings?|saved|reduction|decrease|drop|cut|discount|decline|shortfall|deficit)\s*(?:[:=]|\bis\b|\bof\b)?\s*)"
    r"[-−–]\s?(?=[$€£]?\d)(?P<rest>.*)",
    re.I,
)


def open_by_its_loss(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where what is called a loss is right but for a sign that says so once more: loss: -25 ms.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> one = lambda t: right if t.endswith(" 25 ms") else wrong
    >>> [open_by_its_loss(t, wrong, one).verdict for t in ("loss: -25 ms", "gain: -25 ms", "loss: -52 ms")]
    ['undecided', 'wrong', 'wrong']
    """
    m = _LOSS.fullmatch(answer.strip()) if found.verdict == "wrong" else None
    told = understood(judge, f"{m['led']}{m['rest']}") if m is not None else None
    if told is None or not told.ok:
        return found
    return Verdict("undecided", f"{answer}: whether the sign says again that it is a loss is open", code="words")


_BILLIONS = re.compile(rf"(?<![\w.])(?P<n>{NUMBER})\s?B(?!\w|\s*/)")
_OPERATION = re.compile(r"[*/×·]|\b(?:times|over)\b")


def open_by_its_b(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where a B in a working was read as bytes and is right as billions, of bytes or of anything.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> one = lambda t: right if t == "2 FLOPs/byte * 70e9 bytes" else wrong
    >>> [open_by_its_b(t, wrong, one).verdict for t in ("2 FLOPs/byte * 70B", "3 FLOPs/byte * 70B", "70B")]
    ['undecided', 'wrong', 'wrong']
    """
    if found.verdict != "wrong" or not _OPERATION.search(answer) or not _BILLIONS.search(answer):
        return found
    for of in ("", " bytes"):
        told = understood(judge, _BILLIONS.sub(rf"\g<n>e9{of}", answer))
        if told is not None and told.ok:
            return Verdict("undecided", f"{answer}: whether B are bytes or billions is open", code="words")
    return found


_X_BY_Y = re.compile(r"(?<![\w.])(?P<x>\d*[A-Za-z]\w{0,2}|\([^()]*\))\s+by\s+(?P<y>[A-Za-z]\w{0,2}|\([^()]*\))(?!\w)")


def open_by_its_by(answer: str, found: Verdict, asked: Collection[str], judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where "by" between two symbols is right as a quotient or as a product: V by W plus a.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> one = lambda t: right if t == "V / W plus a" else wrong
    >>> [open_by_its_by(t, wrong, "VWa", one).verdict for t in ("V by W plus a", "W by V plus a", "V by x plus a")]
    ['undecided', 'wrong', 'wrong']
    """
    m = _X_BY_Y.search(answer)
    if m is None or found.ok or not {*re.findall(r"[A-Za-z]\w*", f"{m['x']} {m['y']}")} <= {*asked}:
        return found
    told = [understood(judge, _X_BY_Y.sub(rf"\g<x> {sign} \g<y>", answer)) for sign in "/*"]
    if any(v is not None and v.ok for v in told):
        return Verdict("undecided", f"{m.group()}: over or times is open", code="words")
    return found


def open_by_its_or(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where an answer names two values of which one is right: 16 GB or 32 GB, 3 GB: 4 GB/2 = 2 GB.

    >>> right, wrong = Verdict("exact", "the same value"), Verdict("wrong", "off", code="value")
    >>> open_by_its_or("16 GB or 32 GB", wrong, lambda t: right if t == "16 GB" else wrong).reason
    'two values, 16 GB or 32 GB, of which one is right'
    >>> open_by_its_or("24 GB or 32 GB", wrong, lambda t: wrong).verdict
    'wrong'
    """
    m = _EITHER.fullmatch(answer.strip()) or _HEADED.fullmatch(answer.strip())
    m = m or (_SLASHED.fullmatch(answer.strip()) if found.verdict == "wrong" else None)
    if m is None:
        return found
    sides = [
        m["one"],
        m["other"] + ("" if _UNIT.search(m["other"]) else f" {unit[0]}" if (unit := _UNIT.search(m["one"])) else ""),
    ]
    read = [understood(judge, side) for side in sides]
    if (
        any(v is None or not (v.ok or v.verdict == "wrong") for v in read)
        or len({v is not None and v.ok for v in read}) < 2
    ):
        return found
    return Verdict("undecided", f"two values, {m['one']} or {sides[1]}, of which one is right", code="words")


def open_by_what_is_left_out(answer: str, found: Verdict, expected: str) -> Verdict:
    """The verdict, open where an answer ends before it says of what: 100 G for 100 GB/s, half of them for 4.

    >>> wrong = Verdict("wrong", "off", code="value")
    >>> open_by_what_is_left_out("100 G", wrong, "100 GB/s").reason
    '100 G: of which unit is not said'
    >>> open_by_what_is_left_out("100 G", wrong, "7").verdict
    'wrong'
    >>> open_by_what_is_left_out("half of them", wrong, "4").reason
    'half of them: of how many is not said'
    """
    text = answer.strip(" .!")
    unit = _UNIT.search(expected.strip())
    measured = unit is not None and unit[0] in UNITS and any(UNITS[unit[0]].dimension[:5])
    if measured and re.fullmatch(r"[~≈]?\s?\d[\d.,]*\s?[kKMGTP]", text):
        return Verdict("undecided", f"{text}: of which unit is not said", code="words")
    counts = re.fullmatch(r"\s*\d+(?:\s+[A-Za-z]+)?\s*", expected) is not None
    if counts and _SHARE_OF.fullmatch(text) is not None:
        return Verdict("undecided", f"{text}: of how many is not said", code="words")
    return found


def open_by_its_bare_result(answer: str, found: Verdict, expected: str, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where a result lacks its unit, or its percent sign, and is right with that of what is expected.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> with_kw = lambda t: right if t == "700 W * 8 = 5.6 kW" else wrong
    >>> [open_by_its_bare_result(f"700 W * 8 = {n}", wrong, "5.6 kW", with_kw).verdict for n in ("5.6", "5.7")]
    ['undecided', 'wrong']
    >>> open_by_its_bare_result("64b", wrong, "64 bytes", lambda t: right if t == "64 bytes" else wrong).reason
    'whether 64b counts bytes or bits is open'
    >>> percent = lambda t: right if t == "0.1%" else wrong
    >>> [open_by_its_bare_result(n, wrong, "0.1%", percent).verdict for n in ("0.1", "0.2")]
    ['undecided', 'wrong']
    """
    b = _B_ALONE.fullmatch(answer.strip())
    if b is not None and any((v := understood(judge, f"{b['n']} {u}")) is not None and v.ok for u in ("bytes", "bits")):
        return Verdict("undecided", f"whether {answer.strip()} counts bytes or bits is open", code="unknown-unit")
    share = _PER_CENT.fullmatch(expected.strip()) is not None and re.fullmatch(rf"[~≈]?\s?{NUMBER}", answer.strip())
    if share:
        unit, whole = "%", f"{answer.strip()}%"
    else:
        m, last = _NOTHING_BEHIND.fullmatch(answer.strip()), _UNIT.search(expected.strip())
        unit, whole = (last[0], f"{answer.strip()} {last[0]}") if m is not None and last is not None else ("", "")
    read = understood(judge, whole) if unit and (share or unit in UNITS) else None
    if read is None or not read.ok:
        return found
    return Verdict("undecided", f"{answer.strip()}: its unit is not said; in {unit} it is right", code="unit-unsaid")


def by_a_bare_prefix(answer: str, found: Verdict, expected: str, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict on a calculation whose numbers have prefixes alone, by custom of bits a second or of bytes.

    Of bytes a second, and of bits, a G alone says nothing: right in one of them and wrong in others, it is open.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> said = "100G*.05 = 5G"
    >>> by_a_bare_prefix(said, wrong, "5 Gb/s", lambda t: right if t == "100 Gb/s*.05 = 5 Gb/s" else wrong).note
    'G read as Gb/s'
    >>> by_a_bare_prefix(said, wrong, "5 GB/s", lambda t: right if t.endswith("5 GB/s") else wrong).verdict
    'undecided'
    >>> by_a_bare_prefix("100G*.05 = 50G", wrong, "5 Gb/s", lambda t: wrong).verdict
    'wrong'
    """
    text = answer.strip()
    unit, last = (
        _BY_CUSTOM.fullmatch(re.sub(r"\A.*?(?=\d\s?[A-Za-z/]+\s*\Z)", "", expected)),
        _UNIT.search(expected.strip()),
    )
    if "=" not in text or _UNITLESS.fullmatch(text) is None or _BARE.search(text) is None or last is None:
        return found
    rate = re.search(r"/s|ps\Z", last[0]) is not None
    told = text.partition(": ")[2] or text
    for stem in ("b/s", "B/s") if rate else ("B", "bit"):
        read = understood(judge, _BARE.sub(rf"\g<n> \g<p>{stem}", told))
        if read is None or not read.ok:
            continue
        prefix = " and ".join(dict.fromkeys(m["p"] for m in _BARE.finditer(told)))
        if unit is not None and (stem[0] == "b") == (unit["unit"][0] == "b"):
            return with_note(read, f"{prefix} read as {prefix[-1]}{stem}")
        return Verdict("undecided", f"{text}: of which unit is not said", code="words")
    return found


def refers_elsewhere(answer: str) -> str:
    """Why an answer gives no value: it says where it is to be found; "" for one that gives it.

    >>> refers_elsewhere("see my notebook, cell 7")
    'it says where the answer is, and not what'
    >>> [refers_elsewhere(t) for t in ("see table 3: 42 ms", "42 ms, see cell 7", "above 240", "see that 7 < 8")]
    ['', '', '', '']
    """
    m = _ELSEWHERE.fullmatch(answer.strip()) if len(answer) < 200 else None
    if m is None or any(
        w in UNITS and any(UNITS[w].dimension[:5]) for w in re.findall(r"(?<=\d)\s?([A-Za-z]+)", m["rest"])
    ):
        return ""
    return "it says where the answer is, and not what"


_POWER_OF_TEN = re.compile(
    r"(?P<q>\d+(?:\.\d+)?\s*/\s*\d+(?:\.\d+)?)(?P<ten>\s*(?:[x×*·]|\\times|\\cdot)\s*10\s*\^\s*\{?[-−+]?\d{1,2}\}?)(?P<rest>\s*[A-Za-zµ%/]*)"
)
_PER_WHAT = re.compile(
    rf"(?P<value>[~≈]?\s?(?:[$€£]{NUMBER}|{NUMBER}\s?[A-Za-zµ%]+))\s+per\s+(?P<what>(?:\d+\s?[kMB]?\s+)?(?:[A-Za-z]{{2,}}[\s-])?[A-Za-z]{{2,}})\.?"
)


def by_its_power(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict on a quotient times a power of ten, from left to right: 3/2 × 10^-3 s is 1.5 ms.

    As it stands 2 × 10^-3 is taken for one number, as it is in 1.97 × 10^14 / 8.2 × 10^11.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> by_its_power("3/2 × 10^-3 s", wrong, lambda t: right if t == "(3/2) × 10^-3 s" else wrong).verdict
    'exact'
    """
    m = _POWER_OF_TEN.fullmatch(answer.strip())
    read = understood(judge, f"({m['q']}){m['ten']}{m['rest']}") if m is not None else None
    return with_note(read, f"read as ({m['q']}){m['ten']}") if m is not None and read is not None and read.ok else found


def open_by_its_per(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict, open where an answer is wrong only by what it is said per: $0.50 per 1M tokens for $0.50.

    A rate is no amount: 42 GB/s stays wrong for 42 GB.

    >>> wrong, right = Verdict("wrong", "units"), Verdict("exact", "the same value")
    >>> [open_by_its_per(f"$2 per {x}", wrong, lambda t: right).verdict for x in ("GPU hour", "hour")]
    ['undecided', 'wrong']
    """
    m = _PER_WHAT.fullmatch(answer.strip())
    read = understood(judge, m["value"].strip()) if m is not None else None
    if m is None or read is None or not read.ok:
        return found
    first = m["what"].split()[0]
    if first in UNITS and any(UNITS[first].dimension[:5]):
        return found  # 50 GB per second, 50 FLOPs per byte
    return Verdict("undecided", f"whether that was asked is open: per {m['what']}", code="part")


_ONE_WAY = re.compile(
    rf"[~≈]?\s?(?P<n>{NUMBER})\s?(?P<unit>[A-Za-zµ/]+)??\s*,?\s*\b(?:each\s+(?:way|direction)|per\s+(?:way|direction)|one[\s-]way|in\s+(?:each|one)\s+direction|unidirectional)[.!]*",
    re.I,
)


def of_one_way(answer: str, expected: str, found: Verdict) -> str:
    """Why a value that is called wrong is open: it is of one direction, and of both it is right; "" for any other.

    >>> off = Verdict("wrong", "off", code="value")
    >>> of_one_way("450 each way", "900 GB/s", off), of_one_way("450 each way", "600 GB/s", off)
    ('one direction, where both may be asked', '')
    """
    m, key = _ONE_WAY.fullmatch(answer.strip()), _QUANTITY_OF.fullmatch(expected.strip())
    if m is None or key is None or found.verdict != "wrong" or (m["unit"] and m["unit"] != key["unit"]):
        return ""
    told, right = (Fraction(x["n"].replace(",", "")) for x in (m, key))
    return "one direction, where both may be asked" if 2 * told == right else ""


_QUANTITY_OF = re.compile(rf"(?P<n>{NUMBER})\s?(?P<unit>[A-Za-zµ/]+)")
_PER_WORD = re.compile(r"(?:/\s?|\bper\s+)(?:machine\s+)?words?\b", re.I)


def of_a_word(answer: str, expected: str, found: Verdict) -> str:
    """Why a value that is called wrong is open: it is per word, of which it is not said how many bytes it has.

    >>> of_a_word("240 MACs/word", "240 FLOPs/byte", Verdict("wrong", "off", code="units"))
    'of how many bytes a word is, is not said'
    """
    bytes_asked = re.search(r"/\s?(?:bytes?|B)\b|\bper\s+byte", expected) is not None
    sized = re.search(r"\d[\s-]?(?:bit|byte|B\b)", answer) is not None
    open_so = found.verdict == "wrong" and bytes_asked and not sized and _PER_WORD.search(answer) is not None
    return "of how many bytes a word is, is not said" if open_so else ""


_PLACEHOLDER = re.compile(r"(?P<name>[xyzXYZnNk]|\?+|_+|\.{2,}|…|\*+)\s?(?P<unit>[A-Za-zµ%]{1,8}(?:/[a-z]{1,5})?)")
_ENOUGH = re.compile(  # B has to be large enough
    r"[^\d=<>≤≥∈]*\b(?:(?:small|large|big|high|low|long|short|great|wide|deep|fast|slow)\s+enough|(?:suitably|sufficiently)\s+[a-z]+)"
    r"\s*[.!]?",
    re.I,
)
_A_QUANTITY = re.compile(rf"[~≈]?\s?{NUMBER}\s?[A-Za-zµ%/]+")


_DENIAL_ALONE = re.compile(
    r"(?:it['’]?s\s+|it\s+is\s+)?not(?:\s+(?:clearly|really|quite|exactly|necessarily|obviously|surely|certainly))?[.!]*",
    re.I,
)


def without_value(answer: str, expected: object) -> str:
    """Why an answer gives no value: a letter stands where the number would, or "enough"; "" for one that gives it.

    >>> without_value("x GB", "70 GB"), without_value("x GB", "x*GB"), without_value("2 GB", "70 GB")
    ('x stands for a number that is not said', '', '')
    >>> without_value("B has to be large enough", "B > 240"), without_value("a batch large enough", "compute-bound")
    ('how much is enough is not said', '')
    >>> without_value("not", "memory-bound"), without_value("not really", "yes")
    ('what is denied is not said', '')
    """
    if isinstance(expected, str) and _ENOUGH.fullmatch(answer.strip()) and re.search(r"\d|[<>≤≥]", expected):
        return "how much is enough is not said"
    if _DENIAL_ALONE.fullmatch(answer.strip()) and expected not in ("yes", "no"):
        return "what is denied is not said"
    m = _PLACEHOLDER.fullmatch(answer.strip())
    if m is None or m["unit"].partition("/")[0] not in UNITS or not isinstance(expected, str):
        return ""
    return f"{m['name']} stands for a number that is not said" if _A_QUANTITY.fullmatch(expected.strip()) else ""


def in_bits(answer: str, found: Verdict, judge: Callable[[str], Verdict]) -> Verdict:
    """The verdict on a quotient of bytes over bits a second in which an 8 says that bytes were turned into bits.

    Units do that by themselves, so that 1500 B * 8 / (1 Gb/s) has it twice; it is meant once where that is right.

    >>> wrong, right = Verdict("wrong", "off"), Verdict("exact", "the same value")
    >>> in_bits("1500 B * 8 / 1 Gb/s", wrong, lambda t: right if t == "1500 B / (1 Gb/s)" else wrong).note
    'the 8 read as the bits of a byte'
    """
    m = _TO_BITS.match(answer.strip())
    if m is None:
        return found
    read = understood(judge, f"{m['bytes']} / ({m['rate']}){m['rest']}")
    return with_note(read, "the 8 read as the bits of a byte") if read is not None and read.ok else found


__all__ = [
    "by_a_bare_prefix",
    "by_its_power",
    "in_bits",
    "of_a_word",
    "of_one_way",
    "open_by_its_b",
    "open_by_its_bare_result",
    "open_by_its_by",
    "open_by_its_loss",
    "open_by_its_mark",
    "open_by_its_or",
    "open_by_its_per",
    "open_by_its_sign",
    "open_by_what_is_left_out",
    "refers_elsewhere",
    "without_value",
]

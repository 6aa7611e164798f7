"""A value in another form than that of the key, put into the key's: a time at a clock for cycles, max batch 27.

A rule asks what the key is, so that it reads nothing where something else is asked; each only says the same in signs.

>>> in_the_keys_form("200 ns @ 3 GHz", "600 cycles"), in_the_keys_form("600 cycles at 3 GHz", "200 ns")
('200 ns * 3 GHz', '600 cycles / (3 GHz)')
>>> in_the_keys_form("max batch 27", "B <= 27"), in_the_keys_form("max batch 27", "27 GB")
('at most 27', 'max batch 27')
>>> in_the_keys_form("1.3x (30% faster)", "1.3x faster"), in_the_keys_form("1.3x (25% faster)", "1.3x faster")
('1.3x faster', '1.3x (25% faster)')
>>> in_the_keys_form("n=1024: 10 steps", "log2(n)"), in_the_keys_form("600 MHz, ca.", "0.6 GHz")
('10 for n=1024', 'about 600 MHz')
"""

from __future__ import annotations

from fractions import Fraction

import symroof.regexes as re
from symroof.checking.words.called import symbols
from symroof.checking.words.lexicon import SCALES, TURNS
from symroof.checking.words.numerals import FEW, NUMBER, counted
from symroof.errors import NotationError
from symroof.reading.quantity import quantity

MAX_LENGTH = 200
_CLOCK = (
    rf"\s*(?:@|\b(?:at|with|on)\b)\s*(?:an?\s+)?(?:clock\s+(?:rate\s+)?of\s+)?(?P<f>{NUMBER}\s?[kMG]Hz)"
    r"(?:\s+clock)?[.!]*"
)
_CYCLES = r"(?:clock\s+)?(?:cycles?|clocks?|ticks?)"
_TIMED = re.compile(rf"(?P<t>[~≈]?\s?{NUMBER}\s?(?:[numµ]?s|h|min)){_CLOCK}", re.I)
_COUNTED = re.compile(rf"(?P<n>[~≈]?\s?{NUMBER}\s?{_CYCLES}){_CLOCK}", re.I)
_IN_CYCLES = re.compile(rf"\s*{NUMBER}\s*{_CYCLES}\s*", re.I)
_IN_TIME = re.compile(rf"\s*{NUMBER}\s*[numµ]?s\s*")
_SIZED = (  # what a symbol of a bound counts, and no max error
    r"(?:(?:micro-?)?batch|context|sequence|prompt|message|users?|requests?|tokens?|chips?|gpus?|tpus?|devices?|nodes?|replicas?|stages?|"
    r"experts?|degree|parallelism)(?:\s+(?:size|length|count))?"
)
_EXTREME = re.compile(
    rf"(?:the\s+)?(?P<how>max(?:imum|imal)?|min(?:imum|imal)?|largest|smallest)\.?\s+{_SIZED}\s*(?::|=|of|is)?\s*(?P<n>{NUMBER})[.!]*",
    re.I,
)
_BOUND = re.compile(r"\s*[A-Za-z]\w*\s*[<>≤≥]=?\s*[\d(][^<>≤≥]*")
_ASKS_A_SIDE = re.compile(r"[\s-](?:bound|limited)\s*\Z|[<>≤≥]", re.I)
_IS_NOT = re.compile(r"\b(?P<be>is|are)n['’]t\b", re.I)
_WE_ARE = re.compile(r"\b(?P<who>we|you|they)['’]re\s+", re.I)
_IT_IS = re.compile(r"\b(?P<who>that|it|this)['’]s\s+", re.I)
_THAT_IS_FROM = re.compile(  # at D = 4096 that is from 32k tokens on
    r"(?<=\d),?\s+(?:that|it|this)\s+is\s+(?=(?:from|above|over|beyond|below|under|up\s+to|at\s+(?:least|most))\s)",
    re.I,
)
_OF_SO_MANY = re.compile(  # from a context of 32k tokens on
    r"(?<=\bfrom\s)an?\s+(?:context|batch|sequence|prompt|message|window|buffer|transfer)(?:\s+(?:size|length))?\s+of\s+(?=\d)",
    re.I,
)
_ANY_MORE = re.compile(
    r"\b(?P<be>is|are)(?:n['’]t|\s+not)\s+(?P<what>[a-z/]+[\s-](?:bound|limited))\s+any\s?more\b", re.I
)
_SURELY = re.compile(  # bandwidth, clearly
    r"(?<=[a-z])(?<!\bnot)(?<!\bno),?\s+(?:(?:quite|very|most)\s+)?(?:clearly|obviously|definitely|certainly|surely|evidently|undoubtedly|plainly|for\s+sure|of\s+course|no\s+doubt)"
    r"(?:\s+(?:so|here))?[.!]*\Z",
    re.I,
)
_HEDGED = re.compile(
    rf"(?P<value>{NUMBER}[^,;:=<>()]*?)\s*,?\s+(?:ca\.?|circa|approx\.?|approximately|roughly|or\s+thereabouts|give\s+or\s+take)[.!]*",
    re.I,
)
_WITH_PERCENT = re.compile(
    rf"(?P<x>{NUMBER})\s?[x×]\s*[(,]\s*(?:i\.?e\.?,?\s+)?(?P<p>{NUMBER})\s?(?:%|percent)\s+(?P<how>more|faster|higher|larger|bigger|longer|less|fewer|lower|smaller|shorter|cheaper)\)?[.!]*",
    re.I,
)
_DOWN = ("less", "fewer", "lower", "smaller", "shorter", "cheaper")
_ONE_CASE = re.compile(
    rf"(?P<case>(?P<name>[A-Za-z])\s?=\s?{NUMBER})\s*:\s*(?P<value>{NUMBER})(?:\s+(?P<noun>[a-z]{{3,}}))?[.!]*"
)
_SHARE_AND_VALUE = re.compile(  # every chip stores one eighth of the weights, 17.5 GB
    r"(?P<lead>[^\d,;:]*\b(?:stores?|holds?|keeps?|has|have|gets?|reads?|sends?|needs?|moves?)\s+)(?:(?:an?|one|two|three)\s+)?"
    r"(?:half|halves|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?|sixteenths?)\s+of\s+(?:the|our|its|all)\s+[a-z]+,\s+"
    rf"(?:(?:that|which)\s+is\s+|that['’]s\s+|i\.e\.,?\s+|so\s+)?(?P<value>(?:about\s+|[~≈]\s?)?{NUMBER}\s?[A-Za-z]+)[.!]*",
    re.I,
)
_A_QUANTITY = re.compile(rf"\s*{NUMBER}\s?[A-Za-z]+\s*")
_OUTWARD = re.compile(  # ]240; +inf[, as it is written in France and Germany
    r"(?:(?P<name>[A-Za-z])\s*(?:∈|in)\s*)?(?P<open>[\[\]])\s*(?P<low>\d+(?:\.\d+)?)\s*[;,]\s*\+?\s?(?:inf(?:inity|ty)?|∞|oo)\s*\["
)
_A_SHARE = re.compile(r"(?P<share>half|quarter|third|fifth|tenth)\s+(?=(?:the|our|its)\s+[a-z]+[.!]*\Z)", re.I)


def in_the_keys_form(text: str, wanted: str) -> str:
    """The text in the form of the key, where it says a value in one of the forms that are known; as it is else."""
    plain = text.strip()
    if len(plain) > MAX_LENGTH:
        return text
    if _ASKS_A_SIDE.search(wanted) and (full := _written_in_full(plain)) != plain:
        return full
    told = _at_a_clock(plain, wanted) or _at_an_end(plain, wanted) or _in_one_case(plain, wanted)
    told = told or _with_its_percent(plain, wanted) or _for_each(plain, wanted) or _of_one_sm(plain, wanted)
    told = told or _in_powers_of_ten(plain, wanted) or _of_both(plain) or _set_against(plain, wanted)
    told = told or _in_outward_brackets(plain, wanted)
    if not told and (m := _SHARE_AND_VALUE.fullmatch(plain)) is not None and _A_QUANTITY.fullmatch(wanted):
        told = f"{m['lead']}{m['value']}"
    if not told and (m := _HEDGED.fullmatch(plain)) is not None and not TURNS.search(m["value"]):
        told = f"about {m['value']}"
    if not told and re.search(r"\d\s?x\s+(?:less|fewer|smaller|lower)\b", wanted):
        told = _A_SHARE.sub(lambda m: f"{'' if m['share'].lower() == 'half' else 'a '}{m['share']} of ", plain)
    return told or text


def _written_in_full(text: str) -> str:
    """A sentence about a side or a bound without contractions: isn't any more as is not, we're as we are.

    >>> _written_in_full("It isn't memory-bound any more."), _written_in_full("we're network-bound")
    ('It is not memory-bound.', 'we are network-bound')
    >>> _written_in_full("bandwidth, clearly"), _written_in_full("not clearly")
    ('bandwidth', 'not clearly')
    """
    text = _SURELY.sub("", text)
    text = _ANY_MORE.sub(r"\g<be> not \g<what>", text)
    text = _OF_SO_MANY.sub("", text)
    text = _THAT_IS_FROM.sub(", ", _IT_IS.sub(r"\g<who> is ", text))
    return _WE_ARE.sub(r"\g<who> are ", _IS_NOT.sub(r"\g<be> not", text))


def _at_a_clock(text: str, wanted: str) -> str:
    """A time at a clock where cycles are asked, and cycles at a clock where a time is."""
    if (m := _TIMED.fullmatch(text)) is not None and _IN_CYCLES.fullmatch(wanted):
        return f"{m['t']} * {m['f']}"
    m = _COUNTED.fullmatch(text) if _IN_TIME.fullmatch(wanted) else None
    return "" if m is None else f"{m['n']} / ({m['f']})"


def _at_an_end(text: str, wanted: str) -> str:
    """The largest or smallest of what is asked, where a bound is: max batch 27."""
    m = _EXTREME.fullmatch(text) if _BOUND.fullmatch(wanted) else None
    if m is None:
        return ""
    return f"at {'most' if m['how'].lower()[:2] in ('ma', 'la') else 'least'} {m['n']}"


def _in_one_case(text: str, wanted: str) -> str:
    """A value behind the case that it is of, where a formula is asked: n=1024: 10 steps."""
    m = _ONE_CASE.fullmatch(text)
    if m is None or not re.search(rf"(?<![A-Za-z]){m['name']}(?![A-Za-z])", wanted) or re.search(r"[<>≤≥=]", wanted):
        return ""
    return f"{m['value']} for {m['case']}"


def _in_outward_brackets(text: str, wanted: str) -> str:
    """An interval without end whose open ends are brackets turned outward, as the bound on the key's name that it is.

    >>> [_in_outward_brackets(t, "B > 240") for t in ("]240; +inf[", "[240, inf[", "]8, 16]")]
    ['B > 240', 'B >= 240', '']
    """
    m, key = _OUTWARD.fullmatch(text), re.match(r"\s*(?P<name>[A-Za-z])\s*[<>≤≥]", wanted)
    if m is None or key is None or m["name"] not in (None, key["name"]):
        return ""
    return f"{key['name']} {'>' if m['open'] == ']' else '>='} {m['low']}"


def _with_its_percent(text: str, wanted: str) -> str:
    """A multiple beside the percent that it is, where a multiple with its direction is asked."""
    m = _WITH_PERCENT.fullmatch(text) if re.fullmatch(rf"\s*{NUMBER}\s?x\s+[a-z]+.*", wanted) else None
    if m is None:
        return ""
    x, share = Fraction(m["x"].replace(",", "")), Fraction(m["p"].replace(",", "")) / 100
    down = m["how"].lower() in _DOWN
    agrees = x * (1 - share) == 1 if down else x == 1 + share
    return f"{m['x']}x {m['how']}" if agrees else ""


_PER_THING = re.compile(
    rf"(?:it\s+(?:is|takes|needs)\s+)?(?P<n>{NUMBER}|{FEW})\s?(?:B|bytes?|FLOPs?)?\s*(?:/\s?|\s(?:per|for\s+(?:each|every))\s+)(?:model\s+)?(?P<thing>param(?:eter)?|weight)s?[.!]*",
    re.I,
)
_MULTIPLE = re.compile(r"\s*(?:\d+(?:\.\d+)?)\s?\*?\s?(?P<name>[A-Za-z])\s*")


def _for_each(text: str, wanted: str) -> str:
    """So much for each of the things that the one symbol of the key counts: 16 B/param, where 16*N are asked.

    >>> _for_each("16 B/param", "16*N"), _for_each("two FLOPs per parameter", "2*N")
    ('16*N', '2*N')
    >>> _for_each("2 FLOPs per layer", "2*N"), _for_each("16 B/param", "16*N*D"), _for_each("2 bits per weight", "2*N")
    ('', '', '')
    """
    m, key = _PER_THING.fullmatch(text), _MULTIPLE.fullmatch(wanted)
    if m is None or key is None or key["name"] not in symbols([m["thing"]], {key["name"]}):
        return ""
    return f"{counted(m['n'].lower())}*{key['name']}"


_HELD_BY_AN_SM = {"blocks": 32, "CTAs": 32, "warps": 64, "threads": 2048, "registers": 65536}
_ON_ONE_SM = re.compile(
    r"(?P<value>.*\d\s?(?P<noun>blocks|warps|threads|registers|CTAs))(?:\s+(?:resident\s+)?(?:per|on\s+(?:an?|each|one))\s+|\s?/\s?)SM[.!]*"
)


def _of_one_sm(text: str, wanted: str) -> str:
    """A count of blocks, warps, threads or registers that one multiprocessor may hold, without per SM.

    >>> _of_one_sm("65536 // 16384 = 4 blocks per SM", "4 blocks"), _of_one_sm("4 blocks per SM", "432 GB")
    ('65536 // 16384 = 4 blocks', '')
    >>> _of_one_sm("432 blocks per SM", "432 blocks"), _of_one_sm("64 warps/SM", "64 warps")
    ('', '64 warps')
    """
    m = _ON_ONE_SM.fullmatch(text)
    key = re.fullmatch(rf"\s*(?P<n>[\d,]+)\s+{m['noun']}\s*", wanted) if m is not None else None
    if m is None or key is None or int(key["n"].replace(",", "") or 0) > _HELD_BY_AN_SM[m["noun"]]:
        return ""  # the key counts those of all multiprocessors
    return m["value"]


_SO_MANY_ORDERS = re.compile(
    r"(?:(?:it|this|that|[Aa]n?|[Tt]he|[Oo]ne)\b(?P<of>[A-Za-z -]*?)\s(?:is|are)\s+)?"
    r"(?P<about>about\s+|roughly\s+|~\s?)?"
    rf"(?P<n>{FEW}|\d{{1,2}})\s+orders\s+of\s+magnitude"
    r"(?:\s+(?:slower|faster|more|less|larger|smaller|longer|shorter|bigger|higher|lower|apart))?"
    r"(?:\s+than\s+(?P<than>[A-Za-z -]+))?[.!]*",
)
_POWER_OF_TEN = re.compile(r"\s*(?:10\s?(?:\^|\*\*)\s?\d{1,2}|1e\d{1,2}|10+)\s*")


def _in_powers_of_ten(text: str, wanted: str) -> str:
    """So many orders of magnitude between two things as the power of ten that they are, where a bare one is expected.

    >>> _in_powers_of_ten("a seek is five orders of magnitude slower than DRAM", "10^5")
    '10^5'
    >>> _in_powers_of_ten("about 2 orders of magnitude faster", "100"), _in_powers_of_ten("5 orders of magnitude", "5")
    ('about 10^2', '')
    >>> _in_powers_of_ten("it is not five orders of magnitude slower", "10^5")
    ''
    """
    m = _SO_MANY_ORDERS.fullmatch(text) if _POWER_OF_TEN.fullmatch(wanted) else None
    if m is None or any(w.search(x) for x in (m["of"] or "", m["than"] or "") for w in (TURNS, SCALES)):
        return ""
    return f"{m['about'] or ''}10^{counted(m['n'].lower())}"


_SET_AGAINST = re.compile(
    rf"(?P<a>{NUMBER}\s?[A-Za-zµ]+)\s+"
    rf"(?:against|versus|vs\.?)\s+(?P<b>{NUMBER}\s?[A-Za-zµ]+)\s+(?:is|makes|gives)\s+(?:a|the)\s+(?:factor|ratio)\s+of\s+"
    rf"(?P<n>{NUMBER}|an?\s+(?:hundred|thousand|million|billion))[.!]*",
    re.I,
)
_TENS = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9}


def _set_against(text: str, wanted: str) -> str:
    """Two quantities of one kind and their ratio, the larger over the smaller, as a step: 10 ms / (100 ns) = 1e5.

    >>> _set_against("10 ms against 100 ns is a factor of a million", "10^5")
    '(10 ms)/(100 ns) = 1e6'
    >>> _set_against("100 ns vs 10 ms is a factor of 100,000", "10^5")
    '(10 ms)/(100 ns) = 100,000'
    >>> _set_against("2 GB vs 1 s is a factor of 2", "2")
    ''
    """
    m = _SET_AGAINST.fullmatch(text)
    if m is None or re.search(r"[A-Za-z]{2}", wanted):
        return ""
    try:
        a, b = (quantity(m[x]) for x in "ab")
    except NotationError:
        return ""
    if a.dimension != b.dimension or not any(a.dimension[:5]):
        return ""
    upper, lower = ("a", "b") if a.value >= b.value else ("b", "a")
    ten = next((n for w, n in _TENS.items() if w in m["n"].lower()), 0)
    return f"({m[upper]})/({m[lower]}) = {f'1e{ten}' if ten else m['n']}"


_BOTH = re.compile(
    r"(?P<head>\b(?:if|when|for|where|with|as)\s+[A-Z]\w*\s+and\s+[A-Z]\w*\s+(?:are|being)\s+)both\s+(?=(?:much|far|very|large|small|big)\b)"
)


def _of_both(text: str) -> str:
    """A regime of two sizes that is said of both: if D and F are both much larger than B.

    >>> _of_both("B if D and F are both much larger than B"), _of_both("if D and F are both 4")
    ('B if D and F are much larger than B', '')
    """
    told = _BOTH.sub(r"\g<head>", text)
    return told if told != text else ""


__all__ = ["in_the_keys_form"]

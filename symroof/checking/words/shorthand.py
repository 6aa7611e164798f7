"""Shorthand of typed answers, put into what the readers know: x2.5, #GPUs = 64, 2 $/GPUh, 7b params, 5 ms (B=8).

What is put otherwise says just that, whatever is expected; ``asked`` are the names of the question, which are letters.

>>> shorthand("x2.5"), shorthand("#GPUs = 64"), shorthand("$2/GPUh"), shorthand("100 GPU-h")
('2.5x', '64', '$2/GPU-hour', '100 GPU-hours')
>>> shorthand("7b params"), shorthand("13b", (), "13e9 parameters"), shorthand("7b", {"b"}, "7*b")
('7e9 params', '13e9', '7b')
>>> shorthand("1.6 TB/s (HBM3)"), shorthand("5 ms (B=8)"), shorthand("2*B*D (D)")
('1.6 TB/s', '5 ms for B=8', '2*B*D (D)')
>>> shorthand("5+ chips"), shorthand("16 max."), shorthand("1 min 20"), shorthand("0.67 IPC")
('at least 5 chips', 'at most 16', '1 min 20 s', '0.67 instructions/cycle')
>>> shorthand("10000 rows / 50 per page = 200 pages"), shorthand("4 GB (weights) + 2 GB (kv) = 6 GB")
('10000 / 50 = 200 pages', '4 GB + 2 GB = 6 GB')
"""

from __future__ import annotations

import math
from collections.abc import Collection
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims.claims import in_text
from symroof.checking.words.lexicon import ALTERS, BINDS, SCALES, TURNS
from symroof.checking.words.numerals import NUMBER

MAX_LENGTH = 300
_TIMES = re.compile(  # x2.5; ×1024, not ×1000
    r"(?:\A|(?<=,\snot\s)|(?<=\Anot\s))[x×]\s?(?P<n>\d(?:[\d.,]*\d)?)(?=\s+[a-z]{2}|\s*\Z|,\s)"
)
_MULTIPLE = re.compile(r"\d\s?[x×](?![\w(])")
_OF_EACH = re.compile(  # 4x 10 Gbit/s
    rf"\A(?P<n>\d+)(?:[x×]|\s+times)\s+(?=\$?{NUMBER}\s?(?![xX]\b)[A-Za-zµ]+(?:/[a-z]+)?\Z)"
)
_LABEL = re.compile(
    r"\A(?:#\s?|(?:no\.|nr\.?|num\.?)\s+)(?:of\s+)?[A-Za-z][\w-]*(?:\s+[a-z]+)?\s*[=:]\s*(?=[~≈]?\s?\d)", re.I
)
_THINGS = r"(?:[GTC]PU|chip|node|core|device|accelerator)"
_HOURS = re.compile(rf"(?P<per>(?:/|\bper)\s*)?(?<![A-Za-z])(?P<thing>{_THINGS})s?[-·\s]?h(?:rs?)?(?![A-Za-z])")
_SCALES = {"b": "e9", "m": "e6", "t": "e12"}
_COUNTED = r"(?:param(?:eter)?s?|tok(?:en)?s?|weights)"
_MANY = re.compile(rf"(?<![\w.])(?P<n>\d+(?:\.\d+)?)(?P<s>[bmt])(?=[\s-]+{_COUNTED}\b)")
_ALONE = re.compile(r"\A(?P<lead>[~≈]\s?)?(?P<n>\d+(?:\.\d+)?)(?P<s>[bmt])\Z")
_PART = (  # what is named behind a number and says on what: HBM3, DDR5-6400, PCIe 4.0 x16, NVLink 4, EPYC 7763, TP8
    r"(?:(?:LP|G)?DDR\d\w*(?:-\d+)?|HBM\d?[eE]?|PCIe(?:\s?(?:gen\s?)?\d(?:\.\d)?)?(?:\s?x\d+)?|NV(?:Link|Switch|Me)\s?\d*|InfiniBand|IB|RoCE(?:v\d)?|"
    r"SXM\d?|(?:EPYC|Xeon|Ryzen|Core)\s[\w-]+|[SDV]RAM|SSD|HDD|(?:TP|DP|PP|EP|FSDP)\s?=?\s?\d+|\d+\s?[x×]\s?(?:[A-Z]{1,3}\d{2,4}[A-Z]?|TPU\sv\d[ep]?))"
)
_NAMED = re.compile(rf"(?<=[\w)%}}])\s+\(\s*{_PART}(?:\s*,\s*{_PART})?\s*\)\Z")
_APOSTROPHE = re.compile(r"\b(does|is|do|are|wo|ca|did|would|could|should|has)nt\b", re.I)  # doesnt fit
_END = re.compile(  # 3 nodes max, N = 8 at most; 5 min are minutes
    r"\A(?P<n>[~≈]?\s?\d[\d.,]*\s+(?:[a-z]{3,}|[A-Z]{2,})s)\s+(?P<end>max|min)\.?\Z|"
    r"\A(?P<name>[A-Z]\w*)\s*=\s*(?P<m>\d[\d.,]*)\s+(?:(?P<most>at\s+most|max(?:imum)?)|at\s+least|min(?:imum)?)\.?\Z"
)
_WAYS = re.compile(
    r"\A(?:(?:tensor|data|pipeline|expert|model|sequence)[\s-]+parallel(?:ism)?\s+)?(?P<bound>up\s+to|at\s+(?:most|least)|more\s+than|less\s+than|over|under)\s+(?P<n>\d+)[\s-]way(?:s)?\Z",
    re.I,
)
_BY_WORKING = re.compile(  # 3 nodes: 140/64 = 2.19 rounds up to 3
    r"(?P<said>\d{1,9}(?:\.\d{1,9})?)(?P<unit>\s[a-z]{3,})?\s*:\s+(?P<x>\d{1,9})\s?/\s?(?P<y>\d{1,9})"
    r"(?:\s?[=≈]\s?(?P<z>\d{1,9}(?:\.\d{1,9})?))?(?:,?\s+(?:is\s+)?round(?:s|ed)\s+(?P<way>up|down)\s+to\s+(?P<n>\d{1,9}))?"
)
_TIMES_BYTES = re.compile(  # 70B*2B: there are no bytes of bytes, the first is billions of what has so many each
    r"(?<![\w.])(?P<n>\d+(?:\.\d+)?)\s?B(?:\s+(?:params?|parameters|weights|values|elements))?"
    r"(?P<by>\)?\s*(?:[*·×]|x(?=[\s\d]))\s*\(?(?:\d+(?:\.\d+)?\s*(?:[*·×]|x(?=[\s\d]))\s*)*)"
    r"(?P<each>\d+(?:\.\d+)?\s?(?:B(?!\w|/\s?[a-z])|bytes?\b))"
)
_BILLIONS = re.compile(  # 6*70B*15T, where FLOPs are expected and no bytes
    r"(?<![\w.])(?P<n>\d+(?:\.\d+)?)\s?(?P<many>[BT])(?=\s*[*·×=≈)]|\s*\Z)"
)
_BYTES = re.compile(r"\d\s?(?:[kKMGTP]?i?B|bytes?)\s*\Z")
_FLOPS = re.compile(r"\d\s?(?:FLOPs?|flops?)\s*\Z")
_PER_BYTE = re.compile(r"/\s?(?:B|bytes?)\b|\b(?:per|a)\s+byte\b", re.I)  # whose B are bytes
_HEADING = re.compile(  # RAID6, 8+2: 75%; what it is of, how many there are of it, and a value with a unit
    rf"(?P<of>[A-Z][\w -]*)(?P<how>(?:,|\s\()[^:;=<>≤≥≈~%$]*[\w)]):\s+"
    rf"(?P<value>[~≈]?\s?{NUMBER}\s?(?:%|[A-Za-zµ]+(?:/[A-Za-z]+)?)[.!]*)"
)
_WEIGHT = re.compile(r"(?<=[\w)])(?P<per>\s*/\s?|\s+per\s+|\s+a\s+)(?:wts?|wgts?)\.?(?=\s*\Z|\s*[*×x=,;])")
_MEASURES = (
    "AMAT|BER|HFU|ITL|MFU|MTBF|MTTF|MTTR|MTU|OCR|P2P|PUE|RAM|RTO|RTT|SLA|SLO|SNR|TCO|TPOT|TTFB|TTFT|TTL|VRAM|WAF"
)
_CALLED = re.compile(
    rf"\A(?P<label>{_MEASURES})\s+(?=(?:(?:about|around|roughly)\s+)?[~≈]?\s?{NUMBER}\s?(?:%|[A-Za-zµ]))"
)  # MFU 38%
_PLUS = re.compile(r"\A(?P<n>[~≈]?\s?\d[\d.,]*)\s?\+\s+(?P<noun>[a-z]{3,}|[A-Z]{2,}s)\Z")  # 5+ chips
_AT_MOST = re.compile(r"\A(?P<n>[~≈]?\s?\d[\d.,]*)\s+max\.?\Z")
_WAY = re.compile(r"(?<=\d)[\s-]ways?\b(?=\s*(?:\Z|and\b|or\b|up|down|on))", re.I)
_SMALLER = {"h": "min", "min": "s"}  # 1 min 20
_TIME = re.compile(r"(?P<n>(?<![\w.])\d{1,3}\s?(?P<unit>h|min))\s(?P<m>[0-5]?\d)\Z")
_BITS = re.compile(r"(?<=\d)\s?(?P<p>[kmgt])bits?(?=/s|ps|\s|\Z)")
_PIPELINE = {"IPC": "instructions/cycle", "CPI": "cycles/instruction"}
_APIECE = re.compile(  # 10000 rows / 50 per page: the lower number is of such things
    rf"(?P<n>{NUMBER})\s+(?P<what>[a-z]{{3,}}s)\s*(?:/|÷|:)\s*(?P<k>{NUMBER})\s+(?:(?P=what)\s+)?(?:per|a|/)\s*(?P<each>[a-z]{{3,}})(?=\s*(?:=|\Z))"
)
_TERM = re.compile(rf"(?P<q>{NUMBER}\s?[A-Za-zµ%/]+)\s+\((?P<of>[A-Za-z]{{2,}}(?:\s[a-z]+)?)\)(?=\s*[+=≈])")
_ROUNDS = re.compile(
    rf"(?P<x>{NUMBER}\s?/\s?{NUMBER}),?\s+(?:is\s+)?round(?:s|ed)\s+(?P<way>up|down)\s+to\s+(?P<n>\d+)\Z"
)
_DATUM = re.compile(rf"\A(?:{_MEASURES})\s+{NUMBER}\s*(?:→|->|=>|⇒)\s*(?={NUMBER}\s?[A-Za-z%µ]+\Z)")  # PUE 1.2 → 6.7 kW
_GAINS = re.compile(
    rf"\A\+\s?(?P<n>{NUMBER})\s?%\s+(?:(?P<time>(?:step\s+|run)?time|latency|duration)|(?:throughput|speed|performance))\Z"
)
_WORKING = re.compile(
    r"(?<=[\w%])\s\[(?P<how>[^\[\],;]*\d\s?[^\[\],;]*[*×·/+=x][^\[\],;]*)\]\Z"
)  # 320 ms [4 hops * 80 ms]
_SCALES_IT = re.compile(r"(?:twice|each|not|no|per|half|times|double|apiece|both|unless|minus|less)\b", re.I)
_CUBE_ROOT = re.compile(r"\A(?:the\s+)?cube\s+root\s+of\s+(?P<x>[A-Za-z]\w*|\d[\d.]*|\([^()]*\))\Z", re.I)
_BANDWIDTH = re.compile(r"\b(?P<of>mem|memory|HBM|[DSV]RAM|network|net|link|PCIe)[\s-]?(?:BW|bw|bandwidth)\b")
_CASE = re.compile(
    rf"\A(?P<value>[~≈]?\s?{NUMBER}\s*[A-Za-zµμ%/]*)\s+\(\s*(?P<name>[A-Z]\w*)\s*=\s*(?P<n>{NUMBER})\s*\)\Z"
)


def _is_multiple(expected: object) -> bool:
    """Whether so many times is expected: 2x faster."""
    return _MULTIPLE.search(in_text(expected)) is not None


def shorthand(text: str, asked: Collection[str] = (), expected: object = "") -> str:
    """The text with its shorthand written out."""
    if len(text) > MAX_LENGTH:
        return text
    out = text.strip()
    named = re.match(r"x\d+", out)
    if (named is None or named.group() not in asked) and ("x" not in asked or _is_multiple(expected)):
        out = _TIMES.sub(r"\g<n>x", out)
    out = _LABEL.sub("", out)
    out = _OF_EACH.sub(lambda m: m.group() if _is_multiple(expected) else f"{m['n']} * ", out)
    if "h" not in asked:
        out = _HOURS.sub(lambda m: f"{m['per'] or ''}{m['thing']}-hour{'' if m['per'] else 's'}", out)
    if not {*_SCALES} & {*asked}:
        out = _MANY.sub(lambda m: f"{m['n']}{_SCALES[m['s']]}", out)
        if isinstance(expected, str) and re.search(rf"\b{_COUNTED}\b", expected):
            out = _ALONE.sub(lambda m: f"{m['lead'] or ''}{m['n']}{_SCALES[m['s']]}", out)
    out = _in_billions(out, asked, expected) if isinstance(expected, str) else out
    out = _by_its_heading(out, asked) if isinstance(expected, str) else out
    out = _WEIGHT.sub(r"\g<per>weight", out) if "wt" not in asked else out
    out = _in_short(out, asked, expected)
    out = _WAYS.sub(r"\g<bound> \g<n>", _END.sub(_ended, out))
    out = re.sub(r"\A(max|min)\.(?=\s?[~≈]?\d)", r"\1", out)
    out = _APOSTROPHE.sub(r"\1n't", out)
    out = _CASE.sub(lambda m: f"{m['value']} for {m['name']}={m['n']}", _NAMED.sub("", out))
    return out if out != text.strip() else text


def _in_billions(text: str, asked: Collection[str], expected: str) -> str:
    """The text with billions in figures, where their B cannot count bytes: before other bytes, or for FLOPs.

    >>> _in_billions("70B*2B", (), "140 GB"), _in_billions("6*70B*15T", (), "6.3e24 FLOPs")
    ('70e9*2B', '6*70e9*15e12')
    >>> _in_billions("2B", (), "2 B")
    '2B'
    """
    if (
        not {"B", "T"} & {*asked}
        and _FLOPS.search(expected)
        and re.search(r"[*·×]", text)
        and not _PER_BYTE.search(text)
    ):
        return _BILLIONS.sub(lambda m: f"{m['n']}{'e9' if m['many'] == 'B' else 'e12'}", text)
    if "B" in asked or not _BYTES.search(expected):
        return text
    return _TIMES_BYTES.sub(lambda m: f"{m['n']}e9{m['by'].replace('x', '*')}{m['each']}", text)


def _by_its_heading(text: str, asked: Collection[str]) -> str:
    """A value behind what it is of alone, without how many there are of it, where no other quantity stands there.

    >>> _by_its_heading("RAID6, 8+2: 75%", ()), _by_its_heading("Step 2, 4 ms: 8 ms", ())
    ('RAID6: 75%', 'Step 2, 4 ms: 8 ms')
    """
    m = _HEADING.fullmatch(text)
    if m is None or {*re.findall(r"[A-Za-z]\w*", m["of"] + m["how"])} & {*asked}:
        return text
    told = any(p.search(m["how"]) for p in (TURNS, BINDS, ALTERS, SCALES)) or _QUANTITY.search(m["how"])
    return text if told else f"{m['of'].strip()}: {m['value']}"


_QUANTITY = re.compile(r"(?<![\w.])\d[\d.,]*\s?(?:[kKMGTP]?i?B|[munµ]?s|%|x|[kMG]?Hz|[A-Za-z]+/[a-z]+)(?![A-Za-z])")


def unlabelled(text: str, asked: Collection[str] = ()) -> str:
    """The text without the abbreviation before a value with its unit that says what it is of.

    >>> unlabelled("MFU 38%"), unlabelled("TTFT 350ms"), unlabelled("MFU 38%", {"MFU"}), unlabelled("MINUS 5 GB")
    ('38%', '350ms', 'MFU 38%', 'MINUS 5 GB')
    """
    m = _CALLED.match(text)
    return text if m is None or m["label"] in asked else text[m.end() :]


def _in_short(out: str, asked: Collection[str], expected: object) -> str:
    """Ends, rates and bandwidths without what is left out of them in haste."""
    out = _PLUS.sub(r"at least \g<n> \g<noun>", _AT_MOST.sub(r"at most \g<n>", _WAY.sub("", out)))
    out = _TIME.sub(lambda m: f"{m['n']} {m['m']} {_SMALLER[m['unit']]}", out)
    out = _BITS.sub(lambda m: f" {m['p'].replace('k', 'K').upper().replace('K', 'k')}bit", out)
    for short, said in _PIPELINE.items():
        if short not in asked:
            out = re.sub(rf"(?<=\d)\s?{short}\b", f" {said}", out, flags=re.I)
    out = _APIECE.sub(
        lambda m: (
            m.group()
            if f"{m['each']}s" == m["what"]
            else f"{m['n']} / {m['k']}" + ("" if "=" in out[m.end() :] else f" {m['each']}s")
        ),
        out,
    )
    out = _WORKING.sub(r" (\g<how>)", out)
    if len(_TERM.findall(out)) > 1:
        out = _TERM.sub(lambda m: m.group() if m["of"] in asked or _SCALES_IT.match(m["of"]) else m["q"], out)
    out = _with_its_working(out)
    out = _ROUNDS.sub(lambda m: f"{'ceil' if m['way'] == 'up' else 'floor'}({m['x']}) = {m['n']}", out)
    out = _DATUM.sub("", out)
    out = _GAINS.sub(lambda m: f"{m['n']}% {'longer' if m['time'] else 'faster'}", out)
    out = _CUBE_ROOT.sub(r"\g<x>^(1/3)", out)
    if isinstance(expected, str) and re.search(r"(?:bound|limited)\s*\Z", expected):
        out = _BANDWIDTH.sub(lambda m: f"{_FULL.get(m['of'], m['of'])} bandwidth", out)
    return out


_FULL = {"mem": "memory", "net": "network"}


def _with_its_working(text: str) -> str:
    """A value before a colon and a quotient that comes to it, alone; as it was where a link does not hold.

    >>> _with_its_working("3 nodes: 140/64 = 2.19 rounds up to 3"), _with_its_working("1.46: 140/96 = 1.4583")
    ('3 nodes', '1.46')
    >>> _with_its_working("3 nodes: 140/64 = 2.4 rounds up to 3"), _with_its_working("1.46: 140/90 = 1.56")
    ('3 nodes: 140/64 = 2.4 rounds up to 3', '1.46: 140/90 = 1.56')
    """
    m = _BY_WORKING.fullmatch(text)
    if m is None or not int(m["y"]) or not (m["z"] or m["n"]):
        return text
    x = Fraction(int(m["x"]), int(m["y"]))
    holds = m["z"] is None or round(x, _decimals(m["z"])) == Fraction(m["z"])
    if m["n"]:
        end = math.ceil(x) if m["way"] == "up" else math.floor(x)
        holds = holds and end == int(m["n"]) == Fraction(m["said"])
    elif m["z"]:
        holds = holds and round(Fraction(m["z"]), _decimals(m["said"])) == Fraction(m["said"])
    return f"{m['said']}{m['unit'] or ''}" if holds else text


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


def _ended(m: re.Match[str]) -> str:
    """A number with its end behind it, as a bound."""
    if m["name"]:
        return f"{m['name']} {'<=' if m['most'] else '>='} {m['m']}"
    return f"at {'most' if m['end'] == 'max' else 'least'} {m['n']}"


__all__ = ["shorthand", "unlabelled"]

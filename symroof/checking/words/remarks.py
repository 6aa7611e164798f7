"""The words behind a number that say of what it is, or per what, and add nothing: 140 GB of weights, 3 ms latency.

>>> without_remark("140 GB of weights", ()), without_remark("9 bits per slot", ()), without_remark("5 ms late", ())
(('140 GB', 'weights'), ('9 bits', 'slot'), ('5 ms late', ''))
"""

from __future__ import annotations

from collections.abc import Collection

import symroof.regexes as re
from symroof.checking.words.numerals import NO_SORT, NUMBER
from symroof.reading.measures import KIND, UNITS

_ASIDE = re.compile(
    r"\s+(?:(?:of|for|in|on|at|with|using|over)\s+(?:an?\s+|the\s+|each\s+|one\s+)?|(?:on|with|using|over)\s+\d+\s+)"
    r"[A-Za-z][\w-]{2,}(?:\s+[\w.-]+){0,4}\Z"
)
_SHARE_OF = re.compile(r"(?<=[A-Za-z\d)}])\s+of\s+(?:all\s+)?the\s+[a-z]{3,}(?:\s+[a-z]+){0,2}\Z")
_SORT_OF = re.compile(  # 3 ms round-trip latency, 12 MB L2, 4 seconds flat
    rf"(?P<head>{NUMBER}\s*(?P<unit>[A-Za-zµμ][A-Za-zµμ/]*))\s+\(?(?:(?:of|after|during)\s+)?"
    r"(?P<words>(?:[a-z][a-z-]+\s+){0,3}(?:[a-z][a-z-]{3,}|[A-Z]{2,4}|L[1-4]))\)?\Z"
)
#: words behind a number that make it another one, or none
_NO_REMARK = {
    "late", "early", "short", "spare", "free", "left", "extra", "saved", "wasted", "missing", "away", "apart",
    "wrong", "behind", "ahead", "remaining", "maybe", "hardly", "perhaps", "never", "under", "beyond", "squared",
    "cubed", "half", "twice", "again", "minimum", "maximum", "least", "most", "tops", "incorrect", "false",
    "million", "billion", "thousand", "saving", "gone", "until", "till", "since", "because", "unless", "plus",
    "minus", "square", "cubic", "apiece", "upwards", "onwards", "if", "when", "once",
}  # fmt: skip
#: a format or a chip, as one name
_BY_NAME = re.compile(
    r"(?:bf|mx|mxfp|nvfp|fp|tf|nf|u?int|float|bfloat)\d{1,2}|(?:(?:TPU|NVIDIA|AMD)\s?)?(?:[A-Z]{1,3}\d{2,4}[A-Z]?|v\d[ep]?)(?:[\s-](?:\d+\s?GB|SXM\d?|PCIe))?",
    re.I,
)
_ABOVE = r"more|above|over|beyond|higher|larger|bigger|greater|longer|up(?:wards?)?"
_BELOW = r"less|fewer|below|under|lower|smaller|shorter|down(?:wards?)?"
_CHANGES = re.compile(  # what a remark says that makes its number another one, or none
    r"(?:(?:(?:that|it|this)(?:['’]s|\s+is|\s+was)|is|was|probably|clearly)\s+)*(?:wrong|incorrect|false|invalid|impossible)|"
    r"no|nope|never|not\s+(?:really|quite|exactly|true|right|correct|at\s+all|possible)|i\s+doubt\b.*|"
    r"(?P<scales>(?:times|multipl\w+|divided?|[x×*]\s*\d|doubled|halved|tripled|for\s+(?:only\s+)?(?:half|a\s+(?:third|quarter))|"
    r"(?:for\s+)?(?:each|every|apiece)(?!\s+(?:way|direction))|per\s+(?:layer|block))\b.*|"
    r"(?:roughly\s+|about\s+)?(?:half|twice|double|triple|a\s+(?:third|quarter))(?:\s+(?:of\s+)?(?:it|that|this))?)|"
    r"(?P<bounds>(?:(?:(?:this|it)\s+)?is\s+|as\s+)?(?:(?:just\s+)?an?\s+|the\s+)?(?:"
    rf"(?P<low>at\s+least|(?:or|and)\s+(?:{_ABOVE})|(?:(?:and|but)\s+)?(?:not|no|never)\s+(?:{_BELOW})|above|"
    r"lower\s+(?:bound|limit)|min(?:imum)?)|"
    rf"(?:or|and)\s+(?:{_BELOW})|(?:(?:and|but)\s+)?(?:not|no|never)\s+(?:{_ABOVE})|below|"
    r"(?P<open>at\s+(?:best|worst))|at\s+most|upper\s+(?:bound|limit)|max(?:imum)?|tops))",
    re.I,
)
_MEASURES = (
    r"(?:fortnight|parsec|decade|centur|quarter|semester|square|cubic|inch|f(?:oo|ee)t|met(?:er|re)|mile|gram|kilo|lit(?:er|re)|volt|amp|"
    r"euro|pound)"
)
UNKNOWN_MEASURE = re.compile(_MEASURES, re.I)  # a unit of measure that is none of ours, by how it begins
_PER_THING = re.compile(
    rf"(?P<head>{NUMBER}\s*(?:(?P<unit>[A-Za-zµμ][A-Za-zµμ/]*)\s*)?)(?:\s+per\s+|/)(?P<thing>(?!{_MEASURES})[a-z]{{3,}}(?:\s+[a-z]{{3,}})?)\Z"
)
_PER_COUNTED = re.compile(r"(?P<head>[^<>=≤≥]*[\w)}])\s+per\s+(?P<thing>[a-z]+)\Z")
_FOR_MANY = re.compile(
    rf"(?P<head>{NUMBER}\s*(?P<unit>[A-Za-zµμ][A-Za-zµμ/]*))\s+(?:for|at|with|across)\s+(?:a\s+)?\d[\w.,]*[\s-]+(?P<noun>[a-z]{{3,}}(?:\s+[a-z]+)?)\Z"
)
_AT_RATE = re.compile(  # 10 s at 4 GB/s, 11 days at 40% MFU
    rf"(?P<head>{NUMBER}\s*(?P<unit>[A-Za-zµμ]+))\s+at\s+[~≈]?{NUMBER}\s*"
    r"(?:[kMGTPE]?(?:i?B|bit|b|FLOPs?|flops?|tokens?|tok)(?:/s(?:ec|econd)?|ps)|[kMG]?Hz|[kMGTP]?(?:FLOPS|flops)|%(?:\s+[A-Za-z]+)?)\Z"
)
_BRACKET = re.compile(rf"(?P<head>{NUMBER}\s*[A-Za-zµμ/%]*|[^()]*[<>≤≥]\s*{NUMBER})\s+\(\s*[A-Za-z][\w .,'-]*\)\Z")
_PERCENT = re.compile(rf"({NUMBER}\s*(?:%|percent\b))\s*(?:of\s+)?([A-Za-z][A-Za-z-]*(?:\s+[A-Za-z][\w-]*){{0,5}})\Z")
_COMPARED = re.compile(
    r"\b(?:less|more|fewer|faster|slower|(?:small|larg|bigg|high|low|short|long|cheap|bett)er|off|over|above|below|not|never|hardly|reduction|increase|speed-?up|too)\b",
    re.I,
)
_WAYS = re.compile(
    r"\s+(?:(?:there\s+)?and\s+back|bi-?directional|uni-?directional|one[- ]way|each\s+way|both\s+ways|per\s+direction|"
    r"(?:in\s+)?total(?:\s+for\s+\d+\s+[a-z]+)?|"
    r"overall|each|apiece|a\s+piece|(?:of\s+)?(?:HBM\d?e?|[VDS]?RAM|VMEM))\Z",
    re.I,
)


def without_remark(text: str, asked: Collection[str]) -> tuple[str, str]:
    """The text without the words that say what the number is of: 140 GB of weights."""
    m = _BRACKET.match(text)
    if m is not None and _remarks(m["head"], text[m.end("head") :], asked):
        return text[: m.end("head")], text[m.end("head") :].strip()
    m = _PERCENT.match(text)
    if m is not None and not _known(m[2], asked) and not _COMPARED.search(m[2]):
        return m[1], m[2]
    if (m := _SHARE_OF.search(text)) is not None and not {*re.findall(r"[A-Za-z]+", m.group())} & {*asked}:
        return text[: m.start()], m.group().strip()
    for pattern, group in ((_SORT_OF, "words"), (_PER_THING, "thing")):
        if (m := pattern.match(text)) is not None and pattern is _PER_THING and KIND.get(m["unit"] or "") == "chip":
            continue  # 18 GPUs per stage
        if m is not None and _measures(m, group) and _says_of_what(m, m[group], asked):
            return m["head"].strip(), m[group]
    m = _PER_COUNTED.match(text)
    if m is not None and m["thing"] in KIND and m["thing"] not in asked and _symbolic(m["head"], asked):
        return m["head"], f"per {m['thing']}"  # 2N per token
    m = _FOR_MANY.match(text)
    if m is not None and _says_of_what(m, "", asked) and not _shares_a_kind(m["noun"], asked):
        return m["head"], text[m.end("head") :].strip()
    if (m := _AT_RATE.match(text)) is not None and m["unit"] in UNITS and any(UNITS[m["unit"]].dimension[:5]):
        return m["head"], text[m.end("head") :].strip()
    return _asides(text, asked)


def changes(remark: str, head: str = "", per: str = "") -> str:
    """Whether a remark "scales", "bounds" or "denies" the number before it, or what it reads as; "" for a mere one.

    A bound that is called one is what it says, and so is a number of what is asked ``per`` thing.

    >>> changes("per layer"), changes("per layer", per="ms/layer"), changes("at most"), changes("at least", "B > 240")
    ('scales', '', 'at most', '')
    >>> changes("wrong"), changes("H100")
    ('denies', '')
    """
    m = _CHANGES.fullmatch(remark.strip(" ().!"))
    asked = re.search(r"(?:/|\bper)\s*([A-Za-z]+)", per)
    if m is None or (
        asked is not None and re.search(rf"\A(?:per|each|every)(?:\s+{asked[1]})?\Z", remark.strip(" ()"))
    ):
        return ""
    sign = re.search(r"[<>≤≥]", head)
    if m["bounds"] and (sign is not None or m["open"]):
        return "" if sign is not None and bool(m["low"]) == (sign.group() in ">≥") else "bounds"
    return "scales" if m["scales"] else "denies" if not m["bounds"] else "at least" if m["low"] else "at most"


def names(remark: str) -> bool:
    """Whether a remark is the name of one format or chip: bf16, TPU v5e."""
    return _BY_NAME.fullmatch(remark.strip(" ()")) is not None


def _asides(text: str, asked: Collection[str]) -> tuple[str, str]:
    """The text without where, with what or which way it is: 5 ms on one chip, 50 GB/s each way."""
    left = ""
    for pattern in (_ASIDE, _WAYS):
        m = pattern.search(text)
        if m is not None and re.match(NUMBER, text) and not {*re.findall(r"[A-Za-z]+", m.group())} & {*asked}:
            text, left = text[: m.start()], f"{m.group().strip()} {left}".strip()
    return text, left


def _remarks(head: str, bracket: str, asked: Collection[str]) -> bool:
    """Whether a bracket behind a number is a remark: 1.01 ms (H100), B > 240 (tokens), and not 2 (BDF)."""
    words = re.findall(r"[A-Za-z][\w']*", bracket)
    if {*words} & set(asked) or " - " in bracket or changes(bracket, head):
        return False
    measured = not re.fullmatch(NUMBER, head.strip())
    plain = [w for w in words if w.islower() and len(w) > 2]
    chips = all(re.search(r"\d\d|v\d", w) or w in ("TPU", "GPU", "HBM", "ICI", "DCN", "NVLink") for w in words)
    return bool(plain and (measured or len(words) > 1)) or (measured and chips) or names(bracket)


def _known(words: str, asked: Collection[str]) -> bool:
    """Whether words hold a unit, or the name of a symbol or a product of such: 40 % MFU where M, F and U are asked."""
    found = re.findall(r"[A-Za-z]+", words)
    return any(w in asked or {*w} <= {*asked} or (w in UNITS and w not in KIND) for w in found)


def _measures(m: re.Match[str], group: str) -> bool:
    """Whether a number before a remark is measured, so that no word behind it can be what it counts."""
    return group != "words" or (m["unit"] in UNITS and any(UNITS[m["unit"]].dimension[:5]))


def _symbolic(head: str, asked: Collection[str]) -> bool:
    """Whether a text holds symbols of the question and no unit."""
    words = re.findall(r"[^\W\d_]+", head)
    return any(w in asked or {*w} <= {*asked} for w in words) and not any(w in UNITS and len(w) > 1 for w in words)


def _shares_a_kind(noun: str, asked: Collection[str]) -> bool:
    """Whether what is expected counts the same things: 10 s for 4 layers may be meant per layer."""
    words = noun.split()
    return any(w in asked or w.rstrip("s") in asked for w in words) or bool(
        {KIND[w] for w in words if w in KIND} & {KIND[w] for w in asked if w in KIND}
    )


def _says_of_what(m: re.Match[str], words: str, asked: Collection[str]) -> bool:
    """Whether words behind a measured number say of what it is, or per what: 3 ms latency, 9 bits per slot."""
    found = re.findall(r"[^\W\d_]\w*", words)
    units = [w for w in found if (w in UNITS and (m["unit"] or w not in KIND)) or re.match(_MEASURES, w)]
    compared = units or _COMPARED.search(words) or any(w.lower() in NO_SORT | _NO_REMARK or w in asked for w in found)
    return not compared and (not m["unit"] or m["unit"] in UNITS)

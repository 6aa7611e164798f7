"""A formula whose operands are nouns: peak FLOPs / memory bandwidth, latency + size/bw, 6 * params * tokens.

The signs are typed, so that nothing is open but what the nouns stand for: the symbols by which the field calls them,
where one assignment alone is customary and all symbols of the key are named.

>>> nouned("peak FLOPs / memory bandwidth", "C/W"), nouned("latency + size/bw", "a + V/W")
('C / W', 'a + V / W')
>>> nouned("batch times model dim times layers times two bytes", "2*B*D*L"), nouned("params x tokens", "6*N*D")
('B * D * L * 2', 'N * D')
>>> nouned("tokens * dim", "2*B*D*F"), nouned("the sugar / memory bandwidth", "C/W")
('tokens * dim', 'the sugar / memory bandwidth')
>>> nouned("min(peak, AI*BW)", "min(C, I*W)"), nouned("min(peak/BW, AI)", "min(C, I*W)"), nouned("peak, BW", "C/W")
('min( C , I * W )', 'min( C / W , I )', 'peak, BW')
>>> nouned("(L/R + d) times the number of links k", "k*(L/R + d)")
'( L / R + d ) * k'
"""

from __future__ import annotations

from itertools import pairwise, product

import symroof.regexes as re
from symroof.checking.words.called import of_one_field, symbols
from symroof.checking.words.numerals import NUMBER, counted
from symroof.reading.measures import UNITS
from symroof.reading.spelling import FUNCTIONS

MAX_LENGTH, MOST = 160, 24  # characters of a text, assignments that are tried
_SIGN = re.compile(
    r"((?<![A-Za-z])(?:max|min)\s?\(|,|\*\*|[*/×·÷^()+]|(?<=[\s\d)])[-−](?=\s)|\s(?:x|times)\s|(?<=\d)x\s)"
)
_EXTREMUM = re.compile(r"(?<![A-Za-z])(?:max|min)\s?\(")
_SIGNS = {"×": "*", "·": "*", "÷": "/", "x": "*", "times": "*", "−": "-"}
_LEAD = re.compile(
    r"\A(?:(?:the|our|its|total|transfer|training|whole)\s+)*(?:time|cost|total|bytes|flops|answer|result|intensity|T|t)\s*(?:is|=|:)\s+",
    re.I,
)
_KEY = re.compile(r"(?<![A-Za-z\d_])(?!log\d*\()[A-Za-z]+(?:_[A-Za-z\d]+)?")
_OPERAND = re.compile(r"(?:the\s+|an?\s+|our\s+)?[A-Za-z]\w*(?:[\s-]+[A-Za-z]\w*){0,5}")
_WITH_SYMBOL = re.compile(
    r"(?:the\s+)?(?P<many>(?:number|amount|count|size)\s+of\s+)?(?P<noun>(?!log|sqrt|exp\b|max\b|min\b)[a-z]{3,}(?:\s+[a-z]{3,}){0,2})\s+"
    r"(?P<name>[A-Za-z])",
    re.I,
)
_LOG = re.compile(r"(?P<f>log2?|ln|lg|sqrt)\s+(?P<name>[A-Za-z])")
_SIZED = re.compile(rf"(?P<n>{NUMBER}|[a-z]+)(?:\s+(?:bytes?|flops?|FLOPs?))?")
_OVER = re.compile(r"\s(?:over|divided\s+by)\s")
_NAME = r"[A-Za-z]\w*"
_KEY_OF_BOTH = re.compile(
    rf"\s*(?:(?:max|min|Max|Min)\(\s*(?P<a>{_NAME})\s*,\s*(?P<b>{_NAME})\s*\)|(?P<x>T_\w+)\s*\+\s*(?P<y>T_\w+))\s*"
)
_LARGER, _SMALLER = r"larger|longer|slower|greater|bigger", r"smaller|shorter|faster|lesser|quicker"
_SAYS = (
    r"(?:(?:it|that|this)(?:['’]?s\s+|\s+(?:is|takes|lasts|needs|costs)\s+)|(?:we|you|one|just)\s+takes?\s+|takes?\s+)?"
)
_EITHER = re.compile(
    rf"{_SAYS}(?:the\s+)?(?:(?P<max>max(?:imum)?|{_LARGER})|min(?:imum)?|{_SMALLER}|(?P<sum>sum))"
    r"(?:\s+(?:one|time))?(?:\s+of\s+(?:both|the\s+two(?:\s+times)?|them|these|the\s+times))?|"
    rf"{_SAYS}whichever\s+(?:one\s+)?is\s+(?:the\s+)?(?:(?P<max2>{_LARGER})|{_SMALLER})(?:\s+one)?",
    re.I,
)
_OF_TIMES = re.compile(r"longer|slower|shorter|faster|quicker|\btimes?\b", re.I)
_OTHER_RIDGE = re.compile(
    r"\b(?:peak|flops|compute)\b.*\b(?:network|ici|dcn|link|interconnect|nvlink|nic|pcie)\s+(?:bandwidth|bw)\b|"
    r"\b(?:network|ici|dcn|link|interconnect|nvlink|nic|pcie)\s+(?:bandwidth|bw)\b.*\b(?:peak|flops|compute)\b",
    re.I,
)
_NO_SYMBOL = re.compile(
    r"\b(?:for|with|in|as|where|at|least|most|about|than|more|less|up|to|almost|nearly|below|above|order|half|twice|double|other|another|per|each|every|not|if|when|or|max(?!\s?\()|min(?!\s?\()|minus|plus|over)\b",
    re.I,
)


def nouned(text: str, expected: object) -> str:
    """The text as a formula in the symbols of the key, where each noun stands for one of them; else as it is."""
    if (both := _of_both(text, expected) or _bound_by_a_ratio(text, expected)) != "":
        return both
    names = _names(expected)
    other = _OTHER_RIDGE.search(text) is not None and not any("_" in n for n in names)  # of a link is not C/W
    listed = "," in text and _EXTREMUM.search(text) is None  # peak, bandwidth
    if not names or other or listed or len(text) > MAX_LENGTH or _NO_SYMBOL.search(plain := _with_one_stroke(text)):
        return text
    plain = _LEAD.sub("", plain.strip().rstrip(" .!"))
    return (_in_symbols(plain, names) if "=" not in plain else "") or text


_BOUND_BY = re.compile(r"\s*(?P<name>[A-Za-z]\w*)\s*(?:[<>]=?|≤|≥)\s*(?P<right>[^<>≤≥=]+)")
_A_RATIO = re.compile(
    r"(?:the\s+)?(?:ratio|quotient)\s+(?:of|between)\s+(?P<x>[A-Za-z]+(?:[\s-][A-Za-z]+){0,3}?)\s+(?:to|over|and)\s+(?P<y>[A-Za-z]+(?:[\s-][A-Za-z]+){0,3}?)(?=[.!]*\Z)|"
    r"(?<=[<>]\s)(?P<a>(?:the\s+)?[A-Za-z]+(?:\s[A-Za-z]+){0,3}?)\s*/\s*(?P<b>(?:the\s+)?[A-Za-z]+(?:\s[A-Za-z]+){0,3})(?=[.!]*\Z)",
    re.I,
)


def _bound_by_a_ratio(text: str, expected: object) -> str:
    """A bound with the ratio of two nouns in the symbols of the key's bound; "" for any other text.

    >>> _bound_by_a_ratio("the batch exceeds the ratio of peak FLOPs to memory bandwidth", "B > C/W")
    'the batch exceeds C / W'
    >>> _bound_by_a_ratio("B exceeds the ratio of memory bandwidth to peak FLOPs", "B > C/W")
    'B exceeds W / C'
    >>> _bound_by_a_ratio("B exceeds the ratio of sugar to salt", "B > C/W")
    ''
    """
    key = _BOUND_BY.fullmatch(expected) if isinstance(expected, str) and len(text) <= MAX_LENGTH else None
    m = _A_RATIO.search(text) if key is not None else None
    if m is None or key is None or key["name"] in (names := _names(key["right"])):
        return ""
    if text[: m.start()].rstrip().endswith((",", "(", ":", "=")):
        return ""  # B > C/W, the ratio of peak FLOPs to bandwidth
    other = _OTHER_RIDGE.search(text) is not None and not any("_" in n for n in names)
    told = "" if other else _in_symbols(f"{m['x'] or m['a']} / {m['y'] or m['b']}", names)
    return f"{text[: m.start()]}{told}" if told else ""


def _with_one_stroke(text: str) -> str:
    """One quotient told in words with its sign, where nothing stands behind it or is added: 2x the volume over W."""
    m = _OVER.search(text)
    if m is None or re.search(r"[+−]|\s-|\s(?:plus|minus)\s", text):
        return text
    behind = text[m.end() :]
    return text if _OVER.search(behind) or re.search(r"[*/×·÷(]|\s(?:x|times)\s", behind) else _OVER.sub(" / ", text)


def _in_symbols(text: str, names: set[str]) -> str:
    """A formula in symbols for one of signs and nouns; "" where it is none, or its nouns can stand for others."""
    told = [p.strip() for p in _SIGN.split(text) if p.strip()]
    operands = [p for p in told if not _is_sign(p)]
    if len(operands) < 2 or len(operands) == len(told) or any(_side_by_side(a, b) for a, b in pairwise(told)):
        return ""
    read = {p: _operand(p, names) for p in operands}
    nouns = [p for p, made in read.items() if made is None]
    named = nouns or any(_apposed(p, names) for p in operands)
    assigned = _assigned(nouns, names) if named and of_one_field([n.split() for n in nouns]) else None
    if assigned is None:
        return ""
    found = {**{p: made for p, made in read.items() if made is not None}, **assigned}
    used = {*assigned.values(), *(n for made in found.values() for n in _KEY.findall(made) if n not in FUNCTIONS)}
    return " ".join(_SIGNS.get(p, p) if _is_sign(p) else found[p] for p in told) if used == names else ""


def _side_by_side(a: str, b: str) -> bool:
    """Whether two pieces have no sign between them: (1 - f) for large p."""
    return ((a == ")" or not _is_sign(a)) and not _is_sign(b)) or (b.endswith("(") and not _is_sign(a))


def _of_both(text: str, expected: object) -> str:
    """The larger, the smaller or the sum of the two of which the key is one of these; "" for anything else.

    >>> _of_both("whichever is longer", "max(T_math, T_comms)"), _of_both("the sum", "max(T_math, T_comms)")
    ('max(T_math, T_comms)', 'T_math + T_comms')
    >>> _of_both("the larger of both, T_comms and T_math", "max(T_math, T_comms)")
    'max(T_math, T_comms)'
    """
    key = _KEY_OF_BOTH.fullmatch(expected) if isinstance(expected, str) else None
    if key is None:
        return ""
    one, other = (key["a"], key["b"]) if key["a"] else (key["x"], key["y"])
    joined = r"(?:\s+(?:and|or)\s+|\s*(?P<{}>\+)\s*)"
    both = re.compile(
        rf"\s*[,:(]\s*(?:i\.?e\.?,?\s+)?(?:{one}{joined.format('p')}{other}|{other}{joined.format('q')}{one})\s*[,)]?\Z"
    )
    named = both.search(plain := text.strip(" .!"))
    m = _EITHER.fullmatch(both.sub("", plain))
    if m is None or (named is not None and (named["p"] or named["q"]) and not m["sum"]):
        return ""  # the larger, T_math + T_comms
    if _OF_TIMES.search(text) and not (one[0] in "Tt" and other[0] in "Tt"):
        return ""  # the slower of two rates is the smaller
    if m["sum"]:
        return f"{one} + {other}"
    return f"{'max' if m['max'] or m['max2'] else 'min'}({one}, {other})"


def _is_sign(piece: str) -> bool:
    return (
        _EXTREMUM.fullmatch(piece) is not None
        or _SIGN.fullmatch(f" {piece} ") is not None
        or piece in ("**", "-", "−", *"*/×·÷^()+,")
    )


def _names(expected: object) -> set[str]:
    """The symbols of a formula that is expected; none where it is no formula of several, or has words."""
    if not isinstance(expected, str) or re.search(r"[<>=≤≥]|[A-Za-z\d)]\s+[A-Za-z]", expected):
        return set()
    if "," in expected and _EXTREMUM.match(expected) is None:
        return set()
    found = {n for n in _KEY.findall(expected) if n not in FUNCTIONS}
    run = any(len(n) > 1 and "_" not in n and not n.islower() for n in found)  # BDF
    unit = any(len(n) > 1 and n in UNITS for n in found)  # 3/hour
    return set() if run or unit or not re.search(r"[*/+^]", expected) else found


def _operand(piece: str, names: set[str]) -> str | None:
    """A number, a symbol or a formula of these as it is; None for what may be a noun."""
    m = _SIZED.fullmatch(piece)
    if m is not None and re.fullmatch(NUMBER, number := counted(m["n"].lower())):
        return number
    if (name := _apposed(piece, names)) != "":
        return name
    if (log := _LOG.fullmatch(piece)) is not None and log["name"] in names:
        return f"{log['f']}({log['name']})"
    words = re.findall(r"[A-Za-z]\w*", piece)
    return piece if words and {*words} <= names else None


def _apposed(piece: str, names: set[str]) -> str:
    """The symbol behind the noun that it stands for: the number of links k, the latency a; "" for any other words.

    >>> _apposed("the latency a", {"a"}), _apposed("the naive estimate yields V", {"V"})
    ('a', '')
    """
    m = _WITH_SYMBOL.fullmatch(piece)
    if m is None or m["name"] not in names:
        return ""
    return m["name"] if m["many"] or m["name"] in symbols(m["noun"].split(), names) else ""


def _assigned(nouns: list[str], names: set[str]) -> dict[str, str] | None:
    """The one way in which nouns stand for different symbols; None where there is none, or another."""
    if not all(_OPERAND.fullmatch(n) for n in nouns):
        return None
    choices = [sorted(symbols(re.split(r"\s+", n), names)) for n in nouns]
    found = []
    for n, chosen in enumerate(product(*choices)):
        if n >= MOST:
            return None
        if len({*chosen}) == len(chosen):
            found.append(chosen)
    return dict(zip(nouns, found[0])) if len(found) == 1 else None


__all__ = ["nouned"]

"""Operations that a formula tells in words: the larger of T_a and T_b, the ratio of C to W, N/8 rounded up.

Words are read where their operands are formulas of the question's symbols, or numbers with their units; what else a
sentence holds is left as it was.

>>> asked = {"T_a", "T_b", "C", "W", "N"}
>>> said_formula("the slower of the two, T_a or T_b", asked), said_formula("N/8 rounded up", asked)
('max(T_a, T_b)', 'ceil(N/8)')
>>> said_formula("the ratio of C to W", asked), said_formula("12.5% of N", asked), said_formula("N over 8", asked)
('(C/W)', '(12.5/100) * (N)', '(N/8)')
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import symroof.regexes as re
from symroof.checking.words.numerals import NUMBER, SHARES, counted, shared
from symroof.reading.measures import KIND, UNITS
from symroof.reading.spelling import FUNCTIONS, GREEK

_SIGNS = (
    (re.compile(r"(?<=[\w)}])\s+divided\s+by\s+(?=[\w(\\])", re.I), " / "),
    (re.compile(r"(?<=[\w)}])\s+(?:multiplied\s+by|times)\s+(?=[A-Z(\\]|[a-z](?![a-z]))"), " * "),
    (re.compile(r"(?<=[A-Za-z)}])\s+(?:multiplied\s+by|times)\s+(?=[\dA-Z(\\]|[a-z](?![a-z]))"), " * "),
    (re.compile(r"(?<=\d)\s+multiplied\s+by\s+(?=\d)", re.I), " * "),
    (re.compile(r"(?<=[\w)}])\s+plus\s+(?=[\w(\\])", re.I), " + "),
    (re.compile(r"(?<=[\w)}])\s+minus\s+(?=[\w(\\])", re.I), " - "),
    (
        re.compile(
            r"\b(?:the\s+)?square\s+root\s+of\s+(\([^()]*\)|"
            r"[\w*/^]+(?:\s+(?!plus\b|minus\b|over\b|divided\b|times\b|and\b|in\b|for\b)[\w*/^]+)*)",
            re.I,
        ),
        r"sqrt(\1)",
    ),
    (re.compile(r"(?<![\w)])(\w+|\([^()]*\))\s+mod\s+(\w+)"), r"mod(\1, \2)"),
    (re.compile(r"(?<![\w\\])log_?10\s?\(([^()]*)\)"), r"log(\1, 10)"),
    (re.compile(r"\b(?:the\s+)?log(?:arithm)?\s+(?:to\s+(?:the\s+)?)?base\s+(\d+)\s+of\s+(\w+)", re.I), r"log(\2, \1)"),
    (re.compile(r"(?<![\w)])(\w+)\s+choose\s+2\b"), r"(\1*(\1 - 1)/2)"),
)
_LARGE, _SMALL = r"larger|greater|bigger|higher|longer|maximum|max", r"smaller|lesser|lower|shorter|minimum|min"
_WHICH = rf"(?P<how>{_LARGE}|{_SMALL}|(?P<pace>slower|faster))"
_TWO = r"(?P<x>\S[^,;]*?)(?:\s*,)?\s+(?:and|or)\s+(?P<y>\S[^,;]*?)"
_EXTREMES = tuple(
    re.compile(form, re.I)
    for form in (
        rf"(?:the\s+)?{_WHICH}(?:\s+(?:value|time|one))?\s+(?:of|between|among)\s+(?:the\s+two(?:\s+[a-z]+)?\s*[,:(]+\s*|both\s+)?{_TWO}\)?",
        rf"(?:the\s+)?{_WHICH}\s+one\s*[,:(]+\s*{_TWO}\)?",
        rf"which(?:ever|\s+one)\s+(?:one\s+)?(?:is\s+)?(?:the\s+)?{_WHICH}(?:\s+of\s+|\s*[,:(]+\s*){_TWO}\)?",
        rf"which(?:ever|\s+one)\s+of\s+{_TWO}\s+is\s+(?:the\s+)?{_WHICH}(?:\s+one)?",
        rf"(?:either\s+)?{_TWO}\s*[,(]\s*which(?:ever|\s+one)\s+(?:one\s+)?(?:is|takes|lasts)\s+(?:the\s+)?{_WHICH}(?:\s+one)?\)?",
    )
)
_ALL = r"(?P<x>\S.*?)\s*(?:,\s*and|,|and)\s+(?P<y>\S.*)"
_NAMED = (  # the sum of B and D, and the sign of it
    (re.compile(rf"(?:the\s+)?sum\s+of\s+{_ALL}", re.I), "+"),
    (re.compile(rf"(?:the\s+)?product\s+of\s+{_ALL}", re.I), "*"),
    (re.compile(r"(?:the\s+)?(?:ratio|quotient)\s+of\s+(?P<x>\S.*?)\s+(?:to|and|over|by)\s+(?P<y>\S.*)", re.I), "/"),
    (re.compile(r"(?:the\s+)?difference\s+(?:of|between)\s+(?P<x>\S.*?)\s+and\s+(?P<y>\S.*)", re.I), "-"),
)
_MULTIPLE = re.compile(r"(?:(?P<n>\d[\d.]*)\s+times|(?P<two>twice|double))\s+(?P<x>\S.*)", re.I)
_ROUNDED = (
    (re.compile(r"(?P<x>\S.*?),?\s+(?:rounded|rounding)\s+(?:(?P<up>up)|down)(?:\s+to\s+(?:an|the)\s+[a-z ]+)?", re.I)),
    (re.compile(r"(?:the\s+)?(?:(?P<up>ceil(?:ing)?)|floor)\s+of\s+(?P<x>\S.*)", re.I)),
)
_SHARE = re.compile(
    r"(?P<n>\d[\d.]*\s*(?:%|percent)|\d+/\d+|half|(?:a|one)\s+(?:half|third|quarter)|twice)\s+of\s+(?P<x>\S.*)", re.I
)
_IN_ONE = {"half": "1/2", "third": "1/3", "quarter": "1/4", "twice": "2"}
_ONE_PART = re.compile(
    r"(?:an?|one)[\s-]+(?P<part>fifth|sixth|seventh|eighth|ninth|tenth|sixteenth|hundredth)\s+of\s+(?P<x>\S.*)", re.I
)
_PARTS = {w: str(n) for n, w in enumerate(("fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 5)}
_PARTS |= {"sixteenth": "16", "hundredth": "100"}
_LESS = re.compile(r"(?P<n>\d[\d.]*)\s*(?:[x×]|times)\s+(?:less|smaller|fewer|lower)\s+than\s+(?P<x>\S.*)", re.I)
_MORE = re.compile(
    r"(?P<n>\d[\d.]*)\s*(?:%|percent)\s+(?:(?P<more>more|larger|bigger|longer|higher)|less|smaller|shorter|fewer|lower)\s+than\s+(?P<x>\S.*)",
    re.I,
)
_SIDES = re.compile(r"(?P<left>[^<>=≤≥]+?)\s*(?P<sign>[<>]=?|[=≤≥])\s*(?P<right>[^<>=≤≥]+)")
_POWERS = {"square": "^2", "cube": "^3", "inverse": "^(-1)", "reciprocal": "^(-1)"}
_POWER = re.compile(rf"(?:the\s+)?(?P<power>{'|'.join(_POWERS)})\s+of\s+(?P<x>\S.*)", re.I)
_ONE_OVER = re.compile(r"(?:one|1)\s+over\s+(?P<x>\S.*)", re.I)
_BY_WORDS = re.compile(r"(?P<x>[^,]+?)\s+(?:divided\s+by|over)\s+(?P<y>the\s+[^,]+)", re.I)
_ALL_OVER = re.compile(
    r"(?P<x>[^,]*\w[^,]*?),\s*(?:all\s+(?:of\s+(?:it|that)\s+)?)?(?:divided\s+by|over)\s+(?P<y>[^,]+)", re.I
)
_SPREAD_OVER = re.compile(rf"({NUMBER}\s*(?P<one>[A-Za-z/]+))\s+over\s+({NUMBER}\s*(?P<other>[A-Za-z/]+))\Z")
_OVER = re.compile(r"(?<=[\w)}])\s+over\s+(?=[A-Za-z(\\])")
_OVER_NUMBER = re.compile(r"(?<=[\w)}])\s+over\s+(?=[\w(\\])")
_QUANTITY = re.compile(rf"\$?{NUMBER}\s*(?P<unit>[A-Za-zµμ%/]*)")
_IDENTIFIER = re.compile(r"(?<![\w\\])[^\W\d_]\w*")
_WHOLE_ATOM = r"[\w.^]+|\([^()]*\)"
_DEEPEST = 8  # operations within operations
_TIME = re.compile(r"[Tt](?:_\w+|_?\{.*\})?")


def said_formula(text: str, asked: Collection[str]) -> str:
    """Operations in words as signs: 2DF divided by W, D over W, the square root of CW.

    >>> said_formula("2 D F over W", ()), said_formula("5 GB over 8 links", ()), said_formula("B plus D", {"plus"})
    ('2 D F / W', '5 GB over 8 links', 'B plus D')
    """
    words = {*re.findall(r"(?<![\w\\])[a-z]{3,}(?!\w)", text)} - {*GREEK}
    if words & ({*asked} - FUNCTIONS.keys() - {"log"}):
        return text
    text = in_signs(text, asked)
    m = _SPREAD_OVER.match(text)
    if m is not None and all(m[g] in UNITS and m[g] not in KIND for g in ("one", "other")):
        return f"({m[1]}) / ({m[3]})"  # 5 GB over 10 s
    for made in _named(text, asked):
        return made
    m = _MULTIPLE.fullmatch(counted(text, asked))
    if m is not None and (made := said_formula(m["x"], asked)) != m["x"] and is_formula(made, asked):
        return f"{m['n'] or 2} * ({made})"  # twice the product of B and D
    out = text
    m = _SIDES.fullmatch(text)
    if m is not None and (right := next(_shares(m["right"], asked), None)) is not None:
        return f"{m['left']} {m['sign']} {right}"  # B > half of C/W
    for pattern, sign in _SIGNS:
        out = pattern.sub(sign, out)
    others = re.findall(r"[^\W\d_]\w*", _OVER.sub(" ", out))
    symbols = all(len(w) == 1 or w in asked or not w.islower() or w in ("sqrt", "times") for w in others)
    if others and _is_formula(_OVER_NUMBER.sub(" ", out), asked) and {*_IDENTIFIER.findall(out)} & {*asked}:
        return _OVER_NUMBER.sub(" / ", out)
    return _OVER.sub(" / ", out) if symbols else out


_ATOM = r"(?<![^\s(])[\w(](?:[\w.^*/+()-]*[\w)])?(?![\w(])"  # a formula without blanks
_LIST = rf"(?P<x>{_ATOM}(?:,\s+{_ATOM})*)\s*,?\s+(?:and|&)\s+(?P<y>{_ATOM})"
_OPERATORS = {"times": "*", "multiplied": "*", "over": "/", "divided": "/", "plus": "+", "minus": "-"}
_INNER = (  # innermost first: each with what it comes to
    (rf"(?P<x>{_ATOM})\s+(?P<op>times|multiplied\s+by|over|divided\s+by)\s+(?P<y>{_ATOM})", ""),
    (rf"(?P<x>{_ATOM})\s+(?P<op>plus|minus)\s+(?P<y>{_ATOM})(?!\s+(?:over|times|divided|multiplied)\b)", ""),
    (rf"\b(?:the\s+)?sum\s+of\s+{_LIST}", "+"),
    (rf"\b(?:the\s+)?product\s+of\s+{_LIST}", "*"),
    (rf"\b(?:the\s+)?difference\s+(?:of|between)\s+(?P<x>{_ATOM})\s+and\s+(?P<y>{_ATOM})", "-"),
    (rf"\b(?:the\s+)?(?:ratio|quotient)\s+of\s+(?P<x>{_ATOM})\s+(?:to|and|over|by)\s+(?P<y>{_ATOM})", "/"),
    (rf"\b(?:the\s+|its\s+)?(?:reciprocal|inverse)\s+of\s+(?P<x>{_ATOM})", "(1/{x})"),
    (rf"\b(?:the\s+)?square\s+root\s+of\s+(?P<x>{_ATOM})", "sqrt({x})"),
    (rf"\b(?:the\s+)?square\s+of\s+(?P<x>{_ATOM})", "({x})^2"),
    (rf"\bhalf\s+(?:of\s+)?(?P<x>{_ATOM})", "({x}/2)"),
    (rf"\b(?:twice|double)\s+(?P<x>{_ATOM})", "(2*{x})"),
    (rf"\b(?:an?|one)[\s-]+(?P<part>{'|'.join(SHARES)})\s+of\s+(?P<x>{_ATOM})", "({x}/{part})"),
)
_IN_SIGNS = tuple((re.compile(form, re.I), made) for form, made in _INNER)
_QUANTITY_OF = re.compile(r"\bthe\s+(?:quantity|expression|sum|difference|product|ratio|quotient)\s+(?=\()", re.I)
_SAYS_OPERATION = re.compile(
    r"\b(?:times|over|divided|multiplied|plus|minus|sum|product|ratio|quotient|difference|reciprocal|inverse|root|square|half|twice|double|"
    rf"{'|'.join(w for w in SHARES if w != 'half')})\b",
    re.I,
)


def in_signs(text: str, asked: Collection[str], *, wide: bool = False) -> str:
    """A text with the operations that it tells in words in signs, wherever their operands are the question's symbols.

    What stands behind "over" is its next operand, or, ``wide``, the sum that begins there; by one nobody divides.

    >>> in_signs("V over W plus a", "VWa"), in_signs("V over W plus a", "VWa", wide=True)
    ('((V/W)+a)', '(V/(W+a))')
    >>> in_signs("a over one plus a", "a")
    '(a/(1+a))'
    >>> in_signs("the mean time is the reciprocal of M minus L", {"M", "L"})
    'the mean time is (1/(M-L))'
    >>> in_signs("it is B times D over the sum of B and D", {"B", "D"})
    'it is ((B*D)/(B+D))'
    >>> in_signs("the square root of a third of M", {"M"})
    'sqrt((M/3))'
    >>> in_signs("half of the chips, over 5 links", {"B"})
    'half of the chips, over 5 links'
    """
    for _ in range(_DEEPEST):
        text = _QUANTITY_OF.sub("", text)
        if not _SAYS_OPERATION.search(text):
            break
        for form, made in _IN_SIGNS:
            m = next((m for m in form.finditer(text) if _of_symbols(m, asked) and not _ambiguous(m, wide)), None)
            if m is not None:
                text = f"{text[: m.start()]}{_signed(m, made)}{text[m.end() :]}"
                break
        else:
            break
    return text


def _of_symbols(m: re.Match[str], asked: Collection[str]) -> bool:
    """Whether the operands are formulas of the question's symbols, or one is and the other is a number."""
    operands = [x for g in ("x", "y") if g in m.re.groupindex for x in re.split(r",\s+", m[g])]
    if any(x.count("(") != x.count(")") for x in operands):
        return False
    formulas = [is_formula(re.sub(r"(?<![A-Za-z])\d+(?=[A-Za-z])", "", x), asked) for x in operands]
    return any(formulas) and all(f or re.fullmatch(NUMBER, counted(x.lower())) for f, x in zip(formulas, operands))


def _ambiguous(m: re.Match[str], wide: bool) -> bool:
    """Whether a quotient stands behind a sum, p minus 1 over p, or goes on over all of the sum behind it."""
    if "op" not in m.re.groupindex or not m["op"].lower().startswith(("over", "divided")):
        return False
    before, behind = m.string[: m.start()], m.string[m.end() :]
    on = r"\s*(?:[+-]|plus\b|minus\b)\s" if wide or m["y"].lower() in ("1", "one") else r"\s*[+-]\s"
    return bool(re.search(r"(?:\b(?:plus|minus)|[+-])\s+\Z", before, re.I) or re.match(on, behind, re.I))


def _signed(m: re.Match[str], made: str) -> str:
    """The formula of one operation."""
    operands = [x for g in ("x", "y") if g in m.re.groupindex for x in re.split(r",\s+", m[g])]
    operands = [counted(x) if x.isalpha() and x.islower() else x for x in operands]
    sign = made or _OPERATORS.get(m["op"].split()[0].lower(), "")
    if len(sign) < 2:
        return f"({sign.join(x if re.fullmatch(_WHOLE_ATOM, x) else f'({x})' for x in operands)})"
    return made.format(x=operands[0], part=SHARES[m["part"].lower()] if "part" in m.re.groupindex else "")


def _named(text: str, asked: Collection[str]) -> Iterator[str]:
    """The formula of an operation that is called by its name."""
    for form in _EXTREMES:
        m = form.fullmatch(text)
        if m is None or not (which := _extreme(m)):
            continue
        y = m["y"] + ")" * (m["y"].count("(") - m["y"].count(")"))  # the last bracket may be of the words
        if all(_is_operand(x, asked) for x in (m["x"], y)):
            yield f"{which}({m['x']}, {y})"
            continue
        parts = [in_signs(x, asked) for x in (m["x"], y)]
        if all(is_formula(x, asked) for x in parts):
            yield f"{which}({', '.join(parts)})"  # the smaller of C and I times W
    for form, sign in _NAMED:
        if (m := form.fullmatch(text)) is not None:
            parts = [p for g in ("x", "y") for p in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", m[g])]
            if (sign in "+*" or len(parts) == 2) and all(_is_operand(p, asked) for p in parts):
                yield f" {sign} ".join(f"({p})" for p in parts)
    for form in _ROUNDED:
        if (m := form.fullmatch(text)) is not None and _is_formula(m["x"], asked) and _has_symbol(m["x"], asked):
            yield f"{'ceil' if m['up'] else 'floor'}({m['x']})"
    yield from _shares(text, asked)
    yield from _changed(text, asked)
    yield from _powers(text, asked)


def _shares(text: str, asked: Collection[str]) -> Iterator[str]:
    """A share of a formula: seven eighths of V/W, 12.5% of N, an eighth of N, 8 times less than N."""
    plain = re.sub(r"\Athree-quarters\b", "three quarters", shared(text, asked))
    if (m := _SHARE.fullmatch(plain)) is not None and _has_symbol(m["x"], asked) and _is_formula(m["x"], asked):
        n = re.sub(r"\s*(?:%|percent)\Z", "/100", m["n"].lower())
        yield f"({_IN_ONE.get(n.split()[-1], n)}) * ({m['x']})"
    for form in (_ONE_PART, _LESS):
        if (m := form.fullmatch(text)) is not None and _has_symbol(m["x"], asked) and _is_formula(m["x"], asked):
            yield f"({m['x']}) / {_PARTS[m['part'].lower()] if form is _ONE_PART else m['n']}"


def _powers(text: str, asked: Collection[str]) -> Iterator[str]:
    """The square or the inverse of a formula, and one over it."""
    if (m := _POWER.fullmatch(text)) is not None and is_formula(m["x"], asked):
        yield f"({m['x']}){_POWERS[m['power'].lower()]}"
    if (m := _ONE_OVER.fullmatch(text)) is not None and is_formula(x := said_formula(m["x"], asked), asked):
        yield f"1/({x})"
    m = _BY_WORDS.fullmatch(text)
    if m is not None and is_formula(m["x"], asked) and is_formula(y := said_formula(m["y"], asked), asked):
        yield f"({m['x']}) / ({y})"
    if (m := _ALL_OVER.fullmatch(text)) is not None:  # p minus 1, divided by m + p - 1
        x, y = (said_formula(m[g], asked) for g in ("x", "y"))
        if is_formula(x, asked) and is_formula(y, asked):
            yield f"({x}) / ({y})"


def _changed(text: str, asked: Collection[str]) -> Iterator[str]:
    """A change of a formula in percent: 30% more than N."""
    m = _MORE.fullmatch(text)
    if m is not None and _has_symbol(m["x"], asked) and _is_formula(m["x"], asked):
        yield f"(1 {'+' if m['more'] else '-'} {m['n']}/100) * ({m['x']})"


def _extreme(m: re.Match[str]) -> str:
    """Whether the larger or the smaller is meant; of times the slower is the larger, of anything else that is open."""
    if m["pace"]:
        times = all(_TIME.fullmatch(m[g]) or _timed(m[g]) for g in ("x", "y"))
        return "" if not times else "max" if m["pace"].lower() == "slower" else "min"
    return "max" if re.fullmatch(_LARGE, m["how"], re.I) else "min"


def _timed(text: str) -> bool:
    """Whether an operand is a number of seconds."""
    m = _QUANTITY.fullmatch(text)
    unit = UNITS.get(m["unit"]) if m is not None else None
    return unit is not None and unit.dimension == UNITS["s"].dimension


def is_formula(text: str, asked: Collection[str]) -> bool:
    """Whether a text is a formula of the question's symbols: C/W, and not the time of it.

    >>> is_formula("C/W", {"C", "W"}), is_formula("the time", {"C"})
    (True, False)
    """
    symbols = {w for w in asked if w not in UNITS or len(w) == 1}
    return re.match(NUMBER + r"\s*[a-zµ]", text) is None and _is_formula(text, asked) and _has_symbol(text, symbols)


def _is_operand(text: str, asked: Collection[str]) -> bool:
    """Whether a text is a formula or a number with its unit."""
    m = _QUANTITY.fullmatch(text)
    return (m is not None and (not m["unit"] or m["unit"] in UNITS or m["unit"] == "%")) or _is_formula(text, asked)


def _is_formula(text: str, asked: Collection[str]) -> bool:
    """Whether a text has no words in it beside names, functions and units: the sum of the parts."""
    if not re.search(r"\w", text) or re.search(r"[<>=≤≥?]", text):
        return False
    words = _IDENTIFIER.findall(text)
    return all(len(w) == 1 or w in asked or w in FUNCTIONS or not w.isalpha() or not w.islower() for w in words)


def _has_symbol(text: str, asked: Collection[str]) -> bool:
    """Whether a text holds a symbol of the question, or a product of such."""
    return any(w in asked or {*w} <= {*asked} or "_" in w for w in _IDENTIFIER.findall(text))

"""A threshold as ``str`` prints it, taken apart again: its bound, the regime it assumes, the condition it needs.

>>> told = printed("B > 240.2 (241) assuming B << D, F")
>>> told.text, told.regime, told.integer
('B > 240.2', 'B << D, F', 241)
>>> printed("B > K**2 - D, every B when K**2 <= D, with C/W = 240.2").text
'B > K**2 - D'
>>> printed("T in (0, 208.7] or [4791, oo)").text
'T <= 208.7 or T >= 4791'
>>> printed("B > 240 (280)"), printed("2 (BD + DF)")
(None, None)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import final

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, claim, constant, tried, with_note
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.phrases import MAX_WORDED, inequality
from symroof.errors import SymroofError

_NAME = r"[^\W\d_]\w*"
_INFINITE = r"\+?\s*(?:oo|∞|inf(?:inity)?|\\infty)"
_ASSUMING = re.compile(
    r"(?P<text>.*?\S)[\s,]+(?:assuming|under)\s+(?P<regime>.*?(?:<<|≪|>>|≫|->|→|\\ll|\\gg).*)\Z", re.S
)
_RATE = rf"{_NAME}(?:/{_NAME})?\s*=\s*[^\s,]+(?:\s*(?:\\times|\\cdot|[x×*])\s*10\s*\^\s*\{{?-?\d+\}}?)?"
_NEXT = r"(?:\s*,\s*(?:and\s+)?|\s+and\s+)"
_RATES = re.compile(rf",\s*with\s+(?P<rates>{_RATE}(?:{_NEXT}{_RATE})*)")
_PLAN = re.compile(r",\s*for\s+the\s+plan\b.*\Z", re.S)
_WHEN = re.compile(r"(?P<text>.*[<>≤≥].*?\S)\s*,?\s+when\s+(?P<when>[^,]*[<>≤≥].*)\Z", re.S)
_EVERY_WHEN = re.compile(rf",?\s*every\s+{_NAME}\s+when\s+(?P<when>.*)\Z", re.S)
_EVERY = re.compile(rf"every\s+{_NAME}\s+when\s+(?P<when>.*[<>≤≥].*)")
_WHOLE = re.compile(
    rf"(?P<name>{_NAME})\s*(?P<sense>[<>]=?|[≤≥])\s*(?P<number>{NUMBER})\s+\((?P<whole>\d+)\)(?=\s*(?:\Z|\)|,|and\b|or\b|when\b))"
)
_PIECE = rf"(?:[\[(]\s*{NUMBER}\s*,\s*(?:{NUMBER}|{_INFINITE})\s*[\])]|\{{\s*{NUMBER}\s*\}})"
_PIECES = re.compile(
    rf"(?:(?P<name>{_NAME})\s*(?:∈|\\in(?![a-z])|\bin\b)\s*)?(?P<pieces>{_PIECE}(?:\s*(?:\bor\b|∪|\\cup)\s*{_PIECE})*)\Z"
)
_ENDS = re.compile(
    rf"(?P<left>[\[(])\s*(?P<low>{NUMBER})\s*,\s*(?P<high>{NUMBER}|{_INFINITE})\s*(?P<right>[\])])|\{{\s*(?P<one>{NUMBER})\s*\}}"
)
_SPECIAL = re.compile(
    r"is\s+the\s+first\b(?!\s+[a-z]+\s+(?:that|which)\s+(?:works?|fits?|pays?|wins?|suffices|is|does|keeps|hides|will|can)\b)|\bfirst,\s+every\b|,\s*last\s|\bsuffices\b|\bis\s+necessary\b|\bproved\s+to\s+do\b|\bin\s+a\s+region\b|"
    r"\bpositive\s+root\b|\A\s*every\s+\w+\s*[<>]"
)  # what is printed where there is no single bound
_BRACKETED = re.compile(r"\)\s+(?:and|or)\s+|\s(?:and|or)\s+\(")


@final
@dataclass(frozen=True)
class Told:
    """The parts of a printed threshold; ``whole`` is the name of what is whole, where an ``integer`` is printed.

    ``first`` is what it should be by the digits beside it, ``every`` the condition under which every size will do.
    """

    text: str
    regime: str = ""
    when: str = ""
    rates: str = ""
    whole: str = ""
    integer: int | None = None
    first: int | None = None
    every: str = ""


def printed(text: str) -> Told | None:
    """The parts of a printed threshold; None for a text that has none beside its bound."""
    plain = " ".join(_unset(text).split()) if len(text) <= 2 * MAX_WORDED else ""
    if (
        not 0 < len(plain) <= MAX_WORDED
        or not re.search(r"[<>≤≥∈∞\[]|\b(?:in|oo|every)\b", plain)
        or _SPECIAL.search(plain)
    ):
        return None
    out = Told(_PLAN.sub("", plain))
    if (m := _RATES.search(out.text)) is not None:
        out = replace(out, text=out.text[: m.start()] + out.text[m.end() :], rates=m["rates"])
    if (m := _ASSUMING.match(out.text)) is not None and re.search(r"[<>≤≥]|\bin\b", m["text"]):
        out = replace(out, text=m["text"], regime=m["regime"])
    if (m := _WHOLE.search(out.text)) is not None and _is_whole(m):
        n, may = int(m["whole"]), _firsts(m)
        first = n if n in may else may.start
        out = replace(out, text=_WHOLE.sub(_without_whole, out.text), whole=m["name"], integer=n, first=first)
    if not _BRACKETED.search(out.text):
        out = _without_condition(out)
    if (m := _PIECES.match(out.text)) is not None:
        out = replace(out, text=" or ".join(_of_piece(m["name"] or "", p) for p in _ENDS.finditer(m["pieces"])))
    return out if out.text != plain else None


def _unset(text: str) -> str:
    r"""The words of a threshold that is printed in LaTeX, its formulas as they are.

    >>> print(_unset(r"B > \frac{D}{F} \quad \text{when } D \le F,\quad \text{with } \frac{C}{W_\text{hbm}} = 240.2"))
    B > \frac{D}{F} when D <= F, with C/W_hbm = 240.2
    """
    if "\\" not in text:
        return text
    text = _SPACED.sub(" ", _SET_WORDS.sub(r" \1 ", text.strip().strip("$")))
    text = _SET_SIGNS.sub(lambda m: {"\\le": "<=", "\\ge": ">=", "\\infty": "oo", "\\cup": "or"}[m[0]], text)
    text = _SET_RATE.sub(lambda m: f"{m['up']}/{m['down']} =".replace(r"\text", "").translate(_UNBRACED), text)
    return " ".join(_SET_NAME.sub(r"\1\2 ", text).split())


_SPACED = re.compile(r"\\(?:q?quad(?![A-Za-z])|;)")
_SET_WORDS = re.compile(
    r"\\text\{\s*((?:when|with|and|or|every|for|in|never|always|assuming)(?:\s+(?:when|every|no|all|the|plan))*)\s*\}"
)
_SET_SIGNS = re.compile(r"\\(?:le|ge|infty|cup)(?![A-Za-z])")
_SET_RATE = re.compile(
    r"\\frac\{(?P<up>\w+(?:_\\text\{\w+\}|_\{\w+\})?)\}\{(?P<down>\w+(?:_\\text\{\w+\}|_\{\w+\})?)\} =(?=\s*[\d.])"
)
_SET_NAME = re.compile(r"((?:(?<![A-Za-z0-9])[^\W\d_]_)?)\\text\{(\w+)\}")
_UNBRACED = {ord("{"): None, ord("}"): None}


def _without_condition(t: Told) -> Told:
    """The bound without the conditions behind it; what holds for every size under one is always so."""
    if (m := _EVERY.fullmatch(t.text)) is not None:
        return replace(t, text="always", when=m["when"])
    if (m := _EVERY_WHEN.search(t.text)) is not None:
        t = replace(t, text=t.text[: m.start()], every=m["when"])
    m = _WHEN.match(t.text)
    return t if m is None else replace(t, text=m["text"], when=m["when"])


def _of_piece(name: str, m: re.Match[str]) -> str:
    if m["one"] is not None:
        return f"{name} = {m['one']}"
    return inequality(name, (m["left"], m["low"], m["high"], m["right"]))


def _firsts(m: re.Match[str]) -> range:
    """The whole numbers that may be the first, or the last, that a bound admits of which so many digits are printed."""
    text = m["number"].replace(",", "").replace("−", "-")
    number, half = Fraction(text), _half_a_digit(text)
    low, high = sorted(_first(number + d, m["sense"]) for d in (-half, half))
    return range(low, high + 1)


def _is_whole(m: re.Match[str]) -> bool:
    """Whether the integer in brackets is meant as the first, or the last, whole number that the bound admits."""
    n, first = int(m["whole"]), _firsts(m)
    return first.start - 1 <= n <= first.stop


def _first(bound: Fraction, sense: str) -> int:
    """The first whole number that a bound admits, or the last.

    >>> _first(Fraction(7, 2), "<="), _first(Fraction(3), ">"), _first(Fraction(3), ">="), _first(Fraction(3), "<")
    (3, 4, 3, 2)
    """
    strict = sense in ("<", ">")
    if sense[0] in ">≥":
        return math.floor(bound) + 1 if strict else math.ceil(bound)
    return math.ceil(bound) - 1 if strict else math.floor(bound)


def _half_a_digit(text: str) -> Fraction:
    """By how much a printed number may be rounded.

    >>> _half_a_digit("344.9"), _half_a_digit("240"), _half_a_digit("2.4e4")
    (Fraction(1, 20), Fraction(1, 2), Fraction(500, 1))
    """
    digits, _, power = text.lower().partition("e")
    if not power and "." not in digits:
        return Fraction(1, 2)  # 345 may be 344.9
    return Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2])) / 2


def _without_whole(m: re.Match[str]) -> str:
    return f"{m['name']} {m['sense']} {m['number']}" if _is_whole(m) else m.group()


def special(mine: str, theirs: str) -> Verdict | None:
    """The verdict where a printed threshold is no single bound: the same text is the same region; None for any other.

    >>> special("N >= 116", "N >= 116 first, every N >= 1037").verdict, special("N >= 116", "N > 115")
    ('undecided', None)
    """
    texts = [" ".join(t.split()) for t in (mine, theirs) if len(t) <= 2 * MAX_WORDED]
    if len(texts) < 2 or not any(p.search(t) for t in texts for p in (_SPECIAL, _BRACKETED)):
        return None
    if texts[0] == texts[1] and re.search(r"[<>≤≥=]|\bregion\b", texts[0]):
        return Verdict("exact", "the same region", code="same-region")
    if not any(map(_SPECIAL.search, texts)):
        return None
    return Verdict("undecided", "a threshold of this form is not compared", code="region", right=theirs)


def conditions(mine: Told, theirs: Told, found: Verdict, one: Callable[[str, str], Verdict]) -> Verdict:
    """The verdict on a bound with the condition that it is told to have, beside the one that is right."""
    if not found.ok:
        return found
    right = (n for n in (theirs.integer, _first_of(theirs.text), mine.first) if n is not None)
    if mine.integer is not None and (whole := next(right, mine.integer)) != mine.integer:
        words = f"the whole number is {whole}, not {mine.integer}"
        return Verdict("wrong", words, code="value", right=str(whole))
    if mine.every and (other := _every_one(mine, theirs, one)) is not None:
        return other
    if not mine.when and theirs.when and theirs.text == "always":
        return Verdict("undecided", f"it is so only when {theirs.when}", code="more", right=theirs.when)
    if not mine.when:
        return with_note(found, f"the bound exists only when {theirs.when}") if theirs.when else found
    there = theirs.when or _existence(mine.text)
    same = tried(one, mine.when, there) if there else None
    if same is None or same.verdict == "undecided":
        return Verdict("undecided", f"the bound is right; when {mine.when} was not compared", code="more")
    if same.ok:
        return found
    if not theirs.when:
        return Verdict("undecided", f"the bound is right; when {mine.when} was not asked for", code="more")
    return replace(same, reason=f"the bound is right when {theirs.when}, not when {mine.when}", note=None)


def _first_of(text: str) -> int | None:
    """The first, or last, whole number that a bound by a number admits; None for any other.

    >>> _first_of("B > 344.9"), _first_of("B <= 3.5"), _first_of("B > C/W")
    (345, 3, None)
    """
    try:
        made = claim(text, None, {})
    except SymroofError:
        return None
    value = constant(made.value) if made.kind == "bound" else None
    return None if value is None else _first(Fraction(value), made.sense)


def _every_one(mine: Told, theirs: Told, one: Callable[[str, str], Verdict]) -> Verdict | None:
    """The verdict on a condition under which every size is said to do, which is another one; None where it is right."""
    there = theirs.every or _at_most_nought(mine.text)
    same = tried(one, mine.every, there) if there else None
    if same is not None and same.ok:
        return None
    if same is None or same.verdict == "undecided":
        return Verdict("undecided", f"the bound is right; every one when {mine.every} was not compared", code="more")
    words = f"the bound is right; every one will do when {there}, not when {mine.every}"
    return replace(same, reason=words, note=None, right=there)


def _at_most_nought(text: str) -> str:
    """The condition under which a bound from below is no bound: it is not positive; "" where it does not read."""
    try:
        made = claim(text, None, {})
    except SymroofError:
        return ""
    return f"{made.value} <= 0" if made.kind == "bound" and made.sense[:1] == ">" and made.value is not None else ""


def _existence(text: str) -> str:
    """The condition under which a bound is positive, so that there is one."""
    try:
        value = claim(text, None, {}).value
    except SymroofError:
        return ""
    return f"{1 / value} > 0" if value is not None and value.num.terms else ""


def with_rates(mine: Told, other: Told, let: Collection[str] = ()) -> Told:
    """A bound with the rates that it is told with, C/W = 240.2, put in where the other side does not have their names.

    >>> with_rates(Told("B > C/W", rates="C/W = 240.2"), Told("B > 240.24")).text
    'B > (240.2)'

    Names that ``let`` binds mean that; in whatever order the rates are told, one may be told by another.
    """
    told = _rates(mine)
    for _ in told:
        for name, value in told.items():
            if not {*re.findall(_NAME, name)} & {*re.findall(_NAME, other.text), *let}:
                mine = _with_rate(mine, name, value)
    return mine


def twice_told(t: Told) -> str:
    """What is wrong with rates that say two things of one name; "" where none does.

    >>> twice_told(Told("B > C", rates="C = 3, C = 4")), twice_told(Told("B > C", rates="C = 3, W = 4"))
    ('C is told twice, 3 and 4', '')
    """
    pairs = [(name.strip(), value.strip()) for name, _, value in (r.partition("=") for r in re.split(_NEXT, t.rates))]
    known: dict[str, str] = {}
    for name, value in pairs:
        if known.setdefault(name, value) != value:
            return f"{name} is told twice, {known[name]} and {value}"
    return ""


def _rates(t: Told) -> dict[str, str]:
    """The rates by name; of C/W and W that of C too."""
    pairs = (r.partition("=") for r in re.split(_NEXT, t.rates) if r)
    told = {"".join(name.split()): value.strip() for name, _, value in pairs}
    for name, value in [*told.items()]:
        up, _, down = name.partition("/")
        if down in told:
            told.setdefault(up, f"{value} * {told[down]}")
        elif down and up in told:
            told.setdefault(down, f"{told[up]}/({value})")
    return told


def _with_rate(mine: Told, name: str, value: str) -> Told:
    over = "/".join(reversed(name.split("/")))
    for text, worth in ((name, f"({value})"), (over, f"(1/({value}))")):
        here = re.compile(rf"(?<![^\W\d]){re.escape(text)}(?!\w)")  # 3C too
        put = partial(_as_it_is, worth)
        mine = replace(mine, text=here.sub(put, mine.text), when=here.sub(put, mine.when))
        if "/" in text:
            frac = _fraction(*text.split("/"))
            put = partial(_times_rate, worth)
            mine = replace(mine, text=frac.sub(put, mine.text), when=frac.sub(put, mine.when))
    return mine


def _as_it_is(worth: str, _: re.Match[str]) -> str:
    return worth


def _fraction(up: str, down: str) -> re.Pattern[str]:
    """The fraction of two names as LaTeX sets it, with a number beside either."""
    one, two = (rf"{re.escape(a)}_(?:\\text)?\{{?{re.escape(b)}\}}?" if b else re.escape(a)
                for a, _, b in (n.partition("_") for n in (up, down)))  # fmt: skip
    return re.compile(rf"\\frac\{{(\d*){one}\s*\}}\{{(\d*){two}\s*\}}")


def _times_rate(worth: str, m: re.Match[str]) -> str:
    return f"({m[1] or 1} \\cdot {worth}/{m[2] or 1})"


def regimes_clash(mine: str, theirs: str) -> Verdict | None:
    """The verdict where two bounds assume different regimes: wrong where what is small in one is large in the other.

    >>> regimes_clash("B << D", "B << D, F") is None, regimes_clash("D << B", "B << D, F").verdict
    (True, 'wrong')
    """
    if not mine or not theirs:
        return None
    sides = [[{*re.findall(_NAME, part)} for part in re.split(r"<<|≪|\\\\ll", r, maxsplit=1)] for r in (mine, theirs)]
    if any(len(s) != 2 for s in sides):
        same = mine.split() == theirs.split()
        return None if same else Verdict("undecided", f"{mine} was not compared with {theirs}", code="regime")
    (few, many), (less, more) = sides
    if (few & more) or (many & less):
        return Verdict("wrong", f"it assumes {mine}, where {theirs} is right", code="contradicts-regime")
    return None

"""What an accepted answer works out by itself, held to the value: 8 ms minus 4 ms, so 12 ms.

A text falls into segments at its links (brackets, so, gives, because, =, a comma).  One that is all numbers, units and
operations, by signs or by words of a closed list, comes to something; where that is neither the value nor what stands
at either side of it, the answer is at odds with itself.  A segment with anything else in it is not looked into.

>>> [odd(t, "12 ms") for t in ("8 ms plus 4 ms, so 12 ms", "8 ms minus 4 ms, so 12 ms", "a fast one, so 12 ms")]
['', '8 ms minus 4 ms', '']
>>> odd("8 GB (16 nodes / 2 GB)", "8 GB"), odd("8 GB (16 GB / 2 nodes)", "8 GB"), odd("8 GB (half of 16 GB)", "8 GB")
('16 nodes / 2 GB', '', '')
>>> odd("24 GB over 6 TB/s, so 20 ms", "20 ms"), odd("24 GB over 6 TB/s is 4 ms", "4 ms")
('24 GB over 6 TB/s', '')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, prod
from typing import final

import symroof.regexes as re
from symroof.checking.answers.loosely import loose
from symroof.checking.claims.claims import Verdict, claim, constant, tried
from symroof.checking.words.lexicon import wordset
from symroof.checking.words.numerals import FEW, NUMBER, SHARES, counted, in_digits
from symroof.errors import SymroofError
from symroof.reading.measures import BYTES, COUNTED, NOTHING, PER_SECOND, SECONDS, UNITS, Dimension, product, unit_at
from symroof.reading.quantity import Printed, number_at

MAX_LENGTH = 240
_LINK = re.compile(
    r"\s*(?P<link>=>|->|→|⇒|[=≈≃]|:(?!\d)|[;—()]|,(?=\s|\Z)|\.(?=\s|\Z)|"
    r"(?<![\w.])(?:i\.\s?e\.|so|hence|thus|therefore|because|since|due\s+to|in\s+other\s+words|that\s+is|that['’]s|which|gives?|giving|makes|making|is|"
    r"are|yields?|equals?|leaves?|leaving|comes?\s+to|means?|totals)(?!\w))\s*",
    re.I,
)
_SHARE = "|".join(sorted(SHARES, key=len, reverse=True))
_GROUPED = re.compile(r"(?:\A|[-+*/×·÷=]|\b(?:x|times|over|by|of|at|so|is))\s*\(\Z")  # which no remark opens
_AFTER_A_NUMBER = re.compile(r"(?<=\d)\s*\(\Z")  # 2 (3 + 4), or a number and a remark
_LED = re.compile(  # words before what is worked out that say nothing of it
    r"(?:(?:from|as|by|it|it['’]?s|that|this|we|you|i|the|a|an|our|get|have|needs?|takes?|costs?|total|in\s+total|time|answer|"
    r"result|size|memory|and|then|only|just|about|around|roughly|approximately|exactly|to|be|cf|namely|us)\s+|[~≈]\s*)*",
    re.I,
)
_TRAILED = re.compile(
    r"(?:\s*(?:of\s+it|(?:for|of|in|on|from|to|per|by)\s+(?:the\s+|all\s+|our\s+|its\s+|each\s+|every\s+)?[A-Za-z-]+|[a-z-]{3,})){0,3}[\s.!]*",
    re.I,
)
_SUM = re.compile(
    r"\s*(?:(?P<plus>\+|\bplus\b)|(?P<minus>(?<=\s)[-–](?=\s)|−|\b(?:minus|less|without)\b)|(?P<off>\boff\b)|"
    r"(?P<both>\band\b))\s*",
    re.I,
)
_PRODUCT = re.compile(
    r"\s*(?:(?P<divided>/|÷|\b(?:(?:divided|split|shared|spread|distributed)\s+)?(?:over|across|among|between)\b|\bdivided\s+by\b)|"
    r"(?P<times>\*(?!\*)|×|·|\bx\b|(?<=\d)x(?=\s?\d)|\btimes\b)|(?P<at>@|\bat\b))\s*(?:the\s+|all\s+)?",
    re.I,
)
_TOGETHER = re.compile(r"\s*(?:together|combined|in\s+(?:total|sum|all))\b", re.I)
_POWER = re.compile(r"\s*(?:\*\*|\^)\s*\{?(?P<e>\d{1,2})\}?(?!\.?\d)")
_CALL = re.compile(r"[A-Za-z]\d?\(|\d!")  # sqrt(1e24/120), 8!
_BEFORE_A_GROUP = re.compile(r"\s*(?=⟨)")
_CLOSED, _THEN = re.compile(r"\s*⟩"), re.compile(r"\s*(?:and|or)\s+")
_OPENS = re.compile(rf"(?:{_SUM.pattern}|{_PRODUCT.pattern})", re.I)
_PAIR = re.compile(
    r"(?:the\s+)?(?:(?P<sum>sum)|(?P<difference>difference)|(?P<product>product)|(?P<larger>larger|greater|longer|bigger|maximum|max)|"
    r"(?P<smaller>smaller|lesser|shorter|minimum|min))\s+(?:of|between)\s+",
    re.I,
)
_FUNCTION = re.compile(r"\b(?P<f>max|min)\s*\((?P<a>[^(),]+),(?P<b>[^(),]+)\)", re.I)
_MULTIPLE = re.compile(
    rf"(?P<twice>twice|double)\s+|(?:(?:an?|one)\s+)?(?P<share>{_SHARE})\s+(?:of\s+|(?=\d))|(?P<percent>{NUMBER})\s?(?:%|percent)\s+of\s+",
    re.I,
)
_OPERATION = (
    r"plus|minus|less|without|off|over|across|among|between|divided|split|shared|spread|distributed|x|times|at|and|or|of|twice|double|"
    r"half|each|apiece|per|not|never|than|more|fewer|extra|to|up|down|every|another|second|again|for|in|on|from|by|with"
)
_NOUN = re.compile(rf"\s+(?!(?:{_OPERATION})\b)[A-Za-z][A-Za-z-]*(?!\d)")
_OF_WHAT = re.compile(
    r"\s+(?:of|for|in|from)\s+(?:the\s+)?(?!the\b)[a-z][a-z-]*(?=\s*(?:[-+*/×·÷−–)]|\b(?:plus|minus|x|times|and)\b|\Z))"
)
_EACH = re.compile(
    r"\s*(?:\b(?:each|apiece)\b|(?:/\s?|\bper\s+)(?!s\b|sec|min|h\b|hour|day|week|month|year)[a-z]+\b)", re.I
)
_HOURS_OF = re.compile(r"\s?[A-Z]{2,4}-(?=[a-z])")  # 5000 GPU-days
_MANY = re.compile(
    r"\s?(?P<many>[kMGTB]|thousand|million|billion|trillion)(?=\s+[A-Za-z]{3,}|\s*(?:[-+*/×·÷)]|x\b|\Z))"
)
_PER = re.compile(
    r"(?:/\s?|\bper\s+|\bfor\s+(?:each|every)\s+)(?P<thing>(?!s\b|sec|min|h\b|hour|day|week|month|year)[a-z]{3,}?)\b"
)
_MAY_BE_BILLIONS = re.compile(r"(?:[*×·/x]|\btimes)\s*\d[\d.,]*\s?B\b|\d\s?B\b(?=\s*[*×·/]|\s+x\b|\s+[a-z]{5,})")
_PARAMS = re.compile(r"\s?B\s+(?:params?|parameters|weights|tokens)\b")
_COIN = re.compile(
    rf"[$€£]\s?(?P<n>{NUMBER})(?P<many>\s?(?:[kMB]|thousand|million|billion|trillion))?(?!\w)|(?P<m>{NUMBER})\s?[€£](?!\w)"
)
_SCALE = {
    "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "B": 10**9, "thousand": 10**3, "million": 10**6, "billion": 10**9,
    "trillion": 10**12,
}  # fmt: skip
_DENIED = re.compile(
    r"\b(?:not|instead|rather|than|never|no|but|wait|actually|versus|vs|unlike|if|unless|otherwise)\b|n['’]t\b|~~|[<>≤≥±]",
    re.I,
)
_ABOUT = re.compile(r"[~≈]|\b(?:about|around|roughly|approximately|circa|some|almost|nearly)\b", re.I)
_EVEN = Fraction(1, 1000)
_CALENDAR = 50  # the share that a year of 365 days, or of 52 weeks, and a month of 30 may be off
_CLOSE, _ROUGH = Fraction(1, 40), Fraction(1, 8)
_BITS = 8
_LONGEST = 400  # bits
_HIDDEN = (1, 8, 24, 60, 100, 3600, 86400)  # whose unit people leave out beside numbers without any
_CONCLUDES = re.compile(
    r"(?:in\s+other\s+words|that['’]s|so|hence|thus|therefore|because|since|i\.\s?e\.|that\s+is|is|gives?|makes|[=-]>|→|⇒)",
    re.I,
)
_EQUALS = re.compile(
    r"[=≈≃:(]|i\.\s?e\.|that\s+is|that['’]s|is|are|gives?|makes|yields?|equals?|comes?\s+to|totals?", re.I
)


@final
@dataclass(frozen=True)
class Made:
    """What a segment comes to: its value and dimension, its signs, the unit in which it was told, its last place."""

    value: Fraction
    dimension: Dimension
    bare: bool = False  # a number stands in it without a unit and without what it counts
    signs: str = ""
    unit: Fraction = Fraction(1)
    place: Fraction = Fraction(0)
    eights: bool = False  # an 8 that nobody says is of what: bits a byte
    bares: tuple[Fraction, ...] = ()  # the numbers without a unit that it was multiplied with or divided by
    largest: Fraction | None = None  # of two that stand side by side, which may overlap

    @property
    def of(self) -> Dimension:
        """The dimension, but for what is counted."""
        made = product(self.dimension[:5], NOTHING)
        return made if any(made) else NOTHING


class _Reader:
    """Reads numbers with their units and the operations between them, from left to right, products first."""

    def __init__(self, text: str, *, billions: bool) -> None:
        self.text, self.at, self.billions = text, 0, billions

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        m = pattern.match(self.text, self.at)
        if m is not None:
            self.at = m.end()
        return m

    def total(self, left: Made | None = None) -> Made | None:
        """The sum that begins here, or goes on from what was made before."""
        made = self.product(left)
        while made is not None and (m := self.match(_SUM)) is not None:
            other = self.product()
            made = self._joined(made, other, str(m.lastgroup)) if other is not None else None
        return made

    def _joined(self, a: Made, b: Made, sign: str) -> Made | None:
        """Two amounts by the sign between them; by "and" a sum, or where no word says so two of a kind at once."""
        if sign != "both" or self.match(_TOGETHER) is not None:
            return _added(a, b, sign)
        made = _added(a, b, sign) if a.of == b.of != NOTHING else None
        return None if made is None else replace(made, largest=max(a.value, b.value), signs=made.signs + "&")

    def product(self, left: Made | None = None) -> Made | None:
        """The product that begins here."""
        made = self.factor() if left is None else left
        while made is not None and (m := self.match(_PRODUCT) or self._group_behind(made)) is not None:
            other = self.factor()
            made = _multiplied(made, other, m.lastgroup or "times") if other is not None else None
        return made

    def _group_behind(self, made: Made) -> re.Match[str] | None:
        """The blank before a group that a bare number multiplies: 2 (3 + 4)."""
        return self.match(_BEFORE_A_GROUP) if made.bare and made.of == NOTHING else None

    def factor(self) -> Made | None:
        """A number with its unit, a share or a multiple of one, the larger of two, a group in brackets."""
        if (m := self.match(_PAIR)) is not None:
            return self._pair(str(m.lastgroup))
        if (m := self.match(_MULTIPLE)) is not None:
            made = self.factor()
            by = Fraction(2) if m["twice"] else _share(m)
            return (
                None
                if made is None
                else replace(made, value=made.value * by, signs=made.signs + "*", place=Fraction(0))
            )
        if self.text.startswith("⟨", self.at):
            self.at += 1
            made = self.total()
            closed = made is not None and self.match(_CLOSED) is not None
            return self._in_its_unit(replace(made, place=Fraction(0))) if made is not None and closed else None
        return self._number()

    def _pair(self, what: str) -> Made | None:
        one = self.product()
        other = self.product() if one is not None and self.match(_THEN) else None
        if one is None or other is None:
            return None
        if what != "product" and one.bare and one.of == NOTHING != other.of and not one.signs:
            one = replace(one, value=one.value * other.unit, dimension=other.dimension)  # the larger of 20 and 35 ms
        if what == "product":
            return _multiplied(one, other, "times")
        made = _added(one, other, "minus" if what == "difference" else "plus")
        if made is None or what == "sum":
            return made
        if what == "difference":
            return replace(made, value=abs(made.value))
        value = (max if what == "larger" else min)(one.value, other.value)
        return replace(made, value=value)

    def _in_its_unit(self, made: Made) -> Made:
        """What a group comes to, with the unit that stands behind it: (8 + 4) ms."""
        start = self.at + len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
        unit = unit_at(self.text, start) if made.bare and made.of == NOTHING else None
        if unit is None:
            return made
        self.at = unit[1]
        scale = unit[0].scale
        return replace(made, value=made.value * scale, dimension=unit[0].dimension, bare=False, unit=scale)

    def _number(self) -> Made | None:
        try:
            found = number_at(self.text, self.at)
        except SymroofError:
            return None
        if found is None:
            return None
        printed, self.at = found
        power = self.match(_POWER)
        many = _MANY.match(self.text, self.at)
        scale = Fraction(1)
        params = _PARAMS.match(self.text, self.at)
        if many is not None and (many["many"] != "B" or self.billions or params is not None):
            scale, self.at = Fraction(_SCALE[many["many"]]), many.end()
        self.match(_HOURS_OF)
        start = self.at + len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
        unit = unit_at(self.text, start) if not self.text.startswith("times", start) else None
        dimension, bare = NOTHING, unit is None
        if unit is not None:
            scale, dimension, self.at = scale * unit[0].scale, unit[0].dimension, unit[1]
        nouns = [self.match(_NOUN) for _ in range(2)]
        if bare and any(nouns):
            bare, dimension = False, COUNTED
        self.match(_OF_WHAT)
        self.match(_EACH)
        if power is not None:
            raised = _within(printed.value) and _within(printed.value ** int(power["e"]))
            return Made(printed.value ** int(power["e"]) * scale, dimension, bare, "", scale) if raised else None
        eights = bare and printed.value == _BITS
        bares = (printed.value,) if bare else ()
        return Made(printed.value * scale, dimension, bare, "", scale, _last_place(printed) * scale, eights, bares)


def _last_place(printed: Printed) -> Fraction:
    """The place of the last digit before zeros that end a whole number, where two others stand before them."""
    zeros = len(str(printed.coarse / printed.place)) - 1
    return printed.coarse if printed.digits - zeros >= _FEWEST else printed.place


def _share(m: re.Match[str]) -> Fraction:
    """The share that words say: 1/4 for a quarter of, 2/5 for 40% of."""
    return Fraction(m["percent"].replace(",", "")) / 100 if m["percent"] else Fraction(1, SHARES[m["share"].lower()])


def _added(a: Made, b: Made, sign: str) -> Made | None:
    """The sum or difference of two amounts of one kind; None for others, and for 5 - 6 ms, which may be a range."""
    if a.of != b.of:
        if a.bare and a.of == NOTHING and sign not in ("minus", "off"):
            a = replace(a, value=a.value * b.unit, dimension=b.dimension, unit=b.unit)
        elif b.bare and b.of == NOTHING:
            b = replace(b, value=b.value * a.unit, dimension=a.dimension, unit=a.unit)
        else:
            return None
    value = {"minus": a.value - b.value, "off": b.value - a.value}.get(sign, a.value + b.value)
    if value < 0 <= min(a.value, b.value):
        return None  # 5 ms - 6 ms
    place = sum((x.place for x in (a, b) if x.of != NOTHING or x.value.denominator != 1), Fraction(0))
    return Made(value, a.dimension, a.bare and b.bare, a.signs + b.signs + "+", a.unit, place)


def _multiplied(a: Made, b: Made, sign: str) -> Made | None:
    """The product or quotient of two amounts; so much at a rate is divided by it, so many at so much are multiplied."""
    if sign == "at" and a.of != NOTHING and (b.of == NOTHING or not any(b.of[2:3])):
        return None  # 10 GiB at 32k context
    if sign == "at":
        clocked = b.of == PER_SECOND and a.of == NOTHING and not a.bare
        sign = "divided" if clocked or (any(a.of) and a.of == product(b.of, SECONDS)) else "times"
    power = -1 if sign == "divided" else 1
    if power < 0 and not b.value:
        return None
    unit = a.unit if a.of != NOTHING else b.unit
    bare = a.bare or b.bare
    made = product(a.dimension, b.dimension, power)
    value, signs = a.value * b.value**power, a.signs + b.signs + "*"
    if not _within(value):
        return None
    if power > 0 and (spent := _so_many_a_day(a, b)) is not None:
        return replace(spent, signs=signs)
    return Made(value, made, bare, signs, unit, eights=a.eights or b.eights, bares=a.bares + b.bares)


def _so_many_a_day(a: Made, b: Made) -> Made | None:
    """The time in 5 d x 24 h, of which the one says how much of the smaller unit the larger has; None for others."""
    if not a.of == b.of == SECONDS:
        return None
    long, short = (a, b) if a.unit >= b.unit else (b, a)
    exact = abs(short.value - long.unit) * _CALENDAR <= long.unit  # 365 d or 52 weeks a year
    return replace(long, value=long.value * short.value / long.unit, unit=short.unit) if exact else None


def _within(value: Fraction) -> bool:
    """Whether a number is of a size that somebody measures, so that it is quickly worked with."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) < _LONGEST


@final
@dataclass(frozen=True)
class _Segment:
    """A piece of a text between two links, what it comes to, and the links before and behind it."""

    text: str
    made: Made | None
    before: str
    behind: str
    goes_on: bool  # it begins with an operation on what stands before it


_TEX_SIGNS = {"cdot": "*", "times": "*", "div": "/", "left": "", "right": ""}
_TEX_SIGN = re.compile(rf"\\({'|'.join(_TEX_SIGNS)})(?![A-Za-z])")


def odd(text: object, key: str) -> str:
    r"""The working in a text that comes neither to the key's value nor to what stands beside it; "" for none.

    Of a bound it is held to the number behind its sign; a bracket behind TeX's sign groups as one behind * does.

    >>> odd(r"16 \div (2 \cdot 2) = 4", "4"), odd(r"16 \div (2 \cdot 4) = 4", "4")
    ('', '16 / (2 * 4)')
    >>> odd("2+2+12 bytes per parameter, so 112 GB", "112 GB"), odd("2+2+12 GB, so 112 GB", "112 GB")
    ('', '2+2+12 GB')
    >>> odd("480/4, so B > 240", "B > 240"), odd("480/2, so B > 240", "B > 240")
    ('480/4', '')
    """
    text = _TEX_SIGN.sub(lambda m: _TEX_SIGNS[m[1]], text) if isinstance(text, str) else text
    if isinstance(text, str) and (bound := _BOUND.fullmatch(key)) is not None:
        text, key = _SIDE.sub("", text), bound["limit"]
    if not isinstance(text, str) or len(text) > MAX_LENGTH or len(re.findall(r"\d+", text)) < _FEWEST or _unsure(text):
        return ""
    right = _of_key(key)
    if right is None or _BOTH_WAYS.search(text):
        return ""
    found = ""
    for meant, (plain, billions, dashed) in ((t, r) for t in _as_may_be_meant(text) for r in _readings(t)):
        told = [*_segments(plain, billions=billions)]
        if meant != text and len({right.of, *(s.made.of for s in told if s.made is not None)} & _WORK) > 1:
            continue  # FLOPs beside a rate of them
        if dashed and not any(s.made.signs for s in told if s.made is not None):
            continue
        if len(told) < _FEWEST:  # nothing stands beside it
            if not told or told[0].made is None or _same(told[0].made, right, _CLOSE):
                return ""
            continue
        words = _at_odds(told, right, _ROUGH if _ABOUT.search(text) else _CLOSE)
        if not words:
            return ""
        found = found or words
    return found.replace("⟨", "(").replace("⟩", ")")


_BOTH_WAYS = re.compile(
    r"\b(?:(?:both|each|either)[-\s]+(?:ways?|directions?)|there\s+and\s+back|and\s+back|round[-\s]?trips?)\b", re.I
)
_RATE = re.compile(r"(?<=\d)(\s?[kMGTPE]?)(?:FLOP[sS]?|flops?|OP[sS]?)(?!\w|\s?/\s?[A-Za-z]|\s+per\b)")
_WORK = {UNITS["FLOPs"].dimension, product(UNITS["FLOPs"].dimension, PER_SECOND)}
_OF_TWO = re.compile(r"(?<=\d)(\s?)([kMGTP]?)(?:MACs?|FMAs?)(?!\w)")
_EIGHT_BITS = re.compile(r"([/÷]\s?8)\s?bits?(?![\w/]|\s+per\b)")


def _as_may_be_meant(text: str) -> list[str]:
    """A text, and what may be meant by it: TFLOPs for the rate, a MAC for two operations, 8 bits for those of a byte.

    >>> _as_may_be_meant("989 TFLOPs / 3.35 TB/s"), _as_may_be_meant("400 Gb/s / 8 bits")
    (['989 TFLOPs / 3.35 TB/s', '989 TFLOPs/s / 3.35 TB/s'], ['400 Gb/s / 8 bits', '400 Gb/s / 8'])
    """
    texts = [text, _RATE.sub(r"\1FLOPs/s", text), _EIGHT_BITS.sub(r"\1", text)]
    texts += [f"{text[: m.start()]}{m[1]}FLOPs/s{text[m.end() :]}" for m in _RATE.finditer(text)]
    for said in (r"\1\2FLOPs", r" * 2 \2FLOPs"):
        texts += [meant := _OF_TWO.sub(said, text), _RATE.sub(r"\1FLOPs/s", meant)]
    return [*dict.fromkeys(texts)]


_BOUND = re.compile(r"\s*[A-Za-z]\w*\s*(?:[<>]=?|≤|≥)\s*(?P<limit>[^<>≤≥]+)")
_SIDE = re.compile(r"(?<!\w)[A-Za-z]\w*\s*(?:[<>]=?|≤|≥)\s*(?=[\d(])")


def odd_in_terms(text: object, one: Callable[[str], Verdict]) -> str:
    """The sum of like terms in a text that is a multiple of the key, which ``one`` judges by, and not the key; or "".

    >>> from symroof import check
    >>> [odd_in_terms(t, lambda x: check(x, "2*B*D")) for t in ("5BD minus 2BD, so 2BD", "5BD minus 3BD, so 2BD")]
    ['5BD minus 2BD', '']
    """
    if not isinstance(text, str) or len(text) > MAX_LENGTH or _unsure(text) or not _LIKE_TERMS.search(text):
        return ""
    pieces = [piece for _, piece in _linked(text)]
    for piece in pieces if len(pieces) > 1 else ():
        found = tried(one, piece) if _LIKE_TERMS.fullmatch(piece) else None
        factor = re.sub(r"about|the\s+factor|(?<=\d)e", "", found.factor or "") if found is not None else "?"
        if found is not None and found.code == "factor" and not re.search(r"[A-Za-z]", factor):
            return piece
    return ""


_LIKE_TERMS = re.compile(
    r"(?:from\s+|as\s+)?\d*\s?\*?(?P<of>[A-Za-z][A-Za-z*]*)"
    r"(?>\s*(?:[-+−–]|\b(?:plus|minus|less|and)\b)\s*(?>\d+\s?)?\*?(?P=of))+(?![A-Za-z*/^])",
)


def even(text: object, key: str) -> tuple[str, bool] | None:
    """The value in a text that says nothing else than it, as often as it does, and what it comes from; and whether a
    dash stands between them.

    >>> even("5 GPUs at 81 W, i.e. 405 W", "405 W"), even("12 ms - 8 ms + 4 ms", "12 ms")
    (('405 W', False), ('12 ms', True))
    >>> even("5 GPUs at 80 W, i.e. 405 W", "405 W"), even("405 W saved, 5 GPUs at 81 W", "405 W")
    (None, None)
    """
    if not isinstance(text, str) or len(text) > MAX_LENGTH or not re.search(r"\d.*\s.*\d", text) or _unsure(text):
        return None
    right = _of_key(key)
    for plain, billions, dashed in _readings(text) if right is not None and any(right.of) else ():
        found = [*_segments(plain, billions=billions, strictly=True)]
        alike = all(
            s.made is not None and s.made.of == right.of and abs(s.made.value - right.value) <= abs(right.value) * _EVEN
            for s in found
            if right is not None
        )
        plainly = [s.text for s in found if s.made is not None and not s.made.signs]
        if alike and plainly and len(found) > 1:
            return plainly[0], dashed
    return None


def _unsure(text: str) -> bool:
    """Whether a word denies or corrects something in a text, or a sign bounds it."""
    return _DENIED.search(re.sub(r"[=-]>", " ", text)) is not None


_FEWEST = 2  # numbers: one of a working, half of 8 ms, and its result
_SMALL = re.compile(rf"\b(?:{FEW})\b(?=\s+[a-z])", re.I)


def _readings(text: str) -> Iterator[tuple[str, bool, bool]]:
    """The ways in which a text may be read: brackets that group or remark, a dash for a colon, B for billions."""
    plain = _SMALL.sub(
        lambda m: counted(m.group().lower()), in_digits(re.sub(r"(?<!\w)\*\*|\*\*(?![\w(])|[`\\]", "", text), ())
    )
    plain = _COIN.sub(lambda m: f"{m['n'] or m['m']}{m['many'] or ''} USD", plain)  # $8.85 million
    plain = re.sub(r"[\[\]]", lambda m: "(" if m.group() == "[" else ")", plain)
    plain = _FUNCTION.sub(lambda m: f"{m['f']} of {m['a'].strip()} and {m['b'].strip()}", plain)
    if _CALL.search(plain):
        return
    texts = [(_grouped(plain, _GROUPED), False)]
    if re.search(r"\d\s*\(", plain):
        texts.append((_grouped(plain, _GROUPED, _AFTER_A_NUMBER), False))
    if (dash := re.search(r"\s[-–]\s", plain)) is not None:
        texts.append((f"{plain[: dash.start()]} ; {plain[dash.end() :]}", True))
    for t, dashed in texts:
        yield t, False, dashed
        if _MAY_BE_BILLIONS.search(t):
            yield t, True, dashed


def _grouped(text: str, *opening: re.Pattern[str]) -> str:
    """A text whose brackets behind an operation group what is in them.

    >>> _grouped("2 * (8 + 4) ms (12 each)", _GROUPED)
    '2 * ⟨8 + 4⟩ ms (12 each)'
    """
    out, stack = [*text], []
    for i, ch in enumerate(text):
        if ch == "(":
            stack.append(i if any(p.search(text[: i + 1]) for p in opening) else -1)
        elif ch == ")" and stack and (at := stack.pop()) >= 0:
            out[at], out[i] = "⟨", "⟩"
    return "".join(out)


def _segments(text: str, *, billions: bool, strictly: bool = False) -> Iterator[_Segment]:
    """The segments of a text, each with what it comes to where all of it is read."""
    last: Made | None = None
    told = [*_linked(text)]
    for (before, piece), (behind, _) in pairwise((*told, ("", ""))):
        goes_on = _OPENS.match(piece) is not None and last is not None
        last = _worked(piece, last if goes_on else None, billions=billions, strictly=strictly)
        yield _Segment(piece, last, before, behind, goes_on)


def _linked(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a text, each with the link before it: of several the last that is more than a mark.

    >>> [*_linked("8 ms (2 x 4), so 8 ms")]
    [('', '8 ms'), ('(', '2 x 4'), ('so', '8 ms')]
    """
    links = [*_LINK.finditer(text)]
    link = ""
    for i, (a, b) in enumerate(zip([0, *(m.end() for m in links)], [*(m.start() for m in links), len(text)])):
        mark = links[i - 1]["link"] if i else ""
        link = mark if mark not in _MARKS or not link else link
        if piece := text[a:b].strip():
            yield link, piece
            link = ""


_MARKS = (",", ";", ".", ")")


def _worked(piece: str, left: Made | None, *, billions: bool, strictly: bool = False) -> Made | None:
    """What a segment comes to; None where something in it is not read, strictly not even a noun that counts nothing."""
    reader = _Reader(piece, billions=billions)
    if left is None:
        reader.match(_LED)
    made = reader.total(left)
    rest = piece[reader.at :]
    if strictly and (rest.strip(" .!") or {*re.findall(r"[a-z]{3,}", piece)} - _PLAIN_WORDS):
        return None
    return made if made is not None and _TRAILED.fullmatch(rest) and not re.search(r"\d", rest) else None


_PLAIN_WORDS = (
    UNITS.keys()
    | SHARES.keys()
    | wordset(
        "from the sum difference product larger greater longer smaller shorter maximum minimum max min and over times"
    )
    | wordset(
        "divided split shared spread across among plus minus less without off half twice double percent each apiece"
    )
)


def _of_key(key: str) -> Made | None:
    """What a key comes to; None for one with symbols, in money, or of another sort than a value."""
    plain = _worked(key, None, billions=False, strictly=True)
    if plain is not None and not plain.signs:
        return plain
    try:
        made = claim(key, None, {})
        value = constant(made.value)
    except SymroofError:
        return None
    if value is None or made.kind != "value":
        return None
    return Made(value, made.dimension or NOTHING, not made.dimension)


def _at_odds(segments: list[_Segment], right: Made, loosely: Fraction) -> str:
    """The first segment that comes to something else than the value and what stands beside it."""
    if words := _each_by_how_many(segments, right, loosely) or _told_twice(segments, right, loosely):
        return words
    for i, s in enumerate(segments):
        if s.made is None or not s.made.signs or (i + 1 < len(segments) and segments[i + 1].goes_on):
            continue
        if s.made.largest is not None and s.before in (",", ";") and i and segments[i - 1].made is not None:
            continue  # 14 GB for the weights, 14 GB for the gradients and 84 GB for Adam
        around = [n for n in segments[max(0, i - 1) : i + 2] if n is not s]
        beside = [n for n in around if n.made is not None]
        if s.made.of == NOTHING and s.made.bare and not (_direct(s) or _CONCLUDES.fullmatch(s.behind or s.before)):
            continue  # RAID6, 8+2: 80%
        if len(beside) < len(around) and "=" in (s.before, s.behind):
            continue  # 1/h = 1/140
        if _beside_the_point(s, s.made, right, beside):
            continue
        near = (*(n.made for n in beside if n.made is not None), right)
        if not any(_agree(s.made, n, loosely, direct=_direct(s)) for n in near):
            return s.text
        if not all(_same(s.made, n, loosely) for n in _set_equal(segments, i) if n.of == s.made.of != NOTHING):
            return s.text
    return ""


def _beside_the_point(s: _Segment, made: Made, right: Made, beside: list[_Segment]) -> bool:
    """Whether a segment is of one of whatever number of things, or what stands beside it may be of another unit."""
    if any(n < 0 for n in made.dimension[5:]) and not any(right.dimension[5:]) and _PER.search(s.text):
        return True  # 2+2+12 bytes per parameter
    return any(
        loose(s.text, t) for n in beside for t in (n.text, *_AMOUNT.findall(n.text))
    )  # 5 MB/s * 86400 = 432 GB/day


def _each_by_how_many(segments: list[_Segment], right: Made, loosely: Fraction) -> str:
    """So much per thing beside so many things, 2 bytes per parameter, 7B parameters, that come to nothing told."""
    for i, s in enumerate(segments):
        per = _PER.search(s.text) if s.made is not None and not s.made.signs else None
        for n in (segments[j] for j in (i - 1, i + 1) if per is not None and 0 <= j < len(segments)):
            if per is None or s.made is None or n.made is None or n.made.signs or n.made.of != NOTHING:
                continue
            made = _multiplied(s.made, n.made, "times") if re.search(rf"\d.*\b{per['thing']}e?s?\b", n.text) else None
            others = [o for o in segments if o is not s and o is not n]
            if any(
                _MORE.search(o.text) and (o.made is None or not _agree(o.made, right, loosely, direct=True))
                for o in others
            ):
                continue  # 4 ms per hop, 2 hops, and 4 ms at the end; 2 ms per hop, 3 hops, twice
            told = [right, *(o.made for o in others if o.made is not None)]
            if made is not None and not any(_agree(made, t, loosely, direct=True) for t in told):
                return f"{s.text}, {n.text}"
    return ""


_MORE = re.compile(r"\d|\b(?:twice|double|half|again|thrice)\b", re.I)  # than so many at so much each
_WHY = re.compile(r"because|since", re.I)
_AMOUNT = re.compile(rf"[~≈]?\s?{NUMBER}\s?[A-Za-zµμ]+(?:/[A-Za-z]+)?")


def _told_twice(segments: list[_Segment], right: Made, loosely: Fraction) -> str:
    """An amount by itself of which another one is concluded that it is not: 96 J, so 96 mJ; "" for none."""
    for one, other in pairwise(segments[:2]):
        if one.made is None or other.made is None or not one.made.of == other.made.of == right.of != NOTHING:
            continue
        said = (
            _CONCLUDES.fullmatch(one.behind)
            and not _WHY.fullmatch(one.behind)
            and not (one.made.signs or other.made.signs or other.goes_on)
        )
        if (
            said
            and _AMOUNT.fullmatch(one.text)
            and _PER.search(other.text) is None
            and not _same(one.made, other.made, loosely)
        ):
            return one.text
    return ""


def _set_equal(segments: list[_Segment], i: int) -> Iterator[Made]:
    """The values that stand beside a working as what it is: 8 ms = 2 x 4 ms, 8 ms (2 x 4 ms)."""
    for n, link in ((i - 1, segments[i].before), (i + 1, segments[i].behind)):
        made = segments[n].made if 0 <= n < len(segments) and _EQUALS.fullmatch(link) else None
        if made is not None and not made.signs and not (n > i and segments[n].goes_on):
            yield made


def _direct(s: _Segment) -> bool:
    """Whether a segment is set equal to what stands before or behind it, or stands in brackets behind it."""
    return s.before in ("(", "=") or s.behind == "="


def _agree(made: Made, told: Made, loosely: Fraction, *, direct: bool) -> bool:
    """Whether a working may be what is told: the same, rounded, in bytes of 1024, or with a unit left out."""
    if made.of == told.of and (_same(made, told, loosely) or _converts(made, told, loosely)):
        return True
    if made.of == told.of != NOTHING or (made.of == told.of and not made.bare):
        return False
    if made.of == told.of:  # 100*4/8 = 50%
        return told.unit != 1 and abs(made.value - told.value / told.unit) <= abs(told.value / told.unit) * loosely
    if made.of == NOTHING and not made.bare and told.of == PER_SECOND and "*" in made.signs:  # 1 s / 20 ms = 50 /s
        return any(abs(made.value - y) <= abs(y) * loosely for y in (told.value, told.value / told.unit))
    if (
        made.of == NOTHING
        and made.bare
        and told.of[:1] == BYTES[:1]
        and abs(made.value - told.value) <= abs(told.value) * loosely
    ):
        return True  # 16*2**30 = 16 GiB
    if made.of == NOTHING and any(made.dimension[5:]) and told.of != NOTHING:
        return True  # 35 ms (16 x 16 slice)
    if made.of == NOTHING and made.bare:
        return _but_for_units(made.value, told.value / told.unit, loosely, only_sums="*" not in made.signs)
    if told.of == NOTHING and told.bare and not told.signs:
        return _but_for_units(told.value, made.value / made.unit, loosely, only_sums="*" not in made.signs)
    return made.bare or not direct or "*" not in made.signs


def _converts(made: Made, told: Made, loosely: Fraction) -> bool:
    """Whether a number without a unit in a working only turns one unit into another: 504 h / 168, so 3 weeks."""
    between = told.unit / made.unit
    for b in (
        {*made.bares, prod(made.bares, start=Fraction(1))} if "*" in made.signs and made.value and told.value else ()
    ):
        if b and any(abs(b / x - 1) * _CALENDAR <= 1 for x in (between, 1 / between)):
            by = b if between > 1 else 1 / b
            if abs(made.value * by - told.value) <= abs(told.value) * loosely:
                return True
    return False


def _same(made: Made, told: Made, loosely: Fraction) -> bool:
    x, y = made.value, told.value
    if made.largest is not None and abs(made.largest - y) <= abs(y) * loosely:
        return True
    if made.eights and any(abs(x * b - y) <= abs(y) * loosely for b in (_BITS, Fraction(1, _BITS))):
        return True  # 5 MB * 8 / 50 Mbit/s
    if {*made.signs} == {"+"} and loosely == _CLOSE:  # to the digits printed: 187 less 93 is not 96
        return abs(x - y) <= min(abs(y) * loosely, (made.place + told.place) / 2)
    if abs(x - y) <= max(abs(y) * loosely, min(told.place / 2, abs(y) / 10)):
        return True
    if told.of == NOTHING and y.denominator == 1 and y in (floor(x), ceil(x)) and "*" in made.signs:
        return True  # rounded up to whole things
    steps = (Fraction(1024, 1000) ** k for k in (2, 3, 4)) if made.of[:1] == BYTES[:1] and y else ()
    return any(abs(x / y * r - 1) <= loosely / 5 or abs(x / y / r - 1) <= loosely / 5 for r in steps)


def _but_for_units(x: Fraction, y: Fraction, loosely: Fraction, *, only_sums: bool) -> bool:
    """Whether two numbers are one but for powers of a thousand, and for periods and bits that stand without units."""
    if not x or not y:
        return x == y
    for hidden in (1,) if only_sums else _HIDDEN:
        for ratio in (x / y * hidden, x / y / hidden):
            while ratio > _BETWEEN:
                ratio /= 1000
            while ratio * _BETWEEN < 1:
                ratio *= 1000
            if abs(ratio - 1) <= loosely:
                return True
    return False


_BETWEEN = 32  # half way between two powers of a thousand


__all__ = ["Made", "even", "odd", "odd_in_terms"]

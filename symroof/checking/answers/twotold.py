"""Two amounts that an answer tells beside a verdict or a change, held to it: 5 ms of math and 2 ms of memory.

The larger of two times is what limits, and from 10 ms to 5 ms it is 2x faster.

>>> unlike_its_times("T_math = 5 ms, T_mem = 2 ms, so memory-bound", "memory-bound")
'T_math = 5 ms, T_mem = 2 ms: the other side'
>>> unlike_its_times("memory-bound: 2 ms compute, 5 ms memory", "memory-bound")
''
>>> [unlike_its_ends(f"2x faster, {t}", "2x faster") for t in ("10 ms to 5 ms", "10 ms to 2 ms", "5 GB/s to 10 GB/s")]
['', '10 ms to 2 ms: another change', '']
"""

from __future__ import annotations

from fractions import Fraction

import symroof.regexes as re
from symroof.checking.words.numerals import NUMBER
from symroof.checking.words.resources import BOUND, COMPUTE, DATA
from symroof.errors import SymroofError
from symroof.reading.measures import NOTHING, SECONDS, product
from symroof.reading.quantity import Quantity, quantity

MAX_LENGTH = 200
_Q = rf"{NUMBER}\s?[A-Za-zµμ]+(?:/[A-Za-z]+)?"
_MATH = r"(?:T_?\{?(?:math|comp(?:ute)?|flops?)\}?|" + COMPUTE + r"(?:\s+time)?)"
_DATA = r"(?:T_?\{?(?:comm?s?|mem(?:ory)?|hbm|data|net(?:work)?|io|load)\}?|" + DATA + r"(?:\s+time)?|loads?|loading)"
_IS = r"\s*(?:[:=≈]|\bis\b|\btakes\b|\bneeds\b)?\s*(?:only\s+|about\s+|~\s?)?"
_SIDE = re.compile(rf"\s*(?:(?P<math>{COMPUTE})|{DATA}){BOUND}\s*", re.I)


def _told(what: str, name: str) -> str:
    """The pattern of a time with what it is of, before or behind it."""
    before = rf"\b{what}{_IS}(?P<{name}>{_Q})(?!\s*[*/x×])"
    return rf"(?:{before}|(?<![\w.*/×])(?P<{name}2>{_Q})\s+(?:of\s+|for\s+(?:the\s+)?)?{what}\b)"


_BOTH = tuple(
    re.compile(
        rf"(?P<all>{_told(one, a)}\s*(?:,|;|\band\b|\bbut\b|\bvs\.?|\bversus\b)\s*(?:the\s+)?{_told(other, b)})", re.I
    )
    for one, a, other, b in ((_MATH, "math", _DATA, "data"), (_DATA, "data", _MATH, "math"))
)
_CHANGE = re.compile(
    rf"\s*(?P<n>{NUMBER})\s?(?P<kind>x|×|times|%)\s+(?:as\s+)?(?P<way>faster|quicker|slower|less|fewer|smaller|shorter|cheaper|lower|more|larger|bigger|longer|higher)\b.*",
    re.I,
)
_ENDS = re.compile(
    rf"(?P<all>(?P<a>{NUMBER}(?:\s?(?!to\b|in\b)[A-Za-zµμ]+(?:/[A-Za-z]+)?)?)\s*(?P<how>->|→|⇒|=>|\bto\b|\binstead\s+of\b|\brather\s+than\b)\s*(?P<b>{_Q}|{NUMBER}))",
    re.I,
)
_TURNED = re.compile(r"instead|rather", re.I)
_DOWN = ("less", "fewer", "smaller", "shorter", "cheaper", "lower")
_HUNDRED, _LOOSE = 100, Fraction(1, 20)


def unlike_its_times(text: object, key: str) -> str:
    """The two times in a text by which the other side than the key's is the limit, with why; "" for none.

    >>> unlike_its_times("compute-bound, 2 ms of math vs 5 ms of memory", "compute-bound")
    '2 ms of math vs 5 ms of memory: the other side'
    """
    side = _SIDE.fullmatch(key)
    if side is None or not isinstance(text, str) or len(text) > MAX_LENGTH:
        return ""
    for m in (m for pattern in _BOTH for m in pattern.finditer(text)):
        math, data = (_amount(m[k] or m[f"{k}2"]) for k in ("math", "data"))
        if math is None or data is None or not _of(math) == _of(data) == SECONDS or math.value == data.value:
            continue
        if (math.value > data.value) != (side["math"] is not None):
            return f"{m['all']}: the other side"
    return ""


def unlike_its_ends(text: object, key: str) -> str:
    """The two amounts in a text between which lies another change than the key's, with why; "" for none.

    >>> unlike_its_ends("4x less memory, 12 GB instead of 3 GB", "4x less memory")
    '12 GB instead of 3 GB: another change'
    >>> unlike_its_ends("30% less (100 -> 70)", "30% less"), unlike_its_ends("30% less (100 -> 60)", "30% less")
    ('', '100 -> 60: another change')
    """
    told = _between(text, key)
    return f"{told[0]}: another change" if told is not None and not told[1] else ""


def by_its_ends(text: object, key: str) -> str:
    """A text without the two amounts in it between which the key's change lies; "" where there are none.

    >>> by_its_ends("30% less (100 -> 70)", "30% less"), by_its_ends("30% less (100 -> 60)", "30% less")
    ('30% less', '')
    """
    told = _between(text, key)
    if told is None or not told[1] or not isinstance(text, str):
        return ""
    rest = re.sub(rf"[,;(]?\s*(?:from\s+)?{re.escape(told[0])}\s*\)?", " ", text)
    return " ".join(rest.split()).strip(" ,;.")


def _between(text: object, key: str) -> tuple[str, bool] | None:
    """The two amounts of a text, and whether the change that the key says lies between them; None for none."""
    asked = _CHANGE.fullmatch(key)
    if asked is None or not isinstance(text, str) or len(text) > MAX_LENGTH:
        return None
    found = [*_ENDS.finditer(text)]
    if len(found) != 1:
        return None
    m = found[0]
    first, last = _amount(m["a"]), _amount(m["b"])
    if first is None or last is None or not first.value or not last.value:
        return None
    if not _of(first):
        unit = re.sub(NUMBER, "", m["b"])
        first = _amount(f"{m['a']}{unit}")
    if first is None or _of(first) != _of(last):
        return None
    if _TURNED.search(m["how"]):
        first, last = last, first
    ways = [f for f in _factors(asked, first)]
    grown = last.value / first.value
    return (m["all"], any(abs(grown / f - 1) <= _LOOSE for f in ways)) if ways else None


def _factors(asked: re.Match[str], amount: Quantity) -> list[Fraction]:
    """By what an amount of this sort is multiplied in the change that is asked: a time by 1/2 where it is 2x faster."""
    n, way = Fraction(asked["n"].replace(",", "").replace("−", "-")), asked["way"].lower()
    of = _of(amount)
    fast, slow = way in ("faster", "quicker"), way == "slower"
    if asked["kind"] == "%":
        up, down = 1 + n / _HUNDRED, 1 - n / _HUNDRED
    else:
        up, down = n, 1 / n if n else Fraction(0)
    if fast or slow:
        rate = bool(of) and of[2:3] == (-1,)
        if of != SECONDS and not rate:
            return []
        grows = fast == rate
        return [f for f in ((up, 1 / down if down else up) if grows else (down, 1 / up)) if f > 0]
    return [f for f in ((down,) if way in _DOWN else (up,)) if f > 0]


def _amount(text: str) -> Quantity | None:
    try:
        return quantity(text.strip())
    except SymroofError:
        return None


def _of(amount: Quantity) -> tuple[int, ...]:
    made = product(amount.dimension[:5], NOTHING)
    return made if any(made) else ()


__all__ = ["by_its_ends", "unlike_its_ends", "unlike_its_times"]

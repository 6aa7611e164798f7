"""A step whose numbers agree though its units do not: 5 MB/s * 86400 = 432 GB/day, 134.4 kWh * 0.4 kg = 53.8 kg.

What people leave out is the unit of a factor: that there are 86400 s a day, that the 0.4 kg are for each kWh.  Such a
step holds where its last side is what its numbers come to, and the units alone would make something else of it.

>>> [loose(*t.split(" = ")) for t in ("5 MB/s * 86400 = 432 GB/day", "134.4 kWh * 0.4 kg = 53.8 kg")]
['86400 stands without its unit', 'the units of the factors are left open']
>>> [loose(*t.split(" = ")) for t in ("5 MB/s * 3600 = 432 GB/day", "134.4 kWh * 0.5 kg = 53.8 kg", "2 GB * 3 = 6 MB")]
['', '', '']
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import claim, constant
from symroof.checking.words.numerals import NUMBER
from symroof.errors import SymroofError
from symroof.reading.measures import KIND, UNITS
from symroof.reading.quantity import Printed, number_at

MAX_LENGTH = 120
_POWERS = {"k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15}
_UNIT = r"[A-Za-zµ$€£]+(?:\s?(?:/|\bper\b)\s?(?:\d+\s?)?[A-Za-z]+)*"
_MEASURED = re.compile(rf"(?P<coin>[$€£]\s?)?(?P<n>{NUMBER})\s?(?P<unit>{_UNIT})?")
_MANY = re.compile(  # $1.8M, 86.4 mio requests/day
    r"(?<=\d)\s?(?P<many>[kMB]|thousand|mio|mln|million|billion)(?:\s+(?=USD|EUR|[a-z]{3,}s?\s?/)|\s*\Z)"
)
_FOR_EACH = re.compile(r"(?<=[A-Za-z])\s+(?:an?|each|every)\s+(?=(?:second|minute|hour|day|month|year)\b)")
_BILLIONS = re.compile(r"(?<=\d)\s?B(?=\s*[*×x·]|\Z)")  # 7B × 16, of parameters
_TENFOLD = re.compile(r"\de9")
_COIN = re.compile(r"USD|EUR|[$€£]")
_CENTS = re.compile(rf"(?P<n>{NUMBER})\s?(?:ct|cents?)\b")
_PER_KWH = re.compile(rf"(?P<n>{NUMBER})\s?MWh\b")
_BOUGHT = re.compile(r"USD|EUR|k?g|t|l")  # so much for each of what is multiplied
_TENS = {"k": 3, "t": 3, "m": 6, "b": 9}
_TIMES = (
    {t: "s" for t in ("s", "sec", "second", "seconds")}
    | {t: "min" for t in ("min", "minute", "minutes")}
    | {t: "h" for t in ("h", "hr", "hour", "hours")}
    | {t: "d" for t in ("d", "day", "days")}
    | {t: "y" for t in ("y", "yr", "year", "years")}
)
_IN_SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400, "y": 365 * 86400}


def loose(left: str, right: str) -> str:
    """What is left open in a step whose numbers agree and whose units do not; "" for one that does not hold so either.

    >>> loose("3 h * 60", "180 min"), loose("2 h * 3", "6 min")
    ('60 stands without its unit', '')
    >>> loose("12 cycles", "71 ns"), loose("12 ms", "71 GB")
    ('at a rate that is not told', '')
    """
    if max(len(left), len(right)) > MAX_LENGTH:
        return ""
    if (coin := _COIN.search(right)) is not None:
        left = _CENTS.sub(lambda m: f"{Decimal(m['n'].replace(',', '')) / 100} {coin.group()}", left)
    right = _FOR_EACH.sub("/", right)
    if _BILLIONS.search(left) and re.search(r"\d\s?[GT]B\b", right) and not re.search(r"bytes?|[A-Za-z]B\b", left):
        left = _BILLIONS.sub("e9", left)
    left, right = (_MANY.sub(lambda m: f"e{_TENS[m['many'][0].lower()]} ", t) for t in (left, right))
    result = _MEASURED.fullmatch(right.strip(" ~≈"))
    if result is None or (not result["unit"] and not result["coin"]):
        return ""
    bare = [
        Fraction(m["n"].replace(",", "").replace("−", "-"))
        for m in _MEASURED.finditer(left)
        if not (m["unit"] or m["coin"])
    ]
    mine, theirs = _times(left), _times(right)
    by = [Fraction(_IN_SECONDS[x], _IN_SECONDS[y]) for x in mine for y in theirs if x != y]
    factor = next((b for b in bare for x in by if b in (x, 1 / x)), None)
    if factor is not None and _agree(left, result, True):
        return f"{factor} stands without its unit"
    units = {m["unit"] for m in _MEASURED.finditer(left) if m["unit"]}
    unit = result["unit"] or ""
    if bare and unit.endswith("Wh") and units <= {unit[:-1], "W", "kW"} and _agree(left, result, True):
        return "the hours stand without their unit"  # 2000 W * 24 = 48 kWh
    plain = bare and result["unit"] and not result["coin"] and "/" not in left
    if plain and units <= KIND.keys() and _agree(left, result, bool(_TENFOLD.search(left))):
        return "the factors stand without their units"  # 8 channels * 25.6 = 204.8 GB/s
    if (
        units
        and units <= {"cycle", "cycles", "clock", "clocks", "tick", "ticks"}
        and unit not in KIND
        and _TIMES.get(unit, unit).endswith("s")
        and re.fullmatch(rf"\s*{_MEASURED.pattern}\s*", left)
    ):
        return "at a rate that is not told"  # 12 cycles = 71 ns
    apart = len(units) > 1 and unit in units and "/" not in "".join(units)
    bought = "/" in left or result["coin"] or _BOUGHT.fullmatch(unit) is not None
    priced = bought and len(units) == 1 and len(bare) == 1 and bare[0].denominator > 1 and unit not in units
    left = _PER_KWH.sub(r"\g<n>e3 kWh", left) if priced else left  # 49 MWh * 0.12, a kWh
    if (apart or priced) and _agree(left, result, False):
        return "the units of the factors are left open"
    return "worked out with more digits than it prints" if _carried(left, right) else ""


def _carried(left: str, right: str) -> bool:
    """Whether the result of a product is within the rounding of a measured whole number in it: 49 MWh * 0.12 $/kWh."""
    try:
        one, other = (claim(t, None, {}) for t in (left, right))
    except SymroofError:
        return False
    x, y = constant(one.value), constant(other.value)
    if not x or not y or one.dimension != other.dimension or not any(one.dimension or ()):
        return False
    measured = [number_at(m["n"], 0) for m in _MEASURED.finditer(left) if m["unit"]]
    excused = [p[0].place / 2 / p[0].value for p in measured if p is not None and p[0].value and p[0].digits > 1]
    return abs(y / x - 1) <= max(excused, default=Fraction(0))


def _times(text: str) -> set[str]:
    """The units of time in a text, by which something is measured or per which it comes."""
    words = [w for m in _MEASURED.finditer(text) for w in re.split(r"/|\bper\b|\s", m["unit"] or "")]
    return {_TIMES[w] for w in words if w in _TIMES}


def _agree(left: str, result: re.Match[str], powers: bool) -> bool:
    """Whether the numbers of a calculation come to a printed one, with the powers of ten in their units or without."""
    told = number_at(result["n"], 0)
    try:
        value = constant(claim(_MEASURED.sub(lambda m: _number(m, powers), left), None, {}).value)
    except SymroofError:
        return False
    if told is None or value is None:
        return False
    printed: Printed = told[0].scaled(_scale(result["unit"] or "") if powers else Fraction(1))
    return digits.claim(printed, value) is not None


def _number(m: re.Match[str], powers: bool) -> str:
    """A measured number without its unit."""
    return f"({m['n']}*{_scale(m['unit'] or '') if powers else 1})" if m["unit"] or m["coin"] else m.group()


def _scale(unit: str) -> Fraction:
    """The power of ten or two in a unit: 1e6 of MB/s.

    >>> [int(_scale(u)) for u in ("MB/s", "GiB", "min", "kWh", "tokens")]
    [1000000, 1073741824, 1, 1000, 1]
    """
    first = re.split(r"/|\bper\b|\s", unit)[0]
    if first[:1] not in _POWERS or not (first[1:] in UNITS or first[1:].removeprefix("i") in ("B", "b", "bit", "tok")):
        return Fraction(1)
    power = _POWERS[first[0]]
    return Fraction(2 ** (power // 3 * 10)) if first[1:2] == "i" else Fraction(10**power)


__all__ = ["loose"]

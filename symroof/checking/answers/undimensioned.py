r"""A bare result with its calculation beside it, in the unit of the key: 6*12 = 72 where 72 TB are asked.

A bare number is right in some unit, and nobody says in which; all numbers of a calculation without units are in one
system of them, and its result has the digits of the key in the key's own unit.  Where the calculation ends in hours
and the key is in days (.. / 3600), where a number in it has a unit (700 W * 8 = 5.6), and without a calculation (72) or
its result (6*12), it stays open.

>>> [bare_calculation(t) for t in ("6*12 = 72", r"$\ln(100)/\ln(2)^2 \approx 9.6$", "N = 3*4 = 12")]
['72', '9.6', '12']
>>> [bare_calculation(t) for t in ("700 W * 8 = 5.6", "72", "= 72", "x/3 = 4", "6*12", "6 * 12 = 72 TB")]
['', '', '', '', '', '']
>>> [in_that_unit(f"2.34e6 / {x} = 27.1", u) for x, u in (("86400", "days"), ("86400", "hours"), ("(24*3600)", "days"))]
[True, False, True]
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, understood, with_note
from symroof.checking.words.numerals import NUMBER
from symroof.errors import NotationError
from symroof.reading.measures import UNITS
from symroof.reading.quantity import quantity

MAX_LENGTH = 200
_FUNCTION = r"\\?(?:ln|log2|log10|log_2|log|sqrt|ceil|floor|exp)(?=\s?[({])"
_CALCULATION = re.compile(
    rf"\$?\s*(?:(?P<label>[A-Za-z]\w{{0,9}})\s*=\s*)?(?P<sum>(?>{NUMBER}(?![A-Za-z])|{_FUNCTION}|\\(?:cdot|times|left|right)|[\s+*/×·÷^(){{}}−-]|x(?=\s))+?)\s*"
    rf"(?:=|≈|~|\\approx|\\simeq)\s*(?P<result>[~≈]?\s?{NUMBER})\s*\$?\.?"
)
_OPERATES = re.compile(r"\d\)?\s*(?:[+*/×·÷^−-]|\\(?:cdot|times)|x\s)\s*[(\\\d]|\w\s?[({]")
_BITS, _OF_BITS, _IN_HOURS = 8, re.compile(r"[kKMGTP]?i?(?:b\b|bits?\b)"), (24, 168)
_AT_LAST = re.compile(r"(?P<sign>[/÷*×·])\s*(?P<by>\d+|\([\d\s*×·]+\))\s*\Z")
#: by how many seconds what is divided by so much at last is counted, and what is multiplied
_SMALL = (1, Fraction(1, 1000), Fraction(1, 10**6), Fraction(1, 10**9))
_COUNTED_IN = {
    24: (86400,), 60: (60, 3600), 168: (604800,), 365: (31536000,), 1440: (86400,), 3600: (3600,), 86400: (86400,),
    604800: (604800,), 7: (604800,), 30: (UNITS["month"].scale,), 1000: _SMALL[:3],
}  # fmt: skip
_COUNTED_AGAIN_IN = {
    24: (3600,), 60: (1, 60), 365: (86400,), 1440: (60,), 3600: (1,), 86400: (1,), 7: (86400,), 30: (86400,),
    1000: _SMALL[1:],
}  # fmt: skip
_PER_SECOND = {60, 3600, 86400, 604800}  # by which what is of a minute, an hour, a day, a week is one of a second


def bare_calculation(text: str) -> str:
    """The result of a calculation of numbers that have no unit; "" for any other text."""
    m = _CALCULATION.fullmatch(text.strip()) if len(text) <= MAX_LENGTH else None
    return m["result"].strip() if m is not None and _OPERATES.search(m["sum"]) else ""


def in_that_unit(text: str, unit: str) -> bool:
    """Whether what a calculation divides by at last does not turn its unit, of time or by time, into another one.

    >>> [in_that_unit(f"{x} = 24", u) for x, u in (("192/8", "Mbit/s"), ("192/8", "MB/s"), ("3*8", "MB/s"))]
    [False, True, False]
    >>> [in_that_unit(f"{x} = 12", u) for x, u in (("288/24", "kWh"), ("0.5*24", "kWh"), ("288/24", "kW"))]
    [False, True, False]
    """
    m, known = _CALCULATION.fullmatch(text.strip()), UNITS.get(unit)
    if m is None:
        return True
    if known is None or known.dimension != UNITS["s"].dimension:
        return _not_by_time(m["sum"].strip(), unit)
    told: tuple[int | Fraction, ...] = ()
    rest, by, over = m["sum"].strip(), 1, None
    while (last := _AT_LAST.search(rest)) is not None and over in (None, last["sign"] in "/÷"):
        over = last["sign"] in "/÷"
        by *= prod(map(int, re.findall(r"\d+", last["by"])))
        told = (_COUNTED_IN if over else _COUNTED_AGAIN_IN).get(by, told)  # of / 3600 / 24 both together
        rest = rest[: last.start()].rstrip()
    return not told or known.scale in told


def _not_by_time(terms: str, unit: str) -> bool:
    """Whether a product does not end in a factor that may turn a power, an energy or a rate into another unit of it."""
    last = _AT_LAST.search(terms)
    try:
        dimension = quantity(f"1 {unit}").dimension
    except NotationError:
        return True
    energy = dimension[3:4] == UNITS["J"].dimension[3:4]
    if last is None or not (energy or dimension[2] < 0):
        return True
    by, over = prod(map(int, re.findall(r"\d+", last["by"]))), last["sign"] in "/÷"
    if dimension[0] == 1 and by == _BITS and over == (_OF_BITS.match(unit) is not None):
        return False  # bits and bytes
    if by not in {*_COUNTED_IN, *_COUNTED_AGAIN_IN} - {7, 30, 1000}:
        return True
    if energy:
        return not over and dimension[2] == 0 and unit.endswith("Wh" if by in _IN_HOURS else "J")
    return over and by in _PER_SECOND and unit.endswith("/s")


def of_its_calculation(answer: str, found: Verdict, expected: str, one: Callable[[str], Verdict]) -> Verdict:
    """The verdict on a bare result that is open for its unit alone, where the calculation beside it comes to it."""
    last = re.fullmatch(rf"\s*{NUMBER}\s?(?P<unit>[A-Za-zµ]+(?:/[A-Za-z]+)?)\s*", expected)
    if found.code != "unit-unsaid" or last is None or not bare_calculation(answer):
        return found
    unit = last["unit"]
    if not in_that_unit(answer, unit):
        return found
    plain = answer.strip().rstrip("$. ")
    read = understood(one, f"{plain} {unit}" + ("$" if answer.strip().endswith("$") else ""))
    decides = read is not None and (read.ok or read.code == "step")
    return with_note(read, f"read in {unit}, as its calculation is") if decides and read is not None else found


__all__ = ["bare_calculation", "in_that_unit", "of_its_calculation"]

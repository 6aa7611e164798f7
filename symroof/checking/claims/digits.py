"""What the digits of a printed number claim: the value rounded to them, cut after them, or neither.

>>> from symroof.reading.quantity import quantity
>>> claim(quantity("240").printed, Fraction("240.24")), claim(quantity("4377").printed, Fraction("4377.78"))
('rounded', 'truncated')
>>> claim(quantity("243").printed, Fraction("240.24")) is None
True
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal

import symroof.regexes as re
from symroof.reading.quantity import Printed, shown

ONE_DIGIT = Fraction(2, 5)  # 1.5 may be printed as 2, but 0.5 not as 1
#: a result nearer than this to what its inputs give was worked out before those were rounded
ROUNDED_BEFORE = Fraction(1, 25)
#: a number nearer than this to another may be that one rounded, measured, or chosen as a round figure
ROUND_FIGURE = Fraction(1, 20)


#: how printed digits follow from a value
Followed = Literal["exact", "rounded", "truncated"]


def claim(printed: Printed, value: Fraction) -> Followed | None:
    """exact, rounded or truncated when the printed digits are those of the value, else None.

    The zeros that end a whole number need not be digits: 2900 is 2880 rounded, two others before them, and 28800 is
    28844 cut, three before them; 2800 is not 2880, and 400 or 3000000 are meant to the last one.  A single digit that
    is cut claims too little to be called truncated.

    >>> from symroof.reading.quantity import quantity
    >>> [claim(quantity(t).printed, Fraction(2880)) for t in ("2900", "2800", "2879", "3000")]
    ['rounded', None, None, None]
    """
    if printed.value == value:
        return "exact"
    if (printed.value < 0) != (value < 0):
        return None
    off = abs(printed.value - value)
    rounded, cut = (printed.coarse if abs(printed.value) >= n * printed.coarse else printed.place for n in (10, 100))
    if off <= rounded / 2 and off <= abs(value) * ONE_DIGIT:
        return "rounded"
    return "truncated" if abs(printed.value) < abs(value) and off < cut and printed.digits > 1 else None


def to_two(printed: Printed, value: Fraction) -> bool:
    """Whether a whole number that ends in zeros is the value to two of its digits: 800 for 803.9, 70000 for 70308.

    An author who rounds to two digits prints it so; it claims less than ``claim`` holds it to.
    """
    place = printed.place
    while place * 100 <= abs(printed.value) and place < printed.coarse:
        place *= 10
    return place > printed.place and abs(printed.value - value) <= place / 2


def overlap(a: Printed, b: Printed) -> bool:
    """Whether two printed numbers can be roundings of one value; neighbours (16 and 17) share no more than a border.

    >>> from symroof.reading.quantity import quantity
    >>> sixteen = quantity("16").printed
    >>> overlap(quantity("16.4").printed, sixteen), overlap(quantity("17").printed, sixteen)
    (True, False)
    """
    return abs(a.value - b.value) < (a.place + b.place) / 2


def misprinted(printed: Printed, value: Fraction, *, swapped: bool = False) -> bool:
    """Whether a printed number is the value but for a slip: its digits in another order, or one of three or more wrong.

    ``swapped`` admits only the former.

    A number that differs for a reason looks so in one case of thirty or less: it takes other evidence to call it wrong.

    >>> from symroof.reading.quantity import quantity
    >>> [misprinted(quantity(t).printed, Fraction("32.8")) for t in ("23.8", "32.3", "32.8", "23.7")]
    [True, True, False, False]
    """
    said, right = (str(abs(round(x / printed.place))) for x in (printed.value, value))
    if len(said) != len(right) or said == right or (printed.value < 0) != (value < 0):
        return False
    off = sum(a != b for a, b in zip(said, right))
    return sorted(said) == sorted(right) or (not swapped and off == 1 and len(right.rstrip("0")) >= 3)


def say(printed: Printed, value: Fraction, how: str) -> str:
    """In words: what the value is and how the printed digits follow."""
    digits = max(4, printed.digits + 2)
    exact = shown(value, digits=min(digits, 15))
    if how == "exact":
        return f"{printed.text} is the value"
    if how == "rounded":
        said = re.sub(r"(?:(?<=illion)|(?<=ousand))(?=[A-Z])", " ", printed.text)
        return f"{exact} to the digits printed is {said}"
    rounded = math.floor(value / printed.place + Fraction(1, 2)) * printed.place
    better = shown(rounded / _unit(printed), digits=15) + _suffix(printed)
    return f"{exact} is cut to {printed.text}; rounded it is {better}"


def _unit(printed: Printed) -> Fraction:
    """What the printed text's unit is worth: value / the number before the unit."""
    head = _suffix(printed)
    if not head:
        return Fraction(1)
    from symroof.reading.quantity import number_at

    found = number_at(printed.text.lstrip("-"), 0)
    return abs(printed.value) / found[0].value if found and found[0].value else Fraction(1)


def _suffix(printed: Printed) -> str:
    from symroof.reading.quantity import number_at

    text = printed.text.lstrip("-")
    found = number_at(text, 0)
    return text[found[1] :].strip() if found else ""

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
from math import prod

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, understood, with_note
from symroof.checking.words.numerals import NUMBER
from symroof.reading.measures import UNITS

MAX_LENGTH = 200
_FUNCTION = r"\\?(?:ln|log2|log10|log_2|log|sqrt|ceil|floor|exp)(?=\s?[({])"
_CALCULATION = re.compile(
    rf"\$?\s*(?:(?P<label>[A-Za-z]\w{{0,9}})\s*=\s*)?(?P<sum>(?>{NUMBER}(?![A-Za-z])|{_FUNCTION}|\\(?:cdot|times|left|right)|[\s+*/×·÷^(){{}}−-]|x(?=\s))+?)\s*"
    rf"(?:=|≈|~|\\approx|\\simeq)\s*(?P<result>[~≈]?\s?{NUMBER})\s*\$?\.?"
)
_OPERATES = re.compile(r"\d\)?\s*(?:[+*/×·÷^−-]|\\(?:cdot|times)|x\s)\s*[(\\\d]|\w\s?[({]")
_AT_LAST = re.compile(r"(?P<sign>[/÷*×·])\s*(?P<by>\d+|\([\d\s*×·]+\))\s*\Z")
#: by how many seconds what is divided by so much at last is counted, and what is multiplied
_COUNTED_IN = {
    24: (86400,), 60: (60, 3600), 168: (604800,), 365: (31536000,), 1440: (86400,), 3600: (3600,), 86400: (86400,),
    604800: (604800,),
}  # fmt: skip
_COUNTED_AGAIN_IN = {24: (3600,), 60: (1, 60), 365: (86400,), 1440: (60,), 3600: (1,), 86400: (1,)}


def bare_calculation(text: str) -> str:
    """The result of a calculation of numbers that have no unit; "" for any other text."""
    m = _CALCULATION.fullmatch(text.strip()) if len(text) <= MAX_LENGTH else None
    return m["result"].strip() if m is not None and _OPERATES.search(m["sum"]) else ""


def in_that_unit(text: str, unit: str) -> bool:
    """Whether what a calculation divides by at last does not turn seconds into another unit of time than this one."""
    m, known = _CALCULATION.fullmatch(text.strip()), UNITS.get(unit)
    if m is None or known is None or known.dimension != UNITS["s"].dimension:
        return True
    told: tuple[int, ...] = ()
    rest, by, over = m["sum"].strip(), 1, None
    while (last := _AT_LAST.search(rest)) is not None and over in (None, last["sign"] in "/÷"):
        over = last["sign"] in "/÷"
        by *= prod(map(int, re.findall(r"\d+", last["by"])))
        told = (_COUNTED_IN if over else _COUNTED_AGAIN_IN).get(by, told)  # of / 3600 / 24 both together
        rest = rest[: last.start()].rstrip()
    return not told or known.scale in told


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

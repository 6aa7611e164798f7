"""Counts that have to be whole, and numbers that have few values: rounded up, saturated, Boolean, of a clock.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "With 900 rows there are 900 / 128 = {} blocks, rounded up."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (8, 9)]
[['rounded'], ['wrong']]
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil

from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.documents.material import Item
from symroof.reading.formula import Side
from symroof.reading.measures import KIND, UNITS
from symroof.reading.nodes import leaves
from symroof.reading.quantity import Printed, shown
from symroof.reading.units import literals

_UP = re.compile(
    r"\bround(?:ed|ing|s)?\s+(?:it\s+|this\s+|that\s+)?up(?:wards?)?\b|\bceil(?:ing)?\b|\bnext\s+(?:whole|integer|full|larger)\b|"
    r"\bnot\s+(?:quite\s+)?full\b|\bpart(?:ly|ially)\s+(?:full|filled|empty|used)\b",
    re.I,
)
_POWER_OF_TWO = re.compile(r"\bpowers?\s+of\s+(?:two|2)\b", re.I)
_MULTIPLE = re.compile(r"\bmultiples?\s+of\s+(\d+)\b", re.I)
_THINGS = re.compile(r"\s+(?:[a-z]+\s+)?(?P<noun>[A-Za-z]{3,}s)\b(?!\s*(?:/|per\s+(?:second|minute|hour|day)\b))")
_SATURATED = re.compile(r"\b(?:saturat\w*|clamp\w*|clip(?:s|ped|ping)?)\b", re.I)
_BOOLEAN = re.compile(r"\b(?:Boolean|logical(?:ly)?|idempotent|lattice|semiring|tropical)\b", re.I)
_CLOCK = re.compile(r"\s?(?:o['’]clock|[ap]\.?\s?m\b)", re.I)
_WIDTHS = (4, 8, 16, 32, 64)


def filled_up(item: Item, exact: Side, value: Fraction, p: Printed) -> Verdict | None:
    """A quotient rounded up, as its sentence says, or as what it counts has to be whole: 500 / 80 = 7 cards."""
    number = re.match(r"\d[\d,]*(?!\.\d)", p.text)
    if number is None or value.denominator == 1 or exact.node is None or "/" not in exact.node.ops + exact.text:
        return None
    above = Fraction(p.value)
    if _UP.search(item.words()):
        steps = [Fraction(m) for m in _MULTIPLE.findall(item.words()) if int(m)]
        doubled = _POWER_OF_TWO.search(item.words()) and above.denominator == 1 and not int(above) & int(above) - 1
        if (
            above == ceil(value)
            or any(above == ceil(value / n) * n for n in steps)
            or (doubled and above / 2 < value < above)
        ):
            return Verdict("rounded", f"{shown(value, digits=4)}, rounded up", code="whole")
        return None
    counted = [u for u in leaves(exact.node, "unit") if any(UNITS[u].dimension[:5])]
    behind = _THINGS.match(item.dark, item.span.end, item.span.end + 40)
    noun = UNITS.get(behind["noun"]) if behind else None
    things = p.text[number.end() :].strip() in KIND or (behind and not (noun and any(noun.dimension[:5])))
    if above != ceil(value) or not things or (counted and len(counted) != 2):
        return None
    return Verdict("undecided", f"{shown(value, digits=4)}; right if it counts whole ones", code="whole")


def of_few_values(item: Item, left: Side, result: Printed) -> bool:
    """Whether a sum is one of numbers that stop at a largest one, of 0 and 1, or of the hours of a clock."""
    value = constant(left.ratio())
    if value is None or left.node is None:
        return False
    words = item.words()
    if _SATURATED.search(words) and value > result.value:
        return any(result.value in (2**k - 1, 2 ** (k - 1) - 1) for k in _WIDTHS)
    if _BOOLEAN.search(words):
        return all(x.value in (0, 1) for x in (*literals(left.node), result))
    off = value - result.value
    return _CLOCK.match(item.dark, item.span.end) is not None and off > 0 and off % 12 == 0

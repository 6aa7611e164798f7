"""Counts that have to be whole, and numbers that have few values: rounded up, saturated, Boolean, of a clock.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "With 900 rows there are 900 / 128 = {} blocks, rounded up."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (8, 9)]
[['rounded'], ['wrong']]
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.documents.material import Item
from symroof.checking.reckoning.figures import NO_NOUN
from symroof.reading.formula import Side
from symroof.reading.measures import KIND, UNITS
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import Printed, shown
from symroof.reading.units import literals

_UP = re.compile(
    r"\bround(?:ed|ing|s)?\s+(?:it\s+|this\s+|that\s+)?up(?:wards?)?\b|\bceil(?:ing)?\b|\bnext\s+(?:whole|integer|full|larger)\b|"
    r"\bnot\s+(?:quite\s+)?full\b|\bpart(?:ly|ially)\s+(?:full|filled|empty|used)\b",
    re.I,
)
_POWER_OF_TWO = re.compile(r"\bpowers?\s+of\s+(?:two|2)\b", re.I)
_MULTIPLE = re.compile(r"\bmultiples?\s+of\s+(\d+)\b", re.I)
_THINGS = re.compile(r"\s+(?:(?P<kind>[a-z]+)\s+)?(?P<noun>[A-Za-z]{3,}s)\b(?P<rate>\s*(?:/|per\b|an?\s|each\s))?")
_NO_PLURAL = frozenset(
    """
    always perhaps thus versus across besides afterwards nowadays sometimes times plus minus less unless towards
    this does has was its yours ours theirs hers others units fold ways needs gives makes takes means fits costs
    holds reads follows works looks seems comes goes equals leaves says shows stays runs lies begins ends counts
    matters helps happens remains exceeds keeps saves lets gets uses yields becomes serves applies suffices
    """.split()  # noqa: SIM905
)
_SATURATED = re.compile(r"\b(?:saturat\w*|clamp\w*|clip(?:s|ped|ping)?)\b", re.I)
_REGISTER = re.compile(
    r"\b(?:u?int|[iu])_?(4|8|16|32|64)(?:_t)?\b|\b(4|8|16|32|64)[ -]bits?\b|\b(?:byte|octet)s?\b(?!\s*(?:/|per\b))",
    re.I,
)
_BOOLEAN = re.compile(
    r"\bBooleans?\b|\blogical\s+(?:or|and|sum|addition|disjunction|values?|variables?|operat\w+|algebra|arithmetic|matri\w+|products?)\b|"
    r"\b(?:idempotent|lattice|semiring|tropical)\b",
    re.I,
)
_MODULO_TWO = re.compile(r"\b(?:Boolean\s+(?:rings?|fields?)|exclusive[\s-]or|XOR)\b", re.I)
_LONG = frozenset(("day", "week", "month", "year", "days", "weeks", "months", "years"))  # in which whole trips are made
_CLOCK = re.compile(r"\s?(?:o['’]clock|[ap]\.?\s?m\b)", re.I)


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
    things = p.text[number.end() :].strip() in KIND or _things(item)
    if above != ceil(value) or not things or (counted and len(counted) != 2):
        return None
    return Verdict("undecided", f"{shown(value, digits=4)}; right if it counts whole ones", code="whole")


def _things(item: Item) -> bool:
    """Whether the words right behind count things that come whole: 7 cards, 7 full blocks, and no rate, verb or unit.

    Per second, per byte and the like what is counted need not be whole; of each node it has to be, and of a day it may.
    """
    m = _THINGS.match(item.dark, item.span.end, item.span.end + 40)
    below = re.compile(r"\s*([A-Za-z]+)").match(item.dark, item.span.end + m.end() - m.start()) if m else None
    if m is not None and m["rate"] and below is not None and below[1] in _LONG:
        return True  # 4 runs a week
    if m is None or {m["noun"].lower(), m["kind"]} & (_NO_PLURAL | NO_NOUN):
        return False
    if m["noun"].endswith(("ss", "ous")) or (m["noun"] in UNITS and any(UNITS[m["noun"]].dimension[:5])):
        return False
    return not (m["rate"] and (below is None or (below[1] in UNITS and any(UNITS[below[1]].dimension[:5]))))


def of_few_values(item: Item, left: Side, result: Printed) -> bool:
    """Whether a sum is one of numbers that stop at a largest one, of 0 and 1, or of the hours of a clock."""
    value = constant(left.ratio())
    if value is None or left.node is None:
        return False
    words = item.words()
    if _SATURATED.search(words) and value > result.value:
        return _saturates(words, left, result)
    two = _of_two(left.node)
    if _MODULO_TWO.search(words) and two is not None and value % 2 == result.value:
        return True
    if _BOOLEAN.search(words):
        return two == result.value
    off = value - result.value
    return _CLOCK.match(item.dark, item.span.end) is not None and off > 0 and off % 12 == 0


def _saturates(words: str, left: Side, result: Printed) -> bool:
    """Whether a sum of whole numbers stops at the largest one of its register, which all of them fit in.

    A register that the words name is the one; a link that saturates is none, and a sum of bytes has a unit.
    """
    if left.node is None or any(leaves(left.node, "unit")) or result.text.strip("0123456789,_ "):
        return False
    named = [int(m[1] or m[2] or 8) for m in _REGISTER.finditer(words)]
    most = [2**k - 1 for n in named for k in (n, n - 1)] or [255, 127, 2**16 - 1, 2**15 - 1, 2**32 - 1, 2**31 - 1]
    fit = all(x.value.denominator == 1 and 0 <= x.value <= result.value for x in literals(left.node))
    return fit and result.value in most


def _of_two(node: Node) -> Fraction | None:
    """The value of a sum or product of 0 and 1 in which a sum is the larger one; None of any other."""
    if node.kind == "num" and node.printed is not None:
        return Fraction(node.printed.value) if node.printed.value in (0, 1) else None
    if node.kind == "group" and len(node.args) == 1:
        return _of_two(node.args[0])
    if node.kind not in ("add", "mul") or set(node.ops) - set("+*"):
        return None
    values = [v for v in map(_of_two, node.args) if v is not None]
    return (max if node.kind == "add" else min)(values) if len(values) == len(node.args) else None

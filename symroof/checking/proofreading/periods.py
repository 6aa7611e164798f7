"""Rates counted up over a period: so many seconds a day, hours a month, as bare numbers; rates told beside a count.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The log grows by 3.2 MB/s × 86,400 = {} GB per day."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (276, 376)]
[['rounded'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, claim_of, constant
from symroof.checking.documents.material import Item
from symroof.errors import SymroofError
from symroof.reading.formula import Side
from symroof.reading.measures import SECONDS
from symroof.reading.nodes import leaves
from symroof.reading.quantity import NOTHING, UNITS, shown
from symroof.reading.units import dimension, literals, printed

BACK = 800  # characters before a formula in which a rate may be told
_SPANS = tuple(UNITS[u].scale for u in ("s", "min", "h", "day"))
_MONTH = UNITS["day"].scale * 28
_SHORTEST = Fraction(1, 5)  # of a period: the hours that a machine runs of a day, working days of a year
_PER_TIME = re.compile(r"\s[A-Za-z]+(?:\s?/\s?|\s(?:per|an?|each)\s)(minute|hour|day|week|month|year)\b")
_PER_SECOND = re.compile(r"(?:\s?[A-Za-z]+){0,2}\s?(?:/\s?s(?:ec)?\b|per second\b|a second\b)|\s?I?OPS\b|\s?QPS\b")


def over_a_period(item: Item, exact: Side, said: Side) -> Verdict | None:
    """A rate times a bare count of times, told per the period that they make: 250 W × 24 = 6 kWh per day."""
    p, value = printed(said.node), constant(claim_of(exact).value)
    if p is None or value is None or exact.node is None or said.node is None:
        return None
    period, bare = _period(item, said), dimension(said.node) == NOTHING != dimension(exact.node)
    if not period or not (bare or dimension(exact.node) == dimension(said.node)):
        return None
    told = p.scaled(1 / period) if bare else p  # 720 jobs per hour, of jobs a minute
    counts = {x.value for x in literals(exact.node) if x.text.replace(",", "").isdigit() and x.value > 1}
    for count, span in ((n, s) for n in counts for s in _counted(n, period)):
        if digits.claim(told, value * span / period) in ("exact", "rounded"):
            words = f"{shown(count)} are the times counted in the period that its unit names"
            return Verdict("rounded", words, code="period")
    return None


def _period(item: Item, said: Side) -> Fraction:
    """The length of the time under a result, of a minute or more; 0 for any other."""
    units = [*leaves(said.node, "unit")] if said.node is not None else []
    behind = _PER_TIME.match(item.dark, item.span.end, item.span.end + 40) if not units else None
    name = behind[1] if behind else units[0].rpartition("/")[2] if len(units) == 1 and "/" in units[0] else ""
    below = UNITS.get(name)
    return below.scale if below is not None and below.dimension == SECONDS and below.scale >= 60 else Fraction(0)


def _counted(count: Fraction, period: Fraction) -> Iterator[Fraction]:
    """The times of which so many make a period: seconds, hours or days of a day, a month or a year."""
    longest = period * (Fraction(103, 100) if period >= _MONTH else 1)
    least = period if period <= UNITS["h"].scale else period * _SHORTEST
    yield from (s for s in _SPANS if 0 < s < period and least <= count * s <= longest)


def told_per_second(item: Item, left: Side, found: Verdict) -> Verdict:
    """A bare count that the text has just told as so many a second: at 9,000 req/s, 9,000 × 6 KB = 54 MB/s."""
    if found.code != "unsaid-time" or left.node is None:
        return found
    text = item.page.text
    with suppress(SymroofError):
        for p in literals(left.node):
            for m in re.finditer(rf"(?<![\w.,]){re.escape(p.text)}", text[: item.span.start][-BACK:]):
                behind = max(0, item.span.start - BACK) + m.end()
                if _PER_SECOND.match(text, behind, item.span.start):
                    return Verdict("rounded", f"{p.text} was told of a second", code="unsaid-time")
    return found

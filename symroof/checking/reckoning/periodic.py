"""One rate told by two periods, and off by a prefix: 40 kW is 960 MWh a day, 6 MB/s are 21.6 MB per hour.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The pumps draw 25 kW, that is 600 {} a day."
>>> [[(f.verdict, f.fix) for f in proofread(text.format(u)).findings] for u in ("kWh", "MWh")]
[[('exact', None)], [('wrong', 'write 600 kWh')]]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import figure
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.sentences import in_prose
from symroof.reading.measures import DECIMAL
from symroof.reading.quantity import Printed, quantity

MAX_FOUND, REACH = 400, 170  # rates of a page, characters between two
CLOSE = Fraction(1, 50)  # within which two numbers have to agree, a prefix left out
_DAY = 86400
_PERIODS = {
    "s": (1,), "second": (1,), "minute": (60,), "hour": (3600,), "h": (3600,), "day": (_DAY,), "week": (7 * _DAY,),
    "month": (30 * _DAY, 2_629_800, 31 * _DAY), "year": (365 * _DAY, 31_557_600),
}  # fmt: skip
_PREFIX = {p: power // 3 for p, power in DECIMAL.items()}
_N = figure(r"(?<![\w.,^/*×·-]\d)")
_RATE = re.compile(
    rf"(?P<n>{_N})[ ~]?(?P<prefix>[kMGTP]?)(?:(?P<watt>W)\b(?!h)|(?P<unit>Wh|B|FLOPs?|J)"
    r"\s?(?:/\s?|per\s|an?\s|every\s|each\s)(?P<period>s|second|minute|hour|h|day|week|month|year)\b)"
)
_OTHERWISE = re.compile(
    r"\b(?:thousands?|millions?|1,?000(?! kWh)|1e[36]|10\^?[36]|if|not|instead|wrong\w*|rather|would|peak\w*|average|"
    r"compress\w*|times|\d+[ -]?fold|another|other|idle)\b|n['’]t\b|\?",
    re.I,
)

_ELSE = re.compile(
    r"\n\n|[=×≈*]|\b(?:the(?!\s+clock\b)|all(?!\s+(?:day|night|year)\b)|both|each|every|our|their|its|an?|whole|one|two|"
    r"three)\s+[a-z]{3,}",
    re.I,
)


class Rate(NamedTuple):
    """A rate as it is printed: its number, what it counts a second by each reading of its period, and where."""

    printed: Printed
    kind: str
    values: tuple[Fraction, ...]
    period: str
    prefix: str
    unit: str
    start: int
    end: int


def periodic(m: Material) -> Iterator[Statement]:
    """Every rate of a document's sentences that is told again by another period."""
    for page, dark in zip(m.pages, m.darks):
        if m.continental:
            continue
        found = [r for x in islice(_RATE.finditer(dark), MAX_FOUND) if (r := _read(x)) is not None]
        for i, b in enumerate(found):
            for a in found[max(0, i - 2) : i]:
                between = dark[a.end : b.start]
                if a.kind != b.kind or a.period == b.period or len(between) > REACH or _ELSE.search(between):
                    continue
                begin = max(dark.rfind(". ", 0, a.start), dark.rfind("\n\n", 0, a.start), 0)
                v = None if _OTHERWISE.search(dark, begin, b.end) else _verdict(a, b)
                if v is not None:
                    found[i] = b if v.ok else b._replace(kind="")  # from which nothing follows
                    yield in_prose(m, page, dark, (b.start, b.end), v, "restated")
                    break


def _read(x: re.Match[str]) -> Rate | None:
    printed = quantity(x["n"]).printed
    unit, period = x["unit"] or "W", x["period"] or "s"
    if printed.value <= 0:
        return None
    value = printed.value * 1000 ** _PREFIX[x["prefix"]] * (3600 if unit == "Wh" else 1)
    kind = {"Wh": "W", "J": "W", "FLOPs": "FLOP"}.get(unit, unit)
    values = tuple(value / p for p in _PERIODS[period])
    return Rate(printed, kind, values, "" if x["watt"] else period, x["prefix"], unit, *x.span())


def _verdict(a: Rate, b: Rate) -> Verdict | None:
    """The verdict on a rate told again: right, off by a prefix, or nothing."""
    first, own = (r.printed.place / r.printed.value / 2 for r in (a, b))
    if b.printed.digits < 2 or own > CLOSE:
        return None
    loose = own if first + own > CLOSE else first + own  # a number of one digit is meant as it is
    for power in (0, 1, -1, 2, -2):
        rights = [x * Fraction(1000) ** power / y for x in a.values for y in b.values]
        if any(abs(q - 1) <= loose for q in rights):
            told = f"{a.printed.text} {a.prefix}{a.unit}" + (f" a {a.period}" if a.period else "")
            if power == 0:
                return Verdict("exact" if 1 in rights else "rounded", f"{told}, by another period", code="period")
            right = next((p for p, n in _PREFIX.items() if n == _PREFIX[b.prefix] - power), None)
            if right is None:
                return None
            fix = f"{b.printed.text} {right}{b.unit}"
            words = f"{told} make {fix} a {b.period}, not {b.prefix}{b.unit}: off by a prefix"
            return Verdict("wrong", words, code="period", right=fix)
    return None

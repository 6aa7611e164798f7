"""Durations in several units as one: 1 h 30 min, 3 days and 4 hours, 2 s 300 ms.

>>> lasted("1 h 30 min"), lasted("3 days 4 hours"), lasted("5 days, 4.8"), lasted("4 h 20 min")
('90 min', '76 h', '5 days, 4.8', '2.60e2 min')
>>> [(d.seconds, d.sure) for d in durations("from 3 h 20 min to 2 days, 4 hours or 1 min 75 s")]
[(Fraction(12000, 1), True), (Fraction(187200, 1), False)]
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import symroof.regexes as re

_WEEK, _DAY, _HOUR, _MINUTE, _SECOND = "weeks?|wks?", "days?|d", "hours?|hrs?|h", "minutes?|mins?|m", "seconds?|secs?|s"
_LENGTHS = (604800, 86400, 3600, 60, 1)
_UNITS = {  # of a second, the longest first
    **dict(zip(map(Fraction, _LENGTHS), (_WEEK, _DAY, _HOUR, _MINUTE, _SECOND))),
    Fraction(1, 10**3): "milliseconds?|msecs?|ms", Fraction(1, 10**6): "microseconds?|us|µs|μs",
}  # fmt: skip
_THEN = r"\s*(?:,\s*)?(?:and\s+)?"
_LASTED = re.compile(
    rf"(?:(\d+)\s*(?:{_WEEK})\b{_THEN})?(?:(\d+)\s*(?:{_DAY})\b{_THEN})?"
    rf"(?:(\d+(?:\.\d+)?)\s*(?:{_HOUR})(?![A-Za-z]){_THEN})?"
    rf"(?:(\d+(?:\.\d+)?)\s*(?:(?:{_MINUTE})\b{_THEN}|\Z))?(?:(\d+(?:\.\d+)?)\s*(?:{_SECOND})\b)?\Z"
)
_NAMED = "|".join(f"(?P<u{i}>{w})" for i, w in enumerate(_UNITS.values()))
_EACH = re.compile(rf"(?P<n>\d+(?:\.\d+)?)[ \n]?(?:{_NAMED})(?![A-Za-z])")
_ANY = rf"\d+(?:\.\d+)?[ \n]?(?:{'|'.join(_UNITS.values())})(?![A-Za-z])"
_SEVERAL = re.compile(rf"(?<![\w.,^/*+-]){_ANY}(?:{_THEN}{_ANY})+")


class Duration(NamedTuple):
    """Where a duration of several parts stands, where its last part begins, how long it is, and to what place.

    ``sure`` says that no comma and no "and" joins its parts, which may part two durations as well.
    """

    start: int
    last: int
    end: int
    seconds: Fraction
    place: Fraction
    sure: bool


def lasted(text: str) -> str:
    """A text that is a duration in several units as one of its last unit; any other text as it is."""
    m = _LASTED.match(text)
    parts = [(Decimal(n), unit) for n, unit in zip(m.groups(), _LENGTHS) if n] if m else []
    bare = text[-1:].isdigit() and not (m is not None and m[3])  # 3 h 25, and not 5 days, 4.8
    if len(parts) < 2 or bare:
        return text
    least = parts[-1][1]
    total = sum((n * unit for n, unit in parts), Decimal(0)) / least
    return f"{_to_its_place(total)} {({86400: 'd', 3600: 'h', 60: 'min', 1: 's'})[least]}"


def _to_its_place(total: Decimal) -> str:
    """A total whose last zeros were told with its last part and are no rounding: 2.60e2 for 4 h 20 min."""
    plain = f"{total.normalize():f}"
    return f"{plain[0]}.{plain[1:]}e{len(plain) - 1}" if _ROUND.fullmatch(plain) else plain


_ROUND = re.compile(r"\d{2,}0")


def durations(text: str) -> Iterator[Duration]:
    """The durations in several units that stand in a text; each part is less than one of the unit before it."""
    for found in _SEVERAL.finditer(text):
        parts = [*_EACH.finditer(text, found.start(), found.end())]
        group = parts[:1]
        for part in parts[1:]:
            if not _goes_on(group[-1], part):
                yield from _as_one(text, group)
                group = []
            group.append(part)
        yield from _as_one(text, group)


def _goes_on(one: re.Match[str], two: re.Match[str]) -> bool:
    """Whether a part may follow another one: of whole hours so many minutes, less than 60."""
    return "." not in one["n"] and Fraction(two["n"]) * _unit(two) < _unit(one)


def _as_one(text: str, parts: list[re.Match[str]]) -> Iterator[Duration]:
    """The duration that some parts make, where they are several."""
    if len(parts) < 2:
        return
    joints = [text[a.end() : b.start()] for a, b in pairwise(parts)]
    last = parts[-1]
    total = sum((Fraction(p["n"]) * _unit(p) for p in parts), Fraction(0))
    place = _unit(last) / 10 ** len(last["n"].partition(".")[2])
    sure = not any("," in j or "and" in j for j in joints)
    yield Duration(parts[0].start(), last.start(), last.end(), total, place, sure)


def _unit(part: re.Match[str]) -> Fraction:
    """How many seconds the unit of a part has."""
    return next(s for i, s in enumerate(_UNITS) if part[f"u{i}"])


__all__ = ["Duration", "durations", "lasted"]

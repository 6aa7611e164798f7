"""Excuses for a number, each with the chance that a random wrong answer would have had it (the look-elsewhere effect).

An answer of so many digits is a point of a grid.  Every alternative that is tried (a rival printed constant, GB for
GiB, rounding first) puts right one point of it, or two where the last digit may be cut; together they put right the
share ``points * place / answer`` of the answers near the value.  An excuse counts while that share is below 2 %.

>>> from symroof.reading.quantity import quantity
>>> found = search(quantity("243").printed, Fraction("240.24"), [Variant(Fraction(19700, 81), "8.1e11 bytes/s")])
>>> found.variant.name, f"{float(found.chance):.1%}", found.counts
('8.1e11 bytes/s', '0.4%', True)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import symroof.regexes as re
from symroof.checking.claims.convention import Variant
from symroof.reading.quantity import Printed

_SUFFIXED = re.compile(r"[\d.,]+\s?([kK])(?![A-Za-z])")
ROUNDED_FIRST = ("operand", "inner")  # kinds of alternatives: numbers rounded before the result is
LIMIT = Fraction(1, 50)  # from this chance on an excuse is worth nothing
#: kinds of alternatives as they are tried, and whether the last digit is cut; an operand is not rounded and cut as well
_TIERS = (
    ("constant", False), ("operand", False), ("inner", False), ("constant", True), ("inner", True), ("pair", False),
)  # fmt: skip


@final
@dataclass(frozen=True)
class Excuse:
    """An alternative under which the answer is right, the chance of it, and whether the last digit is cut."""

    variant: Variant
    chance: Fraction
    cut: bool = False

    @property
    def counts(self) -> bool:
        """Whether the chance is small enough for the excuse to be evidence."""
        return self.chance < LIMIT


def search(printed: Printed, value: Fraction, variants: Iterable[Variant]) -> Excuse | None:
    """The first alternative that explains a printed number, the plainest tried first, and the chance so far.

    Points that the value itself puts right are no excuses and not counted.  A value that ends within the digits printed
    (71433 chips) is not rounded on the way: of the numbers beside it a third would follow from some rounding or other.
    """
    if not printed.value:
        return None
    ends = (value / printed.place).denominator == 1
    tried = [v for v in variants if not ends or v.kind not in ROUNDED_FIRST]
    own = {*_points(value, printed, cut=False), *_points(value, printed, cut=True)}
    seen: set[Fraction] = set()
    for kind, cut in _TIERS:
        hit = None
        for v in tried:
            if v.kind != kind or (v.value < 0) != (printed.value < 0):
                continue
            here = _points(v.value, printed, cut=cut)
            seen.update(p for p in here if p not in own)
            if hit is None and printed.value in here:
                hit = v
        if hit is not None:
            return Excuse(hit, len(seen) * printed.place / abs(printed.value), cut)
    return None


def exactly(value: Fraction, variant: Variant) -> Excuse:
    """An alternative that is the value itself to its last byte: its width is that byte's."""
    return Excuse(variant, min(Fraction(1), 1 / abs(value)) if value else Fraction(1))


def _points(value: Fraction, printed: Printed, *, cut: bool) -> tuple[Fraction, ...]:
    """The number of these digits that a value is printed as: rounded, or with its last digit cut."""
    steps = abs(value) / printed.place
    if cut and (printed.digits < 2 or steps < 1):
        return ()
    n = math.floor(steps) if cut else math.floor(steps + Fraction(1, 2))
    return (n * printed.place * (-1 if value < 0 else 1),)


def of_thousands(printed: Printed, value: Fraction) -> Excuse | None:
    """A count printed with a k of 1024: 64k for 65536; only where it is the value to its last one.

    >>> from symroof.reading.quantity import quantity
    >>> of_thousands(quantity("64k").printed, Fraction(65536)).variant.name
    'k counts 1024'
    >>> of_thousands(quantity("65k").printed, Fraction(65536))
    """
    m = _SUFFIXED.match(printed.text)
    if m is None:
        return None
    same = printed.value * Fraction(1024, 1000) == value
    return exactly(value, Variant(value, f"{m[1]} counts 1024")) if same else None


def of_bytes(printed: Printed, value: Fraction, unit: str) -> Excuse | None:
    """A byte count printed with the other kind of unit: 512 MB for 512 MiB.

    One power and one direction, those of the unit printed, and rounded, never cut.

    >>> from symroof.reading.quantity import quantity
    >>> of_bytes(quantity("512 MB").printed, Fraction(512 * 2**20), "MB").variant.name
    'MiB printed as MB'
    """
    if not printed.value:
        return None  # 0 GB is no rounding of another unit
    for power, prefix in enumerate("kMGTP", 1):
        q = Fraction(1024**power, 1000**power)
        small_prefixes = {prefix, prefix.upper()}
        for small, binary in [(p, False) for p in small_prefixes] + [(p + "i", True) for p in small_prefixes]:
            if unit not in (f"{small}B", f"{small}byte", f"{small}bytes"):
                continue
            decimal = f"{prefix}B"
            words = f"{decimal} printed as {small}B" if binary else f"{prefix.upper()}iB printed as {decimal}"
            other = Variant(value * q if binary else value / q, words)
            if other.value == printed.value:
                return exactly(value, other)
            if printed.value in _points(other.value, printed, cut=False):
                return Excuse(other, printed.place / abs(printed.value))
    return None

"""What must hold of the sizes for a program's counts to hold: ``N >= 10``, ``T <= 4096``, ``C != O``.

>>> from symroof.tracing.reader import letter
>>> n, c = letter("N"), letter("C")
>>> str(Held(n - 10)), str(Held(4096 - n)), str(Held(c - n, apart=True))
('N >= 10', 'N <= 4096', 'C != N')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import final

from symroof.algebra.ratios.posynomial import Number, Ratio
from symroof.tracing.reader import can_be_negative, condition


@final
@dataclass(frozen=True)
class Held:
    """A polynomial in the sizes that must not be negative, or must not be 0 where ``apart``; and what says so."""

    poly: Ratio
    by: str = ""
    apart: bool = False

    def __str__(self) -> str:
        if self.apart:
            return condition(self.poly).replace(">=", "!=")
        return condition(self.poly)

    @property
    def told(self) -> str:
        """The condition with what says so."""
        return f"{self}, by {self.by}"

    def at(self, values: Mapping[str, Number]) -> Held:
        """The same with sizes bound."""
        return replace(self, poly=self.poly.subs(values))

    @property
    def broken(self) -> bool:
        """Whether it does not hold, its sizes being numbers."""
        c = self.poly.constant()
        return c is not None and (c == 0 if self.apart else c < 0)

    @property
    def open(self) -> bool:
        """Whether some sizes break it."""
        return self.poly.constant() is None and (self.apart or can_be_negative(self.poly))


def distinct(rows: Iterable[Held]) -> tuple[Held, ...]:
    """Each condition once, with the first of its lines, without those that another one implies.

    >>> from symroof.tracing.reader import letter
    >>> [str(h) for h in distinct([Held(letter("N") - 2), Held(letter("N") - 8), Held(letter("N") - 8, "again")])]
    ['N >= 8']
    """
    every = {(h.poly, h.apart): h for h in reversed(list(rows))}
    return tuple(h for h in reversed(every.values()) if not any(_implied(h, other) for other in every.values()))


def _implied(weak: Held, strong: Held) -> bool:
    """Whether p >= 0 follows from another condition, p - c >= 0 with c > 0."""
    gap = None if weak.apart or strong.apart else (weak.poly - strong.poly).constant()
    return gap is not None and gap > 0

"""The question that answers ask again: where one ratio exceeds another, as one symbol grows.

``region`` answers it with the help of the modules for roundings, maxima and functions, which ask about parts of a
question in their turn, as a threshold does that is given numbers.  They ask here, so that none of them knows who
answers; ``symroof.algebra`` says who does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from symroof.algebra.ratios.posynomial import Ratio
    from symroof.algebra.regions.outcome import Threshold


class Asked(Protocol):
    """Who answers; the meaning of both is said at ``region.crossing`` and ``region.answer``."""

    def crossing(self, expr: Ratio, level: Ratio, name: str, *, strict: bool, settled: bool) -> Threshold: ...
    def answer(self, expr: Ratio, level: Ratio, name: str, *, strict: bool, settled: bool) -> Threshold: ...


_asked: Asked


def answered_by(asked: Asked) -> None:
    """Put in who answers, once."""
    global _asked
    _asked = asked


def crossing(expr: Ratio, level: Ratio, name: str, *, strict: bool = True, settled: bool = False) -> Threshold:
    """``region.crossing``, asked from below it."""
    return _asked.crossing(expr, level, name, strict=strict, settled=settled)


def answer(expr: Ratio, level: Ratio, name: str, *, strict: bool = True, settled: bool = False) -> Threshold:
    """``region.answer``, asked from below it."""
    return _asked.answer(expr, level, name, strict=strict, settled=settled)

"""The recursive step: a part of a question is solved by the solver of whole questions, which stands after all of them.

``region`` solves "where does one ratio exceed another, as one symbol grows?" with the help of the modules for
roundings, maxima and functions, which call it for parts of a question in their turn, as a threshold does that is given
numbers.  They call it here, so that none of them imports the solver; ``symroof.algebra`` binds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from symroof.algebra.ratios.posynomial import Ratio
    from symroof.algebra.regions.outcome import Threshold


class Solver(Protocol):
    """Who solves a question; the meaning of both is said at ``region.crossing`` and ``region.answer``."""

    def crossing(self, expr: Ratio, level: Ratio, name: str, *, strict: bool, settled: bool) -> Threshold: ...
    def answer(self, expr: Ratio, level: Ratio, name: str, *, strict: bool, settled: bool) -> Threshold: ...


_solver: Solver


def bind_solver(solver: Solver) -> None:
    """Bind it, once."""
    global _solver
    _solver = solver


def crossing(expr: Ratio, level: Ratio, name: str, *, strict: bool = True, settled: bool = False) -> Threshold:
    """``region.crossing``, called from below it."""
    return _solver.crossing(expr, level, name, strict=strict, settled=settled)


def answer(expr: Ratio, level: Ratio, name: str, *, strict: bool = True, settled: bool = False) -> Threshold:
    """``region.answer``, called from below it."""
    return _solver.answer(expr, level, name, strict=strict, settled=settled)

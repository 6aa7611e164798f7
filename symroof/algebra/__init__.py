"""The algebra: exact sparse posynomial ratios, regimes, certified errors, thresholds, optima; it knows no hardware.

Its rooms, from the ground up: ``ratios``, ``signs``, ``interop``, ``trials``, ``growth``, ``equality``, ``regions``,
``optima``.  Each imports only those before it, and says on its own page what it answers and how to read it.

A ratio's methods ``at``, ``subs`` and ``_sympy_`` are bound late, to modules that are built on ratios and loaded when
first called, and so is the solver that solves parts of its questions by itself; to which they are bound is said here,
so that no module imports what stands on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.ratios import lowest, posynomial
from symroof.algebra.regions import recursion
from symroof.errors import Inconclusive

if TYPE_CHECKING:
    from symroof.algebra.ratios.posynomial import Number, Ratio
    from symroof.algebra.regions.outcome import Threshold


@final
class _LateBound:
    def value_at(self, r: Ratio, values: Mapping[str, Number]) -> Number:
        from symroof.algebra.ratios.evaluation import value_at

        return value_at(r, values)

    def subs(self, r: Ratio, values: Mapping[str, Ratio]) -> Ratio:
        from symroof.algebra.ratios.evaluation import subs

        return subs(r, values)

    def to_sympy(self, r: Ratio) -> Any:
        from symroof.algebra.interop.writer import to_sympy

        return to_sympy(r)

    def core(self, x: object) -> Ratio:
        from symroof.algebra.interop.door import core

        return core(x)

    def least_sign(self, x: Ratio) -> int:
        from symroof.algebra.signs.positivity import least_sign

        return least_sign(x)

    def in_lowest_terms(self, r: Ratio) -> Ratio:
        return lowest.in_lowest_terms(r)

    def sign(self, x: Ratio) -> int | None:
        """The sign of a ratio without symbols, -1, 0 or 1; None where 4096 bits do not tell it from 0."""
        from symroof.algebra.signs.constant import constant_sign

        try:
            return constant_sign(x)
        except Inconclusive:
            return None

    def crossing(self, expr: Ratio, level: Ratio, name: str, *, strict: bool, settled: bool) -> Threshold:
        from symroof.algebra.regions.region import crossing

        return crossing(expr, level, name, strict=strict, settled=settled)

    def answer(self, expr: Ratio, level: Ratio, name: str, *, strict: bool, settled: bool) -> Threshold:
        from symroof.algebra.regions.region import answer

        return answer(expr, level, name, strict=strict, settled=settled)


posynomial.bind_late(_LateBound())
recursion.bind_solver(_LateBound())

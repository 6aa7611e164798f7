"""The algebra: exact sparse posynomial ratios, regimes, certified errors, thresholds, optima; it knows no hardware.

A ratio's methods ``at``, ``subs`` and ``_sympy_`` are worked out by modules that are built on ratios and loaded when
first asked, and questions about parts of a question by the one that asks all the others; which they are is said here,
so that no module imports what stands on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

from symroof.algebra import asking, posynomial

if TYPE_CHECKING:
    from symroof.algebra.outcome import Threshold
    from symroof.algebra.posynomial import Number, Ratio


@final
class _Above:
    def value_at(self, r: Ratio, values: Mapping[str, Number]) -> Number:
        from symroof.algebra.evaluation import value_at

        return value_at(r, values)

    def subs(self, r: Ratio, values: Mapping[str, Ratio]) -> Ratio:
        from symroof.algebra.evaluation import subs

        return subs(r, values)

    def to_sympy(self, r: Ratio) -> Any:
        from symroof.algebra.writer import to_sympy

        return to_sympy(r)

    def core(self, x: object) -> Ratio:
        from symroof.algebra.door import core

        return core(x)

    def crossing(self, expr: Ratio, level: Ratio, name: str, *, strict: bool, settled: bool) -> Threshold:
        from symroof.algebra.region import crossing

        return crossing(expr, level, name, strict=strict, settled=settled)

    def answer(self, expr: Ratio, level: Ratio, name: str, *, strict: bool, settled: bool) -> Threshold:
        from symroof.algebra.region import answer

        return answer(expr, level, name, strict=strict, settled=settled)


posynomial.built_upon(_Above())
asking.answered_by(_Above())

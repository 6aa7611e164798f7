"""The line of Python that asks a question again, for an answer that failed its trial.

>>> from symroof.algebra.ratios.posynomial import gen
>>> print(line("threshold(", gen("B") * 2, ', "B", over=240)'))
from symroof import *; threshold(parse_formula("2*B").sides[0].ratio(), "B", over=240)
"""

from __future__ import annotations

from symroof.algebra.ratios.posynomial import Ratio


def line(*parts: Ratio | str) -> str:
    """A call in pieces, ratios as formulas that the package reads; what has cases is built of SymPy's classes."""
    cases = any("Piecewise(" in str(p) for p in parts if isinstance(p, Ratio))
    written = _constructed if cases else _formula
    asked = "".join(p if isinstance(p, str) else written(p) for p in parts)
    return f"{'from sympy import *; ' if cases else ''}from symroof import *; {asked}"


def _formula(r: Ratio) -> str:
    return f'parse_formula("{r}").sides[0].ratio()'


def _constructed(r: Ratio) -> str:
    from sympy import srepr

    from symroof.algebra.interop.door import to_sympy

    return str(srepr(to_sympy(r))).replace("ExprCondPair(", "(")  # which SymPy's * leaves out

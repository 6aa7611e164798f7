"""The line of Python that asks a question again, for an answer that failed its trial.

>>> from symroof.algebra.ratios.posynomial import gen
>>> print(line("threshold(", gen("B") * 2, ', "B", over=240)'))
from symroof import *; threshold(parse_formula("2*B").sides[0].ratio(), "B", over=240)
"""

from __future__ import annotations

from symroof.algebra.ratios.posynomial import Ratio
from symroof.symbols import Name, is_size


def line(*parts: Ratio | str) -> str:
    """A call in pieces, ratios as formulas that the package reads; what it would read otherwise is built of classes.

    That is what has cases, or symbols declared against the convention of their names.

    >>> from symroof.algebra.interop.door import core
    >>> from symroof.symbols import params
    >>> print(line("prove(", core(params("p")), ", 1)"))
    from sympy import *; from symroof import *; prove(params('p'), 1)
    """
    ratios = [p for p in parts if isinstance(p, Ratio)]
    built = any("Piecewise(" in str(r) or any(type(n) is Name for n in r.names) for r in ratios)
    written = _constructed if built else _formula
    asked = "".join(p if isinstance(p, str) else written(p) for p in parts)
    return f"{'from sympy import *; ' if built else ''}from symroof import *; {asked}"


def _formula(r: Ratio) -> str:
    return f'parse_formula("{r}").sides[0].ratio()'


def _constructed(r: Ratio) -> str:
    from sympy import srepr

    from symroof.algebra.interop.door import to_sympy

    text = str(srepr(to_sympy(r))).replace("ExprCondPair(", "(")  # which SymPy's * leaves out
    for n in r.names:
        text = text.replace(f"Symbol('{n}', positive=True)", f"{'dims' if is_size(n) else 'params'}('{n}')")
    return text

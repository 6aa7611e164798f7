"""One of two formulas by a condition, as an answer: if B < C/W then 2DF/W else 2BDF/C is max(2DF/W, 2BDF/C).

>>> from symroof.checking.answers.answer import check
>>> check("if B < C/W then 2DF/W else 2BDF/C", "max(2*D*F/W, 2*B*D*F/C)").verdict
'exact'
>>> check("if B > C/W then 2DF/W else 2BDF/C", "max(2*D*F/W, 2*B*D*F/C)").verdict
'wrong'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symroof.algebra.interop.door import to_sympy
from symroof.algebra.ratios.posynomial import Ratio, build, gen
from symroof.checking.claims.claims import claim
from symroof.checking.words.shorthand import branches
from symroof.errors import SymroofError

_GUARDS = {"<": "if<", "<=": "if<=", ">": "if<", ">=": "if<="}


def chosen(text: str, names: Iterable[str] | None, let: Mapping[str, Ratio], known: Iterable[str]) -> Any:
    """The SymPy expression of a choice of two formulas; None where a text is none, or its parts do not read."""
    parts = branches(text)
    if parts is None:
        return None
    try:
        bound, yes, no = (claim(p, names, let, known) for p in parts)
    except SymroofError:
        return None
    if bound.kind != "bound" or bound.value is None or not bound.name or yes.value is None or no.value is None:
        return None
    if yes.kind != "value" or no.kind != "value" or bound.sense not in _GUARDS or yes.dimension or no.dimension:
        return None
    sides = (gen(bound.name), bound.value) if bound.sense[0] == "<" else (bound.value, gen(bound.name))
    return to_sympy(build(_GUARDS[bound.sense], [*sides, yes.value, no.value]))


__all__ = ["chosen"]

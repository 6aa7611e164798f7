"""One of two formulas by a condition, as an answer: if B < C/W then 2DF/W else 2BDF/C is max(2DF/W, 2BDF/C).

>>> from symroof.checking.answers.answer import check
>>> check("if B < C/W then 2DF/W else 2BDF/C", "max(2*D*F/W, 2*B*D*F/C)").verdict
'exact'
>>> check("if B > C/W then 2DF/W else 2BDF/C", "max(2*D*F/W, 2*B*D*F/C)").verdict
'wrong'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from symroof.algebra.interop.door import to_sympy
from symroof.algebra.ratios.posynomial import Ratio, build, gen
from symroof.checking.claims.claims import Claim, Verdict, claim
from symroof.errors import SymroofError

_THEN = re.compile(
    r"\A(?:it\s+is\s+)?(?:if|when|where)\s+(?P<cond>[^,;]+?)\s*(?:,\s*(?:then\s+)?|\s+then\s+|:\s*)(?:it\s+is\s+)?(?P<yes>[^,;]+?)\s*[,;]?\s*"
    r"(?:else|otherwise)[,:]?\s+(?:it\s+is\s+)?(?P<no>[^,;]+)\Z",
    re.I,
)
_IF = re.compile(
    r"\A(?P<yes>[^,;]+?)\s*,?\s+(?:if|when|where|for|while)\s+(?P<cond>[^,;]*?[<>≤≥][^,;]*?)\s*[,;]?\s*(?:and\s+|but\s+)?"
    r"(?:(?:else|otherwise)[,:]?\s+(?P<no>[^,;]+)|(?P<other>[^,;]+?)\s+(?:otherwise|else))\Z",
    re.I,
)
MAX_LENGTH = 300
_GUARDS = {"<": "if<", "<=": "if<=", ">": "if<", ">=": "if<="}


def branches(text: str) -> tuple[str, str, str] | None:
    """The condition of a choice and its two formulas; None where a text is none.

    >>> branches("if B < C/W then 2DF/W else 2BDF/C"), branches("2DF/W")
    (('B < C/W', '2DF/W', '2BDF/C'), None)
    >>> branches("2DF/W for B < C/W, 2BDF/C otherwise")
    ('B < C/W', '2DF/W', '2BDF/C')
    """
    m = (_THEN.match(text) or _IF.match(text)) if len(text) <= MAX_LENGTH else None
    if m is None:
        return None
    no = m["no"] if m.re is _THEN else m["no"] or m["other"]
    return m["cond"].strip(), m["yes"].strip(), no.strip().rstrip(".")


def chosen(text: str, names: Iterable[str] | None, let: Mapping[str, Ratio], known: Iterable[str]) -> Any:
    """The SymPy expression of a choice of two formulas; None where a text is none, or its parts do not read."""
    parts = branches(text)
    if parts is None:
        return None
    try:
        bound, yes, no = (claim(p, names, let, known) for p in parts)
    except SymroofError:
        return None
    sides = _sides(bound)
    if sides is None or yes.value is None or no.value is None or not yes.kind == no.kind == "value":
        return None
    if bound.sense not in _GUARDS or yes.dimension or no.dimension:
        return None
    return to_sympy(build(_GUARDS[bound.sense], [*sides, yes.value, no.value]))


def in_one_case(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """Undecided where one of the two formulas is what is expected, and the other holds in another case; else None."""
    parts = branches(text)
    case = next((p for p in parts[1:] if one(p).ok), None) if parts is not None else None
    return None if case is None else Verdict("undecided", f"{case} is right, where it is chosen", code="words")


def _sides(bound: Claim) -> tuple[Ratio, Ratio] | None:
    """The smaller and the larger side of an inequality; None where a claim is none."""
    if bound.kind == "order" and bound.order is not None:
        return bound.order[::-1]
    if bound.kind != "bound" or not bound.name or bound.value is None:
        return None
    return (gen(bound.name), bound.value) if bound.sense[0] == "<" else (bound.value, gen(bound.name))


__all__ = ["branches", "chosen", "in_one_case"]

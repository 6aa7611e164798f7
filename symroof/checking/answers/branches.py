"""One of two formulas by a condition, as an answer: if B < C/W then 2DF/W else 2BDF/C is max(2DF/W, 2BDF/C).

>>> from symroof.checking.answers.answer import check
>>> check("if B < C/W then 2DF/W else 2BDF/C", "max(2*D*F/W, 2*B*D*F/C)").verdict
'exact'
>>> check("if B > C/W then 2DF/W else 2BDF/C", "max(2*D*F/W, 2*B*D*F/C)").verdict
'wrong'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import symroof.regexes as re
from symroof.algebra.interop.door import to_sympy
from symroof.algebra.ratios.posynomial import Ratio, build, gen
from symroof.checking.claims.claims import Claim, Verdict, claim
from symroof.errors import SymroofError

_ELSE = re.compile(r"\b(?:else|otherwise)\b", re.I)
_LEADING = re.compile(r"(?:it\s+is\s+)?(?:if|when|where)\s", re.I)
_THEN = re.compile(r"\bthen\b|[,:]", re.I)
_IF = re.compile(r"\b(?:if|when|where|for|while)\b", re.I)
_AND = re.compile(r"\b(?:and|but)\b|[,;]", re.I)
_AROUND = " ,;:."
MAX_LENGTH = 300
_GUARDS = {"<": "if<", "<=": "if<=", ">": "if<", ">=": "if<="}


def branches(text: str) -> tuple[str, str, str] | None:
    """The condition of a choice and its two formulas; None where a text is none.

    >>> branches("if B < C/W then 2DF/W else 2BDF/C"), branches("2DF/W")
    (('B < C/W', '2DF/W', '2BDF/C'), None)
    >>> branches("2DF/W for B < C/W, 2BDF/C otherwise")
    ('B < C/W', '2DF/W', '2BDF/C')
    """
    plain = " ".join(text.split())
    last = list(_ELSE.finditer(plain)) if len(plain) <= MAX_LENGTH else []
    if len(last) != 1:
        return None
    before, no = plain[: last[0].start()], plain[last[0].end() :]
    led = _LEADING.match(before)
    cut = _THEN.search(before, led.end()) if led is not None else _IF.search(before)
    if cut is None:
        return None
    one, other = before[led.end() if led is not None else 0 : cut.start()], before[cut.end() :]
    cond, yes = (one, other) if led is not None else (other, one)
    if led is None and not no.strip(_AROUND):  # ... for B < C/W and 2BDF/C otherwise
        ends = list(_AND.finditer(cond.rstrip(_AROUND)))
        if not ends:
            return None
        cond, no = cond[: ends[-1].start()], cond[ends[-1].end() :]
    cond, yes, no = (x.strip(_AROUND) for x in (cond, yes, no))
    return (cond, yes, no) if cond and yes and no else None


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

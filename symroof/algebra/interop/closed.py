"""The closed form of a crossing as SymPy's expression.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> print(closed_form(Quotient(ratio(1), 1 / gen("K") - 1 / gen("D"))))
1/(1/K - 1/D)
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_never

from symroof.algebra.interop.writer import beside, extremum, over, power, to_sympy
from symroof.algebra.ratios.posynomial import ONE, Number, Ratio
from symroof.algebra.signs.closed import Extremum, Implicit, PowerOfTwo, Quadratic, Quotient, Root

if TYPE_CHECKING:
    from sympy import Expr

_LONG = 10_000  # an exponent of two from which on nobody reads the digits


def closed_form(root: Root) -> Expr | None:
    """The expression, sums of reciprocals as they are; None of an equation that has no closed form, or of a part."""
    match root:
        case Implicit():
            return None
        case Quotient(top, bottom, to):
            whole = _one_term(top, bottom, to)
            return power(over(to_sympy(top), to_sympy(bottom)), to) if whole is None else to_sympy(whole)
        case Quadratic():
            return power(_quadratic(root), root.power)
        case PowerOfTwo(exponent):
            e = closed_form(exponent)
            return None if e is None else _two_to(e)
        case Extremum(kind, of):
            found = [e for e in map(closed_form, of) if e is not None]
            return extremum(kind, found) if len(found) == len(of) else None
        case _:
            assert_never(root)


def has_closed_form(root: Root | None) -> bool:
    """Whether ``closed_form`` makes an expression, told without making one: SymPy is half a second to load.

    >>> from symroof.algebra.ratios.posynomial import gen, ratio
    >>> a = Quotient(ratio(1), gen("K"))
    >>> has_closed_form(a), has_closed_form(Extremum("max", (a, Implicit(gen("N") - 2))))
    (True, False)
    """
    match root:
        case None | Implicit():
            return False
        case PowerOfTwo(exponent):
            return has_closed_form(exponent)
        case Extremum(_, of):
            return all(map(has_closed_form, of))
        case _:
            return True


def _one_term(top: Ratio, bottom: Ratio, to: Number) -> Ratio | None:
    """(top/bottom)**to where that is one product of powers of symbols, of which SymPy need not be asked anything."""
    parts = top.num, bottom.num
    if type(to) is not int or not (top.den is bottom.den is ONE) or any(p.ring.atoms or len(p) != 1 for p in parts):
        return None
    return (top / bottom) ** to


def _quadratic(x: Quadratic) -> Any:
    """-c/(b + sqrt(b**2 - a c)), or (sqrt(b**2 - a c) - b)/a."""
    root = power(to_sympy(x.half_discriminant), Fraction(1, 2))
    return over(beside(root, -x.b), to_sympy(x.a)) if x.minus else over(to_sympy(-x.c), beside(root, x.b))


def _two_to(e: Any) -> Any:
    import sympy

    long = e.is_Integer and abs(int(e)) > _LONG
    return sympy.Pow(2, e, evaluate=False) if long else sympy.Integer(2) ** e

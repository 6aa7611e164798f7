"""The closed form of a crossing as SymPy's expression.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> print(closed_form(Quotient(ratio(1), 1 / gen("K") - 1 / gen("D"))))
1/(1/K - 1/D)
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_never

from symroof.algebra.interop.writer import beside, extremum, over, over_sum, power, to_sympy
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
            return power(_quotient(top, bottom), to) if whole is None else to_sympy(whole)
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


def _is_term(r: Ratio) -> bool:
    """Whether a ratio is one product of powers of symbols."""
    return r.den is ONE and len(r.num) == 1 and not r.num.ring.atoms


def _one_term(top: Ratio, bottom: Ratio, to: Number) -> Ratio | None:
    """(top/bottom)**to where that is one product of powers of symbols, of which SymPy need not be asked anything."""
    return (top / bottom) ** to if type(to) is int and _is_term(top) and _is_term(bottom) else None


def _quotient(top: Ratio, bottom: Ratio) -> Any:
    """top/bottom; of one term over a sum in symbols nothing is to be asked."""
    plain = _is_term(top) and bottom.den is ONE and not bottom.num.ring.atoms and len(bottom.num) > 1
    return over_sum(top.num, to_sympy(bottom)) if plain else over(to_sympy(top), to_sympy(bottom))


def _quadratic(x: Quadratic) -> Any:
    """-c/(b + sqrt(b**2 - a c)), or (sqrt(b**2 - a c) - b)/a."""
    inside = x.half_discriminant
    root = power(to_sympy(inside), Fraction(1, 2))
    if x.minus:
        return over(beside(root, -x.b), to_sympy(x.a))
    bottom = beside(root, x.b)
    if bottom.is_Add and inside.names and _is_term(x.c):
        return over_sum(-x.c.num, bottom)
    return over(to_sympy(-x.c), bottom)


def _two_to(e: Any) -> Any:
    import sympy

    long = e.is_Integer and abs(int(e)) > _LONG
    return sympy.Pow(2, e, evaluate=False) if long else sympy.Integer(2) ** e

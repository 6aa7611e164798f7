"""An inequality between formulas, solved for the symbol that somebody else's answer bounds.

>>> from symroof.checking.claims import claim
>>> c = solved_for(claim("B*D > 240*F", None, {}), "B")
>>> c.name, c.sense, str(c.value)
('B', '>', '240*F/D')
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symroof.algebra.posynomial import Poly, Ratio, exact, term
from symroof.checking.claims import FLIP, Claim

MAX_TERMS = 60


def solved_for(c: Claim, name: str) -> Claim | None:
    """The inequality as a bound on a symbol, or None where it does not hold that symbol in one power alone.

    ``a*x**k + b > 0`` is ``x**k > -b/a`` where a is above 0.  Where the sign of a depends on the sizes, that of b says
    which bound there is (``x**k < b/-a`` if b is above 0), and ``when`` under which condition it holds.
    """
    if c.order is None or name not in _names(c):
        return None
    over = c.order[0] - c.order[1]
    if not (over.den.is_posynomial or (-over.den).is_posynomial) or (parts := split(over, name)) is None:
        return None
    high, low, front, rest = parts
    sense = ">" + c.sense[1:]
    if not over.den.is_posynomial:
        front, rest = -front, -rest
    if not (front.is_posynomial or (-front).is_posynomial or rest.is_posynomial or (-rest).is_posynomial):
        return None
    if (-front).is_posynomial or (rest.is_posynomial and not front.is_posynomial):
        front, rest, sense = -front, -rest, FLIP[sense]
    value = (Ratio(-rest) / Ratio(front)) ** exact(1 / (high - low))
    when = None if front.is_posynomial else f"{Ratio(front)} > 0"
    return replace(c, kind="bound", name=name, sense=sense, value=value, printed=None, node=None, when=when)


def split(over: Ratio, name: str) -> tuple[Fraction, Fraction, Poly, Poly] | None:
    """The two powers of a symbol that the numerator of a formula has, the higher first, and what each is times.

    None where it has other than two, or stands inside of a function.

    >>> from symroof.algebra.posynomial import gen
    >>> high, low, front, rest = split(2 * gen("X") ** 2 - gen("B"), "X")
    >>> high, low, str(Ratio(front)), str(Ratio(rest))
    (Fraction(2, 1), Fraction(0, 1), '2', '-B')
    """
    if len(over.num) > MAX_TERMS or any(name in Ratio(term({g: 1})).names for g in over.atoms):
        return None
    parts: dict[Fraction, Poly] = {}
    for exponents, k in over.num.monomials():
        e = Fraction(exponents.pop(name, 0))
        parts[e] = parts[e] + term(exponents, k) if e in parts else term(exponents, k)
    if len(parts) != 2:
        return None
    high, low = max(parts), min(parts)
    return high, low, parts[high], parts[low]


def alike(a: Claim, e: Claim) -> tuple[Claim, Claim] | None:
    """Two inequalities as bounds on one symbol, the expected one's if possible; None where there is no such symbol."""
    if a.kind == e.kind == "bound" and a.name == e.name:
        return a, e
    if e.kind == "bound":
        mine = solved_for(a, e.name)
        if mine is not None:
            return mine, e
    for name in sorted({*_names(a)} & {*_names(e)}, key=lambda n: (n != a.name, n)):
        theirs = solved_for(e, name)
        mine = a if a.kind == "bound" and a.name == name else solved_for(a, name)
        if theirs is not None and mine is not None:
            return mine, theirs
    return None


def shared(a: Claim, e: Claim) -> bool:
    """Whether two inequalities have a symbol in common, so that one may be the other in another form."""
    return bool({*_names(a)} & {*_names(e)})


def _names(c: Claim) -> tuple[str, ...]:
    return (c.name, *c.order[0].names, *c.order[1].names) if c.order else (c.name,)

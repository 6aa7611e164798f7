r"""The smallest value of a sum (or the largest part) of monomials, in closed form, with the weights that prove it.

For positive weights d with sum d = 1 and sum d_i a_i = 0 the arithmetic-geometric mean inequality gives, for all x > 0,

    sum_i c_i x**a_i  >=  prod (c_i/d_i)**d_i          max_i c_i x**a_i  >=  prod c_i**d_i

with equality where c_i x**a_i = d_i v (for the maximum, where all terms are equal).  When only one d satisfies the
equations this is the minimum; otherwise, for numbers, an approximate d made exact certifies the remaining gap.
Limits such as X + Y <= S bring their own terms and weights into the product (program.py, limited.py).

>>> from symroof.symbols import dims, params
>>> (B, D, F, N, X), W = dims("B D F N X"), params("W")
>>> best = optimum(4*D*F*X/(N*W) + 4*B*D/(X*W), X)
>>> best.argmin, best.certificate.weights
(sqrt(B)*sqrt(N)/sqrt(F), (Fraction(1, 2), Fraction(1, 2)))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from symroof.algebra.interop.door import core
from symroof.algebra.optima.certificate import Optimum, put_back
from symroof.algebra.optima.constraints import asked_of, eliminated, met_in_full, pieces_of, sums_given, unknowns
from symroof.algebra.optima.limited import limited
from symroof.algebra.optima.maxima import holds_maxima, minimised
from symroof.algebra.optima.means import minimum
from symroof.algebra.ratios.budget import limited_to
from symroof.algebra.ratios.posynomial import Ratio
from symroof.algebra.trials.trial import tried_optimum
from symroof.errors import SymroofError
from symroof.keywords import told
from symroof.likes import AmountLike

if TYPE_CHECKING:
    pass


@told
def optimum(
    expr: AmountLike, X: object, subject: object = None, of: str = "sum", *, within: float | str | None = None
) -> Optimum:
    """Minimise a sum of monomials (of="sum") or its largest part (of="max") over positive X; maxima may be in it.

    ``subject`` ties unknowns by products, ``X*Y - N``, ``{X*Y: N}``, ``"X*Y = N"``, ``Eq(X*Y, N)``, or limits sums of
    products, ``X*Y + X + Y <= S``, ``"X >= 2"``, or gives a sum that more of costs nothing, ``"X + Y = N"``; several
    in a list.  An equation that holds one unknown asked for and one more name, such as ``X*Y = N`` for X, makes that
    name an unknown too; in a limit it is a parameter.  ``within`` is a time, as 2 (seconds) or "500ms"; without
    one it is 4,000,000 steps of work.  Raises OutOfTime after it, Unsupported when there is no minimum, SymroofError
    when a term is not positive.

    >>> from symroof.symbols import dims
    >>> a, b, c, N, X, Y, Z = dims("a b c N X Y Z")
    >>> optimum(a/X + b/Y + c/Z, (X, Y, Z), subject={X*Y*Z: N}).value
    3*a**(1/3)*b**(1/3)*c**(1/3)/N**(1/3)
    >>> optimum(a/X + b/Y, (X, Y), subject=X + Y <= N).value
    2*sqrt(a)*sqrt(b)/N + a/N + b/N
    """
    if of not in ("sum", "max"):
        raise SymroofError(f'of={of!r} is not known; use of="sum" or of="max"')
    with limited_to(within):
        return _optimum(expr, X, subject, of)


def _optimum(expr: object, X: object, subject: object, of: str) -> Optimum:
    whole = core(expr)
    asked, single = unknowns(X, whole.names)
    pieces, of = pieces_of(whole, of)
    among = [*whole.names, *asked]
    subject, sums = sums_given(subject, among)
    ties, limits = asked_of(subject, asked, among)
    for given in sums:
        met_in_full(given, pieces, limits, asked)
        limits = [*limits, given]
    free, solved_for = eliminated(list(dict.fromkeys([*asked, *(n for e, _ in ties for n in e)])), asked, ties)
    if not free:
        raise SymroofError("the constraints leave no unknown free; there is nothing to minimise over")
    for name, value in solved_for:
        pieces = [p.subs({name: value}) for p in pieces]
        limits = [(left.subs({name: value}), right.subs({name: value})) for left, right in limits]
    if holds_maxima(pieces, free, of, limits):
        found = minimised(pieces, free, of, limits)
    elif limits:
        found = limited(pieces, free, of, limits)
    else:
        found = minimum(pieces, free, of)
    return tried_optimum(_put_back(found, asked, solved_for, single))


def _put_back(found: Optimum, asked: Sequence[str], solved_for: Sequence[tuple[str, Ratio]], single: bool) -> Optimum:
    """The minimum with the unknowns that the products gave, in the order asked for."""
    point = put_back(found, solved_for)
    order = [*asked, *(n for n in point if n not in asked)]
    return replace(found, point_core=tuple((n, point[n]) for n in order), single=single)

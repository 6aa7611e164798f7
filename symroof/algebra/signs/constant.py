"""A number made of rationals, roots, logarithms and roundings: rationals around it, and its exact sign.

>>> from symroof.algebra.ratios.posynomial import build, ratio
>>> constant_sign(build("log2", [ratio(9)]) - 3), constant_sign(build("ceil", [build("log2", [ratio(9)])]) - 4)
(1, 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from symroof.algebra.ratios import evaluation
from symroof.algebra.ratios.budget import spend
from symroof.algebra.ratios.evaluation import MOST_BITS, root_enclosure, side_of
from symroof.algebra.ratios.fold import all_atoms, put
from symroof.algebra.ratios.needs import POLES, keeping, lost, met, needs
from symroof.algebra.ratios.posynomial import Atom, Need, Number, Ratio, ratio, term
from symroof.errors import DividesByZero, Inconclusive, SymroofError, Unsupported

__all__ = ["constant_sign", "enclosure", "rational_at", "refuse_unmet", "root_enclosure", "sign_at", "whole_number",
           "worked_out"]  # fmt: skip


def constant_sign(r: Ratio) -> int:
    """The exact sign of a number, roots and logs in it included.

    Raises Inconclusive where symbols are left, or 4096 bits do not tell it from 0.
    """
    c = r.constant()
    if c is not None:
        return (c > 0) - (c < 0)
    side = side_of(_closed(r))
    if side is None and any(len(a.args) > 1 for a in all_atoms(r)):
        plain = worked_out(r)  # of roots alone what is 0 is seen to be
        if plain != r:
            return constant_sign(plain)
    if side is None:
        raise Inconclusive(f"{r} is zero to {MOST_BITS} bits; its sign is not decided")
    return side


def sign_at(r: Ratio, values: Mapping[str, Number]) -> int | None:
    """The exact sign at numbers; None where it has no value there: a divisor is 0, or a logarithm's argument below.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> at = [sign_at(1 / (gen("N") - 1) - ratio(1) / 10, {"N": n}) for n in (1, 2, 11)]
    >>> at
    [None, 1, 0]

    Raises Inconclusive as ``constant_sign`` does.
    """
    try:
        return constant_sign(r.subs(values))
    except (Inconclusive, Unsupported):
        raise
    except SymroofError:
        return None


def whole_number(r: Ratio) -> int | None:
    """The integer that a sum of roundings is, where its digits settle it.

    >>> from symroof.algebra.ratios.posynomial import build, ratio
    >>> whole_number(build("ceil", [build("log2", [ratio(9)])]) - 1)
    3
    """
    bits, most = 64, 1024
    while bits <= most:
        try:
            lo, hi = enclosure(r, bits)
        except Inconclusive:
            lo, hi = Fraction(0), Fraction(1)
        if lo == hi:
            return int(lo) if lo.denominator == 1 else None
        bits *= 2
    return None


def worked_out(r: Ratio) -> Ratio:
    """The ratio with functions of numbers alone, such as ceiling(log2(9)) and max(log2(3), 1), as what they come to."""
    if not (r.num.ring.atoms or r.den.ring.atoms):
        return r
    made: dict[Atom, Ratio] = {}
    for a in all_atoms(r):
        if any(x.names for x in a.args):
            continue
        if a.row.rounds:
            whole = whole_number(Ratio(term({a: 1})))
            if whole is not None:
                made[a] = ratio(whole)
        elif a.row.extreme:
            best = a.args[0]
            for x in a.args[1:]:
                if constant_sign(x - best) * a.row.extreme > 0:
                    best = x
            made[a] = best
    return keeping(put(r, made), [(put(u, made), how) for u, how in (*needs(r), *lost(r))]) if made else r


def rational_at(r: Ratio, values: Mapping[str, Number]) -> Fraction | None:
    """The value at numbers where it is rational, also if only what roots and logarithms come to together is; else None.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> rational_at(gen("K") ** Fraction(1, 2) * gen("D") ** Fraction(1, 2), {"K": 2, "D": 8}), rational_at(
    ...     gen("K") ** Fraction(1, 2), {"K": 2})
    (Fraction(4, 1), None)
    """
    try:
        return Fraction(r.at(values))
    except Unsupported:
        found = worked_out(r.subs(values)).constant()
        if found is None:
            return None
        refuse_unmet(needs(r), values)  # of 0 over what is not seen to be 0 only the 0 is left
        return Fraction(found)


def refuse_unmet(needed: Iterable[Need], values: Mapping[str, Number]) -> None:
    """Raises DividesByZero, SymroofError for a root or logarithm, where something is needed and not met at numbers.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> refuse_unmet([(gen("B") - 3, "!=")], {"B": 3})
    Traceback (most recent call last):
    symroof.errors.DividesByZero: division by zero: B - 3 is 0 there

    Raises Inconclusive as ``constant_sign`` does.
    """
    for u, how in needed:
        there = u.subs(values)
        if met(constant_sign(there), how):
            continue
        if how in POLES:
            raise DividesByZero(f"division by zero: {u} is 0 there")
        raise SymroofError(f"no value there: {u}, under a root or in a logarithm, is {there}")


def enclosure(r: Ratio, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around a number that has no symbols left; close as bits grow.

    >>> from symroof.algebra.ratios.posynomial import ratio
    >>> lo, hi = enclosure(ratio(2) ** Fraction(1, 2), 40)
    >>> lo**2 < 2 < hi**2
    True
    """
    spend()
    return evaluation.enclosure(_closed(r), {}, bits)


def _closed(r: Ratio) -> Ratio:
    if r.names:
        raise Inconclusive(f"still symbolic: {', '.join(r.names)}; give it a number")
    return r

"""Which of two costs is never larger, at all sizes there are at once: the sign of their difference.

Sizes are whole numbers of at least 1, sizes of mesh axes of at least 2, rates and widths are above 0; what is proved of
them the algebra's one answer says (``algebra/signs/sign.py``), here by its Taylor shift alone.

>>> from symroof.algebra.ratios.posynomial import gen
>>> X, I, J = gen("X"), gen("I"), gen("J")
>>> weighed(I * J - 2 * I * J / X, {"X"}).weak, weighed(I - J, set()).weak
('+', '?')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symroof.algebra.ratios.posynomial import Number, Ratio, Ring
from symroof.algebra.ratios.sizes import Cuts
from symroof.algebra.signs.shift import Ground, never_below
from symroof.algebra.signs.sign import Sign, grounded, sign_of

WHOLE = Cuts()  # every size divides


def weighed(gap: Ratio, axes: Iterable[str], cuts: Cuts = WHOLE) -> Sign:
    """The sign of a difference at all sizes that divide as ``cuts`` say, the axes of two devices or more.

    A size that is cut over four devices is four times the share of one, which is a size itself.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> from symroof.algebra.ratios.sizes import Cut
    >>> weighed(gen("J") - 2, {"X"}).mark, weighed(gen("J") - 2, {"X"}, Cuts((Cut("J", None, (("X", 4),)),))).mark
    ('?', '+')
    """
    return sign_of(gap.subs(cuts.shares), least=dict.fromkeys(axes, 2), quick=True)


def never_negative(gap: Ratio, axes: Iterable[str], cuts: Cuts = WHOLE) -> bool:
    """Whether a difference is proved to be 0 or more."""
    return weighed(gap, axes, cuts).low


def less(a: Ratio, b: Ratio, axes: Iterable[str], cuts: Cuts = WHOLE) -> bool:
    """Whether a < b at all sizes."""
    return weighed(b - a, axes, cuts).mark == "+"


def ground(home: Ring, axes: Iterable[str]) -> Ground | None:
    """What many sums of one ring are held against; None where the sign of one of its generators is open."""
    return grounded(home, frozenset((a, 2) for a in axes))


def holds(terms: Mapping[int, Number], on: Ground | None) -> bool:
    """Whether a sum of products, packed monomials with their coefficients, is proved to be 0 or more."""
    return on is not None and never_below(terms, on)

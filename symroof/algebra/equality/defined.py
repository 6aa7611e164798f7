"""What of two equal sides one needs and the other does not: roots of nothing below 0, logarithms of what is above 0.

A proof about a difference says nothing of these: there a root is taken to be a number that is not below 0, and what
both sides hold is gone.  What each needs by itself is said by ``ratios.needs``.

>>> from symroof.algebra.ratios.posynomial import build, gen
>>> B = gen("B")
>>> unlike(build("log2", [B - 3]) + B, build("log2", [B - 3]) * 2), unlike(build("log2", [B - 3]), B)
([], [(B - 3, '>')])
"""

from __future__ import annotations

from symroof.algebra.ratios.needs import POLES, lost, needs, scaled
from symroof.algebra.ratios.posynomial import Need, Ratio


def unlike(f: Ratio, g: Ratio) -> list[Need]:
    """What one of two equal sides needs under its roots and in its logarithms and the other does not."""
    mine, theirs = ({scaled(*n): n for n in needed(x, poles=False)} for x in (f, g))
    return [n for one, other in ((mine, theirs), (theirs, mine)) for k, n in one.items() if k not in other]


def needed(r: Ratio, poles: bool = True) -> list[Need]:
    """What a side needs, under its roots and in its logarithms also what is cancelled; a quotient is as cancelled."""
    return [*needs(r, poles), *(n for n in lost(r) if n[1] not in POLES)]

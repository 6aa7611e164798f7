"""Which of two costs is never larger: sums of products of sizes, compared at all sizes there are at once.

Sizes are whole numbers of at least 1, sizes of mesh axes of at least 2, rates and widths are above 0.  Three ways, each
where the one before says nothing: a few numbers refute most claims; every minus is covered by a plus that is never
less; the sum is written in what each size exceeds its least by.

>>> from symroof.algebra.ratios.posynomial import gen
>>> X, I, J = gen("X"), gen("I"), gen("J")
>>> never_negative(I * J - 2 * I * J / X, {"X"}), never_negative(I - J, set())
(True, False)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from symroof.algebra.ratios.poly import FIELD
from symroof.algebra.ratios.posynomial import Gen, Number, Poly, Ratio, Ring
from symroof.symbols import is_size

MOST_TERMS = 20_000  # of an expansion; beyond that nothing is proved
_TRIED = ((1, 1000, 3), (1000, 1, 40), (2, 3, 5), (7, 7, 1), (1, 1, 1), (30, 5, 1000))  # over the least, in turn


class Ground(NamedTuple):
    """A ring, and of each generator the least value: 0 for what only is positive, 2 for an axis."""

    home: Ring
    least: tuple[int, ...]
    axes: tuple[bool, ...]
    bare: int  # all bits of the generators that only are positive
    points: tuple[tuple[float, ...], ...]  # where a claim is tried first


def never_negative(gap: Ratio, axes: set[str]) -> bool:
    """Whether a difference is proved to be 0 or more at all sizes, the axes of two devices or more."""
    return gap.den.is_posynomial and _proved(gap.num, axes)


def less(a: Ratio, b: Ratio, axes: set[str]) -> bool:
    """Whether a < b at all sizes, proved like ``never_negative`` with something left at the smallest sizes."""
    gap = b - a
    return bool(gap.num.terms) and never_negative(gap, axes) and positive(gap, axes)


def positive(gap: Ratio, axes: set[str]) -> bool:
    """Whether something is left of a difference at the smallest sizes; it is never negative, as proved before."""
    on = ground(gap.num.ring, frozenset(axes))
    left: dict[tuple[int, ...], Fraction] = {}
    for m, c in gap.num.terms.items():
        exps = on.home.unpack(m)
        free = tuple(0 if low else e for e, low in zip(exps, on.least))
        value = math.prod((Fraction(low) ** e for e, low in zip(exps, on.least) if low > 1 and e), start=Fraction(c))
        left[free] = left.get(free, Fraction(0)) + value
    return all(c >= 0 for c in left.values()) and any(left.values())


@lru_cache(maxsize=1024)
def ground(home: Ring, axes: frozenset[str]) -> Ground:
    """What is known of the generators of a ring, some of which are the axes."""
    least, cut = least_of(home.gens, axes)
    bare = sum(((1 << FIELD) - 1) << FIELD * i for i, low in enumerate(least) if not low)
    points = tuple(
        tuple(float(tried[(i * (k + 1) + k) % 3] + max(low - 1, 0)) for i, low in enumerate(least))
        for k, tried in enumerate(_TRIED)
    )
    return Ground(home, least, cut, bare, points)


def least_of(gens: Iterable[Gen], axes: frozenset[str]) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The least value of each generator, 0 for what only is positive, and whether it is one of the axes."""
    names = [g if isinstance(g, str) else None for g in gens]
    cut = tuple(n is not None and str(n) in axes for n in names)
    return tuple(0 if n is None or not (c or is_size(n)) else 2 if c else 1 for n, c in zip(names, cut)), cut


def holds(terms: Mapping[int, Number], on: Ground) -> bool:
    """Whether a sum of products, packed monomials with their coefficients, is proved to be 0 or more.

    >>> from symroof.algebra.ratios.posynomial import ring
    >>> on = ground(ring(("X",)), frozenset("X"))
    >>> holds({on.home.pack({"X": 1}): 1, 0: -2}, on)  # an axis of two devices or more, less 2
    True
    """
    if not terms or min(terms.values()) >= 0:
        return True
    if max(terms.values()) <= 0:
        return False
    scale = math.lcm(*[c.denominator for c in terms.values()])
    whole = {m: c if type(c) is int and scale == 1 else int(c * scale) for m, c in terms.items()}
    return _covered(whole, on) or _expanded([(on.home.unpack(m), c) for m, c in whole.items()], on)


def _proved(p: Poly, axes: set[str]) -> bool:
    if not p.terms or min(p.terms.values()) >= 0:
        return True
    if max(p.terms.values()) <= 0 or p.ring.scale != 1:  # roots have no proof here
        return False
    on = ground(p.ring, frozenset(axes))
    return not _refuted(p, on) and holds(p.terms, on)


def _refuted(p: Poly, on: Ground) -> bool:
    """Whether the sum is clearly below 0 somewhere."""
    rows = [(float(c), [(i, e) for i, e in enumerate(p.ring.unpack(m)) if e]) for m, c in p.terms.items()]
    for at in on.points:
        values = [c * math.prod([at[i] ** e for i, e in exps]) for c, exps in rows]
        if sum(values) < -1e-9 * sum(map(abs, values)):
            return True
    return False


def _covered(terms: Mapping[int, int], on: Ground) -> bool:
    """Whether each minus is covered by shares of pluses: one that has more of every size is never less."""
    bias, never = on.home.bias, on.home.bias | on.bare  # no size less, and of what has no least as much
    plus = [m for m, c in terms.items() if c > 0]
    left = [c for c in terms.values() if c > 0]
    unit = 1
    for m, c in terms.items():
        if c > 0:
            continue
        need, fits = -c * unit, []
        for k, more in enumerate(plus):
            if left[k] and not ((more - m + bias) ^ bias) & never:
                fits.append((sum(compress(on.home.unpack(more - m), on.axes)), k))
        for doubled, k in sorted(fits, reverse=True):
            if need % (1 << doubled):
                left, need, unit = [x << doubled for x in left], need << doubled, unit << doubled
            share = min(left[k], need >> doubled)
            left[k] -= share
            need -= share << doubled
        if need:
            return False
    return True


def _expanded(whole: list[tuple[tuple[int, ...], int]], on: Ground) -> bool:
    """Whether no minus is left once sizes are written as their least plus something, the axes first.

    Costs are linear in most axes: the coefficients of ``a + b*x`` are then its values at the least and far out.
    """
    low, high = ([f(column) for column in zip(*(exps for exps, _ in whole))] for f in (min, max))
    linear = [i for i, x in enumerate(on.axes) if x and high[i] - low[i] == 1]
    rest = [i for i in range(len(low)) if i not in linear and high[i] > low[i]]
    corners: dict[tuple[int, ...], list[int]] = {}  # by the other sizes, the coefficient of each product of axes
    for exps, c in whole:
        at = sum(1 << k for k, i in enumerate(linear) if exps[i] > low[i])
        corners.setdefault(tuple(exps[i] - low[i] for i in rest), [0] * (1 << len(linear)))[at] += c
    for row in corners.values():
        for k in range(len(linear)):
            bit = 1 << k
            for at in range(0, len(row), 2 * bit):
                for m in range(at, at + bit):
                    row[m] += 2 * row[m + bit]
    if all(min(row) >= 0 for row in corners.values()):
        return True
    least, seen = [on.least[i] for i in rest], set()
    for column in zip(*corners.values()):
        if min(column) < 0 and column not in seen:
            seen.add(column)
            if not _written_out(dict(zip(corners, column)), least):
                return False
    return True


def _written_out(terms: dict[tuple[int, ...], int], least: list[int]) -> bool:
    """The same for a polynomial in the other sizes."""
    if max(terms.values()) <= 0:
        return False
    for i, low in enumerate(least):
        if not low:
            continue
        out: dict[tuple[int, ...], int] = {}
        for exps, c in terms.items():
            e = exps[i]
            for k in range(e + 1):
                key = (*exps[:i], k, *exps[i + 1 :])
                out[key] = out.get(key, 0) + c * math.comb(e, k) * low ** (e - k)
        terms = {m: c for m, c in out.items() if c}
        if all(c > 0 for c in terms.values()):
            return True
        if len(terms) > MOST_TERMS:
            return False
    return all(c > 0 for c in terms.values())

"""The Taylor shift: a sum of products about the least values of its sizes, and what is seen before it is written out.

A size is its least value plus something of at least 0; where no coefficient is below 0 then, the sum is not.  Three
ways, each where the one before says nothing: a few numbers refute most claims; every minus is covered by a plus that is
never less; the sum is written out, of what is linear in a size by its values at the least and far out.

>>> from symroof.algebra.ratios.posynomial import ring
>>> on = ground(ring(("D", "X")), (1, 2))
>>> pack = on.home.pack
>>> never_below({pack({"D": 1}): 1, pack({"D": 1, "X": -1}): -2}, on)  # D - 2 D/X, of X at least 2
True
>>> left_over({pack({"D": 1}): 1, pack({"D": 1, "X": -1}): -2}, on)  # which is 0 at X = 2
False
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from symroof.algebra.ratios.poly import FIELD
from symroof.algebra.ratios.posynomial import Number, Poly, Ring

Plain = dict[tuple[int, ...], Number]  # integer exponents, one per generator
MAX_PLAIN = 20_000  # terms of an expansion; beyond that nothing is proved
_TRIED = ((1, 1000, 3), (1000, 1, 40), (2, 3, 5), (7, 7, 1), (1, 1, 1), (30, 5, 1000))  # over the least, in turn


def shifted(plain: Plain, by: Sequence[int]) -> Plain | None:
    """A positive multiple of the polynomial in y where x = by + y; None when that is too large to write out.

    >>> shifted({(2,): 1, (0,): -1}, [1])  # (1 + y)**2 - 1
    {(1,): 2, (2,): 1}
    """
    size = 0
    for m in plain:
        size += math.prod(e + 1 for e, b in zip(m, by) if b)
        if size > MAX_PLAIN:
            return None
    den = math.lcm(*[c.denominator for c in plain.values()])
    out: dict[tuple[int, ...], int] = {m: c.numerator * (den // c.denominator) for m, c in plain.items()}
    for i, b in enumerate(by):
        if b:
            out = _about(out, i, b)
    return dict(out)


def _about(whole: Mapping[tuple[int, ...], int], i: int, b: int) -> dict[tuple[int, ...], int]:
    """The same polynomial in y where the i-th symbol is b + y."""
    new: dict[tuple[int, ...], int] = {}
    for m, c in whole.items():
        e, left, right = m[i], m[:i], m[i + 1 :]
        share = c * b**e  # times the binomial coefficient, over b**k: from one k to the next
        for k in range(e + 1):
            key = (*left, k, *right)
            new[key] = new.get(key, 0) + share
            share = share * (e - k) // ((k + 1) * b)
    return {m: c for m, c in new.items() if c}


# -- packed sums, of which many are asked at one place ----------------------------------------------------------------


class Ground(NamedTuple):
    """A ring, and of each generator the least value: 0 for what only is not below 0."""

    home: Ring
    least: tuple[int, ...]
    doubles: tuple[int, ...]  # by how many factors of 2 one power more is at least more
    bare: int  # all bits of the generators without a least value
    points: tuple[tuple[float, ...], ...]  # where a claim is tried first


@lru_cache(maxsize=1024)
def ground(home: Ring, least: tuple[int, ...]) -> Ground:
    """What is known of the generators of a ring of whole powers."""
    bare = sum(((1 << FIELD) - 1) << FIELD * i for i, low in enumerate(least) if not low)
    points = tuple(
        tuple(float(tried[(i * (k + 1) + k) % 3] + max(low - 1, 0)) for i, low in enumerate(least))
        for k, tried in enumerate(_TRIED)
    )
    return Ground(home, least, tuple(max(low.bit_length() - 1, 0) for low in least), bare, points)


def never_below(terms: Mapping[int, Number], on: Ground) -> bool:
    """Whether a sum of products, packed monomials with their coefficients, is proved to be 0 or more."""
    if not terms or min(terms.values()) >= 0:
        return True
    if max(terms.values()) <= 0:
        return False
    scale = math.lcm(*[c.denominator for c in terms.values()])
    whole = {m: c if type(c) is int and scale == 1 else int(c * scale) for m, c in terms.items()}
    return covered(whole, on) or _written_out([(on.home.unpack(m), c) for m, c in whole.items()], on)


def left_over(terms: Mapping[int, Number], on: Ground) -> bool:
    """Whether something is left at the least sizes of a sum that is never below 0, the others above 0."""
    left: dict[tuple[int, ...], Fraction] = {}
    for m, c in terms.items():
        exps = on.home.unpack(m)
        free = tuple(0 if low else e for e, low in zip(exps, on.least))
        value = math.prod((Fraction(low) ** e for e, low in zip(exps, on.least) if low > 1 and e), start=Fraction(c))
        left[free] = left.get(free, Fraction(0)) + value
    return any(left.values())


def seen_below(p: Poly, on: Ground) -> bool:
    """Whether the sum is clearly below 0 at one of a few points."""
    if min(p.terms.values()) >= 0:
        return False
    if max(p.terms.values()) <= 0:
        return True
    try:
        rows = [(float(c), [(i, e) for i, e in enumerate(p.ring.unpack(m)) if e]) for m, c in p.terms.items()]
    except OverflowError:  # of a long coefficient: what is not seen is not refuted
        return False
    for at in on.points:
        try:
            values = [c * math.prod([at[i] ** e for i, e in exps]) for c, exps in rows]
        except OverflowError:  # of a high power
            continue
        if sum(values) < -1e-9 * sum(map(abs, values)):
            return True
    return False


def covered(terms: Mapping[int, int], on: Ground) -> bool:
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
                fits.append((sum(map(int.__mul__, on.home.unpack(more - m), on.doubles)), k))
        for doubled, k in sorted(fits, reverse=True):
            if need % (1 << doubled):
                left, need, unit = [x << doubled for x in left], need << doubled, unit << doubled
            share = min(left[k], need >> doubled)
            left[k] -= share
            need -= share << doubled
        if need:
            return False
    return True


def _written_out(whole: list[tuple[tuple[int, ...], int]], on: Ground) -> bool:
    """Whether no minus is left once sizes are written as their least plus something, those above 1 first.

    Costs are linear in most axes: the coefficients of ``a + b*x`` are then its values at the least and far out.
    """
    low, high = ([f(column) for column in zip(*(exps for exps, _ in whole))] for f in (min, max))
    linear = [i for i, x in enumerate(on.least) if x > 1 and high[i] - low[i] == 1]
    rest = [i for i in range(len(low)) if i not in linear and high[i] > low[i]]
    corners: dict[tuple[int, ...], list[int]] = {}  # by the other sizes, the coefficient of each product of axes
    for exps, c in whole:
        at = sum(1 << k for k, i in enumerate(linear) if exps[i] > low[i])
        corners.setdefault(tuple(exps[i] - low[i] for i in rest), [0] * (1 << len(linear)))[at] += c
    for row in corners.values():
        for k, i in enumerate(linear):
            bit = 1 << k
            for at in range(0, len(row), 2 * bit):
                for m in range(at, at + bit):
                    row[m] += on.least[i] * row[m + bit]
    if all(min(row) >= 0 for row in corners.values()):
        return True
    least, seen = [on.least[i] for i in rest], set()
    for column in zip(*corners.values()):
        if min(column) < 0 and column not in seen:
            seen.add(column)
            if not _of_others(dict(zip(corners, column)), least):
                return False
    return True


def _of_others(terms: dict[tuple[int, ...], int], least: list[int]) -> bool:
    """The same for a polynomial in the other sizes."""
    if max(terms.values()) <= 0:
        return False
    for i, low in compress(enumerate(least), least):
        terms = _about(terms, i, low)
        if all(c > 0 for c in terms.values()):
            return True
        if len(terms) > MAX_PLAIN:
            return False
    return all(c > 0 for c in terms.values())

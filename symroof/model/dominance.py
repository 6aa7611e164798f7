"""Which of two costs is never larger: sums of products of sizes, compared at all sizes there are at once.

Sizes are whole numbers of at least 1, sizes of mesh axes of at least 2, rates and widths are above 0.  Three ways, each
where the one before says nothing: a few numbers refute most claims; every minus is covered by a plus that is never
less; the sum is written in what each size exceeds its least by.

>>> from symroof.algebra.posynomial import gen
>>> X, I, J = gen("X"), gen("I"), gen("J")
>>> never_negative(I * J - 2 * I * J / X, {"X"}), never_negative(I - J, set())
(True, False)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from symroof.algebra.posynomial import Gen, Number, Poly, Ratio
from symroof.symbols import is_size

MOST_TERMS = 20_000  # of an expansion; beyond that nothing is proved
_TRIED = ((1, 1000, 3), (1000, 1, 40), (2, 3, 5), (7, 7, 1), (1, 1, 1), (30, 5, 1000))  # over the least, in turn


class _Sum(NamedTuple):
    """Terms as exponents and coefficient, and of each generator the least value: 0 for what only is positive."""

    rows: list[tuple[tuple[int, ...], Number]]
    least: tuple[int, ...]
    axes: tuple[bool, ...]


def never_negative(gap: Ratio, axes: set[str]) -> bool:
    """Whether a difference is proved to be 0 or more at all sizes, the axes of two devices or more."""
    return gap.den.is_posynomial and _proved(gap.num, axes)


def less(a: Ratio, b: Ratio, axes: set[str]) -> bool:
    """Whether a < b at all sizes, proved like ``never_negative`` with something left at the smallest sizes."""
    gap = b - a
    if not never_negative(gap, axes) or not gap.num.terms:
        return False
    s = _read(gap.num, axes)
    left: dict[tuple[int, ...], Fraction] = {}
    for exps, c in s.rows:
        free = tuple(0 if low else e for e, low in zip(exps, s.least))
        value = math.prod((Fraction(low) ** e for e, low in zip(exps, s.least) if low > 1 and e), start=Fraction(c))
        left[free] = left.get(free, Fraction(0)) + value
    return all(c >= 0 for c in left.values()) and any(left.values())


def least_of(gens: Iterable[Gen], axes: set[str]) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The least value of each generator, 0 for what only is positive, and whether it is one of the axes."""
    names = [g if isinstance(g, str) else None for g in gens]
    cut = tuple(n is not None and str(n) in axes for n in names)
    return tuple(0 if n is None or not (c or is_size(n)) else 2 if c else 1 for n, c in zip(names, cut)), cut


def holds(rows: list[tuple[tuple[int, ...], Number]], least: tuple[int, ...], axes: tuple[bool, ...]) -> bool:
    """Whether a sum of products, each its exponents and coefficient, is proved to be 0 or more.

    >>> holds([((1, 0), 1), ((0, 0), -2)], (2, 1), (True, False))  # an axis of two devices or more, less 2
    True
    """
    signs = [c for _, c in rows]
    if not rows or min(signs) >= 0:
        return True
    s = _Sum(rows, least, axes)
    return max(signs) > 0 and (_covered(s) or _expanded(s))


def _read(p: Poly, axes: set[str]) -> _Sum:
    return _Sum([(p.ring.unpack(m), c) for m, c in p.terms.items()], *least_of(p.ring.gens, axes))


def _proved(p: Poly, axes: set[str]) -> bool:
    if not p.terms or min(p.terms.values()) >= 0:
        return True
    if max(p.terms.values()) <= 0 or p.ring.scale != 1:  # roots have no proof here
        return False
    s = _read(p, axes)
    return not _refuted(s) and holds(*s)


def _refuted(s: _Sum) -> bool:
    """Whether the sum is clearly below 0 somewhere."""
    for k, tried in enumerate(_TRIED):
        at = [float(tried[(i * (k + 1) + k) % 3] + max(low - 1, 0)) for i, low in enumerate(s.least)]
        values = [float(c) * math.prod(x**e for x, e in zip(at, exps) if e) for exps, c in s.rows]
        if sum(values) < -1e-9 * sum(map(abs, values)):
            return True
    return False


def _covered(s: _Sum) -> bool:
    """Whether each minus is covered by shares of pluses: one that has more of every size is never less."""
    plus = [exps for exps, c in s.rows if c > 0]
    left = [Fraction(c) for _, c in s.rows if c > 0]
    for exps, c in s.rows:
        if c > 0:
            continue
        need, fits = Fraction(-c), []
        for k, more in enumerate(plus):
            over = [a - b for a, b in zip(more, exps)]
            if left[k] and min(over) >= 0 and all(low or not e for e, low in zip(over, s.least)):
                fits.append((sum(e for e, x in zip(over, s.axes) if x), k))
        for doubled, k in sorted(fits, reverse=True):
            share = min(left[k], need / 2**doubled)
            left[k] -= share
            need -= share * 2**doubled
        if need:
            return False
    return True


def _expanded(s: _Sum) -> bool:
    """Whether no minus is left once sizes are written as their least plus something, the axes first.

    Costs are linear in most axes: the coefficients of ``a + b*x`` are then its values at the least and far out.
    """
    scale = math.lcm(*(Fraction(c).denominator for _, c in s.rows))
    whole = [(exps, int(c * scale)) for exps, c in s.rows]
    low = [min(exps[i] for exps, _ in whole) for i in range(len(s.least))]
    high = [max(exps[i] for exps, _ in whole) for i in range(len(s.least))]
    linear = [i for i, x in enumerate(s.axes) if x and high[i] - low[i] == 1]
    rest = [i for i in range(len(s.least)) if i not in linear and high[i] > low[i]]
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
    least, seen = [s.least[i] for i in rest], set()
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

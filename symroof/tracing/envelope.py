"""The most that a Python loop over a size holds: every candidate followed through the rounds, the winner decided anew.

A maximum over the moments of a program is no polynomial in the number of rounds n; what is held at one moment is.
Moments of one kernel are put in rows through the numbers of rounds that were traced,

    held(n) = polynomial of low degree through n = first, first + 1, ...,  met at every number of rounds traced

and the peak is the largest of all rows, where no moment of any traced program lies above them.  What is made while
something else is freed lies between two rows: the larger of both ends covers it.

>>> from symroof.algebra.ratios.posynomial import gen
>>> b, d = gen("B"), gen("D")
>>> kept = lambda n: [("up", b * i + d * (n - i)) for i in range(n + 1)]
>>> print(envelope({n: kept(n) for n in (2, 3, 4, 6)}, gen("L"), 2))
L*Max(B, D)
>>> envelope({n: [("up", d * 2**n)] for n in (2, 3, 4, 5, 6, 9)}, gen("L"), 2) is None
True
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from symroof.algebra.ratios.posynomial import Number, Ratio, build, ratio

MOST = 20_000  # ways to put the moments of one kernel in rows that are tried
DEGREES = 3
Terms = dict[object, Number]
Moments = Sequence[tuple[Any, Ratio]]  # what runs, and the bytes that are held then


def newton(values: Sequence[Ratio], n: Ratio, first: int) -> Ratio:
    """The polynomial through the values at first, first + 1, ..., by divided differences."""
    table, out, factor = list(values), values[0], ratio(1)
    for k in range(1, len(values)):
        table = [b - a for a, b in itertools.pairwise(table)]
        factor = factor * (n - (first + k - 1)) / k
        out = out + table[0] * factor
    return out


def envelope(moments: Mapping[int, Moments], n: Ratio, first: int) -> Ratio | None:
    """The most of all moments at any number of rounds from ``first`` on; None where no rows explain all of them."""
    ns = sorted(k for k in moments if k >= first)
    for degree in range(1, DEGREES + 1):
        if any(first + i not in moments for i in range(degree + 2)):
            break
        rows = [newton(r, n, first) for r in _rows(moments, ns, degree)]
        if rows and all(_explained(moments[k], [_at(r, n, ratio(k)) for r in rows]) for k in ns):
            return build("max", _upper(highest(rows, [_at(r, n, n + first) for r in rows]), n, first))
    return None


def _at(r: Ratio, n: Ratio, value: Ratio) -> Ratio:
    return r.subs(dict.fromkeys(n.names, value))


def _rows(moments: Mapping[int, Moments], ns: Sequence[int], degree: int) -> list[tuple[Ratio, ...]]:
    """Moments of one kernel, one at each of the first numbers of rounds, whose polynomial meets one at all others.

    Which one of the kernel's moments it is, is a polynomial too, and stays one of them at any number of rounds.
    """
    by: dict[Any, dict[int, list[Ratio]]] = {}
    for k in ns:
        for what, r in moments[k]:
            by.setdefault(what, {}).setdefault(k, []).append(r)
    start, rest = ns[: degree + 1], ns[degree + 1 :]
    out: dict[tuple[Ratio, ...], None] = {}
    for seen in by.values():
        if any(k not in seen for k in ns) or math.prod(len(seen[k]) for k in start) > MOST:
            continue
        last = [len(seen[k]) - 1 for k in start]
        for places in itertools.product(*(range(n + 1) for n in last)):
            if not _grows(places) or not _grows([n - i for n, i in zip(last, places)]):
                continue
            row, at = tuple(seen[k][i] for k, i in zip(start, places)), [*map(ratio, places)]
            if row not in out and all(_meets(seen[k], newton(at, ratio(k), ns[0]), row, k, ns[0]) for k in rest):
                out[row] = None
    return list(out)


def _grows(places: Sequence[int]) -> bool:
    """Whether the polynomial through them is at least 0 from then on, by its differences: 0 <= sum of d*binomial."""
    row = list(places)
    while row:
        if row[0] < 0:
            return False
        row = [b - a for a, b in itertools.pairwise(row)]
    return True


def _meets(seen: Sequence[Ratio], place: Ratio, row: Sequence[Ratio], k: int, first: int) -> bool:
    """Whether the moment at that place is what the row says of so many rounds."""
    i = int(place.constant() or 0)
    return 0 <= i < len(seen) and newton(row, ratio(k), first) == seen[i]


def _explained(moments: Moments, rows: Sequence[Ratio]) -> bool:
    """Whether the largest of the rows is the most of these moments, at all other sizes."""
    every, tops = [*map(terms_of, dict.fromkeys(rows))], list[Terms | None]()
    for i, t in enumerate(every):  # one between two others stays: what lies between it and a third is below it
        if t is None or not any(o is not None and covers(o, t) for o in (*tops, *every[i + 1 :])):
            tops.append(t)
    return all(_below(terms_of(r), tops) for r in dict.fromkeys(r for _, r in moments))


def highest(items: Sequence[Ratio], shifted: Sequence[Ratio]) -> list[Ratio]:
    """Those of which the largest is the largest of all, judged by what they are where all symbols are at least 0.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> b, d = gen("B"), gen("D")
    >>> rows = [b + d, 2 * b, 2 * d, d, 3 * b + 1]
    >>> print(highest(rows, rows))
    [2*D, 3*B + 1]
    """
    kept = {r: terms_of(s) for r, s in sorted(zip(items, shifted), key=lambda x: _score(x[1]))}
    for r in [*kept]:  # the smallest first: each is below others that stay
        others = [t for q, t in kept.items() if q is not r]
        if _below(kept[r], others):
            del kept[r]
    return sorted(kept, key=str)


def terms_of(r: Ratio) -> Terms | None:
    """Coefficients by monomial; None of what is no polynomial."""
    if r.den.constant() is None:
        return None
    return {tuple(sorted(((str(g), e) for g, e in m.items()))): c for m, c in r.num.monomials()}


def _below(small: Terms | None, others: Iterable[Terms | None]) -> bool:
    """Whether an amount is at most another one, or at most a mean of two, term by term."""
    if small is None:
        return False
    big = [t for t in others if t is not None and all(c >= 0 for c in t.values())]
    if any(covers(t, small) for t in big):
        return True
    return any(_between(small, a, b) for a, b in itertools.combinations(big, 2))


def covers(big: Terms, small: Terms) -> bool:
    """Whether each term of one is at most that of the other, none of whose terms is negative."""
    return all(c <= big.get(m, 0) for m, c in small.items() if c > 0) and all(c >= 0 for c in big.values())


def _between(small: Terms, a: Terms, b: Terms) -> bool:
    """Whether small <= t*a + (1 - t)*b term by term for some t from 0 to 1."""
    low, high = Fraction(0), Fraction(1)
    for m, c in small.items():
        if c <= 0:
            continue
        x, y = Fraction(a.get(m, 0)), Fraction(b.get(m, 0))
        if x == y:
            if c > y:
                return False
            continue
        at = (c - y) / (x - y)
        low, high = (max(low, at), high) if x > y else (low, min(high, at))
        if low > high:
            return False
    return True


def _upper(rows: Sequence[Ratio], n: Ratio, first: int) -> list[Ratio]:
    """Without those between two others from n = first on, nearer to the one or the other as n grows."""
    kept = {r: _at(r, n, n + first) for r in rows}
    for r in rows:
        others = [s for q, s in kept.items() if q is not r]
        if any(_mean(kept[r], a, b, n) for a, b in itertools.combinations(others, 2)):
            del kept[r]
    return list(kept)


def _mean(c: Ratio, a: Ratio, b: Ratio, n: Ratio) -> bool:
    """Whether q*c <= p*a + (q - p)*b for some polynomials 0 <= p <= q in n, so that c is at most the larger of both.

    Where q is 0, at n = 0 alone, that is so because all are continuous in n.
    """
    to_c = _by_others(c - b, n)
    for m, q in _by_others(a - b, n).items():
        p = to_c.get(m, ratio(0))
        p, q = (p, q) if _plain(q) else (-p, -q)
        if all(map(_plain, (q, p, q - p, p * a + (q - p) * b - q * c))):
            return True
    return False


def _plain(r: Ratio) -> bool:
    """Whether no term is negative."""
    return r.den.constant() is not None and all(c >= 0 for _, c in r.num.monomials())


def _by_others(r: Ratio, n: Ratio) -> dict[object, Ratio]:
    """Polynomials in n by the monomial of all else before them."""
    out: dict[object, Ratio] = {}
    for m, c in r.num.monomials():
        power = sum(e for g, e in m.items() if g in n.gens)
        rest = tuple(sorted((str(g), e) for g, e in m.items() if g not in n.gens))
        out[rest] = out.get(rest, ratio(0)) + n**power * c
    return out


def _score(r: Ratio) -> float:
    """Its value where all sizes are large and no two equal."""
    sizes = {n: 1000 + 37 * i for i, n in enumerate(r.names)}
    return float(r.at(sizes))


def largest(items: Iterable[Ratio]) -> Ratio:
    """The maximum, without the candidates that another one covers term by term."""
    kept: list[tuple[Ratio, Terms]] = []
    scored = sorted(((_score(r), i, r) for i, r in enumerate(dict.fromkeys(items))), reverse=True)
    for _, _, r in scored:
        terms = terms_of(r)
        if terms is None:
            kept.append((r, {}))
        elif not any(covers(t, terms) for _, t in kept):
            kept.append((r, terms))
    if not kept:
        return ratio(0)
    return kept[0][0] if len(kept) == 1 else build("max", [r for r, _ in kept])

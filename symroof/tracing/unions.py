"""Elements of an array that several slices of it have between them: each once, however many slices it is in.

    x[2:], x[1:-1], x[:-2]      min(N, 3*N - 6), of which N >= 3 leaves N
    x[:3], x[-3:]               min(6, N)

The slices' borders part the array into cells, in the order in which they lie at large sizes; the cells that some slice
has are added up.  At small sizes, where borders may lie the other way round, the sum is held against a count.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symroof.algebra.ratios.posynomial import Ratio, build, product, total

Spot = tuple[tuple[Ratio, Ratio, int], ...]  # where a slice lies, start, end and step along each dim
Box = list[tuple[int, int]]
LARGE, CELLS, DRAWN = 10_007, 4_096, 120


def union(spots: Sequence[Spot], shape: Sequence[Ratio]) -> Ratio | None:
    """How many elements slices without gaps have between them, of an array of this shape; None where it is not seen.

    >>> from symroof.algebra.ratios.posynomial import ratio
    >>> from symroof.tracing.reader import letter
    >>> n, d = letter("N"), letter("D")
    >>> ends = ((ratio(2), n), (ratio(1), n - 1), (ratio(0), n - 2))
    >>> union([((*e, 1), (ratio(0), d, 1)) for e in ends], (n, d))
    D*Min(3*N - 6, N)
    >>> union([((ratio(0), ratio(3), 1),), ((n - 3, n, 1),)], (n,)), union([((ratio(1), n, 1),)] * 2, (n,))
    (Min(6, N), N - 1)
    """
    names = sorted({n for s in spots for a, b, _ in s for r in (a, b, *shape) for n in r.names}, key=str)
    if any(r.atoms for s in spots for a, b, _ in s for r in (a, b)):
        return None
    far: dict[str, int] = {n: LARGE + 1009 * i for i, n in enumerate(names)}
    borders = [_borders([(s[d][0], s[d][1]) for s in spots], far) for d in range(len(shape))]
    if math.prod(len(b) - 1 for b in borders) > CELLS:
        return None
    boxes = [_box(s, far) for s in spots]
    points = list(_points(names, spots, shape))
    if not points or any(a > b for box in boxes for a, b in box):  # slices that lie in it at few sizes alone
        return None
    parts = []
    for cell in itertools.product(*(itertools.pairwise(b) for b in borders)):
        low = [_at(a, far) for a, _ in cell]
        if any(all(x <= v < y for v, (x, y) in zip(low, box)) for box in boxes):
            parts.append(product(b - a for a, b in cell))
    found = total(parts)
    whole = product(shape)
    apart = total(product(b - a for a, b, _ in s) for s in spots)  # no more than each by itself, where some are empty
    ways = [[found], [found, whole], [found, apart], [found, whole, apart]]
    for r in (build("min", w) if len(w) > 1 else found for w in ways if len(set(w)) == len(w)):
        if all(_at(r, p) == _counted([_box(s, p) for s in spots]) for p in points):
            return r
    return None


def _at(r: Ratio, values: Mapping[str, int]) -> Fraction:
    return Fraction(r.at({n: values[n] for n in r.names}))


def _box(s: Spot, values: Mapping[str, int]) -> Box:
    return [(int(_at(a, values)), int(_at(b, values))) for a, b, _ in s]


def _borders(ends: Sequence[tuple[Ratio, Ratio]], far: Mapping[str, int]) -> list[Ratio]:
    """Where slices begin and end along one dim, in the order in which these lie far out."""
    each = {_at(r, far): r for pair in ends for r in pair}
    return [each[v] for v in sorted(each)]


def _counted(boxes: Sequence[Box]) -> int:
    """Elements of boxes by numbers, each once."""
    if not boxes[0]:
        return 1
    ends = sorted({e for box in boxes for e in box[0]})
    rows = [(b - a, [box[1:] for box in boxes if box[0][0] <= a < box[0][1]]) for a, b in itertools.pairwise(ends)]
    return sum(length * _counted(inside) for length, inside in rows if inside)


def _points(names: Sequence[str], spots: Sequence[Spot], shape: Sequence[Ratio]) -> Iterator[dict[str, int]]:
    """Small sizes, and those about the numbers in the borders, at which the slices lie in the array."""
    pairs = [(a, b, n) for s in spots for (a, b, _), n in zip(s, shape)]
    turns = {abs(int(c)) for a, b, _ in pairs for r in (a, b) for m, c in r.num.monomials() if not m}
    each = sorted({*range(1, 9), *(t * k + by for t in turns for k in (1, 2) for by in (-1, 0, 1) if t * k + by > 0)})
    rng = random.Random(0)
    every = itertools.product(each, repeat=len(names)) if len(each) ** len(names) <= DRAWN else (
        [rng.choice(each) for _ in names] for _ in range(DRAWN))  # fmt: skip
    for row in every:
        point = dict(zip(names, row))
        if all(0 <= _at(a, point) <= _at(b, point) <= _at(n, point) for a, b, n in pairs):
            yield point


__all__ = ["union"]

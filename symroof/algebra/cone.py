"""A polyhedral cone between its two descriptions, integer half-spaces and extreme rays, exactly.

>>> double_description([[1, -1], [-1, 0]], 2)
([], [[0, 1], [1, 1]])
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from symroof.errors import Unsupported

MAX_RAYS = 4096


def double_description(rows: Sequence[Sequence[int]], n: int) -> tuple[list[list[int]], list[list[int]]]:
    """(lines, extreme rays) of the cone {x : <row, x> <= 0 for every row}, as primitive integer vectors.

    >>> double_description([[1, -1], [-1, 0]], 2)
    ([], [[0, 1], [1, 1]])
    """
    lines = [[int(i == j) for j in range(n)] for i in range(n)]
    rays: list[tuple[list[int], int]] = []  # a ray, and the bit set of the rows it lies on
    for k, row in enumerate(rows):
        bit = 1 << k
        values = [_dot(row, v) for v in lines]
        pivot = next((i for i, d in enumerate(values) if d), None)
        if pivot is not None:
            # A line that the row cuts becomes a ray; everything else is moved along it onto the row.
            p, d = lines.pop(pivot), values.pop(pivot)
            if d > 0:
                p, d = [-x for x in p], -d
            lines = [_slide(v, e, p, d) for v, e in zip(lines, values)]
            rays = [(_slide(v, _dot(row, v), p, d), on | bit) for v, on in rays]
            rays.append((p, bit - 1))
            continue
        signed = [(v, on, _dot(row, v)) for v, on in rays]
        inside = [(v, on) for v, on, d in signed if d < 0]
        edge = [(v, on | bit) for v, on, d in signed if d == 0]
        made = []
        for v, on, d in signed:
            if d <= 0:
                continue
            for w, on2, e in signed:
                if e >= 0:
                    continue
                both = on & on2
                if not any(both & z == both and x is not v and x is not w for x, z in rays):
                    made.append((_primitive([d * b - e * a for a, b in zip(v, w)]), both | bit))
        rays = [*inside, *edge, *made]
        if len(rays) > MAX_RAYS:
            raise Unsupported(f"the regime's cone has more than {MAX_RAYS} extreme rays; state fewer relations")
    return [_primitive(v) for v in lines], sorted(_primitive(v) for v, _ in rays)


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(a, b))


def _slide(v: list[int], e: int, p: list[int], d: int) -> list[int]:
    """V - (e/d) p, scaled by -d > 0 to stay integer."""
    return _primitive([-d * x + e * y for x, y in zip(v, p)]) if e else v


def _primitive(v: list[int]) -> list[int]:
    g = math.gcd(*v)
    return [x // g for x in v] if g > 1 else v


def rank(vectors: Sequence[Sequence[int]]) -> int:
    """The rank of integer vectors, by exact elimination."""
    rows = [[Fraction(x) for x in v] for v in vectors]
    rank = 0
    for col in range(len(rows[0]) if rows else 0):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][col]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(rank + 1, len(rows)):
            if rows[i][col]:
                f = rows[i][col] / rows[rank][col]
                rows[i] = [x - f * y for x, y in zip(rows[i], rows[rank])]
        rank += 1
    return rank

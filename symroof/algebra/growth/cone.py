"""A polyhedral cone between its two descriptions, integer half-spaces and extreme rays, exactly.

>>> double_description([[1, -1], [-1, 0]], 2)
([], [[0, 1], [1, 1]])
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import add, mul

from symroof.errors import Unsupported

MAX_RAYS = 4096
Ray = tuple[list[int], int]  # a ray, and the bit set of the rows it lies on


def double_description(
    rows: Sequence[Sequence[int]], n: int, above: Sequence[int] = ()
) -> tuple[list[list[int]], list[list[int]]]:
    """(lines, extreme rays) of the cone {x : <row, x> <= 0 for every row}, as primitive integer vectors.

    ``above`` are coordinates that are >= 0 as well: an orthant to start from, instead of a row each.

    >>> double_description([[1, -1], [-1, 0]], 2), double_description([[1, -1]], 2, above=[0])
    (([], [[0, 1], [1, 1]]), ([], [[0, 1], [1, 1]]))
    """
    zeros = [0] * n
    lines: list[list[int]] = []
    rays: list[Ray] = []
    within = (1 << len(above)) - 1
    flat = False  # whether the cone has lost a dimension
    for i in range(n):
        unit = zeros.copy()
        unit[i] = 1
        if i in above:
            rays.append((unit, within ^ 1 << len(rays)))
        else:
            lines.append(unit)
    for k, row in enumerate(rows, len(above)):
        bit = 1 << k
        if lines:
            values = [_dot(row, v) for v in lines]
            pivot = next((i for i, d in enumerate(values) if d), None)
            if pivot is not None:
                # A line that the row cuts becomes a ray; everything else is moved along it onto the row.
                p, d = lines.pop(pivot), values.pop(pivot)
                if d > 0:
                    p, d = [-x for x in p], -d
                lines = [_slide(v, e, p, d) if e else v for v, e in zip(lines, values)]
                moved = [(v, on | bit, _dot(row, v)) for v, on in rays]
                rays = [(_slide(v, e, p, d) if e else v, on) for v, on, e in moved]
                rays.append((p, bit - 1))
                continue
        gone, rays = _cut(rays, row, bit, not flat and len(rays) == n - len(lines))
        flat = flat or gone
        if len(rays) > MAX_RAYS:
            raise Unsupported(f"the regime's cone has more than {MAX_RAYS} extreme rays; state fewer relations")
    return lines, sorted([v for v, _ in rays])


def _cut(rays: list[Ray], row: Sequence[int], bit: int, simplex: bool) -> tuple[bool, list[Ray]]:
    """Whether nothing is strictly below a row; and the extreme rays on its side, with those between neighbours.

    A full cone with as many rays as dimensions is a simplex: there all are neighbours.
    """
    kept: list[Ray] = []
    inside: list[tuple[list[int], int, int]] = []
    outside: list[tuple[list[int], int, int]] = []
    for ray in rays:
        v, on = ray
        d = sum(map(mul, row, v))
        if d > 0:
            outside.append((v, on, d))
        elif d:
            inside.append((v, on, d))
            kept.append(ray)
        else:
            kept.append((v, on | bit))
    for v, on, d in outside:
        for w, on2, e in inside:
            both = on & on2
            if simplex or not any(both & z == both and x is not v and x is not w for x, z in rays):
                between = list(map(add, v, w)) if d == 1 and e == -1 else [d * b - e * a for a, b in zip(v, w)]
                kept.append((_primitive(between), both | bit))
    return not inside, kept


def _dot(row: Sequence[int], v: Sequence[int]) -> int:
    """The product of a row with a vector."""
    return sum(map(mul, row, v))


def _slide(v: list[int], e: int, p: list[int], d: int) -> list[int]:
    """v - (e/d) p, scaled by -d > 0 to stay integer."""
    return _primitive([-d * x + e * y for x, y in zip(v, p)])


def _primitive(v: list[int]) -> list[int]:
    g = math.gcd(*v)
    return [x // g for x in v] if g > 1 else v


def has_interior(rows: Sequence[Sequence[int]], generators: Sequence[Sequence[int]], above: Sequence[int] = ()) -> bool:
    """Whether the cone that these vectors generate has a point strictly inside each of its half-spaces.

    >>> has_interior([[1, -1], [-1, 0]], [[0, 1], [1, 1]]), has_interior([[1, -1], [-1, 1]], [[1, 1]])
    (True, False)
    """
    middle = [sum(column) for column in zip(*generators)]
    if not middle:
        return not rows and not above
    return all(middle[i] > 0 for i in above) and all(sum(map(mul, row, middle)) < 0 for row in rows)

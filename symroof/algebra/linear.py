"""Linear equations in rationals, solved exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Row = list[Fraction]


def solved(rows: Sequence[Sequence[Fraction]], rhs: Sequence[Fraction]) -> tuple[Row | None, int]:
    """One exact solution of rows * x = rhs (None if there is none), and how many directions are left free.

    >>> solved([[Fraction(1), Fraction(1)]], [Fraction(2)])
    ([Fraction(2, 1), Fraction(0, 1)], 1)
    """
    m = [[*row, b] for row, b in zip(rows, rhs)]
    n = len(rows[0])
    pivots: list[int] = []
    for col in range(n):
        k = len(pivots)
        at = next((i for i in range(k, len(m)) if m[i][col]), None)
        if at is None:
            continue
        m[k], m[at] = m[at], m[k]
        lead = m[k][col]
        m[k] = [v / lead for v in m[k]]
        for i in range(len(m)):
            if i != k and m[i][col]:
                f = m[i][col]
                m[i] = [a - f * b for a, b in zip(m[i], m[k])]
        pivots.append(col)
    if any(row[-1] and not any(row[:-1]) for row in m):
        return None, n - len(pivots)
    x = [Fraction(0)] * n
    for i, col in enumerate(pivots):
        x[col] = m[i][-1]
    return x, n - len(pivots)

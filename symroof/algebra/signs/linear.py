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
        _eliminate(m, k, col)
        pivots.append(col)
    if any(row[-1] and not any(row[:-1]) for row in m):
        return None, n - len(pivots)
    x = [Fraction(0)] * n
    for i, col in enumerate(pivots):
        x[col] = m[i][-1]
    return x, n - len(pivots)


def positive_weights(rows: Sequence[Sequence[Fraction]], rhs: Sequence[Fraction]) -> tuple[Row, list[int]] | None:
    """A solution x >= 0 of rows * x = rhs with as many entries above 0 as any has, and the entries that are always 0.

    None where there is no solution x >= 0.

    >>> one = Fraction(1)
    >>> positive_weights([[one, -one, 0 * one], [one, one, one]], [0 * one, one])
    ([Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)], [])
    >>> positive_weights([[one, 0 * one], [one, one]], [0 * one, one])
    ([Fraction(0, 1), Fraction(1, 1)], [0])
    """
    n, zero, one = len(rows[0]), Fraction(0), Fraction(1)
    # x = y + s with y >= 0 and 0 <= s <= 1: the largest s is above 0 where every entry can be
    lifted = [[*row, sum(row, zero), zero] for row in rows]
    lifted.append([*([zero] * n), one, one])
    best = maximised(lifted, [*rhs, one], [*([zero] * n), one, zero])
    if best is None:
        return None
    if best[n]:
        return [y + best[n] for y in best[:n]], []
    found, idle = [best[:n]], []
    for i in range(n):
        if any(x[i] for x in found):
            continue
        unit = [Fraction(int(j == i)) for j in range(n)]
        capped = maximised([*([*row, zero] for row in rows), [*unit, one]], [*rhs, one], [*unit, zero])
        if capped is None or not capped[i]:
            idle.append(i)  # even with x_i <= 1 as the only limit
        else:
            found.append(capped[:n])
    return [sum(column, zero) / len(found) for column in zip(*found)], idle


def maximised(rows: Sequence[Sequence[Fraction]], rhs: Sequence[Fraction], goal: Sequence[Fraction]) -> Row | None:
    """Some x >= 0 with rows * x = rhs at which goal * x, which must be bounded, is largest; None if there is no such x.

    The simplex method in exact fractions with Bland's rule, so that it ends.

    >>> maximised([[Fraction(1), Fraction(2), Fraction(1)]], [Fraction(4)], [Fraction(1), Fraction(1), Fraction(0)])
    [Fraction(4, 1), Fraction(0, 1), Fraction(0, 1)]
    """
    n, m, zero = len(goal), len(rows), Fraction(0)
    table: list[Row] = []
    for i, (row, b) in enumerate(zip(rows, rhs)):
        way = -1 if b < 0 else 1
        table.append([*(way * x for x in row), *(Fraction(int(i == j)) for j in range(m)), way * b])
    basis = list(range(n, n + m))
    _climb(table, basis, [*([zero] * n), *([Fraction(-1)] * m)], n + m)
    if any(j >= n and row[-1] for j, row in zip(basis, table)):
        return None
    for i in range(m):  # an artificial entry left at 0 goes out, or its row says nothing
        if basis[i] >= n:
            col = next((j for j in range(n) if table[i][j]), None)
            if col is not None:
                _pivot(table, basis, i, col)
    _climb(table, basis, [*goal, *([zero] * m)], n)
    x = [zero] * (n + m)
    for j, row in zip(basis, table):
        x[j] = row[-1]
    return x[:n]


def _climb(table: list[Row], basis: list[int], goal: Sequence[Fraction], width: int) -> None:
    """Pivot until no entry among the first ``width`` raises the goal; the goal is bounded."""
    while True:
        prices = [goal[b] for b in basis]
        col = next(
            (
                j
                for j in range(width)
                if goal[j] > sum((p * row[j] for p, row in zip(prices, table) if p and row[j]), Fraction(0))
            ),
            None,
        )
        if col is None:
            return
        leaving = [(row[-1] / row[col], basis[i], i) for i, row in enumerate(table) if row[col] > 0]
        _pivot(table, basis, min(leaving)[2], col)


def _pivot(table: list[Row], basis: list[int], at: int, col: int) -> None:
    _eliminate(table, at, col)
    basis[at] = col


def _eliminate(table: list[Row], at: int, col: int) -> None:
    """Make an entry 1 and the others of its column 0; most entries of such tables are 0, and stay as they are."""
    lead = table[at][col]
    if lead != 1:
        table[at] = [v / lead if v else v for v in table[at]]
    own = table[at]
    for i, row in enumerate(table):
        if i != at and (f := row[col]):
            table[i] = [a - f * b if b else a for a, b in zip(row, own)]

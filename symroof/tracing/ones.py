"""Sizes of 1 at which a program is another one: which of them, or which of them at once, and nothing more.

A library has cases of its own for a size of 1 (a table of one row is broadcast, an axis of one is dropped).  Such a
case says nothing of other sizes: ``V >= 2`` is its condition, or ``B*T >= 2`` where both must be 1.

>>> from symroof.tracing.reader import letter
>>> first = {"B": 101, "T": 103, "V": 107}
>>> one_row = lambda base: base["V"] != 1
>>> both = lambda base: base["B"] * base["T"] != 1
>>> [str(h) for same in (one_row, both) for h in at_one(first, list(first), same, letter) or ()]
['V >= 2', 'B*T >= 2']

Where a size of 2 is another program too, it is no case of 1, and looked for elsewhere.

>>> at_one(first, ["B"], lambda base: base["B"] >= 16, letter) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from symroof.algebra.ratios.posynomial import Ratio, product
from symroof.tracing.held import Held

Base = dict[str, int]
NEAR = (2, 3, 4, 5, 6, 8, 16, 32, 64, 128, 512, 4096)  # sizes at which a condition of 1 is tried
MOST = 6  # such conditions


def at_one(
    first: Base, moved: Sequence[str], same: Callable[[Base], bool], size: Callable[[str], Ratio]
) -> list[Held] | None:
    """The conditions that keep from another program where the sizes ``moved`` are 1; None where 2 is one too.

    ``first`` are sizes at which the program is the one that was read; ``same`` says whether it is elsewhere.
    """
    found: list[list[str]] = [[n] for n in moved if not same({**first, n: 1})]
    open_ = [[n for n in moved if [n] not in found]]
    while open_ and len(found) < MOST:
        names = open_.pop()
        if len(names) < 2 or any(set(few) <= set(names) for few in found) or same({**first, **dict.fromkeys(names, 1)}):
            continue
        few = _fewest(first, names, same)
        found.append(few)
        open_ += [[n for n in names if n != m] for m in few]
    for few in found:
        next_ = [{**first, **dict.fromkeys(few, 1), n: 2} for n in few]
        if not all(map(same, [*next_, {**first, **dict.fromkeys(few, 2)}])):  # all 2: equal sizes are no case of 1
            return None
    return [Held(product(map(size, few)) - 2) for few in found]


def _fewest(first: Base, names: list[str], same: Callable[[Base], bool]) -> list[str]:
    """As few of the sizes as together make another program of it at 1."""
    few = list(names)
    for n in names:
        fewer = [m for m in few if m != n]
        if fewer and not same({**first, **dict.fromkeys(fewer, 1)}):
            few = fewer
    return few


def beside(names: Sequence[str], most: Callable[[str], int]) -> Iterator[Base]:
    """Sizes at which such conditions are tried: each size once at every one of NEAR, the others beside it; all equal.

    >>> [*beside(["B", "T"], lambda name: 128)][:2]
    [{'B': 2, 'T': 3}, {'B': 3, 'T': 4}]
    """
    for i in range(len(NEAR)):
        yield {n: min(NEAR[(i + k) % len(NEAR)], most(n)) for k, n in enumerate(names)}
    for v in (4, 256):
        yield {n: min(v, most(n)) for n in names}


__all__ = ["at_one", "beside"]

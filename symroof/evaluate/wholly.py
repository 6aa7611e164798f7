"""A program at whole arguments of moderate size, which needs no look at whether a rounding is of integers.

Roundings are looked at where a size is between integers, or a product of sizes is 2**53 or more (``nodes.Lowering``).
At arguments that are whole, and so small that no such product gets there, these lines are their operands: what is left
is the plain arithmetic, with the same values to the last bit.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from symroof.evaluate.code import Sizes
from symroof.evaluate.nodes import Program, Wholly, reaching
from symroof.evaluate.operations import BIG, OPERATIONS

_BITS = (50, 45, 40, 35, 30, 26, 23, 20, 17, 15, 13, 10, 8)  # of the most that arguments are
_ROOM = math.log2(BIG) - 1  # of the least number of bits that is looked for, and of the roundings on the way there


@functools.lru_cache(maxsize=256)
def wholly(program: Program) -> Wholly | None:
    """The program without the looks that whole arguments do not need; None where it has none of them.

    >>> x, y = ("in", 0), ("in", 1)
    >>> looks = (("div", x, y), ("entire", x, None), ("brink", ("t", 0), ("t", 1)), ("ceil", ("t", 2), None))
    >>> there = wholly(Program(looks, (("t", 3),)))
    >>> there.program.lines, there.sizes, there.most == 2**50
    ((('div', ('in', 0), ('in', 1)), ('ceil', ('t', 0), None)), (0,), True)
    """
    lines = program.lines
    sizes = tuple(dict.fromkeys(a[1] for op, a, _ in lines if OPERATIONS[op].whole and a[0] == "in"))
    if not sizes:
        return None
    for bits in _BITS:
        taken = _taken(program, bits, sizes)
        if taken is not None:
            return Wholly(_without(program, taken), sizes, 2.0**bits)
    return None


def _taken(program: Program, bits: int, sizes: tuple[int, ...]) -> frozenset[int] | None:
    """The lines that are their first operand at sizes of so many bits; None where not all are that might be."""
    found: set[int] = set()
    ends = Sizes(256, {}, dict.fromkeys(sizes, (0.0, float(bits), True)))
    for i, (op, a, b) in enumerate(program.lines):
        row = OPERATIONS[op]
        if row.below is not None:
            if ends.of((a, b)[row.below])[1] > _ROOM:
                return None
            found.add(i)
        if ends.line(op, a, b) is None:
            return None
        if row.whole and a[0] == "in":
            found.add(i)
            ends.known[i] = ends.of(a)
    return frozenset(found)


def _without(program: Program, taken: frozenset[int]) -> Program:
    """The program where these lines are their first operand."""

    def now(x: Any) -> Any:
        while isinstance(x, tuple) and x[0] == "t" and x[1] in taken:
            x = program.lines[x[1]][1]
        return x

    lines = [(op, now(a), now(b)) for op, a, b in program.lines]
    return reaching(lines, [now(x) for x in program.results], program.many)


def are_whole(x: Any) -> bool:
    """Whether all elements of an array of floats are integers.

    >>> import numpy as np
    >>> are_whole(np.arange(20_000.0)), are_whole(np.array([8.0, 8.5])), are_whole(np.float64(3))
    (True, False, True)
    """
    import numpy as np

    return not np.count_nonzero(np.rint(x) != x)

"""At which sizes XLA's partitioner makes the choice that a formula was read from: it gathers the smaller of two arrays.

The function is compiled at sizes in every order of magnitude: each by itself small and large, all alike, and some
drawn.  Where all send what the formula says, it stands; where one comparison of two sizes parts those that do from
those that do not, it is a condition of the formula, tried on both sides of its edge; all else is refused.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from symroof.errors import SymroofError
from symroof.tracing.held import Held
from symroof.tracing.reader import letter

Sizes = dict[str, int]
LOW, MIDDLE, HIGH, MOST = 1, 12, 96, 2048  # parts of a size: the smallest, the usual, a large one, the largest drawn
DRAWN = 8
BY = "what XLA's partitioner chose at sizes on both sides"


class Hangs(SymroofError):
    """A choice of the partitioner that sizes decide."""


def conditions(
    names: Sequence[str], ways: Sequence[int], same: Callable[[Sizes, int], str | None], text: str, axis: str
) -> tuple[Held, ...]:
    """What must hold of the sizes for the choice to be the one that was read.

    ``same`` says of sizes, multiples of a number of devices, what is otherwise there: "" where nothing is, None where
    the function does not run.  Raises Hangs where no comparison of two sizes explains it.
    """
    seen: list[tuple[Sizes, int, str]] = []

    def ask(parts: Sizes) -> None:
        n = ways[len(seen) % len(ways)]
        sizes = {k: v * n for k, v in parts.items()}
        told = same(sizes, n)
        if told is not None:
            seen.append((sizes, n, told))

    for parts in _orders(names):
        ask(parts)
    if not any(told for *_, told in seen):
        return ()
    for small, large in permutations(names, 2):
        for apart in (0, 1):
            if not _parts(seen, small, large, apart):
                continue
            for parts in _edge(names, small, large):
                ask(parts)
            if _parts(seen, small, large, apart):
                return (Held(letter(large) - letter(small) - apart, BY),)
    sizes, n, told = next(row for row in seen if row[2])
    raise refused(text, told, sizes, axis, n)


def refused(text: str, told: str, sizes: Mapping[str, int], axis: str, n: int) -> Hangs:
    """That the sizes decide what is sent, with the remedy."""
    at = ", ".join(f'"{k}": {v}' for k, v in sizes.items() if k != axis)
    return Hangs(
        f"{text}: the partitioner chose other collectives at other sizes: {told}\n"
        f'    fix the sizes and the mesh, as in mesh="{axis}={n}", sizes={{{at}}}'
    )


def _parts(seen: Sequence[tuple[Sizes, int, str]], small: str, large: str, apart: int) -> bool:
    """Whether the choice is the one that was read where one size is at least another, or above it, and there alone."""
    return all((s[large] - s[small] >= apart) == (not told) for s, _, told in seen)


def _orders(names: Sequence[str]) -> Iterator[Sizes]:
    rng = random.Random(0)
    yield dict.fromkeys(names, MIDDLE)
    for n in names:
        yield {**dict.fromkeys(names, MIDDLE), n: HIGH * 4}
        yield {**dict.fromkeys(names, HIGH), n: LOW}
    for small, large in permutations(names, 2) if len(names) <= 4 else ():
        yield {**dict.fromkeys(names, MIDDLE), small: LOW + 1, large: HIGH}
    for _ in range(DRAWN):
        yield {n: round(math.exp(rng.uniform(0, math.log(MOST)))) for n in names}


def _edge(names: Sequence[str], small: str, large: str) -> Iterator[Sizes]:
    """Sizes on and beside the edge of a comparison, the others large and small."""
    for rest in (LOW + 1, HIGH):
        for at in (LOW + 1, MIDDLE, HIGH * 4):
            for by in (0, 1, -1):
                yield {**dict.fromkeys(names, rest), small: at, large: at + by}


__all__ = ["Hangs", "conditions", "refused"]

"""Whether bounds that were found on sizes keep from what they are to keep from: tried at sizes within them.

A branch on ``A*B <= 10**7`` looks like ``A <= 55865`` from where it was met.  Traces within, others large, others
small, neighbours and about the edges, say whether a bound holds; where one does not, a product or a sum of sizes is
looked for that parts the sizes seen.  Nothing that parts them: refused.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, product, ratio, total
from symroof.errors import SymroofError
from symroof.tracing.held import Held
from symroof.tracing.reader import letter

Base = dict[str, int]
NEIGHBOURS = 17  # small sizes tried one by one, which meet every rest of 2 to 8
DRAWN, MOST = 24, 600  # points drawn, and points tried in all
BLOCKS = (*(1 << e for e in range(16, 3, -1)), *(3 << e for e in range(12, 3, -1)))  # of kernels, and widths of models
BY = "the traces at sizes on both sides"


@final
class Bounds:
    """Sizes at which a program was seen to be the same or another, and what parts them."""

    def __init__(
        self,
        names: Sequence[str],
        first: Base,
        differs: Callable[[Base], bool | None],
        size: Callable[[str], Ratio],
        most: Callable[[str], int],
    ) -> None:
        """``differs`` says nothing where the function does not run; ``most`` how large a size may be."""
        self.names, self.first, self.differs, self.size, self.most = list(names), first, differs, size, most
        self.numbers: tuple[int, ...] = ()  # in the code

    # -- where to look -----------------------------------------------------------------------------------------------
    def inside(
        self, held: Sequence[Held], values: Callable[[Base], Mapping[str, int]], few: Iterable[Base] | None = None
    ) -> Base | None:
        """Sizes that the conditions admit and at which the program is another one; None where none was met.

        ``few``: sizes that are tried in place of the many.
        """
        tried: set[tuple[int, ...]] = set()
        some = self._points([h for h in held if not h.apart]) if few is None else few
        for base in ({**self.first, **b} for b in some):  # mesh axes stay as they are
            key = tuple(base.values())
            if key in tried or len(tried) > MOST or any(v < 1 or v > self.most(n) for n, v in base.items()):
                continue
            if any(h.at(values(base)).broken for h in held):
                continue
            tried.add(key)
            if self.differs(base):
                return base
        return None

    def _points(self, held: Sequence[Held]) -> Iterator[Base]:
        rng = random.Random(0)
        yield from self._in_blocks()
        yield from self._at_edges(held, self.first, NEIGHBOURS)
        for n, v in itertools.product(self.names, range(1, NEIGHBOURS + 1)):
            yield {**self.first, n: v}
            yield {**self.first, n: self.first[n] + v}
        corner = dict(self.first)
        for h in held:
            for n in self.names:
                if set(h.poly.names) == set(letter(n).names):
                    corner[n] = self._edge(h, n, corner)
        for by in range(3):
            yield {n: v if v == self.first[n] else v + by for n, v in corner.items()}
            yield {n: v if v == self.first[n] else v - by for n, v in corner.items()}
        for _ in range(DRAWN):
            base = {**self.first, **{n: round(math.exp(rng.uniform(0, math.log(self.most(n))))) for n in self.names}}
            yield base
            yield from self._at_edges(held, base, 3)

    def _in_blocks(self) -> Iterator[Base]:
        """Sizes that are multiples of what code takes at once: one of them, all, all the same."""
        for block in (*BLOCKS, *(k * n for n in self.numbers for k in (1, 2, 3, 5))):
            yield {n: block * (i + 1) for i, n in enumerate(self.names)}
            yield dict.fromkeys(self.names, block)
            yield from ({**self.first, n: block} for n in self.names)

    def _at_edges(self, held: Sequence[Held], base: Base, near: int) -> Iterator[Base]:
        """The same sizes with one of them moved to where a condition ends, and about it."""
        for h, n in itertools.product(held, self.names):
            if set(letter(n).names) <= set(h.poly.names):
                edge = self._edge(h, n, base)
                yield from ({**base, n: edge + by} for by in sorted(range(-near, near + 1), key=abs))

    def _edge(self, h: Held, n: str, base: Base) -> int:
        """Where a condition that is a line in one size ends along it."""
        at = {g: v for m, v in base.items() for g in letter(m).names if g in h.poly.names}
        rows = [{**at, **dict.fromkeys(letter(n).names, k)} for k in (1, 2)]
        one, two = (Fraction(h.poly.at(r)) for r in rows)
        return base[n] if one == two else math.floor(1 + one / (one - two))

    # -- what parts them ---------------------------------------------------------------------------------------------
    def parting(self, seen: Sequence[tuple[Base, bool]]) -> Held | None:
        """A product or a sum of sizes that is larger, or smaller, at all sizes at which the program is another one."""
        for of, sizes in self._forms():
            same = [of(b) for b, other in seen if not other]
            other = [of(b) for b, other in seen if other]
            if not same or not other or not (max(same) < min(other) or max(other) < min(same)):
                continue
            upper = max(same) < min(other)
            near, far = (max(same), min(other)) if upper else (min(same), max(other))
            last = self._last(of, sizes, near, far)
            poly = sizes[0](list(map(self.size, sizes[1])))
            return Held(ratio(last) - poly if upper else poly - last, BY)
        return None

    def _forms(self) -> Iterator[tuple[Callable[[Base], int], tuple[Callable[..., Ratio], list[str]]]]:
        for many in range(2, min(len(self.names), 4) + 1):
            for chosen in itertools.combinations(self.names, many):
                for more in ((), *((n,) for n in chosen)):
                    every = [*chosen, *more]
                    yield partial(_times, every), (product, every)
                yield partial(_plus, chosen), (total, list(chosen))

    def _last(self, of: Callable[[Base], int], sizes: tuple[object, list[str]], near: int, far: int) -> int:
        """The farthest amount at which the program is the same, by halving along one size, the others being small."""
        name = min(sizes[1], key=sizes[1].count)
        for small in (1, 2, 3, 16):
            base = {**self.first, **dict.fromkeys(sizes[1], small)}
            low, high = (_solve(of, base, name, x) for x in (near, far))
            if low < 1 or high < 1 or self.differs({**base, name: low}) is not False:
                continue
            if not self.differs({**base, name: high}) or (of({**base, name: low}) - near) * (far - near) < 0:
                continue
            while abs(high - low) > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if self.differs({**base, name: middle}) else (middle, high)
            return of({**base, name: low})
        return near


def _times(names: Sequence[str], base: Base) -> int:
    return math.prod(base[n] for n in names)


def _plus(names: Sequence[str], base: Base) -> int:
    return sum(base[n] for n in names)


def _solve(of: Callable[[Base], int], base: Base, name: str, amount: int) -> int:
    """The size at which an amount that is a line in it comes nearest from below."""
    one, two = of({**base, name: 1}), of({**base, name: 2})
    return 1 + (amount - one) // (two - one)


class Unexplained(SymroofError):
    """A branch on sizes that no bound keeps from."""


def refuse(line: str, base: Base, first: Base, differs: Callable[[Base], bool | None], held: Sequence[Held]) -> None:
    """Raises SymroofError naming the sizes on which a branch hangs that no bound explains."""
    at = dict(base)
    for n in base:  # back where it was traced, as long as it is another program
        if differs({**at, n: first[n]}):
            at[n] = first[n]
    names = [n for n in base if at[n] != first[n]] or list(base)
    there = ", ".join(f"{n}={base[n]}" for n in names)
    within = f" ({', '.join(map(str, held))})"
    fix = ", ".join(f'"{n}": {base[n]}' for n in names)
    where = f"within the bounds found for it{within}" if held else "and not next to that"
    raise Unexplained(f"the program is another one at {there}, {where}: a branch on "
                      f"{' and '.join(names)} that no bound explains\n    {line}\n"
                      f"    fix {'it' if len(names) == 1 else 'them'}, as in sizes={{{fix}}}")  # fmt: skip


__all__ = ["Bounds", "Unexplained", "refuse"]

"""How the part of an array that a device has lies in the whole: which factor of a dim is the one that the mesh cuts.

``bf16[4*B_X, D]`` is cut in blocks: a device has one run of rows.  Merging ``[2, B_X]`` into one dim gives two runs
apart, (2, B/X), from outer to inner, which is no block of the merged dim: it may be parted again as it was merged, and
goes neither with an array that lies in blocks nor out of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, product, ratio
from symroof.tracing.graph import Value

Laid = tuple[Ratio, ...]  # the factors of one dim, outer to inner
ONE = ratio(1)


def handed(outer: Iterable[Value], inner: Iterable[Value]) -> None:
    """Arrays of a loop's or a branch's body lie as those outside that they are."""
    for v, w in zip(outer, inner):
        w.laid.update({d: v.laid[d] for d in w.shape if d in v.laid and d not in w.laid})


def groups(a: Sequence[Ratio], b: Sequence[Ratio]) -> list[tuple[list[int], list[int]]]:
    """The dims of two shapes of one array that go together: the shortest runs of an equal product.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> rows, d = gen("B"), gen("D")
    >>> groups((4 * rows, d), (ratio(4), rows, d))
    [([0], [0, 1]), ([1], [2])]
    """
    out, i, j = [], 0, 0
    while i < len(a) or j < len(b):
        tops = [[product(s[k:m]) for m in range(k, len(s) + 1)] for s, k in ((a, i), (b, j))]
        rows = [(m, n) for m, x in enumerate(tops[0]) for n, y in enumerate(tops[1]) if x == y and m + n]
        m, n = min(rows, key=lambda r: (r[0] == 0 or r[1] == 0, sum(r)), default=(len(a) - i, len(b) - j))
        out.append((list(range(i, i + m)), list(range(j, j + n))))
        i, j = i + m, j + n
    return out


@final
class Parting:
    """Parts factors among dims, from outer to inner, by what a dim is at the sizes that were traced."""

    def __init__(self, cut: Callable[[Ratio], str | None], rows: Sequence[Mapping[str, int]]) -> None:
        """``cut`` says which cut size a number of elements is a part of, ``rows`` are sizes that were traced."""
        self.cut, self.rows = cut, rows
        self.found: dict[Ratio, str] = {}  # parts that do not show it themselves: B of 4*B/X where X is 4

    def of(self, n: Ratio) -> str | None:
        """The cut size that a number of elements is a part of."""
        return self.found.get(n) or self.cut(n)

    def joined(self, factors: Iterable[Ratio]) -> Laid:
        """The same with what is not cut put to what stands before it."""
        out: list[Ratio] = []
        for f in factors:
            if not out or (self.of(f) is not None and out[-1] != 1):
                out.append(f)
            else:
                whole, size = out[-1] * f, self.of(out[-1]) or self.of(f)
                out[-1] = whole
                if size is not None:
                    self.found[whole] = size
        return tuple(out)

    def parted(self, factors: Sequence[Ratio], dims: Sequence[Ratio]) -> list[Laid] | None:
        """The factors of each dim; None where a cut factor would be parted with the cut not outermost."""
        rest, out = [f for f in factors if f != 1], []
        for dim in dims:
            need, taken = dim, list[Ratio]()
            while need != 1:
                if not rest:
                    return None
                first = rest.pop(0)
                if self._divides(first, need):
                    taken, need = [*taken, first], need / first
                elif self._divides(need, first) and self._outermost(first, need):
                    rest.insert(0, first / need)
                    taken, need = [*taken, need], ONE
                else:
                    return None
            out.append(self.joined(taken))
        return out

    def _outermost(self, whole: Ratio, piece: Ratio) -> bool:
        """Whether the outer piece of a factor is the one that is cut, if it is cut."""
        size, rest = self.of(whole), whole / piece
        if size is None:
            return True
        if self.of(piece) is None and self.of(rest) is None and size in map(str, piece.names):
            self.found[piece] = size
        return self.of(piece) is not None and self.of(rest) is None

    def _divides(self, n: Ratio, size: Ratio) -> bool:
        """Whether one number of elements divides another at all sizes traced."""
        many = size / n
        return all(many.at({x: row[str(x)] for x in many.names}).denominator == 1 for row in self.rows)


__all__ = ["Laid", "Parting", "groups", "handed"]

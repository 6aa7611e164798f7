"""Whole numbers near an optimum: the best divisor of a number, and square tiles under a memory limit.

>>> tiles("S").side
sqrt(S + 1) - 1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

from symroof.algebra.interop.door import core, expressed
from symroof.algebra.optima.certificate import Optimum
from symroof.algebra.optima.program import extreme, side
from symroof.algebra.ratios.posynomial import Number, Ratio, gen, total
from symroof.algebra.ratios.sizes import echo, numbers, size, wrong
from symroof.errors import SymroofError, Unsupported
from symroof.keywords import told
from symroof.likes import AmountLike, SizeLike
from symroof.shown import visible
from symroof.symbols import key, resolved, symbol

if TYPE_CHECKING:
    pass

MAX_DIVISORS_OF = 10**14


def best_divisor(opt: Optimum, N: int, /, **sizes: SizeLike) -> int:
    """The divisor of N within the limits at which the objective of one unknown is smallest: it is convex in log X.

    >>> from symroof.symbols import dims
    >>> from symroof.algebra.optima.optimum import optimum
    >>> X = dims("X")
    >>> best_divisor(optimum(X + 20/X, X), 12)
    4
    """
    if not isinstance(opt, Optimum):
        raise SymroofError(f"{opt!r} is no optimum; give what optimum(expr, X) returns")
    if len(opt.free) != 1:
        raise Unsupported(
            f"{', '.join(opt.free)} are free together, so neighbours of the optimum prove nothing; fix all but one"
            if opt.free
            else "the limits leave no unknown free, so none is to divide"
        )
    every = divisors(N)
    values = _numbers_for(opt, every[-1], sizes)
    listed = _allowed_divisors(opt, every, values)
    (name,) = opt.free

    def cost(x: int) -> Ratio:
        parts = [t.subs({**values, name: x}) for t in opt.terms]
        return total(parts) if opt.of == "sum" else extreme("max", parts)

    lo, hi = 0, len(listed) - 1
    while lo < hi:  # a convex sequence: the first place where the next is not better
        mid = (lo + hi) // 2
        if side(cost(listed[mid + 1]) - cost(listed[mid])) < 0:
            lo = mid + 1
        else:
            hi = mid
    return listed[lo]


def _numbers_for(opt: Optimum, N: int, sizes: Mapping[str, SizeLike]) -> dict[str, Number]:
    """A number for every symbol but the unknown, at which the optimum holds."""
    (name,) = opt.free
    used = {n for t in (*opt.terms, *opt.limits) for n in t.names} | {n for c in opt.conditions for n in c.keys}
    values = numbers(resolved(sizes, [name, *used]))
    for n in values:
        if n == name or n not in used:
            raise SymroofError(f"{n} is the unknown" if n == name else f"{n} does not occur in {opt.objective}")
    missing = sorted(used - {name, *values})
    if missing:
        raise SymroofError(
            f"still symbolic: {', '.join(missing)}; give a number for each, "
            f"as in best_divisor(opt, {N}, {missing[0]}=4096)"
        )
    for c in opt.conditions:
        if not c.holds(**{n: values[n] for n in c.keys}):
            raise SymroofError(f"the optimum holds where {c.text}, which is not so at these numbers")
    return values


def _allowed_divisors(opt: Optimum, every: Sequence[int], values: Mapping[str, Number]) -> list[int]:
    """Those of the divisors of a number that satisfy the limits."""
    (name,) = opt.free
    listed = [d for d in every if all(side(limit.subs({**values, name: d}) - 1) <= 0 for limit in opt.limits)]
    if not listed:
        raise SymroofError(
            f"no divisor of {every[-1]} satisfies {' and '.join(f'{limit} <= 1' for limit in opt.limits)}"
        )
    return listed


def divisors(n: object, what: str = "N") -> list[int]:
    """The divisors of an integer in ascending order, itself the last.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]

    Raises SymroofError for what is no size or above 10**14, for a float and for text.
    """
    try:
        left = size(n, what) if hasattr(n, "__index__") else 0
    except SymroofError:
        left = 0
    if not 0 < left <= MAX_DIVISORS_OF:
        said = repr(echo(n)) if isinstance(n, str) else echo(n)
        raise SymroofError(
            f"{what}={said} is not a number whose divisors can be listed; give an integer from 1 to 10**14"
        )
    out, p = [1], 2
    while p * p <= left:
        k = 0
        while left % p == 0:
            left //= p
            k += 1
        out = [d * p**i for d in out for i in range(k + 1)]
        p += 1
    if left > 1:
        out += [d * left for d in out]
    return sorted(out)


def _side(x: object, what: str) -> Ratio:
    if isinstance(x, str):
        return gen(key(symbol(x).name, True))
    r = core(x)
    if why := wrong(r):
        raise SymroofError(f"{what}={echo(r)} {why}")
    return r


@visible
@final
@dataclass(frozen=True)
class Tiles:
    """The best square output tile of a matmul under a memory limit, and the traffic it leads to, in entries."""

    side_core: Ratio
    traffic_core: Ratio
    leading_core: Ratio
    model: str

    side = expressed("side_core")
    traffic = expressed("traffic_core")
    leading = expressed("leading_core", "The traffic for large memory, to which it tends in ratio.")

    def __str__(self) -> str:
        return f"side {self.side_core}, traffic {self.traffic_core} entries, about {self.leading_core}"

    __repr__ = __str__


@told
def tiles(S: AmountLike, M: AmountLike = "M", N: AmountLike = "N", K: AmountLike = "K", model: str = "outer") -> Tiles:
    """Tile sides that minimise M*N*K*(1/bm + 1/bn) under bm*bk + bk*bn + bm*bn <= S entries.

    bk is not in the objective and only costs room, so bk = 1; the rest is symmetric, and convex in logarithms, so
    bm = bn = b; more room never hurts, so b**2 + 2*b = S.  ``model="cubic"`` instead holds bm = bk = bn = sqrt(S/3).
    In symbols it is for products larger than the tile.

    >>> tiles("S").side, tiles("S").leading
    (sqrt(S + 1) - 1, 2*K*M*N/sqrt(S))

    Raises Unsupported for numbers where the tile would be larger than the product: no square tile is best there.
    """
    if model not in ("outer", "cubic"):
        raise SymroofError(f'model={model!r} is not known; use "outer" (bk = 1) or "cubic" (bm = bk = bn)')
    s, m, n, k = (_side(x, what) for x, what in zip((S, M, N, K), "SMNK"))
    room = s.constant()
    if room is not None and room < 3:
        raise Unsupported(f"S = {room} entries do not hold one entry of each array; give S >= 3")
    _refuse_small(room, dict(zip("MN" if model == "outer" else "MNK", (m, n, k))), model)
    if model == "outer":
        root = (s + 1) ** Fraction(1, 2)
        side, work = root - 1, 2 * m * n * k
        # 1/(sqrt(S + 1) - 1) = (sqrt(S + 1) + 1)/S, without a subtraction
        return Tiles(side, work * (root + 1) / s, work / s ** Fraction(1, 2), model)
    side = (s / 3) ** Fraction(1, 2)
    traffic = 2 * m * n * k / side
    return Tiles(side, traffic, traffic, model)


def _refuse_small(room: Number | None, sizes: Mapping[str, Ratio], model: str) -> None:
    """Refuse a product that is smaller than the tile that the memory holds, whose traffic would be too low."""
    for what, r in sizes.items():
        c = r.constant()
        if room is not None and c is not None and room > (c * c + 2 * c if model == "outer" else 3 * c * c):
            told = f"{what} = {c} is less than the side of a square tile of {room} entries"
            raise Unsupported(f"{told}, so no square tile is best: take all of {what} and less of the others")

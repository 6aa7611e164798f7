"""A count that was read at large sizes, held against the count itself at small ones and about the numbers in it.

A polynomial read from traces says what a window meets far from its edges.  Where it says more than is met at some size,
as 3 taps of a convolution of one element, it is cut down to what is certain there: ``min(3, 2*H - 1)``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from symroof.algebra.ratios.posynomial import Ratio, build, gen, product, ratio
from symroof.tracing.reader import ZERO, never_negative, positive_part

NEAR, FAR = 48, 1 << 12  # sizes tried one by one; what numbers in a count are too large to be tried
PAIRS = 20  # sizes tried one by one of each of two
Counts = Callable[[Sequence[int]], "int | None"]


def implied(r: Ratio, held: Iterable[Ratio] = ()) -> bool:
    """Whether an amount is at least 0 at all sizes from 1 on at which the amounts ``held`` are.

    >>> from symroof.tracing.reader import letter
    >>> n = letter("N")
    >>> implied(n - 1), implied(n - 3), implied(n - 3, [n - 4])
    (True, False, True)
    """
    return never_negative(r) or any(never_negative(r - h) for h in held)


def may_be_empty(dim: Ratio, held: Iterable[Ratio] = ()) -> bool:
    """Whether a dim is 0 at some size: N - 2 is at 2, a part D/X of a mesh is not.

    >>> from symroof.tracing.reader import letter
    >>> n, x = letter("N"), letter("X")
    >>> may_be_empty(n - 2), may_be_empty(n / x), may_be_empty(2 * n - 1)
    (True, False, False)
    """
    if dim.constant() is not None:
        return dim.constant() == 0
    negative = bool(dim.atoms) or any(c < 0 for _, c in dim.num.monomials())
    return negative and not implied(dim - 1, held)


def unless_empty(dims: Iterable[Ratio]) -> Ratio:
    """1 where none of the dims is 0, else 0.

    >>> from symroof.tracing.reader import letter
    >>> d, x = letter("D"), letter("X")
    >>> unless_empty([d - d / x]), unless_empty([x - 1, d - d / x]), unless_empty([2 * d - 8])
    (Min(1, X - 1), Min(1, X - 1), Min(1, D - 4))
    """
    return product(build("min", [ratio(1), d]) for d in dict.fromkeys(map(bare, dims)))


def bare(dim: Ratio) -> Ratio:
    """What is 0 where a dim is, and a whole number as it is: without what is a factor of all of it.

    >>> from symroof.tracing.reader import letter
    >>> b, d, x = letter("B"), letter("D"), letter("X")
    >>> bare((b * d / x - d * d / x) ** 2), bare(ratio(3))
    (B**2 - 2*B*D + D**2, 3)
    """
    if dim.constant() is not None or dim.atoms or Ratio(dim.den).constant() is None:
        return dim
    terms = list(dim.num.monomials())
    sizes = {g for m, _ in terms for g in m if not str(g).startswith("trips")}  # a loop may not run at all
    factor = product(gen(g) ** min(m.get(g, 0) for m, _ in terms) for g in sizes)
    whole = math.lcm(*(Fraction(c).denominator for _, c in terms))
    return dim * whole / factor / math.gcd(*(int(c * whole) for _, c in terms))


def certain(read: Ratio, parts: Sequence[Ratio], count: Counts, held: Iterable[Ratio] = ()) -> Ratio:
    """A lower bound of a count at all sizes: what was read of it, cut down where it is more than the count.

    ``count`` takes the values of ``parts``, None where it says nothing.  The sizes tried are all small ones and those
    about the numbers in the parts, where the count turns; 0 where a number is too large, or the count turns far out.

    >>> from symroof.tracing.reader import letter
    >>> h = letter("H")
    >>> certain(ratio(3), [h], lambda v: min(3, 2 * v[0] - 1)), certain(h, [h], lambda v: v[0])
    (Min(2*H - 1, 3), H)
    """
    held = list(held)
    names = sorted({n for r in (read, *parts) for n in r.names}, key=str)
    turns = sorted({int(abs(k)) for p in parts if (k := _number_in(p))})
    if len(names) > 2 or any(r.atoms for r in (read, *parts)) or (names and turns and turns[-1] > FAR):
        return ZERO
    each = _tried(NEAR if len(names) == 1 else PAIRS, turns)
    there = dict(_counted(names, each, parts, count, [h for h in held if set(h.names) <= set(names)]))
    less = [p for p, n in there.items() if n < Fraction(read.at(dict(zip(names, p))))]
    if not less:
        return read
    if len(names) != 1:
        return ZERO if names else ratio(there[()])
    last = max(less)[0]
    if 2 * last > each[-1]:
        return ZERO
    return _cut(read, names[0], last, min(n for p, n in there.items() if p[0] <= last), held)


def _tried(near: int, turns: Iterable[int]) -> list[int]:
    """Sizes at which a count is held against what was read: small ones, and those about its turns."""
    far = {t * times + by for t in turns if t > 4 for times in (1, 2, 3) for by in (-1, 0, 1)}
    return sorted({*range(1, near + 1), *far})


def _counted(
    names: Sequence[str], each: Sequence[int], parts: Sequence[Ratio], count: Counts, held: Sequence[Ratio]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The count at each point that is admitted and at which it says something."""
    for point in itertools.product(*([each] * len(names))):
        values = dict(zip(names, point))
        at = [Fraction(p.at(values)) for p in parts]
        if all(Fraction(h.at(values)) >= 0 for h in held) and all(x.denominator == 1 for x in at):
            found = count([int(x) for x in at])
            if found is not None:
                yield point, found


def _number_in(p: Ratio) -> Fraction:
    """The term of a polynomial that is a number; of a quotient of sizes, as the part D/X of a mesh, there is none."""
    below = Ratio(p.den).constant()
    numbers = [c for m, c in p.num.monomials() if not m]
    return Fraction(p.constant() or 0) if below is None else Fraction(sum(numbers)) / Fraction(below)


def _cut(read: Ratio, name: str, last: int, least: int, held: list[Ratio]) -> Ratio:
    """What was read, no more than ``least`` up to the size ``last``: a line through that where what was read is one."""
    beyond = gen(name) - last
    one, two = (Fraction(read.at({name: last + i})) for i in (1, 2))
    if read == one + (two - one) * (beyond - 1):
        found = build("min", [read, least + max(two - one, one - least) * beyond])
        below = least + max(two - one, one - least) * beyond
    else:
        found, below = read * build("min", [ratio(1), beyond]), beyond
    return found if implied(below, held) else positive_part(found)


class Reach(NamedTuple):
    """An axis of elements that windows slide over: how many, ``hole`` apart, of how many taps, ``apart`` too.

    They stand at ``places`` places, ``stride`` apart, the first ``low`` before the first element.
    """

    elements: Any
    taps: Any
    apart: Any
    places: Any
    stride: Any
    low: Any
    hole: Any


def met(r: Sequence[int]) -> int | None:
    """Elements that some tap meets, none of windows without taps; None of windows that are nowhere.

    >>> met(Reach(1, 3, 1, 1, 1, 1, 1)), met(Reach(5, 0, 1, 2, 1, 0, 1)), met(Reach(5, 3, 1, 0, 1, 0, 1))
    (1, 0, None)
    """
    n, taps, apart, places, stride, low, hole = r
    return within_reach(n, (taps, apart), (places, stride), low, hole) if places > 0 else None


def within_reach(n: int, taps: tuple[int, int], out: tuple[int, int], low: int, hole: int) -> int:
    """Elements of an axis of n, ``hole`` apart, that some tap of a window meets at some of its places.

    ``taps`` are how many and how far apart, ``out`` how many places and how far apart, ``low`` the padding before.

    >>> within_reach(64, (1, 1), (32, 2), 0, 1), within_reach(65, (2, 1), (32, 2), 0, 1)
    (32, 64)
    >>> within_reach(5, (3, 2), (3, 1), 1, 1)
    5
    """
    (many, few) = (taps, out) if taps[0] >= out[0] else (out, taps)
    if many[0] < 1 or few[0] < 1 or n < 1:
        return 0
    last = (n - 1) * hole
    if many[1] == 1 and few[1] <= many[0]:  # without a gap
        runs = [(-low, (many[0] - 1) + (few[0] - 1) * few[1] - low, 1)]
    else:
        runs = [(i * few[1] - low, i * few[1] - low + (many[0] - 1) * many[1], many[1]) for i in range(few[0])]
    met = bytearray(last + 1)
    for first, end, step in runs:
        start = first if first >= 0 else first + -(first // step) * step
        stop = min(end, last)
        if start <= stop:
            met[start : stop + 1 : step] = b"\1" * ((stop - start) // step + 1)
    return sum(met[::hole])


__all__ = ["Reach", "bare", "certain", "implied", "may_be_empty", "met", "unless_empty", "within_reach"]

"""Questions in numbers that have a value on part of the axis alone, asked anew on each stretch on which they have one.

Ways to answer look at the whole axis, from 1 on or from 0 on.  A stretch is made one by putting another number in:

| unknown   | stretch              | asked of m = 1, 2, ... or of every t > 0                       |
|-----------|----------------------|----------------------------------------------------------------|
| a size    | s, s + 1, ...        | m + s - 1; the sizes of a stretch with an end are enclosed      |
| a number  | a < x                | a + t                                                          |
| a number  | a < x < b            | (a + b t)/(1 + t)                                              |

Each rises with what is put in, so that regions keep their order.  Ends are asked by themselves.

>>> from symroof.algebra.ratios.posynomial import build, gen, ratio
>>> from symroof.algebra.regions.region import crossing
>>> n, k, half = gen("N"), gen("K"), Fraction(1, 2)
>>> print(crossing(n ** half + build("log2", [n - 12]), ratio(9), "N", strict=False))
N >= 27
>>> print(crossing(k + build("log2", [k - 240]), ratio(240), "K", strict=False))
K >= 240.6
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextvars import ContextVar
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, final

from symroof.algebra.equality.defined import needed
from symroof.algebra.ratios.budget import in_brief
from symroof.algebra.ratios.posynomial import Ratio, exact, gen, nearest, ratio
from symroof.algebra.regions.axis import does
from symroof.algebra.regions.composite import combined
from symroof.algebra.regions.domain import where_defined
from symroof.algebra.regions.kinds import Edge, Found, FromFirst
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.overlay import (
    Run,
    as_region,
    compare,
    form_of,
    line_of,
    merged,
    of_runs,
    rational,
    sizes_of,
)
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.regions.steps import MOST_LISTED, by_enclosures
from symroof.algebra.signs.closed import Quotient
from symroof.algebra.signs.mixed import Ends, MixedRoot
from symroof.errors import DividesByZero, Inconclusive, SymroofError, Unsupported
from symroof.records import replace
from symroof.symbols import is_size

MOST = 150  # enclosures of a stretch of sizes with an end
DEPTH = 3  # of such questions inside each other
_ASKED: ContextVar[int] = ContextVar("symroof_within", default=0)


def by_stretches_with_a_value(base: Threshold, gap: Ratio, why: SymroofError) -> Threshold:
    """The region of a question with all other numbers bound; raises why where it has a value everywhere, or is open."""
    depth = _ASKED.get()
    if in_brief() or depth >= DEPTH:
        raise Unsupported(str(why)) from None
    token = _ASKED.set(depth + 1)
    try:
        domain = where_defined(base)
        if isinstance(why, DividesByZero):
            domain = combined(base, [domain, *_beside_poles(base)], every=True)
        if domain.verdict == "never":
            shown = " or ".join(str(u) for u in _divisors(base) if base.name in u.names)
            raise DividesByZero(f"division by zero: no value at any {base.name}, for {shown} is 0")
        if domain.verdict != "when":
            raise why
        return _of_sizes(base, gap, sizes_of(domain), why) if is_size(base.name) else _of_numbers(base, domain, why)
    except (Unsupported, Inconclusive):
        raise why from None
    finally:
        _ASKED.reset(token)


def _beside_poles(base: Threshold) -> list[Threshold]:
    """Where each thing that is divided by is above 0 or below."""
    below = (u for u in _divisors(base) if base.name in u.names)
    asked = ([crossing(x, ratio(0), base.name, settled=True) for x in (u, -u)] for u in below)
    return [combined(base, [t.but(expr=base.expr, level=base.level) for t in both], every=False) for both in asked]


def _divisors(base: Threshold) -> list[Ratio]:
    return [*dict.fromkeys(u for r in (base.expr, base.level) for u, relation in needed(r) if relation == "!=")]


# -- a size ------------------------------------------------------------------------------------------------------------


def _of_sizes(base: Threshold, gap: Ratio, stretches: list[Run], why: SymroofError) -> Threshold:
    out: list[Run] = []
    for first, last in stretches:
        if last is not None:
            out += _listed(base, gap, first, last, why)
            continue
        if first == 1:
            raise why
        made = _asked(base, gen(base.name) + (first - 1))
        ends_alone = isinstance(made.region, FromFirst) and made.first != made.forever and not made.region.runs
        if ends_alone and not out:  # of a sawtooth
            ends = [None if n is None else n + first - 1 for n in (made.first, made.forever)]
            return replace(base, sense=">=", region=FromFirst(ends[0] or first, ends[1]), said=made.said)
        out += [(a + first - 1, None if b is None else b + first - 1) for a, b in sizes_of(made)]
    return of_runs(base, out)


def _listed(base: Threshold, gap: Ratio, first: int, last: int, why: SymroofError) -> list[Run]:
    """Those of the sizes from one to another that do."""
    found = by_enclosures(base, gap, first, last, [MOST])
    if found is None and last - first >= MOST_LISTED:
        raise why
    return merged([(n, n) for n in range(first, last + 1) if does(base, n)]) if found is None else found


def _asked(base: Threshold, unknown: Ratio) -> Threshold:
    """The same question with another number put in for the unknown."""
    expr, level = (r.subs({base.name: unknown}) for r in (base.expr, base.level))
    return crossing(expr, level, base.name, strict=base.strict, settled=True)


# -- a number ----------------------------------------------------------------------------------------------------------


def _of_numbers(base: Threshold, domain: Threshold, why: SymroofError) -> Threshold:
    edges, truths = line_of(domain)
    ends = [rational(edge) for edge, _ in edges]
    if None in ends:
        raise why
    places: list[Fraction | None] = [None, *ends, None]
    out: list[tuple[Edge, bool]] = []
    between = []
    for k, (left, right) in enumerate(pairwise(places)):
        if left is not None:
            out.append((left, edges[k - 1][1] and does(base, exact(left))))
        if not truths[k]:
            between.append(False)
            continue
        stretch = _Stretch(left or Fraction(0), right)
        inner, told = line_of(_asked(base, stretch.at(gen(base.name))))
        out += [(stretch.edge(e, after, why), there) for (e, there), after in zip(inner, told[1:])]
        between += told
    return as_region(base, out, between)


@final
class _Stretch(NamedTuple):
    """The numbers between two, or above one, as what numbers t > 0 are put in for."""

    left: Fraction
    right: Fraction | None

    def at(self, t: Ratio) -> Ratio:
        if self.right is None:
            return t + exact(self.left)
        return (t * exact(self.right) + exact(self.left)) / (t + 1)

    def place(self, t: Fraction) -> Fraction:
        return t + self.left if self.right is None else (self.left + self.right * t) / (1 + t)

    def back(self, x: Fraction) -> Fraction:
        """The t for a number of the stretch."""
        return x - self.left if self.right is None else (x - self.left) / (self.right - x)

    def edge(self, t: Edge, after: bool, why: SymroofError) -> Edge:
        """What a place where the truth changes is put in for; ``after`` is the truth behind it."""
        form = form_of(t)
        if form is not None:
            x = self.at(form)
            value = x.constant()
            return Quotient(x) if value is None else Fraction(value)
        if isinstance(t, Fraction):
            raise why
        low, high = map(self.place, t.bracket(64))
        if not isinstance(t, Found):
            return MixedRoot(_Moved(t, self), low, high)
        if math.floor(low) != math.floor(high):
            raise why
        return Found(nearest((low + high) / 2), math.ceil(high) if after else math.floor(low), low, high)


@final
class _Moved(NamedTuple):
    """What a moved edge is the one root of: below 0 before it, above 0 behind."""

    edge: Edge
    stretch: _Stretch

    def sign(self, u: Fraction) -> int:
        left, right = self.stretch
        if u <= left or (right is not None and u >= right):
            return -1 if u <= left else 1
        assert not isinstance(self.edge, Fraction)
        return -compare(self.edge, self.stretch.back(u))

    def sign_at_root(self, x: int, power: int) -> int:
        assert power == 1
        return self.sign(Fraction(x))

    def closer(self, lo: Fraction, hi: Fraction, below: int, bits: int) -> Ends:
        """Rationals about 2**-bits apart, relative to them, around the edge."""
        assert not isinstance(self.edge, Fraction)
        for more in _precisions(bits):
            a, b = map(self.stretch.place, self.edge.bracket(more))
            if (b - a) * (1 << bits) <= lo:
                break
        return max(a, lo), min(b, hi)


def _precisions(bits: int) -> Iterator[int]:
    return iter(range(bits + 16, 64 * bits, bits))

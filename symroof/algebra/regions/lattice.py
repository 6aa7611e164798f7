"""Which sizes of a region are ones at which all that is tied to the unknown is whole: of those it tells first and last.

With F = B/5 the sizes B are 5, 10, ...: where they are every s-th, the question is asked of k in B = s*k - o anew.

>>> from symroof import dims, threshold
>>> rule = threshold("mod(B, 7)*F", "B", over=50)
>>> rule.at(F="B/5").first, rule.at(F="(B + 1)/2").first  # 6*11 at 55 and 5*10 at 19, before which no such size does
(55, 19)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symroof.algebra.ratios.posynomial import gen
from symroof.algebra.ratios.sizes import Cuts
from symroof.algebra.regions.kinds import FromFirst, Interval, Intervals, UpToLast
from symroof.algebra.regions.recursion import answer
from symroof.records import replace
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.algebra.regions.outcome import Threshold

TRIED = 1000  # sizes that are asked one by one where they are not every so many


def of_sizes(t: Threshold, cuts: Cuts) -> Threshold:
    """An answer in numbers with its sizes among those at which what is tied to the unknown is a size."""
    if not isinstance(t.region, FromFirst | UpToLast | Intervals) or t.keys or not is_size(t.name) or t.again:
        return t
    if not cuts.tied_to(t.name):
        return t
    if isinstance(t.region, Intervals):
        found = tuple(x for i in t.region.intervals if (x := _narrowed(t.name, i, cuts)) is not None)
        return t.but(region=Intervals(found) if found else "never")
    every = cuts.spaced(t.name)
    made = None if every is None else _on_lattice(t, *every)
    return _one_by_one(t, cuts) if made is None else made


def _narrowed(name: str, i: Interval, cuts: Cuts) -> Interval | None:
    """A stretch with the first and the last of its sizes; None where it has none."""
    first = None if i.first is None else cuts.nearest(name, i.first, up=True)
    if first is None or (i.last is not None and first > i.last):
        return None
    return replace(i, first=first, last=None if i.last is None else cuts.nearest(name, i.last, up=False))


def _on_lattice(t: Threshold, step: int, below: int) -> Threshold | None:
    """The answer for k in step*k - below; None where it is none by a first or a last one."""
    there = {t.name: gen(t.name) * step - below}
    made = answer(t.expr.subs(there), t.level.subs(there), t.name, strict=t.strict, settled=True)

    def back(k: int) -> int:
        return step * k - below

    match made.region:
        case "always" | "never":
            return t.but(region=made.region)
        case FromFirst(first, forever):
            return t.but(sense=made.sense, region=FromFirst(back(first), None if forever is None else back(forever)))
        case UpToLast(last, until):
            return t.but(sense=made.sense, region=UpToLast(back(last), back(until)))
    n = made.integer
    if n is None or isinstance(made.region, Intervals):
        return None
    if made.sense.startswith(">"):
        return t.but(sense=made.sense, region=FromFirst(back(n), back(n)))
    return t.but(sense=made.sense, region=UpToLast(back(n), back(n)) if n >= 1 else "never")


def _one_by_one(t: Threshold, cuts: Cuts) -> Threshold:
    """The same by asking size after size, from the first (or back from the last) that does by the formula."""
    assert isinstance(t.region, FromFirst | UpToLast)
    rises = isinstance(t.region, FromFirst)
    start = t.region.first if isinstance(t.region, FromFirst) else t.region.last
    sure = t.region.forever if isinstance(t.region, FromFirst) else t.region.until
    found, every = _next(t, cuts, start, up=rises, does=True)
    if found is None:
        why = f"none of the first {TRIED} sizes {t.name} that make whole what is tied to them does"
        return t.but(region="never") if every else t.but(region="open", said=(*t.said, why))
    if sure is None:
        return t.but(region=FromFirst(found, None))
    gap, asked = _next(t, cuts, sure, up=not rises, does=False)
    end = sure if gap is None else max(gap + 1, found) if rises else min(gap - 1, found)
    on = cuts.nearest(t.name, end, up=rises)
    if gap is None and (asked or on is None):  # every size on this side does, to the last one that there is
        on = found
    elif on is None:  # none of them does all along: there is no stretch of all
        return _points(t, cuts)
    return t.but(region=FromFirst(found, on) if rises else UpToLast(found, on))


def _points(t: Threshold, cuts: Cuts) -> Threshold:
    """The sizes that do, one by one: all that there are, or those to the last, where no stretch of them all does."""
    last = t.region.last if isinstance(t.region, UpToLast) else None
    does: list[Interval] = []
    n = cuts.nearest(t.name, 1, up=True)
    for _ in range(TRIED):
        if n is None or (last is not None and n > last):
            return t.but(sense="in", region=Intervals(tuple(does)))
        if t.contains(n):
            does.append(Interval(float(n), float(n), (True, True), n, n))
        n = cuts.nearest(t.name, n + 1, up=True)
    return t.but(region="open", said=(*t.said, f"the first {TRIED} sizes {t.name} are not all of them"))


def _next(t: Threshold, cuts: Cuts, n: int | None, *, up: bool, does: bool) -> tuple[int | None, bool]:
    """The size nearest to one, in one direction, that does or does not; and whether all were asked."""
    for _ in range(TRIED):
        n = cuts.nearest(t.name, n, up=up) if n else None
        if n is None:
            return None, True
        if t.contains(n) is does:
            return n, False
        n += 1 if up else -1
    return None, False

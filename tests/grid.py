"""A judge by brute force for several axes and for trees: every piece follows its route, link by link, and is counted.

Knows no formula.  A device of a grid is a tuple of coordinates, a piece goes axis by axis; in a tree a piece climbs to
the first switch that both ends hang on and comes down again.  V is 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

import ring

Device = tuple[int, ...]


def devices(sizes: list[int]) -> list[Device]:
    return list(product(*map(range, sizes)))


# -- a grid of rings and lines -----------------------------------------------------------------------------------------


def all_to_all(sizes: list[int], kinds: list[str]) -> list[Fraction]:
    """Every ordered pair's chunk of 1/N² goes along one axis after the other; the busiest link of each axis."""
    n = len(devices(sizes))
    link: Counter[tuple[int, Device, Device]] = Counter()
    arrived: Counter[tuple[Device, Device]] = Counter()
    for src, dst in product(devices(sizes), repeat=2):
        if src != dst:
            for part, path in _walks(src, dst, sizes, kinds):
                arrived[src, dst] += part
                for axis, a, b in path:
                    link[axis, a, b] += part / n**2
    assert all(v == 1 for v in arrived.values())
    return [max([v for (axis, _, _), v in link.items() if axis == k], default=Fraction(0)) for k in range(len(sizes))]


def _walks(src: Device, dst: Device, sizes: list[int], kinds: list[str]) -> Iterator[tuple[Fraction, list]]:
    """The ways from src to dst with the part of the piece that takes each: a route of ring.py on each axis in turn."""
    axis = next((k for k in range(len(sizes)) if src[k] != dst[k]), None)
    if axis is None:
        yield Fraction(1), []
        return
    for part, route in ring.routes(src[axis], dst[axis], sizes[axis], kinds[axis]):
        steps = [(*src[:axis], at, *src[axis + 1 :]) for at in route]
        for rest, path in _walks(steps[-1], dst, sizes, kinds):
            yield part * rest, [(axis, a, b) for a, b in pairwise(steps)] + path


def all_gather(sizes: list[int], kinds: list[str], order: list[int]) -> list[Fraction]:
    """Rings or lines gather axis by axis in this order, all that a device holds; the busiest link of each axis.

    Each axis is simulated by ring.py, and the holdings are checked to be everything at the end.
    """
    n = len(devices(sizes))
    held = {d: {d} for d in devices(sizes)}
    loads = [Fraction(0)] * len(sizes)
    for axis in order:
        share = Fraction(len(next(iter(held.values()))), n)
        loads[axis] = ring.all_gather(sizes[axis], kinds[axis])[0] * sizes[axis] * share
        held = {d: set().union(*(held[(*d[:axis], k, *d[axis + 1 :])] for k in range(sizes[axis]))) for d in held}
    assert all(len(h) == n for h in held.values())
    return loads


def inward(sizes: list[int], kinds: list[str]) -> Fraction:
    """The least an AllGather can cost: what each device lacks, over the links into the worst-placed one."""
    n = len(devices(sizes))
    lanes = sum(0 if s == 1 else 2 if kind == "ring" and s > 2 else 1 for s, kind in zip(sizes, kinds))
    return Fraction(n - 1, n) / lanes if lanes else Fraction(0)


# -- a tree of switches ------------------------------------------------------------------------------------------------


def _climb(device: Device, other: Device) -> tuple[list, list]:
    """The links up from one device and down to the other, to the switch they share; coordinates top level first."""
    same = next(k for k in range(len(device)) if device[k] != other[k])
    up = [(level, "up", device[: level + 1]) for level in range(len(device) - 1, same - 1, -1)]
    down = [(level, "down", other[: level + 1]) for level in range(same, len(other))]
    return up, down


def tree_gather(degrees: list[int]) -> list[Fraction]:
    """Each shard goes to everyone; a switch copies, so that a link carries a shard once.  By level, chips first."""
    sizes = degrees[::-1]
    n = len(devices(sizes))
    link: Counter = Counter()
    for src in devices(sizes):
        used = set()
        for dst in devices(sizes):
            if dst != src:
                up, down = _climb(src, dst)
                used.update(up + down)
        for x in used:
            link[x] += Fraction(1, n)
    return _by_level(link, len(degrees))


def tree_scatter(degrees: list[int]) -> list[Fraction]:
    """Sums are added at devices only: first inside the smallest groups, then among those of one rank a level higher."""
    sizes = degrees[::-1]
    all_ = devices(sizes)
    n = len(all_)
    link: Counter = Counter()
    sums = {d: {piece: Fraction(7 * i + 3 * j + 1) for j, piece in enumerate(all_)} for i, d in enumerate(all_)}
    right = {piece: sum(sums[d][piece] for d in all_) for piece in all_}
    for level in range(len(sizes) - 1, -1, -1):  # the last coordinate is the chip within its node
        new = {}
        for d in all_:
            peers = [(*d[:level], k, *d[level + 1 :]) for k in range(sizes[level])]
            mine = [piece for piece in sums[d] if piece[level] == d[level]]
            new[d] = {piece: sum(sums[p][piece] for p in peers) for piece in mine}
            for p in peers:
                if p != d:
                    up, down = _climb(p, d)
                    for x in up + down:
                        link[x] += Fraction(len(mine), n)
        sums = new
    assert all(sums[d] == {d: right[d]} for d in all_)
    return _by_level(link, len(degrees))


def tree_swap(degrees: list[int]) -> list[Fraction]:
    """Every ordered pair's chunk climbs and descends."""
    sizes = degrees[::-1]
    link: Counter = Counter()
    all_ = devices(sizes)
    for src, dst in product(all_, repeat=2):
        if src != dst:
            up, down = _climb(src, dst)
            for x in up + down:
                link[x] += Fraction(1, len(all_) ** 2)
    return _by_level(link, len(degrees))


def _by_level(link: Counter, count: int) -> list[Fraction]:
    busiest = [max([v for (at, _, _), v in link.items() if at == k], default=Fraction(0)) for k in range(count)]
    return busiest[::-1]

"""A judge by brute force: devices on directed links that pass pieces along, one hop a step, and every byte counted.

Knows no formula: it moves pieces until every device holds what the collective promises, and reports the bytes on
the busiest one-way link and the number of steps.  V is 1.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

Route = list[int]


def _around(src: int, dst: int, n: int, step: int) -> Route:
    path = [src]
    while path[-1] != dst:
        path.append((path[-1] + step) % n)
    return path


def routes(src: int, dst: int, n: int, kind: str) -> list[tuple[Fraction, Route]]:
    """The shortest ways from src to dst, and the part of the message that takes each."""
    if kind == "line":
        return [(Fraction(1), list(range(src, dst + 1)) if src < dst else list(range(src, dst - 1, -1)))]
    right = _around(src, dst, n, 1)
    if kind == "one-way ring":
        return [(Fraction(1), right)]
    left = _around(src, dst, n, -1)
    if n == 2:
        return [(Fraction(1), right)]
    if len(left) == len(right):
        return [(Fraction(1, 2), right), (Fraction(1, 2), left)]
    return [(Fraction(1), min(left, right, key=len))]


def all_gather(n: int, kind: str) -> tuple[Fraction, int]:
    """Each device's shard floods along its routes; a link carries a piece once however many want it."""
    edges: dict[tuple[int, str], set[tuple[int, int, int]]] = {}
    size: dict[tuple[int, str], Fraction] = {}
    for src, dst in product(range(n), repeat=2):
        if src == dst:
            continue
        ways = routes(src, dst, n, kind)
        for part, path in ways:
            for when, (a, b) in enumerate(pairwise(path)):
                # the pieces of a shard: its two halves, told apart by the direction the antipode gets them from
                halves = ["first", "second"] if part == 1 else [["first", "second"][ways.index((part, path))]]
                for half in halves:
                    edges.setdefault((src, half), set()).add((a, b, when))
                    size[src, half] = Fraction(1, 2 * n)
    link: Counter[tuple[int, int]] = Counter()
    have = {d: {(d, "first"), (d, "second")} for d in range(n)}
    steps = 0
    for when in range(n):
        arrived = []
        for piece, hops in edges.items():
            for a, b, t in hops:
                if t == when:
                    assert piece in have[a], "a device passed on what it did not have"
                    link[a, b] += size[piece]
                    arrived.append((b, piece))
        for b, piece in arrived:
            have[b].add(piece)
        steps += bool(arrived)
    assert all(len(h) == 2 * n for h in have.values()), "someone is left without a shard"
    return max(link.values(), default=Fraction(0)), steps


def reduce_scatter(n: int, kind: str) -> tuple[Fraction, int]:
    """Partial sums travel towards their owner and are added on the way; the sums really are added up."""
    link: Counter[tuple[int, int]] = Counter()
    steps = 0
    data = {(d, s): Fraction(10 * d + s + 1) for d in range(n) for s in range(n)}
    for owner in range(n):
        sums = [Fraction(0), Fraction(0)]
        chains: list[tuple[list[int], Fraction, tuple[int, ...]]] = []
        if kind == "one-way ring":
            chains.append(([(owner + 1 + i) % n for i in range(n)], Fraction(1), (0, 1)))
        elif kind == "line":
            chains.append((list(range(owner + 1)), Fraction(1), (0, 1)))
            chains.append((list(range(n - 1, owner - 1, -1)), Fraction(1), (0, 1)))
        else:
            near, odd = (n - 1) // 2, n % 2
            for half in (0, 1):
                for step in (1, -1):
                    far = near if odd or n == 2 or (half == 0) != (step == 1) else near + 1
                    if n == 2:
                        far = 1 if step == 1 else 0
                    chains.append(([(owner - step * i) % n for i in range(far, -1, -1)], Fraction(1, 2), (half,)))
        for path, part, halves in chains:
            running = {h: Fraction(0) for h in halves}
            for a, b in pairwise(path):
                for h in halves:
                    running[h] += data[a, owner]
                link[a, b] += part / n
            for h in halves:
                sums[h] += running[h]
            steps = max(steps, len(path) - 1)
        total = sum((data[d, owner] for d in range(n)), Fraction(0))
        assert [s + data[owner, owner] for s in sums] == [total, total], "a sum is missing someone"
    return max(link.values(), default=Fraction(0)), steps


def all_reduce(n: int, kind: str) -> tuple[Fraction, int]:
    """Scatter the sums, then gather them."""
    (a, s), (b, t) = reduce_scatter(n, kind), all_gather(n, kind)
    return a + b, s + t


def all_to_all(n: int, kind: str) -> tuple[Fraction, int]:
    """Each ordered pair's chunk of 1/n^2 travels its own way."""
    link: Counter[tuple[int, int]] = Counter()
    steps = 0
    delivered: Counter[tuple[int, int]] = Counter()
    for src, dst in product(range(n), repeat=2):
        if src == dst:
            continue
        for part, path in routes(src, dst, n, kind):
            assert path[0] == src
            assert path[-1] == dst
            for a, b in pairwise(path):
                assert abs(a - b) == 1 or (kind != "line" and abs(a - b) == n - 1)
                link[a, b] += part / n**2
            delivered[src, dst] += part
            steps = max(steps, len(path) - 1)
    assert all(v == 1 for v in delivered.values())
    return max(link.values(), default=Fraction(0)), steps


def inward(n: int, kind: str) -> Fraction:
    """The least an AllGather can cost: what the worst-placed device lacks over the links that lead to it."""
    lanes = 1 if kind != "ring" or n == 2 else 2
    return Fraction(n - 1, n) / lanes


def distances(n: int, kind: str) -> Fraction:
    """The least an AllToAll can cost: all chunk-hops over all one-way links (on a line: over the middle cut)."""
    if kind == "line":
        return max(Fraction(k * (n - k), n * n) for k in range(n + 1))
    hops = sum((len(r) - 1) * p for s, d in product(range(n), repeat=2) if s != d for p, r in routes(s, d, n, kind))
    links = n if kind == "one-way ring" else 2 if n == 2 else 2 * n
    return Fraction(hops) / n**2 / links


def torus_gather(x: int, y: int, split: Fraction) -> tuple[Fraction, Fraction]:
    """Two axes, both rings of 3 or more: a part `split` of the array is gathered along X first, the rest along Y.

    Returns the load of an X link and of a Y link, from the one-axis judge.
    """
    along_x, along_y = all_gather(x, "ring")[0], all_gather(y, "ring")[0]
    return along_x * (split / y + (1 - split)), along_y * (split + (1 - split) / x)

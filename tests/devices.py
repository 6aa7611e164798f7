"""A judge of sharded operations by the definition: what each device holds, multiplies, reads, writes and sends.

Knows nothing of symroof but the words of a plan.  A device holds of each array a block, a set of indices for each dim,
and of a product also which part of the contracted dims it has added up.  A collective is done by its definition on the
blocks; the bytes on each one-way link are counted piece by piece along the routes of ``ring.py`` and ``Switch``.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations, product

import ring

Block = dict[str, frozenset[int]]
Device = tuple[int, ...]
Cuts = dict[str, str]  # dim -> the axes that cut it, the first into the largest pieces


@dataclass(frozen=True)
class Case:
    """One random operation: the cuts of operands and output, sizes of dims and axes, what joins each axis."""

    a: tuple[tuple[str, str], ...]
    b: tuple[tuple[str, str], ...]
    c: tuple[tuple[str, str], ...]
    sums: str
    sizes: tuple[tuple[str, int], ...]
    axes: tuple[tuple[str, int], ...]
    kinds: tuple[tuple[str, str], ...]
    widths: tuple[int, int, int] = (2, 2, 2)

    @property
    def text(self) -> str:
        """The notation."""
        names = {1: "int8", 2: "bf16", 4: "fp32"}

        def array(name: str, dims: Iterable[tuple[str, str]], width: int) -> str:
            cells = [d + (f"_{{{','.join(x)}}}" if x else "") for d, x in dims]
            return f"{names[width]} {name}[{', '.join(cells)}]"

        left, right, out = (array(n, x, w) for n, x, w in zip("ABC", (self.a, self.b, self.c), self.widths))
        tail = f"{{U_{{{','.join(self.sums)}}}}}" if self.sums else ""
        return f"{left} * {right} -> {out}{tail}"

    @property
    def mesh(self) -> str:
        """The axes with their sizes."""
        return " ".join(f"{x}={n}" for x, n in self.axes)

    @property
    def over(self) -> str:
        """What joins the axes."""
        return " ".join(f"{x}={kind.replace(' ', '-')}" for x, kind in self.kinds)


def some_case(rng: random.Random, most: Mapping[str, int]) -> Case | None:
    """A random product of two arrays; None where the draw makes no valid notation."""
    axes = {x: rng.randint(1, n) for x, n in most.items()}
    batch = rng.random() < 0.3
    inner = ["J", "L"] if rng.random() < 0.15 else ["J"] if rng.random() < 0.9 else []
    shared = ["N"] if batch or not inner else []
    dims = [[*shared, "I", *inner], [*shared, *inner, "K"], [*shared, "I", "K"]]

    def cut(names: list[str], chance: float) -> tuple[tuple[str, str], ...]:
        found: Cuts = dict.fromkeys(names, "")
        order = list(axes)
        rng.shuffle(order)
        for x in order:
            if rng.random() < chance:
                found[rng.choice(names)] += x
        return tuple(found.items())

    a, b, c = (cut(names, rng.choice((0.2, 0.5, 0.8))) for names in dims)
    step = math.prod(axes.values())
    sizes = {d: step * rng.choice((1, 1, 2, 3, 5, 16)) for d in dict.fromkeys(chain.from_iterable(dims))}
    kinds = {x: rng.choice(("ring", "ring", "line", "one-way ring", "switch")) for x in axes}
    widths = tuple(rng.choice((1, 2, 2, 4)) for _ in range(3))
    both = {d: x for d, x in a if d in inner and x and dict(b)[d] == x}
    free = "".join(x for cut_ in both.values() for x in cut_ if all(x not in y for _, y in c))
    sums = free if rng.random() < 0.15 else ""
    return Case(a, b, c, sums, *(tuple(sorted(m.items())) for m in (sizes, axes, kinds)), widths)


class Grid:
    """The devices of a mesh, and the bytes that cross each of their links."""

    def __init__(self, case: Case) -> None:
        self.sizes, self.axes, self.kinds = dict(case.sizes), dict(case.axes), dict(case.kinds)
        self.names = list(self.axes)
        self.parts = math.prod(self.axes.values())  # of each dim; an index stands for so many entries
        self.unit = {d: n // self.parts for d, n in self.sizes.items()}
        self.devices: list[Device] = list(product(*(range(n) for n in self.axes.values())))

    def block(self, cuts: Iterable[tuple[str, str]], device: Device) -> Block:
        out: Block = {}
        for d, axes in cuts:
            low, size = 0, self.parts
            for x in axes:
                size //= self.axes[x]
                low += size * device[self.names.index(x)]
            out[d] = frozenset(range(low, low + size))
        return out

    def own(self, dim: str, cut: str, device: Device, has: list[frozenset[int]]) -> frozenset[int]:
        """Of a dim of the product, what a device works out: all it can, or its block where that is said to be less."""
        able = frozenset.intersection(*has)
        share = self.parts // math.prod(self.axes[x] for x in cut)
        mine = able if len(able) == share else able & self.block([(dim, cut)], device)[dim]
        assert len(mine) == share, "a device lacks what it is to multiply"
        return mine

    def group(self, device: Device, over: str) -> list[Device]:
        """The devices that differ from one along some axes only."""
        ways = [range(n) if x in over else (device[i],) for i, (x, n) in enumerate(self.axes.items())]
        return list(product(*ways))

    def volume(self, b: Block) -> int:
        """Entries of a block."""
        return math.prod(len(s) * self.unit[d] for d, s in b.items())


def pieces(b: Block) -> int:
    return math.prod(map(len, b.values()))


def union(blocks: list[Block]) -> Block:
    """All that several devices hold, which must be a block again."""
    out = {d: frozenset().union(*(b[d] for b in blocks)) for d in blocks[0]}
    distinct = {tuple(b.values()) for b in blocks}
    assert sum(math.prod(map(len, t)) for t in distinct) == pieces(out), "the pieces make no block"
    return out


# -- links -------------------------------------------------------------------------------------------------------------


@cache
def gather_load(n: int, kind: str) -> Fraction:
    """Bytes on the busiest one-way link while n devices, one byte each, tell each other everything."""
    if n == 1:
        return Fraction(0)
    if kind == "switch":
        return max(_switched({(i, j): 1 for i, j in product(range(n), repeat=2) if i != j}, copies=True).values())
    return ring.all_gather(n, kind)[0] * n


@cache
def swap_load(n: int, kind: str) -> Fraction:
    """Bytes on the busiest one-way link while each of n devices sends another byte to every other."""
    if n == 1:
        return Fraction(0)
    if kind == "switch":
        return max(_switched({(i, j): 1 for i, j in product(range(n), repeat=2) if i != j}, copies=False).values())
    return ring.all_to_all(n, kind)[0] * n * n


def _switched(messages: Mapping[tuple[int, int], int], copies: bool) -> Counter[tuple[str, int]]:
    """Each device has one link up to a switch and one down; the switch may copy what comes up to several."""
    link: Counter[tuple[str, int]] = Counter()
    up: set[int] = set()
    for (src, dst), size in messages.items():
        if not copies or src not in up:
            link["up", src] += Fraction(size)  # type: ignore[assignment]
        up.add(src)
        link["down", dst] += Fraction(size)  # type: ignore[assignment]
    return link


def spread_load(ns: list[int], kinds: list[str]) -> Fraction:
    """The same over several axes at once: parts of every piece go axis by axis in every order, in the best mixture.

    A device cannot take in faster than its links allow, and all of them together are that fast: both are asserted.
    """
    live = [(n, k) for n, k in zip(ns, kinds) if n > 1]
    if not live:
        return Fraction(0)
    if len(live) == 1:
        return gather_load(*live[0])
    orders = list(permutations(range(len(live))))
    loads = []
    for order in orders:
        held, row = 1, [Fraction(0)] * len(live)
        for i in order:
            row[i] = held * gather_load(*live[i])
            held *= live[i][0]
        loads.append(row)
    ends = [gather_load(n, k) / (n - 1) for n, k in live]  # load of a byte that a device lacks: 1 over its links in
    least = (math.prod(n for n, _ in live) - 1) / sum(1 / e for e in ends)
    assert _mixed(loads, least), "no mixture of orders keeps all links equally busy"
    return least


def _mixed(loads: list[list[Fraction]], level: Fraction) -> bool:
    """Whether some mixture of rows has every entry at the level: it lies between two points, or in a triangle.

    Links weighted alike carry the same sum whatever the order, so that the last column follows from the others.
    """
    points = [tuple(row[:-1]) for row in loads]
    if len(loads[0]) == 2:
        return min(points)[0] <= level <= max(points)[0]
    return any(_inside((level, level), corners) for corners in combinations(points, 3))


def _inside(p: tuple[Fraction, Fraction], corners: Iterable[tuple[Fraction, ...]]) -> bool:
    a, b, c = corners
    sides = [(u[0] - p[0]) * (v[1] - p[1]) - (u[1] - p[1]) * (v[0] - p[0]) for u, v in ((a, b), (b, c), (c, a))]
    return all(x >= 0 for x in sides) or all(x <= 0 for x in sides)


# -- carrying a plan out -----------------------------------------------------------------------------------------------


@dataclass
class Bill:
    """What one device has done, which every device has done alike."""

    multiply_adds: int = 0
    outputs: int = 0
    depth: int = 1
    hbm: int = 0
    sent: Fraction = Fraction(0)  # on the busiest link, one collective after the other
    lanes: Counter[str] = None  # type: ignore[assignment]  # by axis


def carry_out(case: Case, plan: str, computed: Mapping[str, str]) -> Bill:
    """Do what the plan says, ``computed`` being the cut of the product as it arises; every claim of it is checked."""
    grid = Grid(case)
    held = {n: {d: grid.block(cuts, d) for d in grid.devices} for n, cuts in (("A", case.a), ("B", case.b))}
    widths = dict(zip("ABC", case.widths))
    bill = Bill(lanes=Counter())
    steps = [_step(s, grid) for s in plan.split(", ")] if plan != "no communication" else []
    while steps and steps[0][2] in held:
        name, over, array = steps.pop(0)
        assert name == "AllGather", "an operand can only be gathered"
        _gather(grid, held[array], over, widths[array], bill)
    inner = [d for d, _ in case.a if d in dict(case.b) and d not in dict(case.c)]
    added: dict[Device, Block] = {}
    out: dict[Device, Block] = {}
    want = grid.block
    for d in grid.devices:
        a, b = held["A"][d], held["B"][d]
        mine = {dim: grid.own(dim, cut, d, [x[dim] for x in (a, b) if dim in x]) for dim, cut in computed.items()}
        depth = {x: a[x] & b[x] for x in inner}
        assert all(depth.values()), "the operands have nothing of the contracted dim in common"
        used = {n: {x: depth.get(x, mine.get(x, s)) for x, s in has.items()} for n, has in (("A", a), ("B", b))}
        out[d], added[d] = mine, depth
        bill.outputs, bill.depth = grid.volume(mine), grid.volume(depth)
        bill.multiply_adds = bill.outputs * bill.depth
        bill.hbm = sum(grid.volume(used[n]) * widths[n] for n in "AB") + grid.volume(mine) * widths["C"]
    if not steps:
        assert all(out[d] == want(case.c, d) for d in grid.devices), "what is multiplied is not what is wanted"
    for name, over, _ in steps:
        _after(grid, case, out, added, name, over, widths["C"], bill)
    whole = {x: frozenset(range(grid.parts)) for x in inner}
    for d in grid.devices:
        for dim, wanted in want(case.c, d).items():
            assert wanted <= out[d][dim], "a device lacks part of its block"
        parts = [added[p] for p in grid.group(d, case.sums)]
        assert union(parts) == whole, "not every product is added"
        if case.sums:
            assert sum(map(grid.volume, parts)) == grid.volume(whole), "a product is added twice"
    return bill


def _step(word: str, grid: Grid) -> tuple[str, str, str]:
    found = re.fullmatch(r"(\w+?)_(\w+) (\w)", word)
    assert found is not None, word
    return found.groups()  # type: ignore[return-value]


def _gather(grid: Grid, held: dict[Device, Block], over: str, width: int, bill: Bill) -> None:
    sizes = {grid.volume(b) for b in held.values()}
    assert len(sizes) == 1
    piece = sizes.pop() * width
    new = {d: union([held[p] for p in grid.group(d, over)]) for d in held}
    ways = math.prod(grid.axes[x] for x in over)
    assert all(grid.volume(new[d]) == grid.volume(held[d]) * ways for d in held), "in vain"
    held.update(new)
    _count(grid, over, piece, bill)


def _count(grid: Grid, over: str, piece: Fraction | int, bill: Bill, times: int = 1) -> None:
    load = times * piece * spread_load([grid.axes[x] for x in over], [grid.kinds[x] for x in over])
    bill.sent += load
    for x in over:
        bill.lanes[x] += load if grid.axes[x] > 1 else 0  # type: ignore[assignment]


def _after(
    grid: Grid, case: Case, out: dict[Device, Block], added: dict[Device, Block], name: str, over: str, width: int,
    bill: Bill,
) -> None:  # fmt: skip
    ways = math.prod(grid.axes[x] for x in over)
    if name in ("AllReduce", "ReduceScatter"):
        new = {}
        for d in grid.devices:
            group = grid.group(d, over)
            assert all(out[p] == out[d] for p in group), "what is added is not the same entries"
            parts = [added[p] for p in group]
            new[d] = union(parts)
            assert sum(map(grid.volume, parts)) == grid.volume(new[d]), "added twice"
        piece = Fraction(grid.volume(out[grid.devices[0]]) * width, ways)
        added.update(new)
        _count(grid, over, piece, bill, 2 if name == "AllReduce" else 1)
        if name == "ReduceScatter":
            _keep(grid, case, out, over)
        return
    if name == "AllGather":
        _gather(grid, out, over, width, bill)
        return
    assert name == "AllToAll"
    assert len(over) == 1
    piece = Fraction(grid.volume(out[grid.devices[0]]) * width, ways)  # what one device sends to one other
    new = {d: union([out[p] for p in grid.group(d, over)]) for d in grid.devices}
    out.update(new)
    _keep(grid, case, out, over)
    load = piece * swap_load(grid.axes[over], grid.kinds[over])
    bill.sent += load
    bill.lanes[over] += load  # type: ignore[assignment]


def _keep(grid: Grid, case: Case, out: dict[Device, Block], over: str) -> None:
    """Of a dim each device keeps the entries that in the output lie with devices of its place along some axes."""
    for d in grid.devices:
        for dim, axes in case.c:
            size, mine = grid.parts, out[d][dim]
            for x in axes:
                size //= grid.axes[x]
                if x in over:
                    place = d[grid.names.index(x)]
                    mine = frozenset(i for i in mine if i // size % grid.axes[x] == place)
            out[d] = {**out[d], dim: mine}

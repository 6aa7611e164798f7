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
from dataclasses import dataclass, field
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
    links: tuple[tuple[str, str], ...] = ()  # of the axes whose links are not ici

    @property
    def text(self) -> str:
        """The notation."""
        left, right, out = (_written(n, x, w) for n, x, w in zip("ABC", (self.a, self.b, self.c), self.widths))
        tail = f"{{U_{{{','.join(self.sums)}}}}}" if self.sums else ""
        return f"{left} * {right} -> {out}{tail}"

    @property
    def mesh(self) -> str:
        """The axes with their sizes."""
        return " ".join(f"{x}={n}" for x, n in self.axes)

    @property
    def over(self) -> str:
        """What joins the axes."""
        return _joined(self)

    @property
    def arrays(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """The cuts of each input."""
        return {"A": self.a, "B": self.b}

    @property
    def contracted(self) -> tuple[str, ...]:
        """The dims that the product is added up over."""
        return tuple(d for d, _ in self.a if d in dict(self.b) and d not in dict(self.c))


def _joined(case: Case | Rowwise) -> str:
    links = dict(case.links)
    words = {x: kind.replace(" ", "-") for x, kind in case.kinds}
    return " ".join(f"{x}={kind}{f':{links[x]}' if x in links else ''}" for x, kind in words.items())


NAMES = {1: "int8", 2: "bf16", 4: "fp32"}


@dataclass(frozen=True)
class Rowwise:
    """An operation that is no product of two: a sum or a product entry by entry, a function, a reduction."""

    operator: str
    arrays: dict[str, tuple[tuple[str, str], ...]]
    c: tuple[tuple[str, str], ...]
    sums: str
    sizes: tuple[tuple[str, int], ...]
    axes: tuple[tuple[str, int], ...]
    kinds: tuple[tuple[str, str], ...]
    widths: dict[str, int]
    links: tuple[tuple[str, str], ...] = ()
    contracted: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The notation."""
        said = [_written(n, x, self.widths[n]) for n, x in self.arrays.items()]
        left = f" {self.operator} ".join(said) if self.operator in "+*" else f"{self.operator}({said[0]})"
        tail = f"{{U_{{{','.join(self.sums)}}}}}" if self.sums else ""
        return f"{left} -> {_written('C', self.c, self.widths['C'])}{tail}"

    @property
    def mesh(self) -> str:
        return " ".join(f"{x}={n}" for x, n in self.axes)

    @property
    def over(self) -> str:
        return _joined(self)


def _written(name: str, dims: Iterable[tuple[str, str]], width: int) -> str:
    cells = [d + (f"_{{{','.join(x)}}}" if x else "") for d, x in dims]
    return f"{NAMES[width]} {name}[{', '.join(cells)}]"


def _cuts(rng: random.Random, names: list[str], axes: Iterable[str], chance: float) -> tuple[tuple[str, str], ...]:
    found: Cuts = dict.fromkeys(names, "")
    order = list(axes)
    rng.shuffle(order)
    for x in order:
        if names and rng.random() < chance:
            found[rng.choice(names)] += x
    return tuple(found.items())


def _mesh(rng: random.Random, most: Mapping[str, int]) -> tuple[dict[str, int], dict[str, str], dict[str, str]]:
    """Axes, what joins each, and their links where these are not ici."""
    axes = {x: rng.randint(1, n) for x, n in most.items()}
    kinds = {x: rng.choice(("ring", "ring", "line", "one-way ring", "switch")) for x in axes}
    other = {x for x in axes if rng.random() < 0.1}
    return axes, kinds, dict.fromkeys(sorted(other), "nvlink")


def some_rows(rng: random.Random, most: Mapping[str, int]) -> Rowwise:
    """A random operation that is no product of two: entry by entry over one to three arrays, or along a dim."""
    axes, kinds, links = _mesh(rng, most)
    operator = rng.choice(("+", "+", "*", "relu", "silu", "copy", "softmax", "sum", "sum", "mean"))
    dims = ["I", "J", "N", "E"][: rng.choice((1, 2, 2, 3, 4))]
    chance = rng.choice((0.0, 0.2, 0.5, 0.8))
    arrays = {"A": _cuts(rng, dims, axes, rng.choice((0.2, 0.5, 0.8)))}
    gone: list[str] = []
    if operator in "+*":
        for n in rng.choice(("B", "BD")) if operator == "+" else "BD":
            own = dims if rng.random() < 0.7 else rng.sample(dims, rng.randint(1, len(dims)))
            arrays[n] = arrays["A"] if rng.random() < 0.4 and own == dims else _cuts(rng, own, axes, chance)
    elif operator in ("sum", "mean"):
        gone = rng.sample(dims, rng.randint(1, len(dims)))
    elif operator == "softmax":
        operator = f"softmax_{rng.choice(dims)}"
    kept = [d for d in dims if d not in gone]
    c = _cuts(rng, kept, axes, chance) if rng.random() < 0.7 else tuple((d, dict(arrays["A"])[d]) for d in kept)
    cut = "".join(x for d in gone for x in dict(arrays["A"])[d])
    sums = "".join(x for x in cut if all(x not in y for _, y in c)) if rng.random() < 0.2 else ""
    step = math.prod(axes.values())
    sizes = tuple((d, step * rng.choice((1, 1, 2, 3, 5, 16))) for d in dims)
    widths = {n: rng.choice((1, 2, 2, 4)) for n in (*arrays, "C")}
    return Rowwise(operator, arrays, c, sums, sizes, *(tuple(sorted(m.items())) for m in (axes, kinds)), widths,
                   tuple(links.items()))  # fmt: skip


def some_case(rng: random.Random, most: Mapping[str, int]) -> Case | None:
    """A random product of two arrays; None where the draw makes no valid notation.

    Up to three dims are added up over, up to two (batch, experts) stay in all three arrays, up to two are each side's.
    """
    axes, joined, links = _mesh(rng, most)
    wide = rng.random() < 0.5
    inner = ["J", "L", "M"][: rng.choice((0, 1, 1, 1, 2, 2, 3) if wide else (1, 1, 1, 0))]
    shared = ["N", "E"][: rng.choice((0, 0, 1, 1, 2) if wide else (0, 0, 1))]
    rows, columns = (names[: rng.choice((0, 1, 1, 1, 2)) if wide else 1] for names in (["I", "H"], ["K", "P"]))
    if not inner:
        shared = shared or ["N"]
    dims = [[*shared, *rows, *inner], [*shared, *inner, *columns], [*shared, *rows, *columns]]
    if not all(dims):
        return None
    for names in dims if wide else []:
        rng.shuffle(names)

    a, b, c = (_cuts(rng, names, axes, rng.choice((0.2, 0.5, 0.8))) for names in dims)
    if rng.random() < 0.15:
        c = tuple((d, "") for d in dims[2])  # whole on every device
    step = math.prod(axes.values())
    sizes = {d: step * rng.choice((1, 1, 2, 3, 5, 16)) for d in dict.fromkeys(chain.from_iterable(dims))}
    widths = tuple(rng.choice((1, 2, 2, 4)) for _ in range(3))
    both = {d: x for d, x in a if d in inner and x and dict(b)[d] == x}
    free = "".join(x for cut_ in both.values() for x in cut_ if all(x not in y for _, y in c))
    sums = free if rng.random() < 0.15 else ""
    return Case(a, b, c, sums, *(tuple(sorted(m.items())) for m in (sizes, axes, joined)), widths, tuple(links.items()))


class Grid:
    """The devices of a mesh, and the bytes that cross each of their links."""

    def __init__(self, case: Case | Rowwise) -> None:
        self.sizes, self.axes, self.kinds = dict(case.sizes), dict(case.axes), dict(case.kinds)
        self.links = {x: dict(case.links).get(x, "ici") for x in self.axes}
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

    flops: int = 0  # 2 a multiply-add
    done: int = 0  # really
    hbm: int = 0
    sent: Counter[str] = field(default_factory=Counter)  # on the busiest link of a sort, one collective after the other
    lanes: Counter[str] = field(default_factory=Counter)  # the same by sort and axis
    held: int = 0  # bytes of all at once: its parts, what it gathers or works on beside them, the result


def carry_out(case: Case, plan: str, computed: Mapping[str, str]) -> Bill:
    """Do what the plan says, ``computed`` being the cut of the product as it arises; every claim of it is checked."""
    grid, bill = Grid(case), Bill()
    widths = dict(zip("ABC", case.widths))
    steps = [_step(s, grid) for s in plan.split(", ")] if plan != "no communication" else []
    before = [s for s in steps if s[2] in case.arrays]
    held = _brought(grid, case, before, widths, Bill())
    inner = [d for d, _ in case.a if d in dict(case.b) and d not in dict(case.c)]
    added: dict[Device, Block] = {}
    out: dict[Device, Block] = {}
    needs: dict[Device, dict[str, Block]] = {}
    for d in grid.devices:
        a, b = held["A"][d], held["B"][d]
        mine = {dim: grid.own(dim, cut, d, [x[dim] for x in (a, b) if dim in x]) for dim, cut in computed.items()}
        depth = {x: a[x] & b[x] for x in inner}
        assert all(depth.values()), "the operands have nothing of the contracted dim in common"
        used = {n: {x: depth.get(x, mine.get(x, s)) for x, s in has.items()} for n, has in (("A", a), ("B", b))}
        out[d], added[d], needs[d] = mine, depth, used
        outputs, added_up = grid.volume(mine), grid.volume(depth)
        bill.flops = 2 * outputs * added_up if inner else outputs
        bill.done = outputs * (2 * added_up - 1) if inner else outputs
        bill.hbm = sum(grid.volume(used[n]) * widths[n] for n in "AB") + grid.volume(mine) * widths["C"]
    _brought(grid, case, before, widths, bill, needs)
    _finish(grid, case, out, added, steps[len(before) :], inner, bill)
    return bill


def _brought(
    grid: Grid, case: Case | Rowwise, steps: list[tuple[str, str, str]], widths: Mapping[str, int], bill: Bill,
    needs: Mapping[Device, Mapping[str, Block]] | None = None,
) -> dict[str, dict[Device, Block]]:  # fmt: skip
    """The operands once they are sent; where it is known what each device needs, none sends what nobody needs.

    Of a dim of which all devices that exchange hold the same, they drop first what none of them needs.
    """
    held = {n: {d: grid.block(cuts, d) for d in grid.devices} for n, cuts in case.arrays.items()}
    for n in {array for *_, array in steps} if needs else ():
        over = "".join(axes for _, axes, array in steps if array == n)
        lots = {d: grid.group(d, over) for d in grid.devices}
        held[n] = {
            d: {
                x: frozenset().union(*(needs[p][n][x] for p in lots[d]))
                if all(held[n][p][x] == mine for p in lots[d])
                else mine
                for x, mine in held[n][d].items()
            }
            for d in grid.devices
        }
    made: dict[str, list[dict[Device, Block]]] = {n: [] for n in held}  # by the gathers
    for name, over, array in steps:
        if name == "AllGather":
            _gather(grid, held[array], over, widths[array], bill)
            made[array].append(dict(held[array]))
        else:
            assert name == "AllToAll", "an operand can only be gathered, or cut another way"
            _swap(grid, case, held[array], over, widths[array], bill)
    for d, used in (needs or {}).items():
        assert all(_within(b, held[n][d]) for n, b in used.items()), "a device dropped what it needs"
    for n, cuts in case.arrays.items() if needs else ():
        own = {d: grid.block(cuts, d) for d in grid.devices}
        more = (_kept(grid, own[d], [*(x[d] for x in made[n]), needs[d][n]]) for d in grid.devices)
        bill.held += widths[n] * (grid.volume(own[grid.devices[0]]) + max(more))
    return held


def _kept(grid: Grid, own: Block, made: Iterable[Block]) -> int:
    """Entries of what a device makes of an array beside its part of it: a slice is made in place."""
    more = {tuple(b.items()): b for b in made if not _within(b, own)}.values()
    largest = [b for b in more if not any(b is not other and _within(b, other) for other in more)]
    return sum(map(grid.volume, largest))


def _within(b: Block, other: Block) -> bool:
    return all(s <= other[x] for x, s in b.items())


def _finish(
    grid: Grid, case: Case | Rowwise, out: dict[Device, Block], added: dict[Device, Block],
    steps: list[tuple[str, str, str]], inner: Iterable[str], bill: Bill, rows: str = "",
) -> None:  # fmt: skip
    """The steps after the work, and whether every device then has what is wanted; rows are worked out whole."""
    width = case.widths[2] if isinstance(case, Case) else case.widths["C"]
    worked_out, made = dict(out), list[dict[Device, Block]]()
    if not steps and not dict(case.c).get(rows):
        assert all(out[d] == grid.block(case.c, d) for d in grid.devices), "what is worked out is not what is wanted"
    for name, over, _ in steps:
        _after(grid, case, out, added, name, over, width, bill)
        made += [dict(out)] if name == "AllGather" else []
    last = {d: grid.block(case.c, d) for d in grid.devices}
    first = max(grid.volume(b) if b != last[d] else 0 for d, b in worked_out.items())
    joined = max(_kept(grid, last[d], [x[d] for x in made]) for d in grid.devices)
    bill.held += width * (first + joined + grid.volume(last[grid.devices[0]]))
    whole = {x: frozenset(range(grid.parts)) for x in inner}
    for d in grid.devices:
        for dim, wanted in grid.block(case.c, d).items():
            assert wanted <= out[d][dim], "a device lacks part of its block"
        parts = [added[p] for p in grid.group(d, case.sums)]
        assert union(parts) == whole, "not every part is added"
        if case.sums:
            assert sum(map(grid.volume, parts)) == grid.volume(whole), "a part is added twice"


COUNTS = {
    **dict.fromkeys(("copy", "cast"), (0, 0)),
    **{"relu": (1, 0), "silu": (4, 0), "softmax": (5, -2), "sum": (1, -1), "mean": (1, 0)},
}


def carry_out_rows(case: Rowwise, plan: str, computed: Mapping[str, str]) -> Bill:
    """The same for an operation that is no product of two: FLOPs an entry of the first array, and a row of it."""
    grid, bill = Grid(case), Bill()
    steps = [_step(s, grid) for s in plan.split(", ")] if plan != "no communication" else []
    before = [s for s in steps if s[2] in case.arrays]
    held = _brought(grid, case, before, case.widths, Bill())
    needs: dict[Device, dict[str, Block]] = {}
    first = dict(case.arrays["A"])
    gone = [x for x in first if x not in dict(case.c)]
    name, _, along = case.operator.partition("_")
    added: dict[Device, Block] = {}
    out: dict[Device, Block] = {}
    for d in grid.devices:
        has = {n: x[d] for n, x in held.items()}
        mine = {x: grid.own(x, cut, d, [b[x] for b in has.values() if x in b]) for x, cut in computed.items()}
        added[d] = {x: has["A"][x] for x in gone}
        out[d] = mine
        needs[d] = used = {n: {x: mine.get(x, b[x]) for x in b} for n, b in has.items()}
        assert not along or len(used["A"][along]) == grid.parts, "a row is not whole on a device"
        entries, outputs = grid.volume(used["A"]), grid.volume(mine)
        if name in "+*":
            bill.flops = bill.done = (len(has) - 1) * outputs
        else:
            each, more = COUNTS[name]
            row = dict(case.sizes)[along] if along else entries // outputs
            bill.flops, bill.done = each * entries, each * entries + more * (entries // row)
        read = sum(grid.volume(b) * case.widths[n] for n, b in used.items())
        bill.hbm = read + grid.volume(mine) * case.widths["C"]
    _brought(grid, case, before, case.widths, bill, needs)
    _finish(grid, case, out, added, steps[len(before) :], gone, bill, along)
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
    _charge(grid, over, load, bill)


def _charge(grid: Grid, over: str, load: Fraction, bill: Bill) -> None:
    live = [x for x in over if grid.axes[x] > 1]
    (link,) = {grid.links[x] for x in live or over}  # no collective goes over two sorts of link at once
    bill.sent[link] += load  # type: ignore[assignment]
    for x in live:
        bill.lanes[f"{link}_{x}"] += load  # type: ignore[assignment]


def _after(
    grid: Grid, case: Case | Rowwise, out: dict[Device, Block], added: dict[Device, Block], name: str, over: str,
    width: int, bill: Bill,
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
    _swap(grid, case, out, over, width, bill)


def _swap(grid: Grid, case: Case | Rowwise, held: dict[Device, Block], over: str, width: int, bill: Bill) -> None:
    before = grid.volume(held[grid.devices[0]])
    ways = math.prod(grid.axes[x] for x in over)
    piece = Fraction(before * width, ways)  # what one device sends to one other
    held.update({d: union([held[p] for p in grid.group(d, over)]) for d in grid.devices})
    _keep(grid, case, held, over)
    assert all(grid.volume(b) == before for b in held.values()), "what is held has grown or shrunk"
    # over several axes one after the other, all chunks at once: a link carries those of all that are alike on its axis
    loads = (swap_load(grid.axes[x], grid.kinds[x]) * Fraction(ways, grid.axes[x]) for x in over)
    _charge(grid, over, piece * max(loads), bill)


def _keep(grid: Grid, case: Case | Rowwise, out: dict[Device, Block], over: str) -> None:
    """Of a dim each device keeps the entries that in the output lie with devices of its place along some axes."""
    for d in grid.devices:
        for dim, axes in case.c:
            if dim not in out[d]:
                continue
            size, mine = grid.parts, out[d][dim]
            for x in axes:
                size //= grid.axes[x]
                if x in over:
                    place = d[grid.names.index(x)]
                    mine = frozenset(i for i in mine if i // size % grid.axes[x] == place)
            out[d] = {**out[d], dim: mine}

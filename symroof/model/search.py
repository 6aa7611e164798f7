"""The search for plans: every choice of axes to gather first, carried to the output, less those that another beats.

A candidate is looked at in three ways, each only where the one before leaves it open: its costs at a few numbers, where
most pairs refute each other; term by term, each minus covered by a plus that is never less; expanded about the smallest
sizes.  Sizes are those that divide: one that is cut is the share of a device times its axes.  Only what is left becomes
a ``Plan``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, permutations
from operator import lt
from typing import Any, final

from symroof.algebra.ratios.poly import Gen, Number, Ring, exact, in_order, ring
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio, total
from symroof.algebra.ratios.posynomial import product as times
from symroof.algebra.ratios.sizes import Cuts
from symroof.algebra.signs.shift import Ground
from symroof.arrays import Array, Axes, Size, distinct, tied
from symroof.dtypes import DType
from symroof.errors import Unsupported
from symroof.model.counting import multiplied
from symroof.model.dominance import ground, holds, less, never_negative, weighed
from symroof.model.functions import GATHER, REDUCE
from symroof.model.layout import (
    Layout,
    Over,
    Send,
    as_wanted,
    axes_of,
    endings,
    gathered,
    gathers,
    in_formats,
    layout_of,
    local_size,
    moved,
    natural_of,
    one_by_one,
    pieces,
    shared,
    sliced,
    sliced_first,
    without,
)
from symroof.model.plan import Plan, Step
from symroof.records import dataclass, replace
from symroof.symbols import key


@final
@dataclass(frozen=True)
class Task:
    """A product of two arrays, or a sum or product of several entry by entry, whose plans are wanted.

    With the networks, the collectives' options and the rates.  What is added up already comes as partial sums of all
    arrays alike, and is sent in ``adds``, the format that it is added in.
    """

    arrays: tuple[Array, ...]
    out: Array
    inner: Axes
    free: bool  # whether the result may stay cut as the operands leave it
    over: Over
    options: Mapping[str, Any]
    rates: tuple[Ratio, Ratio | None]
    overlap: str
    sign: str = "*"
    shared: tuple[str, ...] = ()  # of each operand the name of the array that others are too, or ""
    adds: DType | None = None

    @cached_property
    def cuts(self) -> Cuts:
        """Which sizes have to divide over which axes, as the arrays are written."""
        text = f"{f' {self.sign} '.join(map(str, self.arrays))} -> {self.out}"
        rows = [row for x in (*self.arrays, self.out) for row in x.cuts(text).rows]
        return Cuts(tuple(dict.fromkeys(rows)))

    def called(self, i: int) -> str:
        """The name of an array that is several operands, of one of them; nothing for another."""
        return self.shared[i] if self.shared else ""

    @property
    def axes(self) -> set[str]:
        """The mesh axes that cut an operand."""
        return {n for x in self.arrays for n in axes_of(x)}


@final
@dataclass(frozen=True)
class Candidate:
    """One way as it is found: the operands as multiplied, the product as it arises, what is sent before and after."""

    task: Task
    operands: tuple[Array, ...]
    natural: Array
    sends: tuple[Send, ...]
    ends: Array
    first: int  # of what is sent, before it is multiplied

    def plan(self, step: Callable[[Send], Step]) -> Plan:
        """The plan of its steps; those over a single device are none."""
        t = self.task
        steps = tuple(map(step, self.sends))
        sent = tuple(s for s in steps if s.cost.network.size_core != 1)
        depth = times(local_size(self.operands, d) for d in t.inner) if t.inner else None
        flops, done = multiplied(self.natural.elements, depth, len(t.arrays))
        return Plan(
            sent, flops, self.moved, self.natural, self.ends, *t.rates, t.overlap,
            exact_flops=done, operands=self.operands, stored=self.natural, cuts=t.cuts,
            gathered=gathered(self.sends[: self.first]), joined=gathered(self.sends[self.first :]),
        )  # fmt: skip

    @property
    def moved(self) -> Ratio:
        """Bytes through HBM on one device."""
        return total(x.bytes for x in self.read) + self.natural.bytes

    @cached_property
    def read(self) -> tuple[Array, ...]:
        """What is loaded: the operands, an array that is several only in the parts that are not the same."""
        if not any(self.task.shared):
            return self.operands
        called = (replace(x, name=self.task.called(i) or x.name) for i, x in enumerate(self.operands))
        return tuple(distinct(called))

    @cached_property
    def name(self) -> str:
        """What it would be called if every axis had two devices or more."""
        return ", ".join(map(str, self.sends)) or "no communication"


def candidates(t: Task) -> Iterator[Candidate]:
    """Every choice of axes to gather first that leaves a legal product, carried to the output."""
    at_once: dict[Axes, bool] = {}  # axes whose collectives stay one
    finished: dict[object, list[list[Send]]] = {}

    def parts(s: Send) -> list[Send]:
        if s.axes not in at_once:
            at_once[s.axes] = len(one_by_one(s, t.over)) == 1
        return [s] if at_once[s.axes] else one_by_one(s, t.over)

    for chosen in _choices(t, [list(_ways(x, t)) for x in t.arrays]):
        layout: dict[str, Axes] = {}
        for _, lies, _ in reversed(chosen):
            layout.update({d: max(cut, layout.get(d, ()), key=len) for d, cut in lies.items()})
        made = _product(t, [x for *_, x in chosen], layout, finished)
        if made is not None:
            operands, natural, ways, ends = made
            before = _sent_once(t, [sent for sent, *_ in chosen], operands)
            first = [x for s in before or () for x in parts(s)]
            for after in () if before is None else ways:
                sends = (*first, *(x for s in after for x in parts(s)))
                yield Candidate(t, operands, natural, sends, ends, len(first))


Way = tuple[list[Send], Layout, Array]  # what is sent of an operand, how its pieces lie then, the array


def _choices(t: Task, ways: list[list[Way]], chosen: tuple[int, ...] = ()) -> Iterator[tuple[Way, ...]]:
    """A way for each operand, such that each fits to those before it; of three or more those cut alike go alike.

    Otherwise the choices would be multiplied by each operand of a long sum.
    """
    i = len(chosen)
    if i == len(ways):
        yield tuple(w[k] for w, k in zip(ways, chosen))
        return
    x = t.arrays[i]
    twin = next((j for j in range(i) if len(ways) > 2 and _alike(t.arrays[j], x)), None)
    for k, way in enumerate(ways[i]) if twin is None else [(chosen[twin], ways[i][chosen[twin]])]:
        if all(_fit(t.arrays[j], ways[j][chosen[j]], x, way) for j in range(i)):
            yield from _choices(t, ways, (*chosen, k))


def _alike(a: Array, b: Array) -> bool:
    return (a.dims, a.sharding, a.dtype) == (b.dims, b.sharding, b.dtype)


def _fit(a: Array, one: Way, b: Array, other: Way) -> bool:
    """Whether two operands can be multiplied as they lie then, neither of them gathered further than it is used."""
    both = [d for d in a.dims if d in b.dims]
    lies_a, lies_b = one[1], other[1]
    if any(shared(lies_a[d], lies_b[d]) not in (lies_a[d], lies_b[d]) for d in both):
        return False
    alone = [{n for d in x.dims if d not in both for n in x.axes(d)} for x in (a, b)]
    clash = alone[0] & alone[1]  # axes that would cut two dims of the product, unless one operand is sent over them
    if clash and not clash <= {n for s in (*one[0], *other[0]) for n in s.axes}:
        return False
    return not any(
        len(longer[d]) > len(lies[d]) and x.axes(d)[len(lies[d]) :][:1] == longer[d][len(lies[d]) :][:1]
        for x, lies, longer in ((a, lies_a, lies_b), (b, lies_b, lies_a))
        for d in both
    )


def _sent_once(t: Task, sent: list[list[Send]], operands: tuple[Array, ...]) -> list[Send] | None:
    """What is sent of the operands, slices first; of an array that is several once where they need the same.

    None where one of these needs no more than is there, so that another candidate gathers the other alone.
    """
    early = [[sliced_first(x, s, ways, used) for s in ways] for x, ways, used in zip(t.arrays, sent, operands)]
    if not any(t.shared):
        return list(chain.from_iterable(early))
    idle = [used.is_part_of(x) for x, used in zip(t.arrays, operands)]
    out: list[Send] = []
    for i, k in [(i, k) for i, ways in enumerate(sent) for k in range(len(ways))]:
        twins = _twins(t, sent, i, k)
        if twins and (idle[i] or any(idle[j] for j, _ in twins)):
            return None
        if not twins:
            out.append(early[i][k])
        elif all(j > i for j, _ in twins):
            same = all(early[j][m].array.sharding == early[i][k].array.sharding for j, m in twins)
            s = early[i][k] if same else sent[i][k]
            out.append(replace(s, array=replace(s.array, name=t.called(i))))
    return out


def _twins(t: Task, sent: list[list[Send]], i: int, k: int) -> list[tuple[int, int]]:
    """Where else the same gather of the same array is, in the operands that are it, too."""
    s = sent[i][k]
    if s.name != GATHER or not t.called(i):
        return []
    return [
        (j, m)
        for j, ways in enumerate(sent)
        if j != i and t.called(j) == t.called(i)
        # else the pieces may lie otherwise
        if not any(s.array.sharding) or t.arrays[j].sharding == t.arrays[i].sharding
        for m, x in enumerate(ways)
        if x.name == GATHER and (s.axes, s.array.sharding) == (x.axes, x.array.sharding)
    ]


def _ways(x: Array, t: Task) -> Iterator[tuple[list[Send], Layout, Array]]:
    """What may be done with an operand first: gathered over any of its axes, and one that is left moved to its place.

    An axis is moved by an AllToAll to the dim that it cuts in the result; of an operand over many axes, which is large
    enough a search already, only where nothing else is gathered.
    """
    few = len(axes_of(x)) <= MANY
    for gone in _subsets(axes_of(x)):
        sent, lies, now = gathers(x, gone), layout_of(x, gone), without(x, gone)
        yield sent, lies, now
        for d, e in permutations(now.dims, 2) if not t.free and (few or not gone) else ():
            axis = lies[d][-1:]
            if axis and (*lies[e], *axis) == t.out.axes(e)[: len(lies[e]) + 1]:
                send, there = moved(now, axis[0], e)
                yield [*sent, send], {**lies, d: pieces(lies[d], axis), e: (*lies[e], *axis)}, there


def _product(
    t: Task, arrays: list[Array], layout: dict[str, Axes], finished: dict[object, list[list[Send]]]
) -> tuple[tuple[Array, ...], Array, list[list[Send]], Array] | None:
    """Operands as multiplied, their product, the ways to end it, what it ends as; None where they make none."""
    alike = sliced(arrays, t.inner)
    if alike is None:
        return None
    operands, partial = alike
    if not t.free:
        operands = as_wanted(operands, t.out, layout)
    natural = natural_of(operands, t.out, partial)
    if natural is None:
        return None
    if t.adds or not natural.name:
        natural = replace(natural, dtype=t.adds or natural.dtype, name=natural.name or str(natural))
    lies = tuple([(d, layout.get(d, ())) for d in t.out.dims])
    which = natural.sharding, natural.unreduced, lies
    if which not in finished:
        ways = endings(natural, natural if t.free else t.out, dict(lies))
        finished[which] = [in_formats(way, t.out.dtype) for way in ways] if t.adds else ways
    ways = finished[which]
    return operands, natural, ways, replace(natural, unreduced=()) if t.free else t.out


def _subsets(axes: Axes) -> Iterator[Axes]:
    return chain.from_iterable(combinations(axes, k) for k in range(len(axes) + 1))


def plans(t: Task) -> tuple[Plan, ...]:
    """The plans that no other beats, simple ones first.  Raises Unsupported where there is none."""
    costs = Costs(t)
    found = {(c.name, c.first): c for c in sorted(candidates(t), key=costs.order, reverse=True)}
    kept = costs.unbeaten(list(found.values())[::-1])
    if not kept:
        both = " and ".join(map(str, t.arrays))
        raise Unsupported(f"no plan that is searched leads from {both} to {t.out}; write the steps one by one")
    return tuple({str(p): p for p in reversed([c.plan(costs.step) for c in kept])}.values())[::-1]


def named(t: Task, name: str) -> Plan | None:
    """The plan that is written so, beaten or not; None where no plan is."""
    costs = Costs(t)
    found = [c for c in candidates(t) if name == c.name or name == str(c.plan(costs.step))]
    return costs.unbeaten(found)[0].plan(costs.step) if found else None


MANY = 2  # axes of an operand up to which every gather is tried with every move
Terms = dict[int, Number]  # a sum by its packed monomials, in the ring of one search


class Costs:
    """What the candidates of one search need of each resource: at a few sizes at once, in symbols where it is asked.

    ``compared`` counts the pairs of plans that were weighed in symbols.
    """

    def __init__(self, t: Task) -> None:
        self.t = t
        self.units: dict[tuple[str, Axes], tuple[tuple[str, ...], Ratio, list[float], bool]] = {}
        self.steps: dict[tuple[str, Axes], Step] = {}  # of one byte
        self.about: dict[Ratio, list[float]] = {}
        arrays = (*t.arrays, t.out)
        cut = {n for x in arrays for n in (*axes_of(x), *x.unreduced)}
        self.names = sorted({*cut, *(n for x in arrays for n in (*x.dims, *tied(x.sizes), x.dtype.name))})
        self.points = [
            {
                n: _DRAWN[n in cut][(7 * i * i + 3 * i + 5 * k * (i + 1) + k * k) % 19 % 6]
                for i, n in enumerate(self.names)
            }
            for k in range(POINTS)
        ]
        for d, share in self.shares.items():  # numbers that divide
            for p in self.points:
                if (n := str(d)) in p:
                    p[n] = int(share.at({**p, **{key(m, True): v for m, v in p.items()}}))
        self.keyed = [{**p, **{key(n, True): v for n, v in p.items()}} for p in self.points]
        self.entries: dict[tuple[object, ...], list[float]] = {}
        self.known: dict[int, dict[str, Terms]] = {}
        self.packed: dict[tuple[object, ...], tuple[int, Number]] = {}
        self.in_ring: dict[tuple[str, Axes], Terms] = {}
        self.proved: dict[frozenset[tuple[int, Number]], bool] = {}
        self.compared = 0

    def unit(self, s: Send) -> tuple[tuple[str, ...], Ratio, list[float], bool]:
        """Of one byte: the lanes that it keeps busy, its seconds, these at the points, and whether anything is sent."""
        which = (s.name, s.axes)
        if which not in self.units:
            step = self.steps[which] = s.step(self.t.over, self.t.options, ratio(1))
            lanes = tuple(step.lanes) if self.t.overlap == "max" else ("network",)
            seconds = step.cost.bandwidth_core
            if seconds not in self.about:
                self.about[seconds] = _about(seconds, self.keyed)
            self.units[which] = lanes, seconds, self.about[seconds], step.cost.network.size_core != 1
        return self.units[which]

    def step(self, s: Send) -> Step:
        """A collective with its cost, which but for hops is that of one byte times its bytes."""
        if self.t.options.get("hop") is not None:  # whether they set the time is told beside it
            return s.step(self.t.over, self.t.options)
        self.unit(s)
        one = self.steps[s.name, s.axes]
        name, cost = s.array.name or str(s.array), replace(one.cost, volume=s.array.bytes)
        return replace(one, array=name, cost=cost, format=str(s.array.dtype), part=str(s.array) if s.part else "")

    def order(self, c: Candidate) -> tuple[int, int, int, str]:
        """Fewest axes first, then fewest collectives, an AllReduce, which is two, after a gather."""
        sent = [s for s in c.sends if self.unit(s)[3]]
        return sum(len(s.axes) for s in sent), len(sent), sum(s.name == REDUCE for s in sent), c.name

    # -- at numbers ------------------------------------------------------------------------------------------------
    @cached_property
    def lanes(self) -> list[str]:
        """Every resource that a candidate may need."""
        return list(dict.fromkeys(("math", "hbm", *(x for lanes, *_ in self.units.values() for x in lanes))))

    def here(self, c: Candidate) -> tuple[list[float], list[float]]:
        """The needs of a candidate at the points, resource by resource; and what is clearly less than them."""
        needs = self._at(c)
        row = [v for lane in self.lanes for v in needs.get(lane) or [0.0] * POINTS]
        return row, [v * (1 - 1e-9) for v in row]

    def _at(self, c: Candidate) -> dict[str, list[float]]:
        math_ = self._entries(c.natural)
        for d in self.t.inner:
            owner = next(x for x in c.operands if d in x.dims)
            math_ = [x * y for x, y in zip(math_, self._entries(owner, d))]
        out = {"math": math_, "hbm": [sum(x) for x in zip(*map(self._bytes, (*c.read, c.natural)))]}
        for s in c.sends:
            lanes, _, seconds, _ = self.unit(s)
            time = [x * y for x, y in zip(seconds, self._bytes(s.array))]
            for lane in lanes:
                out[lane] = [x + y for x, y in zip(out[lane], time)] if lane in out else time
        return out

    def _entries(self, x: Array, only: str | None = None) -> list[float]:
        """The entries of an array on one device at the points, or of one of its dims."""
        which = (x.dims, x.sharding, only)
        found = self.entries.get(which)
        if found is None:
            bound = {n: [_at_point(r, p) for p in self.keyed] for n, r in x.sizes}
            pairs = list(zip(x.dims, x.sharding or ((),) * len(x.dims)))
            up = [d for d, _ in pairs if d != "1" and only in (None, d)]
            down = [a for d, cut in pairs if only in (None, d) for a in cut]
            found = self.entries[which] = [
                _quotient([bound[d][k] if d in bound else p[d] for d in up],
                          [bound[a][k] if a in bound else p[a] for a in down])
                for k, p in enumerate(self.points)
            ]  # fmt: skip
        return found

    def _bytes(self, x: Array) -> list[float]:
        if x.dtype.is_symbolic:
            return [p[x.dtype.name] * n for p, n in zip(self.points, self._entries(x))]
        width = float(x.dtype.bytes)
        return [width * n for n in self._entries(x)]

    @cached_property
    def shares(self) -> dict[str, Ratio]:
        """Of each open size that is cut what it is of the share of one device, for which it stands in the ring."""
        return self.t.cuts.shares

    # -- in symbols ------------------------------------------------------------------------------------------------
    @cached_property
    def home(self) -> Ring:
        """The ring of all that the candidates need; what is no sum of products of powers is a generator of its own."""
        gens: set[Gen] = {key(n, True) for n in self.names if n != "1"}
        gens |= {x.dtype.key or x.dtype.name for x in (*self.t.arrays, self.t.out) if x.dtype.is_symbolic}
        for which, (_, seconds, _, _) in self.units.items():
            gens |= {*seconds.num.gens, *seconds.den.gens} if _is_sum(seconds) else {_opaque(which)}
        return ring(in_order(gens))

    @cached_property
    def ground(self) -> Ground | None:
        return ground(self.home, self.t.axes)

    @cached_property
    def scale(self) -> Fraction:
        """What makes the coefficients of all times whole."""
        sums = [seconds for _, seconds, _, _ in self.units.values() if _is_sum(seconds)]
        return Fraction(math.lcm(*((Fraction(n) / c).denominator for r in sums for _, c in r.den.monomials()
                                   for _, n in r.num.monomials())))  # fmt: skip

    def _seconds(self, s: Send) -> Terms:
        """Its time for a byte, in units such that coefficients are whole."""
        which = (s.name, s.axes)
        if which not in self.in_ring:
            seconds = self.unit(s)[1]
            if _is_sum(seconds):
                ((below, c),) = seconds.den.monomials()
                under = self.home.pack(below)
                found = {self.home.pack(m) - under: exact(n * self.scale / c) for m, n in seconds.num.monomials()}
            else:
                found = {self.home.pack({_opaque(which): 1}): self.scale}
            self.in_ring[which] = found
        return self.in_ring[which]

    def _packed(self, x: Array, only: str | None = None, *, wide: bool = True) -> tuple[int, Number]:
        """The bytes of an array on one device as one packed monomial, or the entries of it or of one of its dims."""
        which = (x.dims, x.sharding, only, x.dtype.name if wide else "")
        found = self.packed.get(which)
        if found is None:
            pairs = [(d, cut) for d, cut in zip(x.dims, x.sharding or ((),) * len(x.dims)) if only in (None, d)]
            up = [self._one(d, x.size(d)) for d, _ in pairs] + ([self._one(x.dtype.name, x.width)] if wide else [])
            down = [self._one(a, x.size(a)) for _, cut in pairs for a in cut]
            c = Fraction(math.prod(n for _, n in up)) / math.prod(n for _, n in down)
            found = self.packed[which] = sum(m for m, _ in up) - sum(m for m, _ in down), exact(c)
        return found

    def _one(self, name: str, size: Ratio) -> tuple[int, Number]:
        """A size as a packed monomial and its coefficient."""
        which = ("", name)
        if which not in self.packed:
            size = size.subs(self.shares)
            if len(size.num) > 1 or len(size.den) > 1:  # tied to a sum: what holds for every size holds for it
                size = gen(key(name, True))
            ((up, c),), ((down, n),) = size.num.monomials(), size.den.monomials()
            self.packed[which] = self.home.pack(up) - self.home.pack(down), exact(Fraction(c) / Fraction(n))
        return self.packed[which]

    def needs(self, c: Candidate) -> dict[str, Terms]:
        """The needs of a candidate in symbols."""
        if id(c) not in self.known:
            owners = ((d, next(x for x in c.operands if d in x.dims)) for d in self.t.inner)
            depth = [self._packed(x, d, wide=False) for d, x in owners]
            parts = [self._packed(c.natural, wide=False), *depth]
            out: dict[str, Terms] = {"math": {sum(m for m, _ in parts): math.prod(n for _, n in parts)}, "hbm": {}}
            for x in (*c.read, c.natural):
                m, n = self._packed(x)
                out["hbm"][m] = out["hbm"].get(m, 0) + n
            for s in c.sends:
                m, n = self._packed(s.array)
                for lane in self.unit(s)[0]:
                    busy_ = out.setdefault(lane, {})
                    for k, v in self._seconds(s).items():
                        busy_[k + m] = busy_.get(k + m, 0) + v * n
            self.known[id(c)] = out
        return self.known[id(c)]

    def unbeaten(self, found: list[Candidate]) -> list[Candidate]:
        """Those that no other beats at all sizes, in the order given; what is beaten beats nothing that is left."""
        kept: list[tuple[Candidate, list[float], list[float]]] = []
        for c in found:
            row, low = self.here(c)
            if not any(not any(map(lt, row, floor)) and self.beats(q, c) for q, _, floor in kept):
                kept = [p for p in kept if any(map(lt, p[1], low)) or not self.beats(c, p[0])]
                kept.append((c, row, low))
        return [c for c, *_ in kept]

    def beats(self, q: Candidate, p: Candidate) -> bool:
        """Whether one needs no more of anything at any sizes than another, and less of something; proved."""
        if q.ends is not p.ends and q.ends != p.ends:
            return False
        self.compared += 1
        mine, other, some = self.needs(p), self.needs(q), False
        for k in dict.fromkeys((*mine, *other)):
            gap = dict(mine.get(k, {}))
            for m, v in other.get(k, {}).items():
                gap[m] = gap.get(m, 0) - v
            gap = {m: v for m, v in gap.items() if v}
            if gap and not self._holds(gap):
                return False
            some = some or bool(gap)
        return some

    def _holds(self, gap: Terms) -> bool:
        """Whether a difference is proved to be 0 or more; the same ones come again from pair to pair."""
        which = frozenset(gap.items())
        if which not in self.proved:
            self.proved[which] = holds(gap, self.ground)
        return self.proved[which]


def _at_point(size: Size, point: Mapping[str, int]) -> float:
    return _quotient([size.at(point)], []) if isinstance(size, Ratio) else size


def _quotient(up: Sequence[Number | float], down: Sequence[Number | float]) -> float:
    """The float of a quotient of products; no number where it is too large for one, so that nothing is refuted by it.

    >>> _quotient([6, 2], [4]), _quotient([10**320], [3])
    (3.0, nan)
    """
    try:
        return float(math.prod(up) / math.prod(down))
    except OverflowError:
        return math.nan


POINTS = 16
_DRAWN = ((1, 10, 1, 1000, 10**6, 7), (2, 100, 3, 2, 8, 10**4))  # sizes of dims, of axes


def _is_sum(r: Ratio) -> bool:
    return len(r.den) == 1 and r.num.ring.scale == 1 == r.den.ring.scale


def _opaque(which: tuple[str, Axes]) -> str:
    """A generator that stands for the time of a collective; no name that can be written has a space."""
    return f"T_ {which[0]} {','.join(which[1])}"


def _about(r: Ratio, points: list[dict[str, int]]) -> list[float]:
    """Its values; not a number where one is irrational, so that nothing is refuted by it."""
    if _is_sum(r) and all(isinstance(g, str) for g in (*r.num.gens, *r.den.gens)):
        over, under = ([(float(c), list(e.items())) for e, c in p.monomials()] for p in (r.num, r.den))
        return [_value(over, p) / _value(under, p) for p in points]
    found = []
    for p in points:
        try:
            found.append(float(r.at({n: p.get(n, 3) for n in r.names})))
        except (Unsupported, OverflowError):
            found.append(math.nan)
    return found


def _value(terms: list[tuple[float, list[tuple[Any, Number]]]], point: Mapping[str, int]) -> float:
    return sum(c * math.prod(point.get(g, 3) ** e for g, e in exps) for c, exps in terms)


def busy(p: Plan) -> dict[str, Ratio]:
    """Arithmetic, HBM, communication by bandwidth (lane by lane under "max")."""
    out = {"math": p.flops, "hbm": p.moved}
    for s in p.steps:
        for lane in s.lanes if p.overlap == "max" else ["network"]:
            out[lane] = out.get(lane, ratio(0)) + s.cost.bandwidth_core
    return out


def no_dearer(p: Plan, q: Plan, axes: set[str]) -> bool:
    """Whether a plan sends no more than another at any sizes; where it sends as much, works no more; then HBM.

    Sizes are those that divide over the axes that cut them, so that none is smaller than its axes are large.
    """
    if not _sends_no_more(p, q, axes):
        return False
    for mine, other in [] if _sends_less(p, q, axes) else zip(_levels(p)[1:], _levels(q)[1:]):
        gap = other - mine
        if not gap.num.terms:
            continue
        found = weighed(gap, axes, p.cuts)
        if not found.low or not found.zero:
            return found.low
    return True


def _sends_no_more(p: Plan, q: Plan, axes: set[str]) -> bool:
    """By their seconds, or lane by lane: of two largest nothing is proved otherwise."""
    gap = q.comms_core - p.comms_core
    if not gap.num.terms or never_negative(gap, axes, p.cuts):
        return True
    lanes = q.lanes_core.values()
    return p.overlap == "max" and all(
        any(never_negative(b - a, axes, p.cuts) for b in lanes) for a in p.lanes_core.values()
    )


def _sends_less(p: Plan, q: Plan, axes: set[str]) -> bool:
    """Of two plans of which one sends no more."""
    gap = q.comms_core - p.comms_core
    found = weighed(gap, axes, p.cuts)
    if found.low:
        return not found.zero
    lanes = q.lanes_core.values()
    return all(any(less(a, b, axes, p.cuts) for b in lanes) for a in p.lanes_core.values())


def parting(p: Plan, q: Plan, axes: set[str]) -> set[str]:
    """The symbols of that by which two plans differ first: what both have has gone out, the rest tells the cheaper.

    Where one sends no more by any link, and as much by one of them, links that bind alike leave it to work, then HBM.
    """
    found: set[str] = set()
    for level, (mine, other) in enumerate(zip(_levels(p), _levels(q))):
        if mine == other:
            continue
        found |= {str(n) for n in (mine / other if other != 0 else mine).names}
        if level or not any(_sends_no_more(a, b, axes) and not _sends_less(a, b, axes) for a, b in ((p, q), (q, p))):
            break
    return found


def _levels(p: Plan) -> tuple[Ratio, Ratio, Ratio]:
    return p.comms_core, p.flops, p.moved

"""The search for plans: every choice of axes to gather first, carried to the output, less those that another beats.

A candidate is looked at in three ways, each only where the one before leaves it open: its costs at a few numbers, where
most pairs refute each other; term by term, each minus covered by a plus that is never less; expanded about the smallest
sizes.  Only what is left becomes a ``Plan``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from typing import Any, final

from symroof.algebra.posynomial import Ratio, ratio, total
from symroof.algebra.posynomial import product as times
from symroof.arrays import Array, Axes
from symroof.errors import Unsupported
from symroof.model.counting import multiplied
from symroof.model.dominance import less, never_negative
from symroof.model.functions import REDUCE
from symroof.model.layout import (
    Over,
    Send,
    as_wanted,
    axes_of,
    finish,
    gathers,
    layout_of,
    local_size,
    natural_of,
    one_by_one,
    sliced,
    without,
)
from symroof.model.plan import Plan, Step
from symroof.symbols import key


@final
@dataclass(frozen=True)
class Task:
    """A product of two arrays whose plans are wanted: the networks, the collectives' options, the rates."""

    a: Array
    b: Array
    out: Array
    inner: Axes
    free: bool  # whether the result may stay cut as the operands leave it
    over: Over
    options: Mapping[str, Any]
    rates: tuple[Ratio, Ratio | None]
    overlap: str

    @property
    def axes(self) -> set[str]:
        """The mesh axes that cut an operand."""
        return {*axes_of(self.a), *axes_of(self.b)}


@final
@dataclass(frozen=True)
class Candidate:
    """One way as it is found: the operands as multiplied, the product as it arises, what is sent before and after."""

    task: Task
    left: Array
    right: Array
    natural: Array
    sends: tuple[Send, ...]
    ends: Array

    @property
    def plan(self) -> Plan:
        """The plan; steps over a single device are none."""
        t = self.task
        steps = tuple(self.step(s) for s in self.sends)
        sent = tuple(s for s in steps if s.cost.network.size_core != 1)
        depth = times(local_size(self.left, self.right, d) for d in t.inner) if t.inner else None
        flops, done = multiplied(times(self.natural.shape), depth)
        operands = (self.left, self.right)
        return Plan(
            sent, flops, self.moved, self.natural, self.ends, *t.rates, t.overlap,
            exact_flops=done, operands=operands, stored=self.natural,
        )  # fmt: skip

    def step(self, s: Send) -> Step:
        return s.step(self.task.over, self.task.options)

    @property
    def moved(self) -> Ratio:
        """Bytes through HBM on one device."""
        read = (self.left,) if self.left == self.right else (self.left, self.right)
        return total(x.bytes for x in read) + self.natural.bytes

    @cached_property
    def name(self) -> str:
        """What it would be called if every axis had two devices or more."""
        return ", ".join(map(str, self.sends)) or "no communication"


def candidates(t: Task) -> Iterator[Candidate]:
    """Every choice of axes to gather first that leaves a legal product, carried to the output."""
    both = [d for d in t.a.dims if d in t.b.dims]
    left_ways, right_ways = (
        [(gone, layout_of(x, gone), without(x, gone)) for gone in _subsets(axes_of(x))] for x in (t.a, t.b)
    )
    alone = [{a for d in x.dims if d not in both for a in x.axes(d)} for x in (t.a, t.b)]
    clash = alone[0] & alone[1]  # axes that would cut two dims of the product, unless one operand is gathered over them
    for gone_a, lies_a, a in left_ways:
        for gone_b, lies_b, b in right_ways:
            if any(lies_a[d] and lies_b[d] and lies_a[d] != lies_b[d] for d in both):
                continue
            if clash and not clash <= {*gone_a, *gone_b}:
                continue
            made = _candidate(t, a, b, {**lies_b, **{d: cut or lies_b.get(d, ()) for d, cut in lies_a.items()}})
            if made is not None:
                sends = (*gathers(t.a, gone_a), *gathers(t.b, gone_b), *made.sends)
                yield replace(made, sends=tuple(x for s in sends for x in one_by_one(s, t.over)))


def _candidate(t: Task, a: Array, b: Array, layout: dict[str, Axes]) -> Candidate | None:
    """The product of operands as gathered, and what is sent after it; None where they make none."""
    pair = sliced(a, b, t.inner)
    if pair is None:
        return None
    left, right, partial = pair
    if not t.free:
        left, right = as_wanted(left, right, t.out, layout)
    natural = natural_of(left, right, t.out, t.inner, partial)
    if natural is None:
        return None
    after = finish(natural, natural if t.free else t.out, {d: layout.get(d, ()) for d in t.out.dims})
    if after is None:
        return None
    return Candidate(t, left, right, natural, tuple(after), replace(natural, unreduced=()) if t.free else t.out)


def _subsets(axes: Axes) -> Iterator[Axes]:
    return chain.from_iterable(combinations(axes, k) for k in range(len(axes) + 1))


def plans(t: Task) -> tuple[Plan, ...]:
    """The plans that no other beats, simple ones first.  Raises Unsupported where there is none."""
    costs = Costs(t)
    found = {c.name: c for c in sorted(candidates(t), key=costs.order, reverse=True)}
    kept = costs.unbeaten(list(found.values())[::-1])
    if not kept:
        raise Unsupported(f"no plan leads from {t.a} and {t.b} to {t.out}")
    return tuple({str(p): p for p in reversed([c.plan for c in kept])}.values())[::-1]


def named(t: Task, name: str) -> Plan | None:
    """The plan that is written so, beaten or not; None where no plan is."""
    for c in candidates(t):
        if name in (c.name, str(c.plan)):
            return c.plan
    return None


class Costs:
    """What the candidates of one search need of each resource: at a few sizes at once, in symbols where it is asked."""

    def __init__(self, t: Task) -> None:
        self.t = t
        self.units: dict[tuple[str, Axes], tuple[tuple[str, ...], Ratio, list[float], bool]] = {}
        names = sorted({n for x in (t.a, t.b, t.out) for n in (*x.dims, *axes_of(x), *x.unreduced, x.dtype.name)})
        drawn = [[2 + (7 * i * i + 11 * k * (i + 2)) % 97 for i in range(len(names))] for k in range(8)]
        self.points = [  # by name and by the key that formulas know the size by
            {**dict(zip(names, d)), **{key(n, True): v for n, v in zip(names, d)}} for d in drawn
        ]
        self.seen: list[dict[int, dict[str, float]]] = [{} for _ in self.points]
        self.known: dict[int, dict[str, Ratio]] = {}

    def unit(self, s: Send) -> tuple[tuple[str, ...], Ratio, list[float], bool]:
        """Of one byte: the lanes that it keeps busy, its seconds, these at the points, and whether anything is sent."""
        which = (s.name, s.axes)
        if which not in self.units:
            cost = s.step(self.t.over, self.t.options)
            alone = replace(cost.cost, volume=ratio(1))
            lanes = tuple(cost.lanes) if self.t.overlap == "max" else ("network",)
            seconds = alone.bandwidth_core
            self.units[which] = lanes, seconds, [_about(seconds, x) for x in self.points], alone.network.size_core != 1
        return self.units[which]

    def order(self, c: Candidate) -> tuple[int, int, int, str]:
        """Fewest axes first, then fewest collectives, an AllReduce, which is two, after a gather."""
        sent = [s for s in c.sends if self.unit(s)[3]]
        return sum(len(s.axes) for s in sent), len(sent), sum(s.name == REDUCE for s in sent), c.name

    def here(self, c: Candidate, k: int) -> dict[str, float]:
        """The needs of a candidate at the k-th point."""
        found = self.seen[k].get(id(c))
        if found is None:
            found = self.seen[k][id(c)] = self._at(c, k)
        return found

    def _at(self, c: Candidate, k: int) -> dict[str, float]:
        sizes = self.points[k]
        deep = math.prod(_entries(c.left if d in c.left.dims else c.right, sizes, d) for d in self.t.inner)
        read = (c.left,) if c.left == c.right else (c.left, c.right)
        out = {"math": deep * _entries(c.natural, sizes), "hbm": sum(_bytes(x, sizes) for x in (*read, c.natural))}
        for s in c.sends:
            lanes, _, seconds, _ = self.units[s.name, s.axes]
            time = seconds[k] * _bytes(s.array, sizes)
            for lane in lanes:
                out[lane] = out.get(lane, 0.0) + time
        return out

    def needs(self, c: Candidate) -> dict[str, Ratio]:
        """The needs of a candidate in symbols."""
        if id(c) not in self.known:
            depth = [local_size(c.left, c.right, d) for d in self.t.inner]
            out = {"math": times([*c.natural.shape, *depth]), "hbm": c.moved}
            for s in c.sends:
                lanes, seconds, _, _ = self.unit(s)
                for lane in lanes:
                    out[lane] = out.get(lane, ratio(0)) + seconds * s.array.bytes
            self.known[id(c)] = out
        return self.known[id(c)]

    def unbeaten(self, found: list[Candidate]) -> list[Candidate]:
        """Those that no other beats at all sizes, in the order given; what is beaten beats nothing that is left."""
        kept: list[Candidate] = []
        for c in found:
            if not any(self.beats(q, c) for q in kept):
                kept = [p for p in kept if not self.beats(c, p)]
                kept.append(c)
        return kept

    def beats(self, q: Candidate, p: Candidate) -> bool:
        """Whether one needs no more of anything at any sizes than another, and less of something; proved."""
        if q.ends is not p.ends and q.ends != p.ends:
            return False
        if any(_less_here(self.here(p, k), self.here(q, k)) for k in range(len(self.points))):
            return False
        mine, other, nothing, some = self.needs(p), self.needs(q), ratio(0), False
        for k in dict.fromkeys((*mine, *other)):
            gap = mine.get(k, nothing) - other.get(k, nothing)
            if not never_negative(gap, self.t.axes, tried=True):
                return False
            some = some or bool(gap.num.terms)
        return some


def _entries(x: Array, sizes: Mapping[str, int], only: str | None = None) -> float:
    """The entries of an array on one device at these sizes, or of one of its dims."""
    bound = dict(x.sizes)
    out = 1.0
    for i, d in enumerate(x.dims):
        if only is None or d == only:
            out *= 1 if d == "1" else bound.get(d) or sizes[d]
            for a in x.sharding[i] if x.sharding else ():
                out /= bound.get(a) or sizes[a]
    return out


def _bytes(x: Array, sizes: Mapping[str, int]) -> float:
    return _entries(x, sizes) * (sizes[x.dtype.name] if x.dtype.is_symbolic else float(x.dtype.bytes))


def _about(r: Ratio, values: Mapping[str, int]) -> float:
    """Its value; not a number where it is irrational, so that nothing is refuted by it."""
    try:
        return float(r.at({n: values.get(n, 3) for n in r.names}))
    except (Unsupported, OverflowError):
        return math.nan


def _less_here(mine: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Whether one clearly needs less of something than the other."""
    return any(v < other[k] * (1 - 1e-9) for k, v in mine.items() if k in other) or any(
        v > 0 and k not in mine for k, v in other.items()
    )


def busy(p: Plan) -> dict[str, Ratio]:
    """Arithmetic, HBM, communication by bandwidth (lane by lane under "max")."""
    out = {"math": p.flops, "hbm": p.moved}
    for s in p.steps:
        for lane in s.lanes if p.overlap == "max" else ["network"]:
            out[lane] = out.get(lane, ratio(0)) + s.cost.bandwidth_core
    return out


def no_dearer(p: Plan, q: Plan, axes: set[str]) -> bool:
    """Whether a plan sends no more than another at any sizes; where it sends as much, works no more; then HBM."""
    for mine, other in ((p.comms_core, q.comms_core), (p.flops, q.flops), (p.moved, q.moved)):
        if less(mine, other, axes):
            return True
        if not never_negative(other - mine, axes):
            return False
    return True

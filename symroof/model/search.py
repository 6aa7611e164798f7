"""The search for plans: every choice of axes to gather first, carried to the output, less those that another beats.

A candidate is looked at in three ways, each only where the one before leaves it open: its costs at a few numbers, where
most pairs refute each other; term by term, each minus covered by a plus that is never less; expanded about the smallest
sizes.  Only what is left becomes a ``Plan``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any, final

from symroof.algebra.posynomial import Ratio, gen, ratio, total
from symroof.algebra.posynomial import product as times
from symroof.arrays import Array, Axes
from symroof.errors import Unsupported
from symroof.model.counting import multiplied
from symroof.model.facts import REDUCE
from symroof.model.layout import (
    Over,
    Send,
    alike,
    as_wanted,
    axes_of,
    finish,
    gathers,
    layout_of,
    local_size,
    natural_of,
    sliced,
    without,
)
from symroof.model.plan import Plan, Step
from symroof.symbols import is_size, key


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
        return Plan(sent, flops, done, self.moved, operands, self.natural, self.natural, self.ends, *t.rates, t.overlap)

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
    for gone_a, gone_b in product(_subsets(axes_of(t.a)), _subsets(axes_of(t.b))):
        layout = alike(layout_of(t.a, gone_a), layout_of(t.b, gone_b))
        pair = None if layout is None else sliced(without(t.a, gone_a), without(t.b, gone_b), t.inner)
        if pair is None or layout is None:
            continue
        left, right, partial = pair
        if not t.free:
            left, right = as_wanted(left, right, t.out, layout)
        natural = natural_of(left, right, t.out, t.inner, partial)
        if natural is None:
            continue
        ends = natural if t.free else t.out
        after = finish(natural, ends, {d: layout.get(d, ()) for d in t.out.dims})
        if after is None:
            continue
        sends = (*gathers(t.a, gone_a), *gathers(t.b, gone_b), *after)
        yield Candidate(t, left, right, natural, sends, natural_ends(natural) if t.free else t.out)


def natural_ends(x: Array) -> Array:
    """The product as it is left where nothing is asked of it: added up."""
    from dataclasses import replace

    return replace(x, unreduced=())


def _subsets(axes: Axes) -> Iterator[Axes]:
    return chain.from_iterable(combinations(axes, k) for k in range(len(axes) + 1))


def plans(t: Task) -> tuple[Plan, ...]:
    """The plans that no other beats, simple ones first.  Raises Unsupported where there is none."""
    found = sorted((c.plan for c in candidates(t)), key=_simple)
    kept = _unbeaten(found, t.axes, t.free)
    if not kept:
        raise Unsupported(f"no plan leads from {t.a} and {t.b} to {t.out}")
    return tuple({str(p): p for p in reversed(kept)}.values())[::-1]


def named(t: Task, name: str) -> Plan | None:
    """The plan that is written so, beaten or not; None where no plan is."""
    for c in candidates(t):
        if name in (c.name, str(c.plan)):
            return c.plan
    return None


def _simple(p: Plan) -> tuple[int, int, int, str]:
    """The order of plans: fewest axes first, then fewest collectives, an AllReduce, which is two, after a gather."""
    return sum(len(s.axes) for s in p.steps), len(p.steps), sum(s.name == REDUCE for s in p.steps), str(p)


def _unbeaten(found: list[Plan], axes: set[str], free: bool) -> list[Plan]:
    """The plans that no other beats at all sizes; a few sizes refute most pairs, the rest takes a proof."""
    needs = {id(p): busy(p) for p in found}
    names = sorted({n for b in needs.values() for r in b.values() for n in r.names})
    points = [{n: 2 + (7 * i * i + 11 * k * (i + 2)) % 97 for i, n in enumerate(names)} for k in range(8)]
    seen = {k: [{lane: _about(r, x) for lane, r in b.items()} for x in points] for k, b in needs.items()}
    proofs: dict[int, dict[str, Ratio]] = {}

    def polynomials(p: Plan) -> dict[str, Ratio]:
        if id(p) not in proofs:
            clear = times(gen(key(x, True)) for x in axes) ** 2
            proofs[id(p)] = {k: _shifted(r * clear, axes) for k, r in needs[id(p)].items()}
        return proofs[id(p)]

    def beats(q: Plan, p: Plan) -> bool:
        if not free and p.output != q.output:
            return False
        if any(_less_here(mine, other) for mine, other in zip(seen[id(p)], seen[id(q)])):
            return False
        return _beaten(polynomials(p), polynomials(q))

    return [p for p in found if not any(q is not p and beats(q, p) for q in found)]


def _about(r: Ratio, values: Mapping[str, int]) -> float:
    """Its value; not a number where it is irrational, so that nothing is refuted by it."""
    try:
        return float(r.at(values))
    except (Unsupported, OverflowError):
        return math.nan


def _less_here(mine: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Whether one clearly needs less of something than the other."""
    return any(mine.get(k, 0) < other.get(k, 0) * (1 - 1e-9) for k in {*mine, *other})


def busy(p: Plan) -> dict[str, Ratio]:
    """Arithmetic, HBM, communication by bandwidth (lane by lane under "max")."""
    out = {"math": p.flops, "hbm": p.moved}
    for s in p.steps:
        for lane in s.lanes if p.overlap == "max" else ["network"]:
            out[lane] = out.get(lane, ratio(0)) + s.cost.bandwidth_core
    return out


def _beaten(mine: Mapping[str, Ratio], other: Mapping[str, Ratio]) -> bool:
    """Whether the other needs no more of anything at any sizes, and less of something."""
    nothing = ratio(0)
    gaps = [mine.get(k, nothing) - other.get(k, nothing) for k in {*mine, *other}]
    return all(_no_minus(g) for g in gaps) and any(g != 0 for g in gaps)


def never_negative(gap: Ratio, axes: set[str]) -> bool:
    """Proved by writing every size as 1 + something (a mesh axis as 2 + something) and finding no minus sign."""
    return _no_minus(_shifted(gap, axes))


def _shifted(r: Ratio, axes: set[str]) -> Ratio:
    return r.subs({n: (2 if str(n) in axes else 1) + gen(n) for n in r.names if is_size(n)})


def _no_minus(r: Ratio) -> bool:
    return all(c >= 0 for c in r.num.terms.values()) and r.den.is_posynomial


def less(a: Ratio, b: Ratio, axes: set[str]) -> bool:
    """Whether a < b at all sizes, proved like ``never_negative`` with something left at the smallest sizes."""
    gap = b - a
    if not never_negative(gap, axes):
        return False
    least = gap.subs({n: 2 if str(n) in axes else 1 for n in gap.names if is_size(n)})
    return least != 0 and all(c > 0 for c in least.num.terms.values())

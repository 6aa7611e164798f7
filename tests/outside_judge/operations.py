"""Operations, plain and under meshes: what every device holds, multiplies, stores and sends, counted."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from random import Random
from typing import Any

from .networks import load
from .tally import Clock, Kind, Refused, Wrong

WIDTHS = {"bf16": 2, "fp32": 4, "int8": 1, "fp8": 1, "fp16": 2, "int4": Fraction(1, 2)}
Layout = dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Question:
    """A product in notation, its sizes, its mesh and a made-up machine."""

    text: str
    arrays: tuple[tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]], ...]  # A, B, C: dtype, dims, axes of each
    sizes: tuple[tuple[str, int], ...]
    mesh: tuple[tuple[str, int], ...]
    over: str
    peak: int
    rates: tuple[int, int]
    open_dim: str

    def call(self) -> str:
        mesh = " ".join(f"{axis}={n}" for axis, n in self.mesh)
        sizes = ", ".join(f"{dim}={n}" for dim, n in self.sizes)
        more = f", mesh={mesh!r}, over={self.over!r}" if self.mesh else ""
        return f"op({self.text!r}{more}, {sizes}) on C={self.peak:g}, hbm {self.rates[0]:g}, ici {self.rates[1]:g}"


def _spelt(name: str, dtype: str, dims: tuple[str, ...], axes: tuple[tuple[str, ...], ...]) -> str:
    inside = ", ".join(dim + ("_" + "".join(cut) if cut else "") for dim, cut in zip(dims, axes, strict=True))
    return f"{dtype} {name}[{inside}]"


def question(rng: Random, sharded: bool) -> Question:
    batch = [d for d in ("G", "H") if rng.random() < (0.1 if sharded else 0.25)]
    rows = ["B"] + (["T"] if rng.random() < 0.2 else [])
    inner, columns = ["D"] + (["E"] if rng.random() < 0.1 else []), ["F"]
    kind = "bf16" if rng.random() < 0.5 else rng.choice(list(WIDTHS))
    left, right, out = batch + rows + inner, batch + inner + columns, batch + rows + columns
    axes = ["X"] + (["Y"] if rng.random() < 0.5 else []) + (["Z"] if rng.random() < 0.15 else []) if sharded else []
    mesh = tuple((axis, rng.choice((1, 2, 2, 3, 4, 4, 5, 6, 8))) for axis in axes)
    made = []
    for name, dims in (("A", left), ("W", right), ("C", out)):
        cut: dict[str, list[str]] = {dim: [] for dim in dims}
        for axis in axes:
            if rng.random() < 0.55:
                cut[rng.choice(dims)].append(axis)
        same = kind if rng.random() < 0.8 else "fp32" if name == "C" else kind
        made.append((same, tuple(dims), tuple(tuple(cut[dim]) for dim in dims), name))
    both = " * ".join(_spelt(n, t, d, a) for t, d, a, n in made[:2])
    t, d, a, n = made[2]
    whole = math.prod(n_ for _, n_ in mesh)
    sizes = tuple(
        (
            dim,
            whole * rng.choice((1, 2, 5, 16, 64, 128))
            if sharded
            else rng.choice((1, 1, 2, 3, 7, 32, 100, 128, 1000, 4096)),
        )
        for dim in dict.fromkeys(left + right)
    )
    over = rng.choice(("ring", "ring", "ring", "line", "one-way-ring", "switch")) if sharded else ""
    return Question(
        f"{both} -> {_spelt(n, t, d, a)}",
        tuple((t, d, a) for t, d, a, _ in made),
        sizes,
        mesh,
        over,
        rng.choice((10**12, 197 * 10**12, 989 * 10**12, 7 * 10**9)),
        (rng.choice((10**9, 82 * 10**10, 335 * 10**10)), rng.choice((10**8, 45 * 10**9, 9 * 10**10))),
        rng.choice(rows + inner + columns),
    )


def machine(q: Question) -> Any:
    import symroof

    peaks = {name: q.peak for name in WIDTHS}
    return symroof.Machine(name="made", peaks=peaks, bandwidths={"hbm": q.rates[0], "ici": q.rates[1]})


def judge_plain(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    sizes = dict(q.sizes)
    chip = machine(q)
    o = clock(lambda: symroof.op(q.text))
    bound = clock(lambda: symroof.op(q.text, **sizes))
    work, moved, exact = _count(q, sizes)
    dims = list(sizes)
    for title, said, right in (
        ("flops", clock(lambda: symroof.exactly(o.flops, **sizes)), work),
        ("bytes", clock(lambda: symroof.exactly(o.bytes, **sizes)), moved),
        ("exact_flops", clock(lambda: symroof.exactly(o.exact_flops, **sizes)), exact),
        ("flops bound", Fraction(str(clock(lambda: bound.flops))), work),
        ("intensity", Fraction(str(clock(lambda: symroof.intensity(bound)))), work / moved),
        ("T_math", Fraction(str(clock(lambda: symroof.T_math(bound, chip)))), work / q.peak),
        (
            "T_lower",
            Fraction(str(clock(lambda: symroof.T_lower(o, chip, **sizes)))),
            max(work / q.peak, moved / q.rates[0]),
        ),
        (
            "T_upper",
            Fraction(str(clock(lambda: symroof.T_upper(o, chip, **sizes)))),
            work / q.peak + moved / q.rates[0],
        ),
        (
            "attainable",
            Fraction(str(clock(lambda: symroof.attainable(bound, chip)))),
            work / max(work / q.peak, moved / q.rates[0]),
        ),
    ):
        kind.points += 1
        if said != right:
            raise Wrong(f"{title} {said}, counted {right}")
    ones = [dim for dim in q.arrays[0][1] if dim not in q.arrays[2][1] and sizes[dim] == 1]
    literal = reduce(lambda text, dim: re.sub(rf"\b{dim}\b", "1", text), ones, q.text)  # A[B, 1] for D=1
    written = clock(lambda: symroof.op(literal))
    for said, right in ((written.flops, work), (written.exact_flops, exact)):
        kind.points += 1
        if (there := clock(lambda said=said: symroof.exactly(said, **sizes))) != right:
            raise Wrong(f"{literal}: {there}, counted {right}")
    who = clock(lambda: symroof.bound_by(bound, chip))
    if who != ("math" if work / q.peak >= moved / q.rates[0] else "hbm"):
        raise Wrong(f"bound_by {who}, work {work}, bytes {moved}")
    record = clock(lambda: symroof.threshold(o, q.open_dim, on=chip))
    left = {dim: sizes[dim] for dim in dims if dim != q.open_dim and dim in clock(lambda: list(record.free))}
    at = clock(lambda: record.at(**left)) if left else record
    from .thresholds import said as told

    line = clock(lambda: str(at))
    least = clock(lambda: at.integer)
    near = [least + k for k in (-1, 0, 1)] if least else []
    for n in sorted({*range(1, 12), 64, 100, 10**4, 10**7, *near}):
        if n < 1:
            continue
        work, moved, _ = _count(q, sizes | {q.open_dim: n})
        right = work / q.peak > moved / q.rates[0]
        kind.points += 1
        if clock(lambda n=n: at.contains(n)) is not right:
            raise Wrong(
                f"threshold {line} contains({n}) is {not right}; T_math {work / q.peak}, T_hbm {moved / q.rates[0]}"
            )
        says = told(line, q.open_dim, Fraction(n), {})
        if says is not None and says is not right:
            raise Wrong(f"threshold {line!r} says {says} at {n}")


def _count(q: Question, sizes: dict[str, int]) -> tuple[Fraction, Fraction, Fraction]:
    """Multiply-adds by walking over every output and every summand (as products of ranges), bytes by elements."""
    a, b, c = q.arrays
    summed = [dim for dim in a[1] if dim not in c[1]]
    outputs = math.prod(sizes[dim] for dim in c[1])
    terms = math.prod(sizes[dim] for dim in summed)
    moved = sum(WIDTHS[t] * math.prod(sizes[dim] for dim in dims) for t, dims, _ in (a, b, c))
    return Fraction(2 * outputs * terms), Fraction(moved), Fraction(outputs * (2 * terms - 1))


# --- under a mesh ------------------------------------------------------------------------------------------------


def _bytes(q: Question, dtype: str, layout: Layout, sizes: dict[str, int]) -> Fraction:
    mesh = dict(q.mesh)
    total = Fraction(WIDTHS[dtype])
    for dim, cut in layout.items():
        total *= sizes[dim] // math.prod(mesh[axis] for axis in cut)
    return total


def judge_sharded(q: Question, kind: Kind, rng: Random, clock: Clock) -> None:
    import symroof

    sizes, mesh, chip = dict(q.sizes), dict(q.mesh), machine(q)
    spelt = " ".join(f"{axis}={n}" for axis, n in q.mesh)
    o = clock(lambda: symroof.op(q.text, mesh=spelt, over=q.over, **sizes))
    plan = clock(lambda: o.plan)
    if plan is None:  # nothing is cut, nothing is sent
        work, moved, _ = _count(q, sizes)
        _costs(q, o, Cost("nothing cut", work, moved, ()), chip, clock, kind)
        return
    simulated = [simulate(q, one, sizes) for one in clock(lambda: o.plans.plans)]
    mine = simulate(q, plan, sizes)
    kind.points += 1 + len(simulated)
    _costs(q, o, mine, chip, clock, kind)
    best = min(simulated, key=lambda cost: cost.seconds)
    if mine.seconds > best.seconds and mine.work >= best.work and mine.moved >= best.moved:
        raise Wrong(f"takes {plan} sending {mine.seconds}, though {best.name} sends {best.seconds} and does no more")
    try:
        free = clock(lambda: symroof.op(q.text, mesh=" ".join(mesh), over=q.over, plan=str(plan)))
    except Refused:
        return  # a plan that only these numbers have
    at = clock(lambda: free.at(**sizes, **mesh))
    _costs(q, at, mine, chip, clock, kind)


@dataclass(frozen=True)
class Cost:
    """One device's work, HBM bytes, and bytes over the busiest link of each axis, one after another."""

    name: str
    work: Fraction
    moved: Fraction
    sent: tuple[tuple[str, Fraction], ...]

    @property
    def seconds(self) -> Fraction:
        return sum((amount for _, amount in self.sent), Fraction(0))


def _costs(q: Question, o: Any, mine: Cost, chip: Any, clock: Clock, kind: Kind) -> None:
    import symroof

    sent = mine.seconds
    longest = max(mine.work / q.peak, mine.moved / q.rates[0], sent / q.rates[1])
    traffic = clock(lambda: o.traffic)
    network = sum((Fraction(str(amount)) for lane, amount in traffic.items() if str(lane) != "hbm"), Fraction(0))
    for title, said, right in (
        ("flops", Fraction(str(clock(lambda: o.flops))), mine.work),
        ("hbm", Fraction(str(traffic["hbm"])), mine.moved),
        ("network", network, sent),
        ("intensity", Fraction(str(clock(lambda: symroof.intensity(o)))), mine.work / mine.moved),
        ("T_math", Fraction(str(clock(lambda: symroof.T_math(o, chip)))), mine.work / q.peak),
        ("T_lower", Fraction(str(clock(lambda: symroof.T_lower(o, chip)))), longest),
        ("attainable", Fraction(str(clock(lambda: symroof.attainable(o, chip)))), mine.work / longest),
    ):
        kind.points += 1
        if said != right:
            raise Wrong(f"{title} {said} by plan {o.plan}, simulated {right}")
    who = clock(lambda: symroof.bound_by(o, chip))
    times = {"math": mine.work / q.peak, "hbm": mine.moved / q.rates[0], "ici": sent / q.rates[1]}
    kind.points += 1
    if times["ici" if who.startswith("ici") else who] != longest:
        raise Wrong(f"bound_by {who}, times { {k: float(v) for k, v in times.items()} }")


def simulate(q: Question, plan: Any, sizes: dict[str, int]) -> Cost:
    """Move and multiply what every device holds; raises Wrong where the plan does not give the product."""
    (ta, da, xa), (tb, db, xb), (tc, dc, xc) = q.arrays
    layouts = {"A": dict(zip(da, xa, strict=True)), "W": dict(zip(db, xb, strict=True))}
    kinds, aim = {"A": ta, "W": tb}, dict(zip(dc, xc, strict=True))
    sent: list[tuple[str, Fraction]] = []
    used = {}
    for name, array in zip("AW", plan.operands, strict=True):
        target = _layout(array)
        mine = [step for step in plan.steps if step.array == name]
        swapped = {axis for step in mine for axis in step.axes}
        held = (
            {dim: _needed(cut, target[dim], swapped) for dim, cut in layouts[name].items()} if mine else layouts[name]
        )
        for step in mine:  # each step sends what the one before has left
            sent.append(_sent(q, step, kinds[name], held, sizes))
            held, _ = _moved(q, step, held, set(), aim)
        _reachable(q, name, layouts[name], target, {axis for step in mine for axis in step.axes})
        used[name] = target
    made, partial = _layout(plan.stored), set(plan.stored.unreduced)
    _multiplies(q, used, made, partial, plan)
    layout = made
    for step in (step for step in plan.steps if step.array == "C"):
        sent.append(_sent(q, step, tc, layout, sizes))
        layout, partial = _moved(q, step, layout, partial, aim)
    _ends(q, plan, layout, partial, aim)
    cut = {dim: set(used["A"].get(dim, ())) | set(used["W"].get(dim, ())) for dim in sizes}
    mesh = dict(q.mesh)
    work = Fraction(2 * math.prod(n // math.prod(mesh[axis] for axis in cut[dim]) for dim, n in sizes.items()))
    moved = _bytes(q, ta, used["A"], sizes) + _bytes(q, tb, used["W"], sizes) + _bytes(q, tc, made, sizes)
    return Cost(str(plan), work, moved, tuple(sent))


def _needed(cut: tuple[str, ...], wanted: tuple[str, ...], swapped: set[str]) -> tuple[str, ...]:
    """A dim of which all that exchange hold the same: each drops first what none of them multiplies."""
    return cut if swapped & {*cut} else (*cut, *(axis for axis in wanted if axis not in swapped | {*cut}))


def _layout(array: Any) -> Layout:
    return dict(zip(array.dims, array.sharding or [()] * len(array.dims), strict=True))


def _sent(q: Question, step: Any, dtype: str, layout: Layout, sizes: dict[str, int]) -> tuple[str, Fraction]:
    mesh = dict(q.mesh)
    if len(step.axes) != 1:
        raise KeyError(f"a step over {step.axes}")  # judged elsewhere: several axes at once
    n = mesh[step.axes[0]]
    each = _bytes(q, dtype, layout, sizes)
    volume = each * n if step.name in ("AllGather", "AllToAll") else each
    return step.axes[0], volume * load(step.name, q.over, n)


def _real(q: Question, axes: Any) -> set[str]:
    return {axis for axis in axes if dict(q.mesh)[axis] > 1}


def _reachable(q: Question, name: str, layout: Layout, target: Layout, axes: set[str]) -> None:
    """A device holds the indices whose digit along every cutting axis is its own coordinate, and its group, which
    differs along the moved axes, holds what leaves those digits free: the wanted part must lie in that."""
    for dim, cut in layout.items():
        if _real(q, cut) - axes - set(target[dim]):
            raise Wrong(f"{name} as {target} is not to be had from {layout} by moving along {axes or 'nothing'}")


def _multiplies(q: Question, used: dict[str, Layout], made: Layout, partial: set[str], plan: Any) -> None:
    """The local product of every device is its stored part, summed over what its summed ranges leave out."""
    a, b = ({dim: _real(q, cut) for dim, cut in used[name].items()} for name in "AW")
    for dim in set(a) & set(b):
        if a[dim] != b[dim]:
            raise Wrong(f"plan {plan}: {dim} is cut over {a[dim]} in A and over {b[dim]} in W")
    for dim, cut in made.items():
        if (a | b)[dim] != _real(q, cut):
            raise Wrong(f"plan {plan}: {dim} of the product is cut over {cut}, of the operands over {(a | b)[dim]}")
    axes = set().union(set(), *(cut for dim, cut in a.items() if dim not in made))
    if axes - partial:
        raise Wrong(f"plan {plan}: the sum is cut over {axes}, but only {partial} are said to be unreduced")


def _moved(q: Question, step: Any, layout: Layout, partial: set[str], target: Layout) -> tuple[Layout, set[str]]:
    axis = step.axes[0]
    new = {dim: tuple(x for x in cut if x != axis) for dim, cut in layout.items()}
    if step.name in ("AllReduce", "ReduceScatter"):
        if axis not in partial:
            raise Wrong(f"{step} of what is no partial sum over {axis}")
        partial = partial - {axis}
    if step.name in ("ReduceScatter", "AllToAll"):
        goal = [dim for dim, cut in target.items() if axis in cut]
        if not goal:
            raise KeyError("a scatter whose aim the output does not say")
        new[goal[0]] = tuple(x for x in target[goal[0]] if x in {*new[goal[0]], axis})
    return new, partial


def _ends(q: Question, plan: Any, layout: Layout, partial: set[str], target: Layout) -> None:
    if _real(q, partial):
        raise Wrong(f"plan {plan} leaves partial sums over {partial}")
    for dim, cut in layout.items():
        if _real(q, cut) - set(target[dim]):
            raise Wrong(f"plan {plan} ends with {layout}, wanted {target}")

"""A strategy is the list of collectives that makes a sharded matmul valid; here are all that are worth having.

| case | contracting dim, other dims | what makes it valid |
|---|---|---|
| 1 | not cut, no axis shared | nothing |
| 2 | cut in one operand | AllGather that operand, or cut the other too and add up |
| 3 | cut alike in both | multiply the parts, then AllReduce or ReduceScatter |
| 4 | one axis cuts a kept dim of both | AllGather one of the two |

>>> plans = strategies("A[I_X, J] * B[J, K_X] -> C[I, K_X]", mesh="X", dtype="bf16")
>>> plans.case, [str(p) for p in plans.plans]
(4, ['AllGather_X A', 'AllGather_X B, AllToAll_X C'])
>>> print(strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X", dtype="bf16").cheaper("AllGather_X A", "J"))
J < K
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.posynomial import Number, Ratio, gen, ratio, total
from symroof.algebra.posynomial import product as times
from symroof.arrays import Array, Axes
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.model.collectives import Builder, Network, collective, network_of, ring, torus
from symroof.model.facts import REDUCE
from symroof.model.plan import Plan, Step, together
from symroof.shown import visible
from symroof.symbols import is_size, key

if TYPE_CHECKING:
    from symroof.algebra.region import Threshold
    from symroof.model.ops import Op

CASES: Mapping[int, str] = {
    0: "no product of two arrays: only what is sharded otherwise than it arises is sent",
    1: "the contracting dim is not cut and no mesh axis is shared: no communication",
    2: "the contracting dim is cut in one operand only, or in each by other axes",
    3: "the contracting dim is cut alike in both operands: every device holds a partial sum",
    4: "kept dims of the operands conflict: one mesh axis cuts two, or one dim of both is cut in two ways",
}
Over = Builder | Mapping[str, Builder] | str
Layout = Mapping[str, Axes]


@visible
@final
@dataclass(frozen=True)
class Strategies:
    """The case of a sharded matmul and the plans that make it valid, none of them beaten in all respects."""

    text: str
    case: int
    plans: tuple[Plan, ...]
    contracted: Axes = ()

    @property
    def why(self) -> str:
        """The case in words."""
        return CASES[self.case]

    def plan(self, name: str) -> Plan:
        """The plan that is written so.  Raises SymroofError listing the plans there are."""
        for p in self.plans:
            if str(p) == name:
                return p
        raise SymroofError(f"no plan {name!r}; there are: {'; '.join(map(str, self.plans))}")

    def cheaper(self, name: str, unknown: object, *, of: str = "comms", exact: bool = False) -> Threshold:
        """For which values of a symbol this plan beats the only other one.

        ``of="comms"`` compares communication, ``of="time"`` the longer of communication and arithmetic, ``of="lower"``
        and ``of="upper"`` T_lower and T_upper, HBM included.  By leading terms, (n-1)/n taken for 1, unless ``exact``.
        """
        mine = self.plan(name)
        others = [p for p in self.plans if p is not mine]
        if len(others) != 1:
            raise SymroofError(f"{len(others)} other plans; compare two at a time with cheaper(plan, other, unknown)")
        return cheaper(mine, others[0], unknown, of=of, exact=exact)

    @property
    def rule(self) -> tuple[Plan, Threshold] | None:
        """Of two plans, one and the condition under which it sends less, by leading terms; None for other numbers.

        >>> strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X", dtype="bf16").rule
        (AllGather_X A, J < K)
        """
        if len(self.plans) != 2:
            return None
        mine, other = self.plans
        left, right = mine.leading_core, other.leading_core
        names = (left / right).names if left != 0 and right != 0 else ()
        order = [d for d in self.contracted if d in names] + [n for n in names if n not in self.contracted]
        return (mine, cheaper(mine, other, order[0])) if order else None

    def best(self, of: str = "comms", **sizes: object) -> Plan:
        """The cheapest plan at these numbers; ties go to the first.

        Raises Inconclusive while a symbol decides.
        """
        from symroof.model.roofline import bind

        bound = bind(sizes)
        costs = [_seconds(p, of, True).subs(bound) for p in self.plans]
        left = sorted({n for c in costs for n in c.names})
        values = [c.constant() for c in costs]
        if any(v is None for v in values):
            common = next((c for c in costs if c != 0), ratio(1))
            values = [(c / common).constant() for c in costs]
        if len(costs) > 1 and any(v is None for v in values):
            raise Inconclusive(f"which plan is cheapest depends on {', '.join(left)}; give a number for each")
        return min(zip(values, range(len(values)), self.plans), key=lambda t: (t[0] or 0, t[1]))[2]

    def __str__(self) -> str:
        return f"case {self.case}, {self.why}: " + "; ".join(map(str, self.plans))

    __repr__ = __str__


def cheaper(plan: Plan, other: Plan, unknown: object, *, of: str = "comms", exact: bool = False) -> Threshold:
    """For which values of a symbol one plan beats the other, on mesh axes of 2 devices or more.

    The rule for X[B, D] W[D_X, F], adding up against gathering the weights, W counted both ways:

    >>> found = strategies(
    ...     "A[B, D] * V[D_X, F] -> Y[B, F]", mesh="X", dtype="bf16", links={"W": "W", "both_ways": True}
    ... )
    >>> print(cheaper(found.plan("AllReduce_X Y"), found.plan("AllGather_X V"), "D", of="time"))
    D > Min(2*C/W, 2*B)
    """
    from symroof.algebra.region import crossing

    mine, theirs = _parts(plan, of, exact), _parts(other, of, exact)
    axes = {a for p in (plan, other) for s in p.steps for a in s.axes}
    how = "sum" if of == "upper" else "max"
    if how == "max":  # a part that is less than one of the other's decides nothing
        kept = [m for m in mine if not any(_less(m, t, axes) for t in theirs)]
        theirs = [t for t in theirs if not any(_less(t, m, axes) for m in mine)] or theirs
        mine = kept or mine
    made = crossing(together(theirs, how), together(mine, how), str(unknown))
    if not exact:
        return made
    rings = tuple(sorted({*plan.rings, *other.rings}))
    return replace(made, special=rings, again=partial(_cheaper_at, plan, other, unknown, of))


def _cheaper_at(plan: Plan, other: Plan, unknown: object, of: str, sizes: Mapping[str, Number]) -> Threshold:
    """The same on a mesh of these sizes."""
    return cheaper(plan.at(**sizes), other.at(**sizes), unknown, of=of, exact=True)


def _less(a: Ratio, b: Ratio, axes: set[str]) -> bool:
    """Whether a < b at all sizes, proved like ``_never_negative`` with something left at the smallest sizes."""
    gap = b - a
    if not _never_negative(gap, axes):
        return False
    least = gap.subs({n: 2 if str(n) in axes else 1 for n in gap.names if is_size(n)})
    return least != 0 and all(c > 0 for c in least.num.terms.values())


def _seconds(p: Plan, of: str, exact: bool) -> Ratio:
    return together(_parts(p, of, exact), "sum" if of == "upper" else "max")


def _parts(p: Plan, of: str, exact: bool) -> list[Ratio]:
    """The times whose largest (for "upper" whose sum) is compared."""
    comms = p.comms_core if exact else p.leading_core
    if of == "comms":
        return [comms]
    if of == "time":
        return [p.math_core, comms]
    if of == "lower":
        return [p.math_core, p.hbm_core, comms]
    if of == "upper":
        return [p.math_core, p.hbm_core, *(s.seconds(not exact) for s in p.steps)]
    raise SymroofError(f'of={of!r}; say "comms", "time" (without HBM), "lower" or "upper"')


def strategies(
    text: str,
    *,
    mesh: str,
    dtype: object = None,
    over: Over = ring,
    on: Any = None,
    overlap: str = "sum",
    links: Mapping[str, Any] | None = None,
    **sizes: object,
) -> Strategies:
    """The case of ``A[...] * B[...] -> C[...]`` and every plan worth having.

    ``over`` makes the network of a mesh axis from its size: ``ring`` (both ways), ``line``, ``switch`` or a function; a
    mapping by axis where they differ; or both as text, "line", "switch:nvlink", "X=ring Y=line".  ``links`` are options
    of the collectives (W, both_ways, hop).  Without an output the result may stay cut as the operands leave it, partial
    sums added.

    Raises NotationError for contradictory shardings and sizes that do not divide.
    """
    from symroof import dtypes
    from symroof.reading import notation

    together((), overlap)  # refuses a word it does not know
    bound = {n: notation.size(n, v) for n, v in sizes.items()}
    axes = notation.mesh_of(mesh)
    for n, k in axes:
        if k is not None and bound.setdefault(n, k) != k:
            raise SymroofError(f"{n} is bound twice: {k} by the mesh and {bound[n]}")
    width = None if dtype is None else dtypes.dtype(dtype)
    read = notation.read(text, width, axes, tuple(sorted(bound.items())))
    if read.operator != "*" or len(read.inputs) != 2:
        raise Unsupported(f"strategies are known for a product of two arrays, not for {text!r}")
    a, b = read.inputs
    inner = read.contracted or tuple(d for d in a.dims if d in b.dims)
    out = read.output or Array(a.dtype, tuple(d for d in (*a.dims, *b.dims) if d not in inner), sizes=a.sizes)
    work = dtypes.compute((a.dtype, b.dtype)).name
    return _found(text, a, b, out, inner, work, over, on, links, overlap, free=read.output is None)


def of(o: Op, *, on: Any = None, links: Mapping[str, Any] | None = None) -> Strategies:
    """The plans of an operation under a mesh, with its own network and overlap; one, where it is no product of two.

    Raises Unsupported for functions whose sharding has no rule.
    """
    ((work, _),) = o.work.items()
    if o.output is None:
        raise Unsupported(f"{o.text!r} was given by its totals, so its arrays are unknown; write it as notation")
    if o.operator == "*" and len(o.arrays) == 2:
        return _found(o.text, *o.arrays, o.output, o.contracted, work, o.network or ring, on, links, o.overlap)
    from symroof.model.reshard import resharded

    options = {**(links or {}), **({"on": on} if on is not None else {})}
    rates = _rates(on, work, _names(*o.arrays, o.output)) if o.work.sum != 0 else (gen("C"), None)
    return Strategies(o.text, 0, (resharded(o, o.network or ring, options, rates),))


def _found(
    text: str,
    a: Array,
    b: Array,
    out: Array,
    inner: Axes,
    work: str,
    over: Over,
    on: Any,
    links: Mapping[str, Any] | None,
    overlap: str,
    *,
    free: bool = False,
) -> Strategies:
    """The plans of a product whose arrays are known, at the rates of a machine or with symbols for them."""
    if a.unreduced or b.unreduced:
        x = a if a.unreduced else b
        first = f"AllReduce({x}) -> {replace(x, unreduced=())}"
        raise Unsupported(f"the operand {x} has unreduced partial sums; AllReduce it first, as {first}; ...")
    a, b = replace(a, name=a.name or "A"), replace(b, name=b.name or "B")
    if a.name == b.name and a != b:
        a, b = replace(a, name=f"{a.name} left"), replace(b, name=f"{b.name} right")
    out = replace(out, name=out.name or "C")
    options = {**(links or {}), **({"on": on} if on is not None else {})}
    rates = _rates(on, work, _names(a, b, out))
    found = _plans(a, b, out, inner, free, over, options, rates, overlap)
    return Strategies(text, _case(a, b, inner), found, tuple(inner))


def _names(*arrays: Array) -> set[str]:
    """Every symbol of the arrays: dims, the axes that cut them, symbolic widths."""
    names = {n for x in arrays for n in (*x.dims, *_axes(x), *x.unreduced)}
    return names | {x.dtype.name for x in arrays if x.dtype.is_symbolic}


def _rates(on: Any, dtype: str, taken: set[str]) -> tuple[Ratio, Ratio | None]:
    """Peak FLOPs/s and HBM bytes/s: symbols that are no size here, or the machine's."""
    from symroof.model.roofline import peak_and_bandwidth

    return peak_and_bandwidth(on, dtype, taken)


def _case(a: Array, b: Array, inner: Axes) -> int:
    """Which of the four cases: a conflict of kept dims first, then how the contracting dims are cut."""
    cuts_a = tuple(chain.from_iterable(a.axes(d) for d in inner))
    cuts_b = tuple(chain.from_iterable(b.axes(d) for d in inner))
    kept_a = {x for d in a.dims if d not in inner for x in a.axes(d)}
    kept_b = {x for d in b.dims if d not in inner and d not in a.dims for x in b.axes(d)}
    shared = [d for d in a.dims if d in b.dims and d not in inner]
    if kept_a & kept_b or any(a.axes(d) and b.axes(d) and a.axes(d) != b.axes(d) for d in shared):
        return 4
    if not cuts_a and not cuts_b:
        return 1
    return 3 if all(a.axes(d) == b.axes(d) for d in inner) else 2


def _plans(
    a: Array,
    b: Array,
    out: Array,
    inner: Axes,
    free: bool,
    over: Over,
    options: Mapping[str, Any],
    rates: tuple[Ratio, Ratio | None],
    overlap: str,
) -> tuple[Plan, ...]:
    """Every choice of axes to gather first that leaves a legal product, carried to the output; the beaten left out."""
    found: list[Plan] = []
    for gone_a, gone_b in product(_subsets(_axes(a)), _subsets(_axes(b))):
        left, right = without(a, gone_a), without(b, gone_b)
        layout = _alike(layout_of(a, gone_a), layout_of(b, gone_b))
        pair = _sliced(left, right, inner)
        if pair is None or layout is None:
            continue
        left, right, partial_ = pair
        natural = _natural(left, right, out, inner, partial_)
        if natural is None:
            continue
        before = [*gathers(a, gone_a, over, options), *gathers(b, gone_b, over, options)]
        flops = 2 * times(natural.shape) * times(_local(left, right, d) for d in inner)
        moved = total(x.bytes for x in ((left,) if left == right else (left, right))) + natural.bytes
        for target in [natural] if free else [out]:
            after = finish(natural, target, over, options, {d: layout.get(d, ()) for d in out.dims})
            if after is None:
                continue
            done = replace(target, unreduced=() if free else target.unreduced)
            sent = tuple(s for s in (*before, *after) if s.cost.network.size_core != 1)
            found.append(Plan(sent, flops, moved, natural, done, *rates, overlap))
    found.sort(key=_simple)
    kept = _unbeaten(found, {*_axes(a), *_axes(b)}, free)
    if not kept:
        raise Unsupported(f"no plan leads from {a} and {b} to {out}")
    return tuple({str(p): p for p in reversed(kept)}.values())[::-1]


def _simple(p: Plan) -> tuple[int, int, int, str]:
    """The order of plans: fewest axes first, then fewest collectives, an AllReduce, which is two, after a gather."""
    return sum(len(s.axes) for s in p.steps), len(p.steps), sum(s.name == REDUCE for s in p.steps), str(p)


def _axes(x: Array) -> Axes:
    return tuple(chain.from_iterable(x.sharding))


def _subsets(axes: Axes) -> Iterator[Axes]:
    return chain.from_iterable(combinations(axes, k) for k in range(len(axes) + 1))


def without(x: Array, gone: Axes) -> Array:
    """The array no longer cut over some axes."""
    return replace(x, sharding=tuple(tuple(a for a in cut if a not in gone) for cut in x.sharding))


def layout_of(x: Array, gone: Axes = ()) -> Layout:
    """How the pieces of each dim lie: its axes from the largest pieces to the smallest, "-X" where X was gathered.

    After a gather over Y alone the pieces of I_XY are those of I_X; over X alone each device has every Y-th.
    """
    return {d: _pieces(x.axes(d), gone) for d in x.dims}


def _pieces(cut: Axes, gone: Collection[str]) -> Axes:
    out = [f"-{a.lstrip('-')}" if a.startswith("-") or a in gone else a for a in cut]
    while out and out[-1].startswith("-"):
        out.pop()
    return tuple(out)


def _alike(left: Layout, right: Layout) -> Layout | None:
    """The layout of both, where a dim that both have cut lies alike in both."""
    if any(left[d] and right[d] and left[d] != right[d] for d in left if d in right):
        return None
    return {d: left.get(d) or right.get(d, ()) for d in {**left, **right}}


def _with(x: Array, dim: str, cut: Axes) -> Array:
    cuts = x.sharding or ((),) * len(x.dims)
    return replace(x, sharding=tuple(cut if d == dim else c for d, c in zip(x.dims, cuts)))


def _local(left: Array, right: Array, dim: str) -> Ratio:
    """The size of a contracted dim on one device."""
    owner = left if dim in left.dims else right
    return owner.shape[owner.dims.index(dim)]


def _sliced(left: Array, right: Array, inner: Axes) -> tuple[Array, Array, Axes] | None:
    """The operands with the dims that both have cut alike: a whole operand may drop what it does not need, for free."""
    for d in left.dims:
        if d not in right.dims:
            continue
        ca, cb = left.axes(d), right.axes(d)
        if ca == cb:
            continue
        if not cb and not set(ca) & set(_axes(right)):
            right = _with(right, d, ca)
        elif not ca and not set(cb) & set(_axes(left)):
            left = _with(left, d, cb)
        else:
            return None
    partial = tuple(dict.fromkeys(x for d in inner for x in (left.axes(d) or right.axes(d))))
    return left, right, partial


def _natural(left: Array, right: Array, out: Array, inner: Axes, partial: Axes) -> Array | None:
    """The output as local products leave it; None where one mesh axis would have to cut two of its dims."""
    cuts: list[Axes] = []
    for d in out.dims:
        ca, cb = left.axes(d), right.axes(d)
        if d in left.dims and d in right.dims and ca != cb:
            return None
        cuts.append(ca or cb)
    used = [x for c in cuts for x in c] + list(partial)
    if len(set(used)) != len(used):
        return None
    return replace(out, sharding=tuple(cuts), unreduced=partial)


def _network(x: Array, axes: Axes, over: Over) -> Network:
    parts = [builder(over, a)(x.size(a)) for a in axes]
    return parts[0] if len(parts) == 1 else torus(*parts)


def builder(over: Over, axis: str) -> Builder:
    """What makes the network of one axis: its own entry, else the rest's."""
    found = network_of(over) if isinstance(over, str) else over
    if isinstance(found, Mapping):
        return found.get(axis) or found.get("") or ring
    return found


def _step(
    name: str, x: Array, bytes_: Ratio, axes: Axes, over: Over, options: Mapping[str, Any]
) -> Step:
    return Step(name, x.name or str(x), axes, collective(name, bytes_, _network(x, axes, over), **options))


def gathers(x: Array, gone: Axes, over: Over, options: Mapping[str, Any]) -> list[Step]:
    """The AllGather that makes an array whole over some axes; none where there is none."""
    return [_step("AllGather", x, without(x, gone).bytes, gone, over, options)] if gone else []


def finish(
    have: Array, want: Array, over: Over, options: Mapping[str, Any], layout: Layout | None = None
) -> list[Step] | None:
    """The collectives that turn the output as it is into the output as wanted; None where no simple list does.

    Where the order of axes is wanted another way, I_XY as I_YX, they are gathered and the dim is cut anew.
    """
    steps: list[Step] = []
    place = {x: d for d, c in zip(want.dims, want.sharding or ((),) * len(want.dims)) for x in c}
    free = have is want
    sums = () if free else want.unreduced
    scatter = tuple(x for x in have.unreduced if x in place and not free)
    reduce_ = tuple(x for x in have.unreduced if x not in place and x not in sums)
    if not set(sums) <= set(have.unreduced):
        return None
    now = replace(have, unreduced=())
    first, moved = ((), ()) if free else _order(layout or layout_of(have), want, place, scatter)
    if first:
        now = without(now, first)
        steps.append(_step("AllGather", now, now.bytes, first, over, options))
    if scatter:
        steps.append(_step("ReduceScatter", now, now.bytes, scatter, over, options))
        for x in scatter:
            now = _with(now, place[x], (*now.axes(place[x]), x))
    if reduce_:
        steps.append(_step("AllReduce", now, now.bytes, reduce_, over, options))
    if free:
        return steps
    gone = tuple(x for d in now.dims for x in now.axes(d) if x not in place)
    for x in moved:
        swapped = now.bytes * now.size(x)
        steps.append(_step("AllToAll", now, swapped, (x,), over, options))
        now = without(now, (x,))
        now = _with(now, place[x], (*now.axes(place[x]), x))
    if gone:
        now = without(now, gone)
        steps.append(_step("AllGather", now, now.bytes, gone, over, options))
    for x, d in place.items():  # what is whole may be cut for free
        if x not in now.axes(d):
            now = _with(now, d, (*now.axes(d), x))
    return steps


def _order(layout: Layout, want: Array, place: Mapping[str, str], scatter: Axes) -> tuple[Axes, Axes]:
    """The axes to gather first, and the others that change their dim, in an order in which they can.

    Pieces are cut smaller or joined, never interleaved: an axis comes to a dim once all have left that do not stay.
    """
    at: dict[str, Axes] = {}
    first: list[str] = []

    def leaving(d: str) -> list[str]:
        return [x for x in at[d] if not x.startswith("-") and place.get(x) != d]

    def gather(x: str) -> None:
        first.append(x)
        at.update({d: _pieces(cut, (x,)) for d, cut in at.items()})

    for d, cut in layout.items():
        at[d] = cut
        while not _fits(at[d], want.axes(d), leaving(d)):
            gather(at[d][-1])
        for x in [x for x in leaving(d) if x not in place and at[d] != cut]:
            gather(x)  # with the others
    for d in {place[x]: None for x in scatter}:
        for x in leaving(d):
            gather(x)
    moved: list[str] = []
    while pending := [x for d in at for x in leaving(d) if x in place]:
        for x in [x for p in pending for x in leaving(place[p]) if x not in place]:
            gather(x)
        ready = next((x for x in pending if not leaving(place[x])), None)
        if ready is None:
            gather(pending[0])
        else:
            moved.append(ready)
            at = {d: _pieces(cut, (ready,)) for d, cut in at.items()}
    return tuple(x for cut in layout.values() for x in cut if x in first), tuple(moved)


def _fits(have: Axes, want: Axes, leaving: Collection[str]) -> bool:
    """Whether the pieces that stay lie as wanted, for others to be cut in between."""
    stay = {x for x in have if not x.startswith("-") and x not in leaving}
    return _pieces(have, leaving) == _pieces(want, {*want} - stay)


def _unbeaten(found: list[Plan], axes: set[str], free: bool) -> list[Plan]:
    """The plans that no other beats at all sizes; a few sizes refute most pairs, the rest takes a proof."""
    busy = {id(p): _busy(p) for p in found}
    names = sorted({n for b in busy.values() for r in b.values() for n in r.names})
    points = [{n: 2 + (7 * i * i + 11 * k * (i + 2)) % 97 for i, n in enumerate(names)} for k in range(8)]
    seen = {k: [{lane: _about(r, x) for lane, r in b.items()} for x in points] for k, b in busy.items()}
    proofs: dict[int, dict[str, Ratio]] = {}

    def polynomials(p: Plan) -> dict[str, Ratio]:
        if id(p) not in proofs:
            clear = times(gen(key(x, True)) for x in axes) ** 2
            proofs[id(p)] = {k: _shifted(r * clear, axes) for k, r in busy[id(p)].items()}
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


def _busy(p: Plan) -> dict[str, Ratio]:
    """Arithmetic, HBM, communication by bandwidth (lane by lane under "max")."""
    busy = {"math": p.flops, "hbm": p.moved}
    for s in p.steps:
        for lane in s.lanes if p.overlap == "max" else ["network"]:
            busy[lane] = busy.get(lane, ratio(0)) + s.cost.bandwidth_core
    return busy


def _beaten(mine: Mapping[str, Ratio], other: Mapping[str, Ratio]) -> bool:
    """Whether the other needs no more of anything at any sizes, and less of something."""
    nothing = ratio(0)
    gaps = [mine.get(k, nothing) - other.get(k, nothing) for k in {*mine, *other}]
    return all(_no_minus(g) for g in gaps) and any(g != 0 for g in gaps)


def _never_negative(gap: Ratio, axes: set[str]) -> bool:
    """Proved by writing every size as 1 + something (a mesh axis as 2 + something) and finding no minus sign."""
    return _no_minus(_shifted(gap, axes))


def _shifted(r: Ratio, axes: set[str]) -> Ratio:
    return r.subs({n: (2 if str(n) in axes else 1) + gen(n) for n in r.names if is_size(n)})


def _no_minus(r: Ratio) -> bool:
    return all(c >= 0 for c in r.num.terms.values()) and r.den.is_posynomial

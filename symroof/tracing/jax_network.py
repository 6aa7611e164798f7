"""Collectives of a JAX program: a send each, on the mesh axes that it names; ``shard_map``'s program of one device."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from symroof.algebra.ratios.posynomial import Ratio, product, ratio
from symroof.errors import SymroofError
from symroof.model.facts import LINE, ONE_WAY, RING, SWITCH
from symroof.tracing import costs
from symroof.tracing.failure import Resharded
from symroof.tracing.graph import VECTOR, Node, Send, Value
from symroof.tracing.jax_site import Site


def collective(at: Site) -> None:
    """The node of a collective; over an axis of the array itself, as inside ``vmap``, it is a reduction."""
    name, of = costs.COLLECTIVES[at.name]
    p, known = at.params, at.walk.o.axes
    axes = p.get("axes", p.get("axis_name"))
    axes = tuple(a for a in (axes if isinstance(axes, (tuple, list)) else (axes,)))
    if any(isinstance(a, int) for a in axes):
        if not all(isinstance(a, int) for a in axes) or name != "AllReduce":
            raise SymroofError(f"{at.name} over an axis of the array inside vmap is no communication that is counted"
                               f"\n    {at.line.told}")  # fmt: skip
        _reduced(at)
        return
    if p.get("axis_index_groups") is not None:
        raise SymroofError(f"{at.name} in groups of the axis {axes[0]} has no rule\n    {at.line.told}\n"
                           "    make two mesh axes of it")  # fmt: skip
    missing = [a for a in axes if a not in known]
    if missing:
        raise SymroofError(f'mesh axis {missing[0]} has no size\n    {at.line.told}\n    say mesh="{missing[0]}"')
    at.walk.o.named.update(axes)
    if name in ("PointToPoint", "AllToAll"):
        at.walk.o.passed.update(axes)
    ways = product(known[a] for a in axes)
    if name == "PointToPoint" and len(axes) > 1:
        raise SymroofError(f"{at.name} over {' and '.join(map(str, axes))} at once has no rule\n    {at.line.told}\n"
                           "    permute one mesh axis after the other")  # fmt: skip
    at.ins = at.walk.in_memory(at)
    route = _route(at, str(axes[0])) if name == "PointToPoint" else (None, ratio(1))
    sends = []
    for a, b in zip(at.ins, at.outs):
        if a.one and name != "PointToPoint":  # XLA works out what all devices make of one number, but for a permutation
            b.one = True
            continue
        volume = {"in": a.bytes, "out": b.bytes, "all": a.bytes * ways}[of]
        hops, load = route
        sends.append(Send(name, volume * load, tuple(str(x) for x in axes), hops))
    text = f"{name}_{''.join(map(str, axes))}"
    node = Node(at.name, "collective", at.ins, at.outs, {}, at.line, at.path, at.phase, text,
                ratio(0), ratio(0), sends=tuple(sends))  # fmt: skip
    at.nodes.append(node)


def _reduced(at: Site) -> None:
    """N - 1 operations a result, for every array that is added up over its own axis."""
    for a, b in zip(at.ins, at.outs):
        work = {costs.unit_of(at, VECTOR): a.elements - b.elements}
        at.nodes.append(Node(at.name, "vector", [a], [b], work, at.line, at.path, at.phase))


def _route(at: Site, axis: str) -> tuple[int | None, Ratio]:
    """How many hops a permutation's farthest piece goes, and the pieces on its busiest link; alike in every trace."""
    o = at.walk.o
    ways = o.axes[axis]
    fixed, kinds = ways.constant(), o.builder(axis)(ways).axes
    counts = [int(ways.at({n: a[str(n)] for n in ways.names})) for a in o.reader.assignments] if fixed is None else []
    found = {busiest(p, int(fixed or counts[i]), kinds[0].kind) for i, p in enumerate(at.each("perm"))}
    if len(found) > 1:
        told = ", ".join(f"{hops} hops with {load} pieces on a link" for hops, load in sorted(found))
        raise SymroofError(f"{at.name} goes {told} at other mesh sizes\n    {at.line.told}\n"
                           f'    fix the mesh size, as in mesh="{axis}=8"')  # fmt: skip
    ((hops, load),) = found
    if fixed is None and kinds[0].kind != SWITCH:
        o.holds_from(ways - (2 if hops < 2 else 2 * hops + 1), at.line)
    return hops or None, ratio(load)


def busiest(perm: Iterable[tuple[int, int]], n: int, kind: str) -> tuple[int, Fraction]:
    """Hops of the farthest piece of a permutation of n devices, and pieces on the busiest one-way link.

    The shorter way round a ring; half a piece each way where both are equal.  Through a switch, one hop up and one
    down.

    >>> print(*busiest([(i, (i + 3) % 8) for i in range(8)], 8, RING))
    3 3
    >>> print(*busiest([(i, 7 - i) for i in range(8)], 8, RING))
    3 2
    """
    if kind == SWITCH:
        return (2, Fraction(1)) if any(a != b for a, b in perm) else (0, Fraction(0))
    if kind == RING and n == 2:
        kind = LINE
    ring = kind in (RING, ONE_WAY)
    change = {way: [Fraction(0)] * (2 * n + 1) for way in (1, -1)}  # of the load along the links, twice round
    farthest = 0
    for a, b in perm:
        hops = {1: (b - a) % n if ring else max(b - a, 0), -1: (a - b) % n if ring else max(a - b, 0)}
        if kind == ONE_WAY:
            del hops[-1]
        near = min((h for h in hops.values() if h), default=0)
        chosen = [way for way, h in hops.items() if h == near and h]
        farthest = max(farthest, near)
        for way in chosen:
            start = way * a % n
            change[way][start] += Fraction(1, len(chosen))
            change[way][start + near] -= Fraction(1, len(chosen))
    loads = [list(itertools.accumulate(c)) for c in change.values()]
    return farthest, max(x[i] + x[i + n] for x in loads for i in range(n))


def sharded(at: Site) -> list[Value]:
    """One device's program; its arrays are the parts of the outer ones."""
    walk, meshes, bodies = at.walk, at.each("mesh"), at.each("jaxpr")
    for axis in meshes[0].shape:
        walk.o.axes.setdefault(axis, walk.number(tuple(m.shape[axis] for m in meshes), at.line, f"mesh axis {axis}"))
    inner = [getattr(b, "jaxpr", b) for b in bodies]
    cuts = [_specs(at, side, len(vs)) for side, vs in (("in", at.ins), ("out", at.eqns[0].outvars))]
    _border(at, *cuts)
    local = []
    for outer, vs in zip(at.ins, zip(*(j.invars for j in inner))):
        dims, elements = walk.shape([v.aval for v in vs], at.line)
        part = None if elements == outer.elements else elements
        local.append(Value(dims, outer.dtype, "made", elements, outer, part))
        local[-1].exact = outer.exact
    made = walk.closed(bodies, local, at.nodes, at.path, at.phase)
    outs = []
    for inside, cut, vs in zip(made, cuts[1], zip(*(x.outvars for x in at.eqns))):
        dims, _ = walk.shape([v.aval for v in vs], at.line)
        outs.append(Value(dims, inside.dtype, "made", inside.elements, inside))
        outs[-1].exact = inside.exact
        outs[-1].cut = cut
    return outs


Cut = tuple[tuple[str, ...], ...]  # the mesh axes over which each dim of an array lies


def _specs(at: Site, side: str, count: int) -> list[Cut]:
    """The cut of each operand or result of a ``shard_map``, as its in_specs or out_specs say."""
    found = at.params.get(f"{side}_specs")
    if found is None:  # before JAX 0.6: {dim: axes} for each
        names = at.params.get(f"{side}_names", ({},) * count)
        return [tuple(tuple(map(str, d.get(i, ()))) for i in range(max(d, default=-1) + 1)) for d in names]
    return [tuple(() if d is None else (d,) if isinstance(d, str) else tuple(d) for d in spec) for spec in found]


def _border(at: Site, ins: list[Cut], outs: list[Cut]) -> None:
    """Raises SymroofError where arrays are joined or cut another way to come into a ``shard_map``.

    What lies whole on each device, or is cut further along its dims, is sliced there; all else is sent.
    """
    if at.walk.within and any(any(cut) for cut in (*ins, *outs)):
        raise Resharded(
            f"a shard_map inside a {at.walk.within}: how the arrays lie in it is not read, and what "
            f"joins them would not be counted\n    {at.line.told}\n    put the {at.walk.within} inside the shard_map"
        )
    for v, cut in zip(at.ins, ins):
        if _further(v.cut, cut):
            continue
        raise Resharded(
            f"{_named(v)} lies {_told(v.cut)} and goes into a shard_map with in_specs {_told(cut)}; what "
            f"joins or cuts it anew is not counted\n    {at.line.told}\n    give it as in_specs says, or write the "
            "collective inside the shard_map (jax.lax.all_gather, all_to_all)"
        )


def _named(v: Value) -> str:
    return f"argument {v.label}" if v.label else "an array"


def _told(cut: Cut) -> str:
    return f"P({', '.join(_axis_told(d) for d in cut)})" if any(cut) else "P()"


def _axis_told(axes: tuple[str, ...]) -> str:
    return repr(axes if len(axes) > 1 else axes[0]) if axes else "None"


def laid(eqn: Any) -> Cut | None:
    """How an equation says that an array is to lie on the mesh; None where it says nothing.

    JAX puts in a ``reshard`` of its own that names no axis: it leaves an array as it lies.
    """
    name, p = eqn.primitive.name, eqn.params
    spec = getattr(p.get("sharding", p.get("dst_sharding")), "spec", None)
    if name not in ("sharding_constraint", "reshard"):
        return None
    if spec is None:
        return (("an unknown layout",),)
    cut = tuple((d,) if isinstance(d, str) else d if isinstance(d, tuple) else () for d in spec)
    return cut if name == "sharding_constraint" or any(cut) else None


def constrained(at: Site) -> bool:
    """Note how an array lies from here on, as a sharding constraint says; whether this is one.

    What lay whole on each device, or is cut further, is sliced there; raises SymroofError where it lay otherwise.
    """
    cut, had = laid(at.eqns[0]), at.ins[0].cut if at.ins else ()
    if at.name == "reshard" and cut is None:
        at.outs[0].cut = had
    if cut is None:
        return at.name == "reshard"
    if had and not _further(had, cut):
        raise Resharded(
            f"{_named(at.ins[0])} lies {_told(had)} and is to lie {_told(cut)} by {at.name}; what joins or cuts it "
            f"anew is not counted\n    {at.line.told}\n    write the collective inside the shard_map "
            "(jax.lax.all_gather, all_to_all)"
        )
    if at.walk.o.axes:
        at.outs[0].cut = cut
    elif any(cut) and not at.walk.o.partitioned:
        at.walk.o.notes.append(f"the {at.name} at {at.line} is not read: no mesh was asked for")
    return True


def _further(had: Cut, wanted: Cut) -> bool:
    """Whether an array that lies cut so is cut no more than that, along the same axes first."""
    return all(b[: len(a)] == a for a, b in itertools.zip_longest(had, wanted, fillvalue=()))


def outside(at: Site, said: bool = False) -> None:
    """Note an operation outside of every ``shard_map`` on an array that the mesh cuts, unless its cost is ``said``."""
    cut = next((v for v in at.ins if any(v.cut)), None)
    if cut is not None and not said:
        at.walk.o.outside.append((at, f"{_named(cut)}, which lies {_told(cut.cut)}"))

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
from symroof.tracing.graph import VECTOR, Graph, Node, Send, Value, looked, used
from symroof.tracing.jax_site import Options, Site


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
    ways = product(known[a] for a in axes)
    if name == "PointToPoint" and len(axes) > 1:
        raise SymroofError(f"{at.name} over {' and '.join(map(str, axes))} at once has no rule\n    {at.line.told}\n"
                           "    permute one mesh axis after the other")  # fmt: skip
    at.ins = at.walk.in_memory(at)
    route = _route(at, str(axes[0])) if name == "PointToPoint" else (1, ratio(1))
    sends = []
    for a, b in zip(at.ins, at.outs):
        if a.free:
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


def _route(at: Site, axis: str) -> tuple[int, Ratio]:
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
    return max(hops, 1), ratio(load)


def busiest(perm: Iterable[tuple[int, int]], n: int, kind: str) -> tuple[int, Fraction]:
    """Hops of the farthest piece of a permutation of n devices, and pieces on the busiest one-way link.

    The shorter way round a ring; half a piece each way where both are equal.

    >>> print(*busiest([(i, (i + 3) % 8) for i in range(8)], 8, RING))
    3 3
    >>> print(*busiest([(i, 7 - i) for i in range(8)], 8, RING))
    3 2
    """
    if kind == SWITCH:
        return (1, Fraction(1)) if any(a != b for a, b in perm) else (0, Fraction(0))
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
        dims = itertools.zip_longest(v.cut, cut, fillvalue=())
        if all(wanted[: len(had)] == had for had, wanted in dims):
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


def outside(at: Site, said: bool = False) -> None:
    """Note an operation outside of every ``shard_map`` on an array that the mesh cuts, unless its cost is ``said``."""
    cut = next((v for v in at.ins if any(v.cut)), None)
    if cut is not None and not said:
        at.walk.o.outside.append((at, f"{_named(cut)}, which lies {_told(cut.cut)}"))


# -- what works along a size that the mesh cuts ----------------------------------------------------------------------


def met(at: Site, node: Node) -> None:
    """Note an operation whose results need all of a cut size, of which each device has a part."""
    parts = at.walk.o.parts
    if not parts:
        return
    for v, d in _along(at):
        cut = None if v.free else _cut(v.shape[d], parts)
        if cut is not None:
            at.walk.o.partial.append((node, cut))


def _along(at: Site) -> list[tuple[Value, int]]:
    """The operands and their dims that the elements of a result need the whole of."""
    p, x, last = at.params, at.ins[:1], len(at.ins[0].shape) - 1 if at.ins else 0
    if at.name == "dot_general":
        return [(v, i) for v, along in zip(at.ins, p["dimension_numbers"][0]) for i in along]
    if at.name == "conv_general_dilated":
        d = p["dimension_numbers"]
        wide = [i for i, k in enumerate(d.rhs_spec[2:]) if at.ins[1].shape[k] != 1]
        return [(x[0], d.lhs_spec[1]), (at.ins[1], d.rhs_spec[1]), *((x[0], d.lhs_spec[2 + i]) for i in wide)]
    if at.name == "fft":
        return [(x[0], last - i) for i in range(len(p["fft_lengths"]))]
    if "window_dimensions" in p:
        return [(x[0], i) for i, w in enumerate(p["window_dimensions"]) if w != 1]
    if at.name == "top_k":
        return [(x[0], last)]
    if at.name == "scan":
        return [(at.ins[i], 0) for i in _handed_on(at)]
    if at.name == "gather" or at.name.startswith(("scatter", "dynamic_")):
        return _looked_up(at)
    dims: Any = next((p[k] for k in ("axes", "axis", "dimension", "dimensions") if k in p), ())
    if at.name not in costs.ALONG:
        return []
    every = [v for v in at.ins if v.shape == x[0].shape]
    return [(v, i) for v in every for i in (dims if isinstance(dims, (tuple, list)) else (dims,))]


def _looked_up(at: Site) -> list[tuple[Value, int]]:
    """The dims of what is read or written at places that the program works out."""
    p, x = at.params, at.ins[:1]
    if at.name == "gather":
        return [] if at.ins[1].free else [(x[0], d) for d in p["dimension_numbers"].start_index_map]
    if at.name.startswith("scatter"):
        to = p["dimension_numbers"].scatter_dims_to_operand_dims
        return [] if at.ins[1].free else [(at.outs[0], d) for d in to]
    if at.name in ("dynamic_slice", "dynamic_update_slice"):
        first, whole, part = (1, x[0], at.outs[0]) if at.name == "dynamic_slice" else (2, at.outs[0], at.ins[1])
        starts = enumerate(at.ins[first:])
        return [(whole, d) for d, i in starts if not i.free and whole.shape[d] != part.shape[d]]
    return []


def _handed_on(at: Site) -> list[int]:
    """The operands that a scan goes over whose rows change what a round hands to the next: all of them are needed."""
    body = at.nodes[-1].body
    assert body is not None
    out = []
    for i in range(body.consts + body.carry, len(body.graph.ins)):
        known = {id(body.graph.ins[i])}
        for n in body.graph.nodes:
            if any(id(v.root) in known for v in looked(n.ins)):
                known.update(id(v.root) for v in n.outs)
        if any(id(v.root) in known for v in looked(body.graph.outs[: body.carry])):
            out.append(i)
    return out


def _live(graph: Graph) -> set[int]:
    """What every operation makes or looks at, those inside loops too."""
    out = used(graph) | {id(v) for n in graph.nodes for v in n.outs}
    for n in graph.nodes:
        if n.body is not None:
            out |= _live(n.body.graph)
    return out


def _cut(dim: Ratio, parts: Any) -> str | None:
    """The cut size that a dim is the part of one device of: D in D/X, or in D/4 where X is 4."""
    axes = {a for found in parts.values() for a in found}
    for n in (n for n in dim.names if str(n) in parts):
        monomials = [m for m, _ in dim.num.monomials()]
        below = {str(g) for m in monomials for g, e in m.items() if e < 0} | {str(g) for g in Ratio(dim.den).names}
        if below & axes or any(c != int(c) for _, c in dim.num.monomials()):
            return str(n)
    return None


def refuse_parts(graph: Graph, o: Options) -> None:
    """Raises SymroofError where what the program needs works along a cut size and no collective joins the parts.

    Outside of a ``shard_map`` any work on a cut array is refused.
    """
    live = _live(graph) if o.partial or o.outside else set()
    for at, told in o.outside:
        if any(id(v) in live for v in at.outs):
            raise SymroofError(
                f"{at.name} outside of the shard_map works on {told}: what a device does of it, and what XLA "
                f"sends for it, is not read\n    {at.line.told}\n"
                "    put it inside the shard_map, whose arrays are the parts"
            )
    for node, n in o.partial:
        if any(id(v) in live for v in node.outs):
            axes = o.parts[n]
            does, what = ("sums over", "adds") if node.name in costs.SUMS else ("needs all of", "joins")
            raise SymroofError(
                f"{node.notation or node.name} {does} {n}, which is cut over {', '.join(axes)}, and no "
                f"collective {what} the parts\n    {node.line.told}\n"
                f'    write jax.lax.psum(..., "{axes[0]}") or its kin, or gspmd=True to read back what XLA puts in'
            )

"""Collectives of a JAX program: a send each, on the mesh axes that it names; ``shard_map``'s program of one device."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
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


def constrained(at: Site) -> None:
    """How an array lies from here on, as a sharding constraint says; raises SymroofError where it lay otherwise.

    What lay whole on each device, or is cut further, is sliced there.
    """
    if at.name not in costs.LAYOUTS:
        return
    found = at.params.get("sharding", at.params.get("dst_sharding"))
    spec = getattr(found, "spec", None)
    if spec is None:
        raise SymroofError(f"{at.name} by a {type(found).__name__} is not read\n    {at.line.told}\n"
                           "    say a PartitionSpec")  # fmt: skip
    cut = tuple(() if d is None or not isinstance(d, (str, tuple)) else (d,) if isinstance(d, str) else d for d in spec)
    had = at.ins[0].cut
    if had and not _further(had, cut):
        raise Resharded(
            f"{_named(at.ins[0])} lies {_told(had)} and is to lie {_told(cut)} by {at.name}; what joins or cuts it "
            f"anew is not counted\n    {at.line.told}\n    write the collective inside the shard_map "
            "(jax.lax.all_gather, all_to_all)"
        )
    if at.walk.o.axes:
        at.outs[0].cut = cut
    elif any(cut):
        at.walk.o.notes.append(f"the {at.name} at {at.line} is not read: no mesh was asked for")


def _further(had: Cut, wanted: Cut) -> bool:
    """Whether an array that lies cut so is cut no more than that, along the same axes first."""
    return all(b[: len(a)] == a for a, b in itertools.zip_longest(had, wanted, fillvalue=()))


def outside(at: Site, said: bool = False) -> None:
    """Note an operation outside of every ``shard_map`` on an array that the mesh cuts, unless its cost is ``said``."""
    if at.name in costs.LAYOUTS:
        return
    cut = next((v for v in at.ins if any(v.cut)), None)
    if cut is not None and not said:
        at.walk.o.outside.append((at, f"{_named(cut)}, which lies {_told(cut.cut)}"))


# -- what works along a size that the mesh cuts ----------------------------------------------------------------------


JOINS, MOVES, PAIRS, COUNTS = "joins", "moves", "pairs", "counts"  # how it needs other parts


def met(at: Site, node: Node) -> None:
    """Note an operation whose results need other parts of a cut size than the one that each device has."""
    parts = at.walk.o.parts
    if not parts:
        return
    rows = [(v, d, JOINS) for v, d in _along(at) if not v.free]
    rows += [(v, d, MOVES) for v, d in _moved(at) if not v.free]
    rows += [(v, at.params["dimension"], COUNTS) for v in at.outs if at.name == "iota"]
    for v, d, how in rows:
        cut = _cut(v.shape[d], at.walk.o)
        if cut is not None:
            at.walk.o.partial.append((node, cut, how))
    for v in at.outs:
        of = [n for d in v.shape if (n := _cut(d, at.walk.o)) is not None]
        axes = [a for n in of for a in parts[n]]
        if len(set(axes)) < len(axes):  # of the pairs of parts a device has those of its own alone
            at.walk.o.partial.append((node, of[-1], PAIRS))


def _moved(at: Site) -> list[tuple[Value, int]]:
    """The dims along which elements of a result lie elsewhere than those of the operand that they come from."""
    p, x = at.params, at.ins[0] if at.ins else None
    if x is None:
        return []
    if at.name == "rev":
        return [(x, d) for d in p["dimensions"]]
    if at.name == "concatenate":
        return [(v, p["dimension"]) for v in at.ins]
    if at.name == "split":
        return [(x, p["axis"])]
    if at.name == "slice":
        return [(x, d) for d, (n, m) in enumerate(zip(x.shape, at.outs[0].shape)) if n != m]
    if at.name == "pad":
        return [(x, d) for d, edges in enumerate(p["padding_config"]) if any(edges)]
    return _reshaped(at) if at.name == "reshape" else []


def _reshaped(at: Site) -> list[tuple[Value, int]]:
    """The cut dims that are parted so that the cut one of the pieces is not the outermost: its part is of each."""
    x, o = at.ins[0], at.walk.o
    found = []
    for here, there in _groups(x.shape, at.outs[0].shape):
        cut = [d for d in here if _cut(x.shape[d], o) is not None]
        inner = [d for d in there if _cut(at.outs[0].shape[d], o) is not None]
        wide = [d for d in there if at.outs[0].shape[d] != 1]
        if len(there) > 1 and inner and inner[0] != wide[0] and len(here) == 1 and x.shape[here[0]] not in o.merged:
            found += [(x, d) for d in cut]
        if cut and any(x.shape[d] != 1 for d in here if d < cut[0]):
            o.merged.update(at.outs[0].shape[d] for d in there)
    return found


def _groups(a: Sequence[Ratio], b: Sequence[Ratio]) -> list[tuple[list[int], list[int]]]:
    """The dims of two shapes of one array that go together: the shortest runs of an equal product."""
    out, i, j = [], 0, 0
    while i < len(a) or j < len(b):
        here: list[int] = []
        there: list[int] = []
        left, right = ratio(1), ratio(1)
        while (left != right or not here or not there) and (i < len(a) or j < len(b)):
            if i < len(a) and (j >= len(b) or not here or len(here) <= len(there)):
                left, here, i = left * a[i], [*here, i], i + 1
            else:
                right, there, j = right * b[j], [*there, j], j + 1
        out.append((here, there))
    return out


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
    if at.name in ("top_k", "approx_top_k"):
        return [(x[0], p.get("reduction_dimension", last) % (last + 1))]
    if at.name in costs.FACTORS:
        return [(v, i) for v in at.ins for i in range(max(len(v.shape) - 2, 0), len(v.shape))]
    if at.name.startswith("ragged_dot"):
        return [(v, i) for v in at.ins for i in range(len(v.shape)) if v.shape[i] not in at.outs[0].shape[1:]]
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
        return [(x[0], d) for d in p["dimension_numbers"].start_index_map]
    if at.name.startswith("scatter"):
        to = p["dimension_numbers"].scatter_dims_to_operand_dims
        return [(at.outs[0], d) for d in to]
    if at.name in ("dynamic_slice", "dynamic_update_slice"):
        first, whole, part = (1, x[0], at.outs[0]) if at.name == "dynamic_slice" else (2, at.outs[0], at.ins[1])
        return [(whole, d) for d in range(len(at.ins[first:])) if whole.shape[d] != part.shape[d]]
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


def _cut(dim: Ratio, o: Options) -> str | None:
    """The cut size that a dim is the part of one device of: D in D/X, or in D/4 where X is 4."""
    parts = o.parts
    if dim in o.lies:
        return o.lies[dim]
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
    for node, n, how in sorted(o.partial, key=lambda row: row[2] != JOINS):  # what adds up says most
        if any(id(v) in live for v in node.outs):
            raise SymroofError(_parted(node, n, o.parts[n], how))


def _parted(node: Node, n: str, axes: Sequence[str], how: str) -> str:
    """That an operation needs other parts of a size than a device has."""
    over = f"{n}, which is cut over {', '.join(axes)}"
    told = {
        JOINS: f"{'sums over' if node.name in costs.SUMS else 'needs all of'} {over}, and no collective "
        f"{'adds' if node.name in costs.SUMS else 'joins'} the parts",
        MOVES: f"takes elements along {over}, from where they lie on other devices, and no collective sends them",
        PAIRS: f"pairs the parts of {over}, with those of one cut over the same axis, of which each device has one",
        COUNTS: f"counts along {over}, from 0 on each device, which says nothing of where its part lies",
    }[how]
    return (
        f"{node.notation or node.name} {told}\n    {node.line.told}\n"
        f'    write jax.lax.psum(..., "{axes[0]}") or its kin in a shard_map, or gspmd=True to read back what XLA puts '
        "in"
    )

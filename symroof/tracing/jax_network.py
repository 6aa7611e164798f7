"""Collectives of a JAX program: a send each, on the mesh axes that it names; ``shard_map``'s program of one device."""

from __future__ import annotations

from typing import Any

from symroof.algebra.posynomial import Ratio, product, ratio
from symroof.errors import SymroofError
from symroof.tracing import costs
from symroof.tracing.graph import VECTOR, Graph, Node, Send, Value, every
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
    at.ins = at.walk.in_memory(at)
    sends = []
    for a, b in zip(at.ins, at.outs):
        if a.free:
            continue
        volume = {"in": a.bytes, "out": b.bytes, "all": a.bytes * ways}[of]
        hops = _distance(at) if name == "PointToPoint" else 1
        sends.append(Send(name, volume, tuple(str(x) for x in axes), hops))
    text = f"{name}_{''.join(map(str, axes))}"
    node = Node(at.name, "collective", at.ins, at.outs, {}, at.line, at.path, at.phase, text,
                ratio(0), ratio(0), sends=tuple(sends))  # fmt: skip
    at.nodes.append(node)


def _reduced(at: Site) -> None:
    """N - 1 operations a result, for every array that is added up over its own axis."""
    for a, b in zip(at.ins, at.outs):
        work = {costs.unit_of(at, VECTOR): a.elements - b.elements}
        at.nodes.append(Node(at.name, "vector", [a], [b], work, at.line, at.path, at.phase))


def _distance(at: Site) -> int:
    """How far on a ring the farthest piece of a permutation goes; the same in every trace."""
    far = set()
    for perm in at.each("perm"):
        n = max((max(a, b) for a, b in perm), default=0) + 1
        far.add(max((min((b - a) % n, (a - b) % n) for a, b in perm), default=0))
    if len(far) > 1:
        raise SymroofError(f"ppermute goes {', '.join(map(str, sorted(far)))} hops at other mesh sizes\n"
                           f"    {at.line.told}\n    fix the mesh size, as in mesh=\"X=8\"")  # fmt: skip
    return max(far.pop(), 1)


def sharded(at: Site) -> list[Value]:
    """One device's program; its arrays are the parts of the outer ones."""
    walk, meshes, bodies = at.walk, at.each("mesh"), at.each("jaxpr")
    for axis in meshes[0].shape:
        walk.o.axes.setdefault(axis, walk.number(tuple(m.shape[axis] for m in meshes), at.line, f"mesh axis {axis}"))
    inner = [getattr(b, "jaxpr", b) for b in bodies]
    local = []
    for outer, vs in zip(at.ins, zip(*(j.invars for j in inner))):
        dims, elements = walk.shape([v.aval for v in vs], at.line)
        part = None if elements == outer.elements else elements
        local.append(Value(dims, outer.dtype, "made", elements, outer, part))
    made = walk.closed(bodies, local, at.nodes, at.path, at.phase)
    outs = []
    for inside, vs in zip(made, zip(*(x.outvars for x in at.eqns))):
        dims, _ = walk.shape([v.aval for v in vs], at.line)
        outs.append(Value(dims, inside.dtype, "made", inside.elements, inside))
    return outs


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
        return [(at.ins[0], i) for i in p["dimension_numbers"][0][0]]
    if at.name == "conv_general_dilated":
        d = p["dimension_numbers"]
        wide = [i for i, k in enumerate(d.rhs_spec[2:]) if at.ins[1].shape[k] != 1]
        return [(x[0], d.lhs_spec[1]), *((x[0], d.lhs_spec[2 + i]) for i in wide)]
    if at.name == "fft":
        return [(x[0], last - i) for i in range(len(p["fft_lengths"]))]
    if "window_dimensions" in p:
        return [(x[0], i) for i, w in enumerate(p["window_dimensions"]) if w != 1]
    if at.name == "top_k":
        return [(x[0], last)]
    dims: Any = next((p[k] for k in ("axes", "axis", "dimension", "dimensions") if k in p), ())
    if at.name not in costs.ALONG:
        return []
    return [(v, i) for v in x for i in (dims if isinstance(dims, (tuple, list)) else (dims,))]


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
    """Raises SymroofError where what the program needs works along a cut size and no collective joins the parts."""
    live = {id(n) for n, _ in every(graph)} if o.partial else set()
    for node, n in o.partial:
        if id(node) in live:
            axes = o.parts[n]
            does, what = ("sums over", "adds") if node.name in costs.SUMS else ("needs all of", "joins")
            raise SymroofError(
                f"{node.notation or node.name} {does} {n}, which is cut over {', '.join(axes)}, and no "
                f"collective {what} the parts\n    {node.line.told}\n"
                f'    write jax.lax.psum(..., "{axes[0]}") or its kin, or gspmd=True to read back what XLA puts in'
            )

"""What needs more of a size that the mesh cuts than a device's part, where no collective joins the parts: refused.

A sum, a sort or a lookup along it needs all of it; a shift or a reversal takes elements from other devices; two dims
over one axis pair all parts; what counts along it begins anew on each device.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from symroof.algebra.ratios.posynomial import Ratio
from symroof.errors import SymroofError
from symroof.tracing import costs
from symroof.tracing.graph import Graph, Node, Value, looked, used
from symroof.tracing.jax_layout import Parting, groups
from symroof.tracing.jax_site import Options, Site

JOINS, MOVES, PAIRS, COUNTS, BEGINS = "joins", "moves", "pairs", "counts", "begins"  # how it needs other parts


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
    _lie(at, node)


def _lie(at: Site, node: Node) -> None:
    """How the results lie: as the operands do along dims of the same size, which have to lie alike."""
    o = at.walk.o
    if at.name == "reshape" and at.ins:
        _reshaped(at, node)
        return
    loop = at.name == "scan"  # its body has been met, and its rows are those of what it goes over
    for v in at.outs[at.params["num_carry"] :] if loop else at.outs:
        for d in v.shape[:1] if loop else v.shape:
            ways = dict.fromkeys(x.laid[d] for x in at.ins if d in (x.shape[:1] if loop else x.shape) and d in x.laid)
            if len(ways) > 1:
                o.partial.append((node, _cut(d, o) or "", MOVES))
            if ways:
                v.laid[d] = next(iter(ways))
    if at.name == "tile":
        _repeated(at, node)


def _repeated(at: Site, node: Node) -> None:
    """How the result of ``tile`` lies: a run of a cut dim after the other."""
    (x,), (out,), o = at.ins, at.outs, at.walk.o
    to = Parting(lambda n: _cut(n, o), o.traced)
    for n, m in zip(x.shape[::-1], out.shape[::-1]):
        if n != m and n in x.laid:
            out.laid[m] = to.joined((m / n, *x.laid[n]))
            o.merges.setdefault(out.laid[m], node)


def rounds(at: Site, node: Node, carried: Sequence[Value], trips: Ratio) -> None:
    """Note what a loop hands on, changed, as often as a cut size says: each device begins it anew."""
    o, body = at.walk.o, node.body
    cut = _cut(trips, o) if o.parts else None
    if cut is None or body is None:
        return
    for i, v in enumerate(carried):
        if body.graph.outs[i].root is not body.graph.ins[body.consts + i].root:
            o.partial.append((Node(node.name, "view", node.ins, [v], line=node.line), cut, BEGINS))


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
    return []


def _reshaped(at: Site, node: Node) -> None:
    """How the result of a reshape lies; noted where a cut dim is parted so that the cut piece is not the outermost."""
    x, out, o = at.ins[0], at.outs[0], at.walk.o
    to = Parting(lambda n: _cut(n, o), o.traced)
    for here, there in groups(x.shape, out.shape):
        cut = [d for d in here if _cut(x.shape[d], o) is not None and x.shape[d] in x.laid]
        if not cut:
            continue
        factors = to.joined(f for d in here for f in x.laid.get(x.shape[d], (x.shape[d],)))
        found = to.parted(factors, [out.shape[d] for d in there])
        if found is None:
            o.partial.append((node, _cut(x.shape[cut[0]], o) or "", MOVES))
            continue
        for d, laid in zip(there, found):
            if any(to.of(f) is not None for f in laid):
                out.laid[out.shape[d]] = laid
                o.merges.setdefault(laid, node)
    o.lies.update({n: size for n, size in to.found.items() if n in out.shape and _cut(n, o) is None})


def _along(at: Site) -> list[tuple[Value, int]]:
    """The operands and their dims that the elements of a result need the whole of."""
    p, x = at.params, at.ins[:1]
    if at.name == "dot_general":
        return [(v, i) for v, along in zip(at.ins, p["dimension_numbers"][0]) for i in along]
    if at.name == "conv_general_dilated":
        d = p["dimension_numbers"]
        wide = [i for i, k in enumerate(d.rhs_spec[2:]) if at.ins[1].shape[k] != 1]
        return [(x[0], d.lhs_spec[1]), (at.ins[1], d.rhs_spec[1]), *((x[0], d.lhs_spec[2 + i]) for i in wide)]
    if "window_dimensions" in p:
        return [(x[0], i) for i, w in enumerate(p["window_dimensions"]) if w != 1]
    if at.name == "scan":
        return [(at.ins[i], 0) for i in _handed_on(at)]
    if at.name == "gather" or at.name.startswith(("scatter", "dynamic_")):
        return _looked_up(at)
    return _last(at) if at.ins and at.ins[0].shape else []


def _last(at: Site) -> list[tuple[Value, int]]:
    """The same of what works along the last dims, or along those that its parameters name."""
    p, x = at.params, at.ins[0]
    last = len(x.shape) - 1
    if at.name == "fft":
        return [(x, last - i) for i in range(len(p["fft_lengths"]))]
    if at.name in ("top_k", "approx_top_k"):
        return [(x, p.get("reduction_dimension", last) % (last + 1))]
    if at.name in costs.FACTORS:
        return [(v, i) for v in at.ins for i in range(max(len(v.shape) - 2, 0), len(v.shape))]
    if at.name.startswith("ragged_dot"):
        return [(v, i) for v in at.ins for i in range(len(v.shape)) if v.shape[i] not in at.outs[0].shape[1:]]
    if at.name not in costs.ALONG:
        return []
    dims: Any = next((p[k] for k in ("axes", "axis", "dimension", "dimensions") if k in p), ())
    every = [v for v in at.ins if v.shape == x.shape]
    return [(v, i) for v in every for i in (dims if isinstance(dims, (tuple, list)) else (dims,))]


def _looked_up(at: Site) -> list[tuple[Value, int]]:
    """The dims of what is read or written at places that the program works out."""
    p, x = at.params, at.ins[:1]
    if at.name == "gather":
        return [(x[0], d) for d in p["dimension_numbers"].start_index_map]
    if at.name.startswith("scatter"):
        to = p["dimension_numbers"].scatter_dims_to_operand_dims
        return [*((at.outs[0], d) for d in to), *_scattered(at)]
    if at.name in ("dynamic_slice", "dynamic_update_slice"):
        first, whole, part = (1, x[0], at.outs[0]) if at.name == "dynamic_slice" else (2, at.outs[0], at.ins[1])
        return [(whole, d) for d in range(len(at.ins[first:])) if whole.shape[d] != part.shape[d]]
    return []


def _scattered(at: Site) -> list[tuple[Value, int]]:
    """The dims of indices and updates along which all are put into one result: a device puts in its own alone."""
    numbers, (_, indices, updates) = at.params["dimension_numbers"], at.ins[:3]
    own = getattr(numbers, "scatter_indices_batching_dims", ())  # each into its own part of the result
    places = [k for k in range(len(indices.shape) - 1) if k not in own]
    outer = [d for d in range(len(updates.shape)) if d not in numbers.update_window_dims]
    return [(v, d) for k in places for v, d in ((indices, k), (updates, outer[k]))]


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


def unjoined(graph: Graph, outs: Sequence[Value], o: Options) -> list[str]:
    """Notes about results that each device has of its own part alone, as the program joins other parts.

    Raises SymroofError where what the program needs works along a cut size, and nothing in it names the mesh axis.
    Outside of a ``shard_map`` any work on a cut array is refused.
    """
    partial = [*o.partial, *_strewn(outs, o)]
    live = _live(graph) if partial or o.outside else set()
    for at, told in o.outside:
        if any(id(v) in live for v in at.outs):
            raise SymroofError(
                f"{at.name} outside of the shard_map works on {told}: what a device does of it, and what XLA "
                f"sends for it, is not read\n    {at.line.told}\n"
                "    put it inside the shard_map, whose arrays are the parts"
            )
    notes: dict[str, None] = {}
    reached: dict[str, set[int]] = {}
    for node, n, how in sorted(partial, key=lambda row: row[2] != JOINS):  # what adds up says most
        alone = [a for a in o.parts[n] if a not in o.named]
        if alone and any(id(v) in live for v in node.outs):
            raise SymroofError(_parted(node, n, alone, how))
        for a in (a for a in o.parts[n] if how == JOINS and a in o.named and a not in o.passed):
            if a not in reached:
                reached[a] = _reached(graph, range(len(graph.outs)), a)[0]
            if any(id(v) in reached[a] for v in node.outs):
                over = f"{n}, which is cut over {a}, and no collective over {a}"
                told = f"{node.notation or node.name} ({node.line}) goes over {over}"
                notes[f"{told} joins the parts on its way to the results: each device's are its own"] = None
    return list(notes)


def _strewn(outs: Iterable[Value], o: Options) -> Iterator[tuple[Node, str, str]]:
    """The results that lie in several runs of a cut size: what the devices have is not the whole, joined."""
    for v in outs:
        for laid in (x for x in v.laid.values() if len(x) > 1):
            cut = next((n for f in reversed(laid) if (n := _cut(f, o)) is not None), None)
            if cut is not None:
                made = o.merges[laid]
                yield Node(made.name, "view", made.ins, [v], line=made.line), cut, MOVES


def _reached(g: Graph, outs: Iterable[int], axis: str) -> tuple[set[int], set[int]]:
    """What these results are made of with no collective over an axis between, and which of the graph's inputs."""
    found: set[int] = set()
    _mark(found, (g.outs[i] for i in outs))
    for n in reversed(g.nodes):
        if not any(id(v) in found for v in n.outs) or any(axis in s.axes for s in n.sends):
            continue
        if n.body is None:
            _mark(found, n.ins)
            continue
        wanted, b = {i for i, v in enumerate(n.outs) if id(v) in found}, n.body
        while True:
            inside, ins = _reached(b.graph, wanted, axis)
            more = {i - b.consts for i in ins if b.consts <= i < b.consts + b.carry} - wanted
            if not more:
                break
            wanted |= more
        found |= inside
        _mark(found, (n.ins[i] for i in ins))
    return found, {i for i, v in enumerate(g.ins) if id(v) in found}


def _mark(found: set[int], values: Iterable[Value]) -> None:
    """These arrays and what they look at."""
    for v in looked(values):
        w: Value | None = v
        while w is not None:
            found.add(id(w))
            w = w.source


def _parted(node: Node, n: str, axes: Sequence[str], how: str) -> str:
    """That an operation needs other parts of a size than a device has."""
    over = f"{n}, which is cut over {', '.join(axes)}"
    told = {
        JOINS: f"{'sums over' if node.name in costs.SUMS else 'needs all of'} {over}, and no collective "
        f"{'adds' if node.name in costs.SUMS else 'joins'} the parts",
        MOVES: f"takes elements along {over}, from where they lie on other devices, and no collective sends them",
        PAIRS: f"pairs the parts of {over}, with those of one cut over the same axis, of which each device has one",
        COUNTS: f"counts along {over}, from 0 on each device, which says nothing of where its part lies",
        BEGINS: f"hands on from round to round along {over}, and each device begins anew at its own part",
    }[how]
    return (
        f"{node.notation or node.name} {told}\n    {node.line.told}\n"
        f'    write jax.lax.psum(..., "{axes[0]}") or its kin in a shard_map, or gspmd=True to read back what XLA puts '
        "in"
    )


__all__ = ["met", "rounds", "unjoined"]

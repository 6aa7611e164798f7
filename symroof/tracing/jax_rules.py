"""A rule applied to one equation: a kernel's node with its work and its bytes, a view, or nothing at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import accumulate, pairwise
from numbers import Integral
from typing import Any

from symroof.algebra.ratios.posynomial import Ratio, build, product, ratio, total
from symroof.errors import SymroofError
from symroof.tracing import costs, fixed, masks
from symroof.tracing.arranged import arrange
from symroof.tracing.edges import Reach, certain, implied, met
from symroof.tracing.given import Given
from symroof.tracing.graph import Node, Value
from symroof.tracing.inplace import as_it_lies
from symroof.tracing.jax_site import Site
from symroof.tracing.naming import product_text
from symroof.tracing.reader import Numbers, Unread, positive_part
from symroof.tracing.unions import Spot

_SLICES = {"slice", "dynamic_slice", "split", "dynamic_update_slice"}
_KEEP_NUMBERS = {"convert_element_type", "copy", "copy_p", "broadcast_in_dim", "reshape", "stop_gradient", "pvary",
                 "pbroadcast"}  # fmt: skip


def ruled(at: Site) -> None:
    """What the table of costs says about an equation; raises SymroofError where it says nothing."""
    name = at.name
    rule = costs.rule_for(name)
    if rule is None:
        what = costs.FOREIGN.get(name, "a primitive without a rule")
        keys = label(at.params) or name
        raise SymroofError(f"{name} is {what}\n    {at.line.told}\n    {costs.remedy_for(name, keys)}")
    _reach(at)
    masks.note(at)
    for v in at.outs:
        v.one = name in costs.ONE_OF_ONE and bool(at.ins) and all(x.one for x in at.ins)
    if name in _SLICES:
        _sliced(at)
        if name != "dynamic_update_slice":
            return
    kind, work = rule.kind, rule.work(at)
    if at.outs and not at.outs[0].shape and all(v.free for v in at.ins):
        work = {}  # numbers alone: worked out when it is compiled; an array of one element is one as of many
    if kind == "view" and at.ins:
        _view(at)
        return
    if kind == "generate" or (kind == "vector" and all(v.free for v in at.ins)):
        for v in at.outs:
            v.home = "generated"
        kind = "vector"
    node = Node(name, kind, at.ins, at.outs, work, at.line, at.path, at.phase)
    if kind == "matrix":
        node.notation = _product(at)
        _by_platform(at)
    _traffic(node, at)
    _certain(node, at)
    _fixed(node, at)
    node.only = _only(at)
    node.feeds = _feeds(at)
    at.nodes.append(node)


def _by_platform(at: Site) -> None:
    """Note a precision that asks for another product on each platform, where the operands are wide enough to differ."""
    asked = at.params.get("precision")
    names = {str(getattr(p, "name", p)) for p in (asked if isinstance(asked, tuple) else ())}
    if "HIGH" in names and any(v.dtype == "fp32" for v in at.ins[:2]):
        at.walk.o.notes.append(
            f"precision HIGH at {at.line} is counted as one product of fp32; a GPU takes tf32 for it and a TPU three "
            "products of bf16: jax.lax.DotAlgorithmPreset (TF32_TF32_F32, BF16_BF16_F32_X3) says which, and is read"
        )


def _reach(at: Site) -> None:
    """Least sizes at which what is cut out of an array lies in it, and the taps of a convolution meet it."""
    o, name = at.walk.o, at.name
    for dim in costs.folds(at):
        o.holds_from(dim - 1, at.line)
    if name == "slice":
        for key, sign in (("start_indices", 1), ("limit_indices", -1)):
            for size, ends in zip(at.ins[0].shape, zip(*at.each(key))):
                end = at.walk.number(ends, at.line)
                o.holds_from(end if sign > 0 else size - end, at.line)
    elif name in ("dynamic_slice", "dynamic_update_slice", "top_k"):
        part = at.ins[1] if name == "dynamic_update_slice" else at.outs[0]
        for whole, size in zip(at.ins[0].shape, part.shape):
            o.holds_from(whole - size, at.line)
    elif name == "conv_general_dilated":
        for axis in range(len(at.params["window_strides"])):
            for high in (False, True):
                o.holds_from(at.whole(partial(costs.conv_slack, axis, high)), at.line)


def priced(at: Site, given: Given) -> None:
    """The node of what the user said the cost of."""
    node = Node(at.name, "move", at.ins, at.outs, dict(given.work), at.line, at.path, at.phase)
    if given.bytes is not None:
        node.loads, node.stores = given.bytes, ratio(0)
    at.nodes.append(node)


def label(params: Mapping[str, Any]) -> str:
    """What the user calls a kernel or a foreign function."""
    for key in ("name", "target_name", "call_target_name", "kernel_name", "name_and_src_info"):
        if params.get(key):
            return str(getattr(params[key], "name", params[key])).split()[0]
    return str(getattr(getattr(params.get("jaxpr"), "debug_info", None), "func_name", None) or "")


def _view(at: Site) -> None:
    """The results look at the operands, in order; one that is made of nothing stays so."""
    for i, out in enumerate(at.outs):
        source = at.ins[min(i, len(at.ins) - 1)]
        out.source = source
        arrange(at.name, at.params, source, out)
        out.ints = source.ints if at.name in _KEEP_NUMBERS else None


def _sliced(at: Site) -> None:
    """A slice looks at part of its operand; an update writes its part in place."""
    if at.name == "dynamic_update_slice":
        return
    for out in at.outs:
        out.source, out.part = at.ins[0], out.elements
        rows = zip(at.ins[1:], at.ins[0].shape, out.shape) if at.name == "dynamic_slice" else ()
        out.by = tuple((i, n - m) for i, n, m in rows if i.root.home != "literal")
        arrange(at.name, at.params, at.ins[0], out)
    if all(isinstance(d, int) for e in at.eqns for v in e.outvars for d in v.aval.shape):
        with suppress(Unread):
            for out, spot in zip(at.outs, _spots(at)):
                out.spot = spot


def _spots(at: Site) -> Iterator[Spot]:
    """Where each slice lies along each dim, start, end and step, at all sizes; nothing of one that may be moved."""
    x, of = at.ins[0], partial(at.walk.number, line=at.line)
    if at.name == "slice":
        rows = [[tuple(r) for r in zip(*at.each(k))] for k in ("start_indices", "limit_indices")]
        steps = {tuple(s or (1,) * len(x.shape)) for s in at.each("strides")}
        if len(steps) == 1:
            yield tuple((of(a), of(b), s) for a, b, s in zip(*rows, *steps))
    elif at.name == "split":
        ends = [tuple(accumulate(sizes)) for sizes in at.each("sizes")]
        borders = [ratio(0), *(of(seen) for seen in zip(*ends))]
        for low, high in pairwise(borders):
            yield tuple((low, high, 1) if i == at.params["axis"] else (ratio(0), n, 1) for i, n in enumerate(x.shape))
    elif all(v.ints is not None for v in at.ins[1:]):
        starts = [of(v.ints) for v in at.ins[1:] if v.ints is not None]
        sides = list(zip(starts, at.outs[0].shape, x.shape))
        if all(implied(a, at.walk.o.least) and implied(n - size - a, at.walk.o.least) for a, size, n in sides):
            yield tuple((a, a + size, 1) for a, size, _ in sides)


def _traffic(n: Node, at: Site) -> None:
    """Bytes of what does not read its operands and write its results whole, and what it needs of each for certain."""
    params = at.params
    if n.name.startswith("ragged_dot"):  # the groups may be empty, and what lies beyond them is not read
        n.needs = (ratio(0), ratio(0), None)
    elif n.name == "gather":
        rows, index = n.outs[0], n.ins[1]
        n.loads, n.stores = rows.bytes + index.read, rows.bytes
        n.needs = (ratio(0), None)
    elif n.name == "dynamic_update_slice":
        update = n.ins[1]
        n.loads, n.stores, n.sure = update.read, update.bytes, update.bytes
        n.needs = (ratio(0), None)
        _written_first(n)
    elif n.name.startswith("scatter"):
        index, update = n.ins[1], n.ins[2]
        adds, put = _reads_of(params.get("update_jaxpr"), n.name != "scatter")
        n.loads = (update.read if put else ratio(0)) + (update.bytes if adds else ratio(0)) + index.read
        places = product(index.shape[:-1])  # its last axis is one place, of no number where the place is the only one
        apart = (
            params["unique_indices"] or places == 1 or places == 0
        )  # else all may fall on one place, of which the last stays
        lands = _lands(at)
        n.stores, n.sure = update.bytes, lands * (update.bytes if apart else update.bytes / places)
        n.needs = (ratio(0), None, (None if lands == 1 else update.elements * lands) if put and (adds or apart)
                   else ratio(0))  # fmt: skip
        _written_first(n)


def _lands(at: Site) -> Ratio:
    """1 where the updates of a scatter are written for certain, 0 where each may lie beyond the array and be dropped.

    Where the code gives the one place it is known at which sizes that lies within.
    """
    numbers, (whole, index, update) = at.params["dimension_numbers"], at.ins[:3]
    if "DROP" not in str(at.params["mode"]).upper():
        return ratio(1)
    to = numbers.scatter_dims_to_operand_dims
    if index.elements == 0 or not to:
        return ratio(1)
    if index.elements != 1 or index.ints is None or numbers.operand_batching_dims:
        return ratio(0)
    (dim,) = to
    windows = iter(numbers.update_window_dims)
    sizes = {d: update.shape[next(windows)] for d in range(len(whole.shape)) if d not in numbers.inserted_window_dims}
    first = at.walk.number(index.ints, at.line, "the place of an update")
    last = whole.shape[dim] - first - sizes.get(dim, ratio(1))
    return product(ratio(1) if implied(x, at.walk.o.least) else build("min", [ratio(1), positive_part(x + 1)])
                   for x in (first, last))  # fmt: skip


def _reads_of(body: Any, both: bool) -> tuple[bool, bool]:
    """Whether the computation of a scatter reads what was there, and the update."""
    if body is None:
        return both, True
    inner = getattr(body, "jaxpr", body)
    read = {id(v) for e in inner.eqns for v in e.invars} | {id(v) for v in inner.outvars}
    old, new = (id(v) in read for v in inner.invars)
    return old, new


def _certain(n: Node, at: Site) -> None:
    """What is needed for certain of the operands where windows skip elements, a mask picks, or one triangle is read."""
    name, some = at.name, ratio(0)
    if isinstance(at.walk.o.reader, Numbers):  # one trace at numbers is compared by its work: no bytes are asked
        return
    if name == "select_n":
        n.needs = masks.chosen(at)
        if len(at.ins) == 3 and at.ins[0].free and at.ins[1].free != at.ins[2].free:
            n.same, n.unlike = (2, 1)[at.ins[2].free], masks.outside(at, at.ins[1].free)
    elif name == "conv_general_dilated":
        d = at.params["dimension_numbers"]
        spatial = range(len(at.params["window_strides"]))
        n.needs = tuple(
            product([*(v.shape[x] for x in spec[:2]), *(_met(at, partial(costs.conv_reach, i, of)) for i in spatial)])
            for of, (v, spec) in enumerate(zip(at.ins, (d.lhs_spec, d.rhs_spec)))
        )  # fmt: skip
    elif name.startswith("reduce_window") or name in ("select_and_scatter_add", "select_and_gather_add"):
        scattered = name == "select_and_scatter_add"
        arrays = (False, True) if scattered else tuple(v.shape != () for v in at.ins)
        rank = len(at.ins[1 if scattered else 0].shape)
        reached = product(_met(at, partial(costs.window_reach, i, scattered)) for i in range(rank))
        n.needs = tuple(reached if a else None for a in arrays)
        if name == "select_and_gather_add":  # what it takes may be the same place in many windows
            n.needs = (some, reached)
    elif name == "pad":
        _padded(n, at)
    elif name == "fft" and at.ins[0].dtype.startswith("complex"):
        n.halved = fixed.without_own(at)
        n.needs = () if at.outs[0].dtype.startswith("complex") else (n.halved,)
    else:
        n.needs = _of_matrices(at) or n.needs


def _of_matrices(at: Site) -> tuple[Ratio | None, ...]:
    """The same of factorisations and solvers that read a triangle, or not all along a diagonal; () of others."""
    name, x = at.name, at.ins[0] if at.ins else None
    if x is None or name not in costs.FACTORS:
        return ()
    if name == "householder_product":
        return ratio(0), None
    if name in ("cholesky", "eigh"):
        return (_triangle(x, False),)
    if name == "triangular_solve":
        return _triangle(x, at.params["unit_diagonal"]), None
    if name == "tridiagonal":  # its corner is for the diagonal alone; of three rows the last four are for one result
        many = x.elements / (x.shape[-1] * x.shape[-2])
        return (many * positive_part(_triangle(x, False) / many - 4),)
    if name == "tridiagonal_solve":  # beside the first row and the last is nothing
        below, above = (v.elements - v.elements / v.shape[-1] for v in at.ins[:3:2])
        return below, None, above, None
    return ()


def _fixed(n: Node, at: Site) -> None:
    """What is one number whatever the operands are needs none of them; what leaves an operand as it is moves it."""
    if len(at.outs) != 1 or isinstance(at.walk.o.reader, Numbers):
        return
    n.same = n.same if (kept := fixed.kept(at.name, at.params, at.ins)) is None else kept
    if (several := fixed.folded(at.name, at.params, at.ins)) is not None:
        n.same, n.unlike = 0, several - 1
    found = fixed.told(at.name, at.params, at.ins)
    if found is not None:
        n.needs = (ratio(0),) * len(n.ins)
        fixed.noted(at.outs[0], found, len(at.eqns))


def _padded(n: Node, at: Site) -> None:
    """Whether the result begins with padding, and what padding below 0 leaves of the operand."""
    edges = [e.params["padding_config"] for e in at.eqns]
    if not all(isinstance(x, Integral) for row in edges for edge in row for x in edge):  # JAX's sizes are not compared
        n.needs = (ratio(0), None)
        return
    n.padded = at.ins[1].free and all(any(low > 0 for low, _, _ in row) for row in edges)
    if any(min(low, high) < 0 for row in edges for low, high, _ in row):
        n.needs = (product(_met(at, partial(costs.pad_reach, i)) for i in range(len(at.ins[0].shape))), None)


def _only(at: Site) -> dict[int, Ratio]:
    """What is 0 where an operand does not matter: of one number the place is known, in a table of one row too."""
    p, name = at.params, at.name
    if name in ("argmax", "argmin"):
        return {0: product(at.ins[0].shape[d] for d in p["axes"]) - 1}
    if name == "sort":
        return dict.fromkeys(range(p["num_keys"]), at.ins[0].shape[p["dimension"]] - 1)
    if name == "top_k":
        return {0: at.ins[0].shape[p.get("axis", -1)] - 1}
    if name == "gather" and "FILL" not in str(p.get("mode")).upper():
        whole, dims = at.ins[0].shape, p["dimension_numbers"].start_index_map
        sizes = [tuple(e.params["slice_sizes"][d] for e in at.eqns) for d in dims]
        return {1: total(whole[d] - at.walk.number(s, at.line) for d, s in zip(dims, sizes))}
    return {}


def _feeds(at: Site) -> tuple[frozenset[int], ...]:
    """The results that need each operand of what works on several arrays at once; () where each may need all.

    A sort's result i needs the keys before it and operand i; a reduction's what its computation reads for it.
    """
    results = range(len(at.outs))
    if at.name == "sort":
        keys = at.params["num_keys"]
        return tuple(frozenset(i for i in results if i == j or (j < keys and i > j)) for j in results)
    if at.name not in ("reduce", "reduce_window") or len(at.outs) < 2:
        return ()
    read = [_reads_for(at.params["jaxpr"], i) for i in results]
    while (more := [r.union(*(read[j] for j in r)) for r in read]) != read:
        read = more
    return tuple(frozenset(i for i in results if j in read[i]) for j in results) * 2  # of the arrays, of their starts


def _reads_for(body: Any, i: int) -> frozenset[int]:
    """The arrays, of several reduced at once, of which result i of one step reads an element or what is so far."""
    from jax.interpreters import partial_eval

    inner = getattr(body, "jaxpr", body)
    many = len(inner.outvars)
    _, used = partial_eval.dce_jaxpr(inner, [i == j for j in range(many)])
    return frozenset({i, *(j % many for j, u in enumerate(used) if u)})


def _met(at: Site, reach: Any) -> Ratio:
    """A count of what windows meet for certain, 0 where it is no polynomial of the sizes."""
    try:
        parts = [at.whole(lambda p, i, o, k=k: reach(p, i, o)[k]) for k in range(len(Reach._fields))]
        read = at.whole(lambda p, i, o: met(reach(p, i, o)) or 0)
    except Unread:
        return ratio(0)
    return certain(read, parts, met, at.walk.o.least)


def _triangle(v: Value, without_diagonal: bool) -> Ratio:
    n = v.shape[-1]
    return v.elements * (n - 1 if without_diagonal else n + 1) / (2 * n)


def _written_first(n: Node) -> None:
    """An array of zeros, or one that is cast, cut or broadcast, is made before a part of it is written in place."""
    old, root = n.ins[0], n.ins[0].root
    if as_it_lies(old):
        return
    part, width = old.seen()
    copied = ratio(0) if old.free else ratio(width) * (root.elements if part is None else part)
    n.loads, n.stores, n.sure = (n.loads or ratio(0)) + copied, (n.stores or ratio(0)) + old.bytes, old.bytes


def _product(at: Site) -> str:
    p = at.params
    if at.name == "dot_general":
        (ca, cb), (ba, bb) = p["dimension_numbers"]
        return product_text(at.ins[0], at.ins[1], at.outs[0], (tuple(ca), tuple(cb)), (tuple(ba), tuple(bb)))
    shown = [f"{v.dtype}[{', '.join(map(str, v.shape))}]" for v in (*at.ins[:2], at.outs[0])]
    return f"{at.name}({shown[0]}, {shown[1]}) -> {shown[2]}"

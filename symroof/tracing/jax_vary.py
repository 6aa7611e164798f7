"""One device's program of a gradient: as ``jax.shard_map`` differentiates it, where the code itself does not say how.

An argument that is not cut over X is one array, the same on all devices of X.  JAX's ``shard_map`` knows (its
``check_vma``) and joins what each device adds to the gradient of it by an AllReduce; the gradient of a ``psum`` is then
no collective.  ``pmap`` and ``check_vma=False`` do not know: the code joins them itself, ``lax.pmean(grads, "X")``.
A function that names collectives without a ``shard_map`` around it may be either.  It is read as the first, and as the
second where it joins what the first would have joined already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from symroof.tracing import costs

_HOW = "a gradient on one device of a mesh: as "
CHECKED = _HOW + (
    "jax.shard_map's default (check_vma=True) takes it, which joins the devices' parts of an argument that is not cut "
    "by an AllReduce; under pmap or check_vma=False it would send something else"
)
BARE = _HOW + (
    "pmap and jax.shard_map(..., check_vma=False) take it, as the code joins gradients itself; the default, "
    "check_vma=True, joins them before and sends more: write the shard_map for that"
)
UNREAD = _HOW + (
    "pmap and jax.shard_map(..., check_vma=False) take it, where the devices' parts of it are not joined but by the "
    "code; the default, check_vma=True, does not take this function ({0}): write the shard_map, or join gradients with "
    "lax.psum"
)


def varied(
    jax: Any, run: Callable[..., Any], structs: Sequence[Any], dims: Mapping[int, Any], axes: Mapping[str, int]
) -> Any:
    """The jaxpr of one device's program as ``shard_map`` traces it, which knows what is the same on all devices.

    ``structs`` are its parts of the arrays, ``dims`` says which dims are cut over what.
    """
    spec = jax.sharding.PartitionSpec
    specs, whole = [], []
    for i, s in enumerate(structs):
        cut = [d.axes for d in dims.get(i, ())] or [()] * len(s.shape)
        specs.append(spec(*(c or None for c in cut)))
        shape = []
        for n, c in zip(s.shape, cut):
            for a in c:
                n = n * axes[a]
            shape.append(n)
        whole.append(jax.ShapeDtypeStruct(tuple(shape), s.dtype))
    kept: list[Any] = []

    def body(*arrays: Any) -> tuple[()]:
        kept.append(jax.make_jaxpr(run)(*arrays))
        return ()

    mesh = jax.sharding.AbstractMesh(tuple(axes.values()), tuple(axes))
    jax.make_jaxpr(jax.shard_map(body, mesh=mesh, in_specs=tuple(specs), out_specs=()))(*whole)
    return kept[0]


def equations(jaxpr: Any) -> Iterator[tuple[Any, Mapping[Any, Any]]]:
    """Every equation, those inside others too, with what makes each variable beside it."""
    made = {v: e for e in jaxpr.eqns for v in e.outvars}
    for e in jaxpr.eqns:
        yield e, made
        for inner in _within(e):
            yield from equations(inner)


def _within(e: Any) -> Iterator[Any]:
    """The jaxprs that an equation carries out: of a loop, a branch, a call."""
    for x in e.params.values():
        for y in x if isinstance(x, (tuple, list)) else (x,):
            inner = getattr(y, "jaxpr", y)
            if hasattr(inner, "eqns"):
                yield inner


def differentiates(jaxpr: Any) -> bool:
    """Whether a program has a gradient in it."""
    return any(_transposes(e) for e, _ in equations(jaxpr))


def sends(jaxpr: Any) -> list[tuple[str, str, str]]:
    """The collectives of a program with their axes and the shapes that they are about, in alphabetical order."""
    rows = []
    for e, _ in equations(jaxpr):
        if e.primitive.name in costs.COLLECTIVES:
            axes = e.params.get("axes", e.params.get("axis_name"))
            name = costs.COLLECTIVES[e.primitive.name][0]
            rows += [(name, str(axes), str(getattr(v.aval, "shape", ()))) for v in e.invars]
    return sorted(rows)


#: what hands a gradient on: other formats and shapes of it, multiples, sums and parts
_HANDS_ON = frozenset({
    "convert_element_type", "reshape", "transpose", "squeeze", "broadcast_in_dim", "neg", "mul", "div", "add",
    "add_any", "sub", "concatenate", "slice", "rev", "dynamic_slice", "copy", "reduce_precision", "pvary",
    "optimization_barrier",
})  # fmt: skip


def joins_again(jaxpr: Any) -> bool:
    """Whether a collective is asked for of a gradient that JAX has summed already, which is the same on all devices."""
    outer = {id(e) for e in jaxpr.eqns}
    for e, made in equations(jaxpr):
        if e.primitive.name not in costs.COLLECTIVES:
            continue
        before = [made.get(v) for v in e.invars if not hasattr(v, "val")]
        if any(b is not None and b.primitive.name == "pvary" and _summed(b, made, id(e) not in outer) for b in before):
            return True
    return False


def _summed(e: Any, made: Mapping[Any, Any], within: bool) -> bool:
    """Whether what an equation makes is a gradient's sum over devices, handed on; what comes into a branch may be."""
    queue, seen = [e], {id(e)}
    for e in queue:
        inner = [x for j in _within(e) for x, _ in equations(j)]
        if any(_is_sum(x) for x in (e, *inner)):
            return True
        if e.primitive.name not in _HANDS_ON and not inner:
            continue
        for v in (v for v in e.invars if not hasattr(v, "val")):
            came = made.get(v)
            if came is None and within:
                return True
            if came is not None and id(came) not in seen:
                seen.add(id(came))
                queue.append(came)
    return False


def _is_sum(e: Any) -> bool:
    """Whether an equation is the sum over devices that a gradient ends in."""
    return costs.COLLECTIVES.get(e.primitive.name, ("",))[0] == "AllReduce" and _transposes(e)


def _transposes(e: Any) -> bool:
    stack = e.source_info.name_stack.stack
    return any(type(x).__name__ == "Transform" and str(getattr(x, "name", x)) == "transpose" for x in stack)

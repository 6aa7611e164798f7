"""One device's program of a gradient: as ``jax.shard_map`` differentiates it, where the code itself does not say how.

An argument that is not cut over X is one array, the same on all devices of X.  JAX's ``shard_map`` knows (its
``check_vma``) and joins what each device adds to the gradient of it by an AllReduce; the gradient of a ``psum`` is then
no collective.  ``pmap`` and ``check_vma=False`` do not know: the code joins them itself, ``lax.pmean(grads, "X")``.
A function that names collectives without a ``shard_map`` around it may be either.  It is read as the first, and as the
second where it joins what the first would have joined already.  Where JAX's default does not take the function (the
carry of a loop starts the same on all devices and then is not), it is read as the second if the code itself joins
every gradient that leaves it, and refused else: which of both is meant shows in the bytes sent alone.
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
ALONE = _HOW + (
    "pmap and jax.shard_map(..., check_vma=False) take it, as the code joins gradients itself; the default, "
    "check_vma=True, does not take this function ({0})"
)
NEITHER = (
    "a gradient on one device of a mesh whose parts are joined by JAX or not: the default of jax.shard_map, "
    "check_vma=True, joins them but does not take this function ({0}); pmap and check_vma=False take it and leave each "
    "device its own\n    mark what starts the same on all devices and then is not, as in "
    'jax.lax.pcast(jnp.zeros(...), "{1}", to="varying"), join every gradient with lax.psum or lax.pmean, or write the '
    "shard_map with check_vma=False"
)


def varied(
    jax: Any,
    run: Callable[..., Any],
    structs: Sequence[Any],
    dims: Mapping[int, Any],
    axes: Mapping[str, int],
    knows: bool = True,
) -> Any:
    """The jaxpr of one device's program as ``shard_map`` traces it, which knows what is the same on all devices.

    ``structs`` are its parts of the arrays, ``dims`` says which dims are cut over what; ``knows`` is check_vma.
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
    jax.make_jaxpr(jax.shard_map(body, mesh=mesh, in_specs=tuple(specs), out_specs=(), check_vma=knows))(*whole)
    return kept[0]


def equations(jaxpr: Any, backward: bool = False) -> Iterator[tuple[Any, Mapping[Any, Any], bool]]:
    """Every equation, those inside others too, with what makes each variable beside it, and whether it is backward.

    What stands inside an equation of the backward pass is of it, though JAX does not say so there again, but for what
    ``jax.checkpoint`` has computed once more.
    """
    made = {v: e for e in jaxpr.eqns for v in e.outvars}
    for e in jaxpr.eqns:
        back = (backward or _under(e, "transpose")) and not _again(e)
        yield e, made, back
        for inner in _within(e):
            yield from equations(inner, back)


def _within(e: Any) -> Iterator[Any]:
    """The jaxprs that an equation carries out: of a loop, a branch, a call."""
    for x in e.params.values():
        for y in x if isinstance(x, (tuple, list)) else (x,):
            inner = getattr(y, "jaxpr", y)
            if hasattr(inner, "eqns"):
                yield inner


def differentiates(jaxpr: Any) -> bool:
    """Whether a program has a gradient in it."""
    return any(back for _, _, back in equations(jaxpr))


Sent = list[tuple[str, str, str]]


def sends(jaxpr: Any) -> Sent:
    """The collectives of a program with their axes and the shapes that they are about, in alphabetical order.

    Without those of one number all over, which XLA works out: the gradient of a sum over devices of a sum is one.
    """
    return sorted(_sends(jaxpr, set()))


def _sends(jaxpr: Any, one: set[Any]) -> Sent:
    """The same in the program's order; ``one``: the variables that are one number all over, more are put to them."""
    rows: Sent = []
    for e in jaxpr.eqns:
        name, flat = e.primitive.name, [_is_one(v, one) for v in e.invars]
        if name in costs.COLLECTIVES:
            axes, told = e.params.get("axes", e.params.get("axis_name")), costs.COLLECTIVES[name][0]
            flat = [f and told != "PointToPoint" for f in flat]
            rows += [(told, str(axes), str(getattr(v.aval, "shape", ()))) for v, f in zip(e.invars, flat) if not f]
            one.update(v for v, f in zip(e.outvars, flat) if f)
        elif name in costs.ONE_OF_ONE and all(flat):
            one.update(e.outvars)
        for inner in _within(e):
            known = {v for v, f in zip(inner.invars, flat) if f} if name in _CALLS else set()
            rows += _sends(inner, known)
            one.update(v for v, w in zip(e.outvars, inner.outvars) if name in _CALLS and _is_one(w, known))
    return rows


def _is_one(v: Any, one: set[Any]) -> bool:
    """Whether a variable is one number of the program all over."""
    return not v.aval.shape if hasattr(v, "val") else v in one


#: what hands a gradient on: other formats and shapes of it, multiples, sums and parts
_HANDS_ON = frozenset({
    "convert_element_type", "reshape", "transpose", "squeeze", "broadcast_in_dim", "neg", "mul", "div", "add",
    "add_any", "sub", "concatenate", "slice", "rev", "dynamic_slice", "copy", "reduce_precision", "pvary",
    "optimization_barrier",
})  # fmt: skip


def joins_again(jaxpr: Any) -> bool:
    """Whether a collective is asked for of a gradient that JAX has summed already, which is the same on all devices."""
    outer = {id(e) for e in jaxpr.eqns}
    for e, made, _ in equations(jaxpr):
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
        back, inner = _under(e, "transpose"), [*_inside(e)]
        if any(b and _adds(x) for x, b in ((e, back), *inner)):
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


def joins_all(jaxpr: Any) -> bool:
    """Whether a program, as traced without knowing what is the same on all devices, joins each gradient by itself.

    Each goes straight into a collective, as it came, and none of the function that is differentiated sends anything:
    then JAX's default, were it to take the program, would join them twice.
    """
    out = _unjoined(jaxpr, frozenset())
    return out is not None and out[1] and not any(out[0])


def adds_inside(jaxpr: Any) -> bool:
    """Whether a sum over devices may stand in what is differentiated.

    The two ways differ in the gradient of such a sum, and in those of what is the same on all devices: arguments, and
    what a sum has made that is added up before.
    """
    same: set[Any] = set()
    for e in jaxpr.eqns:
        made = _adds(e) or not same.isdisjoint(v for v in e.invars if not hasattr(v, "val"))
        if (made and _under(e, "jvp", "transpose")) or any(_adds(x) for x, _ in _inside(e)):
            return True
        if made:
            same.update(e.outvars)
    return False


_CALLS = "jit", "pjit", "closed_call", "core_call"


def _unjoined(jaxpr: Any, raw: frozenset[Any]) -> tuple[list[bool], bool] | None:
    """Of each result whether it is a gradient of one device alone, and whether others were joined; None if unclear."""
    one, joined = set(raw), False
    for e in jaxpr.eqns:
        takes = [v in one for v in e.invars if not hasattr(v, "val")]
        if e.primitive.name in costs.COLLECTIVES:
            if _under(e, "jvp", "transpose"):
                return None
            joined = joined or any(takes)
        elif any(x.primitive.name in costs.COLLECTIVES for x, _ in _inside(e)):
            if e.primitive.name not in _CALLS or _under(e, "jvp", "transpose"):
                return None
            (inner,) = _within(e)
            given = frozenset(w for v, w in zip(e.invars, inner.invars) if not hasattr(v, "val") and v in one)
            found = _unjoined(inner, given)
            if found is None:
                return None
            joined = joined or found[1]
            one |= {v for v, lone in zip(e.outvars, found[0]) if lone}
        elif _under(e, "transpose") or any(back for _, back in _inside(e)):
            one |= {*e.outvars}
        elif any(takes):
            if e.primitive.name not in _HANDS_ON:
                return None
            one |= {*e.outvars}
    return [not hasattr(v, "val") and v in one for v in jaxpr.outvars], joined


def _inside(e: Any) -> Iterator[tuple[Any, bool]]:
    """What stands inside an equation, and whether it is of the backward pass."""
    return ((x, back) for j in _within(e) for x, _, back in equations(j, _under(e, "transpose")))


def _adds(e: Any) -> bool:
    """Whether an equation is a sum over devices; in the backward pass it is what a gradient ends in."""
    return costs.COLLECTIVES.get(e.primitive.name, ("",))[0] == "AllReduce"


def _under(e: Any, *names: str) -> bool:
    """Whether an equation was made by one of these transformations."""
    stack = e.source_info.name_stack.stack
    return any(type(x).__name__ == "Transform" and str(getattr(x, "name", x)) in names for x in stack)


def _again(e: Any) -> bool:
    return any(getattr(x, "name", x) == "rematted_computation" for x in e.source_info.name_stack.stack)

"""What is sent when an operation is no product of two arrays: its output is wanted cut another way than it arises.

| operation | what arises | what is sent |
|---|---|---|
| copy, cast, pointwise function | as its input | what turns it into the output as written |
| sum, product of several arrays | as they are cut alike; one that is cut otherwise is gathered first | the same |
| reduction of a dim that is cut | partial results | AllReduce or ReduceScatter |
| AllGather_X(A[I_X, J]) -> A[I, J] | as its input | that collective, or the notation is refused |

>>> from symroof.model.ops import op
>>> o = op("copy(A[I_X, J]) -> A[I, J]", dtype="bf16", mesh="X=4")
>>> o.plan, o.traffic
(AllGather_X A, {hbm: 5*I*J/2, ici: 3*I*J/4})
>>> op("AllReduce_X(A[I, J]{U_X}) -> A[I, J]", dtype="bf16", mesh="X=4").traffic["ici"]
3*I*J/2
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symroof.algebra.posynomial import Ratio, total
from symroof.arrays import Array, Axes
from symroof.errors import NotationError, Unsupported
from symroof.model.collectives import collective_named
from symroof.model.functions import FUNCTIONS
from symroof.model.plan import Plan, Step
from symroof.model.strategy import Over, finish, gathers, without

if TYPE_CHECKING:
    from symroof.model.ops import Op

LINEAR = {"+", "copy", "cast", "neg", "sum", "mean"}  # of partial sums these are partial sums


def resharded(o: Op, over: Over, options: Mapping[str, Any], rates: tuple[Ratio, Ratio | None]) -> Plan:
    """The plan of an operation that is no product of two arrays.

    Raises Unsupported for a function along a dim that is cut, or a function of partial sums that is not linear.
    """
    out = o.output
    assert out is not None
    name = o.operator if o.operator in ("+", "*") else o.operator.split("_")[0]
    called = collective_named(o.operator)
    arrays = [replace(a, name=a.name or f"array {i + 1}") for i, a in enumerate(o.arrays)]
    partial = _partial(o, arrays, "copy" if called else name)
    used: set[str] = set(partial)
    cuts: list[Axes] = []
    for d in out.dims:
        having = [a.axes(d) for a in arrays if d in a.dims]
        wanted = [c for c in (out.axes(d), *having) if c in having and not set(c) & used]
        cut = next((c for c in wanted if c), ())
        used.update(cut)
        cuts.append(cut)
    natural = replace(out, sharding=tuple(cuts), unreduced=partial, name=out.name or arrays[0].name)
    kept = dict(zip(out.dims, cuts))
    steps: list[Step] = []
    for a in arrays:
        gone = tuple(x for d in a.dims if d in kept and a.axes(d) != kept[d] for x in a.axes(d))
        steps += gathers(a, gone, over, options)
    if len(arrays) == 1 and arrays[0].sharding and not steps:
        natural = replace(natural, sharding=tuple(arrays[0].axes(d) for d in out.dims))
    after = finish(natural, replace(out, name=natural.name), over, options)
    if after is None:
        raise Unsupported(f"{out} leaves partial sums over an axis that {o.text} does not sum over")
    names = [s.name for s in after]
    if called and names != [called]:
        really = ", ".join(map(str, after)) or "nothing is sent"
        raise NotationError(f"{o.operator} does not turn {arrays[0]} into {out}; that takes: {really}", o.text)
    moved = total((*o.loads.values(), *o.stores.values()))
    sent = tuple(s for s in (*steps, *after) if s.cost.network.size_core != 1)
    return Plan(sent, o.work.sum, moved, natural, out, *rates, o.overlap)


def _partial(o: Op, arrays: list[Array], name: str) -> Axes:
    """Mesh axes over which the result is still to be added: those of the inputs, and those that cut a reduced dim."""
    assert o.output is not None
    sums = {a.unreduced for a in arrays}
    carried = next(iter(sums)) if len(sums) == 1 else ()
    if any(sums) and (name not in LINEAR or len(sums) > 1):
        a = next(x for x in arrays if x.unreduced)
        raise Unsupported(f"{name} of the partial sums {a} is not a partial sum; AllReduce it first")
    along = FUNCTIONS[name][2] if name in FUNCTIONS else ""
    gone = tuple(x for a in arrays for d in a.dims if d not in o.output.dims for x in a.axes(d))
    if along == "dim":
        dim = o.operator.partition("_")[2] or arrays[0].dims[-1]
        if arrays[0].axes(dim):
            cut = ", ".join(arrays[0].axes(dim))
            whole = without(arrays[0], arrays[0].axes(dim))
            how = f"gather it first, as copy({arrays[0]}) -> {whole}"
            raise Unsupported(f"{name} runs along {dim}, which {cut} cuts; {how}")
    return tuple(dict.fromkeys((*carried, *gone)))

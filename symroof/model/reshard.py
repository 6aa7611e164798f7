"""What is sent when an operation is no product of two arrays: its output is wanted cut another way than it arises.

| operation | what arises | what is sent |
|---|---|---|
| copy, cast, pointwise function | as its input, cut as the output where whole | what turns it into the output |
| sum, product of several arrays | as they are cut alike; one that is cut otherwise is gathered first | the same |
| reduction of a dim that is cut | partial results | AllReduce or ReduceScatter |
| AllGather_X(A[I_X, J]) -> A[I, J] | as its input | that collective, or the notation is refused |

Partial sums that come in are added in the format that they come in, fp32 also where the output is bf16; all else of
the result is sent in the output's format, as the operation writes it.

>>> from symroof.model.ops import op
>>> o = op("copy(A[I_X, J]) -> A[I, J]", dtype="bf16", mesh="X=4")
>>> o.plan, o.traffic
(AllGather_X A, {hbm: 5*I*J/2, ici: 3*I*J/4})
>>> op("AllReduce_X(A[I, J]{U_X}) -> A[I, J]", dtype="bf16", mesh="X=4").traffic["ici"]
3*I*J/2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import symroof.regexes as re
from symroof import dtypes
from symroof.algebra.ratios.posynomial import Ratio, product, ratio, total
from symroof.arrays import Array, Axes, distinct
from symroof.errors import NotationError, Unsupported
from symroof.model.counting import along_dim, multiplied, rowwise
from symroof.model.functions import FUNCTIONS, collective_named
from symroof.model.layout import (
    Over,
    Send,
    cut_further,
    finish,
    gathered,
    gathers,
    one_by_one,
    really_cut,
    shared,
    without,
)
from symroof.model.plan import Plan

if TYPE_CHECKING:
    from symroof.model.ops import Op

LINEAR = {"+", "copy", "cast", "neg", "sum", "mean"}  # of partial sums these are partial sums


def resharded(o: Op, over: Over, options: Mapping[str, Any], rates: tuple[Ratio, Ratio | None]) -> Plan:
    """The plan of an operation that is no product of two arrays.

    Raises Unsupported for a function along a dim that is cut, or a function of partial sums that is not linear.
    """
    assert o.output is not None
    out = really_cut(o.output)
    name = o.operator if o.operator in ("+", "*") else o.operator.split("_")[0]
    called = collective_named(o.operator)
    arrays = [replace(really_cut(a), name=name) for a, name in zip(o.arrays, _names(o.arrays))]
    partial = _partial(o, arrays, "copy" if called else name)
    taken: set[str] = set(partial)
    cuts: list[Axes] = []
    for d in out.dims:
        having = [a.axes(d) for a in arrays if d in a.dims]
        wanted = [c for c in (out.axes(d), *having) if c in having and not set(c) & taken]
        cut = next((c for c in wanted if c), ())
        taken.update(cut)
        cuts.append(cut)
    natural = replace(out, sharding=tuple(cuts), unreduced=partial)
    natural = replace(natural, name=out.name or o.arrays[0].name or str(natural))
    if {*arrays[0].unreduced} - {*out.unreduced}:
        natural = replace(natural, dtype=dtypes.compute(a.dtype for a in arrays))
    kept = dict(zip(out.dims, cuts))
    first: list[Send] = []
    for a in arrays:
        gone = tuple(x for d in a.dims if d in kept for x in a.axes(d)[len(shared(a.axes(d), kept[d])) :])
        first += [x for s in gathers(a, gone) for x in one_by_one(s, over)]
    if len(arrays) == 1 and arrays[0].sharding and not first:
        natural = replace(natural, sharding=tuple(arrays[0].axes(d) for d in out.dims))
    natural = _cut_for_free(o, natural, out, name)
    last = finish(natural, replace(out, name=natural.name))
    if last is None:
        raise Unsupported(f"{out} leaves partial sums over an axis that {o.text} does not sum over")
    if called:
        _check_called(o, called)
    reduced = max((i for i, s in enumerate(last) if s.name in ("AllReduce", "ReduceScatter")), default=-1)
    last = [s if i <= reduced else replace(s, array=replace(s.array, dtype=out.dtype)) for i, s in enumerate(last)]
    last = [x for s in last for x in one_by_one(s, over)]
    used = tuple(_as_used(a, natural) for a in arrays)
    moved = total(x.bytes for x in (*distinct(used), out))
    steps = [s.step(over, options) for s in (*first, *last)]
    sent = tuple(s for s in steps if s.cost.network.size_core != 1)
    work, done = _work(o, arrays[0], natural, name)
    return Plan(sent, work, moved, natural, out, *rates, o.overlap, exact_flops=done, operands=used, stored=out,
                cuts=o.cuts, gathered=gathered(first), joined=gathered(last))  # fmt: skip


def _names(arrays: Sequence[Array]) -> list[str]:
    """What each array is called in a plan: by its name, else as it is written, numbered where two are written alike.

    >>> from symroof.model.ops import op
    >>> op("bf16[I_X, J] + bf16[I, J_X] + bf16[I, J_X] -> bf16[I_X, J]", mesh="X").plan
    AllGather_X bf16[I, J_X] (1), AllGather_X bf16[I, J_X] (2)
    """
    texts = [a.name or str(a) for a in arrays]
    again = {t for a, t in zip(arrays, texts) if not a.name and texts.count(t) > 1}
    return [f"{t} ({texts[: i + 1].count(t)})" if t in again else t for i, t in enumerate(texts)]


def _check_called(o: Op, called: str) -> None:
    """Whether the collective that is called turns the array into the output, as both are written."""
    assert o.output is not None
    first = o.arrays[0]
    sends = finish(replace(first, name=first.name or o.output.name), replace(o.output, name=first.name)) or []
    if [s.name for s in sends] != [called] or not _over_these(o.operator, sends[0]):
        really = ", ".join(map(str, sends)) or "nothing is sent"
        raise NotationError(f"{o.operator} does not turn {first} into {o.output}; that takes: {really}", o.text)


def _over_these(called: str, send: Send) -> bool:
    """Whether the axes that are named behind a collective, if any, are those it goes over; one device may be left out.

    Over X alone nobody comes from A[B_XY] to A[B_Y]: what is gathered then is not in the order of the other.
    """
    words = re.split(r"[{},\s]+", called.partition("_")[2])
    typed = sorted("".join(w for w in words if w not in send.array.dims))  # the book writes AllToAll_{X,J} with a dim
    more = [a for a in send.axes if send.array.size(a) != 1]
    return not typed or typed in (sorted("".join(send.axes)), sorted("".join(more)))


def _cut_for_free(o: Op, natural: Array, out: Array, name: str) -> Array:
    """The result where each device works out only its part of what it has whole; not along a dim that a row needs."""
    whole = _runs_along(o, name)
    cuts = cut_further({d: natural.axes(d) for d in out.dims if d != whole}, out, _axes_of(natural))
    return replace(natural, sharding=tuple(cuts.get(d, natural.axes(d)) for d in out.dims))


def _axes_of(x: Array) -> set[str]:
    return {a for cut in x.sharding for a in cut} | set(x.unreduced)


def _as_used(a: Array, natural: Array) -> Array:
    """An input as one device reads it: of the dims that the result has, the part that it works on."""
    cuts = tuple(natural.axes(d) if d in natural.dims else a.axes(d) for d in a.dims)
    return replace(a, sharding=cuts)


def _runs_along(o: Op, name: str) -> str | None:
    """The dim of which a function needs whole rows."""
    if name not in FUNCTIONS or FUNCTIONS[name][2] != "dim":
        return None
    return along_dim(o.arrays[0], o.operator.partition("_")[2] or None)


def _work(o: Op, first: Array, natural: Array, name: str) -> tuple[Ratio, Ratio]:
    """FLOPs of one device on the part that it works on, as counted and exactly."""
    outputs = product(natural.shape)
    if name in ("+", "*"):
        return multiplied(outputs, None, len(o.arrays))
    if collective_named(o.operator):
        return ratio(0), ratio(0)
    used = _as_used(first, natural)
    sizes = dict(zip(used.dims, used.shape))
    gone = [d for d in used.dims if d not in natural.dims]
    whole = _runs_along(o, name)
    row = product(sizes[d] for d in gone) if whole is None else sizes[whole]
    return rowwise(name, product(used.shape), row, len(o.arrays))


def _partial(o: Op, arrays: list[Array], name: str) -> Axes:
    """Mesh axes over which the result is still to be reduced: those of the inputs, and those that cut a reduced dim."""
    assert o.output is not None
    sums = {a.unreduced for a in arrays}
    carried = next(iter(sums)) if len(sums) == 1 else ()
    if any(sums) and (name not in LINEAR or len(sums) > 1):
        a = next(x for x in arrays if x.unreduced)
        raise Unsupported(f"{name} of the partial sums {a} is not a partial sum; AllReduce it first")
    along = FUNCTIONS[name][2] if name in FUNCTIONS else ""
    gone = tuple(x for a in arrays for d in a.dims if d not in o.output.dims for x in a.axes(d))
    if along == "dim":
        dim = along_dim(arrays[0], o.operator.partition("_")[2] or None)
        if arrays[0].axes(dim):
            cut = ", ".join(arrays[0].axes(dim))
            typed = replace(arrays[0], name=o.arrays[0].name)
            how = f"gather it first, as copy({typed}) -> {without(typed, typed.axes(dim))}"
            raise Unsupported(f"{name} runs along {dim}, which {cut} cuts; {how}")
    left = set(gone) & set(o.output.unreduced)
    if left and name in ("max", "min"):
        whole = replace(o.output, unreduced=())
        over = ", ".join(sorted(left))
        raise Unsupported(
            f"a {name} of each part is no partial sum over {over}; write {whole}, its AllReduce is counted"
        )
    return tuple(dict.fromkeys((*carried, *gone)))

"""What is sent when an operation is no product or sum of arrays: its output is wanted cut another way than it arises.

| operation | what arises | what is sent |
|---|---|---|
| copy, cast, pointwise function | as its input, cut as the output where whole | what turns it into the output |
| reduction of a dim that is cut | partial results | AllReduce or ReduceScatter |
| AllGather_X(A[I_X, J]) -> A[I, J] | as its input | that collective, or the notation is refused |

Partial sums that come in are added in the format that they come in, fp32 also where the output is bf16; all else of
the result is sent in the output's format, as the operation writes it.  A function reads its part and stores what it
makes of it; a collective that is called reads the array and stores what it leaves.

>>> from symroof.model.ops import op
>>> o = op("copy(A[I_X, J]) -> A[I, J]", dtype="bf16", mesh="X=4")
>>> o.plan, o.traffic
(AllGather_X A, {hbm: I*J, ici: 3*I*J/4})
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
from symroof.model.counting import along_dim, rowwise
from symroof.model.functions import FUNCTIONS, collective_named
from symroof.model.layout import (
    Over,
    Send,
    cut_further,
    finish,
    gathered,
    gathers,
    in_formats,
    one_by_one,
    really_cut,
    shared,
    without,
)
from symroof.model.plan import Plan
from symroof.reading.notation import decompose

if TYPE_CHECKING:
    from symroof.model.ops import Op

LINEAR = {"+", "copy", "cast", "neg", "sum", "mean"}  # of partial sums these are partial sums


def resharded(o: Op, over: Over, options: Mapping[str, Any], rates: tuple[Ratio, Ratio | None]) -> Plan:
    """The plan of a function, a reduction, a copy or a collective that is called.

    Raises Unsupported for a function along a dim that is cut, or a function of partial sums that is not linear.
    """
    assert o.output is not None
    out = really_cut(o.output)
    name = o.operator.split("_")[0]
    called = collective_named(o.operator)
    arrays = [replace(really_cut(a), name=name) for a, name in zip(o.arrays, names_of(o.arrays))]
    partial = _partial(o, arrays, "copy" if called else name)
    natural, first = _arising(o, arrays, out, partial, over)
    last = finish(natural, replace(out, name=natural.name))
    if last is None:
        raise Unsupported(f"{out} leaves partial sums over an axis that {o.text} does not sum over")
    if called:
        _check_called(o, called)
    last = [x for s in in_formats(last, out.dtype) for x in one_by_one(s, over)]
    used = tuple(_as_used(a, natural) for a in arrays)
    stored = out if called else natural
    moved = total(x.bytes for x in (*distinct(used), stored))
    sent = tuple(s for s in (x.step(over, options) for x in (*first, *last)) if s.cost.network.size_core != 1)
    if called and not sent and arrays[0].dtype == out.dtype:
        moved = ratio(0)  # one device alone has what it is to have
    work, done = _work(o, arrays[0], natural, name)
    return Plan(sent, work, moved, natural, out, *rates, o.overlap, exact_flops=done, operands=used, stored=stored,
                cuts=o.cuts, gathered=gathered(first), joined=gathered(last))  # fmt: skip


def _arising(o: Op, arrays: list[Array], out: Array, partial: Axes, over: Over) -> tuple[Array, list[Send]]:
    """The result as the devices work it out, and what is sent of the arrays before."""
    whole = _runs_along(o)
    taken: set[str] = set(partial)
    cuts: list[Axes] = []
    for d in out.dims:
        having = [a.axes(d) for a in arrays[: 1 if d == whole else None] if d in a.dims]  # a row is as its array has it
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
    return _cut_for_free(natural, out, whole), first


def names_of(arrays: Sequence[Array]) -> list[str]:
    """What each array is called in a plan: by its name, else as it is written, numbered where two are called alike.

    >>> from symroof.model.ops import op
    >>> op("bf16[I_X, J] + bf16[I, J_X] + bf16[I, J_X] -> bf16[I_X, J]", mesh="X").plan
    AllToAll_X bf16[I, J_X] (1), AllToAll_X bf16[I, J_X] (2)
    """
    texts = [a.name or str(a) for a in arrays]
    alike = {t: [a for a, own in zip(arrays, texts) if own == t] for t in texts}
    again = {t for t, those in alike.items() if len(those) > 1 and not (those[0].name and len({*those}) == 1)}
    return [f"{t} ({texts[: i + 1].count(t)})" if t in again else t for i, t in enumerate(texts)]


def _check_called(o: Op, called: str) -> None:
    """Whether the collective that is called turns the array into the output, as both are written or really cut."""
    assert o.output is not None
    first = o.arrays[0]
    written = replace(first, name=first.name or o.output.name), replace(o.output, name=first.name)
    pairs = written, (really_cut(written[0]), really_cut(written[1]))
    tries = [finish(*pair) or [] for pair in pairs]
    if not any([s.name for s in sends] == [called] and _over_these(o, sends[0]) for sends in tries):
        really = ", ".join(map(str, tries[0])) or "nothing is sent"
        word = str(tries[0][0]).split(" ", maxsplit=1)[0] if len(tries[0]) == 1 else "copy"
        how = f"write {word}({first}) -> {o.output}"
        why = f"{o.operator} does not turn {first} into {o.output}; that takes: {really}"
        raise NotationError(why, o.text, None, how)


def _over_these(o: Op, send: Send) -> bool:
    """Whether the axes that are named behind a collective, if any, are those it goes over, those of one device aside.

    Over X alone nobody comes from A[B_XY] to A[B_Y]: what is gathered then is not in the order of the other.
    """
    mesh = tuple(dict(o.mesh))
    words = [w for w in re.split(r"[{},\s]+", o.operator.partition("_")[2]) if w and w not in send.array.dims]
    typed = [a for w in words for a in decompose(w, mesh) or (w,)]  # the book writes AllToAll_{X,J} with a dim
    live = [{a for a in axes if send.array.size(a) != 1} for axes in (typed, send.axes)]
    return not typed or (live[0] == live[1] and len({*typed}) == len(typed))


def _cut_for_free(natural: Array, out: Array, whole: str | None) -> Array:
    """The result where each device works out only its part of what it has whole; not along a dim that a row needs."""
    cuts = cut_further({d: natural.axes(d) for d in out.dims if d != whole}, out, _axes_of(natural))
    return replace(natural, sharding=tuple(cuts.get(d, natural.axes(d)) for d in out.dims))


def _axes_of(x: Array) -> set[str]:
    return {a for cut in x.sharding for a in cut} | set(x.unreduced)


def _as_used(a: Array, natural: Array) -> Array:
    """An input as one device reads it: of the dims that the result has, the part that it works on."""
    cuts = tuple(natural.axes(d) if d in natural.dims else a.axes(d) for d in a.dims)
    return replace(a, sharding=cuts)


def _runs_along(o: Op) -> str | None:
    """The dim of which a function needs whole rows."""
    name = o.operator.split("_")[0]
    if name not in FUNCTIONS or FUNCTIONS[name][2] != "dim":
        return None
    return along_dim(o.arrays[0], o.operator.partition("_")[2] or None)


def _work(o: Op, first: Array, natural: Array, name: str) -> tuple[Ratio, Ratio]:
    """FLOPs of one device on the part that it works on, as counted and exactly."""
    if collective_named(o.operator):
        return ratio(0), ratio(0)
    used = _as_used(first, natural)
    sizes = dict(zip(used.dims, used.shape))
    gone = [d for d in used.dims if d not in natural.dims]
    whole = _runs_along(o)
    row = product(sizes[d] for d in (gone if whole is None else used.dims and [whole]))
    return rowwise(name, product(used.shape), row, len(o.arrays))


def _partial(o: Op, arrays: list[Array], name: str) -> Axes:
    """Mesh axes over which the result is still to be reduced: those of the inputs, and those that cut a reduced dim."""
    assert o.output is not None
    carried = carried_sums(name, arrays)
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


def carried_sums(name: str, arrays: Sequence[Array]) -> Axes:
    """Mesh axes over which all arrays are partial sums alike, and with them the result.

    Raises Unsupported where they are not alike, or the result is none.
    """
    sums = {a.unreduced for a in arrays}
    if any(sums) and (name not in LINEAR or len(sums) > 1):
        a = next(x for x in arrays if x.unreduced)
        raise Unsupported(f"{name} of the partial sums {a} is not a partial sum; AllReduce it first")
    return next(iter(sums)) if len(sums) == 1 else ()

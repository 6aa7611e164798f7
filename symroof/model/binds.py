"""``bottlenecks`` as the user asks it: of an operation, on a machine, whose rates keep their names in the answer.

What is given as times, by name or as an expression, goes to the algebra as it is.

>>> from symroof import op
>>> print(bottlenecks(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), on="TPU v5e"))
math binds where C/(F*W) + C/(B*W) + C/(D*W) <= 1
hbm binds where B*D*F*W/(C*(B*D + D*F + B*F)) <= 1
with C/W = 240.2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from symroof.algebra.ratios.posynomial import Number, Ratio, gen
from symroof.algebra.regions.bottleneck import Anew, Bottlenecks, Roofs, named_bottlenecks
from symroof.algebra.regions.bottleneck import bottlenecks as of_times
from symroof.arrays import tied
from symroof.errors import SymroofError
from symroof.keywords import fitting
from symroof.likes import SizeLike
from symroof.machines import MachineLike
from symroof.machines import machine as find_machine
from symroof.model.collectives import Collective, ring_notes
from symroof.model.given import given_in
from symroof.model.ops import Op
from symroof.model.rates import Taken
from symroof.model.roofline import asked, by_bandwidth, rates, times_core
from symroof.symbols import Name, is_size, key

if TYPE_CHECKING:
    from sympy import Expr


@fitting
def bottlenecks(
    roofs: Op | str | Roofs | Sequence[Any] | Expr | Ratio, on: MachineLike | None = None, **sizes: SizeLike
) -> Bottlenecks:
    """Who binds where: an operation's times, roofs by name, or a sequence of such mappings, one after the other.

    An operation, or its notation, has a roof for arithmetic and one for each link; on a machine the answer is for its
    rates, which it names (C in FLOPs/s, W in bytes/s) and says once.  Sizes given are put in.  An expression is read as
    what it is, a sum of maxima.

    >>> found = bottlenecks("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v5e", D=4096, F=4096)
    >>> print(found)
    math binds where C/(2048*W) + C/(B*W) <= 1
    hbm binds where 2048*B*W/(C*(B + 2048)) <= 1
    with C/W = 240.2
    >>> found.at(B=200), found.at(B=300), found.crossover("math", "hbm", "B")
    (('hbm',), ('math',), B > 272.2 (273))

    >>> from symroof import dims
    >>> a, b = dims("a b")
    >>> print(bottlenecks({"x": a*b, "y": a, "z": b}).cases[0])
    x binds always

    Raises SymroofError for a machine or sizes beside roofs that are times already, for sizes that the operation has
    not, and UnknownResource for a peak or link that the machine does not list.
    """
    if not isinstance(roofs, (Op, str)):
        if on is not None or sizes:
            told = f"on={on}" if on is not None else f"{next(iter(sizes))}="
            raise SymroofError(
                f"{told} goes with an operation, as in bottlenecks(op, on=...); numbers of times given by name go into "
                ".at(...)"
            )
        if isinstance(roofs, (list, tuple)):
            return of_times([in_seconds(r) if isinstance(r, Mapping) else r for r in roofs])
        return of_times(in_seconds(roofs) if isinstance(roofs, Mapping) else roofs)
    return _asked(*asked(roofs, on, sizes), on)


def in_seconds(roofs: Roofs) -> Roofs:
    """Times by name, those in text with their unit in seconds."""
    return {name: given_in(time, name, "s") if isinstance(time, str) else time for name, time in roofs.items()}


def _asked(o: Op, bound: Mapping[str, Number], on: MachineLike | None) -> Bottlenecks:
    """Who binds where, with the sizes that an operation has; under a mesh those put in later are asked about anew."""
    found = _cut(_of(o, on, bound), o)
    open_ = {*o.dims, *dict(o.mesh), *tied(o.sizes)} - {*dict(o.sizes)}
    names = tuple(sorted({*found.names, *(key(n, True) for n in open_)}))
    found = replace(found, names=names, bound=o.sizes)
    if not open_ or not o.mesh:
        return found
    notes = tuple(filter(None, (*found.notes, o.plan_note(), *ring_notes(o.rings(), _sent(o), ""))))
    again = Anew(partial(_there, o, on, open_, bound), tuple(sorted(open_)), tuple(sorted(o.rings())),
                 partial(_told, o, on), o.plan_note())  # fmt: skip
    return replace(found, notes=notes, again=again, cases=tuple(replace(case, again=again) for case in found.cases))


def _sent(o: Op) -> list[Collective]:
    """The collectives of its plans."""
    plans = [s.plan for s in (o.steps or (o,)) if s.plan is not None]
    return [s.cost for p in plans for s in p.steps]


def _told(o: Op, on: MachineLike | None, first: str, second: str, name: str) -> tuple[str, ...]:
    """What a crossing of two roofs says of hops, and of rings that have formulas of their own."""
    links = {x for n in (first, second) for x in o.roofs.get(n, ())}
    hops = () if on is None else by_bandwidth(o, on, links, settled=False)
    return (*hops, *ring_notes(o.rings(), _sent(o), name))


def _there(o: Op, on: MachineLike | None, open_: Set[str], bound: Mapping[str, Number], **sizes: Number) -> Bottlenecks:
    """The same question where an operation under a mesh has these sizes; numbers of other symbols do not matter."""
    here = {str(n): v for n, v in sizes.items() if str(n) in open_}  # K, a real by convention, is a size here
    there, _ = asked(o, on, here)
    return _asked(there, bound, on)


def _of(o: Op, on: MachineLike | None, bound: Mapping[str, Number]) -> Bottlenecks:
    """The roofs of an operation with numbers for what is no size of it."""
    whole = {d: gen(Name(d)) for d in (*o.dims, *tied(o.sizes)) if not is_size(key(d, True))}  # C - 1/2 of a dim C
    times = {name: t.subs(bound).subs(whole) for name, t in times_core(o, on).items()}
    if on is None:
        return of_times(times)
    try:
        in_symbols = {name: t.subs(bound).subs(whole) for name, t in times_core(o).items()}
    except Taken:  # a size is called like a rate, which is a number here
        found = of_times(times)
    else:
        found = named_bottlenecks(times, in_symbols, rates(o, find_machine(on)))
    return replace(found, notes=tuple(by_bandwidth(o, on, o.traffic, settled=False)))


def _cut(found: Bottlenecks, o: Op) -> Bottlenecks:
    """The same, and sizes put in have to divide over the mesh axes that cut them."""
    if not o.cuts.rows:
        return found
    return replace(found, cuts=o.cuts, cases=tuple(replace(case, cuts=o.cuts) for case in found.cases))

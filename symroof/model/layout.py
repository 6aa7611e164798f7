"""Where the pieces of sharded arrays lie, and the collectives that lay them out as they are wanted.

An array's sharding lists for each dim the mesh axes that cut it, the first into the largest pieces.  Pieces are cut
smaller or joined, never interleaved: ``I_XY`` becomes ``I_X`` by an AllGather over Y, ``I_Y`` only by way of ``I``.

>>> from symroof.dtypes import dtype
>>> whole, cut = (Array(dtype("bf16"), ("I", "J"), "C", s) for s in ((), (("X",), ())))
>>> finish(cut, whole)
[AllGather_X C]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, takewhile
from typing import Any, final

from symroof.algebra.ratios.posynomial import Ratio
from symroof.arrays import Array, Axes
from symroof.dtypes import DType
from symroof.errors import SymroofError
from symroof.model.collectives import Builder, collective, network_of, ring, torus
from symroof.model.functions import ALL_TO_ALL, GATHER, REDUCE, SCATTER
from symroof.model.plan import Step
from symroof.records import dataclass, replace

Over = Builder | Mapping[str, Builder | str] | str
Layout = Mapping[str, Axes]


@final
@dataclass(frozen=True)
class Send:
    """One collective before it costs anything: what it is, over which axes, and the array whose bytes count for it."""

    name: str
    array: Array
    axes: Axes
    part: bool = False  # whether it is of a slice of what is named, all that is needed

    def step(self, over: Over, options: Mapping[str, Any], volume: Ratio | None = None) -> Step:
        """The collective on the networks of its axes, by default of the array's bytes."""
        parts = [builder(over, a)(self.array.size(a)) for a in self.axes]
        network = parts[0] if len(parts) == 1 else torus(*parts)
        cost = collective(self.name, self.array.bytes if volume is None else volume, network, **options)
        part = str(self.array) if self.part else ""
        return Step(self.name, self.array.name or str(self.array), self.axes, cost, str(self.array.dtype), part)

    def __str__(self) -> str:
        return f"{self.name}_{''.join(self.axes)} {self.array.name or self.array}"

    __repr__ = __str__


def one_by_one(s: Send, over: Over) -> list[Send]:
    """A collective over axes of different links (or trees), axis by axis; over one sort of link it stays one."""
    networks = [builder(over, a)(s.array.size(a)) for a in s.axes]
    if len(s.axes) == 1 or (not any(n.levels for n in networks) and len({x for n in networks for x in n.links}) == 1):
        return [s]
    if s.name == REDUCE or not s.array.dims:
        return [replace(s, axes=(a,)) for a in s.axes]
    out, dim = [], s.array.dims[0]
    for i, a in enumerate(s.axes):
        # what is gathered grows with each axis, what is scattered shrinks, what is turned stays cut over the others
        before, after = s.axes[:i], s.axes[i + 1 :]
        cut = {GATHER: after, SCATTER: before, ALL_TO_ALL: (*before, *after)}[s.name]
        out.append(replace(s, array=_with(s.array, dim, (*s.array.axes(dim), *cut)), axes=(a,)))
    return out


def axes_of(x: Array) -> Axes:
    return tuple(chain.from_iterable(x.sharding))


def really_cut(x: Array) -> Array:
    """The array without the axes of one device, which cut nothing."""
    alone = {n for n, size in x.sizes if size == 1}
    sums = tuple(a for a in x.unreduced if a not in alone)
    return replace(x, sharding=tuple(tuple(a for a in cut if a not in alone) for cut in x.sharding), unreduced=sums)


def without(x: Array, gone: Axes) -> Array:
    """The array no longer cut over some axes."""
    return x.cut(tuple([tuple([a for a in cut if a not in gone]) for cut in x.sharding])) if gone else x


def layout_of(x: Array, gone: Axes = ()) -> Layout:
    """How the pieces of each dim lie: its axes from the largest pieces to the smallest, "-X" where X was gathered.

    After a gather over Y alone the pieces of I_XY are those of I_X; over X alone each device has every Y-th.
    """
    return {d: pieces(x.axes(d), gone) for d in x.dims}


def pieces(cut: Axes, gone: Collection[str]) -> Axes:
    """How the pieces of a dim lie once some of its axes are gathered, in the marks of ``layout_of``.

    >>> pieces(("X", "Y"), ("Y",)), pieces(("X", "Y"), ("X",))
    (('X',), ('-X', 'Y'))
    """
    out = [f"-{a.lstrip('-')}" if a.startswith("-") or a in gone else a for a in cut]
    while out and out[-1].startswith("-"):
        out.pop()
    return tuple(out)


def _with(x: Array, dim: str, cut: Axes) -> Array:
    cuts = x.sharding or ((),) * len(x.dims)
    return x.cut(tuple([cut if d == dim else c for d, c in zip(x.dims, cuts)]))


def shared(a: Axes, b: Axes) -> Axes:
    """The axes with which two cuts begin alike: the pieces of I_XY lie inside those of I_X.

    >>> shared(("X", "Y"), ("X", "Z")), shared(("Y", "X"), ("X",))
    (('X',), ())
    """
    return tuple(x for x, _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b)))


def local_size(operands: Iterable[Array], dim: str) -> Ratio:
    """The size of a contracted dim on one device."""
    owner = next(x for x in operands if dim in x.dims)
    return owner.shape[owner.dims.index(dim)]


def _used(x: Array) -> set[str]:
    """The axes along which devices have other parts of an array, or other partial sums."""
    return {*axes_of(x), *x.unreduced}


def sliced(arrays: Sequence[Array], inner: Axes) -> tuple[tuple[Array, ...], Axes] | None:
    """The operands with the dims that several have cut alike: each device drops what it does not need, for free.

    What is whole may be cut, and what is cut by X, once more by Y where another is cut by X and then Y.
    """
    now = list(arrays)
    for d in dict.fromkeys(chain.from_iterable(x.dims for x in arrays)):
        having = [i for i, x in enumerate(now) if d in x.dims]
        most = max((now[i].axes(d) for i in having), key=len)
        for i in having:
            cut = now[i].axes(d)
            if cut != most and (most[: len(cut)] != cut or {*most[len(cut) :]} & _used(now[i])):
                return None
            now[i] = now[i] if cut == most else _with(now[i], d, most)
    cuts = (next((x.axes(d) for x in now if d in x.dims), ()) for d in inner)
    partial = dict.fromkeys(chain.from_iterable((*(x.unreduced for x in now), *cuts)))
    return tuple(now), tuple(partial)


def sliced_first(x: Array, send: Send, sends: Iterable[Send], used: Array) -> Send:
    """What is sent of an operand where each device first drops what it does not multiply, for free.

    Of a dim that none of its collectives joins: there devices that exchange hold the same, and along other axes than
    theirs they need the same slice.
    """
    for d in x.dims:
        cut, wanted = x.axes(d), used.axes(d)
        more = tuple(n for n in wanted[len(cut) :] if n not in _used(x))
        if more and wanted[: len(cut)] == cut and all(s.array.axes(d) == cut for s in sends):
            send = replace(send, array=_with(send.array, d, (*send.array.axes(d), *more)), part=True)
    return send


def as_wanted(operands: tuple[Array, ...], out: Array, layout: dict[str, Axes]) -> tuple[Array, ...]:
    """The operands where each device multiplies only its part of what it has whole, for free; lays it out anew."""
    cuts = {d: next((cut for x in operands if (cut := x.axes(d))), ()) for d in out.dims}
    plain = {d: cut for d, cut in cuts.items() if cut == layout.get(d, ())}
    for d, cut in cut_further(plain, out, {n for x in operands for n in _used(x)}).items():
        layout[d] = cut
        operands = tuple([_with(x, d, cut) if d in x.dims else x for x in operands])
    return operands


def cut_further(have: Mapping[str, Axes], want: Array, used: set[str]) -> dict[str, Axes]:
    """The cuts that dims get for free on the way to an output, of axes that nothing else uses; the others stay out.

    An axis is cut where all that stand before it in the output are cut already, so that the pieces lie as wanted.
    """
    out: dict[str, Axes] = {}
    for d, cut in have.items():
        wanted = want.axes(d)
        if wanted[: len(cut)] == cut and (fresh := tuple(takewhile(lambda x: x not in used, wanted[len(cut) :]))):
            out[d] = (*cut, *fresh)
    return out


def natural_of(operands: Sequence[Array], out: Array, partial: Axes) -> Array | None:
    """The output as local products leave it; None where one mesh axis would have to cut two of its dims."""
    cuts: list[Axes] = []
    for d in out.dims:
        here = {x.axes(d) for x in operands if d in x.dims}
        if len(here) > 1:
            return None
        cuts.append(next(iter(here), ()))
    used = [x for c in cuts for x in c] + list(partial)
    if len(set(used)) != len(used):
        return None
    return replace(out, sharding=tuple(cuts), unreduced=partial)


def builder(over: Over, axis: str) -> Builder:
    """What makes the network of one axis: its own entry, else the rest's."""
    found = network_of(over) if isinstance(over, str) else over
    one = (found.get(axis) or found.get("") or ring) if isinstance(found, Mapping) else found
    if isinstance(one, str):  # a mapping may say it in words
        return builder(network_of(one), "")
    if not callable(one):
        raise SymroofError(f"{one!r} makes no network of {axis}; say ring, line, switch, or text as in 'switch:nvlink'")
    return one


def gathers(x: Array, gone: Axes) -> list[Send]:
    """The AllGather that makes an array whole over some axes; none where there is none."""
    return [Send(GATHER, without(x, gone), gone)] if gone else []


def in_formats(sends: Sequence[Send], last: DType) -> list[Send]:
    """What is sent after partial sums are added is sent in the format of the result, these in the one they come in."""
    reduced = max((i for i, s in enumerate(sends) if s.name in (REDUCE, SCATTER)), default=-1)
    return [s if i <= reduced else replace(s, array=replace(s.array, dtype=last)) for i, s in enumerate(sends)]


def gathered(sends: Iterable[Send]) -> tuple[Array, ...]:
    """The arrays that the AllGathers of these leave."""
    return tuple([s.array for s in sends if s.name == GATHER])


def moved(x: Array, axis: str, dim: str) -> tuple[Send, Array]:
    """The AllToAll that takes an axis from the dim that it cuts to another, and the array after it."""
    whole = without(x, (axis,))
    return Send(ALL_TO_ALL, whole, (axis,)), _with(whole, dim, (*whole.axes(dim), axis))


def exchange(have: Array, want: Array) -> Send | None:
    """The one AllToAll, over however many axes, that turns an array into another; None where there is none.

    Each of the n devices has of what every other wants an n-th part of its own: of each dim one of the two cuts begins
    the other, so that the pieces of one lie evenly in those of the other, and the axes that leave a dim come to others.
    In which order they come does not matter; where jax.lax.all_to_all joins pieces in another, a device sorts its own.

    >>> from symroof.dtypes import dtype
    >>> rows, columns, blocks = (
    ...     Array(dtype("bf16"), ("I", "J"), "A", s) for s in ((("X", "Y"), ()), ((), ("Y", "X")), (("Y",), ("X",)))
    ... )
    >>> exchange(rows, columns), exchange(rows, blocks)
    (AllToAll_XY A, None)
    """
    pairs = [(have.axes(d), want.axes(d)) for d in want.dims]
    left, come = (tuple(x for p in pairs for x in p[i][len(shared(*p)) :]) for i in (0, 1))
    even = all(shared(*p) in p for p in pairs)
    if not even or not left or {*left} != {*come}:
        return None
    return Send(ALL_TO_ALL, without(have, left), left)


def endings(have: Array, want: Array, layout: Layout | None = None) -> list[list[Send]]:
    """The ways from the output as it is to the output as wanted; none where no simple list leads there.

    Where something is gathered, what is to be added may be added whole, and cut at the end for free.
    """
    ways = [steps] if (steps := finish(have, want, layout)) is not None else []
    if steps and any(s.name == ALL_TO_ALL and len(s.axes) > 1 for s in steps):
        ways += [one] if (one := finish(have, want, layout, at_once=False)) is not None else []
    if have is not want and ways and {SCATTER, GATHER} <= {s.name for s in ways[0]}:
        adds = tuple(x for x in have.unreduced if x not in want.unreduced)
        kept = tuple(x for x in have.unreduced if x in want.unreduced)
        rest = finish(replace(have, unreduced=kept), want, layout)
        if rest is not None:
            ways.append([Send(REDUCE, replace(have, unreduced=()), adds), *rest])
    return ways


def finish(have: Array, want: Array, layout: Layout | None = None, *, at_once: bool = True) -> list[Send] | None:
    """The collectives that turn the output as it is into the output as wanted; None where no simple list does.

    Where the order of axes is wanted another way, I_XY as I_YX, they are gathered and the dim is cut anew.  Axes that
    change their dim do so in one AllToAll where there is one, unless that is to be one after the other.
    """
    steps: list[Send] = []
    place = {x: d for d, c in zip(want.dims, want.sharding or ((),) * len(want.dims)) for x in c}
    now = replace(have, unreduced=()) if have.unreduced else have
    if have is want:  # it may stay as it is, partial sums added
        sums = tuple(x for x in have.unreduced if x not in place)
        return [Send(REDUCE, now, sums)] if sums else []
    scatter = tuple(x for x in have.unreduced if x in place)
    reduce_ = tuple(x for x in have.unreduced if x not in place and x not in want.unreduced)
    if not set(want.unreduced) <= set(have.unreduced):
        return None
    first, turned = _order(layout or layout_of(have), want, place, scatter)
    if first:
        now = without(now, first)
        steps.append(Send(GATHER, now, first))
    if scatter:
        steps.append(Send(SCATTER, now, scatter))
        for d in {place[x]: None for x in scatter}:  # the pieces go where they are wanted
            there = [x for x in scatter if place[x] == d]
            now = _with(now, d, (*now.axes(d), *sorted(there, key=want.axes(d).index)))
    if reduce_:
        steps.append(Send(REDUCE, now, reduce_))
    gone = tuple(x for d in now.dims for x in now.axes(d) if x not in place)
    if at_once and len(turned) > 1 and (one := exchange(now, want)) is not None:
        return [*steps, one]
    for x in turned:
        step, now = moved(now, x, place[x])
        steps.append(step)
    if gone:
        now = without(now, gone)
        steps.append(Send(GATHER, now, gone))
    return steps  # what is whole is cut for free


def _order(layout: Layout, want: Array, place: Mapping[str, str], scatter: Axes) -> tuple[Axes, Axes]:
    """The axes to gather first, and the others that change their dim, in an order in which they can.

    Pieces are cut smaller or joined, never interleaved: an axis comes to a dim once all have left that do not stay.
    """
    way = _Way(place)
    for d, cut in layout.items():
        way.at[d] = cut
        while not _fits(way.at[d], want.axes(d), way.leaving(d)):
            way.gather((way.at[d][-1],))
        if way.at[d] != cut:
            way.gather(way.without_place(d))  # with the others
    for d in {place[x]: None for x in scatter}:
        way.gather(way.leaving(d))
    turned: list[str] = []
    while pending := [x for d in way.at for x in way.leaving(d) if x in place]:
        for p in pending:
            way.gather(way.without_place(place[p]))
        ready = next((x for x in pending if not way.leaving(place[x])), None)
        if ready is None:
            way.gather((pending[0],))
        else:
            turned.append(ready)
            way.part(ready)
    return tuple(x for cut in layout.values() for x in cut if x in way.gathered), tuple(turned)


class _Way:
    """The pieces of each dim on the way to where their axes are wanted."""

    def __init__(self, place: Mapping[str, str]) -> None:
        self.place = place
        self.at: dict[str, Axes] = {}
        self.gathered: set[str] = set()

    def leaving(self, d: str) -> list[str]:
        return [x for x in self.at[d] if not x.startswith("-") and self.place.get(x) != d]

    def without_place(self, d: str) -> list[str]:
        return [x for x in self.leaving(d) if x not in self.place]

    def gather(self, axes: Iterable[str]) -> None:
        for x in axes:
            self.gathered.add(x)
            self.part(x)

    def part(self, x: str) -> None:
        self.at.update({d: pieces(cut, (x,)) for d, cut in self.at.items()})


def _fits(have: Axes, want: Axes, leaving: Collection[str]) -> bool:
    """Whether the pieces that stay lie as wanted, for others to be cut in between."""
    stay = {x for x in have if not x.startswith("-") and x not in leaving}
    return pieces(have, leaving) == pieces(want, {*want} - stay)

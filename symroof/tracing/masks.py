"""What a mask made of indices lets through, as ``tril``, ``eye``, a causal or a sliding window of attention.

A number is known as start + the sum of coefficient * index over its axes, a test as a conjunction of such sums against
0.  Counted are the places where it holds, in every trace, and whether each row and each column has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, final

from symroof.algebra.ratios.posynomial import Ratio, build, exact, product, ratio, total
from symroof.tracing.edges import certain
from symroof.tracing.graph import Value
from symroof.tracing.reader import Unread

if TYPE_CHECKING:
    from symroof.tracing.jax_site import Site

LONGEST = 1 << 14  # rows of a mask that are counted one by one
LHS, RHS, BOTH = 1, 2, 3
_OTHER_WAY = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}
_SAME = {"convert_element_type", "copy", "copy_p", "stop_gradient", "pvary", "sharding_constraint"}


@final
@dataclass(frozen=True)
class Affine:
    """start + sum of coefficient * index, the start in each trace."""

    starts: tuple[Any, ...]
    coefficients: Mapping[int, int]

    def plus(self, other: Affine, sign: int) -> Affine:
        axes = {**self.coefficients}
        for a, c in other.coefficients.items():
            axes[a] = axes.get(a, 0) + sign * c
        starts = tuple(x + sign * y for x, y in zip(self.starts, other.starts))
        return Affine(starts, {a: c for a, c in axes.items() if c})

    def moved(self, where: Mapping[int, int]) -> Affine:
        """The same of an array whose axes lie elsewhere; an axis that is nowhere has one index, 0."""
        return replace(self, coefficients={where[a]: c for a, c in self.coefficients.items() if a in where})


@final
@dataclass(frozen=True)
class Test:
    """Where every one of these holds: an affine number, its relation to 0."""

    rows: tuple[tuple[Affine, str], ...]

    def moved(self, where: Mapping[int, int]) -> Test:
        return Test(tuple((a.moved(where), how) for a, how in self.rows))

    @property
    def axes(self) -> list[int]:
        return sorted({x for a, _ in self.rows for x in a.coefficients})


ALWAYS, NEVER = Test(()), Test(((Affine((0,), {}), "gt"),))


class Counted(NamedTuple):
    """Places at which a test holds among rows * columns, and whether every row and every column has one."""

    places: int
    rows: bool
    columns: bool


def counted(test: Test, trace: int, sizes: Sequence[int], axes: Sequence[int]) -> Counted | None:
    """Count a test along two axes of these sizes; None where a coefficient is not 1, 0 or -1, or it is too long.

    >>> causal = Test(((Affine((0,), {0: 1, 1: -1}), "ge"),))
    >>> counted(causal, 0, (3, 3), (0, 1)), counted(causal, 0, (2, 5), (0, 1))
    (Counted(places=6, rows=True, columns=True), Counted(places=3, rows=True, columns=False))
    """
    if sizes[0] > LONGEST or sizes[1] > LONGEST:
        return None
    places, full, edges = 0, True, [0] * (sizes[1] + 1)
    for i in range(sizes[0]):
        low, high = 0, sizes[1] - 1
        for a, how in test.rows:
            c = a.coefficients.get(axes[1], 0)
            known = a.starts[trace if len(a.starts) > 1 else 0] + a.coefficients.get(axes[0], 0) * i
            if c == 0:
                if not {"eq": known == 0, "lt": known < 0, "le": known <= 0, "gt": known > 0, "ge": known >= 0}[how]:
                    high = -1
                continue
            if c not in (-1, 1) or known != int(known):
                return None
            known = int(known)
            if how == "eq":
                low, high = max(low, -c * known), min(high, -c * known)
            elif (how in ("gt", "ge")) == (c > 0):  # j is at least, or more than
                low = max(low, -c * known + (how in ("gt", "lt")))
            else:
                high = min(high, -c * known - (how in ("gt", "lt")))
        if high < low:
            full = False
            continue
        places += high - low + 1
        edges[low] += 1
        edges[high + 1] -= 1
    return Counted(places, full, all(n > 0 for n in list(accumulate(edges))[:-1]))


# -- what is known of the arrays of a program -------------------------------------------------------------------------


def note(at: Site) -> None:
    """Note what is known of the results of an equation: their numbers, or which operand of a product an axis is of."""
    if not at.outs:
        return
    out, name = at.outs[0], at.name
    if name == "dot_general":
        (ca, cb), (ba, bb) = at.params["dimension_numbers"]
        left, right = len(at.ins[0].shape) - len(ca) - len(ba), len(at.ins[1].shape) - len(cb) - len(bb)
        out.sides = (*[BOTH] * len(ba), *[LHS] * left, *[RHS] * right)
        return
    arrays = [v for v in at.ins if not v.free]
    if len(arrays) == 1 and arrays[0].sides is not None and len(at.outs) == 1:
        out.sides = _sides(at, arrays[0])
    elif not arrays:
        out.known = _known(at)


def _sides(at: Site, v: Value) -> tuple[int, ...] | None:
    if at.name == "transpose":
        assert v.sides is not None
        return tuple(v.sides[i] for i in at.params["permutation"])
    return v.sides if at.name in {*_SAME, "mul", "add", "sub", "div", "neg", "tanh"} and (
        v.shape == at.outs[0].shape) else None  # fmt: skip


def _known(at: Site) -> Affine | Test | None:
    name, ins, traces = at.name, [_number(v) for v in at.ins], len(at.eqns)
    if name == "iota":
        return Affine((0,) * traces, {at.params["dimension"]: 1})
    if not ins or any(x is None for x in ins):
        return None
    a = ins[0]
    if name in _SAME:
        return a if isinstance(a, Affine) == (at.outs[0].dtype != "bool") else None
    if name in ("broadcast_in_dim", "transpose") and len(ins) == 1 and a is not None:
        to = at.params["broadcast_dimensions"] if name == "broadcast_in_dim" else None
        if to is None:
            where = {x: i for i, x in enumerate(at.params["permutation"])}
        else:
            where = {i: x for i, x in enumerate(to) if at.ins[0].shape[i] == at.outs[0].shape[x]}
        return a.moved(where)
    return _worked_out(name, [x for x in ins if x is not None])


def _worked_out(name: str, ins: list[Affine | Test]) -> Affine | Test | None:
    """What an operation makes of known numbers and tests, None where that is neither."""
    match name, ins:
        case "add" | "sub", [Affine() as a, Affine() as b]:
            return a.plus(b, 1 if name == "add" else -1)
        case "eq" | "lt" | "le" | "gt" | "ge", [Affine() as a, Affine() as b]:
            return Test(((a.plus(b, -1), name),))
        case "and", [Test() as a, Test() as b]:
            return Test((*a.rows, *b.rows))
        case "select_n", [Test() as mask, Test() as other, Test() as a] if other == NEVER:
            return Test((*mask.rows, *a.rows))
        case "not", [Test(rows=((a, how),))] if how in _OTHER_WAY:
            return Test(((a, _OTHER_WAY[how]),))
    return None


def _number(v: Value) -> Affine | Test | None:
    return v.known if v.known is not None or v.ints is None else Affine(v.ints, {})


def chosen(at: Site) -> tuple[Ratio | None, ...]:
    """Elements of each operand that ``select_n`` needs for certain, None for all: the cases where the mask is known.

    Of cases that data choose none is certain.
    """
    test, nothing = _number(at.ins[0]), ratio(0)
    unknown = (None, *[nothing] * (len(at.ins) - 1))
    if not isinstance(test, Test) or len(at.ins) != 3 or len(test.axes) > 2:
        return unknown
    rank = len(at.outs[0].shape)
    spare = [i for i in range(rank) if i not in test.axes]
    axes = [*test.axes, *spare][: 2 if rank > 1 else rank]
    along = [*axes, *range(rank, rank + 2 - len(axes))]
    seen = []
    for k, e in enumerate(at.eqns):
        shape = e.outvars[0].aval.shape
        sizes = [shape[x] for x in axes] + [1] * (2 - len(axes))
        if any(not isinstance(n, int) for n in sizes):
            return unknown
        found = counted(test, k, sizes, along)
        if found is None:
            return unknown
        seen.append((found, sizes[0] * sizes[1]))
    try:
        parts = _parts(at, test, axes)
    except Unread:
        return unknown
    here = _Elsewhere(test, along)
    rest = product(n for i, n in enumerate(at.outs[0].shape) if i not in axes)
    spread = len(test.axes) == 2 and all(c.rows and c.columns for c, _ in seen)
    out: list[Ratio | None] = [None]
    whole = product(parts[:2])
    for v, holds, places in ((at.ins[1], False, [n - c.places for c, n in seen]),
                             (at.ins[2], True, [c.places for c, _ in seen])):  # fmt: skip
        sides = {v.sides[x] for x in test.axes} if v.sides is not None and spread else set()
        if holds and sides == {LHS, RHS} and certain(whole, parts, here.spread, at.walk.o.least) == whole:
            out.append(None)
            continue
        try:
            read = at.walk.number(tuple(places), at.line, "the places of a mask")
        except Unread:
            out.append(nothing)  # no polynomial of the sizes: what is certain is not told
            continue
        sure = certain(read, parts, here.places if holds else here.others, at.walk.o.least)
        out.append(None if sure == whole else sure * rest)
    return tuple(out)


def outside(at: Site, held: bool) -> Ratio | None:
    """What is 0 where a choice takes one case everywhere, the one where its mask holds or the other; None of others."""
    test, out = at.ins[0].known, at.outs[0]
    if not isinstance(test, Test) or (not held and (len(test.rows) != 1 or test.rows[0][1] not in _OTHER_WAY)):
        return None
    try:
        starts = _parts(at, test, [])[2:]
    except Unread:
        return None
    short = [ratio(0)]
    for start, (a, how) in zip(starts, test.rows):
        ends = [(c * (out.shape[x] - 1), c > 0) for x, c in a.coefficients.items()]
        least, most = (start + total(n for n, up in ends if up is high) for high in (False, True))
        how = how if held else _OTHER_WAY[how]
        short += [-least + int(how == "gt")] if how in ("ge", "gt", "eq") else []
        short += [most + int(how == "lt")] if how in ("le", "lt", "eq") else []
    return build("max", short)


def _parts(at: Site, test: Test, axes: Sequence[int]) -> list[Ratio]:
    """The sizes of the axes, two of them, and the start of each row of a test, as polynomials; raises Unread."""
    out = at.outs[0]
    starts = []
    for a, _ in test.rows:
        if len(set(a.starts)) == 1:
            starts.append(ratio(exact(a.starts[0])))
        elif all(x % 1 == 0 for x in a.starts):  # a size may have become a float, as n - 1 of a deviation
            starts.append(at.walk.number(tuple(map(int, a.starts)), at.line, "an index"))
        else:
            raise Unread("a test of numbers that are not whole")
    return [*(out.shape[x] for x in axes), *[ratio(1)] * (2 - len(axes)), *starts]


@final
@dataclass(frozen=True)
class _Elsewhere:
    """A test at other sizes: their numbers first, then the starts of its rows."""

    test: Test
    axes: Sequence[int]

    def _counted(self, values: Sequence[int]) -> Counted | None:
        rows = tuple((replace(a, starts=(x,)), how) for x, (a, how) in zip(values[2:], self.test.rows))
        return counted(Test(rows), 0, values[:2], self.axes)

    def places(self, values: Sequence[int]) -> int | None:
        found = self._counted(values)
        return None if found is None else found.places

    def others(self, values: Sequence[int]) -> int | None:
        found = self._counted(values)
        return None if found is None else values[0] * values[1] - found.places

    def spread(self, values: Sequence[int]) -> int | None:
        """All places where every row and every column has one, for who asks whether that is so; else none."""
        found = self._counted(values)
        return None if found is None else values[0] * values[1] if found.rows and found.columns else 0

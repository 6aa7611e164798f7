"""What crosses between chip and memory where operations run as one kernel, and what stays on the chip or in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from symroof.algebra.ratios.posynomial import Ratio, total
from symroof.arrays import Array, distinct
from symroof.errors import SymroofError
from symroof.model.functions import GATHER
from symroof.records import replace

if TYPE_CHECKING:
    from symroof.model.ops import Op
    from symroof.model.plan import Plan


def intermediates(steps: tuple[Op, ...]) -> set[str]:
    """Names of the arrays that one operation writes and a later one reads."""
    written_at = {s.output.name: i for i, s in enumerate(steps) if s.output is not None and s.output.name}
    return {a.name for i, s in enumerate(steps) for a in s.arrays if a.name and written_at.get(a.name, i) < i}


def through_memory(
    steps: tuple[Op, ...], kept: Collection[str], inputs: Sequence[Sequence[Array]]
) -> tuple[list[Array], list[int]]:
    """What crosses between chip and memory: of the inputs of each step those read, and which step's output is stored.

    An array that several read is loaded once, where no two need other parts of it.
    """
    inner = intermediates(steps)
    read: list[Array] = []
    stored: list[int] = []
    made: set[str] = set()  # on the chip
    for i, (s, arrays) in enumerate(zip(steps, inputs)):
        read += [a for a in arrays if a.name not in made]
        out = s.output
        if out is None:
            continue
        if out.name:
            made.add(out.name)
        if out.name not in inner or out.name in kept or i == len(steps) - 1:
            stored.append(i)
    return distinct(read), stored


def moved(steps: tuple[Op, ...], kept: Collection[str]) -> Ratio:
    """Bytes through memory of a fused operation: under a mesh of the operands and products as the plans have them."""
    into, stored = through_memory(steps, kept, [_worked_on(s) for s in steps])
    plans = [s.plan for s in steps]
    out = [p.stored if (p := plans[i]) is not None else steps[i].output for i in stored]
    return total(a.bytes for a in (*into, *out) if a is not None)


def present(o: Op) -> Iterator[Array]:
    """The arrays in memory: those read, those stored, and beside the parts of a sharded one what a plan makes of it.

    Of a fused operation the inputs and what it stores; of a sequence those of all its parts, one without a name each by
    itself.  Raises SymroofError for one given by its totals.
    """
    if o.operator == ";":
        for s in o.steps:
            yield from present(s)
        return
    if o.output is None:
        raise SymroofError(f"{o.text} was given by its totals, so its arrays are unknown; write it as notation")
    steps = o.steps or (o,)
    read = distinct(o.arrays)
    yield from read
    _, stored = through_memory(steps, o.kept, [s.arrays for s in steps])
    on_chip: set[str | None] = set()
    for i, s in enumerate(steps):
        yield from (a for a in _gathered(s, on_chip) if not any(a.is_part_of(b) for b in read))
        yield from _results(s) if i in stored else ()
        on_chip |= {s.output.name} - {None} if s.output is not None else set()


def _gathered(s: Op, on_chip: Collection[str | None]) -> Iterator[Array]:
    """The operands as a device gets or multiplies them, where that is more than its part; a slice is made in place."""
    if s.plan is None:
        return
    used = [(a, x) for a, x in zip(s.arrays, s.plan.operands) if a.name not in on_chip]
    named = {x.name: a.name for a, x in used}
    made = [g for g in s.plan.gathered if g.name in named]
    made += [x for a, x in used if not _inside(x, a) and not any(x.name == g.name and _inside(x, g) for g in made)]
    yield from distinct(replace(x, name=named[x.name]) for x in distinct(made))


def _results(s: Op) -> Iterator[Array]:
    """The product as it is stored first, where that is laid out otherwise, what is gathered of it, and the output."""
    out = s.output
    if out is None:
        return
    if s.plan is not None:
        joined = [_called(x, out) for x in distinct(s.plan.joined) if not _is_left(x, s.plan, out)]
        stored = s.plan.stored
        if stored is not None and (stored.cut_really, stored.dtype) != (out.cut_really, out.dtype):
            yield _called(stored, out)
        elif stored is not None and joined and not s.plan.is_called:
            yield replace(stored, name=None)  # cut by the same axes into other pieces, which is why it is gathered
        yield from joined
    yield out


def _is_left(x: Array, plan: Plan, out: Array) -> bool:
    """Whether a gathered array is the output, or a part of it; what the last step leaves is, in whichever order."""
    if x.is_part_of(_called(out, x)):
        return True
    last = plan.steps[-1].cost.name if plan.steps else ""
    alike = [{*x.axes(d)} for d in out.dims] == [{*out.axes(d)} for d in out.dims]
    return last == GATHER and x == plan.joined[-1] and alike


def _called(x: Array, like: Array) -> Array:
    return replace(x, name=like.name)


def _inside(made: Array, a: Array) -> bool:
    """Whether what a device works on is, or is a part of, what it keeps of the array."""
    return all(set(mine) <= set(made.axes(d)) for d, mine in zip(a.dims, a.cut_really))


def _worked_on(s: Op) -> Sequence[Array]:
    """The inputs as a device multiplies them, by the names that they have."""
    used = s.arrays if s.plan is None else s.plan.operands
    return [replace(x, name=a.name) for x, a in zip(used, s.arrays)]

"""What crosses between chip and memory where several operations run as one kernel, and what stays on the chip."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from symroof.algebra.ratios.posynomial import Ratio, total
from symroof.arrays import Array, distinct
from symroof.records import replace

if TYPE_CHECKING:
    from symroof.model.ops import Op


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


def _worked_on(s: Op) -> Sequence[Array]:
    """The inputs as a device multiplies them, by the names that they have."""
    used = s.arrays if s.plan is None else s.plan.operands
    return [replace(x, name=a.name) for x, a in zip(used, s.arrays)]

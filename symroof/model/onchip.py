"""What crosses between chip and memory where several operations run as one kernel, and what stays on the chip."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from symroof.algebra.ratios.posynomial import Ratio, total
from symroof.arrays import Array
from symroof.errors import SymroofError

if TYPE_CHECKING:
    from symroof.model.ops import Op


def intermediates(steps: tuple[Op, ...]) -> set[str]:
    """Names of the arrays that one operation writes and a later one reads."""
    written_at = {s.output.name: i for i, s in enumerate(steps) if s.output is not None and s.output.name}
    return {a.name for i, s in enumerate(steps) for a in s.arrays if a.name and written_at.get(a.name, i) < i}


def through_memory(steps: tuple[Op, ...], kept: Collection[str]) -> tuple[list[tuple[int, int]], list[int]]:
    """The arrays that cross between chip and memory: which input of which step is read, which step's output stored."""
    inner = intermediates(steps)
    read: list[tuple[int, int]] = []
    stored: list[int] = []
    on_chip: set[str] = set()  # named arrays loaded or made so far
    for i, s in enumerate(steps):
        for k, a in enumerate(s.arrays):
            if a.name is None or a.name not in on_chip:
                read.append((i, k))
            if a.name:
                on_chip.add(a.name)
        out = s.output
        if out is None:
            continue
        if out.name:
            on_chip.add(out.name)
        if out.name not in inner or out.name in kept or i == len(steps) - 1:
            stored.append(i)
    return read, stored


def moved(steps: tuple[Op, ...], kept: Collection[str]) -> Ratio:
    """Bytes through memory of a fused operation: under a mesh of the operands and products as the plans have them."""
    read, stored = through_memory(steps, kept)
    plans = [s.plan for s in steps]
    into = [(p.operands if (p := plans[i]) is not None else steps[i].arrays)[k] for i, k in read]
    out = [p.stored if (p := plans[i]) is not None else steps[i].output for i in stored]
    return total(a.bytes for a in (*into, *out) if a is not None)


def check_same_arrays(steps: tuple[Op, ...]) -> None:
    """Fusing goes by names, so a name must mean one array."""
    seen: dict[str, Array] = {}
    for s in steps:
        for a in (*s.arrays, *([s.output] if s.output else [])):
            first = seen.setdefault(a.name, a) if a.name else a
            if (first.dims, first.dtype, first.sharding) != (a.dims, a.dtype, a.sharding):
                raise SymroofError(f"{a.name} is {first} in one operation and {a} in another; rename one of them")

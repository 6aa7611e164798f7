"""Several operations as one kernel: what one of them writes and another reads stays on the chip."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from symroof.algebra.posynomial import Ratio, total
from symroof.arrays import Array
from symroof.errors import SymroofError
from symroof.model.amounts import Amounts
from symroof.model.ops import HBM, Op, an_op, merged, parts, plus


def fuse(*ops: Op | str, keep: Iterable[str] = ()) -> Op:
    """The operations as one kernel: an array that one writes and a later one reads never leaves the chip.

    Intermediates are recognised by name; keep= names those that must be stored all the same.  An input that several
    read is loaded once.  Work is unchanged.

    >>> from symroof.model.ops import op
    >>> up = op("bf16 X[B, D] * bf16 V[D, F] -> bf16 H[B, F]")
    >>> act = op("relu(bf16 H[B, F]) -> bf16 Y[B, F]")
    >>> (up + act).bytes - fuse(up, act).bytes
    4*B*F
    """
    steps = tuple(p for o in ops for p in parts(an_op(o)))
    kept = {keep} if isinstance(keep, str) else set(keep)
    if len(steps) < 2:
        raise SymroofError("fuse takes two operations or more")
    for s in steps:
        if s.operator in ("given", "fuse"):
            raise SymroofError(f"{s.text} has no arrays to fuse by; write it in notation")
    _check_same_arrays(steps)
    inner = _inner(steps)
    if not inner:
        raise SymroofError(
            "nothing to fuse: no array that one operation writes is read by a later one; "
            "name it in both, as in bf16 S[T, U]"
        )
    stray = sorted(kept - inner)
    if stray:
        raise SymroofError(f"keep names {stray[0]}, which is no intermediate; these are {', '.join(sorted(inner))}")
    read, stored = _crossing(steps, frozenset(kept))
    outside = [steps[i].arrays[k] for i, k in read]
    mesh, sizes, unit = merged(steps)
    return Op(
        f"fuse({'; '.join(s.text for s in steps)}{'; keep ' + ', '.join(sorted(kept)) if kept else ''})",
        plus(s.work for s in steps),
        plus(s.exact_work for s in steps),
        Amounts(((HBM, total(a.bytes for a in outside)),)),
        Amounts(((HBM, total(out.bytes for i in stored if (out := steps[i].output) is not None)),)),
        tuple(outside),
        steps[-1].output,
        "fuse",
        unit,
        any(s.exact for s in steps),
        (),
        mesh,
        sizes,
        steps,
        tuple(sorted(kept)),
    )


def _inner(steps: tuple[Op, ...]) -> set[str]:
    """Names of the arrays that one operation writes and a later one reads."""
    written_at = {s.output.name: i for i, s in enumerate(steps) if s.output is not None and s.output.name}
    return {a.name for i, s in enumerate(steps) for a in s.arrays if a.name and written_at.get(a.name, i) < i}


def _crossing(steps: tuple[Op, ...], kept: Collection[str]) -> tuple[list[tuple[int, int]], list[int]]:
    """The arrays that cross between chip and memory: which input of which step is read, which step's output stored."""
    inner = _inner(steps)
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
    read, stored = _crossing(steps, kept)
    plans = [s.plan for s in steps]
    into = [(p.operands if (p := plans[i]) is not None else steps[i].arrays)[k] for i, k in read]
    out = [p.stored if (p := plans[i]) is not None else steps[i].output for i in stored]
    return total(a.bytes for a in (*into, *out) if a is not None)


def _check_same_arrays(steps: tuple[Op, ...]) -> None:
    """Fusing goes by names, so a name must mean one array."""
    seen: dict[str, Array] = {}
    for s in steps:
        for a in (*s.arrays, *([s.output] if s.output else [])):
            first = seen.setdefault(a.name, a) if a.name else a
            if (first.dims, first.dtype, first.sharding) != (a.dims, a.dtype, a.sharding):
                raise SymroofError(f"{a.name} is {first} in one operation and {a} in another; rename one of them")

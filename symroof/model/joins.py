"""What one operation of a sequence hands to the next by name: one array, one format and shape, laid out as it is read.

A device has what was read of an array before it was written, what was last written, and what a copy or a collective of
the same name made of that.  A later operation may read any of these, or a part of it, which each device has; anything
else would have to be sent, and a sequence sends only what its operations say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symroof.arrays import Array
from symroof.errors import NotationError, SymroofError, Unsupported
from symroof.model.functions import collective_named
from symroof.records import replace

if TYPE_CHECKING:
    from symroof.model.ops import Op

There = dict[str, list[Array]]  # by name, the layouts in which devices have an array


def check_same_arrays(steps: tuple[Op, ...]) -> None:
    """A name means one array: refuse another format or shape of it, and a layout that nothing made."""
    seen: dict[str, Array] = {}
    there: There = {}
    for s in _single(steps):
        for a in (*s.arrays, *([s.output] if s.output is not None else [])):
            if a.name:
                _check_same(seen.setdefault(a.name, a), a)
        read: There = {}
        for a in s.arrays:
            if a.name in there:
                _check_there(there[a.name], a, s)
            elif a.name:
                read.setdefault(a.name, []).append(a)
        there.update(read)
        if s.output is not None and s.output.name:
            before = there.get(s.output.name, []) if _only_moves(s, s.output.name) else []
            known = any(s.output.is_part_of(b) for b in before)
            there[s.output.name] = before if known else [*before, s.output]


def check_stored(steps: tuple[Op, ...]) -> None:
    """Refuse to read what an earlier fused operation left on the chip and did not store."""
    gone: dict[str, Op] = {}
    for s in steps:
        for a in s.arrays:
            if a.name in gone:
                raise SymroofError(
                    f"{a.name} never leaves the chip in {gone[a.name].text}, and a later operation reads it; "
                    f"store it, as in fuse(...; keep {a.name})"
                )
        written = {p.output.name for p in _single((s,)) if p.output is not None and p.output.name}
        last = {*s.kept, *([s.output.name] if s.output is not None else [])}
        gone = {n: o for n, o in gone.items() if n not in written}
        if s.operator == "fuse":
            inner = written - last
            gone.update({n: s for n in inner if any(a.name == n for p in s.steps for a in p.arrays)})


def _single(steps: tuple[Op, ...]) -> Iterator[Op]:
    """The single operations, those of a fused one in their order."""
    for s in steps:
        yield from s.steps if s.operator == "fuse" else (s,)


def _only_moves(s: Op, name: str) -> bool:
    """Whether an operation lays an array out anew and leaves what it says as it is."""
    return (s.operator == "copy" or collective_named(s.operator) is not None) and s.arrays[0].name == name


def _check_same(first: Array, a: Array) -> None:
    if first.dtype != a.dtype:
        why = "an array has one format, so give the copy a name of its own"
    elif first.global_shape != a.global_shape and str(first) == str(a):
        d, n, m = next(x for x in zip(a.dims, first.global_shape, a.global_shape) if x[1] != x[2])
        what = f"{d} is {n} in one and {m} in the other"
        raise SymroofError(f"{a.name} is {a} in two operations, where {what}; bind both")
    elif first.global_shape != a.global_shape:
        why = "rename one of them"
    else:
        return
    raise SymroofError(f"{a.name} is {first} in one operation and {a} in another; {why}")


def _check_there(there: list[Array], a: Array, reader: Op) -> None:
    """Refuse to read an array in a layout that no device has."""
    if any(a.is_part_of(b) for b in there):
        return
    have = there[-1]
    reason = f"{a.name} is {have} in one operation and {a} in another, and nothing joins them"
    raise NotationError(reason, reader.text, max(0, reader.text.find(f"{a.name}[")), _remedy(have, a, reader))


def _remedy(have: Array, want: Array, reader: Op) -> str:
    """What to write: the collective as a step of its own, where one leads there, or both alike."""
    try:
        copy = replace(
            reader, operator="copy", arrays=(have,), output=want, contracted=(), steps=(), way="", written=None
        )
        sends = () if copy.plan is None else copy.plan.steps
    except Unsupported:  # partial sums of what is whole
        sends = ()
    if not sends:
        return "write it alike in both"
    one = f"{sends[0].name}_{''.join(sends[0].axes)}" if len(sends) == 1 else "copy"
    return f"write {one}({have}) -> {want} between them, or {want.name} alike in both"

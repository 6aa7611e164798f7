"""What one run of a PyTorch function does: its operators in order, on fake tensors, written on a tape.

What shares storage is one array, so views cost nothing.  Tensors of other kinds, such as ``DTensor``, are taken apart
by PyTorch first, so that the tape sees what one device does and the collectives between devices.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, final

from symroof.errors import SymroofError
from symroof.tracing.graph import Line, format_of
from symroof.tracing.sites import is_framework, is_library
from symroof.tracing.torch_costs import SILENT
from symroof.tracing.torch_groups import communicates

Box = tuple[tuple[int, int, int], ...]  # where a slice lies in one trace: start, end and step along each dim


@final
@dataclass
class Seen:
    """An array in one trace: which storage, its shape, its format, which dims it steps through, and where it lies."""

    root: int
    shape: tuple[int, ...]
    dtype: str
    steps: tuple[bool, ...]  # False where a dim is broadcast
    spot: Box | None = None


@final
@dataclass
class Storage:
    """Memory that tensors look at: the shape of the first of them where it is all of it, else its length."""

    shape: tuple[int, ...]
    dtype: str
    label: str


@final
@dataclass
class Record:
    """One operator call in one trace."""

    name: str
    ins: list[Seen]
    outs: list[Seen]
    args: list[Any]
    line: Line
    path: str
    phase: str
    mutates: bool
    label: str = ""
    group: str = ""  # of a collective: its process group
    before: list[int] = field(default_factory=list)  # storages that it writes in place, as they were
    named: dict[str, Any] = field(default_factory=dict)  # numbers, flags and modes by the schema's names


@final
@dataclass
class Tape:
    """What one trace recorded: storages with their sizes, operators in order, and what came out."""

    storages: list[Storage] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    outs: list[Seen] = field(default_factory=list)
    where: dict[int, int] = field(default_factory=dict)
    alive: list[Any] = field(default_factory=list)

    def storage(self, t: Any, label: str = "") -> int:
        """The number of a tensor's storage, a new one when it was not seen before."""
        key = t.untyped_storage()._cdata
        found = self.where.get(key)
        if found is None:
            self.alive.append(t.untyped_storage())
            found = self.where[key] = len(self.storages)
            elements = t.untyped_storage().nbytes() // max(t.element_size(), 1)
            shape = tuple(t.shape) if t.numel() == elements else (elements,)
            self.storages.append(Storage(shape, _fmt(t), label))
        return found

    def same(self, t: Any, base: Any) -> None:
        """A tensor that looks at another's storage, though its own says otherwise, as of copied fake tensors."""
        self.alive.append(t.untyped_storage())
        self.where[t.untyped_storage()._cdata] = self.storage(base)

    def anew(self, t: Any) -> int:
        """A storage written in place: from here on another array."""
        old = self.storages[self.storage(t)]
        self.where[t.untyped_storage()._cdata] = len(self.storages)
        self.storages.append(Storage(old.shape, old.dtype, "made"))
        return len(self.storages) - 1

    def seen(self, t: Any, label: str = "") -> Seen:
        """A tensor as a look at its storage."""
        at = self.storage(t, label)
        steps = tuple(bool(step) for step in t.stride())
        return Seen(at, tuple(t.shape), _fmt(t), steps, _spot(t, self.storages[at].shape))


def _spot(t: Any, shape: tuple[int, ...]) -> Box | None:
    """Where a slice lies in an array of this shape, start, end and step along each dim; None for other looks."""
    if t.numel() == math.prod(shape) or len(shape) > 8:
        return None
    widths = [math.prod(shape[j + 1 :]) for j in range(len(shape))]
    found, rest = [], int(t.storage_offset())
    for n, w in zip(shape, widths):
        found.append((rest // w, rest // w + 1, 1) if n else (0, 0, 1))
        rest = rest % w if w else 0
    for n, step in zip(t.shape, t.stride()):
        if n == 1:
            continue
        j = next((j for j, w in enumerate(widths) if w == step and found[j][0] + n <= shape[j]), None)
        if j is None or found[j][1] - found[j][0] > 1:
            return None
        found[j] = (found[j][0], found[j][0] + n, 1)
    return tuple(found)


def _fmt(t: Any) -> str:
    return format_of(str(t.dtype).removeprefix("torch."))


def local(t: Any) -> Any:
    """What this device holds of a tensor: the part of a ``DTensor``, what an asynchronous collective will bring."""
    inner = getattr(t, "_local_tensor", None)
    if inner is None and type(t).__name__ == "AsyncCollectiveTensor":
        inner = t.elem
    return t if inner is None else local(inner)


def tensors(x: Any, torch: Any) -> list[Any]:
    if isinstance(x, torch.Tensor):
        return [x]
    if isinstance(x, (list, tuple)):
        return [t for y in x for t in tensors(y, torch)]
    if isinstance(x, Mapping):
        return [t for y in x.values() for t in tensors(y, torch)]
    if hasattr(x, "to_tuple"):
        return tensors(x.to_tuple(), torch)
    return []


def _numbers(x: Any) -> list[Any]:
    """Arguments that are no tensors, in order."""
    out = []
    for y in x:
        if isinstance(y, (bool, int, float, str)) or (
            isinstance(y, (list, tuple)) and all(isinstance(z, (int, bool)) for z in y)
        ):
            out.append(y)
    return out


def _named(func: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    """The arguments that are numbers, flags or modes, by name, those left out too; of indices which are there."""
    given = {a.name: kwargs.get(a.name, a.default_value) for a in func._schema.arguments}
    given |= {a.name: x for a, x in zip(func._schema.arguments, args)}
    plain: dict[str, Any] = {k: v for k, v in given.items() if isinstance(v, (bool, int, float, str))}
    if isinstance(given.get("indices"), (list, tuple)):
        plain["indices"] = tuple(x is not None for x in given["indices"])
    return plain


def recorder(torch: Any, tape: Tape, paths: list[str]) -> Any:
    """The dispatch mode that writes a tape."""
    from torch.utils._python_dispatch import TorchDispatchMode

    places: dict[int, tuple[Line, str]] = {}

    class Recorder(TorchDispatchMode):  # type: ignore[misc, unused-ignore]
        parted = False  # whether tensors were met that take themselves apart

        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            kwargs = kwargs or {}
            if any(_apart(t) for t in types):
                self.parted = True
                return NotImplemented  # it takes itself apart and comes back as plain tensors
            if self.parted and _asks_for_shapes():
                return func(*args, **kwargs)
            name = func._schema.name.split("::")[-1]
            given = tensors(args, torch) + tensors(kwargs, torch)
            if name == "_local_scalar_dense" and getattr(given[0], "constant", None) is None and not _known(given[0]):
                raise SymroofError(f"a Python number is taken from data\n    {here().told}\n    keep it a tensor")
            ins = [
                tape.seen(t, "" if _known(t) and not t.is_meta else "made") for t in given
            ]  # by what is not recorded
            result = func(*args, **kwargs)
            if name in SILENT or torch.Tag.inplace_view in func.tags or (name == "copy_" and _same_data(*given[:2])):
                return result
            made, mutated = tensors(result, torch), _mutated(func, args, kwargs, torch)
            between = communicates(func._schema.name)
            if func.namespace == "c10d":  # its schemas do not say that it writes in place, what its first argument is
                mutated = made or tensors(args[:1], torch)
            before = [tape.storage(t) for t in mutated]
            if not mutated and not between and (not made or _views(tape, func, args, made, given)):
                return result
            outs = []
            for t in mutated or made:
                root = tape.anew(t) if mutated else tape.storage(t, "made")
                seen = tape.seen(t)
                outs.append(Seen(root, seen.shape, seen.dtype, seen.steps, seen.spot))
            line, path, phase = _place(torch, places, paths)
            numbers = _numbers([*args, *kwargs.values()])
            if between and _called_by("_collective_utils.py", "shard_dim_alltoall"):
                name = "shard_dim_alltoall"  # gathered and cut, as the processor's group knows no AllToAll
            row = Record(name, ins, outs, numbers, line, path, phase, bool(mutated), str(func._schema.name))
            row.before, row.named = before, _named(func, args, kwargs)
            row.group = _group([*args, *kwargs.values()]) if between else ""
            tape.records.append(row)
            return result

    return Recorder()


def _known(t: Any) -> bool:
    return not type(t).__name__.startswith("Fake")


def _apart(kind: type) -> bool:
    """Whether tensors of a kind take themselves apart into plain ones, as DTensor does."""
    return any(k.__name__ == "DTensor" for k in kind.__mro__)


def _asks_for_shapes() -> bool:
    """Whether DTensor runs an operator on whole shapes, only to see what shape comes out."""
    return _called_by("_sharding_prop.py")


def _called_by(file: str, function: str = "") -> bool:
    """Whether a function of a file of PyTorch's, or any, is running."""
    frame: Any = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if code.co_filename.endswith(file) and function in ("", code.co_name):
            return True
        frame = frame.f_back
    return False


def _views(tape: Tape, func: Any, args: Any, made: Sequence[Any], given: Sequence[Any]) -> bool:
    """Whether all results look at operands: they share storage, or the operator's schema says so."""
    keys = {g.untyped_storage()._cdata for g in given}
    if all(t.untyped_storage()._cdata in keys for t in made):
        return True
    schema = func._schema
    bases = [args[i] for i, a in enumerate(schema.arguments) if a.alias_info is not None and i < len(args)]
    if len(bases) != 1 or not all(r.alias_info is not None for r in schema.returns) or not given:
        return False
    for t in made:
        tape.same(t, bases[0])
    return True


def _same_data(a: Any, b: Any) -> bool:
    """Whether two tensors are one look at one memory; PyTorch copies none of it, as after ``x[0] += y``."""
    looks = [(t.untyped_storage()._cdata, t.storage_offset(), t.shape, t.stride(), t.dtype) for t in (a, b)]
    return looks[0] == looks[1]


def _group(values: Sequence[Any]) -> str:
    """The process group of a collective: its name, or that of the group object among its arguments."""
    for x in values:
        named = getattr(x, "group_name", None)
        if named is None and type(x).__name__ == "ScriptObject":
            named = _boxed(x)
        if named is not None:
            return str(named)
    texts = [x for x in values if isinstance(x, str)]
    return texts[-1] if texts else ""


def _boxed(x: Any) -> str | None:
    from torch.distributed import ProcessGroup

    try:
        return str(ProcessGroup.unbox(x).group_name)
    except (RuntimeError, TypeError):  # an argument of another sort, such as a reduction
        return None


def _mutated(func: Any, args: Any, kwargs: Any, torch: Any) -> list[Any]:
    """Tensors that the operator writes to in place."""
    if not func._schema.is_mutable:
        return []
    out = []
    for i, a in enumerate(func._schema.arguments):
        if a.alias_info is not None and a.alias_info.is_write:
            x = kwargs.get(a.name) if a.name in kwargs else args[i] if i < len(args) else None
            out += tensors(x, torch)
    return out


def here() -> Line:
    frame: Any = sys._getframe(1)
    second: Line | None = None
    while frame is not None:
        file = frame.f_code.co_filename
        if not is_library(file):
            return Line(file, frame.f_lineno, frame.f_code.co_name)
        if second is None and not is_framework(file):
            second = Line(file, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back
    return second or Line()


def _place(torch: Any, places: dict[int, tuple[Line, str]], paths: list[str]) -> tuple[Line, str, str]:
    """Line, module path and phase: of a backward operator those of the forward one it belongs to."""
    node = torch._C._current_autograd_node()
    if node is not None:
        found = places.get(node._sequence_nr())
        if found is not None:
            return found[0], found[1], "backward"
        return here(), "", "backward"
    line, path = here(), paths[-1] if paths else ""
    places.setdefault(torch.autograd._get_sequence_nr() - 1, (line, path))
    return line, path, ""

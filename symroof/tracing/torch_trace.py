"""PyTorch programs: the operators of four runs on fake tensors read in step.

No tensor has memory and nothing is computed: modules are copied with fake weights, Hugging Face models are built from
their configuration without weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, final

from symroof.algebra.ratios.posynomial import Ratio, product, ratio
from symroof.errors import SymroofError
from symroof.tracing.asked import Asked, axis_sizes, letters_of
from symroof.tracing.attempt import put_together, traces
from symroof.tracing.failure import Branches
from symroof.tracing.given import Given, given_cost
from symroof.tracing.graph import Graph, Line, Node, Send, Value, width_of
from symroof.tracing.naming import product_text
from symroof.tracing.probes import LARGE, Prober, probed
from symroof.tracing.program import Program
from symroof.tracing.reader import ZERO, Numbers, Reader, Unread
from symroof.tracing.shapes import Setting, is_array, read_spec
from symroof.tracing.torch_call import TorchTracer, is_config, model_of, need_torch
from symroof.tracing.torch_certain import Places, needed, only, padded, places, put_there, rows_read, unread
from symroof.tracing.torch_costs import COLLECTIVES, READS_ROWS, Row, work_of
from symroof.tracing.torch_groups import axis_of, communicates
from symroof.tracing.torch_partial import Partial
from symroof.tracing.torch_tape import Box, Record, Seen, Tape
from symroof.tracing.unions import Spot
from symroof.tracing.unroll import Ways, looped

CUTTING = "write a size that is divided as a product (D as 2*K or N*H)"
OVERWRITES = {"copy_", "fill_", "zero_"}  # what is there is not read
EAGER = "PyTorch runs what it is told, so that nothing is taken for dead"
Groups = dict[str, tuple[str, int]]  # a process group's mesh axis and size


def traced(asked: Asked) -> Program:
    """The program of a PyTorch function or module; see ``door.trace``."""
    need_torch()
    if asked.symbolic:
        raise SymroofError('sizes="symbolic" is of JAX; PyTorch is traced at primes, leave it out')
    if asked.gspmd:
        raise SymroofError("gspmd=True is of JAX; PyTorch has no partitioner to read back")
    letters = letters_of(asked, _leaves((asked.f, asked.args, asked.kwargs)))
    tracer = TorchTracer(asked, letters)

    def at(there: Setting, part: bool = False) -> Program:
        reader, tapes, notes = traces(asked, there, tracer.tape, len(there.bases) > 6, _alike)
        build = _Build(asked, there, reader, tapes, tracer.axes)
        graph = build.graph([])
        made = put_together(asked, graph, there.bases, [*notes, EAGER, *build.notes], build.axes, tracer)
        return made if part else probed(prober(made, there, reader, 0 if _heavy(tapes) else LARGE), asked.roots)

    def prober(made: Program, there: Setting, reader: Reader, most: Mapping[str, int] | int) -> Prober:
        def graph(base: Mapping[str, int]) -> Graph:
            tape = tracer.tape(there.sizes(base))
            return _Build(asked, there, Numbers((dict(base),)), [tape], tracer.axes).graph([])

        return Prober(made, there, reader, graph, most)

    ways = Ways(
        whole=lambda: _first_way(asked, letters, at),
        at=lambda there: at(there, part=True),
        prober=lambda made, reader, most: prober(made, letters, reader, most),
        signature=lambda sizes: tuple(r.name for r in tracer.tape(letters.sizes(sizes)).records),
        jax=False,
    )
    return replace(looped(asked, letters, ways), divided=letters.cuts)


def _first_way(asked: Asked, letters: Setting, at: Callable[[Setting], Program]) -> Program:
    """At primes; on a mesh, where the code cuts a size that its arguments do not, at multiples of the mesh axes."""
    try:
        return at(letters)
    except Branches:
        raise
    except SymroofError as e:
        if not asked.axes or not any(w in str(e) for w in ("divi", "multiple")):
            raise
        try:
            return at(letters.divisible(asked.axes))
        except SymroofError:
            raise e from None


def _alike(a: Tape, b: Tape) -> None:
    """Raises Branches at the first operator in which two tapes differ."""
    if len(a.records) == len(b.records):
        return
    short, long = sorted((a.records, b.records), key=len)
    raise Branches(next((x.line for x, y in zip(long, short) if x.name != y.name), long[len(short)].line))


def _heavy(tapes: Sequence[Tape]) -> bool:
    """Whether tensors are made in memory, not of the arguments, whose size grows with the sizes."""
    real = [tuple(s.shape for s in t.storages if not s.label) for t in tapes]
    return len(set(real)) > 1


def _leaves(x: Any) -> list[Any]:
    if isinstance(x, Mapping):
        return [z for y in x.values() for z in _leaves(y)]
    if isinstance(x, (list, tuple)):
        return [z for y in x for z in _leaves(y)]
    return [x]


@final
class _Build:
    """Tapes of several traces put together to one graph."""

    def __init__(
        self, asked: Asked, there: Setting, reader: Reader | Numbers, tapes: list[Tape], groups: Groups
    ) -> None:
        self.asked, self.reader, self.tapes, self.groups = asked, reader, tapes, groups
        sizes = [there.sizes(a) for a in reader.assignments[: len(tapes)]]
        specs = [read_spec(x, asked.axes) for x in _leaves((asked.args, asked.kwargs)) if is_array(x)]
        dims = [
            (reader.read(tuple(d.at(s) // math.prod(s[a] for a in d.axes) for s in sizes)), d.axes)
            for spec in specs
            for d in spec.dims
        ]
        self.values: dict[int, Value] = {}
        self.axes: dict[str, Ratio] = {}  # mesh axes of process groups
        self.notes: list[str] = []
        self.partial = Partial(axis_sizes(asked), there.meaning, dims)

    def number(self, seen: tuple[int, ...], line: Line, label: str = "") -> Ratio:
        try:
            return self.reader.read(seen)
        except Unread as e:
            where = line.told if line.file or not label else f"of {label}"
            raise Unread(f"a size {e}\n    {where}\n    {CUTTING}") from None

    def root(self, i: int, line: Line) -> Value:
        """The array in a storage."""
        found = self.values.get(i)
        if found is None:
            first = self.tapes[0].storages[i]
            shapes = [t.storages[i].shape for t in self.tapes]
            if len({len(s) for s in shapes}) > 1:
                raise Unread(
                    f"an array has {', '.join(str(len(s)) for s in shapes)} dims in the traces\n    {line.told}"
                )
            n = product(self.number(tuple(d), line, first.label) for d in zip(*shapes))
            home = "made" if first.label == "made" else "argument" if first.label else "constant"
            found = self.values[i] = Value((n,), first.dtype, home, n)
            found.label = first.label
        return found

    def view(self, seen: Sequence[Seen], line: Line) -> Value:
        """A tensor as a look at its storage."""
        root = self.root(seen[0].root, line)
        shape = tuple(self.number(tuple(d), line) for d in zip(*(s.shape for s in seen)))
        reads = product(n for n, stepped in zip(shape, seen[0].steps) if stepped)
        if width_of(seen[0].dtype) < root.width and root.home in ("argument", "constant"):
            reads = reads * width_of(seen[0].dtype) / root.width  # of numbers that lie there wider, as complex ones
        v = Value(shape, seen[0].dtype, "made", product(shape), root)
        v.part, v.alias = None if reads == root.elements else reads, True
        v.spot = self.spot([s.spot for s in seen], line) if v.part is not None else None
        return v

    def spot(self, seen: Sequence[Box | None], line: Line) -> Spot | None:
        """Where a slice lies at all sizes; None where that is not read."""
        boxes = [s for s in seen if s is not None]
        if len(boxes) < len(seen) or len({tuple(step for *_, step in box) for box in boxes}) > 1:
            return None
        with suppress(Unread):
            sides = [tuple(self.number(tuple(ends), line) for ends in zip(*side)) for side in zip(*boxes)]
            return tuple((low, high, box[2]) for (low, high, _), box in zip(sides, boxes[0]))
        return None

    def graph(self, notes: list[str]) -> Graph:
        counts = {len(t.records) for t in self.tapes}
        rows = list(zip(*(t.records for t in self.tapes)))
        for row in rows:
            if (
                len({r.name for r in row}) > 1
                or len({len(r.ins) for r in row}) > 1
                or any(a.root != b.root for r in row[1:] for a, b in zip(r.ins, row[0].ins))
            ):
                raise Branches(row[0].line)
        if len(counts) > 1:
            _alike(*sorted(self.tapes, key=lambda t: len(t.records))[:: len(self.tapes) - 1])
        nodes: list[Node] = []
        first = self.tapes[0]
        for i, s in enumerate(first.storages):
            if s.label and s.label != "made":
                self.root(i, Line())
        for row in rows:
            self._node(list(row), nodes)
        ins = [v for v in self.values.values() if v.home == "argument"]
        outs = [self.view([t.outs[i] for t in self.tapes], Line()) for i in range(len(first.outs))]
        self.notes += self.partial.check(outs)
        return Graph(ins, outs, nodes, notes)

    def _node(self, row: list[Record], nodes: list[Node]) -> None:
        r = row[0]
        line = r.line
        ins = [self.view([x.ins[i] for x in row], line) for i in range(len(r.ins))]
        roots = [self.root(s.root, line) for s in r.outs]
        outs = [self.view([x.outs[i] for x in row], line) for i in range(len(r.outs))]
        numbers = [tuple(x.args[i] for x in row) for i in range(len(r.args))]
        call = Row(r.name, ins, outs, numbers, self.number, r.named)
        given = given_cost(self.asked.costs, r.label, {}) or given_cost(self.asked.costs, r.name, {})
        if given is not None or communicates(r.label):
            made = self._collective(row, ins, roots) if given is None else self._priced(r, given, ins, roots)
            if made is not None:
                nodes.append(made)
                self.partial.note(made, ins, outs, ())
            return
        found = work_of(call)
        if found is None:
            raise SymroofError(f"{r.label} is an operator without a rule\n    {line.told}\n    say its cost, as in "
                               f'costs={{"{r.name}": {{"flops": "2*B*D", "bytes": "4*B*D"}}}}')  # fmt: skip
        kind, work = found
        partly = bool(r.mutates and outs and outs[0].part is not None)  # writes part of an array, in place
        if (kind == "generate" and not partly) or (kind == "vector" and ins and all(v.free for v in ins)):
            for v in roots:
                v.home = "generated"
                v.label = "empty" if "empty" in r.name else ""
            partly, ins = False, [] if kind == "generate" else ins  # of what it is made like it reads nothing
        kind = "vector" if kind == "generate" else kind
        not_read = () if partly else unread(call)
        ins = [v for i, v in enumerate(ins) if i not in not_read]
        node = Node(r.name, kind, ins, roots, work, line, r.path, r.phase)
        if kind == "matrix":
            node.notation = _notation(r.name, call.ins, outs[0])
        self._moved(node, call, r, partly)
        node.only = only(call)
        nodes.append(node)
        self.partial.note(node, ins, outs, r.args)

    def _moved(self, node: Node, call: Row, r: Record, partly: bool) -> None:
        """What an operator moves, and needs for certain, where that is not all of its operands and results."""
        ins, outs = call.ins, call.outs
        if r.name in READS_ROWS and outs:
            index = [v for v in ins[1:] if v.dtype.startswith("int") or v.dtype == "bool"]
            node.loads = sum((v.bytes for v in index), outs[0].bytes)
            node.stores, node.needs = outs[0].bytes, (ZERO, *(None for _ in ins[1:]))
        elif partly:
            self._in_part(node, r, outs[0])
        elif r.mutates and (there := places(call)) is not None:
            self._at_places(node, call, there, self.root(r.before[0], r.line))
        elif not r.mutates:
            node.needs, node.padded, node.loads = needed(call), padded(call), rows_read(call)
            node.stores = None if node.loads is None else outs[0].bytes

    def _priced(self, r: Record, given: Given, ins: list[Value], outs: list[Value]) -> Node:
        """An operator whose cost the user says."""
        if communicates(r.label):
            self.notes.append(f"{r.label}: costs= says its work, the bytes that it sends are not counted")
        return Node(r.name, "move", ins, outs, dict(given.work), r.line, r.path, r.phase, loads=given.bytes,
                    stores=ZERO)  # fmt: skip

    def _at_places(self, node: Node, call: Row, there: Places, old: Value) -> None:
        """What an operator moves that writes, or adds, in place at places that data give: those, and the rest stays."""
        width = call.ins[0].width
        node.loads = sum((_read_bytes(v) for v in call.ins[1:]), ZERO) + (width * there.elements if there.adds else 0)
        node.stores, node.sure = width * there.elements, width * there.elements / there.many
        node.kind, node.needs = "move", (ZERO, *put_there(call, there))
        if old.home == "generated" and old.label != "empty":
            node.stores = old.bytes  # what it was filled with is written with it

    def _in_part(self, node: Node, r: Record, out: Value) -> None:
        """What an operator moves that writes ``out``, a part of an array, in place: the part, and the rest stays."""
        over = r.name in OVERWRITES
        old = self.root(r.before[0], r.line)
        node.loads = sum((_read_bytes(v) for v in (node.ins[1:] if over else node.ins)), ZERO)
        node.stores = ratio(out.width) * out.elements
        if node.kind == "vector":
            node.kind = "move"  # a pass of its own: who reads the array afterwards reads what stayed too
        if old.home == "generated" and old.label != "empty":
            node.stores = old.bytes  # what it was filled with is written with it
        node.kept = old, old.elements - out.elements if over else None
        node.needs = (ZERO if over else None, *((None,) * (len(node.ins) - 1)), ZERO)
        node.ins = [*node.ins, old]

    def _collective(self, row: list[Record], ins: list[Value], outs: list[Value]) -> Node | None:
        """A collective of a process group on its mesh axis; None for one among fewer than two devices."""
        r = row[0]
        if r.name not in COLLECTIVES:
            raise SymroofError(f"{r.label} is a collective without a rule: what it sends is not known\n"
                               f"    {r.line.told}\n    write it with all_reduce, all_gather_into_tensor, "
                               "reduce_scatter_tensor, all_to_all_single or broadcast, which have one")  # fmt: skip
        name, of = COLLECTIVES[r.name]
        found = [axis_of(x.group, self.groups, self.asked.axes) for x in row]
        first = found[0]
        if first is None:
            raise SymroofError(f"{r.label} in the process group {r.group!r}: no mesh axis is known for it\n"
                               f"    {r.line.told}\n    say the axis, as in mesh=\"X\", or name the dims of the "
                               "DeviceMesh as the axes of mesh=")  # fmt: skip
        ways = self.axes.setdefault(first[0], axis_sizes(self.asked).get(first[0], ratio(first[1])))
        size = ways.constant()
        if size is not None and size != first[1] and first[1] > 1:
            raise SymroofError(
                f"mesh={first[0]}={size}, but the process group has {first[1]} devices\n    {r.line.told}"
            )
        if size == 1:
            return None
        if of == "all":
            _check_even(row)
        many = {"all": ways, "root": ways / (ways - 1)}.get(of, ratio(1))
        sends = [Send(name, _volume(r, ins, outs, of) * many, (first[0],))]
        told = f"{'Broadcast' if of == 'root' else name}_{first[0]}"
        return Node(r.name, "collective", ins, outs, {}, r.line, r.path, r.phase, told, ZERO, ZERO,
                    sends=tuple(sends))  # fmt: skip


def _volume(r: Record, ins: list[Value], outs: list[Value], of: str) -> Ratio:
    """Bytes of what goes in or comes out; what c10d writes in place is an operand only where there is no other."""
    if of in ("out", "root"):
        return sum((v.bytes for v in outs), ZERO)
    given = [v for v, s in zip(ins, r.ins) if s.root not in r.before]
    return sum((v.bytes for v in given or ins), ZERO)


def _check_even(row: list[Record]) -> None:
    """An AllToAll has a formula where every pair of devices exchanges as much; raises SymroofError where not."""
    r = row[0]
    splits = any(isinstance(a, (list, tuple)) and len(set(a)) > 1 for x in row for a in x.args)
    parts = {s.shape for s in r.ins if s.root not in r.before} if r.name == "alltoall_" else set()
    if splits or len(parts) > 1:
        raise SymroofError(f"{r.label} with unequal splits: the busiest link depends on all devices' splits\n"
                           f"    {r.line.told}\n    pad them to one size")  # fmt: skip


def _read_bytes(v: Value) -> Ratio:
    part, width = v.seen()
    return ratio(width) * (v.elements if part is None else part)


def _notation(name: str, ins: list[Value], out: Value) -> str:
    """The product in notation where it is one of matrices, else the operator with its shapes."""
    pair = ins[1:3] if name.rstrip("_") in ("addmm", "baddbmm", "addbmm") else ins[:2]
    if name.rstrip("_") in ("mm", "addmm"):
        return product_text(pair[0], pair[1], out, ((1,), (0,)), ((), ()))
    if name.rstrip("_") in ("bmm", "baddbmm"):
        return product_text(pair[0], pair[1], out, ((2,), (1,)), ((0,), (0,)))
    shown = [f"{v.dtype}[{', '.join(map(str, v.shape))}]" for v in (*ins[:3], out)]
    return f"{name}({', '.join(shown[:-1])}) -> {shown[-1]}"


def parameters(model: Any) -> int:
    """The number of parameters of a PyTorch module, or of the model of a Hugging Face configuration, without weights.

    Tied weights count once; buffers are no parameters.

    Raises SymroofError where PyTorch is not installed, or for what is neither a module nor a configuration.
    """
    torch = need_torch()
    from torch._subclasses.fake_tensor import FakeTensorMode

    if is_config(model):
        with FakeTensorMode(allow_non_fake_inputs=True):
            model = model_of(model)
    if not isinstance(model, torch.nn.Module):
        raise SymroofError(f"{model!r} is no module and no configuration; pass a torch.nn.Module or a PretrainedConfig")
    return sum(p.numel() for p in model.parameters())

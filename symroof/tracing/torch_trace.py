"""PyTorch programs: fake tensors through ``TorchDispatchMode`` at four assignments, the operators read in step.

No tensor has memory and nothing is computed: modules are copied with fake weights, Hugging Face models are built from
their configuration without weights.  What shares storage is one array, so views cost nothing.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, final

from symroof.algebra.posynomial import Ratio, product, ratio
from symroof.errors import SymroofError
from symroof.tracing.door import ORDERS, Asked, axis_sizes, letters_of, whole_number
from symroof.tracing.given import given_cost
from symroof.tracing.graph import Graph, Line, Node, Send, Value, format_of
from symroof.tracing.jax_program import READ, told
from symroof.tracing.kernels import kernels
from symroof.tracing.naming import product_text
from symroof.tracing.program import Network, Program, assemble
from symroof.tracing.quiet import Watch
from symroof.tracing.reader import Reader, Unread, letter
from symroof.tracing.shapes import Setting, Sized, read_spec
from symroof.tracing.sites import is_framework, is_library
from symroof.tracing.torch_costs import COLLECTIVES, READS_ROWS, SILENT, Row, work_of

EAGER = "PyTorch runs what it is told, so that nothing is taken for dead"
ZERO = ratio(0)


def need_torch() -> Any:
    """The module torch; one message where it is not installed."""
    try:
        import torch
    except ImportError:
        raise SymroofError('PyTorch is not installed; pip install "symroof[torch]"') from None
    return torch


@final
@dataclass
class Seen:
    """An array in one trace: which storage, its shape, its format, and how many elements of the storage it reads."""

    root: int
    shape: tuple[int, ...]
    dtype: str
    reads: int


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


@final
@dataclass
class Tape:
    """What one trace recorded: storages with their sizes, operators in order, and what came out."""

    storages: list[tuple[int, str, str]] = field(default_factory=list)  # elements, format, label
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
            nbytes = t.untyped_storage().nbytes()
            self.storages.append((nbytes // max(t.element_size(), 1), _fmt(t), label))
        return found

    def anew(self, t: Any) -> int:
        """A storage written in place: from here on another array."""
        old = self.storages[self.storage(t)]
        self.where[t.untyped_storage()._cdata] = len(self.storages)
        self.storages.append((old[0], old[1], "made"))
        return len(self.storages) - 1

    def seen(self, t: Any, label: str = "") -> Seen:
        reads = 1
        for n, step in zip(t.shape, t.stride()):
            reads *= n if step else 1
        return Seen(self.storage(t, label), tuple(t.shape), _fmt(t), reads)


def _fmt(t: Any) -> str:
    return format_of(str(t.dtype).removeprefix("torch."))


def _tensors(x: Any, torch: Any) -> list[Any]:
    if isinstance(x, torch.Tensor):
        return [x]
    if isinstance(x, (list, tuple)):
        return [t for y in x for t in _tensors(y, torch)]
    if isinstance(x, Mapping):
        return [t for y in x.values() for t in _tensors(y, torch)]
    if hasattr(x, "to_tuple"):
        return _tensors(x.to_tuple(), torch)
    return []


def _numbers(x: Any, torch: Any) -> list[Any]:
    """Arguments that are no tensors, in order."""
    out = []
    for y in x:
        if isinstance(y, (bool, int, float, str)) or (
            isinstance(y, (list, tuple)) and all(isinstance(z, (int, bool)) for z in y)
        ):
            out.append(y)
    return out


def recorder(torch: Any, tape: Tape, paths: list[str]) -> Any:
    """The dispatch mode that writes a tape."""
    from torch.utils._python_dispatch import TorchDispatchMode

    places: dict[int, tuple[Line, str]] = {}

    class Recorder(TorchDispatchMode):  # type: ignore[misc, unused-ignore]
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            kwargs = kwargs or {}
            name = func._schema.name.split("::")[-1]
            given = _tensors(args, torch) + _tensors(kwargs, torch)
            if name == "_local_scalar_dense" and getattr(given[0], "constant", None) is None and not _known(given[0]):
                raise SymroofError(f"a Python number is taken from data\n    {_line().told}\n    keep it a tensor")
            ins = [tape.seen(t) for t in given]
            result = func(*args, **kwargs)
            if name in SILENT:
                return result
            made = _tensors(result, torch)
            mutated = _mutated(func, args, kwargs, torch)
            if not mutated and made and all(_is_view(t, given) for t in made):
                return result
            if not mutated and not made:
                return result
            outs = []
            for t in mutated or made:
                root = tape.anew(t) if mutated else tape.storage(t, "made")
                seen = tape.seen(t)
                outs.append(Seen(root, seen.shape, seen.dtype, seen.reads))
            line, path, phase = _place(torch, places, paths)
            numbers = _numbers([*args, *kwargs.values()], torch)
            tape.records.append(
                Record(name, ins, outs, numbers, line, path, phase, bool(mutated), str(func._schema.name))
            )
            return result

    return Recorder()


def _known(t: Any) -> bool:
    return not type(t).__name__.startswith("Fake")


def _is_view(t: Any, given: Sequence[Any]) -> bool:
    key = t.untyped_storage()._cdata
    return any(g.untyped_storage()._cdata == key for g in given)


def _mutated(func: Any, args: Any, kwargs: Any, torch: Any) -> list[Any]:
    """Tensors that the operator writes to in place."""
    if not func._schema.is_mutable:
        return []
    out = []
    for i, a in enumerate(func._schema.arguments):
        if a.alias_info is not None and a.alias_info.is_write:
            x = kwargs.get(a.name) if a.name in kwargs else args[i] if i < len(args) else None
            out += _tensors(x, torch)
    return out


def _line() -> Line:
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
        return _line(), "", "backward"
    line, path = _line(), paths[-1] if paths else ""
    places.setdefault(torch.autograd._get_sequence_nr() - 1, (line, path))
    return line, path, ""


# -- arguments --------------------------------------------------------------------------------------------------------


def _is_config(x: Any) -> bool:
    return any(k.__name__ in ("PretrainedConfig", "PreTrainedConfig") for k in type(x).__mro__)


def _model(x: Any) -> Any:
    """The causal language model of a Hugging Face configuration, without weights."""
    from transformers import AutoModel, AutoModelForCausalLM

    try:
        return AutoModelForCausalLM.from_config(x)
    except ValueError:
        return AutoModel.from_config(x)


@final
class TorchTracer:
    """Runs one call on fake tensors at any assignment of its sizes."""

    def __init__(self, asked: Asked, letters: Setting) -> None:
        self.asked, self.letters, self.torch = asked, letters, need_torch()

    def _array(self, text: str, sizes: Mapping[str, int], real: bool = False) -> Any:
        torch = self.torch
        spec = read_spec(text, self.asked.axes)
        dtype = _torch_dtype(torch, spec.dtype)
        shape = spec.at(sizes, local=True)
        if not dtype.is_floating_point:
            return torch.zeros(shape, dtype=dtype)
        x = torch.randn(shape).to(dtype) * 0.1 if real else torch.empty(shape, dtype=dtype)
        return x.requires_grad_() if self.asked.options.get("backward") and not self._has_module else x

    @property
    def _has_module(self) -> bool:
        torch = self.torch
        return isinstance(self.asked.f, (torch.nn.Module, Sized)) or _is_config(self.asked.f)

    def value(self, x: Any, sizes: Mapping[str, int], fake: Any, real: bool = False) -> Any:
        """An argument at these sizes: fake tensors, fake copies of modules, numbers for symbols."""
        torch = self.torch
        if isinstance(x, str):
            return self._array(x, sizes, real) if "[" in x else x
        if isinstance(x, Sized):
            return self.value(x.at(sizes), sizes, fake, real)
        if _is_config(x):
            return _model(x)
        if hasattr(x, "free_symbols"):
            return whole_number(x, sizes)
        if isinstance(x, (torch.nn.Module, torch.Tensor)):
            if real or _is_fake(x, torch):
                return x
            from torch._subclasses.fake_tensor import FakeCopyMode

            with FakeCopyMode(fake):
                return copy.deepcopy(x) if isinstance(x, torch.nn.Module) else fake.from_tensor(x)
        if isinstance(x, Mapping):
            return {k: self.value(v, sizes, fake, real) for k, v in x.items()}
        if isinstance(x, (list, tuple)):
            return type(x)(self.value(v, sizes, fake, real) for v in x)
        return x

    def tape(self, sizes: Mapping[str, int]) -> Tape:
        """The operators at these sizes."""
        torch = self.torch
        from torch._subclasses.fake_tensor import FakeTensorMode

        tape, paths = Tape(), [""]
        fake = FakeTensorMode(allow_non_fake_inputs=True)
        with fake, ExitStack() as stack:
            f = self.value(self.asked.f, sizes, fake)
            args = [self.value(a, sizes, fake) for a in self.asked.args]
            kwargs = {k: self.value(v, sizes, fake) for k, v in self.asked.kwargs.items()}
            if self.asked.options.get("sdpa") == "written":
                backends = torch.nn.attention
                stack.enter_context(backends.sdpa_kernel(backends.SDPBackend.MATH))
            modules = [m for m in _modules((f, args, kwargs), torch)]
            for m in modules:
                for n, p in m.named_parameters():
                    tape.storage(p, f"weight {n}")
                for n, b in m.named_buffers():
                    tape.storage(b, f"buffer {n}")
            for i, t in enumerate(_tensors((args, kwargs), torch)):
                tape.storage(t, f"argument {i}")
            before = len(tape.storages)
            _named(stack, modules, paths, torch)
            with recorder(torch, tape, paths):
                result = f(*args, **kwargs)
                self._after(result, modules, args)
            outs = [tape.seen(t) for t in _tensors(result, torch)] if not self.asked.options.get("backward") else []
            leaves = [p for m in modules for p in m.parameters()] + _tensors((args, kwargs), torch)
            outs += [tape.seen(t.grad) for t in leaves if t.is_leaf and t.grad is not None]
            outs += [tape.seen(t) for t in leaves if tape.storage(t) >= before]
            tape.outs = outs
        return tape

    def _after(self, result: Any, modules: list[Any], args: list[Any]) -> None:
        """The backward pass and the optimizer's step, where asked for."""
        torch = self.torch
        if not self.asked.options.get("backward"):
            return
        loss = getattr(result, "loss", None)
        if loss is None:
            tensors = [t for t in _tensors(result, torch) if t.requires_grad]
            if not tensors:
                raise SymroofError(f"{self.asked.text} returns nothing that has a gradient; backward=True needs one")
            loss = tensors[0] if tensors[0].numel() == 1 else tensors[0].sum()
        loss.backward()
        make = self.asked.options.get("optimizer")
        if make is not None:
            make([p for m in modules for p in m.parameters()]).step()

    def runner(self, sizes: Mapping[str, int]) -> Callable[[], object]:
        """The function on tensors of these sizes, as ``measure`` runs it."""
        torch = self.torch
        whole = self.letters.sizes({n: sizes[n] for n in self.letters.bases if n in sizes})
        f = self.value(self.asked.f, whole, None, real=True)
        args = [self.value(a, whole, None, real=True) for a in self.asked.args]
        kwargs = {k: self.value(v, whole, None, real=True) for k, v in self.asked.kwargs.items()}
        modules = _modules((f, args, kwargs), torch)

        def run() -> object:
            if not self.asked.options.get("backward"):
                with torch.no_grad():
                    result = f(*args, **kwargs)
            else:
                result = f(*args, **kwargs)
                self._after(result, modules, args)
            if torch.cuda.is_available():
                torch.cuda.synchronize()
            return result

        return run


def _is_fake(x: Any, torch: Any) -> bool:
    from torch._subclasses.fake_tensor import FakeTensor

    tensors = [x] if isinstance(x, torch.Tensor) else list(x.parameters())[:1]
    return bool(tensors) and isinstance(tensors[0], FakeTensor)


def _modules(x: Any, torch: Any) -> list[Any]:
    if isinstance(x, torch.nn.Module):
        return [x]
    if isinstance(x, (list, tuple)):
        return [m for y in x for m in _modules(y, torch)]
    if isinstance(x, Mapping):
        return [m for y in x.values() for m in _modules(y, torch)]
    owner = getattr(x, "__self__", None)
    return [owner] if isinstance(owner, torch.nn.Module) else []


def _named(stack: ExitStack, modules: list[Any], paths: list[str], torch: Any) -> None:
    """Keep the path of the module that runs."""
    names = {id(s): n for m in modules for n, s in m.named_modules()}
    from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook

    def enter(module: Any, args: Any) -> None:
        paths.append(names.get(id(module), paths[-1]).replace(".", "/"))

    def leave(module: Any, args: Any, result: Any) -> None:
        paths.pop()

    for handle in (register_module_forward_pre_hook(enter), register_module_forward_hook(leave, always_call=True)):
        stack.callback(handle.remove)


def _torch_dtype(torch: Any, name: str) -> Any:
    from symroof import dtypes

    short = dtypes.dtype(name).name
    own = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32", "tf32": "float32", "fp64": "float64",
           "fp8": "float8_e4m3fn"}  # fmt: skip
    found = getattr(torch, name if name in ("uint8", "uint16", "uint32") else own.get(short, short), None)
    if found is None:
        raise SymroofError(f"this PyTorch has no dtype for {name}")
    return found


# -- programs ---------------------------------------------------------------------------------------------------------


def traced(asked: Asked) -> Program:
    """The program of a PyTorch function or module; see ``door.trace``."""
    need_torch()
    if asked.symbolic:
        raise SymroofError('sizes="symbolic" is of JAX; PyTorch is traced at primes, leave it out')
    if asked.gspmd:
        raise SymroofError("gspmd=True is of JAX; PyTorch has no partitioner to read back")
    letters = letters_of(asked, _leaves((asked.f, asked.args, asked.kwargs)))
    tracer = TorchTracer(asked, letters)
    failed: Exception | None = None
    for order in range(ORDERS if len(letters.bases) > 1 else 1):
        reader = Reader(letters.bases, letters.meaning, order, small=len(letters.bases) > 6)
        tried = reader.assignments if letters.bases else reader.assignments[:1]
        watch = Watch()
        try:
            with watch:
                tapes = [tracer.tape(letters.sizes(a)) for a in tried]
        except SymroofError:
            raise
        except Exception as e:  # whatever the user's function raises
            failed = failed or e
            continue
        notes = [READ if letters.bases else "traced once: every size is a number", EAGER]
        notes += watch.notes
        if order:
            ranked = " < ".join(sorted(tried[0], key=tried[0].__getitem__))
            notes.append(f"traced with sizes in the order {ranked}, which the code needs")
        graph = _Build(asked, reader, tapes).graph(notes)
        ks = kernels(graph, asked.one_kernel)
        axes = axis_sizes(asked)
        mesh = tuple((a, asked.fixed.get(a)) for a in axes)
        sizes = tuple(sorted((k, n) for k, n in asked.fixed.items() if k in axes))
        return assemble(graph, ks, text=asked.text, letters=letters.bases, notes=tuple(notes),
                        network=Network(axes, asked.over, asked.overlap), mesh=mesh, sizes=sizes,
                        source=tracer)  # fmt: skip
    assert failed is not None
    raise told(failed, asked) from None


def _leaves(x: Any) -> list[Any]:
    if isinstance(x, Mapping):
        return [z for y in x.values() for z in _leaves(y)]
    if isinstance(x, (list, tuple)):
        return [z for y in x for z in _leaves(y)]
    return [x] if not isinstance(x, str) or "[" in x else []


@final
class _Build:
    """Tapes of several traces put together to one graph."""

    def __init__(self, asked: Asked, reader: Reader, tapes: list[Tape]) -> None:
        self.asked, self.reader, self.tapes = asked, reader, tapes
        self.values: dict[int, Value] = {}

    def number(self, seen: tuple[int, ...], line: Line) -> Ratio:
        try:
            return self.reader.read(seen)
        except Unread as e:
            raise Unread(
                f"a size {e}\n    {line.told}\n    write a size that is divided as a product (D as N*H)"
            ) from None

    def root(self, i: int, line: Line) -> Value:
        """The array in a storage."""
        found = self.values.get(i)
        if found is None:
            _, fmt, label = self.tapes[0].storages[i]
            n = self.number(tuple(t.storages[i][0] for t in self.tapes), line)
            home = "made" if label == "made" else "argument" if label else "constant"
            found = self.values[i] = Value((n,), fmt, home, n, label=label)
        return found

    def view(self, seen: Sequence[Seen], line: Line) -> Value:
        """A tensor as a look at its storage."""
        root = self.root(seen[0].root, line)
        shape = tuple(self.number(tuple(d), line) for d in zip(*(s.shape for s in seen)))
        reads = self.number(tuple(s.reads for s in seen), line)
        v = Value(shape, seen[0].dtype, "made", product(shape), root)
        v.part = None if reads == root.elements else reads
        return v

    def graph(self, notes: list[str]) -> Graph:
        counts = {len(t.records) for t in self.tapes}
        rows = list(zip(*(t.records for t in self.tapes)))
        for row in rows:
            if (
                len({r.name for r in row}) > 1
                or len({len(r.ins) for r in row}) > 1
                or any(a.root != b.root for r in row[1:] for a, b in zip(r.ins, row[0].ins))
            ):
                self._differ(row[0].line)
        if len(counts) > 1:
            self._differ(rows[-1][0].line if rows else Line())
        nodes: list[Node] = []
        first = self.tapes[0]
        for i, (_, _, label) in enumerate(first.storages):
            if label and label != "made":
                self.root(i, Line())
        for row in rows:
            self._node(list(row), nodes)
        ins = [v for v in self.values.values() if v.home == "argument"]
        outs = [self.view([t.outs[i] for t in self.tapes], Line()) for i in range(len(first.outs))]
        return Graph(ins, outs, nodes, notes)

    def _differ(self, line: Line) -> None:
        raise SymroofError(
            "the program is another one at other sizes: a branch or a Python loop on a size\n"
            f'    {line.told}\n    fix the size, as in sizes={{"T": 4096}}'
        )

    def _node(self, row: list[Record], nodes: list[Node]) -> None:
        r = row[0]
        line = r.line
        ins = [self.view([x.ins[i] for x in row], line) for i in range(len(r.ins))]
        roots = [self.root(s.root, line) for s in r.outs]
        outs = [self.view([x.outs[i] for x in row], line) for i in range(len(r.outs))]
        numbers = [tuple(x.args[i] for x in row) for i in range(len(r.args))]
        call = Row(r.name, ins, outs, numbers, self.number)
        given = given_cost(self.asked.costs, r.label, {}) or given_cost(self.asked.costs, r.name, {})
        if given is not None:
            nodes.append(Node(r.name, "move", ins, roots, dict(given.work), line, r.path, r.phase,
                              loads=given.bytes, stores=ZERO))  # fmt: skip
            return
        if r.name in COLLECTIVES and ("c10d" in r.label):
            nodes.append(self._collective(r, ins, roots, line))
            return
        found = work_of(call)
        if found is None:
            raise SymroofError(f"{r.label} is an operator without a rule\n    {line.told}\n    say its cost, as in "
                               f'costs={{"{r.name}": {{"flops": "2*B*D", "bytes": "4*B*D"}}}}')  # fmt: skip
        kind, work = found
        if kind == "generate" or (kind == "vector" and ins and all(v.free for v in ins)):
            for v in roots:
                v.home = "generated"
            kind = "vector"
        node = Node(r.name, kind, ins, roots, work, line, r.path, r.phase)
        if kind == "matrix":
            node.notation = _notation(r.name, ins, outs[0])
        if r.name in READS_ROWS and outs:
            index = [v for v in ins[1:] if v.dtype.startswith("int") or v.dtype == "bool"]
            node.loads = sum((v.bytes for v in index), outs[0].bytes)
            node.stores, node.needs = outs[0].bytes, (ZERO, *(None for _ in ins[1:]))
        elif r.mutates and outs and outs[0].part is not None:  # part of an array, in place
            node.loads = sum((_read_bytes(v) for v in ins[1:]), ZERO)
            node.stores = ratio(outs[0].width) * outs[0].elements
        nodes.append(node)

    def _collective(self, r: Record, ins: list[Value], outs: list[Value], line: Line) -> Node:
        name, of = COLLECTIVES[r.name]
        axes = self.asked.axes
        if len(axes) != 1:
            raise SymroofError(
                f'{r.label} over a process group: say which mesh axis it is, as in mesh="X"\n    {line.told}'
            )
        ways = axis_sizes(self.asked).get(axes[0], letter(axes[0]))
        sends = []
        for a, b in zip(ins, outs):
            volume = {"in": a.bytes, "out": b.bytes, "all": a.bytes * ways}[of]
            sends.append(Send(name, volume, (axes[0],)))
        return Node(r.name, "collective", ins, outs, {}, line, r.path, r.phase, f"{name}_{axes[0]}", ZERO, ZERO,
                    sends=tuple(sends))  # fmt: skip


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

    if _is_config(model):
        with FakeTensorMode(allow_non_fake_inputs=True):
            model = _model(model)
    if not isinstance(model, torch.nn.Module):
        raise SymroofError(f"{model!r} is no module and no configuration; pass a torch.nn.Module or a PretrainedConfig")
    return sum(p.numel() for p in model.parameters())

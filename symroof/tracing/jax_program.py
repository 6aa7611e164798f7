"""JAX functions at several assignments of sizes, traced and put together to a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, final

from symroof import dtypes
from symroof.errors import SymroofError
from symroof.tracing.asked import Asked, axis_sizes, whole_number
from symroof.tracing.attempt import put_together, traces
from symroof.tracing.graph import Graph, Node, Value, format_of, is_float, without_dead_code
from symroof.tracing.held import Held
from symroof.tracing.inplace import placed
from symroof.tracing.jax_parts import unjoined
from symroof.tracing.jax_site import Options
from symroof.tracing.jax_trace import Walk
from symroof.tracing.jax_vary import (
    ALONE,
    BARE,
    CHECKED,
    NEITHER,
    adds_inside,
    differentiates,
    joins_again,
    joins_all,
    sends,
    varied,
)
from symroof.tracing.probes import LARGE, Prober, probed
from symroof.tracing.program import Network, Program
from symroof.tracing.reader import Numbers, Reader
from symroof.tracing.shapes import COMPLEX, Setting, Sized, is_array, read_spec

MEMORY = 1 << 28  # bytes that an array which ``sized`` makes may take


def need_jax() -> Any:
    """The module jax; one message where it is not installed."""
    try:
        import jax
    except ImportError:
        raise SymroofError('JAX is not installed; pip install "symroof[jax]"') from None
    return jax


@final
@dataclass(frozen=True)
class Arguments:
    """A call's arguments as leaves: what is an array, what is rebuilt, where each came from."""

    leaves: list[Any]
    rebuild: Callable[[list[Any]], tuple[Any, tuple[Any, ...], dict[str, Any]]]
    paths: list[str]
    inside: list[bool]  # whether it is a weight: of the module, or of the first argument that is a pytree

    def called(self, put: Callable[[list[Any]], list[Any]]) -> Callable[..., Any]:
        """The function of its arrays alone, all else of the call in its place."""

        def run(*arrays: Any) -> Any:
            f, args, kwargs = self.rebuild(put(list(arrays)))
            return f(*args, **kwargs)

        return run


def arguments(asked: Asked) -> Arguments:
    """The leaves of the function (where it is a module) and of its arguments."""
    jax = need_jax()
    whole = (asked.f, asked.args, dict(asked.kwargs))
    flat, tree = jax.tree_util.tree_flatten_with_path(whole, is_leaf=_is_leaf)
    keys = [jax.tree_util.keystr(k) for k, _ in flat]
    inside = [str(k[0]) == "[0]" or len(k) > 2 for k, _ in flat]
    heads = [tuple(map(str, k[:1] if str(k[0]) == "[0]" else k[:2])) for k, _ in flat]
    weights = next((h for h, i, (_, x) in zip(heads, inside, flat) if i and (_is_array(x) or _is_leaf(x))), None)
    deep = [i and h == weights for i, h in zip(inside, heads)]

    def rebuild(leaves: list[Any]) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
        f, args, kwargs = jax.tree_util.tree_unflatten(tree, leaves)
        return f, args, kwargs

    return Arguments([x for _, x in flat], rebuild, keys, deep)


def _is_leaf(x: Any) -> bool:
    return isinstance(x, (str, Sized)) or hasattr(x, "free_symbols") or type(x).__name__ == "ShapeDtypeStruct"


def _is_array(x: Any) -> bool:
    return hasattr(x, "shape") and hasattr(x, "dtype") and not isinstance(x, type)


@final
class Tracer:
    """Traces one call at any assignment of its sizes."""

    def __init__(self, asked: Asked, args: Arguments, letters: Setting, local: bool, alone: bool = False) -> None:
        self.axes = tuple(dict.fromkeys((*asked.axes, *letters.axes)))
        self.asked, self.args, self.letters, self.local = asked, args, letters, local
        self.alone = alone  # one device's program without a collective
        self.jax = need_jax()
        self.meshes = _open_meshes(asked.f) if asked.axes else []
        self.labels: list[str] = []
        self.cuts: list[tuple[Any, ...]] = []
        self.lies: dict[int, tuple[Any, ...]] = {}  # the dims as they were asked for, of each array
        self.gradients = ""  # how they are taken on a mesh, where that is not the only way
        self.real = False  # whether ``sized`` makes arrays in memory

    def jaxpr(self, sizes: Mapping[str, int]) -> Any:
        """The closed jaxpr at these sizes."""
        jax = self.jax
        structs, put = self._leaves(sizes)
        run = self.args.called(put)
        axes = [(a, sizes[a]) for a in self.asked.axes]
        try:
            if self.local and axes:
                return self._own(run, structs, dict(axes))
            with _mesh(jax, axes):
                return jax.make_jaxpr(run)(*structs)
        finally:
            for cell in self.meshes:
                cell.cell_contents = None  # a shard_map without a mesh keeps the first that it meets

    def _own(self, run: Callable[..., Any], structs: list[Any], axes: Mapping[str, int]) -> Any:
        """One device's program; where it has a gradient, as ``jax_vary`` says."""
        maps = hasattr(self.jax, "shard_map") and not self.alone
        try:
            bare = self.jax.make_jaxpr(run, axis_env=list(axes.items()))(*structs)
        except Exception as e:  # it may say itself what is the same on all devices, which only a shard_map understands
            bare = None
            with suppress(Exception):
                bare = varied(self.jax, run, structs, self.lies, axes, False) if maps else None
            if bare is None:
                raise e
        if not maps or not differentiates(bare.jaxpr):
            return bare
        try:
            known = varied(self.jax, run, structs, self.lies, axes)
        except Exception as e:  # whatever JAX says of what is the same on all devices and what is not
            why = str(e).strip().split("\n")[0][:100]
            if self._all_cut(structs, axes) and not adds_inside(bare.jaxpr):
                return bare
            if not joins_all(bare.jaxpr):
                raise SymroofError(f"{self.asked.text}: {NEITHER.format(why, next(iter(axes)))}") from None
            self.gradients = ALONE.format(why)
            return bare
        if sends(alive(known.jaxpr)) == sends(alive(bare.jaxpr)):
            return bare
        again = joins_again(known.jaxpr)
        self.gradients = BARE if again else CHECKED
        return bare if again else known

    def _all_cut(self, structs: Sequence[Any], axes: Iterable[str]) -> bool:
        """Whether each array that a gradient may be taken of is cut over every axis, so that devices have their own."""
        cut = [{a for d in self.lies.get(i, ()) for a in d.axes} for i in range(len(structs))]
        return all(set(axes) <= c for s, c in zip(structs, cut) if is_float(format_of(str(s.dtype))))

    def makes(self, sizes: Mapping[str, int]) -> int:
        """Bytes of the largest array that ``sized`` makes at these sizes, seen without making it; 0 where not seen."""
        most = 0
        for leaf in (x for x in self.args.leaves if isinstance(x, Sized)):
            with suppress(Exception):  # what it needs may be no abstract array
                made = self.jax.make_jaxpr(partial(_only, leaf, sizes))().jaxpr
                avals = [v.aval for e in made.eqns for v in e.outvars if hasattr(v.aval, "size")]
                most = max([most, *(int(a.size) * a.dtype.itemsize for a in avals)])
        return most

    def _leaves(self, sizes: Mapping[str, Any]) -> tuple[list[Any], Callable[[list[Any]], list[Any]]]:
        """Abstract arrays, and how to put arrays in their places among the other leaves."""
        jax = self.jax
        structs: list[Any] = []
        self.labels, self.cuts = [], []
        makers: list[Callable[[list[Any]], Any]] = []

        def array(shape: tuple[Any, ...], dtype: Any, label: str, cut: tuple[Any, ...] = ()) -> Callable[..., Any]:
            at = len(structs)
            structs.append(jax.ShapeDtypeStruct(shape, dtype))
            self.labels.append(label)
            self.cuts.append(cut)
            return lambda arrays: arrays[at]

        for leaf, path, deep in zip(self.args.leaves, self.args.paths, self.args.inside):
            label = f"weight {path}" if deep else path
            if isinstance(leaf, str) and "[" in leaf:
                spec = read_spec(leaf, self.axes)
                shape = spec.at(sizes, self.local)
                cut = () if self.local or not self.asked.axes else spec.dims  # of a whole on no mesh nothing is cut
                self.lies[len(structs)] = spec.dims
                makers.append(array(shape, _dtype(jax, spec.dtype), label, cut))
            elif isinstance(leaf, Sized):
                first = not any(x.startswith("weight") for x in self.labels)
                makers.append(self._made(leaf.at(sizes), array, f"weight {path}" if first else path))
            elif hasattr(leaf, "free_symbols"):
                makers.append(_constant(whole_number(leaf, sizes)))
            elif _is_array(leaf):
                makers.append(array(tuple(leaf.shape), leaf.dtype, label))
            else:
                makers.append(_constant(leaf))
        return structs, lambda arrays: [m(arrays) for m in makers]

    def _made(self, x: Any, array: Callable[..., Any], path: str) -> Callable[[list[Any]], Any]:
        """What ``sized`` made: its arrays are arguments, the rest stays."""
        jax = self.jax
        flat, tree = jax.tree_util.tree_flatten(x, is_leaf=_is_leaf)
        parts = []
        for leaf in flat:
            if isinstance(leaf, str) and "[" in leaf:
                raise SymroofError(
                    f"sized made {leaf!r}; make a ShapeDtypeStruct, or write the notation as an argument"
                )
            label = path
            self.real = self.real or (_is_array(leaf) and not isinstance(leaf, jax.ShapeDtypeStruct))
            parts.append(array(tuple(leaf.shape), leaf.dtype, label) if _is_array(leaf) else _constant(leaf))
        return lambda arrays: jax.tree_util.tree_unflatten(tree, [p(arrays) for p in parts])


def _open_meshes(f: Any, depth: int = 4) -> list[Any]:
    """Cells in which JAX's ``shard_map`` will keep the mesh it finds, in a function and in those it refers to."""
    out = []
    inner = [getattr(f, "func", None), getattr(f, "__wrapped__", None)]
    code = getattr(f, "__code__", None)
    for name, cell in zip(code.co_freevars if code else (), getattr(f, "__closure__", None) or ()):
        try:
            held = cell.cell_contents
        except ValueError:
            continue
        if name == "mesh" and held is None and str(getattr(f, "__module__", "")).startswith("jax"):
            out.append(cell)
        elif callable(held):
            inner.append(held)
    names = getattr(f, "__globals__", {}) if not str(getattr(f, "__module__", "")).startswith("jax") else {}
    inner += [names[n] for n in (code.co_names if code else ()) if callable(names.get(n))]
    if depth:
        out += [c for x in inner if x is not None and not isinstance(x, type) for c in _open_meshes(x, depth - 1)]
    return out


def _only(leaf: Sized, sizes: Mapping[str, int]) -> tuple[()]:
    leaf.at(sizes)
    return ()


def _constant(x: Any) -> Callable[[list[Any]], Any]:
    return lambda arrays: x


def _dtype(jax: Any, name: str) -> Any:
    """JAX's dtype of a name in notation, its own names included."""
    numpy = jax.numpy
    if name in COMPLEX:
        if name == "complex128" and not jax.config.jax_enable_x64:
            raise SymroofError(f'{name} needs 64 bits; jax.config.update("jax_enable_x64", True)')
        return getattr(numpy, name)
    own = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32", "fp64": "float64", "fp8": "float8_e4m3fn",
           "tf32": "float32", "bool": "bool_", "fp4": "float4_e2m1fn"}  # fmt: skip
    exactly = getattr(numpy, name, None)
    if exactly is not None and name in ("uint8", "uint16", "uint32", "uint64", "float8_e5m2", "float8_e4m3fn"):
        return exactly
    short = dtypes.dtype(name).name
    found = getattr(numpy, own.get(short, short), None)
    if found is None:
        raise SymroofError(f"this JAX has no dtype for {name}")
    if short in ("fp64", "int64") and not jax.config.jax_enable_x64:
        raise SymroofError(f'{name} needs 64 bits, which JAX cuts to 32; jax.config.update("jax_enable_x64", True)')
    return found


def _mesh(jax: Any, axes: Sequence[tuple[str, int]]) -> Any:
    """A context in which a ``shard_map`` without a mesh finds one of these sizes."""
    from contextlib import nullcontext

    if not axes:
        return nullcontext()
    names, counts = tuple(a for a, _ in axes), tuple(n for _, n in axes)
    try:
        mesh = jax.sharding.AbstractMesh(counts, names)
    except TypeError:  # before JAX 0.5
        mesh = jax.sharding.AbstractMesh(tuple(axes))
    use = getattr(jax.sharding, "use_abstract_mesh", None)
    return use(mesh) if use is not None else nullcontext()


def one_device(jax: Any, axes: Sequence[str]) -> Any:
    """A context in which what says how arrays lie on these axes finds a mesh of one device, where all are whole."""
    return _mesh(jax, [(a, 1) for a in axes])


def every_equation(jaxpr: Any) -> Iterator[Any]:
    """The equations of a program in order, those inside it too."""
    for e in jaxpr.eqns:
        yield e
        for x in e.params.values():
            for y in x if isinstance(x, (tuple, list)) else (x,):
                inner = getattr(y, "jaxpr", y)
                if hasattr(inner, "eqns"):
                    yield from every_equation(inner)


def names_of(jaxpr: Any) -> Iterator[str]:
    """Their primitives."""
    return (e.primitive.name for e in every_equation(jaxpr))


def at_primes(asked: Asked, tracer: Tracer, letters: Setting, small: bool = False, part: bool = False) -> Program:
    """Four traces, in the first order of sizes in which the function runs; tried at other sizes unless ``part``."""
    first = Reader(letters.bases, letters.meaning)
    small = small or tracer.makes(letters.sizes(first.assignments[-1])) > MEMORY
    reader, jaxprs, notes = traces(asked, letters, tracer.jaxpr, small, _alike)
    made = program_of(asked, tracer, letters, reader, jaxprs, notes)
    if part:
        return made
    far = letters.sizes(dict.fromkeys(letters.bases, 2 * LARGE))
    heavy = _heavy(tracer, jaxprs) or tracer.makes(far) > MEMORY
    return probed(prober(tracer, made, letters, reader, 0 if heavy else LARGE), asked.roots)


def prober(
    tracer: Tracer, made: Program, letters: Setting, reader: Reader, most: Mapping[str, int] | int = LARGE
) -> Prober:
    """What compares a program with a trace at any sizes."""

    def graph(base: Mapping[str, int]) -> Graph:
        return graph_of(tracer.asked, tracer, letters, Numbers((dict(base),)), [tracer.jaxpr(letters.sizes(base))])[0]

    return Prober(made, letters, reader, graph, most)


def _heavy(tracer: Tracer, jaxprs: Sequence[Any]) -> bool:
    """Whether arrays are made in memory whose size grows with the sizes."""
    shapes = [tuple(tuple(getattr(c, "shape", ())) for c in j.consts) for j in jaxprs]
    return tracer.real or len(set(shapes)) > 1


def _alike(a: Any, b: Any) -> None:
    """Raises Branches where two traces are of another length."""
    if len(a.jaxpr.eqns) != len(b.jaxpr.eqns):
        Walk(Options(None)).differ((a.jaxpr, b.jaxpr))


def program_of(
    asked: Asked, tracer: Tracer, letters: Setting, reader: Any, jaxprs: Sequence[Any], notes: list[str]
) -> Program:
    """The program of traces: their graph with its kernels, on the mesh asked for and that of its ``shard_map``."""
    graph, options = graph_of(asked, tracer, letters, reader, jaxprs)
    told = [tracer.gradients] if tracer.gradients else []
    made = put_together(asked, graph, (*letters.bases, *options.trips), (*notes, *told, *options.notes), options.axes,
                        JaxSource(asked, tracer, letters))  # fmt: skip
    return replace(made, held_for=tuple(Held(r, line) for r, line in options.least.items()))


def graph_of(
    asked: Asked, tracer: Tracer, letters: Setting, reader: Any, jaxprs: Sequence[Any]
) -> tuple[Graph, Options]:
    """The traces read back, dead code removed; what needs parts that no device sends is refused."""
    graph, outs, options = _read(asked, tracer, letters, reader, jaxprs)
    options.notes += unjoined(graph, outs, options)
    return graph, options


def _read(
    asked: Asked, tracer: Tracer, letters: Setting, reader: Any, jaxprs: Sequence[Any]
) -> tuple[Graph, list[Value], Options]:
    """The graph, its results as the program has them, and what was noted on the way."""
    cut_sizes = letters.cut if tracer.local and not isinstance(reader, Numbers) else {}
    options = Options(reader, axis_sizes(asked), asked.costs, asked.branch, [], [], frozenset(letters.bases),
                      cut_sizes, Network(over=asked.over).builder)  # fmt: skip
    options.used, options.partitioned = asked.used, asked.gspmd
    options.traced = [letters.sizes(a) for a in reader.assignments] if options.parts else []
    walk = Walk(options)
    inner = [alive(j.jaxpr) for j in jaxprs]
    ins: list[Value] = []
    for i, vs in enumerate(zip(*(j.invars for j in inner))):
        dims, elements = walk.argument([v.aval for v in vs], tracer.labels[i] if i < len(tracer.labels) else "")
        cut = tracer.cuts[i] if i < len(tracer.cuts) else ()
        for axis in (a for d in cut for a in d.axes):
            elements = elements / options.axes[axis]
        v = Value(dims, format_of(str(vs[0].aval.dtype)), "argument", elements)
        v.exact = str(vs[0].aval.dtype)
        v.label = tracer.labels[i] if i < len(tracer.labels) else ""
        v.cut = tuple(d.axes for d in cut)
        asked_for = [(n, d) for n, d in zip(dims, tracer.lies.get(i, ())) if d.axes]
        options.lies.update((n, m) for n, d in asked_for for m in d.names if m in options.parts)
        v.laid.update((n, (n,)) for n, d in asked_for if options.parts)
        ins.append(v)
    nodes: list[Node] = []
    outs = walk.closed(inner, ins, nodes, "", "")
    graph = placed(without_dead_code(Graph(ins, outs, nodes, options.notes)))
    return graph, outs, options


def parts_of_numbers(asked: Asked, tracer: Tracer, letters: Setting) -> list[str]:
    """Notes about what goes over cut sizes that are numbers, of which a part is told from a whole at other sizes alone.

    Raises SymroofError as ``unjoined`` does.
    """
    specs = [read_spec(x, tracer.axes) for x in tracer.args.leaves if is_array(x)] if tracer.local else []
    cut: dict[str, tuple[str, ...]] = {}
    for d in (d for s in specs for d in s.dims if d.axes and d.names and not {*d.names} & {*letters.bases}):
        cut[d.names[-1]] = tuple(dict.fromkeys((*cut.get(d.names[-1], ()), *d.axes)))
    if not cut:
        return []
    there = letters.opened(cut)
    apart = Tracer(asked, tracer.args, there, tracer.local, tracer.alone)
    try:
        reader, jaxprs, _ = traces(asked, there, apart.jaxpr, True, _alike)
        graph, outs, options = _read(asked, apart, there, reader, jaxprs)
    except Exception:  # whatever the function does at sizes that were not asked for
        told = ", ".join(f"{n}={letters.fixed[n]}" for n in cut)
        return [
            f"{told} is cut and a number, and at other sizes the code is not read: what goes over it without a "
            "collective is not found"
        ]
    return unjoined(graph, outs, options)


def alive(jaxpr: Any) -> Any:
    """A program without what no result needs, in its branches too: what is dead must not choose among them."""
    from jax.interpreters import partial_eval

    live, _ = partial_eval.dce_jaxpr(jaxpr, [True] * len(jaxpr.outvars), True)
    return live


@final
@dataclass(frozen=True)
class JaxSource:
    """What a program was traced from, so that it can be run."""

    asked: Asked
    tracer: Tracer
    letters: Setting

    def runner(self, sizes: Mapping[str, int]) -> Callable[[], object]:
        """The compiled function on arguments of these sizes, small random numbers and zeros for integers."""
        jax = need_jax()
        import numpy

        base = {n: sizes[n] for n in self.letters.bases if n in sizes}
        structs, put = self.tracer._leaves(self.letters.sizes(base))
        rng = numpy.random.default_rng(0)

        def array(s: Any) -> Any:
            if jax.numpy.issubdtype(s.dtype, jax.numpy.floating):
                return jax.numpy.asarray(rng.standard_normal(s.shape, "float32") * 0.1, s.dtype)
            if str(s.dtype).startswith("key"):
                return jax.random.key(0)
            return jax.numpy.zeros(s.shape, s.dtype)

        def run(*arrays: Any) -> Any:
            f, args, kwargs = self.tracer.args.rebuild(put(list(arrays)))
            return f(*args, **kwargs)

        compiled, held = jax.jit(run), [array(s) for s in structs]
        return lambda: jax.block_until_ready(compiled(*held))

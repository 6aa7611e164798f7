"""A program as read from its traces: arrays of symbolic shape, and the operations between them, each with its source.

What a framework's tracer hands over; costs are on the nodes already, kernels and memory are worked out from here.

>>> from symroof.algebra.ratios.posynomial import gen
>>> x = Value((gen("B"), gen("D")), "bf16", "argument")
>>> x.elements, x.bytes
(B*D, 2*B*D)
"""

from __future__ import annotations

import copy
import linecache
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, final

from symroof import dtypes
from symroof.algebra.ratios.posynomial import Ratio, product, ratio, total
from symroof.errors import SymroofError

MATRIX, VECTOR, TRANSCENDENTAL, INTEGER = "matrix", "vector", "transcendental", "integer"
UNITS = (MATRIX, VECTOR, TRANSCENDENTAL, INTEGER)
Work = dict[tuple[str, str], Ratio]  # (unit, dtype) -> operations
Order = tuple[tuple[tuple[Ratio, Ratio], ...], ...]  # of a view: sizes and strides along each dim, see ``arranged``

_OTHER_WIDTHS = {"complex64": Fraction(8), "complex128": Fraction(16), "key": Fraction(8), "float0": Fraction(0),
                 "uint64": Fraction(8), "e8m0": Fraction(1), "opaque": Fraction(0)}  # fmt: skip


def format_of(name: str) -> str:
    """The house's name of a framework's dtype: bf16 for bfloat16, int32 for uint32.

    >>> format_of("bfloat16"), format_of("uint8"), format_of("float8_e4m3fnuz"), format_of("complex64")
    ('bf16', 'int8', 'fp8', 'complex64')
    """
    if name in _OTHER_WIDTHS:
        return name
    if name.startswith("key"):
        return "key"
    found = dtypes.find(name)
    if found is not None:
        return found.name
    if name.startswith("float8"):
        return "e8m0" if "e8m0" in name else "fp8"
    if name.startswith("float4"):
        return "fp4"
    raise SymroofError(f"no width is known for dtype {name!r}; known: {dtypes.known()}")


def width_of(fmt: str) -> Fraction:
    """Bytes of an element."""
    return _OTHER_WIDTHS[fmt] if fmt in _OTHER_WIDTHS else dtypes.DTYPES[fmt].bytes


def is_float(fmt: str) -> bool:
    return fmt.startswith("complex") or (fmt in dtypes.DTYPES and dtypes.DTYPES[fmt].kind == "float")


def is_real(fmt: str) -> bool:
    return is_float(fmt) and not fmt.startswith("complex")


@final
@dataclass(frozen=True)
class Line:
    """Where the user wrote it: file, line, function, and the text of that line."""

    file: str = ""
    number: int = 0
    function: str = ""

    @property
    def text(self) -> str:
        return linecache.getline(self.file, self.number).strip() if self.file else ""

    def __str__(self) -> str:
        name = self.file.replace("\\", "/").rsplit("/", 1)[-1]
        return f"{name}:{self.number}" if self.file else "?"

    @property
    def told(self) -> str:
        """As an error names it: the line, its function and its text."""
        if not self.file:
            return "at a line that the framework did not record"
        text = self.text
        return f"at {self.file}:{self.number}" + (f" in {self.function}" if self.function else "") + (
            f"\n    {text}" if text else "")  # fmt: skip


@final
class Value:
    """One array.  A view looks at ``source`` and reads ``part`` elements of it, in the narrowest format on the way."""

    __slots__ = ("alias", "anew", "by", "cast", "cut", "dtype", "elements", "exact", "home", "ints", "known", "label",
                 "laid", "one", "order", "part", "shape", "sides", "source", "spot", "width")  # fmt: skip

    def __init__(
        self,
        shape: tuple[Ratio, ...],
        dtype: str,
        home: str = "made",
        elements: Ratio | None = None,
        source: Value | None = None,
        part: Ratio | None = None,
    ) -> None:
        self.shape, self.dtype, self.home = shape, dtype, home
        self.elements = product(shape) if elements is None else elements
        self.width = width_of(dtype)
        self.source, self.part = source, part
        self.ints: tuple[int, ...] | None = None  # a whole number in the program, in each trace
        self.one = False  # whether it is one number of the program, in every place and on every device
        self.label = ""
        self.cut: tuple[tuple[str, ...], ...] = ()  # outside of a shard_map: the mesh axes over which each dim lies
        self.laid: dict[Ratio, tuple[Ratio, ...]] = {}  # on one device: how dims that are parts lie, see ``jax_layout``
        self.spot: tuple[tuple[Ratio, Ratio, int], ...] | None = None  # of a slice: where it lies, at all sizes
        self.known: Any = None  # of an array of indices or a test of them: see ``masks``
        self.sides: tuple[int, ...] | None = None  # of a product: which of its operands has each axis
        self.by: tuple[tuple[Value, Ratio], ...] = ()  # of a slice: what says where it starts, and how far it may go
        self.order: Order | None = None  # of a view: how it lies in its root, None as the root does
        self.anew = False  # whether a view is a copy or rounded, so that as a result it is another array
        self.exact = dtype  # the framework's own name of its format, where it has several for one of ours
        self.cast = ""  # of a view that takes other bits or one part of each number: the operation
        self.alias = False  # whether a view stays one as a result too, as PyTorch's

    @property
    def bytes(self) -> Ratio:
        return ratio(self.width) * self.elements

    @property
    def read(self) -> Ratio:
        """Bytes of reading it alone: a view of an argument is read in the format that lies in memory, if wider."""
        root = self.root
        return (
            ratio(max(self.width, root.width) if root.home in ("argument", "constant") else self.width) * self.elements
        )

    @property
    def root(self) -> Value:
        """The array in memory behind a chain of views."""
        v = self
        while v.source is not None:
            v = v.source
        return v

    @property
    def free(self) -> bool:
        """Made from nothing that is in memory: a literal, an iota, a mask of them."""
        return self.root.home in ("literal", "generated")

    def seen(self) -> tuple[Ratio | None, Fraction]:
        """Elements of the root that are read through the views, None for all, and the narrowest width on the way."""
        v, part, width = self, None, self.width
        while True:
            width = min(width, v.width)
            if v.part is not None and part is None:
                part = v.part
            if v.source is None:
                return part, width
            v = v.source

    def __repr__(self) -> str:
        return f"{self.dtype}[{', '.join(map(str, self.shape))}]"


@final
@dataclass(eq=False, repr=False, slots=True)
class Node:
    """One operation: what it reads and makes, its work by unit and format, and where it was written."""

    name: str
    kind: str
    ins: list[Value]
    outs: list[Value]
    work: Work = field(default_factory=dict)
    line: Line = field(default_factory=Line)
    path: str = ""
    phase: str = ""
    notation: str = ""
    loads: Ratio | None = None  # bytes, where it does not read its inputs and write its outputs whole
    stores: Ratio | None = None
    body: Body | None = None
    sends: tuple[Send, ...] = ()
    needs: tuple[Ratio | None, ...] = ()  # elements of each input that it needs for certain, None for all of them
    sure: Ratio | None = None  # bytes that it writes for certain, where it writes in place; as many as stores if None
    kept: tuple[Value, Ratio | None] | None = None  # what it writes part of, and how much of it stays
    feeds: tuple[frozenset[int], ...] = ()  # the results that each input is needed for, where that is not all of them
    only: Mapping[int, Ratio] = field(default_factory=dict)  # of an input: what is 0 where its elements do not matter
    copies: bool = False  # whether what it writes part of in place is copied first, being needed afterwards
    padded: bool = False  # whether the first element of its result is padding, made of nothing in memory
    halved: Ratio | None = None  # of complex numbers: elements that it needs where one part of its result is asked for
    same: int | None = None  # the operand that its result is, element by element
    unlike: Ratio | None = None  # what is 0 where it is that operand; it is at all sizes if None
    acts: bool = False  # whether it is seen outside, as a print is: it runs though nothing reads its results


@final
@dataclass(frozen=True)
class Send:
    """A collective: its name, the bytes it is about, its mesh axes, and how far a point-to-point goes, if it says."""

    name: str
    volume: Ratio
    axes: tuple[str, ...]
    distance: int | None = None


@final
@dataclass
class Graph:
    """Operations in order, with what comes in and what goes out."""

    ins: list[Value]
    outs: list[Value]
    nodes: list[Node]
    notes: list[str] = field(default_factory=list)


@final
@dataclass
class Body:
    """A region that runs ``times``: of a loop, whose first outputs feed back into its carry, or of a branch."""

    graph: Graph
    times: Ratio
    consts: int = 0
    carry: int = 0
    certain: bool = True  # whether it runs at least once for sure
    label: str = ""
    tested: bool = False  # whether its last input decides how often it runs, or which branch
    asks: tuple[int, ...] = ()  # the carries that the test of the next round reads
    hands: tuple[tuple[tuple[Value, ...], ...], ...] = ()  # of a cond, for each result: what each branch may hand on


def looked(values: Iterable[Value]) -> Iterator[Value]:
    """What is read where these are: themselves, and the numbers that say where the slices on the way to them start.

    >>> x, i = Value((ratio(8),), "fp32", "argument"), Value((), "int32", "argument")
    >>> row = Value((ratio(1),), "fp32", source=x, part=ratio(1))
    >>> row.by = ((i, ratio(7)),)
    >>> list(looked([row]))
    [fp32[1], int32[]]
    """
    for v in values:
        yield v
        w: Value | None = v
        while w is not None:
            if w.by:
                yield from looked(x for x, _ in w.by)
            w = w.source


# -- dead code --------------------------------------------------------------------------------------------------------


def without_dead_code(g: Graph) -> Graph:
    """The graph without what neither an output needs nor what decides: tests, indices, what is seen outside.

    Loops lose the carries that nothing reads.
    """
    live: set[int] = set()
    _mark(live, g.outs)
    kept: list[Node] = []
    for n in reversed(g.nodes):
        needed = [id(v) in live for v in n.outs]
        if not any(needed) and not acts(n) and (n.outs or not n.sends):
            continue
        if n.body is not None:
            n = copy.copy(n)  # a carry found live later asks again, of the whole
            n.ins, n.outs, n.body = _pruned(n, needed)
        kept.append(n)
        _mark(live, n.ins)
    g.nodes = kept[::-1]
    return g


def acts(n: Node) -> bool:
    """Whether an operation, or one in its body, is seen outside of the program."""
    return n.acts or (n.body is not None and any(map(acts, n.body.graph.nodes)))


def _mark(live: set[int], values: Iterable[Value]) -> None:
    """These arrays are needed, what they look at, and what says where."""
    for v in looked(values):
        w: Value | None = v
        while w is not None:
            live.add(id(w))
            w = w.source


def _pruned(n: Node, needed: list[bool]) -> tuple[list[Value], list[Value], Body]:
    """Inputs, outputs and body of a region, without the dead part."""
    b = n.body
    assert b is not None
    wanted = [w or i in b.asks for i, w in enumerate(needed)]
    while True:
        outs = [v for v, w in zip(b.graph.outs, wanted) if w]
        trial = without_dead_code(Graph(b.graph.ins, outs, list(b.graph.nodes)))
        seen = used(trial)
        more = [w or (i < b.carry and id(b.graph.ins[b.consts + i]) in seen) for i, w in enumerate(wanted)]
        if more == wanted:
            break
        wanted = more
    keep = [id(v) in seen or (b.consts <= i < b.consts + b.carry and wanted[i - b.consts])
            for i, v in enumerate(b.graph.ins)]  # fmt: skip
    keep[-1:] = [True] if b.tested else keep[-1:]
    ins = [v for v, k in zip(n.ins, keep) if k]
    made = [v for v, w in zip(n.outs, wanted) if w]
    inner = Graph([v for v, k in zip(b.graph.ins, keep) if k], trial.outs, trial.nodes, b.graph.notes)
    consts, carry = sum(keep[: b.consts]), sum(keep[b.consts : b.consts + b.carry])
    asks = tuple(sum(wanted[:i]) for i in b.asks)
    hands = tuple(h for h, w in zip(b.hands, wanted) if w)
    return ins, made, Body(inner, b.times, consts, carry, b.certain, b.label, b.tested, asks, hands)


def used(g: Graph) -> set[int]:
    """Every array that an operation reads or that goes out, and what it looks at."""
    out: set[int] = set()
    _mark(out, (*(x for n in g.nodes for x in n.ins), *g.outs))
    return out


# -- walking ----------------------------------------------------------------------------------------------------------


def every(g: Graph, times: Ratio | None = None) -> Iterator[tuple[Node, Ratio]]:
    """Every operation, those inside loops too, with how often it runs."""
    once = ratio(1) if times is None else times
    for n in g.nodes:
        if n.body is not None:
            yield from every(n.body.graph, once * n.body.times)
        else:
            yield n, once


def add_work(items: Iterable[tuple[Mapping[tuple[str, str], Ratio], Ratio]]) -> Work:
    """Work of several, each so many times, added key by key."""
    rows: dict[tuple[str, str], list[Ratio]] = {}
    for work, times in items:
        for k, w in work.items():
            rows.setdefault(k, []).append(w if times == 1 else w * times)
    return {k: total(r) for k, r in rows.items()}


def unit_work(work: Mapping[tuple[str, str], Any], unit: str) -> dict[str, Any]:
    """The work of one unit, by format."""
    return {d: w for (u, d), w in work.items() if u == unit}

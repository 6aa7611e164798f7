"""Collectives that XLA's partitioner chose, read back from programs compiled for pretended devices.

``trace(f, ..., mesh="X", gspmd=True)`` compiles the function for a few small meshes, with the arguments cut as their
notation says, and reads every collective of the partitioned program as a polynomial in the sizes.  The devices are
pretended CPUs: start Python with ``XLA_FLAGS=--xla_force_host_platform_device_count=8``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, product, ratio
from symroof.errors import SymroofError
from symroof.model.amounts import Amounts
from symroof.tracing.asked import Asked, axis_sizes
from symroof.tracing.graph import Line, Node, Send, Value, format_of, width_of
from symroof.tracing.gspmd_sizes import conditions, refused
from symroof.tracing.held import Held
from symroof.tracing.jax_program import Arguments, Tracer, at_primes, need_jax, one_device
from symroof.tracing.kernels import Kernel
from symroof.tracing.program import Network, Origin, Program, from_steps, step_of
from symroof.tracing.reader import letter
from symroof.tracing.shapes import Setting

_OPS = {"all-reduce": "AllReduce", "all-gather": "AllGather", "reduce-scatter": "ReduceScatter",
        "all-to-all": "AllToAll", "collective-permute": "PointToPoint"}  # fmt: skip
_LINE = re.compile(r"= (?P<shapes>.+?) (?P<op>all-reduce|all-gather|reduce-scatter|all-to-all|collective-permute)"
                   r"(?:-start)?\(.*?(?:source_line=(?P<line>\d+))?[^\n]*")  # fmt: skip
_COMPUTATION = re.compile(r"^(?P<entry>ENTRY )?%?(?P<name>[\w.\-]+) \(.*\) -> .*\{$")
_METADATA = re.compile(r'metadata=\{(?:"[^"]*"|[^}"])*\}')
_REGION = re.compile(r" (while|conditional)\(")
_CALLED = re.compile(r"\b(body|condition|calls|to_apply|true_computation|false_computation)=%?([\w.\-]+)")
_LISTED = re.compile(r"\b(?:branch_computations|called_computations)=\{([^}]*)\}")
_TRIPS = re.compile(r'"known_trip_count":\{"n":"(\d+)"\}')
_MADE = re.compile(r"\s*(?:ROOT )?%?(?P<name>[\w.\-]+) = \w+\[(?P<dims>[\d,]*)\]")
_DOT = re.compile(r"= \w+\[(?P<dims>[\d,]*)\]\S* dot\((?:[^%()]* )?%?(?P<left>[\w.\-]+)")
_CONTRACTED = re.compile(r"lhs_contracting_dims=\{([\d,]*)\}")
_ROUNDS = "write the loop with a fixed number of rounds (lax.scan, lax.fori_loop), or write it with shard_map"
_SHAPE = re.compile(r"\b(pred|[a-z]+\d+\w*)\[([\d,]*)\]")
_FORMATS = {"pred": "bool", "f8e4m3fn": "fp8", "f8e5m2": "fp8"}
NARROW = "collectives of bf16, which a CPU sends as fp32, are counted as bf16"
PERHAPS = (
    "collectives of fp32 may be of bf16 that the code makes, which a CPU sends as fp32: bytes sent are then up to "
    "twice as many as they are"
)
_PARTS = "ReduceScatter", "AllToAll"  # whose result is a part of the array that they are about
_SUMS = "AllReduce", "ReduceScatter"  # of which XLA itself marks those that it widens
_WIDENED = re.compile(r"to_apply=%?[\w.\-]*_promoted\b")
PRIMES = ((5, 7, 11, 13, 17, 19, 23, 29), (7, 11, 13, 17, 19, 23, 29, 31), (11, 13, 17, 19, 23, 29, 31, 37))


@final
@dataclass(frozen=True)
class Found:
    """One collective of one compiled program: its name, bytes of its result, and how many devices are in a group."""

    name: str
    dims: tuple[int, ...]
    fmt: str
    group: int
    rounds: tuple[int, ...] = ()  # of the loops around it
    widened: bool = False  # whether a CPU, which has no bf16, has it in fp32


@final
@dataclass(frozen=True)
class Partitioned:
    """What one device does of a program compiled at some sizes."""

    flops: float  # by XLA's count, the vector unit's too
    products: float | None  # of products alone; None where there are convolutions, which are not read
    found: list[Found]
    left: bool  # whether some collectives may be of bf16 that the code makes and a CPU widens

    def beside(self, share: float) -> float | None:
        """The FLOPs that show that this is more than an even share of the products; None where it is not."""
        most = self.flops if self.products is None else self.products
        return most if most > 1.3 * share + 1e5 else None


def with_collectives(asked: Asked, args: Arguments, letters: Setting) -> Program:
    """The function's work divided over its devices, and the collectives of the partitioned program.

    Raises SymroofError where too few devices are pretended, or the partitioner chose other collectives at other sizes.
    """
    if len(asked.axes) != 1:
        raise SymroofError(f"gspmd=True reads programs over one mesh axis, not {', '.join(asked.axes) or 'none'}")
    axis = asked.axes[0]
    ways = [asked.fixed[axis]] if axis in asked.fixed else [2, 4, 8]
    rows: list[tuple[dict[str, int], list[Found]]] = []
    compiled: list[Partitioned] = []
    names = [n for n in letters.bases if n != axis]
    for i, primes in enumerate(PRIMES):
        n = ways[i % len(ways)]
        sizes = {name: p * n * (2 if i == 2 else 1) for name, p in zip(names, primes)} | {axis: n}
        sizes |= {k: v for k, v in letters.fixed.items() if k != axis}
        compiled.append(_compiled(asked, args, sizes, axis, n))
        rows.append((sizes, compiled[-1].found))
    if len({tuple((f.name, f.fmt, len(f.dims), len(f.rounds)) for f in found) for _, found in rows}) > 1:
        told = " and ".join(f"{_told(_sent(found, s[axis]))} at {_at(s, axis)}" for s, found in (rows[0], rows[-1]))
        raise refused(asked.text, told, rows[-1][0], axis, rows[-1][0][axis])
    whole = _whole(asked, args, letters)
    need_of = whole.unit_core("matrix")
    for (sizes, _), made in zip(rows, compiled):
        _refuse_uneven(asked, made, _need(need_of, sizes) / sizes[axis], sizes[axis])
    sends = []
    for i in range(len(rows[0][1])):
        volume = _volume([(sizes, found[i]) for sizes, found in rows], axis)
        sends.append(Send(rows[0][1][i].name, volume, (axis,)))
    notes = [NARROW] if any(f.widened for _, found in rows for f in found) else []
    notes += [PERHAPS] if any(made.left for made in compiled) else []

    def otherwise(sizes: Mapping[str, int], n: int) -> str | None:
        """What is sent at these sizes that the formula does not say; None where the function does not run there."""
        there = {**letters.fixed, **sizes, axis: n}
        try:
            made = _compiled(asked, args, there, axis, n)
        except Exception:  # whatever the function does at sizes in another order
            return None
        said = Counter[str]()
        for send in sends:
            said[send.name] += int(send.volume.at({k: there[str(k)] for k in send.volume.names}))
        sent = _sent(made.found, n)
        if +said != +sent:
            return f"{_told(sent)} at {_at(there, axis)}, where the formula of others says {_told(said)}"
        flops = made.beside(_need(need_of, there) / n)
        return "" if flops is None else f"{flops:.3g} FLOPs for each device at {_at(there, axis)}, no even share"

    held = conditions(names, ways, otherwise, asked.text, axis) if names else ()
    return _put_together(asked, whole, letters, tuple(sends), notes, held)


def _refuse_uneven(asked: Asked, made: Partitioned, share: float, n: int) -> None:
    """Raises SymroofError where each of n devices does other work than its share."""
    flops = made.flops if made.flops < 0.98 * share else made.beside(share)
    if flops is not None:
        raise SymroofError(
            f"{asked.text}: the partitioner leaves {flops:.3g} FLOPs to each of {n} devices, an even share is "
            f"{share:.3g}; cut the arguments so that the work divides, or write it with shard_map"
        )


def _need(of: Ratio, sizes: Mapping[str, int]) -> float:
    """FLOPs of the whole."""
    return float(of.subs({k: sizes[str(k)] for k in of.names if str(k) in sizes}).constant() or 0)


def _sent(found: Sequence[Found], n: int) -> Counter[str]:
    """Bytes of the whole arrays that the collectives of each name are about."""
    out = Counter[str]()
    for f in found:
        ways = n if f.name in _PARTS else 1
        out[f.name] += int(width_of(f.fmt) * math.prod(f.dims) * math.prod(f.rounds)) * ways
    return out


def _told(sent: Counter[str]) -> str:
    return " and ".join(f"{name} of {many} bytes" for name, many in sorted(sent.items()) if many) or "nothing"


def _at(sizes: Mapping[str, int], axis: str) -> str:
    return ", ".join(f"{k}={v}" for k, v in sorted(sizes.items(), key=lambda row: row[0] == axis))


def _compiled(asked: Asked, args: Arguments, sizes: Mapping[str, int], axis: str, n: int) -> Partitioned:
    """The function at these sizes, compiled for n devices."""
    tracer = Tracer(asked, args, Setting((), {}, dict(sizes), asked.axes), False)
    structs, put = tracer._leaves(sizes)
    run = tracer.args.called(put)
    made = _program(run, structs, tracer.cuts, axis, n)
    cost = made.cost_analysis()
    flops = float((cost[0] if isinstance(cost, list) else cost).get("flops", 0))  # of copies alone it says none
    text = made.as_text()
    read = Compiled.of(text, asked.text)
    flops, found = flops + read.again(), read.collectives(n)
    narrow = [s.update(dtype="float16") if str(s.dtype) == "bfloat16" else s for s in structs]
    if any(a is not b for a, b in zip(narrow, structs)) and any(f.fmt == "fp32" for f in found):
        try:
            text = _program(run, narrow, tracer.cuts, axis, n).as_text()
            others = Compiled.of(text, asked.text).collectives(n)
        except Exception:  # whatever the function says of arguments in another format
            others = []
        found = _in_own_format(asked, found, others)
    found = [replace(f, fmt="bf16") if f.widened else f for f in found]
    left = "bf16[" in text and any(f.fmt == "fp32" and f.name not in _SUMS for f in found)
    return Partitioned(flops, read.products(), found, left)


def _program(run: Callable[..., Any], structs: Sequence[Any], cuts: Sequence[Any], axis: str, n: int) -> Any:
    """The function compiled for a mesh of n pretended devices."""
    jax = need_jax()
    if len(jax.devices()) < n:
        raise SymroofError(
            f"gspmd=True needs {n} devices and {len(jax.devices())} are here; start Python with "
            "XLA_FLAGS=--xla_force_host_platform_device_count=8"
        )
    import numpy

    mesh = jax.sharding.Mesh(numpy.array(jax.devices()[:n]), (axis,))
    placed = []
    for s, cut in zip(structs, cuts):
        spec = jax.sharding.PartitionSpec(*((d.axes[0] if d.axes else None) for d in cut))
        placed.append(jax.ShapeDtypeStruct(s.shape, s.dtype, sharding=jax.sharding.NamedSharding(mesh, spec)))
    with mesh:  # a sharding constraint by a PartitionSpec is of this one
        return jax.jit(run).lower(*placed).compile()


def _in_own_format(asked: Asked, found: Sequence[Found], others: Sequence[Found]) -> list[Found]:
    """Those of bf16 among collectives of fp32, by those of the same program with fp16 arguments, which a CPU has.

    What the code itself brings to fp32 is fp32 in both.  Raises SymroofError where they are not the same collectives.
    """
    same = [(f.name, f.dims, f.rounds) for f in found] == [(f.name, f.dims, f.rounds) for f in others]
    if not same and any(f.fmt == "fp32" and f.name not in _SUMS for f in found):
        raise SymroofError(
            f"{asked.text}: a CPU sends bf16 as fp32, and which collectives are bf16 is not known, as the program with "
            "fp16 arguments, which it sends as they are, is another one; ask with fp16 or fp32 arguments"
        )
    if not same:
        return list(found)
    return [replace(f, widened=f.widened or (f.fmt, o.fmt) == ("fp32", "fp16")) for f, o in zip(found, others)]


@final
@dataclass(frozen=True)
class Compiled:
    """The text of a compiled program: the lines of each of its computations, and the one that starts."""

    parts: Mapping[str, list[str]]
    entry: str
    text: str  # of the call, for refusals

    @classmethod
    def of(cls, hlo: str, text: str) -> Compiled:
        """The computations of an HLO module."""
        parts: dict[str, list[str]] = {}
        entry, lines = "", []
        for line in hlo.splitlines():
            m = _COMPUTATION.match(line)
            if m is not None:
                lines = parts[m["name"]] = []
                entry = m["name"] if m["entry"] else entry
            else:
                lines.append(_METADATA.sub("", line))
        return cls(parts, entry, text)

    def collectives(self, n: int, name: str = "", rounds: tuple[int, ...] = ()) -> list[Found]:
        """Every collective as often as it runs; of a conditional those of one branch, if all branches have the same."""
        out = []
        for line in self.parts[name or self.entry]:
            out += [replace(f, rounds=rounds) for f in _read(line, n)]
            op, called, trips = _calls(line)
            around = (*rounds, trips) if trips is not None else rounds
            each = [self.collectives(n, c, around) for c in called]
            self._refuse(op, each, trips)
            out += each[0] if op == "conditional" else [f for x in each for f in x]
        return out

    def _refuse(self, op: str, each: list[list[Found]], trips: int | None) -> None:
        """Raises SymroofError where how often a collective runs is not known; a loop's test comes first in ``each``."""
        if op == "conditional" and any(x != each[0] for x in each):
            raise SymroofError(
                f"{self.text}: the branches of a cond send different things, as XLA compiles them, and which is taken "
                "is not known; trace each branch by itself"
            )
        if op == "while" and (each[0] or (trips is None and each[1])):
            raise SymroofError(
                f"{self.text}: XLA puts a collective ({(each[0] or each[1])[0].name}) into a loop, and its program "
                f"does not say how often that runs; {_ROUNDS}"
            )

    def again(self) -> float:
        """FLOPs of products in loops beyond the first round, the only one that XLA's cost analysis counts."""
        return self._products(self.entry, True) - self._products(self.entry, False)

    def products(self) -> float | None:
        """FLOPs of the products of one device, every round's; None of a program that convolves."""
        return None if self._convolves(self.entry) else self._products(self.entry, True)

    def _products(self, name: str, every: bool) -> float:
        total = _dots(self.parts[name])
        for op, called, trips in map(_calls, self.parts[name]):
            inside = [self._products(c, every) for c in called]
            if op == "while" and trips is None and any(inside):
                raise SymroofError(
                    f"{self.text}: a loop has a product, and XLA's program does not say how often it runs, so that "
                    f"whether the work divides evenly is not known; {_ROUNDS}"
                )
            if op == "while" and trips != 1 and any(map(self._convolves, called)):
                raise SymroofError(
                    f"{self.text}: a loop has a convolution, of which XLA counts one round, so that whether the work "
                    "divides evenly is not known; trace what one round does, or write the loop with shard_map"
                )
            times = trips if every and trips is not None else 1
            total += max(inside, default=0) if op == "conditional" else sum(inside) * times
        return total

    def _convolves(self, name: str) -> bool:
        """Whether a computation, or one that it calls, has a convolution."""
        lines = self.parts[name]
        return any(" convolution(" in x or any(map(self._convolves, _calls(x)[1])) for x in lines)


def _dots(lines: list[str]) -> float:
    """FLOPs of the products that stand in these lines themselves."""
    shapes = {m["name"]: m["dims"] for m in map(_MADE.match, lines) if m is not None}
    total = 0.0
    for line in lines:
        m, along = _DOT.search(line), _CONTRACTED.search(line)
        if m is not None and along is not None:
            left = _ints(shapes[m["left"]])
            total += 2 * math.prod(_ints(m["dims"])) * math.prod(left[i] for i in _ints(along[1]))
    return total


def _calls(line: str) -> tuple[str, list[str], int | None]:
    """The operation that a line calls other computations in, these (a loop's test first), and its rounds if known."""
    found = _REGION.search(line)
    op = found[1] if found else ""
    named = dict(_CALLED.findall(line))
    if op == "while":
        trips = _TRIPS.search(line)
        return op, [named["condition"], named["body"]], int(trips[1]) if trips else None
    listed = [n for x in _LISTED.findall(line) for n in re.findall(r"[\w.\-]+", x)]
    return op, [*listed, *named.values()], None


def _ints(text: str) -> list[int]:
    return [int(d) for d in text.split(",") if d]


def _whole(asked: Asked, args: Arguments, letters: Setting) -> Program:
    """The program on one device, whose arrays are whole."""
    alone = replace(asked, mesh=())
    with one_device(need_jax(), asked.axes):
        return at_primes(alone, Tracer(alone, args, letters, False), letters)


def _read(line: str, n: int) -> list[Found]:
    m = _LINE.search(line)
    if m is None:
        return []
    out = []
    for fmt, dims in _SHAPE.findall(m["shapes"]):
        shape = tuple(int(d) for d in dims.split(",") if d)
        out.append(Found(_OPS[m["op"]], shape, _format(fmt), n, (), fmt == "f32" and bool(_WIDENED.search(line))))
    return out


def _format(name: str) -> str:
    if name in _FORMATS:
        return _FORMATS[name]
    kinds = {"f": "float", "s": "int", "u": "uint", "c": "complex"}
    return "bf16" if name == "bf16" else format_of(re.sub(r"^[fsuc](?=\d)", lambda m: kinds[m.group()], name))


def _volume(seen: list[tuple[Mapping[str, int], Found]], axis: str) -> Ratio:
    """Bytes of the whole array that a collective is about: each dim as one size, a product of sizes, or its part."""
    dims = []
    for j in range(len(seen[0][1].dims)):
        dims.append(_dim([(s, f.dims[j]) for s, f in seen], axis))
    first = seen[0][1]
    bytes_ = ratio(width_of(first.fmt)) * product(dims)
    if first.name in _PARTS:
        bytes_ = bytes_ * (letter(axis) if len({s[axis] for s, _ in seen}) > 1 else seen[0][0][axis])
    rounds = [_dim([(s, f.rounds[j]) for s, f in seen], axis, "loop's rounds") for j in range(len(first.rounds))]
    return bytes_ * product(rounds)


def _dim(seen: list[tuple[Mapping[str, int], int]], axis: str, what: str = "collective's entries") -> Ratio:
    if len({n for _, n in seen}) == 1:
        return ratio(seen[0][1])
    names = [k for k in seen[0][0] if k != axis]
    for size in range(1, 4):
        for chosen in combinations_with_replacement(names, size):
            quotients = [Fraction(n, math.prod(s[k] for k in chosen)) for s, n in seen]
            whole = product(letter(k) for k in chosen)
            if len(set(quotients)) == 1:
                return whole * quotients[0]
            shares = [q * s[axis] for q, (s, _) in zip(quotients, seen)]
            if len(set(shares)) == 1:
                return whole * shares[0] / letter(axis)
    raise SymroofError(f"a {what}, {', '.join(str(n) for _, n in seen)} at other sizes, are no product of the sizes; "
                       "fix the sizes")  # fmt: skip


def _put_together(
    asked: Asked,
    whole: Program,
    letters: Setting,
    sends: tuple[Send, ...],
    more: Sequence[str],
    held: tuple[Held, ...],
) -> Program:
    """The whole program traced, its work divided by the devices, with one kernel for each collective.

    What goes through HBM is no sum of the whole program's: a size of its own stands for it, as for unknown rounds.
    """
    ways = axis_sizes(asked)[asked.axes[0]]

    def shared(a: Amounts) -> Amounts:
        return Amounts(tuple((k, v / ways) for k, v in a.rows))

    none = Amounts()
    steps = [
        replace(s, work=shared(s.work), exact_work=shared(s.exact_work), loads=none, stores=none,
                units=tuple((u, shared(a)) for u, a in s.units))
        for s in whole.kernels
    ]  # fmt: skip
    net = Network(axis_sizes(asked), asked.over, asked.overlap)
    mesh = tuple((a, asked.fixed.get(a)) for a in asked.axes)
    for s in sends:
        x = Value((), "bf16", "made")
        node = Node(s.name, "collective", [x], [x])
        text = f"{s.name}_{s.axes[0]} by XLA"
        kernel = Kernel([node], {}, ratio(0), ratio(0), ratio(1), Line(), "", "", text, (s,))
        steps.append(step_of(kernel, net, mesh, ()))
    taken = {*letters.bases, *asked.axes}
    unread = next(n for n in ("hbm_bytes", *(f"hbm_bytes_{k}" for k in range(2, 99))) if n not in taken)
    moves = Node("HBM", "vector", [], [])
    kernel = Kernel([moves], {}, letter(unread), ratio(0), ratio(1), Line(), "", "", "through HBM, not read back")
    steps.append(step_of(kernel, net, mesh, ()))
    note = (
        "matrix work is an even share of the whole, as compiled; the vector unit's is taken for one, though each "
        "device does all of it where an array is whole on each; collectives are those of XLA's partitioner on "
        f"pretended CPU devices; bytes through HBM are not read back: {unread} stands for all of them, say how many as "
        f"in .at({unread}=...)"
    )
    origin = Origin(asked.text, (*letters.bases, unread), (*whole.notes, note, *more), net, mesh)
    made = from_steps(tuple(steps), origin, given={"params": whole.params_core})
    return replace(made, held_for=(*whole.held_for, *held))

"""One equation of a JAX program as its rule sees it: the same equation in every trace, its arrays, its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.ratios.posynomial import Ratio
from symroof.errors import SymroofError
from symroof.model.collectives import Builder, network_of
from symroof.tracing.given import Costs
from symroof.tracing.graph import Graph, Line, Node, Value, Work, add_work, every, format_of, without_dead_code
from symroof.tracing.reader import can_be_negative

if TYPE_CHECKING:
    from symroof.tracing.jax_trace import Walk


@final
@dataclass
class Options:
    """What a walk needs to know besides the programs."""

    reader: Any  # .read(seen) -> Ratio
    axes: dict[str, Ratio] = field(default_factory=dict)  # mesh axes by name
    costs: Costs = field(default_factory=Costs)
    branch: Mapping[str, int] | int | None = None
    notes: list[str] = field(default_factory=list)
    trips: list[str] = field(default_factory=list)
    taken: frozenset[str] = frozenset()  # names that sizes have already
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # cut sizes of one device's program
    builder: Callable[[str], Builder] = lambda axis: network_of("ring")[""]  # what joins the devices of a mesh axis
    least: dict[Ratio, str] = field(default_factory=dict)  # what must not be negative, and the line that says so

    def holds_from(self, r: Ratio, line: Line) -> None:
        """Note that the counts hold only where a polynomial of the sizes is not negative."""
        if can_be_negative(r):
            self.least.setdefault(r, str(line))

    partial: list[tuple[Node, str, str]] = field(default_factory=list)  # what works along a cut size, that, and how
    used: set[str] = field(default_factory=set)  # of what was asked for: that a cond was found whose branch that says
    lies: dict[Ratio, str] = field(default_factory=dict)  # dims of arguments that are parts, where numbers hide that
    merges: dict[tuple[Ratio, ...], Node] = field(default_factory=dict)  # how dims lie, and what made it so
    traced: Sequence[Mapping[str, int]] = ()  # every size in each trace
    named: set[str] = field(default_factory=set)  # mesh axes that the program itself names
    partitioned: bool = False  # whether XLA's partitioner, asked besides, reads how arrays are to lie
    passed: set[str] = field(default_factory=set)  # and those along which parts are handed on from device to device
    outside: list[tuple[Site, str]] = field(default_factory=list)  # what a shard_map's program does to a cut array


@final
@dataclass
class Site:
    """An equation in all traces: what it reads, where its kernels go, the line and module it stands in."""

    walk: Walk
    eqns: list[Any]
    ins: list[Value]
    nodes: list[Node]
    line: Line
    path: str = ""
    phase: str = ""
    outs: list[Value] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The primitive's name."""
        return str(self.eqns[0].primitive.name)

    @property
    def params(self) -> Mapping[str, Any]:
        """The parameters in the first trace."""
        found: Mapping[str, Any] = self.eqns[0].params
        return found

    def each(self, key: str) -> list[Any]:
        """A parameter in every trace."""
        return [e.params[key] for e in self.eqns]

    def made(self) -> list[Value]:
        """Its results, new arrays."""
        return [self.walk.made(vs, self.line) for vs in zip(*(e.outvars for e in self.eqns))]

    def whole(self, count: Callable[..., int]) -> Ratio:
        """An integer worked out in every trace from parameters and shapes, read back."""
        seen = []
        for e in self.eqns:
            shapes = [tuple(v.aval.shape) for v in e.invars], [tuple(v.aval.shape) for v in e.outvars]
            if any(not isinstance(d, int) for s in (*shapes[0], *shapes[1]) for d in s):
                raise SymroofError(f"{self.name} is counted at prime sizes only; leave out sizes=\"symbolic\" "
                                   f"{self.line.told}")  # fmt: skip
            seen.append(count(e.params, *shapes))
        return self.walk.number(tuple(seen), self.line, f"a count of {self.name}")

    def applied(self, key: str) -> Work:
        """The work of one application of the computation that a parameter holds, read as any other program."""
        if any(b is None for b in self.each(key)):
            raise SymroofError(f"{self.name} shows no program of its computation\n    {self.line.told}")
        return self._work(self.each(key))

    def meeting(self) -> str | None:
        """The format to which JAX promotes its first two operands: fp16 and bf16 meet in fp32, uint8 and int8 in int16.

        None where it promotes them to none, as two sorts of fp8.
        """
        from jax.numpy import promote_types

        try:
            return format_of(str(promote_types(*(v.aval.dtype for v in self.eqns[0].invars[:2]))))
        except ValueError:
            return None

    def joined(self) -> Work:
        """The work of one log(exp(a) + exp(b)) as ``jax.numpy.logaddexp`` does it."""
        import jax

        one = jax.ShapeDtypeStruct((), self.eqns[0].invars[0].aval.dtype)
        return self._work([jax.make_jaxpr(jax.numpy.logaddexp)(one, one)] * len(self.eqns))

    def _work(self, bodies: list[Any]) -> Work:
        nodes: list[Node] = []
        inner = [getattr(b, "jaxpr", b) for b in bodies]
        ins = [self.walk.made(vs, self.line, "input") for vs in zip(*(j.invars for j in inner))]
        outs = self.walk.closed(bodies, ins, nodes, self.path, self.phase)
        return add_work((n.work, times) for n, times in every(without_dead_code(Graph(ins, outs, nodes))))

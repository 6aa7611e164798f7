"""A traced program: an operation whose steps are kernels of the user's code, each with its source line.

    work         FLOPs of the matrix unit by format; a program without any is one of the vector unit
    traffic      bytes by link: HBM by the model of fused kernels, and what the collectives send
    compulsory   bytes that no program doing this arithmetic can do without: a certified lower bound

Everything that takes an operation takes a program: ``threshold``, ``T_lower``, ``bound_by``, ``fits``, ``sweep``.
Vector work is never charged to the matrix peak; it is listed apart by unit and has a time of its own in ``table``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.interop import door
from symroof.algebra.interop.door import expressed
from symroof.algebra.ratios.posynomial import Need, Number, Ratio, gen, total
from symroof.algebra.ratios.sizes import Cuts
from symroof.algebra.signs.constant import worked_out
from symroof.arrays import Array
from symroof.dtypes import dtype
from symroof.errors import NotationError, SymroofError
from symroof.lazy import once
from symroof.machines import MachineLike
from symroof.model.amounts import Amounts
from symroof.model.collectives import Builder, collective, network_of, torus
from symroof.model.ops import HBM, Op
from symroof.model.plan import Plan
from symroof.model.plan import Step as Sending
from symroof.model.rates import bind
from symroof.symbols import key as key_of
from symroof.symbols import resolved
from symroof.tracing.certain import matrix_work
from symroof.tracing.compare import diff, same
from symroof.tracing.graph import (
    INTEGER,
    MATRIX,
    TRANSCENDENTAL,
    UNITS,
    VECTOR,
    Graph,
    Line,
    Value,
    Work,
    unit_work,
)
from symroof.tracing.held import Held, distinct
from symroof.tracing.kernels import Kernel, compulsory, flat, unfused
from symroof.tracing.measure import measure
from symroof.tracing.peak import peak
from symroof.tracing.reader import ZERO, letter
from symroof.tracing.table import table

if TYPE_CHECKING:
    from sympy import Expr

    from symroof.tracing.compare import Difference, Same
    from symroof.tracing.measure import Measured
    from symroof.tracing.table import Table

NO_LINE = Line()


@final
@dataclass(frozen=True)
class Step(Op):
    """One kernel of a program, all its runs together: an operation with the line it was written on."""

    line: Line = field(default=NO_LINE, compare=False)
    path: str = field(default="", compare=False)  # of modules or named scopes, outermost first
    phase: str = field(default="", compare=False)  # "", "backward" or "recomputed"
    runs: Ratio = ZERO  # how often it runs, L in a scan of L
    units: tuple[tuple[str, Amounts], ...] = ()
    sending: Plan | None = field(default=None, compare=False)

    @property
    def notation(self) -> str:
        """The product in notation, or the names of what is fused."""
        return self.text

    def _traffic(self, overlap: str) -> Amounts:
        moved = self.loads + self.stores
        return moved if self.sending is None else moved + Amounts.of(self.sending.sent(overlap or self.sending.overlap))

    @once
    def plans(self) -> None:
        return None

    @once
    def plan(self) -> Plan | None:
        return self.sending

    @property
    def module(self) -> str:
        """Its module path, or the function it stands in."""
        return self.path or self.line.function

    def unit_core(self, name: str) -> Ratio:
        """Work of one unit: "matrix", "vector", "transcendental" or "integer"."""
        return dict(self.units).get(name, Amounts()).sum


@final
@dataclass(frozen=True)
class Program(Op):
    """What a traced program does, in closed form; see the module.

    >>> from symroof import op
    >>> issubclass(Program, type(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")))
    True
    """

    units: tuple[tuple[str, Amounts], ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
    letters: tuple[str, ...] = ()  # its sizes, in the order of the arguments
    source: Any = field(default=None, compare=False, repr=False)  # what it was traced from, to measure it
    _graph: Any = field(default=None, compare=False, repr=False)
    _kernels: Any = field(default=None, compare=False, repr=False)
    _bound: tuple[tuple[str, Number], ...] = field(default=(), compare=False, repr=False)
    _formats: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)  # of run_as
    _given: Any = field(default=None, compare=False, repr=False)  # peak, unfused, ... where no graph is kept
    held_for: tuple[Held, ...] = field(default=(), compare=False)  # what must hold of the sizes for the counts to hold
    peak_for: tuple[Held, ...] = field(default=(), compare=False)  # what must hold besides for the peak to hold
    divided: Cuts = field(default_factory=Cuts, compare=False, repr=False)  # what has to divide over the mesh
    _kept: tuple[Ratio, ...] = field(default=(), compare=False, repr=False)  # not negative, of sizes bound since

    @once
    def cuts(self) -> Cuts:
        return self.divided

    def __copy__(self) -> Program:
        return self  # nothing of it changes

    def __deepcopy__(self, memo: object) -> Program:
        return self

    def __getstate__(self) -> dict[str, object]:
        """All but the function that was traced, which may be any: what comes from a pickle is not measured."""
        return {**self.__dict__, "source": None}

    # -- exact ratios --------------------------------------------------------------------------------------------
    def _traffic(self, overlap: str) -> Amounts:
        sent: dict[str, list[Ratio]] = {}
        for s in self.steps:
            if s.plan is not None:
                for link, b in s.plan.sent(overlap or s.plan.overlap).items():
                    sent.setdefault(link, []).append(b)
        return self.loads + self.stores + Amounts.of({k: total(v) for k, v in sent.items()})

    @once
    def plans(self) -> None:
        return None

    @once
    def plan(self) -> Plan | None:
        return None

    @property
    def dims(self) -> tuple[str, ...]:
        axes = dict(self.mesh)
        bound = {str(n) for n, _ in self._bound}
        return tuple(n for n in self.letters if n not in axes and n not in bound)

    @property
    def conditions(self) -> tuple[str, ...]:
        return tuple(map(str, self.held_for))

    @property
    def needed(self) -> tuple[Need, ...]:
        return tuple((h.poly, "!=" if h.apart else ">=") for h in self.held_for)

    @property
    def held_conditions(self) -> tuple[str, ...]:
        return tuple(map(str, distinct((*self.held_for, *self.peak_for))))

    @property
    def widths(self) -> set[str]:
        return set()

    @property
    def moved(self) -> Ratio:
        return (self.loads + self.stores).sum

    @property
    def held(self) -> Ratio:
        return self.peak_core

    def rings(self) -> set[str]:
        return {n for s in self.steps if s.plan is not None for p in s.plan.steps for n in p.cost.rings}

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the counts take for granted: how sizes were read, the model of kernels, the collectives' conventions."""
        model = "HBM: elementwise operations and reductions of one level fused into kernels, a model"
        shown = [x for s in self.steps if s.plan is not None for x in s.plan.assumptions if not x.startswith("HBM")]
        held = [*(h.told for h in self.held_for), *(f"{h} for the peak, by {h.by}" for h in self.peak_for)]
        return tuple(dict.fromkeys((*self.notes, *held, model, *shown)))

    def _lazy(self, key: str, work: Any) -> Ratio:
        if self._given is not None and key not in self._given:
            raise SymroofError(f"{key} of {self.text} is not known: it is not read back from a partitioned program")
        if self._given is not None and isinstance(self._given[key], str):
            raise SymroofError(f"{key} of {self.text} is not known: {self._given[key]}")
        found: Ratio = self._given[key] if self._given is not None else work()
        return found.subs(dict(self._bound)) if self._bound else found

    @once
    def compulsory_core(self) -> Ratio:
        """Bytes that must move, as a ratio."""
        return self._lazy("compulsory", lambda: compulsory(self._graph, _not_negative(self)))

    @once
    def unfused_core(self) -> Ratio:
        """Bytes when nothing is fused, as a ratio."""
        return self._lazy("unfused", lambda: unfused(self._graph))

    @once
    def peak_core(self) -> Ratio:
        """Bytes held at most, as a ratio."""
        return self._lazy("peak", lambda: peak(self._kernels, self._held_arguments()))

    @once
    def params_core(self) -> Ratio:
        """Elements of the arguments that are weights, as a ratio."""
        return self._lazy("params", lambda: total(v.elements for v in self._graph.ins if v.home == "argument"
                                                  and v.label.startswith("weight")))  # fmt: skip

    @once
    def certain_work(self) -> Amounts:
        """Matrix FLOPs by format that no compiler can leave out; all of them where no graph is kept."""
        if self._graph is None:
            return self.work if self.unit == "matrix" else Amounts()
        known = Amounts(tuple(sorted(matrix_work(self._graph).items())))
        values = dict(self._bound)
        found = Amounts(tuple((k, r.subs(values)) for k, r in known.rows)) if values else known
        for a, b in self._formats:
            found = Amounts(tuple((b if k == a else k, r) for k, r in found.rows))
        return found

    def _held_arguments(self) -> list[Value]:
        """The arrays that it is given, those too that it does not use: whoever calls it holds them."""
        consts = {id(v.root): v.root for n in self._graph.nodes for v in n.ins if v.root.home == "constant"}
        return [*self._graph.ins, *consts.values()]

    @property
    def kernels(self) -> tuple[Step, ...]:
        """Its steps: one a kernel, all runs of it together."""
        return tuple(s for s in self.steps if isinstance(s, Step))

    def unit_core(self, name: str) -> Ratio:
        """Work of one unit, as a ratio: "matrix", "vector", "transcendental" or "integer"."""
        if name not in UNITS:
            raise SymroofError(f"no unit {name!r}; the units are {', '.join(UNITS)}")
        return dict(self.units).get(name, Amounts()).sum

    def by_unit(self, exact: bool) -> list[tuple[str, Amounts]]:
        """Work by unit: what meets a peak, and beside products what the vector unit does."""
        beside = self.unit_core(VECTOR) + self.unit_core(TRANSCENDENTAL) if self.unit == "matrix" else ZERO
        return [
            (self.unit, self.work_core(exact)),
            *([("vector", Amounts((("vector", beside),)))] if beside != 0 else []),
        ]

    # -- SymPy ---------------------------------------------------------------------------------------------------
    @once
    def matrix(self) -> Expr:
        """FLOPs of products and convolutions, 2 a multiply-add."""
        return door.to_sympy(self.unit_core(MATRIX))

    @once
    def vector(self) -> Expr:
        """FLOPs of elementwise operations and reductions, without the transcendental ones."""
        return door.to_sympy(self.unit_core(VECTOR))

    @once
    def transcendental(self) -> Expr:
        """Evaluations of exp, log, tanh, sqrt and their like."""
        return door.to_sympy(self.unit_core(TRANSCENDENTAL))

    @once
    def integer(self) -> Expr:
        """Operations on integers and booleans: masks, indices, random bits."""
        return door.to_sympy(self.unit_core(INTEGER))

    compulsory = expressed("compulsory_core", "Bytes that no program can do without: a certified lower bound.")
    unfused = expressed("unfused_core", "Bytes when every operation reads its operands and writes its result.")
    peak = expressed("peak_core", "Bytes held at most, arguments included: see ``tracing.peak``.")
    params = expressed("params_core", "Elements of the arguments that came as pytrees or modules, not as one array.")

    @property
    def sent(self) -> dict[str, Expr]:
        """Bytes over the busiest one-way link, by sort of link."""
        own = {*self.loads, *self.stores}
        return {k: door.to_sympy(b) for k, b in self.traffic.items() if k not in own}

    # -- asking --------------------------------------------------------------------------------------------------
    def at(self, /, **sizes: object) -> Program:
        """The same program with sizes bound.

        Raises NotationError for a size it does not have, or that does not divide over the mesh axes that cut it.
        """
        open_ = {*(key_of(n, True) for n in self.letters), *self.symbols} - set(dict(self._bound))
        values = bind(sizes, open_)
        have = {str(n) for n in open_}
        stray = [k for k in values if str(k) not in have]
        if stray:
            raise NotationError(f"no size is called {stray[0]}; the sizes are {', '.join(sorted(have)) or 'none'}")
        return _bound(self, resolved(values, open_)) if values else self

    @property
    def names(self) -> set[str]:
        """The names of every symbol of its counts."""
        return {str(n) for n in self.symbols}

    @property
    def symbols(self) -> set[str]:
        """Every symbol of its counts, by its key."""
        rows = (*self.work.values(), *self.traffic.values(), *(w for _, a in self.units for w in a.values()))
        return {n for r in rows for n in r.names}

    def table(self, /, on: MachineLike | None = None, *, by: str = "line", **sizes: object) -> Table:
        """One row a source line (``by="line"``), module or kernel: FLOPs, bytes, intensity, time, what binds, share.

        Without a machine the rows are formulas in the order of the program; with one, and a number for every size,
        they are sorted by time.  Raises SymroofError for sizes left open, UnknownResource for the machine.
        """
        return table(self, on, by, sizes)

    def same(self, /, formula: object, of: str = "matrix", **names: object) -> Same:
        """Whether a written formula is what the code does; if not, ``.difference`` is formula - code.

        ``names`` say what symbols of the formula are in the program's sizes, as in ``h="N*d"``.  P, where no size has
        that name, is the number of parameters.
        """
        return same(self, formula, of, names)

    def diff(self, other: Program) -> Difference:
        """What a change of the code did, in closed form: the other program's counts minus this one's."""
        return diff(self, other)

    def measure(
        self, /, *sizes: Mapping[str, int], on: MachineLike | None = None, repeats: int = 5, **one: int
    ) -> Measured:
        """Seconds that the function takes here, beside the certified bound of this computer or of the machine given."""
        return measure(self, sizes or (one,), on, repeats)

    def run_as(self, /, **formats: str) -> Program:
        """The same with products of one format counted at another's peak, as in ``run_as(fp32="bf16")``."""
        for k in formats:
            if k not in self.work:
                raise SymroofError(f"{self.text} has no work in {k}; it has {', '.join(self.work) or 'none'}")

        def renamed(a: Amounts) -> Amounts:
            out: dict[str, Ratio] = {}
            for k, v in a.items():
                out[formats.get(k, k)] = out.get(formats.get(k, k), ZERO) + v
            return Amounts.of(out)

        steps = tuple(replace(s, work=renamed(s.work), exact_work=renamed(s.exact_work)) for s in self.steps)
        note = "; ".join(f"products in {k} run at the peak of {v}" for k, v in formats.items())
        return replace(self, work=renamed(self.work), exact_work=renamed(self.exact_work), steps=steps,
                       notes=(*self.notes, note), _formats=(*self._formats, *formats.items()))  # fmt: skip

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        units = [f"{u} {a.sum}" for u, a in self.units if a.sum != 0]
        moved = [f"{self.moved} bytes", *(f"{b} bytes over {k}" for k, b in self.sent.items())]
        return f"{self.text}: {'; '.join(units) or 'no work'} FLOPs; {', '.join(moved)}; {len(self.steps)} kernels"


def _held(p: Program, values: Mapping[str, Number]) -> tuple[Held, ...]:
    """What must still hold at these sizes; raises SymroofError where something does not."""
    rest = [(h, h.at(values)) for h in p.held_for]
    for h, there in rest:
        if there.broken:
            here = ", ".join(f"{k}={values[k]}" for k in values if k in h.poly.names)
            mesh = " ".join(f"{a}={values[a]}" for a, n in p.mesh if n is None and a in values and a in h.poly.names)
            as_in = f'mesh="{mesh}"' if mesh else "sizes={...}"
            raise SymroofError(f"{p.text}: its counts hold for {h} (by {h.by}), not at {here}\n"
                               f"    trace with these numbers, as in {as_in}")  # fmt: skip
    return tuple(there for _, there in rest if there.open)


def _peak(p: Program, values: Mapping[str, Number]) -> tuple[tuple[Held, ...], Any]:
    """What must still hold for the peak at these sizes, and what is given: why it is not known where that is broken."""
    rest = [(h, h.at(values)) for h in p.peak_for]
    broken = next((h for h, there in rest if there.broken), None)
    if broken is None:
        return tuple(there for _, there in rest if there.open), p._given
    here = ", ".join(f"{k}={values[k]}" for k in values if k in broken.poly.names)
    why = f"it holds for {broken} (by {broken.by}), not at {here}\n    trace with these numbers, as in sizes={{...}}"
    return (), {**p._given, "peak": why}


def _not_negative(p: Program) -> tuple[Ratio, ...]:
    """What is at least 0 at all sizes that are asked about."""
    return (*p._kept, *(h.poly for h in p.held_for if not h.apart))


def _bound(p: Program, values: Mapping[str, Number]) -> Program:
    held_for = _held(p, values)  # what is refused by a condition has a remedy; without it a collective may be refused

    def put(a: Amounts) -> Amounts:
        return Amounts(tuple((k, worked_out(r.subs(values))) for k, r in a.rows))

    def units(rows: tuple[tuple[str, Amounts], ...]) -> tuple[tuple[str, Amounts], ...]:
        return tuple((u, put(a)) for u, a in rows)

    def step(s: Op) -> Op:
        assert isinstance(s, Step)
        plan = s.sending
        if plan is not None:
            own = {str(n) for x in plan.steps for n in x.cost.names}
            plan = plan.at(**{str(k): v for k, v in values.items() if str(k) in own})
        return replace(
            s, work=put(s.work), exact_work=put(s.exact_work), loads=put(s.loads), stores=put(s.stores),
            units=units(s.units), runs=s.runs.subs(values), sending=plan, mesh=_mesh(s.mesh, values),
            sizes=_sizes(s, values),
        )  # fmt: skip

    peak_for, given = _peak(p, values)
    return replace(
        p, work=put(p.work), exact_work=put(p.exact_work), loads=put(p.loads), stores=put(p.stores),
        units=units(p.units), steps=tuple(map(step, p.steps)), _bound=(*p._bound, *values.items()),
        mesh=_mesh(p.mesh, values), sizes=_sizes(p, values), held_for=held_for,
        peak_for=peak_for, _given=given,
        divided=p.divided.at(values), _kept=_not_negative(p),
    )  # fmt: skip


def _mesh(mesh: Any, values: Mapping[str, Number]) -> Any:
    said = {str(k): int(v) for k, v in values.items()}
    return tuple((a, said.get(a, n)) for a, n in mesh)


def _sizes(o: Op, values: Mapping[str, Number]) -> Any:
    whole = {str(k): int(v) for k, v in values.items() if isinstance(v, int)}
    return tuple(sorted({**dict(o.sizes), **whole}.items()))


# -- from a graph -----------------------------------------------------------------------------------------------------


@final
@dataclass(frozen=True)
class Network:
    """What joins the devices: the mesh axes with their sizes, and the network of each."""

    axes: Mapping[str, Ratio] = field(default_factory=dict)
    over: str = ""
    overlap: str = "sum"

    def builder(self, axis: str) -> Builder:
        found = network_of(self.over)
        return found.get(axis) or found.get("") or network_of("ring")[""]


@final
@dataclass(frozen=True)
class Origin:
    """What was traced, with which sizes and on which devices."""

    text: str
    letters: tuple[str, ...]
    notes: tuple[str, ...]
    net: Network
    mesh: Any = ()
    sizes: Any = ()
    source: Any = None


def assemble(graph: Graph, ks: list[Kernel], origin: Origin) -> Program:
    """The program whose graph and kernels these are."""
    steps = tuple(step_of(k, origin.net, origin.mesh, origin.sizes) for k in flat(ks))
    return from_steps(steps, origin, graph=graph, ks=ks)


def from_steps(
    steps: tuple[Step, ...], origin: Origin, *, graph: Any = None, ks: Any = None, given: Any = None
) -> Program:
    """A program of these kernels; ``given`` has what else is asked of its graph where there is none."""
    units = {u: _summed([dict(s.units).get(u, Amounts()) for s in steps]) for u in UNITS}
    work, unit = _charged(units)
    exact = _summed([s.exact_work for s in steps if s.unit == "matrix"]) if unit == "matrix" else work
    return Program(
        origin.text, work, exact, _summed([s.loads for s in steps]), _summed([s.stores for s in steps]), (), None,
        "program", unit, False, (), origin.mesh, origin.sizes, steps, (), origin.net.over, origin.net.overlap, "",
        tuple(units.items()), origin.notes, origin.letters, origin.source, graph, ks, (), (), given,
    )  # fmt: skip


def _charged(units: Mapping[str, Amounts]) -> tuple[Amounts, str]:
    """The work that meets a peak: the matrix unit's by format, or the vector unit's where there is none."""
    if units[MATRIX].sum != 0:
        return units[MATRIX], "matrix"
    rest = units[VECTOR].sum + units[TRANSCENDENTAL].sum
    return (Amounts((("vector", rest),)) if rest != 0 else Amounts()), "vector"


def _summed(rows: list[Amounts]) -> Amounts:
    found: dict[str, list[Ratio]] = {}
    for a in rows:
        for k, v in a.rows:
            found.setdefault(k, []).append(v)
    return Amounts(tuple(sorted((k, total(v)) for k, v in found.items())))


def step_of(k: Kernel, net: Network, mesh: Any, sizes: Any) -> Step:
    def times(r: Ratio) -> Ratio:
        return r if k.times == 1 else r * k.times

    units = {u: Amounts(tuple(sorted((d, times(w)) for d, w in unit_work(k.work, u).items()))) for u in UNITS}
    units = {u: a for u, a in units.items() if a.rows}
    work, unit = _charged({u: units.get(u, Amounts()) for u in UNITS})
    exact = _exactly(k, times) if unit == "matrix" else work
    plan = _plan(k, net) if k.sends else None
    one = (HBM, times(k.loads)), (HBM, times(k.stores))
    return Step(
        k.text, work, exact, Amounts((one[0],)) if k.loads != 0 else Amounts(),
        Amounts((one[1],)) if k.stores != 0 else Amounts(), (), None, "given", unit, False, (), mesh, sizes, (), (),
        net.over, net.overlap, "", k.line, k.path, k.phase, k.times, tuple(units.items()), plan,
    )  # fmt: skip


def _exactly(k: Kernel, times: Any) -> Amounts:
    """Multiplications and additions really done: out*(2K - 1) for a product."""
    out: Work = {}
    for n in k.nodes:
        for (u, d), w in n.work.items():
            if u == MATRIX:
                less = n.outs[0].elements if n.kind == "matrix" and n.outs else ZERO
                out[u, d] = out.get((u, d), ZERO) + w - less
    return Amounts(tuple(sorted((d, times(w)) for (_, d), w in out.items())))


def _plan(k: Kernel, net: Network) -> Plan:
    """The collectives of a kernel as a plan, so that times, latencies and links are those of notation."""
    steps = []
    for s in k.sends:
        parts = [net.builder(a)(net.axes.get(a, letter(a))) for a in s.axes]
        network = parts[0] if len(parts) == 1 else torus(*parts)
        volume = s.volume if k.times == 1 else s.volume * k.times
        cost = collective(s.name, volume, network, distance=s.distance)
        steps.append(Sending(s.name, _array(k), s.axes, cost))
    here = Array(_plain(), (), None)
    return Plan(steps=tuple(steps), flops=ZERO, moved=ZERO, natural=here, output=here, peak=gen("C"), memory=None,
                overlap=net.overlap)  # fmt: skip


def _plain() -> Any:
    return dtype("bf16")


def _array(k: Kernel) -> str:
    v = k.nodes[0].ins[0] if k.nodes and k.nodes[0].ins else None
    return repr(v) if v is not None else "x"

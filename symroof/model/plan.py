"""A plan is one valid way to do a sharded operation: its collectives in order, and how long every resource is busy.

    T_lower = max(arithmetic, HBM, network)          T_upper = arithmetic + HBM + every communication

>>> from symroof.model.strategy import strategies
>>> strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X=4", dtype="bf16").plan("AllReduce_X C").sends
{'ici': 3*I*K/2}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.interop.door import expressed, extremum, to_sympy
from symroof.algebra.ratios.posynomial import Number, Ratio, build, gen, ratio, total
from symroof.algebra.ratios.sizes import Cuts
from symroof.arrays import Array, Axes, Bound, Size, refuse_twice, settled, tied
from symroof.errors import SymroofError, UnknownResource
from symroof.lazy import once
from symroof.model.collectives import Collective, collective, ring_notes
from symroof.model.given import refuse_strange
from symroof.model.rates import bind
from symroof.records import dataclass, field, replace
from symroof.shown import visible
from symroof.symbols import unknown

if TYPE_CHECKING:
    from sympy import Expr

    from symroof.algebra.regions.region import Threshold


@final
@dataclass(frozen=True)
class Step:
    """One collective on one array over mesh axes, and what it costs."""

    name: str
    array: str
    axes: Axes
    cost: Collective
    format: str = field(default="", compare=False)  # in which the bytes are that it sends
    part: str = field(default="", compare=False)  # the slice that it is of, where that is not all of the array

    def seconds(self, leading: bool = False) -> Ratio:
        """Its time, exact or by leading terms."""
        return self.cost.leading_core if leading else self.cost.time_core

    @property
    def lanes(self) -> list[str]:
        """The links it keeps busy, as "ici_X": of each axis of two devices or more, or of each level of a tree."""
        network = self.cost.network
        if network.levels:
            return [f"{link}_{''.join(self.axes)}" for link in network.links]
        return [f"{part.link}_{axis}" for axis, part in zip(self.axes, network.axes) if part.n != 1]

    def sends(self, overlap: str) -> list[tuple[str, Ratio]]:
        """Bytes over its busiest one-way links: under "sum" by sort of link, under "max" by link and mesh axis."""
        loads = list(self.cost.loads.items())
        if overlap != "max":
            return loads
        if self.cost.network.levels:
            return [(f"{link}_{''.join(self.axes)}", b) for link, b in loads]
        parts = zip(self.axes, self.cost.network.axes)
        return [(f"{part.link}_{axis}", self.cost.loads[part.link]) for axis, part in parts if part.n != 1]

    def __str__(self) -> str:
        return f"{self.name}_{''.join(self.axes)} {self.array}"

    __repr__ = __str__


@visible
@final
@dataclass(frozen=True)
class Plan:
    """One valid way: the steps in order, FLOPs (2 a multiply-add, and exactly) and HBM bytes per device, and the times.

    ``operands`` are what a device works on, ``natural`` the product as the devices leave it before any further step,
    ``stored`` what it writes to memory, ``output`` what the product ends as; ``gathered`` and ``joined`` are what its
    AllGathers leave of operands and of the product.

    ``overlap`` says how its communications share time: "sum", one after the other, or "max", those over different
    mesh axes at once.  ``peak`` and ``memory`` are FLOPs/s and HBM bytes/s (None where the machine lists none).

    >>> from symroof.model.strategy import strategies
    >>> sums = strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X=4", dtype="bf16").plan("AllReduce_X C")
    >>> sums.times_core()
    {'math': I*J*K/(2*C), 'hbm': I*J/(2*W) + J*K/(2*W) + 2*I*K/W, 'ici_X': 3*I*K/(2*W_ici)}
    """

    steps: tuple[Step, ...]
    flops: Ratio
    moved: Ratio
    natural: Array
    output: Array
    peak: Ratio
    memory: Ratio | None
    overlap: str = "sum"
    exact_flops: Ratio = field(default_factory=lambda: ratio(0), kw_only=True)
    operands: tuple[Array, ...] = field(default=(), kw_only=True)
    stored: Array | None = field(default=None, kw_only=True)
    gathered: tuple[Array, ...] = field(default=(), kw_only=True)
    joined: tuple[Array, ...] = field(default=(), kw_only=True)
    # the rates of links over which one device sends nothing any more
    gone: tuple[str, ...] = field(default=(), kw_only=True, compare=False, repr=False)
    cuts: Cuts = field(default_factory=Cuts, kw_only=True, compare=False, repr=False)  # which sizes must divide

    def __getstate__(self) -> dict[str, object]:
        return {k: v for k, v in self.__dict__.items() if k in self.__dataclass_fields__}

    def priced(self, rates: tuple[Ratio, Ratio | None], options: Mapping[str, Any]) -> Plan:
        """The same plan at other rates and with other options of its collectives."""
        costs = (collective(s.cost.name, s.cost.volume, s.cost.network, **options) for s in self.steps)
        steps = tuple(replace(s, cost=c) for s, c in zip(self.steps, costs))
        return replace(self, steps=steps, peak=rates[0], memory=rates[1])

    @once
    def comms_core(self) -> Ratio:
        """Seconds of communication, exact."""
        return self._comms(leading=False)

    @once
    def leading_core(self) -> Ratio:
        """Seconds of communication by bandwidth for many devices, (n-1)/n taken for 1."""
        return self._comms(leading=True)

    @once
    def lanes_core(self) -> dict[str, Ratio]:
        """Seconds for which each lane is busy, exact."""
        return self._lanes(leading=False)

    def _comms(self, leading: bool) -> Ratio:
        if self.overlap == "sum":
            return total(s.seconds(leading) for s in self.steps)
        return together(self._lanes(leading).values(), "max")

    def _lanes(self, leading: bool) -> dict[str, Ratio]:
        """Seconds for which the links of each mesh axis are busy; a step over two axes keeps both busy."""
        return _added((s.lanes, s.seconds(leading)) for s in self.steps)

    @property
    def sends(self) -> dict[str, Ratio]:
        """Bytes over the busiest one-way link, by link: under "sum" of all steps, under "max" by link and mesh axis.

        >>> from symroof.model.strategy import strategies
        >>> text = "A[I_X, J] * B[J, K_Y] -> C[I, K]"
        >>> strategies(text, mesh="X=2 Y=4", dtype="bf16").plan("AllGather_X A, AllGather_Y B").sends
        {'ici': I*J + 3*J*K/4}
        """
        return self.sent(self.overlap)

    def sent(self, overlap: str) -> dict[str, Ratio]:
        """The same where communications share time so: under "sum" each step counts once, over whatever axes."""
        found = _added(([key], b) for s in self.steps for key, b in s.sends(overlap))
        return {k: b for k, b in found.items() if b != 0}

    @property
    def math_core(self) -> Ratio:
        """Seconds of arithmetic on each device."""
        return self.flops / self.peak

    @property
    def hbm_core(self) -> Ratio:
        """Seconds of moving the product's own arrays through HBM on each device."""
        if self.memory is None:
            raise UnknownResource(
                "the machine lists no bandwidth for hbm, so T_lower and T_upper are unknown; T_math and T_comms are not"
            )
        return self.moved / self.memory

    def times_core(self, *, leading: bool = False) -> dict[str, Ratio]:
        """Seconds for which each resource is busy: "math", "hbm", and the links of each mesh axis, as "ici_X"."""
        return {"math": self.math_core, "hbm": self.hbm_core, **self._lanes(leading)}

    def lower_core(self, *, leading: bool = False) -> Ratio:
        """Seconds when arithmetic, HBM and network overlap perfectly: the longest of the three."""
        return together([self.math_core, self.hbm_core, self._comms(leading)], "max")

    def upper_core(self, *, leading: bool = False) -> Ratio:
        """Seconds when nothing overlaps: arithmetic, HBM and every communication, added."""
        return together([self.math_core, self.hbm_core, *(s.seconds(leading) for s in self.steps)], "sum")

    @once
    def in_rates(self) -> tuple[Ratio, Ratio, tuple[tuple[str, Fraction, str], ...]]:
        """T_math and T_comms in the symbols of a machine's rates, and what these are, with units.

        As they are where they are numbers, or where a size has the name of a rate.

        >>> from symroof.model.strategy import strategies
        >>> found = strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X=4", dtype="bf16", on="TPU v5e")
        >>> [str(x) for x in found.plan("AllReduce_X C").in_rates[:2]]
        ['I*J*K/(2*C)', '3*I*K/(2*W_ici)']
        """
        peak = self.peak.constant()
        named = [s.cost.named for s in self.steps]
        own = {*map(str, self.flops.names)}
        if self.math_core.constant() is not None or peak is None or "C" in own or not all(r for _, r in named):
            return self.math_core, self.comms_core, ()
        steps = tuple(replace(s, cost=c) for s, (c, _) in zip(self.steps, named))
        told = replace(self, steps=steps, peak=gen("C"))
        rates = dict.fromkeys([("C", Fraction(peak), "FLOPs/s"), *(r for _, some in named for r in some)])
        used = {*map(str, (*told.math_core.names, *told.comms_core.names))}
        return told.math_core, told.comms_core, tuple(r for r in rates if r[0] in used)

    T_comms = expressed("comms_core", "Seconds of communication, exact, as a SymPy expression.")
    T_math = expressed("math_core", "Seconds of arithmetic, as a SymPy expression.")
    T_hbm = expressed("hbm_core", "Seconds of HBM traffic, as a SymPy expression.")

    @property
    def T_lower(self) -> Expr:
        """Seconds when arithmetic, HBM and network overlap perfectly, as a SymPy expression."""
        return extremum("max", [self.T_math, self.T_hbm, *([self.T_comms] if self.comms_core != 0 else [])])

    @property
    def T_upper(self) -> Expr:
        """Seconds when nothing overlaps, as a SymPy expression."""
        return to_sympy(self.upper_core())

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the times take for granted: the overlap, and the conventions of each collective."""
        how = "communications follow one another"
        if self.overlap == "max":
            how = "communications over different mesh axes overlap, those over one axis follow one another"
        return (
            "T_lower: arithmetic, HBM and network overlap; T_upper: nothing does",
            *([how] if self.steps else []),
            self._memory_note,
            *(f"{s} over {s.cost.network}: {'; '.join(self._conventions(s))}" for s in self.steps),
        )

    @property
    def is_called(self) -> bool:
        """Whether it is a collective that the operation calls, which stores what every device then has."""
        return self.stored is not None and self.stored != self.natural

    @property
    def _memory_note(self) -> str:
        """What of memory is counted."""
        if self.is_called:
            return "HBM: the array that is sent read once, what every device then has stored once"
        return "HBM: each operand read once as multiplied, the product stored once; copies by collectives not counted"

    def _conventions(self, s: Step) -> tuple[str, ...]:
        """Those of a collective, of which slice it is, and of several formats the one that its bytes are counted in."""
        formats = {x.dtype for x in self._arrays}
        part = [f"V of {s.part}, the slice that is needed"] if s.part else []
        return (*s.cost.conventions, *part, *([f"V in {s.format}"] if len(formats) > 1 and s.format else []))

    def compute_bound(self, name: object, *, leading: bool = False) -> Threshold:
        """For which values of one symbol the arithmetic takes longer than the communication.

        >>> from symroof.model.strategy import strategies
        >>> sums = strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X", dtype="bf16")
        >>> print(sums.plan("AllReduce_X C").compute_bound("J", leading=True))
        J > C*X/W_ici
        """
        from symroof.algebra.regions.region import crossing

        if not self.steps:
            raise SymroofError(f"{self} sends nothing, so it is compute-bound at every {name}")
        made = crossing(self.math_core, self.leading_core if leading else self.comms_core, unknown(name))
        made = made.cut(self.cuts).but(own=tuple(self.sizes))
        if leading:
            return made
        notes = ring_notes(self.rings, [s.cost for s in self.steps], unknown(name))
        later = partial(_compute_bound, self, name)
        return replace(made, stays=(*made.stays, *notes), special=self.rings, again=later)

    @property
    def rings(self) -> tuple[str, ...]:
        """Mesh axes of open size some of whose numbers have a formula of their own, see ``Collective.rings``."""
        return tuple(sorted({n for s in self.steps for n in s.cost.rings}))

    @property
    def _arrays(self) -> list[Array]:
        """The operands, the product as it arises and as it is stored, the result."""
        return [x for x in (self.natural, self.stored, self.output, *self.operands) if x is not None]

    @property
    def bound(self) -> dict[str, Size]:
        """The sizes that are numbers or tied to others."""
        return {n: v for x in self._arrays for n, v in x.sizes}

    @property
    def sizes(self) -> set[str]:
        """Its dims and mesh axes, and what sizes are tied to."""
        return {
            a
            for x in self._arrays
            for a in (*x.dims, *tied(x.sizes), *x.unreduced, *(a for c in x.sharding for a in c))
        }

    @property
    def symbols(self) -> set[str]:
        """Every symbol of the plan: dims, mesh axes, what sizes are tied to, widths, rates."""
        costs = [self.flops, self.exact_flops, self.moved, self.peak, *(x for x in [self.memory] if x is not None)]
        sent = {str(n) for s in self.steps for n in (*s.cost.names, *s.cost.time_core.names, *s.axes)}
        return self.sizes | sent | {str(n) for r in costs for n in r.names}

    def at(self, /, **sizes: object) -> Plan:
        """The same with sizes of dims and mesh axes bound, and rates; rings of two and of odd size are then exact.

        >>> from symroof.model.strategy import strategies
        >>> plans = strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X", dtype="bf16")
        >>> plans.plan("AllReduce_X C").at(X=2).sends
        {'ici': 2*I*K}

        Raises SymroofError for a symbol that is not there, NotationError for a size that has another number or a tie,
        and for one that does not divide over its axes.
        """
        names = [set(map(str, s.cost.names)) for s in self.steps]
        values = bind(sizes, {n for r in (self.flops, self.moved) for n in r.names})
        refuse_strange(values, self.symbols | {*self.gone}, "this plan")
        refuse_twice(values, self.bound)
        cuts = self.cuts.at(values)
        costs = [s.cost.at(**{n: v for n, v in values.items() if n in own}) for s, own in zip(self.steps, names)]
        steps = tuple(replace(s, cost=c) for s, c in zip(self.steps, costs) if c.network.size_core != 1)
        whole: dict[str, Size] = {n: int(v) for n, v in values.items()}
        nothing = self.is_called and not steps and {x.dtype for x in self.operands} == {self.output.dtype}

        def here(arrays: Iterable[Array]) -> tuple[Array, ...]:
            return tuple(replace(x, sizes=_sized(x, whole)) for x in arrays)

        natural, stored, output = here((self.natural, self.stored or self.output, self.output))
        costs_ = (self.flops, self.exact_flops, ratio(0) if nothing else self.moved, self.peak)
        flops, done, moved, peak = (r.subs(values) for r in costs_)
        gone = tuple(sorted({*self.gone, *self.symbols} - {*values}))
        made = replace(self, gone=gone, steps=steps, flops=flops, exact_flops=done, moved=moved, natural=natural,
                       output=output, peak=peak,
                       memory=None if self.memory is None else self.memory.subs(values))  # fmt: skip
        return replace(made, operands=here(self.operands), stored=stored, cuts=cuts, gathered=here(self.gathered),
                       joined=here(self.joined))  # fmt: skip

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps)) or "no communication"

    __repr__ = __str__


def _compute_bound(p: Plan, name: object, sizes: Mapping[str, Number]) -> Threshold:
    from symroof.algebra.regions.region import crossing

    there, x = p.at(**sizes), unknown(name)
    if x not in sizes and there.steps:  # whose other rings have formulas of their own still
        return there.compute_bound(name)
    return crossing(there.math_core, there.comms_core, x, settled=x in sizes)


def _sized(x: Array, sizes: Mapping[str, Size]) -> Bound:
    own = {*x.dims, *x.unreduced, *(a for cut in x.sharding for a in cut)}
    found = settled({**dict(x.sizes), **sizes})
    return tuple(sorted(((n, v) for n, v in found.items() if n in own), key=itemgetter(0)))


def _added(items: Iterable[tuple[Iterable[str], Ratio]]) -> dict[str, Ratio]:
    """Amounts added up by name, in the order of first appearance."""
    out: dict[str, Ratio] = {}
    for names, amount in items:
        for name in names:
            out[name] = out.get(name, ratio(0)) + amount
    return out


def together(times_: Iterable[Ratio], overlap: str) -> Ratio:
    """Seconds of several things: their sum, or their largest when all go on at once."""
    kept = [t for t in times_ if t != 0]
    if overlap not in ("sum", "max"):
        raise SymroofError(f'overlap={overlap!r}; say "sum" (one after the other) or "max" (all at once)')
    if not kept:
        return ratio(0)
    return total(kept) if overlap == "sum" else build("max", kept)

"""Operations: the FLOPs they do by number format and the bytes they move by link, exact and symbolic.

    product with contracted dims     2 * (all dims), as vendor peaks count; exact: outputs * (2K - 1), K contracted
    product without                  1 multiply an output element in both counts; n - 1 for n arrays
    sum or difference of n arrays    n - 1 an output element
    function                         the rows of FUNCTIONS

Traffic is what one pass over the memory must move: each input loaded once, the output stored once.
Under a mesh every count is one device's and all of them are those of one plan: ``work`` is what a device then
multiplies, ``traffic`` the operands as multiplied and the product through HBM, and what the plan's collectives put on
the busiest one-way link.  ``said``, ``loads`` and ``stores`` are what the text says of a device's part, whatever the
plan.

>>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
>>> matmul.flops
2*B*D*F
>>> balance(matmul)
1/F + 1/D + 1/B
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache, reduce
from operator import itemgetter
from typing import TYPE_CHECKING, TypedDict

import symroof.regexes as re
from symroof import dtypes
from symroof.algebra.interop import door
from symroof.algebra.interop.door import expressed
from symroof.algebra.ratios.needs import met
from symroof.algebra.ratios.posynomial import Need, Number, Ratio, product, total
from symroof.algebra.ratios.sizes import Cuts, size
from symroof.algebra.signs.condition import sign
from symroof.arrays import Array, Bound, Size, distinct, refuse_twice, settled, size_of, tied, written
from symroof.dtypes import DTypeLike
from symroof.errors import NotationError, SymroofError, UnknownResource, Unsupported
from symroof.keywords import fitting, told
from symroof.lazy import once
from symroof.likes import SizeLike
from symroof.model.amounts import Amounts
from symroof.model.counting import applied_work, function_of, implied_output, local_sizes, product_work
from symroof.model.functions import collective_named
from symroof.model.given import bounded, given_in, refuse_math
from symroof.model.joins import check_same_arrays, check_stored
from symroof.model.onchip import intermediates, moved, present, through_memory
from symroof.reading import notation, program
from symroof.reading.notation import Formats, Mesh, Statement
from symroof.records import dataclass, field, replace
from symroof.shown import visible
from symroof.symbols import is_size

if TYPE_CHECKING:
    from sympy import Expr

    from symroof.machines import Machine
    from symroof.model.plan import Plan
    from symroof.model.strategy import Choice, Strategies

MAX_REPEATS = 10_000  # of one operation in a sequence
HBM = "hbm"  # the link that notation speaks of: between memory and the chip


@visible
@dataclass(frozen=True)
class Op:
    """An operation, or several in sequence: work by number format, bytes by link.

    Traced programs are operations too: ``tracing.program`` extends it, everything else takes it as it is.

    >>> from symroof import op
    >>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    >>> matmul.flops, matmul.bytes
    (2*B*D*F, 2*B*D + 2*B*F + 2*D*F)
    """

    text: str = field(compare=False)  # as the user wrote it
    work: Amounts  # FLOPs by number format, 2 a multiply-add; under a mesh those of the plan
    exact_work: Amounts  # FLOPs really done
    loads: Amounts  # bytes by link
    stores: Amounts  # bytes by link
    arrays: tuple[Array, ...] = ()  # the inputs, those of all steps in sequence
    output: Array | None = None
    operator: str = "*"  # "*", "+", a function, ";" for a sequence, "fuse", or "given"
    unit: str = "matrix"  # "matrix" (MXU, tensor cores) or "vector" (VPU, CUDA cores); work goes by dtype either way
    exact: bool = False  # whether .flops and intensities count what is really done
    contracted: tuple[str, ...] = ()
    mesh: Mesh = ()  # (axis, size or None), see axis()
    sizes: Bound = ()  # dims and axes whose size is a number
    steps: tuple[Op, ...] = ()  # the parts of a sequence or of a fused operation
    kept: tuple[str, ...] = ()  # intermediates that a fused operation stores all the same
    network: str = ""  # what joins the devices of the mesh axes, see collectives.network_of; a ring where it is silent
    overlap: str = "sum"  # how communications over different mesh axes share time, "sum" or "max"
    way: str = ""  # the plan asked for, as in "AllReduce_X C"; by default see ``plan``
    signs: str = field(default="", kw_only=True)  # of a sum with differences, as in "+-"
    # work as the text says it of each device's part, where a plan may do other work: counted, and exactly
    written: tuple[Amounts, Amounts] | None = field(default=None, kw_only=True, repr=False)

    def __getstate__(self) -> dict[str, object]:
        return {k: v for k, v in self.__dict__.items() if k in self.__dataclass_fields__}

    # -- exact ratios --------------------------------------------------------------------------------------------
    @once
    def traffic(self) -> Amounts:
        """Bytes by link: HBM, and under a mesh the busiest one-way link of each sort, by the plan.

        With overlap="max" the links of each mesh axis count apart, as "ici_X".
        """
        return self._traffic("")

    @once
    def apart(self) -> Amounts:
        """The same where nothing overlaps: by sort of link, each collective once whatever axes it goes over."""
        return self._traffic("sum")

    def _traffic(self, overlap: str) -> Amounts:
        """The same where communications share time in this way, by default as they do in each part."""
        if self.steps and self.operator == ";":
            return plus(s._traffic(overlap) for s in self.steps)
        if self.steps:  # fused: what stays on the chip is not moved, what goes over the network is
            sends = plus(Amounts.of(s.plan.sent(overlap or s.overlap)) for s in self.steps if s.plan is not None)
            return Amounts(((HBM, moved(self.steps, self.kept)),)) + sends
        if self.plan is None:
            return self.loads + self.stores
        return Amounts.of({HBM: self.plan.moved, **self.plan.sent(overlap or self.overlap)})

    @once
    def roofs(self) -> dict[str, tuple[str, ...]]:
        """What takes time beside arithmetic, by name, and the links of it: keys of ``traffic`` that move anything.

        Under overlap="sum" communications follow one another, whatever their links: these are one roof then.

        >>> text, mesh = "bf16 A[I_X, J] * bf16 B[J, K_Y] -> bf16 C[I, K]", "X=4 Y=4"
        >>> op(text, mesh=mesh, over="X=ring:nvlink", plan="AllGather_X A, AllGather_Y B").roofs
        {'hbm': ('hbm',), 'ici+nvlink': ('nvlink', 'ici')}
        >>> list(op(text, mesh=mesh, plan="AllGather_X A, AllGather_Y B", overlap="max").roofs)
        ['hbm', 'ici_X', 'ici_Y']

        Raises Unsupported for a collective of a traced program over two sorts of link at once, whose times do not add.
        """
        self.refuse_mixed()
        sent = self.sent_over("sum")
        follow = tuple(k for k, b in self.traffic.items() if k in sent and b != 0)
        named = {k: "+".join(sorted(follow)) for k in follow}
        return {named.get(k, k): follow if k in named else (k,) for k, b in self.traffic.items() if b != 0}

    def sent_over(self, *overlaps: str) -> set[str]:
        """The keys of ``traffic`` that collectives go over, of the parts whose communications share time so."""
        if self.steps:
            return {key for s in self.steps for key in s.sent_over(*overlaps)}
        return set() if self.plan is None or self.plan.overlap not in overlaps else {*self.plan.sends}

    def refuse_mixed(self) -> None:
        """Raise Unsupported for a collective over two sorts of link at once, whose times do not add."""
        for part in self.steps:
            part.refuse_mixed()
        for s in () if self.steps or self.plan is None else self.plan.steps:
            if len(s.cost.network.links) > 1:
                over = f"over axes with different links ({', '.join(s.cost.network.links)})"
                raise Unsupported(f"the time of {s}, {over}, is no sum of theirs; do one axis at a time")

    @once
    def plans(self) -> Strategies | None:
        """The ways searched that make a sharded operation valid and that none beats; None where nothing is sharded."""
        every = (*self.arrays, *([self.output] if self.output else []))
        if self.steps or not (collective_named(self.operator) or any(a.is_sharded for a in every)):
            return None
        from symroof.model import strategy

        return strategy.of(self)

    @once
    def plan(self) -> Plan | None:
        """The collectives that make a sharded product valid; None where nothing is sharded.

        The plan asked for; else one that does the work as written, each device on its own part, unless another beats
        it at these sizes; where several are left, the one that sends least.  ``depends_on`` names the open sizes with
        which another may be taken.

        >>> op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X").plan
        AllReduce_X C
        >>> other = op("A[I, J_X] * B[J, K] -> C[I, K]", dtype="bf16", mesh="X")
        >>> other.plan, other.at(X=4, I=1024, J=8192, K=1024).plan
        (AllGather_X A, AllReduce_X C)
        """
        return None if self.choice is None else self.choice.plan

    @once
    def choice(self) -> Choice | None:
        """The plan taken, and between which others open sizes decide."""
        if self.plans is None:
            return None
        from symroof.model import strategy

        if self.way:
            return strategy.Choice(strategy.named(self, self.way))
        found, own = strategy.choice(self.plans.plans, strategy.as_written(self)), {*self.dims, *dict(self.mesh)}
        own |= {*tied(self.sizes)}  # N and H of D="N*H" are sizes too
        rates = tuple(n for n in found.depends_on if n not in {*own, *self.widths})
        return replace(found, depends_on=tuple(n for n in found.depends_on if n in own), rates=rates)

    @property
    def said(self) -> tuple[Amounts, Amounts]:
        """Work as the text says it, 2 a multiply-add and exactly, whatever the plan."""
        return (self.work, self.exact_work) if self.written is None else self.written

    @property
    def depends_on(self) -> tuple[str, ...]:
        """Open sizes with which another plan may be taken; none where the plan is settled, or was asked for.

        >>> op("A[I, J_X] * B[J, K] -> C[I, K]", dtype="bf16", mesh="X").depends_on
        ('J', 'K')
        """
        found = [s.choice for s in (self.steps or (self,))]
        return tuple(sorted({n for c in found if c is not None for n in c.depends_on}))

    @property
    def held(self) -> Ratio:
        """Bytes of all its arrays at once, one that is named twice counted once, and of what its plan makes of them.

        >>> op("A[I, J_X] * B[J, K] -> C[I, K]", dtype="bf16", mesh="X=4", plan="AllGather_X A").held
        5*I*J/2 + 2*J*K + 2*I*K

        Raises SymroofError where they are unknown.
        """
        once = {(a.name, a.dtype, a.cut_really) if a.name else i: a for i, a in enumerate(present(self))}
        return total(a.bytes for a in once.values())

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What traffic and times take for granted: the plan, its overlap and the conventions of its collectives."""
        parts = [s.plan for s in (self.steps or (self,)) if s.plan is not None]
        notes = [*(note for p in parts for note in p.assumptions), self.plan_note()]
        return tuple(dict.fromkeys(filter(None, notes)))

    def plan_note(self, free: Iterable[str] | None = None, *, brief: bool = False) -> str:
        """Which plan the figures are of, where open sizes (``free``: of these) may make it another; else nothing.

        >>> op("A[I, J_X] * B[J, K] -> C[I, K]", dtype="bf16", mesh="X").plan_note()
        'for the plan AllGather_X A; with other sizes of J, K another may be taken'

        Where arrays go over links of several kinds, their rates may decide too: then it names them.
        """
        deciding = [n for n in self.depends_on if free is None or n in set(free)]
        choices = [s.choice for s in (self.steps or (self,)) if s.choice is not None]
        rates = sorted({n for c in choices for n in c.rates})
        if not deciding and not rates:
            return ""
        said = f"for the plan {'; '.join(str(c.plan) for c in choices)}"
        if deciding and not brief:
            said += f"; with other sizes of {', '.join(deciding)} another may be taken"
        if rates and not brief:
            said += f"; by other rates of links ({', '.join(rates)}) another may be faster, .cheapest(on=...) takes it"
        return said

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of all dims, in the order they appear; of one given by its totals those of the sizes in them."""
        if self.operator == "given":
            return tuple(sorted(str(n) for n in self._given if is_size(n) and str(n) not in dict(self.mesh)))
        every = [*self.arrays, *([self.output] if self.output else [])]
        inside = [d for s in self.steps for d in s.dims]  # a fused operation loads an array once, by one of its uses
        return tuple(dict.fromkeys([*(d for a in every for d in a.dims if d != "1"), *inside]))

    @property
    def _given(self) -> set[str]:
        """The symbols of its totals."""
        return {n for c in (self.work, self.exact_work, self.loads, self.stores) for r in c.values() for n in r.names}

    @property
    def conditions(self) -> tuple[str, ...]:
        """For which sizes its counts hold, which ``at`` looks at; those of notation hold for all."""
        return ()

    @property
    def needed(self) -> tuple[Need, ...]:
        """The same as what must not be negative, or not be 0."""
        return ()

    def does_work(self, sizes: Mapping[str, Number]) -> bool:
        """Whether its counts hold at sizes, as far as these tell, with FLOPs: an exact sum of I has none at I = 1."""
        work, *sides = (r.subs(sizes).constant() for r in (self.work_core().sum, *(u for u, _ in self.needed)))
        held = (c is None or met((c > 0) - (c < 0), how) for c, (_, how) in zip(sides, self.needed))
        return (work is None or work > 0) and all(held)

    @property
    def held_conditions(self) -> tuple[str, ...]:
        """For which sizes what it holds in memory does, too."""
        return self.conditions

    @property
    def widths(self) -> set[str]:
        """Number formats that are symbols for a width in bytes."""
        return {*map(str, self.width_keys)}

    @property
    def width_keys(self) -> set[str]:
        """The same as keys of these symbols."""
        every = [*self.arrays, *([self.output] if self.output else [])]
        return {a.dtype.key or a.dtype.name for a in every if a.dtype.is_symbolic}

    def axis(self, name: str) -> Ratio:
        """The size of a mesh axis: its symbol, or the number it is bound to."""
        if name not in dict(self.mesh):
            have = ", ".join(a for a, _ in self.mesh) or "none"
            raise UnknownResource(f"the mesh has no axis {name}; it has {have}")
        return size_of(name, self.sizes)

    @once
    def moved(self) -> Ratio:
        """Bytes moved, as a ratio; what collectives send is not among them."""
        own = {*self.loads, *self.stores}
        return total(b for link, b in self.traffic.items() if link in own)

    @once
    def cuts(self) -> Cuts:
        """Which sizes have to divide over which axes: asked by everyone who puts numbers into its formulas.

        >>> op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X=2").cuts.nearest("J", 4097, up=True)
        4098
        """
        every = (*self.arrays, *([] if self.output is None else [self.output]))
        rows = [row for a in every for row in a.cuts(self.text).rows]
        return Cuts(tuple(dict.fromkeys([*rows, *(row for s in self.steps for row in s.cuts.rows)])))

    def rings(self) -> set[str]:
        """Mesh axes of open size some of whose numbers have a formula of their own: rings of 2, odd sizes that swap."""
        if self.steps:
            return {a for s in self.steps for a in s.rings()}
        used = self.plan.steps if self.plan is not None else ()
        return {n for s in used for n in s.cost.rings}

    def link_of(self, lane: str) -> str:
        """The sort of link behind a key of traffic: "ici" for "ici_X", the links of mesh axis X."""
        link, _, axes = lane.rpartition("_")
        known = {"".join(axes) for axes in [*((a,) for a, _ in self.mesh), tuple(a for a, _ in self.mesh)]}
        return link if link and lane not in self.loads and axes in known else lane

    def work_core(self, exact: bool | None = None) -> Amounts:
        """Work by number format in the count asked for, by default the op's own."""
        return self.exact_work if (self.exact if exact is None else exact) else self.work

    def by_unit(self, exact: bool) -> list[tuple[str, Amounts]]:
        """Work by the unit that does it, "matrix" or "vector": of each step its own."""
        if self.steps:
            return [row for s in self.steps for row in s.by_unit(exact)]
        return [(self.unit, self.work_core(exact))]

    # -- SymPy ---------------------------------------------------------------------------------------------------
    @once
    def flops(self) -> Expr:
        """FLOPs, all formats together; 2 a multiply-add unless made with exact=True."""
        return door.to_sympy(self.work_core().sum)

    @once
    def exact_flops(self) -> Expr:
        """FLOPs really done: B*F*(2*D - 1) for a matmul."""
        return door.to_sympy(self.exact_work.sum)

    bytes = expressed("moved", "Bytes moved, all links together; under a mesh those of a device's arrays through HBM.")

    def at(self, /, **sizes: object) -> Op:
        """The same operation with sizes bound, dims and mesh axes alike.

        >>> op("A[I, J_X] * B[J_X, K] -> C[I, K]", dtype="bf16", mesh="X").at(X=4, J=4096).flops
        2048*I*K

        Raises NotationError for a size that does not divide over its axes, or a symbol that is not there.
        """
        _refuse_widths(sizes, self.widths)
        bound = {str(k): notation.size_or_tie(k, v) for k, v in sizes.items()}
        known = {*self.dims, *dict(self.sizes), *dict(self.mesh), *tied(self.sizes), *tied(bound.items())}
        notation.check_ties(bound, self.dims, tuple(dict(self.mesh)))
        for k in bound:
            notation.check_beside(k, sizes[k], {*self.dims, *dict(self.mesh), *tied(self.sizes), *bound})
        stray = [k for k in bound if k not in known]
        if stray and stray[0] in map(str, self._given):
            instead = f"give it in the question, as in T_lower(op, {stray[0]}=...)"
            raise NotationError(f"{stray[0]} is no dim of this operation but a parameter; {instead}")
        if stray:
            raise NotationError(f"no dim is called {stray[0]}; the dims are {', '.join(sorted(known)) or 'none'}")
        refuse_twice(bound, dict(self.sizes))
        return bound_to(self, bound) if bound else self

    def cheapest(self, /, on: Machine | str, **sizes: object) -> Op:
        """By the plan that takes least time on a machine, T_lower first, once sizes are bound.

        >>> o = op("A[I_X, J] * B[J, K] -> C[I, K]", dtype="bf16", mesh="X=4", I=64, J=128, K=8192)
        >>> o.plan, o.cheapest("TPU v5e").plan
        (AllGather_X C, AllGather_X A)

        Raises SymroofError for a size that is open, UnknownResource for a link that the machine lacks.
        """
        from symroof.model import strategy

        there = self.at(**sizes) if sizes else self
        if there.steps:
            made = replace(there, steps=tuple(s.cheapest(on) for s in there.steps))
            return planned(made)
        best = strategy.fastest(there, on)
        if best is None and there.plan is not None:
            every = (*there.dims, *dict(there.mesh), *tied(there.sizes))
            left = ", ".join(n for n in dict.fromkeys(every) if n not in dict(there.sizes))
            raise SymroofError(f"which plan takes least time depends on {left}; give a number for each")
        return there if best is None or str(best) == str(there.plan) else planned(replace(there, way=str(best)))

    # -- composition and text ------------------------------------------------------------------------------------
    def __add__(self, other: Op) -> Op:
        """One after the other: work and traffic add key by key."""
        if not isinstance(other, Op):
            return NotImplemented
        steps = (*parts(self), *parts(other))
        return _sequence(steps, "; ".join(s.text for s in steps))

    def __radd__(self, other: object) -> Op:
        return self if other == 0 else NotImplemented  # so that sum(ops) works

    def __mul__(self, times: object) -> Op:
        """The operation so many times over, one after another: ``3 * layer``."""
        try:
            n = 0 if isinstance(times, str) else size(times, "times")
        except SymroofError:
            n = 0
        if not 1 <= n <= MAX_REPEATS:
            said = f"{times!r:.80} times an operation"
            raise SymroofError(f"{said}: a whole number from 1 to {MAX_REPEATS}, as in 3 * layer")
        steps = parts(self) * n
        return self if n == 1 else _sequence(steps, "; ".join(s.text for s in steps))

    __rmul__ = __mul__

    def __str__(self) -> str:
        return statement(self)

    @property
    def with_sizes(self) -> str:
        """The text without a mesh; in plain notation where sizes are bound, or tied to others, that it does not say.

        >>> op("X[B, D] * Y[D, F] -> Z[B, F]", dtype="bf16", D=64).with_sizes
        'bf16 X[B, D=64] * bf16 Y[D, F] -> bf16 Z[B, F]'
        """
        sizes = _own_sizes(self)
        typed = {*re.findall(r"[^\W\d][\w']*=[\w'.*/+]+", re.sub(r"\s", "", self.text))}  # whole: D=64 is not in BD=640
        said = self.operator == "given" or {f"{k}={n}".replace(" ", "") for k, n in sizes.items()} <= typed
        return self.text if said else _body(self, sizes)

    def __repr__(self) -> str:
        try:
            work, moved = " + ".join(str(w) for w in self.work.values()), self.traffic.items()
        except SymroofError as e:  # no plan makes it: whoever looks at it is told why
            return f"{self.text}: {e}"
        shown = ", ".join(f"{b} bytes" + ("" if k == HBM else f" over {k}") for k, b in moved)
        note = self.plan_note()
        shown += f", {note}" if note else ""
        return f"{self.text}: {work} FLOPs, {shown}"

    @classmethod
    def of(
        cls,
        *,
        flops: object,
        bytes: object = None,
        exact_flops: object = None,
        loads: object = None,
        stores: object = None,
        dtype: DTypeLike = "bf16",
        text: str | None = None,
        unit: str = "matrix",
    ) -> Op:
        """An operation given outright: FLOPs and bytes as numbers or expressions, or as mappings by format and link.

        >>> Op.of(flops=10**12, bytes={"ici": 10**9}, dtype="bf16").traffic
        {ici: 1000000000}

        Text is a formula, or a quantity with its unit: ``bytes="2 GB"``.  "2K" is refused, as 2*K or 2e3 may be meant.
        """
        key = dtypes.dtype(dtype).name
        if bytes is not None and loads is not None:
            raise SymroofError("give bytes or loads and stores, not both")
        if bytes is None and loads is None and stores is None:
            raise SymroofError("an operation needs its bytes; give bytes=, or loads= and stores=")
        work = _by_format(flops, key)
        exact = work if exact_flops is None else _by_format(exact_flops, key)
        into = _amounts(bytes if bytes is not None else 0 if loads is None else loads, HBM, "bytes")
        out = _amounts(0 if stores is None else stores, HBM, "bytes")
        if not out.sum.num:
            out = Amounts()
        return cls(text or _totals(work, into + out), work, exact, into, out, operator="given", unit=unit)


def _totals(work: Amounts, moved: Amounts) -> str:
    """What an operation given by its totals is called, unless somebody calls it otherwise."""
    return f"{work.sum} FLOPs, {moved.sum} bytes"


def _amounts(x: object, key: str, unit: str) -> Amounts:
    given = dict(x) if isinstance(x, Mapping) else {key: x}
    for k, v in given.items():
        if isinstance(v, str):
            given[k] = given_in(v, k if isinstance(x, Mapping) else unit, unit)
    made = Amounts.of(given)
    for k, v in made.items():
        if not re.fullmatch(r"\w+", k):
            raise SymroofError(f"{k[:40]!r} is no name for a link or a format; use letters, digits and underscores")
        refuse_math(k)
        if v.num.terms and sign(v.num) == "-" and sign(v.den) == "+":
            raise SymroofError(f"{v} for {k}: an amount of work or traffic is not negative")
        bounded(v, k)
    return made


def _by_format(x: object, key: str) -> Amounts:
    """Work by format, whichever of its names the format is called by."""
    return _amounts({dtypes.dtype(k).name: v for k, v in x.items()} if isinstance(x, Mapping) else x, key, "FLOPs")


# -- the door ---------------------------------------------------------------------------------------------------------


class Written(TypedDict, total=False):
    """How a text is read as an operation, with the words and the defaults of ``op``."""

    dtype: DTypeLike | Mapping[str, DTypeLike] | None
    mesh: str | None
    over: str | Mapping[str, str]
    overlap: str
    plan: str


WRITTEN: Written = {"dtype": None, "mesh": None, "over": "", "overlap": "sum", "plan": ""}


@fitting
def op(
    text: str,
    dtype: DTypeLike | Mapping[str, DTypeLike] | None = None,
    mesh: str | None = None,
    exact: bool = False,
    *,
    over: str | Mapping[str, str] = "",
    overlap: str = "sum",
    plan: str = "",
    **sizes: SizeLike,
) -> Op:
    """The operation that the text says, in the textbook's notation; several in sequence are joined by ``;``.

    dtype is the format of arrays that state none, or a mapping from their names; a symbol is a width in bytes.
    mesh names the axes that dims are cut over, as in "X=4 Y"; over what joins them ("ring", both ways, by
    default; "line", "one-way-ring", "switch:nvlink", "X=ring Y=line"); overlap whether communications over different
    axes add up ("sum") or go on at once ("max"); plan the collectives wanted, as in "AllGather_X A", where there is a
    choice.
    Sizes bind dims to numbers, as ``D=4096`` in place does.

    >>> op("bf16[B, D] * int8[D, F] -> bf16[B, F]", D=4096).flops
    8192*B*F
    >>> op("A[I_X, J] *_J B[J, K_Y] -> C[I_X, K_Y]", dtype="bf16", mesh="X Y").flops
    2*I*J*K/(X*Y)

    Raises NotationError with a caret where the text stops making sense.
    """
    notation.check_text(text)
    formats = _formats(dtype)
    if mesh is not None and not isinstance(mesh, str):
        raise NotationError(f'a mesh is text, as in mesh="X=4 Y=2", not {mesh!r}')
    given = (formats,) if isinstance(formats, dtypes.DType) else [f for _, f in formats or ()]
    _refuse_widths(sizes, {*_WIDTH.findall(text), *(f.name for f in given if f.is_symbolic)})
    bound = _items({k: notation.size_or_tie(k, v) for k, v in sizes.items()})
    if isinstance(over, Mapping):
        over = " ".join(f"{axis}={kind}" for axis, kind in over.items())
    if not isinstance(over, str):
        raise NotationError(f'what joins the axes is text, as in over="switch:nvlink" or "X=ring Y=line", not {over!r}')
    words = (text, formats, mesh, bool(exact), bound, tuple([f.key for f in given]))
    made = _operation(words, over, overlap, plan)
    for k, v in sizes.items():
        notation.check_beside(k, v, {*made.dims, *dict(made.mesh), *sizes})
    return made


_WIDTH = re.compile(r"<\s*(\w+)\s*>")


def _refuse_widths(sizes: Mapping[str, object], widths: Collection[str]) -> None:
    """Refuse a size that is the bytes of an entry: a format says them, or a number in the question."""
    for k in (n for n in sizes if n in widths):
        asked = f"the number in the question, as in T_lower(op, {k}={sizes[k]!r})"
        raise NotationError(f"{k} is no dim but the bytes of an entry; say a format, as in dtype='bf16', or {asked}")


# what an operation is made of: its text, formats and mesh, whether exactly, sizes bound, and the symbols of formats,
# which look alike, size or parameter
_Words = tuple[str, Formats, str | None, bool, Bound, tuple[str, ...]]


@lru_cache(maxsize=4096)
def _operation(words: _Words, over: str, overlap: str, plan: str) -> Op:
    made = _op(words)
    return planned(_placed(made, over, overlap, plan) if over or overlap != "sum" or plan else made)


def planned(o: Op) -> Op:
    """The operation with the work of its plan, and those of its steps.

    Where no plan is known the work is as written; what is asked of the plan then says why.
    """
    if o.steps:
        steps = tuple(map(planned, o.steps))
        work, exact = plus(s.work for s in steps), plus(s.exact_work for s in steps)
        return replace(o, steps=steps, work=work, exact_work=exact)
    try:
        plan = o.plan
    except Unsupported:
        return o
    if plan is None:
        return o
    (key,) = o.work
    work, exact = (Amounts(((key, r),)) for r in (plan.flops, plan.exact_flops))
    made = replace(o, work=work, exact_work=exact, written=o.said)
    made.__dict__.update({k: o.__dict__[k] for k in ("plans", "choice", "plan") if k in o.__dict__})
    return made


def _placed(o: Op, over: str, overlap: str, plan: str) -> Op:
    """The same under another network, overlap or plan."""
    from symroof.model.collectives import network_of
    from symroof.model.plan import together

    network_of(over), together((), overlap)  # refuse words they do not know
    axes = [a for a, _ in o.mesh]
    stray = [a for a in network_of(over) if a and a not in axes]
    if stray:
        raise NotationError(f"the mesh has no axis {stray[0]}; it has {', '.join(axes) or 'none'}")
    steps = tuple(_placed(s, over, overlap, "") for s in o.steps)
    made = replace(o, network=over, overlap=overlap, steps=steps, way=plan)
    if plan and made.plan is None:
        raise NotationError(f"plan {plan!r}: this is no sharded product of two arrays, so there is nothing to choose")
    return made


def _formats(x: DTypeLike | Mapping[str, DTypeLike] | None) -> Formats:
    if x is None:
        return None
    if isinstance(x, Mapping):
        return tuple((str(k), dtypes.dtype(v)) for k, v in x.items())
    return dtypes.dtype(x)


@dataclass(frozen=True)
class _Setting:
    """What holds for every statement of one text."""

    formats: Formats
    mesh: Mesh
    sizes: dict[str, Size]
    exact: bool
    several: bool  # sizes may then be for other statements
    ties: tuple[str, ...] = ()  # what sizes given from outside are tied to


@lru_cache(maxsize=4096)
def _op(words: _Words) -> Op:
    text, formats, mesh, exact, bound, _ = words
    pieces = program.split(text)
    if pieces and re.match(r"\s*mesh\s+\w", pieces[-1]):
        mesh = pieces.pop().strip()[4:].strip()
    if not pieces:
        raise NotationError("there is no operation here", text)
    axes = notation.mesh_of(mesh) if mesh is not None else ()
    sizes = dict(bound)
    for a, n in axes:
        if n is not None and sizes.setdefault(a, n) != n:
            raise NotationError(f"mesh axis {a} is bound twice: {n} and {sizes[a]}", mesh)
    for a, _ in axes:
        _whole(a, sizes.get(a))
    leaves = [q for p in pieces for q in program.leaves(p)]
    if len(leaves) > notation.MAX_ARRAYS:
        raise NotationError(f"{len(leaves)} operations in one text; the limit is {notation.MAX_ARRAYS}")
    setting = _Setting(formats, axes, sizes, exact, len(leaves) > 1, tied(bound))
    if setting.several:
        _gather_sizes(leaves, setting)
    steps = tuple(_piece(p, setting) for p in pieces)
    _check_formats_used(formats, steps)
    return steps[0] if len(steps) == 1 else _sequence(steps, text.strip())


def _piece(piece: str, g: _Setting) -> Op:
    fused = program.inside_fuse(piece)
    if fused:
        return one_kernel(tuple(_leaf(p, g) for p in fused[0]), fused[1])
    return _leaf(piece, g)


def _leaf(piece: str, g: _Setting) -> Op:
    return _one(notation.read(piece, g.formats, g.mesh, _items(g.sizes), g.several), g.exact)


def _items(sizes: Mapping[str, Size]) -> Bound:
    return tuple(sorted(sizes.items(), key=itemgetter(0)))


def _gather_sizes(leaves: list[str], g: _Setting) -> None:
    """A size said in one statement of several holds in all."""
    known, ties, said = set[str](), {*g.ties}, list[tuple[str, str]]()
    for p in leaves:
        s = notation.read(p, g.formats, g.mesh, _items(g.sizes), others=True)
        known.update(d for a in (*s.inputs, *([s.output] if s.output else [])) for d in a.dims)
        g.sizes.update(s.told)
        ties.update(s.ties)
        said += s.said
    for name, typed in said:
        notation.check_beside(name, typed, {*known, *g.sizes, *dict(g.mesh)})
    notation.check_ties(g.sizes, known, tuple(dict(g.mesh)))
    known.update(tied(g.sizes.items()), ties)
    stray = [k for k in g.sizes if k not in known and k not in dict(g.mesh)]
    if stray:
        raise NotationError(f"no dim is called {stray[0]}; the dims are {', '.join(sorted(known - {'1'}))}")


def bound_to(o: Op, sizes: Mapping[str, Size]) -> Op:
    """The op with sizes put in, which must divide over the axes."""
    whole = settled({**dict(o.sizes), **sizes})
    sizes = {k: whole[k] for k in sizes}
    o.cuts.check(whole)

    def here(a: Array) -> Array:
        named = {*a.dims, *dict(o.mesh)}
        return replace(a, sizes=_items({k: n for k, n in whole.items() if k in named}))

    counts = (*o.said, o.loads, o.stores)
    work, done, loads, stores = (Amounts(tuple((k, r.subs(sizes)) for k, r in c.rows)) for c in counts)
    own = {*o.dims, *dict(o.mesh), *dict(o.sizes)}
    same = o.operator == "given" and o.text == _totals(o.work, o.loads + o.stores)
    made = replace(
        o,
        text=_totals(work, loads + stores) if same else o.text,
        work=work,
        exact_work=done,
        written=None,
        loads=loads,
        stores=stores,
        arrays=tuple(map(here, o.arrays)),
        output=None if o.output is None else here(o.output),
        mesh=tuple((a, _whole(a, sizes.get(a, n))) for a, n in o.mesh),
        sizes=_items({k: n for k, n in whole.items() if k in own}),
        steps=tuple(
            bound_to(s, {k: n for k, n in sizes.items() if k in {*s.dims, *dict(s.mesh), *tied(s.sizes)}})
            for s in o.steps
        ),
    )
    return planned(made)


def _whole(axis: str, n: Size | None) -> int | None:
    if isinstance(n, Ratio):
        raise NotationError(f"{axis}={n}: the size of a mesh axis is a number, as in {axis}=4")
    return n


def _check_formats_used(formats: Formats, steps: tuple[Op, ...]) -> None:
    if not isinstance(formats, tuple):
        return
    single = [q for s in steps for q in (s.steps or (s,))]  # a fused operation hides what lies between its steps
    names = {a.name for s in single for a in (*s.arrays, *([s.output] if s.output else []))}
    for k, _ in formats:
        if k not in names:
            have = ", ".join(sorted(n for n in names if n)) or "none that has a name"
            raise NotationError(f"dtype= names an array {k} that is not there; the arrays are {have}")


# -- the cost of one statement ----------------------------------------------------------------------------------------


def _one(s: Statement, exact: bool) -> Op:
    own = {d for a in (*s.inputs, *([s.output] if s.output else [])) for d in a.dims} | set(dict(s.mesh))
    bound = _items({k: n for k, n in s.sizes if k in own})
    name = s.operator
    dim: str | None = None
    if name not in ("*", "+"):
        name, dim = function_of(s)
    output = s.output or implied_output(s, name, dim)
    cut = local_sizes(s.inputs, output, bound)
    outputs = product(cut[d] for d in output.dims)
    if name == "*":
        work, done, unit = product_work(s, outputs, cut)
    elif name == "+":
        if s.contracted:
            gone = s.contracted[0]
            raise NotationError(f"{gone} is not in the output {output}, and a sum contracts nothing", s.text, s.at)
        if len(s.inputs) < 2:
            raise NotationError("a sum has two arrays or more", s.text, s.at)
        work = done = outputs * (len(s.inputs) - 1)
        unit = "vector"
    else:
        work, done = applied_work(s, name, dim, output, cut)
        unit = "vector"
    key = dtypes.compute(a.dtype for a in s.inputs).name
    return Op(
        s.text,
        Amounts(((key, work),)),
        Amounts(((key, done),)),
        Amounts(((HBM, total(a.bytes for a in distinct(s.inputs))),)),
        Amounts(((HBM, output.bytes),)),
        s.inputs,
        output,
        s.operator if collective_named(s.operator) else name if dim is None else f"{name}_{dim}",
        unit,
        exact,
        (
            s.contracted
            if name == "*"
            else tuple(dict.fromkeys(d for a in s.inputs for d in a.dims if d != "1" and d not in output.dims))
        ),
        s.mesh,
        bound,
        signs=s.signs,
    )


# -- composition ------------------------------------------------------------------------------------------------------


def parts(o: Op) -> tuple[Op, ...]:
    """The operations of a sequence; of another, itself."""
    return o.steps if o.operator == ";" else (o,)


def plus(amounts: Iterable[Amounts]) -> Amounts:
    """All together."""
    return reduce(Amounts.__add__, amounts, Amounts())


def merged(steps: tuple[Op, ...]) -> tuple[Mesh, Bound, str]:
    """Mesh, sizes and unit of several operations, which must agree."""
    mesh: dict[str, int | None] = {}
    sizes: dict[str, Size] = {}
    for s in steps:
        for k, n in s.sizes:
            if sizes.setdefault(k, n) != n:
                raise SymroofError(f"{k} is {sizes[k]} in one operation and {n} in another; rename one of them")
        for axis, k_ in s.mesh:
            mesh.setdefault(axis, k_)
    for s in steps:
        free = [k for k in sizes if k not in dict(s.sizes) and (k in s.dims or k in dict(s.mesh))]
        if free:
            k = free[0]
            raise SymroofError(f"{k} is {sizes[k]} in one operation and a symbol in {s.text}; bind it in both")
        refuse_rates(s, steps)
    unit = "matrix" if any(s.unit == "matrix" for s in steps) else "vector"
    return tuple(mesh.items()), _items(sizes), unit


def refuse_rates(o: Op, beside: Iterable[Op]) -> None:
    """Refuse totals in which a name is a parameter, as K and C are by convention, that is a dim of another operation.

    >>> Op.of(flops="2*K", bytes="K") + op("relu(bf16[K])")
    Traceback (most recent call last):
        ...
    symroof.errors.SymroofError: K is a parameter in 2*K FLOPs, K bytes and a dim in relu(bf16[K]); call one of them \
otherwise
    """
    rates = {str(n) for n in o._given if not is_size(n)} if o.operator == "given" else set()
    for s in beside if rates else ():
        n = next((d for d in s.dims if d in rates), None)
        if n is not None:
            what = f"{n} is a parameter in {o.text} and a dim in {s.text}"
            raise SymroofError(f"{what}; call one of them otherwise")


def _sequence(steps: tuple[Op, ...], text: str) -> Op:
    check_same_arrays(steps)
    check_stored(steps)
    mesh, sizes, unit = merged(steps)
    return Op(
        text,
        plus(s.work for s in steps),
        plus(s.exact_work for s in steps),
        plus(s.loads for s in steps),
        plus(s.stores for s in steps),
        tuple(a for s in steps for a in s.arrays),
        steps[-1].output,
        ";",
        unit,
        any(s.exact for s in steps),
        (),
        mesh,
        sizes,
        steps,
    )


def one_kernel(steps: tuple[Op, ...], keep: Iterable[str] = ()) -> Op:
    """The operations as one kernel, see ``fusing.fuse``."""
    kept = frozenset(keep)
    if len(steps) < 2:
        raise SymroofError("fuse takes two operations or more")
    for s in steps:
        if s.operator in ("given", "fuse"):
            raise SymroofError(f"{s.text} has no arrays to fuse by; write it in notation")
    check_same_arrays(steps)
    inner = intermediates(steps)
    if not inner:
        raise SymroofError(
            "nothing to fuse: no array that one operation writes is read by a later one; "
            "name it in both, as in bf16 S[T, U]"
        )
    stray = sorted(kept - inner)
    if stray:
        raise SymroofError(f"keep names {stray[0]}, which is no intermediate; these are {', '.join(sorted(inner))}")
    outside, stored = through_memory(steps, kept, [s.arrays for s in steps])
    mesh, sizes, unit = merged(steps)
    return Op(
        f"fuse({'; '.join(s.text for s in steps)}{'; keep ' + ', '.join(sorted(kept)) if kept else ''})",
        plus(s.work for s in steps),
        plus(s.exact_work for s in steps),
        Amounts(((HBM, total(a.bytes for a in outside)),)),
        Amounts(((HBM, total(out.bytes for i in stored if (out := steps[i].output) is not None)),)),
        tuple(outside),
        steps[-1].output,
        "fuse",
        unit,
        any(s.exact for s in steps),
        (),
        mesh,
        sizes,
        steps,
        tuple(sorted(kept)),
    )


# -- intensity and balance --------------------------------------------------------------------------------------------


def balance_core(o: Op, link: str = HBM, exact: bool | None = None) -> Ratio:
    """Bytes asked of a link per FLOP, as a ratio."""
    flops = o.work_core(exact).sum
    if not flops.num:
        raise SymroofError(f"{o.text} does no FLOPs, so it has no bytes per FLOP")
    return _moved(o, link) / flops


def intensity_core(o: Op, link: str = HBM, exact: bool | None = None) -> Ratio:
    """FLOPs per byte of a link, as a ratio."""
    moved = _moved(o, link)
    if not moved.num:
        raise SymroofError(f"{o.text} moves nothing over {link}, so it has no intensity there")
    return o.work_core(exact).sum / moved


def _moved(o: Op, link: str) -> Ratio:
    if link not in o.traffic:
        raise UnknownResource(f"{o.text} moves nothing over {link}; it uses {', '.join(o.traffic) or 'no link'}")
    return o.traffic[link]


@told
def intensity(o: Op | str, *, exact: bool | None = None, link: str = HBM) -> Expr:
    """Arithmetic intensity: FLOPs per byte of a link; notation will do for an operation, here and everywhere.

    >>> intensity(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"))
    B*D*F/(B*D + B*F + D*F)
    """
    return door.to_sympy(intensity_core(an_op(o), link, exact))


@told
def balance(o: Op | str, *, exact: bool | None = None, link: str = HBM) -> Expr:
    """Bytes asked of a link per FLOP, the reciprocal of arithmetic intensity.

    >>> balance(op("int8[B, D] * int8[B, D, F] -> int8[B, F]"))
    1/2 + 1/(2*F) + 1/(2*D)
    """
    return door.to_sympy(balance_core(an_op(o), link, exact))


def an_op(o: object) -> Op:
    """An operation, or one that text says in notation.

    Raises SymroofError for anything else.
    """
    if isinstance(o, str) and "[" in o:
        return op(o)
    if not isinstance(o, Op):
        shown = repr(o) if len(repr(o)) <= 80 else f"{repr(o)[:77]}..."
        raise SymroofError(f"{shown} is not an operation; make it one with op(...) or Op.of(flops=..., bytes=...)")
    return o


# -- an op as text ----------------------------------------------------------------------------------------------------


def statement(o: Op) -> str:
    """The operation in plain notation, such that op(statement(o)) == o; one given outright is its text."""
    if o.operator == "given":
        return o.text
    axes = dict(o.sizes)
    mesh = " ".join(f"{a}={axes[a]}" if a in axes else a for a, _ in o.mesh)
    return _body(o, _own_sizes(o)) + (f"; mesh {mesh}" if mesh else "")


def _own_sizes(o: Op) -> dict[str, Size]:
    return {k: n for k, n in o.sizes if k not in dict(o.mesh)}


def _body(o: Op, show: dict[str, Size]) -> str:
    return "; ".join(_statement(s, show) for s in parts(o))


def _statement(o: Op, show: dict[str, Size]) -> str:
    if o.operator == "given":
        return o.text
    if o.operator == "fuse":
        steps = [_statement(s, show) for s in o.steps]
        return f"fuse({'; '.join([*steps, *(['keep ' + ', '.join(o.kept)] if o.kept else [])])})"
    inputs = [written(a, show) for a in o.arrays]
    if o.operator in ("*", "+"):
        signs = o.signs or o.operator * (len(inputs) - 1)
        left = inputs[0] + "".join(f" {sign} {x}" for sign, x in zip(signs, inputs[1:]))
    else:
        left = f"{o.operator}({', '.join(inputs)})"
    return f"{left} -> {written(o.output, show)}" if o.output is not None else left

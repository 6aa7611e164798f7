"""The roofline of one operation on one machine: its two times, their bounds, and what the chip can attain.

    T_math  = sum over dtypes of FLOPs / peak            T_comms = bytes / bandwidth, a time for each link
    T_lower = max of them (perfect overlap)              T_upper = their sum (no overlap)
    attainable = FLOPs / T_lower = min(C, W * intensity)

For a sharded operation these are one device's times, its collectives among the links; see ``op``.  Its network is one
more of them, as in ``Plan``: under overlap="sum" the sum of all communications, over whatever links, under "max" the
longest among mesh axes.  What takes time at once with the others is a roof, see ``Op.roofs``; T_lower, attainable,
bound_by, threshold, bottlenecks and sweep take the largest of these (``times_core``).
The machine, second or as ``on=``, is a name, a ``Machine``, or None for symbols: ``C`` for the peak (FLOPs/s), ``W``
for the bandwidth of HBM (bytes/s), ``W_ici`` for that of another link.  An operation with a size called C or W keeps
it: the machine's symbols are then ``C_bf16`` and ``W_hbm``.

>>> from symroof.model.ops import op
>>> T_lower(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"))
Max((2*B*D + 2*B*F + 2*D*F)/W, 2*B*D*F/C)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, final, overload

from symroof.algebra.interop.door import core, extremum, to_sympy
from symroof.algebra.ratios.posynomial import Number, Ratio, build, exact, gen, ratio, total
from symroof.algebra.signs.constant import constant_sign
from symroof.arrays import refuse_twice, tied
from symroof.errors import Inconclusive, SymroofError, UnknownResource
from symroof.keywords import sized
from symroof.likes import ExprLike, SizeLike
from symroof.machines import Machine, MachineLike, the_one
from symroof.machines import machine as find_machine
from symroof.model.collectives import Collective, collective, link_bandwidth
from symroof.model.facts import NOTHING
from symroof.model.given import amount, refuse_strange
from symroof.model.ops import Op, an_op, bound_to
from symroof.model.rates import bind, ties, unused
from symroof.records import dataclass
from symroof.shown import visible
from symroof.symbols import resolved

if TYPE_CHECKING:
    from sympy import Expr

    from symroof.model.plan import Step


def link_symbol(link: str) -> str:
    """The bandwidth's symbol: W for HBM, W_ici for the link called ici."""
    return "W" if link == "hbm" else f"W_{link}"


def peak_symbol(dtype: str, among: Mapping[str, object]) -> str:
    """The peak's symbol: C, or C_int8 when the operation works in several dtypes."""
    return "C" if len(among) == 1 else f"C_{dtype}"


def peak_name(op: Op, dtype: str) -> str:
    """The peak's symbol beside an operation's own: C, or C_bf16 where C is one of its sizes.

    >>> from symroof.model.ops import op
    >>> peak_name(op("bf16[B, C] * bf16[C, F] -> bf16[B, F]"), "bf16")
    'C_bf16'
    """
    return _unused(op, peak_symbol(dtype, op.work), f"C_{dtype}", f"the peak of {dtype} in FLOPs/s")


def link_name(op: Op, link: str) -> str:
    """The bandwidth's symbol beside an operation's own: W, or W_hbm where W is one of its sizes.

    The links of one mesh axis, "ici_X", are of one sort with the others: W_ici.
    """
    sort = op.link_of(link)
    return _unused(op, link_symbol(sort), f"W_{sort}", f"the bandwidth of {sort} in bytes/s")


def _unused(op: Op, usual: str, longer: str, what: str) -> str:
    """The first name that is not a symbol of the operation: one symbol must not mean two things."""
    formulas = (*op.work.values(), *op.exact_work.values(), *op.loads.values(), *op.stores.values())
    return unused({*op.dims, *(n for r in formulas for n in r.names)}, usual, longer, what)


def peak_core(op: Op, dtype: str, on: MachineLike | None) -> Ratio:
    """Peak FLOPs/s of a dtype on a machine, or its symbol."""
    if on is None:
        return gen(peak_name(op, dtype))
    chip = find_machine(on)
    if dtype in op.widths:
        lists = f"{chip.name} lists peaks by format"
        raise UnknownResource(f"the arrays have {dtype} bytes an entry, and {lists}; write one in place of <{dtype}>, "
                              "as in bf16[B, D], or leave it out and say one for all, as in dtype='bf16', or ask "
                              "without a machine, where the peak is a symbol")  # fmt: skip
    return ratio(chip.peak(dtype, op.unit))


def at_most(op: Op, on: MachineLike | None, exact: bool | None = None) -> list[tuple[Ratio, Ratio]]:
    """Work over peaks where nothing overlaps: that of each unit at its own, for T_upper.

    >>> from symroof.model.ops import op
    >>> at_most(op("exp(bf16[N]); bf16[N] * bf16[N] -> bf16[1]"), "TPU v5e")
    [(N, 6144000000000), (2*N, 197000000000000)]
    """
    if on is None:
        return [(w, peak_core(op, d, on)) for d, w in op.work_core(exact).items()]
    found: dict[Ratio, Ratio] = {}
    chip = find_machine(on)
    for unit, work in op.by_unit(op.exact if exact is None else exact):
        for d, w in work.items():
            if d != "vector" or chip.vector is not None or d in op.work:
                peak = ratio(chip.peak(d, unit))
                found[peak] = found[peak] + w if peak in found else w
    return [(w, peak) for peak, w in found.items()]


def bandwidth_core(op: Op, link: str, on: MachineLike | None) -> Ratio:
    """Bytes/s of a link on a machine, or its symbol."""
    if on is None:
        return gen(link_name(op, link))
    chip, sort = find_machine(on), op.link_of(link)
    if sort in {*op.loads, *op.stores}:
        return ratio(chip.bandwidth(sort))
    networks = [s.cost.network for part in (op.steps or (op,)) if part.plan is not None for s in part.plan.steps]
    return ratio(link_bandwidth(chip, sort, f", over which {op.plan} goes" if op.plan is not None else "", networks))


def rates(op: Op, chip: Machine) -> tuple[tuple[str, Fraction, str], ...]:
    """A machine's rates by the symbols they have in an operation, with units; C/W where there is one peak and one link.

    >>> from symroof.machines import machine
    >>> from symroof.model.ops import op
    >>> rates(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), machine("TPU v5e"))[2]
    ('C/W', Fraction(9850, 41), 'FLOPs/byte')
    """
    found = {peak_name(op, d): (chip.peak(d, op.unit), "FLOPs/s") for d in op.work}
    for x in op.traffic:
        rate = bandwidth_core(op, x, chip).constant()
        if rate is not None:
            found[link_name(op, x)] = Fraction(rate), "bytes/s"
    if len(op.work) == 1 and len(found) == 2:
        (c, (peak, _)), (w, (rate, _)) = found.items()
        found[f"{c}/{w}"] = peak / rate, "FLOPs/byte"
    return tuple((name, v, unit) for name, (v, unit) in found.items())


Quotients = dict[str, list[tuple[Ratio, Ratio]]]


def quotients_core(
    op: Op, on: MachineLike | None = None, sizes: Mapping[str, Number] | None = None, *, exact: bool | None = None
) -> tuple[Quotients, tuple[str, ...]]:
    """Amounts over rates for "math" and every link that carries traffic, and what was put otherwise, in words.

    Where a machine's time per hop sets that of a collective, which takes numbers, hops over hops/s stand for its bytes.
    """
    work = {d: w for d, w in op.work_core(exact).items() if w != 0 or d not in op.widths}
    moved, notes = _moved(op, on, sizes)
    return {"math": [(w, peak_core(op, d, on)) for d, w in work.items()], **moved}, notes


def _moved(
    op: Op, on: MachineLike | None, sizes: Mapping[str, Number] | None = None
) -> tuple[Quotients, tuple[str, ...]]:
    """The same without arithmetic, for which no peak has to be known."""
    out: Quotients = {}
    notes = _moving(op, on, sizes or {}, "", out)
    return out, tuple(notes)


def upper_core(
    op: Op, on: MachineLike | None = None, sizes: Mapping[str, Number] | None = None, *, exact: bool | None = None
) -> Quotients:
    """Amounts over rates where nothing overlaps: each collective once, whatever axes it goes over, by sort of link.

    >>> from symroof.model.ops import op
    >>> text = "bf16 A[I_X, J] * bf16 B[J, K_Y] -> bf16 C[I, K]; mesh X=4 Y=4"
    >>> both = op(text, overlap="max", plan="AllGather_XY C")
    >>> [list(found) for found in (quotients_core(both)[0], upper_core(both))]
    [['math', 'hbm', 'ici_X', 'ici_Y'], ['math', 'hbm', 'ici']]
    """
    out: Quotients = {"math": at_most(op, on, exact)}
    _moving(op, on, sizes or {}, "sum", out)
    return out


def _moving(op: Op, on: MachineLike | None, sizes: Mapping[str, Number], overlap: str, out: Quotients) -> list[str]:
    """Puts bytes over bandwidths into the quotients, by the keys of a device's traffic or of what is sent apart."""
    op.refuse_mixed()
    for link, b in (op.apart if overlap == "sum" else op.traffic).items():
        if b != 0:
            out[link] = [(b, bandwidth_core(op, link, on))]
    hops = {} if on is None else find_machine(on).hops
    return [note for part in (op.steps or (op,)) for note in _latencies(part, on, hops, sizes, overlap, out)]


def _latencies(
    part: Op, on: MachineLike | None, hops: Mapping[str, Fraction], sizes: Mapping[str, Number], overlap: str,
    out: Quotients,
) -> list[str]:  # fmt: skip
    """Puts the hops of the steps that latency sets into the quotients, and says so."""
    notes = []
    for s, c, hop in _timed(part, on, hops):
        byte_time, hop_time = (r.subs(sizes).constant() for r in (c.bandwidth_core, c.floor_core))
        if byte_time is None or hop_time is None:
            notes.append(f"the time of {s} counts its bytes; where {_set_by_hops(c, hop, sizes)}")
        elif Fraction(hop_time) > Fraction(byte_time):
            how = f"{c.hops} hops of {float(hop):.3g} s, its bytes {float(byte_time):.3g} s"
            notes.append(f"{s} is set by latency at these sizes: {float(hop_time):.3g} s for {how}")
            for lane, load in s.sends(overlap or part.overlap):  # a collective over two axes takes its hops on both
                (sent, rate), *others = out[lane]
                out[lane] = [(sent - load, rate), *others, (c.hops, ratio(1 / hop))]
    return notes


def _timed(
    part: Op, on: MachineLike | None, hops: Mapping[str, Fraction]
) -> Iterator[tuple[Step, Collective, Fraction]]:
    """The steps of a plan over links whose time per hop the machine lists, as collectives, with that time."""
    for s in part.plan.steps if part.plan is not None else ():
        if set(s.cost.network.links) & set(hops):
            hop = max(hops[x] for x in s.cost.network.links if x in hops)
            yield s, collective(s.cost.name, s.cost.volume, s.cost.network, on=on, hop=hop), hop


def _set_by_hops(c: Collective, hop: Fraction, sizes: Mapping[str, Number]) -> str:
    """Below how many bytes the hops of a collective take longer than these."""
    volume, below = (_short(r.subs(sizes)) for r in (c.volume, c.latency_bytes_core))
    return f"{volume} < {below} bytes, latency sets it: {c.hops} hops of {float(hop):.3g} s"


def by_bandwidth(op: Op, on: MachineLike, links: Collection[str], settled: bool = True) -> list[str]:
    """What an answer says whose collectives over these links count bytes alone, on a machine that lists hops.

    Not settled: of those alone whose sizes are open, where the hops of the others are in the times.
    """
    hops = find_machine(on).hops
    notes = []
    for s, c, hop in (found for part in op.steps or (op,) for found in _timed(part, on, hops)):
        gap = (c.bandwidth_core - c.floor_core).constant()
        open_or_short = gap is None or (settled and gap < 0)
        if open_or_short and {*s.lanes, *s.cost.network.links} & set(links):
            where = _set_by_hops(c, hop, {})
            notes.append(f"{s} by bandwidth; latency of hops is not counted: where {where}")
    return notes


def timed_core(op: Op, on: MachineLike) -> dict[str, Ratio]:
    """The times of ``times_core`` where sizes are open: hops count where they take longer than the bytes."""
    times, hops = times_core(op, on), {} if on is None else find_machine(on).hops
    sent = [(s.sends(part.overlap), c) for part in op.steps or (op,) for s, c, _ in _timed(part, on, hops)]
    for lanes, c in sent:
        if (c.bandwidth_core - c.floor_core).constant() is not None:  # numbers are settled
            continue
        more = build("if<", [c.bandwidth_core, c.floor_core, c.floor_core - c.bandwidth_core, ratio(0)])
        for name in (name for name, links in op.roofs.items() if {*dict(lanes)} & {*links}):
            times[name] = times[name] + more
    return times


def _short(r: Ratio) -> str:
    value = r.constant()
    return str(r) if value is None else f"{float(value):.4g}"


def times_core(op: Op, on: MachineLike | None = None, sizes: Mapping[str, Number] | None = None) -> dict[str, Ratio]:
    """Seconds spent on each resource: "math" and every roof of what moves bytes, all of which go on at once."""
    found = _by_roof(op, quotients_core(op, on, sizes)[0])
    return {name: total(a / r for a, r in parts) for name, parts in found.items()}


def _by_roof(op: Op, found: Quotients) -> Quotients:
    """Amounts over rates of arithmetic and of each roof: of links that follow one another added."""
    return {"math": found["math"]} | {name: [p for x in links for p in found[x]] for name, links in op.roofs.items()}


def entered(
    op: Op | str, sizes: Mapping[str, object], symbols: Callable[[Op], Iterable[str]]
) -> tuple[Op, dict[str, Number]]:
    """The one gate of sizes given to a question: the operation at them, and numbers for what is no size of it.

    ``symbols`` are what the question's formulas have beside the sizes, such as rates, of the operation as it then is.

    >>> from symroof.model.ops import op
    >>> there, rest = entered(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), {"B": 8, "W": "1e9"}, lambda o: ["C", "W"])
    >>> there.flops, rest
    (16*D*F, {'W': 1000000000})

    Raises NotationError for a size bound otherwise before, by a number or by a tie, and for one that does not divide
    over its axes; SymroofError for a symbol that is not there.
    """
    o = an_op(op)
    found = ties(sizes)
    o = o.at(**found) if found else o
    bound = bind({n: v for n, v in sizes.items() if n not in found}, o.width_keys)
    own = {*o.dims, *dict(o.mesh), *tied(o.sizes)}
    bound = dict(resolved(bound, own))  # T of a traced program is a size
    dims = {n: v for n, v in bound.items() if n in own}
    rest = {n: v for n, v in bound.items() if n not in own}
    if rest:
        refuse_strange(rest, {*own, *symbols(o)}, "this operation")
    return (o.at(**dims) if dims else o), rest


def asked(op: Op | str, on: MachineLike | None, sizes: Mapping[str, object]) -> tuple[Op, dict[str, Number]]:
    """The operation at the sizes given, and the rates among them; SymroofError for a symbol that is not there."""
    return entered(op, sizes, lambda o: [n for r in times_core(o, on).values() for n in r.names])


def _sum(parts: Iterable[tuple[Ratio, Ratio]], rates: Mapping[str, Number]) -> Expr:
    """A time as a SymPy expression, amounts over rates as the book prints them."""
    from sympy import Add

    return Add(*(to_sympy(a.subs(rates)) / to_sympy(r.subs(rates)) for a, r in parts))


def refuse_open_plan(o: Op, what: str) -> None:
    """Raises Inconclusive where open sizes decide on the plan: what one plan takes at least is no bound of another.

    >>> from symroof.model.ops import op
    >>> T_lower(op("bf16 A[I, J_X] * bf16 B[J, K] -> bf16 C[I, K]", mesh="X=4"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    symroof.errors.Inconclusive: T_lower depends on the plan: AllGather_X A, and by J, K another; give numbers...
    """
    if o.depends_on:
        plans = [str(s.choice.plan) for s in (o.steps or (o,)) if s.choice is not None and s.choice.depends_on]
        raise Inconclusive(
            f"{what} depends on the plan: {'; '.join(plans)}, and by {', '.join(o.depends_on)} another; "
            f'give numbers for these, or name the plan, as in plan="{plans[0]}"'
        )


def _reached(op: Op | str, on: MachineLike | None, sizes: Mapping[str, object], eta: Number = 1) -> Expr:
    """FLOPs over each time, the least of them; arithmetic at a fraction of its peak."""
    o, rates = asked(op, on, sizes)
    refuse_open_plan(o, "attainable")
    flops, times = o.work_core().sum, times_core(o, on)
    if flops == 0 and not any(r != 0 for r in times.values()):
        raise SymroofError(f"{o.text} does no FLOPs and moves nothing, so it has no FLOPs/s")
    times["math"] = times["math"] / eta
    return extremum("min", [to_sympy((flops / r).subs(rates)) for r in times.values() if r != 0 or flops != 0])


@sized
def T_math(
    op: Op | str, machine: MachineLike | None = None, *, on: MachineLike | None = None, **sizes: SizeLike
) -> Expr:
    """Seconds of arithmetic: FLOPs over peak FLOPs/s, added over dtypes; sizes given are put in, here and below.

    >>> from symroof.model.ops import op
    >>> T_math(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"))
    2*B*D*F/C
    """
    o, rates = asked(op, on := the_one(machine, on), sizes)
    return _sum(quotients_core(o, on)[0]["math"], rates)


@sized
def T_comms(
    op: Op | str,
    machine: MachineLike | None = None,
    link: str | None = None,
    *,
    on: MachineLike | None = None,
    **sizes: SizeLike,
) -> Expr:
    """Seconds of moving bytes: bytes over bandwidth; of one link, or the sum over the links that carry traffic.

    Of a sharded operation with overlap="max" mesh axes communicate at once: in place of their sum the longest counts.

    A collective whose sizes are numbers takes no less than its hops, on a machine that lists their time.  While its
    sizes are open its bytes alone are counted, here and in T_lower and T_upper: numbers put into the expression later
    leave the hops out, and are for mesh axes as the operation's ``.assumptions`` say (rings of 3 and more, 2 devices
    on each of several axes).  Sizes given here, or to ``op``, count exactly.

    >>> o = "bf16 A[I, J_X] * bf16 B[J_X, K] -> bf16 C[I, K]; mesh X=4"
    >>> T_comms(o, "TPU v5e", link="ici"), T_comms(o, "TPU v5e", link="ici", I=128, K=128)
    (I*K/30000000000, 1/250000)

    >>> from symroof.model.ops import op
    >>> T_comms(op("bf16[N] * bf16[N] -> bf16[1]"), "TPU v5e")
    N/205000000000 + 1/410000000000
    """
    on = the_one(machine, on)
    o, rates = entered(op, sizes, lambda o: _rates_of(o, on))
    found = _moved(o, on)[0]
    if link is None:
        from sympy import Add

        own, sent = moving(o)
        network = [_sum((p for x in o.roofs[name] for p in found[x]), rates) for name in sent]
        return Add(*(_sum(found[x], rates) for x in own), extremum("max", network) if network else 0)
    links = {**{x: (x,) for x in found}, **o.roofs}  # what bound_by answers may be asked about too
    if link not in links:
        raise SymroofError(f"this operation moves nothing over {link!r}; its links: {', '.join(links) or 'none'}")
    return _sum((p for x in links[link] for p in found[x]), rates)


def _rates_of(o: Op, on: MachineLike | None) -> set[str]:
    """The symbols that a time of moving bytes has; without a machine those of arithmetic may be given as well."""
    if on is None:
        return {n for r in times_core(o).values() for n in r.names}
    return {n for pairs in _moved(o, on)[0].values() for pair in pairs for r in pair for n in r.names}


def moving(o: Op) -> tuple[list[str], list[str]]:
    """The roofs of what moves bytes: a device's own links, and its network's, the longest of which is its time."""
    sent = o.sent_over("sum", "max")
    network = [name for name, links in o.roofs.items() if {*links} & sent]
    return [name for name in o.roofs if name not in network], network


@sized
def T_lower(
    op: Op | str, machine: MachineLike | None = None, *, on: MachineLike | None = None, **sizes: SizeLike
) -> Expr:
    """Seconds at least: the longest of the times, as if arithmetic, HBM and network overlapped perfectly.

    Communications of a sharded operation add up, over links of several sorts too, unless it has overlap="max".

    Raises Inconclusive, as ``attainable`` does, while open sizes decide which plan is taken.

    >>> from symroof import op
    >>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    >>> T_lower(matmul, "TPU v5e", B=1)
    Max(D*F/98500000000000, D*F/410000000000 + D/410000000000 + F/410000000000)
    >>> T_lower("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v5e", B=256, D=4096, F=4096)
    18432/400390625
    """
    o, rates = asked(op, on := the_one(machine, on), sizes)
    roofs = _by_roof(o, quotients_core(o, on)[0])
    refuse_open_plan(o, "T_lower")
    return extremum("max", [_sum(parts, rates) for parts in roofs.values()])


@sized
def T_upper(
    op: Op | str, machine: MachineLike | None = None, *, on: MachineLike | None = None, **sizes: SizeLike
) -> Expr:
    """Seconds at most: the sum of the times, as if nothing overlapped, the units of a chip neither.

    On a machine that lists the peak of its vector unit, elementwise work of a sequence or of a traced program beside
    products is added at that peak; in T_math and T_lower, which units may share, it is no more than other FLOPs.

    >>> from symroof import op
    >>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    >>> T_upper(matmul)
    2*B*D*F/C + (2*B*D + 2*B*F + 2*D*F)/W
    >>> T_upper(matmul, on="TPU v5e", B=256, D=4096, F=4096)
    176760832/1971923828125
    """
    o, rates = asked(op, on := the_one(machine, on), sizes)
    return _sum((p for parts in upper_core(o, on).values() for p in parts), rates)


@sized
def attainable(
    op: Op | str, machine: MachineLike | None = None, *, on: MachineLike | None = None, **sizes: SizeLike
) -> Expr:
    """FLOPs/s at best: FLOPs / T_lower, which is min(C, W * intensity) where one dtype and one link are used.

    >>> from symroof.model.ops import op
    >>> attainable(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"))
    Min(C, B*D*F*W/(B*D + B*F + D*F))
    >>> attainable(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), on="TPU v5e", B=512, D=4096, F=4096)
    197000000000000
    """
    return _reached(op, the_one(machine, on), sizes)


@sized
def bound_by(
    op: Op | str, machine: MachineLike | None = None, *, on: MachineLike | None = None, **sizes: SizeLike
) -> str:
    """Which resource takes longest at the given sizes: "math" or a link's name; ties go to "math".

    "nothing" where all of them take no time, as of a collective over one device; see ``Collective.bound_by``.
    Links that follow one another are one resource, called by all their names, as "ici+nvlink"; see ``Op.roofs``.

    Raises Inconclusive while the answer depends on a size that has no number.

    >>> from symroof.model.ops import op
    >>> bound_by(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), on="TPU v5e", B=8, D=4096, F=4096)
    'hbm'
    """
    on = the_one(machine, on)
    there, bound = asked(op, on, sizes)
    found = times_core(there, on)
    times = {name: r.subs(bound) for name, r in found.items()}
    left = sorted({n for r in times.values() for n in r.names})
    if len(times) > 1 and left:
        times = {name: r / times["math"] for name, r in times.items()}
        if any(r.names for r in times.values()):
            raise Inconclusive(
                f"which resource binds depends on {', '.join(left)}; give a number for each, as in "
                f"bound_by(op, machine, {left[0]}=4096)"
            )
    longest = next(iter(times))
    for name, r in times.items():
        if constant_sign(r - times[longest]) >= (name != "math"):  # of logarithms too, as of an fft
            longest = name
    return longest if any(r != 0 for r in times.values()) else NOTHING


def at_sizes(op: Op, sizes: Mapping[str, Number]) -> Op:
    """The operation under a mesh as it is at these sizes: other plans, other rings; elsewhere the operation itself.

    Raises NotationError for a size that does not divide over its axes, or that has another number or a tie.
    """
    refuse_twice(sizes, dict(op.sizes))
    own = {*op.dims, *dict(op.mesh), *tied(op.sizes)} - set(dict(op.sizes))
    given = resolved(sizes, own)
    whole = {n: int(v) for n, v in given.items() if n in own and Fraction(v).denominator == 1}
    if not whole or not (op.mesh or op.held_conditions):
        return op
    return bound_to(op, whole) if type(op) is Op else op.at(**whole)  # traced programs bind their sizes themselves


@sized
def achieved(op: Op | str, machine: MachineLike | None, seconds: ExprLike | str, **sizes: SizeLike) -> Expr:
    """The fraction of peak that a measured time amounts to: T_math / measured, in seconds or as text such as "1.5 ms".

    >>> from symroof import op
    >>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    >>> achieved(matmul.at(B=512, D=4096, F=4096), "TPU v5e", "150 us").round(3)
    0.581

    Raises SymroofError for a time that is not above 0.
    """
    measured = amount(seconds, "seconds", zero=True, unit="s")
    value = measured.constant()
    if value is not None and value <= 0:
        raise SymroofError(f"{value} s: a measured time is above 0, as in achieved(op, machine, 2e-3)")
    o, rates = asked(op, machine, sizes)
    return to_sympy((times_core(o, machine)["math"] / measured).subs(rates))


@sized
def sustained(
    op: Op | str,
    machine: MachineLike | None = None,
    efficiency: SizeLike = 1,
    *,
    on: MachineLike | None = None,
    **sizes: SizeLike,
) -> Expr:
    """FLOPs/s at best when arithmetic reaches only a fraction of peak, an explicit number in (0, 1].

    The book's footnote quotes 80-85 % for H100 and B200 and about 95 % for TPUs; bandwidth is not reduced.

    >>> from symroof.model.ops import op
    >>> sustained(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), efficiency="0.95")
    Min(19*C/20, B*D*F*W/(B*D + B*F + D*F))
    >>> sustained("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="H100", efficiency="0.8", B=8192, D=8192, F=8192)
    791200000000000
    """
    eta = core(efficiency).constant() if isinstance(efficiency, str) else exact(efficiency)  # "80%" too
    if eta is None or not 0 < eta <= 1:
        raise SymroofError(f"efficiency={efficiency}: must lie in (0, 1], as in 0.95")
    return _reached(op, the_one(machine, on), sizes, eta)


@visible
@final
@dataclass(frozen=True)
class Fit:
    """Whether an operation's arrays fit a memory: bytes needed, bytes there, and the answer (None: still symbolic).

    ``notes`` say for which sizes that holds, where a traced program's counts hold for some only, and of which plan,
    where open sizes decide which is taken.
    Its truth value is the answer, as in ``assert fits(...)``; while it is symbolic there is none.

    >>> bool(fits("relu(bf16[B, D]) -> bf16[B, D]", on="H100", B=10**6, D=10**6))
    False
    """

    needed: Expr
    capacity: Fraction
    fits: bool | None
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        if self.fits is None:
            left = ", ".join(sorted(map(str, self.needed.free_symbols)))
            raise Inconclusive(
                f"{self}: that depends on {left}; give a number for each, or ask for .fits, which is None here"
            )
        return self.fits

    def __str__(self) -> str:
        word = {True: "fits", False: "does not fit", None: "fits if"}[self.fits]
        told = f": {self.needed} bytes of" if self.fits is not None else f" {self.needed} <="
        return "; ".join((f"{word}{told} {self.capacity}", *self.notes))

    __repr__ = __str__


@overload
def fits(op: Op | str, machine: MachineLike, *, on: None = None, **sizes: SizeLike) -> Fit: ...
@overload
def fits(op: Op | str, machine: None = None, *, on: MachineLike, **sizes: SizeLike) -> Fit: ...
@sized
def fits(op: Op | str, machine: MachineLike | None = None, *, on: MachineLike | None = None, **sizes: SizeLike) -> Fit:
    """The third limit: do all of the operation's arrays fit the machine's memory at once, on one device of a mesh?

    What its plan gathers stands beside the parts that devices keep; an array that is named twice is there once, one
    without a name is an array of its own.  While open sizes decide on the plan, the bytes are those of the plan named:
    numbers given here take the plan that they make the cheapest, numbers put into ``needed`` later keep this one.

    >>> from symroof.model.ops import op
    >>> fits(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), on="TPU v5e", B=1, D=2**17, F=2**17).fits
    False
    """
    chosen = the_one(machine, on)
    there, rest = entered(op, sizes, lambda o: o.held.names)
    if chosen is None:
        raise SymroofError('whether it fits is asked of a machine; name one, as in fits(op, "TPU v5e")')
    chip = find_machine(chosen)
    if not chip.capacity:
        raise SymroofError(f"{chip.name} lists no memory capacity; give one, as in Machine(capacity=...)")
    needed = there.held.subs(rest)
    value = needed.constant()
    answer = None if value is None else value <= chip.capacity
    counted = f"the counts hold for {', '.join(there.held_conditions)} only" if there.held_conditions else ""
    notes = tuple(filter(None, (counted, there.plan_note())))
    return Fit(to_sympy(needed), Fraction(chip.capacity), answer, notes)

"""A strategy is the list of collectives that makes a sharded matmul valid; here are those that a search leaves.

| case | contracting dim, other dims | what makes it valid |
|---|---|---|
| 1 | not cut, no axis shared | nothing |
| 2 | cut in one operand | AllGather that operand, or cut the other too and add up |
| 3 | cut alike in both | multiply the parts, then AllReduce or ReduceScatter |
| 4 | one axis cuts a kept dim of both | AllGather one of the two |

>>> plans = strategies("A[I_X, J] * B[J, K_X] -> C[I, K_X]", mesh="X", dtype="bf16")
>>> plans.case, [str(p) for p in plans.plans]
(4, ['AllGather_X A', 'AllGather_X B, AllToAll_X C'])
>>> print(strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X", dtype="bf16").cheaper("AllGather_X A", "J"))
J < K
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any, final

from symroof import dtypes
from symroof.algebra.ratios.posynomial import Gen, Number, Ratio, gen, ratio
from symroof.algebra.ratios.posynomial import product as times
from symroof.algebra.ratios.sizes import Cuts
from symroof.algebra.regions.region import crossing
from symroof.arrays import Array, Axes, refuse_twice
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.keywords import fitting, told
from symroof.likes import SizeLike, Symbolic
from symroof.machines import MachineLike, machine
from symroof.model import search
from symroof.model.collectives import ring, ring_notes
from symroof.model.counting import local_sizes, multiplied
from symroof.model.dominance import less, weighed
from symroof.model.given import refuse_strange
from symroof.model.layout import Over, axes_of, really_cut
from symroof.model.plan import Plan, together
from symroof.model.rates import bind, peak_and_bandwidth
from symroof.model.reshard import carried_sums, names_of, resharded
from symroof.reading import notation
from symroof.reading.notation import decompose
from symroof.shown import visible

if TYPE_CHECKING:
    from symroof.algebra.regions.region import Threshold
    from symroof.model.ops import Op

CASES: Mapping[int, str] = {
    0: "no product of two arrays: what is sharded otherwise than it arises, or than the others, is sent",
    1: "the contracting dim is not cut and no mesh axis is shared: no communication",
    2: "the contracting dim is cut in one operand only, or in each by other axes",
    3: "the contracting dim is cut alike in both operands: every device holds a partial sum",
    4: "kept dims of the operands conflict: one mesh axis cuts two, or one dim of both is cut in two ways",
}


@visible
@final
@dataclass(frozen=True)
class Strategies:
    """The case of a sharded matmul and the plans that make it valid, none of them beaten in all respects."""

    text: str
    case: int
    plans: tuple[Plan, ...]
    contracted: Axes = ()

    @property
    def why(self) -> str:
        """The case in words."""
        return CASES[self.case]

    @property
    def head(self) -> str:
        """What stands before its plans, wherever they are shown."""
        return f"case {self.case}, {self.why}"

    def plan(self, name: str) -> Plan:
        """The plan that is written so.  Raises SymroofError listing the plans there are."""
        for p in self.plans:
            if str(p) == name:
                return p
        raise SymroofError(f"no plan {name!r}; there are: {'; '.join(map(str, self.plans))}")

    def cheaper(self, name: str, unknown: Symbolic | str, *, of: str = "comms", exact: bool | None = None) -> Threshold:
        """For which values of a symbol this plan beats the only other one, see the function ``cheaper``.

        ``of="comms"`` compares communication, ``of="time"`` the longer of communication and arithmetic, ``of="lower"``
        and ``of="upper"`` T_lower and T_upper, HBM included.
        """
        mine = self.plan(name)
        others = [p for p in self.plans if p is not mine]
        if len(others) != 1:
            raise SymroofError(f"{len(others)} other plans; compare two at a time with cheaper(plan, other, unknown)")
        return cheaper(mine, others[0], unknown, of=of, exact=exact)

    @property
    def rule(self) -> tuple[Plan, Threshold] | None:
        """Of two plans, one and the condition under which it sends less, see ``cheaper``; None unless there are two.

        It is about bytes: a time per hop does not count here.

        >>> strategies("A[I_X, J] * B[J, K] -> C[I, K]", mesh="X", dtype="bf16").rule
        (AllGather_X A, J < K)
        """
        if len(self.plans) != 2:
            return None
        mine, other = map(_without_hops, self.plans)
        left, right = (p.comms_core if _is_exact(None, (mine, other)) else p.leading_core for p in (mine, other))
        names = tuple(map(str, (left / right).names)) if left != 0 and right != 0 else ()
        order = [d for d in self.contracted if d in names] + [n for n in names if n not in self.contracted]
        return (self.plans[0], cheaper(mine, other, order[0])) if order else None

    def best(self, /, of: str = "comms", **sizes: object) -> Plan:
        """The cheapest plan at these numbers; ties go to the first.

        Raises Inconclusive while a symbol decides, NotationError for a size that does not divide over its axes, or
        that has another number or a tie.
        """
        bound = bind(sizes, self.plans[0].moved.names)
        refuse_strange(bound, {n for p in self.plans for n in p.symbols}, "these plans")
        refuse_twice(bound, {n: v for p in self.plans for n, v in p.bound.items()})
        self.plans[0].cuts.check(bound)
        costs = [_seconds(_on_rings(p, bound), of, True).subs(bound) for p in self.plans]
        left = sorted({n for c in costs for n in c.names})
        values = [c.constant() for c in costs]
        if any(v is None for v in values):
            common = next((c for c in costs if c != 0), ratio(1))
            values = [(c / common).constant() for c in costs]
        if len(costs) > 1 and any(v is None for v in values):
            raise Inconclusive(f"which plan is cheapest depends on {', '.join(left)}; give a number for each")
        return min(zip(values, range(len(values)), self.plans), key=lambda t: (t[0] or 0, t[1]))[2]

    def __str__(self) -> str:
        return f"{self.head}: " + "; ".join(map(str, self.plans))

    __repr__ = __str__


@final
@dataclass(frozen=True)
class Choice:
    """The plan taken, the sizes with which another may be, and the plans that it is then."""

    plan: Plan
    depends_on: tuple[str, ...] = ()
    own: tuple[Plan, ...] = ()  # those that do the work as written
    others: tuple[Plan, ...] = ()
    rivals: tuple[Plan, ...] = ()  # those of the others that beat them somewhere
    rates: tuple[str, ...] = ()  # of links, by which another may send in less time
    work: Ratio | None = None  # as written, by which those were found


def as_written(o: Op) -> Ratio:
    """The work of one device on its own part, as the text says it without the axes of one device, which cut nothing.

    >>> from symroof import op
    >>> o = op("A[I_{YX}, J] * B[J, K] -> C[I_Y, K]", dtype="bf16", mesh="X=2 Y=1")
    >>> as_written(o), o.said[0].sum
    (I*J*K, 2*I*J*K)
    """
    if o.operator not in ("*", "+") or o.output is None or not any(n == 1 for _, n in o.mesh):
        return o.said[0].sum
    arrays, out = tuple(map(really_cut, o.arrays)), really_cut(o.output)
    cut = local_sizes(arrays, out, o.sizes)
    depth = times(cut[d] for d in o.contracted) if o.contracted else None
    return multiplied(times(cut[d] for d in out.dims), depth, len(arrays))[0]


def choice(plans: tuple[Plan, ...], work: Ratio) -> Choice:
    """Of plans that none beats everywhere, one that does the work as written, else any; the one that sends least.

    What sends as little for certain is settled by arithmetic, then by HBM; where sizes decide, the simplest stands for
    them and the sizes are told.
    """
    axes = {a for p in plans for s in p.steps for a in s.axes}
    own = tuple(p for p in plans if p.flops == work)
    others = tuple(q for q in plans if own and q.flops != work)
    needs = {id(p): search.busy(p) for p in plans} if others else {}
    rivals = tuple(q for q in others if all(_may_beat(needs[id(q)], needs[id(p)], axes) for p in own))
    taken, decide = _cheapest(own or plans, axes)
    decide |= {n for q in others for n in _as_much_at(q.flops / work)}
    pairs: list[tuple[Ratio, Ratio]] = []
    for p, q in product(own, rivals):
        mine, other = needs[id(p)], needs[id(q)]
        pairs += [(mine.get(k, ratio(0)), other.get(k, ratio(0))) for k in {*mine, *other}]
    return Choice(taken, tuple(sorted(decide | _deciding(pairs, axes))), own or plans, others, rivals, work=work)


def _as_much_at(share: Ratio) -> set[str]:
    """The symbol at a size of which one plan may do as much as another, where it alone decides: 2/Z is 1 for Z = 2.

    >>> Z = gen("Z")
    >>> [_as_much_at(r) for r in (2 / Z, Z / 2, 2 * Z, gen("Y") / Z)]
    [{'Z'}, {'Z'}, set(), set()]
    """
    mono = share.monomial()
    if mono is None or len(mono[0]) != 1:
        return set()
    ((name, power),) = mono[0].items()
    there = Fraction(mono[1]) if power < 0 else 1 / Fraction(mono[1]) if mono[1] else Fraction(0)
    return {str(name)} if there.denominator == 1 and there > 1 else set()


def _may_beat(mine: Mapping[str, Ratio], other: Mapping[str, Ratio], axes: set[str]) -> bool:
    """Whether there may be sizes at which one plan needs no more of anything than another, and less of something."""
    some = False
    for k in dict.fromkeys((*other, *mine)):
        more = mine.get(k, ratio(0)) - other.get(k, ratio(0))
        if weighed(more, axes).mark == "+":
            return False
        some = some or bool(more.num.terms)
    return some


def _cheapest(plans: tuple[Plan, ...], axes: set[str]) -> tuple[Plan, set[str]]:
    """The plan that sends least at all sizes, and nothing; or the simplest that none beats, and the sizes that decide.

    One that another beats at all sizes is left out first: with more numbers it would go, and what it decided with it.
    """
    left: list[Plan] = []
    for p in plans:
        if not any(search.no_dearer(q, p, axes) for q in left):
            left = [*(q for q in left if not search.no_dearer(p, q, axes)), p]
    return left[0], {n for p, q in combinations(left, 2) for n in search.parting(p, q, axes)}


def _deciding(pairs: list[tuple[Ratio, Ratio]], axes: set[str]) -> set[str]:
    """The symbols on which it hangs which of two amounts is larger, of some pair that is not settled."""
    found: set[str] = set()
    powers = {k: _powers(r) for k, r in {id(r): r for pair in pairs for r in pair}.items()}
    for a, b in pairs:
        one, other = powers[id(a)], powers[id(b)]
        differ = {g for g in {*one, *other} if one.get(g, 0) is None or one.get(g, 0) != other.get(g, 0)}
        inner = [(g,) if isinstance(g, str) else chain.from_iterable(x.names for x in g.args) for g in differ]
        if found.issuperset(map(str, chain.from_iterable(inner))):  # it can add nothing
            continue
        if weighed(a - b, axes).weak == "?":
            found |= set(map(str, (a / b).names))  # what both have has gone out
    return found


def _powers(r: Ratio) -> dict[Gen, Number | None]:
    """The power of each generator that all terms of an amount have, None where they differ."""
    if r.den.constant() != 1:
        return dict.fromkeys(r.gens)
    rows = [exps for exps, _ in r.num.monomials()]
    first = rows[0] if rows else {}
    return {g: first.get(g, 0) if all(e.get(g, 0) == first.get(g, 0) for e in rows) else None for g in r.gens}


@told
def cheaper(
    plan: Plan, other: Plan, unknown: Symbolic | str, *, of: str = "comms", exact: bool | None = None
) -> Threshold:
    """For which values of a symbol one plan beats the other.

    On a mesh of numbers the exact costs are compared.  While all axes are symbols it is the rule of textbooks, by
    leading terms for many devices, (n-1)/n taken for 1: a note says so, and how far each collective is then above its
    exact time, and ``.at(X=4)`` makes it exact.  ``exact`` asks for one or the other, whatever the mesh.

    The rule for X[B, D] W[D_X, F], adding up against gathering the weights, W counted both ways:

    >>> found = strategies(
    ...     "A[B, D] * V[D_X, F] -> Y[B, F]", mesh="X", dtype="bf16", links={"W": "W", "both_ways": True}
    ... )
    >>> rule = cheaper(found.plan("AllReduce_X Y"), found.plan("AllGather_X V"), "D", of="time")
    >>> print(rule, rule.at(X=4), *rule.notes, sep=chr(10))
    D > Min(2*C/W, 2*B)
    D > Min(2*B, 3*C/(2*W))
    by leading terms, many devices: 1/(X - 1) above the exact time of AllReduce_X Y, AllGather_X V; .at(X=2) is exact
    """
    for p in (plan, other):
        if not isinstance(p, Plan):
            raise SymroofError(f"{p!r:.80} is no plan; give two of strategies(...).plans")
    pair = plan, other
    exactly = _is_exact(exact, pair)
    mine, theirs = _parts(plan, of, exactly), _parts(other, of, exactly)
    axes = {a for p in pair for s in p.steps for a in s.axes}
    how, parts = "sum" if of == "upper" else "max", len(mine) + len(theirs)
    if how == "max":  # a part that is less than one of the other's decides nothing, on axes of two devices or more
        kept = [m for m in mine if not any(less(m, t, axes) for t in theirs)]
        theirs = [t for t in theirs if not any(less(t, m, axes) for m in mine)] or theirs
        mine = kept or mine
    made = crossing(together(theirs, how), together(mine, how), str(unknown))
    made = made.cut(plan.cuts).but(own=tuple(plan.sizes | other.sizes))
    again = partial(_cheaper_at, plan, other, unknown, of)
    open_ = _open_axes(pair) if len(mine) + len(theirs) < parts else set()
    rings = tuple(sorted({*plan.rings, *other.rings} | open_))
    if exactly:
        notes = ring_notes(rings, [s.cost for p in pair for s in p.steps], str(unknown))
        return replace(made, stays=(*made.stays, *notes), special=rings, again=again)
    left = _open_axes(pair) - {str(unknown)}
    known = tuple(sorted({*made.known, *left}))
    note = _leading_note(pair, of, rings, sorted(left))
    return replace(made, stays=(*made.stays, *note), special=tuple(sorted(left)), known=known, again=again)


def _without_hops(p: Plan) -> Plan:
    return replace(p, steps=tuple(replace(s, cost=replace(s.cost, hop=None)) for s in p.steps))


def _is_exact(asked: bool | None, plans: Sequence[Plan]) -> bool:
    """Whether exact costs are compared: as asked, else where the size of some axis that is used is a number."""
    if asked is not None:
        return asked
    sizes = [a.n for p in plans for s in p.steps for a in s.cost.network.axes]
    levels = [level.degree for p in plans for s in p.steps for level in s.cost.network.levels]
    return any(n.constant() is not None for n in (*sizes, *levels)) or not (sizes or levels)


def _open_axes(plans: Sequence[Plan]) -> set[str]:
    """The symbols among the sizes of the axes that collectives run over."""
    networks = [s.cost.network for p in plans for s in p.steps]
    return {str(n) for x in networks for r in (*(a.n for a in x.axes), *(v.degree for v in x.levels)) for n in r.names}


def _leading_note(plans: tuple[Plan, Plan], of: str, rings: Sequence[str], left: Sequence[str]) -> tuple[str, ...]:
    """That costs are compared by leading terms, and how far these are off; nothing where it makes no difference."""
    if of == "comms" and _all_alike(plans, rings):
        return ()
    off: dict[str, list[str]] = {}
    for s in {str(s): s for p in plans for s in p.steps}.values():
        error = s.cost.error_core
        if error != 0:
            off.setdefault(str(error), []).append(str(s))
    said = "; ".join(f"{error} above the exact time of {', '.join(names)}" for error, names in off.items())
    remedy = f".at({left[0]}=2) is exact" if left else "the exact rule is that of exact=True"
    return (f"by leading terms, many devices: {said or 'no rings of 2 or of odd size'}; {remedy}",)


def _all_alike(plans: tuple[Plan, Plan], rings: Sequence[str]) -> bool:
    """Whether leading and exact costs of two plans have one ratio, also on rings that have a formula of their own."""
    for sizes in [{}, *(dict(zip(rings, n)) for n in product((2, 3), repeat=len(rings)))]:
        (one, a), (other, b) = (
            (replace(p, cuts=Cuts()).at(**sizes).comms_core, p.leading_core.subs(sizes)) for p in plans
        )
        if other * a != b * one:
            return False
    return True


def _cheaper_at(plan: Plan, other: Plan, unknown: Symbolic | str, of: str, sizes: Mapping[str, Number]) -> Threshold:
    """The same on a mesh of these sizes; with a number for the unknown too the verdict alone."""
    there = plan.at(**sizes), other.at(**sizes)
    if str(unknown) not in sizes:
        return cheaper(*there, unknown, of=of, exact=True)
    mine, theirs = (_seconds(p, of, True) for p in there)
    return crossing(theirs, mine, str(unknown), settled=True)


def _on_rings(p: Plan, sizes: Mapping[str, Number]) -> Plan:
    """The plan on axes of these numbers, some of which have a formula of their own."""
    numbers = {n: v for n, v in sizes.items() if n in p.rings}
    return p.at(**numbers) if numbers else p


def _seconds(p: Plan, of: str, exact: bool) -> Ratio:
    return together(_parts(p, of, exact), "sum" if of == "upper" else "max")


def _parts(p: Plan, of: str, exact: bool) -> list[Ratio]:
    """The times whose largest (for "upper" whose sum) is compared."""
    comms = p.comms_core if exact else p.leading_core
    if of == "comms":
        return [comms]
    if of == "time":
        return [p.math_core, comms]
    if of == "lower":
        return [p.math_core, p.hbm_core, comms]
    if of == "upper":
        return [p.math_core, p.hbm_core, *(s.seconds(not exact) for s in p.steps)]
    raise SymroofError(f'of={of!r}; say "comms", "time" (without HBM), "lower" or "upper"')


@fitting
def strategies(
    text: str,
    *,
    mesh: str,
    dtype: object = None,
    over: Over = ring,
    on: MachineLike | None = None,
    overlap: str = "sum",
    links: Mapping[str, Any] | None = None,
    **sizes: SizeLike,
) -> Strategies:
    """The case of ``A[...] * B[...] -> C[...]`` and every plan that no other of those searched beats.

    Searched: AllGathers of an operand, an AllToAll to where the result wants an axis (docs/sharding.md says how far).
    ``over`` makes the network of a mesh axis from its size: ``ring`` (both ways), ``line``, ``switch`` or a function; a
    mapping by axis where they differ; or both as text, "line", "switch:nvlink", "X=ring Y=line".  ``links`` are options
    of the collectives (W, both_ways, hop).  Without an output the result may stay cut as the operands leave it, partial
    sums added.

    Raises NotationError for contradictory shardings and sizes that do not divide.

    >>> for plan in strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X", dtype="bf16").plans:
    ...     print(plan)
    AllReduce_X C
    AllGather_X A, AllGather_X B
    """
    together((), overlap)  # refuses a word it does not know
    bound = {n: notation.size_or_tie(n, v) for n, v in sizes.items()}
    axes = notation.mesh_of(mesh)
    for n, k in axes:
        if k is not None and bound.setdefault(n, k) != k:
            raise SymroofError(f"{n} is bound twice: {k} by the mesh and {bound[n]}")
    width = None if dtype is None else dtypes.dtype(dtype)
    read = notation.read(text, width, axes, tuple(sorted(bound.items())))
    if read.operator != "*" or len(read.inputs) != 2:
        raise Unsupported(f"strategies are known for a product of two arrays, not for {text!r}")
    a, b = read.inputs
    for n, v in sizes.items():
        notation.check_beside(n, v, {*a.dims, *b.dims, *dict(axes), *sizes})
    inner = read.contracted or tuple(d for d in a.dims if d in b.dims)
    out = read.output or Array(a.dtype, tuple(d for d in (*a.dims, *b.dims) if d not in inner), sizes=a.sizes)
    work = dtypes.compute((a.dtype, b.dtype)).name
    t = _task((a, b, out), inner, work, _Wires(over, overlap, on, links), free=read.output is None)
    return Strategies(text, _case(t), search.plans(t), tuple(t.inner))


def of(o: Op, *, on: MachineLike | None = None, links: Mapping[str, Any] | None = None) -> Strategies:
    """The plans of an operation under a mesh, with its own network and overlap; one of a function or a collective.

    Raises Unsupported for functions whose sharding has no rule.
    """
    if o.output is None:
        raise Unsupported(f"{o.text!r} was given by its totals, so its arrays are unknown; write it as notation")
    t = _task_of(o, on, links)
    if t is not None:
        return Strategies(o.text, _case(t), search.plans(t), tuple(t.inner))
    ((_, flops),) = o.said[0].items()
    rates = _rates(on, _charged(o, on), _names(*o.arrays, o.output)) if flops != 0 else (gen("C"), None)
    return Strategies(o.text, 0, (resharded(o, o.network or ring, _options(on, links), rates),))


def priced(o: Op, on: MachineLike | None) -> tuple[Strategies, Plan]:
    """The plans of an operation under a mesh, and the one it has, at the rates of a machine, its times per hop too.

    Over one sort of link the rates change nothing about which plan another beats; over several it is asked anew, unless
    hops count: one that sends more may take fewer of them.
    """
    every, plan = o.plans, o.plan
    assert every is not None
    assert plan is not None
    ((_, flops),) = o.said[0].items()
    taken = _names(*o.arrays, *([o.output] if o.output is not None else []))
    rates = (
        _rates(on, _charged(o, on), taken) if flops != 0 or _task_of(o, None, None) is not None else (gen("C"), None)
    )
    options = _options(on, None if on is None else _hops(every, on))
    several = len({x for p in every.plans for s in p.steps for x in s.cost.network.links}) > 1
    found = of(o, on=on) if several and options.get("hop") is None else None
    known = {str(p): p for p in found.plans} if found is not None else {}
    plans = found or replace(every, plans=tuple(p.priced(rates, options) for p in every.plans))
    return plans, known.get(str(plan)) or plan.priced(rates, options)


def fastest(o: Op, on: MachineLike | None) -> Plan | None:
    """The plan with the least T_lower on a machine, then T_upper, at sizes that are numbers; the one taken on a tie.

    None where a size is open.  Raises UnknownResource for a link that the machine lacks.
    """
    if o.plans is None or o.plan is None:
        return None
    plans, _ = priced(o, on)
    costs = [(p.lower_core().constant(), p.upper_core().constant()) for p in plans.plans]
    if any(c is None for pair in costs for c in pair):
        return None
    taken = str(o.plan)
    best = min(range(len(costs)), key=lambda i: (*costs[i], str(plans.plans[i]) != taken, i))
    return o.plans.plan(str(plans.plans[best]))


def _hops(s: Strategies, on: MachineLike) -> Mapping[str, Any] | None:
    """The option that counts a machine's times per hop over the links that the plans use; None where it lists none."""
    known = machine(on).hops
    hops = {x: known[x] for p in s.plans for step in p.steps for x in step.cost.network.links if x in known}
    return {"hop": hops} if hops else None


def named(o: Op, name: str, *, on: MachineLike | None = None, links: Mapping[str, Any] | None = None) -> Plan:
    """The plan of an operation that is written so, even where others beat it.

    Raises SymroofError listing the plans there are.
    """
    t = _task_of(o, on, links)
    made = None if t is None else search.named(t, _without_single(o, name))
    return made or of(o, on=on, links=links).plan(name)


def _without_single(o: Op, name: str) -> str:
    """A plan's name without the axes of one device."""
    axes, sizes, steps = tuple(a for a, _ in o.mesh), dict(o.sizes), []
    for step in name.split(", "):
        word, _, array = step.partition(" ")
        what, _, over = word.rpartition("_")
        known = decompose(over, axes)
        left = known if known is None else "".join(a for a in known if sizes.get(a) != 1)
        if known is None or left:
            steps.append(step if known is None else f"{what}_{left} {array}")
    return ", ".join(steps) or "no communication"


def _task_of(o: Op, on: MachineLike | None, links: Mapping[str, Any] | None) -> search.Task | None:
    """What is looked for in an operation; None where it is no product, and no sum of arrays."""
    if o.operator not in ("*", "+") or o.output is None:
        return None
    wires = _Wires(o.network or ring, o.overlap, on, links)
    if o.operator == "*" and len(o.arrays) == 2:
        return _task((*o.arrays, o.output), o.contracted, _charged(o, on), wires)
    return _entrywise(o, _charged(o, on), wires)


@final
@dataclass(frozen=True)
class _Wires:
    """What joins the devices: the networks, how communications overlap, a machine's rates and collectives' options."""

    over: Over
    overlap: str
    on: MachineLike | None
    links: Mapping[str, Any] | None


def _task(arrays: Sequence[Array], inner: Axes, work: str, wires: _Wires, *, free: bool = False) -> search.Task:
    """A product whose arrays are known, at the rates of a machine or with symbols for them."""
    a, b, out = arrays
    if a.unreduced or b.unreduced:
        x = a if a.unreduced else b
        first = f"AllReduce({x}) -> {replace(x, unreduced=())}"
        raise Unsupported(f"the operand {x} has unreduced partial sums; AllReduce it first, as {first}; ...")
    a, b, out = (really_cut(x) for x in (a, b, out))
    shared = _same((a, b))
    a, b = replace(a, name=a.name or "A"), replace(b, name=b.name or "B")
    if a.name == b.name and a != b:
        a, b = replace(a, name=f"{a.name} left"), replace(b, name=f"{b.name} right")
    out = replace(out, name=out.name or "C")
    rates = _rates(wires.on, work, _names(a, b, out))
    return search.Task((a, b), out, inner, free, wires.over, _options(wires.on, wires.links), rates, wires.overlap,
                       shared=shared)  # fmt: skip


def _same(arrays: Sequence[Array]) -> tuple[str, ...]:
    """Of each operand its name where another is the same array, cut once a dim or alike: a gather serves both."""
    found = []
    for x in arrays:
        every = [y for y in arrays if x.name and y.name == x.name]
        once = all(len(cut) < 2 for y in every for cut in y.sharding)
        found.append(x.name or "" if len(every) > 1 and (once or len({y.sharding for y in every}) == 1) else "")
    return tuple(found)


def _entrywise(o: Op, work: str, wires: _Wires) -> search.Task:
    """A sum of arrays, or a product of several that contracts nothing; of partial sums alike a sum of these."""
    assert o.output is not None
    arrays, out = [really_cut(x) for x in o.arrays], really_cut(o.output)
    carried = carried_sums(o.operator, arrays)
    if not {*out.unreduced} <= {*carried}:
        raise Unsupported(f"{out} leaves partial sums over an axis that {o.text} does not sum over")
    adds = dtypes.compute(x.dtype for x in arrays) if {*carried} - {*out.unreduced} else None
    shared = _same(arrays)
    arrays = [replace(x, name=name) for x, name in zip(arrays, names_of(o.arrays))]
    rates = _rates(wires.on, work, _names(*arrays, out))
    return search.Task(tuple(arrays), out, (), False, wires.over, _options(wires.on, wires.links), rates,
                       wires.overlap, o.operator, shared, adds)  # fmt: skip


def _options(on: MachineLike | None, links: Mapping[str, Any] | None) -> Mapping[str, Any]:
    return {**(links or {}), **({"on": on} if on is not None else {})}


def _names(*arrays: Array) -> set[str]:
    """Every symbol of the arrays: dims, the axes that cut them, symbolic widths."""
    names = {n for x in arrays for n in (*x.dims, *axes_of(x), *x.unreduced)}
    return names | {x.dtype.name for x in arrays if x.dtype.is_symbolic}


def _charged(o: Op, on: MachineLike | None) -> str:
    """The format of its work, "vector" where a machine does it on a unit that has a peak of its own."""
    ((work, _),) = o.said[0].items()
    return "vector" if o.unit == "vector" and on is not None and machine(on).vector is not None else work


def _rates(on: MachineLike | None, dtype: str, taken: set[str]) -> tuple[Ratio, Ratio | None]:
    """Peak FLOPs/s and HBM bytes/s: symbols that are no size here, or the machine's."""
    return peak_and_bandwidth(on, dtype, taken)


def _case(t: search.Task) -> int:
    """Which of the four cases: a conflict of kept dims first, then how the contracting dims are cut."""
    if t.sign != "*" or len(t.arrays) != 2:
        return 0
    (a, b), inner = t.arrays, t.inner
    cuts_a = tuple(chain.from_iterable(a.axes(d) for d in inner))
    cuts_b = tuple(chain.from_iterable(b.axes(d) for d in inner))
    kept_a = {x for d in a.dims if d not in inner for x in a.axes(d)}
    kept_b = {x for d in b.dims if d not in inner and d not in a.dims for x in b.axes(d)}
    shared = [d for d in a.dims if d in b.dims and d not in inner]
    if kept_a & kept_b or any(a.axes(d) and b.axes(d) and a.axes(d) != b.axes(d) for d in shared):
        return 4
    if not cuts_a and not cuts_b:
        return 1
    return 3 if all(a.axes(d) == b.axes(d) for d in inner) else 2

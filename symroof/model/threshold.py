"""The size at which an operation becomes compute-bound, with its condition.

    compute-bound    <=>    bytes per FLOP < W/C    <=>    T_math > T_comms

Without a machine ``W`` and ``C`` stay symbols; a bare expression is compared with the level ``over``.

>>> from symroof.model.ops import op
>>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
>>> threshold(matmul, "B")
B > 1/(W/C - 1/D - 1/F) when 1/D + 1/F < W/C
>>> rule = threshold(matmul, "B", on="TPU v5e")
>>> rule.at(D=4096, F=4096), rule.at(D=256, F=256)
(B > 272.2 (273), never compute-bound)
>>> threshold(matmul, "B", on="TPU v5e", given="B << D, F")
B > 240.2 (241) assuming B << D, F
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, final

from symroof.algebra.interop.door import core, in_symbols_of, refuse_namesakes_in, written
from symroof.algebra.ratios.budget import limited_to
from symroof.algebra.ratios.needs import lost
from symroof.algebra.ratios.posynomial import Number, Ratio, alike, build, gen, ratio, total
from symroof.algebra.regions.outcome import Constants
from symroof.algebra.regions.region import Threshold, answer, crossing, in_regime
from symroof.algebra.signs.condition import sign
from symroof.algebra.trials.trial import tried_threshold
from symroof.arrays import tied
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.keywords import told
from symroof.likes import ExprLike
from symroof.machines import Machine, MachineLike, machine
from symroof.model.collectives import ring_notes
from symroof.model.dominance import less, never_negative
from symroof.model.given import lone_unit, measured, refuse_lone_unit, refuse_suffix, refuse_units_in
from symroof.model.levels import other_unit
from symroof.model.ops import HBM, Op, an_op, balance_core, intensity_core, planned
from symroof.model.pieces import runs
from symroof.model.roofline import at_sizes, bandwidth_core, by_bandwidth, peak_core, rates, times_core
from symroof.model.search import busy, no_dearer
from symroof.records import dataclass, replace
from symroof.symbols import Name, is_size, key, resolve, unknown

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from symroof.algebra.growth.regime import Regime
    from symroof.model.plan import Plan
    from symroof.model.strategy import Choice

CLAIM = "compute-bound"


@told
def threshold(
    op_or_expr: Op | Expr | Ratio | str,
    B: Symbol | str | None = None,
    on: MachineLike | None = None,
    given: str | Regime | None = None,
    over: ExprLike | str | None = None,
    *,
    at_most: ExprLike | str | None = None,
    link: str | None = None,
    exact: bool | None = None,
    within: float | str | None = None,
) -> Threshold:
    """For which B an operation is compute-bound (B > ...), or an expression reaches the level ``over`` (B >= ...).

    Every link that carries traffic counts, HBM and the network of a sharded operation alike, unless ``link`` names one.
    ``at_most`` asks the other way round: for which B an expression, or the seconds T_lower of an operation, stay there.
    Levels are in base units (s, bytes, FLOPs/byte), or text with its unit: at_most="1 ms", "640 GB".
    Without ``B`` the operation's first dim that matters is asked for, the output's dims first.
    ``given`` is a regime such as "B << D, F": the answer is then the one in that regime and carries the exact one.
    ``within`` is a time, as 2 (seconds) or "500ms": after it a question in symbols is left open, in numbers refused.
    Without one that is 4,000,000 steps of work.
    Under a mesh the crossing is that of the formula; ``.integer``, ``.at`` and ``.contains`` know which sizes divide.
    An operation without FLOPs, such as a copy, never is compute-bound.
    Raises SymroofError for a symbol that does not matter or is not the op's, UnknownResource, OutOfTime.

    >>> from symroof.symbols import dims
    >>> N, T = dims("N T")
    >>> threshold(N/(N + T), N, over="9/10", within="2s")
    N >= 9*T

    >>> from symroof.model.ops import op
    >>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    >>> threshold(matmul, "B", on="TPU v5e", given="B << D, F")
    B > 240.2 (241) assuming B << D, F
    >>> threshold(matmul, "B", on="TPU v5e").at(D=4096, F=4096).integer
    273
    """
    if isinstance(op_or_expr, str) and "[" in op_or_expr:
        op_or_expr = an_op(op_or_expr)
    if B is None:
        B = _first(op_or_expr)
    if isinstance(B, Machine):
        raise SymroofError(f"{B.name} is a machine, and the symbol asked for belongs here; say on={B.name!r}")
    with limited_to(within):
        if at_most is not None:
            if over is not None or given is not None or link is not None:
                raise SymroofError("at_most=... is a level by itself; say it without over=, given= and link=")
            if isinstance(op_or_expr, Op):
                return _staying(op_or_expr, B, on, _level(at_most, "at_most", "s"), exact)
            if on is not None:
                raise SymroofError(f"{_OF_AN_OPERATION} at_most=... alone")
            r = core(op_or_expr)
            r, most = _beside(op_or_expr, r, at_most, _level(at_most, "at_most", of=r))
            return _of_expression(op_or_expr, B, (most, r), _met(op_or_expr, at_most, most), None)
        if not isinstance(op_or_expr, Op):
            return _reaching(op_or_expr, B, over, given, on)
        if over is not None and on is not None:
            raise SymroofError("say on=... (a machine) or over=... (a level), not both")
        name, level = _unknown(B, op_or_expr), None if over is None else _level(over, "over", "FLOPs/byte")
        return tried_threshold(_asked(op_or_expr, _Question(name, on, level, given, link, exact)))


def _beside(x: object, r: Ratio, over: object, level: Ratio) -> tuple[Ratio, Ratio]:
    """An expression and its level as they were read, of which what was text is in the other's symbols."""
    if isinstance(x, str) is isinstance(over, str):
        refuse_namesakes_in(r, level)
        return r, level
    return (in_symbols_of(r, level), level) if isinstance(x, str) else (r, in_symbols_of(level, r))


def _reaching(
    x: Expr | Ratio | str, B: Symbol | str, over: object, given: str | Regime | None, on: MachineLike | None
) -> Threshold:
    """Where an expression reaches a level."""
    if over is None:
        raise SymroofError("a bare expression needs a level to reach: over=240, or over=K; on=... is for an operation")
    if on is not None:
        raise SymroofError(f"{_OF_AN_OPERATION} over=... alone")
    r = core(x)
    r, level = _beside(x, r, over, _level(over, of=r))
    return _of_expression(x, B, (r, level), _met(x, over, level), given)


_OF_AN_OPERATION = "on=... is for an operation made with op(...); a bare expression takes"


def _met(x: object, over: object, level: Ratio) -> tuple[str, ...]:
    """The symbols that stand in a question, those that cancel included."""
    return tuple(sorted({*written(x), *written(level if isinstance(over, str) and measured(over) else over)}))


def _of_expression(
    x: object, B: Symbol | str, sides: tuple[Ratio, Ratio], met: tuple[str, ...], given: str | Regime | None
) -> Threshold:
    """Where the first side is not below the second, in symbols of which some may have cancelled."""
    met = tuple(sorted({*met, *(n for r in sides for u, _ in lost(r) for n in u.names)}))  # which it needs all the same
    names = {*sides[0].names, *sides[1].names, *met}
    name = unknown(B, names)
    gone = not names and not isinstance(B, str) and not isinstance(x, str)
    made = _solved(*sides, name, given, _Subject(met=(name,) if gone else met))
    made = made if made.cancelled else made.but(cancelled=True)
    if gone:  # SymPy writes B/B as 1, so that what was asked about may have cancelled before it was seen
        made = made.but(said=(*made.said, f"{name} does not occur in what is left of the question"))
    return tried_threshold(made)


def _first(o: object) -> str:
    """The first dim on which the bytes per FLOP depend, the output's dims first: the batch in the book's notation."""
    if not isinstance(o, Op):
        raise SymroofError("of which symbol? a bare expression names it, as in threshold(expr, B, over=240)")
    idle = o.work_core().sum == 0  # what it moves is all there is then
    known = {str(n) for x, b in o.traffic.items() if b != 0 for n in (b if idle else balance_core(o, x)).names}
    found = next((n for n in candidates(o) if n in known), None)
    if found is None:
        raise SymroofError(f"no size of {o.text[:80]} matters to its bytes per FLOP; name one to ask about it anyway")
    return found


def candidates(o: Op) -> list[str]:
    """Symbols to solve for by default, the output's first: it is the batch in the book's notation.

    A size tied to others is solved for in these, B=D in D; one that the operation has as a number is no symbol.

    >>> from symroof.model.ops import op
    >>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
    >>> candidates(matmul), candidates(matmul.at(F="4*D")), candidates(matmul.at(B="D", F=8))
    (['B', 'F', 'D'], ['B', 'D'], ['D'])
    """
    arrays = [o.output] if o.output is not None else []
    said = {n: tied([(n, r)]) for n, r in o.sizes}
    names = [n for a in [*arrays, *o.arrays] for d in a.dims if str(d) != "1" for n in said.get(str(d), (str(d),))]
    return list(dict.fromkeys(names))


@final
@dataclass(frozen=True)
class _Question:
    """What is asked of an operation: which unknown, on which machine or against which level, in which regime."""

    name: str
    on: MachineLike | None
    level: Ratio | None
    given: str | Regime | None
    link: str | None
    exact: bool | None
    seconds: Ratio | None = None  # that T_lower may take at most

    @property
    def is_bound(self) -> bool:
        """Whether it is asked where arithmetic binds."""
        return self.level is None and self.seconds is None


def _asked(o: Op, q: _Question) -> Threshold:
    """The answer, on a machine with what its rates are, so that it can be said in their symbols."""
    own = _symbols(o)
    made = _answered(o, q).cut(o.cuts).but(bound=tuple(o.sizes), own=own)
    if made.exact is not None:
        made = made.but(exact=made.exact.but(own=own))
    if q.on is None:
        return made
    tell = partial(rates, o, machine(q.on))
    if made.exact is not None:
        plainly = Constants(tell, partial(_asked, o, replace(q, on=None, given=None)))
        made = made.but(exact=made.exact.but(constants=plainly))
    return made.but(constants=Constants(tell, partial(_asked, o, replace(q, on=None))))


def _answered(o: Op, q: _Question) -> Threshold:
    """The answer for the plan that the operation has, which other sizes may change: they are then asked about anew."""
    name = str(q.name)
    if name in o.depends_on:
        cases = _by_cases(o, q)
        if cases is not None:
            return cases
        if o.depends_on == (name,) and q.given is None:
            return _left_open(o, q)
    made = _by_plan(o, q)
    rings, deciding, ones = sorted(o.rings()), o.depends_on, _axes_of_one(o)
    if not rings and not deciding and not ones:
        return made
    plans = [s.plan for s in (o.steps or (o,)) if s.plan is not None]
    notes = (*ring_notes(rings, [s.cost for p in plans for s in p.steps], name), *made.stays)
    special = {n for n in (*rings, *deciding, *ones) if n in rings or n != name}
    if name in deciding:
        special |= {*map(str, (*made.free, *made.known))} & {*map(str, _symbols(o))}  # rates choose no plan here
    return replace(made, stays=notes, special=tuple(sorted(special)), again=partial(_meshed, o, q),
                   by_plan=o.plan_note())  # fmt: skip


def _axes_of_one(o: Op) -> tuple[str, ...]:
    """Open mesh axes that as axes of one device may make another plan the cheapest: one that leaves them idle."""
    idle = any(s.choice is not None and s.choice.others for s in (o.steps or (o,)))
    return tuple(n for n, size in o.mesh if size is None) if idle else ()


def _left_open(o: Op, q: _Question) -> Threshold:
    """An answer for when the other sizes are bound, where the plan changes with the unknown too often to say it.

    Raises Inconclusive where no other symbol is left to bind.
    """
    one = f"ask about one, as in op(..., plan={str((o.steps or (o,))[0].plan)!r})"
    often = f"which plan is taken changes with {q.name} more often than one answer can say"
    made = _by_plan(o, q)
    amounts = {n for r in (*o.work.values(), *o.traffic.values()) for n in r.names}
    free = tuple(n for n in _symbols(o) if n in amounts and str(n) != str(q.name))
    if not free:
        raise Inconclusive(f"{often}; {one}")
    note = f"{often}: bind {', '.join(map(str, free))} with .at(...), or {one}"
    known = tuple(n for n in _symbols(o) if str(n) != str(q.name))
    return Threshold(made.name, made.sense, "open", made.expr, made.level, made.strict, said=(note,), claim=made.claim,
                     known=known, special=known, again=partial(_meshed, o, q))  # fmt: skip


MAX_CASES = 3  # plans between which one answer in symbols chooses: with a fourth it has thousands of branches


def _by_cases(o: Op, q: _Question) -> Threshold | None:
    """The region where the plan taken at that very size is compute-bound; None where more than the unknown decides."""
    if q.given is not None or set(o.depends_on) != {str(q.name)}:
        return None
    try:
        value = _by_runs(o, q) or _taken(o, q, ())
        if value is None:
            return None
        there, level, name = _counted(value, ratio(0), q.name, o.dims)
        found = crossing(there, level, name, strict=q.is_bound, settled=True)
    except (Inconclusive, Unsupported):
        return None  # the caller says what is left to do
    known = tuple(d for d in _symbols(o) if d != q.name)
    found = replace(found, claim=CLAIM if q.is_bound else "", known=known)
    steps = [s for s in (o.steps or (o,)) if s.depends_on]
    plans = [str(p) for s in steps if s.plans is not None for p in s.plans.plans]
    which = f"by the plan taken at each {q.name}, of {'; '.join(plans[:MAX_CASES])}"
    found = _noted(replace(found, stays=(*found.stays, which)), o, q)
    special = {*map(str, (*found.free, *known))} & {*map(str, o.rings())}
    return replace(found, special=tuple(special), again=partial(_meshed, o, q))


def _by_runs(o: Op, q: _Question) -> Ratio | None:
    """The value of the plans taken, run by run of the unknown; None where another symbol decides too."""
    found = runs(o, str(q.name))
    if found is None:
        return None
    out: Ratio | None = None
    later = 0
    for first, plans in reversed(found):
        there = _taken_so(o, tuple("" if p is None else str(p) for p in plans))
        value = _above(there, q)
        out = value if out is None else build("if<", [gen(q.name), ratio(later), value, out])
        later = first
    return out


def _taken_so(o: Op, ways: tuple[str, ...]) -> Op:
    """The operation by these plans, one for each step."""
    there = replace(o, way=ways[0]) if not o.steps else o
    if o.steps:
        there = replace(o, steps=tuple(replace(s, way=w) if w else s for s, w in zip(o.steps, ways)))
    return planned(there)


def _above(there: Op, q: _Question) -> Ratio:
    """How far an operation with settled plans is above what is asked."""
    if q.seconds is not None:
        return q.seconds - _largest(list(times_core(there, q.on).values()))
    return intensity_core(there, q.link or HBM, q.exact) - q.level if q.level is not None else _gap(there, q)


def _taken(o: Op, q: _Question, ways: tuple[str, ...]) -> Ratio | None:
    """How far the operation is above what is asked, with the plans so far and those that the sizes then choose."""
    steps = o.steps or (o,)
    if len(ways) == len(steps):
        return _above(_taken_so(o, ways), q)
    choice = steps[len(ways)].choice
    if choice is None or not choice.depends_on:
        return _taken(o, q, (*ways, "" if choice is None or o.steps else str(choice.plan)))
    values = {str(p): _taken(o, q, (*ways, str(p))) for p in _candidates(choice)}
    known = {k: v for k, v in values.items() if v is not None}
    return _chosen(choice, known, q.name) if len(known) == len(values) else None


def _candidates(choice: Choice) -> list[Plan]:
    """The plans that may be taken at some size."""
    own = _ever_cheapest(choice.own)
    return [*own, *(p for p in _ever_cheapest(choice.others) if choice.rivals)]


def _gap(o: Op, q: _Question) -> Ratio:
    supply, asked = _sides(o, q)
    return supply - asked


def _chosen(choice: Choice, values: Mapping[str, Ratio], name: str) -> Ratio | None:
    """The value of the plan that is taken, as one expression in the symbol; None where other symbols decide too."""
    own = _ever_cheapest(choice.own)
    out = _cheapest(own, values, name)
    if not choice.rivals or out is None:
        return out
    beaten = _cheapest(_ever_cheapest(choice.others), values, name)
    rivals = [q for q in choice.rivals if not any(r is not q and _needs_no_more(r, q) for r in choice.rivals)]
    if len(choice.own) > 1 or beaten is None or len(rivals) > MAX_CASES:
        return None
    for q in rivals:
        yes: Ratio | None = beaten
        mine, other = busy(choice.own[0]), busy(q)
        for k in dict.fromkeys((*mine, *other)):
            a, b = other.get(k, ratio(0)), mine.get(k, ratio(0))
            if yes is not None and not never_negative(b - a, set()):
                yes = _if(a, b, yes, out, name, weak=True)
        if yes is None:
            return None
        out = yes
    return out


def _needs_no_more(q: Plan, p: Plan) -> bool:
    mine, other, nothing = busy(q), busy(p), ratio(0)
    return all(never_negative(other.get(k, nothing) - mine.get(k, nothing), set()) for k in {*mine, *other})


def _ever_cheapest(plans: tuple[Plan, ...]) -> list[Plan]:
    """Those that are not known to send more than another at every size, or to come after one that does as well."""
    kept: list[Plan] = []  # in the order of the plans
    for p in plans:
        if not any(no_dearer(q, p, set()) for q in kept):
            kept = [q for q in kept if not less(p.comms_core, q.comms_core, set())] + [p]
    return kept


def _cheapest(plans: list[Plan], values: Mapping[str, Ratio], name: str) -> Ratio | None:
    """The value of the plan that sends least, of those that send as little works and then moves least."""
    first, *rest = plans
    mine = values[str(first)]
    if not rest:
        return mine
    out = _cheapest(rest, values, name) if len(plans) <= MAX_CASES else None
    yes: Ratio | None = mine
    for p in rest:
        won = yes
        for a, b in ((first.moved, p.moved), (first.flops, p.flops), (first.comms_core, p.comms_core)):
            if won is None or out is None or yes is None:
                return None
            won = _if(a, b, yes, won, name)
            won = None if won is None else _if(b, a, out, won, name)
        yes = won
    return yes


def _if(left: Ratio, right: Ratio, yes: Ratio, no: Ratio, name: str, weak: bool = False) -> Ratio | None:
    """One value where left < right (<=), else the other; None where another symbol than this decides."""
    if left == right:
        return yes if weak else no
    if right != 0:
        left, right = left / right, ratio(1)
    if not {*left.names, *right.names} <= {name}:
        return None
    return build("if<=" if weak else "if<", [left, right, yes, no])


def _by_plan(o: Op, q: _Question) -> Threshold:
    if q.seconds is not None:
        longest = _largest(list(times_core(o, q.on).values()))
        return _solved(q.seconds, longest, q.name, None, _subject(o))
    if q.level is not None:
        reached = intensity_core(o, q.link or HBM, q.exact)
        return _solved(reached, q.level, q.name, q.given, _subject(o))
    return _compute_bound(o, q)


def _sides(o: Op, q: _Question) -> tuple[Ratio, Ratio]:
    """Bytes that the first link passes while one FLOP is done, and those per FLOP that every roof is asked, in its."""
    roofs = [(q.link,)] if q.link is not None else sorted(o.roofs.values(), key=lambda r: HBM not in r) or [(HBM,)]
    work = o.work_core(q.exact)
    if len(work) == 1:
        a_flop = 1 / peak_core(o, next(iter(work)), q.on)
    else:
        a_flop = total(w / peak_core(o, d, q.on) for d, w in work.items()) / work.sum
    links = [x for r in roofs for x in r]
    balances = {x: balance_core(o, x, q.exact) for x in links}
    rates = {x: bandwidth_core(o, x, q.on) for x in links}
    supply = (first := rates[links[0]]) * a_flop
    if any(sign(b.den) == "?" for b in balances.values()):  # 2*K - 1 is positive, but may have a parameter's name
        supply, balances = supply * work.sum, {x: o.traffic[x] for x in links}
    return supply, _largest([total(balances[x] * (first / rates[x]) for x in r) for r in roofs])


def _links(o: Op, q: _Question) -> list[str]:
    links = [q.link] if q.link is not None else [x for x, b in o.traffic.items() if b != 0] or [HBM]
    return sorted(links, key=lambda x: x != HBM)


def _known(name: str, asked: Ratio, o: Op, also: Iterable[str] = ()) -> None:
    if name not in {*asked.names, *also, *_symbols(o)}:
        have = ", ".join(_symbols(o)) or "none"
        raise SymroofError(f"the balance {asked} does not depend on {name}; the operation's symbols: {have}")


def _compute_bound(o: Op, q: _Question) -> Threshold:
    if o.work_core(q.exact).sum == 0:
        return _idle(o, q)
    supply, asked = _sides(o, q)
    _known(q.name, asked, o, supply.names)
    return _noted(_solved(supply, asked, q.name, q.given, _subject(o, CLAIM)), o, q)


def _idle(o: Op, q: _Question) -> Threshold:
    """Of an operation without FLOPs: whatever its size, arithmetic takes no time and what it moves some."""
    for link in _links(o, q):
        bandwidth_core(o, link, q.on)  # refuses a link that the machine lacks
    _known(q.name, ratio(0), o)
    never = crossing(ratio(0), ratio(1), q.name, strict=True, settled=True)
    return replace(never, claim=CLAIM, known=tuple(d for d in _symbols(o) if d != q.name))


def _noted(made: Threshold, o: Op, q: _Question) -> Threshold:
    """With what is doubtful about the machine's figures, and that hops were not timed."""
    notes = [f"the counts hold for {', '.join(o.conditions)} only"] if o.conditions else []
    if q.on is not None and q.is_bound:
        links, chip = _links(o, q), machine(q.on)
        notes += [*chip.doubts(*o.work_core(q.exact), *links), *by_bandwidth(o, q.on, links)]
    return replace(made, stays=(*made.stays, *notes)) if notes else made


def _meshed(o: Op, q: _Question, sizes: Mapping[str, Number]) -> Threshold:
    """The same question about the operation at these sizes."""
    there = at_sizes(o, {str(n): v for n, v in sizes.items()})
    rest = {n: v for n, v in sizes.items() if str(n) not in {*o.dims, *dict(o.mesh)}}
    if q.link is not None and q.link not in there.traffic:  # one device sends nothing
        nothing = crossing(ratio(1), ratio(0), q.name, settled=True)
        return replace(nothing, claim=CLAIM, known=tuple(d for d in _symbols(there) if d != q.name))
    if str(q.name) in sizes:
        return _at_that_number(there, q)
    made = _asked(there, q)
    known = {*made.free, *made.known}
    rest = {n: v for n, v in rest.items() if n in known}
    return made.at(**rest) if rest else made


def _at_that_number(there: Op, q: _Question) -> Threshold:
    """The verdict alone, where the unknown is a number too."""
    if q.given is not None or there.depends_on:
        left = ", ".join(map(str, there.depends_on)) or "a regime"
        raise Inconclusive(f"at one {q.name} it depends on {left}; bind all sizes in the operation, as in op.at(...)")
    return crossing(_above(there, q), ratio(0), q.name, strict=q.is_bound, settled=True)


def _largest(items: list[Ratio]) -> Ratio:
    return items[0] if len(items) == 1 else build("max", items)


def _symbols(o: Op) -> tuple[str, ...]:
    """Every symbol of the operation, also those that its balance has lost; a size with a number or a tie is none."""
    ratios = (*o.work.values(), *o.exact_work.values(), *o.traffic.values())
    axes = (a for a, n in o.mesh if n is None)
    open_ = (d for d in o.dims if d not in dict(o.sizes))
    return tuple(sorted({*(key(d, True) for d in (*open_, *axes)), *(n for r in ratios for n in r.names)}))


def _unknown(x: Symbol | str, o: Op) -> str:
    """The key of the symbol asked about.  Raises SymroofError for a size that has a number, or a tie to others."""
    name = unknown(x, _symbols(o))
    size = dict(o.sizes).get(str(name))
    if size is not None:
        remedy = f"; ask about {' or '.join(tied([(str(name), size)]))}" if isinstance(size, Ratio) else ""
        raise SymroofError(f"{name} is {size} in this operation, so it is no unknown{remedy}")
    return name


def _level(over: object, what: str = "over", unit: str | None = None, of: Ratio | None = None) -> Ratio:
    """What is to be reached: a number, an expression, or a quantity, in base units (s, bytes), of the unit meant.

    Of an expression, ``of``, the unit is known as far as its rates and its form tell it.
    """
    if unit is not None and isinstance(over, str) and "%" in over:
        raise SymroofError(f"{what}={over!r} is not a level: a share where {unit} are meant")
    if isinstance(over, str):
        refuse_lone_unit(over, what, unit or "")
    try:
        made = core(over)  # which refuses what may be read in two ways, 2M
        if isinstance(over, str):
            refuse_suffix(over)
            refuse_units_in(over, unit or "", () if of is None else of.names)
        return made
    except SymroofError as e:
        found = measured(over) if isinstance(over, str) else None
        if found is None:
            raise SymroofError(f"{what}={over!r} is not a level: {e}") from None
        if unit is not None and found.unit != unit:
            raise SymroofError(f"{what}={over!r} is not a level: {found.unit} where {unit} are meant") from None
        if of is not None and (why := other_unit(of, found)):
            raise SymroofError(f"{what}={over!r} is not a level: {found.unit} where {why}") from None
        return ratio(found.value)


def _staying(x: Op, B: Symbol | str, on: MachineLike | None, level: Ratio, exact: bool | None) -> Threshold:
    """Where the time of an operation is no more than a level.

    >>> from symroof.model.ops import op
    >>> step = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", D=8192, F=8192)
    >>> threshold(step, "B", on="TPU v5e", at_most="1e-3")
    B <= 1467.8 (1467)
    """
    return tried_threshold(_asked(x, _Question(_unknown(B, x), on, None, None, None, exact, level)))


@final
@dataclass(frozen=True)
class _Subject:
    """What is asked about: the symbols it has, also those that its formulas have lost, and what is claimed of it."""

    dims: tuple[str, ...] = ()  # of an operation, and its other symbols
    text: str = ""
    met: tuple[str, ...] = ()  # of an expression
    claim: str = ""  # that holds above the level, not on it
    sizes: tuple[str, ...] = ()  # the dims alone: whole numbers, whatever their names are by convention
    bound: tuple[str, ...] = ()  # the dims that have numbers


def _subject(o: Op, claim: str = "") -> _Subject:
    return _Subject(_symbols(o), o.text, claim=claim, sizes=o.dims, bound=tuple(map(str, dict(o.sizes))))


def _counted(expr: Ratio, level: Ratio, name: str, sizes: Collection[str]) -> tuple[Ratio, Ratio, str]:
    """The same with an unknown that is a dim as a whole number, where its name is by convention that of a rate."""
    if is_size(name) or str(name) not in sizes:
        return expr, level, name
    whole = Name(name)
    return expr.subs({name: gen(whole)}), level.subs({name: gen(whole)}), whole


def _refuse_units(g: Regime, known: Collection[str]) -> None:
    """Refuse a regime that compares a size with a unit, as B << 8 GB."""
    unit = next((n for n in map(str, g.names) if n not in known and lone_unit(n)), None)
    if unit is not None:
        raise SymroofError(f"given={g.text}: {unit} is a unit, no size; compare sizes with each other, as in B << D")


def _solved(expr: Ratio, level: Ratio, name: str, given: str | Regime | None, of: _Subject) -> Threshold:
    if of.dims:
        refuse_namesakes_in(expr, level)
    expr, level = alike(expr, level)
    expr, level, name = _counted(expr, level, name, of.sizes)
    names = {*expr.names, *level.names}
    name = name if name in names else resolve(name, names)
    known = tuple([d for d in (*of.dims, *of.met) if str(d) != str(name)])
    if name not in names and str(name) not in map(str, (*of.dims, *of.met)):
        have = ", ".join(sorted({*expr.names, *level.names})) or "no symbols"
        raise SymroofError(f"{name} does not occur in {(of.text or str(expr))[:80]}; it has {have}")
    exactly = answer(expr, level, name, strict=bool(of.claim), settled=bool(of.dims or of.met))
    exactly = exactly.but(claim=of.claim, known=known, cancelled=bool(of.met) and given is None)
    if given is None:
        return exactly
    from symroof.algebra.growth.leading import leading_core
    from symroof.algebra.growth.regime import regime

    g = regime(given, asked := {*expr.names, *level.names, name, *of.dims})
    g.refuse_foreign(asked | {*of.met, *of.bound})
    _refuse_units(g, {*map(str, (*names, *known))})
    if not (g.relations or g.fixed):
        return exactly
    wide = leading_core(level, g) if of.claim else leading_core(expr, g)
    sides = (expr, wide) if of.claim else (wide, level)
    if name not in {*sides[0].names, *sides[1].names}:
        if exactly.verdict in ("never", "always"):
            return exactly  # never and always need no regime
        if name not in {*expr.names, *level.names}:
            return exactly
        side = "the balance" if of.claim else "the expression"
        raise SymroofError(f"in {g.text}, {side} is {wide} whatever {name} is")
    made = replace(answer(*sides, name, strict=bool(of.claim), settled=True), claim=of.claim, known=known)
    return in_regime(made, exactly, g, {})

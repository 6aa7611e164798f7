"""One operation taken all the way: work, traffic, times, intensity, leading part and threshold in a single record.

>>> d = derive("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v5e", given="B << D, F")
>>> print(d.leading.value, d.threshold)
B B > 240.2 (241) assuming B << D, F
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Unpack, final

from symroof.algebra.interop.closed import has_closed_form
from symroof.algebra.ratios.posynomial import Gen, Number, Ratio, term, total
from symroof.arrays import tied
from symroof.decimals import shortest
from symroof.errors import Inconclusive, SymroofError, UnknownResource
from symroof.keywords import taking
from symroof.lazy import once
from symroof.machines import Machine
from symroof.machines import machine as find_machine
from symroof.model.ops import WRITTEN, Op, Written, balance_core, intensity_core, op, planned
from symroof.model.plan import together
from symroof.model.rates import bind, ties
from symroof.model.roofline import link_name, moving, peak_name, quotients_core, rates, upper_core
from symroof.model.threshold import candidates, threshold
from symroof.records import dataclass, field, replace
from symroof.shown import visible

if TYPE_CHECKING:
    from symroof.algebra.growth.leading import Approx
    from symroof.algebra.regions.region import Threshold
    from symroof.model.plan import Plan
    from symroof.model.strategy import Strategies


@visible
@final
@dataclass(frozen=True)
class Derivation:
    """Everything that follows from one line of notation; formulas are exact ratios, in the author's symbols."""

    op: Op
    flops: Ratio
    exact_flops: Ratio
    bytes: Ratio
    traffic: Mapping[str, Ratio]
    balance: Ratio | None  # None for a collective, which does no FLOPs
    intensity: Ratio
    quotients: Mapping[str, tuple[tuple[Ratio, Ratio], ...]]  # "math" and each link: amounts over rates
    leading: Approx | None
    threshold: Threshold | None
    machine: Machine | None
    let: Mapping[str, Number]
    plans: Strategies | None = None  # of a sharded matmul: the case, and the collectives that make it valid
    symbolic: Threshold | None = None  # on a machine: the threshold in the symbols of its rates, C and W
    change: Threshold | None = None  # with every size bound: the batch from which something else binds
    network: tuple[str, ...] = ()  # what the times of a sharded operation take for granted, and where latency sets them

    upper: Mapping[str, tuple[tuple[Ratio, Ratio], ...]] = field(default_factory=dict)  # where no two things overlap

    @once
    def times(self) -> dict[str, Ratio]:
        """Seconds on each resource: "math" and every link that carries traffic."""
        return {name: total(a / r for a, r in parts) for name, parts in self.quotients.items()}

    @property
    def T_math(self) -> Ratio:
        """Seconds of arithmetic."""
        return self.times["math"]

    @property
    def T_comms(self) -> Ratio:
        """Seconds of moving bytes, summed over links; mesh axes that communicate at once count as the longest."""
        own, sent = moving(self.op)
        return total(self.roofs[x] for x in own) + together([self.roofs[x] for x in sent], "max")

    @once
    def roofs(self) -> dict[str, Ratio]:
        """Seconds on all that goes on at once, "math" and the roofs of the operation, see ``Op.roofs``."""
        found = {name: total(self.times[x] for x in links) for name, links in self.op.roofs.items()}
        return {"math": self.T_math} | found

    @property
    def T_upper(self) -> Ratio:
        """Seconds where nothing overlaps."""
        return total(a / r for parts in self.upper.values() for a, r in parts)

    def time_text(self, name: str, decimals: bool = False) -> str:
        """A time as the book prints it, an amount over a rate: (2*B*D + 2*D*F + 2*B*F)/W, or over 8.2e11."""
        return " + ".join(_over(a, r, decimals) for a, r in {**self.upper, **self.quotients}[name])

    @property
    def machine_notes(self) -> tuple[str, ...]:
        """What a reader of the machine's numbers should know: doubts, and the unit that does elementwise work."""
        m = self.machine
        if m is None:
            return ()
        if m.vector is None or self.op.unit == "matrix":
            return m.notes
        return (*m.notes, f"elementwise work runs on the vector unit, at {shortest(m.vector)} FLOPs/s at most")

    def to_json(self) -> dict[str, Any]:
        """The record of ``symroof derive --json``: formulas as ASCII algebra, numbers as numbers."""
        own, sent = moving(self.op)
        roofs = [" + ".join(map(self.time_text, links)) for links in self.op.roofs.values()]
        times = [self.time_text("math"), *roofs]
        network = [" + ".join(map(self.time_text, self.op.roofs[x])) for x in sent]
        moved = [*map(self.time_text, own), *(network if len(network) < 2 else [f"Max({', '.join(network)})"])]
        return {
            "notation": self.op.text,
            "flops": str(self.flops),
            "exact_flops": factored(self.exact_flops),
            "bytes": str(self.bytes),
            "balance": "oo" if self.balance is None else str(self.balance),
            "intensity": str(self.intensity),
            "T_math": times[0],
            "T_comms": " + ".join(moved) or "0",
            "T_lower": times[0] if len(times) == 1 else f"Max({', '.join(times)})",
            "T_upper": " + ".join(_over(a, r, False) for parts in self.upper.values() for a, r in parts),
            "traffic": {link: str(b) for link, b in self.traffic.items()},
            "leading": self._leading_json(),
            "threshold": self._threshold_json(),
            "machine": self._machine_json(),
            **({"numbers": numbers} if (numbers := self._numbers_json()) else {}),
            **({"sharding": self._sharding_json()} if self.op.mesh else {}),
        }

    @once
    def seconds(self) -> dict[str, Fraction] | None:
        """The times as numbers, once every size and rate is one."""
        return _numbers(self.times)

    @property
    def bound(self) -> str | None:
        """What takes longest, "math" or a roof of the operation; ties go to "math"; None while a size is open."""
        found = _numbers(self.roofs)
        return None if not found else max(found, key=lambda name: (found[name], name == "math"))

    @property
    def ends(self) -> tuple[Fraction, Fraction] | None:
        """T_lower and T_upper in seconds; None while a size is open."""
        found = _numbers({**self.roofs, "": self.T_upper})
        return None if found is None else (max(t for name, t in found.items() if name), found[""])

    @once
    def rates(self) -> dict[str, tuple[Fraction, str]]:
        """The machine's constants by their symbols, with units; the ridge C/W where there is one peak and one link."""
        return {} if self.machine is None else {name: (v, unit) for name, v, unit in rates(self.op, self.machine)}

    def _numbers_json(self) -> dict[str, Any]:
        """Once every size is bound on a machine: everything as a number with its unit."""
        times, work, ends = self.seconds, self.flops.constant(), self.ends
        if not times or self.machine is None or not work or ends is None or ends[0] == 0:
            return {}
        out: dict[str, Any] = {}
        longest = ends[0]
        amounts = {"flops": (work, "FLOPs"), "bytes": (self.bytes.constant(), "bytes"),
                   "intensity": (self.intensity.constant(), "FLOPs/byte")}  # fmt: skip
        amounts |= {f"T_{name}": (t, "s") for name, t in times.items()}
        amounts |= {"T_comms": (self.T_comms.constant(), "s"), "T_lower": (longest, "s"), "T_upper": (ends[1], "s")}
        amounts["attainable"] = Fraction(work) / longest, "FLOPs/s"
        out |= {name: {"value": float(v), "unit": unit} for name, (v, unit) in amounts.items() if v is not None}
        out["share_of_peak"] = float(times["math"] / longest)
        out["bound_by"] = self.bound
        if self.change is not None:
            t = self.change
            number = None if t.number is None or math.isinf(t.number) else float(t.number)
            out["changes"] = {"symbol": t.name, "sense": t.sense, "number": number, "integer": t.integer,
                              "verdict": t.verdict}  # fmt: skip
        return out

    def _sharding_json(self) -> dict[str, Any]:
        """Only of an operation under a mesh: its case, the plan whose traffic this is, and the others."""
        p, found = self.op.plan, self.plans
        rates = {n: {"value": float(v), "unit": unit} for n, (v, unit) in self.plan_rates.items()}
        return {
            "case": None if found is None else found.case,
            "plan": None if p is None else str(p),
            "plans": {} if found is None else {str(q): _seconds(t) for q, t in self.plan_times},
            **({"rates": rates} if rates else {}),
            "rule": self.rule,
            "overlap": self.op.overlap,
            "notes": list(self.network),
        }

    @property
    def plan_rates(self) -> dict[str, tuple[Fraction, str]]:
        """The rates in ``plan_times`` by their symbols, with units."""
        used = {str(n) for _, t in self.plan_times for n in t.names}
        return {n: (v, unit) for p, _ in self.plan_times for n, v, unit in p.in_rates[2] if n in used}

    @once
    def plan_times(self) -> tuple[tuple[Plan, Ratio], ...]:
        """Seconds of communication by plan: in the symbols of the machine's rates, or a number once it is one."""
        values, found = dict(self.let), () if self.plans is None else self.plans.plans
        times = ((p, p.comms_core.subs(values), p.in_rates[1].subs(values)) for p in found)
        return tuple((p, told if time.constant() is None else time) for p, time, told in times)

    @property
    def rule(self) -> str | None:
        """Which of two plans sends less, as in "AllGather_X A iff J < K"."""
        found = None if self.plans is None else self.plans.rule
        if found is None:
            return None
        t = found[1]
        how = "".join(f" ({note.partition(':')[0]})" for note in t.stays if note.startswith("by leading terms"))
        return (f"{found[0]} iff {t}" if t.verdict == "when" else f"{found[0]} {t.verdict}") + how

    def _leading_json(self) -> dict[str, Any] | None:
        a = self.leading
        if a is None:
            return None
        value, error = (r.subs(dict(self.let)) for r in (a.value_core, a.error_core))
        found = {"given": a.regime.text, "value": str(value), "error": str(error)}
        return found | {"when": a.needs} if a.conditions else found

    def _threshold_json(self) -> dict[str, Any] | None:
        t = self.threshold
        if t is None:
            return None
        said = t if self.symbolic is None else self.symbolic  # C/W, which "machine" has in numbers
        return {
            "symbol": t.name,
            "sense": t.sense,
            "value": said.value_text,
            "when": said.when.text if said.when is not None else "",
            "number": None if t.number is None or math.isinf(t.number) else float(t.number),
            "integer": t.integer,
            "verdict": t.verdict,
        }

    def _ridge(self, m: Machine) -> float:
        (dtype,), link = self.op.work, next(iter(self.op.traffic))
        return float(m.peak(dtype, self.op.unit) / m.bandwidth(link))

    def _machine_json(self) -> dict[str, Any] | None:
        m = self.machine
        if m is None:
            return None
        dtypes, links = list(self.op.work), list(self.op.traffic)
        s = self.symbolic
        when = "" if s is None or s.when is None else s.when.text
        return {
            "name": m.name,
            "peaks": {d: float(m.peak(d, self.op.unit)) for d in dtypes},
            "bandwidths": {x: float(m.bandwidth(x)) for x in dict.fromkeys(map(self.op.link_of, links))},
            "ridge": self._ridge(m) if len(dtypes) == 1 and links else None,
            "constants": {name: {"value": float(v), "unit": unit} for name, (v, unit) in self.rates.items()},
            "rule": None if s is None or not has_closed_form(s.root) else {"value": s.value_text, "when": when},
            "notes": list(self.machine_notes),
        }


IDLE = "it does no FLOPs: it is bound by what it moves at every size, and no intensity has a threshold"


@final
@dataclass(frozen=True)
class _Asked:
    """What holds for every question of one derivation: the chip, the regime, the numbers given, whether exactly."""

    chip: Machine | None
    given: str | None
    numbers: Mapping[str, Number]
    exact: bool

    def others(self, whole: Op, name: str) -> dict[str, Number]:
        """The numbers of what is not asked for and not bound in the notation."""
        return {n: v for n, v in self.numbers.items() if n != name and n not in dict(whole.sizes)}


@taking(WRITTEN)
def derive(
    notation: str | Op,
    *,
    on: Machine | str | None = None,
    solve: str | None = None,
    given: str | None = None,
    let: Mapping[str, object] | None = None,
    exact: bool = False,
    **written: Unpack[Written],
) -> Derivation:
    """Derive the closed forms of one operation; ``solve`` names the symbol of the threshold (default: the batch).

    ``mesh``, ``over`` (what joins its axes), ``overlap`` and ``plan`` are those of ``op``; one device's figures result.

    Errors: NotationError for the notation, UnknownResource for the machine, SymroofError for what cannot be asked.
    """
    if given is not None and not given.strip():
        raise SymroofError("the regime is empty; say what is large, as in B << D, F")
    whole = notation if isinstance(notation, Op) else op(notation, **written)
    found_ties = ties(let or {})
    numbers = bind({n: v for n, v in (let or {}).items() if n not in found_ties}, whole.width_keys)
    whole, faster = _meshed(whole.at(**found_ties) if found_ties else whole, numbers, on)
    asked = _Asked(chip := None if on is None else find_machine(on), given, numbers, exact)
    _check_known(whole, chip, numbers)
    idle = not whole.work.sum.num and not (solve or given)  # who asks for a threshold is told why not
    balance = None if idle else balance_core(whole, exact=exact or None)
    intensity = intensity_core(whole, exact=exact or None)
    quotients, latencies = quotients_core(whole, chip, numbers, exact=exact or None)
    plans, notes = _network(whole, chip, numbers)
    notes = (*notes, *_less(faster, chip), *latencies, *([IDLE] if idle else []))
    try:
        found = None if balance is None else _threshold(whole, solve, balance, asked)
    except Inconclusive as e:
        if solve is not None or given is not None:
            raise
        found, notes = None, (*notes, f"no threshold: {e}")
    return Derivation(
        op=whole,
        flops=whole.work.sum.subs(numbers),
        exact_flops=whole.exact_work.sum.subs(numbers),
        bytes=whole.moved.subs(numbers),
        traffic={k: r.subs(numbers) for k, r in whole.traffic.items()},
        balance=None if balance is None else balance.subs(numbers),
        intensity=intensity.subs(numbers),
        quotients={k: _bound(parts, numbers) for k, parts in quotients.items()},
        upper={k: _bound(x, numbers) for k, x in upper_core(whole, chip, numbers, exact=exact or None).items()},
        leading=None if given is None else _leading(intensity, given, numbers),
        threshold=found,
        machine=chip,
        let=numbers,
        plans=plans,
        symbolic=_symbolic(whole, found, asked),
        change=None if found is not None or balance is None else _change(whole, asked),
        network=notes,
    )


def _numbers(times: Mapping[str, Ratio]) -> dict[str, Fraction] | None:
    """Seconds as numbers; None while one is open."""
    values = {name: t.constant() for name, t in times.items()}
    return None if any(v is None for v in values.values()) else {k: Fraction(v or 0) for k, v in values.items()}


def _bound(parts: Sequence[tuple[Ratio, Ratio]], numbers: Mapping[str, Number]) -> tuple[tuple[Ratio, Ratio], ...]:
    """Amounts over rates at these sizes, without what is then no amount, unless it is all there is."""
    there = tuple((a.subs(numbers), r.subs(numbers)) for a, r in parts)
    return there if len(there) == 1 else tuple((a, r) for a, r in there if a != 0)


def _check_known(whole: Op, chip: Machine | None, numbers: Mapping[str, Number]) -> None:
    """Refuse a number for a symbol that the operation does not have."""
    known = {str(n) for r in _formulas(whole) for n in r.names}
    rates: set[str] = set()
    if chip is None:
        rates = {peak_name(whole, d) for d in whole.work} | {link_name(whole, x) for x in whole.traffic}
    allowed = known | rates | set(dict(whole.mesh))
    stray = sorted(set(numbers) - allowed)
    if stray:
        raise SymroofError(f"{stray[0]} is not in this operation; its symbols: {', '.join(sorted(known)) or 'none'}")


def _leading(intensity: Ratio, given: str, numbers: Mapping[str, Number]) -> Approx:
    from symroof.algebra.growth.leading import leading

    try:
        return leading(intensity.subs(numbers), given)
    except Inconclusive:  # a bound size says nothing about growth; the regime is about the symbols
        return leading(intensity, given)


def _symbolic(whole: Op, found: Threshold | None, asked: _Asked) -> Threshold | None:
    """The threshold before the machine's numbers are put in, where these would hide in fractions of it."""
    if found is None or asked.chip is None or found.verdict != "when":
        return None
    if found.number is not None and asked.given is None:
        return None
    try:
        made = threshold(whole, found.name, given=asked.given, exact=asked.exact or None)
        others = asked.others(whole, found.name)
        made = made.at(**others) if others else made
    except SymroofError:  # with symbols there are more cases than one answer has: the numbers stand
        return None
    return made if made.verdict == "when" else None


def _change(whole: Op, asked: _Asked) -> Threshold | None:
    """With every size bound: from which batch on (or what that is tied to) something else binds."""
    name = next((n for n in candidates(whole) if n in asked.numbers), None)
    if name is None or asked.chip is None:
        return None
    try:
        return _batch_at(whole, name, asked.chip, asked.exact, tuple(asked.others(whole, name).items()))
    except SymroofError:  # what cannot be said is left out: the answer in numbers stands without it
        return None


@lru_cache(maxsize=64)
def _batch_at(whole: Op, name: str, chip: Machine, exact: bool, others: tuple[tuple[str, Number], ...]) -> Threshold:
    """The same at numbers for the others, while that one size goes up and down."""
    return _batch(whole, name, chip, exact).at(**dict(others))


@lru_cache(maxsize=64)
def _batch(whole: Op, name: str, chip: Machine, exact: bool) -> Threshold:
    """The threshold in one size while the others are open, which a series of questions at other sizes asks again."""
    return threshold(whole, name, on=chip, exact=exact or None)


def _meshed(whole: Op, numbers: Mapping[str, Number], on: Machine | str | None = None) -> tuple[Op, Plan | None]:
    """The op with the mesh sizes that are given bound, every given dim tried for whether it divides, and their plan.

    The plan is that of ``op``, as in ``T_lower`` and ``attainable``; beside it, one that takes less time there.
    """
    if not whole.mesh:
        return whole, None
    fixed = dict(whole.sizes)
    axes = {a: numbers[a] for a, n in whole.mesh if a in numbers and n != numbers[a]}
    made = whole.at(**axes) if axes else whole
    rest = {d: numbers[d] for d in (*made.dims, *tied(made.sizes)) if d in numbers and d not in fixed}
    there = made.at(**rest) if rest else made
    best = _fastest(there, on)
    faster = best if str(best) != str(there.plan) else None
    return (_with_plans(made, there) if rest else made), faster


def _less(faster: Plan | None, chip: Machine | None) -> tuple[str, ...]:
    if faster is None or chip is None:
        return ()
    return (f"the plan {faster} takes less time, T_lower, on {chip.name} at these sizes; ask for it by name",)


def _fastest(there: Op, on: Machine | str | None) -> Plan | None:
    """The plan that takes least time on the machine at these sizes; None where that is open, or was settled."""
    from symroof.model.strategy import fastest

    if on is None or there.steps or there.way or there.plans is None or len(there.plans.plans) < 2:
        return None
    try:
        return fastest(there, on)
    except UnknownResource:  # told when the times are asked for
        return None


def _with_plans(o: Op, there: Op) -> Op:
    """The op with the plans that it has at given sizes, which stay symbols in its formulas."""
    if o.steps:
        return planned(replace(o, steps=tuple(map(_with_plans, o.steps, there.steps))))
    same = str(o.plan) == str(there.plan) and there.depends_on  # which the sizes given may still change
    return o if o.plan is None or o.way or not o.depends_on or same else planned(replace(o, way=str(there.plan)))


def _network(
    whole: Op, chip: Machine | None, numbers: Mapping[str, Number]
) -> tuple[Strategies | None, tuple[str, ...]]:
    """The plans at the machine's rates and what their times take for granted."""
    found: Strategies | None = None
    by_plan = whole.plan_note(set(whole.depends_on) - set(numbers))
    notes = [*filter(None, [by_plan]), *(n for n in whole.assumptions if n != whole.plan_note())]
    if not whole.mesh:
        return found, tuple(dict.fromkeys(notes))
    from symroof.model.strategy import priced

    for part in whole.steps or (whole,):
        if part.plans is None or part.plan is None:
            continue
        links = {x for p in part.plans.plans for s in p.steps for x in s.cost.network.links}
        on = chip if links or chip is None else None
        if on is None:
            found = part.plans
            continue
        found, mine = priced(part, on)
        notes = [n for n in notes if n not in part.plan.assumptions] + list(mine.assumptions)
    single = found if not whole.steps else None
    return single, tuple(dict.fromkeys(notes))


def _formulas(whole: Op) -> list[Ratio]:
    return [*whole.work.values(), *whole.traffic.values(), *whole.exact_work.values()]


def _threshold(whole: Op, solve: str | None, balance: Ratio, asked: _Asked) -> Threshold | None:
    chip, given, numbers = asked.chip, asked.given, asked.numbers
    name = solve or next((n for n in candidates(whole) if n in map(str, balance.names) and n not in numbers), None)
    if name is None and chip is not None:  # nothing matters: the verdict is the same for every size
        name = next((n for n in candidates(whole) if n not in numbers), None)
    if solve is None and name is not None and given is not None:
        name = _in_regime(whole, balance, given, numbers) or (name if chip is not None else None)
    if name is None:
        return None
    if name in numbers:
        raise SymroofError(f"{name} is bound to {numbers[name]}, so it cannot be solved for; leave it unbound")
    found = threshold(whole, name, on=chip, given=given, exact=asked.exact or None)
    others = asked.others(whole, name)
    return found.at(**others) if others else found


def _in_regime(whole: Op, balance: Ratio, given: str, numbers: Mapping[str, Number]) -> str | None:
    """The first candidate that still matters once the regime has struck what is small."""
    from symroof.algebra.growth.leading import leading_core
    from symroof.algebra.growth.regime import regime

    left = set(map(str, leading_core(balance, regime(given, balance.names)).names))
    return next((n for n in candidates(whole) if n in left and n not in numbers), None)


def _seconds(time: Ratio) -> object:
    number = time.constant()
    return str(time) if number is None else {"value": float(number), "unit": "s"}


def factored(r: Ratio) -> str:
    """A difference with its common factor in front, as counts are written: B*F*(2*D - 1).

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> factored(2 * gen("B") * gen("D") - gen("B"))
    'B*(2*D - 1)'
    """
    if r == 0:
        return "0"
    front = Ratio(term(*_content(r))) if len(r.num) > 1 and not r.num.is_posynomial else r
    rest = r / front
    return str(r) if front == 1 or rest == 1 else f"{front}*({rest})"


def _content(r: Ratio) -> tuple[dict[Gen, Number], Number]:
    c, m = r.num.content()
    return r.num.ring.exponents(m), c


def _over(amount: Ratio, rate: Ratio, decimals: bool) -> str:
    """amount/rate with the parentheses it needs; a numeric rate stays visible beside symbols."""
    number = rate.constant()
    if amount.constant() is not None and number is not None and not decimals:
        return str(amount / rate)
    top, bottom = str(amount), str(rate)
    if decimals and number is not None:
        return f"({top})/{shortest(Fraction(number))}" if len(amount.num) > 1 else f"{top}/{shortest(Fraction(number))}"
    if len(amount.num) > 1 or "/" in top:
        top = f"({top})"
    return f"{top}/{bottom}" if bottom.replace("_", "").isalnum() else f"{top}/({bottom})"

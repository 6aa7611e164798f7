"""Random operations under meshes of up to 8 x 4 x 2 devices against the judge of ``tests/devices.py``.

    python benchmarks/bench_mesh.py [operations] [seed]

Every figure of an operation is compared with the plan carried out device by device: FLOPs counted and exact, HBM bytes,
bytes on every link, T_math, T_comms, T_lower, T_upper, attainable, intensity, what binds; bound from the start, bound
later, swept, by its roofs in symbols, and the formulas with symbols at numbers; what it holds, with and without the
axes of one device.  Prints the number of operations and of figures compared.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import devices

from symroof import (
    Machine,
    Op,
    SymroofError,
    T_comms,
    T_lower,
    T_math,
    T_upper,
    attainable,
    bottlenecks,
    bound_by,
    intensity,
    op,
    sweep,
    threshold,
)
from symroof.errors import NotationError
from symroof.evaluate.sweeps import MOST_CASES
from symroof.model.strategy import priced

CHIP = Machine(
    name="judge",
    peaks=dict.fromkeys(("bf16", "fp32", "int8"), 10**12),
    bandwidths={"hbm": 7 * 10**10, "ici": 3 * 10**9, "nvlink": 5 * 10**9},
)
MOST = {"X": 8, "Y": 4, "Z": 2}


Case = devices.Case | devices.Rowwise
RATES = {"math": 10**12, "hbm": 7 * 10**10, "ici": 3 * 10**9, "nvlink": 5 * 10**9}


def wanted(bill: devices.Bill, overlap: str) -> dict[str, Fraction]:
    """Bytes by link as the devices moved them."""
    sent = bill.lanes if overlap == "max" else bill.sent
    return {"hbm": Fraction(bill.hbm), **{k: Fraction(b) for k, b in sent.items() if b}}


def network(bill: devices.Bill, overlap: str) -> list[Fraction]:
    """Seconds of the network: of all communications one after the other, or of each mesh axis where these overlap."""
    lanes = [Fraction(b) / RATES[k.partition("_")[0]] for k, b in bill.lanes.items()]
    return lanes if overlap == "max" else [in_a_row(bill)]


def in_a_row(bill: devices.Bill) -> Fraction:
    """Seconds of all communications one after the other, whatever links they go over."""
    return sum((Fraction(b) / RATES[link] for link, b in bill.sent.items()), Fraction(0))


def figures(o: Op, bill: devices.Bill) -> list[tuple[str, object, object]]:
    """What symroof says of an operation whose sizes are numbers, beside what the devices did."""
    flops, done, moved = bill.flops, bill.done, wanted(bill, o.overlap)
    math_, hbm = Fraction(flops, RATES["math"]), Fraction(bill.hbm, RATES["hbm"])
    sent = network(bill, o.overlap)
    most = max([math_, hbm, *sent])
    said = {k: Fraction(r.constant() or 0) for k, r in o.traffic.items()}
    both = [
        ("work", o.work.sum.constant(), flops),
        ("exact work", o.exact_work.sum.constant(), done),
        ("traffic", {k: b for k, b in said.items() if b}, {k: b for k, b in moved.items() if b}),
        ("T_math", _number(T_math(o, CHIP)), math_),
        ("T_comms", _number(T_comms(o, CHIP)), hbm + max(sent, default=0)),
        ("T_lower", _number(T_lower(o, CHIP)), most),
        ("T_upper", _number(T_upper(o, CHIP)), math_ + hbm + in_a_row(bill)),
        ("attainable", _number(attainable(o, CHIP)), flops / most),
        ("binds", _roof(bound_by(o, CHIP), bill, o.overlap), most),
        ("held", o.held.constant(), bill.held),
    ]
    p = o.plan
    if p is not None and p.steps and flops:
        _, there = priced(o, CHIP)
        both += [("of the plan", there.lower_core().constant(), most),
                 ("of the plan, upper", there.upper_core().constant(), math_ + hbm + in_a_row(bill)),
                 ("of the plan, comms", there.comms_core.constant(), max(sent, default=0))]  # fmt: skip
    return both + ([("intensity", _number(intensity(o)), Fraction(flops, bill.hbm))] if bill.hbm else [])


def _roof(name: str, bill: devices.Bill, overlap: str) -> Fraction:
    """Seconds of what is said to bind: links that follow one another are called by all their names."""
    amounts = {"math": Fraction(bill.flops), **wanted(bill, overlap)}
    return sum((amounts[k] / RATES[k.partition("_")[0]] for k in name.split("+")), Fraction(0))


def _number(expr: object) -> Fraction:
    return Fraction(str(expr))


def compare(case: Case, rng: random.Random) -> int:
    """Every figure of one operation; the number compared.  Raises AssertionError where one differs."""
    overlap = rng.choice(("sum", "max"))
    sizes, axes = dict(case.sizes), dict(case.axes)
    bound = op(case.text, mesh=case.mesh, over=case.over, overlap=overlap, **sizes)
    assert bound.plan is not None or not any(x for side in (*case.arrays.values(), case.c) for _, x in side)
    seen = 0

    def agree(where: str, o: Op, bill: devices.Bill) -> None:
        nonlocal seen
        for name, said, done in figures(o, bill):
            seen += 1
            assert said == done, f"{where}: {name} is {said}, the devices did {done} by {o.plan}"

    def billed(o: Op) -> devices.Bill:
        p = o.plan
        made = o.output if p is None else p.natural
        assert made is not None
        try:
            computed = {d: "".join(made.axes(d)) for d in made.dims}
            return carried_out(case, str(p or "no communication"), computed)
        except AssertionError as e:
            raise AssertionError(f"{p}: {e}") from None

    first = billed(bound)
    agree("bound", bound, first)
    if rng.random() > 0.2:
        return seen
    free = op(case.text, mesh=" ".join(axes), over=case.over, overlap=overlap)
    late = free.at(**sizes, **axes)
    assert str(late.plan) == str(bound.plan), f"late {late.plan}, early {bound.plan}"
    agree("bound late", late, first)
    half = rng.sample(sorted({**sizes, **axes}), 2)
    agree("bound in two", free.at(**{n: {**sizes, **axes}[n] for n in half}).at(
        **{n: v for n, v in {**sizes, **axes}.items() if n not in half}), first)  # fmt: skip
    seen += (
        _symbolic(case, free, sizes, axes, billed) + _doors(bound, free, {**sizes, **axes}, first) + _held(case, bound)
    )
    seen += _rows(case, free, rng, {**sizes, **axes})
    if first.flops:
        seen += _thresholds(bound, free, rng, {**sizes, **axes}, first)
    return seen + _uneven(case, free, overlap, rng)


def carried_out(case: Case, plan: str, computed: dict[str, str]) -> devices.Bill:
    """What the plan costs, device by device."""
    how = devices.carry_out if isinstance(case, devices.Case) else devices.carry_out_rows
    return how(case, plan, computed)  # type: ignore[arg-type]


def _uneven(case: Case, free: Op, overlap: str, rng: random.Random) -> int:
    """A size that does not divide over the axes which cut it is refused, early and late, and no other."""
    axes, sizes = dict(case.axes), dict(case.sizes)
    cuts = [(d, math.prod(axes[a] for a in x)) for side in (*case.arrays.values(), case.c) for d, x in side]
    dim = rng.choice(sorted(sizes))
    odd = {**sizes, dim: rng.randint(1, 3 * math.prod(axes.values()))}
    legal = all(odd[d] % ways == 0 for d, ways in cuts)
    for made in (
        lambda: op(case.text, mesh=case.mesh, over=case.over, overlap=overlap, **odd),
        lambda: free.at(**odd, **axes),
        lambda: free.at(**axes).at(**odd),
    ):
        try:
            made()
            refused = ""
        except NotationError as e:
            refused = str(e)
        assert legal == (not refused), f"{odd} over {case.mesh}: {refused or 'taken'}"
        assert legal or "does not divide" in refused, refused
    return 3


def _symbolic(
    case: Case, free: Op, sizes: dict[str, int], axes: dict[str, int], billed: Callable[[Op], devices.Bill]
) -> int:
    """The formulas in symbols at numbers, where they are said to hold: rings and lines of even size, rings from 4."""
    kinds = dict(case.kinds)
    even = {"ring": (4, 8), "line": (2, 4, 8)}
    if any(n == 1 or n not in even.get(kinds[x], (n,)) for x, n in axes.items()):
        return 0
    bill, values = billed(free), {**sizes, **axes}
    said = {k: Fraction(r.at(values)) for k, r in free.traffic.items()}
    moved = wanted(bill, free.overlap)
    pairs = [
        (free.work.sum.at(values), bill.flops),
        ({k: b for k, b in said.items() if b}, {k: b for k, b in moved.items() if b}),
    ]
    for said, done in pairs:
        assert said == done, f"in symbols: {said}, the devices did {done} by {free.plan}"
    return len(pairs)


def _doors(bound: Op, free: Op, values: dict[str, int], bill: devices.Bill) -> int:
    """A sweep of one row and the roofs in symbols at its sizes, all of them open, axes of one device among them."""
    most = max([Fraction(bill.flops, RATES["math"]), Fraction(bill.hbm, RATES["hbm"]), *network(bill, bound.overlap)])
    if not bound.work.sum.num:
        return 0
    known = {str(n) for r in (*free.work.values(), *free.traffic.values()) for n in r.names}
    said = float(sweep(free, CHIP, **{n: v for n, v in values.items() if n in known})["T_lower"][0])
    assert math.isclose(said, float(most), rel_tol=1e-12), f"swept {said}, {most}"
    (who,) = bottlenecks(free, on=CHIP).at(**values)
    assert _roof(who, bill, bound.overlap) == most, f"roofs in symbols say {who} at {values}, {most} s"
    return 2


def _rows(case: Case, free: Op, rng: random.Random, values: dict[str, int]) -> int:
    """A sweep over many numbers of one size, row by row against the operation bound; a table of one plan says so."""
    known = {str(n) for r in (*free.work.values(), *free.traffic.values()) for n in r.names}
    if not set(values) <= known or not free.work.sum.num:
        return 0
    name, many = rng.choice(sorted(dict(case.sizes))), rng.choice((3, 2 * MOST_CASES))
    column = [values[name] * k for k in range(1, many + 1)]
    table = sweep(free, CHIP, **{**values, name: column})
    rows = range(many) if many < MOST_CASES else rng.sample(range(many), 3)
    for k in rows:
        there = free.at(**{**values, name: column[k]})
        least, said = float(T_lower(there, CHIP)), float(table["T_lower"][k])
        close = math.isclose(said, least, rel_tol=1e-12)
        assert close or (table.notes and many > MOST_CASES), f"{name}={column[k]}: swept {said}, bound {least}"
    return len(rows)


def _held(case: Case, bound: Op) -> int:
    """What an axis of one device cuts is whole: the same is held without it."""
    ones = {x for x, n in case.axes if n == 1}
    axes = [f"{x}={n}" for x, n in case.axes if n > 1]
    if not ones or not axes or case.sums:
        return 0

    def left(cuts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        return tuple((d, "".join(x for x in cut if x not in ones)) for d, cut in cuts)

    kinds = tuple((x, k) for x, k in case.kinds if x not in ones)
    if isinstance(case, devices.Case):
        alone = replace(case, a=left(case.a), b=left(case.b), c=left(case.c), kinds=kinds)
    else:
        alone = replace(case, arrays={n: left(x) for n, x in case.arrays.items()}, c=left(case.c), kinds=kinds)
    there = op(alone.text, mesh=" ".join(axes), over=alone.over, overlap=bound.overlap, **dict(case.sizes))
    if str(there.plan or "") != str(bound.plan or ""):
        return 0  # of two that are as good the names decide
    assert there.held == bound.held, f"holds {bound.held}, without the axes of one device {there.held}"
    return 1


def _thresholds(bound: Op, free: Op, rng: random.Random, values: dict[str, int], bill: devices.Bill) -> int:
    """Whether the region of one size holds the size where arithmetic binds, for the plan taken there."""
    name = rng.choice(sorted({*bound.dims} & set(values)))
    rule = threshold(free, name, on=CHIP)
    others = {n: v for n, v in values.items() if n != name}
    here = rule.at(**others)
    assert here.contains(values[name]) == _math_alone(bound, bill), f"{name}: {here} at {values[name]}, {bound.plan}"
    return 1


def _math_alone(o: Op, bill: devices.Bill) -> bool:
    hbm = Fraction(bill.hbm, RATES["hbm"])
    return Fraction(bill.flops, RATES["math"]) > max([hbm, *network(bill, o.overlap)])


def run(count: int, seed: int, most: dict[str, int] = MOST) -> Counter[str]:
    """So many operations; how many were compared, figures in all, and refused by reason."""
    rng, told = random.Random(seed), Counter[str]()
    start = time.time()
    while told["operations"] < count:
        case: Case | None = devices.some_case(rng, most) if rng.random() < 0.75 else devices.some_rows(rng, most)
        if case is None:
            continue
        try:
            told["figures"] += compare(case, rng)
        except NotationError:
            told["not notation"] += 1
            continue
        except SymroofError as e:
            told[f"refused: {str(e)[:60]}"] += 1
            continue
        except AssertionError as e:
            raise AssertionError(f"{case}\n{case.text} mesh {case.mesh} over {case.over}: {e}") from None
        told["operations"] += 1
        if sys.stderr.isatty() and not told["operations"] % 100:
            print(f"\r{told['operations']}", end="", file=sys.stderr)
    told["devices at most"] = math.prod(most.values())
    told["seconds"] = round(time.time() - start)
    return told


if __name__ == "__main__":
    numbers = [int(x) for x in sys.argv[1:]]
    for what, n in run(*(numbers + [10_000, 1][len(numbers) :])).items():
        print(f"{n:>8}  {what}")

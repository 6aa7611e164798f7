"""Random operations under meshes of up to 8 x 4 x 2 devices against the judge of ``tests/devices.py``.

    python benchmarks/bench_mesh.py [operations] [seed]

Every figure of an operation is compared with the plan carried out device by device: FLOPs counted and exact, HBM bytes,
bytes on every link, T_math, T_comms, T_lower, T_upper, attainable, intensity, what binds; bound from the start, bound
later, and the formulas with symbols at numbers.  Prints the number of operations and of figures compared.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import devices

from symroof import (
    Machine,
    Op,
    T_comms,
    T_lower,
    T_math,
    T_upper,
    attainable,
    bound_by,
    intensity,
    op,
    threshold,
)

CHIP = Machine(
    name="judge",
    peaks=dict.fromkeys(("bf16", "fp32", "int8"), 10**12),
    bandwidths={"hbm": 7 * 10**10, "ici": 3 * 10**9},
)
MOST = {"X": 8, "Y": 4, "Z": 2}


def figures(o: Op, case: devices.Case, bill: devices.Bill) -> list[tuple[str, object, object]]:
    """What symroof says of an operation whose sizes are numbers, beside what the devices did."""
    peak, hbm, ici = 10**12, 7 * 10**10, 3 * 10**9
    inner = len([d for d, _ in case.a if d in dict(case.b) and d not in dict(case.c)])
    flops = 2 * bill.multiply_adds if inner else bill.outputs
    done = bill.outputs * (2 * bill.depth - 1) if inner else bill.outputs
    sent = {f"ici_{x}": Fraction(b) for x, b in bill.lanes.items()} if o.overlap == "max" else {"ici": bill.sent}
    wanted = {"hbm": Fraction(bill.hbm), **{k: b for k, b in sent.items() if b}}
    times = {"math": Fraction(flops, peak), **{k: b / (hbm if k == "hbm" else ici) for k, b in wanted.items()}}
    most = max(times.values())
    return [
        ("work", o.work.sum.constant(), flops),
        ("exact work", o.exact_work.sum.constant(), done),
        ("traffic", {k: Fraction(r.constant() or 0) for k, r in o.traffic.items()}, wanted),
        ("T_math", _number(T_math(o, CHIP)), times["math"]),
        ("T_comms", _number(T_comms(o, CHIP)), sum(times.values()) - times["math"]),
        ("T_lower", _number(T_lower(o, CHIP)), most),
        ("T_upper", _number(T_upper(o, CHIP)), sum(times.values())),
        ("attainable", _number(attainable(o, CHIP)), flops / most),
        ("intensity", _number(intensity(o)), Fraction(flops, bill.hbm)),
        ("binds", times[bound_by(o, CHIP)], most),
    ]


def _number(expr: object) -> Fraction:
    return Fraction(str(expr))


def compare(case: devices.Case, rng: random.Random) -> int:
    """Every figure of one operation; the number compared.  Raises AssertionError where one differs."""
    overlap = rng.choice(("sum", "max"))
    sizes, axes = dict(case.sizes), dict(case.axes)
    bound = op(case.text, mesh=case.mesh, over=case.over, overlap=overlap, **sizes)
    assert bound.plan is not None or not any(x for side in (case.a, case.b, case.c) for _, x in side)
    seen = 0

    def agree(where: str, o: Op, bill: devices.Bill) -> None:
        nonlocal seen
        for name, said, done in figures(o, case, bill):
            seen += 1
            assert said == done, f"{where}: {name} is {said}, the devices did {done} by {o.plan}"

    def billed(o: Op) -> devices.Bill:
        p = o.plan
        made = o.output if p is None else p.natural
        assert made is not None
        try:
            return devices.carry_out(case, str(p or "no communication"), {d: "".join(made.axes(d)) for d in made.dims})
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
    seen += _symbolic(case, free, overlap, sizes, axes, billed)
    seen += _thresholds(bound, free, rng, {**sizes, **axes})
    return seen


def _symbolic(
    case: devices.Case, free: Op, overlap: str, sizes: dict[str, int], axes: dict[str, int], billed: object
) -> int:
    """The formulas in symbols at numbers, where they are said to hold: rings and lines of even size, rings from 4."""
    kinds = dict(case.kinds)
    even = {"ring": (4, 8), "line": (2, 4, 8)}
    if any(n == 1 or n not in even.get(kinds[x], (n,)) for x, n in axes.items()):
        return 0
    bill = billed(free)  # type: ignore[operator]
    values = {**sizes, **axes}
    inner = any(d in dict(case.b) and d not in dict(case.c) for d, _ in case.a)
    want = {"hbm": Fraction(bill.hbm)}
    want |= {f"ici_{x}": b for x, b in bill.lanes.items()} if overlap == "max" else {"ici": bill.sent}
    pairs = [
        (free.work.sum.at(values), 2 * bill.multiply_adds if inner else bill.outputs),
        ({k: Fraction(r.at(values)) for k, r in free.traffic.items()}, {k: b for k, b in want.items() if b}),
    ]
    for said, done in pairs:
        assert said == done, f"in symbols: {said}, the devices did {done} by {free.plan}"
    return len(pairs)


def _thresholds(bound: Op, free: Op, rng: random.Random, values: dict[str, int]) -> int:
    """Whether the region of one size holds the size where arithmetic binds, for the plan taken there."""
    name = rng.choice(sorted({*bound.dims} & set(values)))
    rule = threshold(free, name, on=CHIP)
    others = {n: v for n, v in values.items() if n != name}
    here = rule.at(**others)
    assert here.contains(values[name]) == _math_alone(bound), f"{name}: {here} at {values[name]}, {bound.plan}"
    return 1


def _math_alone(o: Op) -> bool:
    times = {k: Fraction(str(T_comms(o, CHIP, k))) for k, b in o.traffic.items() if b != 0}
    return all(_number(T_math(o, CHIP)) > t for t in times.values())


def run(count: int, seed: int, most: dict[str, int] = MOST) -> Counter[str]:
    """So many operations; how many were compared, figures in all, and refused by reason."""
    from symroof import SymroofError
    from symroof.errors import NotationError

    rng, told = random.Random(seed), Counter[str]()
    start = time.time()
    while told["operations"] < count:
        case = devices.some_case(rng, most)
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

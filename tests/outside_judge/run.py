"""The loop: kinds in turn, each with questions of its own seed, so that one question can be asked again alone."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from . import (
    answers,
    binding,
    identities,
    immense,
    leadings,
    networks,
    operations,
    optima,
    printed,
    records,
    thresholds,
    values,
)
from .tally import Clock, Foreign, Kind, NothingToSay, Refused, Tally, Wrong, shape
from .trees import Undefined, Undrawn, Unsure

Judge = Callable[[Any, Kind, Random, Clock], None]

KINDS: dict[str, tuple[Callable[[Random], Any], Judge]] = {
    "threshold, numbers": (lambda rng: thresholds.question(rng, True), thresholds.judge),
    "threshold, symbols": (lambda rng: thresholds.question(rng, False), thresholds.judge),
    "threshold, edges": (thresholds.edge, thresholds.judge),
    "threshold, typed": (thresholds.typed, thresholds.judge_typed),
    "threshold, remainders": (thresholds.remainder, thresholds.judge_typed),
    "no value": (values.hole, values.nowhere),
    "threshold, twice": (thresholds.twice, thresholds.judge),
    "threshold, teeth": (thresholds.teeth, thresholds.judge),
    "numeric, digits": (values.cancelling, values.digits),
    "numeric, immense": (immense.question, immense.judge),
    "proof": (identities.question, identities.judge),
    "leading": (leadings.question, leadings.judge),
    "exactly": (lambda rng: values.question(rng, "exactly"), values.exact),
    "numeric": (lambda rng: values.question(rng, "numeric"), values.functions),
    "operation": (lambda rng: operations.question(rng, False), operations.judge_plain),
    "sharded": (lambda rng: operations.question(rng, True), operations.judge_sharded),
    "collective": (networks.question, networks.judge),
    "threshold as a function": (records.question, records.judge),
    "optimum": (optima.question, optima.judge),
    "bottlenecks": (binding.question, binding.judge),
    "check, units": (answers.quantities, answers.judge),
    "check, digits": (answers.digits, answers.judge),
    "check, formulas": (answers.formula, answers.judge_formula),
    "latex": (lambda rng: printed.question(rng, "latex"), printed.judge_latex),
    "bounds without a regime": (lambda rng: printed.question(rng, "bounds_free"), printed.judge_bounds),
    "quantity": (printed.amount, printed.judge_quantity),
    "interval": (lambda rng: values.question(rng, "interval"), values.interval),
}


def one(name: str, seed: str, kind: Kind) -> str | None:
    """Ask the question of this seed; the disagreement in a line, or None."""
    make, judge = KINDS[name]
    question = make(Random(seed))
    clock = Clock()
    kind.questions += 1
    wrong = None
    try:
        judge(question, kind, Random(seed + "points"), clock)
    except Undrawn:
        kind.questions -= 1
        return None
    except Refused as error:
        kind.refused[shape(str(error))] += 1
        kind.valueless += isinstance(error, NothingToSay)
        if str(error).startswith("Contradicted"):
            kind.caught.append(f"[{seed}] {question.call()} -> {error}")
    except Foreign as error:
        wrong = f"foreign {error}"
    except Wrong as error:
        wrong = str(error)
    except (ValueError, KeyError, AttributeError, TypeError, Undefined, Unsure, OverflowError) as error:
        kind.unread[f"{type(error).__name__}: {str(error)[:150]}"] += 1  # the judge's own limits, counted as such
    kind.seconds += clock.spent
    line = f"{question.call()} -> "
    if clock.spent > 1:
        kind.slow.append(f"[{seed}] {clock.spent:.1f} s: {question.call()}")
    return f"[{seed}] {line}{wrong}" if wrong else None


def count(seed: int, each: int) -> Tally:
    """As many questions of every kind, the same ones for the same seed whatever the machine."""
    tally = Tally()
    for name in KINDS:
        for turn in range(each):
            wrong = one(name, f"{seed}/{name}/{turn}", tally.kind(name))
            if wrong:
                tally.kind(name).wrong.append(wrong)
    return tally


def run(seed: int, seconds: float, only: list[str] | None = None, found: str | None = None) -> Tally:
    """Fresh questions until so many seconds of CPU are spent, or Ctrl-C; every kind gets its share of the time."""
    tally = Tally()
    with contextlib.suppress(KeyboardInterrupt):  # what was judged until then is told
        _asked_until(tally, seed, seconds, only, found)
    return tally


def _asked_until(tally: Tally, seed: int, seconds: float, only: list[str] | None, found: str | None) -> None:
    names = [name for name in KINDS if not only or any(part in name for part in only)]
    start = time.process_time()
    turn = 0
    while time.process_time() - start < seconds:
        # the kind that has had the least time is next, so that a slow one does not starve the others
        for name in sorted(names, key=lambda name: tally.kind(name).seconds)[:1]:
            kind = tally.kind(name)
            wrong = one(name, f"{seed}/{name}/{turn}", kind)
            if wrong:
                kind.wrong.append(wrong)
                if found:
                    Path(found).mkdir(parents=True, exist_ok=True)
                    with (Path(found) / "raw.txt").open("a") as file:
                        file.write(f"{name}: {wrong}\n")
        turn += 1

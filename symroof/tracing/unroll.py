"""Loops that Python unrolls over a size: programs of 2, 3 and 4 layers, read as a polynomial in the number of layers.

    amount(L) = amount(2) + (L - 2)*(amount(3) - amount(2)),  confirmed at 4; of second degree from 2, 3, 4, at 5

>>> from symroof.algebra.posynomial import gen
>>> print(newton([2 * gen("D"), 3 * gen("D")], gen("L")))
D*L
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symroof.algebra.posynomial import Ratio, ratio, total
from symroof.errors import SymroofError
from symroof.model.amounts import Amounts
from symroof.model.collectives import collective
from symroof.symbols import key
from symroof.tracing.failure import Branches, depends_on
from symroof.tracing.program import Network, Origin, Program, Step, from_steps
from symroof.tracing.quiet import Watch
from symroof.tracing.reader import Reader, letter
from symroof.tracing.shapes import Setting

if TYPE_CHECKING:
    from symroof.tracing.asked import Asked

FIRST = 2  # layers of the smallest program
ZERO = ratio(0)
_SMALL = (5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79)


def looped(
    asked: Asked,
    letters: Setting,
    *,
    whole: Callable[[], Program],
    at: Callable[[Setting], Program],
    signature: Callable[[Mapping[str, int]], tuple[str, ...]],
    jax: bool = True,
) -> Program:
    """The program as ``whole`` traces it; where Python unrolls a size, that of the loop read by differences.

    ``at`` traces with other letters; ``signature`` is what one trace does, operation by operation.  Raises SymroofError
    naming the sizes where the program is another one at other sizes and no loop over one of them.
    """
    if asked.unrolled is not None:
        return unrolled_program(asked, at, letters, asked.unrolled)
    try:
        return whole()
    except Branches as e:
        with Watch():
            name = loops_over(lambda sizes: len(signature(sizes)), letters)
            reader = Reader(letters.bases, letters.meaning)
            names = depends_on(signature, reader.assignments) if name is None else ()
        if name is None:
            raise e.advised(names or letters.bases[:2], jax) from None
        return unrolled_program(asked, at, letters, name)


def loops_over(count: Callable[[Mapping[str, int]], int], letters: Setting) -> str | None:
    """The one size that the number of operations grows with in equal steps; None where there is none, or several."""
    base = {n: _SMALL[i % len(_SMALL)] for i, n in enumerate(letters.bases)}
    found = []
    for name in letters.bases:
        if name in letters.cut:
            continue
        try:
            counts = [count({**base, name: n}) for n in (2, 3, 4, 5, 9)]
        except Exception:  # the function does not run at these sizes, so it says nothing
            continue
        step = counts[1] - counts[0]
        if step > 0 and counts == [counts[0] + k * step for k in (0, 1, 2, 3, 7)]:
            found.append(name)
    return found[0] if len(found) == 1 else None


def newton(values: Sequence[Ratio], n: Ratio, first: int = FIRST) -> Ratio:
    """The polynomial through the values at first, first + 1, ..., by divided differences."""
    table, out, factor = list(values), values[0], ratio(1)
    for k in range(1, len(values)):
        table = [b - a for a, b in itertools.pairwise(table)]
        factor = factor * (n - (first + k - 1)) / k
        out = out + table[0] * factor
    return out


def unrolled_program(asked: Asked, trace: Callable[[Setting], Program], letters: Setting, name: str) -> Program:
    """The program whose Python loop runs over the size ``name``."""
    if name in letters.cut or name not in letters.bases:
        raise SymroofError(f"{name} is cut over a mesh axis or no open size, so no Python loop over it is read")

    def at(layers: int) -> Program:
        rest = tuple(b for b in letters.bases if b != name)
        return trace(Setting(rest, letters.cut, {**letters.fixed, name: layers}, letters.axes))

    programs = [at(FIRST), at(FIRST + 1), at(FIRST + 2)]
    for degree in (1, 2):
        if degree == 2:
            programs.append(at(FIRST + 3))
        made = _combined(programs[:-1], letters, name, asked)
        if _confirmed(made, programs[-1], name, FIRST + len(programs) - 1):
            return made
    raise SymroofError(
        f"{asked.text}: what its Python loop does is no polynomial in {name}; "
        f"write the loop with lax.scan, or fix {name}"
    )


def _confirmed(made: Program, there: Program, name: str, n: int) -> bool:
    here = {key(name, True): n}
    pairs = [(made.work, there.work), (made.traffic, there.traffic)] + [
        (a, b) for (_, a), (_, b) in zip(made.units, there.units)
    ]
    return all(_same(a.get(k, ZERO).subs(here), b.get(k, ZERO)) for a, b in pairs for k in {*a, *b}) and _same(
        made.compulsory_core.subs(here), there.compulsory_core
    )


def _same(a: Ratio, b: Ratio) -> bool:
    return (a - b) == 0


def _combined(programs: Sequence[Program], letters: Setting, name: str, asked: Asked) -> Program:
    n = letter(name)
    groups: list[dict[Any, list[Step]]] = []
    for p in programs:
        by: dict[Any, list[Step]] = {}
        for s in p.kernels:
            by.setdefault(_key(s), []).append(s)
        groups.append(by)
    keys = list(dict.fromkeys(k for by in reversed(groups) for k in by))
    steps = tuple(_step([by.get(k, []) for by in groups], n, groups[-1].get(k) or groups[0][k]) for k in keys)
    first = programs[0]
    given = {
        key: newton([getattr(p, f"{key}_core") for p in programs], n)
        for key in ("compulsory", "unfused", "params", "peak")
    }
    layers = ", ".join(str(FIRST + i) for i in range(len(programs)))
    note = f"a Python loop over {name}: traced with {layers} rounds, confirmed with {FIRST + len(programs)}"
    net = Network(over=asked.over, overlap=asked.overlap)
    sizes = tuple((k, v) for k, v in first.sizes if k != name)
    least = tuple({r: line for p in programs for r, line in p.least}.items())
    origin = Origin(asked.text, letters.bases, (*first.notes, note), net, first.mesh, sizes)
    return replace(from_steps(steps, origin, given=given), least=least)


def _key(s: Step) -> Any:
    """What makes kernels of several rounds the same: line, modules without their numbers, phase, and what is done."""
    return s.line, re.sub(r"\d+", "#", s.path), s.phase, re.sub(r"\d+", "#", s.text)


def _step(rows: Sequence[Sequence[Step]], n: Ratio, example: Sequence[Step]) -> Step:
    def amounts(read: Callable[[Step], Amounts]) -> Amounts:
        sums = [_sum([read(s) for s in row]) for row in rows]
        made = {k: newton([a.get(k, ZERO) for a in sums], n) for k in dict.fromkeys(k for a in sums for k in a)}
        return Amounts(tuple(sorted((k, v) for k, v in made.items() if v != 0)))

    one = example[-1]

    def of_unit(u: str) -> Callable[[Step], Amounts]:
        return lambda s: dict(s.units).get(u, Amounts())

    units = {u: amounts(of_unit(u)) for u in sorted({u for s in example for u, _ in s.units})}
    plan = one.sending
    if plan is not None:
        sent = []
        for i, x in enumerate(plan.steps):
            volumes = [total(s.sending.steps[i].cost.volume for s in row if s.sending is not None) for row in rows]
            cost = collective(x.cost.name, newton(volumes, n), x.cost.network, distance=x.cost.distance)
            sent.append(replace(x, cost=cost))
        plan = replace(plan, steps=tuple(sent))
    runs = newton([total(s.runs for s in row) for row in rows], n)
    return replace(one, work=amounts(lambda s: s.work), exact_work=amounts(lambda s: s.exact_work),
                   loads=amounts(lambda s: s.loads), stores=amounts(lambda s: s.stores), runs=runs, sending=plan,
                   units=tuple(units.items()),
                   path=re.sub(r"\d+", "*", one.path) if len(example) > 1 else one.path)  # fmt: skip


def _sum(rows: Sequence[Amounts]) -> Amounts:
    out = Amounts()
    for a in rows:
        out = out + a
    return out

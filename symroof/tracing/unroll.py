"""Loops that Python unrolls over a size: programs of 2, 3 and 4 layers, read as a polynomial in the number of layers.

    amount(L) = amount(2) + (L - 2)*(amount(3) - amount(2)),  confirmed at 4; of second degree from 2, 3, 4, at 5;
    of third from 3, 4, 5, 6, at 7: three loops over i < j < k < L do nothing at 2; of first and second from 3 or 4 on

Three rounds more must confirm it, too; where fewer rounds do something else, a condition says so.  The peak is a
maximum and no polynomial: see ``envelope``.

>>> from symroof.algebra.ratios.posynomial import gen
>>> print(newton([2 * gen("D"), 3 * gen("D")], gen("L"), FIRST))
D*L
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio, total
from symroof.errors import SymroofError
from symroof.model.amounts import Amounts
from symroof.model.collectives import collective
from symroof.symbols import key
from symroof.tracing.attempt import ONCE
from symroof.tracing.deadline import TooLong, within
from symroof.tracing.envelope import Moments, envelope, newton
from symroof.tracing.failure import Branches, Endless, depends_on
from symroof.tracing.graph import UNITS
from symroof.tracing.held import Held, distinct
from symroof.tracing.peak import kind, moments
from symroof.tracing.probes import PATIENCE, ROUNDS, Prober, probed
from symroof.tracing.program import Network, Origin, Program, Step, from_steps
from symroof.tracing.quiet import Watch
from symroof.tracing.reader import ZERO, Reader, letter
from symroof.tracing.shapes import Setting

if TYPE_CHECKING:
    from symroof.tracing.asked import Asked

FIRST = 2  # layers of the smallest program
STARTS = 3  # numbers of rounds from which on a rule of the peak is looked for, with as many more rounds
FAR = 3  # rounds more than those that confirm it first
LATER = "compulsory", "unfused", "params"  # what a program without a graph has been given
UNKNOWN = (
    "a Python loop runs over {0}, and its most bytes at once follow no rule that was found in the rounds\n"
    "    fix {0}, as in sizes={{'{0}': 24}}"
)
_SMALL = (5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79)


@final
@dataclass(frozen=True)
class Ways:
    """How one framework traces a call."""

    whole: Callable[[], Program]  # with every size a symbol
    at: Callable[[Setting], Program]  # with other letters
    prober: Callable[[Program, Reader, Mapping[str, int]], Prober]  # compares a program with other sizes
    signature: Callable[[Mapping[str, int]], tuple[str, ...]]  # what one trace does, operation by operation
    jax: bool = True


def looped(asked: Asked, letters: Setting, ways: Ways) -> Program:
    """The program as ``ways.whole`` traces it; where Python unrolls a size, that of the loop read by differences.

    Raises SymroofError naming the sizes where the program is another one at other sizes and no loop over one of them,
    or where one trace takes too long.
    """

    def unrolled(name: str) -> Program:
        made = unrolled_program(asked, ways.at, letters, name)
        reader = Reader(letters.bases, letters.meaning, rounds=name)
        return probed(ways.prober(made, reader, {name: ROUNDS}), asked.roots)

    if asked.unrolled is not None:
        return unrolled(asked.unrolled)
    try:
        return ways.whole()
    except Branches as e:
        with Watch():
            name = loops_over(lambda sizes: len(ways.signature(sizes)), letters)
            reader = Reader(letters.bases, letters.meaning)
            names = (
                depends_on(ways.signature, reader.assignments) if name is None and not isinstance(e, Endless) else ()
            )
        if name is None:
            raise e.advised(names or letters.bases[:2], ways.jax) from None
        return unrolled(name)


def loops_over(count: Callable[[Mapping[str, int]], int], letters: Setting) -> str | None:
    """The one size that the number of operations grows with, as a polynomial of up to third degree.

    None where there is none, or several.
    """
    base = {n: _SMALL[i % len(_SMALL)] for i, n in enumerate(letters.bases)}
    found = []
    for name in letters.bases:
        if name in letters.cut:
            continue
        try:
            with within(PATIENCE):
                counts = [count({**base, name: n}) for n in (2, 3, 4, 5, 6, 9)]
        except (Exception, TooLong):  # the function does not run at these sizes, so it says nothing
            continue
        curve = newton([ratio(c) for c in counts[:4]], letter(name), FIRST)
        told = [curve.subs({g: n for g in letter(name).names}) for n in (6, 9)]
        if counts[0] < counts[-1] and told == counts[4:]:
            found.append(name)
    return found[0] if len(found) == 1 else None


def unrolled_program(asked: Asked, trace: Callable[[Setting], Program], letters: Setting, name: str) -> Program:
    """The program whose Python loop runs over the size ``name``."""
    if name in letters.cut or name not in letters.bases:
        raise SymroofError(f"{name} is cut over a mesh axis or no open size, so no Python loop over it is read")
    rest = tuple(b for b in letters.bases if b != name)

    @cache
    def at(layers: int) -> Program:
        return trace(Setting(rest, letters.cut, {**letters.fixed, name: layers}, letters.axes))

    for degree, first in ((1, FIRST), (2, FIRST), (3, FIRST + 1), *itertools.product((1, 2), (FIRST + 1, FIRST + 2))):
        last = first + degree + 1
        made = _combined([at(n) for n in range(first, last)], letters, name, asked, first)
        if _confirmed(made, at(last), name, last):
            return _farther(made, at, Loop(name, first, last))
    raise _no_polynomial(asked.text, name)


def _no_polynomial(text: str, name: str) -> SymroofError:
    return SymroofError(
        f"{text}: what its Python loop does is no polynomial in {name}; write the loop with lax.scan, or fix {name}"
    )


@final
@dataclass(frozen=True)
class Loop:
    """A Python loop over a size: its first number of rounds that the counts were read from, and the confirming one."""

    name: str
    first: int
    last: int

    @property
    def n(self) -> Ratio:
        return letter(self.name)


def _farther(made: Program, at: Callable[[int], Program], loop: Loop) -> Program:
    """The program with its peak, confirmed at more rounds and tried at fewer."""
    far = loop.last + FAR
    if not _confirmed(made, at(far), loop.name, far):
        raise _no_polynomial(made.text, loop.name)
    peak, start = _peak(at, loop)
    made = replace(made, _given={**made._given, "peak": UNKNOWN.format(loop.name) if peak is None else peak})
    least = _least(made, at, loop, loop.first)
    most = loop.first if peak is None else _least(made, at, loop, start, ("peak",))
    return replace(made, held_for=distinct((*_from(loop, least, 1), *made.held_for)), peak_for=_from(loop, most, least))


def _from(loop: Loop, least: int, known: int) -> tuple[Held, ...]:
    return (Held(loop.n - least, "the rounds that it was read from"),) if least > known else ()


def _peak(at: Callable[[int], Program], loop: Loop) -> tuple[Ratio | None, int]:
    """The peak and the number of rounds from which on it holds; of a loop whose first rounds are others, too."""
    seen: dict[int, Moments] = {}
    for more in range(STARTS):
        for k in (*range(loop.first, loop.last + more + 1), loop.last + FAR):
            seen[k] = seen.get(k) or moments(at(k)._kernels, at(k)._held_arguments())
        for first in range(loop.first, loop.first + STARTS):
            found = envelope(seen, loop.n, first)
            if found is not None:
                return found, first
    return None, loop.first


def _least(made: Program, at: Callable[[int], Program], loop: Loop, start: int, more: tuple[str, ...] = ()) -> int:
    """The fewest rounds at which the program is the one that was read from ``start`` on, in its counts and ``more``."""
    for k in range(start - 1, 0, -1):
        try:
            if not _confirmed(made, at(k), loop.name, k, more):
                return k + 1
        except SymroofError:  # it does not run with so few, or is no program of these sizes
            return k + 1
    return 1


def _confirmed(made: Program, there: Program, name: str, n: int, more: tuple[str, ...] = ()) -> bool:
    """Whether all counts, of the peak and its like those asked for, are those of the program of so many rounds."""
    here = {key(name, True): n}
    pairs = [(made.work, there.work), (made.exact_work, there.exact_work), (made.traffic, there.traffic)] + [
        (dict(made.units).get(u, Amounts()), dict(there.units).get(u, Amounts())) for u in UNITS
    ]
    rows = [(a.get(k, ZERO), b.get(k, ZERO)) for a, b in pairs for k in {*a, *b}]
    known = [k for k in (*LATER, *more) if not isinstance(made._given[k], str)]
    rows += [(getattr(made, f"{k}_core"), getattr(there, f"{k}_core")) for k in known]
    return all((a.subs(here) - b) == 0 for a, b in rows)


def _combined(programs: Sequence[Program], letters: Setting, name: str, asked: Asked, first_n: int) -> Program:
    n = letter(name)
    groups: list[dict[Any, list[Step]]] = []
    for p in programs:
        by: dict[Any, list[Step]] = {}
        for s in p.kernels:
            by.setdefault(kind(s), []).append(s)
        groups.append(by)
    keys = list(dict.fromkeys(k for by in reversed(groups) for k in by))
    steps = tuple(
        _step([by.get(k, []) for by in groups], (n, first_n), next(by[k] for by in reversed(groups) if k in by))
        for k in keys
    )
    first = programs[0]
    given = {key: newton([getattr(p, f"{key}_core") for p in programs], n, first_n) for key in LATER}
    last = first_n + len(programs)
    note = (
        f"a Python loop over {name}: traced with {', '.join(map(str, range(first_n, last)))} rounds, "
        f"confirmed with {last} and {last + FAR}"
    )
    net = Network(over=asked.over, overlap=asked.overlap)
    sizes = tuple((k, v) for k, v in first.sizes if k != name)
    origin = Origin(asked.text, letters.bases, (*(n for n in first.notes if n != ONCE), note), net, first.mesh, sizes)
    return replace(from_steps(steps, origin, given=given), held_for=distinct(h for p in programs for h in p.held_for))


def _step(rows: Sequence[Sequence[Step]], over: tuple[Ratio, int], example: Sequence[Step]) -> Step:
    def amounts(read: Callable[[Step], Amounts]) -> Amounts:
        sums = [_sum([read(s) for s in row]) for row in rows]
        made = {k: newton([a.get(k, ZERO) for a in sums], *over) for k in dict.fromkeys(k for a in sums for k in a)}
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
            cost = collective(x.cost.name, newton(volumes, *over), x.cost.network, distance=x.cost.said)
            sent.append(replace(x, cost=cost))
        plan = replace(plan, steps=tuple(sent))
    runs = newton([total(s.runs for s in row) for row in rows], *over)
    return replace(one, work=amounts(lambda s: s.work), exact_work=amounts(lambda s: s.exact_work),
                   loads=amounts(lambda s: s.loads), stores=amounts(lambda s: s.stores), runs=runs, sending=plan,
                   units=tuple(units.items()),
                   path=re.sub(r"\d+", "*", one.path) if len(example) > 1 else one.path)  # fmt: skip


def _sum(rows: Sequence[Amounts]) -> Amounts:
    out = Amounts()
    for a in rows:
        out = out + a
    return out

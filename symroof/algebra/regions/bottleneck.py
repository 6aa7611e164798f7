"""Which of several times binds, and where: each roof's region as inequalities, and the crossovers between roofs.

For T = max(T_1, ..., T_k) roof i binds where T_j/T_i <= 1 for every other j; when T_i is a monomial each of these is a
posynomial inequality.  A roof that another one dominates for all sizes never binds alone and is left out.
For several operations, one after the other, T is a sum of such maxima, and a case names the roof of each.

>>> from symroof.symbols import dims, params
>>> (B, D, F), (C, W) = dims("B D F"), params("C W")
>>> found = bottlenecks({"compute": 2*B*D*F/C, "weights": 2*D*F/W})
>>> for case in found: print(case)
compute binds where C/(B*W) <= 1
weights binds where B*W/C <= 1
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import product as choices
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.equality.identity import difference_at, points
from symroof.algebra.interop.door import core, expressed, extremum, refuse_namesakes_in, to_sympy, together
from symroof.algebra.ratios.posynomial import Number, Poly, Ratio, alike, maximum_of, ratio, term, total
from symroof.algebra.ratios.sizes import Cuts, numbers, strangers
from symroof.algebra.regions.outcome import Constants, Rates, rates_text, said_of
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.signs.constant import constant_sign
from symroof.algebra.signs.positivity import nonnegative, positive
from symroof.algebra.trials.probe import tried_largest, tried_roofs
from symroof.errors import DividesByZero, Inconclusive, SymroofError, Unsupported
from symroof.keywords import told
from symroof.shown import visible
from symroof.symbols import resolved, unknown

if TYPE_CHECKING:
    from sympy import Expr

    from symroof.algebra.regions.region import Threshold

PROBES = 6
MAX_CASES = 4096
Times = tuple[tuple[str, Ratio], ...]  # roofs by name


@final
@dataclass(frozen=True)
class Anew:
    """Where some sizes have formulas of their own: the question asked anew at numbers, what a crossing says of it."""

    ask: Callable[..., Bottlenecks]
    sizes: tuple[str, ...]  # at which it is asked anew, but for an unknown that has one formula
    rings: tuple[str, ...]  # those of them that have several in one plan, whether or not they are unknown
    notes: Callable[[str, str, str], tuple[str, ...]]  # of two roofs and the unknown
    by_plan: str  # which plan the formulas are of, where other sizes may make it another


@visible
@final
@dataclass(frozen=True)
class Binding:
    """One way to bind: the roof of each operation, the time that results, and the ratios that must be <= 1 for it."""

    roofs: tuple[str, ...]
    time_core: Ratio
    conditions: tuple[Ratio, ...]
    shown: tuple[Ratio, ...] = ()  # on a machine: the conditions in the symbols of its rates
    cuts: Cuts = field(default_factory=Cuts, compare=False, repr=False)  # which sizes must divide, under a mesh
    again: Anew | None = field(default=None, compare=False, repr=False)

    @property
    def told(self) -> tuple[Ratio, ...]:
        """The conditions as a reader knows them: in the symbols of a machine's rates, where it has one."""
        return self.shown or self.conditions

    time = expressed("time_core")

    @property
    def when(self) -> tuple[Expr, ...]:
        """SymPy expressions that are all <= 1 in the region; empty where the roof always binds."""
        return tuple(to_sympy(c) for c in self.conditions)

    def holds(self, /, **sizes: Any) -> bool:
        """Whether these roofs bind at these sizes, exactly; numbers of other symbols do not matter to it.

        Under a mesh it is asked of the plan that the sizes have, as ``Bottlenecks.at`` is.
        Raises SymroofError when a size is missing, or does not divide over the mesh axes that cut it.
        """
        used = {n for c in self.conditions for n in c.names}
        values = numbers(resolved(sizes, used))
        self.cuts.check(values)
        if self.again is not None:
            return all(map(partial(_longest, values), self.roofs, self.again.ask(**values).every))
        _complete(used, values)
        with suppress(DividesByZero):
            return all(_sign_at(c, ratio(1), values) <= 0 for c in self.conditions)
        return False  # a roof that takes no time there, as a link of one device

    def __str__(self) -> str:
        where = " and ".join(f"{c} <= 1" for c in self.told)
        verb = "binds" if len(self.roofs) == 1 else "bind"
        return f"{', '.join(self.roofs)} {verb} " + (f"where {where}" if where else "always")

    __repr__ = __str__


@visible
@final
@dataclass(frozen=True)
class Bottlenecks:
    """Every roof that can bind with its region, and the roofs that never do; iterates over the cases."""

    operations: tuple[tuple[tuple[str, Ratio], ...], ...]
    cases: tuple[Binding, ...]
    never: tuple[tuple[str, str], ...]  # (a roof that never binds alone, the one that is never below it)
    constants: Rates = ()  # on a machine: its rates by the symbols they have here
    named: tuple[tuple[str, Ratio], ...] = ()  # and the roofs of its one operation in these
    notes: tuple[str, ...] = ()  # what the times leave out, and of which plan they are
    cuts: Cuts = field(default_factory=Cuts, compare=False, repr=False)  # which sizes must divide, under a mesh
    every: tuple[Times, ...] = field(default=(), compare=False, repr=False)  # all roofs, those that never bind too
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)  # the question's, those that cancel too
    bound: tuple[tuple[str, int | Ratio], ...] = field(default=(), compare=False, repr=False)  # sizes it has already
    again: Anew | None = field(default=None, compare=False, repr=False)  # under a mesh

    def __iter__(self) -> Iterator[Binding]:
        return iter(self.cases)

    def __str__(self) -> str:
        lines = [*map(str, self.cases), *self.idle]
        return "\n".join([*lines, *([f"with {rates_text(self.said)}"] if self.said else []), *self.notes])

    @property
    def idle(self) -> tuple[str, ...]:
        """The roofs that never bind alone, in words."""
        return tuple(f"{a} never binds alone: {b} is never below it" for a, b in self.never)

    __repr__ = __str__

    @property
    def said(self) -> Rates:
        """A machine's rates that stand in the conditions as symbols, with their values and units."""
        return said_of(self.constants, *(c for case in self.cases for c in case.shown), ratio(1))

    @property
    def time_core(self) -> tuple[tuple[Ratio, ...], ...]:
        """The undominated times of each operation; T is the sum of their maxima."""
        return tuple(tuple(t for _, t in op) for op in self.operations)

    @property
    def time(self) -> Expr:
        """The time as a sum of maxima over the roofs that can bind."""
        whole: Expr | int = 0
        for op in self.operations:
            whole = whole + extremum("max", [to_sympy(t) for _, t in op])
        return whole

    def at(self, /, **sizes: Any) -> tuple[str, ...]:
        """The roof that binds in each operation at given sizes, one name for each operation.

        On the border of two regions, which is of both, it is the one named first.  Under a mesh it is asked of the plan
        that these sizes have, whichever the regions are of.

        >>> from symroof.symbols import dims
        >>> B, D = dims("B D")
        >>> found = bottlenecks({"math": B * D, "hbm": 8 * D + 8 * B})
        >>> found.at(B=16, D=16), [case.holds(B=16, D=16) for case in found]
        (('math',), [True, True])

        Numbers of other symbols do not matter: a roof that never binds may have had them.

        Raises SymroofError when a size is missing, or does not divide over the mesh axes that cut it.
        """
        used = {n for op in self.operations for _, t in op for n in t.names}
        values = numbers(resolved(sizes, used))
        self.cuts.check(values)
        there = self if self.again is None else self.again.ask(**values)
        return tuple(_slowest(op, values) for op in there.operations)

    def crossover(self, first: str, second: str, X: object, operation: int = 0) -> Threshold:
        """Where in X the first roof overtakes the second: T_first > T_second as a threshold with its condition.

        Under a mesh it is of the plan that the regions are of; sizes put in later are asked of the plan that they have.
        """
        if not 0 <= operation < len(self.operations):
            raise SymroofError(f"there is no operation {operation}; they are 0 to {len(self.operations) - 1}")
        roofs = dict(self.operations[operation])
        for n in (first, second):
            if n not in roofs:
                raise SymroofError(f"{n!r} is not a roof that can bind here; these are {', '.join(roofs)}")
        return self._crossover(first, second, unknown(X), operation)

    def _crossover(self, first: str, second: str, x: str, operation: int, settled: bool = False) -> Threshold:
        """The same of any roof, one that takes no time too; settled: also where it does not hang on the unknown."""
        roofs, named = dict(self.every[operation]), dict(self.named)
        made = crossing(*_sides(roofs, first, second), x, strict=True, settled=settled).cut(self.cuts)
        known = tuple(sorted({*self.names, *made.known} - {*made.keys, made.name}))
        made = made.but(known=known, bound=self.bound)
        if named:
            in_symbols = partial(crossing, *_sides(named, first, second), x, strict=True, settled=settled)
            made = made.but(constants=Constants(partial(tuple, self.constants), in_symbols))
        if self.again is None:
            return made
        special = {*self.again.sizes} - ({str(x)} - {*self.again.rings})
        stays = (*made.stays, *self.again.notes(first, second, str(x)))
        again = partial(_overtaken, self.again.ask, first, second, x, operation)
        return made.but(special=tuple(sorted(special)), again=again, stays=stays, by_plan=self.again.by_plan)


def _overtaken(
    ask: Callable[..., Bottlenecks], first: str, second: str, x: str, operation: int, sizes: Mapping[str, Number]
) -> Threshold:
    """Where the first roof overtakes the second at these sizes, the unknown's number perhaps among them."""
    return ask(**{str(n): v for n, v in sizes.items()})._crossover(first, second, x, operation, settled=True)


def _longest(values: Mapping[str, Number], name: str, roofs: Times) -> bool:
    """Whether no roof of an operation takes longer than one of them at these numbers."""
    mine = dict(roofs).get(name, ratio(0))
    _complete({n for _, t in roofs for n in t.names}, values)
    return all(_sign_at(t, mine, values) <= 0 for _, t in roofs)


def _sides(roofs: Mapping[str, Ratio], first: str, second: str) -> tuple[Ratio, Ratio]:
    """Two times to be compared: their quotient with 1, in which what they share is gone, unless the second may be 0."""
    above, below = (roofs.get(n, ratio(0)) for n in (first, second))
    return (above / below, ratio(1)) if positive(below.num) else (above, below)


Roofs = Mapping[str, Any]


@told
def bottlenecks(roofs: Roofs | Sequence[Any] | Expr | Ratio) -> Bottlenecks:
    """Who binds where: roofs by name for one operation, or a sequence of such mappings for several one after the other.

    An expression is read as what it is, a sum of maxima.

    >>> from symroof.symbols import dims
    >>> a, b = dims("a b")
    >>> print(bottlenecks({"x": a*b, "y": a, "z": b}).cases[0])
    x binds always
    """
    return _bottlenecks([list(zip(map(str, given), _of_one(given.values()))) for given in _operations(roofs)])


def _of_one(times: Collection[object]) -> tuple[Ratio, ...]:
    """The times of one operation, in which a name is one quantity."""
    made = together(*times)
    refuse_namesakes_in(*(r for x, r in zip(times, made) if not isinstance(x, (str, Ratio))))
    return alike(*made)


def named_bottlenecks(times: Mapping[str, Ratio], named: Mapping[str, Ratio], constants: Rates) -> Bottlenecks:
    """One operation's roofs on a machine, and the same in the symbols of its rates, in which the answer is told.

    Where the symbols do not give the times (a latency in place of bytes) the numbers stand for themselves.

    >>> from fractions import Fraction
    >>> from symroof.algebra.ratios.posynomial import gen, ratio
    >>> B, W = gen("B"), gen("W")
    >>> print(named_bottlenecks({"x": B / 7, "y": ratio(1)}, {"x": B / W, "y": ratio(1)}, (("W", Fraction(7), ""),)))
    x binds where W/B <= 1
    y binds where B/W <= 1
    with W = 7
    """
    values = {n: v for n, v, _ in constants if "/" not in n}
    if {n: t.subs(values) for n, t in named.items()} != dict(times):
        return _bottlenecks([list(times.items())])
    names = {a / b: named[m] / named[n] for n, b in times.items() for m, a in times.items() if m != n and b != 0}
    found = _bottlenecks([list(times.items())])
    cases = tuple(replace(case, shown=tuple(names[c] for c in case.conditions)) for case in found.cases)
    return replace(found, cases=cases, constants=constants, named=tuple(named.items()))


def _bottlenecks(asked: Sequence[Sequence[tuple[str, Ratio]]]) -> Bottlenecks:
    operations: list[tuple[tuple[str, Ratio], ...]] = []
    never: list[tuple[str, str]] = []
    for roofs in asked:
        kept, dropped = undominated(roofs)
        operations.append(tuple(kept))
        never.extend(dropped)
    count = 1
    for op in operations:
        count *= len(op)
    if count > MAX_CASES:
        raise Unsupported(f"{count} combinations of roofs are too many to list; ask operation by operation")
    regions = [[_region(op, i) for i in range(len(op))] for op in operations]
    found: list[Binding] = []
    for combo in choices(*(range(len(op)) for op in operations)):
        conditions = tuple(dict.fromkeys(c for k, i in enumerate(combo) for c in regions[k][i]))
        if _impossible(conditions):
            continue
        time = total(operations[k][i][1] for k, i in enumerate(combo))
        found.append(Binding(tuple(operations[k][i][0] for k, i in enumerate(combo)), time, _needed(conditions)))
    names = tuple(sorted({n for op in asked for _, t in op for n in t.names}))
    every = tuple(tuple(roofs) for roofs in asked)
    return tried_roofs(asked, Bottlenecks(tuple(operations), tuple(found), tuple(never), every=every, names=names))


def _operations(roofs: Roofs | Sequence[Any] | Expr | Ratio) -> list[Roofs]:
    if isinstance(roofs, Ratio) or hasattr(roofs, "free_symbols"):
        return _summed(core(roofs))
    if not isinstance(roofs, (Mapping, Sequence)) or isinstance(roofs, str):
        remedy = 'name them, as in bottlenecks({"compute": T_math, "hbm": T_comms})'
        raise SymroofError(f"{roofs!r} are no roofs; {remedy}")
    if isinstance(roofs, Mapping):
        listed: list[Roofs] = [roofs]
    elif roofs and all(isinstance(r, Mapping) for r in roofs):
        listed = list(roofs)
    else:
        listed = [{f"roof {i + 1}": t for i, t in enumerate(roofs)}]
    if not listed or not all(listed):
        raise SymroofError('no roofs given; name them, as in bottlenecks({"compute": T_math, "hbm": T_comms})')
    return listed


def _summed(whole: Ratio) -> list[Roofs]:
    """An expression, a sum of maxima: each maximum is an operation, its arguments are the roofs."""
    out: list[Roofs] = []
    for exps, c in whole.num.monomials():
        tops = [a for a, e in exps.items() if maximum_of(a) and e == 1]
        front = Ratio(term({g: e for g, e in exps.items() if g not in tops[:1]}, c), whole.den)
        args = maximum_of(tops[0]) if tops else (ratio(1),)
        out.append({f"roof {i + 1}": front * a for i, a in enumerate(args)})
    return out


def slowest(times: Sequence[object]) -> Expr:
    """The largest of several times as one Max, the dominated ones left out first; SymPy's own Max is never evaluated.

    >>> from symroof.symbols import dims, params
    >>> (B, D), C = dims("B D"), params("C")
    >>> slowest([B*D/C, B/C, 2*B*D/C, D])
    Max(D, 2*B*D/C)
    """
    given = _of_one(times)
    kept, _ = undominated([(str(i), t) for i, t in enumerate(given)])
    if not kept:
        raise SymroofError("no times given; there is no largest of none")
    return extremum("max", [to_sympy(t) for t in tried_largest(given, [t for _, t in kept])])


def undominated(roofs: Sequence[tuple[str, Ratio]]) -> tuple[list[tuple[str, Ratio]], list[tuple[str, str]]]:
    """The roofs that can be the largest somewhere, and (dropped, by) for those another is never below."""
    for n, t in roofs:
        if not (nonnegative(t.num) and positive(t.den)) and t.num.terms:  # 0 somewhere: a collective of one device
            raise SymroofError(f"the time of {n}, {t}, is not proved positive; a roof is a positive time")
    probes = list(points(sorted({n for _, t in roofs for n in t.names}), PROBES))
    seen = [[difference_at(t, ratio(0), p) for p in probes] for _, t in roofs]
    exact_enough = [not t.atoms for _, t in roofs]
    gone: dict[int, int] = {}
    for j, (_, slow) in enumerate(roofs):
        for i, (_, fast) in enumerate(roofs):
            if i == j or i in gone or j in gone:
                continue
            if (
                exact_enough[i]
                and exact_enough[j]
                and not all(x is None or y is None or y >= x for x, y in zip(seen[i], seen[j]))
            ):
                continue
            if nonnegative(_gap(slow, fast), quick=True):
                gone[i] = j
    kept = [r for i, r in enumerate(roofs) if i not in gone]
    return kept, [(roofs[i][0], roofs[j][0]) for i, j in gone.items()]


def _gap(a: Ratio, b: Ratio) -> Poly:
    """A polynomial with the sign of a - b, both times having positive denominators."""
    return a.num * b.den - b.num * a.den


def _region(op: Sequence[tuple[str, Ratio]], i: int) -> list[Ratio]:
    return [t / op[i][1] for j, (_, t) in enumerate(op) if j != i]


def _needed(conditions: tuple[Ratio, ...]) -> tuple[Ratio, ...]:
    """The conditions without those another one implies."""
    dropped: set[int] = set()
    for i, c in enumerate(conditions):
        for j, d in enumerate(conditions):
            if i != j and i not in dropped and j not in dropped and nonnegative(_gap(d, c), quick=True):
                dropped.add(i)
    return tuple(c for i, c in enumerate(conditions) if i not in dropped)


def _impossible(conditions: Sequence[Ratio]) -> bool:
    """Whether a condition can never hold, or a product of two is certainly above 1."""
    one = ratio(1)
    if any(nonnegative(_gap(c, one), strict=True, quick=True) for c in conditions):
        return True
    for i, c in enumerate(conditions):
        for d in conditions[:i]:
            both = c * d
            if len(both.num) <= 40 and nonnegative(_gap(both, one), strict=True, quick=True):
                return True
    return False


def _complete(used: Iterable[str], values: Mapping[str, Number]) -> None:
    missing, others = sorted({*used} - {*values}), strangers(values, used)
    if missing:
        example = f"as in .at({missing[0]}=4096)"
        raise SymroofError(f"still symbolic: {', '.join(missing)}; give each a number, {example}{others}")


def _sign_at(a: Ratio, b: Ratio, values: Mapping[str, Number]) -> int:
    """The exact sign of a - b at a point, roots and logarithms there included.

    Raises SymroofError where one of them has no value, Inconclusive where some thousands of bits do not tell it from 0.
    """
    try:
        gap = Fraction(a.at(values)) - Fraction(b.at(values))
    except Unsupported:
        return constant_sign((a - b).subs(values))
    return (gap > 0) - (gap < 0)


def _slowest(op: Sequence[tuple[str, Ratio]], values: Mapping[str, int | Fraction]) -> str:
    _complete({n for _, t in op for n in t.names}, values)
    best = op[0]
    for roof in op[1:]:
        try:
            above = _sign_at(roof[1], best[1], values) > 0
        except (Inconclusive, Unsupported):
            raise Unsupported(f"{roof[0]} and {best[0]} are too close to tell apart at these sizes") from None
        if above:
            best = roof
    return best[0]

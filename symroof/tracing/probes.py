"""Sizes far from those of the four traces: all 1, and 2**17 beside 5120.  One abstract trace each, and its counts.

Where the code compares or takes rests, sizes made of the numbers in it too: its multiples, itself, powers of two.

Where a trace there does other work than the program says, the code branches on a size that no trace saw.  The bound is
then looked for by halving, at all four assignments, and read back as a polynomial in the other sizes:

    if T < 16            T >= 16            min(T, 4096)          T <= 4096
    if T <= 16 * D       16*D >= T          if C != O             C != O

and becomes a condition of the program, which ``.at`` and the other doors check.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, ratio, total
from symroof.tracing.bounds import Bounds, Unexplained, refuse
from symroof.tracing.deadline import TooLong, spent, within
from symroof.tracing.graph import Graph, Line, every
from symroof.tracing.held import Held, distinct
from symroof.tracing.looks import numbers
from symroof.tracing.ones import at_one, beside
from symroof.tracing.program import Program
from symroof.tracing.quiet import Watch
from symroof.tracing.reader import ZERO, Reader, Unread, letter
from symroof.tracing.shapes import Setting

LARGE, LESS = 1 << 17, 1 << 12  # the one over 16 times the other, a matrix of them over 2**26 elements
STEPS = 1 << 13, 1 << 10  # by which they differ, so that all are multiples of a block of code
FEW = 4  # what numbers in code say of shapes' own dims, and which the other probes are multiples of
ROUNDS = 24  # of a loop that Python unrolls
BEYOND, MOST_ROUNDS = 97, 130  # of one such trace, as far as the time goes: of any loop, of one with numbers beside it
LONG = 1.0, 2.0  # seconds that it may take, by what fewer rounds took
PATIENCE = 3.0  # seconds of CPU, as all here, that one such trace may take
CHEAP = 60  # operations of a program of which a third trace is made, and many at the numbers in the code
PARTS = 2.0  # seconds for sizes one by one, where the function does not run at all of them
SEARCH = 20.0  # seconds that looking for the bounds may take
TRIAL = 8.0  # seconds that trying them may take
LOOKS, MANY = 12.0, 96  # seconds and traces for the numbers in the code
Base = dict[str, int]  # a number for every base letter
Facts = dict[tuple[str, ...], Ratio]


def facts(g: Graph) -> Facts:
    """What a program does, however frameworks word it: work by unit, elements looked up, bytes put in place or sent."""
    rows: dict[tuple[str, ...], list[Ratio]] = {}
    for n, times in every(g):
        made: Iterable[tuple[tuple[str, ...], Ratio]] = (
            *((("work", *k), w) for k, w in n.work.items()),
            *((("moved", n.name), v.elements) for v in n.outs if n.kind == "move"),
            *((("put", n.name), stored) for stored in (n.stores,) if stored is not None and n.kind == "move"),
            *((("sent", s.name, *s.axes), s.volume) for s in n.sends),
        )
        for key, amount in made:
            rows.setdefault(key, []).append(amount * times)
    rows[("in",)], rows[("out",)] = [v.elements for v in g.ins], [v.elements for v in g.outs]
    return {k: total(v) for k, v in rows.items()}


@final
@dataclass(frozen=True)
class Found:
    """What probes say: conditions, the sizes that were tried, those that could not be, and what is not explained."""

    held: list[Held] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    ends: list[Held] = field(default_factory=list)  # how far sizes were tried, and may not be for a number in the code


@final
class Prober:
    """Compares a program with traces of it at other sizes."""

    def __init__(
        self,
        program: Program,
        letters: Setting,
        reader: Reader,
        graph: Callable[[Base], Graph],
        most: Mapping[str, int] | int = LARGE,
    ) -> None:
        """``graph`` reads one trace at numbers; ``most``: how large sizes may be, or one of them."""
        self.program, self.letters, self.reader, self.graph = program, letters, reader, graph
        self.most = most
        self.numbers: tuple[int, ...] | None = None  # in the code, where it compares sizes
        self.written: tuple[int, ...] = ()  # all of them
        g = program._graph
        self.whole = g is not None
        self.operations = sum(1 for _ in every(g)) if g is not None else len(program.kernels)
        self.facts = facts(g) if g is not None else {
            ("work", u, fmt): w for u, a in program.units for fmt, w in a.items()}  # fmt: skip
        self.names = [n for n in reader.bases if n not in letters.axes]
        self.seen: dict[tuple[int, ...], bool] = {}
        self._last_seen: tuple[Base, Graph] | None = None
        self.apart: frozenset[tuple[str, ...]] | None = None  # what a trace by numbers does otherwise where it was read
        self.ones: set[Held] = set()  # conditions that keep from sizes of 1
        self.until, self.born, self.lost = math.inf, spent(), 0

    # -- one trace -----------------------------------------------------------------------------------------------
    def values(self, base: Mapping[str, int]) -> dict[str, int]:
        """Numbers for the symbols of the counts."""
        return {g: n for name, n in self.letters.sizes(base).items() for g in letter(name).names}

    def differs(self, base: Base) -> bool:
        """Whether a trace at these sizes does other work than the program says.

        Raises whatever the function raises there.
        """
        key = tuple(base[n] for n in self.reader.bases)
        found = self.seen.get(key)
        if found is None:
            if spent() > self.until:
                raise TooLong
            with within(PATIENCE):
                gap = self._gap(self._there(base), base)
            found = self.seen[key] = bool(gap) and not self._always().issuperset(gap)
        return found

    def _always(self) -> frozenset[tuple[str, ...]]:
        """What a trace by numbers does otherwise at the sizes too that it was read from, which shows no branch."""
        if self.apart is None:
            first, self.apart = self.reader.assignments[0], frozenset()
            with within(PATIENCE):
                self.apart = frozenset(self._gap(self._there(first), first))
        return self.apart

    def _there(self, base: Base) -> Graph:
        """The program at these sizes; the last one is kept, as its line is asked for next."""
        if self._last_seen is None or self._last_seen[0] != base:
            self._last_seen = None
            self._last_seen = dict(base), self.graph(base)
        return self._last_seen[1]

    def _gap(self, g: Graph, base: Base) -> list[tuple[str, ...]]:
        there, values = facts(g), self.values(base)
        keys = {*self.facts, *there} if self.whole else {k for k in {*self.facts, *there} if k[0] == "work"}
        return [k for k in keys if (self.facts.get(k, ZERO).subs(values) - there.get(k, ZERO).subs(values)) != 0]

    def line(self, base: Base) -> Line:
        """Where a trace at these sizes first does something else."""
        if not self.whole:
            return Line()
        with within(PATIENCE):
            there = [(n, t) for n, t in every(self._there(base)) if n.work]
        here = [(n, t) for n, t in every(self.program._graph) if n.work]
        values = self.values(base)
        for (a, s), (b, t) in itertools.zip_longest(here, there, fillvalue=(None, ZERO)):
            if a is None or b is None:
                left = a or b
                return left.line if left else Line()
            x, y = total(a.work.values()) * s, total(b.work.values()) * t
            if a.name != b.name or x.subs(values) != y.subs(values):
                return a.line if a.line.file else b.line
        return Line()

    # -- the probes ----------------------------------------------------------------------------------------------
    def large(self, turn: int) -> Base:
        """Large sizes, unequal, every other one much larger than the rest."""
        rows = zip(itertools.cycle(((LARGE, STEPS[0]), (LESS, STEPS[1]))[:: -1 if turn else 1]), self.names)
        out = {n: first + step * i for i, ((first, step), n) in enumerate(rows)}
        if isinstance(self.most, int):
            return {n: v for n, v in out.items() if v <= 2 * self.most}
        return {n: self.most.get(n, v) for n, v in out.items()}

    def run(self) -> Found:
        """All sizes 1, then large, then large the other way round where that costs little."""
        found = Found()
        for moved in (dict.fromkeys(self.names, 1), self.large(0), self.large(1)):
            if not self.whole:  # such conditions are of the rounds of a loop, and known
                moved = self._admitted(moved)
            third = len(found.ran) + len(found.failed) > 1
            if moved and not (third and (len(self.names) < 2 or self.operations > CHEAP)):
                self._try(moved, found)
        for loop in self.most if not isinstance(self.most, int) else ():
            self._rounds(loop, found)
        if self.numbers is not None:
            self._look(found)
        if found.held:
            self._hold(found)
        if any(k[0] == "work" for k in self.apart or ()):
            first = self.reader.assignments[0]
            found.odd.append(f"at {_told(first)} a trace by numbers does other work ({self.line(first)}): not compared")
        return found

    def _admitted(self, moved: Base) -> Base:
        """Without sizes that conditions of their own exclude."""
        first = self.reader.assignments[0]
        out = [h for h in self.program.held_for if h.at(self.values({**first, **moved})).broken]
        return {n: v for n, v in moved.items() if not any(set(self._size(n).names) & {*h.poly.names} for h in out)}

    def _rounds(self, loop: str, found: Found) -> None:
        """One long trace of a loop of Python, beyond the numbers in the code, and at those that it compares with.

        What begins in some round is met in all traces of more.  A number that is too large is an end of the answer.
        """
        start = spent()
        self._try({loop: ROUNDS + 1}, found)
        took = max(spent() - start, 1e-6) / (ROUNDS + 1)
        beyond = [n for n in self.written if n > ROUNDS]
        last = max([n + 2 for n in beyond if n + 2 <= min(MOST_ROUNDS, LONG[1] / took)], default=0)
        last = max(last, min(BEYOND, int(LONG[0] / took)))
        for n in (last, (last + ROUNDS) // 2, *(n for n in self.numbers or () if ROUNDS < n < last)):
            if n > self._ran(loop) or n in beyond:
                self._try({loop: n}, found)
            if found.held:
                return
        ran = self._ran(loop)
        more = [n for n in beyond if n > ran]
        if more:
            by = f"the number {more[0]} in the code: the loop was traced with up to {ran} rounds"
            found.ends.append(Held(ratio(more[0] - 1) - self._size(loop), by))

    def _ran(self, loop: str) -> int:
        """The most rounds of a loop that were traced here."""
        at = self.reader.bases.index(loop)
        return max((key[at] for key in self.seen), default=0)

    def _look(self, found: Found) -> None:
        """Sizes made of the numbers in the code, as far as they can be tried in the time; those that run."""
        start, tried, own = spent(), 0, self.program.held_for
        many = min(MANY, MANY * CHEAP // max(self.operations, 1) + 1)
        for moved in looked_at(self.names, self.numbers or ()):
            base = {**self.reader.assignments[0], **moved}
            if any(n > self._cap(name) for name, n in moved.items()) or tried >= MANY:
                continue
            if any(h.at(self.values(base)).broken for h in (*own, *found.held)):
                continue
            if tried >= many or spent() - start > LOOKS:
                found.odd.append("the numbers in the code were tried at few sizes, as a trace takes long")
                break
            tried += 1
            with suppress(TooLong):
                if self._differs_there(base) and not found.held:  # else it is met where the conditions are tried
                    self._explain(base, _told(moved), found)
        if tried:
            some = self.numbers and f"the numbers in the code ({', '.join(map(str, self.numbers[:8]))})"
            found.ran.append(f"{tried} sizes made of {some or 'powers of two'}")

    def _hold(self, found: Found) -> None:
        """Try the conditions at sizes within them, and mend them; raises SymroofError where they cannot be."""
        first = self.reader.assignments[0]
        bounds = Bounds(self.names, first, self._differs_there, self._size, self._cap)
        bounds.numbers = tuple(n for n in self.numbers or () if n > FEW)
        self.until = spent() + TRIAL
        try:
            bad: Base | None = None
            for left in reversed(range(4 + len(self.names))):  # the last mend is tried, too
                held = [*self.program.held_for, *found.held]
                few = (
                    beside(self.names, self._cap)
                    if {h.poly for h in found.held} <= {h.poly for h in self.ones}
                    else None
                )
                bad = self._known(held) or bounds.inside(held, self.values, few)
                if bad is None:
                    return
                if not (left and self._mended(bad, found, bounds)):
                    break
            assert bad is not None
            line = self.line(bad)
            refuse(line.told if line.file else "", bad, first, self._differs_there, distinct(found.held))
        except TooLong:
            found.odd.append("the conditions were tried at few sizes within them, as a trace takes long")
        finally:
            self.until = math.inf

    def _known(self, held: Sequence[Held]) -> Base | None:
        """Sizes that conditions admit and at which another program was seen already."""
        other = [dict(zip(self.reader.bases, key)) for key, differs in self.seen.items() if differs]
        return next((b for b in other if not any(h.at(self.values(b)).broken for h in held)), None)

    def _mended(self, bad: Base, found: Found, bounds: Bounds) -> bool:
        """Whether other conditions keep from these sizes: one that explains all that was seen, else one more."""
        if self._solitary(bad):
            return False
        own, by = self.program.held_for, found.held[0].by
        seen = [(dict(zip(self.reader.bases, key)), other) for key, other in self.seen.items()]
        seen = [(b, other) for b, other in seen if not any(h.at(self.values(b)).broken for h in own)]
        whole = bounds.parting(seen)
        if whole is not None:
            found.held[:] = [replace(whole, by=by)]
            return True
        more = [h for h in self._cause(bad) if h.at(self.values(bad)).broken]
        found.held.extend(replace(h, by=by) for h in more)
        return bool(more)

    def _differs_there(self, base: Base) -> bool | None:
        try:
            return self.differs(base)
        except Exception:  # the function does not run at such sizes, which says nothing
            return None

    def _cap(self, name: str) -> int:
        """How large a size may be in a trace: what arrays in memory and loops of Python allow."""
        if isinstance(self.most, int):
            return 2 * self.most or max(self.reader.assignments[0].values())
        return self.most.get(name, 2 * LARGE)

    def _try(self, moved: Base, found: Found) -> None:
        """One probe; in halves where the function does not run there, down to one size."""
        told = _told(moved)
        try:
            base = {**self.reader.assignments[0], **moved}
            if self.differs(base):
                self._explain(base, told, found)
            found.ran.append(told)
        except Unexplained:
            raise
        except (Exception, TooLong) as e:  # whatever the function raises at such sizes, which says nothing
            self.lost += isinstance(e, TooLong)
            if len(moved) == 1 or self.lost or spent() - self.born > PARTS:
                found.failed.append(f"{told} ({_reason(e)})")
                return
            names = list(moved)
            for half in (names[: len(names) // 2], names[len(names) // 2 :]):
                self._try({n: moved[n] for n in half}, found)

    # -- why -----------------------------------------------------------------------------------------------------
    def same(self, base: Base) -> bool:
        """Whether the program is right at these sizes; where the function does not run it is not known to be."""
        try:
            return not self.differs(base)
        except Exception:
            return False

    def _explain(self, far: Base, told: str, found: Found) -> None:
        """Conditions that keep the program from sizes at which a trace is another one."""
        line = self.line(far)
        self.until = spent() + SEARCH
        rows, base = [], dict(far)
        try:
            ones = self._at_one(far)
            for _ in range(2 * len(self.names) if ones is None else 0):
                more = self._cause(base)
                rows += more
                base = self._inside(base, more)
                if not more or self.same(base):
                    break
            rows = rows if ones is None else ones
        except TooLong:
            rows = self._coarse(far)
        finally:
            self.until = math.inf
        where = f"{line}, as " if line.file else ""
        found.held.extend(replace(h, by=f"{where}the trace at {told} is another program") for h in rows)

    def _at_one(self, far: Base) -> list[Held] | None:
        """The conditions of a probe whose sizes were put to 1; None where those do not explain it."""
        moved = [n for n in self.names if far[n] != self.reader.assignments[0][n]]
        if not moved or any(far[n] != 1 for n in moved):
            return None
        found = at_one(self.reader.assignments[0], moved, self.same, self._size)
        if not found:
            return None
        self.ones.update(found)
        return found

    def _cause(self, far: Base) -> list[Held]:
        """The conditions of one size, or that two are not equal; else a box, of the sizes that it takes."""
        first = self.reader.assignments[0]
        moved = [n for n in self.names if far[n] != first[n]]
        alone = [n for n in moved if not self.same({**first, n: far[n]})]
        for there in [{**first, n: far[n]} for n in alone] or [far]:
            if self._solitary(there):
                line = self.line(there)
                refuse(line.told if line.file else "", there, first, self._differs_there, ())
        rows = [h for n in alone if (h := self._edge(n, far[n])) is not None]
        if rows:
            return rows
        pairs = [(a, b) for a, b in itertools.combinations(self.names, 2) if far[a] == far[b]]
        unequal = [(a, b) for a, b in pairs if not self.same({**first, a: first[b]})]
        if unequal:
            return [Held(self._size(a) - self._size(b), apart=True) for a, b in unequal]
        for n in list(moved):  # the fewest that differ together
            fewer = [m for m in moved if m != n]
            if fewer and not self.same({**first, **{m: far[m] for m in fewer}}):
                moved = fewer
        return self._box({**first, **{n: far[n] for n in moved}}, moved)

    def _solitary(self, base: Base) -> bool:
        """Whether it is another program at these sizes and at none next to them, along all that were moved.

        Of two that are equal their difference may be what counts.
        """
        moved = [n for n in self.names if base[n] != self.reader.assignments[0][n]]
        if len(set(base.values())) < len(base) or any(base[n] < 2 for n in moved):
            return False
        return bool(moved) and all(self.same({**base, n: base[n] + by}) for n in moved for by in (1, -1))

    def _size(self, name: str) -> Ratio:
        return self.reader.meaning.get(name, letter(name))

    def _last(self, at: Callable[[int], Base], near: int, far: int) -> int:
        """The farthest of near, ..., far at which the program is the same, by halving."""
        while abs(far - near) > 1:
            middle = (near + far) // 2
            near, far = (middle, far) if self.same(at(middle)) else (near, middle)
        return near

    def _edge(self, name: str, far: int) -> Held | None:
        """Where one size makes another program of it, read as a polynomial in the others; None where it is none."""
        found: list[int] = []
        up = far > self.reader.assignments[0][name]
        for a in self.reader.assignments:
            edge = found[0] if found else None
            at = _moving(a, name)
            if edge is None or not self.same(at(edge)) or self.same(at(edge + (1 if up else -1))):
                if self.same(at(far)):
                    return None
                edge = self._last(at, a[name], far)
            found.append(edge)
        try:
            r = self.reader.read(tuple(found))
        except Unread:
            return None
        size = self._size(name)
        return None if name in map(str, r.names) else Held(r - size if up else size - r)

    def _box(self, far: Base, moved: list[str]) -> list[Held]:
        """How far all of several sizes may go at once; the product of them, where that is what counts."""
        first, steps = self.reader.assignments[0], 1 << 20

        def on(t: int) -> Base:
            return {n: first[n] + (far[n] - first[n]) * t // steps for n in first}

        corner = on(self._last(on, 0, steps))
        if all(far[n] > first[n] for n in moved):
            last = moved[-1]
            corner[last] = self._last(_moving(corner, last), corner[last], far[last])
            most = math.prod(corner[n] for n in moved)
            rest = math.prod(first[n] for n in moved[:-1])
            other = {**first, last: most // rest}
            more = {**first, last: -(-most // rest) + max(1, most // rest // 512)}
            if len(moved) > 1 and self.same(other) and not self.same(more):
                return [Held(ratio(most) - math.prod((self._size(n) for n in moved), start=ratio(1)))]
        return [Held(self._size(n) - corner[n] if far[n] < first[n] else ratio(corner[n]) - self._size(n))
                for n in moved]  # fmt: skip

    def _coarse(self, far: Base) -> list[Held]:
        """No farther than it was traced, where there is no time to look for the bounds."""
        out = []
        moved = [n for n in self.names if far[n] != self.reader.assignments[0][n]]
        self.until = math.inf
        if all(far[n] == 1 for n in moved) and self._differs_there({**far, **dict.fromkeys(moved, 2)}) is False:
            return [Held(self._size(n) - 2) for n in moved]
        for n in moved:
            seen = self.reader.columns[n]
            out.append(Held(self._size(n) - min(seen) if far[n] < min(seen) else ratio(max(seen)) - self._size(n)))
        return out

    def _inside(self, base: Base, held: Iterable[Held]) -> Base:
        """The sizes of a probe put back where conditions exclude them."""
        first, out = self.reader.assignments[0], dict(base)
        for h in held:
            if h.at(self.values(out)).broken:
                out.update({n: first[n] for n in self.names if not set(self._size(n).names).isdisjoint(h.poly.names)})
        return out


def looked_at(names: Sequence[str], known: Sequence[int]) -> Iterator[Base]:
    """Sizes at which code may branch that has these numbers: multiples of all, powers of two, each number itself.

    Between two of them, too, and all sizes at one of them; one size so many times another, and next to that, or so much
    more; a product of two others; two whose product or sum is a number; two and three numbers.

    >>> [*looked_at(["A"], [512, 100])][:4]
    [{'A': 25600}, {'A': 8192}, {'A': 64}, {'A': 100}]
    """
    for block in _blocks([n for n in known if n > FEW]):
        yield {n: block * (i + 2) for i, n in enumerate(names)}
    yield {n: 1 << (13 - i % 8) for i, n in enumerate(names)}
    yield {n: 1 << (6 + i % 8) for i, n in enumerate(names)}
    each, small = ([n for n in sorted({*known}) if (n > FEW) == above] for above in (True, False))
    middle = [(a + b) // 2 for a, b in itertools.pairwise([1, *small, *each]) if b - a > 1]
    for k, n in itertools.product(dict.fromkeys((*each, *small, *middle)), names):
        yield {n: k}
    if len(names) > 1:
        yield from (dict.fromkeys(names, k) for k in (*small, *each))
    few, times = names[:4], dict.fromkeys((1, *(k for k in known if k <= 64)))
    both = [*itertools.permutations(few, 2)]
    once = [(n, m) for n, m in both if few.index(n) < few.index(m)]
    parts = [(k, max(d for d in range(1, math.isqrt(k) + 1) if k % d == 0 and d * d < k)) for k in each]
    families: tuple[Iterable[Base], ...] = (
        ({n: 1009 * k + by, m: 1009} for k, by in itertools.product(times, (0, 1, -1)) for n, m in both if k > 1 or by),
        ({n: 40, m: 48, p: 1920} for n, m, p in itertools.permutations(few, 3) if n < m),
        ({n: k, m: j} for k, j in itertools.permutations([*each, *small], 2) for n, m in once),
        ({n: d, m: k // d} for k, d in parts for n, m in once),
        ({n: k // 3, m: k - k // 3} for k in each for n, m in once),
        ({n: 1009 + k, m: 1009} for k in known for n, m in both),
        (dict(zip(few, chosen)) for chosen in itertools.permutations([*each, *small], 3) if len(few) > 2),
    )
    for row in itertools.zip_longest(*families):  # of each some, where not all can be tried
        yield from (moved for moved in row if moved is not None)


def _blocks(known: Iterable[int]) -> Iterator[int]:
    """Common multiples of as many numbers as stay a size."""
    block = 1
    for k in sorted(known, reverse=True):
        both = math.lcm(block, k)
        if both > LARGE // 4 and block > 1:
            yield block
            both = k
        block = both
    if block > 1:
        yield block


def _moving(base: Mapping[str, int], name: str) -> Callable[[int], Base]:
    return lambda n: {**base, name: n}


def _told(moved: Mapping[str, int]) -> str:
    return ", ".join(f"{n}={v}" for n, v in moved.items())


def _reason(e: BaseException) -> str:
    if isinstance(e, TooLong):
        return "it takes too long"
    return f"{type(e).__name__}: {str(e).strip()}".split("\n")[0][:100]


def probed(p: Prober, roots: Sequence[object]) -> Program:
    """The program with what its probes found: conditions, and a note of what was tried and what could not be.

    ``roots``: the function and its arguments, whose code may branch on numbers in it.
    """
    if not p.names:
        return p.program
    p.numbers = numbers(roots)
    if not isinstance(p.most, int):
        p.written = numbers(roots, compared=False) or ()
    with Watch():
        found = p.run()
    made, notes = p.program, list(found.odd)
    if found.ran:
        shown = ", ".join(map(str, distinct(found.held)))
        notes.append(f"traced also at {'; '.join(found.ran)}: " + (
            f"another program there, so the counts hold for {shown}" if found.held else "the same counts"))  # fmt: skip
    notes += [f"not traced at {x}: a branch on such sizes is not seen" for x in found.failed]
    if p.most == 0:
        notes.append("not traced at large sizes, as the function makes arrays in memory: a branch on such is not seen")
    return replace(made, held_for=distinct((*made.held_for, *found.held, *found.ends)), notes=(*made.notes, *notes))

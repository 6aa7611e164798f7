"""A regime is a joint growth order of positive symbols, such as B << D, F, kept as a cone in log space.

A relation ``small << large`` says that ``small/large`` tends to 0 along no particular path.  With u = log x it is the
half-space <w, u> + t <= 0; sizes, which are at least 1, add -u <= 0.  The extreme rays of that cone, found once a
regime by the double description method, decide every comparison of monomials by their signs (Motzkin; LP duality).
Symbols in no relation are fixed: constants, whose size never matters.

>>> print(regime("D, F >> B"))
B << D, F
>>> regime("B ≪ D ≪ F") == regime("D << F; B << D")
True
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import mul
from struct import unpack
from typing import final

from symroof.algebra.growth.cone import double_description, has_interior
from symroof.algebra.growth.relations import Relation, Vector, monomial_text, quotient, read_relations, vector
from symroof.algebra.ratios.posynomial import FIELD, Ring
from symroof.errors import Inconsistent, SymroofError
from symroof.keywords import told
from symroof.lazy import once
from symroof.records import dataclass, field, replace
from symroof.shown import tex, visible
from symroof.symbols import Name, is_size, resolve

__all__ = ["Regime", "Relation", "Table", "Vector", "monomial_text", "quotient", "regime", "table", "vector"]


Statement = tuple[tuple[Vector, ...] | str, ...]


@visible
@final
@dataclass(frozen=True)
class Regime:
    """Relations between growing symbols; hashable, equal however spelt, its cone computed once.

    ``fixed`` are names declared constant ("F fixed"); names in no relation are constants too.  ``order`` is the order
    of an iterated limit, slowest first, made only by ``Regime.lex``.

    >>> print(Regime.lex("B", "D"))
    B -> oo, then D -> oo (every power of B << D)
    """

    relations: tuple[Relation, ...] = ()
    fixed: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    shrinking: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        clash = sorted(set(self.fixed) & set(self.names)) if self.fixed else ()
        if clash:
            raise Inconsistent(
                f"{clash[0]} is said to be fixed and to grow; drop one of the two", (f"{clash[0]} fixed",)
            )

    @once
    def _hash(self) -> int:
        return hash((self.relations, self.fixed, self.order, self.shrinking))

    def __hash__(self) -> int:  # asked for each polynomial that is compared
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:  # a hash must not travel between processes
        return Regime, (self.relations, self.fixed, self.order, self.shrinking)

    @staticmethod
    def of(relations: Iterable[Relation], fixed: Iterable[str] = (), shrinking: Iterable[str] = ()) -> Regime:
        """A regime from relations, checked; raises Inconsistent with a minimal contradictory core."""
        unique = tuple(sorted({r for r in relations if r.strict or r.exponents}))
        # of a parameter nothing is assumed that shrinking would lift
        small = tuple(sorted({n for n in shrinking if is_size(n)})) if shrinking else ()
        return _checked(Regime(unique, tuple(sorted({*fixed})) if fixed else (), (), small))

    @staticmethod
    def possible(relations: Iterable[Relation]) -> bool:
        """Whether strict relations hold together anywhere; without saying which of them do not, which takes longer."""
        g = Regime(tuple(sorted(set(relations))))
        return not g.names or _consistent(g.names, g.relations, _sides(g.names, ()))

    @staticmethod
    def lex(*names: str) -> Regime:
        """The iterated limit, slowest symbol first: every power of each name is << the next, and all tend to oo.

        >>> print(Regime.lex("B", "D"))
        B -> oo, then D -> oo (every power of B << D)
        """
        flat = [w for n in names for w in n.replace(",", " ").replace("<<", " ").split()]
        if len(set(flat)) != len(flat) or not flat:
            raise SymroofError(f"Regime.lex needs different names, slowest first, not {', '.join(flat) or 'nothing'}")
        return replace(_chain(tuple(flat), 1), order=tuple(flat))

    def renamed(self, new: Mapping[str, str]) -> Regime:
        """The same about other symbols."""

        def put(v: Vector) -> Vector:
            return vector((new.get(n, n), e) for n, e in v)

        lists = (self.fixed, self.order, self.shrinking)
        fixed, order, small = (tuple(new.get(n, n) for n in names) for names in lists)
        if order:
            return replace(_chain(order, 1), order=order)
        return Regime.of([Relation(put(r.small), put(r.large), r.strict) for r in self.relations], fixed, small)

    def at_power(self, k: int) -> Regime:
        """For an iterated limit: the joint regime x**k << next, exact for exponents that differ by less than k."""
        return _chain(self.order, k) if self.order else self

    @once
    def names(self) -> tuple[str, ...]:
        """The symbols that move, sorted."""
        return tuple(sorted({n for r in self.relations for n, _ in (*r.small, *r.large)}))

    def concerns(self, known: Collection[str]) -> bool:
        """Whether one of its symbols is among these, or it has none."""
        own = {*self.names, *self.fixed}
        return not own or any(n in known for n in own)

    def refuse_foreign(self, known: Collection[str]) -> None:
        """Raises SymroofError where none of its symbols is one of a question that has some: it would say nothing there.

        That a few are strangers is as it should be: one regime is said for formulas of one family.

        >>> regime("B << D, F").refuse_foreign(["B", "D"])
        >>> regime("Z << Q").refuse_foreign(["B", "D"])
        Traceback (most recent call last):
        symroof.errors.SymroofError: the regime Z << Q is about other symbols than the question, which has B, D
        """
        if known and not self.concerns(known):
            have = ", ".join(sorted({*known}))
            raise SymroofError(f"the regime {self.text} is about other symbols than the question, which has {have}")

    @once
    def text(self) -> str:
        """The relations in canonical order: B << D, F."""
        if self.order:
            steps = ", then ".join(f"{n} -> oo" for n in self.order)
            powers = ", ".join(f"every power of {a} << {b}" for a, b in pairwise(self.order))
            return f"{steps} ({powers})" if powers else steps
        groups = ((p if isinstance(p, str) else ", ".join(map(monomial_text, p)) for p in s) for s in self.said)
        return "; ".join(map(" ".join, groups))

    @property
    def said(self) -> tuple[Statement, ...]:
        """The relations in canonical order, each in groups of monomials and the signs between them."""
        return tuple(_statements(self.relations, self.fixed))

    def __str__(self) -> str:
        return self.text

    def latex(self) -> str:
        r"""LaTeX of the relations.

        >>> regime("B << D, F").latex()
        'B \\ll D, F'
        """
        return tex(self)

    @once
    def cone(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """The test vectors ((v in the order of names), t): extreme rays, a line as two opposite rays."""
        return _cone(self.names, self.relations, self.shrinking)[0]

    @once
    def strict(self) -> bool:
        """Whether anything is << anything, so that terms can be dropped at all."""
        return any([r.strict for r in self.relations])

    def tends(self, exponents: Vector) -> str | None:
        """What a monomial does: "0", "oo", "1" for a constant, or None when the regime does not say.

        >>> regime("B << D").tends(vector({"B": 1, "D": -1}.items()))
        '0'
        """
        down, up = self.below(exponents), self.below(quotient((), exponents))
        moving = any(n in self.names for n, _ in exponents)
        return "0" if down else "oo" if up else None if moving else "1"

    def below(self, exponents: Vector) -> bool:
        """Whether a monomial is << 1: <a, v> < 0 on every vertex (t > 0), <= 0 on every ray."""
        index = {n: i for i, n in enumerate(self.names)}
        moving = [(index[n], e) for n, e in exponents if n in index]
        if not self.strict:
            return False
        for v, t in self.cone:
            d = sum(e * v[i] for i, e in moving)
            if d > 0 or (t and d >= 0):
                return False
        return True


@lru_cache(maxsize=256)
def _chain(names: tuple[str, ...], k: int) -> Regime:
    steps = [Relation((), ((names[0], 1),))]
    steps += [Relation(((a, k),), ((b, 1),)) for a, b in pairwise(names)]
    return Regime(tuple(steps))


def _statements(relations: Sequence[Relation], fixed: Sequence[str]) -> Iterator[Statement]:
    """Relations grouped as people write them: chains, lists of larger symbols, lists that tend to oo."""
    yield from _chains([r for r in relations if r.strict and r.small and r.large])
    tops = [r.large for r in relations if r.strict and not r.small]
    lows = [r.small for r in relations if r.strict and not r.large]
    yield from ((_in_order(ones), "->", end) for ones, end in ((tops, "oo"), (lows, "0")) if ones)
    for r in sorted((r for r in relations if not r.strict), key=str):
        yield (r.small,), "<=", (r.large,)
    if fixed:
        yield tuple(vector([(n, 1)]) for n in fixed), "fixed"


def _chains(relations: Sequence[Relation]) -> Iterator[Statement]:
    larges: dict[Vector, list[Vector]] = {}
    times_large: dict[Vector, int] = {}
    for r in relations:
        larges.setdefault(r.small, []).append(r.large)
        times_large[r.large] = times_large.get(r.large, 0) + 1
    used: set[Vector] = set()

    def follow(small: Vector) -> Statement:
        used.add(small)
        twins = [s for s in larges if s != small and s not in used and larges[s] == larges[small]]
        used.update(twins)
        tail, out = larges[small], [_in_order([small, *twins])]
        while len(tail) == 1 and tail[0] in larges and tail[0] not in used and times_large[tail[0]] == 1 + len(twins):
            used.add(tail[0])
            twins = []
            out, tail = [*out, tuple(tail)], larges[tail[0]]
        return (*(part for group in out for part in (group, "<<")), _in_order(tail))

    heads = (s for s in larges if not (times_large.get(s) == 1 and _has_single_parent(s, larges)))
    for s in (*_in_order(heads), *_in_order(larges)):
        if s not in used:
            yield follow(s)


def _in_order(monomials: Iterable[Vector]) -> tuple[Vector, ...]:
    return tuple(sorted(monomials, key=monomial_text))


def _has_single_parent(v: Vector, larges: dict[Vector, list[Vector]]) -> bool:
    return any(tail == [v] for tail in larges.values())


# -- the cone --------------------------------------------------------------------------------------------------------


def _sides(names: Sequence[str], shrinking: Sequence[str]) -> list[str]:
    """The names of which x >= 1 is known: those of sizes."""
    return [n for n in names if n not in shrinking and is_size(n)]


def _rows(names: Sequence[str], relations: Iterable[Relation]) -> list[list[int]]:
    """Half-spaces <row, (u, t)> <= 0, integer."""
    index = {n: i for i, n in enumerate(names)}
    rows = []
    for r in relations:
        row = [0] * (len(names) + 1)
        scale = 1
        for _, e in (*r.small, *r.large):
            if type(e) is not int:
                scale = math.lcm(scale, e.denominator)
        if r.strict:
            row[-1] = scale
        for n, e in r.small:
            row[index[n]] += int(e * scale)
        for n, e in r.large:
            row[index[n]] -= int(e * scale)
        rows.append(row)
    return rows


@lru_cache(maxsize=1024)
def _cone(
    names: tuple[str, ...], relations: tuple[Relation, ...], shrinking: tuple[str, ...]
) -> tuple[tuple[tuple[tuple[int, ...], int], ...], bool]:
    """The test vectors, and whether the cone is solid: no relations that force an equality."""
    above = [i for i, n in enumerate(names) if n not in shrinking and is_size(n)]
    rays = _of_one_statement(names, relations) if relations and len(above) == len(names) else None
    solid = True
    if rays is None:
        rows = _rows(names, relations)
        above.append(len(names))  # t >= 0
        lines, rays = double_description(rows, len(names) + 1, above)
        # what is << can be doubled, and then has room on every side
        solid = all([r.strict for r in relations]) or has_interior(rows, rays, above)
        if lines:
            rays = sorted([*rays, *lines, *([-x for x in v] for v in lines)])
    return tuple([(tuple(v[:-1]), v[-1]) for v in rays]), solid


def _of_one_statement(names: Sequence[str], relations: Sequence[Relation]) -> list[list[int]] | None:
    """The extreme rays where each of some sizes is << each of the others: told without a search, which others need.

    They are each large one alone; all large ones and 1, that is t; and all large ones with some of the small.

    >>> a, b, c = (((n, 1),) for n in "abc")
    >>> _of_one_statement("abc", [Relation(a, b), Relation(a, c)])
    [[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 1, 1], [1, 1, 1, 0]]
    >>> _of_one_statement("abc", [Relation(a, b), Relation(b, c)])
    """
    small, large, strict = map(set, zip(*relations))
    if len(relations) != len(small) * len(large) or len(small) > 4 or strict != {True}:
        return None
    alone = {((n, 1),): i for i, n in enumerate(names)}
    low, high = [alone.get(v, -1) for v in small if v], [alone.get(v, -1) for v in large]
    if len(low) + len(high) != len(names) or -1 in low or -1 in high:
        return None
    none = [0] * (len(names) + 1)
    rays, top = [], none.copy()
    for i in high:
        ray = none.copy()
        top[i] = ray[i] = 1
        rays.append(ray)
    some = [top]
    for i in low:
        some += [[*v[:i], 1, *v[i + 1 :]] for v in some]
    top = top.copy()
    top[-1] = 1
    return sorted([*rays, *some[1:], top])


def _consistent(names: tuple[str, ...], relations: Sequence[Relation], sizes: Sequence[str]) -> bool:
    """Whether some point has t > 0: Motzkin's alternative, read off the rays."""
    above = [*(i for i, n in enumerate(names) if n in sizes), len(names)]
    _, rays = double_description(_rows(names, relations), len(names) + 1, above)
    return any(v[-1] for v in rays)


def _checked(g: Regime) -> Regime:
    if not g.names:
        return g
    cone, solid = _cone(g.names, g.relations, g.shrinking)
    vars(g)["cone"] = cone  # what the property would look up
    if g.strict and not any([t for _, t in cone]):
        relations, sizes = list(g.relations), _sides(g.names, g.shrinking)
        for r in g.relations:  # a deletion filter: what can go without restoring consistency goes
            rest = [x for x in relations if x != r]
            if any(x.strict for x in rest) and not _consistent(g.names, rest, sizes):
                relations = rest
        for n in list(sizes):
            fewer = [x for x in sizes if x != n]
            if not _consistent(g.names, relations, fewer):
                sizes = fewer
        said = sorted([*map(str, relations), *(f"{n} >= 1" for n in sizes)])
        raise Inconsistent(f"no sizes satisfy {' and '.join(said)} together; drop one of them", said)
    if not solid:
        said = sorted(str(r) for r in g.relations if not r.strict)
        raise SymroofError(
            f"{' and '.join(said)} force an equality, which is no regime; substitute it in the expression instead"
        )
    return g


# -- growth of packed monomials --------------------------------------------------------------------------------------


_FIELDS: dict[int, tuple[list[int], int]] = {}


def _fields(width: int) -> tuple[list[int], int]:
    """Of so many test vectors: a 1 in each field and in the sum on top, and the top bit of every field."""
    known = _FIELDS.get(width)
    if known is None:
        top = FIELD * width
        units = [(1 << at) + (1 << top) for at in range(0, top, FIELD)]
        known = _FIELDS[width] = units, ((1 << top) - 1) // ((1 << FIELD) - 1) << FIELD - 1
    return known


@final
class Table:
    """The linear map from the packed exponents of a ring to packed growth vectors of a regime.

    A growth vector has one field a test vector and their sum on top, so that sorting integers sorts by total growth,
    and ``small << large`` is one subtraction and one mask.
    """

    __slots__ = ("columns", "cone", "high", "places", "strict", "weights", "width")

    def __init__(self, home: Ring, g: Regime) -> None:
        names, cone = g.names, g.cone
        self.cone, self.width = cone, len(cone)
        same = names == home.gens
        self.places = list(range(len(names))) if same else [names.index(n) if n in names else -1 for n in home.gens]
        units, self.high = _fields(self.width)
        moving = [sum(map(mul, column, units)) for column in zip(*[v for v, _ in cone])]
        self.columns = moving if same else [moving[i] if i >= 0 else 0 for i in self.places]
        self.weights = [t for _, t in cone]
        self.strict = sum([1 << FIELD * i for i, t in enumerate(self.weights) if t]) if g.strict else 0

    def growths(self, home: Ring, monomials: Iterable[int]) -> list[int]:
        """The packed growth vector of each packed monomial."""
        exponents, columns = home.unpack, self.columns
        return [sum(map(mul, exponents(m), columns)) for m in monomials]

    def thinned(self, home: Ring, monomials: list[int], rounds: int = 6) -> list[int]:
        """The monomials without those that one of a few of the largest outgrows, all compared at once.

        All growths on one test vector lie side by side in one integer, 32 bits each, so that one subtraction compares
        a monomial with every other; exponents from 0 to 255, else nothing is dropped.
        """
        union = 0
        for m in monomials:
            union |= m
        rays = [[(k, v[i]) for k, i in enumerate(self.places) if i >= 0 and v[i]] for v, _ in self.cone]
        steep = max(sum(abs(x) for _, x in ray) for ray in rays)
        if union < 0 or union & ~((home.bias >> (FIELD - 1)) * 255) or steep * 511 * (self.width + 1) >= 1 << 31:
            return monomials
        count = len(monomials)
        ones = int.from_bytes(b"\1\0\0\0" * count, "little")
        growths = self._lanes(home.layout.size, monomials, rays, ones)
        alive = self._undominated(growths, ones, count, rounds)
        left = alive.to_bytes(4 * count, "little")[3::4]
        return [m for m, kept in zip(monomials, left) if kept]

    def _lanes(self, size: int, monomials: list[int], rays: list[list[tuple[int, int]]], ones: int) -> list[int]:
        """The growths of all monomials on each test vector, side by side in one integer."""
        count = len(monomials)
        flat = b"".join([m.to_bytes(size, "little") for m in monomials])
        columns: dict[int, int] = {}
        for k, i in enumerate(self.places):
            if i >= 0:
                lanes = bytearray(4 * count)
                lanes[::4] = flat[8 * k :: size]
                columns[k] = int.from_bytes(lanes, "little")
        growths = []
        for ray in rays:
            growth = ones * (255 * sum(-x for _, x in ray if x < 0))  # nothing below 0, so that lanes stay apart
            for k, x in ray:
                growth += x * columns[k]
            growths.append(growth)
        return growths

    def _undominated(self, growths: list[int], ones: int, count: int, rounds: int) -> int:
        """The top bit of each lane that none of a few of the largest outgrows."""
        totals = memoryview(sum(growths).to_bytes(4 * count, sys.byteorder)).cast("I").tolist()
        if sys.byteorder == "big":
            totals.reverse()
        alive = ones << 31
        for j in sorted(range(count), key=totals.__getitem__, reverse=True):
            if not alive >> (32 * j + 31) & 1:
                continue
            gone = alive
            for growth, t in zip(growths, self.weights):
                own = (growth >> 32 * j) & 0xFFFFFFFF
                gone &= (own - (t > 0) + (1 << 31)) * ones - growth
                if not gone:
                    break
            alive ^= gone
            rounds -= 1
            if not rounds:
                break
        return alive

    def unpack(self, growth: int) -> list[int]:
        """The growth on each test vector."""
        turned = (growth + self.high) ^ self.high  # as Ring.unpack, the sum on top left out
        size = FIELD // 8 * self.width
        return list(unpack(f"<{self.width}q", (turned & (1 << FIELD * self.width) - 1).to_bytes(size, "little")))


@lru_cache(maxsize=1024)
def table(home: Ring, g: Regime) -> Table:
    """The growth table of a ring in a regime, made once."""
    return Table(home, g)


# -- reading -----------------------------------------------------------------------------------------------------------


@told
def regime(x: object, among: Iterable[str] = ()) -> Regime:
    r"""A regime as people write it; None or "" is the one in which nothing moves.

    Read: ``B << D, F``, ``B ≪ D ≪ F``, ``N -> oo``, ``D, F → ∞``, ``eps -> 0``, ``B <= D``, ``F fixed``, and LaTeX
    (``B \ll D``, ``N \to \infty``); statements are separated by ";" or, where no list is meant, ",".
    ``among`` are the symbols of the question, which the names in it mean.

    >>> print(regime(r"D, F \to \infty"))
    D, F -> oo

    Raises NotationError where the text does not read, Inconsistent where no sizes fit.
    """
    if not isinstance(among, Iterable):
        raise SymroofError(f"{among!r:.80} are no names; give a list of them")
    if x is None:
        return Regime()
    if isinstance(x, str):
        return parsed(x, tuple([n for n in among if type(n) is Name]))
    if not isinstance(x, Regime):
        raise SymroofError(f'a regime is text such as "B << D, F", not {x!r:.80}')
    new = {n: key for n in (*x.names, *x.fixed) for key in [resolve(n, among)] if key != n}
    return x.renamed(new) if new else x


@lru_cache(maxsize=1024)
def parsed(text: str, declared: tuple[str, ...]) -> Regime:
    """The regime of a text, which may mean symbols declared against the convention of their names, by these keys."""
    return Regime.of(*read_relations(text, declared))

"""The range of an expression over a box of sizes: exact corners where it is monotone, else an exact enclosure.

A box that holds a pole, a logarithm of what is not positive, or a point outside an answer's condition is refused: the
values there have no range.

>>> from symroof.algebra.ratios.posynomial import gen
>>> trend(gen("B") / (gen("B") + gen("D")), "D", {"B": (Fraction(1), Fraction(9))})
-1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, final

from symroof.algebra.ratios.evaluation import Between, enclosure
from symroof.algebra.ratios.fold import Domain, fold
from symroof.algebra.ratios.functions import EXTREMES, Constant, Ends, Extreme, Function, Guard
from symroof.algebra.ratios.needs import lost
from symroof.algebra.ratios.poly import FIELD
from symroof.algebra.ratios.posynomial import ONE, Atom, Gen, Number, Poly, Ratio, exact, ratio, term
from symroof.algebra.ratios.sizes import number
from symroof.algebra.regions.kinds import Edge
from symroof.algebra.regions.overlay import rational
from symroof.algebra.signs.condition import Condition
from symroof.algebra.signs.constant import rational_at
from symroof.algebra.trials.probe import tried_range
from symroof.errors import Inconclusive, SymroofError
from symroof.evaluate.front import Answer, refuse_unknown
from symroof.evaluate.rooted import Equation
from symroof.likes import AmountLike
from symroof.shown import visible
from symroof.symbols import resolved

BITS = 64  # of irrational ends
PIECES = 128  # into which a box is cut at most, to see that a denominator keeps away from 0
ANY: Ends = (Fraction(1, 1 << 64), Fraction(1 << 64))  # where only the direction is asked


@visible
@final
@dataclass(frozen=True)
class Interval:
    """A range of values; ``tight`` when both ends are taken, else the values lie within."""

    low: Fraction
    high: Fraction
    tight: bool = True

    def __iter__(self) -> Iterator[Fraction]:
        return iter((self.low, self.high))

    def __contains__(self, x: Any) -> bool:
        return self.low <= Fraction(exact(x)) <= self.high


def interval(expr: AmountLike, **box: object) -> Interval:
    """The range of an expression over a box of sizes, exact where it rises or falls in each of them.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> interval(B * D / (B + D), B=(1, 512), D=4096).high
    Fraction(4096, 9)

    A size is a number or (low, high).  Monotonicity is decided by the signs of the derivative's coefficients; where it
    cannot be, exact interval arithmetic gives an enclosure and ``tight`` is False.  Fractions within fractions are one
    quotient, as in ``exactly`` and ``numeric``: where an inner denominator alone vanishes, 1/(3 - 1/(H - 5)) is 0.

    Of the root of an equation, a threshold's end without closed form, it is told where that goes one way with each.

    Raises SymroofError for a box with a pole in it, and where the condition of a threshold does not hold throughout.
    """
    answer = Answer.of(expr, "interval")
    r, names = answer.exact()
    refuse_unknown("interval", box, names, [answer])
    ends = {str(name): _ends(name, given) for name, given in resolved(box, answer.keys).items()}
    left = sorted(names - set(ends))
    if left:
        remedy = f"give each a range, as in interval(expr, {left[0]}=(1, 512))"
        raise SymroofError(f"still symbolic: {', '.join(left)}; {remedy}")
    for size in answer.tied(ends):
        for corner in product(*({*ends[str(n)]} for n in size.names)):
            answer.checked(dict(zip(map(str, size.names), corner)))
    for c in answer.when:
        if not _throughout(c, ends):
            raise SymroofError(f"the answer holds when {c.text}, which is not so throughout this box; narrow it")
    if answer.equation is not None:
        return _of_root(answer.equation, ends)
    for u, how in lost(r):
        if how == "<>":
            _span(1 / u, ends)  # which refuses a pole
        elif how != "!=" and not _throughout(Condition(ratio(0), "<" if how == ">" else "<=", u), ends):
            raise SymroofError(f"{u}, under a root or in a logarithm, is below 0 in part of this box; narrow it")
    found = _span(r, ends)
    tried_range(found.low, found.high, r, resolved(ends, r.names))
    return Interval(found.low, found.high, found.tight)


def _ends(name: str, given: object) -> Ends:
    pair = given if isinstance(given, (tuple, list)) else (given, given)
    if len(pair) != 2:
        raise SymroofError(f"{name} is {given!r}; give a number or (low, high)")
    low, high = (Fraction(number(name, x)) for x in pair)
    if low > high:
        raise SymroofError(f"{name} runs from {low} down to {high}; write (low, high)")
    return low, high


def _of_root(e: Equation, box: Mapping[str, Ends]) -> Interval:
    """The range of the root of an equation: by its values at two corners, where its gap goes one way with each symbol.

    Then it has a root throughout where it has one at both corners, for what there is of the gap above 0 and below goes
    one way too.
    """
    box = {n: x for n, x in resolved(box, e.keys).items() if n in e.keys}
    wide = {n: x for n, x in box.items() if x[0] < x[1]}
    start = {e.name: (Fraction(e.root.least or ANY[0]), ANY[1])}
    ways = {n: trend(e.root.gap, n, {**box, **start}) for n in wide}
    unclear = next((n for n, way in ways.items() if way is None), None)
    if unclear is not None:
        raise SymroofError(
            f"whether the root of {e.root.gap} = 0 rises or falls with {unclear} is open; narrow its range"
        )
    points = [{n: exact(x[(ways.get(n, 1) != -1) == up]) for n, x in box.items()} for up in (False, True)]
    found = [e.edge(p) for p in points]
    ends = [None if x is None else _around(x) for x in found]
    if (
        ends[0] is None
        or ends[1] is None
        or not all(start[e.name][0] <= x <= ANY[1] for pair in ends if pair for x in pair)
    ):
        raise SymroofError(f"{e.root.gap} = 0 has no such root in part of this box; narrow it")
    (low, high) = (ends[1], ends[0]) if e.rises(points[0]) else (ends[0], ends[1])
    return Interval(low[0], high[1], low[0] == low[1] and high[0] == high[1])


def _around(x: Edge) -> Ends:
    """Two rationals around a root, one and the same where it is rational."""
    told = rational(x)
    return (told, told) if told is not None else x.bracket(BITS) if not isinstance(x, Fraction) else (x, x)


def _throughout(c: Condition, box: Mapping[str, Ends]) -> bool:
    """Whether a condition holds at every point of a box."""
    gap = c.right - c.left
    try:
        low = min(_span(x, box).low for x in (gap, Ratio(gap.num)) if x is gap or x.den.is_posynomial)
    except SymroofError:
        low = Fraction(-1)
    own = low > 0 or (low == 0 and c.relation == "<=")
    others = [_throughout(x, box) for x in c.rest]
    return all([own, *others]) if c.joined == "and" else any([own, *others])


def _span(r: Ratio, box: Mapping[str, Ends]) -> Span:
    """What is known of a ratio over a box, sides of no width put in as numbers."""
    box = resolved(box, r.names)
    fixed = {n: ratio(exact(box[n][0])) for n in r.names if box[n][0] == box[n][1]}
    r, whole = (r.subs(fixed), r) if fixed else (r, r)
    if r is not whole and (set(whole.names) - set(fixed) - set(r.names) or len(r.atoms) < len(whole.atoms)):
        _defined(whole, fixed, box)
    domain = Box({n: box[n] for n in r.names})
    if (
        not r.num.ring.atoms
        and r.den.is_posynomial
        and not r.den.ring.atoms
        and all(low > 0 for low, _ in box.values())
    ):
        found = domain.at_corners(r, domain.ways(r))  # no pole is anywhere near
        if found is not None:
            return found
    return fold(r, domain)


def _defined(r: Ratio, fixed: Mapping[str, Ratio], box: Mapping[str, Ends]) -> None:
    """Refuse a pole, or a logarithm without a value, in what a factor of 0 has taken out of a ratio, at any depth."""
    below = {g for p in (r.num, r.den) for exps, _ in p.monomials() for g, e in exps.items() if e < 0}
    divided = (1 / Ratio(term({g: 1})) for g in r.atoms if g in below)
    for part in (*(Ratio(term({g: 1})) for g in r.atoms), *divided, 1 / Ratio(r.den)):
        _span(part.subs(fixed), box)
    for x in (x for g in r.atoms for x in g.evaluated):
        _defined(x, fixed, box)


def trend(r: Ratio, name: str, box: Mapping[str, Ends]) -> int | None:
    """1 when r never falls as the symbol grows, -1 when it never rises, 0 when it is not in it; None: unclear.

    Symbols that the box does not name are any positive numbers.
    """
    if name not in r.names:
        return 0
    try:
        return fold(r, Box({n: box.get(n, ANY) for n in r.names})).ways.get(name, 0)
    except SymroofError:
        return None


Ways = Mapping[str, "int | None"]  # by symbol: 1 where a value never falls as it grows, -1 never rises, None: unclear


@final
@dataclass(frozen=True)
class Span:
    """The range of a value over a box, whether both ends are taken, and the way it goes with each symbol."""

    low: Fraction
    high: Fraction
    ways: Ways
    tight: bool = False

    @property
    def ends(self) -> Ends:
        return self.low, self.high


@final
class Box(Domain[Span]):
    """Ranges and directions over a box all of whose sides have a width."""

    def __init__(self, box: Mapping[str, Ends]) -> None:
        super().__init__()
        self.box, self.plain = box, Between(box, BITS)

    def number(self, c: Number) -> Span:
        return Span(Fraction(c), Fraction(c), {}, tight=True)

    def symbol(self, name: str) -> Span:
        return Span(*self.box[name], {name: 1}, tight=True)

    def constant(self, c: Constant) -> Span:
        return Span(*c.between(BITS), {})

    def extremum(self, f: Extreme, args: Sequence[Span]) -> Span:
        ends = self.plain.extremum(f, [x.ends for x in args])
        return Span(*ends, _together(x.ways for x in args))

    def choice(self, f: Guard, left: Span, right: Span, yes: Callable[[], Span], no: Callable[[], Span]) -> Span:
        taken: list[Span] = []

        def branch(of: Callable[[], Span]) -> Ends:
            taken.append(of())
            return taken[-1].ends

        ends = self.plain.choice(f, left.ends, right.ends, lambda: branch(yes), lambda: branch(no))
        if len(taken) == 1:
            return taken[0]
        return Span(*ends, dict.fromkeys({n for x in (left, right, *taken) for n in x.ways}))

    def call(self, atom: Atom, f: Function, x: Span) -> Span:
        try:
            return Span(*f.between(*x.ends, BITS), x.ways)
        except SymroofError as e:
            raise SymroofError(f"{atom} has no value in part of this box: {e}; narrow it") from None

    def radicand(self, atom: Atom, x: Span) -> Span:
        return x

    def poly(self, p: Poly) -> Span:
        self._inner(p)
        return Span(*self._plain(lambda: self.plain.poly(p)), {})

    def quotient(self, r: Ratio, top: Span, bottom: Span) -> Span:
        if r.den is ONE:
            return self._by_ways(r, top.ends)
        below = bottom.ends
        if below[0] <= 0 <= below[1]:
            below = self._by_ways(Ratio(r.den), below).ends
        if below[0] <= 0 <= below[1]:
            below = self._away_from_zero(r.den)
        return self._by_ways(r, self._plain(lambda: self.plain.quotient(r, top.ends, below)))

    # -- monotone ones ---------------------------------------------------------------------------------------------
    def _by_ways(self, r: Ratio, ends: Ends) -> Span:
        """The values at two corners, where r goes one way with every symbol; else the ends as they are."""
        ways = self.ways(r)
        found = self.at_corners(r, ways)
        if found is None:
            split = self._split(r)
            return Span(*(ends if split is None else split), ways)
        return found

    def at_corners(self, r: Ratio, ways: Ways) -> Span | None:
        """The values at the two corners that the ways name; None where one of them is unclear."""
        if None in ways.values():
            return None
        low, high = ({n: exact(side[(ways.get(n, 1) != -1) == up]) for n, side in self.box.items()}
                     for up in (False, True))  # fmt: skip
        least = rational_at(r, low)
        most = None if least is None else rational_at(r, high)
        if least is not None and most is not None:
            return Span(least, most, ways, tight=True)
        return Span(enclosure(r, low, BITS)[0], enclosure(r, high, BITS)[1], ways)

    def ways(self, r: Ratio) -> Ways:
        """By the signs of the coefficients of num' den - num den' for each generator, all of them being positive."""
        found: list[Ways] = []
        for g in r.gens:
            inner = self.of(g).ways
            if inner:
                way = self._slope(r, g)
                found.append({n: None if w is None or way is None else w * way for n, w in inner.items()})
        return _together(found)

    def _slope(self, r: Ratio, g: Gen) -> int | None:
        top = _derived(r.num, g) if r.den is ONE else _derived(r.num, g) * r.den - r.num * _derived(r.den, g)
        if any(self.of(x).low < 0 for x in top.gens):
            return None
        signs = {c > 0 for c in top.terms.values()}
        return 0 if not signs else (1 if signs == {True} else -1) if len(signs) == 1 else None

    def _split(self, r: Ratio) -> Ends | None:
        """Front * max(a, b) as max(front*a, front*b), for a front that is never negative."""
        if len(r.num) != 1:
            return None
        ((exps, c),) = r.num.monomials()
        for g, e in exps.items():
            if isinstance(g, Atom) and g.row.extreme and e == 1 and c > 0:
                front = Ratio(term({k: v for k, v in exps.items() if k != g}, c), r.den)
                if fold(front, self).low >= 0:
                    return self.plain.extremum(EXTREMES[g.kind], [fold(front * a, self).ends for a in g.args])
        return None

    # -- denominators ----------------------------------------------------------------------------------------------
    def _away_from_zero(self, p: Poly) -> Ends:
        """The range of a denominator that seems to hold 0: over one of its own terms, or piece by piece."""
        for exps, c in p.monomials()[:8]:
            one = term(exps, c if c > 0 else -c)
            share = Ratio(p, one)
            if any(self.of(g).low <= 0 for g in one.gens) or None in self.ways(share).values():
                continue
            span = fold(share, self)
            if not span.low <= 0 <= span.high:
                return self.plain.times(self._plain(partial(self.plain.poly, one)), span.ends)
        waiting, seen = [self.box], 0
        found: list[Ends] = []
        while waiting:
            box, seen = waiting.pop(), seen + 1
            low, high = fold(Ratio(p), Box(box)).ends if seen > 1 else (Fraction(-1), Fraction(1))
            if not low <= 0 <= high:
                found.append((low, high))
            elif low == high == 0 or seen > PIECES or all(a == b for a, b in box.values()):
                raise SymroofError("the denominator can be zero in this box; narrow it")
            else:
                name, (a, b) = max(box.items(), key=lambda side: side[1][1] / side[1][0])
                waiting += [{**box, name: (a, (a + b) / 2)}, {**box, name: ((a + b) / 2, b)}]
        low, high = min(a for a, _ in found), max(b for _, b in found)
        if low <= 0 <= high:
            raise SymroofError("the denominator can be zero in this box; narrow it")
        return low, high

    def _plain(self, work: Callable[[], Ends]) -> Ends:
        try:
            return work()
        except Inconclusive as e:
            raise SymroofError(f"a denominator can be zero in this box: {e}; narrow it") from None

    def _inner(self, p: Poly) -> None:
        """The ranges of the generators, for the plain arithmetic."""
        self.plain.known.update((g, self.of(g).ends) for g in p.gens)


def _together(found: Iterable[Ways]) -> Ways:
    """The way of what goes with several values that go with the symbols."""
    out: dict[str, int | None] = {}
    for ways in found:
        for n, w in ways.items():
            before = out.get(n, 0)
            out[n] = None if w is None or before is None or w * before < 0 else w or before
    return out


def _derived(p: Poly, g: Gen) -> Poly:
    """The derivative by one generator, in the same ring: one power less is a difference of packed monomials."""
    at, scale = p.ring.index.get(g), p.ring.scale
    if at is None:
        return Poly(p.ring, {})
    one, powers = scale << FIELD * at, [(m, c, p.ring.power(m, at)) for m, c in p.terms.items()]
    whole = scale == 1
    return Poly(p.ring, {m - one: exact(c * e) if whole else exact(c * Fraction(e, scale)) for m, c, e in powers if e})

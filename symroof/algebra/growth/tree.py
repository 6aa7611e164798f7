"""What Max, Min, ceiling, floor, roots and logarithms of moving symbols tend to, with the price of replacing them.

Each function f of moving symbols is replaced by what it tends to, h, with ratios a, b >= 0 that tend to 0 and

    h/(1 + a) <= f <= h*(1 + b)

| function        | h                        | a                       | b            | under              |
|-----------------|--------------------------|-------------------------|--------------|--------------------|
| max, one left   | that argument itself     | 0                       | 0            | the dropped are <= |
| max, several    | max of their leads       | sum                     | sum          | the dropped are <= |
| ceil y, y -> oo | lead of y                | a                       | b + 1/y      |                    |
| ceil y, y -> 0  | 1                        | 0                       | y(1 + b)     |                    |
| floor y, y -> oo| lead of y                | (1+a)(1+2(1+a)/y) - 1   | b            | y >= 1             |
| log2 y, y -> oo | log2 of the lead         | 3 a/log2 y              | 3/2 b/log2 y | 3 a <= log2 y      |
| y**e            | lead**e                  | e a, or (1+a)**ceil(e)-1| same         |                    |

Everything else is refused: a ceiling of something that neither grows nor shrinks is not determined by growth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, final

from symroof.algebra.growth.newton import lead
from symroof.algebra.growth.order import WEIGHTS, moves, vanishes
from symroof.algebra.growth.regime import Regime
from symroof.algebra.ratios.functions import GUARDS
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Poly, Ratio, build, exact, ratio, term, total
from symroof.algebra.signs.positivity import bare
from symroof.algebra.signs.sign import proved_positive
from symroof.errors import Undetermined, Unsupported
from symroof.records import dataclass

if TYPE_CHECKING:
    from symroof.algebra.growth.leading import Approx
    from symroof.algebra.signs.condition import Condition

ZERO, ONE = ratio(0), ratio(1)
MAX_ERROR = 300  # terms of a relative error that is carried on


@dataclass(frozen=True)
class Replaced:
    """A ratio with its functions replaced: whole/below <= exact <= whole*above under conditions."""

    whole: Ratio
    below: Ratio = ONE
    above: Ratio = ONE
    conditions: tuple[Condition, ...] = ()
    inexact: bool = True  # False for a ceiling or floor within one step of what replaces it


@final
class Solve:
    """What a ratio tends to, and what became of the functions met on the way: each is looked at once in a question.

    A maximum asks its arguments which is the larger one, and then that one what replaces it: without the memory the
    work would double with each function that stands in another.
    """

    def __init__(self, lead: Callable[[Ratio, Solve], Approx]) -> None:
        self.lead = lead
        self.known: dict[Atom, Replaced] = {}

    def __call__(self, r: Ratio) -> Approx:
        return self.lead(r, self)


def replaced(r: Ratio, g: Regime, solve: Solve) -> Replaced:
    """The ratio with every function of moving symbols replaced by what it tends to."""
    table: dict[Gen, Replaced] = {a: _rule(a, g, solve) for a in r.atoms if moves(a, g)}
    if not table:
        return Replaced(r)
    if not r.is_posynomial_ratio:
        return _signed(r, table, g)
    top, bottom = _with(r.num, table), _with(r.den, table)
    if not top.num.terms or not bottom.num.terms:
        raise _vanished(r)
    whole = top / bottom
    below, above = ONE, ONE
    conditions: list[Condition] = []
    for a, made in table.items():
        conditions += made.conditions
        up, down = made.above - 1, made.below - 1
        for p, (grow, shrink) in ((r.num, (up, down)), (r.den, (down, up))):
            powers = [Fraction(exps.get(a, 0)) for exps, _ in p.monomials()]
            most, least = max([Fraction(0), *powers]), max([Fraction(0), *(-e for e in powers)])
            above = above * _factor(grow, most) * _factor(shrink, least)
            below = below * _factor(shrink, most) * _factor(grow, least)
    return Replaced(whole, below, above, tuple(dict.fromkeys(conditions)))


def _vanished(r: Ratio) -> Unsupported:
    return Unsupported(f"{r} is 0 once a floor in it is, and 0 has no leading part")


def _signed(r: Ratio, table: Mapping[Gen, Replaced], g: Regime) -> Replaced:
    """Sums of terms of both signs: each function's deviation is added up, and must be negligible against what is left.

    With P = P0 + something between -L and U, and P0 at least its leading terms less its negative ones, M,

        P0/(1 + L/(M - L))  <=  P  <=  P0 (1 + U/M)          where M > L.
    """
    from symroof.algebra.signs.condition import condition

    conditions = [c for made in table.values() for c in made.conditions]
    parts: list[tuple[Ratio, Ratio, Ratio]] = []
    for p in (r.num, r.den):
        whole = _with(p, table)
        if not whole.num.terms:
            raise Unsupported(f"{r}: what its functions tend to cancels, and their error alone is no leading part")
        least, sign = _least(whole, g)
        down, up = _deviations(p, table)
        if sign < 0:
            down, up = up, down
        for d in (down, up):
            if d.num.terms and not (least.den.is_posynomial and vanishes(d / _positive_part(least), g)):
                shown = ", ".join(map(str, table))
                raise Unsupported(f"{r} subtracts around {shown}, and what is left is no larger than their error")
        rest = least - down
        for needed in (rest.num, rest.den):
            if not proved_positive(needed):
                conditions.append(condition(bare(needed), "> 0"))
        parts.append((whole, 1 + down / rest if down.num.terms else ONE, 1 + up / least if up.num.terms else ONE))
    (top, low_top, high_top), (bottom, low_bottom, high_bottom) = parts
    return Replaced(top / bottom, low_top * high_bottom, high_top * low_bottom, tuple(dict.fromkeys(conditions)))


def _least(whole: Ratio, g: Regime) -> tuple[Ratio, int]:
    """A bound below for |whole|, its leading terms less those of the other sign, and the sign of whole."""
    part = lead(whole.num, g).part
    signs = {c > 0 for c in part.terms.values()}
    if len(signs) > 1 or not whole.den.is_posynomial:
        raise Undetermined(f"the sign of {part} is open when {g}; say which of its terms is the large one")
    sign = 1 if signs.pop() else -1
    minus = {m: c for m, c in whole.num.terms.items() if (c > 0) != (sign > 0)}
    kept = part + Poly(whole.num.ring, minus)
    return Ratio(kept if sign > 0 else -kept, whole.den), sign


def _positive_part(r: Ratio) -> Ratio:
    return Ratio(Poly(r.num.ring, {m: c for m, c in r.num.terms.items() if c > 0}), r.den)


def _deviations(p: Poly, table: Mapping[Gen, Replaced]) -> tuple[Ratio, Ratio]:
    """How far below and above its replacement a sum can be: ceilings and floors by one step, the rest by ratios."""
    down, up = ZERO, ZERO
    for exps, c in p.monomials():
        made: dict[Gen, Number] = {a: e for a, e in exps.items() if a in table}
        if not made:
            continue
        front = Ratio(term({x: e for x, e in exps.items() if x not in table}, exact(abs(Fraction(c)))))
        (first, power), *others = made.items()
        if not others and power == 1 and not table[first].inexact:
            low, high = (front, ZERO) if isinstance(first, Atom) and first.row.rounds < 0 else (ZERO, front)
        else:
            below, above, whole = ONE, ONE, front
            for a, e in made.items():
                whole = whole * table[a].whole ** e
                grow, shrink = table[a].above - 1, table[a].below - 1
                above = above * _factor(grow if e > 0 else shrink, abs(Fraction(e)))
                below = below * _factor(shrink if e > 0 else grow, abs(Fraction(e)))
            low, high = whole * (below - 1), whole * (above - 1)
        down, up = (down + low, up + high) if c > 0 else (down + high, up + low)
    return down, up


def _factor(t: Ratio, e: Fraction) -> Ratio:
    """(1 + t)**e or a bound of it (Bernoulli)."""
    if not t.num.terms or not e:
        return ONE
    return 1 + t * e if e <= 1 else (1 + t) ** math.ceil(e)


def _with(p: Poly, table: Mapping[Gen, Replaced]) -> Ratio:
    parts = []
    for exps, c in p.monomials():
        piece = Ratio(term({g: e for g, e in exps.items() if g not in table}, c))
        for g, e in exps.items():
            if g in table:
                piece = piece * table[g].whole ** e
        parts.append(piece)
    return total(parts)


def _rule(a: Atom, g: Regime, solve: Solve) -> Replaced:
    found = solve.known.get(a)
    if found is None:
        rule = _RULES.get(a.kind)
        if rule is None:
            raise Unsupported(f"{a} has no rule for what it tends to")
        found = solve.known[a] = rule(a, g, solve)
    return found


def _argument(a: Atom, solve: Solve) -> Approx:
    """What the argument of a root or a rounding tends to, which is not below 0."""
    inner = _solved(a.args[0], solve)
    if inner.sign < 0:
        raise Unsupported(f"{a} has an argument that tends below 0; write it with a positive one")
    return inner


def _solved(x: Ratio, solve: Solve) -> Approx:
    """What the argument of a function tends to, off by what can be told in so many terms."""
    inner = solve(x)
    if max(len(e.num) for e in inner.excess) > MAX_ERROR:
        raise Unsupported(f"functions nested so deeply have an error of more than {MAX_ERROR} terms; name an inner one")
    return inner


def _radicand(a: Atom, g: Regime, solve: Solve) -> Replaced:
    inner = _argument(a, solve)
    y, (lo, hi) = inner.value_core, inner.excess
    alone = len(y.num) == 1 and len(y.den) == 1
    return Replaced(y if alone else build("base", [y]), 1 + lo, 1 + hi, inner.conditions)


def _rounding(a: Atom, g: Regime, solve: Solve) -> Replaced:
    """A ceiling or floor of what tends to y > 0: the same where it grows, 1 or 0 where it vanishes."""
    (x,), up, inner = a.args, a.row.rounds > 0, _argument(a, solve)
    lo, hi = inner.excess
    y = inner.value_core
    if vanishes(1 / y, g):
        inexact = lo != 0 or hi != 0 or y != x
        if up:
            return Replaced(y, 1 + lo, 1 + hi + 1 / y, inner.conditions, inexact)
        return Replaced(y, (1 + lo) * (1 + 2 * (1 + lo) / y), 1 + hi, (*inner.conditions, _at_most(ONE, x)), inexact)
    if vanishes(y, g):
        if up:
            return Replaced(ONE, ONE, 1 + y * (1 + hi), inner.conditions)
        return Replaced(ZERO, ONE, ONE, (*inner.conditions, _at_most(x, ONE, "<")))
    raise Undetermined(
        f"cannot tell whether {x} grows, so {a} stays open when {g}; say {x} -> oo or -> 0, or drop the rounding",
        missing=[(x, ONE)],
    )


def _at_most(a: Ratio, b: Ratio, relation: str = "<=") -> Condition:
    from symroof.algebra.signs.condition import Condition, condition

    share = (a / b).monomial()
    if share is not None and share[1] > 0:  # both sides without denominators and powers in common
        exps, c = share
        power = math.gcd(*(e for e in exps.values() if isinstance(e, int))) or 1
        if c != 1 or not all(isinstance(e, int) for e in exps.values()):
            power = 1
        up, down = (term({x: s * exact(Fraction(e) / power) for x, e in exps.items() if s * e > 0}) for s in (1, -1))
        f = Fraction(c)
        return Condition(Ratio(up) * f.numerator, relation, Ratio(down) * f.denominator)
    gap = b - a
    if len(gap.den) == 1 and not (a.is_posynomial_ratio and b.is_posynomial_ratio):
        return condition(gap.num, "> 0" if relation == "<" else ">= 0")
    return Condition(a, relation, b)


def _extremum(a: Atom, g: Regime, solve: Solve) -> Replaced:
    """Max and Min: an argument that another outgrows is dropped, under the condition that it is the smaller one."""
    is_max = a.row.extreme > 0
    args = [x for x in a.args if x.num.terms]
    if len(args) < len(a.args) and not is_max:
        raise Unsupported(f"{a} holds 0, so it has no leading part")
    solved = [solve(x) for x in args]
    below_zero = [i for i, s in enumerate(solved) if s.sign < 0]
    if is_max and 0 < len(below_zero) < len(args):  # an argument above 0 outweighs them
        positive_one = next(i for i in range(len(args)) if i not in below_zero)
        rest = build("max", [x for i, x in enumerate(args) if i not in below_zero])
        found = replaced(rest, g, solve)
        passed = [_at_most(args[i], args[positive_one]) for i in below_zero]
        return Replaced(found.whole, found.below, found.above, (*passed, *found.conditions))
    if below_zero:
        raise Unsupported(f"{a} has an argument that tends below 0; write it with positive ones")
    leads = [s.value_core for s in solved]
    kept, lost = _against_each_other(a, args, leads, g)
    more = _against_two(args, leads, kept, g, is_max) if len(kept) > 2 else []
    conditions = [c for c in (*(c for s in solved for c in s.conditions), *lost, *more) if not _proved(c)]
    if len(kept) == 1:
        found = replaced(args[kept[0]], g, solve)
        return Replaced(found.whole, found.below, found.above, (*conditions, *found.conditions))
    below, above = ONE, ONE
    for i in kept:
        lo, hi = solved[i].excess
        below, above = below + lo, above + hi
    return Replaced(build(a.kind, [leads[i] for i in kept]), below, above, tuple(dict.fromkeys(conditions)))


def _against_each_other(
    a: Atom, args: Sequence[Ratio], leads: Sequence[Ratio], g: Regime
) -> tuple[list[int], list[Condition]]:
    """The arguments that no other outdoes, and for each that is outdone the condition that it is."""
    is_max, every = a.row.extreme > 0, range(len(args))
    kept = [i for i in every if not any(j != i and _outdone(leads, i, j, g, is_max) for j in every)]
    conditions: list[Condition] = []
    for i in every:
        if i in kept:
            continue
        j = next((j for j in kept if _outdone(leads, i, j, g, is_max)), None)
        if j is None:  # it lost against one that loses itself, but against none of the winners for certain
            word = "larger" if is_max else "smaller"
            raise Undetermined(
                f"cannot tell which argument of {a} is the {word} one when {g}",
                missing=[(args[i], args[k]) for k in kept],
            )
        conditions.append(_at_most(args[i], args[j]) if is_max else _at_most(args[j], args[i]))
    return kept, conditions


def _against_two(
    args: Sequence[Ratio], leads: Sequence[Ratio], kept: list[int], g: Regime, is_max: bool
) -> list[Condition]:
    """Drop what lies between two others, and the conditions under which it does."""
    conditions: list[Condition] = []
    for i in list(kept):
        between = _between_two(leads, i, [k for k in kept if k != i], g, is_max)
        if between is None:
            continue
        j, k, w = between
        p, q = w.numerator, w.denominator
        sides = args[i] ** q, args[j] ** p * args[k] ** (q - p)
        if sides[0] != sides[1]:
            conditions.append(_at_most(*(sides if is_max else sides[::-1])))
        kept.remove(i)
    return conditions


def _proved(c: Condition) -> bool:
    """Whether a condition holds for all sizes."""
    from symroof.algebra.signs.positivity import nonnegative, positive

    gap = c.right - c.left
    return not c.rest and positive(gap.den) and bool(nonnegative(gap.num, strict=c.relation == "<", quick=True))


def _between_two(
    leads: Sequence[Ratio], i: int, others: list[int], g: Regime, is_max: bool
) -> tuple[int, int, Fraction] | None:
    """Two arguments and a weight whose geometric mean argument i cannot pass, however far the two are apart."""
    if any(leads[k].monomial() is None for k in (i, *others)):
        return None
    for j in others:
        for k in others:
            for w in WEIGHTS if j != k else ():
                share = leads[i] / (leads[j] ** w * leads[k] ** (1 - w))
                share = share if is_max else 1 / share
                c = share.constant()
                if c is None and not share.names:
                    from symroof.algebra.signs.condition import constant_sign

                    c = Fraction(1 if constant_sign(1 - share) >= 0 else 2)
                if c <= 1 if c is not None else vanishes(share, g):
                    return j, k, w
    return None


def _outdone(leads: Sequence[Ratio], i: int, j: int, g: Regime, is_max: bool) -> bool:
    """Whether argument i loses against argument j in the end."""
    small, large = (leads[i], leads[j]) if is_max else (leads[j], leads[i])
    share = (small / large).constant()
    return share < 1 if share is not None else vanishes(small / large, g)


def _choice(a: Atom, g: Regime, solve: Solve) -> Replaced:
    """A guard that the regime decides in the end, under the condition that it already has."""
    left, right, yes, no = a.args
    strict = not GUARDS[a.kind].holds(0, 0)  # it does not hold where both are equal
    for small, large, chosen, weak in ((left, right, yes, not strict), (right, left, no, strict)):
        if not large.num.terms:
            small, large = large, -small
        if _outgrown(small, large, g, solve):
            found = replaced(chosen, g, solve)
            guard = _at_most(small, large, "<=" if weak else "<")
            return Replaced(found.whole, found.below, found.above, (guard, *found.conditions))
    one, other = replaced(yes, g, solve), replaced(no, g, solve)
    if one.whole == other.whole:
        conditions = tuple(dict.fromkeys([*one.conditions, *other.conditions]))
        return Replaced(one.whole, one.below + other.below - 1, one.above + other.above - 1, conditions)
    raise Undetermined(
        f"cannot tell whether {left} {a.kind[2:]} {right} when {g}; say which side is the large one",
        missing=[(left, right)],
    )


def _outgrown(small: Ratio, large: Ratio, g: Regime, solve: Solve) -> bool:
    """Whether small < large in the end: it is outgrown, or is the same monomial with the smaller coefficient."""
    if not small.num.terms:
        return bool(solve(large).sign > 0)
    a, b = solve(small), solve(large)
    if a.sign != b.sign:
        return a.sign < b.sign
    low, high = (a.value_core, b.value_core) if a.sign > 0 else (b.value_core, a.value_core)
    share = (low / high).constant()
    return share < 1 if share is not None else vanishes(low / high, g)


def _log2(a: Atom, g: Regime, solve: Solve) -> Replaced:
    (x,) = a.args
    mono = x.monomial()
    if mono is not None and len(mono[0]) == 1 and mono[1] == 1:
        ((name, e),) = mono[0].items()
        if isinstance(name, str) and e == 1:
            if g.tends(((name, Fraction(1)),)) == "0":
                raise Unsupported(f"{a} tends below 0 as {name} -> 0, and a logarithm below 0 has no rule")
            return Replaced(Ratio(term({a: 1})), ONE, ONE, (_at_most(ratio(2), x),))
        if isinstance(name, Atom) and name.row.logarithm and e == 1 and len(name.args[0].names) == 1:
            if not vanishes(1 / x, g):
                raise Undetermined(f"cannot tell whether {x} grows, so {a} stays open when {g}", missing=[(x, ONE)])
            return Replaced(Ratio(term({a: 1})), ONE, ONE, (*_rule(name, g, solve).conditions, _at_most(ratio(2), x)))
    inner = _solved(x, solve)
    y = inner.value_core
    if inner.sign < 0 or not vanishes(1 / y, g):
        raise Undetermined(f"cannot tell whether {x} grows, so {a} stays open when {g}", missing=[(x, ONE)])
    if y.monomial() is None:
        raise Unsupported(f"the logarithm of {y}, several terms, has no leading part in closed form")
    whole = build("log2", [y])
    if whole == Ratio(term({a: 1})):  # of a minimum, say: there is nothing to take apart
        return Replaced(whole, ONE, ONE, (*inner.conditions, _at_most(ratio(2), x)))
    outer = solve(whole)  # a sum of logarithms of symbols
    lo, hi = inner.excess
    conditions = [*inner.conditions, *outer.conditions]
    if lo.num.terms:
        conditions.append(_at_most(3 * lo, whole))
    return Replaced(whole, 1 + 3 * lo / whole, 1 + Fraction(3, 2) * hi / whole, tuple(dict.fromkeys(conditions)))


# What becomes of each kind of atom in the end; others have no leading part.
_RULES: dict[str, Callable[[Atom, Regime, Solve], Replaced]] = {
    **dict.fromkeys(("max", "min"), _extremum),
    **dict.fromkeys(("if<", "if<="), _choice),
    **dict.fromkeys(("ceil", "floor"), _rounding),
    "log2": _log2,
    "base": _radicand,
}

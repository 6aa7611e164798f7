"""Ceilings and floors of the unknown: which way answers such a question.

| asked                                   | way                                                          |
|-----------------------------------------|--------------------------------------------------------------|
| a tile with symbols                     | between two thresholds without roundings (``implicit``)      |
| linear arguments, the tiles repeat      | one polynomial question for each residue                     |
| a rounding alone                        | a question about its argument (``steps.unrounded``)          |
| monotone arguments                      | stretch by stretch (``steps``), or bisection                 |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple

from symroof.algebra.ratios.budget import OutOfTime, spend
from symroof.algebra.ratios.fold import all_atoms, inside, put
from symroof.algebra.ratios.functions import ROUNDINGS
from symroof.algebra.ratios.needs import lost, met, needs
from symroof.algebra.ratios.posynomial import Atom, Gen, Need, Number, Ratio, exact, gen, ratio
from symroof.algebra.regions.axis import assembled, cells, does, good, some, verdict
from symroof.algebra.regions.composite import tree, undone
from symroof.algebra.regions.implicit import beyond, sandwiched
from symroof.algebra.regions.kinds import Between, FromFirst, UpToLast
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.overlay import of_runs, sizes_of
from symroof.algebra.regions.pieces import by_pieces
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.regions.steps import bounds_told, by_stretches, unrounded
from symroof.algebra.regions.tails import by_tails
from symroof.algebra.signs import roots as exact_roots
from symroof.algebra.signs.constant import constant_sign, sign_at
from symroof.errors import Contradicted, Inconclusive, SymroofError, Unsupported
from symroof.records import replace
from symroof.symbols import is_size

MAX_PERIOD = 4096
FEW_RESIDUES = 64  # residue by residue is quick


def sawtooth(base: Threshold, gap: Ratio) -> Threshold:
    """Ceilings and floors of linear functions of the unknown: one polynomial question for each residue.

    The answer has two ends: the first size that does, and the one from which every size does.
    """
    free = sorted({n for n in gap.names if n != base.name})
    if free:
        note = f"a ceiling or floor of {base.name} is not monotone: bind {some(free)} with .at(...)"
        found = sandwiched(base, gap)
        if found is None and (inner := unrounded(base, gap)) is not None:
            return inner
        found = _by_bounds(base, gap) if found is None else found
        if found is None:
            return replace(base, said=(note,))
        return found if found.verdict != "when" else replace(found, said=(note,))
    if not is_size(base.name):
        found = unrounded(base, gap)
        if found is None:
            found = _unwrapped(base, gap)
        return by_pieces(base, gap) if found is None else found
    for quick in (_few_residues, unrounded):
        found = quick(base, gap)
        if found is not None:
            return found
    why: SymroofError = Unsupported(f"{base.expr} has roundings of {base.name} for which there is no rule")
    for way in _ways(base, gap):
        try:
            return way(base, gap)
        except (Inconclusive, Unsupported) as trouble:
            why = trouble if way is by_stretches else why
    return by_tails(base, gap, why)


def _by_bounds(base: Threshold, gap: Ratio) -> Threshold | None:
    """Roundings in symbols, inside of each other and of functions: what bounds below and above the question tell.

    Of a bound that tells nothing no value is proved to do, or none not to.
    """
    made = bounds_told(gap, base.name)
    if made == (None, None):
        return None
    told = []
    for relaxed, otherwise in zip(made, (False, True)):
        try:
            t = base if relaxed is None else crossing(relaxed, ratio(0), base.name, strict=base.strict, settled=True)
        except (Inconclusive, Unsupported) as why:
            if isinstance(why, OutOfTime):
                raise
            t = base
        told.append(verdict(base, otherwise) if t.verdict == "open" else t.half(not otherwise))
    enough, needed = told
    if needed.verdict == "never" or enough.verdict == "always":
        return verdict(base, enough.verdict == "always")
    nothing = enough.verdict == "never" and needed.verdict == "always"
    return None if nothing else replace(base, sense=enough.sense, region=Between(enough, needed))


def _beside(base: Threshold, gap: Ratio) -> bool:
    """Whether there are other functions of the unknown beside roundings."""
    return any(not a.row.rounds and inside(a, base.name) for a in gap.atoms)


def _few_residues(base: Threshold, gap: Ratio) -> Threshold | None:
    """Residue by residue where there are few of them, and none of their questions has functions."""
    if _beside(base, gap):
        return None
    try:
        return _by_residues(base, gap, FEW_RESIDUES)
    except Unsupported:
        return None


def _ways(base: Threshold, gap: Ratio) -> Iterator[Callable[[Threshold, Ratio], Threshold]]:
    """The ways to follow roundings, the quick ones first: residue by residue functions are asked many times over."""
    moving = [a for a in gap.atoms if inside(a, base.name)]
    if len(all_atoms(gap)) == 1:  # one rounding, as in 128*ceiling(N/128) >= D
        yield _by_bisection
    yield by_stretches
    if any(len(a.args) > 1 for a in moving):
        yield tree
    if _beside(base, gap):
        yield partial(by_tails, why=Unsupported("bounds do not tell"))
    yield from (_by_residues, _by_bisection)


def _unwrapped(base: Threshold, gap: Ratio) -> Threshold | None:
    """The roundings in a logarithm or root, in which alone the unknown stands: a question about what is in it."""
    atoms = [a for a in gap.atoms if inside(a, base.name)]
    if len(atoms) != 1 or base.name in gap.gens:
        return None
    try:
        return undone(base, gap, atoms[0])
    except (Inconclusive, Unsupported):
        return None


def _by_bisection(base: Threshold, gap: Ratio) -> Threshold:
    return beyond(base, gap, Unsupported(f"{gap} is not monotone in {base.name}"))


def _by_residues(base: Threshold, gap: Ratio, most: int = MAX_PERIOD) -> Threshold:
    """Each residue of the unknown modulo the tiles is one question about polynomials."""
    slopes, period = _repeating(base, [gap], most)
    ranges: list[Ranges] = []
    told = _Residues.of(base.name, slopes, period, [gap])
    for r in range(period):
        spend()
        known = None if told is None else told.ranges(base, r)
        ranges.append(_residue(base, gap, slopes, period, r) if known is None else known)
    return _from_residues(base, ranges, period)


@dataclass(frozen=True)
class _Residues:
    """Quotients of sums of products of the unknown and its roundings, as polynomials in q at the sizes period*q + r.

    They are written out once, with letters for r and for what roundings are at it; each residue is numbers put in.
    """

    slopes: Slopes
    period: int
    rows: list[list[tuple[int, Number, list[tuple[int, int]]]]]  # of each above and below: power of q, times, letters

    @staticmethod
    def of(name: str, slopes: Slopes, period: int, asked: Sequence[Ratio]) -> _Residues | None:
        """None of what is no such quotient."""
        letters: dict[Gen, int] = {"_r": 0, **{f"_w_{i}": i for i in range(1, len(slopes) + 1)}}
        q, after = gen("_q"), [gen(n) for n in letters]
        made = {a: q * exact(line.slope * period) + w for (a, line), w in zip(slopes.items(), after[1:])}
        rows = []
        for p in (p for x in asked for p in (x.num, x.den)):
            if any(e.denominator != 1 or e < 0 or g not in {name, *slopes} for exps, _ in p.monomials()
                   for g, e in exps.items()):  # fmt: skip
                return None
            told = put(Ratio(p), made).subs({name: q * period + after[0]}).num.monomials()
            rows.append([(int(exps.get("_q", 0)), c, [(letters[g], int(e)) for g, e in exps.items() if g in letters])
                         for exps, c in told])  # fmt: skip
        return _Residues(slopes, period, rows)

    def at(self, r: int) -> list[list[Number]]:
        """The coefficients of all, above and below in turn, from the constant on; none of what is 0."""
        at = [r, *_rounded(self.slopes, r).values()]
        made = []
        for rows in self.rows:
            found: list[Number] = [0] * (1 + max([e for e, _, _ in rows], default=-1))
            for e, c, factors in rows:
                found[e] += c * math.prod([at[i] ** k for i, k in factors])
            while found and not found[-1]:
                found.pop()
            made.append(found)
        return made

    def ranges(self, base: Threshold, r: int, needed: Sequence[str] = ()) -> Ranges | None:
        """The q at which a size satisfies it, the first of them its gap; None where it has no value at any q > 0."""

        def told(signs: Sequence[int]) -> bool | None:
            sides = [a * b for a, b in zip(signs[::2], signs[1::2])]
            return good(base, sides[0]) if all(signs[1::2]) and all(map(met, sides[1:], needed)) else None

        polys = self.at(r)
        near = [_sign(p[0]) if p else 0 for p in polys]
        first: Ranges = [(0, 0)] if r and told(near) else []
        moving = dict.fromkeys(_scaled(p) for p in polys if len(p) > 1)
        if not moving:
            later = told(near)
            return None if later is None else first + ([(1, None)] if later else [])
        fixed = [a * b for a, b, *ps in zip(near[::2], near[1::2], polys[::2], polys[1::2]) if max(map(len, ps)) < 2]
        hows = [how for how, *ps in zip(("", *needed), polys[::2], polys[1::2]) if max(map(len, ps)) < 2]
        if any(not p for p in polys[1::2]) or any(how and not met(side, how) for side, how in zip(fixed, hows)):
            return None
        found, table = exact_roots.cells([*moving], 1)
        place = {p: i for i, p in enumerate(moving)}

        def holds(signs: Sequence[int]) -> bool:
            return bool(told([signs[place[_scaled(p)]] if len(p) > 1 else side for p, side in zip(polys, near)]))

        asked = Threshold("_q", base.sense, "open", base.expr, base.level, base.strict)
        runs = sizes_of(assembled(asked, found, [holds(s) for s in table]))
        return first + [(max(a, 1), b) for a, b in runs if b is None or b >= 1]


def _sign(x: Number) -> int:
    return (x > 0) - (x < 0)


def _scaled(p: Sequence[Number]) -> tuple[int, ...]:
    """The coefficients times what makes them whole."""
    low = math.lcm(*[c.denominator for c in p])
    return tuple(c.numerator * (low // c.denominator) for c in p)


class _Line(NamedTuple):
    """What a rounding is of: ``own`` times the unknown, others so many times, a number; all of it grows by slope."""

    slope: Fraction
    own: Fraction
    others: dict[Atom, Fraction]
    offset: Fraction


Slopes = dict[Atom, _Line]  # the inner ones first
Ranges = list[tuple[int, int | None]]


def _repeating(base: Threshold, asked: Iterable[Ratio], most: int) -> tuple[Slopes, int]:
    """The linear functions in roundings, and after how many sizes all repeat; raises Unsupported for others.

    floor(y) at N = period*q + r is y's slope times period*q, where that is whole, and what it is at r; so a rounding of
    a sum of roundings and of the unknown repeats as they do.
    """
    period = 1
    slopes: Slopes = {}
    found = dict.fromkeys(a for r in asked for a in all_atoms(r) if a.row.rounds and inside(a, base.name))
    for a in sorted(found, key=lambda a: a.depth):
        parts: dict[Gen, Fraction] = {}
        offset = Fraction(0)
        for exps, c in a.args[0].num.monomials():
            ((g, e), *more) = exps.items() or (("", 1),)
            if more or e != 1 or g not in {"", base.name, *slopes} or a.args[0].den.constant() != 1:
                raise Unsupported(f"{a} is not a ceiling or floor of a linear function of {base.name} with numbers")
            if g:
                parts[g] = Fraction(c)
            else:
                offset = Fraction(c)
        own = parts.pop(base.name, Fraction(0))
        others = {b: c for b, c in parts.items() if isinstance(b, Atom)}
        slopes[a] = _Line(own + sum(c * slopes[b].slope for b, c in others.items()), own, others, offset)
        period = math.lcm(period, slopes[a].slope.denominator)
    if period > most:
        raise Unsupported(f"the padding repeats every {period} sizes; at most {most} are followed")
    return slopes, period


def _rounded(slopes: Slopes, r: int) -> dict[Atom, int]:
    """What the roundings are at a size."""
    made: dict[Atom, int] = {}
    for a, line in slopes.items():
        y = line.own * r + line.offset + sum(c * made[b] for b, c in line.others.items())
        made[a] = ROUNDINGS[a.kind].whole(y)
    return made


def _at_residue(base: Threshold, slopes: Slopes, period: int, r: int) -> Callable[[Ratio], Ratio]:
    """What puts the size period*q + r into a ratio, roundings of it worked out."""
    q = gen("_q")
    made = {a: q * exact(slopes[a].slope * period) + k for a, k in _rounded(slopes, r).items()}
    return lambda x: put(x, made).subs({base.name: q * period + r})


def where_roundings_have_a_value(base: Threshold, why: SymroofError) -> Threshold:
    """A question in numbers that some residues of a size give no value, as 1/mod(B, 5): these are in no region.

    Raises why with the first of these sizes where the roundings do not repeat; an answer of ours that is contradicted
    is raised as it is.

    >>> from symroof import threshold
    >>> threshold("1/mod(B, 5)", "B", over=1), threshold("B + 1/(mod(B, 2) - 1)", "B", at_most=5)
    (B = 1 is the first, but it does not stay so, B in {2} or {4} or {6})
    """
    try:
        if is_size(base.name) and (made := _by_residues_with_a_value(base)) is not None:
            return made
        found = None  # nowhere is there a value, as was found
    except (Inconclusive, Unsupported):
        found = None if isinstance(why, (Inconclusive, Unsupported)) else _without_a_value(base)
    if found is None or isinstance(why, Contradicted):
        raise why
    n, u, side = found
    said = f"{u} is {side} at {base.name}={n}, and so the question has no value there"
    remedy = "give it one, or ask number by number, as in exactly(...)"
    raise type(why)(f"{why}: {said}; where it has one comes and goes with the roundings; {remedy}")


def _without_a_value(base: Threshold) -> tuple[int, Ratio, str] | None:
    """The first whole number at which a question has no value, what it needs otherwise, and how that is."""
    needed = [n for r in (base.expr, base.level) for n in (*needs(r), *lost(r))]
    for n, (u, relation) in product(range(1, FEW_RESIDUES), needed):
        side = sign_at(u, {base.name: n})
        if side is not None and not met(side, relation):
            return n, u, "below 0" if side < 0 else "0"
    return None


def _by_residues_with_a_value(base: Threshold) -> Threshold | None:
    """Residue by residue where each that has a value is a question about polynomials; None where none has one.

    Raises Unsupported where one is another question.
    """
    sides = (base.expr, base.level)
    asked = dict.fromkeys(n for s in sides for n in (*needs(s), *lost(s)))
    slopes, period = _repeating(base, [*sides, *(u for u, _ in asked)], MAX_PERIOD)
    ranges: list[Ranges | None] = []
    told = _Residues.of(base.name, slopes, period, [base.expr - base.level, *(u for u, _ in asked)])
    for r in range(period):
        spend()
        if told is not None:
            ranges.append(told.ranges(base, r, [how for _, how in asked]))
            continue
        at = _at_residue(base, slopes, period, r)
        try:
            ranges.append(_defined(base, at(base.expr) - at(base.level), [(at(u), how) for u, how in asked], r))
        except (Inconclusive, Unsupported):
            raise
        except SymroofError:  # a division by 0, or a root or logarithm of what is below
            ranges.append(None)
    if ranges == [None] * period:
        return None
    # of a residue without a value the first may have one, where q is 0
    first: Ranges = [(0, 0)]
    found = [(first if r and does(base, r) else []) if x is None else x for r, x in enumerate(ranges)]
    return _from_residues(base, found, period)


def _defined(base: Threshold, gap: Ratio, needed: Sequence[Need], r: int) -> Ranges | None:
    """The q >= 0 at which there is a value that satisfies it, as ranges; None where it has none at any q > 0."""
    asked = Threshold("_q", base.sense, "open", gap, ratio(0), base.strict)
    moving = [(u, how) for u, how in needed if u.names]
    if not all(met(constant_sign(u), how) for u, how in needed if not u.names):
        return None
    if any(x.atoms for x in (gap, *(u for u, _ in moving)) if x.names):
        raise Unsupported(f"functions beside the roundings of {base.name} have no rule where these have no value")
    told = None if gap.names else good(base, constant_sign(gap))

    def holds(signs: Sequence[int]) -> bool:
        sides = [a * b for a, b in zip(signs[::2], signs[1::2])]
        does = good(base, sides[0]) if told is None else told
        return all(signs[1::2]) and does and all(map(met, sides[told is None :], (how for _, how in moving)))

    among = [*([gap] if told is None else []), *(u for u, _ in moving)]
    polys = [p for x in among for p in (x.num, x.den)]
    return _with_first(base, cells(asked, polys, holds) if polys else verdict(asked, bool(told)), r)


def _residue(base: Threshold, gap: Ratio, slopes: Slopes, period: int, r: int) -> Ranges:
    """The q >= 0 for which the size period*q + r satisfies it, as ranges."""
    here = _at_residue(base, slopes, period, r)(gap)
    asked = Threshold("_q", base.sense, "open", here, ratio(0), base.strict)
    if here.atoms:
        answer = tree(asked, here) if any(a.row.extreme for a in here.atoms) else None
        if answer is None:
            raise Unsupported(f"a ceiling beside {here.atoms[0]} has no rule; bind or remove one of them")
    elif "_q" not in here.names:
        side = constant_sign(here)
        answer = verdict(asked, good(base, side))
    else:
        answer = cells(asked, [here.num, here.den], lambda s: s[1] != 0 and good(base, s[0] * s[1]))
    return _with_first(base, answer, r)


def _with_first(base: Threshold, answer: Threshold, r: int) -> Ranges:
    """The positive q of an answer, and 0 where the residue itself is a size that does."""
    out = sizes_of(answer)
    if r and answer.verdict != "always":  # q = 0 is not a positive q: ask it outright
        out = [(a, b) for a, b in out if b is None or b >= 1]
        out = [(max(a, 1), b) for a, b in out]
        if does(base, r):
            out.insert(0, (0, 0))
    elif r:
        out = [(1, None)] + ([(0, 0)] if does(base, r) else [])
    return out


def _from_residues(base: Threshold, ranges: list[Ranges], period: int) -> Threshold:
    first = min((period * a + r for r, rs in enumerate(ranges) for a, _ in rs), default=None)
    if first is None:
        return verdict(base, False)
    endless = all(rs and any(b is None for _, b in rs) for rs in ranges)
    forever: int | None = None
    if endless:
        bad = [period * (a - 1) + r for r, rs in enumerate(ranges) for a, b in rs if b is None]
        forever = max(1, max(_last_bad(rs, r, period) for r, rs in enumerate(ranges)) + 1) if bad else 1
        if forever == 1:
            return verdict(base, True)
        return replace(base, sense=">=", region=FromFirst(first, forever))
    if any(b is None for rs in ranges for _, b in rs):
        note = f"it holds again and again, for some residues of {base.name} modulo {period} only"
        return replace(base, sense="in", region=FromFirst(first, None), said=(note,))
    last = max(period * b + r for r, rs in enumerate(ranges) for _, b in rs if b is not None)
    until = min(_first_bad(rs, r, period) for r, rs in enumerate(ranges)) - 1
    if until < 1 and last <= MAX_PERIOD:
        listed = [period * q + r for r, rs in enumerate(ranges) for a, b in rs for q in range(a, (b or a) + 1)]
        return of_runs(base, [(n, n) for n in listed])
    return replace(base, sense="<=", region=UpToLast(last, until))


def _last_bad(rs: Ranges, r: int, period: int) -> int:
    """The largest size of this residue outside ranges that end in an endless one; 0 when there is none."""
    have = sorted(rs, key=lambda ab: ab[0])
    start = have[-1][0]
    for a, b in reversed(have[:-1]):
        if b is None or b >= start - 1:
            start = min(start, a)
        else:
            break
    n = period * (start - 1) + r
    return n if n >= 1 else 0


def _first_bad(rs: Ranges, r: int, period: int) -> int:
    """The smallest size of this residue outside the ranges."""
    q = 0 if r else 1
    for a, b in sorted(rs, key=lambda ab: ab[0]):
        if a <= q and b is not None:
            q = max(q, b + 1)
    return period * q + r


ROUNDED = sawtooth, where_roundings_have_a_value

"""Whether two expressions are equal, or one never below the other: proved, refuted by a counterexample, or undecided.

Sizes range over the integers from 1, parameters over the positive reals.  A proof names its theorem; a refutation is a
point where exact (or interval) arithmetic shows the two values apart; everything else is None, never a guess.

>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> same(1/(1/B + 1/D), B*D/(B + D)), dominates(B*D, B), dominates(B, D)
(True, True, False)
>>> prove(B, D, ">=").witness
{'B': 1, 'D': 2}
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import final

from symroof.algebra.equality.defined import needed, unlike
from symroof.algebra.equality.nested import branch_by_branch
from symroof.algebra.equality.normal import cases, normal, quasi_period, terms_of
from symroof.algebra.interop import reader
from symroof.algebra.interop.door import core, together
from symroof.algebra.ratios.budget import OutOfTime, limited_to, spend
from symroof.algebra.ratios.evaluation import enclosure
from symroof.algebra.ratios.needs import POLES, lost
from symroof.algebra.ratios.poly import log_of
from symroof.algebra.ratios.posynomial import (
    Atom,
    Need,
    Number,
    Poly,
    Ratio,
    alike,
    apart,
    gen,
    ratio,
    term,
    total,
)
from symroof.algebra.signs.constant import refuse_unmet
from symroof.algebra.signs.positivity import Facts, nonnegative, positive
from symroof.algebra.signs.sign import sign, sign_of
from symroof.algebra.trials.probe import tried_equal, tried_same
from symroof.algebra.trials.trial import tried_proof
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.keywords import told
from symroof.likes import AmountLike
from symroof.shown import visible
from symroof.symbols import is_size

FEW, MANY = 24, 160  # points tried before and after the slower proofs
BITS = 200  # of the values compared at a point
MAX_CASES = 64
DEEP = 2  # maxima and minima inside each other whose orders are still few
MAX_CLASSES = 300
MAX_LOG = 12
MAX_RESIDUES = 512
_SHORT = 32  # bits of a counterexample's numbers that need not be made fewer
_FAR = 4096  # bits of the step along a ray
_LARGE = 4000  # products of terms above which a point is tried before multiplying out


@visible
@final
@dataclass(frozen=True)
class Proof:
    """The answer to ``f relation g``: result True, False or None, how it was found, and a counterexample if False."""

    result: bool | None
    how: str
    witness: Mapping[str, Number] | None = field(default=None, hash=False)
    certificate: tuple[Ratio, ...] = ()  # per case, the difference that the theorem shows to be >= 0

    def __bool__(self) -> bool:
        if self.result is None:
            raise Inconclusive(f"undecided: {self.how}; ask for .result, which is None here")
        return self.result


@told
def same(a: AmountLike, b: AmountLike) -> bool | None:
    """Whether a and b are equal for all sizes (integers from 1) and all positive parameters; None when undecided.

    ``prove(a, b, "==").how`` says why, and takes a time where this has 4,000,000 steps of work; its ``witness`` is
    where a and b differ, which each False has.

    >>> from sympy import Max, ceiling, floor
    >>> from symroof.symbols import dims, params
    >>> (B, D, F), (C, W) = dims("B D F"), params("C W")
    >>> same(Max(2*B*D*F/C, 2*D*F/W), 2*D*F*Max(B/C, 1/W)), same(ceiling(B/128), floor((B + 127)/128))
    (True, True)
    """
    with limited_to(None):
        try:
            return _same(a, b)
        except OutOfTime:
            return None


def _same(a: object, b: object) -> bool | None:
    if hasattr(a, "is_Add") and hasattr(b, "is_Add"):
        parts: list[Need] = []
        gap = reader.difference(a, b, parts)  # term by term, so that common denominators need not be multiplied out
        if not gap and any(n[1] not in POLES for n in parts):
            missing = [n for n in unlike(core(a), core(b)) if not _met(*n)]
            return None if missing else tried_same(a, b) or True
        if not gap:
            tried_same(a, b)
            return True
        plain = not any(r.num.ring.atoms or r.den.ring.atoms for r in gap)
        if plain and len(gap) == 1:  # complete: monomials with rational exponents are independent functions
            return _differ(core(a), core(b))
        if not plain and _vanishes(gap) and all(_met(u, rel) for r in gap for u, rel in needed(r, poles=False)):
            return tried_same(a, b, 3) or tried_equal(gap, (a, b))
    f, g = alike(*together(a, b))
    if f is g:
        return True
    if f.num.ring.atoms or f.den.ring.atoms or g.num.ring.atoms or g.den.ring.atoms:
        return tried_proof(f, g, "==", _answered(f, g, "==")).result
    equal = not apart(f, g) and f == g
    return tried_equal([f, -g], (f, g)) if equal else _differ(f, g)


def _differ(f: Ratio, g: Ratio) -> bool | None:
    """False, after two that are not the same function were seen apart at a point; None where they were not."""
    f, g = alike(f, g)
    refuted = _refuted(f, g, "==", MANY)
    return None if refuted is None else tried_proof(f, g, "==", refuted).result


def _vanishes(gap: Sequence[Ratio]) -> bool:
    try:
        return not normal(total(gap)).num.terms
    except Unsupported:
        return False


@told
def dominates(f: AmountLike, g: AmountLike) -> bool | None:
    """Whether f >= g for all sizes (integers from 1) and all positive parameters; None when undecided.

    Each False has sizes at which f < g, checked by exact arithmetic before it is given: ``prove(f, g).witness``.

    >>> from symroof.symbols import dims
    >>> B, D, F = dims("B D F")
    >>> dominates(B**2 + D**2, 2*B*D), dominates(B*D, B + D)
    (True, False)
    >>> prove(B*D, B + D).witness
    {'B': 1, 'D': 1}
    >>> dominates(10**12*B, D), prove(10**12*B, D).witness
    (False, {'B': 1, 'D': 1099511627776})
    """
    return prove(f, g).result


_FLIP = {"<=": ">=", "<": ">"}


@told
def prove(f: AmountLike, g: AmountLike, relation: str = ">=", *, within: float | str | None = None) -> Proof:
    """The proof or refutation of ``f relation g``, relation one of >=, <=, >, <, ==.

    ``within`` is a time, as 2 (seconds) or "500ms", after which the question is left open; without one it is
    4,000,000 steps of work.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> prove(B*D, B).how
    'every coefficient of the difference is >= 0 once sizes are written as 1 + y'
    >>> prove(B*D, B, within=0).how
    'not decided within 0 s; give more time, or bind some of the symbols'

    Of a side that has no value at some size nothing is proved that would hold of all sizes, and ``how`` names one.
    Two sides that have a value at the same sizes are equal where they are equal there:

    >>> prove(1/(B - 1), 0, ">").how.partition(" (")[0]
    '1/(-1 + B) has no value at B=1'
    >>> prove("sqrt(B - 3)", 0).result, prove("sqrt(B - 3) + D", "D + sqrt(B - 3)", "==").result
    (None, True)
    """
    with limited_to(within):
        try:
            spend()
            return _proved(f, g, relation)
        except OutOfTime as why:
            return Proof(None, str(why))


def _proved(f: object, g: object, relation: str) -> Proof:
    a, b = alike(*together(f, g))
    if not isinstance(relation, str):
        raise SymroofError(f"{relation!r:.80} is not a relation; use one of >=, <=, >, <, ==")
    if relation in _FLIP:
        a, b, relation = b, a, _FLIP[relation]
    if relation in (">=", ">", "==", "="):
        relation = "==" if relation == "=" else relation
        return _named(tried_proof(a, b, relation, _answered(a, b, relation)))
    raise SymroofError(f"{relation!r} is not a relation; use one of >=, <=, >, <, ==")


def _named(proof: Proof) -> Proof:
    """The proof whose counterexample goes by names, as people give sizes."""
    if proof.witness is None:
        return proof
    return replace(proof, witness={str(n): v for n, v in proof.witness.items()})


@told
def compare(f: AmountLike, g: AmountLike, regime: object = None) -> str | None:
    """How f stands to g: "==", ">=", "<=" for all sizes; in a regime also "~" (ratio to 1), "<<" and ">>"; else None.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> compare(B*D, B), compare(B, D)
    ('>=', None)

    None is also the answer where 4,000,000 steps of work do not decide; ``prove`` takes another time and says why.
    """
    with limited_to(None):
        try:
            return _compared(f, g, regime)
        except OutOfTime:
            return None


def _compared(f: object, g: object, regime: object) -> str | None:
    a, b = alike(*together(f, g))
    if regime is not None:
        found = _compare_in(a, b, regime)
        if found is not None:
            return found
    if _answered(a, b, "==").result is True:
        return "=="
    if _answered(a, b, ">=").result is True:
        return ">="
    return "<=" if _answered(b, a, ">=").result is True else None


# -- where both sides have a value -------------------------------------------------------------------------------------


def _answered(f: Ratio, g: Ratio, relation: str) -> Proof:
    """The proof or refutation; none where a side has no value at some size, or is not proved to have one at each.

    Two sides that have a value at the same sizes are equal where they are equal there.
    """
    proof = _equal(f, g) if relation == "==" else _at_least(f, g, relation == ">")
    if not proof.result:
        return proof
    asked = unlike(f, g) if relation == "==" else [*needed(f), *needed(g)]
    missing = next((n for n in dict.fromkeys(asked) if not _met(*n)), None)
    if missing is None:
        return proof
    return Proof(None, _no_value(f, g) or f"no proof that {missing[0]} is {_SAID[missing[1]]} at every size")


_SAID = {">=": "not below 0", ">": "above 0", "!=": "never 0"}


def _met(u: Ratio, relation: str) -> bool:
    """Whether something is proved to be above 0, not below it, or either side of it but never 0, at every size."""
    side = sign_of(u)
    if (side.low or relation == "!=") and (not side.zero or relation == ">="):
        return True
    try:
        ways = [normal(u), normal(-u)] if relation == "!=" else [normal(u)]
        return any(_all_cases(x, ratio(0), relation != ">=") is not None for x in ways)
    except Unsupported:
        return False


def _compare_in(a: Ratio, b: Ratio, given: object) -> str | None:
    from symroof.algebra.growth.leading import sure_core
    from symroof.algebra.growth.regime import regime

    g = regime(given, {*a.names, *b.names})
    if not (a.num.terms and b.num.terms):  # nothing stands to 0 as a ratio
        return None
    try:
        if sure_core(a / b, g, above=True) == 1 and sure_core(b, g, above=True) is not None:
            return "~"
        for small, large, said in ((a, b, "<<"), (b, a, ">>")):
            whole = 1 + small / large  # 0 where they are each other's opposite, of which neither leads
            if whole.num.terms and sure_core(whole, g) == 1 and sure_core(large, g, above=True) is not None:
                return said
    except (Inconclusive, Unsupported):
        return None
    return None


# -- equality --------------------------------------------------------------------------------------------------------


def _equal(f: Ratio, g: Ratio) -> Proof:
    large = len(f.num) * len(g.den) + len(g.num) * len(f.den) >= _LARGE
    refuted = _refuted(f, g, "==", FEW // 4) if large else None
    if refuted is not None:
        return refuted
    try:
        if f == g:
            return Proof(True, "the same rational function")
        a, b = normal(f), normal(g)
        if a == b:
            return Proof(True, "the same normal form")
    except Unsupported as trouble:
        return Proof(None, str(trouble))
    refuted = _refuted(f, g, "==", FEW)
    if refuted is not None:
        return refuted
    how = _equal_in_cases(a, b) or _equal_by_residues(a, b) or _equal_powers(a, b)
    if how:
        return Proof(True, how)
    refuted = _refuted(f, g, "==", MANY)
    return Proof(None, "no proof found and no point where the values differ") if refuted is None else refuted


def _equal_in_cases(a: Ratio, b: Ratio) -> str | None:
    count = 0
    for difference, facts in cases(a - b):
        count += 1
        if count > MAX_CASES:
            return None
        d = normal(difference)
        if d.num.terms and not (_case(d, facts) and _case(-d, facts)):
            return None
    return f"equal in each of the {count} orders of the arguments of max and min" if count > 1 else "equal by bounds"


def _equal_by_residues(a: Ratio, b: Ratio) -> str | None:
    """Write every size under a floor as L*q + r, the first of each class as r: floors resolve, sums in q are left."""
    period = quasi_period((a, b))
    if not period or math.prod(period.values()) > MAX_RESIDUES:
        return None
    difference = a - b
    every = [[*(k * gen(n) + r for r in range(k)), *map(ratio, range(1, k))] for n, k in period.items()]
    for values in (dict(zip(period, row)) for row in itertools.product(*every)):
        spend()
        d = normal(difference.subs(values))
        if d.num.terms and not _equal_in_cases(d, ratio(0)):
            return None
    shown = ", ".join(f"{n} mod {k}" for n, k in period.items())
    return f"equal in each residue class of {shown}"


def _at_least_by_residues(a: Ratio, b: Ratio, strict: bool) -> str | None:
    """Write every size under a floor as L*(q - 1) + r: each class is then one of sums."""
    period = quasi_period((a, b))
    if not period or math.prod(period.values()) > MAX_CLASSES:
        return None
    difference = a - b
    for values in _classes(period):
        spend()
        if not _all_cases(normal(difference.subs(values)), ratio(0), strict):
            return None
    return f"in each residue class of {', '.join(f'{n} mod {k}' for n, k in period.items())}"


def _classes(period: Mapping[str, int]) -> Iterator[dict[str, Ratio]]:
    """Sizes n as L*(q - 1) + r, r from 1 to L: q is a size itself, so that the first of each class is among them.

    >>> [str(values["N"]) for values in _classes({"N": 2})]
    ['2*N - 1', '2*N']
    """
    for rest in itertools.product(*(range(1, k + 1) for k in period.values())):
        yield {n: k * (gen(n) - 1) + r for (n, k), r in zip(period.items(), rest)}


def _logs_at_least(a: Ratio, b: Ratio) -> str | None:
    """Sums of logs with whole factors and whole numbers: 2**a against 2**b, as log2(n) + 1 against log2(n + 1)."""
    sides = []
    for r in (a - b, b - a):
        if r.den.constant() is None:
            return None
        up = ratio(1)
        for exps, c in r.num.monomials():
            c = Fraction(c) / Fraction(r.den.constant() or 1)
            if c < 0:
                continue
            if c.denominator != 1 or c > MAX_LOG:
                return None
            if not exps:
                up = up * 2**c.numerator
                continue
            ((g, e),) = exps.items() if len(exps) == 1 else (("", 0),)
            x = log_of(g)
            if x is None or e != 1 or not _positive_ratio(x):
                return None
            up = up * x**c.numerator
        sides.append(up)
    if not any(x.row.logarithm for x in (a - b).atoms):
        return None
    try:
        found = _all_cases(normal(sides[0]), normal(sides[1]), False)
    except Unsupported:
        return None
    return f"2 to the power of both: {found[0]}" if found else None


def _equal_powers(a: Ratio, b: Ratio) -> str | None:
    """a**k == b**k for two positive expressions with radicals."""
    k = math.lcm(a.num.ring.scale, a.den.ring.scale, b.num.ring.scale, b.den.ring.scale)
    if 1 < k <= 4 and _positive_ratio(a) and _positive_ratio(b):
        try:
            if normal(a**k) == normal(b**k):
                return f"both are positive and their {k}. powers are equal"
        except Unsupported:
            return None
    return None


def _positive_ratio(r: Ratio) -> bool:
    return positive(r.num) and positive(r.den)


# -- dominance -------------------------------------------------------------------------------------------------------


def _at_least(f: Ratio, g: Ratio, strict: bool = False) -> Proof:
    relation = ">" if strict else ">="
    refuted = _refuted(f, g, relation, 4)
    if refuted is not None:
        return refuted
    try:
        if not strict and f == g:
            return Proof(True, "the two are equal")
        a, b = normal(f), normal(g)
        deep = any(x.row.extreme and x.depth > DEEP for x in (*a.atoms, *b.atoms))
        if deep and branch_by_branch(a, b, strict):
            return Proof(True, "branch by branch of the maxima and minima inside each other")
        found = _all_cases(a, b, strict)
    except Unsupported as trouble:
        return Proof(None, str(trouble))
    if found is not None:
        return Proof(True, found[0], None, found[1])
    refuted = _refuted(f, g, relation, MANY)
    if refuted is not None:
        return refuted
    how = None if strict else _powers_at_least(a, b) or _logs_at_least(a, b)
    how = how or _at_least_by_residues(f, g, strict)
    if how:
        return Proof(True, how)
    return Proof(None, _no_value(f, g) or "no proof found and no counterexample")


def _all_cases(a: Ratio, b: Ratio, strict: bool) -> tuple[str, tuple[Ratio, ...]] | None:
    hows: list[str] = []
    shown: list[Ratio] = []
    for difference, facts in cases(a - b):
        if len(hows) >= MAX_CASES:
            return None
        d = normal(difference)
        how = ("equal" if not strict else None) if not d.num.terms else _case(d, facts, strict)
        if how is None:
            return None
        hows.append(how)
        shown.append(d)
    text = hows[0] if len(hows) == 1 else f"in each of {len(hows)} cases: " + "; ".join(dict.fromkeys(hows))
    return text, tuple(shown)


def _case(d: Ratio, facts: Facts, strict: bool = False) -> str | None:
    """How d >= 0 follows from the facts, or None."""
    if not d.names:
        return "the difference is a number above 0" if sign_of(d).mark == "+" else None
    below = sign(d.den, quick=True)
    return None if below.zero or _has_poles(d.num) else nonnegative(d.num if below.low else -d.num, facts, strict)


def _has_poles(p: Poly) -> bool:
    """Whether a sum divides by a function that may be 0, such as 1/log2(B), which has no value at 1."""
    below = {g for exps, _ in p.monomials() for g, e in exps.items() if e < 0 and isinstance(g, Atom)}
    return any(sign(term({g: 1}), quick=True).zero for g in below)


def _powers_at_least(a: Ratio, b: Ratio) -> str | None:
    k = math.lcm(a.num.ring.scale, a.den.ring.scale, b.num.ring.scale, b.den.ring.scale)
    if not (1 < k <= 4 and _positive_ratio(a) and _positive_ratio(b)):
        return None
    try:
        found = _all_cases(normal(a**k), normal(b**k), False)
    except Unsupported:
        return None
    return f"both are positive, and so do their {k}. powers compare: {found[0]}" if found else None


# -- refutation ------------------------------------------------------------------------------------------------------


def _refuted(f: Ratio, g: Ratio, relation: str, tries: int) -> Proof | None:
    """The refutation of ``f relation g`` by a point, or None where none was found: no False is without its witness."""
    point = refutation(f, g, relation, tries)
    if point is None:
        return None
    how = "the values differ at a point" if relation == "==" else "fails at a point"
    return Proof(False, how, _nearer(f, g, relation, point))


def refutation(f: Ratio, g: Ratio, relation: str, tries: int) -> dict[str, Number] | None:
    """A point of the domain where ``f relation g`` fails for certain, or None."""
    names = sorted({*f.names, *g.names})
    found = (values for values in points(names, tries, _root_scale(f, g)) if _fails(f, g, relation, values))
    point = next(found, None)
    return _ray(f, g) if point is None and relation != "==" and tries >= MANY else point


def _fails(f: Ratio, g: Ratio, relation: str, values: Mapping[str, Number]) -> bool:
    """Whether ``f relation g`` is false at a point for certain."""
    d = difference_at(f, g, values)
    if d is None:
        return False
    return d != 0 if relation == "==" else d < 0 or (relation == ">" and d == 0)


def _nearer(f: Ratio, g: Ratio, relation: str, point: dict[str, Number]) -> dict[str, Number]:
    """A counterexample of shorter numbers, where one is far out: each in turn by powers of two with fewer bits."""
    scale, long = _root_scale(f, g), {n: max(map(int.bit_length, v.as_integer_ratio())) for n, v in point.items()}
    if max(long.values(), default=0) <= _SHORT:
        return point
    for n, v in point.items():
        few, many = -1, long[n] // scale
        while many - few > 1:
            bits = (few + many) // 2
            x: Number = 2 ** (bits * scale) if v >= 1 else Fraction(1, 2 ** (bits * scale))
            if _fails(f, g, relation, {**point, n: x}):
                point, many = {**point, n: x}, bits
            else:
                few = bits
    return point


def _no_value(f: Ratio, g: Ratio) -> str | None:
    """A point of the domain at which one of two sides has no value, in words: there the question has no answer."""
    for values in points(sorted({*f.names, *g.names}), FEW, _root_scale(f, g)):
        for side in (f, g):
            try:
                enclosure(side, values, BITS)
            except OutOfTime:
                raise
            except (Inconclusive, Unsupported):
                continue
            except SymroofError as why:
                at = ", ".join(f"{n}={v}" for n, v in values.items())
                return f"{side} has no value at {at} ({why}), so nothing is proved of every size; no counterexample"
    return None


def _root_scale(*ratios: Ratio) -> int:
    out = 1
    for r in ratios:
        out = math.lcm(out, r.num.ring.scale, r.den.ring.scale)
    return out if out <= 12 else 1


def points(names: Sequence[str], tries: int, scale: int = 1) -> Iterator[dict[str, Number]]:
    """Points of the domain, small ones first: sizes are integers, parameters rationals; roots of them come out even."""
    if not names:
        yield {}
        return
    rng = random.Random(20261121)
    yield dict.fromkeys(names, 1)
    for i in range(max(0, tries - 1)):
        out: dict[str, Number] = {}
        for k, n in enumerate(names):
            if i < 2:
                v: Number = (1, 2)[(k + 1 + i) % 2] if len(names) > 1 else 2 + i
            elif i < tries // 3:
                v = rng.randint(1, 9)
            elif i < 2 * tries // 3:
                v = rng.choice((1, 2, 3, 7, 127, 128, 129, 240, 1000, 4096, rng.randint(1, 5000)))
            else:
                v = 2 ** (rng.randint(0, 4) * rng.choice((1, 3, 10, 25))) + rng.choice((0, 0, 1))
            if not is_size(n) and i >= 2:
                v = Fraction(v, rng.choice((1, 1, 2, 5, 128, 2**40)) if i % 2 else rng.randint(1, 9))
            out[n] = v**scale if scale > 1 and i % 3 else v
        yield out


def difference_at(f: Ratio, g: Ratio, values: Mapping[str, Number]) -> Number | None:
    """f - g at a point: exact where rational, only its sign where an interval settles that, else None.

    None too where a side has no value, be it only for what is cancelled: sqrt(F - 8)**2 has none below 8.
    """
    try:
        refuse_unmet((*lost(f), *lost(g)), values)
    except SymroofError:
        return None
    try:
        return Fraction(f.at(values)) - Fraction(g.at(values))
    except Unsupported:
        pass
    except SymroofError:
        return None
    try:
        (a, b), (c, d) = enclosure(f, values, BITS), enclosure(g, values, BITS)
    except SymroofError:
        return None
    return 1 if a > d else -1 if b < c else None


def _ray(f: Ratio, g: Ratio) -> dict[str, Number] | None:
    """A counterexample far out: a direction in which a negative term of the difference outgrows all others."""
    d = f - g
    if d.atoms or not d.den.is_posynomial:
        return None
    names, terms = terms_of(d.num)
    if len(terms) > 400 or not any(c < 0 for _, c in terms):
        return None
    sizes = [abs(Fraction(c)) for _, c in terms]
    enough = min(math.ceil(sum(sizes) / min(sizes)).bit_length(), _FAR)  # heights differ by whole numbers of the scales
    rng = random.Random(7)
    for attempt in range(300):
        low = [0 if is_size(n) else -3 for n in names]
        v = [rng.randint(lo, 1 + attempt % 4) for lo in low]
        heights = [(sum(Fraction(e) * k for e, k in zip(exps, v)), c) for exps, c in terms]
        top = max(h for h, _ in heights)
        if all(c < 0 for h, c in heights if h == top):
            for step in sorted({1, 2, 4, 8, 16, 64, enough}):
                k = step * d.num.ring.scale * d.den.ring.scale
                values: dict[str, Number] = {n: Fraction(2) ** (k * e) for n, e in zip(names, v)}
                values = {
                    n: x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x for n, x in values.items()
                }
                gap = difference_at(f, g, values)
                if gap is not None and gap < 0:
                    return values
    return None

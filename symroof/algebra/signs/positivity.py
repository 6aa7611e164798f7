"""Why a sum of monomials is never negative: a ladder of theorems, each a proof that can be checked term by term.

The generators are positive (parameters), at least 1 (sizes), or atoms whose bounds are known from their arguments.

| rung | theorem |
|---|---|
| coefficients | a sum of positive monomials is positive |
| shift | sizes are 1 + y with y >= 0; the coefficients in y may all be >= 0 where those in x are not |
| facts | something known to be >= 0 (a case, or y - 1 < floor(y) <= y) times a monomial is subtracted first |
| AM-GM | c1*x**a1 + c2*x**a2 outweighs c*x**a where a lies between a1 and a2 |
| Polya | multiplying by (1 + sum x)**k, which is positive, makes every coefficient >= 0 |
| squares | a quadratic is a sum of squares and a rest >= 0; a rest > -1 will do for an integer |
| integers | one size: a shift by N settles x >= N, and the integers below N are tried one by one |
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from symroof.algebra.ratios.budget import search, spend
from symroof.algebra.ratios.functions import FUNCTIONS
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Poly, Ratio, exact, log_of, term
from symroof.algebra.signs.constant import constant_sign
from symroof.algebra.signs.linear import solved
from symroof.algebra.signs.shift import Plain, covered, ground, shifted
from symroof.errors import SymroofError, Unsupported
from symroof.symbols import is_size

Facts = tuple[Poly, ...]
Fact = tuple[Poly, bool]  # a sum that is >= 0, and whether it is > 0

HIGH = 64  # of an exponent whose binomial coefficients are long
DEPTH = 3
STEPS = 300  # of one search
MANY_TERMS = 12  # of a sum for which no search begins that has too few facts for it
_LONG, _POINTS = 24, 60  # terms times facts from which points are tried first, and how many

COEFFICIENTS = "every coefficient of the difference is >= 0"
SHIFT = "every coefficient of the difference is >= 0 once sizes are written as 1 + y"
AMGM = "the arithmetic mean is at least the geometric mean, for each negative term"
POLYA = "every coefficient of the difference is >= 0 once it is multiplied by a power of a sum of its symbols"
SQUARES = "squares completed, what is left is not negative, or above -1 where all is whole"
INTEGERS = "checked for the first integers one by one, and beyond them by the signs of the coefficients"


@lru_cache(maxsize=8192)
def lower(g: Gen) -> int | None:
    """What a generator is certainly not below: 1, 0, or None when even its sign is unknown."""
    if isinstance(g, str):
        return 1 if is_size(g) else 0
    if not g.args:
        return {"pi": 1, "E": 1}.get(g.name, 0)
    if not any(a.names for a in g.args):
        return _least_of_number(g)
    rule = _LOWER.get(g.kind)
    return rule(g.args) if rule is not None else None


def _least(args: Sequence[Ratio]) -> int | None:
    bounds = [_lower_of(a) for a in args]
    return None if None in bounds else min(b for b in bounds if b is not None)


def _least_size(args: Sequence[Ratio]) -> int | None:
    """0 where this is |x|, the larger of x and -x."""
    return 0 if any(-a in args for a in args) else None


def _least_ceiling(args: Sequence[Ratio]) -> int | None:
    (x,) = args
    return 1 if _above(x) else _lower_of(x)


# What a function is not below, by what its arguments are not; of a root that was taken the base is positive.
_LOWER: dict[str, Callable[[Sequence[Ratio]], int | None]] = {
    "max": lambda args: max((b for a in args if (b := _lower_of(a)) is not None), default=_least_size(args)),
    "min": _least,
    **dict.fromkeys(("if<", "if<="), lambda args: _least(args[2:])),
    "base": lambda args: 1 if _lower_of(args[0]) == 1 else 0,
    "ceil": _least_ceiling,
    "floor": lambda args: _lower_of(args[0]),
    "log2": lambda args: 0 if _lower_of(args[0]) == 1 or _log_of_a_size(args[0]) else None,
    "exp": lambda args: 0 if _lower_of(args[0]) is None else 1,
}


def _log_of_a_size(x: Ratio) -> bool:
    """Whether this is log2(N), or several: where its own logarithm is defined, N is at least 2 and it at least 1."""
    mono = x.monomial()
    if mono is None or len(mono[0]) != 1 or mono[1] < 1:
        return False
    ((g, e),) = mono[0].items()
    argument = log_of(g)
    inside = None if argument is None or e != 1 else argument.monomial()
    sizes = {} if inside is None else inside[0]
    whole = inside is not None and type(inside[1]) is int
    return whole and all(isinstance(n, str) and is_size(n) and type(k) is int and k > 0 for n, k in sizes.items())


def _least_of_number(g: Atom) -> int | None:
    """The same of a function of numbers, such as log2(5): worked out."""
    try:
        value = Ratio(term({g: 1}))
        return 1 if constant_sign(value - 1) >= 0 else 0 if constant_sign(value) >= 0 else None
    except SymroofError:
        return None


@lru_cache(maxsize=8192)
def is_positive(g: Gen) -> bool:
    """Whether a generator is certainly above 0."""
    if isinstance(g, str) or lower(g) == 1 or not g.args:
        return True
    rule = _ABOVE.get(g.kind)
    return rule is not None and rule(g.args)


def _above(x: Ratio) -> bool:
    return positive(x.num) and positive(x.den)


# Whether a function is above 0, by its arguments; a rounding may be 0, unless it is not below 1.
_ABOVE: dict[str, Callable[[Sequence[Ratio]], bool]] = {
    "max": lambda args: any(map(_above, args)),
    "min": lambda args: all(map(_above, args)),
    **dict.fromkeys(("if<", "if<="), lambda args: all(map(_above, args[2:]))),
    "log2": lambda args: positive(args[0].den) and positive(args[0].num - args[0].den),
    "base": lambda args: _above(args[0]),  # sqrt(D - 1) is 0 at D = 1
    "exp": lambda args: True,
}


def bare(p: Poly, above: Callable[[Gen], bool] = is_positive) -> Poly:
    """The sum without the factor that all its terms share, as far as that is above 0: its sign is the same.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> D, F = gen("D"), gen("F")
    >>> bare((D**2 * F - D).num), bare((D * build("floor", [F / 8])).num)
    (D*F - 1, floor(F/8))
    """
    shared = p.content()[1] if p.terms else 0
    if not shared or not p.ring.atoms:
        return p.shifted(-shared)
    return p.shifted(-p.ring.pack({g: e for g, e in p.ring.exponents(shared).items() if above(g)}))


def _lower_of(x: Ratio) -> int | None:
    """1 if the ratio is certainly at least 1, 0 if it is certainly at least 0."""
    c = x.constant()
    if c is not None:
        return 1 if c >= 1 else 0 if c >= 0 else None
    if not positive(x.den):
        return None
    if nonnegative(x.num - x.den, (), quick=True):
        return 1
    return 0 if nonnegative(x.num, (), quick=True) else None


def least_sign(x: Ratio) -> int:
    """The least sign that a ratio may have: 1 where it is proved positive, 0 where proved not below 0, else -1.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> [least_sign(build(kind, [gen("W")])) for kind in ("ceil", "floor", "log2")]
    [1, 0, -1]
    """
    return 1 if _above(x) else -1 if _lower_of(x) is None else 0


def positive(p: Poly) -> bool:
    """Whether a polynomial is certainly above 0."""
    c = p.constant()
    if c is not None:
        return c > 0
    return nonnegative(p, (), strict=True, quick=True) is not None


def nonnegative(p: Poly, facts: Sequence[Poly] = (), strict: bool = False, quick: bool = False) -> str | None:
    """The theorem by which p >= 0 (p > 0 if strict) for all sizes and parameters where the facts hold, or None."""
    if not p.terms:
        return None if strict else "equal"
    value = p.constant()
    if value is not None and value < 0 and not facts:
        return None
    how = _by_coefficients(p, strict)
    if how or (strict and _may_vanish(p)):
        return how
    how = _by_shift(p, strict)
    if how or quick:
        return how
    spend()
    known: list[Fact] = [*((f, False) for f in facts), *_atom_facts(p, facts)]
    if known and len(p) * len(known) > _LONG and _fails_at_a_point(p, facts):
        return None
    how = None
    if known:
        with search(STEPS) as left:
            how = _by_facts(p, known, DEPTH, left, strict)
    if how or any(lower(g) is None for g in p.gens):
        return how
    return _by_shape(p, strict)


def _by_shape(p: Poly, strict: bool) -> str | None:
    """The same by the terms alone, where no generator may be below 0."""
    gens, plain = _plain(p)
    sizes = [lower(g) == 1 for g in gens]
    if _negative_somewhere(plain, sizes):
        return None
    forms = [plain]
    about = shifted(plain, [1 if s else 0 for s in sizes])
    if about is not None and any(sizes):
        forms.append(about)
    if not strict and any(map(_by_amgm, forms)):
        return AMGM
    for form, above in zip(forms, (all(is_positive(g) for g in gens), False)):
        if _by_polya(form, strict, above):
            return POLYA
    whole_numbers = p.ring.scale == 1 and all(whole_generator(g) for g in gens)
    if _by_squares(plain, strict, whole_numbers):
        return SQUARES
    if len(gens) == 1 and isinstance(gens[0], str) and is_size(gens[0]) and p.ring.scale == 1:
        return _by_integers(plain, strict)
    return None


def _fails_at_a_point(p: Poly, facts: Sequence[Poly]) -> bool:
    """Whether p < 0 at one of a few points where the facts hold: a look before a long search for a proof."""
    from symroof.algebra.ratios.evaluation import poly_at

    names = sorted({n for q in (p, *facts) for n in Ratio(q).names})
    rng = random.Random(len(names))
    for _ in range(_POINTS):
        reach = rng.choice((3, 12, 60, 120))
        point: dict[str, Number] = {
            n: rng.randint(1, 1 << rng.randint(0, reach)) if is_size(n) else Fraction(2) ** rng.randint(-reach, reach)
            for n in names
        }
        try:
            if poly_at(p, point) < 0 and all(poly_at(q, point) >= 0 for q in facts):
                return True
        except SymroofError:  # irrational, or undefined there
            continue
    return False


def _negative_somewhere(plain: Plain, sizes: Sequence[bool]) -> bool:
    """A look at a few points before any proof is tried: all symbols large, or one large or small and the others 1."""
    if max(map(sum, plain)) < 500 and sum(c * (1 << 12 * sum(m)) for m, c in plain.items()) < 0:
        return True
    for i, size in enumerate(sizes):
        top = max(m[i] for m in plain)
        for bits in (2, 12) if top < 500 else ():
            if sum(c * (1 << bits * m[i]) for m, c in plain.items()) < 0:
                return True
            if not size and sum(c * (1 << bits * (top - m[i])) for m, c in plain.items()) < 0:
                return True
    return False


def _by_coefficients(p: Poly, strict: bool) -> str | None:
    if any(c < 0 for c in p.terms.values()):
        return None
    if p.ring.atoms:
        for exps, _ in p.monomials():
            if any(lower(g) is None and not _even(e) for g, e in exps.items()):
                return None
        if strict and not any(all(is_positive(g) for g in exps) for exps, _ in p.monomials()):
            return None
    return COEFFICIENTS


def _may_vanish(p: Poly) -> bool:
    """Whether every term holds a function that may be 0, such as floor(N/8): what is left without it tells nothing."""
    if not p.ring.atoms:
        return False
    rows = [exps for exps, _ in p.monomials()]
    return any(not is_positive(g) and all(exps.get(g, 0) > 0 for exps in rows) for g in p.gens)


def _even(e: Number) -> bool:
    return isinstance(e, int) and e % 2 == 0


def _by_shift(p: Poly, strict: bool) -> str | None:
    gens = p.gens
    if any(lower(g) is None for g in gens) or (strict and _may_vanish(p)):
        return None
    if len(p) > 500 or not any(lower(g) == 1 for g in gens):
        return None
    _, plain = _plain(p, gens)
    at_one = sum(plain.values())
    if at_one < 0 and all(lower(g) == 1 for g in gens):
        return None
    if _negative_somewhere(plain, [lower(g) == 1 for g in gens]):
        return None
    if max(map(max, plain)) > HIGH:  # 2 N**90000 - 1, too high to write out
        on = ground(p.ring, tuple(int(lower(g) == 1) for g in p.ring.gens))
        left = sum(c for m, c in plain.items() if all(lower(g) == 1 or not e for g, e in zip(gens, m)))
        if covered({m: int(c) for m, c in zip(p.terms, plain.values())}, on) and (not strict or left > 0):
            return SHIFT
    about = shifted(plain, [lower(g) or 0 for g in gens])
    if about is None or any(c < 0 for c in about.values()):
        return None
    if strict:
        free = [i for i, g in enumerate(gens) if lower(g) == 1 or not is_positive(g)]
        if not any(c > 0 and all(m[i] == 0 for i in free) for m, c in about.items()):
            return None
    return SHIFT


def _plain(p: Poly, gens: tuple[Gen, ...] | None = None) -> tuple[tuple[Gen, ...], Plain]:
    """Exponents as non-negative integers, in the scale-th roots, times a monomial, which is above 0, and whole factors.

    A positive multiple has the sign of the sum, and sums of integers are a tenth of the work of those of fractions.
    """
    names = p.gens if gens is None else gens
    at = [p.ring.index[g] for g in names]
    vectors = {m: p.ring.unpack(m) for m in p.terms}
    low = [min(v[i] for v in vectors.values()) for i in at]
    step = math.gcd(*(v[i] - lo for v in vectors.values() for i, lo in zip(at, low))) or 1
    if step > 1 and any((v[i] - lo) % step for v in vectors.values() for i, lo in zip(at, low)):
        step = 1
    out = {tuple((vectors[m][i] - lo) // step for i, lo in zip(at, low)): c for m, c in p.terms.items()}
    if all(type(c) is int for c in out.values()):
        return names, out
    up = math.lcm(*[c.denominator for c in out.values()])
    return names, {m: c.numerator * (up // c.denominator) for m, c in out.items()}


# -- facts -----------------------------------------------------------------------------------------------------------


def _atom_facts(p: Poly, facts: Sequence[Poly]) -> list[Fact]:
    """What ceilings, floors and logarithms that occur are known to satisfy, as polynomials that are >= 0 (or > 0)."""
    found: list[Fact] = []
    seen: set[Gen] = set()
    queue = [g for q in (p, *facts) for g in q.gens if isinstance(g, Atom)]
    while queue:
        g = queue.pop()
        if not isinstance(g, Atom) or g in seen:
            continue
        seen.add(g)
        found += _rounding_facts(g) if g.row.rounds else _log_facts(g) if g.row.logarithm else []
        if g.row.rounds:
            queue.extend(g.args[0].atoms)
    atoms = sorted((g for g in seen if isinstance(g, Atom)), key=str)
    return found + _orders(tuple(atoms[:8]), tuple(facts))


@lru_cache(maxsize=64)
def _orders(atoms: tuple[Atom, ...], facts: tuple[Poly, ...]) -> list[Fact]:
    """What is known of the order of each two: asked of many sums with the same functions in them."""
    return [fact for i, g in enumerate(atoms) for h in atoms[:i] for fact in _ordered_alike(g, h, facts)]


def _rounding_facts(g: Atom) -> list[Fact]:
    """A ceiling is at least y, below y + 1, of ratios of integers at most y + 1 - 1/denominator; floors mirror it.

    They are multiplied by what y divides by, which also stands in its numerator to powers below 0, and has a sign.

    >>> from symroof.algebra.ratios.posynomial import build, gen
    >>> down = build("floor", [-gen("N") / 4])
    >>> for fact, _ in _rounding_facts(build("floor", [gen("N") / down]).gens[0]):
    ...     print(Ratio(fact), ">= 0")
    -N + floor(-N/4)*floor(N/floor(-N/4)) >= 0
    -floor(-N/4)*floor(N/floor(-N/4)) - floor(-N/4) - 1 + N >= 0
    """
    (y,) = g.args
    top, bottom = split(y)
    way = _way(bottom)
    if not way:
        return []
    top, bottom = top.scaled(way), bottom.scaled(way)
    steps = bottom * term({g: 1})
    exactly = whole(top) and whole(bottom)
    slack = bottom - term({}) if exactly else bottom
    near, far = (steps - top, top + slack - steps) if g.row.rounds > 0 else (top - steps, steps + slack - top)
    return [(near, False), (far, not exactly)]


def _way(bottom: Poly) -> int:
    """1 where a divisor is above 0 at sight, -1 where below, 0 where that is open.

    What may be 0 and not below, as floor(K), is above 0 wherever something is divided by it; floor(-K) is below.
    """
    mono = bottom.monomials()
    if len(mono) == 1:
        exps, c = mono[0]
        way = 1 if c > 0 else -1
        for g, e in exps.items():
            if lower(g) is None and not is_positive(g) and not _even(e):
                way *= -1 if _below(g) and isinstance(e, int) else 0
        return way
    return 1 if positive(bottom) else -1 if positive(-bottom) else 0


def _below(g: Gen) -> bool:
    """Whether a rounding is below 0 at sight; up to a whole number it may be 0, by which nothing is divided."""
    return isinstance(g, Atom) and g.row.rounds != 0 and _above(-g.args[0])


def _log_facts(g: Atom) -> list[Fact]:
    """log2(x) <= 531/1000 x for x > 0, since log2(e)/e = 0.5307...; for integers log2(x) <= x - 1."""
    (x,) = g.args
    names = x.num.gens
    if x.den.constant() != 1 or not positive(x.num):
        return []
    own = term({g: 1})
    out = [(x.num.scaled(Fraction(531, 1000)) - own, True)]
    if len(names) == 1 and isinstance(names[0], str) and is_size(names[0]) and x.num == term({names[0]: 1}):
        out.append((x.num - term({}) - own, False))
    return out


def _ordered_alike(g: Atom, h: Atom, facts: Sequence[Poly]) -> list[Fact]:
    """Logs, ceilings and floors are in the order of their arguments, for none of our functions falls."""
    if g.kind != h.kind or g.kind not in FUNCTIONS:
        return []
    gap = g.args[0] - h.args[0]
    if not positive(gap.den):
        return []
    own, other = term({g: 1}), term({h: 1})
    if _evident(gap.num, facts):
        return [(own - other, False)]
    return [(other - own, False)] if _evident(-gap.num, facts) else []


def _evident(p: Poly, facts: Sequence[Poly]) -> bool:
    """Whether p >= 0 by signs, or as one positive multiple of something known."""
    if _by_coefficients(p, False) or _by_shift(p, False):
        return True
    return bool(_by_facts(p, [(f, False) for f in facts], 1, [40], False))


def split(y: Ratio) -> tuple[Poly, Poly]:
    """Numerator and denominator with whole coefficients and without negative exponents."""
    if not y.num.terms:
        return y.num, y.den
    c, m = y.num.content()
    home = y.num.ring
    if not home.negative(m):
        return (y.num, y.den) if type(c) is int else (y.num.scaled(c.denominator), y.den.scaled(c.denominator))
    below = {g: -e for g, e in home.exponents(m).items() if e < 0}
    up = term(below, Fraction(c).denominator)
    return _tidy(y.num * up), _tidy(y.den * up)


def _tidy(p: Poly) -> Poly:
    return Poly(p.ring, {m: exact(c) for m, c in p.terms.items()})


def whole(p: Poly) -> bool:
    """Whether a polynomial is an integer for all sizes: whole coefficients, whole exponents >= 0, whole generators."""
    home = p.ring
    if home.scale != 1 or any(type(c) is not int for c in p.terms.values()) or any(map(home.negative, p.terms)):
        return False
    return all(whole_generator(g) for g in p.gens)


def whole_generator(g: Gen) -> bool:
    """Whether a generator only takes integer values."""
    return is_size(g) if isinstance(g, str) else g.row.rounds != 0


def _by_facts(p: Poly, facts: Sequence[Fact], depth: int, budget: list[int], strict: bool) -> str | None:
    """Write p as monomial * fact + ... + something that is >= 0, or > 0 unless such a fact has made it so."""
    if (not p.terms and not strict) or (p.terms and (_by_coefficients(p, strict) or _by_shift(p, strict))):
        return "what is known to be >= 0, times monomials, adds up to the difference"
    if not depth or _beyond_facts(p, facts, depth):
        return None
    for exps, c in [(exps, c) for exps, c in p.monomials() if c < 0][:6]:
        for (fact, apart), own, k in ((f, own, k) for f in facts for own, k in f[0].monomials() if k < 0):
            spend(6 * len(p) + 10)
            budget[0] -= 1
            if budget[0] < 0:
                return None
            shape = {g: e for g in {*exps, *own} if (e := exps.get(g, 0) - own.get(g, 0))}
            if not _not_below(shape):
                continue
            try:
                rest = p - fact * term(shape, Fraction(c) / Fraction(k))
            except Unsupported:
                continue
            left = strict and not (apart and all(map(is_positive, shape)))
            how = _by_facts(rest, facts, depth - 1, budget, left)
            if how:
                return how
    return None


def _beyond_facts(p: Poly, facts: Sequence[Fact], depth: int) -> bool:
    """Whether a sum has more terms below 0 than so many facts make up for: each takes one away, and adds few others.

    A term below 0 that no other is above (of no lower power in any size, of the same in all else) stays below it.
    """
    if len(p) <= MANY_TERMS:
        return False
    gens, plain = _plain(p)
    free = [lower(g) == 1 for g in gens]
    above = [m for m, c in plain.items() if c > 0]
    alone = sum(
        not any(all(x >= y if size else x == y for x, y, size in zip(a, m, free)) for a in above)
        for m, c in plain.items()
        if c < 0
    )
    return alone > depth * max((len(f) for f, _ in facts), default=0)


def _not_below(monomial: Mapping[Gen, Number]) -> bool:
    """Whether a product of powers is never below 0: nothing that may be 0 is divided by, and no sign is open."""
    return all((e > 0 or is_positive(g)) and (lower(g) is not None or _even(e)) for g, e in monomial.items())


# -- AM-GM, Polya, integers ------------------------------------------------------------------------------------------


def _by_amgm(plain: Plain) -> bool:
    """Each negative term is outweighed by two positive ones between which it lies; shares even or first come."""
    positives = {m: Fraction(c) for m, c in plain.items() if c > 0}
    negatives = [(m, Fraction(-c)) for m, c in plain.items() if c < 0]
    if not negatives or len(positives) > 60 or len(negatives) > 60:
        return not negatives
    options = {m: _brackets(m, list(positives)) for m, _ in negatives}
    if any(not o for o in options.values()):
        return _by_simplices(positives, negatives)
    uses: dict[tuple[int, ...], int] = {}
    for m, _ in negatives:
        for end in options[m][0][:2]:
            uses[end] = uses.get(end, 0) + 1
    if all(
        _outweighs(positives[a] / uses[a], positives[b] / uses[b], w, c)
        for m, c in negatives
        for a, b, w in options[m][:1]
    ):
        return True
    left = dict(positives)
    for m, c in negatives:
        for a, b, w in options[m]:
            if left[a] > 0 and left[b] > 0 and _outweighs(left[a], left[b], w, c):
                share = Fraction(1)
                while share > Fraction(1, 4096) and _outweighs(left[a] * share / 2, left[b] * share / 2, w, c):
                    share /= 2
                left[a] -= left[a] * share
                left[b] -= left[b] * share
                break
        else:
            return False
    return True


def _by_simplices(
    positives: dict[tuple[int, ...], Fraction], negatives: list[tuple[tuple[int, ...], Fraction]]
) -> bool:
    """Each negative term inside a simplex of positive ones, whose coefficients it shares evenly with the others.

    c x**a <= sum c_i x**a_i for all x > 0 where a = sum w_i a_i and c <= prod (c_i/w_i)**w_i.
    """
    if len(positives) > 12 or len(negatives) > 4:
        return False
    part = Fraction(1, len(negatives))
    return all(_in_a_simplex(m, c, {a: k * part for a, k in positives.items()}) for m, c in negatives)


def _in_a_simplex(m: tuple[int, ...], c: Fraction, positives: dict[tuple[int, ...], Fraction]) -> bool:
    n = len(m)
    level = [(*a, sum(a)) for a in positives]  # the sum of the exponents too, which is the same in many questions
    goal = (*m, sum(m))
    for size in range(2, n + 2):
        for chosen, levels in zip(itertools.combinations(positives, size), itertools.combinations(level, size)):
            if not _around(goal, levels):
                continue
            rows = [[Fraction(a[k]) for a in chosen] for k in range(n)] + [[Fraction(1)] * size]
            w, free = solved(rows, [*(Fraction(x) for x in m), Fraction(1)])
            if w is None or free or any(x <= 0 for x in w):
                continue
            q = math.lcm(*(x.denominator for x in w))
            if q <= 24 and c**q <= math.prod((positives[a] / x) ** int(x * q) for a, x in zip(chosen, w)):
                return True
    return False


def _around(m: tuple[int, ...], ends: Sequence[tuple[int, ...]]) -> bool:
    """Whether every exponent lies between others, or where these are all one is that one: no mean of them otherwise."""
    for x, *others in zip(m, *ends):
        low, high = min(others), max(others)
        if not (low < x < high or low == x == high):
            return False
    return True


def _brackets(
    m: tuple[int, ...], ends: list[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], tuple[int, ...], Fraction]]:
    """Pairs a, b with m = w*a + (1 - w)*b and 0 < w < 1, the most even first."""
    out = []
    for a in ends:
        for b in ends:
            if a >= b:
                continue
            i = next((k for k in range(len(m)) if a[k] != b[k]), None)
            if i is None:
                continue
            part, span = m[i] - b[i], a[i] - b[i]
            if not ((part > 0) == (span > 0) and 0 < abs(part) < abs(span)):
                continue
            if all((x - y) * part == (z - y) * span for x, y, z in zip(a, b, m)):
                out.append((a, b, Fraction(part, span)))
    out.sort(key=lambda o: abs(o[2] - Fraction(1, 2)))
    return out


def _outweighs(c1: Fraction, c2: Fraction, w: Fraction, c: Fraction) -> bool:
    """c1*u + c2*v >= c * u**w * v**(1-w) for all u, v > 0: c**q <= (c1/w)**p * (c2/(1-w))**(q-p), w = p/q."""
    p, q = w.numerator, w.denominator
    if q > 24:
        return False
    return c**q <= (c1 / w) ** p * (c2 / (1 - w)) ** (q - p)


def _by_polya(plain: Plain, strict: bool, above: bool) -> bool:
    """Positive coefficients after a multiplication by sums of the symbols; strict when all of these are above 0."""
    if len(plain) > 30 or not plain:
        return False
    n = len(next(iter(plain)))
    if not 1 <= n <= 4:
        return False
    linear: Plain = {tuple(int(k == i) for k in range(n)): 1 for i in range(n)}
    for multiplier in (linear, {**linear, (0,) * n: 1}):
        p = plain
        for _ in range(4):
            new: Plain = {}
            for m, c in p.items():
                for k, d in multiplier.items():
                    key = tuple(x + y for x, y in zip(m, k))
                    new[key] = new.get(key, 0) + c * d
            p = {m: c for m, c in new.items() if c}
            if p and all(c > 0 for c in p.values()):
                return not strict or above
    return False


def _by_squares(plain: Plain, strict: bool, whole_numbers: bool) -> bool:
    """A quadratic with the squares completed one symbol after the other: what is left is its smallest value.

    With whole symbols it is a multiple of the greatest common divisor g of its coefficients, so above -g is enough.
    """
    n = len(next(iter(plain), ()))
    if not 1 <= n <= 8 or any(sum(m) > 2 for m in plain):
        return False
    form = [[Fraction(0)] * (n + 1) for _ in range(n + 1)]  # the last row and column belong to the constant 1
    for m, c in plain.items():
        i, j = ([k for k, e in enumerate(m) for _ in range(e)] + [n, n])[:2]
        form[i][j] += Fraction(c) / 2
        form[j][i] += Fraction(c) / 2
    for k in range(n):
        pivot, row = form[k][k], form[k]
        if pivot < 0 or (not pivot and any(row)):
            return False
        for i in range(k + 1, n + 1):
            share = row[i] / pivot if pivot else Fraction(0)
            form[i] = [0 * x if j <= k else x - share * row[j] for j, x in enumerate(form[i])]
    least, top, bottom = form[n][n], 0, 1
    for c in map(Fraction, plain.values()):
        top, bottom = math.gcd(top * c.denominator, c.numerator * bottom), bottom * c.denominator
    return least > 0 or (not strict and (not least or (whole_numbers and least > -Fraction(top, bottom))))


def _by_integers(plain: Plain, strict: bool) -> str | None:
    """One size: beyond N = 2**k every coefficient of p(N + y) is >= 0, below N every integer is tried."""
    start = 1
    while start <= 4096:
        about = shifted(plain, (start,))
        if about is None:
            return None
        if all(c > 0 for c in about.values()) and (not strict or about.get((0,), 0) > 0):
            values = (sum(c * n ** m[0] for m, c in plain.items()) for n in range(1, start))
            return INTEGERS if all(v > 0 or (v == 0 and not strict) for v in values) else None
        start *= 2
    return None

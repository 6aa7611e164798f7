"""The region of one symbol in which an expression exceeds a level: direction, closed form, condition, integers.

With ``expr - level = H/Q`` and ``Q > 0``, ``H = sum h_i x**i``.  Where the expression is monotone the signs of the h_i
change at most once (Descartes), so the crossing is unique: it exists iff the last h_i is positive, and the level is
always exceeded iff the first is not negative (increasing case; the decreasing one is its mirror).  Both signs are read
before anything is cancelled.

>>> from symroof.algebra.ratios.posynomial import gen
>>> B, D, F, K = map(gen, "BDFK")
>>> rule = crossing(B * D * F / (B * D + D * F + B * F), K, "B")
>>> print(rule)
B > 1/(1/K - 1/D - 1/F) when 1/D + 1/F < 1/K
>>> print(rule.at(D=4096, F=4096, K=240.25), "|", rule.at(D=256, F=256, K=240.25))
B > 272.2 (273) | never
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from symroof.algebra.ratios.budget import OutOfTime, in_brief, spend
from symroof.algebra.ratios.fold import all_atoms, inside, put
from symroof.algebra.ratios.needs import lost
from symroof.algebra.ratios.posynomial import (
    Number,
    Poly,
    Ratio,
    alike,
    exact,
    gen,
    maximum_of,
    ordered,
    quotient,
    ratio,
    term,
)
from symroof.algebra.regions.apart import in_regime
from symroof.algebra.regions.axis import (
    and_above,
    beside_roots,
    by_power,
    by_sign,
    cells,
    direction,
    good,
    integers,
    limited,
    minors,
    some,
    stepped,
    together,
    verdict,
)
from symroof.algebra.regions.kinds import ExactRay, Interval, Joined, Ray
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.signs import roots as exact_roots
from symroof.algebra.signs.closed import Extremum, Implicit, Quadratic, Quotient, Root
from symroof.algebra.signs.condition import Condition, both, condition, contradictory, scale_of, short_text
from symroof.algebra.signs.constant import worked_out
from symroof.algebra.signs.positivity import bare, is_positive
from symroof.algebra.signs.sign import Sign, decided, sign, sign_of
from symroof.decimals import float_text
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.records import replace
from symroof.symbols import is_size, resolve

__all__ = ["Condition", "Interval", "Root", "Threshold", "crossing", "in_regime"]


# -- solving -----------------------------------------------------------------------------------------------------------


def answer(expr: Ratio, level: Ratio, name: str, *, strict: bool = True, settled: bool = False) -> Threshold:
    """``crossing``, but a question that symbols alone leave undecided is an open record: bind them with ``.at(...)``.

    >>> N, B, D, F = map(gen, "NBDF")
    >>> print(answer(N**2 * (D - F) + B, 1 / N, "N", strict=False))
    N in a region that needs numbers for B, D, F
    """
    expr, level = map(worked_out, alike(expr, level))
    names = {*expr.names, *level.names}
    name = name if name in names else resolve(name, names)
    needed = (*lost(expr), *lost(level))
    try:
        made = crossing(expr, level, name, strict=strict, settled=settled)
        dividing = any([r.num.ring.atoms or r.den.ring.atoms or not r.den.is_posynomial for r in (expr, level)])
        if dividing or needed:
            from symroof.algebra.regions.poles import where_needed, without_poles

            made = without_poles(made) if dividing else made
            made = where_needed(made, needed).but(expr=expr, level=level) if needed else made
        return made
    except SymroofError as why:
        base = Threshold(name, ">" if strict else ">=", "open", expr, level, strict)
        if set(names) <= {name}:
            if isinstance(why, OutOfTime) or not any(stepped(a, name) for r in (expr, level) for a in r.atoms):
                raise
            return _padding()[1](base, why)
        if not isinstance(why, (Inconclusive, Unsupported)) or not set((expr - level).names) - {name}:
            raise
        return replace(base, said=(str(why),))


def _padding() -> tuple[Callable[[Threshold, Ratio], Threshold], Callable[[Threshold, SymroofError], Threshold]]:
    """What answers roundings of the unknown, and where these have no value, which others need not load."""
    from symroof.algebra.regions.padding import ROUNDED

    return ROUNDED


def crossing(expr: Ratio, level: Ratio, name: str, *, strict: bool = True, settled: bool = False) -> Threshold:
    """Where ``expr > level`` (``>=`` when not strict) as a region of one symbol.

    Raises SymroofError when neither side depends on the symbol (unless settled: then the verdict alone is given),
    Inconclusive when a sign that matters is not decided, Unsupported for forms without a rule.
    """
    spend()
    expr, level = map(worked_out, alike(expr, level))
    gap = expr - level
    if gap.declared:
        name = resolve(name, gap.names)
    base = Threshold(name, ">" if strict else ">=", "open", expr, level, strict)
    if name not in gap.names:
        if not settled and name not in {*expr.names, *level.names}:
            both_sides = f"{short_text(expr)} against {short_text(level)}"
            raise SymroofError(f"{both_sides} does not depend on {name}, so no {name} decides it")
        made = _constant(base, gap)
    else:
        made = _answered(base, gap)
    if expr.atoms or level.atoms:
        from symroof.algebra.regions.domain import where_real

        made = where_real(base, made)
    if name in gap.names and _hangs(made, name):
        raise Inconclusive(f"the answer about {name} hangs on {name} itself: {made}; bind {some(made.free)}")
    return made


def _answered(base: Threshold, gap: Ratio) -> Threshold:
    """The answer by the form of the question, or where that leaves it open and there are symbols left, by reasons."""
    why: SymroofError | None = None
    made = base
    try:
        made = _by_kind(base, gap)
        if not _hangs(made, base.name) and made.verdict != "open":
            return made
    except OutOfTime:
        raise
    except SymroofError as trouble:  # not decided, no rule, or in numbers no value where one was looked for
        why = trouble
    undecided = why is None or isinstance(why, (Inconclusive, Unsupported))
    if undecided and (len(gap.names) > 1 or (why is not None and not in_brief())):
        from symroof.algebra.regions.reasons import by_reasons

        found = by_reasons(base, gap)
        if found is not None:
            return found
    if why is not None and len(gap.names) == 1:
        from symroof.algebra.regions.within import by_stretches_with_a_value

        return by_stretches_with_a_value(base, gap, why)
    if why is not None:
        raise why
    return made


def _by_kind(base: Threshold, gap: Ratio) -> Threshold:
    """The answer by the functions in which the unknown stands."""
    kinds = {a.kind for a in gap.atoms if inside(a, base.name)}
    if not kinds:
        return _polynomial(base, gap)
    from symroof.algebra.regions import composite  # which polynomials alone need not load

    if any(stepped(a, base.name) for a in gap.atoms):
        made = _without_false_steps(base)
        if made is None:
            made = _padding()[0](base, gap)
        return made
    if kinds & {"max", "min", "if<", "if<="}:
        return composite.tree(base, gap)
    try:
        return composite.composed(base, gap)
    except (Inconclusive, Unsupported) as why:
        if len(gap.names) > 1:
            raise
        from symroof.algebra.regions.tails import by_enclosing

        return by_enclosing(base, gap, why)


def _hangs(t: Threshold, name: str) -> bool:
    """Whether a condition in an answer hangs on a symbol."""
    return any([c is not None and c.hangs(name) for c in (t.when, t.always)]) or any(_hangs(p, name) for p in t.inner)


def _constant(base: Threshold, gap: Ratio) -> Threshold:
    """The answer where the symbol does not matter: by the sign of the gap, else under the condition that it is > 0."""
    h, below = gap.num, decided(gap.den)
    if below.zero and (below.low or below.high):
        way = 1 if below.low else -1
        return _where_defined(_constant(base, Ratio(h.scaled(way))), gap.den.scaled(way))
    if below.zero:
        h = h * gap.den  # which has the sign of the quotient
    elif below.high:
        h = -h
    return by_sign(base, h)


def _where_defined(out: Threshold, den: Poly) -> Threshold:
    """The answer to a question over a denominator >= 0, such as n - 1: where that is 0 there is nothing to ask."""
    defined = condition(_somewhere(den, out.name), "> 0")
    if out.between:
        return out.each(lambda t: _where_defined(t, den))
    if out.verdict != "when":
        return replace(out, said=(*out.notes, f"where {defined.text}"))
    always = None if out.always is None or _excluded(out.always, den) else out.always
    return limited(out, [defined, out.when], always)


def _excluded(c: Condition, above: Poly) -> bool:
    """Whether a condition cannot hold where a polynomial is above 0, being that very polynomial the other way round."""
    if c.rest:
        return False
    share = (c.left - c.right) / Ratio(above)
    return sign_of(share).mark == "+"


def _one_over_step(low: Fraction, high: Fraction) -> Number:
    """1/(high - low), the power of a root in what is asked about."""
    if low.denominator == high.denominator == 1 and high.numerator - low.numerator == 1:
        return 1
    return exact(1 / (high - low))


def _polynomial(base: Threshold, gap: Ratio) -> Threshold:
    """The rational case: signs of the coefficients, Descartes, closed form."""
    num, side = gap.num, sign(gap.den)
    if side.zero:
        return _over_what_may_vanish(base, gap, side)
    if side.high:
        num = -num
    parts = by_power(num, base.name)
    if not parts:
        return verdict(base, not base.strict)
    if len(parts) == 1:
        return by_sign(base, next(iter(parts.values())))
    numeric = [h.constant() for h in parts.values()]
    if None not in numeric and exact_roots.changes((c > 0) - (c < 0) for c in numeric if c is not None) > 1:
        return cells(base, [num], lambda s: good(base, s[0]))
    return _by_signs(base, num, parts)


def _over_what_may_vanish(base: Threshold, gap: Ratio, side: Sign) -> Threshold:
    """The same over a denominator that is not proved to be above 0."""
    num, den = gap.num, gap.den
    free = [g for g in {*num.gens, *den.gens} if g != base.name]
    if not free:
        return cells(base, [num, den], lambda s: s[1] != 0 and good(base, s[0] * s[1]))
    found = _irrational(base, gap) if set(gap.names) <= {base.name} else None
    if found is not None:
        return found
    if side.low or side.high:
        k = 1 if side.low else -1  # each by itself: a ratio of both is written with the sign that it likes
        return _where_defined(_polynomial(base, Ratio(num.scaled(k))), den.scaled(k))
    for way in (_positive_over_open, _either_sign):
        found = way(base, num, den)
        if found is not None:
            return found
    raise Inconclusive(f"the sign of the denominator {short_text(Ratio(den))} is not decided; bind {some(free)}")


def _by_signs(base: Threshold, num: Poly, parts: dict[Fraction, Poly]) -> Threshold:
    """Several powers of the unknown: by the signs of their coefficients, by minors, or case by case."""
    found = None
    if num.ring.atoms and not {*Ratio(num).names} - {base.name} and any(h.gens for h in parts.values()):
        found = _irrational(base, Ratio(num))
    if found is not None:
        return found
    signs = [decided(h) for h in parts.values()]
    rising, by_minors = direction([s.weak for s in signs]), False
    if rising is None:
        rising, by_minors = trend(base), True
    if rising is not None:
        return _ray(base, parts, signs, rising, by_minors)
    for several in (_quadratic_pair, _either_way):
        found = several(base, parts, signs) if found is None else found
    if found is not None:
        return found
    culprit = next(iter(parts.values()))
    free = [n for n in Ratio(num).names if n != base.name]
    raise Inconclusive(
        f"{short_text(base.expr)} is not proved monotone in {base.name}, so the region may have several parts; "
        f"bind {some(free or [str(culprit)])}"
    )


def _without_false_steps(base: Threshold) -> Threshold | None:
    """The answer where roundings in which the unknown stands whole are undone, as ceiling(H + 8/3) is H + 3."""
    from symroof.algebra.equality.normal import unstepped

    name, sides = base.name, (base.expr, base.level)
    atoms = {a for r in sides for a in all_atoms(r) if inside(a, name)}
    found = {a: whole for a in atoms if (whole := unstepped(a, name)) is not None}
    if not found:
        return None
    made = crossing(put(base.expr, found), put(base.level, found), name, strict=base.strict, settled=True)
    return replace(made, expr=base.expr, level=base.level)


def _irrational(base: Threshold, gap: Ratio) -> Threshold | None:
    """The region of a question in numbers that are not all rational, every root isolated."""
    from symroof.algebra.regions.implicit import log_sum

    return log_sum(base, gap)


def _positive_over_open(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """P/Q against a level L >= 0 where P > 0 and the sign of Q is open: it is below 0 with Q, so P >= L Q and Q > 0.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> print(crossing(gen("N") / (1 - gen("eps")), ratio(8), "N"))
    N > 8 - 8*eps when eps < 1
    >>> print(crossing(gen("eps") / (1 - gen("eps")), gen("N"), "eps"))
    eps > 1/(1 + 1/N) and eps < 1
    """
    share = Ratio(den) / Ratio(base.expr.den)
    above = sign(base.expr.num).mark == "+" and sign_of(share).mark == "+"
    level = sign_of(base.level)
    if not (above and level.low):
        return None
    from symroof.algebra.regions import composite

    open_part = composite.without_positive(den)
    if base.name in Ratio(open_part).names:
        return composite.all_above(base, (Ratio(num), base.strict), (Ratio(open_part), True))
    made = _polynomial(base, Ratio(num))
    try:
        return and_above(made, condition(open_part, "> 0"))
    except Unsupported:
        return None


def _either_sign(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """P/Q > 0 where both are linear in the unknown: P > 0 and Q > 0, or P < 0 and Q < 0; None where one is not.

    >>> print(crossing((gen("K") - gen("B")) / (gen("K") - gen("D")), ratio(0), "K", strict=False))
    (K >= B and K > D) or (K <= B and K < D)
    """
    from symroof.algebra.regions import composite

    above, below = composite.without_positive(num), composite.without_positive(den)
    if any(set(by_power(p, base.name)) - {0, 1} for p in (above, below)):
        return None
    return composite.of_one_sign(base, Ratio(above), Ratio(below))


def _somewhere(p: Poly, name: str) -> Poly:
    """What is above 0 where a sum of powers of the unknown with coefficients >= 0 is: the sum of these."""
    parts = list(by_power(p, name).values())
    if not all(sign(h).low for h in parts):
        return p
    first, *rest = parts
    for h in rest:
        first = first + h
    return first


def _quadratic_pair(base: Threshold, parts: dict[Fraction, Poly], signs: list[Sign]) -> Threshold | None:
    """A u**2 + b u + c > 0 with a and c of one sign: between the two roots (or outside them), where they exist."""
    es, hs = list(parts), list(parts.values())
    ends = (signs[0].mark, signs[-1].mark)
    if len(es) != 3 or es[2] - es[1] != es[1] - es[0] or ends not in (("-", "-"), ("+", "+")):
        return None
    inside = ends[0] == "-"
    if not inside:
        hs = [-h for h in hs]
    c, b, a = (Ratio(ordered(h)) for h in (hs[0], hs[1].scaled(Fraction(1, 2)), hs[2]))
    power = exact(Fraction(1) / (es[1] - es[0]))
    pair: tuple[Root, Root] = Quadratic(a, b, c, power), Quadratic(-a, -b, -c, power, minus=True)
    inner = b * b - a * c
    if not inner.num.terms:  # a square: one point, or none, or all but that
        if base.strict is inside:
            return verdict(base, not inside)
        pair = (Quotient(b / -a, power=power),) * 2
    needed = []
    for h, relation in ((b, "> 0"), (inner, ">= 0")):  # equal roots are one point, or none
        side = decided(h.num)
        if side.high and (relation == "> 0" or not side.zero):
            return verdict(base, not inside)
        if not side.low or (side.zero and relation == "> 0"):
            needed.append(condition(h, relation))
    return beside_roots(base, *pair, inside, both(needed))


def _either_way(base: Threshold, parts: dict[Fraction, Poly], signs: list[Sign]) -> Threshold | None:
    """A u + B > 0, both signs open: above -B/A where A > 0, below B/-A where A < 0, always where neither is below 0.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> a, b, c, d, n = (gen(x) for x in "abcdn")
    >>> print(crossing(a + c * n, b + d * n, "n"))
    (n > (b - a)/(c - d) when d < c, every n when d <= c and b < a) or (n < (a - b)/(d - c) when c < d)
    """
    if len(parts) != 2 or [s.mark for s in signs] != ["?", "?"]:
        return None
    (low, b), (high, a) = parts.items()
    slope, at_once = bare(a), bare(b)
    weak = "" if base.strict else "="
    power = exact(Fraction(1) / (high - low))
    made = []
    for way, sense, top, bottom, rest in ((1, ">", -b, a, ">= 0"), (-1, "<", b, -a, "> 0")):
        common = _shared(bottom) if top.ring is bottom.ring else 0
        above, below = (Ratio(ordered(h.shifted(-common))) for h in (top, bottom))
        if below.constant() is not None:
            above, below = above / below, ratio(1)
        root = Quotient(above, below, power)
        needed = [condition(slope.scaled(way), "> 0")]
        if power != 1:  # the root is of a positive number
            needed.append(condition(at_once.scaled(-way), rest))
        made.append(replace(base, sense=sense + weak, region=Ray(root), when=both(needed)))
    enough = [condition(slope, ">= 0"), condition(at_once, "> 0" if base.strict else ">= 0")]
    if not contradictory(enough):
        made[0] = replace(made[0], always=both(enough))
    return replace(base, sense="in", region=Joined(tuple(made), "or"))


def trend(base: Threshold) -> bool | None:
    """Whether expr/level rises (True) or falls by its minors, where all coefficients of both are >= 0."""
    p = by_power(base.expr.num * base.level.den, base.name)
    q = by_power(base.level.num * base.expr.den, base.name)
    if not all(sign(c).low for c in (*p.values(), *q.values())):
        return None
    way = minors(p, q)
    return None if way is None else way >= 0


def _ray(base: Threshold, parts: dict[Fraction, Poly], signs: list[Sign], rising: bool, by_minors: bool) -> Threshold:
    """One crossing at most: it exists where some coefficient is above 0, and every x will do where none is below.

    The two ends tell unless coefficients vanish: (N - 1) x + D - F does not depend on x where N is 1.
    """
    rows = [_Row(e, h, s.mark, s.weak) for (e, h), s in zip(parts.items(), signs) if s.mark != "0"]
    good, bad = (rows[-1], rows[0]) if rising else (rows[0], rows[-1])
    if good.sign == "-":
        return verdict(base, False)
    if bad.sign == "+":
        return verdict(base, True)
    sure = {r.sign for r in rows}
    ends = by_minors and sum(r.sign == "?" for r in rows) > 1 and _ends_tell(base)
    plus = [r for r in ([good] if ends else rows) if r.sign == "?" and r.weak != "-"]
    minus = [r for r in ([bad] if ends else rows) if r.sign == "?" and r.weak != "+"]
    if "+" not in sure and not plus:  # at most all are 0
        none_below = both(condition(r.h, ">= 0") for r in minus)
        return verdict(base, False) if base.strict or "-" in sure else replace(base, region="when", when=none_below)
    always = None if "-" in sure else _none_below(base, minus, [] if "+" in sure else plus)
    if "-" not in sure and not minus:
        return verdict(base, True) if always is None else replace(base, region="when", when=always)
    if "+" in sure:
        exists = None
    elif good in plus and (len(rows) == 2 or len(plus) == 1):  # of two the other one above 0 makes every x do
        exists = condition(_readable(good.h, bad.h), "> 0")
    else:
        exists = both((condition(r.h, "> 0") for r in plus), "or")
    root = _closed(base, [r.e for r in rows], [r.h for r in rows], rising)
    told_apart = rising and isinstance(root, Quotient) and root.power == 1
    if always is not None and minus == [bad] and not told_apart and (exists is None or not exists.rest):
        exists = both([exists, condition(-bad.h, "> 0")])  # elsewhere the formula says nothing, and every size will do
    sense = (">" if rising else "<") + ("" if base.strict else "=")
    made = base.but(sense=sense, region=Ray(root), when=exists, always=always)
    if any([h.constant() is None for h in parts.values()]):  # coefficients are free of the unknown itself
        return made
    scale = math.lcm(*(e.denominator for e in parts))
    real = exact_roots.positive_roots(integers(parts, scale), scale)[0]
    made = made.but(region=ExactRay(real, root))
    if not rising and is_size(base.name) and made.integer is not None and made.integer < 1:
        note = f"{base.name} {sense} {float_text(float(real))}, and a size is at least 1"
        return replace(verdict(base, False), said=(note,))
    return made


class _Row(NamedTuple):
    """A coefficient: of which power, its sign, and the sign it has where it is not 0."""

    e: Fraction
    h: Poly
    sign: str
    weak: str


def _ends_tell(base: Threshold) -> bool:
    """Whether no power of the unknown can vanish from both sides: then by the minors the outer coefficients decide."""
    p = by_power(base.expr.num * base.level.den, base.name)
    q = by_power(base.level.num * base.expr.den, base.name)
    return all(sign(p[e] + q[e] if e in p and e in q else p.get(e) or q[e]).mark == "+" for e in {*p, *q})


def _none_below(base: Threshold, minus: Sequence[_Row], plus: Sequence[_Row]) -> Condition | None:
    """The condition that no coefficient is below 0, of a strict question that some is above; None where it is void."""
    conditions = [condition(r.h, ">= 0") for r in minus]
    if contradictory(conditions):
        return None
    if not base.strict or not plus:
        return both(conditions)
    above = plus[0].h
    for r in plus[1:]:
        above = above + r.h
    if any(_excluded(c, above) for c in conditions):
        return None
    if not any(_follows(above, r.h) for r in minus):
        conditions.append(condition(above, "> 0"))
    return together(conditions)


def _follows(above: Poly, known: Poly) -> bool:
    """Whether above > 0 follows from known >= 0: less a positive multiple of it, it is above 0."""
    return any(
        sign(above - known * Ratio(term(quotient, exact(Fraction(c) / k))).num).mark == "+"
        for exps, c in above.monomials() if c < 0
        for own, k in known.monomials() if k < 0
        for quotient in [{g: exps.get(g, 0) - own.get(g, 0) for g in {*exps, *own}}]
        if all(e == 0 or is_positive(g) for g, e in quotient.items())
    )  # fmt: skip


def _readable(h: Poly, other: Poly) -> Poly:
    """h, divided by the monomial that is all of the other coefficient: DF - K(D + F) over KDF is 1/K - 1/D - 1/F."""
    if len(other.terms) != 1 or not all(is_positive(g) for g in other.gens):
        return bare(h)
    ((m, c),) = other.terms.items()
    return (h * Poly(other.ring, {-m: 1})).scaled(quotient(1, c if c > 0 else -c))


def _closed(base: Threshold, exponents: list[Fraction], hs: list[Poly], rising: bool) -> Root:
    """The closed form of the only positive root, where there is one."""
    if not rising:
        hs = [-h for h in hs]
    if len(hs) == 2:
        power = _one_over_step(*exponents)
        low, top = -hs[0], hs[1]
        split = _least_of(low, top) if power == 1 else ()
        if split:
            return Extremum("min", split)
        if len(top.terms) == 1:
            return Quotient(Ratio(ordered(_quotient_by(low, top))), power=power)
        if len(low.terms) == 1 and all(map(is_positive, low.gens)):
            bottom = _quotient_by(top, low)
            halves = ({m: c for m, c in bottom.terms.items() if (c < 0) == minus} for minus in (True, False))
            c = scale_of(*(Poly(bottom.ring, h) for h in halves))
            bottom = bottom.scaled(quotient(1, c))
            return Quotient(ratio(quotient(1, c)), Ratio(ordered(bottom)), power)
        common = _shared(top) if top.ring is low.ring else 0
        return Quotient(Ratio(ordered(low.shifted(-common))), Ratio(ordered(top.shifted(-common))), power)
    root = _quadratic(exponents, hs) if len(hs) == 3 else None
    if root is not None:
        return root
    x = gen(base.name)
    total = ratio(0)
    for e, h in zip(exponents, hs):
        total = total + Ratio(h) * x ** exact(e)
    return Implicit(total)


def _quadratic(exponents: list[Fraction], hs: list[Poly]) -> Root | None:
    """The root of a quadratic in a power of the unknown, in a form that is defined at it."""
    if exponents[2] - exponents[1] != exponents[1] - exponents[0]:
        return None
    third, middle, first = hs
    common = _shared(first) if first.ring is middle.ring is third.ring else 0
    halved = (first, middle.scaled(Fraction(1, 2)), third)
    a, b, c = (Ratio(ordered(h.shifted(-common))) for h in halved)
    power = _one_over_step(*exponents[:2])
    side, ends = decided(middle), (decided(first), decided(third))
    if side.high and not side.zero and not ends[0].zero:
        return Quadratic(a, b, c, power, minus=True)
    if side.low or not ends[1].zero:  # -c/(b + sqrt(b**2 - a c)) is 0/0 where c = 0 and b < 0
        return Quadratic(a, b, c, power)
    if not ends[0].zero:  # (sqrt(b**2 - a c) - b)/a is 0/0 where a = 0
        return Quadratic(a, b, c, power, minus=True)
    return None


def _shared(p: Poly) -> int:
    """The monomial that all terms share, as far as it is above 0: what may be 0 is no divisor."""
    if not p.ring.atoms:
        return p.content()[1]
    return p.ring.pack({g: e for g, e in p.ring.exponents(p.content()[1]).items() if is_positive(g)})


def _least_of(low: Poly, top: Poly) -> tuple[Quotient, ...]:
    """The quotients a/b and a/c where low/top is a/max(b, c) and positive, a shorter reading of the same."""
    if len(top.terms) != 1 or len(low.terms) != 1 or not (top.ring.atoms or low.ring.atoms):
        return ()
    quotient = Ratio(low) / Ratio(top)
    ((m, c),) = quotient.num.terms.items()
    powers = quotient.num.ring.exponents(m)
    largest = next((g for g, e in powers.items() if maximum_of(g) and e == -1), None)
    if largest is None or c < 0 or quotient.den.constant() is None:
        return ()
    if not all(sign_of(a).mark == "+" for a in maximum_of(largest)):
        return ()  # 1/max(-1, 2) is not min(-1, 1/2)
    rest = quotient * Ratio(term({largest: 1}))
    return tuple(Quotient(rest / a) for a in maximum_of(largest))


def _quotient_by(p: Poly, monomial: Poly) -> Poly:
    common, a, b = p._common(monomial)
    ((m, c),) = b.items()
    return Poly(common, {k - m: quotient(v, c) for k, v in a.items()})

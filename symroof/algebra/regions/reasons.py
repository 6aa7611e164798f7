"""Reasons that answer a threshold with symbols left where its form alone does not.

| reason                                  | what it says                                                             |
|-----------------------------------------|--------------------------------------------------------------------------|
| the sign of the gap is proved           | always or never                                                          |
| a branch of max, min or a choice        | its own answer, beside branches that stay open                           |
| a denominator of open sign              | P/Q > 0 is P > 0 and Q > 0, or P < 0 and Q < 0                           |
| a product                               | both factors above 0, or both below                                      |
| A sqrt(u) + B                           | A > 0: B > 0 or A**2 u > B**2; A < 0: B > 0 and B**2 > A**2 u            |
| a quadratic                             | outside its roots, or between them, wherever these lie, by the sign of A |
| it rises or falls, or turns once        | the one root, where the ends are on different sides (``shape``)          |

Each is tried in turn on what no other rule has answered; the questions it asks go the same way again, a few times deep.
"""

from __future__ import annotations

from contextvars import ContextVar
from fractions import Fraction

from symroof.algebra.ratios.budget import OutOfTime, searching, spend
from symroof.algebra.ratios.fold import inside, put
from symroof.algebra.ratios.posynomial import ZERO, Poly, Ratio, gen, ordered, product, ratio, term
from symroof.algebra.regions.axis import and_above, beside_roots, by_power, lifted, stepped, verdict
from symroof.algebra.regions.composite import Tree, all_above, combined, joined, of_one_sign, tree, without_positive
from symroof.algebra.regions.implicit import Told, far_out, may_split, near_zero, one_root, ray, two_roots
from symroof.algebra.regions.kinds import Joined
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.regions.recursion import crossing
from symroof.algebra.regions.shape import defined_throughout, forms, turns
from symroof.algebra.signs.closed import Quadratic
from symroof.algebra.signs.condition import condition, opposite
from symroof.algebra.signs.factor import factors
from symroof.algebra.signs.positivity import bare, is_positive, positive
from symroof.algebra.signs.sign import decided, sign, sign_of
from symroof.errors import SymroofError, Unsupported
from symroof.records import replace
from symroof.symbols import is_size

DEPTH = 4  # of questions inside questions
STEPS = 400  # of the proofs that one reason looks for
NESTED = 5  # functions inside each other, whose derivatives still have a readable sign
MANY_TERMS = 24  # of a sum for whose sign the first theorems alone are tried
MOST_SQUARED = 40  # terms of a square without its root
_ASKED: ContextVar[int] = ContextVar("symroof_reasons", default=0)


def by_reasons(base: Threshold, gap: Ratio) -> Threshold | None:
    """The answer by the first reason that tells something; None where none does."""
    depth = _ASKED.get()
    if depth >= DEPTH or any(a.depth > NESTED for a in gap.atoms):
        return None
    num, den = lifted(gap, lambda g: not is_positive(g))  # with what may be 0 below
    token = _ASKED.set(depth + 1)
    try:
        for reason in (_by_proved_sign, _by_branch, _by_quotient, _by_quadratic, _by_shape, _by_squaring, _by_factors):
            spend()
            try:
                with searching(STEPS):
                    made = reason(base, num, den)
            except OutOfTime:
                raise
            except SymroofError:
                continue
            if made is not None and made.verdict != "open":
                return made
    finally:
        _ASKED.reset(token)
    return None


def _by_proved_sign(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """Always where the gap is proved above 0 (at least 0 when not strict), never where below."""
    below = sign(den)
    if below.zero:
        return None
    found = sign(num, quick=len(num) > MANY_TERMS)
    s = found if below.low else -found
    if s.low and not (s.zero and base.strict):
        return verdict(base, True)
    return verdict(base, False) if s.high and (base.strict or not s.zero) else None


def _by_branch(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """Maxima, minima and choices beside roundings: branch by branch, as without roundings."""
    gap = base.expr - base.level
    own = [a for a in gap.atoms if inside(a, base.name)]
    branches = any(len(a.args) > 1 for a in own)
    return tree(base, gap) if branches and any(stepped(a, base.name) for a in own) else None


def _by_quotient(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """P/Q > 0 where Q may be 0: P > 0 < Q or P < 0 > Q, and of Q of one sign where it is not 0 one of them."""
    side = sign(den)
    if not side.zero:
        return None
    top, bottom = Ratio(without_positive(num)), Ratio(without_positive(den))
    if side.low or side.high:
        k = 1 if side.low else -1
        return all_above(base, (top * k, base.strict), (bottom * k, True))
    return of_one_sign(base, top, bottom)


def _by_factors(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """P Q > 0 is P > 0 and Q > 0, or P < 0 and Q < 0; factors of one sign are left out."""
    below = sign(den)
    if below.zero:
        return None
    found = [(f, k, sign(f.num).mark) for f, k in _factors(num)]
    kept = [f for f, k, mark in found if k % 2 and mark not in "+-"]
    if not kept or kept == [Ratio(num)] or any(not k % 2 and mark not in "+-" for _, k, mark in found):
        return None
    turned = (sum(k for _, k, mark in found if mark == "-") + below.high) % 2
    if len(kept) == 1:
        less = len(kept[0].num) < len(num) or len(kept[0].gens) < len(num.gens)
        return all_above(base, (-kept[0] if turned else kept[0], base.strict)) if less else None
    first, *rest = sorted(kept, key=lambda f: base.name in f.names)
    return of_one_sign(base, -first if turned else first, product(rest), below=False)


def _factors(p: Poly) -> list[tuple[Ratio, int]]:
    """The factors of a sum that may be 0 or below, functions among its symbols; what is above 0 is left out."""
    names = {a: f"T_{k}_function" for k, a in enumerate(Ratio(p).atoms)}
    back = {name: Ratio(term({a: 1})) for a, name in names.items()}
    plain = put(Ratio(p), {a: gen(name) for a, name in names.items()})
    out: list[tuple[Ratio, int]] = []
    for f, k in factors(plain.num):
        common, body = Ratio(term(f.num.ring.exponents(f.num.content()[1]))), f
        if len(f.num) == 1:  # a product of powers and a number
            body = f / common
        for g, e in common.num.monomials()[0][0].items() if body is not f else ():
            r = back.get(str(g), gen(str(g)))
            if sign(r.num).mark != "+":
                if not isinstance(e, int):
                    raise Unsupported(f"a root of {r}, which may be below 0")
                out.append((r, k * e))
        if body.constant() != 1:
            out.append((body.subs(back), k))
    return out


def _by_quadratic(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """A x**2 + 2 b x + c with A > 0: outside the two real roots, at every x where there are none; A < 0: between them.

    Roots below 0 bound nothing, so the signs of b and c need not be known; where that of A is open it is asked too.
    """
    below = sign(den)
    if below.zero:
        return None
    num = num if below.low else -num
    parts = by_power(num, base.name)
    es = list(parts)
    if any(inside(a, base.name) for a in num.ring.atoms if a in num.gens) or len(es) != 3:
        return None
    if not es[2] - es[1] == es[1] - es[0] == 1:
        return None
    hs = list(parts.values())
    side = sign(hs[2])
    if not side.zero:
        return _beside_two(base, hs, outside=side.low)
    line = Ratio(hs[1]) * gen(base.name) + Ratio(hs[0])
    made = crossing(line, Ratio(ZERO), base.name, strict=base.strict, settled=True)
    made = made.but(expr=base.expr, level=base.level)  # where A is 0
    cases = []
    for way, seen in ((1, side.high), (-1, side.low)):
        if not seen:  # A may be above 0 (below)
            made = and_above(made, condition(bare(hs[2]).scaled(-way), ">= 0"))
            cases.append(and_above(_beside_two(base, hs, way > 0), condition(bare(hs[2]).scaled(way), "> 0")))
    return combined(base, [*cases, made], every=False)


def _beside_two(base: Threshold, hs: list[Poly], outside: bool) -> Threshold:
    """Where A x**2 + 2 b x + c is above 0 with A > 0 (outside of its roots), or A < 0 (between them)."""
    if not outside:
        hs = [-h for h in hs]
    c, b, a = (Ratio(ordered(h)) for h in (hs[0], hs[1].scaled(Fraction(1, 2)), hs[2]))
    disc = b * b - a * c
    real = decided(disc.num)
    if real.high and not real.zero:
        return verdict(base, outside)
    exists = None if real.low else condition(disc, ">= 0")
    low, high = Quadratic(-a, -b, -c, minus=True), Quadratic(a, b, c, minus=True)
    return beside_roots(base, low, high, not outside, exists)


def _by_squaring(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """A sqrt(u) + B > 0 without its root, where that is the one in which the unknown stands.

    Where A is above 0 it is so where B is, or A**2 u > B**2; where A is below 0 it takes both B > 0 and B**2 > A**2 u.
    """
    below = sign(den)
    roots = [a for a in Ratio(num).atoms if inside(a, base.name)]
    if below.zero or len(roots) != 1 or not roots[0].row.radicand:
        return None
    r, u = roots[0], roots[0].args[0]
    parts: dict[Fraction, Ratio] = {}
    for e, h in by_power(num if below.low else -num, r).items():
        parts[e % 1] = parts.get(e % 1, ratio(0)) + Ratio(h) * u ** (e // 1)
    if set(parts) != {0, Fraction(1, 2)}:
        return None
    a, b = parts[Fraction(1, 2)], parts[Fraction(0)]
    least, side = Tree(b, base.strict), sign_of(a)
    squares = a * a * u - b * b
    if len(squares.num) > MOST_SQUARED:
        return None
    above = Tree(of=(least, Tree(squares, base.strict)), every=False)
    under = Tree(of=(least, Tree(-squares, base.strict)))
    if side.low or side.high:
        return joined(base, above if side.low else under)
    return joined(base, Tree(of=(Tree(of=(Tree(a, False), above)), Tree(of=(Tree(-a, False), under))), every=False))


def _by_shape(base: Threshold, num: Poly, den: Poly) -> Threshold | None:
    """A gap that is 0 at most once, or that turns once and has ends on different sides: the one root, by name.

    A hump that ends above 0 has been below at its start alone, so it is as one that rises; one that ends below 0 and
    starts above is passed once, on its way down, and one that starts below is above between two roots, if at all; a
    valley is its mirror.
    """
    below = sign(den)
    if below.zero or may_split(Ratio(num)) or not defined_throughout(Ratio(num), base.name):
        return None
    num = num if below.low else -num
    found: set[tuple[str, Ratio]] = set()
    for deep in range(3):
        for f in forms(num, base.name):
            turn = turns(f, base.name, deep)
            if turn and (turn, f) not in found:
                found.add((turn, f))
                made = _turned(base, Ratio(num), turn, f)
                if made is not None and made.verdict != "open":
                    return made
    return None


def _turned(base: Threshold, gap: Ratio, turn: str, form: Ratio) -> Threshold | None:
    """The answer about a gap with a form that rises (+), falls (-), rises and falls (+-) or falls and rises (-+).

    The form has the sign of the gap, but need not tend to what the gap tends to: p*(q - log2(p + 2)) is 0 at 0 whatever
    q is, and above 0 near it where q > 1.  So what turning says of the start is said of the form.
    """
    if turn in ("+", "-"):
        return one_root(base, gap, rising=turn == "+", form=form)
    hump, far = turn == "+-", far_out(base, gap)
    if not isinstance(far, bool):
        return None
    if far is hump:
        return one_root(base, gap, rising=hump, form=form)
    start = _apart_at_start(base, form if hump else -form)  # of a hump that ends below 0: whether it starts above
    if start is None:
        return None
    ends = two_roots(base.name, gap)
    both = None if ends is None else beside_roots(base, *ends, inside=hump, exists=None)
    if start is False:
        return both
    end = ray(base, gap, upward=not hump, form=form)
    if start is True:
        return end
    if both is None:
        there = replace(base, region="when", when=opposite(start))
        rest = replace(base, sense="in", region=Joined((there, base), "and"))
    else:
        rest = replace(both, when=opposite(start))
    return replace(base, sense="in", region=Joined((replace(end, when=start), rest), "or"))


def _apart_at_start(base: Threshold, gap: Ratio) -> Told:
    """Whether a gap is above 0 at its start, which is 1 for a size and else near 0."""
    if not is_size(base.name):
        return near_zero(base, gap)
    first = gap.subs({base.name: 1})
    if not positive(first.den):
        return None
    s = decided(first.num)
    return not s.high and ((s.low and not s.zero) or condition(bare(first.num), "> 0"))


__all__ = ["by_reasons"]

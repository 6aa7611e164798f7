"""Where a gap rises and where it falls, by the sign of its derivative: how often it can pass 0.

A function f that is analytic on the axis and

| its derivative is             | is                    | so that it is 0                                        |
|-------------------------------|-----------------------|--------------------------------------------------------|
| of one sign                   | monotone              | at most once                                           |
| above 0, then below           | a hump                | at most twice: once where one end is above 0, one below |
| below 0, then above           | a valley              | likewise                                               |

The sign of a derivative is proved for all letters, or is that of a sum of powers with one change of sign (Descartes),
or, as f itself, that of a monotone function: then f is convex or concave.  f may be multiplied by anything above 0
before: by powers of the unknown, and by what stands before a logarithm.

>>> from symroof.algebra.ratios.posynomial import build, gen
>>> F, B = gen("F"), gen("B")
>>> log = build("log2", [F])
>>> turns(B * F * log + 2 * F**2 - 2 * B * F - B, "F"), turns(log - B * F, "F")
('-+', '+-')
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symroof.algebra.ratios.budget import spend
from symroof.algebra.ratios.fold import all_atoms, inside
from symroof.algebra.ratios.posynomial import LN2, Gen, Poly, Ratio, exact, gen, ratio, term, total
from symroof.algebra.regions.axis import by_power, direction
from symroof.algebra.signs.sign import NOTHING, OPEN, Sign, sign, sign_of
from symroof.errors import Unsupported

LN2_ENDS = (Fraction(69314718, 10**8), Fraction(69314719, 10**8))
MAX_TERMS = 60  # of a derivative whose sign is asked
FEW_TERMS = 12  # of one for whose sign all theorems are tried, not the first alone
MAX_FORMS = 6  # in which a gap is looked at
MAX_FORMED = (
    24  # terms of one that is looked at in such forms: with two functions in it a derivative has thrice as many
)


def derivative(r: Ratio, name: str) -> Ratio:
    """The derivative of a ratio of sums with powers, roots and logarithms; Unsupported of anything else.

    >>> x = gen("K")
    >>> derivative(x**3 + 1 / x, "K")
    3*K**2 - 1/(K**2)
    """
    top, bottom = _of_poly(r.num, name), _of_poly(r.den, name)
    if not bottom.num.terms:
        return top / Ratio(r.den)
    return (top * Ratio(r.den) - Ratio(r.num) * bottom) / Ratio(r.den * r.den)


def _of_poly(p: Poly, name: str) -> Ratio:
    moved = {g: d for g in p.gens if (d := _of_generator(g, name)).num.terms}
    out = []
    for exps, c in p.monomials():
        for g, d in moved.items():
            e = exps.get(g, 0)
            if e:
                out.append(Ratio(term({**exps, g: e - 1}, exact(Fraction(c) * Fraction(e)))) * d)
    return total(out)


def _of_generator(g: Gen, name: str) -> Ratio:
    """That of a symbol, of log2(u): u'/(u ln 2), of a radicand, which stands for itself: u'."""
    if isinstance(g, str):
        return ratio(int(g == name))
    if not inside(g, name):
        return ratio(0)
    if not (g.row.logarithm or g.row.radicand):
        raise Unsupported(f"{g} has no derivative everywhere")
    (u,) = g.args
    own = derivative(u, name)
    return own / (u * Ratio(term({LN2: 1}))) if g.row.logarithm else own


def turns(r: Ratio, name: str, deep: int = 2) -> str:
    """The signs of its derivative along the axis: "+", "-", "+-" (a hump), "-+" (a valley), or "" if open."""
    try:
        return _signs(derivative(r, name), name, deep)
    except Unsupported:
        return ""


def _signs(r: Ratio, name: str, deep: int) -> str:
    """The signs of a ratio along the axis, at most one change among them."""
    spend()
    if len(r.num) > MAX_TERMS or len(r.den) > MAX_TERMS:
        return ""
    below = _sign(r.den)
    if below.zero:
        return ""
    num = r.num if below.low else -r.num
    s = _sign(num)
    if s.low or s.high:
        return "+" if s.low else "-"
    if not any(inside(a, name) for a in Ratio(num).atoms):
        rising = direction([_sign(h).weak for h in by_power(num, name).values()])
        return "" if rising is None else "-+" if rising else "+-"
    for f in forms(num, name) if deep and len(num) <= MAX_FORMED else ():
        found = turns(f, name, deep - 1)
        if found in ("+", "-"):  # f goes one way, so its sign, which is that of r, changes at most once
            return "-+" if found == "+" else "+-"
    return ""


def _sign(p: Poly) -> Sign:
    """The sign of a sum that may hold ln 2 to two neighbouring powers: both ends of an enclosure have it as well."""
    parts, quick = by_power(p, LN2), len(p) > FEW_TERMS
    if len(parts) < 2:
        return sign(p, quick=quick)
    if len(parts) > 2 or max(parts) - min(parts) != 1:
        return OPEN
    low, high = parts.values()
    ends = [sign(low + high.scaled(exact(x)), quick=quick) for x in LN2_ENDS]
    both_low, both_high = all(s.low for s in ends), all(s.high for s in ends)
    if both_low and both_high:
        return NOTHING
    found = Sign(both_low, both_high, any(s.zero for s in ends), ends[0].proof)
    return found if both_low or both_high else OPEN


def forms(num: Poly, name: str) -> Iterator[Ratio]:
    """Functions with the sign of a sum: over powers of the unknown, and over what one logarithm or root is times."""
    powers = sorted({m.get(name, 0) for m, _ in num.monomials()})
    for e in powers[:MAX_FORMS]:
        yield Ratio(num) / gen(name) ** e
    for a in Ratio(num).atoms:
        if not inside(a, name):
            continue
        parts = by_power(num, a)
        if set(parts) != {0, 1}:
            continue
        rest, times = (Ratio(parts[Fraction(e)]) for e in (0, 1))
        share = sign(times.num)
        if name in times.names and not share.zero:
            whole = Ratio(term({a: 1})) + rest / times
            yield whole if share.low else -whole


def defined_throughout(r: Ratio, name: str) -> bool:
    """Whether what has a derivative has it all along the axis: its logarithms and roots are of what is above 0."""
    return all(sign_of(a.args[0]).mark == "+" for a in all_atoms(r) if inside(a, name))


__all__ = ["defined_throughout", "derivative", "forms", "turns"]

"""A quotient of two sums in lowest terms, so that what stands inside a function has no symbol that it does not hang on.

A ratio is not cancelled by itself; what a function is taken of is, for two functions are one generator where what they
are taken of is equal: of floor((H + 1)*W/((H + 1)*(W + 2))) and floor(W/(W + 2)) neither may bring an H to the other.

>>> from symroof.algebra.ratios.posynomial import gen
>>> H, W = gen("H"), gen("W")
>>> once = (H + 1) * (W + 3) / ((H + 1) * (W + 2))
>>> once, in_lowest_terms(once)
((H*W + 3*H + W + 3)/(H*W + 2*H + W + 2), (W + 3)/(W + 2))
"""

from __future__ import annotations

from fractions import Fraction

from symroof.algebra.ratios.posynomial import FIELD, PRIME, Number, Poly, Ratio, Ring, residue, residue_of

MAX_TERMS, MAX_DEGREE = 200, 200  # of a sum that is looked at
Rows = list[tuple[tuple[int, ...], Number]]  # exponents, none below 0, and a coefficient


def in_lowest_terms(r: Ratio) -> Ratio:
    """The same function without common factors of its sums, in the scale-th roots of their generators.

    As it is where both have positive terms alone and would not have them then, but for a symbol that would go:
    (B**3 + D**3)/(B + D) shows that it is above 0, which B**2 - B*D + D**2 does not.
    """
    num, den = r.num, r.den
    if len(num.terms) < 2 or len(den.terms) < 2 or len(num.terms) + len(den.terms) > MAX_TERMS:
        return r
    common, top, bottom = num._common(den)
    rows = _rows(common, top), _rows(common, bottom)
    if not any(_share_factor(common, i, *rows) for i in range(len(common.gens))):
        return r
    made = _divided(common, *rows, shift=_least(common, top) - _least(common, bottom))
    if r.is_posynomial_ratio and not made.is_posynomial_ratio and made.names == r.names:
        return r
    return made


def _least(home: Ring, terms: dict[int, Number]) -> int:
    """The packed monomial of the least exponents."""
    columns = zip(*map(home.unpack, terms))
    return sum(min(column) << FIELD * i for i, column in enumerate(columns))


def _rows(home: Ring, terms: dict[int, Number]) -> Rows:
    least = home.unpack(_least(home, terms))
    return [(tuple(e - low for e, low in zip(home.unpack(m), least)), c) for m, c in terms.items()]


def _share_factor(home: Ring, i: int, top: Rows, bottom: Rows) -> bool:
    """Whether two sums may have a factor in common in which a generator stands: by their values at a fixed point.

    Modulo a prime, a false yes is as rare as one in 10**6, and so is a false no.
    """
    degrees = [max(exps[i] for exps, _ in rows) for rows in (top, bottom)]
    if not min(degrees) or max(degrees) > MAX_DEGREE:
        return False
    a, b = (_along(home, i, rows) for rows in (top, bottom))
    while b:
        a, b = b, _remainder(a, b)
    return len(a) > 1


def _along(home: Ring, i: int, rows: Rows) -> list[int]:
    """The coefficients of a sum by the powers of one generator, the others at a fixed point, modulo the prime."""
    out = [0] * (1 + max(exps[i] for exps, _ in rows))
    for exps, c in rows:
        v = residue(c)
        for k, (g, e) in enumerate(zip(home.gens, exps)):
            if e and k != i:
                v = v * pow(residue_of(g, home.scale), e, PRIME) % PRIME
        out[exps[i]] = (out[exps[i]] + v) % PRIME
    return _trimmed(out)


def _trimmed(a: list[int]) -> list[int]:
    while a and not a[-1]:
        a.pop()
    return a


def _remainder(a: list[int], b: list[int]) -> list[int]:
    """The remainder of a by b modulo the prime, lowest powers first."""
    a, inverse = list(a), pow(b[-1], -1, PRIME)
    while len(a) >= len(b):
        factor, shift = a[-1] * inverse % PRIME, len(a) - len(b)
        for k, c in enumerate(b):
            a[shift + k] = (a[shift + k] - factor * c) % PRIME
        _trimmed(a)
    return a


def _divided(home: Ring, top: Rows, bottom: Rows, shift: int) -> Ratio:
    """One sum over the other and times a monomial, divided by what they have in common."""
    from sympy import QQ
    from sympy.polys.rings import PolyRing

    polys = PolyRing([f"v{i}" for i in range(len(home.gens))], QQ)
    sides = [polys.from_dict({exps: QQ(c.numerator, c.denominator) for exps, c in rows}) for rows in (top, bottom)]
    made = []
    for side in sides[0].cofactors(sides[1])[1:]:
        terms = sorted(side.items(), reverse=True)
        made.append({sum(e << FIELD * i for i, e in enumerate(exps)): _number(v) for exps, v in terms})
    num = {m + shift: c for m, c in made[0].items()}
    return Ratio(Poly(home, num), Poly(home, made[1]))


def _number(v: object) -> Number:
    q = Fraction(int(v.numerator), int(v.denominator))  # type: ignore[attr-defined]
    return q.numerator if q.denominator == 1 else q

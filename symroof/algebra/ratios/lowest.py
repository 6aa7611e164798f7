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

from symroof.algebra.ratios.posynomial import FIELD, PRIME, Poly, Ratio, Ring, divided, quotient, residue_of

MAX_TERMS, MAX_DEGREE = 200, 200  # of a sum that is looked at
Rows = list[tuple[tuple[int, ...], int]]  # exponents, none below 0, and a whole coefficient


def in_lowest_terms(r: Ratio) -> Ratio:
    """The same function without common factors of its sums, in the scale-th roots of their generators.

    As it is where both have positive terms alone and would not have them then, but for a symbol that would go:
    (B**3 + D**3)/(B + D) shows that it is above 0, which B**2 - B*D + D**2 does not.
    """
    num, den = r.num, r.den
    if len(num.terms) < 2 or len(den.terms) < 2 or len(num.terms) + len(den.terms) > MAX_TERMS:
        return r
    home, *sides = num._common(den)
    (c, m), (d, k) = fronts = [Poly(home, terms).content() for terms in sides]
    top, bottom = ([(home.unpack(at), int(v)) for at, v in divided(terms, *front).items()]
                   for terms, front in zip(sides, fronts))  # fmt: skip
    if not any(_share_factor(home, i, top, bottom) for i in range(len(home.gens))):
        return r
    first, second = _without_common(home, top, bottom)
    made = Ratio(first.scaled(quotient(c, d)).shifted(m - k), second)
    if r.is_posynomial_ratio and not made.is_posynomial_ratio and made.names == r.names:
        return r
    return made


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
    for exps, v in rows:
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


def _without_common(home: Ring, *sides: Rows) -> tuple[Poly, ...]:
    """Two sums divided by what they have in common, their highest powers first."""
    from sympy import ZZ
    from sympy.polys.rings import PolyRing

    polys = PolyRing([f"v{i}" for i in range(len(home.gens))], ZZ)
    one, other = (polys.from_dict({exps: ZZ(v) for exps, v in rows}) for rows in sides)
    left = [sorted(side.items(), reverse=True) for side in one.cofactors(other)[1:]]
    return tuple(
        Poly(home, {sum(e << FIELD * i for i, e in enumerate(exps)): int(v) for exps, v in rows}) for rows in left
    )

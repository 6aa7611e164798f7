"""A polynomial as a product of irreducible powers: what is evident first, SymPy's factorisation for the rest.

| seen at once | how |
|---|---|
| p = s**2 | the square root by its leading terms, exactly |
| p irreducible | some symbol stands in one term only, to the first power, and no symbol in all |
"""

from __future__ import annotations

import math
from functools import lru_cache

from symroof.algebra.ratios.posynomial import FIELD, ONE, Atom, Number, Poly, Ratio, Ring, quotient, term
from symroof.algebra.signs.positivity import positive

MAX_FACTORED = 200  # terms


@lru_cache(maxsize=2048)
def factors(p: Poly) -> tuple[tuple[Ratio, int], ...]:
    """A sum of several terms as a product of irreducible powers (and one number), in the scale-th roots of its symbols.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> factors(((gen("B") + gen("D"))**2).num)
    ((B + D, 2),)
    """
    if len(p) < 2 or len(p) > MAX_FACTORED or (p.ring.atoms and any(isinstance(g, Atom) for g in p.gens)):
        return ((Ratio(p), 1),)
    c, m = p.content()
    home = p.ring
    body = {k - m: quotient(v, c) for k, v in p.terms.items()}
    front = Ratio(term(home.exponents(m), c))
    power = 1
    while (half := _square_root(home, body)) is not None:
        body, power = half, 2 * power
    found = [(body, 1)] if _evidently_irreducible(home, body) else None
    number: Number = 1
    if found is None:
        number, found = _by_sympy(home, body)
    front = front * number**power
    out: list[tuple[Ratio, int]] = []
    for piece, k in found:
        made = Ratio(Poly(home, dict(sorted(piece.items(), key=lambda t: home.unpack(t[0]), reverse=True))))
        if not positive(made.num) and positive(-made.num):
            made, front = -made, front * (-1) ** (k * power)
        out.append((made, k * power))
    if front != 1:
        out.insert(0, (front, 1))
    return tuple(out)


def square_root(r: Ratio) -> Ratio | None:
    """The sum of positive terms whose square a sum without functions is, where there is one.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> square_root((gen("B") + gen("D"))**2) == gen("B") + gen("D"), square_root(gen("B") + gen("D") + 1)
    (True, None)
    """
    p = r.num
    if r.den is not ONE or p.ring.atoms or len(p.terms) < 3 or not p.is_posynomial:
        return None
    half = _square_root(p.ring, p.terms)
    return Ratio(Poly(p.ring, half)) if half is not None and min(half.values()) > 0 else None


def _square_root(home: Ring, p: dict[int, Number]) -> dict[int, Number] | None:
    """The polynomial s with p = s**2, or None; coefficients are integers, and packed exponents >= 0 are in order."""
    ends = []
    for m in (max(p), min(p)):
        c = p[m]
        if type(c) is not int or c <= 0 or math.isqrt(c) ** 2 != c or any(e & 1 for e in home.unpack(m)):
            return None
        ends.append((m >> 1, math.isqrt(c)))
    (top, first), _ = ends
    root: dict[int, Number] = {top: first}
    rest = dict(p)
    del rest[2 * top]
    while rest:
        at = max(rest)
        c, twice = rest[at], 2 * first
        if at >= 2 * top or type(c) is not int or c % twice or min(home.unpack(at - top)) < 0 or len(root) >= len(p):
            return None
        m, q = at - top, c // twice
        if m in root:
            return None
        for k, v in [*root.items(), *root.items(), (m, q)]:  # (s + q)**2 - s**2 = 2 q s + q**2
            left = rest.get(k + m, 0) - q * v
            if left:
                rest[k + m] = left
            else:
                rest.pop(k + m, None)
        root[m] = q
    return root


def _evidently_irreducible(home: Ring, p: dict[int, Number]) -> bool:
    """p = c*x*m + q with q free of x is prime to its only candidate, the monomial m, once no symbol divides p."""
    columns = list(zip(*(home.unpack(m) for m in p)))
    return all(min(column) == 0 for column in columns) and any(
        max(column) == 1 and sum(column) == 1 for column in columns
    )


def _by_sympy(home: Ring, p: dict[int, Number]) -> tuple[Number, list[tuple[dict[int, Number], int]]]:
    from sympy import Dummy, Rational
    from sympy import Poly as Expanded

    symbols = [Dummy(f"v{i}") for i in range(len(home.gens))]
    terms = {home.unpack(m): Rational(c.numerator, c.denominator) for m, c in p.items()}
    number, found = Expanded.from_dict(terms, *symbols).factor_list()
    unit = [1 << (FIELD * i) for i in range(len(home.gens))]
    pieces: list[tuple[dict[int, Number], int]] = [
        ({sum(e * u for e, u in zip(exps, unit)): int(v) for exps, v in piece.terms()}, int(k)) for piece, k in found
    ]
    return int(number), pieces

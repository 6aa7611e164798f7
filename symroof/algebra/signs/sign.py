"""The one answer to "of which sign is this?": at least 0, at most 0, apart from 0, and by which theorem.

Sizes are integers from 1, parameters any numbers above 0, functions whatever their arguments make them: a logarithm
of a size may be 0, of a parameter anything; a floor may be 0; a ceiling of a difference may be below 0.  Points where
the sum is seen above and below 0 end the search at once; otherwise the ladder of ``positivity`` is climbed for each
side that was not refuted.  Where a function in it is undefined (a division by 0) nothing is said.

| answer                 | low   | high  | zero  | mark | weak |
|------------------------|-------|-------|-------|------|------|
| above 0                | True  | False | False | "+"  | "+"  |
| at least 0, 0 somewhere (or not told apart) | True | False | True | "?" | "+" |
| 0 everywhere           | True  | True  | True  | "0"  | "0"  |
| open                   | False | False | True  | "?"  | "?"  |

>>> from symroof.algebra.ratios.posynomial import gen
>>> N, B, D = gen("N"), gen("B"), gen("D")
>>> sign((2 * N**9 - 1).num).mark, sign((N - 1).num).weak, sign((B**2 - B * D + D**2).num).mark, sign((B - D).num).mark
('+', '+', '+', '?')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import final

from symroof.algebra.ratios.fold import all_atoms, demanded
from symroof.algebra.ratios.functions import CONSTANTS, EXTREMES, FUNCTIONS, GUARDS
from symroof.algebra.ratios.poly import in_order
from symroof.algebra.ratios.posynomial import Atom, Gen, Number, Poly, Ratio, Ring, gen, ring
from symroof.algebra.signs.constant import constant_sign
from symroof.algebra.signs.positivity import COEFFICIENTS, SHIFT, lower, nonnegative
from symroof.algebra.signs.shift import Ground, ground, left_over, never_below, seen_below
from symroof.errors import SymroofError
from symroof.records import dataclass
from symroof.symbols import is_size


@final
@dataclass(frozen=True)
class Sign:
    """What is known of a sign wherever it is defined: p >= 0 (low), p <= 0 (high), p = 0 somewhere not excluded (zero).

    ``proof`` names the theorem by which it is so; empty where nothing is known.
    """

    low: bool
    high: bool
    zero: bool
    proof: str = ""

    @property
    def mark(self) -> str:
        """The mark: "+" above 0, "-" below 0, "0" everywhere 0, "?" for all else."""
        if self.zero:
            return "0" if self.low and self.high else "?"
        return "+" if self.low else "-"

    @property
    def weak(self) -> str:
        """The weak mark: "+" at least 0, "-" at most 0, "0" everywhere 0, "?" open."""
        return ("0" if self.high else "+") if self.low else "-" if self.high else "?"

    def __neg__(self) -> Sign:
        return Sign(self.high, self.low, self.zero, self.proof)

    def __mul__(self, other: Sign) -> Sign:
        """The sign of a product."""
        low = (self.low and other.low) or (self.high and other.high)
        high = (self.low and other.high) or (self.high and other.low)
        proof = self.proof if self.proof == other.proof else f"{self.proof}; {other.proof}"
        return Sign(low, high, self.zero or other.zero, proof) if low or high else OPEN


ABOVE, BELOW = Sign(True, False, False, COEFFICIENTS), Sign(False, True, False, COEFFICIENTS)
NOTHING, OPEN = Sign(True, True, True, "it is 0"), Sign(False, False, True)


def sign(p: Poly, facts: Sequence[Poly] = (), *, least: Mapping[str, int] | None = None, quick: bool = False) -> Sign:
    """The sign of a sum for all sizes and parameters where the facts (sums known to be >= 0) hold.

    ``least`` gives symbols another least value: 0 for a size that shrinks, 2 for an axis of a mesh.  ``quick`` climbs
    the first rungs of the ladder alone.
    """
    if not p.terms:
        return NOTHING
    if least:
        plain = quick and not facts and not p.ring.atoms and p.ring.scale == 1 and min(least.values()) > 0
        return _about_least(p, least) if plain else _moved(p, facts, least, quick)
    coefficients = p.terms.values()
    if not p.ring.atoms:
        above = min(coefficients).numerator > 0  # of a fraction known at once, where it is compared at length
        if above or max(coefficients).numerator < 0:
            return ABOVE if above else BELOW
    elif not any(map(_symbols, p.gens)):
        return _of_number(p)
    seen = 0 if facts else seen_signs(p)
    if seen == 3:
        return OPEN
    for way in (1, -1) if seen == 1 or sum(coefficients) >= 0 else (-1, 1):
        if seen == (2 if way > 0 else 1):
            continue
        h = p if way > 0 else -p
        how = nonnegative(h, facts, quick=quick)
        if how:
            strict = nonnegative(h, facts, strict=True, quick=quick)
            return Sign(way > 0, way < 0, strict is None, strict or how)
    return OPEN


def sign_of(
    r: Ratio, facts: Sequence[Poly] = (), *, least: Mapping[str, int] | None = None, quick: bool = False
) -> Sign:
    """The sign of a ratio where it is defined: its denominator is then not 0.

    >>> N = gen("N")
    >>> sign_of((N - 1) / N).weak, sign_of(1 / (1 - N) - 1).mark
    ('+', '-')
    """
    top = sign(r.num, facts, least=least, quick=quick)
    if r.den.is_posynomial and not r.den.ring.atoms:
        return top
    bottom = sign(r.den, facts, least=least, quick=quick)
    return top * Sign(bottom.low, bottom.high, False, bottom.proof) if bottom.low or bottom.high else OPEN


def decided(p: Poly) -> Sign:
    """The sign; of a number without symbols in any case.

    Raises Inconclusive where a number is too close to 0 to tell.
    """
    found = sign(p)
    if found is OPEN and not any(map(_symbols, p.gens)):
        constant_sign(Ratio(p))  # raises what was passed over
    return found


def _of_number(p: Poly) -> Sign:
    try:
        side = constant_sign(Ratio(p))
    except SymroofError:
        return OPEN
    return NOTHING if not side else Sign(side > 0, side < 0, False, "a number, worked out")


def _symbols(g: Gen) -> bool:
    return isinstance(g, str) or any(r.names for r in g.args)


def _moved(p: Poly, facts: Sequence[Poly], least: Mapping[str, int], quick: bool) -> Sign:
    """The sign in symbols of the usual least values."""
    return sign(_with_least(p, least), [_with_least(f, least) for f in facts], quick=quick)


def _with_least(p: Poly, least: Mapping[str, int]) -> Poly:
    """The same sum with symbols of another least value written by others: X >= 2 as 1 + X, N > 0 as a parameter."""
    found = {g for g in p.gens if isinstance(g, str)} & set(least)
    moved = {n: gen(n) + (least[n] - 1) for n in found if least[n] > 1 and is_size(n)}
    loose: dict[Gen, Gen] = {n: f"T_{n}" for n in found if least[n] < 1 and is_size(n)}
    if loose:
        new = tuple(loose.get(g, g) for g in p.ring.gens)
        home = ring(in_order(new), p.ring.scale)
        p = Poly(home, {home.pack({loose.get(g, g): e for g, e in exps.items()}): c for exps, c in p.monomials()})
    return Ratio(p).subs(moved).num if moved else p


# -- about other least values, as costs on meshes are compared by the hundred ------------------------------------------


def _about_least(p: Poly, least: Mapping[str, int]) -> Sign:
    """The sign of a sum of whole powers of symbols, by the Taylor shift alone."""
    on = grounded(p.ring, frozenset(least.items()))
    if on is None:
        return OPEN
    for q, low in ((p, True), (-p, False)):
        if not seen_below(q, on) and never_below(q.terms, on):
            return Sign(low, not low, not left_over(q.terms, on), SHIFT)
    return OPEN


@lru_cache(maxsize=1024)
def grounded(home: Ring, least: frozenset[tuple[str, int]]) -> Ground | None:
    """What the generators of a ring are not below, some sizes by name; None where the sign of one is open.

    >>> grounded(ring(("B", "K", "X")), frozenset({("X", 2)})).least
    (1, 0, 2)
    """
    named = dict(least)
    own = [named.get(str(g)) if isinstance(g, str) and is_size(g) else None for g in home.gens]
    found = [lower(g) if low is None else low for g, low in zip(home.gens, own)]
    return None if None in found else ground(home, tuple(low or 0 for low in found))


# -- a look before a proof ---------------------------------------------------------------------------------------------


def seen_signs(p: Poly) -> int:
    """1 where a sum is seen above 0 at one of a few points, 2 where below 0, 3 where both.

    The points: all symbols 1 or all large, and each one large (a parameter also small) beside the others.

    >>> seen_signs((gen("D") - gen("F")).num), seen_signs((gen("D") - 1).num)
    (3, 1)
    """
    home = p.ring
    if len(p.terms) > 60:
        return 0
    if home.atoms:
        return _seen_in_floats(p)
    coefficients = list(p.terms.values())
    vectors = [home.unpack(m) for m in p.terms]
    seen = _sign_at(coefficients, [0] * len(vectors)) | _sign_at(coefficients, list(map(sum, vectors)))
    for g, column in zip(home.gens, zip(*vectors)):
        if seen == 3:
            break
        if any(column):
            seen |= _sign_at(coefficients, column)
            if isinstance(g, str) and not is_size(g):
                seen |= _sign_at(coefficients, [-e for e in column])
    return seen


def _sign_at(coefficients: list[Number], heights: Sequence[int]) -> int:
    """1 where the sum of c * 2**(12 h) is above 0, 2 where it is below, 0 where it is 0 or too large to look at."""
    low = min(heights)
    if max(heights) - low > 500:
        return 0
    value: Number = 0
    for c, h in zip(coefficients, heights):
        value += c << 12 * (h - low) if type(c) is int else c * (1 << 12 * (h - low))
    return 1 if value > 0 else 2 if value < 0 else 0


def _seen_in_floats(p: Poly) -> int:
    """The same with functions, in floats: a wrong look leaves a sign open that could be proved, nothing worse."""
    names = Ratio(p).names
    points = [dict.fromkeys(names, x) for x in (1.0, 2.0, 4096.0)]
    points.append({n: x for n, x in zip(names, (3.0, 7.0, 11.0, 5.0, 13.0, 17.0) * len(names))})
    for n in names:
        points += [{**points[0], n: x} for x in ((4096.0,) if is_size(n) else (4096.0, 1 / 4096))]
    seen = 0
    for at in points:
        try:
            seen |= _about(p, at)
        except (ArithmeticError, ValueError, TypeError):  # undefined there, too large, or not real
            continue
        if seen == 3:
            break
    return seen


def _about(p: Poly, at: Mapping[str, float]) -> int:
    total, size = _float_at(p, at)
    return 0 if not abs(total) > 1e-9 * size else 1 if total > 0 else 2


def _float_at(p: Poly, at: Mapping[str, float]) -> tuple[float, float]:
    """The value, and the sum of the sizes of the terms."""
    total = size = 0.0
    for exps, c in p.monomials():
        v = float(c)
        for g, e in exps.items():
            v *= (at[g] if isinstance(g, str) else _function_at(g, at)) ** float(e)
        total, size = total + v, size + abs(v)
    return total, size


def _function_at(a: Atom, at: Mapping[str, float]) -> float:
    if not a.args:
        return CONSTANTS[a.name].value
    args = [_float_at(r.num, at)[0] / _float_at(r.den, at)[0] for r in a.args]
    if a.row.guards:
        left, right, yes, no = args
        return yes if GUARDS[a.kind].holds(left, right) else no
    if a.row.extreme:
        return float(EXTREMES[a.kind].pick(args))
    (x,) = args
    return x if a.row.radicand else float(FUNCTIONS[a.kind].python(x))


def real_throughout(r: Ratio) -> bool:
    """Whether it is a real number for all its symbols: its logarithms and roots are of what is proved above 0."""
    return all(sign_of(u[0]).mark == "+" for a in all_atoms(r) if (u := demanded(a)) is not None)


def proved_positive(p: Poly, sizes: Iterable[str] | None = None) -> bool:
    """Whether a polynomial is > 0 for all sizes >= 1 and all positive parameters, by x = 1 + y with y >= 0.

    >>> from fractions import Fraction
    >>> from symroof.algebra.ratios.posynomial import gen
    >>> proved_positive((gen("N") - Fraction(1, 2)).num), proved_positive((gen("N") - 1).num)
    (True, False)
    """
    return sign(p, least=below_one(p, sizes), quick=True).mark == "+"


def below_one(p: Poly, sizes: Iterable[str] | None) -> dict[str, int]:
    """The sizes that are not among those named, which may be below 1."""
    kept = set(p.gens if sizes is None else sizes)
    return {n: 0 for n in p.gens if isinstance(n, str) and n not in kept}

"""A condition under which an answer holds: inequalities between exact ratios, and the signs they ask for.

A sign is read off the coefficients, or after writing each size x as 1 + y; what neither settles becomes a
``Condition``, printed with its positive part on the right.

>>> from symroof.algebra.posynomial import gen
>>> condition(gen("W") / gen("C") - 1 / gen("D") - 1 / gen("F"), "> 0").text
'1/D + 1/F < W/C'
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import final

from symroof.algebra.positivity import bare, is_positive, lower
from symroof.algebra.posynomial import Atom, Gen, Number, Poly, Ratio, exact, ordered
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.shown import tex, visible
from symroof.symbols import is_size, resolved


@visible
@final
@dataclass(frozen=True)
class Condition:
    """One or several strict or weak inequalities between ratios, joined by "and" or "or"; never a truth value.

    >>> from symroof.algebra.posynomial import gen
    >>> condition(gen("W") / gen("C") - 1 / gen("D"), "> 0").text
    '1/D < W/C'
    """

    left: Ratio
    relation: str  # "<" or "<="
    right: Ratio
    rest: tuple[Condition, ...] = ()
    joined: str = "and"

    @property
    def text(self) -> str:
        """ASCII algebra, the positive part on the right."""
        own = f"{sum_text(self.left)} {self.relation} {sum_text(self.right)}"
        return f" {self.joined} ".join([own, *(c.text for c in self.rest)])

    def latex(self) -> str:
        """LaTeX of the same inequalities."""
        return tex(self)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the symbols that decide it."""
        found = {*self.left.names, *self.right.names}
        return tuple(sorted(found.union(*(c.keys for c in self.rest))))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the symbols that decide it."""
        return tuple(map(str, self.keys))

    def holds(self, **sizes: object) -> bool:
        """Whether it is true at these numbers, decided exactly.

        Raises Inconclusive when a symbol is left over.
        """
        sizes = dict(resolved(sizes, self.keys))
        free = sorted(set(self.keys) - set(sizes))
        if free:
            raise Inconclusive(f"{self.text} depends on {', '.join(free)}; give a number for each")
        values = {n: exact(v) for n, v in sizes.items()}
        gap = (self.right - self.left).subs(values)
        side = constant_sign(gap)
        own = side > 0 or (side == 0 and self.relation == "<=")
        others = [c.holds(**{n: sizes[n] for n in c.keys}) for c in self.rest]
        return all([own, *others]) if self.joined == "and" else any([own, *others])

    def __bool__(self) -> bool:
        raise SymroofError(f"{self.text} is a condition, not a truth value; ask .holds(D=4096)")

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def condition(h: Ratio | Poly, relation: str) -> Condition:
    """H > 0 or h >= 0 as a condition with the negative terms, integers without common divisor, moved to the left.

    A symbol that every term has to the same power goes out: all symbols are positive.
    """
    num = h if isinstance(h, Poly) else h.num
    if len(num.terms) > 1:
        num = without_common(num)
    elif num.terms:
        plain = _of_log(num, relation)
        if plain is not None:
            return plain
    minus = Poly(num.ring, {m: -c for m, c in num.terms.items() if c < 0})
    plus = Poly(num.ring, {m: c for m, c in num.terms.items() if c > 0})
    c = Fraction(scale_of(minus, plus))
    left, right = (Ratio(p.scaled(exact(1 / c))) for p in (minus, plus))
    return Condition(left, "<" if relation == "> 0" else "<=", right)


def _of_log(h: Poly, relation: str) -> Condition | None:
    """A multiple of one log2(x) has the sign of x - 1; None where another function or an even power stands in it."""
    ((exps, c),) = h.monomials()
    logs = [(g, e) for g, e in exps.items() if isinstance(g, Atom) and not is_positive(g)]
    if len(logs) != 1 or logs[0][0].kind != "log2" or abs(logs[0][1]) != 1 or any(r.atoms for r in logs[0][0].args):
        return None
    (a, e) = logs[0]
    x = a.args[0]
    low, high = (Ratio(x.den), Ratio(x.num)) if c > 0 else (Ratio(x.num), Ratio(x.den))
    return Condition(low, "<" if relation == "> 0" or e < 0 else "<=", high) if is_positive_ratio(x) else None


def is_positive_ratio(r: Ratio) -> bool:
    """Whether a quotient of sums without functions has positive coefficients alone."""
    return all(c > 0 for p in (r.num, r.den) for c in p.terms.values())


def without_common(h: Poly) -> Poly:
    """The sum without the symbols that every term has to the same power; its sign is the same."""
    if not h.terms:
        return h
    first, *others = (h.ring.exponents(m) for m in h.terms)
    fixed = (g for g, e in first.items() if isinstance(g, str) and all(o.get(g) == e for o in others))
    same: dict[Gen, Number] = {g: first[g] for g in fixed}
    return h.shifted(-h.ring.pack(same)) if same else h


def scale_of(*polys: Poly) -> Number:
    """The common divisor of the coefficients of the first polynomial that is more than a number, 1 where none is."""
    for p in polys:
        kept: list[Number] = [c if c > 0 else -c for m, c in p.terms.items() if m]
        if kept:
            return Poly(p.ring, dict(enumerate(kept))).content()[0] if len(kept) > 1 else kept[0]
    return 1


def both(conditions: Iterable[Condition | None], joined: str = "and") -> Condition | None:
    """The conjunction (or disjunction) of what is given; None stands for no condition."""
    kept = [c for c in dict.fromkeys(conditions) if c is not None]
    if not kept:
        return None
    if len(kept) == 1:
        return kept[0]
    first, *rest = kept
    if any(c.rest and c.joined != joined for c in kept):
        raise Unsupported(f"the mixed condition ({first.text}) {joined} ({rest[0].text}) has no printed form")
    return replace(first, rest=(*first.rest, *rest), joined=joined)


def contradictory(conditions: Iterable[Condition]) -> bool:
    """Whether some of these, each a power of one symbol against a number, leave no number for that symbol.

    >>> from symroof.algebra.posynomial import gen
    >>> contradictory([condition(1 - 50 * gen("s"), ">= 0"), condition(gen("s") - 1, ">= 0")])
    True
    """
    least: dict[str, tuple[Fraction, Fraction, bool]] = {}  # base**exponent is the bound; whether it is left out
    most: dict[str, tuple[Fraction, Fraction, bool]] = {}
    for c in conditions:
        if c.rest or not c.right.num.terms:
            continue
        pair = (c.left / c.right).monomial()  # which is at most 1
        if pair is None or len(pair[0]) != 1:
            continue
        ((g, e),) = pair[0].items()
        power, k = Fraction(e), Fraction(pair[1])
        if not isinstance(g, str) or k <= 0:
            continue
        bound = (1 / k, 1 / power, c.relation == "<")  # g**power <= 1/k
        side, tighter = (most, -1) if power > 0 else (least, 1)
        if g not in side or _beyond(bound, side[g]) * tighter > 0 or (not _beyond(bound, side[g]) and bound[2]):
            side[g] = bound
    for g, top in most.items():
        low = least.get(g, (Fraction(1), Fraction(1), False) if is_size(g) else None)
        if low is not None:
            order = _beyond(low, top)
            if order > 0 or (order == 0 and (low[2] or top[2])):
                return True
    return False


def _beyond(a: tuple[Fraction, Fraction, bool], b: tuple[Fraction, Fraction, bool]) -> int:
    """The sign of one rational power less another, by whole powers of both."""
    n = math.lcm(a[1].denominator, b[1].denominator)
    x, y = (v[0] ** (v[1] * n).numerator for v in (a, b))
    return (x > y) - (x < y)


def sum_text(r: Ratio) -> str:
    """Text with the positive terms first, each group in alphabetical order."""
    if r.den.constant() != 1 or len(r.num) < 2:
        return str(r)
    return str(ordered(r.num))


def short_text(r: Ratio) -> str:
    """The text of a ratio for a message, cut where it is long."""
    text = sum_text(r)
    return text if len(text) <= 80 else text[:77] + "..."


# -- signs -------------------------------------------------------------------------------------------------------------


def sign(p: Poly) -> str:
    """'+', '-', '0' for every admissible value, or '?'; first by coefficients, then by x = 1 + y for sizes."""
    if not p.terms:
        return "0"
    plus = minus = False
    for c in p.terms.values():
        if c > 0:
            plus = True
        else:
            minus = True
        if plus and minus:
            break
    else:
        if p.ring.atoms and not _settled(p):
            return "?"
        return "+" if plus else "-"
    moved = None if takes_both_signs(p) else _moved(p)
    if moved is None or not moved.terms:
        return "?"
    sides = {c > 0 for c in moved.terms.values()}
    at = [i for i, g in enumerate(moved.ring.gens) if isinstance(g, str) and is_size(g)]
    if len(sides) > 1 or all(any(exps[i] for i in at) for exps in map(moved.ring.unpack, moved.terms)):
        return "?"  # of both signs, or 0 where every size is 1
    return "+" if sides.pop() else "-"


def takes_both_signs(p: Poly) -> bool:
    """Whether a sum without functions is seen above 0 at one point and below 0 at another: then no proof is tried.

    The points: all symbols 1 or all large, and each one large (a parameter also small) beside the others.

    >>> from symroof.algebra.posynomial import gen
    >>> takes_both_signs((gen("D") - gen("F")).num), takes_both_signs((gen("D") - 1).num)
    (True, False)
    """
    home = p.ring
    if home.atoms or len(p.terms) > 60:
        return False
    coefficients = list(p.terms.values())
    vectors = [home.unpack(m) for m in p.terms]
    whole = list(map(sum, vectors))
    seen = _sign_at(coefficients, [0] * len(vectors)) | _sign_at(coefficients, whole)
    for g, column in zip(home.gens, zip(*vectors)):
        if seen == 3:
            break
        if any(column):
            seen |= _sign_at(coefficients, column)
            if isinstance(g, str) and not is_size(g):
                seen |= _sign_at(coefficients, [-e for e in column])
    return seen == 3


def _sign_at(coefficients: list[Number], heights: Sequence[int]) -> int:
    """1 where the sum of c * 2**(12 h) is above 0, 2 where it is below, 0 where it is 0 or too large to look at."""
    low = min(heights)
    if max(heights) - low > 500:
        return 0
    value = sum(
        c << 12 * (h - low) if type(c) is int else c * (1 << 12 * (h - low)) for c, h in zip(coefficients, heights)
    )
    return 1 if value > 0 else 2 if value < 0 else 0


def _settled(p: Poly) -> bool:
    """Whether some term holds only generators that are certainly above 0, and the others none that may be below."""
    sure = False
    for exps, _ in p.monomials():
        loose = [g for g in exps if isinstance(g, Atom) and not is_positive(g)]
        if any(lower(g) is None for g in loose):
            return False
        sure = sure or not loose
    return sure


def decided_sign(h: Poly) -> str:
    """The sign, of a number without symbols in any case."""
    s = sign(h)
    if s == "?" and all(isinstance(g, Atom) and not any(r.names for r in g.args) for g in h.gens):
        side = constant_sign(Ratio(h))
        return "0" if not side else "+" if side > 0 else "-"
    return s


def weak_sign(p: Poly) -> int | None:
    """1 where p >= 0 for every admissible value, -1 where p <= 0, 0 where it is 0; None where that is open.

    >>> from symroof.algebra.posynomial import gen
    >>> weak_sign((gen("N") - 1).num), sign((gen("N") - 1).num)
    (1, '?')
    """
    if not p.terms:
        return 0
    for form in (p, _moved(p)):
        sides = {c > 0 for c in form.terms.values()} if form is not None else set()
        if len(sides) == 1:
            return 1 if sides.pop() else -1
    return None


def _moved(p: Poly) -> Poly | None:
    """P times a positive monomial, at x = 1 + y for each size x; None where that does not apply."""
    if p.ring.scale != 1 or len(p.terms) > 60:
        return None
    p = bare(p)
    for i, g in enumerate(p.ring.gens):
        if not isinstance(g, str) or not is_size(g):
            continue
        degree = max(p.ring.unpack(m)[i] for m in p.terms)
        if degree > 8:
            return None
        if not degree:
            continue
        unit = p.ring.pack({g: 1})
        out: dict[int, Number] = {}
        for m, c in p.terms.items():
            e = p.ring.unpack(m)[i]
            for k in range(e + 1):
                key = m - (e - k) * unit
                out[key] = out.get(key, 0) + c * math.comb(e, k)
        p = Poly(p.ring, {m: c for m, c in out.items() if c})
        if not p.terms:
            return None
    return p


def constant_sign(r: Ratio) -> int:
    """The exact sign of a number, roots and logs in it included."""
    c = r.constant()
    if c is not None:
        return (c > 0) - (c < 0)
    bits, most = 64, 4096
    while bits <= most:
        try:
            lo, hi = enclosure(r, bits)
        except Inconclusive:  # a denominator or a radicand not yet told from 0
            if bits == most:
                raise
            lo, hi = Fraction(-1), Fraction(1)
        if lo > 0 or hi < 0:
            return 1 if lo > 0 else -1
        if lo == hi:  # both are 0: ceiling(log2(17)) - 5 is met exactly
            return 0
        bits *= 2
    raise Inconclusive(f"{r} is zero to {most} bits; its sign is not decided")


def enclosure(r: Ratio, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around a number that has no symbols left; close as bits grow.

    >>> from symroof.algebra.posynomial import ratio
    >>> lo, hi = enclosure(ratio(2) ** Fraction(1, 2), 40)
    >>> lo**2 < 2 < hi**2
    True
    """
    a, b = _poly_enclosure(r.num, bits), _poly_enclosure(r.den, bits)
    if b[0] <= 0 <= b[1]:
        raise Inconclusive(f"{r.den} may be zero")
    corners = [x / y for x in a for y in b]
    return min(corners), max(corners)


def _poly_enclosure(p: Poly, bits: int) -> tuple[Fraction, Fraction]:
    lo = hi = Fraction(0)
    for exps, c in p.monomials():
        a = b = Fraction(1)
        for g, e in exps.items():
            if isinstance(g, str):
                raise Inconclusive(f"still symbolic: {g}; give it a number")
            x, y = _power_enclosure(*_atom_enclosure(g, bits), Fraction(e), bits)
            a, b = min(a * x, a * y, b * x, b * y), max(a * x, a * y, b * x, b * y)
        ends = (a * c, b * c)
        lo, hi = lo + min(ends), hi + max(ends)
    return lo, hi


def _atom_enclosure(a: Atom, bits: int) -> tuple[Fraction, Fraction]:
    if a.kind == "const":
        import sympy
        from mpmath import iv, mp

        names = {"log(2)": lambda: iv.log(2), "pi": lambda: iv.pi, "E": lambda: iv.e}
        if a.name not in names:
            raise Unsupported(f"the number {a.name} has no enclosure here")
        with mp.workprec(bits):
            iv.prec = bits
            x = names[a.name]()
            lo, hi = (sympy.Rational(sympy.Float(v, precision=bits + 8)) for v in (mp.mpf(x.a), mp.mpf(x.b)))
        tiny = Fraction(1, 1 << (bits - 8))
        return Fraction(int(lo.p), int(lo.q)) - tiny, Fraction(int(hi.p), int(hi.q)) + tiny
    if a.kind.startswith("if"):
        left, right, yes, no = a.args
        side = constant_sign(right - left)
        return enclosure(yes if side > 0 or (side == 0 and a.kind == "if<=") else no, bits)
    parts = [enclosure(r, bits) for r in a.args]
    if a.kind == "max":
        return max(x for x, _ in parts), max(y for _, y in parts)
    if a.kind == "min":
        return min(x for x, _ in parts), min(y for _, y in parts)
    lo, hi = parts[0]
    if a.kind == "base":
        return lo, hi
    if a.kind == "log2" and lo <= 0 < hi:
        raise Inconclusive(f"log2 of a number between {float(lo):g} and {float(hi):g}, which may not be positive")
    if a.kind in ("ceil", "floor"):
        f = math.ceil if a.kind == "ceil" else math.floor
        return Fraction(f(lo)), Fraction(f(hi))
    low = _log2_below(lo, bits)
    return low, (low if lo == hi else _log2_below(hi, bits)) + Fraction(1, 1 << (bits - 1))


def _power_enclosure(lo: Fraction, hi: Fraction, e: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    across = lo <= 0 <= hi and lo != hi
    if (across or lo == 0) and e < 0:
        raise Inconclusive(f"a number between {float(lo):g} and {float(hi):g} may be zero, and its reciprocal is asked")
    if e.denominator == 1:
        ends = [lo**e.numerator, hi**e.numerator]
        return Fraction(0) if across and e.numerator % 2 == 0 else min(ends), max(ends)
    if lo < 0:
        kind = Inconclusive if hi >= 0 else SymroofError
        raise kind(f"a fractional power of {float(lo):g}, which is not positive")
    ends = [y**e.numerator for x in (lo, hi) for y in root_enclosure(x, e.denominator, bits)]
    return min(ends), max(ends)


def root_enclosure(x: Fraction, k: int, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around the k-th root of a positive rational; equal where it is met exactly."""
    shift = max(0, bits - (x.numerator.bit_length() - x.denominator.bit_length()) // k)
    scaled, rest = divmod(x.numerator << (k * shift), x.denominator)
    n = integer_root(scaled, k)
    low = Fraction(n, 1 << shift)
    return (low, low) if not rest and n**k == scaled else (low, Fraction(n + 1, 1 << shift))


def integer_root(n: int, k: int) -> int:
    """The largest integer whose k-th power does not exceed n, by Newton's method.

    >>> integer_root(26, 3), integer_root(27, 3)
    (2, 3)
    """
    if k == 2:
        return math.isqrt(n)
    if n < 2:
        return n
    x = 1 << -(-n.bit_length() // k)
    while True:
        y = ((k - 1) * x + n // x ** (k - 1)) // k
        if y >= x:
            return x
        x = y


def _log2_below(x: Fraction, bits: int) -> Fraction:
    """log2(x), cut to a multiple of 2**-bits, at most one unit too small: square and compare, bit by bit."""
    if x <= 0:
        raise SymroofError(f"log2 of {x}, which is not positive")
    n = x.numerator.bit_length() - x.denominator.bit_length()
    n -= (Fraction(1 << n) if n >= 0 else Fraction(1, 1 << -n)) > x
    y = x / (Fraction(1 << n) if n >= 0 else Fraction(1, 1 << -n))
    guard = 2 * bits + 32  # the error doubles with each squaring
    m = (y.numerator << guard) // y.denominator
    digits = 0
    for _ in range(bits):
        m = (m * m) >> guard
        digits <<= 1
        if m >> (guard + 1):
            m >>= 1
            digits |= 1
    return n + Fraction(digits, 1 << bits)

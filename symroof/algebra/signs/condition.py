"""A condition under which an answer holds: inequalities between exact ratios, and the signs they ask for.

What the sign oracle leaves open becomes a ``Condition``, printed with its positive part on the right.

>>> from symroof.algebra.ratios.posynomial import gen
>>> condition(gen("W") / gen("C") - 1 / gen("D") - 1 / gen("F"), "> 0").text
'1/D + 1/F < W/C'
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import final

from symroof.algebra.ratios.posynomial import FIELD, Atom, Number, Poly, Ratio, log_of, ordered, quotient, term
from symroof.algebra.ratios.sizes import Cuts, number, strangers
from symroof.algebra.signs import sign as oracle
from symroof.algebra.signs.constant import constant_sign, enclosure, root_enclosure, sign_at
from symroof.algebra.signs.positivity import is_positive
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.lazy import once
from symroof.records import dataclass, field, replace
from symroof.shown import tex, visible
from symroof.symbols import is_size, resolved

FEW_SHARES = 4  # multiples of one condition that are taken from another
__all__ = ["Condition", "both", "condition", "constant_sign", "contradictory", "enclosure", "implies", "root_enclosure",
           "scale_of", "short_text", "sign", "sum_text", "without_common"]  # fmt: skip


def _counts(p: Poly) -> bool:
    """Whether the coefficients of a sum are whole and positive."""
    return all(type(c) is int and c > 0 for c in p.terms.values())


@visible
@final
@dataclass(frozen=True)
class Condition:
    """One or several strict or weak inequalities between ratios, joined by "and" or "or"; never a truth value.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> condition(gen("W") / gen("C") - 1 / gen("D"), "> 0").text
    '1/D < W/C'
    """

    left: Ratio
    relation: str  # "<" or "<="
    right: Ratio
    rest: tuple[Condition, ...] = ()
    joined: str = "and"
    cuts: Cuts | None = field(default=None, compare=False, repr=False)  # which sizes must divide, or are tied to others

    @property
    def text(self) -> str:
        """ASCII algebra, the positive part on the right."""
        own = f"{sum_text(self.left)} {self.relation} {sum_text(self.right)}"
        return f" {self.joined} ".join([own, *(c.text for c in self.rest)])

    def latex(self) -> str:
        """LaTeX of the same inequalities."""
        return tex(self)

    @once
    def sides(self) -> tuple[Ratio, Ratio]:
        """Its own two sides, as sums of positive terms with whole coefficients where that can be had."""
        if all(not r.den.ring.gens and r.den.constant() == 1 and _counts(r.num) for r in (self.left, self.right)):
            return self.left, self.right
        gap = self.right - self.left
        if not gap.den.is_posynomial or gap.den.ring.atoms:
            return self.left, self.right
        scale = math.lcm(*(v.denominator for v in gap.num.terms.values()))
        whole: dict[int, Number] = {m: int(v * scale) for m, v in gap.num.terms.items()}
        below: dict[int, Number] = {m: -v for m, v in whole.items() if v < 0}
        above: dict[int, Number] = {m: v for m, v in whole.items() if v > 0}
        return Ratio(Poly(gap.num.ring, below)), Ratio(Poly(gap.num.ring, above))

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the symbols that decide it."""
        found = {*self.left.names, *self.right.names}
        return tuple(sorted(found.union(*(c.keys for c in self.rest))))

    def hangs(self, name: str) -> bool:
        """Whether a symbol is one of those that decide it."""
        own = name in self.left.names or name in self.right.names
        return own or any(c.hangs(name) for c in self.rest)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the symbols that decide it."""
        return tuple(map(str, self.keys))

    def holds(self, /, **sizes: object) -> bool:
        """Whether it is true at these numbers, decided exactly; numbers of other symbols do not matter to it.

        Where a side has no value, an inequality is not true: 1/(N - 1) <= 1/10 is not at N = 1.

        Raises Inconclusive when a symbol is left over, and says which numbers given are of none; NotationError where
        a size is tied to these numbers and is no size at them.
        """
        keys = self.keys
        if self.cuts is not None:
            known = self.cuts.names
            self.cuts.check({n: number(n, v) for n, v in sizes.items() if n in known})
        unknown = strangers(sizes, self.names)
        sizes = {n: v for n, v in resolved(sizes, keys).items() if n in keys}
        free = sorted(set(keys) - set(sizes))
        if free:
            raise Inconclusive(f"{self.text} depends on {', '.join(free)}; give a number for each{unknown}")
        values = {n: number(n, v) for n, v in sizes.items()}
        side = sign_at(self.right - self.left, values)
        own = side is not None and (side > 0 or (side == 0 and self.relation == "<="))
        others = [c.holds(**{n: sizes[n] for n in c.keys}) for c in self.rest]
        return all([own, *others]) if self.joined == "and" else any([own, *others])

    def __bool__(self) -> bool:
        raise SymroofError(f"{self.text} is a condition, not a truth value; ask .holds(D=4096)")

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def condition(h: Ratio | Poly, relation: str) -> Condition:
    """h > 0 or h >= 0 as a condition with the negative terms, integers without common divisor, moved to the left.

    A symbol or constant that every term has to the same power goes out: all of them are positive.
    """
    num = h if isinstance(h, Poly) else h.num
    if len(num.terms) > 1:
        num = without_common(num)
    elif num.terms:
        for told in (_of_log, _of_roots, _of_quotient):
            plain = told(num, relation)
            if plain is not None:
                return plain
        ((exps, c),) = num.monomials()
        num = term({g: e for g, e in exps.items() if isinstance(g, str) or g.args}, c)
    minus = Poly(num.ring, {m: -c for m, c in num.terms.items() if c < 0})
    plus = Poly(num.ring, {m: c for m, c in num.terms.items() if c > 0})
    c = quotient(1, scale_of(minus, plus))
    left, right = (Ratio(p.scaled(c) if c != 1 else p) for p in (minus, plus))
    return Condition(left, "<" if relation == "> 0" else "<=", right)


def _of_log(h: Poly, relation: str) -> Condition | None:
    """A multiple of one log2(x), or of a root of it, has the sign of x - 1; None where it is squared or not alone."""
    ((exps, c),) = h.monomials()
    unsure = [(g, e) for g, e in exps.items() if not is_positive(g)]
    ((a, e),) = unsure if len(unsure) == 1 else (("", 0),)
    x = log_of(a)
    if x is None or x.atoms:
        return None
    root = Fraction(e).denominator % 2 == 0  # has no value below 0
    if not (abs(e) == 1 or (root and c > 0)):
        return None
    low, high = (Ratio(x.den), Ratio(x.num)) if c > 0 else (Ratio(x.num), Ratio(x.den))
    return Condition(low, "<" if relation == "> 0" or e < 0 else "<=", high) if is_positive_ratio(x) else None


def _of_quotient(h: Poly, relation: str) -> Condition | None:
    """One over functions that may be 0 has the sign of what stands below, and no value where that is 0."""
    ((exps, c),) = h.monomials()
    unsure = {g: e for g, e in exps.items() if isinstance(g, Atom) and not is_positive(g)}
    below = [g for g, e in unsure.items() if e < 0]
    if not below or (relation != "> 0" and len(below) < len(unsure)):
        return None
    return condition(term({g: -e if e < 0 else e for g, e in unsure.items()}, c), "> 0")


def _of_roots(h: Poly, relation: str) -> Condition | None:
    """A multiple of roots of what may be 0 is above 0 where each of them is, and 0 where one is.

    None where another function stands in it.
    """
    ((exps, c),) = h.monomials()
    unsure = [g for g in exps if isinstance(g, Atom) and not is_positive(g)]
    if (c > 0) is not (relation == "> 0") or not unsure or any(not g.row.radicand for g in unsure):
        return None
    way = 1 if c > 0 else -1
    return both((condition(g.args[0] * way, relation) for g in unsure), "and" if c > 0 else "or")


def is_positive_ratio(r: Ratio) -> bool:
    """Whether a quotient of sums without functions has positive coefficients alone."""
    return all(c > 0 for p in (r.num, r.den) for c in p.terms.values())


def without_common(h: Poly) -> Poly:
    """The sum without the symbols and constants that every term has to the same power; its sign is the same."""
    if not h.terms:
        return h
    first, *others = map(h.ring.unpack, h.terms)
    same = 0
    for i, (g, e) in enumerate(zip(h.ring.gens, first)):
        if e and (isinstance(g, str) or not g.args) and all([o[i] == e for o in others]):
            same += e << FIELD * i
    return h.shifted(-same) if same else h


def scale_of(*polys: Poly) -> Number:
    """The common divisor of the coefficients of the first polynomial that is more than a number, 1 where none is."""
    for p in polys:
        kept: list[Number] = [c if c > 0 else -c for m, c in p.terms.items() if m]
        if kept:
            return Poly(p.ring, dict(enumerate(kept))).content()[0] if len(kept) > 1 else kept[0]
    return 1


def both(conditions: Iterable[Condition | None], joined: str = "and") -> Condition | None:
    """The conjunction (or disjunction) of what is given, without what the others imply; None stands for no condition.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> both([condition(gen("F") - gen("D"), ">= 0"), condition(gen("F") - gen("D"), "> 0")]).text
    'D < F'
    """
    kept = [c for c in dict.fromkeys(conditions) if c is not None]
    if not kept:
        return None
    if len(kept) == 1:
        return kept[0]
    first, *rest = kept
    if any(c.rest and c.joined != joined for c in kept):
        raise Unsupported(f"the mixed condition ({first.text}) {joined} ({rest[0].text}) has no printed form")
    alone: list[Condition] = []
    for c in dict.fromkeys(x for whole in kept for x in (replace(whole, rest=()), *whole.rest)):
        if any(_told_by(c, k, joined) for k in alone):
            continue
        alone = [*(k for k in alone if not _told_by(k, c, joined)), c]
    first, *rest = alone
    return replace(first, rest=tuple(rest), joined=joined) if rest else replace(first, joined="and")


def _told_by(c: Condition, other: Condition, joined: str) -> bool:
    """Whether one of two inequalities is idle beside the other: implied by it in an "and", implying it in an "or"."""
    return implies(other, c) if joined == "and" else implies(c, other)


def implies(c: Condition, other: Condition) -> bool:
    """Whether the other inequality follows from the one, being a positive multiple of it and what is not below 0.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> B, D = gen("B"), gen("D")
    >>> implies(condition(D - B - 1, ">= 0"), condition(D - B, "> 0"))
    True
    """
    given, asked = (x.right - x.left for x in (c, other))
    if not set(given.names) & set(asked.names) or not set(asked.atoms) <= set(given.atoms) or given.den != asked.den:
        return False  # nothing in common, or functions that may be undefined where the one condition holds
    strict = other.relation == "<" and c.relation != "<"
    for share in _shares(given.num, asked.num):
        more = oracle.sign((asked - given * share).num, quick=True)
        if more.low and not (strict and more.zero):
            return True
    return False


def _shares(given: Poly, asked: Poly) -> list[Number]:
    """The positive numbers by which one sum and another agree in a term."""
    own = {frozenset(exps.items()): c for exps, c in given.monomials()}
    both_have = ((c, own.get(frozenset(exps.items()))) for exps, c in asked.monomials())
    found = dict.fromkeys(quotient(c, k) for c, k in both_have if k is not None and (c > 0) == (k > 0))
    return list(found)[:FEW_SHARES]


def opposite(c: Condition) -> Condition:
    """The condition that holds exactly where the other does not.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> opposite(condition(gen("K") ** 2 - gen("F"), ">= 0")).text
    'K**2 < F'
    """
    relation, joined = "<" if c.relation == "<=" else "<=", "or" if c.joined == "and" else "and"
    return Condition(c.right, relation, c.left, tuple(opposite(x) for x in c.rest), joined)


def contradictory(conditions: Iterable[Condition]) -> bool:
    """Whether these are seen to exclude each other: two of them, or all that bound one symbol by numbers.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> contradictory([condition(1 - 50 * gen("s"), ">= 0"), condition(gen("s") - 1, ">= 0")])
    True
    """
    each = [x for c in conditions for x in ((c,) if c.rest and c.joined == "or" else (replace(c, rest=()), *c.rest))]
    plain = [c for c in each if not c.rest]
    if any(implies(c, opposite(d)) for c, d in combinations(plain, 2)):
        return True
    least: dict[str, tuple[Fraction, Fraction, bool]] = {}  # base**exponent is the bound; whether it is left out
    most: dict[str, tuple[Fraction, Fraction, bool]] = {}
    for c in plain:
        if not c.right.num.terms:
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


# -- the oracle's answer in one letter ---------------------------------------------------------------------------------


def sign(p: Poly) -> str:
    """'+', '-', '0' for every admissible value, or '?'."""
    return oracle.sign(p).mark

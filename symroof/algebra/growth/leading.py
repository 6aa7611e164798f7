"""The leading part of an expression in a regime, with its error in closed form and bounds that hold at every size.

A term is negligible against others iff its exponent lies in their Newton polytope plus the cone of what tends to 0;
what is left is the unique smallest sum with the same asymptotics.  For R = P/Q with leading parts P', Q' and
P Q' - P' Q = D+ - D-, both D free of subtraction,

    (P'/Q') / (1 + D-/(P'Q'))  <=  R  <=  (P'/Q') (1 + D+/(P'Q'))      for all positive values.

>>> from symroof.symbols import dims
>>> B, D, F = dims("B D F")
>>> print(leading(B*D*F / (B*D + D*F + B*F), "B << D, F"))
B, high by B/D + B/F when B << D, F
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, final

from symroof.algebra.growth import tree
from symroof.algebra.growth.cases import Bounds, Case, as_relation, bounds_free, regimes
from symroof.algebra.growth.newton import Lead, lead, witness
from symroof.algebra.growth.order import moves
from symroof.algebra.growth.regime import Regime, parsed, regime, vector
from symroof.algebra.interop.door import core, expressed, to_sympy
from symroof.algebra.ratios.budget import limited_to, spend
from symroof.algebra.ratios.posynomial import (
    Atom,
    Number,
    Poly,
    Ratio,
    divided,
    exact,
    ordered,
    over_stripped,
    quotient,
    ratio,
    term,
)
from symroof.algebra.signs.constant import constant_sign
from symroof.algebra.signs.positivity import bare, lower
from symroof.algebra.signs.sign import below_one, proved_positive, sign
from symroof.algebra.trials.probe import tried_bounds
from symroof.algebra.trials.trial import tried_error, tried_leading
from symroof.errors import SymroofError, Undetermined
from symroof.keywords import told
from symroof.lazy import once
from symroof.likes import AmountLike
from symroof.records import dataclass
from symroof.shown import tex, visible
from symroof.symbols import is_size

if TYPE_CHECKING:
    from sympy import Expr

    from symroof.algebra.signs.condition import Condition

__all__ = ["Approx", "Bounds", "Case", "bounds_free", "lead", "leading", "leading_core", "regimes", "witness"]
ONE = ratio(1)


# -- signs ---------------------------------------------------------------------------------------------------------


def _sizes(p: Poly, g: Regime) -> set[str]:
    return {n for n in p.gens if isinstance(n, str) and is_size(n) and n not in g.shrinking}


def _sign(part: Lead, g: Regime) -> tuple[int, list[Poly]]:
    """The one sign of a leading part, and the coefficients that must be positive for it; raises Undetermined."""
    if part.part.is_posynomial and not part.part.ring.atoms:
        return 1, []
    signs: set[int] = set()
    assumed: list[Poly] = []
    for group in part.groups:
        p = Poly(part.part.ring, {m: part.part.terms[m] for m in group})
        side, proof = _one_sign(p, g)
        signs.add(side)
        if not proof:
            assumed.append(p if side > 0 else -p)
    if len(signs) > 1:
        whole = sign(part.part, least=below_one(part.part, _sizes(part.part, g)))
        if whole.low or whole.high:
            h = part.part if whole.low else -part.part
            return (1 if whole.low else -1), [h] if whole.zero else []
        raise Undetermined(
            f"the sign of {part.part} is open when {g or 'nothing moves'}: its terms are comparable and of both signs; "
            "say which of them is the large one"
        )
    return signs.pop(), assumed


def _one_sign(p: Poly, g: Regime) -> tuple[int, bool]:
    if p.ring.atoms:
        return _sign_of_coefficient(p, g)
    found = sign(p, least=below_one(p, _sizes(p, g)))
    return -1 if found.mark == "-" else 1, found.mark in "+-"


def _bare(p: Poly, g: Regime) -> Poly:
    """The sum without what its terms share and is above 0; a function that moves is, in the end."""
    return bare(p, lambda x: isinstance(x, str) or moves(x, g))


def _sign_of_coefficient(p: Poly, g: Regime) -> tuple[int, bool]:
    """The same with functions: floor(D/8) before what moves may be 0, and log2(C) below it."""
    fixed = ratio(0)
    for exps, c in p.monomials():
        fixed = fixed + Ratio(term({x: e for x, e in exps.items() if not moves(x, g)}, c))
    found = sign(fixed.num)
    if found.mark in "+-":
        return 1 if found.mark == "+" else -1, True
    return -1 if max(p.terms.values()) < 0 else 1, False


def _minus(p: Poly, kept: Poly) -> Poly:
    """The negative dropped terms, with their sign turned."""
    below = _below(p)
    return Poly(p.ring, {m: -c for m, c in p.terms.items() if m in below and m not in kept.terms})


def _parted(p: Poly) -> tuple[Poly, Poly]:
    """The terms above 0, and those below with their sign turned."""
    below = _below(p)
    plus, minus = ({m: c for m, c in p.terms.items() if (m in below) is way} for way in (False, True))
    return Poly(p.ring, plus), -Poly(p.ring, minus)


def _below(p: Poly) -> set[int]:
    """The terms below 0, functions in symbols taken for positive; numbers such as log2(ln(2)) have their own sign."""
    below = {m for m, c in p.terms.items() if c < 0}
    turning = [i for i, g in enumerate(p.ring.gens) if isinstance(g, Atom) and _below_zero(g)] if p.ring.atoms else ()
    if turning:
        below ^= {m for m in p.terms if sum(p.ring.unpack(m)[i] // p.ring.scale for i in turning) % 2}
    return below


@lru_cache(maxsize=512)
def _below_zero(g: Atom) -> bool:
    """Whether a function is a number, and below 0."""
    one = Ratio(term({g: 1}))
    return lower(g) is None and not one.names and constant_sign(one) < 0


def _no_minus(r: Ratio) -> bool:
    """Whether no term is below 0, nor any of the denominator, where functions in symbols are not."""
    return not (_below(r.num) or _below(r.den))


# -- the answer ----------------------------------------------------------------------------------------------------


@visible
@final
@dataclass(frozen=True)
class Approx:
    """What an expression tends to in a regime, and how far off that is.

    ``value`` is the leading part, ``error`` = value/exact - 1 as an exact identity, ``lower <= exact <= upper`` holds
    for all sizes under ``conditions`` (mostly none).

    >>> from symroof import dims, leading
    >>> B, D = dims("B D")
    >>> a = leading(B * D / (B + D), "B << D")
    >>> a.value, a.error
    (B, B/D)
    """

    exact_core: Ratio
    found: Ratio  # the leading part, its terms as they came
    regime: Regime
    top: Poly  # leading part of the numerator, made positive
    bottom: Poly  # leading part of the denominator, made positive
    whole: Ratio  # the ratio these lead; the exact one, unless functions in it were replaced by what they tend to
    sign: int = 1
    slack: tuple[Ratio, Ratio] = (ONE, ONE)  # whole/slack[0] <= |exact| <= whole*slack[1]
    given: tuple[Condition, ...] = ()  # what the replaced functions need
    assumed: tuple[Poly, ...] = ()  # coefficients that are above 0 without proof

    @once
    def conditions(self) -> tuple[Condition, ...]:
        """What value, error and bounds need beyond positive symbols and is not proved; mostly nothing."""
        return tuple(dict.fromkeys([*self.given, *self._outweighed()]))

    def _outweighed(self) -> tuple[Condition, ...]:
        """The leading parts outweigh the negative rest."""
        if not self.regime.strict or self._one_sided:
            return ()
        g = self.regime
        needed = [_bare(p, g) for p in self.assumed]
        for p, part in zip(self._absolute, (self.top, self.bottom)):
            minus = _minus(p, part)
            if minus:
                rest = part - minus
                if not proved_positive(rest, _sizes(rest, g)):
                    needed.append(_bare(rest, g))
        if not needed:
            return ()
        from symroof.algebra.signs.condition import condition

        return tuple(dict.fromkeys(condition(p, "> 0") for p in needed))

    @once
    def _signed(self) -> tuple[Condition, ...]:
        """Where functions whose sign is open, such as log2(p), are not below 0: sums of terms are bounds only there."""
        from symroof.algebra.signs.condition import condition

        facts = [(c.right - c.left).num for c in self.conditions if not c.rest]
        homes = [self._absolute, (self._difference,), *((s.num, s.den) for s in self.slack)]
        met = dict.fromkeys(g for polys in homes for p in polys for g in p.gens if isinstance(g, Atom))
        unsure = [condition(Ratio(term({g: 1})), ">= 0") for g in met if lower(g) is None and not _below_zero(g)]
        known = {(c.left, c.right) for c in self.conditions}
        return tuple(
            c for c in unsure if (c.left, c.right) not in known and not sign((c.right - c.left).num, facts).low
        )

    # -- SymPy, made when asked for --------------------------------------------------------------------------------
    value = expressed("found", "The leading part.")

    @once
    def error(self) -> Expr:
        """The relative error value/exact - 1, exactly."""
        return to_sympy(tried_error(self, self._error))

    exact = expressed("exact_core", "The expression that was asked about.")

    @once
    def lower(self) -> Expr:
        """A bound below the exact value, in closed form, at every size."""
        return to_sympy(self.bounds_core[0])

    @once
    def upper(self) -> Expr:
        """A bound above the exact value, in closed form, at every size."""
        return to_sympy(self.bounds_core[1])

    @once
    def next(self) -> Expr:
        """The next term: value + next is closer by one order.

        >>> from symroof.symbols import dims
        >>> B, D = dims("B D")
        >>> leading(B*D/(B + D), "B << D").next
        -B**2/D
        """
        return to_sympy(self.next_core)

    # -- the exact core --------------------------------------------------------------------------------------------
    @once
    def value_core(self) -> Ratio:
        """The leading part as a ratio."""
        return sorted_terms(self.found) if self.regime.strict else self.found

    @once
    def _difference(self) -> Poly:
        """D = P Q' - P' Q, for |P| and |Q|."""
        return self._crosswise - self.top * self._absolute[1]

    @once
    def _crosswise(self) -> Poly:
        """P Q', for |P| and |Q|."""
        return self._absolute[0] * self.bottom

    @once
    def _absolute(self) -> tuple[Poly, Poly]:
        """P and Q with their leading parts made positive."""
        p, q = self.whole.num, self.whole.den
        return (p if _contains(p, self.top) else -p), (q if _contains(q, self.bottom) else -q)

    @once
    def _error(self) -> Ratio:
        if self._slack:
            return self.value_core / self.exact_core - 1
        p, q = self.whole.num, self.whole.den
        alone = (p.ring is q.ring) if len(p) == 1 else (len(q) == 1 and len(self.top) < len(p))
        if alone and not (p.ring.atoms or q.ring.atoms):
            return self._error_of_sum()
        if not self._difference:
            return ratio(0)
        return Ratio(-self._difference, self._crosswise)

    def _error_of_sum(self) -> Ratio:
        """The same of a sum above or below one term, which stays: nothing has to be multiplied out."""
        p, q = self.whole.num, self.whole.den
        if len(p) > 1:
            p = self._absolute[0]
            return Ratio(Poly(p.ring, {m: -c for m, c in p.terms.items() if m not in self.top.terms}), p)
        dropped = {m: c for m, c in q.terms.items() if m not in self.bottom.terms}
        ((m, c),), ((n, k),) = p.terms.items(), self.found.num.terms.items()  # the same but for what q' shares with it
        above = Poly(q.ring, divided(dropped, quotient(c, k), m - n))
        return over_stripped(above, self.found.den) if len(dropped) == 1 else Ratio(above, self.found.den)

    @once
    def error_core(self) -> Ratio:
        """value/exact - 1 as a ratio."""
        return self._error if self._slack else sorted_terms(self._error)

    @once
    def _slack(self) -> bool:
        """Whether functions were replaced, at a price."""
        below, above = self.slack
        return (below is not ONE and below != ONE) or (above is not ONE and above != ONE)

    @once
    def _one_sided(self) -> int:
        """1 where value >= exact at every size, -1 where value <= exact, both above 0; 0 where that is not proved.

        Of n/(n + p - 1) the error (p - 1)/n is never below 0, so that nothing has to outweigh the negative term.
        """
        p, q = self._absolute
        if (p.is_posynomial and q.is_posynomial) or self._slack or self.assumed or self.given:
            return 0
        if max(len(p), len(q)) > 40 or any(is_size(n) for n in self.regime.shrinking):
            return 0
        if not (self.top.is_posynomial and self.bottom.is_posynomial) or p.ring.atoms or q.ring.atoms:
            return 0
        if not (proved_positive(p, _sizes(p, self.regime)) and proved_positive(q, _sizes(q, self.regime))):
            return 0
        return self._side

    @once
    def _side(self) -> int:
        """The sign of the error where the conditions hold, which put P and Q above 0: it is that of -D; 0 if open."""
        d = self._difference
        if not d or len(d) > 200:
            return 0
        for side, h in ((1, -d), (-1, d)):
            if h.is_posynomial and not h.ring.atoms:
                return side
        if d.ring.atoms or len(d) > 40 or any(is_size(n) for n in self.regime.shrinking):
            return 0
        found = sign(d, quick=True)
        return 1 if found.high else -1 if found.low else 0

    @once
    def excess(self) -> tuple[Ratio, Ratio]:
        """(lo, hi), both >= 0, with value/(1 + lo) <= exact <= value*(1 + hi) for positive values."""
        if self._one_sided > 0:
            return self.error_core, ratio(0)
        if self._one_sided < 0:
            return ratio(0), sorted_terms(-self.error_core / (1 + self.error_core))
        if not self._slack and len(self._difference) < 200:
            e = self.error_core
            if not e.num or (_no_minus(e) and len(e.den) == 1):
                return e, ratio(0)
            back = sorted_terms(-e / (1 + e))  # exact/value - 1
            if _no_minus(back) and len(back.den) == 1:
                return ratio(0), back
            if _no_minus(-e) and len(e.den) == 1:
                return ratio(0), back
        p, q = self._absolute
        plus, minus = _parted(self._difference)
        lo = Ratio(minus, (self.top - _minus(p, self.top)) * self.bottom)
        hi = Ratio(plus, self.top * (self.bottom - _minus(q, self.bottom)))
        below, above = self.slack
        lo = lo if below == 1 else (1 + lo) * below - 1
        hi = hi if above == 1 else (1 + hi) * above - 1
        return sorted_terms(lo), sorted_terms(hi)

    @once
    def bounds_core(self) -> tuple[Ratio, Ratio]:
        """(lower, upper) as ratios."""
        if self._signed:
            needed = " and ".join(c.text for c in self._signed)
            raise Undetermined(f"bounds of {self.exact_core} need {needed}; .within(0.01) says that with the sizes")
        lo, hi = self.excess
        a, b = self.value_core / (1 + lo), self.value_core * (1 + hi)
        lower, upper = (a, b) if self.sign > 0 else (b, a)
        asked = ("leading(", f', "{self.regime.text}").bounds_core')
        tried_bounds(lower, self.exact_core, upper, asked, self.conditions)
        return lower, upper

    @once
    def next_core(self) -> Ratio:
        """The next term as a ratio: value * D'/(P'Q') with D' the leading part of D."""
        d = self._difference
        if not d:
            return ratio(0)
        return sorted_terms(
            self.value_core * Ratio(lead(d, self.regime.at_power(_power(d))).part, self.top * self.bottom)
        )

    def within(self, tolerance: Number | float | str | Fraction) -> Condition:
        """The sizes from which |value/exact - 1| is at most the tolerance, as one inequality in closed form.

        Exact where the error has one sign; otherwise sufficient: the sum of both excesses is bounded.  What value and
        error need is part of it: D/(N - D) is small as well where N - D is far below 0.

        >>> from symroof.symbols import dims
        >>> B, D, F = dims("B D F")
        >>> leading(B*D*F/(B*D + D*F + B*F), "B << D, F").within(0.01).text
        'B/D + B/F <= 1/100'
        """
        from symroof.algebra.signs.condition import both

        d = Fraction(exact(tolerance))
        if not 0 < d < 1:
            raise SymroofError(f"the tolerance {tolerance} is not between 0 and 1; 1 % is 0.01")
        return both([self._near(d), *self.conditions, *self._signed])  # type: ignore[return-value]

    def _near(self, d: Fraction) -> Condition:
        """The inequality of ``within`` where the conditions hold."""
        from symroof.algebra.signs.condition import Condition

        if self._one_sided:
            return Condition(sorted_terms(self.error_core * self._one_sided), "<=", ratio(d))
        if self.slack == (ONE, ONE) and len(self._difference) < 200:
            for e in (self.error_core, -self.error_core):  # one sign, over one product: exact as it stands
                if e.num and len(e.den) == 1 and _no_minus(e):
                    return Condition(e, "<=", ratio(d))
        lo, hi = self.excess
        if not hi.num:
            return Condition(lo, "<=", ratio(d))
        if not lo.num:
            return Condition(hi, "<=", ratio(d / (1 - d)))
        if not self._slack and self._side:  # the conditions tell which way it is off
            return Condition(sorted_terms(self.error_core * self._side), "<=", ratio(d))
        return Condition(sorted_terms(lo + hi), "<=", ratio(d))

    def sizes_within(self, tolerance: Number | float | str | Fraction) -> tuple[Condition, ...]:
        """One sufficient inequality a large symbol: the tolerance is shared equally between the terms of the error.

        >>> from symroof.symbols import dims
        >>> B, D, F = dims("B D F")
        >>> [c.text for c in leading(B*D*F/(B*D + D*F + B*F), "B << D, F").sizes_within("1/100")]
        ['200*B <= D', '200*B <= F']
        """
        from symroof.algebra.signs.condition import Condition

        needed = self.within(tolerance)
        whole = _cleared(needed, self.regime)
        if whole.left.den.constant() != 1 or not _no_minus(whole.left):
            return (needed,)
        share = Fraction(whole.right.constant() or 0) / max(1, len(whole.left.num))
        out = []
        for exps, c in whole.left.num.monomials():
            up = Ratio(term({g: e for g, e in exps.items() if e > 0}, exact(c / share)))
            out.append(Condition(up, "<=", Ratio(term({g: -e for g, e in exps.items() if e < 0}))))
        return (*out, *(needed.rest if whole is needed else self.given))

    # -- reading ---------------------------------------------------------------------------------------------------
    @once
    def stated(self) -> tuple[Condition, ...]:
        """What is printed as needed: the conditions, and with them where sums of functions are bounds."""
        return (*self.conditions, *(self._signed if self._slack else ()))

    @property
    def needs(self) -> str:
        """The conditions in ASCII algebra, empty where there are none."""
        return " and ".join(c.text for c in self.conditions)

    @once
    def off(self) -> tuple[tuple[str, Ratio], ...]:
        """Each way in which the value may be off, in words, and by how much of the exact one; none where it is exact.

        >>> from symroof import dims, leading
        >>> B, D = dims("B D")
        >>> leading(B + D, "B << D").off, leading(B, "B << D").off
        ((('low by', B/(B + D)),), ())
        """
        if self._slack:
            return tuple((f"{word} by at most", e) for word, e in zip(("high", "low"), self.excess) if e.num)
        e = self.error_core
        if not e.num:
            return ()
        if self._side:
            return (("high by", e) if self._side > 0 else ("low by", sorted_terms(-e)),)
        for word, side in () if self._signed else (("high by", e), ("low by", -e)):
            if _no_minus(Ratio(side.num)) and proved_positive(side.den, _sizes(side.den, self.regime)):
                return ((word, side),)
        return (("off by", e),)

    def __str__(self) -> str:
        words = " and ".join(f"{word} {e}" for word, e in self.off) or "exactly"
        when = f" when {self.regime}" if self.regime.text else ""
        where = f", where {' and '.join(c.text for c in self.stated)}" if self.stated else ""
        return f"{self.value_core}, {words}{when}{where}"

    def __repr__(self) -> str:
        return str(self)

    def latex(self) -> str:
        """LaTeX of the value, its error and the regime."""
        return tex(self)


def _cleared(c: Condition, g: Regime) -> Condition:
    """What suffices for N/Q <= d, without a quotient: with q the one leading term of Q, N+ + d Q- <= d q.

    >>> from symroof.algebra.signs.condition import Condition
    >>> from symroof.algebra.ratios.posynomial import gen
    >>> _cleared(Condition(gen("k") / (gen("n") - 2 * gen("k")), "<=", ratio(1) / 100), regime("k << n")).text
    '51*k/(50*n) <= 1/100'
    """
    from symroof.algebra.signs.condition import Condition

    num, den, d = c.left.num, c.left.den, c.right.constant()
    if d is None or d <= 0 or (len(den) == 1 and num.is_posynomial) or num.ring.atoms or den.ring.atoms:
        return c
    q = lead(den, g).part
    if len(q) != 1 or not q.is_posynomial:
        return c
    plus = Poly(num.ring, {m: x for m, x in num.terms.items() if x > 0})
    minus = Poly(den.ring, {m: -x for m, x in den.terms.items() if x < 0})
    return Condition(sorted_terms(Ratio(plus + minus.scaled(d), q)), c.relation, c.right)


def _contains(p: Poly, part: Poly) -> bool:
    m, c = next(iter(part.terms.items()))
    return p.terms.get(m) == c


def sorted_terms(r: Ratio) -> Ratio:
    """The same ratio with the terms of numerator and denominator in a fixed order, positive ones first."""
    return Ratio(*(p if len(p) > 200 else ordered(p) for p in (r.num, r.den)))


# -- the question --------------------------------------------------------------------------------------------------


@told
def leading(
    expr: AmountLike, given: str | Regime | None, *, minimal: bool = False, within: float | str | None = None
) -> Approx:
    """The unique smallest leading part of an expression in a regime, with its exact relative error.

    >>> from symroof.symbols import dims
    >>> N = dims("N")
    >>> dot = leading((2*N - 1)/(4*N + 2), "N -> oo")
    >>> dot.value, dot.error
    (1/2, 2/(2*N - 1))

    Raises Undetermined, with the missing comparison and the case table, where the regime drops nothing or leaves a
    comparison with a size it does not mention; ``minimal=True`` returns what is left even so.
    ``within`` is a time, as 2 (seconds) or "500ms", after which OutOfTime is raised; else 4,000,000 steps of work.

    >>> leading(N**2 / (N + 1), "N -> oo", within="2s").value
    N
    """
    with limited_to(within):
        r = expr if isinstance(expr, Ratio) else core(expr)
        # a text that can only mean symbols by their convention is read without asking which there are
        g = parsed(given, ()) if isinstance(given, str) and not r.declared else regime(given, r.names)
        return tried_leading(_leading(r, g, minimal))


def leading_core(r: Ratio, g: Regime) -> Ratio:
    """The smallest leading part of a ratio as a ratio, also where it has several terms.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> leading_core(gen("B")*gen("D") + gen("D")*gen("F"), regime("B << F"))
    D*F
    """
    if not g.strict or r.num.ring.atoms or r.den.ring.atoms:
        return _leading(r, g, True).value_core
    _check_spelling(r, g)
    return sorted_terms(_parts(r, g).value)


def sure_core(r: Ratio, g: Regime, *, above: bool = False) -> Ratio | None:
    """The same; None where it leads only if something that the regime leaves fixed is large enough.

    ``above`` asks that it is above 0 as well while what moves is small: in B << D, log2(B) may be that of 1.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> g, (b, d) = regime("B -> oo"), map(gen, "BD")
    >>> sure_core((d + 1) * b + d, g), sure_core((d - 1) * b + d, g)  # at D = 1 the second is 1
    (B + B*D, None)
    """
    made = _leading(r, g, True)
    if made.assumed or not all(_comes_true(c, g, above) for c in made.given):
        return None
    return made.value_core


def _comes_true(c: Condition, g: Regime, above: bool) -> bool:
    """Whether what replaced functions need holds in the end, whatever is fixed: 1 < D does not, nor 8 <= (D - 1)*B."""
    moving = [n in g.names for n in c.keys]
    if not any(moving) or (all(moving) and not above):
        return any(moving)
    parts = [(c.right - c.left).num, *((x.right - x.left).num for x in c.rest)]
    try:
        return all(not _sign(lead(p, _steps(Ratio(p), g)), g)[1] for p in parts if p.terms)
    except Undetermined:
        return False


def _leading(r: Ratio, g: Regime, minimal: bool, solve: tree.Solve | None = None) -> Approx:
    spend()
    _check_spelling(r, g)
    if not g.strict:
        return Approx(r, r, g, r.num, r.den, r)
    if not (r.num.ring.atoms or r.den.ring.atoms):
        return _plain(r, None, g, minimal)
    within = solve or tree.Solve(lambda x, asked: _leading(x, g, True, asked))
    return _plain(r, tree.replaced(r, g, within), g, minimal)


def _power(*polys: Poly) -> int:
    """1 + the largest difference of exponents, in units of the smallest step."""
    spread = 0
    for p in polys:
        vectors = [p.ring.unpack(m) for m in p.terms]
        spread = max([spread, *(max(col) - min(col) for col in zip(*vectors))])
    return 1 + spread


class _Parts(NamedTuple):
    """The leading parts of numerator and denominator, made positive, their signs, and the value they make."""

    value: Ratio
    top: Poly
    bottom: Poly
    sign: int
    assumed: list[Poly]


def _parts(r: Ratio, g: Regime) -> _Parts:
    steps = _steps(r, g)
    p, q = lead(r.num, steps), lead(r.den, steps)
    sign_p, assumed = _sign(p, g)
    sign_q, more = _sign(q, g)
    top = p.part if sign_p > 0 else -p.part
    bottom = q.part if sign_q > 0 else -q.part
    value = Ratio(top, bottom)
    return _Parts(value if sign_p == sign_q else -value, top, bottom, sign_p * sign_q, [*assumed, *more])


def _steps(r: Ratio, g: Regime) -> Regime:
    """The regime itself; of an iterated limit the joint one that is exact for these exponents."""
    return g.at_power(_power(r.num, r.den)) if g.order else g


def _plain(exact_core: Ratio, made: tree.Replaced | None, g: Regime, minimal: bool) -> Approx:
    """A ratio of signomials, functions in it replaced."""
    whole = exact_core if made is None else made.whole
    value, top, bottom, sign, assumed = _parts(whole, g)
    if made is None:
        found = Approx(exact_core, value, g, top, bottom, whole, sign, assumed=tuple(assumed))
    else:
        slack = (made.below, made.above)
        found = Approx(exact_core, value, g, top, bottom, whole, sign, slack, made.conditions, tuple(assumed))
    if not minimal:
        _settled(found, _steps(whole, g))
    return found


def _check_spelling(r: Ratio, g: Regime) -> None:
    """A regime about BD where the expression has B and D is a product without its sign; 0 has no leading part."""
    if not r.num.terms:
        raise SymroofError("the expression is 0, which has no leading part")
    if not g.names:
        return
    words = [n for n in g.names if len(n) > 1 and n not in r.num.ring.index and n not in r.den.ring.index]
    known = set(r.names) if words else set()
    for n in words:
        if n not in known and all(c in known for c in n):
            raise SymroofError(f"{n} is not in the expression, but {' and '.join(n)} are; write {'*'.join(n)}")


# -- what is missing -----------------------------------------------------------------------------------------------


def _settled(a: Approx, g: Regime) -> None:
    """Pass when one monomial is left, or when something was dropped and only named symbols remain to compare."""
    value = a.found
    if len(value.num) == len(value.den) == 1 and not value.num.ring.atoms:
        return
    dropped = len(a.top) < len(a.whole.num) or len(a.bottom) < len(a.whole.den) or value != a.exact_core
    known = {*g.names, *g.fixed}
    if dropped and all([known.issuperset(p.ring.gens) for p in (value.num, value.den)]):  # mostly, and told sooner
        return
    if dropped and all([x in known or (isinstance(x, str) and not is_size(x)) for x in value.gens]):
        return
    value = a.value_core
    missing = _missing(value, g)
    if not missing:
        return
    strangers = sorted({n for x, y in missing for v in (x, y) for n in v.names if n not in known and is_size(n)})
    if dropped and not strangers:
        return
    found = _compatible_cases(a.exact_core, g)
    x, y = missing[0]
    lines = [f"cannot tell which of {x} and {y} is larger when {g}; say {_choices(x, y, g)}"]
    if dropped:
        lines.append(f"what is left so far: {value}")
    lines += [f"{c.value_core} if {c.regime}" for c in found]
    raise Undetermined("\n    ".join(lines), missing=missing, cases=found)


def _choices(x: Ratio, y: Ratio, g: Regime) -> str:
    """The relations between two monomials that the regime leaves open."""
    quotient = (x / y).monomial()
    names = {} if quotient is None else {n: e for n, e in quotient[0].items() if isinstance(n, str)}
    if quotient is None or len(names) < len(quotient[0]):
        return f"{x} << {y} or {y} << {x}"
    v = vector((n, Fraction(e)) for n, e in names.items())
    options = [as_relation(v), as_relation(tuple((n, -e) for n, e in v))]
    return " or ".join(str(r) for r in options if _compatible(Regime((r,)), g)) or "more about them"


def _missing(value: Ratio, g: Regime) -> tuple[tuple[Ratio, Ratio], ...]:
    """Pairs of moving monomials that stand next to each other undecided."""
    out: list[tuple[Ratio, Ratio]] = []
    for p in (value.num, value.den):
        first, *others = [_monomial(p, group[0]) for group in lead(p, g).groups]
        out += [_primitive_pair(first, other) for other in others]
    for a in value.atoms:
        if a.row.extreme and moves(a, g):
            out += [_primitive_pair(a.args[0], other) for other in a.args[1:]]
        elif a.row.radicand and moves(a, g):
            out += _missing(a.args[0], g)
    return tuple(dict.fromkeys(out))


def _monomial(p: Poly, m: int) -> Ratio:
    one: Number = 1
    return Ratio(Poly(p.ring, {m: one}))


def _primitive_pair(a: Ratio, b: Ratio) -> tuple[Ratio, Ratio]:
    """Two ratios without the monomial factor they share, in a fixed order."""
    quotient = (a / b).monomial()
    if quotient is not None:
        up = Ratio(term({x: e for x, e in quotient[0].items() if e > 0}))
        down = Ratio(term({x: -e for x, e in quotient[0].items() if e < 0}))
        a, b = up, down
    x, y = sorted((a, b), key=str)
    return x, y


def _compatible_cases(r: Ratio, g: Regime) -> tuple[Case, ...]:
    try:
        return tuple(c for c in regimes(r) if _compatible(c.regime, g))
    except SymroofError:
        return ()


def _compatible(a: Regime, b: Regime) -> bool:
    try:
        Regime.of([*a.relations, *b.relations], (), [*a.shrinking, *b.shrinking])
    except SymroofError:
        return False
    return True

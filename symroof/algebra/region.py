"""The region of one symbol in which an expression exceeds a level: direction, closed form, condition, integers.

With ``expr - level = H/Q`` and ``Q > 0``, ``H = sum h_i x**i``.  Where the expression is monotone the signs of the h_i
change at most once (Descartes), so the crossing is unique: it exists iff the last h_i is positive, and the level is
always exceeded iff the first is not negative (increasing case; the decreasing one is its mirror).  Both signs are read
before anything is cancelled.

>>> from symroof.algebra.posynomial import gen
>>> B, D, F, K = map(gen, "BDFK")
>>> rule = crossing(B * D * F / (B * D + D * F + B * F), K, "B")
>>> print(rule)
B > 1/(1/K - 1/D - 1/F) when 1/D + 1/F < 1/K
>>> print(rule.at(D=4096, F=4096, K=240.25), "|", rule.at(D=256, F=256, K=240.25))
B > 272.2 (273) | never
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, final

from symroof.algebra import roots as exact_roots
from symroof.algebra.closed import Root
from symroof.algebra.condition import (
    Condition,
    both,
    condition,
    constant_sign,
    scale_of,
    sign,
    sum_text,
    weak_sign,
    without_common,
)
from symroof.algebra.mixed import MixedRoot
from symroof.algebra.positivity import nonnegative, positive
from symroof.algebra.posynomial import Atom, Gen, Number, Poly, Ratio, exact, gen, ordered, ratio, term
from symroof.algebra.roots import RealRoot
from symroof.errors import Inconclusive, SymroofError, Unsupported
from symroof.shown import visible
from symroof.symbols import conventional, is_size

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from symroof.algebra.regime import Regime

Crossing = RealRoot | MixedRoot
Again = Callable[[Mapping[str, Number]], "Threshold"]

__all__ = ["Condition", "Interval", "Root", "Threshold", "crossing"]


# -- the answer --------------------------------------------------------------------------------------------------------


@final
@dataclass(frozen=True)
class Interval:
    """A stretch between two crossings and the integers in it; ``hi`` and ``last`` are None when it is endless."""

    lo: float
    hi: float | None
    closed: tuple[bool, bool]
    first: int | None
    last: int | None

    def __str__(self) -> str:
        left = "[" if self.closed[0] else "("
        right = "oo)" if self.hi is None else f"{number_text(self.hi)}{']' if self.closed[1] else ')'}"
        return f"{left}{number_text(self.lo)}, {right}"


@visible
@final
@dataclass(frozen=True)
class Threshold:
    """For which values of one symbol ``expr > level`` (``>=`` unless strict); verdicts "when", "never" and "always".

    ``str`` says it in one line; ``.value`` is the crossing as a SymPy expression, ``.when`` the Condition under which
    it exists (None: no condition), ``.always`` the one under which every size will do.  With all numbers bound,
    ``.number`` is the crossing as a float and ``.integer`` the smallest (sense ">") or largest ("<") size that does,
    decided exactly; ``.intervals`` lists the region where it is not one ray.  Where a symbolic tile leaves it a
    sawtooth, ``.sufficient`` and ``.necessary`` are the thresholds it lies between.  Some numbers of a ``special``
    symbol have a formula of their own (two chips are no ring); ``again`` makes the threshold for them anew.
    """

    name: str
    sense: str
    verdict: str
    expr: Ratio
    level: Ratio
    strict: bool = True
    root: Root | None = None
    real: Crossing | None = None
    when: Condition | None = None
    always: Condition | None = None
    intervals: tuple[Interval, ...] = ()
    parts: tuple[Threshold, ...] = ()
    joined: str = ""
    first: int | None = None
    forever: int | None = None
    last: int | None = None
    until: int | None = None
    found: tuple[float, int] | None = None
    at_sizes: tuple[tuple[str, Number], ...] = ()
    notes: tuple[str, ...] = ()
    claim: str = ""
    known: tuple[str, ...] = ()
    regime: Regime | None = None
    exact: Threshold | None = None
    sufficient: Threshold | None = None
    necessary: Threshold | None = None
    special: tuple[str, ...] = ()
    again: Again | None = field(default=None, compare=False, repr=False)

    # -- reading -------------------------------------------------------------------------------------------------------
    @property
    def symbol(self) -> Symbol:
        """The unknown as a SymPy symbol."""
        from symroof.symbols import symbol

        return symbol(self.name)

    @cached_property
    def value(self) -> Expr | None:
        """The crossing in closed form; None for never, always, several crossings, or a root without closed form."""
        if self.root is not None:
            return self.root.expr()
        return None

    @cached_property
    def value_text(self) -> str | None:
        """ASCII algebra of the value; None where there is none."""
        return None if self.root is None or self.root.kind == "implicit" else self.root.text()

    @property
    def free(self) -> tuple[str, ...]:
        """Symbols that still have to be bound before there is a number."""
        return tuple(n for n in sorted({*self.expr.names, *self.level.names}) if n != self.name)

    @cached_property
    def number(self) -> float | None:
        """The crossing as a float, where nothing is left symbolic."""
        if self.real is not None:
            return float(self.real)
        if self.found is not None:
            return self.found[0]
        if self.first is not None or self.last is not None:
            return float(self.first if self.first is not None else self.last or 0)
        if self.root is None or self.root.names or self.root.kind == "implicit":
            return None
        lo, hi = self.root.bracket()
        try:
            return float((lo + hi) / 2)
        except OverflowError:
            return math.inf

    @cached_property
    def integer(self) -> int | None:
        """The smallest (sense ">", ">=") or largest ("<", "<=") size that satisfies it, decided exactly."""
        if self.found is not None:
            return self.found[1]
        if self.first is not None or self.last is not None:
            return self.first if self.first is not None else self.last
        if self.intervals:
            return min((i.first for i in self.intervals if i.first is not None), default=None)
        found = self._floor()
        if found is None:
            return None
        n, hit = found
        if self.sense.startswith(">"):
            return max(1, n if hit and self.sense == ">=" else n + 1)
        return n - 1 if hit and self.sense == "<" else n

    def _floor(self) -> tuple[int, bool] | None:
        """The integer part of the crossing, and whether there is nothing more to it."""
        if self.real is not None:
            return self.real.floor()
        if self.root is None or self.root.names or self.root.kind == "implicit":
            return None
        bits, enough = 64, 4096
        while True:
            lo, hi = self.root.bracket(bits)
            n = math.floor(lo)
            if n == math.floor(hi):
                return n, lo == hi == n
            if hi - lo < 1 and not self._difference_at(n + 1):
                return n + 1, True
            enough = max(enough, hi.numerator.bit_length() - hi.denominator.bit_length() + 64)
            if bits >= enough:
                raise Inconclusive(f"{self.root.text()} is an integer to {bits} bits; whether it is one is not decided")
            bits = 4 * bits if enough == 4096 else enough

    def _difference_at(self, n: int) -> int:
        return constant_sign((self.expr - self.level).subs({self.name: n}))

    def contains(self, n: object, **sizes: object) -> bool:
        """Whether the level is exceeded at this very size, from the definition and exactly."""
        bound = self._bound(sizes)
        if self._is_special(bound):
            return self._again(bound).contains(n)
        values = {**bound, self.name: exact(n)}
        gap = (self.expr - self.level).subs(values)
        side = constant_sign(Ratio(without_common(gap.num)) / Ratio(without_common(gap.den)))
        return side > 0 or (side == 0 and not self.strict)

    def __float__(self) -> float:
        if self.verdict == "never":
            raise SymroofError(f"{self}: there is no number; look at .verdict first")
        if self.verdict == "always":
            raise SymroofError(f"{self}: every {self.name} will do, so there is no number; look at .verdict first")
        if self.number is not None:
            return self.number
        left = [n for n in self.free if self.root is None or self.root.kind == "implicit" or n in self.root.names]
        if left:
            raise Inconclusive(f"still symbolic: {', '.join(left)}; give a number for each, as in .at({left[0]}=4096)")
        raise SymroofError(f"{self}: the region has several ends; see .intervals")

    def __bool__(self) -> bool:
        raise SymroofError(f"{self} is a threshold, not a truth value; look at .verdict")

    def __str__(self) -> str:
        return self._text() + (f" assuming {self.regime.text}" if self.regime is not None else "")

    def _text(self) -> str:
        claim = f" {self.claim}" if self.claim else ""
        if self.verdict != "when":
            return self.verdict + claim
        if self.sufficient is not None and self.necessary is not None:
            enough, needed = self.sufficient, self.necessary
            words = f"no {self.name} is sure to do" if enough.verdict == "never" else f"{enough._text()} suffices"
            return words if needed.verdict == "always" else f"{words}; {needed._text()} is necessary"
        if self.parts:
            condition = f" when {self.when.text}" if self.when is not None and self.when.text else ""
            return f" {self.joined} ".join(p._text() for p in self.parts) + condition
        if self.intervals:
            return f"{self.name} in " + " or ".join(map(str, self.intervals))
        if self.first is not None:
            if self.forever is None:
                return f"{self.name} = {self.first} is the first, but it does not stay so"
            return f"{self.name} >= {self.first} first, every {self.name} >= {self.forever}"
        if self.last is not None:
            return f"every {self.name} <= {self.until}, last {self.name} = {self.last}"
        condition = f" when {self.when.text}" if self.when is not None and self.when.text else ""
        if self.always is not None:
            condition += f", every {self.name} when {self.always.text}"
        if self.number is not None:
            n = self.integer
            plain = n is None or n >= 10**16 or (n == self.number and self.sense in (">=", "<="))
            integer = "" if plain else f" ({n})"
            return f"{self.name} {self.sense} {number_text(self.number)}{integer}{condition}"
        if self.root is None:
            if self.when is not None:
                return f"every {self.name}{condition}"
            return f"{self.name} in a region that needs numbers for {', '.join(self.free)}"
        return f"{self.name} {self.sense} {self.root.text()}{condition}"

    __repr__ = __str__

    @property
    def reduced(self) -> Condition | None:
        """The same region as one posynomial inequality in all symbols, K/B + K/D + K/F <= 1; None where it is none."""
        num = (self.expr - self.level).num
        plus = [m for m, c in num.terms.items() if c > 0]
        if len(plus) != 1 or len(num.terms) < 2:
            return None
        m, c = plus[0], num.terms[plus[0]]
        minus = Poly(num.ring, {k - m: exact(Fraction(-v) / c) for k, v in num.terms.items() if v < 0})
        return Condition(Ratio(ordered(minus)), "<" if self.strict else "<=", ratio(1))

    # -- binding -------------------------------------------------------------------------------------------------------
    def at(self, **sizes: object) -> Threshold:
        """The threshold at these numbers; what is not given stays symbolic.

        Raises SymroofError for a size that is not a positive integer or a symbol that does not occur.
        """
        values = self._bound(sizes)
        if self._is_special(values):
            return self._again(values)
        made = crossing(
            self.expr.subs(values), self.level.subs(values), self.name, strict=self.strict, settled=True
        )
        kept = tuple(n for n in self.known if n not in values)
        later = None if self.again is None else partial(_with, self.again, values)
        made = replace(made, claim=self.claim, known=kept, special=self.special, again=later)
        if self.exact is None or self.regime is None:
            return made
        return in_regime(made, self.exact.at(**sizes), self.regime, {**dict(self.at_sizes), **values})

    def good_within(self, tolerance: object) -> Condition | None:
        """The sizes from which a regime's threshold is within a relative tolerance of the exact one.

        The error is value/exact - 1, so 1/(1/K - 1/D - 1/F) is K to 1 % when K/D + K/F <= 1/100.  None: everywhere.
        """
        limit = Fraction(exact(tolerance))
        if limit <= 0:
            raise SymroofError(f"the tolerance {tolerance} is not positive; 0.01 is one per cent")
        if self.exact is None:
            return None
        error = self._error()
        if error is None:
            return self._between(limit)
        out = []
        for gap in (limit - error, limit + error):
            s = sign(gap.num)
            if s == "-":
                raise Inconclusive(f"{self} is never within {tolerance} of the exact threshold")
            if s == "?":
                out.append(condition(gap.num, ">= 0"))
        return both(out)

    def _between(self, limit: Fraction) -> Condition | None:
        """The same without a closed form of the exact crossing: value/(1 + limit) <= exact <= value/(1 - limit).

        The exact region is one ray, so the level is reached at one of these two values and not before the other.
        """
        exactly = self.exact
        value = self.root.ratio() if self.root is not None else None
        comparable = exactly is not None and exactly.verdict == "when" and exactly.sense[0] == self.sense[0]
        if exactly is None or value is None or not comparable or limit >= 1:
            raise Unsupported(f"{self} and the exact {exactly} have no common closed form to compare")
        gap = exactly.expr - exactly.level
        inner, outer = value / (1 + limit), value / (1 - limit)
        if self.sense[0] == "<":
            inner, outer = outer, inner
        reached, before = gap.subs({self.name: outer}), -gap.subs({self.name: inner})
        out = []
        for h in (reached, before):
            if not positive(h.den):
                raise Unsupported(f"the sign of {_short(Ratio(h.den))} is not proved, so {self} is not compared")
            side = _decided(h.num)
            if side == "-":
                raise Inconclusive(f"{self} is never within {float(limit):g} of the exact threshold")
            if side == "?":
                out.append(condition(h.num.shifted(-h.num.content()[1]), ">= 0"))
        return both(out)

    def _error(self) -> Ratio | None:
        """value/exact - 1 of a regime's threshold, where both are ratios."""
        if self.exact is None or self.root is None or self.exact.root is None:
            return None
        if self.root.kind != "ratio" or self.exact.root.kind != "ratio" or self.root.power != self.exact.root.power:
            return None
        if self.root.power != 1:
            return None
        (a, b), (c, d) = self.root.parts, self.exact.root.parts
        return (a / b) * (d / c) - 1

    def _is_special(self, values: Mapping[str, Number]) -> bool:
        return self.again is not None and any(n in values for n in self.special)

    def _again(self, values: Mapping[str, Number]) -> Threshold:
        """Made anew with the special symbols among the values bound, and then the others."""
        assert self.again is not None
        made = self.again({n: v for n, v in values.items() if n in self.special})
        rest = {n: v for n, v in values.items() if n not in self.special}
        known = {*made.free, *made.known}
        return made.at(**{n: v for n, v in rest.items() if n in known}) if rest else made

    def _bound(self, sizes: Mapping[str, object]) -> dict[str, Number]:
        known = {*self.free, *self.known, *(self.exact.free if self.exact is not None else ())}
        out: dict[str, Number] = {}
        for name, given in sizes.items():
            if name == self.name:
                raise SymroofError(f"{name} is the unknown here; to test one value ask .contains({given})")
            if name not in known:
                have = ", ".join(sorted(known)) or "nothing else"
                raise SymroofError(f"{name} does not occur in this threshold; it depends on {have}")
            out[name] = _checked(name, given)
        return out


def _with(again: Again, values: Mapping[str, Number], special: Mapping[str, Number]) -> Threshold:
    """What ``again`` makes, at values that were bound before the special ones."""
    made = again(special)
    known = {*made.free, *made.known}
    return made.at(**{n: v for n, v in values.items() if n in known})


def in_regime(made: Threshold, exactly: Threshold, regime: Regime, sizes: Mapping[str, Number]) -> Threshold:
    """A regime's threshold with the exact one beside it, and what separates them in words."""
    out = replace(made, exact=exactly, regime=regime, at_sizes=tuple(sorted(sizes.items())))
    notes = list(made.notes)
    if exactly.verdict != made.verdict:
        notes.append(f"contradiction: exactly, it is {exactly}{_where(sizes)}")
    elif made.verdict == "when" and exactly.number is not None and made.number is not None:
        percent = 100 * (made.number / exactly.number - 1)
        if percent:
            side = "low" if percent < 0 else "high"
            size = f"{abs(percent):.2g}" if abs(percent) < 99 else f"{abs(percent):.4g}"
            notes.append(f"exactly, {exactly}{_where(sizes)}: the regime is {size} % {side}")
    elif made.verdict == "when":
        error = out._error()
        if error is not None and error.num.terms:
            notes.append(f"exactly, {exactly}; relative error {sum_text(error)}")
    if exactly.verdict == "when" and exactly.when is not None:
        notes += _never_below(exactly)
    if made.number is not None and made.verdict == "when":
        values = {**sizes, made.name: exact(made.number)}
        for r in regime.relations:
            names = {n for n, _ in (*r.small, *r.large)}
            if r.strict and made.name in names and names <= set(values):
                small, large = (math.prod(float(values[n]) ** float(e) for n, e in v) for v in (r.small, r.large))
                if small >= large:
                    notes.append(f"contradiction: {r} does not hold at {made.name} = {number_text(made.number)}")
    return replace(out, notes=tuple(notes))


def _where(sizes: Mapping[str, Number]) -> str:
    return " at " + ", ".join(f"{n} = {v}" for n, v in sorted(sizes.items())) if sizes else ""


def _never_below(exactly: Threshold) -> list[str]:
    """The existence condition in words, where one size decides it."""
    c = exactly.when
    if c is None or c.rest or len(c.names) != 1:
        return []
    t = crossing(c.right, c.left, c.names[0], strict=c.relation == "<", settled=True)
    if t.verdict != "when" or t.sense[0] != ">" or t.integer is None:
        return []
    never = f"exactly, never{' ' + exactly.claim if exactly.claim else ''}"
    return [f"{never} for any {t.name} up to {t.integer - 1}"]


def _checked(name: str, given: object) -> Number:
    """A number for a symbol: positive, and an integer where the symbol is a size."""
    c = exact(given)
    if c <= 0:
        raise SymroofError(f"{name}={given} is not positive; give a number above zero")
    if not Fraction(1, 10**1000) < c < 10**1000:
        raise SymroofError(f"{name} has more digits than anyone needs; the limits are 1e-1000 and 1e1000")
    if is_size(name) and Fraction(c).denominator != 1 and not conventional(name):
        raise SymroofError(f"{name}={given} is not an integer, but {name} is a size; params({name!r}) makes it real")
    return c


def number_text(x: float) -> str:
    if not math.isfinite(x):
        return "1e308 (more than a float holds)"
    if x == int(x) and abs(x) < 1e15:
        return str(int(x))
    if 100 <= abs(x) < 1e7:
        return f"{x:.1f}"
    return f"{x:.4g}"


# -- solving -----------------------------------------------------------------------------------------------------------


def crossing(expr: Ratio, level: Ratio, name: str, *, strict: bool = True, settled: bool = False) -> Threshold:
    """Where ``expr > level`` (``>=`` when not strict) as a region of one symbol.

    Raises SymroofError when neither side depends on the symbol (unless settled: then the verdict alone is given),
    Inconclusive when a sign that matters is not decided, Unsupported for forms without a rule.
    """
    gap = expr - level
    base = Threshold(name, ">" if strict else ">=", "when", expr, level, strict)
    if name not in gap.names:
        if not settled:
            both_sides = f"{_short(expr)} against {_short(level)}"
            raise SymroofError(f"{both_sides} does not depend on {name}, so no {name} decides it")
        return _constant(base, gap.num)
    kinds = {a.kind for a in gap.atoms if name in _names(a)}
    if not kinds:
        return _polynomial(base, gap)
    from symroof.algebra import composite  # it builds on this module; the import is cheap and only paid here

    if kinds & {"ceil", "floor"} or any("ceil" in str(a) or "floor" in str(a) for a in gap.atoms):
        return composite.sawtooth(base, gap)
    if kinds & {"max", "min", "if<", "if<="}:
        return composite.tree(base, gap)
    return composite.composed(base, gap)


def _short(r: Ratio) -> str:
    text = sum_text(r)
    return text if len(text) <= 80 else text[:77] + "..."


def _names(a: Atom) -> set[str]:
    return {n for r in a.args for n in r.names}


def verdict(base: Threshold, holds: bool) -> Threshold:
    return replace(base, verdict="always" if holds else "never")


def _constant(base: Threshold, h: Poly) -> Threshold:
    """The answer where the symbol does not matter: by the sign of h, else under the condition that h > 0."""
    s = sign(h)
    if s == "?" and not Ratio(h).names:
        side = constant_sign(Ratio(h))
        s = "0" if not side else "+" if side > 0 else "-"
    if s == "?":
        return replace(base, when=condition(h, "> 0" if base.strict else ">= 0"))
    return verdict(base, s == "+" or (s == "0" and not base.strict))


def _excluded(c: Condition, above: Poly) -> bool:
    """Whether a condition cannot hold where a polynomial is above 0, being that very polynomial the other way round."""
    if c.rest:
        return False
    share = (c.left - c.right) / Ratio(above)
    return sign(share.num) == "+" and sign(share.den) == "+"


def by_power(p: Poly, name: Gen) -> dict[Fraction, Poly]:
    """The coefficients of the powers of one symbol, in ascending order of exponents."""
    i = p.ring.index.get(name)
    if i is None:
        return {Fraction(0): p} if p.terms else {}
    scale = p.ring.scale
    unit = p.ring.pack({name: Fraction(1, scale)})
    found: dict[int, dict[int, Number]] = {}
    for m, c in p.terms.items():
        e = p.ring.unpack(m)[i]
        found.setdefault(e, {})[m - e * unit] = c
    return {Fraction(e, scale): Poly(p.ring, found[e]) for e in sorted(found)}


def _polynomial(base: Threshold, gap: Ratio) -> Threshold:
    """The rational case: signs of the coefficients, Descartes, closed form."""
    num, den = gap.num, gap.den
    side = sign(den)
    if side == "-":
        num, den, side = -num, -den, "+"
    free = [g for g in {*num.gens, *den.gens} if g != base.name]
    if not free and side == "?":
        return cells(base, [num, den], lambda s: s[1] != 0 and good(base, s[0] * s[1]))
    if side == "?" and nonnegative(den):  # n - 1 with n >= 1: where it is 0 there is nothing to ask
        out = _polynomial(base, Ratio(num))
        defined = condition(den, "> 0")
        if out.verdict != "when":
            return replace(out, notes=(*out.notes, f"where {defined.text}"))
        always = None if out.always is None or _excluded(out.always, den) else out.always
        return replace(out, when=both([defined, out.when]), always=always)
    if side == "?":
        raise Inconclusive(f"the sign of the denominator {_short(Ratio(den))} is not decided; bind {some(free)}")
    parts = by_power(num, base.name)
    if not parts:
        return verdict(base, not base.strict)
    if len(parts) == 1:
        return _constant(base, next(iter(parts.values())))
    if not free:
        numeric = [parts[e].constant() for e in parts]
        flips = exact_roots.changes((c > 0) - (c < 0) for c in numeric if c is not None)
        if flips > 1:
            return cells(base, [num], lambda s: good(base, s[0]))
    signs = [_decided(h) for h in parts.values()]
    rising = _direction([_weakly(s, h) for s, h in zip(signs, parts.values())])
    if rising is None:
        rising = trend(base)
        if rising is None:
            between = _quadratic_pair(base, parts, signs)
            if between is not None:
                return between
            culprit = next(iter(parts.values()))
            raise Inconclusive(
                f"{_short(base.expr)} is not proved monotone in {base.name}, so the region may have several parts; "
                f"bind {some([n for n in Ratio(num).names if n != base.name] or [str(culprit)])}"
            )
    return _ray(base, parts, signs, rising)


def _quadratic_pair(base: Threshold, parts: dict[Fraction, Poly], signs: list[str]) -> Threshold | None:
    """A u**2 + b u + c > 0 with a and c of one sign: between the two roots (or outside them), where they exist."""
    es, hs = list(parts), list(parts.values())
    if len(es) != 3 or es[2] - es[1] != es[1] - es[0] or (signs[0], signs[2]) not in (("-", "-"), ("+", "+")):
        return None
    inside = signs[0] == "-"
    if not inside:
        hs = [-h for h in hs]
    c, b, a = (Ratio(ordered(h)) for h in (hs[0], hs[1].scaled(Fraction(1, 2)), hs[2]))
    power = exact(Fraction(1) / (es[1] - es[0]))
    ends = (Root("quadratic", (a, b, c), power), Root("quadratic", (-a, -b, -c), power, minus=True))
    needed = []
    for h, relation in ((b, "> 0"), (b * b - a * c, ">= 0")):  # equal roots are one point, or none
        side = _decided(h.num)
        if side == "-" or (side == "0" and relation == "> 0"):
            return verdict(base, not inside)
        if side == "?":
            needed.append(condition(h, relation))
    exists = both(needed)
    weak = "" if base.strict else "="
    senses = (">", "<") if inside else ("<", ">")
    pair = tuple(replace(base, sense=sense + weak, root=end) for sense, end in zip(senses, ends))
    note = "never" if inside else f"every {base.name}"
    return replace(
        base, sense="in", parts=pair, joined="and" if inside else "or", when=exists,
        notes=(f"{note} elsewhere",) if exists is not None else (),
    )


def some(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, names)))


def good(base: Threshold, side: int) -> bool:
    return side > 0 or (side == 0 and not base.strict)


def _decided(h: Poly) -> str:
    s = sign(h)
    if s == "?" and all(isinstance(g, Atom) and not _names(g) for g in h.gens):
        side = constant_sign(Ratio(h))
        return "0" if not side else "+" if side > 0 else "-"
    return s


def _weakly(s: str, h: Poly) -> str:
    """The sign, where it is undecided that of "0 or more" or "0 or less": a change of sign is not made by a zero."""
    if s != "?":
        return s
    return "+" if nonnegative(h) else "-" if nonnegative(-h) else s


def _direction(signs: list[str]) -> bool | None:
    """True when these coefficient signs allow only - ... +, False for + ... -, None when they allow more.

    One undecided sign between (or beside) decided ones leaves at most one change whatever it turns out to be.
    """
    seq = [s for s in signs if s != "0"]
    if seq.count("?") > 1:
        return None
    for first, last, rising in (("-", "+", True), ("+", "-", False)):
        body = "".join(seq).lstrip(first).rstrip(last)
        if body in ("", "?"):
            if body == "?" and len(seq) == 1:
                return None
            return rising
    return None


def trend(base: Threshold) -> bool | None:
    """Monotone by the 2x2 minors p_i q_j - p_j q_i of (expr's numerator * level's denominator) over the mirror."""
    p = by_power(base.expr.num * base.level.den, base.name)
    q = by_power(base.level.num * base.expr.den, base.name)
    if any(weak_sign(c) not in (0, 1) for c in (*p.values(), *q.values())):
        return None
    up = down = True
    powers = sorted({*p, *q})
    zero = Poly(base.expr.num.ring, {})
    for k, i in enumerate(powers):
        for j in powers[:k]:
            minor = p.get(i, zero) * q.get(j, zero) - p.get(j, zero) * q.get(i, zero)
            s = weak_sign(minor)
            up, down = up and s in (0, 1), down and s in (0, -1)
            if not (up or down):
                return None
    return up


def _ray(base: Threshold, parts: dict[Fraction, Poly], signs: list[str], rising: bool) -> Threshold:
    """One crossing at most: existence by the coefficient at the good end, always by the one at the bad end."""
    pairs = [(e, h, s) for (e, h), s in zip(parts.items(), signs) if s != "0"]
    good, bad = (pairs[-1], pairs[0]) if rising else (pairs[0], pairs[-1])
    if good[2] == "-":
        return verdict(base, False)
    if bad[2] == "+":
        return verdict(base, True)
    sense = (">" if rising else "<") + ("" if base.strict else "=")
    exists = condition(_readable(good[1], bad[1]), "> 0") if good[2] == "?" else None
    always = condition(bad[1], ">= 0") if bad[2] == "?" else None
    root = _closed(base, [e for e, _, _ in pairs], [h for _, h, _ in pairs], rising)
    if always is not None and not (rising and root.kind == "ratio" and root.power == 1):
        exists = both([exists, condition(-bad[1], "> 0")])  # elsewhere the formula says nothing, and every size will do
    made = replace(base, sense=sense, root=root, when=exists, always=always)
    if any(n != base.name for h in parts.values() for n in h.gens):
        return made
    scale = math.lcm(*(e.denominator for e in parts))
    real = exact_roots.positive_roots(integers(parts, scale), scale)[0]
    made = replace(made, real=real)
    if not rising and is_size(base.name) and made.integer is not None and made.integer < 1:
        note = f"{base.name} {sense} {number_text(float(real))}, and a size is at least 1"
        return replace(verdict(base, False), notes=(note,))
    return made


def integers(parts: Mapping[Fraction, Poly], scale: int, lowest: Fraction | None = None) -> exact_roots.Poly:
    """The coefficients as integers, in powers of x**(1/scale)."""
    lowest = min(parts) if lowest is None else lowest
    out: list[Fraction] = [Fraction(0)] * (int((max(parts) - lowest) * scale) + 1)
    for e, h in parts.items():
        out[int((e - lowest) * scale)] = Fraction(h.constant() or 0)
    return exact_roots.primitive(out)


def _readable(h: Poly, other: Poly) -> Poly:
    """h, divided by the monomial that is all of the other coefficient: DF - K(D + F) over KDF is 1/K - 1/D - 1/F."""
    if len(other.terms) != 1:
        return h.shifted(-h.content()[1])
    ((m, c),) = other.terms.items()
    return (h * Poly(other.ring, {-m: 1})).scaled(exact(Fraction(1) / abs(Fraction(c))))


def _closed(base: Threshold, exponents: list[Fraction], hs: list[Poly], rising: bool) -> Root:
    """The closed form of the only positive root, where there is one."""
    if not rising:
        hs = [-h for h in hs]
    if len(hs) == 2:
        power = exact(Fraction(1) / (exponents[1] - exponents[0]))
        low, top = -hs[0], hs[1]
        split = _least_of(low, top) if power == 1 else ()
        if split:
            return split[0] if len(split) == 1 else Root("min", inner=split)
        if len(top.terms) == 1:
            return Root("ratio", (Ratio(ordered(_quotient_by(low, top))), ratio(1)), power)
        if len(low.terms) == 1:
            bottom = _quotient_by(top, low)
            halves = ({m: c for m, c in bottom.terms.items() if (c < 0) == minus} for minus in (True, False))
            c = scale_of(*(Poly(bottom.ring, h) for h in halves))
            bottom = bottom.scaled(exact(Fraction(1) / c))
            return Root("ratio", (ratio(exact(Fraction(1) / c)), Ratio(ordered(bottom))), power)
        common = top.content()[1] if top.ring is low.ring else 0
        return Root("ratio", (Ratio(ordered(low.shifted(-common))), Ratio(ordered(top.shifted(-common)))), power)
    if len(hs) == 3 and exponents[2] - exponents[1] == exponents[1] - exponents[0]:
        third, middle, first = hs
        common = first.content()[1] if first.ring is middle.ring is third.ring else 0
        halved = (first, middle.scaled(Fraction(1, 2)), third)
        parts = tuple(Ratio(ordered(h.shifted(-common))) for h in halved)
        power = exact(Fraction(1) / (exponents[1] - exponents[0]))
        return Root("quadratic", parts, power, minus=_decided(middle) == "-")
    x = gen(base.name)
    total = ratio(0)
    for e, h in zip(exponents, hs):
        total = total + Ratio(h) * x ** exact(e)
    return Root("implicit", (total,))


def _least_of(low: Poly, top: Poly) -> tuple[Root, ...]:
    """The quotients a/b and a/c where low/top is a/max(b, c) and positive, a shorter reading of the same."""
    if len(top.terms) != 1 or len(low.terms) != 1:
        return ()
    quotient = Ratio(low) / Ratio(top)
    ((m, c),) = quotient.num.terms.items()
    powers = quotient.num.ring.exponents(m)
    largest = next((g for g, e in powers.items() if isinstance(g, Atom) and g.kind == "max" and e == -1), None)
    if largest is None or c < 0 or quotient.den.constant() is None:
        return ()
    if not all(positive(a.num) and positive(a.den) for a in largest.args):
        return ()  # 1/max(-1, 2) is not min(-1, 1/2)
    rest = quotient * Ratio(term({largest: 1}))
    return tuple(Root("ratio", (rest / a, ratio(1))) for a in largest.args)


def _quotient_by(p: Poly, monomial: Poly) -> Poly:
    common, a, b = p._common(monomial)
    ((m, c),) = b.items()
    return Poly(common, {k - m: exact(Fraction(v) / c) for k, v in a.items()})


# -- several crossings -------------------------------------------------------------------------------------------------


def cells(base: Threshold, polys: list[Poly], holds: Callable[[tuple[int, ...]], bool]) -> Threshold:
    """The region of a question about the signs of polynomials in the one symbol, exactly, by Sturm's theorem."""
    grouped = [by_power(p, base.name) for p in polys]
    for g in grouped:
        for h in g.values():
            if h.constant() is None:
                raise Inconclusive(f"{Ratio(h)} is not a rational number, and the region may have several parts")
    scale = math.lcm(1, *(e.denominator for g in grouped for e in g))
    lists = [integers(g, scale) if g else () for g in grouped]
    found, table = exact_roots.cells(lists, scale)
    return assembled(base, found, [holds(s) for s in table])


def assembled(base: Threshold, found: Sequence[Crossing], truth: list[bool]) -> Threshold:
    """Truth on (0, r1), r1, (r1, r2), ... as a verdict, a ray, or intervals."""
    if all(truth):
        return verdict(base, True)
    if not any(truth):
        return verdict(base, False)
    runs: list[tuple[int, int]] = []
    start = None
    for k, t in enumerate([*truth, False]):
        if t and start is None:
            start = k
        elif not t and start is not None:
            runs.append((start, k - 1))
            start = None
    last = len(truth) - 1
    if len(runs) == 1 and runs[0][1] == last:
        real = found[(runs[0][0] - 1) // 2] if runs[0][0] % 2 else found[runs[0][0] // 2 - 1]
        return _numeric_ray(base, real, ">=" if runs[0][0] % 2 else ">")
    if len(runs) == 1 and runs[0][0] == 0:
        real = found[runs[0][1] // 2]
        if runs[0][1] % 2:
            real = found[(runs[0][1] - 1) // 2]
        return _numeric_ray(base, real, "<=" if runs[0][1] % 2 else "<")
    pieces = []
    left: Crossing | None = None
    for a, b in runs:
        left = found[(a - 1) // 2] if a % 2 else (found[a // 2 - 1] if a else None)
        right = found[(b - 1) // 2] if b % 2 else (found[b // 2] if b < last else None)
        pieces.append(_interval(left, bool(a % 2), right, bool(b % 2)))
    if is_size(base.name):
        pieces = [p for p in pieces if p.first is not None]
        if not pieces:
            return verdict(base, False)
        if len(pieces) == 1 and pieces[0].last is None:
            if pieces[0].first == 1 or left is None:
                return verdict(base, True)
            return _numeric_ray(base, left, ">=" if pieces[0].closed[0] else ">")
    return replace(base, sense="in", intervals=tuple(pieces))


def _numeric_ray(base: Threshold, real: Crossing, sense: str) -> Threshold:
    exact_value = real.fraction()
    root = Root("ratio", (ratio(exact_value), ratio(1))) if exact_value is not None else None
    made = replace(base, sense=sense, root=root, real=real)
    if sense[0] == "<" and is_size(base.name) and made.integer is not None and made.integer < 1:
        note = f"{base.name} {sense} {number_text(float(real))}, and a size is at least 1"
        return replace(verdict(base, False), notes=(note,))
    return made


def _interval(left: Crossing | None, lc: bool, right: Crossing | None, rc: bool) -> Interval:
    if left is None:
        first = 1
    else:
        n, hit = left.floor()
        first = max(1, n if hit and lc else n + 1)
    last: int | None = None
    if right is not None:
        n, hit = right.floor()
        last = n - 1 if hit and not rc else n
    empty = last is not None and last < first
    return Interval(
        float(left) if left is not None else 0.0,
        float(right) if right is not None else None,
        (lc, rc),
        None if empty else first,
        None if empty else last,
    )

"""The closed form of a crossing, one of five: a quotient, a quadratic's root, a power of two, the larger of several, or
the equation whose one root it is.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> print(Quotient(ratio(1), 1 / gen("K") - 1 / gen("D")).text())
1/(1/K - 1/D)
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Literal, final

from symroof.algebra.ratios.evaluation import intervals, root_enclosure
from symroof.algebra.ratios.functions import EXTREMES
from symroof.algebra.ratios.posynomial import Atom, Number, Ratio, build, named_constant, nearest, ratio, term
from symroof.algebra.signs.condition import enclosure, sum_text
from symroof.decimals import general
from symroof.errors import Unsupported
from symroof.records import dataclass


class ClosedForm(ABC):
    """What is asked of each of them."""

    @property
    @abstractmethod
    def parts(self) -> tuple[Ratio, ...]:
        """The ratios in it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The symbols still in it."""
        return tuple(sorted({n for r in self.parts for n in r.names}))

    @abstractmethod
    def text(self) -> str:
        """ASCII algebra of the same value."""

    def ratio(self) -> Ratio | None:
        """The value as an exact ratio, square roots as atoms; None where it is none."""
        return None

    def in_functions(self) -> Ratio | None:
        """The same with powers of two as exponentials, which expressions may have: 2**K is exp(K*ln(2))."""
        return self.ratio()

    def bracket(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        """Two rationals around a closed form that has no symbols left."""
        value = self.ratio()
        if value is None:
            raise Unsupported(f"{self.text()} has no closed form")
        return enclosure(value, bits)

    def __float__(self) -> float:
        lo, hi = self.bracket()
        return nearest((lo + hi) / 2)


@final
@dataclass(frozen=True)
class Quotient(ClosedForm):
    """(top/bottom)**power."""

    top: Ratio
    bottom: Ratio = ratio(1)
    power: Number = 1

    @property
    def parts(self) -> tuple[Ratio, ...]:
        return self.top, self.bottom

    def text(self) -> str:
        if self.power != 1 and self._whole is not None:
            return sum_text(self._whole)
        out = sum_text(self.top)
        if self.bottom.constant() != 1:
            above = f"({out})" if len(self.top.num) > 1 and self.top.den.constant() == 1 else out
            out = _over(above, _divisor(self.bottom))
        return _raised(out, self.power)

    @property
    def _whole(self) -> Ratio | None:
        """The power of a monomial multiplied out, where that leaves no root that was not there: (C*sqrt(N))**2."""
        mono = (self.top / self.bottom).monomial()
        if mono is None or mono[1] <= 0:  # of -9/log2(K), K < 1, no root is taken term by term
            return None
        out = (self.top / self.bottom) ** self.power
        made = out.monomial()
        whole = made is not None and all(isinstance(e, int) for e in made[0].values())
        return out if whole or isinstance(self.power, int) else None

    def ratio(self) -> Ratio | None:
        x = self.top / self.bottom
        mono = x.monomial()
        if mono is not None and mono[1] < 0 and not isinstance(self.power, int):  # (-9/log2(K))**(1/2), K < 1
            return Ratio(term({Atom("base", (x,)): self.power}))
        return x**self.power


@final
@dataclass(frozen=True)
class Quadratic(ClosedForm):
    """The positive root of a u**2 + 2 b u + c with c/a < 0, to a power, written without cancellation."""

    a: Ratio
    b: Ratio
    c: Ratio
    power: Number = 1
    minus: bool = False  # b < 0: (-b + sqrt)/a rather than -c/(b + sqrt)

    @property
    def parts(self) -> tuple[Ratio, ...]:
        return self.a, self.b, self.c

    @property
    def half_discriminant(self) -> Ratio:
        """b**2 - a c."""
        return self.b * self.b - self.a * self.c

    def text(self) -> str:
        inside = self.half_discriminant
        met = None if inside.names or not self.names else (inside ** Fraction(1, 2)).constant()  # D - 2, K being 4
        disc = f"sqrt({sum_text(inside)})" if met is None else str(met)
        return _raised(self._rising(disc) if self.minus else self._reciprocal(disc), self.power)

    def _reciprocal(self, disc: str) -> str:
        """-c/(b + sqrt)."""
        inside = f"{sum_text(self.b)} + {disc}" if self.b.num.terms else disc
        halves = _halves(-self.c)
        if halves is None:
            return f"({sum_text(-self.c)})/({inside})"
        above, below = halves
        return f"{above}/({below}*({inside}))" if below else f"{above}/({inside})"

    def _rising(self, disc: str) -> str:
        """(sqrt - b)/a, or (b - sqrt)/-a where that has fewer signs."""
        a, b = self.a, self.b
        lower = bool(a.num.terms) and all(c < 0 for c in a.num.terms.values())
        if lower:
            a, b = -a, -b
        rest = sum_text(-b) if b.num.terms else ""
        if lower:
            out = f"{rest} - {disc}" if rest else f"-{disc}"
        else:
            out = disc + (f" - {rest[1:]}" if rest.startswith("-") else f" + {rest}" if rest else "")
        if a.constant() == 1:
            return out
        out = f"({out})" if rest else out
        above, below = _halves(a.inverse()) or ("1", "")
        if above == "1":
            return f"{out}/{_divisor(a)}"
        if "*" in below:
            below = f"({below})"
        return f"{above}*{out}/{below}" if below else f"{above}*{out}"

    def ratio(self) -> Ratio | None:
        root = self.half_discriminant ** Fraction(1, 2)
        return ((root - self.b) / self.a if self.minus else -self.c / (self.b + root)) ** self.power


@final
@dataclass(frozen=True)
class PowerOfTwo(ClosedForm):
    """2**exponent."""

    exponent: Root

    @property
    def parts(self) -> tuple[Ratio, ...]:
        return self.exponent.parts

    def text(self) -> str:
        exponent = self.exponent.text()
        return f"2**{exponent}" if exponent.isdigit() else f"2**({exponent})"

    def in_functions(self) -> Ratio | None:
        e = self.exponent.in_functions()
        return None if e is None else build("exp", [e * named_constant("log(2)")])

    def bracket(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        lo, hi = self.exponent.bracket(bits)
        if lo == hi and lo.denominator <= 64:
            whole, part = divmod(_short_power(lo), 1)
            low, high = root_enclosure(Fraction(2) ** part.numerator, part.denominator, bits)
            return low * Fraction(2) ** whole, high * Fraction(2) ** whole
        return _two_to(lo, bits)[0], _two_to(hi, bits)[1]

    def __float__(self) -> float:
        try:
            return super().__float__()
        except Unsupported:  # 2**1000000 has more digits than anyone reads
            return math.inf


@final
@dataclass(frozen=True)
class Extremum(ClosedForm):
    """The largest or the smallest of several."""

    kind: Literal["max", "min"]
    of: tuple[Root, ...]

    @property
    def parts(self) -> tuple[Ratio, ...]:
        return tuple(p for x in self.of for p in x.parts)

    def text(self) -> str:
        return f"{self.kind.capitalize()}({', '.join(x.text() for x in self.of)})"

    def in_functions(self) -> Ratio | None:
        found = [x for x in (one.in_functions() for one in self.of) if x is not None]
        return build(self.kind, found) if len(found) == len(self.of) else None

    def bracket(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        ends = [x.bracket(bits) for x in self.of]
        pick = EXTREMES[self.kind].pick
        return pick(a for a, _ in ends), pick(b for _, b in ends)


@final
@dataclass(frozen=True)
class Implicit(ClosedForm):
    """The one positive root of a gap, which has no closed form, or the one from ``least`` on; or one of at most two.

    Of a gap that turns once and is on one side at both ends, there are two roots or none.  Then the first one is said
    to be oo and the last one 0 (as of any infimum and supremum): up to the first or from the last on is all there is.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> print(Implicit(gen("N") ** 2 - gen("D") * gen("N") + 1, 1, "last").text())
    the last root from 1 on of 1 + N**2 - D*N = 0 (0 if none)
    """

    gap: Ratio
    least: int = 0  # 1 where it is the one root of a size: there may be others below
    which: Literal["one", "first", "last"] = "one"

    @property
    def parts(self) -> tuple[Ratio, ...]:
        return (self.gap,)

    def text(self) -> str:
        which = f"root from {self.least} on" if self.least else "positive root"
        return f"the {self.which} {which} of {sum_text(self.gap)} = 0{self.absent}"

    @property
    def absent(self) -> str:
        """What it is where there is none, in words behind the equation; empty of the one root."""
        return {"one": "", "first": " (oo if none)", "last": " (0 if none)"}[self.which]


Root = Quotient | Quadratic | PowerOfTwo | Extremum | Implicit


def _raised(text: str, power: Number) -> str:
    """The text of a value to a power."""
    if power == 1:
        return text
    if power == Fraction(1, 2):
        return f"sqrt({text})"
    to = str(power) if isinstance(power, int) else f"({power})"
    return f"{text}**{to}" if text.isidentifier() else f"({text})**{to}"


def _divisor(x: Ratio) -> str:
    """What stands below a fraction bar: in brackets unless it is one letter or number."""
    text = sum_text(x)
    return text if len(x.num) == 1 and "/" not in text and "*" not in text else f"({text})"


def _halves(x: Ratio) -> tuple[str, str] | None:
    """What stands above the fraction bar and what below it, "" for 1, of a product of powers; None of a sum."""
    mono = x.monomial()
    if mono is None:
        return None
    exps, c = mono
    above = Ratio(term({g: e for g, e in exps.items() if e > 0}, c.numerator))
    below = Ratio(term({g: -e for g, e in exps.items() if e < 0}, c.denominator))
    return sum_text(above), "" if below.constant() == 1 else sum_text(below)


def _over(top: str, below: str) -> str:
    """top/below, where top may itself be a product over something: 1/2 over (x) reads 1/(2*x)."""
    head, slash, tail = top.rpartition("/")
    if not slash or "(" in head + tail or "+" in top or " - " in top:
        return f"{top}/{below}"
    return f"{head}/({tail}*{below})"


def _short_power(x: Fraction) -> Fraction:
    if abs(x) > 100_000:
        raise Unsupported(f"2**{general(x, 6)} has too many digits")
    return x


def _two_to(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around 2**x."""
    if bits > 4096:
        raise Unsupported(f"2**{general(x, 6)} has too many digits")
    whole = math.floor(_short_power(x))
    scale = Fraction(1 << whole) if whole >= 0 else Fraction(1, 1 << -whole)
    part = x - whole
    if not part:
        return scale, scale
    from mpmath.libmp import to_rational

    iv = intervals(bits + 32)
    power = iv.exp(iv.mpf(part.numerator) / iv.mpf(part.denominator) * iv.log(iv.mpf(2)))
    lo, hi = (Fraction(*map(int, to_rational(end))) for end in power._mpi_)
    return lo * scale, hi * scale

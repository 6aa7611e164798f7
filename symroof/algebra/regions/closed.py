"""The closed form of a crossing: a ratio, a root of a quadratic, a power of two, or the larger of several.

>>> from symroof.algebra.ratios.posynomial import gen, ratio
>>> print(Root("ratio", (ratio(1), 1 / gen("K") - 1 / gen("D"))).text())
1/(1/K - 1/D)
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.ratios.evaluation import intervals, root_enclosure
from symroof.algebra.ratios.posynomial import Atom, Number, Ratio, nearest, term
from symroof.algebra.signs.condition import enclosure, sum_text
from symroof.errors import Unsupported
from symroof.records import dataclass

if TYPE_CHECKING:
    from sympy import Expr


@final
@dataclass(frozen=True)
class Root:
    """Where the level is crossed.

    kind "ratio": (top/bottom)**power; "quadratic": the positive root of a u**2 + 2 b u + c with c/a < 0, to that power,
    written without cancellation; "exp2": 2**inner; "max", "min": of the inner ones; "implicit": the one positive root
    of the numerator, which has no closed form, or the one from ``least`` on where there may be others below.
    """

    kind: str
    parts: tuple[Ratio, ...] = ()
    power: Number = 1
    inner: tuple[Root, ...] = ()
    minus: bool = False  # quadratic with b < 0: (-b + sqrt)/a rather than -c/(b + sqrt)
    least: int = 0  # implicit: 1 where it is the one root of a size

    @property
    def names(self) -> tuple[str, ...]:
        """The symbols still in it."""
        found = {n for r in self.parts for n in r.names} | {n for i in self.inner for n in i.names}
        return tuple(sorted(found))

    def expr(self) -> Expr | None:
        """The SymPy expression; sums of reciprocals stay sums of reciprocals."""
        import sympy

        from symroof.algebra.interop.door import extremum, over, power, to_sympy

        if self.kind == "implicit":
            return None
        if self.inner:
            below = [i.expr() for i in self.inner]
            if any(b is None for b in below):
                return None
            if self.kind in ("max", "min"):
                return extremum(self.kind, below)
            exponent: Any = below[0]
            long = exponent.is_Integer and abs(int(exponent)) > 10_000  # more digits than anyone reads
            return sympy.Pow(2, exponent, evaluate=False) if long else sympy.Integer(2) ** exponent
        if self.kind == "ratio":
            top, bottom = self.parts
            out = over(to_sympy(top), to_sympy(bottom))
        else:
            a, b, c = self.parts
            root = power(to_sympy(_half_discriminant(a, b, c)), Fraction(1, 2))
            if self.minus:
                out = over(root + to_sympy(-b), to_sympy(a))
            else:
                out = over(to_sympy(-c), to_sympy(b) + root)
        return power(out, self.power)

    def text(self) -> str:
        """ASCII algebra of the same value."""
        if self.kind == "implicit":
            which = f"root from {self.least} on" if self.least else "positive root"
            return f"the one {which} of {sum_text(self.parts[0])} = 0"
        if self.kind in ("max", "min"):
            return f"{self.kind.capitalize()}({', '.join(i.text() for i in self.inner)})"
        if self.kind == "exp2":
            exponent = self.inner[0].text()
            return f"2**{exponent}" if exponent.isdigit() else f"2**({exponent})"
        if self.kind == "ratio" and self.power != 1 and self._whole is not None:
            return sum_text(self._whole)
        out = self._quotient_text() if self.kind == "ratio" else self._quadratic_text()
        if self.power == 1:
            return out
        if self.power == Fraction(1, 2):
            return f"sqrt({out})"
        power = str(self.power) if isinstance(self.power, int) else f"({self.power})"
        return f"{out}**{power}" if out.isidentifier() else f"({out})**{power}"

    def _quotient_text(self) -> str:
        top, bottom = self.parts
        out = sum_text(top)
        if bottom.constant() == 1:
            return out
        above = f"({out})" if len(top.num) > 1 and top.den.constant() == 1 else out
        return _over(above, _divisor(bottom))

    def _quadratic_text(self) -> str:
        a, b, c = self.parts
        disc = f"sqrt({sum_text(_half_discriminant(a, b, c))})"
        if not self.minus:
            inside = f"{sum_text(b)} + {disc}" if b.num.terms else disc
            above = sum_text(-c)
            return f"({above})/({inside})" if len(c.num) > 1 else _over(above, f"({inside})")
        lower = bool(a.num.terms) and all(c < 0 for c in a.num.terms.values())
        if lower:  # (sqrt - b)/a is (b - sqrt)/-a
            a, b = -a, -b
        rest = sum_text(-b) if b.num.terms else ""
        if lower:
            out = f"{rest} - {disc}" if rest else f"-{disc}"
        else:
            out = disc + (f" - {rest[1:]}" if rest.startswith("-") else f" + {rest}" if rest else "")
        if a.constant() == 1:
            return out
        return f"({out})/{_divisor(a)}" if rest else f"{out}/{_divisor(a)}"

    @property
    def _whole(self) -> Ratio | None:
        """The power of a monomial multiplied out, where that leaves no root that was not there: (C*sqrt(N))**2."""
        top, bottom = self.parts
        mono = (top / bottom).monomial()
        if mono is None or mono[1] <= 0:  # of -9/log2(K), K < 1, no root is taken term by term
            return None
        out = (top / bottom) ** self.power
        made = out.monomial()
        whole = made is not None and all(isinstance(e, int) for e in made[0].values())
        return out if whole or isinstance(self.power, int) else None

    def bracket(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        """Two rationals around a closed form that has no symbols left."""
        if self.inner:
            ends = [i.bracket(bits) for i in self.inner]
            if self.kind == "exp2" and ends[0][0] == ends[0][1] and ends[0][0].denominator <= 64:
                whole, part = divmod(_short_power(ends[0][0]), 1)
                low, high = root_enclosure(Fraction(2) ** part.numerator, part.denominator, bits)
                return low * Fraction(2) ** whole, high * Fraction(2) ** whole
            if self.kind == "exp2":
                return _two_to(ends[0][0], bits)[0], _two_to(ends[0][1], bits)[1]
            pick = max if self.kind == "max" else min
            return pick(a for a, _ in ends), pick(b for _, b in ends)
        value = self.ratio()
        if value is None:
            raise Unsupported(f"{self.text()} has no closed form")
        return enclosure(value, bits)

    def __float__(self) -> float:
        try:
            lo, hi = self.bracket()
        except Unsupported:
            if self.kind == "exp2":  # 2**1000000 has more digits than anyone reads
                return math.inf
            raise
        return nearest((lo + hi) / 2)

    def ratio(self) -> Ratio | None:
        """The value as an exact ratio, square roots as atoms; None for the other kinds."""
        if self.kind == "ratio":
            x = self.parts[0] / self.parts[1]
            mono = x.monomial()
            if mono is not None and mono[1] < 0 and not isinstance(self.power, int):  # (-9/log2(K))**(1/2), K < 1
                return Ratio(term({Atom("base", (x,)): self.power}))
            return x**self.power
        if self.kind != "quadratic":
            return None
        a, b, c = self.parts
        root = _half_discriminant(a, b, c) ** Fraction(1, 2)
        return ((root - b) / a if self.minus else -c / (b + root)) ** self.power


def _divisor(x: Ratio) -> str:
    """What stands below a fraction bar: in brackets unless it is one letter or number."""
    text = sum_text(x)
    return text if len(x.num) == 1 and "/" not in text and "*" not in text else f"({text})"


def _over(top: str, below: str) -> str:
    """top/below, where top may itself be a product over something: 1/2 over (x) reads 1/(2*x)."""
    head, slash, tail = top.rpartition("/")
    if not slash or "(" in head + tail or "+" in top or " - " in top:
        return f"{top}/{below}"
    return f"{head}/({tail}*{below})"


def _half_discriminant(a: Ratio, b: Ratio, c: Ratio) -> Ratio:
    return b * b - a * c


def _short_power(x: Fraction) -> Fraction:
    if abs(x) > 100_000:
        raise Unsupported(f"2**{float(x):g} has too many digits")
    return x


def _two_to(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around 2**x."""
    if bits > 4096:
        raise Unsupported(f"2**{float(x):g} has too many digits")
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

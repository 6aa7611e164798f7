"""The functions and constants that a formula may hold: one class each, which says all that is asked of it.

A function of one number is a row of ``FUNCTIONS``: its value at a rational, its range between two rationals, its name
in SymPy, in typed formulas, in LaTeX and in NumPy.  Every evaluator (``evaluation``, ``evaluate``) and every writer
reads this table, so that a new function is one new class; mypy names the method that was forgotten.

What a room asks before it applies a theorem (does it round, and which way? is it the largest of several?) is a trait
of the row of ``KINDS``, which an atom carries as ``row``; a row that says nothing has the answer that proves nothing.

>>> FUNCTIONS["log2"].exact(Fraction(8)), FUNCTIONS["log2"].exact(Fraction(6))
(3, None)
>>> low, high = CONSTANTS["pi"].between(40)
>>> float(low) == math.pi == float(high)
True
"""

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, final

from symroof.decimals import general
from symroof.errors import SymroofError, Unsupported
from symroof.records import dataclass

if TYPE_CHECKING:
    from sympy import Expr

Ends = tuple[Fraction, Fraction]  # what lies between two rationals, both included
_MOST_BITS = 1 << 24
LARGEST_POWER = 1 << 16  # of e: beyond, a value has more than 90,000 bits before its point


class Kind:
    """What stands in a formula beside its numbers and symbols."""

    kind: str  # in atoms, programs and typed formulas
    shown: str = ""  # in ASCII algebra, before its arguments
    rounds: int = 0  # 1: up to a whole number, -1: down to one
    extreme: int = 0  # 1: the largest of its arguments, -1: the smallest
    guards: int = 0  # how many arguments, the first ones, only decide which of the others it is
    radicand: bool = False  # it is its argument, of which fractional powers are taken
    logarithm: bool = False  # 2 to the power of it is its argument, of a product it is a sum
    exponential: bool = False  # its argument is the natural logarithm of it, which is any number above 0
    continuous: bool = False  # and rising, where its one argument is above 0
    nonnegative: bool = False  # it is not below 0 wherever it has a value
    positive: bool = False  # it is above 0 where its argument is
    keeps_sign: bool = False  # it is not below 0 where no argument is that may be its value
    demands: Literal["", ">", ">="] = ""  # how its argument must be to 0 for it to have a value


class Function(Kind, ABC):
    """One function of one real number that never falls as its argument grows."""

    sympy_name: ClassVar[str]  # of the SymPy class
    latex: ClassVar[tuple[str, str]]  # what stands before and after the argument
    fence: ClassVar[bool] = False  # whether these two are brackets
    ufunc: ClassVar[str]  # in NumPy and other array libraries
    python: ClassVar[Any]  # of a float: a function of the math module, which compilers know
    code: ClassVar[str]  # of one Python float, with {} where the argument stands

    def __init_subclass__(cls, **options: Any) -> None:
        """Names what a row forgot to say, where it is defined rather than where it is asked."""
        super().__init_subclass__(**options)
        told = ("sympy_name", "shown", "latex", "ufunc", "python", "code")
        left = [n for n in told if getattr(cls, n, "") == ""] if hasattr(cls, "kind") else []
        if left:
            raise TypeError(f"{cls.__name__} does not say its {', '.join(left)}, which every function has")

    @property
    @abstractmethod
    def demands(self) -> Literal["", ">", ">="]:  # type: ignore[override]
        """How its argument must be to 0 for it to have a value; nothing where any number will do."""

    @abstractmethod
    def exact(self, x: Fraction) -> int | Fraction | None:
        """The value at a rational, None where it is irrational; raises SymroofError where there is none."""

    @abstractmethod
    def between(self, low: Fraction, high: Fraction, bits: int) -> Ends:
        """Two rationals around every value between these; raises SymroofError where it is not defined throughout."""

    @abstractmethod
    def expression(self, x: Any) -> Expr:
        """The SymPy expression of it."""


class Rounding(Function):
    """A function whose values are whole."""

    fence = keeps_sign = True
    demands = ""

    @staticmethod
    @abstractmethod
    def whole(x: Fraction) -> int:
        """The integer."""

    def exact(self, x: Fraction) -> int:
        return self.whole(x)

    def between(self, low: Fraction, high: Fraction, bits: int) -> Ends:
        return Fraction(self.whole(low)), Fraction(self.whole(high))

    def expression(self, x: Any) -> Expr:
        import sympy

        made: Expr = getattr(sympy, self.sympy_name)(x)
        return made


@final
class Ceiling(Rounding):
    """The least integer that is not below x."""

    kind, sympy_name, shown, ufunc = "ceil", "ceiling", "ceiling", "ceil"
    rounds = 1
    positive = True
    latex = (r"\lceil", r"\rceil")
    python = math.ceil
    code = "float(_ceil({}))"

    @staticmethod
    def whole(x: Fraction) -> int:
        return math.ceil(x)


@final
class Floor(Rounding):
    """The largest integer that is not above x."""

    kind, sympy_name, shown, ufunc = "floor", "floor", "floor", "floor"
    rounds = -1
    latex = (r"\lfloor", r"\rfloor")
    python = math.floor
    code = "float(_floor({}))"

    @staticmethod
    def whole(x: Fraction) -> int:
        return math.floor(x)


@final
class Log2(Function):
    """The binary logarithm of what is above 0."""

    kind, sympy_name, shown, ufunc = "log2", "log2", "log2", "log2"
    logarithm = continuous = True
    demands = ">"
    latex = (r"\log_2", "")
    python = math.log2
    code = "_log2({})"

    def exact(self, x: Fraction) -> int | None:
        if x <= 0:
            raise SymroofError(f"log2 of {x}, which is not positive")
        p, q = x.numerator, x.denominator
        return None if p & (p - 1) or q & (q - 1) else p.bit_length() - q.bit_length()

    def between(self, low: Fraction, high: Fraction, bits: int) -> Ends:
        if low <= 0:
            raise SymroofError(f"log2 of what may be {general(low, 4)}, which is not positive")
        below, above = self._around(low, bits)
        return (below, above) if low == high else (below, self._around(high, bits)[1])

    def _around(self, x: Fraction, bits: int) -> Ends:
        """By mpmath's integers alone: no context is touched."""
        whole = self.exact(x)
        if whole is not None:
            return Fraction(whole), Fraction(whole)
        from mpmath import libmp

        prec = bits + 32
        argument = libmp.from_rational(x.numerator, x.denominator, prec)
        value = as_fraction(libmp.mpf_div(libmp.mpf_log(argument, prec), libmp.mpf_ln2(prec), prec))
        slack = max(Fraction(1), abs(value)) / (1 << (bits + 16))
        return value - slack, value + slack

    def expression(self, x: Any) -> Expr:
        import sympy

        log = sympy.log(x, evaluate=False) if x.is_Symbol else sympy.log(x)  # a symbol's has nothing to evaluate
        return log / sympy.log(2, evaluate=False)


@final
class Exp(Function):
    """The exponential function."""

    kind, sympy_name, shown, ufunc = "exp", "exp", "exp", "exp"
    nonnegative = positive = exponential = True
    demands = ""
    latex = (r"\exp", "")
    python = math.exp
    code = "_exp({})"

    def exact(self, x: Fraction) -> int | None:
        return None if x else 1  # of a rational it is transcendental (Lindemann)

    def between(self, low: Fraction, high: Fraction, bits: int) -> Ends:
        if high > LARGEST_POWER:
            raise Unsupported(f"exp of what may be above {LARGEST_POWER}, up to which it is worked out")
        below = Fraction(0) if low < -LARGEST_POWER else self._around(low, bits, -1)
        return below, self._around(max(high, Fraction(-LARGEST_POWER)), bits, 1)

    def _around(self, x: Fraction, bits: int, way: int) -> Fraction:
        """A bound on the value from below or from above: its error is a share of it, so the slack is one too."""
        from mpmath import libmp

        prec = bits + 64
        value = as_fraction(libmp.mpf_exp(libmp.from_rational(x.numerator, x.denominator, prec), prec))
        return value + way * value / (1 << (bits + 16)) if x else Fraction(1)

    def expression(self, x: Any) -> Expr:
        import sympy

        made: Expr = sympy.exp(x)
        return made


@final
@dataclass(frozen=True)
class Extreme(Kind):
    """The largest or the smallest of several."""

    kind: str
    extreme: int
    pick: Callable[..., Any]  # of numbers
    shown: str
    keeps_sign = True


@final
@dataclass(frozen=True)
class Guard(Kind):
    """Of (l, r, a, b): a where l < r (l <= r), else b."""

    kind: str
    holds: Callable[[Any, Any], Any]  # the relation
    shown = "Piecewise"
    guards = 2
    keeps_sign = True


class Radicand(Kind):
    """The base of a fractional power."""

    kind, demands = "base", ">="
    radicand = continuous = nonnegative = True


class Named(Kind):
    """A constant."""

    kind = "const"
    nonnegative = positive = True


FUNCTIONS: Mapping[str, Function] = MappingProxyType({f.kind: f for f in (Ceiling(), Floor(), Log2(), Exp())})
ROUNDINGS: Mapping[str, Rounding] = MappingProxyType({k: f for k, f in FUNCTIONS.items() if isinstance(f, Rounding)})
EXTREMES: Mapping[str, Extreme] = MappingProxyType(
    {"max": Extreme("max", 1, max, "Max"), "min": Extreme("min", -1, min, "Min")}
)
GUARDS: Mapping[str, Guard] = MappingProxyType({"if<": Guard("if<", operator.lt), "if<=": Guard("if<=", operator.le)})
KINDS: Mapping[str, Kind] = MappingProxyType({**FUNCTIONS, **EXTREMES, **GUARDS, "base": Radicand(), "const": Named()})
BY_SYMPY: Mapping[str, Function] = MappingProxyType({f.sympy_name: f for f in FUNCTIONS.values()})
EXTREMA: Mapping[str, str] = MappingProxyType({"Max": "max", "Min": "min"})


@final
@dataclass(frozen=True)
class Constant:
    """A positive real number with a name."""

    name: str
    sympy_name: str  # of the class of SymPy's object; empty where it is a function of a number
    value: float
    digits: Callable[[Any, int], Any]  # of mpmath's library of integers, to so many bits
    latex: str
    typed: tuple[str, ...] = ()  # the names that a formula's text may give it, where it is meant

    def between(self, bits: int) -> Ends:
        """Two rationals around it."""
        from mpmath import libmp

        x = as_fraction(self.digits(libmp, bits + 32))
        slack = x / (1 << (bits + 16))
        return x - slack, x + slack

    def expression(self) -> Expr:
        """SymPy's own object."""
        import sympy

        made: Expr = sympy.log(2) if self.name == "log(2)" else getattr(sympy.S, self.sympy_name)
        return made


def as_fraction(x: Any) -> Fraction:
    """The rational that a number of mpmath's library is; raises Unsupported where it would fill the memory."""
    sign, mantissa, exponent, _ = x
    if not -_MOST_BITS < exponent < _MOST_BITS:
        raise Unsupported("a value of more than sixteen million bits before or behind its point")
    n = -int(mantissa) if sign else int(mantissa)
    return Fraction(n << exponent) if exponent >= 0 else Fraction(n, 1 << -exponent)


CONSTANTS: Mapping[str, Constant] = MappingProxyType({c.name: c for c in (
    Constant("pi", "Pi", math.pi, lambda lib, bits: lib.mpf_pi(bits), r"\pi", ("pi",)),
    Constant("E", "Exp1", math.e, lambda lib, bits: lib.mpf_e(bits), "e", ("e", "E")),
    Constant("EulerGamma", "EulerGamma", 0.5772156649015329, lambda lib, bits: lib.mpf_euler(bits), r"\gamma",
             ("EulerGamma", "gamma")),
    Constant("GoldenRatio", "GoldenRatio", (1 + math.sqrt(5)) / 2, lambda lib, bits: lib.mpf_phi(bits), r"\varphi",
             ("GoldenRatio", "phi")),
    Constant("log(2)", "", math.log(2), lambda lib, bits: lib.mpf_ln2(bits), r"\ln 2"),
)})  # fmt: skip
NAMED: Mapping[str, Constant] = MappingProxyType({c.sympy_name: c for c in CONSTANTS.values() if c.sympy_name})

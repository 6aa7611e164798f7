"""What an answer may be: one of eight kinds of region, each with what it alone knows, or a word that says it all.

>>> from symroof import dims, threshold
>>> B, D = dims("B D")
>>> rule = threshold(B * D / (B + D), B, over=240)
>>> [type(t.region).__name__ for t in (rule, rule.at(D=4096))], rule.at(D=200).region
(['Ray', 'ExactRay'], 'never')
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, final

from symroof.algebra.ratios.posynomial import Number
from symroof.algebra.regions.ends import apart, mistaken, told
from symroof.algebra.signs.closed import Root
from symroof.algebra.signs.mixed import MixedRoot
from symroof.algebra.signs.roots import RealRoot
from symroof.decimals import float_text
from symroof.records import dataclass, field

if TYPE_CHECKING:
    from symroof.algebra.regions.outcome import Threshold

T = TypeVar("T")
Crossing = RealRoot | MixedRoot


class Found(NamedTuple):
    """A crossing found by bisection: its float, the first or last integer that does, and two rationals around it."""

    number: float
    integer: int
    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        return self.number

    def bracket(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        """Two rationals around the number, as close as it was looked for."""
        return self.low, self.high


Edge = Fraction | RealRoot | MixedRoot | Found | Root


@final
@dataclass(frozen=True)
class Interval:
    """A stretch between two crossings and the integers in it; ``hi`` and ``last`` are None when it is endless."""

    lo: float
    hi: float | None
    closed: tuple[bool, bool]
    first: int | None
    last: int | None
    ends: tuple[Edge | None, Edge | None] = field(default=(None, None), compare=False, repr=False)  # lo, hi exactly

    of_sizes: bool = field(default=True, compare=False, repr=False)  # of whole numbers alone

    def __str__(self) -> str:
        if self.lo == self.hi and self.ends[0] is self.ends[1]:
            return f"{{{float_text(self.lo)}}}"
        (lo, with_lo), high = self.told(_digits)
        hi, with_hi = high or (None, False)
        texts = float_text(lo), "oo" if hi is None else float_text(hi)
        first, last = self.long(_digits)
        if self.is_one(lo, hi) and first is None:
            return f"{{{texts[0]}}}"
        if texts[0] == texts[1]:
            texts, (with_lo, with_hi) = self.apart(), self.closed
        texts = texts[0] if first is None else str(first), texts[1] if last is None else str(last)
        with_lo, with_hi = with_lo or first is not None, with_hi or last is not None
        return f"{'[' if with_lo else '('}{', '.join(texts)}{']' if with_hi else ')'}"

    def told(self, shown: Callable[[float], Number]) -> tuple[tuple[float, bool], tuple[float, bool] | None]:
        """Both ends as they are to be printed and whether with what is printed; ``shown`` is how a float is printed."""
        (low, high), whole = self.ends, (self.first, self.last) if self.of_sizes else (None, None)
        left = told((self.lo, self.closed[0]), low, whole[0], shown(self.lo), upper=False)
        if self.hi is None:
            return left, None
        return left, told((self.hi, self.closed[1]), high, whole[1], shown(self.hi), upper=True)

    def long(self, shown: Callable[[float], Number]) -> tuple[int | None, int | None]:
        """The first and the last size where their digits have to stand: as floats they would be taken for others."""
        if not self.of_sizes:
            return None, None
        ends = ((self.first, self.lo), (self.last, self.hi))
        low, high = (
            n if n is not None and x is not None and mistaken(Fraction(shown(x)), n) else None for n, x in ends
        )
        return low, high

    def is_one(self, lo: float, hi: float | None) -> bool:
        """Whether the ends that are printed are the one size in it, which stands between them: 14 in [13.1, 14.9]."""
        return self.of_sizes and self.first == self.last == lo == hi

    def apart(self) -> tuple[str, str]:
        """Both ends in more digits than the four that do not tell them apart."""
        low, high = self.ends
        lo, hi = f"{self.lo:.15g}", f"{self.hi:.15g}"
        return apart(low, high) if lo == hi and low is not None and high is not None else (lo, hi)


def _digits(x: float) -> Number:
    """The number that stands there where a float is printed."""
    return Fraction(float_text(x)) if abs(x) <= 1e300 else Fraction(0)


# -- the kinds ---------------------------------------------------------------------------------------------------------


@final
@dataclass(frozen=True)
class Ray:
    """Beyond (or up to) one crossing in closed form, or by the equation that it solves."""

    root: Root


@final
@dataclass(frozen=True)
class ExactRay:
    """Beyond (or up to) one number, known to any number of digits, with its closed form where it has one."""

    real: Crossing
    root: Root | None = None


@final
@dataclass(frozen=True)
class FoundRay:
    """Beyond (or up to) one number found by bisection, with the equation that it solves or the integer that it is."""

    found: Found
    root: Root | None = None


@final
@dataclass(frozen=True)
class FromFirst:
    """Sizes of a sawtooth from a first one on, and from ``forever`` on all; None: it comes and goes without end."""

    first: int
    forever: int | None
    runs: tuple[tuple[int, int | None], ...] = field(default=(), compare=False, repr=False)  # all of them, where known


@final
@dataclass(frozen=True)
class UpToLast:
    """Sizes of a sawtooth up to a last one, up to ``until`` all."""

    last: int
    until: int
    runs: tuple[tuple[int, int | None], ...] = field(default=(), compare=False, repr=False)


@final
@dataclass(frozen=True)
class Intervals:
    """Several stretches, or one with two ends."""

    intervals: tuple[Interval, ...]


@final
@dataclass(frozen=True)
class Joined:
    """Where all of several answers hold ("and"), or any ("or")."""

    parts: tuple[Threshold, ...]
    joined: Literal["and", "or"]


@final
@dataclass(frozen=True)
class Between:
    """A region that is not told itself: larger than one that suffices, smaller than one that is necessary."""

    sufficient: Threshold
    necessary: Threshold


Answered = Literal["always", "never", "when", "open"]  # every size, none, each where its condition holds, not told
Region = Answered | Ray | ExactRay | FoundRay | FromFirst | UpToLast | Intervals | Joined | Between


class Held(Generic[T]):
    """What some kinds hold, read from the threshold itself; ``none`` of the others."""

    def __init__(self, none: T) -> None:
        self.none = none

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, t: Any, owner: type) -> T:
        held: T = self.none if t is None else getattr(t.region, self.name, self.none)
        return held

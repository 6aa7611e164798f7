"""The range of a threshold over every printed value of the machine's constants, and over boxes of sizes.

A peak that is higher, or a link that is slower, makes compute-bound harder, whatever the operation: so the extremes
lie at two machines, and the range is exact.

>>> from symroof.model.ops import op
>>> matmul = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
>>> printed_range(matmul, "B", on="TPU v5e", given="B << D, F")
B > 240.2 (229 to 243 over printed values)
>>> printed_range(matmul, "B", on="TPU v5e", D=(2048, 8192), F=4096)
B > 250 to 296 over printed values and sizes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, final

from symroof.algebra.regions.region import Threshold
from symroof.decimals import float_text
from symroof.errors import SymroofError
from symroof.evaluate.box import trend
from symroof.evaluate.front import bound_sizes
from symroof.keywords import fitting
from symroof.likes import SizeLike
from symroof.machines import Machine, MachineLike, machine
from symroof.model.ops import Op, an_op, balance_core
from symroof.model.threshold import threshold
from symroof.shown import visible

if TYPE_CHECKING:
    from sympy import Symbol

    from symroof.algebra.growth.regime import Regime


@visible
@final
@dataclass(frozen=True)
class PrintedRange:
    """A threshold at the machine's own constants, and where it is easiest and hardest to be compute-bound.

    ``value`` is None where sizes are ranges.  ``easiest`` and ``hardest`` are thresholds; ``low`` and ``high`` their
    numbers, infinite for never and 0 for always.
    """

    value: Threshold | None
    easiest: Threshold
    hardest: Threshold

    @property
    def low(self) -> float:
        return min(self._ends())

    @property
    def high(self) -> float:
        return max(self._ends())

    def _ends(self) -> tuple[float, float]:
        return _number(self.easiest, self._sense), _number(self.hardest, self._sense)

    @property
    def _sense(self) -> str:
        """The sign of the inequality, wherever there is one."""
        known = [t for t in (self.value, self.easiest, self.hardest) if t is not None and t.verdict == "when"]
        return known[0].sense if known else ">"

    def __str__(self) -> str:
        ends = sorted((self.easiest, self.hardest), key=lambda t: _number(t, self._sense))
        span = " to ".join(dict.fromkeys(map(_short, ends)))
        sign = f"{self.easiest.name} {self._sense} "
        if self.value is None:
            return f"{sign}{span} over printed values and sizes"
        if self.value.verdict != "when":
            return str(self.value) if span == self.value.verdict else f"{self.value} ({span} over printed values)"
        here = f"{sign}{float_text(_number(self.value, self._sense))}"
        return here if self.low == self.high else f"{here} ({span} over printed values)"

    __repr__ = __str__


@fitting
def printed_range(
    op: Op,
    B: Symbol | str,
    /,
    on: MachineLike,
    given: str | Regime | None = None,
    *,
    link: str | None = None,
    **sizes: SizeLike,
) -> PrintedRange:
    """The threshold of an operation on a machine, under every printed value of its constants; sizes may be (low, high).

    >>> from symroof.model.ops import op
    >>> found = printed_range(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "B", on="H100", D=4096, F=4096)
    >>> found, round(found.low), round(found.high)
    (B > 344.9 (339 to 349 over printed values), 339, 349)

    Of another unknown, B may be given by its name: ``printed_range(o, "D", on="H100", B=4096)``.

    Raises SymroofError for sizes left open, and for a range of sizes in which compute-bound is not a monotone question.
    """
    op = an_op(op)
    chip = machine(on)
    links = [link] if link is not None else [x for x, b in op.traffic.items() if b != 0]
    fixed = {n: v for n, v in sizes.items() if not isinstance(v, (tuple, list))}
    ranged = {n: v for n, v in sizes.items() if n not in fixed}
    kinder, harder = _corners(op, links, ranged)
    dtypes = list(op.work)

    def at(on: Machine, corner: Mapping[str, object]) -> Threshold:
        bound = {**fixed, **corner}
        made = threshold(op, B, on=on, given=given, link=link)
        made = made.at(**bound) if bound else made
        if made.verdict == "when" and made.number is None:
            remedy = f"give sizes, as in {made.free[0]}=4096, or a regime" if made.free else "give a regime"
            raise SymroofError(f"the threshold {made} is no number yet; {remedy}")
        return made

    easiest = at(_extreme(chip, dtypes, links, easy=True), kinder)
    hardest = at(_extreme(chip, dtypes, links, easy=False), harder)
    return PrintedRange(None if ranged else at(chip, {}), easiest, hardest)


def _corners(op: Op, links: list[str], ranged: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """The sizes at which every link's balance is lowest and highest."""
    box: dict[str, tuple[Fraction, Fraction]] = {}
    for name, pair in ranged.items():
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise SymroofError(f"{name} is {pair!r}; give a number or (low, high)")
        low, high = (Fraction(bound_sizes({name: x})[name]) for x in pair)
        if low > high:
            raise SymroofError(f"{name} runs from {low} down to {high}; write (low, high)")
        box[name] = (low, high)
    kinder: dict[str, object] = {}
    harder: dict[str, object] = {}
    for name, (low, high) in box.items():
        ways = _ways(op, links, name, box)
        if ways is None:
            raise SymroofError(f"bytes per FLOP neither rise nor fall with {name} throughout; give one size at a time")
        kinder[name], harder[name] = (low, high) if ways == {1} else (high, low)
    return kinder, harder


def _ways(op: Op, links: list[str], name: str, box: Mapping[str, tuple[Fraction, Fraction]]) -> set[int] | None:
    """The direction, +1 or -1, in which bytes per FLOP go as a size grows; empty: neither; None: no one direction."""
    found = {trend(balance_core(op, x), name, box) for x in links} - {0}
    return None if None in found or len(found) > 1 else {w for w in found if w is not None}


def _extreme(chip: Machine, dtypes: list[str], used: list[str], easy: bool) -> Machine:
    """The printed values that make compute-bound easiest or hardest: slow and well fed, or the reverse."""
    best, worst = (min, max) if easy else (max, min)
    peaks = {**chip.peaks, **{d: best(chip.printed(d)) for d in dtypes}}
    links = {**chip.bandwidths, **{x: worst(chip.printed(x)) for x in used}}
    return replace(chip, peaks=peaks, bandwidths=links)


def _number(t: Threshold, sense: str) -> float:
    if t.verdict == "when":
        return float(t) if t.number is None else t.number
    return float("inf") if (t.verdict == "never") == sense.startswith(">") else 0.0


def _short(t: Threshold) -> str:
    if t.verdict != "when":
        return t.verdict
    x = float(t) if t.number is None else t.number
    return f"{x:.0f}" if x >= 100 else f"{x:.3g}"

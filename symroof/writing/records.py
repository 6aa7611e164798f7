r"""The records that are shown as one formula, each by a function that is handed the printer of formulas, ``tex``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, final

from symroof.records import dataclass
from symroof.writing.naming import SIGNS, name, notation, statement


@final
@dataclass(frozen=True)
class Printer:
    """The printer of formulas, and the reader's own names, which stand in every part of a record."""

    tex: Callable[..., str]
    names: Mapping[str, str] | None = None

    def __call__(self, x: object, **how: Any) -> str:
        return self.tex(x, names=self.names, **how)

    def name(self, n: str) -> str:
        return name(n, self.names)

    def statement(self, text: str) -> str:
        return statement(text, self.names)


def _certificate(x: Any, tex: Printer) -> str:
    front = r"\sum_i t_i" if x.of == "sum" else r"\max_i t_i"
    return rf"{front} \ge {tex(x.bound)}" if x.below is None else rf"{front} \gtrsim {tex(x.bound, digits=6)}"


def _optimum(x: Any, tex: Printer) -> str:
    is_ = "=" if x.lower is None else r"\approx"
    digits: dict[str, Any] = {} if x.lower is None else {"digits": 6}
    at = r",\; ".join(f"{tex.name(n)} {is_} {tex(r, **digits)}" for n, r in x.point_core)
    when = r",\; ".join(map(tex, x.conditions))
    below = f"_{{{', '.join(tex.name(n) for n in x.free)}}}" if x.free else ""
    out = rf"\min{below} \left({tex(x.objective)}\right) {is_} {tex(x.value_core, **digits)}"
    return out + (rf" \quad \text{{at }} {at}" if at else "") + (rf" \quad \text{{when }} {when}" if when else "")


def _tiles(x: Any, tex: Printer) -> str:
    return rf"b = {tex(x.side_core)}, \quad \text{{traffic }} {tex(x.traffic_core)} \approx {tex(x.leading_core)}"


def _bounds(x: Any, tex: Printer) -> str:
    return rf"{tex(x.lower_core)} \le \cdot \le {tex(x.upper_core)}"


def _case(x: Any, tex: Printer) -> str:
    where = tex.statement(x.regime.text)
    return tex(x.value_core) + (rf" \quad \left({where}\right)" if where else "")


def _binding(x: Any, tex: Printer) -> str:
    where = r" \text{ and } ".join(rf"{tex(c)} \le 1" for c in x.conditions)
    return rf"T = {tex(x.time_core)}" + (rf" \quad \text{{when }} {where}" if where else "")


def _fit(x: Any, tex: Printer) -> str:
    sign = ">" if x.fits is False else r"\le"
    word = {True: "fits: ", False: "does not fit: ", None: "fits if "}[x.fits]
    return rf"\text{{{word}}}{tex(x.needed, digits=4)} {sign} {tex(x.capacity, digits=4)}\,\text{{bytes}}"


def _collective(x: Any, tex: Printer) -> str:
    time, rates = x.in_rates
    return rf"T_\text{{{x.name}}} = {tex(time)}" + (rf",\quad \text{{with }} {_rates(rates, tex)}" if rates else "")


def _rates(rates: Any, tex: Printer) -> str:
    return r",\; ".join(f"{tex.name(n)} = {tex(v, digits=4)}" for n, v, _ in rates)


def _printed_range(x: Any, tex: Printer) -> str:
    if x.value is not None and x.value.verdict != "when":
        return tex(x.value)
    t = x.easiest if x.value is None else x.value
    what = "printed values" if x.value is not None else "printed values and sizes"
    here = "" if x.value is None else rf"{_end(float(x.value), tex)} \quad "
    span = rf"{_end(x.low, tex)} \text{{ to }} {_end(x.high, tex)} \text{{ over {what}}}"
    return rf"{tex(t.symbol)} {SIGNS.get(t.sense, t.sense)} {here}" + (rf"\left({span}\right)" if here else span)


def _end(x: float, tex: Printer) -> str:
    return r"\infty" if math.isinf(x) else tex(Fraction(str(x)), digits=4)


def _interval(x: Any, tex: Printer) -> str:
    return rf"\left[{tex(x.low, digits=6)}, {tex(x.high, digits=6)}\right]"


def _plan(x: Any, tex: Printer) -> str:
    parts = [rf"\text{{{s.name}}}_{{{''.join(s.axes)}}}\,{tex.name(s.array)}" for s in x.steps]
    front = r",\; ".join(parts) or r"\text{no communication}"
    math_, comms, rates = x.in_rates
    tail = rf",\quad \text{{with }} {_rates(rates, tex)}" if rates else ""
    return rf"{front}: \quad T_\text{{math}} = {tex(math_)}, \quad T_\text{{comms}} = {tex(comms)}{tail}"


def _split(x: Any, tex: Printer) -> str:
    window = f"{tex(x.low)} < X < {tex(x.high)}"
    return rf"X_\text{{opt}} = {tex(x.argmin)}, \quad {window}, \quad {tex(x.batch)}"


RECORDS: Mapping[str, Callable[[Any, Printer], str]] = {
    "symroof.algebra.growth.cases.Case": _case,
    "symroof.algebra.growth.cases.Bounds": _bounds,
    "symroof.algebra.optima.certificate.Optimum": _optimum,
    "symroof.algebra.optima.certificate.Certificate": _certificate,
    "symroof.algebra.optima.tiles.Tiles": _tiles,
    "symroof.algebra.regions.bottleneck.Binding": _binding,
    "symroof.evaluate.box.Interval": _interval,
    "symroof.evaluate.ranges.PrintedRange": _printed_range,
    "symroof.arrays.Array": lambda x, tex: notation(str(x), tex.names),
    "symroof.model.roofline.Fit": _fit,
    "symroof.model.collectives.Collective": _collective,
    "symroof.model.plan.Plan": _plan,
    "symroof.model.training.Split": _split,
}


def where(kind: type) -> str:
    """The name by which the tables know a record."""
    return f"{kind.__module__}.{kind.__qualname__}"


def formula(x: object, tex: Callable[..., str], names: Mapping[str, str] | None = None) -> str | None:
    """The LaTeX of such a record; None for everything else."""
    render = RECORDS.get(where(type(x)))
    return None if render is None else render(x, Printer(tex, names))

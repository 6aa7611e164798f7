r"""Rich results: one table from result type to how a notebook shows it, as LaTeX or as a Markdown table.

The types live on lower floors and know nothing of printing: marked ``@visible`` (``shown.py``), they ask this table
when they come up; nothing is imported before.  Several results in a tuple, list or dict of the user's own are shown as
formulas after ``%load_ext symroof.writing.rich``; importing symroof changes nothing in IPython.

>>> from symroof.algebra.leading import leading
>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> print(rich(leading(B + D, "B << D"))["text/latex"])
$\displaystyle B + D \approx D \quad \left(B \ll D\right),\quad \text{low by the factor } \left(\frac{D}{B + D}\right)$
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from symroof.errors import SymroofError
from symroof.writing.latex import condition, latex
from symroof.writing.naming import name, notation, statement

LATEX, MARKDOWN = "text/latex", "text/markdown"

# -- tables ----------------------------------------------------------------------------------------------------------


def _cell(x: object) -> str:
    return str(x).replace("|", r"\|").replace("\n", " ")


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table; math goes in as ready ``$...$``."""
    heads = list(head)
    lines = [heads, ["---"] * len(heads), *([_cell(c) for c in r] for r in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _math(x: object) -> str:
    return "$" + (x if isinstance(x, str) else latex(x)) + "$"


def _number(x: Fraction) -> str:
    return "$" + latex(x, digits=4) + "$"


# -- one renderer per type -------------------------------------------------------------------------------------------


def _certificate(x: Any) -> str:
    front = r"\sum_i t_i" if x.of == "sum" else r"\max_i t_i"
    return rf"{front} \ge {latex(x.bound)}" if x.below is None else rf"{front} \gtrsim {latex(x.bound, digits=6)}"


def _optimum(x: Any) -> str:
    is_ = "=" if x.lower is None else r"\approx"
    digits: dict[str, Any] = {} if x.lower is None else {"digits": 6}
    at = r",\; ".join(f"{name(n)} {is_} {latex(r, **digits)}" for n, r in x.point_core)
    when = r",\; ".join(map(latex, x.conditions))
    below = f"_{{{', '.join(name(n) for n in x.free)}}}" if x.free else ""
    out = rf"\min{below} \left({latex(x.objective)}\right) {is_} {latex(x.value_core, **digits)}"
    return out + (rf" \quad \text{{at }} {at}" if at else "") + (rf" \quad \text{{when }} {when}" if when else "")


def _tiles(x: Any) -> str:
    return rf"b = {latex(x.side_core)}, \quad \text{{traffic }} {latex(x.traffic_core)} \approx {latex(x.leading_core)}"


def _bounds(x: Any) -> str:
    return rf"{latex(x.lower_core)} \le \cdot \le {latex(x.upper_core)}"


def _case(x: Any) -> str:
    where = statement(x.regime.text)
    return latex(x.value_core) + (rf" \quad \left({where}\right)" if where else "")


def _binding(x: Any) -> str:
    where = r" \text{ and } ".join(rf"{latex(c)} \le 1" for c in x.conditions)
    return rf"T = {latex(x.time_core)}" + (rf" \quad \text{{when }} {where}" if where else "")


def _bottlenecks(x: Any) -> str:
    rows = []
    for b in x.cases:
        where = ", ".join(_math(rf"{latex(c)} \le 1") for c in b.conditions) or "always"
        rows.append((", ".join(b.roofs), _math(b.time_core), where))
    table = _table(("binds", "time", "where"), rows)
    never = [f"{a} never binds: {b} is never below it" for a, b in x.never]
    return "\n\n".join([table, *never])


def _fit(x: Any) -> str:
    sign = ">" if x.fits is False else r"\le"
    word = {True: "fits: ", False: "does not fit: ", None: "fits if "}[x.fits]
    return rf"\text{{{word}}}{latex(x.needed, digits=4)} {sign} {latex(x.capacity, digits=4)}\,\text{{bytes}}"


def _collective(x: Any) -> str:
    time, rates = x.in_rates
    said = r",\; ".join(f"{name(n)} = {latex(v, digits=4)}" for n, v, _ in rates)
    return rf"T_\text{{{x.name}}} = {latex(time)}" + (rf",\quad \text{{with }} {said}" if said else "")


def _printed_range(x: Any) -> str:
    if x.value is not None and x.value.verdict != "when":
        return latex(x.value)
    t = x.easiest if x.value is None else x.value
    what = "printed values" if x.value is not None else "printed values and sizes"
    here = "" if x.value is None else rf"{_end(float(x.value))} \quad "
    span = rf"{_end(x.low)} \text{{ to }} {_end(x.high)} \text{{ over {what}}}"
    return rf"{latex(t.symbol)} {t.sense} {here}" + (rf"\left({span}\right)" if here else span)


def _end(x: float) -> str:
    return r"\infty" if math.isinf(x) else latex(Fraction(str(x)), digits=4)


def _interval(x: Any) -> str:
    return rf"\left[{latex(x.low, digits=6)}, {latex(x.high, digits=6)}\right]"


def _dtype(x: Any) -> str:
    width = _math(x.name) if x.bits is None else f"{_number(x.bytes)} bytes"
    return f"**{_cell(x.name)}**: {x.kind}, {width} an element"


def _network(x: Any) -> str:
    return f"{_words(str(x))}: {_math(x.size_core)} devices over {', '.join(x.links)}"


def _plan(x: Any) -> str:
    parts = [rf"\text{{{s.name}}}_{{{''.join(s.axes)}}}\,{name(s.array)}" for s in x.steps]
    front = r",\; ".join(parts) or r"\text{no communication}"
    return rf"{front}: \quad T_\text{{math}} = {latex(x.math_core)}, \quad T_\text{{comms}} = {latex(x.comms_core)}"


def _strategies(x: Any) -> str:
    rows = [(f"`{p}`", _math(p.comms_core), _math(p.math_core)) for p in x.plans]
    return f"{x.why}\n\n" + _table(("plan", r"$T_\text{comms}$", r"$T_\text{math}$"), rows)


def _parallel(x: Any) -> str:
    rows = [("arithmetic", _math(x.math_core)), *((k, _math(c.time_core)) for k, c in x.comms.items())]
    return f"{_cell(x.name)}, {_cell(x.phase)}\n\n" + _table(("", "seconds"), rows)


def _split(x: Any) -> str:
    window = f"{latex(x.low)} < X < {latex(x.high)}"
    return rf"X_\text{{opt}} = {latex(x.argmin)}, \quad {window}, \quad {latex(x.batch)}"


def _footprint(x: Any) -> str:
    rows = [(k + (" (on each chip)" if k in x.copied else ""), _math(v)) for k, v in x.parts.items()]
    return _table(("part", "bytes"), [*rows, ("total", _math(x.total_core))])


def _machine(x: Any) -> str:
    rows = [(f"peak {d}", f"{_number(v)} FLOPs/s") for d, v in x.peaks.items()]
    if x.vector is not None:
        rows.append(("vector unit", f"{_number(x.vector)} FLOPs/s"))
    rows += [(f"link {k}", f"{_number(w)} bytes/s") for k, w in x.bandwidths.items()]
    if x.capacity is not None:
        rows.append(("memory", f"{_number(x.capacity)} bytes"))
    if "hbm" in x.bandwidths:
        rows += [(f"ridge {d}, hbm", f"{_number(x.ridge(d))} FLOPs/byte") for d in x.peaks]
    return _table((_cell(x.name), ""), rows)


def _audit(x: Any) -> str:
    rows = [(m, d, k, _number(r)) for (m, d, k), r in x.ridges.items()]
    doubts = [f"- {_cell(f)}" for f in x.findings] or ["No doubts."]
    return _table(("machine", "dtype", "link", "ridge, FLOPs/byte"), rows) + "\n\n" + "\n".join(doubts)


def _derivation(x: Any) -> str:
    rows = [("operation", _math(latex(x.op))), ("FLOPs", _math(x.flops)), ("bytes", _math(x.bytes))]
    if x.flops != x.exact_flops:
        rows.insert(2, ("FLOPs, exactly", _math(x.exact_flops)))
    rows.append(("intensity", _math(x.intensity)))
    for key, parts in x.quotients.items():
        short = "comms" if key != "math" and len(x.quotients) == 2 else key
        sum_ = " + ".join(rf"\frac{{{latex(a)}}}{{{latex(r)}}}" for a, r in parts)
        rows.append((_math(rf"T_\text{{{short}}}"), _math(sum_)))
    if x.leading is not None:
        rows.append(("leading part", _math(latex(x.leading))))
    if x.threshold is not None:
        rows.append(("compute-bound", _math(latex(x.threshold.but(by_plan="")))))
    note = x.op.plan_note()
    rows += [("plan", _words(note))] if note else []
    return _table(("", str(x.machine.name) if x.machine is not None else "formula"), rows)


_MARKS = {"wrong": "✗", "undecided": "?"}


def _verdict(x: Any) -> str:
    lines = [f"{_MARKS.get(x.verdict, '✓')} **{x.verdict}**: {_words(x.reason)}"]
    for label, value in (("expected", x.right), ("off by", x.factor), ("relative error", x.error)):
        if value:
            lines.append(f"- {label}: `{value}`")
    if x.counterexample:
        lines.append("- for instance " + ", ".join(f"`{k} = {v}`" for k, v in x.counterexample.items()))
    if x.note:
        lines.append(f"- {_words(x.note)}")
    return lines[0] + ("\n\n" + "\n".join(lines[1:]) if lines[1:] else "")


def _words(text: str) -> str:
    """Prose in which Markdown must see no emphasis and no math."""
    return "".join("\\" + c if c in r"\`*_$<>[]#|" else c for c in text)


def _proof(x: Any) -> str:
    word = {True: "✓ **true**", False: "✗ **false**", None: "? **undecided**"}[x.result]
    at = ", ".join(f"`{k} = {v}`" for k, v in (x.witness or {}).items())
    return f"{word}: {_words(x.how)}" + (f"; for instance {at}" if at else "")


def _report(x: Any) -> str:
    head = f"{_cell(x.file) or 'text'}: {len(x.findings)} links judged, {len(x.wrong)} wrong, {len(x.skipped)} skipped"
    shown = [f for f in x.findings if f.verdict == "wrong"] or list(x.findings[:20])
    rows = [(f"{f.line}:{f.column}", f"`{f.text}`", f.verdict, _words(f.reason)) for f in shown]
    return head + ("\n\n" + _table(("where", "written", "verdict", "reason"), rows) if rows else "")


def _threshold(x: Any) -> str:
    try:
        return latex(x)
    except SymroofError:
        return rf"\text{{{str(x).replace('_', chr(92) + '_')}}}"


# -- the table -------------------------------------------------------------------------------------------------------

Renderer = Callable[[Any], str]

TYPES: Mapping[str, tuple[str, Renderer]] = {
    "symroof.algebra.posynomial.Ratio": (LATEX, latex),
    "symroof.algebra.leading.Approx": (LATEX, latex),
    "symroof.algebra.cases.Case": (LATEX, _case),
    "symroof.algebra.cases.Bounds": (LATEX, _bounds),
    "symroof.algebra.regime.Regime": (LATEX, lambda x: statement(x.text)),
    "symroof.algebra.condition.Condition": (LATEX, condition),
    "symroof.algebra.outcome.Threshold": (LATEX, _threshold),
    "symroof.algebra.optimum.Optimum": (LATEX, _optimum),
    "symroof.algebra.optimum.Certificate": (LATEX, _certificate),
    "symroof.algebra.tiles.Tiles": (LATEX, _tiles),
    "symroof.algebra.bottleneck.Binding": (LATEX, _binding),
    "symroof.algebra.bottleneck.Bottlenecks": (MARKDOWN, _bottlenecks),
    "symroof.algebra.identity.Proof": (MARKDOWN, _proof),
    "symroof.evaluate.box.Interval": (LATEX, _interval),
    "symroof.evaluate.ranges.PrintedRange": (LATEX, _printed_range),
    "symroof.evaluate.sweeps.Sweep": (MARKDOWN, lambda x: x.to_markdown()),
    "symroof.arrays.Array": (LATEX, lambda x: notation(str(x))),
    "symroof.dtypes.DType": (MARKDOWN, _dtype),
    "symroof.reading.nodes.Chain": (MARKDOWN, lambda x: f"`{x.text}`"),
    "symroof.machines.Machine": (MARKDOWN, _machine),
    "symroof.audit.Audit": (MARKDOWN, _audit),
    "symroof.reading.quantity.Quantity": (LATEX, latex),
    "symroof.model.ops.Op": (LATEX, latex),
    "symroof.tracing.program.Program": (MARKDOWN, lambda x: x.table(by="module").markdown()),
    "symroof.tracing.program.Step": (MARKDOWN, lambda x: f"`{x.line}`: `{x.text}`"),
    "symroof.tracing.shapes.Sized": (MARKDOWN, lambda x: f"`{x!r}`"),
    "symroof.tracing.table.Table": (MARKDOWN, lambda x: x.markdown()),
    "symroof.tracing.compare.Same": (MARKDOWN, lambda x: f"`{x}`"),
    "symroof.tracing.compare.Difference": (MARKDOWN, lambda x: f"`{x}`"),
    "symroof.tracing.measure.Measured": (MARKDOWN, lambda x: "\n".join(f"    {t}" for t in str(x).splitlines())),
    "symroof.model.derive.Derivation": (MARKDOWN, _derivation),
    "symroof.model.roofline.Fit": (LATEX, _fit),
    "symroof.model.collectives.Network": (MARKDOWN, _network),
    "symroof.model.collectives.Collective": (LATEX, _collective),
    "symroof.model.plan.Plan": (LATEX, _plan),
    "symroof.model.strategy.Strategies": (MARKDOWN, _strategies),
    "symroof.model.training.Parallel": (MARKDOWN, _parallel),
    "symroof.model.training.Split": (LATEX, _split),
    "symroof.model.memory.Footprint": (MARKDOWN, _footprint),
    "symroof.checking.claims.Verdict": (MARKDOWN, _verdict),
    "symroof.checking.report.Report": (MARKDOWN, _report),
    "symroof.shown.Several": (MARKDOWN, lambda x: (_show(x) or (MARKDOWN, str(x)))[1]),
}
_CASES = "symroof.algebra.cases.Case"


def _where(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _show(x: object) -> tuple[str, str] | None:
    """MIME type and text; None for what is not ours."""
    if isinstance(x, (tuple, list, dict)):
        if not isinstance(x, tuple) or not x or any(_where(type(i)) != _CASES for i in x):
            body = _several(x)
            return (LATEX, f"$\\displaystyle {body}$") if body else None
        rows = [(_math(c.value_core), _math(statement(c.regime.text)) if c.regime.text else "always") for c in x]
        return MARKDOWN, _table(("value", "regime"), rows)
    row = TYPES.get(_where(type(x)))
    if row is None:
        return None
    mime, render = row
    body = render(x)
    return mime, f"$\\displaystyle {body}$" if mime == LATEX else body


def _several(x: Any) -> str | None:
    """Results side by side, or symbols with their values; None where anything else is among them."""
    if isinstance(x, dict):
        if not x or any(type(k).__name__ != "Symbol" or not hasattr(v, "free_symbols") for k, v in x.items()):
            return None
        return r",\; ".join(f"{name(str(k))} = {latex(v)}" for k, v in x.items())
    made = [formula(i) or (latex(i) if TYPES.get(_where(type(i)), ("",))[0] == LATEX else None) for i in x]
    return r",\quad ".join(m for m in made if m) if made and all(made) else None


def formula(x: object) -> str | None:
    """The LaTeX of a record that is shown as a formula; None where it is a table, or not ours."""
    mime, render = TYPES.get(_where(type(x)), ("", str))
    return render(x) if mime == LATEX and render is not latex else None


def rich(x: object) -> dict[str, str]:
    """The MIME bundle of a result: plain text, and LaTeX or Markdown where the table has a row for its type.

    >>> sorted(rich(3))
    ['text/plain']
    """
    found = _show(x)
    return {"text/plain": str(x)} | ({found[0]: found[1]} if found else {})


def _formatter(mime: str) -> Callable[[object], str | None]:
    def part(x: object) -> str | None:
        try:
            found = _show(x)
        except SymroofError:  # no printed form: plain text stands
            return None
        return found[1] if found and found[0] == mime else None

    return part


def install(display: Any = None) -> bool:
    """Tell IPython how to show several of our results in a tuple, list or dict; False where no IPython is running.

    ``display`` is a ``DisplayFormatter``, by default the running shell's.  Doing it twice changes nothing.
    """
    if display is None:
        module = sys.modules.get("IPython")
        shell = module.get_ipython() if module is not None else None
        if shell is None:
            return False
        display = shell.display_formatter
    for kind in (tuple, list, dict):
        for mime in (LATEX, MARKDOWN):
            display.formatters[mime].for_type(kind, _formatter(mime))
    return True


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext symroof.writing.rich``."""
    install(shell.display_formatter)

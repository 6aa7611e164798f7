r"""Rich results: one table from result type to how a notebook shows it, as LaTeX or as a Markdown table.

The types live on lower floors and know nothing of printing: marked ``@visible`` (``shown.py``), they ask this table
when they come up; nothing is imported before.  Several results in a tuple, list or dict of the user's own are shown as
formulas after ``%load_ext symroof.writing.rich``; importing symroof changes nothing in IPython.

>>> from symroof.algebra.growth.leading import leading
>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> print(rich(leading(B + D, "B << D"))["text/latex"])
$\displaystyle B + D \approx D \quad \left(B \ll D\right),\quad \text{low by } \frac{B}{B + D}$
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from symroof.errors import SymroofError
from symroof.writing.latex import latex
from symroof.writing.records import RECORDS, form, quotients, rate, time_of, where
from symroof.writing.render import render
from symroof.writing.typeset import SEMI, Symbol, line, listed

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
    return f"${latex(x)}$"


def _number(x: Fraction) -> str:
    return "$" + latex(x, digits=4) + "$"


def _rate(symbol: str, value: Fraction, unit: str) -> str:
    return f"{_math(rate(symbol, stacked=False))} = {_number(value)} {unit}"


# -- one renderer per type -------------------------------------------------------------------------------------------


def _bottlenecks(x: Any) -> str:
    rows = []
    for b in x.cases:
        where = ", ".join(_math(line(form(c), r"\le", "1")) for c in b.told) or "always"
        rows.append((", ".join(b.roofs), _math(b.time_core), where))
    table = _table(("binds", "time", "where"), rows)
    said = [_rate(*one) for one in x.said]
    return "\n\n".join([table, *x.idle, *([f"with {', '.join(said)}"] if said else []), *x.notes])


def _dtype(x: Any) -> str:
    width = _math(Symbol(x.name)) if x.bits is None else f"{_number(x.bytes)} bytes"
    return f"**{_cell(x.name)}**: {x.kind}, {width} an element"


def _network(x: Any) -> str:
    return f"{_words(str(x))}: {_math(x.size_core)} devices over {', '.join(x.links)}"


def _strategies(x: Any) -> str:
    told = [p.in_rates for p in x.plans]
    rows = [(f"`{p}`", _math(comms), _math(work)) for p, (work, comms, _) in zip(x.plans, told)]
    rates = dict.fromkeys(_rate(*one) for _, _, some in told for one in some)
    with_ = f"\n\nwith {', '.join(rates)}" if rates else ""
    return f"{x.head}\n\n" + _table(("plan", r"$T_\text{comms}$", r"$T_\text{math}$"), rows) + with_


def _parallel(x: Any) -> str:
    rows = [("arithmetic", _math(x.math_core)), *((k, _math(c.time_core)) for k, c in x.comms.items())]
    return f"{_cell(x.head)}\n\n" + _table(("", "seconds"), rows)


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
    rows = [("operation", _math(x.op)), ("FLOPs", _math(x.flops)), ("bytes", _math(x.bytes))]
    if x.flops != x.exact_flops:
        rows.insert(2, ("FLOPs, exactly", _math(x.exact_flops)))
    rows.append(("intensity", _math(x.intensity)))
    for key, parts in x.quotients.items():
        short = "comms" if key != "math" and len(x.quotients) == 2 else key
        rows.append((_math(time_of(short)), _math(quotients(parts))))
    if x.leading is not None:
        rows.append(("leading", _math(x.leading)))
    if x.threshold is not None:
        rows.append(("threshold", _math(x.threshold.but(by_plan=""))))
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
    except SymroofError:  # a number of more digits than are printed
        return latex(x, digits=4)


def _record(x: Any) -> str:
    return latex(RECORDS[where(type(x))](x))


# -- the table -------------------------------------------------------------------------------------------------------

Renderer = Callable[[Any], str]

TYPES: Mapping[str, tuple[str, Renderer]] = {
    "symroof.algebra.ratios.posynomial.Ratio": (LATEX, latex),
    "symroof.algebra.growth.leading.Approx": (LATEX, latex),
    "symroof.algebra.growth.regime.Regime": (LATEX, latex),
    "symroof.algebra.signs.condition.Condition": (LATEX, latex),
    "symroof.algebra.regions.outcome.Threshold": (LATEX, _threshold),
    "symroof.algebra.regions.bottleneck.Bottlenecks": (MARKDOWN, _bottlenecks),
    "symroof.algebra.equality.identity.Proof": (MARKDOWN, _proof),
    "symroof.evaluate.sweeps.Sweep": (MARKDOWN, lambda x: x.to_markdown()),
    "symroof.dtypes.DType": (MARKDOWN, _dtype),
    "symroof.reading.chain.Chain": (MARKDOWN, lambda x: f"`{x.text}`"),
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
    "symroof.model.collectives.Network": (MARKDOWN, _network),
    "symroof.model.strategy.Strategies": (MARKDOWN, _strategies),
    "symroof.model.training.Parallel": (MARKDOWN, _parallel),
    "symroof.model.memory.Footprint": (MARKDOWN, _footprint),
    "symroof.checking.claims.claims.Verdict": (MARKDOWN, _verdict),
    "symroof.checking.documents.report.Report": (MARKDOWN, _report),
    "symroof.writing.page.Page": (MARKDOWN, lambda x: render(x, "md")),
    **dict.fromkeys(RECORDS, (LATEX, _record)),
    "symroof.shown.Several": (MARKDOWN, lambda x: (_show(x) or (MARKDOWN, str(x)))[1]),
}
_CASES = "symroof.algebra.growth.cases.Case"


def _show(x: object) -> tuple[str, str] | None:
    """MIME type and text; None for what is not ours."""
    if isinstance(x, (tuple, list, dict)):
        if not isinstance(x, tuple) or not x or any(where(type(i)) != _CASES for i in x):
            body = _several(x)
            return (LATEX, f"$\\displaystyle {body}$") if body else None
        rows = [(_math(c.value_core), _math(c.regime) if c.regime.text else "always") for c in x]
        return MARKDOWN, _table(("value", "regime"), rows)
    row = TYPES.get(where(type(x)))
    if row is None:
        return None
    mime, show = row
    body = show(x)
    return mime, f"$\\displaystyle {body}$" if mime == LATEX else body


def _several(x: Any) -> str | None:
    """Results side by side, or symbols with their values; None where anything else is among them."""
    if isinstance(x, dict):
        if not x or any(type(k).__name__ != "Symbol" or not hasattr(v, "free_symbols") for k, v in x.items()):
            return None
        return latex(listed([line(form(k), "=", form(v)) for k, v in x.items()], SEMI))
    made = [formula(i) for i in x]
    return r",\quad ".join(m for m in made if m) if made and all(made) else None


def formula(x: object) -> str | None:
    """The LaTeX of what is shown as one formula; None where it is a table, or not ours."""
    mime, show = TYPES.get(where(type(x)), ("", latex))
    return show(x) if mime == LATEX else None


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

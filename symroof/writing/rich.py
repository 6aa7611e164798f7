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
from collections.abc import Callable, Mapping
from typing import Any

from symroof.errors import SymroofError
from symroof.writing.latex import latex
from symroof.writing.records import RECORDS, form, where
from symroof.writing.render import render
from symroof.writing.tabled import TABLES, cases, markdown, shown
from symroof.writing.typeset import SEMI, line, listed

LATEX, MARKDOWN = "text/latex", "text/markdown"


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
    **dict.fromkeys(TABLES, (MARKDOWN, lambda x: markdown(shown(x)))),
    **dict.fromkeys(("symroof.reading.quantity.Quantity", "symroof.model.ops.Op"), (LATEX, latex)),
    "symroof.evaluate.sweeps.Sweep": (MARKDOWN, lambda x: x.to_markdown()),
    "symroof.tracing.program.Program": (MARKDOWN, lambda x: x.table(by="module").markdown()),
    "symroof.tracing.table.Table": (MARKDOWN, lambda x: x.markdown()),
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
        return MARKDOWN, markdown([cases(x)])
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

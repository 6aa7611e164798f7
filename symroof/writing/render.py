r"""A page in each of its four formats: Markdown, LaTeX, HTML without a network, a notebook with its outputs.

Prose is Markdown's: ``$...$`` is a formula and a code span is code in every format.

>>> print(tex_text("Once $B > 240$, `T_math` wins by 5%."))
Once $B > 240$, \texttt{T\_math} wins by 5\%.
"""

from __future__ import annotations

import html
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, final

import symroof.regexes as re
from symroof.errors import SymroofError
from symroof.records import replace
from symroof.writing.aligned import WIDE, aligned, rows
from symroof.writing.mathml import mathml
from symroof.writing.naming import LETTERS, name
from symroof.writing.page import Page, Step, equation
from symroof.writing.typeset import NOTHING, SEMI, Node, escaped, listed, tex


def refuted(page: Page) -> str:
    """What a reader of a page must be told before anything else: the claims that do not hold; empty where all do."""
    return "\n".join(f"{page.path}, line {s.line} {s.fate}: {s.failure}" for s in page.failures)


def render(page: Page, to: str, columns: int = 1) -> str:
    """The page in one of the four formats, in one column or in two, for which equations are broken to half the width.

    Raises SymroofError for another format, or more columns.
    """
    if to not in _FORMATS:
        raise SymroofError(f"no page format {to!r}; known: {', '.join(_FORMATS)}")
    if columns not in (1, 2):
        raise SymroofError(f"a page has one column or two, not {columns}")
    return _FORMATS[to](page, columns)


def _groups(page: Page) -> Iterator[list[Step]]:
    """The runs of a page, of equations each formula once, with every name that it has."""
    for run in _runs(page):
        kept: dict[object, Step] = {}
        for s in run:
            key = (s.sign, s.form) if s.kind == "equation" else s.line
            there = kept.get(key)
            kept[key] = s if there is None else replace(there, left=listed([there.left, s.left], SEMI))
        yield list(kept.values())


def _runs(page: Page) -> Iterator[list[Step]]:
    """Runs of equations, runs of claims, single paragraphs; bare code stays out of the reader's way."""
    run: list[Step] = []
    for s in page.steps:
        if s.kind == "code":
            continue
        if run and (s.kind != run[0].kind or s.kind == "prose"):
            yield run
            run = []
        run.append(s)
    if run:
        yield run


_WIDTHS = {1: WIDE, 2: 42}  # by columns


class _Dress(NamedTuple):
    """What a format does to each part of a page."""

    theorem: str
    notes: str
    prose: str
    text: Callable[[str], str]  # prose in the format's own signs
    display: Callable[[Node], str]
    claims: Callable[[list[Step]], str]


def body(page: Page, to: str, columns: int = 1) -> str:
    """A page without its head and foot, as Markdown, LaTeX or HTML."""
    d = _DRESSES[to]
    title = page.theorem or (Path(page.path).stem if to == "html" else "")
    out = [frame.format(d.text(x)) for frame, x in ((d.theorem, title), (d.notes, page.notes)) if x]
    for run in _groups(page):
        if run[0].kind == "prose":
            out.append(d.prose.format(d.text(run[0].text)))
        elif run[0].kind == "equation":
            out.append(d.display(rows(run, wide=_WIDTHS[columns])))
        else:
            out.append(d.claims(run))
    return "\n".join(out)


def _md_claim(s: Step) -> str:
    said = f"${s.right}$" if s.right else f"`{' '.join(s.text.split())}`"
    if s.ok:
        return f"- ✓ {said}"
    return f"- ✗ **{s.fate}:** {said}\n\n" + "\n".join(f"      {line}" for line in s.failure.splitlines())


_PREAMBLE = r"""\documentclass%s{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\usepackage[margin=2.5cm]{geometry}
\emergencystretch=3em
\begin{document}

"""


def _tex(page: Page, columns: int) -> str:
    return _PREAMBLE % ("[twocolumn]" if columns == 2 else "") + body(page, "tex", columns) + "\n\\end{document}\n"


def _tex_claim(s: Step) -> str:
    said = rf"$\displaystyle {s.right}$" if s.right else rf"\texttt{{{_tex_plain(' '.join(s.text.split()))}}}"
    if s.ok:
        return rf"\item[$\checkmark$] {said}"
    lines = r" \\ ".join(rf"\texttt{{{_tex_plain(line)}}}" for line in s.failure.splitlines())
    return rf"\item[$\times$] \textbf{{{s.fate}:}} {lines}"


_TEX_SIGNS = {
    **{letter: f"${name(letter)}$" for letter in LETTERS},
    "→": r"$\to$", "≪": r"$\ll$", "≫": r"$\gg$", "≈": r"$\approx$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$",
    "∞": r"$\infty$", "·": r"$\cdot$", "•": r"$\cdot$", "×": r"$\times$", "−": "$-$", "√": r"$\surd$",
    "∈": r"$\in$", "∝": r"$\propto$", "∼": r"$\sim$", "⇒": r"$\Rightarrow$", "⌈": r"$\lceil$", "⌉": r"$\rceil$",
    "⌊": r"$\lfloor$", "⌋": r"$\rfloor$", "∑": r"$\sum$", "<": "$<$", ">": "$>$", "|": "$|$",
}  # fmt: skip
_SPAN = re.compile(r"`([^`]+)`|\$(?=\S)([^$`]+?)(?<=\S)\$(?!\d)")


def _spans(text: str) -> Iterator[tuple[str, str]]:
    """Prose in pieces: ("text" | "code" | "math", piece), by the rules of Markdown."""
    at = 0
    for m in _SPAN.finditer(text):
        yield "text", text[at : m.start()]
        yield ("code", m[1]) if m[1] else ("math", m[2])
        at = m.end()
    yield "text", text[at:]


def tex_text(text: str) -> str:
    """Prose as TeX."""
    frames = {"text": "{}", "code": r"\texttt{{{}}}", "math": "${}$"}
    return "".join(frames[kind].format(p if kind == "math" else _tex_plain(p)) for kind, p in _spans(text))


def _tex_plain(text: str) -> str:
    quoted = escaped(text)
    parts = quoted.split('"')
    quoted = "".join(p + ("``" if i % 2 == 0 else "''") for i, p in enumerate(parts[:-1])) + parts[-1]
    return "".join(_TEX_SIGNS.get(c, c) for c in quoted)


def _html_text(text: str) -> str:
    """Prose as HTML; a formula that our own LaTeX does not know stays as it was typed."""
    out = ""
    for kind, piece in _spans(text):
        if kind == "math":
            try:
                out += mathml(piece, display=False)
                continue
            except SymroofError:
                piece = f"${piece}$"
        out += f"<code>{html.escape(piece)}</code>" if kind == "code" else html.escape(piece)
    return out


_STYLE = (
    "body{max-width:46rem;margin:3rem auto;padding:0 1rem;font:1.05rem/1.6 Georgia,serif;color:#1a1a1a;background:#fff}"
    "h1{font-size:1.5rem;line-height:1.3}"
    "math[display=block]{margin:1.1rem 0;padding:.3em 0;overflow-x:auto;overflow-y:hidden}mtd{padding:.3em .2em}"
    "li{margin:.3em 0 .3em 1.2em;text-indent:-1.2em}pre{text-indent:0}"
    "ul{list-style:none;padding-left:1rem}li.no{color:#a00}code,pre{font-size:.9em}.notes{color:#555}"
)


def _html(page: Page, columns: int) -> str:
    title = html.escape(page.theorem or Path(page.path).stem)
    head = ('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f"<title>{title}</title><style>{_STYLE}</style></head><body>\n")  # fmt: skip
    return head + body(page, "html", columns) + "\n</body></html>\n"


def _html_claim(s: Step) -> str:
    words = f"<code>{html.escape(' '.join(s.text.split()))}</code>"
    said = mathml(s.form, display=False, large=True) if s.form != NOTHING else words
    if s.ok:
        return f"<li>✓ {said}</li>"
    return f'<li class="no">✗ <b>{s.fate}:</b> {said}<pre>{html.escape(s.failure)}</pre></li>'


_DRESSES = {
    "md": _Dress("# {}\n", "{}\n", "{}\n", str, lambda x: f"$$\n{tex(x)}\n$$\n",
                 lambda run: "\n".join(map(_md_claim, run)) + "\n"),
    "tex": _Dress("\\section*{{{}}}\n", "{}\n", "{}\n", tex_text, lambda x: f"\\[\n{tex(x)}\n\\]\n",
                  lambda run: "\n".join(["\\begin{itemize}\\raggedright", *map(_tex_claim, run), "\\end{itemize}\n"])),
    "html": _Dress("<h1>{}</h1>", '<p class="notes">{}</p>', "<p>{}</p>", _html_text, mathml,
                   lambda run: "<ul>" + "".join(map(_html_claim, run)) + "</ul>"),
}  # fmt: skip


def _ipynb(page: Page, columns: int) -> str:  # its cells are as wide as their reader likes
    head = (f"# {page.theorem}\n" if page.theorem else "") + (f"\n{page.notes}\n" if page.notes else "")
    cells = [*([_cell("markdown", head.strip())] if head else []), *map(_notebook_cell, _notebook_runs(page.steps))]
    for i, cell in enumerate(cells):
        cell["id"] = f"step-{i + 1}"
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    if code:
        code[0]["source"].insert(0, "from symroof.writing.render import equations\n")
    for count, cell in enumerate(code, 1):
        cell["execution_count"] = count
        for output in cell["outputs"]:
            if output["output_type"] == "execute_result":
                output["execution_count"] = count
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
            "nbformat": 4, "nbformat_minor": 5}  # fmt: skip
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def _notebook_runs(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """The steps of each cell: prose alone, code up to the claims that end it."""
    run: list[Step] = []
    for s in steps:
        if run and ("prose" in (s.kind, run[-1].kind) or (run[-1].kind == "claim" and s.kind != "claim")):
            yield run
            run = []
        run.append(s)
    if run:
        yield run


def _notebook_cell(run: list[Step]) -> dict[str, Any]:
    return _cell("markdown", run[0].text) if run[0].kind == "prose" else _code_cell(run)


def _cell(kind: str, source: str) -> dict[str, Any]:
    return {"cell_type": kind, "id": "", "metadata": {}, "source": source.splitlines(keepends=True)}


@final
class Equations:
    """Variables with their values as formulas under one another, as a page shows them."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps

    def __repr__(self) -> str:
        return "\n".join(f"{s.source.partition('=')[0].strip()} = {s.ascii}" for s in self.steps)

    def _repr_latex_(self) -> str:
        return f"$$\n{aligned(self.steps)}\n$$"


def equations(**values: object) -> Equations:
    r"""What an exported notebook's cells end with, so that their formulas are there again after Run All.

    >>> from symroof import dims
    >>> B, D = dims("B D")
    >>> shown = equations(x=B / D, y=2 * B)
    >>> print(shown)
    x = B/D
    y = 2*B
    >>> print(shown._repr_latex_().splitlines()[2])
    x &= \frac{B}{D} \\
    """
    beside = sys._getframe(1).f_globals
    return Equations([equation(n, v, beside) for n, v in values.items()])


def _code_cell(run: list[Step]) -> dict[str, Any]:
    """The statements as written, and a line that shows their equations; the output of that line is kept."""
    told = [s for s in run if s.kind == "equation"]
    names = list(dict.fromkeys(s.source.partition("=")[0].strip() for s in told))
    source = "\n".join(s.source for s in run)
    outputs: list[dict[str, Any]] = []
    broken = [s for s in run if not s.ok]
    if told:
        shown = Equations(told)
        data = {"text/latex": [shown._repr_latex_()], "text/plain": repr(shown).splitlines(keepends=True)}
        if len(names) == len(told) and all(n.isidentifier() for n in names):
            source += f"\nequations({', '.join(f'{n}={n}' for n in names)})"
        else:
            source += f"\n{names[-1]}"
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    for s in broken:
        lines = [line + "\n" for line in s.failure.splitlines()]
        outputs.append({"name": "stderr", "output_type": "stream", "text": ["AssertionError\n", *lines]})
    return {**_cell("code", source), "execution_count": None, "outputs": outputs}


_FORMATS: dict[str, Callable[[Page, int], str]] = {
    "md": lambda page, columns: body(page, "md", columns),
    "tex": _tex,
    "html": _html,
    "ipynb": _ipynb,
}

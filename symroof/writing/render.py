r"""A page in each of its four formats: Markdown, LaTeX, HTML without a network, a notebook with its outputs.

Prose is Markdown's: ``$...$`` is a formula and a code span is code in every format.

>>> print(tex_text("Once $B > 240$, `T_math` wins by 5%."))
Once $B > 240$, \texttt{T\_math} wins by 5\%.
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, final

from symroof.errors import SymroofError
from symroof.records import replace
from symroof.writing.mathml import mathml
from symroof.writing.naming import LETTERS, escaped, name
from symroof.writing.page import Page, Step, equation, read_page


def refuted(page: Page) -> str:
    """What a reader of a page must be told before anything else: the claims that do not hold; empty where all do."""
    return "\n".join(f"{page.path}, line {s.line} does not hold: {s.failure}" for s in page.failures)


def render_file(path: str | Path, to: str) -> str:
    """The page of a derivation file as ``md``, ``tex``, ``html`` or ``ipynb``; every step runs while rendering."""
    return render(read_page(path), to)


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
        kept: dict[str, Step] = {}
        for s in run:
            key = s.right if s.kind == "equation" and s.left else f"line {s.line}"
            there = kept.get(key)
            kept[key] = s if there is None else replace(there, left=rf"{there.left},\; {s.left}")
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


WIDE = 95  # characters, about as many as a line of a page holds
_WIDTHS = {1: WIDE, 2: 42}  # by columns


def aligned(steps: list[Step], broken: bool = True, wide: int = WIDE) -> str:
    """Several equations under one another, long ones broken over lines; a single short one without alignment."""
    before = max((_width(s.latex.partition("&")[0], wide) for s in steps if "&" in s.latex), default=0)
    made = [_broken(s.latex, wide, before) if broken else s.latex for s in steps]
    if len(made) == 1 and r" \\" not in made[0]:
        return made[0].replace("& ", "", 1).replace("&", "", 1) if steps[0].left else made[0]
    return "\\begin{aligned}\n" + " \\\\\n".join(made) + "\n\\end{aligned}"


_PIECE = re.compile(
    r" [+-] | \\approx | \\rightarrow |,\\; |; | ?\\quad |\\(?:left|right|begin|end)(?![A-Za-z])|\\.|.", re.DOTALL
)
_DEEPER = {"{": 1, r"\left": 1, r"\begin": 1, "}": -1, r"\right": -1, r"\end": -1}


def _broken(tex: str, wide: int, before: int) -> str:
    """A formula too wide for a page in rows, parted at signs and at the words behind it, never within brackets.

    ``before`` is the width of what stands left of the signs that are aligned.
    """
    front, sign, body = tex.partition("&")
    wide -= before
    if not sign or _width(body, wide) <= wide:
        return tex
    parts, depth = [""], 0
    for piece in _PIECE.findall(body):
        depth += _DEEPER.get(piece, 0)
        comma = piece in (r",\; ", "; ")
        if not depth and len(piece) > 2 and not comma and piece not in _DEEPER and parts[-1].strip() not in ("", "="):
            parts.append("")
        if depth == 1 and piece == r"\left" and re.search(r"\\text\{[^{}]*\} $", parts[-1]):
            parts.append("")
        parts[-1] += piece
        if comma and not depth:
            parts.append("")
    rows = [""]
    for part in (piece for p in parts for piece in _words_in(p, wide)):
        if rows[-1] and _width(rows[-1] + part, wide) > wide:
            rows.append(r"\quad " + part.strip().removeprefix(r"\quad").strip())
        else:
            rows[-1] += part
    return front + "&" + " \\\\\n& ".join(_stacked(row, wide) for row in rows)


def _stacked(row: str, wide: int) -> str:
    r"""A row still too wide that ends in a function's arguments, these under one another.

    >>> print(_stacked(r"\min\left(2 B D F, 3 B D F, C\right)", 20))
    \min\left(\begin{gathered} 2 B D F, \\ 3 B D F, \\ C \end{gathered}\right)
    """
    found = re.fullmatch(r"(.*?\\(?:min|max))\\left\((.*)\\right\)\s*", row, re.DOTALL)
    if _width(row, wide) <= wide or found is None:
        return row
    args, depth = [""], 0
    for piece in _PIECE.findall(found[2]):
        depth += _DEEPER.get(piece, 0)
        if depth < 0:  # the brackets at the end are not those of the function
            return row
        if piece == "," and not depth:
            args.append("")
        else:
            args[-1] += piece
    stack = r", \\ ".join(a.strip() for a in args)
    return rf"{found[1]}\left(\begin{{gathered}} {stack} \end{{gathered}}\right)"


def _words_in(part: str, wide: int) -> list[str]:
    r"""A part of a formula that is words, symbols among them, in pieces that fit.

    >>> print(*_words_in(r"\quad \text{with other sizes of }B\text{, }D\text{ another may be taken}", 30), sep="\n")
    \quad \text{with other sizes of }B\text{, }D
    \quad \text{another may be taken}
    """
    body = re.sub(r"\A(?:\\quad|[ ,;])*", "", part)
    if not body.startswith(r"\text{") or _width(part, wide) <= wide:
        return [part]
    rows = [""]
    for piece in _unbreakable(body):
        longer = _APART.sub("", rows[-1] + piece)
        if rows[-1] and _width(rf"\quad {longer}", wide) > wide:
            rows.append(piece)
        else:
            rows[-1] = longer
    return [r"\quad " + re.sub(r"\\text\{\s*\}\Z", "", re.sub(r"\s+\}\Z", "}", row)) for row in rows]


_APART = re.compile(r"(?<=\s)\}\\text\{(?![^{}]*\}_)")  # words behind words


def _unbreakable(body: str) -> list[str]:
    """The stretches of words and formulas between which a row may end: behind a space of the words."""
    found, depth = [""], 0
    for m in re.finditer(rf"\\text\{{([^{{}}]*)\}}|{_PIECE.pattern}", body, re.DOTALL):
        if m[1] is None or depth:
            depth += _DEEPER.get(m[0], 0)
            found[-1] += m[0]
            continue
        for word in re.findall(r"\S+\s*|\s+", m[1]):
            found[-1] += rf"\text{{{word}}}"
            if word[-1].isspace():
                found.append("")
    return [x for x in found if x]


def _width(tex: str, wide: int = WIDE) -> int:
    """About how many characters wide a formula is drawn: of a fraction the longer part, of a command one sign."""
    if len(tex) <= wide:
        return len(tex)
    tex, before = re.sub(r"\\(?:text|operatorname|begin|end)\b", "", tex), ""
    while tex != before:
        before = tex
        tex = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", lambda m: max(m[1], m[2], key=len), tex)
        tex = re.sub(r"(\\sqrt|[_^]|(?<![}a-z]))\{([^{}]*)\}(?!\{)", r"\2", tex)
    return len(re.sub(r"\\[A-Za-z]+ ?|[{}&]", "x", re.sub(r"\\[,;]", "", tex)))


def _md(page: Page, columns: int) -> str:
    out = [f"# {page.theorem}\n"] if page.theorem else []
    if page.notes:
        out.append(page.notes + "\n")
    for run in _groups(page):
        if run[0].kind == "prose":
            out.append(run[0].text + "\n")
        elif run[0].kind == "equation":
            out.append(f"$$\n{aligned(run, wide=_WIDTHS[columns])}\n$$\n")
        else:
            out.append("\n".join(_md_claim(s) for s in run) + "\n")
    return "\n".join(out)


def _md_claim(s: Step) -> str:
    said = f"${s.right}$" if s.right else f"`{' '.join(s.text.split())}`"
    if s.ok:
        return f"- ✓ {said}"
    return f"- ✗ **does not hold:** {said}\n\n" + "\n".join(f"      {line}" for line in s.failure.splitlines())


_PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\usepackage[margin=2.5cm]{geometry}
\emergencystretch=3em
\begin{document}
"""


def _tex(page: Page, columns: int) -> str:
    out = [_PREAMBLE.replace("{article}", "[twocolumn]{article}") if columns == 2 else _PREAMBLE]
    if page.theorem:
        out.append(rf"\section*{{{tex_text(page.theorem)}}}" + "\n")
    if page.notes:
        out.append(tex_text(page.notes) + "\n")
    for run in _groups(page):
        if run[0].kind == "prose":
            out.append(tex_text(run[0].text) + "\n")
        elif run[0].kind == "equation":
            out.append("\\[\n" + aligned(run, wide=_WIDTHS[columns]) + "\n\\]\n")
        else:
            items = "\n".join(_tex_claim(s) for s in run)
            out.append("\\begin{itemize}\\raggedright\n" + items + "\n\\end{itemize}\n")
    out.append("\\end{document}\n")
    return "\n".join(out)


def _tex_claim(s: Step) -> str:
    said = rf"$\displaystyle {s.right}$" if s.right else rf"\texttt{{{_tex_plain(' '.join(s.text.split()))}}}"
    if s.ok:
        return rf"\item[$\checkmark$] {said}"
    lines = r" \\ ".join(rf"\texttt{{{_tex_plain(line)}}}" for line in s.failure.splitlines())
    return rf"\item[$\times$] \textbf{{does not hold:}} {lines}"


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
    out = ['<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
           '<meta name="viewport" content="width=device-width,initial-scale=1">',
           f"<title>{title}</title><style>{_STYLE}</style></head><body>",
           f"<h1>{_html_text(page.theorem) or title}</h1>"]  # fmt: skip
    if page.notes:
        out.append(f'<p class="notes">{_html_text(page.notes)}</p>')
    for run in _groups(page):
        if run[0].kind == "prose":
            out.append(f"<p>{_html_text(run[0].text)}</p>")
        elif run[0].kind == "equation":
            out.append(mathml(aligned(run, wide=_WIDTHS[columns])))
        else:
            out.append("<ul>" + "".join(_html_claim(s) for s in run) + "</ul>")
    out.append("</body></html>\n")
    return "\n".join(out)


def _html_claim(s: Step) -> str:
    words = f"<code>{html.escape(' '.join(s.text.split()))}</code>"
    said = mathml(s.right, display=False, large=True) if s.right else words
    if s.ok:
        return f"<li>✓ {said}</li>"
    return f'<li class="no">✗ <b>does not hold:</b> {said}<pre>{html.escape(s.failure)}</pre></li>'


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


_FORMATS: dict[str, Callable[[Page, int], str]] = {"md": _md, "tex": _tex, "html": _html, "ipynb": _ipynb}

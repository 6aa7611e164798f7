r"""Derivations as macros: every equation under a name of its own, for TeX, Markdown, YAML and JSON.

>>> print(macro_name("matmul", "I_matmul"), quoted("it's"))
matmulIMatmul 'it''s'
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import symroof.regexes as re
from symroof.errors import SymroofError
from symroof.writing.naming import LETTERS
from symroof.writing.page import read_page

if TYPE_CHECKING:
    from symroof.writing.page import Page

_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_JSON = re.compile(r'"(?:\\.|[^"\\])*"|[{}]')
_MEMBER = re.compile(r'\s*:\s*("(?:\\.|[^"\\])*")')


def macro_name(stem: str, variable: str) -> str:
    """A TeX command for a derivation's variable, letters only.

    >>> print(macro_name("q1_int8_matmul", "B_crit"))
    qOneIntEightMatmulBCrit
    """
    spelled = "".join(f" {LETTERS[c]} " if c in LETTERS else c for c in f"{stem} {variable}")  # lambda for its letter
    bare = re.sub(
        "[\u0300-\u036f]", "", unicodedata.normalize("NFKD", spelled.replace("ß", "ss"))
    )  # letters, no accents
    words = re.findall(r"[A-Za-z]+|[0-9]", bare.replace("_", " "))
    made = [_DIGITS[int(w)] if w.isdigit() else w[0].upper() + w[1:] for w in words]
    joined = "".join(made)
    return joined[0].lower() + joined[1:] if joined else "symroof"


def table(pages: Iterable[Page]) -> dict[str, str]:
    """Macro to formula, for every equation of derivation pages.

    Raises SymroofError when two equations would get one name.
    """
    out: dict[str, str] = {}
    for page in pages:
        for s in page.steps:
            if s.kind == "equation":
                made = "\\" + macro_name(Path(page.path).stem, s.source.partition("=")[0].partition(":")[0].strip())
                if out.get(made, s.body) != s.body:
                    raise SymroofError(f"two equations would be called {made}; rename one of them")
                out[made] = s.body
    return out


def lines(macros: dict[str, str], to: str) -> list[str]:
    """The macros as lines of TeX, Markdown (a math block, as KaTeX and MathJax read it), YAML or a JSON object."""
    if to == "tex":
        return [f"\\newcommand{{{n}}}{{\\ensuremath{{{body}}}}}" for n, body in macros.items()]
    if to == "md":
        return ["$$", *(f"\\newcommand{{{n}}}{{{body}}}" for n, body in macros.items()), "$$"]
    if to == "yaml":
        return [f"{quoted(n)}: {quoted(body)}" for n, body in macros.items()]
    rows = [f"{json.dumps(n)}: {json.dumps(body, ensure_ascii=False)}" for n, body in macros.items()]
    return rows


def quoted(text: str) -> str:
    """A YAML string in single quotes."""
    return "'" + text.replace("'", "''") + "'"


def macros(paths: Iterable[str | Path], to: str = "tex") -> str:
    r"""Every equation of derivation files as a macro: ``tex`` (\newcommand), or a map: ``json``, ``katex``, ``myst``.

    Raises SymroofError for another format, or when two equations would get one name.
    """
    if to not in ("tex", "json", "katex", "myst"):
        raise SymroofError(f"no macro format {to!r}; known: tex, json, katex, myst")
    found = table([read_page(path) for path in paths])
    if to == "tex":
        return "".join(f"{line}\n" for line in lines(found, "tex"))
    return json.dumps({"math": {"macros": found}} if to == "myst" else found, indent=2, ensure_ascii=False) + "\n"


def json_members(text: str, path: str) -> list[tuple[str, int, int, int]]:
    """Every member "symroof": KEYS of a JSON text, the stretch from behind it to its object's last, and its line.

    Raises SymroofError for text that is no JSON.
    """
    try:
        json.loads(text)
    except (ValueError, RecursionError) as e:
        why = "it is nested too deeply" if isinstance(e, RecursionError) else e
        raise SymroofError(f"{path} is no JSON: {why}") from None
    out: list[tuple[str, int, int, int]] = []
    waiting: list[tuple[int, str, int]] = []  # depth, key, start
    depth, done, line, counted = 0, 0, 1, 0
    for m in _JSON.finditer(text):
        if m[0] == "{":
            depth += 1
        elif m[0] == "}":
            if waiting and waiting[-1][0] == depth:
                _, key, start = waiting.pop()
                end = m.start()
                while text[end - 1].isspace():
                    end -= 1
                out.append((key, start, end, line))
            depth -= 1
        elif m[0] == '"symroof"' and m.start() >= done and (value := _MEMBER.match(text, m.end())):
            key = str(json.loads(value[1])).strip()
            line, counted = line + text.count("\n", counted, m.start()), m.start()
            if not key:
                raise SymroofError(f"{path}, line {line}: names nothing; write a key, as in rooflines/matmul")
            if waiting:
                raise SymroofError(f"{path}, line {line}: a generated object inside another; keep them apart")
            waiting.append((depth, key, value.end()))
            done = value.end()
    return out

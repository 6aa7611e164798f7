r"""The Markdown cells of a notebook, and other text put into them: every byte of the JSON outside stays as it was.

>>> book = '{"cells": [{"cell_type": "markdown", "source": ["a\\n", "b"]}], "nbformat": 4}'
>>> (cell,) = cells_of(book, "a.ipynb")
>>> cell.number, cell.text, with_texts(book, [(cell, "a\nc")])
(1, 'a\nb', '{"cells": [{"cell_type": "markdown", "source": ["a\\n", "c"]}], "nbformat": 4}')
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, final

import symroof.regexes as re
from symroof.errors import SymroofError

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.S)


@final
@dataclass(frozen=True)
class Cell:
    """A Markdown cell: its number among all cells, from 1, its text, and where its source stands in the JSON."""

    number: int
    text: str
    start: int
    end: int


def cells_of(book: str, path: str) -> list[Cell]:
    """The Markdown cells of a notebook's JSON.

    Raises SymroofError for text that is no notebook.
    """
    try:
        cells = json.loads(book)["cells"]
        texts = [_text(c["source"]) if c.get("cell_type") == "markdown" else None for c in cells]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SymroofError(f"{path} is no Jupyter notebook (no JSON with cells); save it as nbformat 4") from None
    spans = dict(_sources(book))
    return [Cell(i + 1, t, *spans[i]) for i, t in enumerate(texts) if t is not None]


def _text(source: Any) -> str:
    if not isinstance(source, str) and not all(isinstance(line, str) for line in source):
        raise TypeError("a cell's source is text or a list of lines")
    return source if isinstance(source, str) else "".join(source)


def _sources(book: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Cell by cell, from 0, where the value of its source starts and ends; of two the last one counts, as in Python."""
    stack: list[list[Any]] = []  # of each bracket that is open: its sort, and the key or the index one is at
    key, starts = "", -1
    for m in _TOKEN.finditer(book):
        sign = m[0]
        if len(stack) == 3 and starts < 0 and sign not in ":,}" and stack[2][1] == "source" and stack[0][1] == "cells":
            starts = m.start()
        if sign in "{[":
            stack.append([sign, 0 if sign == "[" else ""])
        elif sign in "}]":
            stack.pop()
        elif sign == ",":
            stack[-1][1] = stack[-1][1] + 1 if stack[-1][0] == "[" else ""
        elif sign == ":":
            stack[-1][1] = key
        elif sign.startswith('"') and stack and stack[-1] == ["{", ""]:
            key = str(json.loads(sign))
            continue
        if starts >= 0 and len(stack) == 3 and sign not in ":,":
            yield stack[1][1], (starts, m.end())
            starts = -1


def with_texts(book: str, fresh: Iterable[tuple[Cell, str]]) -> str:
    """The notebook with other texts in some of its cells, given in their order."""
    out, at = [], 0
    for cell, text in fresh:
        out += [book[at : cell.start], _written(book[cell.start : cell.end], text, book.isascii())]
        at = cell.end
    return "".join([*out, book[at:]])


def _written(old: str, text: str, ascii_only: bool) -> str:
    """A cell's source as JSON, a text or a list of lines as it was, with the blanks that stood between them."""
    if not old.startswith("["):
        return json.dumps(text, ensure_ascii=ascii_only)
    lines = [json.dumps(line, ensure_ascii=ascii_only) for line in re.findall(r"[^\n]*\n|[^\n]+", text)]
    strings = list(re.finditer(r'"(?:[^"\\]|\\.)*"', old))
    if not strings:
        return f"[{', '.join(lines)}]"
    between = old[strings[0].end() : strings[1].start()] if len(strings) > 1 else ""
    if "," not in between:
        between = "," + (old[1 : strings[0].start()] or " ")
    return old[: strings[0].start()] + between.join(lines) + old[strings[-1].end() :]

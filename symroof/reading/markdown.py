r"""Where a Markdown document shows code, as CommonMark has it; its blocks are read by markdown-it-py, tables too.

>>> text = "a ``b`` c\n\n```` ```x``` is code ````\n\n~~~ {math}\nd\n~~~\n"
>>> [(p.kind, text[p.start:p.end]) for p in code_of(text)]
[('span', '``b``'), ('span', '```` ```x``` is code ````'), ('fence', '~~~ {math}\nd\n~~~\n')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, final

import symroof.regexes as re

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_EOL = re.compile(r"\r\n|\r|\n")
_FRONT = re.compile(r"\A---[ \t]*(?:\r\n|\r|\n)(?:[\s\S]*?(?:\r\n|\r|\n))?(?:---|\.\.\.)[ \t]*(?=\r|\n|\Z)")
_MARKUP = re.compile(r"\\[\s\S]|<!--|<[A-Za-z/?!][^<>]*>|(`+)")
_TICKS = re.compile("`+")
_CODE = re.compile("[`\t]|~~~|    ")  # without any of these there is none


@final
@dataclass(frozen=True)
class Code:
    """Code and its place: a fence (``info`` is what stands behind its opening), indented lines, or a span in a text.

    ``inner`` and ``outer`` are where its content starts and ends; of a fence those are whole lines.
    """

    kind: Literal["fence", "indented", "span"]
    start: int
    end: int
    inner: int
    outer: int
    info: str = ""


def code_of(text: str) -> tuple[Code, ...]:
    """All code of a Markdown text in its order; front matter has none.  Every position is one of ``text`` itself."""
    if not _CODE.search(text):
        return ()
    starts = [0, *(m.end() for m in _EOL.finditer(text)), len(text)]

    def at(line: int) -> int:
        return starts[min(line, len(starts) - 1)]

    out: list[Code] = []
    done = -1  # cells of a table share their line
    for token in _reader().parse(_without_front(text)):
        if token.map is None:
            continue
        first, last = token.map
        if token.type == "fence":
            lines = token.content.count("\n") + (token.content[-1:] not in ("", "\n"))
            closed = lines == last - first - 2
            outer = at(last - 1) if closed else at(last)
            out.append(Code("fence", at(first), at(last), min(at(first + 1), outer), outer, token.info.strip()))
        elif token.type == "code_block":
            out.append(Code("indented", at(first), at(last), at(first), at(last)))
        elif token.type == "inline" and first > done:
            done = first if last == first + 1 else done
            out += _spans(text, at(first), at(last))
    return tuple(sorted(out, key=lambda c: c.start))


def _without_front(text: str) -> str:
    """The text with as many empty lines as its front matter has."""
    front = _FRONT.match(text)
    return text if front is None else "\n" * len(_EOL.findall(front[0])) + text[front.end() :]


def _spans(text: str, start: int, end: int) -> Iterator[Code]:
    """Code spans of one paragraph, heading or row: what stands between equal runs of backticks; the first one wins."""
    runs: dict[int, list[int]] = {}
    for run in _TICKS.finditer(text, start, end):
        runs.setdefault(len(run[0]), []).append(run.start())
    for where in runs.values():
        where.reverse()
    at, endless = start, False
    while m := _MARKUP.search(text, at, end):
        at = m.end()
        if m[0] == "<!--" and not endless:
            close = text.find("-->", at, end)
            endless = close < 0  # and so is every comment after it
            at = at if endless else close + 3
        if m[1] is None:
            continue
        n = len(m[1])
        closers = runs.get(n, [])
        while closers and closers[-1] < at:
            closers.pop()
        if closers:
            yield Code("span", m.start(), closers[-1] + n, at, closers[-1])
            at = closers[-1] + n


@cache
def _reader() -> MarkdownIt:
    """Blocks only: what stands inside a paragraph is ours to look through."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])

r"""The generated blocks of a document: found between their markers, put in place, and shown where they differ.

>>> text = "so <!-- symroof: small.x inline -->old<!-- /symroof -->."
>>> (block,) = blocks(text)
>>> block.key, block.form, text[block.start:block.end], joined(text, [block], ["$x$"])
('small.x', 'inline', 'old', 'so <!-- symroof: small.x inline -->$x$<!-- /symroof -->.')
"""

from __future__ import annotations

import difflib
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import final

import symroof.regexes as re
from symroof.errors import SymroofError
from symroof.reading.markdown import code_of
from symroof.writing.macros import json_members

FORMS = ("display", "numbered", "inline", "bare", "value", "plain", "number", "integer", "page", "macros")
_DIGITS = re.compile(r"number:([1-9]|1[0-7])\Z|(?:display|numbered):([2-9]\d|1\d\d)\Z")  # number:3 has three digits,
# display:44 is broken where it is wider than 44 characters, as in a column of two
SORTS = {".tex": "tex", ".sty": "tex", ".ltx": "tex", ".yml": "yaml", ".yaml": "yaml", ".json": "json"}
SORTS |= {".html": "html", ".htm": "html", ".xhtml": "html", ".xml": "html", ".svg": "html"}
_PROOFREADERS = ("let", "given", "ignore", "begin", "end")  # what comments say to proofread, which is not to us
_KEY = r"symroof:(?P<key>[^<>\r\n]{0,4000}?)"
_HTML_MARK = re.compile(rf"<!--[ \t]{{0,99}}(?:{_KEY}|(?P<end>/symroof)[ \t]{{0,99}})-->")
_LINE_MARK = (  # a comment alone on its line, whatever ends the line
    r"(?:^|(?<=[\r\n]))[ \t]*%s+[ \t]*(?:symroof:(?P<key>[^\r\n]{0,4000})|(?P<end>/symroof)[ \t]*)(?=[\r\n]|\Z)"
)
_YAML_MARK = re.compile(_LINE_MARK % "#")
_TEX_MARK = re.compile(_LINE_MARK % "%")
_MARKS = {"md": _HTML_MARK, "html": _HTML_MARK, "tex": _TEX_MARK, "yaml": _YAML_MARK}
_EOL = re.compile(r"\r\n|\n|\r")
_CONTAINERS = re.compile(r"(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*")  # quotes and items of lists


@final
@dataclass(frozen=True)
class Block:
    """A generated block: where its content starts and ends, and what belongs there."""

    key: str
    form: str
    start: int
    end: int
    line: int
    inline: bool


def blocks(text: str, sort: str = "md", path: str = "document") -> list[Block]:
    """The generated blocks of a document in order; markers in code (as CommonMark has it) are left alone.

    ``sort`` is "md", "html", "tex", "yaml" or "json".
    """
    if sort == "json":
        return [Block(key, "macros", start, end, line, True) for key, start, end, line in json_members(text, path)]
    lines = [m.start() for m in re.finditer("\n", text)]
    out: list[Block] = []
    opened: re.Match[str] | None = None
    first = 0
    for m in _shown(text, sort):
        line = bisect_right(lines, m.start()) + 1
        if m["end"]:
            if opened is None:
                raise SymroofError(
                    f"{path}, line {line}: this block ends but none began; begin it with symroof: KEY or remove the end"
                )
            out.append(_block(text, opened, m, path, first))
            opened = None
        elif opened is not None:
            raise SymroofError(
                f"{path}, line {line}: a block begins inside the one of line {first}; end that one first, with /symroof"
            )
        else:
            opened, first = m, line
    if opened is not None:
        raise SymroofError(f"{path}, line {first}: this block never ends; add the end marker, /symroof")
    return out


def examples(text: str, sort: str = "md") -> int:
    """How many markers stand in code, where they are examples."""
    return sum(1 for _ in _marks(text, sort)) - sum(1 for _ in _shown(text, sort)) if sort == "md" else 0


def _marks(text: str, sort: str) -> Iterator[re.Match[str]]:
    for m in _MARKS[sort].finditer(text):
        if m["end"] or (m["key"].split() or [""])[0] not in _PROOFREADERS:
            yield m


def _shown(text: str, sort: str) -> Iterator[re.Match[str]]:
    """The markers that stand in no code."""
    found = list(_marks(text, sort))
    hidden = code_of(text) if sort == "md" and found else ()
    starts = [c.start for c in hidden]
    for m in found:
        i = bisect_right(starts, m.start()) - 1
        if i < 0 or hidden[i].end <= m.start():
            yield m


def _block(text: str, opened: re.Match[str], closed: re.Match[str], path: str, line: int) -> Block:
    key, *rest = (opened["key"] or "").split() or [""]
    if not key:
        raise SymroofError(
            f"{path}, line {line}: this block names nothing; write a key, as in rooflines/matmul.I_matmul"
        )
    if rest and rest[-1] == "macros":
        key, rest = " ".join([key, *rest[:-1]]), rest[-1:]
    form = rest[0] if rest else ""
    if len(rest) > 1 or (form and form not in FORMS and not _DIGITS.match(form)):
        raise SymroofError(f"{path}, line {line}: {' '.join(rest)!r} is no form; known: {', '.join(FORMS)}")
    inline = _EOL.search(text, opened.end(), closed.start()) is None
    return Block(key, form, opened.end(), closed.start(), line, inline)


def contents(text: str, found: Sequence[Block], bodies: Iterable[str], sort: str) -> list[str]:
    """What belongs between the markers of each block: its body, in the document's own line endings and margins."""
    eol = _EOL.search(text)
    usual = eol[0] if eol else "\n"
    out = []
    for b, body in zip(found, bodies):
        if sort == "json":
            gap = usual + _margin(text, text.rfind('"symroof"', 0, b.start))
            out.append("".join(f",{gap}{row}" for row in body.split("\n") if row))
        elif b.inline:
            out.append(" ".join(body.split("\n")) if sort in ("md", "html") else "\n" + body + "\n")
        else:
            own = _EOL.search(text, b.start)
            newline = own[0] if own else usual
            sign = text.rfind("#", 0, text.rfind("symroof:", 0, b.start)) if sort == "yaml" else 0
            front = _margin(text, sign, "#") if sort == "yaml" else _front(text, b) if sort == "md" else ""
            rows = [(front + row if row or sort == "yaml" else front.rstrip()) for row in body.split("\n")]
            out.append(newline + newline.join(rows) + newline + _back(text, b, sort))
    return out


def _front(text: str, b: Block) -> str:
    r"""What begins each line in the quote or the item of a list in which a block stands: "> ", and blanks below "- ".

    >>> texts = [f"{x}<!-- symroof: a.x -->\n<!-- /symroof -->" for x in ("> ", "1. ", "so ")]
    >>> [_front(t, blocks(t)[0]) for t in texts]
    ['> ', '   ', '']
    """
    line = text[_line_start(text, b.start) : text.rfind("<!--", 0, b.start)]
    found = _CONTAINERS.match(line)
    return re.sub(r"[-*+]|\d+[.)]", lambda m: " " * len(m[0]), found[0]) if found else ""


def _back(text: str, b: Block, sort: str) -> str:
    """What stands before the end marker on its line, if nothing but blanks and the signs of quotes do."""
    if sort != "md":
        return _margin(text, b.end)
    line = text[max(_line_start(text, b.end), b.start) : b.end]
    return line if re.fullmatch(r"[ \t>]*", line) else _front(text, b)


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _margin(text: str, end: int, sign: str = "") -> str:
    """The blanks before a place, or before a run of the sign that ends there."""
    while sign and end > 0 and text[end - 1] == sign:
        end -= 1
    start = end
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return text[start:end]


def joined(text: str, found: Sequence[Block], inside: Sequence[str]) -> str:
    """The document with other contents between its markers."""
    ends = [0, *(b.end for b in found)]
    parts = [text[a : b.start] + new for a, b, new in zip(ends, found, inside)]
    return "".join([*parts, text[ends[-1] :]])


def differences(text: str, found: Sequence[Block], inside: Sequence[str], path: str) -> str:
    """The lines that change, old and new, as a unified diff shows them; empty where none does."""
    changed = deque((b, new) for b, new in zip(found, inside) if text[b.start : b.end] != new)
    out: list[str] = []
    while changed:
        first = start = text.rfind("\n", 0, changed[0][0].start) + 1
        parts: list[str] = []
        end, line = 0, changed[0][0].line
        while changed and (not parts or changed[0][0].start < end):  # blocks that share a line
            b, new = changed.popleft()
            parts += [text[start : b.start], new]
            start = b.end
            end = text.find("\n", b.end) + 1 or len(text)
        before, after = text[first:end].splitlines(), ("".join(parts) + text[start:end]).splitlines()
        hunk = list(difflib.unified_diff(before, after, lineterm="", n=1))[3:]
        out += [f"@@ line {line} @@", *hunk]
    return "\n".join([f"--- {path}", f"+++ {path} (fresh)", *out]) + "\n" if out else ""

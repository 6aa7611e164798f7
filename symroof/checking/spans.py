r"""The formulas of a document and where they stand: math and code spans of Markdown, LaTeX and notebooks, and comments.

Markdown covers Jekyll/Distill, MyST and Marp: front matter and fenced code are passed over, ``{math}`` fences are read.

>>> [(s.text, s.line, s.column, s.kind) for s in spans_of("so $a = b$ or\n`1 + 1 = 2`")]
[('a = b', 1, 5, 'math'), ('1 + 1 = 2', 2, 2, 'code')]
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import final

from symroof.checking.macros import expanded, macros_of
from symroof.errors import SymroofError

MAX_BYTES = 20_000_000
MAX_LINE = 1_000_000
MAX_SPANS = 20_000
MAX_SPAN = 10_000
_CODE_REACH = 2_000
_PATH_LIKE = re.compile(r"[^\n$`\\=<>]{1,400}\.(?:md|markdown|mdx|qmd|rmd|tex|ipynb|txt|html|rst)\Z", re.I)
_FRONT = re.compile(r"\A---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.S)
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*(\{?[\w:.-]*\}?)[^\n]*$", re.M)
_COLONS = re.compile(r"^[ \t]*(:{3,})\{math\}[^\n]*\n", re.M)
_CLOSING = re.compile(r"^[ \t]*:{3,}[ \t]*$", re.M)
_OPTIONS = re.compile(r"(?:[ \t]*:\w+:[^\n]*\n)*")
_GOES_ON = re.compile(
    r"(?:\b(?:of|times|by|plus|minus|over|per)|[\w)}\]$`%]\s*[-+*/×·−÷]|\\times|\\cdot)\s*(?:\$\$?|`+|\\\()\Z"
)
_COMMENT = re.compile(r"symroof:\s*(.*?)\s*(?:-->|\Z)", re.S)
_ENVIRONMENTS = (
    "equation|align|alignat|gather|multline|eqnarray|flalign|displaymath|math|alignedat|aligned|gathered|split|dmath"
)
_BEGIN = re.compile(rf"\\begin\{{({_ENVIRONMENTS})(\*?)\}}")
_STOP = re.compile(r"\\\(|\\\[|\\begin\{|\$|`|<!--|<d-math\b|%|\\[$`%\\]")


@final
@dataclass(frozen=True)
class Span:
    """A formula's text and its place, or a comment to the proofreader (kind "math", "code" or "comment")."""

    text: str
    line: int
    column: int
    kind: str
    at: int = 0
    alone: bool = False  # a comment that has its line to itself
    cell: int | None = None
    continues: bool = False  # what stands before it goes on inside: 3 % of $200 = 6$


@final
@dataclass(frozen=True)
class Document:
    """A file's name and its spans."""

    file: str
    spans: tuple[Span, ...]


def read(path_or_text: object) -> Document:
    """The document at a path, or the text itself.

    Raises SymroofError for a missing file, a directory, bytes that are not UTF-8, or a notebook that is no JSON.
    """
    if isinstance(path_or_text, Path):
        return _file(path_or_text)
    if not isinstance(path_or_text, str):
        raise SymroofError(f"{str(path_or_text)[:60]!r} is neither a path nor text; give one of the two")
    if "\0" not in path_or_text and len(path_or_text) < 1000 and "\n" not in path_or_text:
        path = Path(path_or_text)
        try:
            there = bool(path_or_text.strip()) and path.exists()
        except OSError:
            there = False
        if there or _PATH_LIKE.match(path_or_text):
            return _file(path)
    return Document("", spans_of(path_or_text))


def _file(path: Path) -> Document:
    if path.is_dir():
        raise SymroofError(f"{path} is a directory; name the files to proofread, as in {path}/*.md")
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise SymroofError(f"{path} does not exist; give the path of a Markdown, LaTeX or notebook file") from None
    except OSError as e:
        raise SymroofError(f"{path} cannot be read: {e.strerror}; check its permissions") from None
    if len(raw) > MAX_BYTES:
        raise SymroofError(f"{path} has {len(raw)} bytes; at most {MAX_BYTES} are read, split it")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise SymroofError(f"{path} is not UTF-8 (byte {e.start}); save it as UTF-8") from None
    suffix = path.suffix.lower()
    if suffix == ".ipynb":
        return Document(str(path), tuple(_notebook(text, str(path))))
    try:
        return Document(str(path), spans_of(text, latex=suffix in (".tex", ".ltx", ".sty")))
    except SymroofError as e:
        raise SymroofError(f"{path}: {e}") from None


def _notebook(text: str, name: str) -> Iterator[Span]:
    try:
        cells = json.loads(text)["cells"]
        sources = [
            (i, c["source"] if isinstance(c["source"], str) else "".join(c["source"]))
            for i, c in enumerate(cells)
            if c.get("cell_type") == "markdown"
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SymroofError(f"{name} is not a Jupyter notebook (no JSON with cells); save it as nbformat 4") from None
    for i, source in sources:
        for s in spans_of(source):
            yield replace(s, cell=i)


def spans_of(text: str, *, latex: bool = False) -> tuple[Span, ...]:
    """All spans of a text, in order."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    longest, line = max((b - a, i) for i, (a, b) in enumerate(pairwise([*starts, len(text) + 1]), 1))
    if longest > MAX_LINE:
        raise SymroofError(f"line {line} has {longest - 1} characters; at most {MAX_LINE} are read, break it")
    masked, math_fences = (text, []) if latex or "\\documentclass" in text[:5000] else _masked(text)
    tex = latex or "\\documentclass" in text[:5000]

    macros = macros_of(text)

    def place(at: int) -> tuple[int, int]:
        line = bisect_right(starts, at)
        return line, at - starts[line - 1] + 1

    def span(start: int, end: int, kind: str) -> Span:
        raw = text[start:end]
        lead = len(raw) - len(raw.lstrip())
        line, column = place(start + lead)
        alone = kind == "comment" and _alone(text, start, end)
        shown = expanded(raw.strip(), macros) if kind == "math" else raw.strip()
        goes_on = kind != "comment" and bool(_GOES_ON.search(text, max(starts[line - 1], start - 40), start))
        return Span(shown, line, column, kind, start + lead, alone, continues=goes_on)

    found = [span(a, b, "math") for a, b in math_fences]
    for a, b, kind in _scan(masked, tex):
        found.append(span(a, b, kind))
        if len(found) > MAX_SPANS:
            raise SymroofError(f"more than {MAX_SPANS} formulas in one document (line {found[-1].line}); split it")
    return tuple(sorted(found, key=lambda s: s.at))


def _alone(text: str, start: int, end: int) -> bool:
    before = text.rfind("\n", 0, start) + 1
    after = text.find("\n", end)
    line = text[before : len(text) if after < 0 else after]
    return not re.sub(r"<!--.*?-->|%.*", "", line).strip()


def _masked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with front matter and fenced code blanked, and the places of {math} fences."""
    math: list[tuple[int, int]] = []
    blank: list[tuple[int, int]] = []
    front = _FRONT.match(text)
    at = front.end() if front else 0
    if front:
        blank.append((0, at))
    while True:
        m = _FENCE.search(text, at)
        if m is None:
            break
        close = re.compile(rf"^[ \t>]*{re.escape(m.group(1)[0])}{{{len(m.group(1))},}}[ \t]*$", re.M).search(
            text, m.end()
        )
        end = close.start() if close else len(text)
        if m.group(2) in ("{math}", "math"):
            body = m.end()
            options = re.compile(r"\n(?::\w+:[^\n]*\n)*").match(text, body)
            math.append((options.end() if options else body, end))
        blank.append((m.start(), close.end() if close else len(text)))
        at = close.end() if close else len(text)
    for start, end in _directives(text):
        if not any(a <= start < b for a, b in blank):
            math.append((start, end))
            blank.append((start, end))
    out, last = [], 0
    for a, b in sorted(blank):
        out.append(text[last:a])
        out.append(re.sub(r"[^\n]", " ", text[a:b]))
        last = b
    out.append(text[last:])
    return "".join(out), math


def _directives(text: str) -> Iterator[tuple[int, int]]:
    """The places of what stands in :::{math} and its closing line."""
    closers = [m.start() for m in _CLOSING.finditer(text)]
    for m in _COLONS.finditer(text):
        options = _OPTIONS.match(text, m.end())
        start = options.end() if options else m.end()
        i = bisect_left(closers, start)
        end = closers[i] if i < len(closers) else len(text)
        if end - start <= MAX_SPAN and i < len(closers) and not re.search("[`$]", text[start:end]):
            yield start, end


def _scan(text: str, tex: bool) -> Iterator[tuple[int, int, str]]:
    at = 0
    ends: dict[str, int] = {}

    def close(closer: str, start: int) -> int:
        """Where the next closer is, if it is near; each is looked for once."""
        if -1 < ends.get(closer, 0) < start or closer not in ends:
            ends[closer] = text.find(closer, start)
        return ends[closer] if ends[closer] - start <= MAX_SPAN else -1

    while True:
        m = _STOP.search(text, at)
        if m is None:
            return
        at = m.start()
        what = m.group()
        if what == "<!--":
            end = text.find("-->", at)
            end = len(text) if end < 0 else end + 3
            c = _COMMENT.search(text, at, end)
            if c:
                yield c.start(1), c.end(1), "comment"
            at = end
        elif what == "%":
            if tex:
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                c = re.compile(r"%+\s*symroof:\s*(.*)").match(text, at, end)
                if c:
                    yield c.start(1), c.end(1), "comment"
                at = end
            else:
                at += 1
        elif what in ("\\(", "\\["):
            end = close("\\)" if what == "\\(" else "\\]", at + 2)
            if end > 0:
                yield at + 2, end, "math"
                at = end + 2
            else:
                at += 2
        elif what == "\\begin{":
            b = _BEGIN.match(text, at)
            end = close(f"\\end{{{b.group(1)}{b.group(2)}}}", b.end()) if b else -1
            if b and end > 0:
                yield b.end(), end, "math"
                at = end
            else:
                at += len(what)
        elif what == "$":
            at = yield from _dollars(text, at)
        elif what == "`":
            at = yield from _ticks(text, at, tex)
        elif what.startswith("<d-math"):
            start, end = text.find(">", at), close("</d-math>", at)
            if at < start < end:
                yield start + 1, end, "math"
            at = max(end, at + len(what))
        else:
            at = m.end()


def _dollars(text: str, at: int) -> Generator[tuple[int, int, str], None, int]:
    if text.startswith("$$", at):
        end = text.find("$$", at + 2, at + MAX_SPAN)
        if end < 0:
            return at + 2
        yield at + 2, end, "math"
        return end + 2
    stop = text.find("\n\n", at, at + MAX_SPAN)
    stop = min(len(text), at + 3000) if stop < 0 else stop
    end = at + 1
    while True:
        end = text.find("$", end, stop)
        if end < 0:
            return at + 1
        if text[end - 1] != "\\":
            break
        end += 1
    inner = text[at + 1 : end]
    if (
        not inner
        or (inner[-1].isspace() and inner[0].isspace() is False)
        or (inner[0].isspace() and not inner[-1].isspace())
    ):
        return at + 1
    if text[end + 1 : end + 2].isdigit() or "`" in inner:
        return at + 1
    yield at + 1, end, "math"
    return end + 1


def _ticks(text: str, at: int, tex: bool) -> Generator[tuple[int, int, str], None, int]:
    n = 1
    while text.startswith("`", at + n):
        n += 1
    if tex:
        return at + n
    close = re.compile(rf"(?<!`)`{{{n}}}(?!`)").search(text, at + n, at + n + _CODE_REACH) if n < 50 else None
    if close is None or "\n\n" in text[at : close.start()]:
        return at + n
    role = text[max(0, at - 6) : at]
    yield at + n, close.start(), "math" if role.endswith("{math}") else "code"
    return close.end()

r"""The formulas of a document and where they stand: math and code spans of Markdown, LaTeX and notebooks, and comments.

Markdown covers Jekyll/Distill, MyST and Marp: front matter and fenced code are passed over, ``{math}`` fences are read.

>>> [(s.text, s.line, s.column, s.kind) for s in page_of("so $a = b$ or\n`1 + 1 = 2`").spans]
[('a = b', 1, 5, 'math'), ('1 + 1 = 2', 2, 2, 'code')]
"""

from __future__ import annotations

import json
import stat
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, final

import symroof.regexes as re
from symroof.checking.documents.blocks import Block, Scopes, blocks_of, scopes_of
from symroof.checking.documents.indented import formula_lines
from symroof.checking.documents.macros import expanded, macros_of
from symroof.errors import SymroofError

MAX_BYTES = 20_000_000
MAX_LINE = 4_000  # characters of a line that are judged
MAX_IN_LINE = 60  # formulas of a line that are judged
_HALFWAY = 400  # characters before a cut in which a formula may begin that ends behind it
MAX_SPANS = 20_000
MAX_OPEN = 100  # environments without an end that are told
MAX_SPAN = 10_000
_CODE_REACH = 2_000
_PATH_LIKE = re.compile(r"[^\n$`\\=<>]{1,400}\.(?:md|markdown|mdx|qmd|rmd|tex|ipynb|txt|html|rst)\Z", re.I)
_COLONS = re.compile(r"^[ \t]*(:{3,})\{math\}[^\n]*\n", re.M)
_CLOSING = re.compile(r"^[ \t]*:{3,}[ \t]*$", re.M)
_OPTIONS = re.compile(r"(?:[ \t]*:\w+:[^\n]*\n)*")
_GOES_ON = re.compile(
    r"(?:\b(?:of|times|by|plus|minus|over|per)|[\w)}\]$`%]\s*[-+*/×·−÷]|\\times|\\cdot)\s*(?:\$\$?|`+|\\\()\Z"
)
_NOT_NEWLINE = re.compile(r"[^\n]")
_TEX_COMMENT = re.compile(r"%+\s*symroof:\s*(.*)")
_COMMENT = re.compile(r"symroof:\s*(.*?)\s*(?:-->|\Z)", re.S)
_ENVIRONMENTS = (
    "equation|align|alignat|gather|multline|eqnarray|flalign|displaymath|math|alignedat|aligned|gathered|split|dmath"
)
_BEGIN = re.compile(rf"\\begin\{{({_ENVIRONMENTS})(\*?)\}}")
_STOP = re.compile(
    r"\\{1,2}[(\[]|\\begin\{|\$|`|<!--|<(?:d-math|code|script)\b|\{\{[<%]\s*(?:math|katex)\b|"
    r"\{%-?\s*(?:math|katex|latex|tex)\b|%|\\[$`%\\]"
)
_SHORTCODE = re.compile(r"(\{\{[<%]|\{%-?)\s*(math|katex|latex|tex)\b[^>%}\n]*[>%-]*\}{1,2}")
_ENDING = re.compile(
    r"\{\{[<%]\s*/(?:math|katex|latex|tex)?[^}\n\w]*\}{1,2}|\{%-?\s*end(?:math|katex|latex|tex)?[^}\n\w]*\}{1,2}"
)
_QUARTO = re.compile(r"\{?(?:r|python|julia|ojs|eval)\}? ")
_MAGIC = re.compile(  # of a cell in another language
    r"\s*%%(?:script\s+)?(bash|sh|zsh|javascript|js|typescript|sql|R|ruby|perl|cpp|cuda|cu|julia|rust|go|lua|octave|"
    r"matlab|haskell|fortran|html|svg|latex)\b"
)
_TAGGED = re.compile(r"<(d-math|code|script)\b([^>]{0,200})>")


@final
@dataclass(frozen=True)
class Span:
    """A formula's text and its place, or a comment to the proofreader.

    ``kind`` is "math", "code" or "comment", and for what stands outside of spans "prose", "caption", "cell" or "note"
    (a comment in code); ``start`` and ``end`` are its offsets with the delimiters.
    """

    text: str
    line: int
    column: int
    kind: str
    at: int = 0
    alone: bool = False  # a comment that has its line to itself
    cell: int | None = None
    continues: bool = False  # what stands before it goes on inside: 3 % of $200 = 6$
    start: int = 0
    end: int = 0
    raw: str = ""  # what the author wrote, where it is put otherwise for reading
    display: bool = False


@final
@dataclass(frozen=True)
class Page:
    """A text with its spans, blocks and scopes: a whole file, or one cell of a notebook."""

    text: str
    spans: tuple[Span, ...]
    blocks: tuple[Block, ...]
    scopes: Scopes
    cell: int | None = None
    tex: bool = False
    base: int = 0  # where it begins among the pages of its document
    cut: tuple[tuple[int, int], ...] = ()  # line and column from which on a long line is not judged
    open: tuple[tuple[int, int, str], ...] = ()  # line, column and name of environments that do not end
    made: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # what is made of it once: its tables


@final
@dataclass(frozen=True)
class Document:
    """A file's name and its pages."""

    file: str
    pages: tuple[Page, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        return tuple(s for p in self.pages for s in p.spans)


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
    return document(path_or_text)


def document(text: str, name: str = "") -> Document:
    """A text as a document; its name says what it is (LaTeX, a notebook), Markdown without one."""
    suffix = Path(name).suffix.lower()
    if suffix == ".ipynb":
        return Document(name, tuple(_notebook(text, name)))
    try:
        return Document(name, (page_of(text, latex=suffix in (".tex", ".ltx", ".sty")),))
    except SymroofError as e:
        raise SymroofError(f"{name}: {e}" if name else str(e)) from None


def _file(path: Path) -> Document:
    if path.is_dir():
        raise SymroofError(f"{path} is a directory; name the files to proofread, as in {path}/*.md")
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise SymroofError(f"{path} is no regular file; give a document, or its text on standard input as -")
        if status.st_size > MAX_BYTES:
            raise SymroofError(f"{path} has {status.st_size} bytes; at most {MAX_BYTES} are read, split it")
        raw = path.read_bytes()
    except FileNotFoundError:
        raise SymroofError(f"{path} does not exist; give the path of a Markdown, LaTeX or notebook file") from None
    except OSError as e:
        raise SymroofError(f"{path} cannot be read: {e.strerror}; check its permissions") from None
    return document(decoded(raw, str(path)), str(path))


def decoded(raw: bytes, name: str) -> str:
    """The text of a file's bytes; raises SymroofError for what is no UTF-8 or no text at all."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        what = "binary" if b"\0" in raw[:8000] else "not UTF-8"
        raise SymroofError(f"{name} is {what} (byte {e.start}); save it as UTF-8") from None
    if "\0" in text:
        raise SymroofError(f"{name} is binary (a zero at character {text.index(chr(0))}); give a text file")
    return text


def _notebook(text: str, name: str) -> Iterator[Page]:
    try:
        book = json.loads(text)
        cells = book["cells"] if "cells" in book else book["worksheets"][0]["cells"]
        spoken = book.get("metadata", {}).get("kernelspec", {}).get("language", "") or "python"
        sources = [(i, c.get("cell_type"), _source(c)) for i, c in enumerate(cells)]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        raise SymroofError(f"{name} is not a Jupyter notebook (no JSON with cells); save it as nbformat 4") from None
    base = 0
    for i, kind, source in sources:
        if kind == "markdown":
            page = page_of(source)
        elif kind == "code":
            magic = _MAGIC.match(source)
            page = _code_page(source, magic[1] if magic else str(spoken))
        else:
            continue
        yield replace(page, cell=i, base=base, spans=tuple(replace(s, cell=i) for s in page.spans))
        base += len(source) + 1


def _source(cell: dict[str, object]) -> str:
    source = cell["source"] if "source" in cell else cell["input"]
    if isinstance(source, str):
        return source
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    raise TypeError("a cell without a source")


def _code_page(source: str, language: str) -> Page:
    """A code cell: only its comments are read."""
    text, cut = _shortened(source, tex=True)
    block = Block("fence", 0, len(text), language, 0)
    return Page(text, (), (block,), Scopes((0,), (), ()), cut=cut)


def page_of(text: str, *, latex: bool = False) -> Page:
    """A text with its spans, its blocks and its scopes."""
    tex = latex or "\\documentclass" in text[:5000]
    text, cut = _shortened(text, tex)
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    blocks = () if tex else blocks_of(text)
    masked, math_fences = (text, []) if tex else _masked(text, blocks)
    macros = macros_of(text)
    quiet = _quiet_lines(text, starts)

    def span(start: int, end: int, kind: str, whole: tuple[int, int]) -> Span:
        raw = text[start:end]
        lead = len(raw) - len(raw.lstrip())
        line = bisect_right(starts, start + lead)
        column = start + lead - starts[line - 1] + 1
        shown = expanded(raw.strip(), macros) if kind == "math" else raw.strip()
        goes_on = kind != "comment" and bool(_GOES_ON.search(text, max(starts[line - 1], start - 40), start))
        display = kind == "math" and (whole[1] - whole[0] > end - start + 2 or text[whole[0] : whole[0] + 1] == "\\")
        alone = kind == "comment" and line in quiet
        return Span(shown, line, column, kind, start + lead, alone, None, goes_on, *whole, display=display)

    found = [span(a, b, "math", (a, b)) for a, b in math_fences]
    for a, b, kind, *whole in _scan(masked, tex):
        found.append(span(a, b, kind, (whole[0], whole[1]) if whole else (a, b)))
        if len(found) > MAX_SPANS:
            raise SymroofError(f"more than {MAX_SPANS} formulas in one document (line {found[-1].line}); split it")
    found += [span(a, b, "code", (a, b)) for a, b in formula_lines(text, blocks)]
    spans = tuple(sorted(found, key=lambda s: s.at))
    begun = tuple(
        (line := bisect_right(starts, m.start()), m.start() - starts[line - 1] + 1, m[1] + m[2])
        for m in _BEGIN.finditer(masked)
        if masked.find(f"\\end{{{m[1]}{m[2]}}}", m.end()) < 0 and not any(x.start <= m.start() < x.end for x in spans)
    )
    return Page(text, spans, blocks, scopes_of(text, blocks, tex=tex), tex=tex, cut=cut, open=begun[:MAX_OPEN])


def _shortened(text: str, tex: bool) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A text with plain line ends and no line longer than is judged, and where lines were cut."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    cut = []
    for i, line in enumerate(lines):
        kept = _kept(line, tex)
        if kept < len(line):
            cut.append((i + 1, kept + 1))
            lines[i] = line[:kept]
    return "\n".join(lines), tuple(cut)


def _kept(line: str, tex: bool) -> int:
    """How many characters of a line are judged, no formula cut in two."""
    if len(line) <= MAX_LINE and (len(line) < 3 * MAX_IN_LINE or sum(map(line.count, "$`\\<{")) <= MAX_IN_LINE):
        return len(line)
    head = line[:MAX_LINE]
    last = 0
    for n, (a, b, _, *whole) in enumerate(_scan(head, tex)):
        if n == MAX_IN_LINE:
            return whole[0] if whole else a
        last = whole[1] if whole else b
    if len(line) <= MAX_LINE:
        return len(line)
    halfway = _STOP.search(head, max(last, MAX_LINE - _HALFWAY))
    return halfway.start() if halfway else MAX_LINE


def _quiet_lines(text: str, starts: list[int]) -> set[int]:
    """The lines that hold nothing but comments."""
    out: set[int] = set()
    for line, (a, b) in enumerate(pairwise([*starts, len(text) + 1]), 1):
        row = text[a:b]
        if ("<!--" in row or "%" in row) and _only_comments(row):
            out.add(line)
    return out


def _only_comments(row: str) -> bool:
    at = 0
    while rest := row[at:].lstrip():
        at = row.find("-->", len(row) - len(rest) + 4) + 3 if rest.startswith("<!--") else 0
        if at < 3:
            return rest.startswith("%")
    return True


def _masked(text: str, blocks: tuple[Block, ...]) -> tuple[str, list[tuple[int, int]]]:
    """The text with front matter and fenced code blanked, and the places of {math} fences."""
    math: list[tuple[int, int]] = []
    blank: list[tuple[int, int]] = []
    for b in blocks:
        if b.kind == "front":
            blank.append((b.start, b.end))
        elif b.kind == "fence":
            blank.append((b.start, b.end))
            if b.info.split()[:1] in (["{math}"], ["math"]):
                options = _OPTIONS.match(text, b.inside)
                last = text.rfind("\n", b.inside, b.end - 1) + 1 if b.closed else b.end
                math.append((options.end() if options else b.inside, max(last, b.inside)))
    covered = [a for a, _ in blank]
    for start, end in _directives(text):
        i = bisect_right(covered, start) - 1
        if i < 0 or not blank[i][0] <= start < blank[i][1]:
            math.append((start, end))
            blank.append((start, end))
    out, last = [], 0
    for a, e in sorted(blank):
        if e <= last:
            continue
        out.append(text[last : max(a, last)])
        out.append(_NOT_NEWLINE.sub(" ", text[max(a, last) : e]))
        last = e
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


class _Closers:
    """Where the next closer of a kind stands, if it is near; each is looked for once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends: dict[str, int] = {}
        self.found: re.Match[str] | None = None
        self.asked = False

    def matching(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """The next match of a pattern, if it is near; each is looked for once."""
        found = self.found
        if not self.asked or (found is not None and found.start() < start):
            found, self.asked = pattern.search(self.text, start), True
            self.found = found
        return found if found is not None and found.start() - start <= MAX_SPAN else None

    def after(self, closer: str, start: int) -> int:
        if -1 < self.ends.get(closer, 0) < start or closer not in self.ends:
            self.ends[closer] = self.text.find(closer, start)
        end = self.ends[closer]
        return end if end >= 0 and end - start <= MAX_SPAN else -1


def _scan(text: str, tex: bool) -> Iterator[tuple[int, int, str] | tuple[int, int, str, int, int]]:
    at = 0
    closers = _Closers(text)
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
                yield c.start(1), c.end(1), "comment", at, end
            at = end
        elif what == "%":
            at = yield from _percent(text, at, tex)
        elif what in ("\\(", "\\[", "\\\\(", "\\\\["):
            closer = what.replace("(", ")").replace("[", "]")
            end = -1 if tex and len(what) == 3 else closers.after(closer, m.end())
            if end > 0:
                yield m.end(), end, "math", at, end + len(closer)
            at = end + len(closer) if end > 0 else m.end()
        elif what == "\\begin{":
            b = _BEGIN.match(text, at)
            end = closers.after(f"\\end{{{b.group(1)}{b.group(2)}}}", b.end()) if b else -1
            if b and end > 0:
                yield b.end(), end, "math", at, text.find("}", end) + 1
            at = end if b and end > 0 else m.end()
        elif what == "$":
            at = yield from _dollars(text, at)
        elif what == "`":
            at = yield from _ticks(text, at, tex)
        elif what[0] in "<{":
            at = yield from _tagged(text, at, m.end(), closers)
        else:
            at = m.end()


def _percent(text: str, at: int, tex: bool) -> Generator[tuple[int, int, str, int, int], None, int]:
    """A LaTeX comment; one to the proofreader is given."""
    if not tex:
        return at + 1
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    c = _TEX_COMMENT.match(text, at, end)
    if c:
        yield c.start(1), c.end(1), "comment", at, end
    return end


def _tagged(text: str, at: int, after: int, closers: _Closers) -> Generator[tuple[int, int, str, int, int], None, int]:
    """What <d-math>, <code>, a script of math, or a shortcode of Hugo or Jekyll encloses."""
    tag = _TAGGED.match(text, at)
    if tag:
        name, attributes = tag.groups()
        closer = f"</{name}>"
        end = closers.after(closer, tag.end())
        if name == "script" and "math/tex" not in attributes:
            return end + len(closer) if end > 0 else tag.end()
        kind = "code" if name == "code" else "math"
        if end > 0 and (kind == "math" or end - at < _CODE_REACH) and "\n\n" not in text[tag.end() : end]:
            yield tag.end(), end, kind, at, end + len(closer)
            return end + len(closer)
        return tag.end()
    short = _SHORTCODE.match(text, at)
    if short:
        close = closers.matching(_ENDING, short.end())
        if close:
            yield short.end(), close.start(), "math", at, close.end()
            return close.end()
        return short.end()
    return after


def _dollars(text: str, at: int) -> Generator[tuple[int, int, str, int, int], None, int]:
    if text.startswith("$$", at):
        end = text.find("$$", at + 2, at + MAX_SPAN)
        if end < 0:
            return at + 2
        yield at + 2, end, "math", at, end + 2
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
    yield at + 1, end, "math", at, end + 1
    return end + 1


def _ticks(text: str, at: int, tex: bool) -> Generator[tuple[int, int, str, int, int], None, int]:
    n = 1
    while text.startswith("`", at + n):
        n += 1
    if tex:
        return at + n
    close = re.compile(rf"(?<!`)`{{{n}}}(?!`)").search(text, at + n, at + n + _CODE_REACH) if n < 50 else None
    if close is None or "\n\n" in text[at : close.start()]:
        return at + n
    role = text[max(0, at - 6) : at]
    if not _QUARTO.match(text, at + n):
        yield at + n, close.start(), "math" if role.endswith("{math}") else "code", at, close.end()
    return close.end()

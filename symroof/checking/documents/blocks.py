r"""The blocks of a document, as CommonMark has them, and the scopes in which what it says holds.

A statement holds in its sentence, its paragraph, its problem (from one "Question", "Problem" or heading to the next),
its section (heading to heading), or in the whole document.

>>> blocks = blocks_of("# A\n\nso `x`\n\n```py\nx = 1\n```\n\n```y``` is code\n")
>>> [(b.kind, b.info) for b in blocks]
[('heading', ''), ('paragraph', ''), ('fence', 'py'), ('paragraph', '')]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, final

import symroof.regexes as re

_FRONT = re.compile(r"\A(?:---|\+\+\+)[ \t]*\n.*?\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_PROBLEM = re.compile(
    r"[\s>*_#<\[({.\d-]*(?:<[^<>\n]{0,80}>)?[\s*_]*(?:pop\s+)?"
    r"(?:questions?|problems?|exercises?|quiz|examples?|tasks?|q\.?\s?\d+|ex\.\s?\d+|worked example)\b",
    re.I,
)
_EXERCISES = re.compile(r"\b(?:exercises?|problems?|questions?|quiz|worked)\b", re.I)
_NUMBERED = re.compile(r"\(?\d{1,3}[.)]\s")
_TEX_SECTION = re.compile(r"^[ \t]*\\(?:part|chapter|section|subsection|subsubsection|paragraph)\*?\s*[\[{]", re.M)
_TEX_PROBLEM = re.compile(r"\\begin\{(?:exercise|problem|question|example|task|exe)\}|^[ \t]*\\question\b", re.M | re.I)
MAX_NESTED = 10  # admonitions inside one another
_ADMONITION = re.compile(r"^(?:!!!|\?\?\?\+?|===\+?!?)[ \t]+[\w\"']", re.M)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_KINDS = {"paragraph_open": "paragraph", "heading_open": "heading", "table_open": "table", "html_block": "html",
          "fence": "fence", "code_block": "indented", "list_item_open": "item", "hr": "rule"}  # fmt: skip


@final
@dataclass(frozen=True)
class Block:
    """A block of the text: what it is, from where to where (offsets), a fence's language, its first line inside."""

    kind: str
    start: int
    end: int
    info: str = ""
    inside: int = 0
    closed: bool = True


@final
@dataclass(frozen=True)
class Scopes:
    """Where paragraphs, problems and sections begin, as sorted offsets."""

    paragraphs: tuple[int, ...]
    problems: tuple[int, ...]
    sections: tuple[int, ...]

    def paragraph(self, at: int) -> int:
        return bisect_right(self.paragraphs, at)

    def problem(self, at: int) -> int:
        return bisect_right(self.problems, at)

    def own_problem(self, at: int) -> bool:
        """Whether a place stands in a problem, not only in a section."""
        i = self.problem(at)
        return i > 0 and self.problems[i - 1] not in self.sections

    def section(self, at: int) -> int:
        return bisect_right(self.sections, at)


@lru_cache(maxsize=1)
def _markdown() -> Any:
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark").enable("table")
    made.core.ruler.enableOnly(["normalize", "block"])
    return made


def front_matter(text: str) -> int:
    """Where the front matter (YAML or TOML) ends; 0 without one."""
    m = _FRONT.match(text) if text.startswith(("---", "+++")) else None
    return m.end() if m else 0


def blocks_of(text: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text, in order; those inside lists and quotes too."""
    skip = front_matter(text)
    lines = [0, *(m.end() for m in re.finditer("\n", text))]
    lines.append(len(text))
    first = bisect_right(lines, skip) - 1 if skip else 0
    source = text[lines[first] :].replace("\0", " ").replace("\f", " ").replace("\v", " ")
    if _ADMONITION.search(source):
        source = _dedented(source)
    out = [Block("front", 0, skip)] if skip else []
    for t in _markdown().parse(source):
        kind = _KINDS.get(t.type)
        if kind is None or t.map is None:
            continue
        a, b = (min(i + first, len(lines) - 1) for i in t.map)
        info = t.info.strip() if kind == "fence" else ""
        body = min(a + 1, b)
        last = text[lines[b - 1] : lines[b]].strip(" \t>\n") if b else ""
        closed = kind != "fence" or (b - a > 1 and bool(last) and set(last) == {t.markup[:1]})
        out.append(Block(kind, lines[a], lines[b], info, lines[body], closed))
    return tuple(sorted(out, key=lambda b: (b.start, -b.end)))


def _dedented(source: str) -> str:
    """The text with what belongs to MkDocs's admonitions and tabs put to the margin, line by line.

    >>> _dedented("!!! note" + chr(10) + "    so it is").splitlines()
    ['!!! note', 'so it is']
    """
    out, level = [], 0
    for line in source.split("\n"):
        if line.strip():
            level = min(level, (len(line) - len(line.lstrip(" "))) // 4)
        bare = line[4 * level :] if line.startswith(" " * 4 * level) else line
        out.append(bare)
        if _ADMONITION.match(bare) and level < MAX_NESTED:
            level += 1
    return "\n".join(out)


def _opens_a_problem(text: str, b: Block) -> bool:
    """Whether a block begins a problem by its first word."""
    return b.kind in ("paragraph", "html", "item") and bool(_PROBLEM.match(text, b.start, b.start + 200))


def scopes_of(text: str, blocks: Iterable[Block], *, tex: bool = False) -> Scopes:
    """Where the paragraphs, problems and sections of a text begin."""
    if tex:
        sections = [m.start() for m in _TEX_SECTION.finditer(text)]
        problems = [*sections, *(m.start() for m in _TEX_PROBLEM.finditer(text))]
        paragraphs = [m.end() for m in _BLANK_LINE.finditer(text)]
        return Scopes(*(tuple(sorted(x)) for x in ([*paragraphs, *problems], problems, sections)))
    starts: list[int] = []
    problems, sections = [], []
    exercises = False
    for b in blocks:
        if b.kind in ("paragraph", "heading", "table", "html", "fence", "item"):
            starts.append(b.start)
        if b.kind == "heading":
            sections.append(b.start)
            problems.append(b.start)
            exercises = bool(_EXERCISES.search(text, b.start, b.end))
        elif _opens_a_problem(text, b):
            problems.append(b.start)
            exercises = False  # numbered items are parts of it
        elif exercises and b.kind == "item" and _NUMBERED.match(text, b.start, b.start + 20):
            problems.append(b.start)
    return Scopes(*(tuple(sorted(set(x))) for x in (starts, problems, sections)))

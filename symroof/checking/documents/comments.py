r"""What an author tells the proofreader in comments: values, regimes, what to leave alone; each with its scope.

``<!-- symroof: let W = 8.2e11 B/s -->`` binds a name from there on, ``given B << D, F`` assumes a regime from there on,
``ignore`` leaves the line it stands on alone, or the next formula where it has a line to itself.  Behind it may stand
a rule's id and, in backticks or quotes, a span's text; ``in this paragraph`` (problem, section, document) at the end
of each of the three says how far it holds.  In LaTeX it is ``% symroof: ...``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.documents.blocks import Scopes
from symroof.checking.documents.report import RULES
from symroof.checking.documents.spans import Page, Span
from symroof.errors import NotationError
from symroof.reading.quantity import quantity

MAX_GIVEN = 4  # regimes tried on one link, the last ones said
MAX_REGIMES = 40  # different regimes in one document
_SCOPE = re.compile(r"\s+in\s+(?:this\s+|the\s+)?(paragraph|problem|section|document)\s*\Z")
_EQUATION = re.compile(r"[=<>≈]|\\(?:approx|le|ge|lt|gt)")
_NOT_BLANK = re.compile(r"\S")
_BINDING = re.compile(r",\s*(?=[^\s=,]+\s*=)")
_QUOTED = re.compile(r"`([^`]*)`|\"([^\"]*)\"|“([^”]*)”")


@final
@dataclass
class Ignore:
    """A place where findings are left alone: of all rules or of some, of all spans or of those with a text."""

    span: Span
    start: int
    end: int
    lines: frozenset[int] = frozenset()
    cell: int | None = None
    rules: frozenset[str] = frozenset()
    text: str = ""
    used: bool = False

    def covers(self, at: int, line: int, cell: int | None, rule: str, text: str) -> bool:
        """Whether it leaves a finding alone."""
        if self.rules and rule not in self.rules:
            return False
        if self.text and self.text not in " ".join(text.split()):
            return False
        if self.lines:
            return line in self.lines and cell == self.cell
        return self.start <= at < self.end


@final
@dataclass
class Remarks:
    """All that the comments of a document say, with the places from where to where each holds."""

    lets: list[tuple[int, int, str, Ratio]] = field(default_factory=list)
    givens: list[tuple[int, int, str]] = field(default_factory=list)
    ignores: list[Ignore] = field(default_factory=list)
    by_line: dict[tuple[int | None, int], list[Ignore]] = field(default_factory=dict)
    ranged: list[Ignore] = field(default_factory=list)

    def ignoring(self, at: int, line: int, cell: int | None, rule: str, text: str) -> Ignore | None:
        """The comment that leaves a finding alone, or None."""
        here: list[Ignore] = self.by_line.get((cell, line), [])
        for ignore in [*here, *self.ranged]:
            if ignore.covers(at, line, cell, rule, text):
                return ignore
        return None

    def add(self, ignore: Ignore) -> None:
        self.ignores.append(ignore)
        for line in ignore.lines:
            self.by_line.setdefault((ignore.cell, line), []).append(ignore)
        if not ignore.lines:
            self.ranged.append(ignore)

    def let(self, at: int) -> dict[str, Ratio]:
        return {name: value for start, end, name, value in self.lets if start <= at < end}

    def given(self, at: int) -> list[str]:
        return [text for start, end, text in self.givens if start <= at < end][-MAX_GIVEN:]


def told(pages: Iterable[Page], scopes: Scopes, file: str, length: int) -> Remarks:
    """What the comments of a document's pages say.

    Raises NotationError, with file and line, for a comment that says nothing we know.
    """
    out = Remarks()
    for page in pages:
        formulas = [s for s in page.spans if s.kind != "comment"]
        for span in page.spans:
            if span.kind != "comment":
                continue
            try:
                _comment(span, page, scopes, length, formulas, out)
            except NotationError as e:
                where = f"{file}, line {span.line}" if file else f"line {span.line}"
                raise NotationError(f"{where}: {e.reason}", e.text, e.at, e.remedy) from None
    return out


def reach(scope: str, at: int, scopes: Scopes, length: int) -> tuple[int, int]:
    """Where the paragraph, problem or section around a place begins and ends."""
    if scope == "document":
        return 0, length
    rows = {"paragraph": scopes.paragraphs, "problem": scopes.problems, "section": scopes.sections}[scope]
    i = getattr(scopes, scope)(at)
    return rows[i - 1] if i else 0, rows[i] if i < len(rows) else length


def _comment(span: Span, page: Page, scopes: Scopes, length: int, formulas: list[Span], out: Remarks) -> None:
    m = _SCOPE.search(span.text)
    text = span.text[: m.start()] if m else span.text
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    at = page.base + span.at
    start, end = (at, reach(m.group(1), at, scopes, length)[1]) if m else (at, length)
    if word == "let":
        for part in _BINDING.split(rest):
            name, _, value = part.partition("=")
            try:
                out.lets.append((start, end, name.strip(), ratio(quantity(value.strip()).value)))
            except NotationError as e:
                remedy = "write symroof: let W = 8.2e11 B/s"
                raise NotationError(f"{e.reason} in the comment", span.text, None, remedy) from None
    elif word == "given":
        if len({g for _, _, g in out.givens} | {rest}) > MAX_REGIMES:
            raise NotationError(f"more than {MAX_REGIMES} regimes in one document", span.text, None, "split it")
        _read(rest)
        out.givens.append((start, end, rest))
    elif word == "ignore":
        here = at if not span.alone else page.base + _below(page.text, span)
        place = reach(m.group(1), here, scopes, length) if m else None
        out.add(_ignore(span, page, rest, _from_here(place, page, span) if place else None, formulas))
    elif word not in ("begin", "end", ""):
        raise NotationError(f"unknown comment {word!r}", span.text, 0, "known: let, given, ignore")


def _from_here(place: tuple[int, int], page: Page, span: Span) -> tuple[int, int]:
    """A scope from the line on that a comment stands in: what the author wrote above it is not meant."""
    return max(place[0], page.base + page.text.rfind("\n", 0, span.at) + 1), place[1]


@lru_cache(maxsize=256)
def _read(text: str) -> None:
    from symroof.algebra.growth.regime import regime

    regime(text)


def _ignore(span: Span, page: Page, rest: str, place: tuple[int, int] | None, formulas: list[Span]) -> Ignore:
    """What an ignore leaves alone: a place that its scope gives, or its line or the next."""
    quoted = _QUOTED.search(rest)
    text = " ".join(next(g for g in quoted.groups() if g is not None).split()) if quoted else ""
    named = frozenset(_rules(_QUOTED.sub(" ", rest), span.text))
    at = page.base + span.at
    if place is not None:
        return Ignore(span, *place, frozenset(), page.cell, named, text)
    lines = {span.line}
    if span.alone:
        i = bisect_right(formulas, span.at, key=lambda s: s.at)
        following = formulas[i] if i < len(formulas) else None
        below = _next_line(page.text, span)
        only = below and _EQUATION.search(page.text.split("\n")[below - 1])
        lines = {n for n in (0 if only or not following else following.line, below) if n}
    return Ignore(span, at, at, frozenset(lines), page.cell, named, text)


def _below(text: str, span: Span) -> int:
    """Where the first line that is not blank below a comment begins; the comment itself where there is none."""
    m = _NOT_BLANK.search(text, text.find("\n", span.end)) if "\n" in text[span.end :] else None
    return m.start() if m else span.at


def _next_line(text: str, span: Span) -> int:
    """The next line that is not blank below a comment."""
    at, line = text.find("\n", span.end), span.line + text.count("\n", span.at, span.end) + 1
    while 0 <= at < len(text) - 1:
        stop = text.find("\n", at + 1)
        if text[at + 1 : stop if stop >= 0 else len(text)].strip():
            return line
        at, line = stop, line + 1
    return 0


def _rules(text: str, comment: str) -> Iterator[str]:
    for word in re.split(r"[\s,]+", text.strip()):
        if not word:
            continue
        if word not in RULES:
            known = ", ".join(sorted(RULES))
            raise NotationError(f"unknown rule {word!r}", comment, None, f"known: {known}")
        yield word

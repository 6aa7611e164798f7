r"""A row of a table that is another case, and says why: in a cell of its own, by a mark with a note, or in a sentence.

>>> from symroof.checking.proofreading.proofread import proofread
>>> items = ("pods", 36, 150, 5400), ("disk", 10, 100, 900), ("core", 2, 320, 640), ("link", 4, 9, 36)
>>> rows = "".join(f"| {n} | {k} | {p} | {t} |\n" for n, k, p, t in items)
>>> text = "| item | count | each | total |\n|---|---:|---:|---:|\n" + rows
>>> [len(proofread(text + told).findings) for told in ("", "\nThe disk gets 10% off.", "\nThe disk is fast.")]
[1, 0, 1]
"""

from __future__ import annotations

from collections.abc import Iterator

import symroof.regexes as re
from symroof.checking.documents.grid import Cell, Grid, grids
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.tables.tables import plain

AROUND = 500  # characters before and behind a table in which a sentence may tell of a row
_MARK = re.compile(r"(?<=[\w)%])\\?\*\Z|[†‡§]|\[\^|<sup>")
_OTHERWISE = (
    r"discount\w*|refund\w*|rebate\w*|free|waiv\w+|surcharge\w*|except\w*|pre-?empt\w*|capp?ed|throttl\w*|limited|"
    r"reduced|halved|doubled|cheaper|dearer|lacks?|without|off|less|tied|shared|spare"
)
_IN_ROW = re.compile(rf"\b(?:{_OTHERWISE}|incl\.?|excl\.?|includ\w+|exclud\w+|plus|minus)\b|\d\s?%\s[a-z]", re.I)
_IN_SENTENCE = re.compile(rf"\b(?:{_OTHERWISE}|no|not|never|only|instead|cannot|but|billed|charged)\b|n['’]t\b", re.I)
_SENTENCES = re.compile(r"(?<=[.!?;])\s|\n\s*\n|\n(?=\|)")
_NAMELESS = re.compile(r"[\W\d_]*\Z")


def without_exceptions(page_odd: list[Statement]) -> Iterator[Statement]:
    """The odd cells of tables but those whose row is told to be another case."""
    for s in page_odd:
        found = _row_of(s)
        if found is None or not _explained(s.item.page, *found):
            yield s


def _row_of(s: Statement) -> tuple[Grid, tuple[Cell, ...]] | None:
    at = s.item.span.start
    for grid in grids(s.item.page):
        if grid.start <= at <= grid.rows[-1][-1].at:
            return next(((grid, row) for row in grid.rows if row[0].at <= at <= row[-1].at), None)
    return None


def _explained(page: Page, grid: Grid, row: tuple[Cell, ...]) -> bool:
    """Whether words in a row, a mark in it or a sentence around its table make it another case."""
    if any(_MARK.search(c.text) or _IN_ROW.search(c.text) for c in row):
        return True
    name, end = plain(row[0].text), page.text.find("\n", grid.rows[-1][-1].at)
    if _NAMELESS.match(name):
        return False
    called = re.escape(name)
    if len(name) == 1 and (name in "AI" or name.islower()):
        called = rf"{re.escape(plain(grid.rows[0][0].text))}\s{called}"
    named = re.compile(rf"(?<!\w)(?:{called})(?!\w)", re.I if len(called) > 1 else 0)
    around = (page.text[max(0, grid.start - AROUND) : grid.start], page.text[end : end + AROUND] if end >= 0 else "")
    told = (x for text in around for x in _SENTENCES.split(text) if not x.startswith("|"))
    return any(named.search(x) and _IN_SENTENCE.search(x) for x in told)

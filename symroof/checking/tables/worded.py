r"""Words that follow from the numbers of a table: what binds in a row, and which row has the most of something.

A column that names what binds is held to two columns of times that bear its words, to where its rate stays level, and
to an order that has one change; a least or largest one of several columns to those; a superlative to its column.

>>> from symroof.checking.proofreading.proofread import proofread
>>> head = "| batch | compute (ms) | memory (ms) | bound by |\n|--|--|--|--|\n"
>>> rows = "| 8 | 1.2 | 9.0 | memory |\n| 32 | 4.8 | 9.4 | {} |\n| 128 | 19.2 | 11.0 | compute |\n"
>>> [[f.verdict for f in proofread(head + rows.format(x)).findings] for x in ("memory", "compute")]
[[], ['wrong']]
>>> text = "| van | load (kg) |\n|--|--|\n| Ant | 800 |\n| Bee | 950 |\n| Cow | 640 |\n\nThe {} has the largest load."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("Bee", "Ant")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.grid import Cell, Grid, grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.tables.tables import TOTAL, cell_statement, number, plain

_BINDS = re.compile(
    r"\bbound\b|\bbinds?\b|\bbinding\b|\blimit(?:ed|er|s|ing)?\b|\bbottleneck\b|\bregime\b|\bdominat", re.I
)
_TIME = re.compile(r"\b(?:time|[mnuµ]?s|seconds|min|h|hours|days|cycles)\b", re.I)
_RATE = re.compile(r"attainable|achievable|performance|throughput|FLOPS\b|roof|/\s?s\b", re.I)
_WORD = re.compile(r"[a-z]{4,}")
_NOTED = re.compile(r"\*(?!\*)|[†‡§]|\[\^|<sup>|\(")
_MOST = "highest|largest|greatest|biggest|most|longest|fastest"
_LEAST = "lowest|smallest|least|fewest|shortest|slowest"
_SUPERLATIVE = re.compile(rf"\bha(?:s|ve) (?:by far )?the (?P<how>{_MOST}|{_LEAST}) (?P<what>[a-z][\w-]*)", re.I)
_SLOW = re.compile(r"fast|slow", re.I)
_OTHERWISE = re.compile(
    r"\b(?:second|third|next|except|but|after|among|of the (?:two|three|other|first|last|rest|new|old)|would|if|not|"
    r"once|used to|ratio|relative|per|without|apart|almost|nearly|one of|not only|before|then)\b|n't\b|\?",
    re.I,
)
Judged = tuple[Cell, str, Verdict]


class Rows(NamedTuple):
    """The rows of a table under its head, in full."""

    head: tuple[Cell, ...]
    body: tuple[tuple[Cell, ...], ...]

    def numbers(self, k: int) -> list[Fraction] | None:
        """The numbers of a column, where each cell holds one."""
        found = [q.value for r in self.body if (q := number(r[k])) is not None]
        return found if len(found) == len(self.body) else None

    def words(self, k: int) -> list[str]:
        return [plain(r[k].text).lower() for r in self.body]

    def title(self, k: int) -> str:
        return plain(self.head[k].text)


def worded(m: Material) -> Iterator[Statement]:
    """Every word of a table, or about one, that its numbers deny."""
    for page, dark in zip(m.pages, m.darks):
        for grid in grids(page):
            head, *body = grid.rows
            whole = tuple(r for r in body if len(r) == len(head) and not TOTAL.match(plain(r[0].text)))
            if len(whole) < 3:
                continue
            rows = Rows(head, whole)
            for cell, text, v in (*_bounds(rows), *_extremes(rows)):
                yield cell_statement(m, page, cell, text, v)
            yield from _superlatives(m, page, dark, grid, rows)


def _bounds(rows: Rows) -> Iterator[Judged]:
    """The columns that name what binds, each by the first rule that all rows but one follow."""
    for k in range(1, len(rows.head)):
        if not _BINDS.search(rows.title(k)):
            continue
        words = rows.words(k)
        kinds = {*words}
        if len(kinds) > 3 or any(not w or w[0].isdigit() for w in words):
            continue
        numeric = {i: x for i in range(len(rows.head)) if i != k and (x := rows.numbers(i)) is not None}
        found = _by_times(rows, words, numeric) or _by_level(rows, k, words, numeric) or _by_order(words, numeric)
        if found is not None and not any(_NOTED.search(c.text) for c in rows.body[found[0]]):
            row, right, why = found
            cell = rows.body[row][k]
            v = Verdict("wrong", f"{why}: {right}, not {plain(cell.text)}", code="column", right=right)
            yield cell, f"{rows.title(k)}: {plain(cell.text)}", v


Odd = tuple[int, str, str]  # a row, the word that it should have, and why


def _by_times(rows: Rows, words: Sequence[str], numeric: dict[int, list[Fraction]]) -> Odd | None:
    """Two columns of times or more whose headers bear the words: the longest binds."""
    named = {
        w: [i for i in numeric if _TIME.search(rows.title(i)) and _alike(w, rows.title(i))]
        for w in dict.fromkeys(words)
    }
    if len(named) < 2 or any(len(x) != 1 for x in named.values()) or len({x[0] for x in named.values()}) < len(named):
        return None
    longest = [max(named, key=lambda w: numeric[named[w][0]][i]) for i in range(len(words))]
    off = [i for i, (w, x) in enumerate(zip(words, longest)) if w != x]
    if len(off) != 1 or len(words) < 3:
        return None
    times = " and ".join(f"{rows.title(x[0])} {plain(rows.body[off[0]][x[0]].text)}" for x in named.values())
    return off[0], longest[off[0]], f"with {times} the longer one binds"


def _alike(word: str, title: str) -> bool:
    """Whether a word and a header speak of one thing: compute-bound, and compute time."""
    return bool({x[:5] for x in _WORD.findall(word)} - {"bound"} & {x[:5] for x in _WORD.findall(title.lower())})


def _by_level(rows: Rows, k: int, words: Sequence[str], numeric: dict[int, list[Fraction]]) -> Odd | None:
    """A rate that grows with another column up to where it stays level: before that memory binds, and then compute."""
    if not all(re.match(r"(?:comput|memory|bandwidth)", w) for w in words) or len({*words}) != 2:
        return None
    mine = {*re.findall(r"[a-z]{3,}", rows.title(k).lower())}
    rates = [i for i in numeric if _RATE.search(rows.title(i))]
    own = [i for i in rates if {*re.findall(r"[a-z]{3,}", rows.title(i).lower())} & mine] or rates
    low, high = sorted({*words}, key=lambda w: w.startswith("comput"))
    for i in own if len(own) == 1 else ():
        rate = numeric[i]
        top = max(rate)
        for s, source in numeric.items():
            slopes = [r / x for r, x in zip(rate, source) if r < top and x > 0]
            if s == i or len(slopes) < 2 or rate.count(top) < 2 or max(slopes) > min(slopes) * Fraction(102, 100):
                continue
            right = [high if r == top else low for r in rate]
            off = [j for j, (w, x) in enumerate(zip(words, right)) if w != x]
            level = min((x for x, r in zip(source, rate) if r == top), default=None)
            if len(off) == 1 and level is not None and all(x < level for x, r in zip(source, rate) if r < top):
                why = "it grows as in the rows above" if right[off[0]] == low else "it no longer grows"
                return off[0], right[off[0]], f"{rows.title(i)} is {plain(rows.body[off[0]][i].text)}, where {why}"
    return None


def _by_order(words: Sequence[str], numeric: dict[int, list[Fraction]]) -> Odd | None:
    """A first column in order, along which what binds changes once: a row between others of another kind."""
    first = numeric.get(0)
    kinds = {*words}
    if first is None or len(kinds) != 2 or len(words) < 5 or first not in (sorted(first), sorted(first, reverse=True)):
        return None
    for i in range(1, len(words) - 1):
        rest = [*words[:i], *words[i + 1 :]]
        changes = sum(a != b for a, b in pairwise(rest))
        if changes <= 1 and words[i] != words[i - 1] == words[i + 1] and (rest.count(words[i]) >= 1 or changes == 0):
            return (i, words[i - 1], "as in the rows before and behind it") if changes == 1 else None
    return None


def _extremes(rows: Rows) -> Iterator[Judged]:
    """A column that is the least, or the largest, of those that begin with one word: "by threads", "by registers"."""
    groups: dict[str, list[int]] = {}
    numeric = {i: x for i in range(1, len(rows.head)) if (x := rows.numbers(i)) is not None}
    for i in numeric:
        groups.setdefault(rows.title(i).lower().split(" ")[0], []).append(i)
    for word, group in groups.items():
        if len(group) < 2 or len(word) < 2 or len(rows.body) < 4:
            continue
        for k, said in numeric.items():
            if k in group or k < max(group):
                continue
            for pick in (min, max):
                made = [pick(numeric[i][j] for i in group) for j in range(len(said))]
                off = [j for j, (a, b) in enumerate(zip(said, made)) if a != b]
                used = {next(i for i in group if numeric[i][j] == made[j]) for j in range(len(said))}
                if (
                    len(off) == 1
                    and len(used) > 1
                    and len({*made}) > 2
                    and not _NOTED.search(rows.body[off[0]][k].text)
                ):
                    cell = rows.body[off[0]][k]
                    right = next(plain(rows.body[off[0]][i].text) for i in group if numeric[i][off[0]] == made[off[0]])
                    which = "least" if pick is min else "largest"
                    told = f"as in the other rows, the {which} of {', '.join(rows.title(i) for i in group)} is {right}"
                    v = Verdict("wrong", f"{told}, not {plain(cell.text)}", code="column", right=right)
                    yield cell, f"{rows.title(k)}: {plain(cell.text)}", v
                    return


def _superlatives(m: Material, page: Page, dark: str, grid: Grid, rows: Rows) -> Iterator[Statement]:
    """Sentences of a table's section by which one of its rows has the most, or the least, of one of its columns."""
    scopes = m.facts.scopes
    section = scopes.section(page.base + grid.start)
    starts = scopes.sections
    begin = starts[section - 1] - page.base if section else 0
    end = starts[section] - page.base if section < len(starts) else len(dark)
    for found in _SUPERLATIVE.finditer(dark, max(0, begin), max(0, min(end, len(dark)))):
        if grid.start <= found.start() <= grid.rows[-1][-1].at:
            continue
        a = max(dark.rfind(x, 0, found.start()) for x in (". ", ".\n", "\n\n", ": ", "; ", "| ")) + 1
        clause = dark[a : found.start()]
        b = re.compile(r"[.;:!?,](?=\s|\Z)|\n\n|\band\b|\Z").search(dark, found.end())
        behind = dark[found.end() : b.start() if b else found.end()]
        firsts = [plain(r[0].text).split(" ")[0] for r in rows.body]
        named = [r for r, x in zip(rows.body, firsts) if (n := plain(r[0].text)) and _called(n, x, firsts, clause)]
        if len(named) != 1 or _OTHERWISE.search(clause) or _OTHERWISE.search(behind):
            continue
        v = _most(rows, named[0], found["how"].lower(), found["what"].lower())
        if v is not None:
            cell = Cell(page.text[found.start() : found.end()], found.start())
            yield cell_statement(m, page, cell, f"{plain(named[0][0].text)} {found.group()}", v, "word")


def _called(name: str, first: str, firsts: list[str], clause: str) -> bool:
    """Whether a clause speaks of a row: by its name, or by the first word of it where no others begin so."""
    if len(first) > 3 and firsts.count(first) == 1:
        name = first
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", clause)) and not re.fullmatch(r"[\W\d]*|[a-z]{1,2}", name)


def _most(rows: Rows, row: tuple[Cell, ...], how: str, what: str) -> Verdict | None:
    """The verdict on a row that has the most of something; None where its columns do not tell, or disagree."""
    columns = [
        (k, x)
        for k in range(1, len(rows.head))
        if what in re.findall(r"[a-z]+", rows.title(k).lower()) and (x := rows.numbers(k)) is not None
    ]
    if not columns or _SLOW.match(how) or any(re.search(r"\brank\b|#", rows.title(k), re.I) for k, _ in columns):
        return None
    j = rows.body.index(row)
    pick = max if re.fullmatch(_MOST, how) else min
    if any(x[j] == pick(x) for _, x in columns):
        return Verdict("exact", "so says the table", code="superlative")
    best = {plain(rows.body[x.index(pick(x))][0].text) for _, x in columns}
    if len(best) != 1 or any(x.count(pick(x)) > 1 for _, x in columns):
        return None
    right = best.pop()
    k, x = columns[0]
    top = plain(rows.body[x.index(pick(x))][k].text)
    words_of_it = (
        f"by {rows.title(k)} in the table that is {right} ({top}), not {plain(row[0].text)} ({plain(row[k].text)})"
    )
    return Verdict("wrong", words_of_it, code="superlative", right=None)

r"""What sentences say of the rows of a table that they name: numbers of theirs, changes from one row to another.

A row is named by its first cell, by words or by a number of the column that leads the table ("from 90% to 95%"); the
column by a word of its heading, or by the unit of what the sentence speaks of.  Where several columns may be meant,
all of them have to say the same.

>>> from symroof.checking.proofreading.proofread import proofread
>>> rows = "| Pump | Flow (l/s) | Power (W) |\n|---|---|---|\n| Alder | 20 | 400 |\n| Birch | 25 | 600 |\n"
>>> text = rows + "| Cedar | 18 | 300 |\n\nGoing from Alder to Birch raises the power by {}%.\n"
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in (50, 33)]
[['rounded'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, takewhile
from typing import final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import sentence
from symroof.checking.documents.flat import Flat
from symroof.checking.documents.grid import Grid, grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.figures import singular
from symroof.checking.reckoning.sentences import in_prose
from symroof.checking.tables.tables import TOTAL, number, plain
from symroof.checking.words.multiples import Change, changes
from symroof.checking.words.numerals import DIGITS
from symroof.reading.measures import plain_number
from symroof.reading.quantity import Printed, shown

MAX_TABLES, MAX_ROWS, MAX_FOUND, MAX_NAME = 40, 40, 100, 200
_MARKS = re.compile(r"[*_`$]|\\\(|\\\)")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_STOPS = frozenset("of in on at and so but while which that with for by per to than it is are among after if".split())  # noqa: SIM905
_UNITS = {  # what is spoken of, by the units that it may have in a heading
    "time": r"[nmuµμ]?s|seconds|min|minutes|h|hours|days", "latency": r"[nmuµμ]?s", "power": r"[kM]?W",
    "bandwidth": r"[kMGTP]?i?[Bb]/s", "memory": r"[kMGTP]i?B", "capacity": r"[kMGTP]i?B",
    "price": r"[$€£]|USD|EUR|dollars", "cost": r"[$€£]|USD|EUR|dollars", "throughput": r"[\w.]*/s",
}  # fmt: skip
_CASE = re.compile(
    r"\b(?:if|would|could|might|not|never|no\slonger|unless|until|except|other|old|new|had|wrong\w*|"
    r"mistake\w*|both|combined|together)\b|n['’]t\b",
    re.I,
)
_NOT_ALL = re.compile(r"\b(?:among|after|second|next|apart|but|per|of\s+the\s+(?:two|rest|others))\b", re.I)
Row = tuple[str, dict[int, Printed], Fraction | None]


@final
@dataclass(frozen=True)
class NamedRows:
    """A table whose rows have names: its columns as words and units, its rows by what stands in their first cell."""

    start: int
    columns: dict[int, tuple[frozenset[str], str]]
    rows: tuple[Row, ...]

    def of(self, words: list[str]) -> list[int]:
        """The columns that words may speak of: those whose headings share the most with them, or have their unit."""
        told = {singular(w) for w in words}
        head = singular(words[-1]) if words else ""
        shared = {k: len(told & names) for k, (names, _) in self.columns.items() if head in names}
        if shared:
            return [k for k, n in shared.items() if n == max(shared.values())]
        unit = re.compile(_UNITS[head]) if head in _UNITS else None
        return [k for k, (_, u) in self.columns.items() if unit is not None and unit.fullmatch(u)]


def rowed(m: Material) -> Iterator[Statement]:
    """Every statement of a document on rows that it names."""
    for page, dark in zip(m.pages, m.darks):
        tables = [t for g in islice(grids(page), MAX_TABLES) if (t := _table(g)) is not None]
        if not tables:
            continue
        flat = Flat.of(m, page, dark)
        for start, end, v in (
            *_between(flat.text, tables),
            *_told_of(flat.text, tables),
            *_listed(flat.text, tables),
        ):
            yield in_prose(m, page, dark, (flat.places[start], flat.places[end - 1] + 1), v, "table")


def _table(grid: Grid) -> NamedRows | None:
    head, *body = grid.rows
    rows = [r for r in body if len(r) == len(head) and not TOTAL.match(plain(r[0].text))][:MAX_ROWS]
    columns: dict[int, tuple[frozenset[str], str]] = {}
    for k, cell in enumerate(head):
        name, _, unit = _MARKS.sub("", plain(cell.text)).partition("(")
        words = frozenset(singular(w) for w in _WORD.findall(name))
        columns[k] = words, unit.partition(")")[0].strip()
    out: list[Row] = []
    for r in rows:
        numbers = {k: q.printed for k, c in enumerate(r) if (q := number(c)) is not None}
        name = _MARKS.sub("", plain(r[0].text)).strip()
        key = q.value if (q := number(r[0])) is not None else None
        out.append((name, {k: p for k, p in numbers.items() if k}, key))
    return NamedRows(grid.start, columns, tuple(out)) if len(out) > 1 else None


def _names(tables: list[NamedRows]) -> dict[str, str]:
    """The names of rows in small letters, whole or their first words, and the first cell of each."""
    whole = {n for t in tables for n, _, key in t.rows if key is None and _WORD.match(n) and len(n) > 2}
    out = {n.lower(): n for n in whole}
    for n in whole:
        first = n.split()[0]
        if len(first) > 3 and sum(w.split()[0] == first for w in whole) == 1:
            out.setdefault(first.lower(), n)
    return out


def _phrase(words: str) -> list[str]:
    """The words up to the first that begins something else."""
    return list(takewhile(lambda w: w.lower() not in _STOPS, words.split()))


# -- from one row to another ------------------------------------------------------------------------------------------

_KEY = r"(?:[A-Za-z\\]+\s?=\s?)?(?P<{}>\d+(?:\.\d+)?)\s?(?P<p{}>%|per\s?cent)?"
_FROM_KEY = re.compile(rf"\bfrom\s(?:the\s)?{_KEY.format('a', 'a')}\sto\s", re.I, needs="from", lines=True)
_THE = re.compile(r"\b(?:the|its|their)\s(?:(?:number|amount|count)\sof\s)?(?P<q>(?:[A-Za-z][\w-]*\s){1,4})", re.I)


def _between(text: str, tables: list[NamedRows]) -> Iterator[tuple[int, int, Verdict]]:
    """From 90% to 95% the mean read improves by 35%; going from Osprey to Harrier raises the ridge by 50%."""
    names, low = _names(tables), text.lower()
    if not any(f"from {n}" in low or f"from the {n}" in low for n in names) and _FROM_KEY.search(text) is None:
        return
    some = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True)) or r"(?!)"
    one, two = f"(?:(?P<n>{some})|{_KEY.format('a', 'a')})", f"(?:(?P<o>{some})|{_KEY.format('b', 'b')})"
    ends = re.compile(rf"\bfrom\s(?:the\s)?{one}\sto\s(?:the\s)?{two}(?![\w.]*\d)", re.I)
    for x in islice(ends.finditer(text), MAX_FOUND):
        begin, stop = sentence(text, x.start(), x.end(), 300)
        if _CASE.search(text, begin, x.start()):
            continue
        clause = re.search(r"[;:.](?=\s)|,\s(?:although|while|but|whereas)\b", text[x.end() : stop])
        stop = x.end() + clause.start() if clause else stop
        if _CASE.search(text, x.end(), stop):
            continue
        told = [*changes(text, x.end(), stop)]
        words = [_phrase(q["q"]) for q in _THE.finditer(text, x.end(), stop)]
        if len(told) != 1 or len(words) != 1 or not words[0]:
            continue
        v = _change(told[0], _without_verb(words[0], told[0]), x, names, tables)
        if v is not None:
            yield told[0].start, told[0].end, v


def _without_verb(words: list[str], c: Change) -> list[str]:
    """What grows, without the verb that it stands before."""
    verb = c.verb.lower()
    at = next((i for i, w in enumerate(words) if w.lower() == verb), len(words))
    return words[:at]


def _change(
    c: Change, words: list[str], x: re.Match[str], names: dict[str, str], tables: list[NamedRows]
) -> Verdict | None:
    """Whether the rows change as the words say; where several columns may be meant, any of them."""
    pairs: list[tuple[Printed, Printed]] = []
    for t in tables:
        one, two = (_row(t, x, names, g) for g in (("n", "a", "pa"), ("o", "b", "pb")))
        if one is None or two is None or one is two:
            continue
        columns = t.of(words)
        pairs += [(one[1][k], two[1][k]) for k in columns if k in one[1] and k in two[1]]
    pairs = [(a, b) for a, b in pairs if a.value > 0 and b.value > 0 and a.value != b.value]
    if not pairs:
        return None
    said = []
    for a, b in pairs:
        more = b.value > a.value if c.more is None else c.more
        right, loose = c.of(a.value, b.value, more), _loose(a, b)
        if (more == (b.value > a.value) or c.more is None) and c.near(
            right, loose * (Fraction(2) if c.fold else 1 / min(right, Fraction(1)))
        ):
            return Verdict("rounded", f"from {a.text} to {b.text} it is {_told(right, c)}", code="rows")
        said.append((a, b, right, more == (b.value > a.value)))
    if any(
        (same and abs(r / c.amount - 1) < digits.ROUNDED_BEFORE) or _loose(a, b) > digits.ROUNDED_BEFORE
        for a, b, r, same in said
    ):
        return None
    a, b, right, same = said[0]
    why = (
        f"from {a.text} to {b.text} it is {_told(right, c)}"
        if same
        else f"from {a.text} to {b.text} it changes the other way"
    )
    return Verdict("wrong", why, code="rows")


def _row(t: NamedRows, x: re.Match[str], names: dict[str, str], groups: tuple[str, str, str]) -> Row | None:
    name, key, percent = (x[g] for g in groups)
    if name:
        return next((r for r in t.rows if r[0] == names[name.lower()]), None)
    value = Fraction(key) / (100 if percent else 1)
    return next((r for r in t.rows if r[2] == value), None)


def _loose(a: Printed, b: Printed) -> Fraction:
    return (abs(a.place / a.value) + abs(b.place / b.value)) / 2


def _told(value: Fraction, c: Change) -> str:
    return f"{shown(value, digits=3)} times" if c.fold else f"{shown(value * 100, digits=3)}%"


# -- a number told of a row, and several of several --------------------------------------------------------------------

_VERB = (
    r"binds?|saturates|leads|wins|limits|(?:is|becomes)\s(?:now\s)?(?:first|last|the\s[a-z]+)|draws|costs|needs|takes|reaches|gets|"
    r"sustains|delivers|has|holds|moves|reads|writes"
)


_HAS = re.compile(
    rf"\s(?:{_VERB})(?:,?\s(?:at|with|of)|\sonly)?\s(?P<x>{DIGITS})\s?(?P<u>[A-Za-zµμ%€$]+(?:/[A-Za-z]+)?)", re.I
)
_ENUMERATED = re.compile(
    rf"(?P<x>{DIGITS}(?:%?,\s{DIGITS})+%?,?\sand\s{DIGITS})\s?[A-Za-z/%]*\s(?:for|on|at|with)\s", re.I
)


def _told_of(text: str, tables: list[NamedRows]) -> Iterator[tuple[int, int, Verdict]]:
    """The database binds, at 667 req/s: a number that stands in the row of another is called."""
    names = _names(tables)
    before = (text[max(0, x.start() - MAX_NAME) : x.start()].lower() for x in _HAS.finditer(text))
    if not any(b.endswith(n) or b.rpartition(" ")[0].endswith(n) for b in before for n in names):
        return
    some = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
    has = re.compile(rf"\b(?P<n>{some})(?:\s(?!and\b|or\b)[a-z]+)?{_HAS.pattern}", re.I)
    for x in islice(has.finditer(text), MAX_FOUND):
        begin, stop = sentence(text, x.start(), x.end(), 300)
        if _CASE.search(text, begin, x.end()) or _NOT_ALL.search(text, begin, x.end()) or text[stop : stop + 1] == "?":
            continue
        v = _of_row(names[x["n"].lower()], x["x"], x["u"], tables)
        if v is not None:
            yield x.start("x"), x.end(), v


def _of_row(name: str, said: str, unit: str, tables: list[NamedRows]) -> Verdict | None:
    """Whether a number is that of a row, in a column of its unit; wrong is only one that is of another row."""
    other = ""
    for t in tables:
        here = next((p for n, p, _ in t.rows if n == name), None)
        for k in (k for k, (_, u) in t.columns.items() if u == unit and here is not None and k in here):
            if here is not None and here[k].text == said:
                return Verdict("exact", f"the table has {said} for {name}", code="row")
            of = [n for n, p, _ in t.rows if n != name and k in p and p[k].text == said]
            if here is not None and len(of) == 1 and here[k].digits > 1 and here[k].value != plain_number(said):
                other = f"the table has {said} for {of[0]}, and {here[k].text} for {name}"
    digits = len(said.replace(",", "").replace(".", "").strip("0"))
    return Verdict("wrong", other, code="row") if other and digits > 1 else None


def _listed(text: str, tables: list[NamedRows]) -> Iterator[tuple[int, int, Verdict]]:
    """The penalties are 2, 4 and 6 for mirrors, parity and double parity: all numbers of one column but one."""
    names = _names(tables) if _ENUMERATED.search(text) else {}
    some = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
    if len(names) < 3:
        return
    several = re.compile(
        rf"{_ENUMERATED.pattern}(?:the\s)?"
        rf"(?P<n>(?:{some})(?:,\s(?:the\s)?(?:{some}))+,?\sand\s(?:the\s)?(?:{some}))(?![\w-])",
        re.I,
    )
    one = re.compile(some, re.I)
    for x in islice(several.finditer(text), MAX_FOUND):
        said = re.findall(DIGITS, x["x"].replace(", ", " ; "))
        rows = [names[n.lower()] for n in one.findall(x["n"])]
        begin, stop = sentence(text, x.start(), x.end(), 300)
        if len(said) != len(rows) or _CASE.search(text, begin, stop):
            continue
        v = _all_of(said, rows, tables)
        if v is not None:
            yield x.start(), x.end(), v


def _all_of(said: list[str], rows: list[str], tables: list[NamedRows]) -> Verdict | None:
    """Whether some numbers are those of some rows in one column; wrong where one column has all but one of them."""
    odd: list[str] = []
    for t in tables:
        by = {n: p for n, p, _ in t.rows}
        for k in t.columns:
            there = [by[n][k].text for n in rows if n in by and k in by[n]]
            if len(there) == len(rows):
                if there == said:
                    return Verdict("exact", "as the table has them", code="row")
                if sum(a != b for a, b in zip(there, said)) == 1:
                    odd.append(f"the table has {', '.join(there)}")
    return Verdict("wrong", odd[0], code="row") if len(odd) == 1 and len(said) > 2 else None

r"""The cells of a table that follow from others: a column whose header is a formula of other columns, a row of totals.

Whether a column happens to be the product of two others is not asked: only what a header or the word "total" claims.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "| D | F | $2DF$ |\n|---|---|---|\n| 10 | 20 | 400 |\n| 10 | 30 | 400 |\n"
>>> [(f.verdict, f.line) for f in proofread(text).findings]
[('exact', 3), ('wrong', 4)]
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio, total
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict, constant
from symroof.checking.claims.fixes import authors
from symroof.checking.claims.links import Known, compared
from symroof.checking.documents.grid import Cell, Grid, grids
from symroof.checking.documents.material import LETTERS, Item, Material
from symroof.checking.documents.spans import Page, Span
from symroof.checking.documents.statement import Statement
from symroof.checking.words.numerals import spelled
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula
from symroof.reading.quantity import Quantity, quantity, shown

TOTAL = re.compile(r"[\s*_`]*(?:grand )?(?:total|sum|overall|all together|altogether)\b", re.I)
_ALL = re.compile(r"[\s*_`]*all (?:of )?(?:the )?(?P<n>[\w-]{1,12})\b", re.I)
_SUBTOTAL = re.compile(
    r"total|\bsum\b|\A\W*(?:mean|average|avg|median|of which|thereof|incl(?:uding|\.)|(?:min|max)(?:imum)?\W*\Z)",
    re.I,
)
_NOT_ADDED = re.compile(
    r"%|share|fraction|average|mean|max|\bmin(?:imum)?\b(?!\))|\bper\b|/|ratio|rate|speed|utili|intensity|version|rank|#|[TPG]FLOPS|mfu|hfu|"
    r"bandwidth|throughput|latency|accuracy|score|width|depth|temperature|price|clock|percent",
    re.I,
)
_PER_DEVICE = re.compile(
    r"\b(?:[kMGT]i?B|bytes|memory|param(?:eter)?s|weights|tokens)\s+(?:per|on each)\s+"
    r"(?:accelerator|chip|GPU|TPU|device|card|node|host|core|rank|worker|param(?:eter)?|layer)\b|"
    r"(?:\$|€|\bdollars?|\bUSD|\beuros?|\bcents?|\bcosts?)\s*(?:/|per|an?)\s*(?:(?:GPU|chip|node|TPU|device)[ -])?"
    r"(?:hours?|h|months?|years?|days?)\b",
    re.I,
)  # what lies on one device adds up, as an amount per second does not
_PER = re.compile(r"\bper \w+|/(?=\w)|latency|price", re.I)
_ALONE = re.compile(r"(?:grand )?(?:total|sum)s?(?:\s*[(\[][^()\[\]]{1,12}[)\]])?\Z", re.I)
_WRAPPED = re.compile(r"\\(?:text\w*|math[a-z]+|textcolor\{\w+\}|red|blue|green|gray)\s*\{([^{}]*)\}|\\[,;:! ]")
_APPROX = re.compile(r"\s*(?:\\approx|≈|~|=)\s*")
_NEGLECTED = re.compile(r"[\s$]*(?:\\\w+\s*\{\s*)*\\?(?:mathcal\{)?O\}?\s*(?:\\left)?\(")
_NOTHING = re.compile(r"[-–—]{1,3}")  # in a cell of what there is none of
_SEVERAL = re.compile(r"[×x]\s?\d|(?<![\w.])\d+\s?[×x](?!\w)")
_LATER_COPIES = re.compile(r"[$`*]|\\[()]")
_MEASURED = re.compile(
    r"(?:\A|[\s(\[])(?:[kKMGTPE]i?B|[mnuµ]?s|h|min|[kKMGTPB]|thousands|millions|billions|seconds|hours|days)[)\]]?\Z"
)
_POWER = re.compile(r"\de|10\s*[\^*]", re.I)
_HEADER_UNIT = re.compile(r"[(\[]\s*([A-Za-zµ/%]+)\s*[)\]]\s*\Z")
_LETTERS = re.compile(r"[A-Z]{2,}")


def table_rows(m: Material, odd: Sequence[Statement] = ()) -> Iterator[Statement]:
    """Every cell of a document's tables that its header, or its row, says follows from others.

    ``odd`` are cells that were found wrong, of which no total is to blame.
    """
    for page in m.pages:
        right = {s.item.span.start: s.verdict.right for s in odd if s.item.page is page and s.verdict.right}
        for grid in grids(page):
            yield from _by_header(m, page, grid)
            yield from _totals(m, page, grid, right)
            yield from _row_totals(m, page, grid)


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """A cell's text without its marks."""
    text = _WRAPPED.sub(r"\1", text.replace("{,}", ",")) if "\\" in text or "{" in text else text
    return _LATER_COPIES.sub("", text).strip()


def number(cell: Cell, but: re.Pattern[str] | None = None) -> Quantity | None:
    """The number that a cell holds and nothing else, but what is said to be left out of it."""
    text = plain(cell.text).lstrip("~≈ ")
    return _number(but.sub("", text) if but else text)


@lru_cache(maxsize=2048)  # rules ask for the same cells
def _number(text: str) -> Quantity | None:
    with suppress(SymroofError):
        return quantity(text)
    return None


def _formula(text: str, known: Collection[str] = ()) -> Ratio | None:
    """A header that is a formula of several columns, known letters no thousands; None where it is a name or words."""
    words = _HEADER_UNIT.sub("", plain(text)).strip()
    body = words.partition("=")[2].strip() or words
    if len(body) > 80 or not re.search(r"[*/×·^+]|\\frac|\\cdot|\d[A-Z]|[A-Z]{2}", body):
        return None
    with suppress(SymroofError):
        side = parse_formula(body, words=known).sides[0]
        value = side.ratio()
        if value.names and not side.words:
            return value
    return None


def _names(head: tuple[Cell, ...]) -> dict[str, int]:
    """The symbols that headers name, with their columns: "width (D)" and "D"."""
    from symroof.checking.documents.sizes import symbol

    out: dict[str, int] = {}
    for i, cell in enumerate(head):
        name = symbol(plain(cell.text))
        if name and "/" not in name and "*" not in name:
            out.setdefault(name.replace("{", "").replace("}", ""), i)
    return out


def _by_header(m: Material, page: Page, grid: Grid) -> Iterator[Statement]:
    """A column under $2DF$, with columns D and F beside it."""
    head, *body = grid.rows
    named = _names(head)
    for k, cell in enumerate(head):
        formula = _formula(cell.text, {n for n in LETTERS if m.facts.value(n, page.base + cell.at) is not None})
        if formula is None:
            continue
        beside = _beside(head, k, formula, {n: i for n, i in named.items() if i != k})
        stated = {n: m.facts.value(n, page.base + cell.at) for n in formula.names if n not in beside}
        if not beside or not all(f is not None and m.facts.near(f, page.base + cell.at) for f in stated.values()):
            continue
        told = {n: constant(f.value) or Fraction(0) for n, f in stated.items() if f is not None}
        found_in = []
        for row in body:
            if len(row) != len(head):
                continue
            values = {n: number(row[i]) for n, i in beside.items()}
            said = number(row[k])
            if said is None or any(v is None for v in values.values()):
                continue
            found = _compared(formula, told | {n: v.value for n, v in values.items() if v is not None}, said)
            if found is not None:
                found_in.append((row[k], found))
        if _LETTERS.fullmatch(plain(cell.text).strip()) and not any(v.ok for _, v in found_in):
            continue  # HR beside H and R: no row has it so, and it is a name
        for at, found in found_in:
            yield cell_statement(m, page, at, f"{plain(cell.text)} is {plain(at.text)}", found)


def _beside(head: tuple[Cell, ...], k: int, formula: Ratio, named: Mapping[str, int]) -> dict[str, int]:
    """The columns of a formula's names; a name without one may be the initial of the only word that begins with it."""
    out = {n: named[n] for n in formula.names if n in named}
    for n in formula.names:
        words = [i for i, c in enumerate(head) if i != k and plain(c.text)[:1].lower() == n.lower()]
        if n not in out and len(n) == 1 and len(words) == 1 and plain(head[words[0]].text).isalpha():
            out[n] = words[0]
    return out


def _compared(formula: Ratio, values: Mapping[str, Fraction], said: Quantity) -> Verdict | None:
    with suppress(SymroofError):
        value = constant(formula.subs({n: ratio(v) for n, v in values.items()}))
        if value is None:
            return None
        exact = Claim("value", ratio(value))
        claim = Claim("value", ratio(said.value), said.printed, None, said.dimension)
        v = compared(exact, claim, "=", Known())
        with_values = ", ".join(f"{n} = {shown(x)}" for n, x in sorted(values.items()))
        return replace(v, reason=f"{v.reason}; with {with_values}")
    return None


def _of_all(name: str, rows: int) -> bool:
    """Whether a row is told to be of all those above it, by their number.

    >>> _of_all("All four racks", 4), _of_all("all 12 cards", 12), _of_all("All four racks", 3), _of_all("All racks", 4)
    (True, True, False, False)
    """
    m = _ALL.match(name)
    return m is not None and spelled(m["n"].lower()) == str(rows)


def _totals(m: Material, page: Page, grid: Grid, mended: Mapping[int, str]) -> Iterator[Statement]:
    """A last row called total, or under a rule without a name: each number or formula is the sum of those above it."""
    head, *body = grid.rows
    if any(_SEVERAL.search(plain(r[0].text)) for r in body):
        return  # GPU × 8, of which a cell may hold one
    if len(body) < 3 or any(len(r) != len(head) for r in body) or any(_SUBTOTAL.search(r[0].text) for r in body[:-1]):
        return
    name = plain(body[-1][0].text)
    if not TOTAL.match(name) and not _of_all(name, len(body) - 1) and (name or len(body) not in grid.ruled):
        return
    for k in range(1, len(head)):
        judged = _column_total(head, body, k, mended, name or "total")
        if judged is not None:
            yield cell_statement(m, page, *judged)


def _column_total(
    head: Sequence[Cell], body: Sequence[tuple[Cell, ...]], k: int, mended: Mapping[int, str], name: str
) -> tuple[Cell, str, Verdict] | None:
    """The total of one column, or the cell that makes it wrong."""
    title, cell = plain(_PER_DEVICE.sub("", head[k].text)), body[-1][k]
    parts, said = [number(r[k]) for r in body[:-1]], number(cell)
    terms = [p for p in parts if p is not None]
    nothing = sum(p is None and bool(_NOTHING.fullmatch(plain(r[k].text))) for r, p in zip(body, parts))
    every = len(terms) + nothing == len(parts)
    noted = [t for r, t in zip(body, parts) if t is not None and "(" in r[0].text]
    if (nothing or _NOT_ADDED.search(title)) and not (every and _a_slip(title, terms, said, noted)):
        return None
    if said is None or not terms:
        found = _formulas_added([r[k].text for r in body[:-1]], cell.text)
        return (cell, f"{name}: {plain(cell.text)}", found) if found is not None else None
    if not every or {t.dimension for t in terms} != {said.dimension}:
        return None
    v = added(terms, said, head[k].text, plain(cell.text))
    if v is None or (not v.ok and any(r[k].at in mended for r in body)):
        return None  # which of the numbers is wrong was told
    odd = _not_added(body, k, terms, said) if v.verdict == "wrong" and not nothing else None
    if odd is None:
        return cell, f"{name}: {plain(cell.text)}", v
    right = shown(terms[odd].value + said.value - sum((t.value for t in terms), Fraction(0)), digits=6)
    row, other = plain(body[odd][0].text), plain(body[odd][k].text)
    why = f"by the total, and as the other rows go with another column, it is {right}, not {other}"
    return body[odd][k], f"{row}: {other}", Verdict("wrong", why, code="total", right=right)


def _not_added(body: Sequence[tuple[Cell, ...]], k: int, terms: Sequence[Quantity], said: Quantity) -> int | None:
    """The row whose slip makes a total wrong: put right by it, its cell follows from other columns as all others do."""
    gap = said.value - sum((t.value for t in terms), Fraction(0))
    for i, t in enumerate(terms):
        one, other = (str(round(x / t.printed.place)) for x in (t.value, t.value + gap))
        if len(one) != len(other) or (sum(a != b for a, b in zip(one, other)) > 1 and sorted(one) != sorted(other)):
            continue
        for j in range(1, len(body[0])):
            beside = [q for r in body[:-1] if (q := number(r[j])) is not None and q.value > 0]
            if j == k or len(beside) < len(terms) or len({q.value for q in beside}) < len(terms):
                continue
            cells = [x.value + (gap if n == i else 0) for n, x in enumerate(terms)]
            half = [x.printed.place / 2 for x in terms]
            low = max((c - h) / (q.value + q.printed.place / 2) for c, h, q in zip(cells, half, beside))
            high = min((c + h) / (q.value - q.printed.place / 2) for c, h, q in zip(cells, half, beside))
            if low <= high <= low * Fraction(26, 25) and not low <= t.value / beside[i].value <= high:
                return i
        if _multiplied(body, k, [x.value + (gap if n == i else 0) for n, x in enumerate(terms)], terms):
            return i
    return None


def _multiplied(body: Sequence[tuple[Cell, ...]], k: int, cells: Sequence[Fraction], terms: Sequence[Quantity]) -> bool:
    """Whether each of a column's numbers is the product of two other columns, as printed: count, each, sum."""
    columns = {j: [number(r[j]) for r in body[:-1]] for j in range(1, len(body[0])) if j != k}
    full = [[q for q in column if q is not None] for column in columns.values() if None not in column]
    for one, other in itertools.combinations(full, 2):
        rows = zip(one, other, cells, terms)
        if all(a.value > 0 and abs(a.value * b.value - c) <= t.printed.place / 2 for a, b, c, t in rows):
            return True
    return False


def _a_slip(title: str, terms: Sequence[Quantity], said: Quantity | None, noted: Sequence[Quantity]) -> bool:
    """Whether a total under a header that speaks of rates is the sum, or that but for a digit or a row: $ per year.

    What is ``noted`` in brackets, (beside it), may be left out.
    """
    if said is None or _NOT_ADDED.search(_PER.sub("", title)) or len({t.dimension for t in (*terms, said)}) > 1:
        return False
    whole = sum((t.value for t in terms), Fraction(0))
    fine = said.printed.digits > 2 and len({*(t.value for t in terms)}) == len(terms) > 2
    left_out = fine and any(said.value == whole - t.value for t in terms if t not in noted)
    slip = digits.misprinted(said.printed, whole) or said.value == whole or left_out
    return said.value > max(t.value for t in terms) and slip


def _formulas_added(parts: Sequence[str], said: str) -> Verdict | None:
    """A total in symbols; what is only known in order, O(BT), is left out, and makes an unlike total undecided."""
    exact = [p for p in parts if not _NEGLECTED.match(p)]
    terms = [cell_formula(p) for p in exact]
    right = cell_formula(said)
    known = [t for t in terms if t is not None]
    if right is None or len(known) < 2 or len(known) != len(terms):
        return None
    value = total(known)
    if value == right:
        return Verdict("exact", f"the formulas above add up to {value}", code="total")
    if len(exact) < len(parts) or not set(right.names) <= set(value.names):
        return None  # a size may be put in, F = 4D
    return Verdict("wrong", f"the formulas above add up to {value}", code="total", right=str(value))


def cell_formula(text: str) -> Ratio | None:
    """The formula in a cell, the first of several that are said to be equal; None where there are words."""
    body = _APPROX.split(plain(text))
    first = next((b for b in body if b.strip()), "")
    with suppress(SymroofError):
        side = parse_formula(first).sides[0]
        value = side.ratio()
        if value.names and not side.words:
            return value
    return None


def _row_totals(m: Material, page: Page, grid: Grid) -> Iterator[Statement]:
    """A last column called total: each number is the sum of those before it, where most of its rows say so."""
    head, *body = grid.rows
    if len(head) < 4 or not _ALONE.match(plain(head[-1].text)) or any(len(r) != len(head) for r in body):
        return
    columns = [k for k in range(1, len(head) - 1) if not _NOT_ADDED.search(plain(head[k].text))]
    judged = []
    for row in body:
        numbers = [number(row[k]) for k in columns]
        said = number(row[-1])
        terms = [n for n in numbers if n is not None]
        if (
            said is None
            or len(terms) < 2
            or len(terms) < len(numbers)
            or {t.dimension for t in terms} != {said.dimension}
        ):
            continue
        judged.append((row, added(terms, said, head[-1].text, plain(row[-1].text), "before it")))
    right = sum(v is not None and v.ok for _, v in judged)
    if 2 * right <= len(judged) or right < 2:
        return
    for row, v in judged:
        if v is not None:
            yield cell_statement(m, page, row[-1], f"{plain(row[0].text)}: {plain(row[-1].text)}", v)


def added(terms: Sequence[Quantity], said: Quantity, header: str, text: str, where: str = "above") -> Verdict | None:
    """The verdict on a total; None where it is an average or the like.

    What is printed is added first.  A total may be rounded; cells may be only where they print decimals or measure in
    units of thousands, and then the difference is left open.
    """
    whole = sum((t.value for t in terms), Fraction(0))
    if whole == said.value:
        return Verdict("exact", f"the sum of the cells {where}", code="total")
    right = authors(text, whole) or shown(whole, said.dimension, 6)
    short = f"the cells {where} add up to {right}, not {text}"
    if _rounded(said, whole, about=text[:1] in ("~", "≈")):
        words = f"{right}, the sum of the cells {where}, to the digits printed is {text}"
        return Verdict("rounded", words, code="total")
    loose = [q.printed.place for q in (*terms, said) if "." in q.printed.text or _measures(q, header)]
    if _explained(whole - said.value, loose):
        words = f"{short}; its last digit may come from numbers before they were rounded"
        return Verdict("undecided", words, code="last-place", right=right)
    if max(t.value for t in terms) < said.value < 4 * whole:  # an average is no sum
        return Verdict("wrong", short, code="total", right=right)
    return None


def _rounded(said: Quantity, total: Fraction, *, about: bool) -> bool:
    """Whether a total is the sum to its own digits; the zeros that end it are digits too, unless three others stand
    before them, they are three or more, or the author says "about".
    """
    p = said.printed
    if digits.claim(p, total) != "rounded":
        return False
    return abs(p.value - total) <= p.place / 2 or about or abs(p.value) >= 100 * p.coarse or p.coarse >= 1000 * p.place


def _measures(q: Quantity, header: str) -> bool:
    """Whether a whole number of two digits or more counts thousands or times, 14 GB, and so may be rounded."""
    p = q.printed
    if p.place == 1:  # no prefix in the cell
        return p.value >= 10 and bool(_MEASURED.search(plain(header)))
    return abs(p.value) >= 10 * p.place and not _POWER.search(p.text)


def _explained(off: Fraction, places: Sequence[Fraction]) -> bool:
    """Whether roundings at these places make up a difference: at most half a place each, and three deviations of it."""
    return abs(off) <= sum(places) / 2 and off**2 <= Fraction(3, 4) * sum(p**2 for p in places)


def cell_statement(m: Material, page: Page, cell: Cell, text: str, v: Verdict, rule: str = "table") -> Statement:
    """What a cell says, judged."""
    line, column = m.place(page, cell.at)
    end = cell.at + len(cell.text)
    span = Span(cell.text, line, column, "cell", cell.at, start=cell.at, end=end, raw=cell.text)
    side = Side(cell.text, 0, None)
    return Statement(Item(page, m.shadows[id(page)], span), text, v, rule, 0, "=", (side, side), "table")

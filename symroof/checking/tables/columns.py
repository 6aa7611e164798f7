r"""The columns of a table that follow from others, as all its rows but one say: times from amounts, shares of a total.

A column may be another one times a number, its square, or the quotient or product of two others; all rows but one must
fit to the digits printed.  Numbers that were measured may happen to: so the odd one has to be a plain slip as well (its
digits in another order, or one of them wrong), or the factor a power of ten in a table of four rows or more.

>>> from symroof.checking.proofreading.proofread import proofread
>>> rows = "\n".join(f"| {n} | {t} |" for n, t in ((14, 31.1), (28, 26.2), (42, 93.3), (56, 124.4)))
>>> [(f.verdict, f.fix) for f in proofread(f"| sent (GB) | time (ms) |\n|---|---|\n{rows}\n").findings]
[('wrong', 'write 62.2')]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from typing import final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.grid import Cell, Grid, grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.statement import OTHER_CELL, Statement
from symroof.checking.tables.ranged import inverse, over, same, times
from symroof.checking.tables.tables import TOTAL, cell_statement, number, plain
from symroof.reading.measures import SECONDS
from symroof.reading.quantity import Printed, Quantity, quantity, shown

MAX_COLUMNS, MAX_ROWS, MAX_TRIED = 8, 60, 20
MUCH = Fraction(1, 4)  # a share that is off by more was not rounded
SLACK = 1e-12  # of floats
NARROW = Fraction(1, 25)  # how well the rows that agree must know the factor
_SHARE = re.compile(r"share|fraction|percent\w*|%|part|portion|(?:of|in) (?:the )?total", re.I)
_COUNT = re.compile(r"\d{1,6}(?:,\d{3})*\Z")
Range = tuple[Fraction, Fraction]  # what a printed number may have been before it was rounded


@final
@dataclass(frozen=True)
class Column:
    """A column of printed numbers: where it stands, its numbers, and whether they are counts, which nobody rounds."""

    index: int
    numbers: tuple[Printed, ...]
    counts: bool
    lasting: bool = False  # whether its cells are times, with their units

    @cached_property
    def floats(self) -> list[tuple[float, float]]:
        """What each number may have been, in floats and a little wider."""
        return [
            (float(p.value - p.place / 2) * (1 - SLACK), float(p.value + p.place / 2) * (1 + SLACK))
            for p in self.numbers
        ]

    @cached_property
    def exact(self) -> list[tuple[float, float]]:
        """The same of a source: a count is what it is."""
        counted = [(float(p.value) * (1 - SLACK), float(p.value) * (1 + SLACK)) for p in self.numbers]
        return counted if self.counts else self.floats

    def ranges(self, *, source: bool) -> list[Range]:
        halves = [Fraction(0) if source and self.counts else p.place / 2 for p in self.numbers]
        return [(p.value - h, p.value + h) for p, h in zip(self.numbers, halves)]


def columns(m: Material, odd: Sequence[Statement] = ()) -> Iterator[Statement]:
    """Every cell of a document's tables that its own row, by the other rows, says is another number.

    Tables with cells in ``odd`` are left alone.
    """
    for page in m.pages:
        told = [s.item.span.start for s in odd if s.item.page is page]
        for grid in grids(page):
            if any(grid.start <= at <= grid.rows[-1][-1].at for at in told):
                continue
            odd_one = [*_odd(grid)] or _exchanged(grid)
            for cell, said, v in (*odd_one, *_shares(grid), *_changes(grid), *_rests(grid)):
                yield cell_statement(m, page, cell, said, v)


def _body(grid: Grid) -> tuple[list[tuple[Cell, ...]], tuple[Cell, ...] | None]:
    """The rows of a table but those that add up others, and its row of totals where that is the last."""
    head, *body = grid.rows
    whole = [r for r in body if len(r) == len(head)]
    last = whole[-1] if whole and len(whole) == len(body) and TOTAL.match(plain(whole[-1][0].text)) else None
    return [r for r in whole if not TOTAL.match(plain(r[0].text))], last


def _columns(head: Sequence[Cell], rows: Sequence[tuple[Cell, ...]]) -> list[Column]:
    out = []
    for k in range(len(head)):
        read = [q for r in rows if (q := number(r[k], _TIMES_BEHIND)) is not None and q.value > 0]
        found = [q.printed for q in read]
        if len(found) == len(rows) and len({p.value for p in found}) > 1:
            lasting = all(q.dimension == SECONDS for q in read)
            out.append(Column(k, tuple(found), all(_COUNT.match(p.text) for p in found), lasting))
    return out[:MAX_COLUMNS]


Judged = tuple[Cell, str, Verdict]


def _odd(grid: Grid) -> Iterator[Judged]:
    """The one cell of a column that does not follow from its row as all the others do."""
    rows = _body(grid)[0]
    if not 3 <= len(rows) <= MAX_ROWS:
        return
    head, found = grid.rows[0], _columns(grid.rows[0], rows)
    broken: dict[tuple[int, Column], list[tuple[Form, Range]]] = {}
    sound: set[int] = set()  # the columns that follow from each other in every row
    for target in found:
        others = [c for c in found if c is not target]
        for form in _possible(head, target, others):
            odd = _breaks(target, form)
            if odd is not None:
                broken.setdefault((odd[0], target), []).append((form, odd[1]))
            elif _holds(target, form):
                sound |= {target.index, *(c.index for c in form.sources)}
    if len({row for row, _ in broken}) != 1:
        return  # where two rows differ, neither is odd
    for (row, column), reasons in sorted(broken.items(), key=lambda x: _blame(head, x[0][1], x[1])):
        if column.index in sound:
            continue
        said, cell = column.numbers[row], rows[row][column.index]
        for form, right in reasons:
            plainly = form.exact or (form.sure and not _saturated(column, form, row, right))
            plainly = plainly or (form.sources[0].index in sound and _proportional(column, form, row))
            few = len(rows) == 3 or _flattened(column, form, row, right)
            if (plainly and len(rows) > 3) or _slip(said, right, few=few):
                value = (right[0] + right[1]) / 2
                text = f"{plain(head[column.index].text)}: {plain(cell.text)}"
                reason = f"as in the other rows, {form.told(head)}, it is {shown(value, digits=4)}, not {said.text}"
                fix = authors(plain(cell.text), value)
                note = OTHER_CELL if len(broken) > 1 else None
                yield cell, text, Verdict("wrong", reason, code="column", right=fix, note=note)
                return


def _exchanged(grid: Grid) -> list[Judged]:
    """A count of four digits or more that is a multiple of another, as in three other rows, but for two digits.

    One that is near the multiple too, which a number of its own may be: its digits in another order are the evidence.
    """
    rows = _body(grid)[0]
    if not 4 <= len(rows) <= MAX_ROWS:
        return []
    counts = [c for c in _columns(grid.rows[0], rows) if c.counts]
    found: dict[tuple[int, int], Judged] = {}
    for column, source in permutations(counts, 2):
        parts = [t.value / s.value for t, s in zip(column.numbers, source.numbers)]
        most = max(parts, key=parts.count)
        odd = [i for i, part in enumerate(parts) if part != most]
        if len(odd) != 1 or most.denominator != 1 or most == 1 or column.numbers[odd[0]].value < 1000:
            continue
        said, exact = column.numbers[odd[0]], most * source.numbers[odd[0]].value
        if digits.misprinted(said, exact, swapped=True):
            cell, head = rows[odd[0]][column.index], grid.rows[0]
            text = f"{plain(head[column.index].text)}: {plain(cell.text)}"
            name = plain(head[source.index].text) or "the first column"
            reason = f"as in the other rows, {most} times {name}, it is {exact}, not {said.text}"
            fix = authors(plain(cell.text), exact)
            found.setdefault((odd[0], column.index), (cell, text, Verdict("wrong", reason, code="column", right=fix)))
    return [*found.values()] if len(found) == 1 else []


def _possible(head: Sequence[Cell], target: Column, others: Sequence[Column]) -> list[Form]:
    """The forms that a column may follow, but for a row."""
    tried = (*_forms(others), *_inverse(head, target, others), *_parts(head, target, others))
    return [f for f in tried if not _hopeless(target, f)]


def _proportional(column: Column, form: Form, row: int) -> bool:
    """Whether the printed numbers of all rows but one inner one are proportional, not a digit off."""
    if form.of is not same or not 0 < row < len(column.numbers) - 1:
        return False
    parts = [t.value / s.value for t, s in zip(column.numbers, form.sources[0].numbers)]
    return len({*parts[:row], *parts[row + 1 :]}) == 1


def _flattened(column: Column, form: Form, row: int, right: Range) -> bool:
    """Whether a multiple stays behind where it would be largest: what saturates looks so."""
    return form.of is same and all(p.value < right[0] for p in (column.numbers[row], *column.numbers))


def _blame(head: Sequence[Cell], column: Column, reasons: Sequence[object]) -> tuple[bool, bool, bool, int, int]:
    """Which cell of an odd row is told of: what others add up to, what most speak against, no count, the last one."""
    return (
        not TOTAL.match(plain(head[column.index].text)),
        column.index == 0,
        column.counts,
        -len(reasons),
        -column.index,
    )


def _slip(said: Printed, right: Range, *, few: bool) -> bool:
    """Whether a number is a slip for one that the other rows allow."""
    first, last = math.ceil(right[0] / said.place), math.floor(right[1] / said.place)
    return any(
        digits.misprinted(said, n * said.place, swapped=few) for n in range(first, min(last, first + MAX_TRIED) + 1)
    )


@final
@dataclass(frozen=True)
class Form:
    """How a column may follow from others: a factor, ``exact`` where it is a power of ten, times a function of them."""

    sources: tuple[Column, ...]
    words: str
    of: Callable[..., Range]
    exact: bool = False
    sure: bool = False  # by what its header says it is: a time over a rate

    def told(self, head: Sequence[Cell]) -> str:
        return self.words.format(*(plain(head[c.index].text) or "the first column" for c in self.sources))


def _forms(others: Sequence[Column]) -> Iterator[Form]:
    """How a column may follow from one or two others."""
    for c in others:
        yield Form((c,), "a multiple of {}", same)
        if c.counts:
            yield Form((c,), "a multiple of the square of {}", _squared)
    for a, b in permutations(others, 2):
        yield Form((a, b), "{} over {}", over, exact=True)
    for a, b in combinations(others, 2):
        yield Form((a, b), "{} times {}", times, exact=True)
    for three in combinations([c for c in others if c.counts], 3):
        yield Form(three, "{} times {} times {}", times, exact=True)


_RATES = re.compile(
    r"[kMGTP]?(?:B|b|bits?|bytes|FLOPs?|tokens|steps)\s?(?:/|per )\s?s(?:ec\w*)?\b|\b(?:bps|rpm|[kMG]?Hz)\b|bandwidth"
)
_TIMES_BEHIND = re.compile(r"(?<=\d)\s?[x×]\Z")
_SPEEDUP = re.compile(r"\bspeed-?\s?ups?\b", re.I)
_TIMES = re.compile(
    r"(?:[(\[]\s?|\A|, )(?:[mnuµ]?s|seconds|min|minutes|h|hours|days)\s?[)\]]?\Z|\btimes?\b|\btakes?\b|\bturns?\b", re.I
)


def _inverse(head: Sequence[Cell], target: Column, others: Sequence[Column]) -> Iterator[Form]:
    """A time beside a rate or a speedup: an amount over it, as the headers, or the units in the cells, say."""

    def lasts(c: Column) -> bool:
        return c.lasting or bool(_TIMES.search(plain(head[c.index].text)))

    speedup = _SPEEDUP.search(plain(head[target.index].text))
    for c in others:
        header = plain(head[c.index].text)
        if (lasts(target) and (_RATES.search(header) or _SPEEDUP.search(header))) or (speedup and lasts(c)):
            yield Form((c,), "an amount over {}", inverse, sure=not speedup and not _SPEEDUP.search(header))


def _saturated(column: Column, form: Form, row: int, right: Range) -> bool:
    """Whether the time at the highest, or the lowest, rate is longer than the others let expect."""
    rates = [p.value for p in form.sources[0].numbers]
    extreme = rates[row] in (max(rates), min(rates))
    return form.of is inverse and extreme and column.numbers[row].value > right[1]


_HELD = re.compile(
    r"\s*(?:threads|warps|(?:thread )?blocks|nodes|GPUs|TPUs|chips|devices|racks|hosts|cores|servers|pods|trays|"
    r"sockets|SMs|heads|layers|experts|replicas|ranks|bytes|bits)(?: per \w+)?\s*\Z",
    re.I,
)


def _parts(head: Sequence[Cell], target: Column, others: Sequence[Column]) -> Iterator[Form]:
    """Counts that hold a whole number of other counts each, the same in all rows but one: threads, and warps of 32."""
    for c in others:
        if not all(x.counts and _HELD.match(plain(head[x.index].text)) for x in (target, c)):
            continue
        parts = [max(t.value / s.value, s.value / t.value) for t, s in zip(target.numbers, c.numbers)]
        most = max(parts, key=parts.count)
        odd = next((i for i, p in enumerate(parts) if p != most), 0)
        if most.denominator == 1 and most > 1 and parts.count(most) == len(parts) - 1 >= 3 and 0 < odd < len(parts) - 1:
            yield Form((c,), "a multiple of {}", same, sure=True)


def _squared(x: Range) -> Range:
    return times(x, x)


def _factors(target: Column, form: Form) -> tuple[list[Range], list[Range]]:
    """What a form makes of each row, and by which factor the column may be that; nothing where it may be 0."""
    made = [form.of(*row) for row in zip(*(c.ranges(source=True) for c in form.sources))]
    said = target.ranges(source=False)
    if any(low <= 0 for low, _ in (*made, *said)):
        return [], []
    return made, [over(t, s) for t, s in zip(said, made)]


def _hopeless(target: Column, form: Form) -> bool:
    """Whether two rows, as floats tell, or more would have to be odd; most forms are, and need no fractions."""
    made = [(float(a), float(b)) for a, b in (form.of(*row) for row in zip(*(c.exact for c in form.sources)))]
    if any(low <= 0 for low, _ in (*made, *target.floats)):
        return False
    factors = [(t[0] / s[1], t[1] / s[0]) for t, s in zip(target.floats, made)]
    if form.exact:
        return sum(not any(low <= t <= high for t in _FLOAT_TENS) for low, high in factors) > 1
    least, most = max(f[0] for f in factors), min(f[1] for f in factors)
    if least <= most * (1 + SLACK):
        return False
    ends = {
        max(range(len(factors)), key=lambda i: factors[i][0]),
        min(range(len(factors)), key=lambda i: factors[i][1]),
    }
    for i in ends:
        rest = factors[:i] + factors[i + 1 :]
        if max(f[0] for f in rest) <= min(f[1] for f in rest) * (1 + SLACK):
            return False
    return True


def _holds(target: Column, form: Form) -> bool:
    """Whether a column is what a form has it be in every row, and that is no accident of coarse numbers."""
    made, factors = _factors(target, form)
    if not factors or max(x[1] for x in made) < Fraction(3, 2) * min(x[0] for x in made):
        return False
    low, high = max(f[0] for f in factors), min(f[1] for f in factors)
    close = low <= high and high - low <= NARROW * low
    return close and (not form.exact or _power_of_ten(low, high) is not None)


def _breaks(target: Column, form: Form) -> tuple[int, Range] | None:
    """The one row in which a column is not what a form has it be in all others, and what it would be there."""
    made, factors = _factors(target, form)
    for i, (low, high) in enumerate(factors):
        rest = factors[:i] + factors[i + 1 :]
        least, most = max(f[0] for f in rest), min(f[1] for f in rest)
        if least > most:
            continue
        factor = _power_of_ten(least, most) if form.exact else (least + most) / 2
        others = made[:i] + made[i + 1 :]
        varied = max(x[1] for x in others) >= Fraction(3, 2) * min(x[0] for x in others)
        if factor is None or not varied or most - least > NARROW * least or low <= factor <= high:
            continue
        right = (factor, factor) if form.exact else (least, most)
        there = right[0] * made[i][0], right[1] * made[i][1]
        if abs(target.numbers[i].value * 2 / (there[0] + there[1]) - 1) >= digits.ROUND_FIGURE:
            return i, there
    return None


_TENS = [Fraction(10) ** k for k in range(-12, 13)]
_FLOAT_TENS = [float(t) for t in _TENS]


def _power_of_ten(low: Fraction, high: Fraction) -> Fraction | None:
    return next((p for p in _TENS if low <= p <= high), None)


def _shares(grid: Grid) -> Iterator[Judged]:
    """A column of shares beside one of parts with their total: one share that is not the part over the total."""
    head = grid.rows[0]
    rows, last = _body(grid)
    if last is None or not 2 <= len(rows) <= MAX_ROWS:
        return
    for k in range(1, len(head)):
        said = [number(r[k]) for r in rows]
        shares = [q for q in said if q is not None]
        whole = number(last[k])
        if len(shares) < len(rows) or whole is None or not (_SHARE.search(head[k].text) or "%" in plain(last[k].text)):
            continue
        for i in range(1, len(head)):
            parts = [q for r in rows if (q := number(r[i])) is not None]
            total = number(last[i])
            if i == k or len(parts) < len(rows) or total is None or total.value <= 0:
                continue
            rights = [p.value / total.value * whole.value for p in parts]
            off = [j for j, (q, x) in enumerate(zip(shares, rights)) if abs(q.value - x) > q.printed.place]
            if len(off) != 1 or len({p.value for p in parts}) == 1 or _sum(parts) != total.value:
                continue
            cell, right, share = rows[off[0]][k], rights[off[0]], shares[off[0]]
            if digits.misprinted(share.printed, right) or abs(share.value / right - 1) > MUCH:
                fix = authors(plain(cell.text), right)
                words = f"{plain(rows[off[0]][i].text)} of {plain(last[i].text)} is {fix}"
                v = Verdict("wrong", words, code="share-of-total", right=fix)
                yield cell, f"{plain(head[k].text)}: {plain(cell.text)}", v
                return


_CHANGE = re.compile(r"([+−–-])\s?(\d[\d,]*(?:\.\d+)?\s?%)\Z")


def _changes(grid: Grid) -> Iterator[Judged]:
    """A column of signed percents behind two columns of numbers: the one row whose change is not theirs."""
    head, *body = grid.rows
    for k in range(2, len(head)):
        rows = [r for r in body if len(r) == len(head) and _CHANGE.match(plain(r[k].text))]
        if len(rows) < 3 or len(rows) > MAX_ROWS:
            continue
        numbered = [i for i in range(1, k) if all(number(r[i]) is not None for r in rows)]
        if len(numbered) != 2:
            continue
        off = []
        for row in rows:
            before, after = (number(row[i]) for i in numbered)
            sign, text = _CHANGE.findall(plain(row[k].text))[0]
            if before is None or after is None or before.dimension != after.dimension or before.value <= 0:
                return
            said = quantity(text).printed
            low, high = (
                (after.value + s * after.printed.place / 2) / (before.value - s * before.printed.place / 2) - 1
                for s in (-1, 1)
            )
            change = -said.value if sign != "+" else said.value
            if not low - said.place / 2 <= change <= high + said.place / 2:
                off.append((row, text, before, after, change))
        if len(off) != 1:
            continue
        row, text, before, after, told = off[0]
        change = after.value / before.value - 1
        if abs(told - change) <= digits.ROUND_FIGURE * abs(change):
            continue
        fix = authors(text, abs(change))
        words = f"from {before.printed.text} to {after.printed.text} it is {shown(100 * change, digits=4)}%"
        right = fix and ("+" if change > 0 else "-") + fix
        v = Verdict("wrong", words, code="change", right=right, note=OTHER_CELL)
        yield row[k], f"{plain(row[0].text)}: {plain(row[k].text)}", v


def _rests(grid: Grid) -> Iterator[Judged]:
    """Two columns of percents that make 100 in all rows but one: 17.9% and 82.1%."""
    head, rows = grid.rows[0], _body(grid)[0]
    if not 4 <= len(rows) <= MAX_ROWS:
        return
    percents = {k: [number(r[k]) for r in rows] for k in range(len(head)) if all("%" in r[k].text for r in rows)}
    for one, two in combinations(percents, 2):
        pairs = [
            (a.printed, b.printed) for a, b in zip(percents[one], percents[two]) if a is not None and b is not None
        ]
        off = [i for i, (a, b) in enumerate(pairs) if abs(a.value + b.value - 1) > (a.place + b.place) / 2]
        varied = len({a.value for a, _ in pairs}) == len(rows) and all(min(a.digits, b.digits) > 1 for a, b in pairs)
        if len(off) != 1 or not varied:
            continue
        a, b = pairs[off[0]]
        others = [q.value for k in percents if k not in (one, two) and (q := percents[k][off[0]]) is not None]
        if any(abs(a.value + b.value + x - 1) <= 2 * b.place for x in (Fraction(0), *others)):
            continue  # a rounding, or the rest is told
        cell, fix = rows[off[0]][two], authors(plain(rows[off[0]][two].text), 1 - a.value)
        words = f"as in the other rows, it is what {a.text} leaves of 100%"
        v = Verdict("wrong", words, code="rest", right=fix, note=OTHER_CELL)
        yield cell, f"{plain(head[two].text)}: {plain(cell.text)}", v


def _sum(parts: Sequence[Quantity]) -> Fraction:
    return sum((p.value for p in parts), Fraction(0))

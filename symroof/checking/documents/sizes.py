"""The sizes that tables state: a row with a symbol and its number, F / D and its ratio, one row under named columns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.documents.facts import Compound, Fact
from symroof.checking.documents.grid import Cell, Grid, grids
from symroof.errors import SymroofError
from symroof.reading.formula import parse_formula
from symroof.reading.measures import MANY_LETTER, TEN_TO, THOUSANDS, plain_number
from symroof.reading.quantity import UNITS, quantity
from symroof.reading.spelling import GREEK

if TYPE_CHECKING:
    from symroof.checking.documents.material import Material

_SYMBOL = re.compile(rf"(?:[A-Za-z]|{'|'.join(GREEK)}|pi)(?:_[A-Za-z]+|_\{{[A-Za-z]+\}})?")
_NAMING = re.compile(r"symbol|variable|letter|notation", re.I)
_VALUED = re.compile(r"(?:value|number|size|setting)(?:\W.*)?\Z", re.I)
_RATIO = re.compile(r"[A-Za-z](?:_[A-Za-z]+)?\s*[/*]\s*[A-Za-z](?:_[A-Za-z]+)?")
_IN_BRACKETS = re.compile(r"\(([^()]{1,20})\)\s*\Z")
_LEADING = re.compile(rf"[*\s]*(?:\$|\\\()\s*\\?({_SYMBOL.pattern})\s*(?:\$|\\\))[*\s]*(?:\([^()|]+\)|[,:–—-].*)\Z")
_TRAILING = re.compile(  # layers, `L`, or layers $L$
    rf"[*\s]*[A-Za-z][^|$`\\=()]{{1,40}}?(?:\s|,\s?|:\s?|\s[–—-]\s)(?:(?P<mark>[$`])|\\\()\s*\\?(?P<name>{_SYMBOL.pattern})\s*"
    r"(?(mark)(?P=mark)|\\\))[*\s]*\Z"
)
_UNIT = re.compile(r"\s?([A-Za-zµμ]{1,8}(?:/[A-Za-z]{1,5})?)\s*\Z")
_NUMBER = re.compile(rf"(~?)\s*(\d[\d,]*(?:\.\d+)?{TEN_TO})\s*({MANY_LETTER}?)\s*\Z")


def collect_tables(m: Material) -> None:
    """Add the sizes that a document's tables state to its facts."""
    for page in m.pages:
        for grid in grids(page):
            for cell, name, number, about, unit in _stated(grid):
                at = page.base + cell.at
                line, _ = m.place(page, cell.at)
                if _SYMBOL.fullmatch(name):
                    plain = name.replace("{", "").replace("}", "")
                    m.facts.add(Fact(plain, ratio(number), at, line, "table", about, f"{name} = {number}", unit))
                elif (formula := _formula(name)) is not None:
                    m.facts.compounds.append(Compound(formula, number, at, line, True, about))


def _formula(text: str) -> Ratio | None:
    with suppress(SymroofError):
        return parse_formula(text).sides[0].ratio()
    return None


def _stated(grid: Grid) -> Iterator[tuple[Cell, str, Fraction, bool, str]]:
    head, *body = grid.rows
    pairs = [(row[0], row[1]) for row in body if len(row) == 2]
    naming, valued = ([i for i, c in enumerate(head) if p.match(c.text.strip("*` "))] for p in (_NAMING, _VALUED))
    if len(head) > 2 and len(naming) == len(valued) == 1:  # quantity, symbol, value
        pairs += [(row[naming[0]], row[valued[0]]) for row in body if len(row) == len(head)]
    if len(body) == 1 and len(body[0]) == len(head):
        pairs += list(zip(head, body[0]))
    for label, value in pairs:
        name, number, unit = symbol(label.text), number_of(value.text), ""
        if name and number is None and (q := measure_of(value.text)) is not None:
            number, unit = (q[0], False), q[1]
        if name and number is not None:
            yield value, name, *number, unit


def symbol(text: str) -> str:
    r"""The symbol or quotient of symbols that a cell names; "" where there is none.

    >>> symbol(r"d\_model (D)"), symbol(r"$D$ (d\_model)"), symbol("heads, `N`"), symbol("heads")
    ('D', 'D', 'N', '')
    """
    first = _LEADING.match(text)
    if first is not None:
        return first[1]
    last = _TRAILING.match(text)
    if last is not None:
        return last["name"]
    plain = re.sub(r"[$`*\\]", "", text).strip()
    m = _IN_BRACKETS.search(plain)
    for found in ((m.group(1).strip() if m else ""), plain):
        if found and (_SYMBOL.fullmatch(found) or _RATIO.fullmatch(found)):
            return found
    return ""


def number_of(text: str) -> tuple[Fraction, bool] | None:
    """The bare number in a cell, and whether it is only about that; None where there is none."""
    m = _NUMBER.match(re.sub(r"[$`*]", "", text).strip())
    if m is None:
        return None
    return plain_number(m[2]) * 10 ** THOUSANDS.get(m[3], 0), bool(m[1])


def measure_of(text: str) -> tuple[Fraction, str] | None:
    """The amount in a cell with a unit, in base units, and the unit as written: 1.6 TB/s; None where there is none.

    >>> measure_of("1.6 TB/s"), measure_of("16 things")
    ((Fraction(1600000000000, 1), 'TB/s'), None)
    """
    bare = re.sub(r"[$`*]", "", text).strip()
    unit = _UNIT.search(bare)
    number = number_of(bare[: unit.start()]) if unit is not None and unit[1] not in THOUSANDS else None
    if unit is None or number is None or number[1] or (unit[1] not in UNITS and unit[1].partition("/")[0] not in UNITS):
        return None
    with suppress(SymroofError):
        q = quantity(f"{bare[: unit.start()]} {unit[1]}")
        return (q.value, unit[1]) if q.dimension else None
    return None

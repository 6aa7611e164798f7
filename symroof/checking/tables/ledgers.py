r"""Amounts set one below the other in a block of plain text, and their total under a line.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "```\nweights   2 bytes\nmomentum  4 bytes\nvariance  4 bytes\n-----------------\ntotal    {} bytes\n```"
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (10, 12)]
[['exact'], ['wrong']]

The same of a list, each of whose items ends in its amount:

>>> text = "- network: 60 ms\n- queue: 40 ms\n- disk: 120 ms\n- total: {} ms\n"
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (220, 260)]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.documents.grid import Cell
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import FIGURE
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.tables.tables import TOTAL, added, cell_statement
from symroof.errors import SymroofError
from symroof.reading.quantity import Quantity, quantity

_ENDS = re.compile(r"(?mi)^[ \t]*(?:[-*+]|\d{1,2}[.)])?[ \t]*[*_]*(?:in )?(?:total|sum|all together|altogether)\b")
FAR = Fraction(1, 10)  # what is nearer may be made of roundings that the items tell of
MAX_LINES = 60  # of one block
_LINE = re.compile(
    rf"[ \t]*(?P<name>[A-Za-z][^\n]*?)(?:[ \t]{{2,}}|[:=|][ \t]*)~?(?P<amount>{FIGURE}(?:[ \t]?[A-Za-z%µ]+(?:/s)?)?)"
    r"[ \t]*(?:[#(|].*)?\Z"
)
_ITEM = re.compile(
    rf"[ \t]*(?:[-*+]|\d{{1,2}}[.)])[ \t]+(?P<name>[^\n]*?)(?:[,:=–—]|[ \t][-–—])[ \t]*"
    rf"(?P<amount>{FIGURE}(?:[ \t]?[A-Za-z%µ]+(?:/s)?)?)(?P<more>[ \t]*\([^()\n]*\))?[ \t]*[.;,]?[ \t]*\Z"
)
_SUMMED = re.compile(
    r"[ \t]*(?:[-*+]|\d{1,2}[.)])?[ \t]*[*_]*(?:in )?(?:total|sum|all together|altogether)[*_]*[ \t]*[:,=–—-]?"
    r"[ \t]*[*_]*"
    rf"(?P<amount>{FIGURE}(?:[ \t]?[A-Za-z%µ]+(?:/s)?)?)(?=[*_]*(?:[,.;:\s]|\Z))(?!\s*(?:per|each|an?|times)\b)",
    re.I,
)
_ABOUT = re.compile(r"round|about|roughly|approx|up to|optional|not counted|instead|per\b|each\b", re.I)
_RULE = re.compile(r"[ \t]*[-=_+─]{3,}[ \t]*\Z")


def ledgers(m: Material) -> Iterator[Statement]:
    """Every total of such a block."""
    for page in m.pages:
        for block in page.blocks:
            if block.kind in ("fence", "indented") and "otal" in page.text[block.start : block.end]:
                yield from _totals(m, page, block.start, block.end)
        if _ENDS.search(page.text):
            yield from _lists(m, page)


def _totals(m: Material, page: Page, start: int, end: int) -> Iterator[Statement]:
    """The totals of one block: each adds the lines from the last rule, or the last line of another kind, on."""
    terms: list[Quantity] = []
    at, ruled = start, False
    for line in page.text[start:end].split("\n")[:MAX_LINES]:
        found = _LINE.match(line)
        amount = _quantity(found["amount"]) if found is not None else None
        if found is not None and amount is not None and TOTAL.match(found["name"]):
            if ruled and len(terms) > 1 and {t.dimension for t in terms} == {amount.dimension}:
                cell = Cell(found["amount"], at + found.start("amount"))
                v = added(terms, amount, found["name"], found["amount"])
                if v is not None:
                    yield cell_statement(m, page, cell, f"{found['name'].strip()}: {found['amount']}", v, "total")
            terms, ruled = [], False
        elif amount is not None:
            terms, ruled = ([amount] if ruled else [*terms, amount]), False
        elif terms and _RULE.match(line):
            ruled = True
        else:
            terms, ruled = [], False
        at += len(line) + 1


def _lists(m: Material, page: Page) -> Iterator[Statement]:
    """The totals of lists: of an item that says so, or of the line behind the list."""
    for total in _ENDS.finditer(page.text):
        found = _SUMMED.match(page.text, total.start())
        said = _quantity(found["amount"]) if found is not None else None
        if (
            found is None
            or said is None
            or any(b.start <= total.start() < b.end for b in page.blocks if b.kind == "fence")
        ):
            continue
        terms, names = [], ""
        lines = page.text[max(0, total.start() - 2000) : total.start()].rstrip("\n").split("\n")
        for line in reversed(lines[-MAX_LINES:]):
            item = _ITEM.match(line)
            amount = _quantity(item["amount"]) if item is not None else None
            if item is None or amount is None:
                break
            terms.append(amount)
            names += item["name"] + (item["more"] or "")
        if len(terms) < 3 or {t.dimension for t in terms} != {said.dimension} or not any(said.dimension):
            continue
        v = added(terms, said, "", found["amount"])
        if v is not None and (
            v.ok or not _ABOUT.search(names) or abs(said.value / sum(t.value for t in terms) - 1) > FAR
        ):
            cell = Cell(found["amount"], found.start("amount"))
            yield cell_statement(m, page, cell, f"total: {found['amount']}", v, "total")


def _quantity(text: str) -> Quantity | None:
    try:
        return quantity(text)
    except SymroofError:
        return None

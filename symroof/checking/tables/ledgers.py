r"""Amounts set one below the other in a block of plain text, and their total under a line.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "```\nweights   2 bytes\nmomentum  4 bytes\nvariance  4 bytes\n-----------------\ntotal    {} bytes\n```"
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (10, 12)]
[['exact'], ['wrong']]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symroof.checking.documents.grid import Cell
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import FIGURE
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.tables.tables import TOTAL, added, cell_statement
from symroof.errors import SymroofError
from symroof.reading.quantity import Quantity, quantity

MAX_LINES = 60  # of one block
_LINE = re.compile(
    rf"[ \t]*(?P<name>[A-Za-z][^\n]*?)(?:[ \t]{{2,}}|[:=|][ \t]*)~?(?P<amount>{FIGURE}(?:[ \t]?[A-Za-z%µ]+(?:/s)?)?)"
    r"[ \t]*(?:[#(|].*)?\Z"
)
_RULE = re.compile(r"[ \t]*[-=_+─]{3,}[ \t]*\Z")


def ledgers(m: Material) -> Iterator[Statement]:
    """Every total of such a block."""
    for page in m.pages:
        for block in page.blocks:
            if block.kind in ("fence", "indented") and "otal" in page.text[block.start : block.end]:
                yield from _totals(m, page, block.start, block.end)


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


def _quantity(text: str) -> Quantity | None:
    try:
        return quantity(text)
    except SymroofError:
        return None

r"""The cells of a table beside the operation or the chip that its row names: FLOPs, parameters, and constants.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "| operation | FLOPs |\n|---|---|\n| `A[P, Q] * B[Q, R]` | $2PQR$ |\n| `A[P, Q] * C[Q, S]` | $2PQR$ |\n"
>>> [f.verdict for f in proofread(text).findings]
['exact', 'wrong']
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.grid import Cell, Grid, grids
from symroof.checking.documents.material import Material
from symroof.checking.documents.named import Operation
from symroof.checking.documents.statement import Statement
from symroof.checking.laws.chips import chip_facts, chip_names, chip_verdict, named_chip
from symroof.checking.tables.tables import cell_formula, cell_statement, plain
from symroof.errors import SymroofError
from symroof.reading.quantity import quantity

_FLOPS = re.compile(r"(?:(?P<train>train(?:ing)?)\s+|(?:total|matmul|forward|fwd)\s+)?(?:FLOPs?|flops|FLOPS)\Z")
_PARAMETERS = re.compile(r"(?:#\s*|num(?:ber of)?\s+)?(?:param(?:eter)?s?|weights)\Z", re.I)
_UNIT = re.compile(
    r"(?<![\w/])(?P<unit>[kMGTPE]?(?:FLOPs?|OPs?|[Bb]ytes?)\s?/\s?s(?:ec)?|[GT]B/s|[TP]FLOPS|[TP]FLOPs|[TP]F/s)\b"
    r"(?!\s*(?:/|per\b)\s*(?!chip|GPU|TPU|device|accelerator))"
)
_OTHERWISE = re.compile(
    r"measur|achiev|observ|real|practic|effective|util|MFU|MAMF|efficien|%|pod|node|host|server|system|rack|core|PCIe|"
    r"network|NVLink|ICI|DCN|link|cost|price|sparse|sparsity|boost|cache|L[12]\b|SMEM|VMEM|scalar|vector|CUDA core",
    re.I,
)


def cells(m: Material) -> Iterator[Statement]:
    """Every cell that stands beside an operation or a chip."""
    for page, dark in zip(m.pages, m.darks):
        tables = list(grids(page))
        ops = m.operations(page, dark) if tables else ()
        for grid in tables:
            head, last = [plain(c.text) for c in grid.rows[0]], grid.rows[-1][-1]
            inside = tuple(o for o in ops if grid.start <= o.start < last.at + len(last.text))
            yield from (cell_statement(m, page, *judged) for judged in _of_columns(grid, head))
            for row in grid.rows[1:]:
                if len(row) == len(head):
                    for k, text, v, rule in (*_of_operation(head, row, inside), *_of_chip(head, row)):
                        yield cell_statement(m, page, row[k], text, v, rule)


Judged = tuple[int, str, Verdict, str]


def _of_operation(head: list[str], row: tuple[Cell, ...], ops: tuple[Operation, ...]) -> Iterator[Judged]:
    """FLOPs and parameters of the one product that the first cell holds, in the letters of the table's products."""
    first = row[0]
    here = [o for o in ops if first.at <= o.start and o.end <= first.at + len(first.text)]
    if len(here) != 1 or here[0].kind != "product" or here[0].op is None or not here[0].letters:
        return
    op, letters = here[0], frozenset().union(*(o.letters for o in ops))
    for k in range(1, len(row)):
        value, flops = cell_formula(row[k].text), _FLOPS.match(head[k])
        if value is None or not set(value.names) <= letters:
            continue
        if flops:
            rights = [op.flops, *([] if flops["train"] is None else [3 * op.flops])]
        elif _PARAMETERS.match(head[k]):
            rights = [op.elements(s.dims) for s in reversed(op.inputs)]
        else:
            continue
        text = f"{op.written}: {plain(row[k].text)} {head[k]}"
        if value in rights:
            yield k, text, Verdict("exact", f"{op.written} has {value}", code="operation"), "model"
        elif value.monomial() is not None and all((value / r).constant() is None for r in rights):
            right = rights[-1] if flops else rights[0]
            words = f"{op.written} has {right}"
            yield k, text, Verdict("wrong", words, code="operation", right=str(right)), "model"


def _of_columns(grid: Grid, head: list[str]) -> Iterator[tuple[Cell, str, Verdict, str]]:
    """Constants of the chips that columns name, in rows that name a quantity with its unit: a data sheet's table."""
    body = [row for row in grid.rows[1:] if len(row) == len(head)]
    labels = ["", *(plain(row[0].text) for row in body)]
    if any(chip_names().search(x) for x in labels):
        return
    for k in range(1, len(head)):
        for i, text, v, rule in _of_chip(labels, (grid.rows[0][k], *(row[k] for row in body))):
            yield body[i - 1][k], text, v, rule


def _of_chip(head: list[str], row: tuple[Cell, ...]) -> Iterator[Judged]:
    """Constants of the one chip that a row names, in columns that name a quantity with its unit."""
    chips = {named_chip(x.group()) for x in chip_names().finditer(plain(row[0].text))}
    if len(chips) != 1:
        return
    (chip,) = chips
    for k in range(1, len(row)):
        unit = _UNIT.search(head[k])
        number = re.fullmatch(r"\d[\d,]*(?:\.\d+)?(?:[eE]\d+)?", plain(row[k].text))
        if unit is None or number is None or _OTHERWISE.search(head[k]):
            continue
        with suppress(SymroofError):
            word = re.sub(r"\s", "", unit["unit"])
            q = quantity(f"{number.group()} {word}")
            v = chip_verdict(chip, q.printed, chip_facts(chip, q.dimension, head[k]), about=False)
            if v is not None:
                yield k, f"{chip}, {head[k]}: {plain(row[k].text)}", v, "constant"

"""Writing, measured: pytest benchmarks/bench_writing.py --benchmark-enable."""

from pathlib import Path

import pytest
import sympy as sp

from symroof.symbols import dims, params
from symroof.writing.document import sync
from symroof.writing.latex import latex, plain
from symroof.writing.page import prove, read_page, render

DATA = Path(__file__).parent.parent / "tests" / "data" / "derivations"
B, D, F = dims("B D F")
C, W = params("C W")
INTENSITY = B * D * F / (B * D + D * F + B * F)
THRESHOLD = 1 / (W / C - 1 / D - 1 / F)


@pytest.mark.parametrize("printer", [latex, plain, sp.latex, str])
def test_print_one_formula(benchmark, printer) -> None:
    assert benchmark(lambda: printer(INTENSITY) + printer(THRESHOLD))


def test_read_and_prove(benchmark) -> None:
    assert benchmark(lambda: prove(DATA / "small.py")).ok


@pytest.mark.parametrize("to", ["md", "tex", "html", "ipynb"])
def test_render(benchmark, to: str) -> None:
    page = read_page(DATA / "small.py")
    assert benchmark(lambda: render(page, to))


def test_sync_two_hundred_blocks(benchmark, tmp_path: Path) -> None:
    doc = tmp_path / "a.md"
    doc.write_text("text\n<!-- symroof: small.I_matmul -->\n<!-- /symroof -->\n" * 200)
    assert benchmark(lambda: sync([doc], root=DATA))[0].blocks == 200

"""Writing, measured: pytest benchmarks/bench_writing.py --benchmark-enable.

``python benchmarks/bench_writing.py`` measures every derivation of the book, both printers interleaved.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import pytest
import sympy as sp

from symroof.symbols import dims, params
from symroof.writing.document import sync
from symroof.writing.latex import latex, plain
from symroof.writing.page import prove, read_page
from symroof.writing.render import render

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


# -- per derivation and per formula, both sides interleaved: python benchmarks/bench_writing.py -----------------------


def main(rounds: int = 15) -> None:
    """Medians over every derivation: reading and proving, each format, sync; and printing a formula beside SymPy."""
    folder = DATA.parent.parent.parent / "derivations"
    files = sorted(folder.rglob("*.py"))
    pages = [read_page(f) for f in files]
    values = [v for p in pages for s in p.steps if s.kind == "equation" and isinstance(v := s.value, sp.Expr)]
    with TemporaryDirectory() as name:
        docs = []
        for f in files:
            docs.append(Path(name) / f"{f.stem}.md")
            docs[-1].write_text(f"<!-- symroof: {f.relative_to(folder).with_suffix('')} -->\n<!-- /symroof -->\n")
        work: dict[str, list[Callable[[], object]]] = {
            "read and prove": [partial(read_page, f) for f in files],
            **{f"render {to}": [partial(render, p, to) for p in pages] for to in ("md", "tex", "html", "ipynb")},
            "sync the whole page": [partial(sync, [d], False, folder) for d in docs],
            "latex of a formula": [partial(latex, v) for v in values],
            "sympy.latex of it": [partial(sp.latex, v) for v in values],
        }
        times: dict[str, list[float]] = {k: [] for k in work}
        for _ in range(rounds):
            for k, jobs in work.items():
                for job in jobs:
                    start = perf_counter()
                    job()
                    times[k].append(perf_counter() - start)
    for k, seconds in times.items():
        print(f"{k:22} median {median(seconds) * 1e3:8.3f} ms of {len(work[k])}")
    ratio = median(times["sympy.latex of it"]) / median(times["latex of a formula"])
    print(f"printing: {ratio:.2f} times SymPy's speed")


if __name__ == "__main__":
    main()

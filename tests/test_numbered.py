"""Numbers, labels and widths of synced equations; earlier no document asked for a number or had two columns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symroof import SymroofError
from symroof.writing.document import sync

ROOT = Path(__file__).parent.parent / "derivations"


def synced(path: Path, form: str) -> str:
    """What stands in a document for the threshold of the matmul."""
    sign = ("% ", "\n% /symroof\n") if path.suffix == ".tex" else ("<!-- ", "\n<!-- /symroof -->\n")
    mark = f"{sign[0]}symroof: rooflines/matmul.B_crit {form}" + ("" if path.suffix == ".tex" else " -->")
    path.write_text(mark + sign[1])
    sync([path], root=ROOT)
    assert not sync([path], check=True, root=ROOT)[0].changed
    return path.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("a.tex", r"\begin{equation}\label{eq:rooflines-matmul-b-crit}"),
        ("a.qmd", "$$ {#eq-rooflines-matmul-b-crit}"),
        ("a.md", "$$ (eq-rooflines-matmul-b-crit)"),
    ],
)
def test_a_numbered_equation_has_a_label(tmp_path: Path, name: str, written: str) -> None:
    assert written in synced(tmp_path / name, "numbered")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["display", "numbered"])
def test_a_column_of_two_breaks_what_a_page_does_not(tmp_path: Path, form: str) -> None:
    page, column = (synced(tmp_path / f"{i}.tex", form + more) for i, more in enumerate(("", ":20")))
    assert r"\\" not in page
    assert r"\begin{aligned}" in column
    assert r"\\" in column
    bare = [
        re.sub(r"\\begin\{aligned\}|\\end\{aligned\}|\\\\|&|\\quad|\s", "", t).partition(":20")[-1] or t
        for t in (column,)
    ]
    assert bare[0].count(r"\frac") == page.count(r"\frac")


@pytest.mark.parametrize("form", ["display:5", "numbered:x", "inline:40", "numbered:4000"])
def test_a_width_that_is_none_is_refused(tmp_path: Path, form: str) -> None:
    with pytest.raises(SymroofError, match="is no form"):
        synced(tmp_path / "a.md", form)

"""Formulas are data until they are printed: no printer reads what another has printed, and a record has one wording.

Judged by a kind of text that refuses to be read, by the syntax trees, and by ElementTree on the MathML.
"""

import ast
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof import (
    bottlenecks,
    data_parallel,
    dims,
    fits,
    intensity,
    latex,
    leading,
    op,
    optimum,
    regime,
    ring,
    strategies,
    threshold,
)
from symroof.algebra.growth.regime import Regime
from symroof.cli import main
from symroof.writing import aligned, naming, page, plot, records, render, summary, typeset
from symroof.writing import latex as printer
from symroof.writing.latex import formula, plain
from symroof.writing.mathml import mathml
from symroof.writing.page import read, read_page
from symroof.writing.records import form
from symroof.writing.rich import rich

ROOT = Path(__file__).parent.parent
WRITING = ROOT / "symroof" / "writing"
BOOK = [p for p in sorted((ROOT / "derivations").rglob("*.py")) if p.parent.name != "tracing"]
SAFE = {"__new__", "__format__", "__str__", "__repr__", "__len__", "__hash__", "__eq__", "__ne__", "__lt__", "__add__",
        "__getattribute__", "__class__", "join", "encode", "__init__", "__doc__", "__rmul__", "__mul__",
        "__sizeof__", "__reduce__", "__reduce_ex__", "__init_subclass__", "__subclasshook__", "__dir__",
        "__setattr__", "__delattr__", "__getnewargs__", "__gt__", "__le__", "__ge__"}  # fmt: skip


def _unread(method: str):
    def refused(*_: object) -> None:
        raise AssertionError(f"printed text is read again, with {method}")

    return refused


class Printed(str):
    """LaTeX that may be put into other text, measured and compared, and not be read."""


for _method in set(dir(str)) - SAFE:
    setattr(Printed, _method, _unread(_method))


def everything() -> list[str]:
    """Pages in every format and width, rich results, records in LaTeX."""
    out = []
    for path in BOOK:
        made = read_page(path)
        out += [render.render(made, to, columns) for to in ("md", "tex", "html", "ipynb") for columns in (1, 2)]
        for s in (s for s in made.steps if s.kind == "equation"):
            out += [s.latex, s.body, aligned.aligned([s], wide=30), *rich(s.value).values()]
    return out


@pytest.mark.slow
def test_no_printer_reads_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = everything()
    for module in (aligned, printer, naming, page, plot, records, render, summary):
        if hasattr(module, "tex"):
            monkeypatch.setattr(module, "tex", lambda x: Printed(typeset.tex(x)))
    assert isinstance(latex(dims("B")), Printed)
    assert everything() == before
    with pytest.raises(AssertionError, match="read again, with partition"):
        latex(dims("B")).partition("B")


PATTERNS = {  # who may look for patterns in text, and in whose
    "aligned": "the words among a formula's nodes, which are parted at blanks",
    "blocks": "documents of others",
    "cells": "notebooks of others",
    "chart": "the titles of pictures, which are words",
    "document": "keys that others typed",
    "draw": "labels of pictures",
    "labels": "labels of pictures",
    "macros": "names that others gave, and JSON of others",
    "mathml": "LaTeX of others: prose, tables of names",
    "naming": "names and notation as they are typed",
    "render": "prose of others",
    "terms": "names with numbers, to sort them; ASCII algebra in brackets",
    "typeset": "LaTeX of others, to measure it",
}


@pytest.mark.slow
def test_patterns_are_looked_for_in_what_others_wrote() -> None:
    found = {
        p.stem
        for p in WRITING.glob("*.py")
        for node in ast.walk(ast.parse(p.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Import) and any(a.name in ("re", "symroof.regexes") for a in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "symroof.lazy" and node.names[0].name == "pattern")
    }
    assert found == set(PATTERNS)


CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "msqrt": 1}


@pytest.mark.slow
def test_latex_and_mathml_are_one_formula() -> None:
    """Its MathML is that of its LaTeX, read as others' LaTeX is; and well formed, with what belongs in each."""
    seen = 0
    for path in BOOK:
        for s in (s for s in read_page(path).steps if s.form != typeset.NOTHING):
            made = mathml(s.form)
            assert made == mathml(typeset.tex(s.form)), s.source
            for e in ET.fromstring(made).iter():
                assert len(e) == CHILDREN.get(e.tag, len(e)), made
            seen += 1
    assert seen > 200


B, D, F = dims("B D F")
M = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
A = leading(intensity(M), "B << D, F")


@pytest.mark.parametrize(
    "x",
    [M, A, threshold(M, B), threshold(M, B, on="TPU v5e"), threshold(M, B, on="TPU v5e").at(D=256, F=256),
     threshold(M, B, given="B << D, F"), threshold(M, B, on="TPU v5e").at(D=4096, F=4096)],
)  # fmt: skip
def test_a_record_has_the_same_words_in_terminal_notebook_and_page(x: object) -> None:
    """Terminal, plain text, the notebook's own plain text and the ASCII of a page and of its exported notebook."""
    source = '"""T."""\nfrom symroof import *\nB, D, F = dims("B D F")\n'
    step = page.equation("x", x, read(source).namespace)
    assert plain(x) == str(x) == rich(x)["text/plain"] == step.ascii
    assert repr(render.Equations([step])) == f"x = {x}"


@pytest.mark.parametrize(
    ("x", "words"),
    [
        (strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X", dtype="bf16"), "case 3, the contracting dim is cut"),
        (data_parallel(), "data parallel (backward pass)"),
        (bottlenecks({"math": B * D, "hbm": B + D, "ici": (B + D) / 2}), "ici never binds alone: math is never below"),
        (ring("X"), "ring of X"),
    ],
)
def test_a_table_in_a_notebook_has_the_words_of_the_terminal(x: object, words: str) -> None:
    assert words in str(x)
    assert words in rich(x)["text/markdown"]


@pytest.mark.parametrize(
    "x",
    [A, threshold(M, B), optimum(B / D + D / B, B), bottlenecks({"math": B * D, "hbm": B + D}), fits(M, "TPU v5e")],
)
def test_a_record_shows_itself_with_every_symbol_that_its_words_have(x: object) -> None:
    """What the terminal names is in the notebook, too."""
    shown = next(text for mime, text in rich(x).items() if mime != "text/plain")
    symbols = set(re.findall(r"\b[A-Z]\b", str(x)))
    assert symbols
    assert all(n in shown for n in symbols), shown


def test_the_command_says_what_the_records_say() -> None:
    """In its text and in its JSON."""
    asked = ["derive", "bf16[B, D] * bf16[D, F] -> bf16[B, F]", "--given", "B << D, F"]
    text = CliRunner().invoke(main, asked).output
    found = json.loads(CliRunner().invoke(main, [*asked, "--json"]).output)
    near, rule = found["leading"], found["threshold"]
    assert str(A) in text
    assert str(A) == f"{near['value']}, high by {near['error']} when {near['given']}"
    assert str(t := threshold(M, B, given="B << D, F")) in text
    assert str(t) == f"{rule['symbol']} {rule['sense']} {rule['value']} assuming {near['given']}"


@pytest.mark.slow
def test_a_page_of_two_columns_is_html_too() -> None:
    """Arguments of a maximum under one another had no MathML: the page was refused."""
    made = render.render(read_page(ROOT / "derivations" / "sharding" / "megatron.py"), "html", 2)
    assert made.count("<mtable") > 2
    ET.fromstring(made[made.index("<math") : made.index("</math>") + 7])


def test_a_name_of_the_readers_own_stands_as_it_is_written() -> None:
    assert typeset.tex(formula(form(B / D), {"B": r"\mathbf{b}"})) == r"\frac{\mathbf{b}}{D}"
    assert latex(B**2, names={"B": "x^2"}) == r"\left(x^2\right)^2"
    assert latex(B * D, names={"B": r"\beta", "D": "7"}) == r"\beta \cdot 7"


@pytest.mark.parametrize(
    ("said", "book"),
    [
        ("B*D**2/(F*N) << X", r"BD^{2} / (FN) \ll X"),
        ("B << D << F, N; eps -> 0; B <= N", r"B \ll D \ll F, N; \varepsilon \to 0; B \le N"),
        ("alpha_1*B << d_model; F fixed", r"B \cdot \alpha_1 \ll d_\text{model}; F \text{fixed}"),
        ("sqrt(B) << D", r"B^{1/2} \ll D"),
    ],
)
def test_a_regime_is_set_from_its_relations_as_from_its_notation(said: str, book: str) -> None:
    """Two ways to one formula: the relations, and the reader of what is typed."""
    assert latex(regime(said)) == book == typeset.tex(naming.lettered(naming.relation(regime(said).text)))


def test_the_words_of_an_iterated_limit_stand_apart() -> None:
    tex = latex(Regime.lex("B", "D"))
    assert tex == r"B \to \infty, \text{then } D \to \infty (\text{every power of } B \ll D)"
    assert "every\xa0power\xa0of" in "".join(ET.fromstring(mathml(tex)).itertext())

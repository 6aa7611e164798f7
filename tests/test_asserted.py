"""Assertions of a derivation: true, false, open, or no claim at all; whatever is raised, the files after it run.

The judge is Python: what it takes to be true whatever the names stand for, tried with both outcomes of each name.
Earlier tests asserted only what has a truth value, and let ``fits`` say no where nobody asked for its field.
"""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof import Inconclusive, fits, op
from symroof.cli import main
from symroof.errors import SymroofError
from symroof.model.roofline import Fit
from symroof.writing.asserted import nothing_said
from symroof.writing.page import prove, read
from symroof.writing.render import refuted, render

MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
HEAD = '"""A."""\nfrom symroof import *\nimport sympy\nB, D = dims("B D")\n'


@pytest.mark.parametrize(("size", "fit"), [(2**17, False), (2**16, True)])  # 34.4 GB and 8.6 GB of weights, 16 there
def test_whether_it_fits_is_a_truth_value(size: int, fit: bool) -> None:
    found = fits(MATMUL, "TPU v5e", B=1, D=size, F=size)
    assert isinstance(found, Fit)
    assert bool(found) is found.fits is fit
    claim = f'assert fits("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on="TPU v5e", B=1, D={size}, F={size})\n'
    failures = read(HEAD + claim).failures
    assert (not failures) is fit
    assert fit or "does not fit: 34360262656 bytes of 16000000000" in failures[0].failure


def test_while_it_is_symbolic_there_is_no_truth_value() -> None:
    found = fits(MATMUL, "TPU v5e", B=1, D=8)
    assert found.fits is None
    with pytest.raises(Inconclusive, match="depends on F; give a number"):
        bool(found)
    (step,) = read(HEAD + 'assert fits("relu(bf16[B, D]) -> bf16[B, D]", on="H100", B=8)\n').failures
    assert step.fate == "is undecided"


# Written with p and q, which may be true or false or a text; f gives what it gets.
WRITTEN = (
    '(p, "never")', "(p,)", "()", "[p == q]", "[*[]]", "[]", "{p}", "{'a': p}", "{**{}}", "p", "p or q", 'p or "never"',
    'p and "x"', '"p"', '""', "0", "f'{p}'", "f'x{p}'", "f''", "lambda: p", "(x for x in [p])", "f(p)", "f((p, 1))",
    "all(x for x in [p])", "(p, q) and p", "(p, q) and [q]", "(y := (p, 1))", "(y := p)", "not p", "p is not q",
    "[x for x in []]", "True",
)  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_true_whatever_the_names_stand_for_claims_nothing(text: str) -> None:
    def true(p: object, q: object) -> bool:
        return bool(eval(text, {"f": lambda x: x, "p": p, "q": q}))  # the test's own text

    always = all(itertools.starmap(true, itertools.product((True, False, "", "t"), repeat=2)))
    told = bool(nothing_said(ast.parse(text, mode="eval").body))
    assert told == (always and text != "f((p, 1))")  # what a function gives is not looked into


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ('(B == D, "never")', "without its parentheses it is a claim: assert B == D, 'never'"),
        ("(B == D, D == B)", "assert B == D and D == B"),
        ("(x > 1 for x in [3])", "assert all(x > 1 for x in [3])"),
        ("B == D or 'never'", "one side of it is true"),
        ("B*D - B", "true whatever it is"),
        ("leading(B + D, 'B << D')", "true whatever it is"),
        ("threshold(B*D, B, over=240).contains", "call it"),
    ],
)
def test_a_claim_that_says_nothing_is_called_that(claim: str, words: str, tmp_path: Path) -> None:
    page = read(f"{HEAD}assert {claim}\nassert B == B\n")
    (step,) = page.failures
    assert step.fate == "says nothing"
    assert words in step.failure
    assert f"line 5 says nothing: {claim}" in refuted(page)
    for to in ("md", "tex", "html"):
        assert "says nothing:" in render(page, to)
    file = tmp_path / "a.py"
    file.write_text(f"{HEAD}if B == B:\n    assert {claim}\n")
    if nothing_said(ast.parse(claim, mode="eval").body):  # within other statements it is seen as it is written
        assert "line 6: assert" in str(prove(file))


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("sympy.Integer(3)", True), ("sympy.Integer(0)", False), ("sympy.Rational(1, 2)", True), ("sympy.true", True),
        ("sympy.false", False), ("[0]", False), ("sympy.EmptySet", False), ("list(range(1))", True), ("__doc__", True),
        ("__import__('re').search('a', 'cat')", True), ("__import__('re').search('x', 'cat')", False),
    ],
)  # fmt: skip
def test_what_python_takes_for_true_or_false_by_its_value_is_a_claim(claim: str, holds: bool) -> None:
    """A number, what there is something in, or what is found; a list as it is written holds whatever is in it."""
    failures = read(f"{HEAD}assert {claim}\n").failures
    assert (not failures) is holds
    assert holds or failures[0].fate == ("says nothing" if claim == "[0]" else "does not hold")


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("B*D >= B", 'assert prove(B * D, B, ">=")'),
        ("B <= B*D - 1", 'assert prove(B, B * D - 1, "<=")'),
        ("1 <= B <= D", 'assert prove(1, B, "<=") and prove(B, D, "<=")'),
        ("not B > D", "prove(f, g"),
        ("B*D >= B and True", "prove(f, g"),
        ("sympy.And(B > 5, D > 3)", "neither true nor false"),
        ("prove('sqrt(B - 3)', 0)", "has no value at B=1"),
        ("threshold(B*D, B, over=240)", "a threshold, not a truth value"),
        ("float(threshold(B*D, B, over=240)) == 3", "still symbolic: D"),
    ],
)
def test_an_open_claim_fails_and_says_what_to_write(claim: str, words: str) -> None:
    page = read(f"{HEAD}assert {claim}, 'own words'\nassert B*D == D*B\n")
    (step,) = page.failures
    assert (step.line, step.fate) == (5, "is undecided")
    assert words in step.failure
    assert step.failure.endswith("\nown words")


def test_the_remedy_of_an_open_claim_is_a_claim() -> None:
    """B*D >= B for all sizes from 1; B <= B*D - 1 is false at D = 1."""
    assert not read(HEAD + 'assert prove(B * D, B, ">=")\n').failures
    (step,) = read(HEAD + 'assert prove(B, B * D - 1, "<=")\n').failures
    assert step.fate == "does not hold"


STOPS = {
    "own": ("class Own(BaseException): pass\nraise Own('x')\n", "line 3: Own: x"),
    "deep": ("def f(): return f()\nf()\n", "line 2: RecursionError"),
    "left": ("raise GeneratorExit\n", "line 2: GeneratorExit"),
    "ended": ("assert exit() == 0\n", "line 2: SystemExit"),
    "turns": ("class R:\n    def __bool__(self): return bool(self)\nassert R()\n", "RecursionError"),
    "loop": ("import sympy\nfor i in range(3):\n    assert sympy.Symbol('x') > i\n", 'as in assert prove(f, g, ">=")'),
    "nested": ("x = " + "-" * 200_000 + "1\n", "nested too deeply"),
    "message": ("assert 1 == 2, 1/0\n", "its message does not print: "),
    "no_text": ("class R:\n    def __str__(self): return 1/0\nassert 1 == 2, R()\n", "ZeroDivisionError"),
    "unprinted": ("class R:\n    def __repr__(self): return 1/0\nx = R()\nassert x == 3\n", "left:  a R, which"),
    "array": ("import numpy as np\nassert np.ones(2) == np.ones(2)\n", "undecided: ValueError: The truth value of an"),
    "itself": ("z = []\nz.append(z)\nassert z == [1]\n", "left:  [[...]]"),
}  # fmt: skip


@pytest.mark.parametrize("name", STOPS)
def test_whatever_a_derivation_raises_the_files_after_it_run(name: str, tmp_path: Path) -> None:
    body, said = STOPS[name]
    (tmp_path / "a.py").write_text(f'"""A."""\n{body}')
    (tmp_path / "b.py").write_text('"""B."""\nassert 1 + 1 == 2\n')
    done = CliRunner().invoke(main, ["run", str(tmp_path)])
    assert done.exit_code == 1, done.output
    assert said in done.output
    assert "b.py: B. (1 claim" in done.output
    assert "1 of 2 derivations hold, 1 do not" in done.output


@pytest.mark.parametrize("name", ["own", "deep", "left", "ended"])
def test_an_answer_to_a_derivation_that_does_not_run_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f'"""A."""\n{STOPS[name][0]}')
    done = CliRunner().invoke(main, ["answer", "a.x", "3", "--root", str(tmp_path)])
    assert done.exit_code == 2, done.output
    assert "an answer is only marked against a derivation that runs" in done.output


def test_an_interrupt_within_a_claim_ends_everything(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        read('"""A."""\ndef f(): raise KeyboardInterrupt\nassert f()\n', "mine.py")
    assert capsys.readouterr().err == "mine.py, line 3: interrupted here\n"


def test_nothing_is_exported_of_an_open_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("derivations").mkdir()
    Path("derivations/a.py").write_text(HEAD + "x = B*D\nassert x >= B\n")
    Path("paper.md").write_text("<!-- symroof: a.x -->\n<!-- /symroof -->\n")
    done = CliRunner().invoke(main, ["sync", "paper.md"])
    assert done.exit_code == 2
    assert "line 6 is undecided, so nothing is exported" in done.output


def test_a_claim_that_stops_is_still_an_error_of_its_line() -> None:
    with pytest.raises(SymroofError, match="line 2: NameError"):
        read('"""A."""\nassert z\n', "page.py")

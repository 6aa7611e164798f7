"""Pages: golden texts, both sides of what fails, and formats judged by readers that are not ours."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner

from symroof.cli import main
from symroof.errors import SymroofError
from symroof.writing.mathml import mathml
from symroof.writing.page import prove, read, read_page
from symroof.writing.render import aligned, render

HERE = Path(__file__).parent
DATA, GOLDEN = HERE / "data" / "derivations", HERE / "golden"
BOOK = sorted((HERE.parent / "derivations").rglob("*.py"))


@pytest.fixture(scope="module")
def small():
    return read_page(DATA / "small.py")


@pytest.mark.parametrize("to", ["md", "tex", "html"])
def test_the_page_is_the_golden_page(small, to: str) -> None:
    assert render(small, to) == (GOLDEN / f"small.{to}").read_text(encoding="utf-8")


def test_steps_are_prose_equations_and_claims_in_the_files_order(small) -> None:
    assert small.theorem == "A matmul's intensity tends to its batch."
    kinds = [s.kind for s in small.steps if s.kind != "code"]
    assert kinds == ["prose", "equation", "equation", "equation", "prose", "equation", "claim", "claim"]
    assert [s.ascii for s in small.steps if s.source.startswith("I_matmul")] == ["B*D*F/(B*D + D*F + B*F)"]
    assert not small.failures


@pytest.mark.slow
def test_a_failing_assertion_shows_both_sides() -> None:
    result = prove(DATA / "wrong.py")
    assert not result.ok
    assert result.checks == 3
    assert "left:  B/D\nright: D/B\nupside down" in result.failures[0]
    assert "left:  3\nright: 2" in result.failures[1]
    assert "is false" in result.failures[2]
    assert str(result).startswith("FAIL ")
    for to in ("md", "tex", "html", "ipynb"):
        assert "D/B" in render(read_page(DATA / "wrong.py"), to)


def test_a_claim_about_a_part_is_a_formula_and_a_message_is_no_part_of_a_claim() -> None:
    page = read("from symroof import *\nB, D, F = dims('B D F')\nI = leading(B + D, 'B << D')\n"
                "assert I.value == D\nassert I.value == B, 'no'\n")  # fmt: skip
    good, bad = (s for s in page.steps if s.kind == "claim")
    assert good.right == r"\text{value of }I = D"
    assert bad.text == "I.value == B"
    assert bad.failure == "I.value == B\nleft:  D\nright: B\nno"


def test_a_proof_says_what_it_proves() -> None:
    result = prove(DATA / "small.py")
    assert result.ok
    assert str(result).startswith("ok   ")
    assert "A matmul's intensity tends to its batch. (2 claims, " in str(result)


@pytest.mark.parametrize(
    ("source", "said"),
    [("x = (", "line 1: not Python"), ("x = 1\ny = 1 / 0\n", "line 2: ZeroDivisionError"), ("assert z\n", "NameError")],
)
def test_what_stops_a_derivation_names_its_line(source: str, said: str) -> None:
    with pytest.raises(SymroofError, match=said):
        read(source, "page.py")


def test_files_that_cannot_run_are_failures_not_tracebacks(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("raise ValueError('no')\n")
    assert "line 1: ValueError: no" in str(prove(tmp_path / "bad.py"))
    (tmp_path / "latin.py").write_bytes(b"# caf\xe9\nx = 1\n")
    assert not prove(tmp_path / "latin.py").ok


def test_an_unknown_format_is_refused(small) -> None:
    with pytest.raises(SymroofError, match="no page format 'pdf'; known: md, tex, html, ipynb"):
        render(small, "pdf")


@pytest.mark.slow
def test_notebooks_are_valid_and_keep_their_outputs(small) -> None:
    book = nbformat.reads(render(small, "ipynb"), as_version=4)
    nbformat.validate(book)
    shown = [o for c in book.cells if c.cell_type == "code" for o in c.outputs]
    assert any("I_\\text{matmul}" in o.data["text/latex"] for o in shown)
    assert json.loads(render(small, "ipynb"))["cells"][0]["cell_type"] == "markdown"


def test_prints_of_a_derivation_do_not_reach_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "loud.py").write_text("print('hello')\nx = 1\n")
    assert "hello" not in render(read_page(tmp_path / "loud.py"), "md")
    assert capsys.readouterr().out == ""


def test_mathml_is_well_formed_and_refuses_what_it_does_not_know() -> None:
    tex = r"\begin{aligned} T_\text{a \& b} &= \max\left(\frac{x}{y}, 2\right)^2 \\ y &\ll \sqrt{z} \end{aligned}"
    tree = ET.fromstring(mathml(tex))
    assert len(tree.findall(".//mtr")) == 2
    assert "".join(tree.itertext()).startswith("Ta\xa0&\xa0b=max(xy,2)2")
    assert "<msubsup><mi>W</mi><mtext>ici</mtext><mn>2</mn></msubsup>" in mathml(r"W_\text{ici}^2")
    assert mathml(r"\left(n - 1\right)").count('stretchy="false"') == 2
    assert 'stretchy="false"' not in mathml(r"\left(\frac{1}{2}\right)")
    with pytest.raises(SymroofError, match="no MathML for the LaTeX command"):
        mathml(r"\input{x}")
    for broken in (r"\frac{1}", r"{x", r"\left"):
        with pytest.raises(SymroofError):
            mathml(broken)


@pytest.mark.slow
@pytest.mark.parametrize("path", BOOK, ids=[p.stem for p in BOOK])
def test_every_derivation_is_a_page_in_four_formats(path: Path) -> None:
    page = read_page(path)
    assert page.theorem
    assert not page.failures
    for to in ("md", "tex", "html", "ipynb"):
        assert len(render(page, to)) > 200


MINE = '"""T.\n\nSource: me.\n"""\nfrom symroof import dims, same\nB, D = dims("B D")\n'


@pytest.mark.parametrize(
    ("body", "run_code", "page_code", "said"),
    [
        ("x = B*D\nassert same(x, B*D + 1)\n", 1, 1, ["left:  B*D", "right: B*D + 1", "line 8"]),
        ("x = B*D\nassert x == B*(D + 1)\n", 1, 1, ["left:  B*D", "right: B*(D + 1)"]),
        ("x = (B*\n", 1, 2, ["line 7", "not Python: '(' was never closed"]),
        ("import nothere\nassert B == B\n", 1, 2, ["line 7", "No module named 'nothere'"]),
        ("x = 1/0\n", 1, 2, ["line 7", "division by zero"]),
        ("import sys\nsys.exit(0)\n", 1, 2, ["line 8", "SystemExit: 0"]),
        ("x = B*D\n", 0, 0, []),
    ],
)
def test_a_readers_own_file_fails_clearly(
    tmp_path: Path, body: str, run_code: int, page_code: int, said: list[str]
) -> None:
    path, out = tmp_path / "mine.py", tmp_path / "mine.md"
    path.write_text(MINE + body)
    ran = CliRunner().invoke(main, ["run", str(path)])
    paged = CliRunner().invoke(main, ["page", str(path), "--to", "md", "--out", str(out)])
    assert (ran.exit_code, paged.exit_code) == (run_code, page_code)
    assert out.exists() == (page_code != 2)  # nothing is written of a file that does not run to its end
    for words in said:
        assert words in ran.output
        assert words in paged.output
    if not said:
        assert "nothing is proved: it has no assert" in ran.output
    if page_code == 1:
        assert "✗" in out.read_text()


def test_a_page_is_never_half_written(tmp_path: Path) -> None:
    small = str(Path(__file__).parent / "data" / "derivations" / "small.py")
    for where, said in (("/proc/x.md", "cannot write in /proc"), (str(tmp_path), "is a folder")):
        result = CliRunner().invoke(main, ["page", small, "--to", "md", "--out", where])
        assert result.exit_code == 2
        assert said in result.output
    for where, said in (("none.py", "no such file"), (str(tmp_path), "a folder")):
        result = CliRunner().invoke(main, ["page", where, "--to", "md"])
        assert result.exit_code == 2
        assert said in result.output


ANY_VALUES = '''"""Values of every kind."""
import numpy as np
from symroof import dims
names = dims(" ".join(f"x_{i}" for i in range(120)))
total = sum(names)
numbers = [1, 2]
nothing = []
table = {"a": 1}
array = np.arange(3)
scalar = np.float64(0.1)
infinite = float("inf")
huge = 10**5000
third = 1 / 3
assert third == 1 / 3
'''


@pytest.mark.slow
@pytest.mark.parametrize("to", ["md", "tex", "html", "ipynb"])
def test_a_derivation_may_hold_values_of_any_kind(to: str) -> None:
    page = read(ANY_VALUES)
    assert render(page, to)
    shown = {s.ascii for s in page.steps if s.kind == "equation"}
    assert "1, 2" in shown
    assert "" not in shown
    assert [s.latex for s in page.steps if s.source.startswith(("huge", "array", "table", "infinite", "nothing"))] == (
        [""] * 5
    )


def test_equal_sides_that_sympy_writes_differently_are_named_as_such() -> None:
    source = '"""A."""\nfrom sympy import Symbol, log\nn = Symbol("n")\nassert log(n, 2).subs(n, 1024) == 10\n'
    (step,) = read(source).failures
    assert "same(" in step.failure
    (step,) = read('"""A."""\nhalf = 0.5\nassert half == 1 / 3\n').failures
    assert step.failure == "half == 1 / 3\nleft:  0.5\nright: 0.3333333333333333"


def test_an_interrupted_derivation_says_where(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        read('"""A."""\nx = 1\nraise KeyboardInterrupt\n', "mine.py")
    assert capsys.readouterr().err == "mine.py, line 3: interrupted here\n"


PROSE = '''r"""Once $B > 240$ the `d_ff` layer wins; λ ≥ ½ costs $5, or 5%.

$\\unknown{x}$ stays.
"""
from symroof import dims
xs = dims(" ".join(f"x_{i}" for i in range(40)))
total = sum((i + 1) * x for i, x in enumerate(xs))
I_short = xs[0] / xs[1]
'''


@pytest.mark.slow
def test_prose_is_markdown_in_every_format() -> None:
    page = read(PROSE)
    tex = render(page, "tex")
    assert r"Once $B > 240$ the \texttt{d\_ff} layer wins; $\lambda$ $\ge$ ½ costs \$5, or 5\%." in tex
    made = render(page, "html")
    assert "<mo>&gt;</mo><mn>240</mn>" in made
    assert "the <code>d_ff</code> layer wins; λ ≥ ½ costs $5, or 5%." in made
    assert "$\\unknown{x}$ stays." in made
    assert "Once $B > 240$ the `d_ff` layer" in render(page, "md")


def test_long_equations_are_broken_at_signs_and_only_where_they_stand_alone() -> None:
    xs, total, short = (s for s in read(PROSE).steps if s.kind == "equation")
    rows = aligned([total]).splitlines()
    assert rows[0] == r"\begin{aligned}"
    assert rows[1].startswith(r"\text{total} &= x_0 + 2x_1 + ")
    assert all(r.startswith(r"& \quad + ") for r in rows[2:-1])
    assert "".join(rows[1:-1]).replace(r" \\", " ").replace(r"& \quad ", "").replace("&", "") == total.latex.replace(
        "&", ""
    )
    assert len(rows) == 2 + 4
    assert [r.startswith(r"& \quad x_") for r in aligned([xs]).splitlines()[2:-1]] == [True] * 2
    assert aligned([short]) == r"I_\text{short} = \frac{x_0}{x_1}"
    assert "aligned" not in aligned([total], broken=False)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["tests/data/derivations/small.py", "derivations/rooflines/matmul.py",
                                  "derivations/sharding/all_gather.py"])  # fmt: skip
def test_an_exported_notebook_keeps_its_outputs_after_run_all(file: str, tmp_path: Path) -> None:
    """Its formulas stood in the file and were gone once it was run: assignments show nothing.  Judged by nbclient."""
    nbclient = pytest.importorskip("nbclient")
    before = nbformat.reads(render(read_page(Path(__file__).parent.parent / file), "ipynb"), as_version=4)
    after = nbformat.from_dict(before)
    nbclient.NotebookClient(after, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()

    def formulas(book: nbformat.NotebookNode) -> list[str]:
        outs = [o for c in book.cells if c.cell_type == "code" for o in c.outputs if o.output_type == "execute_result"]
        return ["".join(o.data["text/latex"]) for o in outs]

    assert formulas(before) == formulas(after)
    assert formulas(before)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["md", "tex", "html", "ipynb"])
def test_the_ending_of_the_file_chooses_the_format(tmp_path: Path, ending: str) -> None:
    asked, other = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
    assert CliRunner().invoke(main, ["page", "rooflines/matmul", "--out", str(asked)]).exit_code == 0
    assert CliRunner().invoke(main, ["page", "rooflines/matmul", "--to", ending, "--out", str(other)]).exit_code == 0
    assert asked.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("out", [[], ["--out", "x.doc"], ["--out", "x"]])
def test_a_page_without_a_format_says_which_there_are(out: list[str]) -> None:
    result = CliRunner().invoke(main, ["page", "rooflines/matmul", *out])
    assert result.exit_code == 2
    assert "md, tex, html, ipynb" in result.output


def _rows(tex: str) -> list[str]:
    """The rows of an aligned equation, as they stand under one another."""
    inner = re.sub(r"\\(?:begin|end)\{aligned\}", "", tex)
    return [row.strip() for row in re.split(r"\\\\\n", inner) if row.strip()]


@pytest.mark.slow
def test_equations_in_two_columns_fit_a_column_as_mathtext_sets_them() -> None:
    r"""217 pt, a column of A4 at 10 pt.  Arguments of a minimum that are too wide together stand under one another.

    A row once ended inside \left(...\right), which no TeX reads.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser

    set_by, at = MathTextParser("path"), FontProperties(size=10, math_fontfamily="cm")

    def width(row: str) -> float:
        plain = re.sub(r"\\text\{([^{}]*)\}", lambda m: rf"\mathrm{{{re.sub(r'[^A-Za-z0-9]', '~', m[1])}}}", row)
        plain = re.sub(r"\\left(?![a-z])|\\right(?![a-z])|&|\\[,;]", "", plain).replace(r"\frac", r"\dfrac")
        plain = re.sub(r"\\([lg]e)(?![a-z])", r"\\\1q", plain)
        return float(set_by.parse(f"${plain}$", dpi=72, prop=at).width)

    seen, stacked = {1: 0, 2: 0}, 0
    for file in sorted((Path(__file__).parent.parent / "derivations").glob("*/*.py")):
        if file.parent.name == "tracing":
            continue
        page = read_page(file)
        for columns in (1, 2):
            for tex in render(page, "md", columns).split("$$")[1::2]:
                for row in _rows(tex):
                    opened, closed = (len(re.findall(rf"\\{side}(?![a-z])", row)) for side in ("left", "right"))
                    assert opened == closed, row
                    stack = re.fullmatch(r"(.*)\\begin\{gathered\}(.*)\\end\{gathered\}(.*)", row)
                    lines = [stack[1] + a + stack[3] for a in stack[2].split(r"\\ ")] if stack else [row]
                    stacked += stack is not None
                    seen[columns] += max(map(width, lines)) > 217
    assert seen[2] == 0
    assert stacked
    assert seen[1] > 5


def test_a_formula_with_several_names_is_printed_once() -> None:
    page = read("x = 2\ny = 3\nz = 2\nassert x == z\nw = 2\n")
    made = render(page, "md")
    assert made.count("&= 2") == made.count("\nw = 2") == 1
    assert r"x,\; z &= 2" in made
    assert "w" not in made.partition("✓")[0]
    two = render(page, "tex", 2)
    assert r"\documentclass[twocolumn]{article}" in two
    assert r"[twocolumn]" not in render(page, "tex")
    with pytest.raises(SymroofError, match="one column or two, not 3"):
        render(page, "tex", 3)

"""Rich results: each type through IPython's own display machinery, and one notebook executed in memory."""

import functools
import inspect
import re
import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import nbclient
import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter

import symroof
from symroof import (
    Machine,
    SymroofError,
    all_gather,
    bottlenecks,
    bounds_free,
    check,
    data_parallel,
    dims,
    dtype,
    fits,
    intensity,
    interval,
    latex,
    leading,
    machine,
    mixed_optimum,
    op,
    optimum,
    parse_formula,
    printed_range,
    proofread,
    prove,
    quantity,
    regime,
    regimes,
    ring,
    strategies,
    sweep,
    threshold,
    torus,
    training_memory,
)
from symroof.algebra.optima.tiles import tiles
from symroof.audit import audit
from symroof.model.derive import derive
from symroof.writing.chart import Chart
from symroof.writing.latex import html
from symroof.writing.page import Page
from symroof.writing.plot import batch_chart
from symroof.writing.rich import LATEX, MARKDOWN, TYPES, install, rich

B, D, F, N, a, b, X, Y = dims("B D F N a b X Y")
TEXT = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
M = op(TEXT)
I_M = functools.cache(lambda: intensity(M))
ROOFS = functools.cache(lambda: bottlenecks({"math": B * D, "hbm": B + D, "ici": (B + D) / 2}))
BEST = functools.cache(lambda: optimum(a / X + b / Y, (X, Y), subject={X * Y: N}))
SUMS = functools.cache(lambda: strategies("A[I, J_X] * B[J_X, K] -> C[I, K]", mesh="X", dtype="bf16"))

SHOWN = [
    (lambda: M, LATEX, r"\text{bf16}[B, D] \cdot \text{bf16}[D, F] \rightarrow \text{bf16}[B, F]"),
    (lambda: derive(TEXT).intensity, LATEX, r"\frac{BDF}{BD + DF + BF}"),
    (lambda: leading(I_M(), "B << D, F"), LATEX, r"\text{high by } \frac{B}{D} + \frac{B}{F}"),
    (lambda: threshold(M, B), LATEX, r"\quad \text{when } \frac{1}{D} + \frac{1}{F} < \frac{W}{C}"),
    (lambda: threshold(M, B).when, LATEX, r"\displaystyle \frac{1}{D} + \frac{1}{F} < \frac{W}{C}"),
    (lambda: threshold(M, B, on="TPU v5e").at(D=256, F=256), LATEX, r"\text{never compute-bound}"),
    (lambda: regimes(I_M()), MARKDOWN, r"| $B$ | $B \ll D, F$ |"),
    (lambda: regimes(B), MARKDOWN, "| $B$ | always |"),
    (lambda: (leading(B + D, "B << D"), regime("B << D")), LATEX, r",\quad B \ll D"),
    (lambda: [regime("B << D")], LATEX, r"B \ll D"),
    (lambda: BEST().argmin, LATEX, r"X = \sqrt{\frac{Na}{b}},\; Y ="),
    (lambda: regimes(I_M())[0], LATEX, r"B \quad \left(B \ll D, F\right)"),
    (lambda: bounds_free(I_M()), LATEX, r"\frac{\min\left(B, D, F\right)}{3} \le \cdot \le \min\left(B, D, F\right)"),
    (lambda: regime("B << D, F"), LATEX, r"B \ll D, F"),
    (lambda: interval(B * D / (B + D), B=(1, 512), D=4096), LATEX, r"\left[0.999756, 455.111\right]"),
    (lambda: sweep(M, "TPU v5e", B=[1, 2], D=64, F=64), MARKDOWN, "| B |"),
    (
        lambda: printed_range(M, B, on="TPU v5e", given="B << D, F"),
        LATEX,
        r"B > 240.2 \quad \left(229.3 \text{ to } 243.2",
    ),
    (lambda: M.arrays[0], LATEX, r"\text{bf16}[B, D]"),
    (lambda: dtype("int4"), MARKDOWN, "**int4**: int, $0.5$ bytes an element"),
    (lambda: torus(ring("X"), ring(4)), MARKDOWN, "ring of X × ring of 4: $4X$ devices over ici"),
    (lambda: parse_formula("2BDF > 240", "B D F"), MARKDOWN, "`2BDF > 240`"),
    (lambda: BEST(), LATEX, r"= 2\sqrt{\frac{ab}{N}} \quad \text{at } X ="),
    (lambda: BEST().certificate, LATEX, r"\sum_i t_i \ge 2\sqrt{\frac{ab}{N}}"),
    (lambda: tiles("S"), LATEX, r"\approx \frac{2KMN}{\sqrt{S}}"),
    (lambda: ROOFS(), MARKDOWN, "ici never binds alone: math is never below it"),
    (lambda: ROOFS().cases[0], LATEX, r"T = BD \quad \text{when }"),
    (lambda: prove(B, D), MARKDOWN, "✗ **false**"),
    (lambda: machine("TPU v5e"), MARKDOWN, r"| peak bf16 | $1.97 \times 10^{14}$ FLOPs/s |"),
    (lambda: audit([Machine("mine", {"bf16": "1e14"}, {"hbm": "1e12"})]), MARKDOWN, "| mine | bf16 | hbm | $100$ |"),
    (lambda: M.work, MARKDOWN, "| bf16 | $2BDF$ |"),
    (lambda: quantity("3.35TB/s"), LATEX, r"3.35 \times 10^{12}\,\text{bytes/s}"),
    (lambda: derive(TEXT, on="TPU v5e"), MARKDOWN, r"| $T_\text{math}$ | $\frac{2BDF}{1.97 \times 10^{14}}$ |"),
    (lambda: fits(M, "TPU v5e"), LATEX, r"\text{fits if }2BD + 2BF + 2DF \le 1.6 \times 10^{10}\,\text{bytes}"),
    (lambda: fits(M, "TPU v5e", B=1, D=2**17, F=2**17), LATEX, r"\text{does not fit: }3.436 \times 10^{10} >"),
    (lambda: all_gather("V", ring("X")), LATEX, r"T_\text{AllGather} ="),
    (lambda: SUMS(), MARKDOWN, r"| `AllReduce_X C` | $\frac{2IK}{W_\text{ici}} - \frac{2IK}{W_\text{ici}X}$ |"),
    (lambda: SUMS().plans[0], LATEX, r"\text{AllReduce}_{X}\,C: \quad T_\text{math} ="),
    (lambda: data_parallel(), MARKDOWN, r"| arithmetic | $\frac{8BDF}{CX}$ |"),
    (lambda: mixed_optimum(), LATEX, r"X_\text{opt} = \sqrt{\frac{BN}{F}}"),
    (lambda: training_memory(), MARKDOWN, "| total | $16P + 2BDL$ |"),
    (lambda: check("2*B*D", "2*B*D*F"), MARKDOWN, "✗ **wrong**: the right value is 2\\*B\\*D\\*F"),
    (lambda: check("B", "B"), MARKDOWN, "✓ **exact**"),
    (lambda: proofread("$2 + 2 = 5$\n"), MARKDOWN, "| `2 + 2 = 5` | wrong |"),
    (lambda: Page("a.py", "Two and two are four.", "", ()), MARKDOWN, "Two and two are four."),
]
SHOW = functools.cache(lambda number: SHOWN[number][0]())  # made when asked, by one of the workers


@pytest.fixture(scope="module")
def display() -> DisplayFormatter:
    made = DisplayFormatter()
    assert install(made)
    assert install(made)
    return made


@pytest.mark.parametrize("number", range(len(SHOWN)))
def test_ipython_shows_each_result(display: DisplayFormatter, number: int) -> None:
    x, (_, mime, part) = SHOW(number), SHOWN[number]
    data, _ = display.format(x)
    assert part in data[mime]
    assert ({LATEX, MARKDOWN} - {mime}).isdisjoint(data)
    assert data["text/plain"].strip()
    assert data[mime] == rich(x)[mime]
    if mime == LATEX:
        assert data[mime].startswith(r"$\displaystyle ")
        assert data[mime].count("{") == data[mime].count("}")
    else:
        rows = [line for line in data[mime].splitlines() if line.startswith("|")]
        assert len({line.replace(r"\|", "").count("|") for line in rows}) <= 1


def test_every_row_of_the_table_is_shown_and_names_a_type() -> None:
    met = {f"{type(x).__module__}.{type(x).__qualname__}" for x in map(SHOW, range(len(SHOWN)))}
    traced = {t for t in TYPES if t.startswith("symroof.tracing.")}  # shown in the tests of that room
    assert met - {"builtins.tuple", "builtins.list", "builtins.dict"} == set(TYPES) - traced


def results() -> set[type]:
    """Every class of ours that a public name is or says it returns, errors and functions aside."""
    found = set()
    for name in symroof.__all__:
        public = getattr(symroof, name)
        home = sys.modules.get(getattr(public, "__module__", ""))
        said = re.findall(r"\w+", str(getattr(public, "__annotations__", {}).get("return")))
        kinds = [public] if inspect.isclass(public) else [getattr(home, w, None) for w in said]
        found |= {k for k in kinds if inspect.isclass(k) and k.__module__.startswith("symroof")}
    return {k for k in found if not issubclass(k, (Exception, functools.partial))}


@pytest.mark.slow
def test_every_public_result_shows_itself_without_ipython() -> None:
    kinds = results()
    assert len(kinds) > 20
    for kind in kinds - {Chart}:
        assert f"{kind.__module__}.{kind.__qualname__}" in TYPES, kind
        assert {"_repr_latex_", "_repr_markdown_"} <= set(dir(kind)), kind
    for number, (_, mime, part) in enumerate(SHOWN):
        x = SHOW(number)
        if not isinstance(x, (tuple, list, dict)):
            said = x._repr_latex_() if mime == LATEX else x._repr_markdown_()
            assert part in said
            assert str(x).strip()
    picture = batch_chart(M, "TPU v5e", upto=4)
    assert picture._repr_png_().startswith(b"\x89PNG")
    assert len(str(picture)) < 120


@pytest.mark.parametrize("number", range(len(SHOWN)))
def test_every_record_has_latex_and_html(number: int) -> None:
    """latex(bottlenecks(...)), a machine's, a layer's: 17 of 33 were refused as no numbers.  Judged by counting."""
    x = SHOW(number)
    if isinstance(x, (tuple, list, dict, Page)):
        return
    made, page = latex(x), html(x)
    assert made.count("{") == made.count("}")
    assert made.count(r"\begin{array}") == made.count(r"\end{array}")
    assert not set(made) & set("✓✗"), "LaTeX's fonts have none of these"
    tree = ElementTree.fromstring(page.replace("&#160;", " "))
    assert tree.tag == "math"
    rows = [r for r in tree.iter("mtr")]
    assert len(rows) == made.count(r" \\ ") + made.count(r"\begin{array}") + made.count(r"\begin{cases}")


def test_a_table_of_roofs_in_latex_is_the_table_of_markdown() -> None:
    cells = [" ".join(row) for row in re.findall(r"\| (.+?) \| \$(.+?)\$ \|", ROOFS()._repr_markdown_())]
    assert len(cells) == len(ROOFS().cases)
    for b in ROOFS().cases:
        assert rf"\text{{{b.roofs[0]}}}&{latex(b.time)}&" in latex(ROOFS())
    assert r"\text{ici never binds alone: math is never below it}" in latex(ROOFS())
    assert latex([ROOFS(), B]).endswith("B")


def test_what_is_no_record_is_refused() -> None:
    for x in (len, object()):
        for printer in (latex, html):
            with pytest.raises(SymroofError, match="is not a number"):
                printer(x)


def test_one_printer_prints_them_all() -> None:
    approx, rule = leading(I_M(), "B << D, F"), threshold(M, B)
    assert approx.latex() == latex(approx)
    assert rule.when.latex() == latex(rule.when) == r"\frac{1}{D} + \frac{1}{F} < \frac{W}{C}"
    assert regime("T_math << D, eps").latex() == r"T_\text{math} \ll D, \varepsilon"


def test_what_is_not_ours_is_left_alone(display: DisplayFormatter) -> None:
    for x in (3, "text", (1, 2), (), [], [1], {}, {"a": 1}, (B, D), Fraction(1, 2)):
        assert set(display.format(x)[0]) == {"text/plain"}


def test_a_result_without_printed_form_stays_plain_text(
    display: DisplayFormatter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> str:
        raise SymroofError("no printed form")

    monkeypatch.setitem(TYPES, "symroof.machines.Machine", (MARKDOWN, fail))
    assert set(display.format(machine("TPU v5e"))[0]) == {"text/plain"}


def test_install_without_ipython_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(__import__("sys").modules, "IPython")
    assert install() is False


@pytest.mark.slow
def test_a_notebook_shows_latex_and_tables() -> None:
    cells = [
        "%load_ext symroof.writing.rich\nfrom symroof import *\nB, D, F = dims('B D F')\nm = op('" + TEXT + "')",
        "threshold(m, B)",
        "regimes(intensity(m))",
        "machine('TPU v5e')",
        "check('B', 'B*D')",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3").execute()
    shown = [set(c.outputs[0].data) - {"text/plain"} for c in book.cells[1:]]
    assert shown == [{LATEX}, {MARKDOWN}, {MARKDOWN}, {MARKDOWN}]

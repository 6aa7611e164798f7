"""A chip's constants stay recognisable behind every door: C/W = 240.2, never 41/9850, and one integer everywhere.

Earlier tests read ``derive`` alone; a threshold of its own, its notebook form, its JSON, a map with a bound size and a
page's seconds were made of the same fractions and nobody had looked.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof import latex, machine, op, threshold
from symroof.cli import main
from symroof.errors import SymroofError
from symroof.writing.document import formula
from symroof.writing.latex import plain
from symroof.writing.page import read_page
from symroof.writing.plot import regime_map
from symroof.writing.render import render
from symroof.writing.rich import rich

ROOT = Path(__file__).parent.parent
MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"
OPS = (
    (MATMUL, {}),
    ("bf16[B, D] * int8[D, F] -> bf16[B, F]", {}),
    ("int8[B, D] * int8[D, F] -> int8[B, F]", {}),
    ("bf16[B, C] * bf16[C, W] -> bf16[B, W]", {}),
    ("bf16[B, T, N, H] * bf16[B, S, N, H] -> bf16[B, N, T, S]", {}),
    ("A[B, D_X] * W[D_X, F] -> C[B, F]", {"mesh": "X=4", "dtype": "bf16"}),
    ("A[B, D_X] * W[D, F_X] -> C[B, F_X]", {"mesh": "X=8", "dtype": "bf16"}),
    ("A[B, D_X] * W[D_X, F] -> C[B, F]", {"mesh": "X", "dtype": "bf16"}),
)
CHIPS = ("TPU v5e", "TPU v6e", "H100", "MI300X")
# Two long integers over one another, and integers that no reader knows: as text, and as LaTeX.
MELTED = re.compile(r"\d{2,}/\d{3,}|\d{3,}/\d{2,}|\d{8,}|\\d?frac\{\d{2,}\}\{\d{4,}\}|\\d?frac\{\d{4,}\}\{\d{2,}\}")


def asked(chip: str, text: str, options: dict[str, str], given: str | None = None):
    o = op(text, **options)
    for name in sorted({str(d) for d in o.dims}):
        try:
            yield threshold(o, name, on=chip, given=given)
        except SymroofError:  # a chip without that network
            continue


@pytest.mark.slow
@pytest.mark.parametrize("chip", CHIPS)
def test_no_door_prints_a_chips_rates_as_long_fractions(chip: str) -> None:
    seen = 0
    for text, options in OPS:
        for rule in asked(chip, text, options):
            for one in (rule, *(rule.at(**{n: 4096}) for n in rule.free[:1])):
                doors = [str(one), repr(one), latex(one), plain(one), *rich(one).values(), *one.notes]
                for said in doors:
                    assert not MELTED.search(said), (chip, text, said)
                seen += "with" in str(one)
    assert seen > 20


@pytest.mark.parametrize("given", ["B << D, F", "D -> oo"])
def test_what_separates_a_regime_from_the_exact_rule_is_said_in_the_same_symbols(given: str) -> None:
    rule = threshold(op(MATMUL), "B", on="TPU v5e", given=given)
    assert not any(MELTED.search(n) for n in rule.notes), rule.notes
    assert "C/W = 240.2" in " ".join(rule.notes)


def test_the_rule_in_symbols_is_the_rule() -> None:
    """By hand: T_math > T_comms at the integer it names and not one below, with the chip's own numbers put in."""
    for chip in CHIPS:
        m = machine(chip)
        c, w = m.peak("bf16"), m.bandwidth("hbm")
        rule = threshold(op(MATMUL), "B", on=chip)
        assert rule.symbolic is not None
        for d, f in ((4096, 4096), (8192, 1024), (4096, 28672)):
            there = rule.symbolic.at(C=c, W=w, D=d, F=f)
            assert there.integer == rule.at(D=d, F=f).integer
            if there.integer is not None:
                above, below = (
                    Fraction(2 * b * d * f) / c > Fraction(2 * (b * d + d * f + b * f)) / w
                    for b in (there.integer, there.integer - 1)
                )
                assert above
                assert not below


def test_one_wording_and_one_integer_in_terminal_notebook_and_page(tmp_path: Path) -> None:
    rule = threshold(op(MATMUL), "B", on="TPU v5e").at(D=4096, F=4096)
    assert str(rule) == "B > 272.2 (273)"
    assert rule._repr_latex_() == r"$\displaystyle B > 272.2\;(273)$"
    source = tmp_path / "mine.py"
    source.write_text(
        f'"""Mine."""\nfrom symroof import op, threshold\nmatmul = op("{MATMUL}")\n'
        'B_open = threshold(matmul, "B", on="TPU v5e")\nB_crit = B_open.at(D=4096, F=4096)\n'
    )
    page = read_page(source)
    for to in ("md", "tex", "html"):
        made = render(page, to)
        assert "273" in made
        assert not MELTED.search(re.sub(r"\d{3,}px|#\w+", "", made.partition("<body")[2] or made))
    steps = {s.source.partition(" ")[0]: s for s in page.steps}
    for form in ("plain", "value", "bare", "inline", "display"):
        assert not MELTED.search(formula(steps["B_open"], form))
        assert "273" in formula(steps["B_crit"], form)


@pytest.mark.parametrize("style", [(), ("--latex",), ("--markdown",), ("--json",)])
@pytest.mark.parametrize("given", [(), ("--given", "B << D, F"), ("--let", "D=4096")])
def test_every_form_of_derive(style: tuple[str, ...], given: tuple[str, ...]) -> None:
    made = CliRunner().invoke(main, ["derive", MATMUL, "--on", "TPU v5e", *given, *style]).stdout
    if "--json" in style:
        record = json.loads(made)
        assert record["machine"]["constants"]["C/W"]["value"] == pytest.approx(240.2439)
        made = f"{record['threshold']['value']} {record['threshold']['when']} {record['machine']['rule']}"
    assert not re.search(r"\d{2,}/\d{3,}|\d{3,}/\d{2,}|frac\{\d{2,}\}\{\d{3,}\}", made)


@pytest.mark.parametrize("chip", ["TPU v5e", "H100"])
@pytest.mark.parametrize("fixed", [{}, {"F": 4096}, {"F": 8192}])
def test_a_boundary_on_a_map_has_the_ridge_in_it(chip: str, fixed: dict[str, int]) -> None:
    """With a size bound, its label was 1/(79043/20172800 - 1/D): the ridge had melted into the size."""
    known = f"{float(machine(chip).ridge('bf16')):.4g}"
    for text in (MATMUL, OPS[1][0]):
        labels = [c.label for c in regime_map(op(text, **fixed), chip, "B", "D").curves]
        assert any(known in x for x in labels), labels
        assert not any(MELTED.search(x) for x in labels), labels


@pytest.mark.slow
def test_the_pages_of_all_derivations_and_the_notebooks() -> None:
    """Equations; claims are the author's words.  A number of seconds is a decimal where its fraction says nothing."""
    for file in sorted((ROOT / "derivations").glob("*/*.py")):
        if file.parent.name != "tracing":
            for step in read_page(file).steps:
                if step.kind == "equation":
                    assert not MELTED.search(step.right), (file.name, step.right)
    for file in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
            for out in cell.get("outputs", ()):
                for mime, text in out.get("data", {}).items():
                    if mime in ("text/latex", "text/markdown"):
                        assert not MELTED.search("".join(text)), (file.name, "".join(text))

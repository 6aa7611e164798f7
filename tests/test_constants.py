"""A chip's constants stay recognisable behind every door: C/W = 240.2, never 41/9850, and one integer everywhere.

Earlier tests read ``derive`` alone; a threshold of its own, its notebook form, its JSON, a map with a bound size and a
page's seconds were made of the same fractions and nobody had looked.
"""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof import latex, machine, op, threshold
from symroof.cli import main
from symroof.errors import SymroofError
from symroof.model.derive import derive
from symroof.writing.document import formula
from symroof.writing.latex import plain
from symroof.writing.page import read_page
from symroof.writing.plot import regime_map
from symroof.writing.render import render
from symroof.writing.rich import rich
from symroof.writing.summary import summary

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


@pytest.mark.slow
@pytest.mark.parametrize("chip", ["TPU v5e", "H100"])
@pytest.mark.parametrize("fixed", [{}, {"F": 4096}, {"F": 8192}])
def test_a_boundary_on_a_map_has_the_ridge_in_it(chip: str, fixed: dict[str, int]) -> None:
    """With a size bound, its label was 1/(79043/20172800 - 1/D): the ridge had melted into the size."""
    known = f"{float(machine(chip).ridge('bf16')):.4g}"
    for text in (MATMUL, OPS[1][0]):
        labels = [c.label for c in regime_map(op(text, **fixed), chip, "B", "D").curves]
        assert any(known in x for x in labels), labels
        assert not any(MELTED.search(x) for x in labels), labels


PLANS = (
    ("A[B, D_X] * W[D_X, F] -> C[B, F]", "X=4"),
    ("A[B, D_X] * W[D_X, F] -> C[B, F]", "X"),
    ("A[B_X, D_Y] * W[D_Y, F_X] -> C[B_X, F]", "X=2 Y=4"),
    ("A[B, W_X] * E[W_X, C] -> G[B, C]", "X=4"),  # sizes with the names of rates: the numbers stand
)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "mesh"), PLANS)
@pytest.mark.parametrize("chip", ["TPU v5e", "TPU v5p"])
def test_plans_say_their_times_in_the_rates_of_the_machine(text: str, mesh: str, chip: str) -> None:
    """They stood as (Max(22500*X**2, B*F*X - B*F))/(22500000000*X) in derive, its JSON and in notebooks."""
    d = derive(text, mesh=mesh, dtype="bf16", on=chip)
    assert d.plans is not None
    rng, seen = random.Random(chip), 0
    for p in d.plans.plans:
        work, comms, rates = p.in_rates
        values = {n: v for n, v, _ in rates}
        sizes = {n: 2 * rng.randint(1, 99) for n in {*comms.names, *work.names} - {*values}}
        assert work.subs(values | sizes).constant() == p.math_core.subs(sizes).constant()
        assert comms.subs(values | sizes).constant() == p.comms_core.subs(sizes).constant()
        seen += len(rates)
    assert (seen > 0) == ("[B, W_X]" not in text)
    if seen:
        record = json.dumps(d.to_json()["sharding"])
        doors = [summary(d), summary(d, "markdown"), record, rich(d.plans)["text/markdown"], *map(latex, d.plans.plans)]
        assert all("W_" in said for said in doors)
        mine = [line for said in doors for line in said.splitlines() if "All" in line and "note" not in line]
        assert not any(MELTED.search(line.partition("over ring")[0].partition("latency")[0]) for line in mine), mine
        assert set(d.to_json()["sharding"]["rates"]) == set(d.plan_rates) != set()


def test_times_of_plans_at_numbers_are_seconds_with_their_unit() -> None:
    """By hand: both ways at once: 3/4 of the sum's 2*512*8192 bytes over 4.5e10 bytes/s, 139.8 us."""
    sizes = {"X": 4, "B": 512, "D": 4096, "F": 8192}
    d = derive("A[B, D_X] * W[D_X, F] -> C[B, F]", mesh="X", dtype="bf16", on="TPU v5e", let=sizes)
    assert "AllReduce_X C: 139.8 us" in summary(d)
    told = d.to_json()["sharding"]
    assert told["plans"]["AllReduce_X C"] == {"value": pytest.approx(0.75 * 2 * 512 * 8192 / 4.5e10), "unit": "s"}
    assert "rates" not in told


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

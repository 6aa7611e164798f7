"""The typed door: mypy and pyright see what a user's file really calls, and say what is misspelt."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import symroof

ROOT = Path(symroof.__file__).parent.parent
GOOD = """from symroof import Machine, T_math, dims, exactly, latex, leading, machine, numeric, op, ring, threshold
from symroof.likes import AmountLike, ExprLike, SizeLike
from symroof.machines import MachineLike

B, D, F = dims("B D F")
o = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
t = threshold(o, B, on="TPU v5e", given="B << D, F")
n: float | None = t.number
print(t.verdict, T_math(o), leading(B * D, "B << D").value, numeric(B, B)(3))


def mine(x: ExprLike, size: SizeLike, on: MachineLike, axis: AmountLike) -> str:
    found = leading(x, "B << D")
    reached = T_math(o, on, B=size, D="4096", F=4096.0)
    return f"{latex(found)} {reached} {ring(axis)} {exactly(x, B=size, D=3)}"


print(mine(B * D, 8, machine("TPU v5e"), "X"), mine(2, "8", "H100", D), mine(0.5, 8.0, Machine("m", {}, {}), 4))
"""
BAD = {  # what is wrong in the last line, and a word of what is said about it
    'threshold(o, B, givn="B << D, F")': "givn",
    "from symroof import thresold": "thresold",
    "symroof.leadng(B)": "leadng",
    "o.at(B=3).verdct": "verdct",
    "threshold()": "op_or_expr",
    "T_math(o, B=[8])": "list[int]",
    'op("bf16[B, D] -> bf16[B]", B=None)': "None",
    "bound_by(o, 5)": "bound_by",
    'leading([B], "B << D")': "leading",
    "same(B)": '"b"',
    "ring([4])": "list[int]",
    "fits(o, None)": "None",
    "roofline(7)": "roofline",
    'plot(o, "H100", titel="x")': "titel",
    "training_memory(parms=8)": "parms",
    "mixed_optimum(overlp='max')": "overlp",
    "all_gather('V', ring(4), bothways=True)": "bothways",
    "data_parallel(bothways=True)": "bothways",
    "serving_memory(layers=[4])": "list[int]",
}
MISSPELT = {  # verdicts are words of a closed list: mypy --strict knows that no other is ever equal
    'symroof.check("B", "B").verdict == "rigth"': "rigth", 'threshold(o, B).verdict == "allways"': "allways",
}  # fmt: skip
KNOWN = {  # what a public function gives back: never Any
    "threshold(o, B)": "Threshold", "bound_by(o)": "str", "fits(o, 'H100')": "Fit", "leading(B, 'B -> oo')": "Approx",
    "exactly(B, B=3)": "Fraction", "interval(B, B=(1, 2))": "Interval", "same(B, B)": "bool | None",
    "prove(B, B)": "Proof", "regime('B << D')": "Regime", "regimes(B)": "tuple[Case, ...]", "op('')": "Op",
    "bounds_free(B)": "Bounds", "optimum(B, B)": "Optimum", "ring(4)": "Network", "all_gather('V', ring(4))":
    "Collective", "strategies('', mesh='X')": "Strategies", "data_parallel()": "Parallel", "check('B', 'B')": "Verdict",
    "proofread('')": "Report", "latex(B)": "str", "machine('H100')": "Machine", "roofline('H100')": "Chart",
    "training_memory()": "Footprint", "quantity('1 s')": "Quantity", "parse_formula('B')": "Chain", "fuse(o, o)": "Op",
    "trace(len)": "Program",
    "sweep(o, B=[1, 2])": "Sweep", "bottlenecks({})": "Bottlenecks", "expert_batch()": "Threshold",
}  # fmt: skip
HEAD = """import symroof
from symroof import T_math, all_gather, bound_by, data_parallel, dims, fits, leading, mixed_optimum, op, plot, ring
from symroof import roofline, same, serving_memory, threshold, training_memory
B = dims("B")
o = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
"""


def test_what_checkers_see_is_what_there_is() -> None:
    tree = ast.parse((ROOT / "symroof" / "__init__.py").read_text())
    seen = {
        alias.asname: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("symroof")
        for alias in node.names
    }
    assert seen == symroof._WHERE
    assert set(symroof.__all__) == {*seen, "__version__"}


def test_every_verb_of_the_table_is_public() -> None:
    rows = [line for line in (symroof.__doc__ or "").splitlines() if line.startswith("|") and "``" in line]
    verbs = {w for line in rows for w in line.split("``")[1::2]}
    assert len(rows) >= 12
    assert verbs <= set(symroof.__all__), verbs - set(symroof.__all__)


def test_every_public_name_has_an_example() -> None:
    without = [n for n in symroof.__all__ if n != "__version__" and ">>>" not in (getattr(symroof, n).__doc__ or "")]
    assert without == []


def by_mypy(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        (folder / name).write_text(text)
    options = ["--strict", "--follow-imports=silent", "--ignore-missing-imports", "--no-error-summary"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *files],
        cwd=folder, capture_output=True, text=True, env={"MYPYPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    return (done.stdout + done.stderr).splitlines()


@pytest.mark.slow
def test_results_are_of_our_own_types(tmp_path: Path) -> None:
    """A result that a checker takes for Any lets every misspelt attribute pass."""
    lines = ["from symroof import *", 'B = dims("B")', 'o = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")']
    lines += [f"reveal_type({call})" for call in KNOWN]
    said = [x for x in by_mypy(tmp_path, {"known.py": "\n".join(lines) + "\n"}) if "Revealed type" in x]
    assert len(said) == len(KNOWN), said
    for text, (call, kind) in zip(said, KNOWN.items()):
        seen = re.sub(r"\w+\.", "", text.split('"')[1]).replace("builtins.", "")
        assert seen == kind, (call, text)


@pytest.mark.slow
def test_mypy_sees_a_users_mistakes(tmp_path: Path) -> None:
    bad = BAD | MISSPELT
    said = by_mypy(tmp_path, {"good.py": GOOD} | {f"bad{i}.py": HEAD + line + "\n" for i, line in enumerate(bad)})
    assert not [x for x in said if "good.py" in x], said
    for i, word in enumerate(bad.values()):
        assert any(line.startswith(f"bad{i}.py") and word in line for line in said), (i, said)


@pytest.mark.slow
def test_pyright_sees_a_users_mistakes(tmp_path: Path) -> None:
    pyright = shutil.which("pyright", path=str(Path(sys.executable).parent)) or shutil.which("pyright")
    if pyright is None:
        pytest.skip("no pyright: pip install pyright")
    files = {"good.py": GOOD} | {f"bad{i}.py": HEAD + line + "\n" for i, line in enumerate(BAD)}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(ROOT)]}))
    done = subprocess.run(
        [pyright, "--outputjson", "--pythonpath", sys.executable], cwd=tmp_path, capture_output=True, text=True
    )
    if not done.stdout.startswith("{"):
        pytest.skip(f"pyright does not run here: {done.stderr[-200:]}")
    errors = [d for d in json.loads(done.stdout)["generalDiagnostics"] if d["severity"] == "error"]
    assert not [d for d in errors if d["file"].endswith("good.py")], errors
    for i, word in enumerate(BAD.values()):
        assert any(d["file"].endswith(f"bad{i}.py") and word in d["message"] for d in errors), (i, errors)

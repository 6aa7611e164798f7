"""The typed door: mypy and pyright see what a user's file really calls, and say what is misspelt."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import symroof

ROOT = Path(symroof.__file__).parent.parent
GOOD = """from symroof import T_math, dims, leading, numeric, op, threshold

B, D, F = dims("B D F")
o = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
t = threshold(o, B, on="TPU v5e", given="B << D, F")
n: float | None = t.number
print(t.verdict, T_math(o), leading(B * D, "B << D").value, numeric(B, B)(3))
"""
BAD = {  # what is wrong in the last line, and a word of what is said about it
    'threshold(o, B, givn="B << D, F")': "givn",
    "from symroof import thresold": "thresold",
    "symroof.leadng(B)": "leadng",
    "o.at(B=3).verdct": "verdct",
    "threshold()": "op_or_expr",
}
HEAD = """import symroof
from symroof import dims, op, threshold
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


@pytest.mark.slow
def test_mypy_sees_a_users_mistakes(tmp_path: Path) -> None:
    files = {"good.py": GOOD} | {f"bad{i}.py": HEAD + line + "\n" for i, line in enumerate(BAD)}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    options = ["--strict", "--follow-imports=silent", "--ignore-missing-imports", "--no-error-summary"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *files],
        cwd=tmp_path, capture_output=True, text=True, env={"MYPYPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert "good.py" not in said, said
    for i, word in enumerate(BAD.values()):
        assert any(line.startswith(f"bad{i}.py") and word in line for line in said.splitlines()), (i, said)


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

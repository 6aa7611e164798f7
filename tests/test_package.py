"""The wheel: what is in it, what it says of itself, and that every command works from it alone.

Earlier tests ran in a checkout, beside whose package the derivations stand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked as an installer unpacks it."""
    pytest.importorskip("hatchling", reason="the wheel is built by hatchling; pip install -e .[dev]")
    made = tmp_path_factory.mktemp("wheel")
    code = f"import os; os.chdir({str(ROOT)!r}); import hatchling.build as b; print(b.build_wheel({str(made)!r}))"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    (wheel,) = made.glob("*.whl")
    home = made / "site-packages"
    zipfile.ZipFile(wheel).extractall(home)
    return home


def run(installed: Path, tmp_path: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(
        [sys.executable, "-m", "symroof", *args], capture_output=True, text=True, cwd=tmp_path, env=env
    )


@pytest.mark.slow
def test_the_wheel_says_what_it_is(installed: Path) -> None:
    (about,) = installed.glob("*.dist-info/METADATA")
    text = about.read_text()
    assert "\nLicense-Expression: MIT\n" in text
    assert text.count("\nClassifier: ") >= 10
    assert "\nKeywords: " in text
    (points,) = installed.glob("*.dist-info/entry_points.txt")
    assert "symroof = symroof.__main__:main" in points.read_text()
    ours = {p.relative_to(ROOT) for p in (ROOT / "derivations").rglob("*.py")}
    assert ours == {p.relative_to(installed / "symroof") for p in (installed / "symroof" / "derivations").rglob("*.py")}
    assert (installed / "symroof" / "py.typed").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("run", "rooflines/dot_product", "derivations/rooflines/bounds.py"), 0, "2 of 2 derivations hold"),
        (("run", "sharding"), 0, "derivations hold"),
        (("answer", "rooflines/q2", "B > 120"), 0, "rounded"),
        (("answer", "rooflines/q2", "B < 120"), 1, "wrong"),
        (("page", "rooflines/matmul", "--to", "md"), 0, "# "),
        (("derive", "bf16[B, D] * bf16[D, F] -> bf16[B, F]"), 0, "2*B*D*F"),
        (("machines",), 0, "TPU v5e"),
        (("run", "no/such"), 2, "no such file"),
        (("run", "../../etc"), 2, "no such file"),
    ],
)
def test_every_command_works_from_the_wheel(
    installed: Path, tmp_path: Path, args: tuple[str, ...], code: int, said: str
) -> None:
    done = run(installed, tmp_path, *args)
    assert done.returncode == code, done.stderr
    assert said in done.stdout + done.stderr


@pytest.mark.slow
def test_documents_are_synced_from_the_wheels_derivations(installed: Path, tmp_path: Path) -> None:
    doc = tmp_path / "a.md"
    doc.write_text("<!-- symroof: rooflines/matmul.I_matmul plain -->\n<!-- /symroof -->\n")
    done = run(installed, tmp_path, "sync", "a.md")
    assert done.returncode == 0, done.stderr
    assert "B*D*F/" in doc.read_text()
    assert "site-packages/symroof/derivations" in done.stderr.replace(os.sep, "/")


@pytest.mark.slow
def test_the_derivations_of_a_folder_here_come_first(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "derivations").mkdir()
    (tmp_path / "derivations" / "mine.py").write_text('"""Mine."""\nx = 1\nassert x == 1\n')
    assert "1 of 1 derivations hold" in run(installed, tmp_path, "run").stdout


def test_the_project_names_its_licence_as_spdx() -> None:
    project = PROJECT["project"]
    assert project["license"] == "MIT"
    assert not any(c.startswith("License") for c in project["classifiers"])
    assert project["scripts"] == {"symroof": "symroof.__main__:main"}

"""What keeps the fast tier fast: a test over a budget of CPU fails where the environment asks for it, and only there.

Judged by another pytest, on a file with a test that works for a fifth of a second and one that does not.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
BUSY = """
import time
import pytest

def work():
    start = time.process_time()
    while time.process_time() - start < 0.2:
        pass

@pytest.fixture
def made():
    work()

def test_idle(): pass
def test_busy(): work()
def test_of_a_busy_fixture(made): pass
@pytest.mark.slow
def test_said_to_be_slow(): work()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("budget", "failed"), [("0.1", ["test_busy", "test_of_a_busy_fixture"]), ("", [])])
def test_what_takes_too_long_fails_where_it_is_asked_for(tmp_path: Path, budget: str, failed: list[str]) -> None:
    (tmp_path / "conftest.py").write_text((HERE / "conftest.py").read_text("utf-8"))
    (tmp_path / "test_busy.py").write_text(BUSY)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rf", "test_busy.py"],
        cwd=tmp_path, env={**os.environ, "SYMROOF_CPU_A_TEST": budget}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = [line.split("::")[1].split(" ")[0] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert told == failed, done.stdout
    assert done.returncode == (1 if failed else 0), done.stdout
    assert ("at most 0.1" in done.stdout) == bool(failed)


def test_ci_asks_for_it() -> None:
    workflow = (HERE.parent / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    assert "SYMROOF_CPU_A_TEST" in workflow

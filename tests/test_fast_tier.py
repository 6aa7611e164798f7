"""What keeps the fast tier fast: a budget of CPU a test where the environment asks for it, and some of each long table.

Judged by another pytest, on a file with a test that works for a fifth of a second and one that does not, on tables,
and on files with and without doctests.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from tiers import all_but_slow, sampled

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
TABLES = """
import pytest

@pytest.mark.parametrize("n", range(100))
def test_long(n): pass
@pytest.mark.whole
@pytest.mark.parametrize("n", range(100, 200))
def test_whole(n): pass
@pytest.mark.parametrize("n", [pytest.param(n, marks=pytest.mark.slow) if n % 2 else n for n in range(200, 300)])
def test_by_hand(n): pass
"""


def _pytest(folder: Path, text: str, *arguments: str, budget: str = "") -> subprocess.CompletedProcess[str]:
    """Another pytest on a file of this text, with the settings of ours."""
    for name in ("conftest.py", "tiers.py"):
        (folder / name).write_text((HERE / name).read_text("utf-8"))
    (folder / "test_there.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    slow\n    whole\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, "test_there.py"],
        cwd=folder, env={**os.environ, "SYMROOF_CPU_A_TEST": budget}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("budget", "failed"), [("0.1", ["test_busy", "test_of_a_busy_fixture"]), ("", [])])
def test_what_takes_too_long_fails_where_it_is_asked_for(tmp_path: Path, budget: str, failed: list[str]) -> None:
    done = _pytest(tmp_path, BUSY, "-q", "-rf", budget=budget)
    told = [line.split("::")[1].split(" ")[0] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert told == failed, done.stdout
    assert done.returncode == (1 if failed else 0), done.stdout
    assert ("at most 0.1" in done.stdout) == bool(failed)


def test_ci_asks_for_it() -> None:
    workflow = (HERE.parent / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    assert "SYMROOF_CPU_A_TEST" in workflow


@pytest.mark.slow
def test_no_case_is_lost_from_the_full_tier(tmp_path: Path) -> None:
    """The two tiers are disjoint and all: what the fast one leaves out is slow, and every case is one of them."""
    asked = {}
    for which in ("slow", "not slow", ""):
        done = _pytest(tmp_path, TABLES, "-q", "--collect-only", "-m", which)
        asked[which] = {int(n) for n in re.findall(r"test_\w+\[(\d+)\]", done.stdout)}
    assert asked[""] == set(range(300))
    assert asked["slow"] | asked["not slow"] == asked[""]
    assert not asked["slow"] & asked["not slow"]
    long = {n for n in asked["not slow"] if n < 100}
    assert 8 <= len(long) <= 25  # some of a long table, spread over it
    assert max(b - a for a, b in pairwise([*sorted(long), 100])) <= 12
    assert set(range(100, 200)) <= asked["not slow"]  # what is whole is asked as a whole
    assert {n for n in asked["not slow"] if n >= 200} == set(range(200, 300, 2))  # and by hand as was said


def _kept(values: list[object]) -> list[object]:
    """What of a table with one argument is asked."""
    cases = [{"what": f"case {n}", "value": value} for n, value in enumerate(values)]
    return [value for value, asked in zip(values, sampled(cases), strict=True) if asked]


@pytest.mark.parametrize("length", [*range(12), 24, 25, 300])
def test_of_a_long_table_a_part_is_asked_and_a_short_one_as_a_whole(length: int) -> None:
    kept = _kept([object() for _ in range(length)])
    assert len(kept) >= min(length, 2)
    if length <= 3:
        assert len(kept) == length
    elif length > 24:
        assert len(kept) <= length / 6


@pytest.mark.whole
@pytest.mark.parametrize(
    ("values", "stay"),
    [
        ([True] * 29 + [False], {True, False}),  # both outcomes, however rare one is
        ([False] * 29 + [True], {True, False}),
        ([1] * 29 + [True], {1}),  # which are equal and are not the same
        (["right"] * 20 + ["wrong"] * 5 + ["open"] * 5, {"right", "wrong", "open"}),
        ([f"message {n}" for n in range(29)] + [""], {""}),  # nothing is said of one
        ([f"message {n}" for n in range(29)] + [None], {None}),
        ([ValueError] * 25 + [TypeError] * 5, {ValueError, TypeError}),
        ([("A", n) for n in range(29)] + [()], {()}),
        ([[]] * 2 + [["found"]] * 28, set()),  # lists have no hash
    ],
)
def test_each_kind_of_case_stays(values: list[object], stay: set[object]) -> None:
    kept = _kept(values)
    assert len(kept) < len(values) / 2
    assert {(type(v), v) for v in stay} <= {(type(v), v) for v in kept if not isinstance(v, list)}
    if any(isinstance(v, list) for v in values):
        assert [] in kept
        assert ["found"] in kept


def test_what_compares_as_it_likes_is_told_by_what_it_is() -> None:
    """A dim that is compared makes a statement, which has no truth of its own."""

    class Likes:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            raise AssertionError

    door, other = Likes(), Likes()
    kept = _kept([door] * 25 + [other] * 5)
    assert any(v is door for v in kept)
    assert any(v is other for v in kept)
    assert len(kept) < 15


def test_what_is_marked_by_hand_must_be_there() -> None:
    marked = all_but_slow(["a", ("b", 1), "c"], [("b", 1)])
    assert marked[0] == "a"
    assert marked[2] == "c"
    assert marked[1].values == ("b", 1)
    assert [m.name for m in marked[1].marks] == ["slow"]
    with pytest.raises(AssertionError):
        all_but_slow(["a", "b"], ["c"])
    with pytest.raises(AssertionError):
        all_but_slow(["a"], ["a"])  # nothing would be left within the fast tier


def test_a_file_without_a_doctest_is_not_imported_for_one(tmp_path):
    # the helpers of these tests were imported by every worker, large frameworks with them, to look for doctests
    (tmp_path / "helpers.py").write_text("raise RuntimeError('imported')\n")
    (tmp_path / "told.py").write_text('"""\n>>> 1 + 1\n2\n"""\n')
    run = _pytest(tmp_path, "def test_one(): pass\n", "--doctest-modules", ".")
    assert run.returncode == 0, run.stdout
    assert "2 passed" in run.stdout
    (tmp_path / "helpers.py").write_text('"""\n>>> 1 + 1\n3\n"""\n')
    assert "1 failed, 2 passed" in _pytest(tmp_path, "def test_one(): pass\n", "--doctest-modules", ".").stdout

"""The page that says who judges what: every module and every test is in it, and it is what its script prints.

The judge is the file system; earlier nobody could see which module has no judge but itself.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def judges() -> Iterator[ModuleType]:
    """docs/judges.py, which is a script beside the pages."""
    spec = importlib.util.spec_from_file_location("judges_of_docs", ROOT / "docs" / "judges.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_every_module_has_a_judge_and_stands_once(judges: ModuleType) -> None:
    there = {str(p.relative_to(ROOT / "symroof").with_suffix("")) for p in (ROOT / "symroof").rglob("*.py")}
    assert judges.modules() == there
    mapping = judges.mapping()
    assert set(mapping) == there, "say in docs/judges.py who judges it, and print the page anew"
    assert sum(1 for room in judges.TESTS.values() for line in room.split("\n") if line) == len(mapping)
    assert all(mapping.values())


def test_every_test_says_who_judges_in_it(judges: ModuleType) -> None:
    tests = {p.stem.removeprefix("test_") for p in (ROOT / "tests").glob("test_*.py")}
    scripts = {name for name in judges.BY if "/" in name}
    assert set(judges.BY) - scripts == tests
    assert all((ROOT / name).exists() for name in scripts)
    assert {name for names in judges.mapping().values() for name in names} <= set(judges.BY)
    assert {word for words in judges.BY.values() for word in words.split()} == set(judges.JUDGES)


def test_the_page_is_what_the_script_prints(judges: ModuleType) -> None:
    page = (ROOT / "docs" / "developers" / "judges.md").read_text(encoding="utf-8")
    assert page == judges.page() + "\n", "run python docs/judges.py > docs/developers/judges.md"
    assert page.count("| `threshold` |") == 1
    assert "| `roots` | `test_region`, `test_differential` | " in page


def test_a_module_without_a_judge_is_seen(judges: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other outcome: a line taken out is a module missing from the mapping."""
    room = judges.TESTS["reading"]
    monkeypatch.setitem(judges.TESTS, "reading", room.replace("units: units\n", ""))
    assert judges.modules() - set(judges.mapping()) == {"reading/units"}

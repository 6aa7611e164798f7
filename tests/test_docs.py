"""What the pages of docs/ say is so: commands run, examples print what they say, links lead somewhere."""

import doctest
import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md"))
IDS = [str(p.relative_to(ROOT / "docs")) for p in PAGES]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_the_commands_run_in_their_order(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "derivations", tmp_path / "derivations")
    text = page.read_text(encoding="utf-8")
    for name, body in re.findall(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```", text, re.S | re.M):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(body, encoding="utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.S | re.M):
        for line in block.splitlines():
            command, _, extra = line.partition("  # needs ")
            if extra and importlib.util.find_spec(extra) is None:
                continue
            command, _, comment = command.partition("  # exit ")
            words = shlex.split(command)
            assert words[0] == "symroof", "a page's sh blocks hold symroof commands only"
            result = CliRunner().invoke(main, words[1:])
            assert result.exit_code == int(comment or 0), (line, result.output)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_the_examples_print_what_they_say(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_the_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if target == "playground/index.html":  # made by tools/playground.py; tools/check_site.py looks for it
            continue
        assert (page.parent / target).exists(), target


def test_the_page_on_writing_shows_every_form() -> None:
    text = (ROOT / "docs" / "writing.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^symroof ", text, re.M)) >= 12


@pytest.mark.slow
def test_the_picture_of_the_house_is_made_from_the_imports() -> None:
    made = subprocess.run([sys.executable, ROOT / "docs" / "house.py"], capture_output=True, text=True, check=True)
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert made.stdout.strip() == page.split("```")[1].strip(), "run python docs/house.py and put it in the page"
    named = set(re.findall(r"\w+", page.split("```")[1]))
    assert {p.stem for p in (ROOT / "symroof").rglob("*.py") if not p.stem.startswith("__")} <= named


@pytest.mark.slow
def test_the_rooms_named_for_a_change_exist() -> None:
    rows = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("## A worked example")[0]
    rows = rows.split("## Where does X live?")[1]
    named = re.findall(r"`([\w/]+\.(?:py|toml|lark))`", rows)
    assert len(named) > 30
    for name in named:
        assert list((ROOT / "symroof").rglob(name.rsplit("/", 1)[-1])), name

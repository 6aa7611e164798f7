"""The page on proofreading shows what the command prints, and the files to copy are what they say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from symroof.checking.documents.report import RULES
from symroof.checking.proofreading.settings import _checked
from symroof.cli import main

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "proofreading.md").read_text(encoding="utf-8")


EXAMPLES = re.findall(r"```markdown\n(.*?)```[^`]*```console\n\$ symroof proofread (\S+)\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize(("text", "name", "said"), EXAMPLES, ids=[name for _, name, _ in EXAMPLES])
def test_the_worked_chapters_print_what_the_page_says(text, name, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["proofread", name])
    assert result.output == said
    assert result.exit_code == 1


def test_the_page_names_rules_and_settings_that_exist():
    named = set(re.findall(r"^\| (`[^|]*)\|", PAGE, re.M))
    ids = {i for row in named for i in re.findall(r"`([a-z]+)`", row)}
    assert ids <= set(RULES)
    table = tomllib.loads(re.search(r"```toml\n(.*?)```", PAGE, re.S).group(1))
    made = _checked(table["tool"]["symroof"]["proofread"], ROOT / "pyproject.toml")
    assert made.baseline == "proofreading.json"


def test_the_files_to_copy_run_the_command():
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (hook,) = (h for h in hooks if h["id"] != "symroof-sync")  # whose page is docs/writing.md
    assert hook["entry"] == "symroof proofread"
    assert hook["id"] in PAGE
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert any("symroof proofread" in step.get("run", "") for step in action["runs"]["steps"])

"""The README's example prints what it says, and its first two sh blocks are one command line each."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_example_prints_what_it_says() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_first_two_sh_blocks_are_one_line_each() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", README, re.S | re.M)
    assert len(blocks) >= 2
    assert all(b.count("\n") == 1 for b in blocks[:2])


def test_linked_files_exist() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_python_blocks_run() -> None:
    for block in re.findall(r"^```python\n(.*?)^```", README, re.S | re.M):
        exec(compile(block, "README.md", "exec"), {})

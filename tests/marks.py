"""Answers with the marks that people gave them: how rows are read, and what ``check`` says in the same letters."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from symroof import check
from symroof.errors import SymroofError

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[tuple[str, str, str]]:
    """The rows of a file of data."""
    return [ast.literal_eval(x) for x in (DATA / name).read_text(encoding="utf-8").splitlines()]


def outcome(answer: str, expected: str, **options: Any) -> str:
    """R for right, W for wrong, U for open or refused."""
    try:
        found = check(answer, expected, **options)
    except SymroofError:
        return "U"
    return "R" if found.ok else "W" if found.verdict == "wrong" else "U"


#: the verdicts that give a mark: A is near enough, U open
WANTED = {"R": ("ok",), "A": ("ok",), "W": ("wrong",), "U": ("undecided", "refused")}


def judged(answer: str, expected: str, options: dict[str, object]) -> str:
    """Ok, wrong, undecided or refused."""
    try:
        found = check(answer, expected, **options)
    except SymroofError:
        return "refused"
    return "ok" if found.ok else found.verdict

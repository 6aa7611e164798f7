"""Every derivation file runs, and its assertions are what it claims to prove."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parent.parent / "derivations").rglob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_it_holds(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "assert " in text
    assert "Source:" in text
    runpy.run_path(str(path))

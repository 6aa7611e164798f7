"""``symroof sync --watch`` goes on: after a derivation is saved the document follows, after a mistake it waits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
DERIVATION = '"""One."""\n\nfrom symroof import dims\n\nB, D = dims("B D")\nx = {}\n'


def until(document: Path, words: str) -> bool:
    """Whether the document has the words within a minute."""
    for _ in range(600):
        if words in document.read_text():
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_document_follows_what_is_saved(tmp_path: Path) -> None:
    (tmp_path / "derivations").mkdir()
    source, document = tmp_path / "derivations" / "one.py", tmp_path / "a.md"
    source.write_text(DERIVATION.format("B * D"))
    document.write_text("<!-- symroof: one.x plain --><!-- /symroof -->\n")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "symroof", "sync", "--watch", "a.md"]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        try:
            assert until(document, "B*D")
            time.sleep(1)
            source.write_text(DERIVATION.format("this is no Python"))
            time.sleep(2)
            assert running.poll() is None
            source.write_text(DERIVATION.format("7 * B"))
            assert until(document, "7*B")
        finally:
            running.send_signal(signal.SIGINT)
            _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in said


def test_the_hooks_and_the_action_run_commands_that_exist() -> None:
    from symroof.cli import COMMANDS

    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert {h["id"] for h in hooks} == {"symroof-proofread", "symroof-sync"}
    assert all(h["entry"].split()[:2][0] == "symroof" and h["entry"].split()[1] in COMMANDS for h in hooks)
    script = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"][-1]["run"]
    assert 'symroof sync --check "${documents[@]}"' in script

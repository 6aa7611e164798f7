"""What reaches a terminal: nothing that steers it, no argument at length, one line for Ctrl-C at any moment.

Earlier tests typed short arguments, wrote documents without control characters, and never pressed Ctrl-C.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof.cli import main
from symroof.errors import NotationError, SymroofError, readable

ESCAPES = "\x1b[2J\x1b]0;title\x07\x9b31m\x08\x7f\u202egnp.exe\u2066"
BAD = set("\x1b\x07\x9b\x08\x7f\u202e\u2066\r")


def call(*args: str):
    return CliRunner().invoke(main, list(args))


@pytest.fixture
def hostile(tmp_path: Path) -> dict[str, Path]:
    """Documents, derivations and file names full of escape sequences."""
    (tmp_path / "derivations").mkdir()
    (tmp_path / "derivations" / "d.py").write_text(
        f'"""The{ESCAPES}orem."""\n# pro{ESCAPES}se\nword = "{ESCAPES}"\nx = 2\nassert x == 3, "{ESCAPES}"\n'
    )
    (tmp_path / "derivations" / "ok.py").write_text(f'"""The{ESCAPES}orem."""\nx = 2\nassert x == 2\n')
    doc = tmp_path / f"do\x1b[31m{ESCAPES[-8:]}c.md"
    block = f"<!-- symroof: ok.x -->{ESCAPES}<!-- /symroof -->"
    doc.write_text(f"a{ESCAPES}b $2 + 2 = 5{ESCAPES}$ `1 = 2{ESCAPES}`\n{block}")
    odd = tmp_path / "odd.md"
    odd.write_text(f"<!-- symroof: ok.x {ESCAPES} -->\n<!-- /symroof -->\n")
    return {"d": tmp_path / "derivations" / "d.py", "doc": doc, "odd": odd, "ok": tmp_path / "derivations" / "ok.py"}


@pytest.mark.slow
def test_no_escape_sequence_of_a_document_reaches_the_terminal(hostile: dict[str, Path], tmp_path: Path) -> None:
    doc, d, odd, ok = (str(hostile[k]) for k in ("doc", "d", "odd", "ok"))
    for args in (
        ["proofread", doc, "--skipped"], ["proofread", doc, "--json"], ["sync", doc, "--check"], ["sync", odd],
        ["run", d, ok], ["check", f"B{ESCAPES}", "2"], ["check", "B", f"{ESCAPES}"], ["derive", f"bf16[B{ESCAPES}"],
        ["answer", f"no{ESCAPES}", "1", "--root", str(tmp_path / "derivations")], ["machines", f"H{ESCAPES}"],
        [f"com{ESCAPES}"], ["derive", f"--opt{ESCAPES}"], ["page", doc + "x", "--to", f"m{ESCAPES}"],
        ["answer", "ok", "3", "--root", str(tmp_path / "derivations"), "--json"],
        ["plot", "bf16[B] -> bf16[B]", "--on", "H100", "--out", f"{tmp_path}/{ESCAPES}.gif"],
    ):  # fmt: skip
        done = call(*args)
        assert not BAD & set(done.output), (args, done.output)
        assert done.output
        assert not done.stdout or "--json" not in args or json.loads(done.stdout)


@pytest.mark.slow
def test_arguments_are_echoed_short() -> None:
    long = "x" * 15_000
    wide = "x y " * 4_000
    for args in (
        ["derive", long], ["derive", wide], ["derive", "bf16[B] -> bf16[B]", "--on", long],
        ["derive", "bf16[B] -> bf16[B]", "--on", wide], ["derive", "bf16[B] -> bf16[B]", "--let", long],
        ["derive", "bf16[B] -> bf16[B]", "--solve", long], ["derive", "bf16[B] -> bf16[B]", "--given", long],
        ["derive", "bf16[B] -> bf16[B]", "--given", wide], ["derive", "bf16[B] -> bf16[B]", "--dtype", long],
        ["derive", "bf16[B] -> bf16[B]", "--mesh", long], ["derive", "bf16[B] -> bf16[B]", "--let", f"B={'9' * 9000}x"],
        ["check", "B", long], ["check", "B", "B", "--given", wide], ["machines", long], ["machines", wide], [long],
        ["--" + long], ["derive", "--" + long], ["page", long, "--to", "md"], ["page", "x", "--to", long],
        ["run", long], ["sync", long], ["proofread", long], ["answer", long, "1"], ["answer", "q2", long],
        ["answer", "q2", "1", "--root", long], ["plot", "bf16[B] -> bf16[B]", "--on", "H100", "--out", long],
    ):  # fmt: skip
        done = call(*args)
        assert done.exit_code in (0, 1, 2, 3), (args[0], done.output[:300])
        assert len(done.output) < 2_500, (args[:-1], len(done.output))


def test_errors_are_short_wherever_they_are_raised() -> None:
    for e in (SymroofError("y" * 10**6), NotationError("z" * 10**6, "w" * 10**6, 5), SymroofError("a b " * 10**5)):
        assert len(str(e)) < 1_500
        assert str(pickle.loads(pickle.dumps(e))) == str(e)
    assert readable("x\n" * 10_000).count("\n") < 80


SLOW = '"""T."""\nimport time\ntime.sleep(30)\n'


def interrupted(command: list[str], wait: float, cwd: Path) -> tuple[int, str]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd) as child:
        time.sleep(wait)
        err = None
        while err is None:  # a signal that meets a callback of Python's own is told and dropped by it: Ctrl-C again
            os.kill(child.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                _, err = child.communicate(timeout=10)
        return child.returncode, err


@pytest.mark.slow
def test_ctrl_c_ends_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    code, err = interrupted([sys.executable, "-m", "symroof", "run", "slow.py"], 2.0, tmp_path)
    assert (code, err) == (130, "slow.py, line 3: interrupted here\n")


@pytest.mark.slow
def test_ctrl_c_at_any_moment_is_no_traceback_of_ours(tmp_path: Path) -> None:
    """Before our first line Python itself is starting: what it prints then has none of our files in it."""
    (tmp_path / "slow.py").write_text(SLOW)
    rng = random.Random(2)
    command = [sys.executable, "-m", "symroof", "run", "slow.py"]
    start = time.perf_counter()
    subprocess.run([*command[:3], "--version"], capture_output=True, cwd=tmp_path, check=True)
    usual, ours = time.perf_counter() - start, 0
    for i in range(30):
        code, err = interrupted(command, usual * (0.3 + 0.05 * i + 0.05 * rng.random()), tmp_path)
        if err in ("symroof: interrupted\n", "slow.py, line 3: interrupted here\n"):
            assert code == 130
            ours += 1
        else:
            assert "symroof/" not in err.replace("symroof/__init__.py", ""), err
    assert ours


def test_without_arguments_there_are_examples_that_can_be_pasted() -> None:
    import shlex

    shown = call()
    assert shown.exit_code == 0
    examples = [line.strip() for line in shown.output.splitlines() if line.startswith("  symroof ")]
    assert len(examples) >= 3
    for line in examples:
        assert call(*shlex.split(line)[1:]).exit_code == 0, line


@pytest.mark.slow
@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_machines_fit_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for args in ([], ["H100"], ["TPU v5e"]):
        lines = call("machines", *args).stdout.splitlines()
        assert any("240.2" in x or "989" in x or "9.89e14" in x for x in lines)
        assert max(map(len, lines)) <= max(width, 80)


@pytest.mark.slow
def test_shells_complete_commands_options_chips_and_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    def completed(words: str, at: int) -> list[str]:
        env = {"_SYMROOF_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
        command = [sys.executable, "-m", "symroof"]
        out = subprocess.run(command, env={**os.environ, **env}, capture_output=True, text=True)
        return [line.partition(",")[2] for line in out.stdout.splitlines()]

    assert {"derive", "page", "plot", "proofread"} >= set(completed("symroof p", 1)) >= {"page", "plot", "proofread"}
    assert "--given" in completed("symroof derive x --g", 3)
    assert "TPU v5e" in completed("symroof machines tpu", 2)
    assert "H100" in completed("symroof derive x --on H", 4)
    assert "rooflines/matmul" in completed("symroof answer rooflines/m", 2)


def test_a_null_byte_is_no_traceback() -> None:
    for args in (["run", "a\0b"], ["proofread", "a\0b"], ["sync", "a\0"], ["page", "a\0", "--to", "md"]):
        done = call(*args)
        assert done.exit_code == 2, (args, done.exception)


def test_ctrl_c_that_python_wraps_is_one_line_too() -> None:
    """A signal while a class names its attributes becomes a RuntimeError in Python 3.11."""
    code = (
        "import symroof.commands.plain as plain, symroof.__main__ as door\n"
        "def answered(args):\n    raise RuntimeError('x') from KeyboardInterrupt()\n"
        "plain.answered = answered\ndoor.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "symroof: interrupted\n")

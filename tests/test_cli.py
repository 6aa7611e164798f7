"""The command line is a contract: output, exit codes, and one clear message for bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof import __version__
from symroof.cli import main

MATMUL = "bf16[B, D] * bf16[D, F] -> bf16[B, F]"


def call(*args: str):
    return CliRunner().invoke(main, list(args))


def record(*args: str) -> dict:
    done = call("derive", *args, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_derive_json_of_the_book_s_matmul() -> None:
    r = record(MATMUL, "--on", "TPU v5e", "--solve", "B", "--given", "B << D, F")
    assert set(r) == {
        "notation",
        "flops",
        "exact_flops",
        "bytes",
        "balance",
        "intensity",
        "T_math",
        "T_comms",
        "T_lower",
        "T_upper",
        "traffic",
        "leading",
        "threshold",
        "machine",
    }
    assert r["flops"] == "2*B*D*F"
    assert r["exact_flops"] == "B*F*(2*D - 1)"
    assert r["leading"] == {"given": "B << D, F", "value": "B", "error": "B/D + B/F"}
    assert r["threshold"]["symbol"] == "B"
    assert r["threshold"]["sense"] == ">"
    assert r["threshold"]["verdict"] == "when"
    assert r["threshold"]["integer"] == 241
    assert r["threshold"]["number"] == pytest.approx(1.97e14 / 8.2e11, rel=1e-15)
    assert r["machine"]["name"].startswith("TPU v5e")


def test_derive_without_a_regime_is_exact() -> None:
    r = record(MATMUL, "--on", "TPU v5e", "--solve", "B", "--let", "D=4096", "--let", "F=4096")
    assert r["leading"] is None
    assert r["threshold"]["integer"] == 273
    assert r["threshold"]["number"] == pytest.approx(272.16, abs=0.05)
    never = record(MATMUL, "--on", "TPU v5e", "--solve", "B", "--let", "D=256", "--let", "F=256")
    assert never["threshold"]["verdict"] == "never"
    assert never["threshold"]["number"] is None


def test_derive_symbolic_machine() -> None:
    r = record(MATMUL, "--solve", "B")
    assert r["machine"] is None
    assert r["T_math"] == "2*B*D*F/C"
    assert r["threshold"]["number"] is None
    assert r["threshold"]["when"] == "1/D + 1/F < W/C"


def test_derive_exact_flops() -> None:
    r = record("x • y: bf16[N], bf16[N] → bf16[1]", "--exact", "--given", "N -> oo")
    assert (
        r["leading"] == {"given": "N -> oo", "value": "1/2", "error": "2/(2*N - 1)"} or r["leading"]["value"] == "1/2"
    )
    assert r["exact_flops"] in ("2*N - 1", "-1 + 2*N")


def test_derive_says_how_a_sharded_product_becomes_valid() -> None:
    done = call("derive", "A[I, J_X] * B[J_X, K] -> C[I, K]", "--mesh", "X", "--dtype", "bf16")
    assert done.exit_code == 0, done.output
    assert "case 3" in done.stdout
    assert "AllReduce_X C: 2*I*K/W_ici - 2*I*K/(W_ici*X) s" in done.stdout
    plain = call("derive", MATMUL)
    assert "sharding" not in plain.stdout


@pytest.mark.parametrize("style", ["--latex", "--markdown"])
def test_derive_other_dresses(style: str) -> None:
    done = call("derive", MATMUL, style, "--given", "B << D, F")
    assert done.exit_code == 0
    assert "2BDF" in done.stdout.replace(" ", "")


def test_derive_text_says_what_matters() -> None:
    done = call("derive", MATMUL, "--on", "TPU v5e", "--given", "B << D, F")
    assert done.exit_code == 0
    for word in ("2*B*D*F", "intensity", "B > 240.2", "B/D + B/F"):
        assert word in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("derive", "bf16[B, D] * bf17[D, F] -> bf16[B, F]"), 2, "unknown dtype"),
        (("derive", "bf16[B, D * bf16[D, F] -> bf16[B, F]"), 2, "^"),
        (("derive", "bf16[B, D] * bf16[D, F] -> bf16[B, G]"), 2, "G"),
        (("derive", "bf16[B, D] *_D bf16[D, F] -> bf16[B, D]"), 2, "survives"),
        (("derive", "bf16[B, 4096] * bf16[4096, F] -> bf16[B, F]"), 2, "which axis is 4096"),
        (("derive", MATMUL, "--on", "TPU v99"), 2, "v99"),
        (("derive", "fp4[B, D] * fp4[D, F] -> fp4[B, F]", "--on", "TPU v5e"), 2, "no peak for fp4"),
        (("derive", MATMUL, "--solve", "G"), 2, "G"),
        (("derive", MATMUL, "--let", "D=0"), 2, "at least 1"),
        (("derive", MATMUL, "--let", "D=2.5"), 2, "whole number"),
        (("derive", MATMUL, "--let", "D"), 2, "binds nothing"),
        (("derive", MATMUL, "--let", "D=4", "--let", "D=5"), 2, "bound twice"),
        (("derive", MATMUL, "--let", "Q=4"), 2, "Q is not in this operation"),
        (("derive", MATMUL, "--json", "--latex"), 2, "choose one"),
        (("derive", MATMUL, "--given", "B << D, D << B"), 2, "B << D"),
        (("derive", ""), 2, "symroof:"),
        (("derive", MATMUL, "--given", " "), 2, "the regime is empty"),
        (("run", "no/such/file.py"), 2, "no such file"),
        (("page", "no/such/file.py", "--to", "md"), 2, "no/such/file.py"),
        (("proofread", "no/such/file.md"), 2, "no/such/file.md"),
        (("machines", "TPU v99"), 2, "v99"),
        (("answer", "rooflines/q99", "B > 1"), 2, "q99"),
        (("nonsense",), 2, "No such command"),
    ],
)
def test_bad_input_gets_one_message(args: tuple[str, ...], code: int, message: str) -> None:
    done = call(*args)
    assert done.exit_code == code, done.output
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.output


def test_undetermined_regime_exits_3() -> None:
    done = call("derive", MATMUL, "--given", "B << D")
    assert done.exit_code == 3
    assert "F" in done.stderr


@pytest.mark.parametrize(
    ("answer", "expected", "code"), [("2*B", "2*B", 0), ("B > 240", "B > 240.24", 0), ("B < 240", "B > 240.24", 1)]
)
def test_check_exit_codes(answer: str, expected: str, code: int) -> None:
    done = call("check", answer, expected, "--json")
    assert done.exit_code == code
    assert set(json.loads(done.stdout)) == {"verdict", "reason", "error", "counterexample", "note"}


@pytest.mark.parametrize(
    ("answer", "expected", "more", "code"),
    [
        ("B > 240", "B > C/W", ("TPU v5e",), 0),
        ("B > 120", "B > C/W", ("TPU v5e",), 1),
        ("480", "C_int8/W_hbm", ("TPU v5e",), 0),
        ("295", "C/W", ("H100",), 0),
        ("200", "C/W", ("TPU v5e", "--let", "C=1.64e14"), 0),  # what is bound by hand goes first
        ("240", "C/W", ("TPU v99",), 2),
    ],
)
def test_check_takes_the_rates_of_a_chip(answer: str, expected: str, more: tuple[str, ...], code: int) -> None:
    assert call("check", answer, expected, "--on", *more).exit_code == code


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("check", "-40%", "40% less"), 0),
        (("check", "-B + D", "D - B", "--json"), 0),
        (("check", "-h + 2", "2 - h"), 0),  # and no -h
        (("check", "-5", "-5", "--let", "B=3"), 0),
        (("check", "--", "-B + D", "D - B"), 0),
        (("check", "-B", "D - B"), 1),
        (("check", "-5", "-5", "-6"), 2),
        (("check", "5", "5", "--jsn"), 2),
        (("check", "-h"), 0),
        (("answer", "rooflines/dot_product.FLOPs", "-1 + 2N"), 0),
    ],
)
def test_an_answer_may_begin_with_a_minus(words: tuple[str, ...], code: int) -> None:
    done = call(*words)
    assert done.exit_code == code, done.output
    assert "\0" not in done.output
    assert ("Usage" in done.output) == (words[1] == "-h" or code == 2)


@pytest.mark.parametrize(("text", "verdict", "code"), [("B > 120", "rounded", 0), ("B < 120", "wrong", 1)])
def test_answers_are_marked_against_the_derivations(text: str, verdict: str, code: int) -> None:
    done = call("answer", "rooflines/q2", text, "--root", str(Path(__file__).parent.parent / "derivations"), "--json")
    assert done.exit_code == code, done.output
    assert json.loads(done.stdout)["verdict"] == verdict


def test_run_shows_what_each_file_proves() -> None:
    done = call("run", str(Path(__file__).parent.parent / "derivations" / "rooflines" / "dot_product.py"))
    assert done.exit_code == 0
    assert "1 of 1 derivations hold" in done.stdout


def test_run_reports_a_failing_derivation(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text('"""One is two.\n\nSource: none."""\nx = 1\nassert x == 2\n')
    done = call("run", str(bad))
    assert done.exit_code == 1
    assert "1" in done.stdout
    assert "2" in done.stdout


def test_machines_lists_and_shows() -> None:
    assert "TPU v5e" in call("machines").stdout
    one = json.loads(call("machines", "H100", "--json").stdout)
    assert "H100" in one["name"]


@pytest.mark.slow
def test_help_and_version_load_no_sympy() -> None:
    assert call("--version").stdout.split()[-1] == __version__
    lines = "import sys|from symroof.cli import main|try:|    main(['--help'])|except SystemExit:|    pass"
    code = "\n".join([*lines.split("|"), "print('sympy' in sys.modules)"])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("False")
    assert "derive" in done.stdout


def test_the_door_says_of_each_command_what_the_command_says_of_itself() -> None:
    """The help reads a table so that it loads no command; the table may not drift from the commands."""
    from symroof.cli import COMMANDS

    for name, (_, line) in COMMANDS.items():
        command = main.get_command(None, name)
        assert command.name == name
        assert (command.help or "").replace("\n", " ").startswith(line.rstrip("."))


@pytest.mark.slow
def test_python_m_symroof_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "symroof", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"symroof, version {__version__}\n"

"""The problem bank: answers as students write them, marked against the repository's own derivations."""

from __future__ import annotations

from pathlib import Path

import pytest

from symroof.checking.exercises import bank
from symroof.errors import NotationError, SymroofError

ROOT = Path(__file__).parent.parent / "derivations"


@pytest.mark.parametrize(
    ("part", "text", "verdict", "words"),
    [
        ("rooflines/q2", "2B", "exact", "I_wide"),
        ("rooflines/q2", "2BDF/(2BD + DF + 2BF)", "exact", "I_w8"),
        ("rooflines/q2", "B > 120", "rounded", "B_wide"),
        ("rooflines/q2.B_wide", "B > 120.1", "rounded", "B_wide"),
        ("rooflines/q2", "120", "rounded", "direction is not stated"),
        ("rooflines/q2.I_w8", "2B", "wrong", "it holds when B << D, F, which the question does not say"),
        ("rooflines/q2.B_crit", "B > 1.97e14/(2*8.2e11)", "wrong", "exists only when"),
        ("rooflines/q4.I_wide", "2B", "wrong", "off by the factor B"),  # B is a size there
        ("rooflines/q4.I_wide", "2 bytes", "undecided", "has no unit"),
        ("rooflines/q2", "B < 120", "wrong", "direction"),
        ("rooflines/q2", "B > 300", "wrong", "120.122, not 300"),
        ("rooflines/q2", "D > 120", "wrong", "symbol"),
        ("rooflines/q2.I_wide", "3B", "wrong", "factor 3/2"),
        ("q2", "never", "wrong", "never"),
        ("rooflines/q4", "never", "exact", "D_crit"),
        ("rooflines/dot", "never", "exact", "N_crit"),
        ("rooflines/matmul", "B > 243", "convention", "8.1e11"),
        ("rooflines/two_chips", "D > 8755", "truncated", "D_crit"),
        ("rooflines/q2_int8_weights.py", "2B", "exact", "I_wide"),
        ("derivations/rooflines/q2_int8_weights.py.I_wide", "2B", "exact", "I_wide"),
    ],
)
def test_an_answer_is_marked(part, text, verdict, words):
    if part.startswith("derivations/"):
        part = part.replace("derivations", str(ROOT), 1)
    got = bank.answer(part, text, ROOT)
    assert got.verdict == verdict, got
    assert words in str(got)
    assert "part " in (got.note or "")


def test_parts_are_formulas_and_thresholds_in_the_order_of_the_file():
    assert tuple(bank.load("rooflines/q2", ROOT).parts) == ("Bytes", "I_w8", "I_wide", "B_wide", "B_crit")
    assert bank.load("rooflines/q2", ROOT).theorem.startswith("With int8 weights")


@pytest.mark.slow
def test_every_part_of_every_derivation_agrees_with_itself_or_says_why_not():
    """The bank's own values are exact answers to their parts; nothing it proves is marked wrong."""
    seen = 0
    for name in bank.problems(ROOT):
        for part, value in bank.load(name, ROOT).parts.items():
            got = bank._mark(value, value)
            assert got.verdict in ("exact", "rounded", "undecided"), (name, part, str(got))
            seen += got.verdict != "undecided"
    assert seen > 100


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("rooflnes/q2", "near it: rooflines/q2_int8_weights"),
        ("quantum_gravity", "known: rooflines/bounds"),
        ("rooflines/q", "is the start of rooflines/q1_int8_matmul, rooflines/q2"),
        ("rooflines/q2.B_narrow", "its parts: Bytes, I_w8"),
        ("", "no problem is named"),
        ("../../etc/passwd", "no problem"),
    ],
)
def test_unknown_problems_and_parts(part, words):
    with pytest.raises(SymroofError) as e:
        bank.answer(part, "B > 1", ROOT)
    assert words in str(e.value)


def test_a_name_that_ends_at_an_underscore_is_no_start_of_another(tmp_path):
    for name in ("q1_small", "q10_large"):
        (tmp_path / f"{name}.py").write_text("x = 1\n")
    assert bank.find("q1", tmp_path) == "q1_small"
    with pytest.raises(SymroofError, match="q10_large, q1_small"):
        bank.find("q", tmp_path)


def test_missing_roots(tmp_path):
    with pytest.raises(SymroofError, match=r"does not exist.*--root"):
        bank.answer("q2", "1", tmp_path / "none")
    with pytest.raises(SymroofError, match="holds no derivation"):
        bank.answer("q2", "1", tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(SymroofError, match="is a file"):
        bank.answer("q2", "1", tmp_path / "file")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1\nassert x == 2\n", "line 2: a claim does not hold"),
        ("x = 1\nx / 0\n", "line 2: ZeroDivisionError"),
        ("x = (\n", "line 1: SyntaxError"),
        ("raise SystemExit\n", "SystemExit"),
        ("word = 'no formula'\n", "no part to answer"),
    ],
)
def test_files_that_are_no_judge(tmp_path, source, words):
    (tmp_path / "bad.py").write_text(source)
    with pytest.raises(SymroofError) as e:
        bank.answer("bad", "1", tmp_path)
    assert words in str(e.value)


def test_an_answer_that_does_not_read_shows_the_caret():
    with pytest.raises(NotationError, match="nothing stands after the relation"):
        bank.answer("rooflines/q2", "B >", ROOT)


def test_an_answer_is_never_run(tmp_path):
    (tmp_path / "p.py").write_text("x = 1\n")
    with pytest.raises(SymroofError):
        bank.answer("p", "__import__('os').system('true')", tmp_path)


def test_what_a_derivation_prints_is_not_the_answer(tmp_path, capsys):
    (tmp_path / "p.py").write_text("print('hello')\nx = 12\n")
    assert bank.answer("p", "12", tmp_path).verdict == "exact"
    assert capsys.readouterr().out == ""


def test_without_an_answer_the_parts_are_listed():
    from click.testing import CliRunner

    from symroof.cli import main

    shown = CliRunner().invoke(main, ["answer", "rooflines/q2"])
    assert shown.exit_code == 0
    assert shown.output.splitlines()[0].startswith("rooflines/q2_int8_weights: With int8 weights")
    assert "  rooflines/q2_int8_weights.B_wide" in shown.output.splitlines()
    assert '"B_wide"' in CliRunner().invoke(main, ["answer", "rooflines/q2", "--json"]).output

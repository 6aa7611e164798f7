"""The bank as exercises: questions without solutions, grades, hints; installed, and in a folder of one's own.

Earlier tests ran in the source tree only, where ``derivations`` is a folder of the current directory.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof.checking.exercises import bank, exercise
from symroof.cli import main
from symroof.errors import SymroofError

ROOT = Path(__file__).parent.parent
BANK = ROOT / "derivations"


def call(*args: str):
    return CliRunner().invoke(main, ["answer", *args])


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("1.01 us", "the power of ten is not: look at the prefix. Divide the FLOPs by FLOPs/s"),
        ("1.01 s", "the power of ten is not: look at the prefix. Divide"),
        ("2.02 ms", "a simple factor is off: two FLOPs a multiply-add"),
        ("1 ms", "[1 of 1]"),
    ],
)
def test_a_hint_tells_a_prefix_from_a_factor(answer, words):
    """1e12 FLOPs at 9.89e14 FLOPs/s are 1.011 ms."""
    result = call("rooflines/execution_time.T_H100", answer, "--root", str(BANK))
    assert words in result.output
    assert ".;" not in result.output


@pytest.mark.slow
def test_what_is_not_understood_gets_the_reason_and_no_hint():
    result = call("rooflines/q2_int8_weights", "3 bananas", "--root", str(BANK))
    assert result.exit_code == 3
    assert result.output.strip() == "undecided: bananas is no unit we know"


@pytest.mark.slow
def test_every_question_has_a_problem_and_its_parts():
    asked = tomllib.loads((BANK / "problems.toml").read_text(encoding="utf-8"))
    assert set(asked) <= set(bank.problems(BANK))
    for name, said in asked.items():
        parts = bank.load(name, BANK).parts
        assert said["question"].endswith((".", "?"))
        assert set(said["ask"]) <= set(parts), name
        assert set(said.get("hint", {})) <= set(said["ask"]), name


@pytest.mark.slow
@pytest.mark.parametrize("name", tomllib.loads((BANK / "problems.toml").read_text(encoding="utf-8")))
def test_the_question_does_not_tell_the_theorem(name):
    theorem = bank.load(name, BANK).theorem
    shown = str(exercise.exercise(name, BANK))
    assert theorem not in shown
    assert shown.startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        ("B > 120", 0, "[1 of 1]"),
        ("B must exceed 120", 0, "[1 of 1]"),
        ("B < 120", 1, "the bound points the other way"),
        ("B > 200", 1, "too large"),
        ("B > 110", 1, "too small"),
        ("D > 120", 1, "another symbol"),
        ("never", 1, "whether there is such a size"),
        ("i don't know", 3, "no answer is given"),
    ],
)
def test_a_grade_and_a_hint_that_does_not_give_the_value_away(answer, code, words):
    done = call("rooflines/q2.B_wide", answer, "--root", str(BANK))
    assert done.exit_code == code, done.output
    assert words in done.output
    assert code == 0 or "120.1" not in done.output


@pytest.mark.slow
def test_the_derivation_is_told_only_when_asked_for():
    told = call("rooflines/q2", "B > 300", "--show", "--root", str(BANK))
    assert told.exit_code == 1
    assert "120.122, not 300" in told.output
    assert "the critical batch halves, to 120" in told.output
    assert "halves" not in call("rooflines/q2", "--root", str(BANK)).output
    assert "halves" in call("rooflines/q2", "--show", "--root", str(BANK)).output


def test_problems_are_listed_without_running_any(tmp_path):
    (tmp_path / "p.py").write_text("raise SystemExit('was run')\n")
    (tmp_path / "problems.toml").write_text('[p]\nquestion = "How many?"\nask.x = "a number"\n')
    assert call("--root", str(tmp_path)).output == "p: How many?\n"
    assert json.loads(call("--root", str(tmp_path), "--json").output)[0]["parts"] == ["x"]


def test_a_folder_of_ones_own_without_questions_is_asked_by_the_kinds_of_its_parts(tmp_path):
    source = "from symroof import dims, threshold\nB, D = dims('B D')\nhalf = B*D/2\nsize = 12\nrule = threshold(B*D, B, over=D*7)\n"  # noqa: E501
    (tmp_path / "p.py").write_text(source)
    shown = call("p", "--root", str(tmp_path)).output
    assert "a formula in B, D" in shown
    assert "a threshold on B" in shown
    assert "a number" in shown
    assert "B*D/2" not in shown
    assert call("p.half", "B D/2", "--root", str(tmp_path)).exit_code == 0
    assert "p.half" in call("p.half", "B D", "--root", str(tmp_path), "--json").output


@pytest.mark.parametrize("text", ["[p", "p = 3", "[p]\nquestion = 4", '[p]\nask = "x"', "[p]\nask.x = 1", "\xff\xfe"])
def test_questions_that_do_not_read_are_named(tmp_path, text):
    (tmp_path / "p.py").write_text("x = 1\n")
    (tmp_path / "problems.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(SymroofError, match=r"problems\.toml"):
        exercise.exercises(tmp_path)


@pytest.mark.slow
def test_it_works_where_only_the_package_is_installed(tmp_path):
    """The package and its data as a wheel lays them out, asked from a folder that has neither."""
    forced = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert forced["wheel"]["force-include"] == {"derivations": "symroof/derivations"}
    shutil.copytree(ROOT / "symroof", tmp_path / "lib" / "symroof", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(BANK, tmp_path / "lib" / "symroof" / "derivations")
    (tmp_path / "elsewhere").mkdir()
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "lib")}
    run = [sys.executable, "-m", "symroof", "answer", "rooflines/q2.B_wide"]
    done = subprocess.run([*run, "B > 120"], cwd=tmp_path / "elsewhere", env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "[1 of 1]" in done.stdout


def test_without_problems_the_remedy_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(exercise, "shipped", lambda: None)
    with pytest.raises(SymroofError, match="--root"):
        exercise.exercises()


@pytest.mark.parametrize(
    ("part", "text", "grade", "words"),
    [
        # 4377.8 is the ridge of the link, on the way to D > 8755.6; asked are the times, the intensity, D and the sums
        ("rooflines/two_chips", "D > 4377", 0.5, "factor"), ("rooflines/two_chips", "4377", 0.5, "factor"),
        ("rooflines/two_chips", "D > 8755", 0.9, "D_crit"), ("rooflines/two_chips", "D/2", 1.0, "I_net"),
        # 120.12 tokens: 120.5 is 0.3 % off, 120.21 less than a thousandth, 130 8 %, 240 twice as much
        ("q2", "120.5", 0.5, "less than a hundredth"), ("q2", "B > 120.21", 0.5, "less than a thousandth"),
        ("q2", "130", 0.0, "less than a tenth"), ("q2", "240.24", 0.5, "factor"), ("q2", "120.1", 1.0, "B_wide"),
    ],
)  # fmt: skip
def test_a_value_on_the_way_is_no_answer_and_a_slip_is_named(part, text, grade, words):
    found = exercise.mark(part, text, BANK)
    assert found.grade == grade
    assert words in str(found)


@pytest.mark.parametrize(
    ("part", "text", "grade"),
    [
        # a term left out, and either half of a sum: the question states no regime for them
        ("rooflines/matmul.Bytes", "2BD + 2DF", 0.25), ("rooflines/matmul.Bytes", "2DF", 0.25),
        ("rooflines/matmul.B_crit", "B > C/W", 0.25), ("training/memory.every_byte", "16P", 0.25),
        ("training/memory.every_byte", "2BDL", 0.25), ("rooflines/bounds.upper", "2BDF/C", 0.25),
        ("rooflines/bounds.upper", "(2BD + 2DF + 2BF)/W", 0.25), ("rooflines/matmul.I_matmul", "D", 0.25),
        # here it is stated, or all of it is there
        ("rooflines/matmul.I_wide", "B", 1.0), ("rooflines/matmul.Bytes", "2(BD + DF + BF)", 1.0),
        ("rooflines/matmul.I_wide", "BDF/(BD + DF + BF)", 1.0), ("rooflines/matmul.B_wide", "B > 240", 1.0),
    ],
)  # fmt: skip
def test_a_term_may_be_left_out_where_the_question_states_the_regime(part, text, grade):
    found = exercise.mark(part, text, BANK)
    assert found.grade == grade, found.verdict
    assert grade == 1 or "which the question does not say" in found.verdict.reason


@pytest.mark.parametrize(
    ("part", "text", "grade"),
    [
        ("rooflines/q4_batched_weights.I_wide", "2B", 0.0), ("rooflines/q4_batched_weights.I_wide", "2", 1.0),
        ("rooflines/q4_batched_weights.I_wide", "2 bytes", 0.25), ("rooflines/q4_batched_weights.I_wide", "2s", 0.25),
        ("rooflines/vpu.ridge", "2.5 s", 0.25), ("rooflines/vpu.ridge", "2.5 FLOPs/byte", 1.0),
        ("rooflines/tokens_per_replica.per_chip", "16384 B", 0.0), ("rooflines/matmul.Bytes", "BDF", 0.0),
        ("rooflines/tokens_per_replica.per_chip", "16384 tokens", 1.0),
        ("rooflines/execution_time.T_H100", "1.01 ms", 1.0),
        ("sharding/all_reduce.t_scatter", "V(n-1)/(2nW)", 1.0), ("rooflines/matmul.FLOPs", "BDF", 0.75),
    ],
)  # fmt: skip
def test_a_part_counts_what_its_question_says_and_its_sizes_are_no_units(part, text, grade):
    assert exercise.mark(part, text, BANK).grade == grade


@pytest.mark.slow
def test_a_constant_printed_in_the_question_may_stand_by_its_number():
    """two_chips prints C = 1.97e14 and W_ici = 4.5e10."""
    for part, text in (("t_comms", "2BF/4.5e10"), ("t_math", "BDF/1.97e14")):
        found = exercise.mark(f"rooflines/two_chips.{part}", text, BANK)
        assert found.grade == 1
        assert "as printed in the question" in str(found)
    assert exercise.mark("rooflines/two_chips.t_comms", "2BF/1.97e14", BANK).grade == 0


@pytest.mark.slow
def test_a_folder_of_ones_own_says_its_units_and_its_regime(tmp_path):
    (tmp_path / "p.py").write_text(
        "from symroof import dims\nB, D = dims('B D')\nwait = 12\nfull = B*D + B\nmany = B*D + D\n"
    )
    asked = '[p]\nquestion = "Take D -> oo."\nask.wait = "how long"\nask.full = "all"\nask.many = "exactly"\n'
    (tmp_path / "problems.toml").write_text(asked)
    assert exercise.mark("p.wait", "12 s", tmp_path).grade is None
    assert exercise.mark("p.full", "B D", tmp_path).grade == 1
    assert exercise.mark("p.many", "B D", tmp_path).grade == 0.25
    (tmp_path / "problems.toml").write_text(asked + 'unit.wait = "s"\n')
    assert [exercise.mark("p.wait", t, tmp_path).grade for t in ("12 s", "12 tokens", "12")] == [1, 0.25, 1]
    (tmp_path / "problems.toml").write_text(asked + 'unit.wait = "fortnights"\n')
    with pytest.raises(SymroofError, match="'fortnights' is no unit we know"):
        exercise.mark("p.wait", "12 s", tmp_path)


@pytest.mark.slow
def test_where_every_operation_is_to_be_counted_two_a_multiply_add_are_not_all_right():
    assert exercise.mark("rooflines/dot_product.FLOPs", "2N - 1", exercise.packaged()).grade == 1
    assert exercise.mark("rooflines/dot_product.FLOPs", "2N", exercise.packaged()).grade == 0.5


@pytest.mark.slow
def test_a_decimal_comma_is_read_where_the_answer_is_a_number():
    assert exercise.mark("rooflines/vpu.ridge", "2,5 FLOPs/byte", exercise.packaged()).grade == 1
    assert exercise.mark("rooflines/vpu.ridge", "2,6 FLOPs/byte", exercise.packaged()).grade < 1

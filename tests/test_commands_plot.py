"""``symroof plot``: each picture from the command line, every mistake named, and never half a file."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from symroof.cli import main

Q = "bf16[B, D] * int8[D, F] -> bf16[B, F]"


def run(*args: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["plot", Q, *map(str, args)])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ("--on", "TPU v5e", "--over", "B", "--case", "D=4096,F=4096", "--case", "D=1024,F=1024"),
        ("--on", "H100", "--map", "B D"),
        ("--on", "H100", "--on", "TPU v5e"),
        ("--on", "H100", "--on", "TPU v5e", "--over", "B", "--upto", "1000000000"),
        ("--on", "TPU v5e", "--bandwidth", "410GB/s", "--bandwidth", "1.64e12", "--let", "B=8 D=64 F=64"),
    ],
)
def test_every_picture_is_written(tmp_path: Path, options: tuple[str, ...]) -> None:
    out = tmp_path / "a.pgf"
    code, said, _ = run(*options, "--out", out)
    assert (code, said) == (0, f"{out}: {out.stat().st_size} bytes\n")
    assert out.read_text().count("\\begin{axis}") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--out", "a.gif"), "no picture format '.gif'"),
        (("--out", "none/a.png"), "none is no folder; make it first"),
        (("--out", "."), "no picture format ''"),
        (("--out", "/proc/a.pgf"), "cannot write in /proc"),
        (("--out", "a.pgf", "--over", "Q"), "Q is no open size"),
        (("--out", "a.pgf", "--case", "D=4"), "--case goes with --over"),
        (("--out", "a.pgf", "--upto", "4"), "--upto goes with --over or --map"),
        (("--out", "a.pgf", "--map", "B"), "names 1 sizes; name two"),
        (("--out", "a.pgf", "--map", "B D", "--link", "ici"), "--link is for the roofline, not with --map"),
        (("--out", "a.pgf", "--bandwidth", "foo"), "no number here"),
        (("--out", "a.pgf", "--link", "ici"), "H100 lists no bandwidth for ici; it has hbm, nvlink"),
        (("--out", "a.pgf", "--over", "B", "--case", "D=x,F=2"), "'x' is not a number"),
        (("--out", "a.pgf", "--over", "B", "--case", "D=4"), "still symbolic: F"),
    ],
)
def test_mistakes_exit_2_and_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, wrong = run("--on", "H100", *options)
    assert code == 2
    assert said in wrong
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_without_matplotlib_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    code, _, wrong = run("--on", "H100", "--out", tmp_path / "a.png")
    assert code == 2
    assert 'pip install "symroof[plot]"' in wrong
    assert not list(tmp_path.iterdir())
    assert run("--on", "H100", "--out", tmp_path / "a.pgf")[0] == 0  # TeX needs no matplotlib

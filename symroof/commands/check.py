"""``symroof check`` and ``symroof answer``: one answer judged."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from symroof.commands.common import (
    FINE,
    UNDECIDED,
    WRONG,
    Answers,
    complete_chips,
    complete_problems,
    let_pairs,
    say,
    say_json,
)

_KEYS = ("verdict", "reason", "error", "counterexample", "note")


@click.command(cls=Answers)
@click.argument("given_answer", metavar="GIVEN")
@click.argument("expected")
@click.option("--given", metavar="REGIME", help="The regime the answer assumes, as in 'B << D, F'.")
@click.option("--let", multiple=True, metavar="D=4096", help="Bind a symbol; may be repeated.")
@click.option(
    "--on",
    metavar="MACHINE",
    shell_complete=complete_chips,
    help="A chip for C and W, C_int8 and W_ici, as in 'TPU v5e'.",
)
@click.option("--symbols", metavar='"B D F"', help="The symbols, so that BDF splits into them.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
def check(given_answer: str, expected: str, let: tuple[str, ...], as_json: bool, **asked: Any) -> None:
    """Judge an answer: exact, rounded, truncated, in-regime, convention, wrong or undecided."""
    from symroof.checking.answers.answer import check as judge

    _judged(judge(given_answer, expected, let=let_pairs(let) or None, **asked), as_json)


@click.command(cls=Answers)
@click.argument("problem", required=False, shell_complete=complete_problems)
@click.argument("text", metavar="[ANSWER]", required=False)
@click.option("--root", help="A folder of problems; derivations/ here, or else those that come with symroof.")
@click.option("--show", is_flag=True, help="Tell the derivation, after the verdict if an answer is given.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
def answer(problem: str | None, text: str | None, root: str | None, show: bool, as_json: bool) -> None:
    """List problems, ask one of them, or grade an answer with a hint.

    As in: symroof answer rooflines/q2 "B > 120", or for one part: symroof answer rooflines/q2.B_wide "B > 120".
    """
    from symroof.checking.exercises import exercise

    if problem is None:
        found = exercise.exercises(root)
        if as_json:
            say_json([{"problem": e.name, "question": e.question, "parts": list(e.asks)} for e in found])
        else:
            say("\n".join(f"{e.name}: {e.question}" for e in found))
        return
    if text is None:
        _asked(problem.partition(".py")[0], root, show, as_json)
        return
    mark = exercise.mark(problem, text, root)
    if as_json:
        record = {k: _ascii(getattr(mark.verdict, k)) for k in _KEYS}
        say_json({**record, "part": mark.part, "grade": mark.grade, "hint": mark.hint})
    else:
        say(f"{mark.verdict} [{mark.grade or 0:g} of 1]" if show else mark)
        if show:
            say("\n" + _told(problem, root))
    sys.exit({"wrong": WRONG, "undecided": UNDECIDED}.get(mark.verdict.verdict, FINE))


def _asked(problem: str, root: str | None, show: bool, as_json: bool) -> None:
    """One problem's question, or with ``show`` its derivation."""
    from symroof.checking.exercises import exercise

    if show:
        say(_told(problem, root))
        return
    asked = exercise.exercise(_stem(problem), root)
    if as_json:
        say_json({"problem": asked.name, "question": asked.question, "parts": dict(asked.asks)})
    else:
        say(asked)


def _told(problem: str, root: str | None) -> str:
    """The derivation of a problem as a page, its claims proved on the way."""
    from symroof.checking.exercises import bank, exercise
    from symroof.writing.page import read_page
    from symroof.writing.render import render

    folder = exercise.root_of(root)
    return render(read_page(Path(bank.path_of(_stem(problem), folder))), "md").rstrip()


def _stem(problem: str) -> str:
    """The problem without its part."""
    folder, slash, last = problem.rpartition("/")
    return folder + slash + last.partition(".")[0]


def _judged(verdict: Any, as_json: bool) -> None:
    """Print a verdict and exit with its code."""
    if as_json:
        say_json({k: _ascii(getattr(verdict, k)) for k in _KEYS})
    else:
        say(verdict)
    sys.exit({"wrong": WRONG, "undecided": UNDECIDED}.get(verdict.verdict, FINE))


def _ascii(x: object) -> object:
    if x is None or isinstance(x, (str, int, float, bool)):
        return x
    if isinstance(x, dict):
        return {str(k): _ascii(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_ascii(v) for v in x]
    return str(x)

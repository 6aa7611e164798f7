"""``symroof check`` and ``symroof answer``: one answer judged."""

from __future__ import annotations

import sys
from typing import Any

import click

from symroof.commands.common import FINE, UNDECIDED, WRONG, let_pairs, say, say_json


@click.command()
@click.argument("given_answer", metavar="GIVEN")
@click.argument("expected")
@click.option("--given", metavar="REGIME", help="The regime the answer assumes, as in 'B << D, F'.")
@click.option("--let", multiple=True, metavar="D=4096", help="Bind a symbol; may be repeated.")
@click.option("--symbols", metavar='"B D F"', help="The symbols, so that BDF splits into them.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
def check(
    given_answer: str, expected: str, given: str | None, let: tuple[str, ...], symbols: str | None, as_json: bool
) -> None:
    """Judge an answer: exact, rounded, truncated, in-regime, convention, wrong or undecided."""
    from symroof.checking.answer import check as judge

    _judged(judge(given_answer, expected, given=given, let=let_pairs(let) or None, symbols=symbols), as_json)


@click.command()
@click.argument("problem")
@click.argument("text", metavar="[ANSWER]", required=False)
@click.option("--root", default="derivations", show_default=True, help="Where the derivation files are.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
def answer(problem: str, text: str | None, root: str, as_json: bool) -> None:
    """Mark an answer to a problem of the bank, as in: symroof answer rooflines/q2 "B > 120"; without one, its parts."""
    from symroof.checking.bank import answer as mark
    from symroof.checking.bank import load

    if text is not None:
        _judged(mark(problem, text, root), as_json)
        return
    known = load(problem, root)
    if as_json:
        say_json({"problem": known.name, "theorem": known.theorem, "parts": list(known.parts)})
    else:
        say("\n".join([f"{known.name}: {known.theorem}", *(f"  {known.name}.{part}" for part in known.parts)]))


def _judged(verdict: Any, as_json: bool) -> None:
    """Print a verdict and exit with its code."""
    if as_json:
        say_json({k: _ascii(getattr(verdict, k)) for k in ("verdict", "reason", "error", "counterexample", "note")})
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

"""What the commands share: exit codes, output formats, completions, and what writes to a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn

import click

from symroof.commands.plain import STYLES, json_text, let_pairs, shown
from symroof.errors import SymroofError, readable

__all__ = ["let_pairs", "shown"]

FINE, WRONG, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130


def say(text: object, err: bool = False) -> None:
    """Write a line or several to the terminal, whatever a document or a name has in it."""
    click.echo(shown(str(text).replace("\r\n", "\n")), err=err)


def say_json(record: object) -> None:
    """Print one JSON record."""
    click.echo(json_text(record))


def stop(message: object, code: int) -> NoReturn:
    """End with one message on standard error and an exit code."""
    say(f"symroof: {readable(str(message))}", err=True)
    sys.exit(code)


_MARK = "\0"  # which no argument of a process can hold


class Answers(click.Command):
    """A command that takes answers, which may begin with a minus: -40%, -B + D.

    Only words with two dashes and the command's own short options are options; what stands behind one is its value.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {
            o: p for p in self.get_params(ctx) if isinstance(p, click.Option) for o in (*p.opts, *p.secondary_opts)
        }
        marked, value, ended = [], False, False
        for arg in args:
            minus = arg.startswith("-") and not arg.startswith("--") and len(arg) > 1 and arg not in known
            marked.append(f"{_MARK}{arg}" if minus and not (value or ended) else arg)
            ended = ended or (arg == "--" and not value)
            value = not value and arg in known and not (known[arg].is_flag or known[arg].count)
        try:
            rest = super().parse_args(ctx, marked)
        except click.UsageError as e:
            if _MARK not in e.message:
                raise
            raise click.UsageError(e.message.replace(_MARK, ""), ctx) from None
        ctx.params.update({n: v.removeprefix(_MARK) for n, v in ctx.params.items() if isinstance(v, str)})
        return rest


def formats(command: Callable[..., None]) -> Callable[..., None]:
    """The three output formats that exclude one another."""

    @click.option("--json", "as_json", is_flag=True, help=STYLES["json"])
    @click.option("--latex", "as_latex", is_flag=True, help=STYLES["latex"])
    @click.option("--markdown", "as_markdown", is_flag=True, help=STYLES["markdown"])
    @wraps(command)
    def wrapped(as_json: bool, as_latex: bool, as_markdown: bool, **rest: Any) -> None:
        if as_json + as_latex + as_markdown > 1:
            raise click.UsageError("choose one of --json, --latex and --markdown")
        style = "json" if as_json else "latex" if as_latex else "markdown" if as_markdown else "text"
        command(style=style, **rest)

    return wrapped


def complete_chips(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Chips whose names begin so, for the shell's completion."""
    from symroof.machines import machines

    names = dict.fromkeys(m.name for m in machines().values())
    return [n for n in names if n.lower().startswith(incomplete.lower())]


def complete_problems(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Problems of the bank whose names begin so, for the shell's completion; none where there is no bank."""
    from symroof.checking.exercises.bank import problems
    from symroof.shipped import usual

    try:
        return [n for n in problems(ctx.params.get("root") or usual()) if n.startswith(incomplete)]
    except SymroofError:
        return []

r"""What the commands share: exit codes, NAME=VALUE pairs, output formats, and the one place that writes to a terminal.

>>> shown("red \x1b[31m ink")
'red \\x1b[31m ink'
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn

import click

FINE, WRONG, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
_STEERS = (
    range(9),
    range(0x0B, 0x20),
    range(0x7F, 0xA0),
    (0x61C, 0x200E, 0x200F),
    range(0x2028, 0x202F),
    range(0x2066, 0x206A),
)
_CONTROL = {c: f"\\x{c:02x}" if c < 256 else f"\\u{c:04x}" for part in _STEERS for c in part}
_CONTROL_JSON = {c: f"\\u{c:04x}" for c in _CONTROL}


def shown(text: str) -> str:
    """Text in which what would steer a terminal, or turn its writing round, stands as an escape."""
    return text.translate(_CONTROL)


def say(text: object, err: bool = False) -> None:
    """Write a line or several to the terminal, whatever a document or a name has in it."""
    click.echo(shown(str(text).replace("\r\n", "\n")), err=err)


def say_json(record: object) -> None:
    """Print one JSON record."""
    import json

    text = json.dumps(record, indent=2, ensure_ascii=False)
    click.echo(text.translate(_CONTROL_JSON))


def stop(message: object, code: int) -> NoReturn:
    """End with one message on standard error and an exit code."""
    from symroof.errors import readable

    say(f"symroof: {readable(str(message))}", err=True)
    sys.exit(code)


def let_pairs(pairs: tuple[str, ...]) -> dict[str, str]:
    """NAME=VALUE pairs; several may stand in one option, separated by commas or spaces."""
    from symroof.errors import SymroofError

    out: dict[str, str] = {}
    for pair in (p for given in pairs for p in given.replace(",", " ").split()):
        name, sign, value = pair.partition("=")
        if not sign or not name or not value:
            raise SymroofError(f"{pair!r} binds nothing; write a name and a number, as in --let D=4096")
        if name in out:
            raise SymroofError(f"{name} is bound twice, to {out[name]} and to {value}")
        out[name] = value
    return out


def formats(command: Callable[..., None]) -> Callable[..., None]:
    """The three output formats that exclude one another."""

    @click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
    @click.option("--latex", "as_latex", is_flag=True, help="Print LaTeX.")
    @click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown with math.")
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
    from symroof.checking.bank import problems
    from symroof.errors import SymroofError
    from symroof.shipped import usual

    try:
        return [n for n in problems(ctx.params.get("root") or usual()) if n.startswith(incomplete)]
    except SymroofError:
        return []

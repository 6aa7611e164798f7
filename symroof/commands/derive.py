"""``symroof derive``: one operation taken all the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from symroof.commands.common import complete_chips, formats
from symroof.commands.plain import DEFAULTS, FLAGS, VALUES, derived


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of the table in ``plain.py``, in its order."""
    for name, words in reversed(FLAGS.items()):
        command = click.option(f"--{name}", is_flag=True, help=words)(command)
    for name, (metavar, words) in reversed(VALUES.items()):
        more: dict[str, Any] = {"shell_complete": complete_chips} if name == "on" else {"multiple": name == "let"}
        option = click.option(f"--{name}", metavar=metavar, help=words, default=DEFAULTS.get(name), **more)
        command = option(command)
    return command


@click.command()
@click.argument("notation")
@_options
@formats
def derive(notation: str, style: str, **asked: Any) -> None:
    """Derive FLOPs, bytes, intensity, times and the threshold of one operation."""
    click.echo(derived(notation, style, **asked))

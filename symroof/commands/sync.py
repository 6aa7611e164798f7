"""``symroof sync``: the generated blocks of documents refreshed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from symroof.commands.common import FINE, WRONG, say


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 when a block is stale.")
def sync(files: tuple[Path, ...], only_check: bool) -> None:
    """Refresh the generated blocks of documents."""
    from symroof.writing.document import sync as refresh

    stale = 0
    for result in refresh(files, check=only_check):
        stale += bool(result.changed)
        say(result)
    sys.exit(WRONG if only_check and stale else FINE)

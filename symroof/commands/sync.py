"""``symroof sync``: the generated blocks of documents refreshed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from symroof.commands.common import FINE, WRONG, say


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 when a block is stale.")
@click.option("--root", type=click.Path(path_type=Path), metavar="DIR", help="Run the derivations of this folder.")
def sync(files: tuple[Path, ...], only_check: bool, root: Path | None) -> None:
    """Refresh the generated blocks of documents.

    Derivations are looked for in a folder `derivations` beside each document and above it, up to the project's root
    (pyproject.toml, .git), and here.  Code that others than you may write is not run.
    """
    from symroof.writing.document import sync as refresh

    stale = 0
    told: set[str] = set()
    for result in refresh(files, check=only_check, root=root):
        stale += bool(result.changed)
        for home in (h for h in result.homes if h not in told):
            say(f"derivations run: {home}", err=True)
            told.add(home)
        say(result)
    sys.exit(WRONG if only_check and stale else FINE)

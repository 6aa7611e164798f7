"""``symroof sync``: the generated blocks of documents refreshed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from symroof.commands.common import FINE, WRONG, say
from symroof.errors import SymroofError


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 when a block is stale.")
@click.option("--watch", is_flag=True, help="Go on, and refresh whenever a document or a derivation is saved.")
@click.option("--root", type=click.Path(path_type=Path), metavar="DIR", help="Run the derivations of this folder.")
def sync(files: tuple[Path, ...], only_check: bool, watch: bool, root: Path | None) -> None:
    """Refresh the generated blocks of documents.

    Derivations are looked for in a folder `derivations` beside each document and above it, up to the project's root
    (pyproject.toml, .git), and here.  Code that others than you may write is not run.
    """
    if watch and only_check:
        raise click.UsageError("--watch writes and --check does not; choose one")
    told: set[str] = set()
    if watch:
        _watch(files, root, told)
    stale = _refresh(files, only_check, root, told)[0]
    sys.exit(WRONG if only_check and stale else FINE)


def _refresh(files: tuple[Path, ...], check: bool, root: Path | None, told: set[str]) -> tuple[int, set[str]]:
    """How many documents were stale, and the folders whose derivations were run; says both."""
    from symroof.writing.document import sync as refresh

    stale, homes = 0, set()
    for result in refresh(files, check=check, root=root):
        stale += bool(result.changed)
        homes |= set(result.homes)
        for home in (h for h in result.homes if h not in told):
            say(f"derivations run: {home}", err=True)
            told.add(home)
        say(result)
    return stale, homes


def _watch(files: tuple[Path, ...], root: Path | None, told: set[str]) -> NoReturn:
    """Refresh, and again after every save, until Ctrl-C; a mistake is told and waited out."""
    import time

    homes: set[str] = set() if root is None else {str(root)}
    seen: dict[Path, int] = {}
    while True:
        try:
            homes |= _refresh(files, False, root, told)[1]
        except (SymroofError, OSError) as e:
            say(f"symroof: {e}", err=True)
        seen = _saved(files, homes)
        say("waiting for a save; Ctrl-C ends", err=True)
        while _saved(files, homes) == seen:
            time.sleep(0.3)


def _saved(files: tuple[Path, ...], homes: set[str]) -> dict[Path, int]:
    """When each document and each derivation was last written; those that are gone are left out."""
    watched = [*files, *(p for home in homes for p in Path(home).rglob("*.py"))]
    found = {}
    for path in watched:
        try:
            found[path] = path.stat().st_mtime_ns
        except OSError:  # saved by replacing it: there again a moment later
            continue
    return found

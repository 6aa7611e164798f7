"""``symroof proofread``: every formula chain of documents, checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from symroof.commands.common import say


@click.command()
@click.argument("files", nargs=-1)
@click.option("--format", "how", type=click.Choice(["text", "json", "sarif", "github", "html"]), help="How to print.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--skipped", is_flag=True, help="List what was skipped or taken as a fact, with the reason.")
@click.option("--all", "everything", is_flag=True, help="List what is right, too.")
@click.option("--ignore", multiple=True, metavar="RULE", help="Leave a rule alone; may be repeated.")
@click.option("--baseline", "baseline_file", metavar="FILE", help="Known findings, which are not told again.")
@click.option("--write-baseline", "write", is_flag=True, help="Write the present findings to the baseline.")
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="Settings instead of pyproject.toml's.")
@click.option("--rules", "list_rules", is_flag=True, help="List the rules.")
def proofread(files: tuple[str, ...], how: str | None, as_json: bool, **options: Any) -> None:
    """Check every formula and number of Markdown, LaTeX or notebook files, folders, globs; - is standard input."""
    from symroof.checking.proofreading import batch

    if as_json and how not in (None, "json"):
        raise click.UsageError(f"--json and --format {how} contradict each other; give one of them")
    told, code = batch.run(files, batch.Options(how="json" if as_json else how, **options))
    for text, to_stderr in told:
        say(text, err=to_stderr)
    sys.exit(code)

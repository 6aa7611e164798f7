"""``symroof proofread``: every formula chain of documents."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from symroof.commands.common import FINE, WRONG, say, say_json


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
@click.option("--skipped", is_flag=True, help="List what was skipped, with the reason.")
def proofread(files: tuple[Path, ...], as_json: bool, skipped: bool) -> None:
    """Check every formula chain of Markdown, LaTeX or notebook files; changes nothing."""
    from symroof.checking.proofread import proofread as read
    from symroof.checking.proofread import report_lines

    reports = [read(path) for path in files]
    wrong = sum(f.verdict == "wrong" for r in reports for f in r.findings)
    if as_json:
        counts: dict[str, int] = {}
        for r in reports:
            for k, n in r.counts.items():
                counts[k] = counts.get(k, 0) + n
        say_json({"findings": [f for r in reports for f in r.to_json()["findings"]], "counts": counts})
    else:
        for r in reports:
            for line in report_lines(r, skipped=skipped):
                say(line)
    sys.exit(WRONG if wrong else FINE)

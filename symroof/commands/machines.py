"""``symroof machines``: the chips with their numbers and sources."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from symroof.commands.common import complete_chips, say, say_json, shown


@click.command()
@click.argument("name", required=False, shell_complete=complete_chips)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def machines(name: str | None, as_json: bool) -> None:
    """Show the chips with their numbers and sources."""
    from symroof import machines as facts

    chosen = [facts.machine(name)] if name else list(dict.fromkeys(facts.machines().values()))
    if as_json:
        records = [facts.to_json(m) for m in chosen]
        say_json(records[0] if name else records)
    elif name:
        import shutil

        wide = max(shutil.get_terminal_size((80, 24)).columns, 40)
        for line in facts.describe(chosen[0]).splitlines():
            say(textwrap.fill(line, wide, subsequent_indent=" " * 14, break_on_hyphens=False))
    else:
        _print_table(facts.table())


def _print_table(rows: Any) -> None:
    """The table in as many columns as the terminal has room for; a line to a chip where it is 80 or fewer."""
    import shutil

    width = shutil.get_terminal_size((80, 24)).columns
    head, *body = [[str(c) for c in row] for row in rows]
    if width >= 150:
        from rich.console import Console
        from rich.table import Table

        table = Table(*head, box=None, pad_edge=False, header_style="bold")
        for row in body:
            table.add_row(*[shown(c) for c in row])
        Console(width=width).print(table)
        return
    longest = max(len(row[0]) for row in body)
    say(f"{head[0]:<{longest}}  {head[3]}; {head[1]}; {head[2]}")
    for name, peaks, links, ridge, *_ in body:
        facts = f"{ridge.partition(' (')[0]}; {peaks}; {links}"
        say(textwrap.fill(f"{name:<{longest}}  {facts}", max(width, 40), subsequent_indent=" " * (longest + 4)))
    say("symroof machines NAME shows one of them with its sources; --json prints all")

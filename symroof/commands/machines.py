"""``symroof machines``: the chips with their numbers and sources."""

from __future__ import annotations

from typing import Any

import click

from symroof.commands.common import say, say_json


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def machines(name: str | None, as_json: bool) -> None:
    """Show the chips with their numbers and sources."""
    from symroof import machines as facts

    chosen = [facts.machine(name)] if name else list(dict.fromkeys(facts.machines().values()))
    if as_json:
        records = [facts.to_json(m) for m in chosen]
        say_json(records[0] if name else records)
    elif name:
        say(facts.describe(chosen[0]))
    else:
        _print_table(facts.table())


def _print_table(rows: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    head, *body = rows
    table = Table(*[str(h) for h in head], box=None, pad_edge=False, header_style="bold")
    for row in body:
        table.add_row(*[str(c) for c in row])
    console = Console()
    Console(width=max(console.width, 160) if not console.is_terminal else None).print(table)

"""``symroof derive``: one operation taken all the way."""

from __future__ import annotations

from typing import Any

import click

from symroof.commands.common import complete_chips, formats, let_pairs, say, say_json


@click.command()
@click.argument("notation")
@click.option("--on", "machine", metavar="MACHINE", shell_complete=complete_chips,
              help="A chip, as in 'TPU v5e'; symbols C and W without it.")  # fmt: skip
@click.option("--solve", metavar="SYM", help="The size whose threshold is wanted; the batch by default.")
@click.option("--given", metavar="REGIME", help="What is large, as in 'B << D, F'.")
@click.option("--let", "let", multiple=True, metavar="D=4096", help="Bind a size; may be repeated.")
@click.option("--dtype", metavar="T", help="The dtype of arrays written without one, as in int8.")
@click.option("--mesh", metavar='"X Y"', help="The mesh axes of sharded dims, as in 'X=4 Y=2'.")
@click.option("--over", default="", metavar="NET", help="What joins the axes: ring, line, switch:nvlink, 'X=line'.")
@click.option("--overlap", default="sum", metavar="sum|max", help="Whether communications over several axes overlap.")
@click.option("--plan", default="", metavar="PLAN", help="The collectives wanted, as in 'AllGather_X A'.")
@click.option("--exact", is_flag=True, help="Count every multiply and add, B*F*(2*D - 1), not two per pair.")
@formats
def derive(
    notation: str,
    machine: str | None,
    solve: str | None,
    given: str | None,
    let: tuple[str, ...],
    dtype: str | None,
    mesh: str | None,
    over: str,
    overlap: str,
    plan: str,
    exact: bool,
    style: str,
) -> None:
    """Derive FLOPs, bytes, intensity, times and the threshold of one operation."""
    from symroof.model.derive import derive as run
    from symroof.writing.summary import summary

    net: dict[str, Any] = {"mesh": mesh, "over": over, "overlap": overlap, "plan": plan}
    sizes = let_pairs(let)
    found = run(notation, on=machine, solve=solve, given=given, let=sizes, dtype=dtype, exact=exact, **net)
    if style == "json":
        say_json(found.to_json())
    else:
        say(summary(found, style))

"""``symroof trace``: a JAX or PyTorch function in closed form."""

from __future__ import annotations

import sys
from typing import Any

import click

from symroof.commands.common import FINE, WRONG, let_pairs, say


@click.command()
@click.argument("target", metavar="MODULE:FUNCTION")
@click.argument("arguments", nargs=-1, metavar='["bf16[B, D]" ...]')
@click.option("--on", "machine", metavar="MACHINE", help="A chip, as in H100: times and what binds, by --by.")
@click.option("--check", "checks", multiple=True, metavar="FORMULA", help="Exit 1 unless the code does this.")
@click.option("--of", default="matrix", metavar="WHAT", help="What --check is about, as in bytes, peak.")
@click.option("--where", multiple=True, metavar="h=N*d", help="A name of --check in the program's sizes; repeatable.")
@click.option("--let", multiple=True, metavar="D=4096", help="Bind a size; may be repeated.")
@click.option("--mesh", metavar='"X Y"', help="The mesh axes of sharded dims, as in 'X=4 Y'.")
@click.option("--over", default="", metavar="NET", help="What joins the axes: ring, line, switch:nvlink, 'X=line'.")
@click.option("--by", default="line", type=click.Choice(["line", "module", "kernel", "phase"]), help="A row for each.")
@click.option("--solve", metavar="SYM", help="The size whose threshold is wanted.")
@click.option("--symbolic", is_flag=True, help="JAX's symbolic shapes instead of traces at primes.")
@click.option("--backend", type=click.Choice(["jax", "torch"]), help="The framework, where it is not plain.")
@click.option("--backward", is_flag=True, help="Of a PyTorch module: trace loss.backward() too.")
@click.option("--to", "to", default="text", type=click.Choice(["text", "json", "html", "latex", "markdown"]))
def trace(target: str, arguments: tuple[str, ...], **options: Any) -> None:
    """Trace a JAX or PyTorch function to closed form: FLOPs, bytes and times by source line; --check a formula."""
    from symroof.tracing.command import Options, report

    let, where = let_pairs(options.pop("let")), let_pairs(options.pop("where"))
    text, right = report(target, arguments, Options(let=let, where=where, **options))
    say(text)
    sys.exit(FINE if right else WRONG)

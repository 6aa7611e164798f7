"""``symroof plot``: rooflines, FLOPs/s over a size, and who binds where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from symroof.commands.common import complete_chips, let_pairs, say
from symroof.errors import SymroofError


@click.command()
@click.argument("notation")
@click.option("--on", "machine", multiple=True, required=True, metavar="MACHINE",
              shell_complete=complete_chips, help="A chip; may be repeated.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help=".png, .svg, .pdf or .pgf")
@click.option("--let", multiple=True, metavar="D=4096", help="Bind a size; may be repeated.")
@click.option("--dtype", metavar="T", help="The dtype of arrays written without one.")
@click.option("--mesh", metavar='"X Y"', help="The mesh axes of sharded dims, as in 'X=4 Y=2'.")
@click.option("--link", multiple=True, metavar="LINK", help="Roofline of this link, as in ici; may be repeated.")
@click.option("--bandwidth", multiple=True, metavar="W", help="Bytes/s instead of the chip's; twice for three regions.")
@click.option("--point", multiple=True, metavar="NAME,FLOPS,BYTES,S", help="A measurement, as in mine,4e12,2e10,0.01.")
@click.option("--over", metavar="SYM", help="Draw attainable FLOPs/s against this size instead, threshold marked.")
@click.option("--case", multiple=True, metavar="D=4096,F=4096", help="With --over: one curve; may be repeated.")
@click.option("--map", metavar='"B D"', help="Draw who binds where over two sizes instead.")
@click.option("--upto", type=int, help="With --over or --map: the largest size (512, 16384).")
def plot(notation: str, out: Path, machine: tuple[str, ...], let: tuple[str, ...], **options: Any) -> None:
    """Draw an operation's roofline on one or several chips, or its FLOPs/s over a size; or who binds where.

    Sizes without a number are 4096 where the picture needs one; its title says so.
    """
    from symroof.model.ops import op
    from symroof.writing.draw import save
    from symroof.writing.plot import Picture

    sizes: dict[str, Any] = dict(let_pairs(let))
    drawn = op(notation, dtype=options.pop("dtype"), mesh=options.pop("mesh"), **sizes)
    cases = [let_pairs((one,)) for one in options.pop("case")]
    points = [_measured(one) for one in options.pop("point")]
    save(Picture(case=cases, point=points, **options).chart(drawn, list(machine)), out)
    say(f"{out}: {out.stat().st_size} bytes")


def _measured(text: str) -> tuple[str, str, str, str]:
    parts = [p.strip() for p in text.rsplit(",", 3)]
    if len(parts) != 4:
        raise SymroofError(f"--point {text!r} is no measurement; write NAME,FLOPS,BYTES,S, as mine,4e12,2e10,0.01")
    name, flops, moved, seconds = parts
    return name, flops, moved, seconds

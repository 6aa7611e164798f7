"""``symroof run`` and ``symroof page``: derivation files proved, and turned into pages."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from symroof.commands.common import FINE, WRONG, say, stop
from symroof.errors import SymroofError

FORMATS = ["md", "tex", "html", "ipynb"]


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
def run(paths: tuple[Path, ...]) -> None:
    """Run derivation files and show what each proves (default: derivations/).

    Without a folder `derivations` here, those that come with symroof are run; rooflines/matmul names one of them.
    """
    from symroof.shipped import usual
    from symroof.writing.page import prove

    files = _derivations(paths or (usual(),))
    if not files:
        raise SymroofError(f"no derivation files in {', '.join(map(str, paths or (usual(),)))}")
    failed = 0
    for file in files:
        result = prove(file)
        failed += not result.ok
        say(result)
    say(f"{len(files) - failed} of {len(files)} derivations hold" + (f", {failed} do not" if failed else ""))
    sys.exit(WRONG if failed else FINE)


def _derivations(paths: tuple[Path, ...]) -> list[Path]:
    out: list[Path] = []
    for p in paths:
        if p.is_dir():
            out += sorted(f for f in p.rglob("*.py") if not f.name.startswith("_"))
        elif p.is_file():
            out.append(p)
        elif (found := _shipped(p)) is not None:
            out += _derivations((found,))
        else:
            raise SymroofError(f"{p}: no such file or directory")
    return out


def _shipped(name: Path) -> Path | None:
    """A derivation, or a folder of them, that comes with symroof: by its path, with or without derivations/ and .py."""
    from symroof.shipped import shipped

    home = shipped()
    if home is None or name.is_absolute() or ".." in name.parts or name.exists():
        return None
    below = Path(*name.parts[1:]) if name.parts[:1] == ("derivations",) else name
    tries = (home / below, home / below.with_name(below.name + ".py")) if below.name else ()
    return next((p for p in tries if p.is_dir() or (p.is_file() and p.suffix == ".py")), None)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "to", type=click.Choice(FORMATS), help="The page's format; else by the ending of --out.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; standard output without it.")
@click.option("--columns", type=click.IntRange(1, 2), default=1, help="2: equations broken to a column, tex in two.")
def page(file: Path, to: str | None, out: Path | None, columns: int) -> None:
    """Turn a derivation file into a page; claims that fail are shown in it with both sides, and the exit code is 1.

    FILE is a Python file, or the name of a derivation that comes with symroof, as rooflines/matmul.
    """
    from symroof.writing.page import read_page
    from symroof.writing.render import refuted, render

    to = to or (out.suffix[1:] if out is not None else "")
    if to not in FORMATS:
        raise click.UsageError(f"no format; give --to {', '.join(FORMATS)}, or --out with one of these endings")
    file = _shipped(file) or file
    if file.is_dir() or not file.exists():
        raise click.UsageError(f"{file}: {'a folder; name one file of it' if file.is_dir() else 'no such file'}")
    made = read_page(file)
    text = render(made, to, columns)
    if out is None:
        if sys.stdout.isatty():
            say(text.removesuffix("\n"))
        else:
            click.echo(text, nl=not text.endswith("\n"))
    else:
        from symroof.writing.files import write_atomically

        write_atomically(out, text.encode())
        say(f"{out}: {len(text.encode())} bytes")
    if made.failures:
        stop(refuted(made), WRONG)

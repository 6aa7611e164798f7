"""The command line: every command imports what it needs when it runs, so that ``--help`` never waits for SymPy.

Exit codes: 0 fine, 1 a check failed or a claim is wrong, 2 the input or usage is bad, 3 undecided.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from symroof import __version__

FINE, WRONG, BAD_INPUT, UNDECIDED = 0, 1, 2, 3


class Commands(click.Group):
    """The command group; mistakes of ours and of the user end in one message, never in a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        from symroof.errors import Inconclusive, SymroofError

        try:
            return super().invoke(ctx)
        except Inconclusive as e:
            _stop(e, UNDECIDED)
        except SymroofError as e:
            _stop(e, BAD_INPUT)
        except BrokenPipeError:
            raise  # the reader has gone, as in `| head -1`; Click ends quietly
        except (OSError, UnicodeDecodeError) as e:
            _stop(e, BAD_INPUT)
        except RecursionError:
            _stop("the input is nested too deeply to read", BAD_INPUT)
        return None


def _stop(message: object, code: int) -> None:
    click.echo(f"symroof: {message}", err=True)
    sys.exit(code)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="symroof")
def main() -> None:
    """Closed-form performance bounds from a textbook's own notation."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _let(pairs: tuple[str, ...]) -> dict[str, str]:
    """NAME=VALUE pairs; several may stand in one option, separated by commas or spaces."""
    from symroof.errors import SymroofError

    out: dict[str, str] = {}
    for pair in (p for given in pairs for p in given.replace(",", " ").split()):
        name, sign, value = pair.partition("=")
        if not sign or not name or not value:
            raise SymroofError(f"{pair!r} binds nothing; write a name and a number, as in --let D=4096")
        if name in out:
            raise SymroofError(f"{name} is bound twice, to {out[name]} and to {value}")
        out[name] = value
    return out


def formats(command: Callable[..., None]) -> Callable[..., None]:
    """The three output formats that exclude one another."""

    @click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
    @click.option("--latex", "as_latex", is_flag=True, help="Print LaTeX.")
    @click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown with math.")
    @wraps(command)
    def wrapped(as_json: bool, as_latex: bool, as_markdown: bool, **rest: Any) -> None:
        if as_json + as_latex + as_markdown > 1:
            raise click.UsageError("choose one of --json, --latex and --markdown")
        style = "json" if as_json else "latex" if as_latex else "markdown" if as_markdown else "text"
        command(style=style, **rest)

    return wrapped


@main.command()
@click.argument("notation")
@click.option("--on", "machine", metavar="MACHINE", help="A chip, as in 'TPU v5e'; symbols C and W without it.")
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
    found = run(notation, on=machine, solve=solve, given=given, let=_let(let), dtype=dtype, exact=exact, **net)
    click.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False) if style == "json" else summary(found, style))


@main.command()
@click.argument("given_answer", metavar="GIVEN")
@click.argument("expected")
@click.option("--given", metavar="REGIME", help="The regime the answer assumes, as in 'B << D, F'.")
@click.option("--let", multiple=True, metavar="D=4096", help="Bind a symbol; may be repeated.")
@click.option("--symbols", metavar='"B D F"', help="The symbols, so that BDF splits into them.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
def check(
    given_answer: str, expected: str, given: str | None, let: tuple[str, ...], symbols: str | None, as_json: bool
) -> None:
    """Judge an answer: exact, rounded, truncated, in-regime, convention, wrong or undecided."""
    from symroof.checking.answer import check as judge

    _judged(judge(given_answer, expected, given=given, let=_let(let) or None, symbols=symbols), as_json)


def _judged(verdict: Any, as_json: bool) -> None:
    """Print a verdict and exit with its code."""
    if as_json:
        record = {k: _ascii(getattr(verdict, k)) for k in ("verdict", "reason", "error", "counterexample", "note")}
        click.echo(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        click.echo(str(verdict))
    sys.exit({"wrong": WRONG, "undecided": UNDECIDED}.get(verdict.verdict, FINE))


@main.command()
@click.argument("problem")
@click.argument("text", metavar="[ANSWER]", required=False)
@click.option("--root", default="derivations", show_default=True, help="Where the derivation files are.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON record.")
def answer(problem: str, text: str | None, root: str, as_json: bool) -> None:
    """Mark an answer to a problem of the bank, as in: symroof answer rooflines/q2 "B > 120"; without one, its parts."""
    from symroof.checking.bank import answer as mark
    from symroof.checking.bank import load

    if text is None:
        known = load(problem, root)
        record = {"problem": known.name, "theorem": known.theorem, "parts": list(known.parts)}
        lines = [f"{known.name}: {known.theorem}", *(f"  {known.name}.{part}" for part in known.parts)]
        click.echo(json.dumps(record, indent=2, ensure_ascii=False) if as_json else "\n".join(lines))
        return
    _judged(mark(problem, text, root), as_json)


def _ascii(x: object) -> object:
    if x is None or isinstance(x, (str, int, float, bool)):
        return x
    if isinstance(x, dict):
        return {str(k): _ascii(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_ascii(v) for v in x]
    return str(x)


@main.command()
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
        findings = [f for r in reports for f in r.to_json()["findings"]]
        click.echo(json.dumps({"findings": findings, "counts": counts}, indent=2, ensure_ascii=False))
    else:
        for r in reports:
            for line in report_lines(r, skipped=skipped):
                click.echo(line)
    sys.exit(WRONG if wrong else FINE)


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
def run(paths: tuple[Path, ...]) -> None:
    """Run derivation files and show what each proves (default: derivations/)."""
    from symroof.errors import SymroofError
    from symroof.writing.page import prove

    files = _derivations(paths or (Path("derivations"),))
    if not files:
        raise SymroofError(f"no derivation files in {', '.join(map(str, paths or ('derivations',)))}")
    failed = 0
    for file in files:
        result = prove(file)
        failed += not result.ok
        click.echo(str(result))
    click.echo(f"{len(files) - failed} of {len(files)} derivations hold" + (f", {failed} do not" if failed else ""))
    sys.exit(WRONG if failed else FINE)


def _derivations(paths: tuple[Path, ...]) -> list[Path]:
    from symroof.errors import SymroofError

    out: list[Path] = []
    for p in paths:
        if p.is_dir():
            out += sorted(f for f in p.rglob("*.py") if not f.name.startswith("_"))
        elif p.is_file():
            out.append(p)
        else:
            raise SymroofError(f"{p}: no such file or directory")
    return out


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "to", type=click.Choice(["md", "tex", "html", "ipynb"]), required=True, help="The page's format.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write; standard output without it.")
def page(file: Path, to: str, out: Path | None) -> None:
    """Turn a derivation file into a page; claims that fail are shown in it with both sides, and the exit code is 1."""
    from symroof.writing.page import read_page
    from symroof.writing.render import refuted, render

    if file.is_dir() or not file.exists():
        raise click.UsageError(f"{file}: {'a folder; name one file of it' if file.is_dir() else 'no such file'}")
    made = read_page(file)
    text = render(made, to)
    if out is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        from symroof.writing.files import write_atomically

        write_atomically(out, text.encode())
        click.echo(f"{out}: {len(text.encode())} bytes")
    if made.failures:
        _stop(refuted(made), WRONG)


@main.command()
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
    from symroof.tracing.command import report

    text, right = report(target, arguments, let=_let(options.pop("let")), where=_let(options.pop("where")), **options)
    click.echo(text)
    sys.exit(FINE if right else WRONG)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 when a block is stale.")
def sync(files: tuple[Path, ...], only_check: bool) -> None:
    """Refresh the generated blocks of documents."""
    from symroof.writing.document import sync as refresh

    stale = 0
    for result in refresh(files, check=only_check):
        stale += bool(result.changed)
        click.echo(str(result))
    sys.exit(WRONG if only_check and stale else FINE)


@main.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def machines(name: str | None, as_json: bool) -> None:
    """Show the chips with their numbers and sources."""
    from symroof import machines as facts

    chosen = [facts.machine(name)] if name else list(dict.fromkeys(facts.machines().values()))
    if as_json:
        records = [facts.to_json(m) for m in chosen]
        click.echo(json.dumps(records[0] if name else records, indent=2, ensure_ascii=False))
    elif name:
        click.echo(facts.describe(chosen[0]))
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


@main.command()
@click.argument("notation")
@click.option("--on", "machine", multiple=True, required=True, metavar="MACHINE", help="A chip; may be repeated.")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help=".png, .svg, .pdf or .pgf")
@click.option("--let", multiple=True, metavar="D=4096", help="Bind a size; may be repeated.")
@click.option("--dtype", metavar="T", help="The dtype of arrays written without one.")
@click.option("--mesh", metavar='"X Y"', help="The mesh axes of sharded dims, as in 'X=4 Y=2'.")
@click.option("--link", multiple=True, metavar="LINK", help="Roofline of this link, as in ici; may be repeated.")
@click.option("--bandwidth", multiple=True, metavar="W", help="Bytes/s instead of the chip's; twice for three regions.")
@click.option("--over", metavar="SYM", help="Draw attainable FLOPs/s against this size instead, threshold marked.")
@click.option("--case", multiple=True, metavar="D=4096,F=4096", help="With --over: one curve; may be repeated.")
@click.option("--map", "axes", metavar='"B D"', help="Draw who binds where over two sizes instead.")
@click.option("--upto", type=int, help="With --over or --map: the largest size (512, 16384).")
def plot(
    notation: str,
    machine: tuple[str, ...],
    out: Path,
    let: tuple[str, ...],
    dtype: str | None,
    mesh: str | None,
    link: tuple[str, ...],
    bandwidth: tuple[str, ...],
    over: str | None,
    case: tuple[str, ...],
    axes: str | None,
    upto: int | None,
) -> None:
    """Draw an operation's roofline on one or several chips, or its FLOPs/s over a size, or who binds where.

    Sizes without a number are 4096 where the picture needs one; its title says so.
    """
    from symroof.model.ops import op
    from symroof.writing.plot import picture

    sizes: dict[str, Any] = dict(_let(let))
    drawn = op(notation, dtype=dtype, mesh=mesh, **sizes)
    cases = [_let((one,)) for one in case]
    picture(drawn, list(machine), out, link=link, bandwidths=bandwidth, over=over, cases=cases, axes=axes, upto=upto)
    click.echo(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()

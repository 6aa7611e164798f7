"""The command line's door: each command has a file in ``commands/``, loaded when it is asked for.

``--help`` reads their table (``plain.py``) and loads none of them.  Exit codes: 0 fine, 1 a check failed or a claim is
wrong, 2 the input or usage is bad, 3 undecided, 130 interrupted.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from symroof import __version__
from symroof.commands.common import BAD_INPUT, INTERRUPTED, UNDECIDED, stop
from symroof.commands.plain import ABOUT, COMMANDS
from symroof.errors import Inconclusive, SymroofError


class Commands(click.Group):
    """The command group; mistakes of ours and of the user end in one message, never in a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"symroof.commands.{COMMANDS[cmd_name][0]}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        run: Callable[..., Any] = super().main
        if not standalone_mode:
            return run(*args, standalone_mode=False, **extra)
        try:
            code = run(*args, standalone_mode=False, **extra)
        except click.UsageError as e:
            _usage(e)
        except click.ClickException as e:
            stop(e.format_message(), e.exit_code)
        except (click.Abort, KeyboardInterrupt):
            stop("interrupted", INTERRUPTED)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Inconclusive as e:
            stop(e, UNDECIDED)
        except SymroofError as e:
            stop(e, BAD_INPUT)
        except BrokenPipeError:
            raise  # the reader has gone, as in `| head -1`; Click ends quietly
        except (OSError, UnicodeDecodeError) as e:
            stop(e, BAD_INPUT)
        except ValueError as e:
            if "null byte" not in str(e):
                raise
            stop("a file's name cannot hold a null byte", BAD_INPUT)
        except RecursionError:
            stop("the input is nested too deeply to read", BAD_INPUT)
        except KeyboardInterrupt as e:  # a derivation has said where it was
            if getattr(e, "__notes__", None):
                sys.exit(INTERRUPTED)
            stop("interrupted", INTERRUPTED)


def _usage(e: click.UsageError) -> NoReturn:
    """Click's own message, with the command's usage above it."""
    if e.ctx is not None:
        click.echo(e.ctx.get_usage(), err=True)
        click.echo(f"Try '{e.ctx.command_path} --help' for help.\n", err=True)
    stop(e.format_message(), e.exit_code)


EXAMPLES = """Closed-form performance bounds from a textbook's own notation.  Try:

  symroof derive "bf16[B, D] * bf16[D, F] -> bf16[B, F]" --on "TPU v5e" --given "B << D, F"
  symroof derive "bf16[B, D] * bf16[D, F] -> bf16[B, F]" --on H100 --let "B=16 D=4096 F=4096"
  symroof check "B > 240" "B > 1.97e14/8.2e11"

symroof --help lists the commands, symroof machines the chips."""


@click.group(
    cls=Commands,
    help=ABOUT,
    invoke_without_command=True,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="symroof")
@click.pass_context
def main(ctx: click.Context) -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if ctx.invoked_subcommand is None:
        click.echo(EXAMPLES)


if __name__ == "__main__":
    main()

r"""What commands write, and calls that are plain, of ``derive`` and for help: these are answered without loading Click.

A call with anything unusual in it, a mistake, a refusal, is left to the command line proper (``cli.py``), which
asks again and says it in its own words.

>>> shown("red \x1b[31m ink")
'red \\x1b[31m ink'
>>> read(["a -> b", "--on", "H100", "--let=B=1", "--json"])["on"], read(["a -> b", "--of", "H100"])
('H100', None)
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

_STEERS = (
    range(9),
    range(0x0B, 0x20),
    range(0x7F, 0xA0),
    (0x61C, 0x200E, 0x200F),
    range(0x2028, 0x202F),
    range(0x2066, 0x206A),
)
_CONTROL = {c: f"\\x{c:02x}" if c < 256 else f"\\u{c:04x}" for part in _STEERS for c in part}
_CONTROL_JSON = {c: f"\\u{c:04x}" for c in _CONTROL}

ABOUT = "Closed-form performance bounds from a textbook's own notation."
COMMANDS = {  # name -> the module it stands in, and its line in the help
    "answer": ("check", "List problems, ask one of them, or grade an answer with a hint."),
    "check": ("check", "Judge an answer: exact, rounded, truncated, in-regime, convention, wrong or undecided."),
    "derive": ("derive", "Derive FLOPs, bytes, intensity, times and the threshold of one operation."),
    "machines": ("machines", "Show the chips with their numbers and sources."),
    "page": ("run", "Turn a derivation file into a page."),
    "plot": ("plot", "Draw an operation's roofline on one or several chips, or its FLOPs/s over a size."),
    "proofread": ("proofread", "Check every formula and number of Markdown, LaTeX or notebook files, folders, globs."),
    "run": ("run", "Run derivation files and show what each proves (default: derivations/)."),
    "sync": ("sync", "Refresh the generated blocks of documents."),
    "trace": ("trace", "Trace a JAX or PyTorch function to closed form: FLOPs, bytes and times by source line."),
}

# The options of derive: (metavar, help) of one that takes a value, (help,) of a flag; several values of "let".
VALUES = {
    "on": ("MACHINE", "A chip, as in 'TPU v5e'; symbols C and W without it."),
    "solve": ("SYM", "The size whose threshold is wanted; the batch by default."),
    "given": ("REGIME", "What is large, as in 'B << D, F'."),
    "let": ("D=4096", "Bind a size; may be repeated."),
    "dtype": ("T", "The dtype of arrays written without one, as in int8."),
    "mesh": ('"X Y"', "The mesh axes of sharded dims, as in 'X=4 Y=2'."),
    "over": ("NET", "What joins the axes: ring, line, switch:nvlink, 'X=line'."),
    "overlap": ("sum|max", "Whether communications over several axes overlap."),
    "plan": ("PLAN", "The collectives wanted, as in 'AllGather_X A'."),
}
FLAGS = {"exact": "Count every multiply and add, B*F*(2*D - 1), not two per pair."}
STYLES = {"json": "Print one JSON record.", "latex": "Print LaTeX.", "markdown": "Print Markdown with math."}
DEFAULTS: dict[str, Any] = {"over": "", "overlap": "sum", "plan": "", "exact": False}


def shown(text: str) -> str:
    """Text in which what would steer a terminal, or turn its writing round, stands as an escape."""
    return text.translate(_CONTROL)


def json_text(record: object) -> str:
    """One JSON record as it is printed."""
    import json

    return json.dumps(record, indent=2, ensure_ascii=False).translate(_CONTROL_JSON)


def let_pairs(pairs: Sequence[str]) -> dict[str, str]:
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


def derived(notation: str, style: str, let: Sequence[str], **asked: Any) -> str:
    """What ``derive`` prints."""
    from symroof.model.derive import derive
    from symroof.writing.summary import summary

    found = derive(notation, let=let_pairs(let), **asked)
    return json_text(found.to_json()) if style == "json" else shown(summary(found, style).replace("\r\n", "\n"))


def read(args: Sequence[str]) -> dict[str, Any] | None:
    """The parameters of a plain call of derive; None where Click is to read it."""
    asked: dict[str, Any] = {**dict.fromkeys(VALUES), **DEFAULTS, "let": [], "style": "text"}
    notation, rest = None, iter(args)
    for arg in rest:
        name, sign, value = arg[2:].partition("=") if arg.startswith("--") else ("", "", "")
        if name in VALUES:
            given = value if sign else next(rest, None)
            if given is None:
                return None
            asked[name] = [*asked["let"], given] if name == "let" else given
        elif name in FLAGS and not sign:
            asked[name] = True
        elif name in STYLES and not sign and asked["style"] in ("text", name):
            asked["style"] = name
        elif arg.startswith("-") or notation is not None:
            return None
        else:
            notation = arg
    return None if notation is None else {**asked, "notation": notation}


def helped(columns: int) -> str:
    """What ``symroof --help`` writes on so many columns, word for word as Click does; empty where these are few."""
    import textwrap

    wide = min(columns, 100) - 2
    if wide < 70:
        return ""
    out = ["Usage: symroof [OPTIONS] [COMMAND] [ARGS]...", "", f"  {ABOUT}", "", "Options:"]
    out += ["  --version   Show the version and exit.", "  -h, --help  Show this message and exit.", "", "Commands:"]
    first = max(map(len, COMMANDS)) + 2
    for name, (_, line) in COMMANDS.items():
        rows = textwrap.wrap(line, wide - first - 2)
        out += [f"  {left:{first}}{row}" for left, row in zip([name, *[""] * len(rows)], rows)]
    return "\n".join(out)


def _columns() -> int:
    """The width of the terminal, as Python and Click find it."""
    import os

    said = os.environ.get("COLUMNS", "")
    if said.isdigit() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ is not None else 80
    except (AttributeError, ValueError, OSError):
        return 80


def _text(args: Sequence[str]) -> str:
    """The answer to a plain call, empty where Click is to read it."""
    import os

    if "_SYMROOF_COMPLETE" in os.environ or sys.stdout is None:
        return ""
    if list(args) in (["--help"], ["-h"]):
        return helped(_columns())
    asked = read(args[1:]) if args[:1] == ["derive"] else None
    if asked is None:
        return ""
    from symroof.errors import SymroofError

    try:
        return derived(**asked)
    except (SymroofError, OSError, ValueError, RecursionError):
        return ""  # the command line proper asks again, and says why


def answered(args: Sequence[str]) -> bool:
    """Whether these arguments were a plain call, of derive or for help, and its answer is written."""
    import os

    text = _text(args)
    if not text:
        return False
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has gone, as in `| head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    return True

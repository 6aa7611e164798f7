"""What a first answer should not have to work out, as Python literals that load in a millisecond:

- symroof/reading/tables.py, the parser tables that Lark makes of the two grammars beside it;
- symroof/chips.py, what machines.toml says.

    python tools/tables.py            writes them
    python tools/tables.py --check    exits 1 where they are not what their sources say
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from pprint import pformat
from typing import Any

READING = Path(__file__).parent.parent / "symroof" / "reading"
HEAD = '''\
"""Parser tables, made by Lark from notation.lark and formula.lark: python tools/tables.py writes this file."""

from typing import Any

# fmt: off
# ruff: noqa
'''
CHIPS = '''\
"""machines.toml as a literal, made by python tools/tables.py: reading TOML took a tenth of a first answer."""

from typing import Any

# fmt: off
# ruff: noqa
'''


def lark(name: str, **options: Any) -> Any:
    """Lark's own parser of a grammar."""
    from lark import Lark

    return Lark.open(READING / f"{name}.lark", parser="lalr", maybe_placeholders=False, **options)


def tables(name: str) -> dict[str, Any]:
    """What our parser needs to know of a grammar."""
    from lark.parsers.lalr_analysis import Shift

    made = lark(name)
    order = sorted(
        made.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name)
    )  # as Lark's lexer tries them
    table = made.parser.parser._parse_table
    rules = sorted(made.rules, key=lambda r: (r.origin.name, [s.name for s in r.expansion]))
    numbers = _numbered(table.states, table.start_states["start"], Shift)
    return {
        "terminals": {t.name: t.pattern.to_regexp() for t in order},
        "ignored": tuple(made.ignore_tokens),
        "rules": [_rule(r) for r in rules],
        "actions": [
            {n: numbers[to] if act is Shift else -1 - rules.index(to) for n, (act, to) in sorted(row.items())}
            for row in map(table.states.__getitem__, numbers)
        ],
        "first": numbers[table.start_states["start"]],
        "last": numbers[table.end_states["start"]],
    }


def _numbered(states: Any, first: int, shift: Any) -> dict[int, int]:
    """The states in the order in which they are met from the first: Lark's own numbers change from run to run."""
    found, waiting = {first: 0}, [first]
    while waiting:
        state = waiting.pop(0)
        for _, (act, to) in sorted(states[state].items()):
            if act is shift and to not in found:
                found[to] = len(found)
                waiting.append(to)
    return found


def _rule(rule: Any) -> tuple[Any, ...]:
    kept = tuple(
        (i, not s.is_term and s.name.startswith("_"))
        for i, s in enumerate(rule.expansion)
        if rule.options.keep_all_tokens or not (s.is_term and s.filter_out)
    )
    name = rule.alias or rule.options.template_source or rule.origin.name
    return str(rule.origin.name), len(rule.expansion), kept, str(name), bool(rule.options.expand1 and not rule.alias)


def parsers() -> str:
    """The text of reading/tables.py."""
    return HEAD + "".join(
        f"\n{name.upper()}: dict[str, Any] = {_literal(tables(name))}\n" for name in ("notation", "formula")
    )


def chips() -> str:
    """The text of chips.py."""
    data = tomllib.loads((READING.parent / "machines.toml").read_text(encoding="utf-8"))
    return CHIPS + f"\nDATA: dict[str, Any] = {_literal(data)}\n"


def _literal(data: object) -> str:
    return pformat(data, width=118, compact=True, sort_dicts=False)


WRITTEN = {READING / "tables.py": parsers, READING.parent / "chips.py": chips}

if __name__ == "__main__":
    stale = [p for p, made in WRITTEN.items() if not p.exists() or p.read_text(encoding="utf-8") != made()]
    if "--check" in sys.argv:
        sys.exit(f"{', '.join(p.name for p in stale)} is stale: run python tools/tables.py" if stale else 0)
    for path in stale:
        path.write_text(WRITTEN[path](), encoding="utf-8")

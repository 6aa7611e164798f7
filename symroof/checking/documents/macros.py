r"""The macros a LaTeX document defines for itself, expanded in its formulas, within bounds.

>>> macros = macros_of(r"\newcommand{\bw}{W_\text{hbm}} \newcommand{\over}[2]{\frac{#1}{#2}} \def\peak{C}")
>>> expanded(r"\over{\peak}{\bw}", macros)
'\\frac{C}{W_\\text{hbm}}'
"""

from __future__ import annotations

from collections.abc import Mapping

import symroof.regexes as re

MAX_MACROS = 200
MAX_EXPANSIONS = 100
MAX_TEXT = 10_000
_DEFINED = re.compile(
    r"\\(?:re)?newcommand\*?\s*\{?\s*\\([A-Za-z]+)\s*\}?\s*(?:\[(\d)\])?\s*\{|\\def\s*\\([A-Za-z]+)\s*((?:#\d)*)\s*\{"
    r"|\\DeclareMathOperator\*?\s*\{?\s*\\([A-Za-z]+)\s*\}?\s*\{"
)


def macros_of(text: str) -> dict[str, tuple[int, str]]:
    """Each macro's number of arguments and body; those with an optional argument are passed over."""
    out: dict[str, tuple[int, str]] = {}
    for m in _DEFINED.finditer(text):
        body = _group(text, m.end() - 1)
        if body is None or len(body) > 500 or len(out) >= MAX_MACROS or "\n\n" in body:
            continue
        if m.group(5):
            out[m.group(5)] = (0, rf"\operatorname{{{body}}}")
        elif m.group(3):
            out[m.group(3)] = (m.group(4).count("#"), _bare(body))
        else:
            out[m.group(1)] = (int(m.group(2) or 0), _bare(body))
    return out


def _bare(body: str) -> str:
    m = re.fullmatch(r"\s*\\ensuremath\s*\{(.*)\}\s*", body, re.S)
    return m.group(1) if m else body


def _group(text: str, at: int) -> str | None:
    """What stands between the brace at a position and its partner."""
    level = 0
    for i in range(at, min(len(text), at + 2000)):
        level += {"{": 1, "}": -1}.get(text[i], 0)
        if level == 0:
            return text[at + 1 : i]
    return None


def expanded(text: str, macros: Mapping[str, tuple[int, str]]) -> str:
    """A formula with its macros written out; unchanged where that would take too much."""
    if not macros or "\\" not in text:
        return text
    names = re.compile(r"\\(" + "|".join(map(re.escape, sorted(macros, key=len, reverse=True))) + r")(?![A-Za-z])")
    made = text
    for _ in range(MAX_EXPANSIONS):
        m = names.search(made)
        if m is None:
            return made
        count, body = macros[m.group(1)]
        end, args = m.end(), []
        for _i in range(count):
            gap = re.compile(r"\s*").match(made, end)
            start = gap.end() if gap else end
            if made[start : start + 1] == "{":
                arg = _group(made, start)
                if arg is None:
                    return text
                end = start + len(arg) + 2
            else:
                arg = made[start : start + 1]
                end = start + 1
            args.append(arg)
        new = body
        for k, arg in enumerate(args, 1):
            new = new.replace(f"#{k}", arg)
        glue = " " if new[-1:].isalpha() and made[end : end + 1].isalpha() else ""
        made = made[: m.start()] + new + glue + made[end:]
        if len(made) > MAX_TEXT:
            return text
    return text

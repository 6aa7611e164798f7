"""Several operations in one text: statements joined by semicolons, some of them in ``fuse(...)``.

>>> split("a; fuse(b; c; keep x)")
['a', ' fuse(b; c; keep x)']
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.errors import NotationError
from symroof.lazy import pattern

_FUSE = pattern(r"\s*fuse\s*\((.*)\)((?:\s*,[^(),;=]+=[^(),;=]+)*)\s*", re.DOTALL)  # and the sizes behind it
_KEEP = pattern(r"\s*keep\s+([\w', ]+)")


def split(text: str) -> list[str]:
    r"""The statements of a text: cut at semicolons outside parentheses; LaTeX's thin space \; is none."""
    out, depth, start = [], 0, 0
    for m in re.finditer(r"\\.|[();]", text):
        c = m.group()
        depth += (c == "(") - (c == ")")
        if c == ";" and depth == 0:
            out.append(text[start : m.start()])
            start = m.end()
    out.append(text[start:])
    return [p for p in out if p.strip()]


def inside_fuse(piece: str) -> tuple[list[str], tuple[str, ...]] | None:
    """The statements inside ``fuse(...)`` and the names to keep; None when the piece is no fuse.

    Sizes behind it stand behind its last statement; those of one statement hold in all.

    >>> inside_fuse("fuse(a; b; keep x), D=4096")
    (['a', ' b, D=4096'], ('x',))
    """
    m = _FUSE.fullmatch(piece)
    if not m:
        return None
    inner = split(m.group(1))
    keep = _KEEP.fullmatch(inner[-1]) if inner else None
    if keep:
        inner.pop()
    if not inner:
        raise NotationError("fuse( ) has no operations", piece)
    inner[-1] += m.group(2)
    for p in inner:
        if _FUSE.fullmatch(p):
            raise NotationError("a fuse inside a fuse", p, 0, "name all the operations in one")
    return inner, tuple(keep.group(1).replace(",", " ").split()) if keep else ()


def leaves(piece: str) -> list[str]:
    """The single operations of a piece."""
    fused = inside_fuse(piece)
    return fused[0] if fused else [piece]

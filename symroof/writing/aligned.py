r"""Equations under one another, in rows no wider than a page, parted at signs and between words, never within brackets.

>>> from symroof.writing.page import read
>>> steps = read("from symroof import dims\nB, D = dims('B D')\nx = B / D + D + 1\n").steps[2:]
>>> print(aligned(steps), aligned(steps, wide=8), sep="\n")
x = 1 + \frac{B}{D} + D
\begin{aligned}
x &= 1 \\
& \quad + \frac{B}{D} \\
& \quad + D
\end{aligned}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import symroof.regexes as re
from symroof.writing.typeset import Fenced, Node, Row, Script, Table, Words, parts, row, tex, walk, width

if TYPE_CHECKING:
    from symroof.writing.page import Step

WIDE = 95  # characters, about as many as a line of a page holds
Stretch = list[Node]
_INDENT = (r"\quad", " ")
_SIGNS = ("+", "-", r"\approx", r"\rightarrow")  # before which a row may end


def aligned(steps: Sequence[Step], broken: bool = True, wide: int = WIDE) -> str:
    """The LaTeX of several equations under one another, or of a single short one without alignment."""
    return tex(rows(steps, broken, wide))


def rows(steps: Sequence[Step], broken: bool = True, wide: int = WIDE) -> Node:
    """The same before it is LaTeX or MathML."""
    before = max((_at_most(s.cells[0], wide) for s in steps if len(s.cells) > 1), default=0)
    made = [cells for s in steps for cells in (_broken(s.cells, wide - before) if broken else [s.cells])]
    if len(made) > 1 or any(isinstance(x, Table) for cells in made for cell in cells for x in walk(cell)):
        return Table("aligned", tuple(made))
    return row(made[0][0], *(p for cell in made[0][1:] for p in _without(parts(cell), (" ",))))


def _at_most(x: Node, wide: int) -> int:
    """How much room something takes: that of its LaTeX where this is not much."""
    return n if (n := len(tex(x))) <= wide else width(x)


def _broken(cells: tuple[Node, ...], wide: int) -> list[tuple[Node, ...]]:
    """A formula in rows, the later ones set in."""
    if len(cells) < 2 or width(cells[1]) <= wide:
        return [cells]
    made: list[Stretch] = [[]]
    for stretch in (part for whole in _stretches(parts(cells[1])) for part in _between_words(whole, wide)):
        if made[-1] and width(Row((*made[-1], *stretch))) > wide:
            made.append([*_INDENT, *_bare(stretch)])
        else:
            made[-1] += stretch
    first, *later = (_stacked(x, wide) for x in made)
    return [(cells[0], first), *((Row(), row(" ", x)) for x in later)]


def _without(x: Sequence[Node], tokens: Sequence[str]) -> Sequence[Node]:
    """What is left behind such tokens at the front."""
    return x[next((i for i, p in enumerate(x) if p not in tokens), len(x)) :]


def _bare(x: Sequence[Node]) -> Sequence[Node]:
    """Without blanks at both ends, and without the room at its front."""
    return _without(_without(x, (" ", r"\quad"))[::-1], (" ",))[::-1]


def _stretches(x: Sequence[Node]) -> list[Stretch]:
    """What stays in one row: from sign to sign, to the end of a list's item, to brackets behind words."""
    out: list[Stretch] = [[]]
    for i, p in enumerate(x):
        here, after = x[i : i + 3], x[max(0, i - 2) : i + 1]
        begun = any(y not in (" ", "=") for y in out[-1])
        sign = here[0] == " " and len(here) == 3 and here[1] in _SIGNS and here[2] == " "
        room = here[:2] == (" ", r"\quad") or (p == r"\quad" and x[i - 1] != " ")
        words = isinstance(p, Fenced) and len(after) == 3 and isinstance(after[0], Words) and after[1] == " "
        if (begun and (sign or room)) or words:
            out.append([])
        out[-1].append(p)
        if after == (",", r"\;", " ") or after[1:] == (";", " "):
            out.append([])
    return out


def _between_words(x: Stretch, wide: int) -> list[Stretch]:
    r"""A part of a formula that is words, symbols among them, in pieces that fit.

    >>> said = [Words("with other sizes of "), "B", Words(", "), "D", Words(" another may be taken")]
    >>> print(*(tex(Row(tuple(piece))) for piece in _between_words([r"\quad", " ", *said], 30)), sep="\n")
    \quad \text{with other sizes of }B\text{, }D
    \quad \text{another may be taken}
    """
    body = _without(x, (r"\quad", " ", ",", ";"))
    first = body[0] if body else ""
    if not isinstance(first.base if isinstance(first, Script) else first, Words) or width(Row(tuple(x))) <= wide:
        return [x]
    out: list[Stretch] = [[]]
    for piece in _unbreakable(body):
        longer = _joined(out[-1], piece)
        if out[-1] and width(Row((*_INDENT, *longer))) > wide:
            out.append(piece)
        else:
            out[-1] = longer
    return [[*_INDENT, *_trimmed(one)] for one in out]


def _unbreakable(x: Sequence[Node]) -> list[Stretch]:
    """The stretches of words and formulas between which a row may end: behind a space of the words."""
    out: list[Stretch] = [[]]
    for p in x:
        words = [Words(w) for w in re.findall(r"\S+\s*|\s+", p.text)] if isinstance(p, Words) else [p]
        for word in words:
            out[-1].append(word)
            if isinstance(word, Words) and word.text[-1].isspace():
                out.append([])
    return [s for s in out if s]


def _joined(x: Stretch, y: Stretch) -> Stretch:
    """One after the other, words behind words as one."""
    out = list(x)
    for p in y:
        last = out[-1] if out else None
        if isinstance(p, Words) and isinstance(last, Words) and last.text[-1].isspace():
            out[-1] = Words(last.text + p.text)
        else:
            out.append(p)
    return out


def _trimmed(x: Stretch) -> Stretch:
    """Without blanks at the end of its words."""
    if not isinstance(last := x[-1], Words):
        return x
    return [*x[:-1], *([Words(last.text.rstrip())] if last.text.strip() else [])]


def _stacked(x: Sequence[Node], wide: int) -> Node:
    r"""A row still too wide that ends in a function's arguments, these under one another.

    >>> from symroof.writing.typeset import applied
    >>> print(tex(_stacked(parts(applied(r"\min", "2BDF", "3BDF", "C")), 14)))
    \min\left(\begin{gathered} 2BDF, \\ 3BDF, \\ C \end{gathered}\right)
    """
    whole = Row(tuple(x))
    *front, last = _bare(x) or [""]
    if width(whole) <= wide or not isinstance(last, Fenced) or not front or front[-1] not in (r"\min", r"\max"):
        return whole
    args: list[Stretch] = [[]]
    for p in parts(last.body):
        args[-1].append(p)
        if p == ",":
            args.append([])
    stack = Table("gathered", tuple((Row(tuple(_bare(a))),) for a in args))
    return row(*x[: x.index(last)], Fenced(last.left, stack, last.right))

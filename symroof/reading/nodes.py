"""What a formula consists of once it is read: nodes, and what is asked of them.

>>> make("add", (Node("name", name="B"), Node("name", name="D")), ops="++").depth
2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import is_
from typing import Any, final

import symroof.regexes as re
from symroof.errors import Unsupported
from symroof.reading.quantity import NOTHING, Dimension, Printed

MAX_DEPTH = 40
MAX_NAMES = 60
_LEVELS = {"add": 1, "mul": 2, "juxt": 3, "pow": 4}
_TEN = re.compile(r"\s*(?:\\times|\\cdot|×|·|\*)\s*10\s*(?:\^|\*\*)\s*[{(]?\s*([-+]?\d+)\s*[)}]?")


@final
@dataclass(frozen=True)
class Node:
    """One node of a formula: kind, children, and what a leaf needs.

    kinds: num, name, words, unit, add, mul, juxt, pow, call, group; ``ops`` are the signs of an add (+-) or the
    operators of a mul (*/, first one "*").
    """

    kind: str
    args: tuple[Node, ...] = ()
    name: str = ""
    ops: str = ""
    printed: Printed | None = None
    dimension: Dimension = NOTHING
    at: int = 0
    depth: int = 1


def bare(node: Node | None) -> Node | None:
    """A node without the brackets around it."""
    while node is not None and node.kind == "group" and len(node.args) == 1:
        node = node.args[0]
    return node


def leaves(node: Node | None, kind: str) -> Iterator[str]:
    stack = [node] if node else []
    while stack:
        n = stack.pop()
        if n.kind == kind:
            yield n.name
        stack.extend(n.args)


def declared(node: Node, keys: Mapping[str, str]) -> Node:
    """The formula whose names are these keys, where one reads the same."""
    kids = tuple(declared(a, keys) for a in node.args)
    name = keys.get(node.name, node.name) if node.kind == "name" else node.name
    return node if name is node.name and all(map(is_, kids, node.args)) else replace(node, args=kids, name=name)


def weight(node: Node | None) -> int:
    """How many numbers and names a formula holds."""
    return sum(1 for kind in ("num", "name") for _ in leaves(node, kind))


def make(kind: str, args: Iterable[Node] = (), **more: Any) -> Node:
    kids = tuple(args)
    depth = 1 + max([k.depth for k in kids], default=0)
    if depth > 6 * MAX_DEPTH:
        raise Unsupported(f"a formula nested deeper than {6 * MAX_DEPTH}; simplify it")
    return Node(kind, kids, at=min([k.at for k in kids], default=more.pop("at", 0)), depth=depth, **more)


def replaced(node: Node, old: Node, new: Node) -> Node:
    """The formula with one of its nodes (this very one, not an equal one) replaced."""
    if node is old:
        return new
    kids = tuple(replaced(a, old, new) for a in node.args)
    return node if all(x is y for x, y in zip(kids, node.args)) else replace(node, args=kids)


def plain(node: Node) -> str:
    r"""A formula in plain text, with the parentheses its structure needs.

    >>> from symroof.reading.formula import parse_formula
    >>> plain(parse_formula(r"\frac{2BDF}{2BD + 2DF}").sides[0].node)
    '2BDF/(2BD + 2DF)'
    """
    return _plain(node, 0)


def _plain(node: Node, level: int) -> str:
    kind, own = node.kind, _LEVELS.get(node.kind, 5)
    if kind == "num" and node.printed is not None:
        return _TEN.sub(r"e\1", node.printed.text)
    if kind == "group":
        return _plain(node.args[0], level) if node.args[0].kind not in _LEVELS else _plain(node.args[0], max(level, 2))
    if kind == "add":
        out = "".join(
            f" {s} {_plain(a, 2)}" if i else ("-" if s == "-" else "") + _plain(a, 2)
            for i, (s, a) in enumerate(zip(node.ops, node.args))
        )
    elif kind == "mul":
        out = "".join(
            (op if i else "") + _plain(a, 3 if op == "*" else 4 if a.kind != "juxt" else 3)
            for i, (op, a) in enumerate(zip(node.ops, node.args))
        )
    elif kind == "juxt":
        out = _plain(node.args[0], 3 if node.name != "whole" else 2)
        for a in node.args[1:]:
            text = _plain(a, 4)
            glued = text[:1] == "(" or (text[:1].isalpha() and len(text.split("_")[0].split("^")[0]) == 1)
            out += text if glued and a.kind != "unit" else (" " if a.kind == "unit" else "*") + text
    elif kind == "pow":
        out = f"{_plain(node.args[0], 5)}^{_plain(node.args[1], 5)}"
    elif kind == "call":
        out = f"{'sqrt' if node.name == 'sqrt2' else node.name}({', '.join(_plain(a, 0) for a in node.args)})"
    else:
        out = node.name
    return f"({out})" if own < level else out

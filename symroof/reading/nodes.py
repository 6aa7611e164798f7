"""What a formula consists of once it is read: nodes, the sides of a relation, and the chain that joins them.

>>> make("add", (Node("name", name="B"), Node("name", name="D")), ops="++").depth
2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, final

from symroof.algebra.posynomial import Ratio
from symroof.errors import NotationError, Unsupported
from symroof.reading.quantity import NOTHING, Dimension, Printed

MAX_DEPTH = 40
MAX_NAMES = 60


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


@final
@dataclass(frozen=True)
class Side:
    """One expression of a chain; ``node`` is None where it was not understood, and ``why`` says why."""

    text: str
    at: int
    node: Node | None
    why: str = ""
    kind: str = ""  # of what was not understood: words, notation, syntax, limit
    notes: tuple[str, ...] = ()

    def ratio(self, reading: str = "") -> Ratio:
        """The exact ratio; raises the reader's own error where the side holds words or does not read."""
        if self.node is None:
            raise NotationError(self.why or "not a formula", self.text, None)
        from symroof.reading.ratios import to_ratio

        return to_ratio(self.node, reading)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(leaves(self.node, "name")) if self.node else frozenset()

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(leaves(self.node, "words")) if self.node else ()


@final
@dataclass(frozen=True)
class Chain:
    """Expressions joined by relations (=, <, <=, >, >=, <<, >>, ~, ->, !=), as read from one text."""

    text: str
    sides: tuple[Side, ...]
    relations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    at: int = 0
    follows: bool = False  # an implication stands between the chain before and this one

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(s.names for s in self.sides))


def leaves(node: Node | None, kind: str) -> Iterator[str]:
    stack = [node] if node else []
    while stack:
        n = stack.pop()
        if n.kind == kind:
            yield n.name
        stack.extend(n.args)


def make(kind: str, args: Iterable[Node] = (), **more: Any) -> Node:
    kids = tuple(args)
    depth = 1 + max((k.depth for k in kids), default=0)
    if depth > 6 * MAX_DEPTH:
        raise Unsupported(f"a formula nested deeper than {6 * MAX_DEPTH}; simplify it")
    return Node(kind, kids, at=min((k.at for k in kids), default=more.pop("at", 0)), depth=depth, **more)

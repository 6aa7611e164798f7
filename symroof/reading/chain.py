"""What one text reads as: the sides of its relations, and the chain that joins them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

from symroof.algebra.ratios.posynomial import Ratio
from symroof.errors import NotationError
from symroof.reading.nodes import Node, leaves
from symroof.reading.quantity import Dimension, Printed
from symroof.reading.ratios import to_ratio
from symroof.reading.units import dimension, printed
from symroof.shown import visible


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
        return to_ratio(self.node, reading) if reading else self._ratio

    @cached_property
    def _ratio(self) -> Ratio:
        assert self.node is not None
        return to_ratio(self.node)

    @cached_property
    def printed(self) -> Printed | None:
        """The number that it is, a unit behind it or not; None where it is worked out."""
        return printed(self.node) if self.node else None

    @cached_property
    def dimension(self) -> Dimension | None:
        """What its units measure; None where it has none."""
        return dimension(self.node) if self.node else None

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(leaves(self.node, "name")) if self.node else frozenset()

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(leaves(self.node, "words")) if self.node else ()


@visible
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

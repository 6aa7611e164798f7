"""What the nodes of a SymPy expression are: the one place that asks, for all who go through expressions of theirs.

Who works an expression out in a form of his own (``numeric``, ``latex``, a bound on roundings, the reader itself) says
what each kind of node means to him, and the exact reader has the last word on what no formula here can hold.

| node                                   | method                |
|----------------------------------------|-----------------------|
| a symbol, a rational number            | ``symbol``, ``number`` |
| a sum, a product, a power              | ``sum``, ``product``, ``power`` |
| Max, Min; ceiling, floor, exp ...      | ``extremum``, ``call`` |
| log of one number, or to a base        | ``logarithm``         |
| pi, E ...; a Float                     | ``constant``, ``decimal`` |
| anything else                          | ``other``             |

>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> class Depth(Nodes[int]):
...     def inner(self, e): return 1 + max(map(self.of, e.args))
...     def leaf(self, e): return 0
...     symbol = number = decimal = leaf
...     sum = product = power = logarithm = other = inner
...     def extremum(self, f, e): return self.inner(e)
...     def call(self, f, e): return self.inner(e)
...     def constant(self, c, e): return 0
>>> Depth().of(1 + B / (B + D))
4
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from symroof.algebra.ratios.functions import BY_SYMPY, EXTREMA, EXTREMES, NAMED, Constant, Extreme, Function

T = TypeVar("T")
Expression = Any  # a node of SymPy's, which has no types of its own

# Kinds of nodes, of each class of SymPy's once: products and sums, a symbol, a rational number, a power, anything else.
PRODUCT, SUM, SYMBOL, NUMBER, POWER, OTHER = range(1, 7)
KINDS: dict[type, int] = {}


def kind_of(y: Expression) -> int:
    """The kind of a node, from what its class says of itself."""
    known = KINDS.get(type(y))
    if known is not None:
        return known
    told = (y.is_Mul, PRODUCT), (y.is_Add, SUM), (y.is_Symbol, SYMBOL), (y.is_Rational, NUMBER), (y.is_Pow, POWER)
    found = next((kind for is_so, kind in told if is_so), OTHER)
    if found != OTHER:  # of functions there may be any number of classes
        KINDS[type(y)] = found
    return found


class Functions(ABC, Generic[T]):
    """What is no symbol, rational number, sum, product or power."""

    __slots__ = ()

    @abstractmethod
    def extremum(self, f: Extreme, e: Expression) -> T:
        """The largest or smallest of several."""

    @abstractmethod
    def call(self, f: Function, e: Expression) -> T:
        """A function of one argument."""

    @abstractmethod
    def logarithm(self, e: Expression) -> T:
        """A natural logarithm, or one to a base, which SymPy divides out unless it is told not to."""

    @abstractmethod
    def constant(self, c: Constant, e: Expression) -> T:
        """A named number."""

    @abstractmethod
    def decimal(self, e: Expression) -> T:
        """A Float."""

    @abstractmethod
    def other(self, e: Expression) -> T:
        """What has no row in the tables: Piecewise, Mod, Abs, or what is refused."""

    def function(self, e: Expression) -> T:
        """What such a node means."""
        name = type(e).__name__
        if name in EXTREMA:
            return self.extremum(EXTREMES[EXTREMA[name]], e)
        if name in BY_SYMPY:
            return self.call(BY_SYMPY[name], e)
        if name == "log":
            return self.logarithm(e)
        if name in NAMED:
            return self.constant(NAMED[name], e)
        return self.decimal(e) if e.is_Float else self.other(e)


class Nodes(Functions[T]):
    """What every node means to somebody who goes through an expression."""

    __slots__ = ()

    @abstractmethod
    def symbol(self, e: Expression) -> T:
        """A symbol."""

    @abstractmethod
    def number(self, e: Expression) -> T:
        """A rational number."""

    @abstractmethod
    def sum(self, e: Expression) -> T:
        """A sum of its ``args``."""

    @abstractmethod
    def product(self, e: Expression) -> T:
        """A product of its ``args``."""

    @abstractmethod
    def power(self, e: Expression) -> T:
        """The first of its ``args`` to the power of the second."""

    def of(self, e: Expression) -> T:
        """What a node means."""
        kind = KINDS.get(type(e)) or kind_of(e)
        if kind == SYMBOL:
            return self.symbol(e)
        if kind == NUMBER:
            return self.number(e)
        if kind == PRODUCT:
            return self.product(e)
        if kind == POWER:
            return self.power(e)
        return self.sum(e) if kind == SUM else self.function(e)


def symbols_in(x: Expression) -> Iterable[Expression]:
    """The symbols of a SymPy object, none of anything else; each node is seen once, which ``free_symbols`` does not.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> list(symbols_in(2 * B + 1)), symbols_in(3)
    ([B], ())
    """
    if not hasattr(type(x), "free_symbols"):
        return ()
    if not hasattr(type(x), "args"):
        found: Iterable[Expression] = x.free_symbols
        return found
    stack, seen, symbols = [x], {id(x): x}, []  # by number, as hashing takes longer; what is held keeps its number
    while stack:
        e = stack.pop()
        if e.is_Symbol:
            symbols.append(e)
        for a in e.args:
            if id(a) not in seen:
                seen[id(a)] = a
                stack.append(a)
    return symbols


def is_literal(x: Expression) -> bool:
    """Whether a node of SymPy's is a number as it is typed: an integer or a decimal."""
    return bool(x.is_Integer or x.is_Float)

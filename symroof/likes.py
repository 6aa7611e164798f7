"""What the public functions take, as types for the signatures of those who call them.

``ExprLike``    a SymPy expression, an exact ratio of ours, or a number
``SizeLike``    the number of a size or parameter: an integer, a float or fraction, or text such as "4096" or "1e9"
``AmountLike``  an amount in a formula of ours: all of ``ExprLike``, or text: a symbol's name, or a formula

Text is read by the one reader of formulas, which stands on a higher floor and is put in here.

``MachineLike``, a machine or its name or file, stands with the machines.

>>> from symroof.likes import SizeLike
>>> from symroof.machines import MachineLike
>>> from symroof import T_lower
>>> def seconds(batch: SizeLike, on: MachineLike) -> float:
...     return float(T_lower("bf16[B, D] * bf16[D, F] -> bf16[B, F]", on, B=batch, D=4096, F=4096))
>>> round(seconds(512, "TPU v5e") * 1e6)
87
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias


class Symbolic(Protocol):
    """A SymPy object, by what every one of them has; importing SymPy for a type would cost every start."""

    @property
    def free_symbols(self) -> Any: ...


ExprLike: TypeAlias = Symbolic | SupportsFloat
SizeLike: TypeAlias = SupportsFloat | SupportsIndex | str
AmountLike: TypeAlias = Symbolic | SupportsFloat | str

_reader: list[Callable[[], Callable[[str], Any]]] = []  # filled by symroof.register_reader


def reads(load: Callable[[], Callable[[str], Any]]) -> None:
    """Say how the reader of formulas is loaded."""
    _reader[:] = [load]


def read(text: str) -> Any:
    """The expression that text writes.  Raises NotationError for what is no formula.

    >>> read("B*(D + 1)")
    B*D + B
    """
    if not _reader:
        importlib.import_module("symroof").register_reader()
    return _reader[0]()(text)

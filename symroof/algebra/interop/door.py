"""The door between SymPy expressions and exact ratios: floats are the decimals typed, symbols go by name.

>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> to_sympy(core(1 / (1 / B + 1 / D)))
B*D/(B + D)
>>> core(0.1 * B)
B/10
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from symroof.algebra.interop.reader import read
from symroof.algebra.interop.writer import extremum, over, power, to_sympy
from symroof.algebra.ratios.posynomial import Ratio, exact, ratio
from symroof.errors import SymroofError
from symroof.lazy import once
from symroof.likes import read as read_text

if TYPE_CHECKING:
    from sympy import Expr

if TYPE_CHECKING:
    from sympy import Expr

__all__ = ["core", "expressed", "extremum", "over", "power", "to_sympy", "written"]


def expressed(ratio: str, doc: str = "") -> once[Expr]:
    """What a record has as a ratio, for its readers as a SymPy expression, made when it is first looked at."""
    made: once[Expr] = once(lambda record: to_sympy(getattr(record, ratio)))
    made.__doc__ = doc or None
    return made


def core(x: object) -> Ratio:
    """Any number, SymPy expression or ratio as an exact ratio.

    Text is a number or a formula, read by the one reader of formulas: core("B*D") is core(B*D).
    Raises SymroofError for symbols of unknown sign, Unsupported for functions that have no rule here.
    """
    if isinstance(x, Ratio):
        return x
    if isinstance(x, str):
        return _number_or_formula(x)
    if hasattr(type(x), "free_symbols"):  # of the class: asking an expression for its symbols walks all of it
        if type(x).__hash__ is None:  # a matrix that may change
            raise SymroofError(f"{type(x).__name__} is no number or formula; give one of its entries")
        return _read(x)[0]
    return ratio(exact(x))


def _number_or_formula(text: str) -> Ratio:
    try:
        return ratio(exact(text))
    except SymroofError:
        made = read_text(text)
    assert isinstance(made, Ratio)
    return made


def written(x: object) -> tuple[str, ...]:
    """The keys of the symbols that stand in what ``core`` reads, those that cancel included.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> written(B * (D + 1) - B * D - B), written(core(B))
    (('B', 'D'), ('B',))
    """
    if isinstance(x, (Ratio, str)):
        return core(x).names
    return _read(x)[1] if hasattr(type(x), "free_symbols") else ()


@lru_cache(maxsize=512)
def _read(x: Any) -> tuple[Ratio, tuple[str, ...]]:
    """Expressions read lately, with the symbols in them: one is often asked about several times in a row."""
    known: dict[str, Any] = {}
    return read(x, known), tuple(sorted(known))

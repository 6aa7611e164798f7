"""Where symbols are born: sizes and parameters are ordinary SymPy symbols, positive and nothing more.

Integrality is our own knowledge, never SymPy's: with ``integer=True`` SymPy 1.14 turns ``Max(1, 300/(B*D))``
into ``300/(B*D)`` (it takes the smallest sizes where the quotient is largest).  A name is a *size*, an integer
that is at least 1, unless it is a *parameter*, a positive real: ``C`` (FLOPs/s), ``W`` (bytes/s), ``K = C/W``,
their subscripted kin (``W_hbm``), times ``T_x``, ``eps``.  What ``dims`` or ``params`` declared last decides over
these conventions (but a bandwidth ``W`` or ``W_x``, a rate ``C`` or ``C_x`` and a time ``T_x`` stay real: whoever
writes ``dims("B D F C W")`` means sizes beside a machine's rates, and a real number is the weaker claim).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from symroof.errors import NotationError, SymroofError

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

    from sympy import Symbol

T = TypeVar("T")

NAME = re.compile(r"[^\W\d]\w*(?:'*)\Z")
_PARAMETER = re.compile(r"(?:[CWKT](?:_\w+)?|I_?0|eps|epsilon|delta|alpha|beta|eta)\Z")
_REAL = re.compile(r"(?:[CW]|[CWT]_\w+|I_?0|eps|epsilon)\Z")  # rates and times: no integer, even where dims names them
_declared: dict[str, bool] = {}  # name -> whether it was last declared a size
_forget: list[Callable[[], None]] = []


def remembered(maxsize: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """An lru_cache for answers that hang on what is a size: they are forgotten when a name is declared anew."""

    def wrap(f: Callable[..., T]) -> _lru_cache_wrapper[T]:
        kept = lru_cache(maxsize=maxsize)(f)
        _forget.append(kept.cache_clear)
        return kept

    return wrap


def _declare(names: dict[str, bool]) -> None:
    """Say of each name whether it is a size, and forget what was derived where that is new."""
    changed = any(is_size(n) != size for n, size in names.items())
    _declared.update(names)
    if changed:
        for clear in _forget:
            clear()


def is_size(name: str) -> bool:
    """Whether a name stands for an integer that is at least 1 (rather than for any positive real)."""
    if not conventional(name):
        return _declared.get(name, True)
    return _declared.get(name, False) and _REAL.match(name) is None


def conventional(name: str) -> bool:
    """Whether a name is by convention a parameter, so that a real number may be given for it however it was declared.

    >>> conventional("K"), conventional("B")
    (True, False)
    """
    return _PARAMETER.match(name) is not None


@lru_cache(maxsize=4096)
def symbol(name: str) -> Symbol:
    """The one SymPy symbol of that name: positive, not declared integer."""
    from sympy import Symbol

    if not NAME.match(name):
        raise NotationError(f"{name!r} is not a name; use letters, digits and underscores, as in B or W_hbm")
    return Symbol(name, positive=True)


def dims(names: str) -> Symbol | tuple[Symbol, ...]:
    """Sizes: positive SymPy symbols that symroof knows to be integers of at least 1.

    >>> B, D, F = dims("B D F")
    >>> B.is_positive, B.is_integer
    (True, None)

    Raises NotationError for a name that is none, or one given twice.
    """
    made = _make(names)
    _declare({s.name: True for s in made})
    return made[0] if len(made) == 1 else made


def params(names: str) -> Symbol | tuple[Symbol, ...]:
    """Parameters: positive reals that need not be integers or at least 1, such as a bandwidth or a ratio.

    >>> rho = params("rho")
    >>> is_size("rho")
    False
    """
    made = _make(names)
    _declare({s.name: False for s in made})
    return made[0] if len(made) == 1 else made


def _make(names: str) -> tuple[Symbol, ...]:
    if not isinstance(names, str):
        raise SymroofError(f'names go in one string, as in dims("B D F"), not {names!r}')
    words = names.replace(",", " ").split()
    if not words:
        raise NotationError('no names given; write for example dims("B D F")')
    twice = sorted({w for w in words if words.count(w) > 1})
    if twice:
        raise NotationError(f"{twice[0]} is named twice in {names!r}")
    return tuple(symbol(w) for w in words)

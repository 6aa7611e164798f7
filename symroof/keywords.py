"""A wrong keyword argument of a public function gets a sentence: what it may have meant, or what there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from symroof.errors import UnknownKeyword

F = TypeVar("F", bound=Callable[..., Any])


def told(f: F) -> F:
    """The function, with an error of ours for a keyword that it does not have; checkers see its own signature.

    >>> @told
    ... def ring(n: int, *, both_ways: bool = True) -> int:
    ...     return n
    >>> ring(4, bothways=False)
    Traceback (most recent call last):
    symroof.errors.UnknownKeyword: ring() has no keyword 'bothways'; did you mean both_ways=? It takes n, both_ways
    """
    code = f.__code__
    takes = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    known = frozenset(takes)

    @wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        if kwargs and not known.issuperset(kwargs):
            raise _unknown(f.__name__, takes, [k for k in kwargs if k not in known])
        return f(*args, **kwargs)

    return cast(F, call)


def sized(f: F) -> F:
    """The function that takes sizes by name, with an error of ours for one that is called as an argument of its own.

    >>> @sized
    ... def time(op: str, machine: str, **sizes: int) -> int:
    ...     return sum(sizes.values())
    >>> time("o", "m", B=2)
    2
    >>> time("o", "m", machine=4096)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    symroof.errors.UnknownKeyword: time() has an argument machine of its own, so no size is given by that name there...
    """
    own = f.__code__.co_varnames[: f.__code__.co_argcount]

    @wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        twice = next((n for n in own[: len(args)] if n in kwargs), None)
        if twice is not None:
            remedy = f", or bind it in the operation, as in op.at({twice}=4096)" if own[0] == "op" else ""
            raise UnknownKeyword(
                f"{f.__name__}() has an argument {twice} of its own, so no size is given by that name there; "
                f"call it otherwise{remedy}"
            )
        return f(*args, **kwargs)

    return cast(F, call)


def _unknown(name: str, takes: tuple[str, ...], wrong: list[str]) -> UnknownKeyword:
    from difflib import get_close_matches

    near = get_close_matches(wrong[0], takes, 1, 0.6)
    meant = f"; did you mean {near[0]}=? It takes " if near else "; it takes "
    listed = ", ".join(t for t in takes if not t.startswith("_"))
    size = takes[:1] in (("o",), ("op",), ("op_or_expr",)) and not near and wrong[0][:1].isupper()
    remedy = f"; a size is bound in the operation, as in op.at({wrong[0]}=4096)" if size else ""
    if "let" in takes and not near and (len(wrong[0]) == 1 or wrong[0][:1].isupper()):
        remedy = f'; a symbol is given its value by let={{"{wrong[0]}": ...}}'
    return UnknownKeyword(f"{name}() has no keyword {wrong[0]!r}{meant}{listed}{remedy}")

"""A wrong keyword argument of a public function gets a sentence: what it may have meant, or what there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from symroof.errors import SymroofError, UnknownKeyword

if TYPE_CHECKING:
    from inspect import Signature

F = TypeVar("F", bound=Callable[..., Any])
FOREIGN = (TypeError, ValueError, AttributeError, LookupError, OverflowError)  # what a wrong argument ends in


def told(f: F) -> F:
    """The function, with an error of ours for a keyword that it does not have; checkers see its own signature.

    >>> @told
    ... def ring(n: int, *, both_ways: bool = True) -> int:
    ...     return n
    >>> ring(4, bothways=False)
    Traceback (most recent call last):
    symroof.errors.UnknownKeyword: ring() has no keyword 'bothways'; did you mean both_ways=? It takes n, both_ways
    """
    takes, known = _keywords(f)

    @wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        if kwargs and not known.issuperset(kwargs):
            raise _unknown(f.__name__, takes, [k for k in kwargs if k not in known])
        return _called(f, call, args, kwargs)

    return cast(F, call)


def taking(shared: Mapping[str, object]) -> Callable[[F], F]:
    """``told`` for a function that ends in ``**x: Unpack[SomeTypedDict]``: keywords with their defaults, as it shares.

    What it is called with stands beside these in ``x``, so that no default is written twice; its signature lists each.

    >>> from typing import TypedDict, Unpack
    >>> class Wire(TypedDict, total=False):
    ...     both_ways: bool
    >>> @taking({"both_ways": True})
    ... def ring(n: int, **wire: Unpack[Wire]) -> int:
    ...     return 2 * n if wire["both_ways"] else n
    >>> ring(4), ring(4, both_ways=False)
    (8, 4)
    >>> ring(4, bothways=False)
    Traceback (most recent call last):
    symroof.errors.UnknownKeyword: ring() has no keyword 'bothways'; did you mean both_ways=? It takes n, both_ways
    """
    return partial(_taking, shared)


def _taking(shared: Mapping[str, object], f: F) -> F:
    takes, known = _keywords(f, shared)

    @wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not known.issuperset(kwargs):
            raise _unknown(f.__name__, takes, [k for k in kwargs if k not in known])
        return _called(f, call, args, kwargs, shared)

    vars(call)["__wrapped__"] = _Listed(f, shared)
    return cast(F, call)


class _Listed:
    """A function with each of its shared keywords in its signature, made when one asks: ``inspect`` is not free."""

    def __init__(self, f: Callable[..., Any], shared: Mapping[str, object]) -> None:
        self.__wrapped__, self.shared = f, shared

    @property
    def __signature__(self) -> Signature:
        from inspect import Parameter, signature

        own = signature(self.__wrapped__)
        *before, rest = own.parameters.values()
        kinds = getattr(self.__wrapped__, "__globals__", {})[rest.annotation[len("Unpack[") : -1]].__annotations__
        listed = [
            Parameter(n, Parameter.KEYWORD_ONLY, default=v, annotation=getattr(kinds[n], "__forward_arg__", kinds[n]))
            for n, v in self.shared.items()
        ]
        first = [p for p in before if p.kind != Parameter.KEYWORD_ONLY]
        return own.replace(parameters=[*first, *listed, *before[len(first) :]])


def _keywords(f: Callable[..., Any], shared: Mapping[str, object] = {}) -> tuple[tuple[str, ...], frozenset[str]]:
    """What a function is called with, in the order in which it is listed: those that it shares before its own."""
    code = f.__code__
    names, count = code.co_varnames, code.co_argcount
    takes = (*names[:count], *shared, *names[count : count + code.co_kwonlyargcount])
    return takes, frozenset(takes)


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
        return _called(f, call, args, kwargs)

    return cast(F, call)


def fitting(f: F) -> F:
    """The function, with an error of ours where it fails over an argument of another kind than it takes.

    >>> @fitting
    ... def area(sides: Sequence[float]) -> float:
    ...     return sides[0] * sides[1]
    >>> area(3)
    Traceback (most recent call last):
    symroof.errors.SymroofError: area() takes for sides a list of a number, not 3
    """

    @wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        return _called(f, call, args, kwargs)

    return cast(F, call)


def _called(
    f: Callable[..., Any],
    public: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    shared: Mapping[str, object] = {},
) -> Any:
    """What a function says of these arguments; an error of ours where one is of another kind than it takes."""
    try:
        return f(*args, **{**shared, **kwargs})
    except FOREIGN as error:
        if not isinstance(error, SymroofError):
            from symroof.misfits import refusal

            if (said := refusal(public, args, kwargs)) is not None:
                raise said from None
        raise


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

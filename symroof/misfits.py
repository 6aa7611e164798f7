"""An argument of another kind than its signature takes, told in a sentence; asked only once a call has failed.

The kinds are read from the annotations as they are written, so that what a checker sees is what a user is told.

>>> def chart(upto: int, cases: Iterable[Mapping[str, Number]] | None = None) -> None: ...
>>> misfit(chart, ("512",), {})
"chart() takes for upto a whole number, not '512'"
>>> misfit(chart, (512, {"D": 8}), {})
"chart() takes for cases a list of mappings of text to a number, or None, not {'D': 8}"
>>> misfit(chart, (512, [{"D": 8}]), {}) is None
True
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from numbers import Number
from os import PathLike
from typing import TYPE_CHECKING, Any

from symroof.errors import SymroofError, UnknownKeyword

if TYPE_CHECKING:
    from inspect import Parameter, Signature


def refusal(f: Callable[..., Any], args: tuple[object, ...], kwargs: Mapping[str, object]) -> SymroofError | None:
    """The error to raise for arguments of another kind or number than the function takes; None where they fit."""
    if said := misfit(f, args, kwargs):
        return SymroofError(said)
    return UnknownKeyword(said) if (said := miscounted(f, args, kwargs)) else None


def misfit(f: Callable[..., Any], args: tuple[object, ...], kwargs: Mapping[str, object]) -> str | None:
    """What is wrong with the first argument of a kind that the function does not take; None where all are."""
    called = _signature(f)
    try:
        bound = called.bind(*args, **kwargs).arguments
    except TypeError:  # arguments that are missing or too many: ``miscounted``
        return None
    for name, value in bound.items():
        parameter = called.parameters[name]
        if not isinstance(parameter.annotation, str):
            continue
        kind = ast.parse(parameter.annotation, mode="eval").body
        for n, x in _single(parameter, name, value):
            if not _fits(kind, x):
                return f"{f.__name__}() takes for {n} {_words(kind)}, not {shown(x)}"
    return None


def miscounted(f: Callable[..., Any], args: tuple[object, ...], kwargs: Mapping[str, object]) -> str | None:
    """What is wrong with the number of arguments, beside the signature; None where the function can be called so.

    >>> def ring(n: int, *, link: str = "ici") -> None: ...
    >>> miscounted(ring, (4, "nvlink"), {}), miscounted(ring, (4,), {})
    ("ring(): too many positional arguments; it is called as ring(n, *, link='ici')", None)
    """
    called = _signature(f)
    try:
        called.bind(*args, **kwargs)
    except TypeError as error:
        plain = [p.replace(annotation=p.empty) for p in called.parameters.values()]
        listed = called.replace(parameters=plain, return_annotation=called.empty)
        return f"{f.__name__}(): {error}; it is called as {f.__name__}{listed}"
    return None


def _signature(f: Callable[..., Any]) -> Signature:
    from inspect import signature

    return signature(f)


def _single(parameter: Parameter, name: str, value: Any) -> Iterable[tuple[str, object]]:
    """An argument with its name, or all that one parameter has taken up."""
    if parameter.kind is parameter.VAR_POSITIONAL:
        return [(name, x) for x in value]
    return value.items() if parameter.kind is parameter.VAR_KEYWORD else [(name, value)]


def shown(value: object) -> str:
    """A value as a message shows it: on one line, and short.

    >>> shown("x" * 100), shown([1, 2])
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", '[1, 2]')
    """
    text = " ".join(repr(value).split())
    return text if len(text) <= 50 else text[:47] + "..."


def _is_number(x: object) -> bool:
    return isinstance(x, (Number, int, float)) or _is_symbolic(x) or (_is_single(x) and hasattr(x, "__float__"))


def _is_symbolic(x: object) -> bool:
    return hasattr(x, "free_symbols")


def _is_single(x: object) -> bool:
    """Whether it is no array of several numbers, which some take for the one that it is not."""
    return getattr(x, "shape", ()) == ()


def _is_text(x: object) -> bool:
    return isinstance(x, str)


def _is_of(name: str) -> Callable[[object], bool]:
    """Of a class of ours, by its name: this floor knows none of them."""
    return lambda x: any(c.__name__ == name for c in type(x).__mro__)


def _either(*kinds: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda x: any(kind(x) for kind in kinds)


KINDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "object": (lambda x: True, "a value"),
    "str": (_is_text, "text"),
    "int": (lambda x: isinstance(x, int) or (_is_single(x) and hasattr(x, "__index__")), "a whole number"),
    "float": (_is_number, "a number"),
    "bool": (lambda x: isinstance(x, bool), "True or False"),
    "Number": (_is_number, "a number"),
    "Path": (lambda x: isinstance(x, PathLike), "a path"),
    "Op": (_is_of("Op"), "an operation, as op(...) makes it"),
    "MachineLike": (_either(_is_of("Machine"), _is_text, _is_of("PathLike")), "a machine or its name"),
    "Network": (_is_of("Network"), "a network, such as ring(4)"),
    "Plan": (_is_of("Plan"), "a plan"),
    "Optimum": (_is_of("Optimum"), "what optimum(...) gives"),
    "Regime": (_is_of("Regime"), "a regime"),
    "Symbol": (_is_symbolic, "a symbol"),
    "Symbolic": (_is_symbolic, "a symbol"),
    "Expr": (_is_symbolic, "an expression"),
    "Ratio": (_is_of("Ratio"), "a ratio"),
    "ExprLike": (_is_number, "an expression or a number"),
    "SizeLike": (_either(_is_number, _is_text), "a number, or its text"),
    "AmountLike": (_either(_is_number, _is_text, _is_of("Ratio")), "a formula, its text or a number"),
}
MANY = {"Iterable", "Sequence", "Collection", "list", "tuple"}


def _fits(kind: ast.expr, x: object) -> bool:
    """Whether a value is of a written kind; of one that is not known here nothing is said against it."""
    match kind:
        case ast.BinOp(left=one, right=other):
            return _fits(one, x) or _fits(other, x)
        case ast.Constant(value=None):
            return x is None
        case ast.Name(id=name):
            return name not in KINDS or KINDS[name][0](x)
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[of, to])):
            return isinstance(x, Mapping) and all(_fits(of, k) and _fits(to, v) for k, v in x.items())
        case ast.Subscript(value=ast.Name(id=name), slice=inner) if name in MANY:
            element = _element(inner)
            if isinstance(x, (str, bytes, Mapping)) or not isinstance(x, Iterable):
                return False
            return not isinstance(x, (list, tuple)) or element is None or all(_fits(element, one) for one in x)
        case ast.Subscript(value=ast.Name(id="Callable")):
            return callable(x)
    return True


def _element(inner: ast.expr) -> ast.expr | None:
    """The kind of each element of a list; None for a tuple whose places differ."""
    if not isinstance(inner, ast.Tuple):
        return inner
    return inner.elts[0] if ast.unparse(inner.elts[-1]) == "..." else None


def _words(kind: ast.expr) -> str:
    """A written kind in words."""
    match kind:
        case ast.BinOp(left=one, right=other):
            last = _words(other)
            return f"{_words(one)}, or {last}" if last == "None" else f"{_words(one)} or {last}"
        case ast.Constant(value=None):
            return "None"
        case ast.Name(id=name):
            return KINDS[name][1] if name in KINDS else name
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[of, to])):
            return f"a mapping of {_words(of)} to {_words(to)}"
        case ast.Subscript(value=ast.Name(id=name), slice=inner) if name in MANY:
            element = _element(inner)
            word = "values" if element is None else _words(element)
            return f"a list of {'mappings' + word[len('a mapping') :] if word.startswith('a mapping') else word}"
        case ast.Subscript(value=ast.Name(id="Callable")):
            return "a function"
    return ast.unparse(kind)

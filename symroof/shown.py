r"""How records of every floor show themselves: the one printer stands on the top floor and is put in here.

A class marked ``@visible`` has ``_repr_latex_`` and ``_repr_markdown_`` for notebooks; what they say is decided in
``writing/rich.py`` alone, which is loaded when something is first shown.

>>> from symroof import dims, leading
>>> B, D = dims("B D")
>>> print(tex(leading(B + D, "B << D").regime))
B \ll D
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TypeVar, cast

from symroof.errors import SymroofError

Kind = TypeVar("Kind")
_printers: dict[str, Callable[[], Callable[[object], object]]] = {}  # filled by symroof.register_printers


def register(name: str, load: Callable[[], Callable[[object], object]]) -> None:
    """Name the function that loads a printer: "tex" for LaTeX, "bundle" for a MIME bundle, "png" for a picture."""
    _printers[name] = load


def _printer(name: str) -> Callable[[object], object]:
    """A printer; the package itself says where they are, when the first is asked for."""
    if not _printers:
        importlib.import_module("symroof").register_printers()
    return _printers[name]()


def tex(x: object) -> str:
    """The LaTeX of a record, from the one printer."""
    return str(_printer("tex")(x))


def markdown(x: object) -> str:
    """The Markdown of a record, from the table of the records."""
    return str(cast("dict[str, str]", _printer("bundle")(x))["text/markdown"])


def png(x: object) -> bytes:
    """The picture of a chart."""
    return cast(bytes, _printer("png")(x))


def _repr_latex_(self: object) -> str | None:
    return _part(self, "text/latex")


def _repr_markdown_(self: object) -> str | None:
    return _part(self, "text/markdown")


def _part(x: object, mime: str) -> str | None:
    """One part of the MIME bundle; None where the record shows itself otherwise, or has no printed form."""
    try:
        bundle = _printer("bundle")(x)
    except SymroofError:  # no printed form: plain text stands
        return None
    return bundle.get(mime) if isinstance(bundle, dict) else None


def visible(kind: type[Kind]) -> type[Kind]:
    """A class decorator: its values show themselves in notebooks, by the table in ``writing/rich.py``."""
    for method in (_repr_latex_, _repr_markdown_):
        setattr(kind, method.__name__, method)
    return kind


@visible
class Several(tuple[Kind, ...]):
    """Several results: a tuple that shows itself in notebooks as formulas or a table, where all of it is ours."""

    __slots__ = ()

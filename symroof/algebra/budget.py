"""A time within which an answer has to be found, looked at inside the loops that may be long.

>>> with limited_to("2s"):
...     spend()  # still time
>>> try:
...     with limited_to(0):
...         spend()
... except OutOfTime as e:
...     print(e)
not decided within 0 s; give more time, or bind some of the symbols
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from symroof.errors import Inconclusive, SymroofError
from symroof.lazy import pattern

_UNTIL: ContextVar[tuple[float, float] | None] = ContextVar("symroof_until", default=None)  # (clock, seconds given)
_TEXT = pattern(r"\s*(\d+(?:\.\d+)?)\s*(ms|s|sec|min)?\s*\Z")
_SECONDS = {"ms": 0.001, "s": 1.0, "sec": 1.0, "min": 60.0, None: 1.0}


_BRIEF: ContextVar[bool] = ContextVar("symroof_brief", default=False)


@contextmanager
def briefly() -> Iterator[None]:
    """A question that is asked inside is only on the way to another one: a long search for it is not worth the time."""
    token = _BRIEF.set(True)
    try:
        yield
    finally:
        _BRIEF.reset(token)


def in_brief() -> bool:
    """Whether a question is on the way to another one."""
    return _BRIEF.get()


class OutOfTime(Inconclusive):
    """A question that was not decided within the time it was given."""


@contextmanager
def limited_to(within: object) -> Iterator[None]:
    """Everything inside this block has to be done within a time, such as 2 (seconds), "2s" or "500ms"; None: no limit.

    Raises SymroofError for what is no time, OutOfTime inside when it is over.
    """
    if within is None:
        yield
        return
    given = seconds(within)
    before = _UNTIL.get()
    until = time.monotonic() + given
    token = _UNTIL.set((until, given) if before is None or until < before[0] else before)
    try:
        yield
    finally:
        _UNTIL.reset(token)


def seconds(within: object) -> float:
    """A time in seconds: a number, or text with its unit.

    >>> seconds(2), seconds("500ms"), seconds("1 min")
    (2.0, 0.5, 60.0)
    """
    if isinstance(within, (int, float)) and not isinstance(within, bool) and 0 <= within < 1e9:
        return float(within)
    found = _TEXT.match(within) if isinstance(within, str) else None
    if found is None:
        raise SymroofError(f'within={within!r} is not a time; give seconds, as in within=2 or within="500ms"')
    return float(found.group(1)) * _SECONDS[found.group(2)]


def spend() -> None:
    """Pass while there is time."""
    until = _UNTIL.get()
    if until is not None and time.monotonic() > until[0]:
        raise OutOfTime(f"not decided within {until[1]:g} s; give more time, or bind some of the symbols")

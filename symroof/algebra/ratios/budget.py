"""How long an answer may be looked for: a time, or where none is named an amount of work, told inside long loops.

| asked                 | the limit           | measured as                            |
|-----------------------|---------------------|----------------------------------------|
| ``within="2s"``       | 2 seconds           | they pass                              |
| nothing               | 4,000,000 steps     | loops tell them, as they do their work |

A step is about a microsecond of one core; so many take some seconds.  They are counted and not timed, so that what is
refused does not hang on how busy the machine is.  (What is remembered from earlier questions is not counted again.)

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
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import final

from symroof.errors import Inconclusive, SymroofError
from symroof.lazy import pattern

UNASKED = 4_000_000  # steps of work that a question has where its asker names no time
STEP = 1e-6  # seconds
LOOP = 100  # steps of one turn of a loop that does not say how many it takes


@final
class _Limit:
    """When the time is over and how much it was; or where nobody asked for one the steps left, of how many.

    It holds in the block that it is entered for; a plain class, since each short question enters one.
    """

    __slots__ = ("end", "given", "left", "token")

    def __init__(self, end: float, given: float, left: list[int] | None = None) -> None:
        self.end, self.given, self.left = end, given, left

    def __enter__(self) -> None:
        self.token = _UNTIL.set(self)

    def __exit__(self, *_: object) -> None:
        _UNTIL.reset(self.token)


_UNTIL: ContextVar[_Limit | None] = ContextVar("symroof_until", default=None)
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


_SEARCH: ContextVar[list[int] | None] = ContextVar("symroof_search", default=None)


@contextmanager
def searching(steps: int) -> Iterator[None]:
    """All proofs that are looked for inside take so many steps together; the outermost such block counts."""
    token = _SEARCH.set([steps]) if _SEARCH.get() is None else None
    try:
        yield
    finally:
        if token is not None:
            _SEARCH.reset(token)


def in_search() -> bool:
    """Whether the proofs that are looked for share their steps with those of a question around this one."""
    return _SEARCH.get() is not None


@contextmanager
def search(steps: int) -> Iterator[list[int]]:
    """The steps that one proof may take, counted down by who looks for it."""
    shared = _SEARCH.get()
    own = [steps if shared is None else min(steps, shared[0])]
    before = own[0]
    try:
        yield own
    finally:
        if shared is not None:
            shared[0] -= before - own[0]


class OutOfTime(Inconclusive):
    """A question that was not decided within the time it was given."""


_AROUND: AbstractContextManager[None] = nullcontext()


def limited_to(within: object) -> AbstractContextManager[None]:
    """Everything inside this block has to be done within a time, such as 2 (seconds), "2s" or "500ms".

    None: within the limit around it, or where there is none within four million steps of work.
    Raises SymroofError for what is no time, OutOfTime inside when it is over.
    """
    before = _UNTIL.get()
    if within is None:
        return _Limit(0, UNASKED, [UNASKED]) if before is None else _AROUND
    given = seconds(within)
    end = time.monotonic() + given
    return _AROUND if before is not None and before.left is None and before.end < end else _Limit(end, given)


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


def spend(steps: int = LOOP, at_once: bool = False) -> None:
    """Pass while there is time, or while there are steps left, of which these are taken.

    ``at_once``: for one operation, in which no time is looked at; longer than there is time it is not begun.

    >>> with limited_to(None):
    ...     spend()
    """
    limit = _UNTIL.get()
    if limit is None:
        return
    if limit.left is not None:
        limit.left[0] -= steps
        if limit.left[0] < 0:
            raise OutOfTime(
                f"not decided within {limit.given:,} steps of work, which a question has where no time is named; "
                f'say within="1 min" to give it that time, or bind some of the symbols'
            )
    elif time.monotonic() + (steps * STEP if at_once else 0) > limit.end:
        raise OutOfTime(f"not decided within {limit.given:g} s; give more time, or bind some of the symbols")

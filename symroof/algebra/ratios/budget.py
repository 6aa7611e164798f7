"""A time within which an answer has to be found, looked at inside the loops that may be long.

| asked                 | time                | measured as         |
|-----------------------|---------------------|---------------------|
| ``within="2s"``       | 2 seconds           | they pass           |
| nothing               | 10 seconds          | this thread computes |

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple, final

from symroof.errors import Inconclusive, SymroofError
from symroof.lazy import pattern

COMPUTING = getattr(time, "thread_time", time.process_time)  # of this thread, where the system tells it
UNASKED = 10.0  # seconds of computing that a question has where its asker names no time


class _Limit(NamedTuple):
    """When the time is over, by which clock, and how much it was; whether somebody asked for it.

    Nobody has computed longer than has passed, so before ``passed`` the dearer clock of a thread is not read.
    """

    end: float
    clock: Callable[[], float]
    given: float
    asked: bool
    passed: float


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


@final
class _Limited:
    """A block with a limit of its own; a plain class, since each short question enters one."""

    __slots__ = ("limit", "token")

    def __init__(self, limit: _Limit) -> None:
        self.limit = limit

    def __enter__(self) -> None:
        self.token = _UNTIL.set(self.limit)

    def __exit__(self, *_: object) -> None:
        _UNTIL.reset(self.token)


def limited_to(within: object) -> _Limited:
    """Everything inside this block has to be done within a time, such as 2 (seconds), "2s" or "500ms".

    None: within the time around it, or where there is none within ten seconds of computing.
    Raises SymroofError for what is no time, OutOfTime inside when it is over.
    """
    before = _UNTIL.get()
    if within is None:
        return _Limited(before or _Limit(COMPUTING() + UNASKED, COMPUTING, UNASKED, False, time.monotonic() + UNASKED))
    given = seconds(within)
    end = time.monotonic() + given
    made = _Limit(end, time.monotonic, given, True, end)
    return _Limited(before if before is not None and before.asked and before.end < made.end else made)


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
    """Pass while there is time.

    >>> with limited_to(None):
    ...     spend()
    """
    limit = _UNTIL.get()
    if limit is None or time.monotonic() <= limit.passed or limit.clock() <= limit.end:
        return
    if limit.asked:
        raise OutOfTime(f"not decided within {limit.given:g} s; give more time, or bind some of the symbols")
    raise OutOfTime(
        f"not decided within {limit.given:g} s of computing, which a question has where no time is named; "
        f'say within="1 min" to give more, or bind some of the symbols'
    )

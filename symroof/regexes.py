r"""Python's ``re`` for modules that have many patterns: each is compiled when it is first asked.

What reads words has some 2,500 patterns, of which an answer asks a few hundred; compiling them all took a second, most
of a ``symroof check``.  Such modules write ``import symroof.regexes as re``.  A pattern that stands in a call,
``re.sub(r"\s+", ...)``, is kept here as well: ``re`` keeps 512, fewer than are ours, and forgets the oldest, those of a
user's own code among them.

A match is of what was compiled, and not of a module's name for it: ``m.re.pattern == _DAY.pattern``, never ``m.re is``.

>>> _DAY = compile(r"[A-Z][a-z]+day", I)
>>> m = _DAY.fullmatch("Tuesday")
>>> m is not None and m.re.pattern == _DAY.pattern, sub(r"\s+", " ", "a   b")
(True, 'a b')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from re import DOTALL, I, M, Match, Pattern, S, escape
from typing import Any

from symroof.lazy import pattern as compile

_MOST = 4096  # patterns that are kept: all that stand in calls, and what is made of names for a while
_KEPT: dict[str | tuple[str, int], Pattern[str]] = {}


def search(pattern: str, string: str, flags: int = 0) -> Match[str] | None:
    return _kept(pattern, flags).search(string)


def match(pattern: str, string: str, flags: int = 0) -> Match[str] | None:
    return _kept(pattern, flags).match(string)


def fullmatch(pattern: str, string: str, flags: int = 0) -> Match[str] | None:
    return _kept(pattern, flags).fullmatch(string)


def split(pattern: str, string: str, maxsplit: int = 0, flags: int = 0) -> list[str]:
    return _kept(pattern, flags).split(string, maxsplit)


def findall(pattern: str, string: str, flags: int = 0) -> list[Any]:
    return _kept(pattern, flags).findall(string)


def finditer(pattern: str, string: str, flags: int = 0) -> Iterator[Match[str]]:
    return _kept(pattern, flags).finditer(string)


def sub(pattern: str, repl: str | Callable[[Match[str]], str], string: str, count: int = 0, flags: int = 0) -> str:
    return _kept(pattern, flags).sub(repl, string, count)


def _kept(pattern: str, flags: int) -> Pattern[str]:
    key = (pattern, flags) if flags else pattern
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        found = _KEPT[key] = re.compile(pattern, flags)
    return found


__all__ = [
    "DOTALL",
    "I",
    "M",
    "Match",
    "Pattern",
    "S",
    "compile",
    "escape",
    "findall",
    "finditer",
    "fullmatch",
    "match",
    "search",
    "split",
    "sub",
]

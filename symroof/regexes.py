r"""Python's ``re`` for modules that have many patterns: each is compiled when it is first asked.

What reads words has some 2,500 patterns, of which an answer asks a few hundred; compiling them all took a second, most
of a ``symroof check``.  Such modules write ``import symroof.regexes as re``.  A pattern that stands in a call,
``re.sub(r"\s+", ...)``, is kept here as well: ``re`` keeps 512, fewer than are ours, and forgets the oldest, those of a
user's own code among them.

What is looked for in whole documents tells the words that each match has, one of them at least: the text is then
searched in the paragraphs where they stand, and nowhere else.  Such a match begins in one and ends there.

>>> _RIDGE = compile(r"\bthe\s(?:ridge|balance)\sis\s(\d+)", I, needs="ridge|balance")
>>> [m[1] for m in _RIDGE.finditer("The ridge is 240.\n\nThe\nbalance is 3; the point is 9.")]
['240', '3']

A match is of what was compiled, and not of a module's name for it: ``m.re.pattern == _DAY.pattern``, never ``m.re is``.

>>> _DAY = compile(r"[A-Z][a-z]+day", I)
>>> m = _DAY.fullmatch("Tuesday")
>>> m is not None and m.re.pattern == _DAY.pattern, sub(r"\s+", " ", "a   b")
(True, 'a b')
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from re import DOTALL, I, M, Match, Pattern, S, escape
from typing import Any, cast

from symroof.lazy import Late, once

_MOST = 4096  # patterns that are kept: all that stand in calls, and what is made of names for a while
_KEPT: dict[str | tuple[str, int], Pattern[str]] = {}


def led_by(words: Iterable[str], after: str = r"\b") -> str:
    r"""The pattern ``\b(?:one|other)`` of what begins with a letter, tried at its first letters alone.

    >>> [m.group() for m in finditer(led_by(["two", "ten"]) + r"\b", "ten, two, TWO, often")]
    ['ten', 'two']
    """
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[0], []).append(word[1:])
    first = "".join(sorted({*map(str.lower, rests), *map(str.upper, rests)}))
    found = "|".join(rf"(?<={c})(?:{'|'.join(ws)})" for c, ws in rests.items())
    return rf"(?-i:[{first}])(?<={after}.)(?:{found})"


_BREAKS = {False: re.compile(r"\n[ \t>]*\n\s*"), True: re.compile("\n")}  # between paragraphs, and between lines
_SHORT = 2000  # characters: where words are looked for and no paragraphs
_FAR = 1 << 60


def compile(pattern: str, flags: int = 0, *, needs: str = "", lines: bool = False) -> Pattern[str]:
    """``re.compile`` at the first question; each match has one of the words in ``needs``, in small letters.

    With ``needs="ridge|balance&bound"`` it has one of the first two and the third.  It ends within a paragraph, or
    within a line where the texts have each paragraph in one of its ``lines``.
    """
    made = Sought(pattern, flags, needs, lines) if needs else Late(pattern, flags)
    return cast("Pattern[str]", made)


class _Text:
    """A text in small letters, and where its paragraphs begin."""

    def __init__(self, text: str, lines: bool) -> None:
        self.lines = lines
        self.low = text.lower()
        self.even = len(self.low) == len(text)  # not so where it has a dotted capital I
        self.text = text

    @once
    def starts(self) -> list[int]:
        return [0, *(m.end() for m in _BREAKS[self.lines].finditer(self.text)), len(self.text)]

    def having(self, needs: tuple[tuple[str, ...], ...]) -> list[tuple[int, int]]:
        """Where the paragraphs that have one word of each need begin and end, in order."""
        if not self.even:
            return [(0, len(self.text))]
        found = self._with(needs[0])
        for words in needs[1:]:
            found = found & self._with(words) if found else found
        return [(self.starts[k - 1], self.starts[k]) for k in sorted(found)]

    def _with(self, words: tuple[str, ...]) -> set[int]:
        found = set()
        for word in words:
            at = self.low.find(word)
            while at >= 0:
                k = bisect_right(self.starts, at)
                found.add(k)
                at = self.low.find(word, self.starts[k]) if k < len(self.starts) else -1
        return found


_text = lru_cache(maxsize=8)(_Text)
_lowered = lru_cache(maxsize=16)(str.lower)


class Sought(Late):
    """A pattern that is looked for where one of its words stands."""

    def __init__(self, source: str, flags: int, needs: str, lines: bool) -> None:
        super().__init__(source, flags)
        self.needs, self.lines = tuple(tuple(words.split("|")) for words in needs.split("&")), lines

    def search(self, string: str, pos: int = 0, endpos: int = _FAR) -> Match[str] | None:
        if min(endpos, len(string)) - pos > _SHORT:
            return next(self.finditer(string, pos, endpos), None)
        return self.compiled.search(string, pos, endpos) if self._may(string, pos, endpos) else None

    def finditer(self, string: str, pos: int = 0, endpos: int = _FAR) -> Iterator[Match[str]]:
        if min(endpos, len(string)) - pos > _SHORT:
            places = _text(string, self.lines).having(self.needs)
            return (m for begin, end in places for m in self._within(string, max(begin, pos), min(end, endpos), endpos))
        return self.compiled.finditer(string, pos, endpos) if self._may(string, pos, endpos) else iter(())

    def _within(self, string: str, begin: int, end: int, endpos: int) -> Iterator[Match[str]]:
        r"""The matches that begin in a paragraph; its end is no ``\Z``, for what looks ahead sees what follows."""
        for m in self.compiled.finditer(string, begin, min(end + 1, endpos)):
            if m.start() < end:
                yield m

    def _may(self, string: str, pos: int, endpos: int) -> bool:
        low = _lowered(string if pos <= 0 and endpos >= len(string) else string[pos:endpos])
        return all(any(word in low for word in words) for words in self.needs)


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
    "led_by",
    "match",
    "search",
    "split",
    "sub",
]

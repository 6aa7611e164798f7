"""Where words stand in a text, looked for once: the windows of neighbouring formulas overlap, and ask for the same.

>>> words = re.compile("binary|octal")
>>> text = "in binary. In octal."
>>> [stands(words, text, *place) for place in ((0, 10), (0, 8), (10, 20), (4, 13))]
[True, False, True, False]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, final

import symroof.regexes as re

PIECE = 2048  # characters that are looked through at a time
LONGEST = 200  # characters of a match


class Piece(NamedTuple):
    """The matches that begin in a piece of a text, and where they begin."""

    starts: list[int]
    matches: list[re.Match[str]]


@final
class _Text:
    """What was found in a text so far, piece by piece."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: dict[tuple[re.Pattern[str], int], Piece] = {}

    def piece(self, pattern: re.Pattern[str], k: int) -> Piece:
        found = self.pieces.get((pattern, k))
        if found is None:
            start, stop = k * PIECE, (k + 1) * PIECE
            matches = [m for m in pattern.finditer(self.text, start, stop + LONGEST) if m.start() < stop]
            found = self.pieces[pattern, k] = Piece([m.start() for m in matches], matches)
        return found


@lru_cache(maxsize=4)  # a page as it stands, its shadow, and what is made of them
def _of(text: str) -> _Text:
    return _Text(text)


def matches(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The matches of a pattern, of at most LONGEST characters each, that lie in a window of a text."""
    known = _of(text)
    for k in range(max(0, start) // PIECE, max(0, end) // PIECE + 1):
        found = known.piece(pattern, k)
        for m in islice(found.matches, bisect_left(found.starts, start), bisect_left(found.starts, end)):
            if m.end() <= end:
                yield m


def stands(pattern: re.Pattern[str], text: str, start: int, end: int) -> bool:
    """Whether a pattern, of at most LONGEST characters, matches anywhere in a window of a text."""
    return next(matches(pattern, text, start, end), None) is not None


__all__ = ["matches", "stands"]

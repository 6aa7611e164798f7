r"""How a document writes its numbers: 1.024 and 3,5 (German, French, ...), or 1,024 and 3.5.

Told by the numbers that can be read in one way only: 3,5 and 4.294.967.296 here, 3.5 and 1,024.5 there.

>>> continental(["Das sind 14,48 / 2,039 = 7,1 ms, also 3,5 mal so viel."]), continental(["It takes 3.5 ms, or 7.1."])
(True, False)
>>> bool(AMBIGUOUS.search("2 * 1.024")), bool(AMBIGUOUS.search("2 * 1.02"))
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable

import symroof.regexes as re

#: a number that parts thousands in one style, and has a fraction in the other one: 1.024, 2,039, 7,24
AMBIGUOUS = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{3})+(?![\d\w])|\d(?:,|\{,\})\d")
_COMMAS = re.compile(
    r"\d(?:(?<![\w.,(\[]\d)\d{0,2}(?:\.\d{3})*(?:,|\{,\})\d{1,2}(?![\w,.]\d|\d|,)|(?<![\w.,]\d)\d{0,2}(?:\.\d{3}){2,}(?![\w.]\d|\d))"
)
_POINTS = re.compile(r"\d(?<![\w.,]\d)(?:\d*\.\d{1,2}(?![\d\w]|\.\d)|\d{0,2}(?:,\d{3})+(?:\.\d|,\d{3}))")


def continental(texts: Iterable[str]) -> bool:
    """Whether the numbers of a document have commas for points, as most of those show that can be read in one way."""
    commas = points = 0
    seen: set[str] = set()  # 0,0 again and again is a place in a mesh
    for text in texts:
        found = [x.group() for x in _COMMAS.finditer(text)]
        commas += len(found)
        seen.update(found)
        points += sum(1 for _ in _POINTS.finditer(text))
    return len(seen) >= 2 and commas > 2 * points

"""Whole numbers in English words: seventeen, twenty-four, two hundred and forty.

>>> counted("two hundred and forty tokens"), counted("three hundred thousand"), counted("five six")
('240 tokens', '300000', 'five six')
"""

from __future__ import annotations

import re
from collections.abc import Collection

_ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {w: i for i, w in enumerate(_ONES)} | {w: 10 * i for i, w in enumerate(_TENS, 2)}
_SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_MORE = "|".join([*_VALUES, *_SCALES])
_NUMERAL = re.compile(
    rf"(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))})(?:[\s-]+(?:and\s+)?(?:{_MORE})\b)*"
    r"(?![\w-])(?!\s+(?:half|third|quarter|fourth|fifth|eighth|tenth)s?\b)",
    re.I,
)


def counted(text: str, asked: Collection[str] = ()) -> str:
    """A number in words at the start as digits; as it was where it is none, or its word is one of the names asked."""
    m = _NUMERAL.match(text)
    words = re.findall(r"[a-z]+", m.group().lower()) if m else []
    if m is None or words[0] in asked:
        return text
    total, part = 0, 0
    for w in words:
        if w == "hundred":
            part *= 100
        elif w in _SCALES:
            total, part = total + part * _SCALES[w], 0
        elif w != "and":
            n = _VALUES[w]
            if part % 100 and not (part % 100 >= 20 and part % 10 == 0 and 0 < n < 10):
                return text  # twenty eleven is no number
            part += n
    return f"{total + part}{text[m.end() :]}"

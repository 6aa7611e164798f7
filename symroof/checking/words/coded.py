"""Arithmetic as code writes it: 65536 // 16384 for the whole quotient and 33 % 32 for the remainder of whole numbers.

Only between numbers: beside a symbol // may begin a remark, and behind a lone number % is percent.

>>> coded("65536 // (64*256) = 4 blocks"), coded("33 % 32 = 1"), coded("100 % 7")
('floor((65536)/(64*256)) = 4 blocks', '33 mod 32 = 1', '100 mod 7')
>>> coded("25 % of 64"), coded("V/W // the ring"), coded("5 % 3.5 GB"), coded("40% 2 ms")
('25 % of 64', 'V/W // the ring', '5 % 3.5 GB', '40% 2 ms')
"""

from __future__ import annotations

import symroof.regexes as re

MAX_LENGTH = 200
_WHOLE = r"\d+(?:,\d{3})*(?![\d.]|e\d)"
_IN_BRACKETS = r"\((?>[\d\s*+-]+)\)"
_TERM = rf"(?:{_WHOLE}|{_IN_BRACKETS})"
_PRODUCT = rf"{_TERM}(?:\s?\*\s?{_TERM})*+"
_QUOTIENT = re.compile(
    rf"(?<![\w.)/*+-])(?<![*+-]\s)(?P<x>{_PRODUCT})\s*//\s*(?P<y>{_TERM})(?!\s*[\w.*/(+%]|\s*-(?!>))"
)
_REMAINDER = re.compile(
    rf"(?<![\w.)/*+,-])(?<![*+-]\s)(?P<x>{_PRODUCT})(?:\s+%\s*|%\s?)(?P<y>{_TERM})"
    r"(?=\s*(?:\Z|=(?!=)|→|->|=>|,|;|is\b|gives\b|\.(?:\s|\Z)))"
)


def coded(text: str) -> str:
    """The text with the whole quotient and the remainder of numbers as they are read elsewhere."""
    if len(text) > MAX_LENGTH or not ("//" in text or "%" in text):
        return text
    out = _QUOTIENT.sub(lambda m: f"floor(({m['x']})/{_bracketed(m['y'])})", text)
    return _REMAINDER.sub(lambda m: f"{m['x']} mod {m['y']}", out)


def _bracketed(term: str) -> str:
    return term if term.startswith("(") else f"({term})"


__all__ = ["coded"]

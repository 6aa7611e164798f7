"""The verdicts by name, from right to wrong, and what is left open; a type checker knows no others.

>>> VERDICTS[0], VERDICTS[-2:]
('exact', ('wrong', 'undecided'))
"""

from __future__ import annotations

from typing import Literal, get_args

VerdictName = Literal["exact", "rounded", "truncated", "in-regime", "convention", "wrong", "undecided"]
VERDICTS: tuple[VerdictName, ...] = get_args(VerdictName)

__all__ = ["VERDICTS", "VerdictName"]

"""Disagreements that were found and mended, each in its smallest form with the right answer and where it came from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Kept:
    """What is asked, what is right, and how that is known."""

    name: str
    ask: Callable[[], object]
    right: object
    source: str


def cases() -> tuple[Kept, ...]:
    return ()

"""What was asked, judged, refused and found, by kind of answer."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .trees import Undrawn


class Refused(Exception):
    """symroof declined in its own words."""


class NothingToSay(Refused):
    """The same, where by the definition no point that is tried has a value: nobody could answer."""


class Wrong(Exception):
    """A disagreement: what was said, what is right, where."""


class Foreign(Wrong):
    """An exception that is not symroof's own."""


@dataclass
class Kind:
    """One kind of answer: how often asked and how it went."""

    questions: int = 0
    points: int = 0
    witnessed: int = 0  # of the points: those that a False named itself
    refused: Counter[str] = field(default_factory=Counter)
    valueless: int = 0  # of the refused: those whose question has no value at any point that is tried
    unread: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    caught: list[str] = field(default_factory=list)  # of the refused: an answer that symroof's own trial found wrong
    seconds: float = 0.0


@dataclass
class Tally:
    """All kinds of one run."""

    kinds: dict[str, Kind] = field(default_factory=dict)

    def kind(self, name: str) -> Kind:
        return self.kinds.setdefault(name, Kind())

    def table(self) -> str:
        """A row for each kind; the last column is the share of the questions refused that nobody could answer."""
        lines = [
            "| kind | questions | judged points | named by a False | refused | unread | over 1 s | wrong | no value |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        for name, kind in self.kinds.items():
            share = sum(kind.refused.values()) / max(1, kind.questions)
            lines.append(
                f"| {name} | {kind.questions} | {kind.points} | {kind.witnessed} | {share:.1%} "
                f"| {sum(kind.unread.values())} | {len(kind.slow)} | {len(kind.wrong)} "
                f"| {kind.valueless / max(1, kind.questions):.1%} |"
            )
        return "\n".join(lines)

    def reasons(self, most: int = 6) -> str:
        lines = []
        for name, kind in self.kinds.items():
            for title, counter in (("refused", kind.refused), ("unread", kind.unread)):
                lines += [f"{name}: {title} {count}: {reason}" for reason, count in counter.most_common(most)]
        return "\n".join(lines)


def shape(message: str) -> str:
    """A refusal without its numbers and formulas, so that equal reasons count together."""
    message = re.sub(r"'[^']*'", "'...'", message.splitlines()[0] if message else "")
    message = re.sub(r"\S*[()*/^]\S*", "..", message)
    message = re.sub(r"\b[A-Za-z]\b|\b\d[\d.e+]*\b", "#", message)
    return re.sub(r"((\.\.|#)[ ,]*)+", ".. ", message)[:110]


def ask(call: Callable[[], Any]) -> Any:
    """What symroof says; its own errors become Refused, any other Foreign."""
    from symroof import SymroofError

    try:
        return call()
    except SymroofError as error:
        raise Refused(f"{type(error).__name__}: {error}") from error
    except (Wrong, Refused, Undrawn):
        raise
    except RecursionError as error:
        raise Foreign("RecursionError") from error
    except Exception as error:
        raise Foreign(f"{type(error).__name__}: {error}") from error


class Clock:
    """CPU seconds of symroof alone."""

    def __init__(self) -> None:
        self.spent = 0.0

    def __call__(self, call: Callable[[], Any]) -> Any:
        start = time.process_time()
        try:
            return ask(call)
        finally:
            self.spent += time.process_time() - start

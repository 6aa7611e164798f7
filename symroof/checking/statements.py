"""The rules that look beyond one formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from symroof.checking.claims import Verdict
from symroof.checking.material import Item, Material
from symroof.reading.formula import Side


@final
@dataclass(frozen=True)
class Statement:
    """What one of these rules judged: the item it stands in, the words, the verdict."""

    item: Item
    text: str
    verdict: Verdict
    rule: str
    at: int = 0
    relation: str = "="
    sides: tuple[Side, ...] = ()
    where: str = ""


def statements(m: Material) -> Iterator[Statement]:
    yield from ()

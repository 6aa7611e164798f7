"""What a rule that looks beyond one formula has judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from symroof.checking.claims import Verdict
from symroof.checking.material import Item
from symroof.reading.formula import Side


@final
@dataclass(frozen=True)
class Statement:
    """One judged statement: the item it stands in, the words, the verdict, the rule, and where in the item."""

    item: Item
    text: str
    verdict: Verdict
    rule: str
    at: int = 0
    relation: str = "="
    sides: tuple[Side, ...] = ()
    where: str = ""

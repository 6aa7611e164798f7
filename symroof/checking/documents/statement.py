"""What a rule that looks beyond one formula has judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.material import Item
from symroof.reading.formula import Side

#: the note of a call that blames one cell of a row, where it may be another
OTHER_CELL = "or another cell of its row is wrong"


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


def of_definition(item: Item, left: Side, right: Side, verdict: Verdict) -> Statement:
    """The verdict on what a name is said to be: two sides of an item, and the sign between them."""
    text = " ".join(f"{left.text} = {right.text}".split())
    return Statement(item, text, verdict, "definition", right.at, "=", (left, right))

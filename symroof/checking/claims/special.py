"""An answer for one case, 480 with B = 2, or with one condition more than was asked for, 240 < B < 500.

>>> case("with B = 2, 480"), case("2BDF when F = 4D")
(Case(text='480', values={'B': '2'}), Case(text='2BDF', values={'F': '4D'}))
>>> case("B > 240") is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import final

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, claim, constant, with_note
from symroof.errors import SymroofError
from symroof.symbols import is_size

_SET = r"[A-Za-z](?:_?\w{0,8})\s*=\s*[^\s=<>,;:()][^=<>,;:()]{0,23}?"
_SETS = rf"(?P<sets>{_SET}(?:\s*(?:,|and|&)\s*{_SET}){{0,3}})"
_IN = r"(?:if|with|for|at|when|where|given|assuming|taking|say)"
_GIVES = r"\s*(?:[,:]|,?\s*(?:then|it\s+is|it's|we\s+(?:get|have)|this\s+(?:is|gives)|gives))+\s*"
_FIRST = re.compile(rf"{_IN}\s+{_SETS}{_GIVES}(?P<rest>[^\s,:].*)", re.I)
_LAST = re.compile(
    rf"(?P<rest>.*?[^\s,(])[\s,]*(?:\(\s*(?:{_IN}\s+)?{_SETS}\s*\)|\s{_IN}\s+{_SETS.replace('sets', 'set2')})\.?", re.I
)
MAX_TEXT = 300


@final
@dataclass(frozen=True)
class Case:
    """An answer without the values for which it is given, and these."""

    text: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> str:
        return ", ".join(f"{n} = {v}" for n, v in self.values.items())


def case(text: str) -> Case | None:
    """The case that an answer is for; None where it names none."""
    body = text.strip().strip("$").strip()
    if len(body) > MAX_TEXT or "=" not in body:
        return None
    m = _FIRST.fullmatch(body) or _LAST.fullmatch(body)
    if m is None:
        return None
    sets = m["sets"] or m["set2"]
    found = [s.partition("=") for s in re.split(r"\s*(?:,|\band\b|&)\s*", sets)]
    return Case(m["rest"].strip(), {n.strip(): v.strip() for n, _, v in found})


def in_case(said: Case, asked: Collection[str], one: Callable[[str, Mapping[str, str]], Verdict]) -> Verdict:
    """The verdict on such an answer: what holds for one value of a symbol that was asked for is not the whole answer.

    ``one`` judges a text with values put in.
    """
    plain = one(said.text, {})
    if plain.ok and plain.verdict != "in-regime":  # V/W for n = 1 is no rule for large n
        return with_note(plain, f"given for {said.words}")
    try:
        there = one(said.text, said.values)
    except SymroofError as e:
        words = f"an answer for {said.words} only: {str(e).splitlines()[0]}"
        return Verdict("undecided", words, code="special-case")
    if not there.ok or not {*said.values} & {*asked}:
        return with_note(there, f"with {said.words}")
    return Verdict("undecided", f"right for {said.words}; what is asked for is right for every value",
                   code="special-case", right=plain.right)  # fmt: skip


def one_of(mine: Sequence[str], theirs: Sequence[str], one: Callable[[str, str], Verdict]) -> Verdict | None:
    """The verdict where one side has one condition and the other several; None where both have as many."""
    if len(mine) == len(theirs) or min(len(mine), len(theirs)) != 1:
        return None
    marks = [(x, y, one(x, y)) for x in mine for y in theirs]
    good = [(x, y, v) for x, y, v in marks if v.ok]
    if not good:
        return next((v for _, _, v in marks if v.verdict == "undecided"), marks[0][2])
    x, y, v = good[0]
    if len(theirs) > 1:
        missing = ", ".join(t for t in theirs if t != y)
        return Verdict("wrong", f"a condition is missing: {missing}", code="missing", right=missing)
    stands = {x for x, _, v in good if v.verdict in ("exact", "rounded")}  # m + 3 > 30 and m > 27 say the same
    more = [t for t in mine if t not in stands and t != x and not _always(t)]
    if more:
        return Verdict("undecided", f"{x} is right; {', '.join(more)} was not asked for", code="more", right=y)
    return v


def _always(text: str) -> bool:
    """Whether a condition holds for every size: 0 < B, B >= 1."""
    with suppress(SymroofError):
        c = claim(text, None, {})
        low = constant(c.value)
        if c.kind == "bound" and c.sense[0] == ">" and low is not None and is_size(c.name):
            return low < 1 or (low == 1 and c.sense == ">=")
    return False

"""What a document has stated so far, each statement with its scope: values and definitions of names, named machines.

A name's value is that of its sentence; failing that of its paragraph, its problem, a table of sizes, its section.
Where a scope states two values of one name, none is known.

>>> from symroof.checking.documents.blocks import Scopes
>>> facts = Facts(Scopes((0, 40), (0,), (0,)))
>>> facts.add(Fact("D", ratio(4096), 10, 1))
>>> facts.value("D", 50).value.constant()
4096
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, ratio
from symroof.checking.documents.blocks import Scopes

SENTENCE, PARAGRAPH, DOCUMENT = range(3)  # how far a statement holds: "if t = 1" for its sentence
STRANGE = "?"
MANY, EXAMPLE = 3, 2000  # values of one name that are examples' own, and the characters that an example has
MAX_LOOKED_AT = 60  # statements of one name that are compared


@final
@dataclass(frozen=True, order=True)
class Fact:
    """A name and what it is said to be: a number or a formula, where, and how surely."""

    name: str = field(compare=False)
    value: Ratio = field(compare=False)
    at: int
    line: int
    kind: str = field(compare=False, default="value")  # value, definition, table, let
    about: bool = field(compare=False, default=False)
    text: str = field(compare=False, default="")
    unit: str = field(compare=False, default="")  # behind its number, STRANGE for one whose size is not known
    reach: int = field(compare=False, default=DOCUMENT)

    @property
    def number(self) -> bool:
        return self.value.constant() is not None


@final
@dataclass(frozen=True)
class Compound:
    """A product or quotient of names with a number: F/D = 2.7, BT = 16e6."""

    formula: Ratio
    number: Fraction
    at: int
    line: int
    table: bool = False
    about: bool = False

    @property
    def name(self) -> str:
        return str(self.formula)

    @property
    def value(self) -> Ratio:
        return ratio(self.number)


def key(name: str) -> str:
    """A name as it is looked up: its subscript in small letters without brackets, W_{ICI} as W_ici."""
    head, sep, sub = name.partition("_")
    return head + sep + sub.lower() if sep else name


@final
@dataclass
class Facts:
    """All statements of a document, by name and place."""

    scopes: Scopes
    by_name: dict[str, list[Fact]] = field(default_factory=dict)
    compounds: list[Compound] = field(default_factory=list)

    def add(self, fact: Fact) -> None:
        insort(self.by_name.setdefault(key(fact.name), []), fact)

    def value(self, name: str, at: int, sentence: tuple[int, int] | None = None) -> Fact | None:
        """The number a name stands for at a place, from the nearest scope that states one; None where two differ."""
        stated = [f for f in self._near(name, at) if f.number]
        if not stated:
            return None
        s = self.scopes
        inside = [f for f in stated if sentence and sentence[0] <= f.at < sentence[1]]
        near = [f.value for f in stated if f.reach == SENTENCE and f.at <= at and s.paragraph(f.at) == s.paragraph(at)]
        stated = [f for f in stated if f.reach != SENTENCE]
        paragraph = [f for f in stated if f.at <= at and s.paragraph(f.at) == s.paragraph(at)]
        problem = [f for f in stated if f.at <= at and s.problem(f.at) == s.problem(at)]
        stated = [f for f in stated if f.reach == DOCUMENT]
        lists = [f for f in stated if f.kind == "table" and f.at <= at]
        if len({f.value for f in lists}) > 1:
            lists = [f for f in lists if s.section(f.at) == s.section(at)]
        section = [f for f in stated if f.at <= at and s.section(f.at) == s.section(at)]
        if len({f.value for f in stated}) >= MANY:  # each example's own: n = 19, n = 36, n = 72
            problem, section = ([f for f in scope if at - f.at < EXAMPLE] for scope in (problem, section))
        later = bool(inside) and all(f.at > at for f in inside)  # 1/p = 2; for p = 0.1 it is ...
        if later and {f.value for f in (paragraph or problem or lists or section)} - {f.value for f in inside}:
            return None
        for scope in (inside, paragraph, problem, lists, section):
            if scope:  # what an "if" of the paragraph said otherwise may still hold: What if t = 1? Then ...
                sole = {f.value for f in scope} | {v for v in near if scope is not inside}
                return scope[-1] if len(sole) == 1 and scope[-1].unit != STRANGE else None
        return None

    def sole(self, name: str, at: int) -> Fact | None:
        """The one number that the text before a place gives to a name, problems left out; None where it has two."""
        stated = [f for f in self._near(name, at) if f.number and f.reach == DOCUMENT and f.unit != STRANGE]
        if not stated or len({f.value for f in stated if f.at <= at}) != 1 or self.scopes.own_problem(at):
            return None
        first, s = stated[0], self.scopes
        if any(
            f.value != first.value and f.number and s.paragraph(f.at) == s.paragraph(at) for f in self._near(name, at)
        ):
            return None
        return first if first.at <= at and not any(self.scopes.own_problem(f.at) for f in stated) else None

    def told(self, name: str, at: int) -> bool:
        """Whether the paragraph of a place gives a name numbers of its own, of which none may be known."""
        s = self.scopes
        return any(f.number and s.paragraph(f.at) == s.paragraph(at) for f in self._near(name, at))

    def values(self, names: Iterable[str], at: int, sentence: tuple[int, int] | None = None) -> dict[str, Fact] | None:
        """The numbers of all these names at a place, or None where one of them has none."""
        out: dict[str, Fact] = {}
        for n in names:
            found = self.value(n, at, sentence)
            if found is None:
                return None
            out[n] = found
        return out

    def near(self, fact: Fact | Compound, at: int) -> bool:
        """Whether a statement is of the same problem or paragraph, or a table's."""
        s = self.scopes
        table = fact.table if isinstance(fact, Compound) else fact.kind == "table"
        return table or s.problem(fact.at) == s.problem(at) or s.paragraph(fact.at) == s.paragraph(at)

    def holds(self, c: Compound, at: int) -> bool:
        """Whether a compound statement holds at a place."""
        s = self.scopes
        if c.table:
            return c.at <= at
        return s.paragraph(c.at) == s.paragraph(at) or (c.at <= at and s.problem(c.at) == s.problem(at))

    def definition(self, name: str, at: int, *, within: str = "section") -> Fact | None:
        """The formula that a name was last said to be before a place, in the same problem or section."""
        s = self.scopes
        scope = s.problem if within == "problem" else s.section
        for f in reversed([f for f in self._near(name, at) if f.at <= at and not f.number]):
            if within == "document" or scope(f.at) == scope(at):
                return f
        return None

    def before(self, name: str, at: int) -> Fact | None:
        """What a name was last said to be before a place, number or formula."""
        rows = self.by_name.get(key(name), [])
        i = self._index(rows, at)
        return rows[i - 1] if i else None

    def _index(self, rows: list[Fact], at: int) -> int:
        return bisect_right(rows, at, key=lambda f: f.at)

    def _near(self, name: str, at: int) -> list[Fact]:
        rows = self.by_name.get(key(name), [])
        if len(rows) <= MAX_LOOKED_AT:
            return rows
        i = bisect_left(rows, at, key=lambda f: f.at)
        return rows[max(0, i - MAX_LOOKED_AT // 2) : i + MAX_LOOKED_AT // 2]


def substituted(value: Ratio, known: Mapping[str, Ratio]) -> Ratio:
    """A formula with what is known put in."""
    used = {n: v for n, v in known.items() if n in value.names}
    return value.subs(used) if used else value


__all__ = ["Fact", "Facts", "key", "ratio", "substituted"]

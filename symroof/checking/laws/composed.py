r"""Names that a section defines by each other: a sum of defined times, an intensity of a defined work and traffic.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "We have $W = 2mnk$ and $Q = 2(mk + kn + mn)$, and with $I = W/Q$ it is $I = \\frac{}{{mk + kn + mn}}$."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("{mnk}", "{2mnk}")]
[[], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import final

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio, gen, ratio
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.documents.facts import Fact, key
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.statement import Statement, of_definition
from symroof.errors import SymroofError
from symroof.reading.formula import Chain, Side
from symroof.reading.quantity import shown
from symroof.reading.spelling import GREEK
from symroof.reading.units import printed

NEAR = Fraction(1, 100)  # what is nearer was rounded before, of counts
MAX_LETTERS = 8
_APART = re.compile(
    r"\b(?:approx|about|roughly|neglect|ignor|dropp|leading|large|small|limit|bound|at most|at least|instead|now|if|"
    r"would|suppose|assum|otherwise|alternativ|wrong|naive|first order|per|each|sharded|half|twice|cached|without)",
    re.I,
)
_OTHERWISE = re.compile(r"\b(?:if|would|suppose|without|instead|at most|at least|wrong|alternativ|naive)\b", re.I)
_FOLLOWS = re.compile(
    r"\b(?:so|hence|thus|then|therefore|gives?|giving|yields?|obtain|(?:we|you) (?:get|have|find)|it is|comes to)\s*\Z",
    re.I,
)
MOST = Fraction(5)  # times, beyond which it is another quantity
_MULTIPLE = {Fraction(2) ** k for k in range(-6, 7) if k}


def composed(m: Material) -> Iterator[Statement]:
    """Every formula of a document that the definitions of its section, put into each other, contradict."""
    d = _Defined.of(m)
    for item in m.items if d.rows else ():
        if item.skip is None and item.span.kind == "math" and item.role in ("", "about"):
            for chain in item.chains:
                if chain.relations[:1] == ("=",) and bare_name(chain.sides[0]) is not None:
                    found = _sum(d, item, chain) or _quotient(d, item, chain) or _value(d, item, chain)
                    if found is not None:
                        yield found


@final
@dataclass(frozen=True)
class _Defined:
    """A document, and what its names are defined as by name and section."""

    m: Material
    rows: Mapping[tuple[str, int], Mapping[str, Fact]]

    @classmethod
    def of(cls, m: Material) -> _Defined:
        rows: dict[tuple[str, int], dict[str, Fact]] = {}
        for name, facts in m.facts.by_name.items():
            for f in facts:
                if f.kind == "definition":
                    rows.setdefault((name, m.facts.scopes.section(f.at)), {})[str(f.value)] = f
        return cls(m, rows)

    def formulas(self, name: str, at: int) -> list[Fact]:
        """What a name is defined as in the section of a place, each formula once."""
        return list(self.rows.get((key(name), self.m.facts.scopes.section(at)), {}).values())


def _read(side: Side) -> Ratio | None:
    if side.node is None or side.words or not side.names or len(side.names) > MAX_LETTERS:
        return None
    with suppress(SymroofError):
        return _spelt(side.ratio())
    return None


def _put(value: Ratio, known: Mapping[str, Ratio]) -> Ratio | None:
    with suppress(SymroofError, ZeroDivisionError):
        return _spelt(_spelt(value).subs({n: _spelt(v) for n, v in known.items()}))
    return None


def _wrong(item: Item, left: Side, right: Side, why: str, value: Ratio) -> Statement:
    return of_definition(item, left, right, Verdict("wrong", why, code="definitions", right=str(value)))


def _at_definition(m: Material, fact: Fact, why: str, value: Ratio) -> Statement | None:
    """The definition itself called wrong, where more speaks against it than for it."""
    for item in m.items:
        if item.at <= fact.at < item.end:
            for chain in item.chains:
                for left, right in zip(chain.sides, chain.sides[1:]):
                    if bare_name(left) == fact.name and item.at + left.at == fact.at:
                        found = _wrong(item, left, right, why, value)
                        return replace(found, at=left.at)
    return None


def _near(item: Item) -> str:
    """The words of the sentence before a formula, and the first behind it."""
    start = item.sentence[0] - item.page.base
    return item.dark[start : item.span.start] + " " + item.dark[item.span.end : item.span.end + 30].split("\n\n")[0]


def _spelt(value: Ratio) -> Ratio:
    """A formula whose runs of small letters are products: mnk."""
    runs = {n: prod(map(gen, n), start=ratio(1)) for n in value.names if 1 < len(n) < 5 and n.isalpha() and n.islower()}
    return value.subs({n: v for n, v in runs.items() if n not in GREEK}) if runs else value


def _sum(d: _Defined, item: Item, chain: Chain) -> Statement | None:
    """T_a + T_b = F, where the lines right before define T_a and T_b."""
    for left, relation, right in zip(chain.sides[1:], chain.relations[1:], chain.sides[2:]):
        made, said = _read(left), _read(right)
        if relation != "=" or made is None or said is None or {*made.names} & {*said.names}:
            continue
        before = {n: d.formulas(n, item.at) for n in made.names}
        paragraph = d.m.facts.scopes.paragraph
        if any(len(rows) != 1 or paragraph(rows[0].at) != paragraph(item.at) for rows in before.values()):
            continue
        value = _put(made, {n: rows[0].value for n, rows in before.items()})
        if value is None or {*value.names} != {*said.names} or value == said or _APART.search(_near(item)):
            continue
        told = ", ".join(f"{n} = {rows[0].value}" for n, rows in before.items())
        halves = [n for n, rows in before.items() if said == rows[0].value * 2]
        if (
            len(before) == 2
            and len(halves) == 1
            and value - said == before[({*before} - {*halves}).pop()][0].value - said / 2
        ):
            other = before[({*before} - {*halves}).pop()][0]
            return _at_definition(d.m, other, f"{left.text} = {right.text}, so that it is {said / 2}", said / 2)
        return _wrong(item, left, right, f"with {told} it is {value}", value)
    return None


def _quotient(d: _Defined, item: Item, chain: Chain) -> Statement | None:
    """I = F, where the section defines I as W/Q and the sentence before W and Q."""
    name, right = bare_name(chain.sides[0]), chain.sides[1]
    said = _read(right)
    if name is None or said is None or _APART.search(_near(item)):
        return None
    others = [f for f in d.formulas(name, item.at) if _spelt(f.value) != said]
    if len(others) != 1 or others[0].about or others[0].at > item.at:
        return None
    made = others[0].value
    paragraph = d.m.facts.scopes.paragraph
    known: dict[str, Ratio] = {}
    for n in made.names:
        rows = [f for f in d.formulas(n, item.at) if paragraph(f.at) == paragraph(item.at) and f.at < item.at]
        if len(rows) != 1 or rows[0].about or len(d.formulas(n, item.at)) != 1:
            return None
        known[n] = rows[0].value
    value = _put(made, known) if len(known) > 1 else None
    if value is None or {*value.names} != {*said.names} or value == said:
        return None
    told = ", ".join(f"{n} = {v}" for n, v in known.items())
    return _wrong(item, chain.sides[0], right, f"{name} = {made} with {told} is {value}", value)


def _value(d: _Defined, item: Item, chain: Chain) -> Statement | None:
    """A number printed for a name that the section defines once, where the sentence gives the values of its letters."""
    name, last = bare_name(chain.sides[0]), chain.sides[-1]
    number = printed(last.node)
    if name is None or number is None or any(s.names for s in chain.sides[1:]) or _OTHERWISE.search(_near(item)):
        return None
    rows = d.formulas(name, item.at)
    follows = _FOLLOWS.search(item.dark[max(0, item.span.start - 30) : item.span.start]) is not None
    if len(rows) != 1 or rows[0].about or rows[0].at > item.at or len(rows[0].value.names) < 2 - follows:
        return None
    values: dict[str, Ratio] = {}
    for n in rows[0].value.names:
        fact = d.m.facts.value(n, item.at, item.sentence)
        if (
            fact is None
            or d.m.facts.scopes.paragraph(fact.at) != d.m.facts.scopes.paragraph(item.at)
            or _unit(d.m, fact)
        ):
            return None
        values[n] = fact.value
    made = _put(rows[0].value, values)
    value = constant(made) if made is not None else None
    if value is None or value <= 0 or digits.claim(number, value) or item.unit not in ("", "%"):
        return None
    off = number.value / value
    counts = all((c := constant(v)) is not None and c.denominator == 1 for v in values.values())
    if (
        abs(off - 1) <= (NEAR if counts else digits.ROUNDED_BEFORE)
        or (off in _MULTIPLE and not follows)
        or not 1 / MOST < off < MOST
    ):
        return None
    told = ", ".join(f"{n} = {shown(constant(v) or Fraction(0))}" for n, v in values.items())
    why = f"{name} = {rows[0].value} (line {rows[0].line}) with {told} is {shown(value, digits=4)}, not {number.text}"
    if made is not None and len(chain.sides) > 2 and rows[0].line != item.span.line:
        why = f"with {told} (line {item.span.line}) it is {shown(value, digits=4)}, and not {number.text}"
        return _at_definition(d.m, rows[0], why, made)
    return _wrong(item, chain.sides[0], last, why, made) if made is not None else None


def _unit(m: Material, fact: Fact) -> bool:
    """Whether a unit stands behind a value."""
    return any(i.at <= fact.at < i.end and (i.unit or "\\" in i.span.text) for i in m.items)

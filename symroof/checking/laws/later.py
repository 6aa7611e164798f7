r"""A formula that defines a name, and the number that the name has later: "$P = 12 d^2 + V d$, so $P = 52.6$ billion".

The values of its letters have to be the only ones that the section, or the document, gives them.  The formula is wrong
where the number is not its value, and is that of a formula one slip away, to three digits or more; the number of slips
that are tried is held against the chance of such digits.  Instead of its name the noun before it may say what it is.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "Of $k = 12$ rows of $r = 31$ bottles each and a lid a crate has $n = {}$ parts. So $n = 373$ parts."
>>> [[(f.verdict, f.fix) for f in proofread(text.format(x)).findings] for x in ("k r + 1", "r/k + 1")]
[[], [('wrong', 'write rk + 1')]]
>>> text = r"The *lag* is, of the whole, $b = \frac{{{}}}{{k + n}}$. With $k = 9$ and $n = 131$ the lag is $8/140$."
>>> [[f.verdict for f in proofread(text.format(x)).findings] for x in ("k - 1", "k")]
[[], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.claims.miswritten import evaluated, variants
from symroof.checking.documents.facts import DOCUMENT, SENTENCE, STRANGE, key
from symroof.checking.documents.material import Item, Material, bare_name
from symroof.checking.documents.statement import Statement, of_definition
from symroof.errors import SymroofError
from symroof.reading.formula import Side
from symroof.reading.nodes import Node, leaves
from symroof.reading.nodes import plain as spelled
from symroof.reading.units import printed

FAR = 0.02  # by how much a value misses a number that its rounded letters do not explain
CHANCE = 0.1  # of a slip that fits by luck, where the number is told of the same name and misses its formula
DECADE = 2.3  # over how much numbers lie, as a natural logarithm
MAX_FORMULAS, MAX_LETTERS = 60, 6
_NOUN = re.compile(
    r"\b(?:the|its) [*_]?([a-z]{3,})[*_]? (?:is|becomes|was|are)(?: then| thus| now| about| only)?[\s$`]*\Z", re.I
)
_WHOLE = re.compile(r"\(?(\d{1,6})\s*/\s*(\d{1,6})\)?")
KILO = tuple(1000.0**k for k in range(-4, 5))


class Definition(NamedTuple):
    """A formula for a name, with the item and the sides it stands in."""

    name: str
    node: Node
    item: Item
    left: Side
    side: Side


class Later(NamedTuple):
    """The number that a name is said to have, how finely it is printed, and where."""

    value: float
    fine: float
    item: Item
    side: Side


def later(m: Material) -> Iterator[Statement]:
    """Every formula of a document that the number told for its name later denies."""
    formulas, numbers = _read(m)
    by_name: dict[str, list[Definition]] = {}
    for f in formulas:
        by_name.setdefault(key(f.name), []).append(f)
    for name, told in by_name.items():
        said = numbers.get(name, [])
        if len({spelled(f.node) for f in told}) == 1 and said and len({round(x.value, 12) for x in said}) == 1:
            found = _judged(m, told[0], [x for x in said if x.item.at >= told[0].item.at])
            if found is not None:
                yield found
    yield from _by_noun(m, formulas)


def _read(m: Material) -> tuple[list[Definition], dict[str, list[Later]]]:
    """The formulas that define a name, alone in their chain, and the numbers that names are said to be."""
    formulas: list[Definition] = []
    numbers: dict[str, list[Later]] = {}
    for item in m.items:
        if item.skip is not None or item.role or m.two_ways(item.span.raw or item.span.text):
            continue
        for chain in item.chains:
            name = bare_name(chain.sides[0])
            if not name or not chain.relations or any(r not in ("=", "~") for r in chain.relations):
                continue
            side = chain.sides[1]
            if side.node is None or any(s.words for s in chain.sides[1:]):
                continue
            if side.names and len(chain.sides) == 2 and name not in side.names and len(formulas) < MAX_FORMULAS:
                if chain.relations[0] == "=" and len({*leaves(side.node, "name")}) <= MAX_LETTERS:
                    formulas.append(Definition(name, side.node, item, chain.sides[0], side))
            elif (number := _number(item, chain.sides[-1])) is not None:
                numbers.setdefault(key(name), []).append(number)
    return formulas, numbers


def _number(item: Item, side: Side) -> Later | None:
    """A printed number, where it has three digits or more."""
    if side.node is None or side.names:
        return None
    p = printed(side.node)
    with suppress(SymroofError):
        value = constant(side.ratio())
        if p is None or value is None or p.digits < 3 or value <= 0 or p.value <= 0:
            return None
        return Later(float(value), float(p.place / p.value) / 2, item, side)
    return None


def _judged(m: Material, f: Definition, said: Sequence[Later]) -> Statement | None:
    if not said:
        return None
    names = tuple(dict.fromkeys(leaves(f.node, "name")))
    values = {n: _sole(m, n, said[0].item.at) for n in names}
    known = {n: v for n, v in values.items() if v is not None}
    if len(known) < len(names) or len(known) < 2:
        return None
    now, last = evaluated(f.node, known), said[0]
    if now is None or now <= 0 or any(abs(now * k / last.value - 1) < FAR for k in (*KILO, 100.0, 0.01, 8.0, 0.125)):
        return None
    more = _sizes(m, f, names)
    tried = [*islice(variants(f.node, [*more]), 160)]
    point = {**more, **known}
    hits = [
        (spelled(node), why)
        for node, why in tried
        if (v := evaluated(node, point)) is not None and abs(v / last.value - 1) <= last.fine * 1.2 + 1e-9
    ]
    if not hits or len(tried) * 2 * last.fine / DECADE > CHANCE:
        return None
    return _wrong(f, *hits[0], known, now, last)


def _wrong(f: Definition, right: str, why: str, known: Mapping[str, float], now: float, last: Later) -> Statement:
    put_in = ", ".join(f"{n} = {v:.6g}" for n, v in sorted(known.items()))
    told = f"line {last.item.span.line} has {last.side.text.strip()}, as {right} gives"
    v = Verdict("wrong", f"with {put_in} it is {now:.4g}, and {told}: {why}", code="number-denies", right=right)
    return of_definition(f.item, f.left, f.side, v)


def _by_noun(m: Material, formulas: Sequence[Definition]) -> Iterator[Statement]:
    """The numbers behind "the bubble is", where the formula before it was said to be that of the bubble."""
    scopes = m.facts.scopes
    for item in m.items if formulas else ():
        noun = _NOUN.search(item.dark, max(0, item.span.start - 60), item.span.start)
        if noun is None or item.role:
            continue
        side = item.chains[0].sides[0] if item.skip is None and item.chains else item.quantity()
        if side is None or side.node is None or side.names:
            continue
        before = [f for f in formulas if f.item.page is item.page and f.item.at < item.at and f.side.node is not None]
        near = [f for f in before if scopes.section(f.item.at) == scopes.section(item.at) and _introduced(f, noun[1])]
        said = _fraction(item, side) or _number(item, side)
        if len(near) == 1 and said is not None and (found := _of_noun(m, near[0], said)) is not None:
            yield found


def _introduced(f: Definition, noun: str) -> bool:
    """Whether the sentence before a formula speaks of a thing."""
    words = f.item.dark[max(0, f.item.span.start - 120) : f.item.span.start]
    return re.search(rf"\b{re.escape(noun)}\b", words.rpartition(". ")[2]) is not None


def _fraction(item: Item, side: Side) -> Later | None:
    """A fraction of whole numbers, of three digits or more between them."""
    found = _WHOLE.fullmatch(side.text.strip())
    if found is None or len(found.group().replace(" ", "")) < 4 or int(found[2]) == 0:
        return None
    return Later(int(found[1]) / int(found[2]), 1e-9, item, side)


def _of_noun(m: Material, f: Definition, said: Later) -> Statement | None:
    names = tuple(dict.fromkeys(leaves(f.node, "name")))
    facts = {n: m.facts.value(n, said.item.at, said.item.sentence) for n in names}
    known = {n: float(x) for n, v in facts.items() if v is not None and (x := constant(v.value)) is not None}
    now = evaluated(f.node, known) if len(known) == len(names) else None
    if now is None or now <= 0 or any(abs(now * k / said.value - 1) < FAR for k in (*KILO, 100.0, 0.01)):
        return None
    for node, why in variants(f.node):
        if why in ("one less or more", "a sign", "a fraction upside down"):
            v = evaluated(node, known)
            if v is not None and abs(v / said.value - 1) <= min(said.fine * 1.2, 5e-4) + 1e-9:
                return _wrong(f, spelled(node), why, known, now, said)
    return None


def _sole(m: Material, name: str, at: int) -> float | None:
    """The only number that the document gives to a letter, or its section."""
    scopes = m.facts.scopes
    rows = [r for r in m.facts.by_name.get(key(name), ()) if r.number and r.reach != SENTENCE]
    here = [r for r in rows if scopes.section(r.at) == scopes.section(at)] or [r for r in rows if r.at <= at]
    if len({r.value for r in here}) != 1 or any(r.unit == STRANGE or r.about for r in here):
        return None
    x = constant(here[0].value)
    return float(x) if x is not None and (here[0].reach == DOCUMENT or here[0].at <= at) else None


def _sizes(m: Material, f: Definition, names: Sequence[str]) -> dict[str, float]:
    """The other letters whose values are told around a formula, of which one may be left out."""
    scopes = m.facts.scopes
    near = {scopes.paragraph(f.item.at) - k for k in range(3)}
    out: dict[str, float] = {}
    for rows in m.facts.by_name.values():
        for r in rows:
            if r.number and r.name not in names and scopes.paragraph(r.at) in near and r.at <= f.item.at:
                x = constant(r.value)
                if x is not None and x > 1 and r.unit == "" and len(out) < 6:
                    out[r.name] = float(x)
    return out

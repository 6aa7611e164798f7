"""Bare numbers whose units the sentence before them has told: a 400 Gb/s port moves 400 / 8 = 50 GB/s, not 50 Gb/s.

A formula of bare numbers takes any unit behind its result; where the same numbers stand in the sentence with units of
their own, these say which.  Wrong is only what they make a power of a thousand more or less, and bits over 8 for bits.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "At 1.25 GHz a wait of 500 cycles takes 500 / 1.25 = 400 {}."
>>> [[f.verdict for f in proofread(text.format(u)).findings] for u in ("ns", "us")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict, constant
from symroof.checking.claims.fixes import authors
from symroof.checking.documents.material import Item
from symroof.errors import SymroofError
from symroof.reading.formula import Side
from symroof.reading.measures import (
    BYTES,
    FLOPS,
    MANY_LETTER,
    PER_SECOND,
    POWERS_OF_1000,
    SECONDS,
    plain_number,
    product,
)
from symroof.reading.nodes import Node, leaves, make
from symroof.reading.quantity import NOTHING, UNITS, Dimension, Printed, shown
from symroof.reading.ratios import to_ratio
from symroof.reading.units import dimension, literals, printed

_MOST_COUNTS = 100
_ANY_PREFIX = tuple(Fraction(1000) ** k for k in range(-6, 7))  # of two units: TB and ms
MAX_TOLD = 12  # quantities of one sentence
_TOLD = re.compile(r"(?<![\w.,^/*+-])(\d[\d,]*(?:\.\d+)?)\s?([A-Za-zµμ]+(?:/s)?)(?![\w/^])")
_SHARED = re.compile(r"\b(?:each|per|lanes?|split|shared?|divided|eight\w*|one of|ways?|8 [a-z]+)\b", re.I)
_BITS = re.compile(r"[kMGT]?(?:b|bits?)(?:/s)?\Z|[kMGT]bps\Z")
_RATE_BEHIND = re.compile(
    r"\d\s?(?:[kMGT]i?)?(?:B|[Bb]ytes?)\s(?:per|an?|each|for each)\s(?:param|weight|token|element|value|entry)"
)
_SCALED = re.compile(
    r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)(?:" + MANY_LETTER + r"|\s(?:thousand|million|billion|trillion))(?![\w/])"
)


def against(item: Item, left: Side, right: Side) -> Verdict | None:
    """What the units told in the sentence before say against a result whose own unit was taken on trust."""
    said, node = printed(right.node), left.node
    if said is None or node is None or right.node is None or left.names or next(leaves(node, "unit"), None):
        return None
    before, known = _told_before(item)
    used = [p.value for p in literals(node) if p.value in known]
    if not used or _turns_units(node) or _RATE_BEHIND.search(before):
        return None  # 2 bytes per parameter, of which there may be 34 billions
    scaled = {plain_number(m[1]) for m in _SCALED.finditer(before)}
    if any(p.value in scaled or ("." in p.text and p.value not in known) for p in literals(node)):
        return None
    if _bits_for_bytes(node, right, {known[v] for v in used}) and not _SHARED.search(item.words()):
        words = f"{left.text} of {known[used[0]]} are bytes, an eighth as many"
        return Verdict("wrong", words, code="told-units", right=right.text.replace("b", "B"))
    with suppress(SymroofError):
        whole = _measured(node, known)
        value, what, wanted = constant(to_ratio(whole)), dimension(whole), dimension(right.node)
        if value is None or not what or not wanted or _strictly(what) != _strictly(wanted) or digits.claim(said, value):
            return None
        if not any(digits.claim(said.scaled(k), value) in ("exact", "rounded") for k in POWERS_OF_1000):
            return None
        words = f"with the units told in the sentence it is {shown(value, wanted, 4)}, not {said.text}"
        return Verdict("wrong", words, code="told-units", right=authors(right.text, value))
    return None


def _told_before(item: Item) -> tuple[str, dict[Fraction, str]]:
    """The sentence before a formula, and the units that its numbers have there, where each has one."""
    before = item.dark[item.sentence[0] - item.page.base : item.span.start]
    told: dict[Fraction, set[str]] = {}
    for m in islice(_TOLD.finditer(before), MAX_TOLD):
        if m[2] in UNITS:
            told.setdefault(plain_number(m[1]), set()).add(m[2])
    return before, {v: min(u) for v, u in told.items() if len(u) == 1}


def left_out(item: Item, exact: Side, said: Side) -> Verdict | None:
    """A line whose units disagree for a bare number, whose own unit the sentence told, or leaves out: 4 * 10 s = 40 GB.

    With the units told it is right, or stays wrong; where none is told, it is open by digits that agree in thousands.
    """
    p, node = printed(said.node), exact.node
    if p is None or node is None or said.node is None or not _bare(node) or not next(leaves(node, "unit"), None):
        return None
    wanted = dimension(said.node)
    if not wanted or not any(wanted[:5]):
        return None
    with suppress(SymroofError):
        known = _told_before(item)[1]
        whole = _measured(node, known)
        value, what = constant(to_ratio(whole)), dimension(whole)
        bits = any(_BITS.match(known[x.value]) for x in _bare(node) if x.value in known)
        if value is not None and what and _strictly(what) == _strictly(wanted):
            if any(digits.claim(p, v) in ("exact", "rounded") for v in (value, *((8 * value,) if bits else ()))):
                return Verdict("rounded", "with the units told in the sentence it holds", code="told-units")
            return None
        alone, measured = constant(to_ratio(node)), next((x for x in _bare(node) if _no_count(x)), None)
        if measured is None and _strictly(wanted) == product(FLOPS, _strictly(what or NOTHING)):
            measured = _bare(node)[0]  # two FLOPs a cycle
        if node.kind == "juxt" and product(_strictly(what or NOTHING), SECONDS) not in (BYTES, FLOPS):
            return None  # 140 / 3.35 TB/s is a time, 140 / 4 bytes is none
        if alone is None or measured is None:
            return None
        if any(digits.claim(p.scaled(k), alone) in ("exact", "rounded") for k in _ANY_PREFIX):
            return Verdict("undecided", f"right if {measured.text} has a unit that is left out", code="left-out")
    return None


def _no_count(p: Printed) -> bool:
    """Whether a bare number may be a quantity: smaller whole numbers count things, 34 MB / 2."""
    return "." in p.text or p.value >= _MOST_COUNTS


def _bare(node: Node) -> list[Printed]:
    """The numbers of a product or quotient that have no unit of their own."""
    if node.printed is not None:
        return [node.printed]
    if node.kind == "juxt" and node.args[0].printed is not None and any(a.kind == "unit" for a in node.args):
        return []
    return [p for a in node.args for p in _bare(a)] if node.kind in ("mul", "group", "juxt", "frac") else []


def _turns_units(node: Node) -> bool:
    """Whether a factor of a formula is there for the units: 8192 × 0.33 / 1000, of MB in GB."""
    return any(p.value in POWERS_OF_1000 or p.value in (1024, 1024**2, 1024**3, 3600, 86400) for p in literals(node))


def _strictly(d: Dimension) -> Dimension:
    """What is measured of a dimension; things counted left out."""
    return product(d[:5], NOTHING) if any(d[:5]) else NOTHING


def _measured(node: Node, known: dict[Fraction, str]) -> Node:
    """A formula with the units that its numbers have elsewhere."""
    if node.printed is not None:
        unit = known.get(node.printed.value)
        if unit is None:
            return node
        return make("juxt", (node, Node("unit", name=unit, dimension=UNITS[unit].dimension, at=node.at)))
    if node.kind == "juxt" and any(a.kind == "unit" for a in node.args):
        return node
    return replace(node, args=tuple(_measured(a, known) for a in node.args)) if node.args else node


def _bits_for_bytes(node: Node, right: Side, units: set[str]) -> bool:
    """Whether bits are divided by 8 and called bits again."""
    behind = [*leaves(right.node, "unit")]
    if len(behind) != 1 or not _BITS.match(behind[0]) or not all(_BITS.match(u) for u in units):
        return False
    if UNITS[behind[0]].dimension not in (BYTES, product(BYTES, PER_SECOND)):
        return False
    return node.kind == "mul" and node.ops == "*/" and (p := node.args[1].printed) is not None and p.text == "8"

"""The number told for a formula behind what it counts: "$2P$ FLOPs, so 140 GFLOPs at $P = 70e9$", "8 kB ($2BD$ bytes)".

The words between the two may state what letters are, and nothing else; what is counted has to be told twice, so that
the number is of the formula.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "For $B = 16$ and $D = 1024$ we move $2BD$ bytes, that is {} bytes."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in ("32,768", "16,384")]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.documents.material import Item
from symroof.checking.documents.prose import FORMULA
from symroof.checking.reckoning.figures import singular
from symroof.errors import SymroofError
from symroof.reading.formula import Side, parse_formula
from symroof.reading.measures import TEN_TO, UNITS

REACH = 200  # characters from a formula to its number
_NUMBER = rf"(?P<number>\d[\d,]*(?:\.\d+)?{TEN_TO})"
_MANY = r"(?:\s?(?P<many>thousand|million|billion|trillion)(?!\w))?"
_ABOUT = r"(?P<about>(?:about|roughly|around|approximately|nearly|almost|some|~|≈)?)\s*"
_BOUND = rf"{FORMULA}+(?:\s+[A-Za-z]+){{0,2}}"
_FORMULAS = rf"(?:[a-z]+\s+){{0,3}}{_BOUND}(?:,?\s+(?:and\s+)?{_BOUND})*"
_LETTERS = rf"(?:(?:,?\s+(?:and\s+)?|[;:]\s+)(?:with|at|for|where|of|when|if|given)\s+{_FORMULAS})?"
_BEHIND = re.compile(
    rf"\s+(?P<noun>[A-Za-z]+){_LETTERS}[\s,;:]+"
    r"(?:(?:that is,?|this is|i\.e\.,?|which is|(?:that|which|this) makes|makes|is|=)|(?P<weak>so|or|hence|thus))\s+"
    rf"{_ABOUT}{_NUMBER}{_MANY}\s?(?P<again>[A-Za-z]+)(?![\w/^]|\s?[-*/^·×+]\s?\d)"
)
_BEFORE = re.compile(
    rf"(?<![\w.,^*/×·+-]){_ABOUT}{_NUMBER}{_MANY}\s?(?P<again>[A-Za-z]+)\s*\(\s*(?:=|i\.e\.,?|that is,?)?\s*\Z"
)
_AFTER = re.compile(r"\s+(?P<noun>[A-Za-z]+)\s*\)|\s*\)")
_POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}


class Count(NamedTuple):
    """A number that is told for a formula, in what the formula counts; about, or weakly so."""

    side: Side
    about: bool
    weak: bool


def counted(item: Item) -> Iterator[Count]:
    """The numbers that the words around a formula tell for it by what both count."""
    behind = _BEHIND.match(item.dark, item.span.end, item.span.end + REACH)
    if behind is not None:
        yield from _told(behind, behind["noun"])
        return
    start, after = item.span.start, _AFTER.match(item.dark, item.span.end, item.span.end + 40)
    before = _BEFORE.search(item.dark, max(0, start - 60), start) if after is not None else None
    if after is not None and before is not None:
        yield from _told(before, after["noun"] or before["again"])


def _told(m: re.Match[str], noun: str) -> Iterator[Count]:
    scale = _alike(noun, m["again"])
    if scale is None:
        return
    with suppress(SymroofError):
        written = f"{m['number'].rstrip(',')}{'e' + str(_POWERS[m['many']]) if m['many'] else ''}"
        side = parse_formula(written).sides[0]
        if side.node is None or side.node.printed is None:
            return
        number = replace(side.node, printed=side.node.printed.scaled(scale))
        text = m.string[m.start("number") : m.end("again")]
        weak = "weak" in m.re.groupindex and m["weak"] is not None
        yield Count(replace(side, node=number, text=" ".join(text.split())), bool(m["about"]), weak)


def _alike(noun: str, again: str) -> Fraction | None:
    """How many of what a formula counts the unit of a number is; None where it counts something else."""
    one, other = (UNITS[w] if w in UNITS and (len(w) > 1 or w in "sWJB") else None for w in (noun, again))
    if one is None and other is None:
        return Fraction(1) if singular(noun) == singular(again) else None
    if one is None or other is None or one.dimension != other.dimension or not one.scale:
        return None
    return Fraction(other.scale) / Fraction(one.scale)

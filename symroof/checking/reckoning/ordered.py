"""Comparisons of two printed quantities in sentences, in signs: 18 ms > 23 ms; those in words are of ``opposed``.

What a condition, a wish or a denial compares claims nothing, and two numbers that round alike are not told apart.

>>> from symroof.checking.proofreading.proofread import proofread
>>> [(f.verdict, f.fix) for f in proofread("As 9 ms > 12 ms, it is hidden. As 12 ms > 9 ms, it is not.").findings]
[('wrong', 'write <'), ('exact', None)]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.context import before, denied_before, denied_behind
from symroof.checking.documents.material import Item, Material
from symroof.checking.documents.prose import FIGURE, figure, unlisted
from symroof.checking.documents.spans import Page, Span
from symroof.checking.documents.statement import Statement
from symroof.errors import SymroofError
from symroof.reading.formula import Side
from symroof.reading.quantity import UNITS, Quantity, quantity, shown

MAX_COMPARED = 400  # in one page
_UNIT = r"(?:[ ~-]?[A-Za-zµμ%]+(?:/[A-Za-z]+)*)?"
_FIRST = figure(r"(?<![\w.,^/*×·+–−-]\d)(?<![*/×·+<>≤≥–−-] \d)")
_ORDERED = re.compile(
    rf"(?P<a>{_FIRST}{_UNIT})"
    rf"[ \t]+(?P<sign>[<>≤≥]|<=|>=)[ \t]+"
    rf"(?:about\s|the\s|~|≈)?(?P<b>{FIGURE}{_UNIT})(?![\w^])(?!\s*[*/×·+^<>=≤≥–−(-])(?!\s(?:times|\w+er)\b)",
    needs="<|>|≤|≥",
)
_NO_CLAIM = re.compile(
    r"\b(?:if|when(?:ever)?|whether|unless|until|where|once|for|assum\w*|suppos\w*|let|say|were|would|could|should|cases?|"
    r"thresholds?|conditions?|rules?|not|never|no|requir\w*|needs?|must|choos\w*|pick|test\w*|check\w*|filter\w*|than|e\.g|"
    r"step|level|chapter|section|page|figure|table|version|menu|click|row|item|no\.)\b|n['’]t\b",
    re.I,
)
_WORD = re.compile(r"[a-z]{4,}|and|so|it|we|the|but|for|in|at|on|by|to|as|is|or")
_TAIL = re.compile(r"(?<=\d) (?:and|so|it|we|the|but|for|in|at|on|by|to|as|is|or)\Z")
_FLIP = {"≤": "<=", "≥": ">="}


def ordered(m: Material) -> Iterator[Statement]:
    """Every such comparison of a document's sentences."""
    for page, dark in zip(m.pages, m.darks):
        for found in islice(_ORDERED.finditer(unlisted(page, dark)), MAX_COMPARED):
            start, end = found.span()
            if _NO_CLAIM.search(before(dark, start)) or denied_behind(dark, end):
                continue
            if denied_before(dark, start, end):
                continue
            with suppress(SymroofError):
                v = _verdict(found)
                if v is not None:
                    yield _statement(m, page, dark, found, v)


def _verdict(found: re.Match[str]) -> Verdict | None:
    """Whether the comparison holds; None where the two are not of one kind, or round alike."""
    (a, thing), (b, other) = _read(found["a"]), _read(found["b"])
    if a is None or b is None or (thing and thing != other) or a.dimension != b.dimension:
        return None
    if digits.overlap(a.printed, b.printed):
        return None
    sign = _sign(found)
    x, y = shown(a.value, a.dimension), shown(b.value, b.dimension)
    if (a.value > b.value) == (sign[0] == ">"):
        return Verdict("exact", f"{x} {sign} {y} holds", code="inequality")
    return Verdict("wrong", f"{x} {sign} {y} does not hold", code="inequality")


def _sign(found: re.Match[str]) -> str:
    return _FLIP.get(found["sign"], found["sign"])


def _read(text: str) -> tuple[Quantity | None, str]:
    """A number with its unit, and the word behind it where that is none; short ones but "and" may be units."""
    m = re.match(FIGURE, text)
    unit = text[m.end() :].strip(" ~-") if m else ""
    if m is None or (unit and unit not in UNITS and not _WORD.fullmatch(unit)):
        return None, unit
    return quantity(f"{m[0]} {unit}" if unit in UNITS else m[0]), "" if unit in UNITS else unit


def _statement(m: Material, page: Page, dark: str, found: re.Match[str], v: Verdict) -> Statement:
    line, column = m.place(page, found.start())
    text = _TAIL.sub("", page.text[found.start() : found.end()])
    end = found.start() + len(text)
    span = Span(text, line, column, "prose", found.start(), start=found.start(), end=end, raw=text)
    sides = (Side(found["a"], 0, None), Side(found["b"], found.start("b") - found.start(), None))
    return Statement(Item(page, dark, span), " ".join(text.split()), v, "inequality", 0, _sign(found), sides, "prose")

"""How many of a thing a sentence tells of, and which share of it: eight NICs, a hundred cards, a tenth, 10%, 64-bit.

A number that is so many times another one, or such a share of it, may be that of all of them, or of the part.

>>> [str(x) for x in manifold("Eight NICs, a dozen disks, 1,000 users, 1k rows; a tenth, two thirds, 10%, half of 5 B")]
['8', '12', '1000', '1000', '1/10', '2/3', '1/10', '1/2']
>>> [str(x) for x in manifold("an 8-bit bus, an x16 slot, both ports, a tenfold rise, per million, 10:1, a 1/8 share")]
['8', '16', '2', '10', '1000000', '10', '1/8']
>>> explained(Fraction(16), manifold("two nodes with eight links each")), explained(Fraction(10), [Fraction(8)])
(True, False)
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import combinations

import symroof.regexes as re
from symroof.checking.documents.prose import MANY
from symroof.checking.words.numerals import FEW, LARGE, SHARES, counted
from symroof.reading.measures import THOUSANDS, UNITS, plain_number

_JOINT = re.compile(
    r"\s?[x×*·]\s?|\s(?:times\s)?|\s(?:[A-Za-z][A-Za-z-]*,?\s){1,3}?(?:each\s|(?:each\s)?(?:of|at|for|with|taking|drawing)\s)"
    r"(?:~|about\s|some\s|only\s)?"
)
_OF_THE = re.compile(r"\s+of\s+(?:(?:an?|the|its|our|this|these|all)\s+)*")
_FOR = re.compile(r"\s*(?:for|with|over|across|per|on|in)\s+(?:all\s+(?:of\s+)?)?(?:an?\s+(?=[a-z]))?", re.I)
NEAR = Fraction(1, 40)  # how far a multiple may be off, for the roundings of two numbers
MAX_TOLD = 8  # counts of one sentence
MAX_PAIRED = 5  # of which any two may be multiplied
_SCALES = {**MANY, **{x: THOUSANDS[x] for x in "kKM"}}
_ONES = f"one|{FEW}|{LARGE}"
_LARGE = "hundred|thousand|million|billion|trillion|dozen"
_NUMERAL = rf"(?:half\s+a\s+dozen|(?:{_ONES}|{_LARGE})(?:[\s-](?:and\s+)?(?:{_ONES}|{_LARGE})\b)*)"
_SHARE = "|".join(sorted(SHARES, key=len, reverse=True))
_TWICE = {
    "both": 2, "twice": 2, "double": 2, "doubles": 2, "doubled": 2, "pair": 2, "pairs": 2, "couple": 2, "twofold": 2,
    "triple": 3, "triples": 3, "tripled": 3, "thrice": 3, "quadruple": 4, "halves": 2, "halved": 2, "duplex": 2,
}  # fmt: skip
_TOLD = re.compile(
    rf"\b(?:(?P<many>an?|{_ONES})[\s-])?(?P<share>{_SHARE})s?\b(?!-)"
    rf"|\b(?P<words>{_NUMERAL})(?=fold\b|s?\b)"
    rf"|\b(?P<twice>{'|'.join(sorted(_TWICE, key=len, reverse=True))})\b"
    r"|(?<![\w.,/:])(?P<top>\d{1,4})\s?[/:]\s?(?P<below>\d{1,4})(?![\w/:]|[.,]\d)"
    r"|(?<![\w.,])(?P<percent>\d+(?:\.\d+)?)\s?(?:%|percent\b|per\s+cent\b)"
    r"|(?:(?<![\w.,])|(?<=\b[x×]))(?P<n>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?!\d|[.,]\d)"
    r"(?P<scale>[kKM](?![\w/])|\s(?:thousand|million|billion|trillion)\b)?(?P<behind>[\s-]?[A-Za-zµμ]+)?",
    re.I,
)


def manifold(text: str) -> list[Fraction]:
    """The counts and shares that a text tells, in order; numbers with a unit of measure are none."""
    found = (_value(m) for m in _TOLD.finditer(text))
    return [x for x in found if x is not None and x > 0 and x != 1][:MAX_TOLD]


def explained(times: Fraction, told: Collection[Fraction]) -> bool:
    """Whether one number may be a multiple of another by a count or share of the text, or by two of them."""
    few = sorted({*told})[:MAX_TOLD]
    both = [x * y for x, y in combinations(few[:MAX_PAIRED], 2)]
    both += [x / y for x in few[:MAX_PAIRED] for y in few[:MAX_PAIRED] if x != y]
    return any(abs(times / k - 1) < NEAR for x in (*few, *both) for k in (x, 1 / x))


def counted_before(text: str) -> Fraction | None:
    """How many there are of what comes next, where a count right before says so: "eight copper lanes of".

    >>> [str(counted_before(t)) for t in ("It has eight NICs of ", "a thousand times ", "12 x ", "In 2024 we saw ")]
    ['8', '1000', '12', 'None']
    """
    told = [m for m in _TOLD.finditer(text) if m["n"] or m["words"] or m["twice"]]
    end = (told[-1].end() - len(told[-1]["behind"] or "")) if told else 0
    return _value(told[-1]) if told and _JOINT.fullmatch(text, end) else None


def taken_before(text: str) -> tuple[Fraction, int] | None:
    """The count, or the share, of what comes next, and where its words begin: "ten files of", "a tenth of the"."""
    last = next(reversed([*_TOLD.finditer(text)]), None)
    if last is None:
        return None
    n = counted_before(text)
    if n is None and (last["share"] or last["percent"] or last["top"]) and _OF_THE.fullmatch(text, last.end()):
        n = _value(last)
    return None if n is None else (n, last.start())


def counted_behind(text: str) -> Fraction | None:
    """How many of a thing words right behind a number say that it is of: "for all eight", "with 100 cameras".

    >>> [str(counted_behind(t)) for t in (" for all eight", " with 100 cameras", " between 3 retries", " per group")]
    ['8', '100', 'None', 'None']
    """
    begun = _FOR.match(text)
    told = _TOLD.match(text, begun.end()) if begun else None
    return _value(told) if told and (told["n"] or told["words"]) else None


def _value(m: re.Match[str]) -> Fraction | None:
    """The number that is told."""
    if m["share"]:
        many = (m["many"] or "one").lower()
        return Fraction(1 if many in ("a", "an") else int(counted(many)), SHARES[m["share"].lower()])
    if m["words"]:
        words = m["words"].lower()
        digits = counted(words if re.match(_ONES, words) or words.startswith("half") else f"one {words}")
        return Fraction(digits) if digits.isdigit() else None
    if m["twice"]:
        return Fraction(_TWICE[m["twice"].lower()])
    if m["top"]:
        return Fraction(int(m["top"]), int(m["below"])) if int(m["below"]) else None
    if m["percent"]:
        return Fraction(m["percent"]) / 100
    return None if _measured(m) else plain_number(m["n"]) * 10 ** _SCALES.get((m["scale"] or "").strip(), 0)


def _measured(m: re.Match[str]) -> bool:
    """Whether a unit of measure stands behind a number, with no hyphen that makes it a kind of thing: 64-bit."""
    behind = m["behind"] or ""
    unit = UNITS.get(behind.strip(" -"))
    return unit is not None and any(unit.dimension[:5]) and not behind.startswith("-")

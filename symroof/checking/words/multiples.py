"""Changes and multiples as sentences tell them: 10 per cent more, a third cheaper, grows fivefold, raises it by 50%.

>>> [(c.amount, c.fold, c.more) for c in changes("It is a third cheaper and grows fivefold.")]
[(Fraction(1, 3), False, False), (Fraction(5, 1), True, True)]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import symroof.regexes as re
from symroof.checking.words.lexicon import LARGER, SMALLER
from symroof.checking.words.numerals import DIGITS

MAX_FOUND = 200
_COUNTS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
    "twenty": 20, "fifty": 50, "hundred": 100,
}  # fmt: skip
_PARTS = {
    "half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4), "fifth": Fraction(1, 5),
    "sixth": Fraction(1, 6), "eighth": Fraction(1, 8), "tenth": Fraction(1, 10), "two thirds": Fraction(2, 3),
    "three quarters": Fraction(3, 4),
}  # fmt: skip
_VERBS = {"doubl": 2, "tripl": 3, "quadrupl": 4, "halv": 2}
UP = (
    r"ris(?:es?|ing)|rose|gr(?:ows?|ew|owing)|increas(?:es?|ed|ing)|climb(?:s|ed|ing)?|rais(?:es?|ed|ing)|go(?:es)?\s+up|"
    r"lengthen(?:s|ed|ing)?|multipl(?:y|ies|ied)"
)
DOWN = (
    r"f(?:alls?|ell|alling)|drop(?:s|ped|ping)?|shr(?:inks?|ank|inking)|decreas(?:es?|ed|ing)|declin(?:es?|ed|ing)|"
    r"reduc(?:es?|ed|ing)|lower(?:s|ed|ing)?|cut(?:s|ting)?|sav(?:es?|ed|ing)|shorten(?:s|ed|ing)?"
)
EITHER = r"improv(?:es?|ed|ing)|chang(?:es?|ed|ing)|gain(?:s|ed)?"
_ANY_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_PART = rf"(?:(?P<pct>{DIGITS})\s?(?:%|per\s?cent\b)|(?:an?\s|one\s)?(?P<part>{_ANY_PART}))"
_MORE = rf"(?P<more>{LARGER}|faster|slower)|(?P<less>{SMALLER})"
_NOUN = r"(?P<up>increase|rise|growth|increment)|(?P<down>saving|reduction|decrease|drop|loss|cut)"
_FOLD = rf"(?:(?P<n>{DIGITS})|(?P<w>{'|'.join(_COUNTS)}))(?:-?fold\b|[\s-]times\b|\s?[×x](?!\w))"
_FORMS = tuple(
    re.compile(p, re.I)
    for p in (
        rf"\b{_PART}\s(?:(?:{_MORE})\b|(?:{_NOUN})\b)",
        rf"\b(?:(?P<up>{UP})|(?P<down>{DOWN})|(?:{EITHER}))\s(?:(?!by\b)[a-z]+\s){{0,4}}?by\s(?P<about>[a-z]+\s)?(?:{_PART}(?![\w-])|"
        rf"a\sfactor\sof\s(?P<n>{DIGITS}))",
        rf"\b(?:(?P<up>{UP})|(?P<down>{DOWN}))\s(?:(?P<about>[a-z]+\s))?{_FOLD}",
        rf"\b(?P<down>sav(?:es?|ed|ing))\s(?P<about>[a-z]+\s)?{_PART}(?!\s(?:more|less|[a-z]+er)\b)(?![\w-])",
        r"\b(?:(?P<verb>doubl|tripl|quadrupl|halv)(?:es|ed|ing|e))\b",
    )
)
_ABOUT = re.compile(
    r"(?:about|around|roughly|nearly|almost|some|over|at\sleast|up\sto|more\sthan|less\sthan|under|only|[~≈])\s?\Z",
    re.I,
)
_EXACT = re.compile(r"only\s?\Z", re.I)
_HINT = re.compile(
    r"\d\s?(?:%|per\s?cent)|\b(?:third|quarter|half|fifth|sixth|eighth|tenth|thirds|quarters)\b|fold\b|\bfactor\b|times\b|\b(?:doubl|tripl|quadrupl|halv)",
    re.I,
    needs="%|cent|third|quarter|half|fifth|sixth|eighth|tenth|fold|factor|times|doubl|tripl|quadrupl|halv",
)


@final
@dataclass(frozen=True)
class Change:
    """A change that words tell: a part of something, or so many times it; ``more`` is None where it may be either."""

    amount: Fraction
    fold: bool
    more: bool | None
    about: bool
    place: Fraction  # the last digit that it is told to
    start: int
    end: int
    verb: str = ""

    def of(self, old: Fraction, new: Fraction, more: bool | None = None) -> Fraction:
        """What the change of two numbers is, told as this one is."""
        low, high = sorted((old, new))
        up = self.more if more is None else more
        return high / low if self.fold else high / low - 1 if up else 1 - low / high

    def near(self, value: Fraction, loose: Fraction) -> bool:
        """Whether a value is told by it, given how far the numbers of which it is may be off, as a part of it."""
        slack = self.place * Fraction(3, 5) + abs(value) * loose
        if self.about:
            slack += abs(self.amount) * Fraction(3, 20)
        return abs(self.amount - value) <= slack


def changes(text: str, start: int = 0, end: int | None = None) -> Iterator[Change]:
    """Every change that a stretch of text tells."""
    stop = len(text) if end is None else end
    if _HINT.search(text, start, stop) is None:
        return
    seen: set[int] = set()
    for form in _FORMS:
        for n, m in enumerate(form.finditer(text, start, stop)):
            if n > MAX_FOUND or m.end() in seen:
                break
            change = _change(text, m)
            if change is not None:
                seen.add(m.end())
                yield change


def _change(text: str, m: re.Match[str]) -> Change | None:
    g = m.groupdict()
    about = bool(_ABOUT.search(text, max(0, m.start() - 12), m.start())) or bool(
        g.get("about") and _ABOUT.search(g["about"])
    )
    only = _EXACT.search(text, max(0, m.start() - 12), m.start()) or (g.get("about") and _EXACT.search(g["about"]))
    about = about and not only
    more = True if g.get("more") or g.get("up") else False if g.get("less") or g.get("down") else None
    if g.get("verb"):
        verb = g["verb"].lower()
        amount = Fraction(_VERBS[verb])
        return Change(amount, True, verb != "halv", about, amount / 50, m.start(), m.end(), m[0])
    fold, place = False, Fraction(1, 100)
    if g.get("pct"):
        amount, place = Fraction(g["pct"].replace(",", "")) / 100, _place(g["pct"]) / 100
    elif g.get("part"):
        amount = _PARTS[g["part"].lower()]
        place = amount / 20
    else:
        fold = True
        amount = Fraction(g["n"].replace(",", "")) if g.get("n") else Fraction(_COUNTS[g["w"].lower()])
        place = _place(g["n"]) if g.get("n") else amount / 20
    return Change(amount, fold, more, about, place, m.start(), m.end(), m[0].split()[0]) if amount else None


def _place(number: str) -> Fraction:
    """What the last digit of a number counts."""
    return Fraction(1, 10 ** len(number.partition(".")[2]))

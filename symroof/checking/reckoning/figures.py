"""The numbers of running text, each with what it counts: 3,760 tokens per second, $2.50 an hour, two 64-byte vectors.

What a number counts is told by exponents of units and nouns: ("byte", 1), ("s", -1), ("token", -1); numbers of one
quantity have the same ones.  Tables, headings, code and formulas that end in no number are passed over.

>>> [f.kinds for f in figures("At 8 GB/s, 40 users read 2.5 million pages a day")]
[(('B', 1), ('s', -1)), (('user', 1),), (('page', 1), ('s', -1))]
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple, final

import symroof.regexes as re
from symroof.checking.documents.prose import BREAK, FORMULA
from symroof.checking.words.numerals import ONES, TENS, counted
from symroof.errors import SymroofError
from symroof.reading.measures import ATOMS, KIND, TEN_TO, THOUSANDS, Unit
from symroof.reading.quantity import Printed, number_at, quantity

MAX_FIGURES = 4000  # of one page
MAX_SAID = 80  # of one sentence
MAX_WORDS = 3  # from a number to the noun that it counts
Kinds = tuple[tuple[str, int], ...]

_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
}  # fmt: skip
_NUMBER = re.compile(
    r"\d(?:(?<![\w.,^/*×·+:#_§-]\d)|(?<=[.?!:] \*\d))(?<!\d \d)"
    r"(?:\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d,]\d)|\d*(?:\.\d+)?" + TEN_TO + r")(?![\d^:]|\.\d|,\d{3})"
)
_LEAD = re.compile(  # what may stand before a number and belong to it
    r"(?:(?<![\w.,^/*×·+:#_§-])|(?<=[.?!:] \*))(?<!\d )(?:[~≈]\s?)?(?P<money>\\?[$€£]\s?)?\Z"
)
_LEADS, _LEAD_LENGTH = frozenset("~≈$€£"), 6
_SPELT = re.compile(
    re.led_by([*(f"{ten}-(?:{ONES})" for ten in TENS.split("|")), *_WORDS], r"(?<![\w-])") + r"\b(?!-)", re.I
)
_MANY = re.compile(r"[ \n-]?(thousand|million|billion|trillion)s?\b(?!-)|(?:k|M|bn)(?![\w/])")
_SCALE = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "bn": 9, **{x: THOUSANDS[x] for x in "kM"}}
_WORD = re.compile(r"(?:[ \t]{1,2}|\n[ \t>]*(?!\s)|-|~|\\[,; ])?(?P<w>[^\W\d_]+(?:['’-][^\W\d_]+)*%?|%|[µμ]s)")
_UNIT = re.compile(r"(?:[ \t\n]|-|~|\\[,; ]){0,3}(?P<u>[A-Za-zµμ]+|%)(?![\w\ue000'’]|-[a-z])|(?:[ ]?)(?P<p>%)")
_CENT = re.compile(r"\s+per\s+cent\b")
_RATE = re.compile(r"/(?:s|sec|min|h|day)\b")  # 1200 req/s
_PER = re.compile(
    r"(?:\s?/\s?|\s+per\s+|\s+(?:in\s+)?(?=an?\s+(?:second|minute|hour|day|week|month|year|time|turn)\b)an?\s+|"
    r"\s+(?:for\s+)?(?:each|every)\s+(?:of\s+the\s+)?|\s+times\s+(?=a\s+second)a\s+)(?:single\s+)?",
)
_AND = re.compile(r"\s+and\s+(?:per\s+)?(?=[a-z]+\b)|-(?=(?:second|hour|day|month|year)s?\b)")
_HYPHEN = re.compile(r"-(?=(?:second|minute|hour|day|week|month|year)s?\Z)")
_TIMES_A = re.compile(r"\s+times\s+(?:a|per|each|every)\s+(second|minute|hour|day)\b")
NO_NOUN = frozenset(
    """
    a an the of and or in on at to is are was were be by for from with as per than that this these those it its we
    you they he she i our your their his her so then but if when while where which who times time more less fewer
    others other ones one each every all both half would will can could may might has have had does do did not no
    only just also still already about minus plus towards across over under between among within without during
    before after until since because against into onto out up down off again always never respectively apart long
    wide high deep old is's takes makes gives costs needs uses holds reads writes sends equals means leaves lies
    draws gets sees yields adds runs stays becomes serves fits percent thus hence such via versus vs whereas once
    saves twice us them him ours yours theirs bits bytes
    """.split()  # noqa: SIM905
)
_BREAKS = re.compile(rf"\n[ \t>]*\n|\n(?=[ \t>]*(?:[-*+•]|\d+[.)])\s)|\n(?=#)|{BREAK}(?!{BREAK})|\Z")
_SENTENCE = re.compile(r"[.!?][)\]\"'*”’]*(?=\s+[\"'(*“‘\[]*(?:[A-Z\d$~≈]|" + FORMULA + r"))|;(?=\s)")
_NOT_YET = re.compile(r"\b(?:e\.g|i\.e|cf|vs|approx|resp|Fig|Sec|Eq|No|ca|al|St|Mr|Dr)\.\Z")
_TABLE = re.compile(r"^(?:[ \t>]*(?:\|.*|#.*|[-+|: ]{3,}|\[[^\]\n]+\]:.*)|.{4000,})$", re.M)
_ITEM = re.compile(r"\d{1,3}[.)]\s")
_PADDED = re.compile(r" {1,24}(?= )")  # behind the number that a formula is: 2.6e10 for 2.6 \\times 10^{10}
_EURO = re.compile(r"\s?[€£](?!\w)")
_PRICE = re.compile(r"\$\d")


@final
@dataclass(frozen=True)
class Figure:
    """A number of the text: its value in base units, its digits, what it counts, and where it stands."""

    value: Fraction
    printed: Printed
    kinds: Kinds
    start: int
    end: int
    unit: str = ""  # as written
    noun: str = ""  # what is counted, in the singular
    word: bool = False  # told in letters
    scale: Fraction = Fraction(1)

    @cached_property
    def physical(self) -> Kinds:
        """Its units, nouns left out."""
        return tuple(k for k in self.kinds if k[0] in _PHYSICAL)

    @property
    def bits(self) -> bool:
        return _BITS.match(self.unit) is not None

    def has(self, name: str) -> int:
        return dict(self.kinds).get(name, 0)


_BASES = ("B", "FLOP", "s", "J", "$")
_PHYSICAL = frozenset((*_BASES, "%", "cycle"))
_BITS = re.compile(r"(?:[kMGTP]i?)?(?:b(?![a-z])|bps\b|bits?\b)|(?:kilo|mega|giga|tera)bits?")


def combined(a: Kinds, b: Kinds, power: int = 1) -> Kinds:
    """What a product, or a quotient, of two numbers counts."""
    out = dict(a)
    for name, e in b:
        out[name] = out.get(name, 0) + power * e
    return tuple(sorted((n, e) for n, e in out.items() if e))


@lru_cache(maxsize=4096)
def singular(word: str) -> str:
    """A noun in the singular, one spelling for each."""
    w = word.lower()
    if w.endswith("ies") and len(w) > 4:
        return w[:-3] + "y"
    if w.endswith(("ches", "shes", "sses", "xes")):
        return w[:-2]
    kept = w.endswith(("ss", "is")) or (w.endswith("us") and not w.endswith("pus"))  # GPUs, bus
    return w[:-1] if w.endswith("s") and not kept else w


@lru_cache(maxsize=4096)
def _measure(word: str) -> tuple[Kinds, Fraction] | None:
    """The units that a word stands for, and how many base units it is; None for a noun."""
    unit: Unit | None = ATOMS.get(word)
    if unit is None or word in ("k", "K", "M", "G", "T", "P", "E", "b", "operations", "ops", "OPs", "OP", "OPS", "ct"):
        return None
    if not unit.dimension and word in ("%", "percent"):
        return (("%", 1),), Fraction(1, 100)
    if len(unit.dimension) > 5 and unit.dimension[5]:
        kind = "cycle" if KIND.get(word) == "cycle" else None
        return ((("cycle", 1),), Fraction(1)) if kind else None
    kinds = tuple(sorted((n, e) for n, e in zip(_BASES, unit.dimension) if e))
    if word.endswith(("Hz", "hz")):
        kinds = (("cycle", 1), ("s", -1))
    return (kinds, unit.scale) if kinds else None


class _Reader:
    """Reads what stands behind one number."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.kinds: Kinds = ()
        self.scale = Fraction(1)
        self.noun = ""

    def read(self) -> None:
        if (rate := _TIMES_A.match(self.text, self.at)) is not None:  # 4.8 billion times a second
            self._below(rate[1], rate.end())
            return
        if not self._unit():
            self._counted()
        for _ in range(3):
            if not self._per():
                break

    def _unit(self) -> bool:
        if (cent := _CENT.match(self.text, self.at)) is not None:
            self.kinds, self.scale = combined(self.kinds, (("%", 1),)), self.scale / 100
            self.at = cent.end()
            return True
        m = _UNIT.match(self.text, self.at)
        word = (m["u"] or m["p"]) if m else ""
        found = _measure(word) if m and not (len(word) == 1 and m.group()[0] == "\n") else None
        if m is None or found is None:
            return False
        self.kinds, self.scale = combined(self.kinds, found[0]), self.scale * found[1]
        self.at = m.end()
        return True

    def _counted(self) -> None:
        """A noun within a few words: the first plural, or the only word."""
        at = self.at
        for _ in range(MAX_WORDS):
            m = _WORD.match(self.text, at)
            if m is None or m["w"].lower() in NO_NOUN:
                return
            at, word = m.end(), m["w"]
            if (
                word.lower() == "people"
                or _RATE.match(self.text, at)
                or (word.endswith("s") and not word.endswith(("ss", "'s", "’s", "us", "ous")))
            ):
                self.noun = "FLOP" if word.lower() in ("operations", "ops") else singular(word)
                self.kinds, self.at = combined(self.kinds, ((self.noun, 1),)), at
                return

    def _per(self) -> bool:
        m = _PER.match(self.text, self.at)
        again = m is None and any(e < 0 for _, e in self.kinds)
        m = _AND.match(self.text, self.at) if again else m
        word = _WORD.match(" " + self.text[m.end() : m.end() + 24]) if m else None
        if m is None or word is None:
            return False
        if again and _measure(word["w"]) is None and word["w"].lower() in NO_NOUN:
            return False
        if again and self.text[m.end() + len(word["w"]) :][:1] not in (" ", ",", ".", ";", ":", "\n", ")", ""):
            return False
        return self._below(word["w"], m.end() + len(word["w"]))

    def _below(self, word: str, end: int) -> bool:
        many = _SCALE.get(singular(word))
        if many is not None:
            self.scale /= Fraction(10) ** many
            self.at = end
            after = _WORD.match(self.text, end)
            for _ in range(MAX_WORDS):
                if after is None or after["w"].lower() in NO_NOUN:
                    return True
                word, end = after["w"], after.end()
                if word.endswith("s") or _measure(word):
                    break
                after = _WORD.match(self.text, end)
        for part in _HYPHEN.split(word):
            found = _measure(part)
            if found is not None:
                self.kinds, self.scale = combined(self.kinds, found[0], -1), self.scale / found[1]
            elif part.lower().replace("’", "'").partition("'")[0] in NO_NOUN:  # 32 slots each we've got
                return False
            elif singular(part) != "direction":
                self.kinds = combined(self.kinds, ((singular(part), 1),), -1)
        self.at = end
        return True


class _Number(NamedTuple):
    """Where a number stands, in digits or spelt, and whether a sign of money leads it."""

    start: int
    end: int
    text: str
    spelt: bool = False
    money: bool = False


def _figure(text: str, m: _Number) -> Figure | None:
    if m.spelt:
        printed = quantity(counted(m.text.lower())).printed
    else:
        found = number_at(m.text, 0)
        if found is None or found[1] != len(m.text):
            return None
        printed = found[0]
    padded = _PADDED.match(text, m.end) if "e" in m.text and not m.spelt else None
    r = _Reader(text, padded.end() if padded else m.end)
    many = _MANY.match(text, r.at)
    if many is not None and not (many.group() == "M" and m.spelt):
        r.scale *= Fraction(10) ** _SCALE[(many[1] or many.group()).lower() if many[1] else many.group()]
        r.at = many.end()
    euros = None if m.spelt else _EURO.match(text, r.at)
    if m.money or euros:
        r.kinds, r.at = (("$", 1),), euros.end() if euros else r.at
        r._per() and r._per()
    else:
        r.read()
    if text[r.at : r.at + 1] in ("^", "²", "³", "*", "/") or text[r.at : r.at + 2] in ("**",):
        return None
    scaled = printed.scaled(r.scale, text[m.start : r.at].strip())
    unit = text[m.end : r.at].strip(" \n-~")
    return Figure(scaled.value, scaled, r.kinds, m.start, r.at, unit, r.noun, m.spelt, r.scale)


def figures(text: str) -> list[Figure]:
    """Every number of a text, in order."""
    out: list[Figure] = []
    last = 0
    for m in _numbers(text)[:MAX_FIGURES]:
        numbered = _ITEM.match(text, m.start) and not text[text.rfind("\n", 0, m.start) + 1 : m.start].strip()
        if m.start < last or numbered:
            continue
        try:
            f = _figure(text, m)
        except SymroofError:
            f = None
        if f is not None:
            out.append(f)
            last = max(last, m.end)
    return out


def _numbers(text: str) -> list[_Number]:
    """What may be a number in digits, with what leads it, or one in words."""
    out = [_Number(m.start(), m.end(), m.group(), True) for m in _SPELT.finditer(text)]
    for m in _NUMBER.finditer(text):
        start, money = m.start(), False
        if not _LEADS.isdisjoint(text[max(0, start - 2) : start]):
            lead = _LEAD.search(text, max(0, start - _LEAD_LENGTH), start)
            if lead is not None:
                start, money = lead.start(), lead["money"] is not None
        out.append(_Number(start, m.end(), m.group(), money=money))
    return sorted(out)


@final
@dataclass(frozen=True)
class Sentence:
    """A sentence with its numbers, and which paragraph and section it stands in."""

    start: int
    end: int
    figures: tuple[Figure, ...]
    paragraph: int
    section: int


def plain(text: str, written: str = "", spans: tuple[int, ...] = ()) -> str:
    """A page's text without its tables, headings and overlong lines, each character in its place; prices as written."""
    out = _TABLE.sub(lambda m: " " * len(m.group()), text)
    if "$" not in written:
        return out
    starts, chars = frozenset(spans), list(out)
    for m in _PRICE.finditer(written):
        if m.start() not in starts and chars[m.start() : m.end()] == [" ", m.group()[1]]:
            chars[m.start()] = "$"
    return "".join(chars)


def sentences(text: str, headings: list[int]) -> list[Sentence]:
    """The sentences of a text that hold numbers."""
    found = figures(text)
    ends = [m.end() for m in _SENTENCE.finditer(text) if not _NOT_YET.search(text, max(0, m.start() - 8), m.end())]
    blank = [m.start() for m in re.finditer(rf"\n[ \t>]*\n|{BREAK}{{3,}}", text)]
    cuts = sorted({*ends, *(m.start() for m in _BREAKS.finditer(text)), len(text)})
    out: list[Sentence] = []
    i = start = 0
    for cut in cuts:
        j = i
        while j < len(found) and found[j].start < cut:
            j += 1
        if j > i:
            here = tuple(found[i : min(j, i + MAX_SAID)])
            out.append(
                Sentence(start, cut, here, bisect_right(blank, here[0].start), bisect_right(headings, here[0].start))
            )
        i, start = j, cut
    return out


def renamed(f: Figure, kinds: Kinds) -> Figure:
    """A number that counts what the words around it say."""
    return replace(f, kinds=kinds)

"""Numbers that follow from those told just before them, by what they count alone; and all that sentences reckon.

A number is called wrong where one product or quotient of the numbers before it counts the same, the words say that it
follows, and a plain slip, which luck would not bring about, makes it of that value; where any other numbers of the
section explain it, nothing is said.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "A card draws 1.3 kW and writes 3,760 tokens per second. That is {} J per token."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in ("0.35", "3.46", "2.89", "0.5")]
[['rounded'], ['wrong'], ['wrong'], []]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, pairwise
from typing import final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.documents.asread import HEADING, unspoken
from symroof.checking.documents.material import Material
from symroof.checking.documents.prose import remarks_only
from symroof.checking.documents.spans import Page
from symroof.checking.documents.statement import Statement
from symroof.checking.reckoning.apiece import APIECE
from symroof.checking.reckoning.changed import changed
from symroof.checking.reckoning.clocked import clocked
from symroof.checking.reckoning.figures import Figure, Kinds, Sentence, combined, plain, renamed, sentences, singular
from symroof.checking.reckoning.manifold import explained, manifold
from symroof.checking.reckoning.multiplied import multiplied
from symroof.checking.reckoning.opposed import OPPOSED
from symroof.checking.reckoning.patterned import patterned
from symroof.checking.reckoning.percents import PERCENTS
from symroof.checking.reckoning.products import closed
from symroof.checking.reckoning.recalled import Recalled
from symroof.checking.reckoning.reckoned import ABOUT, WITHIN, Reckoned, between, listed, shares
from symroof.checking.reckoning.referred import referred
from symroof.checking.reckoning.scaled import BESIDE
from symroof.checking.reckoning.sentences import in_prose, with_results
from symroof.checking.reckoning.slips import (
    EIGHTS,
    TENS,
    Slip,
    agrees,
    as_written,
    coarse,
    right_one,
    slipped,
    tolerance,
    window,
    wrong_one,
)  # fmt: skip
from symroof.checking.reckoning.upended import upended
from symroof.checking.reckoning.worked import ADDED
from symroof.reading.measures import POWERS_OF_1000

MAX_OPERANDS = 8
MAX_SECTION = 40  # numbers of a section that may explain another
BACK = 2  # sentences
ROUGH = Fraction(6, 100)  # roundings of numbers that make too much right
ALIKE: tuple[Slip, ...] = tuple((Fraction(1000) ** k, "") for k in (0, 1, -1))
_HEADING = re.compile(r"^[ \t>]*#{1,6}\s", re.M)
_CUE = re.compile(
    r"\b(?:that(?:'s|’s| is| means)|(?:this|it|which) is|makes?|making|gives?|giving|so|thus|hence|therefore|"
    r"takes?|needs?|allows?|permits?|sustains?|comes to|works out (?:to|at)|costs?|amounts? to|i\.e\.,?|or|sends?|"
    r"moves?|pays?|yields?|occup(?:y|ies)|fills?|total(?:s|ling)?|good for|draws?|reads?|writes?|produces?|delivers?)\b"
    r"[^.;:\n]{0,30}\Z",
    re.I,
)
_RATED = re.compile(  # a disk that reads 400 MB/s does so whatever follows
    rf"(?<!,)\s(?:that|which)\s+(?:sends?|moves?|draws?|reads?|writes?|produces?|delivers?)\s+{ABOUT}\Z", re.I
)
_APPOSED = re.compile(rf"(?:[,:;]|\s[–—(])\s*{ABOUT}")
_LISTED = re.compile(r"\s*[-*+•]\s")
_APIECE = re.compile(r"\s+(?:each|apiece)\b")
_TIMES = " times "  # between two counts that are told as one
_BY_EIGHT = re.compile(r"\bdivi(?:d\w+|sion)\s+by\s+(?:eight|8)\b")  # what stands behind it is the value in bytes
_WITH_EACH = re.compile(r",?\s+(?:(?P<each>each)\s+)?(?:with|of|having|and)\s+")
_MOVING = re.compile(
    r"\s*to\s+(?:cop|mov|read|writ|load|sen[dt]|transfer|transmit|scan|stream|fetch|push|pull|ship|serialize|upload|download|fill|drain)"
)  # and not to start, or to unpack
_UNITS = {"flop": "FLOP", "byte": "B"}
_UNIT_COSTS = re.compile(
    rf"\b(?:an?|one|each|every)\s+(?P<unit>FLOP|byte)\s+(?:then\s+|thus\s+)?(?:costs?|takes?|needs?)\s+{ABOUT}\Z", re.I
)
_EACH_PARAMETER = re.compile(
    rf"\bFLOPs?\s+per\s+(?:parameter|weight)\s+(?:are|is|makes?|gives?|come\s+to)\s+{ABOUT}\Z", re.I
)
_SHORTENED = re.compile(
    r"\b(?:each|every|both|half|quarter|two|three|four|six|eight|ten|twelve|sixteen|several|many|all|links|ports|lanes|NICs|rails|"
    r"parallel|concurrent\w*|stripe\w*|bond\w*|compress\w*|quantiz\w*|shard\w*|split|shared?|overlap\w*|hid(?:e|den)|if|would|"
    r"could|not|never|wrong\w*|instead|claim\w*|part|first|only|delta|layer\w*|per|another|other)\b|n['’]t\b|\?",
    re.I,
)
_LIKEWISE = re.compile(r",?\s+(?:and|so)\s+(?:the|all|our)\s+(?:[a-z-]+\s+){1,3}")
_SUBJECT = re.compile(
    r"\b(?:an?|one|each|every|a single)\s+(?:[a-z-]+\s+){0,2}?(?P<noun>[a-z]+)\s+(?:then\s+|thus\s+|still\s+)?"
    r"(?:takes?|needs?|has|costs?|uses?|moves?|holds?|draws?|reads?|writes?|sends?|requires?|occupies|returns?)\s+"
    + ABOUT
    + r"\Z",
    re.I,
)
_TENFOLD = re.compile(r"\b(?:orders?\s+of\s+magnitude|of which|a fraction)\b", re.I)  # no cache makes a thousandth
_MANIFOLD = re.compile(
    r"\b(?:orders?\s+of\s+magnitude|in parallel|concurrent\w*|overlap\w*|compress\w*|cached?|of which|a fraction|"
    r"shared?|split|sharded|duplex|parity)\b",
    re.I,
)
_DOUBT = re.compile(
    r"\b(?:wrong\w*|mistak\w*|errors?|typos?|na[iï]ve\w*|claim\w*|advertis\w*|marketing|instead of|rather than|not|"
    r"cannot|never|if\s+(?:it|they|we)\s+were|supposed(?:ly)?|confus\w*|slip|off by|too (?:large|small|high|low))\b|"
    r"n['’]t\b|\?",
    re.I,
)
_WRONG = re.compile(r"\b(?:wrong\w*|mistak\w*|errors?|typos?|claim\w*)\b|\?", re.I)
_WOULD = re.compile(r"\bwould\b", re.I)
_SO = re.compile(r"(?<=[,;])\s+(?:and\s+)?(?:so|hence|thus|therefore)\s+(?!that\b)")
_ASIDE = re.compile(  # the arithmetic does not matter: 2 FLOPs ...
    r"[^.;:?]{0,80}\b(?:do(?:es)?|did|is|are|will|need)(?:\s+not|n['’]t)\s+(?:matter|help|hurt|change|bind|dominate|limit|"
    r"surpris\w+|worry)\b[^.;:?\d]{0,60}:"
)
_REFUTED = re.compile(
    r"\b(?:wrong\w*|mistak\w*|errors?|typos?|claim\w*|impossible|cannot|supposed(?:ly)?|(?:not|n['’]t)\s+(?:be|so|true|right|"
    r"correct|believe|trust|add\s+up|hold))\b|n['’]t\s+(?:be|so|true|right|add\s+up|hold)\b|\?",
    re.I,
)  # what follows may refute the number itself
_DENIED = re.compile(_DOUBT.pattern.replace("instead of|rather than|", ""), re.I)


def reckonings(m: Material) -> Iterator[Statement]:
    """What the sentences of a document reckon, and what follows from their numbers."""
    for page, dark in zip(m.pages, m.darks):
        if not any(c.isdigit() for c in page.text):
            continue
        text = _prose(m, page, dark)
        heading = HEADING if page.tex else _HEADING
        said = sentences(text, [h.start() for h in heading.finditer(page.text)])
        seen: set[int] = set()
        wrong: set[int] = set()
        for r in chain(_all(text, said, wrong), upended(page.text, said), Recalled(text, said, page.text).findings()):
            v = r.verdict
            if r.end in seen or (not v.ok and _doubted(text, said, r.start, v.code)):
                continue
            seen.add(r.end)
            if not v.ok:
                wrong.add(r.end)
            told = in_prose(m, page, dark, (r.start, r.end), v, r.rule)
            if v.ok or told.item.role != "denied":
                yield told


def _prose(m: Material, page: Page, dark: str) -> str:
    """A page's running text: no code, no tables, no headings, with the results of its formulas."""
    text = plain(with_results(m, page, dark), page.text, tuple(s.start for s in page.spans))
    if page.tex:
        chars = list(text)
        for start, end in unspoken(page.text):
            chars[start:end] = re.sub(r"[^\n]", " ", text[start:end])
        text = "".join(chars)
    for b in page.blocks:
        if b.kind == "front" or (b.kind == "fence" and not remarks_only(b)):
            text = text[: b.start] + re.sub(r"[^\n]", " ", text[b.start : b.end]) + text[b.end :]
    return text


def _all(text: str, said: list[Sentence], wrong: set[int]) -> Iterator[Reckoned]:
    """What every rule finds; nothing follows from a number that was called wrong."""
    for s in said:
        for rule in (*WITHIN, *PERCENTS, patterned):
            yield from rule(text, s)
    for i in range(len(said)):
        for beside in (*OPPOSED, multiplied, changed, referred, *APIECE, *BESIDE):
            yield from beside(text, said, i)
    yield from clocked(text, said)
    for one, two in pairwise(said):
        if one.paragraph == two.paragraph:
            yield from shares(text, one, two)
            yield from proportions(text, one, two)
    yield from listed(text, said)
    yield from Follows(text, said, wrong).findings()
    for i in range(len(said)):
        yield from closed(text, said, i)


def _doubted(text: str, said: list[Sentence], at: int, code: str) -> bool:
    """Whether the sentence of a number says that something is not so, or asks."""
    i = bisect_left(said, at, key=lambda s: s.end)
    if code in ("pattern", "referred"):
        return False  # an error budget is none, and what refers has looked at its words
    if i == len(said):
        return False
    if code == "fits":  # which may say that it does not
        return bool(_WRONG.search(text, said[i].start, said[i].end + 1) or _WOULD.search(text, at, said[i].end))
    doubt = _DENIED if code in ("compared", "opposed", "percentage", "misses", "times", "recalled") else _DOUBT
    so = _SO.search(text, at, said[i].end)  # 439 GB/s, which is more than the 460.8, so 15 cores are not enough
    end = so.start() if so and not _REFUTED.search(text, so.end(), said[i].end + 1) else said[i].end + 1
    aside = _ASIDE.match(text, said[i].start, at)
    return doubt.search(text, aside.end() if aside else said[i].start, end) is not None


# -- what follows -----------------------------------------------------------------------------------------------------


@final
@dataclass(frozen=True)
class Way:
    """A product or quotient of two numbers."""

    a: Figure
    b: Figure
    times: bool
    value: Fraction

    @property
    def words(self) -> str:
        one, two = (" ".join(f.printed.text.split()) for f in (self.a, self.b))
        return f"{one} times {two}" if self.times else f"{one} over {two}"


@final
class Follows:
    """The numbers of a page that follow from those before them."""

    def __init__(self, text: str, said: list[Sentence], wrong: set[int]) -> None:
        self.text, self.said, self.wrong = text, said, wrong

    @cached_property
    def sections(self) -> dict[int, list[Figure]]:
        """The numbers of each section."""
        out: dict[int, list[Figure]] = {}
        for s in self.said:
            out.setdefault(s.section, []).extend(s.figures)
        return out

    def findings(self) -> Iterator[Reckoned]:
        for i, s in enumerate(self.said):
            before: list[Figure] = []
            for r in self.said[max(0, i - BACK) : i]:
                if r.paragraph == s.paragraph or (r is self.said[i - 1] and r.section == s.section):
                    before += r.figures
            for k, f in enumerate(s.figures):
                follows, beside = self._concluded(s, k) if f.kinds and not f.word and not f.has("%") else (False, None)
                if follows:
                    told = [*before, *s.figures[:k]][-MAX_OPERANDS:]
                    told += self._also(f, told)
                    f = self._for_one(f)
                    ways = self._all_ways(f, told, beside)
                    alone = beside is not None and all(e > 0 for n, e in beside.kinds if n != "s")
                    yield from self._judged(f, told, ways, self._list_from(i) if alone else 0)

    def _for_one(self, f: Figure) -> Figure:
        """What a FLOP costs, as so much per FLOP; what a token takes by the parameters, as what all of these take."""
        m = _UNIT_COSTS.search(self.text, max(0, f.start - 40), f.start) if len(f.kinds) == 1 and f.physical else None
        if m is not None and (unit := _UNITS[m["unit"].lower()]) not in dict(f.kinds):
            return renamed(f, combined(f.kinds, ((unit, 1),), -1))
        each = _EACH_PARAMETER.search(self.text, max(0, f.start - 48), f.start)
        return renamed(f, (("FLOP", 1),)) if each and f.kinds == (("FLOP", 1), ("token", -1)) else f

    def _list_from(self, i: int) -> int:
        """Where a sentence begins, or the item before it of its list: 117.4 MB on the wire; at 400 GB/s: 294 µs."""
        one, two = self.said[max(0, i - 1)], self.said[i]
        items = one.paragraph == two.paragraph and all(_LISTED.match(self.text, s.start) for s in (one, two))
        return one.start if items and len(two.figures) == 2 else two.start

    def _also(self, said: Figure, told: list[Figure]) -> list[Figure]:
        """Numbers that count more than they say: what one thing takes, a price that was told by the hour, the count."""
        out = [g for f in told if (g := self._by_subject(f)) is not None]
        out += [g for a, b in pairwise(told) if (g := self._of_the_same(a, b)) is not None]
        out += [g for a, b in pairwise(told) if (g := self._all_of(a, b)) is not None]
        out += [
            g for f in told if f.kinds == (("$", 1),) for g in self.prices.get(f.value, [])[:1] if g.start < f.start
        ]
        below = {n for f in told for n, e in f.kinds if e < 0 and n not in dict(said.kinds)}
        for noun in sorted(below - {"s", "cycle"}):
            counts = self.counts.get(noun, [])
            if (
                counts
                and len({f.value for f in counts}) == 1
                and counts[0].start < said.start
                and counts[0] not in told
            ):
                out.append(counts[0])
        return out

    def _of_the_same(self, a: Figure, b: Figure) -> Figure | None:
        """12.7 billion parameters and 0.3 billion, which are parameters, too."""
        bare = not b.kinds and b.scale == a.scale >= 10**6 and a.noun and a.kinds == ((a.noun, 1),)
        return replace(b, kinds=a.kinds, noun=a.noun) if bare else None

    def _all_of(self, a: Figure, b: Figure) -> Figure | None:
        """How many five stacks with 1,024 pins each have."""
        counts = a.noun and b.noun and a.kinds == ((a.noun, 1),) and b.kinds == ((b.noun, 1),) and a.noun != b.noun
        gap = between(self.text, a, b) if counts else ""
        each = _WITH_EACH.fullmatch(gap)
        if each is None or not (each["each"] or _APIECE.match(self.text, b.end)):
            return None
        one, other = (" ".join(f.printed.text.split()) for f in (a, b))
        return replace(b, value=a.value * b.value, printed=b.printed.scaled(a.value, f"{one}{_TIMES}{other}"))

    def _by_subject(self, f: Figure) -> Figure | None:
        m = _SUBJECT.search(self.text, max(0, f.start - 70), f.start) if f.physical else None
        if m is None or f.has(singular(m["noun"])):
            return None
        return renamed(f, combined(f.kinds, ((singular(m["noun"]), 1),), -1))

    @cached_property
    def prices(self) -> dict[Fraction, list[Figure]]:
        """The prices by the hour, by their numbers."""
        out: dict[Fraction, list[Figure]] = {}
        for f in (f for s in self.said for f in s.figures if f.kinds == (("$", 1), ("s", -1))):
            out.setdefault(f.printed.value / f.scale * _cents(f), []).append(f)
        return out

    @cached_property
    def counts(self) -> dict[str, list[Figure]]:
        """What is counted on a page, by its noun."""
        out: dict[str, list[Figure]] = {}
        for f in (f for s in self.said for f in s.figures if f.kinds == ((f.noun, 1),)):
            out.setdefault(f.noun, []).append(f)
        return out

    def _concluded(self, s: Sentence, k: int) -> tuple[bool, Figure | None]:
        """Whether the words before a number say that it follows; the number from which, where it is set behind that."""
        last = s.figures[k - 1].end if k else s.start
        f = s.figures[k]
        cue = _CUE.search(self.text, max(last, f.start - 60), f.start)
        if cue is not None and _RATED.search(self.text, max(last, cue.start() - 8), cue.end()):
            return False, None
        if cue is not None or _EACH_PARAMETER.search(self.text, max(last - 24, f.start - 48), f.start):
            return True, None
        if (
            k
            and s.figures[k - 1].physical == f.physical
            and _LIKEWISE.fullmatch(between(self.text, s.figures[k - 1], f))
        ):
            return self._concluded(s, k - 1)[0], None  # a rack needs 42 kW and the hall 2 MW
        beside = s.figures[k - 1] if k else None  # two operations per parameter, 68 GFLOP; 240 MB in 1.6 s, 150 MB/s
        if beside is None or not beside.kinds or not _APPOSED.fullmatch(between(self.text, beside, f)):
            return False, None
        return True, beside

    def _all_ways(self, said: Figure, told: list[Figure], beside: Figure | None) -> list[Way]:
        """The ways to a number from those told before it."""
        known = [f for f in told if f.end not in self.wrong]
        ways = [w for w in _ways(said.kinds, known) if w.a.start != w.b.start]
        ways = [w for w in ways if said.physical or any(e < 0 for f in (w.a, w.b) for _, e in f.kinds)]
        if _APIECE.match(self.text, said.end):
            counts = [f for f in known if f.noun and f.kinds == ((f.noun, 1),)]
            ways += [Way(a, n, False, a.value / n.value) for a in known if a.kinds == said.kinds for n in counts]
        return ways if beside is None else [w for w in ways if beside.start in (w.a.start, w.b.start)]

    def _judged(self, said: Figure, told: list[Figure], ways: list[Way], start: int) -> Iterator[Reckoned]:
        """The verdict on a number; it is wrong only by numbers that stand behind ``start``."""
        right = [w for w in ways if agrees(said, w.value, min(tolerance(w.a, w.b, said), ROUGH))]
        if right:
            w = right[0]
            why = f"{w.words} is {as_written(said, w.value)}"
            yield Reckoned(right_one(said, w.value, why, "follows"), "follows", said.start, said.end)
            return
        near = _nearest(_of_all([w for w in ways if min(w.a.start, w.b.start) >= start]))
        if len({w.value for w in near}) != 1:
            return
        if _as_bytes(said, near[0]) and not self._shared(said) and not ADDED.match(self.text, said.end):
            w, bits = near[0], "the 8 bits of a byte"
            why = f"{w.words} is {as_written(said, w.value)}"
            yield Reckoned(wrong_one(said, w.value, why, "follows", bits), "follows", said.start, said.end)
            return
        if said.printed.digits < 2:
            return
        w, x = near[0], tolerance(near[0].a, near[0].b, said)
        if w.value and abs(said.value / w.value - 1) <= coarse(said):
            return  # 30,000 a second, of a million in 30 s
        slip = None if self._added(said, w) else self._slip(said, w, x)
        sure = _EACH_PARAMETER.search(self.text, max(0, said.start - 48), said.start) and slip == "a factor left out"
        if slip is not None and (sure or not self._told(said, w)) and not self._explained(said, told):
            why = f"{w.words} is {as_written(said, w.value)}"
            yield Reckoned(wrong_one(said, w.value, why, "follows", slip), "follows", said.start, said.end)

    def _shared(self, said: Figure) -> bool:
        """Whether words around a time make a transfer shorter than a link allows."""
        i = bisect_left(self.said, said.start, key=lambda s: s.end)
        return _SHORTENED.search(self.text, self.said[max(0, i - 1)].start, self.said[i].end + 1) is not None

    def _added(self, said: Figure, w: Way) -> bool:
        """Whether what stands behind a number makes it another one; what a time is spent on makes none shorter."""
        m = ADDED.match(self.text, said.end)
        spent = (
            m is not None
            and _MOVING.match(self.text, m.start()) is not None
            and said.kinds == (("s", 1),)
            and said.value < w.value
        )
        return m is not None and not spent

    def _slip(self, said: Figure, w: Way, loose: Fraction) -> str | None:
        """The slip that made a number of a value, but one that luck may have brought about."""
        fine = said.printed.digits > 2
        slips = (EIGHTS if said.bits or w.a.bits or w.b.bits else ()) + TENS
        if (found := slipped(said, w.value, window(said), slips)) is not None:
            return found
        turned = w.a.value * w.b.value if not w.times else w.a.value / w.b.value
        for other in (turned, w.b.value / w.a.value):
            if slipped(said, other, window(said), ALIKE, 2) is not None:
                return "a fraction upside down"
        if w.times and any(_left_out(said, f, loose) for f in (w.a, w.b)):
            return "a factor left out"
        swapped = fine and digits.misprinted(said.printed, w.value, swapped=True)
        return "two digits" if swapped else None

    def _in_bytes(self, said: Figure, f: Figure) -> bool:
        """Whether a number is what another one is in bytes, or the eight by which it is divided for that."""
        return said.end <= f.start < said.end + 80 and _BY_EIGHT.search(self.text, said.end, f.end) is not None

    def _told(self, said: Figure, w: Way) -> bool:
        """Whether the value stands near by, or a count of as many as the slip is: the number is another quantity."""
        i = bisect_left(self.said, said.start, key=lambda s: s.end)
        near = [f for s in self.said[max(0, i - BACK) : i + 2] for f in s.figures if f.start != said.start]
        near = [f for f in near if not self._in_bytes(said, f)]
        if any(f.physical == said.physical and f.value and agrees(f, w.value, Fraction(0)) for f in near):
            return True
        q = said.value / w.value
        many = max(q, 1 / q)
        here = self.text[self.said[max(0, i - 1)].start : self.said[i].end]
        counted = any(not f.physical and abs(f.value / many - 1) < Fraction(1, 50) for f in near if f not in (w.a, w.b))
        start = self.said[max(0, i - 1)].start
        rest = _BY_EIGHT.sub(" ", _blanked(here, start, (w.a, w.b, said)))
        if counted or explained(q, manifold(rest)):
            return True
        words = _TENFOLD if any(abs(many / k - 1) < Fraction(1, 100) for k in POWERS_OF_1000) else _MANIFOLD
        return abs(q - 1) > 0 and words.search(here) is not None

    def _explained(self, said: Figure, told: list[Figure]) -> bool:
        """Whether other numbers of the section make the number: it is another quantity."""
        i = bisect_left(self.said, said.start, key=lambda s: s.end)
        here = self.sections[self.said[i].section]
        at = bisect_left(here, said.start, key=lambda f: f.start)
        near = [
            f for f in here[max(0, at - MAX_SECTION) : at + 12] if f.start != said.start and not self._in_bytes(said, f)
        ]
        for a, b in combinations(near, 2):
            if a in told and b in told:
                continue
            for kinds, value in _both(a, b):
                if kinds == said.physical and agrees(said, value, Fraction(0)):
                    return True
        return any(f.physical == said.physical and f.value == said.value for f in near)


def _blanked(text: str, start: int, figures: tuple[Figure, ...]) -> str:
    """A stretch of text with blanks for some of its numbers."""
    for f in figures:
        a, b = max(0, f.start - start), max(0, f.end - start)
        text = text[:a] + " " * (min(b, len(text)) - min(a, len(text))) + text[b:]
    return text


def _nearest(ways: list[Way]) -> list[Way]:
    """The ways by the last number told of each kind."""
    last: dict[Kinds, int] = {}
    for f in (f for w in ways for f in (w.a, w.b)):
        last[f.kinds] = max(last.get(f.kinds, 0), f.start)
    return [w for w in ways if last[w.a.kinds] == w.a.start and last[w.b.kinds] == w.b.start]


def _of_all(ways: list[Way]) -> list[Way]:
    """The ways without those by the pins of one stack, where there are some by the pins of all five."""
    whole = {f.start for w in ways for f in (w.a, w.b) if _TIMES in f.printed.text}
    return [w for w in ways if not any(f.start in whole and _TIMES not in f.printed.text for f in (w.a, w.b))]


def _as_bytes(said: Figure, w: Way) -> bool:
    """Whether a time is an eighth of what a link takes, its bits a second read as bytes, which nothing can be."""
    bits = w.a.kinds == (("B", 1),) and w.b.kinds == (("B", 1), ("s", -1)) and w.b.bits and not w.a.bits
    return said.kinds == (("s", 1),) and bits and not w.times and abs(8 * said.value / w.value - 1) <= Fraction(1, 12)


def _left_out(said: Figure, f: Figure, loose: Fraction) -> bool:
    """Whether a number is one factor of what it should be, a large count: 34 GFLOP for two per parameter."""
    return len(f.kinds) == 1 and bool(f.noun) and f.value >= 1000 and abs(said.value / f.value - 1) <= loose


def _cents(f: Figure) -> Fraction:
    """What a price by the hour has for one dollar."""
    return Fraction(1, 100) if "cent" in f.unit else Fraction(1)


def _both(a: Figure, b: Figure) -> Iterator[tuple[Kinds, Fraction]]:
    """What two numbers make, nouns left out."""
    yield combined(a.physical, b.physical), a.value * b.value
    if b.value:
        yield combined(a.physical, b.physical, -1), a.value / b.value
    if a.value:
        yield combined(b.physical, a.physical, -1), b.value / a.value


def _ways(kinds: Kinds, told: list[Figure]) -> Iterator[Way]:
    """The products and quotients of two numbers that count what a third does."""
    for a, b in combinations(told, 2):
        if not a.kinds or not b.kinds or not a.value or not b.value:
            continue
        if combined(a.kinds, b.kinds) == kinds:
            yield Way(a, b, True, a.value * b.value)
        if combined(a.kinds, b.kinds, -1) == kinds:
            yield Way(a, b, False, a.value / b.value)
        if combined(b.kinds, a.kinds, -1) == kinds:
            yield Way(b, a, False, b.value / a.value)


# -- in proportion ----------------------------------------------------------------------------------------------------


def proportions(text: str, one: Sentence, two: Sentence) -> Iterator[Reckoned]:
    """3,760 tokens per second are 752 kB/s. The fleet, 6,670 tokens per second, sends 1.33 MB/s."""
    pairs = [(a, b) for s in (one, two) for a, b in zip(s.figures[:1], s.figures[1:2]) if _is_pair(text, a, b)]
    if len(pairs) < 2:
        return
    (a, b), (c, d) = pairs
    if a.kinds != c.kinds or b.kinds != d.kinds or d.printed.digits < 3 or a.value == c.value:
        return
    right = b.value * c.value / a.value
    why = f"in proportion it is {as_written(d, right)}"
    loose = tolerance(a, b, c, d)
    if agrees(d, right, loose):
        yield Reckoned(right_one(d, right, why, "follows"), "follows", d.start, d.end)
    elif (slip := slipped(d, right, window(d), EIGHTS + TENS[:4])) is not None:
        yield Reckoned(wrong_one(d, right, why, "follows", slip), "follows", d.start, d.end)


def _is_pair(text: str, a: Figure, b: Figure) -> bool:
    if (
        not a.kinds
        or not b.physical
        or not a.value
        or not b.value
        or a.kinds == b.kinds
        or len(between(text, a, b)) > 40
    ):
        return False
    return (
        re.fullmatch(rf",?\s+(?:are|is|make|sends?|needs?|takes?|moves?|costs?|draws?)\s+{ABOUT}", between(text, a, b))
        is not None
    )

r"""Numbers that are told again: of a section that is named, and in a summary at the end.

"The 1200 req/s of section 2" must stand in section 2; what a summary tells must stand before it, and where it does not,
it is wrong if a plain slip makes it of a number that does, in a place with the same words.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "## 1 Load\n\nThe pump writes 125 kB of logs.\n\n## 2 Summary\n\n- The pump writes {} kB of logs.\n"
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (125, 152)]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.reckoning.figures import Figure, Sentence, singular
from symroof.checking.reckoning.reckoned import Reckoned
from symroof.checking.words.numerals import DIGITS

MAX_TOLD = 3000  # numbers of a page
NEAR = 250  # characters around a number in which the words stand that say what it is
_HEADING = re.compile(
    r"^[ \t>]*(#{1,6})\s+(?:(?:section|chapter|lecture|part)\s+)?(?P<n>\d+(?:\.\d+)*)?[^\n]*", re.M | re.I
)
_SUMMARY = re.compile(
    r"\b(?:summary|recap|takeaways?|conclusions?|in short|checklist|to remember|cheat\s?sheet|at a glance|key numbers|"
    r"lessons|rules of thumb|to take home)\b",
    re.I,
)
_OF = re.compile(
    r"\s?(?:[a-z/-]+\s){0,4}?(?:of|from|in)\s(?:section|sec\.|chapter|§)\s?(?P<n>\d+(?:\.\d+)*)(?!\w|\.\d)", re.I
)
_THE = re.compile(r"\b(?:the|those|these|our|same)\s+(?:[a-z]+\s+)?[~≈]?\Z", re.I)
_INSTEAD = re.compile(r"\s+(?:instead\s+of|rather\s+than)\s+(?:the\s+|our\s+)?")
_CASE = re.compile(r"\b(?:if|had|would|were|could|suppos\w*|propos\w*|with|instead|other|old|new)\b", re.I)
_WORD = re.compile(r"[A-Za-z][a-z]{3,}")
_COMMON = frozenset(
    """about above after again also another because been before below between both could does down each even every first
    from give given have here into just least less like make many more most much need next only other over same second
    should since some such takes than that their them then there these they this those three through thus time times two
    under until very want well were what when where which while will with would your section number""".split()  # noqa: SIM905
)
_PER_MANY = re.compile(r"\b(?:per|an?)\s+(?:thousand|million|billion|[\d,]+)\b|/\s?1?[kM]\b", re.I)
_NUMBER = r"(?P<n>\d+(?:\.\d+)?)"
_KINDS = (  # what a place has one of
    re.compile(
        rf"(?P<the>\bthe\s+)?(?P<told>\b(?:PUE|WUE)\s+(?:(?:of|at|is|was)\s+)?{_NUMBER}(?![\w%]|\.\d))", needs="pue|wue"
    ),
    re.compile(
        rf"(?P<the>\bthe\s+)?(?P<told>\b(?:alarm|alert)\s+(?:(?:rings|fires|triggers|goes\s+off|is\s+set)\s+)?at\s+{_NUMBER}\s?%)",
        needs="alarm|alert",
    ),
)
_ELSEWHERE = re.compile(  # another place, another time, another one of them
    r"\b(?:old|older|new|newer|former\w*|previous\w*|version|until|from|instead|than|if|would|could|target\w*|goal|another|"
    r"second|first|warning|critical|improv\w*|rais\w*|lower\w*|chang\w*|reduc\w*|increas\w*|averag\w*|best|worst|typical\w*|"
    r"industry|their|other|was|were|each|every|both|summer|winter|night|today|now|next|last|later|after|since|once|design|"
    r"measured|actual\w*|real|in\s+(?:19|20)\d\d|(?:hall|site|building|room|campus|region|cent(?:re|er))\s+\w)\b|\?",
    re.I,
)
_SLIPS = tuple(Fraction(10) ** k for k in (-6, -3, -1, 1, 3, 6))


@final
class Recalled:
    """The numbers of a page that are told again."""

    def __init__(self, text: str, said: list[Sentence], written: str) -> None:
        self.text, self.written = text, written
        self.told = [f for s in said for f in s.figures][:MAX_TOLD]
        self.headings = [*_HEADING.finditer(written)]

    def findings(self) -> Iterator[Reckoned]:
        """What is told again, and is not what was told."""
        yield from self._of_sections()
        yield from self._one_of_a_kind()
        yield from self._replaced()
        for h in self.headings:
            if _SUMMARY.search(h[0]):
                start, end = self._section(h)
                for f in self.told:
                    if start <= f.start < end and (r := self._summed(f, start)) is not None:
                        yield r

    def _section(self, h: re.Match[str]) -> tuple[int, int]:
        """From a heading to the next one that is no part of it."""
        later = (g.start() for g in self.headings if g.start() > h.start() and len(g[1]) <= len(h[1]))
        return h.start(), next(later, len(self.written))

    def _of_sections(self) -> Iterator[Reckoned]:
        for f in self.told:
            m = _OF.match(self.text, f.end) if f.kinds else None
            if m is None or not _THE.search(self.text, max(0, f.start - 30), f.start):
                continue
            named = [h for h in self.headings if h["n"] == m["n"].rstrip(".")]
            if len(named) == 1 and not named[0].start() < f.start < self._section(named[0])[1]:
                v = self._there(f, *self._section(named[0]))
                if v is not None:
                    yield Reckoned(v, "restated", f.start, m.end())

    def _replaced(self) -> Iterator[Reckoned]:
        """4 spare tyres instead of 6, where the page has told of 8 spare tyres alone."""
        for f, g in pairwise(self.told):
            what = " ".join(f.unit.lower().split())
            if len(what.split()) < 2 or not f.noun or not _INSTEAD.fullmatch(self.text, f.end, g.start):
                continue
            if g.noun and g.kinds != f.kinds:
                continue
            alike = [h for h in self.told if h.start < f.start and " ".join(h.unit.lower().split()) == what]
            before = {h.value: h for h in alike}
            if any(
                _CASE.search(self.text, max(0, h.start - 60, self.text.rfind(". ", 0, h.start)), h.start) for h in alike
            ):
                continue
            if len(before) == 1 and f.value not in before:
                (now,) = before.values()
                ok = g.value == now.value
                words = f"line {self.written.count(chr(10), 0, now.start) + 1} has {' '.join(now.printed.text.split())}"
                yield Reckoned(Verdict("exact" if ok else "wrong", words, code="recalled"), "restated", f.start, g.end)

    def _one_of_a_kind(self) -> Iterator[Reckoned]:
        """The PUE of 1.35, where the page has told of a PUE of 1.25 alone; the alarm at 80%, which rings at 85%."""
        for kind in _KINDS:
            found = [m for m in kind.finditer(self.text)]
            values = {m["n"].replace(",", "") for m in found}
            clear = [m for m in found if not _ELSEWHERE.search(self._clause(m))]
            if len(values) != 2 or len(clear) < 2 or clear[-1] is not found[-1]:
                continue
            *others, last = found
            before = {m["n"] for m in others}
            if len(before) != 1 or last["n"] in before or last["the"] is None or not last["the"].strip():
                continue
            first = others[0]
            line = self.written.count("\n", 0, first.start("n")) + 1
            words = f"line {line} has {' '.join(first['told'].split())}"
            v = Verdict("wrong", words, code="recalled", right=first["n"], note="one of the two is wrong")
            yield Reckoned(v, "restated", last.start("told"), last.end("told"))

    def _clause(self, m: re.Match[str]) -> str:
        """The words around something that is told."""
        return self.text[max(0, m.start() - 60, self.text.rfind(". ", 0, m.start())) : m.end() + 16]

    def _there(self, f: Figure, start: int, end: int) -> Verdict | None:
        """Whether a number stands in a section; None where that has none of its kind."""
        alike = [g for g in self.told if start <= g.start < end and g.kinds == f.kinds]
        if any(digits.overlap(f.printed, g.printed) for g in alike):
            return Verdict("exact", "it stands there", code="recalled")
        if not alike or self._written(f, start, end):
            return None
        listed = ", ".join(dict.fromkeys(" ".join(g.printed.text.split()) for g in alike[:3]))
        return Verdict("wrong", f"that section has {listed}", code="recalled")

    def _written(self, f: Figure, start: int, end: int) -> bool:
        """Whether the digits of a number stand somewhere in a stretch of the page, in a table or a program, too."""
        said = _digits(f.printed.text)
        return any(_digits(x) == said for x in re.findall(DIGITS, self.written[start:end]))

    def _summed(self, f: Figure, start: int) -> Reckoned | None:
        """A number of a summary that a slip makes of one that was told before; one that stands there is right."""
        if not f.physical or f.printed.digits < 2 or f.word or not f.value:
            return None
        before = [
            g for g in self.told[: bisect_right(self.told, start, key=lambda g: g.start)] if g.physical == f.physical
        ]
        shared = [(g, n) for g in before if (n := len(self._words(f) & self._words(g)))]
        same = [g for g in before if digits.overlap(f.printed, g.printed)]
        if same:
            one = any(g in same for g, _ in shared)
            return (
                Reckoned(Verdict("exact", "told before", code="recalled"), "restated", f.start, f.end) if one else None
            )
        found = {g.value: g for g, n in shared if _slip(f, g, n)}
        if len(found) != 1 or self._written_as(f, start):
            return None
        (g,) = found.values()
        line = self.written.count("\n", 0, g.start) + 1
        words = f"line {line} has {' '.join(g.printed.text.split())}"
        return Reckoned(Verdict("wrong", words, code="recalled"), "restated", f.start, f.end)

    def _written_as(self, f: Figure, end: int) -> bool:
        """Whether a number with its unit stands before a place as it is."""
        return " ".join(f.printed.text.split()) in " ".join(self.written[:end].split())

    def _words(self, f: Figure) -> frozenset[str]:
        """The words around a number."""
        low = max(0, self.written.rfind("\n\n", 0, f.start), f.start - NEAR)
        high = self.written.find("\n\n", f.end)
        words = _WORD.findall(self.written[low : min(high if high > 0 else f.end + NEAR, f.end + NEAR)])
        return frozenset(singular(w) for w in words if w.lower() not in _COMMON)


def _slip(f: Figure, g: Figure, shared: int) -> bool:
    """Whether one number is another with its digits exchanged, or a power of ten more or less."""
    if shared > 1 and f.scale == g.scale and digits.misprinted(f.printed, g.value, swapped=True):
        return True
    if bool(_PER_MANY.search(f.unit)) != bool(_PER_MANY.search(g.unit)):
        return False  # $0.39 per million, and $0.39 where the million was told before
    q = f.value / g.value if g.value else Fraction(0)
    alike = any(abs(q / by - 1) < Fraction(1, 500) for by in _SLIPS)
    return alike and (shared > 1 or f.printed.digits > 2) and f.printed.digits == g.printed.digits


def _digits(text: str) -> str:
    m = re.search(DIGITS, text)
    return m[0].replace(",", "").strip("0").replace(".", "") if m else ""

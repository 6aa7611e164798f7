"""A number set beside another one: it doubles to it, is so many times it, or is so many things of it each.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The balance is 8.33 FLOP/byte. In single precision it doubles to {} FLOP/byte. A copy moves 1.2 FLOP/byte."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in ("16.7", "14.7", "9.1")]
[['rounded'], ['wrong'], []]
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.reckoning.figures import Figure, Sentence, singular
from symroof.checking.reckoning.reckoned import ABOUT, STRONG, Reckoned, between, together
from symroof.checking.reckoning.slips import (
    EIGHTS,
    TENS,
    TWOS,
    agrees,
    as_written,
    right_one,
    slipped,
    tolerance,
    window,
    wrong_one,
)

MAX_BASES = 12
_CHANGED = re.compile(
    r"\b(?P<by>doubl|halv|tripl|quadrupl)(?:es?|ed|ing)\b[^.;:,\d]{0,30}?\sto\s+" + ABOUT + r"\Z", re.I
)
_BY = {"doubl": Fraction(2), "halv": Fraction(1, 2), "tripl": Fraction(3), "quadrupl": Fraction(4)}
_THE = re.compile(r"\s+times\s+(?:the|that|this|our|its)\s+(?P<noun>[a-z]+)?")
_EACH = re.compile(r"\s+each\b")
_OF_EACH = re.compile(r"\s+(?:of|at)\s+(?:about\s+)?")
_MAKE = re.compile(
    rf"(?:\s+each)?(?:[^\S\n]+(?:[a-z]+\s+)?(?:are|is|makes?|cost|draw|take|need|hold|give|total)|"
    rf"[,;.]?\s+(?:that(?:'s|’s| is)|so|or|{STRONG}),?|,)\s+(?:in all\s+)?{ABOUT}\\?\$?",
    re.I,
)


def near(page: list[Sentence], i: int) -> list[Figure]:
    """The numbers of a section before a sentence, and those of the sentence."""
    return [f for s in page[max(0, i - 30) : i + 1] if s.section == page[i].section for f in s.figures]


def changes(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """With twice the lanes the threshold doubles to 16.7 FLOP/byte."""
    for f in page[i].figures:
        m = _CHANGED.search(text, max(page[i].start, f.start - 70), f.start)
        if m is None or not f.kinds or f.word:
            continue
        by = _BY[m["by"].lower()]
        bases = {g.value: g for g in near(page, i) if g.kinds == f.kinds and g.end <= m.start()}
        v = _changed(f, by, [*bases.values()][-MAX_BASES:])
        if v is not None:
            yield v


def _changed(f: Figure, by: Fraction, bases: list[Figure]) -> Reckoned | None:
    for g in bases:
        if agrees(f, g.value * by, tolerance(f, g)):
            why = f"{_brief(g)} times {by} is {as_written(f, g.value * by)}"
            return Reckoned(right_one(f, g.value * by, why, "scaled"), "follows", f.start, f.end)
    slips = ((by, "the change made twice"), *TENS[:2])
    found = [(g, s) for g in bases if (s := slipped(f, g.value * by, window(f), slips, len(bases))) is not None]
    if len(bases) == 1 and not found and digits.misprinted(f.printed, bases[0].value * by):
        found = [(bases[0], "a digit")]
    if len(found) != 1 or f.printed.digits < 3:
        return None
    g, slip = found[0]
    why = f"{_brief(g)} times {by} is {as_written(f, g.value * by)}"
    return Reckoned(wrong_one(f, g.value * by, why, "scaled", slip), "follows", f.start, f.end)


def _brief(f: Figure) -> str:
    return " ".join(f.printed.text.split())


def multiples(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """We have 262,144 tokens per rank, 21 times the threshold: of another number of tokens."""
    row = page[i].figures
    for before, k in itertools.pairwise(row):
        m = _THE.match(text, k.end) if not k.kinds and not k.word else None
        if m is None or not before.kinds or not re.fullmatch(r"[^.;\d]{0,30}?,\s+" + ABOUT, between(text, before, k)):
            continue
        told = [g for g in near(page, i) if g.end <= before.start]
        bases = {g.value: g for g in told if g.kinds == before.kinds and g.value != before.value}
        behind = next((g for g in row if k.end < g.start <= m.end() + 12 and g.physical == before.physical), None)
        given = [behind] if behind is not None else [*bases.values()][-MAX_BASES:]
        v = _multiple(before, k, given)
        if v is not None:
            yield v


def _multiple(before: Figure, k: Figure, bases: list[Figure]) -> Reckoned | None:
    found = []
    for g in bases:
        right, loose = before.value / g.value if g.value else Fraction(0), tolerance(before, g, k)
        why = f"{_brief(before)} over {_brief(g)} is {as_written(k, right)}"
        if agrees(k, right, loose):
            return Reckoned(right_one(k, right, why, "scaled"), "follows", k.start, k.end)
        slip = slipped(k, right, window(k), TENS[:2], len(bases))
        if slip is not None:
            found.append(wrong_one(k, right, why, "scaled", slip))
    return Reckoned(found[0], "follows", k.start, k.end) if len(found) == 1 and k.printed.digits > 1 else None


def several(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """238,000 steps of 13.7 s each: 37.8 days, told near by; eight boxes of 10.2 kW each, 81.6 kW."""
    row = page[i].figures
    for j, (n, q) in enumerate(itertools.pairwise(row)):
        if (
            not n.noun
            or n.kinds != ((n.noun, 1),)
            or not q.kinds
            or q.noun == n.noun
            or not _OF_EACH.fullmatch(between(text, n, q))
        ):
            continue
        behind = row[j + 2] if j + 2 < len(row) else None
        total = n.value * q.value
        if behind is not None and behind.kinds == q.kinds and _MAKE.fullmatch(between(text, q, behind)):
            yield from _product(n, q, behind, between(text, q, behind).replace("each", "").strip())
        elif _EACH.match(text, q.end):
            told = {g.value: g for g in near(page, i) if g.kinds == q.kinds and g is not q}
            if (same := next((g for g in told.values() if agrees(g, total, tolerance(n, q, g))), None)) is not None:
                why = f"{_brief(n)} of {_brief(q)} each are {_brief(same)}"
                yield Reckoned(right_one(n, n.value, why, "scaled"), "follows", n.start, q.end)
                continue
            loose = {g: slipped(g, total, window(g), TENS[:2], len(told)) for g in told.values()}
            found = [g for g, slip in loose.items() if slip and n.printed.digits > 2]
            if found and max(g.value for g in found) < min(g.value for g in found) * Fraction(101, 100):
                g, right = found[0], found[0].value / q.value
                why = f"{_brief(g)} of {_brief(q)} each are {as_written(n, right)}"
                yield Reckoned(wrong_one(n, right, why, "scaled", loose[g] or ""), "follows", n.start, q.end)


def _product(n: Figure, q: Figure, said: Figure, mark: str) -> Iterator[Reckoned]:
    right, loose = n.value * q.value, tolerance(n, q, said)
    why = f"{_brief(n)} of {_brief(q)} are {as_written(said, right)}"
    fine = mark not in (",", "") or said.printed.value / said.printed.coarse >= 100
    if agrees(said, right, loose):
        yield Reckoned(right_one(said, right, why, "scaled"), "reckoned", said.start, said.end)
    elif fine and (slip := slipped(said, right, window(said), TENS[:4] + EIGHTS, mark in (",", ""))) is not None:
        yield Reckoned(wrong_one(said, right, why, "scaled", slip), "reckoned", said.start, said.end)


_FROM = re.compile(r"\bfrom\s+" + ABOUT + r"\Z", re.I)
_AGAINST = re.compile(
    r"(?:\s+[a-z]+){0,2}?\s+(?:(?P<to>to)|instead of|rather than|against|versus|compared (?:to|with))\s+(?:the\s+)?"
    + ABOUT
    + r"\$?"
)
_LESS = re.compile(
    r"\s*(?:more|less|fewer|faster|slower|higher|lower|cheaper|longer|shorter|smaller|larger|better|saving|reduction|increase|"
    r"decrease|drop|gain|improvement)\b"
)
_SAVING = re.compile(
    r"\b(?:saving|reduction|increase|decrease|drop|gain|rise|improvement|loss)\s+of\s+" + ABOUT + r"\Z"
)
_FOLD = re.compile(
    r"\s+times\s+(?:more|less|fewer|faster|slower|higher|lower|cheaper|longer|shorter|smaller|larger|better|as)\b|-fold\b|[x×](?!\w)"
)
_FACTOR = re.compile(r"\b(?:factor|speed-?up|ratio|gain|saving)\s+of\s+" + ABOUT + r"\Z")


def compared(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """She gets 245 tokens per second instead of 99, a speedup of 2.5; it falls from 40 ms to 34 ms, 15% less."""
    row = page[i].figures
    for a, b, said in zip(row, row[1:], row[2:]):
        m = _AGAINST.fullmatch(between(text, a, b))
        if m is None or not a.kinds or not b.value or not a.value or len(between(text, b, said)) > 40:
            continue
        if m["to"] and not _FROM.search(text, max(page[i].start, a.start - 16), a.start):
            continue
        if (
            b.kinds not in ((), a.kinds)
            or said.word
            or not re.match(r"\s*(?:,|\(|[a-z ]{0,24},)", between(text, b, said))
        ):
            continue
        q = a.value / (b.value if b.kinds else b.value * a.scale)
        loose = tolerance(a, b, said)
        values = _ratios(text, said, q)
        v = _of_two(said, values, loose) if values else None
        if v is not None:
            yield Reckoned(v, "follows", said.start, said.end)


def _ratios(text: str, said: Figure, q: Fraction) -> list[Fraction]:
    """What a number behind two others may be: a change in percent, or a factor."""
    before = text[max(0, said.start - 40) : said.start]
    if said.kinds == (("%", 1),) and (_LESS.match(text, said.end) or _SAVING.search(before)):
        return [abs(1 - q), abs(1 - 1 / q)]
    if not said.kinds and (_FOLD.match(text, said.end) or _FACTOR.search(before)):
        return [q, 1 / q]
    return []


def _of_two(said: Figure, values: list[Fraction], loose: Fraction) -> Verdict | None:
    if any(agrees(said, v, min(loose, Fraction(1, 4))) or abs(said.value - v) < Fraction(1, 100) for v in values):
        v = min(values, key=lambda v: abs(said.value - v))
        return right_one(said, v, f"the two are {as_written(said, v)} apart", "compared")
    found = [(v, s) for v in values if (s := slipped(said, v, window(said), TENS[:2], 0)) is not None]
    if said.has("%"):
        close = said.printed.place * Fraction(3, 5)
        found += [(v, "the rest for the change") for v in values if abs(said.value - 1 + v) < close]
    if len(found) != 1 or said.printed.digits < 2:
        return None
    v, slip = found[0]
    return wrong_one(said, v, f"the two are {as_written(said, v)} apart", "compared", slip)


_FAILS = re.compile(r"\b(?:fail(?:s|ures?|ed|ing)?|MTBF|breaks? down|crash(?:es)?)\b", re.I)
_A_NOUN = re.compile(
    r"\b(?:an?|one|each|every)\s+(?:single\s+)?(?P<noun>[A-Za-z]+)\s+(?:fails|breaks|crashes|has|dies)\b", re.I
)
_PER_FAILURE = re.compile(
    r"(?:once\s+in|every|failures?\s+(?:of|is|at)|MTBF\s+(?:of|is)|(?:is|of)\s+[^\d\s]*\s*(?:[A-Za-z]\s*=)?)\s*"
    + ABOUT
    + r"\Z"
)


def failures(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """A node fails once in 1,280 hours; with 64 nodes the mean time between failures is 20 h."""
    rows = [s for s in page[i : i + 2] if s.paragraph == page[i].paragraph]
    m = _A_NOUN.search(text, page[i].start, page[i].end)
    if m is None or not _FAILS.search(text, page[i].start, rows[-1].end):
        return
    noun = singular(m["noun"])
    told = [f for s in rows for f in s.figures if f.start > m.start()]
    times = [f for f in told if f.kinds == (("s", 1),)]
    counts = [f for f in told if f.kinds == ((noun, 1),)] or [f for f in near(page, i) if f.kinds == ((noun, 1),)]
    if len(times) != 2 or not counts or len({f.value for f in counts}) != 1 or not times[1].value:
        return
    if not all(_PER_FAILURE.search(text, max(m.start(), f.start - 50), f.start) for f in times):
        return
    one, n, said = times[0], counts[0], times[1]
    right = one.value / n.value
    why = f"one of {_brief(n)} fails every {as_written(said, right)}"
    if agrees(said, right, tolerance(one, n, said)):
        yield Reckoned(right_one(said, right, why, "scaled"), "follows", one.start, said.end)
    elif (slip := slipped(said, right, window(said), (*TENS[:2], *TWOS), 0)) is not None:
        yield Reckoned(wrong_one(said, right, why, "scaled", slip), "follows", one.start, said.end)


BESIDE = (failures, changes, multiples, several, compared, together)

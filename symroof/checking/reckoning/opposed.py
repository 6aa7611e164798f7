"""Words of more and less held against the two numbers beside them: which is larger, and by which factor.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "It takes {} ms, slightly more than the 20 ms of a frame."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (20.7, 19.2)]
[['exact'], ['wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.prose import FORMULA
from symroof.checking.reckoning.figures import Figure, Sentence
from symroof.checking.reckoning.reckoned import ABOUT, Reckoned, between
from symroof.checking.reckoning.slips import agrees, as_written, right_one, tolerance, wrong_one
from symroof.checking.words.lexicon import LARGER, SMALLER
from symroof.checking.words.multiples import DOWN, UP

_WORDS = r"(?:[a-z][a-z'’-]*\s+)"
_BY_HOW_MUCH = r"(?:slightly|much|far|well|a\s+bit|a\s+little|just|even|still|already|clearly|considerably)"
_MORE = rf"(?:(?P<more>{LARGER})|(?:{SMALLER}))"
_THAN = re.compile(
    rf"(?:,\s+(?:(?:which|that|this|it)\s+)?(?:(?:is|are|was|were)\s+)?|\)?\s+(?:is|are|was|were)\s+)"
    rf"(?:{_BY_HOW_MUCH}\s+)?{_MORE}(?:\s+than)?\s+(?P<what>{_WORDS}{{0,5}}?){ABOUT}"
)
_IN_BRACKETS = re.compile(
    rf"\)\s+(?:is|takes|needs|lasts|costs|has)\s+(?:{_BY_HOW_MUCH}\s+)?{_MORE}\s+than\s+(?P<what>{_WORDS}{{0,4}}?[a-z][a-z'’-]*)\s*\("
)
_OF_A_CASE = re.compile(  # at 2 GHz the efficiency is higher than at 3 GHz: sizes of the cases
    r"\b(?:overhead|errors?|loss(?:es)?|power|latency|throughput|efficiency|noise|costs?|time|delay|utili[sz]ation|accuracy|"
    r"bandwidth|price|rate|speed|yield|quality|risk|performance)\b",
    re.I,
)
_COLLECTED = re.compile(
    r"\b(?:sum|total|sequence|series|chain|burst|pair|queue|column|row|batch|group|set|list|stream|stack|array|calls|twice|thrice|"
    r"times|per|all|both|each|every|dozen|several|many)\b",
    re.I,
)
_ALONE_IN_BRACKETS = re.compile(r"(?:(?!\band\b)[^(){}+])*\(\s*[~≈]?\s*\Z")  # no sum, and none of two brackets
_SEVERAL = re.compile(
    r"\b(?:each|every|per|apiece|adds?|added|another|more|extra|both|all|copies|pair|daily|a\s+(?:day|week|month|year|user)|and|one|two|three|ten)\b|[-+×]\s",
    re.I,
)
_ONLY = re.compile(r"\?|\b(?:only|when|if|unless|once|until)\b")
_AT = re.compile(r"\bAt\s+(?:about\s+|only\s+)?\Z")
_AT_IT_IS = re.compile(
    rf",?\s+{_WORDS}{{1,4}}?(?:is|are)\s+(?:{_BY_HOW_MUCH}\s+)?{_MORE}\s+than\s+(?P<what>{_WORDS}{{0,4}}?){ABOUT}"
)
_EXCEEDS = re.compile(
    rf"\)?(?:,\s+which)?\s+(?:together\s+)?(?P<more>(?<=\)\s)exceed|exceed(?:s|ed))\s+(?P<what>{_WORDS}{{0,5}}?){ABOUT}"
)
_THATS = re.compile(
    rf"\W*(?:(?:that|this|which|it)(?:['’]s|\s+(?:is|was))\s+(?:{_BY_HOW_MUCH}\s+)?{_MORE}\s+than|"
    rf"(?:that|this|which|it)\s+(?P<exceeds>exceeds))\s+(?P<what>{_WORDS}{{0,5}}?){ABOUT}",
    re.I,
)
_SINCE = re.compile(rf",?\s+(?:(?P<more>up)|down)\s+from\s+{_WORDS}{{0,3}}?{ABOUT}")
_MOVED = re.compile(rf"\b(?:(?P<more>{UP})|(?:{DOWN}))\s+{_WORDS}{{0,5}}?from\s+{ABOUT}\Z", re.I)
TO = re.compile(rf"\s+(?:{_WORDS}{{1,2}})?to\s+{_WORDS}{{0,2}}?{ABOUT}")
INSTEAD = re.compile(
    rf"\s+{_WORDS}{{0,3}}?(?:instead\s+of|rather\s+than|against|versus|compared\s+(?:to|with))\s+{_WORDS}{{0,3}}?{ABOUT}"
)
_PACE = re.compile(r"[^.;:()\d]{0,24},\s+(?:that\s+is\s+)?an?\s+(?:[a-z]+\s+)?(?:(?P<up>speed)-?\s?up|slow-?\s?down)\b")
_NO_SIZE = re.compile(r"\b(?:half|twice|double|third|quarter|one|per|by|if|when|by|each|any|all|other|times)\b")
_GOES_ON = re.compile(  # 3 ms slower is no size but a gap
    rf"\s*(?:%|[×x*/^–-]|(?:times|percent|fold|ways?|or|to(?!\s+(?!about|around|nearly|some|over)[a-z])|am|pm|slower|faster|earlier|later|{LARGER}|{SMALLER})\b)"
)
_MODAL = re.compile(r"\b(?:would|could|may|might|needs?|requir\w*)\b", re.I)
_CLAUSE = re.compile(
    r"\b(?:when(?:ever)?|once|after|before|until|while|where|since|because|if|as|at|in|for|by|with|from)\b[^,;]*\Z",
    re.I,
)
_PARTS = re.compile(r"\s*(?:of|in)\b")
_NO_CLAIM = re.compile(
    r"\b(?:if|whether|unless|until|would|could|should|may|might|must|needs?|not|never|no|requir\w*|let|suppos\w*|rank\w*|"
    r"places?|positions?|grades?|years?|version\w*|levels?|score\w*|than)\b|n['’]t\b",
    re.I,
)


def pairs(s: Sentence) -> Iterator[tuple[Figure, Figure]]:
    """Neighbouring numbers that count the same, or of which only one tells what: from 98 to 90%."""
    for a, b in pairwise(s.figures):
        if any((f.word and not f.physical) or not f.value or _is_year(f) for f in (a, b)):
            continue  # one of them, but longer than the four years
        if not a.kinds and b.physical:
            a = _measured(a, b)
        elif not b.kinds and a.physical and not a.has("%"):
            b = _measured(b, a)
        counts = all(e == 1 for f in (a, b) for _, e in f.kinds) and not a.physical  # requests, and slots for them
        if a.physical == b.physical and (a.kinds == b.kinds or not a.kinds or not b.kinds or counts):
            yield a, b


def _is_year(f: Figure) -> bool:
    return not f.physical and 1900 <= f.value <= 2100


def _measured(f: Figure, by: Figure) -> Figure:
    """A bare number in the unit of the one beside it."""
    printed = f.printed.scaled(by.scale)
    return replace(f, value=printed.value, printed=printed, kinds=by.kinds, scale=by.scale)


def words_between(text: str, a: Figure, b: Figure) -> str:
    """The words between two numbers, without what a formula works out before its result."""
    return between(text, a, b).replace(FORMULA, " ")


def opposed(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """104 requests, more than the 128 that fit; it falls from 40 to 52 ms; 13 ms instead of 19.5 ms, a slow-down."""
    s = page[i]
    for a, b in pairs(s):
        if digits.overlap(a.printed, b.printed) or _of_another_clause(text, s, a, b):
            continue
        said = _said(text, s, a, b)
        if said is None or _unclaimed(text, s, a, b):
            continue
        yield _compared(a, b, said)


def _unclaimed(text: str, s: Sentence, a: Figure, b: Figure) -> bool:
    """Whether the words before two numbers claim neither; what is needed is claimed, "it needs 82 GB, more than 80"."""
    words = text[s.start : a.start]
    if words_between(text, a, b).startswith(",") and b.physical:
        words = _MODAL.sub("", words)
    return _NO_CLAIM.search(words) is not None


def _compared(a: Figure, b: Figure, more: bool) -> Reckoned:
    """The verdict on two numbers of which words say that the first is more, or less."""
    one, other = (" ".join(f.printed.text.split()) for f in (a, b))
    if (a.value > b.value) == more:
        v = Verdict("exact", f"{one} is {'more' if more else 'less'} than {other}", code="opposed")
    else:
        words = f"{one} is {'less' if more else 'more'} than {other}, and the words say the opposite"
        v = Verdict("wrong", words, code="opposed")
    return Reckoned(v, "inequality", a.start, b.end)


def _of_another_clause(text: str, s: Sentence, a: Figure, b: Figure) -> bool:
    """Whether a bare number ends a clause, and a percentage begins the next: when beta exceeds 0.5, more than 80%."""
    bare = b.has("%") and not a.unit.startswith("%") and between(text, a, b).startswith(",")
    return bool(bare) and _CLAUSE.search(text, s.start, a.start) is not None


def _said(text: str, s: Sentence, a: Figure, b: Figure) -> bool | None:
    """Whether the words say that the first of two numbers is the larger one; None where they say neither."""
    gap = words_between(text, a, b)
    if (m := _SINCE.fullmatch(gap)) is not None:
        return m["more"] is not None
    if TO.fullmatch(gap):
        moved = _MOVED.search(text, max(s.start, a.start - 60), a.start)
        two = a.kinds and a.kinds != b.kinds  # from 3 gas to 3000 particles
        return None if moved is None or not b.kinds or two else moved["more"] is None
    if INSTEAD.fullmatch(gap):
        pace = _PACE.match(text, b.end)
        time = a.kinds == (("s", 1),)
        return None if pace is None or not (time or a.has("s") == -1) else bool(pace["up"]) != time
    if gap.startswith(")") and not _ALONE_IN_BRACKETS.match(text, s.start, a.start):
        return None
    it_is = (
        a.physical and not a.has("$") and " at " not in gap and _AT.search(text, max(s.start, a.start - 12), a.start)
    )
    at = _AT_IT_IS.fullmatch(gap) if it_is and not _OF_A_CASE.search(gap) else None
    m = at or _THAN.fullmatch(gap)
    if m is None and not (a.value < b.value and (_other_before(s, a) or _COLLECTED.search(text, s.start, a.start))):
        m = _EXCEEDS.fullmatch(gap) or _IN_BRACKETS.fullmatch(gap)
    if m is None or _NO_SIZE.search(m["what"]) or _GOES_ON.match(text, b.end):
        return None
    if not b.physical and _PARTS.match(text, b.end):
        return None  # 16 cards, more than 8 of them
    if a.kinds != b.kinds and a.kinds and b.kinds and not gap.startswith(","):
        return None  # 10 rows are fewer than 5 columns: two things, of which one is not the other's size
    return m["more"] is not None


def _other_before(s: Sentence, a: Figure) -> bool:
    """Whether a sentence has another number before one, which may be of each of so many."""
    return s.figures[0].start < a.start


def pronouns(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """The last packet waits 31 ms. That's longer than the 20 ms of the path."""
    if not i or page[i].paragraph != page[i - 1].paragraph:
        return
    a, b = page[i - 1].figures[-1], page[i].figures[0]
    m = _THATS.fullmatch(words_between(text, a, b)) if b.physical and a.kinds == b.kinds and a.value else None
    if m is None or _NO_SIZE.search(m["what"]) or _GOES_ON.match(text, b.end) or digits.overlap(a.printed, b.printed):
        return
    more = m["more"] is not None or m["exceeds"] is not None
    before = page[i - 1]
    if more and a.value < b.value and (len(before.figures) > 1 or _SEVERAL.search(text, before.start, before.end)):
        return  # ten replicas of 4 GB are more than the 32 GB of a node
    if _NO_CLAIM.search(text, page[i - 1].start, a.start) or _ONLY.search(text, b.end, page[i].end + 1):
        return
    yield _compared(a, b, more)


_FACTOR = re.compile(rf"\s+{_WORDS}{{0,6}}?multipl(?:y|ies|ied)\s+{_WORDS}{{1,6}}?by\s+(?:a\s+factor\s+of\s+)?{ABOUT}")
_RATIO = re.compile(r"\b(?:hits?|miss(?:es)?|caches?)\b", re.I)
_LARGER = re.compile(rf"\s+times\s+(?:{LARGER}|{SMALLER}),\s+{ABOUT}")


def factors(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """Falling from 98% to 90% hits multiplies the load by 5; 192 KiB ... would be 6 times larger, 1.125 MiB."""
    row, near = page[i].figures, [f for s in page[max(0, i - 1) : i] for f in s.figures]
    for a, b, k in zip(row, row[1:], row[2:]):
        ratios = a.kinds == b.kinds == (("%", 1),) and not k.kinds and TO.fullmatch(words_between(text, a, b))
        told = ratios and _FACTOR.fullmatch(words_between(text, b, k))
        if told and _RATIO.search(text, max(0, a.start - 500), k.end + 200):
            yield from _of_misses(a, b, k)
    for k, x in pairwise(row):
        if k.kinds or k.word or not x.physical or not _LARGER.fullmatch(between(text, k, x)):
            continue
        bases = [f for f in (*near, *row) if f.end < k.start and f.physical == x.physical and f.value]
        v = _times_larger(k, x, bases) if bases else None
        if v is not None:
            yield Reckoned(v, "follows", k.start, k.end)


def _of_misses(a: Figure, b: Figure, k: Figure) -> Iterator[Reckoned]:
    """What a change of a hit ratio multiplies: the misses, the hits, or a mean in between, which is left open."""
    if not 0 < a.value < 1 or not 0 < b.value < 1:
        return
    misses = (1 - b.value) / (1 - a.value)
    q = max(misses, 1 / misses)
    loose = tolerance(k) + (a.printed.place + b.printed.place) / 20 / (1 - max(a.value, b.value))
    why = f"the misses are {as_written(k, q)} times as many"
    if agrees(k, q, loose):
        yield Reckoned(right_one(k, q, why, "misses"), "follows", k.start, k.end)
    elif k.value > q * (1 + loose):
        yield Reckoned(wrong_one(k, q, why, "misses"), "follows", k.start, k.end)


def _times_larger(k: Figure, x: Figure, bases: list[Figure]) -> Verdict | None:
    """So many times larger than a number told before, and how much that is."""
    for f in bases:
        q = max(x.value / f.value, f.value / x.value)
        if agrees(k, q, tolerance(f, x, k)):
            return right_one(k, q, f"{as_written(x, x.value)} is so many times {as_written(f, f.value)}", "times")
    last = bases[-1]
    q = max(x.value / last.value, last.value / x.value)
    whole, loose = Fraction(round(q)), tolerance(last, x) + Fraction(1, 1000)
    if whole > 1 and abs(q / whole - 1) < loose < Fraction(1, 100) and len({f.value for f in bases}) == 1:
        return wrong_one(k, whole, f"{as_written(x, x.value)} is {whole} times {as_written(last, last.value)}", "times")
    return None


OPPOSED = (opposed, pronouns, factors)

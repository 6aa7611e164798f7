r"""Sentences that hold two or three numbers and what these make, so that nothing else can be meant.

"Copying 48 MB over a link of 24 GB/s takes 2 us": the sentence is closed, for its other numbers are all that the one
that is said to follow can come from, no word scales or shares it, and by their units they make one value.  There a
number of one digit may be called wrong, too, but only by a plain slip: a power of ten (of one digit another prefix),
bits for bytes, a fraction upside down, a product for a quotient, a count that is twice as large.  Less than all of a
time, a rate or a space may be used, and a transfer may wait: such a number is called wrong only where words say that it
follows.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "Copying 48 MB over a link of 24 GB/s takes {}."
>>> [[f.verdict for f in proofread(text.format(t)).findings] for t in ("2 ms", "2 us")]
[['exact'], ['wrong']]
>>> text = "A shelf draws 400 W for 2,000 tokens per second, so a token takes {} J."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in ("0.2", "5", "0.7")]
[['exact'], ['wrong'], []]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.reckoning.figures import Figure, Kinds, Sentence, combined, singular
from symroof.checking.reckoning.manifold import explained, manifold
from symroof.checking.reckoning.portions import END, OF_EACH, PORTIONS, SCALED, SEVERAL, brief, meets, scaled
from symroof.checking.reckoning.reckoned import ABOUT, Reckoned, period_of
from symroof.checking.reckoning.sentences import contrasted
from symroof.checking.reckoning.slips import EIGHTS, TENS, TWOS, agrees, as_written, right_one, tolerance, wrong_one
from symroof.checking.reckoning.worked import ADDED

ROUGH = Fraction(6, 100)  # roundings of numbers that make too much right
MAX_TOLD = 8  # numbers of a closed sentence
_STRONG = r"so|thus|hence|therefore|consequently|which\s+(?:is|makes|gives|means)|that(?:['’]s|\s+is|\s+makes)|i\.e\.,?"
_CUE = re.compile(
    rf"\b(?:{_STRONG}|or|comes?\s+to|amounts?\s+to|(?:take|last|need|draw|cost|make|give|yield|limit|equal|use|fill|"
    r"produce|pull|move|read|write|see|hold|serve|burn|consume|require|generate|deliver|transfer|run|sit|lie)s?|"
    r"is|are|gets?|has|have|does|reach(?:es)?|ridge)(?!\w)[^.;:\d]{0,48}\Z",
    re.I,
)
_SO = re.compile(rf"\b(?:{_STRONG})(?!\w)[^.;:\d]{{0,60}}\Z", re.I)
_LASTS = re.compile(rf"\b(?:lasts?|takes?)\s+{ABOUT}\Z", re.I)
_HYPHENED = re.compile(r"[\d.,]+-[A-Za-z]")
_NAME = re.compile(
    r"(?:\b[A-Z][\w-]*\s|\b(?:Figure|Table|Section|Chapter|Fig\.|Eq\.|No\.|step|version|level|type)\s)\Z"
)


def closed(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """What the numbers of a closed sentence make, by every rule."""
    s = page[i]
    figures, rest = _figures(text, s), _words(text, s)
    if any(not f.value for f in figures):
        return
    if len(figures) > 1:
        yield from scaled(text, s, figures, rest)
    for a, b in pairwise(figures):
        yield from _of_1024(text, a, b)
        yield from _bits(text, a, b)
    yield from _over_time(text, figures, rest)
    if len(figures) == 2 and not SCALED.search(rest):
        yield from _reciprocal(text, figures[0], figures[1], rest)
    if 3 <= len(figures) <= MAX_TOLD:
        for rule in PORTIONS:
            yield from rule(text, s, figures, rest)
    rest = _apiece_left_out(rest, figures)
    if 3 <= len(figures) <= 4 and not SCALED.search(rest):
        yield from _products(text, s.start, figures, rest, _CUE)
    if len(figures) in (1, 2) and i and page[i - 1].paragraph == s.paragraph:
        before = page[i - 1]
        both = [*_figures(text, before), *figures]
        rest = f"{_words(text, before)} {rest}"
        if len(both) == 3 and all(f.value for f in both) and not SCALED.search(rest):
            yield from _products(text, s.start, both, rest, _SO)


def _figures(text: str, s: Sentence) -> list[Figure]:
    """The numbers of a sentence but for those of names: PCIe 4.0, RAID 6."""
    named = (_NAME.search(text, max(s.start, f.start - 24), f.start) is not None for f in s.figures)
    return [f for f, name in zip(s.figures, named) if f.kinds or not name]


def _words(text: str, s: Sentence) -> str:
    """A sentence without its numbers and their units; "each" behind one belongs to it."""
    out, at = "", s.start
    for f in s.figures:
        out, at = out + text[at : f.start] + "#", f.end
    return re.sub(r"#\s+(?:each|apiece)\b", "#", out + text[at : s.end])


_EACH_HAS = re.compile(
    r"\A(\W*)(?:each|every)\s+(?P<noun>[a-z]+)\s+(?=(?:carries|takes|needs|has|writes|reads|holds|sends|costs|uses|moves|logs)\s+#)",
    re.I,
)


def _apiece_left_out(rest: str, figures: list[Figure]) -> str:
    """The words of a sentence without "every request carries #", where requests are counted in it."""
    m = _EACH_HAS.match(rest)
    counted = m is not None and any(f.has(singular(m["noun"])) for f in figures)
    return rest[m.end() :] if m is not None and counted else rest


_USES = re.compile(
    r"[^.;:()#]{0,40}?\s(?:uses?|needs?|fills?|makes?|takes?|writes?|produces?|moves?|burns?|consumes?|generates?|sends?|comes?\s+to|amounts?\s+to)\s+"
    + ABOUT
    + rf"|,\s+(?:or\s+|that\s+is,?\s+|i\.e\.,?\s+)?{ABOUT}",
    re.I,
)
_PERIODS = (24 * 3600, 365 * 86400, 3600, 86400, 8760 * 3600, 7 * 86400)  # seconds of what a day, a year has


def _over_time(text: str, figures: list[Figure], rest: str) -> Iterator[Reckoned]:
    """A camera of 25 Mb/s fills 11.25 GB per hour, and a server of 1.5 kW uses 13.1 MWh a year."""
    told = [f for f in figures if not (f.kinds == (("s", 1),) and f.value in _PERIODS)]
    if len(told) != 2 or SCALED.search(re.sub(r"\bevery\b", "", rest)):
        return
    a, said = told
    alike = (
        a.physical == said.physical
        and a.kinds == a.physical
        and said.has("s")
        and period_of(said)
        and period_of(a) in (None, "second")
    )
    if not alike or (a.has("s") > -1 and not a.has("J")) or not _USES.fullmatch(text[a.end : said.start]):
        return
    if ADDED.match(text, said.end) or not a.physical:
        return
    loose = tolerance(a) + (Fraction(1, 100) if period_of(said) in ("month", "year") else 0)
    if agrees(said, a.value, loose + tolerance(said)):
        why = f"{brief(a)} is {as_written(said, a.value)}"
        yield Reckoned(right_one(said, a.value, why, "follows"), "follows", said.start, said.end)
        return
    if SEVERAL.search(text[max(0, a.start - 80) : a.start]) or not END.match(text, said.end):
        return
    slips = (EIGHTS if a.bits or said.bits else ()) + TENS
    always = len(told) < len(figures)  # a year has 8,760 hours; where no time is told, less may run for a part of it
    slip = next((w for by, w in slips if (by > 1 or always) and meets(said, by * a.value, loose)), None)
    if slip is not None and said.printed.digits > 1 and not explained(said.value / a.value, manifold(rest)):
        v = wrong_one(said, a.value, f"{brief(a)} is {as_written(said, a.value)}", "follows", slip)
        yield Reckoned(v, "follows", said.start, said.end)


_CARRIES = re.compile(
    rf"(?:\s+(?:[a-z]+|NICs?|[A-Z]+\s+link)){{0,2}}?\s+(?:carries|moves|is|are|makes?|gives?|means|delivers?|reads?|or|i\.e\.,?),?\s+{ABOUT}"
)


def _bits(text: str, a: Figure, b: Figure) -> Iterator[Reckoned]:
    """A 10 Gb/s line carries 1.25 GB/s, and not 10 GB/s."""
    if a.bits == b.bits or a.kinds != b.kinds or a.kinds != a.physical or not a.has("B"):
        return
    if not _CARRIES.fullmatch(text[a.end : b.start]) or ADDED.match(text, b.end) or contrasted(text, a.start, b.end):
        return
    if not agrees(b, a.value, tolerance(a)) and b.printed.value / b.scale == a.printed.value / a.scale:
        v = wrong_one(b, a.value, f"{brief(a)} is {as_written(b, a.value)}", "follows", "the 8 bits of a byte")
        yield Reckoned(v, "restated", b.start, b.end)


def _reciprocal(text: str, a: Figure, said: Figure, rest: str) -> Iterator[Reckoned]:
    """A request takes 250 ms, so a core serves 4 requests per second."""
    time, rate = (("s", 1),), (("s", -1),)
    if (a.kinds, said.physical) not in ((time, rate), (rate, time)) or a.word or said.word:
        return
    if not _SO.search(text, a.end, said.start) or ADDED.match(text, said.end):
        return
    right, loose = 1 / a.value, tolerance(a)
    why = f"one over {brief(a)} is {as_written(said, right)}"
    if agrees(said, right, loose + tolerance(said)):
        yield Reckoned(right_one(said, right, why, "follows"), "follows", said.start, said.end)
        return
    own = right / said.scale
    turned = said.printed.digits > 1 and meets(said, said.scale / own, loose)
    if turned and _ONE.search(text, a.end, said.start) and not explained(said.value / right, manifold(rest)):
        slip = "a fraction upside down"
        yield Reckoned(wrong_one(said, right, why, "follows", slip), "follows", said.start, said.end)


_ONE = re.compile(r"\b(?:an?|one|each|(?:an?|the)\s+single)\s+(?:core|thread|worker|process)\b", re.I)  # and no pool


# -- products and quotients ----------------------------------------------------------------------------------------


def _products(text: str, start: int, figures: list[Figure], rest: str, cue: re.Pattern[str]) -> Iterator[Reckoned]:
    """48 MB at 24 GB/s take 2 ms; 64 cards for 72 hours at $2.50 an hour each."""
    for k, said in enumerate(figures):
        others = [f for f in figures if f is not said]
        if said.word or _added(text, said, others) or not _derived(said) or not _follows(text, start, figures, k, cue):
            continue
        if k == 0 or any(f.word or not f.kinds or _of_a_kind(text, f) for f in others):
            continue  # a 2-bit format, two of them
        ways = [*(_ways(text, said, *others) if len(others) == 2 else _threefold(said, *others))]
        loose = tolerance(*others)
        if any(f.physical == said.physical and agrees(said, f.value, loose) for f in others):
            continue  # 704 MB/s, or 5.6 Gb/s
        right = next((w for w in ways if agrees(said, w.value, min(loose + tolerance(said), ROUGH))), None)
        if right is not None:
            why = f"{right.why} is {as_written(said, right.value)}"
            yield Reckoned(right_one(said, right.value, why, "follows"), "follows", said.start, said.end)
            return
        if not (said.physical or said.has("%") or len(said.kinds) > 1 or _named_before(text, start, said)):
            return
        found = [(w, slip) for w in ways if (slip := _slip(said, w, loose, others)) is not None]
        if (
            found
            and len({w.value for w in ways}) == 1
            and _impossible(text, said, found[0][0].value, others)
            and not explained(said.value / found[0][0].value, manifold(rest))
        ):
            w, slip = found[0]
            v = wrong_one(said, w.value, f"{w.why} is {as_written(said, w.value)}", "follows", slip)
            yield Reckoned(v, "follows", said.start, said.end)
            return


def _of_a_kind(text: str, f: Figure) -> bool:
    """Whether a number with a hyphen tells of what kind things are, and is none of one thing: a 1,500-byte packet."""
    one = re.search(r"\b[Aa]n?\s\Z", text[max(0, f.start - 4) : f.start])
    return _HYPHENED.match(text, f.start) is not None and (one is None or f.bits)


def _added(text: str, said: Figure, others: list[Figure]) -> bool:
    """Whether words behind a number make it another one; "on a 1 Gb/s link" tells of one of the others."""
    m = ADDED.match(text, said.end)
    return m is not None and not any(m.end() <= f.start <= m.end() + 1 for f in others)


def _impossible(text: str, said: Figure, right: Fraction, others: list[Figure]) -> bool:
    """Whether a number cannot be what is told.

    Less than all may be used: of a time, a power or a rate, and of the space for things; a transfer may wait for
    something else.  More is not there.  Where words say that it follows, it is held to be all of it.
    """
    before, end = text[max(0, said.start - 80) : said.start], END.match(text, said.end)
    if said.has("%") or SEVERAL.search(text[max(0, min(f.start for f in others) - 40) : said.start]):
        return False
    if not said.physical and len(said.kinds) < 2:
        of_each = re.match(r"\s+of\s+\d", text[said.end : said.end + 8])
        return said.value > right and (end is not None or of_each is not None)
    paced = [f for f in (*others, said) if f.has("s") == -1]
    timed = [f for f in (*others, said) if f.kinds == (("s", 1),)]
    if len(others) != 2 or len(paced) != 1 or not timed:
        return bool(end) or len(others) == 2
    sure = _SO.search(before) is not None or re.search(r"\blimits?\b", before) is not None
    if said in paced:
        return sure
    least = right >= 1 or said not in timed  # seconds: what is shorter, a seek may be longer than
    if (said.value < right) == (said in timed):
        return True
    at = re.search(r"\bat\s+\Z", text[max(0, paced[0].start - 8) : paced[0].start], re.I)
    return least and end is not None and (sure or at is not None)


def _named_before(text: str, start: int, said: Figure) -> bool:
    """Whether what a number counts was told to be of so much, lines of 64 bytes, or is told so behind it."""
    if re.match(r"\s+(?:of\s+(?:them|these|those)\b|such\b|of\s+\d)", text[said.end : said.end + 12]):
        return True
    return (
        bool(said.noun)
        and re.search(rf"\b{re.escape(said.noun)}", text[max(0, start - 200) : said.start], re.I) is not None
    )


def _derived(f: Figure) -> bool:
    """Whether a number can be told to follow: a quantity, or a count that is large enough to be worked out."""
    each = len(f.kinds) > 1  # connections per core
    return bool(f.physical) or (f.printed.digits > 1 and (each or f.value >= 10))


def _follows(text: str, start: int, figures: list[Figure], k: int, cue: re.Pattern[str]) -> bool:
    """Whether the words before a number say that it is what the others make: behind all, or as what lasts so long."""
    begin = max(start, figures[k - 1].end) if k else start
    low, at = max(begin, figures[k].start - 64), figures[k].start
    if k == len(figures) - 1:
        return cue.search(text, low, at) is not None
    of_each = k == len(figures) - 2 and OF_EACH.fullmatch(text[figures[k].end : figures[-1].start])
    said_so = of_each and _SO.search(text, low, at)  # that is, 10 million floats of 4 bytes
    return bool(said_so or _LASTS.search(text, low, at))


class Way(NamedTuple):
    """What numbers make: how much, how it is told, whether units and nouns agree to the last one, and a quotient."""

    value: Fraction
    why: str
    strict: bool
    over: bool


def _ways(text: str, said: Figure, a: Figure, b: Figure) -> Iterator[Way]:
    """The values that two numbers may make for a third."""
    for value, kinds, over, why in (
        (a.value * b.value, combined(a.kinds, b.kinds), False, f"{brief(a)} times {brief(b)}"),
        (a.value / b.value, combined(a.kinds, b.kinds, -1), True, f"{brief(a)} over {brief(b)}"),
        (b.value / a.value, combined(b.kinds, a.kinds, -1), True, f"{brief(b)} over {brief(a)}"),
    ):
        physical, measured = _physical(kinds), a.physical and b.physical
        if said.has("%"):
            around = text[min(a.start, b.start) : said.end + 40]
            strict = False if not over and not physical and _busy(a, b, around) else None
        elif not said.physical:
            strict = _of_things(said, kinds, over and bool(a.physical) and value >= 2)
        elif kinds == said.kinds and (a.physical or b.physical):
            strict = True
        else:
            alike = _of_one(kinds, said) or measured if over else measured or _apiece(text, a, b, said)
            strict = False if physical == said.physical and alike else None
        if strict is not None:
            yield Way(value, why, strict, over)


def _of_things(said: Figure, kinds: Kinds, parts: bool) -> bool | None:
    """Whether a count is one of things (entries of 16 bytes in 4 KiB) or of one for another (connections per core)."""
    if len(said.kinds) > 1:
        return False if kinds == said.kinds else None
    return True if parts and not kinds else None


def _busy(a: Figure, b: Figure, around: str) -> bool:
    """Whether a time and a rate make the share of time that something is busy."""
    return a.has("s") * b.has("s") == -1 and _BUSY.search(around) is not None


def _threefold(said: Figure, a: Figure, b: Figure, c: Figure) -> Iterator[Way]:
    """Three numbers multiplied, of which one at least is a count: 1,024 cards, 700 W, 30 days."""
    kinds = combined(combined(a.kinds, b.kinds), c.kinds)
    if said.start < c.start or 1 in (a.value, b.value, c.value):
        return  # on 1 node it takes 280 ms, on 16 nodes 19 ms
    if said.physical and _physical(kinds) == said.physical and any(f.noun and not f.physical for f in (a, b, c)):
        why = f"{brief(a)} times {brief(b)} times {brief(c)}"
        yield Way(a.value * b.value * c.value, why, False, False)


def _physical(kinds: Kinds) -> Kinds:
    units = {"B", "FLOP", "s", "J", "$", "%", "cycle"}
    return tuple(k for k in kinds if k[0] in units)


_BUSY = re.compile(r"\b(?:busy|utili[sz]ed|utili[sz]ation|loaded|load)\b", re.I)


def _of_one(kinds: Kinds, said: Figure) -> bool:
    """Whether what numbers make counts what a third does, for each of something: 4 million tokens per step, in 8 s."""
    nouns, told = ({n: e for n, e in k if n not in dict(_physical(k))} for k in (kinds, said.kinds))
    more = {n: e for n, e in nouns.items() if told.get(n) != e}
    return bool(told) and set(told) <= set(nouns) and bool(more) and all(e < 0 for e in more.values())


def _apiece(text: str, count: Figure, each: Figure, said: Figure) -> bool:
    """Whether so many things of so much each are told, and then what they make: 40 servers that draw 450 W each."""
    if not count.noun or count.physical or count.value < 2 or not count.start < each.start < said.start:
        return False
    return each.physical == said.physical and not re.search(
        r"[,;:()]|\b(?:and|or|but|to|from)\b", text[count.end : each.start]
    )


def _slip(said: Figure, w: Way, loose: Fraction, others: list[Figure]) -> str | None:
    """The plain slip by which a number is a value to its own digits."""
    bits = any(f.bits for f in (said, *others))
    doubled = w.strict and len(others) == 2 and not said.physical
    tens = TENS if len(others) == 2 else TENS[:4]
    if said.printed.digits == 1:  # of which one in nine agrees: another prefix, and no other power
        tens = tuple(t for t in TENS if "thousand" in t[1])
    slips = (EIGHTS if bits else ()) + tens + (TWOS[:1] if doubled else ())  # half as many may fit
    for by, words in slips:
        if meets(said, by * w.value, loose):
            return words
    if len(others) > 2 or not (said.physical or len(said.kinds) > 1) or said.has("%"):
        return None
    own, (a, b) = w.value / said.scale, (f.value / f.scale for f in others)  # 12 / 60 hours for 60 / 12
    turned = (
        [(a * b, "a product for a quotient")] if w.over else [(x, "a quotient for a product") for x in (a / b, b / a)]
    )
    for x, words in ((1 / own, "a fraction upside down"), *(turned if w.over or w.strict else [])):
        if said.printed.digits > 1 and any(
            meets(said, x * said.scale * Fraction(1000) ** k, loose) for k in (0, 1, -1)
        ):
            return words
        if said.printed.digits == 1 and x * said.scale == said.value:
            return words
    return None


_AGAIN = re.compile(
    rf"(?:\s+of\s+[a-z]+)?(?:,\s+(?:i\.e\.,?|that\s+is,?|or)\s+|\s*\(\s*|\s+(?:[a-z]+\s+)?(?:is|are|holds?)\s+){ABOUT}",
    re.I,
)
_BINARY = re.compile(r"[KMGTP]i")


def _of_1024(text: str, a: Figure, b: Figure) -> Iterator[Reckoned]:
    """24 GiB, i.e. 25.8 GB, and not 22.4 GB: as much in the other direction."""
    binary = [_BINARY.match(f.unit) is not None for f in (a, b)]
    if (
        a.kinds != (("B", 1),)
        or b.kinds != a.kinds
        or binary[0] == binary[1]
        or a.unit[:1].upper() != b.unit[:1].upper()
    ):
        return
    if not _AGAIN.fullmatch(text[a.end : b.start]) or b.printed.digits < 2:
        return
    step, why = a.scale / b.scale, f"{brief(a)} is {as_written(b, a.value)}"
    if agrees(b, a.value, tolerance(a)):
        yield Reckoned(right_one(b, a.value, why, "follows"), "restated", b.start, b.end)
    elif digits.claim(b.printed, a.value / step**2) in ("exact", "rounded") and END.match(text, b.end):
        slip = "powers of 1024 for powers of 1000, the other way round"
        yield Reckoned(wrong_one(b, a.value, why, "follows", slip), "restated", b.start, b.end)

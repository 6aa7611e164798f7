"""What "that is" makes of a number told just before: a share of the 891, so many drives at a rate, cycles, downtime.

The sentence that refers has one number left to follow, its words say from what, and nothing in it supposes, denies or
scales.  A share of a number that is told is wrong where it is any other one; else it takes a plain slip: a power of
ten, the seconds of a minute, a fraction upside down, bits for bytes.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "We got 723 GB/s. Of the 891 on paper that is {}%. An error rate of 1.4%. With 864 disks that is {} a year."
>>> [[f.verdict for f in proofread(text.format(*n)).findings] for n in ((81, "12.1"), (71, "121"))]
[['rounded', 'rounded'], ['wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.reckoning.figures import Figure, Sentence
from symroof.checking.reckoning.portions import END, brief
from symroof.checking.reckoning.reckoned import ABOUT, TIMES, Reckoned, between, period_of
from symroof.checking.reckoning.sentences import contrasted
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
)

_TIME, _PERCENT, _HERTZ = (("s", 1),), (("%", 1),), (("cycle", 1), ("s", -1))
_THAT = r"(?:that|this|it|which)(?:['’]s|\s+(?:is|are|makes?|means|comes\s+to|would\s+be))"
_OPEN = re.compile(  # what makes a number that of another case
    r"\b(?:if|unless|could|should|might|may|not|never|no|wrong\w*|instead|suppos\w*|claim\w*|another|other|others|half|"
    r"twice|double|each|both|plus|minus|at\s+(?:most|least)|up\s+to)\b|n['’]t\b|\?",
    re.I,
)


def _quiet(text: str, *rows: Sentence) -> bool:
    """Whether nothing in some sentences supposes, denies or scales."""
    return not any(_OPEN.search(text, s.start, s.end + 1) for s in rows)


def _before(page: list[Sentence], i: int) -> Sentence | None:
    """The sentence before one, where both are of one paragraph."""
    return page[i - 1] if i and page[i - 1].paragraph == page[i].paragraph else None


def _judged(
    said: Figure, right: Fraction, loose: Fraction, why: str, slips: tuple[Slip, ...], *, strict: bool = False
) -> Iterator[Reckoned]:
    """The verdict on a number: any other one is wrong where that is ``strict``, else one that a slip makes."""
    if not right:
        return
    why = f"{why} is {as_written(said, right)}"
    if agrees(said, right, loose + tolerance(said)):
        yield Reckoned(right_one(said, right, why, "referred"), "follows", said.start, said.end)
        return
    slip = slipped(said, right, window(said) + min(loose, Fraction(1, 20)), slips, 0)
    q = max(said.value / right, right / said.value)
    far = q - 1 > max(digits.ROUND_FIGURE, loose + coarse(said))
    if far and (slip or (strict and not _of_several(q))):
        yield Reckoned(wrong_one(said, right, why, "referred", slip or ""), "follows", said.start, said.end)


def _of_several(q: Fraction) -> bool:
    """Whether a number may be that of so many things: a card uses 12 GB, that is 25% of the 192 GB of four."""
    return q > Fraction(5, 2) and abs(q / round(q) - 1) < Fraction(1, 40)


# -- shares -----------------------------------------------------------------------------------------------------------

_OF_THE = re.compile(rf"\W*of\s+(?:the|our|its|their|these|those)\s+(?:full\s+|theoretical\s+)?{ABOUT}", re.I)
_ON_PAPER = re.compile(rf"(?:\s+[a-z]+){{0,4}},?\s+(?:{_THAT}|we\s+(?:get|reach|see|have))\s+{ABOUT}", re.I)
_IT_IS = re.compile(rf"\W*{_THAT}\s+{ABOUT}", re.I)
_PART_OF = re.compile(r"\s+of\s+(?:the|our|its|their|these|those)\s+(?:full\s+|theoretical\s+|possible\s+)?")


def _shares(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """It runs at 723 TFLOP/s. Of the 891 on paper that is 81%; that is 81% of the 891 on paper."""
    s, before = page[i], _before(page, i)
    if before is None or len(s.figures) < 2 or not _quiet(text, s, before):
        return
    if re.search(r"\bevery\b", text[before.start : s.end]):
        return
    a, one, two = before.figures[-1], *s.figures[:2]
    alone = len([f for f in before.figures if f.physical == a.physical]) == 1  # 3 GB in July and 5 GB in August
    if not a.physical or a.has("%") or a.word or not alone:
        return
    if two.kinds == _PERCENT and _OF_THE.fullmatch(text[s.start : one.start]) and END.match(text, two.end):
        whole, said, told = one, two, _ON_PAPER.fullmatch(between(text, one, two))
    elif one.kinds == _PERCENT and _IT_IS.fullmatch(text[s.start : one.start]):
        whole, said, told = two, one, _PART_OF.fullmatch(between(text, one, two))
    else:
        return
    if told is None or whole.kinds not in ((), a.kinds):
        return
    of = whole.value if whole.kinds else whole.value * a.scale
    if not of or a.value >= of or agrees(said, 1 - a.value / of, tolerance(a, whole)):
        return
    yield from _judged(said, a.value / of, tolerance(a, whole), f"{brief(a)} of {brief(whole)}", TENS[:6], strict=True)


_REACH = re.compile(
    rf"\s+pages,?\s+(?:its|the)\s+(?:[A-Z]+\s+)?(?:reach|coverage)\s+(?:is|becomes|grows\s+to)\s+{ABOUT}"
)
_BINARY: tuple[Slip, ...] = tuple((Fraction(1024) ** k, "a power of 1024") for k in (1, -1, 2, -2))


def _reach(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """A TLB has 1,536 entries. With 2 MiB pages its reach is 3 GiB."""
    s = page[i]
    for a, said in zip(s.figures, s.figures[1:]):
        if a.kinds != (("B", 1),) or said.kinds != a.kinds or not _REACH.fullmatch(between(text, a, said)):
            continue
        told = [f for t in page[max(0, i - 4) : i + 1] if t.section == s.section for f in t.figures]
        entries = {f.value for f in told if f.kinds == (("entry", 1),) and f.end < said.start}
        if len(entries) == 1 and a.value:
            (n,) = entries
            why = f"{int(n):,} entries of {brief(a)}"
            yield from _judged(said, n * a.value, Fraction(0), why, (*TENS, *_BINARY), strict=True)


_PEAK = re.compile(rf"[,;]?\s+(?:\(\s*)?(?:{_THAT}|i\.e\.,?|or|just|only)\s+{ABOUT}", re.I)
_OF_NOUN = re.compile(
    r"\s+of\s+(?:the|its|our)\s+(?:[a-z]+\s+)?(?P<noun>peak|budget|total|limit|capacity|bandwidth|capital|quota|memory|bill|"
    r"allowance|supply|feed|payload|link)\b(?!\s+(?:of|at|for|per|in)\b|-)",
    re.I,
)
MAX_TOLD = 3


def _of_the_noun(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """A peak of 393 TFLOP/s ... at most 267 GFLOP/s, that is 0.068% of the peak."""
    s = page[i]
    for a, said in zip(s.figures, s.figures[1:]):
        m = _OF_NOUN.match(text, said.end) if said.kinds == _PERCENT and a.physical and a.value else None
        if m is None or not _PEAK.fullmatch(between(text, a, said)):
            continue
        told = (f for t in page[: i + 1] for f in t.figures if f.kinds == a.kinds and f.end <= a.start)
        wholes = {f.value: f for f in told if f.value and _is_called(text, f, m["noun"])}
        if not 0 < len(wholes) <= (MAX_TOLD if m["noun"].lower() == "peak" else 1):
            continue
        found = [
            r
            for f in wholes.values()
            for r in _judged(said, a.value / f.value, tolerance(a, f), f"{brief(a)} of {brief(f)}", TENS[:6])
        ]
        right = [r for r in found if r.verdict.ok]
        yield from right[:1] or (found if len(found) == 1 else [])


def _is_called(text: str, f: Figure, noun: str) -> bool:
    """Whether a number is told of what a noun names: a peak of 393 TFLOP/s, 3.35 TB/s of bandwidth."""
    before = text[max(0, f.start - (240 if noun.lower() == "peak" else 60)) : f.start]
    behind = text[f.end : f.end + 48]
    named = re.search(rf"\b{noun}\b[^.;\d]{{0,200}}\Z", before, re.I)
    return bool(named or re.match(rf"\s+(?:of\s+|in\s+|as\s+)?(?:[a-z0-9]+\s+){{0,2}}{noun}\b", behind, re.I))


# -- rates ------------------------------------------------------------------------------------------------------------

_RATE = re.compile(rf"\b(?:rate|probability|chance|share|fraction|proportion)\s+(?:of|is)\s+{ABOUT}\Z", re.I)
_PERIODIC = re.compile(r"\b(?:hourly|daily|weekly|monthly|quarterly)\b", re.I)
_WITH = re.compile(r"\W*(?:with|of|for|among|in|on|across)\s+(?:all\s+)?(?:the\s+|our\s+|its\s+|these\s+)?\Z", re.I)
_SO_MANY = re.compile(rf",?\s+(?:{_THAT}|there\s+are|we\s+(?:expect|lose|see|replace))\s+{ABOUT}", re.I)


def _at_a_rate(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """A failure rate of 1.4%. With 864 drives that is 12.1 drives a year."""
    s, before = page[i], _before(page, i)
    if before is None or len(s.figures) < 2:
        return
    p, n, said = before.figures[-1], *s.figures[:2]
    if p.kinds != _PERCENT or not _RATE.search(text, max(before.start, p.start - 60), p.start) or said.physical[:-1]:
        return
    counted = n.noun and n.kinds == ((n.noun, 1),) and said.noun in ("", n.noun) and not said.has("%")
    if not counted or not _WITH.fullmatch(text[s.start : n.start]) or not _SO_MANY.fullmatch(between(text, n, said)):
        return
    if _OPEN.search(text, before.start, said.end) or _PERIODIC.search(text, before.start, p.start):
        return
    period = period_of(said) if said.has("s") else None
    if said.physical not in ((), (("s", -1),)) or (said.physical and period is None):
        return
    right = p.value * n.value / (TIMES[period] if period else 1)
    yield from _judged(said, right, tolerance(p), f"{brief(p)} of {brief(n)}", TENS)


_EVERY = re.compile(
    r"\W*(?:(?:done|taken|saved|made|repeated|run|performed|executed|written|once|this|it)\s+)?every\s+"
    rf"{ABOUT}\Z",
    re.I,
)
_OF_TIME = re.compile(r"\s+(?:of\s+(?:the|our|its|all)\s+(?:\w+[\s-])?(?:time|clock)\b|overhead\b)|\s*[.,;:)]", re.I)


def _done_every(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """Saving takes 7.9 s. Done every 30 minutes, that is 0.44% of the time."""
    s, before = page[i], _before(page, i)
    if before is None or len(s.figures) < 2 or not _quiet(text, s):
        return
    a, every, said = before.figures[-1], *s.figures[:2]
    if a.kinds != _TIME or every.kinds != _TIME or said.kinds != _PERCENT or a.value >= every.value:
        return
    then = re.fullmatch(rf",?\s+{_THAT}\s+{ABOUT}", between(text, every, said), re.I)
    if then and _EVERY.fullmatch(text[s.start : every.start]) and _OF_TIME.match(text, said.end):
        yield from _judged(said, a.value / every.value, tolerance(a), f"{brief(a)} of {brief(every)}", TENS[:6])


# -- units ------------------------------------------------------------------------------------------------------------

_IN_CYCLES = re.compile(rf"\W*(?:counted\s+)?in\s+(?:(?:clock|core)\s+)?cycles,?\s+{_THAT}[^\w.;]*{ABOUT}", re.I)


def _in_cycles(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """A clock of 2.5 GHz ... takes 2.2 ns. In cycles, that is 5.5."""
    s, before = page[i], _before(page, i)
    said = s.figures[0]
    if before is None or said.physical not in ((), (("cycle", 1),)):
        return
    if not _IN_CYCLES.fullmatch(text[s.start : said.start]):
        return
    a = before.figures[-1]
    clocks = {f.value: f for t in page[:i] if t.section == s.section for f in t.figures if f.kinds == _HERTZ}
    clocks = clocks or {f.value: f for t in page[:i] for f in t.figures if f.kinds == _HERTZ}
    if a.kinds == _TIME and len(clocks) == 1 and _quiet(text, s) and END.match(text, said.end):
        (f,) = clocks.values()
        if any(f in t.figures and _NO_CORE.search(text, t.start, t.end) for t in page[:i]):
            return
        loose = tolerance(a, f)
        yield from _judged(said, a.value * f.value, loose, f"{brief(a)} times {brief(f)}", TENS, strict=True)


_NO_CORE = re.compile(r"\b(?:bus|memory|DRAM|DDR\w*|turbo|boost\w*|base|links?|radio|band)\b", re.I)
_DOWN = re.compile(rf"\bdowntime,?\s+{_THAT}\s+{ABOUT}\Z", re.I)
_OF_DOWN = re.compile(r"\s+(?:of\s+)?downtime\b", re.I)
_ALLOWS = re.compile(rf"(?:\b{_THAT}|[,(]\s*or|\b(?:that|this|which|it)\s+(?:allows|permits|leaves))\s+{ABOUT}\Z", re.I)
_LENGTHS: tuple[Slip, ...] = tuple(
    (Fraction(a) ** k, words)
    for a, words in ((60, "the seconds of a minute"), (24, "the hours of a day"), (3600, "the seconds of an hour"))
    for k in (1, -1)
)


def _downtime(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """99.9% over 30 days. (As downtime, that would be 43.2 minutes.)"""
    s, before = page[i], _before(page, i)
    rows = [*(before.figures if before else ()), *s.figures]
    for said in s.figures:
        allowed = _ALLOWS.search(text, max(s.start, said.start - 40), said.start)
        down = _DOWN.search(text, s.start, said.start) or (allowed and _OF_DOWN.match(text, said.end))
        if said.kinds != _TIME or not down:
            continue
        told = [f for f in rows if f.end <= said.start]
        shares = [f for f in told if f.kinds == _PERCENT and Fraction(9, 10) <= f.value < 1]
        long = [f for f in told if f.kinds == _TIME and f.value >= TIMES["day"]]
        if len(shares) != 1 or len(long) != 1 or _OPEN.search(text, (before or s).start, s.end):
            return
        (p,), (d,) = shares, long
        right = (1 - p.value) * d.value
        yield from _judged(said, right, Fraction(1, 40), f"what {brief(p)} leave of {brief(d)}", (*_LENGTHS, *TENS[:4]))


_DELAY = re.compile(
    r"\bbandwidth[-\s–]delay\s+product\b[^.;\w]{0,80}(?:(?:is|of|=|here|then)\s+){0,2}[^.;\w]{0,80}\Z", re.I
)
_ROUND = re.compile(r"\b(?:round[-\s]trip|RTT|delay|latency)\b[^.;\d]{0,30}\Z", re.I)
_TRIP = re.compile(r"\s+(?:of\s+)?(?:round[-\s]trip|RTT|delay|latency)\b", re.I)


def _delayed(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """A path of 10 Gb/s and a round-trip time of 64 ms ... the bandwidth-delay product is 80 MB."""
    s = page[i]
    for said in s.figures:
        if said.kinds != (("B", 1),) or not _DELAY.search(text, max(s.start, said.start - 200), said.start):
            continue
        told = [f for t in page[: i + 1] if t.section == s.section for f in t.figures if f.end <= said.start]
        rates = {f.value: f for f in told if f.kinds == (("B", 1), ("s", -1)) and f.bits}
        times = {f.value: f for f in told if f.kinds == _TIME and _is_delay(text, f)}
        if len(rates) == 1 and len(times) == 1 and _quiet(text, s):
            (r,), (t,) = rates.values(), times.values()
            why = f"{brief(r)} times {brief(t)}"
            yield from _judged(said, r.value * t.value, tolerance(r, t), why, (*EIGHTS, *TENS))
        return


def _is_delay(text: str, f: Figure) -> bool:
    return bool(_ROUND.search(text, max(0, f.start - 60), f.start) or _TRIP.match(text, f.end))


_SO_LONG = re.compile(r"\b(?:that|this|which)(?:['’]s|\s+(?:is|makes|means))\s+" + ABOUT + r"\Z", re.I)
_OR = re.compile(rf",?\s+or\s+{ABOUT}")
_WORK = re.compile(
    r"\b(?:work\w*|shifts?|person|people|staff|team|engineers?|man|office|business|school|billable|lectures?|weekdays?|"
    r"employ\w*|labou?r|operators?|crew|pay|paid|training\s+course|lessons?)\b",
    re.I,
)
_USUAL = {  # what a day of work has of the hours of a day, and a week of its days
    ("hour", "day"): (Fraction(11, 5), Fraction(24, 5)), ("day", "week"): (Fraction(1), Fraction(3, 2)),
    ("hour", "week"): (Fraction(5, 2), Fraction(6)), ("hour", "month"): (Fraction(5, 2), Fraction(8)),
}  # fmt: skip


def _lasting(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """That is 192 hours, or 8 days."""
    s = page[i]
    for a, said in zip(s.figures, s.figures[1:]):
        units = tuple(f.unit.split()[-1].lower().rstrip("s") if f.unit else "" for f in (a, said))
        if a.kinds != _TIME or said.kinds != _TIME or not a.value or a.word or said.word or units[0] == units[1]:
            continue
        told = _SO_LONG.search(text, max(s.start, a.start - 40), a.start) and _OR.fullmatch(between(text, a, said))
        if not told or not END.match(text, said.end) or not _quiet(text, s) or contrasted(text, a.start, said.end):
            continue
        q = said.value / a.value
        usual = _USUAL.get((units[0], units[1]))
        odd = usual is not None and (usual[0] <= q <= usual[1] or _WORK.search(text, s.start, s.end) is not None)
        if abs(q - 1) > Fraction(1, 5) + coarse(a, said) and odd:
            continue
        strict = abs(q - 1) > Fraction(1, 4) + coarse(a, said)
        yield from _judged(said, a.value, tolerance(a) + Fraction(1, 20), brief(a), TENS, strict=strict)


_FACTORS = re.compile(r"(?<![\w.·×*/+-])(?P<a>\d[\d,]*(?:\.\d+)?)\s*[·×*⋅]\s*(?P<b>\d[\d,]*(?:\.\d+)?)\s*=\s*\Z")
_WIDE = re.compile(
    r"(?<![\w.,])(?P<n>\d{1,5})(?:[-\s]bits?\s+(?:wide|bus(?:es)?|channels?|interface|link|data)|\s+bits\b)", re.I
)


def _on_a_bus(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """A channel is 64 bits wide ... so one channel gives 4.8 · 64 = 307.2 Gb/s, and no bytes."""
    s = page[i]
    for said in s.figures:
        m = _FACTORS.search(text, max(s.start, said.start - 40), said.start)
        if m is None or said.kinds != (("B", 1), ("s", -1)) or said.bits:
            continue
        start = next(t.start for t in page[max(0, i - 2) : i + 1] if t.section == s.section)
        wide = {w["n"] for w in _WIDE.finditer(text, start, m.start())}
        a, b = (Fraction(m[k].replace(",", "")) for k in "ab")
        if not wide & {m["a"], m["b"]} or "8" in (m["a"], m["b"]) or re.search(r"\bbytes?\b", text[start : m.start()]):
            continue
        if re.search(rf"(?<![\w.,])(?:{m['a']}|{m['b']})[\s-](?!bits?\b)[a-z]{{3,}}", text[start : m.start()]):
            continue  # keys of 64 bits, and 64 cores
        own = said.value / said.scale
        if abs(a * b / own - 1) <= window(said) and END.match(text, said.end) and _quiet(text, s):
            why = f"in bits {m['a']} times {m['b']}"
            yield from _judged(said, said.value / 8, Fraction(0), why, EIGHTS)


RULES: tuple[Callable[[str, list[Sentence], int], Iterator[Reckoned]], ...] = (
    _shares, _reach, _of_the_noun, _at_a_rate, _done_every, _in_cycles, _downtime, _delayed, _lasting, _on_a_bus,
)  # fmt: skip


def referred(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """What a sentence makes of numbers told before it, by every rule."""
    for rule in RULES:
        yield from rule(text, page, i)

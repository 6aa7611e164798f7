"""Cycles and times told as one under the only clock that a page has, and how long one of its cycles is.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "The core runs at 4 GHz, so a cycle takes {} ns. A miss costs 240 cycles, or {} ns."
>>> [[f.verdict for f in proofread(text.format(*t)).findings] for t in (("0.25", 60), ("4", 960))]
[['exact', 'exact'], ['wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.reckoning.figures import Figure, Sentence
from symroof.checking.reckoning.reckoned import ABOUT, Reckoned, between
from symroof.checking.reckoning.slips import agrees, as_written, coarse, right_one, tolerance, wrong_one

MAX_SENTENCE = 1500  # characters
NOMINAL = Fraction(1, 20)  # by how much a clock of 2 GHz may be off
_CYCLES, _SECONDS, _HERTZ = (("cycle", 1),), (("s", 1),), (("cycle", 1), ("s", -1))
_AGAIN = re.compile(
    rf"(?:,?\s+(?:or|i\.e\.,?|that\s+is,?|which\s+is)\s+|\s*\(\s*(?:or\s+|i\.e\.,?\s+)?|\s+=\s+){ABOUT}"
)
_ONE = re.compile(
    r"[^.;]{0,80}\b(?:ticks?\s+every|(?:one|an?|each|every|the)\s+(?:clock\s+)?(?:cycle|tick|(?:clock\s+)?period)"
    rf"(?:\s+(?:time|length))?\s+(?:is|takes?|lasts?|has))\s+{ABOUT}"
)
_AT = re.compile(r",?\s+(?:(?:which|that|or|and)\s+)?(?:at|on)\s+(?:an?\s+)?(?:clock\s+of\s+)?")
_IS = re.compile(rf",?\s+(?:(?:that|this|it|which)\s+)?(?:is|are|takes?|makes?|lasts?|means)\s+{ABOUT}")
_OTHER = re.compile(
    r"\b(?:bus|memory|DRAM|DDR\w*|TSC|reference|boost\w*|turbo|base|idle|throttl\w*|half|twice|double|other|another|"
    r"old|older|new|newer|if|would|were|not|wrong|instead)\b|n['’]t\b|\?",
    re.I,
)
_EACH = re.compile(
    r"\s*(?:each|per|every|apiece|more|less|of|on|with|without|including|for|to|from|in\s+(?:all|total|the\s+worst))\b"
)
_FASTEST, _LONGEST = 10**6, Fraction(1, 1000)  # hertz of a core, seconds of what it counts in cycles
_NO_CORE = re.compile(
    r"\b(?:Wi-?Fi|radios?|bands?|wireless|fabric|links?|signals?|carrier|antenna|[45]G|Bluetooth)\b", re.I
)
_MACHINE = re.compile(r"\b(?:[CGTND]PU|DSP|MCU|FPGA|ASIC|PCIe|NIC|host)\b")
_TIMER = re.compile(
    r"\b(?:timers?|schedulers?|kernels?|loops?|jiff\w*|prescaler|crystal|PLC|control\w*|interrupt\w*)\b", re.I
)


def clocked(text: str, page: list[Sentence]) -> Iterator[Reckoned]:
    """Every number of a page that its clock makes of another one."""
    clocks = [f for s in page for f in s.figures if f.kinds == _HERTZ and f.value >= _FASTEST and f.scale > 1]
    one = clocks[0] if len({f.value for f in clocks}) == 1 else None
    of_one = next((text[s.start : s.end] for s in page if one in s.figures), "")
    if any(x.search(of_one) for x in (_OTHER, _NO_CORE)):
        one = None
    for s in page if clocks else ():
        if s.end - s.start > MAX_SENTENCE or any(x.search(text, s.start, s.end) for x in (_OTHER, _TIMER)):
            continue
        yield from _at_a_clock(text, s)
        same = all(m.group() in of_one for m in _MACHINE.finditer(text, s.start, s.end))
        for a, b in pairwise(s.figures):
            if not _EACH.match(text, b.end) and a.value and b.value:
                yield from _pair(text, a, b, one if same else None)


def _pair(text: str, a: Figure, b: Figure, clock: Figure | None) -> Iterator[Reckoned]:
    """A clock and its cycle, or cycles and their time."""
    if a.kinds == _HERTZ and b.kinds == _SECONDS:
        if _ONE.fullmatch(between(text, a, b)):
            yield from _judged(a, b, 1 / a.value, "one over")
    elif clock is not None and _AGAIN.fullmatch(between(text, a, b)):
        if (a.kinds, b.kinds) == (_CYCLES, _SECONDS):
            yield from _judged(a, b, a.value / clock.value, "over", clock)
        elif (a.kinds, b.kinds) == (_SECONDS, _CYCLES):
            yield from _judged(a, b, a.value * clock.value, "times", clock)


def _at_a_clock(text: str, s: Sentence) -> Iterator[Reckoned]:
    """A miss costs 200 cycles, which at 2.5 GHz is 80 ns."""
    for a, f, b in zip(s.figures, s.figures[1:], s.figures[2:]):
        if (a.kinds, f.kinds, b.kinds) != (_CYCLES, _HERTZ, _SECONDS) or not (a.value and f.value and b.value):
            continue
        if _AT.fullmatch(between(text, a, f)) and _IS.fullmatch(between(text, f, b)) and not _EACH.match(text, b.end):
            yield from _judged(a, b, a.value / f.value, "over", f)


def _judged(a: Figure, b: Figure, right: Fraction, how: str, clock: Figure | None = None) -> Iterator[Reckoned]:
    """The verdict on the second of two numbers."""
    loose = tolerance(a, b) + (min(tolerance(clock), NOMINAL) if clock else 0)
    made = f"{how} {_brief(a)}" if clock is None else f"{_brief(a)} {how} {_brief(clock)}"
    why = f"{made} is {as_written(b, right)}"
    if agrees(b, right, loose):
        yield Reckoned(right_one(b, right, why, "follows"), "follows", b.start, b.end)
    elif max(x.value for x in (a, b) if x.kinds == _SECONDS) > _LONGEST and b.value > right * 1000:
        return  # 5 cycles of 10 s
    elif abs(b.value / right - 1) > max(digits.ROUND_FIGURE, loose + coarse(b)):
        yield Reckoned(wrong_one(b, right, why, "follows"), "follows", b.start, b.end)


def _brief(f: Figure) -> str:
    return " ".join(f.printed.text.split())

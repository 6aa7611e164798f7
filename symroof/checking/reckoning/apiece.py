"""So many things of so much each, what fits into what, and what is left: numbers that sentences set beside each other.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "With 24 racks and 32 trays each we have {} trays. The 28 GB fit into {} GB."
>>> [[f.verdict for f in proofread(text.format(*n)).findings] for n in ((768, 40), (512, 24))]
[['exact', 'exact'], ['wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.reckoning.figures import Figure, Sentence, combined, singular
from symroof.checking.reckoning.reckoned import ABOUT, TIMES, Reckoned, between
from symroof.checking.reckoning.slips import (
    TENS,
    agrees,
    as_written,
    coarse,
    right_one,
    slipped,
    tolerance,
    window,
    wrong_one,
)

_OF_EACH = re.compile(r",?\s+(?:and|with|of|at|having|holding)?\s*(?:[a-z]+\s+){0,2}?")
_EACH = re.compile(
    r"(?:\s+of\s+[A-Za-z]+(?:\s+[a-z]+)?)?\s+(?:each|apiece)\b[\s,;:—–]*(?:we(?:['’]ve|\s+have|\s+get)(?:\s+got)?|that(?:['’]s|\s+is)|"
    rf"this\s+(?:is|makes)|makes|making|so|there\s+are|it\s+has|in\s+all|together|for\s+a\s+total\s+of|=)\s+{ABOUT}"
)
_ONE = re.compile(
    r"\b(?:an?|one|each|every|a\s+single)\s+(?P<noun>[a-z]+)\s+(?:then\s+|thus\s+)?(?P<verb>[a-z]+?)e?s\s+"
    + ABOUT
    + r"\Z",
    re.I,
)
_NOT = r"(?P<not>(?:(?:do(?:es)?|will|can)\s+not|don['’]t|doesn['’]t|won['’]t|no\s+longer|cannot|can['’]t|never)\s+)?"
_FITS = re.compile(
    rf"(?:\s+of\s+[a-z]+)?(?P<which>,\s+(?:which|(?:and|so)\s+(?:it|this|that)))?\s+(?:(?:still|just|easily|also)\s+)?{_NOT}fits?\s+(?:easily\s+|just\s+)?(?:in|into|on|within)\s+"
    rf"(?:(?:the|its|our|a|one)\s+)?(?:single\s+)?{ABOUT}"
)
_PROVIDED = re.compile(
    r"[^.;]*\b(?:once|after|when|if|unless|only|because|since|without|until)\b|[^.;,]*\b(?:with|as|by)\b"
)
_SUFFICE = re.compile(r"[^.;\d]{0,60}?,?\s+(?:and|so|but|hence|thus)\s+(?:the|our|its)\s+")
_ENOUGH = re.compile(
    r"(?:\s+(?:that\s+)?(?:we|it)\s+ha(?:ve|s)|\s+available|\s+installed)?\s+(?:(?:still|just|now)\s+)?"
    r"(?P<not>(?:no\s+longer|do\s+not|don['’]t|cannot|will\s+not)\s+)?(?:suffices?|are\s+(?:still\s+)?(?P<un>not\s+|no\s+longer\s+)?enough)\b"
)
_PART = re.compile(
    r"\b(?:half|third|quarter|each|per|every|if|would|could|unless|only|first|most|some|when|with)\b", re.I
)
_OF_SOME = re.compile(r"\b(?:half|third|quarter|each|per|every|first|most|some)\b", re.I)
_SAID = re.compile(
    r"\b(?:wrong\w*|mistak\w*|claim\w*|nearly|almost|hardly|compress\w*|shard\w*|split|swap\w*|if)\b|\?", re.I
)
_OF_MANY = re.compile(r"[^.;,]{0,40}\b(?:each|both|two|three|four|eight|\d+|cards|nodes|GPUs|per)\b", re.I)
_LEFT = re.compile(r"\s+(?:are|is|remains?)?\s*(?:left(?:\s+over)?|remain(?:s|ing)?|free)\b")
_SO = re.compile(rf"(?:\b(?:so|thus|hence)|,)\s+(?:only\s+)?{ABOUT}\Z", re.I)
_ALSO = re.compile(
    r"\b(?:reserv\w*|overhead\w*|activations?|margin|minus|half|each|per|both|two|three|four|besides|plus|another|swap|"
    r"headroom|system|runtime|buffers?)\b|%",
    re.I,
)


def each(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """With 24 cards and 32 slots each we have 768 slots; a chip makes 180 TFLOP/s and 1,024 chips 184 PFLOP/s."""
    row = page[i].figures
    for n, q, said in zip(row, row[1:], row[2:]):
        if not n.noun or said.word or not q.kinds or not n.value or not q.value:
            continue
        if not _OF_EACH.fullmatch(between(text, n, q)) or not _EACH.fullmatch(between(text, q, said)):
            continue
        rest = combined(n.kinds, ((n.noun, 1),), -1)
        if combined(q.kinds, rest) != said.kinds or q.noun == n.noun:
            continue
        right = n.value * q.value
        v = _strictly(said, right, f"{_brief(n)} of {_brief(q)} each are {as_written(said, right)}", n, q)
        if v is not None:
            yield Reckoned(v, "reckoned", said.start, said.end)
    yield from _many(text, page[i])


def _many(text: str, s: Sentence) -> Iterator[Reckoned]:
    """What one thing does, and what so many of them do, in the same words."""
    for one, n, said in zip(s.figures, s.figures[1:], s.figures[2:]):
        m = _ONE.search(text, max(s.start, one.start - 60), one.start) if one.physical else None
        if m is None or n.kinds != ((singular(m["noun"]), 1),) or said.kinds != one.kinds or not said.value:
            continue
        if not re.fullmatch(r",?\s+(?:and|so)\s+(?:all\s+)?", between(text, one, n)):
            continue
        if not re.fullmatch(rf"\s+(?:together\s+)?{m['verb']}e?s?\s+{ABOUT}", between(text, n, said)):
            continue
        right = one.value * n.value
        why = f"{_brief(n)} of {_brief(one)} are {as_written(said, right)}"
        if agrees(said, right, tolerance(one, n, said)):
            yield Reckoned(right_one(said, right, why, "scaled"), "reckoned", said.start, said.end)
        elif (slip := slipped(said, right, window(said), TENS[:4], 0)) is not None:
            yield Reckoned(wrong_one(said, right, why, "scaled", slip), "reckoned", said.start, said.end)


def _strictly(said: Figure, right: Fraction, why: str, *of: Figure) -> Verdict | None:
    if agrees(said, right, tolerance(*of, said)):
        return right_one(said, right, why, "reckoned")
    if abs(said.value / right - 1) > max(digits.ROUND_FIGURE, coarse(*of, said)):
        return wrong_one(said, right, why, "reckoned")
    return None


def _brief(f: Figure) -> str:
    return " ".join(f.printed.text.split())


def fitting(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """28 GB fit into 40 GB; 648 requests are in flight, and the 576 threads we have do not suffice."""
    s = page[i]
    for a, b in zip(s.figures, s.figures[1:]):
        if a.word or b.word or digits.overlap(a.printed, b.printed):
            continue
        m = _FITS.fullmatch(between(text, a, b)) if a.physical and a.physical == b.physical else None
        size = m is not None
        if m is None and a.physical == b.physical and _SUFFICE.fullmatch(between(text, a, b)):
            m = _ENOUGH.match(text, b.end)
        which = m is not None and size and m["which"] is not None  # so much, which fits, whatever it would be of
        if m is None or (size and any(e < 0 for _, e in a.kinds)):
            continue
        if (_OF_SOME if which else _PART).search(text, s.start, a.start):
            continue
        if which and (
            _SAID.search(text, s.start, s.end) or _OF_MANY.match(text, b.end) or _PROVIDED.match(text, b.end)
        ):
            continue
        denied = m["not"] is not None or (not size and m["un"] is not None)
        right = (a.value <= b.value) != denied
        words = f"{_brief(a)} is {'less' if a.value < b.value else 'more'} than {_brief(b)}"
        v = Verdict(
            "exact" if right else "wrong",
            words if right else f"{words}, and the words say the opposite",
            code="referred" if which else "fits",
        )
        yield Reckoned(v, "inequality", a.start, b.end if size else m.end())


def left(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """It makes 26 GB of weights. A card has 80 GB, so 54 GB are left."""
    s = page[i]
    for k, f in enumerate(s.figures):
        if not f.physical or f.word or not _LEFT.match(text, f.end) or f.printed.digits < 2:
            continue
        first = page[i - 1] if i and page[i - 1].paragraph == s.paragraph else s
        told = [g for t in ([first] if first is not s else []) for g in t.figures] + [*s.figures[:k]]
        alike = [g for g in told if g.physical == f.physical and not g.word and g.value * 50 > f.value]
        if len(alike) != 2 or not _SO.search(text, max(s.start, f.start - 40), f.start):
            continue
        a, b = sorted(alike, key=lambda g: -g.value)
        right, why = a.value - b.value, f"{_brief(a)} less {_brief(b)} is {as_written(f, a.value - b.value)}"
        if right > 0 and agrees(f, right, (a.printed.place + b.printed.place) / right / 2):
            yield Reckoned(right_one(f, right, why, "reckoned"), "reckoned", f.start, f.end)
        elif (
            right > 0
            and not _ALSO.search(text, first.start, s.end)
            and (_one_digit(f, right) or f.value == a.value + b.value)
        ):
            yield Reckoned(wrong_one(f, right, why, "reckoned"), "reckoned", f.start, f.end)


def _one_digit(f: Figure, right: Fraction) -> bool:
    """Whether one digit of a number is another one, or two have changed places."""
    said, other = (str(round(x / f.printed.place)) for x in (f.value, right))
    return len(said) == len(other) and (sum(x != y for x, y in zip(said, other)) == 1 or sorted(said) == sorted(other))


_PERIOD = re.compile(
    rf"\b(?:an?|one)\s+(?P<t>second|minute|hour|day|week|month|year)\b(?:\s+of\s+(?:an?|one|the)\s+[a-z]+)?\s+(?:is|are|costs?|takes?|makes?|"
    rf"comes?\s+to)\s+(?:just\s+under\s+|a\s+bit\s+over\s+)?{ABOUT}\Z",
    re.I,
)


def by_periods(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """An hour is 10.4 kWh. A day is 250 kWh. A year is 91 MWh."""
    near = [s for s in page[max(0, i - 2) : i + 1] if s.paragraph == page[i].paragraph]
    told = [
        (f, m["t"])
        for s in near
        for f in s.figures
        if (m := _PERIOD.search(text, max(s.start, f.start - 70), f.start)) and not text[s.start : m.start()].strip()
    ]
    told = [(f, t.lower()) for f, t in told if f.physical and all(e > 0 for _, e in f.kinds) and f.value]
    last = [x for x in told if x[0].start >= page[i].start]
    for f, t in last:
        for g, u in told:
            if g.end < f.start and g.kinds == f.kinds and t != u:
                right = g.value * TIMES[t] / TIMES[u]
                v = _by_tens(f, right, f"at {_brief(g)} in a {u} it is {as_written(f, right)}", g)
                if v is not None:
                    yield Reckoned(v, "follows", f.start, f.end)
                break


def _by_tens(f: Figure, right: Fraction, why: str, of: Figure) -> Verdict | None:
    """Right within roundings and the lengths of months, wrong where a power of ten too large or small."""
    if agrees(f, right, tolerance(f, of) + Fraction(1, 100)):
        return right_one(f, right, why, "reckoned")
    slip = slipped(f, right, tolerance(f, of) + Fraction(1, 50), TENS, 0)
    return wrong_one(f, right, why, "reckoned", slip) if slip else None


APIECE = (each, fitting, left, by_periods)

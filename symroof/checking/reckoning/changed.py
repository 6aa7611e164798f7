"""Changes that a sentence tells beside the two numbers that they are of: 40 against 30, so a quarter cheaper.

An increase is of the smaller number, and a saving of the larger one; wrong is what is right of the other one alone,
and behind the change itself (", a third more (40 against 25)") any other number.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "It costs a third more than the old one (40 against 30). Going from {} to 50 W saves 20%."
>>> [[f.verdict for f in proofread(text.format(n)).findings] for n in (62.5, 60)]
[['exact', 'exact'], ['exact', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.reckoning.figures import Figure, Sentence
from symroof.checking.reckoning.opposed import INSTEAD, TO, pairs, words_between
from symroof.checking.reckoning.reckoned import Reckoned
from symroof.checking.reckoning.slips import tolerance
from symroof.checking.words.multiples import DOWN, UP, Change, changes
from symroof.reading.quantity import shown

_FAR = Fraction(1, 12)
_FROM = re.compile(r"\bfrom\s+(?:[A-Za-z\\]+\s*=\s*)?[~≈$]?\Z", re.I)
_OPEN = re.compile(r"[^.;()]{0,40}\(\s*\$?\Z")
_CLOSED = re.compile(r"\$?\s*\)")
_PACES = re.compile(r"\b(?:performance|speed\w*|throughput|rate|faster|slower|bandwidth|tokens|twice)\b", re.I)
#: what may stand between two numbers and their change: it is again of them, and of nothing else
_SO = re.compile(
    r"(?:\s+per\s+[a-z]+|\s*[A-Za-z$%/€-]+)?[\s,;:()–—$]*"
    r"(?>the\s+[a-z]+\s+is\s+|(?:so|thus|hence|or|i\.e\.|that|which|it|this|they|is|are|a|an|the|mere|full|only|just|to|be|by|and|makes?|now|then|"
    r"means)\b[\s,]*|[A-Z][\w-]*\s+(?:[A-Z]\w*\s+)?)*"
)
_NEAR = re.compile(r"(?:about|around|roughly|nearly|almost|some|over|at least|up to|more than|[~≈])\s*\Z")
#: a quantity of its own that changes, which need not be the two numbers: from 5 to 4 nodes, and latency is 25% lower
_OF_ELSE = re.compile(
    r"(?:(?:\band|,)\s+(?:(?:the|its|our|their)\s+)?(?!(?:which|that|it|this|they|so|to|thus|hence|or|by|an?|is|are|only)\b)[a-z]+"
    r"(?:\s+[a-z]+)?\s+(?:is|are|was|were|has|have)|(?<!\bso)\s(?:the|its|our|their)\s+[a-z]+)\s*\Z"
)
_OBJECT = re.compile(r"[a-z]+\s+(?!(?:it|this|that|them|by|about|roughly|a|an|only)\b)(?:[a-z]+\s+){1,4}by\s", re.I)
_ENDS = re.compile(
    r"\s*(?:[.,;:)]|\Z|than\b|per\b|so\b|and\b|but\b|while\b|of\s+(?:the|its)\b|in\b|for\b|each\b|every\b)"
)
_MERE = re.compile(
    r",\s+(?:that\s+is\s+|which\s+is\s+)?(?:a|an|only)\s+(?:[a-z]+\s+)?"
    r"(?P<of>(?:reduction|saving|decrease|drop|cut|increase|rise)\s+of\s+)?(?P<n>\d+(?:\.\d+)?)\s?(?:%|per\s?cent)"
    r"(?(of)(?=[,.;:)])|(?=[,.]))"
)


def changed(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """From 1.65 to 1.075 ms it improves by 35%, and not by 53%; 500 W against 450 W, 11% more, and not 10%."""
    s = page[i]
    told = [*changes(text, s.start, s.end)]
    told += [_mere(m) for m in _MERE.finditer(text, s.start, s.end)]
    if not told:
        return
    both = [(a, b) for a, b in pairs(s) if not (a.value == b.value or b.has("%")) and _apart(text, s, a, b)]
    if len(both) != 1 or (_PACES.search(text, s.start, s.end) and told[0].verb != "mere"):
        return
    (a, b), last = both[0], -1
    for c in sorted(told, key=lambda c: c.start):
        how = _beside(text, a, b, c) if not c.fold and c.start >= last else None
        if how is None:
            continue
        last = c.end
        v = _of_base(c, a, b, sure=how)
        if v is not None:
            yield Reckoned(v, "follows", c.start, c.end)


def _mere(m: re.Match[str]) -> Change:
    """From 80 to 90 per second, a mere 12.5 per cent."""
    amount, place = Fraction(m["n"]) / 100, Fraction(1, 100 * 10 ** len(m["n"].partition(".")[2]))
    return Change(amount, False, None, False, place, m.start("n"), m.end(), "mere")


def _apart(text: str, s: Sentence, a: Figure, b: Figure) -> bool:
    """Whether two numbers are set against each other: from a to b, a instead of b, (a against b)."""
    between = words_between(text, a, b)
    if INSTEAD.fullmatch(between):
        return True
    return bool(TO.fullmatch(between) and _FROM.search(text, max(s.start, a.start - 20), a.start))


def _beside(text: str, a: Figure, b: Figure, c: Change) -> bool | None:
    """Whether a change is of two numbers, and surely so: it stands right before them; None where it may not be."""
    if c.end <= a.start:
        behind = _OPEN.fullmatch(text[c.end : a.start]) and _CLOSED.match(text, b.end)
        return True if behind else None
    if c.start < b.end or _NEAR.search(text, b.end, c.start):
        return None
    words = text[b.end : c.start]
    if c.verb != "mere" and (c.verb.lower() not in text[c.start : c.end].lower() or not _ENDS.match(text, c.end)):
        return None
    if _OBJECT.match(text, c.start) or (_OF_ELSE.search(text, b.end, c.start) and not _own(text, b, c.start)):
        return None
    verbal = re.match(rf"(?:{UP}|{DOWN}|improv)", c.verb, re.I) is not None
    free = re.fullmatch(r"[^.;:()\d]{0,60}", words) if verbal or c.verb == "mere" else _SO.fullmatch(words)
    return False if free else None


def _own(text: str, b: Figure, at: int) -> bool:
    """Whether what changes is what the unit of the numbers measures: from 139 to 105 ns the latency drops."""
    m = _THE_NOUN.fullmatch(text, b.end, at)
    return m is not None and _MEASURES.get(b.kinds, re.compile(r"(?!)")).fullmatch(m["noun"]) is not None


_THE_NOUN = re.compile(r",?\s+(?:the|its|our|their)\s+(?:mean\s+|average\s+)?(?P<noun>[a-z]+)\s+")
_MEASURES = {
    (("s", 1),): re.compile(r"latency|delay|time|runtime|duration|wait"),
    (("B", 1), ("s", -1)): re.compile(r"bandwidth|throughput|rate"),
    (("B", 1),): re.compile(r"memory|footprint|size|traffic"),
    (("J", 1), ("s", -1)): re.compile(r"power|draw|consumption"),
    (("J", 1),): re.compile(r"energy"),
    (("$", 1),): re.compile(r"costs?|price|bill"),
}


def _of_base(c: Change, a: Figure, b: Figure, *, sure: bool) -> Verdict | None:
    """An increase is of the smaller of two numbers, and a saving of the larger one."""
    small, large = sorted((a.value, b.value))
    more = b.value > a.value if c.more is None else c.more
    right, other = c.of(small, large, more), c.of(small, large, not more)
    loose = Fraction(0) if _counted(a, b) else tolerance(a, b) * (1 + 1 / right)
    why = f"it is {_percent(right)} {'over' if more else 'of'} {shown((small if more else large) / a.scale)}"
    if c.near(right, loose):
        return Verdict("exact" if c.amount == right else "rounded", why, code="percentage")
    if c.near(other, loose):
        return Verdict("wrong", f"{why}: off by the other base", code="percentage", right=_percent(right))
    if sure and not c.about and abs(c.amount / right - 1) > _FAR + loose:
        return Verdict("wrong", why, code="percentage", right=_percent(right))
    return None


def _counted(a: Figure, b: Figure) -> bool:
    """Whether two numbers are whole ones of things, bytes or FLOPs, of which one may tell what: 8 FLOPs against 6."""
    units = [f.unit for f in (a, b) if f.noun or f.unit.startswith(("byte", "bit", "FLOP"))]
    return bool(units) and all(f.printed.place <= 1 and f.value < 1000 and f.scale == 1 for f in (a, b))


def _percent(value: Fraction) -> str:
    return f"{shown(value * 100, digits=3)}%"

"""What a sentence reckons in words: sums, products, shares and groups, and one rate by the minute and by the second.

The relation is told by the words between two numbers; what they count has to agree.  A number that follows is right;
one that does not is wrong where the words leave nothing else (", that is,") or where a plain slip explains it.

>>> from symroof.checking.proofreading.proofread import proofread
>>> text = "That is 333 tokens per minute, or {} per second. It has 64 times 128, or {} columns."
>>> [[f.verdict for f in proofread(text.format(*n)).findings] for n in (("5.6", "8192"), ("56", "4096"))]
[['rounded', 'exact'], ['wrong', 'wrong']]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import final

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.documents.prose import FORMULA
from symroof.checking.reckoning.figures import Figure, Kinds, Sentence, combined, singular
from symroof.checking.reckoning.slips import (
    EIGHTS,
    TENS,
    TWOS,
    agrees,
    as_written,
    coarse,
    right_one,
    slipped,
    tolerance,
    window,
    wrong_one,
)  # fmt: skip

ABOUT = (
    r"(?:(?:about|around|roughly|approximately|nearly|almost|exactly|only|just|some|over|a total of|in total|"
    r"altogether|therefore|thus|then|at least|at most|up to|no more than)\s+){0,2}[~≈]?"
)
STRONG = r"(?:that is|i\.e\.|which is|that makes|which makes|in other words|equivalently|=|that's|that’s)"
_OPERATOR = re.compile(
    r"\s+(?:(?P<mul>times|multiplied by)|(?P<div>divided by)|(?P<add>plus)|(?P<sub>minus))\s+(?:the |its |our )?"
)
_BEHIND = re.compile(r"\s+(?:of|for|in)\s+(?:the\s+)?[a-z]+(?:\s+[a-z]+)?(?=\s+(?:plus|minus)\s)")
_RESULT = re.compile(
    rf"(?:\s+(?:of|for)\s+[a-z]+(?:\s+[a-z]+){{0,2}})?(?:,\s+or|[\s,;(]+{STRONG},?|\s+(?:is|are|makes|make|gives|give|equals|leaves|"
    rf"comes to|yields)|:|,\s+(?:making|giving|leaving))\s+{ABOUT}"
)
_BEFORE = re.compile(
    r"(?:[-+*/×·÷^=(]|\b(?:times|by|plus|minus|over|than|of|to|twice|half|and|or|from|another|other))\s*\Z"
)
_JOINED = re.compile(r"(?:[-+*/×·÷^=(]|\b(?:times|by|plus|minus|over|than|to|twice|half|or|from|another|other))\s*\Z")
_CONTINUED = re.compile(r"\s*(?:[-+*/×·÷^]|times\b|plus\b|minus\b|divided\b|or\s+(?:more|so|less)\b|to\s+\d)")
_AGAIN = re.compile(
    rf"(?:\s*\([^()\d]*\))?(?P<how>[\s,;(–—]+or(?:\s+exactly)?,?|[\s,;:(–—]+{STRONG},?|\s*,)\s+{ABOUT}"
    rf"(?P<name>{FORMULA}+\s*)?\$?"
)
_LIST = re.compile(r"\b(?:either|between|from|per|whether|with|at|for)\s+(?:about\s+)?\Z")


@final
@dataclass(frozen=True)
class Reckoned:
    """A verdict, the rule that gave it, and the stretch of text that it is on."""

    verdict: Verdict
    rule: str
    start: int
    end: int


Rule = Callable[[str, Sentence], Iterator[Reckoned]]


def between(text: str, a: Figure, b: Figure) -> str:
    """The words between two numbers."""
    return text[a.end : b.start]


def _finding(v: Verdict, rule: str, *on: Figure) -> Reckoned:
    return Reckoned(v, rule, on[0].start, on[-1].end)


# -- arithmetic in words ----------------------------------------------------------------------------------------------


def arithmetic(text: str, s: Sentence) -> Iterator[Reckoned]:
    """64 times 128, or 8192; 160 GB minus 34 GB leaves 126 GB."""
    i = 0
    while i < len(s.figures) - 2:
        run, ops = _run(text, s.figures[i:])
        behind = s.figures[i + len(run) : i + len(run) + 2] if ops else ()
        said = next((f for f in behind if not f.word), None)  # ... minus 8 GB for two runtimes leaves 118 GB
        if said is not None and _RESULT.fullmatch(between(text, run[-1], said)) and _whole(text, run[0], said):
            v = _worked(run, ops, said)
            if v is not None:
                yield _finding(v, "reckoned", run[0], said)
        i += len(run)


def _run(text: str, figures: tuple[Figure, ...]) -> tuple[list[Figure], list[str]]:
    """Numbers joined by operators in words, of one rank."""
    run, ops = [figures[0]], []
    for f in figures[1:]:
        gap = between(text, run[-1], f)
        m = _OPERATOR.fullmatch(gap[b.end() :] if (b := _BEHIND.match(gap)) else gap)
        if m is None or m.lastgroup is None:
            break
        run.append(f)
        ops.append(m.lastgroup)
    ranks = {o in ("add", "sub") for o in ops}
    return run, ops if len(ranks) == 1 else []


def _whole(text: str, first: Figure, last: Figure) -> bool:
    """Whether nothing before or behind belongs to the arithmetic."""
    return not _BEFORE.search(text, max(0, first.start - 12), first.start) and not _CONTINUED.match(text, last.end)


def _worked(run: list[Figure], ops: list[str], said: Figure) -> Verdict | None:
    """The verdict on what some numbers make."""
    first = run[0]
    if ops[0] in ("add", "sub"):
        if any(f.physical != first.physical for f in (*run, said)):
            return None
        right = first.value + sum(f.value if o == "add" else -f.value for o, f in zip(ops, run[1:]))
        loose = sum((f.printed.place / 2 for f in run), Fraction(0)) / abs(right) if right else Fraction(1)
    else:
        kinds = _no_percent(first.physical)
        right = first.value
        for o, f in zip(ops, run[1:]):
            if o == "div" and not f.value:
                return None
            right = right * f.value if o == "mul" else right / f.value
            kinds = combined(kinds, _no_percent(f.physical), 1 if o == "mul" else -1)
        loose = tolerance(*run)
        if kinds != _no_percent(said.physical) or (not kinds and said.physical):
            return None
    return _strictly(said, right, loose, " ".join(_shown(run, ops)))


def _shown(run: list[Figure], ops: list[str]) -> Iterator[str]:
    signs = {"mul": "times", "div": "divided by", "add": "plus", "sub": "minus"}
    yield _brief(run[0])
    for o, f in zip(ops, run[1:]):
        yield f"{signs[o]} {_brief(f)}"


def _brief(f: Figure) -> str:
    return " ".join(f.printed.text.split())


def _no_percent(kinds: Kinds) -> Kinds:
    return tuple(k for k in kinds if k[0] != "%")


def _strictly(said: Figure, right: Fraction, loose: Fraction, what: str) -> Verdict | None:
    """The verdict where the words leave nothing else: any other number is wrong, but for roundings."""
    why = f"{what} is {as_written(said, right)}"
    if agrees(said, right, loose + tolerance(said)):
        return right_one(said, right, why, "reckoned")
    if right and abs(said.value / right - 1) > max(digits.ROUND_FIGURE, loose + coarse(said)):
        return wrong_one(said, right, why, "reckoned")
    return None


_PART_OF = re.compile(r"\s+of\s+(?:the\s+|its\s+|our\s+|these\s+|those\s+|all\s+)?")


def part(text: str, s: Sentence) -> Iterator[Reckoned]:
    """70% of 3,760 tokens per second, or 2,630."""
    for p, whole, said in zip(s.figures, s.figures[1:], s.figures[2:]):
        if p.kinds != (("%", 1),) or not _PART_OF.fullmatch(between(text, p, whole)) or not whole.physical:
            continue
        gap = between(text, whole, said)
        m = _AGAIN.fullmatch(gap)
        if (
            ((m is None or m["how"].strip() == ",") and not _RESULT.fullmatch(gap))
            or said.physical != whole.physical
            or "%" in dict(said.kinds)
        ):
            continue
        if _whole(text, p, said):
            loose = tolerance(p, whole)
            v = _slip_only(said, p.value * whole.value, loose, f"{_brief(p)} of {_brief(whole)}")
            if v is not None:
                yield _finding(v, "reckoned", p, said)


def _slip_only(said: Figure, right: Fraction, loose: Fraction, what: str) -> Verdict | None:
    why = f"{what} is {as_written(said, right)}"
    if agrees(said, right, loose + tolerance(said)):
        return right_one(said, right, why, "reckoned")
    slips = TENS[:6] + (EIGHTS if said.has("B") else ())
    slip = slipped(said, right, loose + tolerance(said), slips)
    if slip is None and digits.misprinted(said.printed, right):
        slip = "a digit"
    return wrong_one(said, right, why, "reckoned", slip) if slip else None


# -- told again -------------------------------------------------------------------------------------------------------


def again(text: str, s: Sentence) -> Iterator[Reckoned]:
    """One quantity told twice: 333 tokens per minute, or 5.6 per second; 200 Gb/s, that is, B = 25 GB/s."""
    for before, a, b in zip((None, *s.figures), s.figures, s.figures[1:]):
        m = _AGAIN.fullmatch(between(text, a, b))
        if before is not None and _APPOSED.fullmatch(between(text, before, a)):
            a = _at_the_rate(a, before)  # 912 million tokens a day, 3.65 GB, 1.33 TB a year
        if m is None or not a.value or not b.value or not _one_thing(a, b) or a.word or b.word:
            continue
        if _CONTINUED.match(text, b.end) or _JOINED.search(text, max(0, a.start - 12), a.start):
            continue
        if _LIST.search(text, max(0, a.start - 24), a.start) and m["how"].strip(" ,;(") in ("or", ""):
            continue
        v = _by_time(a, b, m["how"].strip() != ",") if rates(a, b) else _same(a, b, m)
        if v is not None and (v.ok or not rates(a, b) or not _LIMITS.search(text, s.start, s.end)):
            yield _finding(v, "restated", a, b)


_LIMITS = re.compile(
    r"\b(?:limit\w*|up to|at most|no more than|max(?:imum)?|quota\w*|allow\w*|peaks?|throttl\w*|burst\w*)\b", re.I
)
_APPOSED = re.compile(rf",\s+(?:or\s+)?{ABOUT}")


def _at_the_rate(f: Figure, before: Figure) -> Figure:
    """A number that is told of the same time as the one before it."""
    period = period_of(before)
    if period is None or any(n == "s" for n, _ in f.kinds) or before.has("s") != -1 or not f.physical:
        return f
    scale = f.scale / TIMES[period]
    return replace(
        f, value=f.value / TIMES[period], printed=f.printed.scaled(Fraction(1, TIMES[period])), scale=scale,
        kinds=combined(f.kinds, (("s", 1),), -1), unit=f"{f.unit} a {period}",
    )  # fmt: skip


def _one_thing(a: Figure, b: Figure) -> bool:
    """Whether two numbers may be one: the same units, and nouns that only one of them tells."""
    if not a.physical or a.physical != b.physical:
        return False
    x, y = (frozenset(k for k in f.kinds if k not in f.physical) for f in (a, b))
    return x == y or (not y and not any(e < 0 for _, e in x)) or (not y and rates(a, b))


def rates(a: Figure, b: Figure) -> bool:
    """Whether two rates are told by different times."""
    return a.has("s") == b.has("s") == -1 and None not in (period_of(a), period_of(b)) and period_of(a) != period_of(b)


TIMES = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 2_629_800, "year": 31_557_600}
_TIME = re.compile(r"(?:per|an?|each|every)\s+(second|minute|hour|day|week|month|year)\b")
_LENGTHS = {  # how many of one time another may have: working days, hours that a machine runs
    ("day", "week"): (5, 7), ("day", "month"): (20, 31), ("day", "year"): (200, 366), ("week", "month"): (4, 5),
    ("week", "year"): (44, 53), ("month", "year"): (10, 12), ("hour", "day"): (7, 24), ("hour", "month"): (120, 744),
    ("hour", "year"): (1500, 8784), ("minute", "hour"): (60, 60), ("second", "minute"): (60, 60),
    ("second", "hour"): (3600, 3600), ("second", "day"): (25200, 86400), ("hour", "week"): (35, 168),
}  # fmt: skip


def period_of(f: Figure) -> str | None:
    m = _TIME.search(f.unit)
    return m[1] if m else None


def _by_time(a: Figure, b: Figure, said_so: bool) -> Verdict | None:
    """A rate by two times: so many a day, or so many a year."""
    one, two = period_of(a) or "", period_of(b) or ""
    swapped = TIMES[one] > TIMES[two]
    least, most = _LENGTHS.get((two, one) if swapped else (one, two), (0, 0))
    if not least:
        return None
    x, y = (f.value * TIMES[t] for f, t in ((a, one), (b, two)))  # a time
    q = x / y if swapped else y / x
    loose = coarse(a, b)
    right = a.value
    why = f"{_brief(a)} is {as_written(b, right)}"
    calendar = Fraction(1, 50) if "month" in (one, two) else Fraction(1, 500)
    if Fraction(least) * (1 - loose) <= q <= Fraction(most) * (1 + loose):
        near = agrees(b, right, tolerance(a, b) + calendar)
        return right_one(b, right, why, "reckoned") if near else None
    slip = slipped(b, right, window(b) + calendar, TENS[:6], not said_so) or ""
    if not said_so and b.printed.value < 10 * b.printed.coarse:
        return None  # 60 a minute, 900 an hour
    if slip or (said_so and least == most and abs(q / least - 1) > 2 * digits.ROUND_FIGURE + loose):
        return wrong_one(b, right, why, "reckoned", slip)
    return None


def _same(a: Figure, b: Figure, m: re.Match[str]) -> Verdict | None:
    """One quantity in two units."""
    plain = not m["name"] and all(f.kinds == f.physical for f in (a, b))
    binary = _binary(a) != _binary(b)
    if m["how"].strip() == ",":
        return None
    why = f"{_brief(a)} is {as_written(b, a.value)}"
    loose = tolerance(a, b)
    fine = "exactly" in m["how"] or a.printed.value / a.printed.coarse >= 100  # 80 GB, i.e. 80 GiB, are names
    if binary and fine and a.value / a.scale == b.value / b.scale and a.printed.digits > 1 and _prefix(a) == _prefix(b):
        return wrong_one(b, a.value, why, "reckoned", "powers of 1024 for powers of 1000")
    if (plain and not binary) or (plain and "exactly" not in m["how"]):
        return None  # sentences.py judges these
    if a.unit == b.unit and not _strong(m):
        return None
    if a.unit != b.unit and agrees(b, a.value, loose):
        return right_one(b, a.value, why, "reckoned")
    slips = TENS + (EIGHTS if b.has("B") and (_strong(m) or a.bits != b.bits) else ())
    slip = slipped(b, a.value, loose, slips, 0)
    return wrong_one(b, a.value, why, "reckoned", slip) if slip else None


def _strong(m: re.Match[str]) -> bool:
    return re.fullmatch(rf"[\s,;:(–—]*{STRONG},?", m["how"]) is not None


def _binary(f: Figure) -> bool:
    return re.match(r"[KMGTP]i", f.unit) is not None


def _prefix(f: Figure) -> str:
    return f.unit[:1].upper()


# -- groups, shares and one of many -----------------------------------------------------------------------------------


_GROUPS = re.compile(rf"[\s,;(–—]+(?:or|{STRONG}),?\s+{ABOUT}")
_OF = re.compile(r"\s+of\s+(?:about\s+|some\s+)?")


def groups(text: str, s: Sentence) -> Iterator[Reckoned]:
    """171,000 tokens, or 85 conversations of 2,000."""
    for total, n, each in zip(s.figures, s.figures[1:], s.figures[2:]):
        if not total.noun or total.physical or not n.noun or n.physical or n.noun == total.noun or each.physical:
            continue
        if (each.noun and each.noun != total.noun) or any(e < 0 for f in (total, n) for _, e in f.kinds):
            continue
        if (
            not _GROUPS.fullmatch(between(text, total, n))
            or not _OF.fullmatch(between(text, n, each))
            or not each.value
        ):
            continue
        q = total.value / each.value
        why = f"{_brief(total)} are {as_written(n, q)} of {_brief(each)}"
        loose = tolerance(total, each, n)
        if n.value in (floor(q), ceil(q)) or agrees(n, q, loose):
            yield _finding(right_one(n, q, why, "reckoned"), "reckoned", total, each)
            continue
        slips, half = (*TENS[:4], *TWOS), Fraction(1, 2) / n.value if n.value else Fraction(1)
        slip = next((x for k in (q, floor(q), ceil(q)) if (x := slipped(n, Fraction(k), loose + half, slips, 0))), None)
        if slip is None and any(
            digits.misprinted(n.printed, Fraction(k), swapped=k < 100) for k in (floor(q), ceil(q))
        ):
            slip = "a digit"
        if slip:
            yield _finding(wrong_one(n, q, why, "reckoned", slip), "reckoned", total, each)


_OF_THE = re.compile(r"\s+(?:out\s+)?of\s+(?:the|our|its|those|these|all)\s+(?:about\s+)?")
_THATS = re.compile(rf"\b(?:that|this|it|which|i\.e|or)\b(?:['’]s|\s+is|\s+makes|\.,?|,)?\s+{ABOUT}\Z", re.I)
_OF_WHOLE = re.compile(r"\s+of\s+(?:the|it|them|all|its|our|that)\b(?!\s+\$?\d)")  # 62% of the 48 GB is of those


def shares(text: str, one: Sentence, two: Sentence) -> Iterator[Reckoned]:
    """900 of the 1,500 tokens are shared. That is 60% of the prompt."""
    for a, b in zip(one.figures, one.figures[1:]):
        if (
            not _OF_THE.fullmatch(between(text, a, b))
            or not (b.noun or b.physical)
            or a.value >= b.value
            or not a.value
        ):
            continue
        if a.kinds and a.kinds != b.kinds:
            continue
        part = a.value if a.kinds else a.value * b.scale
        said = _percent(text, [f for f in one.figures if f.start > b.end] or [*two.figures[:1]], two)
        if said is None or part >= b.value:
            continue
        right = part / b.value
        why = f"{_brief(a)} of {_brief(b)} is {as_written(said, right)}"
        loose = tolerance(a, b, said)
        if agrees(said, right, loose):
            yield _finding(right_one(said, right, why, "reckoned"), "share", said)
        elif (slip := _complement(said, right, loose)) is not None:
            yield _finding(wrong_one(said, right, why, "reckoned", slip), "share", said)


def _percent(text: str, behind: list[Figure], two: Sentence) -> Figure | None:
    """The percentage that the words say the share to be."""
    f = behind[0] if behind else None
    if f is None or f.kinds != (("%", 1),) or not _THATS.search(text, max(two.start, f.start - 40), f.start):
        return None
    return f if _OF_WHOLE.match(text, f.end) else None


def _complement(said: Figure, right: Fraction, loose: Fraction) -> str | None:
    if abs(said.value - (1 - right)) <= loose * right and abs(said.value - right) > digits.ROUND_FIGURE:
        return "the rest for the share"
    return slipped(said, right, loose, TENS[:2], 0)


_ONE = re.compile(r"\b(?:one|an?|each|every|a single|per)\s+(?P<noun>[a-z][a-z-]*)\b[^.;\n]{0,40}\Z", re.I)


def one_of_many(text: str, s: Sentence) -> Iterator[Reckoned]:
    """One array takes 800 MB, all three 2.4 GB."""
    for a, n, b in zip(s.figures, s.figures[1:], s.figures[2:]):
        if (
            not a.physical
            or a.kinds != b.kinds
            or n.physical
            or n.value < 2
            or n.value.denominator != 1
            or a.has("s") < 0
        ):
            continue
        before = _ONE.search(text, max(s.start, a.start - 60), a.start)
        gap, rest = between(text, a, n), between(text, n, b)
        if (
            before is None
            or len(gap) > 40
            or len(rest) > 40
            or not re.match(r"\s*[,;]?\s+(?:and\s+|so\s+)?(?:the|all)\b", gap)
        ):
            continue
        if (n.noun and singular(before["noun"]) != n.noun) or _OTHERS.search(gap + rest):
            continue
        if not n.noun and not re.match(r"\s+(?:of\b|together|in\b|take|need|hold|\Z|[a-z]*\s*\Z)", rest):
            continue
        right = a.value * n.value
        why = f"{_brief(n)} of {_brief(a)} are {as_written(b, right)}"
        loose = tolerance(a, b)
        if agrees(b, right, loose):
            yield _finding(right_one(b, right, why, "reckoned"), "reckoned", a, b)
        elif (slip := slipped(b, right, min(loose, NARROW), (*TENS[:2], *TWOS), 0)) is not None:
            yield _finding(wrong_one(b, right, why, "reckoned", slip), "reckoned", a, b)


NARROW = Fraction(1, 20)  # 2 GB may be rounded by a quarter, and 48 GB is no half of 32 GB all the same
_OTHERS = re.compile(
    r"\b(?:other|others|first|second|next|last|more|less|remaining|after|same|only|just|parallel)\b", re.I
)


# -- totals -----------------------------------------------------------------------------------------------------------


_IN_ALL = re.compile(r"\s*(?:of\s+\w+\s+)?(?:in all|altogether|in total|all in all|all together|together(?!\s+with))\b")
_MAKES = re.compile(
    r"(?:\bwhich (?:makes|gives|adds up to|comes to|sums to)|\b(?:adding|adds?) up to|\bmaking|\bfor a total of|"
    r"\ba total of|\bin total,?|\bin all,?|\baltogether,?|\bsum(?:s|ming)? (?:to|is|of)|"
    r"\btogether,?)\s+" + ABOUT + r"\Z",
    re.I,
)


def totals(text: str, s: Sentence) -> Iterator[Reckoned]:
    """A weight (2 bytes), a gradient (2 bytes) and two moments (8 bytes), which makes 12 bytes."""
    for i, said in enumerate(s.figures):
        terms = [f for f in s.figures[:i] if _within(text, f)]
        if len(terms) < 3 or not _MAKES.search(text, max(terms[-1].end, said.start - 40), said.start):
            continue
        if any(f.kinds != terms[0].kinds for f in terms) or not terms[0].physical or said.physical != terms[0].physical:
            continue
        if any(f.physical == said.physical and f not in terms for f in s.figures[:i]):
            continue
        v = _summed(terms, said)
        if v is not None:
            yield _finding(v, "total", said)


MAX_TERMS = 6  # of a total in a sentence of its own
_TOGETHER = re.compile(
    r"\s*(?:together|in total|in all|altogether|the sum|the total|all told|all together)\b,?"
    r"(?:\s+(?:that|this|it|they|these|we))?"
    r"(?:['’]s|\s+is|\s+are|\s+makes?|\s+takes?|\s+needs?|\s+comes? to|\s+cost)?\s+" + ABOUT + r"\Z",
    re.I,
)


def together(text: str, page: list[Sentence], i: int) -> Iterator[Reckoned]:
    """The answer takes 138 J. The prompt takes 107 J. The sum is 245 J."""
    said = page[i].figures[0]
    if not said.physical or not _TOGETHER.fullmatch(text[page[i].start : said.start].lstrip()):
        return
    rows = [s for s in page[max(0, i - 3) : i] if s.paragraph == page[i].paragraph]
    alike = (said.kinds, (("$", 1),)) if said.kinds == (("$", 1), ("s", -1)) else (said.kinds,)  # $3 million a year
    terms = [f for s in rows for f in s.figures if f.kinds in alike]
    if not 2 <= len(terms) <= MAX_TERMS or len({f.kinds for f in terms}) > 1:
        return
    if terms[0].kinds != said.kinds:
        by = Fraction(TIMES[period]) if (period := period_of(said)) else Fraction(1)
        said = replace(said, value=said.value * by, printed=said.printed.scaled(by), scale=said.scale * by)
    for k in range(len(terms) - 1):
        v = _summed(terms[k:], said)
        slip = v is not None and ("power" in v.reason or "two digits" in v.reason)
        if v is not None and (v.ok or (k == 0 and slip and not _some(terms, said))):
            yield _finding(v, "total", said)
            return


def _some(terms: list[Figure], said: Figure) -> bool:
    """Whether a total is that of some of the numbers before it: the others are parts, or another thing."""
    sums = {Fraction(0)}
    for f in terms:
        sums |= {x + f.value for x in sums}
    return any(x and agrees(said, x, tolerance(said)) for x in sums)


def _within(text: str, f: Figure) -> bool:
    """Whether a number stands in brackets of its own."""
    return text[max(0, f.start - 1) : f.start] == "(" and text[f.end : f.end + 1] in (")", ",")


def listed(text: str, rows: list[Sentence]) -> Iterator[Reckoned]:
    """The items of a list and their total: 34 GB of weights, 42 GB of cache, 76 GB in all."""
    for i, row in enumerate(rows):
        said = row.figures[0]
        if not _IN_ALL.match(text, said.end) or not said.physical or len(row.figures) > 1 or i < 2:
            continue
        terms: list[Figure] = []
        for r in reversed(rows[:i]):
            if r.paragraph != row.paragraph or not _ITEM.match(text, r.start):
                break
            same = [f for f in r.figures if f.kinds == said.kinds]
            if not same or (len(same) > 1 and not _restated(text, r, same)):
                terms = []
                break
            terms.append(same[-1])
        v = _summed(terms, said) if len(terms) > 1 else None
        if v is not None:
            yield _finding(v, "total", said)


_ITEM = re.compile(r"\s*[-*+•]\s")


def _restated(text: str, r: Sentence, same: list[Figure]) -> bool:
    """Whether the last number of an item is what the others make: 85 × 246 kB, or about 20.9 MB."""
    return (
        re.search(r"[×*=]|\bor\b|\btimes\b", text[same[0].start : same[-1].start]) is not None or r.figures[0] in same
    )


def _summed(terms: list[Figure], said: Figure) -> Verdict | None:
    right = sum((f.value for f in terms), Fraction(0))
    if not right:
        return None
    why = f"the terms add up to {as_written(said, right)}"
    loose = sum((tolerance(f) * f.value for f in (*terms, said)), Fraction(0)) / right
    if agrees(said, right, loose):
        return right_one(said, right, why, "reckoned")
    left_out = any(abs(said.value - (right - f.value)) <= loose * right for f in terms)
    slip = "a term" if left_out else slipped(said, right, loose, TENS[:4], 0)
    if slip is None and _carried(said, right, loose):
        slip = "a digit"
    if slip is None and (odd := _mistyped(terms, said, said.value - right)) is not None:
        other = as_written(odd, odd.value + said.value - right)
        words = f"{why}, not {_brief(said)}; with {other} for {_brief(odd)} they would: two digits of it"
        return Verdict("wrong", words, code="reckoned")
    return wrong_one(said, right, why, "reckoned", slip) if slip else None


def _mistyped(terms: list[Figure], said: Figure, gap: Fraction) -> Figure | None:
    """The one term that makes a total right with two of its digits exchanged."""
    odd = [t for t in terms if t.printed.digits > 2 and digits.misprinted(t.printed, t.value + gap, swapped=True)]
    fine = len(odd) == 1 and said.printed.place <= odd[0].printed.place
    return odd[0] if fine else None


def _carried(said: Figure, right: Fraction, loose: Fraction) -> bool:
    """Whether a total is off by one in one of its digits, as a carry is, or by one digit in three."""
    off, place = abs(said.value - right), said.printed.place
    ones = (place * 10**k for k in range(said.printed.digits))
    carried = said.printed.digits > 1 and any(p > loose * right and abs(off - p) <= loose * right for p in ones)
    return carried or digits.misprinted(said.printed, right)


WITHIN: tuple[Rule, ...] = (arithmetic, part, again, groups, one_of_many, totals)

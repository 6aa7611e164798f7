"""Comparisons in words: 30% faster is 1.30 times as fast, 30% less time 0.70 of it, half the time twice the speed.

>>> compared("takes 30% less time").readings, compared("30% faster").readings
((Reading(axis='speed', inverse=True, ratio='0.70'),), (Reading(axis='speed', inverse=False, ratio='1.30'),))
>>> compared("3x fewer bytes").readings, compared("140 GB of weights") is None
((Reading(axis='size', inverse=True, ratio='3'),), True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import final

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict, in_text, with_note
from symroof.checking.words import changes, differences
from symroof.checking.words.numerals import spelled
from symroof.checking.words.phrases import MAX_WORDED, typed
from symroof.checking.words.shifts import IMPROVES, by_a_number, improved, noun_of_no_way, shifted, verb_by
from symroof.errors import SymroofError
from symroof.reading.measures import UNITS
from symroof.reading.quantity import quantity


@final
@dataclass(frozen=True)
class Reading:
    """How many times as much: of a speed or a size, or, where ``inverse``, of a time or of how many times less."""

    axis: str
    inverse: bool
    ratio: str


@final
@dataclass(frozen=True)
class Compared:
    """A comparison: its possible readings, the change in percent where it is one, and what is compared."""

    text: str
    readings: tuple[Reading, ...]
    change: str = ""
    noun: str = ""
    about: str = ""  # how near it is, before its number

    @property
    def axis(self) -> str:
        return self.readings[0].axis

    @property
    def unchanged(self) -> bool:
        """Whether it is of as much as before, which is no rounding of any more or less."""
        return all(_number(r.ratio) == 1 for r in self.readings)

    @property
    def grows(self) -> bool | None:
        """Whether it is of more than once as much; None where its readings do not agree."""
        more = {(_number(r.ratio) > 1) != r.inverse for r in self.readings}
        return more.pop() if len(more) == 1 else None


_UP = "more|larger|bigger|greater|higher|increase|improvement|gain|many|much|large|big|high"
_DOWN = "less|fewer|smaller|lower|cheaper|decrease|reduction|drop|savings?|few|little|small|low|cheap"
_FAST, _SLOW = "faster|quicker|speed-?up|fast|quick", "slower|slow-?down|slow"
_LONG, _SHORT = "longer|long", "shorter|short"
#: which way a word points: the axis ("" for that of what is compared), whether it is of a time, and whether upwards
_WORDS = {
    **dict.fromkeys(_UP.split("|"), ("", False, True)), **dict.fromkeys(_DOWN.split("|"), ("", False, False)),
    **dict.fromkeys(("faster", "quicker", "speedup", "fast", "quick"), ("speed", False, True)),
    **dict.fromkeys(("slower", "slowdown", "slow"), ("speed", False, False)),
    **dict.fromkeys(("longer", "long"), ("speed", True, True)),
    **dict.fromkeys(("shorter", "short"), ("speed", True, False)),
    **dict.fromkeys(("saving", "savings"), ("", False, False)),
}  # fmt: skip
_WORD = rf"(?P<word>{_FAST}|{_SLOW}|{_LONG}|{_SHORT}|{_UP}|{_DOWN})\b"
_TIME = {"time", "latency", "runtime", "duration", "delay", "wait"}
_SPEED = {"speed", "throughput", "performance", "rate", "tput", "goodput"}
_PREPOSITIONS = {"in", "of", "for", "on", "at", "it", "this", "that"}
_N = r"(?:\d[\d,]*(?:\.\d+)?/\d+(?:\.\d+)?|\d[\d,]*(?:\.\d+)?|\.\d+)"
_KINDS = r"(?:%|percent\b|per\s+cent\b|[x×](?![A-Za-z])|times\b|-?\s?fold\b)"
_AMOUNT = rf"(?P<n>{_N})\s*(?P<kind>{_KINDS})"
_BARE = rf"(?P<n>{_N})(?:\s*(?P<kind>{_KINDS}))?"
_NOUN = r"(?P<noun>(?:[A-Za-z][\w/-]*\s+){0,2}?[A-Za-z][\w/-]*)"
_TAIL = r"(?:,?\s+(?:than|compared|relative|versus|vs|on|with|as|in|for|over|at|per)\b.*)?"
_SUBJECT = (
    r"(?!.*\b(?:not|never|no|without)\b)(?:(?:with|on|at|using)\s+\d+\s+[a-z]+\s+)?(?:(?:[A-Za-z][\w'’-]*\s+){0,8}?(?:is|are|was|be|becomes?|gets?|got|became|ran|runs?(?:\s+in)?|finishes\s+in|takes?|needs?|uses?|"
    r"moves?|reads?|writes?|sends?|has|have|gives?|requires?|achieves?|makes?\s+(?:it|this|everything|(?:the|our)\s+[a-z]+)|costs?|serves?|i?t's)\s+)?"
)
_THAN_MANY = re.compile(r"\b(?:than|the|its|that)\s+[~≈$]?\d")  # 30% more than 240 is a number
_THAN_NAME = re.compile(r"\bthan\s+(?:\(?\d*\s*\*?\s*)(?P<x>[^\W\d_]\w*)\W*\Z")
_IT = re.compile(r"(?:it|this|that|which|we|one)\s+(?:now\s+|then\s+|also\s+|would\s+|will\s+)?", re.I)
_A_BIT = re.compile(  # a little more than twice as fast
    r"(?:a\s+(?:bit|little|tad|touch)|slightly|just)\s+(?:(?P<more>more\s+than|over|above)|less\s+than|under|below)\s+(?=(?:half|twice|double|[\d.]+\s?[x×]|[\d.]+\s+times|[a-z]+\s+times|"
    r"an?\s+[a-z]+\s+(?:of|as)|[\d.]+\s?%\s+of)\b)",
    re.I,
)
_ABOUT = re.compile(r"(?:about|around|roughly|approximately|nearly|almost|some|~|≈)\s*", re.I)
_MORE_OF = re.compile(rf"{_AMOUNT}[\s-]+(?:(?P<as>as)\s+|an?\s+)?{_WORD}(?:\s+(?!than\b|as\b){_NOUN})?{_TAIL}", re.I)
_BY = re.compile(
    rf"(?:an?\s+|the\s+)?{_WORD}(?:\s+(?:in|of)\s+(?:the\s+)?{_NOUN})?\s+(?:of|by)\s+(?P<by>a\s+factor\s+of\s+)?"
    rf"(?:about\s+|roughly\s+|~\s*)?{_BARE}{_TAIL}",
    re.I,
)
_SHARE = re.compile(
    rf"{_BARE}\s+(?:(?:of\s+)?(?:the|its|that)\s+(?:[a-z-]+\s+)?(?P<noun>[a-z]+)|(?P<what>{'|'.join(_TIME | _SPEED)}))"
    rf"{_TAIL}",
    re.I,
)
#: verbs of a change, and whether it is upwards
_CHANGED = {
    **dict.fromkeys(("reduce", "cut", "lower", "decrease", "save", "shorten", "drop", "fall", "shrink"), False),
    **dict.fromkeys(("increase", "raise", "improve", "rise", "grow"), True),
    **dict.fromkeys(("go down", "come down"), False), **dict.fromkeys(("go up",), True),
}  # fmt: skip
_VERBS = "|".join(v.replace(" ", r"(?:es)?\s+") for v in _CHANGED)
_CHANGES = (
    re.compile(
        rf"(?P<verb>{_VERBS})(?:e?s)?\s+(?:(?:the|its)\s+)?{_NOUN}\s+by\s+{_BARE}{_TAIL}", re.I
    ),  # cuts the time by 30%
    re.compile(
        rf"(?:(?:the|its)\s+)?{_NOUN}\s+(?P<verb>{_VERBS})(?:e?s)?\s+by\s+{_BARE}{_TAIL}", re.I
    ),  # the time drops by 30%
    re.compile(rf"(?P<verb>save)s\s+{_AMOUNT}(?:\s+of\s+(?:the|its)\s+(?P<noun>[a-z]+))?", re.I),
)
_BY_A_FACTOR = re.compile(
    r"\A(?:(?:it|this|that|(?:the|its)\s+[a-z]+)\s+)?(?:shrinks?|drops?|falls?|decreases?|goes\s+down|(?P<up>grows?|rises?|increases?|goes\s+up))\s+by\s+a\s+factor\s+of\s+"
    r"(?P<n>\d[\d.]*)(?!\s*%)\b",
    re.I,
)
_PASSIVE = re.compile(
    r"(?:(?:is|are|was|gets?|can\s+be)\s+)?(?:(?:reduced|cut|lowered|decreased|shortened|shrunk)|(?P<up>increased|raised|improved))\s+by\b",
    re.I,
)
_PERCENT = {
    "half": 50,
    "a quarter": 25,
    "one quarter": 25,
    "three quarters": 75,
    "a fifth": 20,
    "one fifth": 20,
    "a tenth": 10,
}
_BY_A_PART = re.compile(rf"\bby\s+({'|'.join(_PERCENT)})\b", re.I)
_COMPARED = re.compile(
    rf"\d\s*(?:[x×%]|times|-?\s?fold|percent)\s*(?:as\s+)?(?:{_WORD.replace('<word>', '<w>')}|per\b|\Z)", re.I
)
_OF_OURS = re.compile(r"\bthan\s+(?:ours?|us|mine|the\s+(?:new|optimi[sz]ed|fused|parallel)(?:\s+[a-z]+)?)\b", re.I)
_OPEN = re.compile(  # what leaves a comparison open
    r"\b(?:but|if|unless|except|perhaps|maybe|might|sometimes|no|not|at\s+best|at\s+worst|measured|faster\s+per|slower\s+per|than\s+(?:twice|half|double|(?:two|three|four|\d+)\s+times))\b",
    re.I,
)
_OF_OTHERS = re.compile(  # of the other side, or for less work: 3x faster for the baseline
    r"\bfor\s+(?:the\s+(?:baseline|old|original|other|previous)\b|(?:an?\s+)?(?:half|third|quarter|fraction|twice|double|less|fewer)\b)|"
    r"\A(?:the|our)\s+(?:old|baseline|original|previous|reference|na[iï]ve|unoptimi[sz]ed|unfused|serial)\b[^,;]*?\s(?:is|runs|was|takes)\b",
    re.I,
)
_WHY = re.compile(r",?\s+(?:because|since)\s", re.I)
_MULTIPLIED = {"halves": "0.5", "doubles": "2", "triples": "3", "quadruples": "4"}
_MULTIPLIES = (  # doubles the throughput, the throughput doubles, cuts the time in half
    re.compile(rf"(?P<verb>{'|'.join(_MULTIPLIED)})\s+(?:the|its)\s+(?:[a-z-]+\s+)?(?P<noun>[a-z]+){_TAIL}", re.I),
    re.compile(rf"(?:(?:the|its)\s+)?(?:[a-z-]+\s+)?(?P<noun>[a-z]+)\s+(?P<verb>{'|'.join(_MULTIPLIED)}){_TAIL}", re.I),
    re.compile(r"(?P<verb>cuts)\s+(?:the|its)\s+(?:[a-z-]+\s+)?(?P<noun>[a-z]+)\s+in(?:to)?\s+half", re.I),
)
_FACTORS = {
    "half": "0.5x", "twice": "2x", "double": "2x", "thrice": "3x", "triple": "3x", "a third": "1/3x",
    "one third": "1/3x", "a quarter": "1/4x", "one quarter": "1/4x", "a tenth": "1/10x", "two thirds": "2/3x",
    "three quarters": "3/4x", "three fourths": "3/4x", "a fifth": "1/5x", "one fifth": "1/5x", "two fifths": "2/5x",
    "three fifths": "3/5x", "four fifths": "4/5x",
}  # fmt: skip
_NTHS = ("third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_FACTORS |= {f"{one} {nth}": f"1/{n}x" for n, nth in enumerate(_NTHS, 3) for one in ("a", "an", "one")}
_FACTORS |= dict.fromkeys(("a fourth", "one fourth"), "1/4x") | dict.fromkeys(("a sixteenth", "one sixteenth"), "1/16x")
_FACTOR = re.compile(rf"(?:{'|'.join(sorted(_FACTORS, key=len, reverse=True))})\b(?=\s+(?:as|the|of|its|that)\b)", re.I)
_PART_OF_IT = re.compile(  # what is done to it: reduces by 75%, cuts the time by a third, costs a tenth
    r"(?:it\s+)?(?:(?:(?P<down>reduces|cuts|lowers|decreases|shrinks|drops|falls|shortens)|(?P<up>increases|raises|grows|rises))"
    r"(?:\s+(?:it|this|that|(?:(?:the|its)\s+(?:(?!of\b)[a-z-]+\s+)??)?(?P<noun>(?!down\b|up\b)[a-z]+)))?\s+(?P<how>by|(?:down\s+)?to)|"
    r"costs(?:\s+(?:only|just))?)\s+"
    rf"(?P<part>half|(?:an?|one|two|three)\s+(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?|1/\d+|{_N}\s?(?:%|percent\b))"
    r"(?:\s+of\s+(?:it|that|before))?(?:\s+as\s+much)?",
    re.I,
)
_PARTS = {"a third": "1/3", "one third": "1/3", "a quarter": "1/4", "one quarter": "1/4", "a tenth": "1/10",
          "one tenth": "1/10", "a fifth": "1/5", "one fifth": "1/5",
          "two thirds": "2/3", "three quarters": "3/4"}  # fmt: skip
_PART_MORE = re.compile(rf"(?:{'|'.join(_PARTS)})(?=\s+{_WORD.replace('<word>', '<w>')}(?!\s+as\b))", re.I)
_A_FACTOR = re.compile(rf"{_N}\s*(?:[x×]|-?\s?fold)", re.I)
_MAGNITUDES = re.compile(  # two orders of magnitude less
    r"\b(an?|one|two|three|four|five|six|[1-9])\s+orders?\s+of\s+magnitude\s+(?=(?:less|fewer|smaller|lower|slower|faster|more|larger|higher)\b)",
    re.I,
)
_HINT = re.compile(
    rf"\b(?:{_WORD}|{'|'.join((*_TIME, *_SPEED, *_MULTIPLIED))}|(?:{_VERBS})e?s)|\b(?:of\s+)?(?:the|its)\s+[a-z]|"
    r"\bcosts\s+(?:an?\s|one\s|half|1/|\d)|\b(?:reduced|cut|lowered|decreased|shortened|shrunk|increased|raised|improved)\s+by\b",
    re.I,
)


def in_times(text: str) -> str:
    """Orders of magnitude as a factor, where they compare.

    >>> in_times("two orders of magnitude less"), in_times("two orders of magnitude")
    ('100x less', 'two orders of magnitude')
    """
    return _MAGNITUDES.sub(lambda m: f"{10 ** int(spelled(m[1]) if m[1][0] not in 'aA' else 1)}x ", text, count=1)


@lru_cache(maxsize=512)
def compared(text: str) -> Compared | None:
    """What a comparison says; None for a text that is none."""
    if (share := differences.saved(text)) is not None:
        of_time = share.noun.lower() in _TIME
        left = Reading("speed" if of_time else "size", of_time, str(1 - share.share))
        return Compared(text, (left,), "", share.noun)
    told = differences.bare_change(text) or shifted(text) or changes.said(text) or changes.in_direction(text)
    plain = " ".join(told.split()).rstrip(".!")
    if len(plain) > MAX_WORDED or not _HINT.search(plain) or _THAN_MANY.search(plain):
        return None
    subject = re.match(_SUBJECT, plain, re.I)
    it = _IT.match(plain)
    starts = [m.end() for m in (it, subject) if m]
    if subject is not None and (more := re.match(_SUBJECT, plain[subject.end() :], re.I)) is not None:
        starts.append(subject.end() + more.end())  # the run takes half the time: run is no verb here
    for start in dict.fromkeys((0, *starts)):
        found = _read(plain[start:], plain)
        if found is not None:
            return found
    return None


def _read(rest: str, whole: str) -> Compared | None:
    bit = _A_BIT.match(rest)
    about = bit or _ABOUT.match(rest)
    near = "" if about is None else "about " if bit is None else f"a bit {'more' if bit['more'] else 'less'} than "
    rest = rest[bit.end() :] if bit is not None else rest
    rest = re.sub(r"\A(?:only|just)\s+(?=\d|half\b|an?\s|one\s|two\s)", "", rest)
    rest = re.sub(r"(?<=factor of )[a-z]+", lambda m: spelled(m.group()), rest)
    rest = _BY_A_FACTOR.sub(lambda m: f"{m['n']}x {'larger' if m['up'] else 'smaller'}", rest)
    rest = _PASSIVE.sub(
        lambda m: f"{'rises' if m['up'] else 'drops'} by", rest[about.end() :] if about and not bit else rest
    )
    rest = re.sub(r"\A(?=(?:drops|rises)\s+by\b)", "it ", re.sub(r"\Aan?\s+(?=\d)", "", rest, flags=re.I))
    rest = _of_it(rest)
    if _FACTOR.match(rest):
        rest = _FACTOR.sub(lambda m: _FACTORS[m.group().lower()], rest, count=1)
    elif (part := _PART_MORE.match(rest)) is not None:
        rest = f"{_PARTS[part.group().lower()]}{rest[part.end() :]}"  # a third faster
        m = re.fullmatch(rf"(?P<n>\S+)\s+{_WORD}(?:\s+(?!than\b|as\b){_NOUN})?{_TAIL}", rest, re.I)
        return (
            None if m is None else _named(_comparison((m["n"], "%/"), m["word"], m["noun"], share=False), whole, near)
        )
    else:
        rest = re.sub(
            r"\A(\d+/\d+)(?=\s+as\b)", r"\1x", spelled(_BY_A_PART.sub(lambda m: f"by {_PERCENT[m[1].lower()]}%", rest))
        )
    return _named(_shaped(rest), whole, near)


def _of_it(text: str) -> str:
    """What a verb says of something by its part, as a comparison: reduces by a third is a third less."""
    m = _PART_OF_IT.fullmatch(text)
    if m is None:
        return text
    noun, part = m["noun"] or "", re.sub(r"\A(1/\d+)\Z", r"\1x", m["part"])
    if m["how"] and m["how"].lower() == "by":
        part = f"{_PERCENT.get(part.lower(), 0)}%" if part.lower() in _PERCENT else part
        return f"{part} {'more' if m['up'] else 'less'} {noun}".strip()
    return f"{part} of the {noun}" if noun else f"{part} as much"


def _named(made: Compared | None, text: str, about: str) -> Compared | None:
    return None if made is None else replace(made, text=text, about=about)


def _shaped(rest: str) -> Compared | None:
    """A comparison by the shape that its words have."""
    if (m := _MORE_OF.fullmatch(rest)) is not None:
        return _comparison((m["n"], m["kind"]), m["word"], m["noun"], share=bool(m["as"]))
    if (m := _BY.fullmatch(rest)) is not None and (m["kind"] or m["by"] or m["word"][:5].lower() in ("speed", "slowd")):
        return _comparison((m["n"], m["kind"] or "x"), m["word"], m["noun"], share=False)
    for pattern in _CHANGES:
        if (m := pattern.fullmatch(rest)) is not None and m["kind"]:
            up = _CHANGED[re.sub(r"(?<=o)es(?=\s)", "", " ".join(m["verb"].lower().split()))]
            better = improved((m["noun"] or "").split()[-1]) if IMPROVES.match(m["verb"]) and m["noun"] else up
            if better is None:
                return None
            up = better
            return _comparison((m["n"], m["kind"]), "more" if up else "less", m["noun"], share=False)
    for pattern in _MULTIPLIES:
        if (m := pattern.fullmatch(rest)) is not None:
            return _comparison((_MULTIPLIED.get(m["verb"].lower(), "0.5"), "x"), "much", m["noun"], share=True)
    if (m := _SHARE.fullmatch(rest)) is not None and (m["kind"] or _is_share(m["n"], m["noun"] or m["what"])):
        return _comparison((m["n"], m["kind"] or "x"), "much", m["noun"] or m["what"], share=True)
    return None


def _is_share(number: str, noun: str) -> bool:
    """Whether so much "of the" something is a share of it, and no count: 3/2 of the time, 240 of the tokens."""
    return noun.lower() in _TIME | _SPEED or "/" in number or "." in number or number == "1"


def _comparison(amount: tuple[str, str], word: str, noun: str | None, *, share: bool) -> Compared | None:
    """The comparison of an amount and a word; None where it makes no sense (120% less)."""
    (n, kind), (axis, inverse, up) = amount, _WORDS[word.lower().replace("-", "")]
    what = [w for w in re.split(r"\s+", (noun or "").lower()) if w and w not in _PREPOSITIONS]
    if not axis:
        speed, time = bool({*what} & _SPEED), bool({*what} & _TIME)
        axis, inverse = ("speed", time) if speed or time else ("size", False)
    percent, number = kind[0] in "%pP", n.replace(",", "")
    if kind == "%/":  # a third faster
        above, below = map(int, number.split("/"))
        sign = 1 if up else -1
        return Compared("", (Reading(axis, inverse, f"{below + sign * above}/{below}"),), "", what[-1] if what else "")
    if percent and "/" in number:
        return None
    if share or not percent:
        less = not up and not (share and axis == "size")  # 3x fewer is a third of it
        readings = [Reading(axis, inverse != less, _shifted(number, 0, 1) if percent else number)]
    else:
        readings = [Reading(axis, inverse, _shifted(number, 1, 1 if up else -1))]
        if word.lower().startswith("slow"):  # 30% slower: of the speed, or of the time
            readings.append(Reading(axis, True, _shifted(number, 1, 1)))
    readings = [r for r in readings if not r.ratio.startswith("-") and r.ratio.strip("0.")]
    change = f"{number}%" if percent and not share else ""
    return Compared("", tuple(readings), change, what[-1] if what else "") if readings else None


def _shifted(number: str, start: int, sign: int) -> str:
    """One more or less by so many percent, to the digits that were printed: 30 % more is 1.30."""
    return str(start + sign * Decimal(number).scaleb(-2))


def judged(answer: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict where one side is such a comparison, in percent, or both are; None where that is for others to say.

    ``one`` judges a number against another.
    """
    if len(answer) > MAX_WORDED:
        return None
    if isinstance(expected, str) and (than := _THAN_NAME.search(answer)) and _names(than["x"], expected):
        return None  # 8 times less than N is a formula
    if (unlike := _several(answer, expected)) is not None:
        return unlike
    for reading in (_apart, _saved):
        if (told := reading(answer, expected, one)) is not None:
            return told
    mine = compared(answer) or compared(_WHY.split(answer)[0]) or compared(_HENCE.sub("", answer))
    theirs = compared(expected) if isinstance(expected, str) else None
    if (
        (mine or theirs)
        and (bound := _OPEN.search(_A_BIT.sub("", answer))) is not None
        and bound.group() not in str(expected)
    ):
        return Verdict("undecided", f"{bound.group()}: whether {answer} holds as it stands is open", code="words")
    if mine is not None and theirs is not None:
        if IMPROVES.search(answer) and not mine.noun and theirs.noun in _TIME:
            return Verdict("undecided", f"{answer}: of the time or of the speed; {expected} is right", code="words")
        return _both(mine, theirs, one)
    if mine is not None:
        return _beside_a_value(answer, mine, expected, one)
    return None if theirs is None else _told_as_a_number(answer, theirs, one)


def _beside_a_value(
    answer: str, mine: Compared, expected: object, one: Callable[[str, object], Verdict]
) -> Verdict | None:
    """The verdict on a comparison where none is expected; None for what is none then.

    From 5 to 6 GB/s is a range of values, where one of them is asked, and divided by 2 a multiple.
    """
    if (fallen := _fallen(answer, mine, expected, one)) is not None:
        return fallen
    of_values = _BETWEEN.match(answer) and isinstance(expected, str) and _measured(expected)
    if of_values or by_a_number(answer):
        return None
    return _change(mine, expected, one) if mine.change else _of_a_number(mine, expected, one)


def _apart(answer: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on so much less or more where an amount less or more is expected: 3 ms saved for 3 ms less."""
    mine = differences.difference(answer)
    theirs = differences.difference(in_text(expected)) if mine is not None else None
    if mine is None or theirs is None:
        return None
    if mine[0] != theirs[0]:
        return Verdict(
            "wrong", f"{answer}, where {expected} is right: direction", code="direction", right=str(expected)
        )
    return one(mine[1], theirs[1])


def _saved(answer: str, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on a share that is saved, where a share is expected; None where it may be the one that is left.

    A sentence that names its own compression has to save what that does: 8x saves 87.5 percent, and never 12.5.
    """
    told = differences.saved(answer)
    if (
        told is None
        or not isinstance(expected, str)
        or compared(expected) is not None
        or not _A_SHARE.fullmatch(expected)
    ):
        return None
    if told.own is not None and abs(told.own - told.share) > _ROUNDED:
        return Verdict(
            "wrong", f"it saves {_in_hundreds(told.own)} %, and not {_in_hundreds(told.share)}", code="value"
        )
    found = one(f"{told.share}", expected)
    if not found.ok and one(f"{1 - told.share}", expected).ok:
        return Verdict("undecided", f"whether {expected} is what is left or what is saved: {answer}", code="words")
    return found


def _in_hundreds(share: Fraction) -> str:
    return f"{float(100 * share):g}"


_ROUNDED = Fraction(1, 100)  # of a share that follows from another number of its sentence
_A_SHARE = re.compile(r"\s*(?:\d[\d.]*\s?(?:%|percent)|0?\.\d+|\d+/\d+)\s*")
_HENCE = re.compile(
    r".*(?:,\s*(?:which\s+(?:is|makes|means)|so\s+(?:it\s+is)?|i\.?\s?e\.?,?|that\s+is,?|that['’]s)|=>|→)\s+", re.I
)


def against(answer: str, expected: str) -> str:
    """Why a comparison says no other one: they point in different ways, whatever its number was read as; "" else.

    >>> against("the bytes rise by a factor of 10", "10x less memory"), against("10x", "10x less memory")
    ('the bytes rise by a factor of 10, where 10x less memory is right: direction', '')
    """
    mine, theirs = compared(answer), compared(expected)
    if mine is None or theirs is None:
        return ""
    mine, theirs = _of_the_same(mine, theirs), _of_the_same(theirs, mine)
    apart = mine.axis == theirs.axis and None not in (mine.grows, theirs.grows) and mine.grows != theirs.grows
    return f"{answer}, where {expected} is right: direction" if apart else ""


def of_no_direction(answer: str, expected: str) -> str:
    """Why a share or a factor says no change that is expected, where its verb is not known: flurbs by 10x; "" else.

    >>> of_no_direction("the time flurbs 25%", "25% less time"), of_no_direction("a saving of 25%", "25% less time")
    ('flurbs: which way it changes is not understood', '')
    >>> of_no_direction("it flurbs by 10x", "10x less memory"), of_no_direction("it is 10x", "10x less memory")
    ('flurbs: which way it changes is not understood', '')
    """
    theirs = compared(expected)
    if theirs is None or compared(answer) is not None:
        return ""
    verb = changes.unknown_verb(answer) if theirs.change and _in_percent(answer) else verb_by(answer)
    return f"{verb}: which way it changes is not understood" if verb else ""


def of_no_way(answer: str, expected: str) -> str:
    """Why a noun of so much says no change that is expected, as a loss of 3x is not known to be 3x faster; "" else.

    >>> of_no_way("a loss of 3x", "3x faster"), of_no_way("a boost of 3x", "3x faster"), of_no_way("a loss of 3x", "3x")
    ('loss: which way it changes is not understood', '', '')
    """
    theirs = compared(expected)
    if theirs is None or compared(answer) is not None:
        return ""
    noun = noun_of_no_way(answer, theirs.axis, theirs.grows)
    return f"{noun}: which way it changes is not understood" if noun else ""


_MOVED = {"traffic", "bytes", "data", "volume"}  # by its names
_COSTS = _MOVED | {"memory", "weights", "size", "footprint", "cost", "costs", "parameters", "cache"}


def _fallen(answer: str, mine: Compared, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict where a thing falls by the bare factor that is asked, 4x; None where it does not.

    Who halves the bytes has gained 2x; of what halves else, or falls to a part, nobody says which of the two it is.
    """
    ratio = mine.readings[0].ratio
    times = "2" if ratio == "0.5" else ratio.removeprefix("1/")
    bare = _is_a_factor(expected) or re.fullmatch(r"\s*\d[\d.]*\s*", str(expected))
    if mine.axis != "size" or not mine.noun or improved(mine.noun) or times == ratio or not bare:
        return None  # of a speed there is less
    halves = re.search(r"\bhal(?:ves|ved)\b", answer)
    found = next(_tried([(times, expected)], one), None) if halves or changes.said(answer) else None
    if found is None or not found.ok:
        return None
    by = re.search(rf"\bfactor\b|(?<![\d/.]){re.escape(times)}\s*(?:[x×]|times\b|-?\s?fold\b)", answer)
    if by or (halves and mine.noun in _COSTS):
        return with_note(found, f"{answer}: by a factor of {times}")
    return Verdict("undecided", f"{answer}: by a factor of {times}, or to {ratio}", code="words")


def _is_a_factor(expected: object) -> bool:
    """Whether a bare multiple is expected: 4x, and not 4x more bytes."""
    return isinstance(expected, str) and _A_FACTOR.fullmatch(expected.strip()) is not None


def _of_a_number(mine: Compared, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on a comparison where a number is expected: 16x fewer for 16, or for 1/16."""
    ratio = mine.readings[0].ratio
    if mine.axis == "size" and mine.readings[0].inverse:
        pairs = [(ratio, expected), *([(ratio, f"1/({typed(expected).text})")] if isinstance(expected, str) else [])]
        return _best(pairs, one, f"{mine.text} is {ratio} times less")
    if _symbols(expected):
        return None  # twice the ridge, of which nothing is told
    if isinstance(expected, str) and _counts(expected):
        return Verdict("undecided", f"{mine.text}, where {expected} is asked", code="words")
    if not mine.noun and (subject := re.match(_SUBJECT, mine.text, re.I)) is not None and subject.group():
        return one(mine.text[subject.end() :], expected)  # it runs 6.4 times faster
    if mine.readings[0].inverse and _is_a_factor(expected):
        pairs = [(f"1/({ratio})", expected), (ratio, expected)]  # in half the time it is twice as fast: 2x
        return _best(pairs, one, f"{mine.text} is a factor of 1/({ratio})")
    larger = mine.axis == "size" and not mine.noun and mine.text.endswith("x larger")  # as a verb tells it
    if not (mine.noun or larger) or mine.readings[0].inverse or len(mine.readings) != 1:
        return None
    return _best([(f"{mine.about}{ratio}", expected)], one, f"{mine.text} is a factor of {ratio}")


def _told_as_a_number(answer: str, theirs: Compared, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on a number where a comparison is expected: 3 for 3x the bytes, 30% or 1.30 for 30% more."""
    pairs: list[tuple[str, object]] = [(answer, r.ratio) for r in theirs.readings]
    said = f"{theirs.text} is a factor of {theirs.readings[0].ratio}"
    if theirs.change:
        return _best([*pairs, *([(answer, theirs.change)] if _in_percent(answer) else [])], one, said)
    if not theirs.noun:
        return None
    pairs += [(answer, f"1/({r.ratio})") for r in theirs.readings if r.axis == "size" and r.inverse]  # half of it
    return _best(pairs, one, said)


def _names(word: str, expected: str) -> bool:
    """Whether a word is a symbol of what is expected: N in N/8, and not time in 3x the time."""
    return (len(word) == 1 or "_" in word) and word in re.findall(r"[^\W\d_]\w*", expected)


def _counts(expected: str) -> bool:
    """Whether what is expected is so many things, 9 chips, of which a comparison says nothing."""
    try:
        return any(quantity(expected).dimension[5:])
    except SymroofError:
        return False


_BETWEEN = re.compile(r"\s*from\s+(?:about\s+|around\s+|roughly\s+)?[~≈$]?\d", re.I)


def _measured(expected: str) -> bool:
    """Whether what is expected is a number with a unit, of a rate or of anything else."""
    try:
        return any(quantity(expected).dimension)
    except SymroofError:
        return False


def _symbols(expected: object) -> bool:
    """Whether what is expected is a formula of symbols."""
    words = re.findall(r"(?<![\w\\])[^\W\d_]\w*", expected) if isinstance(expected, str) else []
    single = all(len(w) == 1 or w not in UNITS for w in words)
    return bool(words) and single and not any(w.isalpha() and w.islower() and len(w) > 1 for w in words)


def _in_percent(x: object) -> bool:
    return isinstance(x, str) and bool(re.search(r"%|\bper\s?cent\b", x))


def _several(answer: str, expected: object) -> Verdict | None:
    """Undecided for several comparisons, or one the other way round, where one is expected: 3x faster than ours."""
    turned = any(w.search(answer) for w in (_OF_OURS, _OF_OTHERS)) and _HINT.search(answer) is not None
    if len(_COMPARED.findall(answer)) < 2 and not turned:
        return None
    if not isinstance(expected, str) or compared(expected) is None:
        return None
    return Verdict("undecided", f"{answer}: several comparisons, or one the other way round", code="words")


def _change(mine: Compared, expected: object, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on a change in percent where a number is expected: its factor or, in percent, the increase itself."""
    said = f"{mine.text} is a factor of {mine.readings[0].ratio}"
    found = _best([(r.ratio, expected) for r in mine.readings], one, said)
    expected = str(expected) if isinstance(expected, (int, float, Fraction)) else expected
    if found is None or found.ok or not isinstance(expected, str):
        return found
    increase = _number(mine.readings[0].ratio) > 1
    if mine.about:  # about 30 % is a rounded 32 %, while 1.30 is no 1.32
        change = _change_of(typed(expected).text, mine.readings[0].ratio)
        about = _best([(f"{mine.about}{mine.change}", change)], one, said)
        found = about if about is not None and about.ok else found
    if found.ok or not _in_percent(expected):
        return found
    itself = _best([(mine.about + mine.change, expected)], one, said)
    if itself is None or not itself.ok or increase:
        return itself if itself is not None and itself.ok else found
    return Verdict("undecided", f"whether {expected} is what is left or what is saved: {mine.text}", code="words")


def _change_of(factor: str, like: str) -> str:
    """By how much a factor is more than one or less, as another one is."""
    return f"({factor}) - 1" if _number(like) > 1 else f"1 - ({factor})"


def _both(mine: Compared, theirs: Compared, one: Callable[[str, object], Verdict]) -> Verdict | None:
    """The verdict on one comparison against another."""
    mine, theirs = _of_the_same(mine, theirs), _of_the_same(theirs, mine)
    if mine.axis != theirs.axis:
        return Verdict("undecided", f"{mine.text}, where {theirs.text} is expected", code="words")
    if mine.axis == "size" and (unlike := _other_things(mine.noun, theirs.noun)) is not None:
        return unlike
    if mine.grows is not None and theirs.grows is not None and mine.grows != theirs.grows:
        words = f"{mine.text}, where {theirs.text} is right: direction"
        return Verdict("wrong", words, code="direction", right=theirs.text)
    if mine.unchanged != theirs.unchanged:
        return Verdict("wrong", f"{mine.text}, where {theirs.text} is right", code="direction", right=theirs.text)
    about = mine.about
    pairs: list[tuple[str, object]] = [
        (about + a.ratio, e.ratio if a.inverse == e.inverse else f"1/({e.ratio})")
        for a in mine.readings
        for e in theirs.readings
    ]
    # 3/4 of the time are 1.33x as fast to the digits of that, while 1/1.33 is 0.752
    pairs += [(f"1/({a.ratio})", e.ratio) for a in mine.readings for e in theirs.readings if a.inverse != e.inverse]
    if mine.about and mine.change:
        pairs += [
            (f"{mine.about}{mine.change}", _change_of(e.ratio if a.inverse == e.inverse else f"1/({e.ratio})", a.ratio))
            for a in mine.readings
            for e in theirs.readings
        ]
    found = _best(pairs, one, f"{mine.text}, against {theirs.text}")
    several = found is not None and found.ok and len(mine.readings) > len(theirs.readings)
    if several and not all(v.ok for v in _tried(pairs, one)):
        words = f"{mine.text}: of the speed or of the time; {theirs.text} is right"
        return Verdict("undecided", words, code="words")
    return found


def of_different_things(answer: str, expected: str) -> bool:
    """Whether two comparisons are of different things, of a size and of a speed: half the bytes are not twice as fast.

    >>> [of_different_things(t, "2x faster") for t in ("the bytes shrink by a factor of 2", "the time halves", "2x")]
    [True, False, False]
    """
    mine, theirs = compared(answer), compared(expected)
    if mine is None or theirs is None:
        return False
    return _of_the_same(mine, theirs).axis != _of_the_same(theirs, mine).axis


def _of_the_same(c: Compared, other: Compared) -> Compared:
    """A change that does not say of what, 25% less, as one of the time or the speed that the other side names."""
    if c.axis != "size" or c.noun or other.noun not in _TIME | _SPEED:
        return c
    timed = other.noun in _TIME
    return replace(c, readings=tuple(Reading("speed", r.inverse != timed, r.ratio) for r in c.readings))


def _number(text: str) -> float:
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def _other_things(mine: str, theirs: str) -> Verdict | None:
    """The verdict where bytes are compared and FLOPs are expected; None where both may be the same."""
    if not mine or not theirs or mine.rstrip("s") == theirs.rstrip("s") or {mine, theirs} <= _MOVED:
        return None
    if {mine, theirs} <= {"traffic", "data", "byte", "bytes"}:
        return None  # all of which is counted in bytes
    if all(any(w in UNITS for w in (n, n + "s")) for n in (mine, theirs)):
        return Verdict("wrong", f"it compares {mine} where {theirs} are right: units", code="units", right=theirs)
    return Verdict("undecided", f"it compares {mine} where {theirs} are expected", code="words")


def _best(pairs: list[tuple[str, object]], one: Callable[[str, object], Verdict], said: str) -> Verdict | None:
    """The first verdict that stands, or the first; None where no pair reads."""
    found = list(_tried(pairs, one))
    made = next((v for v in found if v.ok), found[0] if found else None)
    return None if made is None else with_note(made, said)


def _tried(pairs: list[tuple[str, object]], one: Callable[[str, object], Verdict]) -> Iterator[Verdict]:
    """The verdicts on the pairs that read."""
    for a, e in pairs:
        with suppress(SymroofError):
            yield one(a, e)

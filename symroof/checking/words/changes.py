"""Changes told by a verb: the time doubles, throughput goes up by a factor of two, the latency becomes half of it.

A sentence is read as its subject, its verb and its amount, and said as a share of the subject, "2x the time"; what
grows by which verb is for the noun to say, as a time that doubles is no speed that does.

>>> [said(t) for t in ("the time doubles", "Throughput goes up by a factor of two", "The latency becomes half")]
['2x the time', '2x the throughput', '1/2x the latency']
>>> said("the double of the speed"), said("the wall-clock time is cut in half"), said("it shrinks by a factor of 4")
('2x the speed', '1/2x the time', '')
>>> said("the time does not double"), said("the time doubles if B does"), said("B doubles")
('', '', '')
"""

from __future__ import annotations

import symroof.regexes as re
from symroof.checking.words.numerals import SHARES, counted
from symroof.checking.words.shifts import FALLS, IMPROVES, RISES, improved
from symroof.reading.measures import SECONDS, UNITS

_SUBJECT = (
    r"(?:(?:the|its|our|your|their|my|this)\s+)?(?:(?!(?:the|its|not|no|never|half|twice|double|than|by|of|and|or|but|[a-z]+ing)\b)[a-z][a-z-]*\s+){0,2}?"
    r"(?P<noun>(?!(?:it|this|that|which|they|we|you|one|everything|all|doubling|halving|needed|required|moved)\b)[a-z]{4,})"
    r"(?:\s+(?:needed|required|moved|used))?"
)
_ANYTHING = r"(?:it|this|that|which|one|we|you|everything|they|the\s+change)"
_NOW = r"(?:\s+(?:now|then|simply|just|thus|therefore|roughly|about|exactly|basically|only|will|would|should|also))*"
_SHARE = "|".join(sorted(SHARES, key=len, reverse=True))
_N = rf"(?:\d[\d.]*(?:/\d+)?|(?:an?|one)\s+(?:{_SHARE})|half|twice|double|triple|[a-z]+)"
_FACTOR = rf"(?:an?\s+)?(?:factor\s+(?:of\s+)?(?P<f>{_N})|(?P<x>\d[\d.]*|[a-z]+)(?:\s*[x×]|\s+times|[\s-]?fold))"
_AGO = (
    r"(?:\s+(?:(?:of\s+|as\s+|than\s+)?(?:what\s+it\s+was|before|the\s+original|previously|"
    r"as\s+(?:much|high|large|big|long|fast))))*"
)
_TIMES = {"doubles": "2", "triples": "3", "quadruples": "4", "halves": "1/2", "doubled": "2", "tripled": "3",
          "quadrupled": "4", "halved": "1/2"}  # fmt: skip
_AUXILIARY = r"(?:(?:is|gets|was|are|has|have|will|been|be)\s+){0,2}"
_UP, _DOWN = (rf"{_AUXILIARY}(?:{verbs})" for verbs in (rf"{RISES}|improv(?:es|ed)", FALLS))
_BECOMES = (
    r"(?:becomes|became|is|gets|turns\s+into|(?:drops|dropped|falls|fell|goes|went|shrinks|shrank|decreases|decreased|rises|rose|grows|grew|increases|"
    r"increased|climbs|climbed|comes|came|sinks|sank|is\s+reduced|is\s+cut|was\s+reduced|was\s+cut)"
    r"(?:\s+(?:down|up))?\s+to)"
)
_PART = (
    rf"(?P<n>half|twice|double|triple|(?:an?|one)\s+(?:{_SHARE})|(?P<of>two|three|four)[\s-]+(?:{_SHARE})s|"
    r"\d[\d.]*\s*(?:[x×]|times|%|percent\b))"
)
_LESS = rf"(?P<less>half|(?:an?|one)\s+(?:{_SHARE})|(?P<many>two|three|four)[\s-]+(?:{_SHARE})s)"
_MORE = _LESS.replace("<less>", "<more>")
_FORMS = tuple(
    (re.compile(form, re.I), up)
    for form, up in (
        (rf"{_SUBJECT}{_NOW}\s+(?P<v>doubles|triples|quadruples|halves){_AGO}", True),
        (rf"{_SUBJECT}{_NOW}\s+(?:is|gets|was|has)\s+(?:been\s+)?(?P<v>doubled|tripled|quadrupled|halved){_AGO}", True),
        (rf"{_SUBJECT}{_NOW}\s+(?:{_UP})\s+(?:by\s+)?{_FACTOR}{_AGO}", True),
        (rf"{_SUBJECT}{_NOW}\s+(?:{_DOWN})\s+(?:by\s+)?{_FACTOR}{_AGO}", False),
        (rf"{_SUBJECT}{_NOW}\s+(?:is|gets)\s+multiplied\s+by\s+(?P<f>{_N}){_AGO}", True),
        (rf"{_SUBJECT}{_NOW}\s+(?:is|gets)\s+divided\s+by\s+(?P<f>{_N}){_AGO}", False),
        (rf"{_SUBJECT}{_NOW}\s+(?:{_DOWN})\s+(?:by|in(?:to)?)\s+(?:about\s+)?{_LESS}{_AGO}", True),
        (rf"{_SUBJECT}{_NOW}\s+(?:{_UP})\s+by\s+(?:about\s+)?{_MORE}{_AGO}", True),
        (rf"{_SUBJECT}{_NOW}\s+{_BECOMES}\s+(?:only\s+|just\s+|about\s+)?(?:the\s+)?{_PART}{_AGO}", True),
        (rf"(?:it\s+(?:is|gives|takes|has|reaches)\s+)?the\s+(?P<n>double|triple|half)\s+of\s+{_SUBJECT}", True),
    )
)  # fmt: skip
_ACTOR = (  # what brings a change about, told as it is: no case, no denial, no other change beside it
    r"(?:(?:halving|doubling|tripling)\s+)?(?:(?!(?:not|never|no|nor|neither|cannot|nothing|nobody|if|unless|when|whenever|once|while|without|would|could|might|may|should|each|both|"
    r"either|or|but|and|than|instead|halv\w+|doubl\w+|twice|old|only|almost|nearly|hardly|barely|rarely|seldom|scarcely|most|best|least|because|fails?|it|this|that|we|you|they|which)\b)[A-Za-z][\w/-]*\s+){1,7}"
)
_WHAT = (
    r"(?:(?:it|them|everything)|(?:(?:the|its|our|your)\s+)?(?:(?!rest|other|first|last|half|difference|number|size\b)[a-z-]+\s+)?(?P<noun>(?!(?:rest|other|nothing|anything|that|which|they|needed|required|moved|read|sent|used)\b)[a-z]{4,}))"
    r"(?:\s+(?:that\s+|which\s+)?(?:we|you|it|they|one)\s+(?:(?:have|has|need|needs)\s+to\s+)?[a-z]{3,}|\s+(?:to\s+(?:be\s+)?[a-z]{3,}|needed|required|moved|read|sent|used))?"
)
_LOWERS = r"(?:shrinks|reduces|cuts|lowers|decreases|compresses|divides)"
_RAISES = r"(?:grows|increases|raises|multiplies|enlarges|expands|inflates)"
_SO_MANY = rf"(?:\s+(?:down|up))?\s+(?:by\s+)?(?:about\s+)?{_FACTOR}"
_ACTS = tuple(  # going from bf16 to fp8 halves the bytes, quantizing shrinks the model four times
    (re.compile(form, re.I), up)
    for form, up in (
        (rf"{_ACTOR}(?:will\s+)?(?P<v>doubles|triples|quadruples|halves)\s+{_WHAT}", True),
        (rf"(?:{_ANYTHING}\s+|{_ACTOR}){_RAISES}\s+{_WHAT}{_SO_MANY}", True),
        (rf"(?:{_ANYTHING}\s+|{_ACTOR}){_LOWERS}\s+{_WHAT}{_SO_MANY}", False),
        (rf"(?:{_ANYTHING}\s+|{_ACTOR})multiplies\s+{_WHAT}\s+by\s+(?P<f>{_N})", True),
        (rf"(?:{_ANYTHING}\s+|{_ACTOR})divides\s+{_WHAT}\s+by\s+(?P<f>{_N})", False),
    )
)
_GAINS = re.compile(
    rf"(?:{_ANYTHING}{_NOW}\s+)?(?:gains?|wins?|buys?(?:\s+(?:us|you))?|yields?|brings?|goes\s+up\s+by|grows\s+by|rises\s+by|increases\s+by|improves\s+by)\s+"
    rf"{_FACTOR}(?:\s+(?:in\s+(?:speed|throughput)|faster|more))?",
    re.I,
)
_GOES = r"(?:goes|went|drops|dropped|falls|fell|improves|improved)"
_TO = rf"(?:(?:{_GOES}\s+)?(?:up\s+|down\s+)?to|became|becomes|turns?\s+into)"
_FROM_TO = re.compile(  # we go from 100 to 150 tokens per second, 40 ms became 10 ms
    r"(?:(?:it|we|you|the\s+[a-z]+(?:\s+[a-z]+)?)\s+"
    r"(?:goes|go|went|drops?|falls?|rises?|climbs?|gets?|comes?|improves?|changes)\s+)?"
    rf"(?:from\s+)?(?P<a>\d[\d.]*)\s*(?P<first>[A-Za-zµ][A-Za-zµ/ ]*?)?\s+{_TO}\s+"
    r"(?P<b>\d[\d.]*)\s*(?P<unit>[A-Za-zµ][A-Za-zµ/]*(?:\s+per\s+[a-z]+)?)",
    re.I,
)
_IS_SO_MUCH = re.compile(r"\s(?:is|gets)\s+(?:only\s+|just\s+|about\s+)?\d", re.I)
_CHANGES = re.compile(r"\bfrom\b|bec[oa]me|(?:go|went|drop|fall|fell|improve|turn)", re.I)
_EVENTS = re.compile(r"\b(failure|miss|error|fault|conflict|collision|drop|eviction|hit|retry|loss)\s+rate\b", re.I)
_RISES = (
    r"augment(?:s|ed)?|aument(?:a|an|ó|s|ed)?|augmente|increment(?:s|ed)?|incrementa|increas(?:es|ed|e)|ris(?:es|e)|rose|grow(?:s|n)?|grew|climb(?:s|ed)?|jump(?:s|ed)?|"
    r"mount(?:s|ed)?|swell(?:s|ed)?|inflat(?:es|ed)|expand(?:s|ed)?|steigt|wächst|goes\s+up|went\s+up|is\s+up"
)
_FALLS = (
    r"diminish(?:es|ed)?|diminue|disminuye|decrement(?:s|ed)?|decreas(?:es|ed|e)|drop(?:s|ped)?|falls?|fell|shrinks?|shrank|shrunk|sinks?|sank|declin(?:es|ed)|reduc(?:es|ed|e)|"
    r"lower(?:s|ed)?|lessen(?:s|ed)?|sinkt|fällt|goes\s+down|went\s+down|comes\s+down|is\s+down"
)
_BY_SO_MUCH = re.compile(  # the time it augments 25%: the verb of another language, with the pronoun that it has there
    r"(?P<noun>(?:(?:the|its|our|your|my|this)\s+)?(?!(?:if|when|with|in|at|for|not|no)\b)[a-z]+(?:\s+(?!it\b)[a-z]+)??)\s+(?:(?:it|se|has|would|will|should|then|now|also|itself)\s+)*?"
    rf"(?:(?P<up>{_RISES})|(?P<down>{_FALLS})|(?P<verb>(?!(?:by|of|in|um|en|de|about|it|up|down)\b)[a-zà-ÿ]+))(?:\s+(?:it|itself))?\s+(?:(?:by|of|in|um|en|de|about|some|roughly|~|≈)\s*)*(?P<n>\d[\d.]*)\s?%[.!]?",
    re.I,
)
_TELLS_NONE = re.compile(  # what stands before a share and is no verb of a direction that nobody knows
    r"(?:is|are|was|be|equals|makes|gives|by|of|about|around|roughly|only|just|some|a|the|to|saved|saves?|saving|improves?|improved|improvement|reduction|gain|gains|cut|cuts|change|changes|speedup)",
    re.I,
)
MAX_LENGTH = 120  # characters; a longer sentence says more than that


def said(text: str) -> str:
    """The change that a sentence tells, as a share of its subject; "" for any other text."""
    plain = " ".join(text.split()).rstrip(".!")
    if len(plain) > MAX_LENGTH:
        return ""
    for form, up in _FORMS:
        m = form.fullmatch(plain)
        n = _amount(m) if m is not None else ""
        if m is not None and n:
            noun = _noun(m)
            if re.search(
                r"\d\s*(?:%|percent)", m.groupdict().get("n") or ""
            ):  # a hit rate that is 90 % has not changed
                return "" if _IS_SO_MUCH.search(m.group()) else f"{n}% of the {noun}"
            if IMPROVES.search(m.group()):
                if (more := improved(noun)) is None:
                    return ""
                up = more
            return f"{n if up else _inverse(n)}x the {noun}"
    if acted := _acted(plain):
        return acted
    m = _FROM_TO.fullmatch(plain)
    if (
        m is None
        or not _CHANGES.search(plain)
        or (unit := (m["unit"] or "").strip()) not in UNITS
        or m["first"] not in ("", None, unit)
    ):
        return ""
    rate, time = UNITS[unit].dimension[2:3] == (-1,), UNITS[unit].dimension == SECONDS
    return f"{m['b']}/{m['a']}x the {'throughput' if rate else 'time'}" if rate or time else ""


def _noun(m: re.Match[str]) -> str:
    """What changes: a rate of misses is no speed."""
    events = _EVENTS.search(m.group())
    if events is None:
        return (m["noun"] or "").lower()
    one = events[1].lower()
    return "retries" if one == "retry" else f"{one}es" if one.endswith("ss") else f"{one}s"


def _acted(text: str) -> str:
    """The change that something brings about in something else, as a share of that or as so many times less of it."""
    for form, up in _ACTS:
        m = form.fullmatch(text)
        n = _amount(m) if m is not None else ""
        if m is None or not n:
            continue
        noun = _noun(m)
        if up:
            return f"{n}x the {noun}" if noun else f"{n}x as much"
        return f"{n}x less {noun}".strip()
    return ""


def in_direction(text: str) -> str:
    """A sentence whose verb says how its subject changes by so many percent, in the verb that is read.

    >>> in_direction("The time it augments 25%"), in_direction("throughput diminishes by 25%")
    ('The time increases by 25%', 'throughput decreases by 25%')
    >>> in_direction("the share is 25%")
    'the share is 25%'
    """
    m = _BY_SO_MUCH.fullmatch(" ".join(text.split())) if len(text) <= MAX_LENGTH else None
    if m is None or m["verb"]:
        return text
    return f"{m['noun']} {'increases' if m['up'] else 'decreases'} by {m['n']}%"


def unknown_verb(text: str) -> str:
    """The verb of a sentence that says by how many percent something changes, and not whether up or down; "" else.

    >>> [unknown_verb(f"the time {t}") for t in ("it flurbs 25%", "is 25%", "gets 25% worse")]
    ['flurbs', '', 'worse']
    """
    plain = " ".join(text.split())
    if (
        worse := re.search(r"\b(?:worse|wors[et]n(?:s|ed)?|degrad(?:es|ed|ation)|loss|penalty)\b", plain, re.I)
    ) is not None:
        return worse.group()
    m = _BY_SO_MUCH.fullmatch(plain) if len(plain) <= MAX_LENGTH else None
    return m["verb"] if m is not None and m["verb"] and not _TELLS_NONE.fullmatch(m["verb"]) else ""


def gained(text: str) -> str:
    """The factor by which a sentence says that something of no name grows; any other text as it was.

    >>> gained("One gains a factor of two."), gained("it goes up by a factor of ten"), gained("it gains two chips")
    ('a factor of 2', 'a factor of 10', 'it gains two chips')
    """
    m = _GAINS.fullmatch(" ".join(text.split()).rstrip(".!")) if len(text) <= MAX_LENGTH else None
    n = _amount(m) if m is not None else ""
    return f"a factor of {n}" if n else text


def _amount(m: re.Match[str]) -> str:
    """The factor of a change in figures; "" where it is no number."""
    named = m.groupdict()
    if named.get("v"):
        return _TIMES[named["v"].lower()]
    words = (named.get("f") or named.get("x") or named.get("n") or "").lower()
    number = re.match(r"\d[\d.]*(?:/\d+)?", words)
    if number is not None:
        return number.group().rstrip(".")
    if words in ("half", "twice", "double", "triple"):
        return {"half": "1/2", "triple": "3"}.get(words, "2")
    if (told := named.get("less") or named.get("more")) is not None:
        many, part = _part_of(told)
        return f"{part - many if named.get('less') else part + many}/{part}" if many < part else ""
    if named.get("of"):
        return "{}/{}".format(*_part_of(named["n"]))
    share = words.split()[-1] if " " in words else ""
    n = f"1/{SHARES[share]}" if share in SHARES else counted(words)
    return n if n[:1].isdigit() else ""


def _part_of(told: str) -> tuple[int, int]:
    """A share in words: two thirds are 2 of 3, half is 1 of 2."""
    words = re.split(r"[\s-]+", told.lower())
    part = SHARES[words[-1] if words[-1] in SHARES else words[-1][:-1]]
    return int(counted(words[0])) if words[0] in ("two", "three", "four") else 1, part


def _inverse(n: str) -> str:
    return n.removeprefix("1/") if n.startswith("1/") else f"1/{n}"


__all__ = ["gained", "in_direction", "said", "unknown_verb"]

"""Notes that are no sentence: a value behind what it comes from, before the setting that it holds in, or its working.

No verb says how much it is, so that none is asked for: in "1 kHz → 1 ms budget" the last value counts.  What stands
before it is held against it where that can be worked out (a rate and its period, so many at a rate, the same in other
units), and a setting against the numbers of the key; where these contradict it, nothing is right.

>>> from symroof import check
>>> [check(t, "1 ms").verdict for t in ("loop 1 kHz → 1 ms budget", "loop 2 kHz → 1 ms budget", "loop 1 kHz → 2 ms")]
['exact', 'undecided', 'wrong']
>>> [check(t, "0.2 us").verdict for t in ("600 cycles = 200ns @3GHz", "600 cycles = 200ns @2GHz")]
['exact', 'undecided']
>>> [check(f"{n} TB raw", "48 TB").verdict for n in (48, 64)]
['undecided', 'wrong']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import ratio
from symroof.checking.answers.pieces import NEUTRAL
from symroof.checking.answers.plainly import in_rates
from symroof.checking.answers.prose import has_verb
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Claim, Verdict, claim, constant, tried, with_note
from symroof.checking.words.lexicon import AGAIN, SCALES, TURNS
from symroof.checking.words.numerals import NUMBER
from symroof.errors import SymroofError
from symroof.reading.measures import BYTES, NOTHING, PER_SECOND, SECONDS, TEN_TO, product
from symroof.reading.quantity import Dimension, quantity

MAX_LENGTH = 200
_LINK = re.compile(r"\s*(?:=>|->|→|⇒|≈|(?<![<>!=:])=(?![=>])|(?<=\s)~(?=\s))\s*")
_UNIT = r"(?:(?:[A-Za-zµμ$%]+(?:\s?/\s?[A-Za-z]+)*)(?:\s+per\s+[a-z]+)?)"
_VALUE = re.compile(
    rf"(?P<value>[~≈]?\s*(?:\d+/\d+|{NUMBER}(?:[kMGT](?=\s[A-Za-z]))?)(?:\s?{_UNIT})?)(?P<rest>(?=\s|@|,|\Z).*)"
)
_PER = re.compile(r"\s+per\s+([a-z]+)\b")
_ASIDE = re.compile(r"\b(?:incl|excl|with)[a-z.]*\s+[a-z]+")  # whose words are no verbs
_NOUNS = re.compile(r"(?:\s+(?!per\b|each\b|every\b|of\b|or\b|and\b|to\b|if\b)[a-z]{3,}){0,2}")
_PER_USER = re.compile(r"\s?/\s?(?:user|stream|client|session|sequence)\Z")
_LABELLED = re.compile(rf"(?:[A-Za-z][A-Za-z-]*:?\s+){{0,3}}?(?P<q>{NUMBER}.*)")
_LABELLED_ONLY = re.compile(r"\A[A-Za-z]{2,}[A-Za-z-]*:?\s|\d[x×]\s|[a-z]{3,}\Z|@")  # what a formula would not have
_RESOLUTION = re.compile(r"(?:fps|Hz|frames)\b.*@\s*\d+[kKp]\b")  # 30 fps @ 4K is of no 4000 bytes
_OF_EACH = re.compile(r"(?<=\d)[x×]\s+(?=\d)")
_AT = re.compile(r"\s*(?:@|\bat\b)\s*")
_MONTH = re.compile(r"/\s?mo\b")
_SCALED, _TEN = re.compile(r"(?<=\d)[kKMGT](?=\s[A-Za-z]|\Z)"), {"k": "e3", "K": "e3", "M": "e6", "G": "e9", "T": "e12"}
_LOOSE = re.compile(r"month|/\s?mo\b|year|[~≈→⇒]|->|=>")
_CLOSE, _ROUGHLY = Fraction(1, 1000), Fraction(3, 100)
#: what a value may be of, beside the one that is asked
_KIND_OF = re.compile(
    r"\s+(?:raw|gross|net|nominal|physical|logical|uncompressed|compressed|peak|sustained|theoretical|unformatted|total)"
)
_SETTING = re.compile(  # how a value comes to hold: on 1024 H100s, @ 64B, incl. scales
    r"\s*,?\s*(?:@|\b(?:at|on|with|using|for)\b|\bof\b(?!\s+(?:the\s+)?\d)|\bincl(?:\.|uding)?|(?P<without>\bexcl(?:\.|uding)?))"
    r"\s*(?P<what>[^@,;<>=]*?)(?=\s*,|\s*@|\s+(?:at|on|with|using|for|incl|excl)\b|\Z)"
)
_FORMAT = re.compile(r"\b(?:u?int|fp|bf|tf|nf|float|bfloat)\d", re.I)
_IN_NUMBERS = re.compile(rf"[\d\s.,*/^()eE+-]*(?:{_UNIT}|[x×%])?\s*")  # no symbol in it
_UNKNOWN = re.compile(
    r"_|\^|[²³]|(?<![A-Za-z])(?![KMGTBWJshdkbx](?![A-Za-z]))[A-Za-z](?![A-Za-z])"
)  # 2N = 16 GB, 1/n = 1/8
_OF_A_PART = re.compile(
    r"\b(?:alone|only|itself|each|every|single|parts?|rest|first|second|last|next|worst|best)\b", re.I
)
_WORD = re.compile(r"[A-Za-z]{3,}")
_COUNT = re.compile(rf"(?<![\w.])(?P<n>{NUMBER})\s*(?P<share>%|percent\b)?(?=[\s,]|\Z)")
_NUMBER = re.compile(r"\d[\d.,]*" + TEN_TO)
_EXPRESSION = re.compile(r"[*/(^]")
_WORKING = re.compile(
    rf"(?P<value>{NUMBER}\s?{_UNIT})\s*[,;]\s+(?P<how>{NUMBER}\s?{_UNIT}?\s*[*×·/÷]\s*{NUMBER}\s?{_UNIT}?)"
)
_AT_A_RATE = re.compile(  # 100 ns, 300 cycles at 3 GHz
    rf"[~≈]?\s?(?P<value>{NUMBER}\s?{_UNIT})\s*[,;(:]\s*(?:like\s+|about\s+|~\s?|≈\s?)?(?P<q>{NUMBER}\s?{_UNIT})\s+(?:at|@)\s+"
    rf"(?P<rate>{NUMBER}\s?{_UNIT})\)?\.?"
)
_COMPRESSED = re.compile(  # 50 GB of parquet, compressed 4:1 from 200 GB
    rf"(?:~|≈|about)?\s*(?P<value>{NUMBER}\s?{_UNIT})(?:\s+of\s+[a-z]+)?\s*,?\s+compressed\s+(?P<by>{NUMBER})\s*:\s*1\s+from\s+"
    rf"(?P<from>{NUMBER}\s?[A-Za-z]+)\.?"
)


def worked(text: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a value with what it comes from behind it, 3.4 GB, 10 Mbit/s * 2700 s; None for another text.

    A value that is not what its own product comes to is not right.
    """
    if len(text) > MAX_LENGTH:
        return None
    if (m := _WORKING.fullmatch(text.strip())) is not None:
        how = m["how"]
    elif (m := _COMPRESSED.fullmatch(text.strip())) is not None:
        how = f"({m['from']})/{m['by']}"
    found = tried(one, m["value"]) if m is not None else None
    if m is None or found is None or not _decides(found):
        return None
    told, made = _measured(m["value"]), _measured(how)
    if found.ok and (told is None or made is None or not _agree(told, [made], _ROUGHLY)):
        return _open(f"{m['value']} stands, and {how} beside it")
    return with_note(found, f"left out: {how}")


def contradicted(text: str) -> str:
    """What a value is set equal to, or told beside, though it comes to something else; "" for none, or no such note.

    >>> contradicted("100 ns, 200 cycles at 3 GHz"), contradicted("100 ns, 300 cycles at 3 GHz")
    ('200 cycles at 3 GHz', '')
    >>> contradicted("loop 2 kHz → 1 ms budget"), contradicted("loop 1 kHz → 1 ms"), contradicted("2x 45 GB = 45 GB")
    ('loop 2 kHz', '', '2x 45 GB')
    """
    parts = _LINK.split(" ".join(text.split())) if len(text) <= MAX_LENGTH else []
    beside = _AT_A_RATE.fullmatch(parts[0].strip()) if len(parts) == 1 else None
    if beside is not None and (mine := _measured(beside["value"])) is not None:
        come = [c for c in (_measured(beside["q"]), _measured(beside["rate"])) if c is not None]
        return "" if len(come) < 2 or _agree(mine, come, _ROUGHLY) else f"{beside['q']} at {beside['rate']}"
    m = _VALUE.fullmatch(parts[-1]) if len(parts) == 2 else None
    told = _measured(m["value"]) if m is not None else None
    if m is None or told is None or not parts[0] or not _LABELLED_ONLY.search(parts[0]):
        return ""
    come = _candidates(parts[0], parts[:1], m["rest"])
    return "" if not come or _agree(told, come, _ROUGHLY) else parts[0]


def at_odds(value: str, other: str) -> bool:
    """Whether a time and a rate are not each other's inverse; two of one kind are told apart by who compares them.

    >>> at_odds("33 ms", "30 fps"), at_odds("33 ms", "60 fps"), at_odds("33 ms", "40 ms"), at_odds("33 ms", "2 GB")
    (False, True, False, False)
    """
    told, come = _measured(value), _measured(other)
    return told is not None and come is not None and _base(told) != _base(come) and not _agree(told, [come], _ROUGHLY)


def noted(text: str, expected: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a note that is no sentence; None where it is one, or where no value in it is of what is asked."""
    plain = in_rates(" ".join(text.split()))
    plain = _PER.sub(lambda m: f"/{m[1]}" if f"/{m[1]}" in expected else m.group(), plain)
    words = " ".join(_WORD.findall(plain))
    if (
        len(plain) > MAX_LENGTH
        or not _IN_NUMBERS.fullmatch(expected)
        or re.search(r"[<>≤≥?]", plain.replace("->", "").replace("=>", ""))
    ):
        return None
    if (
        TURNS.search(words)
        or SCALES.search(words)
        or AGAIN.search(re.sub(r"\band\b", " ", words))
        or has_verb(_ASIDE.sub(" ", plain))
    ):
        return None
    parts = _LINK.split(plain)
    if len(parts) == 1:
        return _in_its_setting(plain, expected, one)
    return _behind_its_link(parts, plain, expected, one) if 2 <= len(parts) <= 4 and all(parts[1:]) else None


def _decides(found: Verdict) -> bool:
    """Whether a verdict is on a value of what is asked."""
    return found.ok or (found.verdict == "wrong" and found.code not in NEUTRAL)


def _open(words: str) -> Verdict:
    return Verdict("undecided", words, code="words")


def _behind_its_link(parts: list[str], text: str, expected: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on the last value of a chain of values and what they are of."""
    *before, last = parts
    led = " ".join(before)
    m = None if re.search(r"[,;]\s", led) or _UNKNOWN.search(led) else _VALUE.fullmatch(last)
    if m is None or not (_NOUNS.fullmatch(m["rest"]) or _settings(m["rest"])):
        return None
    loose = _ROUGHLY if _LOOSE.search(text) else _CLOSE
    value = _PER_USER.sub("", m["value"].strip(" ~≈"))
    told = _measured(value)
    held = [_agree(told, c, loose) for p in before if told and (c := _candidates(p, before, m["rest"]))]
    if value != m["value"].strip(" ~≈") and not held:
        return None  # of one user, where nothing says that it is one
    if not re.search(r"[A-Za-z%$]", value) and re.search(r"[A-Za-z]", _NUMBER.sub("", expected)):
        return None  # a number behind a case: 480 for B = 2
    found = next((v for t in (last, value) if (v := tried(one, t)) is not None and _decides(v)), None)
    if found is None:
        return None
    if not found.ok:
        return None if any(_right(p, one) for p in before) else with_note(found, f"read as {value}")
    if not all(held):
        return _open(f"{value} stands, and {' = '.join(before)} before it is something else")
    return with_note(found, f"left out: {text[: text.rfind(last)].strip()}")


def _right(text: str, one: Callable[[str], Verdict]) -> bool:
    """Whether a part says the key's value by itself, with its label or without."""
    m = _LABELLED.fullmatch(text)
    found = [tried(one, t) for t in (text, m["q"] if m is not None else text)]
    return any(v is not None and v.ok for v in found)


def _measured(text: str) -> Claim | None:
    """A number with its unit, or a product of these; None for what has symbols or does not read."""
    plain = _SCALED.sub(lambda m: _TEN[m.group()], _MONTH.sub("/month", text.strip(" ~≈")))
    try:  # as a quantity first: 100 W are watts, and 64 B bytes
        told = quantity(plain)
        return Claim("value", ratio(told.value), told.printed, None, told.dimension) if told.value else None
    except SymroofError:
        pass
    try:
        made = claim(plain, None, {})
        value = constant(made.value)
    except SymroofError:
        return None
    return None if value is None or not value or made.dimension is None else made


def _base(c: Claim) -> Dimension:
    return product((c.dimension or NOTHING)[:5], NOTHING)


def _candidates(part: str, before: list[str], rest: str) -> list[Claim]:
    """What a part consists of that can be worked out: one quantity, or one and the rate beside it."""
    pieces = [p for t in (part, rest if part is before[0] and "@" in rest else "") for p in _AT.split(t) if p.strip()]
    read = [_quantity_in(p.strip()) for p in pieces if not _RESOLUTION.search(part)]
    return [] if None in read or not read or len(read) > 2 else [c for c in read if c is not None]


def _quantity_in(text: str) -> Claim | None:
    """The quantity in a text behind the words that say of what it is; before such words only a time or a rate."""
    m = _LABELLED.fullmatch(_OF_EACH.sub("*", text))
    whole = _measured(m["q"]) if m is not None else None
    v = _VALUE.fullmatch(m["q"]) if m is not None and whole is None else None
    made = _measured(v["value"]) if v is not None and _NOUNS.fullmatch(v["rest"]) else None
    return made if made is not None and _base(made) in (SECONDS, PER_SECOND) else whole


def _agree(told: Claim, come: list[Claim], loose: Fraction) -> bool:
    """Whether a value is what other quantities come to, where these are of its kind in one way or another."""
    value, ways = constant(told.value), [*_ways(told, come)]
    if not ways or value is None:
        return True
    near = (abs(w / value - 1) <= loose for w in ways)
    return any(near) or any(told.printed is not None and digits.claim(told.printed, w) is not None for w in ways)


def _ways(told: Claim, come: list[Claim]) -> Iterator[Fraction]:
    """The values of a quantity's kind that one or two others come to."""
    kind, values = _base(told), [constant(c.value) for c in come]
    if any(v is None or not v for v in values) or not any(kind):
        return
    x, *more = (v for v in values if v is not None)
    dims = [_base(c) for c in come]
    if not more:
        if dims[0] == kind:
            yield x
        elif product(NOTHING, dims[0], -1) == kind and PER_SECOND in (kind, dims[0]):
            yield 1 / x
        return
    (y,) = more
    for value, dim in ((x * y, product(dims[0], dims[1])), (x / y, product(dims[0], dims[1], -1))):
        if dim == kind:
            yield value
        elif product(dim, BYTES) == kind and dims[0] == PER_SECOND and not any(dims[1]):  # 150k IOPS @ 4K
            yield from (value, value * Fraction(1024, 1000))


def _in_its_setting(text: str, expected: str, one: Callable[[str], Verdict]) -> Verdict | None:
    """The verdict on a value before the setting that it holds in, or with a word that says which of several it is."""
    m = _VALUE.fullmatch(text)
    if m is None or not m["rest"].strip():
        return None
    value, rest = m["value"].strip(), m["rest"]
    found = tried(one, value)
    if found is None or not _decides(found):
        return None
    if _KIND_OF.fullmatch(rest):
        return None if found.ok else with_note(found, f"left out:{rest}")
    told = _settings(rest)
    if not told or _OF_A_PART.search(rest):
        return None  # 320 KiB for the keys alone
    if (other := _another_setting(told, expected)) and found.ok | ("key" in other):
        return _open(f"{value} stands, and {other.removeprefix('key ')} beside it")
    return with_note(found, f"left out: {rest.strip(' ,')}")


def _settings(rest: str) -> list[re.Match[str]]:
    """The settings that all of a text behind a value consists of; none where it says something else."""
    out, at = [], 0
    while at < len(rest):
        m = _SETTING.match(rest, at)
        if m is None or m.end() == at:
            return []
        out.append(m)
        at = m.end()
    return out


def _another_setting(told: list[re.Match[str]], expected: str) -> str:
    """What a setting has that does not go with the value, or that the key, which has its own, does not have."""
    theirs = {Fraction(n.replace(",", "").rstrip(".")) for n in _NUMBER.findall(expected)}
    for m in told:
        if m["without"]:
            return m.group().strip()
        if _FORMAT.search(m["what"] or ""):
            return m.group().strip()  # 3 ms with int8 weights
        for n in _COUNT.finditer(m["what"] or ""):
            number = Fraction(n["n"].replace(",", "")) / (100 if n["share"] else 1)
            if number not in theirs:
                return f"{'key ' if _EXPRESSION.search(expected) else ''}{m.group().strip()}"
    return ""


__all__ = ["at_odds", "contradicted", "noted", "worked"]

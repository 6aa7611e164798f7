"""What a key counts by a noun that is no unit we know: 2 ADCs, 3600 draws/s; a count as that of requests or nodes is.

The noun is a unit of its own kind for as long as the answer is judged: it is written as a count noun of ours that
neither side has, and stands as it was in what is said of it.  So a bare number may be that count, and other things are
none.

>>> alike("two ADCs in all", "2 ADCs")[:2], alike("about 4200", "4205 tonnes")[:2]
(('two revolutions in all', '2 revolutions'), ('about 4200', '4205'))
>>> alike("3600 draw calls per sec", "3600 draws/s")[:2], alike("2 tokens", "2 ADCs")[:2]
(('3600 revolutions per sec', '3600 revolutions/s'), ('2 tokens', '2 revolutions'))
>>> alike("9", "3 squared")[:2], alike("2 ms", "2 ms")[:2], alike("2*x", "2 x")[:2]
(('9', '3 squared'), ('2 ms', '2 ms'), ('2*x', '2 x'))
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import final

import symroof.regexes as re
from symroof.checking.claims.claims import Verdict
from symroof.checking.words.numerals import FEW, NUMBER, counted
from symroof.reading.measures import UNITS

_PERIOD = r"(?:\s*/\s*|\s+(?:per|an?|each|every)\s+)(?:s|sec|second|ms|min|minute|h|hour|day|d|week|month|year)"
_COUNTED = re.compile(
    rf"\s*(?:[~≈]?\s?{NUMBER})(?:\s*(?:thousand|million|billion|[kMGT](?=\s)))?\s+(?P<noun>[A-Za-z]{{2,}}(?<!s)s)"
    rf"(?:{_PERIOD})?\s*"
)
_NO_NOUN = re.compile(  # plurals that say how many, how much or which way, and not of what
    r"(?:times|plus|minus|always|percents|promilles|thousands|millions|billions|trillions|dozens|hundreds|halves|thirds|quarters|[a-z]+ths|"
    r"ways|crores|nines|orders|points|pairs|scores|twins|couples|triplets|quads|squares|cubes)\Z",
    re.I,
)
_MEASURED = re.compile(  # units of what nobody counts, and that we do not know
    r"(?:tonnes|tons|(?:kilo|milli)?gram(?:me)?s|kilos|pounds|ounces|(?:kilo|centi|milli|nano)?met(?:re|er)s|miles|inches|lit(?:re|er)s|gallons|"
    r"volts|amps|amperes|ohms|degrees|lumens|bars|newtons|radians)\Z",
    re.I,
)
_OF_A_SUBSTANCE = re.compile(  # 200 t CO2
    rf"\s*(?P<q>[~≈]?\s?{NUMBER}\s?(?:[kM]?t|[kmµ]?g|(?:kilo)?grams?|tonnes?))\s+(?:of\s+)?(?P<noun>[A-Za-z][A-Za-z\d]+)\s*"
)
_ENOUGH = re.compile(  # one A100 suffices
    rf"(?:(?:just|only)\s+)?(?P<n>one|a\s+single(?:\s+one)?|{FEW}|\d+)(?P<noun>\s+(?:[a-z-]+\s+)?(?!is\b|are\b|will\b|would\b)[A-Za-z]\w+)?\s+"
    r"(?:(?:is|are|will\s+be|would\s+be)\s+(?:already\s+)?(?:enough|sufficient|plenty)|(?:already\s+)?suffices?|(?:will|would)\s+(?:do|suffice)|does\s+it)[.!]*",
    re.I,
)
_A_COUNT = re.compile(rf"\s*{NUMBER}(?:\s+[A-Za-z]{{2,}})?\s*")
_STAND_INS = (("revolution", "revolutions"), ("socket", "sockets"), ("register", "registers"))
MAX_LENGTH = 300


@final
@dataclass(frozen=True)
class Noun:
    """A noun of a key, and the count noun that stands for it."""

    said: str
    one: str
    for_one: str
    for_many: str

    def back(self, v: Verdict) -> Verdict:
        """A verdict with the key's own noun in what it says."""

        def own(text: str | None) -> str | None:
            return None if text is None else text.replace(self.for_many, self.said).replace(self.for_one, self.one)

        return replace(v, reason=own(v.reason) or "", note=own(v.note), right=own(v.right), factor=own(v.factor))


def as_counts(answer: str, expected: str, names: Collection[str] = ()) -> tuple[str, str]:
    """Both sides without the substance that a mass is of, and the answer without that its count is enough.

    >>> as_counts("200 tonnes of CO2", "200 t CO2"), as_counts("200 t steel", "200 t CO2")
    (('200 tonnes', '200 t'), ('200 t steel', '200 t'))
    >>> as_counts("one A100 suffices", "2"), as_counts("two are enough", "2"), as_counts("two are not enough", "2")
    (('1 A100', '2'), ('2', '2'), ('two are not enough', '2'))
    """
    if len(answer) > MAX_LENGTH:
        return answer, expected
    many = _ENOUGH.fullmatch(answer.strip()) if _A_COUNT.fullmatch(expected) else None
    if many is not None:
        n = re.sub(r"a\s+single(?:\s+one)?|one", "1", many["n"], flags=re.I)
        answer = f"{counted(n.lower())}{many['noun'] or ''}"
    of = _OF_A_SUBSTANCE.fullmatch(expected)
    if of is None or of["noun"] in UNITS or of["noun"] in names:
        return answer, expected
    return re.sub(rf"\s+(?:of\s+)?{of['noun']}(?!\w|\s*[*/^])", "", answer, flags=re.I), of["q"]


def alike(answer: str, expected: str, names: Collection[str] = ()) -> tuple[str, str, Noun | None]:
    """Both sides with a count noun for the noun of the key, where that is no unit and no name of the question."""
    m = _COUNTED.fullmatch(expected) if len(answer) <= MAX_LENGTH else None
    if m is None or m["noun"] in UNITS or m["noun"] in names or _NO_NOUN.match(m["noun"]):
        return answer, expected, None
    if re.search(rf"\d\s?[kMGT]{re.escape(m['noun'])}\b", answer):
        return answer, expected, None  # 9.3 Gbases
    stem = re.sub(r"(?:(?<=ss)|(?<=sh)|(?<=ch)|(?<=[xz]))es\Z|(?<!s)s\Z", "", m["noun"])
    stem = re.sub(r"(?<=[b-df-hj-np-tv-z])ie\Z", "y", stem)
    forms = "|".join(re.escape(f) for f in dict.fromkeys((m["noun"], stem, f"{stem}s", f"{stem}es")))
    behind = re.compile(
        rf"(?P<n>{NUMBER}|\b(?:{FEW}|one|an?)\b)(?P<gap>[\s-]+)(?:{forms})\b(?:\s+(?:calls|chips|units|devices|instances|events|operations|ops)\b)?",
        re.I,
    )
    if _MEASURED.match(m["noun"]):  # which stay where the answer has another one
        left = behind.sub(lambda k: k["n"], answer)
        other = re.search(rf"{NUMBER}\s?(?:%|[A-Za-zµ]\w*(?<!of))", left)
        return (answer, expected, None) if other else (left, expected[: m.start("noun")].strip(), None)
    stand_in = next((s for s in _STAND_INS if not re.search(s[0], f"{answer} {expected}", re.I)), None)
    if stand_in is None:
        return answer, expected, None
    one, many = stand_in
    left = behind.sub(lambda k: f"{k['n']}{k['gap'][0]}{many}", answer)
    left = re.sub(rf"\b(?:{forms})\b", many, left, flags=re.I)
    key = expected[: m.start("noun")] + many + expected[m.end("noun") :]
    return left, key, Noun(m["noun"], stem, one, many)


__all__ = ["Noun", "alike", "as_counts"]

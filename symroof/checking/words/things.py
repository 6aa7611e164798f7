"""What a key counts by a noun that is no unit we know: 2 ADCs, 4205 tonnes; the number is what is compared.

An answer may name the same thing, in the singular or plural, or leave it out; one that names another unit or noun
stays as it is, and so does the key.

>>> alike("two ADCs in all", "2 ADCs"), alike("1 + 1 = 2", "2 ADCs"), alike("about 4200", "4205 tonnes")
(('two in all', '2'), ('1 + 1 = 2', '2'), ('about 4200', '4205'))
>>> alike("sampling + 1 hold = 2", "2 ADCs")
('2', '2')
>>> alike("2 tokens", "2 ADCs"), alike("200%", "2 ADCs"), alike("9", "3 squared")
(('2 tokens', '2 ADCs'), ('200%', '2 ADCs'), ('9', '3 squared'))
>>> alike("200 tonnes of CO2", "200 t CO2"), alike("200 t steel", "200 t CO2")
(('200 tonnes', '200 t'), ('200 t steel', '200 t'))
>>> alike("one A100 suffices", "2"), alike("two are enough", "2"), alike("two are not enough", "2")
(('1 A100', '2'), ('2', '2'), ('two are not enough', '2'))
>>> alike("2 ADCs", "2 ADCs", {"ADCs"}), alike("2 ms", "2 ms"), alike("2*x", "2 x")
(('2 ADCs', '2 ADCs'), ('2 ms', '2 ms'), ('2*x', '2 x'))
"""

from __future__ import annotations

import re
from collections.abc import Collection

from symroof.checking.words.numerals import FEW, NUMBER, counted
from symroof.reading.measures import UNITS

_COUNTED = re.compile(rf"\s*(?P<n>[~≈]?\s?{NUMBER})\s+(?P<noun>[A-Za-z]{{2,}}(?<!s)s)\s*")
_NO_NOUN = re.compile(  # plurals that say how many, how much or which way, and not of what
    r"(?:times|plus|minus|always|percents|promilles|thousands|millions|billions|trillions|dozens|hundreds|halves|thirds|quarters|[a-z]+ths|"
    r"ways|crores|nines|orders|points|pairs|scores)\Z",
    re.I,
)
#: what a number is of, so that it is no number of such things
_MEASURED = re.compile(rf"{NUMBER}\s?(?:%|[x×](?!\s*\d)|(?!e[+-]?\d)[A-Za-zµ]\w*)|[$€£]\s?\d|\d\s*/\s*[A-Za-z]")
_OF_A_SUBSTANCE = re.compile(  # 200 t CO2
    rf"\s*(?P<q>[~≈]?\s?{NUMBER}\s?(?:[kM]?t|[kmµ]?g|(?:kilo)?grams?|tonnes?))\s+(?:of\s+)?(?P<noun>[A-Za-z][A-Za-z\d]+)\s*"
)
_ENOUGH = re.compile(  # one A100 suffices
    rf"(?:(?:just|only)\s+)?(?P<n>one|a\s+single(?:\s+one)?|{FEW}|\d+)(?P<noun>\s+(?:[a-z-]+\s+)?(?!is\b|are\b|will\b|would\b)[A-Za-z]\w+)?\s+"
    r"(?:(?:is|are|will\s+be|would\s+be)\s+(?:already\s+)?(?:enough|sufficient|plenty)|(?:already\s+)?suffices?|(?:will|would)\s+(?:do|suffice)|does\s+it)[.!]*",
    re.I,
)
_A_COUNT = re.compile(rf"\s*{NUMBER}(?:\s+[A-Za-z]{{2,}})?\s*")
MAX_LENGTH = 300


def alike(answer: str, expected: str, names: Collection[str] = ()) -> tuple[str, str]:
    """Both sides without the noun of the key, where that is no unit and no name of the question."""
    many = _ENOUGH.fullmatch(answer.strip()) if _A_COUNT.fullmatch(expected) else None
    if many is not None:
        n = re.sub(r"a\s+single(?:\s+one)?|one", "1", many["n"], flags=re.I)
        answer = f"{counted(n.lower())}{many['noun'] or ''}"
    of = _OF_A_SUBSTANCE.fullmatch(expected)
    if of is not None and of["noun"] not in UNITS and of["noun"] not in names:
        return re.sub(rf"\s+(?:of\s+)?{of['noun']}(?!\w|\s*[*/^])", "", answer, flags=re.I), of["q"]
    m = _COUNTED.fullmatch(expected) if len(answer) <= MAX_LENGTH else None
    if m is None or m["noun"] in UNITS or m["noun"] in names or _NO_NOUN.match(m["noun"]):
        return answer, expected
    if re.search(rf"\d\s?[kMGT]{re.escape(m['noun'])}\b", answer):
        return answer, expected  # 9.3 Gbases
    stem = re.sub(r"(?:(?<=ss)|(?<=sh)|(?<=ch)|(?<=[xz]))es\Z|(?<!s)s\Z", "", m["noun"])
    forms = "|".join(re.escape(f) for f in dict.fromkeys((m["noun"], stem, f"{stem}s", f"{stem}es")))
    result = re.compile(rf"[^=<>]*[a-z]{{2}}[^=<>]*=\s*(?P<n>{NUMBER})(?:\s+(?:{forms}))?[.!]*", re.I).fullmatch(answer)
    if result is not None:
        return result["n"], m["n"]  # run generation + 1 merge = 2
    one = re.compile(rf"(?P<n>{NUMBER}|\b(?:{FEW}|one)\b)[\s-]+(?:{forms})\b(?!\s*[*/^])", re.I)
    left = one.sub(lambda k: k["n"], answer)
    return (answer, expected) if _MEASURED.search(left) else (left, m["n"])  # 2 tokens, 4 t/s, 200%, 2x


__all__ = ["alike"]

"""What a key counts by a noun that is no unit we know: 2 ADCs, 4205 tonnes; the number is what is compared.

An answer may name the same thing, in the singular or plural, or leave it out; one that names another unit or noun
stays as it is, and so does the key.

>>> alike("two ADCs in all", "2 ADCs"), alike("1 + 1 = 2", "2 ADCs"), alike("about 4200", "4205 tonnes")
(('two in all', '2'), ('1 + 1 = 2', '2'), ('about 4200', '4205'))
>>> alike("sampling + 1 hold = 2", "2 ADCs")
('2', '2')
>>> alike("2 tokens", "2 ADCs"), alike("200%", "2 ADCs"), alike("9", "3 squared")
(('2 tokens', '2 ADCs'), ('200%', '2 ADCs'), ('9', '3 squared'))
>>> alike("2 ADCs", "2 ADCs", {"ADCs"}), alike("2 ms", "2 ms"), alike("2*x", "2 x")
(('2 ADCs', '2 ADCs'), ('2 ms', '2 ms'), ('2*x', '2 x'))
"""

from __future__ import annotations

import re
from collections.abc import Collection

from symroof.checking.words.numerals import FEW, NUMBER
from symroof.reading.measures import UNITS

_COUNTED = re.compile(rf"\s*(?P<n>[~≈]?\s?{NUMBER})\s+(?P<noun>[A-Za-z]{{2,}}(?<!s)s)\s*")
_NO_NOUN = re.compile(  # plurals that say how many, how much or which way, and not of what
    r"(?:times|plus|minus|always|percents|promilles|thousands|millions|billions|trillions|dozens|hundreds|halves|thirds|quarters|[a-z]+ths|"
    r"ways|crores|nines|orders|points|pairs|scores)\Z",
    re.I,
)
#: what a number is of, so that it is no number of such things
_MEASURED = re.compile(rf"{NUMBER}\s?(?:%|[x×](?!\s*\d)|(?!e[+-]?\d)[A-Za-zµ]\w*)|[$€£]\s?\d|\d\s*/\s*[A-Za-z]")
MAX_LENGTH = 300


def alike(answer: str, expected: str, names: Collection[str] = ()) -> tuple[str, str]:
    """Both sides without the noun of the key, where that is no unit and no name of the question."""
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

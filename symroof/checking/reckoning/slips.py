"""By which plain slip a printed number misses a value, and how likely a slip would fit any number at all.

>>> from symroof.checking.reckoning.figures import figures
>>> said, = figures("1.33 Mb/s")
>>> slipped(said, Fraction(1_334_000), Fraction(1, 200), TENS + EIGHTS)
'the 8 bits of a byte'
>>> slipped(said, Fraction(700_000), Fraction(1, 100), TENS + EIGHTS) is None
True
"""

from __future__ import annotations

from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.checking.claims.claims import Verdict
from symroof.checking.claims.fixes import authors
from symroof.checking.reckoning.figures import Figure
from symroof.checking.words.numerals import DIGITS
from symroof.reading.quantity import shown

CHANCE = Fraction(2, 100)  # from which on a slip that fits may be luck
DECADES = Fraction(92, 10)  # over four of which a number of this kind may lie, as a natural logarithm
Slip = tuple[Fraction, str]
TENS: tuple[Slip, ...] = tuple(
    (Fraction(10) ** k, "a power of ten" if abs(k) not in (3, 6) else "a power of a thousand")
    for k in (-1, 1, -3, 3, -2, 2, -6, 6)
)
EIGHTS: tuple[Slip, ...] = ((Fraction(8), "the 8 bits of a byte"), (Fraction(1, 8), "the 8 bits of a byte"))
TWOS: tuple[Slip, ...] = ((Fraction(2), "a factor of 2"), (Fraction(1, 2), "a factor of 2"))


def tolerance(*told: Figure) -> Fraction:
    """By how much, relatively, the roundings of some numbers can move what follows from them."""
    return sum((abs(f.printed.place / f.value) / 2 for f in told if f.value and not _whole(f)), Fraction(0))


def _whole(f: Figure) -> bool:
    """Whether a number is a small count, which nobody rounds: 8 bytes, 2 units."""
    exact = f.word or (f.noun and not f.physical) or f.unit.startswith(("byte", "bit", "FLOP", "flop", "op"))
    return f.printed.place == f.scale == 1 and f.value < 100 and bool(exact)


def coarse(*told: Figure) -> Fraction:
    """The same where zeros that end a number may not be digits: 2,000 tokens."""
    return sum((abs(f.printed.coarse / f.value) / 2 for f in told if f.value), Fraction(0))


def slipped(said: Figure, right: Fraction, loose: Fraction, slips: tuple[Slip, ...], tried: int = 1) -> str | None:
    """The slip that makes a number of a value; None where there is none; of several the likelier ones come first.

    Only so many are tried that one fits some number by chance in less than one case of fifty.

    ``tried`` is how many values were looked at; 0 where the words say of which value the number is told again.
    """
    if not right or not said.value or (said.value < 0) != (right < 0):
        return None
    few = int(CHANCE * DECADES / (2 * loose * tried)) if loose and tried else len(slips)
    q = said.value / right
    return next((words for by, words in slips[:few] if abs(q / by - 1) <= loose), None)


def window(said: Figure) -> Fraction:
    """By how much a number with a slip may miss what the printed numbers make: by its own rounding, and a little."""
    return abs(said.printed.place / said.value) * Fraction(3, 5) + Fraction(1, 500)


def agrees(said: Figure, right: Fraction, loose: Fraction) -> bool:
    """Whether a number is a value to its digits, or as the roundings of what it follows from allow."""
    if digits.claim(said.printed, right) in ("exact", "rounded"):
        return True
    return bool(right) and abs(said.value / right - 1) <= loose


def right_one(said: Figure, right: Fraction, why: str, code: str) -> Verdict:
    """The verdict on a number that follows."""
    how = "exact" if said.value == right else "rounded"
    return Verdict("exact" if how == "exact" else "rounded", why, code=code)


def wrong_one(said: Figure, right: Fraction, why: str, code: str, slip: str = "") -> Verdict:
    """The verdict on a number that does not."""
    words = f"{why}, not {' '.join(said.printed.text.split())}" + (f": off by {slip}" if slip else "")
    return Verdict("wrong", words, code=code, right=_fixed(said, right))


def _fixed(said: Figure, right: Fraction) -> str:
    """The value as its author would write it: in the same unit, to as many digits."""
    number, digits_printed = right / said.scale, re.search(DIGITS, said.printed.text)
    text = authors(digits_printed[0], number) if digits_printed else None
    if digits_printed is None or text is None:
        return shown(number)
    before, behind = said.printed.text[: digits_printed.start()], said.printed.text[digits_printed.end() :]
    return " ".join(f"{before}{text}{behind}".split())


def as_written(said: Figure, right: Fraction) -> str:
    """A value in the unit of a printed number: 333 tokens per minute."""
    unit = " ".join(said.unit.split())
    money = "$" if said.has("$") and "cent" not in unit and "$" in said.printed.text else ""
    return f"{money}{shown(right / said.scale, digits=4)}{'' if unit.startswith('%') else ' '}{unit}".strip()

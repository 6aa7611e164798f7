"""What a function of the model is given for an amount or a count: a name, a number, an expression or a ratio.

>>> amount("V", "volume"), amount(2**20, "volume")
(V, 1048576)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import symroof.regexes as re
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.posynomial import Ratio, exact, gen, ratio
from symroof.algebra.ratios.sizes import SIZE, WHOLE, echo, endless, wrong
from symroof.algebra.signs.condition import sign
from symroof.errors import NotationError, SymroofError
from symroof.reading.spelling import THOUSANDS
from symroof.symbols import NAME, key

if TYPE_CHECKING:
    from symroof.reading.quantity import Quantity

_LETTERS = "shd"  # that are units alone, of time
_LONE_B = re.compile(r"[\d\s]B\s*\Z")
_SUFFIXED = re.compile(rf"\s*({WHOLE}(?:\.\d+)?)\s*(k|K|M|m|B|b|G|T|bn|Ki|Mi|Gi|Ti)\s*\Z")
_SUFFIXES = {
    **{letter.lower(): 10**power for letter, power in THOUSANDS.items()},
    **{"bn": 10**9, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40},
}


def measured(text: str) -> Quantity | None:
    """The number that text is, with its unit; None for other text, and for a product with the size B.

    >>> measured("1 ms").value, measured("640 GB").unit, measured("2*B")
    (Fraction(1, 1000), 'bytes', None)
    """
    found = _quantity(text)
    return found if found is not None and found.unit and not _LONE_B.search(text) else None


def _quantity(text: str) -> Quantity | None:
    from symroof.reading.quantity import quantity

    try:
        return quantity(text)
    except NotationError:
        return None


def in_unit(text: str, unit: str) -> Fraction | str:
    """The number of units that text says; text that is no quantity as it is.

    >>> in_unit("2 GB", "bytes"), in_unit("B*D", "bytes")
    (Fraction(2000000000, 1), 'B*D')

    Raises SymroofError for another unit, for a letter behind a number that may be a factor (``refuse_suffix``), and for
    a unit within a formula (``refuse_units_in``).
    """
    if unit != "bytes" or not _LONE_B.search(text):
        refuse_suffix(text)
    found = _quantity(text)
    if found is None:
        refuse_units_in(text, unit)
        return text
    if found.unit not in ("", unit):
        raise SymroofError(f"{found.unit} where {unit} are meant")
    if _LONE_B.search(text):
        raise SymroofError("bytes, or a product with the size B? write 2 bytes, or 2*B")
    return found.value


def given_in(text: str, what: str, unit: str) -> Fraction | str:
    """The same of what was given by a name, which errors then say; a unit without its number is refused as well.

    >>> given_in("2 ms", "math", "s"), given_in("2*K", "math", "s")
    (Fraction(1, 500), '2*K')
    >>> given_in("2K", "math", "s")
    Traceback (most recent call last):
    symroof.errors.SymroofError: math=2K: a number, or so many times the symbol K? write 2000, or 2*K
    """
    refuse_lone_unit(text, what, unit)
    try:
        return in_unit(text, unit)
    except SymroofError as e:
        raise SymroofError(f"{what}={echo(text)}: {e}") from None


COUNT = "number"  # what a keyword takes that takes no unit


def lone_unit(text: str, unit: str = "") -> tuple[int, ...]:
    """The dimension of text that is a unit and nothing else; () of other text, which may be a symbol's name.

    A letter alone is a symbol, but for a unit of time where one is meant.

    >>> lone_unit("ms"), lone_unit("GB/s"), lone_unit("V"), lone_unit("s"), lone_unit("s", "s")
    ((0, 0, 1), (1, 0, -1), (), (), (0, 0, 1))
    """
    word = text.strip()
    if (len(word) == 1 and word not in _LETTERS) or "_" in word:
        return ()
    from symroof.reading.measures import UNITS

    found = UNITS[word].dimension if word in UNITS else ()
    asked = UNITS[unit].dimension if unit in UNITS else ()
    return found if any(found[:5]) and (len(word) > 1 or found == asked) else ()


def refuse_math(name: object) -> None:
    """The time of arithmetic is called math, so no link is.

    >>> refuse_math("nvlink")
    >>> refuse_math("math")
    Traceback (most recent call last):
    ...
    symroof.errors.SymroofError: math is the time of arithmetic; call the link otherwise, as in nvlink
    """
    if name == "math":
        raise SymroofError("math is the time of arithmetic; call the link otherwise, as in nvlink")


def refuse_lone_unit(text: str, what: str, unit: str = "") -> None:
    """Refuse "ms" or "GB/s" where an amount is meant, or a number: a unit alone reads as a symbol.

    >>> refuse_lone_unit("ms", "at_most", "s")
    Traceback (most recent call last):
    symroof.errors.SymroofError: at_most=ms: a unit without a number; write at_most="1 ms", or symbol("ms") for a symbol
    >>> refuse_lone_unit("ms", "n", COUNT)
    Traceback (most recent call last):
    symroof.errors.SymroofError: n=ms: a unit where a number is meant; write n=4096, or symbol("ms") for a symbol
    """
    word, found = text.strip(), lone_unit(text, unit)
    if not found:
        return
    name = f'symbol("{word}") for a symbol' if NAME.match(word) else ""
    or_ = ", or " + name if name else ""
    if unit == COUNT:
        raise SymroofError(f"{what}={word}: a unit where a number is meant; write {what}=4096{or_}")
    if unit and found != lone_unit(unit, unit):
        other = f"; write {name}" if name else ""
        raise SymroofError(f"{what}={word}: a unit without a number, and {unit} are meant{other}")
    raise SymroofError(f'{what}={word}: a unit without a number; write {what}="1 {word}"{or_}')


def refuse_units_in(text: str, unit: str = "", known: Collection[str] = ()) -> None:
    """Refuse 1/s and 3*ms, formulas in which a unit would be a symbol; ``known`` are symbols beside it.

    >>> refuse_units_in("2*B/W + min(K, 3)", "s")
    >>> refuse_units_in("1/s", "s")
    Traceback (most recent call last):
    symroof.errors.SymroofError: s in a formula is a symbol; write a number with its unit, as in "150 s", or symbol("s")
    """
    for word in _WORD.findall(text):
        second = word == "s" and "s" in unit.split("/")
        if word not in known and (second or (len(word) > 1 and lone_unit(word, unit))):
            told = f'write a number with its unit, as in "150 {word}", or symbol("{word}")'
            raise SymroofError(f"{word} in a formula is a symbol; {told}")


_WORD = re.compile(r"(?<![\\\w])[^\W\d]\w*(?!\w|\s*\()")  # no function, which is called, and no command of LaTeX


def counted(text: str) -> Fraction | str:
    """The number in text that says what is counted; other text as it is.

    >>> counted("8 chips"), counted("8*n")
    (Fraction(8, 1), '8*n')

    Raises SymroofError for one in bytes or seconds, and for a letter behind a number that may be a factor.
    """
    refuse_suffix(text)
    found = _quantity(text) if re.search(r"\d\s*[^\W\d_]{2,}", text) else None
    if found is None:
        return text
    if found.unit:
        raise SymroofError(f"{found.unit} where a number is meant")
    return found.value


def refuse_suffix(text: str) -> None:
    """Refuse 7B, 4 M and 4Ki, of which nobody can say whether a number is meant or so many times a size.

    This is the one rule for every amount in text: a volume, a time, a rate, work, a count, a level.

    >>> refuse_suffix("7B")
    Traceback (most recent call last):
    symroof.errors.SymroofError: a number, or so many times the symbol B? write 7000000000, or 7*B
    """
    found = _SUFFIXED.match(text)
    if found is not None:
        number, word = found.groups()
        meant = ratio(Fraction(number.replace("_", "")) * _SUFFIXES[word.lower()])
        product = f", or {number}*{word}" if len(word) == 1 else ""  # Ki is K*i as well, and neither
        raise SymroofError(f"a number, or so many times the symbol {word}? write {meant}{product}")


def negative(r: Ratio) -> bool:
    """Whether a ratio is below 0 at all sizes."""
    return sign(r.num) + sign(r.den) in ("-+", "+-")


def refuse_strange(given: Iterable[str], known: Iterable[str], what: str) -> None:
    """Refuse a size that is not among the symbols of what it is given to.

    >>> refuse_strange(["Z"], ["B", "D"], "this operation")
    Traceback (most recent call last):
    symroof.errors.SymroofError: Z is not in this operation; its symbols: B, D
    """
    names = {*map(str, known)}
    stray = sorted({*map(str, given)} - names)
    if stray:
        raise SymroofError(f"{stray[0]} is not in {what}; its symbols: {', '.join(sorted(names)) or 'none'}")


def bounded(r: Ratio, what: str) -> Ratio:
    """The ratio; raises SymroofError for a number with more digits than anyone needs, as for sizes."""
    c = r.constant()
    if c is not None and c != 0 and (long := endless(exact(abs(c)))):
        raise SymroofError(f"{what}={echo(r)} {long}")
    return r


def amount(x: object, what: str, *, whole: bool = False, zero: bool = False, unit: str = "") -> Ratio:
    """The ratio of what was given for ``what``; text is a name, of a size where a whole number is meant, or a formula.

    Where a unit is meant (bytes, s, bytes/s), text may be a quantity in it: "2 MB", "1 us", "45 GB/s".

    Raises SymroofError for what is no formula, for a number that is not positive (``zero`` allows 0) or, where it
    counts something, not whole, and for an expression that is negative at all sizes.
    """
    if isinstance(x, str):
        refuse_lone_unit(x, what, COUNT if whole else unit)
    if isinstance(x, str) and NAME.match(x):
        return gen(key(x, True)) if whole else gen(x)
    try:
        r = core(x if not isinstance(x, str) else in_unit(x, unit) if unit else counted(x))
    except SymroofError as e:
        raise SymroofError(f"{what}={echo(x)}: {e}") from None
    c = r.constant()
    law = SIZE if whole else "an amount is at least 0" if zero else "an amount is positive"
    below = negative(r) if c is None else c < 0 or (c == 0 and not zero)
    if below:
        raise SymroofError(f"{what}={echo(x)} is {'negative' if zero else 'not positive'}; {law}")
    bounded(r, what)
    if whole and (why := wrong(r)):
        raise SymroofError(f"{what}={echo(x)} {why}")
    return r

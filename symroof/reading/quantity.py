"""A quantity is an exact number with the digits its author printed and a unit: 1.01 ms, 3.35 TB/s, 16 GiB.

GB is 10**9 bytes and GiB is 2**30; k, M, G and T are decimal.  What was printed is kept with the place of its last
digit, because the digits are what the author claimed.

>>> q = quantity("3.35TB/s")
>>> q.value, q.unit, q.digits
(Fraction(3350000000000, 1), 'bytes/s', 3)
>>> quantity("16 GiB").value == 16 * 2**30
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import final

import symroof.regexes as re
from symroof.decimals import general
from symroof.errors import NotationError
from symroof.keywords import told
from symroof.reading.measures import (
    BASE_NAMES,
    BYTES,
    DECIMAL,
    FLOPS,
    NOTHING,
    SECONDS,
    UNITS,
    Dimension,
    Unit,
    unit_at,
)  # fmt: skip
from symroof.reading.spelling import SUPER
from symroof.shown import visible

__all__ = [
    "BYTES", "FLOPS", "MAX_DIGITS", "NOTHING", "SECONDS", "UNITS", "Dimension", "Printed", "Quantity", "Unit",
    "dimension_name", "number_at", "quantity", "shown", "unit_at",
]  # fmt: skip

MAX_DIGITS = 60
MAX_POWER_OF_TEN = 120


@final
@dataclass(frozen=True)
class Printed:
    """A number as printed: its exact value, the place of its last digit, and how many significant digits it shows.

    ``coarse`` is the place of the last digit that is not a trailing zero of an integer: 8700 may claim two digits.
    """

    value: Fraction
    place: Fraction
    coarse: Fraction
    digits: int
    text: str

    def scaled(self, by: Fraction, text: str = "") -> Printed:
        """The same digits in other units."""
        if by == 1:
            return self if not text or text == self.text else replace(self, text=text)
        size = abs(by)
        return Printed(self.value * by, self.place * size, self.coarse * size, self.digits, text or self.text)


@visible
@final
@dataclass(frozen=True)
class Quantity:
    """A number with a unit: value in base units (bytes, FLOPs, s), the base unit's name, the digits printed."""

    value: Fraction
    unit: str
    digits: int
    printed: Printed
    dimension: Dimension = NOTHING

    def __str__(self) -> str:
        return shown(self.value, self.dimension)


_E = r"(?:[eE]|\\(?:text|mathrm|rm)\s*\{\s*[eE]\s*\}\s*(?=[-+−]?\d))"
_NUMBER = re.compile(
    r"(?:\d{1,3}(?:(?:,|\{,\}|_|\\,)\d{3})+(?![\d,])|\d+)(?:\.\d+)?"
    rf"(?:{_E}[+\-−]?\d+)?|\.\d+(?:{_E}[+\-−]?\d+)?"
)
_BARE_COMMA = re.compile(r"(?<![{\\]),")
_OTHER_BASE = re.compile(r"0(?:[xX][0-9a-fA-F]+|[bB][01]+|[oO][0-7]+)(?![\w.])")
_POWER = re.compile(
    r"\s*(×|\\times(?![A-Za-z])|\\cdot(?![A-Za-z])|·|\*(?!\*)|[xX](?=\s*10\s*(?:\^|\*\*|[⁻⁺⁰-⁹¹²³]))|(?<=\s)(?=10\^))\s*10\s*"
    r"(?:(?:\^|\*\*)\s*(?:\{\s*([+\-−]?\d+)\s*\}|\(\s*([+\-−]?\d+)\s*\)|([+\-−]?\d+))|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)


def number_at(text: str, at: int, *, thousands: bool = True) -> tuple[Printed, int] | None:
    r"""The number literal that starts at a position (1.97e14, 1.97 \times 10^{14}, 9.89×10¹⁴, 8,192), and its end.

    Raises NotationError for more digits or a larger power of ten than any measurement has.
    """
    m = _NUMBER.match(text, at)
    if m is None:
        return None
    if _OTHER_BASE.match(text, at):
        raise NotationError("a number of base 16, 8 or 2 is not read", text, at, "write it in decimal")
    raw = m.group()
    end = m.end()
    if (
        not thousands and (comma := _BARE_COMMA.search(raw)) is not None
    ):  # {,} and \, part thousands wherever they stand
        raw = raw[: comma.start()]
        end = at + len(raw)
    mantissa, power = (raw, "") if raw.isdecimal() else _parts(raw)
    if len(mantissa) > MAX_DIGITS and sum(ch.isdigit() for ch in mantissa) > MAX_DIGITS:
        raise NotationError(f"a number of more than {MAX_DIGITS} digits", text, at, "write it as 1.97e14")
    e = _small(power, text, at) if power else 0
    more = _POWER.match(text, end)
    if more and not power and (more.group(1) in ("×", "\\times", "x", "X", "") or Fraction(mantissa) < 10):
        e = _small((more.group(2) or more.group(3) or more.group(4) or more.group(5)).translate(SUPER), text, at)
        end, power = more.end(), "x"
    return _printed(mantissa, e, bool(power), text[at:end]), end


def _parts(raw: str) -> tuple[str, str]:
    """A number's digits and its power of ten, as Python writes them."""
    if "\\" in raw or "{" in raw:
        raw = re.sub(r"\{,\}|\\,", "", re.sub(_E, "e", raw))
    clean = raw.replace(",", "").replace("_", "").replace("−", "-").replace("E", "e")
    mantissa, _, power = clean.partition("e")
    return mantissa, power


@lru_cache(maxsize=512)
def _ten(power: int) -> Fraction:
    return Fraction(10) ** power


def _small(power: str, text: str, at: int) -> int:
    power = power.replace("−", "-")
    if len(power) > 5 or abs(int(power)) > MAX_POWER_OF_TEN:
        raise NotationError(
            f"a power of ten beyond 10**{MAX_POWER_OF_TEN}",
            text,
            at,
            f"between 1e-{MAX_POWER_OF_TEN} and 1e{MAX_POWER_OF_TEN}",
        )
    return int(power)


@lru_cache(maxsize=2048)
def _printed(mantissa: str, e: int, scientific: bool, text: str) -> Printed:
    whole, _, decimals = mantissa.partition(".")
    place = _ten(e - len(decimals))
    value = int(whole + decimals) * place
    digits = len((whole + decimals).lstrip("0")) or 1
    zeros = 0 if decimals or scientific else len(whole) - len(whole.rstrip("0"))
    if zeros == len(whole):
        zeros = 0
    return Printed(value, place, place * 10**zeros if zeros else place, digits, text.strip())


@told
def quantity(text: str) -> Quantity:
    """A number with or without a unit, in base units.

    >>> quantity("45 kB").value, quantity("1.01ms").value == Fraction(101, 100000)
    (Fraction(45000, 1), True)
    >>> quantity("5 kib")
    Traceback (most recent call last):
        ...
    symroof.errors.NotationError: unknown unit 'kib'
        5 kib
          ^ write KiB for bytes or Kibit for bits

    Raises NotationError for what is neither a number nor a known unit.
    """
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is not text; write a quantity as in '3.35TB/s'")
    if len(text) > 200:
        raise NotationError(f"a quantity of {len(text)} characters", text[:100], None, "write it as 3.35TB/s")
    start = len(text) - len(text.lstrip())
    sign = 1
    if text[start : start + 1] in ("-", "−", "+"):
        sign = 1 if text[start] == "+" else -1
        start += 1
    found = number_at(text, start)
    if found is None:
        raise NotationError("no number here", text, start, "a quantity starts with a number, as in 3.35TB/s")
    printed, end = found
    rest = text[end:].strip()
    unit = None
    if rest:
        at = len(text) - len(text[end:].lstrip())
        if rest in ("k", "K", "M", "G", "T"):
            unit = Unit(rest, Fraction(10) ** DECIMAL[rest], NOTHING)
        else:
            got = unit_at(text, at)
            if got is None or text[got[1] :].strip():
                raise NotationError(f"unknown unit {rest[:20]!r}", text, at, _remedy(rest))
            unit = got[0]
    if unit is not None:
        printed = printed.scaled(unit.scale, text.strip())
    dimension = unit.dimension if unit else NOTHING
    return Quantity(
        sign * printed.value, dimension_name(dimension), printed.digits, printed.scaled(Fraction(sign)), dimension
    )


_SMALL_LETTERS = re.compile(r"(?P<prefix>[kmgtp])(?P<binary>i?)b(?![A-Za-z])")


def _remedy(unit: str) -> str:
    """What may be meant by a unit that is none: of one in small letters that counts bytes or bits both readings."""
    m = _SMALL_LETTERS.match(unit)
    if m is None:
        return "known: s, ms, us, ns, bytes, kB, GB, GiB, TB/s, FLOPs, FLOPs/s, FLOPs/byte"
    prefix = f"{m['prefix'].upper()}i" if m["binary"] else m["prefix"].upper()
    return f"write {prefix}B{unit[m.end() :]} for bytes or {prefix}bit{unit[m.end() :]} for bits"


def dimension_name(dimension: Dimension) -> str:
    """The base unit of a dimension in words.

    >>> dimension_name((1, 0, -1))
    'bytes/s'
    """
    if not any(dimension[: len(BASE_NAMES)]):
        return ""
    up = [n if e == 1 else f"{n}**{e}" for n, e in zip(BASE_NAMES, dimension) if e > 0]
    down = [n if e == -1 else f"{n}**{-e}" for n, e in zip(BASE_NAMES, dimension) if e < 0]
    down = ["byte" if d == "bytes" else d for d in down]
    return "*".join(up or ["1"]) + "".join("/" + d for d in down)


@lru_cache(maxsize=1024)
def shown(value: Fraction | int, dimension: Dimension = NOTHING, digits: int = 4) -> str:
    """A number for people to read, with an SI prefix where it has a unit.

    >>> shown(Fraction("0.00101112"), SECONDS), shown(Fraction("240.24"))
    ('1.011 ms', '240.2')
    """
    f = Fraction(value)
    name = dimension_name(dimension)
    if name == "$" or name.startswith("$/"):
        return _money(f, name[1:], digits)
    if name and "*" not in name and f and Fraction(10) ** -24 < abs(f) < Fraction(10) ** 24:
        from quantiphy import Quantity as Printer

        return str(
            Printer(float(f), name.replace("bytes", "B").replace("byte", "B")).render(prec=digits - 1, strip_zeros=True)
        )
    if f.denominator == 1 and abs(f) < 10**7:
        return str(f.numerator) + (f" {name}" if name else "")
    return general(f, digits) + (f" {name}" if name else "")


def _money(x: Fraction, per: str, digits: int) -> str:
    """Dollars as people write them: $1.2 million, $0.23, $2.31e-7/token; no prefix of a unit."""
    size, word = next(
        (
            (Fraction(10) ** e, f" {w}")
            for e, w in ((12, "trillion"), (9, "billion"), (6, "million"))
            if abs(x) >= 10**e
        ),
        (Fraction(1), ""),
    )
    return ("-" if x < 0 else "") + f"${general(abs(x / size), digits)}{word}{per}"

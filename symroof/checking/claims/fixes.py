r"""What is right, in the author's own unit and digits, and the shortest change that makes it so.

>>> from symroof.reading.quantity import quantity
>>> authors("1.01us", Fraction("0.00101112"))
'1.01ms'
>>> authors("71,360", Fraction(73440)), authors("1.7e10", Fraction(16777216)), authors("81", Fraction(72))
('73,440', '1.7e7', '72')
>>> authors(r"170\text{ms}", Fraction("0.25")), authors(r"1.6 \times 10^{10}", Fraction(1625625))
('250\\text{ms}', '1.6 \\times 10^{6}')
>>> authors(r"393\ \mu\text{s}", Fraction("0.000786"))
'786\\ \\mu\\text{s}'
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import symroof.regexes as re
from symroof.checking.claims import digits
from symroof.errors import SymroofError
from symroof.reading.measures import THOUSANDS
from symroof.reading.quantity import UNITS, Printed, number_at

MUCH = 10  # a factor by which one reading is off, and another is not
_LEADING = re.compile(r"\d{1,9}(?:\.\d{1,6})?(?![\d.,^]|\s*(?:\^|\*\*|[eE]\d))")
_PREFIXES = ("n", "u", "m", "", "k", "M", "G", "T", "P", "E")
_UNIT = re.compile(r"(?:\\[,;:! ]|[\s~{}]|\\(?:text|mathrm|textrm|mbox)\b|\\(?=%))*([A-Za-zµμ%]+(?:/[A-Za-z]+)*)")
_MICRO = re.compile(r"(?:\\[,;:! ]|[\s~{}])*\\mu\s*(?:\\(?:text|mathrm|textrm|mbox|rm)\b[\s{]*)?s(?![A-Za-z])")
_ENGINEER = re.compile(r"(\d+(?:\.\d+)?)e(\d+)")
_POWER = re.compile(r"\s*(?:\\times|\\cdot|×|·|\*)\s*10\s*(?:\^|\*\*)\s*\{?\s*[-−+]?\d+\s*\}?")


def authors(text: str, value: Fraction) -> str | None:
    """The value as the author would print it: the unit, notation and digits of the printed text; None where unknown."""
    body = text.strip().strip("$`").strip()
    sign = "-" if value < 0 else ""
    value = abs(value)
    try:
        found = number_at(body.lstrip("-~≈ "), 0)
    except SymroofError:
        return None
    body = body.lstrip("-~≈ ")
    if found is None or not value:
        return None if found is None else "0"
    number, end = found
    rest = body[end:]
    m = _UNIT.match(rest)
    micro = _MICRO.match(rest)
    unit = "us" if micro else m.group(1) if m else ""
    scale = _scale(unit)
    if scale is None:
        return None
    moved = _moved(unit, number, scale, value)
    if moved is not None and m is not None and not micro:
        return sign + body[:end] + rest[: m.start(1)] + moved + rest[m.end(1) :]
    return sign + _number(body[:end], number, value / scale) + rest


def with_factor(text: str, by: Fraction) -> str | None:
    r"""A product as its author wrote it, its leading number times a factor; None where that is no short number.

    >>> with_factor(r"14\, D", Fraction(8, 7)), with_factor("BD", Fraction(2)), with_factor("3D", Fraction(1, 7))
    ('16\\, D', '2BD', None)
    """
    m = _LEADING.match(text)
    if m is None:
        return f"{by}{text}" if by.denominator == 1 and re.match(r"[A-Za-z]|\\(?!d?t?frac)[A-Za-z]", text) else None
    made = Fraction(m[0]) * by * 10 ** len(m[0].partition(".")[2])
    if made.denominator != 1:
        return None
    places = len(m[0].partition(".")[2])
    return f"{float(Fraction(made, 10**places)):.{places}f}{text[m.end() :]}"


_PRODUCT = re.compile(r"(?<=[\w})])\*(?=[\w(\\])")
_POWERED = re.compile(r"\*\*(?:\(([^()]*)\)|(\d+|\w))")
_NAME = re.compile(r"(?<![A-Za-z_\\])(?<!\\text\{)[A-Za-z]+(?:_\w+)?")


def in_latex(text: str, spelt: Mapping[str, str]) -> str:
    r"""A formula of ours as an author writes it in LaTeX, its names in his own spelling.

    >>> in_latex("2*S/w - 2*S*W_ici**2/(p*w)", {"W_ici": "W_{ici}"})
    '2S/w - 2SW_{ici}^2/(pw)'
    """
    out = _POWERED.sub(lambda m: f"^{{{m[1] or m[2]}}}" if len(m[1] or m[2]) > 1 else f"^{m[1] or m[2]}", text)
    out = _NAME.sub(lambda m: spelt.get(m[0], m[0] if len(m[0]) == 1 or "_" in m[0] else f"\\text{{{m[0]}}}"), out)
    out = re.sub(r"(\\[A-Za-z]+)\*(?=[A-Za-z])", r"\1 ", out)  # \beta x
    return _PRODUCT.sub("", re.sub(r"\*(?=\d)", r" \\cdot ", out))


def apart(x: Fraction, y: Fraction) -> Fraction | None:
    """By what factor, at least 1, two numbers are apart; None where their signs differ or one is 0."""
    q = x / y if y else Fraction(0)
    return max(q, 1 / q) if q > 0 else None


def nearer(printed: Fraction | None, base: Fraction | None, *, measured: bool) -> bool:
    """Whether bare numbers count in the unit printed behind their result: it is less far off so.

    Measured numbers (1e12 / 9.89e14 = 1.01us) are in base units unless the other is nearer by far.
    """
    if printed is None or base is None:
        return base is None and printed is not None
    return printed * (MUCH if measured else 1) < base


def stated(text: str, said: Fraction, value: Fraction, *, measured: bool) -> str | None:
    """The value of a formula of bare numbers as its author would print it, counted in the unit of the printed result.

    ``said`` is the printed result in base units.  None where it is not clear in which unit the formula counts.

    >>> stated("480 GB", Fraction(480 * 10**9), Fraction(500), measured=False)
    '500 GB'
    >>> stated("4.2 ms", Fraction("0.0042"), Fraction("0.04179"), measured=True)
    '41.8 ms'
    >>> stated("0.48 TB", Fraction(48 * 10**10), Fraction(500), measured=False) is None  # 500 GB, as it seems
    True
    """
    body = text.strip().strip("$`").strip().lstrip("-~≈ ")
    try:
        found = number_at(body, 0)
    except SymroofError:
        return None
    if found is None or not found[0].value or not said or not value:
        return authors(text, value)
    scale = abs(said) / found[0].value
    if not body[found[1] :].strip():
        return authors(text, value if scale == 1 else _counted(said, value, scale, measured) / scale)
    if scale != 1:
        counted = _counted(said, value, scale, measured)
        if counted != value and "%" in body:
            return None  # 450 / 600 * 100 = 70%
        value = counted
        far = apart(said, value)
        if not measured and (far is None or far > MUCH):
            return None
    return authors(text, value)


def _counted(said: Fraction, value: Fraction, scale: Fraction, measured: bool) -> Fraction:
    """The value in base units, where it may count in units of ``scale``."""
    return value * scale if nearer(apart(said, value * scale), apart(said, value), measured=measured) else value


def _scale(unit: str) -> Fraction | None:
    if not unit:
        return Fraction(1)
    if unit in UNITS:
        return UNITS[unit].scale
    return Fraction(10) ** THOUSANDS[unit] if unit in THOUSANDS else None


def _moved(unit: str, number: Printed, scale: Fraction, value: Fraction) -> str | None:
    """The unit with another prefix, where the printed digits are right but for it."""
    if unit not in UNITS or len(unit) < 1:
        return None
    step = Fraction(1024) if re.match(r"[KkMGTPE]i", unit) else Fraction(1000)
    for k in (1, -1, 2, -2, 3, -3):
        other = scale * step**k
        if not number.value * other < 2 * value < 4 * number.value * other:
            continue  # no number is printed for one that is twice as large
        if digits.claim(number.scaled(other), value) not in ("exact", "rounded"):
            continue
        for p in _PREFIXES:
            for stem in (unit, unit[1:], unit[2:]):
                name = p + stem
                if name in UNITS and UNITS[name].scale == other and UNITS[name].dimension == UNITS[unit].dimension:
                    return name
    return None


def _number(text: str, number: Printed, value: Fraction) -> str:
    """A number in the notation of another one: decimals, thousands, powers of ten."""
    n = max(number.digits, 1)
    power = _POWER.search(text)
    kept = _ENGINEER.fullmatch(text)
    if kept and Fraction(kept[1]) >= 10 and 1 <= value / Fraction(10) ** int(kept[2]) < 10**4:
        places = len(kept[1].partition(".")[2])  # 15.7e12 stays in units of 1e12
        return f"{float(_round(value / Fraction(10) ** int(kept[2]), places)):.{places}f}e{kept[2]}"
    if power or "e" in text.lower():
        mantissa, exponent = _scientific(value, n)
        if power:
            return re.sub(r"[-−+]?\d+(?=\s*\}?\s*\Z)", str(exponent), _swap(text, mantissa))
        return f"{mantissa}e{exponent}"
    if value < number.place * 5 or not Fraction(1, 10**4) < value < 10**12:
        mantissa, exponent = _scientific(value, n)
        if not -3 <= exponent <= 6:
            return f"{mantissa}e{exponent}"
        places = max(0, n - 1 - exponent)
    else:
        places = len(text.partition(".")[2])
        if value < number.value and _round(value, places) != value:  # of 72M, 7.2M and not 7M
            _, exponent = _scientific(value, n)
            places = max(places, n - 1 - exponent)
    shown = f"{float(_round(value, places)):.{places}f}"
    if "," in text:
        whole, _, decimals = shown.partition(".")
        shown = f"{int(whole):,}" + (f".{decimals}" if decimals else "")
    return shown


def _swap(text: str, mantissa: str) -> str:
    return re.sub(r"\A[\d.,]+", mantissa, text)


def _round(value: Fraction, places: int) -> Fraction:
    unit = Fraction(1, 10**places)
    return math.floor(value / unit + Fraction(1, 2)) * unit


def _scientific(value: Fraction, n: int) -> tuple[str, int]:
    e = 0
    while value >= Fraction(10) ** (e + 1):
        e += 1
    while value < Fraction(10) ** e:
        e -= 1
    mantissa = _round(value / Fraction(10) ** e, n - 1)
    if mantissa >= 10:
        mantissa, e = mantissa / 10, e + 1
    shown = f"{float(mantissa):.{n - 1}f}"
    return (shown.rstrip("0").rstrip(".") if "." in shown else shown), e

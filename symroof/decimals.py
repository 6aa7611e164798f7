"""Numbers as messages, pages and tables say them: in full, to so many digits, or as a float is shown.

>>> shortest(Fraction(197 * 10**12)), brief(Fraction(9850, 41)), general(Fraction(1, 3), 3), float_text(272.25)
('1.97e14', '240.2', '0.333', '272.2')
"""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction

import symroof.regexes as re
from symroof.errors import SymroofError

LONG = 13_000  # bits of a whole number that is not written out
MOST = 40  # digits of a decimal; one with more is a fraction
_WIDE = Context(prec=MOST, Emax=MAX_EMAX, Emin=MIN_EMIN)  # powers beyond a million

# -- in full -----------------------------------------------------------------------------------------------------------


def whole_text(n: int) -> str:
    """The digits of an integer; of one with more than 4000, which Python refuses to write, the first four.

    >>> whole_text(-12), whole_text(5 * 10**6000)
    ('-12', '5.000e+6000')
    """
    return str(n) if n.bit_length() < LONG else f"{_rounded(Fraction(n), 4):.3e}"


def fraction_text(v: int | Fraction) -> str:
    """A rational as a quotient of two whole numbers, each as ``whole_text`` says it.

    >>> fraction_text(Fraction(-3, 2)), fraction_text(7)
    ('-3/2', '7')
    """
    return whole_text(v.numerator) + ("" if v.denominator == 1 else f"/{whole_text(v.denominator)}")


def digits_of(n: int) -> str:
    """An integer's digits; SymroofError where Python itself would refuse to write so many."""
    if n.bit_length() > 14_000:
        raise SymroofError(f"a number of about {n.bit_length() * 3 // 10} digits is too long to print; give digits=4")
    return str(n)


def shortest(x: Fraction) -> str:
    """The shortest decimal of an exact number, in e-notation when large; a fraction where no decimal ends.

    A number that is a float exactly is told as Python tells it, what has more than 4000 digits as ``whole_text`` does.

    >>> shortest(Fraction(82 * 10**10)), shortest(Fraction(24024, 100)), shortest(Fraction(1, 3))
    ('8.2e11', '240.24', '1/3')
    >>> shortest(Fraction(10**5000)), shortest(Fraction(10**18 + 1, 10**9)), shortest(Fraction(1, 2**1100))[:4]
    ('1e5000', '1000000000.000000001', '1/13')
    """
    if x.denominator == 1:
        return _shortest_whole(x.numerator)
    if max(abs(x.numerator), x.denominator).bit_length() >= LONG:
        return fraction_text(x)
    places = _places(x.denominator)
    if places is None:
        return str(x)
    if x.numerator.bit_length() - x.denominator.bit_length() < 1000:  # below the largest float
        short = str(float(x))
        if Fraction(short) == x or Fraction(float(x)) == x:
            return short
    whole = abs(x.numerator) * 10**places // x.denominator
    if places > MOST or whole >= 10**MOST:
        return fraction_text(x)
    digits = str(whole).rjust(places + 1, "0")
    return f"{'-' * (x < 0)}{digits[:-places]}.{digits[-places:]}"


def _places(d: int) -> int | None:
    """How many digits a decimal with this denominator has behind its point; None where it does not end."""
    twos, fives = (d & -d).bit_length() - 1, 0
    d >>= twos
    while d % 5 == 0:
        d, fives = d // 5, fives + 1
    return max(twos, fives) if d == 1 else None


def _shortest_whole(n: int) -> str:
    if n.bit_length() >= LONG:
        near = _rounded(Fraction(n), 7).normalize(_WIDE)
        power = near.adjusted()
        stem = near.scaleb(-power, _WIDE)
        return f"{stem:f}e{power}" if n == int(stem.scaleb(6)) * 10 ** (power - 6) else whole_text(n)
    digits, sign = str(abs(n)), "-" if n < 0 else ""
    short = digits.rstrip("0") or "0"
    if len(digits) < 6 or len(short) > 7:
        return sign + digits
    return f"{sign}{short[0]}{'.' + short[1:] if len(short) > 1 else ''}e{len(digits) - 1}"


# -- to so many digits -------------------------------------------------------------------------------------------------


def significand(x: int | Fraction, digits: int = 4) -> tuple[str, int]:
    """A number rounded to significant digits, as (significand, power of ten): power 0 unless very large or small.

    >>> significand(Fraction(9850, 41)), significand(197 * 10**12), significand(Fraction(1, 3000000), 3)
    (('240.2', 0), ('1.97', 14), ('3.33', -7))
    """
    f = Fraction(x)
    rounded = _rounded(f, digits).normalize(_WIDE)
    power = rounded.adjusted()
    if not f or -4 <= power < max(6, digits):
        return f"{rounded:f}", 0
    return f"{rounded.scaleb(-power, _WIDE):f}", power


def _rounded(x: Fraction, digits: int) -> Decimal:
    """A number to so many digits, to the even one where it lies between two.

    Python's own way to a decimal takes the square of the length; a quotient of few digits takes as long as its terms.
    """
    n, d = abs(x.numerator), x.denominator
    power = (n.bit_length() - d.bit_length()) * 30103 // 100_000 - digits - 3  # of ten, below the quotient's last digit
    quotient, rest = divmod(n * 10 ** max(-power, 0), d * 10 ** max(power, 0))
    with localcontext(_WIDE, prec=digits):
        told = Decimal(10 * quotient + bool(rest))  # a digit more says that something lies below
        return (-told if x < 0 else +told).scaleb(power - 1)


def brief(x: int | Fraction, digits: int = 4) -> str:
    """A number in few digits, however large or small it is.

    >>> brief(197 * 10**12), brief(Fraction(9850, 41)), brief(45_000)
    ('1.97e14', '240.2', '45000')
    """
    stem, power = significand(x, digits)
    return f"{stem}e{power}" if power else stem


def general(x: int | Fraction, digits: int) -> str:
    """A number to so many digits, in e-notation from the power of ten on that these do not reach.

    Beyond the largest float it is that power alone.

    >>> general(Fraction(1, 3), 3), general(910 * 10**12, 6), general(1234, 3), general(Fraction(1, 10**6), 4)
    ('0.333', '9.1e14', '1.23e3', '1e-6')
    """
    try:
        out = f"{float(x):.{digits}g}"
    except OverflowError:
        return f"about {'-' * (x < 0)}10**{significand(x, 1)[1]}"
    if out.strip("-") == "0" and x:
        return brief(x, digits)
    return re.sub(r"e([+-])0*(\d)", lambda m: "e" + m[1].strip("+") + m[2], out)


def seconds_text(t: int | Fraction) -> str:
    """A time with a unit that suits it.

    >>> seconds_text(Fraction(41239, 10**9)), seconds_text(Fraction(1, 3)), seconds_text(0), seconds_text(7200)
    ('41.24 us', '333.3 ms', '0 s', '7200 s')
    """
    value = Fraction(t)
    units = ((0, "s"), (3, "ms"), (6, "us"), (9, "ns"))
    scale, unit = next(((10**k, u) for k, u in units if value * 10**k >= 1), (1, "s"))
    return f"{brief(value * scale)} {unit}"


# -- floats ------------------------------------------------------------------------------------------------------------


def float_digits(x: float) -> tuple[str, int]:
    """A crossing's float as it is shown: digits, and the power of ten behind them.

    >>> float_digits(4096.0), float_digits(272.25), float_digits(1.0001333), float_digits(1e-9)
    (('4096', 0), ('272.2', 0), ('1.000', 0), ('1', -9))
    """
    if x == int(x) and abs(x) < 1e15:
        return str(int(x)), 0
    if 100 <= abs(x) < 1e7:
        return f"{x:.1f}", 0
    short = f"{x:.4g}"
    digits, _, power = (f"{x:#.4g}" if short.isdigit() else short).partition("e")  # 1.00013 is 1.000 and not 1
    return digits, int(power or 0)


def float_text(x: float) -> str:
    """The same in one word.

    >>> float_text(272.25), float_text(1.25e-9), float_text(math.inf)
    ('272.2', '1.25e-09', 'more than 1e308')
    """
    if not math.isfinite(x):
        return "more than 1e308"
    digits, power = float_digits(x)
    return f"{digits}e{power:+03d}" if power else digits


def cell_text(x: object) -> str:
    """What stands in a cell of a table: a float to four digits.

    >>> cell_text(1 / 3), cell_text(4096), cell_text("H100")
    ('0.3333', '4096', 'H100')
    """
    return f"{x:.4g}" if isinstance(x, float) else str(x)

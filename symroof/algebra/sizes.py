"""The gatekeeper of numbers: a size is a whole number of at least 1, a parameter a positive number.

Every record and function that takes numbers for names asks here, so that all keep one law and say it in one way.

>>> numbers({"B": 512, "K": "1/2"}, among=["B", "K"])
{'B': 512, 'K': Fraction(1, 2)}
>>> size(0, "chips")
Traceback (most recent call last):
symroof.errors.SymroofError: chips=0 is not positive; a size is a whole number of at least 1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from symroof.algebra.posynomial import Number, exact, ratio
from symroof.errors import SymroofError
from symroof.symbols import conventional, is_size, resolved

SIZE = "a size is a whole number of at least 1"
PARAMETER = "a parameter is a positive number"
LIMIT = 1000  # powers of ten
_LEAST, _MOST = Fraction(1, 10**LIMIT), 10**LIMIT
MAX_ECHO = 80  # of what was given, in a message


def echo(x: object) -> str:
    """What was given, short enough for a message.

    >>> len(echo("B" * 1000)), echo(None)
    (80, 'None')
    """
    try:
        text = str(x)
    except Exception as refused:  # what cannot be written, a number of 10,000 digits say, is named by its type
        return f"<{type(x).__name__}: {type(refused).__name__}>"[:MAX_ECHO]
    return text if len(text) <= MAX_ECHO else text[: MAX_ECHO - 3] + "..."


def number(key: str, given: object) -> Number:
    """A number for the symbol of that key: whole and at least 1 for a size, positive for a parameter.

    Integers, fractions, floats (the decimal typed), decimals as text, NumPy scalars and SymPy's rationals will do.
    Raises SymroofError naming the symbol, what was given and the law.
    """
    law = SIZE if is_size(key) else PARAMETER
    try:
        c = exact(given)
    except SymroofError:
        said = repr(echo(given)) if isinstance(given, str) else echo(given)
        raise SymroofError(f"{key}={said} is not a number; {law}") from None
    if c <= 0:
        raise SymroofError(f"{key}={echo(given)} is not positive; {law}")
    if not (c < _MOST if type(c) is int else _LEAST < c < _MOST):
        said = echo(given) if isinstance(given, str) else echo(ratio(c))  # which writes 10**5000 as 1.000e+5000
        raise SymroofError(f"{key}={said} has more digits than anyone needs; the limits are 1e-{LIMIT} and 1e{LIMIT}")
    if is_size(key) and type(c) is not int:
        remedy = "" if conventional(key) else f" (params({str(key)!r}) makes a real one)"
        raise SymroofError(f"{key}={echo(given)} is not an integer; {law}{remedy}")
    return c


def size(given: object, what: str) -> int:
    """A count such as of chips: a whole number of at least 1."""
    try:
        c = exact(given)
    except SymroofError:
        raise SymroofError(f"{what}={echo(given)} is not a number; {SIZE}") from None
    if c <= 0:
        raise SymroofError(f"{what}={echo(given)} is not positive; {SIZE}")
    if not isinstance(c, int):
        raise SymroofError(f"{what}={echo(given)} is not an integer; {SIZE}")
    return c


def strangers(given: Iterable[object], known: Iterable[str]) -> str:
    """What to say, beside a number that is missing, of those that were given for no symbol: one may be misspelled.

    >>> strangers(["B", "Q"], ["B", "D"])
    '; Q does not occur in it'
    """
    left = sorted({*map(str, given)} - {*map(str, known)})
    verb = "does" if len(left) == 1 else "do"
    return f"; {', '.join(map(echo, left))} {verb} not occur in it" if left else ""


def numbers(
    given: Mapping[str, object], among: Iterable[str] | None = None, what: str = "this expression"
) -> dict[str, Number]:
    """Numbers by key; ``among`` are the symbols there are, without which any name will do.

    Raises SymroofError for a name that does not occur, and as ``number`` does.
    """
    known = None if among is None else sorted({*among})
    out: dict[str, Number] = {}
    for name, x in resolved(given, known or ()).items():
        if known is not None and name not in known:
            have = ", ".join(known) or "no symbols"
            raise SymroofError(f"{echo(name)} does not occur in {what}; it has {have}")
        out[name] = number(name, x)
    return out

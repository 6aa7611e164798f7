"""The unit that an expression cannot be in, as far as its rates, its form and its numbers tell.

An expression carries no unit.  Rates tell how often it counts a second (C in FLOPs/s, W in bytes/s); a quotient that
is bounded as sizes grow, as an intensity is, is no amount and no time; a sum of reciprocals, as a balance is, no
intensity; what is below a millionth at sizes of 1 counts no bytes, and what is beyond a milliard no seconds.
Of the rest nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import symroof.regexes as re
from symroof.algebra.ratios.posynomial import Ratio
from symroof.decimals import general
from symroof.errors import SymroofError
from symroof.symbols import is_size

if TYPE_CHECKING:
    from symroof.reading.quantity import Quantity

SECONDS = 0, 0, 1
_AMOUNTS = (1, 0, 0), (0, 1, 0)
_A_SECOND = (1, 0, -1), (0, 1, -1)
_INTENSITY, _BALANCE = (-1, 1, 0), (1, -1, 0)
LARGE = 10**6  # of numbers: from here on one may be a machine's rate
FEW = 64  # bytes or FLOPs that nobody asks about


def other_unit(r: Ratio, level: Quantity) -> str:
    """What a formula is in, where it cannot be in the unit of a level; "" where it may be.

    >>> from symroof.algebra.interop.door import core
    >>> from symroof.reading.quantity import quantity
    >>> other_unit(core("2*B*D/W"), quantity("1 GB")), other_unit(core("2*B*D/W"), quantity("1 ms"))
    ('s are meant', '')
    >>> other_unit(core("1/B + 1/D"), quantity("0.005 FLOPs/byte"))
    'a sum of reciprocals has another unit, a balance bytes/FLOP; 0.005 is a number'
    """
    unit = level.dimension
    if level.unit == "%" or len(unit) != 3:
        return ""
    fast = _rates(r)
    a_second = _per_second(r, fast)
    if a_second is not None and a_second != -unit[2]:
        return _BY_SECONDS.get(a_second, "")
    told = f"{general(level.value, 6)} is a number"
    if a_second is not None:
        alone = next((u for part in _parts(r) if (u := _of_rates(part, fast)) is not None), unit)
        return "" if alone == unit else f"a rate is {_NAMES.get(alone, 'in another unit')} here; {told}"
    if unit in _not_of_quotients(r):
        return f"a quotient by a sum of sizes has another unit, an intensity FLOPs/byte; {told}"
    if unit in _not_of_reciprocals(r):
        return f"a sum of reciprocals has another unit, a balance bytes/FLOP; {told}"
    if unit in _not_so_small(r):
        return f"the expression is divided by so much that s or a plain number are meant; {told}"
    return f"the expression is so large that an amount or a rate is meant; {told}" if unit in _not_so_large(r) else ""


_BY_SECONDS = {-1: "s are meant", 0: "FLOPs/byte or a plain number are meant", 1: "a rate is meant, so many a second"}
_NAMES = {(0, 1, -1): "in FLOPs/s", (1, 0, -1): "in bytes/s", _INTENSITY: "in FLOPs/byte", _BALANCE: "in bytes/FLOP"}
Dims = tuple[int, int, int]


def _powers(r: Ratio) -> Iterator[tuple[str, Fraction]]:
    """The symbols of a formula and their exponents in each product, those inside functions too."""
    for power, p in ((1, r.num), (-1, r.den)):
        yield from ((str(g), power * Fraction(e)) for m, _ in p.monomials() for g, e in m.items())
    for a in r.atoms:
        for x in a.args:
            yield from _powers(x)


def _rates(r: Ratio) -> set[str]:
    """The symbols that are rates: no rate is squared, and a C that only multiplies is channels."""
    powers = [*_powers(r)]
    fast = {n for n, _ in powers if re.match(r"[CW](?:_|\Z)", n) and not is_size(n)}
    fast -= {n for n, e in powers if abs(e) != 1}
    below = {n for n, e in powers if e < 0}
    return fast if fast & below or any(n.startswith("W") for n in fast) else set()


def _per_second(r: Ratio, fast: set[str]) -> int | None:
    """How often a formula counts "a second", by doubling its rates: -1 for a time; None where it has none, or a sum."""
    if not fast:
        return None
    at = {n: _PRIMES[i % len(_PRIMES)] for i, n in enumerate(sorted(map(str, r.names)))}
    one, two = _value(r, at), _value(r, {n: v * (2 if n in fast else 1) for n, v in at.items()})
    return {Fraction(1, 2): -1, Fraction(1): 0, Fraction(2): 1}.get(two / one) if one and two else None


_PRIMES = (10007, 10009, 10037, 10039, 10061, 10067, 10069, 10079)


def _value(r: Ratio, at: dict[str, int]) -> Fraction | None:
    try:
        found = r.subs(at).constant()
    except SymroofError:  # no value there
        return None
    return None if found is None else Fraction(found)


def _parts(r: Ratio) -> list[Ratio]:
    """The formula, or where it is the largest or smallest of several, or so many times that, these."""
    (atom, *more) = r.atoms or (None,)
    if atom is None or more or not atom.row.extreme or len(r.gens) != 1:
        return [r]
    return [*atom.args]


def _of_rates(r: Ratio, fast: set[str]) -> Dims | None:
    """The dimension of a product of a number and rates; None of anything else."""
    found = r.monomial()
    if found is None or not found[0] or not {*map(str, found[0])} <= fast:
        return None
    chips, links = (sum(int(e) for g, e in found[0].items() if str(g)[0] == letter) for letter in "CW")
    return links, chips, -chips - links


def _moderate(r: Ratio) -> bool:
    """Whether no number in a quotient of sums is so large or small that a machine's rate may be in it."""
    above, below = ([abs(Fraction(c)) for _, c in p.monomials()] for p in (r.num, r.den))
    return max(above, default=0) < LARGE * min(below) and LARGE * min(above, default=1) > max(below)


def _not_of_quotients(r: Ratio) -> tuple[Dims, ...]:
    """The units that a quotient by a sum of sizes cannot be in.

    One that is bounded as each size grows is no rate either where no number in it may be one, and where it is nothing
    at a size of 0 no balance: what every array has along it, the arithmetic has too.
    """
    if len(r.den.terms) < 2:
        return ()
    rows, below = [m for m, _ in r.num.monomials()], [m for m, _ in r.den.monomials()]
    of_sizes = all(below)  # else X - 1 counts devices, as N + 1 does
    if r.atoms or not rows or any(c < 0 for _, c in r.den.monomials()) or not all(map(is_size, r.names)):
        return _AMOUNTS if of_sizes else ()
    top, most = ({g: max(m.get(g, 0) for m in ms) for g in r.gens} for ms in (rows, below))
    level = [g for g in r.gens if 0 < top[g] == most[g] and any(m.get(g, 0) < most[g] for m in below)]
    if not level or any(top[g] > most[g] for g in r.gens):
        return _AMOUNTS if of_sizes else ()
    if not _moderate(r):
        return _AMOUNTS if of_sizes else ()
    rising = any(all(m.get(g, 0) > 0 for m in rows) for g in level)
    return (*_AMOUNTS, SECONDS, *_A_SECOND, *((_BALANCE,) if rising else ()))


def _not_of_reciprocals(r: Ratio) -> tuple[Dims, ...]:
    """The units that a sum of reciprocals cannot be in: a time only where it falls with one size alone, 1/2 + 2/N."""
    rows = [*r.num.monomials()]
    if len(rows) < 2 or len(r.den.terms) > 1 or r.atoms or not r.names or not all(map(is_size, r.names)):
        return ()
    (below, scale), *_ = r.den.monomials()
    terms = [({g: m.get(g, 0) - below.get(g, 0) for g in r.gens}, Fraction(c) / Fraction(scale)) for m, c in rows]
    falls = all(e <= 0 for m, _ in terms for e in m.values()) and all(c > 0 for _, c in terms)
    apart = any(0 < sum(m[g] < 0 for m, _ in terms) < len(terms) for g in r.gens)
    if not falls or not apart or sum(c for _, c in terms) > FEW:
        return ()
    return (*_AMOUNTS, *_A_SECOND, _INTENSITY, *((SECONDS,) if len(r.names) > 1 else ()))


def _not_so_small(r: Ratio) -> tuple[Dims, ...]:
    """What a formula cannot count that is below a millionth at sizes of 1, as what is divided by a machine's rate."""
    one = _at_one(r)
    return (*_AMOUNTS, *_A_SECOND, _INTENSITY) if one is not None and 0 < one < Fraction(1, LARGE) else ()


def _not_so_large(r: Ratio) -> tuple[Dims, ...]:
    """What a formula cannot be that is beyond a milliard at sizes of 1, as what has a machine's rate as a factor."""
    one = _at_one(r)
    return (SECONDS, _INTENSITY, _BALANCE) if one is not None and one > 1000 * LARGE else ()


def _at_one(r: Ratio) -> Fraction | None:
    """Its value at sizes of 1; None where it has other symbols, or none."""
    return _value(r, dict.fromkeys(map(str, r.names), 1)) if r.names and all(map(is_size, r.names)) else None


__all__ = ["other_unit"]

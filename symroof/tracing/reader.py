"""Integers seen in several traces, read back as the one short polynomial in the sizes that explains all of them.

A program is traced at three assignments of distinct primes, every size another value in every trace.  An integer that
was n1, n2, n3 there is ``c*m``, ``c*m + c'*m'``, or either plus a constant, ``m`` and ``m'`` monomials: the first that
fits all three.  A fourth trace at even composite sizes above 1024 must confirm it: there ``D//2`` is not (D - 1)/2, and
a branch on ``T % 128`` or ``T > 1024`` takes its other way.

>>> reader = Reader(("B", "D"))
>>> seen = [2 * a["B"] * a["D"] + a["D"] for a in reader.assignments]
>>> reader.read(tuple(seen))
2*B*D + D
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import final

from symroof.algebra.ratios.posynomial import Ratio, build, gen, product, ratio, term, total
from symroof.algebra.signs.positivity import nonnegative, split
from symroof.errors import SymroofError
from symroof.symbols import is_size, key

ZERO = ratio(0)

TRACES = 3  # at primes; one more confirms
MAX_COEFFICIENT = 4096  # of a term in a sum of several; a single term may have any
Seen = tuple[int, ...]  # one integer a trace, the confirming one last


def letter(name: str) -> Ratio:
    """The symbol of a size, by the key that notation gives it: T and K are sizes here."""
    return gen(key(name, True))


class Unread(SymroofError):
    """Integers that no short polynomial in the sizes explains; ``divided``: what size by what they are."""

    divided: tuple[str, int] | None = None


@lru_cache(maxsize=8)
def _primes(n: int, start: int = 101) -> tuple[int, ...]:
    """The first n primes from ``start`` on."""
    found: list[int] = []
    for k in itertools.count(start):
        if all(k % d for d in range(2, int(k**0.5) + 1)):
            found.append(k)
            if len(found) == n:
                break
    return tuple(found)


def assignments(names: tuple[str, ...], order: int = 0, small: bool = False) -> tuple[dict[str, int], ...]:
    """Sizes for each trace: three times primes, a Latin square, then multiples of 128 above 1024.

    ``order`` other than 0 puts the sizes in one order of magnitude throughout, for code such as ``top_k`` that needs
    one size below another; small primes serve where products of many sizes must stay below 2**63.
    """
    k = len(names)
    primes = list(_primes(max(TRACES * k, 27), 11 if small else 101))
    place = _orders(k, order) if order else None
    if place is None:
        random.Random(k).shuffle(primes)  # always the same: no size is proportional to another
    spot = place or tuple(range(k))
    out = [{n: primes[TRACES * spot[i] + t] for i, n in enumerate(names)} for t in range(TRACES)]
    spot = place or tuple((5 * i + 3) % k if k % 5 else i for i in range(k))
    out.append({n: (16 if small else 128) * (9 + spot[i]) for i, n in enumerate(names)})
    return tuple(out)


def _orders(k: int, order: int) -> tuple[int, ...]:
    """A permutation of k places: as named, reversed, then rotations."""
    if order == 1:
        return tuple(range(k))
    if order == 2:
        return tuple(reversed(range(k)))
    turned = [(i + order - 2) % k for i in range(k)] if order % 2 else [(-i - order) % k for i in range(k)]
    return tuple(turned)


@final
@dataclass
class Reader:
    """Reads integers seen in every trace; what each base symbol stands for is put in at the end.

    ``bases`` are the letters that were given numbers; ``meaning`` what one stands for where it is no size of its own:
    the local part of a dim D cut over X is a base letter that means D/X.
    """

    bases: tuple[str, ...]
    meaning: Mapping[str, Ratio] = field(default_factory=dict)
    order: int = 0
    small: bool = False
    rounds: str = ""  # the size that a Python loop runs over: 2, 3, 4, 5
    known: dict[Seen, Ratio] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.assignments = assignments(self.bases, self.order, self.small)
        if self.rounds:
            self.assignments = tuple({**a, self.rounds: 2 + i} for i, a in enumerate(self.assignments))
        self.columns = {n: tuple(a[n] for a in self.assignments) for n in self.bases}
        self._monomials: list[tuple[dict[str, int], tuple[int, ...]]] | None = None

    def read(self, seen: Seen) -> Ratio:
        """The polynomial behind the integers; raises Unread where none is found or the last trace denies it."""
        found = self.known.get(seen)
        if found is None:
            found = self.known[seen] = self._read(seen)
        return found

    def _read(self, seen: Seen) -> Ratio:
        if len(set(seen)) == 1:
            return ratio(seen[0])
        if all(n < 0 for n in seen):
            return -self.read(tuple(-n for n in seen))
        for terms in self._readings(seen):
            value = [sum(c * _value(m, self.columns, i) for m, c in terms) for i in range(len(seen))]
            if value[-1] == seen[-1]:
                return total(c * product(self._letter(n) ** e for n, e in m.items()) for m, c in terms)
        made = Unread(self._why(seen))
        made.divided = self._divided(seen)
        raise made

    def _divided(self, seen: Seen) -> tuple[str, int] | None:
        """The size whose k-th part, rounded, the integers are."""
        return next(
            ((n, k) for k in range(2, 65) for n in self.bases for c in range(2 * k)
             if all((v + c) // k == s for v, s in zip(self.columns[n], seen))), None)  # fmt: skip

    def _letter(self, base: str) -> Ratio:
        return self.meaning.get(base, letter(base))

    def _why(self, seen: Seen) -> str:
        first = ", ".join(f"{k} = {v}" for k, v in self.assignments[0].items())
        return f"{', '.join(map(str, seen))} in {len(seen)} traces (the first with {first}), no polynomial in the sizes"

    def _readings(self, seen: Seen) -> Iterator[list[tuple[dict[str, int], Fraction]]]:
        """Candidates that fit the traces at primes, simplest first."""
        first = seen[:TRACES]
        common: dict[str, int] = {}
        rest = list(first)
        for n in self.bases:
            column = self.columns[n]
            while all(r and r % column[i] == 0 for i, r in enumerate(rest)):
                rest = [r // column[i] for i, r in enumerate(rest)]
                common[n] = common.get(n, 0) + 1
        if len(set(rest)) == 1:
            yield [(common, Fraction(rest[0]))]
            return
        for terms in self._sums(tuple(rest)):
            yield [({n: common.get(n, 0) + m.get(n, 0) for n in {**common, **m}}, c) for m, c in terms]

    def _monomial_table(self) -> list[tuple[dict[str, int], tuple[int, ...]]]:
        """Monomials of degree 1 to 3 with their values in each trace."""
        if self._monomials is None:
            table = []
            for degree in (1, 2, 3) if len(self.bases) <= 12 else (1, 2):
                for chosen in itertools.combinations_with_replacement(self.bases, degree):
                    powers: dict[str, int] = {}
                    for n in chosen:
                        powers[n] = powers.get(n, 0) + 1
                    table.append((powers, tuple(_value(powers, self.columns, i) for i in range(TRACES))))
            self._monomials = table
        return self._monomials

    def _sums(self, n: tuple[int, ...]) -> Iterator[list[tuple[dict[str, int], Fraction]]]:
        table = self._monomial_table()
        one: dict[str, int] = {}
        for m, v in table:  # c*m + constant
            if v[0] == v[1]:
                continue
            c = Fraction(n[0] - n[1], v[0] - v[1])
            k = n[0] - c * v[0]
            if c and _short(c) and _short(k) and c * v[2] + k == n[2]:
                yield [(m, c), (one, k)] if k else [(m, c)]
        for (m, v), (w, u) in itertools.combinations([r for r in table if sum(r[0].values()) <= 2], 2):
            det = v[0] * u[1] - v[1] * u[0]
            if det:
                a, b = Fraction(n[0] * u[1] - n[1] * u[0], det), Fraction(v[0] * n[1] - v[1] * n[0], det)
                if a and b and _short(a) and _short(b) and a * v[2] + b * u[2] == n[2]:
                    yield [(m, a), (w, b)]
        for (m, v), (w, u) in itertools.combinations([r for r in table if sum(r[0].values()) <= 2], 2):
            terms = _with_constant(n, v, u)
            if terms is not None:
                a, b, k = terms
                yield [(m, a), (w, b), (one, k)]


def _with_constant(
    n: tuple[int, ...], v: tuple[int, ...], u: tuple[int, ...]
) -> tuple[Fraction, Fraction, Fraction] | None:
    """a, b and k with a*v + b*u + k == n in three traces, whole or halves and short; None where there are none."""
    v1, v2, u1, u2, n1, n2 = v[1] - v[0], v[2] - v[0], u[1] - u[0], u[2] - u[0], n[1] - n[0], n[2] - n[0]
    det = v1 * u2 - v2 * u1
    if not det or (2 * (n1 * u2 - n2 * u1)) % det or (2 * (v1 * n2 - v2 * n1)) % det:
        return None
    a, b = Fraction(n1 * u2 - n2 * u1, det), Fraction(v1 * n2 - v2 * n1, det)
    k = n[0] - a * v[0] - b * u[0]
    return (a, b, k) if a and b and abs(a) <= 64 and abs(b) <= 64 and abs(k) <= 64 else None


def _value(powers: Mapping[str, int], columns: Mapping[str, tuple[int, ...]], trace: int) -> int:
    out = 1
    for n, e in powers.items():
        out *= columns[n][trace] ** e
    return out


def _short(c: Fraction) -> bool:
    """Whether a coefficient is one that code writes: whole, or a half, and not large."""
    return c.denominator <= 2 and abs(c) <= MAX_COEFFICIENT


@final
@dataclass(frozen=True)
class Numbers:
    """Reads one trace whose sizes are numbers."""

    assignments: tuple[Mapping[str, int], ...]

    def read(self, seen: Seen) -> Ratio:
        """The number seen."""
        return ratio(seen[0])


def never_negative(r: Ratio) -> bool:
    """Whether an amount is certainly at least 0 at all sizes from 1 on, W and others that notation takes for rates too.

    >>> never_negative(letter("W") - 1), never_negative(letter("D") - letter("W"))
    (True, False)
    >>> never_negative(letter("trips") * letter("D") - letter("D"))
    False
    """
    put = {n: gen(f"SIZE_{n}") for n in r.names if not is_size(n)}
    put |= {n: gen(f"SIZE_{n}") - 1 for n in r.names if str(n).startswith("trips")}  # a loop may not run at all
    return nonnegative((r.subs(put) if put else r).num) is not None


def positive_part(r: Ratio) -> Ratio:
    """``max(0, r)``: one of the two where its sign is one at all sizes from 1 on.

    >>> positive_part(letter("D") - 1), positive_part(1 - letter("D")), positive_part(letter("D") - 8)
    (D - 1, 0, Max(0, D - 8))
    """
    if never_negative(r):
        return r
    return ZERO if never_negative(-r) else build("max", [ZERO, r])


def can_be_negative(r: Ratio) -> bool:
    """Whether a polynomial is not shown to be at least 0 at all sizes from 1 on.

    >>> n = letter("N")
    >>> can_be_negative(n - 1), can_be_negative(2 * n - 10)
    (False, True)
    """
    if r.constant() is not None or r.atoms:  # a number was worked out at the sizes given
        return False
    return any(c < 0 for _, c in r.num.monomials()) and not never_negative(r)


def condition(r: Ratio) -> str:
    """That a polynomial is at least 0, as people write it.

    >>> condition(letter("N") - letter("K") - 2)
    'N >= K + 2'
    >>> condition(4096 - letter("N"))
    'N <= 4096'
    """
    rows = [(c, Ratio(term(m, c if c > 0 else -c))) for m, c in split(r)[0].monomials()]
    above, below = (total(x for c, x in rows if (c > 0) == more) for more in (True, False))
    return f"{above} >= {below}" if above.constant() is None or below == 0 else f"{below} <= {above}"

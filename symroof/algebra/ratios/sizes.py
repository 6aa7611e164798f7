"""The gatekeeper of numbers: a size is a whole number of at least 1, a parameter a positive number.

Every record and function that takes numbers for names asks here, so that all keep one law and say it in one way.

>>> numbers({"B": 512, "K": "1/2"}, among=["B", "K"])
{'B': 512, 'K': Fraction(1, 2)}
>>> size(0, "chips")
Traceback (most recent call last):
symroof.errors.SymroofError: chips=0 is not positive; a size is a whole number of at least 1
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, final

from symroof.algebra.ratios.posynomial import Number, Ratio, build, exact, gen, product, ratio
from symroof.errors import NotationError, SymroofError, Unsupported
from symroof.lazy import pattern
from symroof.records import dataclass, replace
from symroof.symbols import conventional, is_size, key, resolved

SIZE = "a size is a whole number of at least 1"
PARAMETER = "a parameter is a positive number"
LIMIT = 1000  # powers of ten
ENDLESS = f"the limits are 1e-{LIMIT} and 1e{LIMIT}"
_LEAST, _MOST = Fraction(1, 10**LIMIT), 10**LIMIT
WHOLE = r"\d+(?:_\d+)*"  # digits as Python writes them: 64_000, and neither 64_ nor 6__4
_DIGITS = pattern(rf"\s*[+-]?(?:{WHOLE}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*\Z")
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


def endless(c: Number) -> str:
    """What is wrong with a positive number that nobody needs in all of its digits; "" with any other."""
    if c < _MOST if type(c) is int else _LEAST < c < _MOST:
        return ""
    return f"has more digits than anyone needs; {ENDLESS}"


def fault(c: Number, whole: bool = True) -> str:
    """Why a number is no size, or no parameter where it need not be ``whole``; "" where it is one.

    >>> fault(4096), fault(0), fault(Fraction(1, 2), whole=False)
    ('', 'is not positive; a size is a whole number of at least 1', '')
    """
    if c <= 0:
        return f"is not positive; {SIZE if whole else PARAMETER}"
    return endless(c) or (f"is not an integer; {SIZE}" if whole and type(c) is not int else "")


def wrong(r: Ratio) -> str:
    """Why a formula is no size, as 5/2 and pi are none; "" where it is one, or where its symbols leave it open.

    >>> from symroof.algebra.ratios.posynomial import build, gen, named_constant
    >>> wrong(gen("n") / 2), wrong(named_constant("pi")), wrong(build("floor", [named_constant("pi")]))
    ('', 'is not an integer; a size is a whole number of at least 1', '')
    """
    if r.names:
        return ""
    try:
        return fault(r.at({}))
    except Unsupported:  # irrational
        return f"is not an integer; {SIZE}"


def number(key: str, given: object) -> Number:
    """A number for the symbol of that key: whole and at least 1 for a size, positive for a parameter.

    Integers, fractions, floats (the decimal typed), decimals as text, NumPy scalars and SymPy's rationals will do.
    Raises SymroofError naming the symbol, what was given and the law.
    """
    return _lawful(key, given, is_size(key), "" if conventional(key) else f" (params({str(key)!r}) makes a real one)")


def size(given: object, what: str) -> int:
    """A count such as of chips: a whole number of at least 1."""
    return int(_lawful(what, given, True))


def _lawful(key: str, given: object, whole: bool, remedy: str = "") -> Number:
    try:
        c = _worked_out(given) if _is_irregular(given) else exact(given)
    except Unsupported:
        law = f"is not an integer; {SIZE}" if whole else "is no fraction; numbers put in are exact, as 22/7 or 3.14"
        raise SymroofError(f"{key}={echo(given)} {law}") from None
    except SymroofError:
        said = repr(echo(given)) if isinstance(given, str) else echo(given)
        many = isinstance(given, str) and _DIGITS.match(given) is not None
        why = f"has too many digits; {ENDLESS}" if many else f"is not a number; {SIZE if whole else PARAMETER}"
        raise SymroofError(f"{key}={said} {why}") from None
    why = fault(c, whole)
    if not why:
        return c
    long = "digits" in why and not isinstance(given, str)  # a ratio writes 10**5000 as 1.000e+5000
    real = remedy if why.startswith("is not an integer") else ""
    raise SymroofError(f"{key}={echo(ratio(c)) if long else echo(given)} {why}{real}")


def _is_irregular(given: object) -> bool:
    """Whether it is a number of SymPy's but no rational as it stands: pi, a Float, log(8)/log(2)."""
    return getattr(given, "is_number", False) is True and getattr(given, "is_Rational", True) is False


def _worked_out(given: Any) -> Number:
    """What a number of SymPy's comes to.  Raises Unsupported where it is irrational."""
    return ratio(given).at({})


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


@final
@dataclass(frozen=True)
class Cut:
    """One dim that is cut over mesh axes, or tied: its size has to be a whole number and divide by their product."""

    dim: str
    size: Number | Ratio | None  # None: a symbol; a ratio: tied to others
    axes: tuple[tuple[str, int | None], ...]
    text: str = ""

    def length(self, values: Mapping[str, object]) -> Number | None:
        """The size at these numbers; None where it is open."""
        given = values.get(self.dim, self.size)
        if isinstance(given, Ratio):
            given = given.subs({n: v for n in given.names if isinstance(v := values.get(str(n)), (int, Fraction))})
            return given.constant()
        return given if isinstance(given, (int, Fraction)) else None

    def ways(self, values: Mapping[str, object]) -> int:
        """Into how many parts it is cut by the axes whose size is a number."""
        found = (values.get(a, n) for a, n in self.axes)
        return math.prod(w for w in found if isinstance(w, int))

    @property
    def parts(self) -> int:
        """What the coefficients of a tie share as a denominator, as 3 of 8*D/3; 0 where it is divided by a size."""
        if not isinstance(self.size, Ratio):
            return 1
        below, terms = self.size.den.constant(), self.size.num.monomials()
        if below is None or any(not isinstance(e, int) or e < 0 for exps, _ in terms for e in exps.values()):
            return 0
        return math.lcm(*((Fraction(c) / Fraction(below)).denominator for _, c in terms))

    def wrong(self, values: Mapping[str, object]) -> str | None:
        """What is wrong where the size is no whole number or does not divide; None where it does, or is open."""
        n, ways = self.length(values), self.ways(values)
        if n is None or Fraction(n) % ways == 0:
            return None
        if Fraction(n).denominator != 1 and not values.get(self.dim):
            return f"{self.dim}={self.size} is {n} here; {SIZE}"
        return f"{self.dim}={n} does not divide into {ways} equal parts over {', '.join(a for a, _ in self.axes)}"


@final
@dataclass(frozen=True)
class Bound:
    """What numbers of several names keep to beside being sizes: k <= E, as E - k that must not be negative.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> k, E = gen("k"), gen("E")
    >>> law = Bound(E - k, False, "{} of {}: one visits no more than there are", (k, E))
    >>> law.wrong(), law.at({"E": 4}).wrong(), law.at({"E": 4, "k": 5}).wrong()
    ('', '', '5 of 4: one visits no more than there are')
    """

    room: Ratio  # of at least 0, above it where ``strict``
    strict: bool
    said: str  # with {} for each of the values, where it is broken
    values: tuple[Ratio, ...]

    @property
    def names(self) -> set[str]:
        """The symbols of which it holds."""
        return {n for r in (self.room, *self.values) for n in r.names}

    def at(self, given: Mapping[str, object]) -> Bound:
        """The same with some of its names bound, to numbers or to what they are tied to."""
        known = {n: v for n in self.names if isinstance(v := given.get(str(n)), (int, Fraction, Ratio))}
        return replace(self, room=self.room.subs(known), values=tuple(r.subs(known) for r in self.values))

    def wrong(self) -> str:
        """What is wrong, where it is broken at all sizes; "" where it holds, or is open."""
        return self.said.format(*self.values) if self.room.most_sign < (1 if self.strict else 0) else ""


MOST_DEVICES = 10**9  # up to which the divisors of a size are looked through
MOST_TRIED = 10**5  # sizes that are tried for one that divides another evenly
MOST_REPEATED = 2**12  # sizes after which ties repeat themselves, up to which they are looked at one by one


@final
@dataclass(frozen=True)
class Cuts:
    """The law of sizes of an operation: each is whole, and divides into equal parts over the axes that cut it.

    Beside these stand the bounds that numbers keep to, of what has any.

    Whoever puts numbers into what an operation is made of asks here.

    >>> cuts = Cuts((Cut("J", None, (("X", 2), ("Y", None))),))
    >>> cuts.check({"J": 4096}), cuts.nearest("J", 4097, up=True), cuts.at({"Y": 4}).nearest("J", 4097, up=False)
    (None, 4098, 4096)
    >>> cuts.check({"J": 4098, "Y": 4})
    Traceback (most recent call last):
    symroof.errors.NotationError: J=4098 does not divide into 8 equal parts over X, Y
    """

    rows: tuple[Cut, ...] = ()
    bounds: tuple[Bound, ...] = ()

    def check(self, values: Mapping[str, object]) -> None:
        """Raises NotationError for a size that does not divide, or is out of bounds; what is open may still do."""
        plain = {str(n): v for n, v in values.items()}
        for law in self.bounds:
            if broken := law.at(plain).wrong():
                raise NotationError(broken)
        for row in self.rows:
            wrong = row.wrong(plain)
            if wrong:
                raise NotationError(wrong, row.text or None)

    def at(self, values: Mapping[str, object]) -> Cuts:
        """The same with sizes bound.  Raises NotationError for one that does not divide."""
        self.check(values)
        known = {str(n): v for n, v in values.items()}
        return Cuts(tuple(_bound(row, known) for row in self.rows), tuple(law.at(known) for law in self.bounds))

    @property
    def names(self) -> set[str]:
        """The names of the sizes and mesh axes that its rows are about."""
        tied = {str(n) for row in self.rows if isinstance(row.size, Ratio) for n in row.size.names}
        return tied.union(*({row.dim, *dict(row.axes)} for row in self.rows))

    def ties(self, name: str, given: Collection[str]) -> list[Ratio]:
        """What sizes are tied to that is made of these names alone, not of that one, and may be no whole number."""
        tied = [row.size for row in self.rows if isinstance(row.size, Ratio) and row.parts != 1]
        own = [(size, {*map(str, size.names)}) for size in tied]
        return [size for size, names in own if str(name) not in names and names <= {*given}]

    @property
    def shares(self) -> dict[str, Ratio]:
        """Of each open size that is cut what it is of the share of one device, which is a size itself: 2*J over X=2.

        Of one that several arrays cut, by the most axes that one of them does: it divides by those in any case.

        >>> over = ("X", 2)
        >>> Cuts((Cut("J", None, (over, ("Y", None))), Cut("J", None, (over,)), Cut("D", 8, (over,)))).shares
        {'J': 2*J*Y}
        """
        cut = sorted((row for row in self.rows if row.size is None), key=lambda row: len(row.axes))
        return {
            key(row.dim, True): product(
                gen(key(a, True)) if n is None else ratio(n) for a, n in ((row.dim, None), *row.axes)
            )
            for row in cut
        }

    @property
    def meshed(self) -> bool:
        """Whether a dim is cut over an axis."""
        return any(row.axes for row in self.rows)

    def tied(self, ties: Mapping[str, Ratio]) -> Cuts:
        """The same where sizes are tied to others, which makes these sizes of the law.

        >>> Cuts().tied({"D": ratio(Fraction(1, 3))}).rows[0].wrong({})
        'D=1/3 is 1/3 here; a size is a whole number of at least 1'
        """
        own = [replace(r, size=r.size.subs(dict(ties))) if isinstance(r.size, Ratio) else r for r in self.rows]
        new = [Cut(str(n), r, ()) for n, r in ties.items() if is_size(n)]
        kept = {str(n): r for n, r in ties.items()}
        return Cuts((*own, *(row for row in new if row.parts != 1)), tuple(law.at(kept) for law in self.bounds))

    def tied_to(self, name: str) -> list[Cut]:
        """The rows of sizes that are tied to that one, alone or with others."""
        return [row for row in self.rows if isinstance(row.size, Ratio) and str(name) in map(str, row.size.names)]

    def spaced(self, name: str) -> tuple[int, int] | None:
        """(s, o) where the sizes that make whole what is tied to them are s*k - o for k = 1, 2, ...; None elsewhere.

        >>> from symroof.algebra.ratios.posynomial import gen
        >>> B = gen("B")
        >>> [Cuts().tied({"F": f}).spaced("B") for f in (B / 5, (B + 1) / 2, B**2 / 8, 12 / B)]
        [(5, 0), (2, 1), (4, 0), None]
        """
        own, tied = str(name), self.tied_to(name)
        period = math.lcm(self._step(own), self._period(tied))
        if not 0 < period <= MOST_REPEATED or any(own in dict(row.axes) for row in self.rows):
            return None
        step = self._step(own)
        found = [m for m in range(step, period + 1, step) if not any(row.wrong({own: m}) for row in tied)]
        if not found or period % len(found):
            return None
        apart = period // len(found)
        regular = all(m == found[0] + apart * k for k, m in enumerate(found))
        return (apart, apart - found[0]) if regular and found[0] <= apart else None

    def _step(self, own: str) -> int:
        """What a size is a multiple of, since it is cut itself."""
        return math.lcm(*(row.ways({}) for row in self.rows if row.dim == own and row.size is None))

    @staticmethod
    def _period(tied: Iterable[Cut]) -> int:
        """After as many sizes what is tied to one repeats itself; 0 where it is divided by the size."""
        return math.lcm(*(row.ways({}) * row.parts for row in tied))

    def nearest(self, name: str, n: int, *, up: bool) -> int | None:
        """The least number from n on (the largest up to n) that divides evenly for that name, a dim or a mesh axis.

        None where there is none.
        """
        own, known = str(name), [(r.length({}), r.ways({})) for r in self.rows if str(name) in dict(r.axes)]
        left = [int(length) // ways for length, ways in known if length is not None]
        if left:
            return _divisor(math.gcd(*left), n, up)
        tied, step = self.tied_to(name), self._step(own)
        first, on = (-(-n // step) if up else n // step) * step, step if up else -step
        every = (first + on * k for k in range(self._period(tied) or MOST_TRIED))
        return next((m for m in every if m >= 1 and not any(row.wrong({own: m}) for row in tied)), None)


def is_whole(size: Ratio) -> tuple[Ratio, Ratio]:
    """Two sides, with whole coefficients, the first of which is at most the second where a tie is whole, and only so.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> is_whole(gen("D") / 2)
    (D, 2*floor(D/2))
    """
    parts = math.lcm(*(Fraction(c).denominator for p in (size.num, size.den) for c in p.terms.values()))
    return Ratio(size.num) * parts, Ratio(size.den) * parts * build("floor", [size])


def _bound(row: Cut, known: Mapping[str, object]) -> Cut:
    found = row.length(known)
    axes = tuple((a, w if isinstance(w := known.get(a, n), int) else None) for a, n in row.axes)
    size = row.size if found is None else found
    if found is None and isinstance(size, Ratio):
        size = size.subs({n: v for n in size.names if isinstance(v := known.get(str(n)), (int, Fraction))})
    return Cut(row.dim, size, axes, row.text)


def _divisor(whole: int, n: int, up: bool) -> int | None:
    """The divisor of a size that is nearest to n from above or below; None where there is none, or too many to try."""
    if whole > MOST_DEVICES:
        return n if whole % n == 0 else None
    small = [k for k in range(1, math.isqrt(whole) + 1) if whole % k == 0]
    fitting = [k for k in (*small, *(whole // k for k in small)) if (k >= n if up else k <= n)]
    return (min if up else max)(fitting, default=None)

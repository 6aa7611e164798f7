"""The answer to a threshold question: a verdict, one ray or intervals, numbers bound, a regime compared with it.

>>> from symroof.algebra.ratios.posynomial import gen
>>> from symroof.algebra.regions.region import crossing
>>> rule = crossing(gen("B") * gen("D"), gen("K"), "B")
>>> rule.verdict, rule.sense, rule.at(D=2, K=9).integer
('when', '>', 5)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Union, assert_never, final

from symroof.algebra.interop.closed import closed_form
from symroof.algebra.interop.door import put_together, refuse_namesakes_in, tie
from symroof.algebra.ratios.budget import limited_to
from symroof.algebra.ratios.needs import lost, met, needs, put_in
from symroof.algebra.ratios.posynomial import Number, Poly, Ratio, exact, gen, nearest, ordered, ratio
from symroof.algebra.ratios.sizes import Cuts, number
from symroof.algebra.regions import apart, kinds
from symroof.algebra.regions.apart import in_regime
from symroof.algebra.regions.ends import LONG, mistaken
from symroof.algebra.regions.kinds import Answered, Crossing, Found, Held, Interval, Region
from symroof.algebra.regions.lattice import of_sizes
from symroof.algebra.regions.recursion import answer
from symroof.algebra.signs.closed import ClosedForm, Implicit, PowerOfTwo, Root
from symroof.algebra.signs.condition import Condition, constant_sign, without_common
from symroof.algebra.signs.constant import rational_at
from symroof.algebra.signs.positivity import is_positive
from symroof.algebra.signs.sign import real_throughout, sign
from symroof.algebra.trials.trial import tried_threshold
from symroof.decimals import brief, float_text, whole_text
from symroof.errors import Inconclusive, NotationError, SymroofError, Unsupported
from symroof.lazy import once
from symroof.records import dataclass, field, names, replace
from symroof.shown import visible
from symroof.symbols import is_size, key, may_count, resolve, resolved

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from symroof.algebra.growth.regime import Regime

Again = Callable[[Mapping[str, Number]], "Threshold"]
Piece = Union[str, tuple[str, ...], "Bound", "Threshold"]  # words, symbols in a row, an inequality, another answer


Rates = tuple[tuple[str, Fraction, str], ...]  # symbol, value, unit


@final
@dataclass(frozen=True)
class Bound:
    """One inequality among a threshold's words, N >= 116, or N = 116; a crossing with the integer behind it.

    A ``Decimal`` is a number beyond floats, or a whole one, of which four digits are shown.
    """

    name: str
    sense: str
    value: int | float | Decimal | Root
    whole: int | None = None

    def __str__(self) -> str:
        shown = f"{self.name} {self.sense} {self.right}"
        return shown if self.whole is None else f"{shown} ({whole_text(self.whole)})"

    @property
    def right(self) -> str:
        """What stands on the right side."""
        match self.value:
            case ClosedForm():
                return self.value.text()
            case int():
                return whole_text(self.value)
            case Decimal():
                return f"{self.value:.4g}"
        return float_text(self.value)


@final
@dataclass(frozen=True)
class Constants:
    """The rates that stand in a threshold as numbers: what they are by their symbols, and the question in these."""

    tell: Callable[[], Rates]
    ask: Callable[[], Threshold]

    def at(self, values: Mapping[str, Number | Ratio]) -> Constants:
        """The same with other symbols bound."""
        return Constants(self.tell, partial(_asked_at, self.ask, values))

    def said(self, told: Threshold) -> Rates:
        """Those that occur in the answer in their symbols, or their quotient where it alone decides, as in C/W."""
        return said_of(self.tell(), told.expr, told.level)


def said_of(rates: Rates, *compared: Ratio) -> Rates:
    """Those of the rates that occur in what is compared, or their quotient where it alone decides, as in C/W.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> C, W, B, D = map(gen, "CWBD")
    >>> rates = ("C", Fraction(6), "FLOPs/s"), ("W", Fraction(2), "bytes/s"), ("C/W", Fraction(3), "FLOPs/byte")
    >>> rates_text(said_of(rates, B * D / (B + D), C / W)), rates_text(said_of(rates, B / C, D / W))
    ('C/W = 3', 'C/W = 3')
    >>> rates_text(said_of(rates, B * D / C + B / W, ratio(1)))  # twice the rates take half the time
    'C = 6, W = 2'
    """
    known = {str(n) for r in compared for n in r.names}
    here = tuple(one for one in rates if set(one[0].split("/")) <= known)
    alone = tuple(one for one in here if "/" in one[0] and _decides_alone(one[0].split("/"), compared))
    return alone or tuple(one for one in here if "/" not in one[0])


def _decides_alone(rates: Collection[str], compared: Iterable[Ratio]) -> bool:
    """Whether a comparison comes to the same where all of the rates are twice, and three times, what they are."""
    sides = [r for r in compared if r != 0]
    for times in (2, 3):
        grown = [r.subs({n: gen(n) * times for n in r.names if str(n) in rates}) / r for r in sides]
        if any(g.names for g in grown) or len({*grown}) > 1:
            return False
    return True


def rates_text(rates: Rates, *, units: bool = False) -> str:
    """Rates as they stand after a formula, with their units where it has none.

    >>> rates_text((("C/W", Fraction(9850, 41), "FLOPs/byte"), ("W_ici", Fraction(45_000_000_000), "bytes/s")))
    'C/W = 240.2, W_ici = 4.5e10'
    """
    said = ((n, brief(v), unit) for n, v, unit in rates)
    return ", ".join(f"{n} = {v} {unit}" if units else f"{n} = {v}" for n, v, unit in said)


def _asked_at(ask: Callable[[], Threshold], values: Mapping[str, Number | Ratio]) -> Threshold:
    return ask().at(**values)


@visible
@final
@dataclass(frozen=True)
class Threshold:
    """For which values of one symbol ``expr > level`` (``>=`` unless strict); verdicts "when", "never" and "always".

    ``region`` is the answer, as one of the ``kinds``; all else is the question, its conditions and what is told beside.
    ``str`` says it in one line; ``.value`` is the crossing as a SymPy expression, ``.when`` the Condition under which
    it exists (None: no condition), ``.always`` the one under which every size will do.  With all numbers bound,
    ``.number`` is the crossing as a float and ``.integer`` the smallest (sense ">") or largest ("<") size that does,
    decided exactly; ``.intervals`` lists the region where it is not one ray.  Where a symbolic tile leaves it a
    sawtooth, ``.sufficient`` and ``.necessary`` are the thresholds it lies between.  Some numbers of a ``special``
    symbol have a formula of their own (two chips are no ring); ``again`` makes the threshold for them anew.

    >>> from symroof import dims, threshold
    >>> B, D = dims("B D")
    >>> t = threshold(B * D / (B + D), B, over=240)
    >>> t, t.at(D=4096).integer, t.at(D=200).verdict
    (B >= 1/(1/240 - 1/D) when 1/D < 1/240, 255, 'never')
    """

    name: str
    sense: str
    region: Region
    expr: Ratio
    level: Ratio
    strict: bool = True
    when: Condition | None = None
    always: Condition | None = None
    at_sizes: tuple[tuple[str, Number], ...] = ()
    said: tuple[str, ...] = ()  # of ``notes``, what is known when it is made
    stays: tuple[str, ...] = ()  # and what is so at whatever numbers; of the ``special`` ones another is made
    claim: str = ""
    known: tuple[str, ...] = ()
    regime: Regime | None = None
    exact: Threshold | None = None
    special: tuple[str, ...] = ()
    by_plan: str = ""  # of an operation under a mesh: which plan it is for, where other sizes may make it another
    cancelled: bool = False  # symbols may have cancelled before they were seen, as D in B*D/D
    again: Again | None = field(default=None, compare=False, repr=False)
    cuts: Cuts | None = field(default=None, compare=False, repr=False)  # which sizes must divide, under a mesh
    constants: Constants | None = field(default=None, compare=False, repr=False)
    bound: tuple[tuple[str, Number | Ratio], ...] = field(default=(), compare=False, repr=False)  # ties may name it
    own: tuple[str, ...] | None = field(default=None, compare=False, repr=False)  # of the model: what it has of sizes

    # what the region holds, of another kind than has it None or empty
    root = Held[Root | None](None)
    real = Held[Crossing | None](None)
    found = Held[Found | None](None)
    first = Held[int | None](None)
    forever = Held[int | None](None)
    last = Held[int | None](None)
    until = Held[int | None](None)
    intervals = Held[tuple[Interval, ...]](())
    parts = Held["tuple[Threshold, ...]"](())
    joined = Held[str]("")
    sufficient = Held["Threshold | None"](None)
    necessary = Held["Threshold | None"](None)

    def __post_init__(self) -> None:
        # by their plain names: a size called K is another key than the parameter K
        object.__setattr__(self, "special", tuple(map(str, self.special)))

    def but(self, **changes: Any) -> Threshold:
        """The same record with some fields changed; ``replace`` sets each of its twenty anew."""
        out = object.__new__(Threshold)
        mine = self.__dict__
        if len(mine) == len(_FIELDS):  # nothing was worked out of it so far
            out.__dict__.update(mine, **changes)
        else:
            out.__dict__.update({f: mine[f] for f in _FIELDS}, **changes)
        return out

    def cut(self, cuts: Cuts | None) -> Threshold:
        """The same of an operation under a mesh: sizes put in have to divide over its axes, also in its parts."""
        if cuts is None or not (cuts.rows or cuts.bounds):
            return self
        exactly = None if self.exact is None else self.exact.cut(cuts)
        known = tuple(sorted({*self.known, *(n for law in cuts.bounds for n in law.names if n != self.name)}))
        when, always = (None if c is None else replace(c, cuts=cuts) for c in (self.when, self.always))
        made = self.each(lambda t: t.cut(cuts)).but(cuts=cuts, exact=exactly, known=known, when=when, always=always)
        return of_sizes(made, cuts)

    def each(self, change: Callable[[Threshold], Threshold]) -> Threshold:
        """The same with each of the answers of which it is made changed."""
        match self.region:
            case kinds.Joined(parts, joined):
                return self.but(region=kinds.Joined(tuple(map(change, parts)), joined))
            case kinds.Between(enough, needed):
                return self.but(region=kinds.Between(change(enough), change(needed)))
        return self

    def half(self, enough: bool) -> Threshold:
        """What suffices (or what is necessary) where some of the answers lie between two."""
        match self.region:
            case kinds.Between(sufficient, necessary):
                return (sufficient if enough else necessary).half(enough)
            case kinds.Joined(parts, joined):
                idle = "never" if joined == "or" else "always"
                left = [t for t in (p.half(enough) for p in parts) if t.verdict != idle]
                if self.when is None and self.always is None and len(left) < 2:
                    return left[0] if left else self.but(region=idle)
                return self.each(lambda t: t.half(enough))
        return self

    # -- reading -------------------------------------------------------------------------------------------------------
    @property
    def verdict(self) -> Answered:
        """Whether every size does, none, those that the region says ("when"), or nobody can tell so far ("open")."""
        return self.region if isinstance(self.region, str) else "when"

    @property
    def symbol(self) -> Symbol:
        """The unknown as a SymPy symbol."""
        from symroof.symbols import symbol

        return symbol(self.name)

    @once
    def value(self) -> Expr | None:
        """The crossing in closed form; None for never, always, several crossings, or a root without closed form."""
        root = self.root
        return None if root is None else closed_form(root)

    @once
    def value_text(self) -> str | None:
        """ASCII algebra of the value; None where there is none."""
        return None if self.root is None or isinstance(self.root, Implicit) else self.root.text()

    @once
    def symbolic(self) -> Threshold | None:
        """The same rule in the symbols of its machine's rates, C and W, in whose numbers these would be unrecognisable.

        None without a machine, where the rule is a number, and where with symbols another rule would stand there.

        >>> from symroof import op, threshold
        >>> rule = threshold(op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"), "B", on="TPU v5e")
        >>> rule.value_text, rule.symbolic.value_text
        ('1/(41/9850 - 1/D - 1/F)', '1/(W/C - 1/D - 1/F)')
        """
        if self.constants is None or self.verdict != "when" or not self.keys or self.number is not None:
            return None
        try:
            made = self.constants.ask()
            values = {n: v for n, v, _ in self.constants.tell() if n in made.free}
            there = made.but(again=None).at(**values) if values else made
        except SymroofError:  # with symbols there are more cases than one answer has
            return None
        return made if there.but(constants=None)._text() == self.but(constants=None)._text() else None

    @once
    def notes(self) -> tuple[str, ...]:
        """What a reader should know beside it; of a regime's threshold also what separates it from the exact one."""
        said = (*self.said, *([self.by_plan] if self.by_plan else ()))
        if self.exact is not None and self.regime is not None:
            said = (*said, *apart.notes(self, self.exact, self.regime))
        return (*said, *self.stays)

    @property
    def free(self) -> tuple[str, ...]:
        """Names of the symbols that still have to be bound before there is a number."""
        return tuple(map(str, self.keys))

    @property
    def keys(self) -> tuple[str, ...]:
        cancelled = {n for side in (self.expr, self.level) for u, _ in lost(side) for n in u.names}
        return tuple(n for n in sorted({*self.expr.names, *self.level.names} | cancelled) if n != self.name)

    @once
    def number(self) -> float | None:
        """The crossing as a float, where nothing is left symbolic."""
        match self.region:
            case kinds.Ray(root):
                return None if root.names or isinstance(root, Implicit) else float(root)
            case kinds.ExactRay(end) | kinds.FoundRay(end):
                return float(end)
            case kinds.FromFirst(n) | kinds.UpToLast(n):
                return nearest(n)
            case str() | kinds.Intervals() | kinds.Joined() | kinds.Between():
                return None
            case _:
                assert_never(self.region)

    @once
    def integer(self) -> int | None:
        """The smallest (sense ">", ">=") or largest ("<", "<=") size that satisfies it, decided exactly.

        Under a mesh it is one that divides over its axes.
        None where it is not settled, as while symbols are left.
        """
        if self._has_its_own:
            return self._of_its_own()
        n = self.whole
        return n if n is None or self.cuts is None else self._dividing(n, self.cuts)

    def _of_its_own(self) -> int | None:
        """The size at the end where some have formulas of their own, by which those about it are asked one by one.

        Of odd size an AllToAll takes a little less than the formula says, so that one or two beyond the end may do as
        well; where those behind them do too, more is different than this looks at.  None where that is so, and where
        it hangs on symbols that are left.
        """
        n, inward = self._beside(), 1 if self.sense.startswith(">") else -1
        if n is None:
            return None
        try:
            if any(self._does(m) for m in (n - 4 * inward, n - 3 * inward) if m > 2):
                return None
            return next(filter(self._does, self._from_beyond(n, inward)), None)
        except Inconclusive:
            return None

    def _from_beyond(self, n: int, inward: int) -> Iterator[int]:
        """The sizes from a little beyond the end inwards, of those behind it the ones that divide."""
        yield from (m for m in (n - 2 * inward, n - inward, n) if m > 0)
        found: int | None = n
        for _ in range(_FORMULAS):
            m = (found or 0) + inward
            found = m if self.cuts is None or m < 1 else self._dividing(m, self.cuts)
            if not found or found < 1:
                return
            yield found

    def _dividing(self, n: int, cuts: Cuts) -> int | None:
        """The nearest number that does and that divides over the axes; None where this is not settled."""
        if isinstance(self.region, kinds.Intervals):
            for i in self.region.intervals:
                found = None if i.first is None else cuts.nearest(self.name, i.first, up=True)
                if found is not None and (i.last is None or found <= i.last):
                    return found
            return None
        sawtooth = isinstance(self.region, kinds.FromFirst | kinds.UpToLast)  # beyond its first, a number need not do
        found = cuts.nearest(self.name, n, up=self.first is not None or self.sense.startswith(">"))
        return found if found in (n, None) or not sawtooth or self.contains(found) else None

    @once
    def whole(self) -> int | None:
        """The smallest or largest size that does, whether or not it divides, by the formula that this is."""
        size = self._beside()
        return None if size is not None and size <= 2 and self._has_its_own else size

    @property
    def _has_its_own(self) -> bool:
        """Whether 1 and 2 have formulas of their own."""
        return str(self.name) in self.special and self.again is not None and isinstance(self.region, _ENDED)

    def _beside(self) -> int | None:
        """The size beside the end of the region, by the formula that this is."""
        match self.region:
            case kinds.Ray(root):
                if root.names or isinstance(root, Implicit):
                    return None
                n, hit = self._floor(root)
            case kinds.ExactRay(real):
                n, hit = real.floor()
            case kinds.FoundRay(found):
                return found.integer
            case kinds.FromFirst(n) | kinds.UpToLast(n):
                return n
            case kinds.Intervals(several):
                return min((i.first for i in several if i.first is not None), default=None)
            case str() | kinds.Joined() | kinds.Between():
                return None
            case _:
                assert_never(self.region)
        if self.sense.startswith(">"):
            size = max(1, n if hit and self.sense == ">=" else n + 1)
        else:
            size = n - 1 if hit and self.sense == "<" else n
        return size if size > 0 or is_size(self.name) else None  # no whole number is a parameter below 1

    def _does(self, n: int) -> bool:
        """Whether a size does; one that does not divide what it cuts is none."""
        try:
            return self.contains(n)
        except NotationError:
            return False

    def _floor(self, root: Root) -> tuple[int, bool]:
        """The integer part of the crossing, and whether there is nothing more to it."""
        bits, enough = 64, 4096
        while True:
            lo, hi = root.bracket(bits)
            n = math.floor(lo)
            if n == math.floor(hi):
                return n, lo == hi == n
            if hi - lo < 1 and not self._difference_at(n + 1):
                return n + 1, True
            enough = max(enough, hi.numerator.bit_length() - hi.denominator.bit_length() + 64)
            if bits >= enough:
                raise Inconclusive(f"{root.text()} is an integer to {bits} bits; whether it is one is not decided")
            bits = 4 * bits if enough == 4096 else enough

    def _difference_at(self, n: int) -> int:
        return constant_sign((self.expr - self.level).subs({self.name: n}))

    def contains(self, n: object, /, **sizes: object) -> bool:
        """Whether the level is exceeded at this very size, from the definition and exactly; not where it has no value.

        Raises SymroofError for one that does not divide over the mesh axes that cut it.
        """
        bound = self._bound(sizes)
        values = {**bound, self.name: number(self.name, n)}
        if self.cuts is not None:
            self.cuts.check(values)
        if str(self.name) in self.special and self.again is not None:  # this number may have a formula of its own
            there = self._again(values)
            if there.verdict not in ("always", "never"):
                raise Inconclusive(f"still symbolic: {', '.join(map(str, there.free))}; give each a number")
            return there.verdict == "always"
        if self._is_special(bound):
            return self._again(bound).contains(n)
        try:
            sides = put_in(self.expr, values), put_in(self.level, values)
            whole = sides[0] - sides[1]
            gap = Ratio(without_common(whole.num)) / Ratio(without_common(whole.den))
            if gap.names:
                raise Inconclusive(f"still symbolic: {', '.join(gap.names)}; give each a number")
            real = all(met(constant_sign(u), how) for r in sides for u, how in (*needs(r), *lost(r)))
            side = constant_sign(gap)
        except (Inconclusive, Unsupported):
            raise
        except SymroofError:  # a division by 0, a root or a logarithm of what is below
            return False
        return real and (side > 0 or (side == 0 and not self.strict))

    def __float__(self) -> float:
        if self.verdict == "never":
            raise SymroofError(f"{self}: there is no number; look at .verdict first")
        if self.verdict == "always":
            raise SymroofError(f"{self}: every {self.name} will do, so there is no number; look at .verdict first")
        if self.number is not None and math.isfinite(self.number):
            return self.number
        if self.number is not None:
            raise SymroofError(f"{self.name}: the crossing is too large for a float64; {self._without_a_float()}")
        left = [n for n in self.keys if self.root is None or isinstance(self.root, Implicit) or n in self.root.names]
        if left:
            raise Inconclusive(f"still symbolic: {', '.join(left)}; give a number for each, as in .at({left[0]}=4096)")
        raise SymroofError(f"{self}: the region has several ends; see .intervals")

    def _without_a_float(self) -> str:
        """What tells a crossing beyond floats: exactly() a rational one, .integer where its digits can be had."""
        value = self.root.ratio() if self.root is not None else None
        if value is not None and rational_at(value, {}) is not None:
            return "use exactly(), or .integer"
        try:
            return "use .integer" if self.integer is not None else "print it"
        except Unsupported:  # of too many digits
            return "print it"

    def __bool__(self) -> bool:
        raise SymroofError(f"{self} is a threshold, not a truth value; look at .verdict")

    def __str__(self) -> str:
        assuming = f" assuming {self.regime.text}" if self.regime is not None else ""
        return self._text() + assuming + self._where_rates() + (f", {self.by_plan}" if self.by_plan else "")

    def _where_rates(self) -> str:
        """What the symbols of a machine's rates are on it, after a text that has them."""
        if self.symbolic is None or self.constants is None:
            return ""
        return f", with {rates_text(self.constants.said(self.symbolic))}"

    def _text(self) -> str:
        if self.symbolic is not None:
            return self.symbolic._text()
        if self.verdict in ("never", "always"):
            return f"{self.verdict} {self.claim}" if self.claim else self.verdict
        condition = f" when {self.when.text}" if self.when is not None and self.when.text else ""
        if self.always is not None:
            condition += f", every {self.name} when {self.always.text}"
        match self.region:
            case kinds.Joined(parts, joined):
                whole = f" {joined} ".join(f"({p._text()})" if p.bracketed(joined) else p._text() for p in parts)
                return f"({whole}){condition}" if condition else whole
            case kinds.Intervals(several):
                return f"{self.name} in " + " or ".join(map(str, several)) + condition
        said = (p._text() if isinstance(p, Threshold) else ", ".join(p) if isinstance(p, tuple) else str(p)
                for p in self.pieces())  # fmt: skip
        return "".join(said) + ("" if self.between or self.verdict == "open" else condition)

    @property
    def inner(self) -> tuple[Threshold, ...]:
        """The answers of which it is made: several joined, or the two that it lies between."""
        region = self.region
        if isinstance(region, kinds.Joined):
            return region.parts
        return (region.sufficient, region.necessary) if isinstance(region, kinds.Between) else ()

    @property
    def between(self) -> bool:
        """Whether it is two thresholds, one that suffices and one that is necessary."""
        return isinstance(self.region, kinds.Between)

    def pieces(self) -> tuple[Piece, ...]:
        """What it says beside parts, intervals, conditions, of which text and LaTeX are made: no formula as words."""
        n = str(self.name)
        match self.region:
            case kinds.Between(enough, needed):
                return _between(n, enough, needed)
            case kinds.FromFirst(first, forever):
                if forever is None:
                    return Bound(n, "=", first), " is the first, but it does not stay so"
                on = Bound(n, ">=", first)
                return (on,) if first == forever else (on, " first, every ", Bound(n, ">=", forever))
            case kinds.UpToLast(last, until):
                end = Bound(n, "<=", until)
                return (end,) if last == until else ("every ", end, ", last ", Bound(n, "=", last))
        too_small = self.number == 0 and isinstance(self.root, PowerOfTwo)
        if self.number is not None and not too_small and not (math.isinf(self.number) and self._beyond_digits()):
            return self._in_numbers(self.number)
        if self.root is not None:
            return (Bound(n, self.sense, self.root),)
        if self.when is not None and self.verdict == "when":
            return "every ", (n,)
        return ((n,), " in a region that needs numbers for ", self.free) if self.free else ((n,), " in an open region")

    def _in_numbers(self, number: float) -> tuple[Piece, ...]:
        """One crossing as a number, the integer behind it where that says more."""
        n = self.integer
        shown = Decimal(n) if math.isinf(number) and n is not None else number if number else self._tiny()
        bound = Bound(str(self.name), self.sense, shown)
        if n is None or not is_size(self.name) or (n == number and self.sense in (">=", "<=")):
            return (bound,)
        if n >= LONG:  # of four digits, as in 1.000e+400, nobody takes the rest for zeros
            told = Fraction(bound.right)
            if math.isinf(number) or not (mistaken(told, n) or (told == n and self.sense in "<>")):
                return (bound,)
        return (replace(bound, whole=n),)

    def _tiny(self) -> float | Decimal:
        """A crossing above 0 that no float tells from 0, as four digits."""
        end = self.real or self.found or self.root
        low, high = end.bracket() if end is not None else (Fraction(0), Fraction(0))
        return Decimal(brief(high)) if low > 0 else 0.0

    __repr__ = __str__

    def bracketed(self, joined: str) -> bool:
        """Whether it stands in brackets as a part of a region so joined: what follows would join its condition."""
        if self.between:
            return True
        several = bool(self.parts)
        conditional = self.when is not None or self.always is not None
        if joined == "and":
            return several or conditional or len(self.intervals) > 1
        return conditional or (several and self.joined == "and")

    def _beyond_digits(self) -> bool:
        """Whether the crossing is a power of two that is not written out."""
        try:
            self.integer  # noqa: B018
        except Unsupported:
            return True
        return False

    @property
    def reduced(self) -> Condition | None:
        """The same region as one posynomial inequality in all symbols, K/B + K/D + K/F <= 1; None where it is none.

        Both sides are divided by one term and multiplied by the denominator, which have to be proved above 0.
        """
        gap = self.expr - self.level
        num, below = gap.num, sign(gap.den)
        if below.mark == "-":
            num, below = -num, -below
        plus = [m for m, c in num.terms.items() if c > 0]
        if len(plus) != 1 or len(num.terms) < 2 or below.mark != "+":
            return None
        if not all(is_positive(g) for g in num.ring.exponents(plus[0])) or not all(
            map(real_throughout, (self.expr, self.level))
        ):
            return None
        m, c = plus[0], num.terms[plus[0]]
        minus = Poly(num.ring, {k - m: exact(Fraction(-v) / c) for k, v in num.terms.items() if v < 0})
        return Condition(Ratio(ordered(minus)), "<" if self.strict else "<=", ratio(1))

    # -- binding -------------------------------------------------------------------------------------------------------
    def at(self, /, *, within: object = None, **sizes: object) -> Threshold:
        """The threshold at these numbers; what is not given stays symbolic.

        ``within`` is a time, as 2 (seconds) or "500ms": after it what has symbols left stays open, numbers are refused.
        Without one that is 4,000,000 steps of work.
        Raises SymroofError for a size that is not a positive integer or does not divide over the mesh axes that cut it,
        for a symbol that does not occur, OutOfTime.  Of an expression, a capital letter alone may have been cancelled
        before it was asked about: it does not matter, and ``.notes`` say so.  A size may be tied to others, F="4*D".

        >>> from symroof import dims, threshold
        >>> N, D = dims("N D")
        >>> threshold(N * (D - 3) + D, N, over=60).at(D=8, within="2s")
        N >= 10.4 (11)
        """
        if within is not None and "within" in map(str, (*self.keys, *self.known)):
            raise SymroofError(
                "within is a size here, and a time for .at(...); call the size otherwise, or bind it first"
            )
        with limited_to(within):
            return self._at(sizes)

    def _at(self, sizes: Mapping[str, object]) -> Threshold:
        ties = {n: r for n, x in sizes.items() if (r := tie(n, x, (*self.keys, *self.known))) is not None}
        if ties:
            ties = {n: self._meant(n, r, said=isinstance(sizes[n], str)) for n, r in ties.items()}
            ties = put_together(ties, dict(self.bound))
            numbers = {n: x for n, x in sizes.items() if n not in ties}
            numbers |= {n: r.constant() for n, r in ties.items() if not r.names}
            left = {n: r for n, r in ties.items() if r.names}
            there = self._tied(left).but(bound=tuple({**dict(self.bound), **left}.items())) if left else self
            return there._at(numbers) if numbers else there
        return self._at_numbers(sizes)

    def _at_numbers(self, sizes: Mapping[str, object]) -> Threshold:
        """The same at sizes none of which is tied to others."""
        values = self._bound(sizes)
        cuts = None if self.cuts is None else self.cuts.at(values)
        bound = tuple({**dict(self.bound), **values}.items())
        if self._is_special(values):
            made = self._again(values)
            known = {*made.known, *self._left_of(made, values)} - {*made.keys, made.name}
            return made.but(bound=bound, known=tuple(sorted(known)))
        gone = [n for n in sizes if str(n) not in map(str, values)]
        sides = put_in(self.expr, values), put_in(self.level, values)
        made = answer(*sides, self.name, strict=self.strict, settled=True)
        kept = self._left_of(made, values)
        later = None if self.again is None else partial(_with, self.again, values)
        notes = made.said
        if gone:
            notes = (f"{', '.join(gone)} does not occur, so it does not matter", *notes)
        made = made.but(claim=self.claim, known=kept, special=self.special, again=later, said=notes,
                        cancelled=self.cancelled, by_plan=self.by_plan, bound=bound, stays=self.stays, own=self.own,
                        constants=None if self.constants is None else self.constants.at(values))  # fmt: skip
        if self.exact is None or self.regime is None:
            return tried_threshold(made).cut(cuts)
        made = tried_threshold(made).cut(cuts)
        return in_regime(made, self.exact.at(**sizes), self.regime, {**dict(self.at_sizes), **values})

    good_within = apart.good_within

    def _meant(self, n: str, r: Ratio, said: bool) -> Ratio:
        """What a size is tied to; in text, by the symbols of that name of this question, of the model else by sizes.

        Raises SymroofError for a rate of the model: C, the peak, is no size of that name.
        """
        means = {m: self._symbol(m) if said else m for m in r.names}
        if self.own is not None:
            own = {*map(str, self.own)}
            rates = {m for m in (*self.expr.names, *self.level.names, self.name) if str(m) not in own}
            rate = next((m for m in means.values() if m in rates and not may_count(m)), None)
            if rate is not None:
                raise SymroofError(f"{n}={r}: {rate} is a rate of this question, no size; call the size otherwise")
        return r.renamed({m: k for m, k in means.items() if type(k) is not type(m)})

    def _symbol(self, m: str) -> str:
        """What a name means here: one new to the model is a size, whatever it is by convention."""
        here = (*self.keys, *self.known, self.name)
        return resolve(m, here) if self.own is None or str(m) in map(str, here) else key(m, True)

    def _tied(self, given: Mapping[str, Ratio]) -> Threshold:
        """Asked anew with sizes that are made of others."""
        for n, r in given.items():
            if n == self.name:
                raise SymroofError(f"{n} is the unknown here; ask for {', '.join(map(str, r.names))} by it instead")
            self._bound({n: 1})  # occurs
            if self.again is not None or (self.cuts and self.cuts.meshed) or self.by_plan or self.exact is not None:
                remedy = f"tie it where the operation is made, as in op(..., {n}={str(r)!r})"
                remedy = "give numbers; by leading terms it may be tied" if self.own == () else remedy
                raise SymroofError(f"{n}={r}: this threshold depends on more than its formula; {remedy}")
        keyed = resolved(given, self.keys)
        sides = self.expr.subs(keyed), self.level.subs(keyed)
        refuse_namesakes_in(*sides)
        made = answer(*sides, self.name, strict=self.strict)
        new = {n for r in given.values() for n in r.names} - {*keyed}
        constants = None if self.constants is None else self.constants.at(given)
        known = tuple(sorted({*new, *self._left_of(made, keyed)}))
        made = made.but(claim=self.claim, known=known, cancelled=self.cancelled, constants=constants, stays=self.stays,
                        own=self.own)  # fmt: skip
        cuts = (self.cuts or Cuts()).tied(keyed)
        cuts.check({})
        return tried_threshold(made).cut(cuts)

    def _left_of(self, made: Threshold, values: Collection[str]) -> tuple[str, ...]:
        """The symbols of the question that are not bound yet and no longer matter, in what came of these values."""
        lost = sorted({*self.keys} - {*self.known, *made.keys, *values})
        return tuple(n for n in (*self.known, *lost) if n not in values)

    def _is_special(self, values: Mapping[str, Number]) -> bool:
        return self.again is not None and any(str(n) in self.special for n in values)

    def _again(self, values: Mapping[str, Number]) -> Threshold:
        """Made anew with the special symbols among the values bound, and then the others."""
        assert self.again is not None
        rest = {n: v for n, v in values.items() if str(n) not in self.special}
        return _with(self.again, rest, {str(n): v for n, v in values.items() if str(n) in self.special})

    def _bound(self, sizes: Mapping[str, object]) -> dict[str, Number]:
        known = {*self.keys, *self.known, *(self.exact.keys if self.exact is not None else ())}
        out: dict[str, Number] = {}
        for name, given in resolved(sizes, [*known, self.name]).items():
            if name == self.name:
                raise SymroofError(f"{name} is the unknown here; to test one value ask .contains({given})")
            if name not in known and (before := dict(self.bound).get(str(name))) is not None:
                raise SymroofError(f"{name} does not occur in this threshold: it is {before} already")
            if name not in known and self.cancelled and len(name) == 1 and name.isupper():
                number(name, given)
                continue
            if name not in known:
                have = ", ".join(sorted(known)) or "nothing else"
                raise SymroofError(f"{name} does not occur in this threshold; it depends on {have}")
            out[name] = number(name, given)
        return out


_FIELDS = names(Threshold)
_FORMULAS = 8  # sizes that are asked one by one where some have formulas of their own
_ENDED = (kinds.Ray, kinds.ExactRay)  # regions with one end, at a root


def _with(again: Again, values: Mapping[str, Number], special: Mapping[str, Number]) -> Threshold:
    """What ``again`` makes, at values that were bound before the special ones."""
    made = again(special)
    known = {*made.keys, *made.known}
    return made.at(**{n: v for n, v in values.items() if n in known}) if values else made


def _between(name: str, enough: Threshold, needed: Threshold) -> tuple[Piece, ...]:
    """A threshold that suffices and one that is necessary."""
    told = ("no ", (name,), " is proved to do") if enough.verdict == "never" else (enough, " suffices")
    return told if needed.verdict == "always" else (*told, "; ", needed, " is necessary")

"""What a line of a program may be: one row for each operation, which says all that is asked of it by its name.

A function of the algebra's table (``algebra/ratios/functions.py``) is an operation by what its own row says.  What a
row does not say is answered so that nothing is taken for granted.  ``PARTS`` are the rows of what stands in a node.

>>> OPERATIONS["max"].of(2.0, 3.0), OPERATIONS["floor"].rounds, OPERATIONS["exp"].lost_at_1
(3.0, -1, False)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, final

from symroof.algebra.ratios.functions import EXTREMES, FUNCTIONS, KINDS, Extreme, Function, Kind

BIG = 2.0**53  # from here on floats are not all of the integers
EDGES = 2 * BIG  # from here on a quotient's float is its rounding's too
NEAR = 2.0**-30  # so near to a whole number, a rounding of what may have lost digits is looked at

BRINKS: Mapping[str, float] = MappingProxyType({"brink": NEAR, "verge": 2.0**-43})  # of few roundings, none lost
NO_SIZE = 2.0**120  # in the place of what is no integer, for looks at what is made of it: a 2**64th of it is above BIG

Code = Callable[[str, str], str]
Settled = Callable[[Any, Any], Any]


@final
@dataclass(frozen=True)
class Operation(Kind):
    """One operation on one or two floats."""

    kind: str
    ufunc: str  # of NumPy, or of our own (``code.array_functions``)
    code: Code | None  # on Python floats, of its operands as text; None of what takes several lines
    of: Callable[[float, Any], float]  # on floats that are known
    xp: Code | None = None  # on arrays of any library, where ``ufunc`` is no function there
    settled: Settled | None = None  # of truths, what it is where one operand is known; None where that is open

    rounds: int = 0
    extreme: int = 0
    logarithm: bool = False
    exponential: bool = False
    nonnegative: bool = False
    keeps_sign: bool = False
    demands: Literal["", ">", ">="] = ""

    positive: bool = False  # it is above 0, or nan, where its operands are
    unsigned: bool = False  # it is not below 0 where its operands are above
    exact: bool = False  # its float of floats is what it is of them, as far as is asked
    integral: bool = False  # it is an integer where its operands are
    integral_first: bool = False  # ... where its first is
    tame: bool = False  # it neither overflows nor fails while the arguments are moderate
    twice: bool = False  # its operands stand in its code twice
    doubts: bool = False  # it is nan where floats leave open what it is
    looks: bool = False  # ... as what cancels, or lies near a whole number, does
    tempers: bool = False  # ... as what exp may overflow on does
    shrinks: bool = False  # it may be 0 in floats alone
    no_pole: bool = False  # it is no quotient by 0
    may_end: bool = False  # it is nan where there is no value
    lost_at_1: bool = False  # it loses its digits where its argument is near 1
    truth: bool = False  # it is, or goes by, a comparison
    whole: bool = False  # it is its operand, where that is whole
    below: int | None = None  # it is its first operand, where this one is below 2**53


def _of_extreme(f: Extreme, ufunc: str) -> Operation:
    over = "<" if f.extreme < 0 else ">"
    return Operation(
        f.kind, ufunc, lambda x, y: f"({x} if {x} {over} {y} else {y})", f.pick,
        lambda x, y: f"_extreme(_xp.{ufunc}, {x}, {y})", extreme=f.extreme, keeps_sign=f.keeps_sign,
        positive=True, unsigned=True, exact=True, integral=True, tame=True, twice=True,
    )  # fmt: skip


def _of_function(f: Function) -> Operation:
    return Operation(
        f.kind, f.ufunc, lambda x, _: f.code.format(x), lambda a, _: f.python(a),
        (lambda x, _: f"_{f.kind}(_xp, {x})") if f.logarithm else None, rounds=f.rounds, logarithm=f.logarithm,
        exponential=f.exponential, keeps_sign=f.keeps_sign,
        demands=f.demands, positive=f.positive,  # sums with exp in them are looked at as any
        unsigned=f.keeps_sign or f.nonnegative, exact=bool(f.rounds), integral=bool(f.rounds),
        tame=bool(f.rounds or f.logarithm), lost_at_1=f.logarithm, shrinks=f.exponential,
    )  # fmt: skip


def _of_brink(kind: str, near: float) -> Operation:
    return Operation(
        kind, kind, lambda x, y: f"(_nan if {y} >= {BIG} and abs({x} - _rint({x})) <= {near} * abs({x}) else {x})",
        _first, lambda x, y: f"_brink(_xp, {x}, {y}, {near})", positive=True, exact=True, integral_first=True,
        tame=True, twice=True, doubts=True, looks=True, below=1,
    )  # fmt: skip


def root(x: float, degree: float) -> float:
    """The root of a float, exact where it is an integer."""
    y = math.pow(x, 1 / degree)
    n = float(math.floor(y + 0.5))
    return n if math.pow(n, degree) == x else y


def _both(a: Any, b: Any) -> Any:
    """What holds when one side is 1, where the other does, or nan, nowhere; None where both sides are open."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, float):
            return other if one == one else math.nan
    return None


def _either(a: Any, b: Any) -> Any:
    """What holds where one of two does: 1 where either is, the other where it is nan; None where both are open."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, float):
            return one if one == one else other
    return None


def _guarded(x: Any, held: Any) -> Any:
    """A value under a condition that is settled: the value, or nan; None where the condition is open."""
    return None if not isinstance(held, float) else x if held == held else math.nan


def _merged(a: Any, b: Any) -> Any:
    """Of two values the one that is held to; None where it is open which."""
    return next((y for x, y in ((a, b), (b, a)) if isinstance(x, float) and x != x), None)


def _times(x: str, y: str) -> str:
    return f"({x} * {y})"


def _other(x: str, y: str) -> str:
    return f"({x} if {x} == {x} else {y})"


def _first(a: float, _: Any) -> float:
    return a


_ARITHMETIC = (
    Operation("mul", "multiply", _times, lambda a, b: a * b, _times, positive=True, unsigned=True, exact=True,
              integral=True, tame=True, shrinks=True),
    Operation("div", "divide", lambda x, y: f"({x} / {y})", lambda a, b: a / b, lambda x, y: f"({x} / {y})",
              positive=True, unsigned=True, tame=True, shrinks=True),
    Operation("add", "add", lambda x, y: f"({x} + {y})", lambda a, b: a + b, lambda x, y: f"({x} + {y})",
              positive=True, unsigned=True, exact=True, integral=True, tame=True),
    Operation("sub", "subtract", lambda x, y: f"({x} - {y})", lambda a, b: a - b, lambda x, y: f"({x} - {y})",
              exact=True, integral=True, tame=True),
    Operation("pow", "power", lambda x, y: f"_pow({x}, {y})", lambda a, b: math.pow(a, b),
              lambda x, y: f"({x} ** {y})", demands=">=", positive=True, unsigned=True, tame=True, shrinks=True),
    Operation("sqrt", "sqrt", lambda x, _: f"_sqrt({x})", lambda a, _: math.sqrt(a), demands=">=", nonnegative=True,
              positive=True, unsigned=True, tame=True),
    Operation("root", "root", None, lambda a, k: root(a, int(k)), demands=">=",
              nonnegative=True, positive=True, unsigned=True, twice=True),
    Operation("log", "log", lambda x, _: f"_log({x})", lambda a, _: math.log(a), demands=">", tame=True,
              lost_at_1=True),
    Operation("raised", "raised", lambda x, y: f"(_pow({y}, {x}) if {x} >= 0.0 or {y} == 2.0 else _nan)",
              lambda n, a: math.pow(a, n) if n >= 0 or a == 2 else math.nan, lambda x, y: f"_raised(_xp, {x}, {y})",
              positive=True, unsigned=True, exact=True, tame=True, twice=True, doubts=True),
    Operation("beside", "beside", lambda x, y: f"(0.5 if {x} > {y} else -0.5 if {x} < {y} else {x} - {y})",
              lambda a, b: 0.5 if a > b else -0.5 if a < b else a - b, lambda x, y: f"(0.5 * _xp.sign({x} - {y}))",
              exact=True, tame=True, twice=True),
    Operation("abs", "abs", lambda x, _: f"abs({x})", lambda a, _: abs(a), lambda x, _: f"abs({x})", positive=True,
              unsigned=True, exact=True, integral=True, tame=True),
)  # fmt: skip
_TRUTHS = (  # a comparison is 1 or nan on floats, a truth value on arrays
    Operation("lt", "lt", lambda x, y: f"(1.0 if {x} < {y} else _nan)", lambda a, b: 1.0 if a < b else math.nan,
              lambda x, y: f"({x} < {y})", positive=True, unsigned=True, exact=True, twice=True, truth=True),
    Operation("le", "le", lambda x, y: f"(1.0 if {x} <= {y} else _nan)", lambda a, b: 1.0 if a <= b else math.nan,
              lambda x, y: f"({x} <= {y})", positive=True, unsigned=True, exact=True, twice=True, truth=True),
    *(Operation(name, "tie", lambda x, y: "_nan", lambda a, b: math.nan, lambda x, y: "False", positive=True,
                unsigned=True, exact=True, doubts=True, truth=True) for name in ("tie<", "tie<=")),  # left to others
    Operation("both", "multiply", _times, lambda a, b: a * b, lambda x, y: f"({x} & {y})", _both, positive=True,
              unsigned=True, exact=True, twice=True, truth=True),
    Operation("either", "fmax", _other, lambda a, b: a if a == a else b, lambda x, y: f"({x} | {y})", _either,
              positive=True, unsigned=True, exact=True, twice=True, truth=True),
    Operation("guard", "multiply", _times, lambda a, b: a * b, lambda x, y: f"_where(_xp, {y}, {x}, _nan)", _guarded,
              positive=True, unsigned=True, exact=True, twice=True, truth=True, no_pole=True, may_end=True),
    Operation("merge", "fmax", _other, lambda a, b: a if a == a else b, None, _merged, positive=True, unsigned=True,
              exact=True, twice=True, truth=True),
    Operation("above", "above", lambda x, _: f"({x} if {x} > 0.0 else _nan)", lambda a, _: a if a > 0 else math.nan,
              lambda x, _: f"_above(_xp, {x})", positive=True, unsigned=True, exact=True, twice=True, truth=True,
              may_end=True),
)  # fmt: skip
_LOOKS = (  # a value itself, or nan where floats have lost what it is
    Operation("sure", "sure", lambda x, y: f"(_nan if -{y} < {x} < {y} else {x})", _first,  # 0 of nothing is 0
              lambda x, y: f"_sure(_xp, {x}, {y})", positive=True, exact=True, integral_first=True, tame=True,
              twice=True, doubts=True, looks=True),
    Operation("some", "some", lambda x, y: f"(_nan if -{y} <= {x} <= {y} and {x} != 0.0 else {x})", _first,
              lambda x, y: f"_some(_xp, {x}, {y})", positive=True, exact=True, tame=True, twice=True, doubts=True,
              looks=True),
    Operation("edge", "edge",
              lambda x, y: f"(_nan if abs({x} - _rint({x})) <= {y} * abs({x}) < {EDGES} * {y} else {x})", _first,
              positive=True, exact=True, integral_first=True, tame=True, twice=True, doubts=True, looks=True),
    *(_of_brink(kind, near) for kind, near in BRINKS.items()),
    Operation("whole", "whole", lambda x, _: f"({x} if -{BIG} < {x} < {BIG} else _nan)",
              lambda a, _: a if abs(a) < BIG else math.nan, lambda x, _: f"_whole(_xp, {x})", positive=True,
              exact=True, integral=True, tame=True, twice=True, doubts=True, below=0),
    Operation("entire", "entire", lambda x, _: f"({x} if {x} % 1.0 == 0.0 else {NO_SIZE})",  # looks find that too large
              lambda a, _: a if a % 1 == 0 else NO_SIZE, lambda x, _: f"_entire(_xp, {x})", positive=True, exact=True,
              integral=True, tame=True, twice=True, whole=True),
    Operation("mild", "mild", lambda x, y: f"({x} if -{y} <= {x} <= {y} else _nan)",  # what exp is taken of
              lambda a, b: a if abs(a) <= b else math.nan, lambda x, y: f"_mild(_xp, {x}, {y})", positive=True,
              exact=True, integral_first=True, tame=True, twice=True, doubts=True, tempers=True),
    Operation("capped", "capped", lambda x, y: f"({x} if {x} <= {y} else _nan)",  # nothing hangs on a small one
              lambda a, b: a if a <= b else math.nan, lambda x, y: f"_capped(_xp, {x}, {y})", positive=True,
              exact=True, integral_first=True, tame=True, twice=True, doubts=True, tempers=True),
    Operation("finite", "finite", lambda x, _: f"({x} if {x} - {x} == 0.0 else _nan)",
              lambda a, _: a if math.isfinite(a) else math.nan, lambda x, _: f"_finite(_xp, {x})", positive=True,
              exact=True, integral=True, twice=True, no_pole=True, may_end=True),
)  # fmt: skip

OPERATIONS: Mapping[str, Operation] = MappingProxyType({o.kind: o for o in (
    *_ARITHMETIC, *_TRUTHS, *_LOOKS, *map(_of_extreme, EXTREMES.values(), ("maximum", "minimum")),
    *map(_of_function, FUNCTIONS.values()),
)})  # fmt: skip
PARTS: Mapping[str, Kind] = MappingProxyType({**KINDS, **OPERATIONS})
_NOTHING = Kind()  # sums, products, and what has a condition


def part(node: Any) -> Kind:
    """The row of what a node is: of a sum or a product one that says nothing."""
    return PARTS.get(node[0], _NOTHING)


def having(trait: str) -> frozenset[str]:
    """The names of the operations that say so of themselves.

    >>> sorted(having("rounds"))
    ['ceil', 'floor']
    """
    return frozenset(k for k, o in OPERATIONS.items() if getattr(o, trait))


def lacking(trait: str) -> frozenset[str]:
    """The names of those that do not."""
    return frozenset(OPERATIONS) - having(trait)

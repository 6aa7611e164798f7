"""The front door: numeric makes a fast function, exactly an exact rational."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, final

from symroof.algebra.interop.door import core
from symroof.algebra.interop.nodes import symbols_in
from symroof.algebra.ratios.needs import lost
from symroof.algebra.ratios.posynomial import Number, Ratio, ratio
from symroof.algebra.ratios.sizes import is_whole, number
from symroof.algebra.regions.outcome import Threshold
from symroof.algebra.signs.closed import Extremum, Implicit, PowerOfTwo, Quadratic, Root
from symroof.algebra.signs.condition import Condition, opposite
from symroof.algebra.signs.constant import rational_at, refuse_unmet
from symroof.errors import SymroofError
from symroof.evaluate.blocks import must_run, not_positive
from symroof.evaluate.code import tempered
from symroof.evaluate.engine import Numeric, rebuild
from symroof.evaluate.nodes import Lowering, Program, Reading, read
from symroof.evaluate.rooted import Equation, solved
from symroof.keywords import fitting, sized
from symroof.likes import AmountLike, SizeLike
from symroof.symbols import NAME, key_of, resolved


@fitting
def numeric(
    expr: object, *symbols: object, backend: str = "numpy", parallel: bool | None = None, **sizes: SizeLike
) -> Numeric:
    """A fast function of the given symbols, every other symbol bound by ``sizes``.

    >>> from symroof.symbols import dims
    >>> B, D, F = dims("B D F")
    >>> numeric(2 * B * D * F, B, D, F=4096)(2**30, 2**30) == 2.0**73
    True

    >>> numeric([B * D, B / D], B, D=4)(8)
    (32.0, 2.0)

    ``expr`` is a SymPy expression, a Ratio, an Approx, an Optimum or a Threshold (their ``value``, and nan where their
    condition does not hold); or a list of them, which share their common parts and give a tuple.  So does a threshold
    with several ends, one for each in the order in which it is printed; an end that is the root of an equation is
    found at each point by exact isolation, in a few milliseconds, and is nan where there is no such root.  Arguments go
    by position or by name: plain numbers give a float; NumPy arrays of any integer or float type are taken as float64,
    broadcast, and worked through in blocks (``out=`` reuses an array, or as many as there are expressions); JAX, Dask,
    xarray and other array-API arrays stay what they are.
    An argument that ``expr`` does not use may be named, so that formulas of one family are called alike; so may a
    capital letter among ``sizes``.  Arguments may lie between sizes, where a curve has its points; those bound here are
    whole.  ``backend="numba"`` compiles the loop.  ``parallel``: large arrays take two
    threads, unless it is False.

    >>> from symroof.model.threshold import threshold
    >>> K = B.func("K", positive=True)
    >>> numeric(threshold(B * D / (B + D), B, over=K), D, K)(4, 2), numeric(threshold(B / 3, B, over=K), K)(2)
    (4.0, 6.0)

    Raises SymroofError for symbols left over or unknown, sizes that are not positive, a threshold that does not exist,
    or a back end that is not installed.
    """
    must_run(backend)
    names = _symbol_names(symbols, sizes)
    listed = isinstance(expr, (list, tuple))
    answers = [Answer.of(e, "numeric") for e in expr] if isinstance(expr, (list, tuple)) else Answer.each_of(expr)
    bound = bound_sizes(sizes, {n for a in answers for n in a.keys}) if sizes else {}  # SymPy's collecting is dear
    if not answers:
        raise SymroofError("no expression to evaluate: the list is empty")
    answers = [a.checked(bound).whole(bound) for a in answers]  # arguments are points of a curve, between sizes too
    ends = [None if a.equation is None else a.equation.at(resolved(bound, a.equation.keys)) for a in answers]
    used = {str(n) for e in ends if e is not None for n in e.keys}
    told = [read(a.value if a.form is None else a.form, bound, a.when) for a in answers if a.equation is None]
    refuse_unknown("numeric", sizes, used.union(*(r.names for r in told)), answers)
    rooted, many = any(e is not None for e in ends), listed or len(answers) > 1
    program, free = _lowered(tuple(told), names, many or rooted)
    left = sorted({*free, *(n for e in ends if e is not None for n in e.free - {*names})})
    if left:
        given = ", ".join(names)
        example = f"numeric(expr, {given + ', ' if given else ''}{left[0]}=4096)"
        raise SymroofError(f"still symbolic: {', '.join(left)}; give a number for each, as in {example}")
    return solved(tuple(ends), program, names, backend, many) if rooted else rebuild(program, names, backend, parallel)


@lru_cache(maxsize=128)
def _lowered(told: tuple[Reading, ...], names: tuple[str, ...], many: bool) -> tuple[Program, tuple[str, ...]]:
    """The lines of whole expressions, and the symbols that none of the names is; kept as the readings are."""
    lowering = Lowering(names, [r.node for r in told])
    try:
        results = tuple([lowering.result(r.node) for r in told])
        return tempered(lowering.program(results, many)), tuple(lowering.left)
    except (OverflowError, ZeroDivisionError):
        said = "a constant of this expression is too large or too small for a float64; use exactly()"
        raise SymroofError(said) from None
    except SymroofError:
        raise
    except ValueError:
        raise SymroofError("a constant of this expression is the root or logarithm of what is not positive") from None


def _symbol_names(symbols: Sequence[object], sizes: Mapping[str, object]) -> tuple[str, ...]:
    names: list[str] = []
    for s in symbols:
        for name in [getattr(s, "name", None)] if not isinstance(s, str) else s.replace(",", " ").split():
            if not isinstance(name, str):
                raise SymroofError(f"{s!r} is not a symbol; write numeric(expr, B, D=4096)")
            if isinstance(s, str) and not NAME.match(name):
                raise SymroofError(f"{name!r} is no symbol's name; write numeric(expr, B, D=4096)")
            if name in names:
                raise SymroofError(f"{name} is given twice")
            if name in sizes:
                raise SymroofError(f"{name} is both an argument and bound to {sizes[name]}; choose one")
            names.append(name)
    return tuple(names)


def bound_sizes(sizes: Mapping[str, object], among: Iterable[str] = ()) -> dict[str, Number]:
    """Numbers by name; ``among`` are the symbols that the names mean."""
    out: dict[str, Number] = {}
    for name, value in resolved(sizes, among).items():
        if getattr(value, "shape", ()) or isinstance(value, (list, tuple)):
            raise SymroofError(f"{name} is bound to an array; name it as a symbol and pass the array when calling")
        if isinstance(value, float) and math.isnan(value):
            raise SymroofError(not_positive(name, value))
        out[str(name)] = number(name, value)
    return out


@final
@dataclass(frozen=True)
class Answer:
    """What is to be evaluated, and the conditions without which it has no value."""

    value: Any
    when: tuple[Condition, ...] = ()
    said: Any = None  # the record it comes from
    form: Any = None  # the value in another form, which floats lose no digits of

    equation: Equation | None = None  # the value where it has no closed form

    @staticmethod
    def of(x: Any, verb: str = "numeric") -> Answer:
        """An expression as it is; of a Threshold, Approx or Optimum the value and its conditions.

        Raises SymroofError for text that is no formula, and for a threshold that has no one value.
        """
        if isinstance(x, Ratio) or hasattr(type(x), "free_symbols"):
            return Answer(x)
        if isinstance(x, str):
            return Answer(core(x))
        if isinstance(x, (bool, int, float, Fraction)) or not hasattr(x, "value"):
            return Answer(x)
        when, always = getattr(x, "when", None), getattr(x, "always", None)
        there = tuple(getattr(x, "conditions", ())) if when is None else (when,)
        # where every size will do there is no crossing: the formula says a size below 0
        there = there if always is None else (*there, opposite(always))
        root = getattr(x, "root", None)
        if x.value is not None:
            return Answer(_readable(x.value, root), there, x, root if isinstance(root, Quadratic) else None)
        if not isinstance(root, Implicit):
            ends = Answer._ends(x) if isinstance(x, Threshold) and x.parts else []
            if len(ends) == 1:
                return ends[0]
            raise SymroofError(f"{x} has no one value to evaluate: {_instead(x, verb)}")
        return Answer(None, there, x, equation=Equation(root, x.name, x.sense, there))

    @staticmethod
    def each_of(x: Any) -> list[Answer]:
        """The same of each end of a threshold that has several, in the order in which it is printed."""
        return (Answer._ends(x) if isinstance(x, Threshold) and x.parts else []) or [Answer.of(x)]

    @staticmethod
    def _ends(x: Threshold) -> list[Answer]:
        """The ends of a threshold of several parts; one that only says when every size does is none, as in ``always``.

        Beside "every B when K <= D" there is a crossing where K > D alone; joined by "and", where K <= D alone.
        """
        own = [c for c in (x.when, None if x.always is None else opposite(x.always)) if c is not None]
        for part in x.parts:
            if part.region == "when" and part.when is not None:
                own.append(part.when if x.joined == "and" else opposite(part.when))
        parts = [part for part in x.parts if part.region != "when"]
        return [a.also(own, x) for part in parts for a in Answer.each_of(part)]

    def also(self, when: Sequence[Condition], said: Any) -> Answer:
        """The same under more conditions, those of the record that it is an end of."""
        there = (*self.when, *when)
        equation = None if self.equation is None else replace(self.equation, when=there)
        return replace(self, when=there, said=said, equation=equation)

    def checked(self, bound: Mapping[str, Number]) -> Answer:
        """Itself.  Raises NotationError where a size of the record is none at these numbers, as ``.at`` does."""
        cuts = getattr(self.said, "cuts", None)
        if cuts is not None:
            cuts.check(bound)
        return self

    def tied(self, given: Collection[str]) -> list[Ratio]:
        """What is tied to symbols that are given, the unknown none of them, and has to be a whole number."""
        cuts, unknown = getattr(self.said, "cuts", None), getattr(self.said, "name", None)
        return [] if cuts is None or unknown is None else cuts.ties(unknown, given)

    def whole(self, given: Collection[str]) -> Answer:
        """The same under the condition that what is tied to symbols that are given is whole."""
        needed = [Condition(low, "<=", high) for low, high in map(is_whole, self.tied(given))]
        return self.also(needed, self.said) if needed else self

    def exact(self) -> tuple[Ratio, set[str]]:
        """The exact value, 0 where an equation has it, and the names that it and its conditions are told by."""
        r = ratio(0) if self.equation is not None else core(self.value)
        of_root = () if self.equation is None else self.equation.keys
        return r, {str(n) for n in (*r.names, *(n for c in self.when for n in c.names), *of_root)}

    @property
    def names(self) -> frozenset[str]:
        """The names of the symbols of the value, its conditions and the record it comes from."""
        return frozenset(map(str, self.keys))

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the same symbols."""
        own = {key_of(s) for s in symbols_in(self.value)}
        own |= set(self.value.names) if isinstance(self.value, Ratio) else set()
        own |= {n for c in self.when for n in c.keys}
        own |= set() if self.equation is None else self.equation.keys
        for attribute in ("keys", "known"):
            own |= set(getattr(self.said, attribute, ()))
        for attribute in ("exact_core", "objective"):
            own |= set(getattr(getattr(self.said, attribute, None), "names", ()))
        return frozenset(own)


def _readable(value: object, root: Root | None) -> object:
    """The value of a crossing; of 2**K, which no expression read here may have, exp(K*ln(2))."""
    if not isinstance(root, (PowerOfTwo, Extremum)) or not root.names:
        return value
    return value if (made := root.in_functions()) is None else made


def _instead(x: Any, verb: str) -> str:
    """What to ask of a threshold that has no value, or several."""
    if getattr(x, "verdict", "when") != "when":
        return f"the threshold is {x.verdict}"
    if getattr(x, "number", None) is not None:
        return "it is a number already, float(...) of it"
    if getattr(x, "intervals", ()):
        return "its region has several ends; see .intervals"
    if getattr(x, "parts", ()):
        return f"it has several ends; ask for one of them, as in {verb}(rule.parts[0], ...)"
    if getattr(x, "between", False):
        return f"it lies between two; ask for one of them, as in {verb}(rule.sufficient, ...)"
    return "it is a condition without a crossing; see .when"


def refuse_unknown(verb: str, sizes: Iterable[str], used: Collection[str], answers: Iterable[Answer]) -> None:
    """Raise SymroofError for a name that none of the expressions has, which is mostly a slip of the pen.

    A capital letter alone may be a size of other formulas that are evaluated at the same sizes.
    """
    strange = [n for n in sizes if n not in used and not (len(n) == 1 and n.isupper())]
    known = frozenset().union(*(a.names for a in answers)) if strange else frozenset()
    strange = [n for n in strange if n not in known]
    if strange:
        have = ", ".join(sorted(known)) or "no symbols"
        raise SymroofError(f"{strange[0]} does not occur in this expression, which has {have}; "
                           f"write {verb}(...) without {strange[0]}=")  # fmt: skip


@sized
def exactly(expr: AmountLike, **sizes: SizeLike) -> Fraction:
    """The value with every symbol bound, as an exact rational.

    >>> from symroof.symbols import dims
    >>> B, D = dims("B D")
    >>> exactly(B / D, B=1, D=3)
    Fraction(1, 3)

    A capital letter alone that does not occur is left out of account, since formulas of one family are bound alike.

    Raises SymroofError for symbols left over or unknown and where the condition of a threshold does not hold,
    Unsupported where the value is irrational.
    """
    answer = Answer.of(expr, "exactly")
    r, names = answer.exact()
    refuse_unknown("exactly", sizes, names, [answer])
    bound = bound_sizes(sizes, answer.keys)
    for c in answer.checked(bound).when:
        own = [str(n) for n in c.names]
        if set(own) <= set(bound) and not c.holds(**{n: bound[n] for n in own}):
            at = ", ".join(f"{n}={bound[n]}" for n in own)
            raise SymroofError(f"no value at {at}: it holds when {c.text}")
    left = sorted(names - set(bound))
    if left:
        remedy = f"give a number for each, as in exactly(expr, {left[0]}=4096)"
        raise SymroofError(f"still symbolic: {', '.join(left)}; {remedy}")
    if answer.equation is not None:
        return answer.equation.exactly(bound)
    refuse_unmet((n for n in lost(r) if n[1] != "!="), bound)  # a quotient is as cancelled
    found = rational_at(r, bound)
    return Fraction(r.at(bound)) if found is None else found  # which says what is irrational

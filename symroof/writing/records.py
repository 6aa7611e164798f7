r"""What is set as one formula: a record of ours, each by a function of it, a relation, an expression, a number.

>>> from symroof import dims, threshold
>>> from symroof.writing.naming import lettered
>>> from symroof.writing.typeset import tex
>>> B, D = dims("B D")
>>> print(tex(lettered(form(threshold(B * D / (B + D), B, over=240).when))))
\frac{1}{D} < \frac{1}{240}
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from symroof.algebra.growth.regime import Regime, Vector
from symroof.algebra.interop.closed import closed_form
from symroof.algebra.ratios.posynomial import Number, Ratio, exact
from symroof.algebra.regions.ends import LONG
from symroof.algebra.signs.closed import ClosedForm, Extremum, Implicit, PowerOfTwo
from symroof.algebra.signs.closed import Root as Crossing
from symroof.decimals import float_digits, significand, whole_text
from symroof.errors import SymroofError
from symroof.writing.formulas import PLAIN, Style, about, number, of_sum, ordered, upside_down
from symroof.writing.naming import SIGNS, is_bare, lettered, operation, relation, sentence
from symroof.writing.terms import neutral
from symroof.writing.typeset import (
    COMMA,
    NODES,
    NOTHING,
    QUAD,
    SEMI,
    Braced,
    Fenced,
    Frac,
    Node,
    Num,
    Script,
    Symbol,
    Table,
    Words,
    applied,
    fenced,
    line,
    listed,
    row,
    tex,
)

SENSES = {">=": r"\ge", "<=": r"\le", "==": "=", "!=": r"\ne"}
AND = (" ", Words(" and "), " ")
_RELATIONS = {
    "StrictGreaterThan": ">",
    "GreaterThan": ">=",
    "StrictLessThan": "<",
    "LessThan": "<=",
    "Equality": "==",
    "Unequality": "!=",
}
_LOGIC = {*_RELATIONS, "And", "Or", "Piecewise", "BooleanTrue", "BooleanFalse"}
_SHAPES = {
    "threshold": ("sense", "verdict", "when"),
    "approx": ("value", "off", "regime"),
    "op": ("work", "traffic"),
    "optimum": ("value_core", "point_core"),
    "quantity": ("value", "unit"),
    "condition": ("left", "relation", "right", "rest", "joined"),
    "regime": ("relations", "fixed", "cone"),
}


def shape(x: object) -> str:
    """Which of our records x is: threshold, approx, op, optimum, quantity, logic, or formula.

    >>> shape(3)
    'formula'
    """
    if isinstance(x, Ratio):
        return "formula"
    for kind, fields in _SHAPES.items():
        if all(hasattr(x, f) for f in fields):
            return kind
    return "logic" if type(x).__name__ in _LOGIC else "formula"


def where(kind: type) -> str:
    """The name by which the tables know a record."""
    return f"{kind.__module__}.{kind.__qualname__}"


def form(x: object, style: Style = PLAIN, order: object = None) -> Node:
    """Anything that is shown as one formula, before its symbols are set.

    Raises SymroofError for what has no printed form.
    """
    if isinstance(x, NODES):
        return x
    if isinstance(x, (str, bool)):
        return Words(str(x).lower() if isinstance(x, bool) else x)
    if isinstance(x, (tuple, list)):
        return listed([form(i, style, order) for i in x], SEMI)
    if (rule := _RULES.get(shape(x))) is not None:
        return rule(x, style, order)
    if (record := RECORDS.get(where(type(x)))) is not None:
        return record(x)
    return of_sum(neutral(x, order), style)


def _sense(sense: str) -> str:
    return SENSES.get(sense, sense)


def _rounded(x: object, digits: int = 4) -> Node:
    return form(x, Style(digits))


def _shown(x: float) -> Node:
    """The number at the end of an interval."""
    return Num(*significand(exact(x), 4 if abs(x) < 1000 else 6))


def _tail(words: str, *several: Node) -> Node:
    """What stands behind a formula, after some room; nothing where there is nothing to say."""
    return NOTHING if all(x == NOTHING for x in several) else line(r"\quad", Words(words), *several)


def rates(known: Iterable[tuple[str, Fraction, str]]) -> Node:
    """The rates of a machine behind a formula that has their symbols, as C/W = 240.2."""
    return listed([line(rate(n), "=", Num(*significand(exact(v), 4))) for n, v, _ in known], SEMI)


def rate(symbol: str, stacked: bool = True) -> Node:
    """A rate's symbol, or the quotient of two."""
    top, *below = (Symbol(n) for n in symbol.split("/"))
    return Frac(top, below[0]) if stacked and below else listed([top, *below], "/")


def _with(known: Iterable[tuple[str, Fraction, str]]) -> Node:
    said = rates(known)
    return NOTHING if said == NOTHING else row(*QUAD, Words("with "), " ", said)


# -- relations and conditions ----------------------------------------------------------------------------------------


def _logic(x: Any, style: Style, order: object) -> Node:
    kind = type(x).__name__
    if kind in _RELATIONS:
        return line(form(x.lhs, style, order), _sense(_RELATIONS[kind]), form(x.rhs, style, order))
    if kind in ("And", "Or"):
        made = [form(a, style, order) for a in x.args]
        return listed(sorted(made, key=lambda y: tex(lettered(y))), (" ", Words(f" {kind.lower()} "), " "))
    if kind == "Piecewise":
        return Table("cases", tuple((row(form(v, style, order), " "), row(" ", _case_of(c, style))) for v, c in x.args))
    if kind in ("BooleanTrue", "BooleanFalse"):
        return Words("true" if kind == "BooleanTrue" else "false")
    raise SymroofError(f"{kind} has no printed form here: {str(x)[:80]}")


def _case_of(c: Any, style: Style) -> Node:
    return Words("otherwise") if type(c).__name__ == "BooleanTrue" else line(Words("if "), _logic(c, style, None))


def condition(when: object, style: Style = PLAIN) -> Node:
    """A threshold's condition, nothing where there is none."""
    return NOTHING if when is None else form(when, style)


def _inequalities(when: Any, style: Style) -> Node:
    own = line(ordered(when.left, style), _sense(when.relation), ordered(when.right, style))
    return listed([own, *(_inequalities(c, style) for c in when.rest)], (" ", Words(f" {when.joined} "), " "))


def _all_of(conditions: Iterable[object], style: Style = PLAIN) -> Node:
    return listed([condition(c, style) for c in conditions], AND)


def _regime(x: Any) -> Node:
    """A regime by its relations; notation is read."""
    if not isinstance(x, Regime):
        return relation(str(x or ""))
    if x.order:
        steps = listed([line(Symbol(n), r"\to", r"\infty") for n in x.order], (",", " ", Words("then "), " "))
        powers = [line(Words("every power of "), Symbol(a), r"\ll", Symbol(b)) for a, b in pairwise(x.order)]
        return line(steps, *([row("(", listed(powers, COMMA), ")")] if powers else []))
    return listed([line(*map(_in_statement, s)) for s in x.said], (";", " "))


def _in_statement(x: str | tuple[Vector, ...]) -> Node:
    """A sign, a word, or monomials side by side."""
    if isinstance(x, str):
        return _SIGNS.get(x, x) if x in ("0", *_SIGNS) else Words(x)
    return listed(map(_monomial, x), COMMA)


_SIGNS: dict[str, Node] = {s: SIGNS[s] for s in ("<<", "->", "<=", "oo")}


def _monomial(v: Vector) -> Node:
    """A monomial on one line, as in B / D."""
    tops, bottoms = ([(n, e if up else -e) for n, e in v if (e > 0) is up] for up in (True, False))
    if not bottoms:
        return beside(tops)
    return line(beside(tops), "/", beside(bottoms) if len(bottoms) == 1 else row("(", beside(bottoms), ")"))


def beside(powers: Iterable[tuple[str, Number]]) -> Node:
    """Powers of symbols: letters side by side, a dot before what is no letter."""
    out: list[Node] = []
    for n, e in powers:
        up = line(str(e)) if e.denominator == 1 else row(str(e.numerator), "/", str(e.denominator))
        made: Node = Symbol(n) if e == 1 else Script(Symbol(n), None, Braced(up))
        if out and is_bare(out[-1]) and is_bare(made):
            out[-1] = row(out[-1], made)
        else:
            out += [r"\cdot", made] if out else [made]
    return line(*out) if out else "1"


# -- thresholds ------------------------------------------------------------------------------------------------------


def _threshold(x: Any, style: Style) -> Node:
    return row(_rule(x, style), *((*QUAD, sentence(x.by_plan)) if x.by_plan else ()))


def _rule(x: Any, style: Style) -> Node:
    letter = Symbol(x.name)
    if x.verdict in ("never", "always"):
        return Words(" ".join([x.verdict, *([x.claim] if x.claim else [])]))
    if (told := x.symbolic) is not None:
        return row(_rule(told, style), _with(x.constants.said(told)))
    out = _region(x, letter, style) if x.value is None else _ray(x, letter, style)
    return line(out, _tail("assuming ", condition(x.regime, style)))


def _ray(x: Any, letter: Node, style: Style) -> Node:
    """One inequality with its condition; on a machine the number that the terminal says, no fraction of its rates."""
    if x.constants is not None and x.number is not None and style.digits is None:
        return _conditioned(row(*(_piece(p, style) for p in x.pieces())), x, letter, style)
    shown, tail = upside_down(x.value), about(x.value)
    value = of_sum(shown, style) if shown else form(x.value, style)
    near = NOTHING if tail == NOTHING else line(r"\approx", tail)
    return _conditioned(line(letter, _sense(x.sense), value, near), x, letter, style)


def _conditioned(front: Node, x: Any, letter: Node, style: Style) -> Node:
    """An answer, and when there is such a crossing, and when every value will do."""
    out, always = line(front, _tail("when ", condition(x.when, style))), condition(x.always, style)
    every = line(Words("every "), letter, Words(" when "), always)
    return out if always == NOTHING else row(out, *QUAD, every)


def _region(x: Any, letter: Node, style: Style) -> Node:
    """A threshold without a closed form: its parts, its intervals, the number, or what it says piece by piece."""
    single = x.number is not None and math.isfinite(x.number) and x.first is None and x.last is None
    if x.parts:
        made = [(_threshold(p, style), p.bracketed(x.joined)) for p in x.parts]
        joint = (" ", r"\;", Words(f" {x.joined} "), r"\;", " ")
        out = listed([fenced(t) if b else t for t, b in made], joint)
        out = fenced(out) if x.when is not None and len(made) > 1 else out  # the condition is of all parts
    elif x.intervals:
        out = line(letter, r"\in", listed(map(_interval, x.intervals), (" ", r"\cup", " ")))
    elif single and x.number < LONG:
        out = line(letter, _sense(x.sense), _shown(x.number))
    else:
        out = row(*(_piece(p, style) for p in x.pieces()))
    return _conditioned(out, x, letter, style)


def _piece(p: Any, style: Style) -> Node:
    """Words as words; symbols, inequalities and other thresholds as formulas."""
    if isinstance(p, str):
        return Words(p)
    if isinstance(p, tuple):
        return listed(map(Symbol, p), COMMA)
    if hasattr(p, "verdict"):
        return _threshold(p, style)
    out = line(Symbol(p.name), _sense(p.sense), _end(p.value, style))
    return out if p.whole is None else row(out, r"\;", "(", whole_text(p.whole), ")")


def _end(x: float | Decimal | Crossing, style: Style) -> Node:
    """The right side of an inequality: a whole number, one too large for its digits, or a root."""
    match x:
        case ClosedForm():
            return _root(x, style)
        case int() if x.bit_length() < 13_000:
            return number(Fraction(x), style)
        case int() | Decimal():
            power = Decimal(x).adjusted()
            return Num(f"{Decimal(x).scaleb(-power):{'.3f' if isinstance(x, int) else '.4g'}}", power)
    return Num(*float_digits(x)) if math.isfinite(x) else line(Words("more than "), Num("1", 308))


def _root(x: Crossing, style: Style) -> Node:
    """A root in closed form, or by the equation that it solves."""
    if isinstance(x, Implicit):
        root = (Words(f"the {x.which} root from "), str(x.least), Words(" on of "))
        front = root if x.least else (Words(f"the {x.which} positive root of "),)
        none = {"one": (), "first": (Words(" ("), r"\infty", Words(" if none)")), "last": (Words(" (0 if none)"),)}
        return line(*front, ordered(x.gap, style), "=", "0", *none[x.which])
    if (value := closed_form(x)) is not None:
        shown = upside_down(value)
        return of_sum(shown, style) if shown else form(value, style)
    if isinstance(x, PowerOfTwo):
        return Script("2", None, Braced(_root(x.exponent, style)))
    assert isinstance(x, Extremum)  # of one that has no closed form
    return applied("\\" + x.kind, *(_root(i, style) for i in x.of))


def _interval(i: Any) -> Node:
    (lo, with_lo), end = i.told(_read)
    hi, with_hi = end or (None, False)
    low, high = _shown(lo), r"\infty" if hi is None else _shown(hi)
    if low == high and i.ends[0] is not i.ends[1] and not i.is_one(lo, hi):
        (low, high), (with_lo, with_hi) = map(Num, i.apart()), i.closed
    first, last = i.long(_read)
    low, with_lo = (low, with_lo) if first is None else (Num(str(first)), True)
    high, with_hi = (high, with_hi) if last is None else (Num(str(last)), True)
    return row("[" if with_lo else "(", low, *COMMA, high, "]" if with_hi else ")")


def _read(end: float) -> Fraction:
    """The number that stands there where an end is shown."""
    shown = _shown(end)
    assert isinstance(shown, Num)
    return Fraction(shown.digits) * Fraction(10) ** shown.power


# -- approximations --------------------------------------------------------------------------------------------------


def approximation(x: Any, style: Style = PLAIN, order: object = None, value_first: bool = False) -> Node:
    """What is approximated and its value (or that first), the regime, the factor by which it is off, the conditions."""
    value, other = form(x.value, style, order), getattr(x, "exact", None)
    exact = NOTHING if other is None else form(other, style, order)
    said, off = _regime(x.regime), [line(Words(f"{word} "), form(e, style)) for word, e in x.off]
    notes = [listed(off, AND)] if off else []
    if (needs := _all_of(x.stated, style)) != NOTHING:
        notes.append(line(Words("where "), needs))
    regime = [] if said == NOTHING else [fenced(said)]
    if value_first:
        if exact == NOTHING or not off:
            return value
        tail = listed([*regime, *notes], QUAD)
        return line(value, r"\approx", exact, *((r"\quad", tail) if tail != NOTHING else ()))
    sign = "=" if not off and exact != NOTHING else r"\approx"
    return listed([line(exact, sign, value, *([r"\quad", *regime] if regime else ())), *notes], QUAD)


# -- the other records -----------------------------------------------------------------------------------------------


def _operation(x: Any, style: Style) -> Node:
    return operation(x.with_sizes) if getattr(x, "text", "") else form(next(iter(x.work.values())), style)


def _least(x: Any, style: Style, order: object) -> Node:
    """The least value, where it is, and what that needs."""
    sign, rounded = ("=", style) if x.lower is None else (r"\approx", Style(6))
    at = [line(Symbol(n), sign, form(r, rounded)) for n, r in x.point_core]
    needs = [form(c, style) for c in x.conditions]
    value = form(x.value_core, rounded, order)
    return line(value, _tail("at ", listed(at, SEMI)), _tail("when ", listed(needs, SEMI)))


def _quantity(x: Any, style: Style) -> Node:
    return row(form(x.value, style), *((r"\,", Words(str(x.unit))) if x.unit else ()))


def _certificate(x: Any) -> Node:
    front = Script(r"\sum" if x.of == "sum" else r"\max", "i")
    sign, bound = (r"\ge", form(x.bound)) if x.below is None else (r"\gtrsim", _rounded(x.bound, 6))
    return line(front, Script("t", "i"), sign, bound)


def _optimum(x: Any) -> Node:
    least = Script(r"\min", Braced(listed(map(Symbol, x.free), COMMA))) if x.free else r"\min"
    sign = "=" if x.lower is None else r"\approx"
    return line(least, fenced(form(x.objective)), sign, _least(x, PLAIN, None))


def _tiles(x: Any) -> Node:
    side = line("b", "=", form(x.side_core))
    return listed([side, line(Words("traffic "), form(x.traffic_core), r"\approx", form(x.leading_core))], _APART)


_APART = (",", " ", r"\quad", " ")


def _bounds(x: Any) -> Node:
    return line(form(x.lower_core), r"\le", r"\cdot", r"\le", form(x.upper_core))


def _case(x: Any) -> Node:
    said = _regime(x.regime)
    return line(form(x.value_core), *((r"\quad", fenced(said)) if said != NOTHING else ()))


def _binding(x: Any) -> Node:
    holds = listed([line(form(c), r"\le", "1") for c in x.conditions], AND)
    return line("T", "=", form(x.time_core), _tail("when ", holds))


def _fit(x: Any) -> Node:
    word = {True: "fits: ", False: "does not fit: ", None: "fits if "}[x.fits]
    sign = ">" if x.fits is False else r"\le"
    rows = Words(word), line(_rounded(x.needed), sign, _rounded(x.capacity)), r"\,", Words("bytes")
    return row(*rows, *(Words(f"; {n}") for n in x.notes))


def time_of(name: str) -> Node:
    """T with a name in words."""
    return Script("T", Words(name))


def quotients(times: Iterable[tuple[Ratio, Ratio]]) -> Node:
    """A time as a sum of amounts over rates."""
    return listed([Frac(form(amount), form(r)) for amount, r in times], (" ", "+", " "))


def _collective(x: Any) -> Node:
    time, known = x.in_rates
    return row(line(time_of(x.name), "=", form(time)), _with(known))


def _plan(x: Any) -> Node:
    steps = [row(Script(Words(s.name), Braced(row(*map(Symbol, s.axes)))), r"\,", _named(s.array)) for s in x.steps]
    work, comms, known = x.in_rates
    times = [line(time_of(n), "=", form(t)) for n, t in (("math", work), ("comms", comms))]
    front = listed(steps, SEMI) if steps else Words("no communication")
    return row(line(row(front, ":"), r"\quad", listed(times, _APART)), _with(known))


def _named(array: str) -> Node:
    """An array by its name, or as it is written where it has none."""
    return operation(array) if "[" in array else Symbol(array)


def _printed_range(x: Any) -> Node:
    if x.value is not None and x.value.verdict != "when":
        return form(x.value)
    t, what = (x.easiest, "printed values and sizes") if x.value is None else (x.value, "printed values")
    span = line(_limit(x.low), Words(" to "), _limit(x.high), Words(f" over {what}"))
    here = [span] if x.value is None else [_limit(float(x.value)), r"\quad", fenced(span)]
    return line(form(t.symbol), _sense(t.sense), *here)


def _limit(x: float) -> Node:
    return r"\infty" if math.isinf(x) else _rounded(Fraction(str(x)))


def _range(x: Any) -> Node:
    return Fenced("[", listed([_rounded(x.low, 6), _rounded(x.high, 6)], COMMA), "]")


def _split(x: Any) -> Node:
    window = line(form(x.low), "<", "X", "<", form(x.high))
    return listed([line(Script("X", Words("opt")), "=", form(x.argmin)), window, form(x.batch)], _APART)


RECORDS: Mapping[str, Callable[[Any], Node]] = {
    "symroof.algebra.growth.cases.Case": _case,
    "symroof.algebra.growth.cases.Bounds": _bounds,
    "symroof.algebra.optima.certificate.Optimum": _optimum,
    "symroof.algebra.optima.certificate.Certificate": _certificate,
    "symroof.algebra.optima.tiles.Tiles": _tiles,
    "symroof.algebra.regions.bottleneck.Binding": _binding,
    "symroof.evaluate.box.Interval": _range,
    "symroof.evaluate.ranges.PrintedRange": _printed_range,
    "symroof.arrays.Array": lambda x: operation(str(x)),
    "symroof.model.roofline.Fit": _fit,
    "symroof.model.collectives.Collective": _collective,
    "symroof.model.plan.Plan": _plan,
    "symroof.model.training.Split": _split,
}
_RULES: dict[str, Callable[[Any, Style, object], Node]] = {  # by shape
    "threshold": lambda x, style, _: _threshold(x, style),
    "approx": approximation,
    "op": lambda x, style, _: _operation(x, style),
    "optimum": _least,
    "quantity": lambda x, style, _: _quantity(x, style),
    "condition": lambda x, style, _: _inequalities(x, style),
    "regime": lambda x, *_: _regime(x),
    "logic": _logic,
}

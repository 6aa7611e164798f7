r"""The printer: whatever we have to show, as a book's LaTeX, as ASCII algebra, or as Markdown.

A formula of either kind, SymPy expression or exact ratio, is first a ``Sum`` of ``Term`` (terms.py).
Only commands that KaTeX, MathJax and amsmath share are written.

>>> from symroof.algebra.ratios.posynomial import gen
>>> B, D, F = gen("B"), gen("D"), gen("F")
>>> print(latex(B * D * F / (B * D + D * F + B * F)))
\frac{BDF}{BD + DF + BF}
>>> print(plain(2 * B * D * F))
2*B*D*F
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, final

from symroof.algebra.interop.closed import closed_form
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.functions import CONSTANTS, FUNCTIONS
from symroof.algebra.ratios.posynomial import Ratio, exact
from symroof.algebra.signs.closed import Extremum, Implicit, PowerOfTwo, Root
from symroof.errors import SymroofError
from symroof.keywords import told
from symroof.records import dataclass, replace
from symroof.writing.naming import (
    decimal,
    digits_of,
    escaped,
    name,
    notation,
    prose,
    rational,
    scientific,
    short_decimal,
    statement,
    told_apart,
)
from symroof.writing.records import formula
from symroof.writing.terms import ONE, Base, Call, Power, Sum, Term, arranged, neutral, of_ratio, text

_CONSTS = {c.name: c.latex for c in CONSTANTS.values()}

# -- LaTeX -----------------------------------------------------------------------------------------------------------


@final
@dataclass(frozen=True)
class Style:
    """How a formula is written: extra names, significant digits (None: exactly), siunitx numbers."""

    names: Mapping[str, str] | None = None
    digits: int | None = None
    siunitx: bool = False


def _number(f: Fraction, style: Style) -> str:
    if style.digits is None:
        return rational(f, style.siunitx)
    return scientific(*decimal(exact(f), style.digits), style.siunitx)


def _tex_sum(s: Sum, style: Style) -> str:
    out = ""
    for t in s.terms:
        negative = t.c.numerator < 0
        piece = _tex_term(Term(-t.c, t.factors) if negative else t, style)
        if out:
            out += (" - " if negative else " + ") + piece
        else:
            out = ("-" if negative else "") + piece
    return out


_HALF = Fraction(1, 2)


def _half(q: Power) -> bool:
    return isinstance(q, Fraction) and q.denominator == 2 and q.numerator == 1


def _tex_term(t: Term, style: Style) -> str:
    if not t.factors:
        return _number(t.c, style)
    ups: list[tuple[Base, Power]] = []
    downs: list[tuple[Base, Power]] = []
    for b, q in t.factors:
        if isinstance(q, Fraction) and q.numerator < 0:
            downs.append((b, -q))
        else:
            ups.append((b, q))
    up, down = t.c.numerator, t.c.denominator
    if downs and down == 1 and all(_half(q) for _, q in downs) and any(_half(q) for _, q in ups):
        over = [(b, ONE) for b, q in ups if q == _HALF] + [(b, -ONE) for b, _ in downs]  # D/F under one root
        root: tuple[Base, Power] = (Sum((Term(ONE, tuple(over)),)), _HALF)
        return _tex_term(Term(t.c, (*(f for f in ups if f[1] != _HALF), root)), style)
    if down != 1 and (style.digits is not None or short_decimal(t.c)):
        c = _number(t.c, style)
        top = _tex_product([c], ups, style)
        return rf"\frac{{{top}}}{{{_tex_product([], downs, style)}}}" if downs else top
    if down == 1 and not downs:  # before anything is written twice: nests would take twice as long at each level
        return _tex_product([_number(Fraction(up), style)] if up != 1 else [], ups, style)
    top = _tex_product([_number(Fraction(up), style)] if up != 1 or not ups else [], ups, style, alone=True)
    bottom = _tex_product([_number(Fraction(down), style)] if down != 1 else [], downs, style, alone=True)
    return rf"\frac{{{top}}}{{{bottom}}}"


def _tex_product(front: list[str], factors: list[tuple[Base, Power]], style: Style, alone: bool = False) -> str:
    """Factors side by side; a sum that stands alone in a fraction needs no brackets."""
    if alone and not front and len(factors) == 1:
        ((b, q),) = factors
        if isinstance(b, Sum) and q == 1:
            return _tex_sum(b, style)
    roots = [b for b, q in factors if _half(q) and (isinstance(b, str) or _numeric(b))]
    if len(roots) > 1:  # one root over all of them, numbers first
        inside = Sum((Term(ONE, tuple((b, ONE) for b in sorted(roots, key=lambda b: not _numeric(b)))),))
        factors = [f for f in factors if f[0] not in roots or f[1] != _HALF] + [(inside, _HALF)]
    ordered = sorted(factors, key=_rank)
    out = ""
    for piece in front + [_tex_power(b, q, style) for b, q in ordered]:
        out = _joined(out, piece)
    return out


def _rank(factor: tuple[Base, Power]) -> int:
    """Constants such as pi, then names, then brackets."""
    base = factor[0]
    if isinstance(base, Call):
        return 0 if base.kind.startswith("const:") else 2
    return 1 if isinstance(base, str) else 0 if _numeric(base) else 2


def _numeric(b: Base) -> bool:
    return isinstance(b, Sum) and len(b.terms) == 1 and not b.terms[0].factors


def _joined(left: str, right: str) -> str:
    if not left:
        return right
    if right[0].isdigit():
        return rf"{left} \cdot {right}"
    wide = right.startswith((r"\text", r"\max", r"\min", r"\log", r"\operatorname")) or (
        re.search(r"(?:\\times 10\^\{-?\d+\}|\\num\{[^{}]*\}|(?:^|[^_])\\text\{[^{}]*\})\Z", left) is not None
    )
    if wide:
        return rf"{left}\,{right}"
    return f"{left} {right}" if re.search(r"\\[A-Za-z]+\Z", left) and right[0].isalpha() else left + right


def _tex_power(b: Base, q: Power, style: Style) -> str:
    if _half(q):
        return rf"\sqrt{{{_tex_base(b, style, brackets=False)}}}"
    body = _tex_base(b, style, brackets=True)
    if isinstance(q, Fraction) and q.denominator == 1 == q.numerator:
        return body
    if isinstance(b, Call) or "^" in body:
        body = rf"\left({body}\right)" if not body.startswith(r"\left") else body
    e = f"{q.numerator}" if isinstance(q, Fraction) and q.denominator == 1 else (
        f"{q.numerator}/{q.denominator}" if isinstance(q, Fraction) else _tex_exponent(q, style)
    )  # fmt: skip
    return f"{body}^{e}" if len(e) == 1 else f"{body}^{{{e}}}"


def _tex_exponent(q: Sum, style: Style) -> str:
    """An exponent with a symbol in it, its fractions on one line where they are simple."""
    stacked = re.fullmatch(r"(-?)\\frac\{(\w+)\}\{(\w+)\}", made := _tex_sum(q, style))
    return f"{stacked[1]}{stacked[2]}/{stacked[3]}" if stacked and len(stacked[3]) == 1 else made


_FENCES = {**{k: f.latex for k, f in FUNCTIONS.items() if f.fence}, "abs": (r"\left|", r"\right|")}
_HEADS = {**{k: f.latex[0] for k, f in FUNCTIONS.items() if not f.fence}, "log10": r"\log_{10}", "log": r"\ln"}


def _tex_base(b: Base, style: Style, brackets: bool) -> str:
    if isinstance(b, str):
        return name(b, style.names)
    if isinstance(b, Sum):
        body = _tex_sum(b, style)
        number = body.isdigit()
        return rf"\left({body}\right)" if brackets and not number else body
    if b.kind.startswith("const:"):
        return _CONSTS.get(b.kind[6:], name(b.kind[6:]))
    args = ", ".join(_tex_sum(a, style) for a in b.args)
    if b.kind in _FENCES:
        left, right = _FENCES[b.kind]
        return left + args + right
    if b.kind in _HEADS:
        return f"{_HEADS[b.kind]} {args}" if _single(b.args[0]) else rf"{_HEADS[b.kind]}\left({args}\right)"
    if b.kind == "mod":
        return r"\left(" + r" \bmod ".join(_tex_factor(a, style) for a in b.args) + r"\right)"
    return rf"\{b.kind}\left({args}\right)"


def _single(s: Sum) -> bool:
    """A single name or a whole number, which needs no brackets behind a function: log2 N, but log2(BD)."""
    (t,), *_ = (s.terms,) if len(s.terms) == 1 else ((Term(-ONE),),)
    if not t.factors:
        return t.c.denominator == 1 and 0 <= t.c < 10**6
    return t.c == 1 and len(t.factors) == 1 and isinstance(t.factors[0][0], str) and t.factors[0][1] == 1


def _tex_factor(s: Sum, style: Style) -> str:
    body = _tex_sum(s, style)
    return body if len(s.terms) == 1 and s.terms[0].c > 0 else rf"\left({body}\right)"


# -- what carries more than an expression ----------------------------------------------------------------------------

_SENSES = {">": ">", ">=": r"\ge", "<": "<", "<=": r"\le", "==": "=", "!=": r"\ne"}
_RELATIONS = {
    "StrictGreaterThan": ">",
    "GreaterThan": ">=",
    "StrictLessThan": "<",
    "LessThan": "<=",
    "Equality": "==",
    "Unequality": "!=",
}

_SHAPES = {
    "threshold": ("sense", "verdict", "when"),
    "approx": ("value", "error", "regime"),
    "op": ("work", "traffic"),
    "optimum": ("value", "argmin"),
    "quantity": ("value", "unit"),
    "condition": ("left", "relation", "right", "rest", "joined"),
    "regime": ("relations", "fixed", "cone"),
}


_LOGIC = {*_RELATIONS, "And", "Or", "Piecewise", "BooleanTrue", "BooleanFalse"}


@told
def latex(
    x: object,
    *,
    names: Mapping[str, str] | None = None,
    digits: int | None = None,
    siunitx: bool = False,
    order: object = None,
) -> str:
    r"""The LaTeX of an expression, ratio, number, approximation, threshold or operation, as a book prints it.

    names adds rows to the naming table; digits rounds numbers to significant digits (exact without it); siunitx writes
    numbers as ``\num{...}``; order gives ratios or operations whose order of terms is to be kept.

    >>> print(latex(197 * 10**12), latex(Fraction(1, 2)), latex(Fraction(9850, 41), digits=4))
    1.97 \times 10^{14} \frac{1}{2} 240.2

    Raises SymroofError for what has no printed form.
    """
    style = Style(told_apart(symbols_of(x), names), digits, siunitx)
    return _latex(x, style, order)


def symbols_of(*shown: object) -> set[str]:
    """The names of the symbols in what is to be printed, so that no two of them are written alike.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> sorted(symbols_of(gen("B1") / gen("B_1"), [gen("D")]))
    ['B1', 'B_1', 'D']
    """
    found: set[str] = set()
    for x in shown:
        if isinstance(x, Ratio):
            found.update(map(str, x.names))
        elif isinstance(x, (tuple, list)):
            found |= symbols_of(*x)
        elif hasattr(x, "free_symbols"):
            found.update(str(getattr(s, "name", s)) for s in x.free_symbols)
        elif shape(x) != "formula" or str(type(x).__module__).startswith("symroof."):
            found.update(_NAMES_IN.findall(str(x)))
    return found


_NAMES_IN = re.compile(r"[^\W\d]\w*'*")


def _latex(x: object, style: Style, order: object = None) -> str:
    if isinstance(x, str):
        return rf"\text{{{escaped(x)}}}"
    if isinstance(x, bool):
        return rf"\text{{{'true' if x else 'false'}}}"
    if isinstance(x, (tuple, list)):
        return r",\; ".join(_latex(i, style, order) for i in x)
    rule = _RECORDS.get(shape(x))
    if rule is not None:
        return rule(x, style, order)
    if str(type(x).__module__).startswith("symroof.") and not isinstance(x, Ratio):
        made = formula(x, latex, style.names)
        if made is not None:
            return made
    return _tex_sum(neutral(x, order), style)


def _operation(x: object, style: Style, _: object) -> str:
    return notation(getattr(x, "text", "") or "", style.names) or _latex(next(iter(_of(x, "work").values())), style)


def _optimum(x: object, style: Style, order: object) -> str:
    needs = r" \text{ and } ".join(condition(c, style) for c in getattr(x, "conditions", ()))
    return _latex(_of(x, "value"), style, order) + (rf" \quad \text{{when }} {needs}" if needs else "")


def _quantity(x: object, style: Style, _: object) -> str:
    unit = str(_of(x, "unit") or "")
    return _latex(_of(x, "value"), style) + (rf"\,\text{{{escaped(unit)}}}" if unit else "")


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


def _of(x: object, field: str) -> Any:
    return getattr(x, field)


def _logic(x: Any, style: Style, order: object) -> str:
    kind = type(x).__name__
    if kind in _RELATIONS:
        return f"{_latex(x.lhs, style, order)} {_SENSES[_RELATIONS[kind]]} {_latex(x.rhs, style, order)}"
    if kind in ("And", "Or"):
        word = r" \text{ and } " if kind == "And" else r" \text{ or } "
        return word.join(sorted(_latex(a, style, order) for a in x.args))
    if kind == "Piecewise":
        rows = [rf"{_latex(v, style, order)} & {_case(c, style)}" for v, c in x.args]
        return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"
    if kind in ("BooleanTrue", "BooleanFalse"):
        return rf"\text{{{'true' if kind == 'BooleanTrue' else 'false'}}}"
    raise SymroofError(f"{kind} has no printed form here: {str(x)[:80]}")


def _case(c: Any, style: Style) -> str:
    return r"\text{otherwise}" if type(c).__name__ == "BooleanTrue" else rf"\text{{if }} {_logic(c, style, None)}"


def condition(when: object, style: Style | None = None) -> str:
    """The LaTeX of a threshold's condition, empty where there is none."""
    if when is None or when is True or type(when).__name__ == "BooleanTrue":
        return ""
    if all(hasattr(when, f) for f in ("left", "relation", "right", "rest", "joined")):
        return _inequalities(when, style or Style())
    if hasattr(when, "is_Boolean") or isinstance(when, Ratio):
        return _latex(when, style or Style())
    return statement(str(getattr(when, "text", when)))


_RECORDS: dict[str, Callable[[Any, Style, object], str]] = {  # by shape
    "threshold": lambda x, style, _: _threshold(x, style),
    "approx": lambda x, style, order: _approx(x, style, order),
    "op": _operation,
    "optimum": _optimum,
    "quantity": _quantity,
    "condition": lambda x, style, _: _inequalities(x, style),
    "regime": lambda x, style, _: statement(_of(x, "text"), style.names),
    "logic": _logic,
}


def _inequalities(when: Any, style: Style) -> str:
    left, right = (_tex_sum(Sum(arranged(list(of_ratio(r).terms))), style) for r in (when.left, when.right))
    own = f"{left} {_SENSES[when.relation]} {right}"
    return rf" \text{{ {when.joined} }} ".join([own, *(_inequalities(c, style) for c in when.rest)])


def upside_down(value: object) -> Sum | None:
    """1/(sum of reciprocals), the form in which a threshold shows when it exists; None where it has no such form."""
    r = value if isinstance(value, Ratio) else None
    if r is None:
        if not hasattr(value, "free_symbols"):
            return None
        try:
            r = core(value)
        except SymroofError:
            return None
    if len(r.num) != 1 or len(r.den) < 2 or all(c > 0 for _, c in r.den.monomials()):
        return None
    if any(a.kind == "base" for a in r.atoms):  # a root of a quotient reads best as it is
        return None
    return Sum((Term(ONE, ((Sum(arranged(list(of_ratio(Ratio(r.den) / Ratio(r.num)).terms))), -ONE),)),))


def _threshold(x: Any, style: Style) -> str:
    by_plan = getattr(x, "by_plan", "")
    return _rule(x, style) + (rf",\quad {prose(by_plan, style.names)}" if by_plan else "")


def _rule(x: Any, style: Style) -> str:
    letter = name(str(getattr(x.symbol, "name", x.symbol)), style.names)
    if x.verdict == "never":
        return rf"\text{{for no }} {letter}"
    if x.verdict == "always":
        return rf"\text{{for every }} {letter}"
    assumed = getattr(x, "regime", None)
    told = getattr(x, "symbolic", None)
    if told is not None:
        return rf"{_rule(told, style)},\quad \text{{with }} {constants(x, style.names)}"
    out = _region(x, letter, style) if x.value is None else _ray(x, letter, style)
    return out + (rf" \quad \text{{assuming }} {_latex(assumed, style)}" if assumed is not None else "")


def _ray(x: Any, letter: str, style: Style) -> str:
    """One inequality with its condition; on a machine the number that the terminal says, no fraction of its rates."""
    if getattr(x, "constants", None) is not None and x.number is not None and style.digits is None:
        return f"{letter} {_SENSES[x.sense]} {counted(x)}" + _conditions(x, letter, style)
    form = upside_down(x.value)
    out = f"{letter} {_SENSES.get(x.sense, x.sense)} " + (_tex_sum(form, style) if form else _latex(x.value, style))
    tail = about(x.value)
    return out + (rf" \approx {tail}" if tail else "") + _conditions(x, letter, style)


def counted(x: Any) -> str:
    r"""The crossing of a threshold as a number, and the first (or last) integer that does: 272.2\;(273)."""
    sense, _, integer = str(x.but(when=None, always=None, regime=None, constants=None)).partition(" (")
    return _decimal(sense.rpartition(" ")[2]) + (rf"\;({integer}" if integer else "")


def _decimal(number: str) -> str:
    """A printed number, 240.2 or 1.97e+14, in LaTeX."""
    significand, _, power = number.partition("e")
    return scientific(significand, int(power or 0))


def constants(x: Any, names: Mapping[str, str] | None = None) -> str:
    """The rates of a machine in whose symbols a threshold is written, as C/W = 240.2."""
    rates = x.constants.said(x.symbolic.free)
    return r",\; ".join(f"{rate(n, names)} = {scientific(*decimal(exact(v), 4))}" for n, v, _ in rates)


def rate(symbol: str, names: Mapping[str, str] | None = None) -> str:
    """A rate's symbol in LaTeX, or the quotient of two."""
    top, sign, bottom = symbol.partition("/")
    return rf"\frac{{{name(top, names)}}}{{{name(bottom, names)}}}" if sign else name(top, names)


def _conditions(x: Any, letter: str, style: Style) -> str:
    """When there is such a crossing, and when every value will do."""
    when, always = condition(x.when, style), condition(getattr(x, "always", None), style)
    out = rf" \quad \text{{when }} {when}" if when else ""
    return out + (rf",\quad \text{{every }} {letter} \text{{ when }} {always}" if always else "")


def _region(x: Any, letter: str, style: Style) -> str:
    """A threshold without a closed form: its parts, its intervals, the number, or what it says piece by piece."""
    tail = _conditions(x, letter, style)
    if x.parts and not x.between:
        texts = ((_threshold(p, style), p.bracketed(x.joined)) for p in x.parts)
        return rf" \;\text{{ {x.joined} }}\; ".join(rf"\left({t}\right)" if b else t for t, b in texts) + tail
    if x.intervals and not x.between:
        return rf"{letter} \in " + r" \cup ".join(_interval(i) for i in x.intervals) + tail
    listed = x.first is not None or x.last is not None
    if x.number is not None and math.isfinite(x.number) and not (x.between or listed):
        return f"{letter} {_SENSES.get(x.sense, x.sense)} {_shown(x.number)}" + tail
    return "".join(_piece(p, style) for p in x.pieces()) + tail


def _piece(p: Any, style: Style) -> str:
    """Words as words; symbols, inequalities and other thresholds as formulas."""
    if isinstance(p, str):
        return rf"\text{{{escaped(p)}}}"
    if isinstance(p, tuple):
        return ", ".join(name(n, style.names) for n in p)
    if hasattr(p, "verdict"):
        return _threshold(p, style)
    return f"{name(p.name, style.names)} {_SENSES.get(p.sense, p.sense)} {_end(p.value, style)}"


def _end(x: Any, style: Style) -> str:
    """The right side of an inequality: a whole number, one too large for its digits, or a root."""
    if isinstance(x, Root):
        return _root(x, style)
    number = re.fullmatch(r"(more than )?(-?\d\S*)", x)
    if number is None:
        raise SymroofError(f"{x} is no number")
    if number[2].lstrip("-").isdigit():
        return _number(Fraction(number[2]), style)
    return (r"\text{more than } " if number[1] else "") + _decimal(number[2])


def _root(x: Root, style: Style) -> str:
    """A root in closed form, or by the equation that it solves."""
    if isinstance(x, Implicit):
        which = rf"root from }} {x.least} \text{{ on of }}" if x.least else "positive root of }"
        return rf"\text{{the one {which} {_tex_sum(Sum(arranged(list(of_ratio(x.gap).terms))), style)} = 0"
    value = closed_form(x)
    if value is not None:
        form = upside_down(value)
        return _tex_sum(form, style) if form else _latex(value, style)
    if isinstance(x, PowerOfTwo):
        return f"2^{{{_root(x.exponent, style)}}}"
    assert isinstance(x, Extremum)  # of one that has no closed form
    return rf"\{x.kind}\left({', '.join(_root(i, style) for i in x.of)}\right)"


def _shown(end: float) -> str:
    return scientific(*decimal(exact(end), 4 if abs(end) < 1000 else 6))


def _interval(i: Any) -> str:
    (lo, with_lo), end = i.told(_read)
    hi, with_hi = end or (None, False)
    texts = _shown(lo), r"\infty" if hi is None else _shown(hi)
    if texts[0] == texts[1] and i.ends[0] is not i.ends[1] and not i.is_one(lo, hi):
        texts, (with_lo, with_hi) = i.apart(), i.closed
    return f"{'[' if with_lo else '('}{', '.join(texts)}{']' if with_hi else ')'}"


def _read(end: float) -> Fraction:
    """The number that stands there where an end is shown."""
    digits, power = decimal(exact(end), 4 if abs(end) < 1000 else 6)
    return Fraction(digits) * Fraction(10) ** power


def about(value: object, digits: int = 4) -> str:
    """The decimal of a number that does not end after a few digits, else nothing.

    >>> about(Fraction(9850, 41)), about(4096)
    ('240.2', '')
    """
    if getattr(value, "free_symbols", None) or (isinstance(value, Ratio) and value.constant() is None):
        return ""
    try:
        f = Fraction(value.constant() or 0) if isinstance(value, Ratio) else Fraction(exact(value))
    except (SymroofError, TypeError):
        if not getattr(value, "is_number", False):
            return ""
        near = float(value)  # type: ignore[arg-type]
        if math.isinf(near):
            return ""
        f = Fraction(exact(near))  # an irrational constant, printed rounded
        return scientific(*decimal(exact(f), digits), False)
    if f.denominator == 1 or (f.denominator <= 4 and abs(f) < 100):
        return ""
    digits = max(digits, min(6, len(digits_of(abs(f.numerator) // f.denominator))))  # 61289, not 61290
    return scientific(*decimal(exact(f), digits), False)


def factor_off(error: object) -> tuple[str, Sum] | None:
    """(high, low or off; 1 + error) for a relative error; None for an exact value."""
    e = neutral(error)
    if all(not t.c for t in e.terms):
        return None
    signs = {t.c > 0 for t in e.terms}
    way = "off" if len(signs) == 2 else "high" if True in signs else "low"
    if _is_plain_sum(e):
        return way, Sum((Term(ONE), *e.terms))
    (only, *more) = of_ratio(core(1) + core(error)).terms
    if more:
        return way, Sum((only, *more))
    tidy = tuple((Sum(arranged(list(b.terms))) if isinstance(b, Sum) else b, q) for b, q in only.factors)
    return way, Sum((replace(only, factors=tidy),))


def _is_plain_sum(s: Sum) -> bool:
    return all(not isinstance(b, Sum) for t in s.terms for b, _ in t.factors)


@final
@dataclass(frozen=True)
class Approximation:
    """The parts of an approximation as LaTeX, for who sets them in another order."""

    exact: str | None
    value: str
    off: bool  # whether the two differ at all
    regime: str
    notes: tuple[str, ...]  # the factor by which it is off, the conditions


def approximation(x: Any, *, order: object = None, style: Style | None = None) -> Approximation:
    """The parts of an Approx."""
    style = style or Style()
    exact_side = getattr(x, "exact", None)
    exact = _latex(exact_side, style, order) if exact_side is not None else None
    said = statement(str(getattr(x.regime, "text", x.regime) or ""), style.names)
    regime = rf"\left({said}\right)" if said else ""
    notes = []
    off = factor_off(x.error)
    if off is not None:
        notes.append(rf"\text{{{off[0]} by the factor }} \left({_tex_sum(off[1], style)}\right)")
    if needs := r" \text{ and } ".join(condition(c, style) for c in getattr(x, "conditions", ())):
        notes.append(rf"\text{{where }} {needs}")
    return Approximation(exact, _latex(x.value, style, order), off is not None, regime, tuple(notes))


def _approx(x: Any, style: Style, order: object) -> str:
    parts = approximation(x, order=order, style=style)
    sign = r"\approx" if parts.off or parts.exact is None else "="
    out = f"{parts.exact} {sign} {parts.value}" if parts.exact is not None else f"{sign} {parts.value}"
    return "".join([out, rf" \quad {parts.regime}" if parts.regime else "", *(rf",\quad {n}" for n in parts.notes)])


def plain(x: object, *, order: object = None) -> str:
    """ASCII algebra with explicit * and **; thresholds, approximations and operations in one line of words.

    >>> plain(Fraction(9850, 41))
    '9850/41'
    """
    if isinstance(x, (str, bool)):
        return str(x)
    if isinstance(x, (tuple, list)):
        return ", ".join(plain(i, order=order) for i in x)
    kind = shape(x)
    if kind == "threshold":
        return _plain_threshold(x)
    if kind == "approx":
        off = factor_off(_of(x, "error"))
        regime = str(getattr(_of(x, "regime"), "text", _of(x, "regime")) or "")
        tail = f", {off[0]} by the factor {text(off[1])}" if off else ", exactly"
        needs = str(getattr(x, "needs", ""))
        tail += f", where {needs}" if needs else ""
        return plain(_of(x, "value"), order=order) + (f"   ({regime})" if regime else "") + tail
    if kind == "op":
        return str(getattr(x, "text", "") or x)
    if kind == "optimum":
        return plain(_of(x, "value"), order=order)
    if kind in ("quantity", "logic"):
        return str(x)
    return text(neutral(x, order))


def _plain_threshold(x: Any) -> str:
    letter = str(getattr(x.symbol, "name", x.symbol))
    if x.verdict in ("never", "always"):
        return f"for {'no' if x.verdict == 'never' else 'every'} {letter}"
    if x.value is None or any(getattr(x, said, None) is not None for said in ("always", "constants", "regime")):
        return str(x)
    form = upside_down(x.value)
    out = f"{letter} {x.sense} {text(form) if form else plain(x.value)}"
    when = x.when
    words = "" if when is None or when is True else str(getattr(when, "text", when))
    return out + (f"   when {words}" if words and words != "True" else "")


def markdown(x: object, *, display: bool = False, order: object = None) -> str:
    r"""Markdown: a formula between dollars, a mapping as a table.

    >>> print(markdown(Fraction(1, 2)))
    $\frac{1}{2}$
    """
    if isinstance(x, Mapping):
        rows = [f"| {k} | {markdown(v, order=order)} |" for k, v in x.items()]
        return "\n".join(["| | |", "|---|---|", *rows])
    if isinstance(x, str):
        return x
    body = latex(x, order=order)
    return f"$$\n{body}\n$$" if display else f"${body}$"

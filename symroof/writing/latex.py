r"""The printer: one neutral sum of terms, written as a book's LaTeX, as ASCII algebra, or as Markdown.

A formula of either kind, SymPy expression or exact ratio, is first a ``Sum`` of ``Term``; a term is a rational
coefficient and powers of bases, a base is a name, another sum, or a call (max, ceil, log2).  A ratio keeps the order
in which its author wrote the terms; an expression, which has forgotten it, is put in the order a reader expects, or in
the order of a ratio or operation given as ``order=``.  Only commands that KaTeX, MathJax and amsmath share are written.

>>> from symroof.algebra.posynomial import gen
>>> B, D, F = gen("B"), gen("D"), gen("F")
>>> print(latex(B * D * F / (B * D + D * F + B * F)))
\frac{BDF}{BD + DF + BF}
>>> print(plain(2 * B * D * F))
2*B*D*F
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Union, final

from symroof.algebra.posynomial import Atom, Gen, Poly, Ratio, exact
from symroof.errors import SymroofError
from symroof.writing.naming import decimal, escaped, name, notation, rational, scientific, statement

# -- the neutral form ------------------------------------------------------------------------------------------------


@final
@dataclass(frozen=True)
class Call:
    """A function of sums: max, min, ceil, floor, log2, log, or any other name."""

    kind: str
    args: tuple[Sum, ...]


Base = Union[str, "Sum", Call]
Power = Union[Fraction, "Sum"]


@final
@dataclass(frozen=True)
class Term:
    """c times the product of base**power."""

    c: Fraction
    factors: tuple[tuple[Base, Power], ...] = ()


@final
@dataclass(frozen=True)
class Sum:
    """Terms in the order in which they are written."""

    terms: tuple[Term, ...]


_ONE = Fraction(1)
_CONSTS = {"pi": r"\pi", "E": "e", "EulerGamma": r"\gamma", "GoldenRatio": r"\varphi"}


def _of_ratio(r: Ratio) -> Sum:
    """num/den, the numerator's negative powers and coefficient denominators moved below."""
    if r.den.constant() == 1 or not r.num.terms:
        return _of_poly(r.num)
    c, m = r.num.content()
    below = {g: -e for g, e in r.num.ring.exponents(m).items() if e < 0}
    d = Fraction(c).denominator
    top = r.num
    if below or d != 1:
        from symroof.algebra.posynomial import term

        top = r.num * term(below, d)
    factors: list[tuple[Base, Power]] = []
    lower, coefficient = r.den, Fraction(1, d)
    if d != 1 and not below:
        lower, coefficient = r.den.scaled(d), Fraction(1)  # 4N + 2, not 2(2N + 1)
    if len(top) == 1:
        (only,) = _of_poly(top).terms
        coefficient *= only.c
        factors.extend(only.factors)
    else:
        factors.append((_of_poly(top), _ONE))
    factors.extend((_base_of(g), -Fraction(e)) for g, e in below.items())
    factors.append((_of_poly(lower), -_ONE))
    return Sum((Term(coefficient, tuple(factors)),))


def _of_poly(p: Poly) -> Sum:
    terms = []
    for exps, c in p.monomials():
        terms.append(Term(Fraction(c), tuple((_base_of(g), Fraction(e)) for g, e in exps.items())))
    if terms and terms[0].c < 0:
        terms.sort(key=lambda t: t.c < 0)  # a sum starts with what is added
    return _gathered(tuple(terms) or (Term(Fraction(0)),))


def _gathered(terms: tuple[Term, ...]) -> Sum:
    """Terms over one and the same denominator as one fraction: (BD + DF)/W rather than BD/W + DF/W."""
    lower = {
        (t.c.denominator, frozenset((b, q) for b, q in t.factors if isinstance(q, Fraction) and q < 0)) for t in terms
    }
    (d, downs), *others = lower
    if len(terms) < 2 or others or (d == 1 and not downs):
        return Sum(terms)
    upper = tuple(Term(t.c * d, tuple(f for f in t.factors if f not in downs)) for t in terms)
    below = tuple(f for f in terms[0].factors if f in downs)
    return Sum((Term(Fraction(1, d), ((Sum(upper), _ONE), *below)),))


def _base_of(g: Gen) -> Base:
    if isinstance(g, str):
        return g
    return _call_of(g)


def _call_of(a: Atom) -> Base:
    if a.kind == "const":
        return Call("log", (Sum((Term(Fraction(2)),)),)) if a.name == "log(2)" else Call("const:" + a.name, ())
    args = tuple(_of_ratio(r) for r in a.args)
    if a.kind == "base":
        return args[0]
    return Call(a.kind, args)


def _of_expr(x: Any) -> Sum:
    if x.is_Add:
        return _gathered(_arranged([t for a in x.args for t in _of_expr(a).terms]))
    return Sum((_term_of(x),))


def _term_of(x: Any) -> Term:
    if x.is_Rational or x.is_Float:
        return Term(Fraction(exact(x) if x.is_Rational else exact(str(x))))
    if x.is_Mul:
        c = _ONE
        factors: list[tuple[Base, Power]] = []
        for a in x.args:
            t = _term_of(a)
            c *= t.c
            factors.extend(t.factors)
        return Term(c, _logs_in_base_two(factors))
    if x.is_Pow:
        base, e = x.base, x.exp
        power: Power = Fraction(exact(e)) if e.is_Rational else _of_expr(e)
        inner = _of_expr(base)
        if len(inner.terms) == 1 and isinstance(power, Fraction) and power.denominator == 1:
            (only,) = inner.terms
            if only.c and all(isinstance(q, Fraction) for _, q in only.factors):
                inside = tuple((b, q * power) for b, q in only.factors if isinstance(q, Fraction))
                return Term(only.c**power.numerator, inside)
        if len(inner.terms) == 1 and inner.terms[0].c == 1 and len(inner.terms[0].factors) == 1:
            ((b, q),) = inner.terms[0].factors
            if q == 1:
                return Term(_ONE, ((b, power),))
        return Term(_ONE, ((inner, power),))
    if x.is_Symbol:
        return Term(_ONE, ((x.name, _ONE),))
    if x.is_Add:
        return Term(_ONE, ((_of_expr(x), _ONE),))
    kind = _KINDS.get(type(x).__name__)
    if kind is not None:
        return Term(_ONE, ((Call(kind, tuple(_sorted_args(x, kind))), _ONE),))
    if type(x).__name__ in ("Pi", "Exp1", "EulerGamma", "GoldenRatio"):
        return Term(_ONE, ((Call("const:" + str(x), ()), _ONE),))
    if x.is_infinite:
        return Term(-_ONE if x.is_negative else _ONE, (("oo", _ONE),))
    if x.is_Function:
        return Term(_ONE, ((Call(x.func.__name__, tuple(_of_expr(a) for a in x.args)), _ONE),))
    raise SymroofError(f"{type(x).__name__} has no printed form here: {str(x)[:80]}; give an algebraic expression")


_KINDS = {"Max": "max", "Min": "min", "ceiling": "ceil", "floor": "floor", "log": "log"}


def _sorted_args(x: Any, kind: str) -> list[Sum]:
    made = [_of_expr(a) for a in x.args]
    return sorted(made, key=_text) if kind in ("max", "min") else made


def _logs_in_base_two(factors: list[tuple[Base, Power]]) -> tuple[tuple[Base, Power], ...]:
    """log(x)/log(2), which is how SymPy keeps it, reads log2(x)."""
    two: tuple[Base, Power] = (Call("log", (Sum((Term(Fraction(2)),)),)), -_ONE)
    if two in factors:
        for i, (b, q) in enumerate(factors):
            if isinstance(b, Call) and b.kind == "log" and q == 1:
                kept = [(Call("log2", b.args), q) if j == i else f for j, f in enumerate(factors)]
                kept.remove(two)
                return tuple(kept)
    return tuple(factors)


def _arranged(terms: list[Term]) -> tuple[Term, ...]:
    """The order a reader expects: added before subtracted; powers falling, constants before fractions."""
    fractions = any(isinstance(q, Fraction) and q < 0 for t in terms for _, q in t.factors)

    def degree(t: Term) -> Fraction:
        return sum((q for _, q in t.factors if isinstance(q, Fraction)), Fraction(0))

    def key(t: Term) -> tuple[bool, bool, Fraction, str]:
        words = "|".join(f"{b if isinstance(b, str) else '~' + _base_text(b)}{q}" for b, q in t.factors)
        return t.c < 0, bool(t.factors) if fractions else False, -degree(t) if not fractions else Fraction(0), words

    return tuple(sorted(terms, key=key))


def neutral(x: object, order: object = None) -> Sum:
    """The neutral form of a number, exact ratio or SymPy expression.

    >>> neutral(3)
    Sum(terms=(Term(c=Fraction(3, 1), factors=()),))
    """
    if isinstance(x, Ratio):
        out = _of_ratio(x)
    elif hasattr(x, "free_symbols") and hasattr(x, "is_Add"):
        out = _of_expr(x)
    else:
        out = Sum((Term(Fraction(exact(x))),))
    ranks = _ranks(order)
    return _reordered(out, ranks) if ranks else out


Monomial = frozenset[tuple[Base, Power]]


def _ranks(order: object) -> list[dict[Monomial, int]]:
    """For each ratio that somebody wrote, where each of its monomials stands."""
    if order is None:
        return []
    if isinstance(order, Ratio):
        sums = [_of_poly(order.num), _of_poly(order.den)]
    elif hasattr(order, "traffic"):
        return [rank for r in order.traffic.values() for rank in _ranks(r)]
    elif isinstance(order, Iterable):
        return [rank for o in order for rank in _ranks(o)]
    else:
        sums = [neutral(order)]
    return [{frozenset(t.factors): i for i, t in enumerate(s.terms)} for s in sums if len(s.terms) > 1]


def _reordered(s: Sum, ranks: list[dict[Monomial, int]]) -> Sum:
    terms = [replace(t, factors=tuple((_reordered_base(b, ranks), q) for b, q in t.factors)) for t in s.terms]
    keys = [frozenset(t.factors) for t in terms]
    for rank in ranks:
        if len(terms) > 1 and all(k in rank for k in keys):
            return Sum(tuple(sorted(terms, key=lambda t: rank[frozenset(t.factors)])))
    return Sum(tuple(terms))


def _reordered_base(b: Base, ranks: list[dict[Monomial, int]]) -> Base:
    if isinstance(b, Sum):
        return _reordered(b, ranks)
    if isinstance(b, Call):
        return Call(b.kind, tuple(_reordered(a, ranks) for a in b.args))
    return b


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
        piece = _tex_term(replace(t, c=abs(t.c)), style)
        if out:
            out += (" - " if t.c < 0 else " + ") + piece
        else:
            out = ("-" if t.c < 0 else "") + piece
    return out


def _tex_term(t: Term, style: Style) -> str:
    if not t.factors:
        return _number(t.c, style)
    ups = [(b, q) for b, q in t.factors if not (isinstance(q, Fraction) and q < 0)]
    downs: list[tuple[Base, Power]] = [(b, -q) for b, q in t.factors if isinstance(q, Fraction) and q < 0]
    up, down = t.c.numerator, t.c.denominator
    if style.digits is not None and down != 1:
        c = _number(t.c, style)
        top = _tex_product([c], ups, style)
        return rf"\frac{{{top}}}{{{_tex_product([], downs, style)}}}" if downs else top
    top = _tex_product([_number(Fraction(up), style)] if up != 1 or not ups else [], ups, style, alone=True)
    if down == 1 and not downs:
        return _tex_product([_number(Fraction(up), style)] if up != 1 else [], ups, style)
    bottom = _tex_product([_number(Fraction(down), style)] if down != 1 else [], downs, style, alone=True)
    return rf"\frac{{{top}}}{{{bottom}}}"


def _tex_product(front: list[str], factors: list[tuple[Base, Power]], style: Style, alone: bool = False) -> str:
    """Factors side by side; a sum that stands alone in a fraction needs no brackets."""
    if alone and not front and len(factors) == 1:
        ((b, q),) = factors
        if isinstance(b, Sum) and q == 1:
            return _tex_sum(b, style)
    roots = [b for b, q in factors if q == Fraction(1, 2) and isinstance(b, str)]
    if len(roots) > 1:  # one root over all of them
        inside = Sum((Term(_ONE, tuple((b, _ONE) for b in roots)),))
        factors = [f for f in factors if f[0] not in roots or f[1] != Fraction(1, 2)] + [(inside, Fraction(1, 2))]
    ordered = sorted(factors, key=_rank)
    out = ""
    for piece in front + [_tex_power(b, q, style) for b, q in ordered]:
        out = _joined(out, piece)
    return out


def _rank(factor: tuple[Base, Power]) -> int:
    """Constants such as pi, then names, then brackets."""
    base = factor[0]
    return 1 if isinstance(base, str) else 0 if isinstance(base, Call) and base.kind.startswith("const:") else 2


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
    if q == Fraction(1, 2):
        return rf"\sqrt{{{_tex_base(b, style, brackets=False)}}}"
    body = _tex_base(b, style, brackets=True)
    if q == 1:
        return body
    if isinstance(b, Call) or "^" in body:
        body = rf"\left({body}\right)" if not body.startswith(r"\left") else body
    e = f"{q.numerator}" if isinstance(q, Fraction) and q.denominator == 1 else (
        f"{q.numerator}/{q.denominator}" if isinstance(q, Fraction) else _tex_sum(q, style)
    )  # fmt: skip
    return f"{body}^{e}" if len(e) == 1 else f"{body}^{{{e}}}"


_FENCES = {"ceil": (r"\left\lceil ", r" \right\rceil"), "floor": (r"\left\lfloor ", r" \right\rfloor")}


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
    if b.kind in ("log2", "log"):
        front = r"\log_2" if b.kind == "log2" else r"\log"
        simple = len(b.args) == 1 and len(b.args[0].terms) == 1 and re.fullmatch(r"\w+(_\\text\{\w+\})?", args)
        return f"{front} {args}" if simple else rf"{front}\left({args}\right)"
    known = b.kind in ("max", "min", "exp", "sin", "cos", "tan")
    front = "\\" + b.kind if known else rf"\operatorname{{{escaped(b.kind)}}}"
    return rf"{front}\left({args}\right)"


# -- ASCII algebra ---------------------------------------------------------------------------------------------------


def _text(s: Sum) -> str:
    out = ""
    for t in s.terms:
        piece = _text_term(replace(t, c=abs(t.c)))
        if out:
            out += (" - " if t.c < 0 else " + ") + piece
        else:
            out = ("-" if t.c < 0 else "") + piece
    return out


def _text_term(t: Term) -> str:
    ups = [_text_power(b, q) for b, q in t.factors if not (isinstance(q, Fraction) and q < 0)]
    downs = [_text_power(b, -q) for b, q in t.factors if isinstance(q, Fraction) and q < 0]
    if t.c.numerator != 1 or not ups:
        ups.insert(0, str(t.c.numerator))
    if t.c.denominator != 1:
        downs.insert(0, str(t.c.denominator))
    top = "*".join(ups)
    if not downs:
        return top
    return f"{top}/{downs[0]}" if len(downs) == 1 else f"{top}/({'*'.join(downs)})"


def _text_power(b: Base, q: Power) -> str:
    body = _base_text(b)
    if q == 1:
        return body
    if q == Fraction(1, 2):
        return f"sqrt{body}" if isinstance(b, Sum) and body.startswith("(") else f"sqrt({body})"
    if isinstance(q, Fraction):
        return f"{body}**{q}" if q.denominator == 1 and q > 0 else f"{body}**({q})"
    power = _text(q)
    return f"{body}**{power}" if re.fullmatch(r"\w+", power) else f"{body}**({power})"


_PLAIN = {"max": "Max", "min": "Min", "ceil": "ceiling"}


def _base_text(b: Base) -> str:
    if isinstance(b, str):
        return b
    if isinstance(b, Sum):
        body = _text(b)
        return body if re.fullmatch(r"\w+", body) else f"({body})"
    if b.kind.startswith("const:"):
        return b.kind[6:]
    args = ", ".join(_text(a) for a in b.args)
    return f"log({args}, 2)" if b.kind == "log2" else f"{_PLAIN.get(b.kind, b.kind)}({args})"


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
    style = Style(names, digits, siunitx)
    return _latex(x, style, order)


def _latex(x: object, style: Style, order: object = None) -> str:
    if isinstance(x, str):
        return rf"\text{{{escaped(x)}}}"
    if isinstance(x, bool):
        return rf"\text{{{'true' if x else 'false'}}}"
    if isinstance(x, (tuple, list)):
        return r",\; ".join(_latex(i, style, order) for i in x)
    kind = shape(x)
    if kind == "threshold":
        return _threshold(x, style)
    if kind == "approx":
        return _approx(x, style, order)
    if kind == "op":
        return notation(getattr(x, "text", "") or "", style.names) or _latex(next(iter(_of(x, "work").values())), style)
    if kind == "optimum":
        return _latex(_of(x, "value"), style, order)
    if kind == "condition":
        return _inequalities(x, style)
    if kind == "regime":
        return statement(_of(x, "text"), style.names)
    if kind == "quantity":
        unit = str(_of(x, "unit") or "")
        return _latex(_of(x, "value"), style) + (rf"\,\text{{{escaped(unit)}}}" if unit else "")
    if kind == "logic":
        return _logic(x, style, order)
    if type(x).__module__.startswith("symroof.") and not isinstance(x, Ratio):
        from symroof.writing.rich import formula  # the table of the other records, which prints with this module

        made = formula(x)
        if made is not None:
            return made
    return _tex_sum(neutral(x, order), style)


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


def _inequalities(when: Any, style: Style) -> str:
    left, right = (_tex_sum(Sum(_arranged(list(_of_ratio(r).terms))), style) for r in (when.left, when.right))
    own = f"{left} {_SENSES[when.relation]} {right}"
    return rf" \text{{ {when.joined} }} ".join([own, *(_inequalities(c, style) for c in when.rest)])


def upside_down(value: object) -> Sum | None:
    """1/(sum of reciprocals), the form in which a threshold shows when it exists; None where it has no such form."""
    r = value if isinstance(value, Ratio) else None
    if r is None:
        if not hasattr(value, "free_symbols"):
            return None
        from symroof.algebra.door import core

        try:
            r = core(value)
        except SymroofError:
            return None
    if len(r.num) != 1 or len(r.den) < 2 or all(c > 0 for _, c in r.den.monomials()):
        return None
    return Sum((Term(_ONE, ((Sum(_arranged(list(_of_ratio(Ratio(r.den) / Ratio(r.num)).terms))), -_ONE),)),))


def _threshold(x: Any, style: Style) -> str:
    letter = name(str(getattr(x.symbol, "name", x.symbol)), style.names)
    if x.verdict == "never":
        return rf"\text{{for no }} {letter}"
    if x.verdict == "always":
        return rf"\text{{for every }} {letter}"
    if x.value is None:
        return letter + rf" \text{{: {escaped(str(x))}}}"
    form = upside_down(x.value)
    out = f"{letter} {_SENSES.get(x.sense, x.sense)} " + (_tex_sum(form, style) if form else _latex(x.value, style))
    tail = about(x.value)
    if tail:
        out += rf" \approx {tail}"
    when = condition(x.when, style)
    out += rf" \quad \text{{when }} {when}" if when else ""
    assumed = getattr(x, "regime", None)
    return out + (rf" \quad \text{{assuming }} {_latex(assumed, style)}" if assumed is not None else "")


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
        f = Fraction(exact(float(value)))  # type: ignore[arg-type]  # an irrational constant, printed rounded
        return scientific(*decimal(exact(f), digits), False)
    if f.denominator == 1 or (f.denominator <= 4 and abs(f) < 100):
        return ""
    digits = max(digits, min(6, len(str(abs(f.numerator) // f.denominator))))  # 61289, not 61290
    return scientific(*decimal(exact(f), digits), False)


def factor_off(error: object) -> tuple[str, Sum] | None:
    """(high, low or off; 1 + error) for a relative error; None for an exact value."""
    e = neutral(error)
    if all(not t.c for t in e.terms):
        return None
    signs = {t.c > 0 for t in e.terms}
    way = "off" if len(signs) == 2 else "high" if True in signs else "low"
    from symroof.algebra.door import core

    return way, _of_ratio(core(1) + core(error)) if not _is_plain_sum(e) else Sum((Term(_ONE), *e.terms))


def _is_plain_sum(s: Sum) -> bool:
    return all(not isinstance(b, Sum) for t in s.terms for b, _ in t.factors)


def _approx(x: Any, style: Style, order: object) -> str:
    exact_side = getattr(x, "exact", None)
    value = _latex(x.value, style, order)
    out = rf"{_latex(exact_side, style, order)} \approx {value}" if exact_side is not None else rf"\approx {value}"
    regime = statement(str(getattr(x.regime, "text", x.regime) or ""), style.names)
    if regime:
        out += rf" \quad \left({regime}\right)"
    off = factor_off(x.error)
    if off is None:
        return out.replace(r" \approx ", " = ", 1)
    return out + rf",\quad \text{{{off[0]} by the factor }} \left({_tex_sum(off[1], style)}\right)"


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
        tail = f", {off[0]} by the factor {_text(off[1])}" if off else ", exactly"
        return plain(_of(x, "value"), order=order) + (f"   ({regime})" if regime else "") + tail
    if kind == "op":
        return str(getattr(x, "text", "") or x)
    if kind == "optimum":
        return plain(_of(x, "value"), order=order)
    if kind in ("quantity", "logic"):
        return str(x)
    return _text(neutral(x, order))


def _plain_threshold(x: Any) -> str:
    letter = str(getattr(x.symbol, "name", x.symbol))
    if x.verdict in ("never", "always"):
        return f"for {'no' if x.verdict == 'never' else 'every'} {letter}"
    if x.value is None:
        return str(x)
    form = upside_down(x.value)
    out = f"{letter} {x.sense} {_text(form) if form else plain(x.value)}"
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

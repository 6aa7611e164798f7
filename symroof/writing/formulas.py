r"""Sums of terms, expressions and exact ratios as formulas: fractions, roots and brackets as a book sets them.

>>> from symroof.algebra.ratios.posynomial import gen
>>> from symroof.writing.naming import lettered
>>> from symroof.writing.terms import neutral
>>> from symroof.writing.typeset import tex
>>> print(tex(lettered(of_sum(neutral(gen("B") * gen("D") / (gen("B") + gen("D")))))))
\frac{BD}{B + D}
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import final

from symroof.algebra.interop.door import core
from symroof.algebra.ratios.functions import CONSTANTS, FUNCTIONS
from symroof.algebra.ratios.posynomial import Ratio, exact
from symroof.decimals import digits_of, significand
from symroof.errors import SymroofError
from symroof.records import dataclass
from symroof.writing.naming import rational, short_decimal
from symroof.writing.terms import ONE, Base, Call, Power, Sum, Term, arranged, of_ratio
from symroof.writing.typeset import (
    COMMA,
    NOTHING,
    Fenced,
    Foreign,
    Frac,
    Node,
    Num,
    Product,
    Root,
    Row,
    Script,
    Symbol,
    applied,
    fenced,
    line,
    listed,
    row,
)

_CONSTS = {c.name: Foreign(c.latex) for c in CONSTANTS.values()}
_FENCES = {**{k: f.latex for k, f in FUNCTIONS.items() if f.fence}, "abs": ("|", "|")}
_HEADS: dict[str, Node] = {
    **{k: Foreign(f.latex[0]) for k, f in FUNCTIONS.items() if not f.fence},
    "log2": Script(r"\log", "2"),
    "log10": Script(r"\log", "10"),
    "log": r"\ln",
}
_HALF = Fraction(1, 2)
MAX_DIGITS = 10_000


@final
@dataclass(frozen=True)
class Style:
    """How numbers are written: to so many significant digits (None: exactly), with siunitx."""

    digits: int | None = None
    siunitx: bool = False

    def __post_init__(self) -> None:
        if self.digits is not None and not 1 <= self.digits <= MAX_DIGITS:
            raise SymroofError(f"digits={self.digits}: a number is written to 1 to {MAX_DIGITS} significant digits")


PLAIN = Style()


def number(f: Fraction, style: Style = PLAIN) -> Node:
    """A number, exactly or rounded."""
    if style.digits is None:
        return rational(f, style.siunitx)
    return Num(*significand(exact(f), style.digits), style.siunitx)


def of_sum(s: Sum, style: Style = PLAIN) -> Node:
    """A sum of terms."""
    out: list[Node] = []
    for t in s.terms:
        negative = t.c.numerator < 0
        piece = _term(Term(-t.c, t.factors) if negative else t, style)
        if out:
            out += [" ", "-" if negative else "+", " ", piece]
        else:
            out = ["-", piece] if negative else [piece]
    return row(*out)


def ordered(r: Ratio, style: Style = PLAIN) -> Node:
    """A ratio with its terms in the order that a reader expects."""
    return of_sum(_in_order(of_ratio(r)), style)


def _in_order(s: Sum) -> Sum:
    return Sum(arranged(list(s.terms)))


def _term(t: Term, style: Style) -> Node:
    if not t.factors:
        return number(t.c, style)
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
        return _term(Term(t.c, (*(f for f in ups if f[1] != _HALF), root)), style)
    if down != 1 and (style.digits is not None or short_decimal(t.c)):
        top = _product([number(t.c, style)], ups, style)
        return Frac(top, _product([], downs, style)) if downs else top
    front = [number(Fraction(up), style)] if up != 1 else []
    if down == 1 and not downs:  # before anything is set twice: nests would take twice as long at each level
        return _product(front, ups, style)
    top = _product(front if ups else [number(Fraction(up), style)], ups, style, alone=True)
    return Frac(top, _product([number(Fraction(down), style)] if down != 1 else [], downs, style, alone=True))


def _half(q: Power) -> bool:
    return isinstance(q, Fraction) and q.denominator == 2 and q.numerator == 1


def _product(front: list[Node], factors: Sequence[tuple[Base, Power]], style: Style, alone: bool = False) -> Node:
    """Factors side by side; a sum that stands alone in a fraction needs no brackets."""
    if alone and not front and len(factors) == 1:
        ((b, q),) = factors
        if isinstance(b, Sum) and q == 1:
            return of_sum(b, style)
    roots = [b for b, q in factors if _half(q) and (isinstance(b, str) or _numeric(b))]
    if len(roots) > 1:  # one root over all of them, numbers first
        inside = Sum((Term(ONE, tuple((b, ONE) for b in sorted(roots, key=lambda b: not _numeric(b)))),))
        factors = [f for f in factors if f[0] not in roots or f[1] != _HALF] + [(inside, _HALF)]
    made = [*front, *(_power(b, q, style) for b, q in sorted(factors, key=_rank))]
    return made[0] if len(made) == 1 else Product(tuple(made))


def _rank(factor: tuple[Base, Power]) -> int:
    """Constants such as pi, then names, then brackets."""
    base = factor[0]
    if isinstance(base, Call):
        return 0 if base.kind.startswith("const:") else 2
    return 1 if isinstance(base, str) else 0 if _numeric(base) else 2


def _numeric(b: Base) -> bool:
    return isinstance(b, Sum) and len(b.terms) == 1 and not b.terms[0].factors


def _power(b: Base, q: Power, style: Style) -> Node:
    if _half(q):
        return Root(_base(b, style))
    body = _base(b, style)
    if isinstance(b, Sum) and not _whole(body):
        body = fenced(body)
    if isinstance(q, Fraction) and q.denominator == 1 == q.numerator:
        return body
    if isinstance(b, Call) and not isinstance(body, Fenced):
        body = fenced(body)
    return Script(body, None, _exponent(q, style))


def _whole(x: Node) -> bool:
    """Whether it is set as the digits of a whole number alone."""
    return isinstance(x, Num) and x.digits.isdigit() and not x.power and not x.siunitx


def _exponent(q: Power, style: Style) -> Node:
    """An exponent, its fractions on one line where they are simple."""
    if isinstance(q, Fraction):
        return str(q.numerator) if q.denominator == 1 else row(str(q.numerator), "/", str(q.denominator))
    made = of_sum(q, style)
    sign, stacked = made.parts if isinstance(made, Row) and len(made.parts) == 2 else ("", made)
    if isinstance(stacked, Frac) and sign in ("", "-") and _word(stacked.top) and _word(stacked.bottom, alone=True):
        return row(*sign, stacked.top, "/", stacked.bottom)
    return made


def _word(x: Node, alone: bool = False) -> bool:
    """Whether something is set as letters and digits, or as one of them."""
    if isinstance(x, Product):
        return not alone and all(map(_word, x.factors))
    text = x.name if isinstance(x, Symbol) else x.digits if _whole(x) and isinstance(x, Num) else ""
    return text.isascii() and text.isalnum() and (len(text) == 1 or (isinstance(x, Num) and not alone))


def _base(b: Base, style: Style) -> Node:
    """A base without brackets."""
    if isinstance(b, str):
        return Symbol(b)
    if isinstance(b, Sum):
        return of_sum(b, style)
    if b.kind.startswith("const:"):
        return _CONSTS.get(b.kind[6:], Symbol(b.kind[6:]))
    args = [of_sum(a, style) for a in b.args]
    if b.kind in _FENCES:
        left, right = _FENCES[b.kind]
        return Fenced(left, listed(args, COMMA), right)
    if b.kind in _HEADS:
        return line(_HEADS[b.kind], args[0]) if _single(b.args[0]) else applied(_HEADS[b.kind], *args)
    if b.kind == "mod":
        pieces = (x if len(a.terms) == 1 and a.terms[0].c > 0 else fenced(x) for a, x in zip(b.args, args))
        return fenced(listed(pieces, (" ", r"\bmod", " ")))
    return applied("\\" + b.kind, *args)


def _single(s: Sum) -> bool:
    """A single name or a whole number, which needs no brackets behind a function: log2 N, but log2(BD)."""
    (t,), *_ = (s.terms,) if len(s.terms) == 1 else ((Term(-ONE),),)
    if not t.factors:
        return t.c.denominator == 1 and 0 <= t.c < 10**6
    return t.c == 1 and len(t.factors) == 1 and isinstance(t.factors[0][0], str) and t.factors[0][1] == 1


# -- what printers ask of values -------------------------------------------------------------------------------------


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
    if any(a.row.radicand for a in r.atoms):  # a root of a quotient reads best as it is
        return None
    return Sum((Term(ONE, ((_in_order(of_ratio(Ratio(r.den) / Ratio(r.num))), -ONE),)),))


def about(value: object, digits: int = 4) -> Node:
    """The decimal of a number that does not end after a few digits, else nothing.

    >>> about(Fraction(9850, 41)), about(4096)
    (Num(digits='240.2', power=0, siunitx=False), Row(parts=()))
    """
    if getattr(value, "free_symbols", None) or (isinstance(value, Ratio) and value.constant() is None):
        return NOTHING
    try:
        f = Fraction(value.constant() or 0) if isinstance(value, Ratio) else Fraction(exact(value))
    except (SymroofError, TypeError):
        if not getattr(value, "is_number", False):
            return NOTHING
        near = float(value)  # type: ignore[arg-type]
        # an irrational constant, printed rounded
        return NOTHING if math.isinf(near) else Num(*significand(exact(near), digits))
    if f.denominator == 1 or (f.denominator <= 4 and abs(f) < 100):
        return NOTHING
    digits = max(digits, min(6, len(digits_of(abs(f.numerator) // f.denominator))))  # 61289, not 61290
    return Num(*significand(exact(f), digits))

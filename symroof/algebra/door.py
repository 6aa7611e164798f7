"""The door between SymPy expressions and exact ratios: floats are the decimals typed, symbols go by name.

>>> from symroof.symbols import dims
>>> B, D = dims("B D")
>>> to_sympy(core(1 / (1 / B + 1 / D)))
B*D/(B + D)
>>> core(0.1 * B)
B/10
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from symroof.algebra.posynomial import (
    MAX_EXPONENT,
    Atom,
    Gen,
    Number,
    Poly,
    Ratio,
    build,
    exact,
    gen,
    product,
    ratio,
    ring,
    term,
    total,
)
from symroof.errors import SymroofError, Unsupported
from symroof.symbols import symbol

if TYPE_CHECKING:
    from sympy import Expr


def core(x: object) -> Ratio:
    """Any number, SymPy expression or ratio as an exact ratio.

    Raises SymroofError for symbols of unknown sign, Unsupported for functions that have no rule here.
    """
    if isinstance(x, Ratio):
        return x
    if isinstance(x, (int, float, Fraction, str)) and not isinstance(x, bool):
        return ratio(exact(x))
    if hasattr(x, "free_symbols") and hasattr(x, "func"):
        return _read(x)
    return ratio(exact(x))


@lru_cache(maxsize=16384)
def _read(x: Any) -> Ratio:
    """An expression whose symbols are checked; a long polynomial brings its symbols along, so it is read once."""
    if x.is_Add and len(x.args) > LONG:
        found = _polynomial(x.args[::-1])
        if found is not None:
            _check_symbols(found[1])
            return found[0]
    elif x.is_Mul and any(a.is_Add and len(a.args) > LONG for a in map(_base, x.args)):
        symbols: set[Any] = set()
        parts = []
        for a in x.args:
            base = _base(a)
            found = _polynomial(base.args[::-1]) if base.is_Add and len(base.args) > LONG else None
            if found is None or (a.is_Pow and not a.exp.is_Integer):
                symbols |= a.free_symbols
                parts.append(a)
            else:
                symbols |= found[1]
                parts.append((found[0], int(a.exp) if a.is_Pow else 1))
        _check_symbols(symbols)
        return product(p[0] ** p[1] if isinstance(p, tuple) else _walk(p) for p in parts)
    _check_names(x)
    return _walk(x)


LONG = 40  # terms from which a sum is worth reading in one pass


def _base(x: Any) -> Any:
    return x.base if x.is_Pow else x


def _polynomial(terms: Iterable[Any]) -> tuple[Ratio, set[Any]] | None:
    """A sum of monomials in symbols and the symbols in it, packed directly in one ring; None where it is more.

    Factors are known by their identity while they are read: SymPy shares them, so each is looked at once.
    """
    rows = [t.args if t.is_Mul else (t,) for t in terms]
    factors = {id(f): f for row in rows for f in row}
    numbers: dict[int, Number] = {}
    powers: dict[int, tuple[Any, Number]] = {}
    for key, f in factors.items():
        if f.is_Symbol:
            powers[key] = f, 1
        elif f.is_Rational:
            numbers[key] = exact(Fraction(int(f.p), int(f.q)))
        elif f.is_Pow and f.base.is_Symbol and f.exp.is_Integer:
            powers[key] = f.base, int(f.exp)
            if abs(int(f.exp)) > MAX_EXPONENT:
                return None
        else:
            return None
    symbols = {s for s, _ in powers.values()}
    home = ring(tuple(sorted(s.name for s in symbols)))
    if len(home.gens) != len(set(home.gens)):
        return None  # two symbols of one name: the ordinary way says so
    units = {key: home.pack({s.name: e}) for key, (s, e) in powers.items()}
    acc: dict[int, Number] = {}
    for row in rows:
        m, c = 0, 1  # type: int, Number
        for f in row:
            unit = units.get(id(f))
            if unit is None:
                c = c * numbers[id(f)]
            else:
                m += unit
        acc[m] = acc.get(m, 0) + c
    return Ratio(Poly(home, {m: exact(c) for m, c in acc.items() if c})), symbols


def _check_names(x: Any) -> None:
    _check_symbols(x.free_symbols)


def _check_symbols(symbols: Iterable[Any]) -> None:
    seen: dict[str, Any] = {}
    for s in symbols:
        if s.is_positive is not True:
            raise SymroofError(
                f"the sign of {s} is unknown to SymPy; make it with dims({str(s.name)!r}), which is positive, "
                "then write the expression again"
            )
        if s.name in seen and seen[s.name] != s:
            raise SymroofError(f"two different symbols are called {s.name}; make both with dims({s.name!r})")
        seen[s.name] = s


@lru_cache(maxsize=16384)
def _walk(x: Any) -> Ratio:
    if x.is_Symbol:
        return gen(x.name)
    if x.is_Rational:
        return ratio(Fraction(int(x.p), int(x.q)))
    if x.is_Float:
        return ratio(exact(str(x)))
    if x.is_Add:
        if len(x.args) <= LONG:
            return total(_walk(a) for a in x.args)
        found = _polynomial(x.args[::-1])
        return found[0] if found is not None else total(_walk(a) for a in reversed(x.args))
    if x.is_Mul:
        return _mul(x)
    if x.is_Pow:
        return _pow(x)
    kind = _FUNCTIONS.get(type(x).__name__)
    if kind is not None:
        return build(kind, [_walk(a) for a in x.args])
    name = type(x).__name__
    if name in ("Piecewise", "Mod", "Abs"):
        from symroof.algebra import guard

        return {"Piecewise": guard.piecewise, "Mod": guard.modulo, "Abs": guard.absolute}[name](x, _walk)
    if name == "log" and len(x.args) == 1:
        return build("log2", [_walk(x.args[0])]) * Ratio(term({Atom("const", (), "log(2)"): 1}))
    if name in ("Pi", "Exp1", "EulerGamma", "GoldenRatio"):
        return Ratio(term({Atom("const", (), str(x)): 1}))
    if x.is_infinite or x is not x:
        raise SymroofError(f"{x} is not a finite number")
    raise Unsupported(
        f"{name} has no rule here: {str(x)[:80]}; known: + - * / powers, Max, Min, ceiling, floor, sqrt, log"
    )


_FUNCTIONS = {"Max": "max", "Min": "min", "ceiling": "ceil", "floor": "floor"}


def _mul(x: Any) -> Ratio:
    """A product; the common case, a monomial, is read off without intermediate products."""
    exps: dict[Gen, Number] = {}
    c: Number = 1
    rest: list[Ratio] = []
    for a in x.args:
        if a.is_Symbol:
            exps[a.name] = exps.get(a.name, 0) + 1
        elif a.is_Rational:
            c = c * Fraction(int(a.p), int(a.q))
        elif a.is_Pow and a.base.is_Symbol and a.exp.is_Rational:
            exps[a.base.name] = exps.get(a.base.name, 0) + exact(a.exp)
        else:
            rest.append(_walk(a))
    out = Ratio(term(exps, exact(c)))
    if not rest:
        return out
    return _log2_ratio(out * product(rest))


def _log2_ratio(r: Ratio) -> Ratio:
    """log(x)/log(2) has become log2(x)*log(2)/log(2), which cancels by itself."""
    return r


def _pow(x: Any) -> Ratio:
    base, e = x.base, x.exp
    if e.is_Float:
        return _walk(base) ** exact(str(e))
    if e.is_Rational:
        return _walk(base) ** exact(e)
    raise Unsupported(f"the exponent {e} is not a number: {str(x)[:80]}")


@lru_cache(maxsize=8192)
def to_sympy(r: Ratio) -> Expr:
    """The SymPy expression of a ratio, as num/den with the numerator's negative powers moved below."""
    if r.den.constant() == 1:
        return _poly_expr(r.num)
    if not r.num.terms:
        return _poly_expr(r.num)
    c, m = r.num.content()
    below = {g: -e for g, e in r.num.ring.exponents(m).items() if e < 0}
    d = Fraction(c).denominator
    if below or d != 1:
        return _poly_expr(r.num * term(below, d)) / (_poly_expr(term(below, d)) * _poly_expr(r.den))
    return _poly_expr(r.num) / _poly_expr(r.den)


def _poly_expr(p: Poly) -> Expr:
    from sympy import Add, Mul, Pow, Rational

    bases = [_gen_expr(g) for g in p.ring.gens]
    scale = p.ring.scale
    terms = []
    for m, c in p.terms.items():
        factors = [] if c == 1 else [Rational(Fraction(c).numerator, Fraction(c).denominator)]
        factors += [b if e == scale else Pow(b, Rational(e, scale)) for b, e in zip(bases, p.ring.unpack(m)) if e]
        terms.append(Mul(*factors) if len(factors) != 1 else factors[0])
    return Add(*terms) if len(terms) != 1 else terms[0]


def _gen_expr(g: Gen) -> Expr:
    if isinstance(g, str):
        return symbol(g)
    import sympy

    if g.kind == "const":
        return {"log(2)": sympy.log(2), "pi": sympy.pi, "E": sympy.E}.get(g.name) or sympy.Symbol(g.name, positive=True)
    args = [to_sympy(a) for a in g.args]
    if g.kind.startswith("if"):
        left, right, yes, no = args
        return sympy.Piecewise((yes, left < right if g.kind == "if<" else left <= right), (no, True))
    if g.kind in ("max", "min"):
        return extremum(g.kind, args)
    if g.kind == "base":
        return args[0]
    if g.kind == "log2":
        return sympy.log(args[0], 2)
    return {"ceil": sympy.ceiling, "floor": sympy.floor}[g.kind](args[0])


def extremum(kind: str, args: Iterable[Expr]) -> Expr:
    """Max or Min built once, unevaluated when several: SymPy's own pruning costs 25 ms and more a call."""
    import sympy

    cls = sympy.Max if kind == "max" else sympy.Min
    unique = list(dict.fromkeys(args))
    numbers = [a for a in unique if a.is_Rational]
    if len(numbers) > 1:
        best = max(numbers) if kind == "max" else min(numbers)
        unique = [a for a in unique if not a.is_Rational or a == best]
    if len(unique) == 1:
        return unique[0]
    return cls(*sorted(unique, key=sympy.default_sort_key), evaluate=False)

"""Writing: an exact ratio as the SymPy expression that SymPy itself would have built, made without asking it.

Distinct monomials in positive symbols have nothing left to combine, so their products and sums are put together in
SymPy's canonical order of arguments at once.  Only functions (Max, ceiling, roots of sums, logs) go through SymPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any, final

from symroof.algebra.ratios.fold import Domain
from symroof.algebra.ratios.functions import EXTREMES, Constant, Extreme, Function, Guard
from symroof.algebra.ratios.posynomial import ONE, Atom, Gen, Number, Poly, Ratio, Ring, log_of, term
from symroof.symbols import of_key, symbol

if TYPE_CHECKING:
    from sympy import Expr

Key = tuple[Any, ...]  # places a factor or term as SymPy's own comparison does
_place = itemgetter(1)  # of (factor or term, key)


def to_sympy(r: Ratio) -> Expr:
    """The SymPy expression of a ratio, as num/den with the numerator's negative powers moved below.

    >>> from symroof.algebra.ratios.posynomial import gen
    >>> to_sympy(1 / (1 / gen("B") + 1 / gen("D")))
    B*D/(B + D)
    """
    if r.shown is None:
        r.shown = _quotient(r)
    return r.shown


def _quotient(r: Ratio) -> Any:
    num, den = r.num, r.den
    if den.constant() == 1 or not num.terms:
        return poly_expr(num)
    plain = not (num.ring.atoms or den.ring.atoms)
    if plain and len(num.terms) == 1:
        ((m, c),) = num.terms.items()
        if type(c) is int:
            return _Make.ready().product(c, num.ring.exponents(m), [_under(den)])
    c, m = num.content()
    low = num.ring.unpack(m)
    d = c.denominator
    below = {g: -e for g, e in num.ring.exponents(m).items() if e < 0} if min(low, default=0) < 0 else {}
    if not plain:
        if below or d != 1:
            return poly_expr(num * term(below, d)) / (poly_expr(term(below, d)) * poly_expr(den))
        return poly_expr(num) / poly_expr(den)
    if d != 1 and not below:  # 4*N + 2, not 2*(2*N + 1)
        num, den, d = num.scaled(d), den.scaled(d), 1
    make, lower = _Make.ready(), _under(den)
    if len(num.terms) == 1:
        ((m, k),) = num.terms.items()
        return make.product(k, num.ring.exponents(m), [lower])
    if d != 1:
        num = num.scaled(d)
    if below:
        num = num.shifted(num.ring.pack(below))
    return make.product(Fraction(1, d) if d != 1 else 1, {g: -e for g, e in below.items()}, [lower, poly_expr(num)])


def _under(den: Poly) -> Any:
    """1/den for a sum in symbols, written once: a value, its error and its bounds stand over the same sum."""
    if getattr(den, "under", None) is None:
        den.under = _Make.ready().inverse(poly_expr(den))
    return den.under


def power(base: Any, e: Number) -> Any:
    """base**e; SymPy is spared the question, for each sum in symbols, whether it may be infinite or complex."""
    if e == 1:
        return base
    make = _Make.ready()
    if base.is_Add and not base.is_number:
        return make.power(base, make.number(e)[0])
    return base ** make.number(e)[0]


def over(top: Any, bottom: Any) -> Any:
    """top/bottom, sums of reciprocals left as they are."""
    factors = list(top.args) if top.is_Mul else [top]
    shared = any(bottom in (f, f.args[0] if f.is_Pow else None) for f in factors)
    if not bottom.is_Add or bottom.is_number or shared or (top.is_Number and not top):
        return top / bottom
    make = _Make.ready()
    numbers = [f for f in factors if f.is_Number and f != 1]
    rest = [f for f in factors if not f.is_Number]
    rest.append(make.inverse(bottom))
    make.sort(rest)
    return make.mul([*numbers, *rest], True)


def over_sum(top: Poly, bottom: Any) -> Any:
    """One product of powers of symbols over a sum in symbols."""
    ((m, c),) = top.terms.items()
    make = _Make.ready()
    return make.product(c, top.ring.exponents(m), [make.inverse(bottom)])


def beside(root: Any, r: Ratio) -> Any:
    """The sum root + r: a root of a sum in symbols is like no product of their powers, so that nothing combines."""
    alone = root.is_Pow and root.base.is_Add and not root.base.is_number
    if not alone or r.den is not ONE or r.num.ring.atoms or not r.num.terms:
        return root + to_sympy(r)
    terms = to_sympy(r)
    return _Make.ready().total([*(terms.args if terms.is_Add else (terms,)), root])


def poly_expr(p: Poly) -> Any:
    """The expression of a polynomial."""
    if p.ring.atoms:
        return _with_functions(p)
    make = _Make.ready()
    if not p.terms:
        return make.zero
    return make.sum(p)


def _with_functions(p: Poly) -> Any:
    from sympy import Add, Mul, Pow, Rational

    made = [_with_logs(p.ring, m, c) for m, c in p.terms.items()]
    if None not in made:
        return _Make.ready().total(made)
    bases: dict[int, Any] = {}
    scale = p.ring.scale
    terms = []
    for (m, c), ready in zip(p.terms.items(), made):
        if ready is not None:
            terms.append(ready)
            continue
        factors = [] if c == 1 else [Rational(c.numerator, c.denominator)]
        for i, e in enumerate(p.ring.unpack(m)):
            if e:
                if i not in bases:
                    bases[i] = _gen_expr(p.ring.gens[i])
                factors.append(bases[i] if e == scale else Pow(bases[i], Rational(e, scale)))
        terms.append(Mul(*factors) if len(factors) != 1 else factors[0])
    return Add(*terms) if len(terms) != 1 else terms[0]


def _with_logs(home: Ring, m: int, c: Number) -> Any:
    """A monomial in symbols and logarithms of symbols, where nothing is left to combine; None where more is in it."""
    make = _Make.ready()
    args: list[Any] = []
    twos: Number = 0  # the power of log(2): log2(N) is log(N)/log(2)
    for g, e in home.exponents(m).items():
        if isinstance(g, str):
            args.append(make.factor(g, e)[0])
            continue
        inner = None if (x := log_of(g)) is None else x.monomial()
        if inner is None or type(e) is not int or inner[1] != 1 or len(inner[0]) != 1:
            return None
        ((name, k),) = inner[0].items()
        if not isinstance(name, str) or k != 1:
            return None
        log = make.log(symbol(name))
        args.append(log if e == 1 else make.power(log, make.number(e)[0]))
        twos -= e
    if twos:
        log = make.log(make.integer(2))
        args.append(log if twos == 1 else make.power(log, make.number(twos)[0]))
    make.sort(args)
    if c != 1 or not args:
        args.insert(0, make.number(c)[0])
    return make.mul(args, True) if len(args) > 1 else args[0]


def _gen_expr(g: Gen) -> Any:
    return _Expressions().of(g)


@final
class _Expressions(Domain[Any]):
    """What generators are in SymPy."""

    def number(self, c: Number) -> Any:
        return _Make.ready().number(c)[0]

    def symbol(self, name: str) -> Any:
        return symbol(name)

    def constant(self, c: Constant) -> Any:
        return c.expression()

    def extremum(self, f: Extreme, args: Sequence[Any]) -> Any:
        return extremum(f.kind, args)

    def choice(self, f: Guard, left: Any, right: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
        import sympy

        return sympy.Piecewise((yes(), f.holds(left, right)), (no(), True))

    def call(self, atom: Atom, f: Function, x: Any) -> Any:
        return f.expression(x)

    def radicand(self, atom: Atom, x: Any) -> Any:
        return x

    def poly(self, p: Poly) -> Any:
        return None  # a quotient is written as a whole

    def quotient(self, r: Ratio, top: Any, bottom: Any) -> Any:
        return to_sympy(r)


def extremum(kind: str, args: Iterable[Expr]) -> Expr:
    """Max or Min built once, unevaluated when several: SymPy's own pruning costs 25 ms and more a call."""
    import sympy

    row = EXTREMES[kind]
    unique = list(dict.fromkeys(args))
    numbers = [a for a in unique if a.is_Rational]
    if len(numbers) > 1:
        best = row.pick(numbers)
        unique = [a for a in unique if not a.is_Rational or a == best]
    if len(unique) == 1:
        return unique[0]
    made: Expr = getattr(sympy, row.shown)(*sorted(unique, key=sympy.default_sort_key), evaluate=False)
    return made


@final
class _Make:
    """SymPy's constructors, and the order in which it keeps arguments: numbers, symbols, powers, products, sums."""

    _ready: _Make | None = None

    @staticmethod
    def ready() -> _Make:
        """The one instance, made when the first expression is."""
        if _Make._ready is None:
            _Make._ready = _Make()
        return _Make._ready

    def __init__(self) -> None:
        from sympy import Add, Expr, Integer, Mul, Pow, Rational, S, log
        from sympy.core.add import _addsort
        from sympy.core.basic import ordering_of_classes
        from sympy.core.mul import _mulsort

        self.add: Callable[..., Any] = Add._from_args
        self.mul: Callable[..., Any] = Mul._from_args
        self.sort: Callable[[list[Any]], None] = _mulsort
        self.sort_terms: Callable[[list[Any]], None] = _addsort
        self.log_class, self.log_nargs = log, log(Integer(2), evaluate=False).nargs
        self.new: Callable[..., Any] = Expr.__new__
        self.pow, self.integer, self.rational = Pow, Integer, Rational
        self.zero, self.minus_one = S.Zero, S.NegativeOne
        self.places = {n: i for i, n in enumerate(ordering_of_classes)}
        self.at_minus_one: Key = (self.places["NegativeOne"], -1, 1)
        self.at_symbol, self.at_pow, self.at_mul = (self.places[n] for n in ("Symbol", "Pow", "Mul"))

    def number(self, c: Number) -> tuple[Any, Key]:
        if c == -1:
            return self.minus_one, self.at_minus_one
        x = self.integer(c) if type(c) is int else self.rational(c.numerator, c.denominator)
        return x, (self.places[type(x).__name__], c.numerator, c.denominator)

    def power(self, base: Any, e: Any) -> Any:
        out = self.new(self.pow, base, e)
        out.is_commutative = True
        return out

    def log(self, x: Any) -> Any:
        """The natural logarithm of a symbol or of 2, which has nothing to evaluate."""
        out = self.new(self.log_class, x)
        out.nargs = self.log_nargs
        return out

    def inverse(self, x: Any) -> Any:
        """1/x of a sum."""
        return self.power(x, self.minus_one)

    def total(self, terms: list[Any]) -> Any:
        """A sum of different terms that have nothing to combine, one of them a number at most."""
        if len(terms) == 1:
            return terms[0]
        rest = [x for x in terms if not x.is_Number]
        self.sort_terms(rest)
        return self.add([*(x for x in terms if x.is_Number), *rest], True)

    def factor(self, name: str, e: Number) -> tuple[Any, Key]:
        """A power of a symbol and its place."""
        s = of_key(name)
        if e == 1:
            return s, (self.at_symbol, name)
        exponent, place = self.number(e)
        return self.power(s, exponent), (self.at_pow, name, place)

    def product(self, c: Number, exps: Mapping[Gen, Number], sums: list[Any]) -> Any:
        """A number, powers of symbols, and sums, to powers or not: each kind in its order."""
        args = [of_key(g) for g, e in exps.items() if e == 1]  # type: ignore[arg-type]
        args += [self.factor(g, e)[0] for g, e in exps.items() if e != 1] + sums  # type: ignore[arg-type]
        if c != 1:
            args.insert(0, self.number(c)[0])
        return self.mul(args, True) if len(args) > 1 else args[0]

    def sum(self, p: Poly) -> Any:
        """A sum of monomials in symbols alone."""
        powers: dict[tuple[str, int], tuple[Any, Key]] = {}
        alone: dict[str, tuple[Any, Key]] = {}
        numbers: dict[Number, tuple[Any, Key]] = {}
        placed: list[tuple[Any, Key]] = []
        front: list[Any] = []
        for m, c in p.terms.items():
            if not m:
                front.append(self.number(c)[0])
                continue
            made = self._factors_of(p.ring, m, powers, alone)
            if c != 1:
                found = numbers.get(c)
                if found is None:
                    found = numbers[c] = self.number(c)
                made.insert(0, found)
            if len(made) > 1:
                place = (self.at_mul, len(made), *[k for _, k in made])
                placed.append((self.mul([x for x, _ in made], True), place))
            else:
                placed.append(made[0])
        if len(placed) > 1:
            placed.sort(key=_place)
        front += [x for x, _ in placed]
        return self.add(front, True) if len(front) > 1 else front[0]

    def _factors_of(
        self, home: Ring, m: int, powers: dict[tuple[str, int], tuple[Any, Key]], alone: dict[str, tuple[Any, Key]]
    ) -> list[tuple[Any, Key]]:
        """The powers of symbols in a monomial: symbols alone come first."""
        scale = home.scale
        out: list[tuple[Any, Key]] = []
        later: list[tuple[Any, Key]] = []
        for g, e in zip(home.letters, home.unpack(m)):
            if e == scale:
                out.append(alone.get(g) or alone.setdefault(g, self.factor(g, 1)))
            elif e:
                made = powers.get((g, e))
                if made is None:
                    made = powers[g, e] = self._scaled_factor(g, e, scale)
                later.append(made)
        return out + later if later else out

    def _scaled_factor(self, g: str, e: int, scale: int) -> tuple[Any, Key]:
        whole, rest = divmod(e, scale)
        return self.factor(g, Fraction(e, scale) if rest else whole)

"""The door: what is written is what SymPy itself would have built; what is read is read once, and bounded."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import Add, Integer, Mul, Pow, Rational, Symbol

from symroof import leading, optimum, prove, same, threshold
from symroof.algebra.interop import door
from symroof.algebra.interop.closed import closed_form
from symroof.algebra.interop.door import core, to_sympy
from symroof.algebra.ratios.posynomial import Ratio, build, gen, product, total
from symroof.algebra.signs.closed import Quadratic, Quotient
from symroof.errors import SymroofError, Unsupported
from symroof.symbols import dims, params

NAMES = "B D F K x_1 alpha"


def evaluated(x: sympy.Expr) -> sympy.Expr:
    """The same expression, every node put together again by SymPy."""
    return x.func(*map(evaluated, x.args)) if x.args else x


def by_sympy(r: Ratio) -> sympy.Expr:
    """The ratio through SymPy's evaluating constructors alone."""

    def poly(p: object) -> sympy.Expr:
        return Add(
            *(
                Mul(
                    Rational(Fraction(c)),
                    *(Pow(Symbol(str(g), positive=True), Rational(Fraction(e))) for g, e in exps.items()),
                )
                for exps, c in p.monomials()  # type: ignore[attr-defined]
            )
        )

    return poly(r.num) / poly(r.den)


exponents = st.sampled_from([-3, -1, 0, 0, 0, 1, 1, 2, Fraction(1, 2), Fraction(-2, 3)])
numbers = st.sampled_from([1, 1, 2, -1, Fraction(1, 2), Fraction(-3, 7), 240, 10**14])
monomials = st.builds(
    lambda c, es: product([c, *(gen(n) ** e for n, e in zip(NAMES.split(), es))]),
    numbers,
    st.lists(exponents, min_size=1, max_size=6),
)
sums = st.lists(monomials, min_size=1, max_size=5).map(total)


@pytest.mark.slow
@given(sums, sums)
def test_what_is_written_is_what_sympy_builds(a: Ratio, b: Ratio) -> None:
    r = a / b if b.num.terms else a
    written = to_sympy(r)
    assert written == evaluated(written)
    assert sympy.srepr(written) == sympy.srepr(evaluated(written))
    assert sympy.expand(sympy.numer(sympy.together(written - by_sympy(r)))) == 0
    assert core(written) == r


logarithms = st.builds(
    lambda m, n, k: m * build("log2", [gen(n)]) ** k,
    monomials,
    st.sampled_from(["B", "D", "alpha"]),
    st.sampled_from([-1, 1, 1, 2]),
)


@pytest.mark.slow
@given(st.lists(st.one_of(logarithms, monomials), min_size=1, max_size=4).map(total))
def test_logarithms_are_written_as_sympy_builds_them(r: Ratio) -> None:
    written = to_sympy(r)
    again = evaluated(written)
    assert sympy.srepr(written) == sympy.srepr(again)
    assert [x.nargs for x in written.atoms(sympy.log)] == [x.nargs for x in again.atoms(sympy.log)]
    assert core(written) == r


@pytest.mark.slow
def test_a_sum_is_in_sympys_own_order() -> None:
    rng = random.Random(3)
    symbols = dims(NAMES)
    for _ in range(40):
        terms = [
            Mul(
                rng.choice([1, 2, -1, Rational(1, 2)]),
                *(s ** rng.choice([-2, -1, 1, 1, 2]) for s in symbols if rng.random() < 0.4),
            )
            for _ in range(6)
        ]
        plain = Add(*terms)
        assert sympy.srepr(to_sympy(core(plain))) == sympy.srepr(plain)


def test_a_written_sum_takes_part_in_sympys_arithmetic() -> None:
    B, D, F = dims("B D F")
    x = to_sympy(core(1 / B + 1 / D))
    assert x - 1 / B == 1 / D
    assert x.is_positive
    assert x.is_commutative
    assert sympy.limit(to_sympy(core(B * D / (B + D))), D, sympy.oo) == B
    assert x.subs({B: 2, D: 2}) == 1
    assert sympy.diff(x, F) == 0
    assert sympy.simplify(x * B * D) == B + D


def test_a_sum_below_several_ratios_is_written_once_and_as_sympy_does() -> None:
    B, D = gen("B"), gen("D")
    value = B * D / (2 * B + D)
    for other in (value / D**2, value * (B - D), -3 * value):
        assert other.den is value.den
        shown = [to_sympy(r) for r in (value, other)]
        assert shown == [by_sympy(value), by_sympy(other)] == list(map(evaluated, shown))
        assert len({id(x) for r in shown for x in r.args if x.is_Pow and x.base.is_Add}) == 1
    apart = B * D / (B + 2 * D)
    assert to_sympy(apart) == by_sympy(apart) != to_sympy(value)


def test_numbers_read_as_typed_and_written_exactly() -> None:
    B = dims("B")
    assert to_sympy(core(0.1 * B)) == B / 10
    assert to_sympy(core(Integer(0) * B)) == 0
    assert to_sympy(core(sympy.Float("1.97e14") * B)) == Integer(197 * 10**12) * B
    assert core(B**0.5) == core(sympy.sqrt(B))


def test_shared_and_repeated_parts_are_read_as_often_as_they_stand() -> None:
    B, D = dims("B D")
    s = B + D
    assert core(s * s / s**3 + s**2) == core(1 / (B + D) + B**2 + 2 * B * D + D**2)
    assert core(sympy.sqrt(s) * sympy.sqrt(s)) == core(s)


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (Symbol("B") * 2, "the sign of B is unknown"),
        (sympy.Max(Symbol("B"), 1), "the sign of B is unknown"),
        (Symbol("B", positive=True) + Symbol("B", positive=True, integer=True), "two different symbols are called B"),
        (
            sympy.sqrt(Symbol("B", positive=True) + sympy.Max(1, Symbol("B", positive=True, integer=True))),
            "two different symbols are called B",
        ),
        (sympy.oo, "not a finite number"),
    ],
)
def test_what_cannot_come_in(expr: sympy.Expr, message: str) -> None:
    with pytest.raises(SymroofError, match=message):
        core(expr)


def test_what_has_no_rule() -> None:
    B, D = dims("B D")
    with pytest.raises(Unsupported, match="sin has no rule here"):
        core(sympy.sin(B))
    with pytest.raises(Unsupported, match="the exponent D is not a number"):
        core(B**D)
    with pytest.raises(Unsupported, match="the exponent 1000000 of B is larger"):
        core(B**1_000_000)


@pytest.mark.slow
def test_the_memory_of_the_door_is_bounded() -> None:
    """Hostile input, ever new expressions, is forgotten again."""
    B = dims("B")
    for n in range(1000):
        core(B + n)
    assert door._read.cache_info().currsize <= 512


@pytest.mark.parametrize("e", [-1, Fraction(1, 2), Fraction(-1, 2), 2, 1])
def test_powers_and_quotients_are_those_of_sympy(e: Fraction) -> None:
    B, D = dims("B D")
    for base in (B + D, 1 / B - 1 / D, B * D, Integer(8), sympy.sqrt(B) + D, 2 * B + 2 * D, B + sympy.sqrt(B + D)):
        made = door.power(base, e)
        assert sympy.srepr(made) == sympy.srepr(base ** Rational(e))
        assert door.over(D, base) == D / base
        assert door.over(Integer(1), base) == 1 / base


@pytest.mark.slow
def test_absolute_values_of_one_sign() -> None:
    """Abs(x) is x where x >= 0 for all sizes from 1, and -x where it is never above 0."""
    B, D = dims("B D")
    assert core(sympy.Abs(B - 1)) == core(B - 1)
    assert core(sympy.Abs(1 - 2 * B) / D) == core((2 * B - 1) / D)
    assert core(sympy.Abs(B * D - B)) == core(B * D - B)
    assert core(1 + sympy.Abs(1 / B - 1)) == core(2 - 1 / B)


def test_an_absolute_value_of_open_sign_is_a_maximum() -> None:
    B, D = dims("B D")
    assert core(sympy.Abs(B - D)) == core(sympy.Max(B - D, D - B, evaluate=False))
    assert core(sympy.Abs(B - D)).at({"B": 2, "D": 7}) == 5


def test_an_absolute_value_follows_the_latest_declaration() -> None:
    x = params("x_real")
    assert core(sympy.Abs(x - 1)) == core(sympy.Max(x - 1, 1 - x, evaluate=False))
    x = dims("x_real")
    assert core(sympy.Abs(x - 1)) == core(x - 1)


@pytest.mark.parametrize(
    "text",
    ["B*D/(B + D)", "max(B, 2*D) + ceil(B/8)", "B**2 - D^2", r"\frac{B}{D}", "9/10", " 1e9 ", "B/D*K", "eps + x_1"],
)
def test_text_is_the_expression_it_writes(text: str) -> None:
    """Judged by SymPy's own parser; two readings of the same text are the same, of another one not."""
    plain = text.replace(r"\frac{B}{D}", "B/D").replace("^", "**").replace("max", "Max").replace("ceil", "ceiling")
    known = {str(s): s for s in (*dims("B D x_1"), *params("K eps"))}
    meant = sympy.sympify(plain, locals=known, rational=True)
    assert same(text, meant) is True
    assert same(text, meant + 1) is False
    assert prove(text, meant - 1, ">").result is True


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("BD", r"BD could be one symbol or a product.*\n.*\n.*write the \*"),
        (r"\frac{BD}{F}", "BD could be one symbol or a product"),
        ("1/2B", r"1/2B read as 1/\(2B\)"),
        ("2M", "2M read as 2e6"),
        ("B = D", "a relation where an expression is expected"),
        ("2 MB", "a unit where a number is expected"),
        ("lots", "lots is a word"),
        ("N -> oo", "a relation"),
        ("oo", "oo is a word"),
        ("B.real", "'.' is not read"),
        ("", "an empty formula"),
    ],
)
def test_text_that_could_mean_two_things_is_refused(text: str, message: str) -> None:
    levels = [lambda x: threshold("B", "B", over=x)] if text != "2 MB" else []  # a level may have its unit
    for ask in (core, lambda x: same(x, "B"), *levels):
        with pytest.raises(SymroofError, match=message):
            ask(text)


def test_text_is_asked_about_like_the_expression() -> None:
    B, D = dims("B D")
    K = params("K")
    whole = B * D / (B + D)
    for text, level in (("B*D/(B + D)", "K"), (whole, "K"), ("B*D/(B + D)", K)):
        assert threshold(text, "B", over=level) == threshold(whole, B, over=K)
    assert str(leading("B*D/(B + D)", "B << D").value) == "B"
    assert str(optimum("B + D/B", "B").value) == str(optimum(B + D / B, B).value)


@pytest.mark.slow
def test_a_crossing_in_closed_form_is_what_sympy_would_have_built() -> None:
    """One term, a term over a sum, a quadratic: the same tree as by SymPy's own arithmetic."""
    rng = random.Random(5)
    symbols = [gen(n) for n in "BDFKCW"]

    def term() -> Ratio:
        powers = [g ** rng.choice((1, 1, 2, -1, Fraction(1, 2))) for g in rng.sample(symbols, rng.randint(0, 3))]
        return product([rng.choice((1, 2, -3, Fraction(1, 2), Fraction(-5, 7))), *powers])

    seen = 0
    for _ in range(150):
        top, bottom, b = term(), total([term() for _ in range(rng.randint(1, 3))]), total([term(), term()])
        to = rng.choice((1, 2, -1, Fraction(1, 2)))
        if not (bottom.num.terms and b.num.terms):
            continue
        assert closed_form(Quotient(top, bottom, to)) == Pow(to_sympy(top) / to_sympy(bottom), Rational(to))
        root = sympy.sqrt(to_sympy(b * b - top * bottom))
        assert closed_form(Quadratic(top, b, bottom)) == to_sympy(-bottom) / (to_sympy(b) + root)
        assert closed_form(Quadratic(top, b, bottom, minus=True)) == (to_sympy(-b) + root) / to_sympy(top)
        seen += 1
    assert seen > 80


def test_a_level_may_have_its_unit():
    assert threshold("B", "B", over="2 MB").value == 2_000_000
    with pytest.raises(SymroofError, match="2 MX"):
        threshold("B", "B", over="2 MX")

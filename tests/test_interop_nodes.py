"""What the nodes of SymPy's expressions are: every kind told once, and whoever goes through them agrees with SymPy."""

from __future__ import annotations

import random
from typing import Any, final

import pytest
import sympy as sp

from symroof import dims, exactly, latex, numeric
from symroof.algebra.interop import nodes
from symroof.algebra.interop.nodes import Nodes, is_literal, kind_of, symbols_in
from symroof.algebra.interop.reader import read
from symroof.algebra.ratios.functions import BY_SYMPY, NAMED, Constant, Extreme, Function
from symroof.checking.claims.rounding import bound
from symroof.errors import SymroofError, Unsupported

B, D = dims("B D")


@final
class Named(Nodes[str]):
    """The name of the method that is asked, and of the row that it is given."""

    symbol, number, sum, product, power, logarithm, decimal, other = (
        (lambda self, e, name=name: name)
        for name in ("symbol", "number", "sum", "product", "power", "logarithm", "decimal", "other")
    )

    def extremum(self, f: Extreme, e: Any) -> str:
        return f.kind

    def call(self, f: Function, e: Any) -> str:
        return f.kind

    def constant(self, c: Constant, e: Any) -> str:
        return c.name


@pytest.mark.parametrize(
    ("e", "told"),
    [
        (B, "symbol"), (sp.Integer(3), "number"), (sp.Rational(2, 3), "number"), (sp.S.Half, "number"),
        (B + D, "sum"), (2 * B, "product"), (-B, "product"), (B**2, "power"), (sp.sqrt(B), "power"), (1 / B, "power"),
        (sp.Max(B, D), "max"), (sp.Min(B, D), "min"), (sp.ceiling(B / 8), "ceil"), (sp.floor(B / 8), "floor"),
        (sp.exp(B), "exp"), (sp.log(B), "logarithm"), (sp.log(B, 2, evaluate=False), "logarithm"),
        (sp.pi, "pi"), (sp.E, "E"), (sp.EulerGamma, "EulerGamma"), (sp.Float("0.5"), "decimal"),
        (sp.Abs(B - D), "other"), (sp.Mod(B, 8), "other"), (sp.sin(B), "other"), (sp.oo, "other"), (sp.I, "other"),
        (sp.nan, "other"), (sp.Piecewise((B, B < D), (D, True)), "other"),
    ],
    ids=str,
)  # fmt: skip
def test_each_kind_of_node_is_told_once(e: Any, told: str) -> None:
    assert Named().of(e) == told


def test_every_row_of_the_tables_is_met() -> None:
    """A function or constant that is added is found by the class that SymPy has for it; log2 is a quotient there."""
    for name, f in BY_SYMPY.items():
        if hasattr(sp, name):
            assert Named().of(getattr(sp, name)(B / 3)) == f.kind
    for name, c in NAMED.items():
        assert Named().of(getattr(sp.S, name)) == c.name


def test_a_class_is_remembered_unless_it_is_a_function() -> None:
    """Of functions there may be any number of classes: what is remembered would never be let go."""
    kind_of(B + D)
    assert nodes.KINDS[type(B + D)] == nodes.SUM
    for i in range(3):
        assert kind_of(sp.Function(f"f{i}")(B)) == nodes.OTHER
    assert not [c for c in nodes.KINDS if issubclass(c, sp.Function)]


def test_symbols_are_found_once_each_also_deep() -> None:
    deep = B
    for _ in range(8):
        deep = 1 / (deep + D)
    found = list(symbols_in(deep))
    assert sorted(map(str, found)) == ["B", "D"]
    assert list(symbols_in(3)) == []
    assert list(symbols_in(sp.Integer(3))) == []


@pytest.mark.parametrize(("x", "told"), [(sp.Integer(2), True), (sp.Float("2.5"), True), (sp.Rational(1, 2), False),
                                         (B, False), (sp.pi, False)], ids=str)  # fmt: skip
def test_a_number_as_it_is_typed(x: Any, told: bool) -> None:
    assert is_literal(x) is told


def drawn(rng: random.Random, depth: int) -> Any:
    if not depth:
        return rng.choice((B, D, sp.Integer(rng.randint(1, 9)), sp.Rational(rng.randint(1, 9), 4)))
    a, b = drawn(rng, depth - 1), drawn(rng, depth - 1)
    return rng.choice((a + b, a * b, a / (b + 1), a**2, sp.Max(a, b), sp.Min(a, b), sp.ceiling(a), sp.floor(a)))


@pytest.mark.slow
def test_all_who_go_through_an_expression_have_the_value_that_sympy_has() -> None:
    rng, at = random.Random(4), {B: sp.Integer(12), D: sp.Integer(7)}
    for _ in range(40):
        e = drawn(rng, 2)
        wanted = sp.nsimplify(e, rational=True).subs(at)
        if not wanted.is_Rational or not wanted:
            continue
        assert exactly(e, B=12, D=7) == wanted
        made = numeric(e, B, D)(12, 7)
        assert made == pytest.approx(float(wanted), rel=1e-12)
        off = bound(e, {"B": 12.0, "D": 7.0})
        assert off is not None
        assert abs(sp.Rational(made) - wanted) <= (1 + off) * abs(wanted) / 2**53
        assert latex(e)


@pytest.mark.parametrize("e", [sp.sin(B), B + sp.gamma(D), sp.Max(B, sp.tan(D)), 2 * sp.sign(B - D)], ids=str)
def test_what_no_formula_can_hold_is_refused_by_all_in_one_sentence(e: Any) -> None:
    said = set()
    for work in (read, lambda x: numeric(x, B, D), lambda x: exactly(x, B=1, D=2), latex):
        with pytest.raises(Unsupported) as refused:
            work(e)
        said.add(str(refused.value))
    assert len(said) == 1
    assert "has no rule here" in said.pop()


@pytest.mark.parametrize("e", [sp.exp(sp.Float(1e9)), B + sp.exp(sp.Float(-1e9))], ids=["great", "small"])
def test_a_decimal_that_would_fill_the_memory_is_refused_alike(e: Any) -> None:
    """A Float of two to the power of a thousand million was a MemoryError."""
    for work in (read, lambda x: numeric(x, B), lambda x: exactly(x, B=1), latex):
        with pytest.raises(Unsupported, match="sixteen million bits"):
            work(e)


@pytest.mark.parametrize("e", [sp.zoo, sp.nan], ids=str)
def test_what_is_not_finite_is_refused_alike(e: Any) -> None:
    for work in (read, lambda x: numeric(x), lambda x: exactly(x)):
        with pytest.raises(SymroofError, match="is not a finite number"):
            work(e)

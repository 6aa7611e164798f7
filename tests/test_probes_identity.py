"""Equalities, dominances and comparisons a user may ask for; every proof is also tried to refute at exact points."""

import random
from fractions import Fraction as Fr

import mpmath
import pytest
import sympy
from judge import mpf, value
from sympy import Max, Min, Piecewise, Rational, ceiling, floor, log, sqrt

from symroof import bounds_free, compare, dims, dominates, leading, params, prove, regimes, same

B, D, F, N, S, T = dims("B D F N S T")
C, V, W, a, b, c = params("C V W a b c")


def log2(x: object) -> sympy.Expr:
    return log(x, 2)


SAME = [
    ("max factor", Max(2 * B * D * F / C, 2 * D * F / W), 2 * D * F * Max(B / C, 1 / W), True),
    ("ceil floor", ceiling(B / 128), floor((B + 127) / 128), True),
    ("ceil floor T", ceiling(B / T), floor((B + T - 1) / T), True),
    ("sqrt", sqrt(B * D), sqrt(B) * sqrt(D), True),
    ("sqrt sq", sqrt(B**2 + 2 * B * D + D**2), B + D, True),
    ("sqrt (B-D)^2", sqrt((B - D) ** 2), B - D, False),
    ("sqrt (B-D)^2 max", sqrt((B - D) ** 2), Max(B, D) - Min(B, D), True),
    ("nested radical", sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2), True),
    ("sqrt2*sqrt3", sqrt(2) * sqrt(3), sqrt(6), True),
    ("max sum", Max(B, D) + Min(B, D), B + D, True),
    ("max prod", Max(B, D) * Min(B, D), B * D, True),
    ("max plus", Max(B, D) + F, Max(B + F, D + F), True),
    ("max dist", Max(B, D) * Max(F, N), Max(B * F, B * N, D * F, D * N), True),
    ("1/max", 1 / Max(B, D), Min(1 / B, 1 / D), True),
    ("max abs", Max(B, D), (B + D + sqrt((B - D) ** 2)) / 2, True),
    ("log", log2(B * D), log2(B) + log2(D), True),
    ("log pow", log2(B**3), 3 * log2(B), True),
    ("log8", log2(8 * B), 3 + log2(B), True),
    ("log sum", log2(B + D), log2(B) + log2(D), False),
    ("log(B^2+2BD+D^2)", log2(B**2 + 2 * B * D + D**2), 2 * log2(B + D), True),
    ("ln ratio", log(B) / log(D), log2(B) / log2(D), True),
    ("log6", log(6, 2), 1 + log(3, 2), True),
    ("ceil sum", ceiling(B / 8) + ceiling(D / 8), ceiling((B + D) / 8), False),
    ("ceil+1", ceiling(B / 8) + 1, ceiling((B + 8) / 8), True),
    ("ceil ceil", ceiling(ceiling(B / 4) / 3), ceiling(B / 12), True),
    ("floor floor", floor(floor(B / 4) / 3), floor(B / 12), True),
    ("ceil B", ceiling(B), B, True),
    ("floor param", floor(V), V, False),
    ("floor floor symbolic", floor(floor(B / D) / F), floor(B / (D * F)), True),
    ("ceil ceil symbolic", ceiling(ceiling(B / D) / F), ceiling(B / (D * F)), True),
    ("floor twice floor", floor(2 * floor(B / D) / F), floor(2 * B / (D * F)), False),
    ("floor coarse", floor((2 * B + 1) / (2 * D)), floor(B / D), True),
    ("floor coarse other", floor((2 * B + 2) / (2 * D)), floor(B / D), False),
    ("floor coarse param", floor((2 * V + 1) / 2), floor(V), False),
    ("ceil of minus", ceiling(B - V), B - floor(V), True),
    ("floor of minus", floor(B - V), B - ceiling(V), True),
    ("ceil of minus other", ceiling(B - V), B - ceiling(V), False),
    ("floor of minus half", floor(3 - V / 2), 3 - ceiling(V / 2), True),
    ("8ceil", 8 * ceiling(B / 8), B + 7 - sympy.Mod(B + 7, 8), True),
    ("mod", sympy.Mod(B, 8), B - 8 * floor(B / 8), True),
    ("rational", (B**3 + 1) / (B + 1), B**2 - B + 1, True),
    ("rational no", (B**3 + 1) / (B + 1), B**2 + B + 1, False),
    ("half powers", (sqrt(B) + sqrt(D)) * (sqrt(B) - sqrt(D)), B - D, True),
    ("rationalised", 1 / (sqrt(B + 1) + sqrt(B)), sqrt(B + 1) - sqrt(B), True),
    ("tiles", 1 / (sqrt(S + 1) - 1), (sqrt(S + 1) + 1) / S, True),
    ("Piecewise max", Piecewise((B, B > D), (D, True)), Max(B, D), True),
    ("Piecewise other", Piecewise((B, B > D), (D, True)), Min(B, D), False),
    ("max const sizes", Max(B, 1), B, True),
    ("max const size 2", Max(B, 2), B, False),
    ("max param", Max(V, 1), V, False),
    ("min sizes", Min(B * D, B), B, True),
    ("cbrt", (B**3 * D) ** Rational(1, 3), B * D ** Rational(1, 3), True),
    ("max 4", Max(B, D, F, N), Max(Max(B, D), Max(F, N)), True),
    ("pow2 log", 2 ** log2(B), B, True),
    ("sum ceil max", Max(ceiling(B / 8), ceiling(D / 8)), ceiling(Max(B, D) / 8), True),
    ("ceil max", ceiling(Max(B, D) / 8), Max(ceiling(B / 8), ceiling(D / 8)), True),
    ("T upper/lower", (a + b) / Max(a, b), 1 + Min(a, b) / Max(a, b), True),
]
AT_LEAST = [
    ("dominates", B * D, B, True),
    ("dom amgm", B**2 + D**2, 2 * B * D, True),
    ("dom amgm3", B**3 + D**3 + F**3, 3 * B * D * F, True),
    ("dom sqrt", B + D, 2 * sqrt(B * D), True),
    ("dom sqrt sum", sqrt(B) + sqrt(D), sqrt(B + D), True),
    ("dom sqrt sum F", sqrt(B + D), sqrt(B) + sqrt(D), False),
    ("dom log", B, log2(B), True),
    ("dom log2", B, log2(B) + 1, True),
    ("dom log3", B, 2 * log2(B), False),
    ("dom log pos", log2(B * D), log2(B), True),
    ("dom log mono", log2(B + D), log2(B), True),
    ("dom ceil", T * ceiling(N / T), N, True),
    ("dom ceil up", N + T - 1, T * ceiling(N / T), True),
    ("dom ceil up tight", N + T - 2, T * ceiling(N / T), False),
    ("dom floor", N, T * floor(N / T), True),
    ("dom max", Max(B, D), (B + D) / 2, True),
    ("dom max sum", B + D, Max(B, D), True),
    ("dom 2max", 2 * Max(B, D), B + D, True),
    ("dom min", Min(B, D), B * D / (B + D), True),
    ("dom 2harm", 2 * B * D / (B + D), Min(B, D), True),
    ("dom matmul", Min(B, D, F), B * D * F / (B * D + D * F + B * F), True),
    ("dom matmul3", B * D * F / (B * D + D * F + B * F), Min(B, D, F) / 3, True),
    ("dom B**2 >= B", B**2, B, True),
    ("dom V**2 >= V", V**2, V, False),
    ("dom Motzkin", B**4 * D**2 + B**2 * D**4 + 1, 3 * B**2 * D**2, True),
    ("dom Robinson-like", a**4 * b**2 + a**2 * b**4 + c**6, 3 * a**2 * b**2 * c**2, True),
    ("dom N(N-1)", N**2, 2 * N - 1, True),
    ("dom 2^..", N**3 + 10, 7 * N, True),
    ("dom int gap", (N - 2) * (N - 3), 0, True),
    ("dom int gap param", (V - 2) * (V - 3), 0, False),
    ("dom D+1", B * D + 1, B + D, True),
    ("dom rms", sqrt(2 * B**2 + 2 * D**2), B + D, True),
    ("dom below", 1 / (1 - 2 * N), -1, True),
    ("dom below no", 1 / (1 - 2 * N), Rational(-1, 2), False),
    ("dom const", sqrt(2), Rational(7, 5), True),
    ("dom const log", log(3, 2), Rational(3, 2), True),
    ("dom AMGM weights", 2 * a**3 + b**3, 3 * a**2 * b, True),
    ("dom 4 terms", a**4 + b**4 + c**4 + V**4, 4 * a * b * c * V, True),
    ("dom far counterexample", B**2 + 10**12, B * D, False),
    ("T bounds", 2 * Max(a, b), a + b, True),
]
COMPARED = [
    ("compare", B, D, "B << D", "<<"),
    ("compare ~", B + D, D, "B << D", "~"),
    ("compare >>", D**2, B, "B << D", ">>"),
    ("compare logs", log2(N), N, "N -> oo", "<<"),
    ("compare logs2", N, log2(N) ** 5, "N -> oo", ">>"),
    ("compare sqrt", sqrt(D + F), D, "F << D; F -> oo", "<<"),
    ("compare max", Max(B, D), D, "B << D", "~"),
    ("compare ceil", T * ceiling(N / T), N, "T << N", "~"),
    ("compare eq", B + D, D + B, "=="),
    ("compare >=", B + D, D, ">="),
    ("compare none", B, D, None),
]


def gaps(f: object, g: object, count: int = 60) -> list[object]:
    """f - g at points of the domain, from the definition."""
    f, g = sympy.sympify(f), sympy.sympify(g)
    rng = random.Random(str(f))
    out = []
    for _ in range(count):
        at = {}
        for s in sorted(f.free_symbols | g.free_symbols, key=str):
            n = Fr(rng.choice([1, 2, 3, 7, 8, 9, rng.randint(1, 40), rng.randint(1, 3000)]))
            at[s.name] = n / rng.randint(1, 9) if s.name in "CVWabc" else n
        try:
            out.append(difference(f, g, at))
        except ZeroDivisionError:  # log2(1) below a line
            continue
    return out


def difference(f: object, g: object, at: dict[str, Fr]) -> object:
    """f - g at a point, a Fraction where both are."""
    with mpmath.workdps(60):
        x, y = value(f, at), value(g, at)
        return x - y if isinstance(x, Fr) and isinstance(y, Fr) else mpf(x) - mpf(y)


@pytest.mark.slow
@pytest.mark.parametrize(("f", "g", "expected"), [p[1:] for p in SAME], ids=[p[0] for p in SAME])
def test_equal_or_not(f: object, g: object, expected: bool) -> None:
    assert same(f, g) is expected
    assert same(g, f) is expected
    with mpmath.workdps(60):
        assert all(abs(mpf(d)) < 1e-40 for d in gaps(f, g)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("f", "g", "expected"), [p[1:] for p in AT_LEAST], ids=[p[0] for p in AT_LEAST])
def test_dominates_or_not(f: object, g: object, expected: bool) -> None:
    assert dominates(f, g) is expected
    found = prove(f, g)
    assert found.result is expected
    if expected:
        assert all(mpf(d) > -1e-40 for d in gaps(f, g))
    else:
        assert found.witness is not None
        at = {n: Fr(v) for n, v in found.witness.items()}
        assert difference(f, g, at) < 0


@pytest.mark.parametrize(
    ("f", "g", "given", "expected"),
    [(*p[1:3], *p[3:]) if len(p) == 5 else (*p[1:3], None, p[3]) for p in COMPARED],
    ids=[p[0] for p in COMPARED],
)
def test_compared(f: object, g: object, given: str | None, expected: str | None) -> None:
    assert compare(f, g, given) == expected


@pytest.mark.parametrize(
    ("expr", "count"),
    [
        (B + D + F, 3),
        (Max(B, D) + F, 3),
        (Min(B, D), 2),
        (Max(B / 2, D / 3), 2),
        (sqrt(B + D), 2),
        (Max(2 * B, B + D), 2),
        (Max(B * D / (B + D), F), 4),
        (1 / Max(B, D) + 1 / F, 4),
        (Min(B, D * F / (D + F)), 3),
        (sqrt(B * D / (B + D)), 2),
        (B * D * F / (B * D + D * F + B * F), 3),
        (B**2 + B * D + D**2 + F, 3),
    ],
)
def test_every_case_of_the_table_is_the_leading_part_there_and_the_largest_at_its_points(
    expr: sympy.Expr, count: int
) -> None:
    """In each listed regime leading() agrees; at random points far apart the nearest case is within a small factor."""
    table = regimes(expr)
    assert len(table) == count
    for case in table:
        assert sympy.simplify(leading(expr, case.regime, minimal=True).value - case.value) == 0
    rng = random.Random(3)
    for _ in range(60):
        at = {s.name: Fr(2 ** rng.randint(0, 200)) for s in expr.free_symbols}
        exact = mpf(value(expr, at))
        fitting = [c for c in table if _inside(c.regime, at)]
        assert fitting, at
        assert all(mpmath.mpf(1) / 8 < mpf(value(c.value, at)) / exact < 8 for c in fitting)


def _inside(g: object, at: dict[str, Fr]) -> bool:
    """Whether no relation of a regime is turned round at a point."""

    def size(v: object) -> object:
        out = mpmath.mpf(1)
        for n, e in v:
            out *= mpf(at[n]) ** mpf(e)
        return out

    return all(size(r.small) <= size(r.large) for r in g.relations)


@pytest.mark.parametrize(
    "expr", [Max(B, D) + F, T * ceiling(N / T) + F, sqrt(B + D), B * D / (B + D), B**2 / (D + F) + 1]
)
def test_bounds_without_a_regime_hold_at_every_point(expr: sympy.Expr) -> None:
    found = bounds_free(expr)
    rng = random.Random(9)
    for _ in range(60):
        at = {s.name: Fr(rng.choice([1, 2, rng.randint(1, 99), 2 ** rng.randint(0, 60)])) for s in expr.free_symbols}
        low, true, high = (mpf(value(x, at)) for x in (found.lower, expr, found.upper))
        assert low <= true * (1 + 1e-12)
        assert true <= high * (1 + 1e-12)

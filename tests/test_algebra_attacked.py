"""What an attacker with the docs alone found in the algebra: held to values by fractions and by mpmath's digits."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor, inf, isnan

import mpmath
import pytest

from symroof import (
    SymroofError,
    Unsupported,
    compare,
    exactly,
    interval,
    latex,
    leading,
    numeric,
    same,
    threshold,
)
from symroof.algebra.regions.outcome import Threshold
from symroof.errors import DividesByZero
from symroof.misfits import misfit

Value = Callable[[int], object]


def mod(a: object, b: int) -> Fraction:
    """The remainder by its definition."""
    x = Fraction(str(a))
    return x - b * floor(x / b)


def _log(x: int) -> mpmath.mpf:
    if x <= 0:
        raise ValueError
    return mpmath.log(x)


# -- messages ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expr", "level", "f", "upto"),
    [("ln(100 - B)", "K*B", lambda b: _log(100 - b) / b, 99), ("B/ln(7 - B)", "K", lambda b: b / _log(7 - b), 5)],
)
def test_a_logarithm_whose_argument_falls_has_a_threshold(
    expr: str, level: str, f: Callable[[int], mpmath.mpf], upto: int
) -> None:
    rule, seen = threshold(expr, "B", over=level), set()
    for k in (Fraction(1, 100), Fraction(1, 5), Fraction(1), Fraction(5, 2), Fraction(9)):
        for b in range(1, upto + 1):
            true = f(b) >= mpmath.mpf(k.numerator) / k.denominator
            seen.add(true)
            assert rule.contains(b, K=k) is bool(true), (expr, k, b)
    assert seen == {True, False}


def test_messages_hold_numbers_beyond_all_floats() -> None:
    for ask in (
        lambda: interval("log2(7 - K)", K=(1, "1e400")),
        lambda: exactly("ceil(ln(7 - K))", K="1e400"),
        lambda: interval("ln(7 - K)/K", K=("1e350", "1e400")),
    ):
        with pytest.raises(SymroofError, match=r"10\*\*(400|350)"):
            ask()
    assert exactly("ceil(ln(7 + K))", K="1e400") == 922  # 400*ln(10) = 921.03...
    said = [misfit(f, (x,), {}) for f in (exactly, interval) for x in ("ceil(K)", [1])]
    assert [s is None for s in said] == [True, False] * 2  # text is taken, a list is not


# -- conditions --------------------------------------------------------------------------------------------------------


def _off(f: Callable[[Fraction], Fraction], g: Callable[[Fraction], Fraction], n: int) -> Fraction | None:
    try:
        return abs(g(Fraction(n)) / f(Fraction(n)) - 1)
    except ZeroDivisionError:
        return None


@pytest.mark.parametrize(
    ("expr", "f", "g"),
    [
        ("N - 1", lambda n: n - 1, lambda n: n),
        ("N**2/(N + 1) - 1/2", lambda n: n**2 / (n + 1) - Fraction(1, 2), lambda n: n),
        ("N*(N - 1)", lambda n: n * (n - 1), lambda n: n * n),
        ("N/(N - 2)", lambda n: n / (n - 2), lambda n: 1),
    ],
)
def test_within_is_false_where_there_is_no_value(
    expr: str, f: Callable[[Fraction], Fraction], g: Callable[[Fraction], Fraction]
) -> None:
    ok = leading(expr, "N -> oo").within("1/10")
    held = [n for n in range(1, 40) if ok.holds(N=n)]
    off = {n: _off(f, g, n) for n in range(1, 40)}
    assert None in off.values()
    assert held
    assert all((x := off[n]) is not None and x <= Fraction(1, 10) for n in held)
    assert held[0] <= 2 + min(n for n, x in off.items() if x is not None and x <= Fraction(1, 10) and n > 2)


def test_conditions_are_false_under_roots_and_in_logarithms_of_what_is_below() -> None:
    for expr, small, large in (("sqrt(N - 3)", 2, 40), ("log2(N - 5) + sqrt(N)", 3, 10**6), ("log2(log2(N))", 1, 4)):
        ok = leading(expr, "N -> oo").within("1/2")
        assert (ok.holds(N=small), ok.holds(N=large)) == (False, True), expr
    assert not leading("D - B", "B << D").within("1/2").holds(B=2, D=2)


@pytest.mark.parametrize(
    ("expr", "f"),
    [
        ("log2(ln(K))", lambda k: mpmath.log(mpmath.log(k), 2)),
        ("ln(ln(K/128))", lambda k: mpmath.log(mpmath.log(k / 128))),
        ("K*log2(ln(2)) + K**2", lambda k: k * mpmath.log(mpmath.log(2), 2) + k * k),
        ("K**2/(K + log2(ln(2)))", lambda k: k * k / (k + mpmath.log(mpmath.log(2), 2))),
        ("K**2*log2(ln(2)) + K", lambda k: k * k * mpmath.log(mpmath.log(2), 2) + k),
        ("K/log2(ln(2)) + K**2", lambda k: k / mpmath.log(mpmath.log(2), 2) + k * k),
        ("K*log2(ln(2))**2 + K**2", lambda k: k * mpmath.log(mpmath.log(2), 2) ** 2 + k * k),
    ],
)
def test_numbers_below_0_have_their_sign_in_an_error(expr: str, f: Callable[[mpmath.mpf], mpmath.mpf]) -> None:
    with mpmath.workdps(60):
        made = leading(expr, "K -> oo")
        value, ok, seen = numeric(made.value, "K"), made.within("1/10"), set()
        for e in (1, 2, 3, 5, 8, 16, 40, 200, 400):
            k = mpmath.mpf(2) ** e
            exact = f(k) if e > 7 or "128" not in expr else None
            held = ok.holds(K=2**e)
            seen.add(held)
            if held:
                assert exact is not None
                assert abs(value(2.0**e) / exact - 1) <= mpmath.mpf("0.1000001"), (expr, e)
        assert True in seen
    if expr == "log2(ln(K))":  # value/exact - 1 is 0.0520 at 10**500
        assert ok.holds(K="1e500")
        assert False in seen


# -- powers of two, exponentials ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expr", "at", "value"),
    [
        ("log2(B)", {"K": 5}, 32),
        ("log2(B*D)", {"K": 5, "D": 3}, Fraction(32, 3)),
        ("D*log2(B)", {"K": 6, "D": 2}, 8),
        ("log(B, 10)", {"K": 3}, 1000),
        ("log2(B)**2", {"K": 9}, 8),
        ("sqrt(log2(B))", {"K": 3}, 512),
        ("log2(B)/log2(D)", {"K": 3, "D": 5}, 125),
        ("max(log2(B), D)", {"K": 5, "D": 3}, 32),
    ],
)
def test_a_power_of_two_that_is_printed_is_evaluated(expr: str, at: dict[str, int], value: Fraction) -> None:
    rule = threshold(expr, "B", over="K")
    assert "2**(" in str(rule)
    assert exactly(rule, **at) == value
    assert numeric(rule, *at)(*map(float, at.values())) == pytest.approx(float(value), rel=1e-9)
    assert tuple(interval(rule, **at)) == (value, value)


@pytest.mark.slow
def test_ranges_of_powers_and_what_is_refused_of_them() -> None:
    rule = threshold("log2(B)", "B", over="K")
    assert tuple(interval(rule, K=(1, 5))) == (2, 32)
    low, high = interval(rule, K=("1/2", 1))
    assert low**2 < 2 < (low + Fraction(1, 10**9)) ** 2
    assert high >= 2
    assert exactly(rule, K=1000) == 2**1000
    with pytest.raises(Unsupported, match="irrational"):
        exactly(rule, K="1/2")
    two = numeric(threshold("abs(log2(B/D))", "B", over="K"), "D", "K")
    assert two(12.0, 2.0) == pytest.approx((48.0, 3.0))
    with pytest.raises(Unsupported, match=r"write exp\(\(K\)\*log\(2\)\)"):
        exactly(rule.value, K=5)
    assert exactly("exp(K*ln(2))", K=5) == 32


@pytest.mark.parametrize(
    ("expr", "w", "value"),
    [
        ("exp(2*ln(W))", 9, 81),
        ("exp(ln(W)/2)", 9, 3),
        ("ln(exp(W))", 9, 9),
        ("ln(sqrt(2*W))", "1/2", 0),
        ("exp(-ln(W))", 9, Fraction(1, 9)),
        ("exp(ln(W + 1))", 9, 10),
        ("exp(ln(2)*log2(W))", 9, 9),
        ("ln(W*exp(W)) - ln(W)", 9, 9),
    ],
)
def test_exponentials_of_logarithms_are_rational(expr: str, w: object, value: Fraction) -> None:
    assert exactly(expr, W=w) == value


def test_exponentials_keep_their_domain() -> None:
    assert same("exp(ln(W))", "W")
    assert same("exp(ln(W) + K)", "W*exp(K)")
    assert same("exp(ln(W))", "2*W") is False
    assert str(threshold("ln(exp(B))", "B", over=9)) == "B >= 9"
    with pytest.raises(SymroofError):
        exactly("exp(ln(W - 1))", W="1/2")  # ln(-1/2) has no value
    with pytest.raises(Unsupported):
        exactly("exp(sqrt(2)*ln(W))", W=9)


def test_roots_of_what_cancels_to_0() -> None:
    assert exactly("(D - D)**(1/2) + B", B=1, D=1) == exactly("0**(1/2) + B", B=1) == 1
    assert str(threshold("B + max(0, D - D)**(1/2)", "B", over=3)) == "B >= 3"
    for wrong in ("(-4)**(1/2)", "0**(-1/2)", "(D - D - 1)**(1/2)"):
        with pytest.raises(SymroofError, match=r"negative|zero|positive"):
            exactly(wrong, D=1)


# -- ends and every ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_size_when_is_no_end() -> None:
    rule = threshold("max(B, D)", "B", over="K")
    f = numeric(rule, "D", "K")
    for d, k in ((4, 6), (4, 5), (4, 4), (4, 3)):  # the least B with max(B, D) >= K, where not every one does
        least = next(b for b in range(1, 20) if max(b, d) >= k)
        assert f(d, float(k)) == least if least > 1 else isnan(f(d, float(k)))
    assert exactly(rule, D=4, K=6) == 6
    assert tuple(interval(rule, D=4, K=6)) == (6, 6)
    with pytest.raises(SymroofError, match="D < K"):
        exactly(rule, D=4, K=3)
    four = numeric(threshold("B + 1/(D - F)", "B", over="K"), "D", "F", "K")
    assert [x for x in four(3, 2, 5.0) if not isnan(x)] == [4.0]  # B + 1 >= 5
    assert [x for x in four(2, 3, 5.0) if not isnan(x)] == [6.0]  # B - 1 >= 5
    two = numeric(threshold("max(abs(B - D), F)", "B", over="K"), "D", "F", "K")
    assert two(9, 2, 5.0) == (14.0, 4.0)
    assert all(map(isnan, two(9, 6, 5.0)))


@pytest.mark.parametrize(
    ("f", "g", "said"),
    [
        ("-B", "B", "<="),
        ("B", "-B", ">="),
        ("B", "0", ">="),
        ("0", "B", "<="),
        ("0", "0", "=="),
        ("B - D", "0", None),
        ("B - D", "D - B", None),
        ("-B", "B**2", "<<"),
        ("B", "B + 1", "~"),
    ],
)
def test_a_regime_takes_nothing_from_a_comparison(f: str, g: str, said: str | None) -> None:
    assert compare(f, g, "B -> oo") == said
    assert compare(f, g) in (said, "<=", None)


# -- roundings that divide by 0 ----------------------------------------------------------------------------------------


def _does(f: Value, level: object, above: bool, n: int) -> bool:
    try:
        x = f(n)
    except (ZeroDivisionError, ValueError):
        return False
    return bool(x >= level) if above else bool(x <= level)  # type: ignore[operator]


def _root(x: Fraction) -> mpmath.mpf:
    if x < 0:
        raise ValueError
    return mpmath.sqrt(x.numerator) / mpmath.sqrt(x.denominator)


ROUNDED: Sequence[tuple[str, int, Value]] = (
    ("1/mod(B, 5)", 1, lambda b: 1 / mod(b, 5)),
    ("B/(8*ceil(B/8) - B)", 100, lambda b: Fraction(b, 8 * ceil(Fraction(b, 8)) - b)),
    ("sqrt(mod(B, 4) - 2)", 1, lambda b: _root(mod(b, 4) - 2)),
    ("B + 1/(mod(B, 2) - 1)", 5, lambda b: b + 1 / (mod(b, 2) - 1)),
    ("1/(mod(B, 3)*(B - 7))", 1, lambda b: 1 / (mod(b, 3) * (b - 7))),
    ("(B - 9)/mod(B, 3)", 2, lambda b: (b - 9) / mod(b, 3)),
    ("1/mod(B, 5) + 1/(B - 6)", 1, lambda b: 1 / mod(b, 5) + Fraction(1, b - 6)),
    ("1/(mod(B, 4) - mod(B, 2))", 0, lambda b: 1 / (mod(b, 4) - mod(b, 2))),
    ("log2(mod(B, 3))", 0, lambda b: _log(int(mod(b, 3)))),
    ("B/mod(7, B)", 3, lambda b: b / mod(7, b)),
)


@pytest.mark.slow
@pytest.mark.parametrize(("expr", "level", "f"), ROUNDED, ids=[e for e, *_ in ROUNDED])
@pytest.mark.parametrize("above", [True, False])
def test_sizes_at_which_a_rounding_divides_by_0_are_in_no_region(expr: str, level: int, f: Value, above: bool) -> None:
    rule = threshold(expr, "B", **({"over": level} if above else {"at_most": level}))
    true = {n for n in range(1, 900) if _does(f, level, above, n)}
    assert {n for n in range(1, 120) if rule.contains(n)} == {n for n in true if n < 120}
    told = _told(rule)
    assert told is None or told == true


def _told(rule: Threshold) -> set[int] | None:
    """The sizes below 900 that an answer names where it names all, having checked what it says else."""
    if rule.verdict == "never":
        return set()
    if rule.intervals:
        return {n for i in rule.intervals for n in range(i.first or 1, 900 if i.last is None else i.last + 1)}
    if rule.first is not None:
        assert rule.contains(rule.first)
        assert not any(map(rule.contains, range(1, rule.first)))
        assert rule.forever is None or all(map(rule.contains, range(rule.forever, 400)))
    if rule.last is not None and rule.until is not None:
        assert rule.contains(rule.last)
        assert not any(map(rule.contains, range(rule.last + 1, rule.last + 300)))
        assert all(map(rule.contains, range(1, rule.until + 1)))
    return None


@pytest.mark.slow
def test_a_rule_in_symbols_is_settled_where_it_divides_by_0() -> None:
    assert threshold("1/mod(B, 5)", "B", over="K").at(K=1).first == 1
    assert threshold("1/mod(B, D)", "B", over=1).at(D=5).integer == 1
    with pytest.raises(SymroofError, match=r"4\*floor\(B/4\) - 1 is below 0 at B=4.*exactly"):
        threshold("sqrt(mod(B, 4) - 1)*(B - 6)", "B", over=9)


# -- digits ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_long_sizes_are_told_apart() -> None:
    shown = {}
    for off in (-16, -15, -7, -4, -1, 0, 1, 2, 9):
        rule = threshold("3*B", "B", at_most=3 * 10**17 + off)
        last = 10**17 + floor(Fraction(off, 3))
        assert rule.integer == last
        said = str(rule)
        assert said == ("B <= 1e+17" if last == 10**17 else f"B <= 1e+17 ({last})")
        shown.setdefault(last, said)
    assert len({*shown.values()}) == len(shown)
    small = threshold("sqrt(B + 1) - sqrt(B)", "B", over="1e-9")  # exactly 1e-9 at 2.5e17 - 1/2 + 2.5e-19
    assert str(small) == "B <= 2.5e+17 (249999999999999999)"
    assert "249999999999999999" in latex(small)
    assert str(threshold("3*B", "B", over="1e17")) == "B >= 3.333e+16"  # of four digits nobody takes the rest for zeros
    assert str(threshold("3*B", "B", at_most=10**16 * 3 - 1)) == "B <= 1e+16 (9999999999999999)"
    both = threshold("abs(B - 1e17)", "B", at_most=5)
    assert str(both) == f"B in [{10**17 - 5}, {10**17 + 5}]"
    assert str(10**17 - 5) in latex(both)


@pytest.mark.slow
def test_levels_below_all_floats() -> None:
    for level in ("1e-310", "1e-400"):
        for expr in ("log2(B)/B", "ln(B)/B", "max(B - 1, 0)/B**2", "sqrt(B - 1)/B"):
            rule = threshold(expr, "B", over=level)
            assert rule.intervals[0].first == 2
            assert not rule.contains(1)
            assert rule.contains(10**6)
    assert threshold("log2(B)/B", "B", over="K").at(K="1e-400").intervals[0].first == 2
    assert str(threshold("K", "K", over="1e-400")) == "K >= 1e-400"


def test_no_float_is_infinite_without_a_word() -> None:
    with pytest.raises(SymroofError, match="too large for a float64"):
        float(threshold("B", "B", over="1e400"))
    assert float(threshold("B", "B", over="1e300")) == 1e300 < inf


@pytest.mark.parametrize(
    ("expr", "remedy"),
    [
        ("B", "use exactly(), or .integer"),
        ("sqrt(B)", "use exactly(), or .integer"),
        ("B**2", "use .integer"),
        ("B**2 + B", "use .integer"),
        ("ceil(B/3)", "use .integer"),
        ("log2(B)", "print it"),
    ],
)
def test_a_crossing_beyond_floats_names_what_tells_it(expr: str, remedy: str) -> None:
    """exactly() was named where it refuses an irrational number, .integer where it has too many digits."""
    rule = threshold(expr, "B", over="1e801")
    with pytest.raises(SymroofError) as e:
        float(rule)
    assert str(e.value) == f"B: the crossing is too large for a float64; {remedy}"
    n = {"B": 10**801 + 1, "sqrt(B)": 10**1602 + 1, "ceil(B/3)": 3 * 10**801 + 1}
    if "exactly" in remedy:
        assert exactly(rule) == n[expr] - 1
    elif "integer" in remedy:
        assert rule.integer is not None
        assert rule.contains(rule.integer)
        assert not rule.contains(rule.integer - 1)
    else:
        assert str(rule) == f"B >= 2**{10**801}"


@pytest.mark.slow
def test_squares_have_one_end() -> None:
    for expr in ("(B - D)**2", "(B - D)**2*F", "B**2 - 2*B*D + D**2"):
        assert threshold(expr, "B", over=0).verdict == "always"
        point = threshold(expr, "B", at_most=0)
        assert str(point) == "B >= D and B <= D"
    assert str(threshold("(B - D)**2", "B", over="K").at(K=4)) == "B <= D - 2 or B >= 2 + D"
    assert str(threshold("(B - D)**2", "B", over="K").at(K=2)) == "B <= D - sqrt(2) or B >= sqrt(2) + D"


def test_where_nothing_has_a_value_the_question_is_refused() -> None:
    with pytest.raises(DividesByZero, match="no value at any B"):
        threshold("(B + 2)/(ceil(B) - B)", "B", over=1)
    with pytest.raises(SymroofError, match="no value at any B: its roots and logarithms need"):
        threshold("log2(B - floor(B))", "B", over=1)

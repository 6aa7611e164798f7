"""The exact ratios against SymPy's cancel, exact rational points, and hand-written identities."""

from __future__ import annotations

import math
import pickle
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symroof import SymroofError, Unsupported, dims, latex
from symroof.algebra.interop.door import core, to_sympy
from symroof.algebra.ratios.posynomial import (
    Atom,
    Poly,
    Ratio,
    build,
    exact,
    gen,
    named_constant,
    ratio,
    ring,
    term,
    total,
)
from symroof.writing.terms import _call_of

B, D, F, N = dims("B D F N")
NAMES = ["B", "D", "F", "N", "S", "E"]

monomials = st.builds(
    lambda exps, c: Ratio(term(exps, c)),
    st.dictionaries(st.sampled_from(NAMES), st.integers(-3, 3), max_size=3),
    st.fractions(-5, 5, max_denominator=7).map(lambda c: c or Fraction(1)),
)
ratios = st.recursive(
    monomials,
    lambda inner: st.builds(
        lambda a, b, k: a + b if k == "+" else a - b if k == "-" else a * b if k == "*" or b == 0 else a / b,
        inner,
        inner,
        st.sampled_from("+-*/"),
    ),
    max_leaves=5,
)
points = st.fixed_dictionaries({n: st.fractions(Fraction(1, 9), 2**40, max_denominator=10**6) for n in NAMES})


def sympy_at(r: Ratio, point: dict[str, Fraction]) -> Fraction:
    expr = to_sympy(r)
    value = expr.subs(
        {sympy.Symbol(n, positive=True): sympy.Rational(v.numerator, v.denominator) for n, v in point.items()}
    )
    return Fraction(int(value.p), int(value.q))


@pytest.mark.slow
@given(ratios, points)
def test_evaluation_agrees_with_sympy(r: Ratio, point: dict[str, Fraction]) -> None:
    try:
        ours = r.at(point)
    except SymroofError:
        return
    assert ours == sympy_at(r, point)


@pytest.mark.slow
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(ratios, ratios, points)
def test_arithmetic_is_pointwise(a: Ratio, b: Ratio, point: dict[str, Fraction]) -> None:
    try:
        x, y = a.at(point), b.at(point)
        results = (a + b).at(point), (a - b).at(point), (a * b).at(point)
    except SymroofError:
        return
    assert results == (x + y, x - y, x * y)


@pytest.mark.slow
@given(ratios)
def test_door_round_trip(r: Ratio) -> None:
    again = core(to_sympy(r))
    assert again == r
    assert hash(again) == hash(r)


@pytest.mark.slow
@given(ratios)
def test_equal_ratios_hash_alike_however_written(r: Ratio) -> None:
    common = gen("B") + gen("D") * 3
    other = Ratio(r.num * common.num, r.den * common.num)
    assert other == r
    assert hash(other) == hash(r)
    assert pickle.loads(pickle.dumps(r)) == r


@pytest.mark.slow
@given(st.lists(monomials, max_size=6))
def test_total_is_repeated_addition(parts: list[Ratio]) -> None:
    expected = ratio(0)
    for p in parts:
        expected = expected + p
    assert total(parts) == expected


def test_the_sum_of_reciprocals_turns_over_into_the_book_s_form() -> None:
    assert str(1 / (1 / gen("B") + 1 / gen("D") + 1 / gen("F"))) == "B*D*F/(D*F + B*F + B*D)"


def test_floats_are_the_decimals_typed() -> None:
    assert exact(8.2e11) == 820_000_000_000
    assert exact(0.1) == Fraction(1, 10)
    assert core(sympy.Float("1.97e14") * B) == gen("B") * 197 * 10**12


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sympy.sqrt(D + F) ** 2, D + F),
        (sympy.sqrt(8 * B) / sympy.sqrt(2 * D), 2 * sympy.sqrt(B / D)),
        (sympy.sqrt(2) * sympy.sqrt(3), sympy.sqrt(6)),
        (sympy.sqrt(4 * B**2 * (D + F)), 2 * B * sympy.sqrt(D + F)),
        (1 / sympy.sqrt(D + F) * (D + F), sympy.sqrt(D + F)),
        (sympy.Max(2 * B, 4 * D), 2 * sympy.Max(B, 2 * D)),
        (sympy.log(N, 2) * 5 / 16, sympy.Rational(5, 16) * sympy.log(N) / sympy.log(2)),
    ],
)
def test_powers_and_atoms_have_one_form(left: sympy.Expr, right: sympy.Expr) -> None:
    assert core(left) == core(right)
    assert hash(core(left)) == hash(core(right))


def test_max_is_taken_exactly() -> None:
    r = build("max", [gen("B") / 3, gen("D") / 5, 2])
    assert r.at({"B": 12, "D": 25}) == 5
    assert r.at({"B": 1, "D": 1}) == 2


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ratio(1) / ratio(0), "division by zero"),
        (lambda: gen("B").at({}), "still symbolic: B"),
        (lambda: (1 / (gen("B") - 1)).at({"B": 1}), "division by zero"),
        (lambda: core(sympy.Symbol("x")), "the sign of x is unknown"),
        (
            lambda: core(sympy.Symbol("B", positive=True) + sympy.Symbol("B", positive=True, integer=True)),
            "two different symbols are called B",
        ),
        (lambda: exact(float("inf")), "not a finite number"),
        (lambda: exact("12x"), "not a number"),
        (lambda: exact(True), "not a number"),
        (lambda: (gen("B") + 1) ** 1000, "too large to expand"),
        (lambda: ratio(9) ** (9**9), "larger than"),
        (lambda: core(sympy.sin(B)), "sin has no rule here"),
        (lambda: core(sympy.Symbol("x", positive=True) ** sympy.Symbol("y", positive=True)), "is not a number"),
    ],
)
def test_messages(make, message: str) -> None:
    with pytest.raises(SymroofError, match=message):
        make()


def test_irrational_values_are_refused_not_rounded() -> None:
    with pytest.raises(Unsupported, match="irrational"):
        (gen("B") ** Fraction(1, 2)).at({"B": 2})
    assert (gen("B") ** Fraction(1, 2)).at({"B": Fraction(9, 4)}) == Fraction(3, 2)


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.fractions(-9, 9, max_denominator=5).filter(bool),
            st.dictionaries(st.sampled_from("BDF"), st.fractions(-3, 3, max_denominator=6), max_size=3),
        ),
        min_size=1,
        max_size=4,
    ),
    st.fixed_dictionaries({n: st.fractions(Fraction(1, 3), 2**20, max_denominator=9) for n in "BDF"}),
)
def test_roots_are_taken_of_the_whole_product(terms, roots) -> None:
    """At 60th powers every root is rational, and the value is that of the roots to whole powers, term by term."""
    r = total(Ratio(term(exps, c)) for c, exps in terms)
    expected = sum(
        (c * math.prod([roots[n] ** int(60 * e) for n, e in exps.items()]) for c, exps in terms), Fraction(0)
    )
    assert r.at({n: v**60 for n, v in roots.items()}) == expected


def test_two_irrational_roots_may_make_a_rational_product() -> None:
    both = gen("B") ** Fraction(1, 2) * gen("D") ** Fraction(1, 2)
    assert both.at({"B": 2, "D": 8}) == 4
    with pytest.raises(Unsupported, match=r"6\*\*\(1/2\) is irrational"):
        both.at({"B": 2, "D": 3})
    third = gen("B") ** Fraction(1, 3) * gen("D") ** Fraction(1, 6)
    assert third.at({"B": 2, "D": 16}) == 2


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (np.float64(240.5), Fraction(481, 2)),
        (np.float32(0.5), Fraction(1, 2)),
        (np.int64(2**62), 2**62),
        (Decimal("8.2e11"), 820_000_000_000),
        ("8.2e11", 820_000_000_000),
    ],
)
def test_numbers_of_every_kind_are_the_decimals_they_show(given: object, number: Fraction) -> None:
    assert exact(given) == number


@pytest.mark.parametrize("given", ["1e999999999", "-1e-99999999999", "9" * 5000, Decimal("1e99999")])
def test_a_number_of_absurd_length_is_refused_at_once(given: object) -> None:
    with pytest.raises(SymroofError, match="too many digits"):
        exact(given)


def test_a_square_root_is_written_as_one() -> None:
    assert str(gen("D") ** Fraction(1, 2) * gen("K")) == "sqrt(D)*K"
    assert str((gen("B") + gen("D")) ** Fraction(1, 2)) == "sqrt(B + D)"


def test_packed_exponents_are_read_and_weighed_as_they_were_given():
    """By the dictionary they were packed from; exponents and weights of both signs, rings of no symbol and of five."""
    from symroof.algebra.ratios.poly import degree
    from symroof.algebra.trials.glance import powers_of_two, weights

    rng = random.Random(7)
    for _ in range(300):
        names = tuple("abcde"[: rng.randint(0, 5)])
        home = ring(names)
        exps = {n: rng.randint(-40, 40) for n in names}
        bits = {n: rng.randint(-900, 900) for n in names}
        m = home.pack(exps)
        assert [home.power(m, i) for i in range(len(names))] == list(exps.values())
        assert degree(m) == sum(exps.values())
        assert powers_of_two(Poly(home, {m: 1}), weights(home, bits)) == [sum(exps[n] * bits[n] for n in names)]
        longer = ring((*names, "f"))
        both = Poly(home, {m: 3}) * Poly(longer, {longer.pack({"f": -2}): 5})
        assert both.monomials() == [({**{n: e for n, e in exps.items() if e}, "f": -2}, 15)]


def test_generators_stand_in_the_order_of_their_texts():
    """Names first; functions as their texts are sorted, which are mostly not written for it."""
    from symroof.algebra.ratios.poly import in_order

    rng, written = random.Random(8), {True: 0, False: 0}
    inside = [gen("B") / 8, gen("D") + 1, gen("B") * gen("D"), build("ceil", [gen("D") / 3])]
    pool: list[object] = ["B", "D", "b_x", "Max", *(a for k in ("pi", "E", "log(2)") for a in named_constant(k).atoms)]
    pool += [a for kind in ("ceil", "floor", "log2", "exp", "base") for x in inside for a in build(kind, [x]).atoms]
    pool += [a for kind in ("max", "min") for x in inside[1:] for a in build(kind, [x, inside[0]]).atoms]
    pool += build("if<", [gen("B"), gen("D"), inside[1], inside[0]]).atoms
    for _ in range(400):
        some = rng.sample(pool, rng.randint(0, 5))
        atoms = [g for g in some if not isinstance(g, str)]
        assert list(in_order(some)) == [*sorted(g for g in some if isinstance(g, str)), *sorted(atoms, key=str)]
        if len(atoms) > 1:
            written[len({str(a).partition("(")[0] for a in atoms}) < len(atoms)] += 1
    assert min(written.values()) > 50


@pytest.mark.parametrize("degree", [2, 3, 7, 32, 96, 1000, 2**18])
def test_equal_powers_of_any_degree_have_one_hash(degree):
    # roots of degrees that do not divide 5040 had the hash 0 all together, and were compared level by level
    x, y = gen("B"), gen("D")
    root = x ** Fraction(1, degree)
    assert hash(root * x ** Fraction(degree - 1, degree)) == hash(x)
    assert hash((x * root + y) / root) == hash(x + y / root)
    assert len({hash(r) for r in (root, root + 1, root * y, x ** Fraction(2, 3 * degree), ratio(1))}) == 5


def test_roots_inside_each_other_are_told_apart_by_their_hash():
    made, kept = gen("B") + 1, []
    for _ in range(40):
        made = (made + gen("B")) ** Fraction(1, 2)
        kept.append(made)
        other = (made * gen("D") + gen("B")) ** Fraction(1, 2) / gen("D") ** Fraction(1, 2)
        kept.append(other)
    assert len(set(map(hash, kept))) == len(kept) == len(set(kept))


@pytest.mark.slow
@given(st.lists(monomials, min_size=2, max_size=5), st.randoms(use_true_random=False))
@pytest.mark.parametrize("kind", ["floor", "log2", "max"])
def test_the_text_of_a_function_does_not_tell_in_which_order_its_terms_were_written(kind, parts, shuffled):
    # An atom is one object to a ring, whoever wrote it first: others found its spelling in answers of their own.
    again = list(parts)
    shuffled.shuffle(again)
    one, other = (Atom(kind, (total([*p, gen("Z")]), gen("Y"))[: 1 + (kind == "max")]) for p in (parts, again))
    assert one == other
    assert str(one) == str(other)
    assert _call_of(one) == _call_of(other)  # a ring would hold the same atom for both
    assert core(str(one)) == build(kind, one.args)  # and it reads back


@pytest.mark.parametrize(
    ("text", "shown", "formula"),
    [
        ("ln(D)", "ln(D)", r"\ln D"),
        ("3*B*ln(D + 1)**2", "3*B*ln(D + 1)**2", r"3B\left(\ln\left(D + 1\right)\right)^2"),
        ("B/ln(D)", "B/ln(D)", r"\frac{B}{\ln D}"),
        ("ln(D)*ln(F)**2", "ln(D)*ln(2)**2*log2(F)**2", None),
        ("ln(2)*B", "B*ln(2)", r"B\ln 2"),
        ("log2(D)", "log2(D)", r"\log_2 D"),
        ("ln(2)**2*log2(D)", "ln(2)**2*log2(D)", None),
    ],
)
def test_a_natural_logarithm_is_shown_as_it_was_written(text, shown, formula):
    made = core(text)
    if formula is not None:
        assert str(made) == shown
        assert latex(made) == formula
    point = {"B": 3.0, "D": 5.0, "F": 7.0}
    names = {"ln": math.log, "log2": math.log2}
    assert eval(str(made), names, point) == pytest.approx(eval(text, names, point))  # typed here, and nobody's input
    assert core(str(made)) == made

"""What random differential testing found, each with its judge: integers and exact rationals, nothing of symroof."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from judge import member, reaches
from sympy import Expr, Rational, ceiling, floor, log, sqrt
from test_region import told

from symroof.algebra.equality.identity import prove
from symroof.algebra.growth.newton import _guessed, _largest, lead, witness
from symroof.algebra.growth.regime import regime
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.posynomial import Poly, ring
from symroof.algebra.regions.region import Threshold, crossing
from symroof.algebra.signs.mixed import MixedSum
from symroof.errors import Unsupported
from symroof.model.threshold import threshold
from symroof.symbols import dims, params
from symroof.writing.latex import latex

n = dims("n")


@pytest.mark.parametrize("level", [Fraction(27000, 17), Fraction(70000, 17), Fraction(3, 2), Fraction(16)])
def test_the_first_size_beyond_a_logarithm_is_exact_however_many_digits_it_has(level: Fraction) -> None:
    t: Threshold = threshold(log(n, 2), n, over=Rational(level.numerator, level.denominator))
    first = t.integer
    assert first is not None
    assert (first - 1) ** level.denominator < 2**level.numerator <= first**level.denominator
    assert str(t)


@pytest.mark.slow
def test_a_size_beyond_all_digits_is_refused() -> None:
    t = threshold(log(n, 2) ** 2, n, over=50000**2 + 1)
    with pytest.raises(Unsupported, match="has too many digits"):
        assert t.integer
    assert threshold(sqrt(n), n, over=10**3000).integer == 10**6000


@pytest.mark.slow
def test_the_ray_along_which_a_term_matters_is_one_and_a_linear_program_agrees() -> None:
    """The judge is SciPy; rays are checked exactly.  Vectors with many zeros take every branch of the simplex."""
    from scipy.optimize import linprog  # half a second, for those who ask it

    rng, seen = random.Random(11), {True: 0, False: 0}
    for _ in range(150):
        n, k = rng.randint(2, 6), rng.randint(2, 7)
        rows = [[rng.choice([0, 0, 0, -1, 1, 2, -3, 5]) for _ in range(n)] for _ in range(k + 1)]
        weights = [rng.choice([0, 1, 1, 2]) for _ in range(n)]
        if not any(weights):
            continue
        a, *others = rows
        ray = witness(a, others, weights)
        slack = [[q - p for p, q in zip(a, b)] for b in others]
        judged = linprog([-w for w in weights], A_ub=slack, b_ub=[1] * k, bounds=[(0, None)] * n)
        assert judged.status in (0, 3)  # finite or unbounded
        assert (ray is not None) == (judged.status == 3), (rows, weights)
        seen[ray is not None] += 1
        if ray is not None:
            assert min(ray) >= 0
            assert sum(w * y for w, y in zip(weights, ray)) > 0
            assert all(sum(s * y for s, y in zip(row, ray)) <= 0 for row in slack)
    assert min(seen.values()) > 15


@pytest.mark.slow
@pytest.mark.parametrize(
    ("build", "sense", "edge"),
    [
        # T ceil(n/T) <= n + T - 1: n/(n + T - 1) >= 9/10; n - T + 1 <= T floor(n/T): (n - T + 1)/n >= 9/10
        (lambda n, T: n / (T * ceiling(n / T)), ">", lambda T: 9 * (T - 1)),
        (lambda n, T: T * floor(n / T) / n, ">", lambda T: 10 * (T - 1)),
        (lambda n, T: 1 / (T * ceiling(n / T)) * 360, "<", lambda T: 401 - T),
    ],
)
def test_the_sandwich_of_a_tile_is_claimed_and_is_tight(
    build: Callable[..., Expr], sense: str, edge: Callable[..., int]
) -> None:
    """Brute force over the sizes that fill a tile worst: there the sufficient threshold is exact."""
    T = dims("T")
    t = threshold(build(n, T), n, over=Rational(9, 10))
    assert t.sufficient is not None
    assert t.necessary is not None
    for tile in (2, 3, 8, 16):
        enough, needed = t.sufficient.at(T=tile), t.necessary.at(**({"T": tile} if t.necessary.free else {}))
        assert enough.sense[0] == sense
        assert enough.integer == edge(tile)
        rounds_up = "ceil" in str(t.expr)
        worst = 1 if rounds_up else tile - 1
        for size in range(1, 800):
            truth = reaches(build(n, T), Rational(9, 10), {"n": Fraction(size), "T": Fraction(tile)})
            sure = member(enough, size)
            assert truth or not sure
            assert member(needed, size) or not truth
            if size % tile == worst % tile:
                assert truth == sure, size


@pytest.mark.slow
def test_the_terms_that_are_left_are_those_a_linear_program_finds() -> None:
    """All symbols grow: a term stays iff along some way out, here a point of the simplex, none is larger."""
    from scipy.optimize import linprog  # half a second, for those who ask it

    rng, dropped, several = random.Random(13), 0, 0
    home, g = ring(("x", "y", "z")), regime("x, y, z -> oo")
    for _ in range(40):
        monomials = [tuple(rng.randint(0, 6) for _ in range(3)) for _ in range(rng.randint(3, 9))]
        p = Poly(home, {home.pack(dict(zip("xyz", m))): 1 for m in monomials})
        kept = {home.unpack(m) for m in lead(p, g).part.terms}
        rows = sorted(set(monomials))
        for a in rows:
            slack = [[y - x for x, y in zip(a, b)] for b in rows if b != a]
            if not slack:
                continue
            # the deepest that a can go while no other passes it; each symbol is at least 2**d there
            above = [*([*r, 0] for r in slack), [-1, 0, 0, 1], [0, -1, 0, 1], [0, 0, -1, 1]]
            judged = linprog([0, 0, 0, -1], above, [0] * len(above), [[1, 1, 1, 0]], [1], bounds=[(0, None)] * 4)
            matters = judged.status == 0 and -judged.fun > 1e-9
            assert (tuple(a) in kept) == matters, (rows, a)
            dropped += not matters
        several += len(kept) > 2
    assert dropped > 40
    assert several > 10


def test_the_largest_along_a_ray_is_that_one() -> None:
    assert _largest({900: [3, 0], 901: [0, 2], 902: [1, 1]}, [1, 1]) == {900}
    assert _largest({900: [3, 0], 901: [0, 2], 902: [1, 1]}, [1, 5]) == {901}


def test_multipliers_found_by_guessing_are_inside_the_regime_and_prove_what_the_program_says() -> None:
    """Each is above 0, so that the ray goes deep into the regime; on it no other term is larger."""
    assert _guessed([-1, 0], [[0, 0]]) is None  # outgrown on the first vector, level on the second
    assert _guessed([1, 0], [[0, 0]]) is not None
    rng, seen = random.Random(12), {True: 0, False: 0}
    for _ in range(200):
        n, k = rng.randint(2, 5), rng.randint(1, 4)
        a, *others = [[rng.randint(-3, 3) for _ in range(n)] for _ in range(k + 1)]
        ray = _guessed(a, others)
        seen[ray is not None] += 1
        if ray is not None:
            assert min(ray) > 0
            assert all(sum((p - q) * y for p, q, y in zip(a, b, ray)) >= 0 for b in others)
            assert witness(a, others, [1] * n) is not None
    assert min(seen.values()) > 20


B, D, F = dims("B D F")
K = params("K")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "weak", "strict"),
    [
        ((B - D) * (B - D - 1), True, False),  # negative between the integers only
        (3 * (B - D) * (B - D - 1) / 7, True, False),
        ((B - D) * (B - D - 2), False, False),
        ((B - 2 * D) ** 2 + (D - 3 * F) * (D - 3 * F + 1), True, None),  # 0 at 6, 3, 1
        ((B - 2 * D) ** 2 + (D - 3 * F) * (D - 3 * F + 1) + 1, True, True),
        ((B - 2 * D) ** 2 + (D - 3 * F) * (D - 3 * F + 3), False, False),
        ((B - K) * (B - K - 1), False, False),  # K is real
        ((B - K) * (B - K - 1) + Rational(1, 4), True, False),
        ((B - D) * (B - D - 1) / 2 - Rational(1, 2), False, False),
    ],
)
def test_a_quadratic_of_whole_sizes_may_dip_between_the_integers(form: Expr, weak: bool, strict: bool | None) -> None:
    found = [prove(form, 0, ">=").result, prove(form, 0, ">").result]
    assert found == [weak, strict]
    for sizes in itertools.product(range(1, 9), repeat=3):  # the judge: the integers themselves, K in thirds
        value = form.subs({B: sizes[0], D: sizes[1], F: sizes[2], K: Rational(sizes[1], 3)})
        assert value >= 0 or not weak
        assert value > 0 or not strict


@pytest.mark.slow
def test_random_quadratics_are_judged_as_their_integers_are() -> None:
    rng, seen = random.Random(5), {True: 0, False: 0, None: 0}
    for _ in range(120):
        a, b, c, d = (rng.randint(-3, 3) for _ in range(4))
        e, f = rng.randint(-4, 4), rng.randint(-2, 3)
        lines = (a * B + b * D + e, c * B + d * D)
        form = lines[0] ** 2 + lines[0] * rng.choice([0, 1, 2]) + lines[1] ** 2 + f
        found = prove(form, 0, ">=")
        values = [form.subs({B: i, D: j}) for i in range(1, 13) for j in range(1, 13)]
        assert min(values) >= 0 or found.result is not True
        if found.result is False:
            assert form.subs({B: found.witness["B"], D: found.witness.get("D", 1)}) < 0
        seen[found.result] += 1
    assert seen[True] > 60
    assert seen[False] > 5
    assert seen[None] < 12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "level", "answer"),
    [
        (lambda n, D: sqrt(n) / sqrt(n + D), Rational(1, 2), "n >= D/3"),
        (lambda n, D: sqrt(n + D) / sqrt(n), 2, "n <= D/3"),
        (lambda n, D: sqrt(n) / sqrt(128 * D * n + 25 * D / 2), 700, "never"),
        (lambda n, D: sqrt(n) / sqrt(3 * n + D), Rational(1, 2), "n >= D"),
        (lambda n, D: sqrt(n * n + D) / n, Rational(101, 100), None),
        (lambda n, D: n ** Rational(1, 3) * (n + D) ** Rational(1, 6), 3, None),
        (lambda n, D: n * sqrt(1 + D / n), 40, None),
        (lambda n, D: sqrt(n + D) * n - 7 * n, 0, None),
    ],
)
def test_two_sides_with_roots_are_compared_by_their_powers(
    form: Callable[..., Expr], level: object, answer: str | None
) -> None:
    """Brute force over sizes by the definition, to 45 digits."""
    n, D = dims("n D")
    t = threshold(form(n, D), n, over=level)
    assert answer is None or str(t) == answer
    outcomes = set()
    for d in (1, 2, 9, 33):
        bound = t.at(D=d) if "D" in t.free else t
        for size in range(1, 60):
            truth = reaches(form(n, D), level, {"n": Fraction(size), "D": Fraction(d)})
            if truth is not None:
                assert member(bound, size) == truth, (d, size)
                outcomes.add(truth)
    assert outcomes == ({False} if answer == "never" else {True, False})


@pytest.mark.slow
def test_a_step_of_another_symbol_is_no_step_of_the_unknown() -> None:
    """It once asked itself the same question for ever."""
    n, D = dims("n D")
    form = floor(D / 3) / (D * log(n, 2) + 2)
    t = threshold(form, n, over=Rational(1, 20))
    assert t.root is not None
    outcomes = set()
    for d in (4, 6, 30):
        bound = t.at(D=d)
        for size in range(2, 100):
            truth = reaches(form, Rational(1, 20), {"n": Fraction(size), "D": Fraction(d)})
            assert member(bound, size) == truth
            outcomes.add(truth)
    assert outcomes == {True, False}


@pytest.mark.slow
def test_two_roots_that_fall_apart_are_passed_once() -> None:
    """By hand: sqrt(n + D) >= sqrt(n) + 1/10 where D - 1/100 >= sqrt(n)/5, in symbols, in numbers and size by size."""
    n, D = dims("n D")
    t: Threshold = threshold(sqrt(n + D) - sqrt(n), n, over=Rational(1, 10))
    assert t.root is not None
    outcomes = set()
    for d, size in itertools.product((1, 2, 3), (1, 24, 25, 98, 99, 100, 223, 224, 225)):
        truth = (5 * (d - Fraction(1, 100))) ** 2 >= size
        assert t.contains(size, D=d) == truth == member(t.at(D=d), size), (d, size)
        outcomes.add(truth)
    assert outcomes == {True, False}
    assert [t.at(D=d).integer for d in (1, 2, 3)] == [24, 99, 223]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "level"),
    [
        (lambda n, a, b: a + n / b, lambda n, a, b: b + n / 3),  # two latencies and two bandwidths
        (lambda n, a, b: (a * n + b) / (b * n + a), lambda n, a, b: Rational(7, 5)),
        (lambda n, a, b: a * n**2 + b, lambda n, a, b: 3 * n**2 + 5),
        (lambda n, a, b: a * n**2 + 7 * n, lambda n, a, b: b * n**2 + a * n),
        (lambda n, a, b: sqrt(a * n + 1) / sqrt(n + b), lambda n, a, b: 2),
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_a_slope_of_either_sign_gives_both_cases_with_their_conditions(
    form: Callable[..., Expr], level: Callable[..., Expr], strict: bool
) -> None:
    """Brute force; the symbolic cases are judged at numbers by their own conditions and crossings, put in by SymPy."""
    n = dims("n")
    a, b = params("a b")
    side = level(n, a, b)
    t = crossing(core(form(n, a, b)), core(side), "n", strict=strict)
    assert t.verdict == "when"
    assert len(t.parts) == 2
    assert t.joined == "or"
    outcomes = set()
    for x, y in itertools.product((Rational(1, 2), 1, 2, 3, 4, 7, 9), repeat=2):
        at = {"a": Fraction(str(x)), "b": Fraction(str(y))}
        bound = t.at(a=x, b=y)
        for size in (1, 2, 3, 5, 8, 40, 1000):
            truth = reaches(form(n, a, b), side, {**at, "n": Fraction(size)}, strict=strict)
            if truth is None:  # a tie of two roots
                continue
            assert member(bound, size) == truth, (x, y, size)
            cases = []
            for part in t.parts:
                if part.always is not None and part.always.holds(**{s: at[s] for s in part.always.names}):
                    cases.append(True)
                elif part.when.holds(**{s: at[s] for s in part.when.names}):
                    edge = part.value.subs({a: x, b: y})
                    gap = size - edge if part.sense[0] == ">" else edge - size
                    cases.append(bool(gap > 0 or (gap == 0 and not strict)))
            if cases:
                assert any(cases) == truth, (x, y, size, str(t))
                outcomes.add(truth)
    assert outcomes == {True, False}


@pytest.mark.parametrize(
    ("form", "level", "integer", "text"),
    [
        (lambda n: ceiling(n / 8), 10**400, 8 * 10**400 - 7, None),
        pytest.param(
            lambda n: ceiling(n / 8),
            10**5000,
            8 * 10**5000 - 7,
            "n >= 8.000e+5000",
            id="5001 digits",
        ),
        (lambda n: n - 10**400, 1, 10**400 + 1, "n >= 1.000e+400"),
        (lambda n: log(n, 2), 2000, 2**2000, "n >= 1.148e+602"),
        (lambda n: n + sqrt(n), Rational(10**400, 3), None, "n >= 3.333e+399"),
    ],
)
def test_sizes_beyond_every_float_are_exact_and_can_be_shown(
    form: Callable[..., Expr], level: object, integer: int | None, text: str | None
) -> None:
    t: Threshold = threshold(form(n), n, over=level)
    assert integer is None or t.integer == integer
    assert text is None or str(t) == text
    assert t.number == float("inf")
    assert latex(t)
    size = t.integer
    assert size is not None
    assert reaches(form(n), level, {"n": Fraction(size)}) is not False
    if integer is not None and level != 2000:  # elsewhere the size before is a tie to the judge's digits
        assert reaches(form(n), level, {"n": Fraction(size - 1)}) is not True


def test_the_sign_of_a_log_sum_where_its_large_terms_cancel() -> None:
    """3/2 u log2(u) - 5550 u - 700 is -700 at u = 2**3700, by hand; u = 2**3701 is 3/2 u - 700 above."""
    f = MixedSum({(1, 1): Fraction(3, 2), (1, 0): Fraction(-5550), (0, 0): Fraction(-700)})
    assert f.sign(Fraction(2) ** 3700) == -1
    assert f.sign(Fraction(2) ** 3701) == 1
    assert f.sign(Fraction(2) ** 3700 + 1000) == 1  # the slope there is 3/2/ln(2), about 2.16
    assert f.sign(Fraction(2) ** 3700 + 300) == -1


@pytest.mark.slow
def test_a_root_beside_its_unknown_has_a_closed_form() -> None:
    """With s = sqrt(n + D), n + s >= K is s**2 + s >= K + D: at D = 2, K = 10 that is s >= 3, so n >= 7."""
    n, D = dims("n D")
    K = params("K")
    t = threshold(n + sqrt(n + D), n, over=K)
    assert t.value is not None
    assert t.value.subs({D: 2, K: 10}) == 7
    for d, k in itertools.product((1, 2, 9), (1, 2, Fraction(7, 2), 10, 100)):
        at = {"D": Fraction(d), "K": Fraction(k)}
        bound = t.at(D=d, K=k)
        for size in range(1, 110):
            truth = reaches(n + sqrt(n + D), K, {**at, "n": Fraction(size)})
            assert truth in (None, member(bound, size))  # None: a tie to the judge's digits, such as 7 above


@pytest.mark.slow
def test_a_factor_that_may_be_negative_is_not_squared() -> None:
    """log2(C) is below 0 for C < 1: there sqrt(n + D)*log2(C) > K holds for no n, though its square exceeds K**2."""
    n, D = dims("n D")
    C, K = params("C K")
    form = log(C, 2) * sqrt(n + D)
    t: Threshold = threshold(form, n, over=K)
    outcomes = set()
    for c in (Fraction(1, 16), Fraction(1, 2), Fraction(2), Fraction(16)):
        at = {"C": c, "K": Fraction(9), "D": Fraction(2)}
        bound = t.at(**at)
        for size in (1, 2, 5, 50, 78, 900):
            truth = reaches(form, K, {**at, "n": Fraction(size)}, strict=t.strict)
            if truth is not None:
                assert told(t, size, at) == member(bound, size) == truth, (str(t), c, size)
                outcomes.add((truth, c > 1))
    assert outcomes == {(False, False), (False, True), (True, True)}

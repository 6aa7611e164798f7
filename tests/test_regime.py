"""Regimes: what reads, what is refused, and the cone against brute force over its own inequalities."""

from __future__ import annotations

import itertools
import math
import pickle
import random
from fractions import Fraction

import pytest
from sympy import Matrix

from symroof.algebra import cone
from symroof.algebra.cone import double_description, has_interior
from symroof.algebra.regime import Regime, Relation, quotient, regime, vector
from symroof.errors import Inconsistent, NotationError, SymroofError, Unsupported


@pytest.mark.parametrize(
    ("spelling", "text"),
    [
        ("B << D, F", "B << D, F"),
        ("B<<F,D", "B << D, F"),
        ("D, F >> B", "B << D, F"),
        ("B ≪ D ≪ F", "B << D << F"),
        ("D << F; B << D", "B << D << F"),
        ("B << D, D << F", "B << D << F"),
        ("N -> oo", "N -> oo"),
        ("1 << N", "N -> oo"),
        ("N → ∞", "N -> oo"),
        ("D, F → ∞", "D, F -> oo"),
        ("eps -> 0", "eps -> 0"),
        ("B <= D; D << F", "D << F; B <= D"),
        ("F >= 4D; B -> oo", "B -> oo; D <= F"),
        ("bm, bn << k", "bm, bn << k"),
        (r"B \ll D, F", "B << D, F"),
        (r"$N \to \infty$", "N -> oo"),
        (r"D, F \rightarrow \infty", "D, F -> oo"),
        (r"B_{x} \ll \frac{D}{F}", "B_x << D/F"),
        (r"B \cdot D \ll F^{2}", "B*D << F**2"),
        ("B^(1/2) << D", "B**(1/2) << D"),
        ("128*B << D", "B << D"),
        ("B D << F", "B*D << F"),
        ("B + D << F", "B, D << F"),
        ("B << D; F fixed", "B << D; F fixed"),
        ("B << D and N -> oo", "B << D; N -> oo"),
        ("B << D, N -> oo", "B << D; N -> oo"),
        ("K << D, F", "K << D, F"),
    ],
)
def test_it_reads_and_prints_canonically(spelling: str, text: str) -> None:
    assert regime(spelling).text == text
    assert regime(text) == regime(spelling)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("B", "needs a relation"),
        ("B <<", "a symbol is missing"),
        ("B ? D", "no meaning"),
        ("N -> 4", "tends to oo or to 0"),
        ("oo << N", "oo stands only after"),
        ("B << D + F", "the larger side of a relation is one product"),
        ("B - D << F", "a difference has no order"),
        ("B = 4D", "an equality is no regime"),
        ("B ~ D", "an equality is no regime"),
        ("B << D, F, G << H", "could end the relation before it or begin this one"),
        ("0 << B", "0 is no size"),
        ("B**x << D", "a number is missing"),
        ("B**(1/0) << D", "divided by zero"),
        ("B**4096 << D", "too large"),
        ("(B << D", "a closing parenthesis"),
        ("B + D -> oo", "does not say which term grows"),
        ("B*D fixed", "only symbols can be fixed"),
        ("N -> oo << D", "nothing can follow"),
        ("B << D," * 2000, "too long"),
    ],
)
def test_what_does_not_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        regime(text)


def test_none_and_nothing_are_the_regime_in_which_nothing_moves() -> None:
    assert regime(None) == regime("") == Regime()
    assert regime(None).names == ()
    assert not regime(None).strict


def test_a_regime_passes_through_and_other_things_are_refused() -> None:
    g = regime("B << D")
    assert regime(g) is g
    with pytest.raises(SymroofError, match="a regime is text"):
        regime(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("B << D, D << F, F << B", {"B << D", "D << F", "F << B"}),
        ("B << D; D << B; N -> oo; F << G", {"B << D", "D << B"}),
        ("N << 1", {"N -> 0", "N >= 1"}),
        ("B*D << 1; F -> oo", {"B*D << 1", "B >= 1", "D >= 1"}),
        ("B*D << C; C -> 0; F -> oo", {"B*D << C", "C -> 0", "B >= 1", "D >= 1"}),
        ("B << D; D <= B", {"B << D", "D <= B"}),
        ("B << B", {"B << B"}),
    ],
)
def test_inconsistent_names_a_minimal_core(text: str, core: set[str]) -> None:
    with pytest.raises(Inconsistent, match="no sizes") as caught:
        regime(text)
    assert set(caught.value.core) == core


def test_fixed_and_growing_contradict() -> None:
    with pytest.raises(Inconsistent, match="fixed and to grow"):
        regime("B << D; B fixed")


def test_a_forced_equality_is_refused() -> None:
    with pytest.raises(SymroofError, match="force an equality"):
        regime("B <= D; D <= B")


def test_what_tends_to_zero_is_a_parameter_there_and_a_size_elsewhere() -> None:
    assert regime("N -> 0").tends(vector({"N": 1}.items())) == "0"
    with pytest.raises(Inconsistent):
        regime("N << 1")


@pytest.mark.parametrize(
    ("given", "monomial", "answer"),
    [
        ("B << D, F", {"B": 1, "D": -1}, "0"),
        ("B << D, F", {"D": 1, "B": -1}, "oo"),
        ("B << D, F", {"D": 1}, "oo"),
        ("B << D, F", {"B": 1}, None),
        ("B << D, F", {"D": 1, "F": -1}, None),
        ("B << D, F", {"K": 1}, "1"),
        ("a << b << c", {"a": 2, "b": -1}, None),
        ("a << b << c", {"a": 1, "c": -1}, "0"),
        ("B << D; D <= F", {"B": 1, "F": -1}, "0"),
        ("eps -> 0", {"eps": Fraction(1, 2)}, "0"),
        ("K << W", {"K": 1, "W": -1}, "0"),
        ("K << W", {"W": 1}, None),
    ],
)
def test_what_a_monomial_does(given: str, monomial: dict[str, int], answer: str | None) -> None:
    assert regime(given).tends(vector(monomial.items())) == answer


def test_iterated_limits_only_by_name() -> None:
    g = Regime.lex("B", "D")
    assert g.at_power(6).tends(vector({"B": 5, "D": -1}.items())) == "0"
    assert regime("B << D; B -> oo").tends(vector({"B": 5, "D": -1}.items())) is None
    with pytest.raises(SymroofError, match="different names"):
        Regime.lex("B", "B")


def test_latex() -> None:
    assert regime("bm, bn << k").latex() == r"\text{bm}, \text{bn} \ll k"
    assert regime("N -> oo; B*D <= F**2").latex() == r"N \to \infty; BD \le F^{2}"


def test_regimes_hash_and_pickle() -> None:
    a, b = regime("B << D, F"), regime("F >> B; D >> B")
    assert a == b
    assert hash(a) == hash(b)
    assert pickle.loads(pickle.dumps(a)) == a


def test_the_rays_of_a_cone_are_those_found_by_intersecting_planes() -> None:
    """In three dimensions every extreme ray is the cross product of two rows; try them all."""
    rng = random.Random(5)
    pointed = 0
    for _ in range(80):
        rows = [[rng.randint(-2, 2) for _ in range(3)] for _ in range(rng.randint(3, 7))]
        lines, rays = double_description(rows, 3)
        if Matrix(rows).rank() < 3:
            assert len(lines) == 3 - Matrix(rows).rank()
            continue
        pointed += 1
        found = set()
        for (a, b, c), (d, e, f) in itertools.combinations(rows, 2):
            cross = (b * f - c * e, c * d - a * f, a * e - b * d)
            for v in (cross, tuple(-x for x in cross)):
                if any(v) and all(sum(x * y for x, y in zip(r, v)) <= 0 for r in rows):
                    size = math.gcd(*v)
                    found.add(tuple(x // size for x in v))
        assert {tuple(v) for v in rays} == found
    assert pointed > 30


def test_an_orthant_to_start_from_gives_the_same_cone_as_a_row_for_each_coordinate() -> None:
    rng = random.Random(6)
    for _ in range(80):
        rows = [[rng.randint(-2, 2) for _ in range(4)] for _ in range(rng.randint(1, 5))]
        above = sorted(rng.sample(range(4), rng.randint(0, 4)))
        coordinates = [[-int(i == j) for j in range(4)] for i in above]
        lines, rays = double_description(rows, 4, above)
        slow_lines, slow_rays = double_description([*coordinates, *rows], 4)
        assert len(lines) == len(slow_lines)
        if not lines:  # rays beside lines are told apart by a multiple of these only
            assert rays == slow_rays


def test_the_inside_of_a_cone_is_found_in_the_middle_of_its_rays() -> None:
    assert has_interior([], [])
    assert not has_interior([[1]], [])
    assert not has_interior([], [], above=[0])
    rng, seen = random.Random(9), set()
    for _ in range(60):
        rows = [[rng.randint(-2, 2) for _ in range(3)] for _ in range(rng.randint(1, 5))]
        rows = [r for r in rows if any(r)] or [[1, 0, 0]]
        lines, rays = double_description(rows, 3, above=[2])
        if lines:
            continue
        grid = itertools.product(range(-9, 10), range(-9, 10), range(1, 10))  # the judge: whole points
        inside = any(all(sum(x * y for x, y in zip(r, v)) < 0 for r in rows) for v in grid)
        assert has_interior(rows, rays, above=[2]) == inside, rows
        seen.add(inside)
    assert seen == {True, False}


def test_as_many_rays_as_the_limit_are_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """|x| <= z and |y| <= z meet in a cone over a square, of four rays."""
    square = [[1, 0, -1], [-1, 0, -1], [0, 1, -1], [0, -1, -1]]
    monkeypatch.setattr(cone, "MAX_RAYS", 4)
    assert double_description(square, 3) == ([], sorted([x, y, 1] for x in (-1, 1) for y in (-1, 1)))
    monkeypatch.setattr(cone, "MAX_RAYS", 3)
    with pytest.raises(Unsupported, match="more than 3 extreme rays"):
        double_description(square, 3)


def test_a_cone_that_has_lost_a_dimension_has_the_rays_it_has_without_that() -> None:
    """The cone over a square, cut across, in three dimensions and in four of which one is held at 0."""
    square = [[1, 0, -1], [-1, 0, -1], [0, 1, -1], [0, -1, -1]]
    for cut in ([1, 2, 0], [2, -3, 1], [3, 3, -4], [1, 1, 0]):
        _, rays = double_description([*square, cut], 3)
        flat = [[0, 0, 0, 1], [0, 0, 0, -1], *([*row, 0] for row in [*square, cut])]
        assert double_description(flat, 4) == ([], [[*v, 0] for v in rays])
        found = set()  # in three dimensions a ray lies on two planes
        for (a, b, c), (d, e, f) in itertools.permutations([*square, cut], 2):
            v = (b * f - c * e, c * d - a * f, a * e - b * d)
            if any(v) and all(sum(x * y for x, y in zip(r, v)) <= 0 for r in [*square, cut]):
                found.add(tuple(x // math.gcd(*v) for x in v))
        assert {tuple(v) for v in rays} == found


def test_too_many_rays_are_refused() -> None:
    text = "; ".join(f"{', '.join(f'a{i}' for i in range(14))} << b{j}" for j in range(14))
    with pytest.raises(Unsupported, match="extreme rays"):
        regime(text)


def test_quotients_and_relations_print() -> None:
    assert str(Relation(vector({"B": 1}.items()), vector({"D": 2}.items()), strict=False)) == "B <= D**2"
    assert quotient(vector({"B": 1}.items()), vector({"B": 1}.items())) == ()


@pytest.mark.parametrize("text", ["B << 4096", "4096 >> B", "B << 1", "B << D, 4096", "B*D << 7"])
def test_a_size_is_not_small_against_a_number(text: str) -> None:
    with pytest.raises(Inconsistent, match=r"no sizes .*numbers do not grow, so below a number .* tends to 0; write"):
        regime(text)


def test_a_bound_by_a_number_is_no_growth() -> None:
    with pytest.raises(NotationError, match="this bounds B, so that it does not grow"):
        regime("B << D; B <= 8")
    assert regime("eps << 1") == regime("eps -> 0")
    assert regime("D >= 2; B << D") == regime("1 <= D; B << D")

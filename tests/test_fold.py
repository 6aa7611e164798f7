"""The fold over the kinds of atom, judged by closures that are drawn beside each expression and know nothing of it.

What earlier tests never asked: how often a part is worked out, whether a branch that is not taken is looked at, and
what becomes of a root whose base turns into a number.
"""

from __future__ import annotations

import inspect
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

import pytest
from mpmath import mp, mpf

from symroof.algebra.ratios.fold import Domain, fold, map_atoms
from symroof.algebra.ratios.functions import Constant, Function
from symroof.algebra.ratios.poly import Atom, Gen, Number, Poly, term
from symroof.algebra.ratios.posynomial import Ratio, build, gen, ratio, total
from symroof.errors import Unsupported

Point = Mapping[str, Fraction]
Drawn = tuple[Ratio, Callable[[Point], mpf]]
NAMES = ("B", "D", "F")


@pytest.fixture(autouse=True)
def fifty_digits():
    with mp.workdps(50):
        yield


def near(x: mpf, y: mpf) -> bool:
    return abs(x - y) <= mpf(10) ** -38 * max(abs(x), abs(y), 1)


class At(Domain[mpf]):
    """The value at a point to fifty digits, and how often each atom was asked."""

    def __init__(self, at: Point) -> None:
        super().__init__()
        self.at, self.asked = at, Counter[Gen]()

    def number(self, c: Number) -> mpf:
        return mpf(Fraction(c).numerator) / Fraction(c).denominator

    def symbol(self, name: str) -> mpf:
        self.asked[name] += 1
        return self.number(self.at[name])

    def constant(self, c: Constant) -> mpf:
        self.asked[c.name] += 1
        return {"pi": +mp.pi, "E": +mp.e}[c.name]

    def extremum(self, atom: Atom, args: Sequence[mpf]) -> mpf:
        self.asked[atom] += 1
        return max(args) if atom.kind == "max" else min(args)

    def choice(self, atom: Atom, left: mpf, right: mpf, yes: Callable[[], mpf], no: Callable[[], mpf]) -> mpf:
        self.asked[atom] += 1
        return yes() if left < right or (atom.kind == "if<=" and left == right) else no()

    def call(self, atom: Atom, f: Function, x: mpf) -> mpf:
        self.asked[atom] += 1
        assert f.kind == atom.kind
        return {"ceil": mp.ceil, "floor": mp.floor, "log2": lambda y: mp.log(y, 2)}[f.kind](x)

    def radicand(self, atom: Atom, x: mpf) -> mpf:
        self.asked[atom] += 1
        return x

    def poly(self, p: Poly) -> mpf:
        out = mpf(0)
        for exponents, c in p.monomials():
            piece = self.number(c)
            for g, e in exponents.items():
                piece *= self.of(g) ** self.number(e)
            out += piece
        return out

    def quotient(self, r: Ratio, top: mpf, bottom: mpf) -> mpf:
        return top / bottom


def drawn(rng: random.Random, deep: int) -> Drawn:
    """A positive expression, and what it is at a point: the two are put together from the same draws, side by side."""
    if deep == 0:
        if rng.random() < 0.3:
            c = Fraction(rng.randint(1, 9), rng.randint(1, 4))
            return ratio(c), lambda at: mpf(c.numerator) / c.denominator
        n = rng.choice(NAMES)
        return gen(n), lambda at: mpf(at[n].numerator) / at[n].denominator
    (a, f), (b, g) = drawn(rng, deep - 1), drawn(rng, rng.randrange(deep))
    kind = rng.choice(["+", "*", "/", "max", "min", "ceil", "floor", "log2", "root", "if<", "if<="])
    if kind in ("if<", "if<="):
        (c, h), (d, k) = drawn(rng, rng.randrange(deep)), drawn(rng, rng.randrange(deep))
        if kind == "if<":
            return build(kind, [a, b, c, d]), lambda at: h(at) if f(at) < g(at) else k(at)
        return build(kind, [a, b, c, d]), lambda at: h(at) if f(at) <= g(at) else k(at)
    made: dict[str, Callable[[], Drawn]] = {
        "+": lambda: (a + b, lambda at: f(at) + g(at)),
        "*": lambda: (a * b, lambda at: f(at) * g(at)),
        "/": lambda: (a / b, lambda at: f(at) / g(at)),
        "max": lambda: (build("max", [a, b]), lambda at: max(f(at), g(at))),
        "min": lambda: (build("min", [a, b]), lambda at: min(f(at), g(at))),
        "ceil": lambda: (build("ceil", [a]), lambda at: mp.ceil(f(at))),
        "floor": lambda: (build("floor", [a]) + 1, lambda at: mp.floor(f(at)) + 1),
        "log2": lambda: (build("log2", [a + 2]), lambda at: mp.log(f(at) + 2, 2)),
        "root": lambda: (a ** Fraction(2, 3), lambda at: f(at) ** (mpf(2) / 3)),
    }
    return made[kind]()


@pytest.mark.slow
def test_fold_gives_the_value_of_what_was_drawn():
    """Three points each; the closure rounds with the same fifty digits."""
    rng = random.Random(20261122)
    kinds: Counter[str] = Counter()
    for _ in range(400):
        r, f = drawn(rng, rng.randint(1, 4))
        for at in ({n: Fraction(rng.randint(1, 40), rng.choice([1, 1, 3, 7])) for n in NAMES} for _ in range(3)):
            domain = At(at)
            got = fold(r, domain)
            want = f(at)
            assert near(got, want), (r, at, got, want)
            kinds.update(a.kind for a in r.atoms)
    assert all(kinds[k] > 20 for k in ("max", "min", "ceil", "floor", "log2", "base", "if<")), kinds


def test_each_part_is_worked_out_once_and_a_branch_not_taken_never():
    b, d = gen("B"), gen("D")
    inner = build("ceil", [b / 8])
    r = (inner * d + build("max", [inner, d])) / (inner + build("log2", [d + 3]))
    domain = At({"B": Fraction(20), "D": Fraction(5)})
    assert near(fold(r, domain), (mpf(15) + 5) / (3 + 3))
    assert set(domain.asked.values()) == {1}
    assert domain.asked[inner.atoms[0]] == 1
    choice = build("if<", [b, d, build("ceil", [gen("X")]), build("floor", [b * d / 3])])
    domain = At({"B": Fraction(20), "D": Fraction(5)})  # no X: the first branch cannot be worked out
    assert fold(choice, domain) == 33
    with pytest.raises(KeyError):
        fold(choice, At({"B": Fraction(4), "D": Fraction(5)}))
    assert fold(build("if<=", [b, d, b, 2 * d]), At({"B": Fraction(5), "D": Fraction(5)})) == 5
    assert fold(build("if<", [b, d, b, 2 * d]), At({"B": Fraction(5), "D": Fraction(5)})) == 10


@pytest.mark.slow
def test_a_tower_of_functions_needs_no_stack_of_ours():
    def tower(height: int, x: Ratio) -> Ratio:
        for i in range(height):
            x = build("ceil", [x / 2]) + i % 3
        return x

    value = Fraction(10**9 + 1)
    for i in range(800):
        value = Fraction(ceil(value / 2) + i % 3)
    domain = At({"B": Fraction(10**9 + 1)})
    assert fold(tower(800, gen("B")), domain) == mpf(value.numerator)
    assert set(domain.asked.values()) == {1}
    # ... and what stands in a branch of a choice on the way up waits until it is chosen
    at, lost = {"B": Fraction(3)}, tower(30, gen("X"))
    for choice in (
        build("if<", [gen("B"), ratio(7), gen("B"), lost]),
        build("if<", [ratio(7), gen("B"), lost, gen("B")]),
    ):
        assert fold(tower(40, choice), At(at)) == fold(tower(40, gen("B")), At(at))
    # ... and of three arguments the last may be as high as the first
    high = build("max", [tower(60, gen(n)) for n in NAMES])
    want = fold(tower(60, gen("B")), At({"B": Fraction(10**9 + 1)}))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 150)
    try:
        assert fold(high, At({n: Fraction(10**9 + 1) for n in NAMES})) == want
    finally:
        sys.setrecursionlimit(limit)


def test_constants_and_what_is_no_function():
    pi = Ratio(term({Atom("const", (), "pi"): 1}))
    domain = At({"B": Fraction(2)})
    assert near(fold(pi * gen("B") + pi, domain), 3 * mp.pi)
    assert domain.asked["pi"] == 1
    strange = Ratio(term({Atom("sinh", (gen("B"),)): 1}))
    with pytest.raises(Unsupported, match="no function 'sinh'; known: max, min, ceil, floor, log2"):
        fold(strange, domain)


@pytest.mark.slow
def test_what_nothing_changes_is_the_same_object():
    """A sum of roots over their base may be put in order once more; all else is not even built again."""
    rng = random.Random(3)
    kept = 0
    for _ in range(300):
        r, _ = drawn(rng, 3)
        out = map_atoms(r, lambda a: None)
        assert out == r
        assert str(out) == str(r)
        kept += out is r
        assert out is r or any(a.kind == "base" for a in r.atoms), r
    assert kept > 200


@pytest.mark.slow
def test_replacing_names_is_the_value_at_the_replaced_sizes():
    """B -> D*F/4 + 1/3 inside of everything, against the drawn closure at that point."""
    rng = random.Random(5)
    new = gen("D") * gen("F") / 4 + ratio(Fraction(1, 3))
    changed = 0
    for _ in range(300):
        r, f = drawn(rng, rng.randint(1, 4))
        out = map_atoms(r, lambda a: None, lambda n: new if n == "B" else None)
        at = {n: Fraction(rng.randint(1, 40), 7) for n in NAMES}
        moved = dict(at, B=at["D"] * at["F"] / 4 + Fraction(1, 3))
        assert near(fold(out, At(at)), f(moved)), (r, out, at)
        assert "B" not in {n for g in (*out.num.gens, *out.den.gens) if isinstance(g, str) for n in [g]}
        changed += out is not r
    assert changed > 100
    r = (gen("D") + gen("F")) / (gen("B") + gen("D"))  # the name stands below only
    below = map_atoms(r, lambda a: None, {"B": new}.get)
    assert near(fold(below, At({"D": Fraction(2), "F": Fraction(3)})), mpf(30) / 23)


def test_replacing_atoms_leaves_the_others_and_is_asked_once_each():
    b, d = gen("B"), gen("D")
    seen: list[str] = []

    def unrounded(a: Atom) -> Ratio | None:
        seen.append(a.kind)
        return a.args[0] if a.kind == "ceil" else None

    up = build("ceil", [b / 8])
    r = up * d + build("max", [up, d]) ** 2 / build("floor", [up + d / 3])
    got = map_atoms(r, unrounded)
    want = b / 8 * d + build("max", [b / 8, d]) ** 2 / build("floor", [b / 8 + d / 3])
    assert str(got) == str(want)
    assert sorted(seen) == ["ceil", "floor", "max"]  # up stands in three places
    known: dict = {"D": ratio(2)}
    assert str(map_atoms(up * d, unrounded, None, known)) == "B/4"
    assert known[up.atoms[0]] == b / 8


def test_a_root_whose_base_becomes_a_square_is_no_root_any_more():
    b, d = gen("B"), gen("D")
    r = (b + d) ** Fraction(1, 2)
    got = map_atoms(r, lambda a: None, lambda n: 3 * gen("x") ** 2 if n == "B" else gen("x") ** 2)
    assert str(got) == "2*x"
    still = map_atoms(r, lambda a: None, lambda n: gen("x") if n == "B" else None)
    assert str(still) in ("sqrt(x + D)", "sqrt(D + x)")
    assert map_atoms(total([r, b]), lambda a: ratio(9) if a.kind == "base" else None) == b + 3


def test_the_judge_itself_rounds_as_python_does():
    for x in (Fraction(7, 2), Fraction(-7, 2), Fraction(4)):
        y = mpf(x.numerator) / x.denominator
        assert (mp.ceil(y), mp.floor(y)) == (ceil(x), floor(x))

"""Where a question has a value although what has none is no longer seen in it, judged by the definition as typed.

What earlier tests never drew: products with a factor 0 over what can vanish, roots and logarithms that multiply out or
cancel, a quotient of one sum by a multiple of it, poles on both sides, numbers put in that make a term vanish.
"""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
import sympy

from symroof import Inconclusive, SymroofError, dims, exactly, interval, params, prove, same, threshold
from symroof.algebra.interop.door import core
from symroof.algebra.ratios.needs import lost, needs
from tests.outside_judge.trees import Undefined, num, read, sign, value

B, D = dims("B D")

TYPED = [  # text that Python reads as well, which loses something on the way to a ratio, and what it is elsewhere
    ("B + 0/(B - 3)", "B"),
    ("B + 1/(B - 3)*0", "B"),
    ("B + (B - 3)/(B - 3)", "B + 1"),
    ("B*(B - 3)/(B - 3)", "B"),
    ("B + (2*B - 6)/(B - 3)", "B + 2"),
    ("B + 1/(B - 3) - 2/(2*B - 6)", "B"),
    ("B + 0*log2(B - 3)", "B"),
    ("B + log2(B - 3) - log2(B - 3)", "B"),
    ("B + 0*sqrt(B - 5)", "B"),
    ("(sqrt(B - 5) + 1)*(sqrt(B - 5) - 1) + 6", "B"),
    ("B + 0*floor(1/(B - 3))", "B"),
    ("B + floor(B/4)/floor(B/4)", "B + 1"),
    ("B + 0/log2(B)", "B"),
    ("B + log2(B)/log2(B)", "B + 1"),
    ("max(B, 7) + 0/(B - 9)", "max(B, 7)"),
    ("B + 0/(B - 3) + 0*sqrt(20 - B)", "B"),
    ("(B - 1)*log2(B - 3) - B*log2(B - 3) + log2(B - 3) + B", "B"),
]


@pytest.mark.parametrize("level", [("7", "7"), ("B", "B"), ("9 + 1/(B - 6) - 1/(B - 6)", "9")], ids=["7", "B", "pole"])
@pytest.mark.parametrize("way", ["over", "at_most"])
@pytest.mark.parametrize("typed", TYPED, ids=[typed for typed, _ in TYPED])
def test_a_region_leaves_out_where_what_is_gone_had_no_value(
    typed: tuple[str, str], way: str, level: tuple[str, str]
) -> None:
    """Poles were drawn as quotients that stay, roots and logarithms as terms that stay."""
    made = threshold(typed[0], "B", **{way: level[0]})
    (left, plain_left), (right, plain_right) = typed, level
    seen = set()
    for n in range(1, 41):
        at = {"B": Fraction(n)}
        gap = value(read(f"({plain_left}) - ({plain_right})"), at)
        truth = gap >= 0 if way == "over" else gap <= 0
        try:
            value(read(left), at), value(read(right), at)
        except Undefined:
            truth = False
            seen.add(n)
        assert made.contains(n) is truth, n
        if made.intervals:
            told = any((i.first or 1) <= n and (i.last is None or n <= i.last) for i in made.intervals if i.first)
            assert told is truth, n
    assert seen


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 5])
def test_numbers_put_in_take_no_pole_away(n: int) -> None:
    """Numbers were bound that leave each quotient and each function in place, never those that make them vanish."""
    for expr in (B + (D - n) / (B - 4), B + (D - n) * sympy.log(B - 4, 2), B + sympy.sqrt(B - 4) * (D - n)):
        made = threshold(expr, B, over=2).at(D=n)
        assert made.contains(5)
        assert not made.contains(4) or "sqrt" in str(expr)
        assert made.contains(3) is (expr.has(sympy.Pow(B - 4, -1)))
    assert not threshold((B**2 - D**2) / (B - n), B, over=1).at(D=n).contains(n)


def test_a_pole_on_both_sides_is_one() -> None:
    """The sides of a question had their poles apart, so that none was gone from their difference."""
    assert str(threshold(B + 1 / (B - 3), B, over=1 / (B - 3) + 2)) == "B in [2, 3) or (3, oo)"
    assert str(threshold("K + 1/(K - 3)", "K", over="1/(K - 3) + 2")) == "K in [2, 3) or (3, oo)"
    assert str(threshold("B + 0/(B - D)", "B", over=2)) == "B >= 2 and (B > D or B < D)"


def test_what_sympy_leaves_as_it_is_keeps_its_roots() -> None:
    """SymPy cancels before we see it, so only what it does not multiply out was asked about."""
    e = (sympy.sqrt(B - 5) + 1) * (sympy.sqrt(B - 5) - 1)
    assert str(threshold(e, B, at_most=7)) == "B in [5, 13]"
    assert prove(e, -100).result is None
    assert same(e, B - 6) is None
    assert exactly(e, B=5) == -1
    with pytest.raises(SymroofError, match="under a root"):
        exactly(e, B=2)
    with pytest.raises(SymroofError, match="under a root"):
        interval(e, B=(2, 9))
    assert interval(e, B=(5, 9)).high == 3
    left_as_typed = sympy.Add(B, sympy.Mul(0, 1 / (B - 3), evaluate=False), evaluate=False)
    assert str(threshold(left_as_typed, B, over=2)) == "B in [2, 3) or (3, oo)"


@pytest.mark.slow
def test_what_is_needed_anyway_is_not_said_again() -> None:
    """Of what has a value at every size, or still shows what it needs, nothing is kept beside."""
    for typed in ("1/(B - 3)", "log2(B - 3)", "sqrt(B - 5)*B", "0/(B + 1)", "0*log2(B + 1)"):
        left = lost(core(typed))
        assert not left, typed
    kept = core("B + 0/(B - 3)")
    assert lost(pickle.loads(pickle.dumps(kept))) == lost(kept) == ((core("B - 3"), "!="),)
    assert "and" not in str(threshold("1/(K - 3) + 1/(K - 5)", "K", over="1/9"))
    case = sympy.Piecewise((B + (2 * B - 6) / (B - 3), B > 8), (B, True))
    assert all(threshold(case, B, over=1).contains(n) for n in range(1, 12))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "level", "said"),
    [
        ("D/abs(B - 3)", {"over": 5}, "B >= 3 - D/5 and B <= 3 + D/5 and (B in [1, 3) or (3, oo))"),
        ("D/abs(B - F)", {"over": 5}, "B <= D/5 + F and B >= F - D/5 and (B > F or B < F)"),
        ("1/abs(B - 3)", {"at_most": "D"}, "(B <= 3 - 1/D or B >= 1/D + 3) and (B in [1, 3) or (3, oo))"),
        ("abs(B - F)", {"at_most": "0"}, "B <= F and B >= F"),
    ],
)
def test_no_answer_says_a_thing_twice(question: str, level: dict[str, object], said: str) -> None:
    """A distance below a fraction was not drawn beside a symbol: each case of it was told beside all the others."""
    made = threshold(question, "B", **level)
    assert str(made) == said
    (way, right), seen = next(iter(level.items())), set()
    inside = read(f"({question}) - ({right})")
    for n in range(1, 30):
        for d, f in ((1, 3), (4, 7), (20, 4), (60, 15)):
            try:
                gap = value(inside, {"B": Fraction(n), "D": Fraction(d), "F": Fraction(f)})
                truth = gap >= 0 if way == "over" else gap <= 0
            except Undefined:
                truth = False
            there = made.at(**{name: {"D": d, "F": f}[name] for name in made.free})
            assert there.contains(n) is truth
            told = {"always": True, "never": False}.get(there.verdict)
            if there.intervals:
                told = any((i.first or 1) <= n and (i.last is None or n <= i.last) for i in there.intervals if i.first)
            assert told in (None, truth), (str(there), n)
            seen.add(truth)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("text", "level", "bound", "wanted"),
    [
        ("B*(D-2)/(D-2) + 1", 3, {"D": 2}, None),
        ("B*(D-2)/(D-2) + 1", 3, {"D": 7}, 2),
        ("B*floor(D/3)/floor(D/3)", 3, {"D": 2}, None),
        ("B*floor(D/3)/floor(D/3)", 3, {"D": 3}, 3),
        ("B + 0*sqrt(D-3)", 3, {"D": 3}, 3),
        ("B + (K-1)/(K-1)", 3, {"K": 1}, None),
        ("B + (K-1)/(K-1)", 3, {"K": "1/2"}, 2),
    ],
)
def test_a_symbol_that_stands_in_a_condition_alone_is_settled(text, level, bound, wanted):
    """An attacker bound what had cancelled: it was held not to matter, and the condition stayed."""
    rule = threshold(text, "B", over=level).at(**bound)
    assert rule.integer == wanted
    assert rule.when is None
    assert [rule.contains(b) for b in range(1, 6)] == [wanted is not None and b >= wanted for b in range(1, 6)]


def test_a_symbol_that_cancelled_wholly_can_be_bound_for_contains():
    assert threshold("0/max(C, B) + 5", "B", over="B").at(C=2).contains(3)


ROOTS_BELOW = {
    "3 - sqrt(log2(x))": lambda x: 3 - sympy.sqrt(sympy.log(x, 2)),
    "3 - sqrt(floor(x))": lambda x: 3 - sympy.sqrt(sympy.floor(x)),
    "sqrt(log2(x)) - 2": lambda x: sympy.sqrt(sympy.log(x, 2)) - 2,
    "sqrt(floor(x)) + 2 - sqrt(log2(x))": lambda x: sympy.sqrt(sympy.floor(x)) + 2 - sympy.sqrt(sympy.log(x, 2)),
}


@pytest.mark.slow
@pytest.mark.parametrize("x", [dims("N"), params("p")], ids=str)
@pytest.mark.parametrize("below", ROOTS_BELOW)
def test_a_function_under_a_root_may_be_0_in_a_divisor_that_is_not(below: str, x: sympy.Symbol) -> None:
    """1/(3 - sqrt(log2(p))) is 1/3 at p = 1, which was left out, and the answer then caught by its trial."""
    places = [Fraction(n, 8) for n in range(1, 41)] + [9, 12, 31, 256, 511, 512, 513, 5000]
    tree, seen = read(f"1/({below})"), {True: 0, False: 0}
    for level in (Fraction(1, 3), Fraction(-1, 2)):
        for way, sides in (("over", (0, 1)), ("at_most", (0, -1))):
            try:
                t = threshold(1 / ROOTS_BELOW[below](x), x, **{way: level})
            except Inconclusive:
                continue
            for at in (n for n in places if x.name != "N" or n == int(n)):
                try:
                    holds = sign(tree, num(level), {"x": Fraction(at)}) in sides
                except Undefined:
                    holds = False
                assert t.contains(at) is holds, (str(t), at)
                seen[holds] += 1
    assert min(seen.values()) > 3, seen


def test_what_is_under_a_root_is_above_0_only_where_the_root_divides_alone() -> None:
    p = params("p")
    log = sympy.log(p, 2)
    root = sympy.sqrt(log)
    for expr, relation in ((root, ">="), (B / root, ">"), (1 / (3 - root), ">="), (B + root, ">=")):
        assert ("log2(p)", relation) in [(str(u), r) for u, r in needs(core(expr))]

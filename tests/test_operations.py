"""The rows of operations: what each says of itself, tried on floats; its text, fold and array function agree."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import numpy as np
import pytest

from symroof.algebra.ratios.functions import EXTREMES, FUNCTIONS
from symroof.evaluate.code import SCOPE, UFUNC, array_functions
from symroof.evaluate.operations import OPERATIONS, PARTS, Operation, having, lacking, part, root

ABOVE = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 7.0, 64.0, 100.0)  # moderate, so that no float overflows
SIGNED = (*ABOVE, -0.5, -1.0, -3.0, -8.0)
SECOND = {"pow": (1.0, 2.0, 3.0), "root": (2.0, 3.0, 5.0), "raised": (2.0, 3.0)}  # as programs have them
ROWS = [pytest.param(o, id=o.kind) for o in OPERATIONS.values()]


def pairs(o: Operation, first: tuple[float, ...]) -> list[tuple[float, float]]:
    """What it is tried on."""
    return list(itertools.product(first, SECOND.get(o.kind, first)))


def worked(o: Operation, x: float, y: float) -> float:
    """nan where there is no value."""
    try:
        return float(o.of(x, y))
    except (ValueError, ZeroDivisionError):
        return math.nan


def of_text(o: Operation, x: float, y: float) -> float:
    assert o.code is not None
    try:
        return float(eval(o.code("x", "y"), {**SCOPE, "x": x, "y": y}))
    except (ValueError, ZeroDivisionError):
        return math.nan


def alike(a: float, b: float) -> bool:
    return a == b or (a != a and b != b) or abs(a - b) <= 1e-15 * abs(a)


@pytest.mark.parametrize("o", ROWS)
def test_text_and_fold_agree_but_for_what_only_looks(o: Operation) -> None:
    for x, y in pairs(o, SIGNED):
        if o.code is not None and not o.looks:
            assert alike(worked(o, x, y), of_text(o, x, y)), (x, y)
        elif o.looks:  # the value itself, or nan
            assert of_text(o, x, y) in (x,) or math.isnan(of_text(o, x, y)), (x, y)
    assert o.code is not None or o.kind == "root"  # which takes lines of its own


@pytest.mark.parametrize("o", [r for r in ROWS if not r.values[0].looks])
def test_the_array_function_agrees_with_the_fold(o: Operation) -> None:
    at = pairs(o, SIGNED)
    x, y = (np.array(c) for c in zip(*at))
    work = array_functions()[f"_{UFUNC[o.kind]}"]
    two = re.search(r"\by\b", o.code("x", "y")) if o.code is not None else True
    with np.errstate(all="ignore"):
        if o.kind == "raised":  # whole numbers, by one number
            x, at = np.rint(x), [(float(round(p)), q) for p, q in at]
            made: Any = np.array([work(p, q) for p, q in zip(x, y.tolist())])
        else:
            made = work(x, y) if two or o.ufunc == "tie" else work(x)
    for a, b, p in zip(np.broadcast_to(made, x.shape).tolist(), (worked(o, *p) for p in at), at):
        if o.kind in ("merge", "either") or math.isinf(a):  # of these one is nan; a pole is looked for elsewhere
            continue
        assert alike(a, b), p


@pytest.mark.parametrize("o", ROWS)
def test_what_a_row_says_of_signs_holds_on_floats(o: Operation) -> None:
    made = [worked(o, x, y) for x, y in pairs(o, ABOVE)]
    assert not o.positive or all(v > 0 or v != v for v in made)
    assert not o.unsigned or all(v >= 0 or v != v for v in made)
    assert not o.nonnegative or all(worked(o, x, y) >= 0 for x, y in pairs(o, (0.0, *ABOVE)))
    assert o.positive or any(v <= 0 for v in made)  # else it could be said


@pytest.mark.parametrize("o", ROWS)
def test_what_a_row_says_of_integers_holds_on_floats(o: Operation) -> None:
    whole = (1.0, 2.0, 3.0, 10.0, -4.0)
    if o.integral:
        assert all((v := worked(o, x, y)) != v or v.is_integer() for x, y in itertools.product(whole, whole))
    if o.integral_first:
        assert all((v := of_text(o, x, y)) != v or v.is_integer() for x, y in itertools.product(whole, ABOVE))
    if o.rounds:
        assert all(worked(o, x, 0.0).is_integer() and (worked(o, x, 0.0) - x) * o.rounds >= 0 for x in SIGNED)
    if o.extreme:
        assert all(worked(o, x, y) == sorted((x, y))[o.extreme > 0] for x, y in pairs(o, SIGNED))


@pytest.mark.parametrize("o", ROWS)
def test_what_a_row_says_of_its_text_and_of_doubt_is_so(o: Operation) -> None:
    if o.code is not None:
        text = o.code("x", "y")
        assert max(len(re.findall(rf"\b{n}\b", text)) for n in "xy") <= 1 or o.twice
        assert ("_nan" in text) == (o.doubts or o.may_end or o.kind in ("lt", "le")) or o.kind == "guard"
    assert o.looks <= o.doubts
    assert (o.settled is None) or o.truth


def test_functions_and_extremes_are_operations_by_their_own_rows() -> None:
    assert set(OPERATIONS) > set(FUNCTIONS) | set(EXTREMES)
    assert having("rounds") == {"ceil", "floor"}
    assert having("extreme") == {"max", "min"}
    assert having("rounds") | lacking("rounds") == set(OPERATIONS)
    assert not having("rounds") & lacking("rounds")
    assert [part((k, ())).guards for k in ("if<", "max", "+", "when")] == [2, 0, 0, 0]
    assert PARTS["const"].positive
    assert not part(("*", 1, ())).positive


def test_a_truth_is_settled_where_one_side_is_known_and_only_there() -> None:
    """1 holds, nan does not, None is open; judged by the tables of and, or and if."""
    nan, line = math.nan, ("t", 3)
    both, either, guard, merge = (OPERATIONS[k].settled for k in ("both", "either", "guard", "merge"))
    assert both is not None
    assert either is not None
    assert guard is not None
    assert merge is not None
    assert (both(1.0, line), both(line, 1.0), both(line, line)) == (line, line, None)
    assert math.isnan(both(nan, line))
    assert (either(1.0, line), either(nan, line), either(line, line)) == (1.0, line, None)
    assert (guard(line, 1.0), guard(5.0, line)) == (line, None)
    assert math.isnan(guard(line, nan))
    assert (merge(nan, line), merge(line, nan), merge(line, line)) == (line, line, None)


def test_a_root_is_exact_where_it_is_an_integer() -> None:
    assert [root(float(n**k), k) for n in (1, 2, 10, 97) for k in (2, 3, 5)] == [
        n for n in (1, 2, 10, 97) for _ in "abc"
    ]
    assert root(2.0, 3) == pytest.approx(2 ** (1 / 3), rel=1e-15)

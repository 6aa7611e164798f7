"""The size that the threshold of a layer prints in brackets does and divides, counted one mesh after the other.

What the old generators never drew: the threshold of a layer in its mesh axis, with sizes that the axis must divide,
and crossings so low that the rings of two and of odd size behind them have formulas of their own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
import ring as judge

from symroof import Machine, op, threshold
from symroof.errors import NotationError
from symroof.model.training import Parallel, data_parallel, fully_sharded, mixture_of_experts, tensor_parallel

LAYERS: dict[str, tuple[Callable[..., Parallel], dict[str, object], str]] = {
    "data": (data_parallel, {}, "X"),
    "fully sharded": (fully_sharded, {}, "X"),
    "tensor": (tensor_parallel, {}, "Y"),
    "experts": (mixture_of_experts, {"experts": 24, "active": 2}, "X"),
}


def _does(layer: Parallel, sizes: dict[str, int]) -> bool:
    """By the times of the layer on that very mesh, the ones that are printed beside it."""
    there = layer.at(**sizes)
    math, comms = there.math_core.constant(), there.comms_core(leading=False).constant()
    assert math is not None
    assert comms is not None
    return Fraction(math) > Fraction(comms)


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYERS)
def test_the_size_in_brackets_is_the_last_that_divides_and_does(name: str) -> None:
    make, options, axis = LAYERS[name]
    layer = make(on="TPU v5p", **options)
    rng, seen = random.Random(11), Counter[str]()
    for _ in range(60):
        sizes = {"B": rng.choice((3, 5, 6, 8, 9)) * 2 ** rng.randint(4, 13), "D": 3 * 2 ** rng.randint(5, 12),
                 "F": rng.choice((1, 3, 9, 15)) * 2 ** rng.randint(6, 13)}  # fmt: skip
        rule = layer.threshold(axis, leading=False).at(**{n: v for n, v in sizes.items() if n in layer.math_core.names})
        if rule.number is None:
            seen[rule.verdict] += 1
            continue
        fitting = []
        for n in range(1, int(rule.number) + 40):
            try:
                fitting += [n] if _does(layer, {**sizes, axis: n}) else []
            except NotationError:
                continue
        assert rule.sense == "<"
        assert rule.integer == (max(fitting) if fitting else None), (sizes, str(rule))
        seen["divides" if rule.integer == rule.whole else "moved"] += 1
    assert min(seen["divides"], seen["moved"]) > 3, seen


CHIP = Machine(name="between 2 and 3", peaks={"bf16": "5e11"}, bandwidths={"hbm": "1e12", "ici": "2e9"})


@pytest.mark.slow
@pytest.mark.parametrize(("over", "k", "last"), [("ring", 85, 3), ("line", 169, 3), ("ring", 100, 3), ("line", 240, 3)])
def test_an_odd_size_beyond_the_end_does_too(over: str, k: int, last: int) -> None:
    """Sizes beyond the number of the formula were left out of the loop above: those of odd size send less than it says.

    An AllToAll over a ring of 3 puts (9 - 1)/(8*9) of the array on a link and not 1/8, counted message by message.
    """
    i, sizes = 720720, range(1, 17)
    text = f"AllToAll_X(bf16 A[I_X, J]) -> bf16 A[I, J_X]; bf16 A[I, J_X] * bf16 B[J_X, K={k}] -> bf16 C[I, K]{{U_X}}"
    rule = threshold(op(text, mesh="X", over=over, I=i, J=i), "X", on=CHIP)
    math = [Fraction(2 * i * i * k, n) / (5 * 10**11) for n in sizes]
    sent = [judge.all_to_all(n, over)[0] * 2 * i * i / (2 * 10**9) for n in sizes]
    does = [n for n, a, b in zip(sizes, math, sent) if a > b]
    assert [n for n in sizes if i % n == 0 and rule.contains(n)] == [n for n in does if i % n == 0]
    assert rule.integer == max(does) == last
    assert str(rule).endswith("(3)")


def test_a_batch_divides_over_its_axis() -> None:
    rule = fully_sharded(on="TPU v5p").threshold("B", leading=False).at(X=4)
    assert str(rule) == "B > 7650 (7652)"
    assert rule.contains(7652)
    with pytest.raises(NotationError, match="B=7651 does not divide into 4"):
        rule.contains(7651)
    assert str(fully_sharded(on="TPU v5p").threshold("B").at(X=4)) == "B > 10200 (10201)"  # whatever divides


@pytest.mark.parametrize("make", [data_parallel, fully_sharded, tensor_parallel])
def test_that_a_rule_is_for_many_devices_is_said_where_it_is_off(make: Callable[..., Parallel]) -> None:
    layer = make(on="TPU v5p")
    axis, name = ("Y", "F") if make is tensor_parallel else ("X", "B")
    for rule in (layer.threshold(name), layer.threshold(name).at(**{axis: 4}), layer.at(**{axis: 4}).threshold(name)):
        assert any("leading=False keeps it" in n for n in rule.notes)
    exact = layer.threshold(name, leading=False).at(**{axis: 4})
    assert exact.number == pytest.approx(float(layer.threshold(name).at(**{axis: 4}).number) * 3 / 4)
    assert not any("leading=False" in n for n in exact.notes)


def test_where_nothing_is_left_out_nothing_is_said() -> None:
    """An AllToAll has no share (n - 1)/n; over an open axis its rings of two and of odd size are others."""
    layer = mixture_of_experts(on="TPU v5p", experts=8, active=2)
    assert any("leading=False" in n for n in layer.threshold("F").notes)
    assert not any("leading=False" in n for n in layer.at(X=4).threshold("F").notes)

"""One gatekeeper of numbers: every record and function keeps the same law and says it in the same way."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy

from symroof import (
    SymroofError,
    all_gather,
    best_divisor,
    bottlenecks,
    bound_by,
    data_parallel,
    dims,
    exactly,
    fits,
    interval,
    numeric,
    op,
    optimum,
    params,
    ring,
    serving_memory,
    strategies,
    tensor_parallel,
    threshold,
    tiles,
    training_memory,
)
from symroof.algebra.sizes import PARAMETER, SIZE

B, D, F = dims("B D F")
rho = params("rho")
MATMUL = op("bf16[B, D] * bf16[D, F] -> bf16[B, F]")
RULE = threshold(B * D * F / (B * D + D * F + B * F), B, over=240)

# Every door that takes a number for D; no earlier generator had asked more than one of them for the same bad number.
DOORS: dict[str, Callable[[object], object]] = {
    "threshold.at": lambda x: RULE.at(D=x),
    "threshold of an op": lambda x: threshold(MATMUL, B, on="TPU v5e").at(D=x, F=4096),
    "condition": lambda x: RULE.when.holds(D=x, F=4096),
    "numeric": lambda x: numeric(B * D, B, D=x)(3),
    "exactly": lambda x: exactly(B * D, B=2, D=x),
    "interval": lambda x: interval(B * D, B=(1, 5), D=x),
    "interval's end": lambda x: interval(B * D, B=(1, 5), D=(x, 10**9)),
    "bottlenecks": lambda x: bottlenecks({"x": B * D, "y": B**2}).at(B=2, D=x),
    "binding": lambda x: bottlenecks({"x": B * D, "y": B**2}).cases[0].holds(B=2, D=x),
    "best_divisor": lambda x: best_divisor(optimum(D * B + 20 / B, B), 12, D=x),
    "op": lambda x: op("bf16[B, D] * bf16[D, F] -> bf16[B, F]", D=x),
    "op.at": lambda x: MATMUL.at(D=x),
    "bound_by": lambda x: bound_by(MATMUL, "TPU v5e", B=8, D=x, F=8),
    "fits": lambda x: fits(MATMUL, "TPU v5e", B=8, D=x, F=8),
    "plan": lambda x: strategies("A[I, D_X] * B[D_X, K] -> C[I, K]", mesh="X", dtype="bf16").plans[0].at(D=x),
    "layer": lambda x: tensor_parallel(on="TPU v5p").at(D=x),
    "memory": lambda x: training_memory().at(D=x),
    "contains": lambda x: threshold(D * F, D, over=240).contains(x, F=10),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("bad", [0, -1, Fraction(9, 2), 4096.5, sympy.Rational(7, 2), "x y", None, [1, 2], 1j, True])
def test_every_door_refuses_what_is_no_size(door: str, bad: object) -> None:
    if door == "interval" and isinstance(bad, list):
        return  # two ends
    with pytest.raises(SymroofError) as refused:
        DOORS[door](bad)
    text = str(refused.value)
    assert len(text) < 400
    if isinstance(bad, (int, float, Fraction)) and not isinstance(bad, bool):
        assert SIZE in text, text


@pytest.mark.parametrize("door", [d for d in DOORS if d != "interval's end"])
@pytest.mark.parametrize(
    "good", [8, np.int64(8), Fraction(8), sympy.Integer(8), 8.0, Decimal(8), np.float64(8), "8"], ids=repr
)
def test_every_door_takes_what_is_whole(door: str, good: object) -> None:
    assert str(DOORS[door](good)) == str(DOORS[door](8))


def test_parameters_are_positive_reals_everywhere() -> None:
    rule = threshold(rho * B, B, over=3)
    assert rule.at(rho="1/2").integer == 6
    assert exactly(rho * B, rho=Fraction(1, 2), B=4) == 2
    assert numeric(rho * B, B, rho=0.5)(4) == 2
    for ask in (lambda x: rule.at(rho=x), lambda x: exactly(rho * B, rho=x, B=4), lambda x: numeric(rho * B, B, rho=x)):
        for bad in (0, -1):
            with pytest.raises(SymroofError, match=PARAMETER):
                ask(bad)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: serving_memory(batch=-1),
        lambda: serving_memory(batch=2.5),
        lambda: training_memory(params=-1),
        lambda: tiles(1000, M=-1),
        lambda: all_gather(-B, ring("n")),
        lambda: ring(-B),
        lambda: data_parallel(axes=2.5),
        lambda: RULE.at(zzz=3),
        lambda: exactly(B, B=2, zzz=3),
        lambda: interval(B, B=2, zzz=3),
        lambda: numeric(B, B, zzz=3),
        lambda: numeric(sympy.Abs(sympy.Symbol("b", negative=True)), "b"),
        lambda: exactly(sympy.Symbol("2", positive=True) * B, B=2),
    ],
)
def test_nothing_unknown_or_negative_is_accepted_in_silence(ask: Callable[[], object]) -> None:
    with pytest.raises(SymroofError):
        ask()


def test_an_empty_regime_assumes_nothing() -> None:
    assert str(threshold(MATMUL, B, on="TPU v5e", given="")) == str(threshold(MATMUL, B, on="TPU v5e"))

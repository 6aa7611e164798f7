"""Bounds on sizes that traces found, tried at random sizes: right by hand, or refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("jax")

import jax.numpy as jnp
from tiers import all_but_slow

from symroof import SymroofError, trace

Count = Callable[[int, int], int]
# the branch, and what the condition must be where it is a single one
PARTED: dict[str, tuple[Callable[[int, int], bool], list[str]]] = {
    "a product above": (lambda a, b: a * b <= 10**7, ["A*B <= 10000000"]),
    "a product below": (lambda a, b: a * b > 4096, ["A*B >= 4097"]),
    "a sum": (lambda a, b: a + b <= 10**4, ["A + B <= 10000"]),
    "a maximum": (lambda a, b: max(a, b) <= 10**4, ["A <= 10000", "B <= 10000"]),
    "a minimum": (lambda a, b: min(a, b) >= 10, ["A >= 10", "B >= 10"]),
    "from both sides": (lambda a, b: 16 < a < 5000, ["A >= 17", "A <= 4999"]),
    "one size": (lambda a, b: b <= 4096, ["B <= 4096"]),
    "one in the other": (lambda a, b: a <= 16 * b, ["16*B >= A"]),
    "either": (lambda a, b: a <= 10**4 or b <= 50, []),
    "product and size": (lambda a, b: a * b <= 10**7 and a >= 4, []),
}
LONG = ["a product above", "a product below", "product and size", "from both sides", "one in the other", "a sum",
        "a minimum", "a maximum"]  # fmt: skip


def branching(taken: Callable[[int, int], bool]) -> Callable[..., Any]:
    return lambda x: x @ x.T if taken(*x.shape) else x * 2


@pytest.mark.parametrize("name", all_but_slow(PARTED, LONG))
def test_a_bound_keeps_from_what_is_another_program(name: str) -> None:
    """Branches were drawn on one size, and the sizes of a branch on two moved together."""
    taken, told = PARTED[name]
    program = trace(branching(taken), "fp32[A, B]")
    if told:
        assert [str(h) for h in program.held_for] == told
    rng, right, refused = random.Random(name), 0, 0
    for _ in range(400):
        a, b = (round(2 ** rng.uniform(0, 15)) for _ in range(2))
        try:
            there = program.at(A=a, B=b)
        except SymroofError:
            refused += 1
            continue
        assert there.matrix == (2 * a * a * b if taken(a, b) else 0), (a, b)
        right += 1
    assert right > 40
    assert refused > 20


UNEXPLAINED: dict[str, tuple[Callable[..., Any], str]] = {
    "rests": (lambda x: jnp.pad(x, ((0, int(x.shape[0] % 3 == 0)), (0, 0))) * 2, "a branch on A that"),
    "rests of the other": (lambda x: x @ x.T if x.shape[1] % 17 else x * 2, "a branch on B that"),
    "rests of a product": (lambda x: x @ x.T if x.size % 33 else x * 2, "a branch on [AB]"),
}


@pytest.mark.parametrize("name", all_but_slow(UNEXPLAINED, ["rests of a product"]))
def test_what_no_bound_keeps_from_is_refused_with_its_sizes(name: str) -> None:
    """The halving took some size next to one that it met for a bound."""
    f, told = UNEXPLAINED[name]
    with pytest.raises(SymroofError, match=rf"{told}[\s\S]*sizes="):
        trace(f, "fp32[A, B]")


def test_elements_cut_off_at_a_number_are_bounded_by_their_product() -> None:
    program = trace(lambda x: x.reshape(-1)[: min(x.size, 10**7)] * 2, "fp32[A, B]")
    assert program.at(A=5000, B=2000).vector == 10**7
    with pytest.raises(SymroofError, match="hold for A\\*B <= 10000000"):
        program.at(A=5000, B=2001)

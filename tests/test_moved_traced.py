"""Results in another order, functions that reductions apply, and what is held at the end: counted by hand."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from symroof import exactly, trace

# programs of x[A, B] that are a copy in another order, or the array itself
MOVED: dict[str, Callable[..., Any]] = {
    "reversed": lambda x: x[::-1],
    "transposed": lambda x: x.T,
    "copied": jnp.copy,
    "rounded": lambda x: lax.reduce_precision(x, 8, 7),
    "transposed and flat": lambda x: x.T.reshape(-1),
    "both ways": lambda x: x[::-1, ::-1],
}
STAYS: dict[str, Callable[..., Any]] = {
    "itself": lambda x: x,
    "flat": lambda x: x.reshape(-1),
    "transposed twice": lambda x: x.T.T,
    "reversed twice": lambda x: x[::-1][::-1],
    "a row of one": lambda x: x.reshape(1, -1).T,
}


@pytest.mark.parametrize("name", [*MOVED, *STAYS])
def test_a_result_in_another_order_is_another_array(name: str) -> None:
    """Results were drawn that some operation makes."""
    program = trace({**MOVED, **STAYS}[name], "fp32[A, B]")
    for a, b in ((3, 5), (40, 2), (1, 1), (1, 6)):
        there, moved = program.at(A=a, B=b), 8 * a * b if name in MOVED else 0
        assert there.bytes == there.unfused == moved
        assert there.peak == 4 * a * b + moved // 2
        assert there.compulsory <= there.bytes
        if a > 1:
            assert there.compulsory == moved
        if a * b == 1 and name not in ("copied", "rounded"):  # one element has one order
            assert there.compulsory == 0


def test_heads_that_are_split_off_are_moved() -> None:
    heads = trace(lambda x: x.reshape(*x.shape[:2], 8, 64).transpose(0, 2, 1, 3), "fp32[B, T, 512]").at(B=2, T=3)
    assert heads.bytes == heads.compulsory == 2 * 4 * 2 * 3 * 512
    used = trace(lambda x: x.T @ x, "fp32[A, B]").at(A=3, B=5)  # a product reads its operands in any order
    assert used.bytes == 4 * (3 * 5 + 5 * 5)


# f, argument, bytes of the argument and of all results, which are held together at the end
HELD: dict[str, tuple[Callable[..., Any], str, Callable[[int, int], int]]] = {
    "one hot": (lambda i: jax.nn.one_hot(i, 512), "int32[A, B]", lambda a, b: a * b * (4 + 4 * 512)),
    "broadcast": (lambda x: jnp.broadcast_to(x * 2, (7, *x.shape)), "fp32[A, B]", lambda a, b: a * b * 32),
    "cast up": (lambda x: (x * 2).astype(jnp.float32), "int8[A, B]", lambda a, b: a * b * 5),
    "cast down": (lambda x: (x * 2).astype(jnp.int8), "fp32[A, B]", lambda a, b: a * b * 5),
    "two casts": (lambda x: ((x * 2).astype(jnp.float32), (x * 3).astype(jnp.float32)), "int8[A, B]",
                  lambda a, b: a * b * 9),
    "repeated": (lambda x: jnp.repeat(x * 2, 3, 0), "fp32[A, B]", lambda a, b: a * b * 16),
    "made": (lambda x: jnp.tanh(x), "fp32[A, B]", lambda a, b: a * b * 8),
}  # fmt: skip


@pytest.mark.parametrize("name", HELD)
def test_arguments_and_results_are_held_at_the_end(name: str) -> None:
    """Peaks were drawn of results in the format in which they are worked out."""
    f, x, hand = HELD[name]
    program = trace(f, x)
    for a, b in ((3, 5), (64, 7)):
        assert program.at(A=a, B=b).peak == hand(a, b)


def test_a_transform_with_one_real_side_is_half_of_one() -> None:
    """Which transform it is was read from a text that says a number."""
    for n in (16, 1024):
        whole = 5 * n * int(math.log2(n))
        assert trace(jnp.fft.fft, f"fp32[1, {n}]").vector == whole
        assert trace(jnp.fft.rfft, f"fp32[1, {n}]").vector == whole // 2
        assert trace(jnp.fft.irfft, jax.ShapeDtypeStruct((1, n // 2 + 1), "complex64")).vector == whole // 2


@pytest.mark.slow
def test_what_a_reduction_applies_is_what_it_does() -> None:
    """Functions of reductions were drawn of one operation."""
    odd = trace(lambda x: lax.reduce(x, jnp.float32(0), lambda a, b: jnp.tanh(a) + jnp.exp(b) * 2, (0,)), "fp32[A, B]")
    rng = random.Random(0)
    for _ in range(3):
        a, b = rng.randint(2, 9), rng.randint(1, 9)
        there, calls = odd.at(A=a, B=b), sum(1 for _ in range(b) for _ in range(a - 1))
        assert (there.vector, there.transcendental) == (2 * calls, 2 * calls)
    windows = trace(lambda x: lax.reduce_window(x, 0.0, lambda a, b: jnp.tanh(a) + b, (3,), (1,), "VALID"), "fp32[A]")
    assert (windows.at(A=9).vector, windows.at(A=9).transcendental) == (7 * 2, 7 * 2)
    assert trace(lambda x: lax.cumlogsumexp(x, 0), "fp32[A]").at(A=9).transcendental == 2 * 8
    assert trace(lambda x, i: x.at[i].apply(jnp.tanh), "fp32[A]", "int32[B]").at(A=9, B=4).transcendental == 4
    assert trace(lambda x, i: x.at[i].set(1.0), "fp32[A]", "int32[B]").at(A=9, B=4).transcendental == 0
    pairs = trace(lambda x, y: lax.reduce((x, y), (0.0, 1.0), lambda p, q: (p[0] + q[0], p[1] * q[1]), (0,)),
                  "fp32[A]", "fp32[A]")  # fmt: skip
    assert pairs.at(A=9).vector == 2 * 8
    assert exactly(odd.at(A=2, B=1).vector) == 2


def added(a, b):
    return a[0] + b[0], jnp.tanh(a[1]) + b[1]


def crossed(a, b):  # the first result asks the second, which needs its array
    return a[0] + b[0] * a[1], jnp.tanh(a[1]) + b[1]


FED: list[tuple[Callable[..., Any], str]] = [  # of x, y, z, each 4*A*B bytes; by hand: what the result depends on
    (lambda x, y, z: lax.sort((x, y), num_keys=1)[0], "8*A*B"),
    (lambda x, y, z: lax.sort((x, y), num_keys=2)[0], "8*A*B"),
    (lambda x, y, z: lax.sort((x, y, z), num_keys=1)[:2], "16*A*B"),
    (lambda x, y, z: lax.reduce((x, y), (0.0, 0.0), added, (1,))[0], "4*A*B + 4*A"),
    (lambda x, y, z: lax.reduce_window((x, y), (0.0, 0.0), added, (1, 3), (1, 1), "SAME")[0], "8*A*B"),
    # what a result needs beside its own array, where there is an order at all: not of rows of one
    (lambda x, y, z: lax.sort((x, y), num_keys=1)[1], "8*A*B + 4*A*B*Min(1, B - 1)"),
    (lambda x, y, z: lax.sort((x, y), num_keys=2)[1], "8*A*B + 4*A*B*Min(1, B - 1)"),
    (lambda x, y, z: lax.sort((x, y, z), num_keys=2)[2], "8*A*B + 8*A*B*Min(1, B - 1)"),
    (lambda x, y, z: lax.sort((x, y), num_keys=1), "16*A*B"),
    (lambda x, y, z: lax.reduce((x, y), (0.0, 0.0), added, (1,)), "8*A*B + 8*A"),
    (lambda x, y, z: lax.reduce((x, y), (0.0, 0.0), crossed, (1,))[0], "8*A*B + 4*A"),
    (lambda x, y, z: lax.reduce((x, y), (0.0, 0.0), crossed, (1,))[1], "4*A*B + 4*A"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("f", "formula"), FED)
def test_what_feeds_a_dead_result_alone_is_not_compulsory(f: Callable[..., Any], formula: str) -> None:
    p = trace(f, *["fp32[A, B]"] * 3)
    assert p.same(formula, of="compulsory"), p.compulsory
    x = [jnp.asarray(a) for a in np.random.default_rng(1).integers(1, 4, (3, 5, 7)).astype("float32")]
    other = [[*x[:i], x[i][:, ::-1] ** 2, *x[i + 1 :]] for i in range(3)]
    before, *after = (jax.tree.leaves(f(*arrays)) for arrays in (x, *other))
    reached = sum(not all(map(jnp.array_equal, before, leaves)) for leaves in after)
    results = sum(a.nbytes for a in before)
    assert exactly(p.compulsory, A=5, B=7) == 4 * 35 * reached + results

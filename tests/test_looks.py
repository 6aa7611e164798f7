"""Branches on sizes that no bound keeps from: refused, or right wherever an answer is given, at blocks' sizes."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

pytest.importorskip("jax")

import jax.numpy as jnp
from tiers import all_but_slow

from symroof import SymroofError, fits, latex, trace
from symroof.tracing.looks import numbers

Choice = Callable[[int, int], bool]
# branches as kernels, transforms and loaders have them; each is taken at few of all sizes
RARE: dict[str, Choice] = {
    "a block of 512": lambda a, b: a % 512 == 0,
    "a block of 1024 of the other": lambda a, b: b % 1024 == 0,
    "a block of 8192": lambda a, b: a % 8192 == 0,
    "blocks from a size on": lambda a, b: a % 512 == 0 and a >= 2048,
    "blocks of both": lambda a, b: a % 256 == 0 and b % 256 == 0,
    "a power of two": lambda a, b: a & (a - 1) == 0,
    "a power of two, counted": lambda a, b: bin(a).count("1") == 1,
    "a power of two, rounded up": lambda a, b: 1 << (a - 1).bit_length() == a,
    "a power of two from a size on": lambda a, b: b & (b - 1) == 0 and b >= 64,
    "both powers of two": lambda a, b: a & (a - 1) == 0 and b & (b - 1) == 0,
    "a round number": lambda a, b: a % 100 == 0,
    "a rest of the product": lambda a, b: a * b % 7 == 0,
    "one size": lambda a, b: a == 777,
    "four times the other": lambda a, b: a == 4 * b,
    "a multiple of the other": lambda a, b: a % b == 0,
    "between two sizes": lambda a, b: 2000 < a < 3000,
    "one of several sizes": lambda a, b: b in {64, 80, 96, 112, 160},
    "two sizes at once": lambda a, b: a == 1536 and b == 333,
    "one more than the other": lambda a, b: b == a + 1,
    "equal sizes": lambda a, b: a == b,
    "three times a power of two": lambda a, b: a % 768 == 0,
    "three channels": lambda a, b: b == 3,
    "two": lambda a, b: a == 2,
    "one of two small sizes": lambda a, b: b in (2, 4),
    "small sizes": lambda a, b: 3 <= a <= 4,
    "between 1 and 5": lambda a, b: 1 < b < 5,
    "a kernel of three by three": lambda a, b: a == 3 and b == 3,
    "two small sizes at once": lambda a, b: (a, b) == (4, 2),
    "a product of both": lambda a, b: a * b == 1024,
    "a sum of both": lambda a, b: a + b == 1024,
    "three more than the other": lambda a, b: a - b == 3,
    "a table of the module": lambda a, b: TABLE.get(a, 1) > 1,
}
TABLE = {8192: 3}
ANSWERED = {
    "equal sizes",
    "between two sizes",
    "small sizes",
    "between 1 and 5",
    "a kernel of three by three",
}  # by a condition that keeps from them


def near(rng: random.Random) -> tuple[int, int]:
    """Sizes as codes are called with: blocks, powers of two, round numbers, one as many times the other."""
    block = rng.choice([1, 1, 7, 64, 100, 256, 512, 768, 777, 1024, 2048, 2500, 8192])
    a, b = block * rng.randint(1, 4), rng.choice([1, 64, 256, 1024, block]) * rng.randint(1, 4)
    return rng.choice([(a, b), (b, a), (4 * b, b), (a, a)])


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but_slow(RARE, ["between two sizes"]))
def test_a_rare_branch_is_refused_or_kept_from(name: str) -> None:
    """The halving took the last size that is no multiple of the block for a bound.

    No branch on 2, 3 or 4 was among these, on a product or a sum that is a number, nor a table asked by ``get``.
    """
    taken = RARE[name]

    def f(x: Any) -> Any:
        return x @ x.T if taken(*x.shape) else x * 2

    if name not in ANSWERED:
        with pytest.raises(SymroofError, match=r"a branch on [\s\S]*sizes="):
            trace(f, "bf16[A, B]")
        return
    program = trace(f, "bf16[A, B]")
    rng, admitted, kept = random.Random(name), 0, 0
    for _ in range(400):
        a, b = near(rng)
        try:
            there = program.at(A=a, B=b)
        except SymroofError:
            kept += 1
            continue
        assert there.matrix == (2 * a * a * b if taken(a, b) else 0), (a, b)
        admitted += 1
    assert admitted
    assert kept


@pytest.mark.slow
def test_a_product_that_is_another_size_is_refused() -> None:
    """Sizes of 1 alone met it, from which bounds of 1 and 2 were read."""
    with pytest.raises(SymroofError, match="a branch on A and B and C that no bound explains"):
        trace(lambda x, y: x @ x.T if x.size == y.size else x * 2, "fp32[A, B]", "fp32[C]")


@pytest.mark.slow
def test_what_only_compares_is_answered() -> None:
    """A branch that no size takes, on the number of dims or on a flag, costs a few traces and no answer."""

    def f(x: Any, causal: bool = True) -> Any:
        assert x.ndim == 2
        assert x.shape[1] % 1 == 0
        return jnp.tanh(x) if causal else x * 512

    program = trace(f, "bf16[A, B]")
    assert not program.held_for
    assert str(program.at(A=512, B=777).transcendental) == str(512 * 777)


def _block(n: int) -> int:
    return next((b for b in (512, 96) if n % b == 0), 0)


class _Kernel:
    def __init__(self, block: int) -> None:
        self.block = block

    def __call__(self, x: Any) -> Any:
        return x @ x.T if x.shape[0] % self.block == 0 else x * 2


def _with_default(x: Any, block: int = 333) -> Any:
    return x @ x.T if x.shape[0] % block == 0 else x * 2


OUT_OF_SIGHT = {
    "a function that picks": lambda x: x @ x.T if _block(x.shape[0]) == 96 else x * 2,
    "an attribute": _Kernel(1331),
    "a default": _with_default,
    "a keyword": partial(_with_default, block=625),
}


@pytest.mark.parametrize("name", OUT_OF_SIGHT)
def test_numbers_are_found_where_the_code_has_them(name: str) -> None:
    """96, 1331, 333 and 625 divide none of the sizes that every trace is made at."""
    with pytest.raises(SymroofError, match=r"a branch on A that no bound explains[\s\S]*sizes="):
        trace(OUT_OF_SIGHT[name], "bf16[A, B]")
    rows = numbers([OUT_OF_SIGHT[name]])
    assert rows is not None
    assert {96, 1331, 333, 625} & set(rows)


def test_code_that_compares_nothing_is_not_looked_at() -> None:
    assert numbers([lambda x: x.reshape(-1, 128) * 2]) is None
    assert numbers([lambda x: x * 2 if x.shape[0] > 128 else x]) == (2, 128)


Round = Callable[[int, int], bool]


class _Config:
    max_window_layers = 28


# rounds i of n in which a Python loop does something more: the first number of rounds that has it, where it is answered
ROUNDS: dict[str, tuple[Round, int | None]] = {
    "from a layer of the config on": (lambda i, n: i >= _Config.max_window_layers, 29),
    "one layer": (lambda i, n: i == 30, 31),
    "a period": (lambda i, n: (i + 1) % 32 == 0, 32),
    "the last 30 of more": (lambda i, n: i < n - 30, 31),
    "some layers": (lambda i, n: i in {30, 31}, 31),
    "a deep model": (lambda i, n: i == 0 and n > 40, 41),
    "a round past 97": (lambda i, n: i % 100 == 99, 100),
    "a number too large to be traced": (lambda i, n: i == 200, 201),
    "a made number": (lambda i, n: i >= 3 * 12 + n - n, 37),
    "one number of layers": (lambda i, n: i == 0 and n == 48, None),
    "no layer": (lambda i, n: False, 1 << 40),
}


@pytest.mark.slow
@pytest.mark.whole
@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_that_does_more_is_met_or_kept_from(name: str) -> None:
    """No loop did anything after its 24th round, the most that was traced, and the notes said the same counts."""
    more, first = ROUNDS[name]

    def f(x: Any, w: Any) -> Any:
        for i in range(w.shape[0]):
            x = x @ w[i]
            if more(i, w.shape[0]):
                x = jnp.tanh(x)
        return x

    if first is None:
        with pytest.raises(SymroofError, match="a branch on L that no bound explains"):
            trace(f, "fp32[B, D]", "fp32[L, D, D]")
        return
    program = trace(f, "fp32[B, D]", "fp32[L, D, D]")
    admitted, kept = 0, 0
    for n in (1, 2, 3, 24, 27, 28, 29, 30, 31, 32, 33, 36, 37, 40, 41, 48, 64, 97, 99, 100, 101, 199, 200, 201, 300):
        try:
            there = program.at(B=2, D=3, L=n)
        except SymroofError:
            kept += 1
            continue
        assert (there.matrix, there.transcendental) == (2 * 2 * 9 * n, 6 * sum(more(i, n) for i in range(n))), n
        admitted += n < first
    assert admitted >= 5
    assert (kept > 0) == (name != "no layer")


@pytest.mark.slow
def test_steps_of_a_range_are_rounds_too() -> None:
    """Code that compares nothing was traced with 24 rounds at most."""

    def f(x: Any, w: Any) -> Any:
        for i in range(w.shape[0]):
            x = x @ w[i]
        for _ in range(0, w.shape[0], 32):
            x = jnp.tanh(x)
        return x

    assert [str(h) for h in trace(f, "fp32[B, D]", "fp32[L, D, D]").held_for] == ["L <= 32"]


@pytest.mark.slow
def test_a_number_too_large_for_a_loop_ends_the_answer() -> None:
    def f(x: Any, w: Any) -> Any:
        for i in range(w.shape[0]):
            x = jnp.tanh(x) if i == 150 else x @ w[i]
        return x

    told = [a for a in trace(f, "fp32[B, D]", "fp32[L, D, D]").assumptions if a.startswith("L <= ")]
    assert told == ["L <= 149, by the number 150 in the code: the loop was traced with up to 97 rounds"]


@pytest.mark.slow
def test_three_sizes_at_once_are_refused() -> None:
    """Two at once were tried, no three."""
    with pytest.raises(SymroofError, match="a branch on T and D and F that no bound explains"):
        trace(lambda x, w: (x * 2 if (*x.shape, w.shape[1]) == (32, 64, 128) else x) @ w, "fp32[T, D]", "fp32[D, F]")


@pytest.mark.slow
def test_whether_it_fits_says_for_which_sizes() -> None:
    """With a number for A the condition was asked, as a symbol it was lost."""
    program = trace(lambda x: x @ x.T if x.shape[0] <= 4096 else x * 2, "fp32[A, C]")
    there = fits(program.at(C=8), "H100")
    assert str(there) == "fits if 4*A**2 + 32*A <= 80000000000; the counts hold for A <= 4096 only"
    assert "the counts hold for A" in latex(there)
    assert fits(program.at(A=128), "H100").notes == fits(program, "H100", A=128, C=8).notes == ()
    with pytest.raises(SymroofError, match="hold for A <= 4096"):
        fits(program, "H100", A=5000)

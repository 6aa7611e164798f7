"""JAX programs traced to closed form, judged by counting scalars, XLA, notation and formulas typed from papers.

Earlier generators drew single statements of notation; none drew a program of other people's code, a loop, or a mesh
inside one.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from fractions import Fraction
from functools import partial
from pathlib import Path

import counted
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import PartitionSpec
from strangers import STRANGERS
from tiers import all_but_slow
from traced import BLOCK, PROGRAMS, STACK, block, gated, loss_of, shapes, stack, stack_remat

from symroof import (
    NotationError,
    SymroofError,
    T_lower,
    all_reduce,
    attainable,
    bound_by,
    dims,
    fits,
    intensity,
    latex,
    leading,
    machine,
    numeric,
    op,
    plot,
    ring,
    sized,
    sweep,
    threshold,
    torus,
    trace,
)
from symroof.tracing import attempt, costs
from symroof.tracing.deadline import TooLong, within
from symroof.tracing.jax_trace import Walk
from symroof.tracing.reader import Reader, Unread

# -- reading sizes back -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 2, 3, 5, 8, 15, 30])
@pytest.mark.parametrize("order", [0, 1, 2, 3, 4])
def test_every_size_has_another_value_in_every_trace(k: int, order: int) -> None:
    given = Reader(tuple(f"s{i}" for i in range(k)), {}, order).assignments
    for i in range(k):
        assert len({a[f"s{i}"] for a in given}) == len(given)
    assert all(len(set(a.values())) == k for a in given)


POLYNOMIALS = [
    "B*T*D*F*N*K",
    "T*(T + 1)//2",
    "2*T - 1",
    "B*T + B*D",
    "T + D - 1",
    "3*T*D + 5",
    "7",
    "T - 2*D + 1",
    "4*B*T*T",
]


@pytest.mark.parametrize("text", POLYNOMIALS)
def test_a_polynomial_is_read_back(text: str) -> None:
    reader = Reader(tuple("BTDFNKGH"))
    code = compile(text, "polynomial", "eval")
    found = reader.read(tuple(eval(code, {}, dict(a)) for a in reader.assignments))
    rng = random.Random(text)
    for _ in range(5):
        sizes = {n: rng.randrange(2, 50) for n in reader.bases}
        assert found.at({n: sizes[str(n)] for n in found.names}) == eval(code, {}, sizes)


@pytest.mark.parametrize("text", ["D//2", "(D + 1)//2", "2*T//D", "D if T % 128 else 2*D", "D//128", "min(D, 512)",
                                  "D if D < 1024 else 7", "T//D*D", "-(-D//4)"])  # fmt: skip
def test_what_is_no_polynomial_is_refused(text: str) -> None:
    reader = Reader(tuple("BTDFNKGH"))
    code = compile(text, "no polynomial", "eval")
    with pytest.raises(Unread, match="no polynomial"):
        reader.read(tuple(eval(code, {}, dict(a)) for a in reader.assignments))


# -- counting scalars -------------------------------------------------------------------------------------------------


def softmax(xp, x):
    e = xp.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


COUNTED = {
    "matmul": (lambda xp, x, w: x @ w, ["B, D", "D, F"]),
    "two matmuls": (lambda xp, x, w, v: (x @ w) @ v, ["B, D", "D, F", "F, E"]),
    "relu": (lambda xp, x, w: xp.maximum(x @ w, 0.0), ["B, D", "D, F"]),
    "softmax": (softmax, ["B, N"]),
    "norm": (lambda xp, x, g: x / xp.sqrt((x * x).sum(-1, keepdims=True)) * g, ["B, D", "D"]),
    "attention": (lambda xp, q, k, v: softmax(xp, q @ k.T) @ v, ["T, H", "S, H", "S, V"]),
    "distances": (
        lambda xp, x, y: xp.sqrt(((x[:, None] - y[None]) ** 1 * (x[:, None] - y[None])).sum(-1)),
        ["M, D", "N, D"],
    ),
    "centred": (lambda xp, x: x - x.sum(0) / 3.0, ["B, D"]),
    "tanh cell": (lambda xp, x, h, w, u, b: xp.tanh(x @ w + h @ u + b), ["B, D", "B, H", "D, H", "H, H", "H"]),
    "horner": (lambda xp, x, a: ((a[:1] * x + a[1:2]) * x + a[2:3]) * x + a[3:], ["N", "4"]),
    "gram": (lambda xp, x: x.T @ x - x.T @ x, ["B, D"]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_as_counted_one_by_one(name: str) -> None:
    f, dims_ = COUNTED[name]
    program = trace(partial(f, jnp), *(f"fp32[{d}]" for d in dims_))
    rng = random.Random(name)
    for _ in range(5):
        sizes = {str(n): rng.randrange(2, 6) for n in program.letters}
        there = [tuple(int(d) if d.strip().isdigit() else sizes[d.strip()] for d in s.split(",")) for s in dims_]
        if name == "distances":  # NumPy takes x**1 for an operation of its own
            continue
        plain, transcendental = counted.count(f, there)
        at = program.at(**sizes)
        exact = at.exact_work.sum.constant() if program.unit == "matrix" else 0
        assert (exact + at.vector, at.transcendental) == (plain, transcendental), sizes


# -- XLA --------------------------------------------------------------------------------------------------------------

EXPLAINED = {
    "layer_norm": "XLA counts a cast as an operation, one for each element of x",
    "rope": "XLA counts casts, powers of a constant and index arithmetic",
    "moe": "XLA lowers cumsum to O(n**2), and counts casts of one-hot arrays",
}
LOOPS = {"stack": "L", "stack, gradient": "L", "stack, remat": "L", "rnn": "T", "lstm": "T", "power": 12}


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in EXPLAINED])
def test_xla_counts_as_many_flops(name: str) -> None:
    f, args = PROGRAMS[name]
    program = trace(f, *args)
    rng = random.Random(name)
    times = LOOPS.get(name, 1)
    for _ in range(5):
        sizes = {str(n): rng.randrange(48, 160) * 8 for n in program.letters}
        if isinstance(times, str):
            sizes[times] = rng.randrange(2, 9)
        counted_ = jax.jit(f).lower(*shapes(args, sizes)).cost_analysis()
        if not counted_:
            pytest.skip("this JAX counts nothing before it compiles")
        loops = sizes[times] if isinstance(times, str) else times
        at = program.at(**sizes)
        ours = float(at.matrix + at.vector)
        outside = 0.004 if loops == 1 else 0.004 + 0.3 / loops  # what stands outside the loop is not counted again
        assert ours / loops == pytest.approx(counted_["flops"], rel=0.005 if loops == 1 else outside)


MOVED = ["matmul", "mlp", "gated", "attention", "block", "mlp, gradient", "einsums", "distances", "adam", "conv",
         "depthwise", "cross entropy, gradient", "layer_norm"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", MOVED)
def test_compulsory_bytes_are_never_above_those_of_xla(name: str) -> None:
    f, args = PROGRAMS[name]
    program = trace(f, *args)
    rng = random.Random(name)
    sizes = {str(n): rng.choice([8, 16, 24, 40]) for n in program.letters}
    found = jax.jit(f).lower(*shapes(args, sizes)).compile().cost_analysis()
    moved = (found[0] if isinstance(found, list) else found)["bytes accessed"]
    assert 0 < program.at(**sizes).compulsory <= moved


@pytest.mark.slow
def test_a_slice_needs_its_part_and_disjoint_slices_add_up() -> None:
    assert trace(lambda x: x[0] + x[3], "fp32[8, D]").compulsory == 12 * dims("D")
    assert trace(lambda x: (2 * x)[0], "fp32[8, D]").compulsory == 8 * dims("D")
    assert trace(lambda x: x[1:3].sum() + x[2:4].sum(), "fp32[8, D]").compulsory == 12 * dims("D") + 4
    assert trace(lambda x: x, "fp32[B]").compulsory == 0  # handed through


def causal(q, k, v):
    s = jnp.einsum("bqd,bkd->bqk", q, k) / 8
    seen = jnp.tril(jnp.ones((s.shape[1], s.shape[1]), bool))
    return jax.nn.softmax(jnp.where(seen, s, -1e30)) @ v


def pooled(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2), (1, 2), "VALID")


ROWS, SQUARE = "fp32[B, D]", "fp32[B, B]"
# f, arguments, the bytes that it needs, counted by hand: elements that the result depends on, and the result
NEEDED = {
    "1x1 at stride 2": (lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "VALID"),
                        ["fp32[N, C, 2*H, 2*H]", "fp32[4, C, 1, 1]"],
                        lambda N, C, H: 4 * (N * C * H * H + 4 * C + 4 * N * H * H)),
    "windows apart": (lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2), (1, 4), "VALID"), ["fp32[N, 64]"],
                      lambda N: 4 * N * 32 + 4 * N * 16),
    "an odd end": (pooled, ["fp32[N, 65]"], lambda N: 4 * N * 64 + 4 * N * 32),
    "trace": (jnp.trace, [SQUARE], lambda B: 4 * B + 4),
    "ii": (lambda x: jnp.einsum("ii->i", x), [SQUARE], lambda B: 8 * B),
    "lower": (lambda x: jnp.tril(x).sum(), [SQUARE], lambda B: 2 * B * (B + 1) + 4),
    "upper": (jnp.triu, [SQUARE], lambda B: 2 * B * (B + 1) + 4 * B * B),
    "a band": (lambda x: jnp.triu(jnp.tril(x), -1).sum(), [SQUARE], lambda B: 4 * (2 * B - 1) + 4),
    "the last row": (lambda x: lax.scan(lambda c, y: (y, None), x[0], x)[0], [ROWS], lambda B, D: 8 * D),
    "a running sum": (lambda x: lax.scan(lambda c, y: (c + y, None), x[0], x)[0], [ROWS],
                      lambda B, D: 4 * B * D + 4 * D),
    "a choice": (jnp.where, ["bool[B]", "fp32[B]", "fp32[B]"], lambda B: 9 * B),
    "a causal mask": (causal, ["fp32[N, B, D]"] * 3, lambda N, B, D: 16 * N * B * D),
    "cropped": (lambda x: lax.pad(x, 0.0, ((-1, 0, 0), (0, -2, 0))), ["fp32[B, D]"],
                lambda B, D: 8 * (B - 1) * (D - 2)),
    "zeros": (jnp.zeros_like, ["bf16[B, D]"], lambda B, D: 2 * B * D),
    "full": (lambda x: jnp.full((x.shape[0], 8), 3.0), ["fp32[B]"], lambda B: 32 * B),
    "either": (lambda m, x, y: lax.cond(m, lambda: x, lambda: y), ["bool[]", "fp32[B]", "fp32[B]"],
               lambda B: 8 * B + 1),
    "repeated": (lambda x: jnp.repeat(x, 3, axis=0), [ROWS], lambda B, D: 16 * B * D),
    "broadcast, made": (lambda x: jnp.broadcast_to(2 * x, (4, *x.shape)), [ROWS], lambda B, D: 20 * B * D),
    "a tail": (lambda x: x[5:], [ROWS], lambda B, D: 8 * (B - 5) * D),
    "widened": (lambda x: (2 * x).astype(jnp.float32), ["bf16[B, D]"], lambda B, D: 6 * B * D),
    "narrowed": (lambda x, w: x.astype(jnp.bfloat16) @ w, [ROWS, "bf16[D, N]"],
                 lambda B, D, N: 4 * B * D + 2 * D * N + 2 * B * N),
    "narrowed, in place": (lambda c, u: lax.dynamic_update_slice(c, u.astype(jnp.bfloat16)[None], (0, 0)),
                           ["bf16[B, D]", "fp32[D]"], lambda B, D: 6 * D),
    "and itself": (lambda x: (x, x.sum()), ["fp32[B]"], lambda B: 4 * B + 4),
}  # fmt: skip
CERTAINLY_LESS = {"a choice", "either", "a band"}  # the data choose, or a mask is put on what a mask left


@pytest.mark.parametrize("name", NEEDED)
def test_what_must_move_is_what_the_result_depends_on(name: str) -> None:
    f, args, hand = NEEDED[name]
    program = trace(f, *args)
    for values in ((7, 5, 6, 3, 11), (64, 9, 33, 8, 2), (300, 40, 7, 1, 1)):
        sizes = {n: v for n, v in zip("BDNCH", values) if n in map(str, program.letters)}
        there = program.at(**sizes)
        if name in CERTAINLY_LESS:
            assert 0 < there.compulsory < hand(**sizes)
        else:
            assert there.compulsory == hand(**sizes), sizes
        assert there.compulsory <= there.bytes <= there.unfused, sizes


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PROGRAMS, *STRANGERS])
def test_what_must_move_is_below_the_model_and_that_below_single_operations(name: str) -> None:
    f, args = {**PROGRAMS, **STRANGERS}[name]
    program = trace(f, *args)
    rng = random.Random(name)
    tried = 0
    for least, most in ((1, 1), (2, 3), (1, 12), (1, 12), (8, 64), (64, 2000), (1, 5000)):
        sizes = {str(n): rng.randint(least, most) for n in program.letters}
        try:
            there = program.at(**sizes)
        except SymroofError:  # below the least sizes at which the counts hold
            continue
        tried += 1
        assert 0 <= there.compulsory <= there.bytes <= there.unfused, sizes
    assert tried >= 2


def one_hot_by_scatter(i):
    return jnp.zeros((i.shape[0], 7)).at[jnp.arange(i.shape[0]), i].set(1.0)


# f, arguments, bytes of all arguments and results by hand
SCATTERED = {
    "embedding gradient": (jax.grad(lambda e, i: (e[i] ** 2).sum()), ["fp32[V, D]", "int32[N]"],
                           lambda V, D, N: (4 * V * D + 4 * N, 4 * V * D)),
    "segment sum": (lambda x, i: jax.ops.segment_sum(x, i, 11), ["fp32[N, D]", "int32[N]"],
                    lambda D, N: (4 * N * D + 4 * N, 44 * D)),
    "histogram": (lambda i: jnp.zeros(13).at[i].add(1.0), ["int32[N]"], lambda N: (4 * N, 52)),
    "one hot": (one_hot_by_scatter, ["int32[N]"], lambda N: (4 * N, 28 * N)),
    "into an argument": (lambda e, i, u: e.at[i].add(u), ["fp32[V, D]", "int32[N]", "fp32[N, D]"],
                         lambda V, D, N: (4 * V * D + 4 * N + 4 * N * D, 4 * V * D)),
    "set in an argument": (lambda e, i, u: e.at[i].set(u), ["fp32[V, D]", "int32[N]", "fp32[N, D]"],
                           lambda V, D, N: (4 * V * D + 4 * N + 4 * N * D, 4 * V * D)),
    "into a cast": (lambda e, i, u: e.astype(jnp.float32).at[i].add(u), ["bf16[V, D]", "int32[N]", "fp32[N, D]"],
                    lambda V, D, N: (2 * V * D + 4 * N + 4 * N * D, 4 * V * D)),
    "slice into zeros": (lambda u: lax.dynamic_update_slice(jnp.zeros((17, u.shape[0])), u[None], (3, 0)),
                         ["fp32[D]"], lambda D: (4 * D, 68 * D)),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SCATTERED)
def test_an_array_that_is_scattered_into_is_written_once(name: str) -> None:
    """What is made of zeros, or by a cast, is written whole; a bound is never above all arguments and results."""
    f, args, hand = SCATTERED[name]
    program = trace(f, *args)
    for values in ((1, 1, 1), (3, 5, 1000), (50000, 16, 8), (100, 64, 100000)):
        sizes = {n: v for n, v in zip("VDN", values) if n in map(str, program.letters)}
        read, made = hand(**sizes)
        there = program.at(**sizes)
        assert 0 <= there.compulsory <= read + made, sizes
        assert there.compulsory > 0 or (name == "set in an argument" and sizes["V"] == sizes["N"]), sizes  # it may be u
        if "an argument" not in name:
            assert made <= there.compulsory <= there.bytes <= there.unfused, sizes
    D, N = dims("D N")
    if name == "into an argument":  # where all places lie within, every update is read; all of them may fall on one row
        assert program.compulsory == 4 * N  # they may lie beyond, and are dropped
        within = trace(lambda e, i, u: e.at[i].add(u, mode="promise_in_bounds"), *args)
        assert (within.compulsory - (4 * N * D + 4 * N + 4 * D)).expand() == 0
    if name == "embedding gradient":
        sizes = {"V": 500, "D": 16, "N": 8}
        lowered = jax.jit(f).lower(*shapes(args, sizes)).compile().cost_analysis()
        moved = (lowered[0] if isinstance(lowered, list) else lowered)["bytes accessed"]
        assert program.at(**sizes).compulsory <= moved
        assert program.at(**sizes).bytes >= 4 * 500 * 16  # the gradient alone


# f, arguments, what it must say of its least sizes, the figure and its count at any sizes, sizes below and at the bound
LEAST = {
    "tail": (lambda x: x[10:] * 2, ["fp32[N]"], "N >= 10", "vector", lambda N: len(range(N)[10:]), [{"N": 5}, {"N": 9}],
             [{"N": 10}, {"N": 37}]),
    "head": (lambda x: x[:100] * 2, ["fp32[N]"], "N >= 100", "vector", lambda N: len(range(N)[:100]), [{"N": 7}],
             [{"N": 100}, {"N": 250}]),
    "last": (lambda x: x[-100:] * 2, ["fp32[N]"], "N >= 100", "vector", lambda N: len(range(N)[-100:]), [{"N": 99}],
             [{"N": 100}, {"N": 250}]),
    "loop": (lambda x: lax.fori_loop(3, x.shape[0] - 2, lambda i, y: y @ y, jnp.outer(x[0], x[0])), ["fp32[T, D]"],
             "T >= 5", "matrix", lambda T, D: 2 * D**3 * sum(1 for _ in range(3, T - 2)),
             [{"T": 2, "D": 8}, {"T": 4, "D": 8}], [{"T": 5, "D": 3}, {"T": 11, "D": 3}]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but_slow(LEAST, ["loop"]))
def test_a_formula_says_from_which_sizes_on_it_holds(name: str) -> None:
    f, args, told, figure, count, below, above = LEAST[name]
    program = trace(f, *args)
    assert any(a.startswith(f"{told}, by ") for a in program.assumptions)
    for sizes in below:
        with pytest.raises(SymroofError, match=rf"hold for {told}[\s\S]*sizes="):
            program.at(**sizes)
        assert getattr(trace(f, *args, sizes=sizes), figure) == count(**sizes)  # the remedy
    for sizes in above:
        there = program.at(**sizes)
        assert getattr(there, figure) == count(**sizes)
        assert not any(">=" in a and ", by " in a for a in there.assumptions)


def test_a_formula_that_holds_at_all_sizes_says_nothing_of_them() -> None:
    assert not any(", by " in a for a in trace(lambda x: x[1:] + x[:-1], "fp32[N]").assumptions)  # at N = 1 too


def taps(n: int, k: int, dilation: int, stride: int) -> int:
    """Pairs of an output and a tap of a SAME convolution that meet an element, by looking at each."""
    out, reach = -(-n // stride), (k - 1) * dilation
    low = max((out - 1) * stride + reach + 1 - n, 0) // 2
    return sum(0 <= o * stride + t * dilation - low < n for o in range(out) for t in range(k))


@pytest.mark.parametrize(
    ("k", "dilation"), all_but_slow([(3, 1), (3, 36), (5, 2), (7, 1), (2, 5)], [(3, 36), (5, 2), (7, 1), (2, 5)])
)
def test_a_same_convolution_that_reaches_beyond_its_input(k: int, dilation: int) -> None:
    def f(x, w):
        return lax.conv_general_dilated(x, w, (1,), "SAME", rhs_dilation=(dilation,),
                                        dimension_numbers=("NWC", "WIO", "NWC"))  # fmt: skip

    args = "fp32[B, W, C]", f"fp32[{k}, C, O]"
    program, refused = trace(f, *args), []
    for n in (1, 2, 3, 4, 5, 8, 21, 35, 36, 37, 60, 100):
        right = 2 * taps(n, k, dilation, 1) * 2 * 3
        try:
            assert program.at(B=1, W=n, C=2, O=3).matrix == right, n
        except SymroofError:
            refused.append(n)
            assert trace(f, *args, sizes={"W": n}).at(B=1, C=2, O=3).matrix == right, n
    assert all(n < (k - 1) * dilation - (k - 1) * dilation // 2 for n in refused)


# -- notation ---------------------------------------------------------------------------------------------------------

SHARDED = {
    "psum": (lambda x, w: lax.psum(x @ w, "X"), ("bf16[B, D_X]", "bf16[D_X, F]"),
             "bf16 A[B, D_X] * bf16 W[D_X, F] -> bf16 C[B, F]"),
    "gather weights": (lambda x, w: x @ lax.all_gather(w, "X", axis=0, tiled=True), ("bf16[B_X, D]", "bf16[D_X, F]"),
                       "bf16 A[B_X, D] * bf16 W[D_X, F] -> bf16 C[B_X, F]"),
    "scatter": (lambda x, w: lax.psum_scatter(x @ w, "X", scatter_dimension=1, tiled=True),
                ("bf16[B, D_X]", "bf16[D_X, F]"), "bf16 A[B, D_X] * bf16 W[D_X, F] -> bf16 C[B, F_X]"),
    "rows": (lambda x, w: x @ w, ("bf16[B_X, D]", "bf16[D, F]"), "bf16 A[B_X, D] * bf16 W[D, F] -> bf16 C[B_X, F]"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARDED)
def test_a_sharded_matmul_is_the_same_as_in_notation(name: str) -> None:
    f, args, text = SHARDED[name]
    program, written = trace(f, *args, mesh="X"), op(text, mesh="X")
    assert program.work == written.work
    assert program.traffic == written.traffic
    for n in (2, 3, 4) if name != "gather weights" else ():  # at numbers notation may choose another plan
        sizes = {"X": n, "B": 24, "D": 48, "F": 96}
        for link, b in program.at(**sizes).traffic.items():
            assert b == written.at(**sizes).traffic[link], (n, link)


@pytest.mark.slow
def test_attention_and_mlp_are_the_same_as_in_notation() -> None:
    scores = trace(lambda q, k: jnp.einsum("btnh,bsnh->bnts", q, k), "bf16[B, T, N, H]", "bf16[B, S, N, H]")
    written = op("bf16[B, T, N, H] * bf16[B, S, N, H] -> bf16[B, N, T, S]")
    assert (scores.work, scores.traffic) == (written.work, written.traffic)
    two = trace(lambda x, w, v: (x @ w) @ v, "bf16[B, D]", "bf16[D, F]", "bf16[F, D]")
    both = op("bf16 X[B, D] * bf16 W[D, F] -> bf16 H[B, F]; bf16 H[B, F] * bf16 V[F, D] -> bf16 Y[B, D]")
    assert (two.work, two.traffic) == (both.work, both.traffic)
    assert two.exact_flops == both.exact_flops


@pytest.mark.slow
def test_shard_map_finds_its_mesh_and_autodiff_its_collectives() -> None:
    spec = PartitionSpec
    if not hasattr(jax, "shard_map"):
        pytest.skip("shard_map without a mesh came with JAX 0.6")
    cuts = {"in_specs": (spec(None, "X"), spec("X", None)), "out_specs": spec()}
    body = jax.shard_map(lambda x, w: lax.psum(x @ w, "X"), **cuts)
    program = trace(lambda x, w: body(x, w), "bf16[B, D_X]", "bf16[D_X, F]", mesh="X")
    assert program.traffic == op("A[B, D_X] * W[D_X, F] -> C[B, F]", dtype="bf16", mesh="X").traffic

    def loss(w, x):
        return ((x @ lax.all_gather(w, "X", axis=0, tiled=True)).astype(jnp.float32) ** 2).sum()

    backward = trace(jax.grad(loss), "bf16[D_X, F]", "bf16[B_X, D]", mesh="X")
    assert {"AllGather_X", "ReduceScatter_X"} <= {s.text for s in backward.kernels}
    assert backward.same("2*D*F*(X - 1)/X", of="sent")


@pytest.mark.slow
def test_a_ring_of_ppermutes_and_two_axes() -> None:
    def rotate(x):
        n = lax.axis_size("X") if hasattr(lax, "axis_size") else lax.psum(1, "X")
        perm = [(j, (j + 1) % n) for j in range(n)]
        return lax.fori_loop(0, n, lambda i, y: lax.ppermute(y, "X", perm), x)

    assert trace(rotate, "bf16[B, D]", mesh="X").same("2*B*D*X", of="sent")
    both = trace(lambda x: lax.psum(x, ("X", "Y")), "bf16[B, D]", mesh="X Y")
    summed = all_reduce(2 * dims("B") * dims("D"), torus(ring("X"), ring("Y")))
    assert both.traffic["ici"] == summed.loads["ici"]


def carried(perm, n: int) -> int:
    """Pieces on the busiest one-way link of a ring, link by link, each the shorter way; no ties."""
    links = dict.fromkeys([(i, way) for i in range(n) for way in (1, -1)], 0)
    for a, b in perm:
        way = 1 if (b - a) % n < (a - b) % n else -1
        while a != b:
            links[a, way] += 1
            a = (a + way) % n
    return max(links.values())


@pytest.mark.slow
def test_a_permutation_costs_its_busiest_link() -> None:
    def sent(perm, **options):
        return trace(lambda x: lax.ppermute(x, "X", perm), "fp32[N]", **options).sent["ici"]

    N = dims("N")
    permuted = [[(i, (i + s) % n) for i in range(n)] for n in (5, 8, 9) for s in range(1, n) if 2 * s != n]
    permuted += [[(i, 7 - i) for i in range(8)], [(i, i + 2) for i in range(4)] + [(5, 0), (4, 1)]]
    for perm in permuted:
        n = 8 if len(perm) == 8 else 9 if len(perm) == 9 else 5 if len(perm) == 5 else 7
        assert sent(perm, mesh=f"X={n}") == 4 * N * carried(perm, n), perm
    assert sent([(i, (i + 4) % 8) for i in range(8)], mesh="X=8") == 8 * N  # half of each both ways: 4/2 messages
    assert sent([(i, (i + 3) % 8) for i in range(8)], mesh="X=8", over="switch") == 4 * N
    assert sent([(i, (i + 1) % 4) for i in range(4)], mesh="X=4", over="line") == 4 * N
    for over, hops in (("switch", 2), ("ring", 3), ("line", 5)):  # up and down; the shorter way; from 5 back to 0
        f = trace(
            lambda x: lax.ppermute(x, "X", [(i, (i + 3) % 8) for i in range(8)]), "fp32[N]", mesh="X=8", over=over
        )
        (step,) = [s for s in f.steps if s.plan is not None]
        assert step.plan.steps[0].cost.hops == hops

    def by(shift):
        return lambda x: lax.ppermute(x, "X", [(i, shift(i, lax.psum(1, "X"))) for i in range(lax.psum(1, "X"))])

    assert trace(by(lambda i, n: (i - 3) % n), "fp32[N]", mesh="X").sent["ici"] == 12 * N
    with pytest.raises(SymroofError, match=r'at other mesh sizes[\s\S]*fix the mesh size, as in mesh="X=8"'):
        trace(by(lambda i, n: n - 1 - i), "fp32[N]", mesh="X")


# what each needs of its operand x[B, D]: the dim whose cutting asks for a collective, and the other, which is free
ALONG_A_DIM = {
    "mean": (lambda x: x.mean(1), "sums over"),
    "sum of a reshaped array": (lambda x: x.reshape(-1, 1).sum(0), "sums over"),
    "softmax": (lambda x: jax.nn.softmax(x, -1), "needs all of"),
    "max": (lambda x: x.max(-1), "needs all of"),
    "argmax": (lambda x: x.argmax(-1), "needs all of"),
    "cumsum": (lambda x: jnp.cumsum(x, 1), "sums over"),
    "sort": (lambda x: jnp.sort(x, 1), "needs all of"),
    "rms norm": (lambda x: x * lax.rsqrt((x * x).mean(-1, keepdims=True)), "sums over"),
    "fft": (lambda x: jnp.fft.fft(x), "needs all of"),
    "matmul": (lambda x: x @ jnp.ones((x.shape[1], 3), x.dtype), "sums over"),
    "scan": (lambda x: lax.scan(lambda c, r: (c + r, None), jnp.zeros(x.shape[0]), x.T)[0], "needs all of"),
    "lookup": (lambda x: jnp.take(x, x[:, :2].astype(int)[:, 0], 1), "needs all of"),
    "loop": (lambda x: lax.fori_loop(0, 3, lambda i, y: y - y.max(1, keepdims=True), x), "needs all of"),
}


@pytest.mark.slow
@pytest.mark.parametrize("mesh", ["X", "X=4"])
@pytest.mark.parametrize("name", ALONG_A_DIM)
def test_what_works_along_a_cut_size_without_a_collective_is_refused(name: str, mesh: str) -> None:
    f, told = ALONG_A_DIM[name]
    with pytest.raises(SymroofError, match=rf"{told} D, which is cut over X, and no collective (adds|joins) the parts"):
        trace(f, "fp32[B, D_X]", mesh=mesh)
    if name not in ("sum of a reshaped array", "lookup"):  # every row is looked up at every row's place
        assert trace(f, "fp32[B_X, D]", mesh=mesh).sent == {}


@pytest.mark.slow
def test_a_scan_over_a_cut_size_that_hands_nothing_on_is_each_devices_own() -> None:
    def rows(x):
        return lax.scan(lambda c, r: (c, jnp.tanh(r) * c), 2.0, x)[1]  # with a counter it is: test_jax_parts

    assert trace(rows, "fp32[B_X, D]", mesh="X").sent == {}
    assert trace(lambda x: lax.map(jnp.tanh, x), "fp32[B_X, D]", mesh="X").sent == {}
    assert trace(lambda e, i: e[i], "fp32[V, D_X]", "int32[N]", mesh="X").sent == {}
    assert trace(lambda e, i: e[i], "fp32[V, D]", "int32[N_X]", mesh="X").sent == {}


@pytest.mark.slow
def test_partial_sums_without_a_collective_are_refused() -> None:
    with pytest.raises(SymroofError, match=r"sums over D, which is cut over X, and no collective adds the parts"):
        trace(lambda x, w: x @ w, "bf16[B, D_X]", "bf16[D_X, F]", mesh="X")
    with pytest.raises(SymroofError, match=r"needs all of V, which is cut over X"):
        trace(lambda x: jax.nn.logsumexp(x, -1), "fp32[B, V_X]", mesh="X")
    B, V, X = dims("B V X")
    known = trace(lambda x: lax.psum(x.sum(0), "X"), "fp32[B_X, V]", mesh="X")
    assert (known.vector - (B * V / X - V)).expand() == 0
    slope = trace(jax.grad(lambda x: (x**2).sum()), "fp32[B_X, V]", mesh="X")  # the sum itself is dead code
    assert slope.sent == {}


# -- published formulas -----------------------------------------------------------------------------------------------


def gpt(p, tokens, remat=False):
    """GPT as Megatron counts it: l layers, logits over V; attention with N heads of d."""

    def layer(x, w):
        q, k, v = (jnp.einsum("bsh,hnd->bsnd", x, w[c]) for c in "qkv")
        a = jax.nn.softmax(jnp.einsum("bsnd,btnd->bnst", q, k), -1)
        x = x + jnp.einsum("bsnd,ndh->bsh", jnp.einsum("bnst,btnd->bsnd", a, v), w["o"])
        return x + jax.nn.gelu(x @ w["up"]) @ w["down"], None

    x = p["emb"][tokens]
    x, _ = lax.scan(jax.checkpoint(layer) if remat else layer, x, p["layers"])
    return jax.nn.logsumexp((x @ p["out"]).astype(jnp.float32), -1).sum()


GPT = {"emb": "bf16[V, N*d]", "out": "bf16[N*d, V]",
       "layers": {**{c: "bf16[L, N*d, N, d]" for c in "qkv"}, "o": "bf16[L, N, d, N*d]", "up": "bf16[L, N*d, 4*N*d]",
                  "down": "bf16[L, 4*N*d, N*d]"}}  # fmt: skip


@pytest.mark.slow
def test_megatron_72_is_what_a_training_step_does() -> None:
    step = trace(jax.grad(gpt), GPT, "int32[B, s]")
    judged = step.same("72*B*s*L*h**2*(1 + s/(6*h) + V/(12*L*h))", h="N*d")
    assert judged
    assert judged.difference == 0


@pytest.mark.slow
def test_megatron_96_is_more_than_a_rematerialised_step_does() -> None:
    step = trace(jax.grad(partial(gpt, remat=True)), GPT, "int32[B, s]")
    judged = step.same("96*B*s*L*h**2*(1 + s/(6*h) + V/(16*L*h))", h="N*d")
    N, d, B, L, s = dims("N d B L s")
    assert not judged
    assert judged.difference.expand() == (8 * B * L * (N * d) ** 2 * s)


@pytest.mark.slow
def test_a_gradient_is_twice_a_forward_pass_more() -> None:
    forward, backward = (
        trace(block, BLOCK, "bf16[B, T, D]"),
        trace(jax.grad(partial(loss_of, block), argnums=(0, 1)), BLOCK, "bf16[B, T, D]"),
    )
    assert backward.matrix.expand() == (3 * forward.matrix).expand()
    both = forward.diff(backward)
    assert both.flops.expand() == (2 * forward.matrix).expand()


@pytest.mark.slow
def test_scans_multiply_and_checkpoints_recompute_all_but_the_last_matmul() -> None:
    one, layers = trace(block, BLOCK, "bf16[B, T, D]"), trace(stack, STACK, "bf16[B, T, D]")
    B, D, F, L, T = dims("B D F L T")
    assert (layers.matrix - L * one.matrix).expand() == 0
    plain = trace(jax.grad(partial(loss_of, stack)), STACK, "bf16[B, T, D]")
    again = trace(jax.grad(partial(loss_of, stack_remat)), STACK, "bf16[B, T, D]")
    assert (again.matrix - plain.matrix - L * (one.matrix - 2 * B * D * F * T)).expand() == 0
    assert plain.diff(again)["peak"].subs({B: 8, T: 2048, D: 1024, F: 4096, L: 24, "K": 8, "G": 1, "H": 128}) != 0


# -- what people write ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_control_flow() -> None:
    D, T = dims("D T")
    assert trace(lambda x: lax.fori_loop(0, x.shape[0], lambda i, a: a + x[i], x[0]), "fp32[T, D]").vector == D * T
    loop = trace(lambda x: lax.while_loop(lambda c: c.sum() > 1, lambda c: c @ c, x), "fp32[D, D]")
    assert str(loop.matrix) == "2*D**3*trips"
    assert any("trips" in n for n in loop.notes)
    heavy = trace(lambda p, x: lax.cond(p, lambda x: x @ x, lambda x: x, x), "bool[]", "fp32[D, D]")
    assert heavy.matrix == 2 * D**3
    assert any("heaviest" in n for n in heavy.notes)
    light = trace(lambda p, x: lax.cond(p, lambda x: x @ x, lambda x: x + 1, x), "bool[]", "fp32[D, D]", branch=0)
    assert light.flops == D**2
    chosen = lax.switch
    assert (
        trace(lambda i, x: chosen(i, [lambda x: x, lambda x: x @ x @ x], x), "int32[]", "fp32[D, D]").matrix == 4 * D**3
    )


@pytest.mark.slow
def test_a_branch_is_counted_only_where_it_does_most_at_all_sizes() -> None:
    """Which of (x x^T) x and (x w) w^T does more depends on T and D: 4 D T**2 or 4 D**2 T."""

    def either(p, x, w):
        return lax.cond(p, lambda: (x @ x.T) @ x, lambda: (x @ w) @ w.T)

    args = "bool[]", "fp32[T, D]", "fp32[D, D]"
    with pytest.raises(SymroofError, match=r"no branch of a cond does most[\s\S]*in either[\s\S]*branch=0"):
        trace(either, *args)
    for sizes in ({"T": 8192, "D": 64}, {"T": 64, "D": 8192}):
        counts = [trace(either, *args, branch=i).at(**sizes).matrix for i in (0, 1)]
        T, D = sizes["T"], sizes["D"]
        assert sorted(counts) == sorted([4 * D * T**2, 4 * D**2 * T])
    large = trace(either, *args, sizes={"T": 8192, "D": 64})  # T**2 above D**2, and more bytes
    assert large.matrix == 4 * 64 * 8192**2

    def sends(p, x):
        return lax.cond(p, lambda: lax.psum(x, "X"), lambda: jnp.tanh(jnp.tanh(x)))

    with pytest.raises(SymroofError, match="no branch of a cond does most"):
        trace(sends, "bool[]", "fp32[B]", mesh="X")
    assert trace(sends, "bool[]", "fp32[B]", mesh="X", branch=0).transcendental == 2 * dims("B")
    same = trace(lambda p, x: lax.cond(p, lambda: x + 1, lambda: x - 1), "bool[]", "fp32[B]")
    assert same.vector == dims("B")
    assert not any("cond" in n for n in same.notes)
    other = trace(lambda p, x: lax.cond(p, lambda: x @ x, lambda: x + 1), "bool[]", "fp32[D, D]")
    assert any("heaviest" in n and "more of other work, D**2" in n for n in other.notes)


@pytest.mark.slow
def test_python_loops_over_a_size_are_read_by_differences() -> None:
    def layers(ws, x):
        for i in range(ws.shape[0]):
            x = jax.nn.relu(x @ ws[i])
        return x

    B, D, L = dims("B D L")
    program = trace(layers, "bf16[L, D, D]", "bf16[B, D]")
    assert program.matrix == 2 * B * D**2 * L
    assert program.bytes.expand() == 2 * D**2 * L + 8 * B * D * L
    assert program.compulsory.expand() == 2 * D**2 * L + 4 * B * D
    assert any("Python loop over L" in n for n in program.notes)
    assert trace(layers, "bf16[L, D, D]", "bf16[B, D]", unrolled="L").matrix == program.matrix


@pytest.mark.slow
def test_sizes_that_need_an_order() -> None:
    program = trace(lambda x, k: lax.top_k(x, k)[0], "fp32[T, E]", dims("k"))
    assert any("k < E" in n for n in program.notes)


def test_custom_costs_and_unknown_primitives() -> None:
    def host(x):
        return jax.pure_callback(lambda a: a, jax.ShapeDtypeStruct(x.shape, x.dtype), x)

    with pytest.raises(
        SymroofError, match=r"pure_callback is a callback into Python\n    at .*test_tracing.py:\d+ in host"
    ):
        trace(host, "fp32[N]")
    priced = trace(host, "fp32[N]", costs={"pure_callback": {"flops": "3*N", "bytes": "8*N", "dtype": "fp32"}})
    assert (priced.flops, priced.bytes) == (3 * dims("N"), 8 * dims("N"))
    with pytest.raises(SymroofError, match="no key 'flop'"):
        trace(host, "fp32[N]", costs={"pure_callback": {"flop": 1}})


@pytest.mark.slow
def test_a_pallas_kernel_needs_its_cost() -> None:
    from jax.experimental import pallas as pl

    def add(x_ref, y_ref, o_ref):
        o_ref[...] = x_ref[...] + y_ref[...]

    def f(x, y):
        return pl.pallas_call(add, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), interpret=True)(x, y)

    with pytest.raises(SymroofError, match="Pallas kernel"):
        trace(f, "fp32[N, 128]", "fp32[N, 128]")
    program = trace(
        f, "fp32[N, 128]", "fp32[N, 128]", costs={"add": {"vector": "128*N", "bytes": "1536*N", "flops": 0}}
    )
    assert program.vector == 128 * dims("N")


@pytest.mark.slow
def test_one_kernel_takes_a_scope_together() -> None:
    def flash(q, k, v):
        with jax.named_scope("attention"):
            return jax.nn.softmax(q @ k.T, -1) @ v

    apart, fused = (trace(flash, "bf16[T, H]", "bf16[S, H]", "bf16[S, H]", one_kernel=o) for o in ((), "attention"))
    H, S, T = dims("H S T")
    assert fused.bytes == 4 * H * S + 4 * H * T
    assert apart.matrix == fused.matrix == 4 * H * S * T
    assert len(fused.steps) == 1
    assert fused.table(by="module").rows[0].name == "attention"


@pytest.mark.slow
def test_symbolic_shapes_keep_floors() -> None:
    def halves(x):
        return jnp.zeros((2 * x.shape[0] // x.shape[1],)) + x[0, 0]

    with pytest.raises(SymroofError, match=r"no polynomial in the sizes\n    at .*in halves"):
        trace(halves, "fp32[S, E]")
    program = trace(halves, "fp32[S, E]", sizes="symbolic")
    assert program.at(S=7, E=3).vector == 4
    same = trace(gated, *PROGRAMS["gated"][1])
    assert same.matrix == trace(gated, *PROGRAMS["gated"][1], sizes="symbolic").matrix


@pytest.mark.slow
def test_modules_of_flax_equinox_and_a_step_of_optax() -> None:
    linen, optax, eqx = (pytest.importorskip(m) for m in ("flax.linen", "optax", "equinox"))
    nnx = pytest.importorskip("flax.nnx")
    B, D, H = dims("B D H")

    class Net(linen.Module):
        hidden: int
        out: int

        @linen.compact
        def __call__(self, x):
            return linen.Dense(self.out)(linen.gelu(linen.Dense(self.hidden, name="first")(x)))

    def weights(D, H):
        return jax.eval_shape(Net(H, D).init, jax.random.key(0), jnp.zeros((1, D)))

    program = trace(sized(lambda D, H: Net(H, D).apply), sized(weights), "fp32[B, D]")
    assert program.matrix == 4 * B * D * H
    assert program.params == 2 * D * H + D + H
    assert {"first" in s.path for s in program.kernels} == {True, False}

    tx = optax.adamw(1e-3)

    def step(params, state, x):
        grads = jax.grad(lambda p: (Net(16, 8).apply(p, x) ** 2).mean())(params)
        updates, state = tx.update(grads, state, params)
        return optax.apply_updates(params, updates), state

    made = weights(8, 16)
    stepped = trace(step, made, jax.eval_shape(tx.init, made), "fp32[B, 8]")
    assert stepped.matrix == 5 * 2 * B * 8 * 16  # two products forward, three back: none for the input
    assert stepped.params == 8 * 16 * 2 + 24

    mlp = trace(lambda m, x: jax.vmap(m)(x), sized(lambda D, H: eqx.filter_eval_shape(
        eqx.nn.MLP, D, D, H, 1, key=jax.random.key(0))), "fp32[B, D]")  # fmt: skip
    assert (mlp.matrix, mlp.params) == (4 * B * D * H, 2 * D * H + D + H)

    class Two(nnx.Module):
        def __init__(self, d, h, rngs):
            self.a, self.b = nnx.Linear(d, h, rngs=rngs), nnx.Linear(h, d, rngs=rngs)

        def __call__(self, x):
            return self.b(nnx.relu(self.a(x)))

    two = trace(sized(lambda D, H: nnx.eval_shape(lambda: Two(D, H, nnx.Rngs(0)))), "fp32[B, D]")
    assert (two.matrix, two.params) == (4 * B * D * H, 2 * D * H + D + H)
    assert two.same("2*B*(P - D - H)")


# -- downstream -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_everything_downstream_takes_a_program(tmp_path: Path) -> None:
    program, written = (
        trace(lambda x, w: x @ w, "bf16[B, D]", "bf16[D, F]"),
        op("bf16[B, D] * bf16[D, F] -> bf16[B, F]"),
    )
    assert str(threshold(program, "B")) == str(threshold(written, "B"))
    assert str(threshold(program, "B", on="TPU v5e", given="B << D, F")) == str(
        threshold(written, "B", on="TPU v5e", given="B << D, F")
    )
    assert T_lower(program) == T_lower(written)
    assert attainable(program, "H100") == attainable(written, "H100")
    assert intensity(program) == intensity(written)
    assert leading(intensity(program), "B << D, F").value == dims("B")
    sizes = {"B": 8, "D": 4096, "F": 4096}
    assert bound_by(program, "H100", **sizes) == bound_by(written, "H100", **sizes) == "hbm"
    assert fits(program, "H100", **sizes).fits
    assert list(numeric(program.flops, "B", D=4, F=4)(np.array([1, 2]))) == [32, 64]
    table = sweep(program, ["H100"], B=[8, 4096], D=4096, F=4096)
    assert list(table["bound_by"]) == ["hbm", "math"]
    plot(program, "H100", tmp_path / "roof.svg")
    assert "text" in latex(program)
    assert program._repr_markdown_()
    assert (program + written).flops == 2 * written.flops


@pytest.mark.slow
def test_a_sharded_program_has_thresholds_on_its_network() -> None:
    program = trace(lambda x, w: lax.psum(x @ w, "X"), "bf16[B, D_X]", "bf16[D_X, F]", mesh="X")
    written = op("A[B, D_X] * W[D_X, F] -> C[B, F]", dtype="bf16", mesh="X")
    rules = [threshold(o, "D", on="TPU v5e", link="ici").at(X=4, B=64, F=8192) for o in (program, written)]
    assert str(rules[0]) == str(rules[1])
    sizes = {"X": 4, "B": 64, "D": 1024, "F": 8192}
    assert bound_by(program, "TPU v5e", **sizes) == bound_by(written, "TPU v5e", **sizes)
    for wrong in (lambda o: bound_by(o, "TPU v5e", **sizes | {"D": 1025}), lambda o: o.at(D=1025, X=4),
                  lambda o: threshold(o, "D", on="TPU v5e", link="ici").contains(1025, X=4, B=64, F=8192)):  # fmt: skip
        for o in (program, written):
            with pytest.raises(SymroofError, match="D=1025 does not divide into 4 equal parts over X"):
                wrong(o)


@pytest.mark.slow
def test_a_branch_that_only_equal_sizes_take_is_a_condition() -> None:
    """The shortcut of a residual block is a product only where its widths differ, as they do in every trace."""

    def residual(x, w, s):
        y = x @ w
        return y + (x if x.shape == y.shape else x @ s)

    args = "fp32[B, C]", "fp32[C, F]", "fp32[C, F]"
    open_ = trace(residual, *args)
    B, C, F = dims("B C F")
    assert (open_.matrix - 4 * B * C * F).expand() == 0
    assert any(a.startswith("C != F, by test_tracing.py") for a in open_.assumptions)
    with pytest.raises(SymroofError, match=r"hold for C != F[\s\S]*sizes="):
        open_.at(C=8, F=8)
    assert open_.at(C=8, F=9, B=2).matrix == 2 * 2 * 2 * 8 * 9
    assert trace(residual, *args, sizes={"C": 8, "F": 8}).matrix == 2 * 64 * B


def decode(x, w):
    return (x * w.T).sum(1)[None] if x.shape[0] == 1 else x @ w


def few(x, w):
    return x @ w @ w.T if x.shape[0] < 16 else x @ w


def padded(x, w):
    return jnp.pad(x, ((0, max(x.shape[0], 16) - x.shape[0]), (0, 0))) @ w


def window(x, w):
    return x[: min(x.shape[0], 4096)] @ w


def some_layers(x, w):
    for i in range(min(w.shape[0], 8)):
        x = x @ w[i]
    return x


def linear_attention(q, k, v):
    return (q @ k.T) @ v if q.shape[0] <= 16 * q.shape[1] else q @ (k.T @ v)


def by_size(x):
    return x * 2 if x.size > 2**26 else jnp.tanh(x * 2)


XW = ["fp32[T, D]", "fp32[D, N]"]
# f, arguments, the condition, the figure, sizes at which the code does something else, sizes on the edge at which not
BRANCHES = {
    "one token": (decode, XW, "T >= 2", "matrix", {"T": 1, "D": 3, "N": 4}, {"T": 2, "D": 3, "N": 4}),
    "few tokens": (few, XW, "T >= 16", "matrix", {"T": 15, "D": 3, "N": 4}, {"T": 16, "D": 3, "N": 4}),
    "padding": (padded, XW, "T >= 16", "matrix", {"T": 1, "D": 3, "N": 4}, {"T": 16, "D": 3, "N": 4}),
    "window": (window, XW, "T <= 4096", "matrix", {"T": 4097, "D": 3, "N": 4}, {"T": 4096, "D": 3, "N": 4}),
    "layers": (some_layers, ["fp32[T, D]", "fp32[L, D, D]"], "L >= 8", "matrix", {"T": 2, "D": 3, "L": 7},
               {"T": 2, "D": 3, "L": 8}),
    "two sizes": (linear_attention, ["fp32[T, D]"] * 3, "16*D >= T", "matrix", {"T": 49, "D": 3}, {"T": 48, "D": 3}),
    "elements": (by_size, ["fp32[N, D]"], "D*N <= 67", "transcendental", {"N": 2**13, "D": 2**14},
                 {"N": 2**12, "D": 2**14 - 16}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", all_but_slow(BRANCHES, ["window", "layers", "two sizes", "padding", "few tokens", "elements"])
)
def test_a_branch_far_from_the_traced_sizes_is_a_condition(name: str) -> None:
    """Judged by a trace with the sizes as numbers: another figure beyond the edge, the same on it."""
    f, args, told, figure, beyond, edge = BRANCHES[name]
    program = trace(f, *args)
    assert any(a.startswith(f"{told}") and "test_tracing.py" in a for a in program.assumptions)
    with pytest.raises(SymroofError, match=r"its counts hold for"):
        program.at(**beyond)
    unchecked = getattr(program, figure).subs({dims(n): v for n, v in beyond.items()})
    assert unchecked != getattr(trace(f, *args, sizes=beyond), figure)
    assert getattr(program.at(**edge), figure) == getattr(trace(f, *args, sizes=edge), figure)


@pytest.mark.slow
def test_every_door_of_a_program_looks_at_its_conditions() -> None:
    program = trace(window, *XW)
    beyond, inside = {"T": 8192, "D": 64, "N": 64}, {"T": 4096, "D": 64, "N": 64}
    for door in (T_lower, bound_by, attainable, fits):
        with pytest.raises(SymroofError, match="hold for T <= 4096"):
            door(program, "H100", **beyond)
        assert str(door(program, "H100", **inside)) == str(door(trace(window, *XW, sizes=inside), "H100"))
    found = threshold(program.at(D=8192, N=8192), "T", on="H100")
    assert found.notes == ("the counts hold for T <= 4096 only",)
    assert sweep(program, machine="H100", T=[100, 8192], D=64, N=64).notes == found.notes
    free = trace(lambda x, w: x @ w, "bf16[T, D]", "bf16[D, N]")
    assert "hold" not in str(threshold(free.at(D=8192, N=8192), "T", on="H100").notes)


def test_padding_by_a_floor_is_read_in_symbolic_shapes() -> None:
    """Whether it is above 0 was asked of JAX's dim, whose own error came out."""
    p = trace(lambda x: jnp.pad(x, ((x.shape[0] // 2, 0), (0, 0))) * 2, "fp32[N, D]", sizes="symbolic")
    for n, out in ((1, 1), (6, 9), (7, 10)):
        there = p.at(N=n, D=5)
        assert there.vector == 5 * out
        assert there.bytes == 4 * 5 * (n + out)
        assert there.compulsory == 4 * 5 * out  # what padding leaves of x is not worked out of such


@pytest.mark.slow
def test_what_may_be_an_empty_slice_counts_no_operations_less_than_none() -> None:
    """Slices that symbolic shapes round down were added up at sizes alone at which they hold something."""
    for f, rows in (
        (lambda x: x[1::3].sum(0), lambda a: [len(range(1, a, 3))]),
        (lambda x: x[: x.shape[0] // 2].sum(0), lambda a: [a // 2]),
        (lambda x: x[5:].sum(0), lambda a: [max(a - 5, 0)]),
        (lambda x: jnp.cumsum(x[: x.shape[0] // 2], 0), lambda a: [a // 2]),
        (lambda x: x[: x.shape[0] // 2].sum(0) - x[x.shape[0] // 2 :].sum(0), lambda a: [a // 2, a - a // 2]),
    ):
        p, more = trace(f, "fp32[A, 5]", sizes="symbolic"), len(rows(9)) - 1
        for a in (1, 2, 3, 5, 6, 7, 30):
            assert p.at(A=a).vector == sum(5 * max(n - 1, 0) for n in rows(a)) + 5 * more, a
    sorted_ = trace(lambda x: jnp.sort(x[: x.shape[0] // 2], 0), "fp32[A, 5]", sizes="symbolic")
    assert [sorted_.at(A=a).vector for a in (1, 2, 6, 9)] == [0, 0, 30, 40]


@pytest.mark.slow
def test_what_symbolic_shapes_count_otherwise_everywhere_is_no_branch() -> None:
    """The notes said of the same sizes that a trace by numbers does other work there, and the same."""
    notes = trace(lambda x: x[: x.shape[0] // 2].sum(0), "fp32[A, B]", sizes="symbolic").notes
    assert not any("does other work" in n for n in notes)
    picked = trace(lambda x: x[1::3] * 2, "fp32[A, B]", sizes="symbolic").notes  # with work on its places
    assert sum("does other work" in n for n in picked) == 1


@pytest.mark.slow
def test_symbolic_shapes_are_tried_at_numbers_too() -> None:
    assert any(a.startswith("T >= 2, by ") for a in trace(decode, *XW, sizes="symbolic").assumptions)
    assert not any(", by " in a for a in trace(lambda x, w: x @ w, *XW, sizes="symbolic").assumptions)


@pytest.mark.slow
def test_a_python_loop_is_tried_with_more_rounds() -> None:
    def first_ten(x, w):
        for i in range(w.shape[0]):
            x = x @ w[i] if i < 10 else x + 1
        return x

    args = "fp32[T, D]", "fp32[L, D, D]"
    program = trace(first_ten, *args)
    assert any(a.startswith("L <= 10, by ") for a in program.assumptions)
    with pytest.raises(SymroofError, match="L <= 10"):
        program.at(L=11)
    assert program.at(L=10, T=2, D=3).matrix == trace(first_ten, *args, sizes={"L": 10, "T": 2, "D": 3}).matrix


def triples(x):
    s = x[0] * 0
    for i in range(x.shape[0]):
        for j in range(i):
            for k in range(j):
                s = s + x[i] * x[j] * x[k]
    return s


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # one came while garbage was collected
def test_three_loops_in_each_other_are_a_polynomial_of_third_degree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt, "LONGEST", 2.0)
    program = trace(triples, "fp32[L, D]")
    for n in (3, 4, 9):
        rounds = sum(1 for i in range(n) for j in range(i) for _ in range(j))
        assert program.at(L=n, D=5).vector == 5 * (1 + 3 * rounds) == trace(triples, "fp32[9, 5]").vector * (
            1 + 3 * rounds) / 253  # fmt: skip


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # one came while garbage was collected
def test_a_trace_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def crossed(x, y):
        s = x[0] * 0
        for i in range(x.shape[0] ** 2):
            for j in range(y.shape[0] ** 2):
                s = s + x[i % 3] * y[j % 3]
        return s

    monkeypatch.setattr(attempt, "LONGEST", 1.0)
    with pytest.raises(SymroofError, match=r"one trace took over 1 s, at L=[\s\S]*sizes="):
        trace(crossed, "fp32[L, D]", "fp32[M, D]")


@pytest.mark.slow
def test_sizes_that_cannot_be_tried_are_named() -> None:
    program = trace(lambda x: lax.top_k(x, 5)[0] * 2, "fp32[B, N]")
    assert any(n.startswith("not traced at N=1 (") for n in program.notes)
    plain = trace(lambda x, w: x @ w, *XW)
    assert not any(n.startswith("not traced") for n in plain.notes)
    assert any("traced also at T=1, D=1, N=1" in n and n.endswith("the same counts") for n in plain.notes)

    def masked(x):  # a mask in memory, 17 GB at 2**17
        return x * np.tril(np.ones((x.shape[0], x.shape[0]), bool))

    assert any("not traced at large sizes" in n for n in trace(masked, "fp32[T, T]").notes)


@pytest.mark.slow
def test_a_trace_that_takes_too_long_is_stopped() -> None:
    def endless():
        with within(0.05):
            while True:
                pass

    with pytest.raises(TooLong):
        endless()
    with within(5):
        assert sum(range(10)) == 45


@pytest.mark.slow
def test_tables() -> None:
    program = trace(block, BLOCK, "bf16[B, T, D]")
    sizes = {"B": 1, "T": 4096, "D": 4096, "K": 8, "G": 4, "H": 128, "F": 14336}
    table = program.table(on="H100", **sizes)
    assert sum(r.share for r in table) == 1
    assert [r.seconds for r in table] == sorted((r.seconds for r in table), reverse=True)
    assert {r.name.split(":")[0] for r in table} == {"traced.py"}
    assert any("silu" in r.code for r in table)
    assert sum(Fraction(r.flops.constant()) for r in table) == program.at(**sizes).matrix
    for by in ("module", "kernel", "phase"):
        again = program.table(on="H100", by=by, **sizes)
        assert sum(Fraction(r.bytes.constant()) for r in again) == program.at(**sizes).bytes
    assert "<td>" in table.html()
    assert "\\begin{tabular}" in table.latex()
    assert table.markdown().startswith("| line |")
    assert "traced.py" in str(program.table())
    with pytest.raises(SymroofError, match="still symbolic: B, D"):
        program.table(on="H100", T=4096)
    with pytest.raises(SymroofError, match="by='function'"):
        program.table(by="function")


@pytest.mark.slow
def test_pictures_of_a_table(tmp_path: Path) -> None:
    table = trace(gated, *PROGRAMS["gated"][1]).table(on="H100", B=64, D=4096, F=8192)
    table.picture(tmp_path / "icicle.svg")
    table.roofline(tmp_path / "roofline.svg")
    assert all((tmp_path / f).stat().st_size > 1000 for f in ("icicle.svg", "roofline.svg"))
    with pytest.raises(SymroofError, match="a picture needs times"):
        trace(gated, *PROGRAMS["gated"][1]).table().picture()


@pytest.mark.slow
def test_pandas_table() -> None:
    pandas = pytest.importorskip("pandas")
    frame = trace(gated, *PROGRAMS["gated"][1]).table(on="H100", B=64, D=4096, F=8192).pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["share"].sum() == pytest.approx(1)


@pytest.mark.slow
def test_same_and_diff_say_what_is_between() -> None:
    program = trace(gated, *PROGRAMS["gated"][1])
    assert program.same("6*B*D*F")
    assert program.same("2*B*P")
    assert program.same("3*D*F", of="params")
    wrong = program.same("4*B*D*F")
    assert not wrong
    assert str(wrong.difference) == "-2*B*D*F"
    assert "formula - code = -2*B*D*F" in str(wrong)
    with pytest.raises(SymroofError, match=r"'h' is no product of the declared symbols[\s\S]*say what a name is"):
        program.same("72*h")
    change = trace(lambda p, x: x @ p["w1"] @ p["w2"], *PROGRAMS["gated"][1]).diff(program)
    assert str(change.flops) == "2*B*D*F"
    assert "matrix: +2*B*D*F" in str(change)


@pytest.mark.slow
def test_a_program_is_an_operation_with_lines() -> None:
    from symroof import Op

    program = trace(block, BLOCK, "bf16[B, T, D]")
    assert isinstance(program, Op)
    assert all(isinstance(s, Op) for s in program.steps)
    products = [s for s in program.kernels if "->" in s.text and "*" in s.text]
    assert "bf16[B, T, D] * bf16[D, F] -> bf16[B, T, F]" in {s.notation for s in products}
    assert {s.line.function for s in products} == {"block", "gated"}
    assert all(s.line.text for s in products)
    assert program.at(B=1, T=8).dims == tuple(d for d in program.dims if str(d) not in "BT")
    with pytest.raises(NotationError, match="no size is called Q"):
        program.at(Q=3)


@pytest.mark.slow
def test_products_of_different_formats_are_kept_apart() -> None:
    def routed(x, w, r):
        return (x @ w).astype(jnp.float32) @ r

    mixed = trace(routed, "bf16[B, D]", "bf16[D, D]", "fp32[D, E]")
    assert set(mixed.work) == {"bf16", "fp32"}
    assert set(mixed.run_as(fp32="bf16").work) == {"bf16"}
    eight = trace(partial(lax.dot, preferred_element_type=jnp.int32), "int8[B, D]", "int8[D, F]")
    assert set(eight.work) == {"int8"}
    with pytest.raises(SymroofError, match="no work in fp16"):
        mixed.run_as(fp16="bf16")


# -- mistakes ---------------------------------------------------------------------------------------------------------


def branch_on_modulo(x):
    return x @ x.T if x.shape[0] % 128 == 0 else x + 1


def branch_on_size(x):
    return jnp.exp(x) if x.shape[0] > 1024 else x


def reshapes(x):
    return x.reshape(x.shape[0], 4, -1).sum()


def indexes(x):
    return x[x > 0]


def branches_on_data(x):
    return x if x.sum() > 0 else -x


def reads_a_file(x):
    with open("weights.txt") as file:
        return x * float(file.read())


def adds(x, y):
    return x + y


def three(a, b, c):
    return jnp.einsum("ij,jk,kl->il", a, b, c)


MISTAKES = [
    (branch_on_modulo, ["fp32[T, D]"], r"another one at other sizes[\s\S]*in branch_on_modulo[\s\S]*fix the size"),
    (branch_on_size, ["fp32[T]"], r"another one at other sizes.*\n    at .*branch_on_size"),
    (reshapes, ["fp32[B, D]"], r"cannot reshape[\s\S]*in reshapes[\s\S]*as a product, D as N\*H or 2\*K"),
    (indexes, ["fp32[N]"], r"in indexes[\s\S]*jnp.where"),
    (branches_on_data, ["fp32[N]"], r"in branches_on_data[\s\S]*lax.cond"),
    (reads_a_file, ["fp32[N]"], r"opens weights.txt while traced[\s\S]*in reads_a_file[\s\S]*as an argument"),
    (adds, ["fp32[B]"], r"missing 1 required positional argument[\s\S]*the function takes \(x, y\); 1 arguments"),
    (adds, ["fp32[B]", "fp32[D]"], r"in adds[\s\S]*must agree"),
    (adds, ["bf17[B]", "fp32[B]"], r"unknown dtype 'bf17'"),
    (adds, ["fp32[B, ?]", "fp32[B]"], r"'\?' is no size"),
    (adds, ["[B]", "fp32[B]"], "needs its number format"),
    (three, ["fp32[I, J]", "fp32[J, K]", "fp32[K, L]"], r"in three[\s\S]*optimize=\[\(0, 1\), \(0, 1\)\]"),
    (3, [], "a function or a module first"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("f", "args", "message"), MISTAKES, ids=[getattr(f, "__name__", "3") for f, _, _ in MISTAKES])
def test_a_mistake_is_one_message_with_the_users_line(f, args, message: str) -> None:
    with pytest.raises(SymroofError, match=message):
        trace(f, *args)


def test_what_is_printed_is_noted_and_held_back(capsys: pytest.CaptureFixture[str]) -> None:
    def prints(x):
        print("shape", x.shape)
        return x + 1

    program = trace(prints, "fp32[N]")
    assert capsys.readouterr().out == ""
    assert any("prints while it is traced" in n and "test_tracing.py" in n for n in program.notes)


def test_words_that_mean_nothing_are_refused() -> None:
    rows = [
        ({"sizes": "exact"}, "sizes='exact'"),
        ({"sizes": {"Q": 3}}, "sizes names Q"),
        ({"backend": "tensorflow"}, "no backend"),
        ({"unrolled": "Q"}, "unrolled='Q'"),
        ({"sdpa": "flash"}, "sdpa='flash'"),
        ({"mesh": "B"}, "a size and a mesh axis"),
    ]
    for wrong, message in rows:
        with pytest.raises(SymroofError, match=message):
            trace(lambda x: x + 1, "fp32[B]", **wrong)


def test_every_primitive_of_this_jax_has_a_rule_or_a_reason() -> None:
    import jax._src.interpreters.mlir as mlir

    lowered = {p.name for p in mlir._lowerings} | {
        p.name for d in mlir._platform_specific_lowerings.values() for p in d
    }
    every = {
        *costs.RULES,
        *costs.INSIDE,
        *costs.COLLECTIVES,
        "scan",
        "while",
        "cond",
        *costs.FOREIGN,
        *costs.SILENT,
        "custom_linear_solve",
    }
    rare = {n for n in lowered - every if not n.endswith(("_start", "_done"))}
    core = {
        "add",
        "dot_general",
        "scan",
        "while",
        "cond",
        "psum",
        "reduce_sum",
        "sort",
        "cumsum",
        "gather",
        "custom_jvp_call",
    }
    assert core <= every
    assert len(rare) < 40, sorted(rare)  # hardware-specific ones, each an error that names its line
    assert rare.isdisjoint({"exp", "mul", "conv_general_dilated", "scatter-add"})


# -- speed and weight -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_tracing_makes_no_array(monkeypatch: pytest.MonkeyPatch) -> None:
    before = len(jax.live_arrays())
    trace(jax.grad(partial(loss_of, block)), BLOCK, "bf16[B, T, D]")
    assert len(jax.live_arrays()) <= before + 8  # scalars that JAX keeps of its own accord
    assert all(a.size < 2**12 for a in jax.live_arrays())


@pytest.mark.slow
def test_a_deep_scan_costs_no_more_than_one_layer() -> None:
    f = partial(loss_of, stack)
    trace(jax.grad(f), STACK, "bf16[B, T, D]")

    def seconds(sizes):
        start = time.process_time()
        trace(jax.grad(f), STACK, "bf16[B, T, D]", sizes=sizes)
        return time.process_time() - start

    pairs = [(seconds({"L": 1}), seconds({"L": 32})) for _ in range(3)]
    assert min(b for _, b in pairs) < 2 * min(a for a, _ in pairs)  # unrolled it would be 32 times


@pytest.mark.slow
def test_a_block_with_its_gradient_is_traced_in_time() -> None:
    step = jax.grad(partial(loss_of, block))

    def seconds():
        start = time.process_time()
        trace(step, BLOCK, "bf16[B, T, D]")
        return time.process_time() - start

    assert min(seconds() for _ in range(3)) < 0.6


@pytest.mark.slow
def test_a_program_of_400_steps_answers_a_threshold_at_once() -> None:
    program = trace(jax.grad(partial(loss_of, block)), BLOCK, "bf16[B, T, D]").at(D=4096, K=8, G=4, H=128, F=14336, B=1)
    from dataclasses import replace

    large = replace(program, steps=program.steps * (400 // len(program.steps) + 1))
    assert len(large.steps) >= 400
    assert large.traffic
    times = []
    for _ in range(5):
        again = replace(large)  # that nothing is remembered
        start = time.process_time()
        threshold(again, "T", on="H100")
        times.append(time.process_time() - start)
    assert min(times) < 0.05


@pytest.mark.slow
def test_importing_symroof_loads_no_framework() -> None:
    script = (
        "import sys, symroof; symroof.trace; print([m for m in ('jax', 'torch', 'numpy', 'sympy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_walks_share_no_state() -> None:
    from symroof.tracing.jax_site import Options

    a, b = Walk(Options(Reader(("B",)))), Walk(Options(Reader(("B",))))
    assert a.o.notes is not b.o.notes


# -- measured time ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_measured_time_is_below_the_certified_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMROOF_CACHE", str(tmp_path))
    here = machine.here(repeats=3)
    assert machine("here").peaks == here.peaks  # kept
    program = trace(lambda x, w: x @ w, "fp32[B, D]", "fp32[D, F]")
    found = program.measure({"B": 256, "D": 256, "F": 256}, {"B": 64, "D": 1024, "F": 256}, repeats=3)
    if not found.holds:  # the computer was busier when it was benchmarked
        again = machine.here(refresh=True, repeats=5)
        found = program.measure({"B": 256, "D": 256, "F": 256}, on=again, repeats=3)
    assert found.holds, str(found)
    assert all(r.fraction > 0 for r in found)
    with pytest.raises(SymroofError, match="still symbolic: D, F"):
        program.measure(B=8)


@pytest.mark.slow
def test_a_plain_machine_measures_too() -> None:
    slow = trace(lambda x: jnp.tanh(x) + 1, "fp32[N]").measure(N=1000, on="H100", repeats=1)
    assert slow.rows[0].bound < slow.rows[0].seconds


# -- the command line -------------------------------------------------------------------------------------------------


def run(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    root = str(Path(__file__).parent.parent)
    code = f"import sys; sys.path.insert(0, {root!r}); from symroof.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "trace", *args], cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_command_checks_a_formula(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text("def mlp(p, x):\n    return (x @ p['up']) @ p['down']\n")
    weights = '{"up": "bf16[D, F]", "down": "bf16[F, D]"}'
    good = run("model:mlp", weights, "bf16[B, D]", "--check", "2*B*P", "--check", "4*B*D*F", cwd=tmp_path)
    assert (good.returncode, "model.py:2" in good.stdout) == (0, True), good.stderr
    wrong = run("model:mlp", weights, "bf16[B, D]", "--check", "6*B*P", "--to", "json", cwd=tmp_path)
    assert wrong.returncode == 1
    assert '"difference": "8*B*D*F"' in wrong.stdout
    for target, message in (
        ("model:nope", "model has no 'nope'"),
        ("nomodel:f", "no module 'nomodel'"),
        ("model", "names no function"),
    ):
        bad = run(target, "bf16[B, D]", cwd=tmp_path)
        assert bad.returncode == 2
        assert message in bad.stderr
        assert "Traceback" not in bad.stderr


# -- lower bounds at the edges of what is admitted --------------------------------------------------------------------


def _conv(strides: tuple[int, ...], padding: object, **how: object) -> object:
    return lambda x, w: lax.conv_general_dilated(x, w, strides, padding, **how)


EDGES = {  # a program, sizes at its edge, and the bytes that it needs there, counted by hand
    "one pixel meets one tap of nine": (
        _conv((1, 1), "SAME"), ("fp32[B, C, H, H]", "fp32[O, C, 3, 3]"), {"B": 1, "C": 1, "H": 1, "O": 1}, 12),
    "three elements meet five taps of seven": (
        _conv((1,), "SAME"), ("fp32[B, C, L]", "fp32[O, C, 7]"), {"B": 1, "C": 1, "L": 3, "O": 1}, 4 * (3 + 5 + 3)),
    "in groups": (_conv((1,), "SAME", feature_group_count=4), ("fp32[B, 64, L]", "fp32[128, 16, 3]"),
                  {"B": 1, "L": 1}, 4 * (64 + 128 * 16 + 128)),
    "causal": (_conv((1,), [(3, 0)]), ("fp32[B, C, L]", "fp32[O, C, 4]"), {"B": 1, "C": 1, "L": 3, "O": 1}, 36),
    "no place for the window": (
        _conv((1, 1), "VALID"), ("fp32[B, C, H, H]", "fp32[O, C, 3, 3]"), {"B": 1, "C": 1, "H": 2, "O": 1}, 0),
    "no window of a sum": (lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 3), (1, 1), "VALID"), ("fp32[B, N]",),
                           {"B": 2, "N": 2}, 0),
    "no entry below the third diagonal": (lambda x: jnp.tril(x, -3), ("fp32[N, N]",), {"N": 1}, 4),
    "a product without rows": (lambda x, w: x[1:] @ w, ("fp32[N, D]", "fp32[D, F]"), {"N": 1, "D": 4, "F": 5}, 0),
    "a loop of no rounds": (lambda x: lax.fori_loop(3, x.shape[0] - 2, lambda i, a: a + x[i], x[0]), ("fp32[T, D]",),
                            {"T": 5, "D": 2}, 0),
}  # fmt: skip


@pytest.mark.parametrize(
    "name",
    all_but_slow(
        EDGES, ["causal", "a loop of no rounds", "three elements meet five taps of seven", "no place for the window"]
    ),
)
def test_compulsory_bytes_at_the_edge_are_those_of_a_hand_count(name: str) -> None:
    f, args, sizes, must = EDGES[name]
    program = trace(f, *args)
    there = program.at(**sizes)
    assert there.compulsory == must
    assert there.compulsory <= there.bytes <= there.unfused
    more = program.at(**{n: k + 8 for n, k in sizes.items()})
    assert 0 < more.compulsory <= more.bytes <= more.unfused


def _drawn(rng: random.Random) -> tuple[object, tuple[str, ...]]:
    """A small program whose windows, masks and slices have edges."""
    k, low, high, gap = rng.randint(1, 6), rng.randint(0, 5), rng.randint(0, 5), rng.randint(1, 3)
    x, w = "fp32[2, 3, L]", f"fp32[4, 3, {k}]"
    conv = _conv((1,), [(low, high)], rhs_dilation=(gap,))
    cut, shift = rng.randint(0, 3), rng.randint(-4, 4)
    return rng.choice([
        (conv, (x, w)),
        (_conv((1,), [(low, high)], lhs_dilation=(2,)), (x, w)),
        (jax.grad(lambda w, x: (conv(x, w) ** 2).sum()), (w, x)),
        (jax.grad(lambda x, w: (conv(x, w) ** 2).sum()), (x, w)),
        (lambda x, w, v: conv(jnp.tanh(v @ x), w), (x, w, "fp32[2, 3, 3]")),
        (lambda x: lax.reduce_window(x, 0.0, lax.add, (k,), (1,), [(low, 0)]), ("fp32[L]",)),
        (lambda x: jnp.tril(x, shift) * 2, ("fp32[L, L]",)),
        (lambda x: jnp.triu(x, shift).sum(0), ("fp32[L, L]",)),
        (lambda x, w: jnp.tril(x @ w, shift), ("fp32[L, 5]", "fp32[5, L]")),
        (lambda x, w: jnp.tanh(x[cut:]) @ w, ("fp32[L, 3]", "fp32[3, 4]")),
        (lambda x, b: x[cut:] + b, ("fp32[L, 3]", "fp32[3]")),
        (lambda x: lax.pad(x, 0.0, ((-cut, -1, 0),)), ("fp32[L]",)),
    ])  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_a_lower_bound_of_all_sizes_is_none_at_any_above_the_one_of_its_numbers(seed: int) -> None:
    f, args = _drawn(random.Random(seed))
    program, judged = trace(f, *args), 0
    for n in (1, 2, 3, 4, 5, 6, 7, 11, 20):
        try:
            there = program.at(L=n)
        except SymroofError:  # not admitted
            continue
        here = trace(f, *(a.replace("L", str(n)) for a in args))
        assert there.compulsory <= here.compulsory <= here.bytes <= here.unfused, (n, program.compulsory)
        assert there.compulsory <= there.bytes <= there.unfused, (n, program.compulsory)
        if n == 20:  # far from the edges it is the same
            assert there.compulsory == here.compulsory
        judged += 1
    assert judged > 1


ALONE = {  # a collective alone: in JAX, on its argument, and in notation
    "all_gather": (lambda x: lax.all_gather(x, "X", axis=0, tiled=True), "bf16[B_X, D]",
                   "AllGather_X(bf16[B_X, D]) -> bf16[B, D]"),
    "psum": (lambda x: lax.psum(x, "X"), "bf16[B, D]", "AllReduce_X(bf16 A[B, D]{U_X}) -> bf16[B, D]"),
    "psum_scatter": (lambda x: lax.psum_scatter(x, "X", tiled=True), "bf16[B, D]",
                     "ReduceScatter_X(bf16[B, D]{U_X}) -> bf16[B_X, D]"),
    "all_to_all": (lambda x: lax.all_to_all(x, "X", 1, 0, tiled=True), "bf16[B_X, D]",
                   "AllToAll_X(bf16[B_X, D]) -> bf16[B, D_X]"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", ALONE)
def test_a_collective_alone_reads_and_writes_what_notation_says(name: str) -> None:
    f, x, text = ALONE[name]
    program = trace(f, x, mesh="X=4")
    assert str(program.traffic["hbm"]) == str(op(text, mesh="X=4").traffic["hbm"])
    assert program.compulsory == program.bytes == program.unfused != 0


@pytest.mark.slow
def test_copies_of_collectives_beside_a_product_are_not_counted_as_in_notation() -> None:
    hop = [(i, (i + 1) % 4) for i in range(4)]
    for f, args in (
        (lambda x, w: lax.psum(x @ w, "X"), ("bf16[B, D_X]", "bf16[D_X, F]")),
        (lambda x, w: lax.all_gather(x @ w, "X", axis=0, tiled=True), ("bf16[B_X, D]", "bf16[D, F]")),
        (lambda x, w: lax.psum_scatter(x @ w, "X", tiled=True), ("bf16[B, D_X]", "bf16[D_X, F]")),
        (lambda x: 2 * lax.psum_scatter(x, "X", tiled=True), ("bf16[B, D]",)),
        (lambda x: lax.all_gather(lax.psum_scatter(x, "X", tiled=True), "X", tiled=True), ("bf16[B, D]",)),
        (lambda x: lax.fori_loop(0, 4, lambda i, y: lax.ppermute(y, "X", hop), x), ("bf16[B_X, D]",)),
    ):
        there = trace(f, *args, mesh="X=4").at(B=8, D=8, **({"F": 8} if len(args) > 1 else {}))
        assert 0 < there.compulsory <= there.bytes <= there.unfused
    product = trace(lambda x, w: lax.psum(x @ w, "X"), "bf16[B, D_X]", "bf16[D_X, F]", mesh="X=4")
    B, D, F = dims("B D F")
    assert (product.bytes - (B * D / 2 + D * F / 2 + 2 * B * F)).expand() == 0


@pytest.mark.parametrize("width", [2, 3])
def test_setting_the_whole_of_an_array_is_a_scatter_to_one_place(width: int) -> None:
    program = trace(lambda x: x.at[:, :width].set(0.0), f"fp32[2, {width}]")
    assert program.matrix == 0
    assert program.compulsory == 4 * 2 * width <= program.bytes
    none = trace(lambda x, i: x.at[i].set(0.0), "fp32[2, 2]", "int32[0]")
    assert none.compulsory == 0


@pytest.mark.slow
def test_a_formula_is_compared_at_the_sizes_for_which_the_counts_hold() -> None:
    """As if no size were left out: no formula had a minimum that the conditions of the trace decide."""
    cases = [
        (lambda x, w: x[:4096] @ w, "2*min(T, 4096)*D*F", "2*T*D*F", "T <= 4096", range(4095, 4099)),
        (lambda x, w: x[10:] @ w, "2*max(0, T - 10)*D*F", "2*(T - 10)*D*F", "T >= 10", range(10, 13)),
        (lambda x, w: x[:4096] @ w, "min(4*T, 16384)*D*F/2", "2*T*D*F", "T <= 4096", range(4095, 4099)),
    ]
    for f, everywhere, plain, condition, sizes in cases:
        program = trace(f, "fp32[T, D]", "fp32[D, F]")
        for formula in (everywhere, plain):
            found = program.same(formula)
            assert found
            assert str(found) == f"{formula} is what the code does (matrix), at {condition}"
        assert not program.same("2*T*D*F + 2*D*F")
        assert f", at {condition}" in str(program.same("2*T*D*F + 2*D*F"))
        for n in sizes:  # the first formula is the code's at every size
            rows = max(n - 10, 0) if "max" in everywhere else min(n, 4096)
            assert trace(f, f"fp32[{n}, 2]", "fp32[2, 3]").matrix == 2 * rows * 6
    program = trace(lambda x, w: x[:4096] @ w, "fp32[T, D]", "fp32[D, F]")
    assert not program.same("2*min(T, 4095)*D*F")  # another at T = 4096, which is one of them
    assert not program.same("2*max(T, 5)*D*F")
    assert str(trace(lambda x: x * 2, "fp32[A]").same("A", of="vector")) == "A is what the code does (vector)"
